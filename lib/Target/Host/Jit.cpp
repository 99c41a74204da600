//===- Jit.cpp - Run lowered modules in this process ----------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The same object that ahead-of-time emission writes, linked into this process.
//
//===----------------------------------------------------------------------===//

#include "quartet/Target/Host/Jit.h"

#include "Machine.h"
#include "quartet/Runtime/ABI.h"
#include "quartet/Runtime/Check.h"

#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/Diagnostics.h"
#include "llvm/ExecutionEngine/Orc/ExecutionUtils.h"
#include "llvm/ExecutionEngine/Orc/LLJIT.h"
#include "llvm/Support/DynamicLibrary.h"
#include "llvm/Support/MemoryBuffer.h"

#include <cstdlib>

using namespace quartet;

static llvm::Error makeError(const llvm::Twine &message) {
  return llvm::createStringError(llvm::inconvertibleErrorCode(), message);
}

namespace {
struct EntryPoints {
  quartet_entry_fn run;
  quartet_check_fn check;
  quartet_workspace_fn workspace;
  quartet_result_fn results;
};

/// The call's extents, and what they imply.
struct CallPlan {
  const EntryPoints *points = nullptr;
  const Signature *signature = nullptr;
  std::vector<int64_t> sizes;
  std::vector<std::vector<int64_t>> resultShapes;
};
} // namespace

struct HostProgram::Impl {
  std::unique_ptr<llvm::orc::LLJIT> jit;
  std::vector<Signature> signatures;
  std::vector<EntryPoints> points;

  llvm::Expected<CallPlan>
  plan(llvm::StringRef entry,
       llvm::ArrayRef<std::vector<int64_t>> shapes) const;
};

HostProgram::HostProgram(std::unique_ptr<Impl> impl) : impl(std::move(impl)) {}
HostProgram::~HostProgram() = default;

//===----------------------------------------------------------------------===//
// Compilation
//===----------------------------------------------------------------------===//

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

/// The address of a symbol of the program.
template <typename Function>
static llvm::Error lookup(llvm::orc::LLJIT &jit, const std::string &name,
                          Function &function) {
  auto address = jit.lookup(name);
  if (!address)
    return address.takeError();
  function = address->toPtr<Function>();
  return llvm::Error::success();
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
  auto impl = std::make_unique<Impl>();
  std::optional<std::vector<Signature>> signatures =
      quartet::getSignatures(module);
  if (!signatures)
    return makeError("expects valid signatures");
  impl->signatures = std::move(*signatures);

  bool usesOpenMP = false;
  auto object = compileObject(module, native, usesOpenMP);
  if (!object)
    return object.takeError();
  if (usesOpenMP)
    if (llvm::Error error = loadOpenMP())
      return std::move(error);

  auto jit = llvm::orc::LLJITBuilder().create();
  if (!jit)
    return jit.takeError();
  impl->jit = std::move(*jit);
  // libc, libm and OpenMP are symbols of this process.
  auto process = llvm::orc::DynamicLibrarySearchGenerator::GetForCurrentProcess(
      impl->jit->getDataLayout().getGlobalPrefix());
  if (!process)
    return process.takeError();
  impl->jit->getMainJITDylib().addGenerator(std::move(*process));
  if (llvm::Error error = defineCheckSymbols(*impl->jit))
    return std::move(error);
  if (llvm::Error error = impl->jit->addObjectFile(std::move(*object)))
    return std::move(error);
  for (const Signature &signature : impl->signatures) {
    EntryPoints points;
    const std::string &name = signature.entry;
    if (llvm::Error error = lookup(*impl->jit, name, points.run))
      return std::move(error);
    if (llvm::Error error =
            lookup(*impl->jit, name + "_check_sizes", points.check))
      return std::move(error);
    if (llvm::Error error =
            lookup(*impl->jit, name + "_workspace_size", points.workspace))
      return std::move(error);
    if (llvm::Error error =
            lookup(*impl->jit, name + "_result_sizes", points.results))
      return std::move(error);
    impl->points.push_back(points);
  }
  return std::unique_ptr<HostProgram>(new HostProgram(std::move(impl)));
}

//===----------------------------------------------------------------------===//
// Calls
//===----------------------------------------------------------------------===//

llvm::ArrayRef<Signature> HostProgram::getSignatures() const {
  return impl->signatures;
}

llvm::Expected<const Signature *>
HostProgram::getSignature(llvm::StringRef entry) const {
  std::string names;
  for (const Signature &signature : impl->signatures) {
    if (signature.entry == entry)
      return &signature;
    names += (names.empty() ? "'" : ", '") + signature.entry + "'";
  }
  if (names.empty())
    return makeError("expects a public function to call, but got none");
  return makeError("expects an entry among " + names + ", but got '" + entry +
                   "'");
}

