//===- Memory.cpp - Device memory, streams, events, graphs ----------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Driver.h"

using namespace quartet::cuda;

/// Calls an entry point in a context and checks its result.
template <typename... Types, typename... Args>
static int32_t call(const char *name, Result (*Driver::*function)(Types...),
                    Args... args) {
  const Driver *driver = getReadyDriver();
  if (!driver)
    return QUARTET_DEVICE_ERROR;
  return check(*driver, name, (driver->*function)(args...));
}

static DevicePtr toDevice(const void *pointer) {
  return static_cast<DevicePtr>(reinterpret_cast<uintptr_t>(pointer));
}

static Stream toStream(void *stream) { return static_cast<Stream>(stream); }

//===----------------------------------------------------------------------===//
// Memory
//===----------------------------------------------------------------------===//

int32_t quartet_device_alloc(uint64_t bytes, void **memory) {
  *memory = nullptr;
  if (bytes == 0)
    return getReadyDriver() ? 0 : QUARTET_DEVICE_ERROR;
  const Driver *driver = getReadyDriver();
  if (!driver)
    return QUARTET_DEVICE_ERROR;
  DevicePtr address = 0;
  Result result = driver->memAlloc(&address, static_cast<size_t>(bytes));
  if (result != Success)
    return fail(describe(*driver, "cuMemAlloc", result) + " (" +
                std::to_string(bytes) + " bytes)");
  *memory = reinterpret_cast<void *>(static_cast<uintptr_t>(address));
  return 0;
}

int32_t quartet_device_free(void *memory) {
  if (!memory)
    return 0;
  return call("cuMemFree", &Driver::memFree, toDevice(memory));
}

int32_t quartet_copy_to_device(void *target, const void *source, uint64_t bytes,
                               void *stream) {
  if (bytes == 0)
    return 0;
  return call("cuMemcpyHtoDAsync", &Driver::copyToDevice, toDevice(target),
              source, static_cast<size_t>(bytes), toStream(stream));
}

int32_t quartet_copy_to_host(void *target, const void *source, uint64_t bytes,
                             void *stream) {
  if (bytes == 0)
    return 0;
  return call("cuMemcpyDtoHAsync", &Driver::copyToHost, target,
              toDevice(source), static_cast<size_t>(bytes), toStream(stream));
}

int32_t quartet_copy(void *target, const void *source, uint64_t bytes,
                     void *stream) {
  if (bytes == 0)
    return 0;
  return call("cuMemcpyDtoDAsync", &Driver::copyOnDevice, toDevice(target),
              toDevice(source), static_cast<size_t>(bytes), toStream(stream));
}

int32_t quartet_fill(void *target, uint8_t value, uint64_t bytes,
                     void *stream) {
  if (bytes == 0)
    return 0;
  return call("cuMemsetD8Async", &Driver::fillBytes, toDevice(target), value,
              static_cast<size_t>(bytes), toStream(stream));
}

int32_t quartet_workspace_reserve(quartet_workspace *workspace,
                                  uint64_t bytes) {
  if (bytes <= workspace->bytes)
    return 0;
  if (int32_t error = quartet_workspace_release(workspace))
    return error;
  if (int32_t error = quartet_device_alloc(bytes, &workspace->data))
    return error;
  workspace->bytes = bytes;
  return 0;
}

int32_t quartet_workspace_release(quartet_workspace *workspace) {
  if (int32_t error = quartet_device_free(workspace->data))
    return error;
  workspace->data = nullptr;
  workspace->bytes = 0;
  return 0;
}

//===----------------------------------------------------------------------===//
// Streams and events
//===----------------------------------------------------------------------===//

int32_t quartet_stream_create(void **stream) {
  Stream result = nullptr;
  int32_t error = call("cuStreamCreate", &Driver::streamCreate, &result,
                       static_cast<unsigned>(StreamNonBlocking));
  *stream = result;
  return error;
}

int32_t quartet_stream_destroy(void *stream) {
  return call("cuStreamDestroy", &Driver::streamDestroy, toStream(stream));
}

int32_t quartet_stream_synchronize(void *stream) {
  return call("cuStreamSynchronize", &Driver::streamSynchronize,
              toStream(stream));
}

int32_t quartet_event_create(void **event) {
  Event result = nullptr;
  int32_t error = call("cuEventCreate", &Driver::eventCreate, &result, 0u);
  *event = result;
  return error;
}

int32_t quartet_event_destroy(void *event) {
  return call("cuEventDestroy", &Driver::eventDestroy,
              static_cast<Event>(event));
}

int32_t quartet_event_record(void *event, void *stream) {
  return call("cuEventRecord", &Driver::eventRecord, static_cast<Event>(event),
              toStream(stream));
}

int32_t quartet_event_elapsed(void *start, void *stop, float *milliseconds) {
  if (int32_t error = call("cuEventSynchronize", &Driver::eventSynchronize,
                           static_cast<Event>(stop)))
    return error;
  return call("cuEventElapsedTime", &Driver::eventElapsedTime, milliseconds,
              static_cast<Event>(start), static_cast<Event>(stop));
}

//===----------------------------------------------------------------------===//
// Graphs
//===----------------------------------------------------------------------===//

int32_t quartet_capture_begin(void *stream) {
  return call("cuStreamBeginCapture", &Driver::captureBegin, toStream(stream),
              CaptureThreadLocal);
}

int32_t quartet_capture_end(void *stream, void **graph) {
  *graph = nullptr;
  Graph recorded = nullptr;
  if (int32_t error = call("cuStreamEndCapture", &Driver::captureEnd,
                           toStream(stream), &recorded))
    return error;
  GraphExec executable = nullptr;
  if (int32_t error = call("cuGraphInstantiate", &Driver::graphInstantiate,
                           &executable, recorded, 0ull)) {
    // The first error is the one to report.
    getDriver()->graphDestroy(recorded);
    return error;
  }
  *graph = executable;
  return call("cuGraphDestroy", &Driver::graphDestroy, recorded);
}

int32_t quartet_graph_launch(void *graph, void *stream) {
  return call("cuGraphLaunch", &Driver::graphLaunch,
              static_cast<GraphExec>(graph), toStream(stream));
}

int32_t quartet_graph_destroy(void *graph) {
  return call("cuGraphExecDestroy", &Driver::graphExecDestroy,
              static_cast<GraphExec>(graph));
}
