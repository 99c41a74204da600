//===- Epilogue.cpp - From sums to stored results -------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Eight columns at a time where the epilogue region allows it, else one by one.
// The order is epilogue_c1: tensor scales, power of two, the destination's old
// value, one NaN for all (epilogue_c2), the region.
//
//===----------------------------------------------------------------------===//

#include "quartet/Numerics/Epilogue.h"
#include "ScaledMatmul.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "quartet/Dialect/NVFP4/Transforms/Epilogue.h"

using namespace mlir;
using namespace quartet;
using namespace quartet::loops;

/// Position of the column among the destination's dimensions, which are
/// (m, n) or (b, m, n).
static unsigned getColumnDim(nvfp4::ScaledMatmulOp op) {
  return cast<MemRefType>(op.getInit().getType()).getRank() - 1;
}

namespace {

/// Evaluates the epilogue of one element, or of `o.getLanes()` columns.
class EpilogueEmitter {
public:
  EpilogueEmitter(Matmul &matmul, IROps &o)
      : matmul(matmul), lb(matmul.lb), o(o) {}

  /// Stores the result at `at`, an index per dimension of the destination.
  void emit(F sum, ArrayRef<Value> at);

private:
  Type inLanes(Type type) {
    return isVector() ? Type(VectorType::get({o.getLanes()}, type)) : type;
  }
  bool isVector() const { return o.getLanes() > 1; }
  Value splat(Value v) {
    if (!isVector())
      return v;
    return vector::BroadcastOp::create(lb.b, lb.loc, inLanes(v.getType()), v);
  }
  /// Elements from `indices` on; one element in every lane unless `advances`.
  Value load(Value memref, ArrayRef<Value> indices, bool advances) {
    if (isVector() && advances)
      return lb.loadVector(memref, indices, o.getLanes());
    return splat(lb.load(memref, indices));
  }
  Value emitRegion(F value, ArrayRef<Value> at);

  Matmul &matmul;
  LoopBuilder &lb;
  IROps &o;
};

} // namespace

Value EpilogueEmitter::emitRegion(F value, ArrayRef<Value> at) {
  nvfp4::ScaledMatmulOp op = matmul.op;
  SmallVector<Value> arguments{value.value};
  unsigned columnDim = getColumnDim(op);
  for (auto [i, input] : llvm::enumerate(op.getEpilogueInputs())) {
    AffineMap map = op.getEpilogueMapValues()[i];
    SmallVector<Value> indices;
    for (AffineExpr expr : map.getResults())
      indices.push_back(at[cast<AffineDimExpr>(expr).getPosition()]);
    arguments.push_back(load(input, indices, map.isFunctionOfDim(columnDim)));
  }
  return nvfp4::inlineEpilogue(lb.b, lb.loc, op, arguments, o.getLanes());
}

void EpilogueEmitter::emit(F sum, ArrayRef<Value> at) {
  nvfp4::ScaledMatmulOp op = matmul.op;
  Value init = op.getInit();
  F v = numerics::scaleAccumulator(o, sum, F{splat(matmul.lhsScale.value)},
                                   F{splat(matmul.rhsScale.value)},
                                   int(op.getScaleLog2()));
  if (op.getAccumulate())
    v = o.add(v, widen(lb, o, load(init, at, /*advances=*/true)));
  v = numerics::canonicalizeResult(o, v);
  Type element = cast<MemRefType>(init.getType()).getElementType();
  Value result =
      op.getEpilogue().empty() ? narrow(lb, o, v, element) : emitRegion(v, at);
  if (isVector())
    lb.storeVector(result, init, at);
  else
    lb.store(result, init, at);
}

void loops::emitEpilogueRow(Matmul &matmul, Value batch, Value m, Value n,
                            Value count, Value sums, Value sumRow) {
  LoopBuilder &lb = matmul.lb;
  auto at = [&](Value column) {
    return withBatch(matmul.op.getInit(), batch, {m, lb.add(n, column)});
  };
  Value whole = lb.index(0);
  if (nvfp4::isEpilogueVectorizable(matmul.op)) {
    whole = lb.mul(lb.div(count, kLanes), kLanes);
    lb.forEach(lb.index(0), whole, kLanes, [&](Value column) {
      F sum{lb.loadVector(sums, {sumRow, column}, kLanes)};
      EpilogueEmitter(matmul, lb.lanes).emit(sum, at(column));
    });
  }
  lb.forEach(whole, count, 1, [&](Value column) {
    F sum{lb.load(sums, {sumRow, column})};
    EpilogueEmitter(matmul, lb.scalar).emit(sum, at(column));
  });
}
