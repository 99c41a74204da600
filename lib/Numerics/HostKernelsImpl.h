//===- HostKernelsImpl.h - Loops over rows and column blocks ----*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Included once per instruction set. A lane is a row: a step takes eight rows
// of up to eight column blocks (a rotation or correction group of 128).
// Everything is templated over `Isa`, so that no two instruction sets share a
// function the linker could merge.
//
//===----------------------------------------------------------------------===//

#ifndef QUARTET_LIB_NUMERICS_HOSTKERNELSIMPL_H
#define QUARTET_LIB_NUMERICS_HOSTKERNELSIMPL_H

#include "HostKernels.h"
#include "HostLoad.h"
#include "quartet/Numerics/Eden.h"
#include "quartet/Numerics/Epilogue.h"
#include "quartet/Numerics/Hadamard.h"
#include "quartet/Numerics/Philox.h"

#include <cstring>

namespace quartet {
namespace numerics {
namespace host {

/// Blocks that one step handles together.
constexpr unsigned kStepBlocks = 8;

template <int Isa>
struct Kernels {
  using O = HostLanes<Isa>;
  using F = typename O::F;
  using I = typename O::I;
  using B = typename O::B;
  static constexpr int64_t kRows = O::kLanes;

  static QUARTET_NUMERICS_INLINE RandomSource<O>
  randomSource(O &o, const Randomness &r) {
    return {o.u32(uint32_t(r.seed)), o.u32(uint32_t(r.seed >> 32)),
            o.u32(r.site), o.u32(r.instance)};
  }

  static QUARTET_NUMERICS_INLINE I ascending(O &o, uint32_t first) {
    return o.iadd(I{0, 1, 2, 3, 4, 5, 6, 7}, o.u32(first));
  }

  static QUARTET_NUMERICS_INLINE uint32_t maxLane(I v) {
    uint32_t m = v[0];
    for (unsigned i = 1; i < kRows; ++i)
      m = v[i] > m ? v[i] : m;
    return m;
  }

  /// Values of eight rows from `row` and `blocks` column blocks from `block`,
  /// rotated if asked for.
  static QUARTET_NUMERICS_INLINE void loadStep(O &o, const KernelInput &in,
                                               int64_t row, int64_t block,
                                               unsigned blocks, F *x) {
    for (unsigned b = 0; b < blocks; ++b)
      loadBlock<Isa>(o, in.view, row, (block + b) * kBlock, x + b * kBlock);
    unsigned group = in.rotationGroup;
    if (group == 0)
      return;
    // hadamard_c6: the input is rounded to bf16 first.
    if (in.view.type != ElementType::BF16)
      for (unsigned i = 0; i < blocks * kBlock; ++i)
        x[i] = fromBF16(o, toBF16(o, x[i]));
    for (unsigned b = 0; b < blocks; ++b) {
      applySigns(o, o.u32(in.signs[block + b]), x + b * kBlock);
      hadamard16(o, x + b * kBlock);
    }
    if (group == 128)
      for (unsigned j = 0; j < kBlock; ++j)
        hadamardAcross(o, x + j, 8);
    else if (group == 32)
      for (unsigned b = 0; b < blocks; b += 2)
        for (unsigned j = 0; j < kBlock; ++j)
          hadamardAcross(o, x + b * kBlock + j, 2);
  }

  /// Calls fn(row, block, blocks, values) for every step of the matrix.
  template <class Fn>
  static QUARTET_NUMERICS_INLINE void forEachStep(O &o, const KernelInput &in,
                                                  Fn fn) {
    int64_t blocks = in.padded / kBlock;
    F x[kStepBlocks * kBlock];
    for (int64_t row = 0; row < in.view.rows; row += kRows)
      for (int64_t block = 0; block < blocks; block += kStepBlocks) {
        unsigned n = blocks - block < kStepBlocks ? unsigned(blocks - block)
                                                  : kStepBlocks;
        loadStep(o, in, row, block, n, x);
        fn(row, block, n, x);
      }
  }

