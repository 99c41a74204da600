//===- CodeBuilder.cpp - Index arithmetic, memory and loops ---------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "quartet/Conversion/Common/CodeBuilder.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "mlir/IR/Matchers.h"
#include "mlir/IR/TypeUtilities.h"
#include "quartet/Numerics/Floats.h"

using namespace mlir;
using namespace quartet;
using namespace quartet::codegen;

CodeBuilder::CodeBuilder(OpBuilder &builder, Location loc)
    : b(builder), loc(loc), scalar(builder, loc, 1) {}

//===----------------------------------------------------------------------===//
// Index arithmetic
//===----------------------------------------------------------------------===//

Value CodeBuilder::index(int64_t value) {
  return scalar.constant(b.getIndexAttr(value));
}

std::optional<int64_t> codegen::getConstant(Value value) {
  APInt constant;
  if (matchPattern(value, m_ConstantInt(&constant)))
    return constant.getSExtValue();
  return std::nullopt;
}

bool codegen::isMultipleOf(Value value, int64_t factor) {
  std::optional<int64_t> constant = getConstant(value);
  return constant && *constant % factor == 0;
}

/// `fold` of two constants, or one `Op`.
template <class Op, class Fold>
static Value binary(CodeBuilder &lb, Value x, Value y, Fold fold) {
  std::optional<int64_t> cx = getConstant(x), cy = getConstant(y);
  if (cx && cy)
    return lb.index(fold(*cx, *cy));
  return Op::create(lb.b, lb.loc, x, y);
}

Value CodeBuilder::add(Value x, Value y) {
  if (getConstant(y) == 0)
    return x;
  if (getConstant(x) == 0)
    return y;
  return binary<arith::AddIOp>(*this, x, y, std::plus<int64_t>());
}
Value CodeBuilder::sub(Value x, Value y) {
  return binary<arith::SubIOp>(*this, x, y, std::minus<int64_t>());
}
Value CodeBuilder::mul(Value x, Value y) {
  return binary<arith::MulIOp>(*this, x, y, std::multiplies<int64_t>());
}
Value CodeBuilder::div(Value x, Value y) {
  return getConstant(y) == 1
             ? x
             : binary<arith::DivUIOp>(*this, x, y, std::divides<int64_t>());
}
Value CodeBuilder::rem(Value x, Value y) {
  return getConstant(y) == 1
             ? index(0)
             : binary<arith::RemUIOp>(*this, x, y, std::modulus<int64_t>());
}
Value CodeBuilder::ceilDiv(Value x, int64_t y) { return div(add(x, y - 1), y); }
Value CodeBuilder::min(Value x, Value y) {
  return binary<arith::MinUIOp>(
      *this, x, y, [](int64_t p, int64_t q) { return std::min(p, q); });
}
Value CodeBuilder::max(Value x, Value y) {
  return binary<arith::MaxSIOp>(
      *this, x, y, [](int64_t p, int64_t q) { return std::max(p, q); });
}
Value CodeBuilder::isLess(Value x, Value y) {
  return arith::CmpIOp::create(b, loc, arith::CmpIPredicate::ult, x, y);
}
Value CodeBuilder::isAtMost(Value x, Value y) {
  return arith::CmpIOp::create(b, loc, arith::CmpIPredicate::ule, x, y);
}

I CodeBuilder::toWord(Value indexValue) {
  return {arith::IndexCastOp::create(b, loc, b.getI32Type(), indexValue)};
}
Value CodeBuilder::toIndex(I word) {
  return arith::IndexCastUIOp::create(b, loc, b.getIndexType(), word.value);
}

//===----------------------------------------------------------------------===//
// Memory
//===----------------------------------------------------------------------===//

Value CodeBuilder::dim(Value memref, int64_t dim) {
  auto type = cast<MemRefType>(memref.getType());
  if (dim < 0)
    dim += type.getRank();
  if (!type.isDynamicDim(dim))
    return index(type.getDimSize(dim));
  return memref::DimOp::create(b, loc, memref, index(dim));
}

Value CodeBuilder::load(Value memref, ValueRange indices) {
  return memref::LoadOp::create(b, loc, memref, indices);
}
void CodeBuilder::store(Value value, Value memref, ValueRange indices) {
  memref::StoreOp::create(b, loc, value, memref, indices);
}
Value CodeBuilder::loadVector(Value memref, ValueRange indices, int64_t count) {
  auto element = cast<MemRefType>(memref.getType()).getElementType();
  return vector::LoadOp::create(b, loc, VectorType::get({count}, element),
                                memref, indices);
}
void CodeBuilder::storeVector(Value vector, Value memref, ValueRange indices) {
  vector::StoreOp::create(b, loc, vector, memref, indices);
}

Value CodeBuilder::buffer(ArrayRef<int64_t> shape, Type element,
                          ValueRange sizes) {
  SmallVector<int64_t> extents(shape);
  SmallVector<Value> dynamic;
  size_t next = 0;
  for (int64_t &extent : extents) {
    if (extent >= 0)
      continue;
    Value size = sizes[next++];
    if (std::optional<int64_t> known = getConstant(size)) {
      extent = *known;
      continue;
    }
    extent = ShapedType::kDynamic;
    dynamic.push_back(size);
  }
  buffers.push_back(memref::AllocOp::create(b, loc,
                                            MemRefType::get(extents, element),
                                            dynamic, b.getI64IntegerAttr(64)));
  return buffers.back();
}

