// RUN: quartet-opt %s --convert-scf-to-openmp --host-hoist-stack --split-input-file -verify-diagnostics | FileCheck %s

// CHECK-LABEL: func @once_per_thread
// CHECK: omp.parallel
// CHECK: %[[B:.*]] = memref.alloca() : memref<16xf32>
// CHECK: omp.wsloop
// CHECK-NOT: alloca_scope
// CHECK: memref.store %{{.*}}, %[[B]]
func.func @once_per_thread(%n: index, %v: f32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.parallel (%i) = (%c0) to (%n) step (%c1) {
    %b = memref.alloca() : memref<16xf32>
    memref.store %v, %b[%c0] : memref<16xf32>
  }
  return
}

// CHECK-LABEL: func @once_per_call
// CHECK-NEXT: memref.alloca() : memref<16xf32>
// CHECK: scf.for
func.func @once_per_call(%n: index, %v: f32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.for %i = %c0 to %n step %c1 {
    %b = memref.alloca() : memref<16xf32>
    memref.store %v, %b[%c0] : memref<16xf32>
  }
  return
}

// -----

func.func @dynamic(%n: index) {
  // expected-error @below {{expects stack buffers of static size, but got 'memref<?xf32>'}}
  %b = memref.alloca(%n) : memref<?xf32>
  return
}
