//===- HostKernels.h - Interface of the per-processor kernels ---*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The loops over rows and column blocks, compiled once per instruction set from
// HostKernelsImpl.h. This header is plain data so that the two sides share no
// inline code.
//
//===----------------------------------------------------------------------===//

#ifndef QUARTET_LIB_NUMERICS_HOSTKERNELS_H
#define QUARTET_LIB_NUMERICS_HOSTKERNELS_H

#include "quartet/Numerics/HostMatrix.h"

namespace quartet {
namespace numerics {
namespace host {

/// What every kernel reads: validated, with explicit bounds.
struct KernelInput {
  MatrixView view;        ///< validRows, validColumns are set
  int64_t padded;         ///< columns after padding
  unsigned rotationGroup; ///< 0: none
  const uint32_t *signs;  ///< one word per column block if rotated
  const Quantizer *quantizer;
  Randomness randomness;
  uint32_t firstRow;         ///< ChunkOffset.row
  uint32_t firstColumnBlock; ///< ChunkOffset.column / 16
};

struct HostKernels {
  /// Largest finite magnitude, as f32 bits.
  uint32_t (*amax)(const KernelInput &in);
  /// Rotated values, rows x padded.
  void (*rotate)(const KernelInput &in, float *out);
  /// Everything that knows its amax (f32 bits); returns the tensor scale.
  float (*quantize)(const KernelInput &in, uint32_t amax, uint8_t *data,
                    uint8_t *scales);
  /// Post hoc pass 1; returns the largest finite corrected scale as f32 bits.
  uint32_t (*edenPass1)(const KernelInput &in, uint8_t *data, uint16_t *scales);
  /// Post hoc pass 2 on rows x scaleCols corrected scales; returns ts.
  float (*edenPass2)(const KernelInput &in, const uint16_t *corrected,
                     int64_t rows, int64_t scaleCols, uint32_t maximum,
                     uint8_t *scales);
  /// Values of one row of codes: code * scale, times ts if `withTensorScale`.
  void (*decodeRow)(const uint8_t *data, const uint8_t *scales, int64_t blocks,
                    float ts, bool withTensorScale, float *out);
};

/// Any processor.
const HostKernels &getGenericKernels();
/// AVX2 and FMA; null where the build has none.
const HostKernels *getAVX2Kernels();

} // namespace host
} // namespace numerics
} // namespace quartet

#endif // QUARTET_LIB_NUMERICS_HOSTKERNELS_H
