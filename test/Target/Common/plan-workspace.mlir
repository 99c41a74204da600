// RUN: quartet-opt %s --quartet-host-bufferize --quartet-plan-workspace --canonicalize --split-input-file | FileCheck %s

// Three buffers of 400 bytes (448 with alignment) in a chain: the first is dead
// when the third is written, so two slots are enough.
// CHECK-LABEL: func private @chain.workspace_size
// CHECK: %[[SIZE:.*]] = arith.constant 896 : index
// CHECK: return %[[SIZE]]
// CHECK-LABEL: func @chain(
// CHECK-SAME: %[[WS:[a-z0-9]+]]: memref<?xi8> {quartet.workspace})
// CHECK-DAG: %[[FIRST:.*]] = arith.constant 0 : index
// CHECK-DAG: %[[SECOND:.*]] = arith.constant 448 : index
// CHECK: %[[A:.*]] = memref.view %[[WS]][%[[FIRST]]][]
// CHECK: linalg.exp {{.*}} outs(%[[A]]
// CHECK: %[[B:.*]] = memref.view %[[WS]][%[[SECOND]]][]
// CHECK: linalg.exp ins(%[[A]] {{.*}} outs(%[[B]]
// CHECK: %[[C:.*]] = memref.view %[[WS]][%[[FIRST]]][]
// CHECK: linalg.exp ins(%[[B]] {{.*}} outs(%[[C]]
// CHECK: linalg.exp ins(%[[C]] {{.*}} outs(%arg1
func.func @chain(%a: tensor<100xf32>) -> tensor<100xf32> {
  %e = tensor.empty() : tensor<100xf32>
  %0 = linalg.exp ins(%a : tensor<100xf32>) outs(%e : tensor<100xf32>)
      -> tensor<100xf32>
  %e1 = tensor.empty() : tensor<100xf32>
  %f1 = linalg.exp ins(%0 : tensor<100xf32>) outs(%e1 : tensor<100xf32>)
      -> tensor<100xf32>
  %e2 = tensor.empty() : tensor<100xf32>
  %f2 = linalg.exp ins(%f1 : tensor<100xf32>) outs(%e2 : tensor<100xf32>)
      -> tensor<100xf32>
  %e3 = tensor.empty() : tensor<100xf32>
  %f3 = linalg.exp ins(%f2 : tensor<100xf32>) outs(%e3 : tensor<100xf32>)
      -> tensor<100xf32>
  return %f3 : tensor<100xf32>
}

// -----

// Both buffers are read by the last operation: they must not share.
// CHECK-LABEL: func private @together.workspace_size
// CHECK: %[[SIZE:.*]] = arith.constant 128 : index
// CHECK: return %[[SIZE]]
// CHECK-LABEL: func @together(
// CHECK-DAG: %[[FIRST:.*]] = arith.constant 0 : index
// CHECK-DAG: %[[SECOND:.*]] = arith.constant 64 : index
// CHECK: memref.view %{{.*}}[%[[FIRST]]][] : memref<?xi8> to memref<16xf32>
// CHECK: memref.view %{{.*}}[%[[SECOND]]][] : memref<?xi8> to memref<16xf32>
// CHECK: linalg.add
func.func @together(%a: tensor<16xf32>) -> tensor<16xf32> {
  %e0 = tensor.empty() : tensor<16xf32>
  %0 = linalg.exp ins(%a : tensor<16xf32>) outs(%e0 : tensor<16xf32>)
      -> tensor<16xf32>
  %e1 = tensor.empty() : tensor<16xf32>
  %1 = linalg.abs ins(%a : tensor<16xf32>) outs(%e1 : tensor<16xf32>)
      -> tensor<16xf32>
  %e2 = tensor.empty() : tensor<16xf32>
  %2 = linalg.add ins(%0, %1 : tensor<16xf32>, tensor<16xf32>)
      outs(%e2 : tensor<16xf32>) -> tensor<16xf32>
  return %2 : tensor<16xf32>
}

// -----

