//===- FinishKernels.cpp - Attributes of lowered kernels ------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Names of the NVVM dialect's attributes are spelled out: its header is the
// costliest of MLIR.
//
//===----------------------------------------------------------------------===//

#include "ByValue.h"
#include "quartet/Target/Common/GPU/Passes.h"

#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"

namespace quartet {
#define GEN_PASS_DEF_QUARTETFINISHKERNELS
#include "quartet/Target/Common/GPU/Passes.h.inc"
} // namespace quartet

using namespace mlir;
using namespace quartet;

namespace {

void renameExtents(LLVM::LLVMFuncOp kernel, StringRef from, StringRef to) {
  if (auto extents = kernel->getAttrOfType<DenseI32ArrayAttr>(from)) {
    kernel->removeAttr(from);
    kernel->setAttr(to, extents);
  }
}

/// Makes dynamic shared memory external: its size is that of the launch, while
/// a variable of the module itself has at least a byte and a place of its own.
void exposeDynamicMemory(LLVM::GlobalOp global) {
  constexpr unsigned kSharedSpace = 3;
  auto type = dyn_cast<LLVM::LLVMArrayType>(global.getGlobalType());
  if (global.getAddrSpace() == kSharedSpace && type &&
      type.getNumElements() == 0)
    global.setLinkage(LLVM::Linkage::External);
}

struct FinishKernels : quartet::impl::QuartetFinishKernelsBase<FinishKernels> {
  void runOnOperation() override {
    Builder builder(&getContext());
    for (auto global : getOperation().getOps<LLVM::GlobalOp>())
      exposeDynamicMemory(global);
    for (auto kernel : getOperation().getOps<LLVM::LLVMFuncOp>()) {
      // The block size is exact, not only a limit.
      kernel->removeAttr("nvvm.maxntid");
      renameExtents(kernel, "gpu.known_block_size", "nvvm.reqntid");
      renameExtents(kernel, "gpu.known_cluster_size", "nvvm.cluster_dim");
      auto byValue =
          kernel->getAttrOfType<DenseI32ArrayAttr>(device::kByValueAttr);
      if (!byValue)
        continue;
      kernel->removeAttr(device::kByValueAttr);
      for (int32_t argument : byValue.asArrayRef()) {
        kernel.setArgAttr(argument, LLVM::LLVMDialect::getByValAttrName(),
                          TypeAttr::get(LLVM::LLVMArrayType::get(
                              builder.getI8Type(), device::kByValueBytes)));
        kernel.setArgAttr(argument, LLVM::LLVMDialect::getAlignAttrName(),
                          builder.getI64IntegerAttr(device::kByValueAlignment));
        kernel.setArgAttr(argument, "nvvm.grid_constant",
                          builder.getUnitAttr());
      }
    }
  }
};

} // namespace
