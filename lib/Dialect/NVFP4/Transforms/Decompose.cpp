//===- Decompose.cpp - Fused operations into what they stand for ----------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// rotate_quantize and requantize become dequantize, rotate and quantize on
// tensors: the definition of what the fused operations compute.
//
//===----------------------------------------------------------------------===//

#include "quartet/Dialect/NVFP4/IR/NVFP4.h"
#include "quartet/Dialect/NVFP4/IR/Shapes.h"
#include "quartet/Dialect/NVFP4/Transforms/Passes.h"
#include "quartet/Dialect/NVFP4/Transforms/Transforms.h"
#include "quartet/Numerics/ScaleLayout.h"

#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/TypeUtilities.h"
#include "mlir/Transforms/GreedyPatternRewriteDriver.h"

namespace quartet {
namespace nvfp4 {
#define GEN_PASS_DEF_NVFP4DECOMPOSE
#include "quartet/Dialect/NVFP4/Transforms/Passes.h.inc"
} // namespace nvfp4
} // namespace quartet

using namespace mlir;
using namespace quartet;
using namespace quartet::nvfp4;

/// Rotates `input` (its transpose if `transpose`) and quantizes it into
/// `inits`; appends the three results.
template <typename OpTy>
static void rotateAndQuantize(OpBuilder &b, OpTy op, Value input,
                              bool transpose, Value prescale,
                              std::optional<uint64_t> site, ValueRange inits,
                              SmallVectorImpl<Value> &results) {
  Location loc = op.getLoc();
  auto group = unsigned(op.getGroup());
  Value init = createRotatedDestination(b, loc, input, transpose, group);
  auto rotated =
      RotateOp::create(b, loc, input, op.getSeed(), init, int64_t(group),
                       int64_t(op.getSite()), transpose, op.getInstance());
  QuantizeOptions options;
  options.prescale = prescale;
  if (op.getQuantizer().getSpec().isStochastic()) {
    options.seed = op.getSeed();
    options.instance = op.getInstance();
  }
  if (site)
    options.site = int64_t(*site);
  auto quantized = QuantizeOp::create(b, loc, op.getQuantizer(),
                                      rotated->getResult(0), inits, options);
  llvm::append_range(results, quantized->getResults());
}

/// Both directions of `op`, which rotates `matrix`.
template <typename OpTy>
static SmallVector<Value> decomposeDirections(OpBuilder &b, OpTy op,
                                              Value matrix, Value prescale) {
  constexpr unsigned triple = 3;
  SmallVector<Value> results;
  OperandRange inits = op.getInits();
  if (op.hasRow())
    rotateAndQuantize(b, op, matrix, /*transpose=*/false, prescale,
                      op.getRowSite(), inits.take_front(triple), results);
  if (op.hasCol())
    rotateAndQuantize(b, op, matrix, /*transpose=*/true, prescale,
                      op.getColSite(),
                      inits.slice(op.hasRow() ? triple : 0, triple), results);
  return results;
}

/// The f32 sums of the columns of `matrix` into `init`, rows in order from +0.
static Value createColumnSum(OpBuilder &b, Location loc, Value matrix,
                             Value init) {
  Value zero = arith::ConstantOp::create(b, loc, b.getF32FloatAttr(0.0f));
  Value start =
      linalg::FillOp::create(b, loc, ValueRange(zero), ValueRange(init))
          .getResult(0);
  // Iteration space: (batch,) columns, rows.
  unsigned rank = cast<ShapedType>(matrix.getType()).getRank();
  SmallVector<AffineExpr> outer;
  for (unsigned d = 0; d + 1 < rank; ++d)
    outer.push_back(b.getAffineDimExpr(d));
  SmallVector<AffineExpr> element(outer);
  element.insert(element.end() - 1, b.getAffineDimExpr(rank - 1));
  SmallVector<AffineMap> maps = {
      AffineMap::get(rank, 0, element, b.getContext()),
      AffineMap::get(rank, 0, outer, b.getContext())};
  SmallVector<utils::IteratorType> iterators(rank - 1,
                                             utils::IteratorType::parallel);
  iterators.push_back(utils::IteratorType::reduction);
  auto sum = linalg::GenericOp::create(
      b, loc, start.getType(), matrix, start, maps, iterators,
      [](OpBuilder &b, Location loc, ValueRange args) {
        Value x = args[0];
        if (!x.getType().isF32())
          x = arith::ExtFOp::create(b, loc, b.getF32Type(), x);
        Value total = arith::AddFOp::create(b, loc, args[1], x);
        linalg::YieldOp::create(b, loc, total);
      });
  return sum.getResult(0);
}

namespace {

struct DecomposeRotateQuantize : OpRewritePattern<RotateQuantizeOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(RotateQuantizeOp op,
                                PatternRewriter &rewriter) const override {
    if (!op.hasPureTensorSemantics())
      return rewriter.notifyMatchFailure(op, "works on memrefs");
    SmallVector<Value> results =
        decomposeDirections(rewriter, op, op.getInput(), /*prescale=*/{});
    if (op.getColumnSum())
      results.push_back(createColumnSum(rewriter, op.getLoc(), op.getInput(),
                                        op.getInits().back()));
    rewriter.replaceOp(op, results);
    return success();
  }
};

struct DecomposeRequantize : OpRewritePattern<RequantizeOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(RequantizeOp op,
                                PatternRewriter &rewriter) const override {
    if (!op.hasPureTensorSemantics())
      return rewriter.notifyMatchFailure(op, "works on memrefs");
    Location loc = op.getLoc();
    // K is the number of rows of the column result; without one it is P.
    SmallVector<OpFoldResult> sizes =
        getMatrixSizes(rewriter, loc, op.getData());
    if (op.hasCol()) {
      Value column = op.getInits()[op.hasRow() ? 3 : 0];
      sizes.back() =
          tensor::getMixedSize(rewriter, loc, column, sizes.size() - 2);
    } else if (getElementTypeOrSelf(op.getData()).isInteger()) {
      sizes.back() = affine::makeComposedFoldedAffineApply(
          rewriter, loc,
          rewriter.getAffineSymbolExpr(0) * numerics::unpackedColumns(1),
          {sizes.back()});
    }
    Value init =
        tensor::EmptyOp::create(rewriter, loc, sizes, rewriter.getBF16Type());
    auto matrix = DequantizeOp::create(rewriter, loc, op.getData(),
                                       op.getScales(), Value(), init);
    rewriter.replaceOp(op,
                       decomposeDirections(rewriter, op, matrix->getResult(0),
                                           op.getTensorScale()));
    return success();
  }
};

struct Decompose : quartet::nvfp4::impl::NVFP4DecomposeBase<Decompose> {
  void runOnOperation() override {
    RewritePatternSet patterns(&getContext());
    populateDecomposePatterns(patterns);
    if (failed(applyPatternsGreedily(getOperation(), std::move(patterns))))
      return signalPassFailure();
    bool onMemRefs = false;
    getOperation()->walk([&](Operation *op) {
      if (!isa<RotateQuantizeOp, RequantizeOp>(op))
        return;
      op->emitOpError("expects tensors to be decomposed, but got memrefs");
      onMemRefs = true;
    });
    if (onMemRefs)
      signalPassFailure();
  }
};

} // namespace

void quartet::nvfp4::populateDecomposePatterns(RewritePatternSet &patterns) {
  patterns.add<DecomposeRotateQuantize, DecomposeRequantize>(
      patterns.getContext());
}
