//===- Epilogue.h - Evaluating a product's epilogue -------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What every lowering of `nvfp4.scaled_matmul` needs to evaluate its epilogue
// on one element, or on a vector of elements that lie next to each other.
//
//===----------------------------------------------------------------------===//

#ifndef QUARTET_DIALECT_NVFP4_TRANSFORMS_EPILOGUE_H
#define QUARTET_DIALECT_NVFP4_TRANSFORMS_EPILOGUE_H

#include "quartet/Dialect/NVFP4/IR/NVFP4.h"

#include "mlir/IR/IRMapping.h"

namespace quartet {
namespace nvfp4 {

/// True if the epilogue of `op` can be evaluated on vectors of consecutive
/// columns: all operations are elementwise, and each input's elements for
/// consecutive columns are one element or lie next to each other.
bool isEpilogueVectorizable(ScaledMatmulOp op);

/// Clones the body of `op`'s epilogue at the insertion point of `builder` and
/// returns the yielded value. `arguments` are the values of the block's
/// arguments: scalars if `lanes` is 1, else vectors of that many elements, for
/// which the epilogue must be vectorizable. `captured` maps values from outside
/// the region that are to be replaced; others are used as they are.
mlir::Value inlineEpilogue(mlir::OpBuilder &builder, mlir::Location loc,
                           ScaledMatmulOp op, mlir::ValueRange arguments,
                           int64_t lanes, const mlir::IRMapping &captured = {});

} // namespace nvfp4
} // namespace quartet

#endif // QUARTET_DIALECT_NVFP4_TRANSFORMS_EPILOGUE_H
