// RUN: quartet-opt %s --one-shot-bufferize=bufferize-function-boundaries | FileCheck %s

// Expectations read their operands: nothing is copied for them.
// CHECK-LABEL: func.func @reads_only
// CHECK-SAME: (%[[A:.*]]: memref<4xf32, strided<[?], offset: ?>>, %[[B:.*]]: memref<4xf32, strided<[?], offset: ?>>)
// CHECK-NEXT: check.expect_eq %[[A]], %[[B]] : memref<4xf32, strided<[?], offset: ?>>
// CHECK-NEXT: check.expect_close %[[A]], %[[B]] rtol(5.000000e-01)
// CHECK-NEXT: return
func.func @reads_only(%a: tensor<4xf32>, %b: tensor<4xf32>) {
  check.expect_eq %a, %b : tensor<4xf32>
  check.expect_close %a, %b rtol(0.5) : tensor<4xf32>
  return
}

// A constant has the identity layout, the argument may have any.
// CHECK-LABEL: func.func @layouts_are_unified
// CHECK-SAME: (%[[A:.*]]: memref<2xi8, strided<[?], offset: ?>>)
func.func @layouts_are_unified(%a: tensor<2xi8>) {
  // CHECK: %[[C:.*]] = memref.get_global
  // CHECK: %[[CAST:.*]] = memref.cast %[[C]] : memref<2xi8> to memref<2xi8, strided<[?], offset: ?>>
  // CHECK: check.expect_eq %[[A]], %[[CAST]] {packed}
  %c = arith.constant dense<[18, 52]> : tensor<2xi8>
  check.expect_eq %a, %c {packed} : tensor<2xi8>
  return
}
