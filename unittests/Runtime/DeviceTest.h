//===- DeviceTest.h - The run-time library on the simulator -----*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef QUARTET_UNITTESTS_RUNTIME_DEVICETEST_H
#define QUARTET_UNITTESTS_RUNTIME_DEVICETEST_H

#include "Kernels.h"

#include "quartet/Runtime/Device.h"
#include "gtest/gtest.h"

#include <cstring>
#include <string>
#include <vector>

namespace quartet::test {

/// The call succeeded; otherwise its text.
#define EXPECT_OK(CALL) EXPECT_EQ(CALL, 0) << quartet_last_error()
#define ASSERT_OK(CALL) ASSERT_EQ(CALL, 0) << quartet_last_error()

/// The call failed, and its text has `TEXT` in it.
#define EXPECT_ERROR(CALL, TEXT)                                               \
  do {                                                                         \
    EXPECT_EQ(CALL, QUARTET_DEVICE_ERROR);                                     \
    EXPECT_NE(std::string(quartet_last_error()).find(TEXT), std::string::npos) \
        << quartet_last_error();                                               \
  } while (false)

inline quartet_param pointerParam(void *value) {
  quartet_param param = {};
  param.kind = QUARTET_PARAM_POINTER;
  param.value.pointer = value;
  return param;
}
inline quartet_param i32Param(int32_t value) {
  quartet_param param = {};
  param.kind = QUARTET_PARAM_I32;
  param.value.i32 = value;
  return param;
}
inline quartet_param i64Param(int64_t value) {
  quartet_param param = {};
  param.kind = QUARTET_PARAM_I64;
  param.value.i64 = value;
  return param;
}
inline quartet_param f32Param(float value) {
  quartet_param param = {};
  param.kind = QUARTET_PARAM_F32;
  param.value.f32 = value;
  return param;
}
inline quartet_param mapParam(const quartet_tensor_map &value) {
  quartet_param param = {};
  param.kind = QUARTET_PARAM_TENSOR_MAP;
  param.value.tensor_map = &value;
  return param;
}

inline quartet_launch_desc makeLaunch(const char *kernel, uint32_t blocks = 1,
                                      uint32_t threads = 1,
                                      uint32_t cluster = 0,
                                      uint32_t sharedBytes = 0) {
  uint32_t rest = cluster ? 1 : 0;
  return {kernel,      {blocks, 1, 1}, {threads, 1, 1}, {cluster, rest, rest},
          sharedBytes, "test.mlir:7:3"};
}

/// Opens the simulator's driver and gives each test an image and a stream.
class DeviceTest : public ::testing::Test {
protected:
  void SetUp() override {
    ASSERT_OK(quartet_open_driver(QUARTET_SIM_DRIVER));
    ASSERT_OK(quartet_stream_create(&stream));
  }
  void TearDown() override {
    EXPECT_OK(quartet_unload_image(&image));
    for (void *buffer : buffers)
      EXPECT_OK(quartet_device_free(buffer));
    EXPECT_OK(quartet_stream_destroy(stream));
  }

  void *allocate(uint64_t bytes) {
    void *buffer = nullptr;
    EXPECT_OK(quartet_device_alloc(bytes, &buffer));
    buffers.push_back(buffer);
    return buffer;
  }
  template <typename T>
  void *upload(const std::vector<T> &values) {
    void *buffer = allocate(values.size() * sizeof(T));
    EXPECT_OK(quartet_copy_to_device(buffer, values.data(),
                                     values.size() * sizeof(T), stream));
    return buffer;
  }
  template <typename T>
  std::vector<T> download(const void *buffer, size_t count) {
    std::vector<T> values(count);
    EXPECT_OK(
        quartet_copy_to_host(values.data(), buffer, count * sizeof(T), stream));
    EXPECT_OK(quartet_stream_synchronize(stream));
    return values;
  }
  int32_t launch(const quartet_launch_desc &desc,
                 const std::vector<quartet_param> &params) {
    return quartet_launch(&image, &desc, params.data(),
                          static_cast<int32_t>(params.size()), stream);
  }

  quartet_image image = {"kernels", kKernels, std::strlen(kKernels) + 1,
                         nullptr};
  void *stream = nullptr;
  std::vector<void *> buffers;
};

} // namespace quartet::test

#endif // QUARTET_UNITTESTS_RUNTIME_DEVICETEST_H
