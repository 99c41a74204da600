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
#include "quartet/Conversion/Common/Matrices.h"

namespace quartet {
namespace loops {

using codegen::getBatch;
using codegen::getCodeColumns;
using codegen::isBatched;
using codegen::makeSource;
using codegen::ScaleRow;
using codegen::Scales;
using codegen::Source;
using codegen::withBatch;

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
