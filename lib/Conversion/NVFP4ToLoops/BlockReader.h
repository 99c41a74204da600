//===- BlockReader.h - Where a quantization gets its values -----*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A reader emits the loads of one column block of kLanes rows, a lane per row
// of the matrix as the contraction sees it. Readers exist for matrices in
// memory (MatrixAccess.h), for quantized matrices, and for the rotation of what
// another reader reads, so that no intermediate matrix is stored.
//
//===----------------------------------------------------------------------===//

#ifndef QUARTET_LIB_CONVERSION_NVFP4TOLOOPS_BLOCKREADER_H
#define QUARTET_LIB_CONVERSION_NVFP4TOLOOPS_BLOCKREADER_H

#include "LoopBuilder.h"
#include "quartet/Numerics/Value.h"
#include <functional>
#include <memory>

namespace quartet {
namespace loops {

/// The values of kLanes rows.
class BlockReader {
public:
  virtual ~BlockReader() = default;

  /// Sixteen columns from `column`, a multiple of 16. At run time the columns
  /// of a tile are asked for in ascending order, starting at 0.
  virtual void load(mlir::Value column, F (&x)[numerics::kBlock]) = 0;
};

/// Makes the reader of the rows from `row` of a batch element; tiles step by
/// `tileRows` rows.
using MakeReader = std::function<std::unique_ptr<BlockReader>(
    mlir::Value batch, mlir::Value row, int64_t tileRows)>;

/// A quantized matrix, decoded without its tensor scale (saved_c1).
struct QuantizedSource {
  mlir::Value data, scales;
  bool transposed = false;
  /// Rows as stored, and the columns of them that do not read as +0 (index).
  mlir::Value storedRows, storedColumns;
};

/// The reader of a quantized matrix or its transpose.
std::unique_ptr<BlockReader> makeDecodingReader(LoopBuilder &lb,
                                                const QuantizedSource &source,
                                                mlir::Value batch,
                                                mlir::Value row);

/// Rotates what `input` reads in groups of `group` columns.
class RotatingReader : public BlockReader {
public:
  /// `signs` is from emitSigns; `isBF16` says that the input needs no rounding.
  RotatingReader(LoopBuilder &lb, std::unique_ptr<BlockReader> input,
                 mlir::Value signs, int64_t group, bool isBF16);

  void load(mlir::Value column, F (&x)[numerics::kBlock]) override;

  /// Rotates the group that starts at `first` into the scratch.
  void rotateGroup(mlir::Value first);
  /// One column of the scratch, counted in the group.
  mlir::Value loadRotated(mlir::Value column);

private:
  LoopBuilder &lb;
  std::unique_ptr<BlockReader> input;
  mlir::Value signs;
  int64_t group;
  bool isBF16;
  mlir::Value scratch; ///< group x kLanes
};

/// A buffer with one word of signs per column block (philox_c5). `firstBlock`
/// is the random counter of the first.
mlir::Value emitSigns(LoopBuilder &lb, mlir::Value seed, uint32_t site,
                      mlir::Value instance, I firstBlock, mlir::Value blocks);

} // namespace loops
} // namespace quartet

#endif // QUARTET_LIB_CONVERSION_NVFP4TOLOOPS_BLOCKREADER_H
