//===- Convert.cpp - cvt of single values ---------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// PTX ISA 9.7.9.21: conversions between integers and floating-point scalars,
// in every rounding mode. Packed forms are in ConvertPacked.cpp.
//
//===----------------------------------------------------------------------===//

#include "../Formats.h"
#include "Families.h"
#include "Lanes.h"

#include <cfenv>

#pragma STDC FENV_ACCESS ON

using namespace quartet::sim;

namespace {

enum : uint8_t { kFtz = 1, kSat = 2, kRelu = 4, kSatfinite = 8, kToInt = 16 };

/// Parameters of a conversion, packed into the operand fields of Op: imm holds
/// both types, u the flags, v the rounding mode.
struct Spec {
  TypeKind to, from;
  uint16_t toBits, fromBits;
};

int64_t packSpec(Type to, Type from) {
  return static_cast<int64_t>(to.kind) | static_cast<int64_t>(from.kind) << 8 |
         static_cast<int64_t>(to.bits) << 16 |
         static_cast<int64_t>(from.bits) << 32;
}

Spec unpackSpec(int64_t v) {
  return {static_cast<TypeKind>(v & 0xff), static_cast<TypeKind>(v >> 8 & 0xff),
          static_cast<uint16_t>(v >> 16 & 0xffff),
          static_cast<uint16_t>(v >> 32 & 0xffff)};
}

bool isFloatKind(TypeKind k) {
  return k == TypeKind::F16 || k == TypeKind::BF16 || k == TypeKind::F32 ||
         k == TypeKind::F64 || k == TypeKind::TF32;
}

double readFloat(const uint8_t *p, TypeKind kind) {
  switch (kind) {
  case TypeKind::F16: {
    uint16_t h;
    std::memcpy(&h, p, 2);
    return f16ToFloat(h);
  }
  case TypeKind::BF16: {
    uint16_t h;
    std::memcpy(&h, p, 2);
    return bf16ToFloat(h);
  }
  case TypeKind::F32: {
    float f;
    std::memcpy(&f, p, 4);
    return f;
  }
  default: {
    double d;
    std::memcpy(&d, p, 8);
    return d;
  }
  }
}

/// Writes `v`, which may be rounded to odd in double, as `kind`.
void writeFloat(uint8_t *p, double v, TypeKind kind, Round mode,
                uint8_t flags) {
  if (flags & kSat)
    v = v > 0 ? (v < 1 ? v : 1.0) : 0.0;
  if ((flags & kRelu) && v < 0)
    v = 0;
  bool saturate = flags & kSatfinite;
  switch (kind) {
  case TypeKind::F16: {
    uint16_t h = mode == Round::Nearest && !saturate
                     ? floatToF16(toFloatOdd(v))
                     : static_cast<uint16_t>(
                           encodeFormat(v, kFormatF16, mode, saturate));
    std::memcpy(p, &h, 2);
    return;
  }
  case TypeKind::BF16: {
    uint16_t h = mode == Round::Nearest && !saturate
                     ? floatToBF16(toFloatOdd(v))
                     : static_cast<uint16_t>(
                           encodeFormat(v, kFormatBF16, mode, saturate));
    std::memcpy(p, &h, 2);
    return;
  }
  case TypeKind::TF32: {
    constexpr Format tf32{8, 10, 127, 0x3fbff, true, 0x3ffff};
    uint32_t code = encodeFormat(v, tf32, mode, saturate) << 13;
    if (v != v)
      code = 0x7fffffff;
    std::memcpy(p, &code, 4);
    return;
  }
  case TypeKind::F32: {
    uint32_t code;
    if (mode == Round::Nearest) {
      code = v != v ? 0x7fffffff : asBits(static_cast<float>(v));
    } else {
      code = encodeFormat(v, kFormatF32, mode, false);
    }
    if ((flags & kFtz) && (code & 0x7f800000) == 0)
      code &= 0x80000000;
    std::memcpy(p, &code, 4);
    return;
  }
  default:
    if (v != v) {
      uint64_t nan = 0x7fffffffffffffffull;
      std::memcpy(p, &nan, 8);
    } else {
      std::memcpy(p, &v, 8);
    }
  }
}

Flow execFloatToFloat(Exec &ex, const Op &op, uint32_t mask) {
  Spec s = unpackSpec(op.imm);
  uint8_t *d = ex.r + op.d;
  const uint8_t *a = ex.r + op.a;
  Round mode = static_cast<Round>(op.v);
  unsigned toBytes = s.toBits / 8, fromBytes = s.fromBits / 8;
  forLanes(mask, [&](unsigned l) {
    double v = readFloat(a + l * fromBytes, s.from);
    if ((op.u & kFtz) && s.from == TypeKind::F32 &&
        std::fabs(v) < std::numeric_limits<float>::min())
      v = std::copysign(0.0, v);
    if (op.u & kToInt)
      v = std::isfinite(v) ? std::copysign(roundInteger(v, mode), v) : v;
    writeFloat(d + l * toBytes, v, s.to, op.u & kToInt ? Round::Nearest : mode,
               op.u);
  });
  return Flow::Next;
}

/// The exact integer in `p`, as sign and magnitude.
void readInt(const uint8_t *p, TypeKind kind, unsigned bytes, bool &negative,
             uint64_t &magnitude) {
  uint64_t raw = 0;
  std::memcpy(&raw, p, bytes);
  unsigned shift = 64 - 8 * bytes;
  negative = false;
  if (kind == TypeKind::Signed) {
    int64_t v = static_cast<int64_t>(raw << shift) >> shift;
    negative = v < 0;
    magnitude =
        negative ? 0 - static_cast<uint64_t>(v) : static_cast<uint64_t>(v);
  } else {
    magnitude = raw;
  }
}

Flow execIntToFloat(Exec &ex, const Op &op, uint32_t mask) {
  Spec s = unpackSpec(op.imm);
  uint8_t *d = ex.r + op.d;
  const uint8_t *a = ex.r + op.a;
  Round mode = static_cast<Round>(op.v);
  unsigned toBytes = s.toBits / 8, fromBytes = s.fromBits / 8;
  forLanes(mask, [&](unsigned l) {
    bool negative;
    uint64_t magnitude;
    readInt(a + l * fromBytes, s.from, fromBytes, negative, magnitude);
    // High and low halves are exact in double; their sum, rounded to odd,
    // leaves the decision to the last rounding. f64 itself needs it exact.
    double hi = static_cast<double>(magnitude >> 32) * 4294967296.0;
    double lo = static_cast<double>(magnitude & 0xffffffffu);
    double sign = negative ? -1.0 : 1.0;
    if (s.to == TypeKind::F64) {
      static const int fenv[] = {FE_TONEAREST, FE_TOWARDZERO, FE_DOWNWARD,
                                 FE_UPWARD};
      std::fesetround(fenv[op.v & 3]);
      double v = sign * hi + sign * lo;
      std::fesetround(FE_TONEAREST);
      if (op.u & kSat)
        v = v > 0 ? (v < 1 ? v : 1.0) : 0.0;
      std::memcpy(d + l * 8, &v, 8);
      return;
    }
    double v = addOdd(sign * hi, sign * lo);
    if (s.to == TypeKind::F32 && mode == Round::Nearest) {
      float f = negative ? -static_cast<float>(magnitude)
                         : static_cast<float>(magnitude);
      if (op.u & kSat)
        f = f > 0 ? (f < 1 ? f : 1.0f) : 0.0f;
      std::memcpy(d + l * 4, &f, 4);
      return;
    }
    writeFloat(d + l * toBytes, v, s.to, mode, op.u);
  });
  return Flow::Next;
}

Flow execFloatToInt(Exec &ex, const Op &op, uint32_t mask) {
  Spec s = unpackSpec(op.imm);
  uint8_t *d = ex.r + op.d;
  const uint8_t *a = ex.r + op.a;
  Round mode = static_cast<Round>(op.v);
  unsigned toBytes = s.toBits / 8, fromBytes = s.fromBits / 8;
  bool isSigned = s.to == TypeKind::Signed;
  forLanes(mask, [&](unsigned l) {
    double v = readFloat(a + l * fromBytes, s.from);
    if ((op.u & kFtz) && s.from == TypeKind::F32 &&
        std::fabs(v) < std::numeric_limits<float>::min())
      v = 0;
    uint64_t r;
    double limit = std::ldexp(1.0, s.toBits - (isSigned ? 1 : 0));
    if (v != v) {
      r = s.toBits == 64 ? uint64_t(1) << 63 : 0;
    } else {
      v = roundInteger(v, mode);
      // Out-of-range values are clamped.
      if (v >= limit)
        r = isSigned ? (uint64_t(1) << (s.toBits - 1)) - 1 : ~uint64_t(0);
      else if (isSigned)
        r = v < -limit ? static_cast<uint64_t>(int64_t(-1) << (s.toBits - 1))
                       : static_cast<uint64_t>(static_cast<int64_t>(v));
      else
        r = v <= 0 ? 0 : static_cast<uint64_t>(v);
    }
    std::memcpy(d + l * toBytes, &r, toBytes);
  });
  return Flow::Next;
}

Flow execIntToIntSat(Exec &ex, const Op &op, uint32_t mask) {
  Spec s = unpackSpec(op.imm);
  uint8_t *d = ex.r + op.d;
  const uint8_t *a = ex.r + op.a;
  unsigned toBytes = s.toBits / 8, fromBytes = s.fromBits / 8;
  forLanes(mask, [&](unsigned l) {
    bool negative;
    uint64_t magnitude;
    readInt(a + l * fromBytes, s.from, fromBytes, negative, magnitude);
    uint64_t r;
    if (s.to == TypeKind::Signed) {
      uint64_t top = uint64_t(1) << (s.toBits - 1);
      if (negative)
        r = 0 - (magnitude > top ? top : magnitude);
      else
        r = magnitude > top - 1 ? top - 1 : magnitude;
    } else {
      uint64_t top = ~uint64_t(0) >> (64 - s.toBits);
      r = negative ? 0 : magnitude > top ? top : magnitude;
    }
    std::memcpy(d + l * toBytes, &r, toBytes);
  });
  return Flow::Next;
}

template <class To, class From>
Flow execIntToInt(Exec &ex, const Op &op, uint32_t mask) {
  To *d = ex.lanes<To>(op.d);
  const From *a = ex.lanes<From>(op.a);
  forLanes(mask, [&](unsigned l) { d[l] = static_cast<To>(a[l]); });
  return Flow::Next;
}

template <class To>
ExecFn intFrom(Type t) {
  bool s = t.isSigned();
  switch (t.bits) {
  case 8:
    return s ? execIntToInt<To, int8_t> : execIntToInt<To, uint8_t>;
  case 16:
    return s ? execIntToInt<To, int16_t> : execIntToInt<To, uint16_t>;
  case 32:
    return s ? execIntToInt<To, int32_t> : execIntToInt<To, uint32_t>;
  case 64:
    return s ? execIntToInt<To, int64_t> : execIntToInt<To, uint64_t>;
  }
  return nullptr;
}

ExecFn intToInt(Type to, Type from) {
  switch (to.bits) {
  case 8:
    return intFrom<uint8_t>(from);
  case 16:
    return intFrom<uint16_t>(from);
  case 32:
    return intFrom<uint32_t>(from);
  case 64:
    return intFrom<uint64_t>(from);
  }
  return nullptr;
}

bool decodeCvt(Decoder &d) {
  for (const std::string &mod : d.instr().mods) {
    if (mod == "pack" || mod == "rs" ||
        (mod.size() > 2 && (mod.compare(mod.size() - 2, 2, "x2") == 0 ||
                            mod.compare(mod.size() - 2, 2, "x4") == 0)))
      return decodeConvertPacked(d);
  }
  int integral = d.takeOneOf({"rni", "rzi", "rmi", "rpi"});
  int rounding = d.takeOneOf({"rn", "rz", "rm", "rp", "rna"});
  uint8_t flags = 0;
  if (d.take("ftz"))
    flags |= kFtz;
  if (d.take("sat"))
    flags |= kSat;
  if (d.take("relu"))
    flags |= kRelu;
  if (d.take("satfinite"))
    flags |= kSatfinite;
  Type to = d.takeType(), from = d.takeType();
  if (!to || !from || !d.expectOperands(2))
    return d.unmodelled();
  bool toFloat = isFloatKind(to.kind), fromFloat = isFloatKind(from.kind);
  bool toInt = to.isInt() && to.kind != TypeKind::Bits;
  bool fromInt = from.isInt() && from.kind != TypeKind::Bits;
  if ((!toFloat && !toInt) || (!fromFloat && !fromInt) ||
      from.kind == TypeKind::TF32 ||
      (to.kind == TypeKind::TF32 && from.kind != TypeKind::F32))
    return d.unmodelled();
  ExecFn fn;
  uint8_t mode = 0;
  if (fromInt && toInt) {
    if (integral >= 0 || rounding >= 0 || (flags & ~kSat))
      return d.unmodelled();
    fn = flags & kSat ? execIntToIntSat : intToInt(to, from);
  } else if (fromInt) {
    if (rounding < 0 || rounding == 4 || (flags & ~(kSat | kFtz)))
      return d.unmodelled();
    fn = execIntToFloat;
    mode = static_cast<uint8_t>(rounding);
  } else if (toInt) {
    // The modes of integer conversion may be spelled either way.
    int m = integral >= 0 ? integral : rounding;
    if (m < 0 || m == 4 || (flags & ~(kSat | kFtz)))
      return d.unmodelled();
    fn = execFloatToInt;
    mode = static_cast<uint8_t>(m);
  } else {
    fn = execFloatToFloat;
    if (integral >= 0) {
      flags |= kToInt;
      mode = static_cast<uint8_t>(integral);
    } else if (rounding >= 0) {
      mode = static_cast<uint8_t>(rounding);
    } else if (to.bits < from.bits || to.kind == TypeKind::TF32) {
      return d.fail("'" + d.instr().text() + "' expects a rounding mode");
    }
  }
  if (!fn)
    return d.unmodelled();
  uint32_t a = d.src(d.operand(1), from);
  Op &op = d.emit(fn, d.dst(d.operand(0), to), a);
  op.u = flags;
  op.v = mode;
  op.imm = packSpec(to, from);
  return true;
}

} // namespace

void quartet::sim::registerConvert(OpTable &t) { t["cvt"] = decodeCvt; }
