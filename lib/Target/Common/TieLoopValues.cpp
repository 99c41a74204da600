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

#include "TieOperands.h"
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
using namespace quartet;

namespace {

void tieFor(scf::ForOp op) {
  SmallVector<Value> args(op.getRegionIterArgs());
  tieOperands(op.getBody()->getTerminator(), args);
}

/// The condition passes the arguments of the first region on, updated or not;
/// the yielded values of the second region replace them.
void tieWhile(scf::WhileOp op) {
  scf::ConditionOp condition = op.getConditionOp();
  // Operand 0 says whether to go on.
  SmallVector<Value> before(1);
  llvm::append_range(before, op.getBeforeArguments());
  tieOperands(condition, before);
  SmallVector<Value> after(op.getYieldOp().getNumOperands());
  for (auto [passed, arg] :
       llvm::zip(condition.getArgs(), op.getAfterArguments()))
    for (auto [index, from] : llvm::enumerate(op.getBeforeArguments()))
      if (isUpdateOf(passed, from))
        after[index] = arg;
  tieOperands(op.getYieldOp(), after);
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
