//===- Modules.cpp - Modules, kernels and launches ------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "EntryPoints.h"

#include "quartet/Simulator/Statistics.h"

#include <cerrno>
#include <cstdio>
#include <cstring>

using namespace quartet;
using namespace quartet::sim;
using namespace quartet::sim::driver;

namespace {

/// Appends `text` to, or makes it, the file `path`. Returns the reason of a
/// failure.
std::string writeText(const std::string &path, const char *mode,
                      const std::string &text) {
  std::FILE *file = std::fopen(path.c_str(), mode);
  bool ok = file != nullptr;
  if (file) {
    ok = std::fwrite(text.data(), 1, text.size(), file) == text.size();
    ok &= std::fclose(file) == 0;
  }
  return ok ? "" : "cannot write '" + path + "': " + std::strerror(errno);
}

std::string withoutLineEnd(std::string text) {
  while (!text.empty() && text.back() == '\n')
    text.pop_back();
  return text;
}

/// The function `name` of `module`, decoded on first use.
cuda::Result getFunction(cuda::ModuleOpaque &module, const std::string &name,
                         cuda::Function &result) {
  auto &slot = module.functions[name];
  if (!slot) {
    auto function = std::make_unique<cuda::FunctionOpaque>();
    Diagnostic error;
    if (!module.simulator->parameters(name, function->params, error)) {
      bool isMissing = true;
      for (const std::string &kernel : module.simulator->kernels())
        isMissing &= kernel != name;
      module.functions.erase(name);
      return fail(isMissing ? cuda::ErrorNotFound : cuda::ErrorInvalidPtx,
                  withoutLineEnd(error.format(module.name)));
    }
    function->module = &module;
    function->name = name;
    slot = std::move(function);
  }
  result = slot.get();
  return cuda::Success;
}

bool isFunction(SimDevice &device, cuda::Function function) {
  for (const auto &[handle, module] : device.modules.all())
    for (const auto &[name, candidate] : module->functions)
      if (candidate.get() == function)
        return true;
  return false;
}

/// One launch whose arguments have been copied.
struct LaunchWork {
  SimDevice *device;
  cuda::Function function;
  sim::LaunchConfig config;
  std::vector<uint8_t> params;

  cuda::Result operator()() const;
};

cuda::Result LaunchWork::operator()() const {
  if (!isFunction(*device, function))
    return fail(cuda::ErrorInvalidHandle, "the module was unloaded");
  cuda::ModuleOpaque &module = *function->module;
  sim::Simulator &simulator = *module.simulator;
  const Settings &settings = device->settings;
  uint64_t number = device->numLaunches++;
  if (!settings.tracePrefix.empty())
    simulator.options().tracePath =
        settings.tracePrefix + std::to_string(number) + ".json";
  Diagnostic error;
  if (!simulator.launch(function->name, config, params, error))
    return fail(cuda::ErrorLaunchFailed,
                withoutLineEnd(error.format(module.name)));
  if (settings.statsPath.empty())
    return cuda::Success;
  std::string line = "{\"kernel\": \"" + function->name + "\", ";
  line += strf("\"grid\": [%u, %u, %u], \"block\": [%u, %u, %u]",
               config.grid[0], config.grid[1], config.grid[2], config.block[0],
               config.block[1], config.block[2]);
  for (const Counter &counter : getCounters(simulator.statistics()))
    line += strf(", \"%s\": %llu", counter.key,
                 static_cast<unsigned long long>(counter.value));
  std::string problem = writeText(settings.statsPath, "a", line + "}\n");
  return problem.empty() ? cuda::Success
                         : fail(cuda::ErrorLaunchFailed, std::move(problem));
}

/// Reads the attributes of a launch; returns what is wrong with one.
cuda::Result readAttributes(const cuda::LaunchConfig &from,
                            const cuda::FunctionOpaque &function,
                            sim::LaunchConfig &to) {
  for (uint32_t i = 0; i < from.numAttributes; ++i) {
    const cuda::LaunchAttribute &attribute = from.attributes[i];
    if (attribute.id != cuda::LaunchClusterDimension)
      return fail(cuda::ErrorNotSupported,
                  strf("launch attribute %d is not modelled", attribute.id));
    uint64_t blocks = 1;
    for (int d = 0; d < 3; ++d) {
      to.cluster[d] = attribute.value.cluster[d];
      blocks *= to.cluster[d];
    }
    if (blocks == 0)
      return fail(cuda::ErrorInvalidClusterSize,
                  "expects a cluster of at least one block");
    if (blocks > 8 && !function.allowsLargeClusters)
      return fail(cuda::ErrorInvalidClusterSize,
                  strf("expects at most 8 blocks per cluster unless the "
                       "kernel's attribute allows more, but got %llu",
                       static_cast<unsigned long long>(blocks)));
  }
  return cuda::Success;
}

} // namespace

