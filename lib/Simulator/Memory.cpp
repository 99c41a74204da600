//===- Memory.cpp - Device memory of the simulator ------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Memory.h"
#include "quartet/Simulator/Diagnostic.h"

using namespace quartet::sim;

uint64_t GlobalMemory::allocate(uint64_t bytes, const std::string &name) {
  auto a = std::make_unique<Allocation>();
  a->base = nextBase;
  a->bytes = bytes;
  a->name = name;
  a->data.resize(bytes);
  a->init.resize(bytes);
  // The gap makes an access past the end miss the next allocation.
  nextBase += (bytes + 0xfff) / 0x1000 * 0x1000 + 0x10000;
  uint64_t base = a->base;
  allocations.emplace(base, std::move(a));
  return base;
}

bool GlobalMemory::free(uint64_t base) {
  auto it = allocations.find(base);
  if (it == allocations.end())
    return false;
  if (last == it->second.get())
    last = nullptr;
  allocations.erase(it);
  return true;
}

Allocation *GlobalMemory::findSlow(uint64_t address, uint64_t bytes) {
  auto it = allocations.upper_bound(address);
  if (it == allocations.begin())
    return nullptr;
  Allocation *a = std::prev(it)->second.get();
  if (bytes > a->bytes || address - a->base > a->bytes - bytes)
    return nullptr;
  return last = a;
}

std::string GlobalMemory::describe(uint64_t address) const {
  auto it = allocations.upper_bound(address);
  if (it == allocations.begin())
    return "no allocation";
  const Allocation &a = *std::prev(it)->second;
  return strf("'%s' of %llu bytes at offset %llu", a.name.c_str(),
              static_cast<unsigned long long>(a.bytes),
              static_cast<unsigned long long>(address - a.base));
}
