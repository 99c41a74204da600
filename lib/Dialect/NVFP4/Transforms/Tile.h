//===- Tile.h - One tile of an nvfp4 operation ------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// From a tile of the iteration domain `(batch) x rows x columns` to the slices
// of operands it needs: packed or unpacked data, scales in both layouts.
//
//===----------------------------------------------------------------------===//

#ifndef QUARTET_LIB_DIALECT_NVFP4_TRANSFORMS_TILE_H
#define QUARTET_LIB_DIALECT_NVFP4_TRANSFORMS_TILE_H

#include "mlir/IR/AffineMap.h"
#include "mlir/IR/Builders.h"
#include "mlir/IR/OpDefinition.h"

namespace quartet {
namespace nvfp4 {

/// A part of one dimension.
struct Interval {
  mlir::OpFoldResult offset;
  mlir::OpFoldResult size;
  /// The size of the dimension.
  mlir::OpFoldResult extent;

  /// True if it is the whole dimension: it starts at the beginning, and its
  /// size is the extent or unknown but not that of a loop's tile.
  bool isWhole() const;

  /// True if it starts at a multiple of `unit`, and its size is a multiple or
  /// it ends where the dimension ends. Tiling drivers express the latter as
  /// the smaller of the tile size and what is left.
  bool startsAndEndsAt(int64_t unit) const;
};

/// A part of a tensor.
struct Box {
  llvm::SmallVector<mlir::OpFoldResult> offsets;
  llvm::SmallVector<mlir::OpFoldResult> sizes;

  /// The dimensions that `map`, a projected permutation, selects.
  Box project(mlir::AffineMap map) const;
  /// Counts of 128x4 tiles extended by the inside of a tile.
  Box withInnerTile(mlir::OpBuilder &b) const;
};

/// The tile of one call of the tiling interface.
class Tile {
public:
  /// `extents` are the sizes of the iteration domain.
  Tile(mlir::OpBuilder &b, mlir::Location loc,
       llvm::ArrayRef<mlir::OpFoldResult> offsets,
       llvm::ArrayRef<mlir::OpFoldResult> sizes,
       llvm::ArrayRef<mlir::OpFoldResult> extents)
      : b(b), loc(loc),
        domain{llvm::to_vector(offsets), llvm::to_vector(sizes)},
        extents(extents) {}

  mlir::OpBuilder &builder() { return b; }
  const Box &box() const { return domain; }
  Interval rows() const { return dimension(rank() - 2); }
  Interval columns() const { return dimension(rank() - 1); }
  /// True without a batch dimension, or if the tile is in one batch element.
  bool hasOneBatch() const;

  /// The part of `data` (f4E2M1FN, or i8 pairs) that holds the tile's columns,
  /// padding included.
  Box dataBox(mlir::Value data);
  /// The part of `scales`, linear or tiled, that belongs to it.
  Box scalesBox(mlir::Value scales);
  /// The 128x4 tiles of the domain's rows and columns of scales.
  Box tiledBox(int64_t rowUnit, int64_t columnUnit);

  mlir::Value slice(mlir::Value tensor, const Box &box);
  /// The unpadded part of `input`, which has `columns` columns (rows if
  /// `transpose`).
  mlir::Value sliceInput(mlir::Value input, mlir::OpFoldResult columns,
                         bool transpose);
  /// `rows` of `tensor`, whose rows count `unit` of them; the rest whole.
  mlir::Value sliceRows(mlir::Value tensor, const Interval &rows, int64_t unit);
  /// The linear scales of a domain that counts 128x4 tiles.
  mlir::Value sliceUntiled(mlir::Value linear);

  /// The tile's first row counted through the batch, whose elements have `rows`
  /// rows each.
  mlir::OpFoldResult getWholeRow(mlir::OpFoldResult rows);
  /// `old` offsets (none or two) plus `row` and the tile's column.
  llvm::SmallVector<mlir::Value, 2> shiftOffsets(mlir::ValueRange old,
                                                 mlir::OpFoldResult row);

  /// The slices made so far.
  llvm::SmallVector<mlir::Operation *> takeSlices() {
    return std::move(slices);
  }

private:
  int64_t rank() const { return int64_t(domain.offsets.size()); }
  Interval dimension(int64_t d) const {
    return {domain.offsets[d], domain.sizes[d], extents[d]};
  }
  mlir::OpFoldResult apply(mlir::AffineExpr expr,
                           llvm::ArrayRef<mlir::OpFoldResult> symbols);
  mlir::OpFoldResult floorDiv(mlir::OpFoldResult value, int64_t divisor);
  mlir::OpFoldResult ceilDiv(mlir::OpFoldResult value, int64_t divisor);
  mlir::OpFoldResult mul(mlir::OpFoldResult value, int64_t factor);
  /// The smaller of `size` and what `whole` leaves after `offset`.
  mlir::OpFoldResult clip(mlir::OpFoldResult offset, mlir::OpFoldResult size,
                          mlir::OpFoldResult whole);

  mlir::OpBuilder &b;
  mlir::Location loc;
  Box domain;
  llvm::SmallVector<mlir::OpFoldResult> extents;
  llvm::SmallVector<mlir::Operation *> slices;
};

} // namespace nvfp4
} // namespace quartet

#endif // QUARTET_LIB_DIALECT_NVFP4_TRANSFORMS_TILE_H
