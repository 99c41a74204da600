//===- numerics-bench.cpp - Speed of the host numerics --------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Elements per second on one core for every kernel of the host numerics, bf16
// input of 1024 x 4096 unless the name says otherwise. The first argument of a
// row is 0 for the kernels chosen for this processor and 1 for the generic
// ones.
//
//===----------------------------------------------------------------------===//

#include "quartet/Numerics/HostMatrix.h"

#include <benchmark/benchmark.h>

#include <random>

using namespace quartet::numerics;

namespace {

constexpr int64_t kRows = 1024, kColumns = 4096;

/// Gaussian data as bf16 bits.
const std::vector<uint16_t> &gaussian() {
  static const std::vector<uint16_t> data = [] {
    std::mt19937 gen(1);
    std::normal_distribution<float> normal;
    std::vector<uint16_t> v(size_t(kRows * kColumns));
    for (uint16_t &x : v) {
      float f = normal(gen);
      uint32_t bits;
      __builtin_memcpy(&bits, &f, sizeof(bits));
      x = uint16_t(bits >> 16);
    }
    return v;
  }();
  return data;
}

host::MatrixView view(bool transposed) {
  host::MatrixView v;
  v.data = gaussian().data();
  v.type = host::ElementType::BF16;
  v.rows = transposed ? kColumns : kRows;
  v.columns = transposed ? kRows : kColumns;
  v.stride = kColumns;
  v.transposed = transposed;
  return v;
}

void count(benchmark::State &state) {
  state.counters["elements/s"] =
      benchmark::Counter(double(state.iterations() * kRows * kColumns),
                         benchmark::Counter::kIsRate);
}

void amax(benchmark::State &state) {
  gaussian();
  host::forceGenericKernels(state.range(0));
  for (auto _ : state)
    benchmark::DoNotOptimize(host::largestMagnitude(view(false)));
  count(state);
}

/// Quantization alone: the largest magnitude is given.
void quantize(benchmark::State &state, const char *name, unsigned group,
              bool transposed) {
  host::forceGenericKernels(state.range(0));
  host::QuantizeOptions options;
  options.quantizer = findQuantizer(name)->quantizer;
  options.rotation.group = group;
  options.randomness = {7, 1, 0};
  options.rotation.randomness = {7, 2, 0};
  options.hasAmax = true;
  options.amax = host::largestMagnitude(view(false));
  for (auto _ : state)
    benchmark::DoNotOptimize(host::quantize(view(transposed), options));
  count(state);
}

void dequantize(benchmark::State &state) {
  host::forceGenericKernels(state.range(0));
  host::QuantizeOptions options;
  host::QuantizedMatrix m = host::quantize(view(false), options);
  for (auto _ : state)
    benchmark::DoNotOptimize(host::dequantize(m));
  count(state);
}

void requantize(benchmark::State &state) {
  host::forceGenericKernels(state.range(0));
  host::QuantizeOptions options;
  host::QuantizedMatrix m = host::quantize(view(false), options);
  options.quantizer = findQuantizer("quartet2_backward")->quantizer;
  options.rotation.group = 128;
  for (auto _ : state)
    benchmark::DoNotOptimize(
        host::requantize(m, kColumns, /*transpose=*/true, options));
  count(state);
}

} // namespace

BENCHMARK(amax)->Arg(0)->Arg(1);
BENCHMARK_CAPTURE(quantize, rtn, "rtn", 0u, false)->Arg(0)->Arg(1);
BENCHMARK_CAPTURE(quantize, rtn_transposed, "rtn", 0u, true)->Arg(0);
BENCHMARK_CAPTURE(quantize, rtn_16x16, "rtn_16x16", 0u, false)->Arg(0);
BENCHMARK_CAPTURE(quantize, four_over_six, "quartet2_forward", 0u, false)
    ->Arg(0)
    ->Arg(1);
BENCHMARK_CAPTURE(quantize, sr, "sr", 0u, false)->Arg(0);
BENCHMARK_CAPTURE(quantize, ms_eden, "quartet2_backward", 0u, false)->Arg(0);
BENCHMARK_CAPTURE(quantize, rotate128_ms_eden, "quartet2_backward", 128u, false)
    ->Arg(0)
    ->Arg(1);
BENCHMARK_CAPTURE(quantize, rotate128_ms_eden_transposed, "quartet2_backward",
                  128u, true)
    ->Arg(0);
BENCHMARK_CAPTURE(quantize, rotate128_quartet2_sim, "quartet2_sim", 128u, false)
    ->Arg(0);
BENCHMARK(dequantize)->Arg(0)->Arg(1);
BENCHMARK(requantize)->Arg(0);

BENCHMARK_MAIN();
