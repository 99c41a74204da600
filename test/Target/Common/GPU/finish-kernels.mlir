// RUN: quartet-opt %s --quartet-finish-kernels | FileCheck %s

// CHECK: llvm.func @k(%{{.*}}: i64, %{{.*}}: !llvm.ptr {llvm.align = 64 : i64, llvm.byval = !llvm.array<128 x i8>, nvvm.grid_constant})
// CHECK-SAME: nvvm.cluster_dim = array<i32: 2, 1, 1>
// CHECK-SAME: nvvm.kernel
// CHECK-NOT: nvvm.maxntid
// CHECK-SAME: nvvm.reqntid = array<i32: 192, 1, 1>
gpu.module @kernels {
  llvm.func @k(%n: i64, %map: !llvm.ptr) attributes {
      gpu.kernel, nvvm.kernel, quartet.by_value = array<i32: 1>,
      gpu.known_block_size = array<i32: 192, 1, 1>,
      gpu.known_cluster_size = array<i32: 2, 1, 1>,
      nvvm.maxntid = array<i32: 192, 1, 1>} {
    llvm.return
  }
}
