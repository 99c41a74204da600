//===- GemmKernel.cpp - Copying and multiplying warps ---------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Every barrier has one writer and one reader:
//
//   full[s]        copies of stage s have arrived     copy warp  -> MMA warp
//   empty[s]       MMAs have read stage s             MMA warp   -> copy warp
//   accumulated[a] accumulator a is complete          MMA warp   -> epilogue
//   released[a]    accumulator a has been read        epilogue   -> MMA warp
//
// In a pair the even CTA's thread issues the MMAs of both; its `full` counts
// the bytes of both CTAs and its `released` the epilogue threads of both, and
// it signals `empty` and `accumulated` in both.
//
//===----------------------------------------------------------------------===//

#include "GemmKernel.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "quartet/Numerics/ScaleLayout.h"

using namespace mlir;
using namespace quartet;
using namespace quartet::gemm;
using namespace quartet::tcgen05;

using Values = KernelBuilder::Values;

/// Bytes that one row of a copied box of scales has; a block of 128 rows and
/// 256 elements of K is eight of them.
static constexpr int64_t kScaleRowBytes = 256;
static constexpr int64_t kScaleRows =
    numerics::tiledScaleBytes(kGemmCtaRows,
                              numerics::scaleColumns(kGemmTileK)) /
    kScaleRowBytes;
/// Row tiles that run together, so that their operands stay in the L2 cache.
static constexpr int64_t kRasterRows = 8;

SmallVector<Type> gemm::getAttributions(MLIRContext *context,
                                        const GemmLayout &layout) {
  Builder b(context);
  auto space =
      gpu::AddressSpaceAttr::get(context, gpu::AddressSpace::Workgroup);
  auto barriers = [&](int64_t count) -> Type {
    return MemRefType::get({count}, b.getI64Type(), AffineMap(), space);
  };
  return {barriers(layout.stages), barriers(layout.stages), barriers(2),
          barriers(2),
          MemRefType::get({1}, b.getI32Type(), AffineMap(), space)};
}

MapTypes gemm::getMapTypes(MLIRContext *context, const GemmLayout &layout,
                           bool batched) {
  auto map = [&](ArrayRef<int64_t> box, int64_t swizzle) {
    SmallVector<int64_t> boxes;
    if (batched)
      boxes.push_back(1);
    boxes.append(box.begin(), box.end());
    return TensorMapType::get(context, boxes, swizzle);
  };
  return {map({kGemmCtaRows, kSwizzledRowBytes}, kSwizzledRowBytes),
          map({1, kScaleRows, kScaleRowBytes}, 0),
          map({layout.columnRows, kSwizzledRowBytes}, kSwizzledRowBytes),
          map({layout.columnScaleBlocks, kScaleRows, kScaleRowBytes}, 0)};
}

bool Gemm::isBatched() {
  return cast<MemRefType>(destination().getType()).getRank() == 3;
}

RingPosition RingPosition::next(KernelBuilder &b, int64_t size) const {
  Value following = b.add(index, 1);
  Value wraps = b.isEqual(following, size);
  return {b.select(wraps, b.index(0), following), b.exclusiveOr(parity, wraps)};
}

Value Gemm::accumulator(Value buffer) {
  return SliceOp::create(
      b,
      AccumulatorType::get(b.getContext(), config.getTileRows(),
                           config.tileColumns),
      tmem, buffer, b.getI64IntegerAttr(0), b.getI64IntegerAttr(2),
      b.getI64IntegerAttr(layout.accumulatorStride));
}

void Gemm::forEachTile(ValueRange carried,
                       function_ref<Values(Tile, ValueRange)> body) {
  Value first = gpu::BlockIdOp::create(b, gpu::Dimension::x);
  Value step = gpu::GridDimOp::create(b, gpu::Dimension::x);
  first = b.div(first, config.ctaGroup);
  step = b.div(step, config.ctaGroup);
  b.loop(first, tiles, step, carried, [&](Value tile, ValueRange values) {
    Value batch, inBatch = tile;
    if (isBatched()) {
      Value perBatch = b.mul(tilesOfRows, tilesOfColumns);
      batch = b.div(tile, perBatch);
      inBatch = b.rem(tile, perBatch);
    }
    // Bands of row tiles; inside a band, row after row.
    Value band = b.mul(tilesOfColumns, kRasterRows);
    Value firstRow = b.mul(b.div(inBatch, band), kRasterRows);
    Value height = b.min(b.sub(tilesOfRows, firstRow), b.index(kRasterRows));
    Value inBand = b.rem(inBatch, band);
    Value row = b.add(firstRow, b.rem(inBand, height));
    Value column = b.div(inBand, height);
    return body({batch, b.mul(row, config.getTileRows()),
                 b.mul(column, config.tileColumns)},
                values);
  });
}

