//===- Check.cpp - Compares tensors and reports ---------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// One report is one line on standard error: how many elements differ, the index
// of the first, and its two values with their bits.
//
//===----------------------------------------------------------------------===//

#include "quartet/Runtime/Check.h"

#include "quartet/Numerics/E2M1.h"
#include "quartet/Numerics/E4M3.h"
#include "quartet/Numerics/Floats.h"
#include "quartet/Numerics/HostScalar.h"
#include "quartet/Numerics/ScaleLayout.h"

#include <atomic>
#include <cmath>
#include <cstdio>
#include <cstring>
#include <string>
#include <vector>

using namespace quartet;
using check::Format;

static std::atomic<int64_t> failures{0};

namespace {

using Index = std::vector<int64_t>;

/// Bits of one element.
unsigned getWidth(Format format) {
  switch (format) {
  case Format::I1:
    return 1;
  case Format::F4E2M1FN:
    return 4;
  case Format::I8:
  case Format::F8E4M3FN:
  case Format::F8E5M2:
  case Format::F8E8M0FNU:
    return 8;
  case Format::I16:
  case Format::F16:
  case Format::BF16:
    return 16;
  case Format::I32:
  case Format::F32:
    return 32;
  case Format::I64:
  case Format::F64:
    return 64;
  }
  return 8;
}

bool isInteger(Format format) { return format <= Format::I64; }

/// The value of an element of a float format; exact.
double toDouble(Format format, uint64_t bits) {
  numerics::HostScalar o;
  uint32_t word = static_cast<uint32_t>(bits);
  switch (format) {
  case Format::F4E2M1FN:
    return numerics::decodeE2M1(o, word);
  case Format::F8E4M3FN:
    return numerics::decodeE4M3(o, word);
  case Format::F8E5M2:
    // The leading byte of an f16.
    return numerics::fromF16(o, word << 8);
  case Format::F8E8M0FNU:
    return word == 0xFF ? std::nan("") : std::ldexp(1.0, int(word) - 127);
  case Format::F16:
    return numerics::fromF16(o, word);
  case Format::BF16:
    return numerics::fromBF16(o, word);
  case Format::F32:
    return o.fromBits(word);
  default: {
    double value;
    std::memcpy(&value, &bits, sizeof(value));
    return value;
  }
  }
}

/// Reads the elements of a tensor by their index.
class View {
public:
  View(Format format, int64_t rank, const int64_t *words)
      : format(format), data(reinterpret_cast<const char *>(words[0])),
        extents(words + 1, words + 1 + rank),
        strides(words + 1 + rank, words + 1 + 2 * rank) {
    if (isPacked())
      extents.back() = numerics::unpackedColumns(extents.back());
  }

  const Index &getExtents() const { return extents; }

  uint64_t getBits(const Index &index) const {
    int64_t offset = 0;
    for (size_t d = 0; d != index.size(); ++d) {
      bool halved = isPacked() && d + 1 == index.size();
      offset += strides[d] * (halved ? index[d] / 2 : index[d]);
    }
    size_t bytes = (getWidth(format) + 7) / 8;
    uint64_t bits = 0;
    std::memcpy(&bits, data + offset * static_cast<int64_t>(bytes), bytes);
    if (isPacked())
      bits = numerics::unpackCode(static_cast<uint8_t>(bits), index.back());
    return bits;
  }

  double getDouble(const Index &index) const {
    return toDouble(format, getBits(index));
  }

  /// "1.5 (0x3fc00000)" for floats, "-3" for integers.
  std::string print(const Index &index) const {
    uint64_t bits = getBits(index);
    char text[64];
    if (isInteger(format)) {
      unsigned unused = format == Format::I1 ? 0 : 64 - getWidth(format);
      std::snprintf(text, sizeof(text), "%lld",
                    static_cast<long long>(bits << unused) >> unused);
    } else {
      int digits = format == Format::F64 ? 17 : 9;
      std::snprintf(text, sizeof(text), "%.*g (0x%0*llx)", digits,
                    toDouble(format, bits),
                    static_cast<int>(getWidth(format)) / 4,
                    static_cast<unsigned long long>(bits));
    }
    return text;
  }

private:
  bool isPacked() const { return format == Format::F4E2M1FN; }

