//===- Move.cpp - mov, cvta, isspacep, mapa -------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Lanes.h"

using namespace quartet::sim;

namespace {

using u128 = unsigned __int128;

struct Copy {
  template <class T>
  T operator()(T a) const {
    return a;
  }
};

ExecFn copyFn(unsigned bits) {
  switch (bits) {
  case 8:
    return execUnary<uint8_t, Copy>;
  case 16:
    return execUnary<uint16_t, Copy>;
  case 32:
    return execUnary<uint32_t, Copy>;
  case 64:
    return execUnary<uint64_t, Copy>;
  case 128:
    return execUnary<u128, Copy>;
  }
  return nullptr;
}

Flow execMovPred(Exec &ex, const Op &op, uint32_t mask) {
  ex.setPred(op.d, mask, ex.pred(op.a));
  return Flow::Next;
}

/// d = the parts of the list, lowest first; u: bytes per part.
Flow execPack(Exec &ex, const Op &op, uint32_t mask) {
  const uint32_t *parts = ex.m->kernel.lists.data() + op.list;
  unsigned n = op.count, bytes = op.u;
  uint8_t *d = ex.r + op.d;
  // The destination may be one of the parts.
  uint8_t temp[32 * 16];
  for (unsigned i = 0; i < n; ++i) {
    const uint8_t *a = ex.r + parts[i];
    forLanes(mask, [&](unsigned l) {
      std::memcpy(temp + (l * n + i) * bytes, a + l * bytes, bytes);
    });
  }
  forLanes(mask, [&](unsigned l) {
    std::memcpy(d + l * n * bytes, temp + l * n * bytes, n * bytes);
  });
  return Flow::Next;
}

Flow execUnpack(Exec &ex, const Op &op, uint32_t mask) {
  const uint32_t *parts = ex.m->kernel.lists.data() + op.list;
  unsigned n = op.count, bytes = op.u;
  uint8_t temp[32 * 16];
  std::memcpy(temp, ex.r + op.a, 32 * n * bytes);
  for (unsigned i = 0; i < n; ++i) {
    uint8_t *d = ex.r + parts[i];
    forLanes(mask, [&](unsigned l) {
      std::memcpy(d + l * bytes, temp + (l * n + i) * bytes, bytes);
    });
  }
  return Flow::Next;
}

/// u: 0 clock (32 bit), 1 clock64, 2 globaltimer, 3 globaltimer_lo, 4 _hi.
template <class T>
Flow execClock(Exec &ex, const Op &op, uint32_t mask) {
  T *d = ex.lanes<T>(op.d);
  uint64_t now = ex.m->ticks;
  if (op.u >= 2)
    now = 1000000000ull + now;
  if (op.u == 4)
    now >>= 32;
  forLanes(mask, [&](unsigned l) { d[l] = static_cast<T>(now); });
  return Flow::Next;
}

bool decodeMov(Decoder &d) {
  using Kind = ast::Operand::Kind;
  Type t = d.takeType();
  if (!t || !d.expectOperands(2))
    return d.unmodelled();
  const ast::Operand &to = d.operand(0), &from = d.operand(1);
  if (t == kPred) {
    uint32_t a = d.srcPred(from);
    d.emit(execMovPred, d.dstPred(to), a);
    return !d.failed();
  }
  if (from.kind == Kind::Vector || to.kind == Kind::Vector) {
    bool packs = from.kind == Kind::Vector;
    const ast::Operand &v = packs ? from : to;
    size_t n = v.elems.size();
    if ((packs && to.kind == Kind::Vector) || (n != 2 && n != 4 && n != 8) ||
        t.bits % n || t.bits / n < 8)
      return d.unmodelled();
    Type part{TypeKind::Bits, static_cast<uint16_t>(t.bits / n)};
    std::vector<uint32_t> slots;
    Op *op;
    if (packs) {
      if (!d.srcVector(from, part, slots))
        return false;
      op = &d.emit(execPack, d.dst(to, t));
    } else {
      uint32_t a = d.src(from, t);
      if (!d.dstVector(to, part, slots))
        return false;
      op = &d.emit(execUnpack, 0, a);
    }
    op->list = d.addList(slots);
    op->count = static_cast<uint32_t>(n);
    op->u = static_cast<uint8_t>(part.bits / 8);
    return true;
  }
  static const std::pair<const char *, uint8_t> clocks[] = {
      {"%clock", 0},
      {"%clock64", 1},
      {"%globaltimer", 2},
      {"%globaltimer_lo", 3},
      {"%globaltimer_hi", 4}};
  if (from.kind == Kind::Name)
    for (const auto &[name, which] : clocks)
      if (from.name == name && (t.bits == 32 || t.bits == 64)) {
        d.emit(t.bits == 32 ? execClock<uint32_t> : execClock<uint64_t>,
               d.dst(to, t))
            .u = which;
        return !d.failed();
      }
  uint32_t a = d.src(from, t);
  ExecFn fn = copyFn(t.bits);
  if (!fn)
    return d.unmodelled();
  d.emit(fn, d.dst(to, t), a);
  return !d.failed();
}

struct AddWindow {
  template <class T>
  T operator()(T a, T b) const {
    return static_cast<T>(a + b);
  }
};
struct SubWindow {
  template <class T>
  T operator()(T a, T b) const {
    return static_cast<T>(a - b);
  }
};

bool decodeCvta(Decoder &d) {
  bool to = d.take("to");
  int space =
      d.takeOneOf({"global", "const", "shared", "shared::cta",
                   "shared::cluster", "local", "param", "param::entry"});
  Type t = d.takeType();
  if (space < 0 || t.bits != 64 || !d.expectOperands(2))
    return d.unmodelled();
  static const uint64_t windows[] = {0,
                                     0,
                                     kSharedWindow,
                                     kSharedWindow,
                                     kSharedWindow,
                                     kLocalWindow,
                                     kParamWindow,
                                     kParamWindow};
  uint32_t a = d.src(d.operand(1), kB64);
  uint32_t w = d.constantSlot(windows[space], 8);
  d.emit(to ? execBinary<uint64_t, SubWindow> : execBinary<uint64_t, AddWindow>,
         d.dst(d.operand(0), kB64), a, w);
  return !d.failed();
}

/// u: 0 global, 1 shared::cta, 2 shared::cluster, 3 local, 4 param, 5 const.
Flow execIsspacep(Exec &ex, const Op &op, uint32_t mask) {
  const uint64_t *a = ex.lanes<uint64_t>(op.a);
  uint32_t r = 0;
  forLanes(mask, [&](unsigned l) {
    uint64_t window = a[l] & kWindowMask;
    bool in = false;
    switch (op.u) {
    case 1:
      in = window == kSharedWindow &&
           static_cast<uint32_t>(a[l]) >> 24 == ex.cta->rank;
      break;
    case 2:
      in = window == kSharedWindow;
      break;
    case 3:
      in = window == kLocalWindow;
      break;
    case 4:
      in = window == kParamWindow;
      break;
    default:
      Allocation *where = ex.m->memory.find(a[l], 1);
      in = where && where->readOnly == (op.u == 5);
    }
    r |= static_cast<uint32_t>(in) << l;
  });
  ex.setPred(op.d, mask, r);
  return Flow::Next;
}

bool decodeIsspacep(Decoder &d) {
  int space = d.takeOneOf({"global", "shared::cta", "shared::cluster", "local",
                           "param", "const", "shared", "param::entry"});
  if (space < 0 || !d.expectOperands(2))
    return d.unmodelled();
  if (space == 6)
    space = 1;
  if (space == 7)
    space = 4;
  uint32_t a = d.src(d.operand(1), kB64);
  d.emit(execIsspacep, d.dstPred(d.operand(0)), a).u =
      static_cast<uint8_t>(space);
  return !d.failed();
}

/// mapa: the address of the same variable in another block of the cluster.
template <class T>
Flow execMapa(Exec &ex, const Op &op, uint32_t mask) {
  T *d = ex.lanes<T>(op.d);
  const T *a = ex.lanes<T>(op.a);
  const uint32_t *b = ex.lanes<uint32_t>(op.b);
  uint32_t n = static_cast<uint32_t>(ex.cta->cluster->ctas.size());
  Flow flow = Flow::Next;
  forLanes(mask, [&](unsigned l) {
    if (flow == Flow::Fault)
      return;
    if (b[l] >= n) {
      flow = ex.m->fault(
          ex, op, l, "cluster-rank",
          strf("expects a block rank below %u, but got %u", n, b[l]));
      return;
    }
    d[l] = static_cast<T>((a[l] & ~T(0xff000000)) | T(b[l]) << 24);
  });
  return flow;
}

bool decodeMapa(Decoder &d) {
  // With .shared::cluster the address is a window offset, without a generic
  // one; the rank is in the same bits of both.
  d.take("shared::cluster");
  Type t = d.takeType();
  if ((t.bits != 32 && t.bits != 64) || !d.expectOperands(3))
    return d.unmodelled();
  Type bits{TypeKind::Bits, t.bits};
  uint32_t a = d.src(d.operand(1), bits), b = d.src(d.operand(2), kB32);
  d.emit(t.bits == 32 ? execMapa<uint32_t> : execMapa<uint64_t>,
         d.dst(d.operand(0), bits), a, b);
  return !d.failed();
}

/// getctarank: the rank in a shared address.
template <class T>
Flow execGetCtaRank(Exec &ex, const Op &op, uint32_t mask) {
  uint32_t *d = ex.lanes<uint32_t>(op.d);
  const T *a = ex.lanes<T>(op.a);
  forLanes(mask, [&](unsigned l) { d[l] = static_cast<uint32_t>(a[l]) >> 24; });
  return Flow::Next;
}

bool decodeGetCtaRank(Decoder &d) {
  d.take("shared::cluster");
  Type t = d.takeType();
  if ((t.bits != 32 && t.bits != 64) || !d.expectOperands(2))
    return d.unmodelled();
  Type bits{TypeKind::Bits, t.bits};
  uint32_t a = d.src(d.operand(1), bits);
  d.emit(t.bits == 32 ? execGetCtaRank<uint32_t> : execGetCtaRank<uint64_t>,
         d.dst(d.operand(0), kB32), a);
  return !d.failed();
}

} // namespace

void quartet::sim::registerMove(OpTable &t) {
  t["mov"] = decodeMov;
  t["cvta"] = decodeCvta;
  t["isspacep"] = decodeIsspacep;
  t["mapa"] = decodeMapa;
  t["getctarank"] = decodeGetCtaRank;
}
