//===- ScaleLayout.cpp - nvfp4.tile_scales and nvfp4.untile_scales --------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Byte by byte: there is one scale to sixteen elements.
//
//===----------------------------------------------------------------------===//

#include "Lowerings.h"
#include "MatrixAccess.h"
#include "quartet/Dialect/NVFP4/IR/NVFP4.h"

using namespace mlir;
using namespace quartet;
using namespace quartet::loops;

/// Copies every scale of the matrix whose linear form is `linear`.
static void emitCopy(LoopBuilder &lb, Value from, Value to, Value linear) {
  Scales source(lb, from), target(lb, to);
  Value rows = lb.dim(linear, -2), columns = lb.dim(linear, -1);
  lb.parallel({getBatch(lb, linear), rows}, {1, kLanes}, [&](ValueRange ivs) {
    Value end = lb.min(lb.add(ivs[1], kLanes), rows);
    lb.forEach(ivs[1], end, 1, [&](Value row) {
      ScaleRow at = source.atRow(ivs[0], row);
      ScaleRow targetAt = target.atRow(ivs[0], row);
      lb.forEach(lb.index(0), columns, 1, [&](Value column) {
        target.storeByte(source.loadByte(at, column), targetAt, column);
      });
    });
  });
}

namespace {

struct TileScalesLowering : public OpRewritePattern<nvfp4::TileScalesOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(nvfp4::TileScalesOp op,
                                PatternRewriter &rewriter) const override {
    if (failed(checkSupported(op, rewriter)))
      return failure();
    LoopBuilder lb(rewriter, op.getLoc());
    Value linear = op.getInput();
    emitCopy(lb, linear, op.getInit(), linear);
    Scales(lb, op.getInit())
        .zeroPadding(lb.dim(linear, -2), lb.dim(linear, -1));
    rewriter.eraseOp(op);
    return success();
  }
};

struct UntileScalesLowering : public OpRewritePattern<nvfp4::UntileScalesOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(nvfp4::UntileScalesOp op,
                                PatternRewriter &rewriter) const override {
    if (failed(checkSupported(op, rewriter)))
      return failure();
    LoopBuilder lb(rewriter, op.getLoc());
    emitCopy(lb, op.getInput(), op.getInit(), op.getInit());
    rewriter.eraseOp(op);
    return success();
  }
};

} // namespace

void loops::populateScaleLayoutPatterns(RewritePatternSet &patterns) {
  patterns.add<TileScalesLowering, UntileScalesLowering>(patterns.getContext());
}
