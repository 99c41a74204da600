//===- Streams.cpp - Memory, streams, events and graphs -------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "EntryPoints.h"

#include "../Memory.h"

#include <new>

using namespace quartet;
using namespace quartet::sim;
using namespace quartet::sim::driver;

namespace {

cuda::Result outOfBounds(SimDevice &device, uint64_t address, size_t bytes) {
  return fail(cuda::ErrorInvalidValue,
              strf("%zu bytes at global address 0x%llx are out of bounds: ",
                   bytes, static_cast<unsigned long long>(address)) +
                  device.memory->describe(address));
}

cuda::Result copyToDevice(SimDevice &device, uint64_t target,
                          const void *source, size_t bytes) {
  Allocation *a = device.memory->find(target, bytes);
  if (!a)
    return outOfBounds(device, target, bytes);
  std::memcpy(a->data.data() + (target - a->base), source, bytes);
  markInitialised(*a, target - a->base, bytes);
  return cuda::Success;
}

/// In strict mode bytes that nobody wrote are no result.
cuda::Result copyToHost(SimDevice &device, void *target, uint64_t source,
                        size_t bytes) {
  Allocation *a = device.memory->find(source, bytes);
  if (!a)
    return outOfBounds(device, source, bytes);
  uint64_t offset = source - a->base;
  if (device.settings.options.strict && !isInitialised(*a, offset, bytes))
    return fail(cuda::ErrorInvalidValue,
                "copy to the host of bytes that were never written: " +
                    device.memory->describe(source) +
                    strf(", %zu bytes [global-uninitialised]", bytes));
  std::memcpy(target, a->data.data() + offset, bytes);
  return cuda::Success;
}

cuda::Result copyOnDevice(SimDevice &device, uint64_t target, uint64_t source,
                          size_t bytes) {
  Allocation *from = device.memory->find(source, bytes);
  if (!from)
    return outOfBounds(device, source, bytes);
  Allocation *to = device.memory->find(target, bytes);
  if (!to)
    return outOfBounds(device, target, bytes);
  if (from == to && target < source + bytes && source < target + bytes)
    return fail(cuda::ErrorInvalidValue, "source and target overlap");
  std::memcpy(to->data.data() + (target - to->base),
              from->data.data() + (source - from->base), bytes);
  // What was never written stays so.
  if (to->init.empty())
    return cuda::Success;
  if (from->init.empty())
    markInitialised(*to, target - to->base, bytes);
  else
    std::memcpy(to->init.data() + (target - to->base),
                from->init.data() + (source - from->base), bytes);
  return cuda::Success;
}

cuda::Result fill(SimDevice &device, uint64_t target, uint8_t value,
                  size_t bytes) {
  Allocation *a = device.memory->find(target, bytes);
  if (!a)
    return outOfBounds(device, target, bytes);
  std::memset(a->data.data() + (target - a->base), value, bytes);
  markInitialised(*a, target - a->base, bytes);
  return cuda::Success;
}

} // namespace

//===----------------------------------------------------------------------===//
// Memory
//===----------------------------------------------------------------------===//

cuda::Result cuda::cuMemAlloc_v2(cuda::DevicePtr *address, size_t bytes) {
  Lock lock;
  if (!lock)
    return lock.result;
  if (cuda::Result error = refuseInCapture(*lock, "cuMemAlloc"))
    return error;
  if (bytes == 0)
    return cuda::ErrorInvalidValue;
  if (bytes > lock->settings.chip->memoryBytes)
    return cuda::ErrorOutOfMemory;
  try {
    *address = lock->memory->allocate(
        bytes, "allocation" + std::to_string(lock->numAllocations));
  } catch (const std::bad_alloc &) {
    return cuda::ErrorOutOfMemory;
  }
  ++lock->numAllocations;
  return cuda::Success;
}

cuda::Result cuda::cuMemFree_v2(cuda::DevicePtr address) {
  Lock lock;
  if (!lock)
    return lock.result;
  if (cuda::Result error = refuseInCapture(*lock, "cuMemFree"))
    return error;
  if (!address || lock->memory->free(address))
    return cuda::Success;
  return fail(cuda::ErrorInvalidValue,
              strf("no allocation starts at 0x%llx", address));
}

