//===- ExpandShape.h - Views with more dimensions ---------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef QUARTET_TARGET_COMMON_EXPANDSHAPE_H
#define QUARTET_TARGET_COMMON_EXPANDSHAPE_H

namespace mlir {
class RewriterBase;
namespace memref {
class ExpandShapeOp;
} // namespace memref
} // namespace mlir

namespace quartet {

/// Writes a contiguous memref.expand_shape as the sizes and strides of its
/// result: MLIR's lowering crashes on a group with two dynamic extents. Leaves
/// others as they are.
void rewriteExpandShape(mlir::RewriterBase &rewriter,
                        mlir::memref::ExpandShapeOp op);

} // namespace quartet

#endif // QUARTET_TARGET_COMMON_EXPANDSHAPE_H
