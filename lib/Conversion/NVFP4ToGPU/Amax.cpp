//===- Amax.cpp - The largest magnitude of a matrix (K1) ------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A matrix is read as one long row per batch element, or as one row if all of
// it takes part. Each block reduces a chunk of it and merges its maximum into
// the destination, as unsigned integers: the order does not matter to a
// maximum.
//
//===----------------------------------------------------------------------===//

#include "Lowerings.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "quartet/Conversion/Common/Matrices.h"
#include "quartet/Numerics/TensorScale.h"

using namespace mlir;
using namespace quartet;
using namespace quartet::kernels;

namespace {

constexpr int64_t kThreads = 256;
/// Accesses of one thread that are in flight together.
constexpr int64_t kUnroll = 4;

/// One kernel per element type.
class AmaxKernel {
public:
  AmaxKernel(KernelBuilder &kb, ValueRange arguments, Value shared)
      : kb(kb), input(arguments[0]), valid(arguments[1]), result(arguments[2]),
        shared(shared) {
    Type element = cast<MemRefType>(input.getType()).getElementType();
    width = getAccessElements(element);
  }

  static int64_t getChunk(Type element) {
    return kThreads * kUnroll * getAccessElements(element);
  }

  void emit() {
    Type element = cast<MemRefType>(input.getType()).getElementType();
    int64_t chunk = getChunk(element);
    Value chunks = kb.ceilDiv(valid, chunk);
    Value batches = kb.dim(input, 0), length = kb.dim(input, 1);
    kb.ifBlockBelow(kb.mul(batches, chunks), [&] {
      Value id = kb.blockId();
      batch = kb.div(id, chunks);
      Value begin = kb.mul(kb.rem(id, chunks), chunk);
      Value end = kb.min(kb.add(begin, chunk), valid);
      // Every row starts aligned if its length is a multiple of an access.
      Value aligned = kb.isEqual(kb.rem(length, width), kb.index(0));
      Value single = kb.isEqual(batches, kb.index(1));
      aligned = arith::OrIOp::create(kb.b, kb.loc, aligned, single);
      Value whole = kb.isAtMost(kb.add(begin, chunk), valid);
      Type word = kb.scalar.getIType();
      I m{kb.branch(
          kb.both(whole, aligned), word,
          [&]() -> SmallVector<Value> { return {emitWhole(begin).value}; },
          [&]() -> SmallVector<Value> {
            return {emitEdge(begin, end).value};
          })[0]};
      m = numerics::clampMaximum(kb.scalar, m);
      kb.mergeMaximum(result, m, shared);
    });
  }

private:
  /// A whole chunk: all loads first.
  I emitWhole(Value begin) {
    Value first = kb.add(begin, kb.mul(kb.threadId(), width));
    SmallVector<Value> loaded;
    for (int64_t i = 0; i < kUnroll; ++i)
      loaded.push_back(kb.loadAligned(
          input, {batch, kb.add(first, i * kThreads * width)}, width));
    I m = kb.scalar.u32(0);
    for (Value vector : loaded)
      for (int64_t i = 0; i < width; ++i)
        m = accumulate(m, kb.extract(vector, i));
    return m;
  }

  /// What is left, element by element.
  I emitEdge(Value begin, Value end) {
    Value first = kb.add(begin, kb.threadId());
    return {kb.forEach(first, end, kThreads, kb.scalar.u32(0).value,
                       [&](Value i, ValueRange carried) -> SmallVector<Value> {
                         Value element = kb.load(input, {batch, i});
                         return {accumulate(I{carried[0]}, element).value};
                       })[0]};
  }

  I accumulate(I m, Value element) {
    F value = codegen::widen(kb, kb.scalar, element);
    return numerics::accumulateFiniteMagnitude(kb.scalar, m, value);
  }

  KernelBuilder &kb;
  Value input, valid, result, shared, batch;
  int64_t width;
};

/// `memref` as batches x elements, with all dimensions known at run time only.
Value flatten(CodeBuilder &host, Value memref, bool keepBatch) {
  auto type = cast<MemRefType>(memref.getType());
  SmallVector<ReassociationIndices> groups(1);
  if (keepBatch)
    groups.emplace_back();
  for (int64_t i = 0; i < type.getRank(); ++i)
    groups[i == 0 ? 0 : groups.size() - 1].push_back(i);
  Value flat =
      memref::CollapseShapeOp::create(host.b, host.loc, memref, groups);
  if (!keepBatch) {
    Value size = host.dim(flat, 0);
    SmallVector<OpFoldResult> shape{host.b.getIndexAttr(1)};
    if (std::optional<int64_t> known = getConstant(size))
      shape.push_back(host.b.getIndexAttr(*known));
    else
      shape.push_back(size);
    auto flatType = cast<MemRefType>(flat.getType());
    SmallVector<ReassociationIndices> expand{{0, 1}};
    flat = memref::ExpandShapeOp::create(
        host.b, host.loc,
        MemRefType::get({1, flatType.getDimSize(0)}, type.getElementType()),
        flat, expand, shape);
  }
  int64_t unknown = ShapedType::kDynamic;
  return memref::CastOp::create(
      host.b, host.loc,
      MemRefType::get({unknown, unknown}, type.getElementType()), flat);
}

} // namespace

void kernels::emitAmax(Lowering &lowering, Value input, Value validRows,
                       Value result) {
  CodeBuilder &host = lowering.host;
  Type element = cast<MemRefType>(input.getType()).getElementType();
  bool keepBatch = validRows && codegen::isBatched(input);
  Value rows = host.dim(input, -2);
  if (validRows)
    rows = host.min(rows, validRows);
  Value valid = host.mul(rows, host.dim(input, -1));
  Value batches = codegen::getBatch(host, input);
  if (!keepBatch) {
    valid = host.mul(batches, valid);
    batches = host.index(1);
  }
  Value blocks =
      host.mul(batches, host.ceilDiv(valid, AmaxKernel::getChunk(element)));
  Value flat = flatten(host, input, keepBatch);
  KernelConfig config{"amax_" + getTypeName(element),
                      "",
                      kThreads,
                      {getSharedWords(host.b, kThreads / kWarp)}};
  lowering.launch(config, {flat, valid, result}, blocks,
                  [&](OpBuilder &b, ValueRange arguments, ValueRange shared) {
                    KernelBuilder kb(b, host.loc);
                    AmaxKernel(kb, arguments, shared[0]).emit();
                  });
}

void kernels::emitZero(Lowering &lowering, Value memref) {
  KernelConfig config{"zero", "", /*threads=*/1, {}};
  lowering.launch(config, memref, lowering.host.index(1),
                  [&](OpBuilder &b, ValueRange arguments, ValueRange) {
                    KernelBuilder kb(b, lowering.host.loc);
                    kb.store(kb.scalar.f32(0.0f).value, arguments[0], {});
                  });
}

void kernels::lower(nvfp4::AmaxOp op, Lowering &lowering) {
  emitAmax(lowering, op.getInput(), /*validRows=*/{}, op.getInit());
}
