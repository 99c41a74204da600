// RUN: quartet-opt %s --nvfp4-assign-roles="remarks=false" --convert-linalg-to-nvfp4="recipe=rtn" | FileCheck %s
// RUN: sed -e 's/48/?/g' -e 's/96/?/g' -e 's/112/?/g' %s | quartet-opt --nvfp4-assign-roles="remarks=false" --convert-linalg-to-nvfp4="recipe=rtn" | FileCheck %s

// Every transposition of the three matrices of a forward product, with static
// and with dynamic sizes. An operand stored with the contraction first is
// quantized with `transpose`; if the result is stored as n x m the weight is the
// left operand.
// M = 48, N = 96, K = 112 (P = 128).

// CHECK-LABEL: func.func @x_mk_w_nk_d_mn(
// CHECK-SAME: %[[XA:.*]]: tensor<{{.*}}>, %[[WA:.*]]: tensor<{{.*}}> {nvfp4.param}, %[[C:.*]]: tensor
// CHECK: %[[X:.*]]:3 = nvfp4.quantize <rtn> ins(%[[XA]]
// CHECK-NOT: transpose
// CHECK: %[[W:.*]]:3 = nvfp4.quantize <rtn> ins(%[[WA]]
// CHECK-NOT: transpose
// CHECK: %[[D:.*]] = nvfp4.scaled_matmul lhs(%[[X]]#0, %[[X]]#1, %[[X]]#2 :
// CHECK-SAME: rhs(%[[W]]#0, %[[W]]#1, %[[W]]#2 :
// CHECK-SAME: outs(%[[C]] : {{.*}}{accumulate}
// CHECK: return %[[D]]
func.func @x_mk_w_nk_d_mn(%x: tensor<48x112xf32>, %w: tensor<96x112xf32> {nvfp4.param}, %c: tensor<48x96xf32>) -> tensor<48x96xf32> {
  %y = linalg.contract indexing_maps = [affine_map<(m, n, k) -> (m, k)>, affine_map<(m, n, k) -> (n, k)>, affine_map<(m, n, k) -> (m, n)>] ins(%x, %w : tensor<48x112xf32>, tensor<96x112xf32>) outs(%c : tensor<48x96xf32>) -> tensor<48x96xf32>
  return %y : tensor<48x96xf32>
}

// CHECK-LABEL: func.func @x_mk_w_nk_d_nm(
// CHECK-SAME: %[[XA:.*]]: tensor<{{.*}}>, %[[WA:.*]]: tensor<{{.*}}> {nvfp4.param}, %[[C:.*]]: tensor
// CHECK: %[[X:.*]]:3 = nvfp4.quantize <rtn> ins(%[[XA]]
// CHECK-NOT: transpose
// CHECK: %[[W:.*]]:3 = nvfp4.quantize <rtn> ins(%[[WA]]
// CHECK-NOT: transpose
// CHECK: %[[D:.*]] = nvfp4.scaled_matmul lhs(%[[W]]#0, %[[W]]#1, %[[W]]#2 :
// CHECK-SAME: rhs(%[[X]]#0, %[[X]]#1, %[[X]]#2 :
// CHECK-SAME: outs(%[[C]] : {{.*}}{accumulate}
// CHECK: return %[[D]]
func.func @x_mk_w_nk_d_nm(%x: tensor<48x112xf32>, %w: tensor<96x112xf32> {nvfp4.param}, %c: tensor<96x48xf32>) -> tensor<96x48xf32> {
  %y = linalg.contract indexing_maps = [affine_map<(m, n, k) -> (m, k)>, affine_map<(m, n, k) -> (n, k)>, affine_map<(m, n, k) -> (n, m)>] ins(%x, %w : tensor<48x112xf32>, tensor<96x112xf32>) outs(%c : tensor<96x48xf32>) -> tensor<96x48xf32>
  return %y : tensor<96x48xf32>
}

