//===- FillConstants.cpp - Constant tensors on the device -----------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Input: tensors. Output: the same, constants of one value are filled.
//
//===----------------------------------------------------------------------===//

#include "quartet/Target/Common/GPU/Passes.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/Matchers.h"

namespace quartet {
#define GEN_PASS_DEF_QUARTETFILLCONSTANTS
#include "quartet/Target/Common/GPU/Passes.h.inc"
} // namespace quartet

using namespace mlir;

namespace {

struct FillConstants : quartet::impl::QuartetFillConstantsBase<FillConstants> {
  void runOnOperation() override {
    SmallVector<arith::ConstantOp> constants;
    getOperation().walk([&](arith::ConstantOp op) {
      if (isa<RankedTensorType>(op.getType()) && !isReadByHost(op))
        constants.push_back(op);
    });
    for (arith::ConstantOp op : constants)
      fill(op);
  }

private:
  /// The host itself extracts elements between launches; no kernel sees them.
  static bool isReadByHost(arith::ConstantOp op) {
    return llvm::all_of(op->getUsers(), llvm::IsaPred<tensor::ExtractOp>);
  }

  static void fill(arith::ConstantOp op) {
    auto type = cast<RankedTensorType>(op.getType());
    if (type.getNumElements() == 0)
      return;
    auto elements = dyn_cast<SplatElementsAttr>(op.getValue());
    if (!elements) {
      op.emitWarning() << "kernels cannot read a constant of "
                       << type.getNumElements()
                       << " values, only the simulator lets them; expects "
                          "constants of one value, or an argument";
      return;
    }
    OpBuilder b(op);
    auto value = cast<TypedAttr>(elements.getSplatValue<Attribute>());
    Value scalar = arith::ConstantOp::create(b, op.getLoc(), value);
    Value empty = tensor::EmptyOp::create(b, op.getLoc(), type.getShape(),
                                          type.getElementType());
    auto filled = linalg::FillOp::create(b, op.getLoc(), scalar, empty);
    op.replaceAllUsesWith(filled.getResult(0));
    op.erase();
  }
};

} // namespace
