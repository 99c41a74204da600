//===- BuildersTest.cpp - Building nvfp4 operations from C++ --------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Every builder gives an operation that verifies, with one result per
// destination.
//
//===----------------------------------------------------------------------===//

#include "quartet/Dialect/NVFP4/IR/NVFP4.h"
#include "quartet/Dialect/NVFP4/IR/Shapes.h"

#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/MLIRContext.h"
#include "mlir/IR/Verifier.h"

#include <gtest/gtest.h>

using namespace mlir;
using namespace quartet::nvfp4;

namespace {

class BuildersTest : public ::testing::Test {
protected:
  BuildersTest() : b(&context), loc(b.getUnknownLoc()) {
    context.loadDialect<NVFP4Dialect>();
    module = ModuleOp::create(loc);
    b.setInsertionPointToStart(module->getBody());
    x = empty({200, 72}, b.getBF16Type());
    seed = empty({}, b.getI64Type());
  }

  Value empty(ArrayRef<int64_t> shape, Type element) {
    return tensor::EmptyOp::create(b, loc, shape, element);
  }
  QuantizerAttr quantizer(StringRef name) {
    return QuantizerAttr::getNamed(&context, name);
  }
  void expectValid(Operation *op, unsigned results) {
    EXPECT_TRUE(succeeded(verify(op)));
    EXPECT_EQ(op->getNumResults(), results);
  }

  MLIRContext context;
  OpBuilder b;
  Location loc;
  OwningOpRef<ModuleOp> module;
  Value x, seed;
};

TEST_F(BuildersTest, UnknownNameIsNull) {
  EXPECT_FALSE(quantizer("nearest"));
  EXPECT_TRUE(quantizer("rtn"));
}

TEST_F(BuildersTest, QuantizeAndMultiply) {
  Value amax = AmaxOp::create(b, loc, x, createZeroAmax(b, loc)).getResult(0);
  QuantizeOptions options;
  options.amax = amax;
  auto q = QuantizeOp::create(b, loc, quantizer("quartet2_forward"), x,
                              createQuantizedDestinations(b, loc, x), options);
  expectValid(q, 3);
  expectValid(
      DequantizeOp::create(b, loc, q.getResult(0), q.getResult(1), Value(), x),
      1);
  auto product = ScaledMatmulOp::create(
      b, loc, q.getResults(), q.getResults(), empty({200, 200}, b.getF32Type()),
      /*scaleLog2=*/-7,
      /*accumulate=*/true, ValueRange(empty({200}, b.getBF16Type())),
      AffineMap::getMultiDimMapWithTargets(2, {1}, &context));
  Block *block = product.addEpilogueBlock();
  ASSERT_EQ(block->getNumArguments(), 2u);
  EXPECT_TRUE(block->getArgument(1).getType().isBF16());
  OpBuilder inBlock = OpBuilder::atBlockEnd(block);
  YieldOp::create(inBlock, loc, block->getArgument(0));
  expectValid(product, 1);
}

TEST_F(BuildersTest, RotateAndQuantizeTheTranspose) {
  Value init = createRotatedDestination(b, loc, x, /*transpose=*/true, 128);
  auto r = RotateOp::create(b, loc, x, seed, init, /*group=*/128, /*site=*/1,
                            /*transpose=*/true);
  expectValid(r, 1);
  QuantizeOptions options;
  options.seed = seed;
  options.site = 2;
  options.prescale = empty({}, b.getF32Type());
  expectValid(QuantizeOp::create(
                  b, loc, quantizer("quartet2_backward"), r.getResult(0),
                  createQuantizedDestinations(b, loc, r.getResult(0)), options),
              3);
}

TEST_F(BuildersTest, FusedOperations) {
  SmallVector<Value> inits =
      createQuantizedDestinations(b, loc, x, /*transpose=*/false, 128);
  llvm::append_range(inits, createQuantizedDestinations(b, loc, x,
                                                        /*transpose=*/true, 128,
                                                        /*tiled=*/true));
  inits.push_back(empty({72}, b.getF32Type()));
  expectValid(RotateQuantizeOp::create(b, loc, quantizer("quartet2_backward"),
                                       Directions::Both, x, seed, inits,
                                       /*group=*/128, /*site=*/1, /*rowSite=*/2,
                                       /*colSite=*/3, /*columnSum=*/true),
              7);
  SmallVector<Value> saved = createQuantizedDestinations(b, loc, x);
  expectValid(RequantizeOp::create(
                  b, loc, quantizer("quartet2_backward"), Directions::Col,
                  saved, seed, ArrayRef(inits).slice(3, 3), /*group=*/128,
                  /*site=*/1, /*rowSite=*/std::nullopt, /*colSite=*/4),
              3);
}

TEST_F(BuildersTest, Layouts) {
  Type f8 = Float8E4M3FNType::get(&context);
  Value linear = empty({17, 6}, f8), tiled = empty({1, 2, 32, 4, 4}, f8);
  expectValid(TileScalesOp::create(b, loc, linear, tiled), 1);
  expectValid(UntileScalesOp::create(b, loc, tiled, linear), 1);
}

} // namespace
