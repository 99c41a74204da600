//===- Dgrad.cpp - dX = E W -----------------------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Both operands are quantized along N: the gradient from its values, the weight
// from its values or from what the forward product used.
//
//===----------------------------------------------------------------------===//

#include "Product.h"

using namespace mlir;
using namespace quartet;

LogicalResult quartet::raiseDgrad(const Product &product, Raiser &raiser) {
  const recipe::Recipe &recipe = raiser.getRecipe();
  FailureOr<Triple> first = raiser.quantizeFresh(
      product, product.getFirst(), recipe.dgradE, SiteKind::DgradE);
  FailureOr<Triple> second =
      raiser.quantize(product, product.getSecond(), recipe.fpropW,
                      recipe.dgradW, SiteKind::DgradW);
  if (failed(first) || failed(second))
    return failure();
  raiser.replace(product, *first, *second, recipe.dgradE.rotation);
  return success();
}
