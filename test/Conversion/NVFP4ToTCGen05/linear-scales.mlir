// RUN: quartet-opt %s --convert-nvfp4-matmul-to-tcgen05="tile-columns=128 cta-group=1 swap=0" --canonicalize --cse \
// RUN:   | FileCheck %s

// Linear scales are tiled into scratch before the launch; tiled ones are taken
// as they are.
// CHECK-LABEL: func.func @linear
// CHECK-SAME: %[[AS:[a-z0-9]*]]: memref<?x6xf8E4M3FN>
// CHECK: %[[T:.*]] = memref.alloc(%{{.*}})
// CHECK: nvfp4.tile_scales ins(%[[AS]] : memref<?x6xf8E4M3FN>) outs(%[[T]] :
// CHECK: memref.collapse_shape %[[T]]
// CHECK-NOT: nvfp4.tile_scales
// CHECK: gpu.launch_func @kernels::@nvfp4_gemm_128x128_f32
// CHECK: memref.dealloc %[[T]]
func.func @linear(%a: memref<?x48xi8>, %as: memref<?x6xf8E4M3FN>,
                  %t: memref<f32>, %b: memref<200x48xi8>,
                  %bs: memref<2x2x32x4x4xf8E4M3FN>, %d: memref<?x200xf32>) {
  nvfp4.scaled_matmul
      lhs(%a, %as, %t : memref<?x48xi8>, memref<?x6xf8E4M3FN>, memref<f32>)
      rhs(%b, %bs, %t : memref<200x48xi8>, memref<2x2x32x4x4xf8E4M3FN>,
          memref<f32>)
      outs(%d : memref<?x200xf32>)
  return
}
