//===- Machine.h - The processor code is generated for ----------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// LLVM's description of a processor of this machine's architecture, and the
// step from a lowered module to LLVM IR for it.
//
//===----------------------------------------------------------------------===//

#ifndef QUARTET_LIB_TARGET_HOST_MACHINE_H
#define QUARTET_LIB_TARGET_HOST_MACHINE_H

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

/// Translates the lowered `module` and optimises it for `machine`. Null after
/// an error, which has been emitted.
std::unique_ptr<llvm::Module> buildLLVMModule(mlir::ModuleOp module,
                                              llvm::LLVMContext &context,
                                              llvm::TargetMachine &machine,
                                              unsigned optLevel);

/// Writes `module` as a relocatable object. Fails if the machine cannot.
llvm::Error writeObject(llvm::Module &module, llvm::TargetMachine &machine,
                        llvm::raw_pwrite_stream &os);

/// Links the bytes of an object into a shared library. Fails with the reason,
/// for example that no linker was found.
llvm::Error linkSharedLibrary(llvm::StringRef object,
                              llvm::raw_pwrite_stream &os);

/// Path of the OpenMP run-time library found at configuration, for a process
/// whose loader does not find it by name.
llvm::StringRef getOpenMPPath();

/// The target itself.
const Target &getTarget();

} // namespace quartet::host

#endif // QUARTET_LIB_TARGET_HOST_MACHINE_H
