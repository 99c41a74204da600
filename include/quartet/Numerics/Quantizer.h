//===- Quantizer.h - The choices that fix a quantized result ----*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A Quantizer is plain data: together with the input, the seed and the site it
// fixes every bit of the resulting codes, block scales and tensor scale. The
// meaning of each field is specified in docs/Numerics.md under the label
// quoted beside it. No MLIR here: the attribute `#nvfp4.quantizer` wraps this.
//
//===----------------------------------------------------------------------===//

#ifndef QUARTET_NUMERICS_QUANTIZER_H
#define QUARTET_NUMERICS_QUANTIZER_H

#include <cstddef>
#include <cstdint>

namespace quartet {
namespace numerics {

/// How the f32 tensor scale is formed (docs/Numerics.md, section 5).
enum class TensorScaleRule : uint8_t {
  /// ts = div(amax, mul(b, scaleMax)) with b = div(6, scaleOverride), before
  /// any data is rounded.
  Amax,
  /// ts = div(div(amax, scaleMax), b): the order of the simulated paths.
  AmaxDivideTwice,
  /// S = div(6 * scaleMax, amax); ts = div(1, S); the Transformer Engine order.
  ReciprocalAmax,
  /// After the block scales w are known: ts = 2^ceil(log2(wmax / scaleMax)).
  PostHocPow2,
  /// After the block scales w are known: ts = mul(wmax, 1 / scaleMax).
  PostHocMax,
};

/// How a block's scale and its scaled elements are formed from the tensor
/// scale (docs/Numerics.md, sections 6 and 7). m is the block
/// maximum, b = div(6 or 4, scaleOverride), c the E4M3 block scale.
enum class Arithmetic : uint8_t {
  /// c from div(m, mul(b, ts)); elements mul(x, div(1, mul(c, ts))).
  Reciprocal,
  /// c from div(m, mul(b, ts)); elements div(x, mul(c, ts)).
  Divide,
  /// c from div(div(m, b), ts); elements div(x, mul(c, ts)).
  DivideTwice,
};

/// Which candidate wins when a quantizer tries several (docs/Numerics.md,
/// section 8).
enum class Criterion : uint8_t { MSE, MAE, Cosine };

/// Rounding of elements to E2M1 (docs/Numerics.md, section 7).
enum class ElementRounding : uint8_t { NearestEven, NearestAway, Stochastic };

/// Rounding of block scales to E4M3 (docs/Numerics.md, sections 6 and 9).
enum class ScaleRounding : uint8_t { NearestEven, Stochastic };

/// Correction of block scales that restores <x, Q(x)> = <x, x>
/// (docs/Numerics.md, section 9).
enum class Correction : uint8_t {
  None,
  Group16,
  Group128,
  Group128Weighted,
};

/// The byte stored for a block whose scale rounds to zero (block_scale_c4).
enum class ZeroBlock : uint8_t {
  Zero,      ///< 0x00
  MinNormal, ///< 0x08, and no scale is below it
  One,       ///< 0x38
};

/// The fixed choices of one quantizer.
struct Quantizer {
  TensorScaleRule tensorScale = TensorScaleRule::Amax;
  Arithmetic arithmetic = Arithmetic::Reciprocal;
  /// Largest E4M3 block scale aimed at: 448, 256 or 255.99.
  float scaleMax = 448.0f;
  /// Scale override: the block maximum maps to 6 / scaleOverride.
  float scaleOverride = 1.0f;
  /// Block maxima tried, in order; the first wins ties. {6} or {6, 4}.
  uint8_t numCandidates = 1;
  Criterion criterion = Criterion::MSE;
  ElementRounding element = ElementRounding::NearestEven;
  ScaleRounding scale = ScaleRounding::NearestEven;
  Correction correction = Correction::None;
  ZeroBlock zeroBlock = ZeroBlock::Zero;
  /// Rows that share one block scale: 1 or 16.
  uint8_t blockRows = 1;

  /// True if the result depends on the random seed.
  bool isStochastic() const {
    return element == ElementRounding::Stochastic ||
           scale == ScaleRounding::Stochastic;
  }
  /// True if the tensor scale is only known after all blocks are seen, so that
  /// an amax operand has no meaning.
  bool isPostHoc() const {
    return tensorScale == TensorScaleRule::PostHocPow2 ||
           tensorScale == TensorScaleRule::PostHocMax;
  }

  friend bool operator==(const Quantizer &a, const Quantizer &b) {
    return a.tensorScale == b.tensorScale && a.arithmetic == b.arithmetic &&
           a.scaleMax == b.scaleMax && a.scaleOverride == b.scaleOverride &&
           a.numCandidates == b.numCandidates && a.criterion == b.criterion &&
           a.element == b.element && a.scale == b.scale &&
           a.correction == b.correction && a.zeroBlock == b.zeroBlock &&
           a.blockRows == b.blockRows;
  }
  friend bool operator!=(const Quantizer &a, const Quantizer &b) {
    return !(a == b);
  }
};

/// Why no result is defined for `q`, as a lower-case phrase that names the
/// legal choice, or null if `q` is valid (docs/Numerics.md, quantizer_c*).
const char *getInvalidReason(const Quantizer &q);

/// A quantizer with the name it has in IR, recipes and documentation.
struct NamedQuantizer {
  const char *name;
  Quantizer quantizer;
  const char *summary;
};

/// All named quantizers, in a fixed order; `count` receives their number.
const NamedQuantizer *getNamedQuantizers(size_t &count);

/// The named quantizer called `name`, or null.
const NamedQuantizer *findQuantizer(const char *name);

/// The name of a quantizer equal to `q`, or null.
const char *findQuantizerName(const Quantizer &q);

} // namespace numerics
} // namespace quartet

#endif // QUARTET_NUMERICS_QUANTIZER_H
