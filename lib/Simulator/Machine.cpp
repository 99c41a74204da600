//===- Machine.cpp - Starting and ending a launch -------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Machine.h"

#include <algorithm>

using namespace quartet::sim;

namespace {

uint64_t slotValue(const SlotInitEntry &e, const Machine &m, const Cta &cta,
                   unsigned warp, unsigned lane,
                   const std::vector<uint64_t> &globals,
                   const uint32_t (&dims)[3], const uint32_t (&grid)[3]) {
  const LaunchConfig &c = m.config;
  unsigned thread = warp * 32 + lane;
  using S = SlotInit;
  switch (e.kind) {
  case S::Value:
    return e.value;
  case S::SharedAddr:
    return cta.window() + e.value;
  case S::SharedGeneric:
    return kSharedWindow + cta.window() + e.value;
  case S::LocalGeneric:
    return kLocalWindow + e.value;
  case S::ParamGeneric:
    return kParamWindow + e.value;
  case S::GlobalSymbol:
    return globals[e.symbol] + e.value;
  case S::TidX:
    return thread % c.block[0];
  case S::TidY:
    return thread / c.block[0] % c.block[1];
  case S::TidZ:
    return thread / c.block[0] / c.block[1];
  case S::NtidX:
  case S::NtidY:
  case S::NtidZ:
    return c.block[static_cast<int>(e.kind) - static_cast<int>(S::NtidX)];
  case S::CtaidX:
  case S::CtaidY:
  case S::CtaidZ:
    return cta.id[static_cast<int>(e.kind) - static_cast<int>(S::CtaidX)];
  case S::NctaidX:
  case S::NctaidY:
  case S::NctaidZ:
    return c.grid[static_cast<int>(e.kind) - static_cast<int>(S::NctaidX)];
  case S::ClusteridX:
  case S::ClusteridY:
  case S::ClusteridZ:
    return cta.cluster
        ->id[static_cast<int>(e.kind) - static_cast<int>(S::ClusteridX)];
  case S::NclusteridX:
  case S::NclusteridY:
  case S::NclusteridZ:
    return grid[static_cast<int>(e.kind) - static_cast<int>(S::NclusteridX)];
  case S::ClusterCtaidX:
  case S::ClusterCtaidY:
  case S::ClusterCtaidZ: {
    int i = static_cast<int>(e.kind) - static_cast<int>(S::ClusterCtaidX);
    return cta.id[i] % dims[i];
  }
  case S::ClusterNctaidX:
  case S::ClusterNctaidY:
  case S::ClusterNctaidZ:
    return dims[static_cast<int>(e.kind) - static_cast<int>(S::ClusterNctaidX)];
  case S::ClusterCtarank:
    return cta.rank;
  case S::ClusterNctarank:
    return uint64_t(dims[0]) * dims[1] * dims[2];
  case S::IsExplicitCluster:
    return dims[0] * dims[1] * dims[2] > 1;
  case S::LaneId:
    return lane;
  case S::WarpId:
    return warp;
  case S::NWarpId:
    return cta.cluster->warpsPerCta;
  case S::SmId:
    return (cta.id[0] + uint64_t(cta.id[1]) * c.grid[0]) % 148;
  case S::NSmId:
    return 148;
  case S::GridId:
    return 1;
  case S::LanemaskEq:
    return 1u << lane;
  case S::LanemaskLe:
    return (2u << lane) - 1;
  case S::LanemaskLt:
    return (1u << lane) - 1;
  case S::LanemaskGe:
    return ~((1u << lane) - 1);
  case S::LanemaskGt:
    return ~((2u << lane) - 1);
  case S::TotalSmemSize:
    return m.kernel.dynamicSharedOffset - kSharedBase + c.dynamicSharedBytes;
  case S::AggrSmemSize:
    return m.kernel.dynamicSharedOffset + c.dynamicSharedBytes;
  case S::DynamicSmemSize:
    return c.dynamicSharedBytes;
  }
  return 0;
}

} // namespace

void Machine::startWarp(Cta &cta, unsigned id) {
  auto w = std::make_unique<Warp>();
  w->cta = &cta;
  w->id = id;
  w->storage.resize((kernel.regBytes + 64) / 8 + 8);
  uintptr_t start = reinterpret_cast<uintptr_t>(w->storage.data());
  w->regs = reinterpret_cast<uint8_t *>((start + 63) & ~uintptr_t(63));
  w->local.resize(size_t(32) * kernel.localBytes);
  unsigned threads = config.block[0] * config.block[1] * config.block[2];
  unsigned mine = std::min(32u, threads - id * 32);
  w->live = mine == 32 ? ~0u : (1u << mine) - 1;
  w->groups.reserve(34);
  w->groups.emplace_back();
  w->groups[0].mask = w->live;
  w->clocks.self = static_cast<Actor>(cta.rank * cta.cluster->warpsPerCta + id);
  w->clocks.seen.raise(w->clocks.self, 1);
  for (const SlotInitEntry &e : kernel.inits) {
    if (e.bytes == 0) {
      *reinterpret_cast<uint32_t *>(w->regs + e.slot) =
          static_cast<uint32_t>(e.value);
      continue;
    }
    for (unsigned lane = 0; lane < 32; ++lane) {
      uint64_t value =
          slotValue(e, *this, cta, id, lane, globals, clusterDims, clusterGrid);
      uint8_t *at = w->regs + e.slot + lane * e.bytes;
      std::memcpy(at, &value, std::min<unsigned>(e.bytes, 8));
      if (e.bytes == 16)
        std::memcpy(at + 8, &e.valueHigh, 8);
    }
  }
  cta.warps.push_back(std::move(w));
}

