//===- Bits.cpp - Logic, shifts and bit fields ----------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// PTX ISA 9.7.1 (bit operations), 9.7.8 (logic and shift) and prmt.
//
//===----------------------------------------------------------------------===//

#include "Lanes.h"

using namespace quartet::sim;

namespace {

struct And {
  template <class T>
  T operator()(T a, T b) const {
    return a & b;
  }
};
struct Or {
  template <class T>
  T operator()(T a, T b) const {
    return a | b;
  }
};
struct Xor {
  template <class T>
  T operator()(T a, T b) const {
    return a ^ b;
  }
};
struct Not {
  template <class T>
  T operator()(T a) const {
    return static_cast<T>(~a);
  }
};
struct Cnot {
  template <class T>
  T operator()(T a) const {
    return a == 0;
  }
};
// Shift amounts beyond the width are clamped to it.
struct Shl {
  template <class T>
  T operator()(T a, uint32_t n) const {
    return n >= sizeof(T) * 8 ? T(0) : static_cast<T>(uint64_t(a) << n);
  }
};
struct Shr {
  template <class T>
  T operator()(T a, uint32_t n) const {
    constexpr uint32_t width = sizeof(T) * 8;
    if (n >= width)
      return std::is_signed_v<T> && a < 0 ? T(-1) : T(0);
    return static_cast<T>(a >> n);
  }
};
struct Popc {
  template <class T>
  uint32_t operator()(T a) const {
    return static_cast<uint32_t>(__builtin_popcountll(a));
  }
};
struct Clz {
  template <class T>
  uint32_t operator()(T a) const {
    constexpr uint32_t width = sizeof(T) * 8;
    return a == 0 ? width
                  : static_cast<uint32_t>(__builtin_clzll(a)) - (64 - width);
  }
};
struct Brev {
  template <class T>
  T operator()(T a) const {
    T r = 0;
    for (unsigned i = 0; i < sizeof(T) * 8; ++i)
      r |= static_cast<T>((a >> i & 1) << (sizeof(T) * 8 - 1 - i));
    return r;
  }
};
template <bool ShiftAmount>
struct Bfind {
  template <class T>
  uint32_t operator()(T a) const {
    constexpr uint32_t width = sizeof(T) * 8;
    Unsigned<T> u = static_cast<Unsigned<T>>(a);
    if (std::is_signed_v<T> && a < 0)
      u = ~u;
    if (u == 0)
      return ~0u;
    uint32_t at = 63 - static_cast<uint32_t>(__builtin_clzll(u));
    return ShiftAmount ? width - 1 - at : at;
  }
};
struct Bfe {
  template <class T>
  T operator()(T a, uint32_t b, uint32_t c) const {
    constexpr uint32_t width = sizeof(T) * 8;
    uint32_t pos = b & 0xff, len = c & 0xff;
    Unsigned<T> u = static_cast<Unsigned<T>>(a);
    bool sign = false;
    if (std::is_signed_v<T> && len != 0) {
      uint32_t top = pos + len - 1 < width - 1 ? pos + len - 1 : width - 1;
      sign = u >> top & 1;
    }
    Unsigned<T> r = 0;
    for (uint32_t i = 0; i < width; ++i) {
      bool bit = i < len && pos + i < width ? u >> (pos + i) & 1 : sign;
      r |= static_cast<Unsigned<T>>(bit) << i;
    }
    return static_cast<T>(r);
  }
};

/// bfi: d = b with bits of a inserted at position c, length `e` (slot in the
/// list).
template <class T>
Flow execBfi(Exec &ex, const Op &op, uint32_t mask) {
  T *d = ex.lanes<T>(op.d);
  const T *a = ex.lanes<T>(op.a);
  const T *b = ex.lanes<T>(op.b);
  const uint32_t *c = ex.lanes<uint32_t>(op.c);
  const uint32_t *e = ex.lanes<uint32_t>(ex.m->kernel.lists[op.list]);
  forLanes(mask, [&](unsigned l) {
    constexpr uint32_t width = sizeof(T) * 8;
    uint32_t pos = c[l] & 0xff, len = e[l] & 0xff;
    T r = b[l];
    for (uint32_t i = 0; i < len && pos + i < width; ++i) {
      T bit = T(1) << (pos + i);
      r = (r & ~bit) | (a[l] >> i & 1 ? bit : 0);
    }
    d[l] = r;
  });
  return Flow::Next;
}

template <bool Left, bool Wrap>
struct Shf {
  uint32_t operator()(uint32_t a, uint32_t b, uint32_t c) const {
    uint32_t n = Wrap ? c & 31 : c > 32 ? 32 : c;
    uint64_t v = uint64_t(b) << 32 | a;
    return static_cast<uint32_t>(Left ? (v << n) >> 32 : v >> n);
  }
};

template <bool Clamp>
struct Bmsk {
  uint32_t operator()(uint32_t a, uint32_t b) const {
    uint32_t pos = Clamp ? (a > 32 ? 32 : a) : a & 31;
    uint32_t len = Clamp ? (b > 32 ? 32 : b) : b & 31;
    uint64_t mask = ((uint64_t(1) << len) - 1) << pos;
    return static_cast<uint32_t>(mask);
  }
};

template <bool Signed, bool Clamp>
struct Szext {
  uint32_t operator()(uint32_t a, uint32_t b) const {
    uint32_t n = Clamp ? (b > 32 ? 32 : b) : b & 31;
    if (n >= 32)
      return a;
    if (n == 0)
      return 0;
    uint32_t low = a & ((1u << n) - 1);
    return Signed && (low >> (n - 1) & 1) ? low | ~((1u << n) - 1) : low;
  }
};

Flow execLop3(Exec &ex, const Op &op, uint32_t mask) {
  uint32_t *d = ex.lanes<uint32_t>(op.d);
  const uint32_t *a = ex.lanes<uint32_t>(op.a);
  const uint32_t *b = ex.lanes<uint32_t>(op.b);
  const uint32_t *c = ex.lanes<uint32_t>(op.c);
  uint8_t lut = op.u;
  forLanes(mask, [&](unsigned l) {
    uint32_t r = 0;
    for (unsigned i = 0; i < 8; ++i)
      if (lut >> i & 1)
        r |= (i & 4 ? a[l] : ~a[l]) & (i & 2 ? b[l] : ~b[l]) &
             (i & 1 ? c[l] : ~c[l]);
    d[l] = r;
  });
  return Flow::Next;
}

/// u: mode 0 index, 1 f4e, 2 b4e, 3 rc8, 4 ecl, 5 ecr, 6 rc16.
struct Prmt {
  static uint32_t apply(uint32_t a, uint32_t b, uint32_t c, unsigned mode) {
    uint64_t v = uint64_t(b) << 32 | a;
    auto byte = [&](unsigned i) { return v >> (8 * i) & 0xff; };
    uint32_t r = 0;
    unsigned s = c & 3;
    for (unsigned i = 0; i < 4; ++i) {
      uint64_t x;
      switch (mode) {
      case 1:
        x = byte(s + i);
        break;
      case 2:
        x = byte((s - i) & 7);
        break;
      case 3:
        x = byte(s);
        break;
      case 4:
        x = byte(s > i ? s : i);
        break;
      case 5:
        x = byte(s < i ? s : i);
        break;
      case 6:
        x = byte((s & 1) * 2 + (i & 1));
        break;
      default: {
        unsigned sel = c >> (4 * i) & 15;
        x = byte(sel & 7);
        if (sel & 8)
          x = x & 0x80 ? 0xff : 0;
      }
      }
      r |= static_cast<uint32_t>(x) << (8 * i);
    }
    return r;
  }
};

Flow execPrmt(Exec &ex, const Op &op, uint32_t mask) {
  uint32_t *d = ex.lanes<uint32_t>(op.d);
  const uint32_t *a = ex.lanes<uint32_t>(op.a);
  const uint32_t *b = ex.lanes<uint32_t>(op.b);
  const uint32_t *c = ex.lanes<uint32_t>(op.c);
  forLanes(mask,
           [&](unsigned l) { d[l] = Prmt::apply(a[l], b[l], c[l], op.u); });
  return Flow::Next;
}

/// Predicates: u 0 and, 1 or, 2 xor, 3 not, 4 mov.
Flow execPredLogic(Exec &ex, const Op &op, uint32_t mask) {
  uint32_t a = ex.pred(op.a), b = ex.pred(op.b);
  uint32_t r = op.u == 0 ? a & b : op.u == 1 ? a | b : op.u == 2 ? a ^ b : ~a;
  ex.setPred(op.d, mask, r);
  return Flow::Next;
}

bool decodeLogic(Decoder &d) {
  std::string_view name = d.opcode();
  Type t = d.takeType();
  unsigned inputs = name == "not" ? 1 : 2;
  if (t == kPred) {
    if (!d.expectOperands(inputs + 1))
      return false;
    uint32_t a = d.srcPred(d.operand(1));
    uint32_t b = inputs == 2 ? d.srcPred(d.operand(2)) : a;
    d.emit(execPredLogic, d.dstPred(d.operand(0)), a, b).u = name == "and"  ? 0
                                                             : name == "or" ? 1
                                                             : name == "xor"
                                                                 ? 2
                                                                 : 3;
    return !d.failed();
  }
  if (t.kind != TypeKind::Bits)
    return d.unmodelled();
  ExecFn fn = name == "and"   ? pickInt<Arity::Binary, And>(t)
              : name == "or"  ? pickInt<Arity::Binary, Or>(t)
              : name == "xor" ? pickInt<Arity::Binary, Xor>(t)
              : name == "not" ? pickInt<Arity::Unary, Not>(t)
                              : pickInt<Arity::Unary, Cnot>(t);
  return emitLanes(d, fn, t, name == "cnot" ? 1 : inputs);
}

template <class F>
ExecFn shiftFn(Type t) {
  if (t.isSigned())
    return t.bits == 16   ? execMixed2<int16_t, int16_t, uint32_t, F>
           : t.bits == 32 ? execMixed2<int32_t, int32_t, uint32_t, F>
                          : execMixed2<int64_t, int64_t, uint32_t, F>;
  return t.bits == 16   ? execMixed2<uint16_t, uint16_t, uint32_t, F>
         : t.bits == 32 ? execMixed2<uint32_t, uint32_t, uint32_t, F>
                        : execMixed2<uint64_t, uint64_t, uint32_t, F>;
}

bool decodeShift(Decoder &d) {
  Type t = d.takeType();
  if (!t.isInt() || t.bits < 16 || t.bits > 64 || !d.expectOperands(3))
    return d.unmodelled();
  bool left = d.opcode() == "shl";
  if (left && t.kind != TypeKind::Bits)
    return d.unmodelled();
  uint32_t a = d.src(d.operand(1), t), b = d.src(d.operand(2), kU32);
  d.emit(left ? shiftFn<Shl>(t) : shiftFn<Shr>(t), d.dst(d.operand(0), t), a,
         b);
  return true;
}

/// d is 32 bits wide, a of type t.
template <class D, class T, class F>
Flow execConvertUnary(Exec &ex, const Op &op, uint32_t mask) {
  D *d = ex.lanes<D>(op.d);
  const T *a = ex.lanes<T>(op.a);
  forLanes(mask, [&](unsigned l) { d[l] = F()(a[l]); });
  return Flow::Next;
}

template <class F>
bool emitCount(Decoder &d, Type t) {
  if (!t.isInt() || (t.bits != 32 && t.bits != 64) || !d.expectOperands(2))
    return d.unmodelled();
  uint32_t a = d.src(d.operand(1), t);
  ExecFn fn = t.isSigned()
                  ? (t.bits == 32 ? execConvertUnary<uint32_t, int32_t, F>
                                  : execConvertUnary<uint32_t, int64_t, F>)
                  : (t.bits == 32 ? execConvertUnary<uint32_t, uint32_t, F>
                                  : execConvertUnary<uint32_t, uint64_t, F>);
  d.emit(fn, d.dst(d.operand(0), kU32), a);
  return true;
}

bool decodePopc(Decoder &d) {
  Type t = d.takeType();
  if (t.kind != TypeKind::Bits)
    return d.unmodelled();
  return emitCount<Popc>(d, t);
}
bool decodeClz(Decoder &d) {
  Type t = d.takeType();
  if (t.kind != TypeKind::Bits)
    return d.unmodelled();
  return emitCount<Clz>(d, t);
}
bool decodeBfind(Decoder &d) {
  bool amount = d.take("shiftamt");
  Type t = d.takeType();
  return amount ? emitCount<Bfind<true>>(d, t) : emitCount<Bfind<false>>(d, t);
}
bool decodeBrev(Decoder &d) {
  Type t = d.takeType();
  if (t.kind != TypeKind::Bits || t.bits < 32)
    return d.unmodelled();
  return emitLanes(d, pickInt<Arity::Unary, Brev>(t), t, 1);
}

bool decodeBfe(Decoder &d) {
  Type t = d.takeType();
  if (!t.isInt() || t.kind == TypeKind::Bits ||
      (t.bits != 32 && t.bits != 64) || !d.expectOperands(4))
    return d.unmodelled();
  uint32_t a = d.src(d.operand(1), t);
  uint32_t b = d.src(d.operand(2), kU32), c = d.src(d.operand(3), kU32);
  ExecFn fn =
      t.isSigned()
          ? (t.bits == 32
                 ? execMixed3<int32_t, int32_t, uint32_t, uint32_t, Bfe>
                 : execMixed3<int64_t, int64_t, uint32_t, uint32_t, Bfe>)
          : (t.bits == 32
                 ? execMixed3<uint32_t, uint32_t, uint32_t, uint32_t, Bfe>
                 : execMixed3<uint64_t, uint64_t, uint32_t, uint32_t, Bfe>);
  d.emit(fn, d.dst(d.operand(0), t), a, b, c);
  return true;
}

bool decodeBfi(Decoder &d) {
  Type t = d.takeType();
  if (t.kind != TypeKind::Bits || (t.bits != 32 && t.bits != 64) ||
      !d.expectOperands(5))
    return d.unmodelled();
  uint32_t a = d.src(d.operand(1), t), b = d.src(d.operand(2), t);
  uint32_t c = d.src(d.operand(3), kU32), e = d.src(d.operand(4), kU32);
  Op &op = d.emit(t.bits == 32 ? execBfi<uint32_t> : execBfi<uint64_t>,
                  d.dst(d.operand(0), t), a, b, c);
  op.list = d.addList({e});
  op.count = 1;
  return true;
}

bool decodeShf(Decoder &d) {
  int side = d.takeOneOf({"l", "r"});
  int mode = d.takeOneOf({"clamp", "wrap"});
  Type t = d.takeType();
  if (side < 0 || mode < 0 || t != kB32)
    return d.unmodelled();
  ExecFn fn = side == 0 ? (mode == 0 ? execTernary<uint32_t, Shf<true, false>>
                                     : execTernary<uint32_t, Shf<true, true>>)
                        : (mode == 0 ? execTernary<uint32_t, Shf<false, false>>
                                     : execTernary<uint32_t, Shf<false, true>>);
  return emitLanes(d, fn, t, 3);
}

bool decodeBmsk(Decoder &d) {
  int mode = d.takeOneOf({"clamp", "wrap"});
  Type t = d.takeType();
  if (mode < 0 || t != kB32)
    return d.unmodelled();
  return emitLanes(d,
                   mode == 0 ? execBinary<uint32_t, Bmsk<true>>
                             : execBinary<uint32_t, Bmsk<false>>,
                   t, 2);
}

bool decodeSzext(Decoder &d) {
  int mode = d.takeOneOf({"clamp", "wrap"});
  Type t = d.takeType();
  if (mode < 0 || t.bits != 32 || t.kind == TypeKind::Bits)
    return d.unmodelled();
  ExecFn fn = t.isSigned()
                  ? (mode == 0 ? execBinary<uint32_t, Szext<true, true>>
                               : execBinary<uint32_t, Szext<true, false>>)
                  : (mode == 0 ? execBinary<uint32_t, Szext<false, true>>
                               : execBinary<uint32_t, Szext<false, false>>);
  return emitLanes(d, fn, kB32, 2);
}

bool decodeLop3(Decoder &d) {
  Type t = d.takeType();
  if (t != kB32 || !d.expectOperands(5))
    return d.unmodelled();
  int64_t lut;
  if (!d.constant(d.operand(4), lut))
    return false;
  uint32_t a = d.src(d.operand(1), t), b = d.src(d.operand(2), t),
           c = d.src(d.operand(3), t);
  d.emit(execLop3, d.dst(d.operand(0), t), a, b, c).u =
      static_cast<uint8_t>(lut);
  return true;
}

bool decodePrmt(Decoder &d) {
  Type t = d.takeType();
  int mode = d.takeOneOf({"f4e", "b4e", "rc8", "ecl", "ecr", "rc16"});
  if (t != kB32 || !emitLanes(d, execPrmt, t, 3))
    return d.unmodelled();
  d.kernel().code.back().u = static_cast<uint8_t>(mode + 1);
  return true;
}

} // namespace

void quartet::sim::registerBits(OpTable &t) {
  t["and"] = t["or"] = t["xor"] = t["not"] = t["cnot"] = decodeLogic;
  t["shl"] = t["shr"] = decodeShift;
  t["popc"] = decodePopc;
  t["clz"] = decodeClz;
  t["bfind"] = decodeBfind;
  t["brev"] = decodeBrev;
  t["bfe"] = decodeBfe;
  t["bfi"] = decodeBfi;
  t["shf"] = decodeShf;
  t["bmsk"] = decodeBmsk;
  t["szext"] = decodeSzext;
  t["lop3"] = decodeLop3;
  t["prmt"] = decodePrmt;
}
