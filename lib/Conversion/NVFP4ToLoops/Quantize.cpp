//===- Quantize.cpp - nvfp4.quantize --------------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Sets a quantization up and lowers the quantizers that round elements against
// a tensor scale known beforehand: tiles of eight rows, or of sixteen where a
// tile shares one block scale. Corrected block scales are in Eden.cpp.
//
//===----------------------------------------------------------------------===//

#include "Quantize.h"

#include "Lowerings.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "quartet/Dialect/NVFP4/IR/NVFP4.h"
#include "quartet/Numerics/Block.h"
#include "quartet/Numerics/ScaleLayout.h"

using namespace mlir;
using namespace quartet;
using namespace quartet::loops;
using namespace quartet::numerics;

//===----------------------------------------------------------------------===//
// Shared pieces
//===----------------------------------------------------------------------===//

RandomSource<IROps>
loops::splatRandomSource(LoopBuilder &lb, const RandomSource<IROps> &source) {
  return {lb.splat(source.key0), lb.splat(source.key1), lb.splat(source.site),
          lb.splat(source.instance)};
}

TensorScale<IROps> loops::splatTensorScale(Quantization &q,
                                           const TensorScale<IROps> &scale) {
  TensorScale<IROps> result{q.lb.splat(scale.ts), {}};
  for (unsigned i = 0; i < q.quantizer.numCandidates; ++i)
    result.unit[i] = q.lb.splat(scale.unit[i]);
  return result;
}

void Quantization::forEachTile(int64_t tileRows,
                               function_ref<void(Value, Value)> body) {
  lb.parallel({batches, rows}, {1, tileRows},
              [&](ValueRange ivs) { body(ivs[0], ivs[1]); });
}

I Quantization::counterRows(Value batch, Value row) {
  Value inWhole = lb.add(lb.mul(batch, rows), row);
  return lb.ascending(lb.scalar.iadd(firstRow, lb.toWord(inWhole)));
}

I Quantization::counterBlock(Value block) {
  return lb.splat(lb.scalar.iadd(firstBlock, lb.toWord(block)));
}

//===----------------------------------------------------------------------===//
// One scale per row of sixteen
//===----------------------------------------------------------------------===//

static void emitRows(Quantization &q, const TensorScale<IROps> &tensor) {
  LoopBuilder &lb = q.lb;
  IROps &o = lb.lanes;
  bool draws = q.quantizer.element == ElementRounding::Stochastic;
  q.forEachTile(kLanes, [&](Value batch, Value row) {
    TensorScale<IROps> scale = splatTensorScale(q, tensor);
    std::unique_ptr<BlockReader> reader = q.makeReader(batch, row, kLanes);
    TileWriter writer(lb, q.data, Scales(lb, q.scales), batch, row, q.rows);
    std::optional<RandomSource<IROps>> random;
    I counterRows;
    if (draws) {
      random = splatRandomSource(lb, *q.random);
      counterRows = q.counterRows(batch, row);
    }
    lb.forEach(lb.index(0), q.blocks, 1, [&](Value block) {
      F x[kBlock];
      reader->load(lb.mul(block, kBlock), x);
      I drawn[kBlock];
      if (draws)
        drawForElements(o, *random, q.counterBlock(block), counterRows, drawn);
      BlockCodes<IROps> codes =
          quantizeBlock(o, q.quantizer, x, blockMagnitude(o, x), scale,
                        draws ? drawn : nullptr);
      writer.storeCodes(block, codes.words);
      writer.storeScales(block, codes.scale);
    });
  });
}

//===----------------------------------------------------------------------===//
// One scale per tile of sixteen rows
//===----------------------------------------------------------------------===//

/// Adds the lanes of `scores` in ascending order to `sum` (candidate_c5).
static F addLanes(LoopBuilder &lb, F sum, F scores) {
  for (int64_t i = 0; i < kLanes; ++i)
    sum = lb.scalar.add(sum, F{lb.extract(scores.value, i)});
  return sum;
}

