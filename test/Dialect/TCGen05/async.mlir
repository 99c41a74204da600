// RUN: quartet-opt %s | quartet-opt | FileCheck %s
// RUN: quartet-opt %s --emit-bytecode | quartet-opt | FileCheck %s

// CHECK-LABEL: func.func @maps
// CHECK: tcgen05.make_tensor_map %{{.*}} : memref<?x128xi8> to !tcgen05.tensor_map<128x128, swizzle 128>
// CHECK: tcgen05.make_tensor_map %{{.*}} : memref<3x?x256xf8E4M3FN> to !tcgen05.tensor_map<2x8x256>
func.func @maps(%a: memref<?x128xi8>, %s: memref<3x?x256xf8E4M3FN>)
    -> (!tcgen05.tensor_map<128x128, swizzle 128>,
        !tcgen05.tensor_map<2x8x256>) {
  %x = tcgen05.make_tensor_map %a
      : memref<?x128xi8> to !tcgen05.tensor_map<128x128, swizzle 128>
  // No swizzle is spelled either way.
  %y = tcgen05.make_tensor_map %s
      : memref<3x?x256xf8E4M3FN> to !tcgen05.tensor_map<2x8x256, swizzle 0>
  return %x, %y : !tcgen05.tensor_map<128x128, swizzle 128>,
      !tcgen05.tensor_map<2x8x256>
}

// CHECK-LABEL: func.func @load
// CHECK: tcgen05.tma_load %{{.*}}[%{{.*}}, %{{.*}}], %{{.*}}[%{{.*}}], %{{.*}}[%{{.*}}] : !tcgen05.tensor_map<128x128, swizzle 128>, memref<?xi8, 3>, memref<4xi64, 3>
// CHECK: tcgen05.tma_load %{{.*}}[%{{.*}}], %{{.*}}[%{{.*}}], %{{.*}}[%{{.*}}] multicast %{{.*}} : !tcgen05.tensor_map<256>
// CHECK: tcgen05.tma_load %{{.*}} {cta_group = 2 : i32} : !tcgen05.tensor_map<256>
func.func @load(%m: !tcgen05.tensor_map<128x128, swizzle 128>,
                %n: !tcgen05.tensor_map<256>, %smem: memref<?xi8, 3>,
                %bars: memref<4xi64, 3>, %i: index, %mask: i16) {
  tcgen05.tma_load %m[%i, %i], %smem[%i], %bars[%i]
      : !tcgen05.tensor_map<128x128, swizzle 128>, memref<?xi8, 3>,
        memref<4xi64, 3>
  tcgen05.tma_load %n[%i], %smem[%i], %bars[%i] multicast %mask
      : !tcgen05.tensor_map<256>, memref<?xi8, 3>, memref<4xi64, 3>
  tcgen05.tma_load %n[%i], %smem[%i], %bars[%i] {cta_group = 2 : i32}
      : !tcgen05.tensor_map<256>, memref<?xi8, 3>, memref<4xi64, 3>
  return
}

// CHECK-LABEL: func.func @barriers
// CHECK: tcgen05.mbarrier_init %{{.*}}[%{{.*}}] count 128 : memref<4xi64, #gpu.address_space<workgroup>>
// CHECK: tcgen05.mbarrier_init_fence
// CHECK: tcgen05.mbarrier_expect %{{.*}}[%{{.*}}] bytes 36864 : memref
// CHECK: tcgen05.mbarrier_arrive %{{.*}}[%{{.*}}] : memref
// CHECK: tcgen05.mbarrier_arrive %{{.*}}[%{{.*}}] rank %{{.*}} : memref
// CHECK: tcgen05.mbarrier_try_wait %{{.*}}[%{{.*}}] parity %{{.*}} : memref
// CHECK: tcgen05.elect
// CHECK: tcgen05.warp_sync
// CHECK: tcgen05.cluster_sync
func.func @barriers(%bars: memref<4xi64, #gpu.address_space<workgroup>>,
                    %i: index, %p: i1) -> (i1, i1) {
  tcgen05.mbarrier_init %bars[%i] count 128
      : memref<4xi64, #gpu.address_space<workgroup>>
  tcgen05.mbarrier_init_fence
  tcgen05.mbarrier_expect %bars[%i] bytes 36864
      : memref<4xi64, #gpu.address_space<workgroup>>
  tcgen05.mbarrier_arrive %bars[%i]
      : memref<4xi64, #gpu.address_space<workgroup>>
  tcgen05.mbarrier_arrive %bars[%i] rank %i
      : memref<4xi64, #gpu.address_space<workgroup>>
  %d = tcgen05.mbarrier_try_wait %bars[%i] parity %p
      : memref<4xi64, #gpu.address_space<workgroup>>
  %e = tcgen05.elect
  tcgen05.warp_sync
  tcgen05.cluster_sync
  return %d, %e : i1, i1
}

// A tile of 192 rows of B whose scales start in the middle of a row block.
// CHECK-LABEL: func.func @scale_row
// CHECK: tcgen05.mma {{.*}} accumulate %{{.*}} b_scale_row %{{.*}} : <128x192>
func.func @scale_row(%p: i1, %row: index, %d: !tcgen05.accumulator<128x192>,
                     %a: !tcgen05.operand<128x256>,
                     %b: !tcgen05.operand<192x256>,
                     %sa: !tcgen05.scales<128x16>,
                     %sb: !tcgen05.scales<256x16>) {
  tcgen05.mma %d, %a, %b, %sa, %sb accumulate %p b_scale_row %row
      : !tcgen05.accumulator<128x192>, !tcgen05.operand<128x256>,
        !tcgen05.operand<192x256>, !tcgen05.scales<128x16>,
        !tcgen05.scales<256x16>
  return
}
