//===- TilingInterfaceImpl.cpp - Tiles of nvfp4 operations ----------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A tile computes the bytes that the whole operation puts there: random numbers
// follow the `offsets`, and a tile may only begin where a block, a rotation
// group, a byte or a tile of scales begins. What cannot be tiled on these terms
// is refused with a remark that says why. Works on tensors.
//
//===----------------------------------------------------------------------===//

#include "Tile.h"
#include "quartet/Dialect/NVFP4/IR/NVFP4.h"
#include "quartet/Dialect/NVFP4/IR/Shapes.h"
#include "quartet/Dialect/NVFP4/Transforms/Transforms.h"
#include "quartet/Numerics/Eden.h"
#include "quartet/Numerics/ScaleLayout.h"

#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/IRMapping.h"
#include "mlir/Interfaces/TilingInterface.h"

using namespace mlir;
using namespace quartet;
using namespace quartet::nvfp4;

using Sizes = SmallVector<OpFoldResult>;

static FailureOr<TilingResult> refuse(Operation *op, const Twine &reason) {
  op->emitRemark() << "not tiled: " << reason;
  return failure();
}

/// The common part of the models: a domain of `batch x rows x columns`, every
/// dimension parallel unless the model says otherwise.
template <typename Model, typename OpTy>
struct TilingModel : TilingInterface::ExternalModel<Model, OpTy> {
  SmallVector<utils::IteratorType> getLoopIteratorTypes(Operation *op) const {
    auto rank = Model::getDomainRank(cast<OpTy>(op));
    return SmallVector<utils::IteratorType>(rank, Model::kIterator);
  }

  SmallVector<Range> getIterationDomain(Operation *op, OpBuilder &b) const {
    OpBuilder::InsertionGuard guard(b);
    b.setInsertionPoint(op);
    SmallVector<Range> ranges;
    for (OpFoldResult size : Model::getDomainSizes(cast<OpTy>(op), b))
      ranges.push_back({b.getIndexAttr(0), size, b.getIndexAttr(1)});
    return ranges;
  }

  FailureOr<TilingResult>
  getTiledImplementation(Operation *op, OpBuilder &b,
                         ArrayRef<OpFoldResult> offsets,
                         ArrayRef<OpFoldResult> sizes) const {
    if (!cast<DestinationStyleOpInterface>(op).hasPureTensorSemantics())
      return refuse(op, "it works on memrefs");
    Sizes extents = Model::getDomainSizes(cast<OpTy>(op), b);
    Tile tile(b, op->getLoc(), offsets, sizes, extents);
    return Model::tile(cast<OpTy>(op), tile);
  }

  LogicalResult getResultTilePosition(Operation *op, OpBuilder &b,
                                      unsigned result,
                                      ArrayRef<OpFoldResult> offsets,
                                      ArrayRef<OpFoldResult> sizes,
                                      Sizes &resultOffsets,
                                      Sizes &resultSizes) const {
    // Extents only matter to what is legal, which has been decided.
    Tile tile(b, op->getLoc(), offsets, sizes, sizes);
    Box box = Model::getResultBox(cast<OpTy>(op), tile, result);
    resultOffsets = std::move(box.offsets);
    resultSizes = std::move(box.sizes);
    return success();
  }

  /// Producer fusion: the first result spans the iteration domain.
  FailureOr<TilingResult>
  generateResultTileValue(Operation *op, OpBuilder &b, unsigned result,
                          ArrayRef<OpFoldResult> offsets,
                          ArrayRef<OpFoldResult> sizes) const {
    if (result != 0 || Model::kFirstResultIsDomain == false)
      return refuse(op, "only its first result determines a tile");
    FailureOr<TilingResult> tiled =
        getTiledImplementation(op, b, offsets, sizes);
    if (failed(tiled))
      return failure();
    return TilingResult{
        tiled->tiledOps, {tiled->tiledValues[result]}, tiled->generatedSlices};
  }
};

