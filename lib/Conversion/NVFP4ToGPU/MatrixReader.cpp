//===- MatrixReader.cpp - Values of a matrix in global memory -------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Rows whose length is a multiple of 16 bytes are read in accesses of that
// size, which lie inside or outside the valid part as a whole; others element
// by element. Columns are always read element by element: neighbouring threads
// read neighbouring elements.
//
//===----------------------------------------------------------------------===//

#include "Readers.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "quartet/Numerics/Floats.h"

using namespace mlir;
using namespace quartet;
using namespace quartet::kernels;
using codegen::FloatKind;
using codegen::Source;
using numerics::kBlock;

namespace {

class MatrixReader : public ThreadReader {
public:
  MatrixReader(KernelBuilder &kb, const Source &source)
      : kb(kb), source(source),
        element(cast<MemRefType>(source.memref.getType()).getElementType()),
        bits(kb.b.getIntegerType(element.getIntOrFloatBitWidth())) {}

  void load(const Step &step, F (&x)[kBlock]) override {
    Value column = kb.mul(step.block, kBlock);
    if (!source.transposed)
      return loadRow(step, column, x);
    SmallVector<Value> elements = loadElements(step, column, kBlock);
    for (unsigned j = 0; j < kBlock; ++j)
      x[j] = codegen::widen(
          kb, kb.scalar,
          arith::BitcastOp::create(kb.b, kb.loc, element, elements[j]));
  }

private:
  void loadRow(const Step &step, Value column, F (&x)[kBlock]) {
    IROps &s = kb.scalar;
    int64_t width = getAccessElements(element);
    std::optional<int64_t> columns = getConstant(source.columns);
    for (int64_t first = 0; first < kBlock; first += width) {
      Value at = kb.add(column, first);
      SmallVector<I> words;
      if (columns) {
        words = *columns % width == 0 ? loadAccess(step, at, width)
                                      : loadPieces(step, at, width);
      } else {
        Value aligned = kb.isEqual(kb.rem(source.columns, width), kb.index(0));
        SmallVector<Type> types(kAccessBytes / 4, s.getIType());
        SmallVector<Value> values = kb.branch(
            aligned, types, [&] { return unwrap(loadAccess(step, at, width)); },
            [&] { return unwrap(loadPieces(step, at, width)); });
        for (Value v : values)
          words.push_back({v});
      }
      for (int64_t i = 0; i < width; ++i)
        x[first + i] = toFloat(words, i);
    }
  }

  static SmallVector<Value> unwrap(ArrayRef<I> words) {
    SmallVector<Value> values;
    for (I word : words)
      values.push_back(word.value);
    return values;
  }

  /// Element `i` of packed words.
  F toFloat(ArrayRef<I> words, int64_t i) {
    IROps &s = kb.scalar;
    FloatKind kind = codegen::getFloatKind(element);
    if (kind == FloatKind::F32)
      return s.fromBits(words[i]);
    I word = words[i / 2];
    if (i % 2 == 1)
      word = s.shr(word, 16u);
    if (kind == FloatKind::BF16)
      return numerics::fromBF16(s, word);
    return numerics::fromF16(s, s.iand(word, s.u32(0xffff)));
  }

  Value isInside(const Step &step, Value column) {
    return kb.both(kb.isLess(step.row, source.validRows),
                   kb.isLess(column, source.validColumns));
  }

  SmallVector<Value> at(const Step &step, Value column) {
    Value row = step.row;
    if (source.transposed)
      std::swap(row, column);
    return codegen::withBatch(source.memref, step.batch, {row, column});
  }

  /// One access of 16 bytes, as words.
  SmallVector<I> loadAccess(const Step &step, Value column, int64_t width) {
    SmallVector<Type> types(kAccessBytes / 4, kb.scalar.getIType());
    SmallVector<Value> values = kb.branch(
        isInside(step, column), types,
        [&] {
          return unwrap(kb.toWords(
              kb.loadAligned(source.memref, at(step, column), width)));
        },
        [&] {
          return SmallVector<Value>(kAccessBytes / 4, kb.scalar.u32(0).value);
        });
    SmallVector<I> words;
    for (Value v : values)
      words.push_back({v});
    return words;
  }

  /// The same from single elements.
  SmallVector<I> loadPieces(const Step &step, Value column, int64_t width) {
    Value packed = vector::FromElementsOp::create(
        kb.b, kb.loc, VectorType::get({width}, bits),
        loadElements(step, column, width));
    return kb.toWords(packed);
  }

  /// The bits of `count` elements from `column`.
  SmallVector<Value> loadElements(const Step &step, Value column,
                                  int64_t count) {
    Value zero = kb.scalar.constant(kb.b.getIntegerAttr(bits, 0));
    SmallVector<Type> types(count, bits);
    // Columns are bounded by what is valid and by what there is.
    Value last = kb.sub(source.validColumns, kb.index(1));
    return kb.branch(
        isInside(step, column), types,
        [&] {
          SmallVector<Value> elements;
          for (int64_t i = 0; i < count; ++i) {
            Value c = kb.add(column, i);
            Value loaded = kb.load(source.memref, at(step, kb.min(c, last)));
            Value v = arith::BitcastOp::create(kb.b, kb.loc, bits, loaded);
            elements.push_back(arith::SelectOp::create(
                kb.b, kb.loc, kb.isLess(c, source.validColumns), v, zero));
          }
          return elements;
        },
        [&] { return SmallVector<Value>(count, zero); });
  }

  KernelBuilder &kb;
  Source source;
  Type element, bits;
};

} // namespace

std::unique_ptr<ThreadReader> kernels::makeMatrixReader(KernelBuilder &kb,
                                                        const Source &source) {
  return std::make_unique<MatrixReader>(kb, source);
}
