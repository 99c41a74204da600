//===- DecoderOperands.cpp - Operands to register-file slots --------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Decoder.h"

#include <algorithm>
#include <cstring>

using namespace quartet::sim;

namespace {

using u128 = unsigned __int128;

template <class To, class From>
Flow execResize(Exec &ex, const Op &op, uint32_t mask) {
  To *d = ex.lanes<To>(op.d);
  const From *a = ex.lanes<From>(op.a);
  forLanes(mask, [&](unsigned l) { d[l] = static_cast<To>(a[l]); });
  return Flow::Next;
}

template <class To>
ExecFn resizeFrom(unsigned bits, bool isSigned) {
  switch (bits) {
  case 8:
    return isSigned ? execResize<To, int8_t> : execResize<To, uint8_t>;
  case 16:
    return isSigned ? execResize<To, int16_t> : execResize<To, uint16_t>;
  case 32:
    return isSigned ? execResize<To, int32_t> : execResize<To, uint32_t>;
  case 64:
    return isSigned ? execResize<To, int64_t> : execResize<To, uint64_t>;
  default:
    return execResize<To, u128>;
  }
}

ExecFn resizeFn(unsigned toBits, unsigned fromBits, bool isSigned) {
  switch (toBits) {
  case 8:
    return resizeFrom<uint8_t>(fromBits, isSigned);
  case 16:
    return resizeFrom<uint16_t>(fromBits, isSigned);
  case 32:
    return resizeFrom<uint32_t>(fromBits, isSigned);
  case 64:
    return resizeFrom<uint64_t>(fromBits, isSigned);
  default:
    return resizeFrom<u128>(fromBits, isSigned);
  }
}

Flow execNotPred(Exec &ex, const Op &op, uint32_t) {
  ex.pred(op.d) = ~ex.pred(op.a);
  return Flow::Next;
}

} // namespace

const Symbol *Decoder::find(const std::string &name) {
  for (auto scope = scopes.rbegin(); scope != scopes.rend(); ++scope) {
    auto it = scope->symbols.find(name);
    if (it != scope->symbols.end())
      return &it->second;
  }
  // A numbered register: %r12 is number 12 of the family %r.
  size_t digits = name.size();
  while (digits > 0 && name[digits - 1] >= '0' && name[digits - 1] <= '9')
    --digits;
  // Every split is possible: %rd12 with stem %rd, or %r1x with stem %r1x.
  for (size_t split = digits; split < name.size(); ++split) {
    if (split == 0 || name.size() - split > 8)
      continue;
    std::string stem = name.substr(0, split) + "<";
    for (auto scope = scopes.rbegin(); scope != scopes.rend(); ++scope) {
      auto it = scope->symbols.find(stem);
      if (it == scope->symbols.end())
        continue;
      uint64_t number = std::strtoull(name.c_str() + split, nullptr, 10);
      if (number >= it->second.count)
        continue;
      Symbol one = it->second;
      one.at += static_cast<uint32_t>(number) * one.stride;
      one.count = 0;
      return &scope->symbols.emplace(name, one).first->second;
    }
  }
  return nullptr;
}

uint32_t Decoder::tempSlot(unsigned bits) {
  uint32_t bytes = bits == 1 ? 4 : bits / 8 * 32;
  uint32_t align = std::min<uint32_t>(bytes, 64);
  uint32_t slot = (out->regBytes + align - 1) / align * align;
  out->regBytes = slot + bytes;
  return slot;
}

uint32_t Decoder::initSlot(SlotInit kind, unsigned bytes, uint64_t value,
                           uint32_t symbol, uint64_t high) {
  auto key = std::make_tuple(kind, bytes, value, high, symbol);
  auto it = initSlots.find(key);
  if (it != initSlots.end())
    return it->second;
  SlotInitEntry entry;
  entry.slot = tempSlot(bytes == 0 ? 1 : bytes * 8);
  entry.bytes = static_cast<uint8_t>(bytes);
  entry.kind = kind;
  entry.value = value;
  entry.valueHigh = high;
  entry.symbol = symbol;
  out->inits.push_back(entry);
  initSlots.emplace(key, entry.slot);
  return entry.slot;
}

