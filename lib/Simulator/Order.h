//===- Order.h - What happens before what -----------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Vector clocks and shadow cells, from which strict mode derives its rules on
// shared and tensor memory independently of the order in which things happen
// to run.
//
// An *actor* is anything whose actions are ordered among themselves: a warp,
// an mbarrier (the copies that complete one of its phases), and per warp the
// tensor-core pipe, tensor loads, tensor stores, bulk groups and cp.async.
// A cell remembers the last writer and the readers since, each as (actor,
// clock); an access is ordered after another when the accessing warp's clock
// of that actor has reached the stamp.
//
// A warp has three clocks. `seen`: what happens before its next action.
// `fenced`: the part of it that a proxy fence has made visible to the
// asynchronous proxy. `tensor`: the part that orders its next tcgen05 action,
// which grows only at tcgen05.fence::after_thread_sync and at the waits.
// `unpublished` holds completed tcgen05.ld/st until before_thread_sync.
//
//===----------------------------------------------------------------------===//

#ifndef QUARTET_LIB_SIMULATOR_ORDER_H
#define QUARTET_LIB_SIMULATOR_ORDER_H

#include <cstddef>
#include <cstdint>
#include <map>
#include <vector>

namespace quartet::sim {

using Actor = uint16_t;

class Clock {
public:
  uint32_t get(Actor a) const { return a < t.size() ? t[a] : 0; }
  void raise(Actor a, uint32_t value) {
    if (a >= t.size())
      t.resize(a + 1);
    if (t[a] < value)
      t[a] = value;
  }
  void join(const Clock &o) {
    if (o.t.size() > t.size())
      t.resize(o.t.size());
    for (size_t i = 0; i < o.t.size(); ++i)
      if (t[i] < o.t[i])
        t[i] = o.t[i];
  }

private:
  std::vector<uint32_t> t;
};

/// What a release makes available to an acquire.
struct Published {
  Clock seen, fenced;
  void join(const Published &o) {
    seen.join(o.seen);
    fenced.join(o.fenced);
  }
};

struct WarpClocks {
  Actor self = 0;
  Clock seen, fenced, tensor, unpublished;

  uint32_t now() const { return seen.get(self); }
  /// Publishes everything so far; later actions are not part of it.
  void release(Published &to) {
    to.seen.join(seen);
    to.fenced.join(fenced);
    seen.raise(self, now() + 1);
  }
  void acquire(const Published &from) {
    seen.join(from.seen);
    fenced.join(from.fenced);
  }
  void fenceProxy() {
    fenced.join(seen);
    seen.raise(self, now() + 1);
  }
};

/// Actors of one cluster that are streams of a warp.
enum class Stream : uint8_t { Tensor, TensorLoad, TensorStore, Bulk, CpAsync };
inline constexpr unsigned kNumStreams = 5;

struct Stamp {
  Actor actor = 0;
  uint32_t clock = 0;
  bool operator<(const Stamp &o) const {
    return actor != o.actor ? actor < o.actor : clock < o.clock;
  }
};

/// Shadow of one 32-bit word.
struct Cell {
  uint32_t writeClock = 0;
  uint32_t writeInstr = 0;
  uint32_t readers = 0; ///< index into ReaderSets, 0 is empty
  Actor writer = 0;
  uint8_t init : 4;
  uint8_t writeMask : 4;
  uint8_t readMask : 4;
  uint8_t generic : 1;  ///< last write was through the generic proxy
  uint8_t mbarrier : 1; ///< part of a live mbarrier object
  uint8_t atomic : 1;   ///< last write was atomic, or ordered by itself
  Cell()
      : init(0), writeMask(0), readMask(0), generic(0), mbarrier(0), atomic(0) {
  }
};

/// Interned sets of readers. A set has at most one stamp per actor.
class ReaderSets {
public:
  struct Entry {
    Stamp stamp;
    uint32_t instr;
  };
  ReaderSets() { sets.emplace_back(); }
  const std::vector<Entry> &get(uint32_t id) const { return sets[id]; }
  /// The set `id` with `stamp` added.
  uint32_t add(uint32_t id, Stamp stamp, uint32_t instr) {
    Memo &m = memo[(id * 7u + stamp.actor) % kMemo];
    if (m.from == id && m.stamp.actor == stamp.actor &&
        m.stamp.clock == stamp.clock)
      return m.to;
    m = {id, stamp, addSlow(id, stamp, instr)};
    return m.to;
  }

private:
  uint32_t addSlow(uint32_t id, Stamp stamp, uint32_t instr);

  static constexpr unsigned kMemo = 64;
  struct Memo {
    uint32_t from = ~0u;
    Stamp stamp;
    uint32_t to = 0;
  };
  Memo memo[kMemo];
  std::vector<std::vector<Entry>> sets;
  std::map<std::pair<uint32_t, Stamp>, uint32_t> next;
};

enum class Hazard : uint8_t {
  None,
  Uninitialised,
  ReadAfterWrite,
  WriteAfterWrite,
  WriteAfterRead,
  NotFenced,
  LiveMbarrier,
};

/// The outcome of one check: the hazard, and the earlier access.
struct Conflict {
  Hazard hazard = Hazard::None;
  Stamp other;
  uint32_t otherInstr = 0;
  uint32_t word = 0;
};

/// One access, as the checks need it.
struct Access {
  Stamp stamp;
  uint32_t instr = 0;
  /// Earlier accesses must be inside this clock.
  const Clock *ordered = nullptr;
  /// When set, earlier generic-proxy writes must be inside this clock.
  const Clock *fenced = nullptr;
  /// Accesses of this actor are ordered whatever their clock.
  Actor inOrderWith = 0xffff;
  bool generic = true;
  bool atomic = false;
  bool checkInit = true;
};

/// The shadow of one memory.
class Shadow {
public:
  void resize(size_t words) { cells.assign(words, Cell()); }
  bool empty() const { return cells.empty(); }
  size_t size() const { return cells.size(); }
  Cell &operator[](size_t i) { return cells[i]; }

  /// Checks and records a read or write of the bytes of `mask` in `word`.
  Conflict read(uint32_t word, unsigned mask, const Access &access);
  Conflict write(uint32_t word, unsigned mask, const Access &access);
  /// The same over bytes [begin, end) of the memory.
  Conflict readBytes(uint32_t begin, uint32_t end, const Access &access);
  Conflict writeBytes(uint32_t begin, uint32_t end, const Access &access);
  /// Checks a write without recording one.
  Conflict probeWrite(uint32_t word, const Access &access);

private:
  Conflict against(const Cell &cell, uint32_t word, unsigned mask, bool isWrite,
                   const Access &access) const;
  std::vector<Cell> cells;
  ReaderSets readers;
};

} // namespace quartet::sim

#endif // QUARTET_LIB_SIMULATOR_ORDER_H
