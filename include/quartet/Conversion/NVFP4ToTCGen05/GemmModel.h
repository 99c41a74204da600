//===- GemmModel.h - Predicted time of GEMM kernels -------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The written cost model by which the compiler chooses tiles. Every term is a
// number of a report; rates are data of a chip. No MLIR here.
//
//===----------------------------------------------------------------------===//

#ifndef QUARTET_CONVERSION_NVFP4TOTCGEN05_GEMMMODEL_H
#define QUARTET_CONVERSION_NVFP4TOTCGEN05_GEMMMODEL_H

#include "quartet/Conversion/NVFP4ToTCGen05/Gemm.h"

#include <vector>

namespace quartet {

/// One product, D (+)= A B^T of M x P and N x P, `batch` times.
struct GemmProblem {
  int64_t batch = 1, m = 0, n = 0, p = 0;
  /// Bytes of one element of D, and whether D is read.
  int64_t outputBytes = 4;
  bool accumulate = false;
  /// Bytes that the epilogue's inputs occupy.
  int64_t inputBytes = 0;
  /// Bytes of one element of all inputs that vary along D's columns, and of all
  /// others.
  int64_t columnInputBytes = 0, rowInputBytes = 0;
  /// Whether the epilogue can handle vectors of columns.
  bool vectorizable = true;
  /// Whether an extent is not known and was assumed.
  bool isAssumed = false;
};

/// Rates of a chip, which its target states. What has a rate of 0 takes no
/// time; of configurations that take equally long the first is chosen.
struct GemmRates {
  GemmResources resources;
  double clockHz = 0;
  /// Multiply-adds of block-scaled E2M1 per clock and multiprocessor.
  double macsPerClock = 0;
  /// Bytes per second of the memory.
  double memoryBytesPerSecond = 0;
  /// Bytes per clock that copies bring from the L2 cache to one
  /// multiprocessor.
  double copyBytesPerClock = 0;
  /// Clocks of the epilogue per accumulator column, of whole vectors and of
  /// single elements.
  double vectorColumnClocks = 0, elementColumnClocks = 0;
  /// Clocks before the first MMA and after the last store of a kernel.
  double fixedClocks = 0;
};

/// The terms of one prediction.
struct GemmCost {
  int64_t tiles = 0, tilesOfK = 0;
  /// Tiles that the busiest CTA, or pair, computes.
  int64_t waves = 0;
  /// Clocks per tile: MMAs, copies, epilogue.
  double mmaClocks = 0, copyClocks = 0, epilogueClocks = 0;
  /// Block-scaled instructions, one for both CTAs of a pair, their
  /// multiply-adds and the clocks that these take on all multiprocessors
  /// together.
  int64_t mmas = 0, macs = 0;
  double tensorClocks = 0;
  /// Bytes of global memory that must be moved, and bytes that all copies bring
  /// to shared memory, with the zeros past the operands' ends.
  int64_t memoryBytes = 0, copyBytes = 0;
  /// Bytes that copies read of global memory, that all instructions read, and
  /// that they write; most reads find the L2 cache.
  int64_t bulkBytes = 0, readBytes = 0, writtenBytes = 0;
  /// Seconds: by the clocks of the busiest CTA, by the memory's rate, the
  /// prediction, and the least that the chip could need.
  double clockSeconds = 0, memorySeconds = 0, seconds = 0, floorSeconds = 0;
};

/// The cost of `problem` by a kernel of this configuration.
GemmCost predict(const GemmProblem &problem, const GemmConfig &config,
                 const GemmRates &rates);

/// The terms of `predict` and where the kernel keeps things, as one line of
/// names and numbers without a newline. Counts have the names under which
/// quartet-sim reports what a run did.
std::string describe(const GemmProblem &problem, const GemmConfig &config,
                     const GemmRates &rates);

/// All configurations that there are kernels of, in a fixed order.
std::vector<GemmConfig> getGemmConfigs();

/// The configuration of the least predicted time, the first of equals. A
/// `ctaGroup` or `tileColumns` of 0 and a `swap` below 0 are free; if no kernel
/// has the others, the result has them and is invalid.
GemmConfig chooseConfig(const GemmProblem &problem, const GemmRates &rates,
                        int64_t ctaGroup = 0, int64_t tileColumns = 0,
                        int64_t swap = -1);

} // namespace quartet

#endif // QUARTET_CONVERSION_NVFP4TOTCGEN05_GEMMMODEL_H
