//===- Contraction.h - Recognise multiply-add contractions ------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Any linalg operation on tensors is a contraction if its indexing maps and its
// body say so. Here it is taken apart into two factors and the roles of its
// loops; what it means for a model is decided in Roles.h.
//
//===----------------------------------------------------------------------===//

#ifndef QUARTET_LIB_CONVERSION_LINALGTONVFP4_CONTRACTION_H
#define QUARTET_LIB_CONVERSION_LINALGTONVFP4_CONTRACTION_H

#include "ViewChain.h"

#include <string>

namespace quartet {

/// One factor of a contraction.
struct Factor {
  View view;
  /// The type to which the body rounds each element before multiplying, or
  /// null if it multiplies the elements as they are.
  mlir::Type rounded;
};

/// D[batch, m, n] = init + sum over k of lhs[batch, m, k] * rhs[batch, n, k].
struct Contraction {
  mlir::linalg::LinalgOp op;
  /// In the order of the operation's inputs.
  Factor lhs, rhs;
  /// Loops by role, each list in ascending order. Broadcasts have been looked
  /// through: a loop that only repeats a factor is not a batch loop.
  llvm::SmallVector<unsigned, 2> batch, m, n, k;

  mlir::Value getInit() const { return op->getOperand(2); }
  /// The loop of each dimension of the result.
  llvm::SmallVector<unsigned, 4> getResultLoops() const;
  /// The loops of `factor` that are neither batch nor reduction loops.
  llvm::ArrayRef<unsigned> getFreeLoops(const Factor &factor) const {
    return &factor == &lhs ? m : n;
  }
};

/// True if `op` reduces a product, or anything of two inputs: the operations
/// about which a decision is reported.
bool isCandidate(mlir::linalg::LinalgOp op);

/// Takes `op` apart. On failure `reason` says, in lower case, why it is not a
/// floating-point multiply-add contraction of two different tensors.
mlir::FailureOr<Contraction> matchContraction(mlir::linalg::LinalgOp op,
                                              std::string &reason);

} // namespace quartet

#endif // QUARTET_LIB_CONVERSION_LINALGTONVFP4_CONTRACTION_H
