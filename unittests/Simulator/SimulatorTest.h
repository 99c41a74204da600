//===- SimulatorTest.h - Running PTX text in tests --------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Tests give the body of a kernel `k(.param .u64 out)` and look at the buffer
// or at the diagnostic.
//
//===----------------------------------------------------------------------===//

#ifndef QUARTET_UNITTESTS_SIMULATOR_SIMULATORTEST_H
#define QUARTET_UNITTESTS_SIMULATOR_SIMULATORTEST_H

#include "quartet/Simulator/Simulator.h"
#include "gtest/gtest.h"

#include <cstring>
#include <string>
#include <vector>

namespace quartet::sim {

struct Outcome {
  bool ok = false;
  Diagnostic error;
  std::vector<uint32_t> out;
  Statistics statistics;
};

struct Launch {
  unsigned threads = 32;
  unsigned blocks = 1;
  unsigned cluster = 1;
  uint64_t seed = 0;
  bool strict = true;
  /// Words of the output buffer; `fill` makes them initialised.
  size_t words = 64;
  bool zeroed = true;
};

/// Registers that every test kernel has.
inline std::string kernelText(const std::string &body) {
  return ".version 9.0\n.target sm_100a\n.address_size 64\n"
         ".visible .entry k(.param .u64 out)\n{\n"
         ".reg .pred %p<8>;\n.reg .b16 %h<16>;\n.reg .b32 %r<200>;\n"
         ".reg .b64 %rd<32>;\n.reg .f32 %f<16>;\n"
         ".shared .align 1024 .b8 smem[65536];\n"
         ".shared .align 8 .b64 bar;\n.shared .align 8 .b64 bar2;\n"
         ".shared .align 4 .b32 slot;\n"
         "ld.param.u64 %rd0, [out];\nmov.u32 %r0, %tid.x;\n" +
         body + "\nret;\n}\n";
}

/// The line of the text at which the body's first line stands.
inline constexpr unsigned kBodyLine = 17;

inline Outcome runText(const std::string &text,
                       const Launch &setup = Launch()) {
  Outcome outcome;
  std::unique_ptr<Simulator> sim = Simulator::create(text, outcome.error);
  if (!sim)
    return outcome;
  sim->options().seed = setup.seed;
  sim->options().strict = setup.strict;
  sim->options().maxInstructions = 20000000;
  uint64_t buffer = sim->allocate(setup.words * 4, "out");
  if (setup.zeroed)
    sim->fill(buffer, 0, setup.words * 4);
  std::vector<uint8_t> params(8);
  std::memcpy(params.data(), &buffer, 8);
  LaunchConfig config;
  config.grid[0] = setup.blocks;
  config.block[0] = setup.threads;
  config.cluster[0] = setup.cluster;
  outcome.ok = sim->launch("k", config, params, outcome.error);
  outcome.out.resize(setup.words);
  sim->read(buffer, outcome.out.data(), setup.words * 4);
  outcome.statistics = sim->statistics();
  return outcome;
}

inline Outcome runBody(const std::string &body,
                       const Launch &setup = Launch()) {
  return runText(kernelText(body), setup);
}

/// The body must run without a diagnostic under several seeds.
inline void expectClean(const std::string &body, Launch setup = Launch()) {
  for (uint64_t seed = 0; seed < 6; ++seed) {
    setup.seed = seed;
    Outcome o = runBody(body, setup);
    EXPECT_TRUE(o.ok) << "seed " << seed << ": " << o.error.format("k.ptx");
  }
}

/// The body must be rejected by `rule`, under every seed, at the line of the
/// body (from 1) that contains `at`.
inline void expectRule(const std::string &rule, const std::string &at,
                       const std::string &body, Launch setup = Launch(),
                       bool anyLine = false) {
  size_t where = body.find(at);
  ASSERT_NE(where, std::string::npos) << at;
  unsigned line = kBodyLine;
  for (size_t i = 0; i < where; ++i)
    line += body[i] == '\n';
  for (uint64_t seed = 0; seed < 6; ++seed) {
    setup.seed = seed;
    Outcome o = runBody(body, setup);
    EXPECT_FALSE(o.ok) << "seed " << seed << ": no diagnostic";
    EXPECT_EQ(o.error.rule, rule)
        << "seed " << seed << ": " << o.error.format("k.ptx");
    if (anyLine)
      continue;
    EXPECT_EQ(o.error.loc.line, line)
        << "seed " << seed << ": " << o.error.format("k.ptx");
  }
}

} // namespace quartet::sim

#endif // QUARTET_UNITTESTS_SIMULATOR_SIMULATORTEST_H
