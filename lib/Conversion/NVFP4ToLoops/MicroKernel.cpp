//===- MicroKernel.cpp - The tiled matrix product -------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A tile of the result is summed in scratch over chunks of columns: both
// operands' chunks are decoded into f32 panels, then a micro-kernel continues
// the fma chains of a few rows by three registers of columns at a time. Panels
// are padded with copies of the last row, whose sums nobody stores.
//
//===----------------------------------------------------------------------===//

#include "ScaledMatmul.h"

#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "quartet/Numerics/Epilogue.h"

using namespace mlir;
using namespace quartet;
using namespace quartet::loops;

namespace {

/// Sizes of the tile and of the micro-kernel. Results do not depend on them.
struct Tiling {
  int64_t vector;        ///< f32 per register
  int64_t vectors;       ///< registers of columns of the micro-kernel
  int64_t width;         ///< rows of the right operand side by side in a panel
  int64_t microRows = 4; ///< rows of the micro-kernel
  int64_t rows = 96;     ///< rows of the tile
  int64_t columns = 192; ///< columns of the tile
  int64_t depth = 256;   ///< columns of the operands in a panel

  explicit Tiling(int64_t lanes)
      : vector(lanes), vectors(lanes == 4 ? 2 : 3),
        width(std::max(lanes, kLanes)) {}

  int64_t microColumns() const { return vector * vectors; }
};

/// Emits one tile.
class TileEmitter {
public:
  TileEmitter(Matmul &matmul, const Tiling &tiling, Value batch, Value m,
              Value n);
  void emit();

private:
  void zeroSums();
  void decodePanel(Value panel, Value data, Value scalesMemref, Value firstRow,
                   Value rows, Value tiles, int64_t width, Value firstUnit,
                   Value units);
  void multiplyPanels(Value depth);
  void emitMicroKernel(Value row, Value column, Value depth);

  Matmul &matmul;
  LoopBuilder &lb;
  const Tiling &t;
  Value batch, m, n;
  Value rowCount, columnCount; ///< of the result in this tile
  Value rowSteps, columnSteps; ///< of the micro-kernel
  Value lhsPanel;              ///< depth / 1 x kLanes, per kLanes rows
  Value rhsPanel;              ///< depth x width, per width rows
  Value sums;
};

} // namespace

TileEmitter::TileEmitter(Matmul &matmul, const Tiling &tiling, Value batch,
                         Value m, Value n)
    : matmul(matmul), lb(matmul.lb), t(tiling), batch(batch), m(m), n(n) {
  Type f32 = lb.b.getF32Type();
  rowCount = lb.min(lb.sub(matmul.m, m), lb.index(t.rows));
  columnCount = lb.min(lb.sub(matmul.n, n), lb.index(t.columns));
  rowSteps = lb.ceilDiv(rowCount, t.microRows);
  columnSteps = lb.ceilDiv(columnCount, t.microColumns());
  lhsPanel = lb.scratch({t.rows / kLanes, t.depth, kLanes}, f32);
  rhsPanel = lb.scratch({t.columns / t.width, t.depth, t.width}, f32);
  sums = lb.scratch({t.rows, t.columns}, f32);
}

void TileEmitter::zeroSums() {
  Value rows = lb.mul(rowSteps, t.microRows);
  Value columns = lb.mul(columnSteps, t.microColumns());
  Value zero = lb.lanes.f32(0.0f).value;
  lb.forEach(lb.index(0), rows, 1, [&](Value row) {
    lb.forEach(lb.index(0), columns, kLanes, [&](Value column) {
      lb.storeVector(zero, sums, {row, column});
    });
  });
}

void TileEmitter::decodePanel(Value panel, Value data, Value scalesMemref,
                              Value firstRow, Value rows, Value tiles,
                              int64_t width, Value firstUnit, Value units) {
  Scales scales(lb, scalesMemref);
  lb.forEach(lb.index(0), tiles, 1, [&](Value tile) {
    Value inPanel = lb.mul(tile, kLanes);
    Value panelTile = lb.div(inPanel, width), lane = lb.rem(inPanel, width);
    RowDecoder decoder(lb, data, scales, batch, lb.add(firstRow, inPanel),
                       rows);
    lb.forEach(lb.index(0), units, 1, [&](Value unit) {
      Value column = lb.mul(unit, kUnit);
      decoder.decodeUnit(lb.add(firstUnit, unit), [&](int64_t i, F v) {
        lb.storeVector(v.value, panel, {panelTile, lb.add(column, i), lane});
      });
    });
  });
}

