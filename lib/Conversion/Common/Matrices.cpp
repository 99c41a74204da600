//===- Matrices.cpp - Where matrices and their scales lie -----------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "quartet/Conversion/Common/Matrices.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "quartet/Numerics/ScaleLayout.h"

using namespace mlir;
using namespace quartet;
using namespace quartet::codegen;
using numerics::RandomSource;

//===----------------------------------------------------------------------===//
// Sources and batches
//===----------------------------------------------------------------------===//

Source codegen::makeSource(CodeBuilder &lb, Value memref, bool transposed,
                           Value padded, Value storedValidRows) {
  Source s;
  s.memref = memref;
  s.transposed = transposed;
  Value rows = lb.dim(memref, -2), columns = lb.dim(memref, -1);
  Value valid = storedValidRows ? lb.min(rows, storedValidRows) : rows;
  s.rows = transposed ? columns : rows;
  s.columns = transposed ? rows : columns;
  s.validRows = transposed ? columns : valid;
  s.validColumns = transposed ? valid : columns;
  s.padded = padded;
  return s;
}

Value codegen::getCodeColumns(CodeBuilder &lb, Value data) {
  return lb.mul(lb.dim(data, -1), numerics::unpackedColumns(1));
}

bool codegen::isBatched(Value memref, int64_t rank) {
  return cast<MemRefType>(memref.getType()).getRank() > rank;
}

Value codegen::getBatch(CodeBuilder &lb, Value memref, int64_t rank) {
  return isBatched(memref, rank) ? lb.dim(memref, 0) : lb.index(1);
}

SmallVector<Value> codegen::withBatch(Value memref, Value batch,
                                      ValueRange indices) {
  SmallVector<Value> all(indices);
  if (isBatched(memref, indices.size()))
    all.insert(all.begin(), batch);
  return all;
}

//===----------------------------------------------------------------------===//
// Scales
//===----------------------------------------------------------------------===//

Scales::Scales(CodeBuilder &lb, Value memref)
    : lb(lb), memref(memref),
      tiled(cast<MemRefType>(memref.getType()).getRank() >= 5) {}

ScaleRow Scales::atRow(Value batch, Value row) {
  ScaleRow r;
  r.batch = batch;
  r.row = row;
  if (tiled) {
    auto index = numerics::tiledRowIndex(lb.scalar, lb.toWord(row));
    r.tile = lb.toIndex(index.tile);
    r.inTile = lb.toIndex(index.row);
    r.quarter = lb.toIndex(index.quarter);
  }
  return r;
}

SmallVector<Value> Scales::at(const ScaleRow &row, Value column) {
  if (!tiled)
    return withBatch(memref, row.batch, {row.row, column});
  auto index = numerics::tiledColumnIndex(lb.scalar, lb.toWord(column));
  return withBatch(memref, row.batch,
                   {row.tile, lb.toIndex(index.tile), row.inTile, row.quarter,
                    lb.toIndex(index.column)});
}

Value Scales::loadByte(const ScaleRow &row, Value column) {
  return arith::BitcastOp::create(lb.b, lb.loc, lb.b.getI8Type(),
                                  lb.load(memref, at(row, column)));
}

Value Scales::loadPair(const ScaleRow &row, Value column) {
  Value pair = lb.loadVector(memref, at(row, column), 2);
  pair = arith::BitcastOp::create(lb.b, lb.loc,
                                  VectorType::get({2}, lb.b.getI8Type()), pair);
  return lb.extract(
      lb.bitcastVector(pair, VectorType::get({1}, lb.b.getI16Type())), 0);
}

void Scales::storeByte(Value byte, const ScaleRow &row, Value column) {
  lb.store(arith::BitcastOp::create(
               lb.b, lb.loc, Float8E4M3FNType::get(lb.b.getContext()), byte),
           memref, at(row, column));
}

void Scales::zeroPadding(Value rows, Value columns) {
  if (!tiled)
    return;
  int64_t rank = 5;
  Value batches = getBatch(lb, memref, rank);
  const int64_t *tile = numerics::kScaleTileShape;
  Value paddedRows = lb.mul(lb.dim(memref, -5), tile[0] * tile[1]);
  Value paddedColumns = lb.mul(lb.dim(memref, -4), tile[2]);
  Value zero = lb.scalar.constant(lb.b.getI8IntegerAttr(0));
  auto zeroRow = [&](Value batch, Value row, Value from) {
    ScaleRow at = atRow(batch, row);
    lb.forEach(from, paddedColumns, 1,
               [&](Value column) { storeByte(zero, at, column); });
  };
  lb.forEach(lb.index(0), batches, 1, [&](Value batch) {
    lb.forEach(rows, paddedRows, 1,
               [&](Value row) { zeroRow(batch, row, lb.index(0)); });
    lb.forEach(lb.index(0), rows, 1,
               [&](Value row) { zeroRow(batch, row, columns); });
  });
}

//===----------------------------------------------------------------------===//
// Randomness
//===----------------------------------------------------------------------===//

RandomSource<IROps> codegen::emitRandomSource(CodeBuilder &lb, Value seed,
                                              uint32_t site, Value instance) {
  OpBuilder &b = lb.b;
  Value key = lb.load(seed, {});
  auto word = [&](Value v) {
    return I{arith::TruncIOp::create(b, lb.loc, b.getI32Type(), v)};
  };
  Value half = lb.scalar.constant(b.getI64IntegerAttr(32));
  Value high = arith::ShRUIOp::create(b, lb.loc, key, half);
  I place = instance ? lb.toWord(instance) : lb.scalar.u32(0);
  return {word(key), word(high), lb.scalar.u32(site), place};
}
