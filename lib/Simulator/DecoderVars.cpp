//===- DecoderVars.cpp - Declarations and calls ---------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Decoder.h"

#include <algorithm>
#include <cstring>

using namespace quartet::sim;

bool Decoder::define(Loc loc, const std::string &name, Symbol symbol) {
  if (scopes.back().symbols.emplace(name, symbol).second)
    return true;
  return failAt(loc, "'" + name + "' is declared twice");
}

bool Decoder::declareReg(const ast::RegDecl &reg) {
  Type t = parseType(reg.type);
  if (!t || reg.vec != 1)
    return failAt(reg.loc, "register type ." + reg.type + " is not modelled");
  Symbol s{Symbol::Kind::Register, t, 1, 0, 0, 0, 0};
  if (reg.count == 0) {
    s.at = tempSlot(t.bits);
    return define(reg.loc, reg.name, s);
  }
  s.count = reg.count;
  s.at = tempSlot(t.bits);
  s.stride = t.bits == 1 ? 4 : t.bits / 8 * 32;
  uint64_t end = s.at + s.count * uint64_t(s.stride);
  if (end > (uint64_t(1) << 28))
    return failAt(reg.loc, "too many registers");
  out->regBytes = static_cast<uint32_t>(end);
  return define(reg.loc, reg.name + "<", s);
}

namespace {
uint32_t alignUp(uint32_t value, uint64_t align) {
  return static_cast<uint32_t>((value + align - 1) / align * align);
}
} // namespace

bool Decoder::declareVar(const ast::VarDecl &var) {
  Type t = parseType(var.type);
  if (!t || t.bits < 8)
    return failAt(var.loc, "variable type ." + var.type + " is not modelled");
  uint64_t bytes = uint64_t(t.bytes()) * var.vec * var.count;
  uint64_t align = std::max<uint64_t>(var.align, uint64_t(t.bytes()) * var.vec);
  Symbol s{Symbol::Kind::Shared,         t, var.vec, 0,
           static_cast<uint32_t>(bytes), 0, 0};
  if (var.space == "shared") {
    if (!var.init.empty())
      return failAt(var.loc, "shared variables have no initial value");
    if (var.isUnsized || (var.isExtern && var.isArray && var.count == 0)) {
      // Dynamic shared memory: the address is known after everything static.
      out->sharedAlign =
          std::max(out->sharedAlign, static_cast<uint32_t>(align));
      s.count = 1; // Marks the symbol as dynamic.
      return define(var.loc, var.name, s);
    }
    uint32_t at = alignUp(out->staticSharedBytes, align);
    if (at + bytes > (256u << 10))
      return failAt(var.loc, "shared variables take more than 256 KiB");
    s.at = at;
    out->staticSharedBytes = static_cast<uint32_t>(at + bytes);
    return define(var.loc, var.name, s);
  }
  if (var.space == "local" || var.space == "param") {
    if (!var.init.empty())
      return failAt(var.loc, "local variables have no initial value");
    uint32_t at = alignUp(out->localBytes, align);
    if (at + bytes > (512u << 10))
      return failAt(var.loc, "local variables take more than 512 KiB");
    s.kind = var.space == "local" ? Symbol::Kind::Local : Symbol::Kind::Param;
    s.count = var.space == "param" ? 1 : 0;
    s.at = at;
    out->localBytes = static_cast<uint32_t>(at + bytes);
    return define(var.loc, var.name, s);
  }
  return failAt(var.loc, "variable in ." + var.space +
                             " inside a function is not modelled");
}

bool Decoder::indexGlobals() {
  for (const ast::VarDecl &var : module.vars) {
    if (var.space != "global" && var.space != "const")
      continue;
    uint32_t next = static_cast<uint32_t>(globalIndex.size());
    if (!globalIndex.emplace(var.name, next).second)
      return failAt(var.loc, "'" + var.name + "' is declared twice");
  }
  return true;
}

bool Decoder::decodeGlobals() {
  if (!indexGlobals())
    return false;
  program.globals.resize(globalIndex.size());
  std::vector<bool> done(program.globals.size());
  for (const ast::VarDecl &var : module.vars) {
    if (var.space != "global" && var.space != "const")
      continue;
    uint32_t index = globalIndex[var.name];
    if (done[index])
      continue;
    done[index] = true;
    GlobalVar &g = program.globals[index];
    Type t = parseType(var.type);
    if (!t || t.bits < 8)
      return failAt(var.loc, "variable type ." + var.type + " is not modelled");
    unsigned size = t.bytes();
    g.name = var.name;
    g.loc = var.loc;
    g.bytes = uint64_t(size) * var.vec * var.count;
    g.align = std::max<uint64_t>(var.align, uint64_t(size) * var.vec);
    g.isConst = var.space == "const";
    if (g.bytes > (uint64_t(1) << 32))
      return failAt(var.loc, "variable is larger than 4 GiB");
    g.data.resize(g.bytes);
    uint64_t offset = 0;
    for (const ast::InitElem &e : var.init) {
      uint64_t bits = static_cast<uint64_t>(e.value);
      if (!e.symbol.empty()) {
        auto it = globalIndex.find(e.symbol);
        if (it == globalIndex.end())
          return failAt(e.loc, "'" + e.symbol +
                                   "' is not a variable in global memory");
        if (size != 8)
          return failAt(e.loc, "expects a 64-bit element for an address");
        g.relocs.push_back({offset, it->second, e.value});
        bits = 0;
      } else if (e.isFloat && size == 8 && e.floatBits != 64) {
        std::memcpy(&bits, &e.real, 8);
      } else if (e.isFloat && size == 4 && e.floatBits != 32) {
        float f = static_cast<float>(e.real);
        std::memcpy(&bits, &f, 4);
      }
      std::memcpy(g.data.data() + offset, &bits, std::min(size, 8u));
      offset += size;
    }
  }
  return true;
}

