//===- Bufferize.cpp - Tensors to buffers ---------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Every step with the reason for its place.
//
//===----------------------------------------------------------------------===//

#include "quartet/Target/Common/Bufferize.h"
#include "quartet/Target/Common/Passes.h"

#include "mlir/Conversion/Passes.h"
#include "mlir/Dialect/Bufferization/Transforms/Passes.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/Linalg/Passes.h"
#include "mlir/Dialect/MemRef/Transforms/Passes.h"
#include "mlir/Pass/PassManager.h"
#include "mlir/Transforms/Passes.h"

using namespace mlir;
using namespace quartet;

void quartet::buildBufferizePipeline(OpPassManager &pm) {
  // One function per entry: callees share the entry's workspace and threads.
  pm.addPass(createInlinerPass());
  pm.addPass(createSymbolDCEPass());
  // Lifetimes are computed on structured control flow.
  pm.addPass(createLiftControlFlowToSCFPass());
  // Softmax and the like become several linalg operations.
  pm.addNestedPass<func::FuncOp>(createQuartetDecomposeAggregates());
  // Tensor arithmetic and padding become linalg, which has one lowering.
  pm.addNestedPass<func::FuncOp>(createConvertElementwiseToLinalgPass());
  pm.addPass(createConvertTensorToLinalgPass());
  // Extents are functions of arguments, not of intermediate tensors.
  pm.addPass(memref::createResolveRankedShapeTypeResultDimsPass());
  pm.addPass(createCanonicalizerPass());
  pm.addPass(createCSEPass());
  // Bufferization wants loops to carry buffers, not to make new ones.
  pm.addNestedPass<func::FuncOp>(createQuartetTieLoopValues());
  // Results get their buffers from the caller, arguments are read-only.
  pm.addPass(createQuartetPrepareEntries());
  // CSE has merged equal tensor.empty, which makes the analysis of
  // bufferization slow and its buffers conflict.
  pm.addNestedPass<func::FuncOp>(createQuartetSplitEmptyTensors());
  // The seed is read everywhere.
  pm.addNestedPass<func::FuncOp>(createQuartetSplitArguments());
  // Results are computed where the caller wants them.
  pm.addPass(bufferization::createEmptyTensorEliminationPass());
  bufferization::OneShotBufferizePassOptions options;
  options.bufferizeFunctionBoundaries = true;
  options.functionBoundaryTypeConversion =
      bufferization::LayoutMapOption::IdentityLayoutMap;
  pm.addPass(bufferization::createOneShotBufferizePass(options));
  pm.addPass(createCanonicalizerPass());
  pm.addPass(createCSEPass());
  pm.addPass(createQuartetVerifyEntries());
}
