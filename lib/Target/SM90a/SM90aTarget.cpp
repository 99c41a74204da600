//===- SM90aTarget.cpp - Hopper as a target -------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The target sm_90a: its facts are in Facts.cpp, the rest is common to GPUs.
//
//===----------------------------------------------------------------------===//

#include "Facts.h"
#include "quartet/Target/Common/GPU/GPUTarget.h"
#include "quartet/Target/Common/GPU/Passes.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Pass/PassManager.h"

using namespace mlir;
using namespace quartet;

namespace {

class SM90aTarget : public device::GPUTarget {
public:
  using GPUTarget::GPUTarget;

protected:
  void buildProductPipeline(OpPassManager &pm) const override {
    pm.addNestedPass<func::FuncOp>(createQuartetExpandProducts());
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
