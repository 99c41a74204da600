//===- Recipe.h - How each operand of a layer is quantized ------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A Recipe is plain data: for each of the six operands of a linear layer's
// three matrix products it names a quantizer, a rotation and the values that
// are quantized. Recipes hold no code; the conversion from linalg obeys them.
// docs/Recipes.md has a row for each, with its source.
//
//===----------------------------------------------------------------------===//

#ifndef QUARTET_RECIPE_RECIPE_H
#define QUARTET_RECIPE_RECIPE_H

#include <cstddef>
#include <cstdint>

namespace quartet {
namespace recipe {

/// What a slot quantizes.
enum class Source : uint8_t {
  /// The operand itself.
  Fresh,
  /// The operand as the forward product used it: its codes and block scales
  /// are decoded (exact in bf16) and quantized again, and the saved tensor
  /// scale is multiplied into the new one.
  Saved,
};

/// One operand of one matrix product.
struct Slot {
  /// Name of a quantizer of lib/Numerics, or null: the operand keeps its type.
  const char *quantizer = nullptr;
  /// Columns rotated together along the contraction dimension: 16, 32 or 128;
  /// 0 for no rotation.
  uint8_t rotation = 0;
  Source source = Source::Fresh;
};

/// The six operands: Y = X W^T, dX = E W, dW = E^T X, where E is the gradient
/// of Y. Blocks run along the contraction dimension of each product.
struct Recipe {
  const char *name = nullptr;
  const char *summary = nullptr;
  Slot fpropX, fpropW;
  Slot dgradE, dgradW;
  Slot wgradE, wgradX;
};

/// True if `slot` needs the random seed: it rotates or rounds stochastically.
bool isStochastic(const Slot &slot);

/// Why `recipe` has no meaning, as a lower-case phrase, or null if it is valid:
/// every quantizer has a name known to lib/Numerics, both operands of a product
/// are quantized or neither is, both are rotated alike, and only W and X of the
/// backward products are saved, by forward products that quantize them without
/// rotation and without randomness.
const char *getInvalidReason(const Recipe &recipe);

/// All recipes, in a fixed order, the default first; `count` receives their
/// number.
const Recipe *getRecipes(size_t &count);

/// The recipe called `name` (`length` characters), or null.
const Recipe *findRecipe(const char *name, size_t length);

/// The names of all recipes, separated by ", ", for diagnostics.
const char *getRecipeNames();

} // namespace recipe
} // namespace quartet

#endif // QUARTET_RECIPE_RECIPE_H
