// RUN: quartet-opt %s --convert-check-to-llvm -split-input-file -verify-diagnostics | FileCheck %s

// Two expectations share the declaration and not the location.
// CHECK-DAG: llvm.func @quartet_check_expect_eq(!llvm.ptr, i32, i64, !llvm.ptr, !llvm.ptr)
// CHECK-DAG: llvm.mlir.global private constant @quartet_check_location_0("{{.*}}check-to-llvm.mlir:[[#@LINE+12]]:3: error: 'check.expect_eq' op\00")
// CHECK-DAG: llvm.mlir.global private constant @quartet_check_location_1("{{.*}}check-to-llvm.mlir:[[#@LINE+14]]:3: error: 'check.expect_eq_const' op\00")

// CHECK-LABEL: func.func @eq
func.func @eq(%a: memref<?x4xi8, strided<[?, 1], offset: ?>>, %b: memref<f32>) {
  // The format of packed codes, the rank, and 1 + 2 * rank words per operand.
  // CHECK-DAG: %[[LOCATION:.*]] = llvm.mlir.addressof @quartet_check_location_0
  // CHECK-DAG: %[[FORMAT:.*]] = llvm.mlir.constant(12 : i32)
  // CHECK-DAG: %[[RANK:.*]] = llvm.mlir.constant(2 : i64)
  // CHECK-DAG: %[[WORDS:.*]] = llvm.mlir.constant(5 : i64)
  // CHECK-DAG: llvm.alloca %[[WORDS]] x i64
  // CHECK: llvm.call @quartet_check_expect_eq(%[[LOCATION]], %[[FORMAT]], %[[RANK]],
  check.expect_eq %a, %a {packed}
      : memref<?x4xi8, strided<[?, 1], offset: ?>>
  // CHECK: llvm.call @quartet_check_expect_eq
  check.expect_eq %b, %b {constant} : memref<f32>
  return
}

// -----

// CHECK: llvm.func @quartet_check_expect_close(!llvm.ptr, i32, i64, !llvm.ptr, !llvm.ptr, f64, f64, f64)

// CHECK-LABEL: func.func @close
func.func @close(%a: memref<4xbf16>) {
  // CHECK-DAG: %[[RTOL:.*]] = llvm.mlir.constant(1.000000e-02 : f64)
  // CHECK-DAG: %[[ATOL:.*]] = llvm.mlir.constant(0.000000e+00 : f64)
  // CHECK-DAG: %[[UNUSED:.*]] = llvm.mlir.constant(-1.000000e+00 : f64)
  // CHECK: llvm.call @quartet_check_expect_close(%{{.*}}, %[[RTOL]], %[[ATOL]], %[[UNUSED]])
  check.expect_close %a, %a rtol(1.0e-2) : memref<4xbf16>
  return
}

// -----

func.func @on_tensors(%a: tensor<4xbf16>) {
  // expected-error @below {{failed to legalize operation 'check.expect_eq'}}
  check.expect_eq %a, %a : tensor<4xbf16>
  return
}
