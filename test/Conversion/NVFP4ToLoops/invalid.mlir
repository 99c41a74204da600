// RUN: quartet-opt %s --convert-nvfp4-to-loops --split-input-file --verify-diagnostics

func.func @tensor(%x: tensor<8x64xbf16>, %a: tensor<f32>) -> tensor<f32> {
  // expected-error @below {{expects operands in buffers, but got a tensor}}
  %r = nvfp4.amax ins(%x : tensor<8x64xbf16>) outs(%a : tensor<f32>)
  return %r : tensor<f32>
}

// -----

func.func @strided(%x: memref<8x64xbf16, strided<[128, 2]>>, %a: memref<f32>) {
  // expected-error @below {{expects buffers whose last dimension has stride 1, but got memref<8x64xbf16, strided<[128, 2]>>}}
  nvfp4.amax ins(%x : memref<8x64xbf16, strided<[128, 2]>>) outs(%a : memref<f32>)
  return
}

// -----

func.func @scalable(%x: vector<[8]xf32>) -> vector<[8]xf8E4M3FN> {
  // expected-error @below {{cannot be lowered to loops in this form}}
  %c = nvfp4.encode %x : vector<[8]xf32> to vector<[8]xf8E4M3FN>
  return %c : vector<[8]xf8E4M3FN>
}
