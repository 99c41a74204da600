// RUN: quartet-opt %s --split-input-file --nvfp4-assign-roles -verify-diagnostics | FileCheck %s

// Forms in which importers hand over linear layers: each must be recognised,
// and the only change to the program is the role.

// Rank 2, the master weight cast to bf16, transposed by an operation of its
// own; the bias is added later.
#id = affine_map<(m, n) -> (m, n)>
#b = affine_map<(m, n) -> (n)>
// CHECK-LABEL: func.func @transpose_op
// CHECK: linalg.matmul {nvfp4.role = #nvfp4.role<fprop, layer = 0>}
func.func @transpose_op(%x: tensor<?x64xbf16>, %w: tensor<32x64xf32> {nvfp4.param}, %bias: tensor<32xbf16>) -> tensor<?x32xbf16> {
  %c0 = arith.constant 0 : index
  %z = arith.constant 0.0 : bf16
  %t = tensor.dim %x, %c0 : tensor<?x64xbf16>
  %e0 = tensor.empty() : tensor<32x64xbf16>
  %wb = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel"]} ins(%w : tensor<32x64xf32>) outs(%e0 : tensor<32x64xbf16>) {
  ^bb0(%i: f32, %o: bf16):
    %c = arith.truncf %i : f32 to bf16
    linalg.yield %c : bf16
  } -> tensor<32x64xbf16>
  %e1 = tensor.empty() : tensor<64x32xbf16>
  %wt = linalg.transpose ins(%wb : tensor<32x64xbf16>) outs(%e1 : tensor<64x32xbf16>) permutation = [1, 0]
  %e2 = tensor.empty(%t) : tensor<?x32xbf16>
  %f = linalg.fill ins(%z : bf16) outs(%e2 : tensor<?x32xbf16>) -> tensor<?x32xbf16>
  // expected-remark @below {{fprop of layer 0: an activation times a parameter}}
  %mm = linalg.matmul ins(%x, %wt : tensor<?x64xbf16>, tensor<64x32xbf16>) outs(%f : tensor<?x32xbf16>) -> tensor<?x32xbf16>
  %y = linalg.generic {indexing_maps = [#id, #b, #id], iterator_types = ["parallel", "parallel"]} ins(%mm, %bias : tensor<?x32xbf16>, tensor<32xbf16>) outs(%e2 : tensor<?x32xbf16>) {
  ^bb0(%a: bf16, %bb: bf16, %o: bf16):
    %s = arith.addf %a, %bb : bf16
    linalg.yield %s : bf16
  } -> tensor<?x32xbf16>
  return %y : tensor<?x32xbf16>
}

// -----

