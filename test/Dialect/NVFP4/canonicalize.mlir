// RUN: quartet-opt %s --canonicalize | FileCheck %s

// Operands that say nothing go: offsets and a prescale of 1 of a deterministic
// quantizer, and valid rows that are all rows.
// CHECK-LABEL: func.func @quantize
// CHECK: nvfp4.quantize <rtn> ins(%{{.*}} : tensor<4x64xf32>) outs(
func.func @quantize(%x: tensor<4x64xf32>, %i: index,
                    %d: tensor<4x64xf4E2M1FN>, %s: tensor<4x4xf8E4M3FN>,
                    %t: tensor<f32>) -> tensor<4x64xf4E2M1FN> {
  %one = arith.constant dense<1.0> : tensor<f32>
  %c4 = arith.constant 4 : index
  %q:3 = nvfp4.quantize <rtn> ins(%x : tensor<4x64xf32>) valid_rows(%c4)
      prescale(%one : tensor<f32>) offsets(%i, %i)
      outs(%d, %s, %t : tensor<4x64xf4E2M1FN>, tensor<4x4xf8E4M3FN>,
           tensor<f32>)
  return %q#0 : tensor<4x64xf4E2M1FN>
}

// Those that say something stay: three valid rows of four, stochastic offsets,
// a prescale of 2. Instance 0 is what no instance means.
// CHECK-LABEL: func.func @quantize_kept
// CHECK: nvfp4.quantize <sr> ins(%{{.*}} : tensor<4x64xf32>) seed(%{{.*}} : tensor<i64>) valid_rows(%{{.*}}) prescale(%{{.*}} : tensor<f32>) offsets(%{{.*}}, %{{.*}}) outs(
func.func @quantize_kept(%x: tensor<4x64xf32>, %seed: tensor<i64>, %i: index,
                         %d: tensor<4x64xf4E2M1FN>, %s: tensor<4x4xf8E4M3FN>,
                         %t: tensor<f32>) -> tensor<4x64xf4E2M1FN> {
  %two = arith.constant dense<2.0> : tensor<f32>
  %c0 = arith.constant 0 : index
  %c3 = arith.constant 3 : index
  %q:3 = nvfp4.quantize <sr> ins(%x : tensor<4x64xf32>) seed(%seed : tensor<i64>)
      instance(%c0) valid_rows(%c3) prescale(%two : tensor<f32>)
      offsets(%i, %i)
      outs(%d, %s, %t : tensor<4x64xf4E2M1FN>, tensor<4x4xf8E4M3FN>,
           tensor<f32>) {site = 0 : i64}
  return %q#0 : tensor<4x64xf4E2M1FN>
}

// Rows do not matter to a rotation, column 0 is where it starts anyway.
// CHECK-LABEL: func.func @rotate
// CHECK: nvfp4.rotate ins(%{{.*}} : tensor<4x64xf32>) seed(%{{.*}} : tensor<i64>) outs(
// CHECK: nvfp4.rotate ins(%{{.*}} : tensor<4x64xf32>) seed(%{{.*}} : tensor<i64>) instance(%{{.*}}) offsets(%{{.*}}, %{{.*}}) outs(
func.func @rotate(%x: tensor<4x64xf32>, %seed: tensor<i64>, %i: index,
                  %e: tensor<4x64xf32>) -> (tensor<4x64xf32>, tensor<4x64xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c32 = arith.constant 32 : index
  %0 = nvfp4.rotate ins(%x : tensor<4x64xf32>) seed(%seed : tensor<i64>)
      instance(%c0) offsets(%i, %c0)
      outs(%e : tensor<4x64xf32>) {group = 32 : i64, site = 0 : i64}
  %1 = nvfp4.rotate ins(%x : tensor<4x64xf32>) seed(%seed : tensor<i64>)
      instance(%c1) offsets(%i, %c32)
      outs(%e : tensor<4x64xf32>) {group = 32 : i64, site = 0 : i64}
  return %0, %1 : tensor<4x64xf32>, tensor<4x64xf32>
}

