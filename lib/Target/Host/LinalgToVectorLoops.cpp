//===- LinalgToVectorLoops.cpp - One linalg op as vector loops ------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// For C[m, n] += A[m, k] * B[k, n] the result reads, `lane` being n and `row`
// being m:
//
//   parallel (m0 step kRows, n0 step kReductionTile)
//     for n in the tile, 16 at a time
//       acc[r] = C[m0 + r, n : n + 16]                     r < kRows
//       for k: acc[r] = payload(A[m0 + r, k], B[k, n : n + 16], acc[r])
//       C[m0 + r, n : n + 16] = acc[r]
//     the rest of the tile one element at a time, rows past the last full block
//     one row at a time
//
// Every element sees k in ascending order, so tiles change no result.
//
//===----------------------------------------------------------------------===//

#include "LinalgToVectorLoops.h"

#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Linalg/Utils/Utils.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "mlir/IR/PatternMatch.h"

using namespace mlir;

namespace {

/// Elements taken together along the last dimension of the outputs.
constexpr int64_t kLanes = 16;
/// Rows that share loads in a reduction: 12 of 16 vector registers of 32 bytes
/// hold partial results.
constexpr int64_t kRows = 6;
/// Elements along the last dimension per parallel iteration.
constexpr int64_t kReductionTile = 256;
constexpr int64_t kElementwiseTile = 4096;

bool isByteSized(Type type) {
  return type.isIndex() ||
         (type.isIntOrFloat() && type.getIntOrFloatBitWidth() % 8 == 0);
}

/// Whether elements that follow each other in the last dimension do so in
/// memory, in a form that a vector can be read from.
bool isContiguous(Value memref) {
  auto type = cast<MemRefType>(memref.getType());
  // Bits of i1 vectors are packed, those of i1 buffers are not.
  return isByteSized(type.getElementType()) && type.isLastDimUnitStride();
}

class VectorLoops {
public:
  VectorLoops(RewriterBase &b, linalg::LinalgOp op)
      : b(b), op(op), loc(op.getLoc()) {}

  LogicalResult run();

private:
  /// The positions of one block: for every loop its index, except that `row`
  /// takes one of several values.
  struct Block {
    SmallVector<Value> ivs;
    SmallVector<Value> rows;
    bool isVector;
  };

  LogicalResult analyze();
  void writeRows(SmallVector<Value> ivs, ArrayRef<Value> rows, Value begin,
                 Value end);
  void writeBlock(const Block &block);
  SmallVector<Value> writeReduction(Block &block, size_t depth,
                                    ValueRange partials);
  SmallVector<Value> writePayload(const Block &block, ValueRange partials);

  SmallVector<Value> getIndices(AffineMap map, const Block &block, size_t row);
  Value load(OpOperand &operand, const Block &block, size_t row);
  void store(Value value, OpOperand &operand, const Block &block, size_t row);
  Value broadcast(Value scalar, const Block &block);
  Type getBlockType(Type scalar, const Block &block) {
    return block.isVector ? VectorType::get({kLanes}, scalar) : scalar;
  }
  bool usesRow(AffineMap map) {
    return row &&
           llvm::is_contained(map.getResults(), b.getAffineDimExpr(*row));
  }
  Value getIndex(int64_t value) {
    return arith::ConstantIndexOp::create(b, loc, value);
  }
  Value add(Value value, int64_t offset) {
    return offset ? arith::AddIOp::create(b, loc, value, getIndex(offset))
                        .getResult()
                  : value;
  }

