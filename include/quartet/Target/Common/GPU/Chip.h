//===- Chip.h - Facts about an NVIDIA chip ----------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What a chip can execute and from which PTX version on, as data. LLVM ends the
// process on an instruction that the chip or the version lacks; with this table
// every combination is decided before LLVM sees it. Targets hold the tables
// (lib/Target/*/Facts.cpp); code asks them and names no chip.
//
//===----------------------------------------------------------------------===//

#ifndef QUARTET_TARGET_COMMON_GPU_CHIP_H
#define QUARTET_TARGET_COMMON_GPU_CHIP_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/LogicalResult.h"

#include <string>

namespace mlir {
class Location;
class Operation;
} // namespace mlir

namespace quartet::device {

/// Groups of instructions that not every chip or PTX version has. What every
/// chip from sm_90 on has in PTX 8.0 needs no feature.
enum class Feature {
  /// wgmma.
  WarpgroupMma,
  /// Bulk copies into shared::cta, without a cluster address.
  SharedCtaCopy,
  /// Bulk tensor copies of a CTA pair.
  PairCopy,
  /// tcgen05 except the multiplications.
  TensorMemory,
  /// tcgen05.mma.
  TensorMma,
  /// tcgen05.mma with one scale per 16 elements (.block16).
  BlockScaledTensorMma,
  /// mma.sync with block scales.
  BlockScaledWarpMma,
  /// cvt from and to e2m1x2.
  ConvertE2M1,
  /// cvt from and to e2m3x2 and e3m2x2.
  ConvertF6,
  /// cvt.rs.
  ConvertStochastic,
  /// add, mul and fma on f32x2.
  PackedF32,
  /// redux.sync of f32.
  ReduxF32,
  /// clusterlaunchcontrol.
  LaunchControl,
  /// st.bulk.
  BulkStore,
  /// setmaxnreg.
  RegisterReallocation,
};

/// `feature` exists on a chip from PTX `minVersion` on.
struct FeatureSupport {
  Feature feature;
  unsigned minVersion;
};

/// One chip. PTX versions are ten times the number: 88 is 8.8.
struct Chip {
  /// As LLVM and ptxas spell it.
  llvm::StringLiteral name;
  /// The first PTX version with this chip.
  unsigned minVersion;
  llvm::ArrayRef<FeatureSupport> features;
};

/// PTX versions that LLVM and ptxas both know, ascending.
llvm::ArrayRef<unsigned> getPtxVersions();

/// The version that is used unless another is asked for.
constexpr unsigned kDefaultPtxVersion = 90;

/// "8.8" for 88.
std::string formatPtxVersion(unsigned version);

/// The chip of `chips` called `name`, or null.
const Chip *findChip(llvm::ArrayRef<Chip> chips, llvm::StringRef name);

/// Whether `version` exists and has `chip`; otherwise an error at `loc` that
/// names the legal versions.
llvm::LogicalResult verifyPtxVersion(mlir::Location loc, const Chip &chip,
                                     unsigned version);

/// Whether `chip` in PTX `version` has every instruction that the operations
/// inside `root`, lowered to nvvm and llvm, become. The first that it lacks is
/// an error at its operation, which names the least version, or the chips of
/// `chips` that have it.
llvm::LogicalResult verifyInstructions(mlir::Operation *root, const Chip &chip,
                                       unsigned version,
                                       llvm::ArrayRef<Chip> chips);

} // namespace quartet::device

#endif // QUARTET_TARGET_COMMON_GPU_CHIP_H
