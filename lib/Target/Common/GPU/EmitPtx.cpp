//===- EmitPtx.cpp - Kernels to PTX ---------------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Upstream's gpu-module-to-binary refuses chips that LLVM knows and chooses the
// PTX version itself; this is the same way without either.
//
//===----------------------------------------------------------------------===//

#include "quartet/Target/Common/GPU/Emit.h"
#include "quartet/Target/Common/HostCode.h"

#include "mlir/IR/Operation.h"
#include "mlir/Target/LLVMIR/Export.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/IR/LegacyPassManager.h"
#include "llvm/MC/TargetRegistry.h"
#include "llvm/Support/TargetSelect.h"
#include "llvm/Target/TargetMachine.h"
#include "llvm/TargetParser/Triple.h"

#include <mutex>

using namespace quartet;

llvm::Expected<std::unique_ptr<llvm::TargetMachine>>
device::createMachine(llvm::StringRef chip, unsigned version,
                      unsigned optLevel) {
  static std::once_flag initialized;
  std::call_once(initialized, [] {
    LLVMInitializeNVPTXTarget();
    LLVMInitializeNVPTXTargetInfo();
    LLVMInitializeNVPTXTargetMC();
    LLVMInitializeNVPTXAsmPrinter();
  });
  llvm::Triple triple("nvptx64-nvidia-cuda");
  std::string error;
  const llvm::Target *target =
      llvm::TargetRegistry::lookupTarget(triple, error);
  if (!target)
    return llvm::createStringError("expects an LLVM with NVPTX, but got: " +
                                   error);
  llvm::TargetOptions options;
  options.AllowFPOpFusion = llvm::FPOpFusion::Strict;
  return std::unique_ptr<llvm::TargetMachine>(target->createTargetMachine(
      triple, chip, "+ptx" + std::to_string(version), options, std::nullopt,
      std::nullopt, static_cast<llvm::CodeGenOptLevel>(optLevel)));
}

/// Functions that every GPU program has (CUDA C++ Programming Guide, "system
/// calls").
static bool isSystemCall(llvm::StringRef name) {
  return name == "__assertfail" || name == "vprintf";
}

std::unique_ptr<llvm::Module> device::buildModule(mlir::Operation *kernels,
                                                  llvm::LLVMContext &context,
                                                  llvm::TargetMachine &machine,
                                                  unsigned optLevel) {
  std::unique_ptr<llvm::Module> module =
      mlir::translateModuleToLLVMIR(kernels, context, "kernels");
  if (!module) {
    kernels->emitError() << "expects kernels that are lowered to llvm and nvvm";
    return nullptr;
  }
  // What no kernel defines fails only when a driver loads the program.
  for (const llvm::Function &function : *module) {
    if (!function.isDeclaration() || function.isIntrinsic() ||
        function.use_empty() || isSystemCall(function.getName()))
      continue;
    kernels->emitError() << "expects operations that the GPU can execute, but "
                            "got one that became a call of '"
                         << function.getName() << "'";
    return nullptr;
  }
  module->setTargetTriple(machine.getTargetTriple());
  module->setDataLayout(machine.createDataLayout());
  host::optimize(*module, machine, optLevel);
  return module;
}

llvm::Expected<std::string> device::writePtx(llvm::Module &module,
                                             llvm::TargetMachine &machine) {
  llvm::SmallString<0> text;
  llvm::raw_svector_ostream os(text);
  llvm::legacy::PassManager passes;
  if (machine.addPassesToEmitFile(passes, os, nullptr,
                                  llvm::CodeGenFileType::AssemblyFile))
    return llvm::createStringError("expects a chip for which PTX can be "
                                   "written, but got '" +
                                   machine.getTargetCPU() + "'");
  passes.run(module);
  return text.str().str();
}
