//===- Memory.cpp - Loads, stores and fences ------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// PTX ISA 9.7.9: ld, ldu, st, prefetch, discard; 9.7.13: membar and fence.
//
//===----------------------------------------------------------------------===//

#include "../Access.h"
#include "Lanes.h"

using namespace quartet::sim;

namespace {

using u128 = unsigned __int128;

void countAccess(const Exec &ex, const Place &p, unsigned bytes, bool write) {
  Statistics &s = ex.m->stats;
  switch (p.kind) {
  case PlaceKind::Global:
    (write ? s.globalWriteBytes : s.globalReadBytes) += bytes;
    break;
  case PlaceKind::Shared:
    (write ? s.sharedWriteBytes : s.sharedReadBytes) += bytes;
    break;
  case PlaceKind::Local:
    s.localBytes += bytes;
    break;
  case PlaceKind::Param:
    break;
  }
}

/// Loads op.count elements of type T per lane. u: Strength.
template <class T>
Flow execLoad(Exec &ex, const Op &op, uint32_t mask) {
  const uint32_t *slots = ex.m->kernel.lists.data() + op.list;
  unsigned n = op.count, bytes = n * sizeof(T);
  Space space = opSpace(op);
  Strength strength = static_cast<Strength>(op.u);
  bool strong = strength != Strength::Weak;
  uint32_t offsets[32], sharedMask = 0;
  // All lanes read before any destination is written: a destination may hold
  // the address.
  T values[32 * 8];
  for (uint32_t rest = mask; rest; rest &= rest - 1) {
    unsigned l = static_cast<unsigned>(__builtin_ctz(rest));
    Place p;
    if (!resolve(ex, op, l, space, laneAddress(ex, op, l), bytes, false, p))
      return Flow::Fault;
    ex.w->polls += strong;
    orderAfter(ex, p, strength);
    if (!checkRead(ex, op, l, p, bytes, strong))
      return Flow::Fault;
    std::memcpy(values + l * n, p.data, bytes);
    countAccess(ex, p, bytes, false);
    if (p.kind == PlaceKind::Shared) {
      offsets[l] = p.offset;
      sharedMask |= 1u << l;
    }
  }
  for (unsigned i = 0; i < n; ++i) {
    T *d = ex.lanes<T>(slots[i]);
    forLanes(mask, [&](unsigned l) { d[l] = values[l * n + i]; });
  }
  if (sharedMask)
    countBankConflicts(ex, offsets, sharedMask, bytes);
  return Flow::Next;
}

template <class T>
Flow execStore(Exec &ex, const Op &op, uint32_t mask) {
  const uint32_t *slots = ex.m->kernel.lists.data() + op.list;
  unsigned n = op.count, bytes = n * sizeof(T);
  Space space = opSpace(op);
  Strength strength = static_cast<Strength>(op.u);
  bool strong = strength != Strength::Weak;
  uint32_t offsets[32], sharedMask = 0;
  for (uint32_t rest = mask; rest; rest &= rest - 1) {
    unsigned l = static_cast<unsigned>(__builtin_ctz(rest));
    Place p;
    if (!resolve(ex, op, l, space, laneAddress(ex, op, l), bytes, true, p) ||
        !checkWrite(ex, op, l, p, bytes, strong))
      return Flow::Fault;
    orderBefore(ex, p, strength);
    for (unsigned i = 0; i < n; ++i)
      std::memcpy(p.data + i * sizeof(T), ex.lanes<T>(slots[i]) + l, sizeof(T));
    countAccess(ex, p, bytes, true);
    if (p.kind == PlaceKind::Shared) {
      offsets[l] = p.offset;
      sharedMask |= 1u << l;
    }
  }
  if (sharedMask)
    countBankConflicts(ex, offsets, sharedMask, bytes);
  if (space != Space::Local && space != Space::ParamLocal)
    ex.m->touch();
  return Flow::Next;
}

template <template <class> class Fn>
ExecFn byWidth(unsigned bits) {
  switch (bits) {
  case 8:
    return Fn<uint8_t>::get();
  case 16:
    return Fn<uint16_t>::get();
  case 32:
    return Fn<uint32_t>::get();
  case 64:
    return Fn<uint64_t>::get();
  case 128:
    return Fn<u128>::get();
  }
  return nullptr;
}
template <class T>
struct LoadFn {
  static ExecFn get() { return execLoad<T>; }
};
template <class T>
struct StoreFn {
  static ExecFn get() { return execStore<T>; }
};

bool decodeLdSt(Decoder &d) {
  bool isLoad = d.opcode() != "st";
  Strength strength = Strength::Weak;
  takeStrength(d, strength);
  d.take("cta");
  Space space = takeSpace(d);
  d.take("nc");
  bool cacheOperand = d.takeCacheHints();
  d.takeOneOf({"ca", "cg", "cs", "lu", "cv", "wb", "wt"});
  int vec = d.takeOneOf({"v2", "v4", "v8"});
  Type t = d.takeType();
  size_t operands = cacheOperand ? 3 : 2;
  if (!t || t == kPred || !d.expectOperands(operands))
    return d.unmodelled();
  size_t want = vec < 0 ? 1 : size_t(2) << vec;
  const ast::Operand &data = d.operand(isLoad ? 0 : 1);
  size_t have = data.kind == ast::Operand::Kind::Vector ? data.elems.size() : 1;
  if (have != want)
    return d.failAt(data.loc,
                    strf("expects %zu elements, but got %zu", want, have));
  if (want * t.bytes() > 32)
    return d.fail("vector access is wider than 32 bytes");
  if (isLoad ? strength == Strength::Release || strength == Strength::AcqRel
             : strength == Strength::Acquire || strength == Strength::AcqRel)
    return d.unmodelled();
  AddressOperand address;
  if (!d.address(d.operand(isLoad ? 1 : 0), space, address))
    return false;
  if (address.space == Space::Param && !isLoad)
    return d.fail("store to a kernel parameter");
  ExecFn fn = isLoad ? byWidth<LoadFn>(t.bits) : byWidth<StoreFn>(t.bits);
  if (!fn)
    return d.unmodelled();
  std::vector<uint32_t> slots;
  if (!(isLoad ? d.dstVector(data, t, slots) : d.srcVector(data, t, slots)))
    return false;
  Op &op = d.emit(fn);
  setAddress(op, address);
  op.u = static_cast<uint8_t>(strength);
  op.list = d.addList(slots);
  op.count = static_cast<uint32_t>(want);
  return true;
}

Flow execNothing(Exec &, const Op &, uint32_t) { return Flow::Next; }

/// A fence between strong accesses.
Flow execFence(Exec &ex, const Op &, uint32_t) {
  WarpClocks &clocks = ex.w->clocks;
  clocks.acquire(ex.w->fencePending);
  clocks.release(ex.w->fencePublished);
  return Flow::Next;
}

Flow execProxyFence(Exec &ex, const Op &, uint32_t) {
  ex.w->clocks.fenceProxy();
  return Flow::Next;
}

bool decodeFence(Decoder &d) {
  if (d.opcode() == "membar") {
    if (d.take("proxy"))
      return d.unmodelled();
    if (d.takeOneOf({"cta", "gl", "sys"}) < 0 || !d.expectOperands(0))
      return d.unmodelled();
    d.emit(execFence);
    return true;
  }
  if (d.take("mbarrier_init")) {
    if (!d.take("release") || !d.take("cluster") || !d.expectOperands(0))
      return d.unmodelled();
    d.emit(execProxyFence);
    return true;
  }
  bool proxyAsync = false, proxy = false;
  for (const char *name :
       {"proxy::async", "proxy::async::generic", "proxy::tensormap::generic"})
    if (d.take(name))
      proxy = true;
  if (proxy)
    return d.unmodelled();
  if (d.take("proxy")) {
    if (d.take("async")) {
      proxyAsync = true;
    } else if (d.take("async::generic")) {
      // Uni-directional forms for bulk copies in a cluster: `.acquire` or
      // `.release` with `.sync_restrict`.
      if (d.takeOneOf({"acquire", "release"}) < 0 ||
          d.takeOneOf({"sync_restrict::shared::cluster",
                       "sync_restrict::shared::cta"}) < 0)
        return d.unmodelled();
      d.take("cluster");
      proxyAsync = true;
    } else if (d.take("alias")) {
      if (!d.expectOperands(0))
        return false;
      d.emit(execNothing);
      return true;
    } else {
      return d.unmodelled();
    }
    d.takeOneOf({"global", "shared::cta", "shared::cluster"});
    if (!d.expectOperands(0))
      return false;
    d.emit(proxyAsync ? execProxyFence : execNothing);
    return true;
  }
  int sem = d.takeOneOf({"sc", "acq_rel", "acquire", "release"});
  if (d.takeOneOf({"sync_restrict::shared::cluster",
                   "sync_restrict::shared::cta"}) >= 0 &&
      sem < 2)
    return d.unmodelled();
  if (d.takeOneOf({"cta", "cluster", "gpu", "sys"}) < 0 || !d.expectOperands(0))
    return d.unmodelled();
  d.emit(execFence);
  return true;
}

/// Hints: the address is not even required to be valid.
bool decodePrefetch(Decoder &d) {
  if (d.opcode() == "prefetchu") {
    if (!d.take("L1") || !d.expectOperands(1))
      return d.unmodelled();
  } else {
    Space space = takeSpace(d);
    if (d.take("tensormap")) {
      if (!d.expectOperands(1))
        return false;
    } else if ((space != Space::Global && space != Space::Local &&
                space != Space::Generic) ||
               (d.takeOneOf({"L1", "L2"}) < 0 && !d.takeCacheHints() &&
                d.peekNext().size())) {
      return d.unmodelled();
    }
  }
  AddressOperand address;
  if (!d.address(d.operand(0), Space::Generic, address))
    return false;
  d.emit(execNothing);
  return true;
}

bool decodeCreatePolicy(Decoder &d) {
  // A cache policy has no meaning here: its value is a constant.
  while (!d.peekNext().empty()) {
    Type t = d.takeType();
    if (t && t != kB64)
      return d.unmodelled();
    if (!t)
      d.takeNext();
  }
  if (!d.expectOperands(1, 5))
    return false;
  uint32_t zero = d.constantSlot(0, 8);
  struct Copy {
    uint64_t operator()(uint64_t a) const { return a; }
  };
  d.emit(execUnary<uint64_t, Copy>, d.dst(d.operand(0), kB64), zero);
  return !d.failed();
}

} // namespace

void quartet::sim::registerMemory(OpTable &t) {
  t["ld"] = t["ldu"] = t["st"] = decodeLdSt;
  t["membar"] = t["fence"] = decodeFence;
  t["prefetch"] = t["prefetchu"] = decodePrefetch;
  t["createpolicy"] = decodeCreatePolicy;
}
