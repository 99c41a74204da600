//===- Floats.h - Conversions between f32 and 16-bit floats -----*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// bfloat16 and IEEE half as integers in the low 16 bits of a lane. Rounding is
// to nearest, ties to even, with subnormals and overflow to infinity. A NaN
// keeps its sign and its leading payload bits and becomes quiet.
//
//===----------------------------------------------------------------------===//

#ifndef QUARTET_NUMERICS_FLOATS_H
#define QUARTET_NUMERICS_FLOATS_H

#include "quartet/Numerics/Grid.h"

namespace quartet {
namespace numerics {

/// bf16_c1: the 16 bits of a bf16, exactly widened.
template <class O>
QUARTET_NUMERICS_INLINE typename O::F fromBF16(O &o, typename O::I half) {
  return o.fromBits(o.shl(half, 16u));
}

/// bf16_c2: f32 to bf16, to nearest, ties to even; NaN becomes quiet.
template <class O>
QUARTET_NUMERICS_INLINE typename O::I toBF16(O &o, typename O::F x) {
  typename O::I b = o.bits(x);
  typename O::I odd = o.iand(o.shr(b, 16u), o.u32(1));
  typename O::I rounded = o.shr(o.iadd(o.iadd(b, o.u32(0x7fff)), odd), 16u);
  typename O::B nan =
      o.ult(o.u32(kInfinityBits), o.iand(b, o.u32(kMagnitudeMask)));
  return o.select(nan, o.ior(o.shr(b, 16u), o.u32(0x40)), rounded);
}

/// f16_c1: the 16 bits of an f16, exactly widened; NaN becomes quiet.
template <class O>
QUARTET_NUMERICS_INLINE typename O::F fromF16(O &o, typename O::I half) {
  typename O::I mag = o.iand(half, o.u32(0x7fff));
  typename O::I sign = o.shl(o.iand(half, o.u32(0x8000)), 16u);
  typename O::I normal = o.iadd(o.shl(mag, 13u), o.u32(112u << 23));
  // Below 2^-14: an integer count of 2^-24.
  typename O::I small = o.bits(o.mul(o.fromUInt(mag), o.f32(0x1p-24f)));
  typename O::I special = o.ior(o.shl(mag, 13u), o.u32(kInfinityBits));
  typename O::I quiet =
      o.select(o.ult(o.u32(0x7c00), mag), o.u32(0x00400000u), o.u32(0));
  typename O::I value = o.select(o.ult(mag, o.u32(0x0400)), small, normal);
  value = o.select(o.ule(o.u32(0x7c00), mag), o.ior(special, quiet), value);
  return o.fromBits(o.ior(value, sign));
}

/// f16_c2: f32 to f16, to nearest, ties to even, above 65504 + 16 to infinity;
/// NaN becomes quiet.
template <class O>
QUARTET_NUMERICS_INLINE typename O::I toF16(O &o, typename O::F x) {
  typename O::I b = o.bits(x);
  typename O::I mag = o.iand(b, o.u32(kMagnitudeMask));
  typename O::I sign = o.iand(o.shr(b, 16u), o.u32(0x8000));
  // 65536 has the code of infinity.
  typename O::I finite =
      roundToGrid(o, umin(o, mag, o.u32(0x47800000u)), kGridF16).code;
  typename O::I nan =
      o.ior(o.iand(o.shr(mag, 13u), o.u32(0x03ff)), o.u32(0x7e00));
  typename O::I code = o.select(o.ult(o.u32(kInfinityBits), mag), nan, finite);
  return o.ior(code, sign);
}

} // namespace numerics
} // namespace quartet

#endif // QUARTET_NUMERICS_FLOATS_H
