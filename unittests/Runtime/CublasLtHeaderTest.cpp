//===- CublasLtHeaderTest.cpp - Our declarations against NVIDIA's ---------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "quartet/Support/CublasLt.h"

#include "gtest/gtest.h"
#include <cublasLt.h>
#include <type_traits>

using namespace quartet;

#define SAME(OURS, THEIRS)                                                     \
  static_assert(int(cublaslt::OURS) == int(THEIRS), #OURS)
SAME(Success, CUBLAS_STATUS_SUCCESS);
SAME(ErrorInvalidValue, CUBLAS_STATUS_INVALID_VALUE);
SAME(ErrorNotSupported, CUBLAS_STATUS_NOT_SUPPORTED);
SAME(F32, CUDA_R_32F);
SAME(BF16, CUDA_R_16BF);
SAME(Compute32F, CUBLAS_COMPUTE_32F);
SAME(Transpose, CUBLAS_OP_T);
SAME(PointersToDevice, CUBLASLT_POINTER_MODE_DEVICE);
SAME(DescPointerMode, CUBLASLT_MATMUL_DESC_POINTER_MODE);
SAME(DescTransA, CUBLASLT_MATMUL_DESC_TRANSA);
SAME(LayoutBatchCount, CUBLASLT_MATRIX_LAYOUT_BATCH_COUNT);
SAME(LayoutBatchStride, CUBLASLT_MATRIX_LAYOUT_STRIDED_BATCH_OFFSET);
SAME(PreferenceWorkspaceBytes, CUBLASLT_MATMUL_PREF_MAX_WORKSPACE_BYTES);
SAME(PreferenceAlignmentA, CUBLASLT_MATMUL_PREF_MIN_ALIGNMENT_A_BYTES);
SAME(PreferenceAlignmentB, CUBLASLT_MATMUL_PREF_MIN_ALIGNMENT_B_BYTES);
SAME(PreferenceAlignmentC, CUBLASLT_MATMUL_PREF_MIN_ALIGNMENT_C_BYTES);
SAME(PreferenceAlignmentD, CUBLASLT_MATMUL_PREF_MIN_ALIGNMENT_D_BYTES);

static_assert(sizeof(cublaslt::Algorithm) == sizeof(cublasLtMatmulAlgo_t));
static_assert(sizeof(cublaslt::HeuristicResult) ==
              sizeof(cublasLtMatmulHeuristicResult_t));
static_assert(offsetof(cublaslt::HeuristicResult, workspaceBytes) ==
              offsetof(cublasLtMatmulHeuristicResult_t, workspaceSize));
static_assert(offsetof(cublaslt::HeuristicResult, status) ==
              offsetof(cublasLtMatmulHeuristicResult_t, state));

namespace {

/// How a parameter is passed: as a pointer, or as an integer of some size.
template <typename T>
constexpr int kPassing = std::is_pointer_v<T> ? -1 : int(sizeof(T));

/// Same number of parameters, each passed in the same way.
template <typename A, typename B>
struct SamePassing : std::false_type {};
template <typename... A, typename... B>
struct SamePassing<cublaslt::Status (*)(A...), cublasStatus_t (*)(B...)> {
  static constexpr bool check() {
    if constexpr (sizeof...(A) != sizeof...(B))
      return false;
    else
      return ((kPassing<A> == kPassing<B>) && ...);
  }
  static constexpr bool value = check();
};

} // namespace

namespace quartet::cublaslt {
#define CHECK(NAME, SYMBOL, TYPES)                                             \
  static_assert(SamePassing<Status(*) TYPES, decltype(&::SYMBOL)>::value,      \
                #SYMBOL);
QUARTET_CUBLASLT_ENTRY_POINTS(CHECK)
#undef CHECK
} // namespace quartet::cublaslt

TEST(CublasLtHeader, AgreesWithOurDeclarations) {
  // Checked above, when this was compiled.
  EXPECT_EQ(int(CUBLAS_STATUS_SUCCESS), int(quartet::cublaslt::Success));
}
