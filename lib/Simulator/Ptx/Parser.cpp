//===- Parser.cpp - PTX modules, functions and variables ------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Parser.h"

#include <algorithm>
#include <cstdio>

using namespace quartet::sim;
using namespace quartet::sim::ast;

bool Parser::run(Module &module) {
  while (tok().kind != Token::Kind::End)
    if (!topLevel(module))
      return false;
  if (module.versionMajor == 0)
    return fail(tok().loc, "expects a .version directive");
  return true;
}

bool Parser::fail(Loc loc, std::string message) {
  error = Diagnostic();
  error.loc = loc;
  error.message = std::move(message);
  return false;
}

bool Parser::expect(char c) {
  if (!tok().is(c))
    return unexpected(strf("'%c'", c).c_str());
  bump();
  return true;
}

bool Parser::word(std::string &out, const char *what) {
  if (tok().kind != Kind::Word)
    return unexpected(what);
  out = std::string(tok().text);
  bump();
  return true;
}

bool Parser::unsignedInt(uint64_t &out, const char *what) {
  if (tok().kind != Kind::Integer)
    return unexpected(what);
  out = tok().integer;
  bump();
  return true;
}

bool Parser::topLevel(Module &module) {
  const Token &token = tok();
  if (token.kind != Kind::Directive)
    return unexpected("a directive");
  std::string_view name = token.text.substr(1);
  if (name == "version") {
    bump();
    std::string text(tok().text);
    if (tok().kind != Kind::Float ||
        std::sscanf(text.c_str(), "%u.%u", &module.versionMajor,
                    &module.versionMinor) != 2)
      return unexpected("a version number such as 9.0");
    if (module.versionMajor < 3)
      return unexpected("a PTX version of at least 3.0");
    bump();
    return true;
  }
  if (name == "target") {
    bump();
    if (!word(module.target, "a target name"))
      return false;
    std::string ignored;
    while (accept(','))
      if (!word(ignored, "a target name"))
        return false;
    return true;
  }
  if (name == "address_size") {
    bump();
    uint64_t size;
    Loc loc = tok().loc;
    if (!unsignedInt(size, "an address size"))
      return false;
    if (size != 64)
      return fail(loc, strf("expects an address size of 64, but got %llu",
                            static_cast<unsigned long long>(size)));
    return true;
  }
  if (skipDebug())
    return !error.isError();
  if (name == "pragma") {
    bump();
    while (tok().kind != Kind::End && !tok().is(';'))
      bump();
    return expect(';');
  }
  bool isExtern = false;
  while (tok().isDirective("extern") || tok().isDirective("visible") ||
         tok().isDirective("weak") || tok().isDirective("common")) {
    isExtern |= tok().isDirective("extern");
    bump();
  }
  if (tok().isDirective("entry") || tok().isDirective("func"))
    return function(module);
  return variables(module.vars, isExtern);
}

bool Parser::skipDebug() {
  if (tok().isDirective("file") || tok().isDirective("loc")) {
    uint32_t line = tok().loc.line;
    while (tok().kind != Kind::End && tok().loc.line == line)
      bump();
    return true;
  }
  if (!tok().isDirective("section"))
    return false;
  Loc loc = tok().loc;
  while (tok().kind != Kind::End && !tok().is('{'))
    bump();
  while (tok().kind != Kind::End && !tok().is('}'))
    bump();
  if (!accept('}'))
    fail(loc, "section is not closed");
  return true;
}

bool Parser::function(Module &module) {
  Function fn;
  fn.isEntry = tok().isDirective("entry");
  bump();
  if (tok().isDirective("attribute"))
    return fail(tok().loc, "function attribute is not modelled");
  if (!fn.isEntry && tok().is('(') && !paramList(fn.returns))
    return false;
  fn.loc = tok().loc;
  if (!word(fn.name, "a function name"))
    return false;
  if (tok().is('(') && !paramList(fn.params))
    return false;
  if (!functionDirectives(fn))
    return false;
  if (accept(';')) {
    module.functions.push_back(std::move(fn));
    return true;
  }
  if (!tok().is('{'))
    return unexpected("a function body");
  fn.body = std::make_unique<Block>();
  if (!block(*fn.body))
    return false;
  // A definition replaces an earlier declaration of the same function.
  for (Function &other : module.functions) {
    if (other.name != fn.name)
      continue;
    if (other.body)
      return fail(fn.loc, "function '" + fn.name + "' is defined twice");
    other = std::move(fn);
    return true;
  }
  module.functions.push_back(std::move(fn));
  return true;
}

