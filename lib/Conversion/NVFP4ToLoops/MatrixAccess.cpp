//===- MatrixAccess.cpp - Matrices in memory, eight rows at a time --------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Rows are loaded as vectors of 32-bit words and transposed in registers; a
// transposed matrix has its lanes next to each other in memory. Only blocks
// that cross the edge of the valid part go through a zeroed staging area.
//
//===----------------------------------------------------------------------===//

#include "MatrixAccess.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "quartet/Numerics/Floats.h"
#include "quartet/Numerics/ScaleLayout.h"

using namespace mlir;
using namespace quartet;
using namespace quartet::loops;
using numerics::kBlock;

//===----------------------------------------------------------------------===//
// Transposition
//===----------------------------------------------------------------------===//

void loops::transpose8x8(LoopBuilder &lb, Value (&v)[kLanes]) {
  // Interleave words, then pairs, within each half; then exchange halves: the
  // three shuffles that 256-bit registers have instructions for.
  Value t[kLanes], u[kLanes];
  for (int64_t i = 0; i < kLanes; i += 2) {
    t[i] = lb.shuffle(v[i], v[i + 1], {0, 8, 1, 9, 4, 12, 5, 13});
    t[i + 1] = lb.shuffle(v[i], v[i + 1], {2, 10, 3, 11, 6, 14, 7, 15});
  }
  for (int64_t h = 0; h < kLanes; h += 4)
    for (int64_t i = 0; i < 2; ++i) {
      Value low = t[h + i], high = t[h + i + 2];
      u[h + 2 * i] = lb.shuffle(low, high, {0, 1, 8, 9, 4, 5, 12, 13});
      u[h + 2 * i + 1] = lb.shuffle(low, high, {2, 3, 10, 11, 6, 7, 14, 15});
    }
  for (int64_t i = 0; i < 4; ++i) {
    v[i] = lb.shuffle(u[i], u[i + 4], {0, 1, 2, 3, 8, 9, 10, 11});
    v[i + 4] = lb.shuffle(u[i], u[i + 4], {4, 5, 6, 7, 12, 13, 14, 15});
  }
}

//===----------------------------------------------------------------------===//
// TileReader
//===----------------------------------------------------------------------===//

TileReader::TileReader(LoopBuilder &lb, const Source &source, Value batch,
                       Value row, int64_t tileRows)
    : lb(lb), source(source), batch(batch), row(row) {
  element = cast<MemRefType>(source.memref.getType()).getElementType();
  rowsWhole =
      source.validRows == source.rows && isMultipleOf(source.rows, tileRows);
  std::optional<int64_t> padded = getConstant(source.padded);
  columnsWhole = padded && padded == getConstant(source.validColumns);
  if (source.transposed)
    return;
  Value last = lb.max(lb.sub(source.validRows, lb.index(1)), lb.index(0));
  for (int64_t i = 0; i < kLanes; ++i)
    rowIndex[i] = rowsWhole ? lb.add(row, i) : lb.min(lb.add(row, i), last);
  if (!rowsWhole)
    rowValid = lb.lanes.ult(lb.ascending(lb.toWord(row)),
                            lb.splat(lb.toWord(source.validRows)));
}

void TileReader::load(Value column, F (&x)[kBlock]) {
  if (source.transposed)
    loadColumns(column, x);
  else
    loadRows(column, x);
}

Value TileReader::loadElement(Value row, Value column) {
  if (source.transposed)
    std::swap(row, column);
  return lb.load(source.memref, withBatch(source.memref, batch, {row, column}));
}

Value TileReader::zeroedStaging(int64_t outer, int64_t inner) {
  Value staging = lb.scratch({outer, inner}, element);
  Value zero = lb.scalar.constant(DenseElementsAttr::get(
      VectorType::get({inner}, element),
      ArrayRef<Attribute>(lb.b.getFloatAttr(element, 0))));
  for (int64_t i = 0; i < outer; ++i)
    lb.storeVector(zero, staging, {lb.index(i), lb.index(0)});
  return staging;
}

void TileReader::loadRows(Value column, F (&x)[kBlock]) {
  IROps &o = lb.lanes;
  bool isF32 = getFloatKind(element) == FloatKind::F32;
  // Words of two 16-bit elements or of one f32; a row has one or two vectors.
  int64_t parts = isF32 ? 2 : 1;
  auto wordType = cast<VectorType>(o.getIType());
  auto load = [&](Value memref, ValueRange indices) {
    Value v = lb.loadVector(memref, indices, int64_t(kBlock) / parts);
    if (isF32)
      return Value(arith::BitcastOp::create(lb.b, lb.loc, wordType, v));
    return lb.bitcastVector(v, wordType);
  };
  auto loadWhole = [&] {
    SmallVector<Value> words;
    for (int64_t part = 0; part < parts; ++part)
      for (Value r : rowIndex)
        words.push_back(
            load(source.memref, withBatch(source.memref, batch,
                                          {r, lb.add(column, part * 8)})));
    return words;
  };
  auto loadEdge = [&] {
    Value staging = zeroedStaging(kLanes, kBlock);
    Value left = lb.max(lb.sub(source.validColumns, column), lb.index(0));
    Value count = lb.min(left, lb.index(kBlock));
    for (int64_t i = 0; i < kLanes; ++i)
      lb.forEach(lb.index(0), count, 1, [&](Value c) {
        lb.store(loadElement(rowIndex[i], lb.add(column, c)), staging,
                 {lb.index(i), c});
      });
    SmallVector<Value> words;
    for (int64_t part = 0; part < parts; ++part)
      for (int64_t i = 0; i < kLanes; ++i)
        words.push_back(load(staging, {lb.index(i), lb.index(part * 8)}));
    return words;
  };

  SmallVector<Value> words;
  if (columnsWhole) {
    words = loadWhole();
  } else {
    SmallVector<Type> types(parts * kLanes, wordType);
    Value whole = lb.isAtMost(lb.add(column, kBlock), source.validColumns);
    words = lb.branch(whole, types, loadWhole, loadEdge);
  }

  for (int64_t part = 0; part < parts; ++part) {
    Value v[kLanes];
    for (int64_t i = 0; i < kLanes; ++i)
      v[i] = words[part * kLanes + i];
    transpose8x8(lb, v);
    for (int64_t i = 0; i < kLanes; ++i) {
      I word{v[i]};
      if (!rowsWhole)
        word = o.select(rowValid, word, o.u32(0));
      switch (getFloatKind(element)) {
      case FloatKind::F32:
        x[part * kLanes + i] = o.fromBits(word);
        break;
      case FloatKind::BF16:
        x[2 * i] = numerics::fromBF16(o, word);
        x[2 * i + 1] = numerics::fromBF16(o, o.shr(word, 16u));
        break;
      case FloatKind::F16:
        x[2 * i] = numerics::fromF16(o, o.iand(word, o.u32(0xffff)));
        x[2 * i + 1] = numerics::fromF16(o, o.shr(word, 16u));
        break;
      }
    }
  }
}

