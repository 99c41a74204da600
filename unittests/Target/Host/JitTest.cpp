//===- JitTest.cpp - Compile and run in this process ----------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Entries through their C ABI: results, size checks, read-only arguments,
// arguments that receive a result, and errors of callers.
//
//===----------------------------------------------------------------------===//

#include "TestProgram.h"

#include "gtest/gtest.h"

#include <numeric>

using namespace quartet;
using quartet::test::Compiler;

namespace {

/// Small whole numbers, so that sums are exact in any order.
std::vector<float> makeNumbers(size_t count, int seed) {
  std::vector<float> numbers(count);
  for (size_t i = 0; i < count; ++i)
    numbers[i] = static_cast<float>((static_cast<int>(i) * 7 + seed) % 11 - 5);
  return numbers;
}

constexpr const char *kMatmul = R"(
func.func @f(%a: tensor<?x?xf32>, %b: tensor<?x?xf32>) -> tensor<?x?xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %zero = arith.constant 0.0 : f32
  %m = tensor.dim %a, %c0 : tensor<?x?xf32>
  %n = tensor.dim %b, %c1 : tensor<?x?xf32>
  %e = tensor.empty(%m, %n) : tensor<?x?xf32>
  %i = linalg.fill ins(%zero : f32) outs(%e : tensor<?x?xf32>)
      -> tensor<?x?xf32>
  %r = linalg.matmul ins(%a, %b : tensor<?x?xf32>, tensor<?x?xf32>)
      outs(%i : tensor<?x?xf32>) -> tensor<?x?xf32>
  return %r : tensor<?x?xf32>
})";

TEST(HostProgram, MultipliesMatricesOfAnySize) {
  Compiler compiler;
  auto program = compiler.compile(kMatmul);
  ASSERT_TRUE(program) << compiler.messages;
  for (auto [m, k, n] :
       {std::tuple(1, 1, 1), std::tuple(3, 5, 7), std::tuple(17, 33, 65),
        std::tuple(6, 2, 128), std::tuple(1, 40, 300), std::tuple(0, 3, 4),
        std::tuple(3, 0, 4), std::tuple(3, 4, 0)}) {
    std::vector<float> a = makeNumbers(m * k, 1), b = makeNumbers(k * n, 2);
    std::vector<float> expected(m * n, 0.0f), actual(m * n, -1.0f);
    for (int i = 0; i < m; ++i)
      for (int p = 0; p < k; ++p)
        for (int j = 0; j < n; ++j)
          expected[i * n + j] += a[i * k + p] * b[p * n + j];
    llvm::Error error =
        program->run("f", {{a.data(), {m, k}}, {b.data(), {k, n}}},
                     {{actual.data(), {m, n}}});
    ASSERT_FALSE(error) << llvm::toString(std::move(error));
    EXPECT_EQ(actual, expected) << m << "x" << k << "x" << n;
  }
}

TEST(HostProgram, DescribesItsEntries) {
  Compiler compiler;
  auto program = compiler.compile(kMatmul);
  ASSERT_TRUE(program) << compiler.messages;
  ASSERT_EQ(program->getSignatures().size(), 1u);
  const Signature &signature = program->getSignatures()[0];
  EXPECT_EQ(signature.entry, "f");
  EXPECT_EQ(signature.getNumSizes(), 4);
  EXPECT_EQ(signature.results[0].shape, (std::vector<int64_t>{-1, -1}));
  auto copy = Signature::fromJSON(signature.toJSON());
  ASSERT_TRUE(static_cast<bool>(copy));
  EXPECT_EQ(copy->toJSON(), signature.toJSON());

  auto shapes = program->getResultShapes("f", {{2, 3}, {3, 5}});
  ASSERT_TRUE(static_cast<bool>(shapes));
  EXPECT_EQ(*shapes, (std::vector<std::vector<int64_t>>{{2, 5}}));
}

TEST(HostProgram, RefusesSizesThatContradict) {
  Compiler compiler;
  auto program = compiler.compile(kMatmul);
  ASSERT_TRUE(program) << compiler.messages;
  std::vector<float> buffer(64), out(64, 7.0f);
  auto message = [&](std::vector<HostBuffer> args,
                     std::vector<HostBuffer> results) {
    return llvm::toString(program->run("f", args, results));
  };
  float *data = buffer.data();
  EXPECT_EQ(
      message({{data, {2, 3}}, {data, {4, 5}}}, {{out.data(), {2, 5}}}),
      "'f' expects that dimension 0 of argument 'arg1' equals dimension 1 "
      "of argument 'arg0', but got other sizes");
  EXPECT_EQ(message({{data, {2, 3}}, {data, {3, 5}}}, {{out.data(), {2, 4}}}),
            "'result0' expects shape [2, 5], but got [2, 4]");
  EXPECT_EQ(message({{data, {2, 3}}, {data, {3}}}, {{out.data(), {2, 4}}}),
            "'arg1' expects shape [?, ?], but got [3]");
  EXPECT_EQ(message({{data, {-2, 3}}, {data, {3, 2}}}, {{out.data(), {2, 2}}}),
            "'arg0' expects shape [?, ?], but got [-2, 3]");
  EXPECT_EQ(message({{data, {2, 3}}}, {}),
            "'f' expects 2 arguments, but got 1");
  EXPECT_EQ(message({{data, {2, 3}}, {data, {3, 5}}}, {}),
            "'f' expects 1 results, but got 0");
  EXPECT_EQ(llvm::toString(program->getSignature("g").takeError()),
            "expects an entry among 'f', but got 'g'");
  EXPECT_EQ(out, std::vector<float>(64, 7.0f)) << "nothing may be written";
}

