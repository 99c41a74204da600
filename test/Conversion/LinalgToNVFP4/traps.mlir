// RUN: quartet-opt %s --split-input-file --nvfp4-assign-roles -verify-diagnostics | FileCheck %s
// RUN: quartet-opt %s --split-input-file --mlir-print-op-generic > %t.in
// RUN: quartet-opt %s --split-input-file --nvfp4-assign-roles="remarks=false" --convert-linalg-to-nvfp4 --mlir-print-op-generic > %t.out
// RUN: diff %t.in %t.out

// Look-alikes of linear layers. None may be touched: what the whole raise
// returns is compared with the input, and each is reported with its reason.
// CHECK-NOT: nvfp4.role

#A = affine_map<(m, n, k) -> (k, m)>
#B = affine_map<(m, n, k) -> (k, n)>
#C = affine_map<(m, n, k) -> (m, n)>
func.func @attention_and_friends(%q: tensor<8x16x32xbf16>, %k: tensor<8x16x32xbf16>, %s: tensor<8x16x16xf32>, %oh: tensor<?x256xbf16>, %e: tensor<?x64xbf16>, %de: tensor<256x64xf32>, %n0: tensor<?xf32>, %w: tensor<32x64xf32> {nvfp4.param}, %v: tensor<64xf32>, %o: tensor<32xf32>) -> (tensor<8x16x16xf32>, tensor<256x64xf32>, tensor<?xf32>, tensor<32xf32>) {
  // expected-remark @below {{left as is: it multiplies two activations for each element of a batch, as in attention}}
  %0 = linalg.batch_matmul indexing_maps = [affine_map<(b, m, n, k) -> (b, m, k)>, affine_map<(b, m, n, k) -> (b, n, k)>, affine_map<(b, m, n, k) -> (b, m, n)>] ins(%q, %k : tensor<8x16x32xbf16>, tensor<8x16x32xbf16>) outs(%s : tensor<8x16x16xf32>) -> tensor<8x16x16xf32>
  // expected-remark @below {{left as is: neither operand is known to be a parameter or a gradient}}
  %1 = linalg.matmul indexing_maps = [#A, #B, #C] ins(%oh, %e : tensor<?x256xbf16>, tensor<?x64xbf16>) outs(%de : tensor<256x64xf32>) -> tensor<256x64xf32>
  // expected-remark @below {{left as is: both factors are the same operand}}
  %2 = linalg.generic {indexing_maps = [affine_map<(t, d) -> (t, d)>, affine_map<(t, d) -> (t, d)>, affine_map<(t, d) -> (t)>], iterator_types = ["parallel", "reduction"]} ins(%e, %e : tensor<?x64xbf16>, tensor<?x64xbf16>) outs(%n0 : tensor<?xf32>) {
  ^bb0(%p: bf16, %r: bf16, %acc: f32):
    %pf = arith.extf %p : bf16 to f32
    %rf = arith.extf %r : bf16 to f32
    %mu = arith.mulf %pf, %rf : f32
    %ad = arith.addf %acc, %mu : f32
    linalg.yield %ad : f32
  } -> tensor<?xf32>
  // expected-remark @below {{left as is: it is a product with a vector}}
  %3 = linalg.matvec ins(%w, %v : tensor<32x64xf32>, tensor<64xf32>) outs(%o : tensor<32xf32>) -> tensor<32xf32>
  return %0, %1, %2, %3 : tensor<8x16x16xf32>, tensor<256x64xf32>, tensor<?xf32>, tensor<32xf32>
}

// -----

// The gradient of an embedding, with the gradient marked: only the origin of
// the other operand tells it from a weight gradient.
#A = affine_map<(m, n, k) -> (k, m)>
#B = affine_map<(m, n, k) -> (k, n)>
#C = affine_map<(m, n, k) -> (m, n)>
func.func @embedding_gradient(%ids: tensor<?xi32>, %empty: tensor<?x256xbf16>, %e: tensor<?x64xbf16> {nvfp4.gradient}, %de: tensor<256x64xf32>) -> tensor<256x64xf32> {
  %oh = linalg.generic {indexing_maps = [affine_map<(t, v) -> (t)>, affine_map<(t, v) -> (t, v)>], iterator_types = ["parallel", "parallel"]} ins(%ids : tensor<?xi32>) outs(%empty : tensor<?x256xbf16>) {
  ^bb0(%id: i32, %out: bf16):
    %v = linalg.index 1 : index
    %vi = arith.index_cast %v : index to i32
    %eq = arith.cmpi eq, %id, %vi : i32
    %f = arith.uitofp %eq : i1 to bf16
    linalg.yield %f : bf16
  } -> tensor<?x256xbf16>
  // expected-remark @below {{left as is: the first operand is converted from integers, as in the gradient of an embedding}}
  %0 = linalg.matmul indexing_maps = [#A, #B, #C] ins(%oh, %e : tensor<?x256xbf16>, tensor<?x64xbf16>) outs(%de : tensor<256x64xf32>) -> tensor<256x64xf32>
  return %0 : tensor<256x64xf32>
}

// -----

// A gradient and an activation that no layer knows.
#A = affine_map<(m, n, k) -> (k, m)>
#B = affine_map<(m, n, k) -> (k, n)>
#C = affine_map<(m, n, k) -> (m, n)>
func.func @unknown_layer(%x: tensor<?x256xbf16>, %e: tensor<?x64xbf16> {nvfp4.gradient}, %de: tensor<256x64xf32>) -> tensor<256x64xf32> {
  // expected-remark @below {{left as is: no layer is known to use its activation or gradient}}
  %0 = linalg.matmul indexing_maps = [#A, #B, #C] ins(%x, %e : tensor<?x256xbf16>, tensor<?x64xbf16>) outs(%de : tensor<256x64xf32>) -> tensor<256x64xf32>
  return %0 : tensor<256x64xf32>
}

// -----

// The head: logits feed a softmax. Its gradients are left alone with it.
#A = affine_map<(m, n, k) -> (m, k)>
#B = affine_map<(m, n, k) -> (n, k)>
#C = affine_map<(m, n, k) -> (m, n)>
func.func @head(%x: tensor<8x32xf32>, %w: tensor<64x32xf32> {nvfp4.param}, %e: tensor<8x64xf32> {nvfp4.gradient}, %i0: tensor<8x64xf32>, %i1: tensor<8x32xf32>, %i2: tensor<64x32xf32>, %m0: tensor<8xf32>) -> (tensor<8xf32>, tensor<8x32xf32>, tensor<64x32xf32>) {
  // expected-remark @below {{left as is: its result feeds a softmax, as in an output head}}
  %y = linalg.matmul indexing_maps = [#A, #B, #C] ins(%x, %w : tensor<8x32xf32>, tensor<64x32xf32>) outs(%i0 : tensor<8x64xf32>) -> tensor<8x64xf32>
  %max = linalg.reduce {arith.maximumf} ins(%y : tensor<8x64xf32>) outs(%m0 : tensor<8xf32>) dimensions = [1]
  // expected-remark @below {{left as is: the forward product of its layer is left as it is}}
  %dx = linalg.matmul ins(%e, %w : tensor<8x64xf32>, tensor<64x32xf32>) outs(%i1 : tensor<8x32xf32>) -> tensor<8x32xf32>
  // expected-remark @below {{left as is: the forward product of its layer is left as it is}}
  %dw = linalg.matmul indexing_maps = [affine_map<(m, n, k) -> (k, m)>, affine_map<(m, n, k) -> (k, n)>, #C] ins(%e, %x : tensor<8x64xf32>, tensor<8x32xf32>) outs(%i2 : tensor<64x32xf32>) -> tensor<64x32xf32>
  return %max, %dx, %dw : tensor<8xf32>, tensor<8x32xf32>, tensor<64x32xf32>
}

// -----

// A table that is also looked up, used as an output head.
func.func @tied_embedding(%ids: tensor<8xi64>, %table: tensor<64x32xf32> {nvfp4.param}, %h: tensor<8x32xf32>, %e: tensor<8x32xf32>, %i0: tensor<8x64xf32>) -> (tensor<8x32xf32>, tensor<8x64xf32>) {
  %x = linalg.generic {indexing_maps = [affine_map<(t, d) -> (t)>, affine_map<(t, d) -> (t, d)>], iterator_types = ["parallel", "parallel"]} ins(%ids : tensor<8xi64>) outs(%e : tensor<8x32xf32>) {
  ^bb0(%id: i64, %out: f32):
    %row = arith.index_cast %id : i64 to index
    %d = linalg.index 1 : index
    %v = tensor.extract %table[%row, %d] : tensor<64x32xf32>
    linalg.yield %v : f32
  } -> tensor<8x32xf32>
  // expected-remark @below {{left as is: its parameter is also looked up as an embedding}}
  %y = linalg.matmul indexing_maps = [affine_map<(m, n, k) -> (m, k)>, affine_map<(m, n, k) -> (n, k)>, affine_map<(m, n, k) -> (m, n)>] ins(%h, %table : tensor<8x32xf32>, tensor<64x32xf32>) outs(%i0 : tensor<8x64xf32>) -> tensor<8x64xf32>
  return %x, %y : tensor<8x32xf32>, tensor<8x64xf32>
}

// -----

// Other element types.
func.func @types(%a: tensor<8x16xi32>, %b: tensor<16x8xi32> {nvfp4.param}, %c: tensor<8x8xi32>, %d: tensor<8x16xf64>, %e: tensor<16x8xf64> {nvfp4.param}, %f: tensor<8x8xf64>, %g: tensor<8x16xi1>, %h: tensor<16x8xi1> {nvfp4.param}, %i: tensor<8x8xi1>) -> (tensor<8x8xi32>, tensor<8x8xf64>, tensor<8x8xi1>) {
  // expected-remark @below {{left as is: elements are i32, not bf16, f16 or f32}}
  %0 = linalg.matmul ins(%a, %b : tensor<8x16xi32>, tensor<16x8xi32>) outs(%c : tensor<8x8xi32>) -> tensor<8x8xi32>
  // expected-remark @below {{left as is: elements are f64, not bf16, f16 or f32}}
  %1 = linalg.matmul ins(%d, %e : tensor<8x16xf64>, tensor<16x8xf64>) outs(%f : tensor<8x8xf64>) -> tensor<8x8xf64>
  // expected-remark @below {{left as is: elements are i1, not bf16, f16 or f32}}
  %2 = linalg.matmul ins(%g, %h : tensor<8x16xi1>, tensor<16x8xi1>) outs(%i : tensor<8x8xi1>) -> tensor<8x8xi1>
  return %0, %1, %2 : tensor<8x8xi32>, tensor<8x8xf64>, tensor<8x8xi1>
}

// -----

// Bodies that are not exactly a multiply-add of two inputs.
#A = affine_map<(m, n, k) -> (m, k)>
#B = affine_map<(m, n, k) -> (k, n)>
#C = affine_map<(m, n, k) -> (m, n)>
#trait = {indexing_maps = [#A, #B, #C], iterator_types = ["parallel", "parallel", "reduction"]}
func.func @bodies(%x: tensor<8x16xf32>, %w: tensor<16x8xf32> {nvfp4.param}, %c: tensor<8x8xf32>) -> (tensor<8x8xf32>, tensor<8x8xf32>, tensor<8x8xf32>, tensor<8x8xf32>, tensor<8x8xf32>) {
  // expected-remark @below {{left as is: its body is not a floating-point multiply-add of its two inputs}}
  %maxplus = linalg.generic #trait ins(%x, %w : tensor<8x16xf32>, tensor<16x8xf32>) outs(%c : tensor<8x8xf32>) {
  ^bb0(%a: f32, %b: f32, %acc: f32):
    %s = arith.addf %a, %b : f32
    %m = arith.maximumf %acc, %s : f32
    linalg.yield %m : f32
  } -> tensor<8x8xf32>
  // expected-remark @below {{left as is: its body is not a floating-point multiply-add of its two inputs}}
  %square = linalg.generic #trait ins(%x, %w : tensor<8x16xf32>, tensor<16x8xf32>) outs(%c : tensor<8x8xf32>) {
  ^bb0(%a: f32, %b: f32, %acc: f32):
    %s = arith.mulf %a, %a : f32
    %m = arith.addf %acc, %s : f32
    linalg.yield %m : f32
  } -> tensor<8x8xf32>
  // expected-remark @below {{left as is: its body is not a floating-point multiply-add of its two inputs}}
  %indexed = linalg.generic #trait ins(%x, %w : tensor<8x16xf32>, tensor<16x8xf32>) outs(%c : tensor<8x8xf32>) {
  ^bb0(%a: f32, %b: f32, %acc: f32):
    %i = linalg.index 0 : index
    %j = linalg.index 2 : index
    %causal = arith.cmpi sle, %j, %i : index
    %zero = arith.constant 0.0 : f32
    %masked = arith.select %causal, %a, %zero : f32
    %s = arith.mulf %masked, %b : f32
    %m = arith.addf %acc, %s : f32
    linalg.yield %m : f32
  } -> tensor<8x8xf32>
  // expected-remark @below {{left as is: its body is not a floating-point multiply-add of its two inputs}}
  %negated = linalg.generic #trait ins(%x, %w : tensor<8x16xf32>, tensor<16x8xf32>) outs(%c : tensor<8x8xf32>) {
  ^bb0(%a: f32, %b: f32, %acc: f32):
    %n = arith.negf %a : f32
    %s = arith.mulf %n, %b : f32
    %m = arith.addf %acc, %s : f32
    linalg.yield %m : f32
  } -> tensor<8x8xf32>
  // expected-remark @below {{left as is: its body is not a floating-point multiply-add of its two inputs}}
  %decayed = linalg.generic #trait ins(%x, %w : tensor<8x16xf32>, tensor<16x8xf32>) outs(%c : tensor<8x8xf32>) {
  ^bb0(%a: f32, %b: f32, %acc: f32):
    %s = arith.mulf %a, %b : f32
    %half = arith.mulf %acc, %b : f32
    %m = arith.addf %half, %s : f32
    linalg.yield %m : f32
  } -> tensor<8x8xf32>
  return %maxplus, %square, %indexed, %negated, %decayed : tensor<8x8xf32>, tensor<8x8xf32>, tensor<8x8xf32>, tensor<8x8xf32>, tensor<8x8xf32>
}

