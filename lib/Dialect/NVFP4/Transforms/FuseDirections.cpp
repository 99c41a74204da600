//===- FuseDirections.cpp - Both directions from one read -----------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Input: a matrix rotated and quantized along its rows by one operation and
// along its columns by another of the same block (an output gradient, for dgrad
// and wgrad). Output: one operation with direction `both`. A reduction of the
// same matrix over its rows, the gradient of a bias, becomes its column sum.
//
// Joining directions is bit-exact. The column sum *changes rounding* of the
// reduction, whose order linalg leaves open: it becomes the ascending order
// that nvfp4.rotate_quantize specifies.
//
//===----------------------------------------------------------------------===//

#include "quartet/Dialect/NVFP4/IR/NVFP4.h"
#include "quartet/Dialect/NVFP4/Transforms/Passes.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/Dominance.h"
#include "mlir/IR/Matchers.h"
#include "mlir/IR/PatternMatch.h"
#include "mlir/Transforms/RegionUtils.h"

namespace quartet {
namespace nvfp4 {
#define GEN_PASS_DEF_NVFP4FUSEDIRECTIONS
#include "quartet/Dialect/NVFP4/Transforms/Passes.h.inc"
} // namespace nvfp4
} // namespace quartet

using namespace mlir;
using namespace quartet::nvfp4;

