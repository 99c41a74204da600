//===- EdenTest.cpp - Properties of MS-EDEN and tensor scales -------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What MS-EDEN is for, checked block by block rather than against another
// implementation: the corrected scale restores the inner product, the tensor
// scale is the power of two it claims to be, and the faults known from other
// implementations are absent.
//
//===----------------------------------------------------------------------===//

#include "quartet/Numerics/Eden.h"
#include "TestData.h"
#include "quartet/Numerics/HostScalar.h"

#include <algorithm>
#include <cmath>
#include <gtest/gtest.h>

using namespace quartet::numerics;

namespace {

HostScalar o;

const Quantizer &backward() {
  return findQuantizer("quartet2_backward")->quantizer;
}

std::vector<EdenBlock<HostScalar>> blocksOf(const Quantizer &q,
                                            const std::vector<float> &x) {
  std::vector<EdenBlock<HostScalar>> blocks;
  for (size_t b = 0; b < x.size(); b += 16)
    blocks.push_back(
        edenBlock(o, q, x.data() + b, blockMagnitude(o, x.data() + b)));
  return blocks;
}

/// Inner product of block `b` of x with its codes times `scale`.
double product(const std::vector<float> &x, size_t b,
               const EdenBlock<HostScalar> &block) {
  double sum = 0;
  for (unsigned i = 0; i < 16; ++i)
    sum += double(x[b * 16 + i]) *
           oracle::decodeE2M1(block.words[i / 8] >> (i % 8 * 4) & 15) *
           block.scale;
  return sum;
}

double square(const std::vector<float> &x, size_t b) {
  double sum = 0;
  for (unsigned i = 0; i < 16; ++i)
    sum += double(x[b * 16 + i]) * x[b * 16 + i];
  return sum;
}

TEST(Eden, eden_c1_pseudo_scale_has_four_mantissa_bits) {
  std::mt19937_64 gen = testdata::generator(50);
  for (int i = 0; i < 2000; ++i) {
    std::vector<float> x(16);
    for (float &v : x)
      v = oracle::floatOf(uint32_t(gen() % 0x7e000000u));
    EdenBlock<HostScalar> block = blocksOf(backward(), x)[0];
    float z = *std::max_element(x.begin(), x.end()) * (0.988125f / 6.0f);
    EXPECT_EQ(o.bits(block.scale) & 0x7ffff, 0u);
    EXPECT_LE(block.scale, z);
    EXPECT_GT(block.scale * (1 + 1.0f / 16), z);
  }
  // Below 2^-126 a reciprocal would overflow: such a block is zero.
  std::vector<float> tiny(16, std::ldexp(1.0f, -124));
  EXPECT_EQ(blocksOf(backward(), tiny)[0].scale, 0.0f);
  EXPECT_EQ(blocksOf(backward(), tiny)[0].words[0], 0u);
}

/// Group 16: every block keeps its own inner product. The bound: v has one
/// rounding, the sums of 16 products 5 roundings, the ratio and the scale one
/// each, all of 2^-24 relative.
TEST(Eden, eden_c2_eden_c3_eden_c4_each_block_keeps_its_product) {
  std::mt19937_64 gen = testdata::generator(51);
  oracle::Matrix m = testdata::gaussian(64, 128, 20, gen);
  std::vector<EdenBlock<HostScalar>> blocks = blocksOf(backward(), m.values);
  for (size_t b = 0; b < blocks.size(); ++b) {
    correctScales(o, backward(), &blocks[b], 1);
    EXPECT_NEAR(product(m.values, b, blocks[b]) / square(m.values, b), 1.0,
                16 * std::ldexp(1.0, -24));
  }
}

/// The sums bit for bit: their last bits rarely reach the bf16 of w, so whole
/// quantizers do not show a wrong order.
TEST(Eden, eden_c3_order_of_the_sums) {
  std::mt19937_64 gen = testdata::generator(57);
  oracle::Matrix m = testdata::gaussian(64, 128, 20, gen);
  std::vector<EdenBlock<HostScalar>> blocks = blocksOf(backward(), m.values);
  int sequential = 0, paired = 0;
  for (size_t b = 0; b < blocks.size(); ++b) {
    float xx[4] = {}, xy[4] = {}, straight = 0, pairs[4] = {};
    for (size_t i = 0; i < 16; ++i) {
      float v = m.values[b * 16 + i] * (1.0f / blocks[b].scale);
      float q =
          float(oracle::decodeE2M1(blocks[b].words[i / 8] >> (i % 8 * 4) & 15));
      // Columns 0 1 8 9, 2 3 10 11, 4 5 12 13, 6 7 14 15.
      size_t chain = i % 8 / 2;
      xx[chain] = std::fmaf(v, v, xx[chain]);
      xy[chain] = std::fmaf(v, q, xy[chain]);
      straight = std::fmaf(v, v, straight);
      pairs[i / 4] = std::fmaf(v, v, pairs[i / 4]);
    }
    ASSERT_EQ(blocks[b].xx, (xx[0] + xx[1]) + (xx[2] + xx[3]));
    ASSERT_EQ(blocks[b].xy, (xy[0] + xy[1]) + (xy[2] + xy[3]));
    sequential += blocks[b].xx != straight;
    paired += blocks[b].xx != (pairs[0] + pairs[1]) + (pairs[2] + pairs[3]);
  }
  EXPECT_GT(sequential, 50);
  EXPECT_GT(paired, 50);
}

/// The corrected scales of a group bit for bit, before bf16.
TEST(Eden, eden_c5_eden_c6_order_of_the_sums) {
  std::mt19937_64 gen = testdata::generator(58);
  for (bool weighted : {false, true}) {
    Quantizer q = backward();
    q.correction =
        weighted ? Correction::Group128Weighted : Correction::Group128;
    int reversed = 0;
    for (int round = 0; round < 300; ++round) {
      oracle::Matrix m = testdata::gaussian(1, 128, 3, gen);
      std::vector<EdenBlock<HostScalar>> a = blocksOf(q, m.values), b = a;
      float top = 0, sums[2][2] = {};
      for (const EdenBlock<HostScalar> &k : a)
        top = std::max(top, k.scale);
      for (size_t i = 0; i < 8; ++i)
        for (size_t order : {0, 1}) { // ascending, and descending
          const EdenBlock<HostScalar> &k = a[order ? 7 - i : i];
          float s = std::ldexp(k.scale, -std::ilogb(top));
          float g = weighted ? s * s : 1.0f;
          sums[order][0] = std::fmaf(g, k.xx, sums[order][0]);
          sums[order][1] = std::fmaf(g, k.xy, sums[order][1]);
        }
      correctScales(o, q, b.data(), 8);
      float ratio = sums[0][0] / sums[0][1];
      for (size_t i = 0; i < 8; ++i)
        ASSERT_EQ(b[i].scale, a[i].scale * ratio);
      reversed += ratio != sums[1][0] / sums[1][1];
    }
    EXPECT_GT(reversed, 20);
  }
}

/// Group 128 with weights keeps the product of the whole group even when its
/// blocks differ by 2^20; without weights it does not.
TEST(Eden, eden_c5_eden_c6_weights) {
  std::mt19937_64 gen = testdata::generator(52);
  Quantizer weighted = backward(), plain = backward();
  weighted.correction = Correction::Group128Weighted;
  plain.correction = Correction::Group128;
  double worst = 0;
  for (int round = 0; round < 50; ++round) {
    oracle::Matrix m = testdata::gaussian(1, 128, 20, gen);
    double whole = 0, kept = 0, lost = 0;
    std::vector<EdenBlock<HostScalar>> a = blocksOf(weighted, m.values),
                                       b = blocksOf(plain, m.values);
    correctScales(o, weighted, a.data(), 8);
    correctScales(o, plain, b.data(), 8);
    for (size_t i = 0; i < 8; ++i) {
      whole += square(m.values, i);
      kept += product(m.values, i, a[i]);
      lost += product(m.values, i, b[i]);
    }
    // As above, with 8 more roundings in the sums over blocks.
    EXPECT_NEAR(kept / whole, 1.0, 24 * std::ldexp(1.0, -24));
    worst = std::max(worst, std::fabs(lost / whole - 1));
  }
  EXPECT_GT(worst, 1e-4); // only the parity variant carries this bias
  EXPECT_EQ(backward().correction, Correction::Group16);
  EXPECT_EQ(correctionBlocks(Correction::Group16), 1u);
  // 128 columns, not the 256 that a reduction over a whole warp would take.
  EXPECT_EQ(correctionBlocks(Correction::Group128), 8u);
  EXPECT_EQ(correctionBlocks(Correction::Group128Weighted), 8u);
}

/// A block of the next 128 columns does not change this group's bytes.
TEST(Eden, eden_c5_groups_end_at_128) {
  std::mt19937_64 gen = testdata::generator(53);
  for (Correction correction :
       {Correction::Group128, Correction::Group128Weighted}) {
    oracle::Matrix m = testdata::gaussian(4, 256, 2, gen);
    host::QuantizeOptions options;
    options.quantizer = backward();
    options.quantizer.correction = correction;
    host::EdenBlocks before = host::edenPass1(testdata::view(m), options);
    for (int64_t r = 0; r < 4; ++r)
      for (int64_t c = 128; c < 256; ++c)
        m.values[size_t(r * 256 + c)] *= 0.37f;
    host::EdenBlocks after = host::edenPass1(testdata::view(m), options);
    for (size_t r = 0; r < 4; ++r)
      for (size_t b = 0; b < 8; ++b)
        EXPECT_EQ(before.scales[r * 16 + b], after.scales[r * 16 + b]);
  }
}

TEST(TensorScale, tensor_scale_c5_smallest_power_of_two) {
  for (uint32_t p = 1; p < 0x7f80; ++p) { // every positive finite bf16
    float w = oracle::bf16ToFloat(uint16_t(p));
    PostHocScale<HostScalar> s =
        tensorScaleFromScales(o, backward(), o.bits(w));
    int e;
    EXPECT_EQ(std::frexp(s.ts, &e), 0.5f);
    EXPECT_EQ(s.ts * s.inverse, 1.0f);
    if (w < std::ldexp(1.0f, -100)) {
      EXPECT_EQ(s.ts, std::ldexp(1.0f, -108)); // of the clamped maximum
      continue;
    }
    double clamped = std::min(double(w), std::ldexp(1.0, 127));
    EXPECT_LE(clamped / s.ts, 448.0);
    EXPECT_GT(clamped / s.ts, 224.0);
  }
  EXPECT_EQ(tensorScaleFromScales(o, backward(), 0u).ts, 1.0f);
}

TEST(TensorScale, tensor_scale_c6_maximum_over_256) {
  const Quantizer &q = findQuantizer("quartet2_wmax256")->quantizer;
  EXPECT_EQ(tensorScaleFromScales(o, q, o.bits(3.0f)).ts, 3.0f / 256);
  EXPECT_EQ(tensorScaleFromScales(o, q, o.bits(3.0f)).inverse,
            1.0f / (3.0f / 256));
  EXPECT_EQ(tensorScaleFromScales(o, q, 0u).ts, 1.0f);
}

/// tensor_scale_c3 and tensor_scale_c4 differ from tensor_scale_c2 in single
/// bits only, but they do differ.
TEST(TensorScale, tensor_scale_c2_tensor_scale_c3_tensor_scale_c4_orders) {
  Quantizer a = findQuantizer("rtn")->quantizer, b = a, c = a;
  b.tensorScale = TensorScaleRule::AmaxDivideTwice;
  c.tensorScale = TensorScaleRule::ReciprocalAmax;
  std::mt19937_64 gen = testdata::generator(54);
  int ab = 0, ac = 0;
  for (int i = 0; i < 2000; ++i) {
    float m = std::ldexp(1.0f + float(gen() % (1 << 23)) / (1 << 23), 3);
    uint32_t bits = o.bits(m);
    float ta = tensorScaleFromAmax(o, a, bits).ts;
    float tb = tensorScaleFromAmax(o, b, bits).ts;
    float tc = tensorScaleFromAmax(o, c, bits).ts;
    EXPECT_EQ(ta, m / 2688.0f);
    EXPECT_EQ(tb, m / 448.0f / 6.0f);
    EXPECT_EQ(tc, 1.0f / (2688.0f / m));
    ab += ta != tb;
    ac += ta != tc;
  }
  EXPECT_GT(ab, 20);
  EXPECT_GT(ac, 20);
}

/// Scale rounding compares all 24 bits of a draw. With 16-bit noise the
/// fraction 2^-18 would never or too often round up.
TEST(Eden, eden_c7_draws_have_24_bits) {
  PostHocScale<HostScalar> one{1.0f, 1.0f};
  // 1 + 2^-7 is the next bf16 above 1; its fraction of the spacing 2^-3 is
  // 2^-4. Exactly 2^20 of 2^24 draws round up.
  uint32_t w = 0x3f81;
  EXPECT_EQ(edenScaleByte(o, w, one, (1u << 20) - 1), 0x39u);
  EXPECT_EQ(edenScaleByte(o, w, one, 1u << 20), 0x38u);
  // In the subnormals: 2^-27 is 2^-18 of the spacing 2^-9.
  uint32_t tiny = (127 - 27) << 7;
  EXPECT_EQ(edenScaleByte(o, tiny, one, 63), 1u);
  EXPECT_EQ(edenScaleByte(o, tiny, one, 64), 0u);
}

/// Rows draw independently: identical rows do not get identical scales. With a
/// counter that leaves out the row all of them would be equal.
TEST(Eden, philox_c3_rows_draw_independently) {
  std::mt19937_64 gen = testdata::generator(55);
  oracle::Matrix row = testdata::gaussian(1, 256, 2, gen);
  oracle::Matrix m{64, 256, {}};
  for (int r = 0; r < 64; ++r)
    m.values.insert(m.values.end(), row.values.begin(), row.values.end());
  host::QuantizeOptions options;
  options.quantizer = backward();
  options.randomness = {testdata::seed(), 1, 0};
  host::QuantizedMatrix q = host::quantize(testdata::view(m), options);
  int distinctColumns = 0;
  for (size_t b = 0; b < 16; ++b) {
    bool differs = false;
    for (size_t r = 1; r < 64; ++r)
      differs |= q.scales[r * 16 + b] != q.scales[b];
    distinctColumns += differs;
  }
  // A column is constant over 64 rows only if its fraction is near 0 or 1:
  // both have probability below 1 / 16 each.
  EXPECT_GT(distinctColumns, 5);
}

/// eden_c8: the one-pass form aligns to E4M3 first and keeps products too.
TEST(Eden, eden_c8_one_pass_group_16_keeps_products) {
  Quantizer q = findQuantizer("quartet2_sim")->quantizer;
  q.correction = Correction::Group16;
  std::mt19937_64 gen = testdata::generator(56);
  oracle::Matrix m = testdata::gaussian(32, 128, 3, gen);
  TensorScale<HostScalar> ts = tensorScaleFromAmax(
      o, q, o.bits(host::largestMagnitude(testdata::view(m))));
  for (size_t b = 0; b < m.values.size() / 16; ++b) {
    const float *x = m.values.data() + b * 16;
    EdenBlock<HostScalar> block =
        alignedEdenBlock(o, q, x, blockMagnitude(o, x), ts);
    EXPECT_EQ(double(block.scale), oracle::decodeE4M3(oracle::encodeE4M3(
                                       block.scale, oracle::Round::Nearest)));
    correctScales(o, q, &block, 1);
    EXPECT_NEAR(product(m.values, b, block) * ts.ts / square(m.values, b), 1.0,
                20 * std::ldexp(1.0, -24));
  }
}

/// Where both errors are infinite a search that starts from +infinity never
/// picks anything; the first candidate must be written.
TEST(Candidates, candidate_c2_candidate_c3_infinite_errors_keep_six) {
  for (Criterion criterion :
       {Criterion::MSE, Criterion::MAE, Criterion::Cosine}) {
    Quantizer q = findQuantizer("quartet2_forward")->quantizer;
    q.criterion = criterion;
    oracle::Matrix m{1, 16, std::vector<float>(16, 3e38f)};
    m.values[1] = -2e38f;
    host::QuantizeOptions options;
    options.quantizer = q;
    host::QuantizedMatrix got = host::quantize(testdata::view(m), options);
    oracle::Matrix small = m;
    for (float &v : small.values)
      v = std::ldexp(v, -100);
    options.hasAmax = true;
    options.amax = std::ldexp(1.0f, 27); // of the clamped maximum 2^127
    host::QuantizedMatrix expected =
        host::quantize(testdata::view(small), options);
    // MSE overflows and keeps six; the others see what small data sees. With
    // ts = 2^127 / 1536 the scale saturates at 448, so 3e38 is 6.05 and 2e38 is
    // 4.03 in units of 448 ts.
    if (criterion == Criterion::MSE) {
      EXPECT_EQ(got.scales[0], 0x7e);
      EXPECT_EQ(got.data[0], 0xe7);
    } else {
      EXPECT_EQ(got.scales, expected.scales);
      EXPECT_EQ(got.data, expected.data);
    }
  }
}

} // namespace
