//===- TCGen05AsyncOps.cpp - Verifiers of barriers and tensor copies ------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The rules of cuTensorMapEncodeTiled and of PTX ISA 9.7.9.27 and 9.7.13.15
// that types and constants can show.
//
//===----------------------------------------------------------------------===//

#include "VerifierUtils.h"

using namespace mlir;
using namespace quartet::tcgen05;

//===----------------------------------------------------------------------===//
// Tensor maps
//===----------------------------------------------------------------------===//

/// Strides of a map, and its address, are multiples of this.
static constexpr int64_t kMapAlignment = 16;
static constexpr int64_t kMaxMapRank = 5;
static constexpr int64_t kMaxBox = 256;
/// Alignment of a box in shared memory without swizzle; a swizzle's pattern has
/// 8 rows of its span.
static constexpr int64_t kBoxAlignment = 128;

int64_t TensorMapType::getBytes() const {
  int64_t bytes = 1;
  for (int64_t size : getBox())
    bytes *= size;
  return bytes;
}

LogicalResult
TensorMapType::verify(function_ref<InFlightDiagnostic()> emitError,
                      ArrayRef<int64_t> box, int64_t swizzle) {
  int64_t rank = box.size();
  if (rank < 1 || rank > kMaxMapRank)
    return emitError() << "expects 1 to " << kMaxMapRank
                       << " dimensions, but got " << rank;
  for (int64_t size : box)
    if (size < 1 || size > kMaxBox)
      return emitError() << "expects box sizes in [1, " << kMaxBox
                         << "], but got " << size;
  if (swizzle != 0 && swizzle != 32 && swizzle != 64 && swizzle != 128)
    return emitError() << "expects a swizzle of 0, 32, 64 or 128 bytes, but "
                          "got "
                       << swizzle;
  if (box.back() % kMapAlignment)
    return emitError() << "expects an innermost box size that is a multiple of "
                       << kMapAlignment << ", but got " << box.back();
  if (swizzle && box.back() > swizzle)
    return emitError() << "expects an innermost box size of at most the "
                          "swizzle's "
                       << swizzle << " bytes, but got " << box.back();
  return success();
}

Type TensorMapType::parse(AsmParser &parser) {
  SmallVector<int64_t> box;
  int64_t swizzle = 0;
  SMLoc loc;
  if (parser.parseLess() || parser.getCurrentLocation(&loc) ||
      parser.parseDimensionList(box, /*allowDynamic=*/false,
                                /*withTrailingX=*/false))
    return {};
  if (succeeded(parser.parseOptionalComma()) &&
      (parser.parseKeyword("swizzle") || parser.parseInteger(swizzle)))
    return {};
  if (parser.parseGreater())
    return {};
  return parser.getChecked<TensorMapType>(loc, parser.getContext(),
                                          ArrayRef<int64_t>(box), swizzle);
}

void TensorMapType::print(AsmPrinter &printer) const {
  printer << '<';
  printer.printDimensionList(getBox());
  if (getSwizzle())
    printer << ", swizzle " << getSwizzle();
  printer << '>';
}

LogicalResult MakeTensorMapOp::verify() {
  auto type = cast<MemRefType>(getSource().getType());
  TensorMapType map = getMap().getType();
  if (!type.getElementType().isIntOrFloat() ||
      type.getElementTypeBitWidth() != 8)
    return emitOpError() << "expects elements of 8 bits, but got "
                         << type.getElementType();
  if (type.getRank() != int64_t(map.getBox().size()))
    return emitOpError() << "expects one box size per dimension of " << type
                         << ", but got " << map.getBox().size();
  SmallVector<int64_t> strides;
  int64_t offset;
  if (failed(type.getStridesAndOffset(strides, offset)) || strides.back() != 1)
    return emitOpError() << "expects an innermost stride of 1, but got "
                         << type;
  for (int64_t stride : ArrayRef(strides).drop_back())
    if (!ShapedType::isDynamic(stride) && stride % kMapAlignment)
      return emitOpError() << "expects strides that are multiples of "
                           << kMapAlignment << " bytes, but got " << stride;
  return success();
}

Value MakeTensorMapOp::getViewSource() { return getSource(); }

LogicalResult TmaLoadOp::verify() {
  TensorMapType map = getMap().getType();
  if (getCoordinates().size() != map.getBox().size())
    return emitOpError() << "expects " << map.getBox().size()
                         << " coordinates for " << map << ", but got "
                         << getCoordinates().size();
  int64_t pattern = 8 * map.getSwizzle();
  if (failed(verifyTile(*this, getMemory(), getOffset(), map.getBytes(),
                        std::max(kBoxAlignment, pattern))))
    return failure();
  return verifyShared(*this, getBarriers(), "barriers");
}

//===----------------------------------------------------------------------===//
// mbarriers
//===----------------------------------------------------------------------===//

/// Pending arrivals and transaction bytes of one phase stay below 2^20.
static constexpr int64_t kMaxCount = (1 << 20) - 1;

/// `barriers` in workgroup memory, a constant `index` inside it.
static LogicalResult verifyBarrier(Operation *op, Value barriers, Value index) {
  if (failed(verifyShared(op, barriers, "barriers")))
    return failure();
  auto type = cast<MemRefType>(barriers.getType());
  int64_t constant;
  if (isConstant(index, constant) && type.hasStaticShape() &&
      (constant < 0 || constant >= type.getNumElements()))
    return op->emitOpError()
           << "expects a barrier in [0, " << type.getNumElements()
           << "), but got " << constant;
  return success();
}

LogicalResult MbarrierInitOp::verify() {
  int64_t count = getCount();
  if (count < 1 || count > kMaxCount)
    return emitOpError() << "expects a count in [1, " << kMaxCount
                         << "], but got " << count;
  return verifyBarrier(*this, getBarriers(), getIndex());
}

LogicalResult MbarrierArriveOp::verify() {
  return verifyBarrier(*this, getBarriers(), getIndex());
}

LogicalResult MbarrierExpectOp::verify() {
  int64_t bytes = getBytes();
  if (bytes < 0 || bytes > kMaxCount)
    return emitOpError() << "expects bytes in [0, " << kMaxCount
                         << "], but got " << bytes;
  return verifyBarrier(*this, getBarriers(), getIndex());
}

LogicalResult MbarrierTryWaitOp::verify() {
  return verifyBarrier(*this, getBarriers(), getIndex());
}
