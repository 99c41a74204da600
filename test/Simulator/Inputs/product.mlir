// One product as the fuse stage leaves it; mutate.py runs and changes its kernel.
func.func @product(
    %a: tensor<128x256xi8>, %as: tensor<1x8x32x4x4xf8E4M3FN>, %at: tensor<f32>,
    %b: tensor<128x256xi8>, %bs: tensor<1x8x32x4x4xf8E4M3FN>, %bt: tensor<f32>)
    -> tensor<128x128xf32> {
  %e = tensor.empty() : tensor<128x128xf32>
  %d = nvfp4.scaled_matmul
      lhs(%a, %as, %at : tensor<128x256xi8>, tensor<1x8x32x4x4xf8E4M3FN>, tensor<f32>)
      rhs(%b, %bs, %bt : tensor<128x256xi8>, tensor<1x8x32x4x4xf8E4M3FN>, tensor<f32>)
      outs(%e : tensor<128x128xf32>)
  return %d : tensor<128x128xf32>
}