bool Machine::startCluster() {
  if (nextCluster == numClusters)
    return false;
  uint64_t index = nextCluster++;
  auto cluster = std::make_unique<Cluster>();
  cluster->id[0] = static_cast<uint32_t>(index % clusterGrid[0]);
  cluster->id[1] =
      static_cast<uint32_t>(index / clusterGrid[0] % clusterGrid[1]);
  cluster->id[2] =
      static_cast<uint32_t>(index / clusterGrid[0] / clusterGrid[1]);
  unsigned threads = config.block[0] * config.block[1] * config.block[2];
  cluster->warpsPerCta = (threads + 31) / 32;
  unsigned n = clusterDims[0] * clusterDims[1] * clusterDims[2];
  for (unsigned rank = 0; rank < n; ++rank) {
    auto cta = std::make_unique<Cta>();
    cta->cluster = cluster.get();
    cta->rank = rank;
    uint32_t in[3] = {rank % clusterDims[0],
                      rank / clusterDims[0] % clusterDims[1],
                      rank / clusterDims[0] / clusterDims[1]};
    for (int i = 0; i < 3; ++i)
      cta->id[i] = cluster->id[i] * clusterDims[i] + in[i];
    cta->shared.resize(kernel.dynamicSharedOffset + config.dynamicSharedBytes);
    // A pattern that is unlikely to be right when it is read by mistake.
    std::fill(cta->shared.begin(), cta->shared.end(), 0xa5);
    if (options.strict)
      cta->shadow.resize((cta->shared.size() + 3) / 4);
    cluster->ctas.push_back(std::move(cta));
  }
  cluster->nextActor =
      static_cast<Actor>(n * cluster->warpsPerCta * (1 + kNumStreams));
  cluster->liveCtas = n;
  for (auto &cta : cluster->ctas) {
    for (unsigned id = 0; id < cluster->warpsPerCta; ++id)
      startWarp(*cta, id);
    cta->liveWarps = cluster->warpsPerCta;
  }
  clusters.push_back(std::move(cluster));
  return true;
}

void Machine::async(const Exec &ex, const Op &op, std::deque<AsyncOp> *queue,
                    std::function<bool()> complete,
                    std::shared_ptr<BulkGroups::Item> item) {
  AsyncOp a;
  a.item = std::move(item);
  a.issued = ticks;
  // Half of them complete only when nobody can go on without, or very late.
  uint64_t r = random();
  a.due = ticks + (r & 1 ? 200000 : 0) + (r >> 8) % 4096;
  a.instr = op.instr;
  a.cta = ex.cta;
  a.warp = ex.w->id;
  a.complete = std::move(complete);
  ++ex.cta->pendingAsync;
  ++stats.asyncOps;
  nextDue = std::min(nextDue, a.due);
  if (queue)
    queue->push_back(std::move(a));
  else
    loose.push_back(std::move(a));
}

bool Machine::completeAsync(bool force) {
  if (!force && nextDue > ticks)
    return false;
  // Candidates: every loose operation and the front of every queue.
  std::vector<std::pair<std::deque<AsyncOp> *, size_t>> ready;
  nextDue = ~uint64_t(0);
  for (size_t i = 0; i < loose.size(); ++i) {
    if (force || loose[i].due <= ticks)
      ready.push_back({nullptr, i});
    nextDue = std::min(nextDue, loose[i].due);
  }
  for (auto it = queues.begin(); it != queues.end();) {
    if (it->second.empty()) {
      it = queues.erase(it);
      continue;
    }
    if (force || it->second.front().due <= ticks)
      ready.push_back({&it->second, 0});
    nextDue = std::min(nextDue, it->second.front().due);
    ++it;
  }
  if (ready.empty())
    return false;
  auto [queue, index] = ready[random() % ready.size()];
  AsyncOp op;
  if (queue) {
    op = std::move(queue->front());
    queue->pop_front();
  } else {
    op = std::move(loose[index]);
    loose[index] = std::move(loose.back());
    loose.pop_back();
  }
  if (!op.complete()) {
    // More to do: a copy completes in pieces.
    op.due = ticks + random() % 256;
    nextDue = std::min(nextDue, op.due);
    if (queue)
      queue->push_front(std::move(op));
    else
      loose.push_back(std::move(op));
    touch();
    return true;
  }
  --op.cta->pendingAsync;
  if (!options.tracePath.empty()) {
    uint32_t index =
        op.cta->id[0] +
        config.grid[0] * (op.cta->id[1] + config.grid[1] * op.cta->id[2]);
    trace.push_back({op.cta, index, op.warp, op.issued, ticks, op.instr});
  }
  touch();
  return true;
}

