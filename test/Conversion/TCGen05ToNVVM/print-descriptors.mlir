// RUN: quartet-opt %s --convert-tcgen05-to-nvvm --tcgen05-print-descriptors \
// RUN:   -o /dev/null 2>&1 | grep -v note: | grep print-descriptors | FileCheck %s

// One copy, then four instructions for K = 256.
// CHECK: remark: source descriptor: address known at run time, no swizzle, stride 128 bytes per 8 rows, leading offset 0 bytes
// CHECK-NEXT: remark: instruction descriptor 0x8200480: M 128, N 128, K 64, A e2m1, B e2m1, scales ue4m3, dense
// CHECK-NEXT: remark: A descriptor: address known at run time, 128-byte swizzle, stride 1024 bytes per 8 rows, leading offset 0 bytes
// CHECK-NEXT: remark: B descriptor: address known at run time, 128-byte swizzle, stride 1024 bytes per 8 rows, leading offset 0 bytes
// CHECK-NEXT: remark: instruction descriptor 0x8200480
// CHECK-NEXT: A descriptor
// CHECK-NEXT: B descriptor
// CHECK-NEXT: instruction descriptor
// CHECK-NEXT: A descriptor
// CHECK-NEXT: B descriptor
// CHECK-NEXT: instruction descriptor
// CHECK-NEXT: A descriptor
// CHECK-NEXT: B descriptor
func.func @ours(%p: i1, %d: !tcgen05.accumulator<128x128>,
                %a: !tcgen05.operand<128x256>, %f: !tcgen05.scale_atoms<128x4>,
                %t: !tcgen05.scales<128x4>, %s: !tcgen05.scales<128x16>) {
  tcgen05.copy_scales %f, %t : !tcgen05.scale_atoms<128x4>, !tcgen05.scales<128x4>
  tcgen05.mma %d, %a, %a, %s, %s accumulate %p
      : !tcgen05.accumulator<128x128>, !tcgen05.operand<128x256>,
        !tcgen05.operand<128x256>, !tcgen05.scales<128x16>,
        !tcgen05.scales<128x16>
  return
}

// A kernel written by hand, with the element type code of another kind and a
// descriptor made for sm_90.
func.func @foreign(%d: !llvm.ptr<6>, %s: !llvm.ptr<6>, %p: i1, %n: i32) {
  %a = llvm.mlir.constant(4611686293305294848 : i64) : i64
  %start = llvm.mlir.constant(256 : i32) : i32
  %one = llvm.mlir.constant(1 : i32) : i32
  %sbo = llvm.mlir.constant(64 : i32) : i32
  %base = llvm.mlir.constant(0 : i8) : i8
  %mode = llvm.mlir.constant(false) : i1
  %swizzle = llvm.mlir.constant(2 : i8) : i8
  %b = nvvm.tcgen05.mma_smem_desc (%start, %one, %sbo, %base, %mode, %swizzle)
      : (i32, i32, i32, i8, i1, i8) -> i64
  %idesc = llvm.mlir.constant(136316544 : i32) : i32
  // CHECK-NEXT: remark: instruction descriptor 0x8200680: M 128, N 128, K 64, A type code 5, B e2m1, scales ue4m3, dense
  // CHECK-NEXT: warning: illegal instruction descriptor: expects element type code 1 (E2M1 of kind mxf4nvf4), but got 5
  // CHECK-NEXT: remark: A descriptor: address 0x0, 128-byte swizzle, stride 1024 bytes per 8 rows, leading offset 0 bytes, version 0
  // CHECK-NEXT: warning: illegal A descriptor: expects bits 46 to 48 to be 1, but got 0
  // CHECK-NEXT: remark: B descriptor: address 0x1000, 128-byte swizzle, stride 1024 bytes per 8 rows, leading offset 16 bytes
  nvvm.tcgen05.mma.block_scale %d, %a, %b, %idesc, %p, %s, %s
      {kind = #nvvm.block_scale_kind<mxf4nvf4>,
       ctaGroup = #nvvm.cta_group<cta_1>,
       blockScale = #nvvm.tcgen05_mma_block_scale<block16>}
      : (!llvm.ptr<6>, i64, i64, i32, i1, !llvm.ptr<6>, !llvm.ptr<6>)
  // CHECK-NEXT: remark: instruction descriptor: not a constant
  // CHECK-NEXT: remark: A descriptor
  // CHECK-NEXT: warning: illegal A descriptor
  // CHECK-NEXT: remark: B descriptor
  // CHECK-NOT: remark
  nvvm.tcgen05.mma.block_scale %d, %a, %b, %n, %p, %s, %s
      {kind = #nvvm.block_scale_kind<mxf4nvf4>,
       ctaGroup = #nvvm.cta_group<cta_1>,
       blockScale = #nvvm.tcgen05_mma_block_scale<block16>}
      : (!llvm.ptr<6>, i64, i64, i32, i1, !llvm.ptr<6>, !llvm.ptr<6>)
  return
}
