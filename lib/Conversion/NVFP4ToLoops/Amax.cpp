//===- Amax.cpp - The largest magnitude of a matrix -----------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Tiles of eight rows leave their maxima, as integers, in a buffer that one
// loop then reduces: the order does not matter to a maximum. Here a lane is a
// column, since elements need no other treatment.
//
//===----------------------------------------------------------------------===//

#include "Lowerings.h"
#include "MatrixAccess.h"
#include "quartet/Dialect/NVFP4/IR/NVFP4.h"
#include "quartet/Numerics/TensorScale.h"

using namespace mlir;
using namespace quartet;
using namespace quartet::loops;

/// The largest finite magnitude of one row, `soFar` included.
static I emitRowAmax(LoopBuilder &lb, Value memref, Value batch, Value row,
                     I soFar) {
  IROps &o = lb.lanes, &s = lb.scalar;
  Value columns = lb.dim(memref, -1);
  Value whole = lb.mul(lb.div(columns, kLanes), kLanes);
  SmallVector<Value> inLanes =
      lb.forEach(lb.index(0), whole, kLanes, o.u32(0).value,
                 [&](Value column, ValueRange carried) -> SmallVector<Value> {
                   Value v = lb.loadVector(
                       memref, withBatch(memref, batch, {row, column}), kLanes);
                   return {numerics::accumulateFiniteMagnitude(o, I{carried[0]},
                                                               widen(lb, o, v))
                               .value};
                 });
  I m = numerics::umax(s, soFar, lb.maxLane(I{inLanes[0]}));
  SmallVector<Value> rest =
      lb.forEach(whole, columns, 1, m.value,
                 [&](Value column, ValueRange carried) -> SmallVector<Value> {
                   Value v =
                       lb.load(memref, withBatch(memref, batch, {row, column}));
                   return {numerics::accumulateFiniteMagnitude(s, I{carried[0]},
                                                               widen(lb, s, v))
                               .value};
                 });
  return {rest[0]};
}

I loops::emitMaximum(LoopBuilder &lb, Value words, Value count) {
  IROps &s = lb.scalar;
  SmallVector<Value> m = lb.forEach(
      lb.index(0), count, 1, s.u32(0).value,
      [&](Value i, ValueRange carried) -> SmallVector<Value> {
        return {numerics::umax(s, I{carried[0]}, I{lb.load(words, i)}).value};
      });
  return {m[0]};
}

I loops::emitAmax(LoopBuilder &lb, Value memref, Value validRows) {
  IROps &s = lb.scalar;
  Value rows = lb.dim(memref, -2);
  if (validRows)
    rows = lb.min(rows, validRows);
  Value batches = getBatch(lb, memref);
  Value tilesPerBatch = lb.ceilDiv(rows, kLanes);
  Value tiles = lb.mul(batches, tilesPerBatch);
  Value partial = lb.buffer({-1}, s.getIType(), tiles);
  lb.parallel({batches, rows}, {1, kLanes}, [&](ValueRange ivs) {
    Value batch = ivs[0], row = ivs[1];
    Value end = lb.min(lb.add(row, kLanes), rows);
    SmallVector<Value> m = lb.forEach(
        row, end, 1, s.u32(0).value,
        [&](Value r, ValueRange carried) -> SmallVector<Value> {
          return {emitRowAmax(lb, memref, batch, r, I{carried[0]}).value};
        });
    Value tile = lb.add(lb.mul(batch, tilesPerBatch), lb.div(row, kLanes));
    lb.store(m[0], partial, tile);
  });
  return emitMaximum(lb, partial, tiles);
}

namespace {

struct AmaxLowering : public OpRewritePattern<nvfp4::AmaxOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(nvfp4::AmaxOp op,
                                PatternRewriter &rewriter) const override {
    if (failed(checkSupported(op, rewriter)))
      return failure();
    LoopBuilder lb(rewriter, op.getLoc());
    IROps &s = lb.scalar;
    I found = emitAmax(lb, op.getInput(), /*validRows=*/{});
    I clamped = numerics::clampMaximum(s, found);
    I old = s.bits(F{lb.load(op.getInit(), {})});
    lb.store(s.fromBits(numerics::umax(s, old, clamped)).value, op.getInit(),
             {});
    lb.freeBuffers();
    rewriter.eraseOp(op);
    return success();
  }
};

} // namespace

void loops::populateAmaxPatterns(RewritePatternSet &patterns) {
  patterns.add<AmaxLowering>(patterns.getContext());
}
