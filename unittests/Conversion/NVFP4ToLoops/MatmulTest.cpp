//===- MatmulTest.cpp - Compiled matrix products against the definition ---===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// nvfp4.scaled_matmul bit for bit against one chain of fma per element
// (matmul_c1), for both loop nests, every vector width, scale layout, element
// type and kind of epilogue.
//
//===----------------------------------------------------------------------===//

#include "Inputs.h"
#include "quartet/Numerics/E2M1.h"
#include "quartet/Numerics/E4M3.h"
#include "quartet/Numerics/Epilogue.h"
#include "quartet/Numerics/Floats.h"
#include "quartet/Numerics/HostScalar.h"

#include <cmath>
#include <gtest/gtest.h>

using namespace quartet::test;
using namespace quartet::numerics;

namespace {

/// A quantized matrix with arbitrary codes and scales.
struct Operand {
  Operand(int64_t rows, int64_t padded, std::mt19937_64 &gen, bool special) {
    matrix.rows = rows;
    matrix.padded = padded;
    for (int64_t i = 0; i < rows * packedColumns(padded); ++i)
      matrix.data.push_back(uint8_t(gen()));
    for (int64_t i = 0; i < rows * scaleColumns(padded); ++i) {
      // Scales near 1 so that sums stay finite; now and then any byte.
      bool any = special && gen() % 64 == 0;
      matrix.scales.push_back(uint8_t(any ? gen() : 0x30 + gen() % 16));
    }
    matrix.tensorScale = float(1 + gen() % 1000) / 512.0f;
  }

  Buffer data() { return Buffer::of(matrix.data, {rows(), columns() / 2}); }
  Buffer scales() {
    return Buffer::of(matrix.scales, {rows(), scaleColumns(columns())});
  }
  Buffer tiledScales() {
    int64_t scaleCols = scaleColumns(columns());
    return Buffer::of(
        host::tileScales(matrix.scales, rows(), scaleCols),
        {scaleTileRows(rows()), scaleTileColumns(scaleCols), 32, 4, 4});
  }
  Buffer tensorScale() { return Buffer::scalar(matrix.tensorScale); }

  float value(int64_t row, int64_t column) const {
    HostScalar o;
    int64_t i = row * columns() + column;
    uint32_t code = matrix.data[i / 2] >> (i % 2 * 4) & 15;
    return o.mul(decodeE2M1(o, code), decodeE4M3(o, matrix.scales[i / 16]));
  }

  int64_t rows() const { return matrix.rows; }
  int64_t columns() const { return matrix.padded; }

  host::QuantizedMatrix matrix;
};

/// matmul_c1, epilogue_c1: the value before any addition.
float product(const Operand &a, const Operand &b, int64_t m, int64_t n,
              int scaleLog2) {
  HostScalar o;
  float acc = 0.0f;
  for (int64_t k = 0; k < a.columns(); ++k)
    acc = accumulateProduct(o, acc, a.value(m, k), b.value(n, k));
  return scaleAccumulator(o, acc, a.matrix.tensorScale, b.matrix.tensorScale,
                          scaleLog2);
}

void expectSame(float expected, float got, int64_t m, int64_t n) {
  // epilogue_c2
  if (std::isnan(expected))
    expected = HostScalar().fromBits(kQuietNaNBits);
  EXPECT_EQ(HostScalar().bits(expected), HostScalar().bits(got))
      << "at " << m << ", " << n << ": " << expected << " and " << got;
}

/// One shape of product.
struct Shape {
  int64_t m, n, padded;
};
const Shape kShapes[] = {{0, 5, 32},   {5, 0, 32},    {3, 7, 0},
                         {1, 1, 32},   {1, 33, 96},   {1, 200, 288},
                         {2, 7, 32},   {7, 24, 64},   {17, 33, 352},
                         {97, 31, 96}, {130, 200, 32}};

const char kMemrefs[] = R"mlir(
%a: memref<?x?xi8>, %as: memref<$0xf8E4M3FN>, %at: memref<f32>,
%b: memref<?x?xi8>, %bs: memref<$0xf8E4M3FN>, %bt: memref<f32>)mlir";
const char kOperands[] = R"mlir(
lhs(%a, %as, %at : memref<?x?xi8>, memref<$0xf8E4M3FN>, memref<f32>)
rhs(%b, %bs, %bt : memref<?x?xi8>, memref<$0xf8E4M3FN>, memref<f32>))mlir";

std::string withOperands(const std::string &source, bool tiled) {
  std::string scales = tiled ? "?x?x32x4x4" : "?x?";
  return format(source,
                {format(kMemrefs, {scales}), format(kOperands, {scales})});
}

