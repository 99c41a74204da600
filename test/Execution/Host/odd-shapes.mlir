// RUN: quartet-run %s
// RUN: quartet-compile %s --emit=nvfp4 --no-remarks | FileCheck %s

// Both products are quantized, not left in high precision.
// CHECK-LABEL: func.func @odd
// CHECK: nvfp4.scaled_matmul
func.func @odd(%x: tensor<17x96xbf16>, %w: tensor<96x64xbf16> {nvfp4.param},
               %c: tensor<17x64xf32>) -> tensor<17x64xf32> {
  %y = linalg.matmul ins(%x, %w : tensor<17x96xbf16>, tensor<96x64xbf16>)
      outs(%c : tensor<17x64xf32>) -> tensor<17x64xf32>
  return %y : tensor<17x64xf32>
}

// CHECK-LABEL: func.func @any_rows
// CHECK: nvfp4.scaled_matmul
func.func @any_rows(%x: tensor<?x96xbf16>, %w: tensor<96x64xbf16> {nvfp4.param},
                    %c: tensor<?x64xf32>) -> tensor<?x64xf32> {
  %y = linalg.matmul ins(%x, %w : tensor<?x96xbf16>, tensor<96x64xbf16>)
      outs(%c : tensor<?x64xf32>) -> tensor<?x64xf32>
  return %y : tensor<?x64xf32>
}

// Ones become 6 * 256 or 4 * 384, both 1536 = 1 / ts. The sum of 96 products is
// exact; ts rounds once in each operand and each of the two multiplications by
// it once, 2^-24 each.
func.func private @check_rows(%rows: index) {
  %one = arith.constant 1.0 : bf16
  %zero = arith.constant 0.0 : f32
  %w = arith.constant dense<1.0> : tensor<96x64xbf16>
  %xe = tensor.empty(%rows) : tensor<?x96xbf16>
  %x = linalg.fill ins(%one : bf16) outs(%xe : tensor<?x96xbf16>) -> tensor<?x96xbf16>
  %ce = tensor.empty(%rows) : tensor<?x64xf32>
  %c = linalg.fill ins(%zero : f32) outs(%ce : tensor<?x64xf32>) -> tensor<?x64xf32>
  %y = call @any_rows(%x, %w, %c)
      : (tensor<?x96xbf16>, tensor<96x64xbf16>, tensor<?x64xf32>) -> tensor<?x64xf32>
  %n = arith.constant 96.0 : f32
  %e = tensor.empty(%rows) : tensor<?x64xf32>
  %expected = linalg.fill ins(%n : f32) outs(%e : tensor<?x64xf32>) -> tensor<?x64xf32>
  check.expect_close %y, %expected rtol(2.4e-7) : tensor<?x64xf32>
  return
}

// The scales of a 17 x 96 matrix of threes fill 128 x 8 tiled bytes, in a buffer
// that was full of NaN: with ts = 3 / 1536 = 2^-9 they are 3 / 6 / ts = 256 in
// 17 rows and 6 columns, and 0 everywhere else.
func.func private @padding_is_zero(%x: tensor<17x96xbf16>) {
  %nan = arith.constant dense<0x7F> : tensor<1x2x32x4x4xf8E4M3FN>
  %d = tensor.empty() : tensor<17x96xf4E2M1FN>
  %t = tensor.empty() : tensor<f32>
  %q:3 = nvfp4.quantize <quartet2_forward> ins(%x : tensor<17x96xbf16>)
      outs(%d, %nan, %t : tensor<17x96xf4E2M1FN>, tensor<1x2x32x4x4xf8E4M3FN>, tensor<f32>)
  %e = tensor.empty() : tensor<128x8xf8E4M3FN>
  %linear = nvfp4.untile_scales ins(%q#1 : tensor<1x2x32x4x4xf8E4M3FN>)
      outs(%e : tensor<128x8xf8E4M3FN>)
  %zero = arith.constant dense<0.0> : tensor<128x8xf8E4M3FN>
  %valid = arith.constant dense<256.0> : tensor<17x6xf8E4M3FN>
  %expected = tensor.insert_slice %valid into %zero[0, 0] [17, 6] [1, 1]
      : tensor<17x6xf8E4M3FN> into tensor<128x8xf8E4M3FN>
  check.expect_eq %linear, %expected : tensor<128x8xf8E4M3FN>
  return
}

func.func @main() {
  %x = arith.constant dense<1.0> : tensor<17x96xbf16>
  %w = arith.constant dense<1.0> : tensor<96x64xbf16>
  %c = arith.constant dense<0.0> : tensor<17x64xf32>
  %y = call @odd(%x, %w, %c)
      : (tensor<17x96xbf16>, tensor<96x64xbf16>, tensor<17x64xf32>) -> tensor<17x64xf32>
  %expected = arith.constant dense<96.0> : tensor<17x64xf32>
  check.expect_close %y, %expected rtol(2.4e-7) : tensor<17x64xf32>
  %threes = arith.constant dense<3.0> : tensor<17x96xbf16>
  call @padding_is_zero(%threes) : (tensor<17x96xbf16>) -> ()

  %c1 = arith.constant 1 : index
  %c31 = arith.constant 31 : index
  %c128 = arith.constant 128 : index
  call @check_rows(%c1) : (index) -> ()
  call @check_rows(%c31) : (index) -> ()
  call @check_rows(%c128) : (index) -> ()
  return
}
