//===- Scales.cpp - Pass 2 of post hoc quantizers -------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The tensor scale from the largest corrected scale, and stochastic rounding of
// all corrected scales: four per thread, in the order in which they lie.
//
//===----------------------------------------------------------------------===//

#include "Job.h"
#include "Sinks.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "quartet/Numerics/Eden.h"
#include "quartet/Numerics/ScaleLayout.h"

using namespace mlir;
using namespace quartet;
using namespace quartet::kernels;
using namespace quartet::numerics;

namespace {

class ScalesKernel {
public:
  ScalesKernel(KernelBuilder &kb, const Quantizer &quantizer,
               const Operands &operands)
      : kb(kb), operands(operands), result(operands.row) {
    IROps &s = kb.scalar;
    tensor =
        tensorScaleFromScales(s, quantizer, kb.loadForWarp(result.maximum)[0]);
    random = makeRandom(kb, operands, result.site);
  }

  void emit() {
    onFirstThread(kb,
                  [&] { storeTensorScale(kb, operands, result, tensor.ts); });
    forThisScaleWord(kb, result.corrected,
                     [&](const ScaleWord &word) { emitWord(word); });
  }

private:
  void emitWord(const ScaleWord &place) {
    IROps &s = kb.scalar;
    Value halves =
        kb.loadAligned(result.corrected, place.at(kb, result.corrected), kQuad);
    I counterRow =
        getCounterRow(kb, operands, place.batch, operands.rows, place.row);
    I bytes[kQuad];
    for (int64_t i = 0; i < kQuad; ++i) {
      I w{arith::ExtUIOp::create(kb.b, kb.loc, s.getIType(),
                                 kb.extract(halves, i))};
      Value block = kb.add(place.block, i);
      I draw = drawForScale(s, random, getCounterBlock(kb, operands, block),
                            counterRow);
      bytes[i] = edenScaleByte(s, w, tensor, draw);
    }
    storeScaleWord(kb, result.scales, place, operands.rows, bytes);
  }

  KernelBuilder &kb;
  const Operands &operands;
  const ResultOperands &result;
  PostHocScale<IROps> tensor;
  RandomSource<IROps> random;
};

} // namespace

void kernels::emitScales(Lowering &lowering, Job &job, ResultOperands &result,
                         Value rows) {
  CodeBuilder &host = lowering.host;
  Operands operands;
  operands.seed = job.operands.seed;
  operands.instance = job.operands.instance;
  operands.firstRow = job.operands.firstRow;
  operands.firstBlock = job.operands.firstBlock;
  operands.prescale = job.operands.prescale;
  operands.row = result;
  operands.row.data = {};
  operands.rows = rows;
  Value words = getNumScaleWords(host, result.corrected);
  KernelConfig config;
  config.name = "round_scales";
  config.key = job.quantizerKey + "|" + operands.getKey();
  config.threads = kTileThreads;
  lowering.launch(config, operands.getPresent(),
                  host.ceilDiv(words, kTileThreads),
                  [&](OpBuilder &b, ValueRange arguments, ValueRange) {
                    KernelBuilder kb(b, host.loc);
                    Operands inside = operands.inKernel(arguments);
                    ScalesKernel(kb, job.quantizer, inside).emit();
                  });
}
