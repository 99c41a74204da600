//===- KernelBuilder.cpp - Inside a kernel --------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "KernelBuilder.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"

using namespace mlir;
using namespace quartet;
using namespace quartet::kernels;

int64_t kernels::getElementBytes(Type element) {
  return element.getIntOrFloatBitWidth() / 8;
}

int64_t kernels::getAccessElements(Type element) {
  return kAccessBytes / getElementBytes(element);
}

MemRefType kernels::getSharedType(ArrayRef<int64_t> shape, Type element) {
  return MemRefType::get(
      shape, element, MemRefLayoutAttrInterface(),
      gpu::AddressSpaceAttr::get(element.getContext(),
                                 gpu::GPUDialect::getWorkgroupAddressSpace()));
}

MemRefType kernels::getSharedWords(Builder &builder, int64_t count) {
  return getSharedType({count}, builder.getI32Type());
}

//===----------------------------------------------------------------------===//
// Places
//===----------------------------------------------------------------------===//

Value KernelBuilder::threadId() {
  return gpu::ThreadIdOp::create(b, loc, gpu::Dimension::x);
}

Value KernelBuilder::blockId() {
  return gpu::BlockIdOp::create(b, loc, gpu::Dimension::x);
}

void KernelBuilder::ifBlockBelow(Value count, function_ref<void()> body) {
  std::optional<int64_t> known = getConstant(count);
  if (known && *known > 0)
    return body();
  branch(isLess(blockId(), count), body);
}

void KernelBuilder::barrier() { gpu::BarrierOp::create(b, loc); }

//===----------------------------------------------------------------------===//
// Exchange
//===----------------------------------------------------------------------===//

Value KernelBuilder::shuffleXor(Value value, int64_t mask) {
  return gpu::ShuffleOp::create(b, loc, value, int32_t(mask), int32_t(kWarp),
                                gpu::ShuffleMode::XOR)
      .getShuffleResult();
}

Value KernelBuilder::shuffleFrom(Value value, I lane) {
  Value width = scalar.u32(uint32_t(kWarp)).value;
  return gpu::ShuffleOp::create(b, loc, value, lane.value, width,
                                gpu::ShuffleMode::IDX)
      .getShuffleResult();
}

SmallVector<I> KernelBuilder::loadForWarp(Value memref) {
  Type element = cast<MemRefType>(memref.getType()).getElementType();
  auto bits = b.getIntegerType(element.getIntOrFloatBitWidth());
  auto all = VectorType::get({int64_t(bits.getWidth() / 32)}, b.getI32Type());
  Value first = isEqual(rem(threadId(), kWarp), index(0));
  SmallVector<Type> types(all.getNumElements(), b.getI32Type());
  SmallVector<Value> words = branch(
      first, types,
      [&] {
        SmallVector<Value> read;
        Value v = load(memref, {});
        if (v.getType() != bits)
          v = arith::BitcastOp::create(b, loc, bits, v);
        Value vector =
            vector::BroadcastOp::create(b, loc, VectorType::get({1}, bits), v);
        vector = bitcastVector(vector, all);
        for (int64_t i = 0; i < all.getNumElements(); ++i)
          read.push_back(extract(vector, i));
        return read;
      },
      [&] {
        return SmallVector<Value>(all.getNumElements(), scalar.u32(0).value);
      });
  SmallVector<I> result;
  for (Value word : words)
    result.push_back({shuffleFrom(word, scalar.u32(0))});
  return result;
}

I KernelBuilder::maximumOfLanes(I value, int64_t lanes) {
  for (int64_t mask = 1; mask < lanes; mask *= 2)
    value = numerics::umax(scalar, value, shuffleXor(value, mask));
  return value;
}

