//===- HostScalar.h - The numerics evaluated on single numbers --*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The value concept of Value.h on float and uint32_t: the reference for folders
// and tests. Compile with -ffp-contract=off; fma is the C library's or the
// processor's, with one rounding.
//
//===----------------------------------------------------------------------===//

#ifndef QUARTET_NUMERICS_HOSTSCALAR_H
#define QUARTET_NUMERICS_HOSTSCALAR_H

#include "quartet/Numerics/Value.h"
#include <cstdint>
#include <cstring>

namespace quartet {
namespace numerics {

/// One lane on the host.
struct HostScalar {
  using F = float;
  using I = uint32_t;
  using B = bool;

  F f32(float v) { return v; }
  I u32(uint32_t v) { return v; }
  F add(F a, F b) { return a + b; }
  F sub(F a, F b) { return a - b; }
  F mul(F a, F b) { return a * b; }
  F div(F a, F b) { return a / b; }
  F fma(F a, F b, F c) { return __builtin_fmaf(a, b, c); }
  I bits(F v) {
    I r;
    std::memcpy(&r, &v, sizeof(r));
    return r;
  }
  F fromBits(I v) {
    F r;
    std::memcpy(&r, &v, sizeof(r));
    return r;
  }
  I iadd(I a, I b) { return a + b; }
  I isub(I a, I b) { return a - b; }
  I imul(I a, I b) { return a * b; }
  I umulhi(I a, I b) { return uint32_t((uint64_t(a) * b) >> 32); }
  I iand(I a, I b) { return a & b; }
  I ior(I a, I b) { return a | b; }
  I ixor(I a, I b) { return a ^ b; }
  I shl(I a, unsigned n) { return a << n; }
  I shr(I a, unsigned n) { return a >> n; }
  I shrBy(I a, I n) { return a >> n; }
  B eq(I a, I b) { return a == b; }
  B ne(I a, I b) { return a != b; }
  B ult(I a, I b) { return a < b; }
  B ule(I a, I b) { return a <= b; }
  B band(B a, B b) { return a && b; }
  B bor(B a, B b) { return a || b; }
  B bnot(B a) { return !a; }
  F select(B c, F a, F b) { return c ? a : b; }
  I select(B c, I a, I b) { return c ? a : b; }
  F fromUInt(I v) { return float(v); }
};

} // namespace numerics
} // namespace quartet

#endif // QUARTET_NUMERICS_HOSTSCALAR_H
