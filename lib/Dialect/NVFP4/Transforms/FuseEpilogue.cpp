//===- FuseEpilogue.cpp - Elementwise consumers into the epilogue ---------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Input: a linalg.generic that maps every element of a product's result, alone
// or together with other tensors (bias, residual, activation, cast). Output:
// the product with that body in its epilogue region. The product must have no
// other user. Bit-exact: the same scalar operations run on the same values.
//
//===----------------------------------------------------------------------===//

#include "quartet/Dialect/NVFP4/IR/NVFP4.h"
#include "quartet/Dialect/NVFP4/Transforms/Passes.h"
#include "quartet/Dialect/NVFP4/Transforms/Transforms.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/IR/IRMapping.h"
#include "mlir/IR/Matchers.h"
#include "mlir/IR/PatternMatch.h"
#include "mlir/Transforms/GreedyPatternRewriteDriver.h"

namespace quartet {
namespace nvfp4 {
#define GEN_PASS_DEF_NVFP4FUSEEPILOGUE
#include "quartet/Dialect/NVFP4/Transforms/Passes.h.inc"
} // namespace nvfp4
} // namespace quartet

using namespace mlir;
using namespace quartet::nvfp4;

namespace {

/// The operand of `generic` that is a fusable product's result, or null.
OpOperand *findProduct(linalg::GenericOp generic, PatternRewriter &rewriter) {
  for (OpOperand *operand : generic.getDpsInputOperands()) {
    auto product = operand->get().getDefiningOp<ScaledMatmulOp>();
    if (!product)
      continue;
    if (product->getBlock() != generic->getBlock()) {
      (void)rewriter.notifyMatchFailure(
          generic, "the product is computed outside, perhaps less often");
      continue;
    }
    if (!product->hasOneUse()) {
      (void)rewriter.notifyMatchFailure(
          generic, "the product has another user, which needs its value");
      continue;
    }
    if (!generic.getMatchingIndexingMap(operand).isIdentity()) {
      (void)rewriter.notifyMatchFailure(
          generic, "the product's elements are permuted or repeated");
      continue;
    }
    return operand;
  }
  return nullptr;
}

/// Why `body` cannot become part of an epilogue, or null: it computes with
/// scalars, one element at a time, from its arguments and from constants.
const char *getUnsuitableReason(Block &body) {
  for (Operation &op : body.without_terminator()) {
    if (op.hasTrait<OpTrait::ConstantLike>())
      continue;
    if (!OpTrait::hasElementwiseMappableTraits(&op))
      return "its body is not elementwise arithmetic";
    for (Type type : op.getOperandTypes())
      if (!type.isIntOrIndexOrFloat())
        return "its body reads whole tensors";
  }
  for (Operation &op : body)
    for (Value operand : op.getOperands())
      if (operand.getParentBlock() != &body &&
          !matchPattern(operand, m_Constant()))
        return "its body uses a value that is computed outside of it";
  return nullptr;
}

/// Clones the operations of `source` but its terminator, with `mapping`, and
/// returns what its terminator's operand became.
Value inlineBody(OpBuilder &b, Block &source, IRMapping &mapping) {
  for (Operation &op : source.without_terminator())
    b.clone(op, mapping);
  return mapping.lookupOrDefault(source.getTerminator()->getOperand(0));
}

/// `value` in f32.
Value widen(OpBuilder &b, Location loc, Value value) {
  if (value.getType().isF32())
    return value;
  return arith::ExtFOp::create(b, loc, b.getF32Type(), value);
}

struct FuseElementwise : OpRewritePattern<linalg::GenericOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(linalg::GenericOp generic,
                                PatternRewriter &rewriter) const override {
    if (!generic.hasPureTensorSemantics() || generic->getNumResults() != 1)
      return rewriter.notifyMatchFailure(generic,
                                         "it has not one tensor result");
    if (generic.getNumParallelLoops() != generic.getNumLoops())
      return rewriter.notifyMatchFailure(generic, "it reduces");
    OpOperand *init = generic.getDpsInitOperand(0);
    if (!generic.getMatchingIndexingMap(init).isIdentity())
      return rewriter.notifyMatchFailure(generic, "its result is permuted");
    if (generic.payloadUsesValueFromOperand(init))
      return rewriter.notifyMatchFailure(generic, "it reads its destination");
    if (generic.hasIndexSemantics())
      return rewriter.notifyMatchFailure(generic, "its body uses indices");
    OpOperand *operand = findProduct(generic, rewriter);
    if (!operand)
      return rewriter.notifyMatchFailure(generic,
                                         "no operand is a fusable product");
    for (OpOperand *other : generic.getDpsInputOperands()) {
      if (other == operand)
        continue;
      if (!isa<RankedTensorType>(other->get().getType()))
        return rewriter.notifyMatchFailure(generic, "it has a scalar operand");
      if (!generic.getMatchingIndexingMap(other).isProjectedPermutation())
        return rewriter.notifyMatchFailure(
            generic, "an operand is not indexed by distinct dimensions");
    }
    if (const char *reason = getUnsuitableReason(*generic.getBody()))
      return rewriter.notifyMatchFailure(generic, reason);
    if (!isa<BFloat16Type, Float16Type, Float32Type>(
            getElementTypeOrSelf(init->get())))
      return rewriter.notifyMatchFailure(generic,
                                         "its result is not bf16, f16 or f32");
    fuse(generic, operand, rewriter);
    return success();
  }

private:
  static void fuse(linalg::GenericOp generic, OpOperand *operand,
                   PatternRewriter &rewriter) {
    auto product = cast<ScaledMatmulOp>(operand->get().getDefiningOp());
    Location loc = rewriter.getFusedLoc({product.getLoc(), generic.getLoc()});
    int64_t rank = cast<ShapedType>(product.getInit().getType()).getRank();

    SmallVector<Value> inputs(product.getEpilogueInputs());
    SmallVector<AffineMap> maps = product.getEpilogueMapValues();
    size_t numOld = inputs.size();
    if (product.getAccumulate()) {
      inputs.push_back(product.getInit());
      maps.push_back(rewriter.getMultiDimIdentityMap(rank));
    }
    size_t firstNew = inputs.size();
    for (OpOperand *other : generic.getDpsInputOperands()) {
      if (other == operand)
        continue;
      inputs.push_back(other->get());
      maps.push_back(generic.getMatchingIndexingMap(other));
    }

    auto fused = ScaledMatmulOp::create(
        rewriter, loc,
        ValueRange{product.getLhs(), product.getLhsScales(),
                   product.getLhsTensorScale()},
        ValueRange{product.getRhs(), product.getRhsScales(),
                   product.getRhsTensorScale()},
        generic.getDpsInitOperand(0)->get(), product.getScaleLog2(),
        /*accumulate=*/false, inputs, maps);
    Block *block = fused.addEpilogueBlock();
    OpBuilder::InsertionGuard guard(rewriter);
    rewriter.setInsertionPointToEnd(block);

    // The accumulated value comes before the product's own epilogue.
    Value value = block->getArgument(0);
    if (product.getAccumulate())
      value = arith::AddFOp::create(
          rewriter, loc, value,
          widen(rewriter, loc, block->getArgument(1 + numOld)));
    Type element = getElementTypeOrSelf(product.getInit());
    if (!product.getEpilogue().empty()) {
      Block &old = product.getEpilogue().front();
      IRMapping mapping;
      mapping.map(old.getArgument(0), value);
      for (size_t i = 0; i < numOld; ++i)
        mapping.map(old.getArgument(1 + i), block->getArgument(1 + i));
      value = inlineBody(rewriter, old, mapping);
    } else if (!element.isF32()) {
      value = arith::TruncFOp::create(rewriter, loc, element, value);
    }

    IRMapping mapping;
    size_t next = 1 + firstNew;
    for (OpOperand *other : generic.getDpsInputOperands())
      mapping.map(generic.getMatchingBlockArgument(other),
                  other == operand ? value : block->getArgument(next++));
    value = inlineBody(rewriter, *generic.getBody(), mapping);
    YieldOp::create(rewriter, loc, value);

    rewriter.replaceOp(generic, fused->getResults());
    rewriter.eraseOp(product);
  }
};

struct FuseEpiloguePass
    : quartet::nvfp4::impl::NVFP4FuseEpilogueBase<FuseEpiloguePass> {
  void runOnOperation() override {
    RewritePatternSet patterns(&getContext());
    populateFuseEpiloguePatterns(patterns);
    if (failed(applyPatternsGreedily(getOperation(), std::move(patterns))))
      signalPassFailure();
  }
};

} // namespace

void quartet::nvfp4::populateFuseEpiloguePatterns(RewritePatternSet &patterns) {
  patterns.add<FuseElementwise>(patterns.getContext());
}