  Format format;
  const char *data;
  Index extents;
  Index strides;
};

std::string printList(const Index &list) {
  std::string text;
  for (int64_t value : list)
    text += (text.empty() ? "" : ", ") + std::to_string(value);
  return "[" + text + "]";
}

/// Calls `visit` with every index of `extents` in row-major order.
template <typename Fn>
void forEachIndex(const Index &extents, Fn visit) {
  for (int64_t extent : extents)
    if (extent == 0)
      return;
  Index index(extents.size(), 0);
  for (;;) {
    visit(index);
    size_t d = extents.size();
    while (d > 0 && ++index[d - 1] == extents[d - 1])
      index[--d] = 0;
    if (d == 0)
      return;
  }
}

void report(const char *location, const std::string &message) {
  ++failures;
  // One call, so that lines of several threads do not mix.
  std::string line = std::string(location) + " " + message + "\n";
  std::fwrite(line.data(), 1, line.size(), stderr);
}

std::string printNumber(double value) {
  char text[32];
  std::snprintf(text, sizeof(text), "%g", value);
  return text;
}

/// Reports different extents; true if they are the same.
bool haveSameExtents(const char *location, const View &got,
                     const View &expected) {
  if (got.getExtents() == expected.getExtents())
    return true;
  report(location, "expects extents " + printList(expected.getExtents()) +
                       ", but got " + printList(got.getExtents()));
  return false;
}

/// Compares element by element; `differs(index)` decides, `rule` names what was
/// expected of them.
template <typename Fn>
void compare(const char *location, const View &got, const View &expected,
             const std::string &rule, Fn differs) {
  int64_t total = 0, count = 0;
  Index first;
  forEachIndex(got.getExtents(), [&](const Index &index) {
    ++total;
    if (differs(index) && count++ == 0)
      first = index;
  });
  if (count == 0)
    return;
  report(location, "expects " + rule + ", but " + std::to_string(count) +
                       " of " + std::to_string(total) + " differ, first at " +
                       printList(first) + ": expected " +
                       expected.print(first) + ", got " + got.print(first));
}

/// NaN with NaN, or the same infinity.
bool isSpecialMatch(double got, double expected) {
  return (std::isnan(got) && std::isnan(expected)) ||
         (std::isinf(expected) && got == expected);
}

} // namespace

void quartet_check_expect_eq(const char *location, int32_t format, int64_t rank,
                             const int64_t *got, const int64_t *expected) {
  View g(static_cast<Format>(format), rank, got);
  View e(static_cast<Format>(format), rank, expected);
  if (!haveSameExtents(location, g, e))
    return;
  compare(location, g, e, "equal elements", [&](const Index &index) {
    return g.getBits(index) != e.getBits(index);
  });
}

void quartet_check_expect_close(const char *location, int32_t format,
                                int64_t rank, const int64_t *got,
                                const int64_t *expected, double rtol,
                                double atol,
                                double max_relative_squared_error) {
  View g(static_cast<Format>(format), rank, got);
  View e(static_cast<Format>(format), rank, expected);
  if (!haveSameExtents(location, g, e))
    return;
  if (max_relative_squared_error < 0) {
    std::string rule = "elements within " + printNumber(atol) + " + " +
                       printNumber(rtol) + " * |expected|";
    compare(location, g, e, rule, [&](const Index &index) {
      double a = g.getDouble(index), b = e.getDouble(index);
      return !isSpecialMatch(a, b) &&
             !(std::isfinite(a) && std::isfinite(b) &&
               std::fabs(a - b) <= atol + rtol * std::fabs(b));
    });
    return;
  }

  double error = 0, energy = 0;
  forEachIndex(g.getExtents(), [&](const Index &index) {
    double a = g.getDouble(index), b = e.getDouble(index);
    if (isSpecialMatch(a, b))
      return;
    error += (a - b) * (a - b);
    energy += b * b;
  });
  // NaN or an infinity on one side makes a sum NaN or infinite.
  if (std::isfinite(error) && std::isfinite(energy) &&
      error <= max_relative_squared_error * energy)
    return;
  report(location, "expects a relative squared error of at most " +
                       printNumber(max_relative_squared_error) + ", but got " +
                       printNumber(error) + " / " + printNumber(energy));
}

int64_t quartet_check_failures(void) { return failures; }
