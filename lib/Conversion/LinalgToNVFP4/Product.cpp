//===- Product.cpp - One contraction being raised -------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Product.h"

#include "quartet/Dialect/NVFP4/IR/NVFP4.h"
#include "quartet/Dialect/NVFP4/IR/Shapes.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace quartet;

/// `loops` in the order in which they appear in `order`.
static SmallVector<unsigned, 4> sortLoops(ArrayRef<unsigned> loops,
                                          ArrayRef<unsigned> order) {
  SmallVector<unsigned, 4> sorted;
  for (unsigned loop : order)
    if (llvm::is_contained(loops, loop))
      sorted.push_back(loop);
  return sorted;
}

MatrixLoops Product::getLoops(const Factor &factor) const {
  SmallVector<unsigned, 4> result = contraction.getResultLoops();
  MatrixLoops loops;
  loops.batch = sortLoops(contraction.batch, result);
  loops.rows = sortLoops(contraction.getFreeLoops(factor), result);
  // Any order of the reduced loops will do if both factors use it; that of the
  // second leaves a saved operand as the forward product had it.
  loops.columns = sortLoops(contraction.k, getSecond().view.loops);
  return loops;
}

std::pair<recipe::Slot, recipe::Slot>
quartet::getSlots(const recipe::Recipe &recipe, nvfp4::Role role) {
  switch (role) {
  case nvfp4::Role::Fprop:
    return {recipe.fpropX, recipe.fpropW};
  case nvfp4::Role::Dgrad:
    return {recipe.dgradE, recipe.dgradW};
  case nvfp4::Role::Wgrad:
    return {recipe.wgradE, recipe.wgradX};
  }
  return {};
}

/// Results in the current block serve later operations of this block. Results
/// without randomness also serve blocks nested in later operations.
std::optional<Triple> Raiser::findKnown(const Key &key, Operation *at) {
  for (Entry &entry : known[key.matrix]) {
    Block *block = entry.triple.data.getParentBlock();
    if (entry.key == key &&
        (block == at->getBlock() ||
         (!entry.stochastic && block->findAncestorOpInBlock(*at))))
      return entry.triple;
  }
  return std::nullopt;
}

/// The quantized matrix of which `matrix` is the decoded value, if it is in the
/// form in which an operand without rotation is quantized.
static std::optional<Triple> findGiven(const Matrix &matrix) {
  auto decode = matrix.value.getDefiningOp<nvfp4::DequantizeOp>();
  if (!decode || !decode.getTensorScale() || matrix.transposed)
    return std::nullopt;
  auto type = cast<RankedTensorType>(matrix.value.getType());
  auto data = cast<RankedTensorType>(decode.getData().getType());
  // Whether a dynamic K fills P is not known.
  if (type.isDynamicDim(type.getRank() - 1) ||
      nvfp4::getLogicalDataShape(data) != nvfp4::getDataShape(type.getShape()))
    return std::nullopt;
  return Triple{decode.getData(), decode.getScales(), decode.getTensorScale()};
}

FailureOr<Triple> Raiser::emit(const Product &product, const Matrix &matrix,
                               const recipe::Slot &slot, SiteKind kind,
                               Value rotationKey, Value prescale) {
  Operation *op = product.getOperation();
  OpBuilder b(op);
  Location loc = op->getLoc();
  int64_t layer = product.role.getLayer();
  auto quantizer =
      nvfp4::QuantizerAttr::getNamed(b.getContext(), slot.quantizer);

  Value seed, instance;
  if (recipe::isStochastic(slot)) {
    seed = randomness.getSeed(op);
    FailureOr<Value> number = randomness.getInstance(op);
    if (failed(number))
      return failure();
    instance = *number;
  }
  auto reportSites = [&] {
    return op->emitOpError("expects a layer below ")
           << SiteTable::kMaxLayers << " with at most " << SiteTable::kMaxUses
           << " products in each role, but got layer " << layer;
  };

  Value input = matrix.value;
  bool transposed = matrix.transposed;
  if (slot.rotation != 0) {
    FailureOr<int64_t> site = sites.getRotation(rotationKey, layer);
    if (failed(site))
      return reportSites();
    Value rotated = nvfp4::createRotatedDestination(b, loc, input, transposed,
                                                    slot.rotation);
    input = nvfp4::RotateOp::create(b, loc, input, seed, rotated, slot.rotation,
                                    *site, transposed, instance)
                ->getResult(0);
    transposed = false;
  }

  nvfp4::QuantizeOptions options;
  options.transpose = transposed;
  options.prescale = prescale;
  if (quantizer.getSpec().isStochastic()) {
    FailureOr<int64_t> site = sites.next(layer, kind);
    if (failed(site))
      return reportSites();
    options.seed = seed;
    options.instance = instance;
    options.site = *site;
  }
  SmallVector<Value> destinations = nvfp4::createQuantizedDestinations(
      b, loc, input, transposed, /*group=*/0, tiled);
  auto quantize = nvfp4::QuantizeOp::create(b, loc, quantizer, input,
                                            destinations, options);
  return Triple{quantize->getResult(0), quantize->getResult(1),
                quantize->getResult(2)};
}

FailureOr<Triple> Raiser::quantizeFresh(const Product &product,
                                        const Factor &factor,
                                        const recipe::Slot &slot,
                                        SiteKind kind) {
  Operation *op = product.getOperation();
  OpBuilder b(op);
  Matrix matrix =
      matrices.get(b, op->getLoc(), factor, product.getLoops(factor));
  if (slot.rotation == 0)
    if (std::optional<Triple> given = findGiven(matrix))
      return *given;
  Key key{matrix.value, matrix.transposed, /*saved=*/false, slot.quantizer,
          slot.rotation};
  if (std::optional<Triple> triple = findKnown(key, op))
    return *triple;
  FailureOr<Triple> triple = emit(product, matrix, slot, kind,
                                  product.getRotationKey(factor), Value());
  if (succeeded(triple))
    known[key.matrix].push_back({key, recipe::isStochastic(slot), *triple});
  return triple;
}