namespace {

/// The warps that feed and run the matrix unit, set-up and tear-down.
class KernelEmitter {
public:
  explicit KernelEmitter(Gemm &gemm) : gemm(gemm), b(gemm.b) {}

  void emit() {
    setExtents();
    setUp();
    b.branch(
        b.isLess(gemm.warp, b.index(kGemmEpilogueWarps)),
        [&] { emitEpilogueWarps(gemm); },
        [&] {
          b.branch(
              b.isEqual(gemm.warp, kGemmMmaWarp),
              [&] { oneThread([&] { multiply(); }); },
              [&] { oneThread([&] { copy(); }); });
        });
    tearDown();
    gpu::ReturnOp::create(b);
  }

private:
  void setExtents();
  void setUp();
  void copy();
  void multiply();
  void tearDown();

  /// Runs `body` on one thread of this warp.
  void oneThread(function_ref<void()> body) {
    Value elected = ElectOp::create(b, b.getI1Type());
    b.branch(elected, body);
    WarpSyncOp::create(b);
  }
  /// In a pair, runs `body` in the even CTA only.
  void inLeader(function_ref<void()> body) {
    if (gemm.isPair())
      b.branch(b.isEqual(gemm.rank, 0), body);
    else
      body();
  }
  Value stageOffset(RingPosition stage) {
    return b.add(firstByte, b.mul(stage.index, gemm.layout.stageBytes));
  }
  /// Signals this CTA's barrier, or that of both CTAs of a pair.
  void commit(Value barriers, Value index) {
    Value both;
    if (gemm.isPair())
      both = arith::ConstantIntOp::create(b, 3, 16);
    CommitOp::create(b, barriers, index, both, gemm.ctaGroup());
  }
  void load(unsigned map, ValueRange position, Value offset,
            RingPosition stage) {
    TmaLoadOp::create(b, gemm.argument(map), position, memory, offset,
                      gemm.full, stage.index, /*multicast=*/Value(),
                      gemm.ctaGroup());
  }
  RingPosition start() { return {b.index(0), b.boolean(false)}; }

  Gemm &gemm;
  KernelBuilder &b;
  /// Dynamic shared memory, and its first byte at an aligned address.
  Value memory, firstByte;
};

} // namespace

void KernelEmitter::setExtents() {
  Value d = gemm.destination();
  int64_t rank = cast<MemRefType>(d.getType()).getRank();
  Value m = b.dim(d, rank - 2), n = b.dim(d, rank - 1);
  gemm.rows = gemm.config.swapped ? n : m;
  gemm.columns = gemm.config.swapped ? m : n;
  gemm.tilesOfRows = b.ceilDiv(gemm.rows, gemm.config.getTileRows());
  gemm.tilesOfColumns = b.ceilDiv(gemm.columns, gemm.config.tileColumns);
  gemm.tiles = b.mul(gemm.tilesOfRows, gemm.tilesOfColumns);
  if (gemm.isBatched())
    gemm.tiles = b.mul(gemm.tiles, b.dim(d, 0));
}

