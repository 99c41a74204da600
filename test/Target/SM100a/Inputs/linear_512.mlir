// A linear layer's three products for 512 tokens, all extents known.

#mk = affine_map<(m, n, k) -> (m, k)>
#nk = affine_map<(m, n, k) -> (n, k)>
#km = affine_map<(m, n, k) -> (k, m)>
#kn = affine_map<(m, n, k) -> (k, n)>
#mn = affine_map<(m, n, k) -> (m, n)>

func.func @linear(%x: tensor<512x384xbf16>,
                  %w: tensor<1536x384xbf16> {nvfp4.param},
                  %e: tensor<512x1536xbf16> {nvfp4.gradient})
    -> (tensor<512x1536xf32>, tensor<512x384xf32>, tensor<1536x384xf32>) {
  %zero = arith.constant 0.0 : f32
  %y_empty = tensor.empty() : tensor<512x1536xf32>
  %y_zero = linalg.fill ins(%zero : f32) outs(%y_empty : tensor<512x1536xf32>)
      -> tensor<512x1536xf32>
  %y = linalg.contract indexing_maps = [#mk, #nk, #mn]
      ins(%x, %w : tensor<512x384xbf16>, tensor<1536x384xbf16>)
      outs(%y_zero : tensor<512x1536xf32>) -> tensor<512x1536xf32>
  %dx_empty = tensor.empty() : tensor<512x384xf32>
  %dx_zero = linalg.fill ins(%zero : f32) outs(%dx_empty : tensor<512x384xf32>)
      -> tensor<512x384xf32>
  %dx = linalg.contract indexing_maps = [#mk, #kn, #mn]
      ins(%e, %w : tensor<512x1536xbf16>, tensor<1536x384xbf16>)
      outs(%dx_zero : tensor<512x384xf32>) -> tensor<512x384xf32>
  %dw_empty = tensor.empty() : tensor<1536x384xf32>
  %dw_zero = linalg.fill ins(%zero : f32) outs(%dw_empty : tensor<1536x384xf32>)
      -> tensor<1536x384xf32>
  %dw = linalg.contract indexing_maps = [#km, #kn, #mn]
      ins(%e, %x : tensor<512x1536xbf16>, tensor<512x384xbf16>)
      outs(%dw_zero : tensor<1536x384xf32>) -> tensor<1536x384xf32>
  return %y, %dx, %dw
      : tensor<512x1536xf32>, tensor<512x384xf32>, tensor<1536x384xf32>
}
