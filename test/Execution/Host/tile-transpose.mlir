// RUN: quartet-run %s

// One scale per 16x16 tile: quantizing the transposed matrix gives the values of
// the matrix, transposed, to the last bit. Neither size is a multiple of 16.
#id = affine_map<(i, j) -> (i, j)>
func.func @main() {
  %empty = tensor.empty() : tensor<75x43xf32>
  %w = linalg.generic {indexing_maps = [#id], iterator_types = ["parallel", "parallel"]} outs(%empty : tensor<75x43xf32>) {
  ^bb0(%o: f32):
    %i = linalg.index 0 : index
    %j = linalg.index 1 : index
    %a = arith.constant 37 : index
    %b = arith.constant 101 : index
    %p = arith.constant 1009 : index
    %half = arith.constant 504 : index
    %ia = arith.muli %i, %a : index
    %jb = arith.muli %j, %b : index
    %s = arith.addi %ia, %jb : index
    %r = arith.remui %s, %p : index
    %c = arith.subi %r, %half : index
    %n = arith.index_cast %c : index to i32
    %v = arith.sitofp %n : i32 to f32
    linalg.yield %v : f32
  } -> tensor<75x43xf32>

  // 43 columns are padded to 64, 75 to 96.
  %d0 = tensor.empty() : tensor<75x64xf4E2M1FN>
  %s0 = tensor.empty() : tensor<75x4xf8E4M3FN>
  %t0 = tensor.empty() : tensor<f32>
  %q:3 = nvfp4.quantize <rtn_16x16> ins(%w : tensor<75x43xf32>) outs(%d0, %s0, %t0 : tensor<75x64xf4E2M1FN>, tensor<75x4xf8E4M3FN>, tensor<f32>)
  %wq = nvfp4.dequantize ins(%q#0, %q#1 : tensor<75x64xf4E2M1FN>, tensor<75x4xf8E4M3FN>) tensor_scale(%q#2 : tensor<f32>) outs(%empty : tensor<75x43xf32>)
  %et = tensor.empty() : tensor<43x75xf32>
  %expected = linalg.transpose ins(%wq : tensor<75x43xf32>) outs(%et : tensor<43x75xf32>) permutation = [1, 0]

  %d1 = tensor.empty() : tensor<43x96xf4E2M1FN>
  %s1 = tensor.empty() : tensor<43x6xf8E4M3FN>
  %t:3 = nvfp4.quantize <rtn_16x16> ins(%w : tensor<75x43xf32>) outs(%d1, %s1, %t0 : tensor<43x96xf4E2M1FN>, tensor<43x6xf8E4M3FN>, tensor<f32>) {transpose}
  %wt = nvfp4.dequantize ins(%t#0, %t#1 : tensor<43x96xf4E2M1FN>, tensor<43x6xf8E4M3FN>) tensor_scale(%t#2 : tensor<f32>) outs(%et : tensor<43x75xf32>)
  check.expect_eq %wt, %expected : tensor<43x75xf32>

  return
}
