//===- CudaDriver.h - The part of the CUDA driver API in use ----*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Types and entry points of the CUDA driver, as its binary interface defines
// them, so that nothing needs NVIDIA's headers or import library. The run-time
// library looks the entry points up, the simulator's driver defines them; both
// take names and types from the lists below. A unit test compares everything
// with cuda.h where there is one.
//
//===----------------------------------------------------------------------===//

#ifndef QUARTET_SUPPORT_CUDADRIVER_H
#define QUARTET_SUPPORT_CUDADRIVER_H

#include <cstddef>
#include <cstdint>

namespace quartet::cuda {

using Device = int;
using DevicePtr = unsigned long long;
using Context = struct ContextOpaque *;
using Module = struct ModuleOpaque *;
using Function = struct FunctionOpaque *;
using Stream = struct StreamOpaque *;
using Event = struct EventOpaque *;
using Graph = struct GraphOpaque *;
using GraphExec = struct GraphExecOpaque *;

/// CUresult: those that somebody here returns or tests.
enum Result : int {
  Success = 0,
  ErrorInvalidValue = 1,
  ErrorOutOfMemory = 2,
  ErrorNotInitialized = 3,
  ErrorInvalidDevice = 101,
  ErrorInvalidImage = 200,
  ErrorInvalidContext = 201,
  ErrorNoBinaryForGpu = 209,
  ErrorInvalidPtx = 218,
  ErrorUnsupportedPtxVersion = 222,
  ErrorInvalidHandle = 400,
  ErrorNotFound = 500,
  ErrorLaunchFailed = 719,
  ErrorNotSupported = 801,
  ErrorStreamCaptureUnsupported = 900,
  ErrorStreamCaptureInvalidated = 901,
  ErrorStreamCaptureUnmatched = 903,
  ErrorStreamCaptureImplicit = 906,
  ErrorInvalidClusterSize = 912
};

/// CUdevice_attribute.
enum DeviceAttribute : int {
  MultiprocessorCount = 16,
  ComputeCapabilityMajor = 75,
  ComputeCapabilityMinor = 76,
  MaxSharedMemoryPerBlockOptin = 97
};

/// CUfunction_attribute.
enum FunctionAttribute : int {
  MaxDynamicSharedSizeBytes = 8,
  NonPortableClusterSizeAllowed = 14
};

/// CUjit_option.
enum JitOption : int { JitErrorLogBuffer = 5, JitErrorLogBufferSizeBytes = 6 };

/// CUstream_flags, CUstreamCaptureMode.
enum StreamFlags : unsigned { StreamNonBlocking = 1 };
enum CaptureMode : int { CaptureThreadLocal = 1 };

/// CUtensorMap, aligned as CUDA 13 wants it (CUDA 12: 64 bytes), and the
/// enumerations of cuTensorMapEncodeTiled.
struct alignas(128) TensorMap {
  uint64_t opaque[16];
};
enum TensorMapDataType : int { TensorMapUInt8 = 0 };
enum TensorMapInterleave : int { TensorMapInterleaveNone = 0 };
enum TensorMapSwizzle : int {
  TensorMapSwizzleNone = 0,
  TensorMapSwizzle32B = 1,
  TensorMapSwizzle64B = 2,
  TensorMapSwizzle128B = 3
};
enum TensorMapL2Promotion : int { TensorMapL2Promotion128B = 2 };
enum TensorMapFill : int { TensorMapFillZero = 0, TensorMapFillNaN = 1 };

/// CUlaunchAttribute. Only cluster dimensions are used; the union has 64 bytes.
enum LaunchAttributeID : int { LaunchClusterDimension = 4 };
struct LaunchAttribute {
  LaunchAttributeID id;
  char pad[4];
  union {
    char bytes[64];
    uint32_t cluster[3];
  } value;
};

/// CUlaunchConfig.
struct LaunchConfig {
  uint32_t grid[3];
  uint32_t block[3];
  uint32_t sharedBytes;
  Stream stream;
  LaunchAttribute *attributes;
  uint32_t numAttributes;
};

} // namespace quartet::cuda

