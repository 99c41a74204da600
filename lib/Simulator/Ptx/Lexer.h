//===- Lexer.h - Tokens of PTX text -----------------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A word keeps the dots inside it, so that a whole mnemonic
// (`cp.async.bulk.tensor.2d`) and a whole register (`%tid.x`) are one token.
// A directive is a word that starts with a dot.
//
//===----------------------------------------------------------------------===//

#ifndef QUARTET_LIB_SIMULATOR_PTX_LEXER_H
#define QUARTET_LIB_SIMULATOR_PTX_LEXER_H

#include "quartet/Simulator/Diagnostic.h"

#include <string_view>
#include <vector>

namespace quartet::sim {

struct Token {
  enum class Kind { Word, Directive, Integer, Float, String, Punct, End };
  Kind kind = Kind::End;
  Loc loc;
  std::string_view text;
  /// Integer value as 64 bits; bits of a 0f/0d literal are in `real`.
  uint64_t integer = 0;
  double real = 0;
  int floatBits = 0;

  bool is(char c) const { return kind == Kind::Punct && text[0] == c; }
  bool isDirective(std::string_view name) const {
    return kind == Kind::Directive && text.substr(1) == name;
  }
  bool isWord(std::string_view name) const {
    return kind == Kind::Word && text == name;
  }
};

/// Splits `text` into tokens, the last of which is End. Returns false and
/// fills `error` on a character or literal that PTX does not have.
bool lex(std::string_view text, std::vector<Token> &tokens, Diagnostic &error);

} // namespace quartet::sim

#endif // QUARTET_LIB_SIMULATOR_PTX_LEXER_H
