// RUN: quartet-opt %s --quartet-prepare-entries --quartet-insert-runtime-checks -verify-diagnostics

func.func @no_zero(%i: index) {
  %m = memref.alloc() : memref<4xcomplex<f32>>
  // expected-error @below {{expects elements of integer or float type where an index depends on data, but got 'complex<f32>'}}
  %v = memref.load %m[%i] : memref<4xcomplex<f32>>
  return
}
