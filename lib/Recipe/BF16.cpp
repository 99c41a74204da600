//===- BF16.cpp - Everything stays in high precision ----------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The reference that quantized recipes are compared with.
//
//===----------------------------------------------------------------------===//

#include "Recipes.h"

using namespace quartet::recipe;

Recipe quartet::recipe::makeBF16() {
  Recipe r;
  r.name = "bf16";
  r.summary = "no contraction is quantized";
  return r;
}
