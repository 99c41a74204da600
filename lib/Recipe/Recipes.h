//===- Recipes.h - One factory per recipe -----------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Private to this library: each function is defined in the file named after it
// and listed in Registry.cpp.
//
//===----------------------------------------------------------------------===//

#ifndef QUARTET_LIB_RECIPE_RECIPES_H
#define QUARTET_LIB_RECIPE_RECIPES_H

#include "quartet/Recipe/Recipe.h"

namespace quartet {
namespace recipe {

Recipe makeBF16();
Recipe makeNVIDIA();
Recipe makeQuartet2();
Recipe makeRTN();
Recipe makeSR();
Recipe makeTetraJet2();

} // namespace recipe
} // namespace quartet

#endif // QUARTET_LIB_RECIPE_RECIPES_H
