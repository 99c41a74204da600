//===- PhiloxTest.cpp - Known answers and counters ------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The published known-answer vectors of Random123 for philox4x32-10, and which
// counter each kind of draw uses.
//
//===----------------------------------------------------------------------===//

#include "quartet/Numerics/Philox.h"
#include "TestData.h"
#include "quartet/Numerics/HostScalar.h"

#include <gtest/gtest.h>
#include <set>

using namespace quartet::numerics;

namespace {

HostScalar o;

TEST(Philox, philox_c1_known_answers) {
  struct {
    uint32_t counter[4], key[2], words[4];
  } const kat[] = {
      {{0, 0, 0, 0}, {0, 0}, {0x6627e8d5, 0xe169c58d, 0xbc57ac4c, 0x9b00dbd8}},
      {{0xffffffff, 0xffffffff, 0xffffffff, 0xffffffff},
       {0xffffffff, 0xffffffff},
       {0x408f276d, 0x41c83b0e, 0xa20bc7c6, 0x6d5451fd}},
      {{0x243f6a88, 0x85a308d3, 0x13198a2e, 0x03707344},
       {0xa4093822, 0x299f31d0},
       {0xd16cfe09, 0x94fdcceb, 0x5001e420, 0x24126ea1}},
  };
  for (const auto &k : kat) {
    uint32_t words[4] = {k.counter[0], k.counter[1], k.counter[2],
                         k.counter[3]};
    philox4x32(o, k.key[0], k.key[1], words);
    for (int i = 0; i < 4; ++i)
      EXPECT_EQ(words[i], k.words[i]);
  }
}

const uint64_t kSeed = 0x0123456789abcdefull;
const RandomSource<HostScalar> kSource{0x89abcdefu, 0x01234567u, 17, 5};

TEST(Philox, philox_c2_philox_c3_scale_draw) {
  EXPECT_EQ(drawForScale(o, kSource, 7, 9),
            oracle::philox(kSeed, {7, 9, 17, 20})[0] >> 8);
}

TEST(Philox, philox_c4_element_draws) {
  uint32_t draws[16];
  drawForElements(o, kSource, 7, 9, draws);
  for (uint32_t j = 0; j < 16; ++j)
    EXPECT_EQ(draws[j],
              oracle::philox(kSeed, {7, 9, 17, 20 + j / 4})[j % 4] >> 8);
}

TEST(Philox, philox_c5_signs) {
  EXPECT_EQ(drawSigns(o, kSource, 7),
            oracle::philox(kSeed, {7, 0, 17, 20})[0] & 0xffff);
}

/// A counter without the row would repeat a column's noise in every row, which
/// makes the errors of a column sum add up.
TEST(Philox, philox_c2_every_part_of_the_place_counts) {
  std::set<uint32_t> seen;
  for (uint32_t block = 0; block < 8; ++block)
    for (uint32_t row = 0; row < 8; ++row)
      for (uint32_t site = 0; site < 4; ++site)
        for (uint32_t instance = 0; instance < 4; ++instance)
          for (uint32_t seed = 0; seed < 4; ++seed) {
            RandomSource<HostScalar> s{seed & 1, seed >> 1, site, instance};
            uint32_t words[4];
            drawWords(o, s, block, row, 0, words);
            seen.insert(words[0]);
          }
  // 4096 draws of 32 bits: one collision has probability 2e-3; these are fixed.
  EXPECT_EQ(seen.size(), 4096u);
}

} // namespace
