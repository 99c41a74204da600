//===- NVFP4Folds.cpp - Folders of the nvfp4 dialect ----------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Constants go through the functions of lib/Numerics that every target
// executes, so a folded program computes the same bytes. Dequantizing what was
// quantized is not folded: the difference is the point. Folders work on tensors
// of static shape with at most kFoldElementLimit elements.
//
//===----------------------------------------------------------------------===//

#include "ConstantMatrix.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/IR/TypeUtilities.h"
#include "quartet/Dialect/NVFP4/IR/NVFP4.h"
#include "quartet/Dialect/NVFP4/IR/Shapes.h"
#include "quartet/Numerics/E2M1.h"
#include "quartet/Numerics/E4M3.h"
#include "quartet/Numerics/Floats.h"
#include "quartet/Numerics/HostScalar.h"
#include "quartet/Numerics/TensorScale.h"

#include <cstring>

using namespace mlir;
using namespace quartet;
using namespace quartet::nvfp4;
using namespace quartet::numerics;

Operation *NVFP4Dialect::materializeConstant(OpBuilder &b, Attribute value,
                                             Type type, Location loc) {
  return arith::ConstantOp::materialize(b, value, type, loc);
}

static RankedTensorType tensorType(Type type) {
  return dyn_cast<RankedTensorType>(type);
}

/// True if the results can be constants of the destinations' types.
static bool hasFoldableResults(Operation *op) {
  return op->getNumResults() != 0 &&
         llvm::all_of(op->getResultTypes(), [](Type type) {
           return cast<RankedTensorType>(type).hasStaticShape();
         });
}

/// f32 values rounded to `element` (f32, f16 or bf16), appended to `bytes`.
static void appendRounded(std::vector<uint8_t> &bytes, Type element,
                          ArrayRef<float> values) {
  HostScalar o;
  for (float value : values) {
    uint32_t bits = element.isBF16()  ? toBF16(o, value)
                    : element.isF16() ? toF16(o, value)
                                      : o.bits(value);
    for (unsigned i = 0; i < element.getIntOrFloatBitWidth(); i += 8)
      bytes.push_back(uint8_t(bits >> i));
  }
}

//===----------------------------------------------------------------------===//
// amax
//===----------------------------------------------------------------------===//

LogicalResult AmaxOp::fold(FoldAdaptor adaptor,
                           SmallVectorImpl<OpFoldResult> &results) {
  std::optional<float> init = getConstantFloat(adaptor.getInit());
  std::optional<ConstantMatrix> input = ConstantMatrix::get(adaptor.getInput());
  if (!hasFoldableResults(*this) || !init || !input)
    return failure();
  HostScalar o;
  uint32_t largest = 0;
  for (int64_t batch = 0; batch < input->getBatches(); ++batch)
    largest =
        umax(o, largest, o.bits(host::largestMagnitude(input->getView(batch))));
  uint32_t result = umax(o, o.bits(*init), clampMaximum(o, largest));
  results.push_back(
      getConstant(tensorType(getInit().getType()), o.fromBits(result)));
  return success();
}

//===----------------------------------------------------------------------===//
// quantize
//===----------------------------------------------------------------------===//

/// Drops a constant instance of 0, which is what an absent one means.
template <typename OpTy>
static bool dropZeroInstance(OpTy op, Attribute instance) {
  if (!op.getInstance() || getConstantIndex(instance) != 0)
    return false;
  op.getInstanceMutable().clear();
  return true;
}

/// Drops operands that say nothing. Bit-exact: multiplying by 1 is.
static bool simplifyQuantize(QuantizeOp op, QuantizeOp::FoldAdaptor adaptor) {
  bool changed = dropZeroInstance(op, adaptor.getInstance());
  if (!op.getOffsets().empty() && !op.getQuantizer().getSpec().isStochastic()) {
    op.getOffsetsMutable().clear();
    changed = true;
  }
  if (op.getPrescale() && getConstantFloat(adaptor.getPrescale()) == 1.0f) {
    op.getPrescaleMutable().clear();
    changed = true;
  }
  auto input = cast<ShapedType>(op.getInput().getType());
  int64_t rows = input.getDimSize(input.getRank() - 2);
  std::optional<int64_t> valid = op.getValidRows()
                                     ? getConstantIndex(adaptor.getValidRows())
                                     : std::nullopt;
  if (valid && !ShapedType::isDynamic(rows) && *valid >= rows) {
    op.getValidRowsMutable().clear();
    changed = true;
  }
  return changed;
}

namespace {

/// What one nvfp4.quantize with constant operands computes.
struct QuantizeFolder {
  QuantizeOp op;
  ConstantMatrix input;
  host::QuantizeOptions options;
  int64_t validRows = -1;

