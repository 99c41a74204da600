//===- Decode.cpp - Packed codes and scales to f32 ------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Decode.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "quartet/Numerics/E2M1.h"
#include "quartet/Numerics/E4M3.h"
#include "quartet/Numerics/ScaleLayout.h"

using namespace mlir;
using namespace quartet;
using namespace quartet::loops;
using namespace quartet::numerics;

F loops::emitScale(LoopBuilder &lb, Scales &scales, const ScaleRow &row,
                   Value column) {
  Value byte = scales.loadByte(row, column);
  I word{arith::ExtUIOp::create(lb.b, lb.loc, lb.b.getI32Type(), byte)};
  return decodeE4M3(lb.scalar, word);
}

void loops::loadWords(LoopBuilder &lb, Value data, Value batch, Value row,
                      Value block, I (&words)[2]) {
  int64_t bytes = packedColumns(kBlock);
  Value loaded = lb.loadVector(
      data, withBatch(data, batch, {row, lb.mul(block, bytes)}), bytes);
  Value both =
      lb.bitcastVector(loaded, VectorType::get({2}, lb.b.getI32Type()));
  for (unsigned w = 0; w < 2; ++w)
    words[w] = I{lb.extract(both, w)};
}

F loops::decodeAlongLanes(LoopBuilder &lb, I word) {
  IROps &o = lb.lanes;
  // layout_c7: element i of a word is in bits 4i..4i+3.
  I places = o.u32Lanes({0, 4, 8, 12, 16, 20, 24, 28});
  return decodeE2M1(o, o.shrBy(lb.splat(word), places));
}

RowDecoder::RowDecoder(LoopBuilder &lb, Value data, Scales scales, Value batch,
                       Value row, Value rows)
    : lb(lb), data(data), scales(scales), batch(batch) {
  Value last = lb.sub(rows, lb.index(1));
  for (int64_t i = 0; i < kLanes; ++i) {
    rowIndex[i] = lb.min(lb.add(row, i), last);
    scaleRow[i] = this->scales.atRow(batch, rowIndex[i]);
  }
}

void RowDecoder::loadUnit(Value unit, I (&words)[4]) {
  OpBuilder &b = lb.b;
  int64_t bytes = packedColumns(kUnit);
  auto wordsType = VectorType::get({bytes / 4}, b.getI32Type());
  Value column = lb.mul(unit, bytes);
  Value rows[kLanes];
  for (int64_t i = 0; i < kLanes; ++i)
    rows[i] = lb.bitcastVector(
        lb.loadVector(data, withBatch(data, batch, {rowIndex[i], column}),
                      bytes),
        wordsType);
  // Rows i and i + 4 share a register, so that two rounds of shuffles suffice.
  Value v[4], t[4];
  for (int64_t i = 0; i < 4; ++i)
    v[i] = lb.shuffle(rows[i], rows[i + 4], {0, 1, 2, 3, 4, 5, 6, 7});
  for (int64_t i = 0; i < 2; ++i) {
    t[2 * i] = lb.shuffle(v[2 * i], v[2 * i + 1], {0, 8, 1, 9, 4, 12, 5, 13});
    t[2 * i + 1] =
        lb.shuffle(v[2 * i], v[2 * i + 1], {2, 10, 3, 11, 6, 14, 7, 15});
  }
  for (int64_t i = 0; i < 2; ++i) {
    words[2 * i] = {lb.shuffle(t[i], t[i + 2], {0, 1, 8, 9, 4, 5, 12, 13})};
    words[2 * i + 1] = {
        lb.shuffle(t[i], t[i + 2], {2, 3, 10, 11, 6, 7, 14, 15})};
  }
}

void RowDecoder::loadScales(Value unit, F (&values)[2]) {
  IROps &o = lb.lanes;
  Value column = lb.mul(unit, scaleColumns(kUnit));
  SmallVector<Value> pairs;
  for (const ScaleRow &row : scaleRow)
    pairs.push_back(scales.loadPair(row, column));
  Value all = vector::FromElementsOp::create(
      lb.b, lb.loc, VectorType::get({kLanes}, lb.b.getI16Type()), pairs);
  I both{arith::ExtUIOp::create(lb.b, lb.loc, o.getIType(), all)};
  values[0] = decodeE4M3(o, o.iand(both, o.u32(0xff)));
  values[1] = decodeE4M3(o, o.shr(both, 8u));
}

void RowDecoder::decodeUnit(Value unit, function_ref<void(int64_t, F)> body) {
  IROps &o = lb.lanes;
  I words[4];
  loadUnit(unit, words);
  F scale[2];
  loadScales(unit, scale);
  for (int64_t w = 0; w < 4; ++w) {
    F codes[8];
    decodeE2M1Word(o, words[w], codes);
    for (int64_t i = 0; i < 8; ++i)
      body(w * 8 + i, o.mul(codes[i], scale[w / 2]));
  }
}
