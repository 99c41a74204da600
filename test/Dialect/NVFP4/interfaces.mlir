// RUN: quartet-opt %s --resolve-ranked-shaped-type-result-dims --canonicalize -split-input-file | FileCheck %s

// The shape of a result is that of its destination.
// CHECK-LABEL: func.func @result_shapes
// CHECK-SAME: %{{.*}}: tensor<?x?xf32>, %[[D:[a-z0-9]*]]: tensor<?x?xf4E2M1FN>, %[[S:[a-z0-9]*]]: tensor<?x?xf8E4M3FN>
// CHECK-DAG: %[[C0:.*]] = arith.constant 0 : index
// CHECK-DAG: %[[C1:.*]] = arith.constant 1 : index
// CHECK-DAG: %[[R:.*]] = tensor.dim %[[D]], %[[C0]]
// CHECK-DAG: %[[B:.*]] = tensor.dim %[[S]], %[[C1]]
// CHECK: return %[[R]], %[[B]]
func.func @result_shapes(%x: tensor<?x?xf32>, %d: tensor<?x?xf4E2M1FN>,
                         %s: tensor<?x?xf8E4M3FN>, %t: tensor<f32>)
    -> (index, index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %q:3 = nvfp4.quantize <rtn> ins(%x : tensor<?x?xf32>)
      outs(%d, %s, %t : tensor<?x?xf4E2M1FN>, tensor<?x?xf8E4M3FN>, tensor<f32>)
  %r = tensor.dim %q#0, %c0 : tensor<?x?xf4E2M1FN>
  %b = tensor.dim %q#1, %c1 : tensor<?x?xf8E4M3FN>
  return %r, %b : index, index
}

// -----

// Bytes are half the codes, and codes twice the bytes.
// CHECK-DAG: #[[HALF:.*]] = affine_map<()[s0] -> (s0 floordiv 2)>
// CHECK-DAG: #[[TWICE:.*]] = affine_map<()[s0] -> (s0 * 2)>
// CHECK-LABEL: func.func @storage_shapes
// CHECK-SAME: %[[D:[a-z0-9]*]]: tensor<?x?xf4E2M1FN>, %[[B:[a-z0-9]*]]: tensor<?x?xi8>
// CHECK-DAG: %[[C0:.*]] = arith.constant 0 : index
// CHECK-DAG: %[[C1:.*]] = arith.constant 1 : index
// CHECK-DAG: %[[P:.*]] = tensor.dim %[[D]], %[[C1]]
// CHECK-DAG: %[[H:.*]] = affine.apply #[[HALF]]()[%[[P]]]
// CHECK-DAG: %[[Q:.*]] = tensor.dim %[[B]], %[[C1]]
// CHECK-DAG: %[[T:.*]] = affine.apply #[[TWICE]]()[%[[Q]]]
// CHECK-DAG: %[[R:.*]] = tensor.dim %[[B]], %[[C0]]
// CHECK: return %[[H]], %[[T]], %[[R]]
func.func @storage_shapes(%d: tensor<?x?xf4E2M1FN>, %b: tensor<?x?xi8>)
    -> (index, index, index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %0 = nvfp4.to_storage %d : tensor<?x?xf4E2M1FN> to tensor<?x?xi8>
  %1 = nvfp4.from_storage %b : tensor<?x?xi8> to tensor<?x?xf4E2M1FN>
  %2 = tensor.dim %0, %c1 : tensor<?x?xi8>
  %3 = tensor.dim %1, %c1 : tensor<?x?xf4E2M1FN>
  %4 = tensor.dim %1, %c0 : tensor<?x?xf4E2M1FN>
  return %2, %3, %4 : index, index, index
}

// -----

// On tensors an unused operation goes away, a stochastic one included.
// CHECK-LABEL: func.func @unused
// CHECK-NEXT: return
func.func @unused(%x: tensor<4x64xf32>, %seed: tensor<i64>,
                  %d: tensor<4x64xf4E2M1FN>, %s: tensor<4x4xf8E4M3FN>,
                  %t: tensor<f32>, %y: tensor<4x4xf32>) {
  %q:3 = nvfp4.quantize <sr> ins(%x : tensor<4x64xf32>)
      seed(%seed : tensor<i64>)
      outs(%d, %s, %t : tensor<4x64xf4E2M1FN>, tensor<4x4xf8E4M3FN>,
           tensor<f32>) {site = 0 : i64}
  %0 = nvfp4.scaled_matmul
      lhs(%q#0, %q#1, %q#2 : tensor<4x64xf4E2M1FN>, tensor<4x4xf8E4M3FN>,
          tensor<f32>)
      rhs(%q#0, %q#1, %q#2 : tensor<4x64xf4E2M1FN>, tensor<4x4xf8E4M3FN>,
          tensor<f32>)
      outs(%y : tensor<4x4xf32>) epilogue {
  ^bb0(%v: f32):
    %1 = arith.addf %v, %v : f32
    nvfp4.yield %1 : f32
  }
  return
}

// -----

// On memrefs an operation writes and stays.
// CHECK-LABEL: func.func @written
// CHECK-NEXT: nvfp4.amax
// CHECK-NEXT: nvfp4.tile_scales
func.func @written(%x: memref<4x64xf32>, %a: memref<f32>,
                   %s: memref<4x4xf8E4M3FN>, %t: memref<1x1x32x4x4xf8E4M3FN>) {
  nvfp4.amax ins(%x : memref<4x64xf32>) outs(%a : memref<f32>)
  nvfp4.tile_scales ins(%s : memref<4x4xf8E4M3FN>)
      outs(%t : memref<1x1x32x4x4xf8E4M3FN>)
  return
}