/// The address in global memory of the element of a memref of rank 0.
static Value getGlobalAddress(KernelBuilder &kb, Value memref) {
  OpBuilder &b = kb.b;
  Value address =
      memref::ExtractAlignedPointerAsIndexOp::create(b, kb.loc, memref);
  Value word = arith::IndexCastOp::create(b, kb.loc, b.getI64Type(), address);
  // NVVM's global memory is address space 1.
  auto type = LLVM::LLVMPointerType::get(b.getContext(), 1);
  return LLVM::IntToPtrOp::create(b, kb.loc, type, word);
}

void KernelBuilder::mergeMaximum(Value memref, I value, Value shared) {
  int64_t warps = cast<MemRefType>(shared.getType()).getDimSize(0);
  Value thread = threadId();
  I inWarp = maximumOfLanes(value);
  // Another use of the shared memory may not have ended.
  barrier();
  branch(isEqual(rem(thread, kWarp), index(0)),
         [&] { store(inWarp.value, shared, div(thread, kWarp)); });
  barrier();
  branch(isLess(thread, index(kWarp)), [&] {
    I all = maximumOfLanes(I{load(shared, rem(thread, warps))}, warps);
    branch(isEqual(thread, index(0)), [&] {
      LLVM::AtomicRMWOp::create(b, loc, LLVM::AtomicBinOp::umax,
                                getGlobalAddress(*this, memref), all.value,
                                LLVM::AtomicOrdering::monotonic);
    });
  });
}

//===----------------------------------------------------------------------===//
// Vectors
//===----------------------------------------------------------------------===//

static llvm::MaybeAlign getAlignment(VectorType type) {
  return llvm::Align(type.getNumElements() *
                     getElementBytes(type.getElementType()));
}

Value KernelBuilder::loadAligned(Value memref, ValueRange indices,
                                 int64_t count) {
  auto type = VectorType::get(
      {count}, cast<MemRefType>(memref.getType()).getElementType());
  return vector::LoadOp::create(b, loc, type, memref, indices,
                                /*nontemporal=*/false, getAlignment(type));
}

void KernelBuilder::storeAligned(Value vector, Value memref,
                                 ValueRange indices) {
  vector::StoreOp::create(b, loc, vector, memref, indices,
                          /*nontemporal=*/false,
                          getAlignment(cast<VectorType>(vector.getType())));
}

Value KernelBuilder::fromWords(ArrayRef<I> words, Type element) {
  SmallVector<Value> values;
  for (I word : words)
    values.push_back(word.value);
  int64_t count = int64_t(words.size());
  Value all = vector::FromElementsOp::create(
      b, loc, VectorType::get({count}, b.getI32Type()), values);
  int64_t bytes = getElementBytes(element);
  int64_t elements = count * 4 / bytes;
  // Narrow floats travel as integers of their width.
  auto integers =
      VectorType::get({elements}, b.getIntegerType(unsigned(bytes * 8)));
  Value cast = bitcastVector(all, integers);
  if (isa<IntegerType>(element))
    return cast;
  return arith::BitcastOp::create(b, loc, VectorType::get({elements}, element),
                                  cast);
}

SmallVector<I> KernelBuilder::toWords(Value vector) {
  auto type = cast<VectorType>(vector.getType());
  int64_t bytes = getElementBytes(type.getElementType());
  auto integers = VectorType::get({type.getNumElements()},
                                  b.getIntegerType(unsigned(bytes * 8)));
  if (type != integers)
    vector = arith::BitcastOp::create(b, loc, integers, vector);
  int64_t count = type.getNumElements() * bytes / 4;
  Value words = bitcastVector(vector, VectorType::get({count}, b.getI32Type()));
  SmallVector<I> result;
  for (int64_t i = 0; i < count; ++i)
    result.push_back({extract(words, i)});
  return result;
}

//===----------------------------------------------------------------------===//
// Conditions
//===----------------------------------------------------------------------===//

Value KernelBuilder::both(Value x, Value y) {
  return arith::AndIOp::create(b, loc, x, y);
}

Value KernelBuilder::isEqual(Value x, Value y) {
  return arith::CmpIOp::create(b, loc, arith::CmpIPredicate::eq, x, y);
}
