// RUN: quartet-opt %s --convert-tcgen05-to-nvvm | FileCheck %s

// CHECK-LABEL: func.func @allocation
// CHECK: nvvm.tcgen05.alloc %{{.*}}, %{{.*}} : !llvm.ptr<3>, i32
// CHECK: nvvm.tcgen05.relinquish_alloc_permit
// CHECK: %[[T:.*]] = llvm.load %{{.*}} : !llvm.ptr<3> -> i32
// CHECK: %[[P:.*]] = llvm.inttoptr %[[T]] : i32 to !llvm.ptr<6>
// CHECK: %[[N:.*]] = llvm.mlir.constant(256 : i32)
// CHECK: nvvm.tcgen05.dealloc %[[P]], %[[N]] : !llvm.ptr<6>, i32
func.func @allocation(%slot: memref<1xi32, 3>) {
  tcgen05.alloc %slot columns 256 : memref<1xi32, 3>
  tcgen05.relinquish_alloc_permit
  %t = tcgen05.address %slot : memref<1xi32, 3> to !tcgen05.tmem<256>
  tcgen05.dealloc %t : !tcgen05.tmem<256>
  return
}

// A row block's four groups are 512 bytes (32 in the descriptor) apart in shared
// memory; in tensor memory groups are 8 columns apart for 256 rows.
// CHECK-LABEL: func.func @copy
// CHECK: %[[BITS:.*]] = llvm.mlir.constant(70403103916032 : i64)
// CHECK: %[[D0:.*]] = llvm.or %{{.*}}, %[[BITS]]
// CHECK: nvvm.tcgen05.cp %{{.*}}, %[[D0]] {{.*}}shape_32x128b
// CHECK: %[[O:.*]] = llvm.mlir.constant(4 : i32)
// CHECK: llvm.add %{{.*}}, %[[O]] : i32
// CHECK: %[[NEXT:.*]] = llvm.mlir.constant(64 : i64)
// CHECK: %[[D1:.*]] = llvm.add %[[D0]], %[[NEXT]]
// CHECK: nvvm.tcgen05.cp %{{.*}}, %[[D1]]
// CHECK: llvm.mlir.constant(8 : i32)
// CHECK: llvm.mlir.constant(32 : i64)
// CHECK: nvvm.tcgen05.cp
// CHECK: llvm.mlir.constant(12 : i32)
// CHECK: llvm.mlir.constant(96 : i64)
// CHECK: nvvm.tcgen05.cp
// CHECK-NOT: nvvm.tcgen05.cp
func.func @copy(%a: !tcgen05.scale_atoms<256x8>, %s: !tcgen05.scales<256x8>) {
  tcgen05.copy_scales %a, %s
      : !tcgen05.scale_atoms<256x8>, !tcgen05.scales<256x8>
  return
}

// Four instructions for K = 256; descriptors advance by 2, A scales by 4 and B
// scales by 8 columns; only the first takes the caller's predicate.
// CHECK-LABEL: func.func @multiply
// CHECK-SAME: %[[PRED:.*]]: i1
// CHECK: %[[IDESC:.*]] = llvm.mlir.constant(138413184 : i32)
// CHECK: llvm.mlir.constant(4611756662049472512 : i64)
// CHECK: %[[TRUE:.*]] = llvm.mlir.constant(true)
// CHECK: nvvm.tcgen05.mma.block_scale %{{.*}}, %[[A:.*]], %[[B:.*]], %[[IDESC]], %[[PRED]], %{{.*}}, %{{.*}} {{{.*}}ctaGroup = #nvvm.cta_group<cta_1>
// CHECK: %[[C2:.*]] = llvm.mlir.constant(2 : i64)
// CHECK: %[[A1:.*]] = llvm.add %[[A]], %[[C2]]
// CHECK: llvm.add %[[B]]
// CHECK: llvm.mlir.constant(4 : i32)
// CHECK: llvm.mlir.constant(8 : i32)
// CHECK: nvvm.tcgen05.mma.block_scale %{{.*}}, %[[A1]], %{{.*}}, %[[IDESC]], %[[TRUE]]
// CHECK-COUNT-2: nvvm.tcgen05.mma.block_scale
// CHECK-NOT: nvvm.tcgen05.mma.block_scale
func.func @multiply(%p: i1, %d: !tcgen05.accumulator<128x256>,
                    %a: !tcgen05.operand<128x256>,
                    %b: !tcgen05.operand<256x256>,
                    %sa: !tcgen05.scales<128x16>,
                    %sb: !tcgen05.scales<256x16>) {
  tcgen05.mma %d, %a, %b, %sa, %sb accumulate %p
      : !tcgen05.accumulator<128x256>, !tcgen05.operand<128x256>,
        !tcgen05.operand<256x256>, !tcgen05.scales<128x16>,
        !tcgen05.scales<256x16>
  return
}

