//===- Matrix.h - Operands and results as matrices --------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A contraction may have several loops of each role, in any order. nvfp4 knows
// matrices with at most one leading batch dimension; here tensors are brought
// to that form and results back, by reshapes and, where dimensions are
// interleaved, transpositions.
//
//===----------------------------------------------------------------------===//

#ifndef QUARTET_LIB_CONVERSION_LINALGTONVFP4_MATRIX_H
#define QUARTET_LIB_CONVERSION_LINALGTONVFP4_MATRIX_H

#include "Contraction.h"

#include <map>

namespace quartet {

/// Rows x columns, after a leading batch dimension if there is one. If
/// `transposed`, `value` holds columns x rows.
struct Matrix {
  mlir::Value value;
  bool transposed = false;
};

/// The loops that become each dimension of a matrix.
struct MatrixLoops {
  llvm::SmallVector<unsigned, 4> batch, rows, columns;
};

/// Makes matrices of operands; the same matrix of the same value is made once
/// per block.
class MatrixBuilder {
public:
  /// Builds before `b`'s insertion point.
  Matrix get(mlir::OpBuilder &b, mlir::Location loc, const Factor &factor,
             const MatrixLoops &loops);

private:
  /// Base, rounding, permutation and group sizes, block.
  using Key = std::tuple<void *, const void *, std::vector<int64_t>, void *>;
  std::map<Key, mlir::Value> known;
};

/// The destination of a product and the way back from its result.
struct Destination {
  /// The matrix to write to, rows and columns as given to `getDestination`.
  mlir::Value value;
  /// The old value matters.
  bool accumulate = false;
  /// A vector to add, or null, and the dimension of the matrix it runs along.
  mlir::Value bias;
  unsigned biasDim = 0;
};

/// The destination of the contraction `c` as batch x rows x columns. A zero
/// init becomes an empty tensor, a broadcast vector an empty tensor and a bias,
/// anything else is accumulated into.
Destination getDestination(mlir::OpBuilder &b, const Contraction &c,
                           const MatrixLoops &loops);

/// Brings `result`, of the shape of the destination, to the form of the result
/// of `c`.
mlir::Value restoreResult(mlir::OpBuilder &b, const Contraction &c,
                          const MatrixLoops &loops, mlir::Value result);

/// Transposes `value`: dimension i of the result is dimension `permutation[i]`.
mlir::Value transpose(mlir::OpBuilder &b, mlir::Location loc, mlir::Value value,
                      llvm::ArrayRef<int64_t> permutation);

} // namespace quartet

#endif // QUARTET_LIB_CONVERSION_LINALGTONVFP4_MATRIX_H