/// Runs `op` on new operands, with the regions and attributes it has.
template <typename OpTy>
static TilingResult cloneOnTile(OpTy op, Tile &tile, ValueRange operands,
                                ValueRange inits) {
  Operation *tiled =
      cloneWithoutRegions(tile.builder(), op, inits.getTypes(), operands);
  // An absent epilogue is an empty region, which `clone` cannot copy.
  IRMapping mapping;
  for (auto [from, to] : llvm::zip(op->getRegions(), tiled->getRegions()))
    if (!from.empty())
      tile.builder().cloneRegionBefore(from, to, to.end(), mapping);
  return {{tiled}, SmallVector<Value>(tiled->getResults()), tile.takeSlices()};
}

/// The unit of rows in which data with these scales may be cut.
static int64_t getRowUnit(Value scales) {
  ArrayRef<int64_t> shape = numerics::kScaleTileShape;
  bool tiled = isTiledScaleType(cast<ShapedType>(scales.getType()));
  return tiled ? shape[0] * shape[1] : 1;
}

/// The unit of columns in which data with these scales may be cut.
static int64_t getColumnUnit(Value scales) {
  bool tiled = isTiledScaleType(cast<ShapedType>(scales.getType()));
  int64_t inTile = numerics::kScaleTileShape[2] * numerics::kBlock;
  return tiled ? std::max(inTile, numerics::paddedColumns(1))
               : numerics::paddedColumns(1);
}

namespace {

//===----------------------------------------------------------------------===//
// amax: a reduction that accumulates into its destination
//===----------------------------------------------------------------------===//

struct TileAmax : TilingModel<TileAmax, AmaxOp> {
  static constexpr auto kIterator = utils::IteratorType::reduction;
  static constexpr bool kFirstResultIsDomain = false;

  static int64_t getDomainRank(AmaxOp op) {
    return cast<ShapedType>(op.getInput().getType()).getRank();
  }
  static Sizes getDomainSizes(AmaxOp op, OpBuilder &b) {
    return getMatrixSizes(b, op.getLoc(), op.getInput());
  }
  static Box getResultBox(AmaxOp, Tile &, unsigned) { return {}; }
  static FailureOr<TilingResult> tile(AmaxOp op, Tile &tile) {
    Value input = tile.slice(op.getInput(), tile.box());
    return cloneOnTile(op, tile, {input, op.getInit()}, op.getInit());
  }
};

//===----------------------------------------------------------------------===//
// quantize and rotate: tiles of the padded result
//===----------------------------------------------------------------------===//

struct TileQuantize : TilingModel<TileQuantize, QuantizeOp> {
  static constexpr auto kIterator = utils::IteratorType::parallel;
  static constexpr bool kFirstResultIsDomain = true;

  static int64_t getDomainRank(QuantizeOp op) {
    return cast<ShapedType>(op.getDataInit().getType()).getRank();
  }
  static Sizes getDomainSizes(QuantizeOp op, OpBuilder &b) {
    Location loc = op.getLoc();
    return getDataSizes(
        b, loc, getMatrixSizes(b, loc, op.getInput(), op.getTranspose()));
  }
  static Box getResultBox(QuantizeOp op, Tile &tile, unsigned result) {
    if (result == 0)
      return tile.dataBox(op.getDataInit());
    return result == 1 ? tile.scalesBox(op.getScalesInit()) : Box();
  }
  static FailureOr<TilingResult> tile(QuantizeOp op, Tile &tile);
};

} // namespace

/// The stored rows below `validRows` that remain after the first `skipped`.
static Value getRemainingRows(OpBuilder &b, Location loc, Value validRows,
                              OpFoldResult skipped) {
  AffineExpr valid = b.getAffineSymbolExpr(0), skip = b.getAffineSymbolExpr(1);
  auto map = AffineMap::get(0, 2, {b.getAffineConstantExpr(0), valid - skip},
                            b.getContext());
  return getValueOrCreateConstantIndexOp(
      b, loc,
      affine::makeComposedFoldedAffineMax(b, loc, map, {validRows, skipped}));
}