uint32_t Decoder::sharedSlot(const Symbol &s, SlotInit kind, unsigned bytes,
                             int64_t offset) {
  // A dynamic variable is told apart by `symbol`, and moved at the end.
  size_t before = out->inits.size();
  uint32_t slot = initSlot(kind, bytes, s.at + static_cast<uint64_t>(offset),
                           s.count ? 1 : 0);
  if (s.count && out->inits.size() != before)
    dynamicInits.push_back(static_cast<uint32_t>(before));
  return slot;
}

uint32_t Decoder::constantSlot(uint64_t value, unsigned bytes, uint64_t high) {
  if (bytes < 8)
    value &= (uint64_t(1) << (bytes * 8)) - 1;
  return initSlot(SlotInit::Value, bytes, value, 0, high);
}

uint32_t Decoder::specialRegister(const std::string &name, unsigned bits,
                                  bool &found) {
  using S = SlotInit;
  static const std::unordered_map<std::string_view, SlotInit> names = {
      {"%tid.x", S::TidX},
      {"%tid.y", S::TidY},
      {"%tid.z", S::TidZ},
      {"%ntid.x", S::NtidX},
      {"%ntid.y", S::NtidY},
      {"%ntid.z", S::NtidZ},
      {"%ctaid.x", S::CtaidX},
      {"%ctaid.y", S::CtaidY},
      {"%ctaid.z", S::CtaidZ},
      {"%nctaid.x", S::NctaidX},
      {"%nctaid.y", S::NctaidY},
      {"%nctaid.z", S::NctaidZ},
      {"%clusterid.x", S::ClusteridX},
      {"%clusterid.y", S::ClusteridY},
      {"%clusterid.z", S::ClusteridZ},
      {"%nclusterid.x", S::NclusteridX},
      {"%nclusterid.y", S::NclusteridY},
      {"%nclusterid.z", S::NclusteridZ},
      {"%cluster_ctaid.x", S::ClusterCtaidX},
      {"%cluster_ctaid.y", S::ClusterCtaidY},
      {"%cluster_ctaid.z", S::ClusterCtaidZ},
      {"%cluster_nctaid.x", S::ClusterNctaidX},
      {"%cluster_nctaid.y", S::ClusterNctaidY},
      {"%cluster_nctaid.z", S::ClusterNctaidZ},
      {"%cluster_ctarank", S::ClusterCtarank},
      {"%cluster_nctarank", S::ClusterNctarank},
      {"%laneid", S::LaneId},
      {"%warpid", S::WarpId},
      {"%nwarpid", S::NWarpId},
      {"%smid", S::SmId},
      {"%nsmid", S::NSmId},
      {"%gridid", S::GridId},
      {"%lanemask_eq", S::LanemaskEq},
      {"%lanemask_le", S::LanemaskLe},
      {"%lanemask_lt", S::LanemaskLt},
      {"%lanemask_ge", S::LanemaskGe},
      {"%lanemask_gt", S::LanemaskGt},
      {"%total_smem_size", S::TotalSmemSize},
      {"%dynamic_smem_size", S::DynamicSmemSize},
      {"%aggr_smem_size", S::AggrSmemSize},
  };
  auto it = names.find(name);
  found = it != names.end();
  if (!found)
    return 0;
  return initSlot(it->second, bits / 8, 0);
}

Type Decoder::registerType(const ast::Operand &o) {
  if (o.kind != ast::Operand::Kind::Name)
    return Type();
  const Symbol *s = find(o.name);
  return s && s->kind == Symbol::Kind::Register ? s->type : Type();
}

bool Decoder::constant(const ast::Operand &o, int64_t &value) {
  if (o.kind == ast::Operand::Kind::Name && o.name == "WARP_SZ") {
    value = 32;
    return true;
  }
  if (o.kind != ast::Operand::Kind::Integer)
    return failAt(o.loc, "expects an integer constant");
  value = o.value;
  return true;
}

uint32_t Decoder::srcPred(const ast::Operand &o) {
  if (o.kind == ast::Operand::Kind::Integer)
    return initSlot(SlotInit::Value, 0, o.value ? ~uint64_t(0) : 0);
  const Symbol *s = o.kind == ast::Operand::Kind::Name ? find(o.name) : nullptr;
  if (!s || s->kind != Symbol::Kind::Register || s->type != kPred) {
    failAt(o.loc, "expects a predicate, but got '" + o.name + "'");
    return 0;
  }
  if (!o.negated)
    return s->at;
  uint32_t from = s->at;
  uint32_t temp = tempSlot(1);
  inHelper = true;
  emit(execNotPred, temp, from);
  inHelper = false;
  return temp;
}

