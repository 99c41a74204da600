// RUN: quartet-opt %s --split-input-file --nvfp4-assign-roles="remarks=false" --convert-linalg-to-nvfp4="recipe=quartet2" | FileCheck %s

// One loop from 0 by 1: its induction variable. Both operands of the product
// and their rotations use the same instance.
// CHECK-LABEL: func.func @one_loop(
// CHECK: scf.for %[[IV:[^ ]*]] =
// CHECK: nvfp4.rotate {{.*}} instance(%[[IV]])
// CHECK: nvfp4.quantize <quartet2_backward> {{.*}} instance(%[[IV]])
// CHECK: nvfp4.quantize <quartet2_forward> ins({{.*}} : tensor<32x32xf32>) outs(
// CHECK: nvfp4.rotate {{.*}} instance(%[[IV]])
// CHECK: nvfp4.quantize <quartet2_backward> {{.*}} instance(%[[IV]])
func.func @one_loop(%e: tensor<8x32xf32> {nvfp4.gradient}, %w: tensor<32x32xf32> {nvfp4.param}, %n: index) -> tensor<8x32xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c = tensor.empty() : tensor<8x32xf32>
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%a = %e) -> (tensor<8x32xf32>) {
    %dx = linalg.matmul ins(%a, %w : tensor<8x32xf32>, tensor<32x32xf32>) outs(%c : tensor<8x32xf32>) -> tensor<8x32xf32>
    scf.yield %dx : tensor<8x32xf32>
  }
  return %r : tensor<8x32xf32>
}

// -----

// A static inner loop, 10 to 20 by 4: three iterations (j - 10) / 4, and
// outer * 3 + inner.
// CHECK-LABEL: func.func @static_inner(
// CHECK: scf.for %[[I:[^ ]*]] =
// CHECK: scf.for %[[J:[^ ]*]] =
// CHECK-NEXT: %[[LB:.*]] = arith.constant 10 : index
// CHECK-NEXT: %[[D:.*]] = arith.subi %[[J]], %[[LB]] : index
// CHECK-NEXT: %[[STEP:.*]] = arith.constant 4 : index
// CHECK-NEXT: %[[N:.*]] = arith.divui %[[D]], %[[STEP]] : index
// CHECK-NEXT: %[[COUNT:.*]] = arith.constant 3 : index
// CHECK-NEXT: %[[M:.*]] = arith.muli %[[I]], %[[COUNT]] : index
// CHECK-NEXT: %[[INST:.*]] = arith.addi %[[M]], %[[N]] : index
// CHECK: nvfp4.rotate {{.*}} instance(%[[INST]])
func.func @static_inner(%e: tensor<8x32xf32> {nvfp4.gradient}, %w: tensor<32x32xf32> {nvfp4.param}, %n: index) -> tensor<8x32xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %c10 = arith.constant 10 : index
  %c20 = arith.constant 20 : index
  %c = tensor.empty() : tensor<8x32xf32>
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%a = %e) -> (tensor<8x32xf32>) {
    %s = scf.for %j = %c10 to %c20 step %c4 iter_args(%b = %a) -> (tensor<8x32xf32>) {
      %dx = linalg.matmul ins(%b, %w : tensor<8x32xf32>, tensor<32x32xf32>) outs(%c : tensor<8x32xf32>) -> tensor<8x32xf32>
      scf.yield %dx : tensor<8x32xf32>
    }
    scf.yield %s : tensor<8x32xf32>
  }
  return %r : tensor<8x32xf32>
}

// -----

// A triangular loop: the pairing (i + j) (i + j + 1) / 2 + j, which is different
// for all pairs. A branch around the product changes nothing.
// CHECK-LABEL: func.func @triangular(
// CHECK: scf.for %[[I:[^ ]*]] =
// CHECK: scf.for %[[J:[^ ]*]] = %{{.*}} to %[[I]]
// CHECK: scf.if
// CHECK: %[[S:.*]] = arith.addi %[[I]], %[[J]] : index
// CHECK: %[[ONE:.*]] = arith.constant 1 : index
// CHECK: %[[S1:.*]] = arith.addi %[[S]], %[[ONE]] : index
// CHECK: %[[P:.*]] = arith.muli %[[S]], %[[S1]] : index
// CHECK: %[[TWO:.*]] = arith.constant 2 : index
// CHECK: %[[H:.*]] = arith.divui %[[P]], %[[TWO]] : index
// CHECK: %[[INST:.*]] = arith.addi %[[H]], %[[J]] : index
// CHECK: nvfp4.rotate {{.*}} instance(%[[INST]])
func.func @triangular(%e: tensor<8x32xf32> {nvfp4.gradient}, %w: tensor<32x32xf32> {nvfp4.param}, %n: index, %cond: i1) -> tensor<8x32xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c = tensor.empty() : tensor<8x32xf32>
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%a = %e) -> (tensor<8x32xf32>) {
    %s = scf.for %j = %c0 to %i step %c1 iter_args(%b = %a) -> (tensor<8x32xf32>) {
      %t = scf.if %cond -> (tensor<8x32xf32>) {
        %dx = linalg.matmul ins(%b, %w : tensor<8x32xf32>, tensor<32x32xf32>) outs(%c : tensor<8x32xf32>) -> tensor<8x32xf32>
        scf.yield %dx : tensor<8x32xf32>
      } else {
        scf.yield %b : tensor<8x32xf32>
      }
      scf.yield %t : tensor<8x32xf32>
    }
    scf.yield %s : tensor<8x32xf32>
  }
  return %r : tensor<8x32xf32>
}

// -----

// A parallel loop has one number per iteration, not per dimension.
// CHECK-LABEL: func.func @forall(
// CHECK: scf.forall (%[[I:.*]], %[[J:.*]]) in (2, 5)
// CHECK: %[[FIVE:.*]] = arith.constant 5 : index
// CHECK: %[[M:.*]] = arith.muli %[[I]], %[[FIVE]] : index
// CHECK: %[[INST:.*]] = arith.addi %[[M]], %[[J]] : index
// CHECK: nvfp4.rotate {{.*}} instance(%[[INST]])
func.func @forall(%e: tensor<8x32xf32> {nvfp4.gradient}, %w: tensor<32x32xf32> {nvfp4.param}, %out: tensor<16x160xf32>) -> tensor<16x160xf32> {
  %c = tensor.empty() : tensor<8x32xf32>
  %r = scf.forall (%i, %j) in (2, 5) shared_outs(%o = %out) -> (tensor<16x160xf32>) {
    %dx = linalg.matmul ins(%e, %w : tensor<8x32xf32>, tensor<32x32xf32>) outs(%c : tensor<8x32xf32>) -> tensor<8x32xf32>
    %r0 = affine.apply affine_map<(d) -> (d * 8)>(%i)
    %r1 = affine.apply affine_map<(d) -> (d * 32)>(%j)
    scf.forall.in_parallel {
      tensor.parallel_insert_slice %dx into %o[%r0, %r1] [8, 32] [1, 1] : tensor<8x32xf32> into tensor<16x160xf32>
    }
  }
  return %r : tensor<16x160xf32>
}
