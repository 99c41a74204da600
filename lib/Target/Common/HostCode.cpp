//===- HostCode.cpp - Code for this machine's processor -------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Options are checked before LLVM sees them, because it aborts or warns on
// standard error instead of failing.
//
//===----------------------------------------------------------------------===//

#include "quartet/Target/Common/HostCode.h"

#include "CarryBits.h"

#include "mlir/IR/BuiltinOps.h"
#include "mlir/Target/LLVMIR/Export.h"
#include "llvm/Analysis/CGSCCPassManager.h"
#include "llvm/Analysis/LoopAnalysisManager.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/LegacyPassManager.h"
#include "llvm/IR/Verifier.h"
#include "llvm/MC/MCSubtargetInfo.h"
#include "llvm/MC/TargetRegistry.h"
#include "llvm/Passes/PassBuilder.h"
#include "llvm/Support/TargetSelect.h"
#include "llvm/TargetParser/Host.h"
#include "llvm/TargetParser/SubtargetFeature.h"
#include "llvm/TargetParser/Triple.h"

#include <mutex>

using namespace quartet;

static llvm::Error makeError(const llvm::Twine &message) {
  return llvm::createStringError(llvm::inconvertibleErrorCode(), message);
}

llvm::StringRef host::getDefaultCpu() {
  llvm::Triple triple(llvm::sys::getProcessTriple());
  return triple.getArch() == llvm::Triple::x86_64 ? "x86-64-v3" : "generic";
}

/// Whether `cpu`, whose name is known, has the instructions of the triple's
/// architecture. LLVM knows the 32-bit processors of x86 as well, and ends the
/// process on 64-bit code for them.
static bool hasInstructionsOf(const llvm::Target &target,
                              const llvm::Triple &triple, llvm::StringRef cpu) {
  if (triple.getArch() != llvm::Triple::x86_64)
    return true;
  std::unique_ptr<llvm::MCSubtargetInfo> info(
      target.createMCSubtargetInfo(triple, cpu, ""));
  return info && info->checkFeatures("+64bit");
}

/// Names for messages, each a choice.
static std::string getCpuExamples(const llvm::Triple &triple) {
  if (triple.getArch() == llvm::Triple::x86_64)
    return "'x86-64', 'x86-64-v2', 'x86-64-v3', 'x86-64-v4', 'znver4'";
  return ("'" + host::getDefaultCpu() + "'").str();
}

llvm::Expected<std::unique_ptr<llvm::TargetMachine>>
host::createMachine(const TargetOptions &options) {
  static std::once_flag initialized;
  std::call_once(initialized, [] {
    llvm::InitializeNativeTarget();
    llvm::InitializeNativeTargetAsmPrinter();
    llvm::InitializeNativeTargetAsmParser();
  });
  if (options.optLevel > 3)
    return makeError("expects an optimization level from 0 to 3, but got " +
                     llvm::Twine(options.optLevel));

  llvm::Triple triple(llvm::sys::getProcessTriple());
  std::string error;
  const llvm::Target *target =
      llvm::TargetRegistry::lookupTarget(triple, error);
  if (!target)
    return makeError("expects an LLVM with code generation for '" +
                     triple.str() + "', but got: " + error);

  std::string cpu = options.cpu.empty() ? getDefaultCpu().str() : options.cpu;
  std::string features;
  if (cpu == "native") {
    cpu = llvm::sys::getHostCPUName().str();
    llvm::SubtargetFeatures list;
    for (const auto &feature : llvm::sys::getHostCPUFeatures())
      list.AddFeature(feature.first(), feature.second);
    features = list.getString();
  } else {
    std::unique_ptr<llvm::MCSubtargetInfo> info(
        target->createMCSubtargetInfo(triple, "", ""));
    if (!info || !info->isCPUStringValid(cpu) ||
        !hasInstructionsOf(*target, triple, cpu))
      return makeError("expects a processor of " +
                       llvm::Triple::getArchTypeName(triple.getArch()) +
                       " such as " + getCpuExamples(triple) +
                       ", or 'native', but got '" + cpu + "'");
  }

  llvm::TargetOptions llvmOptions;
  llvmOptions.AllowFPOpFusion = llvm::FPOpFusion::Strict;
  auto level = static_cast<llvm::CodeGenOptLevel>(options.optLevel);
  std::unique_ptr<llvm::TargetMachine> machine(
      target->createTargetMachine(triple, cpu, features, llvmOptions,
                                  llvm::Reloc::PIC_, std::nullopt, level));
  if (!machine)
    return makeError("expects code generation for '" + triple.str() +
                     "', but got none");
  return machine;
}

