//===- ShapesTest.cpp - Shapes of quantized matrices ----------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Static shapes against numbers worked out by hand, dynamic ones against what
// the same program computes once its sizes are known.
//
//===----------------------------------------------------------------------===//

#include "quartet/Dialect/NVFP4/IR/Shapes.h"
#include "quartet/Dialect/NVFP4/IR/NVFP4.h"

#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/MLIRContext.h"

#include <gtest/gtest.h>

using namespace mlir;
using namespace quartet::nvfp4;

namespace {

constexpr int64_t kDynamic = ShapedType::kDynamic;
using Shape = SmallVector<int64_t>;

// layout_c1: K is rounded up to 32, or to the group if that is larger.
TEST(ShapesTest, DataIsPadded) {
  EXPECT_EQ(getDataShape({17, 96}), (Shape{17, 96}));
  EXPECT_EQ(getDataShape({17, 97}), (Shape{17, 128}));
  EXPECT_EQ(getDataShape({17, 0}), (Shape{17, 0}));
  EXPECT_EQ(getDataShape({17, 33}, 16), (Shape{17, 64}));
  EXPECT_EQ(getDataShape({17, 129}, 128), (Shape{17, 256}));
  EXPECT_EQ(getDataShape({5, 17, 33}), (Shape{5, 17, 64}));
  EXPECT_EQ(getDataShape({kDynamic, kDynamic}), (Shape{kDynamic, kDynamic}));
}

// layout_c2, layout_c3: 17 x 96 has six scales per row, in two tiles.
TEST(ShapesTest, ScalesFollowData) {
  EXPECT_EQ(getLinearScaleShape({17, 96}), (Shape{17, 6}));
  EXPECT_EQ(getTiledScaleShape({17, 6}), (Shape{1, 2, 32, 4, 4}));
  EXPECT_EQ(getTiledScaleShape({129, 8}), (Shape{2, 2, 32, 4, 4}));
  EXPECT_EQ(getTiledScaleShape({3, 128, 4}), (Shape{3, 1, 1, 32, 4, 4}));
  EXPECT_EQ(getTiledScaleShape({0, 4}), (Shape{0, 1, 32, 4, 4}));
  EXPECT_EQ(getTiledScaleShape({kDynamic, 6}), (Shape{kDynamic, 2, 32, 4, 4}));
}

// layout_c7: two codes per byte.
TEST(ShapesTest, StorageHoldsTwoCodes) {
  MLIRContext context;
  Builder b(&context);
  EXPECT_EQ(getStorageShape({17, 96}), (Shape{17, 48}));
  EXPECT_EQ(
      getLogicalDataShape(RankedTensorType::get({17, 48}, b.getIntegerType(8))),
      (Shape{17, 96}));
  EXPECT_EQ(getLogicalDataShape(RankedTensorType::get(
                {17, 96}, Float4E2M1FNType::get(&context))),
            (Shape{17, 96}));
}

TEST(ShapesTest, TransposeSwapsTheMatrix) {
  EXPECT_EQ(getMatrixShape({5, 17, 33}, true), (Shape{5, 33, 17}));
  EXPECT_EQ(getMatrixShape({17, 33}, false), (Shape{17, 33}));
}

// A size no tensor has does not overflow.
TEST(ShapesTest, HugeSizesStay) {
  int64_t huge = std::numeric_limits<int64_t>::max();
  EXPECT_EQ(getDataShape({huge, huge}), (Shape{huge, huge}));
}

class DestinationsTest : public ::testing::Test {
protected:
  DestinationsTest() : b(&context), loc(b.getUnknownLoc()) {
    context.loadDialect<NVFP4Dialect>();
    module = ModuleOp::create(loc);
    b.setInsertionPointToStart(module->getBody());
  }

  /// A tensor of `shape` whose dynamic sizes are `sizes`.
  Value matrix(ArrayRef<int64_t> shape, ArrayRef<int64_t> sizes) {
    SmallVector<Value> dynamic;
    for (int64_t size : sizes)
      dynamic.push_back(arith::ConstantIndexOp::create(b, loc, size));
    return tensor::EmptyOp::create(b, loc, shape, b.getF32Type(), dynamic);
  }
  Shape typeShape(Value v) {
    return Shape(cast<RankedTensorType>(v.getType()).getShape());
  }

  MLIRContext context;
  OpBuilder b;
  Location loc;
  OwningOpRef<ModuleOp> module;
};

TEST_F(DestinationsTest, StaticSizes) {
  SmallVector<Value> inits = createQuantizedDestinations(
      b, loc, matrix({200, 72}, {}), /*transpose=*/true, /*group=*/128,
      /*tiled=*/true);
  ASSERT_EQ(inits.size(), 3u);
  EXPECT_EQ(typeShape(inits[0]), (Shape{72, 256}));
  EXPECT_EQ(typeShape(inits[1]), (Shape{1, 4, 32, 4, 4}));
  EXPECT_EQ(typeShape(inits[2]), Shape());
  EXPECT_EQ(typeShape(createRotatedDestination(b, loc, matrix({4, 40}, {}),
                                               /*transpose=*/false, 16)),
            (Shape{4, 64}));
}

// Dynamic sizes reach the destinations as values that a fold resolves.
TEST_F(DestinationsTest, DynamicSizes) {
  Value x = matrix({kDynamic, kDynamic}, {17, 97});
  SmallVector<Value> inits = createQuantizedDestinations(b, loc, x);
  EXPECT_EQ(typeShape(inits[0]), (Shape{kDynamic, kDynamic}));
  SmallVector<OpFoldResult> symbols = {b.getIndexAttr(17), b.getIndexAttr(97)};
  SmallVector<OpFoldResult> data = getDataSizes(b, loc, symbols);
  EXPECT_EQ(getConstantIntValue(data[1]), 128);
  SmallVector<OpFoldResult> scales = getScaleSizes(b, loc, data, true);
  ASSERT_EQ(scales.size(), 5u);
  EXPECT_EQ(getConstantIntValue(scales[0]), 1);
  EXPECT_EQ(getConstantIntValue(scales[1]), 2);
}

} // namespace
