//===- GemmEpilogue.cpp - From accumulators to global memory --------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Each thread has one lane of tensor memory, a row of the accumulator, and
// takes its columns in chunks. Where the lanes are rows of D a chunk lies in
// consecutive addresses and is handled as a vector; at the edge of D, and where
// the lanes are columns of D, element by element.
//
//===----------------------------------------------------------------------===//

#include "GemmKernel.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "quartet/Dialect/NVFP4/Transforms/Epilogue.h"
#include "quartet/Numerics/Epilogue.h"
#include "quartet/NumericsIR/IROps.h"

#include <numeric>

using namespace mlir;
using namespace quartet;
using namespace quartet::gemm;
using namespace quartet::tcgen05;

using Values = KernelBuilder::Values;

/// Elements that the element-wise path takes to registers at once.
static constexpr int64_t kElements = 8;
/// Bytes of the widest access.
static constexpr int64_t kAccessBytes = 16;

namespace {

class EpilogueEmitter {
public:
  explicit EpilogueEmitter(Gemm &gemm)
      : gemm(gemm), b(gemm.b), vectors(b, b.getLoc(), kGemmChunk),
        scalars(b, b.getLoc(), 1) {}

  void emit();

private:
  void emitTile(Gemm::Tile tile, Value buffer);
  void emitChunk(Gemm::Tile tile, Value accumulator, Value row, Value isRow,
                 Value column, Value isRelease, Value buffer);
  void emitElements(Gemm::Tile tile, Value accumulator, Value row, Value isRow,
                    Value column);
  /// Stores `sums`, the elements from (row, column) on, in lanes of `o`.
  void finish(IROps &o, Value sums, Value batch, Value row, Value column);
  void release(Value buffer);

  Value load(Value accumulator, Value column, int64_t count);
  IROps::F splat(IROps &o, Value value) {
    if (o.getLanes() == 1)
      return {value};
    return {vector::BroadcastOp::create(b, o.getFType(), value)};
  }
  /// Elements of `memref` from `indices` on; the same in every lane unless the
  /// lanes advance along its last dimension.
  Value loadElements(IROps &o, Value memref, ValueRange indices, bool advances);
  void storeElements(IROps &o, Value value, Value memref, ValueRange indices);
  /// Bytes to which an access of consecutive elements is aligned.
  int64_t getAlignment(MemRefType type);

  Gemm &gemm;
  KernelBuilder &b;
  IROps vectors, scalars;
  Value lhsScale, rhsScale;
  bool asVectors = false;
};

} // namespace

/// `count` sums of this thread's row; 0 if nothing was multiplied.
Value EpilogueEmitter::load(Value accumulator, Value column, int64_t count) {
  auto type = VectorType::get({count}, b.getF32Type());
  auto fromAccumulator = [&] {
    Value loaded = LoadOp::create(b, type, accumulator, gemm.warp, column);
    auto wait = WaitOp::create(b, TypeRange(type), WaitKind::Load, loaded);
    return Values{wait.getResult(0)};
  };
  int64_t bytes =
      cast<MemRefType>(gemm.op.getLhs().getType()).getShape().back();
  if (bytes > 0)
    return fromAccumulator().front();
  Value isMultiplied =
      b.isLess(b.index(0), gemm.argument(KernelArguments::TilesK));
  auto zeros = [&] {
    Value zero = arith::ConstantOp::create(b, b.getZeroAttr(type));
    return Values{zero};
  };
  return b.branch(isMultiplied, TypeRange(type), fromAccumulator, zeros)
      .front();
}

int64_t EpilogueEmitter::getAlignment(MemRefType type) {
  int64_t bytes = type.getElementTypeBitWidth() / 8;
  if (type.getRank() < 2)
    return kAccessBytes;
  // Chunks start at multiples of an access; rows where their length says.
  int64_t columns = type.getShape().back();
  if (ShapedType::isDynamic(columns))
    return bytes;
  return std::gcd(columns * bytes, kAccessBytes);
}

Value EpilogueEmitter::loadElements(IROps &o, Value memref, ValueRange indices,
                                    bool advances) {
  auto type = cast<MemRefType>(memref.getType());
  if (o.getLanes() > 1 && advances)
    return vector::LoadOp::create(
        b, VectorType::get({o.getLanes()}, type.getElementType()), memref,
        indices, /*nontemporal=*/false, llvm::Align(getAlignment(type)));
  Value element = memref::LoadOp::create(b, memref, indices);
  if (o.getLanes() == 1)
    return element;
  return vector::BroadcastOp::create(
      b, VectorType::get({o.getLanes()}, type.getElementType()), element);
}

void EpilogueEmitter::storeElements(IROps &o, Value value, Value memref,
                                    ValueRange indices) {
  auto type = cast<MemRefType>(memref.getType());
  if (o.getLanes() > 1)
    vector::StoreOp::create(b, value, memref, indices, /*nontemporal=*/false,
                            llvm::Align(getAlignment(type)));
  else
    memref::StoreOp::create(b, value, memref, indices);
}

