//===- LinalgKernel.cpp - One linalg operation as a kernel ----------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What the operation is, what its kernel needs and which mapping it gets; the
// bodies are in LinalgBodies.cpp.
//
//===----------------------------------------------------------------------===//

#include "LinalgKernel.h"

#include "mlir/Analysis/SliceAnalysis.h"
#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"

using namespace mlir;
using namespace quartet;
using namespace quartet::device;

LogicalResult LinalgKernel::analyze() {
  if (!op.hasPureBufferSemantics() || op.getNumDpsInits() == 0)
    return op.emitError() << "expects a linalg operation on buffers";
  staticExtents = op.getStaticLoopRanges();
  auto iterators = op.getIteratorTypesArray();
  // The order of the first output makes neighbouring threads write neighbouring
  // elements.
  for (AffineExpr expr :
       op.getMatchingIndexingMap(op.getDpsInitOperand(0)).getResults())
    if (auto dim = dyn_cast<AffineDimExpr>(expr))
      if (iterators[dim.getPosition()] == utils::IteratorType::parallel &&
          !llvm::is_contained(parallel, dim.getPosition()))
        parallel.push_back(dim.getPosition());
  for (auto [index, type] : llvm::enumerate(iterators)) {
    if (type != utils::IteratorType::parallel)
      reduction.push_back(index);
    else if (!llvm::is_contained(parallel, index))
      parallel.insert(parallel.begin(), index);
  }
  return success();
}

Operation *LinalgKernel::findWarpCombiner() {
  if (reduction.empty() || op.getNumDpsInits() != 1)
    return nullptr;
  // Lanes are neighbours in memory: every input walks a reduction innermost.
  unsigned reduced = 0;
  for (OpOperand *input : op.getDpsInputOperands()) {
    AffineMap map = op.getMatchingIndexingMap(input);
    bool isReduced = llvm::any_of(
        reduction, [&](unsigned loop) { return map.isFunctionOfDim(loop); });
    if (!isReduced)
      continue;
    ++reduced;
    if (map.getNumResults() == 0 ||
        !map.getResults().back().isFunctionOfDim(reduction.back()))
      return nullptr;
  }
  if (reduced == 0)
    return nullptr;
  // Contractions have enough results for a thread each.
  if (linalg::isaContractionOpInterface(op))
    return nullptr;
  Type type = op.getRegionOutputArgs().front().getType();
  if (!type.isF32() && !type.isInteger(32))
    return nullptr;
  SmallVector<Operation *> combiners;
  if (!matchReduction(op.getRegionOutputArgs(), 0, combiners) ||
      combiners.size() != 1 || combiners.front()->getNumOperands() != 2 ||
      !arith::getNeutralElement(combiners.front()))
    return nullptr;
  return combiners.front();
}

LogicalResult LinalgKernel::importOperands() {
  for (OpOperand &operand : op->getOpOperands()) {
    // Values that the payload ignores are not read.
    if (!isa<MemRefType>(operand.get().getType()) &&
        !op.payloadUsesValueFromOperand(&operand)) {
      operands.push_back(Value());
      continue;
    }
    Value inside = outliner.import(operand.get());
    if (!inside)
      return failure();
    operands.push_back(inside);
  }
  return outliner.importCaptures(op, captures);
}

//===----------------------------------------------------------------------===//
// Indices
//===----------------------------------------------------------------------===//

Value LinalgKernel::getExtent(OpBuilder &builder, unsigned loop, bool inside) {
  if (!ShapedType::isDynamic(staticExtents[loop]))
    return getIndex(builder, staticExtents[loop]);
  for (OpOperand &operand : op->getOpOperands()) {
    AffineMap map = op.getMatchingIndexingMap(&operand);
    for (auto [position, expr] : llvm::enumerate(map.getResults())) {
      auto dim = dyn_cast<AffineDimExpr>(expr);
      if (dim && dim.getPosition() == loop)
        return memref::DimOp::create(
            builder, loc,
            inside ? operands[operand.getOperandNumber()] : operand.get(),
            position);
    }
  }
  llvm_unreachable("linalg verifies that shapes determine every loop");
}

Value LinalgKernel::getCount(OpBuilder &builder, ArrayRef<unsigned> loops,
                             bool inside) {
  Value count = getIndex(builder, 1);
  for (unsigned loop : loops)
    count =
        fold<arith::MulIOp>(builder, count, getExtent(builder, loop, inside));
  return count;
}

