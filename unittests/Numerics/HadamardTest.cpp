//===- HadamardTest.cpp - Rotation ----------------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The rotation against the matrix definition (on integers, where sums are
// exact), against a recursive transform bit for bit, and its properties.
//
//===----------------------------------------------------------------------===//

#include "quartet/Numerics/Hadamard.h"
#include "TestData.h"
#include "quartet/Numerics/HostScalar.h"

#include <cmath>
#include <gtest/gtest.h>

using namespace quartet::numerics;

namespace {

HostScalar o;

class Groups : public testing::TestWithParam<unsigned> {};

TEST_P(Groups, hadamard_c2_hadamard_c3_hadamard_c4_matrix_definition) {
  unsigned n = GetParam();
  std::mt19937_64 gen = testdata::generator(10);
  std::vector<float> x(n), y;
  std::vector<uint32_t> signs(n / 16);
  for (float &v : x)
    v = float(int(gen() % 513) - 256); // sums stay exact
  for (uint32_t &s : signs)
    s = gen() & 0xffff;
  y = x;
  rotateGroup(o, signs.data(), y.data(), n);
  for (unsigned i = 0; i < n; ++i) {
    int64_t sum = 0;
    for (unsigned j = 0; j < n; ++j) {
      bool minus = __builtin_popcount(i & j) & 1;
      minus ^= signs[j / 16] >> (j % 16) & 1;
      sum += minus ? -int64_t(x[j]) : int64_t(x[j]);
    }
    // Entries are exactly one: a bf16 1 / sqrt(n) would shrink every sum.
    EXPECT_EQ(y[i], float(sum)) << i;
  }
}

TEST_P(Groups, hadamard_c5_hadamard_c6_bit_for_bit) {
  std::mt19937_64 gen = testdata::generator(11);
  for (bool huge : {false, true}) {
    oracle::Matrix m = testdata::gaussian(13, 512, 30, gen);
    if (huge)
      for (float &v : m.values)
        v = std::ldexp(v, 126);
    host::Rotation rotation{GetParam(), {testdata::seed(), 3, 2}};
    std::vector<float> got =
        host::rotate(testdata::view(m), rotation, {0, 256});
    host::forceGenericKernels(true);
    EXPECT_EQ(
        std::memcmp(got.data(),
                    host::rotate(testdata::view(m), rotation, {0, 256}).data(),
                    got.size() * 4),
        0);
    host::forceGenericKernels(false);
    oracle::rotate(m, GetParam(), testdata::seed(), 3, 2, 16);
    for (size_t i = 0; i < got.size(); ++i) {
      if (std::isnan(m.values[i])) {
        ASSERT_TRUE(std::isnan(got[i]));
      } else {
        ASSERT_EQ(oracle::bitsOf(got[i]), oracle::bitsOf(m.values[i])) << i;
      }
    }
  }
}

TEST_P(Groups, hadamard_c1_twice_is_the_identity_times_the_group) {
  unsigned n = GetParam();
  std::vector<float> x(n);
  std::vector<uint32_t> none(n / 16, 0);
  for (unsigned i = 0; i < n; ++i)
    x[i] = float(i * i % 31);
  rotateGroup(o, none.data(), x.data(), n);
  rotateGroup(o, none.data(), x.data(), n);
  for (unsigned i = 0; i < n; ++i)
    EXPECT_EQ(x[i], float(n * (i * i % 31)));
  EXPECT_TRUE(isRotationGroup(n));
  EXPECT_FALSE(isRotationGroup(n + 1));
  EXPECT_FALSE(isRotationGroup(64));
  EXPECT_FALSE(isRotationGroup(256));
}

/// Signs are the same in every row, differ between column blocks, sites and
/// instances, and a group depends on its own columns alone.
TEST_P(Groups, philox_c5_signs_by_column) {
  unsigned n = GetParam();
  oracle::Matrix m{3, 256, std::vector<float>(3 * 256, 0.0f)};
  for (int64_t r = 0; r < 3; ++r)
    for (unsigned c = n; c < 2 * n; ++c) // only the second group is set
      m.values[size_t(r * 256 + c)] = float(c - n + 1);
  std::vector<float> a =
      host::rotate(testdata::view(m), {n, {testdata::seed(), 1, 0}});
  for (int64_t r = 1; r < 3; ++r)
    for (unsigned c = 0; c < 256; ++c)
      EXPECT_EQ(a[size_t(r * 256 + c)], a[c]);
  for (unsigned c = 0; c < 256; ++c)
    if (c < n || c >= 2 * n) {
      EXPECT_EQ(a[c], 0.0f);
    }
  // Distinct with probability above 1 - 2^-16 each; retried on another site.
  for (uint32_t site = 2, instance = 1; site < 4; ++site, ++instance) {
    std::vector<float> b =
        host::rotate(testdata::view(m), {n, {testdata::seed(), site, 0}});
    std::vector<float> c =
        host::rotate(testdata::view(m), {n, {testdata::seed(), 1, instance}});
    if (a != b && a != c && b != c)
      return;
  }
  ADD_FAILURE() << "signs do not depend on site and instance";
}

INSTANTIATE_TEST_SUITE_P(Rotation, Groups, testing::Values(16u, 32u, 128u));

} // namespace
