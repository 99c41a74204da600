// RUN: quartet-opt %s --loop-invariant-code-motion --cse | FileCheck %s

// Equal seeds, sites and instances give equal bytes, so an invariant operation
// on tensors may be hoisted and equal ones merged; on memrefs it may not.
// CHECK-LABEL: func.func @invariant
// CHECK: nvfp4.rotate
// CHECK-NOT: nvfp4.rotate
// CHECK: scf.for
func.func @invariant(%x: tensor<4x64xf32>, %seed: tensor<i64>,
                     %e: tensor<4x64xf32>, %n: index) -> tensor<4x64xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %0 = nvfp4.rotate ins(%x : tensor<4x64xf32>) seed(%seed : tensor<i64>)
      outs(%e : tensor<4x64xf32>) {group = 32 : i64, site = 0 : i64}
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%a = %0) -> tensor<4x64xf32> {
    %1 = nvfp4.rotate ins(%x : tensor<4x64xf32>) seed(%seed : tensor<i64>)
        outs(%e : tensor<4x64xf32>) {group = 32 : i64, site = 0 : i64}
    %2 = arith.addf %a, %1 : tensor<4x64xf32>
    scf.yield %2 : tensor<4x64xf32>
  }
  return %r : tensor<4x64xf32>
}

// CHECK-LABEL: func.func @instances
// CHECK: scf.for %[[I:[a-z0-9]+]] =
// CHECK: nvfp4.rotate {{.*}} instance(%[[I]])
func.func @instances(%x: tensor<4x64xf32>, %seed: tensor<i64>,
                     %e: tensor<4x64xf32>, %n: index) -> tensor<4x64xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%a = %e) -> tensor<4x64xf32> {
    %1 = nvfp4.rotate ins(%x : tensor<4x64xf32>) seed(%seed : tensor<i64>)
        instance(%i)
        outs(%e : tensor<4x64xf32>) {group = 32 : i64, site = 0 : i64}
    %2 = arith.addf %a, %1 : tensor<4x64xf32>
    scf.yield %2 : tensor<4x64xf32>
  }
  return %r : tensor<4x64xf32>
}

// CHECK-LABEL: func.func @memrefs
// CHECK: scf.for
// CHECK-NEXT: nvfp4.rotate
func.func @memrefs(%x: memref<4x64xf32>, %seed: memref<i64>,
                   %e: memref<4x64xf32>, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.for %i = %c0 to %n step %c1 {
    nvfp4.rotate ins(%x : memref<4x64xf32>) seed(%seed : memref<i64>)
        outs(%e : memref<4x64xf32>) {group = 32 : i64, site = 0 : i64}
  }
  return
}
