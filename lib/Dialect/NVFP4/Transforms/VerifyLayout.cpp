//===- VerifyLayout.cpp - Misuse of tiled scales and packed codes ---------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Upstream operations accept any tensor, also one whose type carries a layout.
// This pass changes nothing; it reports the uses that would read bytes as
// something they are not.
//
//===----------------------------------------------------------------------===//

#include "StorageSupport.h"
#include "quartet/Dialect/NVFP4/IR/Shapes.h"
#include "quartet/Dialect/NVFP4/Transforms/Passes.h"
#include "quartet/Numerics/ScaleLayout.h"

#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "mlir/Interfaces/FunctionInterfaces.h"
#include "mlir/Interfaces/ViewLikeInterface.h"

namespace quartet {
namespace nvfp4 {
#define GEN_PASS_DEF_NVFP4VERIFYLAYOUT
#include "quartet/Dialect/NVFP4/Transforms/Passes.h.inc"
} // namespace nvfp4
} // namespace quartet

using namespace mlir;
using namespace quartet;
using namespace quartet::nvfp4;

/// True for block scales whose type says that they are in the 128x4 tiling.
static bool isTiledScales(Type type) {
  auto shaped = dyn_cast<ShapedType>(type);
  if (!shaped || !shaped.hasRank() ||
      !isa<Float8E4M3FNType>(shaped.getElementType()) ||
      (shaped.getRank() != 5 && shaped.getRank() != 6))
    return false;
  return shaped.getShape().take_back(3) == ArrayRef(numerics::kScaleTileShape);
}

static bool isF4(Type type) {
  auto shaped = dyn_cast<ShapedType>(type);
  return shaped && isa<Float4E2M1FNType>(shaped.getElementType());
}

/// layout: memory holds packed bytes, never f4E2M1FN elements.
static LogicalResult verifyNoF4MemRef(Operation *op) {
  auto check = [&](TypeRange types) -> LogicalResult {
    for (Type type : types)
      if (isa<BaseMemRefType>(type) && isF4(type))
        return op->emitOpError(
                   "expects f4E2M1FN values in tensors only, but got ")
               << type;
    return success();
  };
  if (failed(check(op->getOperandTypes())) ||
      failed(check(op->getResultTypes())))
    return failure();
  if (auto function = dyn_cast<FunctionOpInterface>(op))
    if (failed(check(function.getArgumentTypes())) ||
        failed(check(function.getResultTypes())))
      return failure();
  for (Region &region : op->getRegions())
    for (Block &block : region)
      if (failed(check(block.getArgumentTypes())))
        return failure();
  return success();
}

/// A slice of tiled scales is made of whole tiles and is tiled itself. `whole`
/// is the larger side, `part` the smaller.
static LogicalResult verifyTiledSlice(OffsetSizeAndStrideOpInterface slice,
                                      Type whole, Type part) {
  Operation *op = slice;
  if (!isTiledScales(whole) && !isTiledScales(part))
    return success();
  auto isConstant = [](OpFoldResult value, int64_t expected) {
    return isConstantIntValue(value, expected);
  };
  bool legal = isTiledScales(whole) && isTiledScales(part);
  SmallVector<OpFoldResult> offsets = slice.getMixedOffsets();
  SmallVector<OpFoldResult> sizes = slice.getMixedSizes();
  SmallVector<OpFoldResult> strides = slice.getMixedStrides();
  size_t inner = std::size(numerics::kScaleTileShape);
  for (size_t i = 0; legal && i < inner; ++i) {
    size_t d = offsets.size() - inner + i;
    legal = isConstant(offsets[d], 0) && isConstant(strides[d], 1) &&
            isConstant(sizes[d], numerics::kScaleTileShape[i]);
  }
  if (legal)
    return success();
  return op->emitOpError("expects a slice of tiled block scales along their "
                         "tile rows and tile columns only; untile them first");
}

