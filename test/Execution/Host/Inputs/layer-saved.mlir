// The layer of layer-step.mlir in two functions, the weight saved transposed.

#A = affine_map<(m, n, k) -> (m, k)>
#B = affine_map<(m, n, k) -> (n, k)>
#At = affine_map<(m, n, k) -> (k, m)>
#Bt = affine_map<(m, n, k) -> (k, n)>
#C = affine_map<(m, n, k) -> (m, n)>

func.func @fwd(%x: tensor<?x72xbf16>, %w: tensor<100x72xbf16> {nvfp4.param})
    -> (tensor<?x100xf32>, tensor<?x72xbf16>, tensor<72x100xbf16>) {
  %c0 = arith.constant 0 : index
  %z = arith.constant 0.0 : f32
  %t = tensor.dim %x, %c0 : tensor<?x72xbf16>
  %ye = tensor.empty(%t) : tensor<?x100xf32>
  %yz = linalg.fill ins(%z : f32) outs(%ye : tensor<?x100xf32>) -> tensor<?x100xf32>
  %y = linalg.matmul indexing_maps = [#A, #B, #C] ins(%x, %w : tensor<?x72xbf16>, tensor<100x72xbf16>) outs(%yz : tensor<?x100xf32>) -> tensor<?x100xf32>
  %we = tensor.empty() : tensor<72x100xbf16>
  %wt = linalg.transpose ins(%w : tensor<100x72xbf16>) outs(%we : tensor<72x100xbf16>) permutation = [1, 0]
  return %y, %x, %wt : tensor<?x100xf32>, tensor<?x72xbf16>, tensor<72x100xbf16>
}

func.func @bwd(%x: tensor<?x72xbf16> {nvfp4.saved = #nvfp4.saved<@fwd, result = 1>},
               %wt: tensor<72x100xbf16> {nvfp4.saved = #nvfp4.saved<@fwd, result = 2>},
               %e: tensor<?x100xbf16> {nvfp4.gradient})
    -> (tensor<?x72xf32>, tensor<100x72xf32>) {
  %c0 = arith.constant 0 : index
  %z = arith.constant 0.0 : f32
  %t = tensor.dim %e, %c0 : tensor<?x100xbf16>
  %we = tensor.empty() : tensor<100x72xbf16>
  %w = linalg.transpose ins(%wt : tensor<72x100xbf16>) outs(%we : tensor<100x72xbf16>) permutation = [1, 0]
  %dxe = tensor.empty(%t) : tensor<?x72xf32>
  %dxz = linalg.fill ins(%z : f32) outs(%dxe : tensor<?x72xf32>) -> tensor<?x72xf32>
  %dx = linalg.matmul ins(%e, %w : tensor<?x100xbf16>, tensor<100x72xbf16>) outs(%dxz : tensor<?x72xf32>) -> tensor<?x72xf32>
  %dwe = tensor.empty() : tensor<100x72xf32>
  %dwz = linalg.fill ins(%z : f32) outs(%dwe : tensor<100x72xf32>) -> tensor<100x72xf32>
  %dw = linalg.matmul indexing_maps = [#At, #Bt, #C] ins(%e, %x : tensor<?x100xbf16>, tensor<?x72xbf16>) outs(%dwz : tensor<100x72xf32>) -> tensor<100x72xf32>
  return %dx, %dw : tensor<?x72xf32>, tensor<100x72xf32>
}
