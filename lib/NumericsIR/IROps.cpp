//===- IROps.cpp - The numerics' value type that emits IR -----------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// One arith or math operation per operation of the concept.
//
//===----------------------------------------------------------------------===//

#include "quartet/NumericsIR/IROps.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/IR/BuiltinAttributes.h"
#include "mlir/IR/BuiltinTypes.h"

using namespace mlir;
using namespace quartet;

IROps::IROps(OpBuilder &builder, Location loc, int64_t lanes)
    : builder(builder), loc(loc), lanes(lanes) {
  auto lane = [&](Type element) -> Type {
    if (lanes == 1)
      return element;
    return VectorType::get({lanes}, element);
  };
  fType = lane(builder.getF32Type());
  iType = lane(builder.getI32Type());
  bType = lane(builder.getI1Type());
}

/// The block whose start dominates everything the builder can reach without
/// leaving the innermost isolated region.
static Block *getConstantBlock(OpBuilder &builder) {
  Block *block = builder.getInsertionBlock();
  while (Operation *parent = block->getParentOp()) {
    if (parent->hasTrait<OpTrait::IsIsolatedFromAbove>() || !parent->getBlock())
      break;
    block = parent->getBlock();
  }
  return block->getParent() ? &block->getParent()->front() : block;
}

Value IROps::constant(TypedAttr attr) {
  // The attribute is typed, so it names the constant completely.
  Value &value = constants[attr];
  if (!value) {
    OpBuilder::InsertionGuard guard(builder);
    builder.setInsertionPointToStart(getConstantBlock(builder));
    value = arith::ConstantOp::create(builder, loc, attr);
  }
  return value;
}

static TypedAttr splat(Type type, TypedAttr element) {
  if (auto vector = dyn_cast<VectorType>(type))
    return DenseElementsAttr::get(vector, ArrayRef<Attribute>(element));
  return element;
}

IROps::F IROps::f32(float value) {
  return {constant(splat(fType, builder.getF32FloatAttr(value)))};
}

IROps::I IROps::u32(uint32_t value) {
  return {constant(splat(iType, builder.getI32IntegerAttr(int32_t(value))))};
}

IROps::I IROps::u32Lanes(ArrayRef<uint32_t> values) {
  if (lanes == 1)
    return u32(values.front());
  return {constant(DenseElementsAttr::get(cast<VectorType>(iType), values))};
}

IROps::F IROps::add(F a, F b) {
  return {arith::AddFOp::create(builder, loc, a.value, b.value)};
}
IROps::F IROps::sub(F a, F b) {
  return {arith::SubFOp::create(builder, loc, a.value, b.value)};
}
IROps::F IROps::mul(F a, F b) {
  return {arith::MulFOp::create(builder, loc, a.value, b.value)};
}
IROps::F IROps::div(F a, F b) {
  return {arith::DivFOp::create(builder, loc, a.value, b.value)};
}

// `math.fma` becomes llvm.intr.fma, which rounds once on every target;
// `vector.fma` becomes llvm.intr.fmuladd, which need not.
IROps::F IROps::fma(F a, F b, F c) {
  return {math::FmaOp::create(builder, loc, a.value, b.value, c.value)};
}

IROps::I IROps::bits(F a) {
  return {arith::BitcastOp::create(builder, loc, iType, a.value)};
}
IROps::F IROps::fromBits(I a) {
  return {arith::BitcastOp::create(builder, loc, fType, a.value)};
}

IROps::I IROps::iadd(I a, I b) {
  return {arith::AddIOp::create(builder, loc, a.value, b.value)};
}
IROps::I IROps::isub(I a, I b) {
  return {arith::SubIOp::create(builder, loc, a.value, b.value)};
}
IROps::I IROps::imul(I a, I b) {
  return {arith::MulIOp::create(builder, loc, a.value, b.value)};
}
IROps::I IROps::umulhi(I a, I b) {
  return {
      arith::MulUIExtendedOp::create(builder, loc, a.value, b.value).getHigh()};
}
IROps::I IROps::iand(I a, I b) {
  return {arith::AndIOp::create(builder, loc, a.value, b.value)};
}
IROps::I IROps::ior(I a, I b) {
  return {arith::OrIOp::create(builder, loc, a.value, b.value)};
}
IROps::I IROps::ixor(I a, I b) {
  return {arith::XOrIOp::create(builder, loc, a.value, b.value)};
}
IROps::I IROps::shl(I a, unsigned amount) {
  return {arith::ShLIOp::create(builder, loc, a.value, u32(amount).value)};
}
IROps::I IROps::shr(I a, unsigned amount) { return shrBy(a, u32(amount)); }
IROps::I IROps::shrBy(I a, I amount) {
  return {arith::ShRUIOp::create(builder, loc, a.value, amount.value)};
}

IROps::B IROps::eq(I a, I b) {
  return {arith::CmpIOp::create(builder, loc, arith::CmpIPredicate::eq, a.value,
                                b.value)};
}
IROps::B IROps::ne(I a, I b) {
  return {arith::CmpIOp::create(builder, loc, arith::CmpIPredicate::ne, a.value,
                                b.value)};
}
IROps::B IROps::ult(I a, I b) {
  return {arith::CmpIOp::create(builder, loc, arith::CmpIPredicate::ult,
                                a.value, b.value)};
}
IROps::B IROps::ule(I a, I b) {
  return {arith::CmpIOp::create(builder, loc, arith::CmpIPredicate::ule,
                                a.value, b.value)};
}
IROps::B IROps::band(B a, B b) {
  return {arith::AndIOp::create(builder, loc, a.value, b.value)};
}
IROps::B IROps::bor(B a, B b) {
  return {arith::OrIOp::create(builder, loc, a.value, b.value)};
}
IROps::B IROps::bnot(B a) {
  Value ones =
      constant(splat(bType, builder.getIntegerAttr(builder.getI1Type(), 1)));
  return {arith::XOrIOp::create(builder, loc, a.value, ones)};
}

IROps::F IROps::select(B condition, F a, F b) {
  return {
      arith::SelectOp::create(builder, loc, condition.value, a.value, b.value)};
}
IROps::I IROps::select(B condition, I a, I b) {
  return {
      arith::SelectOp::create(builder, loc, condition.value, a.value, b.value)};
}

// Below 2^24 the signed conversion is exact and the same; targets without an
// unsigned one have it.
IROps::F IROps::fromUInt(I a) {
  return {arith::SIToFPOp::create(builder, loc, fType, a.value)};
}
