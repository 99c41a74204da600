// Forward and backward of one layer in one function.

#A = affine_map<(m, n, k) -> (m, k)>
#B = affine_map<(m, n, k) -> (n, k)>
#At = affine_map<(m, n, k) -> (k, m)>
#Bt = affine_map<(m, n, k) -> (k, n)>
#C = affine_map<(m, n, k) -> (m, n)>

func.func @step(%x: tensor<?x72xbf16>, %w: tensor<100x72xbf16> {nvfp4.param},
                %e: tensor<?x100xbf16> {nvfp4.gradient})
    -> (tensor<?x100xf32>, tensor<?x72xf32>, tensor<100x72xf32>) {
  %c0 = arith.constant 0 : index
  %z = arith.constant 0.0 : f32
  %t = tensor.dim %x, %c0 : tensor<?x72xbf16>
  %ye = tensor.empty(%t) : tensor<?x100xf32>
  %yz = linalg.fill ins(%z : f32) outs(%ye : tensor<?x100xf32>) -> tensor<?x100xf32>
  %y = linalg.matmul indexing_maps = [#A, #B, #C] ins(%x, %w : tensor<?x72xbf16>, tensor<100x72xbf16>) outs(%yz : tensor<?x100xf32>) -> tensor<?x100xf32>
  %dxe = tensor.empty(%t) : tensor<?x72xf32>
  %dxz = linalg.fill ins(%z : f32) outs(%dxe : tensor<?x72xf32>) -> tensor<?x72xf32>
  %dx = linalg.matmul ins(%e, %w : tensor<?x100xbf16>, tensor<100x72xbf16>) outs(%dxz : tensor<?x72xf32>) -> tensor<?x72xf32>
  %dwe = tensor.empty() : tensor<100x72xf32>
  %dwz = linalg.fill ins(%z : f32) outs(%dwe : tensor<100x72xf32>) -> tensor<100x72xf32>
  %dw = linalg.matmul indexing_maps = [#At, #Bt, #C] ins(%e, %x : tensor<?x100xbf16>, tensor<?x72xbf16>) outs(%dwz : tensor<100x72xf32>) -> tensor<100x72xf32>
  return %y, %dx, %dw : tensor<?x100xf32>, tensor<?x72xf32>, tensor<100x72xf32>
}