static void emitTile(Quantization &q, const TensorScale<IROps> &scale,
                     F (&x)[2][kBlock], I (&drawn)[2][kBlock],
                     BlockCodes<IROps> (&codes)[2]) {
  LoopBuilder &lb = q.lb;
  IROps &o = lb.lanes;
  I mag = lb.splat(
      lb.maxLane(umax(o, blockMagnitude(o, x[0]), blockMagnitude(o, x[1]))));
  if (q.quantizer.numCandidates == 1) {
    bool draws = q.quantizer.element == ElementRounding::Stochastic;
    for (unsigned half = 0; half < 2; ++half)
      codes[half] = quantizeBlock(o, q.quantizer, x[half], mag, scale,
                                  draws ? drawn[half] : nullptr);
    return;
  }
  Candidate<IROps> rows[2][2], sums[2];
  for (unsigned half = 0; half < 2; ++half)
    scoreTileRow(o, q.quantizer, x[half], mag, scale, rows[half]);
  for (unsigned c = 0; c < 2; ++c) {
    F error = lb.scalar.f32(0.0f), alignment = error;
    for (unsigned half = 0; half < 2; ++half) {
      error = addLanes(lb, error, rows[half][c].error);
      alignment = addLanes(lb, alignment, rows[half][c].alignment);
    }
    sums[c].error = lb.splat(error);
    sums[c].alignment = lb.splat(alignment);
  }
  B pick = preferSecond(o, q.quantizer, sums[0], sums[1]);
  for (unsigned half = 0; half < 2; ++half)
    codes[half] = finishTileRow(o, x[half], mag, rows[half], pick);
}

static void emitTiles(Quantization &q, const TensorScale<IROps> &tensor) {
  LoopBuilder &lb = q.lb;
  IROps &o = lb.lanes;
  bool draws = q.quantizer.element == ElementRounding::Stochastic;
  int64_t tileRows = 2 * kLanes;
  q.forEachTile(tileRows, [&](Value batch, Value row) {
    TensorScale<IROps> scale = splatTensorScale(q, tensor);
    Value second = lb.add(row, kLanes);
    std::unique_ptr<BlockReader> readers[2] = {
        q.makeReader(batch, row, tileRows),
        q.makeReader(batch, second, tileRows)};
    Scales scales(lb, q.scales);
    TileWriter writers[2] = {
        TileWriter(lb, q.data, scales, batch, row, q.rows, tileRows),
        TileWriter(lb, q.data, scales, batch, second, q.rows, tileRows)};
    std::optional<RandomSource<IROps>> random;
    I counterRows[2];
    if (draws) {
      random = splatRandomSource(lb, *q.random);
      counterRows[0] = q.counterRows(batch, row);
      counterRows[1] = q.counterRows(batch, second);
    }
    lb.forEach(lb.index(0), q.blocks, 1, [&](Value block) {
      F x[2][kBlock];
      I drawn[2][kBlock];
      for (unsigned half = 0; half < 2; ++half) {
        readers[half]->load(lb.mul(block, kBlock), x[half]);
        if (draws)
          drawForElements(o, *random, q.counterBlock(block), counterRows[half],
                          drawn[half]);
      }
      BlockCodes<IROps> codes[2];
      emitTile(q, scale, x, drawn, codes);
      for (unsigned half : {1, 0}) {
        writers[half].storeCodes(block, codes[half].words);
        writers[half].storeScales(block, codes[half].scale);
      }
    });
  });
}

F loops::emitRounding(Quantization &q) {
  TensorScale<IROps> tensor =
      tensorScaleFromAmax(q.lb.scalar, q.quantizer, q.amax);
  if (q.quantizer.blockRows == 1)
    emitRows(q, tensor);
  else
    emitTiles(q, tensor);
  return tensor.ts;
}

//===----------------------------------------------------------------------===//
// Every quantizer
//===----------------------------------------------------------------------===//