void TileEmitter::emitMicroKernel(Value row, Value column, Value depth) {
  IROps o(lb.b, lb.loc, t.vector);
  int64_t rows = t.microRows, vectors = t.vectors;
  auto splat = [&](Value v) {
    return F{vector::BroadcastOp::create(lb.b, lb.loc, o.getFType(), v)};
  };
  // Left rows are kLanes to a panel, right ones `width`.
  Value lhsTile = lb.div(row, kLanes), lhsLane = lb.rem(row, kLanes);
  auto continueChains = [&](Value k, SmallVectorImpl<Value> &acc) {
    SmallVector<F> b;
    for (int64_t v = 0; v < vectors; ++v) {
      Value at = lb.add(column, v * t.vector);
      b.push_back({lb.loadVector(
          rhsPanel, {lb.div(at, t.width), k, lb.rem(at, t.width)}, t.vector)});
    }
    for (int64_t r = 0; r < rows; ++r) {
      F a = splat(lb.load(lhsPanel, {lhsTile, k, lb.add(lhsLane, r)}));
      for (int64_t v = 0; v < vectors; ++v) {
        Value &sum = acc[r * vectors + v];
        sum = numerics::accumulateProduct(o, F{sum}, a, b[v]).value;
      }
    }
  };
  auto sumAt = [&](int64_t i) {
    return SmallVector<Value>{lb.add(row, i / vectors),
                              lb.add(column, i % vectors * t.vector)};
  };
  SmallVector<Value> acc;
  for (int64_t i = 0; i < rows * vectors; ++i)
    acc.push_back(lb.loadVector(sums, sumAt(i), t.vector));
  // The depth is a multiple of kUnit.
  constexpr int64_t kUnroll = 4;
  static_assert(kUnit % kUnroll == 0, "no remainder");
  acc = lb.forEach(lb.index(0), depth, kUnroll, acc,
                   [&](Value k, ValueRange carried) {
                     SmallVector<Value> next(carried);
                     for (int64_t i = 0; i < kUnroll; ++i)
                       continueChains(lb.add(k, i), next);
                     return next;
                   });
  for (int64_t i = 0; i < rows * vectors; ++i)
    lb.storeVector(acc[i], sums, sumAt(i));
}

void TileEmitter::multiplyPanels(Value depth) {
  lb.forEach(lb.index(0), columnSteps, 1, [&](Value columnStep) {
    lb.forEach(lb.index(0), rowSteps, 1, [&](Value rowStep) {
      emitMicroKernel(lb.mul(rowStep, t.microRows),
                      lb.mul(columnStep, t.microColumns()), depth);
    });
  });
}

void TileEmitter::emit() {
  nvfp4::ScaledMatmulOp op = matmul.op;
  zeroSums();
  int64_t chunk = t.depth / kUnit;
  Value lhsTiles = lb.ceilDiv(lb.mul(rowSteps, t.microRows), kLanes);
  Value rhsTiles = lb.ceilDiv(lb.mul(columnSteps, t.microColumns()), kLanes);
  lb.forEach(lb.index(0), matmul.units, chunk, [&](Value unit) {
    Value units = lb.min(lb.sub(matmul.units, unit), lb.index(chunk));
    decodePanel(lhsPanel, op.getLhs(), op.getLhsScales(), m, matmul.m, lhsTiles,
                kLanes, unit, units);
    decodePanel(rhsPanel, op.getRhs(), op.getRhsScales(), n, matmul.n, rhsTiles,
                t.width, unit, units);
    multiplyPanels(lb.mul(units, kUnit));
  });
  lb.forEach(lb.index(0), rowCount, 1, [&](Value row) {
    emitEpilogueRow(matmul, batch, lb.add(m, row), n, columnCount, sums, row);
  });
}

void loops::emitTiledMatmul(Matmul &matmul) {
  Tiling tiling(matmul.vectorLanes);
  matmul.lb.parallel(
      {matmul.batches, matmul.m, matmul.n}, {1, tiling.rows, tiling.columns},
      [&](ValueRange ivs) {
        TileEmitter(matmul, tiling, ivs[0], ivs[1], ivs[2]).emit();
      });
}
