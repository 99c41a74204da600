// RUN: quartet-opt %s --quartet-prepare-entries --quartet-verify-entries --quartet-plan-workspace --quartet-entry-abi | FileCheck %s

// CHECK: llvm.mlir.global external constant @f_signature("{\22args\22:
// CHECK-SAME: \00")

// CHECK-LABEL: llvm.func @f_check_sizes(%arg0: !llvm.ptr) -> i32
// CHECK: %[[E:.*]] = arith.index_cast
// CHECK: %[[CODE:.*]] = func.call @f.check_sizes(%[[E]])
// CHECK: llvm.return %[[CODE]]

// -1 where the sizes are inconsistent.
// CHECK-LABEL: llvm.func @f_workspace_size(%arg0: !llvm.ptr) -> i64
// CHECK: %[[INVALID:.*]] = llvm.mlir.constant(-1 : i64)
// CHECK: llvm.cond_br %{{.*}}, ^[[OK:bb[0-9]+]], ^[[BAD:bb[0-9]+]]
// CHECK: ^[[OK]]:
// CHECK: func.call @f.workspace_size
// CHECK: ^[[BAD]]:
// CHECK: llvm.return %[[INVALID]]

// CHECK-LABEL: llvm.func @f_result_sizes(%arg0: !llvm.ptr, %arg1: !llvm.ptr)
// CHECK: llvm.cond_br
// CHECK: func.call @f.result_sizes

// The checks, then buffers from pointers; a scalar is loaded.
// CHECK-LABEL: llvm.func @f(%arg0: !llvm.ptr, %arg1: !llvm.ptr, %arg2: !llvm.ptr, %arg3: !llvm.ptr, %arg4: !llvm.ptr) -> i32
// CHECK-SAME: quartet.signature
// CHECK: %[[CODE:.*]] = func.call @f.check_sizes
// CHECK: llvm.cond_br %{{.*}}, ^[[VALID:bb[0-9]+]], ^[[INVALID:bb[0-9]+]]
// CHECK: ^[[VALID]]:
// CHECK: func.call @f.workspace_size
// CHECK: %[[FITS:.*]] = llvm.icmp "sge"
// CHECK: %[[MINUS:.*]] = llvm.mlir.constant(-1 : i32)
// CHECK: %[[STATUS:.*]] = llvm.select %[[FITS]], %[[CODE]], %[[MINUS]]
// CHECK: llvm.cond_br %{{.*}}, ^[[BODY:bb[0-9]+]], ^[[LARGE:bb[0-9]+]]
// CHECK: ^[[INVALID]]:
// CHECK: llvm.return %[[CODE]]
// CHECK: ^[[BODY]]:
// CHECK: builtin.unrealized_conversion_cast {{.*}} to memref<?x8xf32>
// CHECK: %[[S:.*]] = memref.load
// CHECK: builtin.unrealized_conversion_cast {{.*}} to memref<f32>
// CHECK: builtin.unrealized_conversion_cast {{.*}} to memref<?xi8>
// CHECK: func.call @f.body(%{{.*}}, %[[S]],
// CHECK: %[[ZERO:.*]] = llvm.mlir.constant(0 : i32)
// CHECK: llvm.return %[[ZERO]]
// CHECK: ^[[LARGE]]:
// CHECK: llvm.return %[[STATUS]]

// CHECK: func.func private @f.body
// CHECK-SAME: llvm.linkage = #llvm.linkage<internal>
// CHECK-NOT: quartet.signature
func.func @f(%a: memref<?x8xf32>, %s: f32) -> f32 {
  %c0 = arith.constant 0 : index
  %n = memref.dim %a, %c0 : memref<?x8xf32>
  %t = memref.alloc(%n) : memref<?xf32>
  %z = arith.mulf %s, %s : f32
  return %z : f32
}
