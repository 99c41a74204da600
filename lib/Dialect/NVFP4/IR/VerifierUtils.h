//===- VerifierUtils.h - Checks shared by the verifiers ---------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Each function reports a violation at `op` and fails, or succeeds. `name` and
// `prefix` say in messages which operand is meant.
//
//===----------------------------------------------------------------------===//

#ifndef QUARTET_LIB_DIALECT_NVFP4_IR_VERIFIERUTILS_H
#define QUARTET_LIB_DIALECT_NVFP4_IR_VERIFIERUTILS_H

#include "mlir/IR/BuiltinTypes.h"
#include "mlir/IR/Operation.h"
#include <optional>

namespace quartet {
namespace nvfp4 {
namespace detail {

/// All shaped operands are ranked tensors, or all are memrefs.
llvm::LogicalResult verifyUniformKind(mlir::Operation *op);

/// `actual` agrees with `expected`.
llvm::LogicalResult verifyShape(mlir::Operation *op, llvm::StringRef name,
                                llvm::ArrayRef<int64_t> actual,
                                llvm::ArrayRef<int64_t> expected);

/// Both operands have a batch dimension of the same size, or neither has one.
/// `isScale` says that `type` may be in the 128x4 tiling.
llvm::LogicalResult verifySameBatch(mlir::Operation *op, llvm::StringRef name,
                                    mlir::ShapedType type, bool isScale,
                                    llvm::StringRef otherName,
                                    mlir::ShapedType other);

/// The padded columns of `data` (a shape R x P) are a multiple of the unit.
llvm::LogicalResult verifyPadding(mlir::Operation *op, llvm::StringRef name,
                                  llvm::ArrayRef<int64_t> data);

/// `data` and `scales` are destinations for the quantized form of a matrix of
/// shape `matrix`, rotated in groups of `group` columns first unless that is 0.
/// `reference` is the operand that the shape comes from.
llvm::LogicalResult
verifyQuantized(mlir::Operation *op, llvm::StringRef prefix,
                mlir::ShapedType data, mlir::ShapedType scales,
                llvm::ArrayRef<int64_t> matrix, unsigned group,
                llvm::StringRef referenceName, mlir::ShapedType reference);

/// `data` and `scales` are a quantized matrix.
llvm::LogicalResult verifyQuantizedInput(mlir::Operation *op,
                                         llvm::StringRef prefix,
                                         mlir::ShapedType data,
                                         mlir::ShapedType scales);

/// A site is one 32-bit word of the random counter.
llvm::LogicalResult verifySite(mlir::Operation *op, llvm::StringRef name,
                               std::optional<int64_t> site);

/// The counter word 4 * instance + draw does not wrap. Null is no instance.
llvm::LogicalResult verifyInstance(mlir::Operation *op, mlir::Value instance);

/// No offsets, or a row and a column that is a multiple of `unit`.
llvm::LogicalResult verifyOffsets(mlir::Operation *op, mlir::ValueRange offsets,
                                  int64_t unit);

/// A rotation group is 16, 32 or 128.
llvm::LogicalResult verifyGroup(mlir::Operation *op, int64_t group);

} // namespace detail
} // namespace nvfp4
} // namespace quartet

#endif // QUARTET_LIB_DIALECT_NVFP4_IR_VERIFIERUTILS_H
