//===- Types.h - PTX scalar types -------------------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The types that appear as instruction modifiers and in declarations.
//
//===----------------------------------------------------------------------===//

#ifndef QUARTET_LIB_SIMULATOR_TYPES_H
#define QUARTET_LIB_SIMULATOR_TYPES_H

#include <cstdint>
#include <string_view>

namespace quartet::sim {

enum class TypeKind : uint8_t {
  None,
  Pred,
  Bits,
  Unsigned,
  Signed,
  F16,
  F16x2,
  BF16,
  BF16x2,
  TF32,
  F32,
  F32x2,
  F64,
  E2M1,
  E2M1x2,
  E2M1x4,
  E2M3,
  E2M3x2,
  E3M2,
  E3M2x2,
  E4M3,
  E4M3x2,
  E4M3x4,
  E5M2,
  E5M2x2,
  E5M2x4,
  UE8M0,
  UE8M0x2,
  UE4M3,
  U16x2,
  S16x2,
};

/// A type and the width in bits of a value of it in a register.
struct Type {
  TypeKind kind = TypeKind::None;
  uint16_t bits = 0;

  explicit operator bool() const { return kind != TypeKind::None; }
  bool operator==(const Type &o) const {
    return kind == o.kind && bits == o.bits;
  }
  bool operator!=(const Type &o) const { return !(*this == o); }
  bool isInt() const {
    return kind == TypeKind::Bits || kind == TypeKind::Unsigned ||
           kind == TypeKind::Signed;
  }
  bool isSigned() const { return kind == TypeKind::Signed; }
  unsigned bytes() const { return bits / 8; }
};

inline constexpr Type kPred{TypeKind::Pred, 1};
inline constexpr Type kB8{TypeKind::Bits, 8};
inline constexpr Type kB16{TypeKind::Bits, 16};
inline constexpr Type kB32{TypeKind::Bits, 32};
inline constexpr Type kB64{TypeKind::Bits, 64};
inline constexpr Type kB128{TypeKind::Bits, 128};
inline constexpr Type kU32{TypeKind::Unsigned, 32};
inline constexpr Type kF32{TypeKind::F32, 32};

/// The type named `name` (without the dot), or none.
Type parseType(std::string_view name);

} // namespace quartet::sim

#endif // QUARTET_LIB_SIMULATOR_TYPES_H
