//===- LinalgToGPU.cpp - The rest of a graph to kernels -------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Input: functions with linalg operations, copies and single stores on buffers.
// Output: launches of kernels in their place.
//
//===----------------------------------------------------------------------===//

#include "LinalgKernel.h"
#include "Outline.h"
#include "quartet/Target/Common/ExpandShape.h"
#include "quartet/Target/Common/GPU/Passes.h"

#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/Linalg/Utils/Utils.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "mlir/IR/PatternMatch.h"

namespace quartet {
#define GEN_PASS_DEF_CONVERTLINALGTOGPU
#include "quartet/Target/Common/GPU/Passes.h.inc"
} // namespace quartet

using namespace mlir;
using namespace quartet;
using namespace quartet::device;

namespace {

/// A store of the host is a kernel of one element.
LogicalResult launchStore(memref::StoreOp op, KernelPool &pool) {
  Outliner outliner(op);
  OpBuilder &b = outliner.getBuilder();
  IRMapping mapping;
  for (Value operand : op->getOperands()) {
    Value inside = outliner.import(operand);
    if (!inside)
      return failure();
    mapping.map(operand, inside);
  }
  Location loc = op.getLoc();
  Value thread = gpu::ThreadIdOp::create(b, loc, gpu::Dimension::x);
  Value zero = arith::ConstantIndexOp::create(b, loc, 0);
  Value isFirst =
      arith::CmpIOp::create(b, loc, arith::CmpIPredicate::eq, thread, zero);
  auto first = scf::IfOp::create(b, loc, isFirst, /*withElse=*/false);
  b.setInsertionPointToStart(first.thenBlock());
  b.clone(*op, mapping);
  OpBuilder host(op);
  outliner.launch(pool, "store", arith::ConstantIndexOp::create(host, loc, 1));
  return success();
}

struct LinalgToGPU : quartet::impl::ConvertLinalgToGPUBase<LinalgToGPU> {
  void runOnOperation() override {
    KernelPool pool(getOperation());
    IRRewriter rewriter(&getContext());
    for (auto function : llvm::to_vector(getOperation().getOps<func::FuncOp>()))
      if (failed(convert(function, pool, rewriter)))
        return signalPassFailure();
  }

  LogicalResult convert(func::FuncOp function, KernelPool &pool,
                        IRRewriter &rewriter) {
    SmallVector<Operation *> ops;
    function.walk([&](Operation *op) {
      if (isa<memref::CopyOp, memref::ExpandShapeOp>(op))
        ops.push_back(op);
    });
    for (Operation *op : ops) {
      rewriter.setInsertionPoint(op);
      if (auto expand = dyn_cast<memref::ExpandShapeOp>(op)) {
        rewriteExpandShape(rewriter, expand);
        continue;
      }
      auto copy = cast<memref::CopyOp>(op);
      linalg::makeMemRefCopyOp(rewriter, copy.getLoc(), copy.getSource(),
                               copy.getTarget());
      rewriter.eraseOp(copy);
    }
    ops.clear();
    function.walk([&](Operation *op) {
      if (isa<linalg::LinalgOp, memref::StoreOp>(op) &&
          !op->getParentOfType<linalg::LinalgOp>())
        ops.push_back(op);
    });
    for (Operation *op : ops) {
      auto linalgOp = dyn_cast<linalg::LinalgOp>(op);
      if (failed(linalgOp ? LinalgKernel(linalgOp, pool).run()
                          : launchStore(cast<memref::StoreOp>(op), pool)))
        return failure();
      rewriter.eraseOp(op);
    }
    return success();
  }
};

} // namespace
