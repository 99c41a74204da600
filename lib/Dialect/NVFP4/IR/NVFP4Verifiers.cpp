//===- NVFP4Verifiers.cpp - Verifiers of the nvfp4 dialect ----------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What ODS types cannot say: the labelled constraints in the descriptions of
// the operations, each quoted beside its check.
//
//===----------------------------------------------------------------------===//

#include "VerifierUtils.h"

#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "mlir/IR/TypeUtilities.h"
#include "quartet/Dialect/NVFP4/IR/NVFP4.h"
#include "quartet/Dialect/NVFP4/IR/Shapes.h"
#include "quartet/Numerics/ScaleLayout.h"
#include "quartet/Numerics/Value.h"

using namespace mlir;
using namespace quartet;
using namespace quartet::nvfp4;
using namespace quartet::nvfp4::detail;

static ShapedType shaped(Value value) {
  return cast<ShapedType>(value.getType());
}

//===----------------------------------------------------------------------===//
// amax, quantize, dequantize, rotate
//===----------------------------------------------------------------------===//

LogicalResult AmaxOp::verify() {
  return verifyUniformKind(*this); // amax_c1
}

LogicalResult QuantizeOp::verify() {
  // quantize_c1
  if (failed(verifyUniformKind(*this)))
    return failure();
  // quantize_c2, quantize_c3, quantize_c4
  ShapedType input = shaped(getInput());
  if (failed(verifyQuantized(*this, "", shaped(getDataInit()),
                             shaped(getScalesInit()),
                             getMatrixShape(input.getShape(), getTranspose()),
                             /*group=*/0, "input", input)))
    return failure();
  // quantize_c5
  const numerics::Quantizer &spec = getQuantizer().getSpec();
  auto verifyPresence = [&](StringRef name, bool present) -> LogicalResult {
    if (present == spec.isStochastic())
      return success();
    return emitOpError("expects ")
           << (present ? "no '" : "'") << name << "' with a "
           << (present ? "deterministic" : "stochastic") << " quantizer";
  };
  if (failed(verifyPresence("seed", getSeed() != Value())) ||
      failed(verifyPresence("site", getSite().has_value())))
    return failure();
  if (getInstance() && !spec.isStochastic())
    return emitOpError("expects no 'instance' with a deterministic quantizer");
  // quantize_c6
  if (getAmax() && spec.isPostHoc())
    return emitOpError("expects no 'amax' with a post hoc tensor scale, "
                       "because that is formed "
                       "from the block scales");
  // quantize_c7, quantize_c8, quantize_c9
  if (failed(verifyOffsets(*this, getOffsets(), numerics::kBlock)) ||
      failed(verifySite(*this, "site", getSite())) ||
      failed(verifyInstance(*this, getInstance())))
    return failure();
  // quantize_c10
  std::optional<int64_t> validRows =
      getValidRows() ? getConstantIntValue(getValidRows()) : std::nullopt;
  if (validRows && *validRows < 0)
    return emitOpError("expects 'valid_rows' of at least 0, but got ")
           << *validRows;
  return success();
}

LogicalResult DequantizeOp::verify() {
  // dequantize_c1
  if (failed(verifyUniformKind(*this)))
    return failure();
  // dequantize_c2, dequantize_c4
  ShapedType data = shaped(getData()), init = shaped(getInit());
  if (failed(
          verifySameBatch(*this, "destination", init, false, "data", data)) ||
      failed(verifyQuantizedInput(*this, "", data, shaped(getScales()))))
    return failure();
  // dequantize_c3
  SmallVector<int64_t> shape = getLogicalDataShape(data);
  int64_t padded = shape.back(), columns = init.getShape().back();
  if (!ShapedType::isDynamic(padded) && !ShapedType::isDynamic(columns) &&
      columns > padded)
    return emitOpError("expects a destination of at most ")
           << padded << " columns, but got " << columns;
  shape.back() = columns;
  return verifyShape(*this, "destination", init.getShape(), shape);
}

LogicalResult RotateOp::verify() {
  // rotate_c1, rotate_c4
  if (failed(verifyUniformKind(*this)) ||
      failed(verifyGroup(*this, getGroup())))
    return failure();
  // rotate_c2, rotate_c3
  ShapedType input = shaped(getInput()), init = shaped(getInit());
  SmallVector<int64_t> matrix =
      getMatrixShape(input.getShape(), getTranspose());
  if (failed(
          verifySameBatch(*this, "destination", init, false, "input", input)) ||
      failed(verifyShape(*this, "destination", init.getShape(),
                         getDataShape(matrix, getGroup()))) ||
      failed(verifyPadding(*this, "destination", init.getShape())))
    return failure();
  // rotate_c5, rotate_c6, rotate_c7
  if (failed(verifySite(*this, "site", getSite())) ||
      failed(verifyOffsets(*this, getOffsets(), getGroup())))
    return failure();
  return verifyInstance(*this, getInstance());
}

