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
  /// Whether the epilogue can handle vectors of columns.
  bool vectorizable = true;
};

/// Rates of a chip. Those of NVIDIA's documents are exact, the others are
/// estimates to be replaced by measurements on the chip.
struct GemmRates {
  GemmResources resources;
  double clockHz = 1.85e9;
  /// Multiply-adds of block-scaled E2M1 per clock and multiprocessor.
  double macsPerClock = 16384;
  /// Bytes per second of the memory.
  double memoryBytesPerSecond = 8.0e12;
  /// Bytes per clock that copies bring from the L2 cache to one
  /// multiprocessor; an estimate.
  double copyBytesPerClock = 96;
  /// Clocks of the epilogue per accumulator column, of whole vectors and of
  /// single elements; estimates from instruction counts.
  double vectorColumnClocks = 8, elementColumnClocks = 30;
  /// Clocks before the first MMA and after the last store of a kernel; an
  /// estimate.
  double fixedClocks = 4000;
};

/// The terms of one prediction.
struct GemmCost {
  int64_t tiles = 0, tilesOfK = 0;
  /// Tiles that the busiest CTA, or pair, computes.
  int64_t waves = 0;
  /// Clocks per tile: MMAs, copies, epilogue.
  double mmaClocks = 0, copyClocks = 0, epilogueClocks = 0;
  /// Bytes of global memory that must be moved, and bytes that all copies bring
  /// to shared memory.
  int64_t memoryBytes = 0, copyBytes = 0;
  /// Seconds: by the clocks of the busiest CTA, by the memory's rate, the
  /// prediction, and the least that the chip could need.
  double clockSeconds = 0, memorySeconds = 0, seconds = 0, floorSeconds = 0;
};

/// The cost of `problem` by a kernel of this configuration.
GemmCost predict(const GemmProblem &problem, const GemmConfig &config,
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
