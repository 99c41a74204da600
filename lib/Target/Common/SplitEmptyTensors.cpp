//===- SplitEmptyTensors.cpp - One tensor.empty per use -------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Input: tensor.empty with several uses, as CSE leaves them. Output: each use
// has its own.
//
//===----------------------------------------------------------------------===//

#include "quartet/Target/Common/Passes.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"

namespace quartet {
#define GEN_PASS_DEF_QUARTETSPLITEMPTYTENSORS
#include "quartet/Target/Common/Passes.h.inc"
} // namespace quartet

using namespace mlir;

namespace {

struct SplitEmptyTensors
    : quartet::impl::QuartetSplitEmptyTensorsBase<SplitEmptyTensors> {
  void runOnOperation() override {
    SmallVector<tensor::EmptyOp> ops;
    getOperation().walk([&](tensor::EmptyOp op) { ops.push_back(op); });
    for (tensor::EmptyOp op : ops) {
      for (OpOperand &use : llvm::make_early_inc_range(op->getUses())) {
        // Beside its user, where nothing else can come to depend on it.
        OpBuilder builder(use.getOwner());
        use.set(builder.clone(*op)->getResult(0));
      }
      op.erase();
    }
  }
};

} // namespace
