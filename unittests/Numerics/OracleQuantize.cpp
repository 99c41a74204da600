//===- OracleQuantize.cpp - Quantizers written a second time --------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// See Oracle.h. Values keep their signs throughout, and every comparison is one
// of floating-point numbers.
//
//===----------------------------------------------------------------------===//

#include "Oracle.h"

#include <algorithm>
#include <cmath>

using namespace quartet::numerics;

namespace {

using Sixteen = std::array<float, 16>;

/// One block on its way.
struct Block {
  const float *x = nullptr;
  bool bad = false;
  float m = 0.0f; ///< largest magnitude of the block or tile
  std::array<uint8_t, 16> codes{};
  float scale = 0.0f; ///< before the last rounding
  float xx = 0.0f, xy = 0.0f;
};

struct Job {
  const Quantizer &q;
  const oracle::Matrix &m;
  uint64_t seed;
  uint32_t site, instance, firstRow, firstBlock;
  oracle::Result result;
  float ts = 1.0f;
  float encode = 1.0f; ///< S of the reciprocal rule

  int64_t blocks() const { return m.columns / 16; }
  float maximum(int i) const { return (i ? 4.0f : 6.0f) / q.scaleOverride; }

  uint32_t draw(int64_t r, int64_t b, int element) const {
    std::array<uint32_t, 4> words =
        oracle::philox(seed, {firstBlock + uint32_t(b), firstRow + uint32_t(r),
                              site, 4 * instance + uint32_t(element / 4)});
    return words[size_t(element % 4)] >> 8;
  }

  Block load(int64_t r, int64_t b) const {
    Block k;
    k.x = m.values.data() + r * m.columns + b * 16;
    for (int i = 0; i < 16; ++i) {
      k.bad |= !std::isfinite(k.x[i]);
      k.m = std::max(k.m, std::fabs(k.x[i]));
    }
    return k;
  }

  void store(int64_t r, int64_t b, const Block &k, unsigned byte) {
    bool blank = k.bad || byte == 0;
    for (int i = 0; i < 16; ++i)
      result.codes[size_t(r * m.columns + b * 16 + i)] =
          blank ? 0 : k.codes[size_t(i)];
    result.scales[size_t(r * blocks() + b)] = k.bad ? 127 : uint8_t(byte);
  }

