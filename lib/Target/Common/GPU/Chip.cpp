//===- Chip.cpp - Which instructions need which feature -------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Operations are known by name, so that the header of the NVVM dialect, the
// costliest of MLIR, is not needed. Every operation of that dialect has a row;
// one without is refused, because nobody has looked up what it needs.
//
//===----------------------------------------------------------------------===//

#include "quartet/Target/Common/GPU/Chip.h"

#include "mlir/IR/BuiltinAttributes.h"
#include "mlir/IR/Diagnostics.h"
#include "mlir/IR/Operation.h"
#include "llvm/ADT/STLExtras.h"

using namespace mlir;
using namespace quartet;
using namespace quartet::device;

namespace {

/// Operations whose name begins with `prefix`, and for which `applies` holds,
/// need `feature`; without one they need nothing.
struct Requirement {
  StringLiteral prefix;
  bool (*applies)(Operation *);
  std::optional<Feature> feature;
};

bool always(Operation *) { return true; }

/// A copy that writes to shared::cta.
bool isCtaOnly(Operation *op) {
  auto flag = op->getAttrOfType<BoolAttr>("isCTAOnly");
  return flag && flag.getValue();
}

/// A copy of one CTA of a pair.
bool hasCtaGroup(Operation *op) { return bool(op->getAttr("group")); }

/// Two values and random bits.
bool hasRandomBits(Operation *op) { return op->getNumOperands() == 3; }

bool isF32(Operation *op) { return op->getResultTypes().front().isF32(); }

/// PTX ISA 9.0, "Target ISA Notes" and "PTX ISA Notes" of each instruction.
const Requirement kRequirements[] = {
    {"nvvm.barrier", always, std::nullopt},
    {"nvvm.bar.warp.sync", always, std::nullopt},
    {"nvvm.breakpoint", always, std::nullopt},
    {"nvvm.cluster.", always, std::nullopt},
    {"nvvm.clusterlaunchcontrol.", always, Feature::LaunchControl},
    {"nvvm.convert.bf16x2.to.f8x2", always, std::nullopt},
    {"nvvm.convert.f16x2.to.f8x2", always, std::nullopt},
    {"nvvm.convert.f32x2.to.f16x2", hasRandomBits, Feature::ConvertStochastic},
    {"nvvm.convert.f32x2.to.bf16x2", hasRandomBits, Feature::ConvertStochastic},
    {"nvvm.convert.f32x2.to.f16x2", always, std::nullopt},
    {"nvvm.convert.f32x2.to.bf16x2", always, std::nullopt},
    {"nvvm.convert.f32x2.to.f4x2", always, Feature::ConvertE2M1},
    {"nvvm.convert.f32x2.to.f6x2", always, Feature::ConvertF6},
    {"nvvm.convert.f32x2.to.f8x2", always, std::nullopt},
    {"nvvm.convert.f32x4.to.", always, Feature::ConvertStochastic},
    {"nvvm.convert.f4x2.to.f16x2", always, Feature::ConvertE2M1},
    {"nvvm.convert.f6x2.to.f16x2", always, Feature::ConvertF6},
    {"nvvm.convert.f8x2.to.", always, std::nullopt},
    {"nvvm.convert.float.to.tf32", always, std::nullopt},
    {"nvvm.cp.async.bulk.shared.cluster.global", always, std::nullopt},
    {"nvvm.cp.async.bulk.tensor.", isCtaOnly, Feature::SharedCtaCopy},
    {"nvvm.cp.async.bulk.tensor.", hasCtaGroup, Feature::PairCopy},
    {"nvvm.cp.async.", always, std::nullopt},
    {"nvvm.cp.reduce.async.bulk", always, std::nullopt},
    {"nvvm.dot.accumulate.", always, std::nullopt},
    {"nvvm.elect.sync", always, std::nullopt},
    {"nvvm.fence.", always, std::nullopt},
    {"nvvm.griddepcontrol", always, std::nullopt},
    {"nvvm.inline_ptx", always, std::nullopt},
    {"nvvm.ldmatrix", always, std::nullopt},
    {"nvvm.mapa", always, std::nullopt},
    {"nvvm.match.sync", always, std::nullopt},
    {"nvvm.mbarrier.", always, std::nullopt},
    {"nvvm.memory.barrier", always, std::nullopt},
    {"nvvm.mma.block_scale", always, Feature::BlockScaledWarpMma},
    {"nvvm.mma.sp.block_scale", always, Feature::BlockScaledWarpMma},
    {"nvvm.mma.sp.sync", always, std::nullopt},
    {"nvvm.mma.sync", always, std::nullopt},
    {"nvvm.nanosleep", always, std::nullopt},
    {"nvvm.pmevent", always, std::nullopt},
    {"nvvm.prefetch", always, std::nullopt},
    {"nvvm.prmt", always, std::nullopt},
    {"nvvm.rcp.approx.ftz.f", always, std::nullopt},
    {"nvvm.read.ptx.sreg.", always, std::nullopt},
    {"nvvm.redux.sync", isF32, Feature::ReduxF32},
    {"nvvm.redux.sync", always, std::nullopt},
    {"nvvm.setmaxregister", always, Feature::RegisterReallocation},
    {"nvvm.shfl.sync", always, std::nullopt},
    {"nvvm.st.bulk", always, Feature::BulkStore},
    {"nvvm.stmatrix", always, std::nullopt},
    {"nvvm.tcgen05.mma.block_scale", always, Feature::BlockScaledTensorMma},
    {"nvvm.tcgen05.mma.sp.block_scale", always, Feature::BlockScaledTensorMma},
    {"nvvm.tcgen05.mma", always, Feature::TensorMma},
    {"nvvm.tcgen05.", always, Feature::TensorMemory},
    {"nvvm.vote.sync", always, std::nullopt},
    {"nvvm.wgmma.", always, Feature::WarpgroupMma},
    {"nvvm.wmma.", always, std::nullopt},
};

/// The same for text of PTX inside an operation.
struct Mnemonic {
  StringLiteral text;
  Feature feature;
};

constexpr Mnemonic kMnemonics[] = {
    {"wgmma.", Feature::WarpgroupMma},
    {"tcgen05.", Feature::TensorMemory},
    {"e2m1x2", Feature::ConvertE2M1},
    {"e2m1x4", Feature::ConvertStochastic},
    {"e4m3x4", Feature::ConvertStochastic},
    {"f32x2 ", Feature::PackedF32},
    {"clusterlaunchcontrol.", Feature::LaunchControl},
    {"setmaxnreg.", Feature::RegisterReallocation},
    {"kind::mxf4nvf4.block_scale", Feature::BlockScaledWarpMma},
};

/// The first row that applies to `op`; null if there is none.
const Requirement *findRequirement(Operation *op) {
  StringRef name = op->getName().getStringRef();
  const Requirement *row =
      llvm::find_if(kRequirements, [&](const Requirement &row) {
        return name.starts_with(row.prefix) && row.applies(op);
      });
  return row == std::end(kRequirements) ? nullptr : row;
}

const FeatureSupport *findFeature(const Chip &chip, Feature feature) {
  for (const FeatureSupport &support : chip.features)
    if (support.feature == feature)
      return &support;
  return nullptr;
}

LogicalResult verifyFeature(Operation *op, const Twine &what, Feature feature,
                            const Chip &chip, unsigned version,
                            ArrayRef<Chip> chips) {
  if (const FeatureSupport *support = findFeature(chip, feature)) {
    if (version >= support->minVersion)
      return success();
    return op->emitError() << "expects PTX " +
                                  formatPtxVersion(support->minVersion) +
                                  " or later for "
                           << what << " on " << chip.name << ", but got PTX "
                           << formatPtxVersion(version);
  }
  std::string names;
  for (const Chip &other : chips)
    if (findFeature(other, feature))
      names += (names.empty() ? "" : ", ") + other.name.str();
  InFlightDiagnostic diag = op->emitError();
  if (names.empty())
    return diag << "expects instructions that " << chip.name << " has, but got "
                << what;
  return diag << "expects one of " << names << " for " << what << ", but got "
              << chip.name;
}

} // namespace

