//===- SerializeParallel.cpp - Keep one level of parallel loops -----------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Input: nested scf.parallel. Output: scf.parallel without reductions, none
// inside another; the rest is scf.for.
//
//===----------------------------------------------------------------------===//

#include "quartet/Target/Host/Passes.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/IR/PatternMatch.h"

namespace quartet {
#define GEN_PASS_DEF_HOSTSERIALIZEPARALLEL
#include "quartet/Target/Host/Passes.h.inc"
} // namespace quartet

using namespace mlir;

namespace {

/// Replaces `op` by a nest of scf.for. The partial results travel through the
/// nest in the order of the iterations.
void serialize(scf::ParallelOp op, RewriterBase &rewriter) {
  rewriter.setInsertionPoint(op);
  scf::LoopNest nest = scf::buildLoopNest(
      rewriter, op.getLoc(), op.getLowerBound(), op.getUpperBound(),
      op.getStep(), op.getInitVals(),
      [&](OpBuilder &builder, Location loc, ValueRange ivs,
          ValueRange carried) -> scf::ValueVector {
        IRMapping mapping;
        mapping.map(op.getInductionVars(), ivs);
        for (Operation &nested : op.getBody()->without_terminator())
          builder.clone(nested, mapping);
        scf::ValueVector results;
        auto reduce = cast<scf::ReduceOp>(op.getBody()->getTerminator());
        for (auto [index, region] : llvm::enumerate(reduce.getReductions())) {
          Block &block = region.front();
          mapping.map(block.getArgument(0), carried[index]);
          mapping.map(block.getArgument(1),
                      mapping.lookupOrDefault(reduce.getOperand(index)));
          for (Operation &nested : block.without_terminator())
            builder.clone(nested, mapping);
          results.push_back(mapping.lookupOrDefault(
              cast<scf::ReduceReturnOp>(block.getTerminator()).getResult()));
        }
        return results;
      });
  rewriter.replaceOp(op, nest.results);
}

struct SerializeParallel
    : quartet::impl::HostSerializeParallelBase<SerializeParallel> {
  void runOnOperation() override {
    // Innermost first: cloning a body must not copy what is still to be done.
    SmallVector<scf::ParallelOp> loops;
    getOperation().walk([&](scf::ParallelOp op) {
      if (op.getNumReductions() || op->getParentOfType<scf::ParallelOp>())
        loops.push_back(op);
    });
    IRRewriter rewriter(&getContext());
    for (scf::ParallelOp op : loops)
      serialize(op, rewriter);
  }
};

} // namespace
