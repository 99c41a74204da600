//===- Readers.cpp - Rotation, and tiles in shared memory -----------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Readers.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "quartet/Numerics/Floats.h"
#include "quartet/Numerics/Hadamard.h"

using namespace mlir;
using namespace quartet;
using namespace quartet::kernels;
using numerics::kBlock;

//===----------------------------------------------------------------------===//
// Rotation
//===----------------------------------------------------------------------===//

namespace {

/// Butterflies inside a column block in registers, across blocks by shuffles.
class RotatingReader : public ThreadReader {
public:
  RotatingReader(KernelBuilder &kb, std::unique_ptr<ThreadReader> input,
                 const Tile &tile, I signs, int64_t group, bool isBF16)
      : kb(kb), input(std::move(input)), signs(signs), isBF16(isBF16) {
    IROps &s = kb.scalar;
    I place = kb.toWord(tile.inTile);
    for (int64_t stride = 1; stride < group / kBlock; stride *= 2) {
      I upper = s.iand(place, s.u32(uint32_t(stride)));
      factors.push_back(
          s.select(s.ne(upper, s.u32(0)), s.f32(-1.0f), s.f32(1.0f)));
    }
  }

  void load(const Step &step, F (&x)[kBlock]) override {
    IROps &s = kb.scalar;
    input->load(step, x);
    if (!isBF16)
      for (F &v : x)
        v = numerics::fromBF16(s, numerics::toBF16(s, v)); // hadamard_c6
    numerics::applySigns(s, signs, x);
    numerics::hadamard16(s, x);
    // hadamard_c4 with a block per lane: the lower lane keeps lo + hi, the
    // upper lane lo - hi, which rounds like -1 * hi + lo.
    for (unsigned stage = 0; stage < factors.size(); ++stage)
      for (F &v : x)
        v = s.fma(v, factors[stage], kb.shuffleXor(v, int64_t(1) << stage));
  }

private:
  KernelBuilder &kb;
  std::unique_ptr<ThreadReader> input;
  I signs;
  bool isBF16;
  SmallVector<F> factors; ///< by stage: -1 where this lane is the upper one
};

} // namespace

std::unique_ptr<ThreadReader> kernels::makeRotatingReader(
    KernelBuilder &kb, std::unique_ptr<ThreadReader> input, const Tile &tile,
    I signs, int64_t group, bool isBF16) {
  return std::make_unique<RotatingReader>(kb, std::move(input), tile, signs,
                                          group, isBF16);
}

//===----------------------------------------------------------------------===//
// Shared memory
//===----------------------------------------------------------------------===//

/// Elements of sixteen rows, and an access more so that the eight blocks that
/// neighbouring lanes read along columns lie in different banks.
static constexpr int64_t kSharedRows = kBlock * kTileColumns + 8;

MemRefType SharedTile::getType(Builder &builder) {
  return getSharedType({kTileBlocks, kSharedRows}, builder.getBF16Type());
}

I SharedTile::toBF16(F x) {
  IROps &s = kb.scalar;
  return isBF16 ? s.shr(s.bits(x), 16u) : numerics::toBF16(s, x);
}

void SharedTile::store(const Tile &tile, const Step &step, const F *x) {
  IROps &s = kb.scalar;
  Type element = kb.b.getBF16Type();
  Value row = kb.add(kb.mul(step.quarter, kQuarterRows), step.rowInQuarter);
  Value outer = kb.div(row, kBlock), inner = kb.rem(row, kBlock);
  Value column =
      kb.add(kb.mul(inner, kTileColumns), kb.mul(tile.inTile, int64_t(kBlock)));
  for (unsigned half = 0; half < 2; ++half) {
    SmallVector<I> words;
    for (unsigned i = 0; i < 8; i += 2) {
      I low = toBF16(x[8 * half + i]), high = toBF16(x[8 * half + i + 1]);
      words.push_back(s.ior(low, s.shl(high, 16u)));
    }
    kb.storeAligned(kb.fromWords(words, element), memref,
                    {outer, kb.add(column, 8 * half)});
  }
}

void SharedTile::load(const Tile &tile, const Step &step, F (&x)[kBlock]) {
  Value row = kb.add(kb.mul(step.quarter, kQuarterRows), step.rowInQuarter);
  for (unsigned j = 0; j < kBlock; ++j) {
    Value at = kb.add(row, int64_t(j) * kTileColumns);
    x[j] = codegen::widen(kb, kb.scalar, kb.load(memref, {tile.inTile, at}));
  }
}

namespace {

class StagingReader : public ThreadReader {
public:
  StagingReader(std::unique_ptr<ThreadReader> input, SharedTile &shared,
                const Tile &tile)
      : input(std::move(input)), shared(shared), tile(tile) {}

  void load(const Step &step, F (&x)[kBlock]) override {
    input->load(step, x);
    shared.store(tile, step, x);
  }

private:
  std::unique_ptr<ThreadReader> input;
  SharedTile &shared;
  const Tile &tile;
};

class SharedReader : public ThreadReader {
public:
  SharedReader(SharedTile &shared, const Tile &tile)
      : shared(shared), tile(tile) {}

  void load(const Step &step, F (&x)[kBlock]) override {
    shared.load(tile, step, x);
  }

private:
  SharedTile &shared;
  const Tile &tile;
};

class NullConsumer : public Consumer {
public:
  SmallVector<Value> take(const Tile &, const Step &, F (&)[kBlock],
                          ValueRange) override {
    return {};
  }
};

} // namespace

std::unique_ptr<ThreadReader>
kernels::makeStagingReader(std::unique_ptr<ThreadReader> input,
                           SharedTile &shared, const Tile &tile) {
  return std::make_unique<StagingReader>(std::move(input), shared, tile);
}

std::unique_ptr<ThreadReader> kernels::makeSharedReader(SharedTile &shared,
                                                        const Tile &tile) {
  return std::make_unique<SharedReader>(shared, tile);
}

std::unique_ptr<Consumer> kernels::makeNullConsumer() {
  return std::make_unique<NullConsumer>();
}
