//===- Barrier.cpp - Barriers of blocks and clusters ----------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// PTX ISA 9.7.13: bar, barrier, barrier.cluster. Arrivals of the aligned forms
// count whole warps.
//
//===----------------------------------------------------------------------===//

#include "Families.h"
#include "Lanes.h"

using namespace quartet::sim;

namespace {

enum : uint8_t { kSync, kArrive, kRedPopc, kRedAnd, kRedOr };

/// Group::wait values of this family.
enum : uint32_t { kFresh = 0, kArrived = 1 };

uint32_t liveThreads(const Cta &cta) {
  uint32_t n = 0;
  for (const auto &w : cta.warps)
    if (w->live)
      n += 32;
  return n;
}

void complete(Machine &m, NamedBarrier &b) {
  b.released = b.gather;
  b.gather = Published();
  b.resultPopc = b.popc;
  b.resultAny = b.any;
  b.resultAll = b.all;
  b.popc = 0;
  b.any = false;
  b.all = true;
  b.arrived = 0;
  ++b.generation;
  m.touch();
}

/// a: barrier number, b: thread count (0: all), c: predicate of red.
/// u: kind; v bit 0: not .aligned. d: result of red.
Flow execBarrier(Exec &ex, const Op &op, uint32_t mask) {
  Machine &m = *ex.m;
  Group &g = *ex.g;
  unsigned first = static_cast<unsigned>(__builtin_ctz(mask));
  uint32_t id = ex.lanes<uint32_t>(op.a)[first];
  uint32_t count = op.b ? ex.lanes<uint32_t>(op.b)[first] : 0;
  if (g.wait == kFresh) {
    forLanes(mask, [&](unsigned l) {
      if (ex.lanes<uint32_t>(op.a)[l] != id ||
          (op.b && ex.lanes<uint32_t>(op.b)[l] != count))
        m.fault(ex, op, l, "barrier-operands",
                "expects the same barrier in every thread of the warp");
    });
    if (m.failed())
      return Flow::Fault;
    if (id >= 16)
      return m.fault(ex, op, first, "barrier-operands",
                     strf("expects a barrier number below 16, but got %u", id));
    if (op.b && (count == 0 || count % 32))
      return m.fault(ex, op, first, "barrier-operands",
                     strf("expects a thread count that is a positive multiple "
                          "of 32, but got %u",
                          count));
    if (count > 32 * ex.cta->warps.size())
      return m.fault(ex, op, first, "barrier-operands",
                     strf("expects at most %zu threads, but got %u",
                          32 * ex.cta->warps.size(), count));
    NamedBarrier &b = ex.cta->barriers[id];
    // Zero stands for all threads that have not ended.
    if (b.arrived && b.expected != count)
      return m.fault(ex, op, first, "barrier-operands",
                     strf("barrier %u is in use with %u threads, but got %u",
                          id, b.expected, count));
    b.expected = count;
    b.arrived +=
        op.v & 1 ? static_cast<uint32_t>(__builtin_popcount(mask)) : 32;
    ex.w->clocks.release(b.gather);
    if (op.u >= kRedPopc) {
      uint32_t p = ex.pred(op.c) & mask;
      b.popc += static_cast<uint32_t>(__builtin_popcount(p));
      b.any |= p != 0;
      b.all &= p == mask;
    }
    g.waitArg = b.generation;
    uint32_t want = count ? count : liveThreads(*ex.cta);
    if (b.arrived > want)
      return m.fault(ex, op, first, "barrier-operands",
                     strf("%u threads arrive at barrier %u, which expects %u",
                          b.arrived, id, want));
    if (b.arrived == want)
      complete(m, b);
    else
      m.touch();
    if (op.u == kArrive)
      return Flow::Next;
    g.wait = kArrived;
  }
  NamedBarrier &b = ex.cta->barriers[id];
  // Threads that have ended no longer take part.
  if (b.generation == g.waitArg && !b.expected &&
      b.arrived >= liveThreads(*ex.cta))
    complete(m, b);
  if (b.generation == g.waitArg)
    return m.block(ex, strf("waits at barrier %u", id));
  g.wait = kFresh;
  ex.w->clocks.acquire(b.released);
  if (op.u == kRedPopc) {
    uint32_t *d = ex.lanes<uint32_t>(op.d);
    forLanes(mask, [&](unsigned l) { d[l] = b.resultPopc; });
  } else if (op.u >= kRedAnd) {
    bool r = op.u == kRedAnd ? b.resultAll : b.resultAny;
    ex.setPred(op.d, mask, r ? ~0u : 0);
  }
  return Flow::Next;
}

uint32_t liveInCluster(const Cluster &cluster) {
  uint32_t n = 0;
  for (const auto &cta : cluster.ctas)
    for (const auto &w : cta->warps)
      n += static_cast<uint32_t>(__builtin_popcount(w->live));
  return n;
}

void completeCluster(Machine &m, Cluster &c) {
  c.released = c.gather;
  c.gather = Published();
  c.arrived = 0;
  ++c.generation;
  m.touch();
}

/// u: 0 arrive, 1 wait; v: 0 relaxed, 1 ordered.
Flow execClusterBarrier(Exec &ex, const Op &op, uint32_t mask) {
  Machine &m = *ex.m;
  Cluster &c = *ex.cta->cluster;
  auto &arrivals = c.arrivals[ex.w];
  if (op.u == 0) {
    for (uint32_t rest = mask; rest; rest &= rest - 1) {
      unsigned l = static_cast<unsigned>(__builtin_ctz(rest));
      auto it = arrivals.find(l);
      if (it != arrivals.end())
        return m.fault(ex, op, l, "cluster-barrier",
                       "thread arrives twice without waiting in between");
      arrivals[l] = c.generation;
    }
    c.arrived += static_cast<uint32_t>(__builtin_popcount(mask));
    if (op.v)
      ex.w->clocks.release(c.gather);
    if (c.arrived >= liveInCluster(c))
      completeCluster(m, c);
    else
      m.touch();
    return Flow::Next;
  }
  bool ready = true;
  for (uint32_t rest = mask; rest; rest &= rest - 1) {
    unsigned l = static_cast<unsigned>(__builtin_ctz(rest));
    auto it = arrivals.find(l);
    if (it == arrivals.end())
      return m.fault(ex, op, l, "cluster-barrier",
                     "thread waits without having arrived");
    ready &= it->second != c.generation;
  }
  if (!ready && c.arrived >= liveInCluster(c)) {
    completeCluster(m, c);
    ready = true;
  }
  if (!ready)
    return m.block(ex, "waits at the cluster barrier");
  for (uint32_t rest = mask; rest; rest &= rest - 1)
    arrivals.erase(static_cast<unsigned>(__builtin_ctz(rest)));
  ex.w->clocks.acquire(c.released);
  return Flow::Next;
}

bool decodeClusterBarrier(Decoder &d) {
  int which = d.takeOneOf({"arrive", "wait"});
  int sem = d.takeOneOf({"relaxed", "release", "acquire"});
  bool aligned = d.take("aligned");
  if (which < 0 || !d.expectOperands(0) || (which == 0 && sem == 2) ||
      (which == 1 && (sem == 0 || sem == 1)))
    return d.unmodelled();
  Op &op = d.emit(execClusterBarrier);
  op.u = static_cast<uint8_t>(which);
  op.v = sem == 0 ? 0 : 1;
  if (aligned)
    op.flags |= kOpAligned;
  return true;
}

bool decodeBar(Decoder &d) {
  bool isBarrier = d.opcode() == "barrier";
  if (d.take("warp"))
    return isBarrier ? d.unmodelled() : decodeWarpSync(d);
  if (d.take("cluster"))
    return decodeClusterBarrier(d);
  d.take("cta");
  int kind = d.takeOneOf({"sync", "arrive", "red"});
  int red = -1;
  if (kind == 2)
    red = d.takeOneOf({"popc", "and", "or"});
  bool aligned = d.take("aligned") || !isBarrier;
  if (kind < 0 || (kind == 2 && red < 0))
    return d.unmodelled();
  size_t at = 0;
  uint32_t result = 0, pred = 0;
  if (kind == 2) {
    Type t = d.takeType();
    if (t != (red == 0 ? kU32 : kPred) || !d.expectOperands(3, 4))
      return d.unmodelled();
    result = red == 0 ? d.dst(d.operand(0), kU32) : d.dstPred(d.operand(0));
    pred = d.srcPred(d.operand(d.numOperands() - 1));
    at = 1;
  } else if (!d.expectOperands(kind == 1 ? 2 : 1, 2)) {
    return false;
  }
  uint32_t a = d.src(d.operand(at), kU32);
  bool counted = d.numOperands() - at - (kind == 2 ? 1 : 0) == 2;
  uint32_t b = counted ? d.src(d.operand(at + 1), kU32) : 0;
  Op &op = d.emit(execBarrier, result, a, b, pred);
  op.u = static_cast<uint8_t>(kind == 2 ? kRedPopc + red : kind);
  op.v = aligned ? 0 : 1;
  if (aligned)
    op.flags |= kOpAligned;
  return !d.failed();
}

} // namespace

void quartet::sim::registerBarrier(OpTable &t) {
  t["bar"] = t["barrier"] = decodeBar;
}
