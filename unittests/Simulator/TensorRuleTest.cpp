//===- TensorRuleTest.cpp - Rules about tensor memory ---------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// One 128x128x64 NVFP4 MMA with all elements and scales 1, so that D is 64
// everywhere, and the same with one thing left out or changed.
//
//===----------------------------------------------------------------------===//

#include "SimulatorTest.h"

using namespace quartet::sim;

namespace {

/// What the kernel does; the defaults are right.
struct Gemm {
  std::string columns = "256";
  std::string proxyFence = "fence.proxy.async.shared::cta;\n";
  std::string beforeFence = "tcgen05.fence::before_thread_sync;\n";
  std::string afterFence = "tcgen05.fence::after_thread_sync;\n";
  std::string copyB = "tcgen05.cp.cta_group::1.32x128b.warpx4 [%r20+132], "
                      "%rd4;\n";
  /// What the second half of the scales holds; 0x38 is 1.
  std::string scaleB = "0x38383838";
  /// 128B swizzle, SBO 1024, version 1.
  std::string operandBits = "0x4000404000010000";
  std::string idesc = "0x08200480";
  std::string accumulate = "0";
  std::string commit = "tcgen05.commit.cta_group::1.mbarrier::arrive::one."
                       "shared::cluster.b64 [bar];\n";
  std::string wait = "W0: mbarrier.try_wait.parity.shared.b64 %p6, [bar], 0;\n"
                     "@!%p6 bra W0;\n";
  std::string afterWait = "tcgen05.fence::after_thread_sync;\n";
  std::string laneShift = "21";
  std::string waitLoad = "tcgen05.wait::ld.sync.aligned;\n";
  std::string dealloc = "tcgen05.dealloc.cta_group::1.sync.aligned.b32 %r20, ";