// -----

// The Gram matrix: one tensor twice, seen through a transposition. Rank-0 and
// one-input reductions of a square. A convolution.
func.func @shapes(%x: tensor<8x16xf32>, %xt0: tensor<16x8xf32>, %c: tensor<8x8xf32>, %v: tensor<16xf32>, %w: tensor<16xf32> {nvfp4.param}, %s: tensor<f32>, %img: tensor<1x8x8x4xf32>, %f: tensor<3x3x4x4xf32> {nvfp4.param}, %o: tensor<1x6x6x4xf32>) -> (tensor<8x8xf32>, tensor<f32>, tensor<f32>, tensor<1x6x6x4xf32>) {
  %xt = linalg.transpose ins(%x : tensor<8x16xf32>) outs(%xt0 : tensor<16x8xf32>) permutation = [1, 0]
  // expected-remark @below {{left as is: both factors are the same operand}}
  %0 = linalg.matmul ins(%x, %xt : tensor<8x16xf32>, tensor<16x8xf32>) outs(%c : tensor<8x8xf32>) -> tensor<8x8xf32>
  // expected-remark @below {{left as is: it is a product with a vector}}
  %1 = linalg.dot ins(%v, %w : tensor<16xf32>, tensor<16xf32>) outs(%s : tensor<f32>) -> tensor<f32>
  // expected-remark @below {{left as is: both factors are the same operand}}
  %2 = linalg.generic {indexing_maps = [affine_map<(i) -> (i)>, affine_map<(i) -> ()>], iterator_types = ["reduction"]} ins(%v : tensor<16xf32>) outs(%s : tensor<f32>) {
  ^bb0(%a: f32, %acc: f32):
    %m = arith.mulf %a, %a : f32
    %r = arith.addf %acc, %m : f32
    linalg.yield %r : f32
  } -> tensor<f32>
  // expected-remark @below {{left as is: an operand is not indexed by a permutation of loops}}
  %3 = linalg.conv_2d_nhwc_hwcf ins(%img, %f : tensor<1x8x8x4xf32>, tensor<3x3x4x4xf32>) outs(%o : tensor<1x6x6x4xf32>) -> tensor<1x6x6x4xf32>
  return %0, %1, %2, %3 : tensor<8x8xf32>, tensor<f32>, tensor<f32>, tensor<1x6x6x4xf32>
}