  /// Fills in the options; fails if an operand is not constant.
  LogicalResult readOperands(QuantizeOp::FoldAdaptor adaptor);

  /// Quantizes all batch elements with one tensor scale between them.
  std::vector<host::QuantizedMatrix> quantize();

  int64_t batches() const { return input.getBatches(); }
  host::MatrixView view(int64_t batch) {
    return input.getView(batch, op.getTranspose(), validRows);
  }
  /// Options of batch element `batch`: its rows count on from the last.
  host::QuantizeOptions optionsOf(int64_t batch) {
    host::QuantizeOptions result = options;
    if (options.quantizer.isStochastic())
      result.offset.row += batch * view(batch).rows;
    return result;
  }
};

} // namespace

LogicalResult QuantizeFolder::readOperands(QuantizeOp::FoldAdaptor adaptor) {
  options.quantizer = op.getQuantizer().getSpec();
  if (op.getAmax()) {
    std::optional<float> amax = getConstantFloat(adaptor.getAmax());
    if (!amax)
      return failure();
    options.hasAmax = true;
    options.amax = *amax;
  }
  if (op.getPrescale()) {
    std::optional<float> prescale = getConstantFloat(adaptor.getPrescale());
    if (!prescale)
      return failure();
    options.prescale = *prescale;
  }
  if (op.getValidRows()) {
    std::optional<int64_t> rows = getConstantIndex(adaptor.getValidRows());
    if (!rows || *rows < 0)
      return failure();
    validRows = *rows;
  }
  if (!options.quantizer.isStochastic())
    return success();
  std::optional<uint64_t> seed = getConstantSeed(adaptor.getSeed());
  if (!seed)
    return failure();
  options.randomness.seed = *seed;
  options.randomness.site = uint32_t(op.getSite().value_or(0));
  if (op.getInstance()) {
    std::optional<int64_t> instance = getConstantIndex(adaptor.getInstance());
    if (!instance)
      return failure();
    options.randomness.instance = uint32_t(*instance);
  }
  if (!op.getOffsets().empty()) {
    std::optional<int64_t> row = getConstantIndex(adaptor.getOffsets()[0]);
    std::optional<int64_t> column = getConstantIndex(adaptor.getOffsets()[1]);
    if (!row || !column)
      return failure();
    options.offset = {*row, *column};
  }
  return success();
}

std::vector<host::QuantizedMatrix> QuantizeFolder::quantize() {
  std::vector<host::QuantizedMatrix> results;
  if (options.quantizer.isPostHoc()) {
    std::vector<host::EdenBlocks> blocks;
    float largest = 0.0f;
    for (int64_t batch = 0; batch < batches(); ++batch) {
      blocks.push_back(host::edenPass1(view(batch), optionsOf(batch)));
      largest = std::max(largest, blocks.back().scaleMaximum);
    }
    for (int64_t batch = 0; batch < batches(); ++batch)
      results.push_back(
          host::edenPass2(blocks[size_t(batch)], optionsOf(batch), largest));
    return results;
  }
  if (!options.hasAmax) {
    float largest = 0.0f;
    for (int64_t batch = 0; batch < batches(); ++batch)
      largest = std::max(largest, host::largestMagnitude(view(batch)));
    options.hasAmax = true;
    options.amax = largest;
  }
  for (int64_t batch = 0; batch < batches(); ++batch)
    results.push_back(host::quantize(view(batch), optionsOf(batch)));
  return results;
}

LogicalResult QuantizeOp::fold(FoldAdaptor adaptor,
                               SmallVectorImpl<OpFoldResult> &results) {
  if (simplifyQuantize(*this, adaptor))
    return success();
  std::optional<ConstantMatrix> input = ConstantMatrix::get(adaptor.getInput());
  // An empty batch has no element to take the tensor scale from.
  if (!hasFoldableResults(*this) || !input || input->getBatches() == 0)
    return failure();
  QuantizeFolder folder{*this, std::move(*input), {}, -1};
  if (failed(folder.readOperands(adaptor)))
    return failure();

  auto dataType = tensorType(getDataInit().getType());
  auto scalesType = tensorType(getScalesInit().getType());
  std::vector<uint8_t> data, scales;
  float tensorScale = 1.0f;
  for (host::QuantizedMatrix &q : folder.quantize()) {
    bool packed = dataType.getElementType().isInteger();
    llvm::append_range(data, packed ? q.data : host::unpackCodes(q.data));
    bool tiled = isTiledScaleType(scalesType);
    llvm::append_range(scales, tiled ? host::tileScales(q.scales, q.rows,
                                                        scaleColumns(q.padded))
                                     : q.scales);
    tensorScale = q.tensorScale;
  }
  results.push_back(getConstant(dataType, data));
  results.push_back(getConstant(scalesType, scales));
  results.push_back(
      getConstant(tensorType(getTensorScaleInit().getType()), tensorScale));
  return success();
}

