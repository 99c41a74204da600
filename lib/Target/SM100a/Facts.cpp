//===- Facts.cpp - Chips with tensor memory -------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// PTX ISA 9.0: 9.7.9.22 (cvt), 9.7.9.25 (bulk copies), 9.7.16 (tcgen05) and the
// release notes. Family chips ("f") lack cvt.rs. `.block16` came with PTX 8.8
// for every chip, which is later than the rest of tcgen05.
//
//===----------------------------------------------------------------------===//

#include "Facts.h"

using namespace quartet;
using device::Chip;
using device::Feature;
using device::FeatureSupport;

static constexpr FeatureSupport kSM100a[] = {
    {Feature::SharedCtaCopy, 86},
    {Feature::PairCopy, 86},
    {Feature::TensorMemory, 86},
    {Feature::TensorMma, 86},
    {Feature::BlockScaledTensorMma, 88},
    {Feature::ConvertE2M1, 86},
    {Feature::ConvertF6, 86},
    {Feature::ConvertStochastic, 87},
    {Feature::PackedF32, 86},
    {Feature::ReduxF32, 86},
    {Feature::LaunchControl, 86},
    {Feature::BulkStore, 86},
    {Feature::RegisterReallocation, 86},
};

/// What all chips of the family have from the first version that knows them.
static constexpr FeatureSupport kFamily88[] = {
    {Feature::SharedCtaCopy, 88},
    {Feature::PairCopy, 88},
    {Feature::TensorMemory, 88},
    {Feature::TensorMma, 88},
    {Feature::BlockScaledTensorMma, 88},
    {Feature::ConvertE2M1, 88},
    {Feature::ConvertF6, 88},
    {Feature::PackedF32, 88},
    {Feature::LaunchControl, 88},
    {Feature::BulkStore, 88},
    {Feature::RegisterReallocation, 88},
};

static constexpr FeatureSupport kSM103a[] = {
    {Feature::SharedCtaCopy, 88},
    {Feature::PairCopy, 88},
    {Feature::TensorMemory, 88},
    {Feature::TensorMma, 88},
    {Feature::BlockScaledTensorMma, 88},
    {Feature::ConvertE2M1, 88},
    {Feature::ConvertF6, 88},
    {Feature::ConvertStochastic, 88},
    {Feature::PackedF32, 88},
    {Feature::ReduxF32, 88},
    {Feature::LaunchControl, 88},
    {Feature::BulkStore, 88},
    {Feature::RegisterReallocation, 88},
};

static constexpr FeatureSupport kSM110a[] = {
    {Feature::SharedCtaCopy, 90},
    {Feature::PairCopy, 90},
    {Feature::TensorMemory, 90},
    {Feature::TensorMma, 90},
    {Feature::BlockScaledTensorMma, 90},
    {Feature::ConvertE2M1, 90},
    {Feature::ConvertF6, 90},
    {Feature::PackedF32, 90},
    {Feature::LaunchControl, 90},
    {Feature::BulkStore, 90},
    {Feature::RegisterReallocation, 90},
};

llvm::ArrayRef<Chip> sm100a::getChips() {
  static const Chip chips[] = {
      {"sm_100a", 86, kSM100a}, {"sm_100f", 88, kFamily88},
      {"sm_103a", 88, kSM103a}, {"sm_103f", 88, kFamily88},
      {"sm_110a", 90, kSM110a},
  };
  return chips;
}
