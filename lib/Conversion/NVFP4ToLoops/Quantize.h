//===- Quantize.h - What the quantize lowerings share -----------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// One quantization: its readers, destinations and randomness. Quantize.cpp
// holds the quantizers that round elements against a known tensor scale,
// Eden.cpp those that correct block scales.
//
//===----------------------------------------------------------------------===//

#ifndef QUARTET_LIB_CONVERSION_NVFP4TOLOOPS_QUANTIZE_H
#define QUARTET_LIB_CONVERSION_NVFP4TOLOOPS_QUANTIZE_H

#include "MatrixAccess.h"
#include "quartet/Numerics/Philox.h"
#include "quartet/Numerics/TensorScale.h"
#include <optional>

namespace quartet {
namespace loops {

struct Quantization {
  LoopBuilder &lb;
  numerics::Quantizer quantizer;
  MakeReader makeReader;
  mlir::Value data, scales; ///< destinations
  mlir::Value batches, rows;
  mlir::Value blocks; ///< column blocks of the padded columns
  /// Largest magnitude as f32 bits, unless the quantizer is post hoc.
  I amax;
  /// Of stochastic quantizers.
  std::optional<numerics::RandomSource<IROps>> random;
  /// Random counters of row 0 and column block 0.
  I firstRow, firstBlock;

  /// Calls body(batch, row) for tiles of `tileRows` rows, in parallel.
  void forEachTile(int64_t tileRows,
                   llvm::function_ref<void(mlir::Value, mlir::Value)> body);
  /// The random counters of the rows of a tile, and of a column block.
  I counterRows(mlir::Value batch, mlir::Value row);
  I counterBlock(mlir::Value block);
};

/// Emits all of it: data, scales with their padding, and the tensor scale times
/// `prescale` (may be null).
void emitQuantization(Quantization &q, mlir::Value prescale,
                      mlir::Value tensorScale);

/// The largest finite magnitude that the readers deliver, as f32 bits.
I emitAmax(Quantization &q);

/// Emits data and scales and returns the tensor scale, without prescale.
F emitRounding(Quantization &q);
F emitPostHocEden(Quantization &q);
F emitAlignedEden(Quantization &q);

/// The tensor scale and its factors, in every lane.
numerics::TensorScale<IROps>
splatTensorScale(Quantization &q, const numerics::TensorScale<IROps> &scale);

} // namespace loops
} // namespace quartet

#endif // QUARTET_LIB_CONVERSION_NVFP4TOLOOPS_QUANTIZE_H
