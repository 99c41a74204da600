//===- TieOperands.cpp - Values in the buffers they replace ---------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Bufferization checks materializations before it has decided anything, and
// then takes the result of control flow to be in another buffer than the value
// that went in: materializing the one in the other is refused as a conflict. So
// such a result is left alone where it is bound to come in the right buffer,
// and is copied before it is materialized everywhere else.
//
//===----------------------------------------------------------------------===//

#include "TieOperands.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Bufferization/IR/Bufferization.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Interfaces/DestinationStyleOpInterface.h"

using namespace mlir;
using namespace quartet;

namespace {

/// Whether the user of `use` only reads it: nothing that it yields can be in
/// the same buffer.
bool isPlainRead(OpOperand &use) {
  if (auto dps = dyn_cast<DestinationStyleOpInterface>(use.getOwner()))
    return !dps.isDpsInit(&use);
  return !use.getOwner()->getNumRegions() &&
         !use.getOwner()->hasTrait<OpTrait::IsTerminator>() &&
         llvm::none_of(use.getOwner()->getResultTypes(),
                       [](Type type) { return isa<TensorType>(type); });
}

/// Whether the operation of `init` can overwrite it: all other uses are reads
/// that come earlier, or are in the other branch.
bool canOverwrite(OpOperand &init) {
  Operation *op = init.getOwner();
  Block *block = init.get().getParentBlock();
  Operation *here = block->findAncestorOpInBlock(*op);
  return llvm::all_of(init.get().getUses(), [&](OpOperand &use) {
    if (&use == &init)
      return true;
    Operation *user = use.getOwner();
    Operation *there = block->findAncestorOpInBlock(*user);
    if (there != here)
      return there->isBeforeInBlock(here) && isPlainRead(use);
    auto branch = dyn_cast<scf::IfOp>(here);
    return branch &&
           branch.getThenRegion().isAncestor(op->getParentRegion()) !=
               branch.getThenRegion().isAncestor(user->getParentRegion());
  });
}

} // namespace

bool quartet::isUpdateOf(Value value, Value arg) {
  if (value == arg)
    return true;
  auto result = dyn_cast<OpResult>(value);
  if (!result)
    return false;
  Operation *op = result.getOwner();
  unsigned index = result.getResultNumber();
  if (auto branch = dyn_cast<scf::IfOp>(op))
    return isUpdateOf(branch.thenYield().getOperand(index), arg) &&
           isUpdateOf(branch.elseYield().getOperand(index), arg);
  // These do not give way to other uses.
  if (auto materialize =
          dyn_cast<bufferization::MaterializeInDestinationOp>(op))
    return isUpdateOf(materialize.getDest(), arg);
  OpOperand *init = nullptr;
  if (auto dps = dyn_cast<DestinationStyleOpInterface>(op)) {
    init = dps.getTiedOpOperand(result);
  } else if (auto loop = dyn_cast<scf::ForOp>(op)) {
    init = &loop.getInitArgsMutable()[index];
    if (!isUpdateOf(loop.getYieldedValues()[index],
                    loop.getRegionIterArg(index)))
      return false;
  } else if (auto loop = dyn_cast<scf::WhileOp>(op)) {
    if (index >= loop.getInits().size() ||
        !isUpdateOf(loop.getConditionOp().getArgs()[index],
                    loop.getBeforeArguments()[index]) ||
        !isUpdateOf(loop.getYieldOp().getOperand(index),
                    loop.getAfterArguments()[index]))
      return false;
    init = &loop.getInitsMutable()[index];
  }
  return init && canOverwrite(*init) && isUpdateOf(init->get(), arg);
}

/// Whether bufferization knows only later that `value` is made in the buffer of
/// `arg`, or may take it to be in that of another one of `args`.
static bool mayBeElsewhere(Value value, Value arg, ArrayRef<Value> args) {
  bool isReshaped = false;
  while (Operation *op = value.getDefiningOp()) {
    if (isa<arith::SelectOp>(op) || isa<scf::SCFDialect>(op->getDialect()))
      return true;
    if (auto dps = dyn_cast<DestinationStyleOpInterface>(op)) {
      value = dps.getTiedOpOperand(cast<OpResult>(value))->get();
    } else if (isa<tensor::CastOp, tensor::CollapseShapeOp,
                   tensor::ExpandShapeOp, tensor::ExtractSliceOp>(op)) {
      value = op->getOperand(0);
      isReshaped = true;
    } else {
      return false;
    }
  }
  return llvm::is_contained(args, value) && (isReshaped || value != arg);
}

void quartet::tieOperands(Operation *terminator, ArrayRef<Value> args) {
  OpBuilder builder(terminator);
  Location loc = terminator->getLoc();
  SmallVector<std::pair<OpOperand *, Value>> ties;
  for (auto [operand, arg] : llvm::zip(terminator->getOpOperands(), args)) {
    Value value = operand.get();
    if (!arg || !isa<RankedTensorType>(arg.getType()) ||
        value.getType() != arg.getType())
      continue;
    bool isElsewhere = mayBeElsewhere(value, arg, args);
    if (value == arg || (isElsewhere && isUpdateOf(value, arg)))
      continue;
    ties.push_back({&operand, arg});
    // Saved before any argument is overwritten.
    if (isElsewhere)
      operand.set(bufferization::AllocTensorOp::create(
                      builder, loc, cast<RankedTensorType>(arg.getType()),
                      ValueRange(), value)
                      .getResult());
  }
  for (auto [operand, arg] : ties)
    operand->set(bufferization::MaterializeInDestinationOp::create(
                     builder, loc, operand->get(), arg)
                     .getResult());
}