//===----------------------------------------------------------------------===//
// scaled_matmul
//===----------------------------------------------------------------------===//

/// scaled_matmul_c6 for one epilogue input.
static LogicalResult verifyEpilogueInput(ScaledMatmulOp op, unsigned index,
                                         AffineMap map) {
  ShapedType input = shaped(op.getEpilogueInputs()[index]);
  ShapedType init = shaped(op.getInit());
  if (map.getNumDims() != init.getRank() || map.getNumSymbols() != 0)
    return op.emitOpError("expects epilogue map #")
           << index << " from " << init.getRank()
           << " dimensions without symbols, but got "
           << AffineMapAttr::get(map);
  if (map.getNumResults() != input.getRank())
    return op.emitOpError("expects epilogue map #")
           << index << " with " << input.getRank()
           << " results, one per dimension of its input, but got "
           << AffineMapAttr::get(map);
  if (!map.isProjectedPermutation())
    return op.emitOpError("expects epilogue map #")
           << index << " to select distinct dimensions, but got "
           << AffineMapAttr::get(map);
  SmallVector<int64_t> expected;
  for (AffineExpr result : map.getResults())
    expected.push_back(
        init.getDimSize(cast<AffineDimExpr>(result).getPosition()));
  return verifyShape(op, "epilogue input #" + std::to_string(index),
                     input.getShape(), expected);
}

LogicalResult ScaledMatmulOp::verify() {
  // scaled_matmul_c1
  if (failed(verifyUniformKind(*this)))
    return failure();
  // scaled_matmul_c2, scaled_matmul_c5
  ShapedType lhs = shaped(getLhs()), rhs = shaped(getRhs());
  ShapedType init = shaped(getInit());
  if (failed(verifySameBatch(*this, "lhs data", lhs, false, "destination",
                             init)) ||
      failed(verifySameBatch(*this, "rhs data", rhs, false, "destination",
                             init)) ||
      failed(
          verifyQuantizedInput(*this, "lhs ", lhs, shaped(getLhsScales()))) ||
      failed(verifyQuantizedInput(*this, "rhs ", rhs, shaped(getRhsScales()))))
    return failure();
  // scaled_matmul_c3
  SmallVector<int64_t> lhsShape = getLogicalDataShape(lhs);
  SmallVector<int64_t> rhsShape = getLogicalDataShape(rhs);
  if (failed(verifyCompatibleDims({lhsShape.back(), rhsShape.back()})))
    return emitOpError("expects both operands to have the same number of "
                       "padded columns, but got ")
           << lhsShape.back() << " and " << rhsShape.back();
  // scaled_matmul_c4
  auto verifyRows = [&](StringRef name, int64_t rows, int64_t valid) {
    if (ShapedType::isDynamic(rows) || ShapedType::isDynamic(valid) ||
        rows >= valid)
      return success();
    emitOpError("expects ")
        << name << " data with at least " << valid << " rows, but got " << rows;
    return failure();
  };
  int64_t rank = init.getRank();
  if (failed(
          verifyRows("lhs", lhsShape[rank - 2], init.getDimSize(rank - 2))) ||
      failed(verifyRows("rhs", rhsShape[rank - 2], init.getDimSize(rank - 1))))
    return failure();
  // scaled_matmul_c6
  SmallVector<AffineMap> maps = getEpilogueMapValues();
  if (maps.size() != getEpilogueInputs().size())
    return emitOpError("expects one epilogue map per epilogue input, but got ")
           << maps.size() << " for " << getEpilogueInputs().size();
  for (auto [index, map] : llvm::enumerate(maps))
    if (failed(verifyEpilogueInput(*this, index, map)))
      return failure();
  // scaled_matmul_c7
  if (getEpilogue().empty() && !maps.empty())
    return emitOpError("expects an epilogue that uses the epilogue inputs");
  // scaled_matmul_c9
  auto scaleLog2 = static_cast<int64_t>(getScaleLog2());
  if (scaleLog2 < -126 || scaleLog2 > 127)
    return emitOpError("expects 'scale_log2' between -126 and 127, but got ")
           << scaleLog2;
  return success();
}

