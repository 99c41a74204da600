//===- ExpandImport.cpp - Conventions of checkpoints into arithmetic ------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// nvfp4.import becomes nvfp4.from_storage and the tensor scale that the
// convention means: the definition of the operation. Bit-exact.
//
//===----------------------------------------------------------------------===//

#include "quartet/Dialect/NVFP4/IR/NVFP4.h"
#include "quartet/Dialect/NVFP4/Transforms/Passes.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/IR/PatternMatch.h"

namespace quartet {
namespace nvfp4 {
#define GEN_PASS_DEF_NVFP4EXPANDIMPORT
#include "quartet/Dialect/NVFP4/Transforms/Passes.h.inc"
} // namespace nvfp4
} // namespace quartet

using namespace mlir;
using namespace quartet::nvfp4;

namespace {

struct ExpandImport
    : quartet::nvfp4::impl::NVFP4ExpandImportBase<ExpandImport> {
  void runOnOperation() override {
    IRRewriter rewriter(&getContext());
    getOperation()->walk([&](ImportOp op) {
      Location loc = op.getLoc();
      rewriter.setInsertionPoint(op);
      Value data = FromStorageOp::create(rewriter, loc, op.getData().getType(),
                                         op.getBytes());
      Value scale = op.getGlobalScale();
      if (op.getConvention() == Convention::CompressedTensors) {
        auto one =
            DenseElementsAttr::get(cast<ShapedType>(scale.getType()), 1.0f);
        Value dividend = arith::ConstantOp::create(rewriter, loc, one);
        scale = arith::DivFOp::create(rewriter, loc, dividend, scale);
      }
      rewriter.replaceOp(op, {data, op.getScales(), scale});
    });
  }
};

} // namespace
