//===- Ast.h - PTX modules as written ---------------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The syntax tree of a PTX module. It keeps names and modifiers as text:
// meaning is given by the decoder, which is the only place that knows
// instructions.
//
//===----------------------------------------------------------------------===//

#ifndef QUARTET_SIMULATOR_AST_H
#define QUARTET_SIMULATOR_AST_H

#include "quartet/Simulator/Diagnostic.h"

#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace quartet::sim::ast {

/// An instruction operand.
struct Operand {
  enum class Kind {
    Name,    ///< register, label, symbol, special register or `_`
    Integer, ///< 42, 0x2a, -1
    Float,   ///< 0f3F800000, 0d..., 1.5
    Vector,  ///< {a, b, ...}
    Address, ///< [name+offset], [offset], [name, {coordinates}]
    Pair,    ///< a|b
    List,    ///< (a, b), of calls
  };
  Kind kind = Kind::Name;
  Loc loc;
  std::string name;
  /// `!p`.
  bool negated = false;
  /// Integer value; offset of an address.
  int64_t value = 0;
  /// Float: the value; `floatBits` 32 or 64 when written as 0f/0d, else 0.
  double real = 0;
  int floatBits = 0;
  /// Elements of a vector, pair or list; coordinates of an address.
  std::vector<Operand> elems;
};

/// `@p opcode.mod.mod operands;`
struct Instr {
  Loc loc;
  std::string guard;
  bool guardNegated = false;
  std::string opcode;
  /// Modifiers in order, without dots: "sync", "cta_group::1", "b32".
  std::vector<std::string> mods;
  std::vector<Operand> operands;

  /// The mnemonic as written, for messages.
  std::string text() const;
};

/// One element of an initialiser: a number, or a symbol plus an offset.
struct InitElem {
  Loc loc;
  std::string symbol;
  int64_t value = 0;
  bool isFloat = false;
  double real = 0;
  int floatBits = 0;
};

/// A variable of any state space, or a parameter.
struct VarDecl {
  Loc loc;
  /// "global", "shared", "const", "local", "param" or "reg".
  std::string space;
  std::string type;
  std::string name;
  uint64_t align = 0;
  unsigned vec = 1;
  /// Number of elements; 1 for scalars.
  uint64_t count = 1;
  bool isArray = false;
  bool isUnsized = false;
  bool isExtern = false;
  std::vector<InitElem> init;
};

/// `.reg .type %name<count>;` or `.reg .type a, b;` (one per name).
struct RegDecl {
  Loc loc;
  std::string type;
  unsigned vec = 1;
  std::string name;
  /// Number of numbered registers; 0 for a single register.
  uint64_t count = 0;
};

struct Block;

struct Stmt {
  enum class Kind { Instr, Label, Reg, Var, Block, Targets };
  Kind kind = Kind::Instr;
  Loc loc;
  Instr instr;
  /// Label name; of Targets the label of the table.
  std::string label;
  /// Entries of `.branchtargets`.
  std::vector<std::string> targets;
  RegDecl reg;
  VarDecl var;
  std::unique_ptr<Block> block;
};

struct Block {
  std::vector<Stmt> stmts;
};

/// A `.entry` or `.func`. `body` is null for a declaration.
struct Function {
  Loc loc;
  std::string name;
  bool isEntry = false;
  std::vector<VarDecl> params;
  std::vector<VarDecl> returns;
  std::unique_ptr<Block> body;
  /// Zero when absent.
  uint32_t reqntid[3] = {0, 0, 0};
  uint32_t maxntid[3] = {0, 0, 0};
  uint32_t reqnctapercluster[3] = {0, 0, 0};
  bool explicitCluster = false;
  uint32_t maxclusterrank = 0;
};

struct Module {
  unsigned versionMajor = 0;
  unsigned versionMinor = 0;
  std::string target;
  unsigned addressSize = 64;
  std::vector<VarDecl> vars;
  std::vector<Function> functions;
};

/// Parses PTX text. On failure returns nothing and fills `error`, whose
/// location is that of the first offending token.
std::optional<Module> parseModule(std::string_view text, Diagnostic &error);

} // namespace quartet::sim::ast

#endif // QUARTET_SIMULATOR_AST_H
