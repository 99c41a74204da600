//===- ConstantMatrix.h - Dense attributes as matrices ----------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The bridge between constants of the program and the matrices of lib/Numerics.
// Values travel as bit patterns, so that NaN payloads and the sign of zero
// survive. Batched matrices are dealt with one batch element at a time.
//
//===----------------------------------------------------------------------===//

#ifndef QUARTET_LIB_DIALECT_NVFP4_IR_CONSTANTMATRIX_H
#define QUARTET_LIB_DIALECT_NVFP4_IR_CONSTANTMATRIX_H

#include "mlir/IR/BuiltinAttributes.h"
#include "mlir/IR/BuiltinTypes.h"
#include "quartet/Numerics/HostMatrix.h"
#include <optional>

namespace quartet {
namespace nvfp4 {

/// Constants with more elements than this are left to run time: folding them
/// would trade a loop of a few instructions for megabytes of program text.
inline constexpr int64_t kFoldElementLimit = 65536;

/// The bytes of a constant tensor: elements in row-major order, little endian,
/// one byte per element narrower than one.
struct ConstantMatrix {
  mlir::RankedTensorType type;
  std::vector<uint8_t> bytes;

  /// None unless `attr` is a dense tensor of at most kFoldElementLimit
  /// elements.
  static std::optional<ConstantMatrix> get(mlir::Attribute attr);

  int64_t getBatches() const {
    return type.getRank() == 3 ? type.getDimSize(0) : 1;
  }
  /// Size of the last but one and of the last dimension.
  int64_t getRows() const { return type.getDimSize(type.getRank() - 2); }
  int64_t getColumns() const { return type.getDimSize(type.getRank() - 1); }

  /// Batch element `batch`, or its transpose, of a bf16, f16 or f32 matrix.
  /// Stored rows from `validRows` on count as +0 unless it is negative.
  numerics::host::MatrixView getView(int64_t batch, bool transpose = false,
                                     int64_t validRows = -1) const;

  /// The `count`-th of equal parts of the bytes.
  std::vector<uint8_t> getPart(int64_t index, int64_t count) const;
};

/// A dense attribute of `bytes`, a splat if all elements are equal; the
/// inverse of ConstantMatrix::get.
mlir::DenseElementsAttr getConstant(mlir::RankedTensorType type,
                                    llvm::ArrayRef<uint8_t> bytes);

/// A rank-0 f32 tensor.
mlir::DenseElementsAttr getConstant(mlir::RankedTensorType type, float value);

/// The value of a rank-0 f32 tensor.
std::optional<float> getConstantFloat(mlir::Attribute attr);

/// The bits of a rank-0 i64 tensor.
std::optional<uint64_t> getConstantSeed(mlir::Attribute attr);

/// The value of an index.
std::optional<int64_t> getConstantIndex(mlir::Attribute attr);

} // namespace nvfp4
} // namespace quartet

#endif // QUARTET_LIB_DIALECT_NVFP4_IR_CONSTANTMATRIX_H
