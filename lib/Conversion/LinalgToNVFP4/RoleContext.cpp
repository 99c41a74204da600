//===- RoleContext.cpp - What a value is used for -------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "RoleContext.h"

#include "ViewChain.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"

using namespace mlir;
using namespace quartet;

/// Operations visited before a search gives up.
static constexpr unsigned kSearchLimit = 24;

/// True if `op` reduces its elements to their maximum.
static bool isMaximum(linalg::LinalgOp op) {
  if (op.getNumReductionLoops() == 0)
    return false;
  Operation *terminator = op.getBlock()->getTerminator();
  return llvm::any_of(terminator->getOperands(), [](Value value) {
    return isa_and_nonnull<arith::MaximumFOp, arith::MaxNumFOp>(
        value.getDefiningOp());
  });
}

bool quartet::feedsSoftmax(Value value) {
  SmallVector<Value> worklist = {value};
  llvm::SmallPtrSet<Operation *, 16> visited;
  while (!worklist.empty() && visited.size() < kSearchLimit) {
    Value current = worklist.pop_back_val();
    for (Operation *user : current.getUsers()) {
      if (!visited.insert(user).second)
        continue;
      if (isa<linalg::SoftmaxOp>(user))
        return true;
      if (isa<tensor::CollapseShapeOp, tensor::ExpandShapeOp, tensor::CastOp>(
              user)) {
        worklist.push_back(user->getResult(0));
        continue;
      }
      auto linalgOp = dyn_cast<linalg::LinalgOp>(user);
      if (!linalgOp) {
        if (user->hasTrait<OpTrait::Elementwise>())
          llvm::append_range(worklist, user->getResults());
        continue;
      }
      if (isMaximum(linalgOp))
        return true;
      if (linalgOp.getNumParallelLoops() == linalgOp.getNumLoops())
        llvm::append_range(worklist, user->getResults());
    }
  }
  return false;
}

/// True if `op` picks elements of its operand by computed indices.
static bool looksUp(Operation *op) {
  if (isa<tensor::GatherOp>(op))
    return true;
  if (!isa<tensor::ExtractOp>(op))
    return false;
  // Indices that are loop positions alone read the whole tensor.
  return llvm::any_of(op->getOperands().drop_front(), [](Value index) {
    return index.getDefiningOp() &&
           index.getDefiningOp()->getName().getStringRef() ==
               arith::IndexCastOp::getOperationName();
  });
}

bool quartet::isEmbeddingTable(Value parameter) {
  SmallVector<Value> worklist = {getRoot(parameter)};
  llvm::SmallPtrSet<Operation *, 16> visited;
  while (!worklist.empty()) {
    Value current = worklist.pop_back_val();
    for (OpOperand &use : current.getUses()) {
      Operation *user = use.getOwner();
      if (use.getOperandNumber() != 0 || !visited.insert(user).second)
        continue;
      if (looksUp(user))
        return true;
      if (getViewSource(user) == current ||
          isa<tensor::CollapseShapeOp, tensor::ExpandShapeOp, tensor::CastOp>(
              user))
        llvm::append_range(worklist, user->getResults());
    }
  }
  return false;
}
