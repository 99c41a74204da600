//===- TieLoopValues.cpp - One buffer per loop-carried tensor -------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Input: loops that carry tensors. Output: the same, every yielded tensor being
// stored into the argument it replaces.
//
//===----------------------------------------------------------------------===//

#include "quartet/Target/Common/Passes.h"

#include "mlir/Dialect/Bufferization/IR/Bufferization.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"

namespace quartet {
#define GEN_PASS_DEF_QUARTETTIELOOPVALUES
#include "quartet/Target/Common/Passes.h.inc"
} // namespace quartet

using namespace mlir;

namespace {

/// Stores the operands of `yield` into `args`, a null argument standing for a
/// value that is left alone.
void tie(Operation *yield, ArrayRef<Value> args) {
  OpBuilder builder(yield);
  Location loc = yield->getLoc();
  auto needsTie = [&](Value value, Value arg) {
    return arg && value != arg && isa<RankedTensorType>(arg.getType()) &&
           value.getType() == arg.getType();
  };
  // Arguments that take each other's place are saved before either is
  // overwritten.
  for (auto [operand, arg] : llvm::zip(yield->getOpOperands(), args)) {
    if (!needsTie(operand.get(), arg) ||
        !llvm::is_contained(args, operand.get()))
      continue;
    auto copy = bufferization::AllocTensorOp::create(
        builder, loc, cast<RankedTensorType>(arg.getType()), ValueRange(),
        operand.get());
    operand.set(copy.getResult());
  }
  for (auto [operand, arg] : llvm::zip(yield->getOpOperands(), args))
    if (needsTie(operand.get(), arg))
      operand.set(bufferization::MaterializeInDestinationOp::create(
                      builder, loc, operand.get(), arg)
                      .getResult());
}

void tieFor(scf::ForOp op) {
  SmallVector<Value> args(op.getRegionIterArgs());
  tie(op.getBody()->getTerminator(), args);
}

/// The yielded values of the second region replace the arguments of the first,
/// which the condition has to pass on unchanged.
void tieWhile(scf::WhileOp op) {
  SmallVector<Value> args(op.getYieldOp().getNumOperands());
  for (auto [passed, arg] :
       llvm::zip(op.getConditionOp().getArgs(), op.getAfterArguments()))
    for (auto [index, before] : llvm::enumerate(op.getBeforeArguments()))
      if (passed == before)
        args[index] = arg;
  tie(op.getYieldOp(), args);
}

struct TieLoopValues : quartet::impl::QuartetTieLoopValuesBase<TieLoopValues> {
  void runOnOperation() override {
    getOperation().walk([](Operation *op) {
      if (auto loop = dyn_cast<scf::ForOp>(op))
        tieFor(loop);
      else if (auto loop = dyn_cast<scf::WhileOp>(op))
        tieWhile(loop);
    });
  }
};

} // namespace
