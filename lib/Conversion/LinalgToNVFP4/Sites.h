//===- Sites.h - Number the places that draw random numbers -----*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A site is a static number that separates the random streams of a module. It
// is made of the layer, the operand slot and a count of earlier uses of both,
// so that editing one layer does not change the numbers drawn by others
// (docs/Raise.md).
//
//===----------------------------------------------------------------------===//

#ifndef QUARTET_LIB_CONVERSION_LINALGTONVFP4_SITES_H
#define QUARTET_LIB_CONVERSION_LINALGTONVFP4_SITES_H

#include "mlir/IR/Value.h"
#include "mlir/Support/LLVM.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/EquivalenceClasses.h"

namespace quartet {

/// What a site is for; the rotation of a layer is one thing, however many of
/// its operands are rotated.
enum class SiteKind : uint8_t {
  Rotation,
  FpropX,
  FpropW,
  DgradE,
  DgradW,
  WgradE,
  WgradX,
};

class SiteTable {
public:
  /// Layers and uses that fit into a site.
  static constexpr int64_t kMaxLayers = int64_t(1) << 16;
  static constexpr int64_t kMaxUses = int64_t(1) << 12;

  /// The layer for which `site` was made.
  static int64_t getLayer(int64_t site) { return site >> 16; }

  /// The next site of `kind` in `layer`, or failure if there are too many.
  mlir::FailureOr<int64_t> next(int64_t layer, SiteKind kind);

  /// Says that `a` and `b` are operands of one product and so rotated alike.
  void addRotatedPair(mlir::Value a, mlir::Value b);
  /// The rotation site of all operands connected with `operand`; the first
  /// product that asks gives it its layer.
  mlir::FailureOr<int64_t> getRotation(mlir::Value operand, int64_t layer);

private:
  llvm::DenseMap<std::pair<int64_t, unsigned>, int64_t> uses;
  llvm::EquivalenceClasses<void *> rotated;
  llvm::DenseMap<void *, int64_t> rotationSites;
};

} // namespace quartet

#endif // QUARTET_LIB_CONVERSION_LINALGTONVFP4_SITES_H