namespace {

/// The values that fix what is read: the matrix, or the saved triple.
SmallVector<Value> source(RotateQuantizeOp op) { return {op.getInput()}; }
SmallVector<Value> source(RequantizeOp op) {
  return {op.getData(), op.getScales(), op.getTensorScale()};
}

template <typename Op>
bool readsSame(Op a, Op b) {
  return source(a) == source(b) && a.getQuantizer() == b.getQuantizer() &&
         a.getSeed() == b.getSeed() && a.getInstance() == b.getInstance() &&
         a.getGroup() == b.getGroup() && a.getSite() == b.getSite();
}

std::optional<int64_t> signedSite(std::optional<uint64_t> site) {
  if (!site)
    return std::nullopt;
  return static_cast<int64_t>(*site);
}

Operation *createBoth(IRRewriter &rewriter, RotateQuantizeOp row,
                      RotateQuantizeOp col, ValueRange inits) {
  return RotateQuantizeOp::create(
      rewriter, row.getLoc(), row.getQuantizer(), Directions::Both,
      row.getInput(), row.getSeed(), inits, row.getGroup(), row.getSite(),
      signedSite(row.getRowSite()), signedSite(col.getColSite()),
      /*columnSum=*/false, row.getInstance());
}

Operation *createBoth(IRRewriter &rewriter, RequantizeOp row, RequantizeOp col,
                      ValueRange inits) {
  return RequantizeOp::create(rewriter, row.getLoc(), row.getQuantizer(),
                              Directions::Both, source(row), row.getSeed(),
                              inits, row.getGroup(), row.getSite(),
                              signedSite(row.getRowSite()),
                              signedSite(col.getColSite()), row.getInstance());
}

/// Joins `row` and `col` at the place of whichever comes first; the
/// destinations of the other are moved there if nothing stands in the way.
template <typename Op>
LogicalResult join(IRRewriter &rewriter, Op row, Op col) {
  Operation *first = row->isBeforeInBlock(col) ? row : col;
  Operation *second = first == row.getOperation() ? col : row;
  if (failed(moveOperationDependencies(rewriter, second, first)))
    return failure();
  SmallVector<Value> inits(row.getInits());
  llvm::append_range(inits, col.getInits());
  rewriter.setInsertionPoint(first);
  Operation *both = createBoth(rewriter, row, col, inits);
  size_t perDirection = row->getNumResults();
  rewriter.replaceOp(row, both->getResults().take_front(perDirection));
  rewriter.replaceOp(col, both->getResults().drop_front(perDirection));
  return success();
}

/// Joins what can be joined in `block`.
template <typename Op>
void joinDirections(IRRewriter &rewriter, Block &block) {
  // By what is read, the operations that still quantize one direction.
  llvm::MapVector<Value, SmallVector<Op>> byInput;
  for (Op op : block.getOps<Op>())
    if (op->getNumResults() == 3 && op.getDirections() != Directions::Both)
      byInput[source(op).front()].push_back(op);
  for (auto &[input, ops] : byInput) {
    SmallVector<Op> open;
    for (Op op : ops) {
      auto *mate = llvm::find_if(open, [&](Op other) {
        return other.getDirections() != op.getDirections() &&
               readsSame(op, other);
      });
      if (mate == open.end()) {
        open.push_back(op);
        continue;
      }
      Op row = op.hasRow() ? op : *mate, col = op.hasRow() ? *mate : op;
      if (succeeded(join(rewriter, row, col)))
        open.erase(mate);
    }
  }
}

//===----------------------------------------------------------------------===//
// Column sums
//===----------------------------------------------------------------------===//

/// True if `op` adds up the vectors along the last dimension of its one input,
/// which has elements of bf16, f16 or f32, into a vector of zeros of f32.
bool isRowSum(linalg::LinalgOp op) {
  if (!op.hasPureTensorSemantics() || op.getNumDpsInputs() != 1 ||
      op->getNumResults() != 1)
    return false;
  OpOperand *input = op.getDpsInputOperand(0);
  OpOperand *init = op.getDpsInitOperand(0);
  AffineMap in = op.getMatchingIndexingMap(input);
  AffineMap out = op.getMatchingIndexingMap(init);
  if (in.getNumResults() < 2 || !in.isPermutation() ||
      out.getNumResults() != 1 || out.getResult(0) != in.getResults().back() ||
      op.getNumReductionLoops() + 1 != op.getNumLoops() ||
      !getElementTypeOrSelf(init->get()).isF32())
    return false;
  auto fill = init->get().getDefiningOp<linalg::FillOp>();
  if (!fill || !matchPattern(fill.getInputs()[0], m_PosZeroFloat()))
    return false;
  // acc + extf(x), in either order.
  Block *body = op.getBlock();
  auto add =
      body->getTerminator()->getOperand(0).getDefiningOp<arith::AddFOp>();
  if (!add)
    return false;
  Value element = body->getArgument(0), sum = body->getArgument(1);
  auto isElement = [&](Value value) {
    if (auto widened = value.getDefiningOp<arith::ExtFOp>())
      value = widened.getIn();
    return value == element;
  };
  return (add.getLhs() == sum && isElement(add.getRhs())) ||
         (add.getRhs() == sum && isElement(add.getLhs()));
}

/// What `matrix` is without reshapes that merge its rows.
Value lookThroughRows(Value matrix) {
  while (auto merged = matrix.getDefiningOp<tensor::CollapseShapeOp>()) {
    if (merged.getReassociationIndices().back().size() != 1)
      break;
    matrix = merged.getSrc();
  }
  return matrix;
}

/// Gives `op` the column sum that `sum` computes of the same matrix.
LogicalResult addColumnSum(IRRewriter &rewriter, RotateQuantizeOp op,
                           linalg::LinalgOp sum) {
  // Everything that uses the sum has to stand behind the new operation.
  if (sum->isBeforeInBlock(op)) {
    if (failed(moveOperationDependencies(rewriter, op, sum)))
      return failure();
    rewriter.moveOpBefore(op, sum);
  }
  auto fill = sum.getDpsInitOperand(0)->get().getDefiningOp<linalg::FillOp>();
  Value destination = fill.getOutputs()[0];
  if (Operation *definition = destination.getDefiningOp())
    if (definition->getBlock() == op->getBlock() &&
        op->isBeforeInBlock(definition)) {
      if (failed(moveOperationDependencies(rewriter, definition, op)))
        return failure();
      rewriter.moveOpBefore(definition, op);
    }
  SmallVector<Value> inits(op.getInits());
  inits.push_back(destination);
  rewriter.setInsertionPoint(op);
  auto fused = RotateQuantizeOp::create(
      rewriter, op.getLoc(), op.getQuantizer(), op.getDirections(),
      op.getInput(), op.getSeed(), inits, op.getGroup(), op.getSite(),
      signedSite(op.getRowSite()), signedSite(op.getColSite()),
      /*columnSum=*/true, op.getInstance());
  rewriter.replaceOp(op, fused->getResults().drop_back());
  rewriter.replaceOp(sum, fused->getResults().back());
  return success();
}

void joinColumnSums(IRRewriter &rewriter, Block &block) {
  for (auto op : llvm::make_early_inc_range(block.getOps<RotateQuantizeOp>())) {
    if (op.getColumnSum() || op->getNumResults() == 0)
      continue;
    // A batch has a sum for each of its elements.
    if (cast<ShapedType>(op.getInput().getType()).getRank() != 2)
      continue;
    for (Value matrix : {op.getInput(), lookThroughRows(op.getInput())}) {
      auto user = llvm::find_if(matrix.getUsers(), [&](Operation *candidate) {
        auto sum = dyn_cast<linalg::LinalgOp>(candidate);
        return sum && sum->getBlock() == &block && isRowSum(sum);
      });
      if (user != matrix.user_end() &&
          succeeded(addColumnSum(rewriter, op, cast<linalg::LinalgOp>(*user))))
        break;
    }
  }
}

struct FuseDirectionsPass
    : quartet::nvfp4::impl::NVFP4FuseDirectionsBase<FuseDirectionsPass> {
  using NVFP4FuseDirectionsBase::NVFP4FuseDirectionsBase;

  void runOnOperation() override {
    IRRewriter rewriter(&getContext());
    SmallVector<Block *> blocks;
    getOperation()->walk([&](Block *block) { blocks.push_back(block); });
    for (Block *block : blocks) {
      joinDirections<RotateQuantizeOp>(rewriter, *block);
      joinDirections<RequantizeOp>(rewriter, *block);
      if (columnSums)
        joinColumnSums(rewriter, *block);
    }
  }
};

} // namespace
