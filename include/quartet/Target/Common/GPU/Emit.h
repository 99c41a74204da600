//===- Emit.h - Kernels to PTX and cubin ------------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// One emission for all GPU targets: a gpu.module without a target attribute,
// lowered to nvvm and llvm, is translated, optimised by LLVM with strict
// floating point and an explicit PTX version, and assembled by ptxas. Whoever
// calls has checked the instructions (quartet/Target/Common/GPU/Chip.h).
//
//===----------------------------------------------------------------------===//

#ifndef QUARTET_TARGET_COMMON_GPU_EMIT_H
#define QUARTET_TARGET_COMMON_GPU_EMIT_H

#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"

#include <memory>
#include <string>
#include <vector>

namespace llvm {
class LLVMContext;
class Module;
class TargetMachine;
} // namespace llvm

namespace mlir {
class Operation;
} // namespace mlir

namespace quartet::device {

/// LLVM's machine for `chip` in PTX `version` (88 is 8.8), both of which LLVM
/// knows. Nothing is contracted, flushed or approximated.
llvm::Expected<std::unique_ptr<llvm::TargetMachine>>
createMachine(llvm::StringRef chip, unsigned version, unsigned optLevel);

/// Translates the lowered gpu.module `kernels` and optimises it. Null after an
/// error, which has been emitted.
std::unique_ptr<llvm::Module> buildModule(mlir::Operation *kernels,
                                          llvm::LLVMContext &context,
                                          llvm::TargetMachine &machine,
                                          unsigned optLevel);

/// The PTX of `module`.
llvm::Expected<std::string> writePtx(llvm::Module &module,
                                     llvm::TargetMachine &machine);

/// What ptxas says about one kernel. Sizes in bytes per thread, shared memory
/// (static) per block.
struct KernelUsage {
  std::string name;
  unsigned registers = 0;
  unsigned stack = 0;
  unsigned spillStores = 0;
  unsigned spillLoads = 0;
  unsigned shared = 0;
};

/// A program for one chip.
struct Cubin {
  std::string bytes;
  std::vector<KernelUsage> kernels;
};

/// Assembles `ptx` for `chip` with ptxas: the one of PATH, otherwise of the
/// folder that CUDA_HOME or CUDA_PATH names, otherwise of /usr/local/cuda.
llvm::Expected<Cubin> assemble(llvm::StringRef ptx, llvm::StringRef chip);

/// Reads the text of `ptxas -v`.
std::vector<KernelUsage> parseUsage(llvm::StringRef text);

} // namespace quartet::device

#endif // QUARTET_TARGET_COMMON_GPU_EMIT_H
