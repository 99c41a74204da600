// RUN: quartet-opt %s --convert-nvfp4-matmul-to-tcgen05 -split-input-file \
// RUN:   -verify-diagnostics

func.func @tensors(%a: tensor<4x32xi8>, %s: tensor<1x1x32x4x4xf8E4M3FN>,
                   %t: tensor<f32>, %d: tensor<4x4xf32>) -> tensor<4x4xf32> {
  // expected-error @below {{expects operands in buffers, but got 'tensor<4x32xi8>'}}
  %r = nvfp4.scaled_matmul
      lhs(%a, %s, %t : tensor<4x32xi8>, tensor<1x1x32x4x4xf8E4M3FN>,
          tensor<f32>)
      rhs(%a, %s, %t : tensor<4x32xi8>, tensor<1x1x32x4x4xf8E4M3FN>,
          tensor<f32>)
      outs(%d : tensor<4x4xf32>)
  return %r : tensor<4x4xf32>
}

// -----

func.func @strided(%a: memref<4x32xi8>, %s: memref<1x1x32x4x4xf8E4M3FN>,
                   %t: memref<f32>, %d: memref<4x4xf32, strided<[8, 1]>>) {
  // expected-error @below {{expects contiguous row-major buffers, but got 'memref<4x4xf32, strided<[8, 1]>>'}}
  nvfp4.scaled_matmul
      lhs(%a, %s, %t : memref<4x32xi8>, memref<1x1x32x4x4xf8E4M3FN>,
          memref<f32>)
      rhs(%a, %s, %t : memref<4x32xi8>, memref<1x1x32x4x4xf8E4M3FN>,
          memref<f32>)
      outs(%d : memref<4x4xf32, strided<[8, 1]>>)
  return
}

// -----

func.func @captured(%a: memref<4x32xi8>, %s: memref<1x1x32x4x4xf8E4M3FN>,
                    %t: memref<f32>, %d: memref<4x4xbf16>, %c: bf16) {
  // expected-error @below {{expects its epilogue to take f32, i32, i64 or index from outside, but got 'bf16'}}
  nvfp4.scaled_matmul
      lhs(%a, %s, %t : memref<4x32xi8>, memref<1x1x32x4x4xf8E4M3FN>,
          memref<f32>)
      rhs(%a, %s, %t : memref<4x32xi8>, memref<1x1x32x4x4xf8E4M3FN>,
          memref<f32>)
      outs(%d : memref<4x4xbf16>) epilogue {
  ^bb0(%v: f32):
    %x = arith.truncf %v : f32 to bf16
    %y = arith.addf %x, %c : bf16
    nvfp4.yield %y : bf16
  }
  return
}