// CHECK-LABEL: func.func @x_mk_w_kn_d_mn(
// CHECK-SAME: %[[XA:.*]]: tensor<{{.*}}>, %[[WA:.*]]: tensor<{{.*}}> {nvfp4.param}, %[[C:.*]]: tensor
// CHECK: %[[X:.*]]:3 = nvfp4.quantize <rtn> ins(%[[XA]]
// CHECK-NOT: transpose
// CHECK: %[[W:.*]]:3 = nvfp4.quantize <rtn> ins(%[[WA]]
// CHECK-SAME: {{.*}}{transpose}
// CHECK: %[[D:.*]] = nvfp4.scaled_matmul lhs(%[[X]]#0, %[[X]]#1, %[[X]]#2 :
// CHECK-SAME: rhs(%[[W]]#0, %[[W]]#1, %[[W]]#2 :
// CHECK-SAME: outs(%[[C]] : {{.*}}{accumulate}
// CHECK: return %[[D]]
func.func @x_mk_w_kn_d_mn(%x: tensor<48x112xf32>, %w: tensor<112x96xf32> {nvfp4.param}, %c: tensor<48x96xf32>) -> tensor<48x96xf32> {
  %y = linalg.contract indexing_maps = [affine_map<(m, n, k) -> (m, k)>, affine_map<(m, n, k) -> (k, n)>, affine_map<(m, n, k) -> (m, n)>] ins(%x, %w : tensor<48x112xf32>, tensor<112x96xf32>) outs(%c : tensor<48x96xf32>) -> tensor<48x96xf32>
  return %y : tensor<48x96xf32>
}

// CHECK-LABEL: func.func @x_mk_w_kn_d_nm(
// CHECK-SAME: %[[XA:.*]]: tensor<{{.*}}>, %[[WA:.*]]: tensor<{{.*}}> {nvfp4.param}, %[[C:.*]]: tensor
// CHECK: %[[X:.*]]:3 = nvfp4.quantize <rtn> ins(%[[XA]]
// CHECK-NOT: transpose
// CHECK: %[[W:.*]]:3 = nvfp4.quantize <rtn> ins(%[[WA]]
// CHECK-SAME: {{.*}}{transpose}
// CHECK: %[[D:.*]] = nvfp4.scaled_matmul lhs(%[[W]]#0, %[[W]]#1, %[[W]]#2 :
// CHECK-SAME: rhs(%[[X]]#0, %[[X]]#1, %[[X]]#2 :
// CHECK-SAME: outs(%[[C]] : {{.*}}{accumulate}
// CHECK: return %[[D]]
func.func @x_mk_w_kn_d_nm(%x: tensor<48x112xf32>, %w: tensor<112x96xf32> {nvfp4.param}, %c: tensor<96x48xf32>) -> tensor<96x48xf32> {
  %y = linalg.contract indexing_maps = [affine_map<(m, n, k) -> (m, k)>, affine_map<(m, n, k) -> (k, n)>, affine_map<(m, n, k) -> (n, m)>] ins(%x, %w : tensor<48x112xf32>, tensor<112x96xf32>) outs(%c : tensor<96x48xf32>) -> tensor<96x48xf32>
  return %y : tensor<96x48xf32>
}

// CHECK-LABEL: func.func @x_km_w_nk_d_mn(
// CHECK-SAME: %[[XA:.*]]: tensor<{{.*}}>, %[[WA:.*]]: tensor<{{.*}}> {nvfp4.param}, %[[C:.*]]: tensor
// CHECK: %[[X:.*]]:3 = nvfp4.quantize <rtn> ins(%[[XA]]
// CHECK-SAME: {{.*}}{transpose}
// CHECK: %[[W:.*]]:3 = nvfp4.quantize <rtn> ins(%[[WA]]
// CHECK-NOT: transpose
// CHECK: %[[D:.*]] = nvfp4.scaled_matmul lhs(%[[X]]#0, %[[X]]#1, %[[X]]#2 :
// CHECK-SAME: rhs(%[[W]]#0, %[[W]]#1, %[[W]]#2 :
// CHECK-SAME: outs(%[[C]] : {{.*}}{accumulate}
// CHECK: return %[[D]]
func.func @x_km_w_nk_d_mn(%x: tensor<112x48xf32>, %w: tensor<96x112xf32> {nvfp4.param}, %c: tensor<48x96xf32>) -> tensor<48x96xf32> {
  %y = linalg.contract indexing_maps = [affine_map<(m, n, k) -> (k, m)>, affine_map<(m, n, k) -> (n, k)>, affine_map<(m, n, k) -> (m, n)>] ins(%x, %w : tensor<112x48xf32>, tensor<96x112xf32>) outs(%c : tensor<48x96xf32>) -> tensor<48x96xf32>
  return %y : tensor<48x96xf32>
}

