//===- Pipelines.cpp - The stages of the compiler -------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The table of contents of the compiler: every stage, every pass of it, and why
// the pass stands where it does. What a target does after the fuse stage is
// listed in its folder (lib/Target/Host/Pipeline.cpp).
//
//===----------------------------------------------------------------------===//

#include "quartet/Pipelines/Pipelines.h"

#include "quartet/Conversion/LinalgToNVFP4/Passes.h"
#include "quartet/Dialect/Check/Transforms/Passes.h"
#include "quartet/Dialect/NVFP4/Transforms/Passes.h"
#include "quartet/Target/Common/Passes.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/MemRef/Transforms/Passes.h"
#include "mlir/Pass/PassManager.h"
#include "mlir/Pass/PassOptions.h"
#include "mlir/Pass/PassRegistry.h"
#include "mlir/Transforms/Passes.h"

using namespace mlir;
using namespace quartet;

//===----------------------------------------------------------------------===//
// Raise: linalg -> nvfp4
//===----------------------------------------------------------------------===//

void quartet::buildRaisePipeline(OpPassManager &pm,
                                 const RaiseOptions &options) {
  // Extents that must agree are compared while linalg still says which.
  pm.addNestedPass<func::FuncOp>(createQuartetInsertSizeChecks());
  // Extents in terms of arguments; checks that hold by construction go.
  pm.addPass(memref::createResolveRankedShapeTypeResultDimsPass());
  pm.addPass(createCanonicalizerPass());
  pm.addPass(createCSEPass());
  // What is in NVFP4 already, whatever the recipe.
  pm.addNestedPass<func::FuncOp>(createNVFP4RaiseBlockScaled());
  // Which contractions are quantized, and what each is to training.
  NVFP4AssignRolesOptions roles;
  roles.assumeWeights = options.assumeWeights;
  pm.addPass(createNVFP4AssignRoles(roles));
  // By the recipe; the rest of the graph stays linalg.
  ConvertLinalgToNVFP4Options convert;
  convert.recipeName = options.recipe;
  pm.addPass(createConvertLinalgToNVFP4(convert));
  // Products have taken stored weights as they are; the rest may fold.
  pm.addPass(nvfp4::createNVFP4ExpandImport());
  pm.addPass(createCanonicalizerPass());
  pm.addPass(createCSEPass());
  // What crosses from forward to backward functions does so quantized.
  pm.addPass(createNVFP4ShareSaved());
  if (options.splitWeights)
    pm.addPass(createQuartetSplitWeights());
  // Nothing after this stage may take a layout for what it is not.
  pm.addPass(nvfp4::createNVFP4VerifyLayout());
}

//===----------------------------------------------------------------------===//
// Fuse: nvfp4 -> nvfp4, packed storage
//===----------------------------------------------------------------------===//

void quartet::buildFusePipeline(OpPassManager &pm, const FuseOptions &options) {
  if (options.fusion) {
    // A rotated matrix is not stored; a saved one is not decoded into memory.
    pm.addPass(nvfp4::createNVFP4FuseRotateQuantize());
    // Needs the former: one read of a gradient for dgrad, wgrad and the bias.
    pm.addPass(nvfp4::createNVFP4FuseDirections());
    // What is not rotated is read once for the magnitude of both directions.
    pm.addPass(nvfp4::createNVFP4ShareAmax());
    // A product is stored once, when everything elementwise has been done.
    pm.addPass(nvfp4::createNVFP4FuseEpilogue());
  } else {
    // The definition of what is fused, also for what came fused.
    pm.addPass(nvfp4::createNVFP4Decompose());
  }
  // Folds chains of layout changes and what raising left unused.
  pm.addPass(createCanonicalizerPass());
  pm.addPass(createCSEPass());
  pm.addPass(nvfp4::createNVFP4VerifyLayout());
  if (options.keepElementTypes)
    return;
  // Expectations first, so that no f4 value is left with a use that is not
  // nvfp4.
  pm.addPass(check::createCheckLegalizeStorage());
  // Last: nothing after it sees an element of f4E2M1FN.
  pm.addPass(nvfp4::createNVFP4LegalizeStorage());
  pm.addPass(createCanonicalizerPass());
  pm.addPass(createCSEPass());
}

//===----------------------------------------------------------------------===//
// Names for quartet-opt
//===----------------------------------------------------------------------===//

namespace {

struct RaiseCommandLine : PassPipelineOptions<RaiseCommandLine> {
  Option<std::string> recipe{*this, "recipe",
                             llvm::cl::desc("How contractions are quantized"),
                             llvm::cl::init(RaiseOptions().recipe)};
  Option<bool> assumeWeights{
      *this, "assume-weights",
      llvm::cl::desc("Take the product of two unmarked function arguments for "
                     "a forward product whose second operand is the weight"),
      llvm::cl::init(RaiseOptions().assumeWeights)};
  Option<bool> splitWeights{
      *this, "split-weights",
      llvm::cl::desc("Quantize weights in a function of their own"),
      llvm::cl::init(RaiseOptions().splitWeights)};
};

struct FuseCommandLine : PassPipelineOptions<FuseCommandLine> {
  Option<bool> keepElementTypes{
      *this, "keep-element-types",
      llvm::cl::desc("Do not pack f4E2M1FN tensors into bytes"),
      llvm::cl::init(FuseOptions().keepElementTypes)};
  Option<bool> fusion{
      *this, "fusion",
      llvm::cl::desc("Join operations; without it fused ones are taken apart"),
      llvm::cl::init(FuseOptions().fusion)};
};

} // namespace

void quartet::registerPipelines() {
  PassPipelineRegistration<RaiseCommandLine>(
      "quartet-raise", "linalg on tensors to nvfp4 on tensors, by a recipe",
      [](OpPassManager &pm, const RaiseCommandLine &commandLine) {
        RaiseOptions options;
        options.recipe = commandLine.recipe;
        options.assumeWeights = commandLine.assumeWeights;
        options.splitWeights = commandLine.splitWeights;
        buildRaisePipeline(pm, options);
      });
  PassPipelineRegistration<FuseCommandLine>(
      "quartet-fuse", "nvfp4 to nvfp4 with packed storage",
      [](OpPassManager &pm, const FuseCommandLine &commandLine) {
        FuseOptions options;
        options.keepElementTypes = commandLine.keepElementTypes;
        options.fusion = commandLine.fusion;
        buildFusePipeline(pm, options);
      });
  for (const Target *target : getTargets()) {
    PassPipelineRegistration<>(
        ("quartet-" + target->getName()).str(),
        ("end of the fuse stage to code for target " + target->getName()).str(),
        [target](OpPassManager &pm) {
          target->buildLowerPipeline(pm, TargetOptions());
        });
    target->registerPasses();
  }
}
