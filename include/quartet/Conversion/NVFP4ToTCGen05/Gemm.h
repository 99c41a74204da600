//===- Gemm.h - Shapes of block-scaled GEMM kernels -------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What distinguishes one block-scaled GEMM kernel from another, and where it
// keeps things in shared and tensor memory. No MLIR here: the compiler, the
// cost model and tests read the same numbers.
//
// The matrix unit computes tiles of R rows (the lanes of tensor memory) by C
// columns. R is M and C is N, or the other way round where the product is
// computed as D^T = B A^T because M is small.
//
//===----------------------------------------------------------------------===//

#ifndef QUARTET_CONVERSION_NVFP4TOTCGEN05_GEMM_H
#define QUARTET_CONVERSION_NVFP4TOTCGEN05_GEMM_H

#include <cstdint>
#include <string>

namespace quartet {

/// What a kernel may use of a chip.
struct GemmResources {
  /// Streaming multiprocessors; persistent kernels launch one block on each.
  int64_t multiprocessors = 148;
  /// Shared memory of one block in bytes, static and dynamic.
  int64_t sharedBytes = 232448;
};

/// Elements of K that one stage holds.
constexpr int64_t kGemmTileK = 256;
/// Elements of K that one instruction multiplies.
constexpr int64_t kGemmMmaK = 64;
/// Columns of tensor memory; all are allocated.
constexpr int64_t kGemmTensorColumns = 512;
/// Rows that one CTA accumulates: the lanes of tensor memory.
constexpr int64_t kGemmCtaRows = 128;
/// Accumulator columns that one step of the epilogue takes to registers.
constexpr int64_t kGemmChunk = 32;
/// Warps 0 to 3 read accumulators, each the lanes of its number; then one warp
/// issues MMAs and one copies.
constexpr int64_t kGemmEpilogueWarps = 4;
constexpr int64_t kGemmMmaWarp = 4;
constexpr int64_t kGemmCopyWarp = 5;
constexpr int64_t kGemmThreads = 192;

/// One kernel configuration.
struct GemmConfig {
  /// CTAs that share one tile: 1, or a pair of 2.
  int64_t ctaGroup = 1;
  /// Columns of a tile: 32, 64, 128, 192 or 256; with a pair 128, 192 or 256.
  int64_t tileColumns = 128;
  /// The lanes hold columns of D instead of rows.
  bool swapped = false;

  /// Rows of a tile, over both CTAs of a pair.
  int64_t getTileRows() const { return kGemmCtaRows * ctaGroup; }

  friend bool operator==(const GemmConfig &a, const GemmConfig &b) {
    return a.ctaGroup == b.ctaGroup && a.tileColumns == b.tileColumns &&
           a.swapped == b.swapped;
  }
};

/// Empty if there is a kernel of this configuration, else the reason with the
/// value and the legal choices.
std::string getInvalidReason(const GemmConfig &config);

/// Where one CTA keeps things. Offsets are bytes of a stage in shared memory,
/// columns of tensor memory.
struct GemmLayout {
  GemmLayout(const GemmConfig &config, const GemmResources &resources);

  /// Rows of the column operand that this CTA copies.
  int64_t columnRows;
  /// 128-row blocks of the column operand's scales.
  int64_t columnScaleBlocks;
  int64_t rowOffset, columnOffset, rowScaleOffset, columnScaleOffset;
  int64_t stageBytes;
  int64_t stages;
  /// Dynamic shared memory of a launch.
  int64_t sharedBytes;

  /// Columns between the two accumulators. Smaller than a tile if both do not
  /// fit beside the scales: then the second begins inside the first.
  int64_t accumulatorStride;
  /// Chunks of an accumulator after which the other may be written.
  int64_t releaseChunks;
  bool overlapped;
  /// First columns of the scales, and of each stage's own set if there is room
  /// for `scaleSets` of them.
  int64_t rowScaleColumn, columnScaleColumn, scaleSets, scaleStride;
  /// Columns of tensor memory that are in use.
  int64_t tensorColumns;
};

} // namespace quartet

#endif // QUARTET_CONVERSION_NVFP4TOTCGEN05_GEMM_H