uint32_t Decoder::dstPred(const ast::Operand &o) {
  if (o.kind == ast::Operand::Kind::Name && o.name == "_")
    return tempSlot(1);
  const Symbol *s = o.kind == ast::Operand::Kind::Name ? find(o.name) : nullptr;
  if (!s || s->kind != Symbol::Kind::Register || s->type != kPred ||
      o.negated) {
    failAt(o.loc, "expects a predicate register, but got '" + o.name + "'");
    return 0;
  }
  return s->at;
}

uint32_t Decoder::src(const ast::Operand &o, Type t) {
  using Kind = ast::Operand::Kind;
  if (t == kPred)
    return srcPred(o);
  if (t.bits < 8) { // A family that found no type.
    unmodelled();
    return 0;
  }
  unsigned bytes = t.bytes();
  bool isF32 = t.kind == TypeKind::F32 || t.kind == TypeKind::TF32;
  bool isF64 = t.kind == TypeKind::F64;
  if (o.kind == Kind::Integer) {
    if (isF32 || isF64) {
      failAt(o.loc, "expects a floating-point constant, but got an integer");
      return 0;
    }
    return constantSlot(static_cast<uint64_t>(o.value), bytes,
                        bytes == 16 && o.value < 0 ? ~uint64_t(0) : 0);
  }
  if (o.kind == Kind::Float) {
    uint64_t bits = static_cast<uint64_t>(o.value);
    if (isF64 || (t.bits == 64 && o.floatBits != 32)) {
      if (o.floatBits != 64)
        std::memcpy(&bits, &o.real, 8);
    } else if (t.bits == 32) {
      if (o.floatBits != 32) {
        float f = static_cast<float>(o.real);
        uint32_t low;
        std::memcpy(&low, &f, 4);
        bits = low;
      }
    } else {
      failAt(o.loc, "expects an integer constant for a type of this width");
      return 0;
    }
    return constantSlot(bits, bytes);
  }
  if (o.kind != Kind::Name || o.negated) {
    failAt(o.loc, "expects a register or a constant");
    return 0;
  }
  if (o.name == "WARP_SZ")
    return constantSlot(32, bytes);
  const Symbol *s = find(o.name);
  if (!s) {
    bool found;
    uint32_t slot = specialRegister(o.name, t.bits, found);
    if (found && (t.bits == 32 || t.bits == 64 || t.bits == 16))
      return slot;
    failAt(o.loc, "'" + o.name + "' is not defined or not modelled");
    return 0;
  }
  switch (s->kind) {
  case Symbol::Kind::Register:
    break;
  case Symbol::Kind::Shared:
    return sharedSlot(*s, SlotInit::SharedAddr, bytes, o.value);
  case Symbol::Kind::Local:
    return initSlot(SlotInit::Value, bytes, s->at + o.value);
  case Symbol::Kind::Param:
    // Kernel parameters have window-relative addresses as well.
    return initSlot(SlotInit::Value, bytes, s->at + o.value);
  case Symbol::Kind::Global:
    return initSlot(SlotInit::GlobalSymbol, bytes,
                    static_cast<uint64_t>(o.value), s->at);
  }
  if (o.value != 0) {
    failAt(o.loc, "expects a register without an offset");
    return 0;
  }
  if (s->type == kPred) {
    failAt(o.loc, "expects a register of " + std::to_string(t.bits) +
                      " bits, but got the predicate '" + o.name + "'");
    return 0;
  }
  if (s->type.bits == t.bits)
    return s->at;
  if (s->type.bits < t.bits) {
    failAt(o.loc, strf("expects a register of at least %u bits, but '%s' has "
                       "%u",
                       t.bits, o.name.c_str(), s->type.bits));
    return 0;
  }
  uint32_t from = s->at;
  unsigned fromBits = s->type.bits;
  uint32_t temp = tempSlot(t.bits);
  inHelper = true;
  emit(resizeFn(t.bits, fromBits, false), temp, from);
  inHelper = false;
  return temp;
}