// Sizes at run time: a slot is as large as its largest member, m x 4 or n x 4
// bytes, rounded up to 64. Products of more than 2^48 count as 2^48 + 1, sums of
// more than 2^48 as -1.
// CHECK-LABEL: func private @dynamic.workspace_size
// CHECK-SAME: (%[[M:.*]]: index, %[[N:.*]]: index) -> index
// CHECK: %[[M1:.*]] = arith.maxui %[[M]], %c1
// CHECK: %[[MOST:.*]] = arith.divui %c281474976710656, %[[M1]]
// CHECK: %[[MFITS:.*]] = arith.cmpi uge, %[[MOST]], %c4
// CHECK: %[[MB:.*]] = arith.muli %[[M]], %c4
// CHECK: %[[MS:.*]] = arith.select %[[MFITS]], %[[MB]], %c281474976710657
// CHECK: %[[NB:.*]] = arith.muli %[[N]], %c4
// CHECK: %[[NS:.*]] = arith.select %{{.*}}, %[[NB]], %c281474976710657
// CHECK: %[[MAX:.*]] = arith.maxsi %[[MS]], %[[NS]]
// CHECK: %[[UP:.*]] = arith.addi %[[MAX]], %c63
// CHECK: %[[SIZE:.*]] = arith.andi %[[UP]], %c-64
// CHECK: %[[FITS:.*]] = arith.cmpi ule, %[[SIZE]], %c281474976710656
// CHECK: %[[TOTAL:.*]] = arith.select %[[FITS]], %[[SIZE]], %c-1
// CHECK: return %[[TOTAL]]
// CHECK-LABEL: func @dynamic(
// CHECK: %[[M:.*]] = memref.dim %arg0, %c0
// CHECK: %[[N:.*]] = memref.dim %arg1, %c0
// CHECK: memref.view %{{.*}}[%c0][%[[M]]]
// CHECK: memref.view %{{.*}}[%c0][%[[N]]]
func.func @dynamic(%a: tensor<?xf32>, %b: tensor<?xf32>)
    -> (tensor<?xf32>, tensor<?xf32>) {
  %c0 = arith.constant 0 : index
  %m = tensor.dim %a, %c0 : tensor<?xf32>
  %n = tensor.dim %b, %c0 : tensor<?xf32>
  %e0 = tensor.empty(%m) : tensor<?xf32>
  %0 = linalg.exp ins(%a : tensor<?xf32>) outs(%e0 : tensor<?xf32>)
      -> tensor<?xf32>
  %e1 = tensor.empty(%m) : tensor<?xf32>
  %1 = linalg.exp ins(%0 : tensor<?xf32>) outs(%e1 : tensor<?xf32>)
      -> tensor<?xf32>
  %e2 = tensor.empty(%n) : tensor<?xf32>
  %2 = linalg.exp ins(%b : tensor<?xf32>) outs(%e2 : tensor<?xf32>)
      -> tensor<?xf32>
  %e3 = tensor.empty(%n) : tensor<?xf32>
  %3 = linalg.exp ins(%2 : tensor<?xf32>) outs(%e3 : tensor<?xf32>)
      -> tensor<?xf32>
  return %1, %3 : tensor<?xf32>, tensor<?xf32>
}

// -----

// Three buffers: %0, which every iteration reads and which must therefore not
// share although its last use comes before that of %1 in program order; the
// loop-carried value, a copy because %a is read-only; and %1.
// CHECK-LABEL: func private @loop.workspace_size
// CHECK: %[[SIZE:.*]] = arith.constant 192 : index
// CHECK: return %[[SIZE]]
func.func @loop(%a: tensor<16xf32>) -> tensor<16xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %e0 = tensor.empty() : tensor<16xf32>
  %0 = linalg.exp ins(%a : tensor<16xf32>) outs(%e0 : tensor<16xf32>)
      -> tensor<16xf32>
  %r = scf.for %i = %c0 to %c4 step %c1 iter_args(%x = %a) -> tensor<16xf32> {
    %e1 = tensor.empty() : tensor<16xf32>
    %1 = linalg.sub ins(%0, %x : tensor<16xf32>, tensor<16xf32>)
        outs(%e1 : tensor<16xf32>) -> tensor<16xf32>
    %2 = linalg.exp ins(%1 : tensor<16xf32>) outs(%x : tensor<16xf32>)
        -> tensor<16xf32>
    scf.yield %2 : tensor<16xf32>
  }
  return %r : tensor<16xf32>
}

