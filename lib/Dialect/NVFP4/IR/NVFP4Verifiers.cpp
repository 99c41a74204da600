//===- NVFP4Verifiers.cpp - Verifiers of the nvfp4 dialect ----------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "quartet/Dialect/NVFP4/IR/NVFP4.h"
using namespace mlir;
using namespace quartet::nvfp4;
LogicalResult AmaxOp::verify() { return success(); }
LogicalResult QuantizeOp::verify() { return success(); }
LogicalResult DequantizeOp::verify() { return success(); }
LogicalResult RotateOp::verify() { return success(); }
LogicalResult ScaledMatmulOp::verify() { return success(); }
LogicalResult TileScalesOp::verify() { return success(); }
LogicalResult UntileScalesOp::verify() { return success(); }
LogicalResult ToStorageOp::verify() { return success(); }
LogicalResult FromStorageOp::verify() { return success(); }
LogicalResult RotateQuantizeOp::verify() { return success(); }
LogicalResult RequantizeOp::verify() { return success(); }
LogicalResult ScaledMatmulOp::verifyRegions() { return success(); }
