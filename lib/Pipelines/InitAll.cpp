//===- InitAll.cpp - Register everything Quartet provides -----------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "quartet/InitAll.h"

#include "quartet/Conversion/CheckToLLVM/Passes.h"
#include "quartet/Conversion/LinalgToNVFP4/Passes.h"
#include "quartet/Conversion/NVFP4ToBF16Matmul/Passes.h"
#include "quartet/Conversion/NVFP4ToGPU/NVFP4ToGPU.h"
#include "quartet/Conversion/NVFP4ToLoops/NVFP4ToLoops.h"
#include "quartet/Conversion/NVFP4ToTCGen05/Passes.h"
#include "quartet/Conversion/TCGen05ToNVVM/Passes.h"
#include "quartet/Dialect/Check/IR/Check.h"
#include "quartet/Dialect/Check/Transforms/Passes.h"
#include "quartet/Dialect/NVFP4/IR/NVFP4.h"
#include "quartet/Dialect/NVFP4/Transforms/Passes.h"
#include "quartet/Dialect/NVFP4/Transforms/Transforms.h"
#include "quartet/Dialect/TCGen05/IR/TCGen05.h"
#include "quartet/Pipelines/Pipelines.h"
#include "quartet/Target/Common/GPU/Passes.h"
#include "quartet/Target/Common/Passes.h"

void quartet::registerAllDialects(mlir::DialectRegistry &registry) {
  registry.insert<check::CheckDialect, nvfp4::NVFP4Dialect,
                  tcgen05::TCGen05Dialect>();
  nvfp4::registerBufferizableOpInterfaceExternalModels(registry);
  nvfp4::registerTilingInterfaceExternalModels(registry);
}

void quartet::registerAllPasses() {
  check::registerCheckPasses();
  nvfp4::registerNVFP4Passes();
  registerLinalgToNVFP4Passes();
  registerCheckToLLVMPasses();
  registerTCGen05ToNVVMPasses();
  registerQuartetTargetCommonPasses();
  registerQuartetTargetGPUPasses();
  device::registerPipelines();
  registerPipelines();
  registerNVFP4ToLoopsPasses();
  registerNVFP4ToBF16MatmulPasses();
  registerNVFP4ToGPUPasses();
  registerNVFP4ToTCGen05Passes();
}