//===----------------------------------------------------------------------===//
// dequantize
//===----------------------------------------------------------------------===//

LogicalResult DequantizeOp::fold(FoldAdaptor adaptor,
                                 SmallVectorImpl<OpFoldResult> &results) {
  std::optional<ConstantMatrix> data = ConstantMatrix::get(adaptor.getData());
  std::optional<ConstantMatrix> scales =
      ConstantMatrix::get(adaptor.getScales());
  // Multiplying by 1 changes nothing.
  std::optional<float> tensorScale = 1.0f;
  if (getTensorScale())
    tensorScale = getConstantFloat(adaptor.getTensorScale());
  if (!hasFoldableResults(*this) || !data || !scales || !tensorScale)
    return failure();

  bool packed = data->type.getElementType().isInteger();
  bool tiled = isTiledScaleType(scales->type);
  auto type = tensorType(getInit().getType());
  int64_t rows = data->getRows(), batches = data->getBatches();
  int64_t padded = getLogicalDataShape(data->type).back();
  int64_t columns = type.getShape().back();
  std::vector<uint8_t> bytes;
  for (int64_t batch = 0; batch < batches; ++batch) {
    host::QuantizedMatrix q;
    q.rows = rows;
    q.padded = padded;
    q.data = data->getPart(batch, batches);
    if (!packed)
      q.data = host::packCodes(q.data);
    q.scales = scales->getPart(batch, batches);
    if (tiled)
      q.scales = host::untileScales(q.scales, rows, scaleColumns(padded));
    q.tensorScale = *tensorScale;
    std::vector<float> values = host::dequantize(q);
    for (int64_t row = 0; row < rows; ++row)
      appendRounded(
          bytes, type.getElementType(),
          ArrayRef(values).slice(size_t(row * padded), size_t(columns)));
  }
  results.push_back(getConstant(type, bytes));
  return success();
}

//===----------------------------------------------------------------------===//
// rotate
//===----------------------------------------------------------------------===//

LogicalResult RotateOp::fold(FoldAdaptor adaptor,
                             SmallVectorImpl<OpFoldResult> &results) {
  bool changed = dropZeroInstance(*this, adaptor.getInstance());
  // Only the column of the offsets takes part.
  if (!getOffsets().empty() && getConstantIndex(adaptor.getOffsets()[1]) == 0) {
    getOffsetsMutable().clear();
    changed = true;
  }
  if (changed)
    return success();
  std::optional<ConstantMatrix> input = ConstantMatrix::get(adaptor.getInput());
  std::optional<uint64_t> seed = getConstantSeed(adaptor.getSeed());
  std::optional<int64_t> instance =
      getInstance() ? getConstantIndex(adaptor.getInstance()) : 0;
  std::optional<int64_t> column =
      getOffsets().empty() ? 0 : getConstantIndex(adaptor.getOffsets()[1]);
  if (!hasFoldableResults(*this) || !input || !seed || !instance || !column)
    return failure();
  host::Rotation rotation{unsigned(getGroup()),
                          {*seed, uint32_t(getSite()), uint32_t(*instance)}};
  auto type = tensorType(getInit().getType());
  std::vector<uint8_t> bytes;
  for (int64_t batch = 0; batch < input->getBatches(); ++batch)
    appendRounded(bytes, type.getElementType(),
                  host::rotate(input->getView(batch, getTranspose()), rotation,
                               {0, *column}));
  results.push_back(getConstant(type, bytes));
  return success();
}

//===----------------------------------------------------------------------===//
// Layout of block scales
//===----------------------------------------------------------------------===//

/// Converts constant scales of one layout to `type`; `linear` is the type of
/// the linear side.
static DenseElementsAttr foldLayout(Attribute input, RankedTensorType type,
                                    RankedTensorType linear) {
  std::optional<ConstantMatrix> scales = ConstantMatrix::get(input);
  if (!scales || !type.hasStaticShape() || !linear.hasStaticShape() ||
      type.getNumElements() > kFoldElementLimit)
    return {};
  int64_t rank = linear.getRank(), rows = linear.getDimSize(rank - 2);
  int64_t columns = linear.getDimSize(rank - 1);
  int64_t batches = rank == 3 ? linear.getDimSize(0) : 1;
  std::vector<uint8_t> bytes;
  for (int64_t batch = 0; batch < batches; ++batch) {
    std::vector<uint8_t> part = scales->getPart(batch, batches);
    llvm::append_range(bytes, isTiledScaleType(type)
                                  ? host::tileScales(part, rows, columns)
                                  : host::untileScales(part, rows, columns));
  }
  return getConstant(type, bytes);
}

