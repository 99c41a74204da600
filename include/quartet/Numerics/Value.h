//===- Value.h - The value concept of the numerics --------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Every rule of docs/Numerics.md is a function template over an `Ops` object,
// so that the same text evaluates on the host (HostScalar, HostLanes) and emits
// IR (lib/NumericsIR). An `Ops` is passed by reference, because emitting needs
// a builder; it has three nested value types and the operations below, nothing
// else:
//
// - types: F (f32 lanes), I (u32 lanes), B (predicate lanes)
// - F f32(float), I u32(uint32_t): the same constant in every lane
// - add, sub, mul, div on F: one IEEE rounding each, ties to even, subnormals
//   kept (arithmetic_c1)
// - fma(a, b, c) on F: a * b + c with one rounding
// - I bits(F), F fromBits(I): the bit pattern, both ways
// - iadd, isub, imul on I: modulo 2^32
// - umulhi on I: the high 32 bits of the 64-bit product
// - iand, ior, ixor on I
// - shl(I, unsigned), shr(I, unsigned): by a constant 0..31, zeros shifted in
// - shrBy(I, I): shr by an amount per lane, 0..31
// - eq, ne, ult, ule on I: B, unsigned comparison
// - band, bor, bnot on B
// - select(B, F, F), select(B, I, I): the first value where B holds
// - fromUInt(I): the exact F of an integer below 2^24
//
// Templates never branch on a value: only `select`. Host-side choices (the
// fields of a Quantizer) and loops with compile-time trip counts are ordinary
// C++. Lanes are independent; a lane holds one matrix row's part of one block.
// Magnitudes are compared as sign-cleared bit patterns, which order like the
// numbers, with infinity and then NaN above every finite one (magnitude_c1).
//
//===----------------------------------------------------------------------===//

#ifndef QUARTET_NUMERICS_VALUE_H
#define QUARTET_NUMERICS_VALUE_H

#include <cstdint>

namespace quartet {
namespace numerics {

/// Small building blocks are always inlined: lane vectors must stay in
/// registers on the host.
#if defined(__GNUC__) || defined(__clang__)
#define QUARTET_NUMERICS_INLINE inline __attribute__((always_inline))
#else
#define QUARTET_NUMERICS_INLINE inline
#endif

/// Elements that share one block scale along a row.
constexpr unsigned kBlock = 16;

/// f32 bit patterns used by name.
constexpr uint32_t kSignBit = 0x80000000u;
constexpr uint32_t kMagnitudeMask = 0x7fffffffu;
constexpr uint32_t kExponentMask = 0x7f800000u;
constexpr uint32_t kInfinityBits = 0x7f800000u;
constexpr uint32_t kQuietNaNBits = 0x7fc00000u;

/// Unsigned maximum.
template <class O>
QUARTET_NUMERICS_INLINE typename O::I umax(O &o, typename O::I a,
                                           typename O::I b) {
  return o.select(o.ult(a, b), b, a);
}

/// Unsigned minimum.
template <class O>
QUARTET_NUMERICS_INLINE typename O::I umin(O &o, typename O::I a,
                                           typename O::I b) {
  return o.select(o.ult(a, b), a, b);
}

/// The sign-cleared bit pattern of `x` (magnitude_c1).
template <class O>
QUARTET_NUMERICS_INLINE typename O::I magnitude(O &o, typename O::F x) {
  return o.iand(o.bits(x), o.u32(kMagnitudeMask));
}

/// True for a magnitude that is infinite or NaN.
template <class O>
QUARTET_NUMERICS_INLINE typename O::B isNonFinite(O &o, typename O::I mag) {
  return o.ule(o.u32(kInfinityBits), mag);
}

/// Largest magnitude of a block as a bit pattern, infinities and NaN included:
/// at least kInfinityBits exactly if the block holds one (magnitude_c2).
template <class O>
inline typename O::I blockMagnitude(O &o, const typename O::F *x) {
  typename O::I m = magnitude(o, x[0]);
  for (unsigned i = 1; i < kBlock; ++i)
    m = umax(o, m, magnitude(o, x[i]));
  return m;
}

/// max(m, |x|) over finite x only; infinities and NaN do not take part
/// (magnitude_c3). Start with m = 0.
template <class O>
QUARTET_NUMERICS_INLINE typename O::I
accumulateFiniteMagnitude(O &o, typename O::I m, typename O::F x) {
  typename O::I a = magnitude(o, x);
  return umax(o, m, o.select(isNonFinite(o, a), o.u32(0), a));
}

} // namespace numerics
} // namespace quartet

#endif // QUARTET_NUMERICS_VALUE_H
