//===- Atomic.cpp - atom and red ------------------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// PTX ISA 9.7.13. Lanes are served one after the other, which is one of the
// legal orders.
//
//===----------------------------------------------------------------------===//

#include "../Access.h"
#include "../Formats.h"
#include "Lanes.h"

using namespace quartet::sim;

namespace {

using u128 = unsigned __int128;

enum AtomOp : uint8_t {
  kAdd,
  kMin,
  kMax,
  kInc,
  kDec,
  kCas,
  kExch,
  kAnd,
  kOr,
  kXor,
};

template <class T>
T plainAtom(uint8_t which, T old, T b, T c) {
  switch (which) {
  case kAdd:
    if constexpr (std::is_floating_point_v<T>)
      return old + b;
    else
      return static_cast<T>(static_cast<u128>(old) + static_cast<u128>(b));
  case kMin:
    return b < old ? b : old;
  case kMax:
    return old < b ? b : old;
  case kExch:
    return b;
  default:
    break;
  }
  if constexpr (!std::is_floating_point_v<T>) {
    switch (which) {
    case kInc:
      return old >= b ? T(0) : static_cast<T>(old + 1);
    case kDec:
      return old == 0 || old > b ? b : static_cast<T>(old - 1);
    case kCas:
      return old == b ? c : old;
    case kAnd:
      return old & b;
    case kOr:
      return old | b;
    case kXor:
      return old ^ b;
    default:
      break;
    }
  }
  return old;
}

uint16_t halfAtom(uint8_t which, uint16_t old, uint16_t b, bool isBF16) {
  auto read = [&](uint16_t h) {
    return isBF16 ? bf16ToFloat(h) : f16ToFloat(h);
  };
  if (which == kMin || which == kMax) {
    float x = read(old), y = read(b);
    if (x != x)
      return b;
    if (y != y)
      return old;
    return (which == kMax) == (x < y) ? b : old;
  }
  float sum = toFloatOdd(addOdd(read(old), read(b)));
  return isBF16 ? floatToBF16(sum) : floatToF16(sum);
}

struct F16 {
  using Lane = uint16_t;
  static Lane apply(uint8_t w, Lane old, Lane b, Lane) {
    return halfAtom(w, old, b, false);
  }
};
struct BF16 {
  using Lane = uint16_t;
  static Lane apply(uint8_t w, Lane old, Lane b, Lane) {
    return halfAtom(w, old, b, true);
  }
};
template <bool IsBF16>
struct Pair {
  using Lane = uint32_t;
  static Lane apply(uint8_t w, Lane old, Lane b, Lane) {
    uint32_t lo = halfAtom(w, static_cast<uint16_t>(old),
                           static_cast<uint16_t>(b), IsBF16);
    uint32_t hi = halfAtom(w, static_cast<uint16_t>(old >> 16),
                           static_cast<uint16_t>(b >> 16), IsBF16);
    return hi << 16 | lo;
  }
};
template <class T>
struct Plain {
  using Lane = T;
  static T apply(uint8_t w, T old, T b, T c) { return plainAtom(w, old, b, c); }
};

/// u: AtomOp | strength << 4. d: result, 0 for red. List: operand slots, then
/// for cas the new value; op.count counts elements of a vector.
template <class P>
Flow execAtom(Exec &ex, const Op &op, uint32_t mask) {
  using T = typename P::Lane;
  const uint32_t *slots = ex.m->kernel.lists.data() + op.list;
  uint8_t which = op.u & 15;
  Strength strength = static_cast<Strength>(op.u >> 4);
  Space space = opSpace(op);
  unsigned n = which == kCas ? 1 : op.count;
  T results[32];
  for (uint32_t rest = mask; rest; rest &= rest - 1) {
    unsigned l = static_cast<unsigned>(__builtin_ctz(rest));
    Place p;
    unsigned bytes = n * sizeof(T);
    if (!resolve(ex, op, l, space, laneAddress(ex, op, l), bytes, true, p))
      return Flow::Fault;
    if (p.kind != PlaceKind::Global && p.kind != PlaceKind::Shared)
      return ex.m->fault(ex, op, l, "atomic-space",
                         "atomic operation on local memory or parameters");
    if (which != kExch && !checkRead(ex, op, l, p, bytes, true))
      return Flow::Fault;
    orderAfter(ex, p, strength);
    if (!checkWrite(ex, op, l, p, bytes, true))
      return Flow::Fault;
    orderBefore(ex, p, strength);
    for (unsigned i = 0; i < n; ++i) {
      T old;
      std::memcpy(&old, p.data + i * sizeof(T), sizeof(T));
      T b = ex.lanes<T>(slots[i])[l];
      T c = which == kCas ? ex.lanes<T>(slots[1])[l] : T();
      T value = P::apply(which, old, b, c);
      if (std::memcmp(&value, &old, sizeof(T)) != 0)
        ex.m->touch();
      else
        ++ex.w->polls;
      std::memcpy(p.data + i * sizeof(T), &value, sizeof(T));
      if (i == 0)
        results[l] = old;
    }
    ++ex.m->stats.atomics;
  }
  if (op.d) {
    T *d = ex.lanes<T>(op.d);
    forLanes(mask, [&](unsigned l) { d[l] = results[l]; });
  }
  return Flow::Next;
}

ExecFn atomFn(Type t) {
  switch (t.kind) {
  case TypeKind::F16:
    return execAtom<F16>;
  case TypeKind::BF16:
    return execAtom<BF16>;
  case TypeKind::F16x2:
    return execAtom<Pair<false>>;
  case TypeKind::BF16x2:
    return execAtom<Pair<true>>;
  case TypeKind::F32:
    return execAtom<Plain<float>>;
  case TypeKind::F64:
    return execAtom<Plain<double>>;
  case TypeKind::Signed:
    return t.bits == 32   ? execAtom<Plain<int32_t>>
           : t.bits == 64 ? execAtom<Plain<int64_t>>
                          : nullptr;
  case TypeKind::Unsigned:
  case TypeKind::Bits:
    return t.bits == 16    ? execAtom<Plain<uint16_t>>
           : t.bits == 32  ? execAtom<Plain<uint32_t>>
           : t.bits == 64  ? execAtom<Plain<uint64_t>>
           : t.bits == 128 ? execAtom<Plain<u128>>
                           : nullptr;
  default:
    return nullptr;
  }
}

bool decodeAtom(Decoder &d) {
  bool isRed = d.opcode() == "red";
  if (isRed && d.peekNext() == "async")
    return d.unmodelled();
  Strength strength = Strength::Relaxed;
  takeStrength(d, strength);
  d.takeOneOf({"cta", "cluster", "gpu", "sys"});
  Space space = takeSpace(d);
  if (space != Space::Generic && space != Space::Global &&
      space != Space::SharedCta && space != Space::SharedCluster)
    return d.unmodelled();
  int which = d.takeOneOf(
      {"add", "min", "max", "inc", "dec", "cas", "exch", "and", "or", "xor"});
  d.take("noftz");
  if (d.takeCacheHints())
    return d.unmodelled();
  int vec = d.takeOneOf({"v2", "v4", "v8"});
  Type t = d.takeType();
  bool isFloat = !t.isInt();
  ExecFn fn = t ? atomFn(t) : nullptr;
  bool minMaxHalf = t.kind == TypeKind::F16 || t.kind == TypeKind::F16x2 ||
                    t.kind == TypeKind::BF16 || t.kind == TypeKind::BF16x2;
  if (which < 0 || !fn ||
      (isFloat && which != kAdd &&
       !(minMaxHalf && (which == kMin || which == kMax))) ||
      (isRed && (which == kCas || which == kExch)) ||
      (t.kind == TypeKind::Bits && (which <= kDec)) ||
      ((which == kInc || which == kDec) && t != kU32) ||
      (t.bits == 16 && !isFloat && which != kCas) ||
      (t.bits == 128 && which != kCas && which != kExch) ||
      (vec >= 0 && (!isRed || !isFloat)))
    return d.unmodelled();
  size_t inputs = which == kCas ? 2 : 1;
  if (!d.expectOperands(inputs + (isRed ? 1 : 2)))
    return false;
  size_t at = isRed ? 0 : 1;
  AddressOperand address;
  if (!d.address(d.operand(at), space, address))
    return false;
  std::vector<uint32_t> slots;
  for (size_t i = 0; i < inputs; ++i)
    if (!d.srcVector(d.operand(at + 1 + i), t, slots))
      return false;
  if (which != kCas && slots.size() != (vec < 0 ? 1 : size_t(2) << vec))
    return d.fail("number of elements does not match the vector");
  uint32_t result = isRed ? 0 : d.dst(d.operand(0), t);
  Op &op = d.emit(fn, result);
  setAddress(op, address);
  op.u = static_cast<uint8_t>(which | static_cast<int>(strength) << 4);
  op.list = d.addList(slots);
  op.count = static_cast<uint32_t>(slots.size());
  return !d.failed();
}

} // namespace

void quartet::sim::registerAtomic(OpTable &t) {
  t["atom"] = t["red"] = decodeAtom;
}
