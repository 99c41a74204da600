//===- Passes.h - From linalg contractions to nvfp4 -------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef QUARTET_CONVERSION_LINALGTONVFP4_PASSES_H
#define QUARTET_CONVERSION_LINALGTONVFP4_PASSES_H

#include "mlir/Pass/Pass.h"

namespace mlir::func {
class FuncOp;
} // namespace mlir::func

namespace quartet {

/// How block scales are stored.
enum class ScaleLayout {
  /// R x P/16.
  Linear,
  /// The 128x4 tiling of the tensor cores.
  Tiled,
};

#define GEN_PASS_DECL
#include "quartet/Conversion/LinalgToNVFP4/Passes.h.inc"

#define GEN_PASS_REGISTRATION
#include "quartet/Conversion/LinalgToNVFP4/Passes.h.inc"

} // namespace quartet

#endif // QUARTET_CONVERSION_LINALGTONVFP4_PASSES_H
