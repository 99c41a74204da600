// RUN: quartet-opt %s --convert-nvfp4-matmul-to-bf16 --canonicalize --split-input-file | FileCheck %s

// A direct product: two decoded operands, the factor, one launch.
// CHECK:       gpu.module @kernels
// CHECK:         gpu.func @matmul_bf16(
// CHECK-SAME:      workgroup(%{{.*}} : memref<64x40xbf16, #gpu.address_space<workgroup>> {{.*}}, %{{.*}} : memref<64x40xbf16, #gpu.address_space<workgroup>>
// CHECK-SAME:      known_block_size = array<i32: 128, 1, 1>
// CHECK:           scf.for
// CHECK:             gpu.barrier
// CHECK:             gpu.barrier
// CHECK-COUNT-16:    llvm.call_intrinsic "llvm.nvvm.mma.m16n8k16.row.col.bf16"
// CHECK-LABEL: func.func @direct(
// CHECK-SAME:    %[[A:.*]]: memref<128x32xi8>, %[[AS:.*]]: memref<128x4xf8E4M3FN>, %[[AT:.*]]: memref<f32>, %[[B:.*]]: memref<96x32xi8>, %[[BS:.*]]: memref<1x1x32x4x4xf8E4M3FN>, %[[BT:.*]]: memref<f32>, %[[D:.*]]: memref<128x96xbf16>)
// CHECK-DAG:     %[[BLOCKS:.*]] = arith.constant 4 : index
// CHECK-DAG:     %[[BF16:.*]] = arith.constant 1 : i32
// CHECK-DAG:     %[[POWER:.*]] = arith.constant 7.812500e-03 : f32
// CHECK-DAG:     %[[ZERO:.*]] = arith.constant 0.000000e+00 : f32
// CHECK:         %[[X:.*]] = memref.alloc() {alignment = 64 : i64} : memref<128x64xbf16>
// CHECK:         nvfp4.dequantize ins(%[[A]], %[[AS]] : {{.*}}) outs(%[[X]] : memref<128x64xbf16>)
// CHECK:         %[[Y:.*]] = memref.alloc() {alignment = 64 : i64} : memref<96x64xbf16>
// CHECK:         nvfp4.dequantize ins(%[[B]], %[[BS]] : {{.*}}) outs(%[[Y]] : memref<96x64xbf16>)
// CHECK:         %[[FACTORS:.*]] = memref.alloc() {alignment = 64 : i64} : memref<2xf32>
// CHECK:         linalg.generic {{.*}} ins(%[[AT]], %[[BT]] : memref<f32>, memref<f32>) outs(%[[FACTORS]] : memref<2xf32>)
// CHECK:           %[[P:.*]] = arith.mulf %{{.*}}, %{{.*}} : f32
// CHECK:           %[[Q:.*]] = arith.mulf %[[P]], %[[POWER]] : f32
// CHECK:           arith.select %{{.*}}, %[[Q]], %[[ZERO]] : f32
// CHECK:         %[[WORK:.*]] = memref.alloc() {alignment = 64 : i64} : memref<33554432xi8>
// CHECK-DAG:     %[[XD:.*]] = memref.cast %[[X]] : memref<128x64xbf16> to memref<?x?xbf16>
// CHECK-DAG:     %[[YD:.*]] = memref.cast %[[Y]] : memref<96x64xbf16> to memref<?x?xbf16>
// CHECK-DAG:     %[[DD:.*]] = memref.cast %[[D]] : memref<128x96xbf16> to memref<?x?xbf16>
// CHECK-DAG:     %[[WD:.*]] = memref.cast %[[WORK]] : memref<33554432xi8> to memref<?xi8>
// CHECK:         gpu.launch_func @kernels::@matmul_bf16 blocks in (%[[BLOCKS]], %{{.*}}, %{{.*}}) threads in
// CHECK-SAME:      args(%[[XD]] : memref<?x?xbf16>, %[[YD]] : memref<?x?xbf16>, %[[DD]] : memref<?x?xbf16>, %[[FACTORS]] : memref<2xf32>, %[[WD]] : memref<?xi8>, %[[BF16]] : i32)
// CHECK-SAME:      {quartet.library_function = "quartet_matmul_bf16"}
// CHECK-NEXT:    return
func.func @direct(
    %a: memref<128x32xi8>, %as: memref<128x4xf8E4M3FN>, %at: memref<f32>,
    %b: memref<96x32xi8>, %bs: memref<1x1x32x4x4xf8E4M3FN>, %bt: memref<f32>,
    %d: memref<128x96xbf16>) {
  nvfp4.scaled_matmul
      lhs(%a, %as, %at : memref<128x32xi8>, memref<128x4xf8E4M3FN>,
          memref<f32>)
      rhs(%b, %bs, %bt : memref<96x32xi8>, memref<1x1x32x4x4xf8E4M3FN>,
          memref<f32>)
      outs(%d : memref<128x96xbf16>) {scale_log2 = -7 : i64} epilogue {
  ^bb0(%v: f32):
    %t = arith.truncf %v : f32 to bf16
    nvfp4.yield %t : bf16
  }
  return
}

// -----

