// RUN: quartet-opt %s --quartet-kernel-abi --split-input-file | FileCheck %s

// Extents follow their pointer; a scalar stays, an index becomes an i64.

// CHECK: llvm.mlir.global external @kernels.image() {addr_space = 0 : i32, alignment = 8 : i64} : !llvm.array<32 x i8>
// CHECK: llvm.mlir.global internal constant @quartet.text.scale("scale\00")
// CHECK: llvm.func @quartet_launch(!llvm.ptr, !llvm.ptr, !llvm.ptr, i32, !llvm.ptr) -> i32
// CHECK-LABEL: func.func @entry
// CHECK-SAME: %{{.*}}: memref<?x4xf32> {quartet.inout}
// CHECK-SAME: %[[STREAM:[a-z0-9]+]]: !llvm.ptr {quartet.stream}) -> i32
// CHECK-DAG: %[[PARAMS:.*]] = llvm.alloca %{{.*}} x i8 {alignment = 8 : i64}
// CHECK: %[[POINTER:.*]] = llvm.inttoptr
// The first parameter: kind 0, a pointer.
// CHECK: llvm.getelementptr %{{.*}}[0]
// CHECK: llvm.getelementptr %[[P:[0-9]+]][8]
// CHECK-NEXT: llvm.store %[[POINTER]]
// The second: its dynamic extent.
// CHECK: memref.dim
// CHECK: llvm.getelementptr %[[P]][16]
// CHECK: llvm.getelementptr %[[P]][24]
// CHECK: %[[COUNT:.*]] = llvm.mlir.constant(4 : i32)
// CHECK: %[[STATUS:.*]] = llvm.call @quartet_launch(%{{.*}}, %{{.*}}, %[[P]], %[[COUNT]], %[[STREAM]])
// CHECK: %[[FINE:.*]] = arith.cmpi eq, %[[STATUS]]
// CHECK: cf.cond_br %[[FINE]], ^bb1, ^bb2
// CHECK: ^bb1:
// CHECK: return %{{.*}} : i32
// CHECK: ^bb2:
// CHECK: return %[[STATUS]] : i32
// CHECK: gpu.func @scale(%[[A0:.*]]: !llvm.ptr {llvm.noalias}, %[[A1:.*]]: i64, %[[A2:.*]]: f32, %[[A3:.*]]: i64) kernel
// CHECK: llvm.insertvalue %[[A1]], %{{.*}}[3, 0]
// CHECK: arith.index_cast %[[A3]] : i64 to index
module attributes {gpu.container_module} {
  func.func @entry(%x: memref<?x4xf32> {quartet.inout}, %f: f32, %n: index)
      attributes {quartet.signature = "{}"} {
    %c1 = arith.constant 1 : index
    %c256 = arith.constant 256 : index
    gpu.launch_func @kernels::@scale blocks in (%n, %c1, %c1)
        threads in (%c256, %c1, %c1)
        args(%x : memref<?x4xf32>, %f : f32, %n : index)
    return
  }
  gpu.module @kernels {
    gpu.func @scale(%x: memref<?x4xf32> {llvm.noalias}, %f: f32, %n: index)
        kernel {
      %c0 = arith.constant 0 : index
      memref.store %f, %x[%n, %c0] : memref<?x4xf32>
      gpu.return
    }
  }
}

// -----

// A tensor map: 128 bytes by value. Dimensions are given innermost first.

// CHECK-LABEL: func.func @entry
// CHECK: %{{.*}}, %{{.*}}, %[[SIZES:[a-z]+]]:2, %{{.*}}:2 = memref.extract_strided_metadata
// CHECK: llvm.mlir.constant(2 : i32)
// CHECK: llvm.mlir.constant(128 : i32)
// CHECK: arith.index_cast %[[SIZES]]#1 : index to i64
// CHECK: llvm.mlir.constant(64 : i32)
// CHECK: arith.index_cast %[[SIZES]]#0 : index to i64
// CHECK: llvm.mlir.constant(32 : i32)
// CHECK: call @quartet_launch
// CHECK: gpu.func @copy(%{{.*}}: !llvm.ptr) kernel
// CHECK-SAME: quartet.by_value = array<i32: 0>
module attributes {gpu.container_module} {
  func.func @entry(%x: memref<?x128xi8>)
      attributes {quartet.signature = "{}"} {
    %c1 = arith.constant 1 : index
    %map = tcgen05.make_tensor_map %x
        : memref<?x128xi8> to !tcgen05.tensor_map<32x64, swizzle 128>
    gpu.launch_func @kernels::@copy blocks in (%c1, %c1, %c1)
        threads in (%c1, %c1, %c1)
        args(%map : !tcgen05.tensor_map<32x64, swizzle 128>)
    return
  }
  gpu.module @kernels {
    gpu.func @copy(%map: !tcgen05.tensor_map<32x64, swizzle 128>) kernel {
      gpu.return
    }
  }
}
