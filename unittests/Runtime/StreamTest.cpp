//===- StreamTest.cpp - Device memory, events and graphs ------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "DeviceTest.h"

using namespace quartet::test;

namespace {

using StreamTest = DeviceTest;

TEST_F(StreamTest, KnowsTheDevice) {
  int32_t count = 0;
  ASSERT_OK(quartet_device_count(&count));
  EXPECT_EQ(count, 1);
  ASSERT_OK(quartet_use_device(0));
  EXPECT_ERROR(quartet_use_device(1), "expects a device below 1, but got 1");
  quartet_device_info info;
  ASSERT_OK(quartet_get_device_info(&info));
  EXPECT_STREQ(info.name, "Quartet simulator of sm_100a");
  EXPECT_EQ(info.major, 10);
  EXPECT_EQ(info.minor, 0);
  EXPECT_EQ(info.shared_bytes, 232448);
  EXPECT_GT(info.multiprocessors, 100);
}

TEST_F(StreamTest, OpensOneDriver) {
  ASSERT_OK(quartet_open_driver(nullptr));
  ASSERT_OK(quartet_open_driver(QUARTET_SIM_DRIVER));
  EXPECT_ERROR(quartet_open_driver("libcuda.so.1"),
               "which is open, but got 'libcuda.so.1'");
}

TEST_F(StreamTest, CopiesAndFills) {
  void *a = upload<uint8_t>({1, 2, 3, 4, 5, 6, 7, 8});
  EXPECT_EQ(reinterpret_cast<uintptr_t>(a) % 256, 0u);
  void *b = allocate(8);
  ASSERT_OK(quartet_fill(b, 0xab, 8, stream));
  ASSERT_OK(quartet_copy(static_cast<char *>(b) + 2, a, 4, stream));
  EXPECT_EQ(download<uint8_t>(b, 8),
            (std::vector<uint8_t>{0xab, 0xab, 1, 2, 3, 4, 0xab, 0xab}));
  ASSERT_OK(quartet_copy_to_device(nullptr, nullptr, 0, stream));
  ASSERT_OK(quartet_device_free(nullptr));
  void *none = a;
  ASSERT_OK(quartet_device_alloc(0, &none));
  EXPECT_EQ(none, nullptr);
}

TEST_F(StreamTest, ReportsWrongMemory) {
  void *a = upload<uint8_t>({1, 2, 3, 4});
  uint8_t bytes[8] = {};
  EXPECT_ERROR(quartet_copy_to_device(a, bytes, 8, stream),
               "cuMemcpyHtoDAsync: CUDA_ERROR_INVALID_VALUE: invalid argument: "
               "8 bytes at global address");
  void *fresh = allocate(8);
  EXPECT_ERROR(quartet_copy_to_host(bytes, fresh, 8, stream),
               "copy to the host of bytes that were never written");
  // A copy does not make them a value.
  void *copy = allocate(8);
  ASSERT_OK(quartet_copy(copy, fresh, 8, stream));
  EXPECT_ERROR(quartet_copy_to_host(bytes, copy, 8, stream), "never written");
  EXPECT_ERROR(quartet_device_free(static_cast<char *>(a) + 1),
               "cuMemFree: CUDA_ERROR_INVALID_VALUE");
  void *huge = nullptr;
  EXPECT_ERROR(quartet_device_alloc(uint64_t(1) << 50, &huge),
               "cuMemAlloc: CUDA_ERROR_OUT_OF_MEMORY: out of memory "
               "(1125899906842624 bytes)");
  EXPECT_EQ(huge, nullptr);
}

TEST_F(StreamTest, KeepsAWorkspace) {
  quartet_workspace workspace = {};
  ASSERT_OK(quartet_workspace_reserve(&workspace, 100));
  void *first = workspace.data;
  EXPECT_NE(first, nullptr);
  ASSERT_OK(quartet_workspace_reserve(&workspace, 50));
  EXPECT_EQ(workspace.data, first);
  EXPECT_EQ(workspace.bytes, 100u);
  ASSERT_OK(quartet_workspace_reserve(&workspace, 1000));
  EXPECT_EQ(workspace.bytes, 1000u);
  ASSERT_OK(quartet_fill(workspace.data, 0, 1000, stream));
  ASSERT_OK(quartet_workspace_release(&workspace));
  EXPECT_EQ(workspace.data, nullptr);
}

TEST_F(StreamTest, MeasuresTime) {
  void *start, *stop;
  float milliseconds = -1;
  ASSERT_OK(quartet_event_create(&start));
  ASSERT_OK(quartet_event_create(&stop));
  EXPECT_ERROR(quartet_event_elapsed(start, stop, &milliseconds),
               "CUDA_ERROR_INVALID_HANDLE");
  ASSERT_OK(quartet_event_record(start, stream));
  ASSERT_OK(quartet_event_record(stop, stream));
  ASSERT_OK(quartet_event_elapsed(start, stop, &milliseconds));
  EXPECT_GE(milliseconds, 0);
  ASSERT_OK(quartet_event_destroy(start));
  ASSERT_OK(quartet_event_destroy(stop));
}

TEST_F(StreamTest, ReplaysAGraph) {
  void *x = upload<float>({1});
  void *y = upload<float>({0});
  ASSERT_OK(quartet_load_image(&image));
  ASSERT_OK(quartet_capture_begin(stream));
  ASSERT_OK(launch(makeLaunch("scale"),
                   {pointerParam(x), i64Param(1), f32Param(2), i32Param(1)}));
  ASSERT_OK(quartet_copy(y, x, 4, stream));
  ASSERT_OK(quartet_fill(x, 0, 1, stream));
  void *graph = nullptr;
  ASSERT_OK(quartet_capture_end(stream, &graph));
  // Nothing has run yet.
  EXPECT_EQ(download<float>(x, 1)[0], 1);
  EXPECT_EQ(download<float>(y, 1)[0], 0);
  for (float expected : {3.f, 7.f, 15.f}) {
    ASSERT_OK(quartet_graph_launch(graph, stream));
    EXPECT_EQ(download<float>(y, 1)[0], expected);
  }
  // The recorded pointers are read anew.
  float value = 10;
  ASSERT_OK(quartet_copy_to_device(x, &value, 4, stream));
  ASSERT_OK(quartet_graph_launch(graph, stream));
  EXPECT_EQ(download<float>(y, 1)[0], 21);
  ASSERT_OK(quartet_graph_destroy(graph));
  EXPECT_ERROR(quartet_graph_launch(graph, stream),
               "CUDA_ERROR_INVALID_HANDLE");
}

TEST_F(StreamTest, RefusesWhatACaptureMayNotContain) {
  void *x = upload<float>({1});
  void *graph = nullptr, *memory = nullptr;
  EXPECT_ERROR(quartet_capture_begin(nullptr),
               "the default stream cannot be captured");
  EXPECT_ERROR(quartet_capture_end(stream, &graph),
               "CUDA_ERROR_STREAM_CAPTURE_UNMATCHED");
  ASSERT_OK(quartet_capture_begin(stream));
  EXPECT_ERROR(quartet_device_alloc(4, &memory),
               "CUDA_ERROR_STREAM_CAPTURE_UNSUPPORTED");
  EXPECT_ERROR(quartet_fill(x, 0, 4, stream),
               "CUDA_ERROR_STREAM_CAPTURE_INVALIDATED");
  EXPECT_ERROR(quartet_capture_end(stream, &graph),
               "CUDA_ERROR_STREAM_CAPTURE_INVALIDATED");
  EXPECT_EQ(graph, nullptr);
  // An image that was not loaded before.
  ASSERT_OK(quartet_capture_begin(stream));
  EXPECT_ERROR(launch(makeLaunch("cluster"), {pointerParam(x)}),
               "cannot load the image 'kernels': cuModuleLoadDataEx: "
               "CUDA_ERROR_STREAM_CAPTURE_UNSUPPORTED");
  EXPECT_ERROR(quartet_capture_end(stream, &graph),
               "CUDA_ERROR_STREAM_CAPTURE_INVALIDATED");
  // The stream works on.
  ASSERT_OK(launch(makeLaunch("cluster"), {pointerParam(x)}));
  ASSERT_OK(quartet_stream_synchronize(stream));
}

} // namespace
