// RUN: quartet-opt %s --pass-pipeline="builtin.module(func.func(quartet-expand-products))" --split-input-file | FileCheck %s

// Both operands are decoded without their tensor scales, which is exact; sums
// in f32 over k; scales, the old value and the region in one pass.

// CHECK-DAG: #[[A:.*]] = affine_map<(d0, d1, d2) -> (d0, d2)>
// CHECK-DAG: #[[B:.*]] = affine_map<(d0, d1, d2) -> (d1, d2)>
// CHECK-DAG: #[[C:.*]] = affine_map<(d0, d1, d2) -> (d0, d1)>
// CHECK-LABEL: func.func @product
// CHECK-SAME: %[[D:[a-z0-9]+]]: memref<?x32xbf16>
// CHECK: %[[X:.*]] = memref.alloc(%{{.*}}) : memref<?x64xbf16>
// CHECK: nvfp4.dequantize ins(%arg0, %arg1 : memref<?x32xi8>, memref<?x4xf8E4M3FN>) outs(%[[X]] : memref<?x64xbf16>)
// The rows of the result, of which the operand may have more.
// CHECK: %[[V:.*]] = memref.subview %[[X]]
// CHECK: %[[W:.*]] = memref.alloc() : memref<32x64xbf16>
// CHECK: nvfp4.dequantize ins(%arg3, %arg4 : {{.*}}) outs(%[[W]] : memref<32x64xbf16>)
// CHECK: %[[SUMS:.*]] = memref.alloc(%{{.*}}) : memref<?x32xf32>
// CHECK: linalg.fill ins(%{{.*}} : f32) outs(%[[SUMS]] : memref<?x32xf32>)
// CHECK: linalg.generic {indexing_maps = [#[[A]], #[[B]], #[[C]]], iterator_types = ["parallel", "parallel", "reduction"]} ins(%[[V]], %[[W]]
// CHECK: %[[P:.*]] = arith.mulf
// CHECK-NEXT: arith.addf %{{.*}}, %[[P]]
// CHECK: linalg.generic {{.*}} ins(%[[SUMS]], %arg2, %arg5, %arg7 : {{.*}}) outs(%[[D]] : memref<?x32xbf16>)
// CHECK: %[[S:.*]] = arith.mulf
// CHECK: %[[T:.*]] = arith.mulf %[[S]]
// 2^-3.
// CHECK: arith.mulf %[[T]]
// CHECK: arith.select
// CHECK: arith.truncf
// CHECK-NOT: nvfp4.scaled_matmul
func.func @product(%a: memref<?x32xi8>, %as: memref<?x4xf8E4M3FN>,
                   %at: memref<f32>, %b: memref<32x32xi8>,
                   %bs: memref<32x4xf8E4M3FN>, %bt: memref<f32>,
                   %d: memref<?x32xbf16>, %bias: memref<32xf32>) {
  nvfp4.scaled_matmul
      lhs(%a, %as, %at : memref<?x32xi8>, memref<?x4xf8E4M3FN>, memref<f32>)
      rhs(%b, %bs, %bt : memref<32x32xi8>, memref<32x4xf8E4M3FN>, memref<f32>)
      epilogue_ins(%bias : memref<32xf32>)
      outs(%d : memref<?x32xbf16>)
      {epilogue_maps = [affine_map<(m, n) -> (n)>], scale_log2 = -3 : i64}
      epilogue {
  ^bb0(%v: f32, %c: f32):
    %s = arith.addf %v, %c : f32
    %t = arith.truncf %s : f32 to bf16
    nvfp4.yield %t : bf16
  }
  return
}

// -----

// A batch; the old value is added.

// CHECK-LABEL: func.func @batch
// CHECK: linalg.generic {{.*}} iterator_types = ["parallel", "parallel", "parallel", "reduction"]
// CHECK: linalg.generic {{.*}} iterator_types = ["parallel", "parallel", "parallel"]
// CHECK: ^bb0(%{{.*}}: f32, %{{.*}}: f32, %{{.*}}: f32, %[[OLD:.*]]: f32):
// CHECK: arith.addf %{{.*}}, %[[OLD]]
func.func @batch(%a: memref<2x8x32xi8>, %as: memref<2x8x4xf8E4M3FN>,
                 %at: memref<f32>, %b: memref<2x16x32xi8>,
                 %bs: memref<2x16x4xf8E4M3FN>, %bt: memref<f32>,
                 %d: memref<2x8x16xf32>) {
  nvfp4.scaled_matmul
      lhs(%a, %as, %at : memref<2x8x32xi8>, memref<2x8x4xf8E4M3FN>,
          memref<f32>)
      rhs(%b, %bs, %bt : memref<2x16x32xi8>, memref<2x16x4xf8E4M3FN>,
          memref<f32>)
      outs(%d : memref<2x8x16xf32>) {accumulate}
  return
}
