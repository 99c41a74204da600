//===- ScaledMatmul.h - What the matrix product's files share ---*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Two loop nests, one for a single row and one for tiles, and one epilogue.
// Each element of the result is one chain of fma over ascending columns from +0
// (matmul_c1), so neither the nest nor the tile sizes change a bit of it.
//
//===----------------------------------------------------------------------===//

#ifndef QUARTET_LIB_CONVERSION_NVFP4TOLOOPS_SCALEDMATMUL_H
#define QUARTET_LIB_CONVERSION_NVFP4TOLOOPS_SCALEDMATMUL_H

#include "Decode.h"
#include "quartet/Dialect/NVFP4/IR/NVFP4.h"

namespace quartet {
namespace loops {

/// One product: extents, and the tensor scales as single values.
struct Matmul {
  LoopBuilder &lb;
  nvfp4::ScaledMatmulOp op;
  mlir::Value batches, m, n;
  mlir::Value units; ///< P / kUnit
  F lhsScale, rhsScale;
  /// f32 elements of a vector register.
  int64_t vectorLanes;
  /// Holds one row of the left operand, batches x P in f32, unless there is
  /// never exactly one.
  mlir::Value decodedRow;
};

/// Emits the product for any number of rows.
void emitTiledMatmul(Matmul &matmul);
/// Emits the product for exactly one row: decodes the right operand on the fly.
void emitRowMatmul(Matmul &matmul);

/// Scales, adds to and stores results of row `m` (epilogue_c1): columns
/// [n, n + count) whose sums are at `sums[sumRow][0..]`.
void emitEpilogueRow(Matmul &matmul, mlir::Value batch, mlir::Value m,
                     mlir::Value n, mlir::Value count, mlir::Value sums,
                     mlir::Value sumRow);

} // namespace loops
} // namespace quartet

#endif // QUARTET_LIB_CONVERSION_NVFP4TOLOOPS_SCALEDMATMUL_H
