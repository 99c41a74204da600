//===- TetraJet2.cpp - The TetraJet-v2 recipe -----------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Forward round to nearest; backward rotated over 32 and rounded
// stochastically, W and X taken from their saved quantized forms. TetraJet-v2
// (arXiv 2510.27527) as the Quartet II authors implement it: without the outer
// block scales, OsciReset and OutControl.
//
//===----------------------------------------------------------------------===//

#include "Recipes.h"

using namespace quartet::recipe;

Recipe quartet::recipe::makeTetraJet2() {
  Recipe r;
  r.name = "tetrajet2";
  r.summary = "backward stochastic rounding rotated over 32";
  r.fpropX = r.fpropW = {"rtn", 0, Source::Fresh};
  r.dgradE = r.wgradE = {"sr", 32, Source::Fresh};
  r.dgradW = r.wgradX = {"sr", 32, Source::Saved};
  return r;
}
