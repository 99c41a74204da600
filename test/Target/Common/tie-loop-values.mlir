// RUN: quartet-opt %s --quartet-tie-loop-values --split-input-file | FileCheck %s
// RUN: quartet-opt %s --quartet-host-bufferize --split-input-file | FileCheck %s --check-prefix=BUFFER

// CHECK-LABEL: func @new_tensor
// CHECK: scf.for {{.*}} iter_args(%[[X:.*]] = %{{.*}})
// CHECK: %[[NEW:.*]] = linalg.exp
// CHECK: %[[SAME:.*]] = bufferization.materialize_in_destination %[[NEW]] in %[[X]]
// CHECK: scf.yield %[[SAME]]
// BUFFER-LABEL: func @new_tensor
// BUFFER: scf.for
// BUFFER-NOT: iter_args
// BUFFER: linalg.exp
func.func @new_tensor(%a: tensor<4xf32>) -> tensor<4xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %r = scf.for %i = %c0 to %c4 step %c1 iter_args(%x = %a) -> tensor<4xf32> {
    %e = tensor.empty() : tensor<4xf32>
    %y = linalg.exp ins(%x : tensor<4xf32>) outs(%e : tensor<4xf32>)
        -> tensor<4xf32>
    scf.yield %y : tensor<4xf32>
  }
  return %r : tensor<4xf32>
}

// -----

// Both are saved before either is overwritten.
// CHECK-LABEL: func @exchange
// CHECK: scf.for {{.*}} iter_args(%[[X:.*]] = %{{.*}}, %[[Y:.*]] = %{{.*}})
// CHECK: %[[OLDY:.*]] = bufferization.alloc_tensor() copy(%[[Y]])
// CHECK: %[[OLDX:.*]] = bufferization.alloc_tensor() copy(%[[X]])
// CHECK: %[[P:.*]] = bufferization.materialize_in_destination %[[OLDY]] in %[[X]]
// CHECK: %[[Q:.*]] = bufferization.materialize_in_destination %[[OLDX]] in %[[Y]]
// CHECK: scf.yield %[[P]], %[[Q]]
// BUFFER-LABEL: func @exchange
// BUFFER: scf.for
// BUFFER-NOT: iter_args
// BUFFER-COUNT-4: memref.copy
func.func @exchange(%a: tensor<4xf32>, %b: tensor<4xf32>)
    -> (tensor<4xf32>, tensor<4xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %r:2 = scf.for %i = %c0 to %c4 step %c1 iter_args(%x = %a, %y = %b)
      -> (tensor<4xf32>, tensor<4xf32>) {
    scf.yield %y, %x : tensor<4xf32>, tensor<4xf32>
  }
  return %r#0, %r#1 : tensor<4xf32>, tensor<4xf32>
}

// -----

// CHECK-LABEL: func @while
// CHECK: ^bb0(%[[X:.*]]: tensor<4xf32>):
// CHECK: %[[NEW:.*]] = linalg.exp
// CHECK: %[[SAME:.*]] = bufferization.materialize_in_destination %[[NEW]] in %[[X]]
// CHECK: scf.yield %[[SAME]], %{{.*}} : tensor<4xf32>, index
// BUFFER-LABEL: func @while
// BUFFER: scf.while
func.func @while(%a: tensor<4xf32>) -> tensor<4xf32> {
  %c0 = arith.constant 0 : index
  %c8 = arith.constant 8 : index
  %r = scf.while (%x = %a, %i = %c0) : (tensor<4xf32>, index)
      -> tensor<4xf32> {
    %c = arith.cmpi slt, %i, %c8 : index
    scf.condition(%c) %x : tensor<4xf32>
  } do {
  ^bb0(%x: tensor<4xf32>):
    %e = tensor.empty() : tensor<4xf32>
    %y = linalg.exp ins(%x : tensor<4xf32>) outs(%e : tensor<4xf32>)
        -> tensor<4xf32>
    scf.yield %y, %c8 : tensor<4xf32>, index
  }
  return %r : tensor<4xf32>
}

// -----

// CHECK-LABEL: func @scalars_and_unchanged
// CHECK-NOT: bufferization
// CHECK: return
func.func @scalars_and_unchanged(%a: tensor<4xf32>, %s: f32) -> f32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %r:2 = scf.for %i = %c0 to %c4 step %c1 iter_args(%x = %a, %y = %s)
      -> (tensor<4xf32>, f32) {
    %z = arith.addf %y, %y : f32
    scf.yield %x, %z : tensor<4xf32>, f32
  }
  return %r#1 : f32
}
