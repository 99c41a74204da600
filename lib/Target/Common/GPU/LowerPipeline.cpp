//===- LowerPipeline.cpp - Kernels to llvm and nvvm -----------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Every step with the reason for its place. Upstream's gpu-to-llvm is not used:
// it makes and destroys a stream per launch.
//
//===----------------------------------------------------------------------===//

#include "quartet/Conversion/TCGen05ToNVVM/Passes.h"
#include "quartet/Target/Common/GPU/Passes.h"
#include "quartet/Target/Common/Passes.h"

#include "mlir/Conversion/Passes.h"
#include "mlir/Dialect/Arith/Transforms/Passes.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/Dialect/Math/Transforms/Passes.h"
#include "mlir/Dialect/MemRef/Transforms/Passes.h"
#include "mlir/Pass/PassManager.h"
#include "mlir/Pass/PassRegistry.h"
#include "mlir/Transforms/Passes.h"

using namespace mlir;
using namespace quartet;

/// Bodies of kernels.
static void buildDevicePipeline(OpPassManager &pm) {
  // Arithmetic on narrow floats happens in f32 and is rounded after each
  // operation, as the operations say and as the host does.
  arith::ArithEmulateUnsupportedFloatsOptions emulate;
  emulate.sourceTypeStrs = {"bf16", "f16"};
  emulate.targetTypeStr = "f32";
  pm.addPass(arith::createArithEmulateUnsupportedFloats(emulate));
  math::MathExtendToSupportedTypesOptions extend;
  extend.extraTypeStrs = {};
  pm.addPass(math::createMathExtendToSupportedTypes(extend));
  pm.addPass(createQuartetExpandDeviceMath());
  // Transfers and other vector forms that need loops.
  pm.addPass(createConvertVectorToSCFPass());
  pm.addPass(createSCFToControlFlowPass());
  // Views become arithmetic on one pointer.
  pm.addPass(memref::createExpandStridedMetadataPass());
  pm.addPass(createLowerAffinePass());
  pm.addPass(createCanonicalizerPass());
  pm.addPass(createCSEPass());
  pm.addPass(createConvertTCGen05ToNVVM());
  pm.addPass(createConvertGpuOpsToNVVMOps());
  pm.addPass(createConvertVectorToLLVMPass());
  pm.addPass(createConvertNVVMToLLVMPass());
  pm.addPass(createReconcileUnrealizedCastsPass());
  pm.addPass(createCanonicalizerPass());
  pm.addPass(createCSEPass());
  pm.addPass(createQuartetFinishKernels());
}

void device::buildLowerPipeline(OpPassManager &pm) {
  // A launch that fails leaves its function.
  pm.addNestedPass<func::FuncOp>(createSCFToControlFlowPass());
  pm.addPass(createQuartetKernelABI());
  buildDevicePipeline(pm.nest<gpu::GPUModuleOp>());
  // The C functions call the bodies, so both are lowered together.
  pm.addPass(createQuartetEntryABI());
  pm.addPass(memref::createExpandStridedMetadataPass());
  pm.addPass(createLowerAffinePass());
  pm.addPass(arith::createArithExpandOpsPass());
  pm.addPass(createConvertToLLVMPass());
  pm.addPass(createReconcileUnrealizedCastsPass());
  pm.addPass(createCanonicalizerPass());
  pm.addPass(createCSEPass());
}

void device::registerPipelines() {
  PassPipelineRegistration<>("quartet-gpu-lower",
                             "kernels and launches to nvvm and llvm",
                             buildLowerPipeline);
}
