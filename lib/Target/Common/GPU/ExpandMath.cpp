//===- ExpandMath.cpp - Math functions in arithmetic ----------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// NVIDIA's own library of math functions (libdevice) uses approximate
// instructions and flushes subnormals; here a function is a fixed sequence of
// exactly rounded operations, the same on every chip.
//
//===----------------------------------------------------------------------===//

#include "quartet/Target/Common/GPU/Passes.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Arith/Transforms/Passes.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/Math/Transforms/Passes.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "mlir/Transforms/GreedyPatternRewriteDriver.h"

namespace quartet {
#define GEN_PASS_DEF_QUARTETEXPANDDEVICEMATH
#include "quartet/Target/Common/GPU/Passes.h.inc"
} // namespace quartet

using namespace mlir;

namespace {

/// Functions with a polynomial: all that MLIR has, except those for which
/// hardware has exactly rounded instructions.
bool isApproximated(StringRef name) {
  return name != math::SqrtOp::getOperationName() &&
         name != math::RsqrtOp::getOperationName();
}

/// An operation that is one instruction becomes LLVM's intrinsic now, because
/// the conversion to NVVM would call NVIDIA's library.
template <typename OpTy>
struct CallIntrinsic : OpRewritePattern<OpTy> {
  CallIntrinsic(MLIRContext *context, const char *name)
      : OpRewritePattern<OpTy>(context), name(name) {}

  LogicalResult matchAndRewrite(OpTy op,
                                PatternRewriter &rewriter) const override {
    rewriter.replaceOpWithNewOp<LLVM::CallIntrinsicOp>(
        op, op.getType(), rewriter.getStringAttr(name), op->getOperands());
    return success();
  }

  const char *name;
};

struct ExpandDeviceMath
    : quartet::impl::QuartetExpandDeviceMathBase<ExpandDeviceMath> {
  void runOnOperation() override {
    // Emulation of narrow floats marks conversions as contractible, which would
    // drop the roundings between operations.
    getOperation().walk([&](arith::ArithFastMathInterface op) {
      op->setAttr(op.getFastMathAttrName(),
                  arith::FastMathFlagsAttr::get(&getContext(),
                                                arith::FastMathFlags::none));
    });
    RewritePatternSet patterns(&getContext());
    populateMathAlgebraicSimplificationPatterns(patterns);
    math::populateExpansionPatterns(
        patterns, {"sinh", "cosh", "tan", "asinh", "acosh", "atanh", "powf",
                   "fpowi", "exp2", "rsqrt", "clampf"});
    populateMathF32ExpansionPatterns(patterns, isApproximated);
    populateMathPolynomialApproximationPatterns(patterns, isApproximated);
    MLIRContext *context = &getContext();
    patterns.add<CallIntrinsic<math::AbsFOp>>(context, "llvm.fabs");
    patterns.add<CallIntrinsic<math::CeilOp>>(context, "llvm.ceil");
    patterns.add<CallIntrinsic<math::CopySignOp>>(context, "llvm.copysign");
    patterns.add<CallIntrinsic<math::FloorOp>>(context, "llvm.floor");
    patterns.add<CallIntrinsic<math::FmaOp>>(context, "llvm.fma");
    patterns.add<CallIntrinsic<math::RoundOp>>(context, "llvm.round");
    patterns.add<CallIntrinsic<math::RoundEvenOp>>(context, "llvm.roundeven");
    patterns.add<CallIntrinsic<math::SqrtOp>>(context, "llvm.sqrt");
    patterns.add<CallIntrinsic<math::TruncOp>>(context, "llvm.trunc");
    arith::populateCeilFloorDivExpandOpsPatterns(patterns);
    if (failed(applyPatternsGreedily(getOperation(), std::move(patterns))))
      signalPassFailure();
  }
};

} // namespace
