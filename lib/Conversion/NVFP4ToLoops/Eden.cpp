//===- Eden.cpp - Quantizers that correct their block scales --------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// MS-EDEN in its two forms. Post hoc: pass 1 writes final codes and keeps the
// corrected scales in a buffer as bf16, in the order in which lanes hold them;
// pass 2 rounds those scales. One-pass: the tensor scale comes from amax.
// Blocks that share a correction pass through scratch.
//
//===----------------------------------------------------------------------===//

#include "Quantize.h"

#include "Lowerings.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "quartet/Numerics/Eden.h"

using namespace mlir;
using namespace quartet;
using namespace quartet::loops;
using namespace quartet::numerics;

namespace {

/// Rounds one block up to its sums.
using ProduceBlock = llvm::function_ref<EdenBlock<IROps>(Value block)>;
/// Takes the final codes and the corrected scale of one block.
using ConsumeBlock =
    llvm::function_ref<void(Value block, const I (&words)[2], F scale)>;

/// The blocks of one correction group between rounding and correction.
class GroupScratch {
public:
  explicit GroupScratch(LoopBuilder &lb, unsigned count)
      : lb(lb), words(lb.scratch({count, kFields, kLanes}, lb.b.getI32Type())) {
  }

  /// Zeros are blocks that add nothing.
  void clear(unsigned count) {
    for (unsigned i = 0; i < count; ++i)
      for (unsigned field = 0; field < kFields; ++field)
        put(lb.index(i), field, lb.lanes.u32(0));
  }

  void store(Value i, const EdenBlock<IROps> &block) {
    IROps &o = lb.lanes;
    put(i, 0, block.words[0]);
    put(i, 1, block.words[1]);
    put(i, 2, o.bits(block.scale));
    put(i, 3, o.bits(block.xx));
    put(i, 4, o.bits(block.xy));
    put(i, 5, o.select(block.bad, o.u32(1), o.u32(0)));
  }

  EdenBlock<IROps> load(Value i) {
    IROps &o = lb.lanes;
    EdenBlock<IROps> block;
    block.words[0] = get(i, 0);
    block.words[1] = get(i, 1);
    block.scale = o.fromBits(get(i, 2));
    block.xx = o.fromBits(get(i, 3));
    block.xy = o.fromBits(get(i, 4));
    block.bad = o.ne(get(i, 5), o.u32(0));
    return block;
  }

private:
  static constexpr unsigned kFields = 6;

  void put(Value i, unsigned field, I value) {
    lb.storeVector(value.value, words, {i, lb.index(field), lb.index(0)});
  }
  I get(Value i, unsigned field) {
    return {lb.loadVector(words, {i, lb.index(field), lb.index(0)}, kLanes)};
  }

  LoopBuilder &lb;
  Value words;
};

} // namespace

/// Rounds, corrects and consumes all blocks of a tile, in ascending order.
static void forEachCorrectedBlock(Quantization &q, ProduceBlock produce,
                                  ConsumeBlock consume) {
  LoopBuilder &lb = q.lb;
  unsigned count = correctionBlocks(q.quantizer.correction);
  if (count == 1) {
    lb.forEach(lb.index(0), q.blocks, 1, [&](Value block) {
      EdenBlock<IROps> eden = produce(block);
      correctScales(lb.lanes, q.quantizer, &eden, 1);
      consume(block, eden.words, eden.scale);
    });
    return;
  }
  GroupScratch scratch(lb, count);
  lb.forEach(lb.index(0), q.blocks, count, [&](Value first) {
    Value left = lb.min(lb.sub(q.blocks, first), lb.index(count));
    scratch.clear(count);
    lb.forEach(lb.index(0), left, 1,
               [&](Value i) { scratch.store(i, produce(lb.add(first, i))); });
    SmallVector<EdenBlock<IROps>, 8> group;
    for (unsigned i = 0; i < count; ++i)
      group.push_back(scratch.load(lb.index(i)));
    correctScales(lb.lanes, q.quantizer, group.data(), count);
    for (unsigned i = 0; i < count; ++i)
      scratch.store(lb.index(i), group[i]);
    lb.forEach(lb.index(0), left, 1, [&](Value i) {
      EdenBlock<IROps> eden = scratch.load(i);
      consume(lb.add(first, i), eden.words, eden.scale);
    });
  });
}

//===----------------------------------------------------------------------===//
// Post hoc
//===----------------------------------------------------------------------===//

