//===- NVFP4Ops.cpp - Operations of the nvfp4 dialect ---------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "quartet/Dialect/NVFP4/IR/NVFP4.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"

using namespace mlir;
using namespace quartet::nvfp4;

//===----------------------------------------------------------------------===//
// DpsResults: one result per tensor destination, none for memrefs
//===----------------------------------------------------------------------===//

static void appendDpsResults(SmallVectorImpl<Type> &results, Type init) {
  if (isa<RankedTensorType>(init))
    results.push_back(init);
}

static void appendDpsResults(SmallVectorImpl<Type> &results,
                             ArrayRef<Type> inits) {
  for (Type init : inits)
    appendDpsResults(results, init);
}

template <typename... Inits>
static ParseResult parseDpsResults(OpAsmParser &,
                                   SmallVectorImpl<Type> &results,
                                   const Inits &...inits) {
  (appendDpsResults(results, inits), ...);
  return success();
}

template <typename... Args>
static void printDpsResults(OpAsmPrinter &, Args &&...) {}

//===----------------------------------------------------------------------===//
// Behaviour common to the operations in destination style
//===----------------------------------------------------------------------===//

/// Memrefs among the inputs are read, memrefs among the destinations written
/// (and read too where the old value matters).
static void getDpsEffects(
    DestinationStyleOpInterface op, bool readsInits,
    SmallVectorImpl<SideEffects::EffectInstance<MemoryEffects::Effect>>
        &effects) {
  for (OpOperand *operand : op.getDpsInputOperands())
    if (isa<MemRefType>(operand->get().getType()))
      effects.emplace_back(MemoryEffects::Read::get(), operand,
                           SideEffects::DefaultResource::get());
  for (OpOperand &operand : op.getDpsInitsMutable()) {
    if (!isa<MemRefType>(operand.get().getType()))
      continue;
    if (readsInits)
      effects.emplace_back(MemoryEffects::Read::get(), &operand,
                           SideEffects::DefaultResource::get());
    effects.emplace_back(MemoryEffects::Write::get(), &operand,
                         SideEffects::DefaultResource::get());
  }
}

static Speculation::Speculatability getDpsSpeculatability(
    DestinationStyleOpInterface op) {
  return op.hasPureTensorSemantics() ? Speculation::Speculatable
                                     : Speculation::NotSpeculatable;
}

/// The shape of each result is the shape of its destination.
static LogicalResult reifyDpsShapes(OpBuilder &b, Operation *op,
                                    ReifiedRankedShapedTypeDims &shapes) {
  auto dps = cast<DestinationStyleOpInterface>(op);
  for (OpResult result : op->getResults())
    shapes.push_back(tensor::getMixedSizes(
        b, op->getLoc(), dps.getTiedOpOperand(result)->get()));
  return success();
}

#define NVFP4_DPS_METHODS(OP, READS_INITS)                                     \
  void OP::getEffects(                                                         \
      SmallVectorImpl<SideEffects::EffectInstance<MemoryEffects::Effect>>      \
          &effects) {                                                          \
    getDpsEffects(*this, READS_INITS, effects);                                \
  }                                                                            \
  Speculation::Speculatability OP::getSpeculatability() {                      \
    return getDpsSpeculatability(*this);                                       \
  }                                                                            \
  LogicalResult OP::reifyResultShapes(OpBuilder &b,                            \
                                      ReifiedRankedShapedTypeDims &shapes) {   \
    return reifyDpsShapes(b, *this, shapes);                                   \
  }

NVFP4_DPS_METHODS(AmaxOp, true)
NVFP4_DPS_METHODS(QuantizeOp, false)
NVFP4_DPS_METHODS(DequantizeOp, false)
NVFP4_DPS_METHODS(RotateOp, false)
NVFP4_DPS_METHODS(ScaledMatmulOp, getAccumulate())
NVFP4_DPS_METHODS(TileScalesOp, false)
NVFP4_DPS_METHODS(UntileScalesOp, false)
NVFP4_DPS_METHODS(RotateQuantizeOp, false)
NVFP4_DPS_METHODS(RequantizeOp, false)

#undef NVFP4_DPS_METHODS

MutableOperandRange QuantizeOp::getDpsInitsMutable() {
  // The three destinations are the last operands, in this order.
  return MutableOperandRange(*this, getNumOperands() - 3, 3);
}

#define GET_OP_CLASSES
#include "quartet/Dialect/NVFP4/IR/NVFP4Ops.cpp.inc"

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

LogicalResult AmaxOp::fold(FoldAdaptor, SmallVectorImpl<OpFoldResult> &) {
  return failure();
}

LogicalResult QuantizeOp::fold(FoldAdaptor, SmallVectorImpl<OpFoldResult> &) {
  return failure();
}

LogicalResult DequantizeOp::fold(FoldAdaptor, SmallVectorImpl<OpFoldResult> &) {
  return failure();
}

LogicalResult TileScalesOp::fold(FoldAdaptor, SmallVectorImpl<OpFoldResult> &) {
  return failure();
}

LogicalResult UntileScalesOp::fold(FoldAdaptor, SmallVectorImpl<OpFoldResult> &) {
  return failure();
}

OpFoldResult ToStorageOp::fold(FoldAdaptor) { return {}; }

OpFoldResult FromStorageOp::fold(FoldAdaptor) { return {}; }

OpFoldResult EncodeOp::fold(FoldAdaptor) { return {}; }

OpFoldResult DecodeOp::fold(FoldAdaptor) { return {}; }