LogicalResult TileScalesOp::fold(FoldAdaptor adaptor,
                                 SmallVectorImpl<OpFoldResult> &results) {
  if (getNumResults() == 0)
    return failure();
  auto linear = tensorType(getInput().getType());
  auto type = tensorType(getInit().getType());
  if (DenseElementsAttr attr = foldLayout(adaptor.getInput(), type, linear)) {
    results.push_back(attr);
    return success();
  }
  // tile(untile(t)) is t if no tile has padding, whose bytes untile drops.
  auto untile = getInput().getDefiningOp<UntileScalesOp>();
  if (!untile || untile.getInput().getType() != type ||
      !linear.hasStaticShape() ||
      linear.getNumElements() != type.getNumElements())
    return failure();
  results.push_back(untile.getInput());
  return success();
}

LogicalResult UntileScalesOp::fold(FoldAdaptor adaptor,
                                   SmallVectorImpl<OpFoldResult> &results) {
  if (getNumResults() == 0)
    return failure();
  auto type = tensorType(getInit().getType());
  if (DenseElementsAttr attr = foldLayout(adaptor.getInput(), type, type)) {
    results.push_back(attr);
    return success();
  }
  // untile(tile(s)) is s.
  auto tile = getInput().getDefiningOp<TileScalesOp>();
  if (!tile || tile.getInput().getType() != type)
    return failure();
  results.push_back(tile.getInput());
  return success();
}

//===----------------------------------------------------------------------===//
// Storage of codes
//===----------------------------------------------------------------------===//

OpFoldResult ToStorageOp::fold(FoldAdaptor adaptor) {
  if (auto from = getInput().getDefiningOp<FromStorageOp>())
    if (from.getInput().getType() == getType())
      return from.getInput();
  std::optional<ConstantMatrix> codes = ConstantMatrix::get(adaptor.getInput());
  if (!codes || !getType().hasStaticShape())
    return {};
  return getConstant(getType(), host::packCodes(codes->bytes));
}

OpFoldResult FromStorageOp::fold(FoldAdaptor adaptor) {
  if (auto to = getInput().getDefiningOp<ToStorageOp>())
    if (to.getInput().getType() == getType())
      return to.getInput();
  std::optional<ConstantMatrix> packed =
      ConstantMatrix::get(adaptor.getInput());
  if (!packed || !getType().hasStaticShape())
    return {};
  return getConstant(getType(), host::unpackCodes(packed->bytes));
}

//===----------------------------------------------------------------------===//
// Scalar and vector conversions
//===----------------------------------------------------------------------===//

/// Applies `convert`, from bits to bits, to a float or every element of a
/// vector; the result has the type `type`.
template <typename F>
static OpFoldResult foldConversion(Attribute input, Type type, F convert) {
  auto apply = [&](const APFloat &value) {
    auto element = cast<FloatType>(getElementTypeOrSelf(type));
    auto bits = uint32_t(value.bitcastToAPInt().getZExtValue());
    return APFloat(element.getFloatSemantics(),
                   APInt(element.getWidth(), convert(bits)));
  };
  if (auto scalar = dyn_cast_or_null<FloatAttr>(input))
    return FloatAttr::get(type, apply(scalar.getValue()));
  auto dense = dyn_cast_or_null<DenseElementsAttr>(input);
  if (!dense || dense.getNumElements() > kFoldElementLimit)
    return {};
  auto shaped = cast<ShapedType>(type);
  if (dense.isSplat())
    return DenseElementsAttr::get(shaped,
                                  apply(dense.getSplatValue<APFloat>()));
  SmallVector<APFloat> values;
  for (const APFloat &value : dense.getValues<APFloat>())
    values.push_back(apply(value));
  return DenseElementsAttr::get(shaped, values);
}

OpFoldResult EncodeOp::fold(FoldAdaptor adaptor) {
  // Decoding is exact, so encoding gives the code back, NaN and -0 included.
  if (auto decode = getInput().getDefiningOp<DecodeOp>())
    if (decode.getInput().getType() == getType())
      return decode.getInput();
  bool isCode = isa<Float4E2M1FNType>(getElementTypeOrSelf(getType()));
  HostScalar o;
  return foldConversion(adaptor.getInput(), getType(), [&](uint32_t bits) {
    float value = o.fromBits(bits);
    return isCode ? encodeE2M1(o, value) : encodeE4M3(o, value);
  });
}

OpFoldResult DecodeOp::fold(FoldAdaptor adaptor) {
  bool isCode =
      isa<Float4E2M1FNType>(getElementTypeOrSelf(getInput().getType()));
  HostScalar o;
  return foldConversion(adaptor.getInput(), getType(), [&](uint32_t bits) {
    return o.bits(isCode ? decodeE2M1(o, bits) : decodeE4M3(o, bits));
  });
}
