//===- Float.cpp - f32 and f64 arithmetic ---------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// PTX ISA 9.7.3. Operations with a rounding mode are exact to the last bit.
// The `.approx` functions are computed with the C library and rounded to
// nearest; the hardware may differ in the last bits.
//
//===----------------------------------------------------------------------===//

#include "../Formats.h"
#include "Families.h"
#include "Lanes.h"

#include <cfenv>
#include <cmath>

// The directed modes below are set at run time.
#pragma STDC FENV_ACCESS ON

using namespace quartet::sim;

namespace {

enum : uint8_t { kFtz = 1, kSat = 2 };

template <class T>
T canonicalNaN() {
  if constexpr (sizeof(T) == 4)
    return asFloat(0x7fffffffu);
  else
    return asDouble(0x7fffffffffffffffull);
}

inline float flush(float v) {
  return std::fabs(v) < std::numeric_limits<float>::min()
             ? std::copysign(0.0f, v)
             : v;
}
inline double flush(double v) { return v; }

template <class T>
T finish(T v, uint8_t flags) {
  if (v != v)
    return flags & kSat ? T(0) : canonicalNaN<T>();
  if (flags & kFtz)
    v = flush(v);
  if (flags & kSat)
    v = v > 0 ? (v < 1 ? v : T(1)) : T(0);
  return v;
}

struct Add {
  template <class T>
  T operator()(T a, T b) const {
    return a + b;
  }
};
struct Sub {
  template <class T>
  T operator()(T a, T b) const {
    return a - b;
  }
};
struct Mul {
  template <class T>
  T operator()(T a, T b) const {
    return a * b;
  }
};
struct Div {
  template <class T>
  T operator()(T a, T b) const {
    return a / b;
  }
};
struct Fma {
  float operator()(float a, float b, float c) const {
    return __builtin_fmaf(a, b, c);
  }
  double operator()(double a, double b, double c) const {
    return __builtin_fma(a, b, c);
  }
};
struct Sqrt {
  template <class T>
  T operator()(T a) const {
    return std::sqrt(a);
  }
};
struct Rcp {
  template <class T>
  T operator()(T a) const {
    return T(1) / a;
  }
};
struct Rsqrt {
  template <class T>
  T operator()(T a) const {
    return static_cast<T>(1.0L / std::sqrt(static_cast<long double>(a)));
  }
};
struct Ex2 {
  float operator()(float a) const {
    return static_cast<float>(std::exp2(static_cast<double>(a)));
  }
};
struct Lg2 {
  float operator()(float a) const {
    return static_cast<float>(std::log2(static_cast<double>(a)));
  }
};
struct Sin {
  float operator()(float a) const {
    return static_cast<float>(std::sin(static_cast<double>(a)));
  }
};
struct Cos {
  float operator()(float a) const {
    return static_cast<float>(std::cos(static_cast<double>(a)));
  }
};
struct Tanh {
  float operator()(float a) const {
    return static_cast<float>(std::tanh(static_cast<double>(a)));
  }
};

int fenvOf(uint8_t mode) {
  switch (static_cast<Round>(mode)) {
  case Round::Zero:
    return FE_TOWARDZERO;
  case Round::Down:
    return FE_DOWNWARD;
  case Round::Up:
    return FE_UPWARD;
  default:
    return FE_TONEAREST;
  }
}

/// u: kFtz, kSat; v: rounding mode.
template <class T, class F, int Inputs>
Flow execArith(Exec &ex, const Op &op, uint32_t mask) {
  T *d = ex.lanes<T>(op.d);
  const T *a = ex.lanes<T>(op.a);
  const T *b = ex.lanes<T>(op.b);
  const T *c = ex.lanes<T>(op.c);
  auto value = [&](unsigned l) {
    T x = a[l], y = Inputs > 1 ? b[l] : T(), z = Inputs > 2 ? c[l] : T();
    if (op.u & kFtz) {
      x = flush(x);
      y = flush(y);
      z = flush(z);
    }
    if constexpr (Inputs == 1)
      return F()(x);
    else if constexpr (Inputs == 2)
      return F()(x, y);
    else
      return F()(x, y, z);
  };
  if (op.v == 0) {
    forLanes(mask, [&](unsigned l) { d[l] = finish(value(l), op.u); });
    return Flow::Next;
  }
  std::fesetround(fenvOf(op.v));
  T raw[32];
  forLanes(mask, [&](unsigned l) { raw[l] = value(l); });
  std::fesetround(FE_TONEAREST);
  forLanes(mask, [&](unsigned l) { d[l] = finish(raw[l], op.u); });
  return Flow::Next;
}

/// Two f32 in a 64-bit lane.
template <class F, int Inputs>
Flow execPair(Exec &ex, const Op &op, uint32_t mask) {
  float *d = ex.lanes<float>(op.d);
  const float *a = ex.lanes<float>(op.a);
  const float *b = ex.lanes<float>(op.b);
  const float *c = ex.lanes<float>(op.c);
  std::fesetround(fenvOf(op.v));
  float raw[64];
  forLanes(mask, [&](unsigned l) {
    for (unsigned i = 2 * l; i < 2 * l + 2; ++i) {
      float x = op.u & kFtz ? flush(a[i]) : a[i];
      float y = op.u & kFtz ? flush(b[i]) : b[i];
      if constexpr (Inputs == 2) {
        raw[i] = F()(x, y);
      } else {
        float z = op.u & kFtz ? flush(c[i]) : c[i];
        raw[i] = F()(x, y, z);
      }
    }
  });
  std::fesetround(FE_TONEAREST);
  forLanes(mask, [&](unsigned l) {
    for (unsigned i = 2 * l; i < 2 * l + 2; ++i)
      d[i] = finish(raw[i], op.u);
  });
  return Flow::Next;
}

/// min and max. u: kFtz; v bit 0 max, bit 1 NaN, bit 2 xorsign, bit 3 abs,
/// bit 4 a third operand.
template <class T>
Flow execMinMax(Exec &ex, const Op &op, uint32_t mask) {
  T *d = ex.lanes<T>(op.d);
  const T *a = ex.lanes<T>(op.a);
  const T *b = ex.lanes<T>(op.b);
  const T *c = ex.lanes<T>(op.c);
  auto pick = [&](T x, T y) -> T {
    if (x != x || y != y) {
      if ((op.v & 2) || (x != x && y != y))
        return canonicalNaN<T>();
      return x != x ? y : x;
    }
    // +0 is larger than -0.
    bool less = x < y || (x == y && std::signbit(x) && !std::signbit(y));
    return (op.v & 1) == less ? y : x;
  };
  forLanes(mask, [&](unsigned l) {
    T x = a[l], y = b[l];
    bool sign = std::signbit(x) != std::signbit(y);
    if (op.u & kFtz) {
      x = flush(x);
      y = flush(y);
    }
    if (op.v & 12) {
      x = std::fabs(x);
      y = std::fabs(y);
    }
    T r = pick(x, y);
    if (op.v & 16) {
      T z = op.u & kFtz ? flush(c[l]) : c[l];
      r = pick(r, op.v & 8 ? std::fabs(z) : z);
    }
    if (op.v & 4)
      r = std::copysign(r, sign ? T(-1) : T(1));
    d[l] = r;
  });
  return Flow::Next;
}

/// v: 0 neg, 1 abs.
template <class T>
Flow execSign(Exec &ex, const Op &op, uint32_t mask) {
  T *d = ex.lanes<T>(op.d);
  const T *a = ex.lanes<T>(op.a);
  forLanes(mask, [&](unsigned l) {
    T x = op.u & kFtz ? flush(a[l]) : a[l];
    d[l] = op.v ? std::fabs(x) : -x;
  });
  return Flow::Next;
}

struct CopySign {
  template <class T>
  T operator()(T a, T b) const {
    return std::copysign(b, a);
  }
};

bool finishArith(Decoder &d, ExecFn fn, Type t, unsigned inputs, uint8_t flags,
                 uint8_t mode) {
  if (!emitLanes(d, fn, t, inputs))
    return false;
  Op &op = d.kernel().code.back();
  op.u = flags;
  op.v = mode;
  return true;
}

int takeRounding(Decoder &d) { return d.takeOneOf({"rn", "rz", "rm", "rp"}); }

template <class F, int Inputs>
ExecFn arithFn(Type t) {
  if (t.kind == TypeKind::F32)
    return execArith<float, F, Inputs>;
  if (t.kind == TypeKind::F64)
    return execArith<double, F, Inputs>;
  return nullptr;
}

bool isHalf(Decoder &d) {
  for (const std::string &mod : d.instr().mods) {
    Type t = parseType(mod);
    if (t)
      return t.kind == TypeKind::F16 || t.kind == TypeKind::F16x2 ||
             t.kind == TypeKind::BF16 || t.kind == TypeKind::BF16x2;
  }
  return false;
}

template <float (*Decode)(uint16_t)>
Flow execWiden(Exec &ex, const Op &op, uint32_t mask) {
  const uint16_t *a = ex.lanes<uint16_t>(op.a);
  float *d = ex.lanes<float>(op.d);
  forLanes(mask, [&](unsigned l) { d[l] = Decode(a[l]); });
  return Flow::Next;
}

/// Mixed precision, f32 with f16 or bf16 (PTX ISA 9.7.5): the first operand of
/// add and sub, the factors of fma, are of type `narrow`. Widening is exact, so
/// there is one rounding, that of the f32 operation.
bool decodeMixed(Decoder &d, Type narrow, uint8_t flags, uint8_t round) {
  std::string_view name = d.opcode();
  bool isBF16 = narrow.kind == TypeKind::BF16;
  if ((!isBF16 && narrow.kind != TypeKind::F16) || (flags & kFtz))
    return d.unmodelled();
  ExecFn fn = name == "add"   ? execArith<float, Add, 2>
              : name == "sub" ? execArith<float, Sub, 2>
              : name == "fma" ? execArith<float, Fma, 3>
                              : nullptr;
  unsigned inputs = name == "fma" ? 3 : 2;
  if (!fn)
    return d.unmodelled();
  if (!d.expectOperands(inputs + 1))
    return false;
  Type f32 = parseType("f32");
  uint32_t in[3] = {0, 0, 0};
  for (unsigned i = 0; i + 1 < inputs; ++i) {
    uint32_t from = d.src(d.operand(i + 1), narrow);
    in[i] = d.tempSlot(32);
    d.emit(isBF16 ? execWiden<bf16ToFloat> : execWiden<f16ToFloat>, in[i],
           from);
  }
  in[inputs - 1] = d.src(d.operand(inputs), f32);
  Op &op = d.emit(fn, d.dst(d.operand(0), f32), in[0], in[1], in[2]);
  op.u = flags;
  op.v = round;
  return !d.failed();
}

bool decodeUnary(Decoder &d) {
  if (isHalf(d))
    return decodeHalfArith(d);
  std::string_view name = d.opcode();
  bool approx = d.take("approx");
  int mode = takeRounding(d);
  uint8_t flags = d.take("ftz") ? kFtz : 0;
  Type t = d.takeType();
  if (approx == (mode >= 0))
    return d.unmodelled();
  bool isF64 = t.kind == TypeKind::F64;
  if (!isF64 && t.kind != TypeKind::F32)
    return d.unmodelled();
  ExecFn fn = nullptr;
  if (name == "sqrt")
    fn = arithFn<Sqrt, 1>(t);
  else if (name == "rcp")
    fn = arithFn<Rcp, 1>(t);
  else if (name == "rsqrt" && approx)
    fn = arithFn<Rsqrt, 1>(t);
  else if (approx && !isF64)
    fn = name == "ex2"   ? execArith<float, Ex2, 1>
         : name == "lg2" ? execArith<float, Lg2, 1>
         : name == "sin" ? execArith<float, Sin, 1>
         : name == "cos" ? execArith<float, Cos, 1>
                         : execArith<float, Tanh, 1>;
  if (!fn || (isF64 && approx && name != "rcp" && name != "rsqrt"))
    return d.unmodelled();
  return finishArith(d, fn, t, 1, isF64 ? 0 : flags,
                     static_cast<uint8_t>(mode < 0 ? 0 : mode));
}

bool decodeFma(Decoder &d) {
  return isHalf(d) ? decodeHalfArith(d) : decodeFloatArith(d);
}

bool decodeCopysign(Decoder &d) {
  Type t = d.takeType();
  if (t.kind == TypeKind::F32)
    return emitLanes(d, execBinary<float, CopySign>, t, 2);
  if (t.kind == TypeKind::F64)
    return emitLanes(d, execBinary<double, CopySign>, t, 2);
  return d.unmodelled();
}

template <class T>
Flow execTestp(Exec &ex, const Op &op, uint32_t mask) {
  const T *a = ex.lanes<T>(op.a);
  uint32_t result = 0;
  forLanes(mask, [&](unsigned l) {
    int c = std::fpclassify(a[l]);
    bool r = op.u == 0   ? c != FP_INFINITE && c != FP_NAN
             : op.u == 1 ? c == FP_INFINITE
             : op.u == 2 ? c != FP_NAN
             : op.u == 3 ? c == FP_NAN
             : op.u == 4 ? c == FP_NORMAL
                         : c == FP_SUBNORMAL;
    result |= static_cast<uint32_t>(r) << l;
  });
  ex.setPred(op.d, mask, result);
  return Flow::Next;
}

bool decodeTestp(Decoder &d) {
  int which = d.takeOneOf(
      {"finite", "infinite", "number", "notanumber", "normal", "subnormal"});
  Type t = d.takeType();
  if (which < 0 || !d.expectOperands(2) ||
      (t.kind != TypeKind::F32 && t.kind != TypeKind::F64))
    return d.unmodelled();
  uint32_t a = d.src(d.operand(1), t);
  d.emit(t.bits == 32 ? execTestp<float> : execTestp<double>,
         d.dstPred(d.operand(0)), a)
      .u = static_cast<uint8_t>(which);
  return !d.failed();
}

} // namespace

