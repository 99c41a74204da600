//===- InsertSizeChecks.cpp - Assert extents that linalg equates ----------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Input: linalg on tensors with dynamic extents. Output: the same with a
// cf.assert for each pair of extents that must agree. Simplifying them is left
// to canonicalization, hoisting them to PrepareEntries.cpp.
//
//===----------------------------------------------------------------------===//

#include "quartet/Target/Common/Passes.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/ControlFlow/IR/ControlFlowOps.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"

namespace quartet {
#define GEN_PASS_DEF_QUARTETINSERTSIZECHECKS
#include "quartet/Target/Common/Passes.h.inc"
} // namespace quartet

using namespace mlir;

namespace {

/// One extent of one operand.
struct Extent {
  OpOperand *operand;
  int64_t dim;

  bool isDynamic() const {
    return cast<ShapedType>(operand->get().getType()).isDynamicDim(dim);
  }
  Value materialize(OpBuilder &b, Location loc) const {
    return b.createOrFold<tensor::DimOp>(loc, operand->get(), dim);
  }
  std::string describe() const {
    return "dimension " + std::to_string(dim) + " of operand " +
           std::to_string(operand->getOperandNumber());
  }
};

void insertCheck(OpBuilder &b, Operation *op, Value actual, Value expected,
                 const std::string &condition) {
  if (actual == expected)
    return;
  Value same = b.createOrFold<arith::CmpIOp>(
      op->getLoc(), arith::CmpIPredicate::eq, actual, expected);
  cf::AssertOp::create(b, op->getLoc(), same,
                       (op->getName().getStringRef() + ": " + condition).str());
}

void checkLinalgOp(linalg::LinalgOp op) {
  OpBuilder b(op);
  SmallVector<std::optional<Extent>> first(op.getNumLoops());
  SmallVector<SmallVector<Extent>> others(op.getNumLoops());
  for (OpOperand &operand : op->getOpOperands()) {
    if (!isa<RankedTensorType>(operand.get().getType()))
      continue;
    AffineMap map = op.getMatchingIndexingMap(&operand);
    for (auto [dim, expr] : llvm::enumerate(map.getResults())) {
      auto loop = dyn_cast<AffineDimExpr>(expr);
      if (!loop)
        continue;
      Extent extent{&operand, static_cast<int64_t>(dim)};
      std::optional<Extent> &reference = first[loop.getPosition()];
      if (!reference) {
        reference = extent;
      } else if (reference->isDynamic() && !extent.isDynamic()) {
        // A static extent is the better reference.
        others[loop.getPosition()].push_back(*reference);
        reference = extent;
      } else {
        others[loop.getPosition()].push_back(extent);
      }
    }
  }
  for (auto [reference, extents] : llvm::zip(first, others))
    for (const Extent &extent : extents)
      if (extent.isDynamic())
        insertCheck(b, op, extent.materialize(b, op.getLoc()),
                    reference->materialize(b, op.getLoc()),
                    extent.describe() + " equals " + reference->describe());
}

void checkCast(tensor::CastOp op) {
  auto from = dyn_cast<RankedTensorType>(op.getSource().getType());
  auto to = dyn_cast<RankedTensorType>(op.getType());
  if (!from || !to)
    return;
  OpBuilder b(op);
  for (int64_t dim = 0, rank = from.getRank(); dim < rank; ++dim) {
    if (!from.isDynamicDim(dim) || to.isDynamicDim(dim))
      continue;
    Extent extent{&op.getSourceMutable(), dim};
    Value expected =
        arith::ConstantIndexOp::create(b, op.getLoc(), to.getDimSize(dim));
    insertCheck(b, op, extent.materialize(b, op.getLoc()), expected,
                extent.describe() + " equals " +
                    std::to_string(to.getDimSize(dim)));
  }
}

struct InsertSizeChecks
    : quartet::impl::QuartetInsertSizeChecksBase<InsertSizeChecks> {
  void runOnOperation() override {
    SmallVector<linalg::LinalgOp> linalgOps;
    SmallVector<tensor::CastOp> casts;
    getOperation().walk([&](Operation *op) {
      if (auto linalgOp = dyn_cast<linalg::LinalgOp>(op))
        linalgOps.push_back(linalgOp);
      else if (auto cast = dyn_cast<tensor::CastOp>(op))
        casts.push_back(cast);
    });
    for (linalg::LinalgOp op : linalgOps)
      checkLinalgOp(op);
    for (tensor::CastOp op : casts)
      checkCast(op);
  }
};

} // namespace
