//===- GemmKernel.h - The parts of a GEMM kernel ----------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// One persistent, warp-specialised kernel: a warp that copies operands into a
// ring of stages in shared memory, a warp that issues MMAs on them, four warps
// that bring accumulators to global memory. Stages, and the two accumulators,
// are handed over through mbarriers.
//
//===----------------------------------------------------------------------===//

#ifndef QUARTET_LIB_CONVERSION_NVFP4TOTCGEN05_GEMMKERNEL_H
#define QUARTET_LIB_CONVERSION_NVFP4TOTCGEN05_GEMMKERNEL_H

#include "KernelBuilder.h"
#include "quartet/Conversion/NVFP4ToTCGen05/Gemm.h"
#include "quartet/Dialect/NVFP4/IR/NVFP4.h"
#include "quartet/Dialect/TCGen05/IR/TCGen05.h"

#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/IR/IRMapping.h"

namespace quartet {
namespace gemm {

/// Arguments of a kernel, in order: four maps (data and scales of the operand
/// in the rows, then of that in the columns), the tensor scales of the left and
/// the right operand, the destination, the number of K tiles, the epilogue's
/// inputs, the values its region takes from outside.
struct KernelArguments {
  enum : unsigned {
    RowMap,
    RowScaleMap,
    ColumnMap,
    ColumnScaleMap,
    LhsTensorScale,
    RhsTensorScale,
    Destination,
    TilesK,
    FirstInput
  };
};

/// What the emitters of one kernel share.
struct Gemm {
  KernelBuilder &b;
  mlir::gpu::GPUFuncOp func;
  nvfp4::ScaledMatmulOp op;
  const GemmConfig &config;
  const GemmLayout &layout;
  /// Values from outside the epilogue's region.
  const mlir::IRMapping &captured;

  /// Extents of the product in rows and columns of the matrix unit, and tiles
  /// along them; tiles of all batch elements.
  mlir::Value rows = {}, columns = {}, tilesOfColumns = {}, tilesOfRows = {},
              tiles = {};
  mlir::Value warp = {};
  /// Rank of this CTA in its pair; null without.
  mlir::Value rank = {};
  mlir::Value full = {}, empty = {}, accumulated = {}, released = {};
  mlir::Value tmem = {};

  mlir::Value argument(unsigned i) { return func.getArgument(i); }
  bool isPair() const { return config.ctaGroup == 2; }
  bool isBatched();
  /// D (and each operand) has the batch first.
  mlir::Value destination() { return argument(KernelArguments::Destination); }
  mlir::IntegerAttr ctaGroup() const {
    return b.getI32IntegerAttr(config.ctaGroup);
  }

  /// Where a tile begins.
  struct Tile {
    mlir::Value batch, row, column;
  };
  /// Runs `body` on every tile of this CTA, or pair, in the same order in each
  /// warp.
  void forEachTile(
      mlir::ValueRange carried,
      llvm::function_ref<KernelBuilder::Values(Tile, mlir::ValueRange)> body);
  /// The accumulator of number `buffer`, 0 or 1.
  mlir::Value accumulator(mlir::Value buffer);
};

/// A position in a ring of `size` barriers, and the parity of its phase.
struct RingPosition {
  mlir::Value index, parity;
  /// The position after this one.
  RingPosition next(KernelBuilder &b, int64_t size) const;
};

/// Emits what the four epilogue warps do.
void emitEpilogueWarps(Gemm &gemm);

/// Emits the body of `func`, a kernel with the arguments above and 5
/// attributions of workgroup memory (getAttributions). `captured` maps values
/// from outside the epilogue's region to values inside `func`.
void emitGemmKernel(mlir::gpu::GPUFuncOp func, nvfp4::ScaledMatmulOp op,
                    const GemmConfig &config, const GemmLayout &layout,
                    const mlir::IRMapping &captured);

/// Types of the workgroup memory of a kernel: barriers of full and empty
/// stages, of filled and released accumulators, the allocation slot.
llvm::SmallVector<mlir::Type> getAttributions(mlir::MLIRContext *context,
                                              const GemmLayout &layout);

/// The types of the maps of the row and the column operand's data and scales.
struct MapTypes {
  tcgen05::TensorMapType rows, rowScales, columns, columnScales;
};
MapTypes getMapTypes(mlir::MLIRContext *context, const GemmLayout &layout,
                     bool batched);

} // namespace gemm
} // namespace quartet

#endif // QUARTET_LIB_CONVERSION_NVFP4TOTCGEN05_GEMMKERNEL_H
