//===- Eden.h - MS-EDEN: nearest rounding with corrected block scales *- C++
//-*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Values are rounded to nearest, then the block scale is corrected so that the
// inner product with the input is kept, and only that scale is rounded
// stochastically. Post hoc form: a pseudo-scale p per block, corrected scales w
// in bf16, and the tensor scale from their maximum in a second pass over w
// alone. One-pass form (quartet2_sim): blocks are aligned to E4M3 before
// rounding.
//
//===----------------------------------------------------------------------===//

#ifndef QUARTET_NUMERICS_EDEN_H
#define QUARTET_NUMERICS_EDEN_H

#include "quartet/Numerics/Block.h"
#include "quartet/Numerics/Floats.h"

namespace quartet {
namespace numerics {

/// One block before its scale is rounded.
template <class O>
struct EdenBlock {
  typename O::I words[2]; ///< final codes
  typename O::F scale;    ///< p, or the aligned scale c of the one-pass form
  typename O::F xx;       ///< sum of v * v
  typename O::F xy;       ///< sum of v * q
  typename O::B bad;      ///< holds NaN or infinity
};

/// eden_c2, eden_c3: rounds v = mul(|x|, factor) (or a division by it) and sums
/// v * v and v * q as four fma chains over columns {2c, 2c+1, 2c+8, 2c+9},
/// then (s0 + s1) + (s2 + s3).
template <class O>
inline void roundEdenBlock(O &o, const Quantizer &q, const typename O::F *x,
                           typename O::I mag, const ElementScale<O> &elements,
                           EdenBlock<O> &block) {
  using F = typename O::F;
  using I = typename O::I;
  F xx[4], xy[4];
  I words[2] = {o.u32(0), o.u32(0)};
  for (unsigned i = 0; i < kBlock; ++i) {
    F v = scaleElement(o, q, o.fromBits(magnitude(o, x[i])), elements);
    GridPoint<O> p = roundElement<O>(o, q, v, nullptr);
    unsigned chain = i % 8 / 2;
    bool starts = i < 8 && i % 2 == 0;
    xx[chain] = starts ? o.mul(v, v) : o.fma(v, v, xx[chain]);
    xy[chain] = starts ? o.mul(v, p.value) : o.fma(v, p.value, xy[chain]);
    I &word = words[i / 8];
    word = i % 8 == 0 ? p.code : o.ior(word, o.shl(p.code, i % 8 * 4));
  }
  block.xx = o.add(o.add(xx[0], xx[1]), o.add(xx[2], xx[3]));
  block.xy = o.add(o.add(xy[0], xy[1]), o.add(xy[2], xy[3]));
  block.bad = isNonFinite(o, mag);
  typename O::B blank = o.bor(block.bad, o.eq(o.bits(block.scale), o.u32(0)));
  I signs[2];
  packSigns(o, x, signs);
  for (unsigned w = 0; w < 2; ++w)
    block.words[w] = o.select(blank, o.u32(0), o.ior(words[w], signs[w]));
}

/// eden_c1: post hoc pass 1 up to the sums. p is mul(m, scaleOverride / 6) with
/// its mantissa truncated to 4 bits, and 0 if that is below 2^-126.
template <class O>
inline EdenBlock<O> edenBlock(O &o, const Quantizer &q, const typename O::F *x,
                              typename O::I mag) {
  using F = typename O::F;
  using I = typename O::I;
  I z = o.bits(o.mul(o.fromBits(mag), o.f32(q.scaleOverride / 6.0f)));
  typename O::B zero = o.ult(z, o.u32(0x00800000u));
  EdenBlock<O> block;
  block.scale =
      o.fromBits(o.select(zero, o.u32(0), o.iand(z, o.u32(0xfff80000u))));
  F inverse = o.div(o.f32(1.0f), block.scale);
  ElementScale<O> elements{block.scale, o.select(zero, o.f32(0.0f), inverse)};
  roundEdenBlock(o, q, x, mag, elements, block);
  return block;
}

/// eden_c8: one-pass form up to the sums, with the aligned scale c.
template <class O>
inline EdenBlock<O> alignedEdenBlock(O &o, const Quantizer &q,
                                     const typename O::F *x, typename O::I mag,
                                     const TensorScale<O> &tensor) {
  EdenBlock<O> block;
  block.scale = blockScale(o, q, 0, mag, tensor).value;
  roundEdenBlock(o, q, x, mag, elementScale(o, q, block.scale, tensor.ts),
                 block);
  return block;
}

/// eden_c4: div(xx, xy), or 1 where that is not finite (no code is set).
template <class O>
inline typename O::F edenRatio(O &o, typename O::F xx, typename O::F xy) {
  typename O::F ratio = o.div(xx, xy);
  return o.select(isNonFinite(o, magnitude(o, ratio)), o.f32(1.0f), ratio);
}

/// eden_c4, eden_c5, eden_c6: replaces the scales of `count` blocks (1 for
/// group 16, up to 8 for group 128) by corrected ones, mul(scale, ratio); NaN
/// where the block, or for group 128 any of its blocks, is bad. Sums run in
/// ascending order.
template <class O>
inline void correctScales(O &o, const Quantizer &q, EdenBlock<O> *blocks,
                          unsigned count) {
  using F = typename O::F;
  using I = typename O::I;
  F nan = o.fromBits(o.u32(kQuietNaNBits));
  F xx = blocks[0].xx, xy = blocks[0].xy;
  typename O::B bad = blocks[0].bad;
  if (q.correction == Correction::Group128Weighted) {
    // eden_c6: weights are squared scales in units of the largest one's power
    // of two, so that they neither overflow nor vanish together.
    I top = o.bits(blocks[0].scale);
    for (unsigned b = 1; b < count; ++b)
      top = umax(o, top, o.bits(blocks[b].scale));
    F unit = o.fromBits(
        o.isub(o.u32(254u << 23), o.iand(top, o.u32(kExponentMask))));
    xx = xy = o.f32(0.0f);
    for (unsigned b = 0; b < count; ++b) {
      F scaled = o.mul(blocks[b].scale, unit);
      F weight = o.mul(scaled, scaled);
      xx = o.fma(weight, blocks[b].xx, xx);
      xy = o.fma(weight, blocks[b].xy, xy);
    }
  } else {
    // eden_c4 (one block) or eden_c5: all blocks count alike.
    for (unsigned b = 1; b < count; ++b) {
      xx = o.add(xx, blocks[b].xx);
      xy = o.add(xy, blocks[b].xy);
    }
  }
  for (unsigned b = 1; b < count; ++b)
    bad = o.bor(bad, blocks[b].bad);
  F ratio = edenRatio(o, xx, xy);
  for (unsigned b = 0; b < count; ++b) {
    blocks[b].scale = o.select(bad, nan, o.mul(blocks[b].scale, ratio));
    for (unsigned w = 0; w < 2; ++w)
      blocks[b].words[w] = o.select(bad, o.u32(0), blocks[b].words[w]);
  }
}

/// Blocks that share one correction.
constexpr unsigned correctionBlocks(Correction c) {
  return c == Correction::Group128 || c == Correction::Group128Weighted ? 8 : 1;
}

/// eden_c7: pass 2: the E4M3 byte of a corrected scale given as bf16 bits.
template <class O>
inline typename O::I edenScaleByte(O &o, typename O::I w,
                                   const PostHocScale<O> &tensor,
                                   typename O::I draw) {
  return encodeE4M3Stochastic(o, o.mul(fromBF16(o, w), tensor.inverse), draw);
}

} // namespace numerics
} // namespace quartet

#endif // QUARTET_NUMERICS_EDEN_H
