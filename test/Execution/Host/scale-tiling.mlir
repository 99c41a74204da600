// RUN: quartet-run %s
// RUN: quartet-opt %s --inline --canonicalize | quartet-run -

// Where the 128x4 tiling puts scale (m, k) of 131 rows and 8 columns, 2 x 2
// tiles: (m / 128 * 2 + k / 4) * 512 + m % 32 * 16 + m / 32 % 4 * 4 + k % 4.
func.func private @two_column_tiles(%linear: tensor<131x8xf8E4M3FN>) {
  %e = tensor.empty() : tensor<2x2x32x4x4xf8E4M3FN>
  %tiled = nvfp4.tile_scales ins(%linear : tensor<131x8xf8E4M3FN>)
      outs(%e : tensor<2x2x32x4x4xf8E4M3FN>)
  %flat = tensor.collapse_shape %tiled [[0, 1, 2, 3, 4]]
      : tensor<2x2x32x4x4xf8E4M3FN> into tensor<2048xf8E4M3FN>

  // (0, 0) -> 0
  %a = tensor.extract_slice %flat[0] [1] [1] : tensor<2048xf8E4M3FN> to tensor<1xf8E4M3FN>
  check.expect_eq_const %a, dense<1.0> : tensor<1xf8E4M3FN>
  // (31, 7) -> 1011
  %b = tensor.extract_slice %flat[1011] [1] [1] : tensor<2048xf8E4M3FN> to tensor<1xf8E4M3FN>
  check.expect_eq_const %b, dense<2.0> : tensor<1xf8E4M3FN>
  // (97, 2) -> 30
  %c = tensor.extract_slice %flat[30] [1] [1] : tensor<2048xf8E4M3FN> to tensor<1xf8E4M3FN>
  check.expect_eq_const %c, dense<3.0> : tensor<1xf8E4M3FN>
  // (130, 5) -> 1569
  %d = tensor.extract_slice %flat[1569] [1] [1] : tensor<2048xf8E4M3FN> to tensor<1xf8E4M3FN>
  check.expect_eq_const %d, dense<4.0> : tensor<1xf8E4M3FN>

  // Nothing else is there: without these four all 2048 bytes are 0.
  %zero = arith.constant dense<0.0> : tensor<1xf8E4M3FN>
  %0 = tensor.insert_slice %zero into %flat[0] [1] [1] : tensor<1xf8E4M3FN> into tensor<2048xf8E4M3FN>
  %1 = tensor.insert_slice %zero into %0[1011] [1] [1] : tensor<1xf8E4M3FN> into tensor<2048xf8E4M3FN>
  %2 = tensor.insert_slice %zero into %1[30] [1] [1] : tensor<1xf8E4M3FN> into tensor<2048xf8E4M3FN>
  %3 = tensor.insert_slice %zero into %2[1569] [1] [1] : tensor<1xf8E4M3FN> into tensor<2048xf8E4M3FN>
  check.expect_eq_const %3, dense<0.0> : tensor<2048xf8E4M3FN>

  // And back.
  %le = tensor.empty() : tensor<131x8xf8E4M3FN>
  %back = nvfp4.untile_scales ins(%tiled : tensor<2x2x32x4x4xf8E4M3FN>)
      outs(%le : tensor<131x8xf8E4M3FN>)
  check.expect_eq %back, %linear : tensor<131x8xf8E4M3FN>
  return
}

// One column tile: (32, 0) -> 4, (127, 3) -> 511.
func.func private @one_column_tile(%linear: tensor<128x4xf8E4M3FN>) {
  %e = tensor.empty() : tensor<1x1x32x4x4xf8E4M3FN>
  %tiled = nvfp4.tile_scales ins(%linear : tensor<128x4xf8E4M3FN>)
      outs(%e : tensor<1x1x32x4x4xf8E4M3FN>)
  %flat = tensor.collapse_shape %tiled [[0, 1, 2, 3, 4]]
      : tensor<1x1x32x4x4xf8E4M3FN> into tensor<512xf8E4M3FN>
  %a = tensor.extract_slice %flat[4] [1] [1] : tensor<512xf8E4M3FN> to tensor<1xf8E4M3FN>
  check.expect_eq_const %a, dense<1.0> : tensor<1xf8E4M3FN>
  %b = tensor.extract_slice %flat[511] [1] [1] : tensor<512xf8E4M3FN> to tensor<1xf8E4M3FN>
  check.expect_eq_const %b, dense<2.0> : tensor<1xf8E4M3FN>
  return
}

func.func @main() {
  %one = arith.constant dense<1.0> : tensor<1x1xf8E4M3FN>
  %two = arith.constant dense<2.0> : tensor<1x1xf8E4M3FN>
  %three = arith.constant dense<3.0> : tensor<1x1xf8E4M3FN>
  %four = arith.constant dense<4.0> : tensor<1x1xf8E4M3FN>
  %zero = arith.constant dense<0.0> : tensor<131x8xf8E4M3FN>
  %0 = tensor.insert_slice %one into %zero[0, 0] [1, 1] [1, 1] : tensor<1x1xf8E4M3FN> into tensor<131x8xf8E4M3FN>
  %1 = tensor.insert_slice %two into %0[31, 7] [1, 1] [1, 1] : tensor<1x1xf8E4M3FN> into tensor<131x8xf8E4M3FN>
  %2 = tensor.insert_slice %three into %1[97, 2] [1, 1] [1, 1] : tensor<1x1xf8E4M3FN> into tensor<131x8xf8E4M3FN>
  %3 = tensor.insert_slice %four into %2[130, 5] [1, 1] [1, 1] : tensor<1x1xf8E4M3FN> into tensor<131x8xf8E4M3FN>
  call @two_column_tiles(%3) : (tensor<131x8xf8E4M3FN>) -> ()

  %none = arith.constant dense<0.0> : tensor<128x4xf8E4M3FN>
  %4 = tensor.insert_slice %one into %none[32, 0] [1, 1] [1, 1] : tensor<1x1xf8E4M3FN> into tensor<128x4xf8E4M3FN>
  %5 = tensor.insert_slice %two into %4[127, 3] [1, 1] [1, 1] : tensor<1x1xf8E4M3FN> into tensor<128x4xf8E4M3FN>
  call @one_column_tile(%5) : (tensor<128x4xf8E4M3FN>) -> ()
  return
}
