//===- HoistStack.cpp - Stack buffers once per thread ---------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Input: omp.parallel around loops with memref.alloca and alloca_scope. Output:
// allocas at the start of the region that a thread runs once, no scopes.
//
//===----------------------------------------------------------------------===//

#include "quartet/Target/Host/Passes.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/OpenMP/OpenMPDialect.h"
#include "mlir/IR/PatternMatch.h"

namespace quartet {
#define GEN_PASS_DEF_HOSTHOISTSTACK
#include "quartet/Target/Host/Passes.h.inc"
} // namespace quartet

using namespace mlir;

namespace {

struct HoistStack : quartet::impl::HostHoistStackBase<HoistStack> {
  void runOnOperation() override {
    SmallVector<memref::AllocaOp> allocas;
    SmallVector<memref::AllocaScopeOp> scopes;
    getOperation().walk([&](Operation *op) {
      if (auto alloca = dyn_cast<memref::AllocaOp>(op))
        allocas.push_back(alloca);
      else if (auto scope = dyn_cast<memref::AllocaScopeOp>(op))
        scopes.push_back(scope);
    });
    for (memref::AllocaOp alloca : allocas) {
      if (!alloca->getOperands().empty()) {
        alloca.emitError() << "expects stack buffers of static size, but got "
                           << alloca.getType();
        return signalPassFailure();
      }
      Block *start = &getOperation().getBody().front();
      if (auto parallel = alloca->getParentOfType<omp::ParallelOp>())
        start = &parallel.getRegion().front();
      alloca->moveBefore(start, start->begin());
    }
    IRRewriter rewriter(&getContext());
    for (memref::AllocaScopeOp scope : scopes) {
      Block *body = scope.getBody();
      Operation *terminator = body->getTerminator();
      rewriter.inlineBlockBefore(body, scope);
      rewriter.replaceOp(scope, terminator->getOperands());
      rewriter.eraseOp(terminator);
    }
  }
};

} // namespace
