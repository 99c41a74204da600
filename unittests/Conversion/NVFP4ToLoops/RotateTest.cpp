//===- RotateTest.cpp - Compiled rotation, decoding, maxima and layouts ---===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The operations around quantization, byte for byte against the host's.
//
//===----------------------------------------------------------------------===//

#include "Inputs.h"
#include "quartet/Numerics/Floats.h"
#include "quartet/Numerics/HostScalar.h"
#include "quartet/Numerics/TensorScale.h"

#include <gtest/gtest.h>

using namespace quartet::test;
using namespace quartet::numerics;
using host::ElementType;

namespace {

const Quantizer &rtn() { return findQuantizer("rtn")->quantizer; }

/// Runs `check` on inputs of every shape.
template <class Check>
void forEachShape(Check check) {
  for (int64_t rows : kRowCounts)
    for (int64_t columns : kColumnCounts) {
      SCOPED_TRACE(testing::Message() << rows << "x" << columns);
      check(rows, columns);
      if (testing::Test::HasFailure())
        return;
    }
}

std::vector<uint32_t> bitsOf(const std::vector<float> &values) {
  std::vector<uint32_t> bits(values.size());
  std::memcpy(bits.data(), values.data(), values.size() * 4);
  return bits;
}

//===----------------------------------------------------------------------===//
// nvfp4.rotate
//===----------------------------------------------------------------------===//

void checkRotate(ElementType type, unsigned group, bool transposed) {
  std::string source = format(
      R"mlir(
func.func @f(%x: memref<?x?x$0>, %seed: memref<i64>, %i: memref<2xindex>,
             %y: memref<?x?xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %instance = memref.load %i[%c0] : memref<2xindex>
  %column = memref.load %i[%c1] : memref<2xindex>
  nvfp4.rotate ins(%x : memref<?x?x$0>) seed(%seed : memref<i64>)
      instance(%instance) offsets(%c0, %column)
      outs(%y : memref<?x?xf32>) {group = $1 : i64, site = 77 : i64 $2}
  return
})mlir",
      {getName(type), std::to_string(group), transposed ? ", transpose" : ""});
  Jit jit(source);
  ASSERT_TRUE(jit.isValid());
  std::vector<float> values = mixedValues(rtn());
  uint64_t seed = testdata::seed() * 3;
  forEachShape([&](int64_t rows, int64_t columns) {
    Input input(values, type, transposed ? columns : rows,
                transposed ? rows : columns);
    int64_t padded = paddedColumns(columns, group);
    Buffer x = input.buffer(), seedBuffer = Buffer::scalar(seed);
    Buffer indices = Buffer::of<int64_t>({6, 256}, {2});
    Buffer y({rows, padded}, 4);
    jit.run("f", {&x, &seedBuffer, &indices, &y});
    host::Rotation rotation{group, {seed, 77, 6}};
    std::vector<float> expected =
        host::rotate(input.view(transposed), rotation, {0, 256});
    std::vector<uint32_t> got = y.values<uint32_t>(), want = bitsOf(expected);
    for (size_t i = 0; i < want.size(); ++i)
      if (expected[i] == expected[i]) { // NaN need only be NaN
        EXPECT_EQ(got[i], want[i]) << "at " << i;
      } else {
        EXPECT_GT(got[i] & kMagnitudeMask, kInfinityBits) << "at " << i;
      }
  });
}

TEST(Rotate, hadamard_c5_bf16_128) {
  checkRotate(ElementType::BF16, 128, false);
}
TEST(Rotate, hadamard_c5_bf16_128_transposed) {
  checkRotate(ElementType::BF16, 128, true);
}
TEST(Rotate, hadamard_c6_f32_32_transposed) {
  checkRotate(ElementType::F32, 32, true);
}
TEST(Rotate, hadamard_c6_f16_16) { checkRotate(ElementType::F16, 16, false); }

//===----------------------------------------------------------------------===//
// nvfp4.dequantize
//===----------------------------------------------------------------------===//

/// Codes and scales of every kind.
host::QuantizedMatrix randomMatrix(int64_t rows, int64_t padded,
                                   std::mt19937_64 &gen) {
  host::QuantizedMatrix q;
  q.rows = rows;
  q.padded = padded;
  for (int64_t i = 0; i < rows * packedColumns(padded); ++i)
    q.data.push_back(uint8_t(gen()));
  for (int64_t i = 0; i < rows * scaleColumns(padded); ++i)
    q.scales.push_back(uint8_t(gen()));
  q.tensorScale = 0.3f;
  return q;
}

uint32_t roundTo(ElementType type, float v) {
  HostScalar o;
  if (type == ElementType::F32)
    return o.bits(v);
  return type == ElementType::BF16 ? toBF16(o, v) : toF16(o, v);
}

