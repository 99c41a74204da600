//===- TensorOps.cpp - tcgen05 allocation, ordering and commit ------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// PTX ISA 9.7.16.6, 9.7.16.7, 9.7.16.12, 9.7.16.13.
//
//===----------------------------------------------------------------------===//

#include "../Tensor.h"
#include "Lanes.h"

#include <algorithm>

using namespace quartet::sim;

namespace {

/// For cta_group::2 one warp of each block of the pair takes part: waits until
/// the other block has done as many collective operations as this one.
bool peerIsBehind(const Exec &ex) {
  uint32_t mine = ex.g->waitArg;
  Cta &peer = *ex.cta->cluster->ctas[ex.cta->rank ^ 1];
  return peer.tmem.collectives < mine;
}

bool validColumns(const Exec &ex, const Op &op, uint32_t n) {
  if (n >= 32 && n <= kTensorColumns && (n & (n - 1)) == 0)
    return true;
  ex.m->fault(
      ex, op, 32, "tensor-alloc",
      strf("expects a power of two of 32 to 512 columns, but got %u", n));
  return false;
}

/// a: address in shared memory; b: columns; u: cta_group.
Flow execAlloc(Exec &ex, const Op &op, uint32_t mask) {
  Machine &m = *ex.m;
  unsigned lane = static_cast<unsigned>(__builtin_ctz(mask));
  TensorMemory &t = ex.cta->tmem;
  if (ex.g->wait == 0) {
    if (!checkCtaGroup(ex, op, op.u) || tensorBlocks(ex, op, op.u).empty())
      return Flow::Fault;
    uint32_t n = ex.lanes<uint32_t>(op.b)[lane];
    if (!validColumns(ex, op, n))
      return Flow::Fault;
    if (t.relinquished)
      return m.fault(ex, op, 32, "tensor-alloc",
                     "block allocates after relinquish_alloc_permit");
    if (t.lastColumns && n > t.lastColumns)
      return m.fault(ex, op, 32, "tensor-alloc",
                     strf("allocation of %u columns follows one of %u: sizes "
                          "must not increase",
                          n, t.lastColumns));
    if (t.owner.empty()) {
      t.owner.resize(kTensorColumns);
      t.words.assign(kTensorLanes * kTensorColumns, 0xa5a5a5a5u);
      if (m.options.strict)
        t.shadow.resize(kTensorLanes * kTensorColumns);
    }
    uint32_t at = 0, run = 0;
    for (uint32_t c = 0; c < kTensorColumns && run < n; ++c) {
      if (t.owner[c])
        run = 0;
      else if (++run == 1)
        at = c;
    }
    if (run < n)
      return m.block(ex, strf("waits for %u free columns of tensor memory", n));
    Place p;
    if (!resolve(ex, op, lane, opSpace(op), laneAddress(ex, op, lane), 4, true,
                 p) ||
        !checkWrite(ex, op, lane, p, 4, false))
      return Flow::Fault;
    ++t.allocations;
    for (uint32_t c = at; c < at + n; ++c)
      t.owner[c] = t.allocations;
    t.lastColumns = n;
    std::memcpy(p.data, &at, 4);
    m.touch();
    if (op.u == 2) {
      ex.g->wait = 1;
      ex.g->waitArg = ++t.collectives;
    }
  }
  if (op.u == 2 && peerIsBehind(ex))
    return m.block(ex, "waits for the other block of the pair to allocate");
  ex.g->wait = 0;
  return Flow::Next;
}

/// a: address slot; b: columns; u: cta_group.
Flow execDealloc(Exec &ex, const Op &op, uint32_t mask) {
  Machine &m = *ex.m;
  unsigned lane = static_cast<unsigned>(__builtin_ctz(mask));
  TensorMemory &t = ex.cta->tmem;
  if (ex.g->wait == 0) {
    if (!checkCtaGroup(ex, op, op.u))
      return Flow::Fault;
    uint32_t address = ex.lanes<uint32_t>(op.a)[lane];
    uint32_t n = ex.lanes<uint32_t>(op.b)[lane];
    if (!validColumns(ex, op, n))
      return Flow::Fault;
    uint32_t owner = address < kTensorColumns && address < t.owner.size()
                         ? t.owner[address]
                         : 0;
    uint32_t have = 0;
    bool starts = owner && (address == 0 || t.owner[address - 1] != owner);
    for (uint32_t c = address; owner && c < kTensorColumns; ++c)
      have += t.owner[c] == owner;
    if (!starts || have != n)
      return m.fault(
          ex, op, 32, "tensor-alloc",
          strf("there is no allocation of %u columns at 0x%x", n, address));
    Actor self = ex.w->stream(Stream::TensorLoad);
    Access access = tensorAccess(ex, op, {self, 0}, 0xffff);
    for (uint32_t c = address; c < address + n; ++c) {
      for (uint32_t l = 0; l < kTensorLanes && m.options.strict; ++l) {
        Conflict conflict = t.shadow.probeWrite(tensorWord(l, c), access);
        if (conflict.hazard != Hazard::None)
          return m.conflict(ex, op, 32, "tensor", *ex.cta, conflict);
        t.shadow[tensorWord(l, c)] = Cell();
      }
      t.owner[c] = 0;
    }
    m.touch();
    if (op.u == 2) {
      ex.g->wait = 1;
      ex.g->waitArg = ++t.collectives;
    }
  }
  if (op.u == 2 && peerIsBehind(ex))
    return m.block(ex, "waits for the other block of the pair to deallocate");
  ex.g->wait = 0;
  return Flow::Next;
}

Flow execRelinquish(Exec &ex, const Op &op, uint32_t) {
  if (!checkCtaGroup(ex, op, op.u))
    return Flow::Fault;
  ex.cta->tmem.relinquished = true;
  return Flow::Next;
}

/// u: 0 before_thread_sync, 1 after_thread_sync.
Flow execFence(Exec &ex, const Op &op, uint32_t) {
  WarpClocks &c = ex.w->clocks;
  if (op.u == 0)
    c.seen.join(c.unpublished);
  else
    c.tensor.join(c.seen);
  return Flow::Next;
}

/// u: 0 ld, 1 st.
Flow execWait(Exec &ex, const Op &op, uint32_t) {
  bool loads = op.u == 0;
  for (const auto &access : ex.w->tensor)
    if (access->isLoad == loads && !access->done)
      return ex.m->block(ex, loads ? "waits for tcgen05.ld"
                                   : "waits for tcgen05.st");
  auto &list = ex.w->tensor;
  list.erase(std::remove_if(list.begin(), list.end(),
                            [&](const std::shared_ptr<TensorAccess> &a) {
                              return a->isLoad == loads;
                            }),
             list.end());
  if (loads)
    ex.w->pendingSlots.clear();
  Stream s = loads ? Stream::TensorLoad : Stream::TensorStore;
  Actor actor = ex.w->stream(s);
  uint32_t seq = ex.w->streamSeq[static_cast<int>(s)];
  ex.w->clocks.tensor.raise(actor, seq);
  ex.w->clocks.unpublished.raise(actor, seq);
  if (ex.m->options.allowTensorFence)
    ex.w->clocks.seen.raise(actor, seq);
  return Flow::Next;
}

/// a: mbarrier address; b: mask slot or 0; u: cta_group.
Flow execCommit(Exec &ex, const Op &op, uint32_t mask) {
  Machine &m = *ex.m;
  if (!checkCtaGroup(ex, op, op.u))
    return Flow::Fault;
  Actor actor = ex.w->stream(Stream::Tensor);
  uint32_t seq = ex.w->streamSeq[static_cast<int>(Stream::Tensor)];
  for (uint32_t rest = mask; rest; rest &= rest - 1) {
    unsigned l = static_cast<unsigned>(__builtin_ctz(rest));
    Place p;
    // Without a state space the address is generic. Compilers pass shared
    // addresses there as well, which the hardware takes.
    uint64_t address = laneAddress(ex, op, l);
    Space space = opSpace(op);
    if (space == Space::Generic && address >> 32 == 0)
      space = Space::SharedCluster;
    if (!resolve(ex, op, l, space, address, 8, true, p))
      return Flow::Fault;
    if (p.kind != PlaceKind::Shared)
      return m.fault(ex, op, l, "mbarrier-invalid",
                     "expects an mbarrier in shared memory");
    uint32_t targets = 1u << p.cta->rank;
    if (op.b) {
      targets = ex.lanes<uint16_t>(op.b)[l];
      if (targets == 0 || targets >> ex.cta->cluster->ctas.size())
        return m.fault(ex, op, l, "multicast",
                       strf("multicast mask 0x%x names blocks outside the "
                            "cluster, or none",
                            targets));
    }
    for (; targets; targets &= targets - 1) {
      Cta *cta = ex.cta->cluster->ctas[__builtin_ctz(targets)].get();
      MbarrierRef ref;
      // The fence is needed when another block initialised the mbarrier.
      if (!findMbarrierIn(ex, op, l, *cta, p.offset, cta != ex.cta, ref))
        return Flow::Fault;
      uint32_t offset = p.offset, instr = op.instr;
      Machine *machine = &m;
      m.async(ex, op, &m.queueOf(ex.w, Stream::Tensor), [=]() {
        withMbarrier(*machine, instr, *cta, offset, [&](Mbarrier &bar) {
          bar.gather.seen.raise(actor, seq);
          return machine->mbarrierUpdate(instr, *cta, bar, 1, 0);
        });
        return true;
      });
    }
  }
  return Flow::Next;
}

int takeCtaGroup(Decoder &d) {
  return d.takeOneOf({"cta_group::1", "cta_group::2"}) + 1;
}

bool decodeTcgen05(Decoder &d) {
  std::string_view kind = d.takeNext();
  if (kind == "alloc" || kind == "dealloc" || kind == "relinquish_alloc_permit")
    return decodeTensorAlloc(d, kind);
  if (kind == "cp")
    return decodeTensorCopy(d);
  if (kind == "ld" || kind == "st")
    return decodeTensorLdSt(d, kind == "ld");
  if (kind == "mma")
    return decodeTensorMma(d);
  return decodeTensorOrder(d, kind);
}

} // namespace