LogicalResult ScaledMatmulOp::verifyRegions() {
  if (getEpilogue().empty())
    return success();
  // scaled_matmul_c7
  if (!getEpilogue().hasOneBlock())
    return emitOpError("expects an epilogue of one block, but got ")
           << getEpilogue().getBlocks().size();
  Block &block = getEpilogue().front();
  SmallVector<Type> expected{Float32Type::get(getContext())};
  for (Value input : getEpilogueInputs())
    expected.push_back(getElementTypeOrSelf(input));
  if (!llvm::equal(block.getArgumentTypes(), expected))
    return emitOpError("expects epilogue arguments of types (")
           << expected << "), but got (" << block.getArgumentTypes() << ")";
  // scaled_matmul_c8
  auto yield = block.empty() ? YieldOp() : dyn_cast<YieldOp>(block.back());
  if (!yield)
    return emitOpError("expects an epilogue that ends in 'nvfp4.yield'");
  Type element = getElementTypeOrSelf(getInit());
  if (yield.getValue().getType() != element)
    return yield.emitOpError("expects a value of the destination's element "
                             "type ")
           << element << ", but got " << yield.getValue().getType();
  for (Operation &op : block.without_terminator())
    if (!isMemoryEffectFree(&op))
      return op.emitOpError(
          "expects no memory effects in the epilogue of 'nvfp4.scaled_matmul'");
  return success();
}

//===----------------------------------------------------------------------===//
// Layout and storage
//===----------------------------------------------------------------------===//

/// Constraints c1 to c3 of tile_scales and untile_scales, which differ in which
/// operand is which.
static LogicalResult verifyTiling(Operation *op, StringRef linearName,
                                  ShapedType linear, StringRef tiledName,
                                  ShapedType tiled) {
  // tile_scales_c1, untile_scales_c1
  if (failed(verifyUniformKind(op)))
    return failure();
  // tile_scales_c2, untile_scales_c2
  if (isTiledScaleType(linear))
    return op->emitOpError("expects ")
           << linearName << " in linear layout (rank 2 or 3), but got "
           << linear << ", which is in the 128x4 tiling";
  if (!isTiledScaleType(tiled))
    return op->emitOpError("expects ")
           << tiledName << " in the 128x4 tiling (rank 5 or 6), but got "
           << tiled << ", which is linear";
  if (failed(verifySameBatch(op, tiledName, tiled, true, linearName, linear)))
    return failure();
  // tile_scales_c3, untile_scales_c3
  return verifyShape(op, tiledName, tiled.getShape(),
                     getTiledScaleShape(linear.getShape()));
}

LogicalResult TileScalesOp::verify() {
  return verifyTiling(*this, "input", shaped(getInput()), "destination",
                      shaped(getInit()));
}

LogicalResult UntileScalesOp::verify() {
  return verifyTiling(*this, "destination", shaped(getInit()), "input",
                      shaped(getInput()));
}

LogicalResult ToStorageOp::verify() {
  // to_storage_c1
  ArrayRef<int64_t> codes = getInput().getType().getShape();
  if (!ShapedType::isDynamic(codes.back()) &&
      codes.back() % numerics::unpackedColumns(1) != 0)
    return emitOpError("expects an even number of columns, but got ")
           << codes.back();
  // to_storage_c2
  return verifyShape(*this, "result", getResult().getType().getShape(),
                     getStorageShape(codes));
}

LogicalResult FromStorageOp::verify() {
  // from_storage_c1
  return verifyShape(*this, "result", getResult().getType().getShape(),
                     getLogicalDataShape(getInput().getType()));
}

LogicalResult ImportOp::verify() {
  // import_c1
  ArrayRef<int64_t> data = getData().getType().getShape();
  if (failed(verifyShape(*this, "result", data,
                         getLogicalDataShape(getBytes().getType()))))
    return failure();
  if (!ShapedType::isDynamic(data.back()) &&
      numerics::paddedColumns(data.back()) != data.back())
    return emitOpError("expects a multiple of ")
           << numerics::paddedColumns(1) << " columns, but got " << data.back();
  // import_c2
  return verifyShape(*this, "scales", getScales().getType().getShape(),
                     getLinearScaleShape(data));
}

//===----------------------------------------------------------------------===//
// Fused operations
//===----------------------------------------------------------------------===//

/// Data, scales and tensor scale at `inits[first]`: the quantized form of
/// `matrix`, rotated.
static LogicalResult verifyFusedTriple(Operation *op, ValueRange inits,
                                       unsigned first, StringRef prefix,
                                       ArrayRef<int64_t> matrix, int64_t group,
                                       ShapedType reference) {
  Builder b(op->getContext());
  auto describe = [&](unsigned index, StringRef what) {
    return op->emitOpError("expects destination #")
           << index << " to hold the " << prefix << what << ", but got "
           << inits[index].getType();
  };
  ShapedType data = shaped(inits[first]);
  ShapedType scales = shaped(inits[first + 1]);
  ShapedType tensorScale = shaped(inits[first + 2]);
  int64_t rank = matrix.size();
  bool codes = isa<RankedTensorType>(data) &&
               isa<Float4E2M1FNType>(data.getElementType());
  if (data.getRank() != rank || !(codes || data.getElementType().isInteger(8)))
    return describe(first, "data");
  int64_t tiledRank = rank + std::size(numerics::kScaleTileShape);
  if (!isa<Float8E4M3FNType>(scales.getElementType()) ||
      (scales.getRank() != rank && scales.getRank() != tiledRank))
    return describe(first + 1, "scales");
  if (tensorScale.getRank() != 0 || !tensorScale.getElementType().isF32())
    return describe(first + 2, "tensor scale");
  return verifyQuantized(op, prefix, data, scales, matrix, group, "input",
                         reference);
}

