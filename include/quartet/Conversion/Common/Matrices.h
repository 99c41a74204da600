//===- Matrices.h - Where matrices and their scales lie ---------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Extents of matrices in memory, places of block scales in either layout, and
// what stochastic operations draw from.
//
//===----------------------------------------------------------------------===//

#ifndef QUARTET_CONVERSION_COMMON_MATRICES_H
#define QUARTET_CONVERSION_COMMON_MATRICES_H

#include "quartet/Conversion/Common/CodeBuilder.h"
#include "quartet/Numerics/Philox.h"

namespace quartet {
namespace codegen {

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
Source makeSource(CodeBuilder &lb, mlir::Value memref, bool transposed,
                  mlir::Value padded, mlir::Value storedValidRows = {});

/// The columns P of packed codes.
mlir::Value getCodeColumns(CodeBuilder &lb, mlir::Value data);

/// True if `memref` has a leading batch dimension beside `rank` others.
bool isBatched(mlir::Value memref, int64_t rank = 2);
/// The batch extent, 1 without a batch.
mlir::Value getBatch(CodeBuilder &lb, mlir::Value memref, int64_t rank = 2);
/// Indices with the batch in front if the memref has one.
llvm::SmallVector<mlir::Value> withBatch(mlir::Value memref, mlir::Value batch,
                                         mlir::ValueRange indices);

/// Where the scale of one row lies, before its column is known.
struct ScaleRow {
  mlir::Value batch, row;            ///< linear form
  mlir::Value tile, inTile, quarter; ///< tiled form
};

/// Block scales in either layout.
class Scales {
public:
  Scales(CodeBuilder &lb, mlir::Value memref);

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
  CodeBuilder &lb;
  mlir::Value memref;
  bool tiled;
};

/// What a stochastic operation draws from, on single values: its seed in
/// memory, its site, and its instance (null: 0).
numerics::RandomSource<IROps> emitRandomSource(CodeBuilder &lb,
                                               mlir::Value seed, uint32_t site,
                                               mlir::Value instance);

} // namespace codegen
} // namespace quartet

#endif // QUARTET_CONVERSION_COMMON_MATRICES_H
