//===- Tile.cpp - One tile of an nvfp4 operation --------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Tile.h"

#include "KnownDivisor.h"
#include "quartet/Dialect/NVFP4/IR/Shapes.h"
#include "quartet/Numerics/ScaleLayout.h"

#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Arith/Utils/Utils.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "mlir/IR/TypeUtilities.h"

using namespace mlir;
using namespace quartet;
using namespace quartet::nvfp4;

//===----------------------------------------------------------------------===//
// Interval
//===----------------------------------------------------------------------===//

/// The tile size in `min(tile size, what is left)`, or none.
static std::optional<int64_t> getTileSize(OpFoldResult size) {
  auto value = dyn_cast<Value>(size);
  auto min = value ? value.getDefiningOp<affine::AffineMinOp>()
                   : affine::AffineMinOp();
  if (!min)
    return std::nullopt;
  for (AffineExpr result : min.getAffineMap().getResults())
    if (auto constant = dyn_cast<AffineConstantExpr>(result))
      return constant.getValue();
  return std::nullopt;
}

bool Interval::isWhole() const {
  if (!isConstantIntValue(offset, 0))
    return false;
  if (isEqualConstantIntOrValue(size, extent))
    return true;
  return !getConstantIntValue(size) && !getTileSize(size);
}

bool Interval::startsAndEndsAt(int64_t unit) const {
  if (isWhole())
    return true;
  if (!isKnownMultipleOf(offset, unit))
    return false;
  if (isKnownMultipleOf(size, unit))
    return true;
  // The last tile is what is left, if the driver's tile size is a multiple.
  if (std::optional<int64_t> tileSize = getTileSize(size))
    return *tileSize % unit == 0;
  std::optional<int64_t> start = getConstantIntValue(offset);
  std::optional<int64_t> count = getConstantIntValue(size);
  std::optional<int64_t> end = getConstantIntValue(extent);
  return start && count && end && *start + *count == *end;
}

//===----------------------------------------------------------------------===//
// Box
//===----------------------------------------------------------------------===//

Box Box::project(AffineMap map) const {
  Box result;
  for (AffineExpr expr : map.getResults()) {
    unsigned dim = cast<AffineDimExpr>(expr).getPosition();
    result.offsets.push_back(offsets[dim]);
    result.sizes.push_back(sizes[dim]);
  }
  return result;
}

Box Box::withInnerTile(OpBuilder &b) const {
  Box result = *this;
  for (int64_t size : numerics::kScaleTileShape) {
    result.offsets.push_back(b.getIndexAttr(0));
    result.sizes.push_back(b.getIndexAttr(size));
  }
  return result;
}

//===----------------------------------------------------------------------===//
// Arithmetic
//===----------------------------------------------------------------------===//

OpFoldResult Tile::apply(AffineExpr expr, ArrayRef<OpFoldResult> symbols) {
  return affine::makeComposedFoldedAffineApply(b, loc, expr, symbols);
}

OpFoldResult Tile::floorDiv(OpFoldResult value, int64_t divisor) {
  return apply(b.getAffineSymbolExpr(0).floorDiv(divisor), {value});
}

OpFoldResult Tile::ceilDiv(OpFoldResult value, int64_t divisor) {
  return apply(b.getAffineSymbolExpr(0).ceilDiv(divisor), {value});
}

OpFoldResult Tile::mul(OpFoldResult value, int64_t factor) {
  return apply(b.getAffineSymbolExpr(0) * factor, {value});
}

OpFoldResult Tile::clip(OpFoldResult offset, OpFoldResult size,
                        OpFoldResult whole) {
  AffineExpr s0 = b.getAffineSymbolExpr(0), s1 = b.getAffineSymbolExpr(1),
             s2 = b.getAffineSymbolExpr(2);
  auto map = AffineMap::get(0, 3, {s1, s2 - s0}, b.getContext());
  return affine::makeComposedFoldedAffineMin(b, loc, map,
                                             {offset, size, whole});
}

//===----------------------------------------------------------------------===//
// Parts of operands
//===----------------------------------------------------------------------===//

bool Tile::hasOneBatch() const {
  return rank() == 2 || isConstantIntValue(domain.sizes.front(), 1);
}

Box Tile::dataBox(Value data) {
  Box result = domain;
  int64_t unit = numerics::paddedColumns(1);
  OpFoldResult padded = mul(ceilDiv(columns().size, unit), unit);
  bool packed = getElementTypeOrSelf(data.getType()).isInteger();
  int64_t perElement = packed ? numerics::unpackedColumns(1) : 1;
  result.offsets.back() = floorDiv(columns().offset, perElement);
  result.sizes.back() = floorDiv(padded, perElement);
  return result;
}

