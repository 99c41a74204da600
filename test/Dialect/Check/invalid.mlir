// RUN: quartet-opt %s -split-input-file -verify-diagnostics

func.func @eq_different_types(%a: tensor<2xf32>, %b: tensor<3xf32>) {
  // expected-error @below {{requires all operands to have the same type}}
  "check.expect_eq"(%a, %b) : (tensor<2xf32>, tensor<3xf32>) -> ()
  return
}

// -----

func.func @eq_complex(%a: tensor<2xcomplex<f32>>) {
  // expected-error @below {{operand #0 must be ranked tensor of integers or floats, or memref of them without f4E2M1FN}}
  check.expect_eq %a, %a : tensor<2xcomplex<f32>>
  return
}

// -----

func.func @eq_f4_memref(%a: memref<2xf4E2M1FN>) {
  // expected-error @below {{operand #0 must be ranked tensor of integers or floats, or memref of them without f4E2M1FN}}
  check.expect_eq %a, %a : memref<2xf4E2M1FN>
  return
}

// -----

func.func @eq_packed_f32(%a: tensor<2xf32>) {
  // expected-error @below {{expects 'packed' on i8 elements in at least one dimension, but got 'tensor<2xf32>'}}
  check.expect_eq %a, %a {packed} : tensor<2xf32>
  return
}

// -----

func.func @eq_packed_scalar(%a: tensor<i8>) {
  // expected-error @below {{expects 'packed' on i8 elements in at least one dimension, but got 'tensor<i8>'}}
  check.expect_eq %a, %a {packed} : tensor<i8>
  return
}

// -----

func.func @eq_const_different_types(%a: tensor<2xf32>) {
  // expected-error @below {{failed to verify that all of {got, expected} have same type}}
  "check.expect_eq_const"(%a) {expected = dense<0.0> : tensor<3xf32>}
      : (tensor<2xf32>) -> ()
  return
}

// -----

func.func @close_integers(%a: tensor<2xi32>) {
  // expected-error @below {{operand #0 must be ranked tensor or memref of f16, bf16, f32 or f64 values}}
  check.expect_close %a, %a rtol(1.0e-4) : tensor<2xi32>
  return
}

// -----

func.func @close_without_bound(%a: tensor<2xf32>) {
  // expected-error @below {{expects 'rtol' or 'atol', or instead 'max_relative_squared_error', but got neither}}
  check.expect_close %a, %a : tensor<2xf32>
  return
}

// -----

func.func @close_with_both(%a: tensor<2xf32>) {
  // expected-error @below {{expects 'rtol' or 'atol', or instead 'max_relative_squared_error', but got both}}
  check.expect_close %a, %a atol(0.5) max_relative_squared_error(0.5) : tensor<2xf32>
  return
}

// -----

func.func @close_negative(%a: tensor<2xf32>) {
  // expected-error @below {{expects 'rtol' to be a finite number of at least 0, but got -1.000000e+00 : f64}}
  check.expect_close %a, %a rtol(-1.0) : tensor<2xf32>
  return
}

// -----

func.func @close_nan(%a: tensor<2xf32>) {
  // expected-error @below {{expects 'atol' to be a finite number of at least 0, but got 0x7FF8000000000000 : f64}}
  "check.expect_close"(%a, %a) {atol = 0x7FF8000000000000 : f64}
      : (tensor<2xf32>, tensor<2xf32>) -> ()
  return
}
