//===- LegalizeStorage.cpp - f4E2M1FN tensors to packed bytes -------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Input: any program on tensors. Output: the same program in which every
// f4E2M1FN tensor `... x P` is `... x P/2` of i8. What cannot be rewritten is
// reported first (StorageSupport.cpp), so that the conversion itself has
// nothing left to refuse.
//
//===----------------------------------------------------------------------===//

#include "StorageSupport.h"
#include "quartet/Dialect/NVFP4/IR/NVFP4.h"
#include "quartet/Dialect/NVFP4/IR/Shapes.h"
#include "quartet/Dialect/NVFP4/Transforms/Passes.h"
#include "quartet/Dialect/NVFP4/Transforms/Transforms.h"
#include "quartet/Numerics/HostMatrix.h"

#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Bufferization/IR/Bufferization.h"
#include "mlir/Dialect/ControlFlow/Transforms/StructuralTypeConversions.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/Func/Transforms/FuncConversions.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/SCF/Transforms/Patterns.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Transforms/DialectConversion.h"

namespace quartet {
namespace nvfp4 {
#define GEN_PASS_DEF_NVFP4LEGALIZESTORAGE
#include "quartet/Dialect/NVFP4/Transforms/Passes.h.inc"
} // namespace nvfp4
} // namespace quartet

using namespace mlir;
using namespace quartet;
using namespace quartet::nvfp4;

/// Codes per byte.
static constexpr int64_t kCodes = numerics::unpackedColumns(1);

/// A count or position of codes as one of bytes.
static OpFoldResult toBytes(OpBuilder &b, Location loc, OpFoldResult codes) {
  return affine::makeComposedFoldedAffineApply(
      b, loc, b.getAffineSymbolExpr(0).floorDiv(kCodes), {codes});
}

static SmallVector<OpFoldResult> lastToBytes(OpBuilder &b, Location loc,
                                             ArrayRef<OpFoldResult> codes) {
  SmallVector<OpFoldResult> bytes(codes);
  bytes.back() = toBytes(b, loc, bytes.back());
  return bytes;
}

namespace {

/// Operations that mean the same on bytes: new operands, new result types.
struct RetypeOp : ConversionPattern {
  RetypeOp(const TypeConverter &converter, MLIRContext *context)
      : ConversionPattern(converter, MatchAnyOpTypeTag(), /*benefit=*/1,
                          context) {}

  LogicalResult
  matchAndRewrite(Operation *op, ArrayRef<Value> operands,
                  ConversionPatternRewriter &rewriter) const override {
    if (!meansTheSameOnBytes(op))
      return rewriter.notifyMatchFailure(op, "meaning depends on elements");
    SmallVector<Type> types;
    if (failed(getTypeConverter()->convertTypes(op->getResultTypes(), types)))
      return rewriter.notifyMatchFailure(op, "no packed form");
    OperationState state(op->getLoc(), op->getName(), operands, types,
                         op->getAttrs());
    for (unsigned i = 0; i < op->getNumRegions(); ++i)
      state.addRegion();
    Operation *retyped = rewriter.create(state);
    for (auto [from, to] : llvm::zip(op->getRegions(), retyped->getRegions()))
      rewriter.inlineRegionBefore(from, to, to.end());
    rewriter.replaceOp(op, retyped->getResults());
    return success();
  }
};

/// nvfp4.to_storage and nvfp4.from_storage: their input is what they asked for.
template <typename OpTy>
struct DropStorageOp : OpConversionPattern<OpTy> {
  using OpConversionPattern<OpTy>::OpConversionPattern;

  LogicalResult
  matchAndRewrite(OpTy op, typename OpTy::Adaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    Type type = this->getTypeConverter()->convertType(op.getType());
    Value bytes = adaptor.getInput();
    if (bytes.getType() != type)
      bytes = tensor::CastOp::create(rewriter, op.getLoc(), type, bytes);
    rewriter.replaceOp(op, bytes);
    return success();
  }
};

struct PackConstant : OpConversionPattern<arith::ConstantOp> {
  using OpConversionPattern::OpConversionPattern;

  LogicalResult
  matchAndRewrite(arith::ConstantOp op, OpAdaptor,
                  ConversionPatternRewriter &rewriter) const override {
    auto codes = dyn_cast<DenseElementsAttr>(op.getValue());
    auto type = dyn_cast_or_null<RankedTensorType>(
        getTypeConverter()->convertType(op.getType()));
    if (!codes || !type)
      return rewriter.notifyMatchFailure(op, "not dense codes");
    auto codeOf = [](const APFloat &value) {
      return uint8_t(value.bitcastToAPInt().getZExtValue());
    };
    std::vector<uint8_t> unpacked;
    if (codes.isSplat())
      unpacked.assign(kCodes, codeOf(codes.getSplatValue<APFloat>()));
    else
      for (const APFloat &value : codes.getValues<APFloat>())
        unpacked.push_back(codeOf(value));
    std::vector<uint8_t> bytes = numerics::host::packCodes(unpacked);
    rewriter.replaceOpWithNewOp<arith::ConstantOp>(
        op, DenseElementsAttr::get(type, ArrayRef<uint8_t>(bytes)));
    return success();
  }
};

/// A filled tensor holds the same code in both nibbles of every byte.
struct PackFill : OpConversionPattern<linalg::FillOp> {
  using OpConversionPattern::OpConversionPattern;

