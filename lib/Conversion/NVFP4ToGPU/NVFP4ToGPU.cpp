//===- NVFP4ToGPU.cpp - The pass convert-nvfp4-to-gpu ---------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Lowers every operation in program order and reports what it cannot lower.
//
//===----------------------------------------------------------------------===//

#include "quartet/Conversion/NVFP4ToGPU/NVFP4ToGPU.h"

#include "Lowerings.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "mlir/Transforms/WalkPatternRewriteDriver.h"
#include "quartet/Conversion/Common/Codecs.h"
#include "llvm/ADT/TypeSwitch.h"

namespace quartet {
#define GEN_PASS_DEF_CONVERTNVFP4TOGPU
#include "quartet/Conversion/NVFP4ToGPU/Passes.h.inc"
} // namespace quartet

using namespace mlir;
using namespace quartet;

GPUCodegen::~GPUCodegen() = default;

LogicalResult GPUCodegen::lowerScaledMatmul(nvfp4::ScaledMatmulOp op,
                                            OpBuilder &, KernelModule &) const {
  return op.emitOpError("cannot be lowered for this target");
}

//===----------------------------------------------------------------------===//
// Names
//===----------------------------------------------------------------------===//

std::string kernels::getTypeName(Type element) {
  std::string name;
  llvm::raw_string_ostream(name) << element;
  return name;
}

std::string kernels::getMatrixName(Value memref) {
  auto type = cast<MemRefType>(memref.getType());
  std::string name = getTypeName(type.getElementType()) + "_";
  for (auto [i, extent] : llvm::enumerate(type.getShape())) {
    if (i > 0)
      name += "x";
    name += ShapedType::isDynamic(extent) ? "d" : std::to_string(extent);
  }
  return name;
}

//===----------------------------------------------------------------------===//
// The pass
//===----------------------------------------------------------------------===//

/// Emits an error on `op` if an operand is not a buffer that kernels take.
static LogicalResult verifyOperands(Operation *op) {
  for (Value operand : op->getOperands()) {
    if (isa<RankedTensorType>(operand.getType()))
      return op->emitOpError("expects operands in buffers, but got a tensor");
    auto type = dyn_cast<MemRefType>(operand.getType());
    if (type && !type.getLayout().isIdentity())
      return op->emitOpError("expects buffers with identity layout, but got ")
             << type;
  }
  return success();
}

namespace {

struct ConvertNVFP4ToGPUPass
    : public quartet::impl::ConvertNVFP4ToGPUBase<ConvertNVFP4ToGPUPass> {
  ConvertNVFP4ToGPUPass() = default;
  explicit ConvertNVFP4ToGPUPass(const GPUCodegen *target) : target(target) {}

  void runOnOperation() override {
    // Conversions of values first: they may be in what a product's region does.
    RewritePatternSet codecs(&getContext());
    codegen::populateCodecPatterns(codecs);
    walkAndApplyPatterns(getOperation(), std::move(codecs));

    KernelModule kernels(getOperation());
    SmallVector<Operation *> operations;
    getOperation().walk([&](Operation *op) {
      if (isa_and_nonnull<nvfp4::NVFP4Dialect>(op->getDialect()) &&
          !isa<nvfp4::YieldOp>(op))
        operations.push_back(op);
    });
    for (Operation *op : operations)
      if (failed(lowerOperation(op, kernels)))
        return signalPassFailure();
  }

private:
  LogicalResult lowerOperation(Operation *op, KernelModule &kernelModule) {
    auto matmul = dyn_cast<nvfp4::ScaledMatmulOp>(op);
    if (matmul && !target)
      return success();
    if (failed(verifyOperands(op)))
      return failure();
    OpBuilder builder(op);
    if (matmul) {
      if (failed(target->lowerScaledMatmul(matmul, builder, kernelModule)))
        return failure();
      op->erase();
      return success();
    }
    codegen::CodeBuilder host(builder, op->getLoc());
    kernels::Lowering lowering{kernelModule, host};
    bool lowered =
        llvm::TypeSwitch<Operation *, bool>(op)
            .Case<nvfp4::AmaxOp, nvfp4::QuantizeOp, nvfp4::DequantizeOp,
                  nvfp4::RotateOp, nvfp4::RotateQuantizeOp, nvfp4::RequantizeOp,
                  nvfp4::TileScalesOp, nvfp4::UntileScalesOp>([&](auto typed) {
              kernels::lower(typed, lowering);
              return true;
            })
            .Default([](Operation *) { return false; });
    if (!lowered)
      return op->emitOpError("cannot be lowered to kernels in this form");
    host.freeBuffers();
    op->erase();
    return success();
  }

  const GPUCodegen *target = nullptr;
};

} // namespace

std::unique_ptr<Pass>
quartet::createConvertNVFP4ToGPU(const GPUCodegen *target) {
  return std::make_unique<ConvertNVFP4ToGPUPass>(target);
}
