//===- ScaleTest.cpp - Arithmetic, block scales and candidates ------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The orders of evaluation one at a time, each on values where another order
// gives another result, and what a tile's candidates have in common.
//
//===----------------------------------------------------------------------===//

#include "TestData.h"
#include "quartet/Numerics/Block.h"
#include "quartet/Numerics/HostLanes.h"
#include "quartet/Numerics/HostScalar.h"

#include <cmath>
#include <gtest/gtest.h>

using namespace quartet::numerics;

namespace {

HostScalar o;

template <class O, class Get>
void checkArithmetic(O &ops, Get get) {
  // (1 + 2^-12)^2 = 1 + 2^-11 + 2^-24: the last term survives only in fma.
  float a = 1.0f + 0x1p-12f;
  EXPECT_EQ(get(ops.mul(ops.f32(a), ops.f32(a))), 1.0f + 0x1p-11f);
  EXPECT_EQ(get(ops.fma(ops.f32(a), ops.f32(a), ops.f32(-1.0f - 0x1p-11f))),
            0x1p-24f);
  // A product followed by a sum rounds twice: no contraction.
  EXPECT_EQ(
      get(ops.add(ops.mul(ops.f32(a), ops.f32(a)), ops.f32(-1.0f - 0x1p-11f))),
      0.0f);
  // Subnormal operands and results are kept.
  EXPECT_EQ(get(ops.mul(ops.f32(0x1p-100f), ops.f32(0x1p-40f))), 0x1p-140f);
  EXPECT_EQ(get(ops.mul(ops.f32(0x1p-140f), ops.f32(0x1p100f))), 0x1p-40f);
  EXPECT_EQ(get(ops.add(ops.f32(0x1p-149f), ops.f32(0x1p-149f))), 0x1p-148f);
  EXPECT_EQ(get(ops.div(ops.f32(1.0f), ops.f32(3.0f))), 1.0f / 3.0f);
  EXPECT_EQ(get(ops.sub(ops.f32(0x1p24f), ops.f32(0.5f))), 0x1p24f);
  EXPECT_EQ(get(ops.fromUInt(ops.u32(0xffffffu))), 16777215.0f);
}

TEST(Arithmetic, arithmetic_c1_one_rounding_each) {
  checkArithmetic(o, [](float v) { return v; });
  HostLanes<2> lanes;
  for (unsigned l : {0u, 7u})
    checkArithmetic(lanes, [l](HostLanes<2>::F v) { return v[l]; });
}

TEST(Magnitude, magnitude_c1_patterns_order_like_numbers) {
  const float ascending[] = {0.0f,   0x1p-149f, 0x1p-126f, 1.0f, 1.5f,
                             448.0f, 3e38f,     INFINITY,  NAN};
  for (size_t i = 1; i < std::size(ascending); ++i)
    for (float sign : {1.0f, -1.0f}) {
      EXPECT_LT(magnitude(o, std::copysign(ascending[i - 1], sign)),
                magnitude(o, std::copysign(ascending[i], -sign)));
      EXPECT_EQ(isNonFinite(o, magnitude(o, ascending[i])),
                !std::isfinite(ascending[i]));
    }
}

/// Block scales where the three orders of division part: there the quotient
/// lies on a midpoint of E4M3 for one of them.
TEST(BlockScale, block_scale_c1_block_scale_c2_block_scale_c3_orders) {
  Quantizer product = findQuantizer("rtn")->quantizer, twice = product,
            encode = product;
  twice.arithmetic = Arithmetic::DivideTwice;
  encode.tensorScale = TensorScaleRule::ReciprocalAmax;
  std::mt19937_64 gen = testdata::generator(60);
  int differTwice = 0, differEncode = 0;
  for (int i = 0; i < 20000; ++i) {
    float amax = std::ldexp(1.0f + float(gen() % (1 << 23)) / (1 << 23), 2);
    float ts = amax / 2688.0f, s = 2688.0f / amax;
    unsigned byte = 0x30 + unsigned(gen() % 0x48);
    double mid = (oracle::decodeE4M3(byte) + oracle::decodeE4M3(byte + 1)) / 2;
    float m = testdata::ulps(float(mid * 6.0 * ts), int(gen() % 5) - 2);
    auto run = [&](const Quantizer &q) {
      TensorScale<HostScalar> t = tensorScaleFromAmax(o, q, o.bits(amax));
      return blockScale(o, q, 0, o.bits(m), t).code;
    };
    auto nearest = [](float c) {
      return oracle::encodeE4M3(c, oracle::Round::Nearest);
    };
    ASSERT_EQ(run(product), nearest(m / (6.0f * ts)));
    ASSERT_EQ(run(twice), nearest((m / 6.0f) / ts));
    ASSERT_EQ(run(encode), nearest(m * (s * (1.0f / 6.0f))));
    differTwice += run(product) != run(twice);
    differEncode += run(product) != run(encode);
  }
  EXPECT_GT(differTwice, 20);
  EXPECT_GT(differEncode, 20);
}

TEST(ElementScale, element_scale_c1_zero_scale_gives_zeros) {
  for (Arithmetic a :
       {Arithmetic::Reciprocal, Arithmetic::Divide, Arithmetic::DivideTwice}) {
    Quantizer q = findQuantizer("rtn")->quantizer;
    q.arithmetic = a;
    ElementScale<HostScalar> s = elementScale(o, q, 0.0f, 0.37f);
    for (float x : {0.0f, 0x1p-149f, 1.0f, 3e38f})
      EXPECT_EQ(o.bits(scaleElement(o, q, x, s)), 0u);
  }
}

TEST(ElementScale, element_scale_c2_element_scale_c3_orders) {
  Quantizer multiply = findQuantizer("rtn")->quantizer;
  Quantizer divide = findQuantizer("modelopt")->quantizer;
  std::mt19937_64 gen = testdata::generator(61);
  std::normal_distribution<float> normal;
  int differ = 0;
  for (int i = 0; i < 10000; ++i) {
    float c = float(oracle::decodeE4M3(1 + unsigned(gen() % 126)));
    float ts = std::fabs(normal(gen)), x = std::fabs(normal(gen));
    float v = scaleElement(o, multiply, x, elementScale(o, multiply, c, ts));
    float w = scaleElement(o, divide, x, elementScale(o, divide, c, ts));
    ASSERT_EQ(v, x * (1.0f / (c * ts)));
    ASSERT_EQ(w, x / (c * ts));
    differ += v != w;
  }
  EXPECT_GT(differ, 1000);
}

/// Scores bit for bit: their last bits decide only between near equals.
TEST(Candidates, candidate_c1_candidate_c2_candidate_c3_scores) {
  std::mt19937_64 gen = testdata::generator(63);
  Quantizer q = findQuantizer("quartet2_forward")->quantizer;
  int halves = 0, unfused = 0;
  for (int round = 0; round < 1000; ++round) {
    oracle::Matrix m = testdata::gaussian(1, 16, 3, gen);
    const float *x = m.values.data();
    uint32_t mag = blockMagnitude(o, x);
    TensorScale<HostScalar> ts =
        tensorScaleFromAmax(o, q, o.bits(5 * o.fromBits(mag)));
    GridPoint<HostScalar> six = blockScale(o, q, 0, mag, ts);
    GridPoint<HostScalar> four = blockScale(o, q, 1, mag, ts);
    ElementScale<HostScalar> e6 = elementScale(o, q, six.value, ts.ts);
    ElementScale<HostScalar> e4 = elementScale(o, q, four.value, ts.ts);
    for (Criterion criterion :
         {Criterion::MSE, Criterion::MAE, Criterion::Cosine}) {
      q.criterion = criterion;
      Candidate<HostScalar> c =
          tryCandidate<HostScalar>(o, q, x, four, e4, e6, true, nullptr);
      float e[2] = {}, a[2] = {}, h[2] = {}, u[2] = {};
      for (int i = 0; i < 16; ++i) {
        float v = float(oracle::decodeE2M1(c.words[i / 8] >> (i % 8 * 4) & 7));
        float magnitude = std::fabs(x[i]);
        float d = std::fmaf(-v, four.value * ts.ts, magnitude);
        float term = criterion == Criterion::Cosine ? v : d;
        if (criterion == Criterion::MAE) {
          e[i % 2] += std::fabs(d);
        } else {
          e[i % 2] = std::fmaf(term, term, e[i % 2]);
          h[i / 8] = std::fmaf(term, term, h[i / 8]);
          u[i % 2] += term * term;
        }
        if (criterion == Criterion::Cosine)
          a[i % 2] =
              std::fmaf(magnitude * (1.0f / (six.value * ts.ts)), v, a[i % 2]);
      }
      ASSERT_EQ(c.error, e[0] + e[1]);
      ASSERT_EQ(c.alignment, a[0] + a[1]);
      halves += criterion == Criterion::MSE && c.error != h[0] + h[1];
      unfused += criterion == Criterion::MSE && c.error != u[0] + u[1];
    }
  }
  EXPECT_GT(halves, 50);
  EXPECT_GT(unfused, 50);
}

/// A tile takes the candidate with the smaller total error, although single
/// rows would choose otherwise.
TEST(Candidates, candidate_c5_one_choice_per_tile) {
  std::mt19937_64 gen = testdata::generator(62);
  Quantizer q = findQuantizer("quartet2_forward")->quantizer;
  q.blockRows = 16;
  Quantizer six = q;
  six.numCandidates = 1;
  // Most rows are exact with a maximum of 8 = 4 * 2; others are anything.
  oracle::Matrix m = testdata::gaussian(16, 1024, 0, gen);
  for (size_t i = 0; i < m.values.size(); ++i) {
    bool exact = i / 1024 % 4 != 0;
    if (exact)
      m.values[i] = float(2 * (gen() % 5));
    if (i % 16 == 0)
      m.values[i] = 8.0f;
    m.values[i] *= float(1 << (i / 16 % 2));
  }
  host::QuantizeOptions options;
  options.quantizer = q;
  host::QuantizedMatrix got = host::quantize(testdata::view(m), options);
  std::vector<float> values = host::dequantize(got);
  options.quantizer = six;
  std::vector<float> sixes =
      host::dequantize(host::quantize(testdata::view(m), options));
  int fours = 0, against = 0;
  for (size_t b = 0; b < 64; ++b) {
    double kept = 0, other = 0;
    for (size_t r = 0; r < 16; ++r) {
      EXPECT_EQ(got.scales[r * 64 + b], got.scales[b]);
      double k = 0, s = 0;
      for (size_t i = r * 1024 + b * 16; i < r * 1024 + b * 16 + 16; ++i) {
        double x = m.values[i];
        k += (x - values[i]) * (x - values[i]);
        s += (x - sixes[i]) * (x - sixes[i]);
      }
      against += k > s;
      kept += k;
      other += s;
    }
    fours += kept != other;
    // Computed in f32 by the quantizer: 256 terms, each within 2^-22.
    EXPECT_LE(kept, other * (1 + 256 * std::ldexp(1.0, -22)));
  }
  EXPECT_GT(fours, 5);
  EXPECT_GT(against, 5);
}

} // namespace
