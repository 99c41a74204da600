// RUN: quartet-opt %s --split-input-file --nvfp4-assign-roles -verify-diagnostics | FileCheck %s

// CHECK-LABEL: func.func @keep
// CHECK-NOT: nvfp4.role
func.func @keep(%x: tensor<8x32xf32>, %w: tensor<32x32xf32> {nvfp4.param}, %v: tensor<32x32xf32> {nvfp4.param, nvfp4.keep}, %e: tensor<8x32xf32> {nvfp4.gradient}, %c: tensor<8x32xf32>) -> (tensor<8x32xf32>, tensor<8x32xf32>, tensor<8x32xf32>, tensor<8x32xf32>) {
  // expected-remark @below {{left as is: it is marked 'nvfp4.keep'}}
  %0 = linalg.matmul {nvfp4.keep} ins(%x, %w : tensor<8x32xf32>, tensor<32x32xf32>) outs(%c : tensor<8x32xf32>) -> tensor<8x32xf32>
  // A forward product left alone takes its gradients along.
  // expected-remark @below {{left as is: the forward product of its layer is left as it is}}
  %1 = linalg.matmul indexing_maps = [affine_map<(m, n, k) -> (m, k)>, affine_map<(m, n, k) -> (n, k)>, affine_map<(m, n, k) -> (m, n)>] ins(%e, %w : tensor<8x32xf32>, tensor<32x32xf32>) outs(%c : tensor<8x32xf32>) -> tensor<8x32xf32>
  // expected-remark @below {{left as is: its parameter is marked 'nvfp4.keep'}}
  %2 = linalg.matmul ins(%x, %v : tensor<8x32xf32>, tensor<32x32xf32>) outs(%c : tensor<8x32xf32>) -> tensor<8x32xf32>
  // expected-remark @below {{left as is: its parameter is marked 'nvfp4.keep'}}
  %3 = linalg.matmul indexing_maps = [affine_map<(m, n, k) -> (m, k)>, affine_map<(m, n, k) -> (n, k)>, affine_map<(m, n, k) -> (m, n)>] ins(%e, %v : tensor<8x32xf32>, tensor<32x32xf32>) outs(%c : tensor<8x32xf32>) -> tensor<8x32xf32>
  return %0, %1, %2, %3 : tensor<8x32xf32>, tensor<8x32xf32>, tensor<8x32xf32>, tensor<8x32xf32>
}

// -----

// CHECK-LABEL: func.func @force
// CHECK: nvfp4.role = #nvfp4.role<fprop, layer = 0>
// CHECK: nvfp4.role = #nvfp4.role<wgrad, layer = 1>
// CHECK: nvfp4.role = #nvfp4.role<dgrad, layer = 2, swapped = true>
// CHECK: nvfp4.role = #nvfp4.role<wgrad, layer = 3, swapped = true>
func.func @force(%a: tensor<32x32xf32>, %b: tensor<32x32xf32>, %w: tensor<32x32xf32> {nvfp4.param}, %e: tensor<32x32xf32> {nvfp4.gradient}, %c: tensor<32x32xf32>) -> (tensor<32x32xf32>, tensor<32x32xf32>, tensor<32x32xf32>, tensor<32x32xf32>) {
  // Without anything known: forward, the second operand is the weight.
  // expected-remark @below {{fprop of layer 0: forced by 'nvfp4.force'}}
  %0 = linalg.matmul {nvfp4.force} ins(%a, %b : tensor<32x32xf32>, tensor<32x32xf32>) outs(%c : tensor<32x32xf32>) -> tensor<32x32xf32>
  // expected-remark @below {{wgrad of layer 1: forced by 'nvfp4.force'}}
  %1 = linalg.matmul {nvfp4.force = "wgrad"} ins(%b, %a : tensor<32x32xf32>, tensor<32x32xf32>) outs(%c : tensor<32x32xf32>) -> tensor<32x32xf32>
  // The parameter is the weight wherever it stands.
  // expected-remark @below {{dgrad of layer 2: forced by 'nvfp4.force'}}
  %2 = linalg.matmul {nvfp4.force = "dgrad"} ins(%w, %a : tensor<32x32xf32>, tensor<32x32xf32>) outs(%c : tensor<32x32xf32>) -> tensor<32x32xf32>
  // A gradient and nothing else known.
  // expected-remark @below {{wgrad of layer 3: forced by 'nvfp4.force'}}
  %3 = linalg.matmul {nvfp4.force} ins(%0, %e : tensor<32x32xf32>, tensor<32x32xf32>) outs(%c : tensor<32x32xf32>) -> tensor<32x32xf32>
  return %0, %1, %2, %3 : tensor<32x32xf32>, tensor<32x32xf32>, tensor<32x32xf32>, tensor<32x32xf32>
}

