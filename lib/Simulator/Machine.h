//===- Machine.h - State of a running kernel --------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Clusters, thread blocks, warps, barriers and pending asynchronous
// operations. One host thread runs everything; a warp runs until it waits or
// its turn ends.
//
//===----------------------------------------------------------------------===//

#ifndef QUARTET_LIB_SIMULATOR_MACHINE_H
#define QUARTET_LIB_SIMULATOR_MACHINE_H

#include "Memory.h"
#include "Order.h"
#include "Program.h"
#include "quartet/Simulator/Simulator.h"

#include <deque>
#include <functional>
#include <map>
#include <memory>
#include <vector>

namespace quartet::sim {

class Machine;
struct Cta;
struct Cluster;
struct Warp;

/// Threads of a warp that run together.
struct Group {
  uint32_t mask = 0;
  uint32_t pc = 0;
  /// State of a blocking operation between its attempts; 0 when fresh.
  uint32_t wait = 0;
  uint32_t waitArg = 0;
  /// Waits at the convergence point with this number, 0 when running.
  uint32_t converge = 0;
  uint64_t convergeSince = 0; ///< Warp::polls then
  bool blocked = false;
  /// Progress count at the last failed poll; equal means nothing changed.
  uint64_t spinAt = ~uint64_t(0);
  /// Why it is blocked, for deadlock reports.
  std::string reason;
  std::vector<uint32_t> calls;
};

/// A divergent branch whose threads meet again at `pc`.
struct Convergence {
  uint32_t number = 0;
  uint32_t pc = 0;
  uint32_t depth = 0;
  uint32_t threads = 0;
};

/// An mbarrier object.
struct Mbarrier {
  uint32_t address = 0;
  Actor actor = 0;
  uint32_t expected = 0;
  int64_t pending = 0;
  int64_t tx = 0;
  uint32_t phase = 0;
  uint32_t pendingAsync = 0;
  Published gather, released;
  Stamp init;
  uint32_t initInstr = 0;
};

/// One of the 16 barriers of `bar`.
struct NamedBarrier {
  uint32_t arrived = 0;
  uint32_t expected = 0;
  uint32_t generation = 0;
  uint32_t popc = 0;
  bool any = false, all = true;
  uint32_t resultPopc = 0;
  bool resultAny = false, resultAll = false;
  Published gather, released;
};

/// cp.async.bulk groups of one thread.
struct BulkGroups {
  struct Item {
    bool readDone = false;
    bool done = false;
    uint32_t seq = 0;
  };
  using Set = std::vector<std::shared_ptr<Item>>;
  Set open;
  std::deque<Set> committed;
};

/// cp.async of one warp.
struct CpAsyncGroups {
  struct Item {
    bool done = false;
  };
  std::vector<std::shared_ptr<Item>> open;
  struct Set {
    std::vector<std::shared_ptr<Item>> items;
    uint32_t lastSeq = 0;
  };
  std::deque<Set> committed;
};

/// A tcgen05.ld whose registers are not filled yet, or a tcgen05.st.
struct TensorAccess {
  bool isLoad = false;
  bool done = false;
  uint32_t instr = 0;
  std::vector<uint32_t> slots;
};

struct Warp {
  Cta *cta = nullptr;
  unsigned id = 0;
  std::vector<uint64_t> storage;
  uint8_t *regs = nullptr;
  std::vector<uint8_t> local;
  uint32_t live = 0;
  std::vector<Group> groups;
  std::vector<Convergence> converge;
  uint32_t nextConvergence = 1;
  WarpClocks clocks;
  uint32_t streamSeq[kNumStreams] = {0, 0, 0, 0, 0};
  std::map<unsigned, BulkGroups> bulk;
  CpAsyncGroups cpAsync;
  std::vector<std::shared_ptr<TensorAccess>> tensor;
  /// Slots written by an outstanding tcgen05.ld.
  std::vector<uint32_t> pendingSlots;
  uint64_t blockedAt = ~uint64_t(0);
  /// Strong reads, failed waits and atomics that changed nothing: what a thread
  /// does that waits for another.
  uint64_t polls = 0;
  /// Fences around strong accesses: what the last fence published, and what
  /// strong reads have seen since.
  Published fencePublished, fencePending;
  uint32_t carry = 0; ///< CC.CF, one bit per lane

