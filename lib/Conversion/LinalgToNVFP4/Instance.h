//===- Instance.h - Number the executions of an operation -------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A random operation that runs several times with one seed must draw other
// numbers each time. Its instance is formed from the iterations of the loops
// around it and from the instance of its function (docs/Raise.md).
//
//===----------------------------------------------------------------------===//

#ifndef QUARTET_LIB_CONVERSION_LINALGTONVFP4_INSTANCE_H
#define QUARTET_LIB_CONVERSION_LINALGTONVFP4_INSTANCE_H

#include "mlir/IR/Builders.h"
#include "llvm/ADT/DenseMap.h"

namespace quartet {

/// True if something between `op` and its function may run `op` repeatedly.
bool isRepeated(mlir::Operation *op);

/// Builds and remembers instances, one per block.
class InstanceBuilder {
public:
  /// An index that differs between any two executions of `op` in one execution
  /// of the entry function; null if there is only one. `functionInstance` is
  /// that of the function itself or null. Fails after an error at `op` if a
  /// loop around it cannot be counted.
  mlir::FailureOr<mlir::Value> get(mlir::Operation *op,
                                   mlir::Value functionInstance);

private:
  llvm::DenseMap<mlir::Block *, mlir::Value> known;
};

} // namespace quartet

#endif // QUARTET_LIB_CONVERSION_LINALGTONVFP4_INSTANCE_H
