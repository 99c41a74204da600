//===- GemmReport.cpp - The cost of a GEMM in words -----------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "quartet/Conversion/NVFP4ToTCGen05/GemmModel.h"

#include "llvm/Support/Format.h"
#include "llvm/Support/raw_ostream.h"

#include <cmath>

using namespace quartet;

std::string quartet::describe(const GemmProblem &problem,
                              const GemmConfig &config,
                              const GemmRates &rates) {
  GemmLayout layout(config, rates.resources);
  GemmCost cost = predict(problem, config, rates);
  std::string text;
  llvm::raw_string_ostream os(text);
  auto clocks = [](double value) { return std::llround(value); };
  auto microseconds = [&os](const char *name, double seconds) {
    os << ", " << name << ' ' << llvm::format("%.3f", seconds * 1e6) << " us";
  };
  if (problem.batch != 1)
    os << problem.batch << " times ";
  os << problem.m << " x " << problem.n << " x " << problem.p;
  if (problem.isAssumed)
    os << " (assumed)";
  os << ": tile " << config.getTileRows() << 'x' << config.tileColumns;
  if (config.swapped)
    os << " of the transposed product";
  os << ", cta_group " << config.ctaGroup << ", stages " << layout.stages
     << ", tensor memory columns " << layout.tensorColumns << ", tiles "
     << cost.tiles << ", waves " << cost.waves << "; per tile mma clocks "
     << clocks(cost.mmaClocks) << ", copy clocks " << clocks(cost.copyClocks)
     << ", epilogue clocks " << clocks(cost.epilogueClocks)
     << "; tensor core mma " << cost.mmas << ", multiply-adds " << cost.macs
     << ", tensor core busy clocks " << clocks(cost.tensorClocks)
     << ", shared bytes written " << cost.copyBytes << ", global bytes read "
     << cost.readBytes << ", of these by bulk copies " << cost.bulkBytes
     << ", global bytes written " << cost.writtenBytes << ", memory bytes "
     << cost.memoryBytes << "; clocks alone "
     << llvm::format("%.3f", cost.clockSeconds * 1e6) << " us";
  microseconds("memory alone", cost.memorySeconds);
  microseconds("predicted", cost.seconds);
  microseconds("floor", cost.floorSeconds);
  return text;
}
