//===- Eden.cpp - Quantizers that correct their block scales (K3, K4) -----===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// MS-EDEN in its two forms. Post hoc: pass 1 writes final codes and corrected
// scales as bf16 in the tiled layout; pass 2, in Scales.cpp, rounds those.
// One-pass: the tensor scale comes from the largest magnitude. Blocks that
// share a correction lie in eight neighbouring lanes.
//
//===----------------------------------------------------------------------===//

#include "Job.h"
#include "Sinks.h"

#include "quartet/Numerics/Eden.h"

using namespace mlir;
using namespace quartet;
using namespace quartet::kernels;
using namespace quartet::numerics;

/// Corrects the scale of this thread's block, together with those that share
/// the correction.
static void correct(KernelBuilder &kb, const Quantizer &quantizer,
                    const Tile &tile, const Step &step,
                    EdenBlock<IROps> &block) {
  IROps &s = kb.scalar;
  unsigned count = correctionBlocks(quantizer.correction);
  if (count == 1)
    return correctScales(s, quantizer, &block, 1);

  // What does not exist adds nothing.
  B exists{step.exists};
  I zero = s.u32(0);
  I fields[4] = {s.bits(block.scale), s.bits(block.xx), s.bits(block.xy),
                 s.select(block.bad, s.u32(1), zero)};
  for (I &field : fields)
    field = s.select(exists, field, zero);
  I place = kb.toWord(tile.inTile);
  I lane = kb.toWord(kb.rem(kb.threadId(), kWarp));
  I first = s.isub(lane, place);
  SmallVector<EdenBlock<IROps>, 8> group(count, block);
  for (unsigned i = 0; i < count; ++i) {
    auto get = [&](I field) {
      return I{kb.shuffleFrom(field.value, s.iadd(first, s.u32(i)))};
    };
    group[i].scale = s.fromBits(get(fields[0]));
    group[i].xx = s.fromBits(get(fields[1]));
    group[i].xy = s.fromBits(get(fields[2]));
    group[i].bad = s.ne(get(fields[3]), zero);
  }
  correctScales(s, quantizer, group.data(), count);
  block = group[0];
  for (unsigned i = 1; i < count; ++i)
    block.scale = s.select(s.eq(place, s.u32(i)), group[i].scale, block.scale);
}

namespace {

/// Pass 1 of the post hoc form. Carries the maximum, then what HalfSink does.
class PostHocConsumer : public Consumer {
public:
  PostHocConsumer(KernelBuilder &kb, const Direction &direction)
      : kb(kb), direction(direction),
        corrected(kb, direction.result.corrected) {}

  SmallVector<Value> begin(const Tile &) override {
    SmallVector<Value> carried = corrected.begin();
    carried.insert(carried.begin(), kb.scalar.u32(0).value);
    return carried;
  }

  SmallVector<Value> take(const Tile &tile, const Step &step, F (&x)[kBlock],
                          ValueRange carried) override {
    IROps &s = kb.scalar;
    const Quantizer &quantizer = direction.job.quantizer;
    EdenBlock<IROps> block = edenBlock(s, quantizer, x, blockMagnitude(s, x));
    correct(kb, quantizer, tile, step, block);
    I w = toBF16(s, block.scale);
    w = s.select(B{step.exists}, w, s.u32(0));
    I largest = accumulateFiniteMagnitude(s, I{carried[0]}, fromBF16(s, w));
    storeCodes(kb, direction.result.data, step, block.words);
    SmallVector<Value> next =
        corrected.take(tile, step, w, carried.drop_front());
    next.insert(next.begin(), largest.value);
    return next;
  }

  void end(const Tile &tile, ValueRange carried) override {
    corrected.end(tile, carried.drop_front());
    kb.mergeMaximum(direction.result.maximum, I{carried[0]},
                    direction.sharedWords);
  }

private:
  KernelBuilder &kb;
  Direction direction;
  HalfSink corrected;
};

/// The one-pass form.
class AlignedConsumer : public Consumer {
public:
  AlignedConsumer(KernelBuilder &kb, const Direction &direction)
      : kb(kb), direction(direction),
        scales(kb, direction.result.scales, ThreadLayout::Rows),
        tensor(tensorScaleFromAmax(
            kb.scalar, direction.job.quantizer,
            magnitude(kb.scalar, kb.scalar.fromBits(kb.loadForWarp(
                                     direction.result.maximum)[0])))),
        random(makeRandom(kb, direction.operands, direction.result.site)) {}

  SmallVector<Value> begin(const Tile &) override { return scales.begin(); }

  SmallVector<Value> take(const Tile &tile, const Step &step, F (&x)[kBlock],
                          ValueRange carried) override {
    IROps &s = kb.scalar;
    const Quantizer &quantizer = direction.job.quantizer;
    EdenBlock<IROps> block =
        alignedEdenBlock(s, quantizer, x, blockMagnitude(s, x), tensor);
    correct(kb, quantizer, tile, step, block);
    const Operands &operands = direction.operands;
    I draw = drawForScale(
        s, random, getCounterBlock(kb, operands, step.block),
        getCounterRow(kb, operands, step.batch, tile.rows, step.row));
    storeCodes(kb, direction.result.data, step, block.words);
    return scales.take(tile, step, encodeE4M3Stochastic(s, block.scale, draw),
                       carried);
  }

  void end(const Tile &tile, ValueRange carried) override {
    scales.end(tile, carried);
  }

private:
  KernelBuilder &kb;
  Direction direction;
  ScaleSink scales;
  TensorScale<IROps> tensor;
  RandomSource<IROps> random;
};

} // namespace

std::unique_ptr<Consumer>
kernels::makeEdenConsumer(KernelBuilder &kb, const Direction &direction) {
  if (direction.job.quantizer.isPostHoc())
    return std::make_unique<PostHocConsumer>(kb, direction);
  return std::make_unique<AlignedConsumer>(kb, direction);
}
