// RUN: quartet-run %s
// RUN: quartet-compile %s --emit=nvfp4 --no-remarks | FileCheck %s

#l = affine_map<(m, n, ko, kb) -> (m, ko, kb)>
#r = affine_map<(m, n, ko, kb) -> (n, ko, kb)>
#sm = affine_map<(m, n, ko, kb) -> (m, ko)>
#sn = affine_map<(m, n, ko, kb) -> (n, ko)>
#o = affine_map<(m, n, ko, kb) -> (m, n)>

// Products whose operands are in NVFP4 already. All sums are small multiples of
// 1/4, exact in f32.

// CHECK-LABEL: func.func @scaled
// CHECK: nvfp4.scaled_matmul
// CHECK-NOT: linalg.generic
// CHECK: return
func.func @scaled(%a: tensor<128x4x16xf4E2M1FN>, %b: tensor<128x4x16xf4E2M1FN>, %sa: tensor<128x4xf8E4M3FN>, %sb: tensor<128x4xf8E4M3FN>, %c: tensor<128x128xf32>) -> tensor<128x128xf32> {
  %0 = linalg.generic {indexing_maps = [#l, #r, #sm, #sn, #o], iterator_types = ["parallel", "parallel", "reduction", "reduction"]} ins(%a, %b, %sa, %sb : tensor<128x4x16xf4E2M1FN>, tensor<128x4x16xf4E2M1FN>, tensor<128x4xf8E4M3FN>, tensor<128x4xf8E4M3FN>) outs(%c : tensor<128x128xf32>) {
  ^bb0(%x: f4E2M1FN, %y: f4E2M1FN, %p: f8E4M3FN, %q: f8E4M3FN, %acc: f32):
    %1 = arith.scaling_extf %x, %p : f4E2M1FN, f8E4M3FN to f32
    %2 = arith.scaling_extf %y, %q : f4E2M1FN, f8E4M3FN to f32
    %3 = arith.mulf %1, %2 : f32
    %4 = arith.addf %acc, %3 : f32
    linalg.yield %4 : f32
  } -> tensor<128x128xf32>
  return %0 : tensor<128x128xf32>
}

// Three blocks: padded to four.
// CHECK-LABEL: func.func @odd
// CHECK: nvfp4.scaled_matmul lhs({{.*}} : tensor<2x64xf4E2M1FN>, tensor<2x4xf8E4M3FN>
func.func @odd(%a: tensor<2x3x16xf4E2M1FN>, %b: tensor<3x3x16xf4E2M1FN>, %sa: tensor<2x3xf8E4M3FN>, %sb: tensor<3x3xf8E4M3FN>) -> tensor<2x3xf32> {
  %z = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<2x3xf32>
  %c = linalg.fill ins(%z : f32) outs(%e : tensor<2x3xf32>) -> tensor<2x3xf32>
  %0 = linalg.generic {indexing_maps = [#l, #r, #sm, #sn, #o], iterator_types = ["parallel", "parallel", "reduction", "reduction"]} ins(%a, %b, %sa, %sb : tensor<2x3x16xf4E2M1FN>, tensor<3x3x16xf4E2M1FN>, tensor<2x3xf8E4M3FN>, tensor<3x3xf8E4M3FN>) outs(%c : tensor<2x3xf32>) {
  ^bb0(%x: f4E2M1FN, %y: f4E2M1FN, %p: f8E4M3FN, %q: f8E4M3FN, %acc: f32):
    %1 = arith.scaling_extf %x, %p : f4E2M1FN, f8E4M3FN to f32
    %2 = arith.scaling_extf %y, %q : f4E2M1FN, f8E4M3FN to f32
    %3 = arith.mulf %1, %2 : f32
    %4 = arith.addf %acc, %3 : f32
    linalg.yield %4 : f32
  } -> tensor<2x3xf32>
  return %0 : tensor<2x3xf32>
}

func.func @main() {
  // 64 products of 1 * 2 and 1 * 0.5, onto 3.
  %ones = arith.constant dense<1.0> : tensor<128x4x16xf4E2M1FN>
  %twos = arith.constant dense<2.0> : tensor<128x4xf8E4M3FN>
  %halves = arith.constant dense<0.5> : tensor<128x4xf8E4M3FN>
  %three = arith.constant dense<3.0> : tensor<128x128xf32>
  %0 = call @scaled(%ones, %ones, %twos, %halves, %three) : (tensor<128x4x16xf4E2M1FN>, tensor<128x4x16xf4E2M1FN>, tensor<128x4xf8E4M3FN>, tensor<128x4xf8E4M3FN>, tensor<128x128xf32>) -> tensor<128x128xf32>
  check.expect_eq_const %0, dense<67.0> : tensor<128x128xf32>

  // Rows 1 and 2 of a, 0.5, 1 and 3 of b. Element (m, n) is 16 a b times the sum
  // of the products of scales: (0, 1) is 16 * 1 * 1 * (1*2 + 2*1 + 4*1) = 128.
  %a0 = arith.constant dense<1.0> : tensor<2x3x16xf4E2M1FN>
  %a1 = arith.constant dense<2.0> : tensor<1x3x16xf4E2M1FN>
  %a = tensor.insert_slice %a1 into %a0[1, 0, 0] [1, 3, 16] [1, 1, 1] : tensor<1x3x16xf4E2M1FN> into tensor<2x3x16xf4E2M1FN>
  %b0 = arith.constant dense<0.5> : tensor<3x3x16xf4E2M1FN>
  %b1 = arith.constant dense<1.0> : tensor<1x3x16xf4E2M1FN>
  %b2 = arith.constant dense<3.0> : tensor<1x3x16xf4E2M1FN>
  %b3 = tensor.insert_slice %b1 into %b0[1, 0, 0] [1, 3, 16] [1, 1, 1] : tensor<1x3x16xf4E2M1FN> into tensor<3x3x16xf4E2M1FN>
  %b = tensor.insert_slice %b2 into %b3[2, 0, 0] [1, 3, 16] [1, 1, 1] : tensor<1x3x16xf4E2M1FN> into tensor<3x3x16xf4E2M1FN>
  %sa = arith.constant dense<[[1.0, 2.0, 4.0], [4.0, 8.0, 0.5]]> : tensor<2x3xf8E4M3FN>
  %sb = arith.constant dense<[[1.0, 1.0, 2.0], [2.0, 1.0, 1.0], [1.0, 0.5, 0.25]]> : tensor<3x3xf8E4M3FN>
  %1 = call @odd(%a, %b, %sa, %sb) : (tensor<2x3x16xf4E2M1FN>, tensor<3x3x16xf4E2M1FN>, tensor<2x3xf8E4M3FN>, tensor<3x3xf8E4M3FN>) -> tensor<2x3xf32>
  check.expect_eq_const %1, dense<[[88.0, 128.0, 144.0], [208.0, 528.0, 780.0]]> : tensor<2x3xf32>
  return
}
