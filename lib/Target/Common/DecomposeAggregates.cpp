//===- DecomposeAggregates.cpp - Softmax and the like ---------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Input: linalg's aggregated operations on tensors. Output: the regular linalg
// operations they consist of.
//
//===----------------------------------------------------------------------===//

#include "quartet/Target/Common/Passes.h"

#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/PatternMatch.h"

namespace quartet {
#define GEN_PASS_DEF_QUARTETDECOMPOSEAGGREGATES
#include "quartet/Target/Common/Passes.h.inc"
} // namespace quartet

using namespace mlir;

namespace {

struct DecomposeAggregates
    : quartet::impl::QuartetDecomposeAggregatesBase<DecomposeAggregates> {
  void runOnOperation() override {
    SmallVector<linalg::AggregatedOpInterface> ops;
    getOperation().walk([&](Operation *op) {
      // Convolutions share the interface but are regular as they are.
      auto aggregate = dyn_cast<linalg::AggregatedOpInterface>(op);
      if (aggregate && !isa<linalg::LinalgOp>(op))
        ops.push_back(aggregate);
    });
    IRRewriter rewriter(&getContext());
    for (linalg::AggregatedOpInterface op : ops) {
      rewriter.setInsertionPoint(op);
      FailureOr<SmallVector<Value>> values = op.decomposeOperation(rewriter);
      if (failed(values)) {
        op->emitError() << "expects an operation that can be decomposed, but "
                           "got '"
                        << op->getName() << "'";
        return signalPassFailure();
      }
      rewriter.replaceOp(op, *values);
    }
  }
};

} // namespace
