//===- Decoder.cpp - From syntax tree to executable operations ------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Drives the decoding of a kernel and of the device functions that it calls,
// and keeps the modifiers of the current instruction.
//
//===----------------------------------------------------------------------===//

#include "Decoder.h"

#include <algorithm>

using namespace quartet::sim;

const OpTable &quartet::sim::opTable() {
  static const OpTable table = [] {
    OpTable t;
    registerInteger(t);
    registerBits(t);
    registerFloat(t);
    registerConvert(t);
    registerCompare(t);
    registerMove(t);
    registerControl(t);
    registerMemory(t);
    registerAtomic(t);
    registerWarp(t);
    registerBarrier(t);
    registerMbarrier(t);
    registerAsyncCopy(t);
    registerMatrix(t);
    registerMma(t);
    registerTensor(t);
    return t;
  }();
  return table;
}

Decoder::Decoder(const ast::Module &module, Program &program, Diagnostic &error)
    : module(module), program(program), error(error), table(opTable()) {}

//===----------------------------------------------------------------------===//
// Modifiers and errors
//===----------------------------------------------------------------------===//

bool Decoder::failAt(Loc loc, std::string message) {
  if (error.isError())
    return false;
  error.loc = loc;
  error.message = std::move(message);
  return false;
}

bool Decoder::fail(std::string message) {
  return failAt(current->loc, std::move(message));
}

bool Decoder::unmodelled() {
  std::string rest;
  for (size_t i = 0; i < current->mods.size(); ++i)
    if (!(consumed >> i & 1))
      rest += " ." + current->mods[i];
  std::string message = "instruction '" + current->text() + "' is not modelled";
  if (!rest.empty() && consumed)
    message += ", because of" + rest;
  return fail(message);
}

bool Decoder::expectOperands(size_t low, size_t high) {
  size_t n = numOperands();
  if (n >= low && n <= high)
    return true;
  return fail(strf("'%s' expects %s, but got %zu", current->text().c_str(),
                   low == high ? strf("%zu operands", low).c_str()
                               : strf("%zu to %zu operands", low, high).c_str(),
                   n));
}

bool Decoder::take(std::string_view name) {
  for (size_t i = 0; i < current->mods.size(); ++i)
    if (!(consumed >> i & 1) && current->mods[i] == name) {
      consumed |= uint64_t(1) << i;
      return true;
    }
  return false;
}

std::string_view Decoder::peekNext() const {
  for (size_t i = 0; i < current->mods.size(); ++i)
    if (!(consumed >> i & 1))
      return current->mods[i];
  return {};
}

std::string_view Decoder::takeNext() {
  for (size_t i = 0; i < current->mods.size(); ++i)
    if (!(consumed >> i & 1)) {
      consumed |= uint64_t(1) << i;
      return current->mods[i];
    }
  return {};
}

Type Decoder::takeType() {
  Type t = parseType(peekNext());
  if (t)
    takeNext();
  return t;
}

int Decoder::takeOneOf(std::initializer_list<const char *> names) {
  int index = 0;
  for (const char *name : names) {
    if (take(name))
      return index;
    ++index;
  }
  return -1;
}

bool Decoder::takeCacheHints() {
  bool needsOperand = false;
  for (size_t i = 0; i < current->mods.size(); ++i) {
    const std::string &mod = current->mods[i];
    if (mod == "L2::cache_hint")
      needsOperand = true;
    else if (mod.compare(0, 4, "L1::") != 0 && mod.compare(0, 4, "L2::") != 0)
      continue;
    consumed |= uint64_t(1) << i;
  }
  return needsOperand;
}

//===----------------------------------------------------------------------===//
// Instructions
//===----------------------------------------------------------------------===//

Op &Decoder::emit(ExecFn fn, uint32_t d, uint32_t a, uint32_t b, uint32_t c) {
  Op op;
  op.fn = fn;
  op.d = d;
  op.a = a;
  op.b = b;
  op.c = c;
  op.guard = guardSlot;
  op.guardXor = guardXor;
  op.instr = static_cast<uint32_t>(out->instrs.size() - 1);
  if (inHelper)
    op.flags |= kOpHelper;
  out->code.push_back(op);
  return out->code.back();
}

uint32_t Decoder::addList(const std::vector<uint32_t> &slots) {
  uint32_t at = static_cast<uint32_t>(out->lists.size());
  out->lists.insert(out->lists.end(), slots.begin(), slots.end());
  return at;
}

