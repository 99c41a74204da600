//===- Matrix.cpp - Operands and results as matrices ----------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Matrix.h"

#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"

using namespace mlir;
using namespace quartet;

/// The sizes of `value`, from its `tensor.empty` if it is filled from one, so
/// that a fill that is no longer needed can go.
static SmallVector<OpFoldResult> getSizes(OpBuilder &b, Location loc,
                                          Value value) {
  Value source = value;
  while (auto linalgOp = source.getDefiningOp<linalg::LinalgOp>())
    source = linalgOp.getDpsInits()[cast<OpResult>(source).getResultNumber()];
  if (auto empty = source.getDefiningOp<tensor::EmptyOp>())
    return empty.getMixedSizes();
  return tensor::getMixedSizes(b, loc, value);
}

/// The product of `sizes`.
static OpFoldResult multiply(OpBuilder &b, Location loc,
                             ArrayRef<OpFoldResult> sizes) {
  AffineExpr product = b.getAffineConstantExpr(1);
  for (unsigned i = 0, e = sizes.size(); i < e; ++i)
    product = product * b.getAffineSymbolExpr(i);
  return affine::makeComposedFoldedAffineApply(
      b, loc, AffineMap::get(0, sizes.size(), product), sizes);
}

static bool isIdentity(ArrayRef<int64_t> permutation) {
  for (auto [i, p] : llvm::enumerate(permutation))
    if (int64_t(i) != p)
      return false;
  return true;
}

Value quartet::transpose(OpBuilder &b, Location loc, Value value,
                         ArrayRef<int64_t> permutation) {
  if (isIdentity(permutation))
    return value;
  auto type = cast<RankedTensorType>(value.getType());
  SmallVector<OpFoldResult> sizes = tensor::getMixedSizes(b, loc, value);
  SmallVector<OpFoldResult> permuted;
  for (int64_t dim : permutation)
    permuted.push_back(sizes[dim]);
  Value empty =
      tensor::EmptyOp::create(b, loc, permuted, type.getElementType());
  return linalg::TransposeOp::create(b, loc, value, empty, permutation)
      ->getResult(0);
}

/// Merges consecutive dimensions of `value`, `groups` giving their numbers.
static Value collapse(OpBuilder &b, Location loc, Value value,
                      ArrayRef<int64_t> groups) {
  if (llvm::all_of(groups, [](int64_t size) { return size == 1; }))
    return value;
  SmallVector<ReassociationIndices> reassociation;
  int64_t dim = 0;
  for (int64_t size : groups) {
    reassociation.emplace_back(llvm::to_vector(llvm::seq(dim, dim + size)));
    dim += size;
  }
  return tensor::CollapseShapeOp::create(b, loc, value, reassociation);
}

/// Rounds each element of `value` to `type`.
static Value roundElements(OpBuilder &b, Location loc, Value value, Type type) {
  auto tensorType = cast<RankedTensorType>(value.getType());
  if (tensorType.getElementTypeBitWidth() <= type.getIntOrFloatBitWidth())
    return value;
  Value empty = tensor::EmptyOp::create(
      b, loc, tensor::getMixedSizes(b, loc, value), type);
  AffineMap map = b.getMultiDimIdentityMap(tensorType.getRank());
  SmallVector<utils::IteratorType> iterators(tensorType.getRank(),
                                             utils::IteratorType::parallel);
  return linalg::GenericOp::create(
             b, loc, empty.getType(), value, empty,
             ArrayRef<AffineMap>{map, map}, iterators,
             [&](OpBuilder &inner, Location innerLoc, ValueRange args) {
               Value rounded =
                   arith::TruncFOp::create(inner, innerLoc, type, args[0]);
               linalg::YieldOp::create(inner, innerLoc, rounded);
             })
      .getResult(0);
}

/// The positions in `from` of the loops in `to`, which are the same loops.
static SmallVector<int64_t> getPermutation(ArrayRef<unsigned> from,
                                           ArrayRef<unsigned> to) {
  SmallVector<int64_t> permutation;
  for (unsigned loop : to)
    permutation.push_back(llvm::find(from, loop) - from.begin());
  return permutation;
}

static SmallVector<unsigned> concat(ArrayRef<unsigned> a, ArrayRef<unsigned> b,
                                    ArrayRef<unsigned> c) {
  SmallVector<unsigned> all(a);
  llvm::append_range(all, b);
  llvm::append_range(all, c);
  return all;
}

Matrix MatrixBuilder::get(OpBuilder &b, Location loc, const Factor &factor,
                          const MatrixLoops &loops) {
  const View &view = factor.view;
  // Columns before rows is as good as rows before columns: no copy is needed.
  bool transposed =
      ArrayRef<unsigned>(view.loops) ==
      ArrayRef<unsigned>(concat(loops.batch, loops.columns, loops.rows));
  ArrayRef<unsigned> second = transposed ? loops.columns : loops.rows;
  ArrayRef<unsigned> third = transposed ? loops.rows : loops.columns;
  SmallVector<int64_t> permutation =
      getPermutation(view.loops, concat(loops.batch, second, third));
  SmallVector<int64_t> groups;
  if (!loops.batch.empty())
    groups.push_back(loops.batch.size());
  groups.push_back(second.size());
  groups.push_back(third.size());

  std::vector<int64_t> form(permutation.begin(), permutation.end());
  form.insert(form.end(), groups.begin(), groups.end());
  Key key{view.base.getAsOpaquePointer(),
          factor.rounded ? factor.rounded.getAsOpaquePointer() : nullptr, form,
          b.getInsertionBlock()};
  auto it = known.find(key);
  if (it == known.end()) {
    Value value = view.base;
    if (factor.rounded)
      value = roundElements(b, loc, value, factor.rounded);
    value = collapse(b, loc, transpose(b, loc, value, permutation), groups);
    it = known.emplace(std::move(key), value).first;
  }
  return {it->second, transposed};
}

