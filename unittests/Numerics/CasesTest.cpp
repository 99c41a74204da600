//===- CasesTest.cpp - Inputs from the field with known bytes -------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Small inputs distilled from reports about other NVFP4 software, with bytes
// computed by hand or by an independent model.
//
//===----------------------------------------------------------------------===//

#include "TestData.h"

#include <cmath>
#include <gtest/gtest.h>

using namespace quartet::numerics;
using Bytes = std::vector<uint8_t>;

namespace {

host::QuantizedMatrix run(const char *name, std::vector<float> x,
                          float amax = -1.0f) {
  oracle::Matrix m{1, int64_t(x.size()), std::move(x)};
  host::QuantizeOptions options;
  options.quantizer = findQuantizer(name)->quantizer;
  options.hasAmax = amax >= 0;
  options.amax = amax;
  return host::quantize(testdata::view(m), options);
}

/// The bytes of the first `n` blocks.
Bytes data(const host::QuantizedMatrix &q, size_t n = 1) {
  return Bytes(q.data.begin(), q.data.begin() + long(8 * n));
}
Bytes scales(const host::QuantizedMatrix &q, size_t n = 1) {
  return Bytes(q.scales.begin(), q.scales.begin() + long(n));
}
std::vector<float> values(const host::QuantizedMatrix &q, size_t n = 16) {
  std::vector<float> v = host::dequantize(q);
  return std::vector<float>(v.begin(), v.begin() + long(n));
}

std::vector<float> padded(std::vector<float> x) {
  x.resize(16, 0.0f);
  return x;
}

const std::vector<float> kTies = {.25,  .75,   1.25,  1.75, 2.5,  3.5, 5, -.25,
                                  -.75, -1.25, -1.75, -2.5, -3.5, -5,  6, -6};

TEST(Cases, e2m1_c4_ties_and_signs) {
  host::QuantizedMatrix q = run("te", kTies);
  EXPECT_EQ(q.tensorScale, 1.0f / 448.0f);
  EXPECT_EQ(scales(q), Bytes{0x7e});
  EXPECT_EQ(data(q), (Bytes{0x20, 0x42, 0x64, 0x86, 0xaa, 0xcc, 0xee, 0xf7}));
  const float expected[] = {0,  1,  1,  2,  2,  4,  4, -0.0f,
                            -1, -1, -2, -2, -4, -4, 6, -6};
  std::vector<float> got = values(q);
  for (size_t i = 0; i < 16; ++i) {
    // 1 / 448 is not exact; the product with the scale is within an ulp.
    EXPECT_FLOAT_EQ(got[i], expected[i]);
    EXPECT_EQ(std::signbit(got[i]), std::signbit(expected[i]));
  }
}

/// In exact division these ties stay ties: a product of reciprocals would give
/// ts = 1 + 2^-23 at amax = 2688 and round all of them towards zero.
TEST(Cases, tensor_scale_c2_exact_at_2688) {
  std::vector<float> x = kTies;
  for (float &v : x)
    v *= 448.0f;
  for (const char *name : {"rtn", "torchao", "modelopt"}) {
    host::QuantizedMatrix q = run(name, x);
    EXPECT_EQ(q.tensorScale, 1.0f);
    EXPECT_EQ(scales(q), Bytes{0x7e});
    EXPECT_EQ(data(q), (Bytes{0x20, 0x42, 0x64, 0x86, 0xaa, 0xcc, 0xee, 0xf7}));
  }
}

TEST(Cases, block_scale_c4_zero_block) {
  std::vector<float> x(32, 0.0f);
  for (int i = 0; i < 16; ++i)
    x[size_t(16 + i)] = float(i);
  const Bytes ramp = {0,    0,    0,    0,    0,    0,    0,    0,
                      0x10, 0x22, 0x43, 0x54, 0x65, 0x66, 0x76, 0x77};
  const struct {
    const char *name;
    uint8_t zero;
  } variants[] = {
      {"te", 0x00}, {"torchao", 0x08}, {"modelopt", 0x38}, {"rtn", 0x00}};
  for (auto [name, zero] : variants) {
    host::QuantizedMatrix q = run(name, x);
    EXPECT_EQ(scales(q, 2), (Bytes{zero, 0x7e})) << name;
    EXPECT_EQ(data(q, 2), ramp) << name;
    for (float v : values(q))
      EXPECT_EQ(oracle::bitsOf(v), 0u) << name;
  }
}

TEST(Cases, tensor_scale_c2_all_zero) {
  for (const char *name : {"te", "rtn", "quartet2_forward", "quartet2_backward",
                           "quartet2_wmax256", "sr"}) {
    host::QuantizedMatrix q = run(name, {0, -0.0f, 0, 0, 0, 0, 0, 0, //
                                         0, 0, 0, 0, 0, 0, 0, -0.0f});
    EXPECT_EQ(q.tensorScale, 1.0f) << name;
    EXPECT_EQ(q.scales, Bytes(2, 0)) << name;
    EXPECT_EQ(q.data, Bytes(16, 0)) << name;
  }
}

TEST(Cases, block_scale_c5_stale_amax_saturates) {
  std::vector<float> x(16, 1.0f);
  x[0] = 30.0f;
  host::QuantizedMatrix q = run("te", x, 10.0f);
  EXPECT_EQ(scales(q), Bytes{0x7e});
  EXPECT_EQ(data(q), (Bytes{0x17, 0x11, 0x11, 0x11, 0x11, 0x11, 0x11, 0x11}));
  EXPECT_FLOAT_EQ(values(q)[0], 10.0f);
  EXPECT_FLOAT_EQ(values(q)[1], 10.0f / 12.0f);
  q = run("te", x, 30.0f);
  EXPECT_EQ(scales(q), Bytes{0x7e});
  EXPECT_EQ(data(q), (Bytes{0x07, 0, 0, 0, 0, 0, 0, 0}));
  EXPECT_FLOAT_EQ(values(q)[0], 30.0f);
  EXPECT_EQ(values(q)[1], 0.0f);
}

TEST(Cases, candidate_c1_four_over_six) {
  std::vector<float> x = padded({8, 6, 4, 2});
  host::QuantizedMatrix q = run("quartet2_forward", x);
  EXPECT_EQ(scales(q), Bytes{0x7c});
  EXPECT_EQ(data(q), (Bytes{0x56, 0x24, 0, 0, 0, 0, 0, 0}));
  EXPECT_EQ(values(q), x);
  q = run("te", x);
  EXPECT_EQ(scales(q), Bytes{0x7e});
  EXPECT_EQ(data(q), (Bytes{0x67, 0x35, 0, 0, 0, 0, 0, 0}));
  EXPECT_FLOAT_EQ(values(q)[0], 8.0f);
  EXPECT_FLOAT_EQ(values(q)[1], 16.0f / 3.0f);
}

/// At ts = 1 both candidates are exact: 6 * 256 = 4 * 384 = 1536.
TEST(Cases, candidate_c4_equal_errors_choose_six) {
  for (Criterion criterion :
       {Criterion::MSE, Criterion::MAE, Criterion::Cosine}) {
    oracle::Matrix m{1, 16, padded({1536, -1536})};
    host::QuantizeOptions options;
    options.quantizer = findQuantizer("quartet2_forward")->quantizer;
    options.quantizer.criterion = criterion;
    host::QuantizedMatrix q = host::quantize(testdata::view(m), options);
    EXPECT_EQ(scales(q), Bytes{0x78});
    EXPECT_EQ(data(q), (Bytes{0xf7, 0, 0, 0, 0, 0, 0, 0}));
  }
}

TEST(Cases, decode_c1_checkpoint_conventions) {
  host::QuantizedMatrix q;
  q.rows = 1;
  q.padded = 32;
  q.data = Bytes(16, 0);
  q.data[0] = 0x21;
  q.scales = {0x40, 0};
  q.tensorScale = 0.25f; // a multiplier
  EXPECT_EQ(values(q, 2), (std::vector<float>{0.25f, 0.5f}));
  q.tensorScale = 1.0f / 4.0f; // the same scale stored as a divisor of 4
  EXPECT_EQ(values(q, 2), (std::vector<float>{0.25f, 0.5f}));
}

} // namespace