bool quartet::sim::decodeTensorAlloc(Decoder &d, std::string_view kind) {
  int group = takeCtaGroup(d);
  if (group == 0 || !d.take("sync") || !d.take("aligned"))
    return d.unmodelled();
  if (kind == "relinquish_alloc_permit") {
    if (!d.expectOperands(0))
      return false;
    Op &op = d.emit(execRelinquish);
    op.u = static_cast<uint8_t>(group);
    op.flags |= kOpAligned;
    return true;
  }
  bool alloc = kind == "alloc";
  Space space =
      alloc && d.take("shared::cta") ? Space::SharedCta : Space::Generic;
  if (d.takeType() != kB32 || !d.expectOperands(2))
    return d.unmodelled();
  uint32_t n = d.src(d.operand(1), kU32);
  if (alloc) {
    AddressOperand address;
    if (!d.address(d.operand(0), space, address))
      return false;
    Op &op = d.emit(execAlloc, 0, 0, n);
    setAddress(op, address);
    op.u = static_cast<uint8_t>(group);
    op.flags |= kOpAligned;
    return !d.failed();
  }
  uint32_t a = d.src(d.operand(0), kB32);
  Op &op = d.emit(execDealloc, 0, a, n);
  op.u = static_cast<uint8_t>(group);
  op.flags |= kOpAligned;
  return !d.failed();
}

