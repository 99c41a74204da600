//===- TileScales.cpp - Block scales in the layout of tensor cores --------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Input: nvfp4 on tensors. Output: every nvfp4.scaled_matmul takes tiled
// scales. Quantizers whose linear scales only nvfp4 operations read write tiled
// ones instead; elsewhere an nvfp4.tile_scales stands before the product.
//
//===----------------------------------------------------------------------===//

#include "quartet/Dialect/NVFP4/IR/NVFP4.h"
#include "quartet/Dialect/NVFP4/IR/Shapes.h"
#include "quartet/Dialect/NVFP4/Transforms/Passes.h"
#include "quartet/Numerics/ScaleLayout.h"

#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/PatternMatch.h"
#include "llvm/ADT/TypeSwitch.h"

namespace quartet {
namespace nvfp4 {
#define GEN_PASS_DEF_NVFP4TILESCALES
#include "quartet/Dialect/NVFP4/Transforms/Passes.h.inc"
} // namespace nvfp4
} // namespace quartet

using namespace mlir;
using namespace quartet;
using namespace quartet::nvfp4;

/// True for a tensor of block scales that is not tiled.
static bool isLinear(Value value) {
  auto type = dyn_cast<RankedTensorType>(value.getType());
  return type && type.getRank() >= 2 &&
         isa<Float8E4M3FNType>(type.getElementType()) &&
         !isTiledScaleType(type);
}

/// An empty tensor for the tiled form of `linear`.
static Value createTiledDestination(OpBuilder &b, Location loc, Value linear) {
  SmallVector<OpFoldResult> sizes = tensor::getMixedSizes(b, loc, linear);
  // The columns that these scales belong to.
  sizes.back() = affine::makeComposedFoldedAffineApply(
      b, loc, b.getAffineSymbolExpr(0) * numerics::kBlock, {sizes.back()});
  return tensor::EmptyOp::create(b, loc,
                                 getScaleSizes(b, loc, sizes, /*tiled=*/true),
                                 Float8E4M3FNType::get(b.getContext()));
}

/// True if `use` reads block scales in either layout.
static bool takesEitherLayout(OpOperand &use) {
  Value scales = use.get();
  return TypeSwitch<Operation *, bool>(use.getOwner())
      .Case<ScaledMatmulOp>([&](auto op) {
        return op.getLhsScales() == scales || op.getRhsScales() == scales;
      })
      .Case<DequantizeOp, RequantizeOp>(
          [&](auto op) { return op.getScales() == scales; })
      .Default(false);
}

/// Makes a quantizer write tiled scales where only such uses read them.
static void tileResults(RewriterBase &rewriter, Operation *op) {
  auto dps = cast<DestinationStyleOpInterface>(op);
  for (OpOperand &init : dps.getDpsInitsMutable()) {
    auto empty = init.get().getDefiningOp<tensor::EmptyOp>();
    OpResult result = empty ? dps.getTiedOpResult(&init) : OpResult();
    if (!result || !isLinear(init.get()) ||
        !llvm::all_of(result.getUses(), takesEitherLayout) ||
        llvm::none_of(result.getUsers(), llvm::IsaPred<ScaledMatmulOp>))
      continue;
    rewriter.setInsertionPoint(op);
    Value tiled = createTiledDestination(rewriter, op->getLoc(), init.get());
    rewriter.modifyOpInPlace(op, [&] {
      init.set(tiled);
      result.setType(tiled.getType());
    });
  }
}

/// Puts a conversion before a product that still takes linear scales.
static void tileOperand(RewriterBase &rewriter, ScaledMatmulOp op,
                        OpOperand &scales) {
  if (!isLinear(scales.get()))
    return;
  rewriter.setInsertionPoint(op);
  Value destination =
      createTiledDestination(rewriter, op.getLoc(), scales.get());
  Value tiled =
      TileScalesOp::create(rewriter, op.getLoc(), scales.get(), destination)
          ->getResult(0);
  rewriter.modifyOpInPlace(op, [&] { scales.set(tiled); });
}

namespace {

struct NVFP4TileScalesPass
    : quartet::nvfp4::impl::NVFP4TileScalesBase<NVFP4TileScalesPass> {
  void runOnOperation() override {
    SmallVector<Operation *> quantizers;
    SmallVector<ScaledMatmulOp> products;
    getOperation()->walk([&](Operation *op) {
      if (isa<QuantizeOp, RotateQuantizeOp, RequantizeOp>(op))
        quantizers.push_back(op);
      else if (auto product = dyn_cast<ScaledMatmulOp>(op))
        products.push_back(product);
    });
    IRRewriter rewriter(&getContext());
    for (Operation *op : quantizers)
      tileResults(rewriter, op);
    for (ScaledMatmulOp op : products) {
      tileOperand(rewriter, op, op.getLhsScalesMutable());
      tileOperand(rewriter, op, op.getRhsScalesMutable());
    }
  }
};

} // namespace