TEST(HostProgram, LeavesArgumentsAlone) {
  // Without protection the sum would be computed in place.
  Compiler compiler;
  auto program = compiler.compile(R"(
    func.func @f(%a: tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32>) {
      %r = linalg.map { math.absf } ins(%a : tensor<4xf32>)
          outs(%a : tensor<4xf32>)
      return %r, %a : tensor<4xf32>, tensor<4xf32>
    })");
  ASSERT_TRUE(program) << compiler.messages;
  std::vector<float> a = {-1, 2, -3, 4}, r0(4), r1(4);
  llvm::Error error = program->run("f", {{a.data(), {4}}},
                                   {{r0.data(), {4}}, {r1.data(), {4}}});
  ASSERT_FALSE(error) << llvm::toString(std::move(error));
  EXPECT_EQ(a, (std::vector<float>{-1, 2, -3, 4}));
  EXPECT_EQ(r0, (std::vector<float>{1, 2, 3, 4}));
  EXPECT_EQ(r1, a);
}

TEST(HostProgram, UpdatesArgumentsThatAskForIt) {
  // The old value is still read by the other result, after the update.
  Compiler compiler;
  auto program = compiler.compile(R"(
    func.func @f(%w: tensor<4xf32> {quartet.inout = 0 : i64},
                 %g: tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32>) {
      %e = tensor.empty() : tensor<4xf32>
      %new = linalg.sub ins(%w, %g : tensor<4xf32>, tensor<4xf32>)
          outs(%e : tensor<4xf32>) -> tensor<4xf32>
      %old = linalg.mul ins(%w, %new : tensor<4xf32>, tensor<4xf32>)
          outs(%e : tensor<4xf32>) -> tensor<4xf32>
      return %new, %old : tensor<4xf32>, tensor<4xf32>
    })");
  ASSERT_TRUE(program) << compiler.messages;
  EXPECT_EQ(program->getSignatures()[0].args[0].inout, 0);
  EXPECT_EQ(program->getSignatures()[0].results[0].inout, 0);
  std::vector<float> w = {1, 2, 3, 4}, g = {1, 1, 1, 2}, r(4);
  llvm::Error error = program->run("f", {{w.data(), {4}}, {g.data(), {4}}},
                                   {{nullptr, {4}}, {r.data(), {4}}});
  ASSERT_FALSE(error) << llvm::toString(std::move(error));
  EXPECT_EQ(w, (std::vector<float>{0, 1, 2, 2}));
  EXPECT_EQ(r, (std::vector<float>{0, 2, 6, 8}));
}

TEST(HostProgram, PassesScalars) {
  Compiler compiler;
  auto program = compiler.compile(R"(
    func.func @f(%a: tensor<?xf32>, %s: f32, %i: index) -> (f32, index) {
      %x = tensor.extract %a[%i] : tensor<?xf32>
      %y = arith.mulf %x, %s : f32
      %c1 = arith.constant 1 : index
      %j = arith.addi %i, %c1 : index
      return %y, %j : f32, index
    })");
  ASSERT_TRUE(program) << compiler.messages;
  std::vector<float> a = {1, 2, 3};
  float s = 4, y = 0;
  int64_t i = 2, j = 0;
  llvm::Error error = program->run("f", {{a.data(), {3}}, {&s, {}}, {&i, {}}},
                                   {{&y, {}}, {&j, {}}});
  ASSERT_FALSE(error) << llvm::toString(std::move(error));
  EXPECT_EQ(y, 12.0f);
  EXPECT_EQ(j, 3);
}

TEST(HostProgram, RefusesProcessorsThatDoNotExist) {
  Compiler compiler;
  TargetOptions options;
  options.cpu = "sparkling";
  EXPECT_FALSE(compiler.compile(kMatmul, options));
  EXPECT_NE(compiler.messages.find("or 'native', but got 'sparkling'"),
            std::string::npos)
      << compiler.messages;
}

} // namespace
