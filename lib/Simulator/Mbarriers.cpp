//===- Mbarriers.cpp - Finding and changing mbarrier objects --------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Mbarriers.h"

using namespace quartet::sim;

bool quartet::sim::findMbarrierIn(const Exec &ex, const Op &op, unsigned lane,
                                  Cta &cta, uint32_t offset, bool asyncUse,
                                  MbarrierRef &out) {
  auto it = cta.mbarriers.find(offset);
  if (it == cta.mbarriers.end()) {
    ex.m->fault(ex, op, lane, "mbarrier-invalid",
                strf("there is no initialised mbarrier at shared address 0x%x "
                     "of block rank %u",
                     offset, cta.rank));
    return false;
  }
  Mbarrier &bar = it->second;
  if (ex.m->options.strict) {
    const WarpClocks &clocks = ex.w->clocks;
    if (clocks.seen.get(bar.init.actor) < bar.init.clock) {
      ex.m->fault(ex, op, lane, "mbarrier-init",
                  strf("mbarrier at 0x%x is used without waiting for its "
                       "initialisation at line %u",
                       offset, ex.m->kernel.instrs[bar.initInstr].loc.line));
      return false;
    }
    if (asyncUse && clocks.fenced.get(bar.init.actor) < bar.init.clock) {
      ex.m->fault(ex, op, lane, "proxy-fence",
                  strf("initialisation of the mbarrier at 0x%x, line %u, needs "
                       "fence.mbarrier_init or fence.proxy.async before the "
                       "asynchronous proxy uses it",
                       offset, ex.m->kernel.instrs[bar.initInstr].loc.line));
      return false;
    }
  }
  out.cta = &cta;
  out.offset = offset;
  out.bar = &bar;
  return true;
}

bool quartet::sim::findMbarrier(const Exec &ex, const Op &op, unsigned lane,
                                Space space, uint64_t address, bool asyncUse,
                                MbarrierRef &out) {
  Place p;
  if (!resolve(ex, op, lane, space, address, 8, true, p))
    return false;
  if (p.kind != PlaceKind::Shared) {
    ex.m->fault(ex, op, lane, "mbarrier-invalid",
                "expects an mbarrier in shared memory");
    return false;
  }
  return findMbarrierIn(ex, op, lane, *p.cta, p.offset, asyncUse, out);
}

bool quartet::sim::withMbarrier(Machine &m, uint32_t instr, Cta &cta,
                                uint32_t offset,
                                const std::function<bool(Mbarrier &)> &apply) {
  auto it = cta.mbarriers.find(offset);
  if (it != cta.mbarriers.end())
    return apply(it->second);
  m.faultAt(instr, &cta, "mbarrier-invalid",
            strf("mbarrier at 0x%x was invalidated before '%s' completed",
                 offset, m.instrText(instr).c_str()));
  return false;
}

bool Machine::mbarrierUpdate(uint32_t instr, Cta &cta, Mbarrier &bar,
                             int64_t arrivals, int64_t txDelta) {
  bar.tx += txDelta;
  bar.pending -= arrivals;
  constexpr int64_t limit = (1 << 20) - 1;
  if (bar.tx > limit || bar.tx < -limit) {
    faultAt(instr, &cta, "mbarrier-tx",
            strf("transaction count %lld of the mbarrier at 0x%x is outside "
                 "-(2^20-1) to 2^20-1",
                 static_cast<long long>(bar.tx), bar.address));
    return false;
  }
  if (bar.pending < 0) {
    faultAt(instr, &cta, "mbarrier-arrivals",
            strf("mbarrier at 0x%x expects %u arrivals per phase, and got more",
                 bar.address, bar.expected));
    return false;
  }
  touch();
  if (bar.pending != 0 || bar.tx != 0)
    return true;
  if (bar.pendingAsync != 0 && options.strict) {
    faultAt(instr, &cta, "mbarrier-tx",
            strf("phase %u of the mbarrier at 0x%x completes while %u copies "
                 "that signal it are outstanding: the expected byte count is "
                 "too small",
                 bar.phase, bar.address, bar.pendingAsync));
    return false;
  }
  ++bar.phase;
  bar.pending = bar.expected;
  bar.gather.seen.raise(bar.actor, bar.phase);
  bar.gather.fenced.raise(bar.actor, bar.phase);
  bar.released = bar.gather;
  return true;
}
