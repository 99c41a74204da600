//===- NVFP4Canonicalization.cpp - Rewrites beyond folding ----------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Folders (NVFP4Folds.cpp) cover constants, inverse pairs and operands that say
// nothing. Here is what changes the type of a result.
//
//===----------------------------------------------------------------------===//

#include "quartet/Dialect/NVFP4/IR/NVFP4.h"

#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Dialect/Utils/StructuredOpsUtils.h"
#include "mlir/IR/PatternMatch.h"

using namespace mlir;
using namespace quartet::nvfp4;

namespace {

/// Takes the source of casts that forget sizes. Upstream has this rewrite for
/// every operation in destination style, but it cannot copy the empty region of
/// an absent epilogue; a higher benefit makes this one come first.
struct AbsorbCasts : OpRewritePattern<ScaledMatmulOp> {
  explicit AbsorbCasts(MLIRContext *context)
      : OpRewritePattern(context, /*benefit=*/2) {}

  LogicalResult matchAndRewrite(ScaledMatmulOp op,
                                PatternRewriter &rewriter) const override {
    SmallVector<Value> operands;
    for (Value operand : op->getOperands()) {
      auto cast = operand.getDefiningOp<tensor::CastOp>();
      bool absorbs = cast && tensor::canFoldIntoConsumerOp(cast);
      operands.push_back(absorbs ? cast.getSource() : operand);
    }
    if (llvm::equal(operands, op->getOperands()))
      return rewriter.notifyMatchFailure(op, "no cast to absorb");
    // The destination is the last operand.
    Operation *absorbed = cloneWithoutRegions(
        rewriter, op, TypeRange(operands.back().getType()), operands);
    rewriter.inlineRegionBefore(op.getEpilogue(), absorbed->getRegion(0),
                                absorbed->getRegion(0).end());
    Value result = absorbed->getResult(0);
    Type type = op->getResult(0).getType();
    if (result.getType() != type)
      result = tensor::CastOp::create(rewriter, op.getLoc(), type, result);
    rewriter.replaceOp(op, result);
    return success();
  }
};

} // namespace

void ScaledMatmulOp::getCanonicalizationPatterns(RewritePatternSet &patterns,
                                                 MLIRContext *context) {
  patterns.add<AbsorbCasts>(context);
}
