//===- Common.h - Matrices and estimates for the experiments ----*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Shared by the experiments: normal data, one quantized estimate of a matrix
// in the original domain, and quantizers without a name.
//
//===----------------------------------------------------------------------===//

#ifndef QUARTET_TOOLS_QUARTET_NUMERICS_COMMON_H
#define QUARTET_TOOLS_QUARTET_NUMERICS_COMMON_H

#include "quartet/Numerics/HostMatrix.h"

#include <random>
#include <vector>

namespace quartet {
namespace experiments {

/// A dense f32 matrix.
struct Matrix {
  int64_t rows = 0, columns = 0;
  std::vector<float> values;

  numerics::host::MatrixView view(bool transposed = false) const;
};

/// A generator that depends on the seed, the experiment and the replicate.
std::mt19937_64 generator(uint64_t seed, uint64_t experiment,
                          uint64_t replicate);

/// Standard normal values; rounded to bf16 if asked for, so that a rotation,
/// which rounds its input, starts from the same numbers.
Matrix normal(int64_t rows, int64_t columns, std::mt19937_64 &gen,
              bool roundToBF16);

/// Quantizers of the experiments: the named ones and variants of them.
numerics::Quantizer named(const char *name);
numerics::Quantizer withOverride(numerics::Quantizer q, float scaleOverride);
numerics::Quantizer withCorrection(numerics::Quantizer q,
                                   numerics::Correction c);

/// One estimate of `m`: quantized with the draws of (`seed`, instance
/// `draw`), after a rotation over `group` columns if that is not 0,
/// dequantized and rotated back.
std::vector<double> estimate(const Matrix &m, const numerics::Quantizer &q,
                             unsigned group, uint64_t seed, uint32_t draw);

/// Rotates rows of `columns` values back: transform, signs, 1 / group.
void rotateBack(std::vector<double> &values, int64_t columns, unsigned group,
                const numerics::host::Randomness &randomness);

} // namespace experiments
} // namespace quartet

#endif // QUARTET_TOOLS_QUARTET_NUMERICS_COMMON_H
