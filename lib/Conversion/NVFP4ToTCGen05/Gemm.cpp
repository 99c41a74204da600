//===- Gemm.cpp - Shapes of block-scaled GEMM kernels ---------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "quartet/Conversion/NVFP4ToTCGen05/Gemm.h"

#include "quartet/Numerics/ScaleLayout.h"

#include <algorithm>

using namespace quartet;

/// Operand tiles start at multiples of this; dynamic shared memory may not.
static constexpr int64_t kAlignment = 1024;
/// Barriers and the allocation slot.
static constexpr int64_t kStaticBytes = 1024;
/// More stages than this hide no more latency.
static constexpr int64_t kMaxStages = 8;

std::string quartet::getInvalidReason(const GemmConfig &config) {
  if (config.ctaGroup != 1 && config.ctaGroup != 2)
    return "expects 1 or 2 CTAs per tile, but got " +
           std::to_string(config.ctaGroup);
  int64_t columns = config.tileColumns;
  bool large = columns == 128 || columns == 192 || columns == 256;
  if (config.ctaGroup == 2 && !large)
    return "expects 128, 192 or 256 columns per tile of a pair, but got " +
           std::to_string(columns);
  if (!large && columns != 32 && columns != 64)
    return "expects 32, 64, 128, 192 or 256 columns per tile, but got " +
           std::to_string(columns);
  return {};
}

GemmLayout::GemmLayout(const GemmConfig &config,
                       const GemmResources &resources) {
  constexpr int64_t kRowBytes = numerics::packedColumns(kGemmTileK);
  constexpr int64_t kScaleBlockBytes = numerics::tiledScaleBytes(
      kGemmCtaRows, numerics::scaleColumns(kGemmTileK));
  columnRows = config.tileColumns / config.ctaGroup;
  // A tile that is not whole blocks may start inside one; none spans more.
  columnScaleBlocks = numerics::scaleTileRows(config.tileColumns);
  rowOffset = 0;
  columnOffset = rowOffset + kGemmCtaRows * kRowBytes;
  rowScaleOffset = columnOffset + columnRows * kRowBytes;
  columnScaleOffset = rowScaleOffset + kScaleBlockBytes;
  stageBytes = columnScaleOffset + columnScaleBlocks * kScaleBlockBytes;
  int64_t room = resources.sharedBytes - kAlignment - kStaticBytes;
  stages = std::min(kMaxStages, room / stageBytes);
  sharedBytes = stages * stageBytes + kAlignment;

  // Four columns per 64 elements of K and 128 rows of scales.
  int64_t scaleColumns = kGemmTileK / kGemmMmaK * 4 * (1 + columnScaleBlocks);
  accumulatorStride = config.tileColumns;
  overlapped = 2 * config.tileColumns + scaleColumns > kGemmTensorColumns;
  releaseChunks = config.tileColumns / kGemmChunk;
  if (overlapped) {
    releaseChunks = (scaleColumns + kGemmChunk - 1) / kGemmChunk;
    accumulatorStride -= releaseChunks * kGemmChunk;
  }
  rowScaleColumn = accumulatorStride + config.tileColumns;
  columnScaleColumn = rowScaleColumn + kGemmTileK / kGemmMmaK * 4;
  scaleStride = scaleColumns;
  // All stages or one: a set in between would be written while it is read.
  scaleSets =
      rowScaleColumn + stages * scaleStride <= kGemmTensorColumns ? stages : 1;
  tensorColumns = rowScaleColumn + scaleSets * scaleStride;
}