/// The source and destination, or result, of a slice.
static LogicalResult verifySlices(Operation *op) {
  if (auto slice = dyn_cast<tensor::ExtractSliceOp>(op))
    return verifyTiledSlice(slice, slice.getSourceType(), slice.getType());
  if (auto slice = dyn_cast<tensor::InsertSliceOp>(op))
    return verifyTiledSlice(slice, slice.getDestType(), slice.getSourceType());
  if (auto slice = dyn_cast<tensor::ParallelInsertSliceOp>(op))
    return verifyTiledSlice(slice, slice.getDestType(), slice.getSourceType());
  if (auto view = dyn_cast<memref::SubViewOp>(op))
    return verifyTiledSlice(view, view.getSourceType(), view.getType());
  return success();
}

/// Whether `op` collapses all dimensions into one or expands all from one. No
/// operation takes rank 1 for block scales, so what the bytes mean is given up,
/// or declared, and not changed.
static bool isByPlainBytes(Operation *op) {
  auto isFlat = [](Type type) { return cast<ShapedType>(type).getRank() == 1; };
  if (isa<tensor::CollapseShapeOp, memref::CollapseShapeOp>(op))
    return isFlat(op->getResult(0).getType());
  if (isa<tensor::ExpandShapeOp, memref::ExpandShapeOp>(op))
    return isFlat(op->getOperand(0).getType());
  return false;
}

/// Reshapes and permutations move bytes to places that mean something else.
static LogicalResult verifyReshapes(Operation *op) {
  auto touches = [&](auto predicate) {
    return llvm::any_of(op->getOperandTypes(), predicate) ||
           llvm::any_of(op->getResultTypes(), predicate);
  };
  if (isa<tensor::CollapseShapeOp, tensor::ExpandShapeOp, tensor::ReshapeOp,
          tensor::PadOp, memref::CollapseShapeOp, memref::ExpandShapeOp,
          memref::ReshapeOp, memref::TransposeOp, memref::ReinterpretCastOp>(
          op) &&
      touches(isTiledScales) && !isByPlainBytes(op))
    return op->emitOpError(
        "expects no reshape, padding or transposition of tiled block scales; "
        "untile them first");
  auto structured = dyn_cast<linalg::LinalgOp>(op);
  if (!structured)
    return success();
  for (OpOperand &operand : op->getOpOperands()) {
    Type type = operand.get().getType();
    bool moved = isa<ShapedType>(type) &&
                 !structured.getMatchingIndexingMap(&operand).isIdentity();
    if (moved && isTiledScales(type))
      return op->emitOpError(
                 "expects tiled block scales element by element, but operand #")
             << operand.getOperandNumber() << " is indexed otherwise";
    if (isa<linalg::TransposeOp>(op) && isF4(type))
      return op->emitOpError(
          "expects no transposition of f4E2M1FN data, because blocks run along "
          "the last dimension; requantize it");
  }
  return success();
}

namespace {

struct VerifyLayout
    : quartet::nvfp4::impl::NVFP4VerifyLayoutBase<VerifyLayout> {
  void runOnOperation() override {
    bool valid = true;
    getOperation()->walk([&](Operation *op) {
      valid &= succeeded(verifyNoF4MemRef(op)) && succeeded(verifySlices(op)) &&
               succeeded(verifyReshapes(op)) && succeeded(verifyBytes(op));
    });
    if (!valid)
      signalPassFailure();
    markAllAnalysesPreserved();
  }

  /// Slices and reshapes of f4E2M1FN data keep bytes whole.
  static LogicalResult verifyBytes(Operation *op) {
    if (!isa<tensor::ExtractSliceOp, tensor::InsertSliceOp,
             tensor::ParallelInsertSliceOp, tensor::CollapseShapeOp,
             tensor::ExpandShapeOp>(op))
      return success();
    return checkStorageSupport(op);
  }
};

} // namespace