/// Whether `module` converts from or to f16 on a processor that would call
/// compiler-rt for it.
static bool needsHalfRuntime(const llvm::Module &module,
                             const llvm::TargetMachine &machine) {
  if (!machine.getTargetTriple().isX86() ||
      machine.getMCSubtargetInfo()->checkFeatures("+f16c"))
    return false;
  for (const llvm::Function &function : module)
    for (const llvm::Instruction &op : llvm::instructions(function))
      if (llvm::isa<llvm::FPExtInst, llvm::FPTruncInst, llvm::SIToFPInst,
                    llvm::UIToFPInst, llvm::FPToSIInst, llvm::FPToUIInst>(op) &&
          (op.getType()->getScalarType()->isHalfTy() ||
           op.getOperand(0)->getType()->getScalarType()->isHalfTy()))
        return true;
  return false;
}

void host::optimize(llvm::Module &module, llvm::TargetMachine &machine,
                    unsigned optLevel) {
  llvm::LoopAnalysisManager loops;
  llvm::FunctionAnalysisManager functions;
  llvm::CGSCCAnalysisManager components;
  llvm::ModuleAnalysisManager modules;
  llvm::PassBuilder builder(&machine);
  builder.registerModuleAnalyses(modules);
  builder.registerCGSCCAnalyses(components);
  builder.registerFunctionAnalyses(functions);
  builder.registerLoopAnalyses(loops);
  builder.crossRegisterProxies(loops, functions, components, modules);
  const llvm::OptimizationLevel levels[] = {
      llvm::OptimizationLevel::O0, llvm::OptimizationLevel::O1,
      llvm::OptimizationLevel::O2, llvm::OptimizationLevel::O3};
  llvm::ModulePassManager passes =
      optLevel == 0 ? builder.buildO0DefaultPipeline(levels[0])
                    : builder.buildPerModuleDefaultPipeline(levels[optLevel]);
  passes.run(module, modules);
}

std::unique_ptr<llvm::Module>
host::buildLLVMModule(mlir::ModuleOp module, llvm::LLVMContext &context,
                      llvm::TargetMachine &machine, unsigned optLevel) {
  std::unique_ptr<llvm::Module> llvmModule =
      mlir::translateModuleToLLVMIR(module, context, "quartet");
  if (!llvmModule) {
    module.emitError() << "expects a module that is lowered to llvm, but got "
                          "one that cannot be translated";
    return nullptr;
  }
  if (needsHalfRuntime(*llvmModule, machine)) {
    module.emitError() << "expects a processor with f16 conversions such as '"
                       << getDefaultCpu() << "', but got '"
                       << machine.getTargetCPU() << "'";
    return nullptr;
  }
  llvmModule->setTargetTriple(machine.getTargetTriple());
  llvmModule->setDataLayout(machine.createDataLayout());
  llvmModule->setPICLevel(llvm::PICLevel::BigPIC);

  optimize(*llvmModule, machine, optLevel);
  carryBits(*llvmModule);
  return llvmModule;
}

llvm::Error host::writeObject(llvm::Module &module,
                              llvm::TargetMachine &machine,
                              llvm::raw_pwrite_stream &os) {
  llvm::legacy::PassManager passes;
  if (machine.addPassesToEmitFile(passes, os, nullptr,
                                  llvm::CodeGenFileType::ObjectFile))
    return makeError("expects a processor for which objects can be written, "
                     "but got '" +
                     machine.getTargetCPU() + "'");
  passes.run(module);
  return llvm::Error::success();
}
