//===- Bulk.cpp - cp.async.bulk and bulk groups ---------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// PTX ISA 9.7.9.25.4: linear bulk copies and reductions.
//
//===----------------------------------------------------------------------===//

#include "../Bulk.h"
#include "Families.h"
#include "Lanes.h"

#include <algorithm>

using namespace quartet::sim;

namespace {

bool checkSize(const Exec &ex, const Op &op, unsigned lane, uint64_t global,
               uint32_t bytes) {
  if (bytes % 16)
    ex.m->fault(
        ex, op, lane, "async-copy",
        strf("expects a size that is a multiple of 16, but got %u", bytes));
  else if (global % 16)
    ex.m->fault(ex, op, lane, "misaligned",
                strf("expects a global address that is a multiple of 16, but "
                     "got 0x%llx",
                     static_cast<unsigned long long>(global)));
  else
    return true;
  return false;
}

/// One piece between `global` and the shared offset of `place`.
bool piece(const Exec &ex, const Op &op, unsigned lane, uint64_t global,
           uint32_t shared, uint32_t bytes, bool writesGlobal, BulkCopy &copy) {
  copy.totalBytes = bytes;
  if (bytes == 0)
    return true;
  Allocation *a = ex.m->memory.find(global, bytes);
  if (!a || (writesGlobal && a->readOnly)) {
    ex.m->fault(ex, op, lane, a ? "global-readonly" : "global-bounds",
                strf("%u bytes at global address 0x%llx are out of bounds: %s",
                     bytes, static_cast<unsigned long long>(global),
                     ex.m->memory.describe(global).c_str()));
    return false;
  }
  BulkPiece p;
  p.allocation = a;
  p.at = global - a->base;
  p.global = a->data.data() + p.at;
  p.shared = shared;
  p.bytes = bytes;
  copy.pieces.push_back(p);
  return true;
}

/// The whole shared range must be inside the block's window.
bool sharedRange(const Exec &ex, const Op &op, unsigned lane, Space space,
                 uint64_t address, uint32_t bytes, bool isWrite, Place &out) {
  if (!resolve(ex, op, lane, space, address, 16, isWrite, out))
    return false;
  if (out.kind != PlaceKind::Shared ||
      out.offset + uint64_t(bytes) > out.cta->shared.size()) {
    ex.m->fault(ex, op, lane, "shared-bounds",
                strf("%u bytes at shared address 0x%llx are outside shared "
                     "memory",
                     bytes, static_cast<unsigned long long>(address)));
    return false;
  }
  return true;
}

/// a: destination. List: source slot, size slot, mbarrier slot, mask slot or
/// 0, source offset lo/hi, mbarrier offset lo/hi, source and mbarrier width
/// bits. u: direction.
Flow execLoad(Exec &ex, const Op &op, uint32_t mask) {
  Machine &m = *ex.m;
  const uint32_t *list = m.kernel.lists.data() + op.list;
  for (uint32_t rest = mask; rest; rest &= rest - 1) {
    unsigned l = static_cast<unsigned>(__builtin_ctz(rest));
    auto value = [&](unsigned slot, unsigned offset, bool wide) {
      uint64_t base = wide ? ex.lanes<uint64_t>(list[slot])[l]
                           : ex.lanes<uint32_t>(list[slot])[l];
      return base + (uint64_t(list[offset + 1]) << 32 | list[offset]);
    };
    uint64_t source = value(0, 4, list[8] & 1);
    uint64_t barrier = value(2, 6, list[8] & 2);
    uint32_t bytes = ex.lanes<uint32_t>(list[1])[l];
    Space toSpace = op.u == 0 ? Space::SharedCta : Space::SharedCluster;
    Place to, bar;
    if (!checkSize(ex, op, l, op.u == 2 ? 0 : source, bytes) ||
        !sharedRange(ex, op, l, toSpace, laneAddress(ex, op, l), bytes, true,
                     to) ||
        !resolve(ex, op, l, toSpace, barrier & 0xffffffffu, 8, true, bar))
      return Flow::Fault;
    if (op.u == 2) {
      Place from;
      if (!sharedRange(ex, op, l, Space::SharedCta, source & 0xffffffffu, bytes,
                       false, from))
        return Flow::Fault;
      MbarrierRef ref;
      if (!findMbarrierIn(ex, op, l, *bar.cta, bar.offset, true, ref))
        return Flow::Fault;
      if (bar.cta != to.cta)
        return m.fault(ex, op, l, "async-copy",
                       "expects the mbarrier in the block that is written");
      // The source is read under the destination's mbarrier as well.
      if (m.options.strict) {
        Access access;
        access.stamp = {ref.bar->actor, ref.bar->phase + 1};
        access.instr = op.instr;
        access.ordered = &ex.w->clocks.seen;
        access.fenced = &ex.w->clocks.fenced;
        access.generic = false;
        Conflict c =
            ex.cta->shadow.readBytes(from.offset, from.offset + bytes, access);
        if (c.hazard != Hazard::None)
          return m.conflict(ex, op, l, "shared", *ex.cta, c);
      }
      auto copy = std::make_shared<BulkCopy>();
      copy->totalBytes = bytes;
      BulkPiece p;
      p.global = from.data;
      p.shared = to.offset;
      p.bytes = bytes;
      copy->pieces.push_back(p);
      uint64_t before = m.stats.globalReadBytes, bulk = m.stats.bulkReadBytes;
      bool ok = issueBulkLoad(ex, op, l, *to.cta, copy, ref);
      m.stats.globalReadBytes = before;
      m.stats.bulkReadBytes = bulk;
      m.stats.sharedReadBytes += bytes;
      if (!ok)
        return Flow::Fault;
      continue;
    }
    // With multicast the offsets count, in every block of the mask.
    uint32_t targets = 1u << to.cta->rank;
    if (list[3]) {
      targets = ex.lanes<uint16_t>(list[3])[l];
      if (targets == 0 || targets >> ex.cta->cluster->ctas.size())
        return m.fault(ex, op, l, "multicast",
                       strf("multicast mask 0x%x names blocks outside the "
                            "cluster, or none",
                            targets));
    } else if (bar.cta != to.cta) {
      return m.fault(ex, op, l, "async-copy",
                     "expects the mbarrier in the block that is written");
    }
    for (; targets; targets &= targets - 1) {
      Cta &cta = *ex.cta->cluster->ctas[__builtin_ctz(targets)];
      auto copy = std::make_shared<BulkCopy>();
      MbarrierRef ref;
      if (!piece(ex, op, l, source, to.offset, bytes, false, *copy) ||
          !findMbarrierIn(ex, op, l, cta, bar.offset, true, ref) ||
          !issueBulkLoad(ex, op, l, cta, copy, ref))
        return Flow::Fault;
    }
  }
  return Flow::Next;
}

/// a: global destination. List: source slot, size slot, source offset lo/hi,
/// source width, type kind, type bits. u: Reduction.
Flow execStore(Exec &ex, const Op &op, uint32_t mask) {
  Machine &m = *ex.m;
  const uint32_t *list = m.kernel.lists.data() + op.list;
  for (uint32_t rest = mask; rest; rest &= rest - 1) {
    unsigned l = static_cast<unsigned>(__builtin_ctz(rest));
    uint64_t base = list[4] ? ex.lanes<uint64_t>(list[0])[l]
                            : ex.lanes<uint32_t>(list[0])[l];
    uint64_t source = base + (uint64_t(list[3]) << 32 | list[2]);
    uint32_t bytes = ex.lanes<uint32_t>(list[1])[l];
    uint64_t address = laneAddress(ex, op, l);
    Place from;
    auto copy = std::make_shared<BulkCopy>();
    copy->reduction = static_cast<Reduction>(op.u);
    copy->type = {static_cast<TypeKind>(list[5]),
                  static_cast<uint16_t>(list[6])};
    if (!checkSize(ex, op, l, address, bytes) ||
        !sharedRange(ex, op, l, Space::SharedCta, source & 0xffffffffu, bytes,
                     false, from) ||
        !piece(ex, op, l, address, from.offset, bytes, true, *copy) ||
        !issueBulkStore(ex, op, l, copy))
      return Flow::Fault;
  }
  return Flow::Next;
}

Flow execCommit(Exec &ex, const Op &, uint32_t mask) {
  forLanes(mask, [&](unsigned l) {
    BulkGroups &g = ex.w->bulk[l];
    g.committed.push_back(std::move(g.open));
    g.open.clear();
  });
  return Flow::Next;
}

/// imm: groups that may stay; u: 1 only until the sources are read.
Flow execWait(Exec &ex, const Op &op, uint32_t mask) {
  size_t keep = static_cast<size_t>(op.imm);
  for (uint32_t rest = mask; rest; rest &= rest - 1) {
    BulkGroups &g = ex.w->bulk[__builtin_ctz(rest)];
    auto isDone = [](const std::shared_ptr<BulkGroups::Item> &item) {
      return item->done;
    };
    while (!g.committed.empty() &&
           std::all_of(g.committed.front().begin(), g.committed.front().end(),
                       isDone))
      g.committed.pop_front();
    size_t waitFor = g.committed.size() > keep ? g.committed.size() - keep : 0;
    for (size_t i = 0; i < waitFor; ++i)
      for (const auto &item : g.committed[i])
        if (!(op.u ? item->readDone : item->done))
          return ex.m->block(ex, "waits for bulk groups");
  }
  // Everything older than the first operation that may be outstanding.
  Actor actor = ex.w->stream(Stream::Bulk);
  uint32_t seen = ex.w->streamSeq[static_cast<int>(Stream::Bulk)];
  for (auto &[lane, g] : ex.w->bulk) {
    size_t done = 0;
    if (mask >> lane & 1) {
      done = g.committed.size() > keep ? g.committed.size() - keep : 0;
      if (!op.u) {
        g.committed.erase(g.committed.begin(), g.committed.begin() + done);
        done = 0;
      }
    }
    for (size_t i = done; i < g.committed.size(); ++i)
      for (const auto &item : g.committed[i])
        seen = std::min(seen, item->seq - 1);
    for (const auto &item : g.open)
      seen = std::min(seen, item->seq - 1);
  }
  ex.w->clocks.seen.raise(actor, seen);
  return Flow::Next;
}

std::pair<uint32_t, uint32_t> halves(int64_t v) {
  return {static_cast<uint32_t>(v),
          static_cast<uint32_t>(static_cast<uint64_t>(v) >> 32)};
}

Flow execNothing(Exec &, const Op &, uint32_t) { return Flow::Next; }

} // namespace

