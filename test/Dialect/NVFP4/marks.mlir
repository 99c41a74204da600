// RUN: quartet-opt %s | quartet-opt | FileCheck %s
// RUN: quartet-opt %s --convert-func-to-llvm=use-bare-ptr-memref-call-conv=1 \
// RUN:   | FileCheck %s --check-prefix=LLVM

// CHECK-LABEL: func.func private @tensors(
// CHECK-SAME: tensor<4x32xf32> {nvfp4.keep, nvfp4.param}
// CHECK-SAME: tensor<4x16xi8> {nvfp4.param}
// CHECK-SAME: tensor<?x32xbf16> {nvfp4.gradient}
// CHECK-SAME: tensor<i64> {nvfp4.seed}
// CHECK-SAME: index {nvfp4.instance}
func.func private @tensors(
    tensor<4x32xf32> {nvfp4.param, nvfp4.keep}, tensor<4x16xi8> {nvfp4.param},
    tensor<?x32xbf16> {nvfp4.gradient}, tensor<i64> {nvfp4.seed},
    index {nvfp4.instance},
    tensor<4x32xbf16> {nvfp4.saved = #nvfp4.saved<@scalar, result = 0>})

// Marks follow arguments through bufferization and lowering, which changes
// their types.
// LLVM-LABEL: llvm.func @buffers(
// LLVM-SAME: !llvm.ptr {nvfp4.gradient}, %{{.*}}: !llvm.ptr {nvfp4.seed}, %{{.*}}: i64 {nvfp4.instance})
// CHECK-LABEL: func.func @buffers(
// CHECK-SAME: memref<4xf32> {nvfp4.gradient}, %{{.*}}: memref<i64> {nvfp4.seed}
func.func @buffers(%e: memref<4xf32> {nvfp4.gradient}, %s: memref<i64> {nvfp4.seed},
                   %i: index {nvfp4.instance}) {
  return
}

// CHECK-LABEL: func.func @scalar(
// CHECK-SAME: i64 {nvfp4.seed}
func.func @scalar(%s: i64 {nvfp4.seed}, %x: tensor<4xf32>) -> tensor<4xf32> {
  // CHECK: arith.addf {{.*}} {nvfp4.force}
  %0 = arith.addf %x, %x {nvfp4.force} : tensor<4xf32>
  // CHECK: arith.addf {{.*}} {nvfp4.force = "wgrad"}
  %1 = arith.addf %0, %0 {nvfp4.force = "wgrad"} : tensor<4xf32>
  // CHECK: arith.addf {{.*}} {nvfp4.keep, nvfp4.role = #nvfp4.role<dgrad, layer = 1>}
  %2 = arith.addf %1, %1 {nvfp4.keep, nvfp4.role = #nvfp4.role<dgrad, layer = 1>} : tensor<4xf32>
  return %2 : tensor<4xf32>
}
