//===- Wgrad.cpp - dW = E^T X ---------------------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Both operands are quantized along tokens: the gradient from its values, the
// activation from its values or from what the forward product used.
//
//===----------------------------------------------------------------------===//

#include "Product.h"

using namespace mlir;
using namespace quartet;

LogicalResult quartet::raiseWgrad(const Product &product, Raiser &raiser) {
  const recipe::Recipe &recipe = raiser.getRecipe();
  FailureOr<Triple> first = raiser.quantizeFresh(
      product, product.getFirst(), recipe.wgradE, SiteKind::WgradE);
  FailureOr<Triple> second =
      raiser.quantize(product, product.getSecond(), recipe.fpropX,
                      recipe.wgradX, SiteKind::WgradX);
  if (failed(first) || failed(second))
    return failure();
  raiser.replace(product, *first, *second, recipe.wgradE.rotation);
  return success();
}
