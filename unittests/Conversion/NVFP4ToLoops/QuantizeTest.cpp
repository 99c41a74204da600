//===- QuantizeTest.cpp - Compiled quantization against the host's --------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Every quantizer, element type, layout and option of nvfp4.quantize, byte for
// byte, on shapes that end everywhere.
//
//===----------------------------------------------------------------------===//

#include "Inputs.h"

#include <gtest/gtest.h>

using namespace quartet::test;
using namespace quartet::numerics;
using host::ElementType;

namespace {

/// One function: @f quantizes `$type`, transposed or not, with linear or tiled
/// scales; @g does with every option.
struct Variant {
  ElementType type;
  bool transposed;
  bool tiled;
};

const char kSource[] = R"mlir(
func.func @f(%x: memref<?x?x$0>, $5 %d: memref<?x?xi8>, %s: memref<$1xf8E4M3FN>,
             %t: memref<f32>) {
  nvfp4.quantize $2 ins(%x : memref<?x?x$0>) $6
      outs(%d, %s, %t : memref<?x?xi8>, memref<$1xf8E4M3FN>, memref<f32>)
      {$3 $4}
  return
}
func.func @g(%x: memref<?x?x$0>, $5 %amax: memref<f32>, %pre: memref<f32>,
             %i: memref<4xindex>, %d: memref<?x?xi8>, %s: memref<$1xf8E4M3FN>,
             %t: memref<f32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c3 = arith.constant 3 : index
  %instance = memref.load %i[%c0] : memref<4xindex>
  %valid = memref.load %i[%c1] : memref<4xindex>
  %row = memref.load %i[%c2] : memref<4xindex>
  %column = memref.load %i[%c3] : memref<4xindex>
  nvfp4.quantize $2 ins(%x : memref<?x?x$0>) $7 $6 $8
      valid_rows(%valid) prescale(%pre : memref<f32>) offsets(%row, %column)
      outs(%d, %s, %t : memref<?x?xi8>, memref<$1xf8E4M3FN>, memref<f32>)
      {$3 $4}
  return
}
)mlir";

std::string makeSource(const Quantizer &q, const Variant &v) {
  bool stochastic = q.isStochastic();
  std::string transpose = v.transposed ? "transpose" : "";
  return format(
      kSource,
      {getName(v.type), v.tiled ? "?x?x32x4x4" : "?x?", getQuantizerText(q),
       transpose,
       stochastic ? (v.transposed ? ", site = 9 : i64" : "site = 9 : i64") : "",
       stochastic ? "%seed: memref<i64>," : "",
       stochastic ? "seed(%seed : memref<i64>)" : "",
       q.isPostHoc() ? "" : "amax(%amax : memref<f32>)",
       stochastic ? "instance(%instance)" : ""});
}

class Quantize : public testing::TestWithParam<testdata::Case> {
protected:
  void checkAll(const Variant &v, const Jit::Options &options);
  void checkOptions(Jit &jit, const Variant &v, const Input &input,
                    int64_t rows, int64_t columns);

  const Quantizer &quantizer() { return GetParam().quantizer; }
  uint64_t seed = 0x0123456789abcdefull ^ testdata::seed();
};

void Quantize::checkOptions(Jit &jit, const Variant &v, const Input &input,
                            int64_t rows, int64_t columns) {
  const Quantizer &q = quantizer();
  int64_t valid = (v.transposed ? columns : rows) / 2;
  Buffer x = input.buffer(), seedBuffer = Buffer::scalar(seed);
  Buffer amax = Buffer::scalar(3.25f), prescale = Buffer::scalar(0.75f);
  Buffer indices = Buffer::of<int64_t>({5, valid, 48, 384}, {4});
  Destinations to(rows, paddedColumns(columns), v.tiled);
  std::vector<Buffer *> arguments = {&x};
  if (q.isStochastic())
    arguments.push_back(&seedBuffer);
  arguments.insert(arguments.end(), {&amax, &prescale, &indices, &to.data,
                                     &to.scales, &to.tensorScale});
  jit.run("g", arguments);

  host::QuantizeOptions options;
  options.quantizer = q;
  options.randomness = {seed, 9, 5};
  options.offset = {48, 384};
  options.prescale = 0.75f;
  options.hasAmax = !q.isPostHoc();
  options.amax = 3.25f;
  host::MatrixView view = input.view(v.transposed);
  (v.transposed ? view.validColumns : view.validRows) = valid;
  expectEqual(to, host::quantize(view, options), v.tiled);
}

