//===- Origins.h - Where values come from in a model ------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Which values are parameters and which are gradients. A parameter's root is a
// constant with different elements, a loaded global, or a function argument
// marked nvfp4.param (or, in a private function, passed a parameter by every
// caller). A gradient is whatever is computed from a gradient: from an argument
// marked nvfp4.gradient, or from a value that the analysis of roles has found
// to be one.
//
//===----------------------------------------------------------------------===//

#ifndef QUARTET_LIB_CONVERSION_LINALGTONVFP4_ORIGINS_H
#define QUARTET_LIB_CONVERSION_LINALGTONVFP4_ORIGINS_H

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/BuiltinOps.h"
#include "llvm/ADT/DenseSet.h"

namespace quartet {

class Origins {
public:
  /// Finds the marked gradients of `module` and follows them.
  explicit Origins(mlir::ModuleOp module);

  bool isParameter(mlir::Value value);
  bool isGradient(mlir::Value value) const { return gradients.contains(value); }
  /// Adds a gradient and everything computed from it.
  void addGradient(mlir::Value value);

private:
  void markRegionUse(mlir::OpOperand &use,
                     mlir::SmallVectorImpl<mlir::Value> &);
  void markReturnUse(mlir::OpOperand &use,
                     mlir::SmallVectorImpl<mlir::Value> &);
  bool isParameterArgument(mlir::BlockArgument arg);

  llvm::DenseMap<mlir::Operation *, llvm::SmallVector<mlir::func::CallOp>>
      callers;
  llvm::DenseMap<mlir::Operation *, mlir::func::FuncOp> callees;
  llvm::DenseMap<mlir::Value, bool> parameterArguments;
  llvm::DenseSet<mlir::Value> gradients;
};

/// The attribute `name` of `value` if it is an argument of a function, or null.
mlir::Attribute getArgumentMark(mlir::Value value, llvm::StringRef name);

} // namespace quartet

#endif // QUARTET_LIB_CONVERSION_LINALGTONVFP4_ORIGINS_H
