//===- Job.cpp - One kernel that reads all tiles --------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The row direction consumes blocks as they are read. The column direction
// reads them from shared memory, to which they were written as bf16, unless
// that is not exact: then it reads columns from global memory.
//
//===----------------------------------------------------------------------===//

#include "Job.h"

#include "Readers.h"
#include "quartet/Numerics/ScaleLayout.h"

using namespace mlir;
using namespace quartet;
using namespace quartet::kernels;
using numerics::kBlock;
using numerics::RandomSource;

//===----------------------------------------------------------------------===//
// What jobs say about themselves
//===----------------------------------------------------------------------===//

Value Job::getRows(CodeBuilder &cb, const Operands &at) const {
  return cb.dim(at.input, -2);
}

Value Job::getColumns(CodeBuilder &cb, const Operands &at) const {
  if (!isPacked())
    return cb.dim(at.input, -1);
  // Columns of the padding are read only if nothing says how many count.
  return col ? cb.dim(at.col.data, -2) : codegen::getCodeColumns(cb, at.input);
}

/// True if values of the input are exact in bf16.
static bool isBF16(const Job &job) {
  auto type = cast<MemRefType>(job.operands.input.getType());
  return job.isPacked() || type.getElementType().isBF16();
}

/// True if the column direction reads from shared memory.
static bool isStaged(const Job &job) {
  return job.col && (job.group != 0 || isBF16(job));
}

//===----------------------------------------------------------------------===//
// Randomness and tensor scales
//===----------------------------------------------------------------------===//

RandomSource<IROps> kernels::makeRandom(KernelBuilder &kb,
                                        const Operands &operands, Value site) {
  SmallVector<I> seed = kb.loadForWarp(operands.seed);
  I place = operands.instance ? kb.toWord(operands.instance) : kb.scalar.u32(0);
  return {seed[0], seed[1], I{site}, place};
}

I kernels::getCounterRow(KernelBuilder &kb, const Operands &operands,
                         Value batch, Value rows, Value row) {
  I counter = kb.toWord(kb.add(kb.mul(batch, rows), row));
  if (!operands.firstRow)
    return counter;
  return kb.scalar.iadd(I{operands.firstRow}, counter);
}

I kernels::getCounterBlock(KernelBuilder &kb, const Operands &operands,
                           Value block) {
  I counter = kb.toWord(block);
  if (!operands.firstBlock)
    return counter;
  return kb.scalar.iadd(I{operands.firstBlock}, counter);
}

void kernels::storeTensorScale(KernelBuilder &kb, const Operands &operands,
                               const ResultOperands &result, F ts) {
  if (operands.prescale)
    ts = kb.scalar.mul(ts, F{kb.load(operands.prescale, {})});
  kb.store(ts.value, result.tensorScale, {});
}

//===----------------------------------------------------------------------===//
// Tiles
//===----------------------------------------------------------------------===//

namespace {

/// The body of one kernel.
class TileKernel {
public:
  TileKernel(KernelBuilder &kb, const Job &job, const Operands &operands,
             ValueRange shared, MakeConsumer makeConsumer)
      : kb(kb), job(job), operands(operands), shared(shared),
        makeConsumer(makeConsumer) {}

  Direction getDirection(bool transposed) {
    return {job, operands, transposed ? operands.col : operands.row,
            shared.front()};
  }

  void emit() {
    Value rows = job.getRows(kb, operands);
    Value columns = job.getColumns(kb, operands);
    TileGrid grid =
        makeTileGrid(kb, codegen::getBatch(kb, operands.input), rows, columns);
    kb.ifBlockBelow(grid.count, [&] {
      ThreadLayout layout = job.quantizer.blockRows == 1
                                ? ThreadLayout::Rows
                                : ThreadLayout::Squares;
      std::optional<SharedTile> staged;
      if (isStaged(job)) {
        staged.emplace(kb, shared.back(), isBF16(job));
        emitRows(grid, layout, rows, columns, &*staged);
        kb.barrier();
      } else if (job.row) {
        emitRows(grid, layout, rows, columns, nullptr);
      }
      if (job.col)
        emitColumns(grid, layout, staged ? &*staged : nullptr);
    });
  }

private:
  /// The matrix as it is stored.
  std::unique_ptr<ThreadReader> makeReader(Value rows, Value columns) {
    if (job.isPacked())
      return makeDecodingReader(kb, operands.input, operands.inputScales, rows,
                                columns);
    return makeMatrixReader(
        kb, codegen::makeSource(kb, operands.input, /*transposed=*/false,
                                columns, operands.validRows));
  }

