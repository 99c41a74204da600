//===- ExpandShape.cpp - Views with more dimensions -----------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "quartet/Target/Common/ExpandShape.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Arith/Utils/Utils.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/IR/PatternMatch.h"

using namespace mlir;

void quartet::rewriteExpandShape(RewriterBase &rewriter,
                                 memref::ExpandShapeOp op) {
  MemRefType type = op.getResultType();
  if (!op.getSrcType().getLayout().isIdentity() ||
      !type.getLayout().isIdentity())
    return;
  rewriter.setInsertionPoint(op);
  SmallVector<OpFoldResult> sizes = op.getMixedOutputShape();
  SmallVector<OpFoldResult> strides(sizes.size());
  OpFoldResult stride = rewriter.getIndexAttr(1);
  for (size_t i = sizes.size(); i-- != 0;) {
    strides[i] = stride;
    std::optional<int64_t> lhs = getConstantIntValue(stride);
    if (lhs && !type.isDynamicDim(i)) {
      stride = rewriter.getIndexAttr(*lhs * type.getDimSize(i));
      continue;
    }
    stride =
        arith::MulIOp::create(
            rewriter, op.getLoc(),
            getValueOrCreateConstantIndexOp(rewriter, op.getLoc(), stride),
            getValueOrCreateConstantIndexOp(rewriter, op.getLoc(), sizes[i]))
            .getResult();
  }
  rewriter.replaceOpWithNewOp<memref::ReinterpretCastOp>(
      op, type, op.getSrc(), rewriter.getIndexAttr(0), sizes, strides);
}
