//===- Epilogue.cpp - Evaluating a product's epilogue ---------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "quartet/Dialect/NVFP4/Transforms/Epilogue.h"

#include "mlir/Dialect/Vector/IR/VectorOps.h"

using namespace mlir;
using namespace quartet;

/// True if the elements that `map` selects for consecutive columns are one
/// element or lie next to each other.
static bool isContiguousInColumns(AffineMap map, unsigned columnDim) {
  for (auto [i, expr] : llvm::enumerate(map.getResults()))
    if (expr.isFunctionOfDim(columnDim) && i + 1 != map.getNumResults())
      return false;
  return true;
}

bool nvfp4::isEpilogueVectorizable(ScaledMatmulOp op) {
  if (op.getEpilogue().empty())
    return true;
  auto isElement = [](Type type) {
    return VectorType::isValidElementType(type) && !type.isIndex();
  };
  // Bits of i1 vectors are packed, those of i1 buffers are not.
  auto isLoadable = [&](Type type) {
    return isElement(type) && type.getIntOrFloatBitWidth() % 8 == 0;
  };
  Block &block = op.getEpilogue().front();
  if (!llvm::all_of(block.getArgumentTypes(), isLoadable))
    return false;
  unsigned columnDim = cast<ShapedType>(op.getInit().getType()).getRank() - 1;
  for (AffineMap map : op.getEpilogueMapValues())
    if (!isContiguousInColumns(map, columnDim))
      return false;
  for (Operation &inner : block.without_terminator()) {
    if (!llvm::all_of(inner.getResultTypes(), isElement) ||
        !llvm::all_of(inner.getOperandTypes(), isElement))
      return false;
    if (!inner.hasTrait<OpTrait::ConstantLike>() &&
        !OpTrait::hasElementwiseMappableTraits(&inner))
      return false;
  }
  return true;
}

Value nvfp4::inlineEpilogue(OpBuilder &builder, Location loc, ScaledMatmulOp op,
                            ValueRange arguments, int64_t lanes,
                            const IRMapping &captured) {
  Block &block = op.getEpilogue().front();
  Value result = block.getTerminator()->getOperand(0);
  IRMapping scalars(captured);
  if (lanes == 1) {
    scalars.map(block.getArguments(), arguments);
    for (Operation &inner : block.without_terminator())
      builder.clone(inner, scalars);
    return scalars.lookupOrDefault(result);
  }
  // What the body computes; constants and values from outside stay scalars.
  IRMapping vectors;
  vectors.map(block.getArguments(), arguments);
  auto inLanes = [&](Type type) { return VectorType::get({lanes}, type); };
  auto lookup = [&](Value value) -> Value {
    if (Value vector = vectors.lookupOrNull(value))
      return vector;
    Value scalar = scalars.lookupOrDefault(value);
    return vector::BroadcastOp::create(builder, loc, inLanes(scalar.getType()),
                                       scalar);
  };
  for (Operation &inner : block.without_terminator()) {
    if (inner.hasTrait<OpTrait::ConstantLike>()) {
      builder.clone(inner, scalars);
      continue;
    }
    SmallVector<Value> operands;
    SmallVector<Type> types;
    for (Value operand : inner.getOperands())
      operands.push_back(lookup(operand));
    for (Type type : inner.getResultTypes())
      types.push_back(inLanes(type));
    Operation *clone = builder.create(loc, inner.getName().getIdentifier(),
                                      operands, types, inner.getAttrs());
    vectors.map(inner.getResults(), clone->getResults());
  }
  return lookup(result);
}
