//===- Program.h - The executable form of a kernel --------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A kernel is decoded once into a vector of Op. Every operand is the byte
// offset of an array of 32 lane values in the register file of a warp;
// constants, special registers and symbol addresses are such arrays too,
// filled when the warp starts, so a handler never asks what its operand is.
// A predicate is one 32-bit mask.
//
//===----------------------------------------------------------------------===//

#ifndef QUARTET_LIB_SIMULATOR_PROGRAM_H
#define QUARTET_LIB_SIMULATOR_PROGRAM_H

#include "quartet/Simulator/Diagnostic.h"

#include <cstdint>
#include <string>
#include <unordered_map>
#include <vector>

namespace quartet::sim {

struct Exec;
struct Op;

/// What the interpreter does after a handler.
enum class Flow : uint8_t {
  Next,    ///< go to the next operation
  Jump,    ///< the handler has set the program counter of the group
  Regroup, ///< the handler has changed the groups of the warp
  Block,   ///< run the same operation again when something has changed
  Yield,   ///< go to the next operation, after other warps had a turn
  Exit,    ///< the threads of the mask have ended
  Fault,   ///< an error was reported
};

using ExecFn = Flow (*)(Exec &, const Op &, uint32_t mask);

enum OpFlags : uint16_t {
  kOpHelper = 1,   ///< widening or narrowing, not an instruction of the program
  kOpReconv = 2,   ///< some divergent branch reconverges here
  kOpAligned = 4,  ///< all threads of the warp must be here
  kOpBranch = 8,   ///< may go to `imm` (or to the labels of its list)
  kOpEnd = 16,     ///< never falls through when not guarded
  kOpNoSlots = 32, ///< the operand fields are not register-file slots
};

/// One executable operation.
struct Op {
  ExecFn fn = nullptr;
  uint32_t d = 0, a = 0, b = 0, c = 0;
  /// Offset of the guard mask; slot 0 is the constant all-ones.
  uint32_t guard = 0;
  uint32_t guardXor = 0;
  /// Index into Kernel::instrs.
  uint32_t instr = 0;
  uint16_t flags = 0;
  uint8_t u = 0, v = 0;
  /// Address offset, immediate or branch target.
  int64_t imm = 0;
  /// Operand list in Kernel::lists.
  uint32_t list = 0, count = 0;
};

/// Where an operation came from.
struct InstrInfo {
  Loc loc;
  std::string text;
};

/// Values that a register-file slot gets when a warp starts.
enum class SlotInit : uint8_t {
  Value,      ///< the same number in every lane
  SharedAddr, ///< value + base of the CTA's shared::cta window
  SharedGeneric,
  LocalGeneric,
  ParamGeneric,
  GlobalSymbol, ///< address of module variable `symbol` + value
  TidX,
  TidY,
  TidZ,
  NtidX,
  NtidY,
  NtidZ,
  CtaidX,
  CtaidY,
  CtaidZ,
  NctaidX,
  NctaidY,
  NctaidZ,
  ClusteridX,
  ClusteridY,
  ClusteridZ,
  NclusteridX,
  NclusteridY,
  NclusteridZ,
  ClusterCtaidX,
  ClusterCtaidY,
  ClusterCtaidZ,
  ClusterNctaidX,
  ClusterNctaidY,
  ClusterNctaidZ,
  ClusterCtarank,
  ClusterNctarank,
  IsExplicitCluster,
  LaneId,
  WarpId,
  NWarpId,
  SmId,
  NSmId,
  GridId,
  LanemaskEq,
  LanemaskLe,
  LanemaskLt,
  LanemaskGe,
  LanemaskGt,
  TotalSmemSize,
  DynamicSmemSize,
  AggrSmemSize,
};

struct SlotInitEntry {
  uint32_t slot = 0;
  uint8_t bytes = 4;
  SlotInit kind = SlotInit::Value;
  uint32_t symbol = 0;
  uint64_t value = 0;
  uint64_t valueHigh = 0;
};

struct ParamInfo {
  std::string name;
  uint32_t offset = 0;
  uint32_t bytes = 0;
};

/// A module-scope .global or .const variable.
struct GlobalVar {
  std::string name;
  Loc loc;
  uint64_t bytes = 0;
  uint64_t align = 1;
  bool isConst = false;
  std::vector<uint8_t> data;
  /// Addresses to store into `data`: offset, variable index, addend.
  struct Reloc {
    uint64_t offset;
    uint32_t var;
    int64_t addend;
  };
  std::vector<Reloc> relocs;
};

struct Kernel {
  std::string name;
  Loc loc;
  std::vector<Op> code;
  std::vector<InstrInfo> instrs;
  std::vector<uint32_t> lists;
  std::vector<SlotInitEntry> inits;
  uint32_t regBytes = 0;
  std::vector<ParamInfo> params;
  uint32_t paramBytes = 0;
  /// Per thread: .local variables and the parameters of calls.
  uint32_t localBytes = 0;
  /// Static shared memory, from kSharedBase on.
  uint32_t staticSharedBytes = 0;
  uint32_t sharedAlign = 16;
  /// The dynamic part starts here (offset in the CTA's window).
  uint32_t dynamicSharedOffset = 0;
  uint32_t reqntid[3] = {0, 0, 0};
  uint32_t maxntid[3] = {0, 0, 0};
  uint32_t cluster[3] = {0, 0, 0};
};

/// A whole PTX module: variables and every entry.
struct Program {
  unsigned versionMajor = 0, versionMinor = 0;
  std::string target;
  std::vector<GlobalVar> globals;
  std::vector<Kernel> kernels;
};

/// Shared memory addresses below this are reserved by the system.
inline constexpr uint32_t kSharedBase = 1024;
/// Generic addresses of the windows; .global is identity.
inline constexpr uint64_t kSharedWindow = 0x00007e0000000000ull;
inline constexpr uint64_t kLocalWindow = 0x00007d0000000000ull;
inline constexpr uint64_t kParamWindow = 0x00007c0000000000ull;
inline constexpr uint64_t kWindowMask = 0xffffff0000000000ull;

} // namespace quartet::sim

#endif // QUARTET_LIB_SIMULATOR_PROGRAM_H
