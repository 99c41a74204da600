//===- VerifierUtils.h - What verifiers of tcgen05 share --------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef QUARTET_LIB_DIALECT_TCGEN05_IR_VERIFIERUTILS_H
#define QUARTET_LIB_DIALECT_TCGEN05_IR_VERIFIERUTILS_H

#include "quartet/Dialect/TCGen05/IR/TCGen05.h"

namespace quartet {
namespace tcgen05 {

/// Emits an error unless the memref `memory`, the operand `name` of `op`, lies
/// in workgroup memory.
llvm::LogicalResult verifyShared(mlir::Operation *op, mlir::Value memory,
                                 llvm::StringRef name);

/// True if `value` is the constant in `result`.
bool isConstant(mlir::Value value, int64_t &result);

/// Emits an error unless `bytes` bytes from `memory[offset]` lie inside
/// `memory`, which is workgroup memory, and the offset is a multiple of
/// `alignment`, as far as constants show.
llvm::LogicalResult verifyTile(mlir::Operation *op, mlir::Value memory,
                               mlir::Value offset, int64_t bytes,
                               int64_t alignment);

} // namespace tcgen05
} // namespace quartet

#endif // QUARTET_LIB_DIALECT_TCGEN05_IR_VERIFIERUTILS_H
