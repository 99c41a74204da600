// RUN: quartet-opt %s --quartet-insert-size-checks | FileCheck %s

// CHECK-LABEL: func @contracted_extents
// CHECK-SAME: %[[A:.*]]: tensor<?x?xf32>, %[[B:.*]]: tensor<?x8xf32>, %[[C:.*]]: tensor<4x8xf32>
func.func @contracted_extents(%a: tensor<?x?xf32>, %b: tensor<?x8xf32>,
                              %c: tensor<4x8xf32>) -> tensor<4x8xf32> {
  // The rows of %a against the static extent, then the contracted ones.
  // CHECK: %[[M:.*]] = tensor.dim %[[A]], %c0
  // CHECK: %[[SAME_M:.*]] = arith.cmpi eq, %[[M]], %c4
  // CHECK: cf.assert %[[SAME_M]], "linalg.matmul: dimension 0 of operand 0 equals dimension 0 of operand 2"
  // CHECK: %[[KB:.*]] = tensor.dim %[[B]], %c0
  // CHECK: %[[KA:.*]] = tensor.dim %[[A]], %c1
  // CHECK: %[[SAME_K:.*]] = arith.cmpi eq, %[[KB]], %[[KA]]
  // CHECK: cf.assert %[[SAME_K]], "linalg.matmul: dimension 0 of operand 1 equals dimension 1 of operand 0"
  // CHECK-NOT: cf.assert
  // CHECK: linalg.matmul
  %r = linalg.matmul ins(%a, %b : tensor<?x?xf32>, tensor<?x8xf32>)
      outs(%c : tensor<4x8xf32>) -> tensor<4x8xf32>
  return %r : tensor<4x8xf32>
}

// CHECK-LABEL: func @cast_to_static
// CHECK-SAME: %[[A:.*]]: tensor<?xf32>
func.func @cast_to_static(%a: tensor<?xf32>) -> tensor<4xf32> {
  // CHECK: %[[N:.*]] = tensor.dim %[[A]]
  // CHECK: %[[SAME:.*]] = arith.cmpi eq, %[[N]], %c4
  // CHECK: cf.assert %[[SAME]], "tensor.cast: dimension 0 of operand 0 equals 4"
  %r = tensor.cast %a : tensor<?xf32> to tensor<4xf32>
  return %r : tensor<4xf32>
}

// CHECK-LABEL: func @static_shapes_need_no_check
// CHECK-NOT: cf.assert
func.func @static_shapes_need_no_check(%a: tensor<4x3xf32>, %b: tensor<3x8xf32>,
                                       %c: tensor<4x8xf32>) -> tensor<4x8xf32> {
  %r = linalg.matmul ins(%a, %b : tensor<4x3xf32>, tensor<3x8xf32>)
      outs(%c : tensor<4x8xf32>) -> tensor<4x8xf32>
  return %r : tensor<4x8xf32>
}

// A sum of loops is no extent: nothing is said about it.
// CHECK-LABEL: func @convolution_windows
// CHECK-NOT: cf.assert
func.func @convolution_windows(%a: tensor<?xf32>, %k: tensor<3xf32>,
                               %c: tensor<8xf32>) -> tensor<8xf32> {
  %r = linalg.conv_1d ins(%a, %k : tensor<?xf32>, tensor<3xf32>)
      outs(%c : tensor<8xf32>) -> tensor<8xf32>
  return %r : tensor<8xf32>
}

// Rows 1 and 2 need an extent of 3; the columns are static.
// CHECK-LABEL: func @slice
// CHECK-SAME: %[[A:.*]]: tensor<?x8xf32>
// CHECK: %[[ENOUGH:.*]] = arith.cmpi sge, %{{.*}}, %c3
// CHECK: cf.assert %[[ENOUGH]], "tensor.extract_slice: dimension 0 of operand 0 is at least 3"
// CHECK-NOT: cf.assert
func.func @slice(%a: tensor<?x8xf32>) -> tensor<2x4xf32> {
  %r = tensor.extract_slice %a[1, 2] [2, 4] [1, 1]
      : tensor<?x8xf32> to tensor<2x4xf32>
  return %r : tensor<2x4xf32>
}

// CHECK-LABEL: func @expand
// CHECK-SAME: %[[A:.*]]: tensor<?xf32>, %[[N:.*]]: index
// CHECK: %[[PRODUCT:.*]] = arith.muli %[[N]], %c8
// CHECK: %[[SAME:.*]] = arith.cmpi eq, %{{.*}}, %[[PRODUCT]]
// CHECK: cf.assert %[[SAME]], "tensor.expand_shape: dimension 0 of operand 0 equals the product of its parts"
func.func @expand(%a: tensor<?xf32>, %n: index) -> tensor<?x8xf32> {
  %r = tensor.expand_shape %a [[0, 1]] output_shape [%n, 8]
      : tensor<?xf32> into tensor<?x8xf32>
  return %r : tensor<?x8xf32>
}
