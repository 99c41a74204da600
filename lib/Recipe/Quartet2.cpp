//===- Quartet2.cpp - The Quartet II recipe -------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Forward four-over-six without rotation; backward MS-EDEN over rotated groups
// of 128, W and X taken from their saved quantized forms (Quartet II, arXiv
// 2601.22813).
//
//===----------------------------------------------------------------------===//

#include "Recipes.h"

using namespace quartet::recipe;

Recipe quartet::recipe::makeQuartet2() {
  Recipe r;
  r.name = "quartet2";
  r.summary = "forward four-over-six, backward MS-EDEN rotated over 128";
  r.fpropX = r.fpropW = {"quartet2_forward", 0, Source::Fresh};
  r.dgradE = r.wgradE = {"quartet2_backward", 128, Source::Fresh};
  r.dgradW = r.wgradX = {"quartet2_backward", 128, Source::Saved};
  return r;
}
