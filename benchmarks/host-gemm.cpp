//===- host-gemm.cpp - Block-scaled product against OpenBLAS sgemm --------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Times one compiled nvfp4.scaled_matmul, from packed bytes and block scales to
// f32, next to OpenBLAS sgemm on the decoded operands, with the same number of
// threads, alternating, the best of several runs each. Prints the speed of ours
// over OpenBLAS's, and checks elements of the result bit for bit.
//
//   host-gemm [threads] [M N K]...      (default: 1 thread, M = 1 to 4096)
//
// Unset OPENBLAS_CORETYPE and OPENBLAS_L2_SIZE: the kernel that OpenBLAS chose
// is printed.
//
//===----------------------------------------------------------------------===//

#include "quartet/InitAll.h"
#include "quartet/Numerics/HostMatrix.h"
#include "quartet/Pipelines/Pipelines.h"
#include "quartet/Target/Host/Jit.h"

#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/MLIRContext.h"
#include "mlir/IR/OwningOpRef.h"
#include "mlir/Parser/Parser.h"
#include "mlir/Pass/PassManager.h"
#include "llvm/Support/raw_ostream.h"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <random>
#include <string>
#include <vector>

#include <cblas.h>

extern "C" {
char *openblas_get_corename(void);
void openblas_set_num_threads(int);
}

using namespace quartet;

namespace {

const char kSource[] = R"mlir(
func.func @gemm(%a: tensor<?x?xi8>, %as: tensor<?x?xf8E4M3FN>,
                %at: tensor<f32>, %b: tensor<?x?xi8>,
                %bs: tensor<?x?xf8E4M3FN>, %bt: tensor<f32>)
    -> tensor<?x?xf32> {
  %c0 = arith.constant 0 : index
  %m = tensor.dim %a, %c0 : tensor<?x?xi8>
  %n = tensor.dim %b, %c0 : tensor<?x?xi8>
  %e = tensor.empty(%m, %n) : tensor<?x?xf32>
  %y = nvfp4.scaled_matmul
      lhs(%a, %as, %at : tensor<?x?xi8>, tensor<?x?xf8E4M3FN>, tensor<f32>)
      rhs(%b, %bs, %bt : tensor<?x?xi8>, tensor<?x?xf8E4M3FN>, tensor<f32>)
      outs(%e : tensor<?x?xf32>)
  return %y : tensor<?x?xf32>
}
)mlir";

double now() {
  return std::chrono::duration<double>(
             std::chrono::steady_clock::now().time_since_epoch())
      .count();
}

[[noreturn]] void fail(llvm::Error error) {
  llvm::errs() << "error: " << llvm::toString(std::move(error)) << "\n";
  std::exit(1);
}

/// Codes and scales, and what they stand for.
struct Operand {
  Operand(int64_t rows, int64_t columns, std::mt19937_64 &gen) {
    matrix.rows = rows;
    matrix.padded = columns;
    matrix.data.resize(rows * columns / 2);
    matrix.scales.resize(rows * columns / 16);
    for (uint8_t &byte : matrix.data)
      byte = uint8_t(gen());
    for (uint8_t &byte : matrix.scales)
      byte = uint8_t(0x28 + gen() % 24); // 1/4 to 1 3/4
    values = numerics::host::dequantize(matrix);
  }

  HostBuffer data() {
    return {matrix.data.data(), {matrix.rows, matrix.padded / 2}};
  }
  HostBuffer scales() {
    return {matrix.scales.data(), {matrix.rows, matrix.padded / 16}};
  }
  HostBuffer tensorScale() { return {&matrix.tensorScale, {}}; }

  numerics::host::QuantizedMatrix matrix;
  std::vector<float> values;
};

struct Shape {
  int64_t m, n, k;
};

