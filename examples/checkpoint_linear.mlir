//===- checkpoint_linear.mlir - A layer that is stored in NVFP4 -----------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The layer of linear_step.mlir for inference, its weight coming from a
// checkpoint in NVFP4 instead of bf16: @modelopt takes the tensors of TensorRT
// Model Optimizer, @compressed_tensors those of compressed-tensors (vLLM, LLM
// Compressor). Both multiply with the matrix as it is stored; x is quantized by
// the recipe.
//
//   quartet-compile examples/checkpoint_linear.mlir --emit=so -o layer.so
//
//===----------------------------------------------------------------------===//

#X = affine_map<(t, n, k) -> (t, k)>
#W = affine_map<(t, n, k) -> (n, k)>
#Y = affine_map<(t, n, k) -> (t, n)>

func.func private @linear(
    %x: tensor<?x384xbf16>, %data: tensor<1536x384xf4E2M1FN> {nvfp4.param},
    %scales: tensor<1536x24xf8E4M3FN>, %scale: tensor<f32>) -> tensor<?x1536xf32> {
  %c0 = arith.constant 0 : index
  %zero = arith.constant 0.0 : f32
  %w_empty = tensor.empty() : tensor<1536x384xbf16>
  %w = nvfp4.dequantize
      ins(%data, %scales : tensor<1536x384xf4E2M1FN>, tensor<1536x24xf8E4M3FN>)
      tensor_scale(%scale : tensor<f32>) outs(%w_empty : tensor<1536x384xbf16>)
  %tokens = tensor.dim %x, %c0 : tensor<?x384xbf16>
  %y_empty = tensor.empty(%tokens) : tensor<?x1536xf32>
  %y_zero = linalg.fill ins(%zero : f32)
      outs(%y_empty : tensor<?x1536xf32>) -> tensor<?x1536xf32>
  %y = linalg.matmul indexing_maps = [#X, #W, #Y]
      ins(%x, %w : tensor<?x384xbf16>, tensor<1536x384xbf16>)
      outs(%y_zero : tensor<?x1536xf32>) -> tensor<?x1536xf32>
  return %y : tensor<?x1536xf32>
}

func.func @modelopt(
    %x: tensor<?x384xbf16>, %weight: tensor<1536x192xi8> {nvfp4.param},
    %weight_scale: tensor<1536x24xf8E4M3FN>,
    %weight_scale_2: tensor<f32>) -> tensor<?x1536xf32> {
  %d, %s, %t = nvfp4.import <modelopt>
      ins(%weight, %weight_scale, %weight_scale_2 :
          tensor<1536x192xi8>, tensor<1536x24xf8E4M3FN>, tensor<f32>)
      to tensor<1536x384xf4E2M1FN>
  %y = call @linear(%x, %d, %s, %t)
      : (tensor<?x384xbf16>, tensor<1536x384xf4E2M1FN>,
         tensor<1536x24xf8E4M3FN>, tensor<f32>) -> tensor<?x1536xf32>
  return %y : tensor<?x1536xf32>
}

func.func @compressed_tensors(
    %x: tensor<?x384xbf16>, %weight_packed: tensor<1536x192xi8> {nvfp4.param},
    %weight_scale: tensor<1536x24xf8E4M3FN>,
    %weight_global_scale: tensor<f32>) -> tensor<?x1536xf32> {
  %d, %s, %t = nvfp4.import <compressed_tensors>
      ins(%weight_packed, %weight_scale, %weight_global_scale :
          tensor<1536x192xi8>, tensor<1536x24xf8E4M3FN>, tensor<f32>)
      to tensor<1536x384xf4E2M1FN>
  %y = call @linear(%x, %d, %s, %t)
      : (tensor<?x384xbf16>, tensor<1536x384xf4E2M1FN>,
         tensor<1536x24xf8E4M3FN>, tensor<f32>) -> tensor<?x1536xf32>
  return %y : tensor<?x1536xf32>
}
