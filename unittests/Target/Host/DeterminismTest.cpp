//===- DeterminismTest.cpp - Results do not depend on the threads ---------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The same bytes for any number of threads, and for a matrix handed over whole
// or in chunks of rows. The numbers have sums that depend on the order.
//
//===----------------------------------------------------------------------===//

#include "TestProgram.h"

#include "llvm/Support/DynamicLibrary.h"
#include "gtest/gtest.h"

#include <cstring>
#include <random>

using namespace quartet;
using quartet::test::Compiler;

namespace {

/// Y = X W in f32, row sums of Y, and Y without its negative elements.
constexpr const char *kProgram = R"(
func.func @f(%x: tensor<?x200xbf16>, %w: tensor<200x300xbf16>)
    -> (tensor<?x300xf32>, tensor<?xf32>, tensor<?x300xbf16>) {
  %c0 = arith.constant 0 : index
  %zero = arith.constant 0.0 : f32
  %m = tensor.dim %x, %c0 : tensor<?x200xbf16>
  %e = tensor.empty(%m) : tensor<?x300xf32>
  %i = linalg.fill ins(%zero : f32) outs(%e : tensor<?x300xf32>)
      -> tensor<?x300xf32>
  %y = linalg.matmul ins(%x, %w : tensor<?x200xbf16>, tensor<200x300xbf16>)
      outs(%i : tensor<?x300xf32>) -> tensor<?x300xf32>
  %v = tensor.empty(%m) : tensor<?xf32>
  %u = linalg.fill ins(%zero : f32) outs(%v : tensor<?xf32>) -> tensor<?xf32>
  %s = linalg.reduce { arith.addf } ins(%y : tensor<?x300xf32>)
      outs(%u : tensor<?xf32>) dimensions = [1]
  %g = tensor.empty(%m) : tensor<?x300xbf16>
  %r = linalg.generic {
      indexing_maps = [affine_map<(i, j) -> (i, j)>,
                       affine_map<(i, j) -> (i, j)>],
      iterator_types = ["parallel", "parallel"]}
      ins(%y : tensor<?x300xf32>) outs(%g : tensor<?x300xbf16>) {
  ^bb0(%a: f32, %b: bf16):
    %c = arith.maximumf %a, %zero : f32
    %d = arith.truncf %c : f32 to bf16
    linalg.yield %d : bf16
  } -> tensor<?x300xbf16>
  return %y, %s, %r : tensor<?x300xf32>, tensor<?xf32>, tensor<?x300xbf16>
})";

struct Results {
  std::vector<float> y, sums;
  std::vector<uint16_t> positive;
};

class Determinism : public testing::Test {
protected:
  static constexpr int64_t kRows = 83, kInner = 200, kColumns = 300;

  void SetUp() override {
    program = compiler.compile(kProgram);
    ASSERT_TRUE(program) << compiler.messages;
    std::mt19937 random(7);
    std::normal_distribution<float> normal;
    auto fill = [&](std::vector<uint16_t> &values, size_t count) {
      for (size_t i = 0; i < count; ++i) {
        float value = normal(random);
        uint32_t bits;
        std::memcpy(&bits, &value, 4);
        values.push_back(bits >> 16);
      }
    };
    fill(x, kRows * kInner);
    fill(w, kInner * kColumns);
  }

  /// Runs rows `begin` to `end`, appending to `results`.
  void run(int64_t begin, int64_t end, Results &results) {
    int64_t m = end - begin;
    results.y.resize(end * kColumns);
    results.sums.resize(end);
    results.positive.resize(end * kColumns);
    llvm::Error error = program->run(
        "f",
        {{x.data() + begin * kInner, {m, kInner}},
         {w.data(), {kInner, kColumns}}},
        {{results.y.data() + begin * kColumns, {m, kColumns}},
         {results.sums.data() + begin, {m}},
         {results.positive.data() + begin * kColumns, {m, kColumns}}});
    ASSERT_FALSE(error) << llvm::toString(std::move(error));
  }

  void expectSame(const Results &a, const Results &b) {
    EXPECT_EQ(0, std::memcmp(a.y.data(), b.y.data(), a.y.size() * 4));
    EXPECT_EQ(0, std::memcmp(a.sums.data(), b.sums.data(), a.sums.size() * 4));
    EXPECT_EQ(a.positive, b.positive);
  }

  Compiler compiler;
  std::unique_ptr<HostProgram> program;
  std::vector<uint16_t> x, w;
};

TEST_F(Determinism, MatchesThePlainLoopNest) {
  Results results;
  run(0, kRows, results);
  auto widen = [](uint16_t bits) {
    uint32_t wide = static_cast<uint32_t>(bits) << 16;
    float value;
    std::memcpy(&value, &wide, 4);
    return value;
  };
  for (int64_t i = 0; i < kRows; ++i) {
    float rowSum = 0.0f;
    for (int64_t j = 0; j < kColumns; ++j) {
      float sum = 0.0f;
      for (int64_t k = 0; k < kInner; ++k) {
        float product = widen(x[i * kInner + k]) * widen(w[k * kColumns + j]);
        sum += product;
      }
      ASSERT_EQ(results.y[i * kColumns + j], sum) << i << ", " << j;
      rowSum += sum;
    }
    ASSERT_EQ(results.sums[i], rowSum) << i;
  }
}

TEST_F(Determinism, AnyNumberOfThreads) {
  auto setThreads = reinterpret_cast<void (*)(int)>(
      llvm::sys::DynamicLibrary::SearchForAddressOfSymbol(
          "omp_set_num_threads"));
  ASSERT_TRUE(setThreads);
  Results one;
  setThreads(1);
  run(0, kRows, one);
  for (int threads : {2, 3, 7}) {
    Results many;
    setThreads(threads);
    run(0, kRows, many);
    expectSame(one, many);
  }
}

TEST_F(Determinism, WholeOrInChunks) {
  Results whole;
  run(0, kRows, whole);
  for (int64_t chunk : {1, 5, 64}) {
    Results chunks;
    for (int64_t begin = 0; begin < kRows; begin += chunk)
      run(begin, std::min(begin + chunk, kRows), chunks);
    expectSame(whole, chunks);
  }
}

} // namespace
