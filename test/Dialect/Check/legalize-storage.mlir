// RUN: quartet-opt %s --check-legalize-storage -split-input-file -verify-diagnostics | FileCheck %s

// CHECK-LABEL: func.func @constant_becomes_operand
// CHECK-SAME: (%[[A:.*]]: tensor<2xf32>)
func.func @constant_becomes_operand(%a: tensor<2xf32>) {
  // CHECK: %[[C:.*]] = arith.constant dense<[1.000000e+00, 2.000000e+00]> : tensor<2xf32>
  // CHECK: check.expect_eq %[[A]], %[[C]] {constant} : tensor<2xf32>
  check.expect_eq_const %a, dense<[1.0, 2.0]> : tensor<2xf32>
  return
}

// CHECK-LABEL: func.func @codes_are_packed
// CHECK-SAME: (%[[A:.*]]: tensor<?x4xf4E2M1FN>, %[[B:.*]]: tensor<?x4xf4E2M1FN>)
func.func @codes_are_packed(%a: tensor<?x4xf4E2M1FN>, %b: tensor<?x4xf4E2M1FN>) {
  // CHECK: %[[GOT:.*]] = nvfp4.to_storage %[[A]] : tensor<?x4xf4E2M1FN> to tensor<?x2xi8>
  // CHECK: %[[EXPECTED:.*]] = nvfp4.to_storage %[[B]] : tensor<?x4xf4E2M1FN> to tensor<?x2xi8>
  // CHECK: check.expect_eq %[[GOT]], %[[EXPECTED]] {packed} : tensor<?x2xi8>
  check.expect_eq %a, %b : tensor<?x4xf4E2M1FN>
  return
}

// CHECK-LABEL: func.func @constant_codes
func.func @constant_codes(%a: tensor<2x2xf4E2M1FN>) {
  // CHECK: check.expect_eq {{.*}} {constant, packed} : tensor<2x1xi8>
  check.expect_eq_const %a, dense<1.0> : tensor<2x2xf4E2M1FN>
  return
}

// CHECK-LABEL: func.func @others_stay
// CHECK-SAME: (%[[A:.*]]: tensor<3xf8E4M3FN>, %[[B:.*]]: tensor<3xf32>)
func.func @others_stay(%a: tensor<3xf8E4M3FN>, %b: tensor<3xf32>) {
  // CHECK-NEXT: check.expect_eq %[[A]], %[[A]] : tensor<3xf8E4M3FN>
  // CHECK-NEXT: check.expect_close %[[B]], %[[B]] atol(0.000000e+00) : tensor<3xf32>
  check.expect_eq %a, %a : tensor<3xf8E4M3FN>
  check.expect_close %b, %b atol(0.0) : tensor<3xf32>
  return
}

// -----

func.func @codes_in_one_dimension(%a: tensor<4xf4E2M1FN>) {
  // expected-error @below {{expects f4E2M1FN values in two or three dimensions, the last static and even, but got 'tensor<4xf4E2M1FN>'}}
  check.expect_eq %a, %a : tensor<4xf4E2M1FN>
  return
}

// -----

func.func @codes_of_odd_extent(%a: tensor<2x3xf4E2M1FN>) {
  // expected-error @below {{expects f4E2M1FN values in two or three dimensions, the last static and even, but got 'tensor<2x3xf4E2M1FN>'}}
  check.expect_eq_const %a, dense<0.0> : tensor<2x3xf4E2M1FN>
  return
}
