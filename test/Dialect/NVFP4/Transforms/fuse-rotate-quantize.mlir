// RUN: quartet-opt %s --nvfp4-fuse-rotate-quantize --split-input-file \
// RUN:   | FileCheck %s

// CHECK-LABEL: func.func @rows
// CHECK-SAME: %[[X:.*]]: tensor<4x128xbf16>, %[[SEED:.*]]: tensor<i64>, %[[I:.*]]: index
// CHECK-NOT: nvfp4.rotate ins
// CHECK: nvfp4.rotate_quantize <quartet2_backward> <row> ins(%[[X]] : tensor<4x128xbf16>) seed(%[[SEED]] : tensor<i64>) instance(%[[I]])
// CHECK-SAME: {row_site = 2 : i64, site = 1 : i64}
func.func @rows(%x: tensor<4x128xbf16>, %seed: tensor<i64>, %i: index,
                %d: tensor<4x128xf4E2M1FN>, %s: tensor<4x8xf8E4M3FN>,
                %t: tensor<f32>) -> tensor<4x128xf4E2M1FN> {
  %e = tensor.empty() : tensor<4x128xf32>
  %r = nvfp4.rotate ins(%x : tensor<4x128xbf16>) seed(%seed : tensor<i64>)
      instance(%i) outs(%e : tensor<4x128xf32>) {site = 1 : i64}
  %q:3 = nvfp4.quantize <quartet2_backward> ins(%r : tensor<4x128xf32>)
      seed(%seed : tensor<i64>) instance(%i)
      outs(%d, %s, %t : tensor<4x128xf4E2M1FN>, tensor<4x8xf8E4M3FN>,
           tensor<f32>) {site = 2 : i64}
  return %q#0 : tensor<4x128xf4E2M1FN>
}

// -----

// A quantizer without randomness has no seed and no site of its own.
// CHECK-LABEL: func.func @columns
// CHECK: nvfp4.rotate_quantize <rtn> <col>
// CHECK-SAME: {group = 16 : i64, site = 1 : i64}
func.func @columns(%x: tensor<64x4xbf16>, %seed: tensor<i64>,
                   %d: tensor<4x64xf4E2M1FN>, %s: tensor<4x4xf8E4M3FN>,
                   %t: tensor<f32>) -> tensor<4x64xf4E2M1FN> {
  %e = tensor.empty() : tensor<4x64xf32>
  %r = nvfp4.rotate ins(%x : tensor<64x4xbf16>) seed(%seed : tensor<i64>)
      outs(%e : tensor<4x64xf32>) {group = 16 : i64, site = 1 : i64, transpose}
  %q:3 = nvfp4.quantize <rtn> ins(%r : tensor<4x64xf32>)
      outs(%d, %s, %t : tensor<4x64xf4E2M1FN>, tensor<4x4xf8E4M3FN>,
           tensor<f32>)
  return %q#0 : tensor<4x64xf4E2M1FN>
}

// -----

// CHECK-LABEL: func.func @saved
// CHECK-SAME: %[[D:[a-z0-9]+]]: tensor<128x64xf4E2M1FN>, %[[S:[a-z0-9]+]]: tensor<128x4xf8E4M3FN>, %[[T:[a-z0-9]+]]: tensor<f32>
// CHECK-NOT: nvfp4.dequantize
// CHECK: nvfp4.requantize <quartet2_backward> <col> ins(%[[D]], %[[S]], %[[T]] :
// CHECK-SAME: {col_site = 2 : i64, site = 1 : i64}
func.func @saved(%d: tensor<128x64xf4E2M1FN>, %s: tensor<128x4xf8E4M3FN>,
                 %t: tensor<f32>, %seed: tensor<i64>,
                 %d1: tensor<64x128xf4E2M1FN>, %s1: tensor<64x8xf8E4M3FN>)
    -> tensor<64x128xf4E2M1FN> {
  %e0 = tensor.empty() : tensor<128x64xbf16>
  %x = nvfp4.dequantize ins(%d, %s : tensor<128x64xf4E2M1FN>,
      tensor<128x4xf8E4M3FN>) outs(%e0 : tensor<128x64xbf16>)
  %e = tensor.empty() : tensor<64x128xf32>
  %r = nvfp4.rotate ins(%x : tensor<128x64xbf16>) seed(%seed : tensor<i64>)
      outs(%e : tensor<64x128xf32>) {site = 1 : i64, transpose}
  %q:3 = nvfp4.quantize <quartet2_backward> ins(%r : tensor<64x128xf32>)
      seed(%seed : tensor<i64>) prescale(%t : tensor<f32>)
      outs(%d1, %s1, %t : tensor<64x128xf4E2M1FN>, tensor<64x8xf8E4M3FN>,
           tensor<f32>) {site = 2 : i64}
  return %q#0 : tensor<64x128xf4E2M1FN>
}

// -----

// The rotated matrix is needed as such.
// CHECK-LABEL: func.func @other_user
// CHECK: nvfp4.rotate
// CHECK: nvfp4.quantize
func.func @other_user(%x: tensor<4x128xbf16>, %seed: tensor<i64>,
                      %d: tensor<4x128xf4E2M1FN>, %s: tensor<4x8xf8E4M3FN>,
                      %t: tensor<f32>)
    -> (tensor<4x128xf4E2M1FN>, tensor<4x128xf32>) {
  %e = tensor.empty() : tensor<4x128xf32>
  %r = nvfp4.rotate ins(%x : tensor<4x128xbf16>) seed(%seed : tensor<i64>)
      outs(%e : tensor<4x128xf32>) {site = 1 : i64}
  %q:3 = nvfp4.quantize <quartet2_backward> ins(%r : tensor<4x128xf32>)
      seed(%seed : tensor<i64>)
      outs(%d, %s, %t : tensor<4x128xf4E2M1FN>, tensor<4x8xf8E4M3FN>,
           tensor<f32>) {site = 2 : i64}
  return %q#0, %r : tensor<4x128xf4E2M1FN>, tensor<4x128xf32>
}

// -----

// Another instance would draw other numbers than the fused operation.
// CHECK-LABEL: func.func @other_instance
// CHECK: nvfp4.rotate
// CHECK: nvfp4.quantize
func.func @other_instance(%x: tensor<4x128xbf16>, %seed: tensor<i64>,
                          %i: index, %j: index, %d: tensor<4x128xf4E2M1FN>,
                          %s: tensor<4x8xf8E4M3FN>, %t: tensor<f32>)
    -> tensor<4x128xf4E2M1FN> {
  %e = tensor.empty() : tensor<4x128xf32>
  %r = nvfp4.rotate ins(%x : tensor<4x128xbf16>) seed(%seed : tensor<i64>)
      instance(%i) outs(%e : tensor<4x128xf32>) {site = 1 : i64}
  %q:3 = nvfp4.quantize <quartet2_backward> ins(%r : tensor<4x128xf32>)
      seed(%seed : tensor<i64>) instance(%j)
      outs(%d, %s, %t : tensor<4x128xf4E2M1FN>, tensor<4x8xf8E4M3FN>,
           tensor<f32>) {site = 2 : i64}
  return %q#0 : tensor<4x128xf4E2M1FN>
}