void EpilogueEmitter::finish(IROps &o, Value sums, Value batch, Value row,
                             Value column) {
  nvfp4::ScaledMatmulOp op = gemm.op;
  Value d = gemm.destination();
  Type element = cast<MemRefType>(d.getType()).getElementType();
  Values at{gemm.config.swapped ? column : row,
            gemm.config.swapped ? row : column};
  if (batch)
    at.insert(at.begin(), batch);
  auto inLanes = [&](Type type) {
    return o.getLanes() > 1 ? Type(VectorType::get({o.getLanes()}, type))
                            : type;
  };

  IROps::F v =
      numerics::scaleAccumulator(o, {sums}, splat(o, lhsScale),
                                 splat(o, rhsScale), int(op.getScaleLog2()));
  if (op.getAccumulate()) {
    Value old = loadElements(o, d, at, /*advances=*/true);
    if (!element.isF32())
      old = arith::ExtFOp::create(b, o.getFType(), old);
    v = o.add(v, {old});
  }
  v = numerics::canonicalizeResult(o, v);
  Value result = v.value;
  if (!op.getEpilogue().empty()) {
    Values arguments{result};
    unsigned columnDim = at.size() - 1;
    for (auto [i, map] : llvm::enumerate(op.getEpilogueMapValues())) {
      Values indices;
      for (AffineExpr expr : map.getResults())
        indices.push_back(at[cast<AffineDimExpr>(expr).getPosition()]);
      arguments.push_back(
          loadElements(o, gemm.argument(KernelArguments::FirstInput + i),
                       indices, map.isFunctionOfDim(columnDim)));
    }
    result = nvfp4::inlineEpilogue(b, b.getLoc(), op, arguments, o.getLanes(),
                                   gemm.captured);
  } else if (!element.isF32()) {
    result = arith::TruncFOp::create(b, inLanes(element), result);
  }
  storeElements(o, result, d, at);
}

void EpilogueEmitter::release(Value buffer) {
  FenceOp::create(b, FenceKind::Before);
  Value leader = gemm.isPair() ? b.index(0) : Value();
  MbarrierArriveOp::create(
      b, gemm.released, gemm.layout.overlapped ? b.index(0) : buffer, leader);
}

void EpilogueEmitter::emitElements(Gemm::Tile tile, Value accumulator,
                                   Value row, Value isRow, Value column) {
  b.forEach(b.index(0), b.index(kGemmChunk), kElements, [&](Value first) {
    Value from = b.add(column, first);
    Value sums = load(accumulator, from, kElements);
    for (int64_t i = 0; i < kElements; ++i) {
      Value at = b.add(b.add(tile.column, from), i);
      Value sum = vector::ExtractOp::create(b, sums, i);
      b.branch(b.both(isRow, b.isLess(at, gemm.columns)),
               [&] { finish(scalars, sum, tile.batch, row, at); });
    }
    // The next load needs a converged warp.
    WarpSyncOp::create(b);
  });
}

void EpilogueEmitter::emitChunk(Gemm::Tile tile, Value accumulator, Value row,
                                Value isRow, Value column, Value isRelease,
                                Value buffer) {
  auto elements = [&] {
    emitElements(tile, accumulator, row, isRow, column);
    b.branch(isRelease, [&] { release(buffer); });
  };
  if (!asVectors)
    return elements();
  Value first = b.add(tile.column, column);
  Value isInside = b.isLess(b.add(first, kGemmChunk - 1), gemm.columns);
  b.branch(
      isInside,
      [&] {
        Value sums = load(accumulator, column, kGemmChunk);
        b.branch(isRelease, [&] { release(buffer); });
        b.branch(isRow, [&] { finish(vectors, sums, tile.batch, row, first); });
        WarpSyncOp::create(b);
      },
      elements);
}

void EpilogueEmitter::emitTile(Gemm::Tile tile, Value buffer) {
  const GemmLayout &layout = gemm.layout;
  int64_t chunks = gemm.config.tileColumns / kGemmChunk;
  Value accumulator = gemm.accumulator(buffer);
  Value thread = gpu::ThreadIdOp::create(b, gpu::Dimension::x);
  Value row = b.add(tile.row, thread);
  if (gemm.isPair())
    row = b.add(row, b.mul(gemm.rank, kGemmCtaRows));
  Value isRow = b.isLess(row, gemm.rows);
  b.forEach(b.index(0), b.index(chunks), 1, [&](Value i) {
    // What the other accumulator overlaps goes first: the end of the first
    // accumulator, the beginning of the second.
    Value chunk = i;
    if (layout.overlapped)
      chunk = b.select(b.isEqual(buffer, 0), b.sub(b.index(chunks - 1), i), i);
    emitChunk(tile, accumulator, row, isRow, b.mul(chunk, kGemmChunk),
              b.isEqual(i, layout.releaseChunks - 1), buffer);
  });
}

void EpilogueEmitter::emit() {
  asVectors = !gemm.config.swapped && nvfp4::isEpilogueVectorizable(gemm.op);
  lhsScale =
      memref::LoadOp::create(b, gemm.argument(KernelArguments::LhsTensorScale));
  rhsScale =
      memref::LoadOp::create(b, gemm.argument(KernelArguments::RhsTensorScale));
  gemm.forEachTile({b.index(0), b.boolean(false)},
                   [&](Gemm::Tile tile, ValueRange carried) {
                     RingPosition buffer{carried[0], carried[1]};
                     b.wait(gemm.accumulated, buffer.index, buffer.parity);
                     FenceOp::create(b, FenceKind::After);
                     emitTile(tile, buffer.index);
                     RingPosition next = buffer.next(b, 2);
                     return Values{next.index, next.parity};
                   });
}

void gemm::emitEpilogueWarps(Gemm &gemm) { EpilogueEmitter(gemm).emit(); }
