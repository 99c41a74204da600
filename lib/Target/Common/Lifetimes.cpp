//===- Lifetimes.cpp - When buffers of a function are in use --------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Lifetimes on structured control flow, and interval colouring.
//
//===----------------------------------------------------------------------===//

#include "Lifetimes.h"

#include "mlir/Dialect/Bufferization/Transforms/BufferViewFlowAnalysis.h"
#include "mlir/Interfaces/LoopLikeInterface.h"

#include <limits>

using namespace mlir;
using namespace quartet;

namespace {

/// Entry and exit numbers of every operation below `root`.
class Numbering {
public:
  explicit Numbering(Operation *root) {
    int64_t next = 0;
    number(root, next);
  }
  int64_t begin(Operation *op) const { return numbers.lookup(op).first; }
  int64_t end(Operation *op) const { return numbers.lookup(op).second; }

private:
  void number(Operation *op, int64_t &next) {
    int64_t begin = next++;
    for (Region &region : op->getRegions())
      for (Operation &nested : region.getOps())
        number(&nested, next);
    numbers[op] = {begin, next++};
  }
  llvm::DenseMap<Operation *, std::pair<int64_t, int64_t>> numbers;
};

/// The loop around `alloc` that hands `alias`, a name of the same buffer, to
/// its next iteration or to its result.
Operation *findCarryingLoop(memref::AllocOp alloc, Value alias) {
  for (Operation *op = alloc->getParentOp(); op; op = op->getParentOp()) {
    if (!isa<LoopLikeOpInterface>(op))
      continue;
    if (auto arg = dyn_cast<BlockArgument>(alias)) {
      if (arg.getOwner()->getParentOp() == op)
        return op;
    } else if (alias.getDefiningOp() == op) {
      return op;
    }
  }
  return nullptr;
}

} // namespace

FailureOr<SmallVector<Lifetime>>
quartet::computeLifetimes(func::FuncOp func, ArrayRef<memref::AllocOp> allocs) {
  Numbering numbering(func);
  BufferViewFlowAnalysis aliases(func);
  SmallVector<Lifetime> lifetimes;
  for (memref::AllocOp alloc : allocs) {
    Lifetime lifetime{alloc, numbering.begin(alloc), numbering.end(alloc)};
    for (Value alias : aliases.resolve(alloc.getResult())) {
      if (Operation *loop = findCarryingLoop(alloc, alias)) {
        InFlightDiagnostic diag =
            alloc.emitError() << "expects buffers that last one iteration, but "
                                 "got one that its loop carries on";
        diag.attachNote(loop->getLoc()) << "this loop";
        return failure();
      }
      for (Operation *user : alias.getUsers()) {
        // A use inside a loop that does not contain the allocation lasts as
        // long as the loop.
        Operation *last = user;
        while (!last->getBlock()->findAncestorOpInBlock(*alloc))
          last = last->getParentOp();
        lifetime.end = std::max(lifetime.end, numbering.end(last));
      }
    }
    lifetimes.push_back(lifetime);
  }
  llvm::sort(lifetimes, [](const Lifetime &a, const Lifetime &b) {
    return a.begin < b.begin;
  });
  return lifetimes;
}

/// How badly a buffer fits beside `member`; smaller is better. Static sizes in
/// elements, which is enough to compare.
static int64_t getMisfit(memref::AllocOp alloc, memref::AllocOp member) {
  MemRefType type = alloc.getType(), other = member.getType();
  if (type == other && alloc.getDynamicSizes() == member.getDynamicSizes())
    return -1;
  if (!type.hasStaticShape() || !other.hasStaticShape())
    return std::numeric_limits<int64_t>::max();
  return std::abs(type.getNumElements() - other.getNumElements());
}

SmallVector<Slot> quartet::assignSlots(ArrayRef<Lifetime> lifetimes) {
  SmallVector<Slot> slots;
  SmallVector<int64_t> ends;
  for (const Lifetime &lifetime : lifetimes) {
    int64_t best = -1, bestMisfit = 0;
    for (auto [index, end] : llvm::enumerate(ends)) {
      if (end >= lifetime.begin)
        continue;
      int64_t misfit = getMisfit(lifetime.alloc, slots[index].front());
      if (best < 0 || misfit < bestMisfit) {
        best = index;
        bestMisfit = misfit;
      }
    }
    if (best < 0) {
      best = slots.size();
      slots.emplace_back();
      ends.push_back(0);
    }
    slots[best].push_back(lifetime.alloc);
    ends[best] = lifetime.end;
  }
  return slots;
}
