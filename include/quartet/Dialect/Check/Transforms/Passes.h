//===- Passes.h - Passes of the check dialect -------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef QUARTET_DIALECT_CHECK_TRANSFORMS_PASSES_H
#define QUARTET_DIALECT_CHECK_TRANSFORMS_PASSES_H

#include "mlir/Pass/Pass.h"

namespace mlir {
class RewritePatternSet;
} // namespace mlir

namespace quartet::check {

#define GEN_PASS_DECL
#include "quartet/Dialect/Check/Transforms/Passes.h.inc"

/// Patterns of `check-legalize-storage`.
void populateCheckLegalizeStoragePatterns(mlir::RewritePatternSet &patterns);

#define GEN_PASS_REGISTRATION
#include "quartet/Dialect/Check/Transforms/Passes.h.inc"

} // namespace quartet::check

#endif // QUARTET_DIALECT_CHECK_TRANSFORMS_PASSES_H