//===----------------------------------------------------------------------===//
// Calls
//===----------------------------------------------------------------------===//

namespace {

/// Copies call arguments between per-thread parameter areas: from offset `a`
/// to offset `d`, `imm` bytes.
Flow execCopyParam(Exec &ex, const Op &op, uint32_t mask) {
  uint8_t *local = ex.w->local.data();
  size_t stride = ex.m->kernel.localBytes;
  forLanes(mask, [&](unsigned l) {
    std::memcpy(local + l * stride + op.d, local + l * stride + op.a, op.imm);
  });
  return Flow::Next;
}

Flow execCall(Exec &ex, const Op &op, uint32_t mask) {
  // The guard of a call is handled by a branch around it (decodeCall).
  ex.g->calls.push_back(ex.g->pc + 1);
  ex.g->pc = static_cast<uint32_t>(op.imm);
  return Flow::Jump;
}

} // namespace

bool Decoder::decodeCall() {
  take("uni");
  if (!instr().guard.empty())
    return fail("guarded call is not modelled");
  size_t index = 0;
  const ast::Operand *returns = nullptr, *arguments = nullptr;
  if (index < numOperands() && operand(index).kind == ast::Operand::Kind::List)
    returns = &operand(index++);
  if (index >= numOperands() || operand(index).kind != ast::Operand::Kind::Name)
    return fail("expects the name of a function");
  const ast::Operand &callee = operand(index++);
  if (index < numOperands() && operand(index).kind == ast::Operand::Kind::List)
    arguments = &operand(index++);
  if (index != numOperands())
    return fail("indirect call is not modelled");
  const ast::Function *fn = findFunction(callee.name);
  if (!fn)
    return failAt(callee.loc, "function '" + callee.name + "' is not declared");
  if (!fn->body)
    return failAt(callee.loc, "call of the external function '" + callee.name +
                                  "' is not modelled");
  if (fn->isEntry)
    return failAt(callee.loc, "'" + callee.name + "' is a kernel");
  size_t numReturns = returns ? returns->elems.size() : 0;
  size_t numArguments = arguments ? arguments->elems.size() : 0;
  if (numReturns != fn->returns.size() || numArguments != fn->params.size())
    return fail(strf("expects %zu results and %zu arguments, but got %zu and "
                     "%zu",
                     fn->returns.size(), fn->params.size(), numReturns,
                     numArguments));
  Frame &target = frames[fn->name];
  if (!target.function) {
    target.function = fn;
    auto place = [&](const std::vector<ast::VarDecl> &decls,
                     std::vector<Symbol> &symbols) {
      for (const ast::VarDecl &decl : decls) {
        Type t = parseType(decl.type);
        if (!t || t.bits < 8)
          return failAt(decl.loc,
                        "parameter type ." + decl.type + " is not modelled");
        Symbol s{Symbol::Kind::Param, t, decl.vec, 0, 0, 1, 0};
        s.bytes = static_cast<uint32_t>(t.bytes() * decl.vec * decl.count);
        s.at = alignUp(out->localBytes,
                       std::max<uint64_t>(decl.align, t.bytes() * decl.vec));
        out->localBytes = s.at + s.bytes;
        symbols.push_back(s);
      }
      return true;
    };
    if (!place(fn->params, target.params) ||
        !place(fn->returns, target.returns))
      return false;
    pendingFunctions.push_back(fn->name);
  }
  frame->callees.push_back(fn->name);

  auto actual = [&](const ast::Operand &o, const Symbol &formal,
                    Symbol &result) {
    const Symbol *s =
        o.kind == ast::Operand::Kind::Name ? find(o.name) : nullptr;
    if (!s || s->kind != Symbol::Kind::Param || s->count == 0)
      return failAt(o.loc, "expects a .param variable of this function");
    if (s->bytes != formal.bytes)
      return failAt(o.loc, strf("expects %u bytes, but '%s' has %u",
                                formal.bytes, o.name.c_str(), s->bytes));
    result = *s;
    return true;
  };
  for (size_t i = 0; i < numArguments; ++i) {
    Symbol from;
    if (!actual(arguments->elems[i], target.params[i], from))
      return false;
    emit(execCopyParam, target.params[i].at, from.at).imm = from.bytes;
    out->code.back().flags |= kOpHelper | kOpNoSlots;
  }
  emit(execCall);
  callFixups.emplace_back(static_cast<uint32_t>(out->code.size() - 1),
                          fn->name);
  for (size_t i = 0; i < numReturns; ++i) {
    Symbol to;
    if (!actual(returns->elems[i], target.returns[i], to))
      return false;
    emit(execCopyParam, to.at, target.returns[i].at).imm = to.bytes;
    out->code.back().flags |= kOpHelper | kOpNoSlots;
  }
  return true;
}