void Quantize::checkAll(const Variant &v, const Jit::Options &jitOptions) {
  const Quantizer &q = quantizer();
  Jit jit(makeSource(q, v), jitOptions);
  ASSERT_TRUE(jit.isValid());
  std::vector<float> values = mixedValues(q);
  for (int64_t rows : kRowCounts)
    for (int64_t columns : kColumnCounts) {
      SCOPED_TRACE(testing::Message()
                   << getName(v.type) << " " << rows << "x" << columns);
      Input input(values, v.type, v.transposed ? columns : rows,
                  v.transposed ? rows : columns);
      Buffer x = input.buffer(), seedBuffer = Buffer::scalar(seed);
      Destinations to(rows, paddedColumns(columns), v.tiled);
      std::vector<Buffer *> arguments = {&x};
      if (q.isStochastic())
        arguments.push_back(&seedBuffer);
      arguments.insert(arguments.end(),
                       {&to.data, &to.scales, &to.tensorScale});
      jit.run("f", arguments);

      host::QuantizeOptions options;
      options.quantizer = q;
      options.randomness = {seed, 9, 0};
      expectEqual(to, host::quantize(input.view(v.transposed), options),
                  v.tiled);
      checkOptions(jit, v, input, rows, columns);
      if (HasFailure())
        return;
    }
}

TEST_P(Quantize, bf16_by_rows) {
  checkAll({ElementType::BF16, false, false}, {});
}

TEST_P(Quantize, f32_transposed_tiled_in_reverse_order) {
  Jit::Options options;
  options.reversed = true;
  checkAll({ElementType::F32, true, true}, options);
}

std::string caseName(const testing::TestParamInfo<testdata::Case> &info) {
  return info.param.name;
}

INSTANTIATE_TEST_SUITE_P(All, Quantize,
                         testing::ValuesIn(testdata::quantizers()), caseName);

/// What does not depend on the quantizer, once.
class QuantizeTypes : public Quantize {};

TEST_P(QuantizeTypes, f16_by_rows_tiled) {
  checkAll({ElementType::F16, false, true}, {});
}

TEST_P(QuantizeTypes, f32_by_rows) {
  checkAll({ElementType::F32, false, false}, {});
}

TEST_P(QuantizeTypes, bf16_transposed) {
  checkAll({ElementType::BF16, true, false}, {});
}

TEST_P(QuantizeTypes, f16_transposed) {
  checkAll({ElementType::F16, true, false}, {});
}

std::vector<testdata::Case> fewQuantizers() {
  std::vector<testdata::Case> few;
  for (const testdata::Case &c : testdata::quantizers())
    if (c.name == "rtn" || c.name == "rtn_16x16" ||
        c.name == "quartet2_backward")
      few.push_back(c);
  return few;
}

/// Row r of batch element b has the random counters of row b * R + r, and the
/// tensor scale is that of all elements: as if they were stacked.
TEST_P(QuantizeTypes, batch_elements_are_rows_of_one_matrix) {
  const Quantizer &q = quantizer();
  bool stochastic = q.isStochastic();
  Jit jit(format(R"mlir(
func.func @f(%x: memref<?x?x?xbf16>, %seed: memref<i64>, %d: memref<?x?x?xi8>,
             %s: memref<?x?x?x32x4x4xf8E4M3FN>, %t: memref<f32>) {
  nvfp4.quantize $0 ins(%x : memref<?x?x?xbf16>) $1
      outs(%d, %s, %t :
           memref<?x?x?xi8>, memref<?x?x?x32x4x4xf8E4M3FN>, memref<f32>) $2
  return
})mlir",
                 {getQuantizerText(q),
                  stochastic ? "seed(%seed : memref<i64>)" : "",
                  stochastic ? "{site = 9 : i64}" : ""}));
  ASSERT_TRUE(jit.isValid());
  int64_t batch = 3, rows = q.blockRows == 16 ? 32 : 17, columns = 47;
  Input input(mixedValues(q), ElementType::BF16, batch * rows, columns);
  Buffer x = input.buffer({batch, rows, columns});
  Buffer seedBuffer = Buffer::scalar(seed);
  Destinations to(rows, paddedColumns(columns), true, batch);
  jit.run("f", {&x, &seedBuffer, &to.data, &to.scales, &to.tensorScale});

  host::QuantizeOptions options;
  options.quantizer = q;
  options.randomness = {seed, 9, 0};
  host::QuantizedMatrix stacked = host::quantize(input.view(), options);
  EXPECT_EQ(to.data.values<uint8_t>(), stacked.data);
  EXPECT_EQ(to.tensorScale.values<float>()[0], stacked.tensorScale);
  std::vector<uint8_t> expected;
  int64_t scaleCols = scaleColumns(stacked.padded);
  for (int64_t b = 0; b < batch; ++b) {
    auto first = stacked.scales.begin() + b * rows * scaleCols;
    std::vector<uint8_t> linear(first, first + rows * scaleCols);
    std::vector<uint8_t> tiled = host::tileScales(linear, rows, scaleCols);
    expected.insert(expected.end(), tiled.begin(), tiled.end());
  }
  EXPECT_EQ(to.scales.values<uint8_t>(), expected);
}

