//===- Roles.h - What each contraction is to the model ----------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Decides for every contraction of a module whether it is the forward product
// of a linear layer, one of its two gradients, or to be left alone. The rules
// are in docs/Raise.md.
//
//===----------------------------------------------------------------------===//

#ifndef QUARTET_LIB_CONVERSION_LINALGTONVFP4_ROLES_H
#define QUARTET_LIB_CONVERSION_LINALGTONVFP4_ROLES_H

#include "quartet/Dialect/NVFP4/IR/NVFP4Attributes.h"

#include "mlir/Dialect/Linalg/IR/Linalg.h"

#include <string>

namespace quartet {

struct RoleOptions {
  /// Take the product of two unmarked function arguments without any context
  /// for a forward product whose second factor is the weight.
  bool assumeWeights = false;
};

/// What was decided about one operation, and why.
struct Decision {
  mlir::linalg::LinalgOp op;
  /// Null if the operation is left as it is.
  nvfp4::RoleAttr role;
  /// Lower-case phrase that follows "fprop of layer 0: " or "left as is: ".
  std::string reason;
};

/// Decisions about all candidates of `module` in program order. Fails after an
/// error at the operation if an override makes no sense.
mlir::FailureOr<llvm::SmallVector<Decision>>
decideRoles(mlir::ModuleOp module, const RoleOptions &options);

} // namespace quartet

#endif // QUARTET_LIB_CONVERSION_LINALGTONVFP4_ROLES_H
