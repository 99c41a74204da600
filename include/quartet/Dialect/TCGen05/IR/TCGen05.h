//===- TCGen05.h - The tcgen05 dialect --------------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef QUARTET_DIALECT_TCGEN05_IR_TCGEN05_H
#define QUARTET_DIALECT_TCGEN05_IR_TCGEN05_H

#include "mlir/Bytecode/BytecodeOpInterface.h"
#include "mlir/IR/BuiltinTypes.h"
#include "mlir/IR/Dialect.h"
#include "mlir/IR/OpDefinition.h"
#include "mlir/IR/OpImplementation.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "mlir/Interfaces/ViewLikeInterface.h"

#include "quartet/Dialect/TCGen05/IR/TCGen05Dialect.h.inc"
#include "quartet/Dialect/TCGen05/IR/TCGen05Enums.h.inc"

#define GET_ATTRDEF_CLASSES
#include "quartet/Dialect/TCGen05/IR/TCGen05Attributes.h.inc"

#define GET_TYPEDEF_CLASSES
#include "quartet/Dialect/TCGen05/IR/TCGen05Types.h.inc"

namespace quartet {
namespace tcgen05 {

/// Columns of tensor memory, and lanes of each.
inline constexpr int64_t kTMemColumns = 512;
inline constexpr int64_t kTMemLanes = 128;
/// Elements one mxf4nvf4 instruction contracts, and bytes they occupy.
inline constexpr int64_t kInstructionK = 64;
inline constexpr int64_t kInstructionKBytes = 32;
/// Elements of one 128-byte swizzled row.
inline constexpr int64_t kSwizzledRowElements = 256;
inline constexpr int64_t kSwizzledRowBytes = 128;
/// Alignment of an operand tile and of scale tiles in shared memory.
inline constexpr int64_t kOperandAlignment = 1024;
inline constexpr int64_t kScaleTileAlignment = 128;

} // namespace tcgen05
} // namespace quartet

#define GET_OP_CLASSES
#include "quartet/Dialect/TCGen05/IR/TCGen05Ops.h.inc"

#endif // QUARTET_DIALECT_TCGEN05_IR_TCGEN05_H
