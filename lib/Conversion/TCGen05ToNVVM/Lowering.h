//===- Lowering.h - What the lowerings of tcgen05 share ---------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef QUARTET_LIB_CONVERSION_TCGEN05TONVVM_LOWERING_H
#define QUARTET_LIB_CONVERSION_TCGEN05TONVVM_LOWERING_H

#include "quartet/Descriptors/TCGen05.h"
#include "quartet/Dialect/TCGen05/IR/TCGen05.h"

#include "mlir/Conversion/LLVMCommon/Pattern.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/IR/ImplicitLocOpBuilder.h"

namespace quartet {
namespace tcgen05 {

/// Address spaces of pointers.
constexpr unsigned kSharedSpace = 3;
constexpr unsigned kTensorSpace = 6;
constexpr unsigned kClusterSpace = 7;

/// Small helpers over one location.
class Emitter : public mlir::ImplicitLocOpBuilder {
public:
  Emitter(mlir::Operation *op, mlir::ConversionPatternRewriter &rewriter)
      : ImplicitLocOpBuilder(op->getLoc(), rewriter) {}

  mlir::Value i32(int64_t value) { return constant(getI32Type(), value); }
  mlir::Value i64(int64_t value) { return constant(getI64Type(), value); }
  mlir::Value constant(mlir::Type type, int64_t value) {
    return mlir::LLVM::ConstantOp::create(*this, type,
                                          getIntegerAttr(type, value));
  }
  mlir::Value add(mlir::Value base, int64_t offset) {
    if (offset == 0)
      return base;
    return mlir::LLVM::AddOp::create(*this, base,
                                     constant(base.getType(), offset));
  }
  mlir::Value toI32(mlir::Value index) {
    return mlir::LLVM::TruncOp::create(*this, getI32Type(), index);
  }
  mlir::Value pointer(mlir::Value address, unsigned space) {
    return mlir::LLVM::IntToPtrOp::create(
        *this, mlir::LLVM::LLVMPointerType::get(getContext(), space), address);
  }
  mlir::Value tensorPointer(mlir::Value address) {
    return pointer(address, kTensorSpace);
  }
  /// The 32-bit address of a shared-memory pointer.
  mlir::Value address(mlir::Value pointer) {
    return mlir::LLVM::PtrToIntOp::create(*this, getI32Type(), pointer);
  }
  /// The descriptor of `shape` at a run-time address: its constant bits joined
  /// with the address field.
  mlir::Value descriptor(const SharedDescriptor &shape, mlir::Value address) {
    mlir::Value field = mlir::LLVM::LShrOp::create(*this, address, i32(4));
    field = mlir::LLVM::AndOp::create(*this, field, i32(0x3fff));
    field = mlir::LLVM::ZExtOp::create(*this, getI64Type(), field);
    return mlir::LLVM::OrOp::create(*this, field, i64(int64_t(encode(shape))));
  }
  /// The descriptor `bytes` further on.
  mlir::Value advance(mlir::Value descriptor, int64_t bytes) {
    return add(descriptor, bytes >> 4);
  }
};

template <typename Op>
class OpPattern : public mlir::ConvertOpToLLVMPattern<Op> {
public:
  using mlir::ConvertOpToLLVMPattern<Op>::ConvertOpToLLVMPattern;

protected:
  /// A pointer to element `index` of the rank-1 `memref`.
  mlir::Value elementPointer(Emitter &b,
                             mlir::ConversionPatternRewriter &rewriter,
                             mlir::Value original, mlir::Value converted,
                             mlir::Value index) const {
    return this->getStridedElementPtr(
        rewriter, b.getLoc(), mlir::cast<mlir::MemRefType>(original.getType()),
        converted,
        index ? mlir::ValueRange(index) : mlir::ValueRange(b.i64(0)));
  }
};

/// The lowerings of tensor copies, mbarriers and thread operations.
void populateAsyncPatterns(mlir::LLVMTypeConverter &converter,
                           mlir::RewritePatternSet &patterns);

} // namespace tcgen05
} // namespace quartet

#endif // QUARTET_LIB_CONVERSION_TCGEN05TONVVM_LOWERING_H
