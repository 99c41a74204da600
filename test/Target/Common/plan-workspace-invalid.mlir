// RUN: quartet-opt %s --quartet-prepare-entries --quartet-plan-workspace --split-input-file -verify-diagnostics

func.func @size_from_scalar(%n: index) {
  // expected-note @above {{this value does not}}
  // expected-error @below {{expects the size of a buffer to follow from the extents of arguments}}
  %a = memref.alloc(%n) : memref<?xf32>
  memref.dealloc %a : memref<?xf32>
  return
}

// -----

func.func @size_from_data(%b: memref<index>) {
  // expected-note @below {{this value does not}}
  %n = memref.load %b[] : memref<index>
  // expected-error @below {{expects the size of a buffer to follow from the extents of arguments}}
  %a = memref.alloc(%n) : memref<?xf32>
  return
}

// -----

func.func @carried() {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %a = memref.alloc() : memref<4xf32>
  // expected-note @below {{this loop}}
  %r = scf.for %i = %c0 to %c4 step %c1 iter_args(%x = %a) -> memref<4xf32> {
    // expected-error @below {{expects buffers that last one iteration, but got one that its loop carries on}}
    %b = memref.alloc() : memref<4xf32>
    scf.yield %b : memref<4xf32>
  }
  return
}

// -----

func.func @large_per_thread(%a: memref<?xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %n = memref.dim %a, %c0 : memref<?xf32>
  scf.parallel (%i) = (%c0) to (%n) step (%c1) {
    // expected-error @below {{expects buffers inside a parallel loop to have a static size of at most 65536 bytes, but got 'memref<16385xf32>'}}
    %b = memref.alloc() : memref<16385xf32>
  }
  return
}

// -----

func.func @strided() {
  // expected-error @below {{expects contiguous row-major buffers, but got 'memref<4xf32, strided<[2]>>'}}
  %a = memref.alloc() : memref<4xf32, strided<[2]>>
  return
}

// -----

// 2^33 x 2^31 x 4 bytes are 2^66, which wraps around to 0.
func.func @wraps() {
  // expected-error @below {{expects buffers of at most 281474976710656 bytes, but got 'memref<8589934592x2147483648xf32>'}}
  %a = memref.alloc() : memref<8589934592x2147483648xf32>
  return
}

// -----

// 2^63 - 1 is a key that LLVM's hash tables reserve.
func.func @reserved() {
  // expected-error @below {{expects buffers of at most 281474976710656 bytes, but got 'memref<9223372036854775807xi8>'}}
  %a = memref.alloc() : memref<9223372036854775807xi8>
  return
}

// -----

func.func @wraps_per_thread() {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  scf.parallel (%i) = (%c0) to (%c4) step (%c1) {
    // expected-error @below {{expects buffers inside a parallel loop to have a static size}}
    %b = memref.alloc() : memref<8589934592x2147483648xf32>
  }
  return
}
