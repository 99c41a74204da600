//===- CudaHeaderTest.cpp - Our driver declarations against NVIDIA's ------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Built where there is a cuda.h. That it compiles is the test: values, layouts
// and the sizes and kinds of all parameters.
//
//===----------------------------------------------------------------------===//

#include "quartet/Support/CudaDriver.h"
#include "gtest/gtest.h"

#include <cuda.h>

#include <type_traits>

namespace {

using namespace quartet;

#define SAME(OURS, THEIRS) static_assert(int(cuda::OURS) == int(THEIRS), #OURS)
SAME(ErrorInvalidValue, CUDA_ERROR_INVALID_VALUE);
SAME(ErrorOutOfMemory, CUDA_ERROR_OUT_OF_MEMORY);
SAME(ErrorNotInitialized, CUDA_ERROR_NOT_INITIALIZED);
SAME(ErrorInvalidDevice, CUDA_ERROR_INVALID_DEVICE);
SAME(ErrorInvalidImage, CUDA_ERROR_INVALID_IMAGE);
SAME(ErrorInvalidContext, CUDA_ERROR_INVALID_CONTEXT);
SAME(ErrorNoBinaryForGpu, CUDA_ERROR_NO_BINARY_FOR_GPU);
SAME(ErrorInvalidPtx, CUDA_ERROR_INVALID_PTX);
SAME(ErrorUnsupportedPtxVersion, CUDA_ERROR_UNSUPPORTED_PTX_VERSION);
SAME(ErrorInvalidHandle, CUDA_ERROR_INVALID_HANDLE);
SAME(ErrorNotFound, CUDA_ERROR_NOT_FOUND);
SAME(ErrorLaunchFailed, CUDA_ERROR_LAUNCH_FAILED);
SAME(ErrorNotSupported, CUDA_ERROR_NOT_SUPPORTED);
SAME(ErrorStreamCaptureUnsupported, CUDA_ERROR_STREAM_CAPTURE_UNSUPPORTED);
SAME(ErrorStreamCaptureInvalidated, CUDA_ERROR_STREAM_CAPTURE_INVALIDATED);
SAME(ErrorStreamCaptureUnmatched, CUDA_ERROR_STREAM_CAPTURE_UNMATCHED);
SAME(ErrorStreamCaptureImplicit, CUDA_ERROR_STREAM_CAPTURE_IMPLICIT);
SAME(ErrorInvalidClusterSize, CUDA_ERROR_INVALID_CLUSTER_SIZE);
SAME(MultiprocessorCount, CU_DEVICE_ATTRIBUTE_MULTIPROCESSOR_COUNT);
SAME(ComputeCapabilityMajor, CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MAJOR);
SAME(ComputeCapabilityMinor, CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MINOR);
SAME(MaxSharedMemoryPerBlockOptin,
     CU_DEVICE_ATTRIBUTE_MAX_SHARED_MEMORY_PER_BLOCK_OPTIN);
SAME(MaxDynamicSharedSizeBytes,
     CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES);
SAME(NonPortableClusterSizeAllowed,
     CU_FUNC_ATTRIBUTE_NON_PORTABLE_CLUSTER_SIZE_ALLOWED);
SAME(JitErrorLogBuffer, CU_JIT_ERROR_LOG_BUFFER);
SAME(JitErrorLogBufferSizeBytes, CU_JIT_ERROR_LOG_BUFFER_SIZE_BYTES);
SAME(StreamNonBlocking, CU_STREAM_NON_BLOCKING);
SAME(CaptureThreadLocal, CU_STREAM_CAPTURE_MODE_THREAD_LOCAL);
SAME(TensorMapUInt8, CU_TENSOR_MAP_DATA_TYPE_UINT8);
SAME(TensorMapInterleaveNone, CU_TENSOR_MAP_INTERLEAVE_NONE);
SAME(TensorMapSwizzleNone, CU_TENSOR_MAP_SWIZZLE_NONE);
SAME(TensorMapSwizzle32B, CU_TENSOR_MAP_SWIZZLE_32B);
SAME(TensorMapSwizzle64B, CU_TENSOR_MAP_SWIZZLE_64B);
SAME(TensorMapSwizzle128B, CU_TENSOR_MAP_SWIZZLE_128B);
SAME(TensorMapL2Promotion128B, CU_TENSOR_MAP_L2_PROMOTION_L2_128B);
SAME(TensorMapFillZero, CU_TENSOR_MAP_FLOAT_OOB_FILL_NONE);
SAME(TensorMapFillNaN, CU_TENSOR_MAP_FLOAT_OOB_FILL_NAN_REQUEST_ZERO_FMA);
SAME(LaunchClusterDimension, CU_LAUNCH_ATTRIBUTE_CLUSTER_DIMENSION);

static_assert(sizeof(cuda::TensorMap) == sizeof(CUtensorMap) &&
              alignof(cuda::TensorMap) >= alignof(CUtensorMap));
static_assert(sizeof(cuda::LaunchAttribute) == sizeof(CUlaunchAttribute) &&
              offsetof(cuda::LaunchAttribute, value) ==
                  offsetof(CUlaunchAttribute, value));
static_assert(offsetof(CUlaunchAttributeValue, clusterDim.z) ==
              2 * sizeof(uint32_t));
static_assert(sizeof(cuda::LaunchConfig) == sizeof(CUlaunchConfig));
static_assert(offsetof(cuda::LaunchConfig, block) ==
              offsetof(CUlaunchConfig, blockDimX));
static_assert(offsetof(cuda::LaunchConfig, sharedBytes) ==
              offsetof(CUlaunchConfig, sharedMemBytes));
static_assert(offsetof(cuda::LaunchConfig, stream) ==
              offsetof(CUlaunchConfig, hStream));
static_assert(offsetof(cuda::LaunchConfig, attributes) ==
              offsetof(CUlaunchConfig, attrs));
static_assert(offsetof(cuda::LaunchConfig, numAttributes) ==
              offsetof(CUlaunchConfig, numAttrs));

/// How a parameter is passed: as a pointer, or as an integer of some size.
template <typename T>
constexpr int kPassing = std::is_pointer_v<T> ? -1 : int(sizeof(T));

/// Same number of parameters, each passed in the same way.
template <typename A, typename B>
struct SamePassing : std::false_type {};
template <typename... A, typename... B>
struct SamePassing<cuda::Result (*)(A...), CUresult (*)(B...)> {
  static constexpr bool check() {
    if constexpr (sizeof...(A) != sizeof...(B))
      return false;
    else
      return ((kPassing<A> == kPassing<B>) && ...);
  }
  static constexpr bool value = check();
};

} // namespace

namespace quartet::cuda {
// cuda.h maps the plain names to versions; SYMBOL already is a version. The
// first version of cuEventElapsedTime has the same parameters.
#define CHECK(NAME, SYMBOL, TYPES)                                             \
  static_assert(SamePassing<Result(*) TYPES, decltype(&::SYMBOL)>::value,      \
                #SYMBOL);
QUARTET_CUDA_ENTRY_POINTS(CHECK)
QUARTET_CUDA_OPTIONAL_ENTRY_POINTS(CHECK)
#undef CHECK
} // namespace quartet::cuda

TEST(CudaHeader, AgreesWithOurDeclarations) {
  // Checked above, when this was compiled.
  EXPECT_EQ(int(CUDA_SUCCESS), int(quartet::cuda::Success));
}