bool Parser::triple(uint32_t (&out)[3]) {
  out[0] = out[1] = out[2] = 1;
  for (int i = 0; i < 3; ++i) {
    uint64_t value;
    Loc loc = tok().loc;
    if (!unsignedInt(value, "a dimension"))
      return false;
    if (value == 0 || value > 0x7fffffff)
      return fail(loc, "dimension is out of range");
    out[i] = static_cast<uint32_t>(value);
    if (i == 2 || !accept(','))
      break;
  }
  return true;
}

bool Parser::functionDirectives(Function &fn) {
  while (tok().kind == Kind::Directive) {
    std::string name(tok().text.substr(1));
    Loc loc = tok().loc;
    bump();
    uint64_t ignored;
    if (name == "reqntid") {
      if (!triple(fn.reqntid))
        return false;
    } else if (name == "maxntid") {
      if (!triple(fn.maxntid))
        return false;
    } else if (name == "reqnctapercluster") {
      if (!triple(fn.reqnctapercluster))
        return false;
    } else if (name == "explicitcluster") {
      fn.explicitCluster = true;
    } else if (name == "maxclusterrank") {
      if (!unsignedInt(ignored, "a rank"))
        return false;
      fn.maxclusterrank = static_cast<uint32_t>(ignored);
    } else if (name == "minnctapersm" || name == "maxnreg" ||
               name == "maxnctapersm") {
      if (!unsignedInt(ignored, "a number"))
        return false;
    } else if (name == "pragma") {
      while (tok().kind != Kind::End && !tok().is(';'))
        bump();
      if (!expect(';'))
        return false;
    } else if (name != "noreturn" && name != "blocksareclusters") {
      return fail(loc, "directive ." + name + " is not modelled");
    }
  }
  return true;
}

bool Parser::paramList(std::vector<VarDecl> &out) {
  if (!expect('('))
    return false;
  if (accept(')'))
    return true;
  do {
    VarDecl decl;
    decl.loc = tok().loc;
    if (tok().isDirective("reg"))
      return fail(tok().loc, "parameter in a register is not modelled");
    if (!tok().isDirective("param"))
      return unexpected("'.param'");
    decl.space = "param";
    bump();
    if (!declTail(decl, /*allowInit=*/false))
      return false;
    out.push_back(std::move(decl));
  } while (accept(','));
  return expect(')');
}

bool Parser::variables(std::vector<VarDecl> &out, bool isExtern) {
  VarDecl first;
  first.loc = tok().loc;
  first.isExtern = isExtern;
  std::string space(tok().text);
  if (space != ".global" && space != ".shared" && space != ".const" &&
      space != ".local" && space != ".param")
    return fail(tok().loc, "directive " + space + " is not modelled");
  first.space = space.substr(1);
  bump();
  VarDecl decl = first;
  if (!declTail(decl, /*allowInit=*/true))
    return false;
  while (true) {
    out.push_back(decl);
    if (!accept(','))
      break;
    VarDecl next = first;
    next.type = decl.type;
    next.vec = decl.vec;
    next.align = decl.align;
    if (!declarator(next, /*allowInit=*/true))
      return false;
    decl = std::move(next);
  }
  return expect(';');
}

