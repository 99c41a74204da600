//===- AsyncOps.cpp - Lower barriers and tensor copies to NVVM ------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// One NVVM operation each, on pointers.
//
//===----------------------------------------------------------------------===//

#include "Lowering.h"

#include "mlir/Dialect/LLVMIR/NVVMDialect.h"

using namespace mlir;
using namespace quartet;
using namespace quartet::tcgen05;

namespace {

/// The bit of a shared::cluster address that tells the CTAs of a pair apart; 0
/// in the even one.
constexpr int32_t kPairBit = 1 << 24;

template <typename Op>
class BarrierPattern : public OpPattern<Op> {
public:
  using OpPattern<Op>::OpPattern;

protected:
  Value barrier(Emitter &b, ConversionPatternRewriter &rewriter, Op op,
                typename Op::Adaptor adaptor) const {
    return this->elementPointer(b, rewriter, op.getBarriers(),
                                adaptor.getBarriers(), adaptor.getIndex());
  }
};

struct LowerTmaLoad : BarrierPattern<TmaLoadOp> {
  using BarrierPattern::BarrierPattern;
  LogicalResult
  matchAndRewrite(TmaLoadOp op, OpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    Emitter b(op, rewriter);
    Value bar = barrier(b, rewriter, op, adaptor);
    Value memory = elementPointer(b, rewriter, op.getMemory(),
                                  adaptor.getMemory(), adaptor.getOffset());
    // Coordinates of PTX start with the innermost.
    SmallVector<Value> coordinates;
    for (Value coordinate : llvm::reverse(adaptor.getCoordinates()))
      coordinates.push_back(b.toI32(coordinate));
    bool pair = op.getCtaGroup() == 2;
    bool ctaOnly = !pair && !adaptor.getMulticast();
    NVVM::CTAGroupKindAttr group;
    if (!ctaOnly)
      // A shared::cta address is the shared::cluster address of this CTA.
      memory = b.pointer(b.address(memory), kClusterSpace);
    if (pair) {
      Value leader = LLVM::AndOp::create(b, b.address(bar), b.i32(~kPairBit));
      bar = b.pointer(leader, kSharedSpace);
      group = NVVM::CTAGroupKindAttr::get(b.getContext(),
                                          NVVM::CTAGroupKind::CTA_2);
    }
    NVVM::CpAsyncBulkTensorGlobalToSharedClusterOp::create(
        b, memory, adaptor.getMap(), coordinates, bar,
        /*im2colOffsets=*/ValueRange(), adaptor.getMulticast(),
        /*l2CacheHint=*/Value(), NVVM::TMALoadMode::TILE, ctaOnly, group,
        /*predicate=*/Value());
    rewriter.eraseOp(op);
    return success();
  }
};

struct LowerMbarrierInit : BarrierPattern<MbarrierInitOp> {
  using BarrierPattern::BarrierPattern;
  LogicalResult
  matchAndRewrite(MbarrierInitOp op, OpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    Emitter b(op, rewriter);
    NVVM::MBarrierInitOp::create(b, barrier(b, rewriter, op, adaptor),
                                 b.i32(op.getCount()), /*predicate=*/Value());
    rewriter.eraseOp(op);
    return success();
  }
};

struct LowerMbarrierArrive : BarrierPattern<MbarrierArriveOp> {
  using BarrierPattern::BarrierPattern;
  LogicalResult
  matchAndRewrite(MbarrierArriveOp op, OpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    Emitter b(op, rewriter);
    Value bar = barrier(b, rewriter, op, adaptor);
    NVVM::MemScopeKind scope = NVVM::MemScopeKind::CTA;
    Type state = b.getI64Type();
    if (Value rank = adaptor.getRank()) {
      bar = NVVM::MapaOp::create(
          b, LLVM::LLVMPointerType::get(b.getContext(), kClusterSpace), bar,
          b.toI32(rank));
      scope = NVVM::MemScopeKind::CLUSTER;
      state = {};
    }
    NVVM::MBarrierArriveOp::create(b, state, bar, /*count=*/Value(), scope,
                                   /*relaxed=*/false);
    rewriter.eraseOp(op);
    return success();
  }
};

struct LowerMbarrierExpect : BarrierPattern<MbarrierExpectOp> {
  using BarrierPattern::BarrierPattern;
  LogicalResult
  matchAndRewrite(MbarrierExpectOp op, OpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    Emitter b(op, rewriter);
    NVVM::MBarrierArriveExpectTxOp::create(
        b, /*res=*/Type(), barrier(b, rewriter, op, adaptor),
        b.i32(op.getBytes()), NVVM::MemScopeKind::CTA, /*relaxed=*/false,
        /*predicate=*/Value());
    rewriter.eraseOp(op);
    return success();
  }
};

struct LowerMbarrierTryWait : BarrierPattern<MbarrierTryWaitOp> {
  using BarrierPattern::BarrierPattern;
  LogicalResult
  matchAndRewrite(MbarrierTryWaitOp op, OpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    Emitter b(op, rewriter);
    Value parity = LLVM::ZExtOp::create(b, b.getI32Type(), adaptor.getParity());
    Value done = NVVM::MBarrierTryWaitOp::create(
        b, b.getI1Type(), barrier(b, rewriter, op, adaptor), parity,
        /*ticks=*/Value(), NVVM::MemScopeKind::CTA, /*relaxed=*/false);
    rewriter.replaceOp(op, done);
    return success();
  }
};

struct LowerMbarrierInitFence : OpPattern<MbarrierInitFenceOp> {
  using OpPattern::OpPattern;
  LogicalResult
  matchAndRewrite(MbarrierInitFenceOp op, OpAdaptor,
                  ConversionPatternRewriter &rewriter) const override {
    rewriter.replaceOpWithNewOp<NVVM::FenceMbarrierInitOp>(op);
    return success();
  }
};

struct LowerElect : OpPattern<ElectOp> {
  using OpPattern::OpPattern;
  LogicalResult
  matchAndRewrite(ElectOp op, OpAdaptor,
                  ConversionPatternRewriter &rewriter) const override {
    rewriter.replaceOpWithNewOp<NVVM::ElectSyncOp>(op, rewriter.getI1Type(),
                                                   /*membermask=*/Value());
    return success();
  }
};

struct LowerWarpSync : OpPattern<WarpSyncOp> {
  using OpPattern::OpPattern;
  LogicalResult
  matchAndRewrite(WarpSyncOp op, OpAdaptor,
                  ConversionPatternRewriter &rewriter) const override {
    Emitter b(op, rewriter);
    NVVM::SyncWarpOp::create(b, b.i32(-1));
    rewriter.eraseOp(op);
    return success();
  }
};

struct LowerClusterSync : OpPattern<ClusterSyncOp> {
  using OpPattern::OpPattern;
  LogicalResult
  matchAndRewrite(ClusterSyncOp op, OpAdaptor,
                  ConversionPatternRewriter &rewriter) const override {
    Emitter b(op, rewriter);
    UnitAttr aligned = b.getUnitAttr();
    NVVM::ClusterArriveOp::create(b, aligned);
    NVVM::ClusterWaitOp::create(b, aligned);
    rewriter.eraseOp(op);
    return success();
  }
};

} // namespace

void tcgen05::populateAsyncPatterns(LLVMTypeConverter &converter,
                                    RewritePatternSet &patterns) {
  patterns
      .add<LowerTmaLoad, LowerMbarrierInit, LowerMbarrierArrive,
           LowerMbarrierExpect, LowerMbarrierTryWait, LowerMbarrierInitFence,
           LowerElect, LowerWarpSync, LowerClusterSync>(converter);
}
