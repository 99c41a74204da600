//===- NVFP4.h - The nvfp4 dialect, attributes and operations ---*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Include this where nvfp4 operations are created or matched.
//
//===----------------------------------------------------------------------===//

#ifndef QUARTET_DIALECT_NVFP4_IR_NVFP4_H
#define QUARTET_DIALECT_NVFP4_IR_NVFP4_H

#include "mlir/Bytecode/BytecodeOpInterface.h"
#include "mlir/IR/BuiltinTypes.h"
#include "mlir/IR/OpDefinition.h"
#include "mlir/IR/OpImplementation.h"
#include "mlir/Interfaces/ControlFlowInterfaces.h"
#include "mlir/Interfaces/DestinationStyleOpInterface.h"
#include "mlir/Interfaces/InferTypeOpInterface.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "quartet/Dialect/NVFP4/IR/NVFP4Attributes.h"
#include <optional>

namespace quartet {
namespace nvfp4 {

/// The optional operands and attributes of nvfp4.quantize, for its builder;
/// null values are absent. The operation's documentation says what each means.
struct QuantizeOptions {
  mlir::Value amax;
  mlir::Value seed;
  mlir::Value instance;
  mlir::Value validRows;
  mlir::Value prescale;
  /// None, or row and column.
  llvm::SmallVector<mlir::Value, 2> offsets;
  std::optional<int64_t> site;
  bool transpose = false;
};

} // namespace nvfp4
} // namespace quartet

#define GET_OP_CLASSES
#include "quartet/Dialect/NVFP4/IR/NVFP4Ops.h.inc"

#endif // QUARTET_DIALECT_NVFP4_IR_NVFP4_H
