//===- Instance.cpp - Number the executions of an operation ---------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Iterations of nested loops are combined into one number. If an inner loop has
// a static trip count T the combination is outer * T + inner; otherwise it is
// Cantor's pairing (o + i) (o + i + 1) / 2 + i. Both are injective whatever the
// outer number is, so that loops with varying bounds never share numbers.
//
//===----------------------------------------------------------------------===//

#include "Instance.h"

#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "llvm/ADT/SmallPtrSet.h"

using namespace mlir;
using namespace quartet;

/// Operations whose regions run at most once per execution of the operation.
static bool runsRegionsOnce(Operation *op) {
  return isa<scf::IfOp, scf::ExecuteRegionOp, scf::IndexSwitchOp,
             affine::AffineIfOp>(op);
}

/// True if control can come back from `block` to `block`.
static bool isInCycle(Block *block) {
  SmallVector<Block *> worklist(block->getSuccessors());
  llvm::SmallPtrSet<Block *, 8> visited;
  while (!worklist.empty()) {
    Block *current = worklist.pop_back_val();
    if (current == block)
      return true;
    if (visited.insert(current).second)
      llvm::append_range(worklist, current->getSuccessors());
  }
  return false;
}

bool quartet::isRepeated(Operation *op) {
  for (; op && !isa<func::FuncOp>(op); op = op->getParentOp()) {
    if (op->getBlock() && isInCycle(op->getBlock()))
      return true;
    Operation *parent = op->getParentOp();
    if (parent && !isa<func::FuncOp>(parent) && !runsRegionsOnce(parent))
      return true;
  }
  return false;
}

namespace {

/// The iteration of one loop dimension: a number from 0 and, if static, how
/// many there are.
struct Iteration {
  Value number;
  std::optional<int64_t> count;
};

class IterationBuilder {
public:
  IterationBuilder(OpBuilder &b, Location loc) : b(b), loc(loc) {}

  Value constant(int64_t value) {
    return arith::ConstantIndexOp::create(b, loc, value);
  }
  Value toIndex(Value value) {
    return value.getType().isIndex()
               ? value
               : arith::IndexCastOp::create(b, loc, b.getIndexType(), value);
  }
  Value materialize(OpFoldResult value) {
    if (std::optional<int64_t> constantValue = getConstantIntValue(value))
      return constant(*constantValue);
    return toIndex(cast<Value>(value));
  }

  Iteration get(Value iv, OpFoldResult lb, OpFoldResult ub, OpFoldResult step) {
    std::optional<int64_t> first = getConstantIntValue(lb);
    std::optional<int64_t> last = getConstantIntValue(ub);
    std::optional<int64_t> stride = getConstantIntValue(step);
    Iteration iteration;
    if (first && last && stride && *stride > 0)
      iteration.count =
          std::max<int64_t>(0, (*last - *first + *stride - 1) / *stride);
    Value number = toIndex(iv);
    if (first != 0)
      number = arith::SubIOp::create(b, loc, number, materialize(lb));
    if (stride != 1)
      number = arith::DivUIOp::create(b, loc, number, materialize(step));
    iteration.number = number;
    return iteration;
  }

  /// `outer` may be null.
  Value combine(Value outer, const Iteration &inner) {
    if (!outer)
      return inner.number;
    if (inner.count) {
      Value scaled =
          arith::MulIOp::create(b, loc, outer, constant(*inner.count));
      return arith::AddIOp::create(b, loc, scaled, inner.number);
    }
    Value sum = arith::AddIOp::create(b, loc, outer, inner.number);
    Value next = arith::AddIOp::create(b, loc, sum, constant(1));
    Value twice = arith::MulIOp::create(b, loc, sum, next);
    Value half = arith::DivUIOp::create(b, loc, twice, constant(2));
    return arith::AddIOp::create(b, loc, half, inner.number);
  }

private:
  OpBuilder &b;
  Location loc;
};

} // namespace

/// Appends the iterations of `loop`, outermost dimension first.
static LogicalResult appendIterations(Operation *loop, IterationBuilder &ib,
                                      SmallVectorImpl<Iteration> &iterations) {
  if (auto forOp = dyn_cast<affine::AffineForOp>(loop)) {
    if (!forOp.hasConstantLowerBound())
      return failure();
    Builder b(loop->getContext());
    OpFoldResult upper;
    if (forOp.hasConstantUpperBound())
      upper = b.getIndexAttr(forOp.getConstantUpperBound());
    else
      upper = forOp.getInductionVar(); // Not static; its value is not used.
    iterations.push_back(ib.get(forOp.getInductionVar(),
                                b.getIndexAttr(forOp.getConstantLowerBound()),
                                upper, b.getIndexAttr(forOp.getStepAsInt())));
    return success();
  }
  if (!isa<scf::ForOp, scf::ForallOp, scf::ParallelOp>(loop))
    return failure();
  auto loopLike = cast<LoopLikeOpInterface>(loop);
  auto ivs = loopLike.getLoopInductionVars();
  auto lbs = loopLike.getLoopLowerBounds();
  auto ubs = loopLike.getLoopUpperBounds();
  auto steps = loopLike.getLoopSteps();
  if (!ivs || !lbs || !ubs || !steps)
    return failure();
  for (auto [iv, lb, ub, step] : llvm::zip_equal(*ivs, *lbs, *ubs, *steps))
    iterations.push_back(ib.get(iv, lb, ub, step));
  return success();
}

FailureOr<Value> InstanceBuilder::get(Operation *op, Value functionInstance) {
  auto it = known.find(op->getBlock());
  if (it != known.end())
    return it->second;

  // What is around the operation, outermost first.
  SmallVector<Operation *> loops;
  for (Operation *inner = op; !isa<func::FuncOp>(inner->getParentOp());
       inner = inner->getParentOp()) {
    Operation *parent = inner->getParentOp();
    if (isInCycle(inner->getBlock()))
      return op->emitOpError("expects counted loops around a random "
                             "contraction, but got a cycle of blocks");
    if (!runsRegionsOnce(parent))
      loops.push_back(parent);
  }
  if (op->getParentRegion() && isa<func::FuncOp>(op->getParentOp()) &&
      isInCycle(op->getBlock()))
    return op->emitOpError("expects counted loops around a random contraction, "
                           "but got a cycle of blocks");
  std::reverse(loops.begin(), loops.end());

  OpBuilder b(op->getContext());
  b.setInsertionPointToStart(op->getBlock());
  IterationBuilder ib(b, op->getLoc());
  Value instance = functionInstance;
  for (Operation *loop : loops) {
    SmallVector<Iteration> iterations;
    if (failed(appendIterations(loop, ib, iterations)))
      return op->emitOpError("expects scf.for, scf.forall, scf.parallel or an "
                             "affine.for with constant lower bound around a "
                             "random contraction, but got '")
             << loop->getName() << "'";
    for (const Iteration &iteration : iterations)
      instance = ib.combine(instance, iteration);
  }
  known[op->getBlock()] = instance;
  return instance;
}
