// RUN: quartet-opt %s --host-serialize-parallel | FileCheck %s

// CHECK-LABEL: func @nested
// CHECK: scf.parallel
// CHECK-NOT: scf.parallel
// CHECK: scf.for
func.func @nested(%a: memref<?x?xf32>, %m: index, %n: index, %v: f32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.parallel (%i) = (%c0) to (%m) step (%c1) {
    scf.parallel (%j) = (%c0) to (%n) step (%c1) {
      memref.store %v, %a[%i, %j] : memref<?x?xf32>
    }
  }
  return
}

// A reduction across threads would depend on their number.
// CHECK-LABEL: func @reduction
// CHECK-SAME: %[[A:.*]]: memref<?xf32>, %[[N:.*]]: index, %[[INIT:.*]]: f32
// CHECK-NOT: scf.parallel
// CHECK: %[[R:.*]] = scf.for %[[I:.*]] = %{{.*}} to %[[N]] {{.*}} iter_args(%[[S:.*]] = %[[INIT]])
// CHECK: %[[X:.*]] = memref.load %[[A]][%[[I]]]
// CHECK: %[[NEXT:.*]] = arith.addf %[[S]], %[[X]]
// CHECK: scf.yield %[[NEXT]]
// CHECK: return %[[R]]
func.func @reduction(%a: memref<?xf32>, %n: index, %init: f32) -> f32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %r = scf.parallel (%i) = (%c0) to (%n) step (%c1) init (%init) -> f32 {
    %x = memref.load %a[%i] : memref<?xf32>
    scf.reduce(%x : f32) {
    ^bb0(%lhs: f32, %rhs: f32):
      %s = arith.addf %lhs, %rhs : f32
      scf.reduce.return %s : f32
    }
  }
  return %r : f32
}

// CHECK-LABEL: func @outermost
// CHECK: scf.parallel
// CHECK-NOT: scf.for
func.func @outermost(%a: memref<?xf32>, %n: index, %v: f32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.parallel (%i) = (%c0) to (%n) step (%c1) {
    memref.store %v, %a[%i] : memref<?xf32>
  }
  return
}
