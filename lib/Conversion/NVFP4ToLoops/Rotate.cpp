//===- Rotate.cpp - nvfp4.rotate ------------------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Writes what RotatingReader rotates.
//
//===----------------------------------------------------------------------===//

#include "Lowerings.h"
#include "MatrixAccess.h"
#include "quartet/Dialect/NVFP4/IR/NVFP4.h"

using namespace mlir;
using namespace quartet;
using namespace quartet::loops;
using namespace quartet::numerics;

/// Writes 8 columns of 8 rows, held one column per vector, from `column`.
static void storeColumns(LoopBuilder &lb, Value (&v)[kLanes], Value memref,
                         Value batch, const Value (&rows)[kLanes],
                         Value column) {
  transpose8x8(lb, v);
  // Rows past the end are clamped to the last row and come before it.
  for (int64_t i = kLanes - 1; i >= 0; --i)
    lb.storeVector(v[i], memref, withBatch(memref, batch, {rows[i], column}));
}

namespace {

struct RotateLowering : public OpRewritePattern<nvfp4::RotateOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(nvfp4::RotateOp op,
                                PatternRewriter &rewriter) const override {
    if (failed(checkSupported(op, rewriter)))
      return failure();
    LoopBuilder lb(rewriter, op.getLoc());
    Value init = op.getInit();
    int64_t group = op.getGroup();
    Value columns = lb.dim(init, -1);
    Source source = makeSource(lb, op.getInput(), op.getTranspose(), columns);
    bool isBF16 =
        cast<MemRefType>(op.getInput().getType()).getElementType().isBF16();
    I firstBlock = lb.scalar.u32(0);
    if (!op.getOffsets().empty())
      firstBlock = lb.toWord(lb.div(op.getOffsets()[1], kBlock));
    Value signs =
        emitSigns(lb, op.getSeed(), uint32_t(op.getSite()), op.getInstance(),
                  firstBlock, lb.div(columns, kBlock));
    Value last = lb.sub(source.rows, lb.index(1));

    auto emitTile = [&](ValueRange ivs) {
      Value batch = ivs[0], row = ivs[1];
      RotatingReader reader(
          lb, std::make_unique<TileReader>(lb, source, batch, row), signs,
          group, isBF16);
      Value rows[kLanes];
      for (int64_t i = 0; i < kLanes; ++i)
        rows[i] = lb.min(lb.add(row, i), last);
      lb.forEach(lb.index(0), columns, group, [&](Value first) {
        reader.rotateGroup(first);
        lb.forEach(lb.index(0), lb.index(group), kLanes, [&](Value inGroup) {
          Value v[kLanes];
          for (int64_t j = 0; j < kLanes; ++j)
            v[j] = reader.loadRotated(lb.add(inGroup, j));
          storeColumns(lb, v, init, batch, rows, lb.add(first, inGroup));
        });
      });
    };
    lb.parallel({getBatch(lb, init), source.rows}, {1, kLanes}, emitTile);
    lb.freeBuffers();
    rewriter.eraseOp(op);
    return success();
  }
};

} // namespace

void loops::populateRotatePatterns(RewritePatternSet &patterns) {
  patterns.add<RotateLowering>(patterns.getContext());
}
