// The forward product of layer-step.mlir with a weight as ModelOpt stores it.

#A = affine_map<(m, n, k) -> (m, k)>
#B = affine_map<(m, n, k) -> (n, k)>
#C = affine_map<(m, n, k) -> (m, n)>

func.func @linear(%x: tensor<?x72xbf16>, %weight: tensor<100x48xi8> {nvfp4.param},
                  %weight_scale: tensor<100x6xf8E4M3FN>, %weight_scale_2: tensor<f32>)
    -> tensor<?x100xf32> {
  %d, %s, %g = nvfp4.import <modelopt>
      ins(%weight, %weight_scale, %weight_scale_2 : tensor<100x48xi8>, tensor<100x6xf8E4M3FN>, tensor<f32>)
      to tensor<100x96xf4E2M1FN>
  %we = tensor.empty() : tensor<100x72xbf16>
  %w = nvfp4.dequantize ins(%d, %s : tensor<100x96xf4E2M1FN>, tensor<100x6xf8E4M3FN>)
      tensor_scale(%g : tensor<f32>) outs(%we : tensor<100x72xbf16>)
  %c0 = arith.constant 0 : index
  %z = arith.constant 0.0 : f32
  %t = tensor.dim %x, %c0 : tensor<?x72xbf16>
  %ye = tensor.empty(%t) : tensor<?x100xf32>
  %yz = linalg.fill ins(%z : f32) outs(%ye : tensor<?x100xf32>) -> tensor<?x100xf32>
  %y = linalg.matmul indexing_maps = [#A, #B, #C] ins(%x, %w : tensor<?x72xbf16>, tensor<100x72xbf16>) outs(%yz : tensor<?x100xf32>) -> tensor<?x100xf32>
  return %y : tensor<?x100xf32>
}
