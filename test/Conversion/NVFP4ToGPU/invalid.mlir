// RUN: quartet-opt %s --convert-nvfp4-to-gpu --split-input-file --verify-diagnostics

func.func @on_tensors(%x: tensor<4x16xbf16>, %a: tensor<f32>) -> tensor<f32> {
  // expected-error @+1 {{expects operands in buffers, but got a tensor}}
  %m = nvfp4.amax ins(%x : tensor<4x16xbf16>) outs(%a : tensor<f32>)
  return %m : tensor<f32>
}

// -----

func.func @layout(%x: memref<4x16xbf16, strided<[32, 1]>>, %a: memref<f32>) {
  // expected-error @+1 {{expects buffers with identity layout, but got 'memref<4x16xbf16, strided<[32, 1]>>'}}
  nvfp4.amax ins(%x : memref<4x16xbf16, strided<[32, 1]>>) outs(%a : memref<f32>)
  return
}