bool quartet::sim::decodeFloatArith(Decoder &d) {
  if (isHalf(d))
    return decodeHalfArith(d);
  std::string_view name = d.opcode();
  if (name == "neg" || name == "abs") {
    uint8_t flags = d.take("ftz") ? kFtz : 0;
    Type t = d.takeType();
    ExecFn fn = t.kind == TypeKind::F32   ? execSign<float>
                : t.kind == TypeKind::F64 ? execSign<double>
                                          : nullptr;
    return finishArith(d, fn, t, 1, flags, name == "abs");
  }
  if (name == "min" || name == "max") {
    uint8_t flags = d.take("ftz") ? kFtz : 0;
    uint8_t how = name == "max" ? 1 : 0;
    if (d.take("NaN"))
      how |= 2;
    if (d.take("xorsign"))
      how |= 4;
    if (d.take("abs"))
      how |= 8;
    Type t = d.takeType();
    unsigned inputs = d.numOperands() == 4 ? 3 : 2;
    if (inputs == 3)
      how |= 16;
    ExecFn fn = t.kind == TypeKind::F32   ? execMinMax<float>
                : t.kind == TypeKind::F64 ? execMinMax<double>
                                          : nullptr;
    if ((t.kind == TypeKind::F64 && how > 1) || ((how & 4) && inputs == 3) ||
        ((how & 12) == 4))
      return d.unmodelled();
    return finishArith(d, fn, t, inputs, flags, how);
  }
  bool approx = d.take("approx") || d.take("full");
  int mode = takeRounding(d);
  uint8_t flags = 0;
  if (d.take("ftz"))
    flags |= kFtz;
  if (d.take("sat"))
    flags |= kSat;
  Type t = d.takeType();
  uint8_t round = static_cast<uint8_t>(mode < 0 ? 0 : mode);
  if (name == "div") {
    if (approx == (mode >= 0) || (flags & kSat))
      return d.unmodelled();
    return finishArith(d, arithFn<Div, 2>(t), t, 2, flags, round);
  }
  if (approx)
    return d.unmodelled();
  if (t.kind == TypeKind::F32)
    if (Type narrow = d.takeType())
      return decodeMixed(d, narrow, flags, round);
  bool pair = t.kind == TypeKind::F32x2;
  if (pair && (flags & kSat))
    return d.unmodelled();
  if (name == "add")
    return finishArith(d, pair ? execPair<Add, 2> : arithFn<Add, 2>(t), t, 2,
                       flags, round);
  if (name == "sub")
    return finishArith(d, pair ? execPair<Sub, 2> : arithFn<Sub, 2>(t), t, 2,
                       flags, round);
  if (name == "mul")
    return finishArith(d, pair ? execPair<Mul, 2> : arithFn<Mul, 2>(t), t, 2,
                       flags, round);
  if (mode < 0)
    return d.unmodelled();
  return finishArith(d, pair ? execPair<Fma, 3> : arithFn<Fma, 3>(t), t, 3,
                     flags, round);
}

void quartet::sim::registerFloat(OpTable &t) {
  t["fma"] = decodeFma;
  t["sqrt"] = t["rcp"] = t["rsqrt"] = decodeUnary;
  t["ex2"] = t["lg2"] = t["sin"] = t["cos"] = t["tanh"] = decodeUnary;
  t["copysign"] = decodeCopysign;
  t["testp"] = decodeTestp;
}