/// Times both on one shape; false if an element is wrong.
bool measure(const HostProgram &program, const Shape &s) {
  std::mt19937_64 gen(1);
  Operand a(s.m, s.k, gen), b(s.n, s.k, gen);
  std::vector<float> ours(s.m * s.n), theirs(s.m * s.n);
  HostBuffer args[] = {a.data(), a.scales(), a.tensorScale(),
                       b.data(), b.scales(), b.tensorScale()};
  HostBuffer result{ours.data(), {s.m, s.n}};
  double work = 2.0 * s.m * s.n * s.k, best[2] = {1e30, 1e30};
  int runs = std::max(3, int(std::min(100.0, 4e9 / work)));
  for (int run = 0; run < runs; ++run) {
    double start = now();
    if (llvm::Error error = program.run("gemm", args, result))
      fail(std::move(error));
    double middle = now();
    cblas_sgemm(CblasRowMajor, CblasNoTrans, CblasTrans, int(s.m), int(s.n),
                int(s.k), 1.0f, a.values.data(), int(s.k), b.values.data(),
                int(s.k), 0.0f, theirs.data(), int(s.n));
    double end = now();
    best[0] = std::min(best[0], middle - start);
    best[1] = std::min(best[1], end - middle);
  }
  bool right = true;
  for (int i = 0; i < 100; ++i) {
    int64_t row = int64_t(gen() % s.m), column = int64_t(gen() % s.n);
    float acc = 0.0f;
    for (int64_t k = 0; k < s.k; ++k)
      acc = std::fmaf(a.values[row * s.k + k], b.values[column * s.k + k], acc);
    right &= !std::memcmp(&acc, &ours[row * s.n + column], sizeof(acc));
  }
  std::printf("%5lld x %5lld x %5lld  ours %9.3f ms %6.1f GFLOP/s   OpenBLAS "
              "%9.3f ms %6.1f GFLOP/s   ratio %.2f%s\n",
              (long long)s.m, (long long)s.n, (long long)s.k, best[0] * 1e3,
              work / best[0] / 1e9, best[1] * 1e3, work / best[1] / 1e9,
              best[1] / best[0], right ? "" : "   WRONG");
  std::fflush(stdout);
  return right;
}

} // namespace

int main(int argc, char **argv) {
  int threads = argc > 1 ? std::max(1, std::atoi(argv[1])) : 1;
  std::vector<Shape> shapes;
  for (int i = 2; i + 2 < argc; i += 3)
    shapes.push_back({std::atoll(argv[i]), std::atoll(argv[i + 1]),
                      std::atoll(argv[i + 2])});
  if (shapes.empty())
    shapes = {{1, 2048, 2048},   {1, 4096, 4096},    {16, 4096, 4096},
              {256, 2048, 2048}, {4096, 1024, 1024}, {4096, 4096, 4096}};
  for (const Shape &s : shapes)
    if (s.m < 1 || s.n < 1 || s.k < 32 || s.k % 32) {
      std::fprintf(stderr, "error: expects M, N of at least 1 and K a multiple "
                           "of 32\n");
      return 1;
    }

  // Read when the program's OpenMP runtime is loaded.
  setenv("OMP_NUM_THREADS", std::to_string(threads).c_str(), 1);
  const Target *host = findTarget("host");
  mlir::DialectRegistry registry;
  registerAllDialects(registry);
  host->registerDialects(registry);
  mlir::MLIRContext context(registry);
  auto module = mlir::parseSourceString<mlir::ModuleOp>(kSource, &context);
  mlir::PassManager pm(&context);
  host->buildLowerPipeline(pm, {});
  if (!module || failed(pm.run(*module)))
    return 1;
  auto program = HostProgram::create(*module);
  if (!program)
    fail(program.takeError());

  openblas_set_num_threads(threads);
  std::printf("OpenBLAS kernel %s, %d thread%s\n", openblas_get_corename(),
              threads, threads == 1 ? "" : "s");
  bool right = true;
  for (const Shape &s : shapes)
    right &= measure(**program, s);
  return right ? 0 : 1;
}
