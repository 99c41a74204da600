// RUN: quartet-run %s
// RUN: quartet-opt %s --inline --canonicalize | quartet-run -

// NaN and infinities do not enter the largest magnitude; only the scale of
// their own block is NaN (0x7F). The row of 1 and 2 has amax 2, ts = 2 / 1536,
// and its second block 2 / 6 / ts = 256 (0x78), whatever stands in the first.
func.func private @forward(%x: tensor<4x32xf32>) {
  %d = tensor.empty() : tensor<4x32xf4E2M1FN>
  %s = tensor.empty() : tensor<4x2xf8E4M3FN>
  %t = tensor.empty() : tensor<f32>
  %q:3 = nvfp4.quantize <quartet2_forward> ins(%x : tensor<4x32xf32>)
      outs(%d, %s, %t : tensor<4x32xf4E2M1FN>, tensor<4x2xf8E4M3FN>, tensor<f32>)
  check.expect_eq_const %q#1,
      dense<[[0x78, 0x78], [0x7F, 0x78], [0x7F, 0x78], [0x7F, 0x78]]>
      : tensor<4x2xf8E4M3FN>

  // The finite blocks hold what they would without the others: 3 becomes 6.
  %right = tensor.extract_slice %q#0[0, 16] [4, 16] [1, 1]
      : tensor<4x32xf4E2M1FN> to tensor<4x16xf4E2M1FN>
  check.expect_eq_const %right, dense<6.0> : tensor<4x16xf4E2M1FN>

  // Every value of a block with a NaN scale decodes to NaN, no other does.
  %e = tensor.empty() : tensor<4x32xf32>
  %y = nvfp4.dequantize ins(%q#0, %q#1 : tensor<4x32xf4E2M1FN>, tensor<4x2xf8E4M3FN>)
      tensor_scale(%q#2 : tensor<f32>) outs(%e : tensor<4x32xf32>)
  %three = arith.constant dense<3.0> : tensor<4x32xf32>
  %nan = arith.constant dense<0x7FC00000> : tensor<3x16xf32>
  %expected = tensor.insert_slice %nan into %three[1, 0] [3, 16] [1, 1]
      : tensor<3x16xf32> into tensor<4x32xf32>
  // 6 * 256 * 2^-9 is exact; any NaN is close to NaN.
  check.expect_close %y, %expected atol(0.0) : tensor<4x32xf32>
  return
}

// amax alone: 3, and 0 where nothing is finite.
func.func private @amax(%x: tensor<4x32xf32>, %nothing: tensor<2x32xf32>) {
  %zero = arith.constant dense<0.0> : tensor<f32>
  %a = nvfp4.amax ins(%x : tensor<4x32xf32>) outs(%zero : tensor<f32>)
  check.expect_eq_const %a, dense<3.0> : tensor<f32>
  %b = nvfp4.amax ins(%nothing : tensor<2x32xf32>) outs(%zero : tensor<f32>)
  check.expect_eq_const %b, dense<0.0> : tensor<f32>
  return
}

// Nothing finite at all: the tensor scale is 1, every block scale NaN.
func.func private @no_number(%x: tensor<2x32xf32>) {
  %d = tensor.empty() : tensor<2x32xf4E2M1FN>
  %s = tensor.empty() : tensor<2x2xf8E4M3FN>
  %t = tensor.empty() : tensor<f32>
  %q:3 = nvfp4.quantize <quartet2_forward> ins(%x : tensor<2x32xf32>)
      outs(%d, %s, %t : tensor<2x32xf4E2M1FN>, tensor<2x2xf8E4M3FN>, tensor<f32>)
  check.expect_eq_const %q#1, dense<0x7F> : tensor<2x2xf8E4M3FN>
  check.expect_eq_const %q#2, dense<1.0> : tensor<f32>
  return
}

func.func @main() {
  %three = arith.constant dense<3.0> : tensor<4x32xf32>
  %special = arith.constant dense<[[0x7FC00000], [0x7F800000], [0xFF800000]]>
      : tensor<3x1xf32>
  %x = tensor.insert_slice %special into %three[1, 3] [3, 1] [1, 1]
      : tensor<3x1xf32> into tensor<4x32xf32>
  %nothing = arith.constant dense<0xFF800000> : tensor<2x32xf32>
  call @forward(%x) : (tensor<4x32xf32>) -> ()
  call @amax(%x, %nothing) : (tensor<4x32xf32>, tensor<2x32xf32>) -> ()
  call @no_number(%nothing) : (tensor<2x32xf32>) -> ()
  return
}
