//===- SplitArguments.cpp - One tensor per use of an argument -------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Input: entries with read-only tensor arguments that much of the program
// reads, such as the seed. Output: these arguments as memrefs, each use a
// tensor of its own.
//
//===----------------------------------------------------------------------===//

#include "quartet/Target/Common/Passes.h"

#include "mlir/Dialect/Bufferization/IR/Bufferization.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"

namespace quartet {
#define GEN_PASS_DEF_QUARTETSPLITARGUMENTS
#include "quartet/Target/Common/Passes.h.inc"
} // namespace quartet

using namespace mlir;

namespace {

using bufferization::BufferizationDialect;

struct SplitArguments
    : quartet::impl::QuartetSplitArgumentsBase<SplitArguments> {
  void runOnOperation() override {
    func::FuncOp entry = getOperation();
    for (BlockArgument arg : entry.getArguments()) {
      auto writable = entry.getArgAttrOfType<BoolAttr>(
          arg.getArgNumber(), BufferizationDialect::kWritableAttrName);
      auto type = dyn_cast<RankedTensorType>(arg.getType());
      if (!writable || writable.getValue() || !type)
        continue;
      arg.setType(MemRefType::get(type.getShape(), type.getElementType()));
      entry.removeArgAttr(arg.getArgNumber(),
                          BufferizationDialect::kWritableAttrName);
      for (OpOperand &use : llvm::make_early_inc_range(arg.getUses())) {
        // Bodies of structured operations are not for tensors.
        Operation *user = use.getOwner();
        while (auto outer = user->getParentOfType<linalg::LinalgOp>())
          user = outer;
        OpBuilder b(user);
        use.set(bufferization::ToTensorOp::create(b, arg.getLoc(), type, arg,
                                                  /*restrict=*/true,
                                                  /*writable=*/false));
      }
    }
    entry.setType(FunctionType::get(&getContext(),
                                    entry.getBody().getArgumentTypes(),
                                    entry.getResultTypes()));
  }
};

} // namespace
