//===- DimResolver.cpp - Extents as functions of argument extents ---------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Follows an extent backwards: through destinations, casts, shape reification
// and loop-carried values to arguments, copying pure scalar operations on the
// way.
//
//===----------------------------------------------------------------------===//

#include "DimResolver.h"

#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Bufferization/IR/Bufferization.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/Matchers.h"
#include "mlir/Interfaces/DestinationStyleOpInterface.h"
#include "mlir/Interfaces/InferTypeOpInterface.h"
#include "mlir/Interfaces/LoopLikeInterface.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"

using namespace mlir;
using namespace quartet;

Value DimResolver::fail(Value value) {
  // The innermost cause is the one worth naming.
  if (!culprit)
    culprit = value;
  return {};
}

Value DimResolver::getConstant(int64_t value) {
  Value &constant = constants[value];
  if (!constant)
    constant =
        arith::ConstantIndexOp::create(builder, builder.getUnknownLoc(), value);
  return constant;
}

Value DimResolver::resolveFold(OpFoldResult fold) {
  if (auto value = dyn_cast<Value>(fold))
    return resolve(value);
  return getConstant(cast<IntegerAttr>(cast<Attribute>(fold)).getInt());
}

Value DimResolver::resolve(Value value) {
  if (Value known = values.lookup(value))
    return known;
  APInt constant;
  if (value.getType().isIndex() &&
      matchPattern(value, m_ConstantInt(&constant)))
    return getConstant(constant.getSExtValue());

  Operation *op = value.getDefiningOp();
  if (!op)
    return fail(value);
  Value shaped;
  std::optional<int64_t> dim;
  if (auto dimOp = dyn_cast<tensor::DimOp>(op)) {
    shaped = dimOp.getSource();
    dim = dimOp.getConstantIndex();
  } else if (auto dimOp = dyn_cast<memref::DimOp>(op)) {
    shaped = dimOp.getSource();
    dim = dimOp.getConstantIndex();
  }
  if (shaped) {
    if (!dim || !isa<RankedTensorType, MemRefType>(shaped.getType()))
      return fail(value);
    Value resolved = resolveDim(shaped, *dim);
    if (resolved)
      values[value] = resolved;
    return resolved;
  }

  // Anything else must be a pure scalar computation, which is copied.
  if (!isPure(op) || op->getNumRegions() ||
      !llvm::all_of(op->getOperandTypes(),
                    [](Type type) { return type.isIntOrIndexOrFloat(); }) ||
      !llvm::all_of(op->getResultTypes(),
                    [](Type type) { return type.isIntOrIndexOrFloat(); }))
    return fail(value);
  IRMapping mapping;
  for (Value operand : op->getOperands()) {
    Value resolved = resolve(operand);
    if (!resolved)
      return {};
    mapping.map(operand, resolved);
  }
  Operation *copy = builder.clone(*op, mapping);
  for (auto [from, to] : llvm::zip(op->getResults(), copy->getResults()))
    values[from] = to;
  return values[value];
}

/// The least of the bounds that are found.
Value DimResolver::resolveAnyBound(ValueRange values) {
  Value least;
  for (Value value : values)
    if (Value bound = resolveBound(value))
      least = least ? arith::MinSIOp::create(builder, builder.getUnknownLoc(),
                                             least, bound)
                          .getResult()
                    : bound;
  return least;
}

Value DimResolver::resolveBound(Value value) {
  if (Value exact = resolve(value))
    return exact;
  Operation *op = value.getDefiningOp();
  if (!op)
    return {};
  if (isa<arith::MinSIOp, arith::MinUIOp>(op))
    return resolveAnyBound(op->getOperands());
  if (auto min = dyn_cast<affine::AffineMinOp>(op)) {
    // What tiling makes: the tile, or what is left for it.
    for (AffineExpr expr : min.getMap().getResults())
      if (auto constant = dyn_cast<AffineConstantExpr>(expr))
        return getConstant(constant.getValue());
    return {};
  }
  // Functions of sizes that do not shrink where an argument grows.
  bool grows =
      isa<arith::AddIOp, arith::MulIOp, arith::MaxSIOp, arith::MaxUIOp>(op);
  bool divides = isa<arith::DivUIOp, arith::DivSIOp, arith::CeilDivUIOp,
                     arith::CeilDivSIOp>(op);
  if (!grows && !divides)
    return {};
  Value lhs = resolveBound(op->getOperand(0));
  Value rhs =
      divides ? resolve(op->getOperand(1)) : resolveBound(op->getOperand(1));
  if (!lhs || !rhs)
    return {};
  IRMapping mapping;
  mapping.map(op->getOperands(), ValueRange{lhs, rhs});
  return builder.clone(*op, mapping)->getResult(0);
}

Value DimResolver::resolveDim(Value shaped, int64_t dim) {
  auto type = dyn_cast<ShapedType>(shaped.getType());
  if (!type || !type.hasRank() || dim < 0 || dim >= type.getRank())
    return fail(shaped);
  if (!type.isDynamicDim(dim))
    return getConstant(type.getDimSize(dim));
  if (Value known = dims.lookup({shaped, dim}))
    return known;
  Value resolved = resolveDimImpl(shaped, dim);
  if (resolved)
    dims[{shaped, dim}] = resolved;
  return resolved;
}

