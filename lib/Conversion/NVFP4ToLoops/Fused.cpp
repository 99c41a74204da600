//===- Fused.cpp - nvfp4.rotate_quantize and nvfp4.requantize -------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A quantization per direction whose reader rotates, so that neither decoded
// nor rotated values are stored. Byte for byte the decompositions of the
// operations.
//
//===----------------------------------------------------------------------===//

#include "BlockReader.h"
#include "Lowerings.h"
#include "MatrixAccess.h"
#include "Quantize.h"
#include "quartet/Dialect/NVFP4/IR/NVFP4.h"
#include "quartet/Numerics/ScaleLayout.h"

using namespace mlir;
using namespace quartet;
using namespace quartet::loops;
using namespace quartet::numerics;

namespace {

/// One direction of a fused operation.
struct Direction {
  const Quantizer &quantizer;
  Value data, scales, tensorScale; ///< destinations
  Value rows;                      ///< of the result
  Value seed, instance, prescale;  ///< the last two may be null
  uint32_t signSite;
  std::optional<uint64_t> site;
  int64_t group;
  bool isBF16;
  /// Reads what is rotated, given the columns that are asked for.
  MakeReader reader;
};

} // namespace

static void emitDirection(LoopBuilder &lb, Direction &d) {
  IROps &s = lb.scalar;
  Value blocks = lb.div(lb.dim(d.data, -1), packedColumns(kBlock));
  Value signs = emitSigns(lb, d.seed, d.signSite, d.instance, s.u32(0), blocks);
  Quantization q{lb,
                 d.quantizer,
                 [&](Value batch, Value row, int64_t tileRows) {
                   return std::make_unique<RotatingReader>(
                       lb, d.reader(batch, row, tileRows), signs, d.group,
                       d.isBF16);
                 },
                 d.data,
                 d.scales,
                 getBatch(lb, d.data),
                 d.rows,
                 blocks,
                 /*amax=*/{},
                 /*random=*/std::nullopt,
                 s.u32(0),
                 s.u32(0)};
  if (d.site)
    q.random = emitRandomSource(lb, d.seed, uint32_t(*d.site), d.instance);
  if (!d.quantizer.isPostHoc())
    q.amax = emitAmax(q);
  emitQuantization(q, d.prescale, d.tensorScale);
}

/// The sums of the columns of `memref` in ascending row order
/// (rotate_quantize).
static void emitColumnSum(LoopBuilder &lb, Value memref, Value sums) {
  Value rows = lb.dim(memref, -2), columns = lb.dim(memref, -1);
  auto sum = [&](IROps &o, Value batch, Value column) {
    Value zero = o.f32(0.0f).value;
    return lb.forEach(lb.index(0), rows, 1, zero,
                      [&](Value row, ValueRange carried) -> SmallVector<Value> {
                        auto at = withBatch(memref, batch, {row, column});
                        Value v = o.getLanes() == 1
                                      ? lb.load(memref, at)
                                      : lb.loadVector(memref, at, kLanes);
                        return {o.add(F{carried[0]}, widen(lb, o, v)).value};
                      })[0];
  };
  lb.parallel({getBatch(lb, memref), columns}, {1, kLanes},
              [&](ValueRange ivs) {
                Value batch = ivs[0], first = ivs[1];
                Value end = lb.add(first, kLanes);
                lb.branch(
                    lb.isAtMost(end, columns),
                    [&] {
                      lb.storeVector(sum(lb.lanes, batch, first), sums,
                                     withBatch(sums, batch, {first}));
                    },
                    [&] {
                      lb.forEach(first, columns, 1, [&](Value column) {
                        lb.store(sum(lb.scalar, batch, column), sums,
                                 withBatch(sums, batch, {column}));
                      });
                    });
              });
}

namespace {

struct RotateQuantizeLowering
    : public OpRewritePattern<nvfp4::RotateQuantizeOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(nvfp4::RotateQuantizeOp op,
                                PatternRewriter &rewriter) const override {
    if (failed(checkSupported(op, rewriter)))
      return failure();
    LoopBuilder lb(rewriter, op.getLoc());
    Value input = op.getInput();
    bool isBF16 = cast<MemRefType>(input.getType()).getElementType().isBF16();
    ValueRange inits = op.getInits();
    auto emit = [&](bool transposed, std::optional<uint64_t> site) {
      Value columns = getCodeColumns(lb, inits[0]);
      Source source = makeSource(lb, input, transposed, columns);
      Direction direction{op.getQuantizer().getSpec(),
                          inits[0],
                          inits[1],
                          inits[2],
                          source.rows,
                          op.getSeed(),
                          op.getInstance(),
                          /*prescale=*/{},
                          uint32_t(op.getSite()),
                          site,
                          int64_t(op.getGroup()),
                          isBF16,
                          [&](Value batch, Value row, int64_t tileRows) {
                            return std::make_unique<TileReader>(
                                lb, source, batch, row, tileRows);
                          }};
      emitDirection(lb, direction);
      inits = inits.drop_front(3);
    };
    if (op.hasRow())
      emit(/*transposed=*/false, op.getRowSite());
    if (op.hasCol())
      emit(/*transposed=*/true, op.getColSite());
    if (op.getColumnSum())
      emitColumnSum(lb, input, inits[0]);
    lb.freeBuffers();
    rewriter.eraseOp(op);
    return success();
  }
};

struct RequantizeLowering : public OpRewritePattern<nvfp4::RequantizeOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(nvfp4::RequantizeOp op,
                                PatternRewriter &rewriter) const override {
    if (failed(checkSupported(op, rewriter)))
      return failure();
    LoopBuilder lb(rewriter, op.getLoc());
    ValueRange inits = op.getInits();
    Value rows = lb.dim(op.getData(), -2);
    // K is the number of rows of the column result; without one it is P.
    Value columns = op.hasCol() ? lb.dim(inits[op.hasRow() ? 3 : 0], -2)
                                : getCodeColumns(lb, op.getData());
    auto emit = [&](bool transposed, std::optional<uint64_t> site) {
      QuantizedSource source{op.getData(), op.getScales(), transposed, rows,
                             columns};
      Direction direction{op.getQuantizer().getSpec(),
                          inits[0],
                          inits[1],
                          inits[2],
                          transposed ? columns : rows,
                          op.getSeed(),
                          op.getInstance(),
                          op.getTensorScale(),
                          uint32_t(op.getSite()),
                          site,
                          int64_t(op.getGroup()),
                          /*isBF16=*/true,
                          [&](Value batch, Value row, int64_t) {
                            return makeDecodingReader(lb, source, batch, row);
                          }};
      emitDirection(lb, direction);
      inits = inits.drop_front(3);
    };
    if (op.hasRow())
      emit(/*transposed=*/false, op.getRowSite());
    if (op.hasCol())
      emit(/*transposed=*/true, op.getColSite());
    lb.freeBuffers();
    rewriter.eraseOp(op);
    return success();
  }
};

} // namespace

void loops::populateFusedPatterns(RewritePatternSet &patterns) {
  patterns.add<RotateQuantizeLowering, RequantizeLowering>(
      patterns.getContext());
}
