//===- NVFP4ToLoops.cpp - The pass convert-nvfp4-to-loops -----------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Applies the patterns of this folder and reports what they leave.
//
//===----------------------------------------------------------------------===//

#include "quartet/Conversion/NVFP4ToLoops/NVFP4ToLoops.h"

#include "Lowerings.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "mlir/Transforms/WalkPatternRewriteDriver.h"
#include "quartet/Conversion/Common/Codecs.h"
#include "quartet/Dialect/NVFP4/IR/NVFP4.h"

namespace quartet {
#define GEN_PASS_DEF_CONVERTNVFP4TOLOOPS
#include "quartet/Conversion/NVFP4ToLoops/Passes.h.inc"
} // namespace quartet

using namespace mlir;
using namespace quartet;

std::optional<std::string> loops::getUnsupportedReason(Operation *op) {
  for (Value operand : op->getOperands()) {
    if (isa<RankedTensorType>(operand.getType()))
      return "expects operands in buffers, but got a tensor";
    auto type = dyn_cast<MemRefType>(operand.getType());
    if (!type || type.getRank() == 0)
      continue;
    SmallVector<int64_t> strides;
    int64_t offset;
    if (failed(type.getStridesAndOffset(strides, offset)) ||
        strides.back() != 1) {
      std::string reason;
      llvm::raw_string_ostream os(reason);
      os << "expects buffers whose last dimension has stride 1, but got "
         << type;
      return reason;
    }
  }
  return std::nullopt;
}

LogicalResult loops::checkSupported(Operation *op, PatternRewriter &rewriter) {
  if (std::optional<std::string> reason = getUnsupportedReason(op))
    return rewriter.notifyMatchFailure(op, *reason);
  return success();
}

void quartet::populateNVFP4ToLoopsPatterns(
    RewritePatternSet &patterns, const ConvertNVFP4ToLoopsOptions &options) {
  loops::populateAmaxPatterns(patterns);
  loops::populateQuantizePatterns(patterns);
  loops::populateDequantizePatterns(patterns);
  loops::populateRotatePatterns(patterns);
  loops::populateFusedPatterns(patterns);
  loops::populateScaledMatmulPatterns(patterns, options);
  loops::populateScaleLayoutPatterns(patterns);
  codegen::populateCodecPatterns(patterns);
}

namespace {

struct ConvertNVFP4ToLoopsPass
    : public quartet::impl::ConvertNVFP4ToLoopsBase<ConvertNVFP4ToLoopsPass> {
  using ConvertNVFP4ToLoopsBase::ConvertNVFP4ToLoopsBase;

  void runOnOperation() override {
    if (vectorBytes != 16 && vectorBytes != 32 && vectorBytes != 64) {
      emitError(getOperation()->getLoc())
          << "expects vector-bytes to be 16, 32 or 64, but got "
          << vectorBytes.getValue();
      return signalPassFailure();
    }
    ConvertNVFP4ToLoopsOptions options;
    options.vectorBytes = vectorBytes;
    RewritePatternSet patterns(&getContext());
    populateNVFP4ToLoopsPatterns(patterns, options);
    walkAndApplyPatterns(getOperation(), std::move(patterns));

    WalkResult left = getOperation()->walk([](Operation *op) {
      if (!isa_and_nonnull<nvfp4::NVFP4Dialect>(op->getDialect()))
        return WalkResult::advance();
      std::optional<std::string> reason = loops::getUnsupportedReason(op);
      if (reason)
        op->emitOpError(*reason);
      else
        op->emitOpError("cannot be lowered to loops in this form");
      return WalkResult::interrupt();
    });
    if (left.wasInterrupted())
      signalPassFailure();
  }
};

} // namespace
