//===- Values.h - Results as numbers ----------------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Means over seeds, and comparisons with other results. docs/Tools.md defines
// both.
//
//===----------------------------------------------------------------------===//

#ifndef QUARTET_TOOLS_QUARTET_RUN_VALUES_H
#define QUARTET_TOOLS_QUARTET_RUN_VALUES_H

#include "Call.h"

namespace quartet::tools {

/// Element `index` of `array`, whose elements are of `dtype`; exact but for
/// integers beyond 2^53. An array of float64 is one of means.
double getValue(const npy::Array &array, DType dtype, size_t index);

/// The mean of results over runs.
class Mean {
public:
  explicit Mean(const Signature &signature) : signature(signature) {}

  /// Adds one run. False and a message if a result that has no mean, of
  /// integers, differs from that of the first.
  bool add(const Results &results, std::string &error);

  /// float64 where a result is of floats; the others as they were.
  Results get() const;

private:
  const Signature &signature;
  Results first;
  std::vector<std::vector<double>> sums;
  size_t count = 0;
};

/// What two arrays differ by.
struct Difference {
  /// The largest |a - b|; infinite where only one is NaN, or an infinity that
  /// the other is not.
  double maxAbsolute = 0;
  /// The sum of (a - b)^2 over that of b^2; 0 if both sums are.
  double relativeSquaredError = 0;
  size_t differingBytes = 0;
  size_t bytes = 0;
};

/// Compares arrays of one shape whose elements are of `dtype`.
Difference compare(const npy::Array &got, const npy::Array &expected,
                   DType dtype);

} // namespace quartet::tools

#endif // QUARTET_TOOLS_QUARTET_RUN_VALUES_H