class Matmul : public testing::Test {
protected:
  /// Runs @f of `jit` on `shape`; `extra` follow the operands.
  void run(Jit &jit, Operand &a, Operand &b, bool tiled,
           std::vector<Buffer *> extra) {
    Buffer buffers[] = {
        a.data(), tiled ? a.tiledScales() : a.scales(), a.tensorScale(),
        b.data(), tiled ? b.tiledScales() : b.scales(), b.tensorScale()};
    std::vector<Buffer *> arguments;
    for (Buffer &buffer : buffers)
      arguments.push_back(&buffer);
    arguments.insert(arguments.end(), extra.begin(), extra.end());
    jit.run("f", arguments);
  }

  void checkPlain(const Jit::Options &options, bool tiled) {
    Jit jit(withOperands(R"mlir(
func.func @f($0, %y: memref<?x?xf32>) {
  nvfp4.scaled_matmul $1 outs(%y : memref<?x?xf32>) {scale_log2 = -7 : i64}
  return
})mlir",
                         tiled),
            options);
    ASSERT_TRUE(jit.isValid());
    std::mt19937_64 gen = testdata::generator(500);
    for (const Shape &s : kShapes) {
      SCOPED_TRACE(testing::Message() << s.m << "x" << s.n << "x" << s.padded);
      Operand a(s.m, s.padded, gen, true), b(s.n, s.padded, gen, true);
      Buffer y({s.m, s.n}, 4);
      run(jit, a, b, tiled, {&y});
      std::vector<float> got = y.values<float>();
      for (int64_t m = 0; m < s.m; ++m)
        for (int64_t n = 0; n < s.n; ++n)
          expectSame(product(a, b, m, n, -7), got[m * s.n + n], m, n);
    }
  }
};

TEST_F(Matmul, matmul_c1_f32) { checkPlain({}, false); }

TEST_F(Matmul, matmul_c1_tiled_scales_in_reverse_order) {
  Jit::Options options;
  options.reversed = true;
  checkPlain(options, true);
}

TEST_F(Matmul, matmul_c1_narrow_vectors) {
  Jit::Options options;
  options.vectorBytes = 16;
  checkPlain(options, false);
}

TEST_F(Matmul, matmul_c1_wide_vectors) {
  Jit::Options options;
  options.vectorBytes = 64;
  checkPlain(options, false);
}

TEST_F(Matmul, epilogue_c1_accumulates_into_bf16) {
  Jit jit(withOperands(R"mlir(
func.func @f($0, %y: memref<?x?xbf16>) {
  nvfp4.scaled_matmul $1 outs(%y : memref<?x?xbf16>) {accumulate}
  return
})mlir",
                       false));
  ASSERT_TRUE(jit.isValid());
  HostScalar o;
  std::mt19937_64 gen = testdata::generator(501);
  for (const Shape &s : kShapes) {
    Operand a(s.m, s.padded, gen, false), b(s.n, s.padded, gen, false);
    std::vector<uint16_t> old;
    for (int64_t i = 0; i < s.m * s.n; ++i)
      old.push_back(uint16_t(toBF16(o, float(int(gen() % 4096) - 2048))));
    Buffer y = Buffer::of(old, {s.m, s.n});
    run(jit, a, b, false, {&y});
    std::vector<uint16_t> got = y.values<uint16_t>();
    for (int64_t i = 0; i < s.m * s.n; ++i) {
      float v = o.add(product(a, b, i / s.n, i % s.n, 0), fromBF16(o, old[i]));
      EXPECT_EQ(toBF16(o, v), got[i]);
    }
  }
}

/// A region that vectorizes (bias per column, residual, row factor, a captured
/// value and a constant), and the same with an operation that does not.
const char kRegion[] = R"mlir(
func.func @f($0, %bias: memref<?xf32>, %res: memref<?x?xf32>,
             %factor: memref<?xf32>, %y: memref<?x?xf16>) {
  %two = arith.constant 2.0 : f32
  nvfp4.scaled_matmul $1
      epilogue_ins(%bias, %res, %factor :
                   memref<?xf32>, memref<?x?xf32>, memref<?xf32>)
      outs(%y : memref<?x?xf16>)
      {epilogue_maps = [affine_map<(m, n) -> (n)>, affine_map<(m, n) -> (m, n)>,
                        affine_map<(m, n) -> (m)>]} epilogue {
  ^bb0(%v: f32, %c: f32, %r: f32, %s: f32):
    %zero = arith.constant 0.0 : f32
    %0 = arith.addf %v, %c : f32
    %1 = arith.mulf %0, %s : f32
    %2 = arith.addf %1, %r : f32
    %3 = arith.mulf %2, %two : f32
    %positive = arith.cmpf ogt, %3, %zero : f32
    %4 = arith.select %positive, %3, %zero : f32
    $2
    %h = arith.truncf %5 : f32 to f16
    nvfp4.yield %h : f16
  }
  return
})mlir";

