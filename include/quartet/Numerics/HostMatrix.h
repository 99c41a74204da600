//===- HostMatrix.h - Whole matrices quantized on the host ------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The numerics of docs/Numerics.md on whole matrices, one thread, eight rows at
// a time: the oracle of folders and execution tests. Matrices are taken as the
// matrix multiplication sees them: `rows` x `columns` with the contraction
// along columns. Results have `padded` columns (layout_c1); input outside the
// valid part counts as +0. The processor's instruction set is chosen at run
// time and does not change a bit of any result.
//
//===----------------------------------------------------------------------===//

#ifndef QUARTET_NUMERICS_HOSTMATRIX_H
#define QUARTET_NUMERICS_HOSTMATRIX_H

#include "quartet/Numerics/Quantizer.h"
#include "quartet/Numerics/ScaleLayout.h"

#include <cstdint>
#include <vector>

namespace quartet {
namespace numerics {
namespace host {

enum class ElementType : uint8_t { F32, F16, BF16 };

/// A dense matrix to read. Element (r, c) is data[r * stride + c], or
/// data[c * stride + r] if `transposed`; stride counts elements.
struct MatrixView {
  const void *data = nullptr;
  ElementType type = ElementType::F32;
  int64_t rows = 0;
  int64_t columns = 0;
  int64_t stride = 0;
  bool transposed = false;
  /// Elements at or beyond these bounds are not read and count as +0; a
  /// negative bound stands for the whole extent.
  int64_t validRows = -1;
  int64_t validColumns = -1;
};

/// Seed, site and instance of a stochastic op (philox_c2).
struct Randomness {
  uint64_t seed = 0;
  uint32_t site = 0;
  uint32_t instance = 0;
};

/// A rotation along the columns; group 0 means none, else 16, 32 or 128.
struct Rotation {
  unsigned group = 0;
  Randomness randomness;
};

/// Where a chunk lies in its matrix, for random draws and signs. Rows are a
/// multiple of the quantizer's blockRows; columns of 16, of the rotation group
/// and of a 128-wide correction group.
struct ChunkOffset {
  int64_t row = 0;
  int64_t column = 0;
};

/// How to quantize.
struct QuantizeOptions {
  Quantizer quantizer;
  Rotation rotation;
  Randomness randomness;
  ChunkOffset offset;
  /// Largest magnitude of the whole (rotated) matrix if `hasAmax`; otherwise
  /// it is computed from the view. Meaningless for post hoc quantizers.
  bool hasAmax = false;
  float amax = 0.0f;
  /// Multiplied into the resulting tensor scale (saved_c2).
  float prescale = 1.0f;
};

/// A quantized matrix: codes two per byte (layout_c7), linear scale bytes, ts.
struct QuantizedMatrix {
  int64_t rows = 0;
  int64_t padded = 0;
  std::vector<uint8_t> data;   ///< rows x padded / 2
  std::vector<uint8_t> scales; ///< rows x padded / 16
  float tensorScale = 1.0f;
};

/// Post hoc MS-EDEN between its passes: codes, corrected scales in bf16 and
/// the largest finite one of them.
struct EdenBlocks {
  int64_t rows = 0;
  int64_t padded = 0;
  std::vector<uint8_t> data;
  std::vector<uint16_t> scales; ///< rows x padded / 16
  float scaleMaximum = 0.0f;
};

/// Largest finite magnitude of the matrix, after `rotation` (magnitude_c3).
float largestMagnitude(const MatrixView &view, const Rotation &rotation = {},
                       const ChunkOffset &offset = {});

/// The unnormalised rotation, rows x padded in f32 (hadamard_c5).
std::vector<float> rotate(const MatrixView &view, const Rotation &rotation,
                          const ChunkOffset &offset = {});

/// Quantizes with any valid quantizer (getInvalidReason gives null).
QuantizedMatrix quantize(const MatrixView &view,
                         const QuantizeOptions &options);

/// The two passes of a post hoc quantizer. Chunks share the maximum over all
/// of their `scaleMaximum` in pass 2.
EdenBlocks edenPass1(const MatrixView &view, const QuantizeOptions &options);
QuantizedMatrix edenPass2(const EdenBlocks &blocks,
                          const QuantizeOptions &options, float scaleMaximum);

/// The values, rows x padded in f32 (decode_c1).
std::vector<float> dequantize(const QuantizedMatrix &matrix);

/// The values without the tensor scale as bf16 bits, exactly (saved_c1).
std::vector<uint16_t> decodeToBF16(const QuantizedMatrix &matrix);

/// Quantizes a quantized matrix again, or its transpose: decodes, rotates,
/// quantizes, and multiplies the saved tensor scale into the new one. `rows`
/// and `columns` are the valid extents of the result's source as stored.
QuantizedMatrix requantize(const QuantizedMatrix &matrix, int64_t columns,
                           bool transpose, QuantizeOptions options);

/// Linear scales to the tiled form (layout_c5; pad bytes 0x00) and back.
std::vector<uint8_t> tileScales(const std::vector<uint8_t> &linear,
                                int64_t rows, int64_t scaleCols);
std::vector<uint8_t> untileScales(const std::vector<uint8_t> &tiled,
                                  int64_t rows, int64_t scaleCols);

/// Codes 0..15, one per byte, to two per byte and back (layout_c7). The number
/// of codes is even.
std::vector<uint8_t> packCodes(const std::vector<uint8_t> &codes);
std::vector<uint8_t> unpackCodes(const std::vector<uint8_t> &packed);

/// For tests: 0 lets the processor decide, 1 forces the generic code.
void forceGenericKernels(bool force);

} // namespace host
} // namespace numerics
} // namespace quartet

#endif // QUARTET_NUMERICS_HOSTMATRIX_H