  Actor stream(Stream s) const;
  bool done() const { return live == 0; }
};

/// Tensor memory: 512 columns of 128 lanes; word = lane * 512 + column.
struct TensorMemory {
  std::vector<uint32_t> words;
  Shadow shadow;
  /// 1 + index of the allocation of each column, 0 when free.
  std::vector<uint32_t> owner;
  uint32_t allocations = 0;
  uint32_t lastColumns = 0;
  bool relinquished = false;
  /// Collective operations of cta_group::2 so far.
  uint32_t collectives = 0;
  unsigned ctaGroup = 0;
};

struct Cta {
  Cluster *cluster = nullptr;
  uint32_t id[3] = {0, 0, 0};
  uint32_t rank = 0;
  std::vector<uint8_t> shared;
  Shadow shadow;
  std::map<uint32_t, Mbarrier> mbarriers;
  /// Release-acquire on ordinary words of shared memory.
  std::map<uint32_t, Published> flags;
  NamedBarrier barriers[16];
  TensorMemory tmem;
  std::vector<std::unique_ptr<Warp>> warps;
  unsigned liveWarps = 0;
  unsigned pendingAsync = 0;

  /// Base of this CTA's window in shared::cluster addresses.
  uint32_t window() const { return rank << 24; }
};

struct Cluster {
  uint32_t id[3] = {0, 0, 0};
  std::vector<std::unique_ptr<Cta>> ctas;
  unsigned warpsPerCta = 0;
  Actor nextActor = 0;
  /// barrier.cluster
  uint32_t arrived = 0;
  uint32_t generation = 0;
  Published gather, released;
  std::map<const Warp *, std::map<unsigned, uint32_t>> arrivals;
  unsigned liveCtas = 0;
};

/// A pending asynchronous operation. Operations of the same queue complete in
/// order.
struct AsyncOp {
  uint64_t due = 0;
  uint64_t issued = 0;
  uint32_t instr = 0;
  Cta *cta = nullptr;
  unsigned warp = 0;
  /// Set for bulk stores: once their source is read the block may end.
  std::shared_ptr<BulkGroups::Item> item;
  /// Does the work; returns false when it cannot complete yet.
  std::function<bool()> complete;
};

struct TraceEvent {
  const Cta *cta;
  uint32_t ctaIndex;
  unsigned track;
  uint64_t begin, end;
  uint32_t instr;
};

/// What a handler sees.
struct Exec {
  uint8_t *r = nullptr;
  Warp *w = nullptr;
  Cta *cta = nullptr;
  Group *g = nullptr;
  Machine *m = nullptr;

  template <class T>
  T *lanes(uint32_t slot) const {
    return reinterpret_cast<T *>(r + slot);
  }
  uint32_t &pred(uint32_t slot) const {
    return *reinterpret_cast<uint32_t *>(r + slot);
  }
  void setPred(uint32_t slot, uint32_t mask, uint32_t value) const {
    uint32_t &p = pred(slot);
    p = (p & ~mask) | (value & mask);
  }
};

/// Calls `f` with every lane of `mask`.
template <class F>
inline void forLanes(uint32_t mask, F &&f) {
  if (mask == 0xffffffffu) {
    for (unsigned l = 0; l < 32; ++l)
      f(l);
    return;
  }
  while (mask) {
    f(static_cast<unsigned>(__builtin_ctz(mask)));
    mask &= mask - 1;
  }
}

class Machine {
public:
  Machine(GlobalMemory &memory, const Options &options, const Kernel &kernel)
      : memory(memory), options(options), kernel(kernel),
        rng(options.seed * 0x9e3779b97f4a7c15ull + 0x243f6a8885a308d3ull) {}

  bool run(const LaunchConfig &config, const std::vector<uint8_t> &params,
           const std::vector<uint64_t> &globals);

  //--- reporting -----------------------------------------------------------//

  /// Records an error at `op` for `lane` (or no thread when above 31).
  Flow fault(const Exec &ex, const Op &op, unsigned lane, const char *rule,
             std::string message);
  void faultAt(uint32_t instr, const Cta *cta, const char *rule,
               std::string message);
  /// Reports a shadow conflict; `memoryName` is "shared" or "tensor".
  Flow conflict(const Exec &ex, const Op &op, unsigned lane,
                const char *memoryName, const Cta &where, const Conflict &c);
  std::string instrText(uint32_t instr) const;
  std::string threadName(const Warp &w, unsigned lane) const;
  bool failed() const { return error.isError(); }