  RewriterBase &b;
  linalg::LinalgOp op;
  Location loc;
  /// Loops by kind, in loop order.
  SmallVector<unsigned> parallel, reduction;
  /// The loop along the last dimension of the outputs, and the one whose
  /// iterations share loads.
  unsigned lane = 0;
  std::optional<unsigned> row;
  SmallVector<Value> extents;
};

LogicalResult VectorLoops::analyze() {
  if (!op.hasPureBufferSemantics() || op.getNumDpsInits() == 0)
    return failure();
  for (auto [index, type] : llvm::enumerate(op.getIteratorTypesArray())) {
    if (type == utils::IteratorType::parallel)
      parallel.push_back(index);
    else
      reduction.push_back(index);
  }
  if (parallel.empty())
    return failure();
  for (OpOperand &operand : op->getOpOperands()) {
    bool isMemRef = isa<MemRefType>(operand.get().getType());
    if (!isMemRef && !operand.get().getType().isIntOrIndexOrFloat())
      return failure();
    if (isMemRef &&
        !op.getMatchingIndexingMap(&operand).isProjectedPermutation())
      return failure();
  }
  std::optional<unsigned> last;
  for (OpOperand &init : op.getDpsInitsMutable()) {
    AffineMap map = op.getMatchingIndexingMap(&init);
    if (map.getNumResults() != parallel.size() || !isContiguous(init.get()))
      return failure();
    for (AffineExpr expr : map.getResults())
      if (!llvm::is_contained(parallel,
                              cast<AffineDimExpr>(expr).getPosition()))
        return failure();
    unsigned dim = cast<AffineDimExpr>(map.getResults().back()).getPosition();
    if (last && *last != dim)
      return failure();
    last = dim;
  }
  lane = *last;
  if (!reduction.empty())
    for (unsigned loop : parallel)
      if (loop != lane)
        row = loop;
  for (Operation &nested : op.getBlock()->without_terminator()) {
    if (isa<linalg::IndexOp>(nested))
      continue;
    bool isScalar = llvm::all_of(nested.getResultTypes(), [](Type type) {
      return type.isIntOrIndexOrFloat();
    });
    if (!isScalar || nested.getNumRegions() ||
        !(nested.hasTrait<OpTrait::ConstantLike>() ||
          OpTrait::hasElementwiseMappableTraits(&nested)))
      return failure();
  }
  return success();
}

LogicalResult VectorLoops::run() {
  if (failed(analyze()))
    return failure();
  for (const Range &range : op.createLoopRanges(b, loc))
    extents.push_back(getValueOrCreateConstantIndexOp(b, loc, range.size));

  Value zero = getIndex(0);
  SmallVector<Value> lower, upper, steps;
  int64_t tile = reduction.empty() ? kElementwiseTile : kReductionTile;
  for (unsigned loop : parallel) {
    lower.push_back(zero);
    upper.push_back(extents[loop]);
    steps.push_back(getIndex(loop == lane ? tile : loop == row ? kRows : 1));
  }
  scf::ParallelOp::create(
      b, loc, lower, upper, steps,
      [&](OpBuilder &, Location, ValueRange tileIvs) {
        SmallVector<Value> ivs(op.getNumLoops());
        for (auto [loop, iv] : llvm::zip(parallel, tileIvs))
          ivs[loop] = iv;
        Value tileEnd =
            arith::MinSIOp::create(b, loc, add(ivs[lane], tile), extents[lane]);
        if (!row) {
          writeRows(ivs, {}, ivs[lane], tileEnd);
          return;
        }
        Value rowEnd = add(ivs[*row], kRows);
        Value isFull = arith::CmpIOp::create(b, loc, arith::CmpIPredicate::sle,
                                             rowEnd, extents[*row]);
        scf::IfOp::create(
            b, loc, isFull,
            [&](OpBuilder &, Location) {
              SmallVector<Value> rows;
              for (int64_t i = 0; i < kRows; ++i)
                rows.push_back(add(ivs[*row], i));
              writeRows(ivs, rows, ivs[lane], tileEnd);
              scf::YieldOp::create(b, loc);
            },
            [&](OpBuilder &, Location) {
              scf::ForOp::create(
                  b, loc, ivs[*row], extents[*row], getIndex(1), ValueRange(),
                  [&](OpBuilder &, Location, Value iv, ValueRange) {
                    writeRows(ivs, iv, ivs[lane], tileEnd);
                    scf::YieldOp::create(b, loc);
                  });
              scf::YieldOp::create(b, loc);
            });
      });
  return success();
}

/// Elements `begin` to `end` of some rows: vectors, then single elements.
void VectorLoops::writeRows(SmallVector<Value> ivs, ArrayRef<Value> rows,
                            Value begin, Value end) {
  Value count = arith::SubIOp::create(b, loc, end, begin);
  Value odd = arith::RemSIOp::create(b, loc, count, getIndex(kLanes));
  Value vectorEnd = arith::SubIOp::create(b, loc, end, odd);
  auto writeLoop = [&](Value from, Value to, int64_t step) {
    scf::ForOp::create(b, loc, from, to, getIndex(step), ValueRange(),
                       [&](OpBuilder &, Location, Value iv, ValueRange) {
                         Block block{ivs, llvm::to_vector(rows), step > 1};
                         block.ivs[lane] = iv;
                         if (block.rows.empty())
                           block.rows.push_back(Value());
                         writeBlock(block);
                         scf::YieldOp::create(b, loc);
                       });
  };
  writeLoop(begin, vectorEnd, kLanes);
  writeLoop(vectorEnd, end, 1);
}

void VectorLoops::writeBlock(const Block &block) {
  // Partial results: for each row, one value per output.
  SmallVector<Value> partials;
  for (size_t r = 0; r < block.rows.size(); ++r)
    for (OpOperand &init : op.getDpsInitsMutable())
      partials.push_back(op.payloadUsesValueFromOperand(&init) ||
                                 !reduction.empty()
                             ? load(init, block, r)
                             : Value());
  Block copy = block;
  SmallVector<Value> results = writeReduction(copy, 0, partials);
  size_t next = 0;
  for (size_t r = 0; r < block.rows.size(); ++r)
    for (OpOperand &init : op.getDpsInitsMutable())
      store(results[next++], init, block, r);
}

/// The reduction loops from `depth` inwards, partial results in registers.
SmallVector<Value> VectorLoops::writeReduction(Block &block, size_t depth,
                                               ValueRange partials) {
  if (depth == reduction.size())
    return writePayload(block, partials);
  unsigned loop = reduction[depth];
  auto forOp = scf::ForOp::create(
      b, loc, getIndex(0), extents[loop], getIndex(1), partials,
      [&](OpBuilder &, Location, Value iv, ValueRange carried) {
        block.ivs[loop] = iv;
        scf::YieldOp::create(b, loc, writeReduction(block, depth + 1, carried));
      });
  return SmallVector<Value>(forOp.getResults());
}

SmallVector<Value> VectorLoops::writePayload(const Block &block,
                                             ValueRange partials) {
  mlir::Block *body = op.getBlock();
  size_t numInputs = op.getNumDpsInputs(), numInits = op.getNumDpsInits();
  SmallVector<Value> results;
  // Operands that do not depend on the row are loaded once.
  SmallVector<Value> shared(numInputs);
  for (size_t r = 0; r < block.rows.size(); ++r) {
    IRMapping mapping;
    for (size_t i = 0; i < numInputs; ++i) {
      OpOperand &operand = *op.getDpsInputOperand(i);
      BlockArgument arg = op.getMatchingBlockArgument(&operand);
      if (arg.use_empty())
        continue;
      bool perRow = usesRow(op.getMatchingIndexingMap(&operand));
      Value value = perRow ? Value() : shared[i];
      if (!value)
        value = load(operand, block, r);
      if (!perRow)
        shared[i] = value;
      mapping.map(arg, value);
    }
    for (size_t i = 0; i < numInits; ++i)
      if (Value partial = partials[r * numInits + i])
        mapping.map(body->getArgument(numInputs + i), partial);

    for (Operation &nested : body->without_terminator()) {
      if (auto index = dyn_cast<linalg::IndexOp>(nested)) {
        Value iv =
            index.getDim() == row ? block.rows[r] : block.ivs[index.getDim()];
        Value value = broadcast(iv, block);
        if (block.isVector && index.getDim() == lane)
          value = arith::AddIOp::create(
              b, loc, value,
              vector::StepOp::create(
                  b, loc, VectorType::get({kLanes}, b.getIndexType())));
        mapping.map(index.getResult(), value);
        continue;
      }
      if (nested.hasTrait<OpTrait::ConstantLike>()) {
        mapping.map(nested.getResult(0),
                    broadcast(b.clone(nested)->getResult(0), block));
        continue;
      }
      // Values from outside of the payload.
      for (Value operand : nested.getOperands())
        if (!mapping.contains(operand))
          mapping.map(operand, broadcast(operand, block));
      Operation *copy = b.clone(nested, mapping);
      for (Value result : copy->getResults())
        result.setType(getBlockType(result.getType(), block));
    }
    for (Value yielded : body->getTerminator()->getOperands()) {
      if (!mapping.contains(yielded))
        mapping.map(yielded, broadcast(yielded, block));
      results.push_back(mapping.lookup(yielded));
    }
  }
  return results;
}

//===----------------------------------------------------------------------===//
// Memory
//===----------------------------------------------------------------------===//

SmallVector<Value> VectorLoops::getIndices(AffineMap map, const Block &block,
                                           size_t r) {
  SmallVector<Value> indices;
  for (AffineExpr expr : map.getResults()) {
    unsigned loop = cast<AffineDimExpr>(expr).getPosition();
    indices.push_back(loop == row ? block.rows[r] : block.ivs[loop]);
  }
  return indices;
}

Value VectorLoops::broadcast(Value scalar, const Block &block) {
  if (!block.isVector)
    return scalar;
  return vector::BroadcastOp::create(
      b, loc, VectorType::get({kLanes}, scalar.getType()), scalar);
}

Value VectorLoops::load(OpOperand &operand, const Block &block, size_t r) {
  Value memory = operand.get();
  auto type = dyn_cast<MemRefType>(memory.getType());
  if (!type)
    return broadcast(memory, block);
  AffineMap map = op.getMatchingIndexingMap(&operand);
  SmallVector<Value> indices = getIndices(map, block, r);
  auto *position = llvm::find(map.getResults(), b.getAffineDimExpr(lane));
  if (!block.isVector || position == map.getResults().end())
    return broadcast(memref::LoadOp::create(b, loc, memory, indices), block);
  size_t dim = position - map.getResults().begin();
  auto vectorType = VectorType::get({kLanes}, type.getElementType());
  if (dim + 1 == map.getNumResults() && isContiguous(memory))
    return vector::LoadOp::create(b, loc, vectorType, memory, indices);
  SmallVector<Value> elements;
  Value first = indices[dim];
  for (int64_t i = 0; i < kLanes; ++i) {
    indices[dim] = add(first, i);
    elements.push_back(memref::LoadOp::create(b, loc, memory, indices));
  }
  return vector::FromElementsOp::create(b, loc, vectorType, elements);
}

void VectorLoops::store(Value value, OpOperand &operand, const Block &block,
                        size_t r) {
  SmallVector<Value> indices =
      getIndices(op.getMatchingIndexingMap(&operand), block, r);
  if (block.isVector)
    vector::StoreOp::create(b, loc, value, operand.get(), indices);
  else
    memref::StoreOp::create(b, loc, value, operand.get(), indices);
}

} // namespace

LogicalResult quartet::host::writeVectorLoops(RewriterBase &rewriter,
                                              linalg::LinalgOp op) {
  OpBuilder::InsertionGuard guard(rewriter);
  rewriter.setInsertionPoint(op);
  return VectorLoops(rewriter, op).run();
}
