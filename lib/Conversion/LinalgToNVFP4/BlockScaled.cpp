//===- BlockScaled.cpp - Products that are in NVFP4 already ---------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Input: a linalg.generic that decodes two operands block by block
// (arith.scaling_extf) and contracts them. Output: nvfp4.scaled_matmul, if it
// is NVFP4 that is decoded: f4E2M1FN elements, f8E4M3FN scales of 16. Bit-exact
// but for the order of the sum, which linalg leaves open.
//
//===----------------------------------------------------------------------===//

#include "quartet/Conversion/LinalgToNVFP4/Passes.h"

#include "ViewChain.h"
#include "quartet/Dialect/NVFP4/IR/NVFP4.h"
#include "quartet/Dialect/NVFP4/IR/Shapes.h"
#include "quartet/Numerics/ScaleLayout.h"

#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"

namespace quartet {
#define GEN_PASS_DEF_NVFP4RAISEBLOCKSCALED
#include "quartet/Conversion/LinalgToNVFP4/Passes.h.inc"
} // namespace quartet

using namespace mlir;
using namespace quartet;

namespace {

/// One operand: codes [batch,] rows x blocks x 16, scales [batch,] rows x
/// blocks.
struct Side {
  OpOperand *data = nullptr, *scales = nullptr;
};

/// D[batch, m, n] = init + the sum of products of `lhs` and `rhs`.
struct BlockScaledProduct {
  linalg::GenericOp op;
  Side lhs, rhs;
};

/// What a body decodes, `acc + (x * sx) * (y * sy)` in any order.
class BodyMatcher {
public:
  explicit BodyMatcher(linalg::GenericOp op)
      : op(op), body(op.getBody()), left(body->getOperations().size() - 1) {}

  FailureOr<BlockScaledProduct> match() {
    auto add = getResult<arith::AddFOp>(body->getTerminator()->getOperand(0));
    if (!add)
      return failure();
    Value sum = body->getArguments().back();
    if (add.getLhs() != sum && add.getRhs() != sum)
      return failure();
    auto mul = getResult<arith::MulFOp>(add.getLhs() == sum ? add.getRhs()
                                                            : add.getLhs());
    if (!mul || !mul.getType().isF32())
      return failure();
    BlockScaledProduct result;
    result.op = op;
    // Every operation of the body has been accounted for.
    if (!matchSide(mul.getLhs(), result.lhs) ||
        !matchSide(mul.getRhs(), result.rhs) || left != 0)
      return failure();
    return result;
  }

private:
  /// The operation of type `Op` of the body that defines `value`.
  template <typename Op>
  Op getResult(Value value) {
    auto def = value.getDefiningOp<Op>();
    if (!def || def->getBlock() != body)
      return nullptr;
    --left;
    return def;
  }

  bool matchSide(Value value, Side &side) {
    // Widening what was decoded is exact.
    while (value.getDefiningOp<arith::ExtFOp>())
      value = getResult<arith::ExtFOp>(value).getIn();
    auto decode = getResult<arith::ScalingExtFOp>(value);
    if (!decode)
      return false;
    auto data = dyn_cast<BlockArgument>(decode.getIn());
    auto scales = dyn_cast<BlockArgument>(decode.getScale());
    if (!data || !scales || data.getOwner() != body ||
        scales.getOwner() != body)
      return false;
    side.data = &op->getOpOperand(data.getArgNumber());
    side.scales = &op->getOpOperand(scales.getArgNumber());
    return true;
  }

  linalg::GenericOp op;
  Block *body;
  size_t left;
};

std::string describe(Type type) {
  std::string text;
  llvm::raw_string_ostream(text) << type;
  return text;
}

} // namespace

/// Why `side` is not an NVFP4 matrix along the loops `blocks` and `inner`, or
/// empty.
static std::string getSideReason(linalg::GenericOp op, const Side &side,
                                 unsigned blocks, unsigned inner) {
  Type element = getElementTypeOrSelf(side.data->get());
  if (!isa<Float4E2M1FNType>(element))
    return "its elements are " + describe(element) + ", not f4E2M1FN";
  Type scale = getElementTypeOrSelf(side.scales->get());
  if (!isa<Float8E4M3FNType>(scale))
    return "its block scales are " + describe(scale) + ", not f8E4M3FN";
  AffineMap data = op.getMatchingIndexingMap(side.data);
  AffineMap scales = op.getMatchingIndexingMap(side.scales);
  size_t rank = data.getNumResults();
  if (!data.isProjectedPermutation() || rank < 3 || rank > 4 ||
      data.getDimPosition(rank - 2) != blocks ||
      data.getDimPosition(rank - 1) != inner)
    return "its blocks do not run along the last dimension of a matrix";
  if (scales.getResults() != data.getResults().drop_back())
    return "its scales do not belong to one block each";
  int64_t size =
      cast<RankedTensorType>(side.data->get().getType()).getShape().back();
  if (size != numerics::kBlock)
    return "its blocks have " +
           (ShapedType::isDynamic(size) ? "any number of"
                                        : std::to_string(size)) +
           " elements, not 16";
  return "";
}

