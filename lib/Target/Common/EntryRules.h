//===- EntryRules.h - What an entry may be ----------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Checks before quartet-prepare-entries changes anything. All emit located
// errors.
//
//===----------------------------------------------------------------------===//

#ifndef QUARTET_LIB_TARGET_COMMON_ENTRYRULES_H
#define QUARTET_LIB_TARGET_COMMON_ENTRYRULES_H

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/BuiltinOps.h"

namespace quartet {

/// Whether every operation of `module` may be part of an entry: no calls are
/// left, no function lacks a body, and no value has a type that buffers lose.
llvm::LogicalResult verifyProgram(mlir::ModuleOp module);

/// Whether the public function `func` may be an entry: its name, its control
/// flow, its end.
llvm::LogicalResult verifyEntry(mlir::func::FuncOp func);

/// Whether the `quartet` attributes of an argument or result are among `legal`,
/// and a name is a string. Errors stand at `loc` and begin with `what`.
llvm::LogicalResult verifyMarks(mlir::Location loc, const llvm::Twine &what,
                                mlir::DictionaryAttr attrs,
                                llvm::ArrayRef<llvm::StringRef> legal);

} // namespace quartet

#endif // QUARTET_LIB_TARGET_COMMON_ENTRYRULES_H
