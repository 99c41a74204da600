//===- Outline.h - Kernels from operations of the host ----------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A kernel is written with values of the function that launches it; whatever it
// uses of them is an argument, or is recomputed inside. Kernels that turn out
// equal are one.
//
//===----------------------------------------------------------------------===//

#ifndef QUARTET_LIB_TARGET_COMMON_GPU_OUTLINE_H
#define QUARTET_LIB_TARGET_COMMON_GPU_OUTLINE_H

#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/IRMapping.h"
#include "llvm/ADT/StringMap.h"

namespace quartet::device {

/// Threads of every block.
constexpr int64_t kBlockThreads = 256;

/// The kernels of a module that this pass has written, by their text.
class KernelPool {
public:
  explicit KernelPool(mlir::ModuleOp module) : module(module) {}

  /// Takes `kernel`, which has no parent, as `name` into the gpu.module, or
  /// destroys it if an equal one is there. Returns the one that is there.
  mlir::gpu::GPUFuncOp insert(mlir::gpu::GPUFuncOp kernel,
                              llvm::StringRef name);

private:
  mlir::ModuleOp module;
  llvm::StringMap<mlir::gpu::GPUFuncOp> byText;
};

/// Writes one kernel in place of `anchor`.
class Outliner {
public:
  explicit Outliner(mlir::Operation *anchor);
  ~Outliner();
  Outliner(const Outliner &) = delete;

  /// Builds the body.
  mlir::OpBuilder &getBuilder() { return builder; }

  /// `value` of the host inside the kernel. Buffers that are contiguous and
  /// numbers become arguments; other views, constants, and numbers that are
  /// read from buffers are recomputed. Null after an error.
  mlir::Value import(mlir::Value value);

  /// Imports whatever the operations inside `op` use from outside it into
  /// `mapping`.
  llvm::LogicalResult importCaptures(mlir::Operation *op,
                                     mlir::IRMapping &mapping);

  /// Ends the kernel and launches it on `blocks` (index) blocks before the
  /// anchor.
  void launch(KernelPool &pool, llvm::StringRef name, mlir::Value blocks);

private:
  mlir::Value importScalar(mlir::Value value);

  mlir::Operation *anchor;
  mlir::gpu::GPUFuncOp kernel;
  mlir::OpBuilder builder;
  mlir::IRMapping imported;
  llvm::SmallVector<mlir::Value> operands;
};

} // namespace quartet::device

#endif // QUARTET_LIB_TARGET_COMMON_GPU_OUTLINE_H
