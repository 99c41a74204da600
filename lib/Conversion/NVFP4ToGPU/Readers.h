//===- Readers.h - Where threads get their values ---------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Readers of matrices in memory, of quantized matrices, of a tile in shared
// memory, and of the rotation of what another reader reads.
//
//===----------------------------------------------------------------------===//

#ifndef QUARTET_LIB_CONVERSION_NVFP4TOGPU_READERS_H
#define QUARTET_LIB_CONVERSION_NVFP4TOGPU_READERS_H

#include "Tile.h"

#include <memory>

namespace quartet {
namespace kernels {

/// A high-precision matrix in global memory, read along its rows or, if the
/// source is transposed, along its columns.
std::unique_ptr<ThreadReader> makeMatrixReader(KernelBuilder &kb,
                                               const codegen::Source &source);

/// A quantized matrix, decoded without its tensor scale (saved_c1); columns
/// from `columns` on read as +0.
std::unique_ptr<ThreadReader>
makeDecodingReader(KernelBuilder &kb, mlir::Value data, mlir::Value scales,
                   mlir::Value rows, mlir::Value columns);

/// Rotates what `input` reads along its columns in groups of `group`, which lie
/// in neighbouring lanes of ThreadLayout::Rows. `signs` are those of the
/// thread's column block; `isBF16` says that the input needs no rounding.
std::unique_ptr<ThreadReader>
makeRotatingReader(KernelBuilder &kb, std::unique_ptr<ThreadReader> input,
                   const Tile &tile, I signs, int64_t group, bool isBF16);

/// A tile of bf16 values in shared memory: written along rows, read along
/// columns.
class SharedTile {
public:
  static mlir::MemRefType getType(mlir::Builder &builder);

  /// `isBF16` says that what is written needs no rounding.
  SharedTile(KernelBuilder &kb, mlir::Value memref, bool isBF16)
      : kb(kb), memref(memref), isBF16(isBF16) {}

  /// Writes one block of a row.
  void store(const Tile &tile, const Step &step, const F *x);
  /// Sixteen elements of a column of the tile that was written.
  void load(const Tile &tile, const Step &step, F (&x)[numerics::kBlock]);

private:
  /// The bf16 of `x` as an integer.
  I toBF16(F x);

  KernelBuilder &kb;
  mlir::Value memref;
  bool isBF16;
};

/// A reader that also writes what it reads to `shared`.
std::unique_ptr<ThreadReader>
makeStagingReader(std::unique_ptr<ThreadReader> input, SharedTile &shared,
                  const Tile &tile);
/// A reader of the transpose of what was written to `shared`, for steps of the
/// transposed tile.
std::unique_ptr<ThreadReader> makeSharedReader(SharedTile &shared,
                                               const Tile &tile);

/// Does nothing: for reading into shared memory alone.
std::unique_ptr<Consumer> makeNullConsumer();

} // namespace kernels
} // namespace quartet

#endif // QUARTET_LIB_CONVERSION_NVFP4TOGPU_READERS_H
