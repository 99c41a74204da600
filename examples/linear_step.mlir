//===- linear_step.mlir - One linear layer, forward and backward ----------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A linear layer in the form in which importers hand it over: transpositions
// and plain matrix products on tensors, nothing that says NVFP4.
//
//   Y  = X W^T   [tokens, 1536]   forward
//   dX = E W     [tokens, 384]    gradient of the activations
//   dW = E^T X   [1536, 384]      gradient of the weight
//
// %x [tokens, 384] are the activations, %w [1536, 384] the weight, and %e
// [tokens, 1536] the gradient dL/dY that arrives from the layers above. The two
// marks are the only thing an exporter adds: which argument is a parameter and
// which an output gradient. The operands are bf16, products and sums are f32.
//
//===----------------------------------------------------------------------===//

func.func @linear_step(%x: tensor<?x384xbf16>,
                       %w: tensor<1536x384xbf16> {nvfp4.param},
                       %e: tensor<?x1536xbf16> {nvfp4.gradient})
    -> (tensor<?x1536xf32>, tensor<?x384xf32>, tensor<1536x384xf32>) {
  %c0 = arith.constant 0 : index
  %zero = arith.constant 0.0 : f32
  %tokens = tensor.dim %x, %c0 : tensor<?x384xbf16>

  // Y = X W^T.
  %wt_empty = tensor.empty() : tensor<384x1536xbf16>
  %wt = linalg.transpose ins(%w : tensor<1536x384xbf16>)
      outs(%wt_empty : tensor<384x1536xbf16>) permutation = [1, 0]
  %y_empty = tensor.empty(%tokens) : tensor<?x1536xf32>
  %y_zero = linalg.fill ins(%zero : f32)
      outs(%y_empty : tensor<?x1536xf32>) -> tensor<?x1536xf32>
  %y = linalg.matmul
      ins(%x, %wt : tensor<?x384xbf16>, tensor<384x1536xbf16>)
      outs(%y_zero : tensor<?x1536xf32>) -> tensor<?x1536xf32>

  // dX = E W.
  %dx_empty = tensor.empty(%tokens) : tensor<?x384xf32>
  %dx_zero = linalg.fill ins(%zero : f32)
      outs(%dx_empty : tensor<?x384xf32>) -> tensor<?x384xf32>
  %dx = linalg.matmul
      ins(%e, %w : tensor<?x1536xbf16>, tensor<1536x384xbf16>)
      outs(%dx_zero : tensor<?x384xf32>) -> tensor<?x384xf32>

  // dW = E^T X.
  %et_empty = tensor.empty(%tokens) : tensor<1536x?xbf16>
  %et = linalg.transpose ins(%e : tensor<?x1536xbf16>)
      outs(%et_empty : tensor<1536x?xbf16>) permutation = [1, 0]
  %dw_empty = tensor.empty() : tensor<1536x384xf32>
  %dw_zero = linalg.fill ins(%zero : f32)
      outs(%dw_empty : tensor<1536x384xf32>) -> tensor<1536x384xf32>
  %dw = linalg.matmul
      ins(%et, %x : tensor<1536x?xbf16>, tensor<?x384xbf16>)
      outs(%dw_zero : tensor<1536x384xf32>) -> tensor<1536x384xf32>

  return %y, %dx, %dw
      : tensor<?x1536xf32>, tensor<?x384xf32>, tensor<1536x384xf32>
}