FailureOr<Triple> Raiser::quantizeSaved(const Product &product,
                                        const Factor &factor,
                                        const recipe::Slot &forward,
                                        const recipe::Slot &slot,
                                        SiteKind kind) {
  Operation *op = product.getOperation();
  OpBuilder b(op);
  Location loc = op->getLoc();
  // What is reduced now were the rows of the forward product, and vice versa.
  MatrixLoops loops = product.getLoops(factor);
  std::swap(loops.rows, loops.columns);
  Matrix matrix = matrices.get(b, loc, factor, loops);
  Key key{matrix.value, matrix.transposed, /*saved=*/true, slot.quantizer,
          slot.rotation};
  if (std::optional<Triple> triple = findKnown(key, op))
    return *triple;

  // The forward triple, or the same bytes again where it is out of reach: the
  // forward quantizer uses no randomness.
  Key forwardKey{matrix.value, matrix.transposed, /*saved=*/false,
                 forward.quantizer, forward.rotation};
  std::optional<Triple> saved = findGiven(matrix);
  if (!saved)
    saved = findKnown(forwardKey, op);
  if (!saved) {
    FailureOr<Triple> again =
        emit(product, matrix, forward, SiteKind::FpropX, Value(), Value());
    if (failed(again))
      return failure();
    known[matrix.value].push_back({forwardKey, /*stochastic=*/false, *again});
    saved = *again;
  }

  Value empty = tensor::EmptyOp::create(
      b, loc, nvfp4::getMatrixSizes(b, loc, matrix.value, matrix.transposed),
      b.getBF16Type());
  Value decoded = nvfp4::DequantizeOp::create(b, loc, saved->data,
                                              saved->scales, Value(), empty)
                      ->getResult(0);
  FailureOr<Triple> triple = emit(product, {decoded, /*transposed=*/true}, slot,
                                  kind, factor.view.base, saved->tensorScale);
  if (succeeded(triple))
    known[key.matrix].push_back({key, recipe::isStochastic(slot), *triple});
  return triple;
}

FailureOr<Triple> Raiser::quantize(const Product &product, const Factor &factor,
                                   const recipe::Slot &forward,
                                   const recipe::Slot &slot, SiteKind kind) {
  return slot.source == recipe::Source::Saved
             ? quantizeSaved(product, factor, forward, slot, kind)
             : quantizeFresh(product, factor, slot, kind);
}

/// Fills the epilogue that adds one element of a vector.
static void buildBias(OpBuilder &b, nvfp4::ScaledMatmulOp matmul,
                      Type resultType) {
  Location loc = matmul.getLoc();
  Block *block = matmul.addEpilogueBlock();
  OpBuilder::InsertionGuard guard(b);
  b.setInsertionPointToStart(block);
  Value bias = block->getArgument(1);
  if (!bias.getType().isF32())
    bias = arith::ExtFOp::create(b, loc, b.getF32Type(), bias);
  Value sum = arith::AddFOp::create(b, loc, block->getArgument(0), bias);
  if (!resultType.isF32())
    sum = arith::TruncFOp::create(b, loc, resultType, sum);
  nvfp4::YieldOp::create(b, loc, sum);
}

void Raiser::replace(const Product &product, const Triple &first,
                     const Triple &second, unsigned rotation) {
  Operation *op = product.getOperation();
  OpBuilder b(op);
  Location loc = op->getLoc();
  const Contraction &c = product.contraction;
  MatrixLoops firstLoops = product.getLoops(product.getFirst());
  MatrixLoops secondLoops = product.getLoops(product.getSecond());

  // The factor whose rows come first in the result is the left one.
  SmallVector<unsigned, 4> result = c.getResultLoops();
  bool firstIsLeft = llvm::find(result, firstLoops.rows.front()) <
                     llvm::find(result, secondLoops.rows.front());
  MatrixLoops loops;
  loops.batch = firstLoops.batch;
  loops.rows = firstIsLeft ? firstLoops.rows : secondLoops.rows;
  loops.columns = firstIsLeft ? secondLoops.rows : firstLoops.rows;
  const Triple &left = firstIsLeft ? first : second;
  const Triple &right = firstIsLeft ? second : first;

  Destination destination = getDestination(b, c, loops);
  int64_t scaleLog2 = rotation ? -int64_t(llvm::Log2_32(rotation)) : 0;
  SmallVector<Value> epilogueInputs;
  SmallVector<AffineMap> epilogueMaps;
  if (destination.bias) {
    epilogueInputs.push_back(destination.bias);
    unsigned rank = loops.batch.empty() ? 2 : 3;
    epilogueMaps.push_back(
        AffineMap::get(rank, 0, b.getAffineDimExpr(destination.biasDim)));
  }
  auto matmul = nvfp4::ScaledMatmulOp::create(
      b, loc, ValueRange{left.data, left.scales, left.tensorScale},
      ValueRange{right.data, right.scales, right.tensorScale},
      destination.value, scaleLog2, destination.accumulate, epilogueInputs,
      epilogueMaps);
  if (destination.bias)
    buildBias(b, matmul, getElementTypeOrSelf(destination.value.getType()));
  Value value = restoreResult(b, c, loops, matmul->getResult(0));
  op->getResult(0).replaceAllUsesWith(value);
}
