// RUN: quartet-opt %s --quartet-expand-device-math | FileCheck %s

gpu.module @kernels {
  // A polynomial: multiplications and additions in f32, no call.
  // CHECK-LABEL: gpu.func @exp
  // CHECK-NOT: math.exp
  // CHECK: llvm.call_intrinsic "llvm.fma"
  gpu.func @exp(%x: memref<f32>) {
    %0 = memref.load %x[] : memref<f32>
    %1 = math.exp %0 : f32
    memref.store %1, %x[] : memref<f32>
    gpu.return
  }

  // Correctly rounded operations.
  // CHECK-LABEL: gpu.func @rsqrt
  // CHECK: llvm.call_intrinsic "llvm.sqrt"
  // CHECK: arith.divf
  gpu.func @rsqrt(%x: memref<f32>) {
    %0 = memref.load %x[] : memref<f32>
    %1 = math.rsqrt %0 : f32
    memref.store %1, %x[] : memref<f32>
    gpu.return
  }

  // A fused multiply-add stays one operation.
  // CHECK-LABEL: gpu.func @fma
  // CHECK: llvm.call_intrinsic "llvm.fma"
  gpu.func @fma(%x: memref<f32>) {
    %0 = memref.load %x[] : memref<f32>
    %1 = math.fma %0, %0, %0 : f32
    memref.store %1, %x[] : memref<f32>
    gpu.return
  }

  // CHECK-LABEL: gpu.func @square
  // CHECK: %[[X:.*]] = memref.load
  // CHECK-NEXT: arith.mulf %[[X]], %[[X]]
  gpu.func @square(%x: memref<f32>) {
    %c2 = arith.constant 2 : i64
    %0 = memref.load %x[] : memref<f32>
    %1 = math.fpowi %0, %c2 : f32, i64
    memref.store %1, %x[] : memref<f32>
    gpu.return
  }

  // The rounding between two operations stays.
  // CHECK-LABEL: gpu.func @contractible
  // CHECK: arith.truncf %{{.*}} : f32 to bf16
  // CHECK-NEXT: arith.extf %{{.*}} : bf16 to f32
  gpu.func @contractible(%x: memref<f32>) {
    %0 = memref.load %x[] : memref<f32>
    %1 = arith.truncf %0 fastmath<contract> : f32 to bf16
    %2 = arith.extf %1 fastmath<contract> : bf16 to f32
    memref.store %2, %x[] : memref<f32>
    gpu.return
  }

  // CHECK-LABEL: gpu.func @ceildiv
  // CHECK-NOT: arith.ceildivsi
  // CHECK: arith.divsi
  gpu.func @ceildiv(%x: memref<index>) {
    %c3 = arith.constant 3 : index
    %0 = memref.load %x[] : memref<index>
    %1 = arith.ceildivsi %0, %c3 : index
    memref.store %1, %x[] : memref<index>
    gpu.return
  }
}
