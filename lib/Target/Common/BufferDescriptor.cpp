//===- BufferDescriptor.cpp - Buffers at pointers -------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "BufferDescriptor.h"

#include "mlir/Conversion/LLVMCommon/MemRefBuilder.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"

using namespace mlir;

Value quartet::createBuffer(OpBuilder &builder, Location loc,
                            const LLVMTypeConverter &converter, MemRefType type,
                            Value pointer, ArrayRef<Value> extents) {
  Type i64 = builder.getI64Type();
  auto getI64 = [&](int64_t value) -> Value {
    return LLVM::ConstantOp::create(builder, loc, i64,
                                    builder.getI64IntegerAttr(value));
  };
  auto descriptor =
      MemRefDescriptor::poison(builder, loc, converter.convertType(type));
  descriptor.setAllocatedPtr(builder, loc, pointer);
  descriptor.setAlignedPtr(builder, loc, pointer);
  descriptor.setConstantOffset(builder, loc, 0);
  Value stride = getI64(1);
  for (int64_t dim = type.getRank(); dim-- > 0;) {
    Value extent;
    if (!type.isDynamicDim(dim)) {
      extent = getI64(type.getDimSize(dim));
    } else {
      extent = extents[type.getDynamicDimIndex(dim)];
      if (extent.getType() != i64)
        extent = arith::IndexCastOp::create(builder, loc, i64, extent);
    }
    descriptor.setSize(builder, loc, dim, extent);
    descriptor.setStride(builder, loc, dim, stride);
    if (dim)
      stride = LLVM::MulOp::create(builder, loc, stride, extent);
  }
  return UnrealizedConversionCastOp::create(builder, loc, type,
                                            ValueRange(Value(descriptor)))
      .getResult(0);
}
