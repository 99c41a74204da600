// RUN: quartet-opt %s --convert-nvfp4-to-gpu --canonicalize --split-input-file | FileCheck %s

// One kernel for all matrices of an element type; each of 256 threads loads
// 16 bytes four times before it reduces. The warps meet in shared memory.
// CHECK-LABEL: gpu.module @kernels
// CHECK:       gpu.func @amax_bf16(%[[X:.*]]: memref<?x?xbf16>, %[[N:.*]]: index, %[[A:.*]]: memref<f32>) workgroup(%[[S:.*]] : memref<8xi32, #gpu.address_space<workgroup>> {{.*}}) kernel attributes {known_block_size = array<i32: 256, 1, 1>}
// CHECK-COUNT-4: vector.load %[[X]]{{.*}} {alignment = 16 : i64} : memref<?x?xbf16>, vector<8xbf16>
// CHECK:         gpu.shuffle xor
// CHECK:         memref.store %{{.*}}, %[[S]]
// CHECK:         gpu.barrier
// CHECK:         llvm.atomicrmw umax {{.*}} monotonic : !llvm.ptr<1>, i32
// CHECK-NOT:     gpu.func
// CHECK-LABEL: func.func @two(
// CHECK-SAME:    %[[X:.*]]: memref<64x64xbf16>, %[[Y:.*]]: memref<?x48xbf16>, %[[A:.*]]: memref<f32>
// CHECK-DAG:     %[[ONE:.*]] = arith.constant 1 : index
// CHECK-DAG:     %[[THREADS:.*]] = arith.constant 256 : index
// CHECK-DAG:     %[[ALL:.*]] = arith.constant 4096 : index
// CHECK:         gpu.launch_func @kernels::@amax_bf16 blocks in (%[[ONE]], %[[ONE]], %[[ONE]]) threads in (%[[THREADS]], %[[ONE]], %[[ONE]]) args(%{{.*}} : memref<?x?xbf16>, %[[ALL]] : index, %[[A]] : memref<f32>)
// CHECK:         %[[SIZE:.*]] = arith.muli
// A grid has at least one block.
// CHECK:         %[[BLOCKS:.*]] = arith.maxui
// CHECK:         gpu.launch_func @kernels::@amax_bf16 blocks in (%[[BLOCKS]], {{.*}} args(%{{.*}} : memref<?x?xbf16>, %[[SIZE]] : index, %[[A]] : memref<f32>)
func.func @two(%x: memref<64x64xbf16>, %y: memref<?x48xbf16>, %a: memref<f32>) {
  nvfp4.amax ins(%x : memref<64x64xbf16>) outs(%a : memref<f32>)
  nvfp4.amax ins(%y : memref<?x48xbf16>) outs(%a : memref<f32>)
  return
}

// -----

// CHECK-LABEL: gpu.module @kernels
// CHECK:         vector.load {{.*}} : memref<?x?xf32>, vector<4xf32>
// CHECK-LABEL: func.func @batch(
func.func @batch(%x: memref<3x24x16xf32>, %a: memref<f32>) {
  nvfp4.amax ins(%x : memref<3x24x16xf32>) outs(%a : memref<f32>)
  return
}
