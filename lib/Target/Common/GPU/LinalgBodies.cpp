//===- LinalgBodies.cpp - Bodies of kernels for linalg --------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The mappings of results to threads that LinalgKernel.h lists.
//
//===----------------------------------------------------------------------===//

#include "LinalgKernel.h"

#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"

using namespace mlir;
using namespace quartet;
using namespace quartet::device;

/// What an access to `length` elements, a power of two, is aligned to.
static llvm::MaybeAlign getAccessAlignment(MemRefType memref, int64_t length) {
  return llvm::MaybeAlign(length * memref.getElementTypeBitWidth() / 8);
}

SmallVector<Value> LinalgKernel::clonePayload(ArrayRef<Value> ivs,
                                              ArrayRef<Value> inputs,
                                              ValueRange partials) {
  IRMapping mapping = captures;
  for (auto [arg, input] : llvm::zip(op.getRegionInputArgs(), inputs))
    if (input)
      mapping.map(arg, input);
  for (auto [arg, partial] : llvm::zip(op.getRegionOutputArgs(), partials))
    if (partial)
      mapping.map(arg, partial);
  for (Operation &nested : op.getBlock()->without_terminator()) {
    if (auto index = dyn_cast<linalg::IndexOp>(nested))
      mapping.map(index.getResult(), ivs[index.getDim()]);
    else
      b.clone(nested, mapping);
  }
  SmallVector<Value> results;
  for (Value value : op.getBlock()->getTerminator()->getOperands())
    results.push_back(mapping.lookupOrDefault(value));
  return results;
}

SmallVector<Value> LinalgKernel::writePayload(ArrayRef<Value> ivs,
                                              ValueRange partials) {
  SmallVector<Value> inputs;
  for (OpOperand *input : op.getDpsInputOperands())
    inputs.push_back(op.payloadUsesValueFromOperand(input) ? load(*input, ivs)
                                                           : Value());
  return clonePayload(ivs, inputs, partials);
}

SmallVector<Value> LinalgKernel::writeReduction(SmallVector<Value> &ivs,
                                                size_t depth,
                                                ValueRange partials) {
  if (depth == reduction.size())
    return writePayload(ivs, partials);
  auto loop = scf::ForOp::create(
      b, loc, getIndex(b, 0), getExtent(b, reduction[depth], /*inside=*/true),
      getIndex(b, 1), partials);
  OpBuilder::InsertionGuard guard(b);
  b.setInsertionPointToStart(loop.getBody());
  ivs[reduction[depth]] = loop.getInductionVar();
  SmallVector<Value> results =
      writeReduction(ivs, depth + 1, loop.getRegionIterArgs());
  b.setInsertionPointToEnd(loop.getBody());
  scf::YieldOp::create(b, loc, results);
  return SmallVector<Value>(loop.getResults());
}

void LinalgKernel::writeGuarded(Value count, function_ref<void(Value)> body) {
  Value part = fold<arith::AddIOp>(
      b, fold<arith::MulIOp>(b, getBlock(), getIndex(b, kBlockThreads)),
      getThread());
  Value isInside =
      arith::CmpIOp::create(b, loc, arith::CmpIPredicate::ult, part, count);
  auto guarded = scf::IfOp::create(b, loc, isInside, /*withElse=*/false);
  OpBuilder::InsertionGuard guard(b);
  b.setInsertionPointToStart(guarded.thenBlock());
  body(part);
}

void LinalgKernel::writeThreadPerResult() {
  writeGuarded(getCount(b, parallel, /*inside=*/true), [&](Value result) {
    SmallVector<Value> ivs(op.getNumLoops());
    delinearize(result, parallel, ivs);
    SmallVector<Value> partials;
    for (OpOperand &init : op.getDpsInitsMutable())
      partials.push_back(!reduction.empty() ||
                                 op.payloadUsesValueFromOperand(&init)
                             ? load(init, ivs)
                             : Value());
    SmallVector<Value> results = writeReduction(ivs, 0, partials);
    for (auto [init, value] : llvm::zip(op.getDpsInitsMutable(), results))
      store(value, init, ivs);
  });
}

int64_t LinalgKernel::getVectorLength() {
  constexpr int64_t kAccessBytes = 16;
  if (parallel.empty() || !reduction.empty())
    return 1;
  unsigned lane = parallel.back();
  int64_t extent = staticExtents[lane];
  if (ShapedType::isDynamic(extent))
    return 1;
  int64_t widest = 0;
  for (OpOperand &operand : op->getOpOperands()) {
    AffineMap map = op.getMatchingIndexingMap(&operand);
    auto memref = dyn_cast<MemRefType>(operand.get().getType());
    if (!memref || !map.isFunctionOfDim(lane)) {
      if (op.isDpsInit(&operand))
        return 1;
      continue;
    }
    // Rows begin at multiples of 16 bytes if their length is one.
    Type element = memref.getElementType();
    if (!memref.getLayout().isIdentity() || !element.isIntOrFloat() ||
        element.getIntOrFloatBitWidth() % 8 != 0 ||
        map.getResults().back() != b.getAffineDimExpr(lane) ||
        memref.getShape().back() != extent ||
        map.dropResult(map.getNumResults() - 1).isFunctionOfDim(lane))
      return 1;
    widest = std::max<int64_t>(widest, element.getIntOrFloatBitWidth() / 8);
  }
  if (widest == 0 || widest >= kAccessBytes)
    return 1;
  int64_t length = kAccessBytes / widest;
  return extent % length == 0 ? length : 1;
}

