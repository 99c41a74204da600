//===- ScaledMatmul.cpp - nvfp4.scaled_matmul -----------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Chooses between the two loop nests, at run time if the number of rows is only
// known then, and holds the one for a single row. The tiled one is in
// MicroKernel.cpp.
//
//===----------------------------------------------------------------------===//

#include "ScaledMatmul.h"

#include "Lowerings.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "quartet/Numerics/Epilogue.h"
#include "quartet/Numerics/ScaleLayout.h"

using namespace mlir;
using namespace quartet;
using namespace quartet::loops;
using namespace quartet::numerics;

/// Decodes the first row of the left operand of each batch element.
static void emitDecodedRow(Matmul &matmul) {
  LoopBuilder &lb = matmul.lb;
  Value data = matmul.op.getLhs();
  Scales scales(lb, matmul.op.getLhsScales());
  Value blocks = lb.mul(matmul.units, scaleColumns(kUnit));
  lb.forEach(lb.index(0), matmul.batches, 1, [&](Value batch) {
    ScaleRow scaleRow = scales.atRow(batch, lb.index(0));
    lb.forEach(lb.index(0), blocks, 1, [&](Value block) {
      F scale = lb.splat(emitScale(lb, scales, scaleRow, block));
      I words[2];
      loadWords(lb, data, batch, lb.index(0), block, words);
      for (unsigned w = 0; w < 2; ++w) {
        F v = lb.lanes.mul(decodeAlongLanes(lb, words[w]), scale);
        Value column = lb.add(lb.mul(block, kBlock), w * kLanes);
        lb.storeVector(v.value, matmul.decodedRow, {batch, column});
      }
    });
  });
}

void loops::emitRowMatmul(Matmul &matmul) {
  LoopBuilder &lb = matmul.lb;
  IROps &o = lb.lanes;
  // Two chains of dependent fma per iteration keep the multipliers busy.
  constexpr int64_t kChains = 2, kColumns = kChains * kLanes;
  emitDecodedRow(matmul);
  Scales rhsScales(lb, matmul.op.getRhsScales());
  lb.parallel({matmul.batches, matmul.n}, {1, kColumns}, [&](ValueRange ivs) {
    Value batch = ivs[0], n = ivs[1];
    SmallVector<RowDecoder, kChains> decoders;
    for (int64_t c = 0; c < kChains; ++c)
      decoders.emplace_back(lb, matmul.op.getRhs(), rhsScales, batch,
                            lb.add(n, c * kLanes), matmul.n);
    SmallVector<Value> zeros(kChains, o.f32(0.0f).value);
    SmallVector<Value> sums = lb.forEach(
        lb.index(0), matmul.units, 1, zeros,
        [&](Value unit, ValueRange carried) {
          SmallVector<Value> acc(carried);
          Value first = lb.mul(unit, kUnit);
          for (int64_t c = 0; c < kChains; ++c)
            decoders[c].decodeUnit(unit, [&](int64_t i, F b) {
              Value a = lb.load(matmul.decodedRow, {batch, lb.add(first, i)});
              acc[c] = accumulateProduct(o, F{acc[c]}, lb.splat(F{a}), b).value;
            });
          return acc;
        });
    Value staging = lb.scratch({1, kColumns}, lb.b.getF32Type());
    for (int64_t c = 0; c < kChains; ++c)
      lb.storeVector(sums[c], staging, {lb.index(0), lb.index(c * kLanes)});
    Value count = lb.min(lb.sub(matmul.n, n), lb.index(kColumns));
    emitEpilogueRow(matmul, batch, lb.index(0), n, count, staging, lb.index(0));
  });
}

namespace {

struct ScaledMatmulLowering : public OpRewritePattern<nvfp4::ScaledMatmulOp> {
  ScaledMatmulLowering(MLIRContext *context, int64_t vectorLanes)
      : OpRewritePattern(context), vectorLanes(vectorLanes) {}

  LogicalResult matchAndRewrite(nvfp4::ScaledMatmulOp op,
                                PatternRewriter &rewriter) const override {
    if (failed(checkSupported(op, rewriter)))
      return failure();
    LoopBuilder lb(rewriter, op.getLoc());
    Value init = op.getInit();
    Matmul matmul{lb,
                  op,
                  getBatch(lb, init),
                  lb.dim(init, -2),
                  lb.dim(init, -1),
                  lb.div(lb.dim(op.getLhs(), -1), packedColumns(kUnit)),
                  F{lb.load(op.getLhsTensorScale(), {})},
                  F{lb.load(op.getRhsTensorScale(), {})},
                  vectorLanes,
                  /*decodedRow=*/{}};
    std::optional<int64_t> rows = getConstant(matmul.m);
    if (!rows || *rows == 1)
      matmul.decodedRow =
          lb.buffer({-1, -1}, rewriter.getF32Type(),
                    {matmul.batches, lb.mul(matmul.units, kUnit)});
    if (rows && *rows == 1) {
      emitRowMatmul(matmul);
    } else if (rows) {
      emitTiledMatmul(matmul);
    } else {
      Value one =
          arith::CmpIOp::create(rewriter, op.getLoc(), arith::CmpIPredicate::eq,
                                matmul.m, lb.index(1));
      lb.branch(
          one, [&] { emitRowMatmul(matmul); },
          [&] { emitTiledMatmul(matmul); });
    }
    lb.freeBuffers();
    rewriter.eraseOp(op);
    return success();
  }

  int64_t vectorLanes;
};

} // namespace

void loops::populateScaledMatmulPatterns(
    RewritePatternSet &patterns, const ConvertNVFP4ToLoopsOptions &options) {
  patterns.add<ScaledMatmulLowering>(patterns.getContext(),
                                     options.vectorBytes / 4);
}