/// The groups of result dimensions that become the dimensions of the matrix.
static SmallVector<SmallVector<unsigned>> getGroups(const MatrixLoops &loops) {
  SmallVector<SmallVector<unsigned>> groups;
  if (!loops.batch.empty())
    groups.emplace_back(loops.batch.begin(), loops.batch.end());
  groups.emplace_back(loops.rows.begin(), loops.rows.end());
  groups.emplace_back(loops.columns.begin(), loops.columns.end());
  return groups;
}

Destination quartet::getDestination(OpBuilder &b, const Contraction &c,
                                    const MatrixLoops &loops) {
  Location loc = linalg::LinalgOp(c.op)->getLoc();
  Value init = c.getInit();
  SmallVector<unsigned, 4> resultLoops = c.getResultLoops();
  SmallVector<SmallVector<unsigned>> groups = getGroups(loops);
  SmallVector<int64_t> permutation = getPermutation(
      resultLoops, concat(loops.batch, loops.rows, loops.columns));
  SmallVector<int64_t> groupSizes;
  for (ArrayRef<unsigned> group : groups)
    groupSizes.push_back(group.size());

  Destination destination;
  bool needsOld = !isZeroTensor(init);
  if (needsOld) {
    View view = traceView(init, resultLoops);
    if (view.loops.size() == 1)
      for (auto [dim, group] : llvm::enumerate(groups))
        if (group.size() == 1 && group.front() == view.loops.front()) {
          destination.bias = view.base;
          destination.biasDim = dim;
          needsOld = false;
        }
  }
  if (needsOld) {
    destination.accumulate = true;
    destination.value =
        collapse(b, loc, transpose(b, loc, init, permutation), groupSizes);
    return destination;
  }
  // A tensor.empty of the right form is used again.
  auto fill = init.getDefiningOp<linalg::LinalgOp>();
  if (fill && isIdentity(permutation) &&
      groupSizes.size() == resultLoops.size()) {
    Value source = fill.getDpsInits()[cast<OpResult>(init).getResultNumber()];
    if (source.getDefiningOp<tensor::EmptyOp>()) {
      destination.value = source;
      return destination;
    }
  }
  SmallVector<OpFoldResult> sizes = getSizes(b, loc, init);
  SmallVector<OpFoldResult> matrixSizes;
  for (ArrayRef<unsigned> group : groups) {
    SmallVector<OpFoldResult> groupSizes;
    for (unsigned loop : group)
      groupSizes.push_back(
          sizes[llvm::find(resultLoops, loop) - resultLoops.begin()]);
    matrixSizes.push_back(multiply(b, loc, groupSizes));
  }
  destination.value = tensor::EmptyOp::create(
      b, loc, matrixSizes, getElementTypeOrSelf(init.getType()));
  return destination;
}

Value quartet::restoreResult(OpBuilder &b, const Contraction &c,
                             const MatrixLoops &loops, Value result) {
  linalg::LinalgOp op = c.op;
  Location loc = op->getLoc();
  auto type = cast<RankedTensorType>(op->getResult(0).getType());
  SmallVector<unsigned, 4> resultLoops = c.getResultLoops();
  SmallVector<unsigned> order = concat(loops.batch, loops.rows, loops.columns);
  SmallVector<SmallVector<unsigned>> groups = getGroups(loops);
  if (groups.size() != resultLoops.size()) {
    SmallVector<OpFoldResult> sizes = getSizes(b, loc, c.getInit());
    SmallVector<OpFoldResult> expandedSizes;
    SmallVector<int64_t> expandedShape;
    for (unsigned loop : order) {
      int64_t dim = llvm::find(resultLoops, loop) - resultLoops.begin();
      expandedSizes.push_back(sizes[dim]);
      expandedShape.push_back(type.getDimSize(dim));
    }
    SmallVector<ReassociationIndices> reassociation;
    int64_t dim = 0;
    for (ArrayRef<unsigned> group : groups) {
      reassociation.emplace_back(
          llvm::to_vector(llvm::seq<int64_t>(dim, dim + group.size())));
      dim += group.size();
    }
    result = tensor::ExpandShapeOp::create(
        b, loc, RankedTensorType::get(expandedShape, type.getElementType()),
        result, reassociation, expandedSizes);
  }
  result = transpose(b, loc, result, getPermutation(order, resultLoops));
  if (result.getType() != type)
    result = tensor::CastOp::create(b, loc, type, result);
  return result;
}
