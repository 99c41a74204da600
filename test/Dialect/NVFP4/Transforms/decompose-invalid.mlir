// RUN: quartet-opt %s --nvfp4-decompose -verify-diagnostics

func.func @memref(%x: memref<4x64xf32>, %seed: memref<i64>, %d: memref<4x32xi8>,
                  %s: memref<4x4xf8E4M3FN>, %t: memref<f32>) {
  // expected-error @below {{expects tensors to be decomposed, but got memrefs}}
  nvfp4.rotate_quantize <rtn> <row> ins(%x : memref<4x64xf32>)
      seed(%seed : memref<i64>)
      outs(%d, %s, %t : memref<4x32xi8>, memref<4x4xf8E4M3FN>, memref<f32>)
      {group = 16 : i64, site = 1 : i64}
  return
}
