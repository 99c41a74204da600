//===- MatmulTest.cpp - Products by a library or by a kernel --------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "DeviceTest.h"
#include "RecordingCublasLt.h"

#include <dlfcn.h>

using namespace quartet;
using namespace quartet::test;

namespace {

/// The record of the stand-in library.
RecordedProduct &getRecord() {
  void *library = dlopen(QUARTET_RECORDING_CUBLASLT, RTLD_NOW);
  auto *get =
      reinterpret_cast<GetRecordFn *>(dlsym(library, "quartetGetRecord"));
  return *get();
}

class MatmulTest : public DeviceTest {
protected:
  void SetUp() override {
    DeviceTest::SetUp();
    d = upload<uint64_t>({0, 0});
    getRecord() = RecordedProduct();
  }

  /// The arguments of an m x n product of rows of k elements.
  std::vector<quartet_param> makeParams(int64_t m, int64_t n, int64_t k,
                                        int32_t element = QUARTET_BF16) {
    return {pointerParam(address(0x1000)),
            i64Param(m + 1),
            i64Param(k),
            pointerParam(address(0x2040)),
            i64Param(n + 2),
            i64Param(k),
            pointerParam(d),
            i64Param(m),
            i64Param(n),
            pointerParam(address(0x4000)),
            pointerParam(address(0x5000)),
            i64Param(4096),
            i32Param(element)};
  }
  static void *address(uintptr_t value) {
    return reinterpret_cast<void *>(value);
  }
  int32_t multiply(const std::vector<quartet_param> &params) {
    quartet_launch_desc desc = makeLaunch("product");
    return quartet_matmul_bf16(&image, &desc, params.data(),
                               static_cast<int32_t>(params.size()), stream);
  }

