//===- RulesTest.cpp - Every rule, emitted and on the host ----------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The templates of lib/Numerics by the labels of docs/Numerics.md: all inputs
// where they can be listed, else boundaries and random ones.
//
//===----------------------------------------------------------------------===//

#include "../Numerics/TestData.h"
#include "RuleHarness.h"
#include "quartet/Numerics/Eden.h"
#include "quartet/Numerics/Epilogue.h"
#include "quartet/Numerics/Floats.h"
#include "quartet/Numerics/Hadamard.h"
#include "quartet/Numerics/Philox.h"
#include "quartet/Numerics/ScaleLayout.h"

#include <gtest/gtest.h>

using namespace quartet;
using namespace quartet::test;
using namespace quartet::numerics;

namespace {

/// The class behind a reference to an `Ops`.
template <class T>
using OpsOf = std::decay_t<T>;

//===----------------------------------------------------------------------===//
// Codecs
//===----------------------------------------------------------------------===//

TEST(Rules, bf16_c1_c2_f16_c2_e2m1_c4_c5_e4m3_c3_all_bf16_and_neighbours) {
  check("encoders", everyBF16(), 5, [](auto &o, const auto *in, auto *out) {
    auto x = o.fromBits(in[0]);
    out[0] = toBF16(o, x);
    out[1] = toF16(o, x);
    out[2] = encodeE2M1(o, x);
    out[3] = encodeE2M1Away(o, x);
    out[4] = encodeE4M3(o, x);
  });
}

TEST(Rules, bf16_c1_f16_c1_all_patterns) {
  check("decoders", ascending(65536), 2,
        [](auto &o, const auto *in, auto *out) {
          out[0] = o.bits(fromBF16(o, in[0]));
          out[1] = o.bits(fromF16(o, in[0]));
        });
}

TEST(Rules, e2m1_c1_e4m3_c1_all_codes) {
  check("decoders", ascending(256), 2, [](auto &o, const auto *in, auto *out) {
    out[0] = o.bits(decodeE2M1(o, o.iand(in[0], o.u32(15))));
    out[1] = o.bits(decodeE4M3(o, in[0]));
  });
  check("decodeE2M1Word", randomWords(1, 1024), 8,
        [](auto &o, const auto *in, auto *out) {
          typename OpsOf<decltype(o)>::F values[8];
          decodeE2M1Word(o, in[0], values);
          for (unsigned i = 0; i < 8; ++i)
            out[i] = o.bits(values[i]);
        });
}

TEST(Rules, e2m1_c6_e4m3_c4_stochastic) {
  std::vector<Words> words = everyBF16();
  words.push_back(randomWords(1, words[0].size())[0]);
  check("stochastic encoders", words, 2,
        [](auto &o, const auto *in, auto *out) {
          auto x = o.fromBits(in[0]);
          auto draw = o.shr(in[1], 8u);
          out[0] = encodeE2M1Stochastic(o, x, draw);
          out[1] = encodeE4M3Stochastic(o, o.fromBits(magnitude(o, x)), draw);
        });
}

//===----------------------------------------------------------------------===//
// Randomness, rotation, layout
//===----------------------------------------------------------------------===//

TEST(Rules, philox_c1) {
  check("philox4x32", tuples(specialFloats(), 6), 4,
        [](auto &o, const auto *in, auto *out) {
          typename OpsOf<decltype(o)>::I counter[4] = {in[0], in[1], in[2],
                                                       in[3]};
          philox4x32(o, in[4], in[5], counter);
          for (unsigned i = 0; i < 4; ++i)
            out[i] = counter[i];
        });
}

TEST(Rules, philox_c2_philox_c3_philox_c4_philox_c5) {
  check("draws", randomWords(5, 1024), 18,
        [](auto &o, const auto *in, auto *out) {
          RandomSource<OpsOf<decltype(o)>> source{in[0], in[1],
                                                  o.u32(0x80000001u), in[2]};
          out[0] = drawForScale(o, source, in[3], in[4]);
          out[1] = drawSigns(o, source, in[3]);
          drawForElements(o, source, in[3], in[4], out + 2);
        });
}

TEST(Rules, hadamard_c2_hadamard_c3_hadamard_c4_hadamard_c5) {
  std::vector<Words> words = randomWords(2, 512);
  std::mt19937_64 gen = testdata::generator(710);
  oracle::Matrix m = testdata::gaussian(512, 32, 8, gen);
  for (int64_t j = 0; j < 32; ++j) {
    words.emplace_back();
    for (int64_t r = 0; r < 512; ++r)
      words.back().push_back(oracle::bitsOf(m.values[r * 32 + j]));
  }
  check("rotateGroup", words, 32, [](auto &o, const auto *in, auto *out) {
    typename OpsOf<decltype(o)>::F x[32];
    for (unsigned i = 0; i < 32; ++i)
      x[i] = o.fromBits(in[2 + i]);
    rotateGroup(o, in, x, 32);
    for (unsigned i = 0; i < 32; ++i)
      out[i] = o.bits(x[i]);
  });
}

TEST(Rules, layout_c5) {
  std::vector<Words> words = randomWords(3, 1024);
  for (Words &list : words)
    for (uint32_t &w : list)
      w >>= 20;
  check("tiledScaleOffset", words, 6, [](auto &o, const auto *in, auto *out) {
    out[0] = tiledScaleOffset(o, in[0], in[1], in[2]);
    auto row = tiledRowIndex(o, in[0]);
    auto column = tiledColumnIndex(o, in[1]);
    out[1] = row.tile;
    out[2] = row.row;
    out[3] = row.quarter;
    out[4] = column.tile;
    out[5] = column.column;
  });
}

/// The indices by dimension are those of the offset in the tiled form's shape.
TEST(Rules, layout_c5_by_dimension) {
  HostScalar o;
  for (uint32_t m = 0; m < 300; ++m)
    for (uint32_t k = 0; k < 20; ++k) {
      auto row = tiledRowIndex(o, m);
      auto column = tiledColumnIndex(o, k);
      int64_t offset = row.tile;
      offset = offset * 5 + column.tile;
      offset = offset * kScaleTileShape[0] + row.row;
      offset = offset * kScaleTileShape[1] + row.quarter;
      offset = offset * kScaleTileShape[2] + column.column;
      EXPECT_EQ(offset, tiledScaleOffset(m, k, 5));
    }
}

//===----------------------------------------------------------------------===//
// Scales and epilogue
//===----------------------------------------------------------------------===//

TEST(Rules, magnitude_c1_magnitude_c3_tensor_scale_c1) {
  check("magnitudes", tuples(specialFloats(), 2), 3,
        [](auto &o, const auto *in, auto *out) {
          auto x = o.fromBits(in[0]);
          out[0] = magnitude(o, x);
          out[1] =
              accumulateFiniteMagnitude(o, magnitude(o, o.fromBits(in[1])), x);
          out[2] = clampMaximum(o, magnitude(o, x));
        });
}

TEST(Rules, epilogue_c1_c2_decode_c1_matmul_c1) {
  check(
      "epilogue", tuples(specialFloats(), 3), 6,
      [](auto &o, const auto *in, auto *out) {
        auto a = o.fromBits(in[0]), b = o.fromBits(in[1]);
        auto c = o.fromBits(in[2]);
        out[0] = o.bits(scaleAccumulator(o, a, b, c, 0));
        out[1] = o.bits(scaleAccumulator(o, a, b, c, -126));
        out[2] = o.bits(scaleAccumulator(o, a, b, c, 127));
        out[3] = o.bits(dequantizeElement(o, a, b, c));
        out[4] = o.bits(canonicalizeResult(o, a));
        out[5] = o.bits(accumulateProduct(o, a, b, c));
      },
      NaNs::Any);
}

//===----------------------------------------------------------------------===//
// Quantizers
//===----------------------------------------------------------------------===//

/// Blocks as sixteen lists, then a maximum and two random words.
std::vector<Words> blocks(const Quantizer &q) {
  std::mt19937_64 gen = testdata::generator(711);
  oracle::Matrix m = testdata::midpoints(q, 1536.0f, gen);
  std::vector<float> values = m.values;
  for (const oracle::Matrix &more :
       {testdata::special(256, 16, gen), testdata::gaussian(256, 16, 12, gen)})
    values.insert(values.end(), more.values.begin(), more.values.end());
  size_t count = values.size() / 16 / 8 * 8;
  std::vector<Words> words(16);
  for (size_t i = 0; i < 16 * count; ++i)
    words[i % 16].push_back(oracle::bitsOf(values[i]));
  Words maxima;
  for (size_t i = 0; i < count; ++i) {
    const float picks[] = {1536.0f, 2688.0f, 6.0f * 64, 7.0f,
                           0.0f,    1e-38f,  3e38f,     1.0f};
    maxima.push_back(oracle::bitsOf(picks[i % 8]));
  }
  // Most of the constructed blocks belong to the first of these.
  for (size_t i = 0; i < count; ++i)
    if (gen() % 4)
      maxima[i] = oracle::bitsOf(1536.0f);
  words.push_back(maxima);
  for (Words &random : randomWords(2, count))
    words.push_back(random);
  return words;
}

class QuantizerRules : public testing::TestWithParam<testdata::Case> {};

/// tensor_scale_*, block_*, element_*, candidate_* on one block.
void checkRounding(const Quantizer &q) {
  check("quantizeBlock", blocks(q), 4, [&](auto &o, const auto *in, auto *out) {
    using O = OpsOf<decltype(o)>;
    typename O::F x[kBlock];
    typename O::I draws[kBlock];
    for (unsigned i = 0; i < kBlock; ++i) {
      x[i] = o.fromBits(in[i]);
      draws[i] = o.shr(o.imul(in[17], o.u32(2 * i + 1)), 8u);
    }
    TensorScale<O> tensor = tensorScaleFromAmax(o, q, in[16]);
    bool draw = q.element == ElementRounding::Stochastic;
    BlockCodes<O> codes = quantizeBlock(o, q, x, blockMagnitude(o, x), tensor,
                                        draw ? draws : nullptr);
    out[0] = codes.words[0];
    out[1] = codes.words[1];
    out[2] = codes.scale;
    out[3] = o.bits(tensor.ts);
  });
}

/// candidate_c5: the two candidates of a row of a tile.
void checkTileRow(const Quantizer &q) {
  check("scoreTileRow", blocks(q), 6, [&](auto &o, const auto *in, auto *out) {
    using O = OpsOf<decltype(o)>;
    typename O::F x[kBlock];
    for (unsigned i = 0; i < kBlock; ++i)
      x[i] = o.fromBits(in[i]);
    TensorScale<O> tensor = tensorScaleFromAmax(o, q, in[16]);
    Candidate<O> candidates[2];
    auto mag = blockMagnitude(o, x);
    scoreTileRow(o, q, x, mag, tensor, candidates);
    auto pick = preferSecond(o, q, candidates[0], candidates[1]);
    BlockCodes<O> codes = finishTileRow(o, x, mag, candidates, pick);
    out[0] = codes.words[0];
    out[1] = codes.words[1];
    out[2] = codes.scale;
    // Scores of blocks without a value may be NaN; nobody reads them.
    auto bad = isNonFinite(o, mag);
    out[3] = o.select(bad, o.u32(0), o.bits(candidates[0].error));
    out[4] = o.select(bad, o.u32(0), o.bits(candidates[1].error));
    out[5] = o.select(bad, o.u32(0), o.bits(candidates[1].alignment));
  });
}

/// eden_*: two blocks that share a correction if the quantizer's group does.
void checkEden(const Quantizer &q) {
  check("eden", blocks(q), 8, [&](auto &o, const auto *in, auto *out) {
    using O = OpsOf<decltype(o)>;
    typename O::F x[kBlock], y[kBlock];
    for (unsigned i = 0; i < kBlock; ++i)
      x[i] = o.fromBits(in[i]);
    for (unsigned i = 0; i < kBlock; ++i)
      y[i] = o.mul(x[(i + 5) % kBlock], o.f32(0.375f));
    auto random = o.shr(in[17], 8u);
    EdenBlock<O> eden[2];
    PostHocScale<O> postHoc;
    if (q.isPostHoc()) {
      eden[0] = edenBlock(o, q, x, blockMagnitude(o, x));
      eden[1] = edenBlock(o, q, y, blockMagnitude(o, y));
      postHoc = tensorScaleFromScales(o, q, in[16]);
    } else {
      TensorScale<O> tensor = tensorScaleFromAmax(o, q, in[16]);
      eden[0] = alignedEdenBlock(o, q, x, blockMagnitude(o, x), tensor);
      eden[1] = alignedEdenBlock(o, q, y, blockMagnitude(o, y), tensor);
    }
    if (correctionBlocks(q.correction) == 1)
      for (EdenBlock<O> &block : eden)
        correctScales(o, q, &block, 1);
    else
      correctScales(o, q, eden, 2);
    for (unsigned b = 0; b < 2; ++b) {
      out[4 * b] = eden[b].words[0];
      out[4 * b + 1] = eden[b].words[1];
      if (q.isPostHoc()) {
        out[4 * b + 2] = toBF16(o, eden[b].scale);
        out[4 * b + 3] =
            edenScaleByte(o, toBF16(o, eden[b].scale), postHoc, random);
      } else {
        out[4 * b + 2] = o.bits(eden[b].scale);
        out[4 * b + 3] = encodeE4M3Stochastic(o, eden[b].scale, random);
      }
    }
  });
}

TEST_P(QuantizerRules, same_bits) {
  const Quantizer &q = GetParam().quantizer;
  if (q.correction != Correction::None)
    checkEden(q);
  else if (q.blockRows == 16 && q.numCandidates == 2)
    checkTileRow(q);
  else
    checkRounding(q);
}

INSTANTIATE_TEST_SUITE_P(
    All, QuantizerRules, testing::ValuesIn(testdata::quantizers()),
    [](const testing::TestParamInfo<testdata::Case> &info) {
      return info.param.name;
    });

} // namespace
