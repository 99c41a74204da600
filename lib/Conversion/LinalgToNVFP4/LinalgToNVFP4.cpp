//===- LinalgToNVFP4.cpp - Obey the roles on contractions -----------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Pass convert-linalg-to-nvfp4: finds the contractions that carry a role,
// threads the seed to those that need it, and has each raised by the file of
// its role.
//
//===----------------------------------------------------------------------===//

#include "quartet/Conversion/LinalgToNVFP4/Passes.h"

#include "Product.h"
#include "quartet/Dialect/NVFP4/IR/NVFP4.h"

#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"

namespace quartet {
#define GEN_PASS_DEF_CONVERTLINALGTONVFP4
#include "quartet/Conversion/LinalgToNVFP4/Passes.h.inc"
} // namespace quartet

using namespace mlir;
using namespace quartet;

/// Erases `op` and what fed only it, as far as nothing else happens there.
static void eraseIfDead(SmallVectorImpl<Operation *> &candidates) {
  llvm::SetVector<Operation *> worklist(candidates.begin(), candidates.end());
  while (!worklist.empty()) {
    Operation *op = worklist.pop_back_val();
    if (!isOpTriviallyDead(op))
      continue;
    for (Value operand : op->getOperands())
      if (Operation *def = operand.getDefiningOp())
        worklist.insert(def);
    op->erase();
  }
}

namespace {

struct ConvertLinalgToNVFP4
    : quartet::impl::ConvertLinalgToNVFP4Base<ConvertLinalgToNVFP4> {
  using Base::Base;

  void runOnOperation() override {
    const recipe::Recipe *recipe =
        recipe::findRecipe(recipeName.data(), recipeName.size());
    if (!recipe) {
      getOperation().emitError("expects a recipe out of ")
          << recipe::getRecipeNames() << ", but got '" << recipeName << "'";
      return signalPassFailure();
    }
    SmallVector<Product> products;
    if (failed(collect(*recipe, products)))
      return signalPassFailure();

    // Everything random, to be threaded before anything is built.
    SmallVector<Operation *> random;
    SiteTable sites;
    for (const Product &product : products) {
      auto [first, second] = getSlots(*recipe, product.role.getRole());
      if (recipe::isStochastic(first) || recipe::isStochastic(second))
        random.push_back(product.getOperation());
      if (first.rotation != 0)
        sites.addRotatedPair(product.lhsKey, product.rhsKey);
    }
    Randomness randomness;
    if (failed(randomness.thread(getOperation(), random)))
      return signalPassFailure();

    Raiser raiser(*recipe, scaleLayout == ScaleLayout::Tiled, randomness,
                  sites);
    SmallVector<Operation *> replaced;
    for (Product &product : products) {
      if (failed(raise(product, raiser)))
        return signalPassFailure();
      replaced.push_back(product.getOperation());
    }
    eraseIfDead(replaced);
  }

private:
  static LogicalResult raise(Product &product, Raiser &raiser) {
    // An operand may be the result of a product raised meanwhile.
    std::string reason;
    FailureOr<Contraction> contraction =
        matchContraction(product.contraction.op, reason);
    if (failed(contraction))
      return product.getOperation()->emitOpError("is no contraction any more: ")
             << reason;
    product.contraction = *contraction;
    switch (product.role.getRole()) {
    case nvfp4::Role::Fprop:
      return raiseFprop(product, raiser);
    case nvfp4::Role::Dgrad:
      return raiseDgrad(product, raiser);
    case nvfp4::Role::Wgrad:
      return raiseWgrad(product, raiser);
    }
    return failure();
  }

  /// Finds the products that `recipe` quantizes. Those it does not lose their
  /// role.
  LogicalResult collect(const recipe::Recipe &recipe,
                        SmallVectorImpl<Product> &products) {
    WalkResult walked =
        getOperation().walk<WalkOrder::PreOrder>([&](Operation *op) {
          Attribute attribute = op->getAttr(nvfp4::kRoleAttrName);
          if (!attribute)
            return WalkResult::advance();
          auto role = dyn_cast<nvfp4::RoleAttr>(attribute);
          if (!role) {
            op->emitOpError("expects '")
                << nvfp4::kRoleAttrName << "' to be #nvfp4.role, but got "
                << attribute;
            return WalkResult::interrupt();
          }
          auto linalgOp = dyn_cast<linalg::LinalgOp>(op);
          std::string reason = "it is not a linalg operation";
          FailureOr<Contraction> contraction = failure();
          if (linalgOp)
            contraction = matchContraction(linalgOp, reason);
          if (failed(contraction)) {
            op->emitOpError("expects a contraction for '")
                << nvfp4::kRoleAttrName << "', but " << reason;
            return WalkResult::interrupt();
          }
          if (getSlots(recipe, role.getRole()).first.quantizer)
            products.push_back({*contraction, role, contraction->lhs.view.base,
                                contraction->rhs.view.base});
          else
            op->removeAttr(nvfp4::kRoleAttrName);
          return WalkResult::advance();
        });
    return failure(walked.wasInterrupted());
  }
};

} // namespace
