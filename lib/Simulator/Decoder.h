//===- Decoder.h - From syntax tree to executable operations ----*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The interface that instruction families use to decode one instruction. A
// family consumes the modifiers it knows; anything left over makes the
// instruction an error, so that nothing is silently ignored.
//
//===----------------------------------------------------------------------===//

#ifndef QUARTET_LIB_SIMULATOR_DECODER_H
#define QUARTET_LIB_SIMULATOR_DECODER_H

#include "Machine.h"
#include "Program.h"
#include "Types.h"
#include "quartet/Simulator/Ast.h"

#include <map>
#include <string>
#include <string_view>
#include <tuple>
#include <unordered_map>

namespace quartet::sim {

class Decoder;
using DecodeFn = bool (*)(Decoder &);
/// Opcode (the part before the first dot) to family.
using OpTable = std::unordered_map<std::string_view, DecodeFn>;

void registerInteger(OpTable &table);
void registerBits(OpTable &table);
void registerFloat(OpTable &table);
void registerConvert(OpTable &table);
void registerCompare(OpTable &table);
void registerMove(OpTable &table);
void registerControl(OpTable &table);
void registerMemory(OpTable &table);
void registerAtomic(OpTable &table);
void registerWarp(OpTable &table);
void registerBarrier(OpTable &table);
void registerMbarrier(OpTable &table);
void registerAsyncCopy(OpTable &table);
void registerMatrix(OpTable &table);
void registerMma(OpTable &table);
void registerTensor(OpTable &table);

/// What a name stands for.
struct Symbol {
  enum class Kind { Register, Shared, Local, Param, Global } kind;
  Type type;
  unsigned vec = 1;
  /// Register: slot of the first element. Otherwise offset in its space, or
  /// the index of the module variable.
  uint32_t at = 0;
  uint32_t bytes = 0;
  /// Numbered registers: their number. Param: 1 when it lies in per-thread
  /// memory, as the parameters of device functions do.
  uint64_t count = 0;
  uint32_t stride = 0;
};

enum class Space : uint8_t {
  Generic,
  Global,
  SharedCta,
  SharedCluster,
  Local,
  Param,      ///< kernel parameters
  ParamLocal, ///< parameters of device functions
  Const,
};

/// A decoded address operand: `[base + imm]`. Slot `base` holds 64-bit values
/// when `wide`, else 32-bit ones.
struct AddressOperand {
  Space space = Space::Generic;
  uint32_t base = 0;
  bool wide = true;
  int64_t imm = 0;
};

class Decoder {
public:
  //--- the instruction -----------------------------------------------------//

  const ast::Instr &instr() const { return *current; }
  size_t numOperands() const { return current->operands.size(); }
  const ast::Operand &operand(size_t i) const { return current->operands[i]; }
  std::string_view opcode() const { return current->opcode; }

  /// Consumes modifier `name` wherever it stands.
  bool take(std::string_view name);
  /// Consumes the first unconsumed modifier when it names a type.
  Type takeType();
  /// Consumes the next unconsumed modifier, or returns an empty view.
  std::string_view takeNext();
  /// Looks at the next unconsumed modifier.
  std::string_view peekNext() const;
  /// Consumes one of `names` and returns its index, or -1.
  int takeOneOf(std::initializer_list<const char *> names);
  /// Consumes `.L1::*`, `.L2::*` and `.level::*` hints. True when one of them
  /// takes an operand (cache_hint).
  bool takeCacheHints();

  bool fail(std::string message);
  bool failAt(Loc loc, std::string message);
  /// "instruction 'x' is not modelled", with what is left over.
  bool unmodelled();
  /// Fails unless there are exactly `n` (or between) operands.
  bool expectOperands(size_t n) { return expectOperands(n, n); }
  bool expectOperands(size_t low, size_t high);

  //--- operands ------------------------------------------------------------//

  /// Slot with 32 values of `t`; on failure sets the error and returns 0.
  uint32_t src(const ast::Operand &o, Type t);
  /// Slot for a result of type `t`. A wider register is extended afterwards,
  /// by sign when `t` is signed.
  uint32_t dst(const ast::Operand &o, Type t);
  /// Predicate mask slots; a negated source is complemented first.
  uint32_t srcPred(const ast::Operand &o);
  uint32_t dstPred(const ast::Operand &o);
  /// Elements of a vector operand, or the operand itself.
  bool srcVector(const ast::Operand &o, Type t, std::vector<uint32_t> &out);
  bool dstVector(const ast::Operand &o, Type t, std::vector<uint32_t> &out);
  bool address(const ast::Operand &o, Space space, AddressOperand &out);
  /// An integer that must be known when decoding.
  bool constant(const ast::Operand &o, int64_t &out);
  /// Declared type of the register `o`, or none.
  Type registerType(const ast::Operand &o);
  bool isRegister(const ast::Operand &o) {
    return o.kind == ast::Operand::Kind::Name && bool(registerType(o));
  }
  /// Slot of a constant of `bytes` bytes.
  uint32_t constantSlot(uint64_t value, unsigned bytes, uint64_t high = 0);
  uint32_t tempSlot(unsigned bits);
  const Symbol *find(const std::string &name);

