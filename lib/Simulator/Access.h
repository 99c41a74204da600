//===- Access.h - One lane's access to memory -------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Finds the bytes that an address names in a state space, checks bounds and
// alignment, and applies the ordering rules of strict mode.
//
//===----------------------------------------------------------------------===//

#ifndef QUARTET_LIB_SIMULATOR_ACCESS_H
#define QUARTET_LIB_SIMULATOR_ACCESS_H

#include "Decoder.h"

namespace quartet::sim {

enum class PlaceKind : uint8_t { Global, Shared, Local, Param };

struct Place {
  uint8_t *data = nullptr;
  PlaceKind kind = PlaceKind::Global;
  /// Shared: the owning block and the offset in its window.
  Cta *cta = nullptr;
  uint32_t offset = 0;
  /// Global: the allocation and the offset in it.
  Allocation *allocation = nullptr;
  uint64_t at = 0;
};

/// Memory ordering of an access.
enum class Strength : uint8_t { Weak, Relaxed, Acquire, Release, AcqRel };

/// Resolves `bytes` bytes at `address`. On failure reports and returns false.
bool resolve(const Exec &ex, const Op &op, unsigned lane, Space space,
             uint64_t address, unsigned bytes, bool isWrite, Place &out);

/// Strict-mode checks of a generic-proxy access to shared or global memory.
bool checkRead(const Exec &ex, const Op &op, unsigned lane, const Place &p,
               unsigned bytes, bool strong);
bool checkWrite(const Exec &ex, const Op &op, unsigned lane, const Place &p,
                unsigned bytes, bool strong);

/// Acquire and release on a word of shared memory.
void orderBefore(const Exec &ex, const Place &p, Strength s);
void orderAfter(const Exec &ex, const Place &p, Strength s);

/// The address of `lane` from an operand held in the fields of `op`: base in
/// `a`, offset in `imm`, width in bit 7 of `v`.
inline uint64_t laneAddress(const Exec &ex, const Op &op, unsigned lane) {
  uint64_t base = op.v & 0x80 ? ex.lanes<uint64_t>(op.a)[lane]
                              : ex.lanes<uint32_t>(op.a)[lane];
  uint64_t address = base + static_cast<uint64_t>(op.imm);
  return op.v & 0x80 ? address : address & 0xffffffffu;
}

inline Space opSpace(const Op &op) { return static_cast<Space>(op.v & 0xf); }

/// Stores an address operand into the fields that laneAddress reads.
inline void setAddress(Op &op, const AddressOperand &address) {
  op.a = address.base;
  op.imm = address.imm;
  op.v = static_cast<uint8_t>(static_cast<unsigned>(address.space) |
                              (address.wide ? 0x80 : 0));
}

/// Consumes a state space modifier; Generic when there is none.
Space takeSpace(Decoder &d);
/// Consumes `.sem` and `.scope`.
bool takeStrength(Decoder &d, Strength &out);

/// Counts extra cycles of the shared memory accesses of a warp.
void countBankConflicts(const Exec &ex, const uint32_t *offsets, uint32_t mask,
                        unsigned bytes);

} // namespace quartet::sim

#endif // QUARTET_LIB_SIMULATOR_ACCESS_H
