//===- Reconvergence.cpp - Where divergent branches meet again ------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The reconvergence point of a conditional branch is its immediate
// postdominator, as ptxas places its convergence barriers. Branches whose
// paths meet only at the end of the kernel have none: threads end there.
//
//===----------------------------------------------------------------------===//

#include "Decoder.h"

#include <algorithm>

using namespace quartet::sim;

void Decoder::markReconvergence(uint32_t begin, uint32_t end) {
  std::vector<Op> &code = out->code;
  uint32_t n = end - begin;

  // Basic blocks.
  std::vector<bool> leader(n + 1);
  leader[0] = true;
  auto targets = [&](const Op &op, auto &&f) {
    if (op.count) {
      for (uint32_t i = 0; i < op.count; ++i)
        f(out->lists[op.list + i] - begin);
    } else {
      f(static_cast<uint32_t>(op.imm) - begin);
    }
  };
  for (uint32_t i = 0; i < n; ++i) {
    const Op &op = code[begin + i];
    if (op.flags & kOpBranch)
      targets(op, [&](uint32_t t) { leader[t] = true; });
    if (op.flags & (kOpBranch | kOpEnd))
      leader[i + 1] = true;
  }
  std::vector<uint32_t> blockOf(n), first;
  for (uint32_t i = 0; i < n; ++i) {
    if (leader[i])
      first.push_back(i);
    blockOf[i] = static_cast<uint32_t>(first.size() - 1);
  }
  uint32_t blocks = static_cast<uint32_t>(first.size());
  uint32_t exitNode = blocks;
  std::vector<std::vector<uint32_t>> succ(blocks + 1), pred(blocks + 1);
  auto edge = [&](uint32_t from, uint32_t to) {
    succ[from].push_back(to);
    pred[to].push_back(from);
  };
  for (uint32_t b = 0; b < blocks; ++b) {
    uint32_t lastIndex = (b + 1 < blocks ? first[b + 1] : n) - 1;
    const Op &op = code[begin + lastIndex];
    bool guarded = op.guard != 0;
    if (op.flags & kOpBranch)
      targets(op, [&](uint32_t t) { edge(b, blockOf[t]); });
    else if (op.flags & kOpEnd)
      edge(b, exitNode);
    bool falls = !(op.flags & kOpEnd) || guarded;
    if (falls)
      edge(b, b + 1 < blocks ? b + 1 : exitNode);
  }

  // Postdominators: dominators of the reversed graph (Cooper, Harvey and
  // Kennedy's iteration). Blocks that never reach the exit stay undefined.
  std::vector<uint32_t> order, number(blocks + 1, ~0u);
  std::vector<uint8_t> seen(blocks + 1);
  std::vector<std::pair<uint32_t, size_t>> stack{{exitNode, 0}};
  seen[exitNode] = 1;
  while (!stack.empty()) {
    auto &[node, next] = stack.back();
    if (next < pred[node].size()) {
      uint32_t p = pred[node][next++];
      if (!seen[p]) {
        seen[p] = 1;
        stack.push_back({p, 0});
      }
      continue;
    }
    number[node] = static_cast<uint32_t>(order.size());
    order.push_back(node);
    stack.pop_back();
  }
  std::vector<uint32_t> ipdom(blocks + 1, ~0u);
  ipdom[exitNode] = exitNode;
  bool changed = true;
  while (changed) {
    changed = false;
    for (size_t i = order.size(); i-- > 0;) {
      uint32_t b = order[i];
      if (b == exitNode)
        continue;
      uint32_t best = ~0u;
      for (uint32_t s : succ[b]) {
        if (ipdom[s] == ~0u)
          continue;
        if (best == ~0u) {
          best = s;
          continue;
        }
        uint32_t x = best, y = s;
        while (x != y) {
          while (number[x] < number[y])
            x = ipdom[x];
          while (number[y] < number[x])
            y = ipdom[y];
        }
        best = x;
      }
      if (best != ~0u && ipdom[b] != best) {
        ipdom[b] = best;
        changed = true;
      }
    }
  }

  for (uint32_t i = 0; i < n; ++i) {
    Op &op = code[begin + i];
    if (!(op.flags & kOpBranch))
      continue;
    op.c = ~0u;
    uint32_t d = ipdom[blockOf[i]];
    if (d == ~0u || d == exitNode)
      continue;
    op.c = begin + first[d];
    code[op.c].flags |= kOpReconv;
  }
}
