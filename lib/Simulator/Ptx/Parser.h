//===- Parser.h - PTX text to syntax tree -----------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Recursive descent over the tokens of Lexer.h. The first error ends the
// parse. Parser.cpp has the module level, ParserBody.cpp what is inside
// function bodies.
//
//===----------------------------------------------------------------------===//

#ifndef QUARTET_LIB_SIMULATOR_PTX_PARSER_H
#define QUARTET_LIB_SIMULATOR_PTX_PARSER_H

#include "Lexer.h"
#include "quartet/Simulator/Ast.h"

#include <algorithm>

namespace quartet::sim::ast {

class Parser {
public:
  Parser(std::vector<Token> tokens, Diagnostic &error)
      : tokens(std::move(tokens)), error(error) {}

  bool run(Module &module);

private:
  using Kind = Token::Kind;

  const Token &tok(size_t ahead = 0) const {
    return tokens[std::min(pos + ahead, tokens.size() - 1)];
  }
  void bump() {
    if (pos + 1 < tokens.size())
      ++pos;
  }
  bool fail(Loc loc, std::string message);
  std::string describe(const Token &token) const {
    if (token.kind == Kind::End)
      return "the end of the file";
    return "'" + std::string(token.text.substr(0, 60)) + "'";
  }
  bool unexpected(const char *what) {
    return fail(tok().loc,
                strf("expects %s, but got %s", what, describe(tok()).c_str()));
  }
  bool expect(char c);
  bool accept(char c) {
    if (!tok().is(c))
      return false;
    bump();
    return true;
  }
  bool word(std::string &out, const char *what);
  bool unsignedInt(uint64_t &out, const char *what);

  //--- module level --------------------------------------------------------//

  bool topLevel(Module &module);

  /// Skips `.file`, `.loc` and `.section`. Returns whether there was one;
  /// an unbalanced section sets `error`.
  bool skipDebug();

  bool function(Module &module);

  bool triple(uint32_t (&out)[3]);

  bool functionDirectives(Function &fn);

  bool paramList(std::vector<VarDecl> &out);

  //--- variables -----------------------------------------------------------//

  /// `.space` list of declarators `;`
  bool variables(std::vector<VarDecl> &out, bool isExtern);

  /// Qualifiers, type and the first declarator.
  bool declTail(VarDecl &decl, bool allowInit);

  bool declarator(VarDecl &decl, bool allowInit);

  bool initialiser(VarDecl &decl);

  //--- bodies --------------------------------------------------------------//

  bool block(Block &out);

  bool statement(Block &out);

  bool registers(Block &out);

  bool instruction(Instr &out);

  bool parseOperand(Operand &out);

  bool operandList(Operand &out, char close);

  bool primary(Operand &out);

  bool address(Operand &out);

  std::vector<Token> tokens;
  Diagnostic &error;
  size_t pos = 0;
  unsigned depth = 0;
};

} // namespace quartet::sim::ast

#endif // QUARTET_LIB_SIMULATOR_PTX_PARSER_H
