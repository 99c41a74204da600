//===- FusedTest.cpp - Compiled fused operations against the host's -------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// nvfp4.rotate_quantize and nvfp4.requantize byte for byte against rotation and
// quantization on the host, in each direction and in both.
//
//===----------------------------------------------------------------------===//

#include "Inputs.h"
#include "quartet/Numerics/Floats.h"
#include "quartet/Numerics/HostScalar.h"

#include <gtest/gtest.h>

using namespace quartet::test;
using namespace quartet::numerics;
using host::ElementType;

namespace {

Quantizer find(const char *name) {
  for (const testdata::Case &c : testdata::quantizers())
    if (c.name == name)
      return c.quantizer;
  ADD_FAILURE() << "no quantizer " << name;
  return Quantizer();
}

/// Destinations of one direction in a function's arguments.
const char kRowArgs[] = "%d0: memref<?x?xi8>, %s0: memref<?x?xf8E4M3FN>, "
                        "%t0: memref<f32>,";
const char kColArgs[] = "%d1: memref<?x?xi8>, "
                        "%s1: memref<?x?x32x4x4xf8E4M3FN>, %t1: memref<f32>,";
const char kRowTypes[] = "memref<?x?xi8>, memref<?x?xf8E4M3FN>, memref<f32>";
const char kColTypes[] =
    "memref<?x?xi8>, memref<?x?x32x4x4xf8E4M3FN>, memref<f32>";

/// Which results a function has. The column result's scales are tiled.
struct Directions {
  bool row, col;
  const char *name() const { return row && col ? "both" : row ? "row" : "col"; }
};

struct Fused {
  const char *quantizer;
  unsigned group;
  Directions directions;
};

/// Arguments, operands, types and sites by the directions.
std::vector<std::string> pieces(const Fused &f, bool stochastic) {
  std::string args, operands, types, sites;
  if (f.directions.row) {
    args += kRowArgs;
    operands += "%d0, %s0, %t0";
    types += kRowTypes;
    if (stochastic)
      sites += ", row_site = 2 : i64";
  }
  if (f.directions.col) {
    args += kColArgs;
    operands += std::string(operands.empty() ? "" : ", ") + "%d1, %s1, %t1";
    types += std::string(types.empty() ? "" : ", ") + kColTypes;
    if (stochastic)
      sites += ", col_site = 3 : i64";
  }
  return {args, operands, types, sites};
}

class FusedTest : public testing::TestWithParam<Fused> {
protected:
  host::QuantizeOptions options(uint32_t site) {
    host::QuantizeOptions o;
    o.quantizer = quantizer;
    o.randomness = {seed, site, 4};
    o.rotation = {GetParam().group, {seed, 1, 4}};
    return o;
  }

  Quantizer quantizer = find(GetParam().quantizer);
  uint64_t seed = testdata::seed() * 5;
};

class RotateQuantize : public FusedTest {
protected:
  void checkAll(ElementType type);
};

void RotateQuantize::checkAll(ElementType type) {
  const Fused &f = GetParam();
  std::vector<std::string> p = pieces(f, quantizer.isStochastic());
  Jit jit(format(
      R"mlir(
func.func @f(%x: memref<?x?x$0>, %seed: memref<i64>, $1 %sum: memref<?xf32>) {
  %c4 = arith.constant 4 : index
  nvfp4.rotate_quantize $2 <$3> ins(%x : memref<?x?x$0>)
      seed(%seed : memref<i64>) instance(%c4)
      outs($4, %sum : $5, memref<?xf32>)
      {group = $6 : i64, site = 1 : i64, column_sum $7}
  return
})mlir",
      {getName(type), p[0], getQuantizerText(quantizer), f.directions.name(),
       p[1], p[2], std::to_string(f.group), p[3]}));
  ASSERT_TRUE(jit.isValid());
  std::vector<float> values = mixedValues(quantizer);
  HostScalar o;
  for (int64_t rows : kRowCounts)
    for (int64_t columns : kColumnCounts) {
      SCOPED_TRACE(testing::Message() << rows << "x" << columns);
      Input input(values, type, rows, columns);
      Buffer x = input.buffer(), seedBuffer = Buffer::scalar(seed);
      Buffer sum({columns}, 4);
      Destinations row(rows, paddedColumns(columns, f.group), false);
      Destinations col(columns, paddedColumns(rows, f.group), true);
      std::vector<Buffer *> arguments = {&x, &seedBuffer};
      if (f.directions.row)
        arguments.insert(arguments.end(),
                         {&row.data, &row.scales, &row.tensorScale});
      if (f.directions.col)
        arguments.insert(arguments.end(),
                         {&col.data, &col.scales, &col.tensorScale});
      arguments.push_back(&sum);
      jit.run("f", arguments);

      if (f.directions.row)
        expectEqual(row, host::quantize(input.view(), options(2)), false);
      if (f.directions.col)
        expectEqual(col, host::quantize(input.view(true), options(3)), true);
      std::vector<uint32_t> sums = sum.values<uint32_t>();
      for (int64_t c = 0; c < columns; ++c) {
        float expected = 0.0f;
        for (int64_t r = 0; r < rows; ++r)
          expected += input.value(r, c);
        if (expected == expected) { // NaN need only be NaN
          EXPECT_EQ(sums[c], o.bits(expected)) << "column " << c;
        } else {
          EXPECT_GT(sums[c] & kMagnitudeMask, kInfinityBits) << "column " << c;
        }
      }
      if (HasFailure())
        return;
    }
}

