// One linear layer with 200 tokens, K = 80 inputs and N = 96 outputs.
#A = affine_map<(m, n, k) -> (m, k)>
#B = affine_map<(m, n, k) -> (n, k)>
#At = affine_map<(m, n, k) -> (k, m)>
#Bt = affine_map<(m, n, k) -> (k, n)>
#C = affine_map<(m, n, k) -> (m, n)>
func.func @step(%x: tensor<200x80xbf16>, %w: tensor<96x80xbf16> {nvfp4.param}, %e: tensor<200x96xbf16> {nvfp4.gradient})
    -> (tensor<200x96xf32>, tensor<200x80xf32>, tensor<96x80xf32>) {
  %z = arith.constant 0.0 : f32
  %y0 = tensor.empty() : tensor<200x96xf32>
  %y1 = linalg.fill ins(%z : f32) outs(%y0 : tensor<200x96xf32>) -> tensor<200x96xf32>
  %y = linalg.matmul indexing_maps = [#A, #B, #C] ins(%x, %w : tensor<200x80xbf16>, tensor<96x80xbf16>) outs(%y1 : tensor<200x96xf32>) -> tensor<200x96xf32>
  %dx0 = tensor.empty() : tensor<200x80xf32>
  %dx1 = linalg.fill ins(%z : f32) outs(%dx0 : tensor<200x80xf32>) -> tensor<200x80xf32>
  %dx = linalg.matmul ins(%e, %w : tensor<200x96xbf16>, tensor<96x80xbf16>) outs(%dx1 : tensor<200x80xf32>) -> tensor<200x80xf32>
  %dw0 = tensor.empty() : tensor<96x80xf32>
  %dw1 = linalg.fill ins(%z : f32) outs(%dw0 : tensor<96x80xf32>) -> tensor<96x80xf32>
  %dw = linalg.matmul indexing_maps = [#At, #Bt, #C] ins(%e, %x : tensor<200x96xbf16>, tensor<200x80xbf16>) outs(%dw1 : tensor<96x80xf32>) -> tensor<96x80xf32>
  return %y, %dx, %dw : tensor<200x96xf32>, tensor<200x80xf32>, tensor<96x80xf32>
}
