// RUN: quartet-opt %s --one-shot-bufferize="bufferize-function-boundaries function-boundary-type-conversion=identity-layout-map" -split-input-file | FileCheck %s

// Destinations that nobody else reads are written in place.
// CHECK-LABEL: func.func @in_place
// CHECK-SAME: %[[X:.*]]: memref<4x64xf32>, %[[SEED:.*]]: memref<i64>
// CHECK-DAG: %[[D:.*]] = memref.alloc() {{.*}} : memref<4x32xi8>
// CHECK-DAG: %[[S:.*]] = memref.alloc() {{.*}} : memref<4x4xf8E4M3FN>
// CHECK-DAG: %[[T:.*]] = memref.alloc() {{.*}} : memref<f32>
// CHECK: nvfp4.quantize <sr> ins(%[[X]] : memref<4x64xf32>) seed(%[[SEED]] : memref<i64>) outs(%[[D]], %[[S]], %[[T]] : memref<4x32xi8>, memref<4x4xf8E4M3FN>, memref<f32>) {site = 3 : i64}
// CHECK-NOT: memref.copy
// CHECK: nvfp4.dequantize ins(%[[D]], %[[S]] : memref<4x32xi8>, memref<4x4xf8E4M3FN>) tensor_scale(%[[T]] : memref<f32>) outs(%[[E:.*]] : memref<4x64xf32>)
// CHECK: return %[[E]] : memref<4x64xf32>
func.func @in_place(%x: tensor<4x64xf32>, %seed: tensor<i64>)
    -> tensor<4x64xf32> {
  %d = tensor.empty() : tensor<4x32xi8>
  %s = tensor.empty() : tensor<4x4xf8E4M3FN>
  %t = tensor.empty() : tensor<f32>
  %q:3 = nvfp4.quantize <sr> ins(%x : tensor<4x64xf32>)
      seed(%seed : tensor<i64>)
      outs(%d, %s, %t : tensor<4x32xi8>, tensor<4x4xf8E4M3FN>, tensor<f32>)
      {site = 3 : i64}
  %e = tensor.empty() : tensor<4x64xf32>
  %v = nvfp4.dequantize
      ins(%q#0, %q#1 : tensor<4x32xi8>, tensor<4x4xf8E4M3FN>)
      tensor_scale(%q#2 : tensor<f32>) outs(%e : tensor<4x64xf32>)
  return %v : tensor<4x64xf32>
}

// -----

// amax reads its destination: the constant is copied, not overwritten.
// CHECK-LABEL: func.func @amax
// CHECK: %[[Z:.*]] = memref.get_global @{{.*}} : memref<f32>
// CHECK: %[[A:.*]] = memref.alloc() {{.*}} : memref<f32>
// CHECK: memref.copy %[[Z]], %[[A]]
// CHECK: nvfp4.amax ins(%{{.*}} : memref<4x64xf32>) outs(%[[A]] : memref<f32>)
func.func @amax(%x: tensor<4x64xf32>) -> tensor<f32> {
  %z = arith.constant dense<0.0> : tensor<f32>
  %a = nvfp4.amax ins(%x : tensor<4x64xf32>) outs(%z : tensor<f32>)
  return %a : tensor<f32>
}

// -----

// A destination that is read later is copied only if its old value matters: the
// first product overwrites a fresh buffer, the second adds to a copy.
// CHECK-LABEL: func.func @accumulate
// CHECK-SAME: %[[C:[a-z0-9]*]]: memref<4x4xf32>)
// CHECK: %[[F:.*]] = memref.alloc() {{.*}} : memref<4x4xf32>
// CHECK-NOT: memref.copy
// CHECK: nvfp4.scaled_matmul {{.*}} outs(%[[F]] : memref<4x4xf32>)
// CHECK: %[[G:.*]] = memref.alloc() {{.*}} : memref<4x4xf32>
// CHECK: memref.copy %[[C]], %[[G]]
// CHECK: nvfp4.scaled_matmul {{.*}} outs(%[[G]] : memref<4x4xf32>) {accumulate} epilogue {
// CHECK-NEXT: ^bb0(%[[V:.*]]: f32):
// CHECK: nvfp4.yield
// CHECK: return %[[F]], %[[G]], %[[C]]
func.func @accumulate(%a: tensor<4x32xi8>, %s: tensor<4x4xf8E4M3FN>,
                      %t: tensor<f32>, %c: tensor<4x4xf32>)
    -> (tensor<4x4xf32>, tensor<4x4xf32>, tensor<4x4xf32>) {
  %0 = nvfp4.scaled_matmul
      lhs(%a, %s, %t : tensor<4x32xi8>, tensor<4x4xf8E4M3FN>, tensor<f32>)
      rhs(%a, %s, %t : tensor<4x32xi8>, tensor<4x4xf8E4M3FN>, tensor<f32>)
      outs(%c : tensor<4x4xf32>)
  %1 = nvfp4.scaled_matmul
      lhs(%a, %s, %t : tensor<4x32xi8>, tensor<4x4xf8E4M3FN>, tensor<f32>)
      rhs(%a, %s, %t : tensor<4x32xi8>, tensor<4x4xf8E4M3FN>, tensor<f32>)
      outs(%c : tensor<4x4xf32>) {accumulate} epilogue {
  ^bb0(%v: f32):
    %2 = arith.addf %v, %v : f32
    nvfp4.yield %2 : f32
  }
  return %0, %1, %c : tensor<4x4xf32>, tensor<4x4xf32>, tensor<4x4xf32>
}

// -----

// Every destination-style operation has a memref form.
// CHECK-LABEL: func.func @all
// CHECK-NOT: tensor<
// CHECK: nvfp4.rotate ins(%{{.*}} : memref<4x64xf32>)
// CHECK: nvfp4.tile_scales ins(%{{.*}} : memref<4x4xf8E4M3FN>)
// CHECK: nvfp4.untile_scales ins(%{{.*}} : memref<1x1x32x4x4xf8E4M3FN>)
// CHECK: nvfp4.rotate_quantize <rtn> <row> ins(%{{.*}} : memref<4x64xf32>)
// CHECK: nvfp4.requantize <rtn> <row> ins(%{{.*}} : memref<4x32xi8>, memref<4x4xf8E4M3FN>, memref<f32>)
// CHECK-NOT: tensor<
func.func @all(%x: tensor<4x64xf32>, %seed: tensor<i64>, %e: tensor<4x64xf32>,
               %d: tensor<4x32xi8>, %s: tensor<4x4xf8E4M3FN>, %t: tensor<f32>,
               %u: tensor<1x1x32x4x4xf8E4M3FN>)
    -> (tensor<4x64xf32>, tensor<4x4xf8E4M3FN>, tensor<4x32xi8>) {
  %0 = nvfp4.rotate ins(%x : tensor<4x64xf32>) seed(%seed : tensor<i64>)
      outs(%e : tensor<4x64xf32>) {group = 32 : i64, site = 0 : i64}
  %1 = nvfp4.tile_scales ins(%s : tensor<4x4xf8E4M3FN>)
      outs(%u : tensor<1x1x32x4x4xf8E4M3FN>)
  %2 = nvfp4.untile_scales ins(%1 : tensor<1x1x32x4x4xf8E4M3FN>)
      outs(%s : tensor<4x4xf8E4M3FN>)
  %3:3 = nvfp4.rotate_quantize <rtn> <row> ins(%0 : tensor<4x64xf32>)
      seed(%seed : tensor<i64>) outs(%d, %2, %t : tensor<4x32xi8>,
      tensor<4x4xf8E4M3FN>, tensor<f32>) {group = 32 : i64, site = 0 : i64}
  %4:3 = nvfp4.requantize <rtn> <row>
      ins(%3#0, %3#1, %3#2 : tensor<4x32xi8>, tensor<4x4xf8E4M3FN>, tensor<f32>)
      seed(%seed : tensor<i64>) outs(%d, %2, %t : tensor<4x32xi8>,
      tensor<4x4xf8E4M3FN>, tensor<f32>) {group = 32 : i64, site = 0 : i64}
  return %0, %4#1, %4#0 : tensor<4x64xf32>, tensor<4x4xf8E4M3FN>,
                          tensor<4x32xi8>
}