  static QUARTET_NUMERICS_INLINE unsigned rowsAt(const KernelInput &in,
                                                 int64_t row) {
    int64_t left = in.view.rows - row;
    return unsigned(left < kRows ? left : kRows);
  }

  static QUARTET_NUMERICS_INLINE void storeWords(const KernelInput &in,
                                                 int64_t row, int64_t block,
                                                 const I (&words)[2],
                                                 uint8_t *data) {
    unsigned n = rowsAt(in, row);
    uint8_t *p = data + row * (in.padded / 2) + block * 8;
    for (unsigned i = 0; i < n; ++i, p += in.padded / 2) {
      uint64_t both = uint64_t(words[1][i]) << 32 | words[0][i];
      std::memcpy(p, &both, sizeof(both));
    }
  }

  template <class T>
  static QUARTET_NUMERICS_INLINE void storeScales(const KernelInput &in,
                                                  int64_t row, int64_t block,
                                                  I values, T *scales) {
    unsigned n = rowsAt(in, row);
    T *p = scales + row * (in.padded / kBlock) + block;
    for (unsigned i = 0; i < n; ++i, p += in.padded / kBlock)
      *p = T(values[i]);
  }

  static uint32_t amax(const KernelInput &in) {
    O o;
    I m = o.u32(0);
    forEachStep(o, in, [&](int64_t, int64_t, unsigned n, const F *x) {
      for (unsigned i = 0; i < n * kBlock; ++i)
        m = accumulateFiniteMagnitude(o, m, x[i]);
    });
    return maxLane(m);
  }

  static void rotate(const KernelInput &in, float *out) {
    O o;
    forEachStep(o, in, [&](int64_t row, int64_t block, unsigned n, const F *x) {
      unsigned rows = rowsAt(in, row);
      for (unsigned r = 0; r < rows; ++r) {
        float *p = out + (row + r) * in.padded + block * kBlock;
        for (unsigned i = 0; i < n * kBlock; ++i)
          p[i] = x[i][r];
      }
    });
  }

  /// Rounding to nearest and stochastic rounding of elements, rows alone.
  static void quantizeRows(O &o, const KernelInput &in,
                           const TensorScale<O> &tensor, uint8_t *data,
                           uint8_t *scales) {
    const Quantizer q = *in.quantizer;
    RandomSource<O> source = randomSource(o, in.randomness);
    bool draws = q.element == ElementRounding::Stochastic;
    forEachStep(o, in, [&](int64_t row, int64_t block, unsigned n, const F *x) {
      for (unsigned b = 0; b < n; ++b, x += kBlock) {
        I drawn[kBlock];
        if (draws)
          drawForElements(o, source,
                          o.u32(in.firstColumnBlock + uint32_t(block) + b),
                          ascending(o, in.firstRow + uint32_t(row)), drawn);
        BlockCodes<O> codes = quantizeBlock(o, q, x, blockMagnitude(o, x),
                                            tensor, draws ? drawn : nullptr);
        storeWords(in, row, block + b, codes.words, data);
        storeScales(in, row, block + b, codes.scale, scales);
      }
    });
  }

  /// One scale per 16x16 tile: two bands of eight rows at a time.
  static void quantizeTiles(O &o, const KernelInput &in,
                            const TensorScale<O> &tensor, uint8_t *data,
                            uint8_t *scales) {
    const Quantizer q = *in.quantizer;
    RandomSource<O> source = randomSource(o, in.randomness);
    int64_t blocks = in.padded / kBlock;
    F x[2][kStepBlocks * kBlock];
    for (int64_t row = 0; row < in.view.rows; row += 2 * kRows)
      for (int64_t block = 0; block < blocks; block += kStepBlocks) {
        int64_t left = blocks - block;
        unsigned n = left < kStepBlocks ? unsigned(left) : kStepBlocks;
        for (unsigned half = 0; half < 2; ++half)
          loadStep(o, in, row + half * kRows, block, n, x[half]);
        for (unsigned b = 0; b < n; ++b) {
          const F *halves[2] = {x[0] + b * kBlock, x[1] + b * kBlock};
          quantizeTile(o, in, q, source, tensor, row, block + b, halves, data,
                       scales);
        }
      }
  }

