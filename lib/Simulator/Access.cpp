//===- Access.cpp - One lane's access to memory ---------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Access.h"

using namespace quartet::sim;

namespace {

bool misaligned(const Exec &ex, const Op &op, unsigned lane, uint64_t address,
                unsigned bytes) {
  ex.m->fault(
      ex, op, lane, "misaligned",
      strf("expects an address that is a multiple of %u, but got 0x%llx", bytes,
           static_cast<unsigned long long>(address)));
  return false;
}

bool resolveShared(const Exec &ex, const Op &op, unsigned lane, uint32_t where,
                   bool ownOnly, unsigned bytes, Place &out) {
  uint32_t rank = where >> 24, offset = where & 0xffffff;
  Cluster &cluster = *ex.cta->cluster;
  if (rank >= cluster.ctas.size() || (ownOnly && rank != ex.cta->rank)) {
    ex.m->fault(ex, op, lane, "shared-bounds",
                strf("shared address 0x%x is outside the window of %s", where,
                     ownOnly ? "the thread block" : "the cluster"));
    return false;
  }
  Cta &cta = *cluster.ctas[rank];
  if (offset < kSharedBase || uint64_t(offset) + bytes > cta.shared.size()) {
    ex.m->fault(
        ex, op, lane, "shared-bounds",
        strf("%u bytes at shared address 0x%x are outside [0x%x, 0x%zx)", bytes,
             offset, kSharedBase, cta.shared.size()));
    return false;
  }
  if (&cta != ex.cta && cta.liveWarps == 0) {
    ex.m->fault(ex, op, lane, "shared-bounds",
                strf("shared memory of block rank %u is accessed after the "
                     "block has ended",
                     rank));
    return false;
  }
  out.kind = PlaceKind::Shared;
  out.cta = &cta;
  out.offset = offset;
  out.data = cta.shared.data() + offset;
  return true;
}

} // namespace

bool quartet::sim::resolve(const Exec &ex, const Op &op, unsigned lane,
                           Space space, uint64_t address, unsigned bytes,
                           bool isWrite, Place &out) {
  if (address & (bytes - 1))
    return misaligned(ex, op, lane, address, bytes);
  if (space == Space::Generic) {
    switch (address & kWindowMask) {
    case kSharedWindow:
      space = Space::SharedCluster;
      address &= ~kWindowMask;
      break;
    case kLocalWindow:
      space = Space::Local;
      address &= ~kWindowMask;
      break;
    case kParamWindow:
      space = Space::Param;
      address &= ~kWindowMask;
      break;
    default:
      space = Space::Global;
    }
  }
  switch (space) {
  case Space::SharedCta:
  case Space::SharedCluster:
    if (address >> 32) {
      ex.m->fault(ex, op, lane, "shared-bounds",
                  strf("shared address 0x%llx has more than 32 bits",
                       static_cast<unsigned long long>(address)));
      return false;
    }
    return resolveShared(ex, op, lane, static_cast<uint32_t>(address),
                         space == Space::SharedCta, bytes, out);
  case Space::Local:
  case Space::ParamLocal: {
    size_t stride = ex.m->kernel.localBytes;
    if (address > stride || bytes > stride - address) {
      ex.m->fault(ex, op, lane, "local-bounds",
                  strf("%u bytes at local address 0x%llx are outside the %zu "
                       "of the thread",
                       bytes, static_cast<unsigned long long>(address),
                       stride));
      return false;
    }
    out.kind = PlaceKind::Local;
    out.data = ex.w->local.data() + lane * stride + address;
    return true;
  }
  case Space::Param: {
    size_t size = ex.m->params.size();
    if (isWrite || address > size || bytes > size - address) {
      ex.m->fault(ex, op, lane, "param-bounds",
                  strf("%u bytes at parameter offset 0x%llx cannot be %s",
                       bytes, static_cast<unsigned long long>(address),
                       isWrite ? "written" : "read"));
      return false;
    }
    out.kind = PlaceKind::Param;
    out.data = ex.m->params.data() + address;
    return true;
  }
  default:
    break;
  }
  Allocation *a = ex.m->memory.find(address, bytes);
  if (!a) {
    ex.m->fault(ex, op, lane, "global-bounds",
                strf("%u bytes at global address 0x%llx are out of bounds: %s",
                     bytes, static_cast<unsigned long long>(address),
                     ex.m->memory.describe(address).c_str()));
    return false;
  }
  if (isWrite && a->readOnly) {
    ex.m->fault(ex, op, lane, "global-readonly",
                "constant memory '" + a->name + "' is written");
    return false;
  }
  out.kind = PlaceKind::Global;
  out.allocation = a;
  out.at = address - a->base;
  out.data = a->data.data() + out.at;
  return true;
}

static Access genericAccess(const Exec &ex, const Op &op, bool strong) {
  Access access;
  const WarpClocks &clocks = ex.w->clocks;
  access.stamp = {clocks.self, clocks.now()};
  access.instr = op.instr;
  access.ordered = &clocks.seen;
  access.atomic = strong;
  return access;
}

