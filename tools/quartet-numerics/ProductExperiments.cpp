//===- ProductExperiments.cpp - Matrix products and noise -----------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Errors of the products of a linear layer, forward against the unquantized
// product and backward against the straight-through gradient, and independence
// of scale noise.
//
//===----------------------------------------------------------------------===//

#include "Common.h"
#include "Experiments.h"
#include "quartet/Numerics/E2M1.h"
#include "quartet/Numerics/E4M3.h"
#include "quartet/Numerics/Floats.h"
#include "quartet/Numerics/HostScalar.h"

#include <cmath>

using namespace quartet::experiments;
using namespace quartet::numerics;

namespace {

constexpr int64_t kTokens = 128, kOutputs = 128, kInputs = 128;

/// a [m, k] times the transpose of b [n, k], in f32 as hardware sums.
std::vector<float> product(const std::vector<float> &a,
                           const std::vector<float> &b, int64_t k) {
  int64_t m = int64_t(a.size()) / k, n = int64_t(b.size()) / k;
  // b transposed, so that the inner loop runs over contiguous results.
  std::vector<float> bt(b.size()), c(size_t(m * n), 0.0f);
  for (int64_t j = 0; j < n; ++j)
    for (int64_t i = 0; i < k; ++i)
      bt[size_t(i * n + j)] = b[size_t(j * k + i)];
  for (int64_t r = 0; r < m; ++r)
    for (int64_t i = 0; i < k; ++i)
      for (int64_t j = 0; j < n; ++j)
        c[size_t(r * n + j)] += a[size_t(r * k + i)] * bt[size_t(i * n + j)];
  return c;
}

std::vector<float> transposed(const std::vector<float> &a, int64_t rows,
                              int64_t columns) {
  std::vector<float> t(a.size());
  for (int64_t r = 0; r < rows; ++r)
    for (int64_t c = 0; c < columns; ++c)
      t[size_t(c * rows + r)] = a[size_t(r * columns + c)];
  return t;
}

std::pair<double, double> error(const std::vector<float> &got,
                                const std::vector<float> &exact,
                                double factor) {
  double e = 0, s = 0;
  for (size_t i = 0; i < got.size(); ++i) {
    double d = got[i] * factor - exact[i];
    e += d * d;
    s += double(exact[i]) * exact[i];
  }
  return {e, s};
}

/// A way to run the backward pass.
struct Backward {
  const char *name;
  Quantizer quantizer;
  unsigned group;
  double dx, dw;     ///< published, 1e-3
  double dx16, dw16; ///< published for the mean of 16, or 0
  double digits;     ///< half of the last printed digit
};

struct BackwardRun {
  Matrix e;
  host::QuantizedMatrix w, x; ///< as saved by the forward pass
  uint64_t seed;

  host::QuantizeOptions options(const Backward &b, uint32_t site,
                                uint32_t rotationSite, uint32_t draw) const {
    host::QuantizeOptions o;
    o.quantizer = b.quantizer;
    o.randomness = {seed, site, draw};
    o.rotation = {b.group, {seed, rotationSite, draw}};
    return o;
  }

