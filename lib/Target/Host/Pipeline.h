//===- Pipeline.h - The passes of the host target ---------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The steps from buffers (quartet/Target/Common/Bufferize.h) to llvm.
//
//===----------------------------------------------------------------------===//

#ifndef QUARTET_LIB_TARGET_HOST_PIPELINE_H
#define QUARTET_LIB_TARGET_HOST_PIPELINE_H

namespace mlir {
class OpPassManager;
} // namespace mlir

namespace quartet::host {

/// Buffers -> loops. Afterwards nvfp4 and linalg are gone, one level of
/// scf.parallel is left, and all private memory is the workspace.
void buildLoopsPipeline(mlir::OpPassManager &pm);

/// Loops -> llvm and omp, with the C functions of every entry.
void buildLLVMPipeline(mlir::OpPassManager &pm);

} // namespace quartet::host

#endif // QUARTET_LIB_TARGET_HOST_PIPELINE_H