  LogicalResult
  matchAndRewrite(linalg::FillOp op, OpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    Location loc = op.getLoc();
    unsigned codeBits = 8 / kCodes;
    Value code = adaptor.getInputs()[0];
    Value nibble = arith::BitcastOp::create(
        rewriter, loc, rewriter.getIntegerType(codeBits), code);
    Value low =
        arith::ExtUIOp::create(rewriter, loc, rewriter.getI8Type(), nibble);
    Value shift = arith::ConstantOp::create(
        rewriter, loc, rewriter.getI8IntegerAttr(codeBits));
    Value high = arith::ShLIOp::create(rewriter, loc, low, shift);
    Value byte = arith::OrIOp::create(rewriter, loc, low, high);
    rewriter.replaceOpWithNewOp<linalg::FillOp>(op, byte,
                                                adaptor.getOutputs()[0]);
    return success();
  }
};

/// Sizes of a new tensor of packed bytes: the dynamic ones of its codes.
static SmallVector<Value> getDynamicByteSizes(OpBuilder &b, Location loc,
                                              RankedTensorType codes,
                                              ValueRange dynamicSizes) {
  SmallVector<Value> sizes(dynamicSizes);
  if (codes.isDynamicDim(codes.getRank() - 1) && !sizes.empty())
    sizes.back() =
        getValueOrCreateConstantIndexOp(b, loc, toBytes(b, loc, sizes.back()));
  return sizes;
}

struct PackEmpty : OpConversionPattern<tensor::EmptyOp> {
  using OpConversionPattern::OpConversionPattern;

  LogicalResult
  matchAndRewrite(tensor::EmptyOp op, OpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    rewriter.replaceOpWithNewOp<tensor::EmptyOp>(
        op, getTypeConverter()->convertType(op.getType()),
        getDynamicByteSizes(rewriter, op.getLoc(), op.getType(),
                            adaptor.getDynamicSizes()));
    return success();
  }
};

struct PackAlloc : OpConversionPattern<bufferization::AllocTensorOp> {
  using OpConversionPattern::OpConversionPattern;

  LogicalResult
  matchAndRewrite(bufferization::AllocTensorOp op, OpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    rewriter.replaceOpWithNewOp<bufferization::AllocTensorOp>(
        op,
        cast<RankedTensorType>(getTypeConverter()->convertType(op.getType())),
        getDynamicByteSizes(rewriter, op.getLoc(), op.getType(),
                            adaptor.getDynamicSizes()),
        adaptor.getCopy(), adaptor.getSizeHint(), op.getMemorySpaceAttr());
    return success();
  }
};

struct PackDim : OpConversionPattern<tensor::DimOp> {
  using OpConversionPattern::OpConversionPattern;

  LogicalResult
  matchAndRewrite(tensor::DimOp op, OpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    std::optional<int64_t> index = op.getConstantIndex();
    auto type = dyn_cast<RankedTensorType>(adaptor.getSource().getType());
    if (!index || !type)
      return rewriter.notifyMatchFailure(op, "dimension is not constant");
    OpFoldResult size = tensor::getMixedSize(rewriter, op.getLoc(),
                                             adaptor.getSource(), *index);
    if (*index == type.getRank() - 1)
      size = affine::makeComposedFoldedAffineApply(
          rewriter, op.getLoc(), rewriter.getAffineSymbolExpr(0) * kCodes,
          {size});
    rewriter.replaceOp(
        op, getValueOrCreateConstantIndexOp(rewriter, op.getLoc(), size));
    return success();
  }
};

struct PackExtractSlice : OpConversionPattern<tensor::ExtractSliceOp> {
  using OpConversionPattern::OpConversionPattern;

  LogicalResult
  matchAndRewrite(tensor::ExtractSliceOp op, OpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    Location loc = op.getLoc();
    rewriter.replaceOpWithNewOp<tensor::ExtractSliceOp>(
        op,
        cast<RankedTensorType>(getTypeConverter()->convertType(op.getType())),
        adaptor.getSource(), lastToBytes(rewriter, loc, op.getMixedOffsets()),
        lastToBytes(rewriter, loc, op.getMixedSizes()), op.getMixedStrides());
    return success();
  }
};

template <typename OpTy>
struct PackInsertSlice : OpConversionPattern<OpTy> {
  using OpConversionPattern<OpTy>::OpConversionPattern;

