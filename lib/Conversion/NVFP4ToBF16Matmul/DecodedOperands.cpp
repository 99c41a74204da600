//===- DecodedOperands.cpp - Quantized matrices in bf16 -------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "DecodedOperands.h"

#include "quartet/Conversion/Common/Matrices.h"
#include "quartet/Dialect/NVFP4/IR/NVFP4.h"

#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "mlir/Interfaces/ViewLikeInterface.h"

using namespace mlir;
using namespace quartet;
using codegen::CodeBuilder;

/// The buffer that `buffer` is a part of.
static Value getRoot(Value buffer) {
  while (auto view = buffer.getDefiningOp<ViewLikeOpInterface>())
    buffer = view.getViewSource();
  return buffer;
}

/// Whether `op` may write a part of one of `roots`. Buffers with different
/// roots do not overlap.
static bool mayWrite(Operation *op, ArrayRef<Value> roots) {
  // Has no effects to ask for.
  if (auto launch = dyn_cast<gpu::LaunchFuncOp>(op))
    return llvm::any_of(launch.getKernelOperands(), [&](Value operand) {
      return llvm::is_contained(roots, getRoot(operand));
    });
  std::optional<SmallVector<MemoryEffects::EffectInstance>> effects =
      getEffectsRecursively(op);
  if (!effects)
    return true;
  return llvm::any_of(*effects, [&](const MemoryEffects::EffectInstance &e) {
    return isa<MemoryEffects::Write, MemoryEffects::Free>(e.getEffect()) &&
           (!e.getValue() || llvm::is_contained(roots, getRoot(e.getValue())));
  });
}

/// Whether what `first` has read of `roots` is the same at `point`.
static bool isUnchanged(Operation *first, OpBuilder::InsertPoint point,
                        ArrayRef<Value> roots) {
  if (first->getBlock() != point.getBlock())
    return false;
  auto end = point.getPoint();
  for (auto op = std::next(first->getIterator()); op != end; ++op) {
    // `first` is not before the point.
    if (op == first->getBlock()->end())
      return false;
    if (mayWrite(&*op, roots))
      return false;
  }
  return true;
}

Value matmul::DecodedOperands::get(CodeBuilder &cb, Value data, Value scales) {
  Operation *&dequantize = decoded[{data, scales}];
  if (dequantize && isUnchanged(dequantize, cb.b.saveInsertionPoint(),
                                {getRoot(data), getRoot(scales)}))
    return cast<nvfp4::DequantizeOp>(dequantize).getInit();

  auto type = cast<MemRefType>(data.getType());
  SmallVector<int64_t> shape(type.getShape());
  SmallVector<Value> sizes;
  for (auto [dim, extent] : llvm::enumerate(type.getShape().drop_back()))
    if (ShapedType::isDynamic(extent))
      sizes.push_back(cb.dim(data, dim));
  Value columns = codegen::getCodeColumns(cb, data);
  std::optional<int64_t> known = codegen::getConstant(columns);
  shape.back() = known.value_or(ShapedType::kDynamic);
  if (!known)
    sizes.push_back(columns);
  Value buffer = memref::AllocOp::create(
      cb.b, cb.loc, MemRefType::get(shape, cb.b.getBF16Type()), sizes,
      cb.b.getI64IntegerAttr(64));
  dequantize = nvfp4::DequantizeOp::create(cb.b, cb.loc, data, scales,
                                           /*tensorScale=*/Value(), buffer);
  return buffer;
}