// -----

// A role written by hand stays, and its layer is not given to others.
// CHECK-LABEL: func.func @given
// CHECK: nvfp4.role = #nvfp4.role<dgrad, layer = 6>
// CHECK: nvfp4.role = #nvfp4.role<fprop, layer = 7>
func.func @given(%x: tensor<8x32xf32>, %w: tensor<32x32xf32> {nvfp4.param}, %c: tensor<8x32xf32>) -> (tensor<8x32xf32>, tensor<8x32xf32>) {
  // expected-remark @below {{dgrad of layer 6: assigned before}}
  %0 = linalg.matmul {nvfp4.role = #nvfp4.role<dgrad, layer = 6>} ins(%x, %w : tensor<8x32xf32>, tensor<32x32xf32>) outs(%c : tensor<8x32xf32>) -> tensor<8x32xf32>
  // expected-remark @below {{fprop of layer 7}}
  %1 = linalg.matmul ins(%x, %w : tensor<8x32xf32>, tensor<32x32xf32>) outs(%c : tensor<8x32xf32>) -> tensor<8x32xf32>
  return %0, %1 : tensor<8x32xf32>, tensor<8x32xf32>
}

// -----

func.func @keep_and_force(%a: tensor<32x32xf32>, %b: tensor<32x32xf32>, %c: tensor<32x32xf32>) -> tensor<32x32xf32> {
  // expected-error @below {{expects at most one of 'nvfp4.keep' and 'nvfp4.force'}}
  %0 = linalg.matmul {nvfp4.force, nvfp4.keep} ins(%a, %b : tensor<32x32xf32>, tensor<32x32xf32>) outs(%c : tensor<32x32xf32>) -> tensor<32x32xf32>
  return %0 : tensor<32x32xf32>
}

// -----

func.func @force_unknown_role(%a: tensor<32x32xf32>, %b: tensor<32x32xf32>, %c: tensor<32x32xf32>) -> tensor<32x32xf32> {
  // expected-error @below {{expects 'nvfp4.force' to be unit, "fprop", "dgrad" or "wgrad", but got "forward"}}
  %0 = linalg.matmul {nvfp4.force = "forward"} ins(%a, %b : tensor<32x32xf32>, tensor<32x32xf32>) outs(%c : tensor<32x32xf32>) -> tensor<32x32xf32>
  return %0 : tensor<32x32xf32>
}

// -----

func.func @force_no_contraction(%a: tensor<32x32xi32>, %b: tensor<32x32xi32>, %c: tensor<32x32xi32>) -> tensor<32x32xi32> {
  // expected-error @below {{expects a contraction for 'nvfp4.force', but elements are i32, not bf16, f16 or f32}}
  %0 = linalg.matmul {nvfp4.force} ins(%a, %b : tensor<32x32xi32>, tensor<32x32xi32>) outs(%c : tensor<32x32xi32>) -> tensor<32x32xi32>
  return %0 : tensor<32x32xi32>
}

// -----

func.func @force_no_linalg(%a: tensor<32x32xf32>) -> tensor<32x32xf32> {
  // expected-error @below {{expects a linalg contraction for 'nvfp4.force'}}
  %0 = arith.addf %a, %a {nvfp4.force} : tensor<32x32xf32>
  return %0 : tensor<32x32xf32>
}
