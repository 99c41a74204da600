//===- TensorScale.h - The f32 scale of a whole tensor ----------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Two kinds of rule: from the largest magnitude of the data, known before any
// block is rounded, and post hoc from the largest corrected block scale. Maxima
// travel as f32 bit patterns of finite magnitudes.
//
//===----------------------------------------------------------------------===//

#ifndef QUARTET_NUMERICS_TENSORSCALE_H
#define QUARTET_NUMERICS_TENSORSCALE_H

#include "quartet/Numerics/Quantizer.h"
#include "quartet/Numerics/Value.h"

namespace quartet {
namespace numerics {

/// The block maximum of candidate `i` (0: 6, 1: 4) in units of block scale
/// times tensor scale: div(6 or 4, scaleOverride).
QUARTET_NUMERICS_INLINE float candidateMaximum(const Quantizer &q, unsigned i) {
  return (i == 0 ? 6.0f : 4.0f) / q.scaleOverride;
}

/// tensor_scale_c1: zero stays zero, anything else is clamped to
/// [2^-100, 2^127]; NaN and infinity, which only a caller's own maximum can
/// hold, count as 2^127.
template <class O>
inline typename O::I clampMaximum(O &o, typename O::I mag) {
  typename O::I low = o.u32(27u << 23), high = o.u32(254u << 23);
  typename O::I clamped = umin(o, umax(o, mag, low), high);
  return o.select(o.eq(mag, o.u32(0)), mag, clamped);
}

/// A tensor scale and what blocks need from it.
template <class O>
struct TensorScale {
  typename O::F ts;
  /// By candidate, what a block maximum is divided by (te: multiplied by) to
  /// give its block scale; unset for post hoc rules.
  typename O::F unit[2];
};

/// tensor_scale_c2, tensor_scale_c3, tensor_scale_c4: the tensor scale from the
/// largest magnitude of the data (sign-cleared f32 bits), for rules that are
/// not post hoc.
template <class O>
inline TensorScale<O> tensorScaleFromAmax(O &o, const Quantizer &q,
                                          typename O::I amax) {
  using F = typename O::F;
  float b = candidateMaximum(q, 0);
  typename O::B zero = o.eq(amax, o.u32(0));
  F a = o.fromBits(clampMaximum(o, amax));
  F one = o.f32(1.0f);
  TensorScale<O> result{one, {one, one}};
  if (q.tensorScale == TensorScaleRule::ReciprocalAmax) {
    // tensor_scale_c4: S = div(mul(b, scaleMax), amax), ts = div(1, S).
    F s = o.select(zero, one, o.div(o.f32(b * q.scaleMax), a));
    result.ts = o.div(one, s);
    for (unsigned i = 0; i < q.numCandidates; ++i)
      result.unit[i] = o.mul(s, o.f32(1.0f / candidateMaximum(q, i)));
    return result;
  }
  // tensor_scale_c3 or tensor_scale_c2.
  F ts = q.tensorScale == TensorScaleRule::AmaxDivideTwice
             ? o.div(o.div(a, o.f32(q.scaleMax)), o.f32(b))
             : o.div(a, o.f32(b * q.scaleMax));
  result.ts = o.select(zero, one, ts);
  for (unsigned i = 0; i < q.numCandidates; ++i)
    result.unit[i] = o.mul(o.f32(candidateMaximum(q, i)), result.ts);
  return result;
}

/// A post hoc tensor scale and the factor that takes a block scale to E4M3.
template <class O>
struct PostHocScale {
  typename O::F ts;
  typename O::F inverse;
};

/// tensor_scale_c5, tensor_scale_c6: the tensor scale from the largest finite
/// corrected block scale (sign-cleared f32 bits), for post hoc rules.
template <class O>
inline PostHocScale<O> tensorScaleFromScales(O &o, const Quantizer &q,
                                             typename O::I wmax) {
  using F = typename O::F;
  using I = typename O::I;
  typename O::B zero = o.eq(wmax, o.u32(0));
  I w = clampMaximum(o, wmax);
  F one = o.f32(1.0f);
  if (q.tensorScale == TensorScaleRule::PostHocMax) {
    // tensor_scale_c6: mul(wmax, 1 / scaleMax).
    F ts = o.select(zero, one, o.mul(o.fromBits(w), o.f32(1.0f / q.scaleMax)));
    return {ts, o.div(one, ts)};
  }
  // tensor_scale_c5: 2^ceil(log2(wmax / scaleMax)). With scaleMax = s * 2^e,
  // s in [1, 2), the power is 2^(exponent(wmax) - e), doubled if wmax's
  // mantissa is above that of scaleMax.
  uint32_t maxBits;
  __builtin_memcpy(&maxBits, &q.scaleMax, sizeof(maxBits));
  uint32_t mantissa = maxBits & 0x007fffffu, exponent = maxBits >> 23;
  I up = o.iadd(w, o.u32(0x007fffffu - mantissa));
  I power =
      o.isub(o.iand(up, o.u32(kExponentMask)), o.u32((exponent - 127) << 23));
  power = o.select(zero, o.u32(127u << 23), power);
  return {o.fromBits(power), o.fromBits(o.isub(o.u32(254u << 23), power))};
}

} // namespace numerics
} // namespace quartet

#endif // QUARTET_NUMERICS_TENSORSCALE_H
