//===- VerifierUtils.cpp - Checks shared by the verifiers -----------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Kinds of operands, shapes of quantized matrices, and randomness. A dynamic
// size agrees with every size; operands known to be constant are checked too.
//
//===----------------------------------------------------------------------===//

#include "VerifierUtils.h"

#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "mlir/IR/TypeUtilities.h"
#include "quartet/Dialect/NVFP4/IR/Shapes.h"
#include "quartet/Numerics/ScaleLayout.h"
#include "llvm/ADT/StringExtras.h"

using namespace mlir;
using namespace quartet;
using namespace quartet::nvfp4;
using namespace quartet::nvfp4::detail;

//===----------------------------------------------------------------------===//
// Kinds of values
//===----------------------------------------------------------------------===//

/// <op>_c1: all shaped operands are ranked tensors, or all are memrefs.
LogicalResult nvfp4::detail::verifyUniformKind(Operation *op) {
  Type first;
  for (OpOperand &operand : op->getOpOperands()) {
    Type type = operand.get().getType();
    if (!isa<ShapedType>(type))
      continue;
    if (!isa<RankedTensorType, MemRefType>(type))
      return op->emitOpError("expects operand #")
             << operand.getOperandNumber()
             << " to be a ranked tensor or memref, but got " << type;
    if (!first)
      first = type;
    if (isa<MemRefType>(first) != isa<MemRefType>(type))
      return op->emitOpError(
                 "expects all operands to be tensors or all to be memrefs, but "
                 "got ")
             << first << " and " << type;
  }
  return success();
}

//===----------------------------------------------------------------------===//
// Shapes
//===----------------------------------------------------------------------===//

/// A shape as it is written in types.
static std::string toString(ArrayRef<int64_t> shape) {
  return llvm::join(llvm::map_range(shape,
                                    [](int64_t size) {
                                      return ShapedType::isDynamic(size)
                                                 ? std::string("?")
                                                 : std::to_string(size);
                                    }),
                    "x");
}

LogicalResult nvfp4::detail::verifyShape(Operation *op, StringRef name,
                                         ArrayRef<int64_t> actual,
                                         ArrayRef<int64_t> expected) {
  if (succeeded(verifyCompatibleShape(actual, expected)))
    return success();
  return op->emitOpError("expects ")
         << name << " of shape " << toString(expected) << ", but got "
         << toString(actual);
}

/// The static sizes of either of two compatible shapes.
static SmallVector<int64_t> refine(ArrayRef<int64_t> a, ArrayRef<int64_t> b) {
  SmallVector<int64_t> result(a);
  for (auto [size, other] : llvm::zip_equal(result, b))
    if (ShapedType::isDynamic(size))
      size = other;
  return result;
}

/// Both operands have a batch dimension of the same size, or neither has one.
LogicalResult nvfp4::detail::verifySameBatch(Operation *op, StringRef name,
                                             ShapedType type, bool isScale,
                                             StringRef otherName,
                                             ShapedType other) {
  int64_t batchRank = 3, rank = type.getRank();
  if (isScale && isTiledScaleType(type))
    rank -= std::size(numerics::kScaleTileShape);
  if ((rank == batchRank) != (other.getRank() == batchRank))
    return op->emitOpError("expects ")
           << name << " and " << otherName
           << " to agree in having a batch dimension, but got " << type
           << " and " << other;
  if (rank == batchRank &&
      failed(verifyCompatibleShape(type.getShape().take_front(),
                                   other.getShape().take_front())))
    return op->emitOpError("expects ")
           << name << " and " << otherName
           << " to have the same batch size, but got " << type << " and "
           << other;
  return success();
}

/// The scales of data with shape `data` (R x P): linear or tiled.
static LogicalResult verifyScales(Operation *op, StringRef name,
                                  ShapedType scales, ArrayRef<int64_t> data) {
  SmallVector<int64_t> expected = getLinearScaleShape(data);
  if (isTiledScaleType(scales))
    expected = getTiledScaleShape(expected);
  return verifyShape(op, name, scales.getShape(), expected);
}

