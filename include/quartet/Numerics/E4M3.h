//===- E4M3.h - The 8-bit block scale format --------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The "fn" variant: bias 7, no infinity, 0x7F and 0xFF are NaN, largest 448
// (0x7E), smallest normal 2^-6, subnormal spacing 2^-9. Conversion saturates at
// 448 and keeps NaN. Block scales are never negative; the general conversions
// keep signs.
//
//===----------------------------------------------------------------------===//

#ifndef QUARTET_NUMERICS_E4M3_H
#define QUARTET_NUMERICS_E4M3_H

#include "quartet/Numerics/Grid.h"

namespace quartet {
namespace numerics {

constexpr uint32_t kE4M3MaxBits = 0x43e00000u; ///< 448.0f
constexpr uint32_t kE4M3NaN = 0x7f;
constexpr uint32_t kE4M3One = 0x38;
constexpr uint32_t kE4M3MinNormal = 0x08;

/// e4m3_c2: nearest scale of a magnitude that is not NaN, ties to even,
/// saturating; the code and its value.
template <class O>
QUARTET_NUMERICS_INLINE GridPoint<O> encodeE4M3Magnitude(O &o,
                                                         typename O::I mag) {
  return roundToGrid(o, umin(o, mag, o.u32(kE4M3MaxBits)), kGridE4M3);
}

/// e4m3_c3: the byte of `x`: to nearest, ties to even, saturating; NaN keeps
/// its sign and becomes 0x7F or 0xFF.
template <class O>
inline typename O::I encodeE4M3(O &o, typename O::F x) {
  typename O::I b = o.bits(x);
  typename O::I mag = o.iand(b, o.u32(kMagnitudeMask));
  typename O::I sign = o.iand(o.shr(b, 24u), o.u32(0x80));
  typename O::I code =
      o.select(o.ult(o.u32(kInfinityBits), mag), o.u32(kE4M3NaN),
               encodeE4M3Magnitude(o, mag).code);
  return o.ior(code, sign);
}

/// e4m3_c4: stochastic with a draw in [0, 2^24), exact from zero through the
/// subnormals up; 448 and above stay 448; NaN becomes 0x7F. `x` is not
/// negative.
template <class O>
inline typename O::I encodeE4M3Stochastic(O &o, typename O::F x,
                                          typename O::I draw) {
  typename O::I mag = magnitude(o, x);
  typename O::I code = roundStochasticToGrid(
      o, umin(o, mag, o.u32(kE4M3MaxBits)), draw, kGridE4M3);
  return o.select(o.ult(o.u32(kInfinityBits), mag), o.u32(kE4M3NaN), code);
}

/// e4m3_c1: the value of a byte; 0x7F and 0xFF are quiet NaN with that sign.
template <class O>
inline typename O::F decodeE4M3(O &o, typename O::I byte) {
  typename O::I mag = o.iand(byte, o.u32(0x7f));
  typename O::I sign = o.shl(o.iand(byte, o.u32(0x80)), 24u);
  typename O::I normal = o.iadd(o.shl(mag, 20u), o.u32(120u << 23));
  typename O::I small = o.bits(o.mul(o.fromUInt(mag), o.f32(0x1p-9f)));
  typename O::I value =
      o.select(o.ult(mag, o.u32(kE4M3MinNormal)), small, normal);
  value = o.select(o.eq(mag, o.u32(kE4M3NaN)), o.u32(kQuietNaNBits), value);
  return o.fromBits(o.ior(value, sign));
}

} // namespace numerics
} // namespace quartet

#endif // QUARTET_NUMERICS_E4M3_H
