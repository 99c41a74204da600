//===- MatrixAccess.h - Matrices in memory, eight rows at a time *- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Reading high-precision matrices into lanes, and reading and writing packed
// codes and block scales. A lane is a row of the matrix as the contraction sees
// it. Rows and columns outside the valid part read as +0; nothing outside a
// buffer is touched: row numbers are clamped to the last row, and a lane past
// the end is stored before the row it is clamped to.
//
//===----------------------------------------------------------------------===//

#ifndef QUARTET_LIB_CONVERSION_NVFP4TOLOOPS_MATRIXACCESS_H
#define QUARTET_LIB_CONVERSION_NVFP4TOLOOPS_MATRIXACCESS_H

#include "BlockReader.h"

namespace quartet {
namespace loops {

/// A matrix to read, as the contraction sees it.
struct Source {
  mlir::Value memref; ///< rank 2, or 3 with a batch
  bool transposed = false;
  mlir::Value rows, columns;           ///< extents (index)
  mlir::Value validRows, validColumns; ///< what is not read as +0
  mlir::Value padded; ///< columns that are read: `columns` and padding
};

/// The source that `memref` is, read transposed or not, up to `padded` columns;
/// `storedValidRows` bounds its rows as stored and may be null.
Source makeSource(LoopBuilder &lb, mlir::Value memref, bool transposed,
                  mlir::Value padded, mlir::Value storedValidRows = {});

/// The columns P of packed codes.
mlir::Value getCodeColumns(LoopBuilder &lb, mlir::Value data);

/// True if `memref` has a leading batch dimension beside `rank` others.
bool isBatched(mlir::Value memref, int64_t rank = 2);
/// The batch extent, 1 without a batch.
mlir::Value getBatch(LoopBuilder &lb, mlir::Value memref, int64_t rank = 2);
/// Indices with the batch in front if the memref has one.
llvm::SmallVector<mlir::Value> withBatch(mlir::Value memref, mlir::Value batch,
                                         mlir::ValueRange indices);

/// Transposes an 8x8 matrix of 32-bit words.
void transpose8x8(LoopBuilder &lb, mlir::Value (&v)[kLanes]);

/// Reads column blocks of kLanes rows from `row`.
class TileReader : public BlockReader {
public:
  /// `row` is a multiple of kLanes; tiles step by `tileRows`.
  TileReader(LoopBuilder &lb, const Source &source, mlir::Value batch,
             mlir::Value row, int64_t tileRows = kLanes);

  /// Sixteen columns from `column`, a multiple of 16.
  void load(mlir::Value column, F (&x)[numerics::kBlock]) override;

private:
  void loadRows(mlir::Value column, F (&x)[numerics::kBlock]);
  void loadColumns(mlir::Value column, F (&x)[numerics::kBlock]);
  mlir::Value loadElement(mlir::Value row, mlir::Value column);
  mlir::Value zeroedStaging(int64_t outer, int64_t inner);

  LoopBuilder &lb;
  const Source &source;
  mlir::Value batch, row;
  mlir::Type element;
  mlir::Value rowIndex[kLanes]; ///< clamped; not transposed only
  bool rowsWhole;               ///< all lanes are valid rows, statically
  bool columnsWhole;            ///< all blocks are valid columns, statically
  B rowValid;                   ///< which lanes are, unless rowsWhole
};

/// Where the scale of one row lies, before its column is known.
struct ScaleRow {
  mlir::Value batch, row;            ///< linear form
  mlir::Value tile, inTile, quarter; ///< tiled form
};

/// Block scales in either layout.
class Scales {
public:
  Scales(LoopBuilder &lb, mlir::Value memref);

  bool isTiled() const { return tiled; }
  ScaleRow atRow(mlir::Value batch, mlir::Value row);
  /// Indices of the scale in scale column `column`.
  llvm::SmallVector<mlir::Value> at(const ScaleRow &row, mlir::Value column);
  /// One scale byte as i8, and the pair in `column` (even) and the next as i16.
  mlir::Value loadByte(const ScaleRow &row, mlir::Value column);
  mlir::Value loadPair(const ScaleRow &row, mlir::Value column);
  /// Stores an i8.
  void storeByte(mlir::Value byte, const ScaleRow &row, mlir::Value column);
  /// Writes 0x00 to all bytes of the tiled form outside rows x columns of each
  /// batch element; nothing in the linear form.
  void zeroPadding(mlir::Value rows, mlir::Value columns);

private:
  LoopBuilder &lb;
  mlir::Value memref;
  bool tiled;
};

/// Writes codes and scales of kLanes rows from `row`; `rows` exist.
class TileWriter {
public:
  /// Rows at or past `rows` are written to the last one, so a tile of several
  /// writers stores its last rows first.
  TileWriter(LoopBuilder &lb, mlir::Value data, Scales scales,
             mlir::Value batch, mlir::Value row, mlir::Value rows,
             int64_t tileRows = kLanes);

  /// Sixteen codes per lane of column block `block`.
  void storeCodes(mlir::Value block, const I (&words)[2]);
  /// The scale byte of each lane.
  void storeScales(mlir::Value block, I bytes);

private:
  LoopBuilder &lb;
  mlir::Value data;
  Scales scales;
  mlir::Value batch;
  mlir::Value rowIndex[kLanes];
  ScaleRow scaleRow[kLanes];
};

} // namespace loops
} // namespace quartet

#endif // QUARTET_LIB_CONVERSION_NVFP4TOLOOPS_MATRIXACCESS_H
