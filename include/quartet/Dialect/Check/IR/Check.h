//===- Check.h - The check dialect and its operations -----------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef QUARTET_DIALECT_CHECK_IR_CHECK_H
#define QUARTET_DIALECT_CHECK_IR_CHECK_H

#include "mlir/Bytecode/BytecodeOpInterface.h"
#include "mlir/Dialect/Bufferization/IR/BufferizableOpInterface.h"
#include "mlir/IR/BuiltinTypes.h"
#include "mlir/IR/Dialect.h"
#include "mlir/IR/OpDefinition.h"
#include "mlir/IR/OpImplementation.h"

#include "quartet/Dialect/Check/IR/CheckDialect.h.inc"

#define GET_OP_CLASSES
#include "quartet/Dialect/Check/IR/CheckOps.h.inc"

#endif // QUARTET_DIALECT_CHECK_IR_CHECK_H
