//===- Mma.cpp - mma.sync -------------------------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// PTX ISA 9.7.14: m16n8 dense MMA of f16, bf16, tf32, 8-bit floats and
// integers, and the block-scaled kinds of sm_120. A row of A (column of B) is
// a sequence of 32-bit words; register i of thread t holds row t/4 + 8*(i%2),
// word t%4 + 4*(i/2) of A and column t/4, word t%4 + 4*i of B.
//
// Sums are formed in double and rounded once to the accumulator's type; the
// hardware's order is not specified.
//
//===----------------------------------------------------------------------===//

#include "../Formats.h"
#include "Lanes.h"

using namespace quartet::sim;

namespace {

double decodeElement(uint32_t word, unsigned i, Type t) {
  uint32_t bits = word >> (i * t.bits);
  switch (t.kind) {
  case TypeKind::F16:
    return f16ToFloat(static_cast<uint16_t>(bits));
  case TypeKind::BF16:
    return bf16ToFloat(static_cast<uint16_t>(bits));
  case TypeKind::TF32:
    return asFloat(word & 0xffffe000u);
  case TypeKind::E4M3:
    return e4m3ToFloat(bits);
  case TypeKind::E5M2:
    return decodeFormat(bits & 0xff, kFormatE5M2);
  case TypeKind::E2M1:
    return e2m1ToFloat(bits);
  case TypeKind::Signed:
    return static_cast<int8_t>(bits);
  default:
    return static_cast<uint8_t>(bits);
  }
}

double decodeScale(uint32_t code, Type t) {
  return t.kind == TypeKind::UE8M0 ? ue8m0ToDouble(code) : e4m3ToFloat(code);
}

/// Operand list: A registers, B registers, C registers, D registers, then for
/// block scaling sfa, byteA, threadA, sfb, byteB, threadB.
/// imm: type kinds of A, B, D, C, scale in bytes 0..4; u: words per row; v:
/// bit 0 satfinite, bits 1..3 scales per row.
Flow execMma(Exec &ex, const Op &op, uint32_t mask) {
  Machine &m = *ex.m;
  const uint32_t *slots = m.kernel.lists.data() + op.list;
  auto type = [&](unsigned i) {
    TypeKind k = static_cast<TypeKind>(op.imm >> (8 * i) & 0xff);
    unsigned bits = k == TypeKind::F16 || k == TypeKind::BF16   ? 16
                    : k == TypeKind::TF32 || k == TypeKind::F32 ? 32
                    : k == TypeKind::E2M1                       ? 4
                                                                : 8;
    return Type{k, static_cast<uint16_t>(bits)};
  };
  Type ta = type(0), tb = type(1), td = type(2), tc = type(3), ts = type(4);
  unsigned words = op.u, perWord = 32 / ta.bits, k = words * perWord;
  unsigned numA = words / 2, numB = words / 4;
  bool isInt = td.kind == TypeKind::Signed;
  unsigned numC = tc.kind == TypeKind::F16 ? 2 : 4;
  unsigned numD = td.kind == TypeKind::F16 ? 2 : 4;
  const uint32_t *sa = slots, *sb = sa + numA, *sc = sb + numB, *sd = sc + numC,
                 *scale = sd + numD;
  double a[16][128], b[8][128];
  for (unsigned t = 0; t < 32; ++t) {
    for (unsigned i = 0; i < numA; ++i)
      for (unsigned e = 0; e < perWord; ++e)
        a[t / 4 + 8 * (i % 2)][(t % 4 + 4 * (i / 2)) * perWord + e] =
            decodeElement(ex.lanes<uint32_t>(sa[i])[t], e, ta);
    for (unsigned i = 0; i < numB; ++i)
      for (unsigned e = 0; e < perWord; ++e)
        b[t / 4][(t % 4 + 4 * i) * perWord + e] =
            decodeElement(ex.lanes<uint32_t>(sb[i])[t], e, tb);
  }
  unsigned blocks = op.v >> 1 & 7;
  double scaleA[16][4], scaleB[8][4];
  if (blocks) {
    unsigned byteA = ex.lanes<uint16_t>(scale[1])[0];
    unsigned threadA = ex.lanes<uint16_t>(scale[2])[0];
    unsigned byteB = ex.lanes<uint16_t>(scale[4])[0];
    unsigned threadB = ex.lanes<uint16_t>(scale[5])[0];
    unsigned step = blocks == 1 ? 1 : 2;
    if (byteA > 3 || byteA % step || byteB > 3 || byteB % step ||
        (blocks == 4 && (byteA || byteB)) || threadA > 1 || threadB > 3)
      return m.fault(ex, op, 0, "scale-selector",
                     strf("scale selectors {%u,%u} and {%u,%u} are not legal "
                          "for %u scales per row",
                          byteA, threadA, byteB, threadB, blocks));
    for (unsigned r = 0; r < 16; ++r) {
      unsigned lane = 4 * (r % 8) + 2 * threadA + r / 8;
      for (unsigned s = 0; s < blocks; ++s)
        scaleA[r][s] = decodeScale(
            ex.lanes<uint32_t>(scale[0])[lane] >> (8 * (byteA + s)) & 0xff, ts);
    }
    for (unsigned c = 0; c < 8; ++c)
      for (unsigned s = 0; s < blocks; ++s)
        scaleB[c][s] = decodeScale(
            ex.lanes<uint32_t>(scale[3])[4 * c + threadB] >> (8 * (byteB + s)) &
                0xff,
            ts);
  }
  double result[16][8];
  for (unsigned r = 0; r < 16; ++r)
    for (unsigned c = 0; c < 8; ++c) {
      double sum = 0;
      if (blocks) {
        unsigned each = k / blocks;
        for (unsigned s = 0; s < blocks; ++s) {
          double part = 0;
          for (unsigned i = s * each; i < (s + 1) * each; ++i)
            part += a[r][i] * b[c][i];
          sum += part * (scaleA[r][s] * scaleB[c][s]);
        }
      } else {
        for (unsigned i = 0; i < k; ++i)
          sum += a[r][i] * b[c][i];
      }
      result[r][c] = sum;
    }
  // C is read completely before D, which may be the same registers, is set.
  double input[32][4];
  for (unsigned t = 0; t < 32; ++t)
    for (unsigned i = 0; i < 4; ++i) {
      if (numC == 2)
        input[t][i] = f16ToFloat(static_cast<uint16_t>(
            ex.lanes<uint32_t>(sc[i / 2])[t] >> (16 * (i % 2))));
      else if (isInt)
        input[t][i] = ex.lanes<int32_t>(sc[i])[t];
      else
        input[t][i] = ex.lanes<float>(sc[i])[t];
    }
  for (unsigned t = 0; t < 32; ++t) {
    uint32_t packed[2] = {0, 0};
    for (unsigned i = 0; i < 4; ++i) {
      double sum = result[t / 4 + 8 * (i / 2)][2 * (t % 4) + i % 2];
      if (isInt) {
        double v = sum + input[t][i]; // Exact: below 2^33.
        int64_t whole = static_cast<int64_t>(v);
        if (op.v & 1)
          whole = whole > INT32_MAX   ? INT32_MAX
                  : whole < INT32_MIN ? INT32_MIN
                                      : whole;
        ex.lanes<uint32_t>(sd[i])[t] = static_cast<uint32_t>(whole);
        continue;
      }
      double v = addOdd(sum, input[t][i]);
      if (numD == 2) {
        packed[i / 2] |= static_cast<uint32_t>(floatToF16(toFloatOdd(v)))
                         << (16 * (i % 2));
      } else {
        float f = static_cast<float>(v);
        ex.lanes<uint32_t>(sd[i])[t] = f != f ? 0x7fffffffu : asBits(f);
      }
    }
    if (numD == 2)
      for (unsigned i = 0; i < 2; ++i)
        ex.lanes<uint32_t>(sd[i])[t] = packed[i];
  }
  ++m.stats.warpMma;
  m.stats.macs += 16 * 8 * k;
  return Flow::Next;
}

bool legalTypes(Type a, Type b, Type d, Type c, unsigned k) {
  using K = TypeKind;
  bool f16Out = d.kind == K::F16 && c.kind == K::F16;
  bool f32Out = d.kind == K::F32 && c.kind == K::F32;
  switch (a.kind) {
  case K::F16:
    return b.kind == K::F16 && (f16Out || f32Out) && (k == 8 || k == 16);
  case K::BF16:
    return b.kind == K::BF16 && f32Out && (k == 8 || k == 16);
  case K::TF32:
    return b.kind == K::TF32 && f32Out && (k == 4 || k == 8);
  case K::E4M3:
  case K::E5M2:
    return (b.kind == K::E4M3 || b.kind == K::E5M2) && (f16Out || f32Out) &&
           (k == 16 || k == 32);
  case K::Signed:
  case K::Unsigned:
    return a.bits == 8 && b.bits == 8 && b.isInt() &&
           b.kind != TypeKind::Bits && d.isSigned() && c == d && d.bits == 32 &&
           (k == 16 || k == 32);
  default:
    return false;
  }
}

bool decodeMma(Decoder &d) {
  if (!d.take("sync") || !d.take("aligned"))
    return d.unmodelled();
  static const unsigned ks[] = {4, 8, 16, 32, 64};
  int shape =
      d.takeOneOf({"m16n8k4", "m16n8k8", "m16n8k16", "m16n8k32", "m16n8k64"});
  if (shape < 0 || !d.take("row") || !d.take("col"))
    return d.unmodelled();
  unsigned k = ks[shape];
  int kind = d.takeOneOf(
      {"kind::mxf4nvf4", "kind::mxf4", "kind::mxf8f6f4", "kind::f8f6f4"});
  bool scaled = d.take("block_scale");
  int vec = d.takeOneOf({"scale_vec::1X", "scale_vec::2X", "scale_vec::4X"});
  bool saturate = d.take("satfinite");
  Type td = d.takeType(), ta = d.takeType(), tb = d.takeType(),
       tc = d.takeType();
  Type ts = scaled ? d.takeType() : Type();
  if (!td || !ta || !tb || !tc)
    return d.unmodelled();
  unsigned blocks = 0;
  unsigned aBits = ta.bits;
  if (scaled) {
    bool f32 = td.kind == TypeKind::F32 && tc.kind == TypeKind::F32;
    bool fp4 = ta.kind == TypeKind::E2M1 && tb.kind == TypeKind::E2M1;
    bool fp8 = (ta.kind == TypeKind::E4M3 || ta.kind == TypeKind::E5M2) &&
               (tb.kind == TypeKind::E4M3 || tb.kind == TypeKind::E5M2);
    bool e8m0 = ts.kind == TypeKind::UE8M0, e4m3 = ts.kind == TypeKind::UE4M3;
    bool ok = f32 && !saturate &&
              ((kind == 0 && fp4 && k == 64 &&
                ((vec == 2 && e4m3) || (vec == 1 && e8m0))) ||
               (kind == 1 && fp4 && k == 64 && vec == 1 && e8m0) ||
               (kind == 2 && fp8 && k == 32 && vec <= 0 && e8m0));
    if (!ok)
      return d.unmodelled();
    blocks = kind == 2 ? 1 : vec == 2 ? 4 : 2;
    if (fp4)
      aBits = 4;
  } else if (vec >= 0 || (kind >= 0 && kind != 3) ||
             !legalTypes(ta, tb, td, tc, k) || (saturate && !td.isSigned())) {
    return d.unmodelled();
  }
  if (!d.expectOperands(scaled ? 8 : 4))
    return false;
  unsigned words = k * aBits / 32;
  std::vector<uint32_t> slots;
  size_t expect = 0;
  auto vector = [&](size_t index, unsigned n, bool isResult) {
    const ast::Operand &o = d.operand(index);
    expect += n;
    if (!(isResult ? d.dstVector(o, kB32, slots) : d.srcVector(o, kB32, slots)))
      return false;
    if (slots.size() != expect)
      return d.failAt(o.loc, strf("expects %u registers", n));
    return true;
  };
  unsigned numC = tc.kind == TypeKind::F16 ? 2 : 4;
  unsigned numD = td.kind == TypeKind::F16 ? 2 : 4;
  if (!vector(1, words / 2, false) || !vector(2, words / 4, false) ||
      !vector(3, numC, false) || !vector(0, numD, true))
    return false;
  if (scaled)
    for (size_t at : {size_t(4), size_t(6)}) {
      const ast::Operand &selectors = d.operand(at + 1);
      if (selectors.elems.size() != 2)
        return d.failAt(selectors.loc, "expects {byte-id, thread-id}");
      if (!d.srcVector(d.operand(at), kB32, slots) ||
          !d.srcVector(selectors, kB16, slots))
        return false;
    }
  Op &op = d.emit(execMma);
  op.imm = static_cast<int64_t>(ta.kind) | static_cast<int64_t>(tb.kind) << 8 |
           static_cast<int64_t>(td.kind) << 16 |
           static_cast<int64_t>(tc.kind) << 24 |
           static_cast<int64_t>(ts.kind) << 32;
  op.u = static_cast<uint8_t>(words);
  op.v = static_cast<uint8_t>((saturate ? 1 : 0) | blocks << 1);
  op.flags |= kOpAligned;
  op.list = d.addList(slots);
  op.count = static_cast<uint32_t>(slots.size());
  return !d.failed();
}

} // namespace

void quartet::sim::registerMma(OpTable &t) { t["mma"] = decodeMma; }
