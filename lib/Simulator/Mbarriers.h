//===- Mbarriers.h - Finding and changing mbarrier objects ------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What instruction families share about mbarriers. The state lives beside
// shared memory, by address; the 8 bytes themselves are opaque and an ordinary
// access to them is an error.
//
//===----------------------------------------------------------------------===//

#ifndef QUARTET_LIB_SIMULATOR_MBARRIERS_H
#define QUARTET_LIB_SIMULATOR_MBARRIERS_H

#include "Access.h"

namespace quartet::sim {

struct MbarrierRef {
  Cta *cta = nullptr;
  uint32_t offset = 0;
  Mbarrier *bar = nullptr;
};

/// The mbarrier at `address` of `space`. Reports and returns false when there
/// is none, or when its initialisation is not ordered before this use.
/// `asyncUse`: the asynchronous proxy will use it, so that a fence is needed.
bool findMbarrier(const Exec &ex, const Op &op, unsigned lane, Space space,
                  uint64_t address, bool asyncUse, MbarrierRef &out);

/// The mbarrier at `offset` of another block of the cluster.
bool findMbarrierIn(const Exec &ex, const Op &op, unsigned lane, Cta &cta,
                    uint32_t offset, bool asyncUse, MbarrierRef &out);

/// Applies `apply` to the mbarrier at `offset` of `cta`, which was valid when
/// operation `instr` was issued; reports when it no longer exists.
bool withMbarrier(Machine &m, uint32_t instr, Cta &cta, uint32_t offset,
                  const std::function<bool(Mbarrier &)> &apply);

} // namespace quartet::sim

#endif // QUARTET_LIB_SIMULATOR_MBARRIERS_H
