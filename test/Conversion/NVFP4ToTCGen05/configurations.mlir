// RUN: not quartet-opt %s --convert-nvfp4-matmul-to-tcgen05="tile-columns=96" 2>&1 \
// RUN:   | FileCheck %s --check-prefix=COLUMNS
// RUN: not quartet-opt %s --convert-nvfp4-matmul-to-tcgen05="tile-columns=64 cta-group=2" 2>&1 \
// RUN:   | FileCheck %s --check-prefix=PAIR
// RUN: not quartet-opt %s --convert-nvfp4-matmul-to-tcgen05="cta-group=3" 2>&1 \
// RUN:   | FileCheck %s --check-prefix=GROUP
// RUN: not quartet-opt %s --convert-nvfp4-matmul-to-tcgen05="tile-columns=256 cta-group=1 shared-bytes=65536" 2>&1 \
// RUN:   | FileCheck %s --check-prefix=SHARED

// COLUMNS: error: 'nvfp4.scaled_matmul' op expects 32, 64, 128, 192 or 256 columns per tile, but got 96
// PAIR: error: 'nvfp4.scaled_matmul' op expects 128, 192 or 256 columns per tile of a pair, but got 64
// GROUP: error: 'nvfp4.scaled_matmul' op expects 1 or 2 CTAs per tile, but got 3
// SHARED: error: 'nvfp4.scaled_matmul' op expects shared memory for 2 stages of 55296 bytes, but got 65536
func.func @product(%a: memref<4x32xi8>, %s: memref<1x1x32x4x4xf8E4M3FN>,
                   %t: memref<f32>, %d: memref<4x4xf32>) {
  nvfp4.scaled_matmul
      lhs(%a, %s, %t : memref<4x32xi8>, memref<1x1x32x4x4xf8E4M3FN>,
          memref<f32>)
      rhs(%a, %s, %t : memref<4x32xi8>, memref<1x1x32x4x4xf8E4M3FN>,
          memref<f32>)
      outs(%d : memref<4x4xf32>)
  return
}
