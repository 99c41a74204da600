//===- GPUTarget.cpp - What GPU targets share -----------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The pipeline with the reason for each step, checks and emission.
//
//===----------------------------------------------------------------------===//

#include "quartet/Target/Common/GPU/GPUTarget.h"
#include "Image.h"
#include "quartet/Conversion/NVFP4ToGPU/NVFP4ToGPU.h"
#include "quartet/Target/Common/Bufferize.h"
#include "quartet/Target/Common/GPU/Emit.h"
#include "quartet/Target/Common/GPU/Passes.h"
#include "quartet/Target/Common/HostCode.h"
#include "quartet/Target/Common/Passes.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/InitAllDialects.h"
#include "mlir/InitAllExtensions.h"
#include "mlir/Pass/PassManager.h"
#include "mlir/Pass/PassRegistry.h"
#include "mlir/Target/LLVMIR/Dialect/All.h"
#include "mlir/Transforms/Passes.h"
#include "llvm/IR/LLVMContext.h"
#include "llvm/IR/Module.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"

using namespace mlir;
using namespace quartet;
using namespace quartet::device;

ArrayRef<EmitKind> GPUTarget::getEmitKinds() const {
  static constexpr EmitKind kinds[] = {EmitKind::LLVMIR, EmitKind::PTX,
                                       EmitKind::Cubin, EmitKind::Object,
                                       EmitKind::SharedLibrary};
  return kinds;
}

void GPUTarget::registerDialects(DialectRegistry &registry) const {
  registerAllDialects(registry);
  registerAllExtensions(registry);
  registerAllToLLVMIRTranslations(registry);
}

const Chip &GPUTarget::getChip(const TargetOptions &options) const {
  const Chip *chip =
      findChip(chips, options.cpu.empty() ? StringRef(name) : options.cpu);
  return chip ? *chip : chips.front();
}

static unsigned getPtxVersion(const TargetOptions &options) {
  return options.ptxVersion ? options.ptxVersion : kDefaultPtxVersion;
}

LogicalResult GPUTarget::verify(ModuleOp module,
                                const TargetOptions &options) const {
  Location loc = module.getLoc();
  if (!options.cpu.empty() && !findChip(chips, options.cpu)) {
    std::string names;
    for (const Chip &chip : chips)
      names += (names.empty() ? "" : ", ") + chip.name.str();
    return emitError(loc) << "expects a chip of " << names << " for target '"
                          << name << "', but got '" << options.cpu << "'";
  }
  if (options.optLevel > 3)
    return emitError(loc) << "expects an optimization level from 0 to 3, but "
                             "got "
                          << options.optLevel;
  return verifyPtxVersion(loc, getChip(options), getPtxVersion(options));
}

//===----------------------------------------------------------------------===//
// Passes
//===----------------------------------------------------------------------===//

void GPUTarget::buildKernelPipeline(OpPassManager &pm,
                                    const TargetOptions &options) const {
  buildLayoutPipeline(pm);
  pm.addNestedPass<func::FuncOp>(createQuartetFillConstants());
  buildBufferizePipeline(pm);
  // The chip's way to multiply.
  buildProductPipeline(pm);
  // One operation after another, with scratch that the planner then sees.
  pm.addPass(createConvertNVFP4ToGPU());
  // What is left of the graph.
  pm.addPass(createConvertLinalgToGPU());
  pm.addPass(createCanonicalizerPass());
  pm.addPass(createCSEPass());
  // After the last pass that allocates.
  pm.addPass(createQuartetPlanWorkspace());
}

void GPUTarget::buildLowerPipeline(OpPassManager &pm,
                                   const TargetOptions &options) const {
  buildKernelPipeline(pm, options);
  device::buildLowerPipeline(pm);
}

void GPUTarget::registerPasses() const {
  PassPipelineRegistration<>(
      ("quartet-" + name + "-kernels").str(),
      "end of the fuse stage to kernels and launches",
      [this](OpPassManager &pm) { buildKernelPipeline(pm, TargetOptions()); });
}

//===----------------------------------------------------------------------===//
// Emission
//===----------------------------------------------------------------------===//

/// The run-time library, in the folder `lib` beside the folder of this program,
/// where both the build and an installation have it.
static llvm::Expected<std::string> findRuntimeLibrary() {
  constexpr llvm::StringLiteral kName = "libquartet_runtime.so";
  SmallString<128> path(
      llvm::sys::path::parent_path(llvm::sys::path::parent_path(
          llvm::sys::fs::getMainExecutable(nullptr, nullptr))));
  llvm::sys::path::append(path, "lib", kName);
  if (llvm::sys::fs::exists(path))
    return path.str().str();
  return llvm::createStringError("expects the run-time library '" + path +
                                 "', but found none");
}

namespace {

/// The program of a chip, in the forms asked for.
class Emitter {
public:
  Emitter(ModuleOp module, const Chip &chip, ArrayRef<Chip> chips,
          const TargetOptions &options)
      : module(module), chip(chip), chips(chips), options(options) {}

