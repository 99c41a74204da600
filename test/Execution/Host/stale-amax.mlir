// RUN: quartet-run %s
// RUN: quartet-opt %s --inline --canonicalize | quartet-run -

// An amax smaller than the data saturates. With amax = 10, S = 268.8, and
// 30 / 6 * S = 1344 ends at the largest scale, 448 (0x7E), not at its neighbour
// 0x7F, which is NaN. 30 becomes 6, worth 6 * 448 / S = 10, and 1 becomes
// 1 * S / 448 = 0.6, rounded to 0.5, worth 0.5 * 448 / S = 10 / 12.
func.func private @too_small(%x: tensor<1x16xf32>, %amax: tensor<f32>) {
  %d = tensor.empty() : tensor<1x32xf4E2M1FN>
  %s = tensor.empty() : tensor<1x2xf8E4M3FN>
  %t = tensor.empty() : tensor<f32>
  %q:3 = nvfp4.quantize <te> ins(%x : tensor<1x16xf32>) amax(%amax : tensor<f32>)
      outs(%d, %s, %t : tensor<1x32xf4E2M1FN>, tensor<1x2xf8E4M3FN>, tensor<f32>)
  %bytes = nvfp4.to_storage %q#0 : tensor<1x32xf4E2M1FN> to tensor<1x16xi8>
  check.expect_eq_const %bytes, dense<"0x17111111111111110000000000000000"> : tensor<1x16xi8>
  check.expect_eq_const %q#1, dense<[[0x7E, 0x00]]> : tensor<1x2xf8E4M3FN>

  %e = tensor.empty() : tensor<1x16xf32>
  %y = nvfp4.dequantize ins(%q#0, %q#1 : tensor<1x32xf4E2M1FN>, tensor<1x2xf8E4M3FN>)
      tensor_scale(%q#2 : tensor<f32>) outs(%e : tensor<1x16xf32>)
  // S and the product round once each: three steps of 2^-24.
  %expected = arith.constant dense<[[10.0, 0.83333333, 0.83333333, 0.83333333,
      0.83333333, 0.83333333, 0.83333333, 0.83333333, 0.83333333, 0.83333333,
      0.83333333, 0.83333333, 0.83333333, 0.83333333, 0.83333333, 0.83333333]]>
      : tensor<1x16xf32>
  check.expect_close %y, %expected rtol(1.8e-7) : tensor<1x16xf32>
  return
}

// With the true one, 1 is less than half of the smallest step, 0.5 / 6 * 30.
func.func private @right(%x: tensor<1x16xf32>, %amax: tensor<f32>) {
  %d = tensor.empty() : tensor<1x32xf4E2M1FN>
  %s = tensor.empty() : tensor<1x2xf8E4M3FN>
  %t = tensor.empty() : tensor<f32>
  %q:3 = nvfp4.quantize <te> ins(%x : tensor<1x16xf32>) amax(%amax : tensor<f32>)
      outs(%d, %s, %t : tensor<1x32xf4E2M1FN>, tensor<1x2xf8E4M3FN>, tensor<f32>)
  %own:3 = nvfp4.quantize <te> ins(%x : tensor<1x16xf32>)
      outs(%d, %s, %t : tensor<1x32xf4E2M1FN>, tensor<1x2xf8E4M3FN>, tensor<f32>)
  %bytes = nvfp4.to_storage %q#0 : tensor<1x32xf4E2M1FN> to tensor<1x16xi8>
  check.expect_eq_const %bytes, dense<"0x07000000000000000000000000000000"> : tensor<1x16xi8>
  check.expect_eq_const %q#1, dense<[[0x7E, 0x00]]> : tensor<1x2xf8E4M3FN>
  check.expect_eq %q#0, %own#0 : tensor<1x32xf4E2M1FN>
  check.expect_eq %q#1, %own#1 : tensor<1x2xf8E4M3FN>
  check.expect_eq %q#2, %own#2 : tensor<f32>
  return
}

func.func @main() {
  %x = arith.constant dense<[[30.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0,
      1.0, 1.0, 1.0, 1.0, 1.0, 1.0]]> : tensor<1x16xf32>
  %small = arith.constant dense<10.0> : tensor<f32>
  %right = arith.constant dense<30.0> : tensor<f32>
  call @too_small(%x, %small) : (tensor<1x16xf32>, tensor<f32>) -> ()
  call @right(%x, %right) : (tensor<1x16xf32>, tensor<f32>) -> ()
  return
}
