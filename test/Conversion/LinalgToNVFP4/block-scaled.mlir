// RUN: quartet-opt %s --split-input-file --nvfp4-raise-block-scaled -canonicalize -verify-diagnostics | FileCheck %s

#l = affine_map<(m, n, ko, kb) -> (m, ko, kb)>
#r = affine_map<(m, n, ko, kb) -> (n, ko, kb)>
#sm = affine_map<(m, n, ko, kb) -> (m, ko)>
#sn = affine_map<(m, n, ko, kb) -> (n, ko)>
#o = affine_map<(m, n, ko, kb) -> (m, n)>

// Linear scales, tensor scale 1, what was in the destination accumulated.
// CHECK-LABEL: func.func @scaled(
// CHECK-SAME: %[[A:.*]]: tensor<?x4x16xf4E2M1FN>, %[[B:.*]]: tensor<128x4x16xf4E2M1FN>, %[[SA:.*]]: tensor<?x4xf8E4M3FN>, %[[SB:.*]]: tensor<128x4xf8E4M3FN>, %[[C:.*]]: tensor<?x128xf32>)
// CHECK: %[[ONE:.*]] = arith.constant dense<1.000000e+00> : tensor<f32>
// CHECK: %[[A2:.*]] = tensor.collapse_shape %[[A]] {{\[\[}}0], [1, 2]] : tensor<?x4x16xf4E2M1FN> into tensor<?x64xf4E2M1FN>
// CHECK: %[[B2:.*]] = tensor.collapse_shape %[[B]] {{\[\[}}0], [1, 2]]
// CHECK: %[[Y:.*]] = nvfp4.scaled_matmul lhs(%[[A2]], %[[SA]], %[[ONE]] : {{.*}}) rhs(%[[B2]], %[[SB]], %[[ONE]] : {{.*}}) outs(%[[C]] : tensor<?x128xf32>) {accumulate}
// CHECK: return %[[Y]]
func.func @scaled(%a: tensor<?x4x16xf4E2M1FN>, %b: tensor<128x4x16xf4E2M1FN>, %sa: tensor<?x4xf8E4M3FN>, %sb: tensor<128x4xf8E4M3FN>, %c: tensor<?x128xf32>) -> tensor<?x128xf32> {
  // expected-remark @below {{block-scaled product: it is in NVFP4 already}}
  %0 = linalg.generic {indexing_maps = [#l, #r, #sm, #sn, #o], iterator_types = ["parallel", "parallel", "reduction", "reduction"]} ins(%a, %b, %sa, %sb : tensor<?x4x16xf4E2M1FN>, tensor<128x4x16xf4E2M1FN>, tensor<?x4xf8E4M3FN>, tensor<128x4xf8E4M3FN>) outs(%c : tensor<?x128xf32>) {
  ^bb0(%x: f4E2M1FN, %y: f4E2M1FN, %p: f8E4M3FN, %q: f8E4M3FN, %acc: f32):
    %1 = arith.scaling_extf %x, %p : f4E2M1FN, f8E4M3FN to f32
    %2 = arith.scaling_extf %y, %q : f4E2M1FN, f8E4M3FN to f32
    %3 = arith.mulf %1, %2 : f32
    %4 = arith.addf %acc, %3 : f32
    linalg.yield %4 : f32
  } -> tensor<?x128xf32>
  return %0 : tensor<?x128xf32>
}

// -----

#a = affine_map<(b, k, l, n, m) -> (b, m, k, l)>
#b = affine_map<(b, k, l, n, m) -> (b, n, k, l)>
#sa = affine_map<(b, k, l, n, m) -> (b, m, k)>
#sb = affine_map<(b, k, l, n, m) -> (b, n, k)>
#o = affine_map<(b, k, l, n, m) -> (b, n, m)>

// A batch, loops and operands in another order, three blocks, decoded to bf16
// (exact) and multiplied in f32, from zero.
// CHECK-LABEL: func.func @batch(
// CHECK-SAME: %[[A:.*]]: tensor<2x8x3x16xf4E2M1FN>, %[[B:.*]]: tensor<2x24x3x16xf4E2M1FN>, %[[SA:.*]]: tensor<2x8x3xf8E4M3FN>, %[[SB:.*]]: tensor<2x24x3xf8E4M3FN>
// CHECK: %[[B2:.*]] = tensor.collapse_shape %[[B]] {{\[\[}}0], [1], [2, 3]]
// CHECK: linalg.fill {{.*}} -> tensor<2x24x64xf4E2M1FN>
// CHECK: %[[B3:.*]] = tensor.insert_slice %[[B2]] into %{{.*}}[0, 0, 0] [2, 24, 48] [1, 1, 1]
// CHECK: %[[SB3:.*]] = tensor.insert_slice %[[SB]] into %{{.*}}[0, 0, 0] [2, 24, 3] [1, 1, 1] : tensor<2x24x3xf8E4M3FN> into tensor<2x24x4xf8E4M3FN>
// CHECK: %[[A2:.*]] = tensor.collapse_shape %[[A]]
// CHECK: %[[A3:.*]] = tensor.insert_slice %[[A2]]
// CHECK: nvfp4.scaled_matmul lhs(%[[B3]], %[[SB3]], {{.*}} rhs(%[[A3]], {{.*}} outs(%{{.*}} : tensor<2x24x8xf32>){{$}}
func.func @batch(%a: tensor<2x8x3x16xf4E2M1FN>, %b: tensor<2x24x3x16xf4E2M1FN>, %sa: tensor<2x8x3xf8E4M3FN>, %sb: tensor<2x24x3xf8E4M3FN>) -> tensor<2x24x8xf32> {
  %z = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<2x24x8xf32>
  %c = linalg.fill ins(%z : f32) outs(%e : tensor<2x24x8xf32>) -> tensor<2x24x8xf32>
  // expected-remark @below {{block-scaled product: it is in NVFP4 already}}
  %0 = linalg.generic {indexing_maps = [#sa, #a, #sb, #b, #o], iterator_types = ["parallel", "reduction", "reduction", "parallel", "parallel"]} ins(%sa, %a, %sb, %b : tensor<2x8x3xf8E4M3FN>, tensor<2x8x3x16xf4E2M1FN>, tensor<2x24x3xf8E4M3FN>, tensor<2x24x3x16xf4E2M1FN>) outs(%c : tensor<2x24x8xf32>) {
  ^bb0(%p: f8E4M3FN, %x: f4E2M1FN, %q: f8E4M3FN, %y: f4E2M1FN, %acc: f32):
    %1 = arith.scaling_extf %x, %p : f4E2M1FN, f8E4M3FN to bf16
    %2 = arith.scaling_extf %y, %q : f4E2M1FN, f8E4M3FN to bf16
    %3 = arith.extf %1 : bf16 to f32
    %4 = arith.extf %2 : bf16 to f32
    %5 = arith.mulf %4, %3 : f32
    %6 = arith.addf %5, %acc : f32
    linalg.yield %6 : f32
  } -> tensor<2x24x8xf32>
  return %0 : tensor<2x24x8xf32>
}

// -----

#l = affine_map<(m, n, ko, kb) -> (m, ko, kb)>
#r = affine_map<(m, n, ko, kb) -> (n, ko, kb)>
#sm = affine_map<(m, n, ko, kb) -> (m, ko)>
#sn = affine_map<(m, n, ko, kb) -> (n, ko)>
#o = affine_map<(m, n, ko, kb) -> (m, n)>
#trait = {indexing_maps = [#l, #r, #sm, #sn, #o], iterator_types = ["parallel", "parallel", "reduction", "reduction"]}

// MXFP4, 8-bit elements, other blocks, a rounded product.
// CHECK-LABEL: func.func @others(
// CHECK-NOT: nvfp4
func.func @others(%a: tensor<8x2x32xf4E2M1FN>, %ea: tensor<8x2xf8E8M0FNU>, %sa: tensor<8x2xf8E4M3FN>, %f: tensor<8x2x16xf8E4M3FN>, %h: tensor<8x2x16xf4E2M1FN>, %c: tensor<8x8xf32>) -> (tensor<8x8xf32>, tensor<8x8xf32>, tensor<8x8xf32>, tensor<8x8xf32>) {
  // expected-remark @below {{left as is: its block scales are f8E8M0FNU, not f8E4M3FN}}
  %0 = linalg.generic #trait ins(%a, %a, %ea, %ea : tensor<8x2x32xf4E2M1FN>, tensor<8x2x32xf4E2M1FN>, tensor<8x2xf8E8M0FNU>, tensor<8x2xf8E8M0FNU>) outs(%c : tensor<8x8xf32>) {
  ^bb0(%x: f4E2M1FN, %y: f4E2M1FN, %p: f8E8M0FNU, %q: f8E8M0FNU, %acc: f32):
    %1 = arith.scaling_extf %x, %p : f4E2M1FN, f8E8M0FNU to f32
    %2 = arith.scaling_extf %y, %q : f4E2M1FN, f8E8M0FNU to f32
    %3 = arith.mulf %1, %2 : f32
    %4 = arith.addf %acc, %3 : f32
    linalg.yield %4 : f32
  } -> tensor<8x8xf32>
  // expected-remark @below {{left as is: its elements are f8E4M3FN, not f4E2M1FN}}
  %5 = linalg.generic #trait ins(%f, %h, %sa, %sa : tensor<8x2x16xf8E4M3FN>, tensor<8x2x16xf4E2M1FN>, tensor<8x2xf8E4M3FN>, tensor<8x2xf8E4M3FN>) outs(%c : tensor<8x8xf32>) {
  ^bb0(%x: f8E4M3FN, %y: f4E2M1FN, %p: f8E4M3FN, %q: f8E4M3FN, %acc: f32):
    %1 = arith.scaling_extf %x, %p : f8E4M3FN, f8E4M3FN to f32
    %2 = arith.scaling_extf %y, %q : f4E2M1FN, f8E4M3FN to f32
    %3 = arith.mulf %1, %2 : f32
    %4 = arith.addf %acc, %3 : f32
    linalg.yield %4 : f32
  } -> tensor<8x8xf32>
  // expected-remark @below {{left as is: its blocks have 32 elements, not 16}}
  %6 = linalg.generic #trait ins(%a, %a, %sa, %sa : tensor<8x2x32xf4E2M1FN>, tensor<8x2x32xf4E2M1FN>, tensor<8x2xf8E4M3FN>, tensor<8x2xf8E4M3FN>) outs(%c : tensor<8x8xf32>) {
  ^bb0(%x: f4E2M1FN, %y: f4E2M1FN, %p: f8E4M3FN, %q: f8E4M3FN, %acc: f32):
    %1 = arith.scaling_extf %x, %p : f4E2M1FN, f8E4M3FN to f32
    %2 = arith.scaling_extf %y, %q : f4E2M1FN, f8E4M3FN to f32
    %3 = arith.mulf %1, %2 : f32
    %4 = arith.addf %acc, %3 : f32
    linalg.yield %4 : f32
  } -> tensor<8x8xf32>
  // expected-remark @below {{left as is: its body is not a multiply-add of two decoded elements in f32}}
  %7 = linalg.generic #trait ins(%h, %h, %sa, %sa : tensor<8x2x16xf4E2M1FN>, tensor<8x2x16xf4E2M1FN>, tensor<8x2xf8E4M3FN>, tensor<8x2xf8E4M3FN>) outs(%c : tensor<8x8xf32>) {
  ^bb0(%x: f4E2M1FN, %y: f4E2M1FN, %p: f8E4M3FN, %q: f8E4M3FN, %acc: f32):
    %1 = arith.scaling_extf %x, %p : f4E2M1FN, f8E4M3FN to bf16
    %2 = arith.scaling_extf %y, %q : f4E2M1FN, f8E4M3FN to bf16
    %3 = arith.mulf %1, %2 : bf16
    %4 = arith.extf %3 : bf16 to f32
    %8 = arith.addf %acc, %4 : f32
    linalg.yield %8 : f32
  } -> tensor<8x8xf32>
  return %0, %5, %6, %7 : tensor<8x8xf32>, tensor<8x8xf32>, tensor<8x8xf32>, tensor<8x8xf32>
}

