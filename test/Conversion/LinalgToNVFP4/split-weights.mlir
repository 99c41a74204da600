// RUN: quartet-opt %s --split-input-file --quartet-raise="recipe=rtn split-weights" -verify-diagnostics | FileCheck %s

#A = affine_map<(m, n, k) -> (m, k)>
#B = affine_map<(m, n, k) -> (n, k)>
#C = affine_map<(m, n, k) -> (m, n)>

// The master weight is rounded and quantized once, for forward and backward.
// Extents that are dynamic are found in the data; a parameter of an elementwise
// operation stays.
// CHECK-LABEL: func.func @prepare_weights(
// CHECK-SAME: %[[W:.*]]: tensor<?x64xf32> {nvfp4.param, quartet.name = "w"}, %[[V:.*]]: tensor<64x64xbf16> {nvfp4.param})
// CHECK-SAME: -> (tensor<?x64xf4E2M1FN>, tensor<?x4xf8E4M3FN>, tensor<f32>, tensor<64x64xf4E2M1FN>, tensor<64x4xf8E4M3FN>, tensor<f32>)
// CHECK: %[[R:.*]] = arith.truncf %[[W]]
// CHECK: %[[WQ:.*]]:3 = nvfp4.quantize <rtn> ins(%[[R]]
// CHECK: %[[VQ:.*]]:3 = nvfp4.quantize <rtn> ins(%[[V]]
// CHECK: return %[[WQ]]#0, %[[WQ]]#1, %[[WQ]]#2, %[[VQ]]#0, %[[VQ]]#1, %[[VQ]]#2
// CHECK-LABEL: func.func @step(
// CHECK-SAME: %{{.*}}: tensor<8x64xbf16>, %[[WD:.*]]: tensor<?x64xf4E2M1FN> {quartet.name = "w"}, %[[WS:.*]]: tensor<?x4xf8E4M3FN>, %[[WT:.*]]: tensor<f32>, %[[B:.*]]: tensor<64xf32> {nvfp4.param}, %[[VD:.*]]: tensor<64x64xf4E2M1FN>,
// CHECK: tensor.dim %[[WD]]
// CHECK-NOT: arith.truncf
// CHECK: nvfp4.scaled_matmul {{.*}} rhs(%[[WD]], %[[WS]], %[[WT]]
// CHECK: nvfp4.scaled_matmul {{.*}} rhs(%[[VD]],
// CHECK: nvfp4.dequantize ins(%[[VD]],
func.func @step(%x: tensor<8x64xbf16>, %w: tensor<?x64xf32> {nvfp4.param, quartet.name = "w"},
                // expected-remark @below {{not prepared: it is not quantized without randomness}}
                %bias: tensor<64xf32> {nvfp4.param},
                %v: tensor<64x64xbf16> {nvfp4.param}, %e: tensor<8x64xbf16> {nvfp4.gradient}) -> (tensor<8x?xf32>, tensor<8x64xf32>, tensor<8x64xf32>, tensor<64xf32>) {
  %c0 = arith.constant 0 : index
  %z = arith.constant 0.0 : f32
  %wb = arith.truncf %w : tensor<?x64xf32> to tensor<?x64xbf16>
  %n = tensor.dim %w, %c0 : tensor<?x64xf32>
  %e0 = tensor.empty(%n) : tensor<8x?xf32>
  %f0 = linalg.fill ins(%z : f32) outs(%e0 : tensor<8x?xf32>) -> tensor<8x?xf32>
  // expected-remark @below {{fprop of layer 0}}
  %0 = linalg.matmul indexing_maps = [#A, #B, #C] ins(%x, %wb : tensor<8x64xbf16>, tensor<?x64xbf16>) outs(%f0 : tensor<8x?xf32>) -> tensor<8x?xf32>
  %e1 = tensor.empty() : tensor<8x64xf32>
  %f1 = linalg.fill ins(%z : f32) outs(%e1 : tensor<8x64xf32>) -> tensor<8x64xf32>
  // expected-remark @below {{fprop of layer 1}}
  %1 = linalg.matmul indexing_maps = [#A, #B, #C] ins(%x, %v : tensor<8x64xbf16>, tensor<64x64xbf16>) outs(%f1 : tensor<8x64xf32>) -> tensor<8x64xf32>
  // expected-remark @below {{dgrad of layer 1}}
  %2 = linalg.matmul ins(%e, %v : tensor<8x64xbf16>, tensor<64x64xbf16>) outs(%f1 : tensor<8x64xf32>) -> tensor<8x64xf32>
  %e3 = tensor.empty() : tensor<64xf32>
  %3 = linalg.exp ins(%bias : tensor<64xf32>) outs(%e3 : tensor<64xf32>) -> tensor<64xf32>
  return %0, %1, %2, %3 : tensor<8x?xf32>, tensor<8x64xf32>, tensor<8x64xf32>, tensor<64xf32>
}

// -----

// Two entries: two preparations. A function that is called stays.
// CHECK-LABEL: func.func @f_prepare_weights(
// CHECK-LABEL: func.func @f(
// CHECK-SAME: tensor<32x64xf4E2M1FN>
// CHECK-LABEL: func.func @g_prepare_weights(
// CHECK-LABEL: func.func @g(
// CHECK-SAME: tensor<32x64xf4E2M1FN>
// CHECK-LABEL: func.func @called(
// CHECK-SAME: tensor<64x32xbf16> {nvfp4.param}
// CHECK: nvfp4.quantize
func.func @f(%x: tensor<8x64xbf16>, %w: tensor<64x32xbf16> {nvfp4.param}, %i: tensor<8x32xf32>) -> tensor<8x32xf32> {
  // expected-remark @below {{fprop of layer 0}}
  %0 = linalg.matmul ins(%x, %w : tensor<8x64xbf16>, tensor<64x32xbf16>) outs(%i : tensor<8x32xf32>) -> tensor<8x32xf32>
  return %0 : tensor<8x32xf32>
}
func.func @g(%x: tensor<8x64xbf16>, %w: tensor<64x32xbf16> {nvfp4.param}, %i: tensor<8x32xf32>) -> tensor<8x32xf32> {
  // expected-remark @below {{fprop of layer 1}}
  %0 = linalg.matmul ins(%x, %w : tensor<8x64xbf16>, tensor<64x32xbf16>) outs(%i : tensor<8x32xf32>) -> tensor<8x32xf32>
  %v = tensor.empty() : tensor<64x32xbf16>
  %1 = call @called(%x, %v, %0) : (tensor<8x64xbf16>, tensor<64x32xbf16>, tensor<8x32xf32>) -> tensor<8x32xf32>
  return %1 : tensor<8x32xf32>
}
func.func @called(%x: tensor<8x64xbf16>,
                  // expected-remark @below {{not prepared: its function is called in this module}}
                  %w: tensor<64x32xbf16> {nvfp4.param}, %i: tensor<8x32xf32>) -> tensor<8x32xf32> {
  // expected-remark @below {{fprop of layer 2}}
  %0 = linalg.matmul ins(%x, %w : tensor<8x64xbf16>, tensor<64x32xbf16>) outs(%i : tensor<8x32xf32>) -> tensor<8x32xf32>
  return %0 : tensor<8x32xf32>
}

// -----

// The name is taken.
func.func @f(%x: tensor<8x64xbf16>, %w: tensor<64x32xbf16> {nvfp4.param}, %i: tensor<8x32xf32>) -> tensor<8x32xf32> {
  // expected-remark @below {{fprop of layer 0}}
  %0 = linalg.matmul ins(%x, %w : tensor<8x64xbf16>, tensor<64x32xbf16>) outs(%i : tensor<8x32xf32>) -> tensor<8x32xf32>
  return %0 : tensor<8x32xf32>
}
// expected-error @below {{expects another name than 'prepare_weights', which the function that prepares weights gets}}
func.func @prepare_weights() {
  return
}
