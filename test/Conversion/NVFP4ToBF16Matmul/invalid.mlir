// RUN: quartet-opt %s --convert-nvfp4-matmul-to-bf16 --split-input-file --verify-diagnostics

func.func @tensors(
    %a: tensor<64x32xi8>, %as: tensor<64x4xf8E4M3FN>, %t: tensor<f32>,
    %d: tensor<64x64xf32>) -> tensor<64x64xf32> {
  // expected-error @+1 {{expects operands in buffers, but got 'tensor<64x32xi8>'}}
  %r = nvfp4.scaled_matmul
      lhs(%a, %as, %t : tensor<64x32xi8>, tensor<64x4xf8E4M3FN>, tensor<f32>)
      rhs(%a, %as, %t : tensor<64x32xi8>, tensor<64x4xf8E4M3FN>, tensor<f32>)
      outs(%d : tensor<64x64xf32>)
  return %r : tensor<64x64xf32>
}

// -----

func.func @strided(
    %a: memref<64x32xi8, strided<[64, 1]>>, %as: memref<64x4xf8E4M3FN>,
    %t: memref<f32>, %d: memref<64x64xf32>) {
  // expected-error @+1 {{expects contiguous row-major buffers, but got 'memref<64x32xi8, strided<[64, 1]>>'}}
  nvfp4.scaled_matmul
      lhs(%a, %as, %t : memref<64x32xi8, strided<[64, 1]>>,
          memref<64x4xf8E4M3FN>, memref<f32>)
      rhs(%a, %as, %t : memref<64x32xi8, strided<[64, 1]>>,
          memref<64x4xf8E4M3FN>, memref<f32>)
      outs(%d : memref<64x64xf32>)
  return
}
