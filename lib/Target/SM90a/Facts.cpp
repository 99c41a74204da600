//===- Facts.cpp - Hopper -------------------------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// PTX ISA 9.0: 9.7.9.22 (cvt), 9.7.9.25 (bulk copies), 9.7.15 (wgmma). There is
// no instruction for e2m1.
//
//===----------------------------------------------------------------------===//

#include "Facts.h"

using namespace quartet;
using device::Chip;
using device::Feature;
using device::FeatureSupport;

static constexpr FeatureSupport kSM90a[] = {
    {Feature::WarpgroupMma, 80},
    {Feature::SharedCtaCopy, 86},
    {Feature::RegisterReallocation, 80},
};

llvm::ArrayRef<Chip> sm90a::getChips() {
  static const Chip chips[] = {{"sm_90a", 80, kSM90a}};
  return chips;
}