FailureOr<TilingResult> TileQuantize::tile(QuantizeOp op, Tile &tile) {
  const numerics::Quantizer &spec = op.getQuantizer().getSpec();
  if (spec.isPostHoc())
    return refuse(op, "a post hoc tensor scale needs all block scales");
  if (!op.getAmax())
    return refuse(op,
                  "without an amax operand the tensor scale needs the whole "
                  "matrix");
  int64_t rowUnit =
      std::max<int64_t>(getRowUnit(op.getScalesInit()), spec.blockRows);
  int64_t columnUnit = std::max(
      getColumnUnit(op.getScalesInit()),
      int64_t(numerics::correctionBlocks(spec.correction) * numerics::kBlock));
  if (!tile.rows().startsAndEndsAt(rowUnit))
    return refuse(op, "rows are cut at multiples of " + Twine(rowUnit));
  if (!tile.columns().startsAndEndsAt(columnUnit))
    return refuse(op, "columns are cut at multiples of " + Twine(columnUnit));

  OpBuilder &b = tile.builder();
  Location loc = op.getLoc();
  Sizes matrix = getMatrixSizes(b, loc, op.getInput(), op.getTranspose());
  QuantizeOptions options;
  options.amax = op.getAmax();
  options.seed = op.getSeed();
  options.instance = op.getInstance();
  options.prescale = op.getPrescale();
  if (std::optional<uint64_t> site = op.getSite())
    options.site = int64_t(*site);
  options.transpose = op.getTranspose();
  if (op.getValidRows())
    options.validRows = getRemainingRows(
        b, loc, op.getValidRows(),
        op.getTranspose() ? tile.columns().offset : tile.rows().offset);
  if (spec.isStochastic()) {
    if (!tile.hasOneBatch() && !tile.rows().isWhole())
      return refuse(op, "stochastic rounding cuts rows within one batch "
                        "element only");
    OpFoldResult row = tile.getWholeRow(matrix[matrix.size() - 2]);
    options.offsets = tile.shiftOffsets(op.getOffsets(), row);
  }

  Value input =
      tile.sliceInput(op.getInput(), matrix.back(), op.getTranspose());
  SmallVector<Value> inits = {
      tile.slice(op.getDataInit(), tile.dataBox(op.getDataInit())),
      tile.slice(op.getScalesInit(), tile.scalesBox(op.getScalesInit())),
      op.getTensorScaleInit()};
  auto tiled =
      QuantizeOp::create(b, loc, op.getQuantizer(), input, inits, options);
  tiled->setDiscardableAttrs(op->getDiscardableAttrDictionary());
  return TilingResult{
      {tiled}, SmallVector<Value>(tiled->getResults()), tile.takeSlices()};
}

namespace {

struct TileRotate : TilingModel<TileRotate, RotateOp> {
  static constexpr auto kIterator = utils::IteratorType::parallel;
  static constexpr bool kFirstResultIsDomain = true;

