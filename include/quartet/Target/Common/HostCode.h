//===- HostCode.h - Code for this machine's processor -----------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// From a module lowered to llvm to objects and shared libraries, for the host
// target and for the host side of GPU targets.
//
//===----------------------------------------------------------------------===//

#ifndef QUARTET_TARGET_COMMON_HOSTCODE_H
#define QUARTET_TARGET_COMMON_HOSTCODE_H

#include "quartet/Target/Target.h"

#include "llvm/IR/Module.h"
#include "llvm/Support/Error.h"
#include "llvm/Target/TargetMachine.h"

#include <memory>

namespace quartet::host {

/// The processor meant by an empty `TargetOptions::cpu` in files: one name per
/// architecture, so that the same input gives the same bytes everywhere.
llvm::StringRef getDefaultCpu();

/// A machine with strict floating point: nothing is contracted, reassociated or
/// approximated. Fails with what was expected if `options` name no processor.
llvm::Expected<std::unique_ptr<llvm::TargetMachine>>
createMachine(const TargetOptions &options);

/// Runs LLVM's pipeline of `optLevel` (0 to 3) on `module`, which has the
/// triple and data layout of `machine`.
void optimize(llvm::Module &module, llvm::TargetMachine &machine,
              unsigned optLevel);

/// Translates the lowered `module` and optimises it for `machine`. Null after
/// an error, which has been emitted.
std::unique_ptr<llvm::Module> buildLLVMModule(mlir::ModuleOp module,
                                              llvm::LLVMContext &context,
                                              llvm::TargetMachine &machine,
                                              unsigned optLevel);

/// Writes `module` as a relocatable object. Fails if the machine cannot.
llvm::Error writeObject(llvm::Module &module, llvm::TargetMachine &machine,
                        llvm::raw_pwrite_stream &os);

/// Links the bytes of an object into a shared library. `libraries` are paths of
/// libraries the object needs beside the C, math and OpenMP libraries; their
/// folders are where the loader looks for them. Fails with the reason, for
/// example that no linker was found.
llvm::Error linkSharedLibrary(llvm::StringRef object,
                              llvm::ArrayRef<std::string> libraries,
                              llvm::raw_pwrite_stream &os);

/// Path of the OpenMP run-time library found at configuration, for a process
/// whose loader does not find it by name.
llvm::StringRef getOpenMPPath();

} // namespace quartet::host

#endif // QUARTET_TARGET_COMMON_HOSTCODE_H
