//===- ScaleLayoutTest.cpp - Padding, packing and the tiled layout --------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Offsets of the tiled layout against published examples, bijectivity, pad
// bytes, and nibble order.
//
//===----------------------------------------------------------------------===//

#include "TestData.h"
#include "quartet/Numerics/HostLanes.h"
#include "quartet/Numerics/HostScalar.h"

#include <gtest/gtest.h>

using namespace quartet::numerics;

namespace {

TEST(ScaleLayout, layout_c1_layout_c2_padding) {
  EXPECT_EQ(paddedColumns(0), 0);
  EXPECT_EQ(paddedColumns(1), 32);
  EXPECT_EQ(paddedColumns(32), 32);
  EXPECT_EQ(paddedColumns(33), 64);
  EXPECT_EQ(paddedColumns(33, 16), 64);
  EXPECT_EQ(paddedColumns(33, 32), 64);
  EXPECT_EQ(paddedColumns(129, 128), 256);
  EXPECT_EQ(paddedColumns(0, 128), 0);
  EXPECT_EQ(scaleColumns(96), 6);
}

TEST(ScaleLayout, layout_c3_layout_c4_sizes) {
  EXPECT_EQ(scaleTileRows(0), 0);
  EXPECT_EQ(scaleTileRows(17), 1);
  EXPECT_EQ(scaleTileRows(129), 2);
  EXPECT_EQ(scaleTileColumns(6), 2);
  EXPECT_EQ(tiledScaleBytes(17, 6), 128 * 8);
  EXPECT_EQ(kScaleTileShape[0] * kScaleTileShape[1] * kScaleTileShape[2],
            kScaleTileBytes);
}

TEST(ScaleLayout, layout_c5_published_offsets) {
  EXPECT_EQ(tiledScaleOffset(0, 0, 2), 0);
  EXPECT_EQ(tiledScaleOffset(31, 7, 2), 1011);
  EXPECT_EQ(tiledScaleOffset(97, 2, 2), 30);
  EXPECT_EQ(tiledScaleOffset(130, 5, 2), 1569);
  EXPECT_EQ(tiledScaleOffset(32, 0, 1), 4);
  EXPECT_EQ(tiledScaleOffset(127, 3, 1), 511);
}

TEST(ScaleLayout, layout_c5_layout_c6_bijection) {
  HostScalar o;
  for (int64_t tileColumns : {1, 2, 5}) {
    int64_t rows = 384, columns = 4 * tileColumns;
    std::vector<bool> hit(size_t(rows * columns));
    for (int64_t m = 0; m < rows; ++m)
      for (int64_t k = 0; k < columns; ++k) {
        int64_t offset = tiledScaleOffset(m, k, tileColumns);
        ASSERT_GE(offset, 0);
        ASSERT_LT(offset, rows * columns);
        EXPECT_FALSE(hit[size_t(offset)]);
        hit[size_t(offset)] = true;
        ScalePosition p = tiledScalePosition(offset, tileColumns);
        EXPECT_EQ(p.row, m);
        EXPECT_EQ(p.column, k);
        EXPECT_EQ(tiledScaleOffset(o, uint32_t(m), uint32_t(k),
                                   uint32_t(tileColumns)),
                  uint32_t(offset));
      }
  }
}

TEST(ScaleLayout, layout_c4_pad_bytes_are_zero_and_untile_inverts) {
  std::mt19937_64 gen = testdata::generator(20);
  for (int64_t rows : {0, 1, 17, 128, 300})
    for (int64_t columns : {2, 6, 8}) {
      std::vector<uint8_t> linear(size_t(rows * columns));
      for (uint8_t &v : linear)
        v = uint8_t(1 + gen() % 255);
      std::vector<uint8_t> tiled = host::tileScales(linear, rows, columns);
      ASSERT_EQ(int64_t(tiled.size()), tiledScaleBytes(rows, columns));
      for (size_t i = 0; i < tiled.size(); ++i) {
        ScalePosition p =
            tiledScalePosition(int64_t(i), scaleTileColumns(columns));
        if (p.row >= rows || p.column >= columns) {
          EXPECT_EQ(tiled[i], 0);
        }
      }
      EXPECT_EQ(host::untileScales(tiled, rows, columns), linear);
    }
}

TEST(ScaleLayout, layout_c7_even_index_in_the_low_nibble) {
  std::vector<uint8_t> codes = {1, 2, 15, 0};
  EXPECT_EQ(host::packCodes(codes), (std::vector<uint8_t>{0x21, 0x0f}));
  EXPECT_EQ(host::unpackCodes({0x21, 0x0f}), codes);
}

} // namespace
