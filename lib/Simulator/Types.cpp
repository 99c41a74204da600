//===- Types.cpp - PTX scalar types ---------------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Types.h"

#include <string>
#include <unordered_map>

using namespace quartet::sim;

Type quartet::sim::parseType(std::string_view name) {
  using K = TypeKind;
  static const std::unordered_map<std::string_view, Type> table = {
      {"pred", kPred},
      {"b8", kB8},
      {"b16", kB16},
      {"b32", kB32},
      {"b64", kB64},
      {"b128", kB128},
      {"u8", {K::Unsigned, 8}},
      {"u16", {K::Unsigned, 16}},
      {"u32", kU32},
      {"u64", {K::Unsigned, 64}},
      {"s8", {K::Signed, 8}},
      {"s16", {K::Signed, 16}},
      {"s32", {K::Signed, 32}},
      {"s64", {K::Signed, 64}},
      {"u16x2", {K::U16x2, 32}},
      {"s16x2", {K::S16x2, 32}},
      {"f16", {K::F16, 16}},
      {"f16x2", {K::F16x2, 32}},
      {"bf16", {K::BF16, 16}},
      {"bf16x2", {K::BF16x2, 32}},
      {"tf32", {K::TF32, 32}},
      {"f32", kF32},
      {"f32x2", {K::F32x2, 64}},
      {"f64", {K::F64, 64}},
      {"e2m1", {K::E2M1, 8}},
      {"e2m1x2", {K::E2M1x2, 8}},
      {"e2m1x4", {K::E2M1x4, 16}},
      {"e2m3", {K::E2M3, 8}},
      {"e2m3x2", {K::E2M3x2, 16}},
      {"e3m2", {K::E3M2, 8}},
      {"e3m2x2", {K::E3M2x2, 16}},
      {"e4m3", {K::E4M3, 8}},
      {"e4m3x2", {K::E4M3x2, 16}},
      {"e4m3x4", {K::E4M3x4, 32}},
      {"e5m2", {K::E5M2, 8}},
      {"e5m2x2", {K::E5M2x2, 16}},
      {"e5m2x4", {K::E5M2x4, 32}},
      {"ue8m0", {K::UE8M0, 8}},
      {"ue8m0x2", {K::UE8M0x2, 16}},
      {"ue4m3", {K::UE4M3, 8}},
  };
  auto it = table.find(name);
  return it == table.end() ? Type() : it->second;
}