bool quartet::sim::checkRead(const Exec &ex, const Op &op, unsigned lane,
                             const Place &p, unsigned bytes, bool strong) {
  if (!ex.m->options.strict)
    return true;
  if (p.kind == PlaceKind::Global) {
    if (isInitialised(*p.allocation, p.at, bytes))
      return true;
    ex.m->fault(ex, op, lane, "global-uninitialised",
                strf("%u bytes of '%s' at offset %llu are read before anything "
                     "was written to them",
                     bytes, p.allocation->name.c_str(),
                     static_cast<unsigned long long>(p.at)));
    return false;
  }
  if (p.kind != PlaceKind::Shared)
    return true;
  Conflict c = p.cta->shadow.readBytes(p.offset, p.offset + bytes,
                                       genericAccess(ex, op, strong));
  if (c.hazard == Hazard::None)
    return true;
  ex.m->conflict(ex, op, lane, "shared", *p.cta, c);
  return false;
}

bool quartet::sim::checkWrite(const Exec &ex, const Op &op, unsigned lane,
                              const Place &p, unsigned bytes, bool strong) {
  if (p.kind == PlaceKind::Global) {
    markInitialised(*p.allocation, p.at, bytes);
    return true;
  }
  if (p.kind != PlaceKind::Shared || !ex.m->options.strict)
    return true;
  Conflict c = p.cta->shadow.writeBytes(p.offset, p.offset + bytes,
                                        genericAccess(ex, op, strong));
  if (c.hazard == Hazard::None)
    return true;
  ex.m->conflict(ex, op, lane, "shared", *p.cta, c);
  return false;
}

void quartet::sim::orderBefore(const Exec &ex, const Place &p, Strength s) {
  if (p.kind != PlaceKind::Shared || s == Strength::Weak)
    return;
  Published &flag = p.cta->flags[p.offset & ~3u];
  if (s == Strength::Release || s == Strength::AcqRel)
    ex.w->clocks.release(flag);
  else
    flag.join(ex.w->fencePublished);
}

void quartet::sim::orderAfter(const Exec &ex, const Place &p, Strength s) {
  if (p.kind != PlaceKind::Shared || s == Strength::Weak)
    return;
  auto it = p.cta->flags.find(p.offset & ~3u);
  if (it == p.cta->flags.end())
    return;
  if (s == Strength::Acquire || s == Strength::AcqRel)
    ex.w->clocks.acquire(it->second);
  else
    ex.w->fencePending.join(it->second);
}

Space quartet::sim::takeSpace(Decoder &d) {
  if (d.take("global"))
    return Space::Global;
  if (d.take("shared") || d.take("shared::cta"))
    return Space::SharedCta;
  if (d.take("shared::cluster"))
    return Space::SharedCluster;
  if (d.take("local"))
    return Space::Local;
  if (d.take("param") || d.take("param::entry") || d.take("param::func"))
    return Space::Param;
  if (d.take("const"))
    return Space::Const;
  return Space::Generic;
}

bool quartet::sim::takeStrength(Decoder &d, Strength &out) {
  int sem = d.takeOneOf(
      {"weak", "relaxed", "volatile", "mmio", "acquire", "release", "acq_rel"});
  d.takeOneOf({"cta", "cluster", "gpu", "sys"});
  switch (sem) {
  case -1:
    return false;
  case 0:
    out = Strength::Weak;
    return true;
  case 4:
    out = Strength::Acquire;
    return true;
  case 5:
    out = Strength::Release;
    return true;
  case 6:
    out = Strength::AcqRel;
    return true;
  default:
    out = Strength::Relaxed;
    return true;
  }
}

void quartet::sim::countBankConflicts(const Exec &ex, const uint32_t *offsets,
                                      uint32_t mask, unsigned bytes) {
  // One pass serves 128 bytes: 32, 16 or 8 lanes.
  unsigned words = bytes < 4 ? 1 : bytes / 4;
  unsigned lanesPerPass = words > 32 ? 1 : 32 / words;
  for (unsigned begin = 0; begin < 32; begin += lanesPerPass) {
    uint32_t seen[32];
    uint8_t used[32] = {};
    unsigned extra = 0;
    for (unsigned l = begin; l < begin + lanesPerPass; ++l) {
      if (!(mask >> l & 1))
        continue;
      for (unsigned w = 0; w < words; ++w) {
        uint32_t word = offsets[l] / 4 + w;
        unsigned bank = word % 32;
        if (!used[bank]) {
          used[bank] = 1;
          seen[bank] = word;
        } else if (seen[bank] != word) {
          // Further words of a bank each cost a cycle.
          seen[bank] = word;
          ++used[bank];
          if (used[bank] - 1u > extra)
            extra = used[bank] - 1u;
        }
      }
    }
    ex.m->stats.sharedConflicts += extra;
  }
}
