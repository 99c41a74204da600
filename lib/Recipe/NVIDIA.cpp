//===- NVIDIA.cpp - NVIDIA's pretraining recipe ---------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Weights share one scale per 16x16 tile, so that the transposed weight of the
// backward pass has the same values as the forward one; the gradient is rounded
// stochastically, and only dW is rotated, over 16 (arXiv 2509.25149). As in the
// Quartet II authors' implementation the signs are drawn anew in every step,
// stochastic scales have the 17/16 override, and every linear layer is
// quantized; nvfp4.keep selects those that stay in high precision.
//
//===----------------------------------------------------------------------===//

#include "Recipes.h"

using namespace quartet::recipe;

Recipe quartet::recipe::makeNVIDIA() {
  Recipe r;
  r.name = "nvidia";
  r.summary = "16x16 weights, stochastic gradients, dW rotated over 16";
  r.fpropX = {"rtn", 0, Source::Fresh};
  r.fpropW = {"rtn_16x16", 0, Source::Fresh};
  r.dgradE = {"sr", 0, Source::Fresh};
  r.dgradW = {"rtn_16x16", 0, Source::Fresh};
  r.wgradE = {"sr", 16, Source::Fresh};
  r.wgradX = {"rtn", 16, Source::Fresh};
  return r;
}
