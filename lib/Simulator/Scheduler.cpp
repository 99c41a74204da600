//===- Scheduler.cpp - Running warps: groups and convergence --------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A warp is a set of groups; a group is the threads that are at the same
// instruction together. A divergent branch splits a group and notes where the
// parts meet again; there they wait for each other.
//
//===----------------------------------------------------------------------===//

#include "Machine.h"

#include <algorithm>

using namespace quartet::sim;

Flow Machine::split(Exec &ex, uint32_t taken, uint32_t target,
                    uint32_t fallthrough, uint32_t meet) {
  Warp &w = *ex.w;
  Group &g = *ex.g;
  if (meet != ~0u) {
    uint32_t depth = static_cast<uint32_t>(g.calls.size());
    // A loop diverges at the same branch again and again: one entry is enough.
    bool known = false;
    for (size_t i = w.converge.size(); i-- > 0 && !known;) {
      const Convergence &c = w.converge[i];
      if ((c.threads & g.mask) == 0)
        continue;
      if (c.pc != meet || c.depth != depth || (g.mask & ~c.threads))
        break;
      known = true;
    }
    if (!known)
      w.converge.push_back({w.nextConvergence++, meet, depth, g.mask});
  }
  Group other = g;
  other.mask = g.mask & ~taken;
  other.pc = fallthrough;
  g.mask = taken;
  g.pc = target;
  // The lower address first: loops go on before what follows them.
  w.groups.push_back(other);
  return Flow::Regroup;
}

Flow quartet::sim::execBranch(Exec &ex, const Op &op, uint32_t mask) {
  Group &g = *ex.g;
  if (mask == g.mask) {
    g.pc = static_cast<uint32_t>(op.imm);
    return Flow::Jump;
  }
  return ex.m->split(ex, mask, static_cast<uint32_t>(op.imm), g.pc + 1, op.c);
}

bool Machine::gather(Exec &ex, uint32_t mask, uint32_t members,
                     const char *what) {
  Warp &w = *ex.w;
  uint32_t need = members & w.live;
  Group &g = *ex.g;
  if ((need & ~mask) == 0)
    return true;
  uint32_t have = g.mask;
  for (const Group &o : w.groups)
    if (&o != &g && o.pc == g.pc && o.blocked && !o.converge &&
        o.calls == g.calls)
      have |= o.mask;
  if (need & ~have) {
    g.reason = strf("waits at '%s' for threads 0x%08x of its warp", what,
                    need & ~have);
    return false;
  }
  // All are here: continue as one group. The caller runs again with the
  // merged mask, since its guard has to be evaluated for all.
  for (Group &o : w.groups)
    if (&o != &g && o.pc == g.pc && o.blocked && !o.converge &&
        o.calls == g.calls) {
      g.mask |= o.mask;
      o.mask = 0;
    }
  g.spinAt = ~uint64_t(0);
  touch();
  return false;
}

bool Machine::arriveAtConvergence(Exec &ex, uint32_t pc) {
  Warp &w = *ex.w;
  Group &g = *ex.g;
  for (size_t i = w.converge.size(); i-- > 0;) {
    const Convergence &c = w.converge[i];
    if (!(c.threads & g.mask) || c.pc != pc || c.depth != g.calls.size())
      continue;
    g.pc = pc;
    g.converge = c.number;
    g.convergeSince = w.polls;
    g.reason = "waits for the other threads of its warp to reconverge";
    releaseConvergence(w);
    return true;
  }
  return false;
}

void Machine::releaseConvergence(Warp &w) {
  for (size_t i = w.converge.size(); i-- > 0;) {
    const Convergence &c = w.converge[i];
    uint32_t arrived = 0;
    for (const Group &g : w.groups)
      if (g.converge == c.number)
        arrived |= g.mask;
    if (c.threads & ~arrived)
      continue;
    Group *first = nullptr;
    for (Group &g : w.groups) {
      if (g.converge != c.number || !g.mask)
        continue;
      if (!first) {
        first = &g;
        first->converge = 0;
      } else {
        first->mask |= g.mask;
        g.mask = 0;
        g.converge = 0;
      }
    }
    w.converge.erase(w.converge.begin() + i);
  }
}

void Machine::leaveConvergence(Warp &w, Group &g) {
  for (Convergence &c : w.converge)
    if (c.number == g.converge)
      c.threads &= ~g.mask;
  g.converge = 0;
}

bool Machine::alignedIsStuck(Warp &w, const Group &g) const {
  for (const Group &o : w.groups) {
    if (&o == &g || o.mask == 0 || o.converge)
      continue;
    bool atAligned =
        o.blocked && o.wait == 0 && (kernel.code[o.pc].flags & kOpAligned);
    if (!atAligned)
      return false;
  }
  return true;
}

