//===- ParserBody.cpp - Statements and instructions -----------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Parser.h"

#include <algorithm>

using namespace quartet::sim;
using namespace quartet::sim::ast;

std::string Instr::text() const {
  std::string out = opcode;
  for (const std::string &mod : mods)
    out += "." + mod;
  return out;
}

bool Parser::block(Block &out) {
  Loc open = tok().loc;
  if (!expect('{'))
    return false;
  if (++depth > 64)
    return fail(open, "blocks are nested more than 64 deep");
  while (!tok().is('}')) {
    if (tok().kind == Kind::End)
      return fail(open, "block is not closed");
    if (!statement(out))
      return false;
  }
  bump();
  --depth;
  return true;
}

bool Parser::statement(Block &out) {
  Stmt stmt;
  stmt.loc = tok().loc;
  if (tok().is('{')) {
    stmt.kind = Stmt::Kind::Block;
    stmt.block = std::make_unique<Block>();
    if (!block(*stmt.block))
      return false;
    out.stmts.push_back(std::move(stmt));
    return true;
  }
  if (accept(';'))
    return true;
  if (tok().kind == Kind::Directive) {
    if (skipDebug())
      return !error.isError();
    if (tok().isDirective("pragma")) {
      while (tok().kind != Kind::End && !tok().is(';'))
        bump();
      return expect(';');
    }
    if (tok().isDirective("reg"))
      return registers(out);
    std::vector<VarDecl> vars;
    if (!variables(vars, /*isExtern=*/false))
      return false;
    for (VarDecl &var : vars) {
      Stmt decl;
      decl.kind = Stmt::Kind::Var;
      decl.loc = var.loc;
      decl.var = std::move(var);
      out.stmts.push_back(std::move(decl));
    }
    return true;
  }
  if (tok().kind == Kind::Word && tok(1).is(':')) {
    stmt.label = std::string(tok().text);
    bump();
    bump();
    if (tok().isDirective("branchtargets")) {
      bump();
      stmt.kind = Stmt::Kind::Targets;
      do {
        std::string target;
        if (!word(target, "a label"))
          return false;
        stmt.targets.push_back(std::move(target));
      } while (accept(','));
      if (!expect(';'))
        return false;
    } else if (tok().kind == Kind::Directive &&
               tok().isDirective("callprototype")) {
      return fail(tok().loc, "indirect call is not modelled");
    } else {
      stmt.kind = Stmt::Kind::Label;
    }
    out.stmts.push_back(std::move(stmt));
    return true;
  }
  stmt.kind = Stmt::Kind::Instr;
  if (!instruction(stmt.instr))
    return false;
  stmt.loc = stmt.instr.loc;
  out.stmts.push_back(std::move(stmt));
  return true;
}

bool Parser::registers(Block &out) {
  bump();
  RegDecl decl;
  while (tok().kind == Kind::Directive) {
    std::string name(tok().text.substr(1));
    if (name == "v2" || name == "v4")
      decl.vec = name[1] - '0';
    else
      decl.type = name;
    bump();
  }
  if (decl.type.empty())
    return unexpected("a register type");
  do {
    RegDecl one = decl;
    one.loc = tok().loc;
    if (!word(one.name, "a register name"))
      return false;
    if (accept('<')) {
      Loc loc = tok().loc;
      if (!unsignedInt(one.count, "a number of registers"))
        return false;
      if (one.count == 0 || one.count > (1u << 20))
        return fail(loc, "number of registers is out of range");
      if (!expect('>'))
        return false;
    }
    Stmt stmt;
    stmt.kind = Stmt::Kind::Reg;
    stmt.loc = one.loc;
    stmt.reg = std::move(one);
    out.stmts.push_back(std::move(stmt));
  } while (accept(','));
  return expect(';');
}

