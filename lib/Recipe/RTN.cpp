//===- RTN.cpp - Round to nearest everywhere ------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The simplest deterministic recipe, without rotation: its gradients are
// biased, which makes it the yardstick for the unbiased ones.
//
//===----------------------------------------------------------------------===//

#include "Recipes.h"

using namespace quartet::recipe;

Recipe quartet::recipe::makeRTN() {
  Recipe r;
  r.name = "rtn";
  r.summary = "round to nearest everywhere, no rotation, no randomness";
  r.fpropX = r.fpropW = {"rtn", 0, Source::Fresh};
  r.dgradE = r.wgradE = {"rtn", 0, Source::Fresh};
  r.dgradW = r.wgradX = {"rtn", 0, Source::Saved};
  return r;
}
