//===- NVFP4Dialect.cpp - Registration of the nvfp4 dialect ---------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "quartet/Dialect/NVFP4/IR/NVFP4.h"

#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Transforms/InliningUtils.h"

using namespace mlir;
using namespace quartet::nvfp4;

#include "quartet/Dialect/NVFP4/IR/NVFP4Dialect.cpp.inc"

namespace {

/// Every operation may be inlined anywhere.
struct Inliner : DialectInlinerInterface {
  using DialectInlinerInterface::DialectInlinerInterface;

  bool isLegalToInline(Operation *, Region *, bool, IRMapping &) const final {
    return true;
  }
  bool isLegalToInline(Region *, Region *, bool, IRMapping &) const final {
    return true;
  }
};

} // namespace

void NVFP4Dialect::initialize() {
  addInterfaces<Inliner>();
  registerAttributes();
  addOperations<
#define GET_OP_LIST
#include "quartet/Dialect/NVFP4/IR/NVFP4Ops.cpp.inc"
      >();
}
