//===- TestData.cpp - Inputs and seeds shared by the tests ----------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// See TestData.h.
//
//===----------------------------------------------------------------------===//

#include "TestData.h"

#include <chrono>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <limits>

using namespace quartet::numerics;

uint64_t testdata::seed() {
  static const uint64_t value = [] {
    const char *text = std::getenv("QUARTET_TEST_SEED");
    uint64_t v =
        text ? std::strtoull(text, nullptr, 10)
             : uint64_t(
                   std::chrono::system_clock::now().time_since_epoch().count());
    std::printf("QUARTET_TEST_SEED=%llu\n", (unsigned long long)v);
    return v;
  }();
  return value;
}

std::mt19937_64 testdata::generator(uint64_t salt) {
  return std::mt19937_64(seed() ^ (salt * 0x9E3779B97F4A7C15ull));
}

std::vector<testdata::Case> testdata::quantizers() {
  std::vector<Case> cases;
  size_t count;
  const NamedQuantizer *named = getNamedQuantizers(count);
  for (size_t i = 0; i < count; ++i)
    cases.push_back({named[i].name, named[i].quantizer});
  Quantizer q = findQuantizer("quartet2_forward")->quantizer;
  q.criterion = Criterion::MAE;
  cases.push_back({"four_over_six_mae", q});
  q.criterion = Criterion::Cosine;
  cases.push_back({"four_over_six_cosine", q});
  q.criterion = Criterion::MSE;
  q.arithmetic = Arithmetic::Divide;
  cases.push_back({"four_over_six_divide", q});
  q.arithmetic = Arithmetic::Reciprocal;
  q.blockRows = 16;
  cases.push_back({"four_over_six_16x16", q});
  q.criterion = Criterion::Cosine;
  cases.push_back({"four_over_six_cosine_16x16", q});
  q = findQuantizer("sr")->quantizer;
  q.blockRows = 16;
  cases.push_back({"sr_16x16", q});
  q = findQuantizer("rtn")->quantizer;
  q.element = ElementRounding::NearestAway;
  cases.push_back({"rtn_away", q});
  q = findQuantizer("quartet2_backward")->quantizer;
  q.correction = Correction::Group128;
  cases.push_back({"eden_group128", q});
  q.correction = Correction::Group128Weighted;
  cases.push_back({"eden_group128_weighted", q});
  q = findQuantizer("quartet2_sim")->quantizer;
  q.correction = Correction::Group16;
  q.element = ElementRounding::NearestEven;
  q.zeroBlock = ZeroBlock::Zero;
  cases.push_back({"aligned_group16", q});
  q.correction = Correction::Group128Weighted;
  q.arithmetic = Arithmetic::Reciprocal;
  cases.push_back({"aligned_group128_weighted", q});
  return cases;
}

oracle::Matrix testdata::gaussian(int64_t rows, int64_t columns, int spread,
                                  std::mt19937_64 &gen) {
  std::normal_distribution<float> normal;
  std::uniform_int_distribution<int> power(-spread, 0);
  oracle::Matrix m{rows, columns, {}};
  for (int64_t b = 0; b < rows * columns / 16; ++b) {
    int e = power(gen);
    for (int i = 0; i < 16; ++i)
      m.values.push_back(std::ldexp(normal(gen), e));
  }
  return m;
}

oracle::Matrix testdata::special(int64_t rows, int64_t columns,
                                 std::mt19937_64 &gen) {
  oracle::Matrix m = gaussian(rows, columns, 20, gen);
  const float picks[] = {0.0f,
                         -0.0f,
                         std::ldexp(1.0f, -149),
                         -std::ldexp(3.0f, -140),
                         std::ldexp(1.0f, -126),
                         std::ldexp(1.5f, 126),
                         -std::numeric_limits<float>::max(),
                         std::numeric_limits<float>::infinity(),
                         -std::numeric_limits<float>::infinity(),
                         std::numeric_limits<float>::quiet_NaN(),
                         oracle::floatOf(0xff800001u)};
  std::uniform_int_distribution<size_t> pick(0, std::size(picks) - 1);
  for (size_t b = 0; b < m.values.size() / 16; ++b) {
    float *x = m.values.data() + b * 16;
    switch (gen() % 8) {
    case 0:
      std::fill(x, x + 16, 0.0f);
      break;
    case 1: // all of either zero
      for (int i = 0; i < 16; ++i)
        x[i] = gen() % 2 ? 0.0f : -0.0f;
      break;
    case 2: // tiny everywhere
      for (int i = 0; i < 16; ++i)
        x[i] = std::ldexp(x[i], -130);
      break;
    case 3:
      x[gen() % 16] = picks[pick(gen)];
      break;
    case 4:
      for (int i = 0; i < 16; ++i)
        x[i] = picks[pick(gen)];
      break;
    case 5: // small against the rest of the tensor
      for (int i = 0; i < 16; ++i)
        x[i] = std::ldexp(x[i], -int(gen() % 24));
      break;
    default:
      break;
    }
  }
  return m;
}

float testdata::ulps(float v, int steps) {
  if (v == 0 || !std::isfinite(v))
    return v;
  float r = oracle::floatOf(oracle::bitsOf(v) + uint32_t(steps));
  return std::isfinite(r) ? r : v;
}

oracle::Matrix testdata::midpoints(const Quantizer &q, float amax,
                                   std::mt19937_64 &gen) {
  static const double kMid[] = {0.25, 0.5, 0.75, 1,   1.25, 1.5, 1.75,
                                2,    2.5, 3,    3.5, 4,    5,   6};
  float six = 6.0f / q.scaleOverride, four = 4.0f / q.scaleOverride;
  float ts = amax / (six * q.scaleMax);
  oracle::Matrix m;
  m.columns = 16;
  // Block scales: every E4M3 value and every midpoint between two.
  for (unsigned byte = 1; byte < 0x7e; ++byte)
    for (int half = 0; half < 2; ++half) {
      double lo = oracle::decodeE4M3(byte), hi = oracle::decodeE4M3(byte + 1);
      double c = half ? (lo + hi) / 2 : lo;
      if (c > 1.5 * q.scaleMax)
        continue;
      for (float b : {six, four})
        for (int du = -1; du <= 1; ++du) {
          float largest = ulps(float(c * b * ts), du);
          float steps[2] = {float(lo) * ts, float(hi) * ts};
          m.values.push_back(largest);
          for (int i = 1; i < 16; ++i) {
            float step = steps[gen() % 2];
            // As the elements of MS-EDEN see it: the truncated pseudo-scale.
            if (gen() % 3 == 0)
              step =
                  oracle::floatOf(oracle::bitsOf(largest / six) & 0xfff80000u);
            float x = ulps(float(kMid[gen() % std::size(kMid)]) * step,
                           int(gen() % 3) - 1);
            x = std::min(x, largest);
            m.values.push_back(gen() % 2 ? x : -x);
          }
          ++m.rows;
        }
    }
  return m;
}

oracle::Matrix testdata::everyBF16(float blockMaximum) {
  oracle::Matrix m;
  m.columns = 16;
  for (unsigned pattern = 0; pattern < 65536;) {
    m.values.push_back(blockMaximum);
    for (int i = 1; i < 16; ++i)
      m.values.push_back(
          oracle::bf16ToFloat(uint16_t(std::min(pattern++, 65535u))));
    ++m.rows;
  }
  return m;
}

host::MatrixView testdata::view(const oracle::Matrix &m) {
  host::MatrixView v;
  v.data = m.values.data();
  v.type = host::ElementType::F32;
  v.rows = m.rows;
  v.columns = m.columns;
  v.stride = m.columns;
  return v;
}
