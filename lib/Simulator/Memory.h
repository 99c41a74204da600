//===- Memory.h - Device memory of the simulator ----------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Allocations with bounds, and one initialised flag per byte.
//
//===----------------------------------------------------------------------===//

#ifndef QUARTET_LIB_SIMULATOR_MEMORY_H
#define QUARTET_LIB_SIMULATOR_MEMORY_H

#include <cstdint>
#include <cstring>
#include <map>
#include <memory>
#include <string>
#include <vector>

namespace quartet::sim {

struct Allocation {
  uint64_t base = 0;
  uint64_t bytes = 0;
  std::string name;
  std::vector<uint8_t> data;
  /// 1 per initialised byte; empty when all are.
  std::vector<uint8_t> init;
  bool readOnly = false;
};

class GlobalMemory {
public:
  uint64_t allocate(uint64_t bytes, const std::string &name);
  bool free(uint64_t base);

  /// The allocation that holds all of [address, address + bytes), or null.
  Allocation *find(uint64_t address, uint64_t bytes) {
    if (last && address >= last->base && bytes <= last->bytes &&
        address - last->base <= last->bytes - bytes)
      return last;
    return findSlow(address, bytes);
  }
  /// A sentence on where `address` lies, for messages.
  std::string describe(uint64_t address) const;

private:
  Allocation *findSlow(uint64_t address, uint64_t bytes);

  std::map<uint64_t, std::unique_ptr<Allocation>> allocations;
  Allocation *last = nullptr;
  uint64_t nextBase = 0x0000700000000000ull;
};

/// Whether bytes [offset, offset + bytes) of `a` have been written.
inline bool isInitialised(const Allocation &a, uint64_t offset,
                          uint64_t bytes) {
  if (a.init.empty())
    return true;
  return !std::memchr(a.init.data() + offset, 0, bytes);
}

inline void markInitialised(Allocation &a, uint64_t offset, uint64_t bytes) {
  if (!a.init.empty())
    std::memset(a.init.data() + offset, 1, bytes);
}

} // namespace quartet::sim

#endif // QUARTET_LIB_SIMULATOR_MEMORY_H