ArrayRef<unsigned> device::getPtxVersions() {
  static constexpr unsigned versions[] = {80, 81, 82, 83, 84,
                                          85, 86, 87, 88, 90};
  return versions;
}

std::string device::formatPtxVersion(unsigned version) {
  return std::to_string(version / 10) + "." + std::to_string(version % 10);
}

const Chip *device::findChip(ArrayRef<Chip> chips, StringRef name) {
  const Chip *found =
      llvm::find_if(chips, [&](const Chip &chip) { return chip.name == name; });
  return found == chips.end() ? nullptr : found;
}

LogicalResult device::verifyPtxVersion(Location loc, const Chip &chip,
                                       unsigned version) {
  std::string names;
  for (unsigned known : getPtxVersions()) {
    if (known < chip.minVersion)
      continue;
    if (known == version)
      return success();
    names += (names.empty() ? "" : ", ") + formatPtxVersion(known);
  }
  return emitError(loc) << "expects a PTX version of " << names << " for "
                        << chip.name << ", but got "
                        << formatPtxVersion(version);
}

LogicalResult device::verifyInstructions(Operation *root, const Chip &chip,
                                         unsigned version,
                                         ArrayRef<Chip> chips) {
  WalkResult result = root->walk([&](Operation *op) -> WalkResult {
    StringRef name = op->getName().getStringRef();
    for (StringRef attribute : {"asm_string", "ptxCode"}) {
      auto text = op->getAttrOfType<StringAttr>(attribute);
      if (!text)
        continue;
      for (const Mnemonic &row : kMnemonics)
        if (text.getValue().contains(row.text) &&
            failed(verifyFeature(op, "'" + text.getValue() + "'", row.feature,
                                 chip, version, chips)))
          return WalkResult::interrupt();
    }
    if (!name.starts_with("nvvm."))
      return WalkResult::advance();
    const Requirement *row = findRequirement(op);
    if (!row) {
      op->emitError() << "expects operations whose chips and PTX version are "
                         "known, but got '"
                      << name << "'";
      return WalkResult::interrupt();
    }
    if (row->feature &&
        failed(verifyFeature(op, "'" + name + "'", *row->feature, chip, version,
                             chips)))
      return WalkResult::interrupt();
    return WalkResult::advance();
  });
  return failure(result.wasInterrupted());
}