/// Row chunks of a static matrix with the whole matrix's maximum give the bytes
/// of the whole.
class QuantizeChunks : public Quantize {};

TEST_P(QuantizeChunks, row_chunks_give_the_same_bytes) {
  const Quantizer &q = quantizer();
  Jit jit(format(R"mlir(
func.func @whole(%x: memref<48x64xbf16>, %a: memref<f32>, %d: memref<48x32xi8>,
                 %s: memref<48x4xf8E4M3FN>, %t: memref<f32>) {
  nvfp4.quantize $0 ins(%x : memref<48x64xbf16>) amax(%a : memref<f32>)
      outs(%d, %s, %t : memref<48x32xi8>, memref<48x4xf8E4M3FN>, memref<f32>)
  return
}
func.func @chunks(%x: memref<48x64xbf16>, %a: memref<f32>,
                  %d: memref<48x32xi8>, %s: memref<48x4xf8E4M3FN>,
                  %t: memref<f32>) {
  %c0 = arith.constant 0 : index
  %c16 = arith.constant 16 : index
  %c48 = arith.constant 48 : index
  scf.for %r = %c0 to %c48 step %c16 {
    %xr = memref.subview %x[%r, 0] [16, 64] [1, 1] : memref<48x64xbf16>
        to memref<16x64xbf16, strided<[64, 1], offset: ?>>
    %dr = memref.subview %d[%r, 0] [16, 32] [1, 1] : memref<48x32xi8>
        to memref<16x32xi8, strided<[32, 1], offset: ?>>
    %sr = memref.subview %s[%r, 0] [16, 4] [1, 1] : memref<48x4xf8E4M3FN>
        to memref<16x4xf8E4M3FN, strided<[4, 1], offset: ?>>
    nvfp4.quantize $0
        ins(%xr : memref<16x64xbf16, strided<[64, 1], offset: ?>>)
        amax(%a : memref<f32>)
        outs(%dr, %sr, %t : memref<16x32xi8, strided<[32, 1], offset: ?>>,
             memref<16x4xf8E4M3FN, strided<[4, 1], offset: ?>>, memref<f32>)
  }
  return
})mlir",
                 {getQuantizerText(q)}));
  ASSERT_TRUE(jit.isValid());
  Input input(mixedValues(q), ElementType::BF16, 48, 64);
  Buffer x = input.buffer();
  Buffer amax = Buffer::scalar(host::largestMagnitude(input.view()));
  Destinations whole(48, 64, false), chunks(48, 64, false);
  jit.run("whole", {&x, &amax, &whole.data, &whole.scales, &whole.tensorScale});
  jit.run("chunks",
          {&x, &amax, &chunks.data, &chunks.scales, &chunks.tensorScale});
  host::QuantizeOptions options;
  options.quantizer = q;
  host::QuantizedMatrix expected = host::quantize(input.view(), options);
  expectEqual(whole, expected, false);
  expectEqual(chunks, expected, false);
}

INSTANTIATE_TEST_SUITE_P(Few, QuantizeTypes, testing::ValuesIn(fewQuantizers()),
                         caseName);

/// A post hoc quantizer takes no maximum from outside.
std::vector<testdata::Case> withAmax() {
  std::vector<testdata::Case> few;
  for (const testdata::Case &c : fewQuantizers())
    if (!c.quantizer.isPostHoc())
      few.push_back(c);
  return few;
}

INSTANTIATE_TEST_SUITE_P(Few, QuantizeChunks, testing::ValuesIn(withAmax()),
                         caseName);

} // namespace
