//===- TCGen05Test.cpp - Descriptors against published values -------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Published encodings, exhaustive round trips over every field, and one refusal
// per rule.
//
//===----------------------------------------------------------------------===//

#include "quartet/Descriptors/TCGen05.h"

#include <gtest/gtest.h>

#include <array>
#include <random>
#include <set>

using namespace quartet::tcgen05;

namespace {

InstructionDescriptor shape(uint32_t m, uint32_t n) {
  InstructionDescriptor d;
  d.m = m;
  d.n = n;
  return d;
}

TEST(InstructionDescriptor, PublishedValues) {
  EXPECT_EQ(encode(shape(128, 128)), 0x08200480u);
  EXPECT_EQ(encode(shape(128, 256)), 0x08400480u);
  EXPECT_EQ(encode(shape(256, 256)), 0x10400480u);
  EXPECT_EQ(encode(shape(128, 8)), 0x08020480u);
  InstructionDescriptor e8m0 = shape(128, 128);
  e8m0.scaleIsE8M0 = true;
  EXPECT_EQ(encode(e8m0), 0x08A00480u);
  InstructionDescriptor k96 = shape(128, 128);
  k96.k = 96;
  EXPECT_EQ(encode(k96), 0x88200480u);
}

TEST(InstructionDescriptor, EveryBitDecodesAndEncodesBack) {
  for (unsigned bit = 0; bit < 32; ++bit) {
    uint32_t bits = 1u << bit;
    EXPECT_EQ(encode(decodeInstruction(bits)), bits) << bit;
    bits ^= 0x08200480u;
    EXPECT_EQ(encode(decodeInstruction(bits)), bits) << bit;
  }
  std::mt19937 random(1);
  for (unsigned i = 0; i < 100000; ++i) {
    uint32_t bits = random();
    EXPECT_EQ(encode(decodeInstruction(bits)), bits);
  }
}

TEST(InstructionDescriptor, EveryLegalShapeRoundTripsAndIsDistinct) {
  std::set<uint32_t> seen;
  for (unsigned group : {1u, 2u})
    for (uint32_t m : {128u, 256u})
      for (uint32_t n = 8; n <= 256; n += 8) {
        InstructionDescriptor d = shape(m, n);
        bool legal = (group == 2 || m == 128) && n % (8 * group) == 0;
        EXPECT_EQ(getInvalidReason(d, group).empty(), legal)
            << group << ' ' << m << ' ' << n;
        EXPECT_TRUE(decodeInstruction(encode(d)) == d);
        seen.insert(encode(d));
      }
  EXPECT_EQ(seen.size(), 64u);
}

TEST(InstructionDescriptor, Refusals) {
  EXPECT_EQ(getInvalidReason(shape(64, 128), 1),
            "expects M = 128 with cta_group 1, but got 64");
  EXPECT_EQ(getInvalidReason(shape(64, 128), 2),
            "expects M = 128 or 256 with cta_group 2, but got 64");
  for (uint32_t n : {0u, 4u, 12u, 264u})
    EXPECT_EQ(getInvalidReason(shape(128, n), 1),
              "expects N to be a multiple of 8 in [8, 256], but got " +
                  std::to_string(n));
  EXPECT_EQ(getInvalidReason(shape(256, 24), 2),
            "expects N to be a multiple of 16 in [16, 256] with cta_group 2, "
            "but got 24");
  EXPECT_EQ(getInvalidReason(shape(128, 128), 3),
            "expects cta_group 1 or 2, but got 3");
  InstructionDescriptor d = shape(128, 128);
  d.aType = 5; // the code of E2M1 in kind mxf8f6f4
  EXPECT_EQ(getInvalidReason(d, 1), "expects element type code 1 (E2M1 of kind "
                                    "mxf4nvf4), but got 5");
  d = shape(128, 128);
  d.transposeB = true;
  EXPECT_EQ(getInvalidReason(d, 1),
            "expects K-major operands, but got a transpose bit set");
  d = shape(128, 128);
  d.sparse = true;
  EXPECT_FALSE(getInvalidReason(d, 1).empty());
  d = shape(128, 128);
  d.scaleIdA = 2;
  EXPECT_EQ(getInvalidReason(d, 1),
            "expects scale id 0 with K = 64 and block 16, but got 2");
  d.k = 96;
  EXPECT_EQ(getInvalidReason(d, 1), "");
  d = shape(128, 128);
  d.k = 128;
  EXPECT_EQ(getInvalidReason(d, 1), "expects K = 64 or 96, but got 128");
  EXPECT_EQ(getInvalidReason(decodeInstruction(0x08200480u | 8u), 1),
            "expects reserved bits to be zero, but got 0x8");
}

TEST(InstructionDescriptor, Words) {
  EXPECT_EQ(describe(decodeInstruction(0x10400480u)),
            "M 256, N 256, K 64, A e2m1, B e2m1, scales ue4m3, dense");
}

TEST(SharedDescriptor, PublishedValue) {
  SharedDescriptor d;
  d.address = 0x1000;
  d.strideBytes = 1024;
  d.swizzle = Swizzle::Bytes128;
  EXPECT_EQ(encode(d), 0x4000404000000100ull);
  EXPECT_EQ(getInvalidReason(d), "");
  // One K step of 64 elements further: 32 bytes, or 2 in the low word.
  d.address += 32;
  EXPECT_EQ(encode(d), 0x4000404000000102ull);
}

TEST(SharedDescriptor, ScaleAtom) {
  SharedDescriptor d;
  d.address = 0x8000;
  d.strideBytes = 128;
  EXPECT_EQ(encode(d), (0x8000ull >> 4) | 8ull << 32 | 1ull << 46);
}

TEST(SharedDescriptor, EveryBitDecodesAndEncodesBack) {
  for (unsigned bit = 0; bit < 64; ++bit)
    EXPECT_EQ(encode(decodeShared(1ull << bit)), 1ull << bit) << bit;
  std::mt19937_64 random(1);
  for (unsigned i = 0; i < 100000; ++i) {
    uint64_t bits = random();
    EXPECT_EQ(encode(decodeShared(bits)), bits);
  }
}

TEST(SharedDescriptor, Refusals) {
  SharedDescriptor good;
  EXPECT_EQ(getInvalidReason(good), "");
  SharedDescriptor d = good;
  d.address = 8;
  EXPECT_EQ(getInvalidReason(d), "expects an address that is a multiple of 16 "
                                 "below 262144, but got 8");
  d.address = 1 << 18;
  EXPECT_FALSE(getInvalidReason(d).empty());
  d = good;
  d.strideBytes = 24;
  EXPECT_FALSE(getInvalidReason(d).empty());
  d = good;
  d.leadingBytes = 1;
  EXPECT_FALSE(getInvalidReason(d).empty());
  EXPECT_EQ(getInvalidReason(decodeShared(encode(good) & ~(7ull << 46))),
            "expects bits 46 to 48 to be 1, but got 0");
  for (uint64_t code : {3, 5, 7})
    EXPECT_EQ(getInvalidReason(decodeShared(encode(good) | code << 61)),
              "expects swizzle code 0, 1, 2, 4 or 6, but got " +
                  std::to_string(code));
  EXPECT_EQ(getInvalidReason(decodeShared(encode(good) | 1ull << 55)),
            "expects reserved bits to be zero, but got 0x80000000000000");
  d = good;
  d.absoluteLeading = true;
  EXPECT_FALSE(getInvalidReason(d).empty());
}

TEST(SharedDescriptor, Words) {
  EXPECT_EQ(describe(decodeShared(0x4000404000000100ull)),
            "address 0x1000, 128-byte swizzle, stride 1024 bytes per 8 rows, "
            "leading offset 0 bytes");
}

TEST(Swizzle, ChunkOfRowMovesByRowModuloEight) {
  for (uint32_t row = 0; row < 128; ++row)
    for (uint32_t chunk = 0; chunk < 8; ++chunk)
      EXPECT_EQ(swizzleAddress(row * 128 + chunk * 16, Swizzle::Bytes128),
                row * 128 + (chunk ^ (row % 8)) * 16);
}

TEST(Swizzle, PermutesEachPattern) {
  const std::array<std::pair<Swizzle, uint32_t>, 5> patterns = {
      {{Swizzle::None, 16},
       {Swizzle::Bytes32, 256},
       {Swizzle::Bytes64, 512},
       {Swizzle::Bytes128, 1024},
       {Swizzle::Bytes128Atom32, 1024}}};
  for (auto [swizzle, bytes] : patterns) {
    std::set<uint32_t> seen;
    for (uint32_t a = 0; a < bytes; ++a) {
      uint32_t moved = swizzleAddress(a, swizzle);
      EXPECT_LT(moved, bytes);
      EXPECT_EQ(moved % 16, a % 16);
      EXPECT_EQ(swizzleAddress(moved, swizzle), a);
      seen.insert(moved);
    }
    EXPECT_EQ(seen.size(), bytes);
  }
}

} // namespace
