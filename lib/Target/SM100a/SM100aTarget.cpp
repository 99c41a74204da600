//===- SM100aTarget.cpp - Blackwell as a target ---------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The targets sm_100a and sm_103a: their facts are in Facts.cpp and Rates.cpp,
// the rest is common to GPUs.
//
//===----------------------------------------------------------------------===//

#include "Facts.h"
#include "Rates.h"
#include "quartet/Conversion/NVFP4ToTCGen05/Passes.h"
#include "quartet/Dialect/NVFP4/IR/NVFP4.h"
#include "quartet/Dialect/NVFP4/Transforms/Passes.h"
#include "quartet/Target/Common/GPU/GPUTarget.h"

#include "mlir/Pass/PassManager.h"
#include "mlir/Transforms/Passes.h"

using namespace mlir;
using namespace quartet;

namespace {

class SM100aTarget : public device::GPUTarget {
public:
  using GPUTarget::GPUTarget;

  std::string predict(nvfp4::ScaledMatmulOp op) const override {
    GemmProblem problem = getProblem(op);
    const GemmRates &rates = sm100a::getRates();
    return describe(problem, chooseConfig(problem, rates), rates);
  }

protected:
  /// Quantizers write the scales as `tcgen05.cp` reads them, and products that
  /// share an operand share what is tiled for them.
  void buildLayoutPipeline(OpPassManager &pm) const override {
    pm.addPass(nvfp4::createNVFP4TileScales());
    pm.addPass(createCSEPass());
  }

  void buildProductPipeline(OpPassManager &pm) const override {
    pm.addPass(createConvertNVFP4MatmulToTCGen05(sm100a::getRates()));
  }
};

} // namespace

namespace quartet {
/// Called by the generated registry.
llvm::ArrayRef<const Target *> getSM100aTargets() {
  static const SM100aTarget sm100a(
      "sm_100a", "NVIDIA Blackwell B200, tensor memory", sm100a::getChips());
  static const SM100aTarget sm103a(
      "sm_103a", "NVIDIA Blackwell B300, tensor memory", sm100a::getChips());
  static const Target *const targets[] = {&sm100a, &sm103a};
  return targets;
}
} // namespace quartet
