// RUN: quartet-opt %s --nvfp4-decompose -split-input-file | FileCheck %s

// K = 72 is padded to 128 in the row direction, the 200 rows to 256 in the
// column direction; both share the signs of site 1 and round at their own site.
// CHECK: #[[COLUMNS:.*]] = affine_map<(d0, d1) -> (d1, d0)>
// CHECK: #[[SUM:.*]] = affine_map<(d0, d1) -> (d0)>
// CHECK-LABEL: func.func @rotate_quantize
// CHECK-SAME: %[[X:[a-z0-9]*]]: tensor<200x72xbf16>, %[[SEED:[a-z0-9]*]]: tensor<i64>, %[[I:[a-z0-9]*]]: index, %[[D0:[a-z0-9]*]]: tensor<200x128xf4E2M1FN>, %[[S0:[a-z0-9]*]]: tensor<2x2x32x4x4xf8E4M3FN>, %[[D1:[a-z0-9]*]]: tensor<72x256xf4E2M1FN>, %[[S1:[a-z0-9]*]]: tensor<72x16xf8E4M3FN>, %[[T:[a-z0-9]*]]: tensor<f32>, %[[C:[a-z0-9]*]]: tensor<72xf32>
// CHECK-DAG: %[[E0:.*]] = tensor.empty() : tensor<200x128xf32>
// CHECK-DAG: %[[E1:.*]] = tensor.empty() : tensor<72x256xf32>
// CHECK-DAG: %[[R0:.*]] = nvfp4.rotate ins(%[[X]] : tensor<200x72xbf16>) seed(%[[SEED]] : tensor<i64>) instance(%[[I]]) outs(%[[E0]] : tensor<200x128xf32>) {site = 1 : i64}
// CHECK-DAG: %[[Q0:.*]]:3 = nvfp4.quantize <quartet2_backward> ins(%[[R0]] : tensor<200x128xf32>) seed(%[[SEED]] : tensor<i64>) instance(%[[I]]) outs(%[[D0]], %[[S0]], %[[T]] : {{.*}}) {site = 2 : i64}
// CHECK-DAG: %[[R1:.*]] = nvfp4.rotate ins(%[[X]] : tensor<200x72xbf16>) seed(%[[SEED]] : tensor<i64>) instance(%[[I]]) outs(%[[E1]] : tensor<72x256xf32>) {site = 1 : i64, transpose}
// CHECK-DAG: %[[Q1:.*]]:3 = nvfp4.quantize <quartet2_backward> ins(%[[R1]] : tensor<72x256xf32>) seed(%[[SEED]] : tensor<i64>) instance(%[[I]]) outs(%[[D1]], %[[S1]], %[[T]] : {{.*}}) {site = 3 : i64}
// CHECK-DAG: %[[Z:.*]] = arith.constant 0.000000e+00 : f32
// CHECK-DAG: %[[F:.*]] = linalg.fill ins(%[[Z]] : f32) outs(%[[C]] : tensor<72xf32>)
// CHECK: %[[G:.*]] = linalg.generic {indexing_maps = [#[[COLUMNS]], #[[SUM]]], iterator_types = ["parallel", "reduction"]} ins(%[[X]] : tensor<200x72xbf16>) outs(%[[F]] : tensor<72xf32>)
// CHECK-NEXT: ^bb0(%[[V:.*]]: bf16, %[[A:.*]]: f32):
// CHECK-NEXT: %[[W:.*]] = arith.extf %[[V]] : bf16 to f32
// CHECK-NEXT: %[[N:.*]] = arith.addf %[[A]], %[[W]] : f32
// CHECK-NEXT: linalg.yield %[[N]] : f32
// CHECK: return %[[Q0]]#0, %[[Q1]]#1, %[[G]]
func.func @rotate_quantize(%x: tensor<200x72xbf16>, %seed: tensor<i64>,
    %i: index, %d0: tensor<200x128xf4E2M1FN>, %s0: tensor<2x2x32x4x4xf8E4M3FN>,
    %d1: tensor<72x256xf4E2M1FN>, %s1: tensor<72x16xf8E4M3FN>, %t: tensor<f32>,
    %c: tensor<72xf32>)
    -> (tensor<200x128xf4E2M1FN>, tensor<72x16xf8E4M3FN>, tensor<72xf32>) {
  %q:7 = nvfp4.rotate_quantize <quartet2_backward> <both>
      ins(%x : tensor<200x72xbf16>) seed(%seed : tensor<i64>) instance(%i)
      outs(%d0, %s0, %t, %d1, %s1, %t, %c : tensor<200x128xf4E2M1FN>,
           tensor<2x2x32x4x4xf8E4M3FN>, tensor<f32>, tensor<72x256xf4E2M1FN>,
           tensor<72x16xf8E4M3FN>, tensor<f32>, tensor<72xf32>)
      {group = 128 : i64, site = 1 : i64, row_site = 2 : i64,
       col_site = 3 : i64, column_sum}
  return %q#0, %q#4, %q#6 : tensor<200x128xf4E2M1FN>, tensor<72x16xf8E4M3FN>,
                            tensor<72xf32>
}

// -----