void checkRegion(const char *last) {
  std::string source = kRegion;
  source.replace(source.find("$2"), 2, last);
  Jit jit(withOperands(source, false));
  ASSERT_TRUE(jit.isValid());
  HostScalar o;
  std::mt19937_64 gen = testdata::generator(502);
  auto random = [&](int64_t count) {
    std::vector<float> values;
    for (int64_t i = 0; i < count; ++i)
      values.push_back(float(int(gen() % 512) - 256) / 64.0f);
    return values;
  };
  for (const Shape &s : kShapes) {
    Operand a(s.m, s.padded, gen, false), b(s.n, s.padded, gen, false);
    a.matrix.tensorScale = 1.0f / 1024.0f;
    std::vector<float> bias = random(s.n), res = random(s.m * s.n),
                       factor = random(s.m);
    Buffer biasBuffer = Buffer::of(bias, {s.n});
    Buffer resBuffer = Buffer::of(res, {s.m, s.n});
    Buffer factorBuffer = Buffer::of(factor, {s.m});
    Buffer y({s.m, s.n}, 2);
    std::vector<Buffer *> arguments;
    Buffer operands[] = {a.data(), a.scales(), a.tensorScale(),
                         b.data(), b.scales(), b.tensorScale()};
    for (Buffer &operand : operands)
      arguments.push_back(&operand);
    arguments.insert(arguments.end(),
                     {&biasBuffer, &resBuffer, &factorBuffer, &y});
    jit.run("f", arguments);
    std::vector<uint16_t> got = y.values<uint16_t>();
    for (int64_t i = 0; i < s.m * s.n; ++i) {
      int64_t m = i / s.n, n = i % s.n;
      float v = o.add(product(a, b, m, n, 0), bias[n]);
      v = o.mul(o.add(o.mul(v, factor[m]), res[i]), 2.0f);
      EXPECT_EQ(toF16(o, v > 0.0f ? v : 0.0f), got[i]);
    }
  }
}

TEST_F(Matmul, epilogue_c1_region_on_vectors) {
  checkRegion("%5 = arith.addf %4, %zero : f32");
}

TEST_F(Matmul, epilogue_c1_region_one_by_one) {
  checkRegion(R"mlir(%5 = scf.if %positive -> f32 {
      scf.yield %4 : f32
    } else {
      scf.yield %zero : f32
    })mlir");
}

TEST_F(Matmul, batch_elements_are_independent_products) {
  Jit jit(R"mlir(
func.func @f(%a: memref<?x?x?xi8>, %as: memref<?x?x?xf8E4M3FN>,
             %at: memref<f32>, %b: memref<?x?x?xi8>,
             %bs: memref<?x?x?xf8E4M3FN>, %bt: memref<f32>,
             %y: memref<?x?x?xf32>) {
  nvfp4.scaled_matmul
      lhs(%a, %as, %at :
          memref<?x?x?xi8>, memref<?x?x?xf8E4M3FN>, memref<f32>)
      rhs(%b, %bs, %bt :
          memref<?x?x?xi8>, memref<?x?x?xf8E4M3FN>, memref<f32>)
      outs(%y : memref<?x?x?xf32>)
  return
})mlir");
  ASSERT_TRUE(jit.isValid());
  std::mt19937_64 gen = testdata::generator(503);
  int64_t batch = 3, n = 9, padded = 64;
  for (int64_t m : {1, 5}) {
    // Stacked rows are the batch's elements one after the other.
    Operand a(batch * m, padded, gen, false), b(batch * n, padded, gen, false);
    Buffer buffers[] = {Buffer::of(a.matrix.data, {batch, m, padded / 2}),
                        Buffer::of(a.matrix.scales, {batch, m, padded / 16}),
                        a.tensorScale(),
                        Buffer::of(b.matrix.data, {batch, n, padded / 2}),
                        Buffer::of(b.matrix.scales, {batch, n, padded / 16}),
                        b.tensorScale(),
                        Buffer({batch, m, n}, 4)};
    std::vector<Buffer *> arguments;
    for (Buffer &buffer : buffers)
      arguments.push_back(&buffer);
    jit.run("f", arguments);
    std::vector<float> got = buffers[6].values<float>();
    for (int64_t e = 0; e < batch; ++e)
      for (int64_t i = 0; i < m; ++i)
        for (int64_t j = 0; j < n; ++j)
          expectSame(product(a, b, e * m + i, e * n + j, 0),
                     got[(e * m + i) * n + j], i, j);
  }
}

} // namespace
