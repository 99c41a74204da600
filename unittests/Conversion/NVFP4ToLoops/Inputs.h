//===- Inputs.h - Matrices as buffers and as views --------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What the execution tests of convert-nvfp4-to-loops share: test data rounded
// to an element type, once for compiled code and once for the host numerics.
//
//===----------------------------------------------------------------------===//

#ifndef QUARTET_UNITTESTS_CONVERSION_NVFP4TOLOOPS_INPUTS_H
#define QUARTET_UNITTESTS_CONVERSION_NVFP4TOLOOPS_INPUTS_H

#include "../../Numerics/TestData.h"
#include "Jit.h"
#include "quartet/Numerics/HostMatrix.h"

namespace quartet {
namespace test {

namespace host = numerics::host;

/// Rows and columns that end inside lanes, blocks, groups and tiles.
constexpr int64_t kRowCounts[] = {0, 1, 7, 17, 31, 33, 128, 130};
constexpr int64_t kColumnCounts[] = {0, 1, 15, 16, 17, 33, 96, 200};

/// "f32", "f16" or "bf16".
const char *getName(host::ElementType type);

/// A rows x columns matrix in memory.
class Input {
public:
  /// Values from `source` in reading order, repeated as needed, rounded.
  Input(const std::vector<float> &source, host::ElementType type, int64_t rows,
        int64_t columns);

  /// The whole of it, or its transpose, as the contraction sees it.
  host::MatrixView view(bool transposed = false) const;
  Buffer buffer() const { return buffer({rows, columns}); }
  Buffer buffer(std::vector<int64_t> shape) const;

  /// The rounded value of one element.
  float value(int64_t row, int64_t column) const;

private:
  host::ElementType type;
  int64_t rows, columns;
  std::vector<uint8_t> bytes;
};

/// Normal values, special values and rounding midpoints of `q` in one list.
std::vector<float> mixedValues(const numerics::Quantizer &q);

/// The text of `q` as an attribute of nvfp4.quantize, in angle brackets.
std::string getQuantizerText(const numerics::Quantizer &q);

/// Destinations of a quantization.
struct Destinations {
  Destinations(int64_t rows, int64_t padded, bool tiled, int64_t batch = 0);
  Buffer data, scales, tensorScale;
};

/// Expects what `got` holds to be `expected`, whose scales are linear.
void expectEqual(const Destinations &got, const host::QuantizedMatrix &expected,
                 bool tiled);

} // namespace test
} // namespace quartet

#endif // QUARTET_UNITTESTS_CONVERSION_NVFP4TOLOOPS_INPUTS_H
