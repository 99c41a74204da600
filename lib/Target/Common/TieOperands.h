//===- TieOperands.h - Values in the buffers they replace -------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What loops and functions hand back in the buffer of an argument.
//
//===----------------------------------------------------------------------===//

#ifndef QUARTET_LIB_TARGET_COMMON_TIEOPERANDS_H
#define QUARTET_LIB_TARGET_COMMON_TIEOPERANDS_H

#include "mlir/IR/Operation.h"

namespace quartet {

/// Whether `value` is what operations have made of `arg` in its own buffer, and
/// nothing keeps them from doing so.
bool isUpdateOf(mlir::Value value, mlir::Value arg);

/// Makes operand i of `terminator`, a tensor, come in the buffer of the tensor
/// `args[i]`, which it replaces; a null argument leaves its operand alone, as
/// do different types. Operands that arise in that buffer stay as they are,
/// others are materialized there by operations in front of `terminator`; those
/// that may be in the buffer of another argument are copied before.
void tieOperands(mlir::Operation *terminator, llvm::ArrayRef<mlir::Value> args);

} // namespace quartet

#endif // QUARTET_LIB_TARGET_COMMON_TIEOPERANDS_H
