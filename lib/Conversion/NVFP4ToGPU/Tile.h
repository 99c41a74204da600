//===- Tile.h - The part of a matrix that one block handles -----*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Kernels that quantize give each thread block 128 rows of 8 column blocks: two
// tiles of block scales, and one rotation group of the largest size. Each of
// 256 threads handles one column block in a row of each quarter of the tile, so
// that eight neighbouring lanes hold a whole rotation group and four hold a
// word of scales.
//
//===----------------------------------------------------------------------===//

#ifndef QUARTET_LIB_CONVERSION_NVFP4TOGPU_TILE_H
#define QUARTET_LIB_CONVERSION_NVFP4TOGPU_TILE_H

#include "KernelBuilder.h"
#include "quartet/Conversion/Common/Matrices.h"

namespace quartet {
namespace kernels {

constexpr int64_t kTileRows = 128;
constexpr int64_t kTileBlocks = 8;
constexpr int64_t kTileColumns = kTileBlocks * numerics::kBlock;
constexpr int64_t kTileThreads = 256;
constexpr int64_t kQuarters = 4;
constexpr int64_t kQuarterRows = kTileRows / kQuarters;

/// How many tiles cover a matrix of `rows` x `columns`, per batch element.
struct TileGrid {
  mlir::Value batches, rowTiles, columnTiles, count;
};
TileGrid makeTileGrid(CodeBuilder &cb, mlir::Value batches, mlir::Value rows,
                      mlir::Value columns);

/// How the threads of a block lie on the quarter of a tile.
enum class ThreadLayout {
  /// Eight lanes hold the column blocks of one row.
  Rows,
  /// Sixteen lanes hold the rows of a 16x16 tile of elements.
  Squares,
};

/// The tile of this block, along one direction of the matrix.
struct Tile {
  mlir::Value batch;
  mlir::Value rowTile, columnTile; ///< in units of the tile
  mlir::Value rows, blocks;        ///< extents of the matrix
  mlir::Value inTile;              ///< this thread's column block, from 0 to 7
  mlir::Value block;               ///< and in the matrix
  mlir::Value rowInQuarter;        ///< this thread's row, from 0 to 31
};

/// The tile of this block; inside KernelBuilder::ifBlockBelow(grid.count).
/// `transposed` sees the part of the matrix that the grid gives to this block
/// transposed; `rows` and `blocks` are extents of the matrix as it is seen.
Tile makeTile(KernelBuilder &kb, const TileGrid &grid, mlir::Value rows,
              mlir::Value blocks, bool transposed = false,
              ThreadLayout layout = ThreadLayout::Rows);

/// One column block of one row.
struct Step {
  mlir::Value batch, quarter, rowInQuarter;
  mlir::Value row, block; ///< in the matrix
  mlir::Value exists;     ///< i1: both are inside the matrix
};

/// Where a thread gets its values: +0 where nothing exists.
class ThreadReader {
public:
  virtual ~ThreadReader() = default;
  virtual void load(const Step &step, F (&x)[numerics::kBlock]) = 0;
};

/// What a thread does with them. Values are carried over the quarters.
class Consumer {
public:
  virtual ~Consumer() = default;
  /// What is carried into the first quarter.
  virtual llvm::SmallVector<mlir::Value> begin(const Tile &) { return {}; }
  /// One block; returns what is carried on.
  virtual llvm::SmallVector<mlir::Value> take(const Tile &tile,
                                              const Step &step,
                                              F (&x)[numerics::kBlock],
                                              mlir::ValueRange carried) = 0;
  /// After the last quarter.
  virtual void end(const Tile &, mlir::ValueRange) {}
};

/// Runs `consumer` on all that this thread has of `tile`.
void forEachQuarter(KernelBuilder &kb, const Tile &tile, ThreadReader &reader,
                    Consumer &consumer);

/// Emits what only the first thread of the grid does.
void onFirstThread(KernelBuilder &kb, llvm::function_ref<void()> body);

} // namespace kernels
} // namespace quartet

#endif // QUARTET_LIB_CONVERSION_NVFP4TOGPU_TILE_H
