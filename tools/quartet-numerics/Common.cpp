//===- Common.cpp - Matrices and estimates for the experiments ------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// See Common.h; and the statistics behind a Row.
//
//===----------------------------------------------------------------------===//

#include "Common.h"

#include "Experiments.h"
#include "quartet/Numerics/Floats.h"
#include "quartet/Numerics/HostScalar.h"
#include "quartet/Numerics/Philox.h"

#include <cmath>

using namespace quartet::experiments;
using namespace quartet::numerics;

host::MatrixView Matrix::view(bool transposed) const {
  host::MatrixView v;
  v.data = values.data();
  v.type = host::ElementType::F32;
  v.rows = transposed ? columns : rows;
  v.columns = transposed ? rows : columns;
  v.stride = columns;
  v.transposed = transposed;
  return v;
}

std::mt19937_64 quartet::experiments::generator(uint64_t seed,
                                                uint64_t experiment,
                                                uint64_t replicate) {
  std::seed_seq mixed{uint32_t(seed), uint32_t(seed >> 32),
                      uint32_t(experiment), uint32_t(replicate)};
  return std::mt19937_64(mixed);
}

Matrix quartet::experiments::normal(int64_t rows, int64_t columns,
                                    std::mt19937_64 &gen, bool roundToBF16) {
  HostScalar o;
  std::normal_distribution<float> distribution;
  Matrix m{rows, columns, std::vector<float>(size_t(rows * columns))};
  for (float &v : m.values) {
    v = distribution(gen);
    if (roundToBF16)
      v = fromBF16(o, toBF16(o, v));
  }
  return m;
}

Quantizer quartet::experiments::named(const char *name) {
  return findQuantizer(name)->quantizer;
}

Quantizer quartet::experiments::withOverride(Quantizer q, float scaleOverride) {
  q.scaleOverride = scaleOverride;
  return q;
}

Quantizer quartet::experiments::withCorrection(Quantizer q, Correction c) {
  q.correction = c;
  return q;
}

void quartet::experiments::rotateBack(std::vector<double> &values,
                                      int64_t columns, unsigned group,
                                      const host::Randomness &randomness) {
  HostScalar o;
  RandomSource<HostScalar> source{uint32_t(randomness.seed),
                                  uint32_t(randomness.seed >> 32),
                                  randomness.site, randomness.instance};
  std::vector<double> factors;
  for (int64_t c = 0; c < columns; ++c) {
    uint32_t signs = drawSigns(o, source, uint32_t(c / kBlock));
    factors.push_back((signs >> (c % kBlock) & 1 ? -1.0 : 1.0) / group);
  }
  for (size_t base = 0; base < values.size(); base += group) {
    double *x = values.data() + base;
    for (unsigned stride = 1; stride < group; stride *= 2)
      for (unsigned i = 0; i < group; i += 2 * stride)
        for (unsigned j = i; j < i + stride; ++j) {
          double a = x[j], b = x[j + stride];
          x[j] = a + b;
          x[j + stride] = a - b;
        }
    for (unsigned j = 0; j < group; ++j)
      x[j] *= factors[size_t((base + j) % size_t(columns))];
  }
}

std::vector<double>
quartet::experiments::estimate(const Matrix &m, const Quantizer &q,
                               unsigned group, uint64_t seed, uint32_t draw) {
  host::QuantizeOptions options;
  options.quantizer = q;
  options.randomness = {seed, 1, draw};
  options.rotation = {group, {seed, 2, draw}};
  host::QuantizedMatrix quantized = host::quantize(m.view(), options);
  std::vector<float> values = host::dequantize(quantized);
  std::vector<double> result;
  result.reserve(m.values.size());
  for (int64_t r = 0; r < m.rows; ++r)
    for (int64_t c = 0; c < m.columns; ++c)
      result.push_back(values[size_t(r * quantized.padded + c)]);
  if (group)
    rotateBack(result, m.columns, group, options.rotation.randomness);
  return result;
}

/// The normal deviation with the tail probability of Student's t with `df`
/// degrees of freedom (D. L. Wallace's approximation, good to 1 % here).
static double normalEquivalent(double t, double df) {
  double z =
      (8 * df + 1) / (8 * df + 3) * std::sqrt(df * std::log1p(t * t / df));
  return t < 0 ? -z : z;
}

Row quartet::experiments::makeRow(std::string name,
                                  const Replicates &replicates, double unit,
                                  const Expectation &expectation) {
  double n = double(replicates.size()), a = 0, b = 0;
  for (auto [numerator, denominator] : replicates) {
    a += numerator;
    b += denominator;
  }
  double ratio = a / b, squares = 0;
  for (auto [numerator, denominator] : replicates) {
    double d = numerator - ratio * denominator;
    squares += d * d;
  }
  // The standard error of a ratio of means, to first order.
  double sigma = std::sqrt(squares * n / (n - 1)) / b;
  Row row;
  row.name = std::move(name);
  row.measured = ratio * unit;
  row.expected = expectation.value;
  row.sigma = sigma * unit;
  double sample = expectation.sampleInReplicates;
  double published = sample > 0 ? row.sigma * std::sqrt(n / sample) : 0.0;
  row.tolerance = std::hypot(expectation.tolerance, published);
  row.deviation = normalEquivalent((row.measured - row.expected) /
                                       std::hypot(row.sigma, row.tolerance),
                                   n - 1);
  return row;
}

std::vector<Table> quartet::experiments::allTables(uint64_t seed) {
  return {errorTable(seed),     bitsTable(seed),    misalignmentTable(seed),
          averagingTable(seed), outlierTable(seed), productTable(seed),
          noiseTable(seed)};
}