  static void quantizeTile(O &o, const KernelInput &in, const Quantizer &q,
                           const RandomSource<O> &source,
                           const TensorScale<O> &tensor, int64_t row,
                           int64_t block, const F *const (&x)[2], uint8_t *data,
                           uint8_t *scales) {
    I mag = o.u32(
        maxLane(umax(o, blockMagnitude(o, x[0]), blockMagnitude(o, x[1]))));
    BlockCodes<O> codes[2];
    if (q.numCandidates == 2) {
      Candidate<O> rows[2][2], sums[2];
      for (unsigned half = 0; half < 2; ++half)
        scoreTileRow(o, q, x[half], mag, tensor, rows[half]);
      for (unsigned c = 0; c < 2; ++c) {
        float error = 0.0f, alignment = 0.0f;
        for (unsigned r = 0; r < 2 * kRows; ++r) {
          error += rows[r / kRows][c].error[r % kRows];
          alignment += rows[r / kRows][c].alignment[r % kRows];
        }
        sums[c].error = o.f32(error);
        sums[c].alignment = o.f32(alignment);
      }
      B pick = preferSecond(o, q, sums[0], sums[1]);
      for (unsigned half = 0; half < 2; ++half)
        codes[half] = finishTileRow(o, x[half], mag, rows[half], pick);
    } else {
      bool draws = q.element == ElementRounding::Stochastic;
      for (unsigned half = 0; half < 2; ++half) {
        I drawn[kBlock];
        if (draws)
          drawForElements(
              o, source, o.u32(in.firstColumnBlock + uint32_t(block)),
              ascending(o, in.firstRow + uint32_t(row + half * kRows)), drawn);
        codes[half] =
            quantizeBlock(o, q, x[half], mag, tensor, draws ? drawn : nullptr);
      }
    }
    for (unsigned half = 0; half < 2; ++half) {
      int64_t first = row + half * kRows;
      if (first >= in.view.rows)
        break;
      storeWords(in, first, block, codes[half].words, data);
      storeScales(in, first, block, codes[half].scale, scales);
    }
  }

  /// One-pass MS-EDEN against a known amax.
  static void quantizeAligned(O &o, const KernelInput &in,
                              const TensorScale<O> &tensor, uint8_t *data,
                              uint8_t *scales) {
    const Quantizer q = *in.quantizer;
    RandomSource<O> source = randomSource(o, in.randomness);
    unsigned group = correctionBlocks(q.correction);
    forEachStep(o, in, [&](int64_t row, int64_t block, unsigned n, const F *x) {
      EdenBlock<O> eden[kStepBlocks];
      for (unsigned b = 0; b < n; ++b, x += kBlock)
        eden[b] = alignedEdenBlock(o, q, x, blockMagnitude(o, x), tensor);
      for (unsigned b = 0; b < n; b += group)
        correctScales(o, q, eden + b, n - b < group ? n - b : group);
      for (unsigned b = 0; b < n; ++b) {
        I draw = drawForScale(o, source,
                              o.u32(in.firstColumnBlock + uint32_t(block) + b),
                              ascending(o, in.firstRow + uint32_t(row)));
        storeWords(in, row, block + b, eden[b].words, data);
        storeScales(in, row, block + b,
                    encodeE4M3Stochastic(o, eden[b].scale, draw), scales);
      }
    });
  }

  static float quantize(const KernelInput &in, uint32_t amax, uint8_t *data,
                        uint8_t *scales) {
    O o;
    TensorScale<O> tensor = tensorScaleFromAmax(o, *in.quantizer, o.u32(amax));
    if (in.quantizer->correction != Correction::None)
      quantizeAligned(o, in, tensor, data, scales);
    else if (in.quantizer->blockRows == 16)
      quantizeTiles(o, in, tensor, data, scales);
    else
      quantizeRows(o, in, tensor, data, scales);
    return tensor.ts[0];
  }

