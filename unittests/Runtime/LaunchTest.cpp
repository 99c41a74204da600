//===- LaunchTest.cpp - Images, launches and their errors -----------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "DeviceTest.h"

#include <thread>

using namespace quartet::test;

namespace {

using LaunchTest = DeviceTest;

TEST_F(LaunchTest, PassesEveryKindOfScalar) {
  void *x = upload<float>({1, 2, 3, 4});
  // Three of four threads are inside: n is an i64.
  ASSERT_OK(launch(makeLaunch("scale", 1, 4), {pointerParam(x), i64Param(3),
                                               f32Param(0.5f), i32Param(-8)}));
  EXPECT_EQ(download<float>(x, 4), (std::vector<float>{-7.5, -7, -6.5, 4}));
}

TEST_F(LaunchTest, LaunchesNothingForAnEmptyGrid) {
  void *x = upload<float>({1});
  ASSERT_OK(launch(makeLaunch("scale", 0, 4),
                   {pointerParam(x), i64Param(1), f32Param(2), i32Param(0)}));
  EXPECT_EQ(download<float>(x, 1), std::vector<float>{1});
}

TEST_F(LaunchTest, AsksForLargeSharedMemory) {
  void *out = allocate(4);
  ASSERT_OK(
      launch(makeLaunch("shared", 1, 1, 0, 100 * 1024), {pointerParam(out)}));
  EXPECT_EQ(download<uint32_t>(out, 1)[0], 100u * 1024);
  EXPECT_ERROR(
      launch(makeLaunch("shared", 1, 1, 0, 300 * 1024), {pointerParam(out)}),
      "kernel 'shared': cuFuncSetAttribute: CUDA_ERROR_INVALID_VALUE: invalid "
      "argument: expects at most 232448 bytes of dynamic shared memory, but "
      "got 307200");
}

TEST_F(LaunchTest, LaunchesClusters) {
  void *out = allocate(16 * 4);
  ASSERT_OK(launch(makeLaunch("cluster", 4, 1, 2), {pointerParam(out)}));
  EXPECT_EQ(download<uint32_t>(out, 4), (std::vector<uint32_t>{0, 1, 0, 1}));
  // More than the portable size.
  ASSERT_OK(launch(makeLaunch("cluster", 16, 1, 16), {pointerParam(out)}));
  EXPECT_EQ(download<uint32_t>(out, 16)[15], 15u);
}

TEST_F(LaunchTest, EncodesTensorMaps) {
  std::vector<uint8_t> matrix(64 * 32);
  for (size_t i = 0; i < matrix.size(); ++i)
    matrix[i] = static_cast<uint8_t>(i * 7 + i / 64);
  quartet_tensor_map map = {};
  map.base = upload(matrix);
  map.rank = 2;
  map.dims[0] = 64;
  map.dims[1] = 32;
  map.strides[0] = 64;
  map.box[0] = 32;
  map.box[1] = 8;
  void *out = allocate(256);
  ASSERT_OK(launch(makeLaunch("box"), {mapParam(map), pointerParam(out)}));
  std::vector<uint8_t> got = download<uint8_t>(out, 256);
  for (size_t i = 0; i < 256; ++i)
    EXPECT_EQ(got[i], matrix[(i / 32 + 4) * 64 + i % 32 + 16]) << i;

  map.strides[0] = 60;
  EXPECT_ERROR(launch(makeLaunch("box"), {mapParam(map), pointerParam(out)}),
               "test.mlir:7:3: kernel 'box': argument 0: "
               "cuTensorMapEncodeTiled: CUDA_ERROR_INVALID_VALUE: invalid "
               "argument: expects stride 0 to be a multiple of 16 below 2^40, "
               "but got 60");
  EXPECT_NE(std::string(quartet_last_error())
                .find("dims 64x32, strides 60, box 32x8, swizzle 0)"),
            std::string::npos)
      << quartet_last_error();
  map.strides[0] = 64;
  map.swizzle = 16;
  EXPECT_ERROR(launch(makeLaunch("box"), {mapParam(map), pointerParam(out)}),
               "argument 0: expects a swizzle of 0, 32, 64 or 128, but got 16");
  map.swizzle = 0;
  map.rank = 6;
  EXPECT_ERROR(launch(makeLaunch("box"), {mapParam(map), pointerParam(out)}),
               "argument 0: expects a tensor map of rank 1 to 5, but got 6");
}

TEST_F(LaunchTest, NamesKernelAndArgument) {
  void *x = upload<float>({1});
  EXPECT_ERROR(launch(makeLaunch("none"), {pointerParam(x)}),
               "test.mlir:7:3: kernel 'none': no kernel 'none' in the image "
               "'kernels': cuModuleGetFunction: CUDA_ERROR_NOT_FOUND");
  EXPECT_ERROR(launch(makeLaunch("scale"), {pointerParam(x)}),
               "kernel 'scale': expects 4 arguments, but got 1");
  EXPECT_ERROR(launch(makeLaunch("scale"),
                      {pointerParam(x), i32Param(1), f32Param(1), i32Param(1)}),
               "kernel 'scale': argument 1: expects 8 bytes, but got 4");
  quartet_param wrong = {};
  wrong.kind = 9;
  EXPECT_ERROR(launch(makeLaunch("cluster"), {wrong}),
               "argument 0: expects a kind of 0 to 4, but got 9");
  EXPECT_ERROR(launch(makeLaunch("cluster", 1, 2000), {pointerParam(x)}),
               "kernel 'cluster': cuLaunchKernelEx: CUDA_ERROR_LAUNCH_FAILED");
  EXPECT_NE(std::string(quartet_last_error())
                .find("(grid 1x1x1, block 2000x1x1, cluster 0x0x0, 0 bytes"),
            std::string::npos);
}

TEST_F(LaunchTest, ReportsWhatTheKernelDidWrong) {
  void *out = allocate(16);
  EXPECT_ERROR(launch(makeLaunch("beyond"), {pointerParam(out)}), ".ptx:90:3:");
  std::string text = quartet_last_error();
  EXPECT_NE(text.find("[global-bounds] (block (0,0,0) thread (0,0,0))"),
            std::string::npos)
      << text;
  // The device goes on.
  ASSERT_OK(launch(makeLaunch("cluster"), {pointerParam(out)}));
}

TEST_F(LaunchTest, TakesTheFirstFormThatTheDriverAccepts) {
  std::string hopper = kKernels;
  hopper.replace(hopper.find("sm_100a"), 7, "sm_90a");
  const quartet_image_form forms[] = {{"\x7f"
                                       "ELF",
                                       4},
                                      {hopper.c_str(), hopper.size() + 1},
                                      {kKernels, std::strlen(kKernels) + 1},
                                      {nullptr, 0}};
  image = {"forms", forms, 0, nullptr};
  void *out = allocate(4);
  ASSERT_OK(launch(makeLaunch("cluster"), {pointerParam(out)}));
  EXPECT_EQ(download<uint32_t>(out, 1)[0], 0u);

  ASSERT_OK(quartet_unload_image(&image));
  const quartet_image_form wrong[] = {forms[1], {nullptr, 0}};
  image = {"hopper", wrong, 0, nullptr};
  EXPECT_ERROR(launch(makeLaunch("cluster"), {pointerParam(out)}),
               "cannot load the image 'hopper': cuModuleLoadDataEx: "
               "CUDA_ERROR_NO_BINARY_FOR_GPU: no kernel image is available "
               "for execution on the device: the device is sm_100a, but the "
               "code is for sm_90a");
  image = {"empty", nullptr, 0, nullptr};
  EXPECT_ERROR(quartet_load_image(&image),
               "cannot load the image 'empty': there is no code");
}

TEST_F(LaunchTest, ReportsBadCode) {
  const char text[] = ".version 8.6\n.target sm_100a\n.address_size 64\n"
                      ".visible .entry k() {\n  frobnicate.b32 %r1;\n}\n";
  image = {"bad", text, sizeof(text), nullptr};
  EXPECT_ERROR(launch(makeLaunch("k"), {}),
               ".ptx:5:3: error: instruction 'frobnicate.b32' is not modelled");
}

TEST_F(LaunchTest, ServesThreadsWithoutAContext) {
  void *x = upload<float>({1, 1, 1, 1});
  std::vector<std::thread> threads;
  for (int i = 0; i < 4; ++i)
    threads.emplace_back([&, i] {
      EXPECT_OK(launch(makeLaunch("scale"),
                       {pointerParam(static_cast<char *>(x) + 4 * i),
                        i64Param(1), f32Param(1), i32Param(i)}));
    });
  for (std::thread &thread : threads)
    thread.join();
  EXPECT_EQ(download<float>(x, 4), (std::vector<float>{1, 2, 3, 4}));
}

TEST_F(LaunchTest, LoadsAgainAfterUnloading) {
  void *out = upload<uint32_t>({9});
  ASSERT_OK(quartet_load_image(&image));
  EXPECT_NE(image.state, nullptr);
  ASSERT_OK(quartet_unload_image(&image));
  EXPECT_EQ(image.state, nullptr);
  ASSERT_OK(launch(makeLaunch("cluster"), {pointerParam(out)}));
  EXPECT_EQ(download<uint32_t>(out, 1)[0], 0u);
}

} // namespace