void checkDequantize(ElementType type, bool tiled, bool withScale) {
  std::string scales = tiled ? "?x?x32x4x4" : "?x?";
  Jit jit(format(R"mlir(
func.func @f(%d: memref<?x?xi8>, %s: memref<$0xf8E4M3FN>, %t: memref<f32>,
             %x: memref<?x?x$1>) {
  nvfp4.dequantize ins(%d, %s : memref<?x?xi8>, memref<$0xf8E4M3FN>) $2
      outs(%x : memref<?x?x$1>)
  return
})mlir",
                 {scales, getName(type),
                  withScale ? "tensor_scale(%t : memref<f32>)" : ""}));
  ASSERT_TRUE(jit.isValid());
  std::mt19937_64 gen = testdata::generator(600);
  forEachShape([&](int64_t rows, int64_t columns) {
    host::QuantizedMatrix q = randomMatrix(rows, paddedColumns(columns), gen);
    int64_t scaleCols = scaleColumns(q.padded);
    Buffer data = Buffer::of(q.data, {rows, packedColumns(q.padded)});
    Buffer scale = tiled
                       ? Buffer::of(host::tileScales(q.scales, rows, scaleCols),
                                    {scaleTileRows(rows),
                                     scaleTileColumns(scaleCols), 32, 4, 4})
                       : Buffer::of(q.scales, {rows, scaleCols});
    Buffer tensorScale = Buffer::scalar(q.tensorScale);
    int64_t size = type == ElementType::F32 ? 4 : 2;
    Buffer x({rows, columns}, size);
    jit.run("f", {&data, &scale, &tensorScale, &x});
    if (!withScale)
      q.tensorScale = 1.0f;
    std::vector<float> expected = host::dequantize(q);
    for (int64_t r = 0; r < rows; ++r)
      for (int64_t c = 0; c < columns; ++c) {
        uint32_t got = 0;
        std::memcpy(&got, x.data() + (r * columns + c) * size, size_t(size));
        EXPECT_EQ(got, roundTo(type, expected[r * q.padded + c]))
            << "at " << r << ", " << c;
      }
  });
}

TEST(Dequantize, decode_c1_f32_tiled) {
  checkDequantize(ElementType::F32, true, true);
}
TEST(Dequantize, decode_c1_bf16_without_tensor_scale) {
  checkDequantize(ElementType::BF16, false, false);
}
TEST(Dequantize, decode_c1_f16) {
  checkDequantize(ElementType::F16, false, true);
}

//===----------------------------------------------------------------------===//
// nvfp4.amax
//===----------------------------------------------------------------------===//

void checkAmax(ElementType type) {
  Jit jit(format(R"mlir(
func.func @f(%x: memref<?x?x$0>, %a: memref<f32>) {
  nvfp4.amax ins(%x : memref<?x?x$0>) outs(%a : memref<f32>)
  return
})mlir",
                 {getName(type)}));
  ASSERT_TRUE(jit.isValid());
  HostScalar o;
  std::vector<float> mixed = mixedValues(rtn());
  std::vector<float> tiny(100, 0x1p-133f), zeros(100, -0.0f);
  for (const std::vector<float> &values : {mixed, tiny, zeros})
    for (float start : {0.0f, 2.5f})
      forEachShape([&](int64_t rows, int64_t columns) {
        Input input(values, type, rows, columns);
        Buffer x = input.buffer(), a = Buffer::scalar(start);
        jit.run("f", {&x, &a});
        uint32_t found = o.bits(host::largestMagnitude(input.view()));
        EXPECT_EQ(a.values<uint32_t>()[0],
                  std::max(clampMaximum(o, found), o.bits(start)));
      });
}

TEST(Amax, tensor_scale_c1_bf16) { checkAmax(ElementType::BF16); }
TEST(Amax, tensor_scale_c1_f16) { checkAmax(ElementType::F16); }
TEST(Amax, tensor_scale_c1_f32) { checkAmax(ElementType::F32); }

//===----------------------------------------------------------------------===//
// nvfp4.tile_scales, nvfp4.untile_scales
//===----------------------------------------------------------------------===//

TEST(ScaleLayout, layout_c5_there_and_back) {
  Jit jit(R"mlir(
func.func @tile(%s: memref<?x?xf8E4M3FN>, %t: memref<?x?x32x4x4xf8E4M3FN>) {
  nvfp4.tile_scales ins(%s : memref<?x?xf8E4M3FN>)
      outs(%t : memref<?x?x32x4x4xf8E4M3FN>)
  return
}
func.func @untile(%t: memref<?x?x32x4x4xf8E4M3FN>, %s: memref<?x?xf8E4M3FN>) {
  nvfp4.untile_scales ins(%t : memref<?x?x32x4x4xf8E4M3FN>)
      outs(%s : memref<?x?xf8E4M3FN>)
  return
})mlir");
  ASSERT_TRUE(jit.isValid());
  std::mt19937_64 gen = testdata::generator(601);
  forEachShape([&](int64_t rows, int64_t columns) {
    std::vector<uint8_t> linear;
    for (int64_t i = 0; i < rows * columns; ++i)
      linear.push_back(uint8_t(gen()));
    Buffer s = Buffer::of(linear, {rows, columns});
    Buffer t({scaleTileRows(rows), scaleTileColumns(columns), 32, 4, 4}, 1);
    Buffer back({rows, columns}, 1);
    jit.run("tile", {&s, &t});
    EXPECT_EQ(t.values<uint8_t>(), host::tileScales(linear, rows, columns));
    jit.run("untile", {&t, &back});
    EXPECT_EQ(back.values<uint8_t>(), linear);
  });
}

} // namespace
