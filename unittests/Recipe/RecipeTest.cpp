//===- RecipeTest.cpp - Every recipe is valid, every rule is checked ------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "quartet/Recipe/Recipe.h"

#include "gtest/gtest.h"

#include <cstring>
#include <set>
#include <string>

using namespace quartet::recipe;

namespace {

const Recipe *find(const std::string &name) {
  return findRecipe(name.data(), name.size());
}

TEST(Recipe, RegisteredRecipesAreValidAndDistinct) {
  size_t count = 0;
  const Recipe *recipes = getRecipes(count);
  ASSERT_GE(count, 1u);
  EXPECT_STREQ(recipes[0].name, "quartet2");
  std::set<std::string> names;
  for (size_t i = 0; i < count; ++i) {
    EXPECT_EQ(getInvalidReason(recipes[i]), nullptr)
        << recipes[i].name << ": " << getInvalidReason(recipes[i]);
    EXPECT_TRUE(names.insert(recipes[i].name).second) << recipes[i].name;
    EXPECT_EQ(find(recipes[i].name), &recipes[i]);
    EXPECT_NE(std::strstr(getRecipeNames(), recipes[i].name), nullptr);
  }
}

TEST(Recipe, LookUpIsExact) {
  EXPECT_EQ(find("quartet"), nullptr);
  EXPECT_EQ(find("quartet22"), nullptr);
  EXPECT_EQ(find(""), nullptr);
}

TEST(Recipe, Randomness) {
  EXPECT_FALSE(isStochastic({"rtn", 0, Source::Fresh}));
  EXPECT_TRUE(isStochastic({"rtn", 16, Source::Fresh}));
  EXPECT_TRUE(isStochastic({"sr", 0, Source::Fresh}));
  EXPECT_FALSE(isStochastic({nullptr, 0, Source::Fresh}));
}

void expectInvalid(const Recipe &recipe, const char *part) {
  const char *reason = getInvalidReason(recipe);
  ASSERT_NE(reason, nullptr) << "expected: " << part;
  EXPECT_NE(std::strstr(reason, part), nullptr) << reason;
}

TEST(Recipe, RulesReject) {
  const Recipe good = *find("quartet2");

  Recipe r = good;
  r.fpropX.quantizer = "no_such_quantizer";
  expectInvalid(r, "known quantizer");

  r = good;
  r.wgradE.rotation = r.wgradX.rotation = 64;
  expectInvalid(r, "0, 16, 32 or 128");

  r = good;
  r.wgradE.rotation = 16;
  expectInvalid(r, "rotated alike");

  r = good;
  r.dgradW.quantizer = nullptr;
  r.dgradW.rotation = 0;
  expectInvalid(r, "both operands of a product to be quantized");

  r = good;
  r.dgradW.quantizer = nullptr;
  expectInvalid(r, "rotated operand to be quantized");

  r = good;
  r.dgradE.source = Source::Saved;
  expectInvalid(r, "only W of dgrad and X of wgrad");

  r = good;
  r.fpropW.quantizer = r.fpropX.quantizer = "sr";
  expectInvalid(r, "without randomness");

  r = good;
  r.fpropW = r.fpropX = Slot();
  expectInvalid(r, "quantized by the forward product");
}

} // namespace
