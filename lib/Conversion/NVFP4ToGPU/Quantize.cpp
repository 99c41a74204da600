//===- Quantize.cpp - Operations that quantize ----------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Describes nvfp4.quantize, rotate_quantize and requantize as jobs, and runs
// the passes that a quantizer needs.
//
//===----------------------------------------------------------------------===//

#include "Job.h"
#include "Sinks.h"

#include "quartet/Numerics/ScaleLayout.h"
#include "quartet/Numerics/TensorScale.h"
#include "llvm/Support/raw_ostream.h"

using namespace mlir;
using namespace quartet;
using namespace quartet::kernels;
using numerics::Correction;
using numerics::kBlock;

//===----------------------------------------------------------------------===//
// Passes
//===----------------------------------------------------------------------===//

/// Makes a word of scratch that holds +0.
static Value emitZeroScratch(Lowering &lowering) {
  CodeBuilder &host = lowering.host;
  Value memref = host.buffer({}, host.b.getF32Type());
  emitZero(lowering, memref);
  return memref;
}

static SmallVector<ResultOperands *> getResults(Job &job) {
  SmallVector<ResultOperands *> results;
  if (job.row)
    results.push_back(&job.operands.row);
  if (job.col)
    results.push_back(&job.operands.col);
  return results;
}

/// A job that only finds maxima: it writes no codes.
static void emitMaxima(Lowering &lowering, Job &job) {
  for (ResultOperands *result : getResults(job))
    result->maximum = emitZeroScratch(lowering);
  emitTiles(lowering, job, "_amax", makeMaximumConsumer);
}

void kernels::emitQuantization(Lowering &lowering, Job &job) {
  CodeBuilder &host = lowering.host;
  const numerics::Quantizer &quantizer = job.quantizer;
  bool corrects = quantizer.correction != Correction::None;
  if (quantizer.isPostHoc()) {
    Value batches = codegen::getBatch(host, job.operands.input);
    SmallVector<std::pair<ResultOperands *, Value>> passes;
    for (ResultOperands *result : getResults(job)) {
      Value rows = host.dim(result->data, -2);
      Value blocks =
          host.div(host.dim(result->data, -1), numerics::packedColumns(kBlock));
      result->corrected = HalfSink::allocate(host, batches, rows, blocks);
      result->maximum = emitZeroScratch(lowering);
      passes.emplace_back(result, rows);
    }
    emitTiles(lowering, job, "", makeEdenConsumer);
    for (auto [result, rows] : passes)
      emitScales(lowering, job, *result, rows);
    return;
  }
  SmallVector<ResultOperands *> results = getResults(job);
  if (!results.front()->maximum && job.group == 0 && !job.isPacked()) {
    results.front()->maximum = emitZeroScratch(lowering);
    emitAmax(lowering, job.operands.input, job.operands.validRows,
             results.front()->maximum);
  } else if (!results.front()->maximum) {
    emitMaxima(lowering, job);
  }
  emitTiles(
      lowering, job, "", corrects ? makeEdenConsumer : makeRoundingConsumer,
      [&](KernelBuilder &kb, const Direction &direction) {
        IROps &s = kb.scalar;
        I amax =
            numerics::magnitude(s, F{kb.load(direction.result.maximum, {})});
        F ts = numerics::tensorScaleFromAmax(s, quantizer, amax).ts;
        storeTensorScale(kb, direction.operands, direction.result, ts);
      });
}

//===----------------------------------------------------------------------===//
// Operations
//===----------------------------------------------------------------------===//

/// The name of a quantizer in names of kernels, and its text.
static void setQuantizer(Job &job, StringRef operation,
                         nvfp4::QuantizerAttr attr) {
  job.quantizer = attr.getSpec();
  llvm::raw_string_ostream(job.quantizerKey) << attr;
  const char *name = numerics::findQuantizerName(job.quantizer);
  job.name = (operation + "_" + (name ? name : "custom")).str();
}

static Value getSite(CodeBuilder &host, std::optional<uint64_t> site) {
  return site ? host.scalar.u32(uint32_t(*site)).value : Value();
}

void kernels::lower(nvfp4::QuantizeOp op, Lowering &lowering) {
  CodeBuilder &host = lowering.host;
  Job job;
  setQuantizer(job, "quantize", op.getQuantizer());
  job.row = !op.getTranspose();
  job.col = op.getTranspose();
  Operands &operands = job.operands;
  operands.input = op.getInput();
  operands.validRows = op.getValidRows();
  operands.prescale = op.getPrescale();
  if (job.quantizer.isStochastic()) {
    operands.seed = op.getSeed();
    operands.instance = op.getInstance();
    if (!op.getOffsets().empty()) {
      operands.firstRow = host.toWord(op.getOffsets()[0]).value;
      operands.firstBlock =
          host.toWord(host.div(op.getOffsets()[1], kBlock)).value;
    }
  }
  ResultOperands &result = job.row ? operands.row : operands.col;
  result.data = op.getDataInit();
  result.scales = op.getScalesInit();
  result.tensorScale = op.getTensorScaleInit();
  result.site = getSite(host, op.getSite());
  result.maximum = op.getAmax();
  emitQuantization(lowering, job);
}

/// Destinations and sites of a fused operation.
template <class Op>
static void setDirections(CodeBuilder &host, Op op, Job &job) {
  job.row = op.hasRow();
  job.col = op.hasCol();
  job.group = int64_t(op.getGroup());
  job.operands.seed = op.getSeed();
  job.operands.instance = op.getInstance();
  job.operands.signSite = getSite(host, op.getSite());
  ValueRange inits = op.getInits();
  auto set = [&](ResultOperands &result, std::optional<uint64_t> site) {
    result.data = inits[0];
    result.scales = inits[1];
    result.tensorScale = inits[2];
    result.site = getSite(host, site);
    inits = inits.drop_front(3);
  };
  if (job.row)
    set(job.operands.row, op.getRowSite());
  if (job.col)
    set(job.operands.col, op.getColSite());
}

void kernels::lower(nvfp4::RotateQuantizeOp op, Lowering &lowering) {
  Job job;
  setQuantizer(job, "rotate_quantize", op.getQuantizer());
  setDirections(lowering.host, op, job);
  job.operands.input = op.getInput();
  emitQuantization(lowering, job);
  if (op.getColumnSum())
    emitColumnSum(lowering, op.getInput(), op.getInits().back());
}

void kernels::lower(nvfp4::RequantizeOp op, Lowering &lowering) {
  Job job;
  setQuantizer(job, "requantize", op.getQuantizer());
  setDirections(lowering.host, op, job);
  job.operands.input = op.getData();
  job.operands.inputScales = op.getScales();
  job.operands.prescale = op.getTensorScale();
  emitQuantization(lowering, job);
}
