//===- Sites.cpp - Number the places that draw random numbers -------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Sites.h"

using namespace mlir;
using namespace quartet;

FailureOr<int64_t> SiteTable::next(int64_t layer, SiteKind kind) {
  int64_t use = uses[{layer, static_cast<unsigned>(kind)}]++;
  if (layer < 0 || layer >= kMaxLayers || use >= kMaxUses)
    return failure();
  // 16 bits of layer, 12 of use, 4 of kind.
  return (layer << 16) | (use << 4) | static_cast<int64_t>(kind);
}

void SiteTable::addRotatedPair(Value a, Value b) {
  rotated.unionSets(a.getAsOpaquePointer(), b.getAsOpaquePointer());
}

FailureOr<int64_t> SiteTable::getRotation(Value operand, int64_t layer) {
  void *leader = rotated.getOrInsertLeaderValue(operand.getAsOpaquePointer());
  auto it = rotationSites.find(leader);
  if (it != rotationSites.end())
    return it->second;
  FailureOr<int64_t> site = next(layer, SiteKind::Rotation);
  if (succeeded(site))
    rotationSites[leader] = *site;
  return site;
}
