//===- GemmModel.cpp - Predicted time of GEMM kernels ---------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "quartet/Conversion/NVFP4ToTCGen05/GemmModel.h"

#include "quartet/Numerics/ScaleLayout.h"

#include <algorithm>

using namespace quartet;

static int64_t ceilDiv(int64_t x, int64_t y) { return (x + y - 1) / y; }

/// Bytes of a quantized matrix of `rows` x `p`.
static int64_t quantizedBytes(int64_t rows, int64_t p) {
  return rows * numerics::packedColumns(p) +
         numerics::tiledScaleBytes(rows, numerics::scaleColumns(p));
}

GemmCost quartet::predict(const GemmProblem &problem, const GemmConfig &config,
                          const GemmRates &rates) {
  GemmLayout layout(config, rates.resources);
  int64_t rows = config.swapped ? problem.n : problem.m;
  int64_t columns = config.swapped ? problem.m : problem.n;

  GemmCost cost;
  cost.tiles = problem.batch * ceilDiv(rows, config.getTileRows()) *
               ceilDiv(columns, config.tileColumns);
  cost.tilesOfK = ceilDiv(problem.p, kGemmTileK);
  cost.waves =
      ceilDiv(cost.tiles, rates.resources.multiprocessors / config.ctaGroup);

  // Each CTA of a pair multiplies its 128 rows by all columns.
  double macs = double(kGemmCtaRows) * config.tileColumns * kGemmTileK;
  cost.mmaClocks = cost.tilesOfK * macs / rates.macsPerClock;
  cost.copyClocks = cost.tilesOfK * layout.stageBytes / rates.copyBytesPerClock;
  bool vectors = problem.vectorizable && !config.swapped;
  cost.epilogueClocks =
      config.tileColumns *
      (vectors ? rates.vectorColumnClocks : rates.elementColumnClocks);

  cost.copyBytes =
      cost.tiles * config.ctaGroup * cost.tilesOfK * layout.stageBytes;
  int64_t outputs = problem.m * problem.n * problem.outputBytes;
  cost.memoryBytes = problem.batch * (quantizedBytes(problem.m, problem.p) +
                                      quantizedBytes(problem.n, problem.p) +
                                      outputs * (problem.accumulate ? 2 : 1)) +
                     problem.inputBytes;

  // The epilogue of a tile runs beside the MMAs of the next; that of the last
  // stands alone.
  double perTile =
      std::max({cost.mmaClocks, cost.copyClocks, cost.epilogueClocks});
  double first = std::max(cost.mmaClocks, cost.copyClocks);
  double clocks = 0;
  if (cost.waves > 0)
    clocks = rates.fixedClocks + first + (cost.waves - 1) * perTile +
             cost.epilogueClocks;
  cost.clockSeconds = clocks / rates.clockHz;
  cost.memorySeconds = cost.memoryBytes / rates.memoryBytesPerSecond;
  cost.seconds = std::max(cost.clockSeconds, cost.memorySeconds);
  double peak =
      rates.macsPerClock * rates.resources.multiprocessors * rates.clockHz;
  cost.floorSeconds =
      std::max(double(problem.batch) * problem.m * problem.n * problem.p / peak,
               cost.memorySeconds);
  return cost;
}

std::vector<GemmConfig> quartet::getGemmConfigs() {
  std::vector<GemmConfig> configs;
  for (bool swapped : {false, true})
    for (int64_t group : {1, 2})
      for (int64_t columns : {256, 192, 128, 64, 32}) {
        GemmConfig config{group, columns, swapped};
        if (getInvalidReason(config).empty())
          configs.push_back(config);
      }
  return configs;
}

GemmConfig quartet::chooseConfig(const GemmProblem &problem,
                                 const GemmRates &rates, int64_t ctaGroup,
                                 int64_t tileColumns, int64_t swap) {
  GemmConfig best;
  if (ctaGroup)
    best.ctaGroup = ctaGroup;
  if (tileColumns)
    best.tileColumns = tileColumns;
  best.swapped = swap > 0;
  double least = -1;
  for (const GemmConfig &config : getGemmConfigs()) {
    if ((ctaGroup && config.ctaGroup != ctaGroup) ||
        (tileColumns && config.tileColumns != tileColumns) ||
        (swap >= 0 && config.swapped != (swap > 0)))
      continue;
    double seconds = predict(problem, config, rates).seconds;
    if (least < 0 || seconds < least) {
      least = seconds;
      best = config;
    }
  }
  return best;
}
