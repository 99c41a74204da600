//===- InstructionTest.cpp - Results of single instructions ---------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Instructions whose results the CUDA C++ tests do not reach: the narrow
// formats of sm_100, rounding modes, carries, packed arithmetic, divergence.
// Expected values are derived in the comments or by an independent search.
//
//===----------------------------------------------------------------------===//

#include "SimulatorTest.h"

#include <cmath>
#include <limits>

using namespace quartet::sim;

namespace {

uint32_t bitsOf(float f) {
  uint32_t b;
  std::memcpy(&b, &f, 4);
  return b;
}

/// Runs `body`, which computes %r1 from the thread's input word in %r2, for
/// every input; more than 32 inputs take several warps.
std::vector<uint32_t> mapWords(const std::string &body,
                               const std::vector<uint32_t> &inputs) {
  std::string text = ".version 9.0\n.target sm_100a\n.address_size 64\n"
                     ".global .b32 in[" +
                     std::to_string(inputs.size()) + "] = {";
  for (size_t i = 0; i < inputs.size(); ++i)
    text += (i ? "," : "") + std::to_string(inputs[i]);
  text += "};\n.visible .entry k(.param .u64 out)\n{\n"
          ".reg .pred %p<8>;\n.reg .b8 %b<4>;\n.reg .b16 %h<16>;\n"
          ".reg .b32 %r<20>;\n.reg .b64 %rd<8>;\n.reg .f32 %f<8>;\n"
          "ld.param.u64 %rd0, [out];\nmov.u32 %r0, %tid.x;\n"
          "mov.b64 %rd1, in;\nmul.wide.u32 %rd2, %r0, 4;\n"
          "add.s64 %rd1, %rd1, %rd2;\nadd.s64 %rd0, %rd0, %rd2;\n"
          "ld.global.b32 %r2, [%rd1];\nmov.b32 %f2, %r2;\n" +
          body + "\nst.global.b32 [%rd0], %r1;\nret;\n}\n";
  Launch launch;
  launch.threads = static_cast<unsigned>(inputs.size());
  launch.words = inputs.size();
  Outcome o = runText(text, launch);
  EXPECT_TRUE(o.ok) << o.error.format("k.ptx");
  return o.out;
}

std::vector<uint32_t> floatBits(const std::vector<float> &values) {
  std::vector<uint32_t> out;
  for (float v : values)
    out.push_back(bitsOf(v));
  return out;
}

const float kE2M1[8] = {0, 0.5f, 1, 1.5f, 2, 3, 4, 6};

/// Nearest code by search; ties to the even code.
uint32_t nearestE2M1(float x) {
  float m = std::fabs(x);
  if (x != x)
    return 7;
  uint32_t best = 0;
  for (uint32_t c = 1; c < 8; ++c) {
    double a = std::fabs(double(m) - kE2M1[c]);
    double b = std::fabs(double(m) - kE2M1[best]);
    if (a < b || (a == b && c % 2 == 0))
      best = c;
  }
  if (m > 6)
    best = 7;
  return best | (std::signbit(x) ? 8 : 0);
}

TEST(Convert, E2M1FromF32) {
  std::vector<float> values = {0.0f, -0.0f,  INFINITY, -INFINITY,
                               NAN,  1e-30f, -1e-30f,  1e30f};
  for (int c = 0; c < 7; ++c) {
    float mid = (kE2M1[c] + kE2M1[c + 1]) / 2;
    for (float v : {mid, std::nextafter(mid, 0.0f), std::nextafter(mid, 9.0f),
                    kE2M1[c + 1]}) {
      values.push_back(v);
      values.push_back(-v);
    }
  }
  // The first source goes to the upper nibble.
  std::vector<uint32_t> got =
      mapWords("cvt.rn.satfinite.e2m1x2.f32 %b1, %f2, 0f40400000;\n"
               "cvt.u32.u8 %r1, %b1;",
               floatBits(values));
  for (size_t i = 0; i < values.size(); ++i)
    EXPECT_EQ(got[i], nearestE2M1(values[i]) << 4 | 5) << values[i];
}

TEST(Convert, E2M1ToF16) {
  std::vector<uint32_t> codes;
  for (uint32_t i = 0; i < 256; ++i)
    codes.push_back(i);
  std::vector<uint32_t> got =
      mapWords("cvt.u8.u32 %b1, %r2;\ncvt.rn.f16x2.e2m1x2 %r1, %b1;", codes);
  // f16 bits of 0, .5, 1, 1.5, 2, 3, 4, 6.
  const uint32_t half[8] = {0,      0x3800, 0x3c00, 0x3e00,
                            0x4000, 0x4200, 0x4400, 0x4600};
  for (uint32_t i = 0; i < 256; ++i) {
    uint32_t lo = half[i & 7] | (i & 8) << 12;
    uint32_t hi = half[i >> 4 & 7] | (i >> 4 & 8) << 12;
    EXPECT_EQ(got[i], hi << 16 | lo) << i;
  }
}

TEST(Convert, ScalesUE8M0) {
  // Powers of two are kept; others go down with .rz and up with .rp. NaN is
  // 0xff, zero the smallest, infinity the largest.
  std::vector<uint32_t> in =
      floatBits({1.0f, 1.5f, 2.0f, 0x1p-127f, 0x1.8p-127f, 0x1p-130f, 0.0f,
                 INFINITY, NAN, 0x1.8p127f, -4.0f, 0x1.000002p10f});
  std::vector<uint32_t> down =
      mapWords("cvt.rz.satfinite.ue8m0x2.f32 %h1, 0f00000000, %f2;\n"
               "cvt.u32.u16 %r1, %h1;",
               in);
  std::vector<uint32_t> up =
      mapWords("cvt.rp.satfinite.ue8m0x2.f32 %h1, 0f00000000, %f2;\n"
               "cvt.u32.u16 %r1, %h1;",
               in);
  EXPECT_EQ(down, (std::vector<uint32_t>{127, 127, 128, 0, 0, 0, 0, 254, 255,
                                         254, 129, 137}));
  EXPECT_EQ(up, (std::vector<uint32_t>{127, 128, 128, 0, 1, 0, 0, 254, 255, 254,
                                       129, 138}));
}

TEST(Convert, F32ToIntegersSaturates) {
  std::vector<uint32_t> in =
      floatBits({2.5f, -2.5f, 3e9f, -3e9f, NAN, INFINITY, 0.5f, 1.5f});
  auto s = [](int64_t v) { return static_cast<uint32_t>(v); };
  EXPECT_EQ(mapWords("cvt.rni.s32.f32 %r1, %f2;", in),
            (std::vector<uint32_t>{2, s(-2), 0x7fffffff, 0x80000000, 0,
                                   0x7fffffff, 0, 2}));
  EXPECT_EQ(mapWords("cvt.rpi.u32.f32 %r1, %f2;", in),
            (std::vector<uint32_t>{3, 0, 3000000000u, 0, 0, 0xffffffff, 1, 2}));
  // A wider destination register is extended by the sign of the type.
  EXPECT_EQ(mapWords("cvt.rzi.s8.f32 %r1, %f2;", in),
            (std::vector<uint32_t>{2, s(-2), 127, s(-128), 0, 127, 0, 1}));
}

TEST(Integer, CarryChain) {
  // 64-bit addition from 32-bit halves: (2^32 + x) + 0xffffffff.
  std::vector<uint32_t> in = {0, 1, 0xffffffff};
  EXPECT_EQ(mapWords("add.cc.u32 %r3, %r2, -1;\naddc.u32 %r1, 1, 0;", in),
            (std::vector<uint32_t>{1, 2, 2}));
  // x - 1 borrows only from zero.
  EXPECT_EQ(mapWords("sub.cc.u32 %r3, %r2, 1;\nsubc.u32 %r1, 7, 0;", in),
            (std::vector<uint32_t>{6, 7, 7}));
}

TEST(Integer, FieldsAndPermutes) {
  std::vector<uint32_t> in = {0x89abcdef, 0, 0xffffffff};
  EXPECT_EQ(mapWords("bfe.s32 %r1, %r2, 4, 8;", in),
            (std::vector<uint32_t>{0xffffffde, 0, 0xffffffff}));
  EXPECT_EQ(mapWords("bfe.u32 %r1, %r2, 28, 8;", in),
            (std::vector<uint32_t>{8, 0, 15}));
  EXPECT_EQ(
      mapWords("bfi.b32 %r1, %r2, 0x11111111, 8, 12;", in),
      (std::vector<uint32_t>{0x111def11, 0x11100011 & 0xfff000ff, 0x111fff11}));
  // Selector 0xf000 | ...: bit 3 replicates the sign of the byte.
  EXPECT_EQ(mapWords("prmt.b32 %r1, %r2, 0x01020304, 0xb047;", in),
            (std::vector<uint32_t>{0xffef0401, 0x00000401, 0xffff0401}));
  EXPECT_EQ(mapWords("lop3.b32 %r1, %r2, 0xff00ff00, 0x0f0f0f0f, 0xca;", in),
            // (a and b) or (not a and c)
            (std::vector<uint32_t>{0x8f040f00 | (0x89abcdef & 0xff00ff00),
                                   0x0f0f0f0f, 0xff00ff00}));
}

TEST(Half, MinMaxAndNaN) {
  // Pairs (-0, NaN) against (+0, 1).
  std::vector<uint32_t> in = {0x7e008000};
  EXPECT_EQ(mapWords("mov.b32 %r3, 0x3c000000;\nmax.f16x2 %r1, %r2, %r3;", in),
            (std::vector<uint32_t>{0x3c000000}));
  EXPECT_EQ(mapWords("mov.b32 %r3, 0x3c000000;\nmin.f16x2 %r1, %r2, %r3;", in),
            (std::vector<uint32_t>{0x3c008000}));
  EXPECT_EQ(
      mapWords("mov.b32 %r3, 0x3c000000;\nmax.NaN.f16x2 %r1, %r2, %r3;", in),
      (std::vector<uint32_t>{0x7fff0000}));
}

TEST(Half, FmaRoundsOnce) {
  // f16: 1.001 (0x3c01) squared plus 2^-24: the exact result lies just above
  // the midpoint of 0x3c02 and 0x3c03 only if nothing was rounded before.
  // (1 + 2^-10)^2 = 1 + 2^-9 + 2^-20; the midpoint above 1 + 2^-9 is at 2^-11.
  // So add 2^-11 - 2^-20 = 0x0ffc as f16: the sum is exactly the midpoint and
  // goes to the even 0x3c02; one ulp more goes up.
  std::vector<uint32_t> in = {0x0ffc, 0x0ffd, 0x0ffb};
  EXPECT_EQ(mapWords("cvt.u16.u32 %h1, %r2;\nmov.b16 %h2, 0x3c01;\n"
                     "fma.rn.f16 %h3, %h2, %h2, %h1;\ncvt.u32.u16 %r1, %h3;",
                     in),
            (std::vector<uint32_t>{0x3c02, 0x3c03, 0x3c02}));
}

TEST(Float, MixedPrecision) {
  // 1.5 (bf16 0x3fc0, f16 0x3e00) and f32 inputs: widening is exact, so one
  // rounding remains. 2^-24 is half an ulp of 1.5, a tie that goes to even;
  // 2^24 + 1.5 rounds up to 2^24 + 2.
  std::vector<float> in = {0.25f, 0x1p-24f, 0x1p24f};
  EXPECT_EQ(mapWords("mov.b16 %h1, 0x3fc0;\nadd.rn.f32.bf16 %f1, %h1, %f2;\n"
                     "mov.b32 %r1, %f1;",
                     floatBits(in)),
            floatBits({1.75f, 1.5f, 0x1.000002p24f}));
  EXPECT_EQ(mapWords("mov.b16 %h1, 0x3e00;\nsub.f32.f16 %f1, %h1, %f2;\n"
                     "mov.b32 %r1, %f1;",
                     floatBits({0.25f, 2.0f})),
            floatBits({1.25f, -0.5f}));
  EXPECT_EQ(mapWords("mov.b16 %h1, 0x3fc0;\n"
                     "fma.rn.f32.bf16 %f1, %h1, %h1, %f2;\nmov.b32 %r1, %f1;",
                     floatBits({0.25f, -2.25f})),
            floatBits({2.5f, 0.0f}));
}

TEST(Control, NestedDivergence) {
  // Threads leave a loop at different counts and take different calls.
  std::string text =
      ".version 9.0\n.target sm_100a\n.address_size 64\n"
      ".func (.param .b32 r) triple(.param .b32 x)\n{\n.reg .b32 %r<4>;\n"
      ".reg .pred %p<2>;\nld.param.b32 %r1, [x];\n"
      "setp.gt.s32 %p1, %r1, 40;\n@%p1 bra BIG;\nmul.lo.s32 %r2, %r1, 3;\n"
      "st.param.b32 [r], %r2;\nret;\nBIG: st.param.b32 [r], %r1;\nret;\n}\n"
      ".visible .entry k(.param .u64 out)\n{\n.reg .b32 %r<8>;\n"
      ".reg .b64 %rd<4>;\n.reg .pred %p<4>;\nld.param.u64 %rd0, [out];\n"
      "mov.u32 %r0, %tid.x;\nmov.b32 %r1, 0;\nmov.b32 %r2, 0;\n"
      "LOOP: setp.ge.s32 %p1, %r1, %r0;\n@%p1 bra DONE;\n"
      "add.s32 %r1, %r1, 1;\nand.b32 %r3, %r1, 1;\nsetp.eq.s32 %p2, %r3, 0;\n"
      "@%p2 bra EVEN;\nadd.s32 %r2, %r2, 2;\nbra LOOP;\n"
      "EVEN: add.s32 %r2, %r2, 1;\nbra LOOP;\n"
      "DONE: bar.warp.sync -1;\n"
      "{ .param .b32 a; .param .b32 b; st.param.b32 [a], %r2;\n"
      "call.uni (b), triple, (a); ld.param.b32 %r4, [b]; }\n"
      "bar.sync 0;\nmul.wide.u32 %rd1, %r0, 4;\nadd.s64 %rd0, %rd0, %rd1;\n"
      "st.global.b32 [%rd0], %r4;\nret;\n}\n";
  Launch launch;
  launch.words = 32;
  Outcome o = runText(text, launch);
  ASSERT_TRUE(o.ok) << o.error.format("k.ptx");
  for (uint32_t t = 0; t < 32; ++t) {
    uint32_t sum = (t + 1) / 2 * 2 + t / 2;
    EXPECT_EQ(o.out[t], sum > 40 ? sum : 3 * sum) << t;
  }
}

TEST(Control, SpinLockMakesProgress) {
  // Every thread of a warp takes a lock in turn: needs independent progress.
  std::string body =
      "setp.ne.s32 %p1, %r0, 0;\n@%p1 bra READY;\n"
      "st.volatile.shared.b32 [smem], 0;\nst.volatile.shared.b32 [smem+4], 0;\n"
      "READY: bar.sync 0;\nmov.b32 %r5, 0;\n"
      "SPIN: atom.shared.cas.b32 %r2, [smem], 0, 1;\n"
      "setp.ne.s32 %p2, %r2, 0;\n@%p2 bra SPIN;\n"
      "fence.acq_rel.cta;\n"
      "ld.volatile.shared.b32 %r3, [smem+4];\nadd.s32 %r3, %r3, 1;\n"
      "st.volatile.shared.b32 [smem+4], %r3;\nfence.acq_rel.cta;\n"
      "atom.shared.exch.b32 %r4, [smem], 0;\n"
      "bar.sync 0;\n@%p1 bra END;\nld.volatile.shared.b32 %r3, [smem+4];\n"
      "st.global.b32 [%rd0], %r3;\nEND:\n";
  Launch launch;
  launch.threads = 32;
  Outcome o = runBody(body, launch);
  ASSERT_TRUE(o.ok) << o.error.format("k.ptx");
  EXPECT_EQ(o.out[0], 32u);
}

} // namespace
