//===- Passes.h - From kernels to device and host code ----------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Passes and pipelines that all GPU targets share; see Passes.td.
//
//===----------------------------------------------------------------------===//

#ifndef QUARTET_TARGET_COMMON_GPU_PASSES_H
#define QUARTET_TARGET_COMMON_GPU_PASSES_H

#include "mlir/Pass/Pass.h"

namespace mlir {
class ModuleOp;
class OpPassManager;
namespace func {
class FuncOp;
} // namespace func
namespace gpu {
class GPUModuleOp;
} // namespace gpu
} // namespace mlir

namespace quartet {

#define GEN_PASS_DECL
#include "quartet/Target/Common/GPU/Passes.h.inc"

#define GEN_PASS_REGISTRATION
#include "quartet/Target/Common/GPU/Passes.h.inc"

namespace device {

/// Kernels and launches (docs/Targets/SM100a.md, "Kernel level") -> llvm and
/// nvvm in the gpu.module, llvm around it, with the C functions of entries.
void buildLowerPipeline(mlir::OpPassManager &pm);

/// Registers it as `quartet-gpu-lower`.
void registerPipelines();

} // namespace device
} // namespace quartet

#endif // QUARTET_TARGET_COMMON_GPU_PASSES_H
