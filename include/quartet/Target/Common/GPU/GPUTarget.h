//===- GPUTarget.h - What GPU targets share ---------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A target for NVIDIA GPUs is a list of chips, the one that is meant by its
// name, and the passes that lower scaled products. Everything else is here.
//
//===----------------------------------------------------------------------===//

#ifndef QUARTET_TARGET_COMMON_GPU_GPUTARGET_H
#define QUARTET_TARGET_COMMON_GPU_GPUTARGET_H

#include "quartet/Target/Common/GPU/Chip.h"
#include "quartet/Target/Target.h"

namespace quartet::device {

class GPUTarget : public Target {
public:
  /// The target called `name`, which is one of `chips`; `TargetOptions::cpu`
  /// may choose another of them. All are static.
  GPUTarget(llvm::StringLiteral name, llvm::StringLiteral description,
            llvm::ArrayRef<Chip> chips)
      : name(name), description(description), chips(chips) {}

  llvm::StringRef getName() const override { return name; }
  llvm::StringRef getDescription() const override { return description; }
  llvm::ArrayRef<EmitKind> getEmitKinds() const override;
  void registerDialects(mlir::DialectRegistry &registry) const override;
  void registerPasses() const override;
  llvm::LogicalResult verify(mlir::ModuleOp module,
                             const TargetOptions &options) const override;
  void buildKernelPipeline(mlir::OpPassManager &pm,
                           const TargetOptions &options) const override;
  void buildLowerPipeline(mlir::OpPassManager &pm,
                          const TargetOptions &options) const override;
  llvm::LogicalResult emit(mlir::ModuleOp module, EmitKind kind,
                           const TargetOptions &options,
                           llvm::raw_pwrite_stream &os) const override;
  llvm::LogicalResult report(mlir::ModuleOp module,
                             const TargetOptions &options,
                             llvm::raw_ostream &os) const override;

protected:
  /// Appends passes on tensors that give operands of products the layout that
  /// this target wants; none by default.
  virtual void buildLayoutPipeline(mlir::OpPassManager &pm) const {}

  /// Appends the passes that take `nvfp4.scaled_matmul` on buffers to kernels,
  /// or to operations of which kernels can be made.
  virtual void buildProductPipeline(mlir::OpPassManager &pm) const = 0;

private:
  /// The chip that `options` mean; `verify` has accepted them.
  const Chip &getChip(const TargetOptions &options) const;

  llvm::StringLiteral name, description;
  llvm::ArrayRef<Chip> chips;
};

} // namespace quartet::device

#endif // QUARTET_TARGET_COMMON_GPU_GPUTARGET_H
