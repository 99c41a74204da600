// RUN: quartet-opt %s --quartet-kernel-abi | FileCheck %s

// A launch may name a function of the run-time library that is called in place of
// quartet_launch, with the same arguments.

// CHECK-DAG: llvm.func @quartet_launch(!llvm.ptr, !llvm.ptr, !llvm.ptr, i32, !llvm.ptr) -> i32
// CHECK-DAG: llvm.func @quartet_matmul_bf16(!llvm.ptr, !llvm.ptr, !llvm.ptr, i32, !llvm.ptr) -> i32
// CHECK-LABEL: func.func @entry
// CHECK: llvm.call @quartet_launch(
// CHECK: llvm.call @quartet_matmul_bf16(
// CHECK-NOT: quartet.library_function
module attributes {gpu.container_module} {
  func.func @entry(%x: memref<4xf32> {quartet.inout})
      attributes {quartet.signature = "{}"} {
    %c1 = arith.constant 1 : index
    gpu.launch_func @kernels::@f blocks in (%c1, %c1, %c1)
        threads in (%c1, %c1, %c1) args(%x : memref<4xf32>)
    gpu.launch_func @kernels::@f blocks in (%c1, %c1, %c1)
        threads in (%c1, %c1, %c1) args(%x : memref<4xf32>)
        {quartet.library_function = "quartet_matmul_bf16"}
    return
  }
  gpu.module @kernels {
    gpu.func @f(%x: memref<4xf32>) kernel {
      gpu.return
    }
  }
}
