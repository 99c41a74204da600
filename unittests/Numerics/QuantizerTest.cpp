//===- QuantizerTest.cpp - Named quantizers and undefined ones ------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The record itself: names, values, and which combinations have no result.
//
//===----------------------------------------------------------------------===//

#include "TestData.h"

#include <cmath>
#include <gtest/gtest.h>
#include <set>

using namespace quartet::numerics;

namespace {

TEST(Quantizer, quantizer_c1_named_ones_are_valid_and_distinct) {
  size_t count;
  const NamedQuantizer *named = getNamedQuantizers(count);
  std::set<std::string> names;
  for (size_t i = 0; i < count; ++i) {
    EXPECT_EQ(getInvalidReason(named[i].quantizer), nullptr) << named[i].name;
    EXPECT_EQ(findQuantizer(named[i].name), &named[i]);
    EXPECT_STREQ(findQuantizerName(named[i].quantizer), named[i].name);
    names.insert(named[i].name);
  }
  EXPECT_EQ(names, (std::set<std::string>{
                       "quartet2_forward", "quartet2_backward", "rtn",
                       "rtn_16x16", "sr", "te", "torchao", "modelopt",
                       "quartet2_sim", "quartet2_wmax256"}));
  EXPECT_EQ(findQuantizer("none"), nullptr);
  for (const testdata::Case &c : testdata::quantizers())
    EXPECT_EQ(getInvalidReason(c.quantizer), nullptr) << c.name;
}

/// The values in the named quantizers that the reference fixes.
TEST(Quantizer, quantizer_c1_named_values) {
  Quantizer forward = findQuantizer("quartet2_forward")->quantizer;
  EXPECT_EQ(forward.scaleMax, 256.0f);
  EXPECT_EQ(forward.numCandidates, 2);
  EXPECT_EQ(forward.criterion, Criterion::MSE);
  Quantizer backward = findQuantizer("quartet2_backward")->quantizer;
  EXPECT_EQ(backward.scaleOverride, 0.988125f);
  EXPECT_EQ(backward.scaleMax, 448.0f);
  EXPECT_EQ(backward.correction, Correction::Group16);
  EXPECT_EQ(backward.tensorScale, TensorScaleRule::PostHocPow2);
  Quantizer sim = findQuantizer("quartet2_sim")->quantizer;
  EXPECT_EQ(sim.scaleMax, 255.99f);
  EXPECT_EQ(sim.correction, Correction::Group128);
  EXPECT_EQ(sim.element, ElementRounding::NearestAway);
  EXPECT_EQ(findQuantizer("sr")->quantizer.scaleOverride, 17.0f / 16.0f);
  // 448, not 447.99 as in some 16x16 implementations.
  EXPECT_EQ(findQuantizer("rtn_16x16")->quantizer.scaleMax, 448.0f);
  EXPECT_EQ(findQuantizer("rtn_16x16")->quantizer.blockRows, 16);
}

template <class Change>
std::string reason(const char *name, Change change) {
  Quantizer q = findQuantizer(name)->quantizer;
  change(q);
  const char *why = getInvalidReason(q);
  return why ? why : "";
}

TEST(Quantizer, quantizer_c1_ranges) {
  for (float bad : {0.0f, -1.0f, 449.0f, 0.5f, NAN})
    EXPECT_EQ(reason("rtn", [&](Quantizer &q) { q.scaleMax = bad; }),
              "expects scale_max between 1 and 448");
  for (float bad : {0.0f, 0.4f, 2.1f, NAN})
    EXPECT_EQ(reason("rtn", [&](Quantizer &q) { q.scaleOverride = bad; }),
              "expects scale_override between 0.5 and 2");
  EXPECT_EQ(reason("rtn", [](Quantizer &q) { q.numCandidates = 3; }),
            "expects 1 or 2 candidates");
  EXPECT_EQ(reason("rtn", [](Quantizer &q) { q.blockRows = 8; }),
            "expects 1 or 16 rows per block");
}

/// Four-over-six with stochastic rounding is biased: not offered.
TEST(Quantizer, quantizer_c2_no_candidates_with_noise) {
  for (const char *name : {"sr", "quartet2_backward", "quartet2_sim"})
    EXPECT_NE(
        reason(name, [](Quantizer &q) { q.numCandidates = 2; }).find("biased"),
        std::string::npos);
}

TEST(Quantizer, quantizer_c3_quantizer_c4_quantizer_c5_corrections) {
  auto invalid = [](const char *name, auto change) {
    return !reason(name, change).empty();
  };
  EXPECT_TRUE(invalid("quartet2_sim", [](Quantizer &q) {
    q.element = ElementRounding::Stochastic;
  }));
  EXPECT_TRUE(invalid("quartet2_backward", [](Quantizer &q) {
    q.scale = ScaleRounding::NearestEven;
  }));
  EXPECT_TRUE(invalid(
      "rtn", [](Quantizer &q) { q.scale = ScaleRounding::Stochastic; }));
  EXPECT_TRUE(invalid("rtn", [](Quantizer &q) {
    q.tensorScale = TensorScaleRule::PostHocPow2;
  }));
  EXPECT_TRUE(invalid("quartet2_backward", [](Quantizer &q) {
    q.element = ElementRounding::NearestAway;
  }));
  EXPECT_TRUE(
      invalid("quartet2_backward", [](Quantizer &q) { q.blockRows = 16; }));
  EXPECT_TRUE(invalid("quartet2_wmax256",
                      [](Quantizer &q) { q.zeroBlock = ZeroBlock::One; }));
}

} // namespace