// The weight repeated for each element of a batch: no batch to the model.
#w = affine_map<(b, k, n) -> (k, n)>
#i = affine_map<(b, k, n) -> (b, k, n)>
// CHECK-LABEL: func.func @repeated_weight
// CHECK: linalg.batch_matmul {nvfp4.role = #nvfp4.role<fprop, layer = 0>}
func.func @repeated_weight(%x: tensor<?x16x64xf32>, %wt: tensor<64x32xf32> {nvfp4.param}, %init: tensor<?x16x32xf32>) -> tensor<?x16x32xf32> {
  %c0 = arith.constant 0 : index
  %b = tensor.dim %x, %c0 : tensor<?x16x64xf32>
  %e0 = tensor.empty(%b) : tensor<?x64x32xf32>
  %wb = linalg.generic {indexing_maps = [#w, #i], iterator_types = ["parallel", "parallel", "parallel"]} ins(%wt : tensor<64x32xf32>) outs(%e0 : tensor<?x64x32xf32>) {
  ^bb0(%a: f32, %o: f32):
    linalg.yield %a : f32
  } -> tensor<?x64x32xf32>
  // expected-remark @below {{fprop of layer 0: an activation times a parameter}}
  %y = linalg.batch_matmul ins(%x, %wb : tensor<?x16x64xf32>, tensor<?x64x32xf32>) outs(%init : tensor<?x16x32xf32>) -> tensor<?x16x32xf32>
  return %y : tensor<?x16x32xf32>
}

// -----

// Backward of a layer alone: both gradients share %g behind a reshape and a
// transposition, and the size of %xs fits the weight.
// CHECK-LABEL: func.func @backward
// CHECK: linalg.matmul {nvfp4.role = #nvfp4.role<wgrad, layer = 0>}
// CHECK: linalg.matmul {nvfp4.role = #nvfp4.role<dgrad, layer = 0>}
func.func @backward(%xs: tensor<?x64xbf16>, %wts: tensor<64x32xbf16> {nvfp4.param}, %g: tensor<?x?x32xbf16> {nvfp4.gradient}, %et0: tensor<32x?xbf16>, %d1: tensor<32x64xbf16>, %x1: tensor<?x64xbf16>) -> (tensor<?x64xbf16>, tensor<32x64xbf16>) {
  %e = tensor.collapse_shape %g [[0, 1], [2]] : tensor<?x?x32xbf16> into tensor<?x32xbf16>
  %et = linalg.transpose ins(%e : tensor<?x32xbf16>) outs(%et0 : tensor<32x?xbf16>) permutation = [1, 0]
  // expected-remark @below {{wgrad of layer 0: a gradient that also passes through a parameter, times an activation of matching size}}
  %dw = linalg.matmul ins(%et, %xs : tensor<32x?xbf16>, tensor<?x64xbf16>) outs(%d1 : tensor<32x64xbf16>) -> tensor<32x64xbf16>
  %w0 = tensor.empty() : tensor<32x64xbf16>
  %w = linalg.transpose ins(%wts : tensor<64x32xbf16>) outs(%w0 : tensor<32x64xbf16>) permutation = [1, 0]
  // expected-remark @below {{dgrad of layer 0: a gradient times a parameter}}
  %dx = linalg.matmul ins(%e, %w : tensor<?x32xbf16>, tensor<32x64xbf16>) outs(%x1 : tensor<?x64xbf16>) -> tensor<?x64xbf16>
  return %dx, %dw : tensor<?x64xbf16>, tensor<32x64xbf16>
}

// -----

// Casts inside the body; the input gradients of two layers add up; linalg.contract.
#a = affine_map<(n, k, t) -> (t, n)>
#b = affine_map<(n, k, t) -> (t, k)>
#c = affine_map<(n, k, t) -> (n, k)>
#xa = affine_map<(t, k, n) -> (t, n)>
#xb = affine_map<(t, k, n) -> (n, k)>
#xc = affine_map<(t, k, n) -> (t, k)>
// CHECK-LABEL: func.func @accumulated
// CHECK: attrs = {nvfp4.role = #nvfp4.role<wgrad, layer = 0>}
// CHECK: linalg.contract
// CHECK-SAME: nvfp4.role = #nvfp4.role<dgrad, layer = 0>
// CHECK: linalg.contract
// CHECK-SAME: nvfp4.role = #nvfp4.role<dgrad, layer = 1>
func.func @accumulated(%eq: tensor<?x32xbf16> {nvfp4.gradient}, %ek: tensor<?x32xbf16> {nvfp4.gradient}, %x: tensor<?x64xbf16>, %wq: tensor<32x64xbf16> {nvfp4.param}, %wk: tensor<32x64xbf16> {nvfp4.param}, %gw: tensor<32x64xf32>, %init: tensor<?x64xf32>) -> (tensor<32x64xf32>, tensor<?x64xf32>) {
  // expected-remark @below {{wgrad of layer 0}}
  %dw = linalg.generic {indexing_maps = [#a, #b, #c], iterator_types = ["parallel", "parallel", "reduction"]} ins(%eq, %x : tensor<?x32xbf16>, tensor<?x64xbf16>) outs(%gw : tensor<32x64xf32>) {
  ^bb0(%p: bf16, %q: bf16, %o: f32):
    %pf = arith.extf %p : bf16 to f32
    %qf = arith.extf %q : bf16 to f32
    %mu = arith.mulf %pf, %qf : f32
    %ad = arith.addf %o, %mu : f32
    linalg.yield %ad : f32
  } -> tensor<32x64xf32>
  // expected-remark @below {{dgrad of layer 0}}
  %d0 = linalg.contract indexing_maps = [#xa, #xb, #xc] ins(%eq, %wq : tensor<?x32xbf16>, tensor<32x64xbf16>) outs(%init : tensor<?x64xf32>) -> tensor<?x64xf32>
  // expected-remark @below {{dgrad of layer 1}}
  %d1 = linalg.contract indexing_maps = [#xa, #xb, #xc] ins(%ek, %wk : tensor<?x32xbf16>, tensor<32x64xbf16>) outs(%d0 : tensor<?x64xf32>) -> tensor<?x64xf32>
  return %dw, %d1 : tensor<32x64xf32>, tensor<?x64xf32>
}

// -----

// The weight on the left: Y^T = W X^T. The role says that the operands are
// swapped. A global is a parameter without a mark.
ml_program.global private @weight(dense<1.0> : tensor<32x64xf32>) : tensor<32x64xf32>
// CHECK-LABEL: func.func @swapped
// CHECK: linalg.matmul {nvfp4.role = #nvfp4.role<fprop, layer = 0, swapped = true>}
func.func @swapped(%xt: tensor<64x?xf32>, %c: tensor<32x?xf32>) -> tensor<32x?xf32> {
  %w = ml_program.global_load @weight : tensor<32x64xf32>
  // expected-remark @below {{fprop of layer 0: an activation times a parameter}}
  %y = linalg.matmul ins(%w, %xt : tensor<32x64xf32>, tensor<64x?xf32>) outs(%c : tensor<32x?xf32>) -> tensor<32x?xf32>
  return %y : tensor<32x?xf32>
}

// -----

// A function that computes its loss has no marked gradient. That %e is one
// follows from the three products that share %w, %x and %e; that %e2 is one
// follows from %dx, from which it is computed.
#A = affine_map<(m, n, k) -> (m, k)>
#B = affine_map<(m, n, k) -> (n, k)>
#C = affine_map<(m, n, k) -> (m, n)>
#id = affine_map<(m, n) -> (m, n)>
// CHECK-LABEL: func.func @loss_inside
func.func @loss_inside(%x0: tensor<8x16xf32>, %w0: tensor<32x16xf32> {nvfp4.param}, %w: tensor<64x32xf32> {nvfp4.param}, %target: tensor<8x64xf32>, %i0: tensor<8x32xf32>, %i1: tensor<8x64xf32>, %i2: tensor<64x32xf32>, %i3: tensor<32x16xf32>) -> (tensor<64x32xf32>, tensor<32x16xf32>) {
  // expected-remark @below {{fprop of layer 0: an activation times a parameter}}
  %x = linalg.matmul indexing_maps = [#A, #B, #C] ins(%x0, %w0 : tensor<8x16xf32>, tensor<32x16xf32>) outs(%i0 : tensor<8x32xf32>) -> tensor<8x32xf32>
  // expected-remark @below {{fprop of layer 1: an activation times a parameter}}
  %y = linalg.matmul indexing_maps = [#A, #B, #C] ins(%x, %w : tensor<8x32xf32>, tensor<64x32xf32>) outs(%i1 : tensor<8x64xf32>) -> tensor<8x64xf32>
  %e = linalg.sub ins(%y, %target : tensor<8x64xf32>, tensor<8x64xf32>) outs(%i1 : tensor<8x64xf32>) -> tensor<8x64xf32>
  // expected-remark @below {{wgrad of layer 1: a gradient times the activation of a forward product}}
  %dw = linalg.matmul indexing_maps = [affine_map<(m, n, k) -> (k, m)>, affine_map<(m, n, k) -> (k, n)>, #C] ins(%e, %x : tensor<8x64xf32>, tensor<8x32xf32>) outs(%i2 : tensor<64x32xf32>) -> tensor<64x32xf32>
  // expected-remark @below {{dgrad of layer 1: a gradient times a parameter}}
  %dx = linalg.matmul ins(%e, %w : tensor<8x64xf32>, tensor<64x32xf32>) outs(%i0 : tensor<8x32xf32>) -> tensor<8x32xf32>
  %e2 = linalg.mul ins(%dx, %x : tensor<8x32xf32>, tensor<8x32xf32>) outs(%i0 : tensor<8x32xf32>) -> tensor<8x32xf32>
  // expected-remark @below {{wgrad of layer 0: a gradient times the activation of a forward product}}
  %dw0 = linalg.matmul indexing_maps = [affine_map<(m, n, k) -> (k, m)>, affine_map<(m, n, k) -> (k, n)>, #C] ins(%e2, %x0 : tensor<8x32xf32>, tensor<8x16xf32>) outs(%i3 : tensor<32x16xf32>) -> tensor<32x16xf32>
  return %dw, %dw0 : tensor<64x32xf32>, tensor<32x16xf32>
}

// -----

// Parameters and gradients pass through private functions.
// CHECK-LABEL: func.func private @layer
// CHECK: nvfp4.role = #nvfp4.role<dgrad, layer = 0>
func.func private @layer(%e: tensor<8x32xf32>, %w: tensor<32x64xf32>, %c: tensor<8x64xf32>) -> tensor<8x64xf32> {
  // expected-remark @below {{dgrad of layer 0: a gradient times a parameter}}
  %dx = linalg.matmul ins(%e, %w : tensor<8x32xf32>, tensor<32x64xf32>) outs(%c : tensor<8x64xf32>) -> tensor<8x64xf32>
  return %dx : tensor<8x64xf32>
}
func.func @caller(%e: tensor<8x32xf32> {nvfp4.gradient}, %w: tensor<32x64xf32> {nvfp4.param}, %c: tensor<8x64xf32>) -> tensor<8x64xf32> {
  %dx = call @layer(%e, %w, %c) : (tensor<8x32xf32>, tensor<32x64xf32>, tensor<8x64xf32>) -> tensor<8x64xf32>
  return %dx : tensor<8x64xf32>
}

// -----

// A gradient carried by a loop does not make its neighbours gradients.
// CHECK-LABEL: func.func @loop
// CHECK: nvfp4.role = #nvfp4.role<fprop, layer = 0>
// CHECK: nvfp4.role = #nvfp4.role<dgrad, layer = 0>
func.func @loop(%x: tensor<8x32xf32>, %e: tensor<8x32xf32> {nvfp4.gradient}, %w: tensor<32x32xf32> {nvfp4.param}) -> (tensor<8x32xf32>, tensor<8x32xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %c = tensor.empty() : tensor<8x32xf32>
  %r:2 = scf.for %i = %c0 to %c4 step %c1 iter_args(%xi = %x, %ei = %e) -> (tensor<8x32xf32>, tensor<8x32xf32>) {
    // expected-remark @below {{fprop of layer 0}}
    %y = linalg.matmul ins(%xi, %w : tensor<8x32xf32>, tensor<32x32xf32>) outs(%c : tensor<8x32xf32>) -> tensor<8x32xf32>
    // expected-remark @below {{dgrad of layer 0}}
    %dx = linalg.matmul ins(%ei, %w : tensor<8x32xf32>, tensor<32x32xf32>) outs(%c : tensor<8x32xf32>) -> tensor<8x32xf32>
    scf.yield %y, %dx : tensor<8x32xf32>, tensor<8x32xf32>
  }
  return %r#0, %r#1 : tensor<8x32xf32>, tensor<8x32xf32>
}

// -----

// A constant weight.
// CHECK-LABEL: func.func @constant
// CHECK: nvfp4.role = #nvfp4.role<fprop, layer = 0>
func.func @constant(%x: tensor<8x2xf32>, %c: tensor<8x2xf32>) -> tensor<8x2xf32> {
  %w = arith.constant dense<[[0.5, -1.0], [2.0, 0.25]]> : tensor<2x2xf32>
  // expected-remark @below {{fprop of layer 0: an activation times a parameter}}
  %y = linalg.matmul ins(%x, %w : tensor<8x2xf32>, tensor<2x2xf32>) outs(%c : tensor<8x2xf32>) -> tensor<8x2xf32>
  return %y : tensor<8x2xf32>
}
