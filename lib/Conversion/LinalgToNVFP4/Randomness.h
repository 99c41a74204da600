//===- Randomness.h - Thread the seed through the call graph ----*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The seed is a run-time value. Functions that contain random operations, or
// call such functions, receive it as an argument marked nvfp4.seed; functions
// that run more than once also receive an argument marked nvfp4.instance.
//
//===----------------------------------------------------------------------===//

#ifndef QUARTET_LIB_CONVERSION_LINALGTONVFP4_RANDOMNESS_H
#define QUARTET_LIB_CONVERSION_LINALGTONVFP4_RANDOMNESS_H

#include "Instance.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/BuiltinOps.h"
#include "llvm/ADT/MapVector.h"

namespace quartet {

class Randomness {
public:
  /// Changes the signatures and calls of all functions of `module` concerned
  /// by the random operations that will stand at `ops`. Fails after a located
  /// error if a function cannot be changed: it is recursive, its address is
  /// taken, it is marked wrongly, or an operation is outside of any function.
  mlir::LogicalResult thread(mlir::ModuleOp module,
                             llvm::ArrayRef<mlir::Operation *> ops);

  /// The seed of the function around `op`, one of `ops` above.
  mlir::Value getSeed(mlir::Operation *op);
  /// The instance at `op`, null if it runs once.
  mlir::FailureOr<mlir::Value> getInstance(mlir::Operation *op);

private:
  struct Function {
    llvm::SmallVector<mlir::func::CallOp> calls;
    mlir::Value seed, instance;
    bool addedSeed = false, addedInstance = false;
  };
  mlir::LogicalResult findFunctions(mlir::ModuleOp module,
                                    llvm::ArrayRef<mlir::Operation *> ops);
  mlir::LogicalResult sortCallersFirst();
  mlir::LogicalResult addArguments(mlir::func::FuncOp func, Function &function);
  mlir::LogicalResult rewriteCalls(mlir::func::FuncOp func, Function &function);

  llvm::MapVector<mlir::func::FuncOp, Function> functions;
  InstanceBuilder instances;
};

} // namespace quartet

#endif // QUARTET_LIB_CONVERSION_LINALGTONVFP4_RANDOMNESS_H
