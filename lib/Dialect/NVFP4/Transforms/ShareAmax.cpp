//===- ShareAmax.cpp - One amax for both directions -----------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Input: a matrix quantized along its rows and along its columns, each
// quantization looking for the largest magnitude first. Output: nvfp4.amax
// once, and quantizations that are given it. Bit-exact: the magnitude does not
// depend on the order of the elements.
//
//===----------------------------------------------------------------------===//

#include "quartet/Dialect/NVFP4/IR/NVFP4.h"
#include "quartet/Dialect/NVFP4/IR/Shapes.h"
#include "quartet/Dialect/NVFP4/Transforms/Passes.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/IR/PatternMatch.h"
#include "llvm/ADT/MapVector.h"

namespace quartet {
namespace nvfp4 {
#define GEN_PASS_DEF_NVFP4SHAREAMAX
#include "quartet/Dialect/NVFP4/Transforms/Passes.h.inc"
} // namespace nvfp4
} // namespace quartet

using namespace mlir;
using namespace quartet::nvfp4;

namespace {

/// True if `op` looks for the largest magnitude of its whole input.
bool findsAmax(QuantizeOp op) {
  return op.hasPureTensorSemantics() && !op.getAmax() && !op.getValidRows() &&
         op.getOffsets().empty() && !op.getQuantizer().getSpec().isPostHoc();
}

struct ShareAmax : quartet::nvfp4::impl::NVFP4ShareAmaxBase<ShareAmax> {
  void runOnOperation() override {
    IRRewriter rewriter(&getContext());
    getOperation()->walk([&](Block *block) {
      llvm::MapVector<Value, SmallVector<QuantizeOp>> byInput;
      for (auto op : block->getOps<QuantizeOp>())
        if (findsAmax(op))
          byInput[op.getInput()].push_back(op);
      for (auto &[input, ops] : byInput) {
        if (ops.size() < 2)
          continue;
        // In front of the first of them, where the matrix exists.
        rewriter.setInsertionPoint(ops.front());
        Location loc = ops.front().getLoc();
        auto amax =
            AmaxOp::create(rewriter, loc, input, createZeroAmax(rewriter, loc));
        for (QuantizeOp op : ops)
          rewriter.modifyOpInPlace(
              op, [&] { op.getAmaxMutable().assign(amax->getResult(0)); });
      }
    });
  }
};

} // namespace