// CHECK-LABEL: func.func @x_km_w_nk_d_nm(
// CHECK-SAME: %[[XA:.*]]: tensor<{{.*}}>, %[[WA:.*]]: tensor<{{.*}}> {nvfp4.param}, %[[C:.*]]: tensor
// CHECK: %[[X:.*]]:3 = nvfp4.quantize <rtn> ins(%[[XA]]
// CHECK-SAME: {{.*}}{transpose}
// CHECK: %[[W:.*]]:3 = nvfp4.quantize <rtn> ins(%[[WA]]
// CHECK-NOT: transpose
// CHECK: %[[D:.*]] = nvfp4.scaled_matmul lhs(%[[W]]#0, %[[W]]#1, %[[W]]#2 :
// CHECK-SAME: rhs(%[[X]]#0, %[[X]]#1, %[[X]]#2 :
// CHECK-SAME: outs(%[[C]] : {{.*}}{accumulate}
// CHECK: return %[[D]]
func.func @x_km_w_nk_d_nm(%x: tensor<112x48xf32>, %w: tensor<96x112xf32> {nvfp4.param}, %c: tensor<96x48xf32>) -> tensor<96x48xf32> {
  %y = linalg.contract indexing_maps = [affine_map<(m, n, k) -> (k, m)>, affine_map<(m, n, k) -> (n, k)>, affine_map<(m, n, k) -> (n, m)>] ins(%x, %w : tensor<112x48xf32>, tensor<96x112xf32>) outs(%c : tensor<96x48xf32>) -> tensor<96x48xf32>
  return %y : tensor<96x48xf32>
}

// CHECK-LABEL: func.func @x_km_w_kn_d_mn(
// CHECK-SAME: %[[XA:.*]]: tensor<{{.*}}>, %[[WA:.*]]: tensor<{{.*}}> {nvfp4.param}, %[[C:.*]]: tensor
// CHECK: %[[X:.*]]:3 = nvfp4.quantize <rtn> ins(%[[XA]]
// CHECK-SAME: {{.*}}{transpose}
// CHECK: %[[W:.*]]:3 = nvfp4.quantize <rtn> ins(%[[WA]]
// CHECK-SAME: {{.*}}{transpose}
// CHECK: %[[D:.*]] = nvfp4.scaled_matmul lhs(%[[X]]#0, %[[X]]#1, %[[X]]#2 :
// CHECK-SAME: rhs(%[[W]]#0, %[[W]]#1, %[[W]]#2 :
// CHECK-SAME: outs(%[[C]] : {{.*}}{accumulate}
// CHECK: return %[[D]]
func.func @x_km_w_kn_d_mn(%x: tensor<112x48xf32>, %w: tensor<112x96xf32> {nvfp4.param}, %c: tensor<48x96xf32>) -> tensor<48x96xf32> {
  %y = linalg.contract indexing_maps = [affine_map<(m, n, k) -> (k, m)>, affine_map<(m, n, k) -> (k, n)>, affine_map<(m, n, k) -> (m, n)>] ins(%x, %w : tensor<112x48xf32>, tensor<112x96xf32>) outs(%c : tensor<48x96xf32>) -> tensor<48x96xf32>
  return %y : tensor<48x96xf32>
}

// CHECK-LABEL: func.func @x_km_w_kn_d_nm(
// CHECK-SAME: %[[XA:.*]]: tensor<{{.*}}>, %[[WA:.*]]: tensor<{{.*}}> {nvfp4.param}, %[[C:.*]]: tensor
// CHECK: %[[X:.*]]:3 = nvfp4.quantize <rtn> ins(%[[XA]]
// CHECK-SAME: {{.*}}{transpose}
// CHECK: %[[W:.*]]:3 = nvfp4.quantize <rtn> ins(%[[WA]]
// CHECK-SAME: {{.*}}{transpose}
// CHECK: %[[D:.*]] = nvfp4.scaled_matmul lhs(%[[W]]#0, %[[W]]#1, %[[W]]#2 :
// CHECK-SAME: rhs(%[[X]]#0, %[[X]]#1, %[[X]]#2 :
// CHECK-SAME: outs(%[[C]] : {{.*}}{accumulate}
// CHECK: return %[[D]]
func.func @x_km_w_kn_d_nm(%x: tensor<112x48xf32>, %w: tensor<112x96xf32> {nvfp4.param}, %c: tensor<96x48xf32>) -> tensor<96x48xf32> {
  %y = linalg.contract indexing_maps = [affine_map<(m, n, k) -> (k, m)>, affine_map<(m, n, k) -> (k, n)>, affine_map<(m, n, k) -> (n, m)>] ins(%x, %w : tensor<112x48xf32>, tensor<112x96xf32>) outs(%c : tensor<96x48xf32>) -> tensor<96x48xf32>
  return %y : tensor<96x48xf32>
}