void TileReader::loadColumns(Value column, F (&x)[kBlock]) {
  auto vectorType = VectorType::get({kLanes}, element);
  auto loadWhole = [&] {
    SmallVector<Value> columns;
    for (int64_t j = 0; j < kBlock; ++j)
      columns.push_back(lb.loadVector(
          source.memref,
          withBatch(source.memref, batch, {lb.add(column, j), row}), kLanes));
    return columns;
  };
  auto loadEdge = [&] {
    Value staging = zeroedStaging(kBlock, kLanes);
    Value zero = lb.index(0);
    Value rowsLeft = lb.max(lb.sub(source.validRows, row), zero);
    Value columnsLeft = lb.max(lb.sub(source.validColumns, column), zero);
    Value rowCount = lb.min(rowsLeft, lb.index(kLanes));
    Value columnCount = lb.min(columnsLeft, lb.index(kBlock));
    lb.forEach(zero, columnCount, 1, [&](Value c) {
      lb.forEach(zero, rowCount, 1, [&](Value r) {
        lb.store(loadElement(lb.add(row, r), lb.add(column, c)), staging,
                 {c, r});
      });
    });
    SmallVector<Value> columns;
    for (int64_t j = 0; j < kBlock; ++j)
      columns.push_back(
          lb.loadVector(staging, {lb.index(j), lb.index(0)}, kLanes));
    return columns;
  };

  SmallVector<Value> columns;
  if (rowsWhole && columnsWhole) {
    columns = loadWhole();
  } else {
    SmallVector<Type> types(kBlock, vectorType);
    Value rowsFit = lb.isAtMost(lb.add(row, kLanes), source.validRows);
    Value columnsFit = lb.isAtMost(lb.add(column, kBlock), source.validColumns);
    Value whole = arith::AndIOp::create(lb.b, lb.loc, rowsFit, columnsFit);
    columns = lb.branch(whole, types, loadWhole, loadEdge);
  }
  for (unsigned j = 0; j < kBlock; ++j)
    x[j] = widen(lb, lb.lanes, columns[j]);
}

//===----------------------------------------------------------------------===//
// TileWriter
//===----------------------------------------------------------------------===//

TileWriter::TileWriter(LoopBuilder &lb, Value data, Scales scales, Value batch,
                       Value row, Value rows, int64_t tileRows)
    : lb(lb), data(data), scales(scales), batch(batch) {
  bool whole = isMultipleOf(rows, tileRows);
  Value last = whole ? Value() : lb.sub(rows, lb.index(1));
  for (int64_t i = 0; i < kLanes; ++i) {
    rowIndex[i] = lb.add(row, i);
    if (!whole)
      rowIndex[i] = lb.min(rowIndex[i], last);
    scaleRow[i] = this->scales.atRow(batch, rowIndex[i]);
  }
}

void TileWriter::storeCodes(Value block, const I (&words)[2]) {
  OpBuilder &b = lb.b;
  Value both =
      vector::InterleaveOp::create(b, lb.loc, words[0].value, words[1].value);
  Value column = lb.mul(block, numerics::packedColumns(kBlock));
  // The last lane first: see the comment of MatrixAccess.h.
  for (int64_t i = kLanes - 1; i >= 0; --i) {
    Value row = vector::ExtractStridedSliceOp::create(
        b, lb.loc, both, ArrayRef<int64_t>{2 * i}, ArrayRef<int64_t>{2},
        ArrayRef<int64_t>{1});
    Value bytes = lb.bitcastVector(
        row, VectorType::get({numerics::packedColumns(kBlock)}, b.getI8Type()));
    lb.storeVector(bytes, data, withBatch(data, batch, {rowIndex[i], column}));
  }
}

void TileWriter::storeScales(Value block, I bytes) {
  Value narrowed = arith::TruncIOp::create(
      lb.b, lb.loc, VectorType::get({kLanes}, lb.b.getI8Type()), bytes.value);
  for (int64_t i = kLanes - 1; i >= 0; --i)
    scales.storeByte(lb.extract(narrowed, i), scaleRow[i], block);
}
