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

// -----

// The result of an inner loop comes in the buffer that went in.
// CHECK-LABEL: func @nested
// CHECK: scf.for {{.*}} iter_args(%[[X:.*]] = %{{.*}})
// CHECK: %[[INNER:.*]] = scf.for {{.*}} iter_args(%[[Y:.*]] = %[[X]])
// CHECK: bufferization.materialize_in_destination %{{.*}} in %[[Y]]
// CHECK: scf.yield %[[INNER]]
// BUFFER-LABEL: func @nested
// BUFFER: memref.copy
// BUFFER: scf.for
// BUFFER-NOT: memref.{{alloc|copy}}
// BUFFER: linalg.exp
// BUFFER-NOT: memref.alloc
// BUFFER: memref.copy
// BUFFER-NEXT: return
func.func @nested(%a: tensor<4xf32>) -> tensor<4xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %r = scf.for %i = %c0 to %c4 step %c1 iter_args(%x = %a) -> tensor<4xf32> {
    %s = scf.for %j = %c0 to %c4 step %c1 iter_args(%y = %x) -> tensor<4xf32> {
      %z = linalg.exp ins(%y : tensor<4xf32>) outs(%y : tensor<4xf32>)
          -> tensor<4xf32>
      scf.yield %z : tensor<4xf32>
    }
    scf.yield %s : tensor<4xf32>
  }
  return %r : tensor<4xf32>
}

// -----

// What went into the inner loop is read after it, so its result is copied
// before it is stored.
// CHECK-LABEL: func @nested_used_after
// CHECK: scf.for {{.*}} iter_args(%[[X:.*]] = %{{.*}}, %[[OLD:.*]] = %{{.*}})
// CHECK: %[[INNER:.*]] = scf.for
// CHECK: %[[COPY:.*]] = bufferization.alloc_tensor() copy(%[[INNER]])
// CHECK: %[[COPYX:.*]] = bufferization.alloc_tensor() copy(%[[X]])
// CHECK: bufferization.materialize_in_destination %[[COPY]] in %[[X]]
// CHECK: bufferization.materialize_in_destination %[[COPYX]] in %[[OLD]]
// BUFFER-LABEL: func @nested_used_after
// BUFFER: scf.for
func.func @nested_used_after(%a: tensor<4xf32>)
    -> (tensor<4xf32>, tensor<4xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %r:2 = scf.for %i = %c0 to %c4 step %c1 iter_args(%x = %a, %old = %a)
      -> (tensor<4xf32>, tensor<4xf32>) {
    %s = scf.for %j = %c0 to %c4 step %c1 iter_args(%y = %x) -> tensor<4xf32> {
      %z = linalg.exp ins(%y : tensor<4xf32>) outs(%y : tensor<4xf32>)
          -> tensor<4xf32>
      scf.yield %z : tensor<4xf32>
    }
    scf.yield %s, %x : tensor<4xf32>, tensor<4xf32>
  }
  return %r#0, %r#1 : tensor<4xf32>, tensor<4xf32>
}

// -----

// Results bound to arguments are tied in the same way.
// BUFFER-LABEL: func @inout
// BUFFER-SAME: %[[A:.*]]: memref<4xf32> {{.*}}, %[[B:.*]]: memref<4xf32>
// BUFFER-NOT: memref.{{alloc|copy}}
// BUFFER: scf.for
// BUFFER: linalg.exp ins(%[[A]] : memref<4xf32>) outs(%[[A]] : memref<4xf32>)
// BUFFER-NOT: memref.{{alloc|copy}}
// BUFFER: return
func.func @inout(%a: tensor<4xf32> {quartet.inout = 0 : i64},
                 %b: tensor<4xf32> {quartet.inout = 1 : i64})
    -> (tensor<4xf32>, tensor<4xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %r = scf.for %i = %c0 to %c4 step %c1 iter_args(%x = %a) -> tensor<4xf32> {
    %y = linalg.exp ins(%x : tensor<4xf32>) outs(%x : tensor<4xf32>)
        -> tensor<4xf32>
    scf.yield %y : tensor<4xf32>
  }
  return %r, %b : tensor<4xf32>, tensor<4xf32>
}

// -----

// BUFFER-LABEL: func @exchange_inout
// BUFFER-SAME: %[[A:.*]]: memref<4xf32> {{.*}}, %[[B:.*]]: memref<4xf32>
// BUFFER: memref.copy %[[B]], %[[NEWA:.*]] :
// BUFFER: memref.copy %[[A]], %[[NEWB:.*]] :
// BUFFER-DAG: memref.copy %[[NEWA]], %[[A]]
// BUFFER-DAG: memref.copy %[[NEWB]], %[[B]]
func.func @exchange_inout(%a: tensor<4xf32> {quartet.inout = 0 : i64},
                          %b: tensor<4xf32> {quartet.inout = 1 : i64})
    -> (tensor<4xf32>, tensor<4xf32>) {
  return %b, %a : tensor<4xf32>, tensor<4xf32>
}
