//===- Lanes.h - Handlers from functions of one lane ------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Turns a function object with a templated call operator into a handler for
// each lane type, and picks the handler for a PTX type.
//
//===----------------------------------------------------------------------===//

#ifndef QUARTET_LIB_SIMULATOR_OPS_LANES_H
#define QUARTET_LIB_SIMULATOR_OPS_LANES_H

#include "../Decoder.h"

#include <cstring>
#include <type_traits>

namespace quartet::sim {

template <class T, class F>
Flow execUnary(Exec &ex, const Op &op, uint32_t mask) {
  T *d = ex.lanes<T>(op.d);
  const T *a = ex.lanes<T>(op.a);
  forLanes(mask, [&](unsigned l) { d[l] = F()(a[l]); });
  return Flow::Next;
}

template <class T, class F>
Flow execBinary(Exec &ex, const Op &op, uint32_t mask) {
  T *d = ex.lanes<T>(op.d);
  const T *a = ex.lanes<T>(op.a);
  const T *b = ex.lanes<T>(op.b);
  forLanes(mask, [&](unsigned l) { d[l] = F()(a[l], b[l]); });
  return Flow::Next;
}

template <class T, class F>
Flow execTernary(Exec &ex, const Op &op, uint32_t mask) {
  T *d = ex.lanes<T>(op.d);
  const T *a = ex.lanes<T>(op.a);
  const T *b = ex.lanes<T>(op.b);
  const T *c = ex.lanes<T>(op.c);
  forLanes(mask, [&](unsigned l) { d[l] = F()(a[l], b[l], c[l]); });
  return Flow::Next;
}

/// Operands of different types: D from A, B.
template <class D, class A, class B, class F>
Flow execMixed2(Exec &ex, const Op &op, uint32_t mask) {
  D *d = ex.lanes<D>(op.d);
  const A *a = ex.lanes<A>(op.a);
  const B *b = ex.lanes<B>(op.b);
  forLanes(mask, [&](unsigned l) { d[l] = F()(a[l], b[l]); });
  return Flow::Next;
}

template <class D, class A, class B, class C, class F>
Flow execMixed3(Exec &ex, const Op &op, uint32_t mask) {
  D *d = ex.lanes<D>(op.d);
  const A *a = ex.lanes<A>(op.a);
  const B *b = ex.lanes<B>(op.b);
  const C *c = ex.lanes<C>(op.c);
  forLanes(mask, [&](unsigned l) { d[l] = F()(a[l], b[l], c[l]); });
  return Flow::Next;
}

enum class Arity { Unary, Binary, Ternary };

template <Arity N, class T, class F>
constexpr ExecFn laneFn() {
  if constexpr (N == Arity::Unary)
    return execUnary<T, F>;
  else if constexpr (N == Arity::Binary)
    return execBinary<T, F>;
  else
    return execTernary<T, F>;
}

/// The handler for an integer type of 16, 32 or 64 bits, or null.
template <Arity N, class F>
ExecFn pickInt(Type t) {
  if (t.isSigned()) {
    switch (t.bits) {
    case 16:
      return laneFn<N, int16_t, F>();
    case 32:
      return laneFn<N, int32_t, F>();
    case 64:
      return laneFn<N, int64_t, F>();
    }
    return nullptr;
  }
  if (t.kind != TypeKind::Unsigned && t.kind != TypeKind::Bits)
    return nullptr;
  switch (t.bits) {
  case 16:
    return laneFn<N, uint16_t, F>();
  case 32:
    return laneFn<N, uint32_t, F>();
  case 64:
    return laneFn<N, uint64_t, F>();
  }
  return nullptr;
}

/// Emits `fn` on operands 1.. of type `t` with result operand 0.
inline bool emitLanes(Decoder &d, ExecFn fn, Type t, unsigned inputs) {
  if (!fn)
    return d.unmodelled();
  if (!d.expectOperands(inputs + 1))
    return false;
  uint32_t in[3] = {0, 0, 0};
  for (unsigned i = 0; i < inputs; ++i)
    in[i] = d.src(d.operand(i + 1), t);
  d.emit(fn, d.dst(d.operand(0), t), in[0], in[1], in[2]);
  return !d.failed();
}

template <class T>
using Unsigned = std::make_unsigned_t<T>;

inline float asFloat(uint32_t bits) {
  float f;
  std::memcpy(&f, &bits, 4);
  return f;
}
inline uint32_t asBits(float f) {
  uint32_t bits;
  std::memcpy(&bits, &f, 4);
  return bits;
}
inline double asDouble(uint64_t bits) {
  double d;
  std::memcpy(&d, &bits, 8);
  return d;
}
inline uint64_t asBits(double d) {
  uint64_t bits;
  std::memcpy(&bits, &d, 8);
  return bits;
}

} // namespace quartet::sim

#endif // QUARTET_LIB_SIMULATOR_OPS_LANES_H