bool quartet::sim::decodeBulk(Decoder &d, bool reduce) {
  if (!reduce && d.take("commit_group")) {
    if (!d.expectOperands(0))
      return false;
    d.emit(execCommit);
    return true;
  }
  if (!reduce && d.take("wait_group")) {
    bool read = d.take("read");
    int64_t n;
    if (!d.expectOperands(1) || !d.constant(d.operand(0), n))
      return false;
    if (n < 0)
      return d.fail("expects a number of groups");
    Op &op = d.emit(execWait);
    op.imm = n;
    op.u = read;
    return true;
  }
  if (!reduce && d.take("prefetch")) {
    if (!d.take("L2") || !d.take("global"))
      return d.unmodelled();
    bool hint = d.takeCacheHints();
    AddressOperand address;
    if (!d.expectOperands(hint ? 3 : 2) ||
        !d.address(d.operand(0), Space::Global, address))
      return false;
    d.emit(execNothing);
    return true;
  }
  int direction = takeBulkDirection(d);
  if (direction < 0)
    return d.unmodelled();
  if (direction == 3) {
    if (!d.take("bulk_group"))
      return d.unmodelled();
    bool hint = d.takeCacheHints();
    Reduction reduction = Reduction::None;
    Type type = kB32;
    if (reduce) {
      reduction = takeReduction(d);
      d.take("noftz");
      type = d.takeType();
      if (!isBulkReduction(type, reduction))
        return d.unmodelled();
    }
    AddressOperand to, from;
    if (!d.expectOperands(hint ? 4 : 3) ||
        !d.address(d.operand(0), Space::Global, to) ||
        !d.address(d.operand(1), Space::SharedCta, from))
      return false;
    uint32_t size = d.src(d.operand(2), kU32);
    auto [lo, hi] = halves(from.imm);
    Op &op = d.emit(execStore);
    setAddress(op, to);
    op.u = static_cast<uint8_t>(reduction);
    op.list = d.addList({from.base, size, lo, hi, from.wide,
                         static_cast<uint32_t>(type.kind), type.bits});
    op.count = 2;
    return !d.failed();
  }
  if (reduce || !d.take("mbarrier::complete_tx::bytes"))
    return d.unmodelled();
  bool multicast = direction == 1 && d.take("multicast::cluster");
  bool hint = d.takeCacheHints();
  AddressOperand to, from, bar;
  Space toSpace = direction == 0 ? Space::SharedCta : Space::SharedCluster;
  if (!d.expectOperands(4 + multicast + hint) ||
      !d.address(d.operand(0), toSpace, to) ||
      !d.address(d.operand(1),
                 direction == 2 ? Space::SharedCta : Space::Global, from) ||
      !d.address(d.operand(3), toSpace, bar))
    return false;
  uint32_t size = d.src(d.operand(2), kU32);
  uint32_t ctas = multicast ? d.src(d.operand(4), kB16) : 0;
  auto [fromLo, fromHi] = halves(from.imm);
  auto [barLo, barHi] = halves(bar.imm);
  Op &op = d.emit(execLoad);
  setAddress(op, to);
  op.u = static_cast<uint8_t>(direction);
  op.list = d.addList({from.base, size, bar.base, ctas, fromLo, fromHi, barLo,
                       barHi, (from.wide ? 1u : 0) | (bar.wide ? 2u : 0)});
  op.count = 3;
  return !d.failed();
}