// -----

#l = affine_map<(m, n, ko, kb) -> (m, ko, kb)>
#rt = affine_map<(m, n, ko, kb) -> (ko, kb, n)>
#r = affine_map<(m, n, ko, kb) -> (n, ko, kb)>
#sm = affine_map<(m, n, ko, kb) -> (m, ko)>
#snt = affine_map<(m, n, ko, kb) -> (ko, n)>
#sm1 = affine_map<(m, n, ko, kb) -> (m)>
#sn = affine_map<(m, n, ko, kb) -> (n, ko)>
#o = affine_map<(m, n, ko, kb) -> (m, n)>

// Blocks along another dimension, one scale for a row.
// CHECK-LABEL: func.func @layouts(
// CHECK-NOT: nvfp4
func.func @layouts(%a: tensor<8x2x16xf4E2M1FN>, %b: tensor<2x16x8xf4E2M1FN>, %sa: tensor<8x2xf8E4M3FN>, %sb: tensor<2x8xf8E4M3FN>, %s1: tensor<8xf8E4M3FN>, %c: tensor<8x8xf32>) -> (tensor<8x8xf32>, tensor<8x8xf32>) {
  // expected-remark @below {{left as is: its blocks do not run along the last dimension of a matrix}}
  %0 = linalg.generic {indexing_maps = [#l, #rt, #sm, #snt, #o], iterator_types = ["parallel", "parallel", "reduction", "reduction"]} ins(%a, %b, %sa, %sb : tensor<8x2x16xf4E2M1FN>, tensor<2x16x8xf4E2M1FN>, tensor<8x2xf8E4M3FN>, tensor<2x8xf8E4M3FN>) outs(%c : tensor<8x8xf32>) {
  ^bb0(%x: f4E2M1FN, %y: f4E2M1FN, %p: f8E4M3FN, %q: f8E4M3FN, %acc: f32):
    %1 = arith.scaling_extf %x, %p : f4E2M1FN, f8E4M3FN to f32
    %2 = arith.scaling_extf %y, %q : f4E2M1FN, f8E4M3FN to f32
    %3 = arith.mulf %1, %2 : f32
    %4 = arith.addf %acc, %3 : f32
    linalg.yield %4 : f32
  } -> tensor<8x8xf32>
  // expected-remark @below {{left as is: its scales do not belong to one block each}}
  %5 = linalg.generic {indexing_maps = [#l, #r, #sm1, #sn, #o], iterator_types = ["parallel", "parallel", "reduction", "reduction"]} ins(%a, %a, %s1, %sa : tensor<8x2x16xf4E2M1FN>, tensor<8x2x16xf4E2M1FN>, tensor<8xf8E4M3FN>, tensor<8x2xf8E4M3FN>) outs(%c : tensor<8x8xf32>) {
  ^bb0(%x: f4E2M1FN, %y: f4E2M1FN, %p: f8E4M3FN, %q: f8E4M3FN, %acc: f32):
    %1 = arith.scaling_extf %x, %p : f4E2M1FN, f8E4M3FN to f32
    %2 = arith.scaling_extf %y, %q : f4E2M1FN, f8E4M3FN to f32
    %3 = arith.mulf %1, %2 : f32
    %4 = arith.addf %acc, %3 : f32
    linalg.yield %4 : f32
  } -> tensor<8x8xf32>
  return %0, %5 : tensor<8x8xf32>, tensor<8x8xf32>
}
