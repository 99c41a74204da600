//===- KernelModule.h - The kernels of a module -----------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A module has one `gpu.module @kernels`. Kernels are made on demand, once per
// configuration, and launched from the functions beside it.
//
//===----------------------------------------------------------------------===//

#ifndef QUARTET_CONVERSION_NVFP4TOGPU_KERNELMODULE_H
#define QUARTET_CONVERSION_NVFP4TOGPU_KERNELMODULE_H

#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/IR/BuiltinOps.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/StringMap.h"

namespace quartet {

/// What makes a kernel the one it is, together with the types of its arguments.
struct KernelConfig {
  /// What the kernel does, as an identifier. Several configurations may have
  /// the same; then a number is added.
  std::string name;
  /// Tells configurations apart beyond name and types; never shown.
  std::string key;
  /// Threads of a block.
  int64_t threads = 256;
  /// Buffers in shared memory, aligned to 16 bytes.
  llvm::SmallVector<mlir::MemRefType> shared;
};

/// Makes and finds kernels.
class KernelModule {
public:
  /// Works on the kernels of `module`.
  explicit KernelModule(mlir::ModuleOp module) : module(module) {}

  /// The `gpu.module`, made if there is none yet.
  mlir::gpu::GPUModuleOp getModule();

  /// Emits the body of a kernel at the insertion point of a builder, given its
  /// arguments and its shared memory. The terminator is there already.
  using Body = llvm::function_ref<void(mlir::OpBuilder &, mlir::ValueRange,
                                       mlir::ValueRange)>;

  /// The kernel of `config` with arguments of these types; `body` is called if
  /// it does not exist yet.
  mlir::gpu::GPUFuncOp getOrCreate(mlir::Location loc,
                                   const KernelConfig &config,
                                   mlir::TypeRange types, Body body);

  /// Launches the kernel of `config` on `blocks` (index) thread blocks of one
  /// dimension; on one if there are none.
  void launch(mlir::OpBuilder &builder, mlir::Location loc,
              const KernelConfig &config, mlir::ValueRange operands,
              mlir::Value blocks, Body body);

private:
  mlir::ModuleOp module;
  llvm::StringMap<mlir::gpu::GPUFuncOp> kernels;
};

} // namespace quartet

#endif // QUARTET_CONVERSION_NVFP4TOGPU_KERNELMODULE_H
