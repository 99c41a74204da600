//===- RuleHarness.h - A rule as host code and as emitted code --*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A rule here is a function object over any `Ops`: rule(o, in, out) reads words
// and writes words. It is evaluated on HostScalar, and compiled from what it
// emits on IROps as scalars and as vectors; all three must agree.
//
//===----------------------------------------------------------------------===//

#ifndef QUARTET_UNITTESTS_NUMERICSIR_RULEHARNESS_H
#define QUARTET_UNITTESTS_NUMERICSIR_RULEHARNESS_H

#include "quartet/Numerics/HostScalar.h"
#include "quartet/NumericsIR/IROps.h"

#include <cstdint>
#include <functional>
#include <random>
#include <string>
#include <vector>

namespace quartet {
namespace test {

/// One word per lane.
using Words = std::vector<uint32_t>;

/// A rule on IROps.
using EmitRule = std::function<void(IROps &, const IROps::I *, IROps::I *)>;
/// A rule on HostScalar.
using HostRule = std::function<void(const uint32_t *, uint32_t *)>;

/// Compiles `emit` for `lanes` lanes and applies it to `inputs`: one list per
/// input word, all of the same length, a multiple of 8.
std::vector<Words> runEmitted(const EmitRule &emit, int64_t lanes,
                              const std::vector<Words> &inputs,
                              unsigned numOutputs);

/// What a NaN in an output has to agree in.
enum class NaNs {
  Exact, ///< every bit
  Any,   ///< being a NaN: the processor chooses among payloads
};

/// Compares host and emitted code, scalar and vector, on `inputs`.
void checkRule(const std::string &name, const HostRule &host,
               const EmitRule &emit, const std::vector<Words> &inputs,
               unsigned numOutputs, NaNs nans);

/// `rule` is a generic function object.
template <class Rule>
void check(const std::string &name, const std::vector<Words> &inputs,
           unsigned numOutputs, Rule rule, NaNs nans = NaNs::Exact) {
  checkRule(
      name,
      [&](const uint32_t *in, uint32_t *out) {
        numerics::HostScalar o;
        rule(o, in, out);
      },
      [&](IROps &o, const IROps::I *in, IROps::I *out) { rule(o, in, out); },
      inputs, numOutputs, nans);
}

/// f32 patterns where arithmetic is special: zeros, subnormals, powers of two,
/// midpoints, the largest, infinities, NaN.
const Words &specialFloats();

/// All pairs of `a`, padded with random words to a multiple of 8, and as many
/// random words again in each place; `count` lists.
std::vector<Words> tuples(const Words &a, unsigned count);

/// Every bf16 pattern as f32, with its neighbours one f32 ulp away.
std::vector<Words> everyBF16();

/// 0 .. count - 1; count is a multiple of 8.
std::vector<Words> ascending(uint32_t count);

/// `count` random words in each of `lists`.
std::vector<Words> randomWords(unsigned lists, size_t count);

} // namespace test
} // namespace quartet

#endif // QUARTET_UNITTESTS_NUMERICSIR_RULEHARNESS_H