  std::unique_ptr<ThreadReader> rotate(std::unique_ptr<ThreadReader> reader,
                                       const Tile &tile, bool exact) {
    if (job.group == 0)
      return reader;
    RandomSource<IROps> random = makeRandom(kb, operands, operands.signSite);
    I signs = numerics::drawSigns(kb.scalar, random,
                                  getCounterBlock(kb, operands, tile.block));
    return makeRotatingReader(kb, std::move(reader), tile, signs, job.group,
                              exact);
  }

  /// Column blocks of a destination.
  Value getBlocks(const ResultOperands &result) {
    if (operands.rotated)
      return kb.div(kb.dim(operands.rotated, -1), kBlock);
    return kb.div(kb.dim(result.data, -1), numerics::packedColumns(kBlock));
  }

  void emitRows(const TileGrid &grid, ThreadLayout layout, Value rows,
                Value columns, SharedTile *staged) {
    Value blocks =
        job.row ? getBlocks(operands.row) : kb.ceilDiv(columns, kBlock);
    Tile tile = makeTile(kb, grid, rows, blocks, /*transposed=*/false,
                         staged ? ThreadLayout::Rows : layout);
    std::unique_ptr<ThreadReader> reader = makeReader(rows, columns);
    if (staged)
      reader = makeStagingReader(std::move(reader), *staged, tile);
    if (!job.row)
      return forEachQuarter(kb, tile, *reader, *makeNullConsumer());
    reader = rotate(std::move(reader), tile, isBF16(job));
    std::unique_ptr<Consumer> consumer =
        makeConsumer(kb, getDirection(/*transposed=*/false));
    forEachQuarter(kb, tile, *reader, *consumer);
  }

  void emitColumns(const TileGrid &grid, ThreadLayout layout,
                   SharedTile *staged) {
    Value rows = operands.rotated ? kb.dim(operands.rotated, -2)
                                  : kb.dim(operands.col.data, -2);
    Tile tile = makeTile(kb, grid, rows, getBlocks(operands.col),
                         /*transposed=*/true, layout);
    std::unique_ptr<ThreadReader> reader =
        staged ? makeSharedReader(*staged, tile)
               : makeMatrixReader(kb,
                                  codegen::makeSource(kb, operands.input,
                                                      /*transposed=*/true, rows,
                                                      operands.validRows));
    reader = rotate(std::move(reader), tile, /*exact=*/bool(staged));
    std::unique_ptr<Consumer> consumer =
        makeConsumer(kb, getDirection(/*transposed=*/true));
    forEachQuarter(kb, tile, *reader, *consumer);
  }

  KernelBuilder &kb;
  const Job &job;
  const Operands &operands;
  ValueRange shared;
  MakeConsumer makeConsumer;
};

} // namespace

void kernels::emitTiles(
    Lowering &lowering, Job &job, StringRef pass, MakeConsumer makeConsumer,
    function_ref<void(KernelBuilder &, const Direction &)> once) {
  CodeBuilder &host = lowering.host;
  Operands &operands = job.operands;
  TileGrid grid =
      makeTileGrid(host, codegen::getBatch(host, operands.input),
                   job.getRows(host, operands), job.getColumns(host, operands));
  KernelConfig config;
  config.name = job.name + pass.str() + "_" + getMatrixName(operands.input) +
                (job.col ? job.row ? "_both" : "_col" : "");
  config.key = job.quantizerKey + "|" + operands.getKey() + "|" +
               std::to_string(job.group);
  config.threads = kTileThreads;
  config.shared.push_back(getSharedWords(host.b, kTileThreads / kWarp));
  if (isStaged(job))
    config.shared.push_back(SharedTile::getType(host.b));
  lowering.launch(config, operands.getPresent(), grid.count,
                  [&](OpBuilder &b, ValueRange arguments, ValueRange shared) {
                    KernelBuilder kb(b, host.loc);
                    Operands inside = operands.inKernel(arguments);
                    TileKernel kernel(kb, job, inside, shared, makeConsumer);
                    if (once)
                      onFirstThread(kb, [&] {
                        if (job.row)
                          once(kb, kernel.getDirection(false));
                        if (job.col)
                          once(kb, kernel.getDirection(true));
                      });
                    kernel.emit();
                  });
}
