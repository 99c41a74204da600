// RUN: quartet-opt %s --nvfp4-assign-roles="remarks=false" --convert-linalg-to-nvfp4="recipe=quartet2" | FileCheck %s

#A = affine_map<(m, n, k) -> (m, k)>
#B = affine_map<(m, n, k) -> (n, k)>
#C = affine_map<(m, n, k) -> (m, n)>
#At = affine_map<(m, n, k) -> (k, m)>
#Bt = affine_map<(m, n, k) -> (k, n)>

// Two layers share X. X is quantized once for both forward products and
// requantized once for both weight gradients, so all rotations share one site.
// A site is layer << 16 | use << 4 | kind, with kinds E 3, W 4 of dgrad and E 5,
// X 6 of wgrad; 65536 belongs to layer 1.
// CHECK-LABEL: func.func @shared_activation(
// CHECK-SAME: %[[X:[a-z0-9]*]]: tensor<64x32xbf16>, %[[WQ:[a-z0-9]*]]: {{[^,]*}}, %[[WK:[a-z0-9]*]]: {{[^,]*}}, %[[EQ:[a-z0-9]*]]: {{[^,]*}}, %[[EK:[a-z0-9]*]]: tensor<64x48xbf16> {nvfp4.gradient}
// CHECK: %[[XQ:.*]]:3 = nvfp4.quantize <quartet2_forward> ins(%[[X]]
// CHECK: %[[WQQ:.*]]:3 = nvfp4.quantize <quartet2_forward> ins(%[[WQ]]
// CHECK: nvfp4.scaled_matmul lhs(%[[XQ]]#0
// CHECK: %[[WKQ:.*]]:3 = nvfp4.quantize <quartet2_forward> ins(%[[WK]]
// CHECK: nvfp4.scaled_matmul lhs(%[[XQ]]#0

// CHECK: nvfp4.rotate ins(%[[EQ]] {{.*}} {site = 0 : i64}
// CHECK: nvfp4.quantize <quartet2_backward> {{.*}} {site = 3 : i64}
// CHECK: nvfp4.dequantize ins(%[[WQQ]]#0, %[[WQQ]]#1
// CHECK: nvfp4.rotate {{.*}} {site = 0 : i64, transpose}
// CHECK: nvfp4.quantize <quartet2_backward> {{.*}} prescale(%[[WQQ]]#2 {{.*}} {site = 4 : i64}
// CHECK: %[[DX:.*]] = nvfp4.scaled_matmul {{.*}} {accumulate, scale_log2 = -7 : i64}

// CHECK: nvfp4.rotate ins(%[[EK]] {{.*}} {site = 0 : i64}
// CHECK: nvfp4.quantize <quartet2_backward> {{.*}} {site = 65539 : i64}
// CHECK: nvfp4.dequantize ins(%[[WKQ]]#0, %[[WKQ]]#1
// CHECK: nvfp4.rotate {{.*}} {site = 0 : i64, transpose}
// CHECK: nvfp4.quantize <quartet2_backward> {{.*}} prescale(%[[WKQ]]#2 {{.*}} {site = 65540 : i64}
// CHECK: nvfp4.scaled_matmul {{.*}} outs(%[[DX]] : {{.*}} {accumulate, scale_log2 = -7 : i64}

// CHECK: nvfp4.rotate ins(%[[EQ]] {{.*}} {site = 0 : i64, transpose}
// CHECK: %[[EQT:.*]]:3 = nvfp4.quantize <quartet2_backward> {{.*}} {site = 5 : i64}
// CHECK: nvfp4.dequantize ins(%[[XQ]]#0, %[[XQ]]#1
// CHECK: nvfp4.rotate {{.*}} {site = 0 : i64, transpose}
// CHECK: %[[XT:.*]]:3 = nvfp4.quantize <quartet2_backward> {{.*}} prescale(%[[XQ]]#2 {{.*}} {site = 6 : i64}
// CHECK: nvfp4.scaled_matmul lhs(%[[EQT]]#0, {{.*}} rhs(%[[XT]]#0,