  LogicalResult
  matchAndRewrite(OpTy op, typename OpTy::Adaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    Location loc = op.getLoc();
    // Arithmetic cannot stand among the insertions of a parallel region.
    OpBuilder::InsertionGuard guard(rewriter);
    Operation *parent = op->getParentOp();
    if (isa_and_nonnull<ParallelCombiningOpInterface>(parent))
      rewriter.setInsertionPoint(parent);
    SmallVector<OpFoldResult> offsets =
        lastToBytes(rewriter, loc, op.getMixedOffsets());
    SmallVector<OpFoldResult> sizes =
        lastToBytes(rewriter, loc, op.getMixedSizes());
    rewriter.setInsertionPoint(op);
    auto packed =
        OpTy::create(rewriter, loc, adaptor.getSource(), adaptor.getDest(),
                     offsets, sizes, op.getMixedStrides());
    rewriter.replaceOp(op, packed->getResults());
    return success();
  }
};

struct PackCollapse : OpConversionPattern<tensor::CollapseShapeOp> {
  using OpConversionPattern::OpConversionPattern;

  LogicalResult
  matchAndRewrite(tensor::CollapseShapeOp op, OpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    rewriter.replaceOpWithNewOp<tensor::CollapseShapeOp>(
        op, getTypeConverter()->convertType(op.getType()), adaptor.getSrc(),
        op.getReassociationIndices());
    return success();
  }
};

struct PackExpand : OpConversionPattern<tensor::ExpandShapeOp> {
  using OpConversionPattern::OpConversionPattern;

  LogicalResult
  matchAndRewrite(tensor::ExpandShapeOp op, OpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    SmallVector<OpFoldResult> shape =
        lastToBytes(rewriter, op.getLoc(), op.getMixedOutputShape());
    rewriter.replaceOpWithNewOp<tensor::ExpandShapeOp>(
        op, getTypeConverter()->convertType(op.getType()), adaptor.getSrc(),
        op.getReassociationIndices(), shape);
    return success();
  }
};

/// scf.forall, which upstream's structural conversions leave out.
struct PackForall : OpConversionPattern<scf::ForallOp> {
  using OpConversionPattern::OpConversionPattern;

  LogicalResult
  matchAndRewrite(scf::ForallOp op, OpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    if (failed(
            rewriter.convertRegionTypes(&op.getRegion(), *getTypeConverter())))
      return rewriter.notifyMatchFailure(op, "region has no packed form");
    auto packed = scf::ForallOp::create(
        rewriter, op.getLoc(), op.getMixedLowerBound(), op.getMixedUpperBound(),
        op.getMixedStep(), adaptor.getOutputs(), op.getMapping());
    rewriter.eraseBlock(packed.getBody());
    rewriter.inlineRegionBefore(op.getRegion(), packed.getRegion(),
                                packed.getRegion().end());
    rewriter.replaceOp(op, packed.getResults());
    return success();
  }
};

struct LegalizeStorage
    : quartet::nvfp4::impl::NVFP4LegalizeStorageBase<LegalizeStorage> {
  void runOnOperation() override {
    bool supported = true;
    getOperation()->walk([&](Operation *op) {
      supported &= succeeded(checkStorageSupport(op));
    });
    if (!supported)
      return signalPassFailure();

    TypeConverter converter;
    RewritePatternSet patterns(&getContext());
    ConversionTarget target(getContext());
    populateLegalizeStoragePatterns(converter, patterns, target);
    if (failed(
            applyFullConversion(getOperation(), target, std::move(patterns))))
      signalPassFailure();
  }
};

} // namespace

void quartet::nvfp4::populateLegalizeStoragePatterns(
    TypeConverter &converter, RewritePatternSet &patterns,
    ConversionTarget &target) {
  converter.addConversion([](Type type) { return type; });
  converter.addConversion([](RankedTensorType type) -> std::optional<Type> {
    if (!isa<Float4E2M1FNType>(type.getElementType()))
      return type;
    if (!isPackable(type))
      return Type();
    return RankedTensorType::get(getStorageShape(type.getShape()),
                                 IntegerType::get(type.getContext(), 8),
                                 type.getEncoding());
  });

  patterns
      .add<RetypeOp, DropStorageOp<ToStorageOp>, DropStorageOp<FromStorageOp>,
           PackConstant, PackFill, PackEmpty, PackAlloc, PackDim,
           PackExtractSlice, PackInsertSlice<tensor::InsertSliceOp>,
           PackInsertSlice<tensor::ParallelInsertSliceOp>, PackCollapse,
           PackExpand, PackForall>(converter, patterns.getContext());
  populateFunctionOpInterfaceTypeConversionPattern<func::FuncOp>(patterns,
                                                                 converter);
  populateCallOpTypeConversionPattern(patterns, converter);
  populateReturnOpTypeConversionPattern(patterns, converter);
  cf::populateCFStructuralTypeConversions(converter, patterns);
  scf::populateSCFStructuralTypeConversions(converter, patterns);

  target.markUnknownOpDynamicallyLegal(
      [](Operation *op) { return !usesF4Tensor(op); });
}
