//===- Shapes.cpp - Shapes and destinations of quantized matrices ---------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Static sizes go through the functions of lib/Numerics. Dynamic ones are
// rounded up in affine arithmetic to units taken from the same functions.
//
//===----------------------------------------------------------------------===//

#include "quartet/Dialect/NVFP4/IR/Shapes.h"

#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "quartet/Numerics/ScaleLayout.h"

using namespace mlir;
using namespace quartet;
using namespace quartet::nvfp4;

//===----------------------------------------------------------------------===//
// Shapes of types
//===----------------------------------------------------------------------===//

/// Sizes beyond this belong to no tensor; they stay as they are, so that
/// arithmetic on them cannot overflow.
static constexpr int64_t kLargestSize = int64_t(1) << 60;

/// Replaces the last size, unless dynamic, by `f` of it.
template <typename F>
static SmallVector<int64_t> mapColumns(ArrayRef<int64_t> shape, F f) {
  SmallVector<int64_t> result(shape);
  if (!ShapedType::isDynamic(result.back()) && result.back() <= kLargestSize)
    result.back() = f(result.back());
  return result;
}

SmallVector<int64_t> nvfp4::getMatrixShape(ArrayRef<int64_t> shape,
                                           bool transpose) {
  SmallVector<int64_t> result(shape);
  if (transpose)
    std::swap(result[result.size() - 2], result.back());
  return result;
}

SmallVector<int64_t> nvfp4::getDataShape(ArrayRef<int64_t> matrix,
                                         unsigned group) {
  return mapColumns(
      matrix, [&](int64_t k) { return numerics::paddedColumns(k, group); });
}

SmallVector<int64_t> nvfp4::getLinearScaleShape(ArrayRef<int64_t> dataShape) {
  return mapColumns(dataShape,
                    [](int64_t p) { return numerics::scaleColumns(p); });
}

SmallVector<int64_t> nvfp4::getTiledScaleShape(ArrayRef<int64_t> linearShape) {
  SmallVector<int64_t> result = mapColumns(
      linearShape, [](int64_t c) { return numerics::scaleTileColumns(c); });
  int64_t &rows = result[result.size() - 2];
  if (!ShapedType::isDynamic(rows) && rows <= kLargestSize)
    rows = numerics::scaleTileRows(rows);
  llvm::append_range(result, numerics::kScaleTileShape);
  return result;
}

SmallVector<int64_t> nvfp4::getStorageShape(ArrayRef<int64_t> dataShape) {
  return mapColumns(dataShape,
                    [](int64_t p) { return numerics::packedColumns(p); });
}

bool nvfp4::isTiledScaleType(ShapedType type) { return type.getRank() > 3; }

SmallVector<int64_t> nvfp4::getLogicalDataShape(ShapedType type) {
  if (!type.getElementType().isInteger())
    return SmallVector<int64_t>(type.getShape());
  return mapColumns(type.getShape(),
                    [](int64_t b) { return numerics::unpackedColumns(b); });
}

//===----------------------------------------------------------------------===//
// Sizes and destinations as values
//===----------------------------------------------------------------------===//

/// `size` divided by `divisor`, rounded up, times `factor`.
static OpFoldResult ceilDivMul(OpBuilder &b, Location loc, OpFoldResult size,
                               int64_t divisor, int64_t factor) {
  AffineExpr s = b.getAffineSymbolExpr(0);
  return affine::makeComposedFoldedAffineApply(
      b, loc, s.ceilDiv(divisor) * factor, {size});
}

SmallVector<OpFoldResult> nvfp4::getDataSizes(OpBuilder &b, Location loc,
                                              ArrayRef<OpFoldResult> matrix,
                                              unsigned group) {
  SmallVector<OpFoldResult> sizes(matrix);
  int64_t unit = numerics::paddedColumns(1, group);
  sizes.back() = ceilDivMul(b, loc, sizes.back(), unit, unit);
  return sizes;
}

SmallVector<OpFoldResult> nvfp4::getScaleSizes(OpBuilder &b, Location loc,
                                               ArrayRef<OpFoldResult> dataSizes,
                                               bool tiled) {
  SmallVector<OpFoldResult> sizes(dataSizes);
  sizes.back() = ceilDivMul(b, loc, sizes.back(), numerics::kBlock, 1);
  if (!tiled)
    return sizes;
  ArrayRef<int64_t> tile = numerics::kScaleTileShape;
  sizes.back() = ceilDivMul(b, loc, sizes.back(), tile[2], 1);
  OpFoldResult &rows = sizes[sizes.size() - 2];
  rows = ceilDivMul(b, loc, rows, tile[0] * tile[1], 1);
  for (int64_t size : tile)
    sizes.push_back(b.getIndexAttr(size));
  return sizes;
}

SmallVector<OpFoldResult> nvfp4::getMatrixSizes(OpBuilder &b, Location loc,
                                                Value matrix, bool transpose) {
  SmallVector<OpFoldResult> sizes = tensor::getMixedSizes(b, loc, matrix);
  if (transpose)
    std::swap(sizes[sizes.size() - 2], sizes.back());
  return sizes;
}

SmallVector<Value>
nvfp4::createQuantizedDestinations(OpBuilder &b, Location loc, Value matrix,
                                   bool transpose, unsigned group, bool tiled) {
  SmallVector<OpFoldResult> data =
      getDataSizes(b, loc, getMatrixSizes(b, loc, matrix, transpose), group);
  SmallVector<OpFoldResult> scales = getScaleSizes(b, loc, data, tiled);
  return {tensor::EmptyOp::create(b, loc, data,
                                  Float4E2M1FNType::get(b.getContext())),
          tensor::EmptyOp::create(b, loc, scales,
                                  Float8E4M3FNType::get(b.getContext())),
          tensor::EmptyOp::create(b, loc, ArrayRef<OpFoldResult>(),
                                  b.getF32Type())};
}

Value nvfp4::createRotatedDestination(OpBuilder &b, Location loc, Value matrix,
                                      bool transpose, unsigned group) {
  SmallVector<OpFoldResult> sizes =
      getDataSizes(b, loc, getMatrixSizes(b, loc, matrix, transpose), group);
  return tensor::EmptyOp::create(b, loc, sizes, b.getF32Type());
}

Value nvfp4::createZeroAmax(OpBuilder &b, Location loc) {
  auto type = RankedTensorType::get({}, b.getF32Type());
  return arith::ConstantOp::create(
      b, loc, DenseElementsAttr::get(type, b.getF32FloatAttr(0.0f)));
}
