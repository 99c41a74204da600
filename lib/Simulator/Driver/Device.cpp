//===- Device.cpp - Initialisation, errors, contexts, captures ------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "EntryPoints.h"

#include "../Memory.h"

#include <cstring>

using namespace quartet;
using namespace quartet::sim;
using namespace quartet::sim::driver;

namespace {

std::mutex deviceMutex;
/// Made by cuInit; never destroyed, since threads may call until the end.
SimDevice *device = nullptr;

thread_local cuda::Context currentContext = nullptr;

/// What fail() was told last on this thread.
thread_local cuda::Result detailedResult = cuda::Success;
thread_local std::string detailedText;

struct ResultName {
  cuda::Result result;
  const char *name, *text;
};
const ResultName resultNames[] = {
    {cuda::Success, "CUDA_SUCCESS", "no error"},
    {cuda::ErrorInvalidValue, "CUDA_ERROR_INVALID_VALUE", "invalid argument"},
    {cuda::ErrorOutOfMemory, "CUDA_ERROR_OUT_OF_MEMORY", "out of memory"},
    {cuda::ErrorNotInitialized, "CUDA_ERROR_NOT_INITIALIZED",
     "initialization error"},
    {cuda::ErrorInvalidDevice, "CUDA_ERROR_INVALID_DEVICE",
     "invalid device ordinal"},
    {cuda::ErrorInvalidImage, "CUDA_ERROR_INVALID_IMAGE",
     "device kernel image is invalid"},
    {cuda::ErrorInvalidContext, "CUDA_ERROR_INVALID_CONTEXT",
     "invalid device context"},
    {cuda::ErrorNoBinaryForGpu, "CUDA_ERROR_NO_BINARY_FOR_GPU",
     "no kernel image is available for execution on the device"},
    {cuda::ErrorInvalidPtx, "CUDA_ERROR_INVALID_PTX",
     "a PTX JIT compilation failed"},
    {cuda::ErrorUnsupportedPtxVersion, "CUDA_ERROR_UNSUPPORTED_PTX_VERSION",
     "the provided PTX was compiled with an unsupported toolchain."},
    {cuda::ErrorInvalidHandle, "CUDA_ERROR_INVALID_HANDLE",
     "invalid resource handle"},
    {cuda::ErrorNotFound, "CUDA_ERROR_NOT_FOUND", "named symbol not found"},
    {cuda::ErrorLaunchFailed, "CUDA_ERROR_LAUNCH_FAILED",
     "unspecified launch failure"},
    {cuda::ErrorNotSupported, "CUDA_ERROR_NOT_SUPPORTED",
     "operation not supported"},
    {cuda::ErrorStreamCaptureUnsupported,
     "CUDA_ERROR_STREAM_CAPTURE_UNSUPPORTED",
     "operation not permitted when stream is capturing"},
    {cuda::ErrorStreamCaptureInvalidated,
     "CUDA_ERROR_STREAM_CAPTURE_INVALIDATED",
     "operation failed due to a previous error during capture"},
    {cuda::ErrorStreamCaptureUnmatched, "CUDA_ERROR_STREAM_CAPTURE_UNMATCHED",
     "capture was not initiated in this stream"},
    {cuda::ErrorStreamCaptureImplicit, "CUDA_ERROR_STREAM_CAPTURE_IMPLICIT",
     "operation would make the legacy stream depend on a capturing blocking "
     "stream"},
    {cuda::ErrorInvalidClusterSize, "CUDA_ERROR_INVALID_CLUSTER_SIZE",
     "invalid cluster size"},
};

const ResultName *find(cuda::Result result) {
  for (const ResultName &entry : resultNames)
    if (entry.result == result)
      return &entry;
  return nullptr;
}

} // namespace

//===----------------------------------------------------------------------===//
// Helpers of all entry points
//===----------------------------------------------------------------------===//

Lock::Lock(Needs needs) : lock(deviceMutex) {
  if (!device)
    result = cuda::ErrorNotInitialized;
  else if (needs == Context && !currentContext)
    result = cuda::ErrorInvalidContext;
}

SimDevice *Lock::operator->() const { return device; }
SimDevice &Lock::operator*() const { return *device; }

cuda::Result driver::fail(cuda::Result result, std::string detail) {
  detailedResult = result;
  detailedText = std::move(detail);
  return result;
}

cuda::Result driver::submit(SimDevice &device, cuda::Stream stream,
                            cuda::Work work) {
  if (!stream)
    return work();
  if (!device.streams.contains(stream))
    return cuda::ErrorInvalidHandle;
  if (!stream->capture)
    return work();
  if (stream->isInvalidated)
    return cuda::ErrorStreamCaptureInvalidated;
  stream->capture->nodes.push_back(std::move(work));
  return cuda::Success;
}

