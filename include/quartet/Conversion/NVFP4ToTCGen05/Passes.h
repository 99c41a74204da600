//===- Passes.h - From nvfp4 products to tcgen05 kernels --------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef QUARTET_CONVERSION_NVFP4TOTCGEN05_PASSES_H
#define QUARTET_CONVERSION_NVFP4TOTCGEN05_PASSES_H

#include "quartet/Conversion/NVFP4ToTCGen05/GemmModel.h"

#include "mlir/Pass/Pass.h"

namespace mlir {
namespace gpu {
class GPUModuleOp;
} // namespace gpu
class RewriterBase;
} // namespace mlir

namespace quartet {
namespace nvfp4 {
class ScaledMatmulOp;
} // namespace nvfp4

#define GEN_PASS_DECL
#include "quartet/Conversion/NVFP4ToTCGen05/Passes.h.inc"

/// What the cost model takes a dynamic extent for.
constexpr int64_t kGemmAssumedExtent = 4096;

/// `op` as the cost model sees it.
GemmProblem getProblem(nvfp4::ScaledMatmulOp op);

/// The pass with the rates of a chip, which also give the defaults of its
/// options `multiprocessors`, `shared-bytes` and `macs-per-clock`.
std::unique_ptr<mlir::Pass>
createConvertNVFP4MatmulToTCGen05(const GemmRates &rates);

/// Replaces `op` by the launch of a kernel of this configuration, which is
/// added to `kernels` unless an equal one is there. Emits a located error, and
/// leaves `op`, if it breaks the preconditions of
/// `convert-nvfp4-matmul-to-tcgen05`.
llvm::LogicalResult lowerScaledMatmul(mlir::RewriterBase &rewriter,
                                      nvfp4::ScaledMatmulOp op,
                                      mlir::gpu::GPUModuleOp kernels,
                                      const GemmConfig &config,
                                      const GemmResources &resources);

#define GEN_PASS_REGISTRATION
#include "quartet/Conversion/NVFP4ToTCGen05/Passes.h.inc"

} // namespace quartet

#endif // QUARTET_CONVERSION_NVFP4TOTCGEN05_PASSES_H
