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

/// `amount` at `rate` per unit of time; 0 if there is no rate.
static double over(double amount, double rate) {
  return rate > 0 ? amount / rate : 0;
}

/// Bytes that the copies of all tiles read of both operands of one product.
/// Boxes end where an operand ends.
static int64_t operandBytes(int64_t rows, int64_t columns, int64_t p,
                            const GemmConfig &config) {
  int64_t tilesOfRows = ceilDiv(rows, config.getTileRows());
  int64_t tilesOfColumns = ceilDiv(columns, config.tileColumns);
  int64_t rowOperand = quantizedBytes(rows, p) * tilesOfColumns;
  int64_t columnData = columns * numerics::packedColumns(p) * tilesOfRows;
  // Both CTAs of a pair copy all scales of the tile's columns, in whole blocks.
  int64_t perTile = numerics::scaleTileRows(config.tileColumns);
  int64_t blocks = numerics::scaleTileRows(columns), copied = 0;
  for (int64_t tile = 0; tile < tilesOfColumns; ++tile)
    copied +=
        std::min(perTile, blocks - tile * config.tileColumns / kGemmCtaRows);
  int64_t blockBytes =
      numerics::tiledScaleBytes(kGemmCtaRows, numerics::scaleColumns(p));
  return rowOperand + columnData +
         copied * blockBytes * tilesOfRows * config.ctaGroup;
}

/// Bytes that the epilogues of all tiles read: tensor scales once per thread,
/// the old D and the inputs for each element. What does not vary along a row is
/// read once per vector.
static int64_t epilogueBytes(const GemmProblem &problem, int64_t blocks,
                             bool vectors) {
  constexpr int64_t kThreads = kGemmEpilogueWarps * 32;
  int64_t perElement = problem.columnInputBytes;
  if (problem.accumulate)
    perElement += problem.outputBytes;
  int64_t readsOfRow = problem.n;
  if (vectors)
    readsOfRow = problem.n / kGemmChunk + problem.n % kGemmChunk;
  return blocks * kThreads * 2 * int64_t(sizeof(float)) +
         problem.batch * problem.m *
             (problem.n * perElement + readsOfRow * problem.rowInputBytes);
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
  int64_t groups = rates.resources.multiprocessors / config.ctaGroup;
  cost.waves = ceilDiv(cost.tiles, groups);

  // Each CTA of a pair multiplies its 128 rows by all columns.
  int64_t macs = kGemmCtaRows * config.tileColumns * kGemmTileK;
  cost.mmaClocks = over(cost.tilesOfK * macs, rates.macsPerClock);
  cost.copyClocks =
      over(cost.tilesOfK * layout.stageBytes, rates.copyBytesPerClock);
  bool vectors = problem.vectorizable && !config.swapped;
  cost.epilogueClocks =
      config.tileColumns *
      (vectors ? rates.vectorColumnClocks : rates.elementColumnClocks);

  cost.mmas = cost.tiles * cost.tilesOfK * (kGemmTileK / kGemmMmaK);
  cost.macs = cost.tiles * config.ctaGroup * cost.tilesOfK * macs;
  cost.tensorClocks = over(cost.macs, rates.macsPerClock);
  cost.copyBytes =
      cost.tiles * config.ctaGroup * cost.tilesOfK * layout.stageBytes;
  int64_t outputs = problem.m * problem.n * problem.outputBytes;
  cost.memoryBytes = problem.batch * (quantizedBytes(problem.m, problem.p) +
                                      quantizedBytes(problem.n, problem.p) +
                                      outputs * (problem.accumulate ? 2 : 1)) +
                     problem.inputBytes;
  cost.bulkBytes =
      problem.batch * operandBytes(rows, columns, problem.p, config);
  cost.readBytes =
      cost.bulkBytes +
      epilogueBytes(problem, std::min(cost.tiles, groups) * config.ctaGroup,
                    vectors);
  cost.writtenBytes = problem.batch * outputs;

  // The epilogue of a tile runs beside the MMAs of the next; that of the last
  // stands alone.
  double perTile =
      std::max({cost.mmaClocks, cost.copyClocks, cost.epilogueClocks});
  double first = std::max(cost.mmaClocks, cost.copyClocks);
  double clocks = 0;
  if (cost.waves > 0)
    clocks = rates.fixedClocks + first + (cost.waves - 1) * perTile +
             cost.epilogueClocks;
  cost.clockSeconds = over(clocks, rates.clockHz);
  cost.memorySeconds = over(cost.memoryBytes, rates.memoryBytesPerSecond);
  cost.seconds = std::max(cost.clockSeconds, cost.memorySeconds);
  double peak =
      rates.macsPerClock * rates.resources.multiprocessors * rates.clockHz;
  double products = double(problem.batch) * problem.m * problem.n * problem.p;
  cost.floorSeconds = std::max(over(products, peak), cost.memorySeconds);
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
