//===- Jit.h - Run lowered modules in this process --------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// HostProgram compiles a module lowered by the host target into this process,
// or loads one that was compiled before, and calls its entries through their C
// ABI (quartet/Runtime/ABI.h).
//
//===----------------------------------------------------------------------===//

#ifndef QUARTET_TARGET_HOST_JIT_H
#define QUARTET_TARGET_HOST_JIT_H

#include "quartet/Target/Signature.h"
#include "quartet/Target/Target.h"

#include "llvm/ADT/ArrayRef.h"
#include "llvm/Support/Error.h"

#include <memory>
#include <vector>

namespace mlir {
class ModuleOp;
} // namespace mlir

namespace quartet {

/// A contiguous row-major buffer owned by the caller.
struct HostBuffer {
  void *data = nullptr;
  std::vector<int64_t> shape;
};

class ProgramMemory;

/// A compiled module in this process. `run` may be called from several
/// threads at once.
class HostProgram {
public:
  /// Compiles `module`, which must be lowered by the host target. The default
  /// processor is this machine's. Fails if a symbol is missing, for example
  /// because the OpenMP runtime cannot be loaded.
  static llvm::Expected<std::unique_ptr<HostProgram>>
  create(mlir::ModuleOp module, const TargetOptions &options = {});

  /// Loads the shared library `path` that a target has emitted, which is
  /// trusted as any code is. It stays in memory until the process ends. Calls
  /// of entries that work in another memory are given `memory`, to which `run`
  /// copies arguments and from which it copies results. Fails if the file is no
  /// such library, or not whole, or a symbol is missing.
  static llvm::Expected<std::unique_ptr<HostProgram>>
  load(llvm::StringRef path, std::shared_ptr<ProgramMemory> memory = nullptr);

  ~HostProgram();

  /// The signatures of all entries, in module order.
  llvm::ArrayRef<Signature> getSignatures() const;

  /// The signature of `entry`; fails with the names of the entries there are.
  llvm::Expected<const Signature *> getSignature(llvm::StringRef entry) const;

  /// Shapes of the results for arguments of the given shapes. Fails if number,
  /// ranks or static extents of the arguments do not fit the signature, or if
  /// their sizes contradict each other.
  llvm::Expected<std::vector<std::vector<int64_t>>>
  getResultShapes(llvm::StringRef entry,
                  llvm::ArrayRef<std::vector<int64_t>> argShapes) const;

  /// Runs `entry`. `args` and `results` are given in signature order; a result
  /// that lives in an argument's buffer has null `data`. Fails as
  /// `getResultShapes` does, before anything is written, and with the condition
  /// on data that has failed, the results then being undefined. The workspace
  /// is allocated here.
  llvm::Error run(llvm::StringRef entry, llvm::ArrayRef<HostBuffer> args,
                  llvm::ArrayRef<HostBuffer> results) const;

private:
  struct Impl;
  explicit HostProgram(std::unique_ptr<Impl> impl);
  std::unique_ptr<Impl> impl;
};

} // namespace quartet

#endif // QUARTET_TARGET_HOST_JIT_H
