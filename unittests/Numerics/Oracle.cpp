//===- Oracle.cpp - A second, slow implementation of the rules ------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// See Oracle.h.
//
//===----------------------------------------------------------------------===//

#include "Oracle.h"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <limits>

static const double kE2M1[8] = {0, 0.5, 1, 1.5, 2, 3, 4, 6};

/// All finite non-negative E4M3 values, built by counting.
static const std::vector<double> &tableE4M3() {
  static const std::vector<double> table = [] {
    std::vector<double> t;
    for (int m = 0; m < 8; ++m)
      t.push_back(m * std::pow(2.0, -9));
    for (int e = -6; e <= 8; ++e)
      for (int m = 0; m < 8; ++m)
        t.push_back((1.0 + m / 8.0) * std::pow(2.0, e));
    t.pop_back(); // 480 is not a number of this format: 0x7F is NaN
    return t;
  }();
  return table;
}

double oracle::decodeE2M1(unsigned code) {
  return code & 8 ? -kE2M1[code & 7] : kE2M1[code & 7];
}

double oracle::decodeE4M3(unsigned byte) {
  if ((byte & 127) == 127)
    return std::numeric_limits<double>::quiet_NaN();
  double v = tableE4M3()[byte & 127];
  return byte & 128 ? -v : v;
}

/// Index of the grid point to which the magnitude `a` goes.
static unsigned roundOnTable(const double *grid, unsigned count, double a,
                             oracle::Round mode, uint32_t draw) {
  if (a >= grid[count - 1])
    return count - 1;
  unsigned lo = unsigned(std::upper_bound(grid, grid + count, a) - grid) - 1;
  double below = a - grid[lo], gap = grid[lo + 1] - grid[lo];
  switch (mode) {
  case oracle::Round::Stochastic:
    return draw < std::floor(below / gap * 16777216.0) ? lo + 1 : lo;
  case oracle::Round::Away:
    return below >= gap / 2 ? lo + 1 : lo;
  case oracle::Round::Nearest:
    if (below == gap / 2)
      return lo % 2 ? lo + 1 : lo;
    return below > gap / 2 ? lo + 1 : lo;
  }
  return 0;
}

unsigned oracle::encodeE2M1(double v, Round mode, uint32_t draw) {
  if (std::isnan(v))
    return 7;
  return roundOnTable(kE2M1, 8, std::fabs(v), mode, draw) |
         (std::signbit(v) ? 8 : 0);
}

unsigned oracle::encodeE4M3(double v, Round mode, uint32_t draw) {
  unsigned sign = std::signbit(v) ? 128 : 0;
  if (std::isnan(v))
    return sign | 127;
  const std::vector<double> &t = tableE4M3();
  return sign |
         roundOnTable(t.data(), unsigned(t.size()), std::fabs(v), mode, draw);
}

uint32_t oracle::bitsOf(float v) {
  uint32_t b;
  std::memcpy(&b, &v, 4);
  return b;
}

float oracle::floatOf(uint32_t bits) {
  float v;
  std::memcpy(&v, &bits, 4);
  return v;
}

float oracle::bf16ToFloat(uint16_t v) { return floatOf(uint32_t(v) << 16); }

uint16_t oracle::floatToBF16(float v) {
  uint16_t lo = uint16_t(bitsOf(v) >> 16);
  if (std::isnan(v))
    return lo | 0x40;
  if (std::isinf(v))
    return lo;
  // The neighbour further from zero; past the largest it stands for 2^128.
  uint16_t hi = uint16_t(lo + 1);
  double a = std::fabs(double(v)), l = std::fabs(double(bf16ToFloat(lo)));
  double h = std::isinf(bf16ToFloat(hi)) ? std::pow(2.0, 128)
                                         : std::fabs(double(bf16ToFloat(hi)));
  if (a - l == h - a)
    return lo % 2 ? hi : lo;
  return a - l < h - a ? lo : hi;
}

std::array<uint32_t, 4> oracle::philox(uint64_t key,
                                       std::array<uint32_t, 4> c) {
  uint64_t k0 = key & 0xffffffffu, k1 = key >> 32;
  for (int round = 0; round < 10; ++round) {
    uint64_t a = 0xD2511F53ull * c[0], b = 0xCD9E8D57ull * c[2];
    c = {uint32_t((b >> 32) ^ c[1] ^ k0), uint32_t(b),
         uint32_t((a >> 32) ^ c[3] ^ k1), uint32_t(a)};
    k0 = (k0 + 0x9E3779B9ull) & 0xffffffffu;
    k1 = (k1 + 0xBB67AE85ull) & 0xffffffffu;
  }
  return c;
}

void oracle::hadamard(float *x, unsigned n) {
  if (n == 1)
    return;
  unsigned h = n / 2;
  hadamard(x, h);
  hadamard(x + h, h);
  for (unsigned i = 0; i < h; ++i) {
    float a = x[i], b = x[h + i];
    x[i] = a + b;
    x[h + i] = a - b;
  }
}

void oracle::rotate(Matrix &m, unsigned group, uint64_t seed, uint32_t site,
                    uint32_t instance, uint32_t firstBlock) {
  for (int64_t r = 0; r < m.rows; ++r) {
    float *row = m.values.data() + r * m.columns;
    for (int64_t c = 0; c < m.columns; ++c) {
      row[c] = bf16ToFloat(floatToBF16(row[c]));
      uint32_t word = philox(
          seed, {firstBlock + uint32_t(c / 16), 0, site, instance * 4})[0];
      // Negation changes the sign of NaN too; nothing depends on that.
      if (word >> (c % 16) & 1)
        row[c] = -row[c];
    }
    for (int64_t c = 0; c < m.columns; c += group)
      hadamard(row + c, group);
  }
}
