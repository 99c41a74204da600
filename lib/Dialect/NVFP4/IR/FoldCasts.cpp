//===- FoldCasts.cpp - Casts into scaled_matmul ---------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The tensor dialect folds tensor.cast into every destination-style operation
// by cloning it region by region, which reads the first block of each: a
// product without an epilogue has none. The pattern here does the same for such
// products and comes first.
//
//===----------------------------------------------------------------------===//

#include "quartet/Dialect/NVFP4/IR/NVFP4.h"

#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/PatternMatch.h"

using namespace mlir;
using namespace quartet::nvfp4;

namespace {

struct FoldCasts : OpRewritePattern<ScaledMatmulOp> {
  /// Above the benefit of the tensor dialect's pattern.
  FoldCasts(MLIRContext *context) : OpRewritePattern(context, /*benefit=*/2) {}

  LogicalResult matchAndRewrite(ScaledMatmulOp op,
                                PatternRewriter &rewriter) const override {
    if (!op.getEpilogue().empty())
      return rewriter.notifyMatchFailure(op, "has an epilogue");
    if (!tensor::hasFoldableTensorCastOperand(op))
      return rewriter.notifyMatchFailure(op, "no operand is a foldable cast");
    SmallVector<Type> types(op->getResultTypes());
    auto dps = cast<DestinationStyleOpInterface>(op.getOperation());
    SmallVector<Value> operands =
        tensor::getUpdatedOperandsAfterCastOpFolding(dps, types);
    OperationState state(op.getLoc(), op->getName(), operands, types,
                         op->getAttrDictionary().getValue());
    state.addRegion();
    Operation *folded = rewriter.create(state);
    SmallVector<Value> results;
    for (auto [old, now] : llvm::zip(op->getResults(), folded->getResults())) {
      Value result = now;
      if (now.getType() != old.getType())
        result =
            tensor::CastOp::create(rewriter, op.getLoc(), old.getType(), now);
      results.push_back(result);
    }
    rewriter.replaceOp(op, results);
    return success();
  }
};

} // namespace

void ScaledMatmulOp::getCanonicalizationPatterns(RewritePatternSet &patterns,
                                                 MLIRContext *context) {
  patterns.add<FoldCasts>(context);
}
