//===- Block.h - Quantizing one block against a known tensor scale *- C++
//-*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Round to nearest, four-over-six, stochastic rounding and the named variants
// of other systems, on 16 values per lane. A block whose scale is shared by 16
// rows takes the largest magnitude of the tile instead of its own; everything
// else is per row. The arithmetic runs on magnitudes, signs are merged when
// packing: with rounding to nearest this gives the same bits.
//
//===----------------------------------------------------------------------===//

#ifndef QUARTET_NUMERICS_BLOCK_H
#define QUARTET_NUMERICS_BLOCK_H

#include "quartet/Numerics/E2M1.h"
#include "quartet/Numerics/E4M3.h"
#include "quartet/Numerics/TensorScale.h"

namespace quartet {
namespace numerics {

/// The result of one block: eight codes per word, element i of a word in bits
/// 4i..4i+3, and the E4M3 byte of the scale.
template <class O>
struct BlockCodes {
  typename O::I words[2];
  typename O::I scale;
};

/// block_c1: two words holding only the signs, bit 3 of each nibble.
template <class O>
inline void packSigns(O &o, const typename O::F *x, typename O::I (&words)[2]) {
  for (unsigned w = 0; w < 2; ++w) {
    words[w] = o.u32(0);
    for (unsigned i = 0; i < 8; ++i) {
      typename O::I sign = o.iand(o.bits(x[8 * w + i]), o.u32(kSignBit));
      words[w] = o.ior(words[w], i < 7 ? o.shr(sign, 28 - 4 * i) : sign);
    }
  }
}

/// block_scale_c1, block_scale_c2, block_scale_c3, block_scale_c4: the E4M3
/// scale of a block whose largest magnitude is `mag` (finite; see block_c2),
/// for candidate `i`. It saturates if the tensor maximum was too small
/// (block_scale_c5).
template <class O>
inline GridPoint<O> blockScale(O &o, const Quantizer &q, unsigned i,
                               typename O::I mag,
                               const TensorScale<O> &tensor) {
  using F = typename O::F;
  F m = o.fromBits(mag);
  F c;
  if (q.tensorScale == TensorScaleRule::ReciprocalAmax)
    c = o.mul(m, tensor.unit[i]); // block_scale_c3
  else if (q.arithmetic == Arithmetic::DivideTwice)
    c = o.div(o.div(m, o.f32(candidateMaximum(q, i))),
              tensor.ts); // block_scale_c2
  else
    c = o.div(m, tensor.unit[i]); // block_scale_c1
  GridPoint<O> scale = encodeE4M3Magnitude(o, magnitude(o, c));
  // block_scale_c4: what replaces a scale that rounds to zero.
  if (q.zeroBlock == ZeroBlock::MinNormal) {
    scale.code = umax(o, scale.code, o.u32(kE4M3MinNormal));
    scale.value = o.fromBits(umax(o, o.bits(scale.value), o.u32(121u << 23)));
  } else if (q.zeroBlock == ZeroBlock::One) {
    typename O::B zero = o.eq(scale.code, o.u32(0));
    scale.code = o.select(zero, o.u32(kE4M3One), scale.code);
    scale.value = o.select(zero, o.f32(1.0f), scale.value);
  }
  return scale;
}

/// What takes magnitudes of a block to multiples of its scale.
template <class O>
struct ElementScale {
  typename O::F step;   ///< mul(c, ts)
  typename O::F factor; ///< div(1, step), or step itself to divide by
};

/// element_scale_c1: the factor, arranged so that a zero scale gives zeros.
template <class O>
inline ElementScale<O> elementScale(O &o, const Quantizer &q, typename O::F c,
                                    typename O::F ts) {
  typename O::F step = o.mul(c, ts);
  typename O::B zero = o.eq(o.bits(c), o.u32(0));
  if (q.arithmetic == Arithmetic::Reciprocal)
    return {step, o.select(zero, o.f32(0.0f), o.div(o.f32(1.0f), step))};
  return {step, o.select(zero, o.fromBits(o.u32(kInfinityBits)), step)};
}

/// element_scale_c2, element_scale_c3: one magnitude in units of the block's
/// scale.
template <class O>
QUARTET_NUMERICS_INLINE typename O::F
scaleElement(O &o, const Quantizer &q, typename O::F mag,
             const ElementScale<O> &scale) {
  return q.arithmetic == Arithmetic::Reciprocal ? o.mul(mag, scale.factor)
                                                : o.div(mag, scale.factor);
}

/// element_c1, element_c2, element_c3: the 3-bit code, and for rounding to
/// nearest even the value, of a scaled magnitude. `draw` is used by stochastic
/// rounding alone.
template <class O>
QUARTET_NUMERICS_INLINE GridPoint<O> roundElement(O &o, const Quantizer &q,
                                                  typename O::F v,
                                                  const typename O::I *draw) {
  typename O::I mag = clampE2M1(o, magnitude(o, v));
  if (q.element == ElementRounding::NearestEven)
    return roundToGrid(o, mag, kGridE2M1);
  typename O::I code = q.element == ElementRounding::NearestAway
                           ? roundAwayToGrid(o, mag, kGridE2M1)
                           : roundStochasticToGrid(o, mag, *draw, kGridE2M1);
  return {code, o.fromBits(decodeE2M1Field(o, o.shl(code, 22u)))};
}

/// One way to quantize a block: its magnitude codes, scale, and a score.
template <class O>
struct Candidate {
  typename O::I words[2];
  typename O::I scale;
  typename O::F error;     ///< MSE, MAE: the error; cosine: sum of q * q
  typename O::F alignment; ///< cosine: sum of v * q
};

/// candidate_c1, candidate_c2, candidate_c3: rounds all elements with candidate
/// `i` and scores it. Sums run over even and odd elements separately, in
/// ascending order, and are added last. `reference` is the first candidate's
/// element scale; cosine measures both candidates against it.
template <class O>
inline Candidate<O>
tryCandidate(O &o, const Quantizer &q, const typename O::F *x,
             const GridPoint<O> &scale, const ElementScale<O> &elements,
             const ElementScale<O> &reference, bool scored,
             const typename O::I *draws) {
  using F = typename O::F;
  using I = typename O::I;
  F zero = o.f32(0.0f);
  F minusStep = o.fromBits(o.ior(o.bits(elements.step), o.u32(kSignBit)));
  F error[2] = {zero, zero}, alignment[2] = {zero, zero};
  Candidate<O> result{{o.u32(0), o.u32(0)}, scale.code, zero, zero};
  for (unsigned i = 0; i < kBlock; ++i) {
    F mag = o.fromBits(magnitude(o, x[i]));
    GridPoint<O> p = roundElement(o, q, scaleElement(o, q, mag, elements),
                                  draws ? draws + i : nullptr);
    I &word = result.words[i / 8];
    word = i % 8 == 0 ? p.code : o.ior(word, o.shl(p.code, i % 8 * 4));
    if (!scored)
      continue;
    F &e = error[i % 2];
    if (q.criterion == Criterion::Cosine) {
      F v = scaleElement(o, q, mag, reference);
      e = o.fma(p.value, p.value, e);
      alignment[i % 2] = o.fma(v, p.value, alignment[i % 2]);
      continue;
    }
    F d = o.fma(p.value, minusStep, mag);
    e = q.criterion == Criterion::MSE ? o.fma(d, d, e)
                                      : o.add(o.fromBits(magnitude(o, d)), e);
  }
  result.error = o.add(error[0], error[1]);
  result.alignment = o.add(alignment[0], alignment[1]);
  return result;
}

/// candidate_c4: true where the second candidate is strictly better; scores
/// are not negative, so their bit patterns compare like the numbers.
template <class O>
inline typename O::B preferSecond(O &o, const Quantizer &q,
                                  const Candidate<O> &first,
                                  const Candidate<O> &second) {
  if (q.criterion != Criterion::Cosine)
    return o.ult(o.bits(second.error), o.bits(first.error));
  // a2^2 / b2 > a1^2 / b1, without dividing.
  typename O::F lhs =
      o.mul(o.mul(second.alignment, second.alignment), first.error);
  typename O::F rhs =
      o.mul(o.mul(first.alignment, first.alignment), second.error);
  return o.ult(o.bits(rhs), o.bits(lhs));
}

/// block_c2, block_c3: merges signs and blanks what has no value: codes are 0
/// where the scale byte is 0x00 or 0x7F, and the byte is 0x7F where the block
/// (or tile) magnitude `mag` is not finite.
template <class O>
inline BlockCodes<O>
finishBlock(O &o, const typename O::F *x, typename O::I mag,
            const typename O::I (&codes)[2], typename O::I scale) {
  using I = typename O::I;
  typename O::B bad = isNonFinite(o, mag);
  typename O::B blank = o.bor(bad, o.eq(scale, o.u32(0)));
  I signs[2];
  packSigns(o, x, signs);
  I zero = o.u32(0);
  return {{o.select(blank, zero, o.ior(codes[0], signs[0])),
           o.select(blank, zero, o.ior(codes[1], signs[1]))},
          o.select(bad, o.u32(kE4M3NaN), scale)};
}

/// block_c4: quantizes 16 values per lane for any quantizer without a
/// correction. `mag` is blockMagnitude of the block, or its maximum over the
/// 16 rows of a tile; `draws` are 16 words for stochastic rounding, else null.
/// For a tile with two candidates use scoreTileRow and finishTileRow.
template <class O>
inline BlockCodes<O> quantizeBlock(O &o, const Quantizer &q,
                                   const typename O::F *x, typename O::I mag,
                                   const TensorScale<O> &tensor,
                                   const typename O::I *draws = nullptr) {
  bool two = q.numCandidates == 2;
  GridPoint<O> scale = blockScale(o, q, 0, mag, tensor);
  ElementScale<O> first = elementScale(o, q, scale.value, tensor.ts);
  Candidate<O> best = tryCandidate(o, q, x, scale, first, first, two, draws);
  if (two) {
    scale = blockScale(o, q, 1, mag, tensor);
    ElementScale<O> second = elementScale(o, q, scale.value, tensor.ts);
    Candidate<O> other =
        tryCandidate(o, q, x, scale, second, first, two, draws);
    typename O::B pick = preferSecond(o, q, best, other);
    best.scale = o.select(pick, other.scale, best.scale);
    for (unsigned w = 0; w < 2; ++w)
      best.words[w] = o.select(pick, other.words[w], best.words[w]);
  }
  return finishBlock(o, x, mag, best.words, best.scale);
}

/// candidate_c5: for a 16-row tile with two candidates: the two candidates of
/// one row. The caller adds `error` and `alignment` over the rows in ascending
/// order, decides with preferSecond, and finishes each row with its choice.
template <class O>
inline void scoreTileRow(O &o, const Quantizer &q, const typename O::F *x,
                         typename O::I mag, const TensorScale<O> &tensor,
                         Candidate<O> (&candidates)[2]) {
  GridPoint<O> scale0 = blockScale(o, q, 0, mag, tensor);
  GridPoint<O> scale1 = blockScale(o, q, 1, mag, tensor);
  ElementScale<O> first = elementScale(o, q, scale0.value, tensor.ts);
  ElementScale<O> second = elementScale(o, q, scale1.value, tensor.ts);
  candidates[0] = tryCandidate<O>(o, q, x, scale0, first, first, true, nullptr);
  candidates[1] =
      tryCandidate<O>(o, q, x, scale1, second, first, true, nullptr);
}

/// candidate_c5: one row of such a tile after `pick` was decided.
template <class O>
inline BlockCodes<O>
finishTileRow(O &o, const typename O::F *x, typename O::I mag,
              const Candidate<O> (&candidates)[2], typename O::B pick) {
  typename O::I words[2];
  for (unsigned w = 0; w < 2; ++w)
    words[w] = o.select(pick, candidates[1].words[w], candidates[0].words[w]);
  return finishBlock(o, x, mag, words,
                     o.select(pick, candidates[1].scale, candidates[0].scale));
}

} // namespace numerics
} // namespace quartet

#endif // QUARTET_NUMERICS_BLOCK_H
