// RUN: quartet-opt %s --host-lower-linalg | FileCheck %s

// Sixteen columns and six rows at a time; the contraction is the innermost
// loop, one multiply and one add per step.
// CHECK-LABEL: func @matmul
// CHECK-SAME: %[[A:.*]]: memref<?x?xf32>, %[[B:.*]]: memref<?x?xf32>, %[[C:.*]]: memref<?x?xf32>
// CHECK: scf.parallel (%[[M:.*]], %[[N:.*]]) =
// CHECK-SAME: step (%[[ROWS:.*]], %[[TILE:.*]])
// CHECK: scf.if
// CHECK: scf.for %[[J:.*]] =
// CHECK: vector.load %[[C]][%[[M]], %[[J]]] : memref<?x?xf32>, vector<16xf32>
// CHECK-COUNT-5: vector.load %[[C]]
// CHECK: %{{.*}}:6 = scf.for %[[K:.*]] = {{.*}} iter_args(
// CHECK: %[[X:.*]] = memref.load %[[A]][%[[M]], %[[K]]]
// CHECK: %[[XS:.*]] = vector.broadcast %[[X]] : f32 to vector<16xf32>
// CHECK: %[[Y:.*]] = vector.load %[[B]][%[[K]], %[[J]]]
// CHECK: %[[P:.*]] = arith.mulf %[[XS]], %[[Y]] : vector<16xf32>
// CHECK: arith.addf %{{.*}}, %[[P]] : vector<16xf32>
// CHECK-NOT: vector.load %[[B]]
// CHECK: scf.yield
// CHECK: vector.store
func.func @matmul(%a: memref<?x?xf32>, %b: memref<?x?xf32>,
                  %c: memref<?x?xf32>) {
  linalg.matmul ins(%a, %b : memref<?x?xf32>, memref<?x?xf32>)
      outs(%c : memref<?x?xf32>)
  return
}

// Reads along a column are collected element by element.
// CHECK-LABEL: func @transpose
// CHECK: scf.for
// CHECK-COUNT-16: memref.load
// CHECK: vector.from_elements
// CHECK: vector.store
func.func @transpose(%a: memref<?x?xbf16>, %c: memref<?x?xbf16>) {
  linalg.transpose ins(%a : memref<?x?xbf16>) outs(%c : memref<?x?xbf16>)
      permutation = [1, 0]
  return
}

// The index of the vector dimension differs between the elements.
// CHECK-LABEL: func @index
// CHECK: vector.step
// CHECK: arith.index_cast %{{.*}} : vector<16xindex> to vector<16xi64>
// CHECK: vector.store
func.func @index(%c: memref<?xi64>) {
  linalg.generic {indexing_maps = [affine_map<(i) -> (i)>],
                  iterator_types = ["parallel"]} outs(%c : memref<?xi64>) {
  ^bb0(%o: i64):
    %i = linalg.index 0 : index
    %v = arith.index_cast %i : index to i64
    linalg.yield %v : i64
  }
  return
}

// i1 buffers have a byte per element, i1 vectors a bit: no vector access.
// CHECK-LABEL: func @booleans
// CHECK-NOT: vector.store
// CHECK: memref.store
func.func @booleans(%a: memref<?xf32>, %b: memref<?xf32>, %c: memref<?xi1>) {
  linalg.generic {indexing_maps = [affine_map<(i) -> (i)>, affine_map<(i) -> (i)>, affine_map<(i) -> (i)>],
                  iterator_types = ["parallel"]}
      ins(%a, %b : memref<?xf32>, memref<?xf32>) outs(%c : memref<?xi1>) {
  ^bb0(%x: f32, %y: f32, %o: i1):
    %v = arith.cmpf olt, %x, %y : f32
    linalg.yield %v : i1
  }
  return
}

// Windows are not permutations: a plain loop nest.
// CHECK-LABEL: func @convolution
// CHECK-NOT: vector
// CHECK: scf.parallel
// CHECK: scf.for
// CHECK: memref.store
func.func @convolution(%a: memref<10xf32>, %k: memref<3xf32>,
                       %c: memref<8xf32>) {
  linalg.conv_1d ins(%a, %k : memref<10xf32>, memref<3xf32>)
      outs(%c : memref<8xf32>)
  return
}

// CHECK-LABEL: func @copy
// CHECK-NOT: memref.copy
// CHECK: scf.parallel
// CHECK: vector.store
func.func @copy(%a: memref<?x64xf8E4M3FN>, %c: memref<?x64xf8E4M3FN>) {
  memref.copy %a, %c : memref<?x64xf8E4M3FN> to memref<?x64xf8E4M3FN>
  return
}

// CHECK-LABEL: func @nothing_to_lower
// CHECK-NEXT: return
func.func @nothing_to_lower(%a: memref<4xf32>) {
  return
}

// Two dynamic extents in one group; the strides are products of the extents.
// CHECK-LABEL: func @expand_shape
// CHECK-SAME: %[[A:[a-z0-9]+]]: memref<?x17xf32>, %[[M:[a-z0-9]+]]: index, %[[N:[a-z0-9]+]]: index
// CHECK: %[[STRIDE:.*]] = arith.muli %{{.*}}, %[[N]] : index
// CHECK: memref.reinterpret_cast %[[A]] to offset: [0], sizes: [%[[M]], %[[N]], 17], strides: [%[[STRIDE]], 17, 1]
func.func @expand_shape(%a: memref<?x17xf32>, %m: index, %n: index)
    -> memref<?x?x17xf32> {
  %v = memref.expand_shape %a [[0, 1], [2]] output_shape [%m, %n, 17]
      : memref<?x17xf32> into memref<?x?x17xf32>
  return %v : memref<?x?x17xf32>
}
