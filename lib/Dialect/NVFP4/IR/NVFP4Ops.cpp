//===- NVFP4Ops.cpp - Operations of the nvfp4 dialect ---------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Builders, printing of destinations, effects, speculation and result shapes.
// Verifiers are in NVFP4Verifiers.cpp, folders in NVFP4Folds.cpp.
//
//===----------------------------------------------------------------------===//

#include "quartet/Dialect/NVFP4/IR/NVFP4.h"

#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/TypeUtilities.h"
#include "quartet/Numerics/ScaleLayout.h"

using namespace mlir;
using namespace quartet;
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

static Speculation::Speculatability
getDpsSpeculatability(DestinationStyleOpInterface op) {
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

LogicalResult
ToStorageOp::reifyResultShapes(OpBuilder &b,
                               ReifiedRankedShapedTypeDims &shapes) {
  SmallVector<OpFoldResult> sizes =
      tensor::getMixedSizes(b, getLoc(), getInput());
  AffineExpr columns = b.getAffineSymbolExpr(0);
  sizes.back() = affine::makeComposedFoldedAffineApply(
      b, getLoc(), columns.floorDiv(numerics::unpackedColumns(1)),
      {sizes.back()});
  shapes.push_back(std::move(sizes));
  return success();
}

LogicalResult
FromStorageOp::reifyResultShapes(OpBuilder &b,
                                 ReifiedRankedShapedTypeDims &shapes) {
  SmallVector<OpFoldResult> sizes =
      tensor::getMixedSizes(b, getLoc(), getInput());
  AffineExpr columns = b.getAffineSymbolExpr(0);
  sizes.back() = affine::makeComposedFoldedAffineApply(
      b, getLoc(), columns * numerics::unpackedColumns(1), {sizes.back()});
  shapes.push_back(std::move(sizes));
  return success();
}

//===----------------------------------------------------------------------===//
// Destinations and epilogues
//===----------------------------------------------------------------------===//

MutableOperandRange QuantizeOp::getDpsInitsMutable() {
  // The three destinations are the last operands, in this order.
  return MutableOperandRange(*this, getNumOperands() - 3, 3);
}

SmallVector<AffineMap> ScaledMatmulOp::getEpilogueMapValues() {
  if (std::optional<ArrayAttr> maps = getEpilogueMaps())
    return llvm::to_vector(maps->getAsValueRange<AffineMapAttr>());
  return {};
}

Block *ScaledMatmulOp::addEpilogueBlock() {
  Block &block = getEpilogue().emplaceBlock();
  block.addArgument(Float32Type::get(getContext()), getLoc());
  for (Value input : getEpilogueInputs())
    block.addArgument(getElementTypeOrSelf(input), input.getLoc());
  return &block;
}

#define GET_OP_CLASSES
#include "quartet/Dialect/NVFP4/IR/NVFP4Ops.cpp.inc"

//===----------------------------------------------------------------------===//
// Builders: result types follow from the destinations
//===----------------------------------------------------------------------===//

/// One result type per tensor among the destinations.
static SmallVector<Type> getDpsResultTypes(ValueRange inits) {
  SmallVector<Type> types;
  for (Value init : inits)
    appendDpsResults(types, init.getType());
  return types;
}

static IntegerAttr getOptionalI64(OpBuilder &b, std::optional<int64_t> value) {
  return value ? b.getI64IntegerAttr(*value) : IntegerAttr();
}

static UnitAttr getOptionalUnit(OpBuilder &b, bool value) {
  return value ? b.getUnitAttr() : UnitAttr();
}

void AmaxOp::build(OpBuilder &b, OperationState &state, Value input,
                   Value init) {
  build(b, state, getDpsResultTypes(init), input, init);
}

void QuantizeOp::build(OpBuilder &b, OperationState &state,
                       QuantizerAttr quantizer, Value input, ValueRange inits,
                       const QuantizeOptions &options) {
  build(b, state, getDpsResultTypes(inits), quantizer, input, options.amax,
        options.seed, options.instance, options.validRows, options.prescale,
        options.offsets, inits[0], inits[1], inits[2],
        getOptionalI64(b, options.site), getOptionalUnit(b, options.transpose));
}

void DequantizeOp::build(OpBuilder &b, OperationState &state, Value data,
                         Value scales, Value tensorScale, Value init) {
  build(b, state, getDpsResultTypes(init), data, scales, tensorScale, init);
}

void RotateOp::build(OpBuilder &b, OperationState &state, Value input,
                     Value seed, Value init, int64_t group, int64_t site,
                     bool transpose, Value instance, ValueRange offsets) {
  build(b, state, getDpsResultTypes(init), input, seed, instance, offsets, init,
        b.getI64IntegerAttr(group), b.getI64IntegerAttr(site),
        getOptionalUnit(b, transpose));
}

void ScaledMatmulOp::build(OpBuilder &b, OperationState &state, ValueRange lhs,
                           ValueRange rhs, Value init, int64_t scaleLog2,
                           bool accumulate, ValueRange epilogueInputs,
                           ArrayRef<AffineMap> epilogueMaps) {
  build(b, state, getDpsResultTypes(init), lhs[0], lhs[1], lhs[2], rhs[0],
        rhs[1], rhs[2], epilogueInputs, init, b.getI64IntegerAttr(scaleLog2),
        getOptionalUnit(b, accumulate),
        epilogueMaps.empty() ? ArrayAttr()
                             : b.getAffineMapArrayAttr(epilogueMaps));
}

void TileScalesOp::build(OpBuilder &b, OperationState &state, Value input,
                         Value init) {
  build(b, state, getDpsResultTypes(init), input, init);
}

void UntileScalesOp::build(OpBuilder &b, OperationState &state, Value input,
                           Value init) {
  build(b, state, getDpsResultTypes(init), input, init);
}

void RotateQuantizeOp::build(OpBuilder &b, OperationState &state,
                             QuantizerAttr quantizer, Directions directions,
                             Value input, Value seed, ValueRange inits,
                             int64_t group, int64_t site,
                             std::optional<int64_t> rowSite,
                             std::optional<int64_t> colSite, bool columnSum,
                             Value instance) {
  build(b, state, getDpsResultTypes(inits), quantizer,
        DirectionsAttr::get(b.getContext(), directions), input, seed, instance,
        inits, b.getI64IntegerAttr(group), b.getI64IntegerAttr(site),
        getOptionalI64(b, rowSite), getOptionalI64(b, colSite),
        getOptionalUnit(b, columnSum));
}

void RequantizeOp::build(OpBuilder &b, OperationState &state,
                         QuantizerAttr quantizer, Directions directions,
                         ValueRange matrix, Value seed, ValueRange inits,
                         int64_t group, int64_t site,
                         std::optional<int64_t> rowSite,
                         std::optional<int64_t> colSite, Value instance) {
  build(b, state, getDpsResultTypes(inits), quantizer,
        DirectionsAttr::get(b.getContext(), directions), matrix[0], matrix[1],
        matrix[2], seed, instance, inits, b.getI64IntegerAttr(group),
        b.getI64IntegerAttr(site), getOptionalI64(b, rowSite),
        getOptionalI64(b, colSite));
}