Value DimResolver::resolveDimImpl(Value shaped, int64_t dim) {
  if (auto result = dyn_cast<OpResult>(shaped))
    return resolveDimOfResult(result, dim);
  auto arg = cast<BlockArgument>(shaped);
  if (arg.getOwner() == entry)
    return getArgDim(arg, dim);
  if (auto loop = dyn_cast<LoopLikeOpInterface>(arg.getOwner()->getParentOp()))
    if (OpOperand *init = loop.getTiedLoopInit(arg))
      if (OpOperand *yielded = loop.getTiedLoopYieldedValue(arg))
        return resolveDimOfCarried(arg, init->get(), yielded->get(), dim);
  if (auto forall = dyn_cast<scf::ForallOp>(arg.getOwner()->getParentOp()))
    if (OpOperand *output = forall.getTiedOpOperand(arg))
      return resolveDim(output->get(), dim);
  return fail(shaped);
}

/// A loop-carried value has the extent of its initial value, provided every
/// iteration keeps it.
Value DimResolver::resolveDimOfCarried(Value carried, Value init, Value yielded,
                                       int64_t dim) {
  Value extent = resolveDim(init, dim);
  if (!extent)
    return {};
  dims[{carried, dim}] = extent;
  Value next = resolveDim(yielded, dim);
  if (next == extent)
    return extent;
  dims.erase({carried, dim});
  return fail(carried);
}

/// Views whose shapes MLIR cannot reify.
Value DimResolver::resolveDimOfView(Operation *op, int64_t dim) {
  if (auto transpose = dyn_cast<memref::TransposeOp>(op))
    return resolveDim(transpose.getIn(),
                      transpose.getPermutation().getDimPosition(dim));
  if (auto cast = dyn_cast<memref::ReinterpretCastOp>(op))
    return resolveFold(cast.getMixedSizes()[dim]);
  auto collapse = cast<memref::CollapseShapeOp>(op);
  Value product;
  for (int64_t part : collapse.getReassociationIndices()[dim]) {
    Value extent = resolveDim(collapse.getSrc(), part);
    if (!extent)
      return {};
    product = product ? Value(arith::MulIOp::create(
                            builder, builder.getUnknownLoc(), product, extent))
                      : extent;
  }
  return product;
}

Value DimResolver::resolveDimOfResult(OpResult result, int64_t dim) {
  Operation *op = result.getOwner();
  auto dynamicIndex = [&] {
    return cast<ShapedType>(result.getType()).getDynamicDimIndex(dim);
  };
  if (auto dps = dyn_cast<DestinationStyleOpInterface>(op))
    return resolveDim(dps.getTiedOpOperand(result)->get(), dim);
  if (auto empty = dyn_cast<tensor::EmptyOp>(op))
    return resolve(empty.getDynamicSizes()[dynamicIndex()]);
  if (auto alloc = dyn_cast<memref::AllocOp>(op))
    return resolve(alloc.getDynamicSizes()[dynamicIndex()]);
  if (auto alloca = dyn_cast<memref::AllocaOp>(op))
    return resolve(alloca.getDynamicSizes()[dynamicIndex()]);
  if (auto view = dyn_cast<memref::ViewOp>(op))
    return resolve(view.getSizes()[dynamicIndex()]);
  if (isa<tensor::CastOp, memref::CastOp, bufferization::ToTensorOp,
          bufferization::ToBufferOp>(op))
    return resolveDim(op->getOperand(0), dim);
  if (isa<memref::CollapseShapeOp, memref::ReinterpretCastOp,
          memref::TransposeOp>(op))
    return resolveDimOfView(op, dim);
  if (auto loop = dyn_cast<LoopLikeOpInterface>(op)) {
    if (BlockArgument carried = loop.getTiedLoopRegionIterArg(result))
      return resolveDim(carried, dim);
    if (auto forall = dyn_cast<scf::ForallOp>(op))
      return resolveDim(forall.getTiedOpOperand(result)->get(), dim);
    return fail(result);
  }
  if (auto ifOp = dyn_cast<scf::IfOp>(op)) {
    if (!ifOp.elseBlock())
      return fail(result);
    unsigned index = result.getResultNumber();
    Value then = resolveDim(ifOp.thenYield().getOperand(index), dim);
    Value otherwise = resolveDim(ifOp.elseYield().getOperand(index), dim);
    return then && then == otherwise ? then : fail(result);
  }
  if (auto reify = dyn_cast<ReifyRankedShapedTypeOpInterface>(op)) {
    // The operation writes its shape down beside itself; the copy is taken from
    // there and what is left behind is dead.
    OpBuilder local(op);
    ReifiedRankedShapedTypeDims shapes;
    if (failed(reify.reifyResultShapes(local, shapes)))
      return fail(result);
    return resolveFold(shapes[result.getResultNumber()][dim]);
  }
  return fail(result);
}

void quartet::emitUnresolved(Operation *op, StringRef what, Value culprit) {
  InFlightDiagnostic diag = op->emitError()
                            << "expects " << what
                            << " to follow from the extents of arguments";
  if (culprit)
    diag.attachNote(culprit.getLoc()) << "this value does not";
}