//===----------------------------------------------------------------------===//
// Modules
//===----------------------------------------------------------------------===//

cuda::Result cuda::cuModuleLoadDataEx(cuda::Module *result, const void *image,
                                      unsigned numOptions,
                                      cuda::JitOption *options, void **values) {
  Lock lock;
  if (!lock)
    return lock.result;
  if (cuda::Result error = refuseInCapture(*lock, "cuModuleLoadDataEx"))
    return error;
  // What is no text is a cubin or a fat binary, which start with these bytes.
  const char *text = static_cast<const char *>(image);
  if (!text ||
      std::memcmp(text,
                  "\x7f"
                  "ELF",
                  4) == 0 ||
      std::memcmp(text, "\x50\xed\x55\xba", 4) == 0)
    return fail(cuda::ErrorInvalidImage,
                "the simulator runs PTX text, but got a binary");
  std::string name = "module" + std::to_string(lock->numModules++) + ".ptx";
  const Settings &settings = lock->settings;
  if (!settings.dumpDirectory.empty()) {
    name = settings.dumpDirectory + "/" + name;
    std::string problem = writeText(name, "w", text);
    if (!problem.empty())
      return fail(cuda::ErrorInvalidImage, std::move(problem));
  }
  Diagnostic error;
  auto simulator = sim::Simulator::create(text, error, lock->memory);
  if (!simulator)
    return fail(cuda::ErrorInvalidPtx, withoutLineEnd(error.format(name)));
  if (!runsOn(*settings.chip, simulator->target()))
    return fail(cuda::ErrorNoBinaryForGpu,
                "the device is " + std::string(settings.chip->name) +
                    ", but the code is for " + simulator->target());
  simulator->options() = settings.options;
  *result = lock->modules.create();
  (*result)->simulator = std::move(simulator);
  (*result)->name = std::move(name);
  return cuda::Success;
}

cuda::Result cuda::cuModuleUnload(cuda::Module module) {
  Lock lock;
  if (!lock)
    return lock.result;
  return lock->modules.destroy(module) ? cuda::Success
                                       : cuda::ErrorInvalidHandle;
}

cuda::Result cuda::cuModuleGetFunction(cuda::Function *function,
                                       cuda::Module module, const char *name) {
  Lock lock;
  if (!lock)
    return lock.result;
  if (!lock->modules.contains(module))
    return cuda::ErrorInvalidHandle;
  return getFunction(*module, name, *function);
}

cuda::Result cuda::cuModuleGetFunctionCount(unsigned *count,
                                            cuda::Module module) {
  Lock lock;
  if (!lock)
    return lock.result;
  if (!lock->modules.contains(module))
    return cuda::ErrorInvalidHandle;
  *count = static_cast<unsigned>(module->simulator->kernels().size());
  return cuda::Success;
}

cuda::Result cuda::cuModuleEnumerateFunctions(cuda::Function *functions,
                                              unsigned count,
                                              cuda::Module module) {
  Lock lock;
  if (!lock)
    return lock.result;
  if (!lock->modules.contains(module))
    return cuda::ErrorInvalidHandle;
  for (const std::string &name : module->simulator->kernels()) {
    if (count-- == 0)
      break;
    if (cuda::Result error = getFunction(*module, name, *functions++))
      return error;
  }
  return cuda::Success;
}

//===----------------------------------------------------------------------===//
// Functions
//===----------------------------------------------------------------------===//

cuda::Result cuda::cuFuncGetName(const char **name, cuda::Function function) {
  Lock lock;
  if (!lock)
    return lock.result;
  if (!isFunction(*lock, function))
    return cuda::ErrorInvalidHandle;
  *name = function->name.c_str();
  return cuda::Success;
}

cuda::Result cuda::cuFuncLoad(cuda::Function function) {
  Lock lock;
  if (!lock)
    return lock.result;
  return isFunction(*lock, function) ? cuda::Success : cuda::ErrorInvalidHandle;
}

cuda::Result cuda::cuFuncGetParamInfo(cuda::Function function, size_t index,
                                      size_t *offset, size_t *bytes) {
  Lock lock;
  if (!lock)
    return lock.result;
  if (!isFunction(*lock, function))
    return cuda::ErrorInvalidHandle;
  if (index >= function->params.size())
    return cuda::ErrorInvalidValue;
  *offset = function->params[index].offset;
  *bytes = function->params[index].bytes;
  return cuda::Success;
}

