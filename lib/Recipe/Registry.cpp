//===- Registry.cpp - The list of recipes and what makes one valid --------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A new recipe is a file of this folder, a line in Recipes.h and a line in the
// table below.
//
//===----------------------------------------------------------------------===//

#include "Recipes.h"
#include "quartet/Numerics/Quantizer.h"

#include <cstring>
#include <string>

using namespace quartet;
using namespace quartet::recipe;

namespace {

struct Table {
  Recipe recipes[6] = {makeQuartet2(), makeRTN(),       makeSR(),
                       makeNVIDIA(),   makeTetraJet2(), makeBF16()};
  std::string names;

  Table() {
    for (const Recipe &recipe : recipes) {
      if (!names.empty())
        names += ", ";
      names += recipe.name;
    }
  }
};

/// Built on first use, so that the library has no static initializer.
const Table &getTable() {
  static const Table table;
  return table;
}

/// The reason why `slot` has no meaning by itself, or null.
const char *getInvalidSlotReason(const Slot &slot) {
  if (!slot.quantizer)
    return slot.rotation ? "expects a rotated operand to be quantized"
                         : nullptr;
  if (!numerics::findQuantizer(slot.quantizer))
    return "expects the name of a known quantizer";
  if (slot.rotation != 0 && slot.rotation != 16 && slot.rotation != 32 &&
      slot.rotation != 128)
    return "expects a rotation over 0, 16, 32 or 128 columns";
  return nullptr;
}

/// The reason why `lhs` and `rhs` cannot be the operands of one product.
const char *getInvalidPairReason(const Slot &lhs, const Slot &rhs) {
  if (const char *reason = getInvalidSlotReason(lhs))
    return reason;
  if (const char *reason = getInvalidSlotReason(rhs))
    return reason;
  if (!lhs.quantizer != !rhs.quantizer)
    return "expects both operands of a product to be quantized, or neither";
  if (lhs.rotation != rhs.rotation)
    return "expects both operands of a product to be rotated alike";
  return nullptr;
}

/// The reason why `saved` cannot be formed from `forward`, or null.
const char *getInvalidSavedReason(const Slot &saved, const Slot &forward) {
  if (saved.source != Source::Saved)
    return nullptr;
  if (!saved.quantizer || !forward.quantizer)
    return "expects a saved operand to be quantized by the forward product";
  if (isStochastic(forward))
    return "expects a saved operand to be quantized without randomness";
  return nullptr;
}

} // namespace

bool quartet::recipe::isStochastic(const Slot &slot) {
  if (!slot.quantizer)
    return false;
  const numerics::NamedQuantizer *named =
      numerics::findQuantizer(slot.quantizer);
  return slot.rotation != 0 || (named && named->quantizer.isStochastic());
}

const char *quartet::recipe::getInvalidReason(const Recipe &recipe) {
  if (recipe.fpropX.source == Source::Saved ||
      recipe.fpropW.source == Source::Saved ||
      recipe.dgradE.source == Source::Saved ||
      recipe.wgradE.source == Source::Saved)
    return "expects only W of dgrad and X of wgrad to be saved";
  if (const char *reason = getInvalidPairReason(recipe.fpropX, recipe.fpropW))
    return reason;
  if (const char *reason = getInvalidPairReason(recipe.dgradE, recipe.dgradW))
    return reason;
  if (const char *reason = getInvalidPairReason(recipe.wgradE, recipe.wgradX))
    return reason;
  if (const char *reason = getInvalidSavedReason(recipe.dgradW, recipe.fpropW))
    return reason;
  return getInvalidSavedReason(recipe.wgradX, recipe.fpropX);
}

const Recipe *quartet::recipe::getRecipes(size_t &count) {
  const Table &table = getTable();
  count = sizeof(table.recipes) / sizeof(table.recipes[0]);
  return table.recipes;
}

const Recipe *quartet::recipe::findRecipe(const char *name, size_t length) {
  size_t count = 0;
  const Recipe *recipes = getRecipes(count);
  for (size_t i = 0; i < count; ++i)
    if (std::strlen(recipes[i].name) == length &&
        std::memcmp(recipes[i].name, name, length) == 0)
      return &recipes[i];
  return nullptr;
}

const char *quartet::recipe::getRecipeNames() {
  return getTable().names.c_str();
}
