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
