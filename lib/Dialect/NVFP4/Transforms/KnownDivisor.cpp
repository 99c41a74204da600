//===- KnownDivisor.cpp - What divides a size or offset -------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "KnownDivisor.h"

#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "llvm/Support/MathExtras.h"

#include <limits>
#include <numeric>

using namespace mlir;
using namespace quartet::nvfp4;

/// How deep chains of definitions are followed.
static constexpr unsigned kMaxDepth = 8;

static int64_t knownDivisor(OpFoldResult value, unsigned depth);

static int64_t divisorOfConstant(int64_t value) {
  return value == std::numeric_limits<int64_t>::min() ? 1 : std::abs(value);
}

/// A divisor of a product; one of its factors alone if the product overflows.
static int64_t divisorOfProduct(int64_t lhs, int64_t rhs) {
  int64_t product;
  return llvm::MulOverflow(lhs, rhs, product) ? lhs : product;
}

/// A divisor of `expr`, given one of each dimension and symbol.
static int64_t knownDivisor(AffineExpr expr, ArrayRef<int64_t> operands,
                            unsigned numDims) {
  if (auto constant = dyn_cast<AffineConstantExpr>(expr))
    return divisorOfConstant(constant.getValue());
  if (auto dim = dyn_cast<AffineDimExpr>(expr))
    return operands[dim.getPosition()];
  if (auto symbol = dyn_cast<AffineSymbolExpr>(expr))
    return operands[numDims + symbol.getPosition()];
  auto binary = cast<AffineBinaryOpExpr>(expr);
  int64_t lhs = knownDivisor(binary.getLHS(), operands, numDims);
  int64_t rhs = knownDivisor(binary.getRHS(), operands, numDims);
  switch (expr.getKind()) {
  case AffineExprKind::Add:
  case AffineExprKind::Mod:
    return std::gcd(lhs, rhs);
  case AffineExprKind::Mul:
    return divisorOfProduct(lhs, rhs);
  case AffineExprKind::FloorDiv:
  case AffineExprKind::CeilDiv:
    // Exact only for a constant divisor, whose known divisor is itself.
    if (isa<AffineConstantExpr>(binary.getRHS()) && rhs != 0 && lhs % rhs == 0)
      return lhs / rhs;
    return 1;
  default:
    return 1;
  }
}

static int64_t knownDivisor(AffineMap map, ValueRange operands,
                            unsigned depth) {
  SmallVector<int64_t> divisors;
  for (Value operand : operands)
    divisors.push_back(knownDivisor(operand, depth));
  int64_t divisor = 0;
  for (AffineExpr result : map.getResults())
    divisor =
        std::gcd(divisor, knownDivisor(result, divisors, map.getNumDims()));
  return divisor;
}

/// The induction variable of an scf loop is lower bound plus steps.
static int64_t knownDivisorOfArgument(BlockArgument argument, unsigned depth) {
  auto loop =
      dyn_cast_or_null<LoopLikeOpInterface>(argument.getOwner()->getParentOp());
  if (!loop)
    return 1;
  std::optional<SmallVector<Value>> ivs = loop.getLoopInductionVars();
  std::optional<SmallVector<OpFoldResult>> bounds = loop.getLoopLowerBounds();
  std::optional<SmallVector<OpFoldResult>> steps = loop.getLoopSteps();
  if (!ivs || !bounds || !steps)
    return 1;
  for (auto [iv, bound, step] : llvm::zip(*ivs, *bounds, *steps))
    if (iv == argument)
      return std::gcd(knownDivisor(bound, depth), knownDivisor(step, depth));
  return 1;
}

static int64_t knownDivisor(OpFoldResult value, unsigned depth) {
  if (std::optional<int64_t> constant = getConstantIntValue(value))
    return divisorOfConstant(*constant);
  if (depth == 0)
    return 1;
  --depth;
  auto v = cast<Value>(value);
  if (auto argument = dyn_cast<BlockArgument>(v))
    return knownDivisorOfArgument(argument, depth);
  Operation *op = v.getDefiningOp();
  if (auto apply = dyn_cast<affine::AffineApplyOp>(op))
    return knownDivisor(apply.getAffineMap(), apply.getOperands(), depth);
  if (auto min = dyn_cast<affine::AffineMinOp>(op))
    return knownDivisor(min.getAffineMap(), min.getOperands(), depth);
  if (auto max = dyn_cast<affine::AffineMaxOp>(op))
    return knownDivisor(max.getAffineMap(), max.getOperands(), depth);
  if (isa<arith::AddIOp, arith::SubIOp, arith::MinSIOp, arith::MaxSIOp>(op))
    return std::gcd(knownDivisor(op->getOperand(0), depth),
                    knownDivisor(op->getOperand(1), depth));
  if (isa<arith::MulIOp>(op))
    return divisorOfProduct(knownDivisor(op->getOperand(0), depth),
                            knownDivisor(op->getOperand(1), depth));
  if (auto dim = dyn_cast<tensor::DimOp>(op)) {
    auto type = dyn_cast<RankedTensorType>(dim.getSource().getType());
    std::optional<int64_t> index = dim.getConstantIndex();
    if (type && index && *index == type.getRank() - 1 &&
        isa<Float4E2M1FNType>(type.getElementType()))
      return 2;
  }
  return 1;
}

int64_t quartet::nvfp4::getKnownDivisor(OpFoldResult value) {
  return knownDivisor(value, kMaxDepth);
}

bool quartet::nvfp4::isKnownMultipleOf(OpFoldResult value, int64_t unit) {
  return getKnownDivisor(value) % unit == 0;
}
