// RUN: quartet-run %s
// RUN: quartet-opt %s --inline --canonicalize | quartet-run -

// A block of zeros beside 0, 1, ..., 15: its scale differs between systems, its
// values are exactly 0 in all of them. The other block has m = 15 = amax, so
// its scale is 448 (0x7E) and x / 15 * 6 = 0.4 x is encoded:
// 0 .4 .8 1.2 1.6 2 2.4 2.8 3.2 3.6 4 4.4 4.8 5.2 5.6 6.
func.func private @te(%x: tensor<1x32xf32>) {
  %d = tensor.empty() : tensor<1x32xf4E2M1FN>
  %s = tensor.empty() : tensor<1x2xf8E4M3FN>
  %t = tensor.empty() : tensor<f32>
  %q:3 = nvfp4.quantize <te> ins(%x : tensor<1x32xf32>)
      outs(%d, %s, %t : tensor<1x32xf4E2M1FN>, tensor<1x2xf8E4M3FN>, tensor<f32>)
  %bytes = nvfp4.to_storage %q#0 : tensor<1x32xf4E2M1FN> to tensor<1x16xi8>
  check.expect_eq_const %bytes, dense<"0x00000000000000001022435465667677"> : tensor<1x16xi8>
  check.expect_eq_const %q#1, dense<[[0x00, 0x7E]]> : tensor<1x2xf8E4M3FN>
  call @first_block_is_zero(%q#0, %q#1, %q#2)
      : (tensor<1x32xf4E2M1FN>, tensor<1x2xf8E4M3FN>, tensor<f32>) -> ()
  return
}

func.func private @torchao(%x: tensor<1x32xf32>) {
  %d = tensor.empty() : tensor<1x32xf4E2M1FN>
  %s = tensor.empty() : tensor<1x2xf8E4M3FN>
  %t = tensor.empty() : tensor<f32>
  %q:3 = nvfp4.quantize <torchao> ins(%x : tensor<1x32xf32>)
      outs(%d, %s, %t : tensor<1x32xf4E2M1FN>, tensor<1x2xf8E4M3FN>, tensor<f32>)
  check.expect_eq_const %q#1, dense<[[0x08, 0x7E]]> : tensor<1x2xf8E4M3FN>
  call @first_block_is_zero(%q#0, %q#1, %q#2)
      : (tensor<1x32xf4E2M1FN>, tensor<1x2xf8E4M3FN>, tensor<f32>) -> ()
  return
}

func.func private @modelopt(%x: tensor<1x32xf32>) {
  %d = tensor.empty() : tensor<1x32xf4E2M1FN>
  %s = tensor.empty() : tensor<1x2xf8E4M3FN>
  %t = tensor.empty() : tensor<f32>
  %q:3 = nvfp4.quantize <modelopt> ins(%x : tensor<1x32xf32>)
      outs(%d, %s, %t : tensor<1x32xf4E2M1FN>, tensor<1x2xf8E4M3FN>, tensor<f32>)
  check.expect_eq_const %q#1, dense<[[0x38, 0x7E]]> : tensor<1x2xf8E4M3FN>
  call @first_block_is_zero(%q#0, %q#1, %q#2)
      : (tensor<1x32xf4E2M1FN>, tensor<1x2xf8E4M3FN>, tensor<f32>) -> ()
  return
}

func.func private @first_block_is_zero(
    %d: tensor<1x32xf4E2M1FN>, %s: tensor<1x2xf8E4M3FN>, %t: tensor<f32>) {
  %e = tensor.empty() : tensor<1x32xf32>
  %y = nvfp4.dequantize ins(%d, %s : tensor<1x32xf4E2M1FN>, tensor<1x2xf8E4M3FN>)
      tensor_scale(%t : tensor<f32>) outs(%e : tensor<1x32xf32>)
  %first = tensor.extract_slice %y[0, 0] [1, 16] [1, 1]
      : tensor<1x32xf32> to tensor<1x16xf32>
  check.expect_eq_const %first, dense<0.0> : tensor<1x16xf32>
  return
}

// Nothing but zeros: the tensor scale is 1, all bytes are 0.
func.func private @all_zero(%x: tensor<2x32xbf16>) {
  %d = tensor.empty() : tensor<2x32xf4E2M1FN>
  %s = tensor.empty() : tensor<2x2xf8E4M3FN>
  %t = tensor.empty() : tensor<f32>
  %q:3 = nvfp4.quantize <quartet2_forward> ins(%x : tensor<2x32xbf16>)
      outs(%d, %s, %t : tensor<2x32xf4E2M1FN>, tensor<2x2xf8E4M3FN>, tensor<f32>)
  check.expect_eq_const %q#0, dense<0.0> : tensor<2x32xf4E2M1FN>
  check.expect_eq_const %q#1, dense<0.0> : tensor<2x2xf8E4M3FN>
  check.expect_eq_const %q#2, dense<1.0> : tensor<f32>
  return
}

func.func @main() {
  %x = arith.constant dense<[[
      0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0,
      0.0, 1.0, 2.0, 3.0, 4.0, 5.0, 6.0, 7.0, 8.0, 9.0, 10.0, 11.0, 12.0, 13.0, 14.0, 15.0
      ]]> : tensor<1x32xf32>
  call @te(%x) : (tensor<1x32xf32>) -> ()
  call @torchao(%x) : (tensor<1x32xf32>) -> ()
  call @modelopt(%x) : (tensor<1x32xf32>) -> ()
  %zero = arith.constant dense<0.0> : tensor<2x32xbf16>
  call @all_zero(%zero) : (tensor<2x32xbf16>) -> ()
  return
}
