// RUN: quartet-opt %s --quartet-split-empty-tensors | FileCheck %s

// CHECK-LABEL: func @shared
// CHECK: %[[E0:.*]] = tensor.empty() : tensor<4xf32>
// CHECK: %[[R0:.*]] = linalg.exp {{.*}} outs(%[[E0]]
// CHECK: %[[E1:.*]] = tensor.empty() : tensor<4xf32>
// CHECK: linalg.exp ins(%[[R0]] {{.*}} outs(%[[E1]]
func.func @shared(%a: tensor<4xf32>) -> tensor<4xf32> {
  %e = tensor.empty() : tensor<4xf32>
  %r0 = linalg.exp ins(%a : tensor<4xf32>) outs(%e : tensor<4xf32>)
      -> tensor<4xf32>
  %r1 = linalg.exp ins(%r0 : tensor<4xf32>) outs(%e : tensor<4xf32>)
      -> tensor<4xf32>
  return %r1 : tensor<4xf32>
}

// CHECK-LABEL: func @single_use
// CHECK-COUNT-1: tensor.empty
// CHECK-NOT: tensor.empty
func.func @single_use() -> tensor<4xf32> {
  %e = tensor.empty() : tensor<4xf32>
  return %e : tensor<4xf32>
}
