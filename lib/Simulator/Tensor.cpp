//===- Tensor.cpp - Checks of tensor memory -------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Tensor.h"

using namespace quartet;
using namespace quartet::sim;

std::vector<Cta *> quartet::sim::tensorBlocks(const Exec &ex, const Op &op,
                                              unsigned group) {
  if (group == 1)
    return {ex.cta};
  Cluster &cluster = *ex.cta->cluster;
  uint32_t even = ex.cta->rank & ~1u;
  if (even + 1 >= cluster.ctas.size()) {
    ex.m->fault(ex, op, 32, "tensor-cta-group",
                strf("cta_group::2 needs block rank %u in the cluster, which "
                     "has %zu blocks",
                     even + 1, cluster.ctas.size()));
    return {};
  }
  std::vector<Cta *> pair{cluster.ctas[even].get(),
                          cluster.ctas[even + 1].get()};
  for (Cta *cta : pair)
    if (cta->liveWarps == 0) {
      ex.m->fault(ex, op, 32, "tensor-cta-group",
                  "the other block of the pair has ended");
      return {};
    }
  return pair;
}

bool quartet::sim::checkCtaGroup(const Exec &ex, const Op &op, unsigned group) {
  unsigned &used = ex.cta->tmem.ctaGroup;
  if (used == 0)
    used = group;
  if (used == group)
    return true;
  ex.m->fault(ex, op, 32, "tensor-cta-group",
              strf("kernel uses cta_group::%u and cta_group::%u", used, group));
  return false;
}

bool quartet::sim::checkColumns(const Exec &ex, const Op &op, unsigned lane,
                                const Cta &cta, uint32_t column,
                                uint32_t count) {
  const std::vector<uint32_t> &owner = cta.tmem.owner;
  for (uint32_t c = column; c < column + count; ++c) {
    if (c < owner.size() && owner[c] != 0)
      continue;
    ex.m->fault(ex, op, lane, "tensor-bounds",
                strf("column %u of tensor memory of block rank %u is not "
                     "allocated (columns %u to %u are used)",
                     c, cta.rank, column, column + count - 1));
    return false;
  }
  return true;
}

bool quartet::sim::loadDescriptor(const Exec &ex, const Op &op, unsigned lane,
                                  const char *what, uint64_t bits,
                                  tcgen05::SharedDescriptor &out) {
  out = tcgen05::decodeShared(bits);
  if (out.version == 0 && !ex.m->options.allowDescriptorVersion) {
    ex.m->fault(ex, op, lane, "descriptor-version",
                strf("descriptor of %s: expects bits 46 to 48 to be 1, but got "
                     "0",
                     what));
    return false;
  }
  if (out.version == 0)
    out.version = 1;
  std::string reason = tcgen05::getInvalidReason(out);
  if (reason.empty() && (out.absoluteLeading || out.baseOffset ||
                         out.swizzle == tcgen05::Swizzle::Bytes128Atom32))
    reason = "base offset, absolute leading dimension and swizzle with 32-byte "
             "atoms are not modelled";
  if (reason.empty())
    return true;
  ex.m->fault(ex, op, lane, "descriptor",
              strf("descriptor of %s: %s", what, reason.c_str()));
  return false;
}

Access quartet::sim::tensorAccess(const Exec &ex, const Op &op, Stamp stamp,
                                  Actor inOrderWith) {
  if (ex.m->options.allowTensorFence)
    ex.w->clocks.tensor.join(ex.w->clocks.seen);
  Access access;
  access.stamp = stamp;
  access.instr = op.instr;
  access.ordered = &ex.w->clocks.tensor;
  access.inOrderWith = inOrderWith;
  access.generic = false;
  return access;
}

Access quartet::sim::asyncSharedAccess(const Exec &ex, const Op &op,
                                       Stamp stamp) {
  Access access;
  access.stamp = stamp;
  access.instr = op.instr;
  access.ordered = &ex.w->clocks.seen;
  access.fenced = &ex.w->clocks.fenced;
  access.generic = false;
  return access;
}

uint32_t quartet::sim::operandAddress(const tcgen05::SharedDescriptor &desc,
                                      bool transposed, unsigned elementBytes,
                                      uint32_t row, uint32_t kByte) {
  uint32_t span = 0; // Bytes per row of the swizzle atom.
  switch (desc.swizzle) {
  case tcgen05::Swizzle::None:
    break;
  case tcgen05::Swizzle::Bytes32:
    span = 32;
    break;
  case tcgen05::Swizzle::Bytes64:
    span = 64;
    break;
  default:
    span = 128;
  }
  uint32_t linear = desc.address;
  if (!transposed) {
    linear += row / 8 * desc.strideBytes;
    if (span)
      linear += row % 8 * span + kByte;
    else
      linear += row % 8 * 16 + kByte / 16 * desc.leadingBytes + kByte % 16;
  } else {
    // kByte counts K elements here; rows are contiguous in groups of `span`
    // bytes, 8 K elements per atom.
    uint32_t k = kByte, rowByte = row * elementBytes;
    if (span)
      linear += rowByte / span * desc.leadingBytes + k / 8 * desc.strideBytes +
                k % 8 * span + rowByte % span;
    else
      linear += rowByte / 16 * desc.strideBytes + k / 8 * desc.leadingBytes +
                k % 8 * 16 + rowByte % 16;
  }
  return tcgen05::swizzleAddress(linear, desc.swizzle);
}

TensorPlace quartet::sim::accumulatorPlace(const TensorMma &mma, uint32_t m,
                                           uint32_t n) {
  if (mma.group == 1) {
    uint32_t lane = mma.m == 64 ? m % 16 + 32 * (m / 16) : m;
    return {0, lane, n};
  }
  if (mma.m == 256)
    return {m / 128, m % 128, n};
  uint32_t half = mma.n / 2;
  return {m / 64, m % 64 + 64 * (n >= half), n % half};
}
