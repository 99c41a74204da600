//===- StorageSupport.cpp - What can work on packed bytes -----------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "StorageSupport.h"

#include "KnownDivisor.h"
#include "quartet/Dialect/NVFP4/IR/NVFP4.h"
#include "quartet/Numerics/ScaleLayout.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Bufferization/IR/Bufferization.h"
#include "mlir/Dialect/ControlFlow/IR/ControlFlowOps.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Interfaces/FunctionInterfaces.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace quartet;
using namespace quartet::nvfp4;

static constexpr int64_t kCodes = numerics::unpackedColumns(1);

/// Calls `visit` on every type `op` mentions by value. The arguments of blocks
/// other than the first are those of the branches to them.
static void visitTypes(Operation *op, function_ref<void(Type)> visit) {
  llvm::for_each(op->getOperandTypes(), visit);
  llvm::for_each(op->getResultTypes(), visit);
  for (Region &region : op->getRegions())
    if (!region.empty())
      llvm::for_each(region.front().getArgumentTypes(), visit);
  if (auto function = dyn_cast<FunctionOpInterface>(op)) {
    llvm::for_each(function.getArgumentTypes(), visit);
    llvm::for_each(function.getResultTypes(), visit);
  }
}

static bool holdsF4(Type type) {
  auto shaped = dyn_cast<ShapedType>(type);
  return shaped && isa<TensorType, BaseMemRefType>(type) &&
         isa<Float4E2M1FNType>(shaped.getElementType());
}

bool quartet::nvfp4::isPackable(RankedTensorType type) {
  if (!isa<Float4E2M1FNType>(type.getElementType()) || type.getRank() == 0)
    return false;
  int64_t last = type.getShape().back();
  return ShapedType::isDynamic(last) || last % kCodes == 0;
}

bool quartet::nvfp4::usesF4Tensor(Operation *op) {
  bool found = false;
  visitTypes(
      op, [&](Type type) { found |= isa<TensorType>(type) && holdsF4(type); });
  return found;
}

bool quartet::nvfp4::meansTheSameOnBytes(Operation *op) {
  if (isa<ToStorageOp, FromStorageOp>(op))
    return false;
  return isa_and_nonnull<NVFP4Dialect>(op->getDialect()) ||
         isa<arith::SelectOp, tensor::CastOp,
             bufferization::MaterializeInDestinationOp>(op);
}

/// A slice of the last dimension starts and ends at bytes.
template <typename OpTy>
static LogicalResult checkSlice(OpTy op) {
  std::optional<int64_t> stride =
      getConstantIntValue(op.getMixedStrides().back());
  if (!stride || *stride != 1)
    return op.emitOpError(
        "expects f4E2M1FN slices with stride 1 along the last dimension");
  if (!isKnownMultipleOf(op.getMixedOffsets().back(), kCodes))
    return op.emitOpError(
               "expects f4E2M1FN slices that start at a multiple of ")
           << kCodes << " along the last dimension, because " << kCodes
           << " codes share a byte";
  if (!isKnownMultipleOf(op.getMixedSizes().back(), kCodes))
    return op.emitOpError("expects f4E2M1FN slices of a multiple of ")
           << kCodes << " along the last dimension, because " << kCodes
           << " codes share a byte";
  return success();
}

LogicalResult quartet::nvfp4::checkStorageSupport(Operation *op) {
  Type bad;
  bool any = false;
  visitTypes(op, [&](Type type) {
    if (!holdsF4(type))
      return;
    any = true;
    auto tensor = dyn_cast<RankedTensorType>(type);
    if (!bad && !(tensor && isPackable(tensor)))
      bad = type;
  });
  if (!any)
    return success();
  if (bad && isa<BaseMemRefType>(bad))
    return op->emitOpError("expects f4E2M1FN values in tensors only, but got ")
           << bad;
  if (bad)
    return op->emitOpError(
               "expects f4E2M1FN tensors with a last extent that is "
               "a multiple of ")
           << kCodes << ", but got " << bad;
  if (auto matmul = dyn_cast<ScaledMatmulOp>(op))
    for (Value input : matmul.getEpilogueInputs())
      if (holdsF4(input.getType()))
        return op->emitOpError("expects no f4E2M1FN epilogue input, but got ")
               << input.getType();
  if (meansTheSameOnBytes(op))
    return success();

  return llvm::TypeSwitch<Operation *, LogicalResult>(op)
      .Case<ToStorageOp, FromStorageOp, func::FuncOp, func::CallOp,
            func::ReturnOp, cf::BranchOp, cf::CondBranchOp, scf::ForOp,
            scf::IfOp, scf::WhileOp, scf::ConditionOp, scf::YieldOp,
            scf::ForallOp, scf::IndexSwitchOp, linalg::FillOp, tensor::EmptyOp,
            bufferization::AllocTensorOp, tensor::CollapseShapeOp,
            tensor::ExpandShapeOp>([](auto) { return success(); })
      .Case<arith::ConstantOp>([](arith::ConstantOp constant) {
        if (isa<DenseElementsAttr>(constant.getValue()))
          return success();
        constant.emitOpError("expects dense elements for an f4E2M1FN constant");
        return failure();
      })
      .Case<tensor::DimOp>([](tensor::DimOp dim) {
        if (dim.getConstantIndex())
          return success();
        dim.emitOpError("expects a constant dimension of an f4E2M1FN tensor");
        return failure();
      })
      .Case<tensor::ExtractSliceOp, tensor::InsertSliceOp,
            tensor::ParallelInsertSliceOp>(
          [](auto slice) { return checkSlice(slice); })
      .Default([](Operation *other) {
        return other->emitOpError("expects no f4E2M1FN tensor here, because it "
                                  "is not known how to do "
                                  "this on packed bytes");
      });
}