/// The constraints that rotate_quantize and requantize share, given the matrix
/// R x K that they rotate and the operand it comes from.
template <typename OpTy>
static LogicalResult verifyFused(OpTy op, SmallVector<int64_t> matrix,
                                 ShapedType reference, unsigned extraInits) {
  // rotate_quantize_c2, requantize_c2
  unsigned triple = 3;
  unsigned expected =
      triple * (unsigned(op.hasRow()) + unsigned(op.hasCol())) + extraInits;
  if (op.getInits().size() != expected)
    return op.emitOpError("expects ")
           << expected << " destinations, but got " << op.getInits().size();
  // rotate_quantize_c5, requantize_c5
  if (failed(verifyGroup(op, op.getGroup())))
    return failure();
  // rotate_quantize_c3, requantize_c4
  if (op.hasRow() &&
      failed(verifyFusedTriple(op, op.getInits(), 0, "row ", matrix,
                               op.getGroup(), reference)))
    return failure();
  if (op.hasCol() &&
      failed(verifyFusedTriple(op, op.getInits(), op.hasRow() ? triple : 0,
                               "column ", getMatrixShape(matrix, true),
                               op.getGroup(), reference)))
    return failure();
  // rotate_quantize_c6, requantize_c6
  bool stochastic = op.getQuantizer().getSpec().isStochastic();
  auto verifyPresence = [&](StringRef name, bool present, bool used) {
    if (present == (used && stochastic))
      return success();
    op.emitOpError("expects ")
        << (present ? "no '" : "'") << name << "' with "
        << (stochastic ? "a stochastic" : "a deterministic")
        << " quantizer and directions '"
        << stringifyDirections(op.getDirections()) << "'";
    return failure();
  };
  if (failed(verifyPresence("row_site", op.getRowSite().has_value(),
                            op.hasRow())) ||
      failed(
          verifyPresence("col_site", op.getColSite().has_value(), op.hasCol())))
    return failure();
  // rotate_quantize_c7, requantize_c7
  if (failed(verifySite(op, "site", op.getSite())) ||
      failed(verifySite(op, "row_site", op.getRowSite())) ||
      failed(verifySite(op, "col_site", op.getColSite())))
    return failure();
  // rotate_quantize_c8, requantize_c8
  return verifyInstance(op, op.getInstance());
}

LogicalResult RotateQuantizeOp::verify() {
  // rotate_quantize_c1
  if (failed(verifyUniformKind(*this)))
    return failure();
  ShapedType input = shaped(getInput());
  if (failed(verifyFused(*this, SmallVector<int64_t>(input.getShape()), input,
                         getColumnSum() ? 1 : 0)))
    return failure();
  // rotate_quantize_c4
  if (!getColumnSum())
    return success();
  ShapedType sum = shaped(getInits().back());
  SmallVector<int64_t> expected(input.getShape());
  expected.erase(expected.end() - 2);
  if (!sum.getElementType().isF32())
    return emitOpError("expects a column sum of f32, but got ") << sum;
  return verifyShape(*this, "column sum", sum.getShape(), expected);
}

LogicalResult RequantizeOp::verify() {
  // requantize_c1, requantize_c3
  ShapedType data = shaped(getData());
  if (failed(verifyUniformKind(*this)) ||
      failed(verifyQuantizedInput(*this, "saved ", data, shaped(getScales()))))
    return failure();
  // requantize_c4: K is the rows of the column result, or P.
  SmallVector<int64_t> matrix = getLogicalDataShape(data);
  unsigned column = hasRow() ? 3 : 0;
  if (hasCol() && getInits().size() > column &&
      shaped(getInits()[column]).getRank() == int64_t(matrix.size())) {
    int64_t padded = matrix.back();
    matrix.back() = shaped(getInits()[column]).getDimSize(matrix.size() - 2);
    if (!ShapedType::isDynamic(padded) && matrix.back() > padded)
      return emitOpError("expects column data with at most ")
             << padded << " rows, but got " << matrix.back();
  }
  return verifyFused(*this, matrix, data, /*extraInits=*/0);
}
