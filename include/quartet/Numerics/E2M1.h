//===- E2M1.h - The 4-bit element format ------------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Codes 0..7 are 0, 0.5, 1, 1.5, 2, 3, 4, 6; bit 3 is the sign and code 8 is
// -0. Conversion saturates: anything above 6, infinities included, becomes 6
// with its sign. NaN becomes +6 whatever its sign.
//
//===----------------------------------------------------------------------===//

#ifndef QUARTET_NUMERICS_E2M1_H
#define QUARTET_NUMERICS_E2M1_H

#include "quartet/Numerics/Grid.h"

namespace quartet {
namespace numerics {

constexpr uint32_t kE2M1MaxBits = 0x40c00000u; ///< 6.0f

/// e2m1_c2: a magnitude clamped to 6; infinity and NaN compare above it.
template <class O>
QUARTET_NUMERICS_INLINE typename O::I clampE2M1(O &o, typename O::I mag) {
  return umin(o, mag, o.u32(kE2M1MaxBits));
}

/// e2m1_c3: the sign bit of `x` at bit 3, cleared for NaN.
template <class O>
QUARTET_NUMERICS_INLINE typename O::I signE2M1(O &o, typename O::F x) {
  typename O::I b = o.bits(x);
  typename O::I sign = o.iand(o.shr(b, 28u), o.u32(8));
  typename O::B nan =
      o.ult(o.u32(kInfinityBits), o.iand(b, o.u32(kMagnitudeMask)));
  return o.select(nan, o.u32(0), sign);
}

/// e2m1_c4: to nearest, ties to the even code, saturating. Returns 0..15.
template <class O>
inline typename O::I encodeE2M1(O &o, typename O::F x) {
  typename O::I mag = clampE2M1(o, magnitude(o, x));
  return o.ior(roundToGrid(o, mag, kGridE2M1).code, signE2M1(o, x));
}

/// e2m1_c5: to nearest, ties away from zero, saturating. Returns 0..15.
template <class O>
inline typename O::I encodeE2M1Away(O &o, typename O::F x) {
  typename O::I mag = clampE2M1(o, magnitude(o, x));
  return o.ior(roundAwayToGrid(o, mag, kGridE2M1), signE2M1(o, x));
}

/// e2m1_c6: stochastic with a draw in [0, 2^24), saturating. Returns 0..15.
template <class O>
inline typename O::I encodeE2M1Stochastic(O &o, typename O::F x,
                                          typename O::I draw) {
  typename O::I mag = clampE2M1(o, magnitude(o, x));
  return o.ior(roundStochasticToGrid(o, mag, draw, kGridE2M1), signE2M1(o, x));
}

/// e2m1_c1: the magnitude of a code, given its three magnitude bits moved to
/// bits 22..24 and nothing else set. Reading them as exponent and mantissa
/// gives v = 0.5, 0.75, 1, ...: right from code 2 on. Up to there 2 v - 1 is
/// right, which is the smaller of the two exactly below 1.
template <class O>
QUARTET_NUMERICS_INLINE typename O::I decodeE2M1Field(O &o,
                                                      typename O::I field) {
  typename O::F v = o.fromBits(o.iadd(field, o.u32(126u << 23)));
  typename O::F low = o.fma(v, o.f32(2.0f), o.f32(-1.0f));
  return umin(o, o.bits(low), o.bits(v));
}

/// e2m1_c1: the value of a code 0..15; code 8 is -0.
template <class O>
QUARTET_NUMERICS_INLINE typename O::F decodeE2M1(O &o, typename O::I code) {
  typename O::I field = o.shl(o.iand(code, o.u32(7)), 22u);
  typename O::I sign = o.shl(o.iand(code, o.u32(8)), 28u);
  return o.fromBits(o.ior(decodeE2M1Field(o, field), sign));
}

/// e2m1_c1 for all eight codes of a packed word, element i in bits 4i..4i+3.
template <class O>
inline void decodeE2M1Word(O &o, typename O::I word, typename O::F *values) {
  for (unsigned i = 0; i < 8; ++i) {
    typename O::I moved =
        i < 6 ? o.shl(word, 22 - 4 * i) : o.shr(word, 4 * i - 22);
    typename O::I field = o.iand(moved, o.u32(0x01c00000u));
    typename O::I sign =
        o.iand(i < 7 ? o.shl(word, 28 - 4 * i) : word, o.u32(kSignBit));
    values[i] = o.fromBits(o.ior(decodeE2M1Field(o, field), sign));
  }
}

} // namespace numerics
} // namespace quartet

#endif // QUARTET_NUMERICS_E2M1_H
