//===- WarpOps.cpp - Operations across the threads of a warp --------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// PTX ISA 9.7.9.6 (shfl) and 9.7.13: vote, match, redux, elect, activemask,
// bar.warp.sync. All wait until the threads of the member mask are there.
//
//===----------------------------------------------------------------------===//

#include "Families.h"
#include "Lanes.h"

#include <cmath>

using namespace quartet::sim;

namespace {

/// Evaluates the member mask in slot `slot`, and waits for its threads.
/// Returns Next when all are here.
Flow members(Exec &ex, const Op &op, uint32_t mask, uint32_t slot,
             uint32_t &out) {
  const uint32_t *m = ex.lanes<uint32_t>(slot);
  unsigned first = static_cast<unsigned>(__builtin_ctz(mask));
  out = m[first];
  for (uint32_t rest = mask; rest; rest &= rest - 1) {
    unsigned l = static_cast<unsigned>(__builtin_ctz(rest));
    if (m[l] != out)
      return ex.m->fault(ex, op, l, "member-mask",
                         strf("expects the same member mask in every thread, "
                              "but got 0x%08x and 0x%08x",
                              out, m[l]));
    if (!(out >> l & 1))
      return ex.m->fault(ex, op, l, "member-mask",
                         strf("thread is not in its member mask 0x%08x", out));
  }
  if (!ex.m->gather(ex, mask, out, ex.m->instrText(op.instr).c_str()))
    return Flow::Block;
  return Flow::Next;
}

/// a value, b lane, c clamp; list: member mask, optional predicate result.
/// u: 0 up, 1 down, 2 bfly, 3 idx.
Flow execShfl(Exec &ex, const Op &op, uint32_t mask) {
  const uint32_t *list = ex.m->kernel.lists.data() + op.list;
  uint32_t member;
  Flow f = members(ex, op, mask, list[0], member);
  if (f != Flow::Next)
    return f;
  const uint32_t *a = ex.lanes<uint32_t>(op.a);
  const uint32_t *b = ex.lanes<uint32_t>(op.b);
  const uint32_t *c = ex.lanes<uint32_t>(op.c);
  uint32_t result[32], valid = 0;
  Flow flow = Flow::Next;
  forLanes(mask, [&](unsigned l) {
    unsigned bval = b[l] & 31, cval = c[l] & 31, seg = c[l] >> 8 & 31;
    unsigned maxLane = (l & seg) | (cval & ~seg & 31);
    unsigned minLane = l & seg;
    int j;
    bool p;
    switch (op.u) {
    case 0:
      j = static_cast<int>(l) - static_cast<int>(bval);
      p = j >= static_cast<int>(maxLane);
      break;
    case 1:
      j = static_cast<int>(l + bval);
      p = j <= static_cast<int>(maxLane);
      break;
    case 2:
      j = static_cast<int>(l ^ bval);
      p = j <= static_cast<int>(maxLane);
      break;
    default:
      j = static_cast<int>(minLane | (bval & ~seg & 31));
      p = j <= static_cast<int>(maxLane);
    }
    unsigned from = p ? static_cast<unsigned>(j) : l;
    if (p && !(mask >> from & 1) && flow != Flow::Fault)
      flow = ex.m->fault(ex, op, l, "shuffle-inactive",
                         strf("reads from thread %u of the warp, which does "
                              "not take part",
                              from));
    result[l] = a[from];
    valid |= static_cast<uint32_t>(p) << l;
  });
  if (flow == Flow::Fault)
    return flow;
  uint32_t *d = ex.lanes<uint32_t>(op.d);
  forLanes(mask, [&](unsigned l) { d[l] = result[l]; });
  if (op.count > 1)
    ex.setPred(list[1], mask, valid);
  return Flow::Next;
}

bool decodeShfl(Decoder &d) {
  if (!d.take("sync"))
    return d.unmodelled();
  int mode = d.takeOneOf({"up", "down", "bfly", "idx"});
  Type t = d.takeType();
  if (mode < 0 || t != kB32 || !d.expectOperands(5))
    return d.unmodelled();
  const ast::Operand &o = d.operand(0);
  std::vector<uint32_t> list{d.src(d.operand(4), kB32)};
  uint32_t a = d.src(d.operand(1), kB32), b = d.src(d.operand(2), kB32),
           c = d.src(d.operand(3), kB32);
  uint32_t result;
  if (o.kind == ast::Operand::Kind::Pair) {
    result = d.dst(o.elems[0], kB32);
    list.push_back(d.dstPred(o.elems[1]));
  } else {
    result = d.dst(o, kB32);
  }
  Op &op = d.emit(execShfl, result, a, b, c);
  op.u = static_cast<uint8_t>(mode);
  op.list = d.addList(list);
  op.count = static_cast<uint32_t>(list.size());
  return !d.failed();
}

/// u: 0 all, 1 any, 2 uni, 3 ballot; b member mask.
Flow execVote(Exec &ex, const Op &op, uint32_t mask) {
  uint32_t member;
  Flow f = members(ex, op, mask, op.b, member);
  if (f != Flow::Next)
    return f;
  uint32_t yes = ex.pred(op.a) & mask;
  if (op.u == 3) {
    uint32_t *d = ex.lanes<uint32_t>(op.d);
    forLanes(mask, [&](unsigned l) { d[l] = yes; });
    return Flow::Next;
  }
  bool r = op.u == 0   ? yes == mask
           : op.u == 1 ? yes != 0
                       : yes == mask || yes == 0;
  ex.setPred(op.d, mask, r ? ~0u : 0);
  return Flow::Next;
}

bool decodeVote(Decoder &d) {
  if (!d.take("sync"))
    return d.unmodelled();
  int mode = d.takeOneOf({"all", "any", "uni", "ballot"});
  Type t = d.takeType();
  if (mode < 0 || t != (mode == 3 ? kB32 : kPred) || !d.expectOperands(3))
    return d.unmodelled();
  uint32_t a = d.srcPred(d.operand(1)), b = d.src(d.operand(2), kB32);
  uint32_t r = mode == 3 ? d.dst(d.operand(0), kB32) : d.dstPred(d.operand(0));
  d.emit(execVote, r, a, b).u = static_cast<uint8_t>(mode);
  return !d.failed();
}

/// u: 0 any, 1 all. List: optional predicate.
template <class T>
Flow execMatch(Exec &ex, const Op &op, uint32_t mask) {
  uint32_t member;
  Flow f = members(ex, op, mask, op.b, member);
  if (f != Flow::Next)
    return f;
  const T *a = ex.lanes<T>(op.a);
  uint32_t *d = ex.lanes<uint32_t>(op.d);
  uint32_t result[32];
  bool all = true;
  T first = a[__builtin_ctz(mask)];
  forLanes(mask, [&](unsigned l) {
    all &= a[l] == first;
    uint32_t same = 0;
    forLanes(mask, [&](unsigned k) {
      same |= static_cast<uint32_t>(a[k] == a[l]) << k;
    });
    result[l] = same;
  });
  forLanes(mask,
           [&](unsigned l) { d[l] = op.u ? (all ? mask : 0) : result[l]; });
  if (op.count)
    ex.setPred(ex.m->kernel.lists[op.list], mask, all ? ~0u : 0);
  return Flow::Next;
}

bool decodeMatch(Decoder &d) {
  int mode = d.takeOneOf({"any", "all"});
  if (!d.take("sync") || mode < 0)
    return d.unmodelled();
  Type t = d.takeType();
  if ((t != kB32 && t != kB64) || !d.expectOperands(3))
    return d.unmodelled();
  uint32_t a = d.src(d.operand(1), t), b = d.src(d.operand(2), kB32);
  const ast::Operand &o = d.operand(0);
  std::vector<uint32_t> list;
  uint32_t r;
  if (o.kind == ast::Operand::Kind::Pair && mode == 1) {
    r = d.dst(o.elems[0], kB32);
    list.push_back(d.dstPred(o.elems[1]));
  } else {
    r = d.dst(o, kB32);
  }
  Op &op =
      d.emit(t == kB32 ? execMatch<uint32_t> : execMatch<uint64_t>, r, a, b);
  op.u = static_cast<uint8_t>(mode);
  op.list = d.addList(list);
  op.count = static_cast<uint32_t>(list.size());
  return !d.failed();
}

/// u: 0 add, 1 min, 2 max, 3 and, 4 or, 5 xor; v: 0 unsigned, 1 signed, 2 f32,
/// bit 2 abs, bit 3 NaN.
Flow execRedux(Exec &ex, const Op &op, uint32_t mask) {
  uint32_t member;
  Flow f = members(ex, op, mask, op.b, member);
  if (f != Flow::Next)
    return f;
  const uint32_t *a = ex.lanes<uint32_t>(op.a);
  uint32_t r = 0;
  if ((op.v & 3) == 2) {
    bool any = false, nan = false;
    float best = 0;
    forLanes(mask, [&](unsigned l) {
      float x = asFloat(op.v & 4 ? a[l] & 0x7fffffff : a[l]);
      if (x != x) {
        nan = true;
        return;
      }
      bool less = x < best || (x == best && std::signbit(x));
      if (!any || (op.u == 1) == less)
        best = x;
      any = true;
    });
    r = (nan && (op.v & 8)) || !any ? 0x7fffffff : asBits(best);
  } else {
    bool first = true;
    forLanes(mask, [&](unsigned l) {
      uint32_t x = a[l];
      bool less =
          op.v ? static_cast<int32_t>(x) < static_cast<int32_t>(r) : x < r;
      if (first)
        r = x;
      else if (op.u == 0)
        r += x;
      else if (op.u <= 2)
        r = (op.u == 1) == less ? x : r;
      else
        r = op.u == 3 ? r & x : op.u == 4 ? r | x : r ^ x;
      first = false;
    });
  }
  uint32_t *d = ex.lanes<uint32_t>(op.d);
  forLanes(mask, [&](unsigned l) { d[l] = r; });
  return Flow::Next;
}

bool decodeRedux(Decoder &d) {
  if (!d.take("sync"))
    return d.unmodelled();
  int which = d.takeOneOf({"add", "min", "max", "and", "or", "xor"});
  uint8_t how = 0;
  if (d.take("abs"))
    how |= 4;
  if (d.take("NaN"))
    how |= 8;
  Type t = d.takeType();
  bool isF32 = t.kind == TypeKind::F32;
  bool isLogic = which >= 3;
  if (which < 0 || t.bits != 32 || (how && !isF32) ||
      (isF32 ? which != 1 && which != 2
             : !t.isInt() || isLogic != (t.kind == TypeKind::Bits)) ||
      !d.expectOperands(3))
    return d.unmodelled();
  uint32_t a = d.src(d.operand(1), t), b = d.src(d.operand(2), kB32);
  Op &op = d.emit(execRedux, d.dst(d.operand(0), t), a, b);
  op.u = static_cast<uint8_t>(which);
  op.v = static_cast<uint8_t>(how | (isF32 ? 2 : t.isSigned() ? 1 : 0));
  return !d.failed();
}

/// The lowest thread is elected, as on the hardware.
Flow execElect(Exec &ex, const Op &op, uint32_t mask) {
  uint32_t member;
  Flow f = members(ex, op, mask, op.b, member);
  if (f != Flow::Next)
    return f;
  unsigned leader = static_cast<unsigned>(__builtin_ctz(mask));
  uint32_t *d = ex.lanes<uint32_t>(op.d);
  forLanes(mask, [&](unsigned l) { d[l] = leader; });
  ex.setPred(op.c, mask, 1u << leader);
  return Flow::Next;
}

bool decodeElect(Decoder &d) {
  if (!d.take("sync") || !d.expectOperands(2) ||
      d.operand(0).kind != ast::Operand::Kind::Pair)
    return d.unmodelled();
  uint32_t b = d.src(d.operand(1), kB32);
  uint32_t r = d.dst(d.operand(0).elems[0], kB32);
  uint32_t p = d.dstPred(d.operand(0).elems[1]);
  d.emit(execElect, r, 0, b, p);
  return !d.failed();
}

Flow execActivemask(Exec &ex, const Op &op, uint32_t mask) {
  uint32_t *d = ex.lanes<uint32_t>(op.d);
  forLanes(mask, [&](unsigned l) { d[l] = mask; });
  return Flow::Next;
}

bool decodeActivemask(Decoder &d) {
  if (d.takeType() != kB32 || !d.expectOperands(1))
    return d.unmodelled();
  d.emit(execActivemask, d.dst(d.operand(0), kB32));
  return !d.failed();
}

Flow execWarpSync(Exec &ex, const Op &op, uint32_t mask) {
  uint32_t member;
  return members(ex, op, mask, op.b, member);
}

} // namespace

bool quartet::sim::decodeWarpSync(Decoder &d) {
  if (!d.take("sync") || !d.expectOperands(1))
    return d.unmodelled();
  uint32_t b = d.src(d.operand(0), kB32);
  d.emit(execWarpSync, 0, 0, b);
  return !d.failed();
}

void quartet::sim::registerWarp(OpTable &t) {
  t["shfl"] = decodeShfl;
  t["vote"] = decodeVote;
  t["match"] = decodeMatch;
  t["redux"] = decodeRedux;
  t["elect"] = decodeElect;
  t["activemask"] = decodeActivemask;
}
