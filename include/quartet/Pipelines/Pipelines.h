//===- Pipelines.h - The stages of the compiler -----------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// One function per stage, in the order in which a program passes them; the last
// stage is `Target::buildLowerPipeline`. Each is also a named pipeline of
// quartet-opt: `--quartet-raise`, `--quartet-fuse`, and `--quartet-<target>`
// for every target, such as `--quartet-host`.
//
//===----------------------------------------------------------------------===//

#ifndef QUARTET_PIPELINES_PIPELINES_H
#define QUARTET_PIPELINES_PIPELINES_H

#include "quartet/Target/Target.h"

#include <string>

namespace mlir {
class OpPassManager;
} // namespace mlir

namespace quartet {

/// Choices of the raise stage.
struct RaiseOptions {
  /// Name of the recipe by which contractions are quantized (docs/Recipes.md).
  std::string recipe = "quartet2";
  /// Take the product of two unmarked function arguments for a forward product
  /// whose second operand is the weight.
  bool assumeWeights = false;
  /// Quantize weights in a function `prepare_weights`, and let the others take
  /// the quantized matrices (pass `quartet-split-weights`).
  bool splitWeights = false;
};

/// linalg on tensors -> nvfp4 on tensors: decides which contractions are
/// quantized, in which role, and rewrites them by the recipe. The rest of the
/// graph is left as it is.
void buildRaisePipeline(mlir::OpPassManager &pm, const RaiseOptions &options);

/// Choices of the fuse stage.
struct FuseOptions {
  /// Leave f4E2M1FN tensors as they are instead of packing them, to look at
  /// the result.
  bool keepElementTypes = false;
  /// Join operations into those that read their input once (docs/Fuse.md).
  /// Without it fused operations are taken apart; the results are the same
  /// bytes either way.
  bool fusion = true;
};

/// nvfp4 on tensors -> nvfp4 on tensors, one operation per kernel, f4E2M1FN
/// packed two to a byte. docs/Fuse.md lists what may leave the stage. Preserves
/// every value, but for the order of a sum over rows, which linalg leaves open.
void buildFusePipeline(mlir::OpPassManager &pm, const FuseOptions &options);

/// Registers the named pipelines, those of all targets among them. Called by
/// `registerAllPasses`.
void registerPipelines();

} // namespace quartet

#endif // QUARTET_PIPELINES_PIPELINES_H