cuda::Result driver::refuseInCapture(SimDevice &device, const char *function) {
  for (const auto &[handle, stream] : device.streams.all()) {
    if (!stream->capture || stream->captureThread != std::this_thread::get_id())
      continue;
    stream->isInvalidated = true;
    return fail(cuda::ErrorStreamCaptureUnsupported,
                std::string(function) + " was called");
  }
  return cuda::Success;
}

//===----------------------------------------------------------------------===//
// Entry points
//===----------------------------------------------------------------------===//

cuda::Result cuda::cuInit(unsigned flags) {
  std::lock_guard<std::mutex> lock(deviceMutex);
  if (device)
    return cuda::Success;
  if (flags)
    return cuda::ErrorInvalidValue;
  auto made = std::make_unique<SimDevice>();
  std::string problem = readSettings(made->settings);
  if (!problem.empty())
    return fail(cuda::ErrorInvalidValue, std::move(problem));
  made->memory = std::make_shared<GlobalMemory>();
  device = made.release();
  return cuda::Success;
}

cuda::Result cuda::cuGetErrorName(cuda::Result error, const char **name) {
  const ResultName *entry = find(error);
  *name = entry ? entry->name : nullptr;
  return entry ? cuda::Success : cuda::ErrorInvalidValue;
}

cuda::Result cuda::cuGetErrorString(cuda::Result error, const char **text) {
  thread_local std::string whole;
  const ResultName *entry = find(error);
  *text = nullptr;
  if (!entry)
    return cuda::ErrorInvalidValue;
  whole = entry->text;
  if (error == detailedResult && !detailedText.empty())
    whole += ": " + detailedText;
  detailedText.clear();
  *text = whole.c_str();
  return cuda::Success;
}

cuda::Result cuda::cuDeviceGetCount(int *count) {
  Lock lock(Lock::Init);
  *count = 1;
  return lock.result;
}

cuda::Result cuda::cuDeviceGet(cuda::Device *result, int ordinal) {
  Lock lock(Lock::Init);
  *result = 0;
  return lock && ordinal ? cuda::ErrorInvalidDevice : lock.result;
}

cuda::Result cuda::cuDeviceGetName(char *name, int size, cuda::Device ordinal) {
  Lock lock(Lock::Init);
  if (!lock)
    return lock.result;
  if (ordinal != 0)
    return cuda::ErrorInvalidDevice;
  if (size < 1)
    return cuda::ErrorInvalidValue;
  std::string text =
      std::string("Quartet simulator of ") + lock->settings.chip->name;
  std::strncpy(name, text.c_str(), static_cast<size_t>(size));
  name[size - 1] = 0;
  return cuda::Success;
}

cuda::Result cuda::cuDeviceGetAttribute(int *value,
                                        cuda::DeviceAttribute attribute,
                                        cuda::Device ordinal) {
  Lock lock(Lock::Init);
  if (!lock)
    return lock.result;
  if (ordinal != 0)
    return cuda::ErrorInvalidDevice;
  const Chip &chip = *lock->settings.chip;
  switch (attribute) {
  case cuda::MultiprocessorCount:
    *value = chip.multiprocessors;
    return cuda::Success;
  case cuda::ComputeCapabilityMajor:
    *value = chip.major;
    return cuda::Success;
  case cuda::ComputeCapabilityMinor:
    *value = chip.minor;
    return cuda::Success;
  case cuda::MaxSharedMemoryPerBlockOptin:
    *value = chip.sharedBytes;
    return cuda::Success;
  }
  return fail(cuda::ErrorNotSupported,
              strf("device attribute %d is not modelled", attribute));
}

cuda::Result cuda::cuDeviceTotalMem_v2(size_t *bytes, cuda::Device ordinal) {
  Lock lock(Lock::Init);
  if (!lock)
    return lock.result;
  *bytes = static_cast<size_t>(lock->settings.chip->memoryBytes);
  return ordinal ? cuda::ErrorInvalidDevice : cuda::Success;
}

cuda::Result cuda::cuDevicePrimaryCtxRetain(cuda::Context *context,
                                            cuda::Device ordinal) {
  Lock lock(Lock::Init);
  if (!lock)
    return lock.result;
  if (ordinal != 0)
    return cuda::ErrorInvalidDevice;
  *context = &lock->context;
  return cuda::Success;
}

cuda::Result cuda::cuCtxGetCurrent(cuda::Context *context) {
  Lock lock(Lock::Init);
  *context = currentContext;
  return lock.result;
}

cuda::Result cuda::cuCtxSetCurrent(cuda::Context context) {
  Lock lock(Lock::Init);
  if (!lock)
    return lock.result;
  if (context && context != &lock->context)
    return cuda::ErrorInvalidContext;
  currentContext = context;
  return cuda::Success;
}

cuda::Result cuda::cuCtxGetDevice(cuda::Device *ordinal) {
  Lock lock;
  *ordinal = 0;
  return lock.result;
}
