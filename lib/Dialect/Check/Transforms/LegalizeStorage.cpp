//===- LegalizeStorage.cpp - Expectations on values memory can hold -------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Input: expectations on tensors of any element type, with constants. Output:
// only `check.expect_eq` and `check.expect_close`, none on f4E2M1FN.
//
//===----------------------------------------------------------------------===//

#include "quartet/Dialect/Check/IR/Check.h"
#include "quartet/Dialect/Check/Transforms/Passes.h"
#include "quartet/Dialect/NVFP4/IR/NVFP4.h"
#include "quartet/Numerics/ScaleLayout.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/IR/PatternMatch.h"
#include "mlir/Transforms/GreedyPatternRewriteDriver.h"

namespace quartet::check {
#define GEN_PASS_DEF_CHECKLEGALIZESTORAGE
#include "quartet/Dialect/Check/Transforms/Passes.h.inc"
} // namespace quartet::check

using namespace mlir;
using namespace quartet;
using namespace quartet::check;

namespace {

struct ExpandConstant : OpRewritePattern<ExpectEqConstOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(ExpectEqConstOp op,
                                PatternRewriter &rewriter) const override {
    Value expected = arith::ConstantOp::create(
        rewriter, op.getLoc(), cast<TypedAttr>(op.getExpected()));
    rewriter.replaceOpWithNewOp<ExpectEqOp>(op, op.getGot(), expected,
                                            /*packed=*/false,
                                            /*constant=*/true);
    return success();
  }
};

struct PackCodes : OpRewritePattern<ExpectEqOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(ExpectEqOp op,
                                PatternRewriter &rewriter) const override {
    auto type = dyn_cast<RankedTensorType>(op.getGot().getType());
    if (!type || !isa<Float4E2M1FNType>(type.getElementType()))
      return rewriter.notifyMatchFailure(op, "not on f4E2M1FN");
    FailureOr<RankedTensorType> packed = getPackedType(type);
    if (failed(packed))
      return rewriter.notifyMatchFailure(op, "has no packed form");
    Value got =
        nvfp4::ToStorageOp::create(rewriter, op.getLoc(), *packed, op.getGot());
    Value expected = nvfp4::ToStorageOp::create(rewriter, op.getLoc(), *packed,
                                                op.getExpected());
    rewriter.replaceOpWithNewOp<ExpectEqOp>(op, got, expected, /*packed=*/true,
                                            op.getConstant());
    return success();
  }

  /// The type `nvfp4.to_storage` gives `type`, if it takes it.
  static FailureOr<RankedTensorType> getPackedType(RankedTensorType type) {
    if (type.getRank() != 2 && type.getRank() != 3)
      return failure();
    SmallVector<int64_t> shape(type.getShape());
    if (ShapedType::isDynamic(shape.back()) || shape.back() % 2 != 0)
      return failure();
    shape.back() = numerics::packedColumns(shape.back());
    return RankedTensorType::get(shape, IntegerType::get(type.getContext(), 8));
  }
};

struct CheckLegalizeStorage
    : check::impl::CheckLegalizeStorageBase<CheckLegalizeStorage> {
  void runOnOperation() override {
    WalkResult result = getOperation()->walk([](Operation *op) {
      if (!isa<ExpectEqOp, ExpectEqConstOp>(op))
        return WalkResult::advance();
      auto type = dyn_cast<RankedTensorType>(op->getOperand(0).getType());
      if (!type || !isa<Float4E2M1FNType>(type.getElementType()) ||
          succeeded(PackCodes::getPackedType(type)))
        return WalkResult::advance();
      op->emitOpError("expects f4E2M1FN values in two or three dimensions, the "
                      "last static and even, but got ")
          << type;
      return WalkResult::interrupt();
    });
    if (result.wasInterrupted())
      return signalPassFailure();

    RewritePatternSet patterns(&getContext());
    populateCheckLegalizeStoragePatterns(patterns);
    GreedyRewriteConfig config;
    config.setRegionSimplificationLevel(GreedySimplifyRegionLevel::Disabled);
    if (failed(
            applyPatternsGreedily(getOperation(), std::move(patterns), config)))
      signalPassFailure();
  }
};

} // namespace

void check::populateCheckLegalizeStoragePatterns(RewritePatternSet &patterns) {
  patterns.add<ExpandConstant, PackCodes>(patterns.getContext());
}