F loops::emitPostHocEden(Quantization &q) {
  LoopBuilder &lb = q.lb;
  IROps &o = lb.lanes, &s = lb.scalar;
  Value tilesPerBatch = lb.ceilDiv(q.rows, kLanes);
  Value tiles = lb.mul(q.batches, tilesPerBatch);
  auto tileAt = [&](Value batch, Value row) {
    return lb.add(lb.mul(batch, tilesPerBatch), lb.div(row, kLanes));
  };
  auto halfType = VectorType::get({kLanes}, lb.b.getI16Type());
  Value corrected =
      lb.buffer({-1, -1, kLanes}, lb.b.getI16Type(), {tiles, q.blocks});
  Value partial = lb.buffer({-1}, s.getIType(), tiles);

  // Pass 1: final codes, corrected scales and their maximum by tile.
  q.forEachTile(kLanes, [&](Value batch, Value row) {
    std::unique_ptr<BlockReader> reader = q.makeReader(batch, row, kLanes);
    TileWriter writer(lb, q.data, Scales(lb, q.scales), batch, row, q.rows);
    Value tile = tileAt(batch, row);
    Value largest = lb.scratch({kLanes}, s.getIType());
    lb.storeVector(o.u32(0).value, largest, lb.index(0));
    forEachCorrectedBlock(
        q,
        [&](Value block) {
          F x[kBlock];
          reader->load(lb.mul(block, kBlock), x);
          return edenBlock(o, q.quantizer, x, blockMagnitude(o, x));
        },
        [&](Value block, const I(&words)[2], F scale) {
          I w = toBF16(o, scale);
          I old{lb.loadVector(largest, lb.index(0), kLanes)};
          lb.storeVector(
              accumulateFiniteMagnitude(o, old, fromBF16(o, w)).value, largest,
              lb.index(0));
          writer.storeCodes(block, words);
          Value half = arith::TruncIOp::create(lb.b, lb.loc, halfType, w.value);
          lb.storeVector(half, corrected, {tile, block, lb.index(0)});
        });
    I all{lb.loadVector(largest, lb.index(0), kLanes)};
    lb.store(lb.maxLane(all).value, partial, tile);
  });
  PostHocScale<IROps> tensor =
      tensorScaleFromScales(s, q.quantizer, emitMaximum(lb, partial, tiles));

  // Pass 2: stochastic rounding of the scales.
  q.forEachTile(kLanes, [&](Value batch, Value row) {
    TileWriter writer(lb, q.data, Scales(lb, q.scales), batch, row, q.rows);
    PostHocScale<IROps> scale{lb.splat(tensor.ts), lb.splat(tensor.inverse)};
    RandomSource<IROps> random = splatRandomSource(lb, *q.random);
    I counterRows = q.counterRows(batch, row);
    Value tile = tileAt(batch, row);
    lb.forEach(lb.index(0), q.blocks, 1, [&](Value block) {
      Value half = lb.loadVector(corrected, {tile, block, lb.index(0)}, kLanes);
      I w{arith::ExtUIOp::create(lb.b, lb.loc, o.getIType(), half)};
      I draw = drawForScale(o, random, q.counterBlock(block), counterRows);
      writer.storeScales(block, edenScaleByte(o, w, scale, draw));
    });
  });
  return tensor.ts;
}

//===----------------------------------------------------------------------===//
// One pass
//===----------------------------------------------------------------------===//

F loops::emitAlignedEden(Quantization &q) {
  LoopBuilder &lb = q.lb;
  IROps &o = lb.lanes;
  TensorScale<IROps> tensor =
      tensorScaleFromAmax(lb.scalar, q.quantizer, q.amax);
  q.forEachTile(kLanes, [&](Value batch, Value row) {
    TensorScale<IROps> scale = splatTensorScale(q, tensor);
    std::unique_ptr<BlockReader> reader = q.makeReader(batch, row, kLanes);
    TileWriter writer(lb, q.data, Scales(lb, q.scales), batch, row, q.rows);
    RandomSource<IROps> random = splatRandomSource(lb, *q.random);
    I counterRows = q.counterRows(batch, row);
    forEachCorrectedBlock(
        q,
        [&](Value block) {
          F x[kBlock];
          reader->load(lb.mul(block, kBlock), x);
          return alignedEdenBlock(o, q.quantizer, x, blockMagnitude(o, x),
                                  scale);
        },
        [&](Value block, const I(&words)[2], F corrected) {
          I draw = drawForScale(o, random, q.counterBlock(block), counterRows);
          writer.storeCodes(block, words);
          writer.storeScales(block, encodeE4M3Stochastic(o, corrected, draw));
        });
  });
  return tensor.ts;
}
