//===- TensorArithmetic.cpp - The arithmetic of tcgen05.mma ---------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The hardware's order and rounding of the sum over K are not specified. Here
// the products of one instruction are summed exactly for E2M1 operands, in
// double otherwise, and rounded once when added to the f32 accumulator.
//
//===----------------------------------------------------------------------===//

#include "Formats.h"
#include "Tensor.h"

using namespace quartet;
using namespace quartet::sim;

namespace {

/// acc + sum with one rounding to f32.
uint32_t accumulate(bool hasInput, uint32_t acc, double sum) {
  float in = 0;
  std::memcpy(&in, &acc, 4);
  double total = hasInput ? addOdd(in, sum) : sum;
  float r = static_cast<float>(total);
  if (r != r)
    return 0x7fffffff;
  uint32_t bits;
  std::memcpy(&bits, &r, 4);
  return bits;
}

unsigned formatBytes(MmaFormat f) {
  return f == MmaFormat::TF32                          ? 4
         : f == MmaFormat::F16 || f == MmaFormat::BF16 ? 2
                                                       : 1;
}

float decodeOperand(const uint8_t *p, MmaFormat f) {
  uint32_t bits = 0;
  std::memcpy(&bits, p, formatBytes(f));
  switch (f) {
  case MmaFormat::F16:
    return f16ToFloat(static_cast<uint16_t>(bits));
  case MmaFormat::BF16:
    return bf16ToFloat(static_cast<uint16_t>(bits));
  case MmaFormat::TF32: {
    bits &= 0xffffe000u;
    float v;
    std::memcpy(&v, &bits, 4);
    return v;
  }
  case MmaFormat::E4M3:
    return e4m3ToFloat(bits);
  case MmaFormat::E5M2:
    return static_cast<float>(decodeFormat(bits, kFormatE5M2));
  case MmaFormat::E2M1:
    return 0; // Packed: handled by the integer path.
  }
  return 0;
}

/// The block and local row that hold row `row` of A.
struct RowPlace {
  const Cta *cta;
  uint32_t row;
};
RowPlace rowOfA(const TensorMma &mma, uint32_t row) {
  uint32_t each = mma.group == 2 ? mma.m / 2 : mma.m;
  return {mma.blocks[row / each], row % each};
}
RowPlace rowOfB(const TensorMma &mma, uint32_t row) {
  uint32_t each = mma.group == 2 ? mma.n / 2 : mma.n;
  return {mma.blocks[row / each], row % each};
}

double scaleValue(const TensorMma &mma, uint32_t code) {
  return mma.scaleIsE8M0 ? ue8m0ToDouble(code) : e4m3ToFloat(code);
}

/// Scale `s` of `row` in `cta`'s tensor memory.
double readScale(const TensorMma &mma, const Cta &cta, uint32_t base,
                 uint32_t id, uint32_t row, uint32_t s) {
  uint32_t word = cta.tmem.words[tensorWord(row % 32, base + row / 32)];
  return scaleValue(mma, word >> (8 * (id + s)) & 0xff);
}

/// E2M1: elements as twice their value, in integers.
void loadPacked(const TensorMma &mma, const tcgen05::SharedDescriptor &desc,
                const RowPlace &place, bool negate, int8_t *out) {
  static const int8_t twice[16] = {0, 1,  2,  3,  4,  6,  8,  12,
                                   0, -1, -2, -3, -4, -6, -8, -12};
  for (uint32_t b = 0; b < mma.k / 2; ++b) {
    uint8_t byte =
        place.cta->shared[operandAddress(desc, false, 1, place.row, b)];
    out[2 * b] = twice[byte & 15];
    out[2 * b + 1] = twice[byte >> 4];
  }
  if (negate)
    for (uint32_t i = 0; i < mma.k; ++i)
      out[i] = static_cast<int8_t>(-out[i]);
}

void runPacked(const TensorMma &mma) {
  const uint32_t k = mma.k, blocks = k / mma.block;
  std::vector<int8_t> a(size_t(mma.m) * k), b(size_t(mma.n) * k);
  std::vector<double> sa(size_t(mma.m) * blocks), sb;
  for (uint32_t m = 0; m < mma.m; ++m) {
    RowPlace place = rowOfA(mma, m);
    if (mma.aInTensor) {
      static const int8_t twice[16] = {0, 1,  2,  3,  4,  6,  8,  12,
                                       0, -1, -2, -3, -4, -6, -8, -12};
      for (uint32_t i = 0; i < k; ++i) {
        uint32_t word =
            place.cta->tmem
                .words[tensorWord(place.row, (mma.a & 0xffff) + i / 8)];
        int8_t v = twice[word >> (4 * (i % 8)) & 15];
        a[size_t(m) * k + i] = mma.negateA ? static_cast<int8_t>(-v) : v;
      }
    } else {
      loadPacked(mma, mma.aDesc, place, mma.negateA, &a[size_t(m) * k]);
    }
    for (uint32_t s = 0; s < blocks; ++s)
      sa[size_t(m) * blocks + s] = readScale(mma, *place.cta, mma.sfa & 0xffff,
                                             mma.scaleIdA, place.row, s);
  }
  for (uint32_t n = 0; n < mma.n; ++n)
    loadPacked(mma, mma.bDesc, rowOfB(mma, n), mma.negateB, &b[size_t(n) * k]);
  // Every block has the scales of all N rows of B: those of the pair's blocks
  // may differ, so they are read per block.
  for (unsigned which = 0; which < mma.blocks.size(); ++which) {
    sb.assign(size_t(mma.n) * blocks, 0);
    for (uint32_t n = 0; n < mma.n; ++n)
      for (uint32_t s = 0; s < blocks; ++s)
        sb[size_t(n) * blocks + s] = readScale(
            mma, *mma.blocks[which], mma.sfb & 0xffff, mma.scaleIdB, n, s);
    uint32_t each = mma.m / static_cast<uint32_t>(mma.blocks.size());
    for (uint32_t m = which * each; m < (which + 1) * each; ++m) {
      const int8_t *ra = &a[size_t(m) * k];
      for (uint32_t n = 0; n < mma.n; ++n) {
        const int8_t *rb = &b[size_t(n) * k];
        // Blocks are multiples of 2^-20 below 2^27: their sum is exact.
        double sum = 0;
        for (uint32_t s = 0; s < blocks; ++s) {
          int32_t dot = 0;
          for (uint32_t i = 0; i < mma.block; ++i)
            dot += int32_t(ra[s * mma.block + i]) * rb[s * mma.block + i];
          sum += dot * 0.25 *
                 (sa[size_t(m) * blocks + s] * sb[size_t(n) * blocks + s]);
        }
        TensorPlace place = accumulatorPlace(mma, m, n);
        uint32_t &d = mma.blocks[place.block]->tmem.words[tensorWord(
            place.lane, (mma.d & 0xffff) + place.column)];
        d = accumulate(mma.accumulate, d, sum);
      }
    }
  }
}

void loadRow(const TensorMma &mma, const tcgen05::SharedDescriptor &desc,
             MmaFormat format, bool transposed, bool negate,
             const RowPlace &place, double *out) {
  unsigned bytes = formatBytes(format);
  for (uint32_t i = 0; i < mma.k; ++i) {
    uint32_t at = operandAddress(desc, transposed, bytes, place.row,
                                 transposed ? i : i * bytes);
    double v = decodeOperand(place.cta->shared.data() + at, format);
    out[i] = negate ? -v : v;
  }
}

void runWide(const TensorMma &mma) {
  const uint32_t k = mma.k;
  std::vector<double> a(size_t(mma.m) * k), b(size_t(mma.n) * k);
  for (uint32_t m = 0; m < mma.m; ++m) {
    RowPlace place = rowOfA(mma, m);
    double *row = &a[size_t(m) * k];
    if (mma.aInTensor) {
      unsigned perWord = 4 / formatBytes(mma.aFormat);
      for (uint32_t i = 0; i < k; ++i) {
        uint32_t word =
            place.cta->tmem
                .words[tensorWord(place.row, (mma.a & 0xffff) + i / perWord)];
        word >>= 32 / perWord * (i % perWord);
        uint8_t raw[4];
        std::memcpy(raw, &word, 4);
        double v = decodeOperand(raw, mma.aFormat);
        row[i] = mma.negateA ? -v : v;
      }
    } else {
      loadRow(mma, mma.aDesc, mma.aFormat, mma.transposeA, mma.negateA, place,
              row);
    }
    if (mma.block) {
      double s = readScale(mma, *place.cta, mma.sfa & 0xffff, mma.scaleIdA,
                           place.row, 0);
      for (uint32_t i = 0; i < k; ++i)
        row[i] *= s;
    }
  }
  for (uint32_t n = 0; n < mma.n; ++n)
    loadRow(mma, mma.bDesc, mma.bFormat, mma.transposeB, mma.negateB,
            rowOfB(mma, n), &b[size_t(n) * k]);
  uint32_t each = mma.m / static_cast<uint32_t>(mma.blocks.size());
  for (uint32_t m = 0; m < mma.m; ++m) {
    const double *ra = &a[size_t(m) * k];
    for (uint32_t n = 0; n < mma.n; ++n) {
      const double *rb = &b[size_t(n) * k];
      double sum = 0;
      for (uint32_t i = 0; i < k; ++i)
        sum += ra[i] * rb[i];
      if (mma.block)
        sum *= readScale(mma, *mma.blocks[m / each], mma.sfb & 0xffff,
                         mma.scaleIdB, n, 0);
      TensorPlace place = accumulatorPlace(mma, m, n);
      uint32_t &d = mma.blocks[place.block]->tmem.words[tensorWord(
          place.lane, (mma.d & 0xffff) + place.column)];
      d = accumulate(mma.accumulate, d, sum);
    }
  }
}

} // namespace

void quartet::sim::runTensorMma(const TensorMma &mma) {
  if (mma.aFormat == MmaFormat::E2M1)
    runPacked(mma);
  else
    runWide(mma);
}