/// Entry points that every driver since CUDA 12.0 has:
/// X(short name, exported name, parameter types); all return Result.
#define QUARTET_CUDA_ENTRY_POINTS(X)                                           \
  X(init, cuInit, (unsigned))                                                  \
  X(getErrorName, cuGetErrorName, (Result, const char **))                     \
  X(getErrorString, cuGetErrorString, (Result, const char **))                 \
  X(deviceGetCount, cuDeviceGetCount, (int *))                                 \
  X(deviceGet, cuDeviceGet, (Device *, int))                                   \
  X(deviceGetName, cuDeviceGetName, (char *, int, Device))                     \
  X(deviceGetAttribute, cuDeviceGetAttribute,                                  \
    (int *, DeviceAttribute, Device))                                          \
  X(deviceTotalMem, cuDeviceTotalMem_v2, (size_t *, Device))                   \
  X(primaryContextRetain, cuDevicePrimaryCtxRetain, (Context *, Device))       \
  X(contextGetCurrent, cuCtxGetCurrent, (Context *))                           \
  X(contextSetCurrent, cuCtxSetCurrent, (Context))                             \
  X(contextGetDevice, cuCtxGetDevice, (Device *))                              \
  X(moduleLoadDataEx, cuModuleLoadDataEx,                                      \
    (Module *, const void *, unsigned, JitOption *, void **))                  \
  X(moduleUnload, cuModuleUnload, (Module))                                    \
  X(moduleGetFunction, cuModuleGetFunction,                                    \
    (Function *, Module, const char *))                                        \
  X(functionSetAttribute, cuFuncSetAttribute,                                  \
    (Function, FunctionAttribute, int))                                        \
  X(launchKernel, cuLaunchKernelEx,                                            \
    (const LaunchConfig *, Function, void **, void **))                        \
  X(memAlloc, cuMemAlloc_v2, (DevicePtr *, size_t))                            \
  X(memFree, cuMemFree_v2, (DevicePtr))                                        \
  X(copyToDevice, cuMemcpyHtoDAsync_v2,                                        \
    (DevicePtr, const void *, size_t, Stream))                                 \
  X(copyToHost, cuMemcpyDtoHAsync_v2, (void *, DevicePtr, size_t, Stream))     \
  X(copyOnDevice, cuMemcpyDtoDAsync_v2,                                        \
    (DevicePtr, DevicePtr, size_t, Stream))                                    \
  X(fillBytes, cuMemsetD8Async, (DevicePtr, unsigned char, size_t, Stream))    \
  X(streamCreate, cuStreamCreate, (Stream *, unsigned))                        \
  X(streamDestroy, cuStreamDestroy_v2, (Stream))                               \
  X(streamSynchronize, cuStreamSynchronize, (Stream))                          \
  X(captureBegin, cuStreamBeginCapture_v2, (Stream, CaptureMode))              \
  X(captureEnd, cuStreamEndCapture, (Stream, Graph *))                         \
  X(graphInstantiate, cuGraphInstantiateWithFlags,                             \
    (GraphExec *, Graph, unsigned long long))                                  \
  X(graphLaunch, cuGraphLaunch, (GraphExec, Stream))                           \
  X(graphDestroy, cuGraphDestroy, (Graph))                                     \
  X(graphExecDestroy, cuGraphExecDestroy, (GraphExec))                         \
  X(eventCreate, cuEventCreate, (Event *, unsigned))                           \
  X(eventDestroy, cuEventDestroy_v2, (Event))                                  \
  X(eventRecord, cuEventRecord, (Event, Stream))                               \
  X(eventSynchronize, cuEventSynchronize, (Event))                             \
  X(eventElapsedTime, cuEventElapsedTime, (float *, Event, Event))             \
  X(tensorMapEncodeTiled, cuTensorMapEncodeTiled,                              \
    (TensorMap *, TensorMapDataType, uint32_t, void *, const uint64_t *,       \
     const uint64_t *, const uint32_t *, const uint32_t *,                     \
     TensorMapInterleave, TensorMapSwizzle, TensorMapL2Promotion,              \
     TensorMapFill))

/// Entry points of CUDA 12.4 and later, used when they are there.
#define QUARTET_CUDA_OPTIONAL_ENTRY_POINTS(X)                                  \
  X(moduleGetFunctionCount, cuModuleGetFunctionCount, (unsigned *, Module))    \
  X(moduleEnumerateFunctions, cuModuleEnumerateFunctions,                      \
    (Function *, unsigned, Module))                                            \
  X(functionGetName, cuFuncGetName, (const char **, Function))                 \
  X(functionLoad, cuFuncLoad, (Function))                                      \
  X(functionGetParamInfo, cuFuncGetParamInfo,                                  \
    (Function, size_t, size_t *, size_t *))

#endif // QUARTET_SUPPORT_CUDADRIVER_H