  void setTensorScale(float amax);
  unsigned scaleByte(float blockMax, int candidate) const;
  float scaled(float x, float c) const;
  unsigned code(float v, uint32_t draw) const;
  void tryCandidate(const Block &k, int64_t r, int64_t b, unsigned byte,
                    unsigned referenceByte, std::array<uint8_t, 16> &codes,
                    float &error, float &alignment) const;
  bool secondWins(float e0, float a0, float e1, float a1) const;
  void roundToNearestOrStochastic();
  void sums(Block &k, const Sixteen &v);
  void correct(std::vector<Block> &row) const;
  void aligned();
  void postHoc();
};

float clampMax(float a) {
  if (a == 0)
    return a;
  if (!(a <= std::ldexp(1.0f, 127)))
    return std::ldexp(1.0f, 127);
  return std::max(a, std::ldexp(1.0f, -100));
}

void Job::setTensorScale(float amax) {
  float a = clampMax(std::fabs(amax));
  if (a == 0)
    return;
  encode = (maximum(0) * q.scaleMax) / a;
  if (q.tensorScale == TensorScaleRule::Amax)
    ts = a / (maximum(0) * q.scaleMax);
  else if (q.tensorScale == TensorScaleRule::AmaxDivideTwice)
    ts = (a / q.scaleMax) / maximum(0);
  else
    ts = 1.0f / encode;
}

unsigned Job::scaleByte(float blockMax, int candidate) const {
  float b = maximum(candidate);
  float c = blockMax / (b * ts);
  if (q.tensorScale == TensorScaleRule::ReciprocalAmax)
    c = blockMax * (encode * (1.0f / b));
  else if (q.arithmetic == Arithmetic::DivideTwice)
    c = (blockMax / b) / ts;
  unsigned byte = oracle::encodeE4M3(c, oracle::Round::Nearest);
  if (q.zeroBlock == ZeroBlock::MinNormal)
    return std::max(byte, 8u);
  if (q.zeroBlock == ZeroBlock::One && byte == 0)
    return 0x38;
  return byte;
}

float Job::scaled(float x, float c) const {
  if (c == 0)
    return 0;
  float step = c * ts;
  if (q.arithmetic == Arithmetic::Reciprocal)
    return x * (1.0f / step);
  return x / step;
}

unsigned Job::code(float v, uint32_t draw) const {
  switch (q.element) {
  case ElementRounding::NearestEven:
    return oracle::encodeE2M1(v, oracle::Round::Nearest);
  case ElementRounding::NearestAway:
    return oracle::encodeE2M1(v, oracle::Round::Away);
  case ElementRounding::Stochastic:
    return oracle::encodeE2M1(v, oracle::Round::Stochastic, draw);
  }
  return 0;
}

void Job::tryCandidate(const Block &k, int64_t r, int64_t b, unsigned byte,
                       unsigned referenceByte, std::array<uint8_t, 16> &codes,
                       float &error, float &alignment) const {
  float c = float(oracle::decodeE4M3(byte));
  float reference = float(oracle::decodeE4M3(referenceByte));
  float e[2] = {0, 0}, a[2] = {0, 0};
  for (int i = 0; i < 16; ++i) {
    unsigned n = code(scaled(k.x[i], c), draw(r, b, i));
    codes[size_t(i)] = uint8_t(n);
    float value = float(oracle::decodeE2M1(n));
    float d = std::fmaf(-value, c * ts, k.x[i]);
    if (q.criterion == Criterion::MSE)
      e[i % 2] = std::fmaf(d, d, e[i % 2]);
    else if (q.criterion == Criterion::MAE)
      e[i % 2] = e[i % 2] + std::fabs(d);
    else
      e[i % 2] = std::fmaf(value, value, e[i % 2]);
    a[i % 2] = std::fmaf(scaled(k.x[i], reference), value, a[i % 2]);
  }
  error = e[0] + e[1];
  alignment = a[0] + a[1];
}

bool Job::secondWins(float e0, float a0, float e1, float a1) const {
  if (q.criterion != Criterion::Cosine)
    return e1 < e0;
  return (a1 * a1) * e0 > (a0 * a0) * e1;
}

void Job::roundToNearestOrStochastic() {
  int64_t high = q.blockRows;
  for (int64_t r0 = 0; r0 < m.rows; r0 += high)
    for (int64_t b = 0; b < blocks(); ++b) {
      std::vector<Block> rows;
      for (int64_t r = r0; r < std::min(r0 + high, m.rows); ++r)
        rows.push_back(load(r, b));
      float largest = 0;
      bool bad = false;
      for (const Block &k : rows) {
        largest = std::max(largest, k.m);
        bad |= k.bad;
      }
      unsigned bytes[2] = {bad ? 0 : scaleByte(largest, 0),
                           bad ? 0 : scaleByte(largest, 1)};
      std::vector<std::array<std::array<uint8_t, 16>, 2>> codes(rows.size());
      float error[2] = {0, 0}, alignment[2] = {0, 0};
      for (size_t i = 0; i < rows.size() && !bad; ++i)
        for (int c = 0; c < q.numCandidates; ++c) {
          float e, a;
          tryCandidate(rows[i], r0 + int64_t(i), b, bytes[c], bytes[0],
                       codes[i][size_t(c)], e, a);
          error[c] += e;
          alignment[c] += a;
        }
      size_t pick = q.numCandidates == 2 &&
                    secondWins(error[0], alignment[0], error[1], alignment[1]);
      for (size_t i = 0; i < rows.size(); ++i) {
        rows[i].bad = bad;
        rows[i].codes = codes[i][pick];
        store(r0 + int64_t(i), b, rows[i], bytes[pick]);
      }
    }
}

/// Rounds and sums over columns {2c, 2c + 1, 2c + 8, 2c + 9}.
void Job::sums(Block &k, const Sixteen &v) {
  float xx[4] = {0, 0, 0, 0}, xy[4] = {0, 0, 0, 0};
  for (size_t c = 0; c < 4; ++c)
    for (size_t i : {2 * c, 2 * c + 1, 2 * c + 8, 2 * c + 9}) {
      k.codes[i] = uint8_t(code(v[i], 0));
      xx[c] = std::fmaf(v[i], v[i], xx[c]);
      xy[c] = std::fmaf(v[i], float(oracle::decodeE2M1(k.codes[i])), xy[c]);
    }
  k.xx = (xx[0] + xx[1]) + (xx[2] + xx[3]);
  k.xy = (xy[0] + xy[1]) + (xy[2] + xy[3]);
}

void Job::correct(std::vector<Block> &row) const {
  bool weighted = q.correction == Correction::Group128Weighted;
  size_t group = q.correction == Correction::Group16 ? 1 : 8;
  for (size_t first = 0; first < row.size(); first += group) {
    size_t last = std::min(first + group, row.size());
    float top = 0, num = 0, den = 0;
    bool bad = false;
    for (size_t b = first; b < last; ++b) {
      if (!row[b].bad)
        top = std::max(top, row[b].scale);
      bad |= row[b].bad;
    }
    // The power of two at or below the largest scale.
    float unit =
        top == 0 ? std::ldexp(1.0f, -127) : std::ldexp(1.0f, std::ilogb(top));
    for (size_t b = first; b < last; ++b) {
      float s = row[b].scale / unit;
      if (weighted) {
        num = std::fmaf(s * s, row[b].xx, num);
        den = std::fmaf(s * s, row[b].xy, den);
      } else {
        num = b == first ? row[b].xx : num + row[b].xx;
        den = b == first ? row[b].xy : den + row[b].xy;
      }
    }
    float ratio = num / den;
    if (!std::isfinite(ratio))
      ratio = 1;
    for (size_t b = first; b < last; ++b) {
      row[b].bad = bad;
      row[b].scale = row[b].scale * ratio;
    }
  }
}

void Job::aligned() {
  for (int64_t r = 0; r < m.rows; ++r) {
    std::vector<Block> row;
    for (int64_t b = 0; b < blocks(); ++b) {
      Block k = load(r, b);
      if (!k.bad) {
        k.scale = float(oracle::decodeE4M3(scaleByte(k.m, 0)));
        Sixteen v;
        for (size_t i = 0; i < 16; ++i)
          v[i] = scaled(k.x[i], k.scale);
        sums(k, v);
        if (k.scale == 0)
          k.codes = {};
      }
      row.push_back(k);
    }
    correct(row);
    for (int64_t b = 0; b < blocks(); ++b) {
      Block &k = row[size_t(b)];
      unsigned byte = oracle::encodeE4M3(
          k.bad ? 0 : k.scale, oracle::Round::Stochastic, draw(r, b, 0));
      // A corrected scale that draws zero leaves the codes as they are.
      store(r, b, k, byte == 0 ? 1 : byte);
      if (!k.bad)
        result.scales[size_t(r * blocks() + b)] = uint8_t(byte);
    }
  }
}

void Job::postHoc() {
  std::vector<Block> all;
  for (int64_t r = 0; r < m.rows; ++r) {
    std::vector<Block> row;
    for (int64_t b = 0; b < blocks(); ++b) {
      Block k = load(r, b);
      float z = k.m * (q.scaleOverride / 6.0f);
      if (!k.bad && z >= std::ldexp(1.0f, -126)) {
        // Four explicit mantissa bits: floor in units of 2^(e - 4).
        int e = std::ilogb(z);
        k.scale =
            float(std::ldexp(std::floor(std::ldexp(double(z), 4 - e)), e - 4));
        float f = 1.0f / k.scale;
        Sixteen v;
        for (size_t i = 0; i < 16; ++i)
          v[i] = k.x[i] * f;
        sums(k, v);
      }
      row.push_back(k);
    }
    correct(row);
    all.insert(all.end(), row.begin(), row.end());
  }
  float largest = 0;
  for (Block &k : all) {
    k.scale = oracle::bf16ToFloat(oracle::floatToBF16(k.scale));
    if (!k.bad)
      largest = std::max(largest, k.scale);
  }
  float w = clampMax(largest);
  if (w != 0) {
    if (q.tensorScale == TensorScaleRule::PostHocMax) {
      ts = w * (1.0f / q.scaleMax);
    } else {
      // The smallest power of two that is at least w / scaleMax.
      int e = -140;
      while (std::ldexp(double(q.scaleMax), e) < w)
        ++e;
      ts = float(std::ldexp(1.0, e));
    }
  }
  float f = 1.0f / ts;
  for (int64_t r = 0; r < m.rows; ++r)
    for (int64_t b = 0; b < blocks(); ++b) {
      Block &k = all[size_t(r * blocks() + b)];
      unsigned byte = oracle::encodeE4M3(
          k.bad ? 0.0f : k.scale * f, oracle::Round::Stochastic, draw(r, b, 0));
      store(r, b, k, byte == 0 ? 1 : byte);
      if (!k.bad)
        result.scales[size_t(r * blocks() + b)] = uint8_t(byte);
    }
}

} // namespace

