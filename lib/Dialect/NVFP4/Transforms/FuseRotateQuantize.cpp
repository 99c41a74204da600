//===- FuseRotateQuantize.cpp - Rotate and quantize in one operation ------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Input: nvfp4.rotate with one user, an nvfp4.quantize, so that the rotated f32
// matrix need not exist. Output: nvfp4.rotate_quantize, or nvfp4.requantize if
// the rotated matrix is the decoded value of a saved quantized one. Bit-exact:
// the fused operations are defined by this decomposition.
//
//===----------------------------------------------------------------------===//

#include "quartet/Dialect/NVFP4/IR/NVFP4.h"
#include "quartet/Dialect/NVFP4/Transforms/Passes.h"
#include "quartet/Dialect/NVFP4/Transforms/Transforms.h"

#include "mlir/IR/PatternMatch.h"
#include "mlir/Transforms/GreedyPatternRewriteDriver.h"

namespace quartet {
namespace nvfp4 {
#define GEN_PASS_DEF_NVFP4FUSEROTATEQUANTIZE
#include "quartet/Dialect/NVFP4/Transforms/Passes.h.inc"
} // namespace nvfp4
} // namespace quartet

using namespace mlir;
using namespace quartet::nvfp4;

namespace {

/// The rotation that `quantize` can absorb, or null with a reason.
RotateOp findRotation(QuantizeOp quantize, PatternRewriter &rewriter) {
  auto fail = [&](StringRef reason) {
    (void)rewriter.notifyMatchFailure(quantize, reason);
    return RotateOp();
  };
  auto rotate = quantize.getInput().getDefiningOp<RotateOp>();
  if (!rotate)
    return fail("its input is not rotated");
  if (!rotate->hasOneUse())
    return fail("the rotated matrix has another user");
  if (quantize.getTranspose())
    return fail("it transposes the rotated matrix");
  if (quantize.getAmax() || quantize.getValidRows())
    return fail("it takes an amax or a number of valid rows");
  if (!quantize.getOffsets().empty() || !rotate.getOffsets().empty())
    return fail("it is a tile of a larger matrix");
  // A quantizer without randomness has neither seed nor instance.
  if (quantize.getSeed() && (quantize.getSeed() != rotate.getSeed() ||
                             quantize.getInstance() != rotate.getInstance()))
    return fail("it draws from another seed or instance than the rotation");
  return rotate;
}

std::optional<int64_t> siteIf(bool present, QuantizeOp quantize) {
  std::optional<uint64_t> site = quantize.getSite();
  if (!present || !site)
    return std::nullopt;
  return static_cast<int64_t>(*site);
}

SmallVector<Value> destinations(QuantizeOp quantize) {
  return {quantize.getDataInit(), quantize.getScalesInit(),
          quantize.getTensorScaleInit()};
}

struct ToRotateQuantize : OpRewritePattern<QuantizeOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(QuantizeOp quantize,
                                PatternRewriter &rewriter) const override {
    RotateOp rotate = findRotation(quantize, rewriter);
    if (!rotate)
      return failure();
    if (quantize.getPrescale())
      return rewriter.notifyMatchFailure(quantize,
                                         "it continues a saved tensor scale");
    bool col = rotate.getTranspose();
    rewriter.replaceOpWithNewOp<RotateQuantizeOp>(
        quantize, quantize.getQuantizer(),
        col ? Directions::Col : Directions::Row, rotate.getInput(),
        rotate.getSeed(), destinations(quantize), rotate.getGroup(),
        rotate.getSite(), siteIf(!col, quantize), siteIf(col, quantize),
        /*columnSum=*/false, rotate.getInstance());
    rewriter.eraseOp(rotate);
    return success();
  }
};

struct ToRequantize : OpRewritePattern<QuantizeOp> {
  ToRequantize(MLIRContext *context)
      : OpRewritePattern(context, /*benefit=*/2) {}

  LogicalResult matchAndRewrite(QuantizeOp quantize,
                                PatternRewriter &rewriter) const override {
    RotateOp rotate = findRotation(quantize, rewriter);
    if (!rotate)
      return failure();
    auto decode = rotate.getInput().getDefiningOp<DequantizeOp>();
    if (!decode || !quantize.getPrescale())
      return rewriter.notifyMatchFailure(
          quantize, "its input is not a saved quantized matrix");
    auto matrix = cast<ShapedType>(decode.getInit().getType());
    if (decode.getTensorScale() || !matrix.getElementType().isBF16())
      return rewriter.notifyMatchFailure(
          quantize, "the saved matrix is not decoded to bf16 without its "
                    "tensor scale");
    bool col = rotate.getTranspose();
    auto data = cast<ShapedType>(decode.getData().getType());
    if (!col && (matrix.isDynamicDim(matrix.getRank() - 1) ||
                 matrix.getShape().back() != data.getShape().back()))
      return rewriter.notifyMatchFailure(
          quantize, "the row direction would take in the padding");
    rewriter.replaceOpWithNewOp<RequantizeOp>(
        quantize, quantize.getQuantizer(),
        col ? Directions::Col : Directions::Row,
        ValueRange{decode.getData(), decode.getScales(),
                   quantize.getPrescale()},
        rotate.getSeed(), destinations(quantize), rotate.getGroup(),
        rotate.getSite(), siteIf(!col, quantize), siteIf(col, quantize),
        rotate.getInstance());
    rewriter.eraseOp(rotate);
    return success();
  }
};

struct FuseRotateQuantizePass
    : quartet::nvfp4::impl::NVFP4FuseRotateQuantizeBase<
          FuseRotateQuantizePass> {
  void runOnOperation() override {
    RewritePatternSet patterns(&getContext());
    populateFuseRotateQuantizePatterns(patterns);
    if (failed(applyPatternsGreedily(getOperation(), std::move(patterns))))
      signalPassFailure();
  }
};

} // namespace

void quartet::nvfp4::populateFuseRotateQuantizePatterns(
    RewritePatternSet &patterns) {
  patterns.add<ToRotateQuantize, ToRequantize>(patterns.getContext());
}