bool Parser::declTail(VarDecl &decl, bool allowInit) {
  while (tok().kind == Kind::Directive) {
    std::string name(tok().text.substr(1));
    Loc loc = tok().loc;
    bump();
    if (name == "align") {
      if (!unsignedInt(decl.align, "an alignment"))
        return false;
      if (decl.align == 0 || (decl.align & (decl.align - 1)) != 0 ||
          decl.align > (1u << 20))
        return fail(loc, "expects an alignment that is a power of two");
    } else if (name == "ptr") {
      // The pointee's space and alignment, which follow, bind nothing.
      for (const char *ptrSpace : {"global", "shared", "const", "local"})
        if (tok().isDirective(ptrSpace)) {
          bump();
          break;
        }
      if (tok().isDirective("align")) {
        bump();
        uint64_t ignored;
        if (!unsignedInt(ignored, "an alignment"))
          return false;
      }
    } else if (name == "attribute") {
      return fail(loc, "variable attribute is not modelled");
    } else if (name == "v2" || name == "v4" || name == "v8") {
      decl.vec = name[1] - '0';
    } else if (decl.type.empty()) {
      decl.type = name;
    } else {
      return fail(loc, "expects a variable name, but got '." + name + "'");
    }
  }
  if (decl.type.empty())
    return unexpected("a type");
  return declarator(decl, allowInit);
}

bool Parser::declarator(VarDecl &decl, bool allowInit) {
  decl.loc = tok().loc;
  if (!word(decl.name, "a variable name"))
    return false;
  while (accept('[')) {
    decl.isArray = true;
    if (accept(']')) {
      decl.isUnsized = true;
      decl.count = 0;
      continue;
    }
    uint64_t extent;
    Loc loc = tok().loc;
    if (!unsignedInt(extent, "an array size"))
      return false;
    if (__builtin_mul_overflow(decl.count, extent, &decl.count) ||
        decl.count > (uint64_t(1) << 40))
      return fail(loc, "array is too large");
    if (!expect(']'))
      return false;
  }
  if (tok().is('=')) {
    if (!allowInit)
      return unexpected("no initialiser");
    bump();
    if (!initialiser(decl))
      return false;
    if (decl.isUnsized) {
      decl.count = decl.init.size();
      decl.isUnsized = false;
    }
    if (decl.init.size() > decl.count * decl.vec)
      return fail(decl.loc, strf("expects at most %llu initialisers, but "
                                 "got %zu",
                                 static_cast<unsigned long long>(decl.count),
                                 decl.init.size()));
  }
  return true;
}

bool Parser::initialiser(VarDecl &decl) {
  if (accept('{')) {
    if (accept('}'))
      return true;
    do {
      if (!initialiser(decl))
        return false;
    } while (accept(','));
    return expect('}');
  }
  InitElem elem;
  elem.loc = tok().loc;
  bool negative = false;
  bool any = false;
  while (true) {
    if (accept('-')) {
      negative = !negative;
      continue;
    }
    if (any && accept('+'))
      continue;
    if (tok().kind == Kind::Integer) {
      elem.value += negative ? -static_cast<int64_t>(tok().integer)
                             : static_cast<int64_t>(tok().integer);
      bump();
    } else if (tok().kind == Kind::Float && !any) {
      elem.isFloat = true;
      elem.real = negative ? -tok().real : tok().real;
      elem.floatBits = tok().floatBits;
      elem.value = static_cast<int64_t>(tok().integer);
      bump();
    } else if (tok().kind == Kind::Word && elem.symbol.empty()) {
      if (tok().text == "generic" && tok(1).is('(')) {
        bump();
        bump();
        if (!word(elem.symbol, "a symbol") || !expect(')'))
          return false;
      } else {
        elem.symbol = std::string(tok().text);
        bump();
      }
    } else {
      return unexpected("an initial value");
    }
    any = true;
    negative = false;
    if (!tok().is('+') && !tok().is('-'))
      break;
  }
  decl.init.push_back(elem);
  return true;
}

std::optional<Module> ast::parseModule(std::string_view text,
                                       Diagnostic &error) {
  error = Diagnostic();
  std::vector<Token> tokens;
  if (!lex(text, tokens, error))
    return std::nullopt;
  Module module;
  if (!Parser(std::move(tokens), error).run(module))
    return std::nullopt;
  return module;
}