void LinalgKernel::writeVectors(int64_t length) {
  unsigned lane = parallel.back();
  Value step = getIndex(b, length);
  Value count =
      fold<arith::DivUIOp>(b, getCount(b, parallel, /*inside=*/true), step);
  writeGuarded(count, [&](Value part) {
    SmallVector<Value> ivs(op.getNumLoops());
    delinearize(fold<arith::MulIOp>(b, part, step), parallel, ivs);
    // Operands: a vector each, or one element for all lanes.
    auto loadAll = [&](OpOperand &operand) -> Value {
      if (!op.payloadUsesValueFromOperand(&operand))
        return {};
      auto memref = dyn_cast<MemRefType>(operand.get().getType());
      if (!memref || !op.getMatchingIndexingMap(&operand).isFunctionOfDim(lane))
        return load(operand, ivs);
      return vector::LoadOp::create(
          b, loc, VectorType::get({length}, memref.getElementType()),
          operands[operand.getOperandNumber()], getIndices(operand, ivs),
          /*nontemporal=*/false, getAccessAlignment(memref, length));
    };
    SmallVector<Value> inputs, inits;
    for (OpOperand *input : op.getDpsInputOperands())
      inputs.push_back(loadAll(*input));
    for (OpOperand &init : op.getDpsInitsMutable())
      inits.push_back(loadAll(init));
    auto getElement = [&](Value value, int64_t i) -> Value {
      if (!value || !isa<VectorType>(value.getType()))
        return value;
      return vector::ExtractOp::create(b, loc, value, i);
    };
    SmallVector<SmallVector<Value>> results(inits.size());
    for (int64_t i = 0; i < length; ++i) {
      SmallVector<Value> laneIvs = ivs, laneInputs, laneInits;
      laneIvs[lane] = fold<arith::AddIOp>(b, ivs[lane], getIndex(b, i));
      for (Value input : inputs)
        laneInputs.push_back(getElement(input, i));
      for (Value init : inits)
        laneInits.push_back(getElement(init, i));
      for (auto [list, value] :
           llvm::zip(results, clonePayload(laneIvs, laneInputs, laneInits)))
        list.push_back(value);
    }
    for (auto [init, values] : llvm::zip(op.getDpsInitsMutable(), results)) {
      auto memref = cast<MemRefType>(init.get().getType());
      Value vector = vector::FromElementsOp::create(
          b, loc, VectorType::get({length}, memref.getElementType()), values);
      vector::StoreOp::create(b, loc, vector, operands[init.getOperandNumber()],
                              getIndices(init, ivs), /*nontemporal=*/false,
                              getAccessAlignment(memref, length));
    }
  });
}

void LinalgKernel::writeWarpPerResult(Operation *combiner) {
  Value thread = getThread();
  Value warpThreads = getIndex(b, kWarpThreads);
  Value lane = fold<arith::RemUIOp>(b, thread, warpThreads);
  Value row = fold<arith::AddIOp>(
      b,
      fold<arith::MulIOp>(b, getBlock(),
                          getIndex(b, kBlockThreads / kWarpThreads)),
      fold<arith::DivUIOp>(b, thread, warpThreads));
  Value isInside =
      arith::CmpIOp::create(b, loc, arith::CmpIPredicate::ult, row,
                            getCount(b, parallel, /*inside=*/true));
  // Uniform in a warp.
  auto guarded = scf::IfOp::create(b, loc, isInside, /*withElse=*/false);
  OpBuilder::InsertionGuard guard(b);
  b.setInsertionPointToStart(guarded.thenBlock());
  SmallVector<Value> ivs(op.getNumLoops());
  delinearize(row, parallel, ivs);

  Value neutral =
      arith::ConstantOp::create(b, loc, *arith::getNeutralElement(combiner));
  auto loop =
      scf::ForOp::create(b, loc, lane, getCount(b, reduction, /*inside=*/true),
                         warpThreads, neutral);
  {
    OpBuilder::InsertionGuard loopGuard(b);
    b.setInsertionPointToStart(loop.getBody());
    delinearize(loop.getInductionVar(), reduction, ivs);
    SmallVector<Value> partial = writePayload(ivs, loop.getRegionIterArgs());
    b.setInsertionPointToEnd(loop.getBody());
    scf::YieldOp::create(b, loc, partial);
  }
  auto combine = [&](Value lhs, Value rhs) {
    Operation *clone = combiner->cloneWithoutRegions();
    clone->setOperands({lhs, rhs});
    return b.insert(clone)->getResult(0);
  };
  Value value = loop.getResult(0);
  for (int64_t distance = kWarpThreads / 2; distance > 0; distance /= 2) {
    auto other = gpu::ShuffleOp::create(b, loc, value, distance, kWarpThreads,
                                        gpu::ShuffleMode::XOR);
    value = combine(value, other.getShuffleResult());
  }
  Value isFirst = arith::CmpIOp::create(b, loc, arith::CmpIPredicate::eq, lane,
                                        getIndex(b, 0));
  auto first = scf::IfOp::create(b, loc, isFirst, /*withElse=*/false);
  b.setInsertionPointToStart(first.thenBlock());
  OpOperand &init = *op.getDpsInitOperand(0);
  store(combine(load(init, ivs), value), init, ivs);
}