  /// One estimate of dX = E Wq and of dW = E^T Xq, times the rotation group.
  void run(const Backward &b, uint32_t draw, std::vector<float> &dx,
           std::vector<float> &dw) const {
    auto decode = [](const host::QuantizedMatrix &q) {
      return host::dequantize(q);
    };
    dx = product(
        decode(host::quantize(e.view(), options(b, 1, 10, draw))),
        decode(host::requantize(w, kInputs, true, options(b, 2, 10, draw))),
        kOutputs);
    dw = product(
        decode(host::quantize(e.view(true), options(b, 3, 11, draw))),
        decode(host::requantize(x, kInputs, true, options(b, 4, 11, draw))),
        kTokens);
  }
};

void addForward(Table &table, uint64_t seed) {
  struct {
    const char *name;
    const char *x;
    const char *w;
    Expectation expected;
  } const cases[] = {
      // The published product has 24 times the outputs of one replicate here.
      {"Y, rtn", "rtn", "rtn", {18.1, 0.05, 16.0}},
      {"Y, four-over-six",
       "quartet2_forward",
       "quartet2_forward",
       {15.05, 0.005, 16.0}},
      {"Y, rtn and rtn 16x16 weights", "rtn", "rtn_16x16", {21.4, 0.05, 16.0}},
  };
  for (const auto &c : cases) {
    Replicates r;
    for (unsigned k = 0; k < 32; ++k) {
      std::mt19937_64 gen = generator(seed, 4, k);
      Matrix x = normal(kTokens, kInputs, gen, true);
      Matrix w = normal(kOutputs, kInputs, gen, true);
      host::QuantizeOptions ox, ow;
      ox.quantizer = named(c.x);
      ow.quantizer = named(c.w);
      std::vector<float> got =
          product(host::dequantize(host::quantize(x.view(), ox)),
                  host::dequantize(host::quantize(w.view(), ow)), kInputs);
      r.push_back(error(got, product(x.values, w.values, kInputs), 1.0));
    }
    table.rows.push_back(makeRow(c.name, r, 1e3, c.expected));
  }
}

void addBackward(Table &table, uint64_t seed, const Backward &b) {
  constexpr unsigned kReplicates = 24;
  unsigned draws = b.dx16 > 0 ? 16 : 1;
  Replicates one[2], mean[2];
  for (unsigned k = 0; k < kReplicates; ++k) {
    std::mt19937_64 gen = generator(seed, 5, k);
    host::QuantizeOptions forward;
    forward.quantizer = named("quartet2_forward");
    Matrix x = normal(kTokens, kInputs, gen, true);
    Matrix w = normal(kOutputs, kInputs, gen, true);
    BackwardRun run{normal(kTokens, kOutputs, gen, true),
                    host::quantize(w.view(), forward),
                    host::quantize(x.view(), forward), gen()};
    // The straight-through targets, from the quantized operands.
    std::vector<float> wq = host::dequantize(run.w),
                       xq = host::dequantize(run.x);
    std::vector<float> target[2] = {
        product(run.e.values, transposed(wq, kOutputs, kInputs), kOutputs),
        product(transposed(run.e.values, kTokens, kOutputs),
                transposed(xq, kTokens, kInputs), kTokens)};
    std::vector<float> sum[2], got[2];
    double factor = 1.0 / b.group;
    for (unsigned draw = 0; draw < draws; ++draw) {
      run.run(b, draw, got[0], got[1]);
      for (unsigned g = 0; g < 2; ++g) {
        if (draw == 0)
          one[g].push_back(error(got[g], target[g], factor));
        sum[g].resize(got[g].size(), 0.0f);
        for (size_t i = 0; i < got[g].size(); ++i)
          sum[g][i] += got[g][i];
      }
    }
    for (unsigned g = 0; g < 2; ++g)
      mean[g].push_back(error(sum[g], target[g], factor / draws));
  }
  std::string name = b.name;
  table.rows.push_back(
      makeRow("dX, " + name, one[0], 1e3, {b.dx, b.digits, 16.0}));
  table.rows.push_back(
      makeRow("dW, " + name, one[1], 1e3, {b.dw, b.digits, 16.0}));
  if (draws == 1)
    return;
  table.rows.push_back(makeRow("dX, " + name + ", mean of 16", mean[0], 1e3,
                               {b.dx16, 0.005, 16.0}));
  table.rows.push_back(makeRow("dW, " + name + ", mean of 16", mean[1], 1e3,
                               {b.dw16, 0.005, 16.0}));
}

} // namespace

Table quartet::experiments::productTable(uint64_t seed) {
  Table table{"relative squared error of products, normal data, 1e-3", {}};
  addForward(table, seed);
  addBackward(table, seed,
              {"quartet2", named("quartet2_backward"), 128, 18.9, 18.9, 1.18,
               1.18, 0.05});
  addBackward(
      table, seed,
      {"quartet2_sim", named("quartet2_sim"), 128, 19.7, 19.5, 0, 0, 0.05});
  addBackward(table, seed,
              {"sr, rotation 32", named("sr"), 32, 48.2, 47.6, 0, 0, 0.05});
  addBackward(table, seed,
              {"rtn, override 0.988, rotation 128",
               withOverride(named("rtn"), 0.988125f), 128, 17.8, 17.9, 0, 0,
               0.05});
  return table;
}

