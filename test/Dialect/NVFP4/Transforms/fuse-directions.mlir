// RUN: quartet-opt %s --nvfp4-fuse-directions --split-input-file | FileCheck %s
// RUN: quartet-opt %s --nvfp4-fuse-directions=column-sums=false \
// RUN:   --split-input-file | FileCheck %s --check-prefix=NOSUM

#in = affine_map<(n, m) -> (m, n)>
#out = affine_map<(n, m) -> (n)>

// An output gradient: rows for dgrad, columns for wgrad, the sum for the bias.
// CHECK-LABEL: func.func @gradient
// CHECK-SAME: %[[X:.*]]: tensor<128x256xbf16>, %[[SEED:.*]]: tensor<i64>
// CHECK: %[[SUM:.*]] = tensor.empty() : tensor<256xf32>
// CHECK: %[[Q:.*]]:7 = nvfp4.rotate_quantize <quartet2_backward> <both> ins(%[[X]]
// CHECK-SAME: outs(%{{.*}}, %{{.*}}, %{{.*}}, %{{.*}}, %{{.*}}, %{{.*}}, %[[SUM]] :
// CHECK-SAME: {col_site = 3 : i64, column_sum, row_site = 2 : i64, site = 1 : i64}
// CHECK-NOT: linalg.generic
// CHECK: return %[[Q]]#0, %[[Q]]#3, %[[Q]]#6
// NOSUM-LABEL: func.func @gradient
// NOSUM: %[[Q:.*]]:6 = nvfp4.rotate_quantize <quartet2_backward> <both>
// NOSUM: linalg.generic
func.func @gradient(%x: tensor<128x256xbf16>, %seed: tensor<i64>, %t: tensor<f32>)
    -> (tensor<128x256xf4E2M1FN>, tensor<256x128xf4E2M1FN>, tensor<256xf32>) {
  %zero = arith.constant 0.0 : f32
  %d0 = tensor.empty() : tensor<128x256xf4E2M1FN>
  %s0 = tensor.empty() : tensor<128x16xf8E4M3FN>
  %q:3 = nvfp4.rotate_quantize <quartet2_backward> <row>
      ins(%x : tensor<128x256xbf16>) seed(%seed : tensor<i64>)
      outs(%d0, %s0, %t : tensor<128x256xf4E2M1FN>, tensor<128x16xf8E4M3FN>,
           tensor<f32>) {site = 1 : i64, row_site = 2 : i64}
  %d1 = tensor.empty() : tensor<256x128xf4E2M1FN>
  %s1 = tensor.empty() : tensor<256x8xf8E4M3FN>
  %p:3 = nvfp4.rotate_quantize <quartet2_backward> <col>
      ins(%x : tensor<128x256xbf16>) seed(%seed : tensor<i64>)
      outs(%d1, %s1, %t : tensor<256x128xf4E2M1FN>, tensor<256x8xf8E4M3FN>,
           tensor<f32>) {site = 1 : i64, col_site = 3 : i64}
  %e = tensor.empty() : tensor<256xf32>
  %f = linalg.fill ins(%zero : f32) outs(%e : tensor<256xf32>) -> tensor<256xf32>
  %sum = linalg.generic {indexing_maps = [#in, #out],
                         iterator_types = ["parallel", "reduction"]}
      ins(%x : tensor<128x256xbf16>) outs(%f : tensor<256xf32>) {
  ^bb0(%a: bf16, %acc: f32):
    %w = arith.extf %a : bf16 to f32
    %s = arith.addf %acc, %w : f32
    linalg.yield %s : f32
  } -> tensor<256xf32>
  return %q#0, %p#0, %sum
      : tensor<128x256xf4E2M1FN>, tensor<256x128xf4E2M1FN>, tensor<256xf32>
}

// -----

// The saved weight, for a GEMM that wants both.
// CHECK-LABEL: func.func @saved
// CHECK: %[[Q:.*]]:6 = nvfp4.requantize <quartet2_backward> <both>
// CHECK-SAME: {col_site = 3 : i64, row_site = 2 : i64, site = 1 : i64}
// CHECK-NOT: nvfp4.requantize
func.func @saved(%d: tensor<128x128xf4E2M1FN>, %s: tensor<128x8xf8E4M3FN>,
                 %t: tensor<f32>, %seed: tensor<i64>)
    -> (tensor<128x128xf4E2M1FN>, tensor<128x128xf4E2M1FN>) {
  %p:3 = nvfp4.requantize <quartet2_backward> <col>
      ins(%d, %s, %t : tensor<128x128xf4E2M1FN>, tensor<128x8xf8E4M3FN>,
          tensor<f32>) seed(%seed : tensor<i64>)
      outs(%d, %s, %t : tensor<128x128xf4E2M1FN>, tensor<128x8xf8E4M3FN>,
           tensor<f32>) {site = 1 : i64, col_site = 3 : i64}
  %q:3 = nvfp4.requantize <quartet2_backward> <row>
      ins(%d, %s, %t : tensor<128x128xf4E2M1FN>, tensor<128x8xf8E4M3FN>,
          tensor<f32>) seed(%seed : tensor<i64>)
      outs(%d, %s, %t : tensor<128x128xf4E2M1FN>, tensor<128x8xf8E4M3FN>,
           tensor<f32>) {site = 1 : i64, row_site = 2 : i64}
  return %q#0, %p#0 : tensor<128x128xf4E2M1FN>, tensor<128x128xf4E2M1FN>
}

// -----

// Other signs: not one read's worth.
// CHECK-LABEL: func.func @other_site
// CHECK: nvfp4.rotate_quantize <quartet2_backward> <row>
// CHECK: nvfp4.rotate_quantize <quartet2_backward> <col>
func.func @other_site(%x: tensor<128x128xbf16>, %seed: tensor<i64>,
                      %d: tensor<128x128xf4E2M1FN>, %s: tensor<128x8xf8E4M3FN>,
                      %t: tensor<f32>)
    -> (tensor<128x128xf4E2M1FN>, tensor<128x128xf4E2M1FN>) {
  %q:3 = nvfp4.rotate_quantize <quartet2_backward> <row>
      ins(%x : tensor<128x128xbf16>) seed(%seed : tensor<i64>)
      outs(%d, %s, %t : tensor<128x128xf4E2M1FN>, tensor<128x8xf8E4M3FN>,
           tensor<f32>) {site = 1 : i64, row_site = 2 : i64}
  %p:3 = nvfp4.rotate_quantize <quartet2_backward> <col>
      ins(%x : tensor<128x128xbf16>) seed(%seed : tensor<i64>)
      outs(%d, %s, %t : tensor<128x128xf4E2M1FN>, tensor<128x8xf8E4M3FN>,
           tensor<f32>) {site = 4 : i64, col_site = 3 : i64}
  return %q#0, %p#0 : tensor<128x128xf4E2M1FN>, tensor<128x128xf4E2M1FN>
}

// -----

#in = affine_map<(n, m) -> (m, n)>
#out = affine_map<(n, m) -> (n)>

// A sum that starts from something else than zero stays a reduction.
// CHECK-LABEL: func.func @sum_onto
// CHECK: nvfp4.rotate_quantize
// CHECK-NOT: column_sum
// CHECK: linalg.generic
func.func @sum_onto(%x: tensor<128x128xbf16>, %seed: tensor<i64>,
                    %d: tensor<128x128xf4E2M1FN>, %s: tensor<128x8xf8E4M3FN>,
                    %t: tensor<f32>, %old: tensor<128xf32>)
    -> (tensor<128x128xf4E2M1FN>, tensor<128xf32>) {
  %q:3 = nvfp4.rotate_quantize <quartet2_backward> <row>
      ins(%x : tensor<128x128xbf16>) seed(%seed : tensor<i64>)
      outs(%d, %s, %t : tensor<128x128xf4E2M1FN>, tensor<128x8xf8E4M3FN>,
           tensor<f32>) {site = 1 : i64, row_site = 2 : i64}
  %sum = linalg.generic {indexing_maps = [#in, #out],
                         iterator_types = ["parallel", "reduction"]}
      ins(%x : tensor<128x128xbf16>) outs(%old : tensor<128xf32>) {
  ^bb0(%a: bf16, %acc: f32):
    %w = arith.extf %a : bf16 to f32
    %s1 = arith.addf %acc, %w : f32
    linalg.yield %s1 : f32
  } -> tensor<128xf32>
  return %q#0, %sum : tensor<128x128xf4E2M1FN>, tensor<128xf32>
}

// -----

// The sum comes first and is taken before tokens of several sequences are
// merged into rows.
// CHECK-LABEL: func.func @sum_of_sequences
// CHECK-SAME: %[[E:.*]]: tensor<4x32x128xbf16>
// CHECK: %[[X:.*]] = tensor.collapse_shape %[[E]]
// CHECK: %[[Q:.*]]:4 = nvfp4.rotate_quantize <quartet2_backward> <row> ins(%[[X]]
// CHECK-SAME: column_sum
// CHECK: %[[TWICE:.*]] = linalg.add ins(%[[Q]]#3, %[[Q]]#3
// CHECK-NOT: linalg.reduce
// CHECK: return %[[Q]]#0, %[[TWICE]]
func.func @sum_of_sequences(%e: tensor<4x32x128xbf16>, %seed: tensor<i64>,
                            %d: tensor<128x128xf4E2M1FN>, %s: tensor<128x8xf8E4M3FN>,
                            %t: tensor<f32>)
    -> (tensor<128x128xf4E2M1FN>, tensor<128xf32>) {
  %zero = arith.constant 0.0 : f32
  %v = tensor.empty() : tensor<128xf32>
  %f = linalg.fill ins(%zero : f32) outs(%v : tensor<128xf32>) -> tensor<128xf32>
  %sum = linalg.reduce ins(%e : tensor<4x32x128xbf16>) outs(%f : tensor<128xf32>)
      dimensions = [0, 1]
    (%a: bf16, %acc: f32) {
      %w = arith.extf %a : bf16 to f32
      %n = arith.addf %acc, %w : f32
      linalg.yield %n : f32
    }
  %twice = linalg.add ins(%sum, %sum : tensor<128xf32>, tensor<128xf32>)
      outs(%v : tensor<128xf32>) -> tensor<128xf32>
  %x = tensor.collapse_shape %e [[0, 1], [2]]
      : tensor<4x32x128xbf16> into tensor<128x128xbf16>
  %q:3 = nvfp4.rotate_quantize <quartet2_backward> <row>
      ins(%x : tensor<128x128xbf16>) seed(%seed : tensor<i64>)
      outs(%d, %s, %t : tensor<128x128xf4E2M1FN>, tensor<128x8xf8E4M3FN>,
           tensor<f32>) {site = 1 : i64, row_site = 2 : i64}
  return %q#0, %twice : tensor<128x128xf4E2M1FN>, tensor<128xf32>
}

// -----

// A sum in the narrow type rounds after every row: another value.
// CHECK-LABEL: func.func @narrow_sum
// CHECK: nvfp4.rotate_quantize
// CHECK-NOT: column_sum
// CHECK: linalg.reduce
func.func @narrow_sum(%x: tensor<128x128xbf16>, %seed: tensor<i64>,
                      %d: tensor<128x128xf4E2M1FN>, %s: tensor<128x8xf8E4M3FN>,
                      %t: tensor<f32>)
    -> (tensor<128x128xf4E2M1FN>, tensor<128xbf16>) {
  %zero = arith.constant 0.0 : bf16
  %v = tensor.empty() : tensor<128xbf16>
  %f = linalg.fill ins(%zero : bf16) outs(%v : tensor<128xbf16>) -> tensor<128xbf16>
  %q:3 = nvfp4.rotate_quantize <quartet2_backward> <row>
      ins(%x : tensor<128x128xbf16>) seed(%seed : tensor<i64>)
      outs(%d, %s, %t : tensor<128x128xf4E2M1FN>, tensor<128x8xf8E4M3FN>,
           tensor<f32>) {site = 1 : i64, row_site = 2 : i64}
  %sum = linalg.reduce ins(%x : tensor<128x128xbf16>) outs(%f : tensor<128xbf16>)
      dimensions = [0]
    (%a: bf16, %acc: bf16) {
      %n = arith.addf %acc, %a : bf16
      linalg.yield %n : bf16
    }
  return %q#0, %sum : tensor<128x128xf4E2M1FN>, tensor<128xbf16>
}
