// RUN: quartet-opt %s --canonicalize | FileCheck %s

// A product without an epilogue works on what was cast.
// CHECK-LABEL: func.func @no_epilogue
// CHECK-SAME: (%[[D:.*]]: tensor<4x32xf4E2M1FN>, %[[S:.*]]: tensor<4x2xf8E4M3FN>, %[[T:.*]]: tensor<f32>, %[[E:.*]]: tensor<4x4xf32>)
// CHECK-NEXT: %[[Y:.*]] = nvfp4.scaled_matmul lhs(%[[D]], %[[S]], %[[T]] : tensor<4x32xf4E2M1FN>,
// CHECK-SAME: outs(%[[E]] : tensor<4x4xf32>) {accumulate, scale_log2 = -7 : i64}
// CHECK-NEXT: %[[CAST:.*]] = tensor.cast %[[Y]] : tensor<4x4xf32> to tensor<?x4xf32>
// CHECK-NEXT: return %[[CAST]]
func.func @no_epilogue(%d: tensor<4x32xf4E2M1FN>, %s: tensor<4x2xf8E4M3FN>,
                       %t: tensor<f32>, %e: tensor<4x4xf32>) -> tensor<?x4xf32> {
  %d0 = tensor.cast %d : tensor<4x32xf4E2M1FN> to tensor<?x32xf4E2M1FN>
  %s0 = tensor.cast %s : tensor<4x2xf8E4M3FN> to tensor<?x2xf8E4M3FN>
  %e0 = tensor.cast %e : tensor<4x4xf32> to tensor<?x4xf32>
  %y = nvfp4.scaled_matmul
      lhs(%d0, %s0, %t : tensor<?x32xf4E2M1FN>, tensor<?x2xf8E4M3FN>, tensor<f32>)
      rhs(%d, %s, %t : tensor<4x32xf4E2M1FN>, tensor<4x2xf8E4M3FN>, tensor<f32>)
      outs(%e0 : tensor<?x4xf32>) {scale_log2 = -7 : i64, accumulate}
  return %y : tensor<?x4xf32>
}

// One with an epilogue keeps it.
// CHECK-LABEL: func.func @epilogue
// CHECK: nvfp4.scaled_matmul lhs(%{{.*}} : tensor<4x32xf4E2M1FN>,
// CHECK: arith.negf
func.func @epilogue(%d: tensor<4x32xf4E2M1FN>, %s: tensor<4x2xf8E4M3FN>,
                    %t: tensor<f32>, %e: tensor<4x4xf32>) -> tensor<?x4xf32> {
  %d0 = tensor.cast %d : tensor<4x32xf4E2M1FN> to tensor<?x32xf4E2M1FN>
  %s0 = tensor.cast %s : tensor<4x2xf8E4M3FN> to tensor<?x2xf8E4M3FN>
  %e0 = tensor.cast %e : tensor<4x4xf32> to tensor<?x4xf32>
  %y = nvfp4.scaled_matmul
      lhs(%d0, %s0, %t : tensor<?x32xf4E2M1FN>, tensor<?x2xf8E4M3FN>, tensor<f32>)
      rhs(%d, %s, %t : tensor<4x32xf4E2M1FN>, tensor<4x2xf8E4M3FN>, tensor<f32>)
      outs(%e0 : tensor<?x4xf32>) epilogue {
  ^bb0(%v: f32):
    %n = arith.negf %v : f32
    nvfp4.yield %n : f32
  }
  return %y : tensor<?x4xf32>
}

// Types that are static already are left alone.
// CHECK-LABEL: func.func @nothing_to_fold
// CHECK-NEXT: nvfp4.scaled_matmul
// CHECK-NEXT: return
func.func @nothing_to_fold(%d: tensor<4x32xf4E2M1FN>, %s: tensor<4x2xf8E4M3FN>,
                           %t: tensor<f32>, %e: tensor<4x4xf32>) -> tensor<4x4xf32> {
  %y = nvfp4.scaled_matmul
      lhs(%d, %s, %t : tensor<4x32xf4E2M1FN>, tensor<4x2xf8E4M3FN>, tensor<f32>)
      rhs(%d, %s, %t : tensor<4x32xf4E2M1FN>, tensor<4x2xf8E4M3FN>, tensor<f32>)
      outs(%e : tensor<4x4xf32>)
  return %y : tensor<4x4xf32>
}