void CodeBuilder::freeBuffers() {
  for (Value v : llvm::reverse(buffers))
    memref::DeallocOp::create(b, loc, v);
  buffers.clear();
}

//===----------------------------------------------------------------------===//
// Vectors
//===----------------------------------------------------------------------===//

Value CodeBuilder::extract(Value vector, int64_t lane) {
  return vector::ExtractOp::create(b, loc, vector, lane);
}
Value CodeBuilder::shuffle(Value x, Value y, ArrayRef<int64_t> mask) {
  return vector::ShuffleOp::create(b, loc, x, y, mask);
}
Value CodeBuilder::bitcastVector(Value vector, VectorType type) {
  return vector::BitCastOp::create(b, loc, type, vector);
}

//===----------------------------------------------------------------------===//
// Loops
//===----------------------------------------------------------------------===//

void CodeBuilder::forEach(Value from, Value to, int64_t step,
                          function_ref<void(Value)> body) {
  forEach(from, to, step, {}, [&](Value iv, ValueRange) {
    body(iv);
    return SmallVector<Value>();
  });
}

SmallVector<Value>
CodeBuilder::forEach(Value from, Value to, int64_t step, ValueRange carried,
                     function_ref<SmallVector<Value>(Value, ValueRange)> body) {
  auto loop = scf::ForOp::create(b, loc, from, to, index(step), carried);
  OpBuilder::InsertionGuard guard(b);
  // Without carried values the terminator is already there.
  if (carried.empty())
    b.setInsertionPoint(loop.getBody()->getTerminator());
  else
    b.setInsertionPointToEnd(loop.getBody());
  SmallVector<Value> results =
      body(loop.getInductionVar(), loop.getRegionIterArgs());
  if (!carried.empty())
    scf::YieldOp::create(b, loc, results);
  return SmallVector<Value>(loop.getResults());
}

SmallVector<Value>
CodeBuilder::branch(Value condition, TypeRange types,
                    function_ref<SmallVector<Value>()> thenBody,
                    function_ref<SmallVector<Value>()> elseBody) {
  auto op = scf::IfOp::create(b, loc, types, condition,
                              /*addThenBlock=*/true, /*addElseBlock=*/true);
  OpBuilder::InsertionGuard guard(b);
  auto fill = [&](Block *block, function_ref<SmallVector<Value>()> body) {
    b.setInsertionPointToEnd(block);
    SmallVector<Value> results = body();
    scf::YieldOp::create(b, loc, results);
  };
  fill(op.thenBlock(), thenBody);
  fill(op.elseBlock(), elseBody);
  return SmallVector<Value>(op.getResults());
}

void CodeBuilder::branch(Value condition, function_ref<void()> thenBody,
                         function_ref<void()> elseBody) {
  auto op = scf::IfOp::create(b, loc, condition, bool(elseBody));
  OpBuilder::InsertionGuard guard(b);
  b.setInsertionPoint(op.thenBlock()->getTerminator());
  thenBody();
  if (!elseBody)
    return;
  b.setInsertionPoint(op.elseBlock()->getTerminator());
  elseBody();
}

//===----------------------------------------------------------------------===//
// Element types
//===----------------------------------------------------------------------===//

FloatKind codegen::getFloatKind(Type type) {
  if (type.isBF16())
    return FloatKind::BF16;
  return type.isF16() ? FloatKind::F16 : FloatKind::F32;
}

static Type withElement(Type type, Type element) {
  if (auto vector = dyn_cast<VectorType>(type))
    return vector.clone(element);
  return element;
}

F codegen::widen(CodeBuilder &lb, IROps &o, Value loaded) {
  Type type = loaded.getType();
  FloatKind kind = getFloatKind(getElementTypeOrSelf(type));
  if (kind == FloatKind::F32)
    return {loaded};
  Value half = arith::BitcastOp::create(
      lb.b, lb.loc, withElement(type, lb.b.getI16Type()), loaded);
  I word = {arith::ExtUIOp::create(lb.b, lb.loc, o.getIType(), half)};
  return kind == FloatKind::BF16 ? numerics::fromBF16(o, word)
                                 : numerics::fromF16(o, word);
}

Value codegen::narrow(CodeBuilder &lb, IROps &o, F value, Type element) {
  FloatKind kind = getFloatKind(element);
  if (kind == FloatKind::F32)
    return value.value;
  I word = kind == FloatKind::BF16 ? numerics::toBF16(o, value)
                                   : numerics::toF16(o, value);
  Type type = word.value.getType();
  Value half = arith::TruncIOp::create(
      lb.b, lb.loc, withElement(type, lb.b.getI16Type()), word.value);
  return arith::BitcastOp::create(lb.b, lb.loc, withElement(type, element),
                                  half);
}
