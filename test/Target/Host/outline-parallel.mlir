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

// Integers may differ: what does is an argument, once per use, the rest is not.
// CHECK-LABEL: func @integers(
// CHECK-SAME: %[[E:.*]]: memref<8xi32>
// CHECK: arith.constant 7 : i32
// CHECK: %[[SEVEN:.*]] = arith.constant 7 : i32
// CHECK-NEXT: call @[[ADD:.*]](%[[E]], %[[SEVEN]]) : (memref<8xi32>, i32) -> ()
// CHECK-NEXT: %[[THREE:.*]] = arith.constant 3 : i32
// CHECK-NEXT: call @[[ADD]](%[[E]], %[[THREE]])
func.func @integers(%e: memref<8xi32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  %three = arith.constant 3 : i32
  %seven = arith.constant 7 : i32
  scf.parallel (%i) = (%c0) to (%c8) step (%c1) {
    %v = memref.load %e[%i] : memref<8xi32>
    %w = arith.muli %v, %three : i32
    %x = arith.addi %w, %seven : i32
    memref.store %x, %e[%i] : memref<8xi32>
  }
  scf.parallel (%i) = (%c0) to (%c8) step (%c1) {
    %v = memref.load %e[%i] : memref<8xi32>
    %w = arith.muli %v, %three : i32
    %x = arith.addi %w, %three : i32
    memref.store %x, %e[%i] : memref<8xi32>
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
// CHECK: func.func private @[[ADD]](%[[F:.*]]: memref<8xi32>, %[[N:.*]]: i32)
// CHECK: %[[FACTOR:.*]] = arith.constant 3 : i32
// CHECK: %[[W:.*]] = arith.muli %{{.*}}, %[[FACTOR]]
// CHECK: arith.addi %[[W]], %[[N]]
// CHECK-NOT: func.func