  //--- services for handlers ----------------------------------------------//

  uint64_t random() {
    rng ^= rng << 13;
    rng ^= rng >> 7;
    rng ^= rng << 17;
    return rng * 0x2545f4914f6cdd1dull;
  }
  /// Something observable changed: waiting warps look again.
  void touch() { ++progress; }
  /// Adds an asynchronous operation. `queue` orders it after earlier ones of
  /// the same (warp, stream); null for operations that complete on their own.
  void async(const Exec &ex, const Op &op, std::deque<AsyncOp> *queue,
             std::function<bool()> complete,
             std::shared_ptr<BulkGroups::Item> item = nullptr);
  std::deque<AsyncOp> &queueOf(Warp *w, Stream s) {
    return queues[{w, static_cast<uint8_t>(s)}];
  }
  /// Arrives `count` times with `tx` bytes completed (or expected when
  /// negative) and completes the phase when due. False on error.
  bool mbarrierUpdate(uint32_t instr, Cta &cta, Mbarrier &bar, int64_t arrivals,
                      int64_t txDelta);
  Actor newActor(Cluster &cluster) { return cluster.nextActor++; }
  void exitThreads(Exec &ex, uint32_t mask);

  GlobalMemory &memory;
  const Options &options;
  const Kernel &kernel;
  LaunchConfig config;
  std::vector<uint8_t> params;
  Statistics stats;
  Diagnostic error;
  uint64_t progress = 0;
  uint64_t ticks = 0;
  std::vector<TraceEvent> trace;

  /// Splits `ex.g` so that `taken` continues at `target` and the rest at
  /// `fallthrough`, to meet at `meet` (~0 for nowhere).
  Flow split(Exec &ex, uint32_t taken, uint32_t target, uint32_t fallthrough,
             uint32_t meet);
  /// For .sync operations with a member mask: true when all live threads of
  /// `members` are at this operation, which then are one group; otherwise the
  /// caller returns Flow::Block.
  bool gather(Exec &ex, uint32_t mask, uint32_t members, const char *what);
  Flow block(Exec &ex, std::string reason) {
    ex.g->reason = std::move(reason);
    return Flow::Block;
  }

private:
  bool startCluster();
  /// Frees clusters that have ended and starts others in their place.
  bool retireClusters();
  void startWarp(Cta &cta, unsigned id);
  void runWarp(Warp &w);
  /// Runs `ex.g` until it stops or `budget` is used up.
  Flow runGroup(Exec &ex, unsigned &budget);
  /// True when the group has to wait at a convergence point.
  bool arriveAtConvergence(Exec &ex, uint32_t pc);
  void releaseConvergence(Warp &w);
  /// Lets `g` go on without the threads that it waits for.
  void leaveConvergence(Warp &w, Group &g);
  bool alignedIsStuck(Warp &w, const Group &g) const;
  bool completeAsync(bool force);
  void finishCta(Cta &cta);
  void reportDeadlock();
  Flow pendingUse(const Exec &ex, const Op &op);

  uint64_t rng;
  std::vector<uint64_t> globals;
  std::vector<std::unique_ptr<Cluster>> clusters;
  uint64_t nextCluster = 0, numClusters = 0;
  uint32_t clusterDims[3] = {1, 1, 1};
  uint32_t clusterGrid[3] = {1, 1, 1};
  std::vector<AsyncOp> loose;
  std::map<std::pair<Warp *, uint8_t>, std::deque<AsyncOp>> queues;
  uint64_t nextDue = ~uint64_t(0);
};

/// The handler of direct branches: to `imm`, reconverging at `c`.
Flow execBranch(Exec &ex, const Op &op, uint32_t mask);

inline Actor Warp::stream(Stream s) const {
  return static_cast<Actor>(
      cta->cluster->ctas.size() * cta->cluster->warpsPerCta +
      clocks.self * kNumStreams + static_cast<unsigned>(s));
}

} // namespace quartet::sim

#endif // QUARTET_LIB_SIMULATOR_MACHINE_H