  static int64_t getDomainRank(RotateOp op) {
    return cast<ShapedType>(op.getInit().getType()).getRank();
  }
  static Sizes getDomainSizes(RotateOp op, OpBuilder &b) {
    Location loc = op.getLoc();
    return getDataSizes(
        b, loc, getMatrixSizes(b, loc, op.getInput(), op.getTranspose()),
        op.getGroup());
  }
  static Box getResultBox(RotateOp, Tile &tile, unsigned) { return tile.box(); }
  static FailureOr<TilingResult> tile(RotateOp op, Tile &tile) {
    int64_t unit = numerics::paddedColumns(1, op.getGroup());
    if (!tile.columns().startsAndEndsAt(unit))
      return refuse(op, "columns are cut at multiples of " + Twine(unit));
    OpBuilder &b = tile.builder();
    Sizes matrix =
        getMatrixSizes(b, op.getLoc(), op.getInput(), op.getTranspose());
    Value input =
        tile.sliceInput(op.getInput(), matrix.back(), op.getTranspose());
    Value init = tile.slice(op.getInit(), tile.box());
    SmallVector<Value, 2> offsets =
        tile.shiftOffsets(op.getOffsets(), tile.rows().offset);
    auto tiled = RotateOp::create(b, op.getLoc(), input, op.getSeed(), init,
                                  int64_t(op.getGroup()), int64_t(op.getSite()),
                                  op.getTranspose(), op.getInstance(), offsets);
    tiled->setDiscardableAttrs(op->getDiscardableAttrDictionary());
    return TilingResult{
        {tiled}, SmallVector<Value>(tiled->getResults()), tile.takeSlices()};
  }
};

//===----------------------------------------------------------------------===//
// dequantize
//===----------------------------------------------------------------------===//

struct TileDequantize : TilingModel<TileDequantize, DequantizeOp> {
  static constexpr auto kIterator = utils::IteratorType::parallel;
  static constexpr bool kFirstResultIsDomain = true;

  static int64_t getDomainRank(DequantizeOp op) {
    return cast<ShapedType>(op.getInit().getType()).getRank();
  }
  static Sizes getDomainSizes(DequantizeOp op, OpBuilder &b) {
    return getMatrixSizes(b, op.getLoc(), op.getInit());
  }
  static Box getResultBox(DequantizeOp, Tile &tile, unsigned) {
    return tile.box();
  }
  static FailureOr<TilingResult> tile(DequantizeOp op, Tile &tile) {
    int64_t rowUnit = getRowUnit(op.getScales());
    int64_t columnUnit = getColumnUnit(op.getScales());
    if (!tile.rows().startsAndEndsAt(rowUnit))
      return refuse(op, "rows are cut at multiples of " + Twine(rowUnit));
    if (!tile.columns().startsAndEndsAt(columnUnit))
      return refuse(op, "columns are cut at multiples of " + Twine(columnUnit));
    SmallVector<Value> operands = {
        tile.slice(op.getData(), tile.dataBox(op.getData())),
        tile.slice(op.getScales(), tile.scalesBox(op.getScales()))};
    if (op.getTensorScale())
      operands.push_back(op.getTensorScale());
    Value init = tile.slice(op.getInit(), tile.box());
    operands.push_back(init);
    return cloneOnTile(op, tile, operands, init);
  }
};

//===----------------------------------------------------------------------===//
// scaled_matmul: rows of both operands, all of the padded columns
//===----------------------------------------------------------------------===//

struct TileScaledMatmul : TilingModel<TileScaledMatmul, ScaledMatmulOp> {
  static constexpr auto kIterator = utils::IteratorType::parallel;
  static constexpr bool kFirstResultIsDomain = true;

  static int64_t getDomainRank(ScaledMatmulOp op) {
    return cast<ShapedType>(op.getInit().getType()).getRank();
  }
  static Sizes getDomainSizes(ScaledMatmulOp op, OpBuilder &b) {
    return getMatrixSizes(b, op.getLoc(), op.getInit());
  }
  static Box getResultBox(ScaledMatmulOp, Tile &tile, unsigned) {
    return tile.box();
  }
  static FailureOr<TilingResult> tile(ScaledMatmulOp op, Tile &tile) {
    int64_t lhsUnit = getRowUnit(op.getLhsScales());
    int64_t rhsUnit = getRowUnit(op.getRhsScales());
    if (!tile.rows().startsAndEndsAt(lhsUnit))
      return refuse(op, "rows are cut at multiples of " + Twine(lhsUnit));
    if (!tile.columns().startsAndEndsAt(rhsUnit))
      return refuse(op, "columns are cut at multiples of " + Twine(rhsUnit));
    SmallVector<Value> operands;
    auto append = [&](const Interval &rows, Value data, Value scales,
                      Value tensorScale) {
      operands.push_back(tile.sliceRows(data, rows, 1));
      operands.push_back(tile.sliceRows(scales, rows, getRowUnit(scales)));
      operands.push_back(tensorScale);
    };
    append(tile.rows(), op.getLhs(), op.getLhsScales(), op.getLhsTensorScale());
    append(tile.columns(), op.getRhs(), op.getRhsScales(),
           op.getRhsTensorScale());
    for (auto [input, map] :
         llvm::zip_equal(op.getEpilogueInputs(), op.getEpilogueMapValues()))
      operands.push_back(tile.slice(input, tile.box().project(map)));
    Value init = tile.slice(op.getInit(), tile.box());
    operands.push_back(init);
    return cloneOnTile(op, tile, operands, init);
  }
};

//===----------------------------------------------------------------------===//
// Layout of block scales
//===----------------------------------------------------------------------===//

struct TileTileScales : TilingModel<TileTileScales, TileScalesOp> {
  static constexpr auto kIterator = utils::IteratorType::parallel;
  static constexpr bool kFirstResultIsDomain = false;

