// RUN: quartet-opt %s --split-input-file --nvfp4-assign-roles="remarks=false" --convert-linalg-to-nvfp4="recipe=sr" | FileCheck %s

// The seed goes to whoever needs it, through everybody on the way.
// CHECK-LABEL: func.func private @inner(
// CHECK-SAME: %[[SEED:[a-z0-9]*]]: tensor<i64> {nvfp4.seed}) -> tensor<8x64xf32>
// CHECK: nvfp4.quantize <sr> {{.*}} seed(%[[SEED]] : tensor<i64>)
// CHECK-NOT: instance
// CHECK-LABEL: func.func @middle(
// CHECK-SAME: %[[SEED:[a-z0-9]*]]: tensor<i64> {nvfp4.seed})
// CHECK: call @inner({{.*}}, %[[SEED]]) : (tensor<8x32xf32>, tensor<32x64xf32>, tensor<8x64xf32>, tensor<i64>) -> tensor<8x64xf32>
// CHECK-LABEL: func.func @outer(
// CHECK-SAME: %[[SEED:[a-z0-9]*]]: tensor<i64> {nvfp4.seed})
// CHECK: call @middle({{.*}}, %[[SEED]])
// CHECK-LABEL: func.func @bystander(
// CHECK-NOT: nvfp4.seed
func.func private @inner(%e: tensor<8x32xf32> {nvfp4.gradient}, %w: tensor<32x64xf32> {nvfp4.param}, %c: tensor<8x64xf32>) -> tensor<8x64xf32> {
  %dx = linalg.matmul ins(%e, %w : tensor<8x32xf32>, tensor<32x64xf32>) outs(%c : tensor<8x64xf32>) -> tensor<8x64xf32>
  return %dx : tensor<8x64xf32>
}
func.func @middle(%e: tensor<8x32xf32>, %w: tensor<32x64xf32>, %c: tensor<8x64xf32>) -> tensor<8x64xf32> {
  %dx = call @inner(%e, %w, %c) : (tensor<8x32xf32>, tensor<32x64xf32>, tensor<8x64xf32>) -> tensor<8x64xf32>
  return %dx : tensor<8x64xf32>
}
func.func @outer(%e: tensor<8x32xf32>, %w: tensor<32x64xf32>, %c: tensor<8x64xf32>) -> tensor<8x64xf32> {
  %dx = call @middle(%e, %w, %c) : (tensor<8x32xf32>, tensor<32x64xf32>, tensor<8x64xf32>) -> tensor<8x64xf32>
  return %dx : tensor<8x64xf32>
}
func.func @bystander(%e: tensor<8x32xf32>) -> tensor<8x32xf32> {
  return %e : tensor<8x32xf32>
}

// -----

// Forward products of this recipe need no seed.
// CHECK-LABEL: func.func @forward(
// CHECK-NOT: nvfp4.seed
// CHECK: return
func.func @forward(%x: tensor<8x32xf32>, %w: tensor<32x64xf32> {nvfp4.param}, %c: tensor<8x64xf32>) -> tensor<8x64xf32> {
  %y = linalg.matmul ins(%x, %w : tensor<8x32xf32>, tensor<32x64xf32>) outs(%c : tensor<8x64xf32>) -> tensor<8x64xf32>
  return %y : tensor<8x64xf32>
}

// -----

// Arguments marked already are used.
// CHECK-LABEL: func.func @marked(
// CHECK-SAME: %[[SEED:[a-z0-9]*]]: tensor<i64> {nvfp4.seed}, %{{[a-z0-9]*}}: tensor<8x32xf32> {nvfp4.gradient}, %[[I:[a-z0-9]*]]: index {nvfp4.instance}, %{{[a-z0-9]*}}: tensor<32x64xf32> {nvfp4.param}, %{{[a-z0-9]*}}: tensor<8x64xf32>) ->
// CHECK: nvfp4.quantize <sr> {{.*}} seed(%[[SEED]] : tensor<i64>) instance(%[[I]])
func.func @marked(%seed: tensor<i64> {nvfp4.seed}, %e: tensor<8x32xf32> {nvfp4.gradient}, %i: index {nvfp4.instance}, %w: tensor<32x64xf32> {nvfp4.param}, %c: tensor<8x64xf32>) -> tensor<8x64xf32> {
  %dx = linalg.matmul ins(%e, %w : tensor<8x32xf32>, tensor<32x64xf32>) outs(%c : tensor<8x64xf32>) -> tensor<8x64xf32>
  return %dx : tensor<8x64xf32>
}

// -----

// A function called from two places, one of them in a loop of 3: the instance is
// call * 2 + place, and the loop's call numbers are its iterations.
// CHECK-LABEL: func.func private @twice(
// CHECK-SAME: %[[SEED:[a-z0-9]*]]: tensor<i64> {nvfp4.seed}, %[[I:[a-z0-9]*]]: index {nvfp4.instance})
// CHECK: nvfp4.quantize <sr> {{.*}} seed(%[[SEED]] : tensor<i64>) instance(%[[I]])
// CHECK: nvfp4.quantize <sr> {{.*}} seed(%[[SEED]] : tensor<i64>) instance(%[[I]])
// CHECK-LABEL: func.func @calls(
// CHECK-SAME: %[[SEED:[a-z0-9]*]]: tensor<i64> {nvfp4.seed})
// CHECK: %[[P0:c0_.*]] = arith.constant 0 : index
// CHECK-NEXT: call @twice({{.*}}, %[[SEED]], %[[P0]])
// CHECK: scf.for %[[IV:[^ ]*]] = %c0{{.*}} to %c3{{.*}} step %c1
// CHECK: %[[P1:.*]] = arith.constant 1 : index
// CHECK-NEXT: %[[TWO:.*]] = arith.constant 2 : index
// CHECK-NEXT: %[[M:.*]] = arith.muli %[[IV]], %[[TWO]] : index
// CHECK-NEXT: %[[N:.*]] = arith.addi %[[M]], %[[P1]] : index
// CHECK-NEXT: func.call @twice({{.*}}, %[[SEED]], %[[N]])
func.func private @twice(%e: tensor<8x32xf32> {nvfp4.gradient}, %w: tensor<32x32xf32> {nvfp4.param}) -> tensor<8x32xf32> {
  %c = tensor.empty() : tensor<8x32xf32>
  %dx = linalg.matmul ins(%e, %w : tensor<8x32xf32>, tensor<32x32xf32>) outs(%c : tensor<8x32xf32>) -> tensor<8x32xf32>
  return %dx : tensor<8x32xf32>
}
func.func @calls(%e: tensor<8x32xf32>, %w: tensor<32x32xf32>) -> tensor<8x32xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  %0 = call @twice(%e, %w) : (tensor<8x32xf32>, tensor<32x32xf32>) -> tensor<8x32xf32>
  %1 = scf.for %i = %c0 to %c3 step %c1 iter_args(%a = %0) -> (tensor<8x32xf32>) {
    %2 = func.call @twice(%a, %w) : (tensor<8x32xf32>, tensor<32x32xf32>) -> tensor<8x32xf32>
    scf.yield %2 : tensor<8x32xf32>
  }
  return %1 : tensor<8x32xf32>
}
