//===- LowerLinalg.cpp - linalg on memrefs to loops -----------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Input: linalg and memref.copy on memrefs. Output: scf.parallel around
// scf.for, on vectors if the operation is regular (LinalgToVectorLoops.cpp),
// otherwise on scalars.
//
//===----------------------------------------------------------------------===//

#include "LinalgToVectorLoops.h"
#include "quartet/Target/Common/ExpandShape.h"
#include "quartet/Target/Host/Passes.h"

#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Linalg/Transforms/Transforms.h"
#include "mlir/Dialect/Linalg/Utils/Utils.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "mlir/IR/PatternMatch.h"

namespace quartet {
#define GEN_PASS_DEF_HOSTLOWERLINALG
#include "quartet/Target/Host/Passes.h.inc"
} // namespace quartet

using namespace mlir;
using namespace quartet;

namespace {

struct LowerLinalg : quartet::impl::HostLowerLinalgBase<LowerLinalg> {
  void runOnOperation() override {
    IRRewriter rewriter(&getContext());
    SmallVector<memref::CopyOp> copies;
    getOperation().walk([&](memref::CopyOp op) { copies.push_back(op); });
    for (memref::CopyOp op : copies) {
      rewriter.setInsertionPoint(op);
      linalg::makeMemRefCopyOp(rewriter, op.getLoc(), op.getSource(),
                               op.getTarget());
      rewriter.eraseOp(op);
    }
    SmallVector<memref::ExpandShapeOp> views;
    getOperation().walk([&](memref::ExpandShapeOp op) { views.push_back(op); });
    for (memref::ExpandShapeOp op : views)
      rewriteExpandShape(rewriter, op);
    SmallVector<linalg::LinalgOp> ops;
    getOperation().walk([&](linalg::LinalgOp op) { ops.push_back(op); });
    for (linalg::LinalgOp op : ops) {
      rewriter.setInsertionPoint(op);
      if (succeeded(host::writeVectorLoops(rewriter, op))) {
        rewriter.eraseOp(op);
        continue;
      }
      if (failed(linalg::linalgOpToParallelLoops(rewriter, op))) {
        op.emitError() << "expects a linalg operation on buffers that can be "
                          "written as loops";
        return signalPassFailure();
      }
      rewriter.eraseOp(op);
    }
  }
};

} // namespace
