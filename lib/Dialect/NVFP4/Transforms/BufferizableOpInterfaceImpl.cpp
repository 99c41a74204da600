//===- BufferizableOpInterfaceImpl.cpp - nvfp4 from tensors to memrefs ----===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Every destination-style operation bufferizes to itself on memrefs. The
// storage conversions have no memref form: `nvfp4-legalize-storage` removes
// them first.
//
//===----------------------------------------------------------------------===//

#include "quartet/Dialect/NVFP4/IR/NVFP4.h"
#include "quartet/Dialect/NVFP4/Transforms/Transforms.h"

#include "mlir/Dialect/Bufferization/IR/DstBufferizableOpInterfaceImpl.h"
#include "mlir/Dialect/Utils/StructuredOpsUtils.h"
#include "mlir/IR/PatternMatch.h"

using namespace mlir;
using namespace mlir::bufferization;
using namespace quartet::nvfp4;

namespace {

template <typename OpTy>
struct BufferizeDps
    : DstBufferizableOpInterfaceExternalModel<BufferizeDps<OpTy>, OpTy> {
  /// Inputs are read; a destination only where its old value matters.
  bool bufferizesToMemoryRead(Operation *op, OpOperand &operand,
                              const AnalysisState &) const {
    if (!cast<DestinationStyleOpInterface>(op).isDpsInit(&operand))
      return true;
    if (auto matmul = dyn_cast<ScaledMatmulOp>(op))
      return matmul.getAccumulate();
    return isa<AmaxOp>(op);
  }

  LogicalResult bufferize(Operation *op, RewriterBase &rewriter,
                          const BufferizationOptions &options,
                          BufferizationState &state) const {
    auto dps = cast<DestinationStyleOpInterface>(op);
    if (dps.hasPureBufferSemantics())
      return success();
    SmallVector<Value> operands, buffers;
    for (OpOperand &operand : op->getOpOperands()) {
      Value value = operand.get();
      if (isa<TensorType>(value.getType())) {
        FailureOr<Value> buffer = getBuffer(rewriter, value, options, state);
        if (failed(buffer))
          return failure();
        value = *buffer;
      }
      operands.push_back(value);
      if (dps.isDpsInit(&operand))
        buffers.push_back(value);
    }
    rewriter.setInsertionPoint(op);
    Operation *onBuffers = cloneWithoutRegions(
        rewriter, op, /*newResultTypes=*/TypeRange(), operands);
    for (auto [from, to] : llvm::zip(op->getRegions(), onBuffers->getRegions()))
      rewriter.inlineRegionBefore(from, to, to.begin());
    replaceOpWithBufferizedValues(rewriter, op, buffers);
    return success();
  }
};

template <typename... Ops>
void attachAll(MLIRContext *context) {
  (Ops::template attachInterface<BufferizeDps<Ops>>(*context), ...);
}

} // namespace

void quartet::nvfp4::registerBufferizableOpInterfaceExternalModels(
    DialectRegistry &registry) {
  registry.addExtension(+[](MLIRContext *context, NVFP4Dialect *) {
    attachAll<AmaxOp, QuantizeOp, DequantizeOp, RotateOp, ScaledMatmulOp,
              TileScalesOp, UntileScalesOp, RotateQuantizeOp, RequantizeOp>(
        context);
  });
}
