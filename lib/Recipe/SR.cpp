//===- SR.cpp - Stochastic rounding of every backward operand -------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Forward round to nearest; all four backward operands rounded stochastically,
// element by element, without rotation: unbiased for the straight-through
// gradient, at the largest variance (the baseline of Quartet II, arXiv
// 2601.22813, with the rounding of FP4 All the Way, arXiv 2505.19115).
//
//===----------------------------------------------------------------------===//

#include "Recipes.h"

using namespace quartet::recipe;

Recipe quartet::recipe::makeSR() {
  Recipe r;
  r.name = "sr";
  r.summary = "forward round to nearest, backward stochastic rounding";
  r.fpropX = r.fpropW = {"rtn", 0, Source::Fresh};
  r.dgradE = r.wgradE = {"sr", 0, Source::Fresh};
  r.dgradW = r.wgradX = {"sr", 0, Source::Saved};
  return r;
}
