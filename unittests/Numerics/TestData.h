//===- TestData.h - Inputs and seeds shared by the tests --------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Random and constructed matrices. The seed of a run is QUARTET_TEST_SEED or
// derived from the clock, and is printed by the first test that asks for it.
//
//===----------------------------------------------------------------------===//

#ifndef QUARTET_UNITTESTS_NUMERICS_TESTDATA_H
#define QUARTET_UNITTESTS_NUMERICS_TESTDATA_H

#include "Oracle.h"

#include <cstring>
#include <ostream>
#include <random>

namespace testdata {

/// The seed of this run.
uint64_t seed();

/// A generator that depends on the seed of this run and `salt`.
std::mt19937_64 generator(uint64_t salt);

/// Every named quantizer, and combinations of fields without a name.
struct Case {
  std::string name;
  quartet::numerics::Quantizer quantizer;
};
std::vector<Case> quantizers();

inline void PrintTo(const Case &c, std::ostream *os) { *os << c.name; }

/// Normal values with a power of two per block between 2^-spread and 1.
oracle::Matrix gaussian(int64_t rows, int64_t columns, int spread,
                        std::mt19937_64 &gen);

/// The same with zeros, -0, subnormals, huge values, NaN and infinities strewn
/// in, some blocks all zero.
oracle::Matrix special(int64_t rows, int64_t columns, std::mt19937_64 &gen);

/// Blocks built to sit on rounding boundaries of `q` for the tensor maximum
/// `amax`: block maxima that land on E4M3 midpoints, elements on E2M1
/// midpoints of each candidate, each also one f32 ulp to either side.
oracle::Matrix midpoints(const quartet::numerics::Quantizer &q, float amax,
                         std::mt19937_64 &gen);

/// Every bf16 pattern once, fifteen to a block, after a block maximum.
oracle::Matrix everyBF16(float blockMaximum);

/// A view of `m`, whose values are f32.
quartet::numerics::host::MatrixView view(const oracle::Matrix &m);

/// The value `steps` f32 ulps above (below if negative) a finite `v`.
float ulps(float v, int steps);

} // namespace testdata

#endif // QUARTET_UNITTESTS_NUMERICS_TESTDATA_H
