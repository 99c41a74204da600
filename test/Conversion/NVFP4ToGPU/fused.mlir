// RUN: quartet-opt %s --convert-nvfp4-to-gpu --canonicalize --split-input-file | FileCheck %s

// Both directions from one read; the corrected scales of each direction are
// rounded by a second kernel, which both share.
// CHECK-LABEL: gpu.module @kernels
// CHECK:       gpu.func @rotate_quantize_quartet2_backward_bf16_128x256_both(%[[X:.*]]: memref<128x256xbf16>,
// CHECK-COUNT-2: vector.load %[[X]]
// CHECK-NOT:     memref.load %[[X]]
// CHECK:         gpu.barrier
// CHECK-NOT:     %[[X]][
// CHECK:       gpu.func @round_scales(
// CHECK-LABEL: func.func @both(
// CHECK:         memref.alloc() {{.*}} : memref<1x1x4x32x4x4xi16>
// CHECK:         memref.alloc() {{.*}} : memref<1x2x2x32x4x4xi16>
// CHECK:         gpu.launch_func @kernels::@rotate_quantize_quartet2_backward_bf16_128x256_both
// CHECK-COUNT-2: gpu.launch_func @kernels::@round_scales
func.func @both(%x: memref<128x256xbf16>, %seed: memref<i64>,
                %d0: memref<128x128xi8>, %s0: memref<1x4x32x4x4xf8E4M3FN>,
                %t0: memref<f32>, %d1: memref<256x64xi8>,
                %s1: memref<2x2x32x4x4xf8E4M3FN>, %t1: memref<f32>) {
  nvfp4.rotate_quantize <quartet2_backward> <both>
      ins(%x : memref<128x256xbf16>) seed(%seed : memref<i64>)
      outs(%d0, %s0, %t0, %d1, %s1, %t1 :
           memref<128x128xi8>, memref<1x4x32x4x4xf8E4M3FN>, memref<f32>,
           memref<256x64xi8>, memref<2x2x32x4x4xf8E4M3FN>, memref<f32>)
      {group = 128 : i64, site = 1 : i64, row_site = 2 : i64,
       col_site = 3 : i64}
  return
}

// -----

// Decoded values exist in shared memory only.
// CHECK-LABEL: gpu.module @kernels
// CHECK:       gpu.func @requantize_quartet2_backward_i8_256x32_col(%[[D:.*]]: memref<256x32xi8>, %[[S:.*]]: memref<2x1x32x4x4xf8E4M3FN>
// CHECK:         vector.load %[[D]]{{.*}} {alignment = 8 : i64} : memref<256x32xi8>, vector<8xi8>
// CHECK:         memref.load %[[S]]
// CHECK-LABEL: func.func @again(
// CHECK-COUNT-1: memref.alloc() {{.*}}xi16>
// CHECK-NOT:     memref.alloc() {{.*}}xbf16>
// CHECK:         return
func.func @again(%d: memref<256x32xi8>, %s: memref<2x1x32x4x4xf8E4M3FN>,
                 %t: memref<f32>, %seed: memref<i64>, %d1: memref<64x128xi8>,
                 %s1: memref<1x4x32x4x4xf8E4M3FN>, %t1: memref<f32>) {
  nvfp4.requantize <quartet2_backward> <col>
      ins(%d, %s, %t : memref<256x32xi8>, memref<2x1x32x4x4xf8E4M3FN>,
          memref<f32>)
      seed(%seed : memref<i64>)
      outs(%d1, %s1, %t1 : memref<64x128xi8>, memref<1x4x32x4x4xf8E4M3FN>,
           memref<f32>) {group = 128 : i64, site = 1 : i64, col_site = 4 : i64}
  return
}