bool Decoder::decodeInstr(const ast::Instr &in) {
  current = &in;
  consumed = 0;
  if (in.mods.size() > 60)
    return fail("instruction has too many modifiers");
  out->instrs.push_back({in.loc, in.text()});
  guardSlot = 0;
  guardXor = 0;
  if (!in.guard.empty()) {
    const Symbol *s = find(in.guard);
    if (!s || s->kind != Symbol::Kind::Register || s->type != kPred)
      return fail("expects a predicate register as guard, but got '" +
                  in.guard + "'");
    guardSlot = s->at;
    guardXor = in.guardNegated ? ~0u : 0u;
  }
  auto it = table.find(in.opcode);
  if (it == table.end())
    return unmodelled();
  if (!it->second(*this) || error.isError()) {
    if (!error.isError())
      unmodelled();
    return false;
  }
  if (consumed != (uint64_t(1) << in.mods.size()) - 1)
    return unmodelled();
  flushPosts();
  return !error.isError();
}

bool Decoder::decodeBlock(const ast::Block &block) {
  if (++depth > 80)
    return failAt({}, "blocks are nested too deep");
  scopes.emplace_back();
  for (const ast::Stmt &stmt : block.stmts) {
    if (stmt.kind == ast::Stmt::Kind::Label) {
      uint32_t number = static_cast<uint32_t>(labelPcs.size());
      if (!scopes.back().labels.emplace(stmt.label, number).second)
        return failAt(stmt.loc, "label '" + stmt.label + "' is defined twice");
      labelPcs.push_back(~0u);
    } else if (stmt.kind == ast::Stmt::Kind::Targets) {
      scopes.back().targets[stmt.label] = stmt.targets;
    }
  }
  for (const ast::Stmt &stmt : block.stmts) {
    switch (stmt.kind) {
    case ast::Stmt::Kind::Instr:
      if (!decodeInstr(stmt.instr))
        return false;
      break;
    case ast::Stmt::Kind::Label:
      labelPcs[scopes.back().labels[stmt.label]] =
          static_cast<uint32_t>(out->code.size());
      break;
    case ast::Stmt::Kind::Targets:
      break;
    case ast::Stmt::Kind::Reg:
      if (!declareReg(stmt.reg))
        return false;
      break;
    case ast::Stmt::Kind::Var:
      if (!declareVar(stmt.var))
        return false;
      break;
    case ast::Stmt::Kind::Block:
      if (!decodeBlock(*stmt.block))
        return false;
      break;
    }
  }
  scopes.pop_back();
  --depth;
  return true;
}

bool Decoder::findLabel(const std::string &name, Loc loc, uint32_t &number) {
  for (auto scope = scopes.rbegin(); scope != scopes.rend(); ++scope) {
    auto it = scope->labels.find(name);
    if (it == scope->labels.end())
      continue;
    number = it->second;
    return true;
  }
  return failAt(loc, "label '" + name + "' is not defined");
}

bool Decoder::branchTo(const std::string &label, Loc loc) {
  uint32_t number;
  if (!findLabel(label, loc, number))
    return false;
  fixups.push_back(
      {static_cast<uint32_t>(out->code.size() - 1), number, false});
  return true;
}

bool Decoder::branchTable(const std::string &name, Loc loc) {
  for (auto scope = scopes.rbegin(); scope != scopes.rend(); ++scope) {
    auto it = scope->targets.find(name);
    if (it == scope->targets.end())
      continue;
    Op &op = out->code.back();
    op.list = static_cast<uint32_t>(out->lists.size());
    op.count = static_cast<uint32_t>(it->second.size());
    for (const std::string &label : it->second) {
      uint32_t number;
      if (!findLabel(label, loc, number))
        return false;
      fixups.push_back(
          {static_cast<uint32_t>(out->lists.size()), number, true});
      out->lists.push_back(0);
    }
    return true;
  }
  return failAt(loc, "branch table '" + name + "' is not defined");
}

void Decoder::resolveBranches() {
  for (const Fixup &f : fixups) {
    if (f.inList)
      out->lists[f.index] = labelPcs[f.label];
    else
      out->code[f.index].imm = labelPcs[f.label];
  }
  for (const auto &[index, name] : callFixups)
    out->code[index].imm = frames[name].entry;
}

//===----------------------------------------------------------------------===//
// Functions
//===----------------------------------------------------------------------===//

const ast::Function *Decoder::findFunction(const std::string &name) const {
  for (const ast::Function &fn : module.functions)
    if (fn.name == name)
      return &fn;
  return nullptr;
}

static Flow execReturn(Exec &ex, const Op &, uint32_t) {
  ex.g->pc = ex.g->calls.back();
  ex.g->calls.pop_back();
  return Flow::Jump;
}

static Flow execExit(Exec &, const Op &, uint32_t) { return Flow::Exit; }

