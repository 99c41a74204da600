//===- Dequantize.cpp - nvfp4.dequantize ----------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Here a lane is a column: the codes of a packed word lie side by side in the
// result.
//
//===----------------------------------------------------------------------===//

#include "Decode.h"
#include "Lowerings.h"
#include "MatrixAccess.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "quartet/Dialect/NVFP4/IR/NVFP4.h"
#include "quartet/Numerics/E4M3.h"
#include "quartet/Numerics/Epilogue.h"
#include "quartet/Numerics/ScaleLayout.h"

using namespace mlir;
using namespace quartet;
using namespace quartet::loops;
using namespace quartet::numerics;

/// Stores the lanes of `v` whose column is below `columns`.
static void storeColumns(LoopBuilder &lb, Value v, Value memref, Value batch,
                         Value row, Value column, Value columns) {
  auto at = [&](Value c) { return withBatch(memref, batch, {row, c}); };
  // Whole blocks are decoded, so that half a block may lie beyond the columns.
  if (isMultipleOf(columns, kBlock)) {
    lb.storeVector(v, memref, at(column));
    return;
  }
  lb.branch(
      lb.isAtMost(lb.add(column, kLanes), columns),
      [&] { lb.storeVector(v, memref, at(column)); },
      [&] {
        auto type = cast<VectorType>(v.getType());
        Value staging = lb.scratch({kLanes}, type.getElementType());
        lb.storeVector(v, staging, lb.index(0));
        Value left = lb.max(lb.sub(columns, column), lb.index(0));
        lb.forEach(lb.index(0), left, 1, [&](Value i) {
          lb.store(lb.load(staging, i), memref, at(lb.add(column, i)));
        });
      });
}

namespace {

struct DequantizeLowering : public OpRewritePattern<nvfp4::DequantizeOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(nvfp4::DequantizeOp op,
                                PatternRewriter &rewriter) const override {
    if (failed(checkSupported(op, rewriter)))
      return failure();
    LoopBuilder lb(rewriter, op.getLoc());
    IROps &o = lb.lanes;
    Value data = op.getData(), init = op.getInit();
    Type element = cast<MemRefType>(init.getType()).getElementType();
    Value rows = lb.dim(init, -2), columns = lb.dim(init, -1);
    Value blocks = lb.ceilDiv(columns, kBlock);
    Scales scales(lb, op.getScales());
    F ts;
    if (op.getTensorScale())
      ts = F{lb.load(op.getTensorScale(), {})};

    lb.parallel({getBatch(lb, init), rows}, {1, kLanes}, [&](ValueRange ivs) {
      Value batch = ivs[0];
      Value end = lb.min(lb.add(ivs[1], kLanes), rows);
      F tensorScale = op.getTensorScale() ? lb.splat(ts) : F();
      lb.forEach(ivs[1], end, 1, [&](Value row) {
        ScaleRow scaleRow = scales.atRow(batch, row);
        lb.forEach(lb.index(0), blocks, 1, [&](Value block) {
          F scale = lb.splat(emitScale(lb, scales, scaleRow, block));
          I words[2];
          loadWords(lb, data, batch, row, block, words);
          for (unsigned w = 0; w < 2; ++w) {
            F code = decodeAlongLanes(lb, words[w]);
            F v = op.getTensorScale()
                      ? dequantizeElement(o, code, scale, tensorScale)
                      : o.mul(code, scale);
            Value column = lb.add(lb.mul(block, kBlock), w * kLanes);
            storeColumns(lb, narrow(lb, o, v, element), init, batch, row,
                         column, columns);
          }
        });
      });
    });
    rewriter.eraseOp(op);
    return success();
  }
};

} // namespace

void loops::populateDequantizePatterns(RewritePatternSet &patterns) {
  patterns.add<DequantizeLowering>(patterns.getContext());
}