  static uint32_t edenPass1(const KernelInput &in, uint8_t *data,
                            uint16_t *scales) {
    O o;
    const Quantizer q = *in.quantizer;
    unsigned group = correctionBlocks(q.correction);
    I largest = o.u32(0);
    forEachStep(o, in, [&](int64_t row, int64_t block, unsigned n, const F *x) {
      EdenBlock<O> eden[kStepBlocks];
      for (unsigned b = 0; b < n; ++b, x += kBlock)
        eden[b] = edenBlock(o, q, x, blockMagnitude(o, x));
      for (unsigned b = 0; b < n; b += group)
        correctScales(o, q, eden + b, n - b < group ? n - b : group);
      for (unsigned b = 0; b < n; ++b) {
        I w = toBF16(o, eden[b].scale);
        largest = accumulateFiniteMagnitude(o, largest, fromBF16(o, w));
        storeWords(in, row, block + b, eden[b].words, data);
        storeScales(in, row, block + b, w, scales);
      }
    });
    return maxLane(largest);
  }

  static float edenPass2(const KernelInput &in, const uint16_t *corrected,
                         int64_t rows, int64_t scaleCols, uint32_t maximum,
                         uint8_t *scales) {
    O o;
    PostHocScale<O> tensor =
        tensorScaleFromScales(o, *in.quantizer, o.u32(maximum));
    RandomSource<O> source = randomSource(o, in.randomness);
    // Here a lane is a scale column: rows are contiguous in memory.
    for (int64_t row = 0; row < rows; ++row)
      for (int64_t column = 0; column < scaleCols; column += kRows) {
        unsigned n =
            unsigned(scaleCols - column < kRows ? scaleCols - column : kRows);
        I w = o.u32(0);
        const uint16_t *from = corrected + row * scaleCols + column;
        for (unsigned i = 0; i < n; ++i)
          w[i] = from[i];
        I draw = drawForScale(
            o, source, ascending(o, in.firstColumnBlock + uint32_t(column)),
            o.u32(in.firstRow + uint32_t(row)));
        I byte = edenScaleByte(o, w, tensor, draw);
        for (unsigned i = 0; i < n; ++i)
          scales[row * scaleCols + column + i] = uint8_t(byte[i]);
      }
    return tensor.ts[0];
  }

  static void decodeRow(const uint8_t *data, const uint8_t *scales,
                        int64_t blocks, float ts, bool withTensorScale,
                        float *out) {
    O o;
    // Here a lane is a column block.
    for (int64_t block = 0; block < blocks; block += kRows) {
      unsigned n = unsigned(blocks - block < kRows ? blocks - block : kRows);
      I words[2] = {o.u32(0), o.u32(0)}, bytes = o.u32(0);
      for (unsigned i = 0; i < n; ++i) {
        uint64_t both;
        std::memcpy(&both, data + (block + i) * 8, sizeof(both));
        words[0][i] = uint32_t(both);
        words[1][i] = uint32_t(both >> 32);
        bytes[i] = scales[block + i];
      }
      F scale = decodeE4M3(o, bytes);
      for (unsigned w = 0; w < 2; ++w) {
        F codes[8];
        decodeE2M1Word(o, words[w], codes);
        for (unsigned j = 0; j < 8; ++j) {
          F v = withTensorScale
                    ? dequantizeElement(o, codes[j], scale, o.f32(ts))
                    : o.mul(codes[j], scale);
          for (unsigned i = 0; i < n; ++i)
            out[(block + i) * kBlock + w * 8 + j] = v[i];
        }
      }
    }
  }

  static constexpr HostKernels kTable = {amax,      rotate,    quantize,
                                         edenPass1, edenPass2, decodeRow};
};

} // namespace host
} // namespace numerics
} // namespace quartet

#endif // QUARTET_LIB_NUMERICS_HOSTKERNELSIMPL_H
