//===- Integer.cpp - Integer arithmetic -----------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// PTX ISA 9.7.1 and 9.7.2 (extended precision). `add`, `sub`, `mul`, `fma`,
// `min`, `max`, `neg`, `abs` and `mad` of floating-point types are passed on
// to their families.
//
//===----------------------------------------------------------------------===//

#include "Families.h"
#include "Lanes.h"

#include <limits>

using namespace quartet::sim;

namespace {

// Wrapping arithmetic is done on 64-bit unsigned values: signed overflow and
// the promotion of 16-bit values to int are undefined or signed in C++.
struct Add {
  template <class T>
  T operator()(T a, T b) const {
    return static_cast<T>(static_cast<uint64_t>(a) + static_cast<uint64_t>(b));
  }
};
struct Sub {
  template <class T>
  T operator()(T a, T b) const {
    return static_cast<T>(static_cast<uint64_t>(a) - static_cast<uint64_t>(b));
  }
};
struct MulLo {
  template <class T>
  T operator()(T a, T b) const {
    return static_cast<T>(static_cast<uint64_t>(a) * static_cast<uint64_t>(b));
  }
};
struct MadLo {
  template <class T>
  T operator()(T a, T b, T c) const {
    return Add()(MulLo()(a, b), c);
  }
};

template <class T>
using Wide2 = std::conditional_t<
    std::is_signed_v<T>,
    std::conditional_t<sizeof(T) == 8, __int128,
                       std::conditional_t<sizeof(T) == 4, int64_t, int32_t>>,
    std::conditional_t<sizeof(T) == 8, unsigned __int128,
                       std::conditional_t<sizeof(T) == 4, uint64_t, uint32_t>>>;

struct MulHi {
  template <class T>
  T operator()(T a, T b) const {
    return static_cast<T>(
        (static_cast<Wide2<T>>(a) * static_cast<Wide2<T>>(b)) >>
        (sizeof(T) * 8));
  }
};
struct MadHi {
  template <class T>
  T operator()(T a, T b, T c) const {
    return Add()(MulHi()(a, b), c);
  }
};
struct MulWide {
  template <class T>
  auto operator()(T a, T b) const {
    return static_cast<Wide2<T>>(static_cast<Wide2<T>>(a) *
                                 static_cast<Wide2<T>>(b));
  }
};
struct MadWide {
  template <class T, class W>
  W operator()(T a, T b, W c) const {
    return Add()(static_cast<W>(MulWide()(a, b)), c);
  }
};
struct Mul24Lo {
  template <class T>
  static int64_t low24(T a) {
    return std::is_signed_v<T>
               ? static_cast<int64_t>(static_cast<uint64_t>(a) << 40) >> 40
               : static_cast<int64_t>(static_cast<uint64_t>(a) & 0xffffff);
  }
  template <class T>
  T operator()(T a, T b) const {
    return static_cast<T>(low24(a) * low24(b));
  }
};
struct Mul24Hi {
  template <class T>
  T operator()(T a, T b) const {
    return static_cast<T>(Mul24Lo::low24(a) * Mul24Lo::low24(b) >> 16);
  }
};
struct Mad24Lo {
  template <class T>
  T operator()(T a, T b, T c) const {
    return Add()(Mul24Lo()(a, b), c);
  }
};

// Division by zero gives all ones, and the smallest integer divided by -1
// itself, as on the hardware; PTX leaves both unspecified.
struct Div {
  template <class T>
  T operator()(T a, T b) const {
    if (b == 0)
      return static_cast<T>(~T(0));
    if constexpr (std::is_signed_v<T>)
      if (b == -1)
        return static_cast<T>(0 - static_cast<uint64_t>(a));
    return static_cast<T>(a / b);
  }
};
struct Rem {
  template <class T>
  T operator()(T a, T b) const {
    if (b == 0)
      return a;
    if constexpr (std::is_signed_v<T>)
      if (b == -1)
        return 0;
    return static_cast<T>(a % b);
  }
};
struct Abs {
  template <class T>
  T operator()(T a) const {
    return a < 0 ? static_cast<T>(0 - static_cast<uint64_t>(a)) : a;
  }
};
struct Neg {
  template <class T>
  T operator()(T a) const {
    return static_cast<T>(0 - static_cast<uint64_t>(a));
  }
};
struct Min {
  template <class T>
  T operator()(T a, T b) const {
    return b < a ? b : a;
  }
};
struct Max {
  template <class T>
  T operator()(T a, T b) const {
    return a < b ? b : a;
  }
};
struct MinRelu {
  template <class T>
  T operator()(T a, T b) const {
    return Max()(Min()(a, b), T(0));
  }
};
struct MaxRelu {
  template <class T>
  T operator()(T a, T b) const {
    return Max()(Max()(a, b), T(0));
  }
};
struct AddSat {
  int32_t operator()(int32_t a, int32_t b) const {
    return clamp(int64_t(a) + b);
  }
  static int32_t clamp(int64_t v) {
    if (v > std::numeric_limits<int32_t>::max())
      return std::numeric_limits<int32_t>::max();
    if (v < std::numeric_limits<int32_t>::min())
      return std::numeric_limits<int32_t>::min();
    return static_cast<int32_t>(v);
  }
};
struct SubSat {
  int32_t operator()(int32_t a, int32_t b) const {
    return AddSat::clamp(int64_t(a) - b);
  }
};
struct MadHiSat {
  int32_t operator()(int32_t a, int32_t b, int32_t c) const {
    return AddSat::clamp((int64_t(a) * b >> 32) + c);
  }
};
struct Sad {
  template <class T>
  T operator()(T a, T b, T c) const {
    return Add()(c, a < b ? Sub()(b, a) : Sub()(a, b));
  }
};

/// Two 16-bit halves of a 32-bit lane.
template <class H, class F>
struct Halves {
  uint32_t operator()(uint32_t a, uint32_t b) const {
    H lo = F()(static_cast<H>(a), static_cast<H>(b));
    H hi = F()(static_cast<H>(a >> 16), static_cast<H>(b >> 16));
    return static_cast<uint16_t>(lo) |
           static_cast<uint32_t>(static_cast<uint16_t>(hi)) << 16;
  }
};

template <class F>
ExecFn pickHalves(Type t) {
  if (t.kind == TypeKind::U16x2)
    return execBinary<uint32_t, Halves<uint16_t, F>>;
  return execBinary<uint32_t, Halves<int16_t, F>>;
}

bool isFloat(Decoder &d) {
  for (const std::string &mod : d.instr().mods) {
    Type t = parseType(mod);
    if (t)
      return !t.isInt() && t.kind != TypeKind::U16x2 &&
             t.kind != TypeKind::S16x2;
  }
  return false;
}

//===----------------------------------------------------------------------===//
// Carry chains
//===----------------------------------------------------------------------===//

/// u: bit 0 use carry, bit 1 set carry, bit 2 subtract.
template <class T>
Flow execCarry(Exec &ex, const Op &op, uint32_t mask) {
  T *d = ex.lanes<T>(op.d);
  const T *a = ex.lanes<T>(op.a);
  const T *b = ex.lanes<T>(op.b);
  uint32_t &flags = ex.w->carry;
  forLanes(mask, [&](unsigned l) {
    using W = unsigned __int128;
    W in = op.u & 1 ? flags >> l & 1 : 0;
    W r = op.u & 4 ? W(a[l]) - W(b[l]) - in : W(a[l]) + W(b[l]) + in;
    d[l] = static_cast<T>(r);
    if (op.u & 2) {
      bool out = r >> (sizeof(T) * 8) & 1;
      flags = (flags & ~(1u << l)) | static_cast<uint32_t>(out) << l;
    }
  });
  return Flow::Next;
}

/// mad.lo/hi with carry: u bit 0 use, bit 1 set, bit 3 hi.
template <class T>
Flow execMadCarry(Exec &ex, const Op &op, uint32_t mask) {
  T *d = ex.lanes<T>(op.d);
  const T *a = ex.lanes<T>(op.a);
  const T *b = ex.lanes<T>(op.b);
  const T *c = ex.lanes<T>(op.c);
  uint32_t &flags = ex.w->carry;
  forLanes(mask, [&](unsigned l) {
    using W = unsigned __int128;
    // The low half of a product does not depend on signedness; for the high
    // half `T` has the signedness of the instruction.
    Unsigned<T> part = static_cast<Unsigned<T>>(op.u & 8 ? MulHi()(a[l], b[l])
                                                         : MulLo()(a[l], b[l]));
    W r = W(part) + W(static_cast<Unsigned<T>>(c[l])) +
          (op.u & 1 ? flags >> l & 1 : 0);
    d[l] = static_cast<T>(static_cast<Unsigned<T>>(r));
    if (op.u & 2) {
      bool out = r >> (sizeof(T) * 8) & 1;
      flags = (flags & ~(1u << l)) | static_cast<uint32_t>(out) << l;
    }
  });
  return Flow::Next;
}

bool decodeCarry(Decoder &d, uint8_t flags) {
  if (d.take("cc"))
    flags |= 2;
  Type t = d.takeType();
  if (!t.isInt() || (t.bits != 32 && t.bits != 64) || !d.expectOperands(3))
    return d.unmodelled();
  uint32_t a = d.src(d.operand(1), t), b = d.src(d.operand(2), t);
  uint32_t r = d.dst(d.operand(0), t);
  d.emit(t.bits == 32 ? execCarry<uint32_t> : execCarry<uint64_t>, r, a, b).u =
      flags;
  return true;
}

//===----------------------------------------------------------------------===//
// Decoding
//===----------------------------------------------------------------------===//

bool decodeAddSub(Decoder &d) {
  bool isSub = d.opcode() == "sub";
  if (isFloat(d))
    return decodeFloatArith(d);
  for (const std::string &mod : d.instr().mods)
    if (mod == "cc")
      return decodeCarry(d, isSub ? 4 : 0);
  bool sat = d.take("sat");
  Type t = d.takeType();
  if (t.kind == TypeKind::U16x2 || t.kind == TypeKind::S16x2) {
    if (sat)
      return d.unmodelled();
    return emitLanes(d, isSub ? pickHalves<Sub>(t) : pickHalves<Add>(t), t, 2);
  }
  if (sat) {
    if (!t.isSigned() || t.bits != 32)
      return d.unmodelled();
    return emitLanes(
        d, isSub ? execBinary<int32_t, SubSat> : execBinary<int32_t, AddSat>, t,
        2);
  }
  return emitLanes(d,
                   isSub ? pickInt<Arity::Binary, Sub>(t)
                         : pickInt<Arity::Binary, Add>(t),
                   t, 2);
}

bool decodeAddcSubc(Decoder &d) {
  return decodeCarry(d, d.opcode() == "subc" ? 5 : 1);
}

Type wideOf(Type t) { return {t.kind, static_cast<uint16_t>(t.bits * 2)}; }

bool decodeMul(Decoder &d) {
  if (isFloat(d))
    return decodeFloatArith(d);
  int part = d.takeOneOf({"lo", "hi", "wide"});
  Type t = d.takeType();
  if (part == 0)
    return emitLanes(d, pickInt<Arity::Binary, MulLo>(t), t, 2);
  if (part == 1)
    return emitLanes(d, pickInt<Arity::Binary, MulHi>(t), t, 2);
  if (part != 2 || !t.isInt() || (t.bits != 16 && t.bits != 32) ||
      !d.expectOperands(3))
    return d.unmodelled();
  uint32_t a = d.src(d.operand(1), t), b = d.src(d.operand(2), t);
  uint32_t r = d.dst(d.operand(0), wideOf(t));
  ExecFn fn =
      t.isSigned()
          ? (t.bits == 16 ? execMixed2<int32_t, int16_t, int16_t, MulWide>
                          : execMixed2<int64_t, int32_t, int32_t, MulWide>)
          : (t.bits == 16 ? execMixed2<uint32_t, uint16_t, uint16_t, MulWide>
                          : execMixed2<uint64_t, uint32_t, uint32_t, MulWide>);
  d.emit(fn, r, a, b);
  return true;
}

bool decodeMad(Decoder &d) {
  if (isFloat(d))
    return decodeFloatArith(d);
  bool carryIn = d.opcode() == "madc";
  int part = d.takeOneOf({"lo", "hi", "wide"});
  bool carryOut = d.take("cc");
  bool sat = d.take("sat");
  Type t = d.takeType();
  if (!t.isInt() || part < 0)
    return d.unmodelled();
  if (carryIn || carryOut) {
    if (part == 2 || sat || t.bits < 32)
      return d.unmodelled();
    ExecFn fn =
        t.bits == 32
            ? (t.isSigned() ? execMadCarry<int32_t> : execMadCarry<uint32_t>)
            : (t.isSigned() ? execMadCarry<int64_t> : execMadCarry<uint64_t>);
    if (!emitLanes(d, fn, t, 3))
      return false;
    d.kernel().code.back().u = static_cast<uint8_t>(
        (carryIn ? 1 : 0) | (carryOut ? 2 : 0) | (part == 1 ? 8 : 0));
    return true;
  }
  if (sat) {
    if (part != 1 || !t.isSigned() || t.bits != 32)
      return d.unmodelled();
    return emitLanes(d, execTernary<int32_t, MadHiSat>, t, 3);
  }
  if (part == 0)
    return emitLanes(d, pickInt<Arity::Ternary, MadLo>(t), t, 3);
  if (part == 1)
    return emitLanes(d, pickInt<Arity::Ternary, MadHi>(t), t, 3);
  if ((t.bits != 16 && t.bits != 32) || !d.expectOperands(4))
    return d.unmodelled();
  uint32_t a = d.src(d.operand(1), t), b = d.src(d.operand(2), t);
  uint32_t c = d.src(d.operand(3), wideOf(t));
  uint32_t r = d.dst(d.operand(0), wideOf(t));
  ExecFn fn;
  if (t.isSigned())
    fn = t.bits == 16 ? execMixed3<int32_t, int16_t, int16_t, int32_t, MadWide>
                      : execMixed3<int64_t, int32_t, int32_t, int64_t, MadWide>;
  else
    fn = t.bits == 16
             ? execMixed3<uint32_t, uint16_t, uint16_t, uint32_t, MadWide>
             : execMixed3<uint64_t, uint32_t, uint32_t, uint64_t, MadWide>;
  d.emit(fn, r, a, b, c);
  return true;
}

bool decodeMul24(Decoder &d) {
  int part = d.takeOneOf({"lo", "hi"});
  Type t = d.takeType();
  if (t.bits != 32 || !t.isInt() || part < 0)
    return d.unmodelled();
  if (d.opcode() == "mad24") {
    if (part != 0)
      return d.unmodelled();
    return emitLanes(d, pickInt<Arity::Ternary, Mad24Lo>(t), t, 3);
  }
  return emitLanes(d,
                   part == 0 ? pickInt<Arity::Binary, Mul24Lo>(t)
                             : pickInt<Arity::Binary, Mul24Hi>(t),
                   t, 2);
}

bool decodeDivRem(Decoder &d) {
  if (isFloat(d))
    return decodeFloatArith(d);
  Type t = d.takeType();
  return emitLanes(d,
                   d.opcode() == "div" ? pickInt<Arity::Binary, Div>(t)
                                       : pickInt<Arity::Binary, Rem>(t),
                   t, 2);
}

bool decodeAbsNeg(Decoder &d) {
  if (isFloat(d))
    return decodeFloatArith(d);
  Type t = d.takeType();
  if (!t.isSigned())
    return d.unmodelled();
  return emitLanes(d,
                   d.opcode() == "abs" ? pickInt<Arity::Unary, Abs>(t)
                                       : pickInt<Arity::Unary, Neg>(t),
                   t, 1);
}

bool decodeMinMax(Decoder &d) {
  if (isFloat(d))
    return decodeFloatArith(d);
  bool isMin = d.opcode() == "min";
  bool relu = d.take("relu");
  Type t = d.takeType();
  bool packed = t.kind == TypeKind::U16x2 || t.kind == TypeKind::S16x2;
  if (relu && t.kind != TypeKind::S16x2 && !(t.isSigned() && t.bits == 32))
    return d.unmodelled();
  ExecFn fn;
  if (packed)
    fn = relu ? (isMin ? pickHalves<MinRelu>(t) : pickHalves<MaxRelu>(t))
              : (isMin ? pickHalves<Min>(t) : pickHalves<Max>(t));
  else if (relu)
    fn = isMin ? execBinary<int32_t, MinRelu> : execBinary<int32_t, MaxRelu>;
  else
    fn =
        isMin ? pickInt<Arity::Binary, Min>(t) : pickInt<Arity::Binary, Max>(t);
  return emitLanes(d, fn, t, 2);
}

bool decodeSad(Decoder &d) {
  Type t = d.takeType();
  return emitLanes(d, pickInt<Arity::Ternary, Sad>(t), t, 3);
}

//===----------------------------------------------------------------------===//
// Dot products of bytes
//===----------------------------------------------------------------------===//

/// u: bit 0 a signed, bit 1 b signed, bit 2 second half of b (dp2a.hi).
template <bool IsDp4a>
Flow execDp(Exec &ex, const Op &op, uint32_t mask) {
  uint32_t *d = ex.lanes<uint32_t>(op.d);
  const uint32_t *a = ex.lanes<uint32_t>(op.a);
  const uint32_t *b = ex.lanes<uint32_t>(op.b);
  const uint32_t *c = ex.lanes<uint32_t>(op.c);
  forLanes(mask, [&](unsigned l) {
    auto byte = [](uint32_t v, unsigned i, bool isSigned) -> int32_t {
      uint8_t x = static_cast<uint8_t>(v >> (8 * i));
      return isSigned ? static_cast<int8_t>(x) : x;
    };
    uint32_t sum = c[l];
    if (IsDp4a) {
      for (unsigned i = 0; i < 4; ++i)
        sum += static_cast<uint32_t>(byte(a[l], i, op.u & 1) *
                                     byte(b[l], i, op.u & 2));
    } else {
      for (unsigned i = 0; i < 2; ++i) {
        uint16_t h = static_cast<uint16_t>(a[l] >> (16 * i));
        int32_t x = op.u & 1 ? static_cast<int16_t>(h) : h;
        sum += static_cast<uint32_t>(
            x * byte(b[l], i + (op.u & 4 ? 2 : 0), op.u & 2));
      }
    }
    d[l] = sum;
  });
  return Flow::Next;
}

bool decodeDp(Decoder &d) {
  bool is4 = d.opcode() == "dp4a";
  uint8_t flags = 0;
  if (!is4) {
    int half = d.takeOneOf({"lo", "hi"});
    if (half < 0)
      return d.unmodelled();
    flags = half == 1 ? 4 : 0;
  }
  Type a = d.takeType(), b = d.takeType();
  if (a.bits != 32 || b.bits != 32 || !a.isInt() || !b.isInt())
    return d.unmodelled();
  flags |= (a.isSigned() ? 1 : 0) | (b.isSigned() ? 2 : 0);
  if (!emitLanes(d, is4 ? execDp<true> : execDp<false>, kB32, 3))
    return false;
  d.kernel().code.back().u = flags;
  return true;
}

} // namespace

void quartet::sim::registerInteger(OpTable &t) {
  t["add"] = t["sub"] = decodeAddSub;
  t["addc"] = t["subc"] = decodeAddcSubc;
  t["mul"] = decodeMul;
  t["mad"] = t["madc"] = decodeMad;
  t["mul24"] = t["mad24"] = decodeMul24;
  t["div"] = t["rem"] = decodeDivRem;
  t["abs"] = t["neg"] = decodeAbsNeg;
  t["min"] = t["max"] = decodeMinMax;
  t["sad"] = decodeSad;
  t["dp4a"] = t["dp2a"] = decodeDp;
}