oracle::Result oracle::quantize(const Quantizer &q, const Matrix &m, float amax,
                                uint64_t seed, uint32_t site, uint32_t instance,
                                uint32_t firstRow, uint32_t firstBlock) {
  Job job{q, m, seed, site, instance, firstRow, firstBlock, Result()};
  job.result.codes.resize(m.values.size());
  job.result.scales.resize(m.values.size() / 16);
  if (q.isPostHoc()) {
    job.postHoc();
  } else {
    if (amax < 0) {
      amax = 0;
      for (float v : m.values)
        if (std::isfinite(v))
          amax = std::max(amax, std::fabs(v));
    }
    job.setTensorScale(amax);
    if (q.correction != Correction::None)
      job.aligned();
    else
      job.roundToNearestOrStochastic();
  }
  job.result.tensorScale = job.ts;
  return job.result;
}

std::string oracle::difference(const Result &expected,
                               const host::QuantizedMatrix &got) {
  if (bitsOf(expected.tensorScale) != bitsOf(got.tensorScale))
    return "tensor scale " + std::to_string(got.tensorScale) + " instead of " +
           std::to_string(expected.tensorScale);
  if (expected.scales.size() != got.scales.size() ||
      expected.codes.size() != 2 * got.data.size())
    return "sizes differ";
  for (size_t i = 0; i < expected.scales.size(); ++i)
    if (expected.scales[i] != got.scales[i])
      return "scale " + std::to_string(i) + " is " +
             std::to_string(got.scales[i]) + " instead of " +
             std::to_string(expected.scales[i]);
  for (size_t i = 0; i < expected.codes.size(); ++i) {
    unsigned code = got.data[i / 2] >> (i % 2 * 4) & 15;
    if (expected.codes[i] != code)
      return "code " + std::to_string(i) + " is " + std::to_string(code) +
             " instead of " + std::to_string(expected.codes[i]);
  }
  return "";
}
