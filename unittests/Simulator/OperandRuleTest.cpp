//===- OperandRuleTest.cpp - Rules about operands and limits --------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// For each rule one kernel that breaks it and one that does not.
//
//===----------------------------------------------------------------------===//

#include "SimulatorTest.h"

using namespace quartet::sim;

namespace {

Launch one() {
  Launch s;
  s.threads = 1;
  return s;
}

const std::string kLocal = ".local .align 4 .b8 stack[16];\n";

TEST(OperandRules, AtomicSpace) {
  auto body = [](const std::string &space, const std::string &variable) {
    return kLocal + "mov.u64 %rd3, " + variable + ";\ncvta." + space +
           ".u64 %rd3, %rd3;\nst.b32 [%rd3], %r0;\n"
           "atom.add.u32 %r1, [%rd3], 1;\n";
  };
  expectClean(body("shared", "smem"), one());
  expectRule("atomic-space", "atom.add", body("local", "stack"), one());
}

TEST(OperandRules, BarrierOperands) {
  Launch s;
  s.threads = 64;
  expectClean("bar.sync 1, 64;\n", s);
  expectRule("barrier-operands", "bar.sync", "bar.sync 1, 48;\n", s);
  expectRule("barrier-operands", "bar.sync", "bar.sync 1, 96;\n", s);
  // A warp's threads that name different barriers.
  expectRule("barrier-operands", "barrier.sync",
             "and.b32 %r1, %r0, 1;\nbarrier.sync %r1, 64;\n", s);
}

TEST(OperandRules, BranchIndex) {
  auto body = [](const std::string &index) {
    return "mov.b32 %r1, " + index +
           ";\nTABLE: .branchtargets FIRST, SECOND;\n"
           "brx.idx %r1, TABLE;\nFIRST:\nmov.b32 %r2, 1;\nSECOND:\n";
  };
  expectClean(body("1"));
  expectRule("branch-index", "brx.idx", body("2"));
}

TEST(OperandRules, ConstantMemoryIsNotWritten) {
  for (const char *space : {"const", "global"}) {
    std::string text = kernelText(
        std::string("mov.u64 %rd3, value;\ncvta.") + space +
        ".u64 %rd3, %rd3;\nld.b32 %r1, [%rd3];\nst.b32 [%rd3], %r1;\n");
    text.insert(text.find(".visible"),
                std::string(".") + space + " .align 4 .b32 value = 5;\n");
    Outcome o = runText(text, one());
    bool isConst = std::string(space) == "const";
    EXPECT_EQ(o.ok, !isConst) << o.error.format("k.ptx");
    EXPECT_EQ(o.error.rule, isConst ? "global-readonly" : "");
  }
}

TEST(OperandRules, InstructionLimit) {
  // 1024 threads, so that the limit of the tests is reached soon.
  Launch s;
  s.threads = 1024;
  auto body = [](const std::string &count) {
    return "mov.b32 %r1, 0;\nLOOP:\nadd.s32 %r1, %r1, 1;\n"
           "setp.ne.s32 %p1, %r1, " +
           count + ";\n@%p1 bra LOOP;\n";
  };
  EXPECT_TRUE(runBody(body("100"), s).ok);
  EXPECT_EQ(runBody(body("-1"), s).error.rule, "limit");
}

TEST(OperandRules, LocalBounds) {
  expectClean(kLocal + "st.local.b32 [stack+12], %r0;\n");
  expectRule("local-bounds", "st.local",
             kLocal + "st.local.b32 [stack+16], %r0;\n");
}

TEST(OperandRules, MulticastMask) {
  auto body = [](const std::string &mask) {
    return "mbarrier.init.shared.b64 [bar], 1;\n"
           "fence.mbarrier_init.release.cluster;\n"
           "mbarrier.arrive.expect_tx.shared.b64 %rd1, [bar], 64;\n"
           "mov.b16 %h1, " +
           mask +
           ";\ncp.async.bulk.shared::cluster.global.mbarrier::complete_tx"
           "::bytes.multicast::cluster [smem], [%rd0], 64, [bar], %h1;\n"
           "W0: mbarrier.try_wait.parity.shared.b64 %p6, [bar], 0;\n"
           "@!%p6 bra W0;\n";
  };
  expectClean(body("1"), one());
  expectRule("multicast", "cp.async.bulk", body("2"), one());
  expectRule("multicast", "cp.async.bulk", body("0"), one());
}

TEST(OperandRules, ParameterBounds) {
  expectClean("ld.param.u32 %r1, [out+4];\n");
  expectRule("param-bounds", "ld.param.u32", "ld.param.u32 %r1, [out+8];\n");
}

TEST(OperandRules, ScaleSelectors) {
  auto body = [](const std::string &byte, const std::string &thread) {
    return "mov.b32 %r1, 0x22222222;\nmov.b32 %r2, 0x38383838;\n"
           "mov.b32 %f0, 0f00000000;\nmov.b16 %h1, " +
           byte + ";\nmov.b16 %h2, " + thread +
           ";\nmma.sync.aligned.m16n8k64.row.col.kind::mxf4nvf4.block_scale"
           ".scale_vec::4X.f32.e2m1.e2m1.f32.ue4m3 {%f1,%f2,%f3,%f4}, "
           "{%r1,%r1,%r1,%r1}, {%r1,%r1}, {%f0,%f0,%f0,%f0}, "
           "{%r2}, {%h1,%h2}, {%r2}, {%h1,%h2};\n";
  };
  expectClean(body("0", "1"));
  expectRule("scale-selector", "mma.sync", body("1", "0"));
  expectRule("scale-selector", "mma.sync", body("0", "2"));
}

/// Copies a box of 16x1 bytes through the map at the kernel's parameter, which
/// has two dimensions; `dimensions` is what the instruction says.
Outcome copyBox(unsigned dimensions, bool isMap) {
  std::string list = dimensions == 2 ? "{%r1, %r1}" : "{%r1}";
  std::string text = kernelText(
      "mbarrier.init.shared.b64 [bar], 1;\n"
      "fence.mbarrier_init.release.cluster;\nmov.b32 %r1, 0;\n"
      "mbarrier.arrive.expect_tx.shared.b64 %rd1, [bar], 16;\n"
      "cp.async.bulk.tensor." +
      std::to_string(dimensions) +
      "d.shared::cluster.global.mbarrier::complete_tx::bytes [smem], [%rd0, " +
      list +
      "], [bar];\nW0: mbarrier.try_wait.parity.shared.b64 %p6, [bar], 0;\n"
      "@!%p6 bra W0;\n");
  Outcome outcome;
  auto sim = Simulator::create(text, outcome.error);
  if (!sim)
    return outcome;
  uint64_t data = sim->allocate(64, "data");
  sim->fill(data, 1, 64);
  TensorMapParams params;
  params.rank = 2;
  params.base = data;
  params.dims[0] = params.strides[0] = 16;
  params.dims[1] = 4;
  params.box[0] = 16;
  uint8_t map[128] = {};
  if (isMap)
    EXPECT_EQ(encodeTensorMap(params, map), "");
  uint64_t address = sim->allocate(sizeof(map), "map");
  sim->write(address, map, sizeof(map));
  std::vector<uint8_t> argument(8);
  std::memcpy(argument.data(), &address, 8);
  outcome.ok = sim->launch("k", LaunchConfig(), argument, outcome.error);
  return outcome;
}

TEST(OperandRules, TensorMaps) {
  Outcome o = copyBox(2, true);
  EXPECT_TRUE(o.ok) << o.error.format("k.ptx");
  EXPECT_EQ(copyBox(2, false).error.rule, "tensor-map");
  EXPECT_EQ(copyBox(1, true).error.rule, "tensor-map");
}

TEST(OperandRules, Trap) {
  expectClean("setp.gt.u32 %p1, %r0, 31;\n@%p1 trap;\n");
  expectRule("trap", "@%p1 trap", "setp.gt.u32 %p1, %r0, 30;\n@%p1 trap;\n");
}

} // namespace