Box Tile::tiledBox(int64_t rowUnit, int64_t columnUnit) {
  Box result = domain;
  int64_t row = rank() - 2;
  result.offsets[row] = floorDiv(rows().offset, rowUnit);
  result.sizes[row] = ceilDiv(rows().size, rowUnit);
  result.offsets.back() = floorDiv(columns().offset, columnUnit);
  result.sizes.back() = ceilDiv(columns().size, columnUnit);
  return result.withInnerTile(b);
}

Box Tile::scalesBox(Value scales) {
  ArrayRef<int64_t> tile = numerics::kScaleTileShape;
  int64_t block = numerics::kBlock;
  if (isTiledScaleType(cast<ShapedType>(scales.getType())))
    return tiledBox(tile[0] * tile[1], tile[2] * block);
  Box result = domain;
  int64_t unit = numerics::paddedColumns(1);
  result.offsets.back() = floorDiv(columns().offset, block);
  result.sizes.back() = mul(ceilDiv(columns().size, unit), unit / block);
  return result;
}

Value Tile::slice(Value tensor, const Box &box) {
  SmallVector<OpFoldResult> strides(box.offsets.size(), b.getIndexAttr(1));
  auto slice = tensor::ExtractSliceOp::create(b, loc, tensor, box.offsets,
                                              box.sizes, strides);
  slices.push_back(slice);
  return slice;
}

Value Tile::sliceInput(Value input, OpFoldResult columnCount, bool transpose) {
  Box box = domain;
  // Without padding every tile of the result has all its columns in the input.
  if (!isEqualConstantIntOrValue(columnCount, extents.back()))
    box.sizes.back() = clip(columns().offset, columns().size, columnCount);
  if (transpose) {
    std::swap(box.offsets[rank() - 2], box.offsets[rank() - 1]);
    std::swap(box.sizes[rank() - 2], box.sizes[rank() - 1]);
  }
  return slice(input, box);
}

Value Tile::sliceRows(Value tensor, const Interval &rows, int64_t unit) {
  SmallVector<OpFoldResult> sizes = tensor::getMixedSizes(b, loc, tensor);
  Box box{SmallVector<OpFoldResult>(sizes.size(), b.getIndexAttr(0)), sizes};
  int64_t row = rank() - 2;
  if (row == 1) {
    box.offsets.front() = domain.offsets.front();
    box.sizes.front() = domain.sizes.front();
  }
  box.offsets[row] = floorDiv(rows.offset, unit);
  box.sizes[row] = ceilDiv(rows.size, unit);
  return slice(tensor, box);
}

Value Tile::sliceUntiled(Value linear) {
  ArrayRef<int64_t> tile = numerics::kScaleTileShape;
  SmallVector<OpFoldResult> sizes = tensor::getMixedSizes(b, loc, linear);
  Box box = domain;
  int64_t row = rank() - 2, column = rank() - 1;
  auto unfold = [&](int64_t d, int64_t factor) {
    box.offsets[d] = mul(box.offsets[d], factor);
    box.sizes[d] = mul(box.sizes[d], factor);
    std::optional<int64_t> whole = getConstantIntValue(sizes[d]);
    if (!whole || *whole % factor != 0)
      box.sizes[d] = clip(box.offsets[d], box.sizes[d], sizes[d]);
  };
  unfold(row, tile[0] * tile[1]);
  unfold(column, tile[2]);
  return slice(linear, box);
}

OpFoldResult Tile::getWholeRow(OpFoldResult rowCount) {
  if (rank() == 2)
    return rows().offset;
  AffineExpr batch = b.getAffineSymbolExpr(0), count = b.getAffineSymbolExpr(1),
             row = b.getAffineSymbolExpr(2);
  return apply(batch * count + row,
               {domain.offsets.front(), rowCount, rows().offset});
}

SmallVector<Value, 2> Tile::shiftOffsets(ValueRange old, OpFoldResult row) {
  OpFoldResult column = columns().offset;
  if (!old.empty()) {
    AffineExpr sum = b.getAffineSymbolExpr(0) + b.getAffineSymbolExpr(1);
    row = apply(sum, {old[0], row});
    column = apply(sum, {old[1], column});
  }
  return {getValueOrCreateConstantIndexOp(b, loc, row),
          getValueOrCreateConstantIndexOp(b, loc, column)};
}
