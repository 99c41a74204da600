//===- CpAsync.cpp - cp.async, and the dispatch of cp ---------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// PTX ISA 9.7.9.25.3. Groups are kept per warp: threads of a warp that commit
// different numbers of groups are not modelled separately.
//
//===----------------------------------------------------------------------===//

#include "../Mbarriers.h"
#include "Families.h"
#include "Lanes.h"

using namespace quartet::sim;

namespace {

/// a: destination; list: source slot, source-size slot or 0. imm: destination
/// offset; u: bytes; count: source offset is in list[2..3].
Flow execCpAsync(Exec &ex, const Op &op, uint32_t mask) {
  Machine &m = *ex.m;
  const uint32_t *list = m.kernel.lists.data() + op.list;
  unsigned bytes = op.u;
  int64_t sourceOffset =
      static_cast<int64_t>(uint64_t(list[3]) << 32 | list[2]);
  struct Part {
    uint32_t to;
    const uint8_t *from;
    unsigned bytes;
  };
  auto parts = std::make_shared<std::vector<Part>>();
  Actor actor = ex.w->stream(Stream::CpAsync);
  uint32_t seq = ++ex.w->streamSeq[static_cast<int>(Stream::CpAsync)];
  Access access;
  access.stamp = {actor, seq};
  access.instr = op.instr;
  access.ordered = &ex.w->clocks.seen;
  access.generic = !m.options.allowCpAsyncFence;
  // Two copies of one warp may write the same bytes one after the other.
  for (uint32_t rest = mask; rest; rest &= rest - 1) {
    unsigned l = static_cast<unsigned>(__builtin_ctz(rest));
    Place to, from;
    uint32_t size = bytes;
    if (list[1]) {
      size = ex.lanes<uint32_t>(list[1])[l];
      if (size > bytes)
        return m.fault(ex, op, l, "async-copy",
                       strf("expects a source size of at most %u, but got %u",
                            bytes, size));
    }
    if (!resolve(ex, op, l, Space::SharedCta, laneAddress(ex, op, l), bytes,
                 true, to))
      return Flow::Fault;
    const uint8_t *source = nullptr;
    if (size) {
      uint64_t address =
          ex.lanes<uint64_t>(list[0])[l] + static_cast<uint64_t>(sourceOffset);
      // The alignment is that of the whole copy, the bounds of its source.
      if (address % bytes)
        return m.fault(ex, op, l, "misaligned",
                       strf("expects a source that is a multiple of %u, but "
                            "got 0x%llx",
                            bytes, static_cast<unsigned long long>(address)));
      Allocation *a = m.memory.find(address, size);
      if (!a)
        return m.fault(ex, op, l, "global-bounds",
                       strf("%u bytes at global address 0x%llx are out of "
                            "bounds: %s",
                            size, static_cast<unsigned long long>(address),
                            m.memory.describe(address).c_str()));
      from.allocation = a;
      from.at = address - a->base;
      if (!checkRead(ex, op, l, from, size, false))
        return Flow::Fault;
      source = a->data.data() + from.at;
    }
    if (m.options.strict) {
      Conflict c =
          ex.cta->shadow.writeBytes(to.offset, to.offset + bytes, access);
      if (c.hazard != Hazard::None)
        return m.conflict(ex, op, l, "shared", *ex.cta, c);
    }
    parts->push_back({to.offset, source, size});
    m.stats.globalReadBytes += size;
    m.stats.sharedWriteBytes += bytes;
  }
  auto item = std::make_shared<CpAsyncGroups::Item>();
  ex.w->cpAsync.open.push_back(item);
  Cta *cta = ex.cta;
  m.async(ex, op, &m.queueOf(ex.w, Stream::CpAsync),
          [parts, item, cta, bytes]() {
            for (const Part &p : *parts) {
              uint8_t *to = cta->shared.data() + p.to;
              if (p.bytes)
                std::memcpy(to, p.from, p.bytes);
              std::memset(to + p.bytes, 0, bytes - p.bytes);
            }
            item->done = true;
            return true;
          });
  return Flow::Next;
}

Flow execCommit(Exec &ex, const Op &, uint32_t) {
  CpAsyncGroups &g = ex.w->cpAsync;
  g.committed.push_back(
      {std::move(g.open), ex.w->streamSeq[static_cast<int>(Stream::CpAsync)]});
  g.open.clear();
  return Flow::Next;
}

/// imm: how many groups may stay; -1 waits for everything, committed or not.
Flow execWaitGroup(Exec &ex, const Op &op, uint32_t mask) {
  CpAsyncGroups &g = ex.w->cpAsync;
  Actor actor = ex.w->stream(Stream::CpAsync);
  size_t keep = op.imm < 0 ? 0 : static_cast<size_t>(op.imm);
  auto pending =
      [](const std::vector<std::shared_ptr<CpAsyncGroups::Item>> &s) {
        for (const auto &item : s)
          if (!item->done)
            return true;
        return false;
      };
  while (g.committed.size() > keep) {
    if (pending(g.committed.front().items))
      return ex.m->block(ex, "waits for cp.async groups");
    ex.w->clocks.seen.raise(actor, g.committed.front().lastSeq);
    g.committed.pop_front();
  }
  if (op.imm < 0) {
    if (pending(g.open))
      return ex.m->block(ex, "waits for all cp.async");
    ex.w->clocks.seen.raise(actor,
                            ex.w->streamSeq[static_cast<int>(Stream::CpAsync)]);
    g.open.clear();
  }
  return Flow::Next;
}

/// cp.async.mbarrier.arrive: u 1 noinc.
Flow execMbarrierArrive(Exec &ex, const Op &op, uint32_t mask) {
  Machine &m = *ex.m;
  Actor actor = ex.w->stream(Stream::CpAsync);
  uint32_t seq = ex.w->streamSeq[static_cast<int>(Stream::CpAsync)];
  for (uint32_t rest = mask; rest; rest &= rest - 1) {
    unsigned l = static_cast<unsigned>(__builtin_ctz(rest));
    MbarrierRef ref;
    if (!findMbarrier(ex, op, l, opSpace(op), laneAddress(ex, op, l), false,
                      ref))
      return Flow::Fault;
    if (!op.u)
      ++ref.bar->pending;
    Cta *cta = ref.cta;
    uint32_t offset = ref.offset, instr = op.instr;
    Machine *machine = &m;
    m.async(ex, op, &m.queueOf(ex.w, Stream::CpAsync),
            [machine, cta, offset, instr, actor, seq]() {
              withMbarrier(*machine, instr, *cta, offset, [&](Mbarrier &bar) {
                bar.gather.seen.raise(actor, seq);
                return machine->mbarrierUpdate(instr, *cta, bar, 1, 0);
              });
              return true;
            });
  }
  return Flow::Next;
}

bool decodeCpAsync(Decoder &d) {
  if (d.take("commit_group")) {
    if (!d.expectOperands(0))
      return false;
    d.emit(execCommit);
    return true;
  }
  if (d.take("wait_all")) {
    if (!d.expectOperands(0))
      return false;
    d.emit(execWaitGroup).imm = -1;
    return true;
  }
  if (d.take("wait_group")) {
    int64_t n;
    if (!d.expectOperands(1) || !d.constant(d.operand(0), n))
      return false;
    if (n < 0)
      return d.fail("expects a number of groups");
    d.emit(execWaitGroup).imm = n;
    return true;
  }
  if (d.take("mbarrier")) {
    bool arrive = d.take("arrive");
    if (!arrive)
      arrive = d.take("mbarrier::arrive");
    bool noinc = d.take("noinc");
    Space space = takeSpace(d);
    if (!arrive || d.takeType() != kB64 || !d.expectOperands(1))
      return d.unmodelled();
    AddressOperand address;
    if (!d.address(d.operand(0), space, address))
      return false;
    Op &op = d.emit(execMbarrierArrive);
    setAddress(op, address);
    op.u = noinc;
    return true;
  }
  int level = d.takeOneOf({"ca", "cg"});
  bool shared = d.take("shared") || d.take("shared::cta");
  if (!shared || !d.take("global") || level < 0)
    return d.unmodelled();
  bool hint = d.takeCacheHints();
  if (!d.expectOperands(hint ? 4 : 3, hint ? 5 : 4))
    return false;
  AddressOperand to, from;
  int64_t bytes;
  if (!d.address(d.operand(0), Space::SharedCta, to) ||
      !d.address(d.operand(1), Space::Global, from) ||
      !d.constant(d.operand(2), bytes))
    return false;
  if (bytes != 16 && (level == 1 || (bytes != 4 && bytes != 8)))
    return d.fail(strf("expects a size of %s, but got %lld",
                       level == 1 ? "16" : "4, 8 or 16",
                       static_cast<long long>(bytes)));
  uint32_t size = 0;
  if (d.numOperands() > (hint ? 4u : 3u)) {
    if (d.registerType(d.operand(3)) == kPred)
      return d.unmodelled();
    size = d.src(d.operand(3), kU32);
  }
  Op &op = d.emit(execCpAsync);
  setAddress(op, to);
  op.u = static_cast<uint8_t>(bytes);
  uint64_t offset = static_cast<uint64_t>(from.imm);
  op.list = d.addList({from.base, size, static_cast<uint32_t>(offset),
                       static_cast<uint32_t>(offset >> 32)});
  op.count = 1;
  return !d.failed();
}

bool decodeCp(Decoder &d) {
  bool reduce = d.take("reduce");
  if (!d.take("async"))
    return d.unmodelled();
  if (d.take("bulk"))
    return d.take("tensor") ? decodeBulkTensor(d, reduce)
                            : decodeBulk(d, reduce);
  return reduce ? d.unmodelled() : decodeCpAsync(d);
}

} // namespace

void quartet::sim::registerAsyncCopy(OpTable &t) { t["cp"] = decodeCp; }
