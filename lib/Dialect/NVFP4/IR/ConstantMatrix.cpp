//===- ConstantMatrix.cpp - Dense attributes as matrices ------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ConstantMatrix.h"

#include <cstring>

using namespace mlir;
using namespace quartet;
using namespace quartet::nvfp4;
using namespace quartet::numerics;

static size_t getElementBytes(Type element) {
  return llvm::divideCeil(element.getIntOrFloatBitWidth(), 8);
}

std::optional<ConstantMatrix> ConstantMatrix::get(Attribute attr) {
  auto dense = dyn_cast_or_null<DenseElementsAttr>(attr);
  auto type =
      dense ? dyn_cast<RankedTensorType>(dense.getType()) : RankedTensorType();
  if (!type || type.getNumElements() > kFoldElementLimit)
    return std::nullopt;
  ArrayRef<char> raw = dense.getRawData();
  ConstantMatrix matrix{type, {}};
  int64_t copies = dense.isSplat() ? type.getNumElements() : 1;
  for (int64_t i = 0; i < copies; ++i)
    matrix.bytes.insert(matrix.bytes.end(), raw.begin(), raw.end());
  if (matrix.bytes.size() !=
      size_t(type.getNumElements()) * getElementBytes(type.getElementType()))
    return std::nullopt;
  return matrix;
}

host::MatrixView ConstantMatrix::getView(int64_t batch, bool transpose,
                                         int64_t validRows) const {
  Type element = type.getElementType();
  host::MatrixView view;
  view.type = element.isBF16()  ? host::ElementType::BF16
              : element.isF16() ? host::ElementType::F16
                                : host::ElementType::F32;
  view.data = bytes.data() + size_t(batch * getRows() * getColumns()) *
                                 getElementBytes(element);
  view.rows = transpose ? getColumns() : getRows();
  view.columns = transpose ? getRows() : getColumns();
  view.stride = getColumns();
  view.transposed = transpose;
  (transpose ? view.validColumns : view.validRows) = validRows;
  return view;
}

std::vector<uint8_t> ConstantMatrix::getPart(int64_t index,
                                             int64_t count) const {
  size_t size = bytes.size() / size_t(count);
  auto begin = bytes.begin() + std::ptrdiff_t(size * size_t(index));
  return std::vector<uint8_t>(begin, begin + std::ptrdiff_t(size));
}

DenseElementsAttr nvfp4::getConstant(RankedTensorType type,
                                     ArrayRef<uint8_t> bytes) {
  size_t size = getElementBytes(type.getElementType());
  bool splat = !bytes.empty();
  for (size_t i = size; splat && i < bytes.size(); ++i)
    splat = bytes[i] == bytes[i - size];
  ArrayRef<uint8_t> stored = splat ? bytes.take_front(size) : bytes;
  return DenseElementsAttr::getFromRawBuffer(
      type,
      ArrayRef(reinterpret_cast<const char *>(stored.data()), stored.size()));
}

DenseElementsAttr nvfp4::getConstant(RankedTensorType type, float value) {
  uint8_t bytes[sizeof(value)];
  std::memcpy(bytes, &value, sizeof(value));
  return getConstant(type, bytes);
}

std::optional<float> nvfp4::getConstantFloat(Attribute attr) {
  std::optional<ConstantMatrix> constant = ConstantMatrix::get(attr);
  if (!constant || constant->bytes.size() != sizeof(float))
    return std::nullopt;
  float value;
  std::memcpy(&value, constant->bytes.data(), sizeof(value));
  return value;
}

std::optional<uint64_t> nvfp4::getConstantSeed(Attribute attr) {
  std::optional<ConstantMatrix> constant = ConstantMatrix::get(attr);
  if (!constant || constant->bytes.size() != sizeof(uint64_t))
    return std::nullopt;
  uint64_t value;
  std::memcpy(&value, constant->bytes.data(), sizeof(value));
  return value;
}

std::optional<int64_t> nvfp4::getConstantIndex(Attribute attr) {
  if (auto integer = dyn_cast_or_null<IntegerAttr>(attr))
    return integer.getInt();
  return std::nullopt;
}
