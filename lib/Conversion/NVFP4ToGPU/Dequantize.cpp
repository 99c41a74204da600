//===- Dequantize.cpp - nvfp4.dequantize and layouts of scales ------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Lowerings.h"
#include "Readers.h"
#include "Sinks.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"

using namespace mlir;
using namespace quartet;
using namespace quartet::kernels;
using codegen::withBatch;
using numerics::kBlock;

//===----------------------------------------------------------------------===//
// dequantize
//===----------------------------------------------------------------------===//

namespace {

/// Stores decoded values (decode_c1), in accesses of 16 bytes where rows are a
/// multiple of that.
class DequantizeConsumer : public Consumer {
public:
  /// `tensorScale` may be null.
  DequantizeConsumer(KernelBuilder &kb, Value tensorScale, Value init)
      : kb(kb), init(init),
        element(cast<MemRefType>(init.getType()).getElementType()),
        columns(kb.dim(init, -1)) {
    if (tensorScale)
      ts = F{kb.load(tensorScale, {})};
  }

  SmallVector<Value> take(const Tile &, const Step &step, F (&x)[kBlock],
                          ValueRange) override {
    SmallVector<Value> values;
    for (F v : x) {
      if (ts.value)
        v = kb.scalar.mul(v, ts);
      values.push_back(codegen::narrow(kb, kb.scalar, v, element));
    }
    int64_t width = getAccessElements(element);
    kb.branch(step.exists, [&] {
      if (isMultipleOf(columns, width))
        return storeAccesses(step, values, width);
      if (getConstant(columns))
        return storeElements(step, values);
      kb.branch(
          kb.isEqual(kb.rem(columns, width), kb.index(0)),
          [&] { storeAccesses(step, values, width); },
          [&] { storeElements(step, values); });
    });
    return {};
  }

private:
  void storeAccesses(const Step &step, ArrayRef<Value> values, int64_t width) {
    Value column = kb.mul(step.block, kBlock);
    for (int64_t first = 0; first < kBlock; first += width) {
      Value at = kb.add(column, first);
      kb.branch(kb.isLess(at, columns), [&] {
        Value vector = vector::FromElementsOp::create(
            kb.b, kb.loc, VectorType::get({width}, element),
            values.slice(first, width));
        kb.storeAligned(vector, init,
                        withBatch(init, step.batch, {step.row, at}));
      });
    }
  }

  void storeElements(const Step &step, ArrayRef<Value> values) {
    Value column = kb.mul(step.block, kBlock);
    for (auto [i, value] : llvm::enumerate(values)) {
      Value at = kb.add(column, int64_t(i)), stored = value;
      kb.branch(kb.isLess(at, columns), [&] {
        kb.store(stored, init, withBatch(init, step.batch, {step.row, at}));
      });
    }
  }

  KernelBuilder &kb;
  Value init;
  Type element;
  Value columns;
  F ts;
};

} // namespace

void kernels::lower(nvfp4::DequantizeOp op, Lowering &lowering) {
  CodeBuilder &host = lowering.host;
  Value init = op.getInit();
  SmallVector<Value> operands{op.getData(), op.getScales(), init};
  if (op.getTensorScale())
    operands.push_back(op.getTensorScale());
  auto makeGrid = [](CodeBuilder &cb, Value init) {
    return makeTileGrid(cb, codegen::getBatch(cb, init), cb.dim(init, -2),
                        cb.dim(init, -1));
  };
  KernelConfig config;
  config.name = "dequantize_" + getMatrixName(init);
  config.threads = kTileThreads;
  lowering.launch(
      config, operands, makeGrid(host, init).count,
      [&](OpBuilder &b, ValueRange arguments, ValueRange) {
        KernelBuilder kb(b, host.loc);
        Value init = arguments[2];
        TileGrid grid = makeGrid(kb, init);
        kb.ifBlockBelow(grid.count, [&] {
          Value rows = kb.dim(init, -2), columns = kb.dim(init, -1);
          Tile tile = makeTile(kb, grid, rows, kb.ceilDiv(columns, kBlock));
          DequantizeConsumer consumer(
              kb, arguments.size() > 3 ? arguments[3] : Value(), init);
          forEachQuarter(kb, tile,
                         *makeDecodingReader(kb, arguments[0], arguments[1],
                                             rows, columns),
                         consumer);
        });
      });
}

//===----------------------------------------------------------------------===//
// tile_scales, untile_scales
//===----------------------------------------------------------------------===//

/// Launches a kernel with a thread per word of the tiled layout; `tiled` is the
/// operand in it.
static void emitWords(
    Lowering &lowering, StringRef name, Value input, Value init, Value tiled,
    function_ref<void(KernelBuilder &, const ScaleWord &, Value, Value)> body) {
  CodeBuilder &host = lowering.host;
  KernelConfig config;
  config.name = name.str();
  config.threads = kTileThreads;
  bool tiledIsInput = tiled == input;
  lowering.launch(config, {input, init},
                  host.ceilDiv(getNumScaleWords(host, tiled), kTileThreads),
                  [&](OpBuilder &b, ValueRange arguments, ValueRange) {
                    KernelBuilder kb(b, host.loc);
                    Value inside = arguments[tiledIsInput ? 0 : 1];
                    forThisScaleWord(kb, inside, [&](const ScaleWord &word) {
                      body(kb, word, arguments[0], arguments[1]);
                    });
                  });
}

void kernels::lower(nvfp4::TileScalesOp op, Lowering &lowering) {
  emitWords(
      lowering, "tile_scales", op.getInput(), op.getInit(), op.getInit(),
      [](KernelBuilder &kb, const ScaleWord &word, Value input, Value init) {
        codegen::Scales from(kb, input);
        Value rows = kb.dim(input, -2), columns = kb.dim(input, -1);
        I bytes[kQuad];
        for (int64_t i = 0; i < kQuad; ++i) {
          Value column = kb.add(word.block, i);
          Value exists =
              kb.both(kb.isLess(word.row, rows), kb.isLess(column, columns));
          bytes[i] = I{kb.branch(
              exists, kb.scalar.getIType(),
              [&]() -> SmallVector<Value> {
                Value byte =
                    from.loadByte(from.atRow(word.batch, word.row), column);
                return {arith::ExtUIOp::create(kb.b, kb.loc,
                                               kb.scalar.getIType(), byte)};
              },
              [&]() -> SmallVector<Value> {
                return {kb.scalar.u32(0).value};
              })[0]};
        }
        storeScaleWord(kb, init, word, rows, bytes);
      });
}

void kernels::lower(nvfp4::UntileScalesOp op, Lowering &lowering) {
  emitWords(
      lowering, "untile_scales", op.getInput(), op.getInit(), op.getInput(),
      [](KernelBuilder &kb, const ScaleWord &word, Value input, Value init) {
        IROps &s = kb.scalar;
        I all = kb.toWords(kb.loadAligned(input, word.at(kb, input), kQuad))[0];
        I bytes[kQuad];
        for (int64_t i = 0; i < kQuad; ++i)
          bytes[i] = s.iand(s.shr(all, unsigned(8 * i)), s.u32(0xff));
        storeScaleWord(kb, init, word, kb.dim(init, -2), bytes);
      });
}
