//===- ConvertPacked.cpp - cvt of pairs of values -------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// cvt between pairs of f32, f16x2, bf16x2 and the 8-, 6- and 4-bit formats,
// and cvt.pack. From two f32 the first source goes to the upper half. The
// stochastic forms (.rs) are not modelled: the use of their random bits is
// given only in a figure.
//
//===----------------------------------------------------------------------===//

#include "../Formats.h"
#include "Families.h"
#include "Lanes.h"

using namespace quartet::sim;

namespace {

enum : uint8_t { kRelu = 1, kSatfinite = 2 };

/// One element of a packed type.
uint32_t encodeElement(double v, TypeKind kind, Round mode, uint8_t flags) {
  if ((flags & kRelu) && v < 0)
    v = 0;
  bool saturate = flags & kSatfinite;
  bool nearest = mode == Round::Nearest;
  switch (kind) {
  case TypeKind::F16x2:
    return nearest && !saturate ? floatToF16(toFloatOdd(v))
                                : encodeFormat(v, kFormatF16, mode, saturate);
  case TypeKind::BF16x2:
    return nearest && !saturate ? floatToBF16(toFloatOdd(v))
                                : encodeFormat(v, kFormatBF16, mode, saturate);
  case TypeKind::E4M3x2:
    return floatToE4M3(static_cast<float>(v));
  case TypeKind::E5M2x2:
    return encodeFormat(v, kFormatE5M2, mode, true);
  case TypeKind::E2M1x2:
    return floatToE2M1(static_cast<float>(v));
  // NaN becomes the largest positive number.
  case TypeKind::E2M3x2:
    return v != v ? kFormatE2M3.maxFinite
                  : encodeFormat(v, kFormatE2M3, mode, true);
  case TypeKind::E3M2x2:
    return v != v ? kFormatE3M2.maxFinite
                  : encodeFormat(v, kFormatE3M2, mode, true);
  case TypeKind::UE8M0x2: {
    if (v != v)
      return 0xff;
    double magnitude = std::fabs(v);
    if (magnitude <= std::ldexp(1.0, -127))
      return 0;
    if (std::isinf(magnitude))
      return 0xfe;
    int e = std::ilogb(magnitude);
    if (mode == Round::Up && magnitude > std::ldexp(1.0, e))
      ++e;
    return static_cast<uint32_t>(e + 127 > 0xfe ? 0xfe : e + 127);
  }
  default:
    return 0;
  }
}

double decodeElement(uint32_t code, TypeKind kind) {
  switch (kind) {
  case TypeKind::F16x2:
    return f16ToFloat(static_cast<uint16_t>(code));
  case TypeKind::BF16x2:
    return bf16ToFloat(static_cast<uint16_t>(code));
  case TypeKind::E4M3x2:
    return e4m3ToFloat(code);
  case TypeKind::E5M2x2:
    return decodeFormat(code, kFormatE5M2);
  case TypeKind::E2M1x2:
    return e2m1ToFloat(code);
  case TypeKind::E2M3x2:
    return decodeFormat(code, kFormatE2M3);
  case TypeKind::E3M2x2:
    return decodeFormat(code, kFormatE3M2);
  case TypeKind::UE8M0x2:
    return ue8m0ToDouble(code);
  default:
    return 0;
  }
}

/// Bits per element in the packed register.
unsigned elementBits(Type t) { return t.bits / 2; }

/// imm: to kind, from kind << 8, to bits << 16, from bits << 24 (0: two f32).
Flow execPacked(Exec &ex, const Op &op, uint32_t mask) {
  TypeKind to = static_cast<TypeKind>(op.imm & 0xff);
  TypeKind from = static_cast<TypeKind>(op.imm >> 8 & 0xff);
  unsigned toBits = op.imm >> 16 & 0xff, fromBits = op.imm >> 24 & 0xff;
  Round mode = static_cast<Round>(op.v);
  unsigned toBytes = (2 * toBits + 7) / 8, fromBytes = (2 * fromBits + 7) / 8;
  forLanes(mask, [&](unsigned l) {
    double hi, lo;
    if (fromBits == 0) {
      hi = ex.lanes<float>(op.a)[l];
      lo = ex.lanes<float>(op.b)[l];
    } else {
      uint32_t packed = 0;
      std::memcpy(&packed, ex.r + op.a + l * fromBytes, fromBytes);
      uint32_t elementMask = (1u << fromBits) - 1;
      hi = decodeElement(packed >> fromBits & elementMask, from);
      lo = decodeElement(packed & elementMask, from);
    }
    uint32_t r = encodeElement(hi, to, mode, op.u) << toBits |
                 encodeElement(lo, to, mode, op.u);
    std::memcpy(ex.r + op.d + l * toBytes, &r, toBytes);
  });
  return Flow::Next;
}

/// cvt.pack.sat: d = {c's low part, sat(a), sat(b)}; u: element bits, v bit 0
/// signed elements, bit 1 a third operand.
Flow execPack(Exec &ex, const Op &op, uint32_t mask) {
  uint32_t *d = ex.lanes<uint32_t>(op.d);
  const int32_t *a = ex.lanes<int32_t>(op.a);
  const int32_t *b = ex.lanes<int32_t>(op.b);
  const uint32_t *c = ex.lanes<uint32_t>(op.c);
  unsigned bits = op.u;
  int64_t high =
      op.v & 1 ? (int64_t(1) << (bits - 1)) - 1 : (int64_t(1) << bits) - 1;
  int64_t low = op.v & 1 ? -(int64_t(1) << (bits - 1)) : 0;
  auto clamp = [&](int32_t x) {
    int64_t v = x > high ? high : x < low ? low : x;
    return static_cast<uint32_t>(v) & ((uint64_t(1) << bits) - 1);
  };
  forLanes(mask, [&](unsigned l) {
    uint64_t r = uint64_t(clamp(a[l])) << bits | clamp(b[l]);
    if (op.v & 2)
      r |= uint64_t(c[l]) << (2 * bits);
    d[l] = static_cast<uint32_t>(r);
  });
  return Flow::Next;
}

bool decodePack(Decoder &d) {
  if (!d.take("sat"))
    return d.unmodelled();
  Type element = d.takeType(), source = d.takeType();
  Type third = d.takeType();
  bool narrow = element.bits < 16;
  if (!element.isInt() || element.kind == TypeKind::Bits || element.bits > 16 ||
      source.bits != 32 || !source.isSigned() || (third && third != kB32) ||
      (narrow && !third) || !d.expectOperands(third ? 4 : 3))
    return d.unmodelled();
  uint32_t a = d.src(d.operand(1), source), b = d.src(d.operand(2), source);
  uint32_t c = third ? d.src(d.operand(3), kB32) : a;
  Op &op = d.emit(execPack, d.dst(d.operand(0), kB32), a, b, c);
  op.u = static_cast<uint8_t>(element.bits);
  op.v = static_cast<uint8_t>((element.isSigned() ? 1 : 0) | (third ? 2 : 0));
  return true;
}

bool isPair(TypeKind k) {
  switch (k) {
  case TypeKind::F16x2:
  case TypeKind::BF16x2:
  case TypeKind::E4M3x2:
  case TypeKind::E5M2x2:
  case TypeKind::E2M1x2:
  case TypeKind::E2M3x2:
  case TypeKind::E3M2x2:
  case TypeKind::UE8M0x2:
    return true;
  default:
    return false;
  }
}

} // namespace

