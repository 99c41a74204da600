//===- Product.h - One contraction being raised -----------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What the three roles share: the contraction seen as first x second, its
// operands quantized slot by slot, and the scaled product that replaces it. One
// file per role says which slots and which sources.
//
//===----------------------------------------------------------------------===//

#ifndef QUARTET_LIB_CONVERSION_LINALGTONVFP4_PRODUCT_H
#define QUARTET_LIB_CONVERSION_LINALGTONVFP4_PRODUCT_H

#include "Contraction.h"
#include "Matrix.h"
#include "Randomness.h"
#include "Sites.h"
#include "quartet/Dialect/NVFP4/IR/NVFP4Attributes.h"
#include "quartet/Recipe/Recipe.h"

namespace quartet {

/// A quantized matrix.
struct Triple {
  mlir::Value data, scales, tensorScale;
};

/// A contraction with its role: X W^T, E W or E^T X.
struct Product {
  Contraction contraction;
  nvfp4::RoleAttr role;
  /// The bases of the factors before anything was raised, by which rotations
  /// are shared.
  mlir::Value lhsKey, rhsKey;

  mlir::Operation *getOperation() const { return contraction.op; }
  /// X of fprop, E of dgrad and wgrad.
  const Factor &getFirst() const {
    return role.getSwapped() ? contraction.rhs : contraction.lhs;
  }
  /// W of fprop and dgrad, X of wgrad.
  const Factor &getSecond() const {
    return role.getSwapped() ? contraction.lhs : contraction.rhs;
  }
  mlir::Value getRotationKey(const Factor &factor) const {
    return &factor == &contraction.lhs ? lhsKey : rhsKey;
  }
  /// Loops of `factor` as rows x reduced columns.
  MatrixLoops getLoops(const Factor &factor) const;
};

/// The slots of `recipe` for the two operands of a product in `role`.
std::pair<recipe::Slot, recipe::Slot> getSlots(const recipe::Recipe &recipe,
                                               nvfp4::Role role);

/// State of the raise of one module.
class Raiser {
public:
  Raiser(const recipe::Recipe &recipe, bool tiled, Randomness &randomness,
         SiteTable &sites)
      : recipe(recipe), tiled(tiled), randomness(randomness), sites(sites) {}

  const recipe::Recipe &getRecipe() const { return recipe; }

  /// Quantizes `factor` as an operand of `product`. Emits at most one chain of
  /// operations per block for the same matrix and slot. A matrix that the
  /// program decodes from NVFP4, along the right dimension, is taken as it is
  /// stored.
  mlir::FailureOr<Triple> quantizeFresh(const Product &product,
                                        const Factor &factor,
                                        const recipe::Slot &slot,
                                        SiteKind kind);

  /// Quantizes the values of `factor` as the forward product, whose slot is
  /// `forward`, used them: along the other dimension.
  mlir::FailureOr<Triple> quantizeSaved(const Product &product,
                                        const Factor &factor,
                                        const recipe::Slot &forward,
                                        const recipe::Slot &slot,
                                        SiteKind kind);

  /// As one of the above, by the slot's source.
  mlir::FailureOr<Triple> quantize(const Product &product, const Factor &factor,
                                   const recipe::Slot &forward,
                                   const recipe::Slot &slot, SiteKind kind);

  /// Replaces the contraction by a scaled product of the two triples, scaled by
  /// 1 / `rotation` if the operands are rotated.
  void replace(const Product &product, const Triple &first,
               const Triple &second, unsigned rotation);

private:
  struct Key {
    mlir::Value matrix;
    bool transposed, saved;
    llvm::StringRef quantizer;
    unsigned rotation;
    bool operator==(const Key &other) const {
      return matrix == other.matrix && transposed == other.transposed &&
             saved == other.saved && quantizer == other.quantizer &&
             rotation == other.rotation;
    }
  };
  struct Entry {
    Key key;
    bool stochastic;
    Triple triple;
  };
  std::optional<Triple> findKnown(const Key &key, mlir::Operation *at);
  mlir::FailureOr<Triple> emit(const Product &product, const Matrix &matrix,
                               const recipe::Slot &slot, SiteKind kind,
                               mlir::Value rotationKey, mlir::Value prescale);

  const recipe::Recipe &recipe;
  bool tiled;
  Randomness &randomness;
  SiteTable &sites;
  MatrixBuilder matrices;
  llvm::DenseMap<mlir::Value, llvm::SmallVector<Entry, 2>> known;
};

/// One per role, each in the file named after it. Fail after a located error.
mlir::LogicalResult raiseFprop(const Product &product, Raiser &raiser);
mlir::LogicalResult raiseDgrad(const Product &product, Raiser &raiser);
mlir::LogicalResult raiseWgrad(const Product &product, Raiser &raiser);

} // namespace quartet

#endif // QUARTET_LIB_CONVERSION_LINALGTONVFP4_PRODUCT_H
