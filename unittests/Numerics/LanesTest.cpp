//===- LanesTest.cpp - Eight lanes agree with one -------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The vector instantiation of every template against the scalar one, bit for
// bit, on random bit patterns, special values and grid boundaries.
//
//===----------------------------------------------------------------------===//

#include "TestData.h"
#include "quartet/Numerics/Eden.h"
#include "quartet/Numerics/Epilogue.h"
#include "quartet/Numerics/Hadamard.h"
#include "quartet/Numerics/HostLanes.h"
#include "quartet/Numerics/HostScalar.h"
#include "quartet/Numerics/Philox.h"
#include "quartet/Numerics/ScaleLayout.h"

#include <gtest/gtest.h>

using namespace quartet::numerics;

namespace {

using L = HostLanes<2>;

/// Collects every result of every template as bit patterns.
template <class O>
struct Everything {
  O &o;
  const Quantizer &q;
  std::vector<typename O::I> out;

  void put(typename O::I v) { out.push_back(v); }
  void put(typename O::F v, int) { out.push_back(o.bits(v)); }

  void run(const typename O::F *x, const typename O::I *r) {
    for (unsigned i = 0; i < kBlock; ++i) {
      put(encodeE2M1(o, x[i]));
      put(encodeE2M1Away(o, x[i]));
      put(encodeE2M1Stochastic(o, x[i], o.shr(r[i], 8u)));
      put(decodeE2M1(o, r[i]), 0);
      put(encodeE4M3(o, x[i]));
      put(encodeE4M3Stochastic(o, o.fromBits(magnitude(o, x[i])),
                               o.shr(r[i], 8u)));
      put(decodeE4M3(o, r[i]), 0);
      put(toBF16(o, x[i]));
      put(toF16(o, x[i]));
      put(fromF16(o, o.iand(r[i], o.u32(0xffff))), 0);
      put(accumulateFiniteMagnitude(o, r[i], x[i]));
      put(o.select(o.bnot(o.band(o.ne(r[i], r[0]), o.ule(r[i], r[0]))), r[i],
                   r[0]));
      put(tiledScaleOffset(o, o.shr(r[i], 16u), o.shr(r[i], 20u), o.u32(9)));
    }
    typename O::F words[8];
    decodeE2M1Word(o, r[0], words);
    for (typename O::F v : words)
      put(v, 0);
    RandomSource<O> source{r[0], r[1], o.u32(77), r[2]};
    typename O::I draws[kBlock];
    drawForElements(o, source, r[3], r[4], draws);
    for (typename O::I v : draws)
      put(v);
    put(drawSigns(o, source, r[5]));
    typename O::I m = blockMagnitude(o, x);
    put(m);
    TensorScale<O> tensor = tensorScaleFromAmax(o, q, m);
    put(tensor.ts, 0);
    if (q.correction == Correction::None) {
      BlockCodes<O> b = quantizeBlock(
          o, q, x, m, tensor,
          q.element == ElementRounding::Stochastic ? draws : nullptr);
      put(b.words[0]);
      put(b.words[1]);
      put(b.scale);
    } else {
      EdenBlock<O> b[2] = {edenBlock(o, q, x, m),
                           alignedEdenBlock(o, q, x, m, tensor)};
      for (EdenBlock<O> &e : b) {
        correctScales(o, q, &e, 1);
        put(e.words[0]);
        put(e.words[1]);
        typename O::I w = toBF16(o, e.scale);
        put(w);
        PostHocScale<O> ts = tensorScaleFromScales(
            o, q, accumulateFiniteMagnitude(o, o.u32(0), fromBF16(o, w)));
        put(ts.ts, 0);
        put(edenScaleByte(o, w, ts, drawForScale(o, source, r[6], r[7])));
      }
    }
  }
};

class EveryLane : public testing::TestWithParam<testdata::Case> {};

TEST_P(EveryLane, grid_c1_block_c1_scalar_and_lanes_agree) {
  std::mt19937_64 gen = testdata::generator(40);
  const Quantizer &q = GetParam().quantizer;
  HostScalar scalar;
  L lanes;
  for (int round = 0; round < 40; ++round) {
    oracle::Matrix m = round % 2 ? testdata::special(8, 16, gen)
                                 : testdata::gaussian(8, 16, 9, gen);
    if (round % 5 == 0) // any bit pattern
      for (float &v : m.values)
        v = oracle::floatOf(uint32_t(gen()));
    // NaN arithmetic may keep either payload: quiet NaN only.
    for (float &v : m.values)
      if (v != v)
        v = oracle::floatOf(kQuietNaNBits);
    L::F x[kBlock];
    L::I r[kBlock];
    for (unsigned i = 0; i < kBlock; ++i)
      for (unsigned l = 0; l < 8; ++l) {
        x[i][l] = m.values[l * 16 + i];
        r[i][l] = uint32_t(gen());
      }
    Everything<L> many{lanes, q, {}};
    many.run(x, r);
    for (unsigned l = 0; l < 8; ++l) {
      float y[kBlock];
      uint32_t s[kBlock];
      for (unsigned i = 0; i < kBlock; ++i) {
        y[i] = x[i][l];
        s[i] = r[i][l];
      }
      Everything<HostScalar> one{scalar, q, {}};
      one.run(y, s);
      ASSERT_EQ(one.out.size(), many.out.size());
      for (size_t i = 0; i < one.out.size(); ++i)
        ASSERT_EQ(one.out[i], many.out[i][l]) << "result " << i;
    }
  }
}

INSTANTIATE_TEST_SUITE_P(
    All, EveryLane, testing::ValuesIn(testdata::quantizers()),
    [](const testing::TestParamInfo<testdata::Case> &info) {
      return info.param.name;
    });

TEST(Lanes, hadamard_c3_hadamard_c4_agree) {
  std::mt19937_64 gen = testdata::generator(41);
  oracle::Matrix m = testdata::gaussian(8, 128, 9, gen);
  L lanes;
  HostScalar scalar;
  L::F x[128];
  L::I signs[8];
  for (unsigned b = 0; b < 8; ++b)
    for (unsigned l = 0; l < 8; ++l)
      signs[b][l] = uint32_t(gen());
  for (unsigned i = 0; i < 128; ++i)
    for (unsigned l = 0; l < 8; ++l)
      x[i][l] = m.values[l * 128 + i];
  rotateGroup(lanes, signs, x, 128);
  for (unsigned l = 0; l < 8; ++l) {
    uint32_t s[8];
    for (unsigned b = 0; b < 8; ++b)
      s[b] = signs[b][l];
    rotateGroup(scalar, s, m.values.data() + l * 128, 128);
    for (unsigned i = 0; i < 128; ++i)
      ASSERT_EQ(oracle::bitsOf(x[i][l]), oracle::bitsOf(m.values[l * 128 + i]));
  }
}

} // namespace
