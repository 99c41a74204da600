//===- HostProgram.cpp - Call entries of programs in this process ---------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Everything about a call is checked against the signature before the entry
// runs.
//
//===----------------------------------------------------------------------===//

#include "HostProgramImpl.h"

#include "llvm/Support/MathExtras.h"

#include <cstdlib>

using namespace quartet;

static llvm::Error makeError(const llvm::Twine &message) {
  return llvm::createStringError(llvm::inconvertibleErrorCode(), message);
}

HostProgram::HostProgram(std::unique_ptr<Impl> impl) : impl(std::move(impl)) {}
HostProgram::~HostProgram() = default;

llvm::Error HostProgram::Impl::addEntry(
    Signature signature,
    llvm::function_ref<llvm::Expected<void *>(const std::string &)> lookup) {
  llvm::Error error = llvm::Error::success();
  auto find = [&](llvm::StringRef suffix, auto &function) {
    if (error)
      return;
    llvm::Expected<void *> address = lookup(signature.entry + suffix.str());
    if (address)
      function = reinterpret_cast<std::decay_t<decltype(function)>>(*address);
    else
      error = address.takeError();
  };
  EntryPoints entry;
  find("", entry.run);
  find("_check_sizes", entry.check);
  find("_workspace_size", entry.workspace);
  find("_result_sizes", entry.results);
  if (error)
    return error;
  signatures.push_back(std::move(signature));
  points.push_back(entry);
  return llvm::Error::success();
}

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

/// What it means that a function of the entry has returned `code`; `subject` is
/// what the condition is about.
static llvm::Error describeFailure(const Signature &signature, int32_t code,
                                   llvm::StringRef subject) {
  std::string condition = "no extent is negative";
  if (code > 0 && static_cast<size_t>(code) <= signature.checks.size())
    condition = signature.checks[code - 1];
  else if (code != -1)
    return makeError("'" + signature.entry + "' failed with status " +
                     llvm::Twine(code));
  return makeError("'" + signature.entry + "' expects that " + condition +
                   ", but got other " + subject);
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
  if (int32_t code = plan.points->check(plan.sizes.data()))
    return describeFailure(signature, code, "sizes");

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
  if (bytes < 0)
    return makeError("'" + entry +
                     "' expects sizes whose buffers can be addressed, but got "
                     "larger ones");
  int32_t status = 0;
  if (impl->memory) {
    if (llvm::Error error =
            impl->runInMemory(*plan, args, results, bytes, status))
      return error;
  } else {
    std::unique_ptr<void, decltype(&std::free)> workspace(nullptr, std::free);
    if (bytes > 0) {
      workspace.reset(std::aligned_alloc(
          QUARTET_ALIGNMENT, llvm::alignTo(bytes, QUARTET_ALIGNMENT)));
      if (!workspace)
        return makeError("cannot allocate a workspace of " +
                         llvm::Twine(bytes) + " bytes for '" + entry + "'");
    }
    status = plan->points->run(argPointers.data(), resultPointers.data(),
                               plan->sizes.data(), workspace.get(), nullptr);
  }
  if (status)
    return describeFailure(*plan->signature, status, "values");
  return llvm::Error::success();
}