  LogicalResult writeLLVMIR(raw_ostream &os) {
    if (failed(build()))
      return failure();
    os << *llvmModule;
    return success();
  }

  LogicalResult writePtx(std::string &ptx) {
    if (failed(build()))
      return failure();
    llvm::Expected<std::string> text = device::writePtx(*llvmModule, *machine);
    return take(std::move(text), ptx);
  }

  LogicalResult writeCubin(StringRef ptx, Cubin &cubin) {
    return take(assemble(ptx, chip.name), cubin);
  }

  /// An object or a shared library; without kernels host code alone.
  LogicalResult writeProgram(EmitKind kind, llvm::raw_pwrite_stream &os);

  gpu::GPUModuleOp getKernels() {
    auto all = module.getOps<gpu::GPUModuleOp>();
    return all.empty() ? gpu::GPUModuleOp() : *all.begin();
  }

private:
  template <typename T>
  LogicalResult take(llvm::Expected<T> value, T &out) {
    if (!value)
      return report(value.takeError());
    out = std::move(*value);
    return success();
  }

  LogicalResult report(llvm::Error error) {
    return emitError(module.getLoc()) << llvm::toString(std::move(error));
  }

  LogicalResult build();

  ModuleOp module;
  const Chip &chip;
  ArrayRef<Chip> chips;
  const TargetOptions &options;
  llvm::LLVMContext context;
  std::unique_ptr<llvm::TargetMachine> machine;
  std::unique_ptr<llvm::Module> llvmModule;
};

LogicalResult Emitter::build() {
  if (llvmModule)
    return success();
  gpu::GPUModuleOp kernels = getKernels();
  if (!kernels)
    return emitError(module.getLoc())
           << "expects a module with kernels, but got none";
  unsigned version = getPtxVersion(options);
  if (failed(verifyInstructions(kernels, chip, version, chips)))
    return failure();
  if (failed(
          take(createMachine(chip.name, version, options.optLevel), machine)))
    return failure();
  llvmModule = buildModule(kernels, context, *machine, options.optLevel);
  return success(llvmModule != nullptr);
}

LogicalResult Emitter::writeProgram(EmitKind kind,
                                    llvm::raw_pwrite_stream &os) {
  TargetOptions hostOptions;
  hostOptions.optLevel = options.optLevel;
  std::unique_ptr<llvm::TargetMachine> hostMachine;
  if (failed(take(host::createMachine(hostOptions), hostMachine)))
    return failure();
  llvm::LLVMContext hostContext;
  std::unique_ptr<llvm::Module> program = host::buildLLVMModule(
      module, hostContext, *hostMachine, options.optLevel);
  if (!program)
    return failure();
  if (gpu::GPUModuleOp kernels = getKernels()) {
    std::string ptx;
    Cubin cubin;
    if (failed(writePtx(ptx)) || failed(writeCubin(ptx, cubin)))
      return failure();
    defineImage(*program, kernels.getName(), cubin.bytes, ptx);
  }
  SmallString<0> object;
  llvm::raw_svector_ostream objectStream(object);
  if (llvm::Error error =
          host::writeObject(*program, *hostMachine, objectStream))
    return report(std::move(error));
  if (kind == EmitKind::Object) {
    os << object;
    return success();
  }
  std::string runtime;
  if (failed(take(findRuntimeLibrary(), runtime)))
    return failure();
  if (llvm::Error error = host::linkSharedLibrary(object, {runtime}, os))
    return report(std::move(error));
  return success();
}

} // namespace

LogicalResult GPUTarget::emit(ModuleOp module, EmitKind kind,
                              const TargetOptions &options,
                              llvm::raw_pwrite_stream &os) const {
  Emitter emitter(module, getChip(options), chips, options);
  if (kind == EmitKind::LLVMIR)
    return emitter.writeLLVMIR(os);
  if (kind == EmitKind::Object || kind == EmitKind::SharedLibrary)
    return emitter.writeProgram(kind, os);
  std::string ptx;
  if (failed(emitter.writePtx(ptx)))
    return failure();
  if (kind == EmitKind::PTX) {
    os << ptx;
    return success();
  }
  Cubin cubin;
  if (failed(emitter.writeCubin(ptx, cubin)))
    return failure();
  os << cubin.bytes;
  return success();
}

LogicalResult GPUTarget::report(ModuleOp module, const TargetOptions &options,
                                raw_ostream &os) const {
  Emitter emitter(module, getChip(options), chips, options);
  std::string ptx;
  Cubin cubin;
  if (!emitter.getKernels())
    return success();
  if (failed(emitter.writePtx(ptx)) || failed(emitter.writeCubin(ptx, cubin)))
    return failure();
  for (const KernelUsage &kernel : cubin.kernels)
    os << "kernel " << kernel.name << ": registers " << kernel.registers
       << ", spill bytes " << kernel.spillStores + kernel.spillLoads
       << ", stack bytes " << kernel.stack << ", shared bytes " << kernel.shared
       << "\n";
  return success();
}
