//===- Images.cpp - Loading device code -----------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Images.h"

#include <cstring>
#include <memory>
#include <mutex>

using namespace quartet::cuda;

namespace {

/// Held while a list grows or is taken apart.
std::mutex loadMutex;

/// The head of an image's list. `state` is a plain pointer in the C interface.
LoadedImage *loadHead(quartet_image &image) {
  return static_cast<LoadedImage *>(
      __atomic_load_n(&image.state, __ATOMIC_ACQUIRE));
}

LoadedImage *find(quartet_image &image, Context context) {
  for (LoadedImage *loaded = loadHead(image); loaded; loaded = loaded->next)
    if (loaded->context == context)
      return loaded;
  return nullptr;
}

Kernel *find(LoadedImage &loaded, const char *name) {
  Kernel *kernel = loaded.kernels.load(std::memory_order_acquire);
  while (kernel && kernel->name != name)
    kernel = kernel->next;
  return kernel;
}

std::string quote(const char *name) {
  return "'" + std::string(name ? name : "") + "'";
}

/// Results that mean that another form of the same code may do.
bool isWrongForm(Result result) {
  return result == ErrorInvalidImage || result == ErrorNoBinaryForGpu ||
         result == ErrorInvalidPtx || result == ErrorUnsupportedPtxVersion;
}

/// Loads one form. On failure `message` says why.
Result loadForm(const Driver &driver, const void *data, Module &module,
                std::string &message) {
  char log[4096] = "";
  JitOption options[] = {JitErrorLogBuffer, JitErrorLogBufferSizeBytes};
  void *values[] = {
      log, reinterpret_cast<void *>(static_cast<uintptr_t>(sizeof(log) - 1))};
  Result result = driver.moduleLoadDataEx(&module, data, 2, options, values);
  if (result != Success) {
    message = describe(driver, "cuModuleLoadDataEx", result);
    if (log[0])
      message += std::string("; ") + log;
  }
  return result;
}

/// Loads the first form that the driver accepts. If it accepts none, the
/// message is that of the last.
int32_t loadModule(const Driver &driver, const quartet_image &image,
                   Module &module) {
  std::string message = "there is no code";
  Result result = ErrorInvalidImage;
  if (image.size) {
    result = loadForm(driver, image.data, module, message);
  } else if (image.data) {
    const auto *form = static_cast<const quartet_image_form *>(image.data);
    for (; form->data && isWrongForm(result); ++form)
      result = loadForm(driver, form->data, module, message);
  }
  if (result == Success)
    return 0;
  return fail("cannot load the image " + quote(image.name) + ": " + message);
}

/// Asks for everything that launches need, so that the first launch of a kernel
/// does not allocate. The mutex is held.
std::unique_ptr<Kernel> makeKernel(const Driver &driver, Function function,
                                   const char *name) {
  auto kernel = std::make_unique<Kernel>();
  kernel->name = name;
  kernel->function = function;
  if (driver.functionLoad)
    driver.functionLoad(function);
  if (driver.functionGetParamInfo) {
    // Ends with an error behind the last parameter.
    size_t offset, bytes;
    while (driver.functionGetParamInfo(function, kernel->paramSizes.size(),
                                       &offset, &bytes) == Success)
      kernel->paramSizes.push_back(bytes);
    kernel->hasParamSizes = true;
  }
  return kernel;
}

Kernel *addKernel(LoadedImage &loaded, std::unique_ptr<Kernel> kernel) {
  kernel->next = loaded.kernels.load(std::memory_order_relaxed);
  loaded.kernels.store(kernel.get(), std::memory_order_release);
  return kernel.release();
}

/// Finds all kernels at once where the driver can list them.
void addAllKernels(const Driver &driver, LoadedImage &loaded) {
  unsigned count = 0;
  if (!driver.moduleGetFunctionCount || !driver.moduleEnumerateFunctions ||
      !driver.functionGetName ||
      driver.moduleGetFunctionCount(&count, loaded.module) != Success)
    return;
  std::vector<Function> functions(count);
  if (driver.moduleEnumerateFunctions(functions.data(), count, loaded.module) !=
      Success)
    return;
  for (Function function : functions) {
    const char *name = nullptr;
    if (driver.functionGetName(&name, function) == Success && name)
      addKernel(loaded, makeKernel(driver, function, name));
  }
}

} // namespace

LoadedImage *quartet::cuda::getLoadedImage(const Driver &driver,
                                           quartet_image &image) {
  Context context = nullptr;
  if (check(driver, "cuCtxGetCurrent", driver.contextGetCurrent(&context)))
    return nullptr;
  if (LoadedImage *loaded = find(image, context))
    return loaded;

  std::lock_guard<std::mutex> lock(loadMutex);
  if (LoadedImage *loaded = find(image, context))
    return loaded;
  auto loaded = std::make_unique<LoadedImage>();
  loaded->context = context;
  if (loadModule(driver, image, loaded->module))
    return nullptr;
  addAllKernels(driver, *loaded);
  loaded->next = loadHead(image);
  __atomic_store_n(&image.state, loaded.get(), __ATOMIC_RELEASE);
  return loaded.release();
}

Kernel *quartet::cuda::getKernel(const Driver &driver,
                                 const quartet_image &image,
                                 LoadedImage &loaded, const char *name) {
  if (Kernel *kernel = find(loaded, name))
    return kernel;
  std::lock_guard<std::mutex> lock(loadMutex);
  if (Kernel *kernel = find(loaded, name))
    return kernel;
  Function function = nullptr;
  Result result = driver.moduleGetFunction(&function, loaded.module, name);
  if (result != Success) {
    fail("no kernel " + quote(name) + " in the image " + quote(image.name) +
         ": " + describe(driver, "cuModuleGetFunction", result));
    return nullptr;
  }
  return addKernel(loaded, makeKernel(driver, function, name));
}

int32_t quartet_load_image(quartet_image *image) {
  const Driver *driver = getReadyDriver();
  if (!driver || !getLoadedImage(*driver, *image))
    return QUARTET_DEVICE_ERROR;
  return 0;
}

int32_t quartet_unload_image(quartet_image *image) {
  const Driver *driver = getReadyDriver();
  if (!driver)
    return QUARTET_DEVICE_ERROR;
  Context before = nullptr;
  driver->contextGetCurrent(&before);
  std::lock_guard<std::mutex> lock(loadMutex);
  auto *loaded = static_cast<LoadedImage *>(__atomic_exchange_n(
      &image->state, static_cast<void *>(nullptr), __ATOMIC_ACQ_REL));
  int32_t error = 0;
  while (loaded) {
    std::unique_ptr<LoadedImage> owned(loaded);
    loaded = loaded->next;
    Kernel *kernel = owned->kernels.load(std::memory_order_relaxed);
    while (kernel) {
      std::unique_ptr<Kernel> ownedKernel(kernel);
      kernel = kernel->next;
    }
    Result result = driver->contextSetCurrent(owned->context);
    if (result == Success)
      result = driver->moduleUnload(owned->module);
    if (result != Success && !error)
      error = check(*driver, "cuModuleUnload", result);
  }
  driver->contextSetCurrent(before);
  return error;
}
