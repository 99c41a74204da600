//===- Report.cpp - Errors of a running kernel ----------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Machine.h"

using namespace quartet::sim;

std::string Machine::instrText(uint32_t instr) const {
  return instr < kernel.instrs.size() ? kernel.instrs[instr].text : "";
}

std::string Machine::threadName(const Warp &w, unsigned lane) const {
  const Cta &cta = *w.cta;
  unsigned thread = w.id * 32 + lane;
  unsigned x = thread % config.block[0];
  unsigned y = thread / config.block[0] % config.block[1];
  unsigned z = thread / config.block[0] / config.block[1];
  return strf("block (%u,%u,%u) thread (%u,%u,%u)", cta.id[0], cta.id[1],
              cta.id[2], x, y, z);
}

void Machine::faultAt(uint32_t instr, const Cta *cta, const char *rule,
                      std::string message) {
  if (failed())
    return;
  if (instr < kernel.instrs.size())
    error.loc = kernel.instrs[instr].loc;
  else
    error.loc = kernel.loc;
  error.rule = rule;
  error.message = std::move(message);
  if (cta)
    error.thread = strf("block (%u,%u,%u)", cta->id[0], cta->id[1], cta->id[2]);
}

Flow Machine::fault(const Exec &ex, const Op &op, unsigned lane,
                    const char *rule, std::string message) {
  if (failed())
    return Flow::Fault;
  faultAt(op.instr, ex.cta, rule, std::move(message));
  if (lane < 32)
    error.thread = threadName(*ex.w, lane);
  return Flow::Fault;
}

static bool isCpAsync(const Cluster &cluster, Actor actor) {
  size_t warps = cluster.ctas.size() * cluster.warpsPerCta;
  return actor >= warps && actor < warps * (1 + kNumStreams) &&
         (actor - warps) % kNumStreams ==
             static_cast<unsigned>(Stream::CpAsync);
}

Flow Machine::conflict(const Exec &ex, const Op &op, unsigned lane,
                       const char *memoryName, const Cta &where,
                       const Conflict &c) {
  bool isTensor = memoryName[0] == 't';
  std::string place = isTensor ? strf("tensor memory lane %u column %u",
                                      c.word / 512, c.word % 512)
                               : strf("shared memory at 0x%x", c.word * 4);
  if (&where != ex.cta)
    place += strf(" of block rank %u", where.rank);
  std::string other = "'" + instrText(c.otherInstr) + "'";
  if (c.otherInstr < kernel.instrs.size())
    other += strf(" at line %u", kernel.instrs[c.otherInstr].loc.line);
  std::string prefix = isTensor ? "tensor" : "shared";
  std::string rule, message;
  switch (c.hazard) {
  case Hazard::None:
    return Flow::Next;
  case Hazard::Uninitialised:
    rule = prefix + "-uninitialised";
    message = place + " is read before anything was written to it";
    break;
  case Hazard::ReadAfterWrite:
    rule = prefix + "-race";
    message = place + " is read without waiting for its write by " + other;
    break;
  case Hazard::WriteAfterWrite:
    rule = prefix + "-race";
    message = place + " is written without waiting for its write by " + other;
    break;
  case Hazard::WriteAfterRead:
    rule = prefix + "-race";
    message = place + " is overwritten while in use by " + other;
    break;
  case Hazard::NotFenced:
    rule = isCpAsync(*ex.cta->cluster, c.other.actor) ? "cp-async-fence"
                                                      : "proxy-fence";
    message = place + ", written by " + other +
              ", is accessed by the asynchronous proxy without "
              "fence.proxy.async";
    break;
  case Hazard::LiveMbarrier:
    rule = "mbarrier-access";
    message = place + " is part of an mbarrier that is in use";
    break;
  }
  fault(ex, op, lane, "", std::move(message));
  error.rule = rule;
  return Flow::Fault;
}

void Machine::reportDeadlock() {
  if (failed())
    return;
  std::string notes;
  const Warp *first = nullptr;
  const Group *firstGroup = nullptr;
  unsigned lines = 0;
  for (auto &cluster : clusters) {
    for (auto &cta : cluster->ctas) {
      for (auto &w : cta->warps) {
        for (const Group &g : w->groups) {
          if (!g.mask)
            continue;
          if (!first) {
            first = w.get();
            firstGroup = &g;
          }
          if (++lines > 64)
            continue;
          const InstrInfo &info = kernel.instrs[kernel.code[g.pc].instr];
          notes += strf("note: %s and %d more at line %u '%s': %s\n",
                        threadName(*w, __builtin_ctz(g.mask)).c_str(),
                        __builtin_popcount(g.mask) - 1, info.loc.line,
                        info.text.c_str(), g.reason.c_str());
        }
      }
      for (auto &[address, bar] : cta->mbarriers)
        if (++lines <= 96)
          notes += strf("note: block (%u,%u,%u) mbarrier 0x%x: phase %u, "
                        "%lld of %u arrivals and %lld bytes pending\n",
                        cta->id[0], cta->id[1], cta->id[2], address, bar.phase,
                        static_cast<long long>(bar.pending), bar.expected,
                        static_cast<long long>(bar.tx));
      for (unsigned i = 0; i < 16; ++i)
        if (cta->barriers[i].arrived && ++lines <= 96)
          notes += strf("note: block (%u,%u,%u) barrier %u: %u threads of %u "
                        "have arrived\n",
                        cta->id[0], cta->id[1], cta->id[2], i,
                        cta->barriers[i].arrived, cta->barriers[i].expected);
    }
    if (cluster->arrived && ++lines <= 96)
      notes += strf("note: cluster (%u,%u,%u) barrier: %u threads have "
                    "arrived\n",
                    cluster->id[0], cluster->id[1], cluster->id[2],
                    cluster->arrived);
  }
  if (lines > 96)
    notes += strf("note: and %u more\n", lines - 96);
  if (!first) {
    faultAt(~0u, nullptr, "deadlock", "no thread can go on");
    return;
  }
  error.loc = kernel.instrs[kernel.code[firstGroup->pc].instr].loc;
  error.rule = "deadlock";
  error.message = "no thread can go on: every one waits";
  error.thread = threadName(*first, __builtin_ctz(firstGroup->mask));
  error.notes = std::move(notes);
}
