// RUN: quartet-opt %s | quartet-opt | FileCheck %s
// RUN: quartet-opt %s --mlir-print-op-generic | quartet-opt | FileCheck %s
// RUN: quartet-opt %s --emit-bytecode | quartet-opt | FileCheck %s

// CHECK-LABEL: func.func @expect_eq
func.func @expect_eq(%a: tensor<?x4xf8E4M3FN>, %b: tensor<2x4xi8>,
                     %c: memref<2x4xi8, strided<[?, 1]>>, %d: tensor<i1>) {
  // CHECK: check.expect_eq %{{.*}}, %{{.*}} : tensor<?x4xf8E4M3FN>
  check.expect_eq %a, %a : tensor<?x4xf8E4M3FN>
  // CHECK: check.expect_eq %{{.*}}, %{{.*}} {packed} : tensor<2x4xi8>
  check.expect_eq %b, %b {packed} : tensor<2x4xi8>
  // CHECK: check.expect_eq %{{.*}}, %{{.*}} : memref<2x4xi8, strided<[?, 1]>>
  check.expect_eq %c, %c : memref<2x4xi8, strided<[?, 1]>>
  // CHECK: check.expect_eq %{{.*}}, %{{.*}} : tensor<i1>
  check.expect_eq %d, %d : tensor<i1>
  return
}

// CHECK-LABEL: func.func @expect_eq_const
func.func @expect_eq_const(%a: tensor<2xf4E2M1FN>, %b: tensor<1xf8E4M3FN>) {
  // CHECK: check.expect_eq_const %{{.*}}, dense<[6.000000e+00, 5.000000e-01]> : tensor<2xf4E2M1FN>
  check.expect_eq_const %a, dense<[6.0, 0.5]> : tensor<2xf4E2M1FN>
  // The bytes of NaN cannot be written as a number.
  // CHECK: check.expect_eq_const %{{.*}}, dense<0x7F> : tensor<1xf8E4M3FN>
  check.expect_eq_const %b, dense<0x7F> : tensor<1xf8E4M3FN>
  return
}

// CHECK-LABEL: func.func @expect_close
func.func @expect_close(%a: tensor<2xf32>, %b: tensor<2xbf16>) {
  // CHECK: check.expect_close %{{.*}}, %{{.*}} rtol(1.000000e-04) : tensor<2xf32>
  check.expect_close %a, %a rtol(1.0e-4) : tensor<2xf32>
  // Clauses may come in any order.
  // CHECK: check.expect_close %{{.*}}, %{{.*}} rtol(2.500000e-01) atol(1.000000e-01) : tensor<2xbf16>
  check.expect_close %b, %b atol(0.1) rtol(0.25) : tensor<2xbf16>
  // CHECK: check.expect_close %{{.*}}, %{{.*}} max_relative_squared_error(2.000000e-02) : tensor<2xf32>
  check.expect_close %a, %a max_relative_squared_error(2.0e-2) : tensor<2xf32>
  return
}
