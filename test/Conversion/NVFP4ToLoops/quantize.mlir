// RUN: quartet-opt %s --convert-nvfp4-to-loops --split-input-file | FileCheck %s

// With an amax there is one parallel loop over tiles of eight rows. Nothing at
// the edges of a 16x64 matrix needs care, so there is no branch.
// CHECK-LABEL: func @known_amax(
// CHECK-SAME:    %[[X:.*]]: memref<16x64xbf16>, %[[AMAX:[^:]*]]: memref<f32>,
// CHECK-SAME:    %[[D:.*]]: memref<16x32xi8>, %[[S:.*]]: memref<16x4xf8E4M3FN>, %[[T:.*]]: memref<f32>
// CHECK-NOT:     memref.alloc
// CHECK:         memref.load %[[AMAX]][]
// CHECK:         arith.divf
// CHECK:         scf.parallel
// CHECK-NOT:       scf.if
// CHECK:           scf.for
// CHECK-COUNT-8:     vector.load %[[X]]{{.*}} : memref<16x64xbf16>, vector<16xbf16>
// CHECK-COUNT-24:    vector.shuffle
// CHECK-COUNT-8:     vector.store %{{.*}}, %[[D]]{{.*}} : memref<16x32xi8>, vector<8xi8>
// CHECK-COUNT-8:     memref.store %{{.*}}, %[[S]]
// CHECK-NOT:     nvfp4.
// CHECK-NOT:     fastmath
// CHECK:         memref.store %{{.*}}, %[[T]][]
func.func @known_amax(%x: memref<16x64xbf16>, %amax: memref<f32>,
                      %d: memref<16x32xi8>, %s: memref<16x4xf8E4M3FN>,
                      %t: memref<f32>) {
  nvfp4.quantize <rtn> ins(%x : memref<16x64xbf16>) amax(%amax : memref<f32>)
      outs(%d, %s, %t : memref<16x32xi8>, memref<16x4xf8E4M3FN>, memref<f32>)
  return
}

// -----

// Without one the maximum is found first.
// CHECK-LABEL: func @own_amax(
// CHECK:         memref.alloc
// CHECK:         scf.parallel
// CHECK:           vector.reduction <maxui>
// CHECK:         scf.parallel
// CHECK:         memref.dealloc
func.func @own_amax(%x: memref<16x64xbf16>, %d: memref<16x32xi8>,
                    %s: memref<16x4xf8E4M3FN>, %t: memref<f32>) {
  nvfp4.quantize <quartet2_forward> ins(%x : memref<16x64xbf16>)
      outs(%d, %s, %t : memref<16x32xi8>, memref<16x4xf8E4M3FN>, memref<f32>)
  return
}

// -----

// A matrix that may end anywhere: blocks at the edge go through zeroed stack
// memory, and the only fma are math.fma.
// CHECK-LABEL: func @edges(
// CHECK:         scf.parallel
// CHECK:         scf.parallel
// CHECK:           memref.alloca() {{.*}} : memref<8x16xf16>
// CHECK:           scf.for
// CHECK:             scf.if
// CHECK:             } else {
// CHECK:               scf.for
// CHECK:             math.fma
// CHECK-NOT:     vector.fma
func.func @edges(%x: memref<?x?xf16>, %d: memref<?x?xi8>,
                 %s: memref<?x?xf8E4M3FN>, %t: memref<f32>) {
  nvfp4.quantize <quartet2_forward> ins(%x : memref<?x?xf16>)
      outs(%d, %s, %t : memref<?x?xi8>, memref<?x?xf8E4M3FN>, memref<f32>)
  return
}

// -----

// A transposed matrix has its lanes side by side: no shuffles to read it.
// CHECK-LABEL: func @transposed(
// CHECK-SAME:    %[[X:.*]]: memref<64x16xf32>
// CHECK:         scf.parallel
// CHECK-COUNT-16:  vector.load %[[X]]{{.*}} : memref<64x16xf32>, vector<8xf32>
// CHECK-NOT:       vector.shuffle
// CHECK:           vector.interleave
func.func @transposed(%x: memref<64x16xf32>, %amax: memref<f32>,
                      %d: memref<16x32xi8>, %s: memref<16x4xf8E4M3FN>,
                      %t: memref<f32>) {
  nvfp4.quantize <rtn> ins(%x : memref<64x16xf32>) amax(%amax : memref<f32>)
      outs(%d, %s, %t : memref<16x32xi8>, memref<16x4xf8E4M3FN>, memref<f32>)
      {transpose}
  return
}

// -----

// Post hoc: the first pass leaves corrected scales as bf16 bits, eight rows to a
// vector; the second writes tiled bytes, and pad bytes follow.
// CHECK-LABEL: func @post_hoc(
// CHECK-SAME:    %[[X:.*]]: memref<24x128xbf16>, %[[SEED:.*]]: memref<i64>,
// CHECK-SAME:    %[[D:.*]]: memref<24x64xi8>, %[[S:.*]]: memref<1x2x32x4x4xf8E4M3FN>
// CHECK:         memref.load %[[SEED]][]
// CHECK:         %[[W:.*]] = memref.alloc() {{.*}} : memref<3x8x8xi16>
// CHECK:         scf.parallel
// CHECK:           vector.store %{{.*}}, %[[D]]
// CHECK:           vector.store %{{.*}}, %[[W]]{{.*}} : memref<3x8x8xi16>, vector<8xi16>
// CHECK:         scf.parallel
// CHECK:           vector.load %[[W]]
// CHECK-COUNT-20:  arith.mului_extended
// CHECK-COUNT-8:   memref.store %{{.*}}, %[[S]][
// CHECK:         scf.for
// CHECK:           memref.store %{{.*}}, %[[S]][
func.func @post_hoc(%x: memref<24x128xbf16>, %seed: memref<i64>,
                    %d: memref<24x64xi8>, %s: memref<1x2x32x4x4xf8E4M3FN>,
                    %t: memref<f32>) {
  nvfp4.quantize <quartet2_backward> ins(%x : memref<24x128xbf16>)
      seed(%seed : memref<i64>)
      outs(%d, %s, %t : memref<24x64xi8>, memref<1x2x32x4x4xf8E4M3FN>,
           memref<f32>) {site = 3 : i64}
  return
}