/// The padded columns of quantized data are a multiple of the padding unit.
LogicalResult nvfp4::detail::verifyPadding(Operation *op, StringRef name,
                                           ArrayRef<int64_t> data) {
  int64_t unit = numerics::paddedColumns(1), columns = data.back();
  if (ShapedType::isDynamic(columns) || columns % unit == 0)
    return success();
  return op->emitOpError("expects ") << name << " with a multiple of " << unit
                                     << " columns, but got " << columns;
}

/// Names a triple in messages: "data", "scales" with a prefix.
static std::string prefixed(StringRef prefix, StringRef name) {
  return (prefix + name).str();
}

/// Data and scales written for the R x K `matrix`, to be rotated in groups of
/// `group` first unless that is 0. `reference` is the operand `matrix` is the
/// shape of.
LogicalResult nvfp4::detail::verifyQuantized(Operation *op, StringRef prefix,
                                             ShapedType data, ShapedType scales,
                                             ArrayRef<int64_t> matrix,
                                             unsigned group,
                                             StringRef referenceName,
                                             ShapedType reference) {
  std::string dataName = prefixed(prefix, "data");
  std::string scalesName = prefixed(prefix, "scales");
  if (failed(verifySameBatch(op, dataName, data, false, referenceName,
                             reference)) ||
      failed(verifySameBatch(op, scalesName, scales, true, referenceName,
                             reference)))
    return failure();
  SmallVector<int64_t> expected = getDataShape(matrix, group);
  bool packed = data.getElementType().isInteger();
  if (failed(verifyShape(op, dataName, data.getShape(),
                         packed ? getStorageShape(expected) : expected)))
    return failure();
  SmallVector<int64_t> actual = refine(getLogicalDataShape(data), expected);
  if (failed(verifyPadding(op, dataName, actual)))
    return failure();
  return verifyScales(op, scalesName, scales, actual);
}

/// Data and scales that are read.
LogicalResult nvfp4::detail::verifyQuantizedInput(Operation *op,
                                                  StringRef prefix,
                                                  ShapedType data,
                                                  ShapedType scales) {
  std::string dataName = prefixed(prefix, "data");
  SmallVector<int64_t> shape = getLogicalDataShape(data);
  if (failed(verifySameBatch(op, prefixed(prefix, "scales"), scales, true,
                             dataName, data)) ||
      failed(verifyPadding(op, dataName, shape)))
    return failure();
  return verifyScales(op, prefixed(prefix, "scales"), scales, shape);
}

//===----------------------------------------------------------------------===//
// Randomness and offsets
//===----------------------------------------------------------------------===//

/// A site is one 32-bit word of the random counter.
LogicalResult nvfp4::detail::verifySite(Operation *op, StringRef name,
                                        std::optional<int64_t> site) {
  if (!site || (*site >= 0 && *site <= int64_t(UINT32_MAX)))
    return success();
  return op->emitOpError("expects '")
         << name << "' between 0 and " << UINT32_MAX << ", but got " << *site;
}

/// The counter word 4 * instance + draw must not wrap.
LogicalResult nvfp4::detail::verifyInstance(Operation *op, Value instance) {
  std::optional<int64_t> value =
      instance ? getConstantIntValue(instance) : std::nullopt;
  int64_t limit = (int64_t(UINT32_MAX) + 1) / 4;
  if (!value || (*value >= 0 && *value < limit))
    return success();
  return op->emitOpError("expects 'instance' between 0 and ")
         << limit - 1 << ", but got " << *value;
}

LogicalResult nvfp4::detail::verifyOffsets(Operation *op, ValueRange offsets,
                                           int64_t unit) {
  if (offsets.empty())
    return success();
  if (offsets.size() != 2)
    return op->emitOpError("expects no offsets or a row and a column offset, "
                           "but got ")
           << offsets.size();
  std::optional<int64_t> row = getConstantIntValue(offsets[0]);
  if (row && *row < 0)
    return op->emitOpError("expects a row offset of at least 0, but got ")
           << *row;
  std::optional<int64_t> column = getConstantIntValue(offsets[1]);
  if (column && (*column < 0 || *column % unit != 0))
    return op->emitOpError("expects a column offset that is a multiple of ")
           << unit << ", but got " << *column;
  return success();
}

LogicalResult nvfp4::detail::verifyGroup(Operation *op, int64_t group) {
  if (group == 16 || group == 32 || group == 128)
    return success();
  return op->emitOpError("expects 'group' to be 16, 32 or 128, but got ")
         << group;
}
