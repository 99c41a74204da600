//===- HostTarget.cpp - This machine as a target --------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Options, checks and emission; the passes are listed in Pipeline.cpp.
//
//===----------------------------------------------------------------------===//

#include "Pipeline.h"
#include "quartet/Target/Common/Bufferize.h"
#include "quartet/Target/Common/HostCode.h"
#include "quartet/Target/Host/Passes.h"

#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/DialectRegistry.h"
#include "mlir/InitAllDialects.h"
#include "mlir/InitAllExtensions.h"
#include "mlir/Pass/PassManager.h"
#include "mlir/Pass/PassRegistry.h"
#include "mlir/Target/LLVMIR/Dialect/All.h"
#include "llvm/IR/LLVMContext.h"

using namespace mlir;
using namespace quartet;

namespace {

class HostTarget : public Target {
public:
  StringRef getName() const override { return "host"; }

  StringRef getDescription() const override {
    return "this machine's processor, threads through OpenMP";
  }

  ArrayRef<EmitKind> getEmitKinds() const override {
    static constexpr EmitKind kinds[] = {EmitKind::LLVMIR, EmitKind::Object,
                                         EmitKind::SharedLibrary};
    return kinds;
  }

  void registerDialects(DialectRegistry &registry) const override {
    registerAllDialects(registry);
    registerAllExtensions(registry);
    registerAllToLLVMIRTranslations(registry);
  }

  void registerPasses() const override;

  LogicalResult verify(ModuleOp module,
                       const TargetOptions &options) const override {
    llvm::Expected<std::unique_ptr<llvm::TargetMachine>> machine =
        host::createMachine(options);
    if (!machine)
      return emitError(UnknownLoc::get(module.getContext()))
             << llvm::toString(machine.takeError());
    return success();
  }

  void buildKernelPipeline(OpPassManager &pm,
                           const TargetOptions &options) const override {
    buildBufferizePipeline(pm);
    host::buildLoopsPipeline(pm);
  }

  void buildLowerPipeline(OpPassManager &pm,
                          const TargetOptions &options) const override {
    buildKernelPipeline(pm, options);
    host::buildLLVMPipeline(pm);
  }

  LogicalResult emit(ModuleOp module, EmitKind kind,
                     const TargetOptions &options,
                     llvm::raw_pwrite_stream &os) const override;
};

void HostTarget::registerPasses() const {
  registerQuartetTargetHostPasses();
  PassPipelineRegistration<>(
      "quartet-host-bufferize",
      "tensors to buffers: out-parameters, read-only arguments",
      [](OpPassManager &pm) { buildBufferizePipeline(pm); });
  PassPipelineRegistration<>(
      "quartet-host-loops", "buffers to loops and one workspace",
      [](OpPassManager &pm) { host::buildLoopsPipeline(pm); });
  PassPipelineRegistration<>(
      "quartet-host-lower", "loops to llvm, with the C functions of entries",
      [](OpPassManager &pm) { host::buildLLVMPipeline(pm); });
}

LogicalResult HostTarget::emit(ModuleOp module, EmitKind kind,
                               const TargetOptions &options,
                               llvm::raw_pwrite_stream &os) const {
  auto report = [&](llvm::Error error) {
    return emitError(UnknownLoc::get(module.getContext()))
           << llvm::toString(std::move(error));
  };
  if (!llvm::is_contained(getEmitKinds(), kind))
    return emitError(UnknownLoc::get(module.getContext()))
           << "target 'host' expects to emit llvm, obj or so, but got a form "
              "of another target";
  auto machine = host::createMachine(options);
  if (!machine)
    return report(machine.takeError());
  llvm::LLVMContext context;
  std::unique_ptr<llvm::Module> llvmModule =
      host::buildLLVMModule(module, context, **machine, options.optLevel);
  if (!llvmModule)
    return failure();
  if (kind == EmitKind::LLVMIR) {
    os << *llvmModule;
    return success();
  }
  SmallString<0> object;
  llvm::raw_svector_ostream objectStream(object);
  if (llvm::Error error =
          host::writeObject(*llvmModule, **machine, objectStream))
    return report(std::move(error));
  if (kind == EmitKind::Object) {
    os << object;
    return success();
  }
  if (llvm::Error error = host::linkSharedLibrary(object, {}, os))
    return report(std::move(error));
  return success();
}

} // namespace

namespace quartet {
/// Called by the generated registry.
llvm::ArrayRef<const Target *> getHostTargets() {
  static const HostTarget target;
  static const Target *const targets[] = {&target};
  return targets;
}
} // namespace quartet
