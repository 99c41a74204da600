//===- Decode.h - Packed codes and scales to f32 ----------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Two ways to decode: along a row, where the lanes are the eight codes of one
// word, and across eight rows, where a lane is a row.
//
//===----------------------------------------------------------------------===//

#ifndef QUARTET_LIB_CONVERSION_NVFP4TOLOOPS_DECODE_H
#define QUARTET_LIB_CONVERSION_NVFP4TOLOOPS_DECODE_H

#include "MatrixAccess.h"

namespace quartet {
namespace loops {

/// Columns that one step of decoding takes from a row: P is a multiple of it.
constexpr int64_t kUnit = 32;

/// The f32 value of the scale at `column`.
F emitScale(LoopBuilder &lb, Scales &scales, const ScaleRow &row,
            mlir::Value column);

/// The two words of column block `block` of `row`, on single values.
void loadWords(LoopBuilder &lb, mlir::Value data, mlir::Value batch,
               mlir::Value row, mlir::Value block, I (&words)[2]);

/// The eight codes of a word, one per lane, without the scale.
F decodeAlongLanes(LoopBuilder &lb, I word);

/// Decodes eight rows of a quantized matrix, a lane per row. Rows past the last
/// repeat it.
class RowDecoder {
public:
  /// Rows from `row` of the `rows` (at least one) that there are.
  RowDecoder(LoopBuilder &lb, mlir::Value data, Scales scales,
             mlir::Value batch, mlir::Value row, mlir::Value rows);

  /// Decodes the kUnit columns of unit `unit` in ascending order, calling
  /// body(i, code * scale) for each.
  void decodeUnit(mlir::Value unit, llvm::function_ref<void(int64_t, F)> body);

private:
  void loadUnit(mlir::Value unit, I (&words)[4]);
  void loadScales(mlir::Value unit, F (&values)[2]);

  LoopBuilder &lb;
  mlir::Value data;
  Scales scales;
  mlir::Value batch;
  mlir::Value rowIndex[kLanes];
  ScaleRow scaleRow[kLanes];
};

} // namespace loops
} // namespace quartet

#endif // QUARTET_LIB_CONVERSION_NVFP4TOLOOPS_DECODE_H
