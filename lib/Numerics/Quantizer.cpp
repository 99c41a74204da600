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
  return q;
}

Quantizer torchao() {
  Quantizer q;
  q.zeroBlock = ZeroBlock::MinNormal;
  return q;
}

Quantizer modelopt() {
  Quantizer q;
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
