// RUN: quartet-opt %s --nvfp4-tile-scales -split-input-file | FileCheck %s

// A quantizer that feeds a product writes what the product reads; its other
// reader does not mind. An argument is converted.
// CHECK-LABEL: func.func @quantized_and_argument
// CHECK-SAME: %[[BS:[a-z0-9]*]]: tensor<200x6xf8E4M3FN>
// CHECK: %[[E:.*]] = tensor.empty() : tensor<2x2x32x4x4xf8E4M3FN>
// CHECK: %[[Q:.*]]:3 = nvfp4.quantize <rtn> {{.*}} outs(%{{.*}}, %[[E]], %{{.*}} :
// CHECK: nvfp4.dequantize ins(%[[Q]]#0, %[[Q]]#1 : tensor<130x48xi8>, tensor<2x2x32x4x4xf8E4M3FN>)
// CHECK: %[[F:.*]] = tensor.empty() : tensor<2x2x32x4x4xf8E4M3FN>
// CHECK: %[[T:.*]] = nvfp4.tile_scales ins(%[[BS]] : tensor<200x6xf8E4M3FN>) outs(%[[F]] :
// CHECK: nvfp4.scaled_matmul lhs(%[[Q]]#0, %[[Q]]#1, %[[Q]]#2 : {{.*}}) rhs(%{{.*}}, %[[T]], %{{.*}} :
func.func @quantized_and_argument(%x: tensor<130x96xf32>,
    %b: tensor<200x48xi8>, %bs: tensor<200x6xf8E4M3FN>, %bt: tensor<f32>)
    -> (tensor<130x200xf32>, tensor<130x96xf32>) {
  %d = tensor.empty() : tensor<130x48xi8>
  %s = tensor.empty() : tensor<130x6xf8E4M3FN>
  %t = tensor.empty() : tensor<f32>
  %q:3 = nvfp4.quantize <rtn> ins(%x : tensor<130x96xf32>)
      outs(%d, %s, %t : tensor<130x48xi8>, tensor<130x6xf8E4M3FN>, tensor<f32>)
  %e = tensor.empty() : tensor<130x96xf32>
  %v = nvfp4.dequantize ins(%q#0, %q#1 : tensor<130x48xi8>, tensor<130x6xf8E4M3FN>)
      outs(%e : tensor<130x96xf32>)
  %o = tensor.empty() : tensor<130x200xf32>
  %y = nvfp4.scaled_matmul
      lhs(%q#0, %q#1, %q#2 : tensor<130x48xi8>, tensor<130x6xf8E4M3FN>, tensor<f32>)
      rhs(%b, %bs, %bt : tensor<200x48xi8>, tensor<200x6xf8E4M3FN>, tensor<f32>)
      outs(%o : tensor<130x200xf32>)
  return %y, %v : tensor<130x200xf32>, tensor<130x96xf32>
}

// -----

// Scales that leave the function stay linear, and are converted for the
// product. Sizes may be dynamic.
// CHECK-LABEL: func.func @returned
// CHECK: nvfp4.quantize <rtn> {{.*}} : tensor<?x32xi8>, tensor<?x4xf8E4M3FN>, tensor<f32>)
// CHECK: nvfp4.tile_scales ins(%{{.*}} : tensor<?x4xf8E4M3FN>) outs(%{{.*}} : tensor<?x1x32x4x4xf8E4M3FN>)
// CHECK-NOT: nvfp4.tile_scales
// CHECK: return %{{.*}}, %{{.*}} : tensor<?x64xf32>, tensor<?x4xf8E4M3FN>
func.func @returned(%x: tensor<?x64xf32>, %rows: index, %b: tensor<64x32xi8>,
    %bs: tensor<1x1x32x4x4xf8E4M3FN>, %bt: tensor<f32>)
    -> (tensor<?x64xf32>, tensor<?x4xf8E4M3FN>) {
  %d = tensor.empty(%rows) : tensor<?x32xi8>
  %s = tensor.empty(%rows) : tensor<?x4xf8E4M3FN>
  %t = tensor.empty() : tensor<f32>
  %q:3 = nvfp4.quantize <rtn> ins(%x : tensor<?x64xf32>)
      outs(%d, %s, %t : tensor<?x32xi8>, tensor<?x4xf8E4M3FN>, tensor<f32>)
  %o = tensor.empty(%rows) : tensor<?x64xf32>
  %y = nvfp4.scaled_matmul
      lhs(%q#0, %q#1, %q#2 : tensor<?x32xi8>, tensor<?x4xf8E4M3FN>, tensor<f32>)
      rhs(%b, %bs, %bt : tensor<64x32xi8>, tensor<1x1x32x4x4xf8E4M3FN>, tensor<f32>)
      outs(%o : tensor<?x64xf32>)
  return %y, %q#1 : tensor<?x64xf32>, tensor<?x4xf8E4M3FN>
}

// -----

// Without a product nothing changes.
// CHECK-LABEL: func.func @no_product
// CHECK: nvfp4.quantize {{.*}} : tensor<4x32xi8>, tensor<4x4xf8E4M3FN>, tensor<f32>)
func.func @no_product(%x: tensor<4x64xf32>) -> tensor<4x64xf32> {
  %d = tensor.empty() : tensor<4x32xi8>
  %s = tensor.empty() : tensor<4x4xf8E4M3FN>
  %t = tensor.empty() : tensor<f32>
  %q:3 = nvfp4.quantize <rtn> ins(%x : tensor<4x64xf32>)
      outs(%d, %s, %t : tensor<4x32xi8>, tensor<4x4xf8E4M3FN>, tensor<f32>)
  %e = tensor.empty() : tensor<4x64xf32>
  %v = nvfp4.dequantize ins(%q#0, %q#1 : tensor<4x32xi8>, tensor<4x4xf8E4M3FN>)
      outs(%e : tensor<4x64xf32>)
  return %v : tensor<4x64xf32>
}