cuda::Result cuda::cuFuncSetAttribute(cuda::Function function,
                                      cuda::FunctionAttribute attribute,
                                      int value) {
  Lock lock;
  if (!lock)
    return lock.result;
  if (!isFunction(*lock, function))
    return cuda::ErrorInvalidHandle;
  switch (attribute) {
  case cuda::MaxDynamicSharedSizeBytes:
    if (value < 0 || value > lock->settings.chip->sharedBytes)
      return fail(cuda::ErrorInvalidValue,
                  strf("expects at most %d bytes of dynamic shared memory, but "
                       "got %d",
                       lock->settings.chip->sharedBytes, value));
    function->dynamicSharedBytes = static_cast<uint32_t>(value);
    return cuda::Success;
  case cuda::NonPortableClusterSizeAllowed:
    function->allowsLargeClusters = value != 0;
    return cuda::Success;
  }
  return fail(cuda::ErrorNotSupported,
              strf("function attribute %d is not modelled", attribute));
}

cuda::Result cuda::cuLaunchKernelEx(const cuda::LaunchConfig *config,
                                    cuda::Function function, void **params,
                                    void **extra) {
  Lock lock;
  if (!lock)
    return lock.result;
  if (!isFunction(*lock, function))
    return cuda::ErrorInvalidHandle;
  if (extra)
    return fail(cuda::ErrorNotSupported,
                "parameter buffers ('extra') are not modelled");
  LaunchWork work{&*lock, function, {}, {}};
  std::memcpy(work.config.grid, config->grid, sizeof(config->grid));
  std::memcpy(work.config.block, config->block, sizeof(config->block));
  work.config.dynamicSharedBytes = config->sharedBytes;
  if (config->sharedBytes > function->dynamicSharedBytes)
    return fail(cuda::ErrorInvalidValue,
                strf("expects at most %u bytes of dynamic shared memory unless "
                     "the kernel's attribute allows more, but got %u",
                     function->dynamicSharedBytes, config->sharedBytes));
  if (cuda::Result error = readAttributes(*config, *function, work.config))
    return error;
  for (size_t i = 0; i < function->params.size(); ++i) {
    const ParamLayout &param = function->params[i];
    const auto *value = static_cast<const uint8_t *>(params[i]);
    work.params.resize(param.offset);
    work.params.insert(work.params.end(), value, value + param.bytes);
  }
  return submit(*lock, config->stream, std::move(work));
}

//===----------------------------------------------------------------------===//
// Tensor maps
//===----------------------------------------------------------------------===//

cuda::Result cuda::cuTensorMapEncodeTiled(
    cuda::TensorMap *map, cuda::TensorMapDataType type, uint32_t rank,
    void *base, const uint64_t *dims, const uint64_t *strides,
    const uint32_t *box, const uint32_t *elementStrides,
    cuda::TensorMapInterleave interleave, cuda::TensorMapSwizzle swizzle,
    cuda::TensorMapL2Promotion promotion, cuda::TensorMapFill fill) {
  if (type != cuda::TensorMapUInt8)
    return fail(cuda::ErrorNotSupported,
                strf("tensor maps of type %d are not modelled", type));
  if (interleave != cuda::TensorMapInterleaveNone)
    return fail(cuda::ErrorNotSupported,
                "interleaved tensor maps are not modelled");
  if (swizzle < cuda::TensorMapSwizzleNone ||
      swizzle > cuda::TensorMapSwizzle128B)
    return fail(cuda::ErrorNotSupported,
                strf("swizzle %d is not modelled", swizzle));
  if (rank < 1 || rank > 5)
    return fail(cuda::ErrorInvalidValue,
                strf("expects a rank of 1 to 5, but got %u", rank));
  TensorMapParams params;
  params.rank = static_cast<uint8_t>(rank);
  params.base = reinterpret_cast<uintptr_t>(base);
  params.swizzle = static_cast<TensorMapParams::Swizzle>(swizzle);
  params.nanFill = fill == cuda::TensorMapFillNaN;
  for (uint32_t i = 0; i < rank; ++i) {
    params.dims[i] = dims[i];
    params.box[i] = box[i];
    params.elementStrides[i] = elementStrides[i];
    if (i)
      params.strides[i - 1] = strides[i - 1];
  }
  std::string problem =
      encodeTensorMap(params, reinterpret_cast<uint8_t *>(map));
  return problem.empty() ? cuda::Success
                         : fail(cuda::ErrorInvalidValue, std::move(problem));
}
