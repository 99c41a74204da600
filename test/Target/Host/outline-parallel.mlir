// RUN: quartet-opt %s --host-outline-parallel | FileCheck %s

// Loops that differ in what they read and write, or in names, are one function;
// a constant belongs to the loop, and another one makes another function.
// CHECK-LABEL: func @equal(
// CHECK-SAME: %[[A:.*]]: memref<8xf32>, %[[B:.*]]: memref<8xf32>, %[[C:.*]]: memref<8xf32>
// CHECK-NOT: scf.parallel
// CHECK: call @[[COPY:.*]](%[[A]], %[[B]]) : (memref<8xf32>, memref<8xf32>) -> ()
// CHECK: call @[[COPY]](%[[B]], %[[C]])
// CHECK: scf.for
// CHECK-NEXT: call @[[COPY]](%[[C]], %[[A]])
// CHECK: call @[[HALF:.*]](%[[A]], %[[B]])
// CHECK: return
func.func @equal(%a: memref<8xf32>, %b: memref<8xf32>, %c: memref<8xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %c8 = arith.constant 8 : index
  scf.parallel (%i) = (%c0) to (%c8) step (%c1) {
    %v = memref.load %a[%i] : memref<8xf32>
    memref.store %v, %b[%i] : memref<8xf32>
  }
  %zero = arith.constant 0 : index
  scf.parallel (%j) = (%zero) to (%c8) step (%c1) {
    %w = memref.load %b[%j] : memref<8xf32>
    memref.store %w, %c[%j] : memref<8xf32>
  }
  scf.for %k = %c0 to %c4 step %c1 {
    scf.parallel (%i) = (%c0) to (%c8) step (%c1) {
      %v = memref.load %c[%i] : memref<8xf32>
      memref.store %v, %a[%i] : memref<8xf32>
    }
  }
  scf.parallel (%i) = (%c0) to (%c4) step (%c1) {
    %v = memref.load %a[%i] : memref<8xf32>
    memref.store %v, %b[%i] : memref<8xf32>
  }
  return
}

// Values that are no constants are arguments; inner loops stay where they are;
// other types make another function.
// CHECK-LABEL: func @other(
// CHECK-SAME: %[[D:.*]]: memref<?x4xf32>, %[[N:.*]]: index, %[[S:.*]]: f32
// CHECK: call @[[FILL:.*]](%[[N]], %[[S]], %[[D]]) : (index, f32, memref<?x4xf32>) -> ()
func.func @other(%d: memref<?x4xf32>, %n: index, %s: f32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  scf.parallel (%i) = (%c0) to (%n) step (%c1) {
    scf.parallel (%j) = (%c0) to (%c4) step (%c1) {
      memref.store %s, %d[%i, %j] : memref<?x4xf32>
    }
  }
  return
}

// CHECK: func.func private @[[COPY]](%[[FROM:.*]]: memref<8xf32>, %[[TO:.*]]: memref<8xf32>)
// CHECK-SAME: llvm.linkage = #llvm.linkage<internal>, passthrough = ["noinline"]
// CHECK-DAG: %[[C0:.*]] = arith.constant 0 : index
// CHECK-DAG: %[[C1:.*]] = arith.constant 1 : index
// CHECK-DAG: %[[C8:.*]] = arith.constant 8 : index
// CHECK: scf.parallel (%[[I:.*]]) = (%[[C0]]) to (%[[C8]]) step (%[[C1]])
// CHECK: %[[V:.*]] = memref.load %[[FROM]][%[[I]]]
// CHECK: memref.store %[[V]], %[[TO]][%[[I]]]
// CHECK: func.func private @[[HALF]](
// CHECK: arith.constant 4 : index
// CHECK: func.func private @[[FILL]](
// CHECK: scf.parallel
// CHECK: scf.parallel
// CHECK-NOT: func.func
