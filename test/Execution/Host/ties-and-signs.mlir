// RUN: quartet-run %s
// RUN: quartet-opt %s --inline --canonicalize | quartet-run -

// Every midpoint between two codes goes to the even one, and the sign of zero
// is kept. The largest element is 6, so S = 2688 / 6 = 448 and the block scale
// is 448 (0x7E): x is encoded as it is. Columns 16..31 are padding.
func.func private @te(%x: tensor<1x16xf32>) {
  %d = tensor.empty() : tensor<1x32xf4E2M1FN>
  %s = tensor.empty() : tensor<1x2xf8E4M3FN>
  %t = tensor.empty() : tensor<f32>
  %q:3 = nvfp4.quantize <te> ins(%x : tensor<1x16xf32>)
      outs(%d, %s, %t : tensor<1x32xf4E2M1FN>, tensor<1x2xf8E4M3FN>, tensor<f32>)
  %bytes = nvfp4.to_storage %q#0 : tensor<1x32xf4E2M1FN> to tensor<1x16xi8>
  check.expect_eq_const %bytes, dense<"0x20426486AACCEEF70000000000000000"> : tensor<1x16xi8>
  check.expect_eq_const %q#1, dense<[[0x7E, 0x00]]> : tensor<1x2xf8E4M3FN>

  %e = tensor.empty() : tensor<1x16xf32>
  %y = nvfp4.dequantize ins(%q#0, %q#1 : tensor<1x32xf4E2M1FN>, tensor<1x2xf8E4M3FN>)
      tensor_scale(%q#2 : tensor<f32>) outs(%e : tensor<1x16xf32>)
  // 1 / S rounds once and each product once, 2^-24 each.
  %expected = arith.constant dense<[[0.0, 1.0, 1.0, 2.0, 2.0, 4.0, 4.0, -0.0,
      -1.0, -1.0, -2.0, -2.0, -4.0, -4.0, 6.0, -6.0]]> : tensor<1x16xf32>
  check.expect_close %y, %expected rtol(1.2e-7) : tensor<1x16xf32>
  %plus = tensor.extract_slice %y[0, 0] [1, 1] [1, 1] : tensor<1x16xf32> to tensor<1x1xf32>
  check.expect_eq_const %plus, dense<0.0> : tensor<1x1xf32>
  %minus = tensor.extract_slice %y[0, 7] [1, 1] [1, 1] : tensor<1x16xf32> to tensor<1x1xf32>
  check.expect_eq_const %minus, dense<-0.0> : tensor<1x1xf32>
  return
}

func.func @main() {
  %x = arith.constant dense<[[0.25, 0.75, 1.25, 1.75, 2.5, 3.5, 5.0, -0.25,
      -0.75, -1.25, -1.75, -2.5, -3.5, -5.0, 6.0, -6.0]]> : tensor<1x16xf32>
  call @te(%x) : (tensor<1x16xf32>) -> ()
  return
}