void Machine::finishCta(Cta &cta) {
  --cta.cluster->liveCtas;
  if (failed())
    return;
  uint32_t leaked = 0;
  for (uint32_t owner : cta.tmem.owner)
    leaked += owner != 0;
  if (leaked) {
    faultAt(~0u, &cta, "tensor-leak",
            strf("thread block ends with %u columns of tensor memory "
                 "allocated",
                 leaked));
    return;
  }
  if (!options.strict)
    return;
  auto leaves = [&](const AsyncOp &op) {
    if (op.cta != &cta || failed() || (op.item && op.item->readDone))
      return;
    faultAt(op.instr, &cta, "exit-with-pending",
            "thread block ends while '" + instrText(op.instr) +
                "' has not completed, or nobody has waited for it");
  };
  for (const AsyncOp &op : loose)
    leaves(op);
  for (const auto &[key, queue] : queues)
    for (const AsyncOp &op : queue)
      leaves(op);
}

void Machine::exitThreads(Exec &ex, uint32_t mask) {
  Warp &w = *ex.w;
  w.live &= ~mask;
  ex.g->mask &= ~mask;
  for (Convergence &c : w.converge)
    c.threads &= ~mask;
  touch();
  releaseConvergence(w);
  if (w.live)
    return;
  w.groups.clear();
  Cta &cta = *w.cta;
  if (--cta.liveWarps == 0)
    finishCta(cta);
}

bool Machine::retireClusters() {
  bool any = false;
  for (size_t i = 0; i < clusters.size();) {
    bool pending = false;
    for (auto &cta : clusters[i]->ctas)
      pending |= cta->pendingAsync != 0;
    if (clusters[i]->liveCtas != 0 || pending) {
      ++i;
      continue;
    }
    for (auto it = queues.begin(); it != queues.end();)
      it = it->first.first->cta->cluster == clusters[i].get() ? queues.erase(it)
                                                              : std::next(it);
    clusters.erase(clusters.begin() + static_cast<ptrdiff_t>(i));
    startCluster();
    any = true;
  }
  return any;
}

bool Machine::run(const LaunchConfig &launch,
                  const std::vector<uint8_t> &paramBytes,
                  const std::vector<uint64_t> &globalAddresses) {
  config = launch;
  params = paramBytes;
  globals = globalAddresses;
  for (int i = 0; i < 3; ++i) {
    clusterDims[i] = config.cluster[i];
    clusterGrid[i] = config.grid[i] / clusterDims[i];
  }
  numClusters = uint64_t(clusterGrid[0]) * clusterGrid[1] * clusterGrid[2];
  for (unsigned i = 0; i < options.residentClusters; ++i)
    startCluster();

  std::vector<Warp *> order;
  bool rebuild = true;
  while (!failed()) {
    if (rebuild) {
      order.clear();
      for (auto &cluster : clusters)
        for (auto &cta : cluster->ctas)
          for (auto &w : cta->warps)
            if (!w->done())
              order.push_back(w.get());
      rebuild = false;
    }
    bool ran = false;
    size_t offset = order.empty() ? 0 : random() % order.size();
    for (size_t i = 0; i < order.size(); ++i) {
      Warp &w = *order[(i + offset) % order.size()];
      if (w.done() || w.blockedAt == progress)
        continue;
      ran = true;
      runWarp(w);
      if (failed())
        return false;
      rebuild |= w.done();
      while (nextDue <= ticks && completeAsync(/*force=*/false))
        if (failed())
          return false;
    }
    if (stats.threadInstructions > options.maxInstructions) {
      faultAt(~0u, nullptr, "limit",
              strf("kernel executes more than %llu thread-instructions",
                   static_cast<unsigned long long>(options.maxInstructions)));
      return false;
    }
    if (rebuild || !ran) {
      bool retired = retireClusters();
      if (clusters.empty() && nextCluster == numClusters)
        return !failed();
      if (rebuild || retired) {
        rebuild = true;
        continue;
      }
    }
    if (ran)
      continue;
    if (completeAsync(/*force=*/true))
      continue;
    // Everybody waits: let clusters that have not started help, as far as a
    // GPU could hold them.
    if (clusters.size() < 148 && startCluster()) {
      rebuild = true;
      continue;
    }
    bool released = false;
    for (Warp *w : order)
      for (Group &g : w->groups)
        if (g.converge && !released) {
          leaveConvergence(*w, g);
          w->blockedAt = ~uint64_t(0);
          released = true;
        }
    if (released)
      continue;
    reportDeadlock();
    return false;
  }
  return false;
}