Flow Machine::pendingUse(const Exec &ex, const Op &op) {
  const std::vector<uint32_t> &pending = ex.w->pendingSlots;
  auto isPending = [&](uint32_t slot) {
    return slot != 0 &&
           std::binary_search(pending.begin(), pending.end(), slot);
  };
  bool hit =
      isPending(op.a) || isPending(op.b) || isPending(op.c) || isPending(op.d);
  for (uint32_t i = 0; i < op.count && !hit; ++i)
    hit = isPending(kernel.lists[op.list + i]);
  if (!hit)
    return Flow::Next;
  return fault(ex, op, static_cast<unsigned>(__builtin_ctz(ex.g->mask)),
               "tensor-load-wait",
               "register of an outstanding tcgen05.ld is used before "
               "tcgen05.wait::ld");
}

Flow Machine::runGroup(Exec &ex, unsigned &budget) {
  const Op *code = kernel.code.data();
  Warp &w = *ex.w;
  Group &g = *ex.g;
  uint32_t pc = g.pc;
  while (budget) {
    const Op &op = code[pc];
    uint32_t m = g.mask & (ex.pred(op.guard) ^ op.guardXor);
    if (__builtin_expect(op.flags & (kOpReconv | kOpAligned), 0)) {
      if ((op.flags & kOpReconv) && !w.converge.empty() &&
          arriveAtConvergence(ex, pc))
        return Flow::Regroup;
      if ((op.flags & kOpAligned) && m != 0 && m != w.live && g.wait == 0) {
        g.pc = pc;
        if (m != g.mask) {
          fault(ex, op, static_cast<unsigned>(__builtin_ctz(m)), "aligned",
                strf("'%s' is executed by threads 0x%08x of its warp only",
                     instrText(op.instr).c_str(), m));
          return Flow::Fault;
        }
        // The others may be about to end, or to come here.
        for (Group &o : w.groups)
          if (&o != &g && o.mask && o.pc == pc && o.blocked && o.wait == 0 &&
              !o.converge && o.calls == g.calls) {
            g.mask |= o.mask;
            o.mask = 0;
          }
        if (g.mask != w.live) {
          g.reason = "is at an .aligned instruction without the rest of its "
                     "warp";
          return Flow::Block;
        }
        continue;
      }
    }
    if (m) {
      if (__builtin_expect(!w.pendingSlots.empty(), 0) &&
          !(op.flags & kOpNoSlots) && pendingUse(ex, op) == Flow::Fault)
        return Flow::Fault;
      g.pc = pc;
      Flow f = op.fn(ex, op, m);
      if (!(op.flags & kOpHelper) && f != Flow::Block) {
        unsigned n = static_cast<unsigned>(__builtin_popcount(m));
        stats.threadInstructions += n;
        ++stats.warpInstructions;
        ++ticks;
        --budget;
      }
      if (__builtin_expect(f != Flow::Next, 0)) {
        if (f == Flow::Jump) {
          pc = g.pc;
          continue;
        }
        if (f == Flow::Exit) {
          exitThreads(ex, m);
          if (w.done())
            return Flow::Exit;
          g.pc = pc + 1;
          return Flow::Regroup;
        }
        if (f == Flow::Yield)
          g.pc = pc + 1;
        return f;
      }
    }
    ++pc;
  }
  g.pc = pc;
  return Flow::Next;
}

void Machine::runWarp(Warp &w) {
  Exec ex;
  ex.r = w.regs;
  ex.w = &w;
  ex.cta = w.cta;
  ex.m = this;
  unsigned budget = 1 + static_cast<unsigned>(random() % 128);
  while (budget) {
    // Any group that is not known to wait; in turn, starting anywhere.
    Group *pick = nullptr;
    size_t n = w.groups.size();
    size_t start = n > 1 ? random() % n : 0;
    for (size_t i = 0; i < n && !pick; ++i) {
      Group &g = w.groups[(start + i) % n];
      if (g.mask && !g.converge && !(g.blocked && g.spinAt == progress))
        pick = &g;
    }
    if (!pick) {
      for (Group &g : w.groups)
        if (g.mask && g.blocked && g.wait == 0 &&
            (kernel.code[g.pc].flags & kOpAligned) && g.mask != w.live &&
            alignedIsStuck(w, g)) {
          ex.g = &g;
          const Op &op = kernel.code[g.pc];
          fault(ex, op, static_cast<unsigned>(__builtin_ctz(g.mask)), "aligned",
                strf("'%s' is executed by threads 0x%08x of its warp only",
                     instrText(op.instr).c_str(), g.mask));
          return;
        }
      w.blockedAt = progress;
      return;
    }
    ex.g = pick;
    uint64_t before = progress;
    Flow f = runGroup(ex, budget);
    if (f == Flow::Fault || failed() || w.done())
      return;
    if (f == Flow::Block) {
      pick->blocked = true;
      pick->spinAt = before;
    } else {
      pick->blocked = false;
      // A thread that spins on what a waiting one would do next: let the
      // latter go on, as independent thread scheduling does.
      for (Group &g : w.groups)
        if (g.converge && w.polls - g.convergeSince > 1000)
          leaveConvergence(w, g);
    }
    // Drop groups that were merged into others or have ended.
    w.groups.erase(std::remove_if(w.groups.begin(), w.groups.end(),
                                  [](const Group &g) { return g.mask == 0; }),
                   w.groups.end());
    if (f == Flow::Yield)
      return;
  }
}
