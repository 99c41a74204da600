//===- Half.cpp - f16 and bf16 arithmetic ---------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// PTX ISA 9.7.4, scalar and in pairs. Results are formed in double rounded to
// odd and rounded once to the format.
//
//===----------------------------------------------------------------------===//

#include "../Formats.h"
#include "Families.h"
#include "Lanes.h"

using namespace quartet::sim;

namespace {

enum : uint8_t { kFtz = 1, kSat = 2, kRelu = 4, kNaN = 8, kXorsign = 16 };

struct F16 {
  static float decode(uint16_t h) { return f16ToFloat(h); }
  static uint16_t encode(double v) { return floatToF16(toFloatOdd(v)); }
  static bool subnormal(uint16_t h) { return (h & 0x7c00) == 0; }
};
struct BF16 {
  static float decode(uint16_t h) { return bf16ToFloat(h); }
  static uint16_t encode(double v) { return floatToBF16(toFloatOdd(v)); }
  static bool subnormal(uint16_t) { return false; }
};

struct Add {
  static double apply(double a, double b, double) { return addOdd(a, b); }
};
struct Sub {
  static double apply(double a, double b, double) { return addOdd(a, -b); }
};
struct Mul {
  // At most 22 bits: exact in double.
  static double apply(double a, double b, double) { return a * b; }
};
struct Fma {
  static double apply(double a, double b, double c) { return addOdd(a * b, c); }
};
struct Ex2 {
  static double apply(double a, double, double) { return std::exp2(a); }
};
struct Tanh {
  static double apply(double a, double, double) { return std::tanh(a); }
};

template <class H>
uint16_t flushHalf(uint16_t h, uint8_t flags) {
  return (flags & kFtz) && H::subnormal(h) ? h & 0x8000 : h;
}

template <class H>
uint16_t finishHalf(double v, uint8_t flags) {
  uint16_t r = H::encode(v);
  r = flushHalf<H>(r, flags);
  bool nan = v != v;
  if (flags & kSat) {
    float f = nan ? 0 : H::decode(r);
    r = H::encode(f > 0 ? (f < 1 ? f : 1.0) : 0.0);
  }
  if ((flags & kRelu) && !nan && (r & 0x8000))
    r = 0;
  return r;
}

/// `Count` halves per lane.
template <class H, class F, int Inputs, int Count>
Flow execHalf(Exec &ex, const Op &op, uint32_t mask) {
  uint16_t *d = ex.lanes<uint16_t>(op.d);
  const uint16_t *a = ex.lanes<uint16_t>(op.a);
  const uint16_t *b = ex.lanes<uint16_t>(op.b);
  const uint16_t *c = ex.lanes<uint16_t>(op.c);
  forLanes(mask, [&](unsigned l) {
    for (unsigned i = l * Count; i < l * Count + Count; ++i) {
      double x = H::decode(flushHalf<H>(a[i], op.u));
      double y = Inputs > 1 ? H::decode(flushHalf<H>(b[i], op.u)) : 0;
      double z = Inputs > 2 ? H::decode(flushHalf<H>(c[i], op.u)) : 0;
      d[i] = finishHalf<H>(F::apply(x, y, z), op.u);
    }
  });
  return Flow::Next;
}

/// v: 0 neg, 1 abs.
template <int Count>
Flow execHalfSign(Exec &ex, const Op &op, uint32_t mask) {
  uint16_t *d = ex.lanes<uint16_t>(op.d);
  const uint16_t *a = ex.lanes<uint16_t>(op.a);
  forLanes(mask, [&](unsigned l) {
    for (unsigned i = l * Count; i < l * Count + Count; ++i)
      d[i] = op.v ? a[i] & 0x7fff : a[i] ^ 0x8000;
  });
  return Flow::Next;
}

/// v: 0 min, 1 max.
template <class H, int Count>
Flow execHalfMinMax(Exec &ex, const Op &op, uint32_t mask) {
  uint16_t *d = ex.lanes<uint16_t>(op.d);
  const uint16_t *a = ex.lanes<uint16_t>(op.a);
  const uint16_t *b = ex.lanes<uint16_t>(op.b);
  forLanes(mask, [&](unsigned l) {
    for (unsigned i = l * Count; i < l * Count + Count; ++i) {
      uint16_t p = flushHalf<H>(a[i], op.u), q = flushHalf<H>(b[i], op.u);
      uint16_t sign = (p ^ q) & 0x8000;
      if (op.u & kXorsign) {
        p &= 0x7fff;
        q &= 0x7fff;
      }
      float x = H::decode(p), y = H::decode(q);
      uint16_t r;
      if (x != x || y != y) {
        r = (op.u & kNaN) || (x != x && y != y) ? 0x7fff : x != x ? q : p;
      } else {
        bool less = x < y || (x == y && (p & 0x8000) && !(q & 0x8000));
        r = (op.v == 1) == less ? q : p;
      }
      if (op.u & kXorsign)
        r = static_cast<uint16_t>((r & 0x7fff) | sign);
      d[i] = r;
    }
  });
  return Flow::Next;
}

template <class F, int Inputs>
ExecFn halfFn(Type t) {
  switch (t.kind) {
  case TypeKind::F16:
    return execHalf<F16, F, Inputs, 1>;
  case TypeKind::F16x2:
    return execHalf<F16, F, Inputs, 2>;
  case TypeKind::BF16:
    return execHalf<BF16, F, Inputs, 1>;
  case TypeKind::BF16x2:
    return execHalf<BF16, F, Inputs, 2>;
  default:
    return nullptr;
  }
}

} // namespace