static std::string formatShape(llvm::ArrayRef<int64_t> shape) {
  std::string text = "[";
  for (auto [index, extent] : llvm::enumerate(shape)) {
    if (index)
      text += ", ";
    text += extent == TensorSpec::kDynamic ? "?" : std::to_string(extent);
  }
  return text + "]";
}

/// Appends the dynamic extents of `shape`.
static llvm::Error appendSizes(const TensorSpec &spec,
                               llvm::ArrayRef<int64_t> shape,
                               std::vector<int64_t> &sizes) {
  bool fits = shape.size() == spec.shape.size();
  for (size_t dim = 0; fits && dim < shape.size(); ++dim) {
    if (spec.shape[dim] == TensorSpec::kDynamic)
      sizes.push_back(shape[dim]);
    else
      fits = spec.shape[dim] == shape[dim];
    fits &= shape[dim] >= 0;
  }
  if (!fits)
    return makeError("'" + spec.name + "' expects shape " +
                     formatShape(spec.shape) + ", but got " +
                     formatShape(shape));
  return llvm::Error::success();
}

llvm::Expected<CallPlan>
HostProgram::Impl::plan(llvm::StringRef entry,
                        llvm::ArrayRef<std::vector<int64_t>> shapes) const {
  CallPlan plan;
  for (auto [index, signature] : llvm::enumerate(signatures)) {
    if (signature.entry == entry) {
      plan.signature = &signature;
      plan.points = &points[index];
    }
  }
  if (!plan.signature)
    return makeError("expects an entry of the program, but got '" + entry +
                     "'");
  const Signature &signature = *plan.signature;
  if (shapes.size() != signature.args.size())
    return makeError("'" + entry + "' expects " +
                     llvm::Twine(signature.args.size()) +
                     " arguments, but got " + llvm::Twine(shapes.size()));
  for (auto [spec, shape] : llvm::zip(signature.args, shapes))
    if (llvm::Error error = appendSizes(spec, shape, plan.sizes))
      return std::move(error);
  if (int32_t code = plan.points->check(plan.sizes.data())) {
    size_t index = code - 1;
    return makeError("'" + entry + "' expects that " +
                     (code > 0 && index < signature.checks.size()
                          ? signature.checks[index]
                          : std::string("no extent is negative")) +
                     ", but got other sizes");
  }

  size_t count = 0;
  for (const TensorSpec &spec : signature.results)
    count += spec.getNumDynamicDims();
  std::vector<int64_t> extents(count);
  plan.points->results(plan.sizes.data(), extents.data());
  size_t next = 0;
  for (const TensorSpec &spec : signature.results) {
    plan.resultShapes.push_back(spec.shape);
    for (int64_t &extent : plan.resultShapes.back())
      if (extent == TensorSpec::kDynamic)
        extent = extents[next++];
  }
  return plan;
}

llvm::Expected<std::vector<std::vector<int64_t>>> HostProgram::getResultShapes(
    llvm::StringRef entry,
    llvm::ArrayRef<std::vector<int64_t>> argShapes) const {
  auto plan = impl->plan(entry, argShapes);
  if (!plan)
    return plan.takeError();
  return std::move(plan->resultShapes);
}

llvm::Error HostProgram::run(llvm::StringRef entry,
                             llvm::ArrayRef<HostBuffer> args,
                             llvm::ArrayRef<HostBuffer> results) const {
  std::vector<std::vector<int64_t>> shapes;
  std::vector<void *> argPointers, resultPointers;
  for (const HostBuffer &arg : args) {
    shapes.push_back(arg.shape);
    argPointers.push_back(arg.data);
  }
  auto plan = impl->plan(entry, shapes);
  if (!plan)
    return plan.takeError();
  if (results.size() != plan->resultShapes.size())
    return makeError("'" + entry + "' expects " +
                     llvm::Twine(plan->resultShapes.size()) +
                     " results, but got " + llvm::Twine(results.size()));
  for (auto [spec, shape, result] :
       llvm::zip(plan->signature->results, plan->resultShapes, results)) {
    if (spec.inout < 0 && result.shape != shape)
      return makeError("'" + spec.name + "' expects shape " +
                       formatShape(shape) + ", but got " +
                       formatShape(result.shape));
    resultPointers.push_back(result.data);
  }

  int64_t bytes = plan->points->workspace(plan->sizes.data());
  std::unique_ptr<void, decltype(&std::free)> workspace(nullptr, std::free);
  if (bytes > 0) {
    workspace.reset(std::aligned_alloc(
        QUARTET_ALIGNMENT, llvm::alignTo(bytes, QUARTET_ALIGNMENT)));
    if (!workspace)
      return makeError("cannot allocate a workspace of " + llvm::Twine(bytes) +
                       " bytes for '" + entry + "'");
  }
  plan->points->run(argPointers.data(), resultPointers.data(),
                    plan->sizes.data(), workspace.get(), nullptr);
  return llvm::Error::success();
}
