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

#include "Entry.h"
#include "quartet/Target/Common/Passes.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Arith/Utils/Utils.h"
#include "mlir/Dialect/ControlFlow/IR/ControlFlowOps.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"

namespace quartet {
#define GEN_PASS_DEF_QUARTETINSERTSIZECHECKS
#include "quartet/Target/Common/Passes.h.inc"
} // namespace quartet

using namespace mlir;
using namespace quartet;

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

/// Asserts that `holds`, a condition on extents that `op` needs.
void insertAssertion(OpBuilder &b, Operation *op, Value holds,
                     const std::string &condition) {
  auto assertion = cf::AssertOp::create(
      b, op->getLoc(), holds,
      (op->getName().getStringRef() + ": " + condition).str());
  assertion->setAttr(kSizeCheckAttr, b.getUnitAttr());
}

void insertCheck(OpBuilder &b, Operation *op, Value actual, Value expected,
                 const std::string &condition) {
  if (actual == expected)
    return;
  Value same = b.createOrFold<arith::CmpIOp>(
      op->getLoc(), arith::CmpIPredicate::eq, actual, expected);
  insertAssertion(b, op, same, condition);
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

/// Extents as large as a slice at fixed positions needs.
void checkSlice(OffsetSizeAndStrideOpInterface op, OpOperand &whole) {
  auto type = cast<RankedTensorType>(whole.get().getType());
  OpBuilder b(op);
  Location loc = op.getLoc();
  for (int64_t dim = 0, rank = type.getRank(); dim < rank; ++dim) {
    if (!type.isDynamicDim(dim) || op.isDynamicOffset(dim) ||
        op.isDynamicSize(dim) || op.isDynamicStride(dim))
      continue;
    int64_t size = op.getStaticSize(dim);
    if (size == 0)
      continue;
    int64_t needed =
        op.getStaticOffset(dim) + (size - 1) * op.getStaticStride(dim) + 1;
    Extent extent{&whole, dim};
    Value enough = arith::CmpIOp::create(
        b, loc, arith::CmpIPredicate::sge, extent.materialize(b, loc),
        arith::ConstantIndexOp::create(b, loc, needed));
    insertAssertion(b, op, enough,
                    extent.describe() + " is at least " +
                        std::to_string(needed));
  }
}

/// A dynamic extent that is expanded is the product of its parts.
void checkExpand(tensor::ExpandShapeOp op) {
  OpBuilder b(op);
  Location loc = op.getLoc();
  SmallVector<OpFoldResult> parts = op.getMixedOutputShape();
  for (auto [dim, group] : llvm::enumerate(op.getReassociationIndices())) {
    Extent extent{&op.getSrcMutable(), static_cast<int64_t>(dim)};
    if (!extent.isDynamic())
      continue;
    Value product = arith::ConstantIndexOp::create(b, loc, 1);
    for (int64_t part : group)
      product = b.createOrFold<arith::MulIOp>(
          loc, product, getValueOrCreateConstantIndexOp(b, loc, parts[part]));
    insertCheck(b, op, extent.materialize(b, loc), product,
                extent.describe() + " equals the product of its parts");
  }
}

struct InsertSizeChecks
    : quartet::impl::QuartetInsertSizeChecksBase<InsertSizeChecks> {
  void runOnOperation() override {
    SmallVector<Operation *> ops;
    getOperation().walk([&](Operation *op) { ops.push_back(op); });
    for (Operation *op : ops) {
      if (auto linalgOp = dyn_cast<linalg::LinalgOp>(op))
        checkLinalgOp(linalgOp);
      else if (auto cast = dyn_cast<tensor::CastOp>(op))
        checkCast(cast);
      else if (auto slice = dyn_cast<tensor::ExtractSliceOp>(op))
        checkSlice(slice, slice.getSourceMutable());
      else if (auto slice = dyn_cast<tensor::InsertSliceOp>(op))
        checkSlice(slice, slice.getDestMutable());
      else if (auto expand = dyn_cast<tensor::ExpandShapeOp>(op))
        checkExpand(expand);
    }
  }
};

} // namespace