bool quartet::sim::decodeTensorOrder(Decoder &d, std::string_view kind) {
  if (kind == "fence::before_thread_sync" ||
      kind == "fence::after_thread_sync") {
    if (!d.expectOperands(0))
      return false;
    d.emit(execFence).u = kind == "fence::after_thread_sync";
    return true;
  }
  if (kind == "wait::ld" || kind == "wait::st") {
    if (!d.take("sync") || !d.take("aligned") || !d.expectOperands(0))
      return d.unmodelled();
    Op &op = d.emit(execWait);
    op.u = kind == "wait::st";
    op.flags |= kOpAligned;
    return true;
  }
  if (kind != "commit")
    return d.unmodelled();
  int group = takeCtaGroup(d);
  if (group == 0 || !d.take("mbarrier::arrive::one"))
    return d.unmodelled();
  Space space =
      d.take("shared::cluster") ? Space::SharedCluster : Space::Generic;
  bool multicast = d.take("multicast::cluster");
  if (d.takeType() != kB64 || !d.expectOperands(multicast ? 2 : 1))
    return d.unmodelled();
  AddressOperand address;
  if (!d.address(d.operand(0), space, address))
    return false;
  uint32_t ctas = multicast ? d.src(d.operand(1), kB16) : 0;
  Op &op = d.emit(execCommit, 0, 0, ctas);
  setAddress(op, address);
  op.u = static_cast<uint8_t>(group);
  return !d.failed();
}

void quartet::sim::registerTensor(OpTable &t) { t["tcgen05"] = decodeTcgen05; }
