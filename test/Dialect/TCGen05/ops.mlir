// RUN: quartet-opt %s | quartet-opt | FileCheck %s
// RUN: quartet-opt %s --emit-bytecode | quartet-opt | FileCheck %s

// CHECK-LABEL: func.func @allocation
// CHECK: tcgen05.alloc %{{.*}} columns 512 : memref<1xi32, 3>
// CHECK: tcgen05.relinquish_alloc_permit
// CHECK: %[[T:.*]] = tcgen05.address %{{.*}} : memref<1xi32, 3> to <512>
// CHECK: tcgen05.slice %[[T]] column 0 : <512> to !tcgen05.accumulator<128x256>
// CHECK: tcgen05.slice %[[T]] column 256 stage %{{.*}} stages 2 stride 48 : <512> to !tcgen05.scales<128x16>
// CHECK: tcgen05.dealloc %[[T]] : <512>
func.func @allocation(%slot: memref<1xi32, 3>, %i: index) {
  tcgen05.alloc %slot columns 512 : memref<1xi32, 3>
  tcgen05.relinquish_alloc_permit
  %t = tcgen05.address %slot : memref<1xi32, 3> to !tcgen05.tmem<512>
  %d = tcgen05.slice %t column 0 : !tcgen05.tmem<512>
      to !tcgen05.accumulator<128x256>
  %s = tcgen05.slice %t column 256 stage %i stages 2 stride 48
      : !tcgen05.tmem<512> to !tcgen05.scales<128x16>
  tcgen05.dealloc %t : !tcgen05.tmem<512>
  return
}

// CHECK-LABEL: func.func @pair
// CHECK: tcgen05.alloc %{{.*}} columns 512 {cta_group = 2 : i32}
// CHECK: tcgen05.mma {{.*}} accumulate %{{.*}} {cta_group = 2 : i32} : <256x192>, <128x256>, <96x256>, <128x16>, <256x16>
// CHECK: tcgen05.commit %{{.*}}[%{{.*}}] multicast %{{.*}} {cta_group = 2 : i32} : memref<4xi64, #gpu.address_space<workgroup>>
func.func @pair(%slot: memref<1xi32, #gpu.address_space<workgroup>>,
                %bars: memref<4xi64, #gpu.address_space<workgroup>>,
                %i: index, %mask: i16, %p: i1,
                %d: !tcgen05.accumulator<256x192>,
                %a: !tcgen05.operand<128x256>, %b: !tcgen05.operand<96x256>,
                %sa: !tcgen05.scales<128x16>, %sb: !tcgen05.scales<256x16>) {
  tcgen05.alloc %slot columns 512 {cta_group = 2 : i32}
      : memref<1xi32, #gpu.address_space<workgroup>>
  tcgen05.mma %d, %a, %b, %sa, %sb accumulate %p {cta_group = 2 : i32}
      : !tcgen05.accumulator<256x192>, !tcgen05.operand<128x256>,
        !tcgen05.operand<96x256>, !tcgen05.scales<128x16>,
        !tcgen05.scales<256x16>
  tcgen05.commit %bars[%i] multicast %mask {cta_group = 2 : i32}
      : memref<4xi64, #gpu.address_space<workgroup>>
  return
}

// CHECK-LABEL: func.func @tile
// CHECK: tcgen05.operand_tile %{{.*}}[%{{.*}}] : memref<65536xi8, 3> to <128x256>
// CHECK: tcgen05.scale_tile %{{.*}}[%{{.*}}] : memref<65536xi8, 3> to <256x16>
// CHECK: tcgen05.copy_scales %{{.*}}, %{{.*}} : <256x16>, <256x16>
// CHECK: tcgen05.fence before
// CHECK: tcgen05.fence after
// CHECK: tcgen05.load %{{.*}}[%{{.*}}, %{{.*}}] : <128x256> to vector<32xf32>
// CHECK: tcgen05.wait load(%{{.*}} : vector<32xf32>)
// CHECK: tcgen05.store %{{.*}}, %{{.*}}[%{{.*}}, %{{.*}}] : vector<32xf32>, <128x256>
// CHECK: tcgen05.wait store
func.func @tile(%smem: memref<65536xi8, 3>, %o: index, %w: index,
                %d: !tcgen05.accumulator<128x256>,
                %s: !tcgen05.scales<256x16>) {
  %a = tcgen05.operand_tile %smem[%o] : memref<65536xi8, 3>
      to !tcgen05.operand<128x256>
  %f = tcgen05.scale_tile %smem[%o] : memref<65536xi8, 3>
      to !tcgen05.scale_atoms<256x16>
  tcgen05.copy_scales %f, %s
      : !tcgen05.scale_atoms<256x16>, !tcgen05.scales<256x16>
  tcgen05.fence before
  tcgen05.fence after
  %u = tcgen05.load %d[%w, %o] : !tcgen05.accumulator<128x256> to vector<32xf32>
  %v = tcgen05.wait load(%u : vector<32xf32>)
  tcgen05.store %v, %d[%w, %o] : vector<32xf32>, !tcgen05.accumulator<128x256>
  tcgen05.wait store
  return
}
