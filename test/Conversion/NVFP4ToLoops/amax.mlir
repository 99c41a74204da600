// RUN: quartet-opt %s --convert-nvfp4-to-loops --split-input-file | FileCheck %s

// Eight rows per iteration leave their maximum; a sequential loop combines them
// with the destination's value.
// CHECK-LABEL: func @dynamic(
// CHECK-SAME:    %[[X:.*]]: memref<?x64xbf16>, %[[A:.*]]: memref<f32>
// CHECK:         %[[ROWS:.*]] = memref.dim %[[X]]
// CHECK:         %[[PARTIAL:.*]] = memref.alloc(%[[TILES:.*]]) {{.*}} : memref<?xi32>
// CHECK:         scf.parallel (%{{.*}}, %{{.*}}) = ({{.*}}) to (%{{.*}}, %[[ROWS]]) step (%{{.*}}, %c8)
// CHECK:           vector.load %[[X]]{{.*}} : memref<?x64xbf16>, vector<8xbf16>
// CHECK:           vector.reduction <maxui>
// CHECK:           memref.store %{{.*}}, %[[PARTIAL]]
// CHECK:         scf.for %{{.*}} = %{{.*}} to %[[TILES]]
// CHECK:           memref.load %[[PARTIAL]]
// CHECK:         memref.load %[[A]][]
// CHECK:         memref.store %{{.*}}, %[[A]][]
// CHECK:         memref.dealloc %[[PARTIAL]]
// CHECK-NOT:     nvfp4.
func.func @dynamic(%x: memref<?x64xbf16>, %a: memref<f32>) {
  nvfp4.amax ins(%x : memref<?x64xbf16>) outs(%a : memref<f32>)
  return
}

// -----

// Static extents need no arithmetic: 3 x 24 rows are 9 tiles.
// CHECK-LABEL: func @batch(
// CHECK-DAG:     %[[C3:.*]] = arith.constant 3 : index
// CHECK-DAG:     %[[C24:.*]] = arith.constant 24 : index
// CHECK:         memref.alloc() {{.*}} : memref<9xi32>
// CHECK:         scf.parallel {{.*}} to (%[[C3]], %[[C24]]) step
func.func @batch(%x: memref<3x24x16xf32>, %a: memref<f32>) {
  nvfp4.amax ins(%x : memref<3x24x16xf32>) outs(%a : memref<f32>)
  return
}
