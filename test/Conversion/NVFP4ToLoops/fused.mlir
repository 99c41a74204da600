// RUN: quartet-opt %s --convert-nvfp4-to-loops --split-input-file | FileCheck %s

// Rotated values live in scratch of one tile; what is allocated for the whole
// operation are signs, corrected scales and maxima.
// CHECK-LABEL: func @rotate_quantize(
// CHECK-SAME:    %[[X:.*]]: memref<16x128xbf16>, %{{.*}}: memref<i64>, %[[D:.*]]: memref<16x64xi8>
// CHECK:         memref.alloc() {{.*}} : memref<8xi32>
// CHECK:         memref.alloc() {{.*}} : memref<2x8x8xi16>
// CHECK:         memref.alloc() {{.*}} : memref<2xi32>
// CHECK-NOT:     memref.alloc()
// CHECK:         scf.parallel
// CHECK:           memref.alloca() {{.*}} : memref<128x8xf32>
// CHECK:           scf.for
// CHECK:             scf.if
// CHECK:               vector.load %[[X]]
// CHECK:             vector.store %{{.*}}, %[[D]]
// CHECK:         scf.parallel
// CHECK-NOT:     nvfp4.
func.func @rotate_quantize(%x: memref<16x128xbf16>, %seed: memref<i64>,
                           %d: memref<16x64xi8>, %s: memref<16x8xf8E4M3FN>,
                           %t: memref<f32>) {
  nvfp4.rotate_quantize <quartet2_backward> <row> ins(%x : memref<16x128xbf16>)
      seed(%seed : memref<i64>)
      outs(%d, %s, %t : memref<16x64xi8>, memref<16x8xf8E4M3FN>, memref<f32>)
      {group = 128 : i64, site = 1 : i64, row_site = 2 : i64}
  return
}

// -----

// The column result of a saved matrix: eight stored columns are the eight codes
// of one word.
// CHECK-LABEL: func @requantize(
// CHECK-SAME:    %[[D:.*]]: memref<128x32xi8>
// CHECK:         scf.parallel
// CHECK:           vector.load %[[D]]{{.*}} : memref<128x32xi8>, vector<4xi8>
// CHECK:           arith.shrui %{{.*}} : vector<8xi32>
func.func @requantize(%d: memref<128x32xi8>, %s: memref<128x4xf8E4M3FN>,
                      %t: memref<f32>, %seed: memref<i64>,
                      %d1: memref<64x64xi8>, %s1: memref<64x8xf8E4M3FN>,
                      %t1: memref<f32>) {
  nvfp4.requantize <quartet2_backward> <col>
      ins(%d, %s, %t : memref<128x32xi8>, memref<128x4xf8E4M3FN>, memref<f32>)
      seed(%seed : memref<i64>)
      outs(%d1, %s1, %t1 : memref<64x64xi8>, memref<64x8xf8E4M3FN>,
           memref<f32>)
      {group = 128 : i64, site = 1 : i64, col_site = 4 : i64}
  return
}
