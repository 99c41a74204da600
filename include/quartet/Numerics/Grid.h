//===- Grid.h - Rounding a magnitude to a small floating-point grid *- C++
//-*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// E2M1, E4M3 and f16 differ only in their smallest exponent and the width of
// their mantissa. Rounding to nearest adds a power of two whose last place is
// the grid's spacing, so that the f32 addition itself rounds, ties to even; the
// other modes use the exact fixed-point position between two grid points.
//
//===----------------------------------------------------------------------===//

#ifndef QUARTET_NUMERICS_GRID_H
#define QUARTET_NUMERICS_GRID_H

#include "quartet/Numerics/Value.h"

namespace quartet {
namespace numerics {

/// A grid: the biased f32 exponent of its smallest normal number, and its
/// explicit mantissa bits. Codes count grid points from zero.
struct Grid {
  uint32_t minExponent;
  unsigned mantissaBits;
};

constexpr Grid kGridE2M1{127, 1};
constexpr Grid kGridE4M3{121, 3};
constexpr Grid kGridF16{113, 10};

/// A grid point: its code, without sign, and its value.
template <class O>
struct GridPoint {
  typename O::I code;
  typename O::F value;
};

/// grid_c1: nearest grid point of a finite magnitude, ties to the even code.
/// The caller has clamped `mag` to the grid's largest value.
template <class O>
QUARTET_NUMERICS_INLINE GridPoint<O> roundToGrid(O &o, typename O::I mag,
                                                 Grid g) {
  unsigned drop = 23 - g.mantissaBits;
  typename O::I exponent =
      o.iand(umax(o, mag, o.u32(g.minExponent << 23)), o.u32(kExponentMask));
  typename O::I base = o.iadd(exponent, o.u32(drop << 23));
  typename O::F sum = o.add(o.fromBits(mag), o.fromBits(base));
  typename O::I steps = o.isub(o.bits(sum), base);
  typename O::I code =
      o.iadd(steps, o.isub(o.shr(exponent, drop),
                           o.u32(g.minExponent << g.mantissaBits)));
  return {code, o.sub(sum, o.fromBits(base))};
}

/// The position of a magnitude on a grid: floor(position * 2^24) counted in
/// spacings from the exponent's origin, and the code of that origin.
template <class O>
struct GridPosition {
  typename O::I fixed;  ///< whole spacings above bit 24, fraction below
  typename O::I origin; ///< code of zero spacings
};

/// grid_c2: exact position of a finite, clamped magnitude, truncated 24 bits
/// below the grid's spacing.
template <class O>
QUARTET_NUMERICS_INLINE GridPosition<O> gridPosition(O &o, typename O::I mag,
                                                     Grid g) {
  typename O::I lowest = o.u32(g.minExponent);
  typename O::I exponent = o.shr(mag, 23u);
  typename O::I clamped = umax(o, exponent, lowest);
  typename O::I mantissa =
      o.ior(o.iand(mag, o.u32(0x007fffffu)), o.u32(0x00800000u));
  typename O::I down = umin(o, o.isub(clamped, exponent), o.u32(31));
  typename O::I fixed = o.shrBy(o.shl(mantissa, g.mantissaBits + 1), down);
  return {fixed, o.shl(o.isub(clamped, lowest), g.mantissaBits)};
}

/// grid_c3: nearest grid point, ties away from zero.
template <class O>
QUARTET_NUMERICS_INLINE typename O::I roundAwayToGrid(O &o, typename O::I mag,
                                                      Grid g) {
  GridPosition<O> p = gridPosition(o, mag, g);
  return o.iadd(o.shr(o.iadd(p.fixed, o.u32(1u << 23)), 24u), p.origin);
}

/// grid_c4: stochastic rounding with a 24-bit draw: up exactly if
/// draw < floor(fraction * 2^24).
template <class O>
QUARTET_NUMERICS_INLINE typename O::I
roundStochasticToGrid(O &o, typename O::I mag, typename O::I draw, Grid g) {
  GridPosition<O> p = gridPosition(o, mag, g);
  typename O::B up = o.ult(draw, o.iand(p.fixed, o.u32(0x00ffffffu)));
  typename O::I whole = o.shr(p.fixed, 24u);
  return o.iadd(o.iadd(whole, o.select(up, o.u32(1), o.u32(0))), p.origin);
}

} // namespace numerics
} // namespace quartet

#endif // QUARTET_NUMERICS_GRID_H
