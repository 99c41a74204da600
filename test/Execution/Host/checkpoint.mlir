// RUN: quartet-run %s
// RUN: quartet-compile %s --emit=nvfp4 --no-remarks | FileCheck %s

// One matrix, stored by compressed-tensors and by ModelOpt: bytes 0x21 (0.5 in
// the low nibble, 1 in the high one), block scales 2, values 0.25 and 0.5. Both
// become the same constants, which the product takes as they are stored.

#A = affine_map<(m, n, k) -> (m, k)>
#B = affine_map<(m, n, k) -> (n, k)>
#C = affine_map<(m, n, k) -> (m, n)>

// CHECK-LABEL: func.func @compressed_tensors(
// CHECK-DAG: %[[D:.*]] = arith.constant dense<"0x{{.*}}"> : tensor<8x32xf4E2M1FN>
// CHECK-DAG: %[[S:.*]] = arith.constant dense<2.000000e+00> : tensor<8x2xf8E4M3FN>
// CHECK-DAG: %[[T:.*]] = arith.constant dense<2.500000e-01> : tensor<f32>
// CHECK: nvfp4.scaled_matmul {{.*}} rhs(%[[D]], %[[S]], %[[T]]
func.func @compressed_tensors(%x: tensor<4x32xf32>) -> tensor<4x8xf32> {
  %bytes = arith.constant dense<33> : tensor<8x16xi8>
  %scales = arith.constant dense<2.0> : tensor<8x2xf8E4M3FN>
  %global = arith.constant dense<4.0> : tensor<f32>
  %d, %s, %t = nvfp4.import <compressed_tensors>
      ins(%bytes, %scales, %global : tensor<8x16xi8>, tensor<8x2xf8E4M3FN>, tensor<f32>)
      to tensor<8x32xf4E2M1FN>
  %we = tensor.empty() : tensor<8x32xbf16>
  %w = nvfp4.dequantize ins(%d, %s : tensor<8x32xf4E2M1FN>, tensor<8x2xf8E4M3FN>)
      tensor_scale(%t : tensor<f32>) outs(%we : tensor<8x32xbf16>)
  %z = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<4x8xf32>
  %c = linalg.fill ins(%z : f32) outs(%e : tensor<4x8xf32>) -> tensor<4x8xf32>
  %y = linalg.contract indexing_maps = [#A, #B, #C]
      ins(%x, %w : tensor<4x32xf32>, tensor<8x32xbf16>) outs(%c : tensor<4x8xf32>) -> tensor<4x8xf32>
  return %y : tensor<4x8xf32>
}

// CHECK-LABEL: func.func @modelopt(
// CHECK-DAG: %[[D:.*]] = arith.constant dense<"0x{{.*}}"> : tensor<8x32xf4E2M1FN>
// CHECK-DAG: %[[S:.*]] = arith.constant dense<2.000000e+00> : tensor<8x2xf8E4M3FN>
// CHECK-DAG: %[[T:.*]] = arith.constant dense<2.500000e-01> : tensor<f32>
// CHECK: nvfp4.scaled_matmul {{.*}} rhs(%[[D]], %[[S]], %[[T]]
func.func @modelopt(%x: tensor<4x32xf32>) -> tensor<4x8xf32> {
  %bytes = arith.constant dense<33> : tensor<8x16xi8>
  %scales = arith.constant dense<2.0> : tensor<8x2xf8E4M3FN>
  %global = arith.constant dense<0.25> : tensor<f32>
  %d, %s, %t = nvfp4.import <modelopt>
      ins(%bytes, %scales, %global : tensor<8x16xi8>, tensor<8x2xf8E4M3FN>, tensor<f32>)
      to tensor<8x32xf4E2M1FN>
  %we = tensor.empty() : tensor<8x32xbf16>
  %w = nvfp4.dequantize ins(%d, %s : tensor<8x32xf4E2M1FN>, tensor<8x2xf8E4M3FN>)
      tensor_scale(%t : tensor<f32>) outs(%we : tensor<8x32xbf16>)
  %z = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<4x8xf32>
  %c = linalg.fill ins(%z : f32) outs(%e : tensor<4x8xf32>) -> tensor<4x8xf32>
  %y = linalg.contract indexing_maps = [#A, #B, #C]
      ins(%x, %w : tensor<4x32xf32>, tensor<8x32xbf16>) outs(%c : tensor<4x8xf32>) -> tensor<4x8xf32>
  return %y : tensor<4x8xf32>
}

// Arguments: the parameter's bytes are marked. The gradient of the activations
// decodes them again.
// CHECK-LABEL: func.func @arguments(
// CHECK-SAME: %{{.*}}: tensor<4x32xf32>, %[[BYTES:.*]]: tensor<8x16xi8> {nvfp4.param}, %[[S:.*]]: tensor<8x2xf8E4M3FN>, %[[G:.*]]: tensor<f32>
// CHECK: %[[D:.*]] = nvfp4.from_storage %[[BYTES]]
// CHECK: %[[T:.*]] = arith.divf %{{.*}}, %[[G]]
// CHECK: nvfp4.scaled_matmul {{.*}} rhs(%[[D]], %[[S]], %[[T]]
// CHECK: nvfp4.dequantize ins(%[[D]], %[[S]] : {{.*}}) outs(
// CHECK: nvfp4.quantize {{.*}} prescale(%[[T]]
// CHECK: nvfp4.scaled_matmul
func.func @arguments(%x: tensor<4x32xf32>, %bytes: tensor<8x16xi8> {nvfp4.param},
                     %scales: tensor<8x2xf8E4M3FN>, %global: tensor<f32>,
                     %g: tensor<4x8xf32> {nvfp4.gradient}) -> (tensor<4x8xf32>, tensor<4x32xf32>) {
  %d, %s, %t = nvfp4.import <compressed_tensors>
      ins(%bytes, %scales, %global : tensor<8x16xi8>, tensor<8x2xf8E4M3FN>, tensor<f32>)
      to tensor<8x32xf4E2M1FN>
  %we = tensor.empty() : tensor<8x32xbf16>
  %w = nvfp4.dequantize ins(%d, %s : tensor<8x32xf4E2M1FN>, tensor<8x2xf8E4M3FN>)
      tensor_scale(%t : tensor<f32>) outs(%we : tensor<8x32xbf16>)
  %z = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<4x8xf32>
  %c = linalg.fill ins(%z : f32) outs(%e : tensor<4x8xf32>) -> tensor<4x8xf32>
  %y = linalg.contract indexing_maps = [#A, #B, #C]
      ins(%x, %w : tensor<4x32xf32>, tensor<8x32xbf16>) outs(%c : tensor<4x8xf32>) -> tensor<4x8xf32>
  %xe = tensor.empty() : tensor<4x32xf32>
  %xc = linalg.fill ins(%z : f32) outs(%xe : tensor<4x32xf32>) -> tensor<4x32xf32>
  %dx = linalg.contract indexing_maps = [#A, affine_map<(m, n, k) -> (k, n)>, #C]
      ins(%g, %w : tensor<4x8xf32>, tensor<8x32xbf16>) outs(%xc : tensor<4x32xf32>) -> tensor<4x32xf32>
  return %y, %dx : tensor<4x8xf32>, tensor<4x32xf32>
}

// 16 * (0.25 + 0.5) = 12. Of x, all ones, only its tensor scale rounds, and the
// product with it (2^-24 each); one scale more is a power of two.
func.func @main() {
  %x = arith.constant dense<1.0> : tensor<4x32xf32>
  %expected = arith.constant dense<12.0> : tensor<4x8xf32>
  %0 = call @compressed_tensors(%x) : (tensor<4x32xf32>) -> tensor<4x8xf32>
  check.expect_close %0, %expected rtol(1.2e-7) : tensor<4x8xf32>
  %1 = call @modelopt(%x) : (tensor<4x32xf32>) -> tensor<4x8xf32>
  check.expect_close %1, %expected rtol(1.2e-7) : tensor<4x8xf32>

  // The values themselves; exchanged nibbles would give 0.5 and 0.25.
  %bytes = arith.constant dense<33> : tensor<1x16xi8>
  %scales = arith.constant dense<2.0> : tensor<1x2xf8E4M3FN>
  %four = arith.constant dense<4.0> : tensor<f32>
  %quarter = arith.constant dense<0.25> : tensor<f32>
  %e = tensor.empty() : tensor<1x32xf32>
  %d0, %s0, %t0 = nvfp4.import <compressed_tensors>
      ins(%bytes, %scales, %four : tensor<1x16xi8>, tensor<1x2xf8E4M3FN>, tensor<f32>)
      to tensor<1x32xf4E2M1FN>
  %v0 = nvfp4.dequantize ins(%d0, %s0 : tensor<1x32xf4E2M1FN>, tensor<1x2xf8E4M3FN>)
      tensor_scale(%t0 : tensor<f32>) outs(%e : tensor<1x32xf32>)
  %w0 = tensor.extract_slice %v0[0, 0] [1, 4] [1, 1] : tensor<1x32xf32> to tensor<1x4xf32>
  check.expect_eq_const %w0, dense<[[0.25, 0.5, 0.25, 0.5]]> : tensor<1x4xf32>
  %d1, %s1, %t1 = nvfp4.import <modelopt>
      ins(%bytes, %scales, %quarter : tensor<1x16xi8>, tensor<1x2xf8E4M3FN>, tensor<f32>)
      to tensor<1x32xf4E2M1FN>
  %v1 = nvfp4.dequantize ins(%d1, %s1 : tensor<1x32xf4E2M1FN>, tensor<1x2xf8E4M3FN>)
      tensor_scale(%t1 : tensor<f32>) outs(%e : tensor<1x32xf32>)
  %w1 = tensor.extract_slice %v1[0, 0] [1, 4] [1, 1] : tensor<1x32xf32> to tensor<1x4xf32>
  check.expect_eq_const %w1, dense<[[0.25, 0.5, 0.25, 0.5]]> : tensor<1x4xf32>
  return
}