cuda::Result cuda::cuMemcpyHtoDAsync_v2(cuda::DevicePtr target,
                                        const void *source, size_t bytes,
                                        cuda::Stream stream) {
  Lock lock;
  if (!lock)
    return lock.result;
  SimDevice *device = &*lock;
  return submit(*device, stream,
                [=] { return copyToDevice(*device, target, source, bytes); });
}

cuda::Result cuda::cuMemcpyDtoHAsync_v2(void *target, cuda::DevicePtr source,
                                        size_t bytes, cuda::Stream stream) {
  Lock lock;
  if (!lock)
    return lock.result;
  SimDevice *device = &*lock;
  return submit(*device, stream,
                [=] { return copyToHost(*device, target, source, bytes); });
}

cuda::Result cuda::cuMemcpyDtoDAsync_v2(cuda::DevicePtr target,
                                        cuda::DevicePtr source, size_t bytes,
                                        cuda::Stream stream) {
  Lock lock;
  if (!lock)
    return lock.result;
  SimDevice *device = &*lock;
  return submit(*device, stream,
                [=] { return copyOnDevice(*device, target, source, bytes); });
}

cuda::Result cuda::cuMemsetD8Async(cuda::DevicePtr target, unsigned char value,
                                   size_t bytes, cuda::Stream stream) {
  Lock lock;
  if (!lock)
    return lock.result;
  SimDevice *device = &*lock;
  return submit(*device, stream,
                [=] { return fill(*device, target, value, bytes); });
}

//===----------------------------------------------------------------------===//
// Streams
//===----------------------------------------------------------------------===//

cuda::Result cuda::cuStreamCreate(cuda::Stream *stream, unsigned flags) {
  Lock lock;
  if (!lock)
    return lock.result;
  if (flags > cuda::StreamNonBlocking)
    return cuda::ErrorInvalidValue;
  *stream = lock->streams.create();
  return cuda::Success;
}

cuda::Result cuda::cuStreamDestroy_v2(cuda::Stream stream) {
  Lock lock;
  if (!lock)
    return lock.result;
  return lock->streams.destroy(stream) ? cuda::Success
                                       : cuda::ErrorInvalidHandle;
}

cuda::Result cuda::cuStreamSynchronize(cuda::Stream stream) {
  Lock lock;
  if (!lock)
    return lock.result;
  if (!stream)
    return cuda::Success;
  if (!lock->streams.contains(stream))
    return cuda::ErrorInvalidHandle;
  if (!stream->capture)
    return cuda::Success;
  stream->isInvalidated = true;
  return fail(cuda::ErrorStreamCaptureUnsupported,
              "cuStreamSynchronize was called");
}

//===----------------------------------------------------------------------===//
// Graphs
//===----------------------------------------------------------------------===//

cuda::Result cuda::cuStreamBeginCapture_v2(cuda::Stream stream,
                                           cuda::CaptureMode mode) {
  Lock lock;
  if (!lock)
    return lock.result;
  if (!stream)
    return fail(cuda::ErrorStreamCaptureUnsupported,
                "the default stream cannot be captured");
  if (!lock->streams.contains(stream))
    return cuda::ErrorInvalidHandle;
  if (mode != cuda::CaptureThreadLocal)
    return fail(cuda::ErrorNotSupported,
                strf("capture mode %d is not modelled", mode));
  if (stream->capture)
    return cuda::ErrorInvalidValue;
  stream->capture = std::make_unique<cuda::GraphOpaque>();
  stream->captureThread = std::this_thread::get_id();
  stream->isInvalidated = false;
  return cuda::Success;
}

