// RUN: quartet-opt %s --convert-nvfp4-to-loops | FileCheck %s

// Signs once per column block; butterflies inside blocks, then across the eight
// blocks of a group, then rows again.
// CHECK-LABEL: func @rotate(
// CHECK-SAME:    %[[X:.*]]: memref<16x128xbf16>, %{{.*}}: memref<i64>, %[[Y:.*]]: memref<16x128xf32>
// CHECK:         %[[SIGNS:.*]] = memref.alloc() {{.*}} : memref<8xi32>
// CHECK:         scf.for
// CHECK:           arith.mului_extended
// CHECK:           memref.store %{{.*}}, %[[SIGNS]]
// CHECK:         scf.parallel
// CHECK:           %[[SCRATCH:.*]] = memref.alloca() {{.*}} : memref<128x8xf32>
// CHECK:             memref.load %[[SIGNS]]
// CHECK-COUNT-32:    arith.addf {{.*}} : vector<8xf32>
// CHECK-COUNT-16:    vector.store %{{.*}}, %[[SCRATCH]]
// CHECK:           scf.for
// CHECK-COUNT-8:     vector.load %[[SCRATCH]]
// CHECK-COUNT-12:    arith.addf {{.*}} : vector<8xf32>
// CHECK-COUNT-8:     vector.store %{{.*}}, %[[SCRATCH]]
// CHECK:           scf.for
// CHECK-COUNT-8:     vector.load %[[SCRATCH]]
// CHECK-COUNT-8:     vector.store %{{.*}}, %[[Y]]
// CHECK:         memref.dealloc %[[SIGNS]]
func.func @rotate(%x: memref<16x128xbf16>, %seed: memref<i64>,
                  %y: memref<16x128xf32>) {
  nvfp4.rotate ins(%x : memref<16x128xbf16>) seed(%seed : memref<i64>)
      outs(%y : memref<16x128xf32>) {group = 128 : i64, site = 7 : i64}
  return
}
