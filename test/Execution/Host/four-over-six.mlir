// RUN: quartet-run %s
// RUN: quartet-opt %s --inline --canonicalize | quartet-run -

// 8 6 4 2 with the largest scale 256: mapping 8 to 6 gives 8 5.33 4 2, mapping
// it to 4 gives all four exactly, with the scale 384 (0x7C) and codes 4 3 2 1.
func.func private @four_wins(%x: tensor<1x16xf32>) {
  %d = tensor.empty() : tensor<1x32xf4E2M1FN>
  %s = tensor.empty() : tensor<1x2xf8E4M3FN>
  %t = tensor.empty() : tensor<f32>
  %q:3 = nvfp4.quantize <quartet2_forward> ins(%x : tensor<1x16xf32>)
      outs(%d, %s, %t : tensor<1x32xf4E2M1FN>, tensor<1x2xf8E4M3FN>, tensor<f32>)
  %bytes = nvfp4.to_storage %q#0 : tensor<1x32xf4E2M1FN> to tensor<1x16xi8>
  check.expect_eq_const %bytes, dense<"0x56240000000000000000000000000000"> : tensor<1x16xi8>
  check.expect_eq_const %q#1, dense<[[0x7C, 0x00]]> : tensor<1x2xf8E4M3FN>

  %e = tensor.empty() : tensor<1x16xf32>
  %y = nvfp4.dequantize ins(%q#0, %q#1 : tensor<1x32xf4E2M1FN>, tensor<1x2xf8E4M3FN>)
      tensor_scale(%q#2 : tensor<f32>) outs(%e : tensor<1x16xf32>)
  check.expect_eq_const %y, dense<[[8.0, 6.0, 4.0, 2.0, 0.0, 0.0, 0.0, 0.0, 0.0,
      0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0]]> : tensor<1x16xf32>
  return
}

// The same numbers with one candidate and the largest scale 448.
func.func private @one_candidate(%x: tensor<1x16xf32>) {
  %d = tensor.empty() : tensor<1x32xf4E2M1FN>
  %s = tensor.empty() : tensor<1x2xf8E4M3FN>
  %t = tensor.empty() : tensor<f32>
  %q:3 = nvfp4.quantize <te> ins(%x : tensor<1x16xf32>)
      outs(%d, %s, %t : tensor<1x32xf4E2M1FN>, tensor<1x2xf8E4M3FN>, tensor<f32>)
  %bytes = nvfp4.to_storage %q#0 : tensor<1x32xf4E2M1FN> to tensor<1x16xi8>
  check.expect_eq_const %bytes, dense<"0x67350000000000000000000000000000"> : tensor<1x16xi8>
  check.expect_eq_const %q#1, dense<[[0x7E, 0x00]]> : tensor<1x2xf8E4M3FN>
  return
}

// A single 6 is exact either way (6 * 256 or 4 * 384, times 6 / 1536): six, the
// scale 256 (0x78), is chosen.
func.func private @equal_errors(%x: tensor<1x16xf32>) {
  %d = tensor.empty() : tensor<1x32xf4E2M1FN>
  %s = tensor.empty() : tensor<1x2xf8E4M3FN>
  %t = tensor.empty() : tensor<f32>
  %q:3 = nvfp4.quantize <quartet2_forward> ins(%x : tensor<1x16xf32>)
      outs(%d, %s, %t : tensor<1x32xf4E2M1FN>, tensor<1x2xf8E4M3FN>, tensor<f32>)
  %bytes = nvfp4.to_storage %q#0 : tensor<1x32xf4E2M1FN> to tensor<1x16xi8>
  check.expect_eq_const %bytes, dense<"0x07000000000000000000000000000000"> : tensor<1x16xi8>
  check.expect_eq_const %q#1, dense<[[0x78, 0x00]]> : tensor<1x2xf8E4M3FN>
  return
}

func.func @main() {
  %x = arith.constant dense<[[8.0, 6.0, 4.0, 2.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0,
      0.0, 0.0, 0.0, 0.0, 0.0, 0.0]]> : tensor<1x16xf32>
  call @four_wins(%x) : (tensor<1x16xf32>) -> ()
  call @one_candidate(%x) : (tensor<1x16xf32>) -> ()
  %six = arith.constant dense<[[6.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0,
      0.0, 0.0, 0.0, 0.0, 0.0, 0.0]]> : tensor<1x16xf32>
  call @equal_errors(%six) : (tensor<1x16xf32>) -> ()
  return
}
