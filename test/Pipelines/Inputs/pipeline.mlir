#mk = affine_map<(m, n, k) -> (m, k)>
#nk = affine_map<(m, n, k) -> (n, k)>
#mn = affine_map<(m, n, k) -> (m, n)>
#id = affine_map<(m, n) -> (m, n)>
#row = affine_map<(m, n) -> (n)>

func.func @forward(%x: tensor<512x384xbf16>,
                   %w: tensor<1536x384xbf16> {nvfp4.param},
                   %bias: tensor<1536xf32>) -> tensor<512x1536xbf16> {
  %zero = arith.constant 0.0 : f32
  %sums = tensor.empty() : tensor<512x1536xf32>
  %init = linalg.fill ins(%zero : f32) outs(%sums : tensor<512x1536xf32>)
      -> tensor<512x1536xf32>
  %p = linalg.contract indexing_maps = [#mk, #nk, #mn]
      ins(%x, %w : tensor<512x384xbf16>, tensor<1536x384xbf16>)
      outs(%init : tensor<512x1536xf32>) -> tensor<512x1536xf32>
  %empty = tensor.empty() : tensor<512x1536xbf16>
  %y = linalg.generic {indexing_maps = [#id, #row, #id],
                       iterator_types = ["parallel", "parallel"]}
      ins(%p, %bias : tensor<512x1536xf32>, tensor<1536xf32>)
      outs(%empty : tensor<512x1536xbf16>) {
  ^bb0(%v: f32, %b: f32, %out: bf16):
    %sum = arith.addf %v, %b : f32
    %rounded = arith.truncf %sum : f32 to bf16
    linalg.yield %rounded : bf16
  } -> tensor<512x1536xbf16>
  return %y : tensor<512x1536xbf16>
}
