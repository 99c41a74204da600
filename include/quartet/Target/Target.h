//===- Target.h - The interface of a target ---------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A target takes a module in which every kernel is one operation and storage
// is legalized (the end of the fuse stage), lowers it and emits files. Each
// folder of lib/Target other than Common is one target, or several that differ
// in facts only; CMake finds the folders and writes the registry, so nothing
// else names a target.
//
//===----------------------------------------------------------------------===//

#ifndef QUARTET_TARGET_TARGET_H
#define QUARTET_TARGET_TARGET_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/LogicalResult.h"

#include <memory>
#include <string>

namespace llvm {
class raw_ostream;
class raw_pwrite_stream;
} // namespace llvm

namespace mlir {
class DialectRegistry;
class ModuleOp;
class OpPassManager;
} // namespace mlir

namespace quartet {
namespace nvfp4 {
class ScaledMatmulOp;
} // namespace nvfp4

/// Forms in which a lowered module leaves the compiler.
enum class EmitKind { LLVMIR, PTX, Cubin, Object, SharedLibrary };

/// Choices that apply to code generation. Defaults give the same bytes on every
/// machine.
struct TargetOptions {
  /// Processor name as LLVM spells it, "native" for this machine, or empty for
  /// the target's documented default.
  std::string cpu;
  /// Effort of the LLVM optimiser, 0 to 3.
  unsigned optLevel = 2;
  /// PTX version of GPU targets, ten times the number (88 is 8.8), or 0 for the
  /// target's documented default.
  unsigned ptxVersion = 0;
};

/// One target. Objects are immutable and shared between threads.
class Target {
public:
  virtual ~Target();

  /// The name after `--target=`.
  virtual llvm::StringRef getName() const = 0;

  /// One line for `--help`.
  virtual llvm::StringRef getDescription() const = 0;

  /// The forms `emit` can produce.
  virtual llvm::ArrayRef<EmitKind> getEmitKinds() const = 0;

  /// Adds the dialects and translations that lowering and emission need.
  virtual void registerDialects(mlir::DialectRegistry &registry) const = 0;

  /// Registers the target's passes, and its steps as named pipelines, with the
  /// global registries. Called by `registerPipelines`.
  virtual void registerPasses() const = 0;

  /// Checks everything that LLVM would abort on: options first, then the
  /// operations of the module at the end of the fuse stage. Emits located
  /// errors that name the legal choices.
  virtual llvm::LogicalResult verify(mlir::ModuleOp module,
                                     const TargetOptions &options) const = 0;

  /// Appends the passes from the end of the fuse stage to kernels: loops over
  /// buffers on the host, `gpu.func` and launches for a GPU.
  virtual void buildKernelPipeline(mlir::OpPassManager &pm,
                                   const TargetOptions &options) const = 0;

  /// Appends `buildKernelPipeline` and the passes from there to what `emit`
  /// takes.
  virtual void buildLowerPipeline(mlir::OpPassManager &pm,
                                  const TargetOptions &options) const = 0;

  /// Writes the lowered `module` to `os` as `kind`. The module is not changed.
  /// On failure errors have been emitted on the module's context and what was
  /// written must be discarded.
  virtual llvm::LogicalResult emit(mlir::ModuleOp module, EmitKind kind,
                                   const TargetOptions &options,
                                   llvm::raw_pwrite_stream &os) const = 0;

  /// Prints to `os` what code generation knows about the lowered `module`, such
  /// as the registers of kernels. Errors as for `emit`.
  virtual llvm::LogicalResult report(mlir::ModuleOp module,
                                     const TargetOptions &options,
                                     llvm::raw_ostream &os) const;

  /// What the target's cost model expects of `op`, of a module at the end of
  /// the fuse stage, as one line without a newline; empty if there is no model.
  virtual std::string predict(nvfp4::ScaledMatmulOp op) const;
};

/// All targets, sorted by name.
llvm::ArrayRef<const Target *> getTargets();

/// The target called `name`, or null.
const Target *findTarget(llvm::StringRef name);

/// `emit` into the file `path`, or standard output if `path` is "-". The file
/// appears complete or not at all: the bytes go to a temporary file beside it,
/// which is renamed at the end.
llvm::LogicalResult emitToFile(const Target &target, mlir::ModuleOp module,
                               EmitKind kind, const TargetOptions &options,
                               llvm::StringRef path);

} // namespace quartet

#endif // QUARTET_TARGET_TARGET_H
