//===- SavedTensors.h - What a forward function keeps -----------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// With forward and backward in two functions, an argument of the backward one
// marked `nvfp4.saved = #nvfp4.saved<@fwd, result = i>` is what the forward one
// returned as result i. Here the marks are read and checked.
//
//===----------------------------------------------------------------------===//

#ifndef QUARTET_LIB_CONVERSION_LINALGTONVFP4_SAVEDTENSORS_H
#define QUARTET_LIB_CONVERSION_LINALGTONVFP4_SAVEDTENSORS_H

#include "ViewChain.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/BuiltinOps.h"
#include "llvm/ADT/MapVector.h"

namespace quartet {

/// Result `result` of `forward`.
struct SavedTensor {
  mlir::func::FuncOp forward;
  unsigned result = 0;

  /// The value that `forward` returns there.
  mlir::Value getValue();
};

class SavedTensors {
public:
  /// Reads the marks of `module`. Fails after an error at the argument if a
  /// mark does not name a result of the argument's type of another function
  /// with one block.
  mlir::LogicalResult collect(mlir::ModuleOp module);

  /// The marked arguments in program order.
  const llvm::MapVector<mlir::Value, SavedTensor> &getAll() const {
    return saved;
  }

  /// Follows `view` from a saved argument into the forward function.
  View resolve(View view) const;

private:
  llvm::MapVector<mlir::Value, SavedTensor> saved;
};

} // namespace quartet

#endif // QUARTET_LIB_CONVERSION_LINALGTONVFP4_SAVEDTENSORS_H
