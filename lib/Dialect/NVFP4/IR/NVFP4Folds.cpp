//===- NVFP4Folds.cpp - Folders of the nvfp4 dialect ----------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "quartet/Dialect/NVFP4/IR/NVFP4.h"
using namespace mlir;
using namespace quartet::nvfp4;
#define F(OP)                                                                  \
  LogicalResult OP::fold(FoldAdaptor, SmallVectorImpl<OpFoldResult> &) {       \
    return failure();                                                          \
  }
F(AmaxOp)
F(QuantizeOp)
F(DequantizeOp)
F(RotateOp)
F(TileScalesOp) F(UntileScalesOp) OpFoldResult ToStorageOp::fold(FoldAdaptor) {
  return {};
}
OpFoldResult FromStorageOp::fold(FoldAdaptor) { return {}; }
OpFoldResult EncodeOp::fold(FoldAdaptor) { return {}; }
OpFoldResult DecodeOp::fold(FoldAdaptor) { return {}; }
