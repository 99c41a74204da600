//===- CublasLt.h - The part of cuBLASLt in use -----------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Types and entry points of NVIDIA's cuBLASLt 12 and 13, as their binary
// interface defines them, so that nothing needs NVIDIA's headers. A unit test
// compares everything with cublasLt.h where there is one.
//
//===----------------------------------------------------------------------===//

#ifndef QUARTET_SUPPORT_CUBLASLT_H
#define QUARTET_SUPPORT_CUBLASLT_H

#include <cstddef>
#include <cstdint>

namespace quartet::cublaslt {

using Handle = struct HandleOpaque *;
using MatmulDesc = struct MatmulDescOpaque *;
using Layout = struct LayoutOpaque *;
using Preference = struct PreferenceOpaque *;
using Stream = struct StreamOpaque *;

/// cublasStatus_t.
enum Status : int {
  Success = 0,
  ErrorInvalidValue = 7,
  ErrorNotSupported = 15
};

/// cudaDataType, cublasComputeType_t, cublasOperation_t, cublasLtPointerMode_t.
enum DataType : int { F32 = 0, BF16 = 14 };
enum ComputeType : int { Compute32F = 68 };
enum Operation : int { Transpose = 1 };
enum PointerMode : int { PointersToDevice = 1 };

/// cublasLtMatmulDescAttributes_t: both of type int32_t.
enum DescAttribute : int { DescPointerMode = 2, DescTransA = 3 };
/// cublasLtMatrixLayoutAttribute_t: int32_t, int64_t.
enum LayoutAttribute : int { LayoutBatchCount = 5, LayoutBatchStride = 6 };
/// cublasLtMatmulPreferenceAttributes_t: uint64_t, then uint32_t.
enum PreferenceAttribute : int {
  PreferenceWorkspaceBytes = 1,
  PreferenceAlignmentA = 5,
  PreferenceAlignmentB = 6,
  PreferenceAlignmentC = 7,
  PreferenceAlignmentD = 8
};

/// cublasLtMatmulAlgo_t, cublasLtMatmulHeuristicResult_t.
struct Algorithm {
  uint64_t data[8];
};
struct HeuristicResult {
  Algorithm algorithm;
  size_t workspaceBytes;
  Status status;
  float waves;
  int reserved[4];
};

} // namespace quartet::cublaslt

/// X(short name, exported name, parameter types); all return Status.
#define QUARTET_CUBLASLT_ENTRY_POINTS(X)                                       \
  X(create, cublasLtCreate, (Handle *))                                        \
  X(matmulDescCreate, cublasLtMatmulDescCreate,                                \
    (MatmulDesc *, ComputeType, DataType))                                     \
  X(matmulDescDestroy, cublasLtMatmulDescDestroy, (MatmulDesc))                \
  X(matmulDescSet, cublasLtMatmulDescSetAttribute,                             \
    (MatmulDesc, DescAttribute, const void *, size_t))                         \
  X(layoutCreate, cublasLtMatrixLayoutCreate,                                  \
    (Layout *, DataType, uint64_t, uint64_t, int64_t))                         \
  X(layoutDestroy, cublasLtMatrixLayoutDestroy, (Layout))                      \
  X(layoutSet, cublasLtMatrixLayoutSetAttribute,                               \
    (Layout, LayoutAttribute, const void *, size_t))                           \
  X(preferenceCreate, cublasLtMatmulPreferenceCreate, (Preference *))          \
  X(preferenceDestroy, cublasLtMatmulPreferenceDestroy, (Preference))          \
  X(preferenceSet, cublasLtMatmulPreferenceSetAttribute,                       \
    (Preference, PreferenceAttribute, const void *, size_t))                   \
  X(getHeuristic, cublasLtMatmulAlgoGetHeuristic,                              \
    (Handle, MatmulDesc, Layout, Layout, Layout, Layout, Preference, int,      \
     HeuristicResult *, int *))                                                \
  X(matmul, cublasLtMatmul,                                                    \
    (Handle, MatmulDesc, const void *, const void *, Layout, const void *,     \
     Layout, const void *, const void *, Layout, void *, Layout,               \
     const Algorithm *, void *, size_t, Stream))

#endif // QUARTET_SUPPORT_CUBLASLT_H
