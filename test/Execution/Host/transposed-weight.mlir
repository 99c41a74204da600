// RUN: quartet-run %s
// RUN: quartet-compile %s --emit=nvfp4 --no-remarks | FileCheck %s

// Square products in which a wrong transposition goes unnoticed by types. Row 0
// of x is all 1, row 5 of w is all 1, the rest is 0: x w^T is 128 at (0, 5) and
// 0 elsewhere, while x w would be 1 all along row 0. Ones become 6 * 256 or
// 4 * 384, both 1536 = 1 / ts, so only ts (twice) and the two multiplications by
// it round, 2^-24 each.

#A = affine_map<(m, n, k) -> (m, k)>
#AT = affine_map<(m, n, k) -> (k, m)>
#B = affine_map<(m, n, k) -> (n, k)>
#C = affine_map<(m, n, k) -> (m, n)>

// CHECK-LABEL: func.func @generic
// CHECK: nvfp4.scaled_matmul
func.func @generic(%x: tensor<128x128xf32>, %w: tensor<128x128xf32> {nvfp4.param},
                   %c: tensor<128x128xf32>) -> tensor<128x128xf32> {
  %y = linalg.generic {indexing_maps = [#A, #B, #C],
                       iterator_types = ["parallel", "parallel", "reduction"]}
    ins(%x, %w : tensor<128x128xf32>, tensor<128x128xf32>) outs(%c : tensor<128x128xf32>) {
  ^bb0(%a: f32, %b: f32, %acc: f32):
    %s = arith.mulf %a, %b : f32
    %m = arith.addf %acc, %s : f32
    linalg.yield %m : f32
  } -> tensor<128x128xf32>
  return %y : tensor<128x128xf32>
}

// CHECK-LABEL: func.func @named
// CHECK: nvfp4.scaled_matmul
func.func @named(%x: tensor<128x128xf32>, %w: tensor<128x128xf32> {nvfp4.param},
                 %c: tensor<128x128xf32>) -> tensor<128x128xf32> {
  %y = linalg.matmul indexing_maps = [#A, #B, #C]
      ins(%x, %w : tensor<128x128xf32>, tensor<128x128xf32>)
      outs(%c : tensor<128x128xf32>) -> tensor<128x128xf32>
  return %y : tensor<128x128xf32>
}

#BA = affine_map<(b, m, n, k) -> (b, m, k)>
#BB = affine_map<(b, m, n, k) -> (b, n, k)>
#BC = affine_map<(b, m, n, k) -> (b, m, n)>

// CHECK-LABEL: func.func @batched
// CHECK: nvfp4.scaled_matmul
func.func @batched(%x: tensor<2x128x128xf32>, %w: tensor<2x128x128xf32> {nvfp4.param},
                   %c: tensor<2x128x128xf32>) -> tensor<2x128x128xf32> {
  %y = linalg.batch_matmul indexing_maps = [#BA, #BB, #BC]
      ins(%x, %w : tensor<2x128x128xf32>, tensor<2x128x128xf32>)
      outs(%c : tensor<2x128x128xf32>) -> tensor<2x128x128xf32>
  return %y : tensor<2x128x128xf32>
}

// The first operand transposed instead: x is given as x^T.
// CHECK-LABEL: func.func @transposed_a
// CHECK: nvfp4.scaled_matmul
func.func @transposed_a(%xt: tensor<128x128xf32>, %w: tensor<128x128xf32> {nvfp4.param},
                        %c: tensor<128x128xf32>) -> tensor<128x128xf32> {
  %y = linalg.generic {indexing_maps = [#AT, #B, #C],
                       iterator_types = ["parallel", "parallel", "reduction"]}
    ins(%xt, %w : tensor<128x128xf32>, tensor<128x128xf32>) outs(%c : tensor<128x128xf32>) {
  ^bb0(%a: f32, %b: f32, %acc: f32):
    %s = arith.mulf %a, %b : f32
    %m = arith.addf %acc, %s : f32
    linalg.yield %m : f32
  } -> tensor<128x128xf32>
  return %y : tensor<128x128xf32>
}

func.func private @expect_one_entry(%y: tensor<128x128xf32>) {
  %zero = arith.constant dense<0.0> : tensor<128x128xf32>
  %n = arith.constant dense<128.0> : tensor<1x1xf32>
  %expected = tensor.insert_slice %n into %zero[0, 5] [1, 1] [1, 1]
      : tensor<1x1xf32> into tensor<128x128xf32>
  check.expect_close %y, %expected rtol(2.4e-7) : tensor<128x128xf32>
  return
}

func.func @main() {
  %zero = arith.constant dense<0.0> : tensor<128x128xf32>
  %row = arith.constant dense<1.0> : tensor<1x128xf32>
  %col = arith.constant dense<1.0> : tensor<128x1xf32>
  %x = tensor.insert_slice %row into %zero[0, 0] [1, 128] [1, 1]
      : tensor<1x128xf32> into tensor<128x128xf32>
  %xt = tensor.insert_slice %col into %zero[0, 0] [128, 1] [1, 1]
      : tensor<128x1xf32> into tensor<128x128xf32>
  %w = tensor.insert_slice %row into %zero[5, 0] [1, 128] [1, 1]
      : tensor<1x128xf32> into tensor<128x128xf32>

  %0 = call @generic(%x, %w, %zero)
      : (tensor<128x128xf32>, tensor<128x128xf32>, tensor<128x128xf32>) -> tensor<128x128xf32>
  call @expect_one_entry(%0) : (tensor<128x128xf32>) -> ()
  %1 = call @named(%x, %w, %zero)
      : (tensor<128x128xf32>, tensor<128x128xf32>, tensor<128x128xf32>) -> tensor<128x128xf32>
  call @expect_one_entry(%1) : (tensor<128x128xf32>) -> ()
  %2 = call @transposed_a(%xt, %w, %zero)
      : (tensor<128x128xf32>, tensor<128x128xf32>, tensor<128x128xf32>) -> tensor<128x128xf32>
  call @expect_one_entry(%2) : (tensor<128x128xf32>) -> ()

  // The second matrix of the batch is zero.
  %zeros = arith.constant dense<0.0> : tensor<2x128x128xf32>
  %bx = tensor.insert_slice %x into %zeros[0, 0, 0] [1, 128, 128] [1, 1, 1]
      : tensor<128x128xf32> into tensor<2x128x128xf32>
  %bw = tensor.insert_slice %w into %zeros[0, 0, 0] [1, 128, 128] [1, 1, 1]
      : tensor<128x128xf32> into tensor<2x128x128xf32>
  %3 = call @batched(%bx, %bw, %zeros)
      : (tensor<2x128x128xf32>, tensor<2x128x128xf32>, tensor<2x128x128xf32>) -> tensor<2x128x128xf32>
  %first = tensor.extract_slice %3[0, 0, 0] [1, 128, 128] [1, 1, 1]
      : tensor<2x128x128xf32> to tensor<128x128xf32>
  %second = tensor.extract_slice %3[1, 0, 0] [1, 128, 128] [1, 1, 1]
      : tensor<2x128x128xf32> to tensor<128x128xf32>
  call @expect_one_entry(%first) : (tensor<128x128xf32>) -> ()
  check.expect_eq_const %second, dense<0.0> : tensor<128x128xf32>
  return
}
