// RUN: quartet-opt %s --convert-nvfp4-to-gpu --canonicalize --split-input-file | FileCheck %s

// The kernel reads 16 bytes at a time, stores the eight bytes of a block at
// once, and one word of tiled scales per thread. Sites are arguments, so that
// the second operation needs no kernel of its own.
// CHECK-LABEL: gpu.module @kernels
// CHECK:       gpu.func @quantize_sr_bf16_256x64(%[[X:.*]]: memref<256x64xbf16>, %{{.*}}: memref<i64>, %[[D:.*]]: memref<256x32xi8>, %[[S:.*]]: memref<2x1x32x4x4xf8E4M3FN>, %[[T:.*]]: memref<f32>, %{{.*}}: i32, %[[A:.*]]: memref<f32>)
// CHECK:         memref.store %{{.*}}, %[[T]][]
// CHECK:         scf.for
// CHECK-COUNT-2:   vector.load %[[X]]{{.*}} {alignment = 16 : i64} : memref<256x64xbf16>, vector<8xbf16>
// CHECK:           vector.store %{{.*}}, %[[D]]{{.*}} {alignment = 8 : i64} : memref<256x32xi8>, vector<8xi8>
// CHECK-COUNT-2:   gpu.shuffle xor
// CHECK:           scf.yield
// CHECK:         vector.store %{{.*}}, %[[S]]{{.*}} {alignment = 4 : i64} : memref<2x1x32x4x4xf8E4M3FN>, vector<4xf8E4M3FN>
// CHECK-NOT:   gpu.func
// CHECK-LABEL: func.func @rows(
// CHECK-SAME:    %[[X:[a-z0-9]+]]: memref<256x64xbf16>, %[[A:[a-z0-9]+]]: memref<f32>, %[[SEED:[a-z0-9]+]]: memref<i64>, %[[D:[a-z0-9]+]]: memref<256x32xi8>
// CHECK-DAG:     %[[SEVEN:.*]] = arith.constant 7 : i32
// CHECK-DAG:     %[[EIGHT:.*]] = arith.constant 8 : i32
// CHECK-DAG:     %[[BLOCKS:.*]] = arith.constant 2 : index
// CHECK:         gpu.launch_func @kernels::@quantize_sr_bf16_256x64 blocks in (%[[BLOCKS]], {{.*}} args(%[[X]] : memref<256x64xbf16>, %[[SEED]] : memref<i64>, %[[D]] : memref<256x32xi8>, {{.*}}, %[[SEVEN]] : i32, %[[A]] : memref<f32>)
// CHECK:         gpu.launch_func @kernels::@quantize_sr_bf16_256x64 {{.*}} %[[EIGHT]] : i32
// CHECK-NOT:     nvfp4.
func.func @rows(%x: memref<256x64xbf16>, %a: memref<f32>, %seed: memref<i64>,
                %d: memref<256x32xi8>, %s: memref<2x1x32x4x4xf8E4M3FN>,
                %t: memref<f32>) {
  nvfp4.quantize <sr> ins(%x : memref<256x64xbf16>) amax(%a : memref<f32>)
      seed(%seed : memref<i64>)
      outs(%d, %s, %t : memref<256x32xi8>, memref<2x1x32x4x4xf8E4M3FN>,
           memref<f32>) {site = 7 : i64}
  nvfp4.quantize <sr> ins(%x : memref<256x64xbf16>) amax(%a : memref<f32>)
      seed(%seed : memref<i64>)
      outs(%d, %s, %t : memref<256x32xi8>, memref<2x1x32x4x4xf8E4M3FN>,
           memref<f32>) {site = 8 : i64}
  return
}

// -----

// Without a maximum the operation finds its own, in scratch that starts at 0.
// The transpose goes through shared memory.
// CHECK-LABEL: gpu.module @kernels
// CHECK:       gpu.func @quantize_rtn_bf16_dx64_col(%{{.*}}) workgroup(%{{.*}} : memref<8xi32, #gpu.address_space<workgroup>> {{.*}}, %[[TILE:.*]] : memref<8x2056xbf16, #gpu.address_space<workgroup>> {{.*}})
// CHECK:         vector.store %{{.*}}, %[[TILE]]{{.*}} {alignment = 16 : i64}
// CHECK:         gpu.barrier
// CHECK:         memref.load %[[TILE]]
// CHECK-LABEL: func.func @columns(
// CHECK:         %[[M:.*]] = memref.alloc() {{.*}} : memref<f32>
// CHECK:         gpu.launch_func @kernels::@zero {{.*}} args(%[[M]] : memref<f32>)
// CHECK:         gpu.launch_func @kernels::@amax_bf16 {{.*}} %[[M]] : memref<f32>)
// CHECK:         gpu.launch_func @kernels::@quantize_rtn_bf16_dx64_col {{.*}} %[[M]] : memref<f32>)
// CHECK:         memref.dealloc %[[M]]
func.func @columns(%x: memref<?x64xbf16>, %d: memref<64x?xi8>,
                   %s: memref<64x?xf8E4M3FN>, %t: memref<f32>) {
  nvfp4.quantize <rtn> ins(%x : memref<?x64xbf16>)
      outs(%d, %s, %t : memref<64x?xi8>, memref<64x?xf8E4M3FN>, memref<f32>)
      {transpose}
  return
}
