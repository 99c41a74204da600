//===- Order.cpp - What happens before what -------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Order.h"

#include <algorithm>

using namespace quartet::sim;

uint32_t ReaderSets::addSlow(uint32_t id, Stamp stamp, uint32_t instr) {
  auto key = std::make_pair(id, stamp);
  auto it = next.find(key);
  if (it != next.end())
    return it->second;
  std::vector<Entry> set = sets[id];
  bool found = false;
  for (Entry &entry : set) {
    if (entry.stamp.actor != stamp.actor)
      continue;
    found = true;
    if (entry.stamp.clock < stamp.clock)
      entry = {stamp, instr};
  }
  if (!found)
    set.push_back({stamp, instr});
  sets.push_back(std::move(set));
  uint32_t result = static_cast<uint32_t>(sets.size() - 1);
  next.emplace(key, result);
  return result;
}

Conflict Shadow::against(const Cell &cell, uint32_t word, unsigned mask,
                         bool isWrite, const Access &access) const {
  Conflict out;
  out.word = word;
  if (cell.mbarrier) {
    out.hazard = Hazard::LiveMbarrier;
    out.otherInstr = cell.writeInstr;
    return out;
  }
  auto isOrdered = [&](const Stamp &stamp) {
    return stamp.actor == access.inOrderWith ||
           access.ordered->get(stamp.actor) >= stamp.clock;
  };
  // Whoever read after the last write was ordered after it. So when all the
  // readers are ordered before this write, the earlier write is as well.
  bool afterReaders = false;
  if (isWrite && (cell.readMask & mask)) {
    for (const ReaderSets::Entry &entry : readers.get(cell.readers)) {
      if (isOrdered(entry.stamp))
        continue;
      out.hazard = Hazard::WriteAfterRead;
      out.other = entry.stamp;
      out.otherInstr = entry.instr;
      return out;
    }
    afterReaders = (cell.writeMask & mask & ~cell.readMask) == 0;
  }
  if (!(cell.writeMask & mask) || afterReaders)
    return out;
  out.other = {cell.writer, cell.writeClock};
  out.otherInstr = cell.writeInstr;
  if (!isOrdered(out.other) && !(cell.atomic && access.atomic))
    out.hazard = isWrite ? Hazard::WriteAfterWrite : Hazard::ReadAfterWrite;
  else if (access.fenced && cell.generic &&
           access.fenced->get(cell.writer) < cell.writeClock)
    out.hazard = Hazard::NotFenced;
  return out;
}

Conflict Shadow::read(uint32_t word, unsigned mask, const Access &access) {
  Cell &cell = cells[word];
  Conflict out = against(cell, word, mask, /*isWrite=*/false, access);
  if (out.hazard != Hazard::None)
    return out;
  if (access.checkInit && (cell.init & mask) != mask) {
    out.hazard = Hazard::Uninitialised;
    return out;
  }
  // Strong reads never conflict with the strong writes that they watch for.
  if (access.atomic)
    return out;
  cell.readers = readers.add(cell.readers, access.stamp, access.instr);
  cell.readMask |= mask;
  return out;
}

Conflict Shadow::write(uint32_t word, unsigned mask, const Access &access) {
  Cell &cell = cells[word];
  Conflict out = against(cell, word, mask, /*isWrite=*/true, access);
  if (out.hazard != Hazard::None)
    return out;
  bool samePlace = cell.writer == access.stamp.actor &&
                   cell.writeClock == access.stamp.clock;
  cell.writeMask = samePlace ? cell.writeMask | mask : mask;
  cell.writer = access.stamp.actor;
  cell.writeClock = access.stamp.clock;
  cell.writeInstr = access.instr;
  cell.generic = access.generic;
  cell.atomic = access.atomic;
  cell.init |= mask;
  cell.readMask &= ~mask;
  if (!cell.readMask)
    cell.readers = 0;
  return out;
}

Conflict Shadow::probeWrite(uint32_t word, const Access &access) {
  return against(cells[word], word, 15, /*isWrite=*/true, access);
}

namespace {
unsigned byteMask(uint32_t word, uint32_t begin, uint32_t end) {
  uint32_t first = word * 4;
  unsigned mask = 15;
  if (begin > first)
    mask &= 15u << (begin - first);
  if (end < first + 4)
    mask &= 15u >> (first + 4 - end);
  return mask;
}
} // namespace

Conflict Shadow::readBytes(uint32_t begin, uint32_t end, const Access &access) {
  for (uint32_t word = begin / 4; word * 4 < end; ++word) {
    Conflict c = read(word, byteMask(word, begin, end), access);
    if (c.hazard != Hazard::None)
      return c;
  }
  return Conflict();
}

Conflict Shadow::writeBytes(uint32_t begin, uint32_t end,
                            const Access &access) {
  for (uint32_t word = begin / 4; word * 4 < end; ++word) {
    Conflict c = write(word, byteMask(word, begin, end), access);
    if (c.hazard != Hazard::None)
      return c;
  }
  return Conflict();
}
