//===- Jit.cpp - Run lowered modules in this process ----------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The same object that ahead-of-time emission writes, linked into this process.
//
//===----------------------------------------------------------------------===//

#include "HostProgramImpl.h"
#include "quartet/Runtime/Check.h"
#include "quartet/Target/Common/HostCode.h"

#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/Diagnostics.h"
#include "llvm/ExecutionEngine/Orc/ExecutionUtils.h"
#include "llvm/ExecutionEngine/Orc/LLJIT.h"
#include "llvm/Support/DynamicLibrary.h"
#include "llvm/Support/MemoryBuffer.h"

using namespace quartet;

static llvm::Error makeError(const llvm::Twine &message) {
  return llvm::createStringError(llvm::inconvertibleErrorCode(), message);
}

/// Makes the symbols of the OpenMP run-time library known to the process.
static llvm::Error loadOpenMP() {
  static const std::string error = [] {
    std::string byName, byPath;
    using llvm::sys::DynamicLibrary;
    if (DynamicLibrary::getPermanentLibrary("libomp.so.5", &byName).isValid())
      return std::string();
    std::string path = host::getOpenMPPath().str();
    if (!path.empty() &&
        DynamicLibrary::getPermanentLibrary(path.c_str(), &byPath).isValid())
      return std::string();
    return "expects the OpenMP run-time library (package libomp-22-dev), but "
           "got: " +
           byName;
  }();
  return error.empty() ? llvm::Error::success() : makeError(error);
}

/// Makes the functions that `check` operations call known to the program; they
/// are part of this process but not exported by it.
static llvm::Error defineCheckSymbols(llvm::orc::LLJIT &jit) {
  llvm::orc::SymbolMap symbols;
  auto define = [&](llvm::StringRef name, auto *function) {
    symbols[jit.mangleAndIntern(name)] = {
        llvm::orc::ExecutorAddr::fromPtr(function),
        llvm::JITSymbolFlags::Exported | llvm::JITSymbolFlags::Callable};
  };
  define("quartet_check_expect_eq", quartet_check_expect_eq);
  define("quartet_check_expect_close", quartet_check_expect_close);
  return jit.getMainJITDylib().define(
      llvm::orc::absoluteSymbols(std::move(symbols)));
}

/// Compiles to an object in memory; diagnostics become the error's text.
static llvm::Expected<std::unique_ptr<llvm::MemoryBuffer>>
compileObject(mlir::ModuleOp module, const TargetOptions &options,
              bool &usesOpenMP) {
  auto machine = host::createMachine(options);
  if (!machine)
    return machine.takeError();
  std::string messages;
  mlir::ScopedDiagnosticHandler handler(module.getContext(),
                                        [&](mlir::Diagnostic &diagnostic) {
                                          if (!messages.empty())
                                            messages += "; ";
                                          messages += diagnostic.str();
                                          return mlir::success();
                                        });
  llvm::LLVMContext context;
  std::unique_ptr<llvm::Module> llvmModule =
      host::buildLLVMModule(module, context, **machine, options.optLevel);
  if (!llvmModule)
    return makeError(messages);
  usesOpenMP = llvmModule->getFunction("__kmpc_fork_call") != nullptr;
  llvm::SmallString<0> object;
  llvm::raw_svector_ostream os(object);
  if (llvm::Error error = host::writeObject(*llvmModule, **machine, os))
    return std::move(error);
  return llvm::MemoryBuffer::getMemBufferCopy(object, "quartet");
}

llvm::Expected<std::unique_ptr<HostProgram>>
HostProgram::create(mlir::ModuleOp module, const TargetOptions &options) {
  TargetOptions native = options;
  if (native.cpu.empty())
    native.cpu = "native";
  std::optional<std::vector<Signature>> signatures =
      quartet::getSignatures(module);
  if (!signatures)
    return makeError("expects valid signatures");

  bool usesOpenMP = false;
  auto object = compileObject(module, native, usesOpenMP);
  if (!object)
    return object.takeError();
  if (usesOpenMP)
    if (llvm::Error error = loadOpenMP())
      return std::move(error);

  auto created = llvm::orc::LLJITBuilder().create();
  if (!created)
    return created.takeError();
  std::shared_ptr<llvm::orc::LLJIT> jit = std::move(*created);
  // libc, libm and OpenMP are symbols of this process.
  auto process = llvm::orc::DynamicLibrarySearchGenerator::GetForCurrentProcess(
      jit->getDataLayout().getGlobalPrefix());
  if (!process)
    return process.takeError();
  jit->getMainJITDylib().addGenerator(std::move(*process));
  if (llvm::Error error = defineCheckSymbols(*jit))
    return std::move(error);
  if (llvm::Error error = jit->addObjectFile(std::move(*object)))
    return std::move(error);
  auto impl = std::make_unique<Impl>();
  impl->code = jit;
  auto lookup = [&](const std::string &name) -> llvm::Expected<void *> {
    auto address = jit->lookup(name);
    if (!address)
      return address.takeError();
    return address->toPtr<void *>();
  };
  for (Signature &signature : *signatures)
    if (llvm::Error error = impl->addEntry(std::move(signature), lookup))
      return std::move(error);
  return std::unique_ptr<HostProgram>(new HostProgram(std::move(impl)));
}
