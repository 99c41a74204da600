//===- HostMatrixTest.cpp - Chunks, layouts, types and edges --------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The same bytes whether a matrix is quantized whole or in chunks, stored by
// rows or by columns, in any element type that holds it; and what happens at
// edges, on empty matrices and on values that are not numbers.
//
//===----------------------------------------------------------------------===//

#include "TestData.h"
#include "quartet/Numerics/Epilogue.h"
#include "quartet/Numerics/Floats.h"
#include "quartet/Numerics/HostScalar.h"

#include <cmath>
#include <gtest/gtest.h>

using namespace quartet::numerics;

namespace {

class Matrices : public testing::TestWithParam<testdata::Case> {
protected:
  host::QuantizeOptions options(unsigned group) {
    host::QuantizeOptions o;
    o.quantizer = GetParam().quantizer;
    o.randomness = {testdata::seed(), 8, 1};
    o.rotation = {group, {testdata::seed(), 9, 1}};
    return o;
  }
};

void expectEqual(const host::QuantizedMatrix &a,
                 const host::QuantizedMatrix &b) {
  EXPECT_EQ(oracle::bitsOf(a.tensorScale), oracle::bitsOf(b.tensorScale));
  EXPECT_EQ(a.scales, b.scales);
  EXPECT_EQ(a.data, b.data);
}

TEST_P(Matrices, philox_c2_chunks_give_the_same_bytes) {
  std::mt19937_64 gen = testdata::generator(30);
  oracle::Matrix m = testdata::gaussian(48, 512, 6, gen);
  for (unsigned group : {0u, 128u}) {
    host::QuantizeOptions whole = options(group);
    host::QuantizedMatrix expected = host::quantize(testdata::view(m), whole);
    host::QuantizedMatrix got = expected;
    std::fill(got.data.begin(), got.data.end(), 0);
    std::fill(got.scales.begin(), got.scales.end(), 0);
    float amax = host::largestMagnitude(testdata::view(m), whole.rotation);
    bool postHoc = whole.quantizer.isPostHoc();
    float wmax =
        postHoc ? host::edenPass1(testdata::view(m), whole).scaleMaximum : 0;
    float chunkMax = 0;
    for (int64_t r0 : {0, 16, 32}) // 16 rows, 16 rows, 16 rows
      for (int64_t c0 : {0, 128}) {
        int64_t columns = c0 == 0 ? 128 : 384;
        host::MatrixView v = testdata::view(m);
        v.data = m.values.data() + r0 * 512 + c0;
        v.rows = 16;
        v.columns = columns;
        host::QuantizeOptions part = whole;
        part.offset = {r0, c0};
        part.hasAmax = true;
        part.amax = amax;
        host::QuantizedMatrix chunk;
        if (postHoc) {
          host::EdenBlocks blocks = host::edenPass1(v, part);
          chunkMax = std::max(chunkMax, blocks.scaleMaximum);
          chunk = host::edenPass2(blocks, part, wmax);
        } else {
          chunk = host::quantize(v, part);
        }
        EXPECT_EQ(chunk.tensorScale, expected.tensorScale);
        for (int64_t r = 0; r < 16; ++r) {
          std::copy_n(chunk.data.begin() + r * columns / 2, columns / 2,
                      got.data.begin() + (r0 + r) * 256 + c0 / 2);
          std::copy_n(chunk.scales.begin() + r * columns / 16, columns / 16,
                      got.scales.begin() + (r0 + r) * 32 + c0 / 16);
        }
      }
    EXPECT_EQ(chunkMax, wmax);
    expectEqual(expected, got);
  }
}

TEST_P(Matrices, layout_c1_transposed_view_and_valid_extent) {
  std::mt19937_64 gen = testdata::generator(31);
  for (unsigned group : {0u, 16u, 32u, 128u})
    for (int64_t rows : {1, 21})
      for (int64_t columns : {1, 17, 150}) {
        // The logical matrix with explicit zeros to 24 x 160.
        oracle::Matrix m = testdata::gaussian(24, 160, 6, gen);
        for (int64_t r = 0; r < 24; ++r)
          for (int64_t c = 0; c < 160; ++c)
            if (r >= rows || c >= columns)
              m.values[size_t(r * 160 + c)] = 0.0f;
        host::MatrixView padded = testdata::view(m);
        padded.rows = rows;
        padded.columns = columns;
        host::QuantizedMatrix expected = host::quantize(padded, options(group));
        // Stored by columns, with values outside that must not be read.
        std::vector<float> columnMajor(160 * 24, NAN);
        for (int64_t r = 0; r < rows; ++r)
          for (int64_t c = 0; c < columns; ++c)
            columnMajor[size_t(c * 24 + r)] = m.values[size_t(r * 160 + c)];
        host::MatrixView t = padded;
        t.data = columnMajor.data();
        t.stride = 24;
        t.transposed = true;
        expectEqual(expected, host::quantize(t, options(group)));
        // A larger matrix of which only this part is valid.
        for (float &v : m.values)
          if (v == 0.0f)
            v = NAN;
        host::MatrixView large = testdata::view(m);
        large.rows = 24;
        large.columns = 160;
        large.validRows = rows;
        large.validColumns = columns;
        host::QuantizedMatrix big = host::quantize(large, options(group));
        ASSERT_EQ(big.rows, 24);
        EXPECT_EQ(big.tensorScale, expected.tensorScale);
        for (int64_t r = 0; r < rows; ++r)
          for (int64_t b = 0; b < expected.padded / 16; ++b)
            EXPECT_EQ(big.scales[size_t(r * big.padded / 16 + b)],
                      expected.scales[size_t(r * expected.padded / 16 + b)]);
      }
}

TEST_P(Matrices, bf16_c1_f16_c1_element_types_agree) {
  std::mt19937_64 gen = testdata::generator(32);
  HostScalar o;
  oracle::Matrix m = testdata::gaussian(19, 96, 3, gen);
  std::vector<uint16_t> brain, half;
  for (float &v : m.values) {
    v = oracle::bf16ToFloat(oracle::floatToBF16(v));
    if (std::fabs(v) < 0x1p-14f) // an f16 subnormal would lose bits
      v = 0.0f;
    brain.push_back(oracle::floatToBF16(v));
    half.push_back(uint16_t(toF16(o, v)));
  }
  for (unsigned group : {0u, 32u}) {
    host::QuantizedMatrix expected =
        host::quantize(testdata::view(m), options(group));
    host::MatrixView v = testdata::view(m);
    v.data = brain.data();
    v.type = host::ElementType::BF16;
    expectEqual(expected, host::quantize(v, options(group)));
    v.data = half.data();
    v.type = host::ElementType::F16;
    expectEqual(expected, host::quantize(v, options(group)));
  }
}

TEST_P(Matrices, layout_c2_empty_matrices) {
  for (int64_t rows : {0, 3})
    for (int64_t columns : {0, 5}) {
      if (rows && columns)
        continue;
      host::MatrixView v;
      v.rows = rows;
      v.columns = columns;
      v.stride = columns;
      host::QuantizedMatrix q = host::quantize(v, options(128));
      EXPECT_EQ(q.tensorScale, 1.0f);
      EXPECT_TRUE(q.data.empty());
      EXPECT_TRUE(q.scales.empty());
      EXPECT_TRUE(host::dequantize(q).empty());
    }
}

/// One value that is not a number spoils its own block, or after rotation its
/// own group, and nothing else: not amax, not another block's bytes.
TEST_P(Matrices, magnitude_c2_magnitude_c3_nan_stays_local) {
  std::mt19937_64 gen = testdata::generator(33);
  for (float bad : {NAN, INFINITY, -INFINITY})
    for (unsigned group : {0u, 16u, 32u, 128u}) {
      oracle::Matrix m = testdata::gaussian(32, 512, 2, gen);
      // The blocks that the bad value at (17, 200) takes part in.
      int64_t unit = group ? group : 16;
      Correction correction = GetParam().quantizer.correction;
      if (correction == Correction::Group128 ||
          correction == Correction::Group128Weighted)
        unit = 128; // one correction, one fate
      int64_t c0 = 200 / unit * unit, c1 = c0 + unit;
      int64_t r0 = GetParam().quantizer.blockRows == 16 ? 16 : 17;
      int64_t r1 = GetParam().quantizer.blockRows == 16 ? 32 : 18;
      for (int64_t r = r0; r < r1; ++r)
        for (int64_t c = c0; c < c1; ++c)
          m.values[size_t(r * 512 + c)] = 0.0f;
      host::QuantizedMatrix clean =
          host::quantize(testdata::view(m), options(group));
      m.values[17 * 512 + 200] = bad;
      host::QuantizedMatrix got =
          host::quantize(testdata::view(m), options(group));
      EXPECT_EQ(clean.tensorScale, got.tensorScale);
      for (int64_t r = 0; r < 32; ++r)
        for (int64_t b = 0; b < 32; ++b) {
          bool hit = r >= r0 && r < r1 && b * 16 >= c0 && b * 16 < c1;
          size_t i = size_t(r * 32 + b);
          EXPECT_EQ(got.scales[i], hit ? 0x7f : clean.scales[i])
              << r << ", block " << b << ", group " << group;
          for (size_t k = i * 8; k < i * 8 + 8; ++k)
            EXPECT_EQ(got.data[k], hit ? 0 : clean.data[k]);
        }
      EXPECT_TRUE(std::isnan(host::dequantize(got)[17 * 512 + 200]));
    }
}

INSTANTIATE_TEST_SUITE_P(
    All, Matrices, testing::ValuesIn(testdata::quantizers()),
    [](const testing::TestParamInfo<testdata::Case> &info) {
      return info.param.name;
    });

TEST(HostMatrix, saved_c1_saved_c2) {
  std::mt19937_64 gen = testdata::generator(34);
  oracle::Matrix m = testdata::gaussian(40, 150, 5, gen);
  m.columns = 150;
  m.values.resize(40 * 150);
  host::QuantizeOptions forward;
  forward.quantizer = findQuantizer("quartet2_forward")->quantizer;
  host::QuantizedMatrix saved = host::quantize(testdata::view(m), forward);
  for (bool transpose : {false, true}) {
    host::QuantizeOptions backward;
    backward.quantizer = findQuantizer("quartet2_backward")->quantizer;
    backward.rotation = {128, {testdata::seed(), 1, 0}};
    backward.randomness = {testdata::seed(), 2, 0};
    host::QuantizedMatrix got =
        host::requantize(saved, 150, transpose, backward);
    // The same by hand: code * scale is exact in bf16.
    std::vector<float> plain = host::dequantize(
        {saved.rows, saved.padded, saved.data, saved.scales, 1.0f});
    int64_t rows = transpose ? 150 : 40, columns = transpose ? 40 : 150;
    oracle::Matrix byHand{rows, columns, {}};
    for (int64_t r = 0; r < rows; ++r)
      for (int64_t c = 0; c < columns; ++c) {
        float v = plain[size_t(transpose ? c * saved.padded + r
                                         : r * saved.padded + c)];
        EXPECT_EQ(oracle::bitsOf(v) & 0xffff, 0u);
        byHand.values.push_back(v);
      }
    host::QuantizedMatrix expected =
        host::quantize(testdata::view(byHand), backward);
    EXPECT_EQ(got.tensorScale, expected.tensorScale * saved.tensorScale);
    EXPECT_EQ(got.scales, expected.scales);
    EXPECT_EQ(got.data, expected.data);
  }
}

TEST(HostMatrix, decode_c1_every_code_and_scale) {
  host::QuantizedMatrix q;
  q.rows = 256;
  q.padded = 32;
  for (unsigned r = 0; r < 256; ++r) {
    for (unsigned i = 0; i < 16; ++i)
      q.data.push_back(uint8_t((2 * i) % 16 | (2 * i + 1) % 16 << 4));
    q.scales.insert(q.scales.end(), 2, uint8_t(r));
  }
  for (float ts : {1.0f, 0.3f, std::ldexp(1.7f, -110), std::ldexp(1.1f, 115)}) {
    q.tensorScale = ts;
    for (bool generic : {false, true}) {
      host::forceGenericKernels(generic);
      std::vector<float> got = host::dequantize(q);
      host::forceGenericKernels(false);
      for (unsigned r = 0; r < 256; ++r)
        for (unsigned i = 0; i < 32; ++i) {
          double exact = oracle::decodeE2M1(i % 16) * oracle::decodeE4M3(r);
          float expected = float(exact) * ts;
          if (std::isnan(exact))
            EXPECT_TRUE(std::isnan(got[r * 32 + i]));
          else
            EXPECT_EQ(oracle::bitsOf(got[r * 32 + i]),
                      oracle::bitsOf(expected));
        }
    }
  }
}

TEST(Epilogue, epilogue_c1_order_of_the_products) {
  HostScalar o;
  std::mt19937_64 gen = testdata::generator(35);
  std::normal_distribution<float> normal;
  int differs = 0;
  for (int i = 0; i < 1000; ++i) {
    float acc = normal(gen), a = normal(gen), b = normal(gen);
    float v = acc * a;
    v = v * b;
    EXPECT_EQ(scaleAccumulator(o, acc, a, b, 0), v);
    EXPECT_EQ(scaleAccumulator(o, acc, a, b, -7), std::ldexp(v, -7));
    EXPECT_EQ(scaleAccumulator(o, acc, a, b, 127), std::ldexp(v, 127));
    float other = a * b;
    differs += acc * other != v;
  }
  EXPECT_GT(differs, 100); // the order is visible
}

} // namespace
