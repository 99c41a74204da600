//===- DecodingReader.cpp - Values of a quantized matrix ------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Readers.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "quartet/Numerics/E2M1.h"
#include "quartet/Numerics/E4M3.h"
#include "quartet/Numerics/ScaleLayout.h"

using namespace mlir;
using namespace quartet;
using namespace quartet::kernels;
using codegen::ScaleRow;
using codegen::Scales;
using numerics::kBlock;

namespace {

class DecodingReader : public ThreadReader {
public:
  DecodingReader(KernelBuilder &kb, Value data, Value scales, Value rows,
                 Value columns)
      : kb(kb), data(data), scales(kb, scales), rows(rows), columns(columns) {
    // Rotation may pad further than what is stored.
    stored = codegen::getCodeColumns(kb, data);
    allColumns =
        getConstant(columns) && getConstant(columns) == getConstant(stored);
  }

  void load(const Step &step, F (&x)[kBlock]) override {
    IROps &s = kb.scalar;
    Value column = kb.mul(step.block, kBlock);
    Value inside = kb.both(kb.isLess(step.row, rows),
                           kb.isLess(column, kb.min(columns, stored)));
    // Zero codes and a zero scale are zeros.
    SmallVector<Type> types(3, s.getIType());
    SmallVector<Value> read = kb.branch(
        inside, types,
        [&]() -> SmallVector<Value> {
          int64_t bytes = numerics::packedColumns(kBlock);
          Value packed = kb.loadAligned(
              data,
              codegen::withBatch(data, step.batch,
                                 {step.row, kb.mul(step.block, bytes)}),
              bytes);
          SmallVector<I> words = kb.toWords(packed);
          Value byte =
              scales.loadByte(scales.atRow(step.batch, step.row), step.block);
          Value scale =
              arith::ExtUIOp::create(kb.b, kb.loc, s.getIType(), byte);
          return {words[0].value, words[1].value, scale};
        },
        [&] { return SmallVector<Value>(3, s.u32(0).value); });
    F scale = numerics::decodeE4M3(s, I{read[2]});
    for (unsigned w = 0; w < 2; ++w) {
      F codes[8];
      numerics::decodeE2M1Word(s, I{read[w]}, codes);
      for (unsigned i = 0; i < 8; ++i)
        x[8 * w + i] = keep(s.mul(codes[i], scale), column, 8 * w + i);
    }
  }

private:
  /// +0 past the last column.
  F keep(F value, Value column, int64_t i) {
    if (allColumns)
      return value;
    B inside{kb.isLess(kb.add(column, i), columns)};
    return kb.scalar.select(inside, value, kb.scalar.f32(0.0f));
  }

  KernelBuilder &kb;
  Value data;
  Scales scales;
  Value rows, columns, stored;
  bool allColumns;
};

} // namespace

std::unique_ptr<ThreadReader>
kernels::makeDecodingReader(KernelBuilder &kb, Value data, Value scales,
                            Value rows, Value columns) {
  return std::make_unique<DecodingReader>(kb, data, scales, rows, columns);
}
