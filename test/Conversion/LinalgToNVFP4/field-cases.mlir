// RUN: quartet-opt %s --nvfp4-assign-roles="remarks=false assume-weights" --convert-linalg-to-nvfp4="recipe=rtn" | FileCheck %s
// RUN: quartet-opt %s --nvfp4-assign-roles="remarks=false assume-weights" --convert-linalg-to-nvfp4="recipe=rtn" | quartet-opt --canonicalize --cse | FileCheck %s

// Odd shapes: 17 rows, K = 96 without padding, and the weight as K x N.
// CHECK-LABEL: func.func @odd(
// CHECK-SAME: %[[XA:.*]]: tensor<17x96xbf16>, %[[WA:.*]]: tensor<96x64xbf16>, %[[C:.*]]: tensor<17x64xf32>)
// CHECK: %[[X:.*]]:3 = nvfp4.quantize <rtn> ins(%[[XA]] : tensor<17x96xbf16>) outs({{.*}} : tensor<17x96xf4E2M1FN>, tensor<17x6xf8E4M3FN>, tensor<f32>){{$}}
// CHECK: %[[W:.*]]:3 = nvfp4.quantize <rtn> ins(%[[WA]] : tensor<96x64xbf16>) outs({{.*}} : tensor<64x96xf4E2M1FN>, tensor<64x6xf8E4M3FN>, tensor<f32>) {transpose}
// CHECK: %[[Y:.*]] = nvfp4.scaled_matmul lhs(%[[X]]#0, {{.*}}) rhs(%[[W]]#0, {{.*}}) outs(%[[C]] : tensor<17x64xf32>) {accumulate}
// CHECK: return %[[Y]]
func.func @odd(%x: tensor<17x96xbf16>, %w: tensor<96x64xbf16>, %c: tensor<17x64xf32>) -> tensor<17x64xf32> {
  %y = linalg.matmul ins(%x, %w : tensor<17x96xbf16>, tensor<96x64xbf16>) outs(%c : tensor<17x64xf32>) -> tensor<17x64xf32>
  return %y : tensor<17x64xf32>
}

#A = affine_map<(m, n, k) -> (m, k)>
#At = affine_map<(m, n, k) -> (k, m)>
#B = affine_map<(m, n, k) -> (n, k)>
#C = affine_map<(m, n, k) -> (m, n)>

