//===- NVFP4Dialect.cpp - Registration of the nvfp4 dialect ---------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "quartet/Dialect/NVFP4/IR/NVFP4.h"

#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"

using namespace mlir;
using namespace quartet::nvfp4;

#include "quartet/Dialect/NVFP4/IR/NVFP4Dialect.cpp.inc"

void NVFP4Dialect::initialize() {
  registerAttributes();
  addOperations<
#define GET_OP_LIST
#include "quartet/Dialect/NVFP4/IR/NVFP4Ops.cpp.inc"
      >();
}
