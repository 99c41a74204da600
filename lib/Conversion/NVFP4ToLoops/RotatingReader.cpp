//===- RotatingReader.cpp - Rotation of what a reader reads ---------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Eight rows of one rotation group at a time: butterflies inside each column
// block in registers, then across the blocks through scratch.
//
//===----------------------------------------------------------------------===//

#include "BlockReader.h"
#include "Lowerings.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "quartet/Numerics/Floats.h"
#include "quartet/Numerics/Hadamard.h"

using namespace mlir;
using namespace quartet;
using namespace quartet::loops;
using namespace quartet::numerics;

Value loops::emitSigns(LoopBuilder &lb, Value seed, uint32_t site,
                       Value instance, I firstBlock, Value blocks) {
  IROps &s = lb.scalar;
  RandomSource<IROps> random = emitRandomSource(lb, seed, site, instance);
  Value signs = lb.buffer({-1}, s.getIType(), blocks);
  lb.forEach(lb.index(0), blocks, 1, [&](Value block) {
    I counter = s.iadd(firstBlock, lb.toWord(block));
    lb.store(drawSigns(s, random, counter).value, signs, block);
  });
  return signs;
}

RotatingReader::RotatingReader(LoopBuilder &lb,
                               std::unique_ptr<BlockReader> input, Value signs,
                               int64_t group, bool isBF16)
    : lb(lb), input(std::move(input)), signs(signs), group(group),
      isBF16(isBF16), scratch(lb.scratch({group, kLanes}, lb.b.getF32Type())) {}

Value RotatingReader::loadRotated(Value column) {
  return lb.loadVector(scratch, {column, lb.index(0)}, kLanes);
}

void RotatingReader::rotateGroup(Value first) {
  IROps &o = lb.lanes;
  auto at = [&](Value column) {
    return SmallVector<Value>{column, lb.index(0)};
  };
  lb.forEach(lb.index(0), lb.index(group), kBlock, [&](Value inGroup) {
    Value column = lb.add(first, inGroup);
    F x[kBlock];
    input->load(column, x);
    if (!isBF16)
      for (F &v : x)
        v = fromBF16(o, toBF16(o, v)); // hadamard_c6
    Value word = lb.load(signs, lb.div(column, kBlock));
    applySigns(o, lb.splat(I{word}), x);
    hadamard16(o, x);
    for (int64_t j = 0; j < kBlock; ++j)
      lb.storeVector(x[j].value, scratch, at(lb.add(inGroup, j)));
  });
  int64_t blocks = group / kBlock;
  if (blocks == 1)
    return;
  lb.forEach(lb.index(0), lb.index(kBlock), 1, [&](Value j) {
    SmallVector<F> x;
    for (int64_t block = 0; block < blocks; ++block)
      x.push_back({loadRotated(lb.add(j, block * kBlock))});
    hadamardAcross(o, x.data(), unsigned(blocks), /*step=*/1);
    for (int64_t block = 0; block < blocks; ++block)
      lb.storeVector(x[block].value, scratch, at(lb.add(j, block * kBlock)));
  });
}

void RotatingReader::load(Value column, F (&x)[kBlock]) {
  Value inGroup = lb.rem(column, group);
  Value starts = arith::CmpIOp::create(lb.b, lb.loc, arith::CmpIPredicate::eq,
                                       inGroup, lb.index(0));
  lb.branch(starts, [&] { rotateGroup(column); });
  for (int64_t j = 0; j < kBlock; ++j)
    x[j] = F{loadRotated(lb.add(inGroup, j))};
}
