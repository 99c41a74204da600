//===- Families.h - Decoders that families share ----------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Opcodes such as `add` exist for several families; the integer family, which
// owns them, hands the others over here.
//
//===----------------------------------------------------------------------===//

#ifndef QUARTET_LIB_SIMULATOR_OPS_FAMILIES_H
#define QUARTET_LIB_SIMULATOR_OPS_FAMILIES_H

namespace quartet::sim {

class Decoder;

/// add, sub, mul, mad, fma, div, neg, abs, min, max of f32 and f64.
bool decodeFloatArith(Decoder &d);
/// The same of f16, bf16 and their pairs.
bool decodeHalfArith(Decoder &d);
/// cp.async.bulk and cp.async.bulk.tensor; `reduce` for cp.reduce.
bool decodeBulk(Decoder &d, bool reduce);
bool decodeBulkTensor(Decoder &d, bool reduce);
/// bar.warp.sync.
bool decodeWarpSync(Decoder &d);
/// cvt of packed types and cvt.pack.
bool decodeConvertPacked(Decoder &d);

} // namespace quartet::sim

#endif // QUARTET_LIB_SIMULATOR_OPS_FAMILIES_H
