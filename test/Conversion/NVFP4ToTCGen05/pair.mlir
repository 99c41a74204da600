// RUN: quartet-opt %s --convert-nvfp4-matmul-to-tcgen05="tile-columns=192 cta-group=2 swap=0" --canonicalize --cse \
// RUN:   -o %t.mlir
// RUN: FileCheck %s < %t.mlir
// RUN: FileCheck %s --check-prefix=HOST < %t.mlir

// Two CTAs share a tile of 256 rows: each copies its rows of A and its half of
// B's, the even one multiplies, both bring their rows to memory.
// HOST-LABEL: func.func @pair
// HOST: tcgen05.make_tensor_map %{{.*}} to !tcgen05.tensor_map<96x128, swizzle 128>
// HOST: gpu.launch_func @kernels::@nvfp4_gemm_256x192_f32_accumulate clusters in (%c2, %c1, %c1) blocks in
// CHECK: gpu.func @nvfp4_gemm_256x192_f32_accumulate
// CHECK-SAME: known_cluster_size = array<i32: 2, 1, 1>
// CHECK: %[[RANK:.*]] = gpu.cluster_block_id{{ *}}x
// CHECK: tcgen05.alloc %{{.*}} columns 512 {cta_group = 2 : i32}
// CHECK: tcgen05.mbarrier_init %{{.*}} count 256
// CHECK: gpu.barrier
// CHECK-NEXT: tcgen05.cluster_sync
// The accumulator is released to the even CTA.
// CHECK: tcgen05.mbarrier_arrive %{{.*}} rank %c0
// CHECK: vector.load %{{.*}} {alignment = 16 : i64} : memref<?x384xf32>, vector<32xf32>
// CHECK: %[[LEADS:.*]] = arith.cmpi eq, %[[RANK]], %c0
// CHECK: scf.if %[[LEADS]]
// Tiles of 192 columns may start in the middle of a block of scales.
// CHECK: tcgen05.mma {{.*}} b_scale_row %{{.*}} {cta_group = 2 : i32} : <256x192>, <128x256>, <96x256>, <128x16>, <256x16>
// CHECK: tcgen05.commit %{{.*}} multicast %c3_i16 {cta_group = 2 : i32}
// The even CTA expects the bytes of both.
// CHECK: tcgen05.mbarrier_expect %{{.*}} bytes 69632
// CHECK-COUNT-4: tcgen05.tma_load {{.*}} {cta_group = 2 : i32}
// CHECK: gpu.barrier
// CHECK-NEXT: tcgen05.cluster_sync
// CHECK: tcgen05.dealloc
func.func @pair(
    %a: memref<?x512xi8>, %as: memref<?x16x32x4x4xf8E4M3FN>, %at: memref<f32>,
    %b: memref<384x512xi8>, %bs: memref<3x16x32x4x4xf8E4M3FN>,
    %bt: memref<f32>, %d: memref<?x384xf32>) {
  nvfp4.scaled_matmul
      lhs(%a, %as, %at : memref<?x512xi8>, memref<?x16x32x4x4xf8E4M3FN>,
          memref<f32>)
      rhs(%b, %bs, %bt : memref<384x512xi8>, memref<3x16x32x4x4xf8E4M3FN>,
          memref<f32>)
      outs(%d : memref<?x384xf32>) {accumulate}
  return
}
