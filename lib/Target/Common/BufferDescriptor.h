//===- BufferDescriptor.h - Buffers at pointers -----------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// How a bare pointer of an ABI becomes a memref again.
//
//===----------------------------------------------------------------------===//

#ifndef QUARTET_LIB_TARGET_COMMON_BUFFERDESCRIPTOR_H
#define QUARTET_LIB_TARGET_COMMON_BUFFERDESCRIPTOR_H

#include "mlir/Conversion/LLVMCommon/TypeConverter.h"
#include "mlir/IR/Builders.h"
#include "mlir/IR/BuiltinTypes.h"

namespace quartet {

/// A contiguous row-major buffer of `type`, whose layout is the identity, at
/// `pointer`. `extents` are its dynamic extents, of type i64 or index.
mlir::Value createBuffer(mlir::OpBuilder &builder, mlir::Location loc,
                         const mlir::LLVMTypeConverter &converter,
                         mlir::MemRefType type, mlir::Value pointer,
                         llvm::ArrayRef<mlir::Value> extents);

} // namespace quartet

#endif // QUARTET_LIB_TARGET_COMMON_BUFFERDESCRIPTOR_H
