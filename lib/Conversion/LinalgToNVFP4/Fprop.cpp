//===- Fprop.cpp - Y = X W^T ----------------------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Both operands are quantized along K, as the recipe's forward slots say.
//
//===----------------------------------------------------------------------===//

#include "Product.h"

using namespace mlir;
using namespace quartet;

LogicalResult quartet::raiseFprop(const Product &product, Raiser &raiser) {
  const recipe::Recipe &recipe = raiser.getRecipe();
  FailureOr<Triple> first = raiser.quantizeFresh(
      product, product.getFirst(), recipe.fpropX, SiteKind::FpropX);
  FailureOr<Triple> second = raiser.quantizeFresh(
      product, product.getSecond(), recipe.fpropW, SiteKind::FpropW);
  if (failed(first) || failed(second))
    return failure();
  raiser.replace(product, *first, *second, recipe.fpropX.rotation);
  return success();
}