bool quartet::sim::decodeHalfArith(Decoder &d) {
  std::string_view name = d.opcode();
  uint8_t flags = 0;
  bool approx = d.take("approx");
  bool rn = d.take("rn");
  if (d.take("ftz"))
    flags |= kFtz;
  if (d.take("NaN"))
    flags |= kNaN;
  if (d.take("xorsign")) {
    if (!d.take("abs"))
      return d.unmodelled();
    flags |= kXorsign;
  }
  if (d.take("sat"))
    flags |= kSat;
  if (d.take("relu"))
    flags |= kRelu;
  Type t = d.takeType();
  bool isBF16 = t.kind == TypeKind::BF16 || t.kind == TypeKind::BF16x2;
  if (isBF16 && (flags & kSat))
    return d.unmodelled();
  bool two = t.bits == 32;
  ExecFn fn = nullptr;
  unsigned inputs = 2;
  uint8_t how = 0;
  if (name == "neg" || name == "abs") {
    fn = two ? execHalfSign<2> : execHalfSign<1>;
    how = name == "abs";
    inputs = 1;
    if (flags & ~kFtz)
      return d.unmodelled();
  } else if (name == "min" || name == "max") {
    how = name == "max";
    fn = isBF16 ? (two ? execHalfMinMax<BF16, 2> : execHalfMinMax<BF16, 1>)
                : (two ? execHalfMinMax<F16, 2> : execHalfMinMax<F16, 1>);
    if (flags & (kSat | kRelu))
      return d.unmodelled();
  } else if (name == "add") {
    fn = halfFn<Add, 2>(t);
  } else if (name == "sub") {
    fn = halfFn<Sub, 2>(t);
  } else if (name == "mul") {
    fn = halfFn<Mul, 2>(t);
  } else if (name == "fma" && rn) {
    fn = halfFn<Fma, 3>(t);
    inputs = 3;
  } else if (name == "ex2" && (approx || isBF16)) {
    fn = halfFn<Ex2, 1>(t);
    inputs = 1;
  } else if (name == "tanh" && approx) {
    fn = halfFn<Tanh, 1>(t);
    inputs = 1;
  }
  if (name != "fma" && (flags & kRelu))
    return d.unmodelled();
  if (!emitLanes(d, fn, t, inputs))
    return false;
  Op &op = d.kernel().code.back();
  op.u = flags;
  op.v = how;
  return true;
}
