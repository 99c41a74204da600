//===- KnownDivisor.h - What divides a size or offset -----------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Tiles and slices are legal only at multiples of bytes, blocks and groups.
//
//===----------------------------------------------------------------------===//

#ifndef QUARTET_LIB_DIALECT_NVFP4_TRANSFORMS_KNOWNDIVISOR_H
#define QUARTET_LIB_DIALECT_NVFP4_TRANSFORMS_KNOWNDIVISOR_H

#include "mlir/IR/OpDefinition.h"

namespace quartet {
namespace nvfp4 {

/// A number that divides `value` whenever it is evaluated: 0 for the constant
/// 0, 1 if nothing is known. Looks through constants, affine.apply, affine.min
/// and affine.max, sums and products, and induction variables of scf loops; the
/// last extent of an f4E2M1FN tensor is even.
int64_t getKnownDivisor(mlir::OpFoldResult value);

/// True if `value` is known to be a multiple of `unit`.
bool isKnownMultipleOf(mlir::OpFoldResult value, int64_t unit);

} // namespace nvfp4
} // namespace quartet

#endif // QUARTET_LIB_DIALECT_NVFP4_TRANSFORMS_KNOWNDIVISOR_H
