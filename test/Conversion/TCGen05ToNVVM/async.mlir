// RUN: quartet-opt %s --convert-tcgen05-to-nvvm | FileCheck %s

// PTX names the innermost coordinate first.
// CHECK-LABEL: func.func @load
// CHECK-SAME: %[[MAP:[a-z0-9]*]]: !tcgen05.tensor_map
// CHECK-SAME: %[[ROW:[a-z0-9]*]]: index, %[[BYTE:[a-z0-9]*]]: index
// CHECK-DAG: %[[P:.*]] = builtin.unrealized_conversion_cast %[[MAP]] : {{.*}} to !llvm.ptr
// CHECK-DAG: %[[ROW64:.*]] = builtin.unrealized_conversion_cast %[[ROW]] : index to i64
// CHECK-DAG: %[[BYTE64:.*]] = builtin.unrealized_conversion_cast %[[BYTE]] : index to i64
// CHECK-DAG: %[[ROW32:.*]] = llvm.trunc %[[ROW64]]
// CHECK-DAG: %[[BYTE32:.*]] = llvm.trunc %[[BYTE64]]
// CHECK: nvvm.cp.async.bulk.tensor.shared.cluster.global %{{.*}}, %[[P]], %{{.*}}, box[%[[BYTE32]], %[[ROW32]]] {isCTAOnly = true} : !llvm.ptr<3>, !llvm.ptr
func.func @load(%m: !tcgen05.tensor_map<128x128, swizzle 128>,
                %smem: memref<65536xi8, 3>, %bars: memref<4xi64, 3>,
                %row: index, %byte: index) {
  tcgen05.tma_load %m[%row, %byte], %smem[%row], %bars[%row]
      : !tcgen05.tensor_map<128x128, swizzle 128>, memref<65536xi8, 3>,
        memref<4xi64, 3>
  return
}

// CHECK-LABEL: func.func @multicast
// CHECK: llvm.inttoptr %{{.*}} : i32 to !llvm.ptr<7>
// CHECK: nvvm.cp.async.bulk.tensor.shared.cluster.global %{{.*}}, %{{.*}}, %{{.*}}, box[%{{.*}}] multicast_mask = %{{.*}} : !llvm.ptr<7>, !llvm.ptr
func.func @multicast(%m: !tcgen05.tensor_map<256>, %smem: memref<65536xi8, 3>,
                     %bars: memref<4xi64, 3>, %i: index, %mask: i16) {
  tcgen05.tma_load %m[%i], %smem[%i], %bars[%i] multicast %mask
      : !tcgen05.tensor_map<256>, memref<65536xi8, 3>, memref<4xi64, 3>
  return
}

// The barrier of the pair's even CTA: bit 24 of its address is cleared.
// CHECK-LABEL: func.func @pair
// CHECK: %[[KEEP:.*]] = llvm.mlir.constant(-16777217 : i32)
// CHECK: %[[LEADER:.*]] = llvm.and %{{.*}}, %[[KEEP]]
// CHECK: %[[BAR:.*]] = llvm.inttoptr %[[LEADER]] : i32 to !llvm.ptr<3>
// CHECK: nvvm.cp.async.bulk.tensor.shared.cluster.global %{{.*}}, %{{.*}}, %[[BAR]], box[%{{.*}}] {group = #nvvm.cta_group<cta_2>} : !llvm.ptr<7>, !llvm.ptr
func.func @pair(%m: !tcgen05.tensor_map<256>, %smem: memref<65536xi8, 3>,
                %bars: memref<4xi64, 3>, %i: index) {
  tcgen05.tma_load %m[%i], %smem[%i], %bars[%i] {cta_group = 2 : i32}
      : !tcgen05.tensor_map<256>, memref<65536xi8, 3>, memref<4xi64, 3>
  return
}

// CHECK-LABEL: func.func @barriers
// CHECK: %[[COUNT:.*]] = llvm.mlir.constant(128 : i32)
// CHECK: nvvm.mbarrier.init %{{.*}}, %[[COUNT]] : !llvm.ptr<3>, i32
// CHECK: nvvm.fence.mbarrier.init
// CHECK: %[[BYTES:.*]] = llvm.mlir.constant(36864 : i32)
// CHECK: nvvm.mbarrier.arrive.expect_tx %{{.*}}, %[[BYTES]] : !llvm.ptr<3>, i32
// CHECK: nvvm.mbarrier.arrive %{{.*}} : !llvm.ptr<3>
// CHECK: %[[REMOTE:.*]] = nvvm.mapa %{{.*}}, %{{.*}} : !llvm.ptr<3> -> !llvm.ptr<7>
// CHECK: nvvm.mbarrier.arrive %[[REMOTE]] {scope = #nvvm.mem_scope<cluster>} : !llvm.ptr<7>
// CHECK: %[[PARITY:.*]] = llvm.zext %{{.*}} : i1 to i32
// CHECK: nvvm.mbarrier.try_wait %{{.*}}, %[[PARITY]] : !llvm.ptr<3>, i32 -> i1
// CHECK: nvvm.elect.sync -> i1
// CHECK: nvvm.bar.warp.sync
// CHECK: nvvm.cluster.arrive {aligned}
// CHECK: nvvm.cluster.wait {aligned}
func.func @barriers(%bars: memref<4xi64, 3>, %i: index, %p: i1) -> (i1, i1) {
  tcgen05.mbarrier_init %bars[%i] count 128 : memref<4xi64, 3>
  tcgen05.mbarrier_init_fence
  tcgen05.mbarrier_expect %bars[%i] bytes 36864 : memref<4xi64, 3>
  tcgen05.mbarrier_arrive %bars[%i] : memref<4xi64, 3>
  tcgen05.mbarrier_arrive %bars[%i] rank %i : memref<4xi64, 3>
  %d = tcgen05.mbarrier_try_wait %bars[%i] parity %p : memref<4xi64, 3>
  %e = tcgen05.elect
  tcgen05.warp_sync
  tcgen05.cluster_sync
  return %d, %e : i1, i1
}

// 32 rows of scales are one column.
// CHECK-LABEL: func.func @scale_row
// CHECK-SAME: %[[ROW:[a-z0-9]*]]: index
// CHECK: %[[FIVE:.*]] = llvm.mlir.constant(5 : i32)
// CHECK: %[[COLUMN:.*]] = llvm.lshr %{{.*}}, %[[FIVE]]
// CHECK: %[[SB:.*]] = llvm.add %{{.*}}, %[[COLUMN]]
// CHECK: %[[P:.*]] = llvm.inttoptr %[[SB]] : i32 to !llvm.ptr<6>
// CHECK: nvvm.tcgen05.mma.block_scale {{.*}}, %[[P]] {
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

// Maps are made by the host.
// CHECK-LABEL: func.func @host
// CHECK: tcgen05.make_tensor_map
func.func @host(%a: memref<?x128xi8>)
    -> !tcgen05.tensor_map<128x128, swizzle 128> {
  %m = tcgen05.make_tensor_map %a
      : memref<?x128xi8> to !tcgen05.tensor_map<128x128, swizzle 128>
  return %m : !tcgen05.tensor_map<128x128, swizzle 128>
}
