// RUN: quartet-opt %s --inline | FileCheck %s

// Raised functions are inlined like others, epilogues included.
// CHECK-LABEL: func.func @main(
// CHECK-NOT: call
// CHECK: nvfp4.quantize
// CHECK: nvfp4.scaled_matmul
// CHECK: nvfp4.yield
// CHECK: check.expect_eq
func.func private @layer(%x: tensor<8x32xf32>, %y: tensor<8x8xf32>) -> tensor<8x8xf32> {
  %d = tensor.empty() : tensor<8x32xf4E2M1FN>
  %s = tensor.empty() : tensor<8x2xf8E4M3FN>
  %t = tensor.empty() : tensor<f32>
  %q:3 = nvfp4.quantize <rtn> ins(%x : tensor<8x32xf32>) outs(%d, %s, %t : tensor<8x32xf4E2M1FN>, tensor<8x2xf8E4M3FN>, tensor<f32>)
  %r = nvfp4.scaled_matmul lhs(%q#0, %q#1, %q#2 : tensor<8x32xf4E2M1FN>, tensor<8x2xf8E4M3FN>, tensor<f32>) rhs(%q#0, %q#1, %q#2 : tensor<8x32xf4E2M1FN>, tensor<8x2xf8E4M3FN>, tensor<f32>) outs(%y : tensor<8x8xf32>) epilogue {
  ^bb0(%v: f32):
    nvfp4.yield %v : f32
  }
  return %r : tensor<8x8xf32>
}
func.func @main(%x: tensor<8x32xf32>, %y: tensor<8x8xf32>) -> tensor<8x8xf32> {
  %r = call @layer(%x, %y) : (tensor<8x32xf32>, tensor<8x8xf32>) -> tensor<8x8xf32>
  call @compare(%r, %y) : (tensor<8x8xf32>, tensor<8x8xf32>) -> ()
  return %r : tensor<8x8xf32>
}
func.func private @compare(%x: tensor<8x8xf32>, %y: tensor<8x8xf32>) {
  check.expect_eq %x, %y : tensor<8x8xf32>
  return
}
