//===- CodecTest.cpp - E2M1, E4M3 and 16-bit floats, exhaustively ---------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// All codes, all bf16 and f16 patterns, and every rounding boundary with its
// f32 neighbours, against searched tables.
//
//===----------------------------------------------------------------------===//

#include "TestData.h"
#include "quartet/Numerics/E2M1.h"
#include "quartet/Numerics/E4M3.h"
#include "quartet/Numerics/Floats.h"
#include "quartet/Numerics/HostScalar.h"

#include <cmath>
#include <gtest/gtest.h>
#include <limits>

using namespace quartet::numerics;

namespace {

HostScalar o;

/// Every value and midpoint of a grid with its f32 neighbours, both signs, and
/// the values outside of any grid.
template <class Decode>
std::vector<float> boundaries(unsigned codes, Decode decode) {
  std::vector<float> v;
  for (unsigned c = 0; c < codes; ++c) {
    double lo = decode(c), hi = c + 1 < codes ? decode(c + 1) : 2 * lo;
    for (double x : {lo, (lo + hi) / 2, lo + (hi - lo) / 4})
      for (int d = -2; d <= 2; ++d)
        v.push_back(testdata::ulps(float(x), d));
  }
  for (float x : {0.0f, std::ldexp(1.0f, -149), std::ldexp(1.0f, -126), 464.0f,
                  465.0f, 480.0f, 65504.0f, 65520.0f, 1e19f, 3e38f, INFINITY,
                  std::numeric_limits<float>::quiet_NaN()})
    v.push_back(x);
  size_t n = v.size();
  for (size_t i = 0; i < n; ++i)
    v.push_back(std::copysign(v[i], -1.0f));
  return v;
}

const uint32_t kDraws[] = {0,        1,        0x3fffff, 0x400000,
                           0x400001, 0x7fffff, 0x800000, 0x800001,
                           0xbfffff, 0xc00000, 0xfffffe, 0xffffff};

TEST(E2M1, e2m1_c1_decodes_every_code) {
  const float values[] = {0, 0.5, 1, 1.5, 2, 3, 4, 6};
  for (uint32_t code = 0; code < 16; ++code) {
    float expected = code & 8 ? -values[code & 7] : values[code & 7];
    EXPECT_EQ(o.bits(decodeE2M1(o, code)), oracle::bitsOf(expected)) << code;
  }
}

TEST(E2M1, e2m1_c1_decodes_every_word_position) {
  for (unsigned i = 0; i < 8; ++i)
    for (uint32_t code = 0; code < 16; ++code)
      for (uint32_t others : {0u, 0xffffffffu, 0x5a5a5a5au}) {
        uint32_t word = (others & ~(15u << 4 * i)) | code << 4 * i;
        float values[8];
        decodeE2M1Word(o, word, values);
        EXPECT_EQ(o.bits(values[i]), o.bits(decodeE2M1(o, code)));
      }
}

TEST(E2M1, e2m1_c2_saturates_and_maps_nan) {
  EXPECT_EQ(encodeE2M1(o, INFINITY), 7u);
  EXPECT_EQ(encodeE2M1(o, -INFINITY), 15u);
  EXPECT_EQ(encodeE2M1(o, 6.0001f), 7u);
  EXPECT_EQ(encodeE2M1(o, -3e38f), 15u);
}

TEST(E2M1, e2m1_c3_signs) {
  EXPECT_EQ(encodeE2M1(o, -0.0f), 8u);
  EXPECT_EQ(encodeE2M1(o, -1e-40f), 8u);
  EXPECT_EQ(encodeE2M1(o, oracle::floatOf(0x7fc00000u)), 7u);
  EXPECT_EQ(encodeE2M1(o, oracle::floatOf(0xff800001u)), 7u);
}

TEST(E2M1, e2m1_c4_ties_go_to_the_even_code) {
  const float ties[] = {0.25, 0.75, 1.25, 1.75, 2.5, 3.5, 5};
  const uint32_t codes[] = {0, 2, 2, 4, 4, 6, 6};
  for (size_t i = 0; i < 7; ++i)
    EXPECT_EQ(encodeE2M1(o, ties[i]), codes[i]) << ties[i];
}

TEST(E2M1, e2m1_c5_ties_go_away_from_zero) {
  const float ties[] = {0.25, 0.75, 1.25, 1.75, 2.5, 3.5, 5};
  for (uint32_t i = 0; i < 7; ++i)
    EXPECT_EQ(encodeE2M1Away(o, ties[i]), i + 1) << ties[i];
}

TEST(E2M1, e2m1_c4_grid_c1_e2m1_c5_grid_c3_boundaries) {
  for (float v : boundaries(8, oracle::decodeE2M1)) {
    EXPECT_EQ(encodeE2M1(o, v), oracle::encodeE2M1(v, oracle::Round::Nearest))
        << v;
    EXPECT_EQ(encodeE2M1Away(o, v), oracle::encodeE2M1(v, oracle::Round::Away))
        << v;
  }
}

TEST(E2M1, e2m1_c6_grid_c2_grid_c4_boundaries_and_draws) {
  for (float v : boundaries(8, oracle::decodeE2M1))
    for (uint32_t draw : kDraws)
      EXPECT_EQ(encodeE2M1Stochastic(o, v, draw),
                oracle::encodeE2M1(v, oracle::Round::Stochastic, draw))
          << v << " draw " << draw;
}

TEST(E2M1, e2m1_c4_every_bf16) {
  for (uint32_t p = 0; p < 65536; ++p) {
    float v = oracle::bf16ToFloat(uint16_t(p));
    ASSERT_EQ(encodeE2M1(o, v), oracle::encodeE2M1(v, oracle::Round::Nearest));
    ASSERT_EQ(encodeE2M1Away(o, v), oracle::encodeE2M1(v, oracle::Round::Away));
    for (uint32_t draw : kDraws)
      ASSERT_EQ(encodeE2M1Stochastic(o, v, draw),
                oracle::encodeE2M1(v, oracle::Round::Stochastic, draw));
  }
}

TEST(E4M3, e4m3_c1_decodes_every_byte) {
  for (uint32_t byte = 0; byte < 256; ++byte) {
    float got = decodeE4M3(o, byte);
    double expected = oracle::decodeE4M3(byte);
    if (std::isnan(expected)) {
      EXPECT_EQ(o.bits(got), byte & 128 ? 0xffc00000u : 0x7fc00000u);
      continue;
    }
    EXPECT_EQ(o.bits(got), oracle::bitsOf(float(expected))) << byte;
  }
}

TEST(E4M3, e4m3_c1_e4m3_c3_round_trip) {
  for (uint32_t byte = 0; byte < 256; ++byte)
    EXPECT_EQ(encodeE4M3(o, decodeE4M3(o, byte)), byte);
}

TEST(E4M3, e4m3_c2_saturates_instead_of_nan) {
  for (float v : {448.0f, 464.0f, 465.0f, 480.0f, 1e30f, INFINITY}) {
    EXPECT_EQ(encodeE4M3(o, v), 0x7eu) << v;
    EXPECT_EQ(encodeE4M3Magnitude(o, o.bits(v)).code, 0x7eu) << v;
    EXPECT_EQ(encodeE4M3Magnitude(o, o.bits(v)).value, 448.0f) << v;
  }
  EXPECT_EQ(encodeE4M3(o, -1e30f), 0xfeu);
}

TEST(E4M3, e4m3_c2_value_is_that_of_the_code) {
  for (float v : boundaries(127, oracle::decodeE4M3)) {
    if (std::isnan(v) || std::signbit(v))
      continue;
    GridPoint<HostScalar> p = encodeE4M3Magnitude(o, o.bits(v));
    EXPECT_EQ(double(p.value), oracle::decodeE4M3(p.code)) << v;
  }
}

TEST(E4M3, e4m3_c3_boundaries_and_every_bf16) {
  std::vector<float> values = boundaries(127, oracle::decodeE4M3);
  for (uint32_t p = 0; p < 65536; ++p)
    values.push_back(oracle::bf16ToFloat(uint16_t(p)));
  for (float v : values)
    ASSERT_EQ(encodeE4M3(o, v), oracle::encodeE4M3(v, oracle::Round::Nearest))
        << v;
}

TEST(E4M3, e4m3_c4_boundaries_and_every_bf16) {
  std::vector<float> values = boundaries(127, oracle::decodeE4M3);
  for (uint32_t p = 0; p < 32768; ++p)
    values.push_back(oracle::bf16ToFloat(uint16_t(p)));
  for (float v : values) {
    if (std::signbit(v))
      continue;
    for (uint32_t draw : kDraws)
      ASSERT_EQ(encodeE4M3Stochastic(o, v, draw),
                oracle::encodeE4M3(v, oracle::Round::Stochastic, draw))
          << v << " draw " << draw;
  }
}

/// The probability of rounding up, over all 2^24 draws, is the fraction; in
/// the subnormals as well, where some implementations round to nearest.
TEST(E4M3, e4m3_c4_is_unbiased_in_subnormals) {
  for (double position : {0.125, 0.5, 3.75, 6.0 + 1.0 / 1024, 7.25}) {
    float v = float(position * std::ldexp(1.0, -9));
    uint64_t sum = 0;
    for (uint32_t draw = 0; draw < 1u << 24; draw += 1u << 10)
      sum += encodeE4M3Stochastic(o, v, draw);
    EXPECT_EQ(double(sum) / (1 << 14), position);
  }
}

TEST(Floats, bf16_c1_bf16_c2_every_pattern) {
  for (uint32_t p = 0; p < 65536; ++p) {
    float v = fromBF16(o, p);
    EXPECT_EQ(o.bits(v), p << 16);
    uint32_t expected = std::isnan(v) ? p | 0x40 : p;
    EXPECT_EQ(toBF16(o, v), expected);
    for (uint32_t low : {1u, 0x7fffu, 0x8000u, 0x8001u, 0xffffu}) {
      float between = o.fromBits(p << 16 | low);
      EXPECT_EQ(toBF16(o, between), oracle::floatToBF16(between));
    }
  }
}

double halfValue(uint32_t p) {
  double m = p & 1023, e = p >> 10 & 31;
  double v = e == 0 ? std::ldexp(m, -24) : std::ldexp(1024 + m, int(e) - 25);
  return p & 0x8000 ? -v : v;
}

TEST(Floats, f16_c1_every_pattern) {
  for (uint32_t p = 0; p < 65536; ++p) {
    uint32_t got = o.bits(fromF16(o, p));
    uint32_t sign = (p & 0x8000) << 16;
    if ((p & 0x7fff) == 0x7c00)
      EXPECT_EQ(got, sign | 0x7f800000u);
    else if ((p & 0x7fff) > 0x7c00)
      EXPECT_EQ(got, sign | 0x7fc00000u | (p & 1023) << 13);
    else
      EXPECT_EQ(got, oracle::bitsOf(float(halfValue(p))));
  }
}

TEST(Floats, f16_c2_values_midpoints_and_neighbours) {
  for (uint32_t p = 0; p < 0x7c00; ++p) {
    // The upper neighbour of the largest finite value stands for 65536.
    double lo = halfValue(p), hi = p == 0x7bff ? 65536.0 : halfValue(p + 1);
    float mid = float((lo + hi) / 2);
    uint32_t up = p + 1, even = p % 2 ? up : p;
    EXPECT_EQ(toF16(o, float(lo)), p);
    EXPECT_EQ(toF16(o, mid), even);
    EXPECT_EQ(toF16(o, testdata::ulps(mid, 1)), up);
    EXPECT_EQ(toF16(o, testdata::ulps(mid, -1)), p);
    EXPECT_EQ(toF16(o, -mid), even | 0x8000);
  }
  EXPECT_EQ(toF16(o, 1e10f), 0x7c00u);
  EXPECT_EQ(toF16(o, -INFINITY), 0xfc00u);
  EXPECT_EQ(toF16(o, 1e-40f), 0u);
  EXPECT_EQ(toF16(o, o.fromBits(0xff802000u)), 0xfe01u);
}

} // namespace