  std::string text() const {
    return
        // Thread t fills row t of A and B and one word of each scale atom.
        "mov.b32 %r1, smem;\nshl.b32 %r2, %r0, 7;\nadd.s32 %r2, %r1, %r2;\n"
        "and.b32 %r3, %r0, 7;\nshl.b32 %r4, %r3, 4;\nxor.b32 %r5, %r4, 16;\n"
        "add.s32 %r4, %r2, %r4;\nadd.s32 %r5, %r2, %r5;\n"
        "mov.b32 %r6, 0x22222222;\n"
        "st.shared.v4.b32 [%r4], {%r6,%r6,%r6,%r6};\n"
        "st.shared.v4.b32 [%r5], {%r6,%r6,%r6,%r6};\n"
        "st.shared.v4.b32 [%r4+16384], {%r6,%r6,%r6,%r6};\n"
        "st.shared.v4.b32 [%r5+16384], {%r6,%r6,%r6,%r6};\n"
        "shl.b32 %r7, %r0, 2;\nadd.s32 %r7, %r1, %r7;\n"
        "mov.b32 %r8, 0x38383838;\n"
        "st.shared.b32 [%r7+32768], %r8;\nmov.b32 %r18, " +
        scaleB + ";\nst.shared.b32 [%r7+33280], %r18;\n" + proxyFence +
        "shr.u32 %r9, %r0, 5;\nsetp.ne.s32 %p1, %r9, 0;\n@%p1 bra READY;\n"
        "tcgen05.alloc.cta_group::1.sync.aligned.shared::cta.b32 [slot], " +
        columns +
        ";\n"
        "tcgen05.relinquish_alloc_permit.cta_group::1.sync.aligned;\n"
        "elect.sync %r10|%p2, -1;\n@!%p2 bra READY;\n"
        "mbarrier.init.shared.b64 [bar], 1;\n"
        "fence.mbarrier_init.release.cluster;\nREADY:\n" +
        beforeFence + "bar.sync 0;\n" + afterFence +
        "ld.shared.b32 %r20, [slot];\n@%p1 bra WAIT;\n"
        "elect.sync %r10|%p2, -1;\n@!%p2 bra JOIN;\n"
        "shr.u32 %r11, %r1, 4;\ncvt.u64.u32 %rd1, %r11;\n"
        "or.b64 %rd2, %rd1, " +
        operandBits +
        ";\nadd.s64 %rd5, %rd2, 1024;\n"
        "or.b64 %rd3, %rd1, 0x400800000000;\nadd.s64 %rd3, %rd3, 2048;\n"
        "add.s64 %rd4, %rd3, 32;\n"
        "tcgen05.cp.cta_group::1.32x128b.warpx4 [%r20+128], %rd3;\n" +
        copyB + "mov.b32 %r12, " + idesc +
        ";\nadd.s32 %r13, %r20, 128;\n"
        "setp.ne.s32 %p3, " +
        accumulate +
        ", 0;\n"
        "tcgen05.mma.cta_group::1.kind::mxf4nvf4.block_scale.block16"
        ".collector::a::discard [%r20], %rd2, %rd5, %r12, [%r13], [%r20+132],"
        " %p3;\n" +
        commit + "JOIN: bar.warp.sync -1;\nWAIT:\n" + wait + afterWait +
        "shl.b32 %r14, %r9, " + laneShift +
        ";\nadd.s32 %r15, %r20, %r14;\n"
        "tcgen05.ld.sync.aligned.32x32b.x2.b32 {%r16, %r17}, [%r15+64];\n" +
        waitLoad +
        "mul.wide.u32 %rd9, %r0, 4;\nadd.s64 %rd9, %rd0, %rd9;\n"
        "st.global.b32 [%rd9], %r17;\n"
        "tcgen05.fence::before_thread_sync;\nbar.sync 0;\n@%p1 bra END;\n"
        "tcgen05.fence::after_thread_sync;\n" +
        (dealloc.empty() ? std::string() : dealloc + columns + ";\n") +
        "END:\n";
  }
};

Launch block() {
  Launch s;
  s.threads = 128;
  s.words = 128;
  return s;
}

TEST(TensorRules, CorrectKernel) {
  for (uint64_t seed = 0; seed < 8; ++seed) {
    Launch s = block();
    s.seed = seed;
    Outcome o = runBody(Gemm().text(), s);
    ASSERT_TRUE(o.ok) << o.error.format("k.ptx");
    float sixtyFour = 64;
    uint32_t bits;
    std::memcpy(&bits, &sixtyFour, 4);
    EXPECT_EQ(o.out, std::vector<uint32_t>(128, bits));
    EXPECT_EQ(o.statistics.macs, 128u * 128 * 64);
  }
}

void expectBroken(const Gemm &gemm, const std::string &rule,
                  const std::string &at) {
  expectRule(rule, at, gemm.text(), block());
}

TEST(TensorRules, ProxyFence) {
  Gemm g;
  g.proxyFence = "";
  expectBroken(g, "proxy-fence", "tcgen05.cp");
}

TEST(TensorRules, MmaResultNeedsCommitAndFences) {
  Gemm g;
  g.wait = "";
  // Another warp may come before the MMA was even issued.
  for (uint64_t seed = 0; seed < 6; ++seed) {
    Launch s = block();
    s.seed = seed;
    Outcome o = runBody(g.text(), s);
    EXPECT_TRUE(o.error.rule == "tensor-race" ||
                o.error.rule == "tensor-uninitialised")
        << o.error.format("k.ptx");
  }
  g = Gemm();
  g.afterWait = "";
  expectBroken(g, "tensor-race", "tcgen05.ld");
  g = Gemm();
  g.commit = "";
  Outcome o = runBody(g.text(), block());
  EXPECT_EQ(o.error.rule, "deadlock");
}

TEST(TensorRules, LoadedRegistersNeedWait) {
  Gemm g;
  g.waitLoad = "";
  expectBroken(g, "tensor-load-wait", "st.global");
}

TEST(TensorRules, Uninitialised) {
  Gemm g;
  g.accumulate = "1";
  expectBroken(g, "tensor-uninitialised", "tcgen05.mma");
  g = Gemm();
  g.copyB = "";
  expectBroken(g, "tensor-uninitialised", "tcgen05.mma");
}

TEST(TensorRules, Allocation) {
  Gemm g;
  g.dealloc = "";
  for (uint64_t seed = 0; seed < 4; ++seed) {
    Launch s = block();
    s.seed = seed;
    EXPECT_EQ(runBody(g.text(), s).error.rule, "tensor-leak");
  }
  g = Gemm();
  g.columns = "96";
  expectBroken(g, "tensor-alloc", "tcgen05.alloc");
  g = Gemm();
  g.columns = "128";
  expectBroken(g, "tensor-bounds", "tcgen05.cp");
}

TEST(TensorRules, LaneQuarter) {
  Gemm g;
  g.laneShift = "20";
  expectBroken(g, "tensor-lane", "tcgen05.ld");
}

TEST(TensorRules, Descriptors) {
  Gemm g;
  g.idesc = "0x08200484"; // sparsity bit
  expectBroken(g, "instruction-descriptor", "tcgen05.mma");
  g.idesc = "0x08a00480"; // UE8M0 scales
  expectBroken(g, "instruction-descriptor", "tcgen05.mma");
  g.idesc = "0x08201680"; // B type 5
  expectBroken(g, "instruction-descriptor", "tcgen05.mma");
  g = Gemm();
  g.operandBits = "0x4000004000010000"; // bit 46 clear
  expectBroken(g, "descriptor-version", "tcgen05.mma");
  g.operandBits = "0x4010404000010000"; // absolute leading dimension
  expectBroken(g, "descriptor", "tcgen05.mma");
  g.operandBits = "0x0000404000010000"; // no swizzle: reads unwritten chunks
  expectBroken(g, "shared-uninitialised", "tcgen05.mma");
}

TEST(TensorRules, ScalesOfAllLaneQuarters) {
  // Lanes 0 to 31 and 64 to 95 get the first half of the scales, the others the
  // second.
  Gemm g;
  g.copyB = "tcgen05.cp.cta_group::1.64x128b.warpx2::02_13 [%r20+132], %rd3;\n";
  expectClean(g.text(), block());
  g.scaleB = "0x40404040";
  expectBroken(g, "tensor-scales", "tcgen05.mma");
}

TEST(TensorRules, OneCtaGroup) {
  Gemm g;
  g.commit = "tcgen05.commit.cta_group::2.mbarrier::arrive::one.shared::cluster"
             ".b64 [bar];\n";
  expectBroken(g, "tensor-cta-group", "tcgen05.commit");
}

TEST(TensorRules, OperandsInUse) {
  // Overwriting A after issue, before the commit was waited for.
  Gemm g;
  g.commit += "st.shared.b32 [%r4], 0;\n";
  expectBroken(g, "shared-race", "st.shared.b32 [%r4], 0");
}

TEST(TensorRules, StoreAndLoad) {
  auto body = [](const std::string &wait) {
    return "tcgen05.alloc.cta_group::1.sync.aligned.shared::cta.b32 [slot], 32;"
           "\nbar.sync 0;\nld.shared.b32 %r20, [slot];\n"
           "mul.lo.s32 %r2, %r0, 3;\n"
           "tcgen05.st.sync.aligned.32x32b.x1.b32 [%r20+5], {%r2};\n" +
           wait +
           "tcgen05.ld.sync.aligned.32x32b.x1.b32 {%r1}, [%r20+5];\n"
           "tcgen05.wait::ld.sync.aligned;\n"
           "mul.wide.u32 %rd9, %r0, 4;\nadd.s64 %rd9, %rd0, %rd9;\n"
           "st.global.b32 [%rd9], %r1;\n"
           "tcgen05.dealloc.cta_group::1.sync.aligned.b32 %r20, 32;\n";
  };
  Outcome o = runBody(body("tcgen05.wait::st.sync.aligned;\n"));
  ASSERT_TRUE(o.ok) << o.error.format("k.ptx");
  for (uint32_t t = 0; t < 32; ++t)
    EXPECT_EQ(o.out[t], 3 * t);
  expectRule("tensor-race", "tcgen05.ld", body(""));
}

} // namespace
