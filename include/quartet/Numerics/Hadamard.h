//===- Hadamard.h - Randomized Hadamard rotation ----------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The rotation is unnormalised and in natural (Sylvester) order: signs, then
// butterflies with strides 1, 2, 4, 8 inside each column block of 16, then
// across the blocks of a group with strides 16, 32, 64. Entries are exactly
// +-1; the factors 1 / sqrt(group) of both operands are a power of two in the
// epilogue.
//
//===----------------------------------------------------------------------===//

#ifndef QUARTET_NUMERICS_HADAMARD_H
#define QUARTET_NUMERICS_HADAMARD_H

#include "quartet/Numerics/Value.h"

namespace quartet {
namespace numerics {

/// hadamard_c1: rotation groups are 16, 32 or 128 columns.
constexpr bool isRotationGroup(unsigned group) {
  return group == 16 || group == 32 || group == 128;
}

/// hadamard_c2: negates column j where bit j of `signs` is set.
template <class O>
inline void applySigns(O &o, typename O::I signs, typename O::F *x) {
  for (unsigned j = 0; j < kBlock; ++j) {
    typename O::I flip = o.iand(o.shl(signs, 31 - j), o.u32(kSignBit));
    x[j] = o.fromBits(o.ixor(o.bits(x[j]), flip));
  }
}

/// hadamard_c3: butterflies with strides 1, 2, 4, 8 on one column block.
template <class O>
inline void hadamard16(O &o, typename O::F *x) {
  for (unsigned stride = 1; stride < kBlock; stride *= 2)
    for (unsigned base = 0; base < kBlock; base += 2 * stride)
      for (unsigned j = base; j < base + stride; ++j) {
        typename O::F a = x[j], b = x[j + stride];
        x[j] = o.add(a, b);
        x[j + stride] = o.sub(a, b);
      }
}

/// hadamard_c4: butterflies across `blocks` (1, 2 or 8) column blocks that are
/// `step` values apart, strides 1, 2, 4 in blocks, on the column `x[0]`.
template <class O>
inline void hadamardAcross(O &o, typename O::F *x, unsigned blocks,
                           unsigned step = kBlock) {
  for (unsigned stride = 1; stride < blocks; stride *= 2)
    for (unsigned base = 0; base < blocks; base += 2 * stride)
      for (unsigned b = base; b < base + stride; ++b) {
        typename O::F lo = x[b * step], hi = x[(b + stride) * step];
        x[b * step] = o.add(lo, hi);
        x[(b + stride) * step] = o.sub(lo, hi);
      }
}

/// hadamard_c5: one whole rotation group of `group` columns; `signs` holds one
/// word per column block. The input has been rounded to bf16.
template <class O>
inline void rotateGroup(O &o, const typename O::I *signs, typename O::F *x,
                        unsigned group) {
  for (unsigned b = 0; b < group / kBlock; ++b) {
    applySigns(o, signs[b], x + b * kBlock);
    hadamard16(o, x + b * kBlock);
  }
  for (unsigned j = 0; j < kBlock; ++j)
    hadamardAcross(o, x + j, group / kBlock);
}

} // namespace numerics
} // namespace quartet

#endif // QUARTET_NUMERICS_HADAMARD_H
