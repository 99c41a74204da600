//===- TCGen05ToNVVM.cpp - Lower tcgen05 operations to NVVM ---------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Input: tcgen05 operations on typed handles. Output: NVVM operations on 32-bit
// addresses and descriptors. Types were verified; here only addresses are
// computed.
//
//===----------------------------------------------------------------------===//

#include "quartet/Conversion/TCGen05ToNVVM/Passes.h"

#include "Lowering.h"

#include "mlir/Conversion/GPUCommon/GPUCommonPass.h"
#include "mlir/Conversion/LLVMCommon/ConversionTarget.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/Dialect/LLVMIR/NVVMDialect.h"

namespace quartet {
#define GEN_PASS_DEF_CONVERTTCGEN05TONVVM
#include "quartet/Conversion/TCGen05ToNVVM/Passes.h.inc"
} // namespace quartet

using namespace mlir;
using namespace quartet;
using namespace quartet::tcgen05;

namespace {

/// A tensor-memory address is lane << 16 | column.
constexpr unsigned kLaneShift = 16;
/// Bytes of one tile of 128 rows x 4 scales, and of 8 of its rows.
constexpr int64_t kScaleTileBytes = 512;
constexpr int64_t kScaleStrideBytes = 128;
/// Bytes of 8 swizzled rows.
constexpr int64_t kOperandStrideBytes = 8 * kSwizzledRowBytes;

NVVM::CTAGroupKind groupKind(uint32_t group) {
  return group == 2 ? NVVM::CTAGroupKind::CTA_2 : NVVM::CTAGroupKind::CTA_1;
}

//===----------------------------------------------------------------------===//
// Tensor memory
//===----------------------------------------------------------------------===//

struct LowerAlloc : OpPattern<AllocOp> {
  using OpPattern::OpPattern;
  LogicalResult
  matchAndRewrite(AllocOp op, OpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    Emitter b(op, rewriter);
    Value slot =
        elementPointer(b, rewriter, op.getSlot(), adaptor.getSlot(), {});
    NVVM::Tcgen05AllocOp::create(b, slot, b.i32(op.getColumns()),
                                 groupKind(op.getCtaGroup()));
    rewriter.eraseOp(op);
    return success();
  }
};

struct LowerAddress : OpPattern<AddressOp> {
  using OpPattern::OpPattern;
  LogicalResult
  matchAndRewrite(AddressOp op, OpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    Emitter b(op, rewriter);
    Value slot =
        elementPointer(b, rewriter, op.getSlot(), adaptor.getSlot(), {});
    rewriter.replaceOpWithNewOp<LLVM::LoadOp>(op, b.getI32Type(), slot);
    return success();
  }
};

struct LowerDealloc : OpPattern<DeallocOp> {
  using OpPattern::OpPattern;
  LogicalResult
  matchAndRewrite(DeallocOp op, OpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    Emitter b(op, rewriter);
    NVVM::Tcgen05DeallocOp::create(b, b.tensorPointer(adaptor.getTmem()),
                                   b.i32(op.getTmem().getType().getColumns()),
                                   groupKind(op.getCtaGroup()));
    rewriter.eraseOp(op);
    return success();
  }
};

struct LowerRelinquish : OpPattern<RelinquishOp> {
  using OpPattern::OpPattern;
  LogicalResult
  matchAndRewrite(RelinquishOp op, OpAdaptor,
                  ConversionPatternRewriter &rewriter) const override {
    rewriter.replaceOpWithNewOp<NVVM::Tcgen05RelinquishAllocPermitOp>(
        op, groupKind(op.getCtaGroup()));
    return success();
  }
};

struct LowerSlice : OpPattern<SliceOp> {
  using OpPattern::OpPattern;
  LogicalResult
  matchAndRewrite(SliceOp op, OpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    Emitter b(op, rewriter);
    Value address = b.add(adaptor.getTmem(), op.getColumn());
    if (op.getStage()) {
      Value offset = LLVM::MulOp::create(b, b.toI32(adaptor.getStage()),
                                         b.i32(*op.getStride()));
      address = LLVM::AddOp::create(b, address, offset);
    }
    rewriter.replaceOp(op, address);
    return success();
  }
};

//===----------------------------------------------------------------------===//
// Shared memory
//===----------------------------------------------------------------------===//

template <typename Op>
struct LowerTile : OpPattern<Op> {
  using OpPattern<Op>::OpPattern;
  LogicalResult
  matchAndRewrite(Op op, typename Op::Adaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    Emitter b(op, rewriter);
    Value pointer = this->elementPointer(
        b, rewriter, op.getMemory(), adaptor.getMemory(), adaptor.getOffset());
    rewriter.replaceOp(op, b.address(pointer));
    return success();
  }
};

//===----------------------------------------------------------------------===//
// Copy and multiply
//===----------------------------------------------------------------------===//

struct LowerCopyScales : OpPattern<CopyScalesOp> {
  using OpPattern::OpPattern;
  LogicalResult
  matchAndRewrite(CopyScalesOp op, OpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    Emitter b(op, rewriter);
    SharedDescriptor shape;
    shape.strideBytes = kScaleStrideBytes;
    Value first = b.descriptor(shape, adaptor.getSource());
    ScaleAtomsType source = op.getSource().getType();
    int64_t groups = source.getCols() / 4, blocks = source.getRows() / 128;
    // Shared memory keeps a row block's groups together, tensor memory a
    // group's row blocks.
    for (int64_t group = 0; group < groups; ++group)
      for (int64_t block = 0; block < blocks; ++block) {
        int64_t column = (group * blocks + block) * 4;
        int64_t bytes = (block * groups + group) * kScaleTileBytes;
        NVVM::Tcgen05CpOp::create(
            b, NVVM::Tcgen05CpShape::SHAPE_32x128b, groupKind(op.getCtaGroup()),
            NVVM::Tcgen05CpMulticast::WARPX4,
            /*srcFormat=*/nullptr,
            b.tensorPointer(b.add(adaptor.getTarget(), column)),
            b.advance(first, bytes));
      }
    rewriter.eraseOp(op);
    return success();
  }
};

struct LowerMma : OpPattern<MmaOp> {
  using OpPattern::OpPattern;
  LogicalResult
  matchAndRewrite(MmaOp op, OpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    Emitter b(op, rewriter);
    InstructionDescriptor instruction;
    instruction.m = op.getD().getType().getRows();
    instruction.n = op.getD().getType().getCols();
    Value idesc = b.i32(int32_t(encode(instruction)));

    SharedDescriptor shape;
    shape.strideBytes = kOperandStrideBytes;
    shape.swizzle = Swizzle::Bytes128;
    Value a = b.descriptor(shape, adaptor.getA());
    Value bDesc = b.descriptor(shape, adaptor.getB());
    Value d = b.tensorPointer(adaptor.getD());
    Value always = b.constant(b.getI1Type(), 1);
    Value bScales = adaptor.getBScales();
    if (Value row = adaptor.getBScaleRow()) {
      // 32 rows per column.
      Value column = LLVM::LShrOp::create(b, b.toI32(row), b.i32(5));
      bScales = LLVM::AddOp::create(b, bScales, column);
    }

    OperandType aType = op.getA().getType(), bType = op.getB().getType();
    for (int64_t step = 0; step < aType.getCols() / kInstructionK; ++step) {
      Value accumulate = step == 0 ? adaptor.getAccumulate() : always;
      NVVM::Tcgen05MMABlockScaleOp::create(
          b, NVVM::MMABlockScaleKind::MXF4NVF4, groupKind(op.getCtaGroup()),
          NVVM::Tcgen05MMABlockScale::BLOCK16,
          NVVM::Tcgen05MMACollectorOp::DISCARD, d,
          b.advance(a, stepBytes(aType, step)),
          b.advance(bDesc, stepBytes(bType, step)), idesc, accumulate,
          scales(b, adaptor.getAScales(), op.getAScales().getType(), step),
          scales(b, bScales, op.getBScales().getType(), step));
    }
    rewriter.eraseOp(op);
    return success();
  }

private:
  /// Where the elements of one instruction start in a tile: inside the 128-byte
  /// row, then in the next tile of 256 elements.
  static int64_t stepBytes(OperandType type, int64_t step) {
    int64_t perRow = kSwizzledRowElements / kInstructionK;
    return step / perRow * type.getRows() * kSwizzledRowBytes +
           step % perRow * kInstructionKBytes;
  }
  static Value scales(Emitter &b, Value base, ScalesType type, int64_t step) {
    return b.tensorPointer(b.add(base, step * (type.getRows() / 32)));
  }
};

struct LowerCommit : OpPattern<CommitOp> {
  using OpPattern::OpPattern;
  LogicalResult
  matchAndRewrite(CommitOp op, OpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    Emitter b(op, rewriter);
    Value barrier = elementPointer(b, rewriter, op.getBarriers(),
                                   adaptor.getBarriers(), adaptor.getIndex());
    NVVM::Tcgen05CommitOp::create(b, barrier, adaptor.getMulticast(),
                                  groupKind(op.getCtaGroup()));
    rewriter.eraseOp(op);
    return success();
  }
};

//===----------------------------------------------------------------------===//
// Ordering, loads and stores
//===----------------------------------------------------------------------===//

struct LowerFence : OpPattern<FenceOp> {
  using OpPattern::OpPattern;
  LogicalResult
  matchAndRewrite(FenceOp op, OpAdaptor,
                  ConversionPatternRewriter &rewriter) const override {
    rewriter.replaceOpWithNewOp<NVVM::Tcgen05FenceOp>(
        op, op.getKind() == FenceKind::Before
                ? NVVM::Tcgen05FenceKind::BEFORE_THREAD_SYNC
                : NVVM::Tcgen05FenceKind::AFTER_THREAD_SYNC);
    return success();
  }
};

struct LowerWait : OpPattern<WaitOp> {
  using OpPattern::OpPattern;
  LogicalResult
  matchAndRewrite(WaitOp op, OpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    Emitter b(op, rewriter);
    NVVM::Tcgen05WaitOp::create(b, op.getKind() == WaitKind::Load
                                       ? NVVM::Tcgen05WaitKind::LOAD
                                       : NVVM::Tcgen05WaitKind::STORE);
    SmallVector<Value> results;
    for (Value value : adaptor.getValues())
      results.push_back(pin(b, value));
    rewriter.replaceOp(op, results);
    return success();
  }

private:
  /// Passes every register of `value` through an empty volatile assembly
  /// statement, which LLVM keeps after the wait: otherwise it moves registers,
  /// which reads them, between the load and the wait. Integer registers, since
  /// those are what the load writes.
  static Value pin(Emitter &b, Value value) {
    auto type = cast<VectorType>(value.getType());
    int64_t count = type.getNumElements();
    Value words = LLVM::BitcastOp::create(
        b, VectorType::get(type.getShape(), b.getI32Type()), value);
    SmallVector<Value> registers;
    std::string constraints, ties;
    for (int64_t i = 0; i < count; ++i) {
      registers.push_back(LLVM::ExtractElementOp::create(b, words, b.i32(i)));
      constraints += i == 0 ? "=r" : ",=r";
      ties += "," + std::to_string(i);
    }
    Type result = b.getI32Type();
    if (count > 1)
      result = LLVM::LLVMStructType::getLiteral(
          b.getContext(), SmallVector<Type>(count, result));
    Value pinned =
        LLVM::InlineAsmOp::create(
            b, result, registers, /*asm_string=*/"", constraints + ties,
            /*has_side_effects=*/true, /*is_align_stack=*/false,
            LLVM::TailCallKind::None,
            LLVM::AsmDialectAttr::get(b.getContext(), LLVM::AsmDialect::AD_ATT),
            /*operand_attrs=*/ArrayAttr())
            .getResult(0);
    Value vector = LLVM::PoisonOp::create(b, words.getType());
    for (int64_t i = 0; i < count; ++i) {
      Value element = count > 1 ? Value(LLVM::ExtractValueOp::create(
                                      b, pinned, ArrayRef<int64_t>(i)))
                                : pinned;
      vector = LLVM::InsertElementOp::create(b, vector, element, b.i32(i));
    }
    return LLVM::BitcastOp::create(b, type, vector);
  }
};

/// The address of a column in the 32 lanes that warp `warp` may touch.
Value fragmentPointer(Emitter &b, Value base, Value warp, Value column) {
  Value quarter = LLVM::AndOp::create(b, b.toI32(warp), b.i32(3));
  Value lane = LLVM::ShlOp::create(b, quarter, b.i32(5 + kLaneShift));
  Value address = LLVM::AddOp::create(b, base, b.toI32(column));
  return b.tensorPointer(LLVM::AddOp::create(b, address, lane));
}

/// The integer type in which NVVM moves a fragment.
Type registerType(Emitter &b, VectorType fragment) {
  if (fragment.getNumElements() == 1)
    return b.getI32Type();
  return VectorType::get(fragment.getShape(), b.getI32Type());
}

struct LowerLoad : OpPattern<LoadOp> {
  using OpPattern::OpPattern;
  LogicalResult
  matchAndRewrite(LoadOp op, OpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    Emitter b(op, rewriter);
    auto type = cast<VectorType>(op.getResult().getType());
    Value words = NVVM::Tcgen05LdOp::create(
        b, registerType(b, type), /*pack=*/false,
        NVVM::Tcgen05LdStShape::SHAPE_32X32B,
        fragmentPointer(b, adaptor.getSource(), adaptor.getWarp(),
                        adaptor.getColumn()),
        /*offset=*/Value());
    rewriter.replaceOpWithNewOp<LLVM::BitcastOp>(op, type, words);
    return success();
  }
};

struct LowerStore : OpPattern<StoreOp> {
  using OpPattern::OpPattern;
  LogicalResult
  matchAndRewrite(StoreOp op, OpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    Emitter b(op, rewriter);
    auto type = cast<VectorType>(op.getValue().getType());
    Value words =
        LLVM::BitcastOp::create(b, registerType(b, type), adaptor.getValue());
    NVVM::Tcgen05StOp::create(
        b, /*unpack=*/false, NVVM::Tcgen05LdStShape::SHAPE_32X32B,
        fragmentPointer(b, adaptor.getTarget(), adaptor.getWarp(),
                        adaptor.getColumn()),
        words, /*offset=*/Value());
    rewriter.eraseOp(op);
    return success();
  }
};

//===----------------------------------------------------------------------===//
// The pass
//===----------------------------------------------------------------------===//

/// One kernel, one cta_group: ptxas rejects anything else.
LogicalResult verifyOneCtaGroup(Operation *root) {
  llvm::DenseMap<Operation *, Operation *> first;
  WalkResult result = root->walk([&](Operation *op) {
    auto group = op->getAttrOfType<IntegerAttr>("cta_group");
    if (!group || !isa<TCGen05Dialect>(op->getDialect()))
      return WalkResult::advance();
    Operation *function =
        op->getParentWithTrait<OpTrait::IsIsolatedFromAbove>();
    Operation *&other = first.try_emplace(function, op).first->second;
    auto expected = other->getAttrOfType<IntegerAttr>("cta_group");
    if (expected == group)
      return WalkResult::advance();
    InFlightDiagnostic diag = op->emitOpError()
                              << "expects cta_group " << expected.getInt()
                              << " as elsewhere in this kernel, but got "
                              << group.getInt();
    diag.attachNote(other->getLoc()) << "first used here";
    return WalkResult::interrupt();
  });
  return failure(result.wasInterrupted());
}

struct ConvertTCGen05ToNVVMPass
    : quartet::impl::ConvertTCGen05ToNVVMBase<ConvertTCGen05ToNVVMPass> {
  void runOnOperation() override {
    if (failed(verifyOneCtaGroup(getOperation())))
      return signalPassFailure();
    LLVMTypeConverter converter(&getContext());
    populateGpuMemorySpaceAttributeConversions(
        converter, [](gpu::AddressSpace space) -> unsigned {
          switch (space) {
          case gpu::AddressSpace::Global:
            return 1;
          case gpu::AddressSpace::Workgroup:
            return kSharedSpace;
          case gpu::AddressSpace::Private:
            return 0;
          }
          return 0;
        });
    RewritePatternSet patterns(&getContext());
    populateTCGen05ToNVVMPatterns(converter, patterns);
    LLVMConversionTarget target(getContext());
    target.addLegalDialect<NVVM::NVVMDialect>();
    target.addIllegalDialect<TCGen05Dialect>();
    // The host's: part of a launch.
    target.addLegalOp<MakeTensorMapOp>();
    target.markUnknownOpDynamicallyLegal([](Operation *) { return true; });
    if (failed(applyPartialConversion(getOperation(), target,
                                      std::move(patterns))))
      signalPassFailure();
  }
};

} // namespace

void quartet::populateTCGen05ToNVVMPatterns(LLVMTypeConverter &converter,
                                            RewritePatternSet &patterns) {
  converter.addConversion([](Type type) -> std::optional<Type> {
    if (isa<TensorMapType>(type))
      return LLVM::LLVMPointerType::get(type.getContext());
    if (isa<TCGen05Dialect>(type.getDialect()))
      return IntegerType::get(type.getContext(), 32);
    return std::nullopt;
  });
  populateAsyncPatterns(converter, patterns);
  patterns
      .add<LowerAlloc, LowerAddress, LowerDealloc, LowerRelinquish, LowerSlice,
           LowerTile<OperandTileOp>, LowerTile<ScaleTileOp>, LowerCopyScales,
           LowerMma, LowerCommit, LowerFence, LowerWait, LowerLoad, LowerStore>(
          converter);
}