I loops::emitAmax(Quantization &q) {
  LoopBuilder &lb = q.lb;
  IROps &o = lb.lanes, &s = lb.scalar;
  Value tilesPerBatch = lb.ceilDiv(q.rows, kLanes);
  Value tiles = lb.mul(q.batches, tilesPerBatch);
  Value partial = lb.buffer({-1}, s.getIType(), tiles);
  q.forEachTile(kLanes, [&](Value batch, Value row) {
    std::unique_ptr<BlockReader> reader = q.makeReader(batch, row, kLanes);
    SmallVector<Value> found =
        lb.forEach(lb.index(0), q.blocks, 1, o.u32(0).value,
                   [&](Value block, ValueRange carried) -> SmallVector<Value> {
                     F x[kBlock];
                     reader->load(lb.mul(block, kBlock), x);
                     I m{carried[0]};
                     for (F v : x)
                       m = accumulateFiniteMagnitude(o, m, v);
                     return {m.value};
                   });
    Value tile = lb.add(lb.mul(batch, tilesPerBatch), lb.div(row, kLanes));
    lb.store(lb.maxLane(I{found[0]}).value, partial, tile);
  });
  return emitMaximum(lb, partial, tiles);
}

void loops::emitQuantization(Quantization &q, Value prescale,
                             Value tensorScale) {
  LoopBuilder &lb = q.lb;
  F ts;
  if (q.quantizer.isPostHoc())
    ts = emitPostHocEden(q);
  else if (q.quantizer.correction != Correction::None)
    ts = emitAlignedEden(q);
  else
    ts = emitRounding(q);
  Scales(lb, q.scales).zeroPadding(q.rows, q.blocks);
  if (prescale)
    ts = lb.scalar.mul(ts, F{lb.load(prescale, {})});
  lb.store(ts.value, tensorScale, {});
}

//===----------------------------------------------------------------------===//
// The operation
//===----------------------------------------------------------------------===//

namespace {

struct QuantizeLowering : public OpRewritePattern<nvfp4::QuantizeOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(nvfp4::QuantizeOp op,
                                PatternRewriter &rewriter) const override {
    if (failed(checkSupported(op, rewriter)))
      return failure();
    LoopBuilder lb(rewriter, op.getLoc());
    IROps &s = lb.scalar;
    const Quantizer &quantizer = op.getQuantizer().getSpec();
    Value data = op.getDataInit();
    Value blocks = lb.div(lb.dim(data, -1), packedColumns(kBlock));
    Source source = makeSource(lb, op.getInput(), op.getTranspose(),
                               lb.mul(blocks, kBlock), op.getValidRows());
    Quantization q{lb,
                   quantizer,
                   [&](Value batch, Value row, int64_t tileRows) {
                     return std::make_unique<TileReader>(lb, source, batch, row,
                                                         tileRows);
                   },
                   data,
                   op.getScalesInit(),
                   getBatch(lb, data),
                   source.rows,
                   blocks,
                   /*amax=*/{},
                   /*random=*/std::nullopt,
                   s.u32(0),
                   s.u32(0)};
    if (op.getSeed())
      q.random =
          emitRandomSource(lb, op.getSeed(), uint32_t(op.getSite().value_or(0)),
                           op.getInstance());
    if (!op.getOffsets().empty()) {
      q.firstRow = lb.toWord(op.getOffsets()[0]);
      q.firstBlock = lb.toWord(lb.div(op.getOffsets()[1], kBlock));
    }
    if (op.getAmax())
      q.amax = magnitude(s, F{lb.load(op.getAmax(), {})});
    else if (!quantizer.isPostHoc())
      q.amax = emitAmax(lb, op.getInput(), op.getValidRows());

    emitQuantization(q, op.getPrescale(), op.getTensorScaleInit());
    lb.freeBuffers();
    rewriter.eraseOp(op);
    return success();
  }
};

} // namespace

void loops::populateQuantizePatterns(RewritePatternSet &patterns) {
  patterns.add<QuantizeLowering>(patterns.getContext());
}
