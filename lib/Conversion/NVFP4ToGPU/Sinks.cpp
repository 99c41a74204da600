//===- Sinks.cpp - Where threads put codes and scales ---------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Sinks.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "quartet/Numerics/ScaleLayout.h"

using namespace mlir;
using namespace quartet;
using namespace quartet::kernels;
using codegen::withBatch;
using numerics::kBlock;
using numerics::kScaleTileShape;

void kernels::storeCodes(KernelBuilder &kb, Value data, const Step &step,
                         const I (&words)[2]) {
  kb.branch(step.exists, [&] {
    Value bytes = kb.fromWords(words, kb.b.getI8Type());
    Value column = kb.mul(step.block, numerics::packedColumns(kBlock));
    kb.storeAligned(bytes, data,
                    withBatch(data, step.batch, {step.row, column}));
  });
}

/// Stores what each lane of a quad has collected, as elements of the tiled
/// layout.
static void storeCollected(KernelBuilder &kb, Value memref, const Tile &tile,
                           ArrayRef<I> words) {
  Type element = cast<MemRefType>(memref.getType()).getElementType();
  Value columnTile = kb.div(tile.block, kQuad);
  kb.branch(kb.isLess(columnTile, kb.dim(memref, -4)), [&] {
    SmallVector<Value> at =
        withBatch(memref, tile.batch,
                  {tile.rowTile, columnTile, tile.rowInQuarter,
                   kb.rem(tile.inTile, kQuad), kb.index(0)});
    kb.storeAligned(kb.fromWords(words, element), memref, at);
  });
}

/// True where this lane collects the words of the step's quarter.
static B collectsNow(KernelBuilder &kb, const Tile &tile, const Step &step) {
  return {kb.isEqual(kb.rem(tile.inTile, kQuad), step.quarter)};
}

//===----------------------------------------------------------------------===//
// Words
//===----------------------------------------------------------------------===//

SmallVector<Value> ScaleWord::at(KernelBuilder &kb, Value memref) const {
  return withBatch(memref, batch,
                   {rowTile, columnTile, inTile, quarter, kb.index(0)});
}

Value kernels::getNumScaleWords(CodeBuilder &cb, Value memref) {
  Value tiles = cb.mul(cb.dim(memref, -5), cb.dim(memref, -4));
  Value batches = codegen::getBatch(cb, memref, /*rank=*/5);
  return cb.mul(cb.mul(batches, tiles), kQuarterRows * kQuarters);
}

void kernels::forThisScaleWord(KernelBuilder &kb, Value memref,
                               function_ref<void(const ScaleWord &)> body) {
  const int64_t *shape = kScaleTileShape;
  Value id = kb.add(kb.mul(kb.blockId(), kTileThreads), kb.threadId());
  kb.branch(kb.isLess(id, getNumScaleWords(kb, memref)), [&] {
    ScaleWord word;
    word.quarter = kb.rem(id, shape[1]);
    Value rest = kb.div(id, shape[1]);
    word.inTile = kb.rem(rest, shape[0]);
    rest = kb.div(rest, shape[0]);
    Value rowTiles = kb.dim(memref, -5), columnTiles = kb.dim(memref, -4);
    word.columnTile = kb.rem(rest, columnTiles);
    rest = kb.div(rest, columnTiles);
    word.rowTile = kb.rem(rest, rowTiles);
    word.batch = codegen::isBatched(memref, /*rank=*/5) ? kb.div(rest, rowTiles)
                                                        : kb.index(0);
    word.row = kb.add(kb.add(kb.mul(word.rowTile, kTileRows),
                             kb.mul(word.quarter, kQuarterRows)),
                      word.inTile);
    word.block = kb.mul(word.columnTile, kQuad);
    body(word);
  });
}