void KernelEmitter::setUp() {
  Value thread = gpu::ThreadIdOp::create(b, gpu::Dimension::x);
  gemm.warp = b.div(thread, 32);
  if (gemm.isPair())
    gemm.rank = gpu::ClusterBlockIdOp::create(b, gpu::Dimension::x);
  auto bytes = MemRefType::get(
      {ShapedType::kDynamic}, b.getI8Type(), AffineMap(),
      gpu::AddressSpaceAttr::get(b.getContext(), gpu::AddressSpace::Workgroup));
  memory = gpu::DynamicSharedMemoryOp::create(b, bytes);
  // Swizzle patterns follow address bits, so tiles start at multiples of 1024.
  Value address = memref::ExtractAlignedPointerAsIndexOp::create(b, memory);
  firstByte = b.rem(
      b.sub(b.index(kOperandAlignment), b.rem(address, kOperandAlignment)),
      kOperandAlignment);

  auto attributions = gemm.func.getWorkgroupAttributions();
  gemm.full = attributions[0];
  gemm.empty = attributions[1];
  gemm.accumulated = attributions[2];
  gemm.released = attributions[3];
  Value slot = attributions[4];

  b.branch(b.isEqual(gemm.warp, kGemmMmaWarp), [&] {
    AllocOp::create(b, slot, b.getI64IntegerAttr(kTMemColumns),
                    gemm.ctaGroup());
    RelinquishOp::create(b, gemm.ctaGroup());
  });
  b.branch(b.isEqual(thread, 0), [&] {
    auto init = [&](Value barriers, Value index, int64_t count) {
      MbarrierInitOp::create(b, barriers, index, count);
    };
    b.forEach(b.index(0), b.index(gemm.layout.stages), 1, [&](Value stage) {
      init(gemm.full, stage, 1);
      init(gemm.empty, stage, 1);
    });
    b.forEach(b.index(0), b.index(2), 1, [&](Value buffer) {
      init(gemm.accumulated, buffer, 1);
      init(gemm.released, buffer,
           kGemmEpilogueWarps * 32 * gemm.config.ctaGroup);
    });
    MbarrierInitFenceOp::create(b);
  });
  FenceOp::create(b, FenceKind::Before);
  gpu::BarrierOp::create(b);
  if (gemm.isPair())
    ClusterSyncOp::create(b);
  FenceOp::create(b, FenceKind::After);
  gemm.tmem =
      AddressOp::create(b, TMemType::get(b.getContext(), kTMemColumns), slot);
}

void KernelEmitter::copy() {
  const GemmLayout &layout = gemm.layout;
  RingPosition begin = start();
  gemm.forEachTile({begin.index, begin.parity}, [&](Gemm::Tile tile,
                                                    ValueRange values) {
    Value row = tile.row, columnOfCta = tile.column;
    if (gemm.isPair()) {
      row = b.add(row, b.mul(gemm.rank, kGemmCtaRows));
      columnOfCta = b.add(columnOfCta, b.mul(gemm.rank, layout.columnRows));
    }
    auto at = [&](Values position) {
      if (tile.batch)
        position.insert(position.begin(), tile.batch);
      return position;
    };
    return b.loop(
        b.index(0), gemm.argument(KernelArguments::TilesK), b.index(1), values,
        [&](Value k, ValueRange carried) {
          RingPosition stage{carried[0], carried[1]};
          // The first pass over a fresh ring must not wait.
          b.wait(gemm.empty, stage.index, b.isNot(stage.parity));
          inLeader([&] {
            MbarrierExpectOp::create(b, gemm.full, stage.index,
                                     layout.stageBytes * gemm.config.ctaGroup);
          });
          Value offset = stageOffset(stage);
          Value byte = b.mul(k, kSwizzledRowBytes);
          Value scaleRow = b.mul(k, kScaleRows);
          load(KernelArguments::RowMap, at({row, byte}),
               b.add(offset, layout.rowOffset), stage);
          load(KernelArguments::ColumnMap, at({columnOfCta, byte}),
               b.add(offset, layout.columnOffset), stage);
          load(KernelArguments::RowScaleMap,
               at({b.div(row, kGemmCtaRows), scaleRow, b.index(0)}),
               b.add(offset, layout.rowScaleOffset), stage);
          load(KernelArguments::ColumnScaleMap,
               at({b.div(tile.column, kGemmCtaRows), scaleRow, b.index(0)}),
               b.add(offset, layout.columnScaleOffset), stage);
          RingPosition next = stage.next(b, layout.stages);
          return Values{next.index, next.parity};
        });
  });
}