// -----

// A function called twice is inlined; its buffers share with the caller's.
// CHECK-LABEL: func private @caller.workspace_size
// CHECK: %[[SIZE:.*]] = arith.constant 128 : index
// CHECK: return %[[SIZE]]
func.func private @callee(%a: tensor<16xf32>) -> tensor<16xf32> {
  %e0 = tensor.empty() : tensor<16xf32>
  %0 = linalg.exp ins(%a : tensor<16xf32>) outs(%e0 : tensor<16xf32>)
      -> tensor<16xf32>
  %e1 = tensor.empty() : tensor<16xf32>
  %1 = linalg.abs ins(%0 : tensor<16xf32>) outs(%e1 : tensor<16xf32>)
      -> tensor<16xf32>
  return %1 : tensor<16xf32>
}
func.func @caller(%a: tensor<16xf32>) -> tensor<16xf32> {
  %0 = call @callee(%a) : (tensor<16xf32>) -> tensor<16xf32>
  %1 = call @callee(%0) : (tensor<16xf32>) -> tensor<16xf32>
  return %1 : tensor<16xf32>
}

// -----

// The size of a buffer follows through views: the columns of the transposed,
// collapsed argument are its rows, two extents multiplied.
// CHECK-LABEL: func private @views.workspace_size
// CHECK-SAME: %[[A:[a-z0-9]+]]: index, %[[B:[a-z0-9]+]]: index
// CHECK: arith.muli %[[A]], %[[B]] : index
// CHECK-LABEL: func @views(
func.func @views(%a: memref<?x?x4xf32>, %out: memref<f32> {quartet.inout}) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %one = arith.constant 1.0 : f32
  %rows = memref.collapse_shape %a [[0, 1], [2]]
      : memref<?x?x4xf32> into memref<?x4xf32>
  %columns = memref.transpose %rows (i, j) -> (j, i)
      : memref<?x4xf32> to memref<4x?xf32, strided<[1, 4]>>
  %n = memref.dim %columns, %c1 : memref<4x?xf32, strided<[1, 4]>>
  %buffer = memref.alloc(%n) : memref<?xf32>
  linalg.fill ins(%one : f32) outs(%buffer : memref<?xf32>)
  %first = memref.load %buffer[%c0] : memref<?xf32>
  memref.store %first, %out[] : memref<f32>
  return
}

// -----

// The buffer of a tile whose size depends on the iteration gets room for the
// largest: ceil(16 / 8) x 4 bytes.
// CHECK-LABEL: func private @remainder.workspace_size
// CHECK: %[[SIZE:.*]] = arith.constant 64 : index
// CHECK: return %[[SIZE]]
// CHECK-LABEL: func @remainder(
// CHECK: scf.for %[[I:.*]] =
// CHECK: %[[LEFT:.*]] = affine.min #{{.*}}(%[[I]])
// CHECK: %[[UP:.*]] = arith.addi %[[LEFT]], %c7
// CHECK: %[[N:.*]] = arith.divui %[[UP]], %c8
// CHECK: memref.view %{{.*}}[%c0][%[[N]]] : memref<?xi8> to memref<?xf32>
#left = affine_map<(d0) -> (-d0 + 40, 16)>
func.func @remainder(%x: memref<5xf32> {quartet.inout}) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c7 = arith.constant 7 : index
  %c8 = arith.constant 8 : index
  %c16 = arith.constant 16 : index
  %c40 = arith.constant 40 : index
  scf.for %i = %c0 to %c40 step %c16 {
    %left = affine.min #left(%i)
    %up = arith.addi %left, %c7 : index
    %n = arith.divui %up, %c8 : index
    %m = memref.alloc(%n) : memref<?xf32>
    scf.for %j = %c0 to %n step %c1 {
      %v = memref.load %x[%j] : memref<5xf32>
      memref.store %v, %m[%j] : memref<?xf32>
    }
    scf.for %j = %c0 to %n step %c1 {
      %v = memref.load %m[%j] : memref<?xf32>
      memref.store %v, %x[%j] : memref<5xf32>
    }
  }
  return
}