uint32_t Decoder::dst(const ast::Operand &o, Type t) {
  if (t == kPred)
    return dstPred(o);
  if (t.bits < 8) {
    unmodelled();
    return 0;
  }
  if (o.kind == ast::Operand::Kind::Name && o.name == "_")
    return tempSlot(t.bits);
  const Symbol *s = o.kind == ast::Operand::Kind::Name ? find(o.name) : nullptr;
  if (!s || s->kind != Symbol::Kind::Register || o.negated || o.value != 0 ||
      s->type == kPred) {
    failAt(o.loc, "expects a register as destination");
    return 0;
  }
  if (s->type.bits == t.bits)
    return s->at;
  if (s->type.bits < t.bits) {
    failAt(o.loc, strf("expects a register of at least %u bits, but '%s' has "
                       "%u",
                       t.bits, o.name.c_str(), s->type.bits));
    return 0;
  }
  uint32_t temp = tempSlot(t.bits);
  posts.push_back({temp, s->at, t.bits, s->type.bits, t.isSigned()});
  return temp;
}

void Decoder::flushPosts() {
  inHelper = true;
  for (const Post &p : posts)
    emit(resizeFn(p.toBits, p.fromBits, p.isSigned), p.to, p.from);
  inHelper = false;
  posts.clear();
}

bool Decoder::srcVector(const ast::Operand &o, Type t,
                        std::vector<uint32_t> &slots) {
  if (o.kind == ast::Operand::Kind::Vector) {
    for (const ast::Operand &e : o.elems)
      slots.push_back(src(e, t));
  } else {
    slots.push_back(src(o, t));
  }
  return !failed();
}

bool Decoder::dstVector(const ast::Operand &o, Type t,
                        std::vector<uint32_t> &slots) {
  if (o.kind == ast::Operand::Kind::Vector) {
    for (const ast::Operand &e : o.elems)
      slots.push_back(dst(e, t));
  } else {
    slots.push_back(dst(o, t));
  }
  return !failed();
}

bool Decoder::address(const ast::Operand &o, Space space,
                      AddressOperand &result) {
  if (o.kind != ast::Operand::Kind::Address)
    return failAt(o.loc, "expects an address in brackets");
  result = AddressOperand();
  result.space = space;
  result.imm = o.value;
  if (o.name.empty()) {
    result.base = constantSlot(0, 8);
    return true;
  }
  const Symbol *s = find(o.name);
  if (!s)
    return failAt(o.loc, "'" + o.name + "' is not defined");
  using Kind = Symbol::Kind;
  const bool generic = space == Space::Generic;
  switch (s->kind) {
  case Kind::Register:
    if (s->type.bits != 32 && s->type.bits != 64)
      return failAt(o.loc, "expects an address register of 32 or 64 bits");
    if (s->type.bits == 32 && (generic || space == Space::Global))
      return failAt(o.loc, "expects an address register of 64 bits");
    result.base = s->at;
    result.wide = s->type.bits == 64;
    return true;
  case Kind::Shared:
    if (!generic && space != Space::SharedCta && space != Space::SharedCluster)
      break;
    result.base = sharedSlot(
        *s, generic ? SlotInit::SharedGeneric : SlotInit::SharedAddr, 8, 0);
    return true;
  case Kind::Local:
    if (!generic && space != Space::Local)
      break;
    result.base =
        initSlot(generic ? SlotInit::LocalGeneric : SlotInit::Value, 8, s->at);
    return true;
  case Kind::Param:
    if (space == Space::Param || space == Space::ParamLocal) {
      result.space = s->count ? Space::ParamLocal : Space::Param;
      result.base = initSlot(SlotInit::Value, 8, s->at);
      return true;
    }
    if (!generic)
      break;
    result.base = initSlot(
        s->count ? SlotInit::LocalGeneric : SlotInit::ParamGeneric, 8, s->at);
    return true;
  case Kind::Global:
    if (!generic && space != Space::Global && space != Space::Const)
      break;
    result.base = initSlot(SlotInit::GlobalSymbol, 8, 0, s->at);
    return true;
  }
  return failAt(o.loc, "variable '" + o.name +
                           "' is not in the state space of the instruction");
}
