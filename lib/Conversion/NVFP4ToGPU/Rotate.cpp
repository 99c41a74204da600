//===- Rotate.cpp - nvfp4.rotate and sums of columns ----------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Job.h"

#include "mlir/Dialect/Vector/IR/VectorOps.h"

using namespace mlir;
using namespace quartet;
using namespace quartet::kernels;
using codegen::withBatch;
using numerics::kBlock;

namespace {

/// Stores rotated values.
class RotateConsumer : public Consumer {
public:
  RotateConsumer(KernelBuilder &kb, Value rotated) : kb(kb), rotated(rotated) {}

  SmallVector<Value> take(const Tile &, const Step &step, F (&x)[kBlock],
                          ValueRange) override {
    kb.branch(step.exists, [&] {
      Value column = kb.mul(step.block, kBlock);
      int64_t width = getAccessElements(kb.b.getF32Type());
      for (int64_t first = 0; first < kBlock; first += width) {
        SmallVector<I> words;
        for (int64_t i = 0; i < width; ++i)
          words.push_back(kb.scalar.bits(x[first + i]));
        kb.storeAligned(
            kb.fromWords(words, kb.b.getF32Type()), rotated,
            withBatch(rotated, step.batch, {step.row, kb.add(column, first)}));
      }
    });
    return {};
  }

private:
  KernelBuilder &kb;
  Value rotated;
};

} // namespace

void kernels::lower(nvfp4::RotateOp op, Lowering &lowering) {
  CodeBuilder &host = lowering.host;
  Job job;
  job.name = "rotate" + std::to_string(op.getGroup());
  job.row = !op.getTranspose();
  job.col = op.getTranspose();
  job.group = int64_t(op.getGroup());
  job.operands.input = op.getInput();
  job.operands.seed = op.getSeed();
  job.operands.instance = op.getInstance();
  job.operands.signSite = host.scalar.u32(uint32_t(op.getSite())).value;
  job.operands.rotated = op.getInit();
  if (!op.getOffsets().empty())
    job.operands.firstBlock =
        host.toWord(host.div(op.getOffsets()[1], kBlock)).value;
  emitTiles(
      lowering, job, "", [](KernelBuilder &kb, const Direction &direction) {
        return std::make_unique<RotateConsumer>(kb, direction.operands.rotated);
      });
}

void kernels::emitColumnSum(Lowering &lowering, Value input, Value sums) {
  CodeBuilder &host = lowering.host;
  Value columns = host.dim(input, -1);
  Value count = host.mul(codegen::getBatch(host, input), columns);
  KernelConfig config;
  config.name = "column_sum_" + getMatrixName(input);
  lowering.launch(
      config, {input, sums}, host.ceilDiv(count, config.threads),
      [&](OpBuilder &b, ValueRange arguments, ValueRange) {
        KernelBuilder kb(b, host.loc);
        IROps &s = kb.scalar;
        Value input = arguments[0], sums = arguments[1];
        Value columns = kb.dim(input, -1);
        Value batches = codegen::getBatch(kb, input);
        Value id = kb.add(kb.mul(kb.blockId(), config.threads), kb.threadId());
        // The order of the rows is part of the result (rotate_quantize).
        kb.branch(kb.isLess(id, kb.mul(batches, columns)), [&] {
          Value batch =
              codegen::isBatched(input) ? kb.div(id, columns) : kb.index(0);
          Value column = kb.rem(id, columns);
          Value sum = kb.forEach(
              kb.index(0), kb.dim(input, -2), 1, s.f32(0.0f).value,
              [&](Value row, ValueRange carried) -> SmallVector<Value> {
                Value v =
                    kb.load(input, withBatch(input, batch, {row, column}));
                return {s.add(F{carried[0]}, codegen::widen(kb, s, v)).value};
              })[0];
          kb.store(sum, sums, withBatch(sums, batch, column));
        });
      });
}
