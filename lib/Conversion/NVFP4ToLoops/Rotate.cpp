//===- Rotate.cpp - nvfp4.rotate ------------------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Eight rows of one rotation group at a time: butterflies inside each column
// block in registers, then across the blocks through scratch.
//
//===----------------------------------------------------------------------===//

#include "Lowerings.h"
#include "MatrixAccess.h"
#include "quartet/Dialect/NVFP4/IR/NVFP4.h"
#include "quartet/Numerics/Floats.h"
#include "quartet/Numerics/Hadamard.h"

using namespace mlir;
using namespace quartet;
using namespace quartet::loops;
using namespace quartet::numerics;

/// One word of signs per column block of the destination.
static Value emitSigns(LoopBuilder &lb, nvfp4::RotateOp op, Value blocks) {
  IROps &s = lb.scalar;
  auto random = emitRandomSource(lb, op.getSeed(), uint32_t(op.getSite()),
                                 op.getInstance());
  I first = s.u32(0);
  if (!op.getOffsets().empty())
    first = lb.toWord(lb.div(op.getOffsets()[1], kBlock));
  Value signs = lb.buffer({-1}, s.getIType(), blocks);
  lb.forEach(lb.index(0), blocks, 1, [&](Value block) {
    I counter = s.iadd(first, lb.toWord(block));
    lb.store(drawSigns(s, random, counter).value, signs, block);
  });
  return signs;
}

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
    IROps &o = lb.lanes;
    Value init = op.getInit();
    int64_t group = op.getGroup(), groupBlocks = group / kBlock;
    Value columns = lb.dim(init, -1);
    Source source = makeSource(lb, op.getInput(), op.getTranspose(), columns);
    bool isBF16 =
        cast<MemRefType>(op.getInput().getType()).getElementType().isBF16();
    Value signs = emitSigns(lb, op, lb.div(columns, kBlock));
    Value last = lb.sub(source.rows, lb.index(1));

    lb.parallel(
        {getBatch(lb, init), source.rows}, {1, kLanes}, [&](ValueRange ivs) {
          Value batch = ivs[0], row = ivs[1];
          TileReader reader(lb, source, batch, row);
          Value rows[kLanes];
          for (int64_t i = 0; i < kLanes; ++i)
            rows[i] = lb.min(lb.add(row, i), last);
          Value scratch = lb.scratch({group, kLanes}, lb.b.getF32Type());
          auto at = [&](Value column) {
            return SmallVector<Value>{column, lb.index(0)};
          };
          lb.forEach(lb.index(0), columns, group, [&](Value first) {
            lb.forEach(
                lb.index(0), lb.index(group), kBlock, [&](Value inGroup) {
                  Value column = lb.add(first, inGroup);
                  F x[kBlock];
                  reader.load(column, x);
                  if (!isBF16)
                    for (F &v : x)
                      v = fromBF16(o, toBF16(o, v)); // hadamard_c6
                  Value word = lb.load(signs, lb.div(column, kBlock));
                  applySigns(o, lb.splat(I{word}), x);
                  hadamard16(o, x);
                  for (int64_t j = 0; j < kBlock; ++j)
                    lb.storeVector(x[j].value, scratch, at(lb.add(inGroup, j)));
                });
            if (groupBlocks > 1)
              lb.forEach(lb.index(0), lb.index(kBlock), 1, [&](Value j) {
                SmallVector<F> x;
                for (int64_t block = 0; block < groupBlocks; ++block)
                  x.push_back({lb.loadVector(
                      scratch, at(lb.add(j, block * kBlock)), kLanes)});
                hadamardAcross(o, x.data(), unsigned(groupBlocks), /*step=*/1);
                for (int64_t block = 0; block < groupBlocks; ++block)
                  lb.storeVector(x[block].value, scratch,
                                 at(lb.add(j, block * kBlock)));
              });
            lb.forEach(
                lb.index(0), lb.index(group), kLanes, [&](Value inGroup) {
                  Value v[kLanes];
                  for (int64_t j = 0; j < kLanes; ++j)
                    v[j] =
                        lb.loadVector(scratch, at(lb.add(inGroup, j)), kLanes);
                  storeColumns(lb, v, init, batch, rows,
                               lb.add(first, inGroup));
                });
          });
        });
    lb.freeBuffers();
    rewriter.eraseOp(op);
    return success();
  }
};

} // namespace

void loops::populateRotatePatterns(RewritePatternSet &patterns) {
  patterns.add<RotateLowering>(patterns.getContext());
}
