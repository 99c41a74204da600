//===- Quantizer.cpp - The named quantizers -------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "quartet/Numerics/Quantizer.h"

#include <cstring>

using namespace quartet::numerics;

namespace {

Quantizer rtn() { return Quantizer(); }

Quantizer rtn16x16() {
  Quantizer q;
  q.blockRows = 16;
  return q;
}

Quantizer sr() {
  Quantizer q;
  q.scaleOverride = 1.0625f;
  q.element = ElementRounding::Stochastic;
  return q;
}

Quantizer quartet2Forward() {
  Quantizer q;
  q.scaleMax = 256.0f;
  q.numCandidates = 2;
  return q;
}

Quantizer quartet2Backward() {
  Quantizer q;
  q.tensorScale = TensorScaleRule::PostHocPow2;
  q.scaleOverride = 0.988125f;
  q.scale = ScaleRounding::Stochastic;
  q.correction = Correction::Group16;
  return q;
}

Quantizer quartet2WMax256() {
  Quantizer q = quartet2Backward();
  q.tensorScale = TensorScaleRule::PostHocMax;
  q.scaleMax = 256.0f;
  return q;
}

Quantizer quartet2Sim() {
  Quantizer q;
  q.tensorScale = TensorScaleRule::AmaxDivideTwice;
  q.arithmetic = Arithmetic::DivideTwice;
  q.zeroBlock = ZeroBlock::One;
  q.scaleMax = 255.99f;
  q.scaleOverride = 0.988125f;
  q.element = ElementRounding::NearestAway;
  q.scale = ScaleRounding::Stochastic;
  q.correction = Correction::Group128;
  return q;
}

Quantizer te() {
  Quantizer q;
  q.tensorScale = TensorScaleRule::ReciprocalAmax;
  q.arithmetic = Arithmetic::Divide;
  return q;
}

Quantizer torchao() {
  Quantizer q;
  q.arithmetic = Arithmetic::DivideTwice;
  q.zeroBlock = ZeroBlock::MinNormal;
  return q;
}

Quantizer modelopt() {
  Quantizer q;
  q.arithmetic = Arithmetic::Divide;
  q.zeroBlock = ZeroBlock::One;
  return q;
}

const NamedQuantizer kNamed[] = {
    {"quartet2_forward", quartet2Forward(),
     "four-over-six: candidates 6 and 4, smaller squared error wins"},
    {"quartet2_backward", quartet2Backward(),
     "MS-EDEN, group 16, post hoc power-of-two tensor scale"},
    {"rtn", rtn(), "round to nearest, one scale per 1x16 block"},
    {"rtn_16x16", rtn16x16(), "round to nearest, one scale per 16x16 tile"},
    {"sr", sr(), "stochastic rounding of elements, scale override 17/16"},
    {"te", te(), "round to nearest in the Transformer Engine order"},
    {"torchao", torchao(), "round to nearest, scales at least 2^-6"},
    {"modelopt", modelopt(), "round to nearest, zero blocks store scale 1"},
    {"quartet2_sim", quartet2Sim(),
     "the paper's simulated MS-EDEN: group 128, ties away from zero"},
    {"quartet2_wmax256", quartet2WMax256(),
     "MS-EDEN, group 16, with the paper's tensor scale wmax / 256"},
};

} // namespace

const char *quartet::numerics::getInvalidReason(const Quantizer &q) {
  // quantizer_c1: every constant is a positive finite number in range.
  if (!(q.scaleMax >= 1.0f && q.scaleMax <= 448.0f))
    return "expects scale_max between 1 and 448";
  if (!(q.scaleOverride >= 0.5f && q.scaleOverride <= 2.0f))
    return "expects scale_override between 0.5 and 2";
  if (q.numCandidates != 1 && q.numCandidates != 2)
    return "expects 1 or 2 candidates";
  if (q.blockRows != 1 && q.blockRows != 16)
    return "expects 1 or 16 rows per block";
  // quantizer_c2: choosing the candidate by its realised error correlates the
  // choice with the noise, so it is never combined with stochastic rounding.
  if (q.numCandidates != 1 && q.isStochastic())
    return "expects 1 candidate with stochastic rounding, because choosing by "
           "the realised error makes the result biased";
  // quantizer_c3: one word per block serves either its scale or its elements.
  if (q.element == ElementRounding::Stochastic &&
      q.scale == ScaleRounding::Stochastic)
    return "expects stochastic rounding of elements or of scales, but not both";
  // quantizer_c4: a corrected scale is only unbiased if rounded stochastically.
  bool corrected = q.correction != Correction::None;
  if (corrected != (q.scale == ScaleRounding::Stochastic))
    return "expects stochastic scale rounding exactly with a correction";
  // quantizer_c5: only a correction delivers the scales a post hoc rule needs.
  if (q.isPostHoc() && !corrected)
    return "expects a correction with a post hoc tensor scale";
  if (q.isPostHoc() && q.element != ElementRounding::NearestEven)
    return "expects nearest-even elements with a post hoc tensor scale";
  if (corrected && q.blockRows != 1)
    return "expects 1 row per block with a correction";
  if (q.isPostHoc() && q.zeroBlock != ZeroBlock::Zero)
    return "expects zero blocks to store 0 with a post hoc tensor scale";
  return nullptr;
}

const NamedQuantizer *quartet::numerics::getNamedQuantizers(size_t &count) {
  count = sizeof(kNamed) / sizeof(kNamed[0]);
  return kNamed;
}

const NamedQuantizer *quartet::numerics::findQuantizer(const char *name) {
  for (const NamedQuantizer &q : kNamed)
    if (!std::strcmp(q.name, name))
      return &q;
  return nullptr;
}

const char *quartet::numerics::findQuantizerName(const Quantizer &q) {
  for (const NamedQuantizer &n : kNamed)
    if (n.quantizer == q)
      return n.name;
  return nullptr;
}
