//===- LoopBuilder.cpp - Loops, index arithmetic and scratch --------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "LoopBuilder.h"

#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"

using namespace mlir;
using namespace quartet;
using namespace quartet::loops;

LoopBuilder::LoopBuilder(OpBuilder &builder, Location loc)
    : CodeBuilder(builder, loc), lanes(builder, loc, kLanes) {}

//===----------------------------------------------------------------------===//
// Memory
//===----------------------------------------------------------------------===//

Value LoopBuilder::scratch(ArrayRef<int64_t> shape, Type element) {
  OpBuilder::InsertionGuard guard(b);
  if (scratchBlock)
    b.setInsertionPointToStart(scratchBlock);
  return memref::AllocaOp::create(b, loc, MemRefType::get(shape, element),
                                  b.getI64IntegerAttr(64));
}

//===----------------------------------------------------------------------===//
// Vectors
//===----------------------------------------------------------------------===//

F LoopBuilder::splat(F scalarValue) {
  return {
      vector::BroadcastOp::create(b, loc, lanes.getFType(), scalarValue.value)};
}
I LoopBuilder::splat(I scalarValue) {
  return {
      vector::BroadcastOp::create(b, loc, lanes.getIType(), scalarValue.value)};
}
I LoopBuilder::ascending(I first) {
  return lanes.iadd(splat(first), lanes.u32Lanes({0, 1, 2, 3, 4, 5, 6, 7}));
}
I LoopBuilder::maxLane(I vector) {
  return {vector::ReductionOp::create(b, loc, vector::CombiningKind::MAXUI,
                                      vector.value)};
}

//===----------------------------------------------------------------------===//
// Loops
//===----------------------------------------------------------------------===//

void LoopBuilder::parallel(ValueRange extents, ArrayRef<int64_t> steps,
                           function_ref<void(ValueRange)> body) {
  SmallVector<Value> zeros(extents.size(), index(0)), stepValues;
  for (int64_t step : steps)
    stepValues.push_back(index(step));
  auto loop = scf::ParallelOp::create(b, loc, zeros, extents, stepValues);
  OpBuilder::InsertionGuard guard(b);
  Block *outer = scratchBlock;
  scratchBlock = loop.getBody();
  b.setInsertionPoint(loop.getBody()->getTerminator());
  body(loop.getInductionVars());
  scratchBlock = outer;
}
