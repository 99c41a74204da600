//===- HostLanes.h - The numerics evaluated on eight lanes ------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The value concept of Value.h on the compiler's vector extension, for clang
// and gcc and any processor. `Isa` keeps instantiations compiled for different
// instruction sets apart; the bits do not depend on it.
//
//===----------------------------------------------------------------------===//

#ifndef QUARTET_NUMERICS_HOSTLANES_H
#define QUARTET_NUMERICS_HOSTLANES_H

#include "quartet/Numerics/Value.h"

namespace quartet {
namespace numerics {

/// Eight lanes on the host.
template <int Isa>
struct HostLanes {
  static constexpr unsigned kLanes = 8;
  typedef float F __attribute__((vector_size(32)));
  typedef uint32_t I __attribute__((vector_size(32)));
  typedef int32_t B __attribute__((vector_size(32)));
  typedef uint64_t Wide __attribute__((vector_size(64)));

  QUARTET_NUMERICS_INLINE F f32(float v) { return F{v, v, v, v, v, v, v, v}; }
  QUARTET_NUMERICS_INLINE I u32(uint32_t v) {
    return I{v, v, v, v, v, v, v, v};
  }
  QUARTET_NUMERICS_INLINE F add(F a, F b) { return a + b; }
  QUARTET_NUMERICS_INLINE F sub(F a, F b) { return a - b; }
  QUARTET_NUMERICS_INLINE F mul(F a, F b) { return a * b; }
  QUARTET_NUMERICS_INLINE F div(F a, F b) { return a / b; }
  QUARTET_NUMERICS_INLINE F fma(F a, F b, F c) {
#if defined(__clang__)
    return __builtin_elementwise_fma(a, b, c);
#elif defined(__FMA__)
    return (F)__builtin_ia32_vfmaddps256(a, b, c);
#else
    F r;
    for (unsigned i = 0; i < kLanes; ++i)
      r[i] = __builtin_fmaf(a[i], b[i], c[i]);
    return r;
#endif
  }
  QUARTET_NUMERICS_INLINE I bits(F v) { return (I)v; }
  QUARTET_NUMERICS_INLINE F fromBits(I v) { return (F)v; }
  QUARTET_NUMERICS_INLINE I iadd(I a, I b) { return a + b; }
  QUARTET_NUMERICS_INLINE I isub(I a, I b) { return a - b; }
  QUARTET_NUMERICS_INLINE I imul(I a, I b) { return a * b; }
  QUARTET_NUMERICS_INLINE I umulhi(I a, I b) {
    Wide product =
        __builtin_convertvector(a, Wide) * __builtin_convertvector(b, Wide);
    return __builtin_convertvector(product >> 32, I);
  }
  QUARTET_NUMERICS_INLINE I iand(I a, I b) { return a & b; }
  QUARTET_NUMERICS_INLINE I ior(I a, I b) { return a | b; }
  QUARTET_NUMERICS_INLINE I ixor(I a, I b) { return a ^ b; }
  QUARTET_NUMERICS_INLINE I shl(I a, unsigned n) { return a << n; }
  QUARTET_NUMERICS_INLINE I shr(I a, unsigned n) { return a >> n; }
  QUARTET_NUMERICS_INLINE I shrBy(I a, I n) { return a >> n; }
  QUARTET_NUMERICS_INLINE B eq(I a, I b) { return (B)(a == b); }
  QUARTET_NUMERICS_INLINE B ne(I a, I b) { return (B)(a != b); }
  QUARTET_NUMERICS_INLINE B ult(I a, I b) { return (B)(a < b); }
  QUARTET_NUMERICS_INLINE B ule(I a, I b) { return (B)(a <= b); }
  QUARTET_NUMERICS_INLINE B band(B a, B b) { return a & b; }
  QUARTET_NUMERICS_INLINE B bor(B a, B b) { return a | b; }
  QUARTET_NUMERICS_INLINE B bnot(B a) { return ~a; }
  QUARTET_NUMERICS_INLINE F select(B c, F a, F b) { return c ? a : b; }
  QUARTET_NUMERICS_INLINE I select(B c, I a, I b) { return c ? a : b; }
  QUARTET_NUMERICS_INLINE F fromUInt(I v) {
    return __builtin_convertvector((B)v, F);
  }
};

} // namespace numerics
} // namespace quartet

#endif // QUARTET_NUMERICS_HOSTLANES_H