// CHECK-NOT: nvfp4.dequantize
// CHECK: nvfp4.rotate ins(%[[EK]] {{.*}} {site = 0 : i64, transpose}
// CHECK: %[[EKT:.*]]:3 = nvfp4.quantize <quartet2_backward> {{.*}} {site = 65541 : i64}
// CHECK-NOT: nvfp4.dequantize
// CHECK: nvfp4.scaled_matmul lhs(%[[EKT]]#0, {{.*}} rhs(%[[XT]]#0,
func.func @shared_activation(%x: tensor<64x32xbf16>, %wq: tensor<48x32xbf16> {nvfp4.param}, %wk: tensor<48x32xbf16> {nvfp4.param}, %eq: tensor<64x48xbf16> {nvfp4.gradient}, %ek: tensor<64x48xbf16> {nvfp4.gradient}, %iy: tensor<64x48xf32>, %ix: tensor<64x32xf32>, %iw: tensor<48x32xf32>) -> (tensor<64x48xf32>, tensor<64x48xf32>, tensor<64x32xf32>, tensor<48x32xf32>, tensor<48x32xf32>) {
  %q = linalg.matmul indexing_maps = [#A, #B, #C] ins(%x, %wq : tensor<64x32xbf16>, tensor<48x32xbf16>) outs(%iy : tensor<64x48xf32>) -> tensor<64x48xf32>
  %k = linalg.matmul indexing_maps = [#A, #B, #C] ins(%x, %wk : tensor<64x32xbf16>, tensor<48x32xbf16>) outs(%iy : tensor<64x48xf32>) -> tensor<64x48xf32>
  %dxq = linalg.matmul ins(%eq, %wq : tensor<64x48xbf16>, tensor<48x32xbf16>) outs(%ix : tensor<64x32xf32>) -> tensor<64x32xf32>
  %dxk = linalg.matmul ins(%ek, %wk : tensor<64x48xbf16>, tensor<48x32xbf16>) outs(%dxq : tensor<64x32xf32>) -> tensor<64x32xf32>
  %dwq = linalg.matmul indexing_maps = [#At, #Bt, #C] ins(%eq, %x : tensor<64x48xbf16>, tensor<64x32xbf16>) outs(%iw : tensor<48x32xf32>) -> tensor<48x32xf32>
  %dwk = linalg.matmul indexing_maps = [#At, #Bt, #C] ins(%ek, %x : tensor<64x48xbf16>, tensor<64x32xbf16>) outs(%iw : tensor<48x32xf32>) -> tensor<48x32xf32>
  return %q, %k, %dxk, %dwq, %dwk : tensor<64x48xf32>, tensor<64x48xf32>, tensor<64x32xf32>, tensor<48x32xf32>, tensor<48x32xf32>
}

// Backward alone: the saved form is made from the operand, which gives the same
// bytes as in the forward function. W is saved transposed; it is read as K x N.
// CHECK-LABEL: func.func @backward_alone(
// CHECK-SAME: %[[X:[a-z0-9]*]]: tensor<?x64xbf16>, %[[WT:[a-z0-9]*]]: tensor<64x32xbf16> {nvfp4.param}, %[[G:[a-z0-9]*]]: tensor<?x?x32xbf16>
// CHECK: %[[E:.*]] = tensor.collapse_shape %[[G]]
// CHECK: nvfp4.rotate ins(%[[E]] : {{.*}} transpose}
// CHECK: %[[XQ:.*]]:3 = nvfp4.quantize <quartet2_forward> ins(%[[X]] : tensor<?x64xbf16>) outs({{.*}} : tensor<?x64xf4E2M1FN>, tensor<?x4xf8E4M3FN>, tensor<f32>){{$}}
// CHECK: %[[XD:.*]] = nvfp4.dequantize ins(%[[XQ]]#0, %[[XQ]]#1 {{.*}} outs({{.*}} : tensor<?x64xbf16>)
// CHECK: nvfp4.rotate ins(%[[XD]] : {{.*}} transpose}
// CHECK: nvfp4.scaled_matmul {{.*}} outs({{.*}} : tensor<32x64xf32>)
// CHECK: nvfp4.rotate ins(%[[E]] : tensor<?x32xbf16>) {{.*}} outs({{.*}} : tensor<?x128xf32>)
// CHECK: %[[WQ:.*]]:3 = nvfp4.quantize <quartet2_forward> ins(%[[WT]] : tensor<64x32xbf16>) outs({{.*}} : tensor<32x64xf4E2M1FN>, tensor<32x4xf8E4M3FN>, tensor<f32>) {transpose}
// CHECK: %[[WD:.*]] = nvfp4.dequantize ins(%[[WQ]]#0, %[[WQ]]#1 {{.*}} outs({{.*}} : tensor<32x64xbf16>)
// CHECK: nvfp4.rotate ins(%[[WD]] : tensor<32x64xbf16>) {{.*}} outs({{.*}} : tensor<64x128xf32>) {{.*}}transpose}
// CHECK: nvfp4.scaled_matmul {{.*}} outs({{.*}} : tensor<?x64xf32>)
func.func @backward_alone(%xs: tensor<?x64xbf16>, %wts: tensor<64x32xbf16> {nvfp4.param}, %g: tensor<?x?x32xbf16> {nvfp4.gradient}, %et0: tensor<32x?xbf16>, %d1: tensor<32x64xf32>, %x1: tensor<?x64xf32>) -> (tensor<?x64xf32>, tensor<32x64xf32>) {
  %e = tensor.collapse_shape %g [[0, 1], [2]] : tensor<?x?x32xbf16> into tensor<?x32xbf16>
  %et = linalg.transpose ins(%e : tensor<?x32xbf16>) outs(%et0 : tensor<32x?xbf16>) permutation = [1, 0]
  %dw = linalg.matmul ins(%et, %xs : tensor<32x?xbf16>, tensor<?x64xbf16>) outs(%d1 : tensor<32x64xf32>) -> tensor<32x64xf32>
  %w0 = tensor.empty() : tensor<32x64xbf16>
  %w = linalg.transpose ins(%wts : tensor<64x32xbf16>) outs(%w0 : tensor<32x64xbf16>) permutation = [1, 0]
  %dx = linalg.matmul ins(%e, %w : tensor<?x32xbf16>, tensor<32x64xbf16>) outs(%x1 : tensor<?x64xf32>) -> tensor<?x64xf32>
  return %dx, %dw : tensor<?x64xf32>, tensor<32x64xf32>
}