bool Decoder::decodeBody(const ast::Function &fn) {
  uint32_t begin = static_cast<uint32_t>(out->code.size());
  frame->returnLabel = static_cast<uint32_t>(labelPcs.size());
  labelPcs.push_back(~0u);
  if (!decodeBlock(*fn.body))
    return false;
  // The common return point, and the end of a body without `ret`.
  labelPcs[frame->returnLabel] = static_cast<uint32_t>(out->code.size());
  guardSlot = guardXor = 0;
  out->instrs.push_back({fn.loc, "ret"});
  inHelper = true;
  emit(fn.isEntry ? execExit : execReturn).flags |= kOpEnd;
  inHelper = false;
  resolveBranches();
  fixups.clear();
  markReconvergence(begin, static_cast<uint32_t>(out->code.size()));
  return true;
}

bool Decoder::decodeReturn() {
  if (!expectOperands(0))
    return false;
  take("uni");
  if (frame->function->isEntry) {
    emit(execExit).flags |= kOpEnd;
    return true;
  }
  emit(execBranch).flags |= kOpBranch | kOpEnd;
  fixups.push_back(
      {static_cast<uint32_t>(out->code.size() - 1), frame->returnLabel, false});
  return true;
}

bool Decoder::checkRecursion(const std::string &name, unsigned level) {
  if (level > frames.size())
    return false;
  for (const std::string &callee : frames[name].callees)
    if (!checkRecursion(callee, level + 1))
      return false;
  return true;
}

bool Decoder::decodeKernel(const ast::Function &fn, Kernel &kernel) {
  out = &kernel;
  kernel.name = fn.name;
  kernel.loc = fn.loc;
  std::copy(fn.reqntid, fn.reqntid + 3, kernel.reqntid);
  std::copy(fn.maxntid, fn.maxntid + 3, kernel.maxntid);
  std::copy(fn.reqnctapercluster, fn.reqnctapercluster + 3, kernel.cluster);
  kernel.staticSharedBytes = kSharedBase;
  // Slot 0 is the guard of unguarded operations.
  kernel.regBytes = 0;
  initSlot(SlotInit::Value, 0, ~uint64_t(0));

  // Module scope: variables that every function sees.
  scopes.clear();
  scopes.emplace_back();
  for (const ast::VarDecl &var : module.vars) {
    if (var.space == "shared") {
      if (!declareVar(var))
        return false;
      continue;
    }
    Symbol s{Symbol::Kind::Global, {}, 1, globalIndex[var.name], 0, 0, 0};
    if (!define(var.loc, var.name, s))
      return false;
  }

  scopes.emplace_back();
  uint32_t offset = 0;
  for (const ast::VarDecl &param : fn.params) {
    Type t = parseType(param.type);
    if (!t || t.bits < 8)
      return failAt(param.loc,
                    "parameter type ." + param.type + " is not modelled");
    uint64_t bytes = t.bytes() * param.vec * param.count;
    uint64_t align =
        std::max<uint64_t>(param.align, t.bytes() * uint64_t(param.vec));
    offset = static_cast<uint32_t>((offset + align - 1) / align * align);
    if (offset + bytes > 32764)
      return failAt(param.loc, "parameters take more than 32764 bytes");
    kernel.params.push_back({param.name, offset, static_cast<uint32_t>(bytes)});
    Symbol s{Symbol::Kind::Param,          t, param.vec, offset,
             static_cast<uint32_t>(bytes), 0, 0};
    if (!define(param.loc, param.name, s))
      return false;
    offset += static_cast<uint32_t>(bytes);
  }
  kernel.paramBytes = offset;

  Frame &entry = frames[fn.name];
  entry.function = &fn;
  frame = &entry;
  if (!decodeBody(fn))
    return false;
  while (!pendingFunctions.empty()) {
    std::string name = pendingFunctions.back();
    pendingFunctions.pop_back();
    frame = &frames[name];
    if (frame->decoded)
      continue;
    frame->decoded = true;
    frame->entry = static_cast<uint32_t>(out->code.size());
    scopes.resize(1);
    scopes.emplace_back();
    const ast::Function &callee = *frame->function;
    for (size_t i = 0; i < callee.params.size(); ++i)
      if (!define(callee.params[i].loc, callee.params[i].name,
                  frame->params[i]))
        return false;
    for (size_t i = 0; i < callee.returns.size(); ++i)
      if (!define(callee.returns[i].loc, callee.returns[i].name,
                  frame->returns[i]))
        return false;
    if (!decodeBody(callee))
      return false;
  }
  if (!checkRecursion(fn.name, 0))
    return failAt(fn.loc, "recursive call is not modelled");
  resolveBranches();
  // Dynamic shared memory follows the static part.
  uint32_t dynamic = (kernel.staticSharedBytes + kernel.sharedAlign - 1) /
                     kernel.sharedAlign * kernel.sharedAlign;
  kernel.dynamicSharedOffset = dynamic;
  for (uint32_t index : dynamicInits)
    kernel.inits[index].value += dynamic;
  return true;
}
