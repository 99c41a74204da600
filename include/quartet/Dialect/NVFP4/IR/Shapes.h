//===- Shapes.h - Shapes and destinations of quantized matrices -*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// From the shape of a matrix to the shapes of its quantized or rotated form,
// once for types and once for values. The formulas are lib/Numerics' layout
// constraints; a dynamic size stays dynamic. Shapes have rank 2, or 3 with a
// leading batch dimension.
//
//===----------------------------------------------------------------------===//

#ifndef QUARTET_DIALECT_NVFP4_IR_SHAPES_H
#define QUARTET_DIALECT_NVFP4_IR_SHAPES_H

#include "mlir/IR/Builders.h"
#include "mlir/IR/BuiltinTypes.h"
#include "mlir/IR/OpDefinition.h"

namespace quartet {
namespace nvfp4 {

//===----------------------------------------------------------------------===//
// Shapes of types
//===----------------------------------------------------------------------===//

/// `shape` with its last two dimensions exchanged if `transpose`.
llvm::SmallVector<int64_t> getMatrixShape(llvm::ArrayRef<int64_t> shape,
                                          bool transpose);

/// Data shape R x P of a quantized R x K matrix (layout_c1), which is also its
/// shape after rotation. `group` is that of a rotation which the matrix still
/// has to go through, or 0.
llvm::SmallVector<int64_t> getDataShape(llvm::ArrayRef<int64_t> matrix,
                                        unsigned group = 0);

/// Shape of the linear block scales of data with shape R x P (layout_c2).
llvm::SmallVector<int64_t>
getLinearScaleShape(llvm::ArrayRef<int64_t> dataShape);

/// Shape of the 128x4 tiling of linear scales R x C (layout_c3).
llvm::SmallVector<int64_t>
getTiledScaleShape(llvm::ArrayRef<int64_t> linearShape);

/// Shape of the bytes that hold codes of shape R x P (layout_c7).
llvm::SmallVector<int64_t> getStorageShape(llvm::ArrayRef<int64_t> dataShape);

/// True if `type` has the rank of tiled block scales.
bool isTiledScaleType(mlir::ShapedType type);

/// The shape R x P of codes, whether kept as f4E2M1FN or as pairs in i8.
llvm::SmallVector<int64_t> getLogicalDataShape(mlir::ShapedType type);

//===----------------------------------------------------------------------===//
// Sizes and destinations as values
//===----------------------------------------------------------------------===//

/// As the functions above, on sizes that are attributes or index values.
/// Arithmetic on dynamic sizes becomes `affine.apply`.
llvm::SmallVector<mlir::OpFoldResult>
getDataSizes(mlir::OpBuilder &b, mlir::Location loc,
             llvm::ArrayRef<mlir::OpFoldResult> matrix, unsigned group = 0);
llvm::SmallVector<mlir::OpFoldResult>
getScaleSizes(mlir::OpBuilder &b, mlir::Location loc,
              llvm::ArrayRef<mlir::OpFoldResult> dataSizes, bool tiled);

/// The sizes of the ranked tensor `matrix`, the last two exchanged if
/// `transpose`.
llvm::SmallVector<mlir::OpFoldResult> getMatrixSizes(mlir::OpBuilder &b,
                                                     mlir::Location loc,
                                                     mlir::Value matrix,
                                                     bool transpose = false);

/// Empty tensors for the data (f4E2M1FN), block scales and tensor scale of
/// `matrix` (its transpose if `transpose`) quantized. `group` is that of a
/// rotation which `matrix` still has to go through, or 0; `tiled` asks for
/// scales in the 128x4 tiling. In the order of nvfp4.quantize's destinations.
llvm::SmallVector<mlir::Value>
createQuantizedDestinations(mlir::OpBuilder &b, mlir::Location loc,
                            mlir::Value matrix, bool transpose = false,
                            unsigned group = 0, bool tiled = false);

/// An empty f32 tensor for `matrix` (its transpose if `transpose`) rotated in
/// groups of `group` columns.
mlir::Value createRotatedDestination(mlir::OpBuilder &b, mlir::Location loc,
                                     mlir::Value matrix, bool transpose,
                                     unsigned group);

/// A rank-0 f32 tensor of +0: where nvfp4.amax starts.
mlir::Value createZeroAmax(mlir::OpBuilder &b, mlir::Location loc);

} // namespace nvfp4
} // namespace quartet

#endif // QUARTET_DIALECT_NVFP4_IR_SHAPES_H
