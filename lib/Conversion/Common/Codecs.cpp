//===- Codecs.cpp - nvfp4.encode and nvfp4.decode -------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Values and vectors of any fixed shape, as flat vectors.
//
//===----------------------------------------------------------------------===//

#include "quartet/Conversion/Common/Codecs.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "mlir/IR/PatternMatch.h"
#include "mlir/IR/TypeUtilities.h"
#include "quartet/Conversion/Common/CodeBuilder.h"
#include "quartet/Dialect/NVFP4/IR/NVFP4.h"
#include "quartet/Numerics/E2M1.h"
#include "quartet/Numerics/E4M3.h"

using namespace mlir;
using namespace quartet;
using codegen::F;
using codegen::I;
using namespace quartet::numerics;

static int64_t getNumLanes(Type type) {
  auto vector = dyn_cast<VectorType>(type);
  return vector ? vector.getNumElements() : 1;
}

/// `value` as a scalar or as a vector of one dimension with several elements.
static Value flatten(PatternRewriter &rewriter, Location loc, Value value) {
  auto vector = dyn_cast<VectorType>(value.getType());
  if (!vector)
    return value;
  int64_t count = vector.getNumElements();
  Value flat = rewriter.createOrFold<vector::ShapeCastOp>(
      loc, VectorType::get({count}, vector.getElementType()), value);
  if (count > 1)
    return flat;
  return vector::ExtractOp::create(rewriter, loc, flat, int64_t(0));
}

/// The inverse of `flatten`.
static Value unflatten(PatternRewriter &rewriter, Location loc, Value value,
                       Type type) {
  auto vector = dyn_cast<VectorType>(type);
  if (!vector)
    return value;
  if (vector.getNumElements() == 1)
    return vector::BroadcastOp::create(rewriter, loc, vector, value);
  return rewriter.createOrFold<vector::ShapeCastOp>(loc, vector, value);
}

/// `type` with its elements replaced.
static Type withElement(Type type, Type element) {
  if (auto vector = dyn_cast<VectorType>(type))
    return vector.clone(element);
  return element;
}

static bool isScalable(Type type) {
  auto vector = dyn_cast<VectorType>(type);
  return vector && vector.isScalable();
}

namespace {

struct EncodeLowering : public OpRewritePattern<nvfp4::EncodeOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(nvfp4::EncodeOp op,
                                PatternRewriter &rewriter) const override {
    Type type = op.getType();
    if (isScalable(type))
      return rewriter.notifyMatchFailure(op, "scalable vector");
    Location loc = op.getLoc();
    IROps o(rewriter, loc, getNumLanes(type));
    F x{flatten(rewriter, loc, op.getInput())};
    Type element = getElementTypeOrSelf(type);
    I code =
        isa<Float4E2M1FNType>(element) ? encodeE2M1(o, x) : encodeE4M3(o, x);
    Type bits = rewriter.getIntegerType(element.getIntOrFloatBitWidth());
    Type flat = code.value.getType();
    Value narrow = arith::TruncIOp::create(rewriter, loc,
                                           withElement(flat, bits), code.value);
    Value result = arith::BitcastOp::create(rewriter, loc,
                                            withElement(flat, element), narrow);
    rewriter.replaceOp(op, unflatten(rewriter, loc, result, type));
    return success();
  }
};

struct DecodeLowering : public OpRewritePattern<nvfp4::DecodeOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(nvfp4::DecodeOp op,
                                PatternRewriter &rewriter) const override {
    Type type = op.getType();
    if (isScalable(type))
      return rewriter.notifyMatchFailure(op, "scalable vector");
    Location loc = op.getLoc();
    IROps o(rewriter, loc, getNumLanes(type));
    Value input = flatten(rewriter, loc, op.getInput());
    Type element = getElementTypeOrSelf(input.getType());
    Type bits = rewriter.getIntegerType(element.getIntOrFloatBitWidth());
    Value narrow = arith::BitcastOp::create(
        rewriter, loc, withElement(input.getType(), bits), input);
    I code{arith::ExtUIOp::create(rewriter, loc, o.getIType(), narrow)};
    F value = isa<Float4E2M1FNType>(element) ? decodeE2M1(o, code)
                                             : decodeE4M3(o, code);
    rewriter.replaceOp(op, unflatten(rewriter, loc, value.value, type));
    return success();
  }
};

} // namespace

void codegen::populateCodecPatterns(RewritePatternSet &patterns) {
  patterns.add<EncodeLowering, DecodeLowering>(patterns.getContext());
}
