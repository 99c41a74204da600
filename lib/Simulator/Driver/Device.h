//===- Device.h - The simulated device of the CUDA driver API ---*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The state behind the exported entry points: one device with one context, its
// memory, modules, streams, events and graphs. Work runs when it is put on a
// stream, or is recorded if the stream is being captured. Every entry point
// holds the device's mutex.
//
//===----------------------------------------------------------------------===//

#ifndef QUARTET_LIB_SIMULATOR_DRIVER_DEVICE_H
#define QUARTET_LIB_SIMULATOR_DRIVER_DEVICE_H

#include "Settings.h"

#include "quartet/Simulator/Simulator.h"
#include "quartet/Support/CudaDriver.h"

#include <chrono>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <thread>
#include <vector>

namespace quartet::cuda {

/// What the handles point to.
struct ContextOpaque {};

struct FunctionOpaque {
  ModuleOpaque *module = nullptr;
  std::string name;
  std::vector<sim::ParamLayout> params;
  /// Set by cuFuncSetAttribute.
  uint32_t dynamicSharedBytes = 48 * 1024;
  bool allowsLargeClusters = false;
};

struct ModuleOpaque {
  std::unique_ptr<sim::Simulator> simulator;
  /// The file name in messages.
  std::string name;
  std::map<std::string, std::unique_ptr<FunctionOpaque>> functions;
};

/// One piece of work; runs with the device's mutex held.
using Work = std::function<Result()>;

struct GraphOpaque {
  std::vector<Work> nodes;
};

struct GraphExecOpaque {
  std::vector<Work> nodes;
};

struct StreamOpaque {
  /// Being filled while the stream is captured.
  std::unique_ptr<GraphOpaque> capture;
  std::thread::id captureThread;
  /// A call that may not be captured was made.
  bool isInvalidated = false;
};

struct EventOpaque {
  bool isRecorded = false;
  std::chrono::steady_clock::time_point time;
};

} // namespace quartet::cuda

namespace quartet::sim::driver {

/// Objects with handles.
template <typename T>
class Registry {
public:
  T *create() {
    auto object = std::make_unique<T>();
    T *handle = object.get();
    objects.emplace(handle, std::move(object));
    return handle;
  }
  bool contains(const T *handle) const { return objects.count(handle) != 0; }
  bool destroy(const T *handle) { return objects.erase(handle) != 0; }
  /// All objects in an unspecified order.
  const std::map<const T *, std::unique_ptr<T>> &all() const { return objects; }

private:
  std::map<const T *, std::unique_ptr<T>> objects;
};

struct SimDevice {
  Settings settings;
  cuda::ContextOpaque context;
  std::shared_ptr<GlobalMemory> memory;
  Registry<cuda::ModuleOpaque> modules;
  Registry<cuda::StreamOpaque> streams;
  Registry<cuda::EventOpaque> events;
  Registry<cuda::GraphOpaque> graphs;
  Registry<cuda::GraphExecOpaque> graphExecs;
  uint64_t numModules = 0;
  uint64_t numAllocations = 0;
  uint64_t numLaunches = 0;
};

/// Holds the mutex. False if cuInit has not been called, or the calling thread
/// has no context where one is needed; `result` is then the error.
class Lock {
public:
  enum Needs { Init, Context };
  explicit Lock(Needs needs = Context);
  explicit operator bool() const { return result == cuda::Success; }
  SimDevice *operator->() const;
  SimDevice &operator*() const;
  cuda::Result result = cuda::Success;

private:
  std::unique_lock<std::mutex> lock;
};

/// Makes `detail` the text that cuGetErrorString appends for `result` on this
/// thread. Returns `result`.
cuda::Result fail(cuda::Result result, std::string detail);

/// Runs `work` now, or records it if `stream` is being captured.
cuda::Result submit(SimDevice &device, cuda::Stream stream, cuda::Work work);

/// For calls that a capture does not allow: an error, and the capture becomes
/// invalid, if this thread is capturing.
cuda::Result refuseInCapture(SimDevice &device, const char *function);

} // namespace quartet::sim::driver

#endif // QUARTET_LIB_SIMULATOR_DRIVER_DEVICE_H
