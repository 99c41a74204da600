//===- MbarrierOps.cpp - The mbarrier instructions ------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// PTX ISA 9.7.13.15. A state token holds the phase in its low half and the
// pending arrivals in its high half.
//
//===----------------------------------------------------------------------===//

#include "../Mbarriers.h"
#include "Lanes.h"

using namespace quartet::sim;

namespace {

constexpr uint32_t kMaxCount = (1u << 20) - 1;

/// b: count.
Flow execInit(Exec &ex, const Op &op, uint32_t mask) {
  const uint32_t *count = ex.lanes<uint32_t>(op.b);
  for (uint32_t rest = mask; rest; rest &= rest - 1) {
    unsigned l = static_cast<unsigned>(__builtin_ctz(rest));
    Place p;
    if (!resolve(ex, op, l, opSpace(op), laneAddress(ex, op, l), 8, true, p))
      return Flow::Fault;
    if (p.kind != PlaceKind::Shared || p.cta != ex.cta)
      return ex.m->fault(ex, op, l, "mbarrier-invalid",
                         "expects an address in the block's shared memory");
    if (count[l] == 0 || count[l] > kMaxCount)
      return ex.m->fault(
          ex, op, l, "mbarrier-arrivals",
          strf("expects a count of 1 to %u, but got %u", kMaxCount, count[l]));
    if (p.cta->mbarriers.count(p.offset))
      return ex.m->fault(ex, op, l, "mbarrier-invalid",
                         strf("there is a live mbarrier at shared address 0x%x "
                              "already",
                              p.offset));
    if (!checkWrite(ex, op, l, p, 8, false))
      return Flow::Fault;
    Mbarrier &bar = p.cta->mbarriers[p.offset];
    bar.address = p.offset;
    bar.actor = ex.m->newActor(*ex.cta->cluster);
    bar.expected = count[l];
    bar.pending = count[l];
    bar.init = {ex.w->clocks.self, ex.w->clocks.now()};
    bar.initInstr = op.instr;
    if (ex.m->options.strict)
      for (unsigned i = 0; i < 2; ++i)
        p.cta->shadow[p.offset / 4 + i].mbarrier = 1;
  }
  ex.m->touch();
  return Flow::Next;
}

Flow execInval(Exec &ex, const Op &op, uint32_t mask) {
  for (uint32_t rest = mask; rest; rest &= rest - 1) {
    unsigned l = static_cast<unsigned>(__builtin_ctz(rest));
    MbarrierRef ref;
    if (!findMbarrier(ex, op, l, opSpace(op), laneAddress(ex, op, l), false,
                      ref))
      return Flow::Fault;
    if (ref.bar->pendingAsync)
      return ex.m->fault(ex, op, l, "mbarrier-invalid",
                         strf("%u copies that signal the mbarrier are "
                              "outstanding",
                              ref.bar->pendingAsync));
    ref.cta->mbarriers.erase(ref.offset);
    if (!ex.m->options.strict)
      continue;
    for (unsigned i = 0; i < 2; ++i) {
      Cell &cell = ref.cta->shadow[ref.offset / 4 + i];
      cell = Cell();
      cell.writer = ex.w->clocks.self;
      cell.writeClock = ex.w->clocks.now();
      cell.writeInstr = op.instr;
      cell.writeMask = 15;
      cell.generic = 1;
    }
  }
  return Flow::Next;
}

/// b: count or bytes (0: none). u: 0 arrive, 1 expect_tx, 2 arrive.expect_tx,
/// 3 complete_tx, 4 arrive_drop, 5 arrive_drop.expect_tx; bit 4 relaxed, bit 5
/// noComplete. d: state, 0 for none.
Flow execArrive(Exec &ex, const Op &op, uint32_t mask) {
  Machine &m = *ex.m;
  unsigned kind = op.u & 15;
  for (uint32_t rest = mask; rest; rest &= rest - 1) {
    unsigned l = static_cast<unsigned>(__builtin_ctz(rest));
    MbarrierRef ref;
    if (!findMbarrier(ex, op, l, opSpace(op), laneAddress(ex, op, l), false,
                      ref))
      return Flow::Fault;
    Mbarrier &bar = *ref.bar;
    uint32_t value = op.b ? ex.lanes<uint32_t>(op.b)[l] : 1;
    bool isTx = kind == 1 || kind == 2 || kind == 3 || kind == 5;
    if (!isTx && (value == 0 || value > kMaxCount))
      return m.fault(
          ex, op, l, "mbarrier-arrivals",
          strf("expects a count of 1 to %u, but got %u", kMaxCount, value));
    if (isTx && value > kMaxCount)
      return m.fault(
          ex, op, l, "mbarrier-tx",
          strf("expects at most %u bytes, but got %u", kMaxCount, value));
    if (op.d)
      ex.lanes<uint64_t>(op.d)[l] =
          bar.phase | static_cast<uint64_t>(bar.pending) << 32;
    if (kind != 1 && kind != 3 && !(op.u & 16))
      ex.w->clocks.release(bar.gather);
    int64_t arrivals = kind == 1 || kind == 3 ? 0 : isTx ? 1 : value;
    int64_t tx = !isTx ? 0 : kind == 3 ? -int64_t(value) : int64_t(value);
    if (kind >= 4) {
      if (bar.expected <= static_cast<uint32_t>(arrivals))
        return m.fault(ex, op, l, "mbarrier-arrivals",
                       "drops the last expected arrival");
      bar.expected -= static_cast<uint32_t>(arrivals);
    }
    if ((op.u & 32) && bar.pending <= arrivals)
      return m.fault(ex, op, l, "mbarrier-arrivals",
                     "arrive.noComplete would complete the phase");
    if (!m.mbarrierUpdate(op.instr, *ref.cta, bar, arrivals, tx)) {
      m.error.thread = m.threadName(*ex.w, l);
      return Flow::Fault;
    }
  }
  return Flow::Next;
}

/// b: state or parity. u bit 0 parity, bit 1 may suspend, bit 2 relaxed.
Flow execWait(Exec &ex, const Op &op, uint32_t mask) {
  Machine &m = *ex.m;
  uint32_t ready = 0;
  unsigned firstLane = static_cast<unsigned>(__builtin_ctz(mask));
  std::string reason;
  for (uint32_t rest = mask; rest; rest &= rest - 1) {
    unsigned l = static_cast<unsigned>(__builtin_ctz(rest));
    MbarrierRef ref;
    if (!findMbarrier(ex, op, l, opSpace(op), laneAddress(ex, op, l), false,
                      ref))
      return Flow::Fault;
    Mbarrier &bar = *ref.bar;
    bool done;
    if (op.u & 1) {
      uint32_t parity = ex.lanes<uint32_t>(op.b)[l];
      if (parity > 1)
        return m.fault(ex, op, l, "mbarrier-phase",
                       strf("expects a parity of 0 or 1, but got %u", parity));
      done = (bar.phase & 1) != parity;
    } else {
      uint32_t phase = static_cast<uint32_t>(ex.lanes<uint64_t>(op.b)[l]);
      if (phase != bar.phase && phase + 1 != bar.phase)
        return m.fault(
            ex, op, l, "mbarrier-phase",
            strf("state is of phase %u, but the mbarrier is in phase "
                 "%u",
                 phase, bar.phase));
      done = phase != bar.phase;
    }
    if (done) {
      ready |= 1u << l;
      if (!(op.u & 4))
        ex.w->clocks.acquire(bar.released);
    } else if (l == firstLane) {
      reason = strf("waits for phase %u of the mbarrier at 0x%x of block rank "
                    "%u, which has %lld arrivals and %lld bytes pending",
                    bar.phase, ref.offset, ref.cta->rank,
                    static_cast<long long>(bar.pending),
                    static_cast<long long>(bar.tx));
    }
  }
  if (!ready && (op.u & 2)) {
    // A suspended thread may also come back without success.
    if (ex.g->wait != 0 || m.random() % 4 != 0) {
      ex.g->wait = 1;
      return m.block(ex, std::move(reason));
    }
  }
  ex.g->wait = 0;
  ex.w->polls += ready == 0;
  ex.setPred(op.d, mask, ready);
  return ready ? Flow::Next : Flow::Yield;
}

Flow execPendingCount(Exec &ex, const Op &op, uint32_t mask) {
  uint32_t *d = ex.lanes<uint32_t>(op.d);
  const uint64_t *a = ex.lanes<uint64_t>(op.a);
  forLanes(mask, [&](unsigned l) { d[l] = static_cast<uint32_t>(a[l] >> 32); });
  return Flow::Next;
}

bool decodeMbarrier(Decoder &d) {
  std::string_view kind = d.takeNext();
  if (kind == "pending_count") {
    if (d.takeType() != kB64 || !d.expectOperands(2))
      return d.unmodelled();
    uint32_t a = d.src(d.operand(1), kB64);
    d.emit(execPendingCount, d.dst(d.operand(0), kU32), a);
    return !d.failed();
  }
  bool expectTx = d.take("expect_tx");
  bool noComplete = d.take("noComplete");
  bool parity = d.take("parity");
  Strength strength = Strength::AcqRel;
  takeStrength(d, strength);
  bool relaxed = strength == Strength::Relaxed;
  Space space = takeSpace(d);
  if (space != Space::Generic && space != Space::SharedCta &&
      space != Space::SharedCluster)
    return d.unmodelled();
  if (d.takeType() != kB64)
    return d.unmodelled();
  size_t n = d.numOperands();
  size_t at = 0;
  while (at < n && d.operand(at).kind != ast::Operand::Kind::Address)
    ++at;
  if (at == n)
    return d.fail("expects an address operand");
  AddressOperand address;
  if (!d.address(d.operand(at), space, address))
    return false;
  auto finish = [&](Op &op) {
    setAddress(op, address);
    return !d.failed();
  };
  if (kind == "init" || kind == "inval") {
    bool init = kind == "init";
    if (expectTx || noComplete || parity || at != 0 ||
        !d.expectOperands(init ? 2 : 1))
      return d.unmodelled();
    uint32_t b = init ? d.src(d.operand(1), kU32) : 0;
    return finish(d.emit(init ? execInit : execInval, 0, 0, b));
  }
  if (kind == "arrive" || kind == "expect_tx" || kind == "complete_tx" ||
      kind == "arrive_drop") {
    bool plain = kind == "expect_tx" || kind == "complete_tx";
    if (parity || at > 1 || n > at + 2 || (plain && (at != 0 || expectTx)) ||
        ((plain || expectTx || noComplete) && n != at + 2))
      return d.unmodelled();
    uint32_t b = n == at + 2 ? d.src(d.operand(at + 1), kU32) : 0;
    uint32_t state = 0;
    if (at == 1 && d.operand(0).name != "_")
      state = d.dst(d.operand(0), kB64);
    unsigned which = kind == "expect_tx"     ? 1
                     : kind == "complete_tx" ? 3
                     : kind == "arrive"      ? (expectTx ? 2 : 0)
                                             : (expectTx ? 5 : 4);
    Op &op = d.emit(execArrive, state, 0, b);
    op.u = static_cast<uint8_t>(which | (relaxed ? 16 : 0) |
                                (noComplete ? 32 : 0));
    return finish(op);
  }
  if (kind == "test_wait" || kind == "try_wait") {
    bool tries = kind == "try_wait";
    if (expectTx || noComplete || at != 1 || n < 3 || n > (tries ? 4u : 3u))
      return d.unmodelled();
    uint32_t b = d.src(d.operand(2), parity ? kU32 : kB64);
    if (n == 4)
      d.src(d.operand(3), kU32);
    Op &op = d.emit(execWait, d.dstPred(d.operand(0)), 0, b);
    op.u = static_cast<uint8_t>((parity ? 1 : 0) | (tries ? 2 : 0) |
                                (relaxed ? 4 : 0));
    return finish(op);
  }
  return d.unmodelled();
}

} // namespace

void quartet::sim::registerMbarrier(OpTable &t) {
  t["mbarrier"] = decodeMbarrier;
}
