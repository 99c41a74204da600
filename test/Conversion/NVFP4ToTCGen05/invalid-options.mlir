// What the cost model is told must make sense: one line, no crash.
// RUN: not quartet-opt %s --convert-nvfp4-matmul-to-tcgen05=multiprocessors=0 2>&1 | FileCheck %s --check-prefix=NONE
// RUN: not quartet-opt %s --convert-nvfp4-matmul-to-tcgen05="cta-group=2 multiprocessors=1" 2>&1 | FileCheck %s --check-prefix=ONE
// RUN: not quartet-opt %s --convert-nvfp4-matmul-to-tcgen05=macs-per-clock=-1 2>&1 | FileCheck %s --check-prefix=MACS
// RUN: quartet-opt %s --convert-nvfp4-matmul-to-tcgen05="cta-group=2 multiprocessors=2" | FileCheck %s --check-prefix=TWO

// NONE: error: expects multiprocessors of at least 2, but got 0
// ONE: error: expects multiprocessors of at least 2, but got 1
// MACS: error: expects macs-per-clock of at least 0, but got -1
// TWO: gpu.launch_func {{ *}}@kernels::@nvfp4_gemm_256x

func.func @product(%a: memref<256x32xi8>, %s: memref<2x1x32x4x4xf8E4M3FN>,
                   %t: memref<f32>, %d: memref<256x256xf32>) {
  nvfp4.scaled_matmul
      lhs(%a, %s, %t : memref<256x32xi8>, memref<2x1x32x4x4xf8E4M3FN>,
          memref<f32>)
      rhs(%a, %s, %t : memref<256x32xi8>, memref<2x1x32x4x4xf8E4M3FN>,
          memref<f32>)
      outs(%d : memref<256x256xf32>)
  return
}
