//===- Rounding.cpp - Elements against a known tensor scale (K2) ----------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A thread rounds one block. Where sixteen rows share a scale, their lanes
// exchange maxima and, with two candidates, errors.
//
//===----------------------------------------------------------------------===//

#include "Job.h"
#include "Sinks.h"

#include "quartet/Numerics/Block.h"
#include "quartet/Numerics/TensorScale.h"

using namespace mlir;
using namespace quartet;
using namespace quartet::kernels;
using namespace quartet::numerics;

namespace {

class RoundingConsumer : public Consumer {
public:
  RoundingConsumer(KernelBuilder &kb, const Direction &direction)
      : kb(kb), operands(direction.operands), result(direction.result),
        quantizer(direction.job.quantizer),
        scales(kb, result.scales,
               quantizer.blockRows == 1 ? ThreadLayout::Rows
                                        : ThreadLayout::Squares) {
    IROps &s = kb.scalar;
    tensor = tensorScaleFromAmax(
        s, quantizer,
        magnitude(s, s.fromBits(kb.loadForWarp(result.maximum)[0])));
    if (quantizer.element == ElementRounding::Stochastic)
      random = makeRandom(kb, operands, result.site);
  }

  SmallVector<Value> begin(const Tile &) override { return scales.begin(); }

  SmallVector<Value> take(const Tile &tile, const Step &step, F (&x)[kBlock],
                          ValueRange carried) override {
    IROps &s = kb.scalar;
    I draws[kBlock];
    if (random)
      drawForElements(
          s, *random, getCounterBlock(kb, operands, step.block),
          getCounterRow(kb, operands, step.batch, tile.rows, step.row), draws);
    I mag = blockMagnitude(s, x);
    if (quantizer.blockRows != 1)
      mag = kb.maximumOfLanes(mag, kBlock);
    BlockCodes<IROps> codes =
        quantizer.blockRows != 1 && quantizer.numCandidates == 2
            ? chooseForSquare(x, mag)
            : quantizeBlock(s, quantizer, x, mag, tensor,
                            random ? draws : nullptr);
    storeCodes(kb, result.data, step, codes.words);
    return scales.take(tile, step, codes.scale, carried);
  }

  void end(const Tile &tile, ValueRange carried) override {
    scales.end(tile, carried);
  }

private:
  /// Adds `value` over the rows of a square in ascending order (candidate_c5).
  F addRows(F value) {
    IROps &s = kb.scalar;
    I lane = kb.toWord(kb.rem(kb.threadId(), kWarp));
    I first = s.iand(lane, s.u32(~uint32_t(kBlock - 1)));
    F sum = s.f32(0.0f);
    for (unsigned i = 0; i < kBlock; ++i)
      sum = s.add(sum, F{kb.shuffleFrom(value.value, s.iadd(first, s.u32(i)))});
    return sum;
  }

  BlockCodes<IROps> chooseForSquare(F (&x)[kBlock], I mag) {
    IROps &s = kb.scalar;
    Candidate<IROps> row[2], sums[2];
    scoreTileRow(s, quantizer, x, mag, tensor, row);
    for (unsigned c = 0; c < 2; ++c) {
      sums[c].error = addRows(row[c].error);
      sums[c].alignment = addRows(row[c].alignment);
    }
    return finishTileRow(s, x, mag, row,
                         preferSecond(s, quantizer, sums[0], sums[1]));
  }

  KernelBuilder &kb;
  const Operands &operands;
  const ResultOperands &result;
  const Quantizer &quantizer;
  ScaleSink scales;
  TensorScale<IROps> tensor;
  std::optional<RandomSource<IROps>> random;
};

class MaximumConsumer : public Consumer {
public:
  MaximumConsumer(KernelBuilder &kb, const Direction &direction)
      : kb(kb), direction(direction) {}

  SmallVector<Value> begin(const Tile &) override {
    return {kb.scalar.u32(0).value};
  }

  SmallVector<Value> take(const Tile &, const Step &, F (&x)[kBlock],
                          ValueRange carried) override {
    I m{carried[0]};
    for (F v : x)
      m = accumulateFiniteMagnitude(kb.scalar, m, v);
    return {m.value};
  }

  void end(const Tile &, ValueRange carried) override {
    kb.mergeMaximum(direction.result.maximum, I{carried[0]},
                    direction.sharedWords);
  }

private:
  KernelBuilder &kb;
  Direction direction;
};

} // namespace

std::unique_ptr<Consumer>
kernels::makeRoundingConsumer(KernelBuilder &kb, const Direction &direction) {
  return std::make_unique<RoundingConsumer>(kb, direction);
}

std::unique_ptr<Consumer>
kernels::makeMaximumConsumer(KernelBuilder &kb, const Direction &direction) {
  return std::make_unique<MaximumConsumer>(kb, direction);
}