// One operand of two products is decoded once; a kernel that adds is another.
// CHECK-LABEL: func.func @shared(
// CHECK-COUNT-3: nvfp4.dequantize
// CHECK-NOT:     nvfp4.dequantize
// CHECK:         gpu.launch_func @kernels::@matmul_f32_accumulate
// CHECK:         return
func.func @shared(
    %a: memref<?x32xi8>, %as: memref<?x4xf8E4M3FN>, %at: memref<f32>,
    %b: memref<96x32xi8>, %bs: memref<96x4xf8E4M3FN>, %bt: memref<f32>,
    %c: memref<48x32xi8>, %cs: memref<48x4xf8E4M3FN>,
    %d: memref<?x96xf32>, %e: memref<?x48xf32>) {
  nvfp4.scaled_matmul
      lhs(%a, %as, %at : memref<?x32xi8>, memref<?x4xf8E4M3FN>, memref<f32>)
      rhs(%b, %bs, %bt : memref<96x32xi8>, memref<96x4xf8E4M3FN>, memref<f32>)
      outs(%d : memref<?x96xf32>)
  nvfp4.scaled_matmul
      lhs(%a, %as, %at : memref<?x32xi8>, memref<?x4xf8E4M3FN>, memref<f32>)
      rhs(%c, %cs, %bt : memref<48x32xi8>, memref<48x4xf8E4M3FN>, memref<f32>)
      outs(%e : memref<?x48xf32>) {accumulate}
  return
}

// -----

// Not if it has been written in between.
// CHECK-LABEL: func.func @overwritten(
// CHECK-COUNT-2: nvfp4.dequantize
// CHECK:         gpu.launch_func
// CHECK:         nvfp4.quantize
// CHECK-COUNT-1: nvfp4.dequantize
// CHECK-NOT:     nvfp4.dequantize
// CHECK:         gpu.launch_func
func.func @overwritten(
    %a: memref<64x32xi8>, %as: memref<64x4xf8E4M3FN>, %at: memref<f32>,
    %b: memref<96x32xi8>, %bs: memref<96x4xf8E4M3FN>, %bt: memref<f32>,
    %x: memref<64x64xbf16>, %d: memref<64x96xf32>) {
  nvfp4.scaled_matmul
      lhs(%a, %as, %at : memref<64x32xi8>, memref<64x4xf8E4M3FN>, memref<f32>)
      rhs(%b, %bs, %bt : memref<96x32xi8>, memref<96x4xf8E4M3FN>, memref<f32>)
      outs(%d : memref<64x96xf32>)
  nvfp4.quantize <rtn> ins(%x : memref<64x64xbf16>)
      outs(%a, %as, %at : memref<64x32xi8>, memref<64x4xf8E4M3FN>, memref<f32>)
  nvfp4.scaled_matmul
      lhs(%a, %as, %at : memref<64x32xi8>, memref<64x4xf8E4M3FN>, memref<f32>)
      rhs(%b, %bs, %bt : memref<96x32xi8>, memref<96x4xf8E4M3FN>, memref<f32>)
      outs(%d : memref<64x96xf32>) {accumulate}
  return
}

// -----

// With an epilogue of its own the sums go through f32 scratch, in the order
// scales, power of two, old value, region. Extents may be known at run time.
// CHECK-LABEL: func.func @epilogue(
// CHECK-SAME:    %[[A:[^:]*]]: memref<2x?x?xi8>, {{.*}}, %[[AT:[^:]*]]: memref<f32>, %[[B:[^:]*]]: {{.*}}, %[[BT:[^:]*]]: memref<f32>, %[[BIAS:[^:]*]]: memref<96xbf16>, %[[D:[^:]*]]: memref<2x?x96xf16>)
// CHECK:         memref.alloc(%{{.*}}, %{{.*}}) {{.*}} : memref<2x?x?xbf16>
// CHECK:         %[[SUMS:.*]] = memref.alloc(%{{.*}}) {{.*}} : memref<2x?x96xf32>
// CHECK:         gpu.launch_func @kernels::@batched_matmul_f32
// CHECK:         linalg.generic {{.*}}["parallel", "parallel", "parallel"]{{.*}} ins(%[[SUMS]], %[[AT]], %[[BT]], %[[BIAS]] : {{.*}}) outs(%[[D]] : memref<2x?x96xf16>)
// CHECK:         ^bb0(%[[V:.*]]: f32, %[[X:.*]]: f32, %[[Y:.*]]: f32, %[[C:.*]]: bf16, %[[OLD:.*]]: f16):
// CHECK:           %[[V1:.*]] = arith.mulf %[[V]], %[[X]] : f32
// CHECK:           %[[V2:.*]] = arith.mulf %[[V1]], %[[Y]] : f32
// CHECK:           %[[V3:.*]] = arith.addf %[[V2]]
// CHECK:           %[[CF:.*]] = arith.extf %[[C]] : bf16 to f32
// CHECK:           %[[SUM:.*]] = arith.addf %{{.*}}, %[[CF]] : f32
// CHECK:           %[[T:.*]] = arith.truncf %[[SUM]] : f32 to f16
// CHECK:           linalg.yield %[[T]] : f16
func.func @epilogue(
    %a: memref<2x?x?xi8>, %as: memref<2x?x?xf8E4M3FN>, %at: memref<f32>,
    %b: memref<2x96x?xi8>, %bs: memref<2x96x?xf8E4M3FN>, %bt: memref<f32>,
    %bias: memref<96xbf16>, %d: memref<2x?x96xf16>) {
  nvfp4.scaled_matmul
      lhs(%a, %as, %at : memref<2x?x?xi8>, memref<2x?x?xf8E4M3FN>,
          memref<f32>)
      rhs(%b, %bs, %bt : memref<2x96x?xi8>, memref<2x96x?xf8E4M3FN>,
          memref<f32>)
      epilogue_ins(%bias : memref<96xbf16>)
      outs(%d : memref<2x?x96xf16>)
      {accumulate, epilogue_maps = [affine_map<(b, m, n) -> (n)>]} epilogue {
  ^bb0(%v: f32, %c: bf16):
    %cf = arith.extf %c : bf16 to f32
    %s = arith.addf %v, %cf : f32
    %t = arith.truncf %s : f32 to f16
    nvfp4.yield %t : f16
  }
  return
}
