//===- Compare.cpp - Comparison and selection -----------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// PTX ISA 9.7.5 to 9.7.7: setp, set, selp, slct, of every scalar type and of
// f16/bf16 pairs.
//
//===----------------------------------------------------------------------===//

#include "../Formats.h"
#include "Lanes.h"

using namespace quartet::sim;

namespace {

enum Cmp : uint8_t {
  EQ,
  NE,
  LT,
  LE,
  GT,
  GE,
  EQU,
  NEU,
  LTU,
  LEU,
  GTU,
  GEU,
  NUM,
  NaN
};

template <class T>
bool compare(T a, T b, uint8_t cmp) {
  bool unordered = a != a || b != b;
  switch (cmp) {
  case EQ:
    return a == b;
  case NE:
    return !unordered && a != b;
  case LT:
    return a < b;
  case LE:
    return a <= b;
  case GT:
    return a > b;
  case GE:
    return a >= b;
  case EQU:
    return unordered || a == b;
  case NEU:
    return unordered || a != b;
  case LTU:
    return unordered || a < b;
  case LEU:
    return unordered || a <= b;
  case GTU:
    return unordered || a > b;
  case GEU:
    return unordered || a >= b;
  case NUM:
    return !unordered;
  default:
    return unordered;
  }
}

/// Lane readers: how a lane array of a type becomes a comparable number.
template <class T>
struct Plain {
  using Lane = T;
  static T read(T v, bool) { return v; }
};
struct ReadF32 {
  using Lane = float;
  static float read(float v, bool ftz) {
    return ftz && std::fabs(v) < std::numeric_limits<float>::min() ? 0 : v;
  }
};
struct ReadF16 {
  using Lane = uint16_t;
  static float read(uint16_t v, bool ftz) {
    return ftz && !(v & 0x7c00) ? 0 : f16ToFloat(v);
  }
};
struct ReadBF16 {
  using Lane = uint16_t;
  static float read(uint16_t v, bool) { return bf16ToFloat(v); }
};

template <class R>
uint32_t compareLanes(Exec &ex, const Op &op, uint32_t mask) {
  const typename R::Lane *a = ex.lanes<typename R::Lane>(op.a);
  const typename R::Lane *b = ex.lanes<typename R::Lane>(op.b);
  uint8_t cmp = op.u & 15;
  bool ftz = op.u & 16;
  uint32_t result = 0;
  forLanes(mask, [&](unsigned l) {
    result |= static_cast<uint32_t>(
                  compare(R::read(a[l], ftz), R::read(b[l], ftz), cmp))
              << l;
  });
  return result;
}

/// v: 0 none, 1 and, 2 or, 3 xor with predicate c; list[0]: second result.
uint32_t combine(Exec &ex, const Op &op, uint32_t r) {
  uint32_t c = ex.pred(op.c);
  switch (op.v) {
  case 1:
    return r & c;
  case 2:
    return r | c;
  case 3:
    return r ^ c;
  default:
    return r;
  }
}

template <class R>
Flow execSetp(Exec &ex, const Op &op, uint32_t mask) {
  uint32_t raw = compareLanes<R>(ex, op, mask);
  uint32_t p = combine(ex, op, raw);
  uint32_t q = combine(ex, op, ~raw);
  ex.setPred(op.d, mask, p);
  if (op.count)
    ex.setPred(ex.m->kernel.lists[op.list], mask, q);
  return Flow::Next;
}

/// Pairs: d and list[0] are the results for the low and high halves.
template <class R>
Flow execSetpPair(Exec &ex, const Op &op, uint32_t mask) {
  const uint16_t *a = ex.lanes<uint16_t>(op.a);
  const uint16_t *b = ex.lanes<uint16_t>(op.b);
  uint32_t half[2] = {0, 0};
  forLanes(mask, [&](unsigned l) {
    for (unsigned i = 0; i < 2; ++i)
      half[i] |= static_cast<uint32_t>(compare(R::read(a[2 * l + i], op.u & 16),
                                               R::read(b[2 * l + i], op.u & 16),
                                               op.u & 15))
                 << l;
  });
  uint32_t p = combine(ex, op, half[0]), q = combine(ex, op, half[1]);
  ex.setPred(op.d, mask, p);
  if (op.count)
    ex.setPred(ex.m->kernel.lists[op.list], mask, q);
  return Flow::Next;
}

/// set: list[1] is the bit pattern of true.
template <class R, class D>
Flow execSet(Exec &ex, const Op &op, uint32_t mask) {
  uint32_t r = combine(ex, op, compareLanes<R>(ex, op, mask));
  D *d = ex.lanes<D>(op.d);
  D yes = static_cast<D>(op.imm);
  forLanes(mask, [&](unsigned l) { d[l] = r >> l & 1 ? yes : D(0); });
  return Flow::Next;
}

template <class R>
Flow execSetPair(Exec &ex, const Op &op, uint32_t mask) {
  const uint16_t *a = ex.lanes<uint16_t>(op.a);
  const uint16_t *b = ex.lanes<uint16_t>(op.b);
  uint16_t *d = ex.lanes<uint16_t>(op.d);
  forLanes(mask, [&](unsigned l) {
    for (unsigned i = 2 * l; i < 2 * l + 2; ++i)
      d[i] =
          compare(R::read(a[i], op.u & 16), R::read(b[i], op.u & 16), op.u & 15)
              ? static_cast<uint16_t>(op.imm)
              : 0;
  });
  return Flow::Next;
}

template <template <class> class Fn>
ExecFn pickReader(Type t) {
  switch (t.kind) {
  case TypeKind::F32:
    return Fn<ReadF32>::get();
  case TypeKind::F64:
    return Fn<Plain<double>>::get();
  case TypeKind::F16:
    return Fn<ReadF16>::get();
  case TypeKind::BF16:
    return Fn<ReadBF16>::get();
  case TypeKind::Signed:
    return t.bits == 16   ? Fn<Plain<int16_t>>::get()
           : t.bits == 32 ? Fn<Plain<int32_t>>::get()
           : t.bits == 64 ? Fn<Plain<int64_t>>::get()
                          : nullptr;
  case TypeKind::Unsigned:
  case TypeKind::Bits:
    return t.bits == 16   ? Fn<Plain<uint16_t>>::get()
           : t.bits == 32 ? Fn<Plain<uint32_t>>::get()
           : t.bits == 64 ? Fn<Plain<uint64_t>>::get()
                          : nullptr;
  default:
    return nullptr;
  }
}

template <class R>
struct SetpFn {
  static ExecFn get() { return execSetp<R>; }
};
template <class R>
struct Set32Fn {
  static ExecFn get() { return execSet<R, uint32_t>; }
};
template <class R>
struct Set16Fn {
  static ExecFn get() { return execSet<R, uint16_t>; }
};

/// Consumes the comparison; unsigned names map to the ordered ones.
int takeCompare(Decoder &d, bool &isUnsignedName) {
  static const char *const names[] = {"eq",  "ne",  "lt",  "le",  "gt",
                                      "ge",  "equ", "neu", "ltu", "leu",
                                      "gtu", "geu", "num", "nan"};
  isUnsignedName = false;
  for (int i = 0; i < 14; ++i)
    if (d.take(names[i]))
      return i;
  static const char *const lowNames[] = {"lo", "ls", "hi", "hs"};
  static const int lowCmp[] = {LT, LE, GT, GE};
  for (int i = 0; i < 4; ++i)
    if (d.take(lowNames[i])) {
      isUnsignedName = true;
      return lowCmp[i];
    }
  return -1;
}

bool decodeSetp(Decoder &d) {
  bool isSet = d.opcode() == "set";
  bool unsignedName;
  int cmp = takeCompare(d, unsignedName);
  int boolOp = d.takeOneOf({"and", "or", "xor"});
  bool ftz = d.take("ftz");
  Type result = isSet ? d.takeType() : kPred;
  Type t = d.takeType();
  bool pair = t.kind == TypeKind::F16x2 || t.kind == TypeKind::BF16x2;
  if (cmp < 0 || (unsignedName && t.isSigned()) || (t.isInt() && cmp > GE) ||
      !d.expectOperands(boolOp >= 0 ? 4 : 3))
    return d.unmodelled();
  // For integers NE is plain inequality, which `compare` gives as well.
  uint32_t a = d.src(d.operand(1), t), b = d.src(d.operand(2), t);
  uint32_t c = boolOp >= 0 ? d.srcPred(d.operand(3)) : 0;
  ExecFn fn;
  int64_t yes = 0;
  uint32_t slot = 0;
  std::vector<uint32_t> second;
  if (isSet) {
    bool isFloat = result.kind == TypeKind::F32;
    if (pair) {
      if (result.bits != 32 || boolOp >= 0)
        return d.unmodelled();
      fn = t.kind == TypeKind::F16x2 ? execSetPair<ReadF16>
                                     : execSetPair<ReadBF16>;
      yes = result.kind == TypeKind::F16x2    ? 0x3c00
            : result.kind == TypeKind::BF16x2 ? 0x3f80
                                              : 0xffff;
    } else if (result.bits == 16) {
      fn = pickReader<Set16Fn>(t);
      yes = result.kind == TypeKind::F16    ? 0x3c00
            : result.kind == TypeKind::BF16 ? 0x3f80
                                            : 0xffff;
    } else if (result.bits == 32) {
      fn = pickReader<Set32Fn>(t);
      yes = isFloat ? 0x3f800000 : 0xffffffff;
    } else {
      return d.unmodelled();
    }
    slot = d.dst(d.operand(0), result);
  } else {
    fn = pair ? (t.kind == TypeKind::F16x2 ? execSetpPair<ReadF16>
                                           : execSetpPair<ReadBF16>)
              : pickReader<SetpFn>(t);
    const ast::Operand &o = d.operand(0);
    if (o.kind == ast::Operand::Kind::Pair) {
      slot = d.dstPred(o.elems[0]);
      second.push_back(d.dstPred(o.elems[1]));
    } else {
      slot = d.dstPred(o);
    }
  }
  if (!fn || d.failed())
    return d.unmodelled();
  Op &op = d.emit(fn, slot, a, b, c);
  op.u = static_cast<uint8_t>(cmp | (ftz ? 16 : 0));
  op.v = static_cast<uint8_t>(boolOp + 1);
  op.imm = yes;
  if (!second.empty()) {
    op.list = d.addList(second);
    op.count = 1;
  }
  return true;
}

template <class T>
Flow execSelp(Exec &ex, const Op &op, uint32_t mask) {
  T *d = ex.lanes<T>(op.d);
  const T *a = ex.lanes<T>(op.a);
  const T *b = ex.lanes<T>(op.b);
  uint32_t c = ex.pred(op.c);
  forLanes(mask, [&](unsigned l) { d[l] = c >> l & 1 ? a[l] : b[l]; });
  return Flow::Next;
}

bool decodeSelp(Decoder &d) {
  Type t = d.takeType();
  if (!t || !d.expectOperands(4))
    return d.unmodelled();
  ExecFn fn = t.bits == 16   ? execSelp<uint16_t>
              : t.bits == 32 ? execSelp<uint32_t>
              : t.bits == 64 ? execSelp<uint64_t>
                             : nullptr;
  if (!fn)
    return d.unmodelled();
  uint32_t a = d.src(d.operand(1), t), b = d.src(d.operand(2), t);
  uint32_t c = d.srcPred(d.operand(3));
  d.emit(fn, d.dst(d.operand(0), t), a, b, c);
  return true;
}

/// u: bit 0 the selector is f32, bit 1 ftz.
template <class T>
Flow execSlct(Exec &ex, const Op &op, uint32_t mask) {
  T *d = ex.lanes<T>(op.d);
  const T *a = ex.lanes<T>(op.a);
  const T *b = ex.lanes<T>(op.b);
  const uint32_t *c = ex.lanes<uint32_t>(op.c);
  forLanes(mask, [&](unsigned l) {
    bool first = op.u & 1 ? ReadF32::read(asFloat(c[l]), op.u & 2) >= 0
                          : static_cast<int32_t>(c[l]) >= 0;
    d[l] = first ? a[l] : b[l];
  });
  return Flow::Next;
}

bool decodeSlct(Decoder &d) {
  bool ftz = d.take("ftz");
  Type t = d.takeType(), s = d.takeType();
  if (!t || s.bits != 32 || (s.kind != TypeKind::F32 && !s.isSigned()) ||
      !d.expectOperands(4))
    return d.unmodelled();
  ExecFn fn = t.bits == 16   ? execSlct<uint16_t>
              : t.bits == 32 ? execSlct<uint32_t>
              : t.bits == 64 ? execSlct<uint64_t>
                             : nullptr;
  if (!fn)
    return d.unmodelled();
  uint32_t a = d.src(d.operand(1), t), b = d.src(d.operand(2), t),
           c = d.src(d.operand(3), s);
  d.emit(fn, d.dst(d.operand(0), t), a, b, c).u =
      static_cast<uint8_t>((s.kind == TypeKind::F32 ? 1 : 0) | (ftz ? 2 : 0));
  return true;
}

} // namespace

void quartet::sim::registerCompare(OpTable &t) {
  t["setp"] = t["set"] = decodeSetp;
  t["selp"] = decodeSelp;
  t["slct"] = decodeSlct;
}
