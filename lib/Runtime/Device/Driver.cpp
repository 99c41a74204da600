//===- Driver.cpp - Opening a driver, devices, errors ---------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Driver.h"

#include <atomic>
#include <cstdlib>
#include <cstring>
#include <dlfcn.h>
#include <mutex>

using namespace quartet::cuda;

namespace {

/// What has been opened. Never closed: images and callers hold its handles.
struct Opened {
  std::string name;
  Driver driver;
};

std::mutex openMutex;
std::atomic<const Opened *> opened{nullptr};

/// Text of the thread's last error.
thread_local std::string lastError;
/// Device whose primary context a thread without one gets.
thread_local int32_t chosenDevice = 0;

std::string getDefaultName() {
  const char *name = std::getenv("QUARTET_DRIVER");
  return name && *name ? name : "libcuda.so.1";
}

/// Looks `symbol` up; reports it unless `isOptional`.
template <typename Function>
bool lookup(void *library, const std::string &name, const char *symbol,
            Function &function, bool isOptional) {
  void *address = dlsym(library, symbol);
  if (!address && !isOptional) {
    fail("expects the driver '" + name + "' to define " + symbol);
    return false;
  }
  std::memcpy(&function, &address, sizeof(address));
  return true;
}

/// Opens `name`. Null after an error. The mutex is held.
const Opened *open(const std::string &name) {
  void *library = dlopen(name.c_str(), RTLD_NOW | RTLD_LOCAL);
  if (!library) {
    const char *reason = dlerror();
    fail("cannot open the driver '" + name +
         "': " + (reason ? reason : "unknown reason"));
    return nullptr;
  }
  Opened result{name, {}};
#define QUARTET_LOOKUP(NAME, SYMBOL, TYPES)                                    \
  if (!lookup(library, name, #SYMBOL, result.driver.NAME, false))              \
    return nullptr;
  QUARTET_CUDA_ENTRY_POINTS(QUARTET_LOOKUP)
#undef QUARTET_LOOKUP
#define QUARTET_LOOKUP(NAME, SYMBOL, TYPES)                                    \
  lookup(library, name, #SYMBOL, result.driver.NAME, true);
  QUARTET_CUDA_OPTIONAL_ENTRY_POINTS(QUARTET_LOOKUP)
#undef QUARTET_LOOKUP
  result.driver.servesLibraries = dlsym(library, "cuGetExportTable") != nullptr;
  if (check(result.driver, "cuInit", result.driver.init(0)))
    return nullptr;
  return new Opened(std::move(result));
}

/// Makes the primary context of `device` current.
int32_t makeCurrent(const Driver &driver, int32_t ordinal) {
  Device device;
  Context context;
  if (int32_t error =
          check(driver, "cuDeviceGet", driver.deviceGet(&device, ordinal)))
    return error;
  // Retained once per thread and never released: programs that share the
  // context, and images loaded into it, live as long as the process.
  if (int32_t error = check(driver, "cuDevicePrimaryCtxRetain",
                            driver.primaryContextRetain(&context, device)))
    return error;
  return check(driver, "cuCtxSetCurrent", driver.contextSetCurrent(context));
}

} // namespace

//===----------------------------------------------------------------------===//
// Errors
//===----------------------------------------------------------------------===//

int32_t quartet::cuda::fail(std::string message) {
  for (size_t at = 0; (at = message.find('\n', at)) != std::string::npos;)
    message.replace(at, 1, at + 1 == message.size() ? "" : "; ");
  lastError = std::move(message);
  return QUARTET_DEVICE_ERROR;
}

std::string quartet::cuda::describe(const Driver &driver, const char *function,
                                    Result result) {
  const char *name = nullptr, *text = nullptr;
  std::string message = std::string(function) + ": ";
  if (driver.getErrorName(result, &name) != Success || !name)
    return message + "error " + std::to_string(result);
  message += name;
  if (driver.getErrorString(result, &text) == Success && text)
    message += std::string(": ") + text;
  return message;
}

int32_t quartet::cuda::check(const Driver &driver, const char *function,
                             Result result) {
  return result == Success ? 0 : fail(describe(driver, function, result));
}

const char *quartet_last_error(void) { return lastError.c_str(); }

//===----------------------------------------------------------------------===//
// Driver and device
//===----------------------------------------------------------------------===//

int32_t quartet_open_driver(const char *name) {
  std::lock_guard<std::mutex> lock(openMutex);
  const Opened *current = opened.load(std::memory_order_acquire);
  if (current && (!name || current->name == name))
    return 0;
  if (current)
    return fail("expects the driver '" + current->name +
                "', which is open, but got '" + name + "'");
  current = open(name ? name : getDefaultName());
  if (!current)
    return QUARTET_DEVICE_ERROR;
  opened.store(current, std::memory_order_release);
  return 0;
}

const Driver *quartet::cuda::getDriver() {
  const Opened *current = opened.load(std::memory_order_acquire);
  if (!current) {
    if (quartet_open_driver(nullptr))
      return nullptr;
    current = opened.load(std::memory_order_acquire);
  }
  return &current->driver;
}

const Driver *quartet::cuda::getReadyDriver() {
  const Driver *driver = getDriver();
  if (!driver)
    return nullptr;
  Context context = nullptr;
  if (check(*driver, "cuCtxGetCurrent", driver->contextGetCurrent(&context)))
    return nullptr;
  if (!context && makeCurrent(*driver, chosenDevice))
    return nullptr;
  return driver;
}

int32_t quartet_device_count(int32_t *count) {
  const Driver *driver = getDriver();
  if (!driver)
    return QUARTET_DEVICE_ERROR;
  return check(*driver, "cuDeviceGetCount", driver->deviceGetCount(count));
}

int32_t quartet_use_device(int32_t ordinal) {
  const Driver *driver = getDriver();
  if (!driver)
    return QUARTET_DEVICE_ERROR;
  int32_t count;
  if (int32_t error = quartet_device_count(&count))
    return error;
  if (ordinal < 0 || ordinal >= count)
    return fail("expects a device below " + std::to_string(count) +
                ", but got " + std::to_string(ordinal));
  if (int32_t error = makeCurrent(*driver, ordinal))
    return error;
  chosenDevice = ordinal;
  return 0;
}

int32_t quartet_get_device_info(quartet_device_info *info) {
  const Driver *driver = getReadyDriver();
  if (!driver)
    return QUARTET_DEVICE_ERROR;
  std::memset(info, 0, sizeof(*info));
  Device device;
  size_t bytes = 0;
  if (int32_t error =
          check(*driver, "cuCtxGetDevice", driver->contextGetDevice(&device)))
    return error;
  if (int32_t error = check(
          *driver, "cuDeviceGetName",
          driver->deviceGetName(info->name, sizeof(info->name) - 1, device)))
    return error;
  if (int32_t error = check(*driver, "cuDeviceTotalMem",
                            driver->deviceTotalMem(&bytes, device)))
    return error;
  info->memory_bytes = bytes;
  const std::pair<int32_t *, DeviceAttribute> attributes[] = {
      {&info->major, ComputeCapabilityMajor},
      {&info->minor, ComputeCapabilityMinor},
      {&info->multiprocessors, MultiprocessorCount},
      {&info->shared_bytes, MaxSharedMemoryPerBlockOptin}};
  for (const auto &[value, attribute] : attributes)
    if (int32_t error =
            check(*driver, "cuDeviceGetAttribute",
                  driver->deviceGetAttribute(value, attribute, device)))
      return error;
  return 0;
}
