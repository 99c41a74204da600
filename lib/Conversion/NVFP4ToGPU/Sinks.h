//===- Sinks.h - Where threads put codes and scales -------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Codes are eight bytes per thread and step. Four neighbouring lanes hold the
// values of one word of the tiled layout of scales, a word in each quarter of
// the tile; each lane collects the word of one quarter and stores it at the
// end, so that the stores of a warp are contiguous.
//
//===----------------------------------------------------------------------===//

#ifndef QUARTET_LIB_CONVERSION_NVFP4TOGPU_SINKS_H
#define QUARTET_LIB_CONVERSION_NVFP4TOGPU_SINKS_H

#include "Tile.h"
#include "quartet/Numerics/ScaleLayout.h"

namespace quartet {
namespace kernels {

/// Stores the two words of codes of one block if it exists.
void storeCodes(KernelBuilder &kb, mlir::Value data, const Step &step,
                const I (&words)[2]);

/// One word of the tiled layout: four neighbouring scales of one row.
struct ScaleWord {
  mlir::Value batch, rowTile, columnTile, inTile, quarter;
  mlir::Value row, block; ///< of the first scale, in the linear layout

  /// Indices in `memref`, which is in the tiled layout.
  llvm::SmallVector<mlir::Value> at(KernelBuilder &kb,
                                    mlir::Value memref) const;
};

/// The number of words of `memref`, which is in the tiled layout.
mlir::Value getNumScaleWords(CodeBuilder &cb, mlir::Value memref);
/// Emits body(word) for the word of this thread, in the order in which they
/// lie, where there is one.
void forThisScaleWord(KernelBuilder &kb, mlir::Value memref,
                      llvm::function_ref<void(const ScaleWord &)> body);

/// Columns of a tile of scales: the scales of a word.
constexpr int64_t kQuad = numerics::kScaleTileShape[2];
/// Stores the scales of one word in either layout. In the linear one there are
/// `rows` rows.
void storeScaleWord(KernelBuilder &kb, mlir::Value scales,
                    const ScaleWord &word, mlir::Value rows,
                    const I (&bytes)[kQuad]);

/// Final scale bytes, in either layout. Tiles of scales are written whole:
/// bytes of what does not exist are zeros.
class ScaleSink {
public:
  ScaleSink(KernelBuilder &kb, mlir::Value scales, ThreadLayout layout);

  llvm::SmallVector<mlir::Value> begin();
  llvm::SmallVector<mlir::Value> take(const Tile &tile, const Step &step,
                                      I byte, mlir::ValueRange carried);
  void end(const Tile &tile, mlir::ValueRange carried);

private:
  KernelBuilder &kb;
  codegen::Scales scales;
  mlir::Value memref;
  bool collects; ///< words, not bytes
};

/// Values of 16 bits per block in the tiled layout of scales, as i16.
class HalfSink {
public:
  /// The memref for `rows` x `blocks`; made on the host side.
  static mlir::Value allocate(CodeBuilder &host, mlir::Value batches,
                              mlir::Value rows, mlir::Value blocks);

  HalfSink(KernelBuilder &kb, mlir::Value memref) : kb(kb), memref(memref) {}

  llvm::SmallVector<mlir::Value> begin();
  llvm::SmallVector<mlir::Value> take(const Tile &tile, const Step &step,
                                      I half, mlir::ValueRange carried);
  void end(const Tile &tile, mlir::ValueRange carried);

private:
  KernelBuilder &kb;
  mlir::Value memref;
};

} // namespace kernels
} // namespace quartet

#endif // QUARTET_LIB_CONVERSION_NVFP4TOGPU_SINKS_H
