//===- ViewChain.cpp - Trace an operand through views of a value ----------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ViewChain.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/Matchers.h"
#include "llvm/ADT/SmallPtrSet.h"

using namespace mlir;
using namespace quartet;

bool quartet::isQuantizableElement(Type element) {
  return element.isF32() || element.isF16() || element.isBF16();
}

/// True if `type` is a dense tensor of elements that can be quantized.
static bool isQuantizableTensor(Type type) {
  auto tensorType = dyn_cast<RankedTensorType>(type);
  if (!tensorType || tensorType.getEncoding())
    return false;
  return isQuantizableElement(tensorType.getElementType());
}

/// The source of one arith cast between float types, or null. `narrows` is set
/// if bits are lost.
static Value getCastSource(Operation *op, bool &narrows) {
  if (!isa_and_nonnull<arith::ExtFOp, arith::TruncFOp>(op))
    return nullptr;
  narrows |= isa<arith::TruncFOp>(op);
  return op->getOperand(0);
}

/// If the body of `op` yields its input, cast or not, and does nothing else.
static bool yieldsInput(linalg::LinalgOp op, bool &narrows) {
  Block *body = op.getBlock();
  Value value = body->getTerminator()->getOperand(0);
  size_t steps = 0;
  while (Operation *def = value.getDefiningOp()) {
    Value source =
        def->getBlock() == body ? getCastSource(def, narrows) : Value();
    if (!source)
      return false;
    value = source;
    ++steps;
  }
  return value == body->getArgument(0) &&
         body->getOperations().size() == steps + 1;
}

Value quartet::getViewSource(Operation *op, SmallVectorImpl<unsigned> *dims,
                             bool *narrows) {
  bool loses = false;
  auto setIdentity = [&](Value source) {
    if (dims) {
      int64_t rank = cast<RankedTensorType>(source.getType()).getRank();
      dims->assign(llvm::to_vector<4>(llvm::seq<unsigned>(0, rank)));
    }
    return source;
  };
  if (!op)
    return nullptr;
  if (auto castOp = dyn_cast<tensor::CastOp>(op)) {
    // Of two types for the same value the more static one serves better.
    if (!isa<RankedTensorType>(castOp.getSource().getType()) ||
        !tensor::preservesStaticInformation(castOp.getType(),
                                            castOp.getSource().getType()))
      return nullptr;
    return setIdentity(castOp.getSource());
  }
  if (Value source = getCastSource(op, loses)) {
    if (!isa<RankedTensorType>(source.getType()))
      return nullptr;
    if (narrows)
      *narrows |= loses;
    return setIdentity(source);
  }
  auto linalgOp = dyn_cast<linalg::LinalgOp>(op);
  if (!linalgOp || !linalgOp.hasPureTensorSemantics() ||
      linalgOp.getNumDpsInputs() != 1 || linalgOp.getNumDpsInits() != 1 ||
      linalgOp.getNumParallelLoops() != linalgOp.getNumLoops() ||
      !isa<RankedTensorType>(linalgOp.getDpsInputs()[0].getType()))
    return nullptr;
  AffineMap in = linalgOp.getIndexingMapsArray()[0];
  AffineMap out = linalgOp.getIndexingMapsArray()[1];
  if (!out.isPermutation() || !in.isProjectedPermutation() ||
      !yieldsInput(linalgOp, loses))
    return nullptr;
  if (narrows)
    *narrows |= loses;
  if (dims) {
    dims->clear();
    for (AffineExpr expr : in.getResults())
      dims->push_back(*out.getResultPosition(expr));
  }
  return linalgOp.getDpsInputs()[0];
}

View quartet::traceView(Value operand, ArrayRef<unsigned> loops) {
  View view{operand, llvm::to_vector<4>(loops)};
  while (true) {
    SmallVector<unsigned, 4> dims;
    bool narrows = false;
    Value source = getViewSource(view.base.getDefiningOp(), &dims, &narrows);
    if (!source || narrows || !isQuantizableTensor(source.getType()))
      return view;
    SmallVector<unsigned, 4> sourceLoops;
    for (unsigned dim : dims)
      sourceLoops.push_back(view.loops[dim]);
    view.base = source;
    view.loops = std::move(sourceLoops);
  }
}

/// One step towards the root, or null. Casts that forget or assert a shape and
/// slices say nothing new about where the values come from.
static Value stepToRoot(Operation *op) {
  if (!op)
    return nullptr;
  if (isa<tensor::CollapseShapeOp, tensor::ExpandShapeOp, tensor::CastOp,
          tensor::ExtractSliceOp>(op))
    return op->getOperand(0);
  return getViewSource(op);
}

Value quartet::getRoot(Value value) {
  while (Value source = stepToRoot(value.getDefiningOp()))
    value = source;
  return value;
}

bool quartet::isZeroTensor(Value value) {
  while (true) {
    if (matchPattern(value, m_AnyZeroFloat()))
      return true;
    Operation *def = value.getDefiningOp();
    if (!def)
      return false;
    if (auto fill = dyn_cast<linalg::FillOp>(def)) {
      value = fill.getInputs()[0];
      continue;
    }
    if (auto splat = dyn_cast<tensor::SplatOp>(def)) {
      value = splat.getInput();
      continue;
    }
    // A generic without inputs, or with a scalar one, that yields a value from
    // outside or that scalar: a fill by another name.
    auto linalgOp = dyn_cast<linalg::LinalgOp>(def);
    if (linalgOp && linalgOp.getNumDpsInits() == 1) {
      Block *body = linalgOp.getBlock();
      Value yielded = body->getTerminator()->getOperand(0);
      if (linalgOp.getNumParallelLoops() == linalgOp.getNumLoops() &&
          matchPattern(yielded, m_AnyZeroFloat()))
        return true;
      if (linalgOp.getNumDpsInputs() == 1 && yielded == body->getArgument(0) &&
          body->getOperations().size() == 1) {
        value = linalgOp.getDpsInputs()[0];
        continue;
      }
      return false;
    }
    Value source = stepToRoot(def);
    if (!source)
      return false;
    value = source;
  }
}

bool quartet::isConvertedFromIntegers(Value value) {
  Operation *def = getRoot(value).getDefiningOp();
  if (!def)
    return false;
  if (isa<arith::UIToFPOp, arith::SIToFPOp>(def))
    return true;
  auto linalgOp = dyn_cast<linalg::LinalgOp>(def);
  if (!linalgOp || linalgOp.getNumDpsInits() != 1)
    return false;
  // Follow the yielded value through selects of constants: a one-hot encoding
  // is either a converted comparison or a selection by one.
  Value yielded = linalgOp.getBlock()->getTerminator()->getOperand(0);
  bool narrows = false;
  while (Value source = getCastSource(yielded.getDefiningOp(), narrows))
    yielded = source;
  Operation *last = yielded.getDefiningOp();
  if (isa_and_nonnull<arith::UIToFPOp, arith::SIToFPOp>(last))
    return true;
  auto select = dyn_cast_or_null<arith::SelectOp>(last);
  return select && select.getCondition().getDefiningOp<arith::CmpIOp>() &&
         matchPattern(select.getTrueValue(), m_Constant()) &&
         matchPattern(select.getFalseValue(), m_Constant());
}