TEST_P(RotateQuantize, equals_its_decomposition_bf16) {
  checkAll(ElementType::BF16);
}

const Fused kRotateQuantize[] = {
    {"quartet2_backward", 128, {true, true}},
    {"quartet2_backward", 16, {false, true}},
    {"eden_group128", 128, {true, false}},
    {"sr", 32, {true, true}},
    {"rtn_16x16", 32, {true, true}},
    {"quartet2_sim", 128, {true, true}},
};

INSTANTIATE_TEST_SUITE_P(All, RotateQuantize,
                         testing::ValuesIn(kRotateQuantize));

class RotateQuantizeF32 : public RotateQuantize {};

TEST_P(RotateQuantizeF32, equals_its_decomposition_f32) {
  checkAll(ElementType::F32);
}

INSTANTIATE_TEST_SUITE_P(One, RotateQuantizeF32,
                         testing::Values(kRotateQuantize[0]));

class Requantize : public FusedTest {};

TEST_P(Requantize, saved_c1_equals_its_decomposition) {
  const Fused &f = GetParam();
  std::vector<std::string> p = pieces(f, quantizer.isStochastic());
  Jit jit(format(
      R"mlir(
func.func @f(%d: memref<?x?xi8>, %s: memref<?x?x32x4x4xf8E4M3FN>,
             %t: memref<f32>, $0 %seed: memref<i64>) {
  %c4 = arith.constant 4 : index
  nvfp4.requantize $1 <$2>
      ins(%d, %s, %t :
          memref<?x?xi8>, memref<?x?x32x4x4xf8E4M3FN>, memref<f32>)
      seed(%seed : memref<i64>) instance(%c4) outs($3 : $4)
      {group = $5 : i64, site = 1 : i64 $6}
  return
})mlir",
      {p[0], getQuantizerText(quantizer), f.directions.name(), p[1], p[2],
       std::to_string(f.group), p[3]}));
  ASSERT_TRUE(jit.isValid());
  std::vector<float> values = mixedValues(find("quartet2_forward"));
  for (int64_t rows : kRowCounts)
    for (int64_t columns : kColumnCounts) {
      SCOPED_TRACE(testing::Message() << rows << "x" << columns);
      Input input(values, ElementType::F32, rows, columns);
      host::QuantizeOptions first;
      first.quantizer = find("quartet2_forward");
      host::QuantizedMatrix saved = host::quantize(input.view(), first);
      // Without a column result all padded columns count; they are zeros.
      int64_t used = f.directions.col ? columns : saved.padded;
      int64_t scaleCols = scaleColumns(saved.padded);
      Buffer data = Buffer::of(saved.data, {rows, packedColumns(saved.padded)});
      Buffer scales = Buffer::of(
          host::tileScales(saved.scales, rows, scaleCols),
          {scaleTileRows(rows), scaleTileColumns(scaleCols), 32, 4, 4});
      Buffer tensorScale = Buffer::scalar(saved.tensorScale);
      Buffer seedBuffer = Buffer::scalar(seed);
      Destinations row(rows, paddedColumns(used, f.group), false);
      Destinations col(columns, paddedColumns(rows, f.group), true);
      std::vector<Buffer *> arguments = {&data, &scales, &tensorScale};
      if (f.directions.row)
        arguments.insert(arguments.end(),
                         {&row.data, &row.scales, &row.tensorScale});
      if (f.directions.col)
        arguments.insert(arguments.end(),
                         {&col.data, &col.scales, &col.tensorScale});
      arguments.push_back(&seedBuffer);
      jit.run("f", arguments);
      if (f.directions.row)
        expectEqual(row, host::requantize(saved, used, false, options(2)),
                    false);
      if (f.directions.col)
        expectEqual(col, host::requantize(saved, used, true, options(3)), true);
      if (HasFailure())
        return;
    }
}

const Fused kRequantize[] = {
    {"quartet2_backward", 128, {true, true}},
    {"quartet2_backward", 128, {true, false}},
    {"quartet2_wmax256", 32, {false, true}},
    {"sr", 16, {true, true}},
    {"four_over_six_16x16", 16, {true, true}},
};

INSTANTIATE_TEST_SUITE_P(All, Requantize, testing::ValuesIn(kRequantize));

} // namespace