// The second 256 elements of K lie after the first tile of 128 rows: 16384
// bytes, 1024 in the descriptor.
// CHECK-LABEL: func.func @two_tiles
// CHECK-COUNT-4: nvvm.tcgen05.mma.block_scale
// CHECK: llvm.mlir.constant(1024 : i64)
// CHECK-COUNT-4: nvvm.tcgen05.mma.block_scale
func.func @two_tiles(%p: i1, %d: !tcgen05.accumulator<128x128>,
                     %a: !tcgen05.operand<128x512>,
                     %s: !tcgen05.scales<128x32>) {
  tcgen05.mma %d, %a, %a, %s, %s accumulate %p
      : !tcgen05.accumulator<128x128>, !tcgen05.operand<128x512>,
        !tcgen05.operand<128x512>, !tcgen05.scales<128x32>,
        !tcgen05.scales<128x32>
  return
}

// Warp w touches lanes 32 (w mod 4) and up: shifted left by 5 + 16.
// CHECK-LABEL: func.func @fragments
// CHECK: llvm.and %{{.*}}, %{{.*}} : i32
// CHECK: llvm.mlir.constant(21 : i32)
// CHECK: llvm.shl
// CHECK: %[[L:.*]] = nvvm.tcgen05.ld %{{.*}} {shape = #nvvm.tcgen05_ldst_shape<shape_32x32b>} : vector<32xi32>
// CHECK: nvvm.tcgen05.wait <load>
// CHECK: llvm.inline_asm has_side_effects asm_dialect = att "", "=r,=r{{[=r,]*}},0,1{{[0-9,]*}},31"
// CHECK: llvm.bitcast %{{.*}} : vector<32xf32> to vector<32xi32>
// CHECK: nvvm.tcgen05.st
// CHECK: nvvm.tcgen05.wait <store>
// CHECK: nvvm.tcgen05.ld {{.*}} : i32
// CHECK: nvvm.tcgen05.wait <load>
// CHECK: nvvm.tcgen05.fence <before>
// CHECK: nvvm.tcgen05.commit %{{.*}}, multicast_mask = %{{.*}} : !llvm.ptr<3>, i16
// CHECK: nvvm.tcgen05.fence <after>
func.func @fragments(%d: !tcgen05.accumulator<128x256>, %w: index, %c: index,
                     %bars: memref<2xi64, 3>, %mask: i16) -> vector<1xf32> {
  %l = tcgen05.load %d[%w, %c] : !tcgen05.accumulator<128x256> to vector<32xf32>
  %v = tcgen05.wait load(%l : vector<32xf32>)
  tcgen05.store %v, %d[%w, %c] : vector<32xf32>, !tcgen05.accumulator<128x256>
  tcgen05.wait store
  %m = tcgen05.load %d[%w, %c] : !tcgen05.accumulator<128x256> to vector<1xf32>
  %u = tcgen05.wait load(%m : vector<1xf32>)
  tcgen05.fence before
  tcgen05.commit %bars[%c] multicast %mask : memref<2xi64, 3>
  tcgen05.fence after
  return %u : vector<1xf32>
}
