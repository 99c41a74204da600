//===- NVFP4Attributes.h - The nvfp4 dialect and its attributes -*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The dialect class, the attributes, and the names of the discardable
// attributes by which importers and users steer the compiler.
//
//===----------------------------------------------------------------------===//

#ifndef QUARTET_DIALECT_NVFP4_IR_NVFP4ATTRIBUTES_H
#define QUARTET_DIALECT_NVFP4_IR_NVFP4ATTRIBUTES_H

#include "mlir/IR/Attributes.h"
#include "mlir/IR/BuiltinAttributes.h"
#include "mlir/IR/Dialect.h"
#include "mlir/IR/OpImplementation.h"
#include "quartet/Numerics/Quantizer.h"
#include "llvm/ADT/Hashing.h"

namespace quartet {
namespace numerics {
/// Lets MLIR unique attributes that hold a Quantizer.
llvm::hash_code hash_value(const Quantizer &quantizer);
} // namespace numerics

namespace nvfp4 {
/// Function argument: a parameter of the model (a weight).
inline constexpr llvm::StringLiteral kParamAttrName = "nvfp4.param";
/// Function argument: an output gradient that arrives from outside.
inline constexpr llvm::StringLiteral kGradientAttrName = "nvfp4.gradient";
/// Function argument: the 64-bit seed, `tensor<i64>`.
inline constexpr llvm::StringLiteral kSeedAttrName = "nvfp4.seed";
/// Function argument: a number that differs between calls, `index`.
inline constexpr llvm::StringLiteral kInstanceAttrName = "nvfp4.instance";
/// Function argument: a tensor that a forward function returned, #nvfp4.saved.
inline constexpr llvm::StringLiteral kSavedAttrName = "nvfp4.saved";
/// Contraction: its role, written by nvfp4-assign-roles.
inline constexpr llvm::StringLiteral kRoleAttrName = "nvfp4.role";
/// Contraction: leave it in high precision.
inline constexpr llvm::StringLiteral kKeepAttrName = "nvfp4.keep";
/// Contraction: quantize it although the rules would leave it alone.
inline constexpr llvm::StringLiteral kForceAttrName = "nvfp4.force";
} // namespace nvfp4
} // namespace quartet

#include "quartet/Dialect/NVFP4/IR/NVFP4Dialect.h.inc"
#include "quartet/Dialect/NVFP4/IR/NVFP4Enums.h.inc"

#define GET_ATTRDEF_CLASSES
#include "quartet/Dialect/NVFP4/IR/NVFP4Attributes.h.inc"

#endif // QUARTET_DIALECT_NVFP4_IR_NVFP4ATTRIBUTES_H