bool Parser::instruction(Instr &out) {
  if (accept('@')) {
    out.guardNegated = accept('!');
    if (!word(out.guard, "a predicate register"))
      return false;
  }
  out.loc = tok().loc;
  std::string mnemonic;
  if (!word(mnemonic, "an instruction"))
    return false;
  // A modifier on the next lines (`cvt` `.rn`) does not occur in printed PTX
  // but is legal: it lexes as a directive.
  while (tok().kind == Kind::Directive) {
    mnemonic += tok().text;
    bump();
  }
  size_t start = 0;
  bool first = true;
  while (start <= mnemonic.size()) {
    size_t dot = std::min(mnemonic.find('.', start), mnemonic.size());
    std::string part = mnemonic.substr(start, dot - start);
    if (first)
      out.opcode = std::move(part);
    else
      out.mods.push_back(std::move(part));
    first = false;
    start = dot + 1;
  }
  if (accept(';'))
    return true;
  do {
    Operand operand;
    if (!parseOperand(operand))
      return false;
    out.operands.push_back(std::move(operand));
  } while (accept(','));
  return expect(';');
}

bool Parser::parseOperand(Operand &out) {
  if (!primary(out))
    return false;
  if (!tok().is('|'))
    return true;
  bump();
  Operand second;
  if (!primary(second))
    return false;
  Operand pair;
  pair.kind = Operand::Kind::Pair;
  pair.loc = out.loc;
  pair.elems.push_back(std::move(out));
  pair.elems.push_back(std::move(second));
  out = std::move(pair);
  return true;
}

bool Parser::operandList(Operand &out, char close) {
  if (accept(close))
    return true;
  do {
    Operand elem;
    if (!primary(elem))
      return false;
    out.elems.push_back(std::move(elem));
  } while (accept(','));
  return expect(close);
}

bool Parser::primary(Operand &out) {
  out.loc = tok().loc;
  if (accept('{')) {
    out.kind = Operand::Kind::Vector;
    return operandList(out, '}');
  }
  if (accept('(')) {
    out.kind = Operand::Kind::List;
    return operandList(out, ')');
  }
  if (accept('['))
    return address(out);
  if (accept('!')) {
    out.negated = true;
    return word(out.name, "a predicate register");
  }
  bool negative = false;
  while (tok().is('-') || tok().is('+')) {
    negative ^= tok().is('-');
    bump();
  }
  const Token &token = tok();
  if (token.kind == Kind::Integer) {
    out.kind = Operand::Kind::Integer;
    out.value =
        static_cast<int64_t>(negative ? 0 - token.integer : token.integer);
    bump();
    return true;
  }
  if (token.kind == Kind::Float) {
    out.kind = Operand::Kind::Float;
    out.real = negative ? -token.real : token.real;
    out.floatBits = token.floatBits;
    out.value = static_cast<int64_t>(
        token.integer ^
        (negative ? (token.floatBits == 64 ? uint64_t(1) << 63 : 1u << 31)
                  : 0));
    bump();
    return true;
  }
  if (negative || token.kind != Kind::Word)
    return unexpected("an operand");
  out.name = std::string(token.text);
  bump();
  // sym+4 as a mov source.
  if (tok().is('+') || tok().is('-')) {
    bool minus = tok().is('-');
    bump();
    uint64_t offset;
    if (!unsignedInt(offset, "an offset"))
      return false;
    out.value =
        minus ? -static_cast<int64_t>(offset) : static_cast<int64_t>(offset);
  } else if (tok().is('[')) {
    // Old style `ld.param.b32 r, [array[4]]` does not occur here; indexing a
    // variable as an operand does not exist in the dialects that we accept.
    return fail(tok().loc, "indexed operand is not modelled");
  }
  return true;
}

bool Parser::address(Operand &out) {
  out.kind = Operand::Kind::Address;
  bool negative = accept('-');
  if (tok().kind == Kind::Integer) {
    out.value =
        static_cast<int64_t>(negative ? 0 - tok().integer : tok().integer);
    bump();
  } else {
    if (negative || !word(out.name, "an address"))
      return unexpected("an address");
    while (tok().is('+') || tok().is('-')) {
      bool minus = tok().is('-');
      bump();
      minus ^= accept('-');
      uint64_t offset;
      if (!unsignedInt(offset, "an offset"))
        return false;
      out.value +=
          minus ? -static_cast<int64_t>(offset) : static_cast<int64_t>(offset);
    }
  }
  if (accept(',')) {
    if (tok().is('{')) {
      bump();
      if (!operandList(out, '}'))
        return false;
    } else {
      Operand elem;
      if (!primary(elem))
        return false;
      out.elems.push_back(std::move(elem));
    }
  }
  return expect(']');
}