  void *d = nullptr;
};

TEST_F(MatmulTest, LaunchesTheKernelOnTheSimulator) {
  ASSERT_OK(quartet_use_matmul(nullptr));
  ASSERT_OK(multiply(makeParams(2, 3, 64)));
  EXPECT_EQ(download<uint64_t>(d, 1)[0], 64u);
  EXPECT_EQ(getRecord().products, 0);
}

TEST_F(MatmulTest, AsksTheLibraryForTheTranspose) {
  ASSERT_OK(quartet_use_matmul(QUARTET_RECORDING_CUBLASLT));
  ASSERT_OK(multiply(makeParams(5, 7, 96)));
  const RecordedProduct &r = getRecord();
  EXPECT_EQ(r.products, 1);
  // D^T is 7 x 5 in columns, B and A are 96 elements per column.
  EXPECT_EQ(r.a.data, address(0x2040));
  EXPECT_EQ(r.a.rows, 96u);
  EXPECT_EQ(r.a.columns, 7u);
  EXPECT_EQ(r.a.leading, 96);
  EXPECT_EQ(r.a.batches, 1);
  EXPECT_EQ(r.a.type, cublaslt::BF16);
  EXPECT_EQ(r.b.data, address(0x1000));
  EXPECT_EQ(r.b.rows, 96u);
  EXPECT_EQ(r.b.columns, 5u);
  EXPECT_EQ(r.d.data, d);
  EXPECT_EQ(r.d.rows, 7u);
  EXPECT_EQ(r.d.columns, 5u);
  EXPECT_EQ(r.d.leading, 7);
  EXPECT_EQ(r.d.type, cublaslt::BF16);
  EXPECT_EQ(r.c.data, d);
  EXPECT_EQ(r.transA, cublaslt::Transpose);
  EXPECT_EQ(r.pointerMode, cublaslt::PointersToDevice);
  EXPECT_EQ(r.alpha, address(0x4000));
  EXPECT_EQ(r.beta, address(0x4004));
  EXPECT_EQ(r.workspace, address(0x5000));
  EXPECT_EQ(r.workspaceBytes, 4096u);
  EXPECT_EQ(r.preferredBytes, 4096u);
  EXPECT_EQ(r.alignmentA, 64u);
  EXPECT_EQ(r.alignmentD, 256u);
  EXPECT_EQ(r.stream, stream);
  EXPECT_EQ(download<uint64_t>(d, 1)[0], 0u);
}

TEST_F(MatmulTest, AlignsTheWorkspace) {
  ASSERT_OK(quartet_use_matmul(QUARTET_RECORDING_CUBLASLT));
  std::vector<quartet_param> params = makeParams(5, 7, 96);
  params[10] = pointerParam(address(0x5040));
  ASSERT_OK(multiply(params));
  EXPECT_EQ(getRecord().workspace, address(0x5100));
  EXPECT_EQ(getRecord().workspaceBytes, 4096u - 0xc0);
  EXPECT_EQ(getRecord().preferredBytes, 4096u - 0xc0);
  // Nothing of a workspace that ends before the next multiple is left.
  params[11] = i64Param(0xc0);
  ASSERT_OK(multiply(params));
  EXPECT_EQ(getRecord().workspace, nullptr);
  EXPECT_EQ(getRecord().workspaceBytes, 0u);
}

TEST_F(MatmulTest, StridesOverBatches) {
  ASSERT_OK(quartet_use_matmul(QUARTET_RECORDING_CUBLASLT));
  ASSERT_OK(multiply({pointerParam(address(0x1000)), i64Param(4), i64Param(6),
                      i64Param(32), pointerParam(address(0x2000)), i64Param(4),
                      i64Param(8), i64Param(32), pointerParam(d), i64Param(4),
                      i64Param(5), i64Param(7), pointerParam(address(0x4000)),
                      pointerParam(address(0x5000)), i64Param(4096),
                      i32Param(QUARTET_F32)}));
  const RecordedProduct &r = getRecord();
  EXPECT_EQ(r.a.batches, 4);
  EXPECT_EQ(r.a.batchStride, 8 * 32);
  EXPECT_EQ(r.b.batchStride, 6 * 32);
  EXPECT_EQ(r.d.batches, 4);
  EXPECT_EQ(r.d.batchStride, 35);
  EXPECT_EQ(r.d.type, cublaslt::F32);
}

TEST_F(MatmulTest, ChoosesAnAlgorithmOncePerProduct) {
  ASSERT_OK(quartet_use_matmul(QUARTET_RECORDING_CUBLASLT));
  for (int i = 0; i < 3; ++i)
    ASSERT_OK(multiply(makeParams(11, 13, 32)));
  EXPECT_EQ(getRecord().heuristics, 1);
  EXPECT_LE(getRecord().handles, 1);
  EXPECT_EQ(getRecord().products, 3);
  ASSERT_OK(multiply(makeParams(11, 13, 32, QUARTET_F32)));
  EXPECT_EQ(getRecord().heuristics, 2);
}

TEST_F(MatmulTest, LeavesEmptyProductsToOthers) {
  ASSERT_OK(quartet_use_matmul(QUARTET_RECORDING_CUBLASLT));
  ASSERT_OK(multiply(makeParams(0, 3, 64)));
  EXPECT_EQ(download<uint64_t>(d, 1)[0], 0u);
  // Sums of nothing are zeros that have to be written.
  ASSERT_OK(quartet_fill(d, 1, 8, stream));
  ASSERT_OK(multiply(makeParams(2, 3, 0)));
  EXPECT_EQ(download<uint64_t>(d, 1)[0], 0u);
  EXPECT_EQ(getRecord().products, 0);
}

TEST_F(MatmulTest, ReportsWhatTheLibrarySays) {
  ASSERT_OK(quartet_use_matmul(QUARTET_RECORDING_CUBLASLT));
  getRecord().nextStatus = cublaslt::ErrorNotSupported;
  EXPECT_ERROR(multiply(makeParams(2, 3, 64)),
               "test.mlir:7:3: kernel 'product': cublasLtMatmul: not supported "
               "(1x2x3, sums of 64)");
  getRecord().knowsNone = true;
  EXPECT_ERROR(multiply(makeParams(17, 3, 64)),
               "kernel 'product': cublasLtMatmulAlgoGetHeuristic: no algorithm "
               "for this product (1x17x3, sums of 64)");
}

TEST_F(MatmulTest, ReportsALibraryThatIsMissing) {
  EXPECT_ERROR(quartet_use_matmul("/nowhere/libcublasLt.so"),
               "cannot open cuBLASLt: /nowhere/libcublasLt.so: ");
  EXPECT_ERROR(quartet_use_matmul("cublas"),
               "expects 'kernel', 'cublaslt' or a path for products, but got "
               "'cublas'");
  EXPECT_ERROR(quartet_use_matmul(QUARTET_SIM_DRIVER),
               "to define cublasLtCreate");
}

TEST_F(MatmulTest, ReportsWrongArguments) {
  ASSERT_OK(quartet_use_matmul("kernel"));
  std::vector<quartet_param> params = makeParams(2, 3, 64);
  params[2] = i64Param(32);
  EXPECT_ERROR(multiply(params), "expects extents of a product, but got "
                                 "1x3x32, 1x5x64 and 1x2x3");
  params[2] = i32Param(64);
  EXPECT_ERROR(multiply(params), "argument 2: expects what a product has here, "
                                 "but got kind 1");
  params.pop_back();
  EXPECT_ERROR(multiply(params),
               "expects 13 arguments, or 16 with a batch, but got 12");
  EXPECT_ERROR(multiply(makeParams(2, 3, 64, 7)),
               "expects a result of type 0 or 1, but got 7");
}

} // namespace
