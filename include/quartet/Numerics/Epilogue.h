//===- Epilogue.h - From an accumulator to a result -------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The order in which a block-scaled matrix product is scaled back and added to.
//
//===----------------------------------------------------------------------===//

#ifndef QUARTET_NUMERICS_EPILOGUE_H
#define QUARTET_NUMERICS_EPILOGUE_H

#include "quartet/Numerics/Value.h"

namespace quartet {
namespace numerics {

/// epilogue_c1: mul(mul(acc, tsA), tsB), then times 2^scaleLog2, which is
/// between -126 and 127; the caller adds C and applies the region afterwards.
template <class O>
inline typename O::F scaleAccumulator(O &o, typename O::F acc,
                                      typename O::F tsA, typename O::F tsB,
                                      int scaleLog2) {
  typename O::F v = o.mul(o.mul(acc, tsA), tsB);
  if (scaleLog2 == 0)
    return v;
  return o.mul(v, o.fromBits(o.u32(uint32_t(127 + scaleLog2) << 23)));
}

/// matmul_c1: one step of a sum on the host; `a` and `b` are code * scale.
template <class O>
QUARTET_NUMERICS_INLINE typename O::F
accumulateProduct(O &o, typename O::F acc, typename O::F a, typename O::F b) {
  return o.fma(a, b, acc);
}

/// epilogue_c2: the value after C was added, with one NaN for all.
template <class O>
inline typename O::F canonicalizeResult(O &o, typename O::F v) {
  typename O::B nan = o.ult(o.u32(kInfinityBits), magnitude(o, v));
  return o.select(nan, o.fromBits(o.u32(kQuietNaNBits)), v);
}

/// decode_c1: mul(code * scale, ts): the first product is exact in f32.
template <class O>
inline typename O::F dequantizeElement(O &o, typename O::F code,
                                       typename O::F scale, typename O::F ts) {
  return o.mul(o.mul(code, scale), ts);
}

} // namespace numerics
} // namespace quartet

#endif // QUARTET_NUMERICS_EPILOGUE_H
