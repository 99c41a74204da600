//===- StorageSupport.h - What can work on packed bytes ---------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The questions `nvfp4-legalize-storage` asks before it changes anything.
//
//===----------------------------------------------------------------------===//

#ifndef QUARTET_LIB_DIALECT_NVFP4_TRANSFORMS_STORAGESUPPORT_H
#define QUARTET_LIB_DIALECT_NVFP4_TRANSFORMS_STORAGESUPPORT_H

#include "mlir/IR/BuiltinTypes.h"
#include "mlir/IR/Operation.h"

namespace quartet {
namespace nvfp4 {

/// True for an f4E2M1FN tensor whose last extent fills whole bytes; a dynamic
/// one is taken to.
bool isPackable(mlir::RankedTensorType type);

/// True if an operand, a result, an argument of an entry block or the function
/// type of `op` is an f4E2M1FN tensor.
bool usesF4Tensor(mlir::Operation *op);

/// True if `op` does with bytes what it did with codes, without a change other
/// than of types.
bool meansTheSameOnBytes(mlir::Operation *op);

/// Reports why `op` cannot be rewritten to packed bytes; succeeds if it can.
llvm::LogicalResult checkStorageSupport(mlir::Operation *op);

} // namespace nvfp4
} // namespace quartet

#endif // QUARTET_LIB_DIALECT_NVFP4_TRANSFORMS_STORAGESUPPORT_H
