//===- LinalgToVectorLoops.h - One linalg op as vector loops ----*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The loop structure that host-lower-linalg gives to a regular linalg operation
// on memrefs.
//
//===----------------------------------------------------------------------===//

#ifndef QUARTET_LIB_TARGET_HOST_LINALGTOVECTORLOOPS_H
#define QUARTET_LIB_TARGET_HOST_LINALGTOVECTORLOOPS_H

#include "mlir/Dialect/Linalg/IR/Linalg.h"

namespace quartet::host {

/// Writes `op` as loops in front of it. Fails, and has then written nothing, if
/// the operation is not regular: operands indexed by anything but projected
/// permutations, outputs that do not share their last dimension, or a payload
/// that is more than scalar arithmetic. The operation itself is left in place.
mlir::LogicalResult writeVectorLoops(mlir::RewriterBase &rewriter,
                                     mlir::linalg::LinalgOp op);

} // namespace quartet::host

#endif // QUARTET_LIB_TARGET_HOST_LINALGTOVECTORLOOPS_H
