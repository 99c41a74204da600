// RUN: quartet-opt %s --nvfp4-assign-roles="remarks=false" --convert-linalg-to-nvfp4="recipe=rtn" | FileCheck %s
// RUN: quartet-opt %s --nvfp4-assign-roles="remarks=false" --convert-linalg-to-nvfp4="recipe=rtn scale-layout=tiled" | FileCheck %s --check-prefix=TILED

#A = affine_map<(m, n, k) -> (m, k)>
#B = affine_map<(m, n, k) -> (n, k)>
#C = affine_map<(m, n, k) -> (m, n)>

// 200 rows are two row tiles, K = 80 (P = 96) is 6 scales: two column tiles.
// TILED-LABEL: func.func @tiled(
// TILED: nvfp4.quantize {{.*}} outs({{.*}} : tensor<200x96xf4E2M1FN>, tensor<2x2x32x4x4xf8E4M3FN>, tensor<f32>)
// TILED: nvfp4.quantize {{.*}} outs({{.*}} : tensor<16x96xf4E2M1FN>, tensor<1x2x32x4x4xf8E4M3FN>, tensor<f32>)
// TILED: nvfp4.scaled_matmul
func.func @tiled(%x: tensor<200x80xbf16>, %w: tensor<16x80xbf16> {nvfp4.param}, %c: tensor<200x16xf32>) -> tensor<200x16xf32> {
  %y = linalg.matmul indexing_maps = [#A, #B, #C] ins(%x, %w : tensor<200x80xbf16>, tensor<16x80xbf16>) outs(%c : tensor<200x16xf32>) -> tensor<200x16xf32>
  return %y : tensor<200x16xf32>
}

// A widening cast is looked through, a rounding one is not: bf16(w) is what the
// program multiplies with.
// CHECK-LABEL: func.func @casts(
// CHECK-SAME: %[[X:.*]]: tensor<8x32xbf16>, %[[W:.*]]: tensor<16x32xf32>
// CHECK: %[[WB:.*]] = arith.truncf %[[W]]
// CHECK: nvfp4.quantize <rtn> ins(%[[X]] : tensor<8x32xbf16>)
// CHECK: nvfp4.quantize <rtn> ins(%[[WB]] : tensor<16x32xbf16>)
func.func @casts(%x: tensor<8x32xbf16>, %w: tensor<16x32xf32> {nvfp4.param}, %c: tensor<8x16xf32>) -> tensor<8x16xf32> {
  %wb = arith.truncf %w : tensor<16x32xf32> to tensor<16x32xbf16>
  %wf = arith.extf %wb : tensor<16x32xbf16> to tensor<16x32xf32>
  %xf = arith.extf %x : tensor<8x32xbf16> to tensor<8x32xf32>
  %y = linalg.matmul indexing_maps = [#A, #B, #C] ins(%xf, %wf : tensor<8x32xf32>, tensor<16x32xf32>) outs(%c : tensor<8x16xf32>) -> tensor<8x16xf32>
  return %y : tensor<8x16xf32>
}

// Rounding inside the body comes before quantization.
// CHECK-LABEL: func.func @rounding_body(
// CHECK-SAME: %[[X:.*]]: tensor<8x32xf32>, %[[W:.*]]: tensor<16x32xbf16>
// CHECK: %[[XB:.*]] = linalg.generic {{.*}} ins(%[[X]] : tensor<8x32xf32>) outs({{.*}} : tensor<8x32xbf16>)
// CHECK: arith.truncf
// CHECK: nvfp4.quantize <rtn> ins(%[[XB]] : tensor<8x32xbf16>)
// CHECK: nvfp4.quantize <rtn> ins(%[[W]] : tensor<16x32xbf16>)
func.func @rounding_body(%x: tensor<8x32xf32>, %w: tensor<16x32xbf16> {nvfp4.param}, %c: tensor<8x16xf32>) -> tensor<8x16xf32> {
  %y = linalg.generic {indexing_maps = [#A, #B, #C], iterator_types = ["parallel", "parallel", "reduction"]} ins(%x, %w : tensor<8x32xf32>, tensor<16x32xbf16>) outs(%c : tensor<8x16xf32>) {
  ^bb0(%a: f32, %b: bf16, %acc: f32):
    %ab = arith.truncf %a : f32 to bf16
    %p = arith.mulf %ab, %b : bf16
    %pf = arith.extf %p : bf16 to f32
    %s = arith.addf %acc, %pf : f32
    linalg.yield %s : f32
  } -> tensor<8x16xf32>
  return %y : tensor<8x16xf32>
}

// An 8-bit operand is quantized as the type the program widens it to.
// CHECK-LABEL: func.func @float8(
// CHECK: %[[W:.*]] = arith.extf
// CHECK: nvfp4.quantize
// CHECK: nvfp4.quantize <rtn> ins(%[[W]] : tensor<16x32xf32>)
func.func @float8(%x: tensor<8x32xf32>, %w: tensor<16x32xf8E4M3FN> {nvfp4.param}, %c: tensor<8x16xf32>) -> tensor<8x16xf32> {
  %wf = arith.extf %w : tensor<16x32xf8E4M3FN> to tensor<16x32xf32>
  %y = linalg.matmul indexing_maps = [#A, #B, #C] ins(%x, %wf : tensor<8x32xf32>, tensor<16x32xf32>) outs(%c : tensor<8x16xf32>) -> tensor<8x16xf32>
  return %y : tensor<8x16xf32>
}

// The more static of two types of one value; a cast to it is not undone.
// CHECK-LABEL: func.func @tensor_cast(
// CHECK-SAME: %[[X:.*]]: tensor<8x32xf32>, %[[W:.*]]: tensor<?x?xf32>
// CHECK: %[[WS:.*]] = tensor.cast %[[W]] : tensor<?x?xf32> to tensor<16x32xf32>
// CHECK: nvfp4.quantize <rtn> ins(%[[X]] : tensor<8x32xf32>)
// CHECK: nvfp4.quantize <rtn> ins(%[[WS]] : tensor<16x32xf32>)
func.func @tensor_cast(%x: tensor<8x32xf32>, %w: tensor<?x?xf32> {nvfp4.param}, %c: tensor<?x16xf32>) -> tensor<?x16xf32> {
  %xd = tensor.cast %x : tensor<8x32xf32> to tensor<?x32xf32>
  %ws = tensor.cast %w : tensor<?x?xf32> to tensor<16x32xf32>
  %y = linalg.matmul indexing_maps = [#A, #B, #C] ins(%xd, %ws : tensor<?x32xf32>, tensor<16x32xf32>) outs(%c : tensor<?x16xf32>) -> tensor<?x16xf32>
  return %y : tensor<?x16xf32>
}

// Several loops of one role: tokens are (b, t), outputs are heads (h, d), and
// the result has them interleaved.
// CHECK-LABEL: func.func @heads(
// CHECK-SAME: %[[X:.*]]: tensor<2x16x64xf32>, %[[W:.*]]: tensor<64x4x8xf32> {nvfp4.param}, %[[C:.*]]: tensor<2x4x16x8xf32>)
// CHECK: %[[XM:.*]] = tensor.collapse_shape %[[X]] {{\[\[}}0, 1], [2]] : tensor<2x16x64xf32> into tensor<32x64xf32>
// CHECK: %[[XQ:.*]]:3 = nvfp4.quantize <rtn> ins(%[[XM]] :
// CHECK: %[[WM:.*]] = tensor.collapse_shape %[[W]] {{\[\[}}0], [1, 2]] : tensor<64x4x8xf32> into tensor<64x32xf32>
// CHECK: %[[WQ:.*]]:3 = nvfp4.quantize <rtn> ins(%[[WM]] {{.*}} {transpose}
// CHECK: %[[CT:.*]] = linalg.transpose ins(%[[C]] : tensor<2x4x16x8xf32>) outs({{.*}} : tensor<2x16x4x8xf32>) permutation = [0, 2, 1, 3]
// CHECK: %[[CM:.*]] = tensor.collapse_shape %[[CT]] {{\[\[}}0, 1], [2, 3]] : tensor<2x16x4x8xf32> into tensor<32x32xf32>
// CHECK: %[[Y:.*]] = nvfp4.scaled_matmul lhs(%[[XQ]]#0, {{.*}} rhs(%[[WQ]]#0, {{.*}} outs(%[[CM]] : tensor<32x32xf32>) {accumulate}
// CHECK: %[[YE:.*]] = tensor.expand_shape %[[Y]] {{\[\[}}0, 1], [2, 3]] output_shape [2, 16, 4, 8]
// CHECK: %[[R:.*]] = linalg.transpose ins(%[[YE]] : tensor<2x16x4x8xf32>) outs({{.*}} : tensor<2x4x16x8xf32>) permutation = [0, 2, 1, 3]
// CHECK: return %[[R]]
func.func @heads(%x: tensor<2x16x64xf32>, %w: tensor<64x4x8xf32> {nvfp4.param}, %c: tensor<2x4x16x8xf32>) -> tensor<2x4x16x8xf32> {
  %y = linalg.contract indexing_maps = [affine_map<(b, t, h, d, k) -> (b, t, k)>, affine_map<(b, t, h, d, k) -> (k, h, d)>, affine_map<(b, t, h, d, k) -> (b, h, t, d)>] ins(%x, %w : tensor<2x16x64xf32>, tensor<64x4x8xf32>) outs(%c : tensor<2x4x16x8xf32>) -> tensor<2x4x16x8xf32>
  return %y : tensor<2x4x16x8xf32>
}

// Two batch loops become one batch dimension; an operand that has its loops in
// another order is transposed first.
// CHECK-LABEL: func.func @experts(
// CHECK-SAME: %[[X:.*]]: tensor<3x2x16x64xf32>, %[[W:.*]]: tensor<32x3x2x64xf32> {nvfp4.param}, %[[C:.*]]: tensor<3x2x16x32xf32>)
// CHECK: %[[XM:.*]] = tensor.collapse_shape %[[X]] {{\[\[}}0, 1], [2], [3]] : tensor<3x2x16x64xf32> into tensor<6x16x64xf32>
// CHECK: %[[WT:.*]] = linalg.transpose ins(%[[W]] : tensor<32x3x2x64xf32>) outs({{.*}} : tensor<3x2x32x64xf32>) permutation = [1, 2, 0, 3]
// CHECK: %[[WM:.*]] = tensor.collapse_shape %[[WT]] {{\[\[}}0, 1], [2], [3]] : tensor<3x2x32x64xf32> into tensor<6x32x64xf32>
// CHECK: nvfp4.quantize <rtn> ins(%[[WM]] : tensor<6x32x64xf32>) outs({{.*}} : tensor<6x32x64xf4E2M1FN>, tensor<6x32x4xf8E4M3FN>, tensor<f32>)
// CHECK: nvfp4.scaled_matmul {{.*}} outs({{.*}} : tensor<6x16x32xf32>) {accumulate}
func.func @experts(%x: tensor<3x2x16x64xf32>, %w: tensor<32x3x2x64xf32> {nvfp4.param}, %c: tensor<3x2x16x32xf32>) -> tensor<3x2x16x32xf32> {
  %y = linalg.contract indexing_maps = [affine_map<(g, e, t, n, k) -> (g, e, t, k)>, affine_map<(g, e, t, n, k) -> (n, g, e, k)>, affine_map<(g, e, t, n, k) -> (g, e, t, n)>] ins(%x, %w : tensor<3x2x16x64xf32>, tensor<32x3x2x64xf32>) outs(%c : tensor<3x2x16x32xf32>) -> tensor<3x2x16x32xf32>
  return %y : tensor<3x2x16x32xf32>
}

// Factors of different types, each widened in the body: each is quantized as it
// is stored, in every role.
// CHECK-LABEL: func.func @mixed(
// CHECK-SAME: %[[X:.*]]: tensor<8x32xf16>, %[[W:.*]]: tensor<16x32xbf16> {nvfp4.param}, %[[E:.*]]: tensor<8x16xf32> {nvfp4.gradient},
// CHECK: nvfp4.quantize <rtn> ins(%[[X]] : tensor<8x32xf16>)
// CHECK: nvfp4.quantize <rtn> ins(%[[W]] : tensor<16x32xbf16>)
// CHECK: nvfp4.scaled_matmul {{.*}} : tensor<8x16xf32>) {accumulate}
// CHECK: nvfp4.quantize <rtn> ins(%[[E]] : tensor<8x16xf32>)
// CHECK: nvfp4.scaled_matmul {{.*}} : tensor<8x32xf32>) {accumulate}
// CHECK: nvfp4.quantize <rtn> ins(%[[E]] : tensor<8x16xf32>) {{.*}}transpose
// CHECK: nvfp4.scaled_matmul {{.*}} : tensor<16x32xf32>) {accumulate}
func.func @mixed(%x: tensor<8x32xf16>, %w: tensor<16x32xbf16> {nvfp4.param}, %e: tensor<8x16xf32> {nvfp4.gradient}, %c: tensor<8x16xf32>, %dx0: tensor<8x32xf32>, %dw0: tensor<16x32xf32>) -> (tensor<8x16xf32>, tensor<8x32xf32>, tensor<16x32xf32>) {
  %y = linalg.generic {indexing_maps = [#A, #B, #C], iterator_types = ["parallel", "parallel", "reduction"]} ins(%x, %w : tensor<8x32xf16>, tensor<16x32xbf16>) outs(%c : tensor<8x16xf32>) {
  ^bb0(%a: f16, %b: bf16, %acc: f32):
    %af = arith.extf %a : f16 to f32
    %bf = arith.extf %b : bf16 to f32
    %p = arith.mulf %af, %bf : f32
    %s = arith.addf %p, %acc : f32
    linalg.yield %s : f32
  } -> tensor<8x16xf32>
  %dx = linalg.generic {indexing_maps = [#A, affine_map<(m, n, k) -> (k, n)>, #C], iterator_types = ["parallel", "parallel", "reduction"]} ins(%e, %w : tensor<8x16xf32>, tensor<16x32xbf16>) outs(%dx0 : tensor<8x32xf32>) {
  ^bb0(%a: f32, %b: bf16, %acc: f32):
    %bf = arith.extf %b : bf16 to f32
    %p = arith.mulf %bf, %a : f32
    %s = arith.addf %acc, %p : f32
    linalg.yield %s : f32
  } -> tensor<8x32xf32>
  %dw = linalg.generic {indexing_maps = [affine_map<(m, n, k) -> (k, m)>, affine_map<(m, n, k) -> (k, n)>, #C], iterator_types = ["parallel", "parallel", "reduction"]} ins(%e, %x : tensor<8x16xf32>, tensor<8x32xf16>) outs(%dw0 : tensor<16x32xf32>) {
  ^bb0(%a: f32, %b: f16, %acc: f32):
    %bf = arith.extf %b : f16 to f32
    %p = arith.mulf %a, %bf : f32
    %s = arith.addf %acc, %p : f32
    linalg.yield %s : f32
  } -> tensor<16x32xf32>
  return %y, %dx, %dw : tensor<8x16xf32>, tensor<8x32xf32>, tensor<16x32xf32>
}
