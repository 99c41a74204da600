// RUN: quartet-opt %s --convert-linalg-to-gpu --split-input-file --verify-diagnostics

func.func @operand(%x: memref<4xf64>, %v: f64) {
  // expected-error @below {{expects numbers of type index, i32, i64 or f32 as operands of kernels, but got 'f64'}}
  linalg.fill ins(%v : f64) outs(%x : memref<4xf64>)
  return
}

// -----

// The kernel would read what the copy has written.
func.func @overwritten(%s: memref<f32>, %t: memref<f32>, %x: memref<4xf32>) {
  %v = memref.load %s[] : memref<f32>
  memref.copy %t, %s : memref<f32> to memref<f32>
  // expected-error @below {{expects operands that the kernel can compute, but got the result of 'memref.load'}}
  linalg.fill ins(%v : f32) outs(%x : memref<4xf32>)
  return
}

// -----

func.func @strided(%x: memref<4xf32, strided<[2]>>, %v: f32) {
  // expected-error @below {{expects contiguous row-major buffers or views of them, but got 'memref<4xf32, strided<[2]>>'}}
  linalg.fill ins(%v : f32) outs(%x : memref<4xf32, strided<[2]>>)
  return
}