/// The expected energy of the difference between two independent pass 2
/// results: 2 f (1 - f) spacing^2 per block, times the energy of its codes.
static double predictedNoise(const host::EdenBlocks &blocks, float ts) {
  HostScalar o;
  double sum = 0;
  for (size_t b = 0; b < blocks.scales.size(); ++b) {
    float c = fromBF16(o, uint32_t(blocks.scales[b])) / ts;
    uint32_t below = encodeE4M3Stochastic(o, c, 0xffffffu);
    double lo = decodeE4M3(o, below), hi = decodeE4M3(o, below + 1);
    double f = (c - lo) / (hi - lo), energy = 0;
    for (size_t i = b * 8; i < b * 8 + 8; ++i)
      for (int code : {blocks.data[i] & 15, blocks.data[i] >> 4}) {
        double v = decodeE2M1(o, uint32_t(code));
        energy += v * v;
      }
    double step = (hi - lo) * ts;
    sum += 2 * f * (1 - f) * step * step * energy;
  }
  return sum;
}

Table quartet::experiments::noiseTable(uint64_t seed) {
  Table table{"independence of scale noise", {}};
  // Identical rows: the noise of a column's sum has the energy of the single
  // rows' noise. A counter without the row would give the number of rows.
  Replicates rows, again;
  for (unsigned k = 0; k < 24; ++k) {
    std::mt19937_64 gen = generator(seed, 6, k);
    constexpr int64_t kRows = 64, kColumns = 1024, kBlocks = kColumns / 16;
    Matrix one = normal(1, kColumns, gen, true), m{kRows, kColumns, {}};
    for (int64_t r = 0; r < kRows; ++r)
      m.values.insert(m.values.end(), one.values.begin(), one.values.end());
    host::QuantizeOptions options;
    options.quantizer = named("quartet2_backward");
    options.randomness = {gen(), 1, 0};
    host::EdenBlocks blocks = host::edenPass1(m.view(), options);
    host::QuantizedMatrix q =
        host::edenPass2(blocks, options, blocks.scaleMaximum);
    // Scales as values: quantized ones with code 1 in the first element.
    host::QuantizedMatrix scales = q;
    for (uint8_t &byte : scales.data)
      byte = 0x22;
    std::vector<float> rounded = host::dequantize(scales);
    double columns = 0, single = 0;
    for (int64_t b = 0; b < kBlocks; ++b) {
      double sum = 0;
      for (int64_t r = 0; r < kRows; ++r) {
        uint32_t bits = uint32_t(blocks.scales[size_t(r * kBlocks + b)]) << 16;
        float w;
        __builtin_memcpy(&w, &bits, sizeof(w));
        double d = rounded[size_t(r * kColumns + b * 16)] - double(w);
        sum += d;
        single += d * d;
      }
      columns += sum * sum;
    }
    rows.push_back({columns, single});
    // Two quantizations of one matrix that differ in scale noise alone, and
    // the energy that stochastic rounding predicts for their difference.
    Matrix x = normal(256, 256, gen, true);
    blocks = host::edenPass1(x.view(), options);
    q = host::edenPass2(blocks, options, blocks.scaleMaximum);
    options.randomness.instance = 1;
    host::QuantizedMatrix other =
        host::edenPass2(blocks, options, blocks.scaleMaximum);
    std::vector<float> a = host::dequantize(q), b = host::dequantize(other);
    double difference = 0;
    for (size_t i = 0; i < a.size(); ++i)
      difference += (double(a[i]) - b[i]) * (double(a[i]) - b[i]);
    again.push_back({difference, predictedNoise(blocks, q.tensorScale)});
  }
  table.rows.push_back(makeRow("noise energy of column sums, identical rows",
                               rows, 1.0, {1.0, 0.0}));
  table.rows.push_back(makeRow("noise energy of scales over its prediction",
                               again, 1.0, {1.0, 0.0}));
  return table;
}