cuda::Result cuda::cuStreamEndCapture(cuda::Stream stream, cuda::Graph *graph) {
  Lock lock;
  *graph = nullptr;
  if (!lock)
    return lock.result;
  if (!stream || !lock->streams.contains(stream))
    return cuda::ErrorInvalidHandle;
  if (!stream->capture)
    return cuda::ErrorStreamCaptureUnmatched;
  std::unique_ptr<cuda::GraphOpaque> recorded = std::move(stream->capture);
  if (stream->isInvalidated)
    return cuda::ErrorStreamCaptureInvalidated;
  *graph = lock->graphs.create();
  **graph = std::move(*recorded);
  return cuda::Success;
}

cuda::Result cuda::cuGraphInstantiateWithFlags(cuda::GraphExec *executable,
                                               cuda::Graph graph,
                                               unsigned long long flags) {
  Lock lock;
  if (!lock)
    return lock.result;
  if (!lock->graphs.contains(graph))
    return cuda::ErrorInvalidHandle;
  if (flags)
    return fail(cuda::ErrorNotSupported, "graph flags are not modelled");
  *executable = lock->graphExecs.create();
  (*executable)->nodes = graph->nodes;
  return cuda::Success;
}

cuda::Result cuda::cuGraphLaunch(cuda::GraphExec graph, cuda::Stream stream) {
  Lock lock;
  if (!lock)
    return lock.result;
  if (!lock->graphExecs.contains(graph))
    return cuda::ErrorInvalidHandle;
  SimDevice *device = &*lock;
  return submit(*device, stream, [=]() -> cuda::Result {
    if (!device->graphExecs.contains(graph))
      return cuda::ErrorInvalidHandle;
    for (const cuda::Work &node : graph->nodes)
      if (cuda::Result error = node())
        return error;
    return cuda::Success;
  });
}

cuda::Result cuda::cuGraphDestroy(cuda::Graph graph) {
  Lock lock;
  if (!lock)
    return lock.result;
  return lock->graphs.destroy(graph) ? cuda::Success : cuda::ErrorInvalidHandle;
}

cuda::Result cuda::cuGraphExecDestroy(cuda::GraphExec graph) {
  Lock lock;
  if (!lock)
    return lock.result;
  return lock->graphExecs.destroy(graph) ? cuda::Success
                                         : cuda::ErrorInvalidHandle;
}

//===----------------------------------------------------------------------===//
// Events
//===----------------------------------------------------------------------===//

cuda::Result cuda::cuEventCreate(cuda::Event *event, unsigned flags) {
  Lock lock;
  if (!lock)
    return lock.result;
  if (flags)
    return fail(cuda::ErrorNotSupported, "event flags are not modelled");
  *event = lock->events.create();
  return cuda::Success;
}

cuda::Result cuda::cuEventDestroy_v2(cuda::Event event) {
  Lock lock;
  if (!lock)
    return lock.result;
  return lock->events.destroy(event) ? cuda::Success : cuda::ErrorInvalidHandle;
}

cuda::Result cuda::cuEventRecord(cuda::Event event, cuda::Stream stream) {
  Lock lock;
  if (!lock)
    return lock.result;
  if (!lock->events.contains(event))
    return cuda::ErrorInvalidHandle;
  SimDevice *device = &*lock;
  return submit(*device, stream, [=]() -> cuda::Result {
    if (!device->events.contains(event))
      return cuda::ErrorInvalidHandle;
    event->isRecorded = true;
    event->time = std::chrono::steady_clock::now();
    return cuda::Success;
  });
}

cuda::Result cuda::cuEventSynchronize(cuda::Event event) {
  Lock lock;
  if (!lock)
    return lock.result;
  return lock->events.contains(event) ? cuda::Success
                                      : cuda::ErrorInvalidHandle;
}

/// The simulator's own time, which says nothing about the device's.
cuda::Result cuda::cuEventElapsedTime(float *milliseconds, cuda::Event start,
                                      cuda::Event stop) {
  Lock lock;
  if (!lock)
    return lock.result;
  if (!lock->events.contains(start) || !lock->events.contains(stop) ||
      !start->isRecorded || !stop->isRecorded)
    return cuda::ErrorInvalidHandle;
  *milliseconds =
      std::chrono::duration<float, std::milli>(stop->time - start->time)
          .count();
  return cuda::Success;
}