  static int64_t getDomainRank(TileScalesOp op) {
    return cast<ShapedType>(op.getInput().getType()).getRank();
  }
  /// Whole tiles, counted along rows and columns.
  static Sizes getDomainSizes(TileScalesOp op, OpBuilder &b) {
    Sizes sizes = getMatrixSizes(b, op.getLoc(), op.getInit());
    sizes.truncate(getDomainRank(op));
    return sizes;
  }
  static Box getResultBox(TileScalesOp, Tile &tile, unsigned) {
    return tile.box().withInnerTile(tile.builder());
  }
  static FailureOr<TilingResult> tile(TileScalesOp op, Tile &tile) {
    Value input = tile.sliceUntiled(op.getInput());
    Value init = tile.slice(op.getInit(), getResultBox(op, tile, 0));
    return cloneOnTile(op, tile, {input, init}, init);
  }
};

struct TileUntileScales : TilingModel<TileUntileScales, UntileScalesOp> {
  static constexpr auto kIterator = utils::IteratorType::parallel;
  static constexpr bool kFirstResultIsDomain = true;

  static int64_t getDomainRank(UntileScalesOp op) {
    return cast<ShapedType>(op.getInit().getType()).getRank();
  }
  static Sizes getDomainSizes(UntileScalesOp op, OpBuilder &b) {
    return getMatrixSizes(b, op.getLoc(), op.getInit());
  }
  static Box getResultBox(UntileScalesOp, Tile &tile, unsigned) {
    return tile.box();
  }
  static FailureOr<TilingResult> tile(UntileScalesOp op, Tile &tile) {
    int64_t rowUnit = getRowUnit(op.getInput());
    int64_t columnUnit = numerics::kScaleTileShape[2];
    if (!tile.rows().startsAndEndsAt(rowUnit))
      return refuse(op, "rows are cut at multiples of " + Twine(rowUnit));
    if (!tile.columns().startsAndEndsAt(columnUnit))
      return refuse(op, "columns are cut at multiples of " + Twine(columnUnit));
    Value input = tile.slice(op.getInput(), tile.tiledBox(rowUnit, columnUnit));
    Value init = tile.slice(op.getInit(), tile.box());
    return cloneOnTile(op, tile, {input, init}, init);
  }
};

} // namespace

void quartet::nvfp4::registerTilingInterfaceExternalModels(
    DialectRegistry &registry) {
  registry.addExtension(+[](MLIRContext *context, NVFP4Dialect *) {
    AmaxOp::attachInterface<TileAmax>(*context);
    QuantizeOp::attachInterface<TileQuantize>(*context);
    RotateOp::attachInterface<TileRotate>(*context);
    DequantizeOp::attachInterface<TileDequantize>(*context);
    ScaledMatmulOp::attachInterface<TileScaledMatmul>(*context);
    TileScalesOp::attachInterface<TileTileScales>(*context);
    UntileScalesOp::attachInterface<TileUntileScales>(*context);
  });
}
