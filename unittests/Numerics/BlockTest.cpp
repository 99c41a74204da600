//===- BlockTest.cpp - Whole quantizers against the oracle ----------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Every quantizer, bit for bit, against the second implementation: on random
// data, special values, inputs that sit on rounding boundaries, all bf16
// patterns, and tensor maxima at which orders of evaluation differ.
//
//===----------------------------------------------------------------------===//

#include "TestData.h"

#include <cmath>
#include <gtest/gtest.h>

using namespace quartet::numerics;

namespace {

class EveryQuantizer : public testing::TestWithParam<testdata::Case> {
protected:
  /// Quantizes `m` both ways, with both sets of kernels.
  void compare(const oracle::Matrix &m, float amax, const std::string &what) {
    host::QuantizeOptions options;
    options.quantizer = GetParam().quantizer;
    options.randomness = {testdata::seed(), 5, 3};
    options.hasAmax = amax >= 0;
    options.amax = amax;
    oracle::Matrix padded = m;
    if (m.columns % 32) { // the padding is part of the result
      padded.columns = m.columns + 16;
      padded.values.clear();
      for (int64_t r = 0; r < m.rows; ++r) {
        auto row = m.values.begin() + r * m.columns;
        padded.values.insert(padded.values.end(), row, row + m.columns);
        padded.values.insert(padded.values.end(), 16, 0.0f);
      }
    }
    oracle::Result expected = oracle::quantize(options.quantizer, padded, amax,
                                               testdata::seed(), 5, 3);
    for (bool generic : {false, true}) {
      host::forceGenericKernels(generic);
      host::QuantizedMatrix got = host::quantize(testdata::view(m), options);
      host::forceGenericKernels(false);
      ASSERT_EQ(oracle::difference(expected, got), "")
          << what << (generic ? ", generic kernels" : "");
    }
  }
};

TEST_P(EveryQuantizer, block_c4_random) {
  std::mt19937_64 gen = testdata::generator(1);
  for (int64_t rows : {1, 7, 16, 37})
    for (int64_t columns : {16, 32, 160, 256})
      compare(testdata::gaussian(rows, columns, 10, gen), -1.0f,
              std::to_string(rows) + "x" + std::to_string(columns));
}

TEST_P(EveryQuantizer, block_c2_block_c3_special_values) {
  std::mt19937_64 gen = testdata::generator(2);
  for (int round = 0; round < 8; ++round)
    compare(testdata::special(35, 288, gen), -1.0f, "special");
}

TEST_P(EveryQuantizer, block_scale_c1_element_scale_c2_midpoints) {
  std::mt19937_64 gen = testdata::generator(3);
  for (float base : {6.0f, 7.0f, 1536.0f, 2688.0f})
    for (int power : {0, -3, 10, -60, -99, 100}) {
      float amax = std::ldexp(base, power);
      compare(testdata::midpoints(GetParam().quantizer, amax, gen), amax,
              "amax " + std::to_string(amax));
    }
}

TEST_P(EveryQuantizer, element_c1_element_c2_element_c3_every_bf16) {
  for (float base : {6.0f, 7.0f, 1536.0f, 2688.0f})
    for (int power : {0, 7})
      compare(testdata::everyBF16(std::ldexp(base, -power)), base,
              "amax " + std::to_string(base));
}

TEST_P(EveryQuantizer, tensor_scale_c1_extreme_maxima) {
  std::mt19937_64 gen = testdata::generator(4);
  oracle::Matrix m = testdata::gaussian(9, 64, 4, gen);
  for (float amax :
       {0.0f, std::ldexp(1.0f, -149), std::ldexp(1.0f, -101),
        std::ldexp(1.0f, -100), 1e-3f, 1e30f, std::ldexp(1.0f, 127),
        std::ldexp(1.99f, 127), INFINITY, NAN}) {
    float expected = std::isnan(amax) ? INFINITY : amax;
    host::QuantizeOptions options;
    options.quantizer = GetParam().quantizer;
    options.hasAmax = true;
    options.amax = amax;
    EXPECT_EQ(oracle::difference(
                  oracle::quantize(options.quantizer, m, expected, 0, 0, 0),
                  host::quantize(testdata::view(m), options)),
              "")
        << amax;
  }
  // Huge and tiny data with their own maximum.
  for (int power : {-149, -130, -110, -90, 100, 124}) {
    oracle::Matrix scaled = m;
    for (float &v : scaled.values)
      v = std::ldexp(v, power);
    compare(scaled, -1.0f, "data times 2^" + std::to_string(power));
  }
}

INSTANTIATE_TEST_SUITE_P(
    All, EveryQuantizer, testing::ValuesIn(testdata::quantizers()),
    [](const testing::TestParamInfo<testdata::Case> &info) {
      return info.param.name;
    });

} // namespace
