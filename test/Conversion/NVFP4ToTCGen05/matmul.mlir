// RUN: quartet-opt %s --convert-nvfp4-matmul-to-tcgen05="tile-columns=256 cta-group=1 swap=0" --canonicalize --cse \
// RUN:   -o %t.mlir
// RUN: FileCheck %s < %t.mlir
// RUN: FileCheck %s --check-prefix=HOST < %t.mlir

// Two products of one shape class share a kernel. The host describes operands to
// the tensor memory accelerator and launches at most one block per
// multiprocessor.
// HOST-LABEL: func.func @two_products
// HOST-SAME: %[[A:[a-z0-9]*]]: memref<?x512xi8>, %[[AS:[a-z0-9]*]]: memref<?x16x32x4x4xf8E4M3FN>
// HOST-DAG: %[[SMS:.*]] = arith.constant 148 : index
// HOST-DAG: %[[THREADS:.*]] = arith.constant 192 : index
// HOST-DAG: %[[SHARED:.*]] = arith.constant 222208 : i32
// HOST: tcgen05.make_tensor_map %[[A]] : memref<?x512xi8> to !tcgen05.tensor_map<128x128, swizzle 128>
// HOST: %[[FLAT:.*]] = memref.collapse_shape %[[AS]] {{\[}}[0], [1, 2, 3, 4]]
// HOST: %[[ROWS:.*]] = memref.expand_shape %[[FLAT]] {{\[}}[0], [1, 2]]
// HOST: tcgen05.make_tensor_map %[[ROWS]] : memref<?x32x256xf8E4M3FN> to !tcgen05.tensor_map<1x8x256>
// HOST: tcgen05.make_tensor_map %{{.*}} : memref<4096x512xi8> to !tcgen05.tensor_map<256x128, swizzle 128>
// HOST: tcgen05.make_tensor_map %{{.*}} : memref<32x32x256xf8E4M3FN> to !tcgen05.tensor_map<2x8x256>
// HOST: %[[BLOCKS:.*]] = arith.minui %{{.*}}, %[[SMS]]
// HOST: gpu.launch_func @kernels::@nvfp4_gemm_128x256_bf16 blocks in (%[[BLOCKS]], %c1, %c1) threads in (%[[THREADS]], %c1, %c1) dynamic_shared_memory_size %[[SHARED]]
// HOST: gpu.launch_func @kernels::@nvfp4_gemm_128x256_bf16 blocks
// HOST-NOT: nvfp4.scaled_matmul
func.func @two_products(
    %a: memref<?x512xi8>, %as: memref<?x16x32x4x4xf8E4M3FN>, %at: memref<f32>,
    %b: memref<4096x512xi8>, %bs: memref<32x16x32x4x4xf8E4M3FN>,
    %bt: memref<f32>, %d: memref<?x4096xbf16>, %e: memref<?x4096xbf16>) {
  nvfp4.scaled_matmul
      lhs(%a, %as, %at : memref<?x512xi8>, memref<?x16x32x4x4xf8E4M3FN>,
          memref<f32>)
      rhs(%b, %bs, %bt : memref<4096x512xi8>, memref<32x16x32x4x4xf8E4M3FN>,
          memref<f32>)
      outs(%d : memref<?x4096xbf16>)
  nvfp4.scaled_matmul
      lhs(%a, %as, %at : memref<?x512xi8>, memref<?x16x32x4x4xf8E4M3FN>,
          memref<f32>)
      rhs(%b, %bs, %bt : memref<4096x512xi8>, memref<32x16x32x4x4xf8E4M3FN>,
          memref<f32>)
      outs(%e : memref<?x4096xbf16>)
  return
}

// CHECK: gpu.module @kernels
// CHECK: gpu.func @nvfp4_gemm_128x256_bf16(
// CHECK-SAME: kernel attributes {known_block_size = array<i32: 192, 1, 1>, nvvm.minctasm = 1 : i32}
// CHECK: tcgen05.alloc %{{.*}} columns 512
// CHECK: tcgen05.relinquish_alloc_permit
// Each accumulator is released by all epilogue threads.
// CHECK: tcgen05.mbarrier_init %{{.*}} count 128
// CHECK: tcgen05.mbarrier_init_fence
// CHECK: tcgen05.fence before
// CHECK-NEXT: gpu.barrier
// CHECK-NEXT: tcgen05.fence after

// Epilogue: what the next accumulator overlaps is read and released first, a
// vector of 32 columns at a time, in 16-byte accesses.
// CHECK: tcgen05.mbarrier_try_wait
// CHECK: tcgen05.slice %{{.*}} column 0 stage %{{.*}} stages 2 stride 192 : <512> to !tcgen05.accumulator<128x256>
// CHECK: tcgen05.load %{{.*}} to vector<32xf32>
// CHECK-NEXT: tcgen05.wait load
// CHECK: tcgen05.fence before
// CHECK-NEXT: tcgen05.mbarrier_arrive
// CHECK: arith.truncf %{{.*}} : vector<32xf32> to vector<32xbf16>
// CHECK: vector.store %{{.*}} {alignment = 16 : i64} : memref<?x4096xbf16>, vector<32xbf16>

// MMA: wait, fence, copy scales, multiply, commit.
// CHECK: tcgen05.elect
// CHECK: tcgen05.mbarrier_try_wait
// CHECK: tcgen05.fence after
// CHECK: tcgen05.copy_scales {{.*}} <128x16>
// CHECK: tcgen05.copy_scales {{.*}} <256x16>
// CHECK: tcgen05.mma {{.*}} : <128x256>, <128x256>, <256x256>, <128x16>, <256x16>
// CHECK-NEXT: tcgen05.commit
// CHECK: tcgen05.commit
// CHECK: tcgen05.warp_sync

// Copies: the bytes of one stage.
// CHECK: tcgen05.elect
// CHECK: tcgen05.mbarrier_try_wait
// CHECK: tcgen05.mbarrier_expect %{{.*}} bytes 55296
// CHECK-COUNT-4: tcgen05.tma_load
// CHECK: tcgen05.dealloc
// CHECK: gpu.return
// CHECK-NOT: gpu.func @
