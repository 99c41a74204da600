// RUN: quartet-opt %s --convert-nvfp4-matmul-to-tcgen05="tile-columns=128 cta-group=1 swap=0" \
// RUN:   | FileCheck %s

// A constant that the epilogue captures is repeated in the kernel, above its
// uses, and is no argument of it.
// CHECK: gpu.func @nvfp4_gemm_128x128_bf16_epilogue(
// CHECK-SAME: %{{[a-z0-9]+}}: memref<?x200xbf16>, %{{[a-z0-9]+}}: index) workgroup
// CHECK: %[[SIX:.*]] = arith.constant 6.000000e+00 : f32
// CHECK: %[[SIXES:.*]] = vector.broadcast %[[SIX]] : f32 to vector<32xf32>
// CHECK: %[[V:.*]] = arith.minimumf %{{.*}}, %[[SIXES]] : vector<32xf32>
// CHECK: arith.truncf %[[V]] : vector<32xf32> to vector<32xbf16>
// CHECK: gpu.return
func.func @rectified(%a: memref<?x48xi8>, %as: memref<?x2x32x4x4xf8E4M3FN>,
                     %t: memref<f32>, %b: memref<200x48xi8>,
                     %bs: memref<2x2x32x4x4xf8E4M3FN>,
                     %d: memref<?x200xbf16>) {
  %six = arith.constant 6.0 : f32
  nvfp4.scaled_matmul
      lhs(%a, %as, %t : memref<?x48xi8>, memref<?x2x32x4x4xf8E4M3FN>,
          memref<f32>)
      rhs(%b, %bs, %t : memref<200x48xi8>, memref<2x2x32x4x4xf8E4M3FN>,
          memref<f32>)
      outs(%d : memref<?x200xbf16>) epilogue {
  ^bb0(%v: f32):
    %least = arith.minimumf %v, %six : f32
    %rounded = arith.truncf %least : f32 to bf16
    nvfp4.yield %rounded : bf16
  }
  return
}
