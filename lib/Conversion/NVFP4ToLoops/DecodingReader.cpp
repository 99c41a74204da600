//===- DecodingReader.cpp - Values of a quantized matrix ------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// By rows a lane is a stored row, and its block is two words. Transposed, the
// lanes are the eight codes of one word, and there is a word per stored row.
//
//===----------------------------------------------------------------------===//

#include "BlockReader.h"
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

namespace {

/// The last of `count` places, or the first if there is none.
Value lastOf(LoopBuilder &lb, Value count) {
  return lb.max(lb.sub(count, lb.index(1)), lb.index(0));
}

/// All ones where `condition` holds, else zero: what to keep of a word.
I keepIf(LoopBuilder &lb, Value condition) {
  IROps &s = lb.scalar;
  return lb.splat(s.select(B{condition}, s.u32(~0u), s.u32(0)));
}

F keep(IROps &o, F value, I mask) {
  return o.fromBits(o.iand(o.bits(value), mask));
}

/// Lanes are stored rows.
class RowReader : public BlockReader {
public:
  RowReader(LoopBuilder &lb, const QuantizedSource &source, Value batch,
            Value row)
      : lb(lb), source(source), scales(lb, source.scales), batch(batch) {
    Value last = lastOf(lb, source.storedRows);
    for (int64_t i = 0; i < kLanes; ++i) {
      rowIndex[i] = lb.min(lb.add(row, i), last);
      scaleRow[i] = scales.atRow(batch, rowIndex[i]);
    }
    IROps &o = lb.lanes;
    B valid = o.ult(lb.ascending(lb.toWord(row)),
                    lb.splat(lb.toWord(source.storedRows)));
    rowMask = o.select(valid, o.u32(~0u), o.u32(0));
  }

  void load(Value column, F (&x)[kBlock]) override {
    IROps &o = lb.lanes;
    // Padding of a rotation may exceed the padding of what is stored.
    Value stored = getCodeColumns(lb, source.data);
    Value block = lb.div(
        lb.min(column, lb.max(lb.sub(stored, lb.index(kBlock)), lb.index(0))),
        kBlock);
    SmallVector<Type> types(kBlock, o.getFType());
    SmallVector<Value> values = lb.branch(
        lb.isLess(column, stored), types, [&] { return decode(block, column); },
        [&] { return SmallVector<Value>(kBlock, o.f32(0.0f).value); });
    for (unsigned j = 0; j < kBlock; ++j)
      x[j] = F{values[j]};
  }

private:
  Value gather(ArrayRef<Value> elements, Type type) {
    return vector::FromElementsOp::create(
        lb.b, lb.loc, VectorType::get({kLanes}, type), elements);
  }

  SmallVector<Value> decode(Value block, Value column) {
    IROps &o = lb.lanes;
    SmallVector<Value> low, high, bytes;
    for (int64_t i = 0; i < kLanes; ++i) {
      I words[2];
      loadWords(lb, source.data, batch, rowIndex[i], block, words);
      low.push_back(words[0].value);
      high.push_back(words[1].value);
      bytes.push_back(scales.loadByte(scaleRow[i], block));
    }
    I scaleBytes{arith::ExtUIOp::create(lb.b, lb.loc, o.getIType(),
                                        gather(bytes, lb.b.getI8Type()))};
    F scale = decodeE4M3(o, scaleBytes);
    bool allColumns = false;
    if (std::optional<int64_t> valid = getConstant(source.storedColumns))
      allColumns = getConstant(getCodeColumns(lb, source.data)) == valid;
    SmallVector<Value> values;
    for (ArrayRef<Value> word : {ArrayRef<Value>(low), ArrayRef<Value>(high)}) {
      F codes[8];
      decodeE2M1Word(o, I{gather(word, lb.b.getI32Type())}, codes);
      for (F code : codes) {
        F v = keep(o, o.mul(code, scale), rowMask);
        if (!allColumns) {
          Value at = lb.add(column, int64_t(values.size()));
          v = keep(o, v, keepIf(lb, lb.isLess(at, source.storedColumns)));
        }
        values.push_back(v.value);
      }
    }
    return values;
  }

  LoopBuilder &lb;
  const QuantizedSource &source;
  Scales scales;
  Value batch;
  Value rowIndex[kLanes];
  ScaleRow scaleRow[kLanes];
  I rowMask;
};

/// Lanes are stored columns, which one word of a stored row holds.
class ColumnReader : public BlockReader {
public:
  ColumnReader(LoopBuilder &lb, const QuantizedSource &source, Value batch,
               Value row)
      : lb(lb), source(source), scales(lb, source.scales), batch(batch) {
    IROps &o = lb.lanes;
    B valid = o.ult(lb.ascending(lb.toWord(row)),
                    lb.splat(lb.toWord(source.storedColumns)));
    rowMask = o.select(valid, o.u32(~0u), o.u32(0));
    // A tile of sixteen rows may begin past the last stored column.
    Value stored = getCodeColumns(lb, source.data);
    Value first =
        lb.min(row, lb.max(lb.sub(stored, lb.index(kLanes)), lb.index(0)));
    byte = lb.div(first, unpackedColumns(1));
    block = lb.div(first, kBlock);
  }

  void load(Value column, F (&x)[kBlock]) override {
    IROps &o = lb.lanes;
    Value last = lastOf(lb, source.storedRows);
    for (int64_t j = 0; j < kBlock; ++j) {
      Value storedRow = lb.add(column, j);
      Value clamped = lb.min(storedRow, last);
      ScaleRow scaleRow = scales.atRow(batch, clamped);
      F scale = lb.splat(emitScale(lb, scales, scaleRow, block));
      Value bytes = lb.loadVector(
          source.data, withBatch(source.data, batch, {clamped, byte}), 4);
      Value word = lb.extract(
          lb.bitcastVector(bytes, VectorType::get({1}, lb.b.getI32Type())), 0);
      I mask =
          o.iand(rowMask, keepIf(lb, lb.isLess(storedRow, source.storedRows)));
      x[j] = keep(o, o.mul(decodeAlongLanes(lb, I{word}), scale), mask);
    }
  }

private:
  LoopBuilder &lb;
  const QuantizedSource &source;
  Scales scales;
  Value batch;
  I rowMask;
  Value byte, block; ///< of the first lane in a stored row
};

} // namespace

std::unique_ptr<BlockReader>
loops::makeDecodingReader(LoopBuilder &lb, const QuantizedSource &source,
                          Value batch, Value row) {
  if (source.transposed)
    return std::make_unique<ColumnReader>(lb, source, batch, row);
  return std::make_unique<RowReader>(lb, source, batch, row);
}