void KernelEmitter::multiply() {
  inLeader([&] {
    const GemmConfig &config = gemm.config;
    const GemmLayout &layout = gemm.layout;
    MLIRContext *context = b.getContext();
    int64_t scalesOfK = numerics::scaleColumns(kGemmTileK);
    int64_t blockRows = layout.columnScaleBlocks * kGemmCtaRows;
    auto operand = [&](int64_t rows, Value offset) -> Value {
      return OperandTileOp::create(
          b, OperandType::get(context, rows, kGemmTileK), memory, offset);
    };
    /// Copies the scales of one operand to tensor memory.
    auto copyScales = [&](int64_t rows, Value offset, int64_t column,
                          RingPosition stage) -> Value {
      Value source = ScaleTileOp::create(
          b, ScaleAtomsType::get(context, rows, scalesOfK), memory, offset);
      Value index;
      IntegerAttr sets, stride;
      if (layout.scaleSets > 1) {
        index = stage.index;
        sets = b.getI64IntegerAttr(layout.scaleSets);
        stride = b.getI64IntegerAttr(layout.scaleStride);
      }
      Value target = SliceOp::create(
          b, ScalesType::get(context, rows, scalesOfK), gemm.tmem, index,
          b.getI64IntegerAttr(column), sets, stride);
      CopyScalesOp::create(b, source, target, gemm.ctaGroup());
      return target;
    };

    RingPosition begin = start(), buffer = start();
    gemm.forEachTile(
        {begin.index, begin.parity, buffer.index, buffer.parity},
        [&](Gemm::Tile tile, ValueRange values) {
          RingPosition accumulator{values[2], values[3]};
          // Overlapping accumulators: the previous tile's must be released, so
          // that there is one barrier with a phase per tile.
          if (layout.overlapped)
            b.wait(gemm.released, b.index(0),
                   b.isNot(b.isEqual(accumulator.index, 1)));
          else
            b.wait(gemm.released, accumulator.index,
                   b.isNot(accumulator.parity));
          FenceOp::create(b, FenceKind::After);
          Value d = gemm.accumulator(accumulator.index);
          Value scaleRow;
          if (config.tileColumns % kGemmCtaRows)
            scaleRow = b.rem(tile.column, kGemmCtaRows);
          Values ring = b.loop(
              b.index(0), gemm.argument(KernelArguments::TilesK), b.index(1),
              {values[0], values[1]}, [&](Value k, ValueRange carried) {
                RingPosition stage{carried[0], carried[1]};
                b.wait(gemm.full, stage.index, stage.parity);
                FenceOp::create(b, FenceKind::After);
                Value offset = stageOffset(stage);
                Value rowScales = copyScales(
                    kGemmCtaRows, b.add(offset, layout.rowScaleOffset),
                    layout.rowScaleColumn, stage);
                Value columnScales = copyScales(
                    blockRows, b.add(offset, layout.columnScaleOffset),
                    layout.columnScaleColumn, stage);
                MmaOp::create(
                    b, d,
                    operand(kGemmCtaRows, b.add(offset, layout.rowOffset)),
                    operand(layout.columnRows,
                            b.add(offset, layout.columnOffset)),
                    rowScales, columnScales, b.isNot(b.isEqual(k, 0)), scaleRow,
                    gemm.ctaGroup());
                commit(gemm.empty, stage.index);
                RingPosition next = stage.next(b, layout.stages);
                return Values{next.index, next.parity};
              });
          commit(gemm.accumulated, accumulator.index);
          RingPosition next = accumulator.next(b, 2);
          return Values{ring[0], ring[1], next.index, next.parity};
        });
  });
}

void KernelEmitter::tearDown() {
  FenceOp::create(b, FenceKind::Before);
  gpu::BarrierOp::create(b);
  if (gemm.isPair())
    ClusterSyncOp::create(b);
  b.branch(b.isEqual(gemm.warp, kGemmMmaWarp), [&] {
    FenceOp::create(b, FenceKind::After);
    DeallocOp::create(b, gemm.tmem, gemm.ctaGroup());
  });
}

void gemm::emitGemmKernel(gpu::GPUFuncOp func, nvfp4::ScaledMatmulOp op,
                          const GemmConfig &config, const GemmLayout &layout,
                          const IRMapping &captured) {
  KernelBuilder b(op.getLoc(), func.getContext());
  // After the constants that the epilogue captured.
  b.setInsertionPointToEnd(&func.getBody().front());
  Gemm gemm{b, func, op, config, layout, captured};
  KernelEmitter(gemm).emit();
}
