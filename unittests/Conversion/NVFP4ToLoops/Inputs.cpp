//===- Inputs.cpp - Matrices as buffers and as views ----------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Inputs.h"

#include "quartet/Dialect/NVFP4/IR/NVFP4.h"
#include "quartet/Numerics/Floats.h"
#include "quartet/Numerics/HostScalar.h"
#include "llvm/Support/raw_ostream.h"

#include <gtest/gtest.h>

using namespace quartet;
using namespace quartet::test;
using namespace quartet::numerics;

const char *test::getName(host::ElementType type) {
  switch (type) {
  case host::ElementType::F32:
    return "f32";
  case host::ElementType::F16:
    return "f16";
  case host::ElementType::BF16:
    return "bf16";
  }
  return "";
}

static int64_t getSize(host::ElementType type) {
  return type == host::ElementType::F32 ? 4 : 2;
}

Input::Input(const std::vector<float> &source, host::ElementType type,
             int64_t rows, int64_t columns)
    : type(type), rows(rows), columns(columns),
      bytes(size_t(rows * columns * getSize(type))) {
  HostScalar o;
  for (int64_t i = 0; i < rows * columns; ++i) {
    float v = source[size_t(i) % source.size()];
    uint32_t word = type == host::ElementType::F32    ? o.bits(v)
                    : type == host::ElementType::BF16 ? toBF16(o, v)
                                                      : toF16(o, v);
    std::memcpy(bytes.data() + i * getSize(type), &word, getSize(type));
  }
}

host::MatrixView Input::view(bool transposed) const {
  host::MatrixView v;
  v.data = bytes.data();
  v.type = type;
  v.rows = transposed ? columns : rows;
  v.columns = transposed ? rows : columns;
  v.stride = columns;
  v.transposed = transposed;
  return v;
}

Buffer Input::buffer(std::vector<int64_t> shape) const {
  Buffer b(std::move(shape), getSize(type));
  std::copy(bytes.begin(), bytes.end(), b.data());
  return b;
}

float Input::value(int64_t row, int64_t column) const {
  HostScalar o;
  uint32_t word = 0;
  std::memcpy(&word, bytes.data() + (row * columns + column) * getSize(type),
              getSize(type));
  return type == host::ElementType::F32    ? o.fromBits(word)
         : type == host::ElementType::BF16 ? fromBF16(o, word)
                                           : fromF16(o, word);
}

std::vector<float> test::mixedValues(const Quantizer &q) {
  std::mt19937_64 gen = testdata::generator(400);
  std::vector<float> values = testdata::special(64, 96, gen).values;
  std::vector<float> more = testdata::gaussian(64, 96, 6, gen).values;
  values.insert(values.end(), more.begin(), more.end());
  more = testdata::midpoints(q, 1536.0f, gen).values;
  values.insert(values.end(), more.begin(), more.end());
  return values;
}

std::string test::getQuantizerText(const Quantizer &q) {
  mlir::MLIRContext context;
  context.loadDialect<nvfp4::NVFP4Dialect>();
  std::string text;
  llvm::raw_string_ostream os(text);
  os << mlir::Attribute(nvfp4::QuantizerAttr::get(&context, q));
  os.flush();
  size_t open = text.find('<');
  return open == std::string::npos ? text : text.substr(open);
}

static std::vector<int64_t> withBatch(std::vector<int64_t> shape,
                                      int64_t batch) {
  if (batch)
    shape.insert(shape.begin(), batch);
  return shape;
}

Destinations::Destinations(int64_t rows, int64_t padded, bool tiled,
                           int64_t batch)
    : data(withBatch({rows, packedColumns(padded)}, batch), 1),
      scales(withBatch(tiled ? std::vector<int64_t>{scaleTileRows(rows),
                                                    scaleTileColumns(
                                                        scaleColumns(padded)),
                                                    32, 4, 4}
                             : std::vector<int64_t>{rows, scaleColumns(padded)},
                       batch),
             1),
      tensorScale({}, 4) {}

void test::expectEqual(const Destinations &got,
                       const host::QuantizedMatrix &expected, bool tiled) {
  EXPECT_EQ(got.data.values<uint8_t>(), expected.data);
  std::vector<uint8_t> scales = expected.scales;
  if (tiled)
    scales =
        host::tileScales(scales, expected.rows, scaleColumns(expected.padded));
  EXPECT_EQ(got.scales.values<uint8_t>(), scales);
  EXPECT_EQ(got.tensorScale.values<uint32_t>()[0],
            HostScalar().bits(expected.tensorScale));
}
