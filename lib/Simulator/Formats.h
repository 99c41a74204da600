//===- Formats.h - Rounding to the floating-point formats -------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Values of every format are exact in double. A result of an operation is
// formed in double rounded to odd, from which any narrower rounding is right
// (the formats here have at least two bits less). NaNs produced by arithmetic
// are the hardware's: 0x7fffffff for f32, 0x7fff for f16 and bf16.
//
// The narrow formats that Quartet itself quantizes to, E2M1 and E4M3, and the
// nearest-even conversions to 16 bits are those of lib/Numerics.
//
//===----------------------------------------------------------------------===//

#ifndef QUARTET_LIB_SIMULATOR_FORMATS_H
#define QUARTET_LIB_SIMULATOR_FORMATS_H

#include "quartet/Numerics/E2M1.h"
#include "quartet/Numerics/E4M3.h"
#include "quartet/Numerics/Floats.h"
#include "quartet/Numerics/HostScalar.h"

#include <cmath>
#include <cstdint>
#include <cstring>
#include <limits>

namespace quartet::sim {

enum class Round : uint8_t { Nearest, Zero, Down, Up, Away };

/// A binary format: `mantissa` explicit bits, `bias`, and the largest code
/// without sign that is a finite number.
struct Format {
  unsigned exponentBits;
  unsigned mantissaBits;
  int bias;
  uint32_t maxFinite;
  bool hasInf;
  uint32_t nan;
};

inline constexpr Format kFormatF16{5, 10, 15, 0x7bff, true, 0x7fff};
inline constexpr Format kFormatBF16{8, 7, 127, 0x7f7f, true, 0x7fff};
inline constexpr Format kFormatF32{8, 23, 127, 0x7f7fffff, true, 0x7fffffff};
inline constexpr Format kFormatE5M2{5, 2, 15, 0x7b, true, 0x7f};
inline constexpr Format kFormatE4M3{4, 3, 7, 0x7e, false, 0x7f};
inline constexpr Format kFormatE3M2{3, 2, 3, 0x1f, false, 0};
inline constexpr Format kFormatE2M3{2, 3, 1, 0x1f, false, 0};
inline constexpr Format kFormatE2M1{2, 1, 1, 0x7, false, 0};

/// The value of the finite or special code `code` of `f` (sign in the bit
/// above the exponent).
inline double decodeFormat(uint32_t code, const Format &f) {
  unsigned width = f.exponentBits + f.mantissaBits;
  bool negative = code >> width & 1;
  uint32_t magnitude = code & ((1u << width) - 1);
  double v;
  if (magnitude > f.maxFinite) {
    bool isInf = f.hasInf && (magnitude & ((1u << f.mantissaBits) - 1)) == 0;
    v = isInf ? std::numeric_limits<double>::infinity()
              : std::numeric_limits<double>::quiet_NaN();
  } else {
    uint32_t e = magnitude >> f.mantissaBits;
    uint32_t m = magnitude & ((1u << f.mantissaBits) - 1);
    v = e ? std::ldexp(m + double(1u << f.mantissaBits),
                       int(e) - f.bias - int(f.mantissaBits))
          : std::ldexp(double(m), 1 - f.bias - int(f.mantissaBits));
  }
  return negative ? -v : v;
}

inline double roundInteger(double q, Round mode) {
  switch (mode) {
  case Round::Nearest:
    return std::nearbyint(q);
  case Round::Zero:
    return std::trunc(q);
  case Round::Down:
    return std::floor(q);
  case Round::Up:
    return std::ceil(q);
  case Round::Away:
    return std::round(q);
  }
  return q;
}

/// Rounds `x` to `f`. Overflow gives infinity, or the largest finite number
/// with `saturate`, without infinities, and where the direction asks for it.
inline uint32_t encodeFormat(double x, const Format &f, Round mode,
                             bool saturate) {
  unsigned width = f.exponentBits + f.mantissaBits;
  if (std::isnan(x))
    return f.nan;
  uint32_t sign = std::signbit(x) ? 1u << width : 0;
  double magnitude = std::fabs(x);
  Round m = mode;
  if (sign && mode == Round::Down)
    m = Round::Up;
  else if (sign && mode == Round::Up)
    m = Round::Down;
  double largest = decodeFormat(f.maxFinite, f);
  uint32_t inf = f.maxFinite + 1;
  if (!std::isinf(magnitude)) {
    int exponent = magnitude == 0 ? 1 - f.bias : std::ilogb(magnitude);
    if (exponent < 1 - f.bias)
      exponent = 1 - f.bias;
    int unit = exponent - int(f.mantissaBits);
    double q = roundInteger(std::ldexp(magnitude, -unit), m);
    double r = std::ldexp(q, unit);
    if (r <= largest) {
      // q is below 2^(mantissaBits + 1), or that power after a carry.
      uint32_t whole = static_cast<uint32_t>(q);
      uint32_t base = static_cast<uint32_t>(exponent - (1 - f.bias))
                      << f.mantissaBits;
      return sign | (base + whole);
    }
    if (m == Round::Zero || m == Round::Down)
      return sign | f.maxFinite;
  }
  if (saturate || !f.hasInf)
    return sign | f.maxFinite;
  return sign | inf;
}

/// a + b in double, rounded to odd.
inline double addOdd(double a, double b) {
  double s = a + b;
  if (!std::isfinite(s))
    return s;
  double bb = s - a;
  double err = (a - (s - bb)) + (b - bb);
  if (err == 0)
    return s;
  uint64_t bits;
  std::memcpy(&bits, &s, 8);
  if (!(bits & 1)) {
    // The exact sum lies strictly between s and its odd neighbour.
    bool grows = (err > 0) == (s > 0);
    bits += grows ? 1 : -1;
    std::memcpy(&s, &bits, 8);
  }
  return s;
}

/// A double to float, rounded to odd.
inline float toFloatOdd(double x) {
  float f = static_cast<float>(x);
  if (static_cast<double>(f) == x || std::isnan(x))
    return f;
  uint32_t bits;
  if (std::isinf(f)) {
    f = std::copysign(std::numeric_limits<float>::max(), f);
    return f;
  }
  std::memcpy(&bits, &f, 4);
  if (!(bits & 1)) {
    bool grows = std::fabs(x) > std::fabs(static_cast<double>(f));
    bits += grows ? 1 : -1;
    std::memcpy(&f, &bits, 4);
    if (bits << 1 == 0xfffffffeu) // -0 or +0 stepped below zero
      f = 0;
  }
  return f;
}

inline float f16ToFloat(uint16_t h) {
  numerics::HostScalar o;
  return numerics::fromF16(o, h);
}
inline uint16_t floatToF16(float f) {
  if (std::isnan(f))
    return 0x7fff;
  numerics::HostScalar o;
  return static_cast<uint16_t>(numerics::toF16(o, f));
}
inline float bf16ToFloat(uint16_t h) {
  numerics::HostScalar o;
  return numerics::fromBF16(o, h);
}
inline uint16_t floatToBF16(float f) {
  if (std::isnan(f))
    return 0x7fff;
  numerics::HostScalar o;
  return static_cast<uint16_t>(numerics::toBF16(o, f));
}
inline float e2m1ToFloat(uint32_t code) {
  numerics::HostScalar o;
  return numerics::decodeE2M1(o, code & 15);
}
inline float e4m3ToFloat(uint32_t byte) {
  numerics::HostScalar o;
  return numerics::decodeE4M3(o, byte & 0xff);
}
inline uint32_t floatToE2M1(float f) {
  numerics::HostScalar o;
  return numerics::encodeE2M1(o, f);
}
/// NaN gives 0x7F whatever its sign, as cvt.satfinite does.
inline uint32_t floatToE4M3(float f) {
  numerics::HostScalar o;
  return std::isnan(f) ? numerics::kE4M3NaN : numerics::encodeE4M3(o, f);
}
/// 2^(code - 127); 0xFF is NaN.
inline double ue8m0ToDouble(uint32_t code) {
  return code == 0xff ? std::numeric_limits<double>::quiet_NaN()
                      : std::ldexp(1.0, int(code) - 127);
}

} // namespace quartet::sim

#endif // QUARTET_LIB_SIMULATOR_FORMATS_H
