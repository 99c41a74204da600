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
#include "mlir/IR/IRMapping.h"

using namespace mlir;
using namespace quartet;
using namespace quartet::loops;

/// Position of the column among the destination's dimensions, which are
/// (m, n) or (b, m, n).
static unsigned getColumnDim(nvfp4::ScaledMatmulOp op) {
  return cast<MemRefType>(op.getInit().getType()).getRank() - 1;
}

/// True if the elements that `map` selects for consecutive columns are one
/// element or lie next to each other.
static bool isContiguousInColumns(AffineMap map, unsigned columnDim) {
  for (auto [i, expr] : llvm::enumerate(map.getResults()))
    if (expr.isFunctionOfDim(columnDim) && i + 1 != map.getNumResults())
      return false;
  return true;
}

/// True if the epilogue can be evaluated on vectors of columns.
static bool isVectorizable(nvfp4::ScaledMatmulOp op) {
  if (op.getEpilogue().empty())
    return true;
  auto isElement = [](Type type) {
    return VectorType::isValidElementType(type) && !type.isIndex();
  };
  // Bits of i1 vectors are packed, those of i1 buffers are not.
  auto isLoadable = [&](Type type) {
    return isElement(type) && type.getIntOrFloatBitWidth() % 8 == 0;
  };
  Block &block = op.getEpilogue().front();
  if (!llvm::all_of(block.getArgumentTypes(), isLoadable))
    return false;
  for (AffineMap map : op.getEpilogueMapValues())
    if (!isContiguousInColumns(map, getColumnDim(op)))
      return false;
  for (Operation &inner : block.without_terminator()) {
    if (!llvm::all_of(inner.getResultTypes(), isElement) ||
        !llvm::all_of(inner.getOperandTypes(), isElement))
      return false;
    if (!inner.hasTrait<OpTrait::ConstantLike>() &&
        !OpTrait::hasElementwiseMappableTraits(&inner))
      return false;
  }
  return true;
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
  void cloneInLanes(Operation &op, IRMapping &mapping);

  Matmul &matmul;
  LoopBuilder &lb;
  IROps &o;
};

} // namespace

void EpilogueEmitter::cloneInLanes(Operation &op, IRMapping &mapping) {
  if (!isVector()) {
    lb.b.clone(op, mapping);
    return;
  }
  if (op.hasTrait<OpTrait::ConstantLike>()) {
    Operation *single = lb.b.clone(op);
    mapping.map(op.getResult(0), splat(single->getResult(0)));
    return;
  }
  SmallVector<Value> operands;
  for (Value operand : op.getOperands())
    operands.push_back(mapping.contains(operand) ? mapping.lookup(operand)
                                                 : splat(operand));
  SmallVector<Type> types;
  for (Type type : op.getResultTypes())
    types.push_back(inLanes(type));
  Operation *clone = lb.b.create(lb.loc, op.getName().getIdentifier(), operands,
                                 types, op.getAttrs());
  mapping.map(op.getResults(), clone->getResults());
}

Value EpilogueEmitter::emitRegion(F value, ArrayRef<Value> at) {
  nvfp4::ScaledMatmulOp op = matmul.op;
  Block &block = op.getEpilogue().front();
  IRMapping mapping;
  mapping.map(block.getArgument(0), value.value);
  unsigned columnDim = getColumnDim(op);
  for (auto [i, input] : llvm::enumerate(op.getEpilogueInputs())) {
    AffineMap map = op.getEpilogueMapValues()[i];
    SmallVector<Value> indices;
    for (AffineExpr expr : map.getResults())
      indices.push_back(at[cast<AffineDimExpr>(expr).getPosition()]);
    mapping.map(block.getArgument(i + 1),
                load(input, indices, map.isFunctionOfDim(columnDim)));
  }
  for (Operation &inner : block.without_terminator())
    cloneInLanes(inner, mapping);
  Value result = block.getTerminator()->getOperand(0);
  return mapping.contains(result) ? mapping.lookup(result) : splat(result);
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
  if (isVectorizable(matmul.op)) {
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
