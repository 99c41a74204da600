//===- Pipeline.cpp - The passes of the host target -----------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Every step with the reason for its place.
//
//===----------------------------------------------------------------------===//

#include "Pipeline.h"

#include "quartet/Conversion/CheckToLLVM/Passes.h"
#include "quartet/Conversion/NVFP4ToLoops/NVFP4ToLoops.h"
#include "quartet/Target/Common/Passes.h"
#include "quartet/Target/Host/Passes.h"

#include "mlir/Conversion/Passes.h"
#include "mlir/Dialect/Arith/Transforms/Passes.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/Math/Transforms/Passes.h"
#include "mlir/Dialect/MemRef/Transforms/Passes.h"
#include "mlir/Dialect/SCF/Transforms/Passes.h"
#include "mlir/Pass/PassManager.h"
#include "mlir/Transforms/Passes.h"

using namespace mlir;
using namespace quartet;

void host::buildLoopsPipeline(OpPassManager &pm) {
  // Powers by constants become products, which vectors can compute.
  math::MathExpandOpsPassOptions powers;
  powers.opMnemonics = {"fpowi"};
  pm.addNestedPass<func::FuncOp>(math::createMathExpandOpsPass(powers));
  // While every access to memory is one of the input.
  pm.addPass(createQuartetInsertRuntimeChecks());
  // One kernel after another, with scratch that the planner then sees.
  pm.addPass(createConvertNVFP4ToLoops());
  // What is left of the graph.
  pm.addNestedPass<func::FuncOp>(createHostLowerLinalg());
  pm.addPass(createForallToParallelLoopPass());
  // One level of threads, sequential reductions.
  pm.addNestedPass<func::FuncOp>(createHostSerializeParallel());
  pm.addPass(createCanonicalizerPass());
  pm.addPass(createCSEPass());
  pm.addPass(createLoopInvariantCodeMotionPass());
  // After the last pass that allocates.
  pm.addPass(createQuartetPlanWorkspace());
}

void host::buildLLVMPipeline(OpPassManager &pm) {
  // Nothing below looks across loops: equal ones are compiled once.
  pm.addPass(createHostOutlineParallel());
  // The C functions call the bodies, so both are lowered together.
  pm.addPass(createQuartetEntryABI());
  // Arithmetic on narrow floats happens in f32 and is rounded after each
  // operation, as the operations say.
  arith::ArithEmulateUnsupportedFloatsOptions emulate;
  emulate.sourceTypeStrs = {"bf16", "f16"};
  emulate.targetTypeStr = "f32";
  pm.addPass(arith::createArithEmulateUnsupportedFloats(emulate));
  math::MathExtendToSupportedTypesOptions extend;
  extend.extraTypeStrs = {};
  pm.addPass(math::createMathExtendToSupportedTypes(extend));
  // Transfers and other vector forms that need loops.
  pm.addPass(createConvertVectorToSCFPass());
  // Threads, before loops lose their structure.
  pm.addPass(createConvertSCFToOpenMPPass());
  // The scopes OpenMP lowering adds cannot hold unstructured control flow.
  pm.addNestedPass<func::FuncOp>(createHostHoistStack());
  pm.addPass(createSCFToControlFlowPass());
  // Views become arithmetic on one pointer.
  pm.addPass(memref::createExpandStridedMetadataPass());
  pm.addPass(createLowerAffinePass());
  pm.addPass(memref::createExpandOpsPass());
  // bf16 conversions in integer arithmetic: objects must not need
  // compiler-rt's.
  arith::ArithExpandOpsPassOptions expand;
  expand.includeBf16 = true;
  pm.addPass(arith::createArithExpandOpsPass(expand));
  // Intrinsics where LLVM has them, the C library for the rest.
  ConvertMathToLLVMPassOptions math;
  math.approximateLog1p = false;
  pm.addPass(createConvertMathToLLVMPass(math));
  pm.addPass(createConvertMathToLibmPass());
  // Expectations of execution tests become calls.
  pm.addPass(createConvertCheckToLLVM());
  pm.addPass(createConvertVectorToLLVMPass());
  pm.addPass(createConvertToLLVMPass());
  pm.addPass(createReconcileUnrealizedCastsPass());
  pm.addPass(createCanonicalizerPass());
  pm.addPass(createCSEPass());
  // Errors instead of a failing translation.
  pm.addPass(createHostVerifyLowered());
}
