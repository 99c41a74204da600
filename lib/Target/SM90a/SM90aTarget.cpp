//===- SM90aTarget.cpp - Hopper as a target -------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The target sm_90a: its facts are in Facts.cpp. It multiplies in bf16; the
// rest is common to GPUs.
//
//===----------------------------------------------------------------------===//

#include "Facts.h"
#include "quartet/Conversion/NVFP4ToBF16Matmul/Passes.h"
#include "quartet/Target/Common/GPU/GPUTarget.h"

#include "mlir/Pass/PassManager.h"

using namespace mlir;
using namespace quartet;

namespace {

class SM90aTarget : public device::GPUTarget {
public:
  using GPUTarget::GPUTarget;

protected:
  void buildProductPipeline(OpPassManager &pm) const override {
    pm.addPass(createConvertNVFP4MatmulToBF16());
  }
};

} // namespace

namespace quartet {
/// Called by the generated registry.
llvm::ArrayRef<const Target *> getSM90aTargets() {
  static const SM90aTarget target(
      "sm_90a", "NVIDIA Hopper H100 and H200, fp4 in software",
      sm90a::getChips());
  static const Target *const targets[] = {&target};
  return targets;
}
} // namespace quartet