// A deterministic quantizer takes no seed; dynamic sizes are rounded up.
// CHECK: #[[PAD:.*]] = affine_map<()[s0] -> ((s0 ceildiv 32) * 32)>
// CHECK-LABEL: func.func @rotate_rtn
// CHECK-SAME: %[[X:[a-z0-9]*]]: tensor<?x?xf32>
// CHECK-DAG: %[[C0:.*]] = arith.constant 0 : index
// CHECK-DAG: %[[C1:.*]] = arith.constant 1 : index
// CHECK-DAG: %[[R:.*]] = tensor.dim %[[X]], %[[C0]]
// CHECK-DAG: %[[K:.*]] = tensor.dim %[[X]], %[[C1]]
// CHECK-DAG: %[[P:.*]] = affine.apply #[[PAD]]()[%[[K]]]
// CHECK: %[[E:.*]] = tensor.empty(%[[R]], %[[P]]) : tensor<?x?xf32>
// CHECK: nvfp4.rotate ins(%[[X]] : tensor<?x?xf32>) seed(%{{.*}} : tensor<i64>) outs(%[[E]] : tensor<?x?xf32>) {group = 16 : i64, site = 5 : i64}
// CHECK: nvfp4.quantize <rtn> ins(%{{.*}} : tensor<?x?xf32>) outs(
func.func @rotate_rtn(%x: tensor<?x?xf32>, %seed: tensor<i64>,
    %d: tensor<?x?xf4E2M1FN>, %s: tensor<?x?xf8E4M3FN>, %t: tensor<f32>)
    -> tensor<?x?xf4E2M1FN> {
  %q:3 = nvfp4.rotate_quantize <rtn> <row> ins(%x : tensor<?x?xf32>)
      seed(%seed : tensor<i64>) outs(%d, %s, %t : tensor<?x?xf4E2M1FN>,
      tensor<?x?xf8E4M3FN>, tensor<f32>) {group = 16 : i64, site = 5 : i64}
  return %q#0 : tensor<?x?xf4E2M1FN>
}

// -----

// The matrix has the 40 columns that the column result has rows; the saved
// tensor scale becomes the prescale.
// CHECK-LABEL: func.func @requantize
// CHECK-SAME: %[[D:[a-z0-9]*]]: tensor<256x64xf4E2M1FN>, %[[S:[a-z0-9]*]]: tensor<2x1x32x4x4xf8E4M3FN>, %[[T:[a-z0-9]*]]: tensor<f32>
// CHECK: %[[E:.*]] = tensor.empty() : tensor<256x40xbf16>
// CHECK: %[[V:.*]] = nvfp4.dequantize ins(%[[D]], %[[S]] : tensor<256x64xf4E2M1FN>, tensor<2x1x32x4x4xf8E4M3FN>) outs(%[[E]] : tensor<256x40xbf16>)
// CHECK: %[[R:.*]] = nvfp4.rotate ins(%[[V]] : tensor<256x40xbf16>) {{.*}} outs(%{{.*}} : tensor<40x256xf32>) {site = 1 : i64, transpose}
// CHECK: nvfp4.quantize <quartet2_backward> ins(%[[R]] : tensor<40x256xf32>) seed(%{{.*}} : tensor<i64>) prescale(%[[T]] : tensor<f32>)
// CHECK-SAME: {site = 4 : i64}
func.func @requantize(%d: tensor<256x64xf4E2M1FN>,
    %s: tensor<2x1x32x4x4xf8E4M3FN>, %t: tensor<f32>, %seed: tensor<i64>,
    %d1: tensor<40x256xf4E2M1FN>, %s1: tensor<40x16xf8E4M3FN>)
    -> tensor<40x256xf4E2M1FN> {
  %q:3 = nvfp4.requantize <quartet2_backward> <col>
      ins(%d, %s, %t : tensor<256x64xf4E2M1FN>, tensor<2x1x32x4x4xf8E4M3FN>,
          tensor<f32>)
      seed(%seed : tensor<i64>)
      outs(%d1, %s1, %t : tensor<40x256xf4E2M1FN>, tensor<40x16xf8E4M3FN>,
           tensor<f32>)
      {group = 128 : i64, site = 1 : i64, col_site = 4 : i64}
  return %q#0 : tensor<40x256xf4E2M1FN>
}

// -----

// Packed data: 32 bytes are 64 columns.
// CHECK-LABEL: func.func @requantize_packed
// CHECK: tensor.empty() : tensor<4x64xbf16>
func.func @requantize_packed(%d: tensor<4x32xi8>, %s: tensor<4x4xf8E4M3FN>,
                             %t: tensor<f32>, %seed: tensor<i64>)
    -> tensor<4x32xi8> {
  %q:3 = nvfp4.requantize <rtn> <row>
      ins(%d, %s, %t : tensor<4x32xi8>, tensor<4x4xf8E4M3FN>, tensor<f32>)
      seed(%seed : tensor<i64>)
      outs(%d, %s, %t : tensor<4x32xi8>, tensor<4x4xf8E4M3FN>, tensor<f32>)
      {group = 32 : i64, site = 1 : i64}
  return %q#0 : tensor<4x32xi8>
}
