//===- Oracle.h - A second, slow implementation of the rules ----*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// docs/Numerics.md written a second time, differently: codecs search tables in
// double, blocks run over signed values one at a time, rotation is recursive.
// It shares nothing with lib/Numerics but the Quantizer record. Tests compare
// the two bit for bit.
//
//===----------------------------------------------------------------------===//

#ifndef QUARTET_UNITTESTS_NUMERICS_ORACLE_H
#define QUARTET_UNITTESTS_NUMERICS_ORACLE_H

#include "quartet/Numerics/HostMatrix.h"

#include <array>
#include <cstdint>
#include <string>
#include <vector>

namespace oracle {

using quartet::numerics::Quantizer;

enum class Round { Nearest, Away, Stochastic };

/// Value of an E2M1 code and an E4M3 byte (NaN for 0x7F and 0xFF).
double decodeE2M1(unsigned code);
double decodeE4M3(unsigned byte);
/// Saturating conversions by searching all grid points.
unsigned encodeE2M1(double v, Round mode, uint32_t draw = 0);
unsigned encodeE4M3(double v, Round mode, uint32_t draw = 0);

/// Bit patterns.
uint32_t bitsOf(float v);
float floatOf(uint32_t bits);
float bf16ToFloat(uint16_t v);
/// Through double comparison of the two neighbours.
uint16_t floatToBF16(float v);

/// Philox4x32-10 in 64-bit arithmetic.
std::array<uint32_t, 4> philox(uint64_t key, std::array<uint32_t, 4> counter);

/// A dense matrix with its (padded) columns along the contraction.
struct Matrix {
  int64_t rows = 0, columns = 0;
  std::vector<float> values; ///< rows x columns, columns a multiple of 16
};

/// Recursive unnormalised Hadamard transform of n = 2^k values.
void hadamard(float *x, unsigned n);

/// Rounds to bf16, applies signs, transforms every group.
void rotate(Matrix &m, unsigned group, uint64_t seed, uint32_t site,
            uint32_t instance, uint32_t firstBlock);

/// Codes (one per byte), scale bytes and tensor scale.
struct Result {
  std::vector<uint8_t> codes;
  std::vector<uint8_t> scales;
  float tensorScale = 0.0f;
};

/// Quantizes; `amax` is ignored by post hoc rules, negative means: compute it.
Result quantize(const Quantizer &q, const Matrix &m, float amax, uint64_t seed,
                uint32_t site, uint32_t instance, uint32_t firstRow = 0,
                uint32_t firstBlock = 0);

/// Where `got` first differs from `expected`, or "" if they are equal.
std::string difference(const Result &expected,
                       const quartet::numerics::host::QuantizedMatrix &got);

} // namespace oracle

#endif // QUARTET_UNITTESTS_NUMERICS_ORACLE_H