void kernels::storeScaleWord(KernelBuilder &kb, Value scales,
                             const ScaleWord &word, Value rows,
                             const I (&bytes)[kQuad]) {
  IROps &s = kb.scalar;
  codegen::Scales access(kb, scales);
  if (access.isTiled()) {
    Type element = cast<MemRefType>(scales.getType()).getElementType();
    I all = bytes[0];
    for (int64_t i = 1; i < kQuad; ++i)
      all = s.ior(all, s.shl(bytes[i], unsigned(8 * i)));
    kb.storeAligned(kb.fromWords(all, element), scales, word.at(kb, scales));
    return;
  }
  Value columns = kb.dim(scales, -1);
  for (int64_t i = 0; i < kQuad; ++i) {
    Value column = kb.add(word.block, i);
    Value exists =
        kb.both(kb.isLess(word.row, rows), kb.isLess(column, columns));
    kb.branch(exists, [&] {
      Value byte = arith::TruncIOp::create(kb.b, kb.loc, kb.b.getI8Type(),
                                           bytes[i].value);
      access.storeByte(byte, access.atRow(word.batch, word.row), column);
    });
  }
}

//===----------------------------------------------------------------------===//
// Final scales
//===----------------------------------------------------------------------===//

ScaleSink::ScaleSink(KernelBuilder &kb, Value scales, ThreadLayout layout)
    : kb(kb), scales(kb, scales), memref(scales) {
  collects = this->scales.isTiled() && layout == ThreadLayout::Rows;
}

SmallVector<Value> ScaleSink::begin() {
  if (!collects)
    return {};
  return {kb.scalar.u32(0).value};
}

SmallVector<Value> ScaleSink::take(const Tile &tile, const Step &step, I byte,
                                   ValueRange carried) {
  IROps &s = kb.scalar;
  byte = s.select(B{step.exists}, byte, s.u32(0));
  if (collects) {
    I place = s.shl(s.iand(kb.toWord(tile.inTile), s.u32(kQuad - 1)), 3u);
    I word{arith::ShLIOp::create(kb.b, kb.loc, byte.value, place.value)};
    word = s.ior(word, kb.shuffleXor(word, 1));
    word = s.ior(word, kb.shuffleXor(word, 2));
    return {s.select(collectsNow(kb, tile, step), word, I{carried[0]}).value};
  }
  Value narrow =
      arith::TruncIOp::create(kb.b, kb.loc, kb.b.getI8Type(), byte.value);
  Value exists = step.exists;
  if (scales.isTiled())
    exists = kb.isLess(kb.div(step.block, kQuad), kb.dim(memref, -4));
  kb.branch(exists, [&] {
    scales.storeByte(narrow, scales.atRow(step.batch, step.row), step.block);
  });
  return {};
}

void ScaleSink::end(const Tile &tile, ValueRange carried) {
  if (collects)
    storeCollected(kb, memref, tile, I{carried[0]});
}

//===----------------------------------------------------------------------===//
// Halves
//===----------------------------------------------------------------------===//

Value HalfSink::allocate(CodeBuilder &host, Value batches, Value rows,
                         Value blocks) {
  const int64_t *tile = kScaleTileShape;
  Value rowTiles = host.ceilDiv(rows, tile[0] * tile[1]);
  Value columnTiles = host.ceilDiv(blocks, tile[2]);
  return host.buffer({-1, -1, -1, tile[0], tile[1], tile[2]},
                     host.b.getI16Type(), {batches, rowTiles, columnTiles});
}

SmallVector<Value> HalfSink::begin() {
  return SmallVector<Value>(2, kb.scalar.u32(0).value);
}

SmallVector<Value> HalfSink::take(const Tile &tile, const Step &step, I half,
                                  ValueRange carried) {
  IROps &s = kb.scalar;
  half = s.select(B{step.exists}, half, s.u32(0));
  I lane = kb.toWord(tile.inTile);
  auto isSet = [&](uint32_t bit) {
    return s.ne(s.iand(lane, s.u32(bit)), s.u32(0));
  };
  // The pair's word in both of its lanes, then both pairs in all four.
  I other = kb.shuffleXor(half, 1);
  B odd = isSet(1), upper = isSet(2);
  I pair =
      s.ior(s.select(odd, other, half), s.shl(s.select(odd, half, other), 16u));
  I otherPair = kb.shuffleXor(pair, 2);
  B now = collectsNow(kb, tile, step);
  return {s.select(now, s.select(upper, otherPair, pair), I{carried[0]}).value,
          s.select(now, s.select(upper, pair, otherPair), I{carried[1]}).value};
}

void HalfSink::end(const Tile &tile, ValueRange carried) {
  storeCollected(kb, memref, tile, {I{carried[0]}, I{carried[1]}});
}
