//===- Tile.cpp - The part of a matrix that one block handles -------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Tile.h"

using namespace mlir;
using namespace quartet;
using namespace quartet::kernels;
using numerics::kBlock;

TileGrid kernels::makeTileGrid(CodeBuilder &cb, Value batches, Value rows,
                               Value columns) {
  TileGrid grid{batches,
                cb.ceilDiv(rows, kTileRows),
                cb.ceilDiv(columns, kTileColumns),
                {}};
  grid.count = cb.mul(grid.batches, cb.mul(grid.rowTiles, grid.columnTiles));
  return grid;
}

Tile kernels::makeTile(KernelBuilder &kb, const TileGrid &grid, Value rows,
                       Value blocks, bool transposed, ThreadLayout layout) {
  Tile tile;
  Value id = kb.blockId();
  tile.columnTile = kb.rem(id, grid.columnTiles);
  Value rest = kb.div(id, grid.columnTiles);
  tile.rowTile = kb.rem(rest, grid.rowTiles);
  tile.batch = getConstant(grid.batches) == 1 ? kb.index(0)
                                              : kb.div(rest, grid.rowTiles);
  if (transposed)
    std::swap(tile.rowTile, tile.columnTile);
  tile.rows = rows;
  tile.blocks = blocks;
  Value thread = kb.threadId();
  if (layout == ThreadLayout::Rows) {
    tile.inTile = kb.rem(thread, kTileBlocks);
    tile.rowInQuarter = kb.div(thread, kTileBlocks);
  } else {
    // Two squares per warp, eight side by side, two above each other.
    Value square = kb.div(thread, kBlock);
    tile.inTile = kb.rem(square, kTileBlocks);
    tile.rowInQuarter = kb.add(kb.mul(kb.div(square, kTileBlocks), kBlock),
                               kb.rem(thread, kBlock));
  }
  tile.block = kb.add(kb.mul(tile.columnTile, kTileBlocks), tile.inTile);
  return tile;
}

void kernels::forEachQuarter(KernelBuilder &kb, const Tile &tile,
                             ThreadReader &reader, Consumer &consumer) {
  auto body = [&](Value quarter, ValueRange carried) -> SmallVector<Value> {
    Value inTile = kb.add(kb.mul(quarter, kQuarterRows), tile.rowInQuarter);
    Value row = kb.add(kb.mul(tile.rowTile, kTileRows), inTile);
    Value exists =
        kb.both(kb.isLess(row, tile.rows), kb.isLess(tile.block, tile.blocks));
    Step step{tile.batch, quarter, tile.rowInQuarter, row, tile.block, exists};
    F x[kBlock];
    reader.load(step, x);
    return consumer.take(tile, step, x, carried);
  };
  SmallVector<Value> carried = kb.forEach(kb.index(0), kb.index(kQuarters), 1,
                                          consumer.begin(tile), body);
  consumer.end(tile, carried);
}

void kernels::onFirstThread(KernelBuilder &kb, function_ref<void()> body) {
  Value first = kb.both(kb.isEqual(kb.blockId(), kb.index(0)),
                        kb.isEqual(kb.threadId(), kb.index(0)));
  kb.branch(first, body);
}
