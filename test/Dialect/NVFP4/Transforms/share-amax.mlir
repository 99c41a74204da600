// RUN: quartet-opt %s --nvfp4-share-amax --split-input-file | FileCheck %s

// Rows and columns of one matrix.
// CHECK-LABEL: func.func @both(
// CHECK-SAME: %[[X:.*]]: tensor<64x32xbf16>, %[[Y:.*]]: tensor<64x32xbf16>
// CHECK: %[[ZERO:.*]] = arith.constant dense<0.000000e+00> : tensor<f32>
// CHECK: %[[A:.*]] = nvfp4.amax ins(%[[X]] : tensor<64x32xbf16>) outs(%[[ZERO]] : tensor<f32>)
// CHECK: nvfp4.quantize <rtn> ins(%[[X]] : {{.*}}) amax(%[[A]] : tensor<f32>)
// CHECK: nvfp4.quantize <rtn> ins(%[[Y]] : tensor<64x32xbf16>) outs(
// CHECK: nvfp4.quantize <sr> ins(%[[X]] : {{.*}}) amax(%[[A]] : tensor<f32>) {{.*}}transpose
// CHECK-NOT: nvfp4.amax
func.func @both(%x: tensor<64x32xbf16>, %y: tensor<64x32xbf16>, %seed: tensor<i64>,
                %d: tensor<64x32xf4E2M1FN>, %s: tensor<64x2xf8E4M3FN>, %t: tensor<f32>,
                %dt: tensor<32x64xf4E2M1FN>, %st: tensor<32x4xf8E4M3FN>)
    -> (tensor<64x32xf4E2M1FN>, tensor<64x32xf4E2M1FN>, tensor<32x64xf4E2M1FN>) {
  %q:3 = nvfp4.quantize <rtn> ins(%x : tensor<64x32xbf16>)
      outs(%d, %s, %t : tensor<64x32xf4E2M1FN>, tensor<64x2xf8E4M3FN>, tensor<f32>)
  %o:3 = nvfp4.quantize <rtn> ins(%y : tensor<64x32xbf16>)
      outs(%d, %s, %t : tensor<64x32xf4E2M1FN>, tensor<64x2xf8E4M3FN>, tensor<f32>)
  %p:3 = nvfp4.quantize <sr> ins(%x : tensor<64x32xbf16>) seed(%seed : tensor<i64>)
      outs(%dt, %st, %t : tensor<32x64xf4E2M1FN>, tensor<32x4xf8E4M3FN>, tensor<f32>)
      {site = 1 : i64, transpose}
  return %q#0, %o#0, %p#0 : tensor<64x32xf4E2M1FN>, tensor<64x32xf4E2M1FN>, tensor<32x64xf4E2M1FN>
}

// -----

// Post hoc tensor scales need no amax; one that is given stays; rows that do not
// count have no part in it.
// CHECK-LABEL: func.func @others(
// CHECK-NOT: nvfp4.amax
// CHECK: return
func.func @others(%x: tensor<64x32xbf16>, %a: tensor<f32>, %n: index, %seed: tensor<i64>,
                  %d: tensor<64x32xf4E2M1FN>, %s: tensor<64x2xf8E4M3FN>, %t: tensor<f32>)
    -> (tensor<64x32xf4E2M1FN>, tensor<64x32xf4E2M1FN>, tensor<64x32xf4E2M1FN>, tensor<64x32xf4E2M1FN>) {
  %0:3 = nvfp4.quantize <rtn> ins(%x : tensor<64x32xbf16>)
      outs(%d, %s, %t : tensor<64x32xf4E2M1FN>, tensor<64x2xf8E4M3FN>, tensor<f32>)
  %1:3 = nvfp4.quantize <rtn> ins(%x : tensor<64x32xbf16>) amax(%a : tensor<f32>)
      outs(%d, %s, %t : tensor<64x32xf4E2M1FN>, tensor<64x2xf8E4M3FN>, tensor<f32>)
  %2:3 = nvfp4.quantize <rtn> ins(%x : tensor<64x32xbf16>) valid_rows(%n)
      outs(%d, %s, %t : tensor<64x32xf4E2M1FN>, tensor<64x2xf8E4M3FN>, tensor<f32>)
  %3:3 = nvfp4.quantize <quartet2_backward> ins(%x : tensor<64x32xbf16>) seed(%seed : tensor<i64>)
      outs(%d, %s, %t : tensor<64x32xf4E2M1FN>, tensor<64x2xf8E4M3FN>, tensor<f32>) {site = 1 : i64}
  return %0#0, %1#0, %2#0, %3#0 : tensor<64x32xf4E2M1FN>, tensor<64x32xf4E2M1FN>, tensor<64x32xf4E2M1FN>, tensor<64x32xf4E2M1FN>
}