// -----

// Two parameters, two gradients, and buffers.
func.func @origins(%a: tensor<8x16xf32> {nvfp4.param}, %b: tensor<16x8xf32> {nvfp4.param}, %g: tensor<8x16xf32> {nvfp4.gradient}, %h: tensor<16x8xf32> {nvfp4.gradient}, %c: tensor<8x8xf32>, %p: memref<8x16xf32>, %q: memref<16x8xf32> {nvfp4.param}, %r: memref<8x8xf32>) -> (tensor<8x8xf32>, tensor<8x8xf32>) {
  // expected-remark @below {{left as is: both operands are parameters}}
  %0 = linalg.matmul ins(%a, %b : tensor<8x16xf32>, tensor<16x8xf32>) outs(%c : tensor<8x8xf32>) -> tensor<8x8xf32>
  // expected-remark @below {{left as is: both operands are gradients}}
  %1 = linalg.matmul ins(%g, %h : tensor<8x16xf32>, tensor<16x8xf32>) outs(%c : tensor<8x8xf32>) -> tensor<8x8xf32>
  // expected-remark @below {{left as is: it works on buffers, not on tensors}}
  linalg.matmul ins(%p, %q : memref<8x16xf32>, memref<16x8xf32>) outs(%r : memref<8x8xf32>)
  return %0, %1 : tensor<8x8xf32>, tensor<8x8xf32>
}

