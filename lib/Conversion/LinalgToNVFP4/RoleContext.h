//===- RoleContext.h - What a value is used for -----------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Uses that tell an output head or an embedding from a linear layer.
//
//===----------------------------------------------------------------------===//

#ifndef QUARTET_LIB_CONVERSION_LINALGTONVFP4_ROLECONTEXT_H
#define QUARTET_LIB_CONVERSION_LINALGTONVFP4_ROLECONTEXT_H

#include "mlir/IR/Value.h"

namespace quartet {

/// True if `value` reaches a softmax through views and elementwise operations:
/// a softmax operation, or a maximum over a dimension. The search is bounded,
/// so that a residual stream is not followed through a whole model.
bool feedsSoftmax(mlir::Value value);

/// True if rows of `parameter`, or of the value it is a view of, are looked up
/// by index.
bool isEmbeddingTable(mlir::Value parameter);

} // namespace quartet

#endif // QUARTET_LIB_CONVERSION_LINALGTONVFP4_ROLECONTEXT_H