// All three sizes are equal, so that only the maps tell x w^T from x w. Taking
// this generic for a plain matmul would put `transpose` on the weight.
// CHECK-LABEL: func.func @transposed_b(
// CHECK-SAME: %[[XA:.*]]: tensor<128x128xf32>, %[[WA:.*]]: tensor<128x128xf32>, %[[C:.*]]: tensor<128x128xf32>)
// CHECK: %[[X:.*]]:3 = nvfp4.quantize <rtn> ins(%[[XA]]
// CHECK-NOT: transpose
// CHECK: %[[W:.*]]:3 = nvfp4.quantize <rtn> ins(%[[WA]]
// CHECK-NOT: transpose
// CHECK: nvfp4.scaled_matmul lhs(%[[X]]#0, {{.*}}) rhs(%[[W]]#0, {{.*}}) outs(%[[C]] :
func.func @transposed_b(%x: tensor<128x128xf32>, %w: tensor<128x128xf32>, %c: tensor<128x128xf32>) -> tensor<128x128xf32> {
  %y = linalg.generic {indexing_maps = [#A, #B, #C], iterator_types = ["parallel", "parallel", "reduction"]} ins(%x, %w : tensor<128x128xf32>, tensor<128x128xf32>) outs(%c : tensor<128x128xf32>) {
  ^bb0(%a: f32, %b: f32, %acc: f32):
    %s = arith.mulf %a, %b : f32
    %m = arith.addf %acc, %s : f32
    linalg.yield %m : f32
  } -> tensor<128x128xf32>
  return %y : tensor<128x128xf32>
}

// CHECK-LABEL: func.func @transposed_b_named(
// CHECK-NOT: transpose
// CHECK: nvfp4.scaled_matmul
func.func @transposed_b_named(%x: tensor<128x128xf32>, %w: tensor<128x128xf32>, %c: tensor<128x128xf32>) -> tensor<128x128xf32> {
  %y = linalg.matmul indexing_maps = [#A, #B, #C] ins(%x, %w : tensor<128x128xf32>, tensor<128x128xf32>) outs(%c : tensor<128x128xf32>) -> tensor<128x128xf32>
  return %y : tensor<128x128xf32>
}

// CHECK-LABEL: func.func @transposed_b_batch(
// CHECK-SAME: %[[XA:.*]]: tensor<4x128x128xf32>, %[[WA:.*]]: tensor<4x128x128xf32> {nvfp4.param}, %[[C:.*]]: tensor<4x128x128xf32>)
// CHECK: %[[X:.*]]:3 = nvfp4.quantize <rtn> ins(%[[XA]] : tensor<4x128x128xf32>) outs({{.*}} : tensor<4x128x128xf4E2M1FN>, tensor<4x128x8xf8E4M3FN>, tensor<f32>){{$}}
// CHECK: %[[W:.*]]:3 = nvfp4.quantize <rtn> ins(%[[WA]] : tensor<4x128x128xf32>) outs({{.*}} : tensor<4x128x128xf4E2M1FN>, tensor<4x128x8xf8E4M3FN>, tensor<f32>){{$}}
// CHECK: nvfp4.scaled_matmul lhs(%[[X]]#0, {{.*}}) rhs(%[[W]]#0, {{.*}}) outs(%[[C]] : tensor<4x128x128xf32>)
func.func @transposed_b_batch(%x: tensor<4x128x128xf32>, %w: tensor<4x128x128xf32> {nvfp4.param}, %c: tensor<4x128x128xf32>) -> tensor<4x128x128xf32> {
  %y = linalg.batch_matmul indexing_maps = [affine_map<(b, m, n, k) -> (b, m, k)>, affine_map<(b, m, n, k) -> (b, n, k)>, affine_map<(b, m, n, k) -> (b, m, n)>] ins(%x, %w : tensor<4x128x128xf32>, tensor<4x128x128xf32>) outs(%c : tensor<4x128x128xf32>) -> tensor<4x128x128xf32>
  return %y : tensor<4x128x128xf32>
}

// The twin: the activation is stored as K x M, the weight as K x N.
// CHECK-LABEL: func.func @transposed_a(
// CHECK-SAME: %[[XA:.*]]: tensor<128x128xf32>, %[[WA:.*]]: tensor<128x128xf32>, %[[C:.*]]: tensor<128x128xf32>)
// CHECK: %[[X:.*]]:3 = nvfp4.quantize <rtn> ins(%[[XA]] {{.*}} {transpose}
// CHECK: %[[W:.*]]:3 = nvfp4.quantize <rtn> ins(%[[WA]] {{.*}} {transpose}
// CHECK: nvfp4.scaled_matmul lhs(%[[X]]#0, {{.*}}) rhs(%[[W]]#0, {{.*}}) outs(%[[C]] :
func.func @transposed_a(%x: tensor<128x128xf32>, %w: tensor<128x128xf32>, %c: tensor<128x128xf32>) -> tensor<128x128xf32> {
  %y = linalg.generic {indexing_maps = [#At, affine_map<(m, n, k) -> (k, n)>, #C], iterator_types = ["parallel", "parallel", "reduction"]} ins(%x, %w : tensor<128x128xf32>, tensor<128x128xf32>) outs(%c : tensor<128x128xf32>) {
  ^bb0(%a: f32, %b: f32, %acc: f32):
    %s = arith.mulf %b, %a : f32
    %m = arith.addf %s, %acc : f32
    linalg.yield %m : f32
  } -> tensor<128x128xf32>
  return %y : tensor<128x128xf32>
}

// Both transposed, dynamic.
// CHECK-LABEL: func.func @transposed_both(
// CHECK-SAME: %[[XA:.*]]: tensor<?x?xf32>, %[[WA:.*]]: tensor<?x?xf32>, %[[C:.*]]: tensor<?x?xf32>)
// CHECK: %[[X:.*]]:3 = nvfp4.quantize <rtn> ins(%[[XA]] : tensor<?x?xf32>) outs({{.*}} : tensor<?x?xf4E2M1FN>, tensor<?x?xf8E4M3FN>, tensor<f32>) {transpose}
// CHECK: %[[W:.*]]:3 = nvfp4.quantize <rtn> ins(%[[WA]] : tensor<?x?xf32>) outs({{.*}} : tensor<?x?xf4E2M1FN>, tensor<?x?xf8E4M3FN>, tensor<f32>){{$}}
// CHECK: nvfp4.scaled_matmul lhs(%[[X]]#0, {{.*}}) rhs(%[[W]]#0, {{.*}}) outs(%[[C]] :
func.func @transposed_both(%x: tensor<?x?xf32>, %w: tensor<?x?xf32>, %c: tensor<?x?xf32>) -> tensor<?x?xf32> {
  %y = linalg.matmul indexing_maps = [#At, #B, #C] ins(%x, %w : tensor<?x?xf32>, tensor<?x?xf32>) outs(%c : tensor<?x?xf32>) -> tensor<?x?xf32>
  return %y : tensor<?x?xf32>
}