// Casts of operands and destinations are absorbed.
// CHECK-LABEL: func.func @casts
// CHECK-SAME: %[[X:[a-z0-9]*]]: tensor<4x64xf32>, %[[D:[a-z0-9]*]]: tensor<4x64xf4E2M1FN>
// CHECK-NEXT: %[[Q:.*]]:3 = nvfp4.quantize <rtn> ins(%[[X]] : tensor<4x64xf32>) outs(%[[D]], %{{.*}}, %{{.*}} : tensor<4x64xf4E2M1FN>, tensor<4x4xf8E4M3FN>, tensor<f32>)
// CHECK-NEXT: %[[C:.*]] = tensor.cast %[[Q]]#0 : tensor<4x64xf4E2M1FN> to tensor<?x64xf4E2M1FN>
// CHECK-NEXT: return %[[C]]
func.func @casts(%x: tensor<4x64xf32>, %d: tensor<4x64xf4E2M1FN>,
                 %s: tensor<4x4xf8E4M3FN>, %t: tensor<f32>)
    -> tensor<?x64xf4E2M1FN> {
  %xd = tensor.cast %x : tensor<4x64xf32> to tensor<?x64xf32>
  %dd = tensor.cast %d : tensor<4x64xf4E2M1FN> to tensor<?x64xf4E2M1FN>
  %sd = tensor.cast %s : tensor<4x4xf8E4M3FN> to tensor<?x4xf8E4M3FN>
  %q:3 = nvfp4.quantize <rtn> ins(%xd : tensor<?x64xf32>)
      outs(%dd, %sd, %t : tensor<?x64xf4E2M1FN>, tensor<?x4xf8E4M3FN>,
           tensor<f32>)
  return %q#0 : tensor<?x64xf4E2M1FN>
}

// Also without an epilogue, and of a destination that a product is added to.
// CHECK-LABEL: func.func @casts_of_product
// CHECK-SAME: %[[A:[a-z0-9]*]]: tensor<4x64xf4E2M1FN>, %[[S:[a-z0-9]*]]: tensor<4x4xf8E4M3FN>, %[[T:[a-z0-9]*]]: tensor<f32>, %[[E:[a-z0-9]*]]: tensor<4x4xf32>
// CHECK-NEXT: %[[Y:.*]] = nvfp4.scaled_matmul lhs(%[[A]], %[[S]], %[[T]] : tensor<4x64xf4E2M1FN>, tensor<4x4xf8E4M3FN>, tensor<f32>) rhs(%[[A]], {{.*}}) outs(%[[E]] : tensor<4x4xf32>) {accumulate}
// CHECK-NEXT: %[[YC:.*]] = tensor.cast %[[Y]] : tensor<4x4xf32> to tensor<?x?xf32>
// CHECK: %[[Z:.*]] = nvfp4.scaled_matmul {{.*}} outs(%[[E]] : tensor<4x4xf32>) epilogue {
// CHECK: %[[ZC:.*]] = tensor.cast %[[Z]] : tensor<4x4xf32> to tensor<?x?xf32>
// CHECK: return %[[YC]], %[[ZC]]
func.func @casts_of_product(%a: tensor<4x64xf4E2M1FN>, %s: tensor<4x4xf8E4M3FN>,
                            %t: tensor<f32>, %e: tensor<4x4xf32>)
    -> (tensor<?x?xf32>, tensor<?x?xf32>) {
  %ac = tensor.cast %a : tensor<4x64xf4E2M1FN> to tensor<?x64xf4E2M1FN>
  %ec = tensor.cast %e : tensor<4x4xf32> to tensor<?x?xf32>
  %y = nvfp4.scaled_matmul
      lhs(%ac, %s, %t : tensor<?x64xf4E2M1FN>, tensor<4x4xf8E4M3FN>,
          tensor<f32>)
      rhs(%a, %s, %t : tensor<4x64xf4E2M1FN>, tensor<4x4xf8E4M3FN>, tensor<f32>)
      outs(%ec : tensor<?x?xf32>) {accumulate}
  %z = nvfp4.scaled_matmul
      lhs(%ac, %s, %t : tensor<?x64xf4E2M1FN>, tensor<4x4xf8E4M3FN>,
          tensor<f32>)
      rhs(%a, %s, %t : tensor<4x64xf4E2M1FN>, tensor<4x4xf8E4M3FN>, tensor<f32>)
      outs(%ec : tensor<?x?xf32>) epilogue {
  ^bb0(%v: f32):
    %0 = arith.addf %v, %v : f32
    nvfp4.yield %0 : f32
  }
  return %y, %z : tensor<?x?xf32>, tensor<?x?xf32>
}