// -----

// dV = P^T dO of attention.
func.func @attention_gradient(%p: tensor<8x16x16xf32>, %do: tensor<8x16x32xf32> {nvfp4.gradient}, %c: tensor<8x16x32xf32>) -> tensor<8x16x32xf32> {
  // expected-remark @below {{left as is: it multiplies a gradient and an activation for each element of a batch, as in attention}}
  %0 = linalg.batch_matmul indexing_maps = [affine_map<(b, m, n, k) -> (b, k, m)>, affine_map<(b, m, n, k) -> (b, k, n)>, affine_map<(b, m, n, k) -> (b, m, n)>] ins(%p, %do : tensor<8x16x16xf32>, tensor<8x16x32xf32>) outs(%c : tensor<8x16x32xf32>) -> tensor<8x16x32xf32>
  return %0 : tensor<8x16x32xf32>
}

// -----

// A row sum written as a product with ones.
func.func @ones(%x: tensor<8x16xf32>, %c: tensor<8x4xf32>) -> tensor<8x4xf32> {
  %ones = arith.constant dense<1.0> : tensor<16x4xf32>
  // expected-remark @below {{left as is: neither operand is known to be a parameter or a gradient}}
  %0 = linalg.matmul ins(%x, %ones : tensor<8x16xf32>, tensor<16x4xf32>) outs(%c : tensor<8x4xf32>) -> tensor<8x4xf32>
  return %0 : tensor<8x4xf32>
}

// -----

#sparse = #sparse_tensor.encoding<{map = (d0, d1) -> (d0 : dense, d1 : compressed)}>
func.func @sparse(%x: tensor<8x16xf32>, %w: tensor<16x8xf32, #sparse> {nvfp4.param}, %c: tensor<8x8xf32>) -> tensor<8x8xf32> {
  // expected-remark @below {{left as is: an operand has an encoding}}
  %0 = linalg.matmul ins(%x, %w : tensor<8x16xf32>, tensor<16x8xf32, #sparse>) outs(%c : tensor<8x8xf32>) -> tensor<8x8xf32>
  return %0 : tensor<8x8xf32>
}
