//===- Bufferize.h - Tensors to buffers -------------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The first step of every target after the fuse stage.
//
//===----------------------------------------------------------------------===//

#ifndef QUARTET_TARGET_COMMON_BUFFERIZE_H
#define QUARTET_TARGET_COMMON_BUFFERIZE_H

namespace mlir {
class OpPassManager;
} // namespace mlir

namespace quartet {

/// Tensors -> buffers. Afterwards entries have out-parameters, read-only
/// arguments and no results, and all private memory is memref.alloc.
void buildBufferizePipeline(mlir::OpPassManager &pm);

} // namespace quartet

#endif // QUARTET_TARGET_COMMON_BUFFERIZE_H
