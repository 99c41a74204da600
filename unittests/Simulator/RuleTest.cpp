//===- RuleTest.cpp - Rules of strict mode --------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// For each rule one kernel that breaks it and one that does not, differing in
// what the rule is about.
//
//===----------------------------------------------------------------------===//

#include "SimulatorTest.h"

using namespace quartet::sim;

namespace {

Launch threads(unsigned n) {
  Launch s;
  s.threads = n;
  return s;
}

Launch cluster(unsigned n, unsigned threadsPerBlock = 32) {
  Launch s;
  s.threads = threadsPerBlock;
  s.blocks = s.cluster = n;
  return s;
}

/// Store of %r1 to out[tid].
const std::string kStore = "mul.wide.u32 %rd9, %r0, 4;\n"
                           "add.s64 %rd9, %rd0, %rd9;\n"
                           "st.global.b32 [%rd9], %r1;\n";
/// Thread 0 initialises `bar` with `count`, and all wait for that.
std::string initBar(const std::string &count) {
  return "setp.ne.s32 %p7, %r0, 0;\n"
         "@%p7 bra INIT;\n"
         "mbarrier.init.shared.b64 [bar], " +
         count +
         ";\n"
         "fence.mbarrier_init.release.cluster;\n"
         "INIT:\nbar.sync 0;\n";
}
const std::string kWait0 = "W0: mbarrier.try_wait.parity.shared.b64 %p6, [bar],"
                           " 0;\n@!%p6 bra W0;\n";

//===----------------------------------------------------------------------===//
// Shared memory
//===----------------------------------------------------------------------===//

/// Each warp writes its word and reads the other's.
std::string exchange(const std::string &sync) {
  return "shl.b32 %r2, %r0, 2;\nmov.b32 %r3, smem;\nadd.s32 %r4, %r3, %r2;\n"
         "st.shared.b32 [%r4], %r0;\n" +
         sync +
         "xor.b32 %r5, %r2, 128;\nadd.s32 %r5, %r3, %r5;\n"
         "ld.shared.b32 %r1, [%r5];\n";
}

TEST(SharedRules, RaceBetweenWarps) {
  expectClean(exchange("bar.sync 0;\n"), threads(64));
  // Whichever warp comes second sees the race, or one reads too early.
  for (uint64_t seed = 0; seed < 6; ++seed) {
    Launch s = threads(64);
    s.seed = seed;
    Outcome o = runBody(exchange(""), s);
    EXPECT_FALSE(o.ok);
    EXPECT_TRUE(o.error.rule == "shared-race" ||
                o.error.rule == "shared-uninitialised")
        << o.error.format("k.ptx");
  }
}

TEST(SharedRules, OverwriteAfterRead) {
  std::string head = "mov.b32 %r3, smem;\nshr.u32 %r4, %r0, 5;\n"
                     "setp.eq.s32 %p1, %r4, 0;\n"
                     "@%p1 st.shared.b32 [%r3], 7;\nbar.sync 0;\n"
                     "@!%p1 ld.shared.b32 %r1, [%r3];\n";
  std::string tail = "@%p1 st.shared.b32 [%r3], 8;\n";
  expectClean(head + "bar.sync 0;\n" + tail, threads(64));
  for (uint64_t seed = 0; seed < 6; ++seed) {
    Launch s = threads(64);
    s.seed = seed;
    Outcome o = runBody(head + tail, s);
    EXPECT_EQ(o.error.rule, "shared-race") << o.error.format("k.ptx");
  }
}

TEST(SharedRules, ReadBeforeWrite) {
  expectClean("st.shared.b32 [smem+16], 1;\nld.shared.b32 %r1, [smem+16];\n");
  expectRule("shared-uninitialised", "ld.shared",
             "st.shared.b32 [smem+16], 1;\nld.shared.b32 %r1, [smem+20];\n");
  // Part of a word counts.
  expectRule("shared-uninitialised", "ld.shared",
             "st.shared.b16 [smem+16], %h1;\nld.shared.b32 %r1, [smem+16];\n");
}

TEST(SharedRules, Bounds) {
  expectClean("st.shared.b32 [smem+65532], 1;\n");
  expectRule("shared-bounds", "st.shared",
             "mov.b32 %r1, smem;\nst.shared.b32 [%r1+1048576], 1;\n");
  expectRule("shared-bounds", "st.shared", "st.shared.b32 [0], 1;\n");
  expectRule("misaligned", "st.shared", "st.shared.b32 [smem+2], 1;\n");
}

TEST(SharedRules, AtomicsDoNotRace) {
  std::string head = "setp.eq.s32 %p1, %r0, 0;\n"
                     "@%p1 st.shared.b32 [smem], 0;\nbar.sync 0;\n";
  expectClean(head + "atom.shared.add.u32 %r1, [smem], 1;\n", threads(128));
  Outcome o =
      runBody(head + "ld.shared.b32 %r1, [smem];\nadd.s32 %r1, %r1, 1;\n"
                     "st.shared.b32 [smem], %r1;\n",
              threads(128));
  EXPECT_EQ(o.error.rule, "shared-race");
}

//===----------------------------------------------------------------------===//
// Global memory
//===----------------------------------------------------------------------===//

TEST(GlobalRules, BoundsAndInitialisation) {
  Launch empty = threads(1);
  empty.zeroed = false;
  expectClean("st.global.b32 [%rd0], 1;\nld.global.b32 %r1, [%rd0];\n", empty);
  expectRule("global-uninitialised", "ld.global",
             "st.global.b32 [%rd0], 1;\nld.global.b32 %r1, [%rd0+4];\n", empty);
  expectClean("ld.global.b32 %r1, [%rd0+252];\n");
  expectRule("global-bounds", "ld.global", "ld.global.b32 %r1, [%rd0+256];\n");
  expectRule("global-bounds", "st.global",
             "mov.b64 %rd1, 0;\nst.global.b32 [%rd1], 1;\n");
  expectRule("misaligned", "ld.global", "ld.global.b64 %rd1, [%rd0+4];\n");
}

//===----------------------------------------------------------------------===//
// Warps and barriers
//===----------------------------------------------------------------------===//

TEST(WarpRules, AlignedInDivergentCode) {
  expectClean("setp.lt.s32 %p1, %r0, 16;\n@%p1 bra A;\nmov.b32 %r1, 5;\nA:\n"
              "bar.sync 0;\n");
  expectRule("aligned", "bar.sync",
             "setp.lt.s32 %p1, %r0, 16;\n@%p1 bra A;\nbar.sync 0;\nA:\n"
             "add.s32 %r1, %r1, 1;\n");
  expectRule("aligned", "@%p1 bar.sync",
             "setp.lt.s32 %p1, %r0, 16;\n@%p1 bar.sync 0;\n");
  // Threads that have ended do not count.
  expectClean("setp.lt.s32 %p1, %r0, 16;\n@%p1 ret;\nbar.sync 0;\n");
}

TEST(WarpRules, MemberMasks) {
  expectClean("shfl.sync.idx.b32 %r1, %r0, 0, 31, -1;\n");
  expectRule("member-mask", "shfl",
             "shfl.sync.idx.b32 %r1, %r0, 0, 31, 0xffff;\n");
  expectClean("setp.lt.s32 %p1, %r0, 16;\n@!%p1 bra A;\n"
              "shfl.sync.idx.b32 %r1, %r0, 3, 31, 0xffff;\nA:\n");
  expectRule("shuffle-inactive", "shfl",
             "setp.lt.s32 %p1, %r0, 16;\n@!%p1 bra A;\n"
             "shfl.sync.idx.b32 %r1, %r0, 20, 31, 0xffff;\nA:\n");
}

TEST(WarpRules, Deadlock) {
  std::string arrive = "shr.u32 %r2, %r0, 5;\nsetp.eq.s32 %p1, %r2, 0;\n"
                       "@%p1 bra A;\nbar.arrive 1, 64;\nbra END;\n"
                       "A: bar.sync 1, ";
  expectClean(arrive + "64;\nEND:\n", threads(64));
  std::string bad = "setp.lt.s32 %p1, %r0, 32;\n@!%p1 bra END;\n"
                    "bar.sync 1, 64;\nEND:\n";
  Outcome o = runBody(bad, threads(64));
  EXPECT_EQ(o.error.rule, "deadlock");
  EXPECT_NE(o.error.notes.find("barrier 1: 32 threads of 64 have arrived"),
            std::string::npos)
      << o.error.notes;
}

//===----------------------------------------------------------------------===//
// mbarriers
//===----------------------------------------------------------------------===//

TEST(MbarrierRules, InitialisationIsVisible) {
  expectClean(initBar("64") + "mbarrier.arrive.shared.b64 _, [bar];\n" + kWait0,
              threads(64));
  expectRule("mbarrier-invalid", "mbarrier.arrive",
             "mbarrier.arrive.shared.b64 _, [bar];\n");
  std::string early = initBar("64");
  early.replace(early.find("bar.sync 0;\n"), 12, "");
  Outcome o =
      runBody(early + "mbarrier.arrive.shared.b64 _, [bar];\n", threads(64));
  EXPECT_TRUE(o.error.rule == "mbarrier-init" ||
              o.error.rule == "mbarrier-invalid")
      << o.error.format("k.ptx");
}

TEST(MbarrierRules, PhasesAndCounts) {
  // 64 arrivals complete phase 0; the wait for parity 1 passes at once.
  expectClean(initBar("64") +
                  "mbarrier.try_wait.parity.shared.b64 %p1, [bar], 1;\n"
                  "mbarrier.arrive.shared.b64 _, [bar];\n" +
                  kWait0,
              threads(64));
  expectRule("mbarrier-arrivals", "mbarrier.arrive",
             initBar("1") + "mbarrier.arrive.shared.b64 _, [bar], 3;\n",
             threads(1));
  std::string stuck =
      initBar("65") + "mbarrier.arrive.shared.b64 _, [bar];\n" + kWait0;
  Outcome o = runBody(stuck, threads(64));
  EXPECT_EQ(o.error.rule, "deadlock");
  EXPECT_NE(o.error.notes.find("phase 0, 1 of 65 arrivals and 0 bytes pending"),
            std::string::npos)
      << o.error.notes;
  expectRule("mbarrier-phase", "mbarrier.try_wait",
             initBar("1") +
                 "mbarrier.try_wait.parity.shared.b64 %p1, [bar], 2;\n",
             threads(1));
}

TEST(MbarrierRules, OrdersData) {
  // Warp 0 writes and arrives; warp 1 waits and reads.
  auto body = [](bool waits) {
    return initBar("32") +
           "setp.ge.s32 %p1, %r0, 32;\nshl.b32 %r2, %r0, 2;\n"
           "and.b32 %r2, %r2, 127;\nmov.b32 %r3, smem;\n"
           "add.s32 %r3, %r3, %r2;\n@%p1 bra READ;\n"
           "st.shared.b32 [%r3], %r0;\n"
           "mbarrier.arrive.shared.b64 _, [bar];\nbra END;\nREAD:\n" +
           (waits ? kWait0 : std::string()) +
           "ld.shared.b32 %r1, [%r3];\nEND:\n";
  };
  expectClean(body(true), threads(64));
  for (uint64_t seed = 0; seed < 6; ++seed) {
    Launch s = threads(64);
    s.seed = seed;
    Outcome o = runBody(body(false), s);
    EXPECT_TRUE(o.error.rule == "shared-race" ||
                o.error.rule == "shared-uninitialised")
        << o.error.format("k.ptx");
  }
}

TEST(MbarrierRules, OrdinaryAccess) {
  expectRule("mbarrier-access", "ld.shared",
             initBar("1") + "ld.shared.b64 %rd1, [bar];\n", threads(1));
  expectClean(initBar("1") + "mbarrier.inval.shared.b64 [bar];\n"
                             "st.shared.b64 [bar], 0;\n"
                             "ld.shared.b64 %rd1, [bar];\n",
              threads(1));
}

//===----------------------------------------------------------------------===//
// Bulk copies and proxies
//===----------------------------------------------------------------------===//

std::string bulkLoad(const std::string &expected, const std::string &wait,
                     const std::string &bytes = "64") {
  return initBar("1") + "mbarrier.arrive.expect_tx.shared.b64 _, [bar], " +
         expected +
         ";\n"
         "cp.async.bulk.shared::cta.global.mbarrier::complete_tx::bytes [smem],"
         " [%rd0], " +
         bytes + ", [bar];\n" + wait + "ld.shared.b32 %r1, [smem+32];\n";
}

TEST(BulkRules, WaitAndByteCount) {
  expectClean(bulkLoad("64", kWait0), threads(1));
  expectRule("shared-race", "ld.shared", bulkLoad("64", ""), threads(1));
  // No bytes expected: the wait passes before the copy has completed.
  expectRule("shared-race", "ld.shared", bulkLoad("0", kWait0), threads(1));
  // Too many: the phase never completes.
  Outcome o = runBody(bulkLoad("80", kWait0), threads(1));
  EXPECT_EQ(o.error.rule, "deadlock") << o.error.format("k.ptx");
  // Enough for one of two copies: the phase completes while the other is on
  // its way.
  std::string second = "cp.async.bulk.shared::cta.global.mbarrier::complete_tx"
                       "::bytes [smem+64], [%rd0], 64, [bar];\n";
  expectRule("mbarrier-tx", "cp.async.bulk", bulkLoad("64", second + kWait0),
             threads(1), /*anyLine=*/true);
  expectClean(bulkLoad("128", second + kWait0), threads(1));
  expectRule("async-copy", "cp.async.bulk", bulkLoad("64", kWait0, "60"),
             threads(1));
}

std::string bulkStore(const std::string &fence, const std::string &wait) {
  return "mov.b32 %r2, 11;\nst.shared.v4.b32 [smem], {%r2,%r2,%r2,%r2};\n" +
         fence +
         "cp.async.bulk.global.shared::cta.bulk_group [%rd0], [smem], 16;\n"
         "cp.async.bulk.commit_group;\n" +
         wait + "st.shared.b32 [smem], 3;\n";
}

TEST(BulkRules, ProxyFenceAndReuse) {
  std::string fence = "fence.proxy.async.shared::cta;\n";
  std::string wait = "cp.async.bulk.wait_group.read 0;\n";
  expectClean(bulkStore(fence, wait), threads(1));
  expectRule("proxy-fence", "cp.async.bulk.global", bulkStore("", wait),
             threads(1));
  expectRule("shared-race", "st.shared.b32", bulkStore(fence, ""), threads(1));
  Outcome o =
      runBody(bulkStore(fence, "cp.async.bulk.wait_group 0;\n"), threads(1));
  EXPECT_EQ(o.out[3], 11u);
}

TEST(BulkRules, BlockEndsTooEarly) {
  std::string body = initBar("1") +
                     "mbarrier.arrive.expect_tx.shared.b64 _, [bar], 64;\n"
                     "cp.async.bulk.shared::cta.global.mbarrier::complete_tx::"
                     "bytes [smem], [%rd0], 64, [bar];\n";
  expectClean(body + kWait0, threads(1));
  // Some seed completes the copy in time by luck; most do not.
  int found = 0;
  for (uint64_t seed = 0; seed < 8; ++seed) {
    Launch s = threads(1);
    s.seed = seed;
    found += runBody(body, s).error.rule == "exit-with-pending";
  }
  EXPECT_GE(found, 4);
}

TEST(CpAsyncRules, WaitGroup) {
  std::string head = "cp.async.ca.shared.global [smem], [%rd0], 16;\n"
                     "cp.async.commit_group;\n"
                     "cp.async.ca.shared.global [smem+16], [%rd0+16], 16;\n"
                     "cp.async.commit_group;\n";
  expectClean(head + "cp.async.wait_group 1;\nld.shared.b32 %r1, [smem];\n" +
                  "cp.async.wait_group 0;\n",
              threads(1));
  expectRule("shared-race", "ld.shared",
             head + "cp.async.wait_group 1;\nld.shared.b32 %r1, [smem+16];\n",
             threads(1));
  expectClean(head + "cp.async.wait_all;\nld.shared.b32 %r1, [smem+16];\n",
              threads(1));
}

TEST(CpAsyncRules, ProxyFence) {
  auto body = [](const std::string &fence) {
    return "cp.async.cg.shared.global [smem], [%rd0], 16;\n"
           "cp.async.wait_all;\n" +
           fence +
           "cp.async.bulk.global.shared::cta.bulk_group [%rd0+32], [smem], 16;"
           "\ncp.async.bulk.commit_group;\ncp.async.bulk.wait_group 0;\n";
  };
  expectClean(body("fence.proxy.async;\n"), threads(1));
  expectRule("cp-async-fence", "cp.async.bulk.global", body(""), threads(1));
}

//===----------------------------------------------------------------------===//
// Clusters
//===----------------------------------------------------------------------===//

TEST(ClusterRules, DistributedShared) {
  auto body = [](const std::string &sync) {
    return "mov.u32 %r2, %cluster_ctarank;\nxor.b32 %r3, %r2, 1;\n"
           "mov.b32 %r4, smem;\nmapa.shared::cluster.u32 %r5, %r4, %r3;\n"
           "setp.eq.s32 %p1, %r0, 0;\n"
           "@%p1 st.shared::cluster.b32 [%r5], %r2;\n" +
           sync + "@%p1 ld.shared.b32 %r1, [smem];\n" +
           "barrier.cluster.arrive.aligned;\nbarrier.cluster.wait.aligned;\n";
  };
  expectClean(body("barrier.cluster.arrive.aligned;\n"
                   "barrier.cluster.wait.aligned;\n"),
              cluster(2));
  for (uint64_t seed = 0; seed < 6; ++seed) {
    Launch s = cluster(2);
    s.seed = seed;
    Outcome o = runBody(body(""), s);
    EXPECT_TRUE(o.error.rule == "shared-race" ||
                o.error.rule == "shared-uninitialised")
        << o.error.format("k.ptx");
  }
  expectRule("cluster-rank", "mapa",
             "mov.b32 %r4, smem;\nmapa.shared::cluster.u32 %r5, %r4, 2;\n",
             cluster(2));
}

TEST(ClusterRules, ArriveAndWaitAlternate) {
  expectRule("cluster-barrier", "barrier.cluster.wait",
             "barrier.cluster.wait.aligned;\n", cluster(2));
}

} // namespace
