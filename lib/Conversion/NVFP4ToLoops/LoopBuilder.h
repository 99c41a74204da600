//===- LoopBuilder.h - Loops, index arithmetic and scratch ------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What every lowering of this folder builds with: the numerics on scalars and
// on eight lanes, index arithmetic, loops whose bodies are lambdas, and
// scratch. Parallel loops run over fixed tiles that do not depend on one
// another, so that results do not depend on how many threads execute them.
//
//===----------------------------------------------------------------------===//

#ifndef QUARTET_LIB_CONVERSION_NVFP4TOLOOPS_LOOPBUILDER_H
#define QUARTET_LIB_CONVERSION_NVFP4TOLOOPS_LOOPBUILDER_H

#include "quartet/Conversion/Common/CodeBuilder.h"

namespace quartet {
namespace loops {

/// Rows that one step of a lowering handles, one per lane.
constexpr int64_t kLanes = 8;

using codegen::B;
using codegen::CodeBuilder;
using codegen::F;
using codegen::FloatKind;
using codegen::getConstant;
using codegen::getFloatKind;
using codegen::I;
using codegen::isMultipleOf;
using codegen::narrow;
using codegen::widen;

/// Emits at the insertion point of one builder; see the file's comment.
class LoopBuilder : public CodeBuilder {
public:
  LoopBuilder(mlir::OpBuilder &builder, mlir::Location loc);

  /// The numerics on kLanes values.
  IROps lanes;

  /// Scratch of static shape private to one iteration of the innermost parallel
  /// loop, allocated at the start of its body.
  mlir::Value scratch(llvm::ArrayRef<int64_t> shape, mlir::Type element);

  //===--- Vectors --------------------------------------------------------===//

  /// The same value in every lane.
  F splat(F scalarValue);
  I splat(I scalarValue);
  /// first, first + 1, ... modulo 2^32.
  I ascending(I first);
  /// The largest lane, unsigned.
  I maxLane(I vector);

  //===--- Loops ----------------------------------------------------------===//

  /// Independent iterations over [0, extents[i]) in steps of steps[i].
  void parallel(mlir::ValueRange extents, llvm::ArrayRef<int64_t> steps,
                llvm::function_ref<void(mlir::ValueRange)> body);

private:
  mlir::Block *scratchBlock = nullptr;
};

} // namespace loops
} // namespace quartet

#endif // QUARTET_LIB_CONVERSION_NVFP4TOLOOPS_LOOPBUILDER_H
