//===- NVFP4ToGPU.h - nvfp4 on buffers to GPU kernels -----------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Code generation that GPU targets share: operations of the nvfp4 dialect on
// memrefs become launches of kernels, with the arithmetic written by
// lib/Numerics through quartet/NumericsIR/IROps.h. What differs from chip to
// chip is asked of a GPUCodegen.
//
//===----------------------------------------------------------------------===//

#ifndef QUARTET_CONVERSION_NVFP4TOGPU_NVFP4TOGPU_H
#define QUARTET_CONVERSION_NVFP4TOGPU_NVFP4TOGPU_H

#include "mlir/Pass/Pass.h"
#include "quartet/Conversion/NVFP4ToGPU/KernelModule.h"
#include <memory>

namespace quartet {

namespace nvfp4 {
class ScaledMatmulOp;
} // namespace nvfp4

/// What a target contributes to the pass `convert-nvfp4-to-gpu`. Objects are
/// immutable and outlive the pass.
class GPUCodegen {
public:
  virtual ~GPUCodegen();

  /// Emits kernels of one product and their launches at the insertion point of
  /// `builder`, before `op`, which the caller erases. Emits a located error on
  /// `op` if it fails.
  virtual llvm::LogicalResult lowerScaledMatmul(nvfp4::ScaledMatmulOp op,
                                                mlir::OpBuilder &builder,
                                                KernelModule &kernels) const;
};

#define GEN_PASS_DECL
#include "quartet/Conversion/NVFP4ToGPU/Passes.h.inc"

/// The pass with a target's part, which outlives it.
std::unique_ptr<mlir::Pass> createConvertNVFP4ToGPU(const GPUCodegen *target);

#define GEN_PASS_REGISTRATION
#include "quartet/Conversion/NVFP4ToGPU/Passes.h.inc"

} // namespace quartet

#endif // QUARTET_CONVERSION_NVFP4TOGPU_NVFP4TOGPU_H