/// Takes `op` apart; on failure `reason` says why it is not a product in NVFP4.
static FailureOr<BlockScaledProduct> match(linalg::GenericOp op,
                                           std::string &reason) {
  reason = "its body is not a multiply-add of two decoded elements in f32";
  if (!op.hasPureTensorSemantics() || op.getNumDpsInputs() != 4 ||
      op.getNumDpsInits() != 1)
    return failure();
  FailureOr<BlockScaledProduct> product = BodyMatcher(op).match();
  if (failed(product))
    return failure();
  // The reduced loops, as the first operand has them.
  AffineMap data = op.getMatchingIndexingMap(product->lhs.data);
  AffineMap result = op.getMatchingIndexingMap(op.getDpsInitOperand(0));
  reason = "its loops are not those of a matrix product";
  size_t rank = data.getNumResults();
  if (rank < 3 || !data.isProjectedPermutation() ||
      !result.isProjectedPermutation() || op.getNumLoops() != rank + 1 ||
      op.getNumReductionLoops() != 2 || result.getNumResults() != rank - 1)
    return failure();
  unsigned blocks = data.getDimPosition(rank - 2);
  unsigned inner = data.getDimPosition(rank - 1);
  for (const Side &side : {product->lhs, product->rhs}) {
    std::string sideReason = getSideReason(op, side, blocks, inner);
    if (!sideReason.empty()) {
      reason = sideReason;
      return failure();
    }
  }
  // Rows of the two operands are the last dimensions of the result.
  AffineMap other = op.getMatchingIndexingMap(product->rhs.data);
  if (other.getResult(rank - 3) == result.getResult(rank - 3)) {
    std::swap(product->lhs, product->rhs);
    std::swap(data, other);
  }
  if (other.getNumResults() != rank ||
      data.getResult(rank - 3) != result.getResult(rank - 3) ||
      other.getResult(rank - 3) != result.getResult(rank - 2) ||
      (rank == 4 && (data.getResult(0) != result.getResult(0) ||
                     other.getResult(0) != result.getResult(0))))
    return failure();
  return product;
}

/// `value` with zeros behind its last dimension, of which there are `size`
/// afterwards.
static Value padColumns(OpBuilder &b, Location loc, Value value,
                        OpFoldResult size) {
  auto type = cast<RankedTensorType>(value.getType());
  SmallVector<OpFoldResult> sizes = tensor::getMixedSizes(b, loc, value);
  SmallVector<OpFoldResult> padded(sizes);
  padded.back() = size;
  Value zero = arith::ConstantOp::create(
      b, loc, b.getFloatAttr(type.getElementType(), 0.0));
  Value empty = tensor::EmptyOp::create(b, loc, padded, type.getElementType());
  Value zeros =
      linalg::FillOp::create(b, loc, ValueRange(zero), ValueRange(empty))
          .getResult(0);
  SmallVector<OpFoldResult> offsets(sizes.size(), b.getIndexAttr(0));
  SmallVector<OpFoldResult> strides(sizes.size(), b.getIndexAttr(1));
  return tensor::InsertSliceOp::create(b, loc, value, zeros, offsets, sizes,
                                       strides);
}

/// Data, block scales and tensor scale of `side` in the shapes of nvfp4.
static SmallVector<Value> makeTriple(OpBuilder &b, Location loc,
                                     const Side &side) {
  Value data = side.data->get(), scales = side.scales->get();
  int64_t rank = cast<RankedTensorType>(data.getType()).getRank();
  SmallVector<ReassociationIndices> groups;
  for (int64_t dim = 0; dim + 2 < rank; ++dim)
    groups.push_back({dim});
  groups.push_back({rank - 2, rank - 1});
  data = tensor::CollapseShapeOp::create(b, loc, data, groups);
  SmallVector<OpFoldResult> sizes = tensor::getMixedSizes(b, loc, data);
  SmallVector<OpFoldResult> padded = nvfp4::getDataSizes(b, loc, sizes);
  if (padded.back() != sizes.back()) {
    data = padColumns(b, loc, data, padded.back());
    SmallVector<OpFoldResult> scaleSizes =
        nvfp4::getScaleSizes(b, loc, padded, /*tiled=*/false);
    scales = padColumns(b, loc, scales, scaleSizes.back());
  }
  auto one = DenseElementsAttr::get(RankedTensorType::get({}, b.getF32Type()),
                                    b.getF32FloatAttr(1.0f).getValue());
  return {data, scales, arith::ConstantOp::create(b, loc, one)};
}

static void replace(const BlockScaledProduct &product) {
  linalg::GenericOp op = product.op;
  OpBuilder b(op);
  Location loc = op.getLoc();
  Value init = op.getDpsInits()[0];
  bool accumulate = !isZeroTensor(init);
  if (!accumulate)
    init = tensor::EmptyOp::create(b, loc, tensor::getMixedSizes(b, loc, init),
                                   getElementTypeOrSelf(init));
  auto matmul = nvfp4::ScaledMatmulOp::create(
      b, loc, makeTriple(b, loc, product.lhs), makeTriple(b, loc, product.rhs),
      init, /*scaleLog2=*/0, accumulate);
  op.replaceAllUsesWith(matmul->getResults());
  op.erase();
}

namespace {

struct RaiseBlockScaled
    : quartet::impl::NVFP4RaiseBlockScaledBase<RaiseBlockScaled> {
  using Base::Base;

  void runOnOperation() override {
    SmallVector<linalg::GenericOp> candidates;
    getOperation()->walk([&](linalg::GenericOp op) {
      if (op.getNumReductionLoops() != 0 &&
          llvm::any_of(*op.getBody(), [](Operation &inner) {
            return isa<arith::ScalingExtFOp>(inner);
          }))
        candidates.push_back(op);
    });
    for (linalg::GenericOp op : candidates) {
      std::string reason;
      FailureOr<BlockScaledProduct> product = match(op, reason);
      if (remarks && succeeded(product))
        op.emitRemark() << "block-scaled product: it is in NVFP4 already";
      else if (remarks)
        op.emitRemark() << "left as is: " << reason;
      if (succeeded(product))
        replace(*product);
    }
  }
};

} // namespace