bool quartet::sim::decodeConvertPacked(Decoder &d) {
  if (d.take("pack"))
    return decodePack(d);
  int rounding = d.takeOneOf({"rn", "rz", "rm", "rp"});
  uint8_t flags = 0;
  if (d.take("relu"))
    flags |= kRelu;
  if (d.take("satfinite"))
    flags |= kSatfinite;
  Type to = d.takeType(), from = d.takeType();
  if (!isPair(to.kind) || rounding < 0)
    return d.unmodelled();
  bool fromF32 = from.kind == TypeKind::F32;
  if (!fromF32 && !isPair(from.kind))
    return d.unmodelled();
  bool wideTo = to.bits == 32;
  using K = TypeKind;
  if (fromF32) {
    bool scale = to.kind == K::UE8M0x2;
    if (!wideTo && !(flags & kSatfinite))
      return d.unmodelled();
    if (scale ? rounding != 1 && rounding != 3
              : rounding != 0 && !(wideTo && rounding == 1))
      return d.unmodelled();
    if (!d.expectOperands(3))
      return false;
  } else {
    // f16x2 <-> 8/6/4-bit, bf16x2 <-> ue8m0x2.
    bool down = from.kind == K::F16x2 && !wideTo && to.kind != K::UE8M0x2 &&
                (flags & kSatfinite);
    bool up = to.kind == K::F16x2 && from.bits <= 16 &&
              from.kind != K::UE8M0x2 && !(flags & kSatfinite);
    bool scaleUp = to.kind == K::BF16x2 && from.kind == K::UE8M0x2 && !flags;
    bool scaleDown = to.kind == K::UE8M0x2 && from.kind == K::BF16x2 &&
                     (rounding == 1 || rounding == 3) && (flags & kSatfinite);
    if (!((down || up || scaleUp) && rounding == 0) && !scaleDown)
      return d.unmodelled();
    if (!d.expectOperands(2))
      return false;
  }
  uint32_t a = d.src(d.operand(1), from);
  uint32_t b = fromF32 ? d.src(d.operand(2), from) : a;
  Op &op = d.emit(execPacked, d.dst(d.operand(0), to), a, b);
  op.u = flags;
  op.v = static_cast<uint8_t>(rounding);
  op.imm = static_cast<int64_t>(to.kind) |
           static_cast<int64_t>(from.kind) << 8 |
           static_cast<int64_t>(elementBits(to)) << 16 |
           static_cast<int64_t>(fromF32 ? 0 : elementBits(from)) << 24;
  return true;
}
