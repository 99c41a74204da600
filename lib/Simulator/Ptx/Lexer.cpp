//===- Lexer.cpp - Tokens of PTX text -------------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Lexer.h"

#include <cctype>
#include <cstdlib>
#include <cstring>

using namespace quartet::sim;

namespace {

bool isWordStart(char c) {
  return std::isalpha(static_cast<unsigned char>(c)) || c == '_' || c == '$' ||
         c == '%';
}

bool isWordChar(char c) {
  return std::isalnum(static_cast<unsigned char>(c)) || c == '_' || c == '$';
}

class Lexer {
public:
  Lexer(std::string_view text, std::vector<Token> &tokens, Diagnostic &error)
      : text(text), tokens(tokens), error(error) {}

  bool run() {
    while (true) {
      if (!skipBlank())
        return false;
      Token token;
      token.loc = here();
      if (pos == text.size()) {
        tokens.push_back(token);
        return true;
      }
      if (!next(token))
        return false;
      tokens.push_back(token);
    }
  }

private:
  Loc here() const {
    return {line, static_cast<uint32_t>(pos - lineStart + 1)};
  }

  bool fail(Loc loc, std::string message) {
    error = Diagnostic();
    error.loc = loc;
    error.message = std::move(message);
    return false;
  }

  char peek(size_t ahead = 0) const {
    return pos + ahead < text.size() ? text[pos + ahead] : '\0';
  }

  void advance() {
    if (text[pos] == '\n') {
      ++line;
      lineStart = pos + 1;
    }
    ++pos;
  }

  bool skipBlank() {
    while (pos < text.size()) {
      if (std::isspace(static_cast<unsigned char>(text[pos]))) {
        advance();
      } else if (peek() == '/' && peek(1) == '/') {
        while (pos < text.size() && text[pos] != '\n')
          ++pos;
      } else if (peek() == '/' && peek(1) == '*') {
        Loc start = here();
        while (pos < text.size() && !(peek() == '*' && peek(1) == '/'))
          advance();
        if (pos == text.size())
          return fail(start, "comment is not closed");
        pos += 2;
      } else {
        break;
      }
    }
    return true;
  }

  bool next(Token &token) {
    char c = peek();
    size_t start = pos;
    if (isWordStart(c)) {
      ++pos;
      scanWord(/*dots=*/true);
      token.kind = Token::Kind::Word;
    } else if (c == '.' && isWordStart(peek(1))) {
      ++pos;
      scanWord(/*dots=*/false);
      token.kind = Token::Kind::Directive;
    } else if (std::isdigit(static_cast<unsigned char>(c))) {
      if (!number(token))
        return false;
    } else if (c == '"') {
      Loc open = here();
      advance();
      while (pos < text.size() && peek() != '"') {
        if (peek() == '\\')
          advance();
        if (pos < text.size())
          advance();
      }
      if (pos == text.size())
        return fail(open, "string is not closed");
      ++pos;
      token.kind = Token::Kind::String;
    } else if (c != '\0' && std::strchr("{}()[]<>,;:@!+-|=*&~?^", c)) {
      ++pos;
      token.kind = Token::Kind::Punct;
    } else {
      return fail(here(), strf("character 0x%02x is not part of PTX",
                               static_cast<unsigned char>(c)));
    }
    token.text = text.substr(start, pos - start);
    return true;
  }

  /// Consumes word characters, `::` between word parts and, inside mnemonics
  /// and special registers, dots.
  void scanWord(bool dots) {
    while (pos < text.size()) {
      if (isWordChar(peek())) {
        ++pos;
      } else if (peek() == ':' && peek(1) == ':' && isWordChar(peek(2))) {
        pos += 2;
      } else if (dots && peek() == '.' && isWordChar(peek(1))) {
        ++pos;
      } else {
        return;
      }
    }
  }

  bool number(Token &token) {
    Loc loc = here();
    size_t start = pos;
    if (peek() == '0' && (peek(1) == 'f' || peek(1) == 'F' || peek(1) == 'd' ||
                          peek(1) == 'D')) {
      bool isDouble = peek(1) == 'd' || peek(1) == 'D';
      size_t digits = isDouble ? 16 : 8;
      pos += 2;
      uint64_t bits = 0;
      size_t n = 0;
      while (std::isxdigit(static_cast<unsigned char>(peek()))) {
        bits = bits << 4 | hexDigit(peek());
        ++pos;
        ++n;
      }
      if (n != digits)
        return fail(loc, strf("expects %zu hexadecimal digits, but got %zu",
                              digits, n));
      token.kind = Token::Kind::Float;
      token.floatBits = isDouble ? 64 : 32;
      if (isDouble) {
        std::memcpy(&token.real, &bits, 8);
      } else {
        float value;
        uint32_t low = static_cast<uint32_t>(bits);
        std::memcpy(&value, &low, 4);
        token.real = value;
        // The payload of a NaN does not survive widening; keep the bits.
        token.integer = low;
      }
      if (isDouble)
        token.integer = bits;
      return true;
    }
    int base = 10;
    if (peek() == '0' && (peek(1) == 'x' || peek(1) == 'X')) {
      base = 16;
      pos += 2;
    } else if (peek() == '0' && (peek(1) == 'b' || peek(1) == 'B')) {
      base = 2;
      pos += 2;
    }
    size_t digitsStart = pos;
    while (base == 16 ? std::isxdigit(static_cast<unsigned char>(peek())) != 0
                      : std::isdigit(static_cast<unsigned char>(peek())) != 0)
      ++pos;
    bool isReal = false;
    if (base == 10 && peek() == '.' &&
        std::isdigit(static_cast<unsigned char>(peek(1)))) {
      isReal = true;
      ++pos;
      while (std::isdigit(static_cast<unsigned char>(peek())))
        ++pos;
    }
    if (base == 10 && (peek() == 'e' || peek() == 'E')) {
      isReal = true;
      ++pos;
      if (peek() == '+' || peek() == '-')
        ++pos;
      while (std::isdigit(static_cast<unsigned char>(peek())))
        ++pos;
    }
    if (isReal) {
      token.kind = Token::Kind::Float;
      token.real = std::strtod(
          std::string(text.substr(start, pos - start)).c_str(), nullptr);
      return true;
    }
    if (pos == digitsStart)
      return fail(loc, "expects digits after the prefix of an integer");
    if (base == 10 && text[digitsStart] == '0' && pos - digitsStart > 1)
      base = 8;
    token.kind = Token::Kind::Integer;
    uint64_t value = 0;
    for (size_t i = digitsStart; i < pos; ++i) {
      unsigned digit = hexDigit(text[i]);
      if (digit >= static_cast<unsigned>(base))
        return fail(loc, "digit is out of range for the base of the integer");
      if (__builtin_mul_overflow(value, static_cast<uint64_t>(base), &value) ||
          __builtin_add_overflow(value, static_cast<uint64_t>(digit), &value))
        return fail(loc, "integer does not fit in 64 bits");
    }
    token.integer = value;
    if (peek() == 'U')
      ++pos;
    return true;
  }

  static unsigned hexDigit(char c) {
    if (c >= '0' && c <= '9')
      return c - '0';
    return (c | 0x20) - 'a' + 10;
  }

  std::string_view text;
  std::vector<Token> &tokens;
  Diagnostic &error;
  size_t pos = 0;
  size_t lineStart = 0;
  uint32_t line = 1;
};

} // namespace

bool quartet::sim::lex(std::string_view text, std::vector<Token> &tokens,
                       Diagnostic &error) {
  return Lexer(text, tokens, error).run();
}
