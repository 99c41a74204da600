//===- Job.h - A quantization or rotation as kernels ------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Quantize, rotate_quantize, requantize and rotate are one family: a matrix, in
// high precision or packed, is read once in tiles, and each direction of a tile
// is rotated or not and then given to a consumer. A transposed operation is one
// that has only the column direction.
//
//===----------------------------------------------------------------------===//

#ifndef QUARTET_LIB_CONVERSION_NVFP4TOGPU_JOB_H
#define QUARTET_LIB_CONVERSION_NVFP4TOGPU_JOB_H

#include "Lowerings.h"
#include "Operands.h"
#include "Tile.h"
#include "quartet/Numerics/Philox.h"
#include "quartet/Numerics/Quantizer.h"

#include <memory>
#include <optional>

namespace quartet {
namespace kernels {

/// One operation. Results are in `operands.row` and `operands.col`; the
/// destination of a rotation is `operands.rotated`.
struct Job {
  std::string name; ///< of the operation
  numerics::Quantizer quantizer;
  std::string quantizerKey; ///< tells quantizers apart
  bool row = false, col = false;
  int64_t group = 0; ///< of the rotation; 0 without
  Operands operands;

  bool isPacked() const { return bool(operands.inputScales); }
  /// Extents of the matrix as it is stored.
  mlir::Value getRows(CodeBuilder &cb, const Operands &at) const;
  mlir::Value getColumns(CodeBuilder &cb, const Operands &at) const;
};

/// A direction inside a kernel.
struct Direction {
  const Job &job;
  const Operands &operands;
  const ResultOperands &result;
  mlir::Value sharedWords; ///< for KernelBuilder::mergeMaximum
};

/// Makes the consumer of one direction. May emit code at the insertion point.
using MakeConsumer = llvm::function_ref<std::unique_ptr<Consumer>(
    KernelBuilder &, const Direction &)>;

/// Launches one kernel that reads all tiles once and runs a consumer on each
/// direction. `pass` names the kernel beyond the operation. `once` (may be
/// null) is emitted for the first thread of the grid.
void emitTiles(Lowering &lowering, Job &job, llvm::StringRef pass,
               MakeConsumer makeConsumer,
               llvm::function_ref<void(KernelBuilder &, const Direction &)>
                   once = nullptr);

/// Launches everything a quantization needs. Without `maximum` in the results'
/// operands, tensor scales come from what the directions deliver.
void emitQuantization(Lowering &lowering, Job &job);

/// Pass 2 of post hoc quantizers: rounds `result.corrected` to scales.
void emitScales(Lowering &lowering, Job &job, ResultOperands &result,
                mlir::Value rows);

/// Quantizers that round elements against a known tensor scale.
std::unique_ptr<Consumer> makeRoundingConsumer(KernelBuilder &kb,
                                               const Direction &direction);
/// MS-EDEN: pass 1 of the post hoc form, or the one-pass form.
std::unique_ptr<Consumer> makeEdenConsumer(KernelBuilder &kb,
                                           const Direction &direction);
/// Merges the largest finite magnitude into `result.maximum`.
std::unique_ptr<Consumer> makeMaximumConsumer(KernelBuilder &kb,
                                              const Direction &direction);

/// What the threads of a kernel draw from at `site` (i32). All lanes of a warp
/// take part.
numerics::RandomSource<IROps>
makeRandom(KernelBuilder &kb, const Operands &operands, mlir::Value site);
/// Random counters of a row and a column block of the matrix.
I getCounterRow(KernelBuilder &kb, const Operands &operands, mlir::Value batch,
                mlir::Value rows, mlir::Value row);
I getCounterBlock(KernelBuilder &kb, const Operands &operands,
                  mlir::Value block);

/// Stores `ts`, times the prescale if there is one.
void storeTensorScale(KernelBuilder &kb, const Operands &operands,
                      const ResultOperands &result, F ts);

} // namespace kernels
} // namespace quartet

#endif // QUARTET_LIB_CONVERSION_NVFP4TOGPU_JOB_H