void LinalgKernel::delinearize(Value linear, ArrayRef<unsigned> loops,
                               SmallVector<Value> &ivs) {
  for (size_t i = loops.size(); i-- != 0;) {
    if (i == 0) {
      ivs[loops[i]] = linear;
      return;
    }
    Value extent = getExtent(b, loops[i], /*inside=*/true);
    ivs[loops[i]] = fold<arith::RemUIOp>(b, linear, extent);
    linear = fold<arith::DivUIOp>(b, linear, extent);
  }
}

SmallVector<Value> LinalgKernel::getIndices(OpOperand &operand,
                                            ArrayRef<Value> ivs) {
  AffineMap map = op.getMatchingIndexingMap(&operand);
  SmallVector<Value> indices;
  for (AffineExpr expr : map.getResults()) {
    if (auto dim = dyn_cast<AffineDimExpr>(expr)) {
      indices.push_back(ivs[dim.getPosition()]);
      continue;
    }
    // Only what the index depends on: a reduction's loop may have ended.
    SmallVector<Value> used;
    SmallVector<AffineExpr> dims(map.getNumDims(), b.getAffineConstantExpr(0));
    for (unsigned i = 0; i < map.getNumDims(); ++i) {
      if (!expr.isFunctionOfDim(i))
        continue;
      dims[i] = b.getAffineDimExpr(used.size());
      used.push_back(ivs[i]);
    }
    indices.push_back(affine::AffineApplyOp::create(
        b, loc, AffineMap::get(used.size(), 0, expr.replaceDims(dims)), used));
  }
  return indices;
}

Value LinalgKernel::load(OpOperand &operand, ArrayRef<Value> ivs) {
  Value inside = operands[operand.getOperandNumber()];
  if (!isa<MemRefType>(operand.get().getType()))
    return inside;
  return memref::LoadOp::create(b, loc, inside, getIndices(operand, ivs));
}

void LinalgKernel::store(Value value, OpOperand &operand, ArrayRef<Value> ivs) {
  memref::StoreOp::create(b, loc, value, operands[operand.getOperandNumber()],
                          getIndices(operand, ivs));
}

//===----------------------------------------------------------------------===//
// The kernel
//===----------------------------------------------------------------------===//

/// What the kernel does: its operation, or what it computes, the extents of its
/// loops, and the type of its result.
std::string LinalgKernel::getName() {
  std::string name;
  auto add = [&](StringRef part) {
    name += (name.empty() ? "" : "_") + part.str();
  };
  if (isa<linalg::GenericOp, linalg::MapOp, linalg::ReduceOp>(*op)) {
    constexpr unsigned kMaxParts = 4;
    unsigned parts = 0;
    for (Operation &nested : op.getBlock()->without_terminator())
      if (!isa<linalg::IndexOp>(nested) &&
          !nested.hasTrait<OpTrait::ConstantLike>() && parts++ < kMaxParts)
        add(nested.getName().stripDialect());
    if (parts > kMaxParts)
      add("etc");
    if (name.empty())
      add("copy");
  } else {
    add(op->getName().stripDialect());
  }
  std::string extents;
  for (int64_t extent : staticExtents)
    extents += (extents.empty() ? "" : "x") +
               (ShapedType::isDynamic(extent) ? "d" : std::to_string(extent));
  add(extents.empty() ? "scalar" : extents);
  std::string type;
  llvm::raw_string_ostream(type) << op.getRegionOutputArgs().front().getType();
  add(type);
  for (char &c : name)
    if (!llvm::isAlnum(c))
      c = '_';
  return name;
}

LogicalResult LinalgKernel::run() {
  if (failed(analyze()) || failed(importOperands()))
    return failure();
  Operation *combiner = findWarpCombiner();
  int64_t resultsPerBlock = kBlockThreads;
  int64_t length = getVectorLength();
  if (combiner) {
    resultsPerBlock = kBlockThreads / kWarpThreads;
    writeWarpPerResult(combiner);
  } else if (length > 1) {
    resultsPerBlock = kBlockThreads * length;
    writeVectors(length);
  } else {
    writeThreadPerResult();
  }
  Value count = getCount(host, parallel, /*inside=*/false);
  Value blocks = fold<arith::DivUIOp>(
      host,
      fold<arith::AddIOp>(host, count, getIndex(host, resultsPerBlock - 1)),
      getIndex(host, resultsPerBlock));
  outliner.launch(pool, getName(), blocks);
  return success();
}
