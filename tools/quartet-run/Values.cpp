//===- Values.cpp - Results as numbers ------------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Values.h"

#include "quartet/Numerics/E4M3.h"
#include "quartet/Numerics/Floats.h"
#include "quartet/Numerics/HostScalar.h"

#include "llvm/ADT/STLExtras.h"

#include <cmath>
#include <cstring>

using namespace quartet;
using namespace quartet::tools;

template <typename T>
static T load(const npy::Array &array, size_t index) {
  T value;
  std::memcpy(&value, array.bytes.data() + index * sizeof(T), sizeof(T));
  return value;
}

static bool isFloat(DType dtype) {
  switch (dtype) {
  case DType::F8E4M3FN:
  case DType::F8E5M2:
  case DType::F16:
  case DType::BF16:
  case DType::F32:
  case DType::F64:
    return true;
  default:
    return false;
  }
}

double tools::getValue(const npy::Array &array, DType dtype, size_t index) {
  numerics::HostScalar o;
  if (array.dtype == npy::DType::F64)
    return load<double>(array, index);
  switch (dtype) {
  case DType::I1:
    return load<uint8_t>(array, index);
  case DType::I8:
    return load<int8_t>(array, index);
  case DType::I16:
    return load<int16_t>(array, index);
  case DType::I32:
    return load<int32_t>(array, index);
  case DType::I64:
  case DType::Index:
    return static_cast<double>(load<int64_t>(array, index));
  case DType::F8E4M3FN:
    return numerics::decodeE4M3(o, load<uint8_t>(array, index));
  case DType::F8E5M2:
    // The leading byte of an f16.
    return numerics::fromF16(o, uint32_t(load<uint8_t>(array, index)) << 8);
  case DType::F16:
    return numerics::fromF16(o, load<uint16_t>(array, index));
  case DType::BF16:
    return numerics::fromBF16(o, load<uint16_t>(array, index));
  case DType::F32:
    return load<float>(array, index);
  case DType::F64:
    return load<double>(array, index);
  }
  return 0;
}

//===----------------------------------------------------------------------===//
// Mean
//===----------------------------------------------------------------------===//

bool Mean::add(const Results &results, std::string &error) {
  if (count++ == 0) {
    first = results;
    for (auto [array, spec] : llvm::zip(results, signature.results))
      sums.emplace_back(isFloat(spec.dtype)
                            ? array.bytes.size() /
                                  static_cast<size_t>(getDTypeSize(spec.dtype))
                            : 0);
  }
  for (auto [i, spec] : llvm::enumerate(signature.results)) {
    for (auto [element, sum] : llvm::enumerate(sums[i]))
      sum += getValue(results[i], spec.dtype, element);
    if (isFloat(spec.dtype) || results[i].bytes == first[i].bytes)
      continue;
    error = "result " + std::to_string(i) + " of '" + signature.entry +
            "' expects floats for a mean over seeds, but got " +
            stringifyDType(spec.dtype).str() +
            " values that depend on the seed";
    return false;
  }
  return true;
}

Results Mean::get() const {
  Results means = first;
  for (auto [array, sum, spec] : llvm::zip(means, sums, signature.results)) {
    if (!isFloat(spec.dtype))
      continue;
    array.dtype = npy::DType::F64;
    array.bytes.resize(sum.size() * sizeof(double));
    for (auto [element, value] : llvm::enumerate(sum)) {
      double mean = value / static_cast<double>(count);
      std::memcpy(array.bytes.data() + element * sizeof(mean), &mean,
                  sizeof(mean));
    }
  }
  return means;
}

//===----------------------------------------------------------------------===//
// Comparison
//===----------------------------------------------------------------------===//

Difference tools::compare(const npy::Array &got, const npy::Array &expected,
                          DType dtype) {
  Difference difference;
  difference.bytes = got.bytes.size();
  for (auto [a, b] : llvm::zip(got.bytes, expected.bytes))
    difference.differingBytes += a != b;
  double error = 0, energy = 0;
  size_t count = got.bytes.size() / npy::getItemSize(got.dtype);
  for (size_t i = 0; i != count; ++i) {
    double a = getValue(got, dtype, i), b = getValue(expected, dtype, i);
    // NaN with NaN, and an infinity with itself, differ by nothing.
    if ((std::isnan(a) && std::isnan(b)) || (std::isinf(b) && a == b))
      continue;
    double distance =
        std::isfinite(a) && std::isfinite(b) ? std::fabs(a - b) : HUGE_VAL;
    difference.maxAbsolute = std::max(difference.maxAbsolute, distance);
    error += distance * distance;
    if (std::isfinite(b))
      energy += b * b;
  }
  if (error != 0)
    difference.relativeSquaredError = error / energy;
  return difference;
}