  //--- output --------------------------------------------------------------//

  Op &emit(ExecFn fn, uint32_t d = 0, uint32_t a = 0, uint32_t b = 0,
           uint32_t c = 0);
  /// Appends `slots` to the kernel's lists and returns the index.
  uint32_t addList(const std::vector<uint32_t> &slots);
  /// Makes the last emitted operation branch to `label`.
  bool branchTo(const std::string &label, Loc loc);
  /// The labels of the .branchtargets table `name`, as indices for
  /// Kernel::lists that are patched to program counters at the end.
  bool branchTable(const std::string &name, Loc loc);
  bool decodeCall();
  bool decodeReturn();

  Kernel &kernel() { return *out; }
  bool failed() const { return error.isError(); }

  //--- driving -------------------------------------------------------------//

  Decoder(const ast::Module &module, Program &program, Diagnostic &error);
  bool decodeKernel(const ast::Function &fn, Kernel &kernel);
  /// Numbers the module variables, as every kernel needs.
  bool indexGlobals();
  /// Lays out and initialises the module variables, once per module.
  bool decodeGlobals();

private:
  struct Scope {
    std::unordered_map<std::string, Symbol> symbols;
    /// Labels of the block, known before its first instruction, as numbers
    /// into `labelPcs`; and the tables of .branchtargets.
    std::unordered_map<std::string, uint32_t> labels;
    std::unordered_map<std::string, std::vector<std::string>> targets;
  };
  struct Post {
    uint32_t from, to;
    uint16_t fromBits, toBits;
    bool isSigned;
  };
  struct Frame {
    uint32_t entry = 0;
    std::vector<Symbol> params, returns;
    const ast::Function *function = nullptr;
    std::vector<std::string> callees;
    uint32_t returnLabel = 0;
    bool decoded = false;
  };

  bool decodeBlock(const ast::Block &block);
  bool decodeInstr(const ast::Instr &instr);
  bool decodeBody(const ast::Function &fn);
  bool findLabel(const std::string &name, Loc loc, uint32_t &number);
  bool checkRecursion(const std::string &name, unsigned depth);
  bool declareReg(const ast::RegDecl &reg);
  bool declareVar(const ast::VarDecl &var);
  bool define(Loc loc, const std::string &name, Symbol symbol);
  void resolveBranches();
  void markReconvergence(uint32_t begin, uint32_t end);
  uint32_t specialRegister(const std::string &name, unsigned bits, bool &found);
  uint32_t initSlot(SlotInit kind, unsigned bytes, uint64_t value,
                    uint32_t symbol = 0, uint64_t high = 0);
  uint32_t sharedSlot(const Symbol &s, SlotInit kind, unsigned bytes,
                      int64_t offset);
  const ast::Function *findFunction(const std::string &name) const;
  void flushPosts();

  const ast::Module &module;
  Program &program;
  Diagnostic &error;
  const OpTable &table;
  Kernel *out = nullptr;
  const ast::Instr *current = nullptr;
  uint64_t consumed = 0;
  std::vector<Scope> scopes;
  std::vector<Post> posts;
  uint32_t guardSlot = 0;
  uint32_t guardXor = 0;
  bool inHelper = false;
  Frame *frame = nullptr;
  std::map<std::string, Frame> frames;
  std::vector<std::string> pendingFunctions;
  struct Fixup {
    uint32_t index;
    uint32_t label;
    bool inList;
  };
  std::vector<Fixup> fixups;
  std::vector<std::pair<uint32_t, std::string>> callFixups;
  std::vector<uint32_t> labelPcs;
  unsigned depth = 0;
  std::map<std::tuple<SlotInit, unsigned, uint64_t, uint64_t, uint32_t>,
           uint32_t>
      initSlots;
  std::unordered_map<std::string, uint32_t> globalIndex;
  std::vector<uint32_t> dynamicInits;
};

/// All families.
const OpTable &opTable();

} // namespace quartet::sim

#endif // QUARTET_LIB_SIMULATOR_DECODER_H
