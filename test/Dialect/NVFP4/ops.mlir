// RUN: quartet-opt %s | quartet-opt | FileCheck %s
// RUN: quartet-opt %s --emit-bytecode | quartet-opt | FileCheck %s
// RUN: quartet-opt %s --mlir-print-op-generic | quartet-opt | FileCheck %s

// CHECK-LABEL: @amax
// CHECK: nvfp4.amax ins(%{{.*}} : tensor<?x64xbf16>) outs(%{{.*}} : tensor<f32>)
// CHECK-NEXT: nvfp4.amax ins(%{{.*}} : tensor<2x3x5xf16>) outs(%{{.*}} : tensor<f32>)
func.func @amax(%x: tensor<?x64xbf16>, %y: tensor<2x3x5xf16>, %a: tensor<f32>)
    -> (tensor<f32>, tensor<f32>) {
  %0 = nvfp4.amax ins(%x : tensor<?x64xbf16>) outs(%a : tensor<f32>)
  %1 = nvfp4.amax ins(%y : tensor<2x3x5xf16>) outs(%a : tensor<f32>)
  return %0, %1 : tensor<f32>, tensor<f32>
}

// CHECK-LABEL: @amax_memref
// CHECK: nvfp4.amax ins(%{{.*}} : memref<4x64xf32>) outs(%{{.*}} : memref<f32>)
func.func @amax_memref(%x: memref<4x64xf32>, %a: memref<f32>) {
  nvfp4.amax ins(%x : memref<4x64xf32>) outs(%a : memref<f32>)
  return
}

// CHECK-LABEL: @quantize
// CHECK: %{{.*}}:3 = nvfp4.quantize <quartet2_forward> ins(%{{.*}} : tensor<17x40xbf16>) outs(%{{.*}}, %{{.*}}, %{{.*}} : tensor<17x64xf4E2M1FN>, tensor<17x4xf8E4M3FN>, tensor<f32>)
func.func @quantize(%x: tensor<17x40xbf16>, %d: tensor<17x64xf4E2M1FN>,
                    %s: tensor<17x4xf8E4M3FN>, %t: tensor<f32>)
    -> tensor<17x64xf4E2M1FN> {
  %q:3 = nvfp4.quantize <quartet2_forward> ins(%x : tensor<17x40xbf16>)
      outs(%d, %s, %t : tensor<17x64xf4E2M1FN>, tensor<17x4xf8E4M3FN>,
           tensor<f32>)
  return %q#0 : tensor<17x64xf4E2M1FN>
}

// Every optional operand, a transposed batched input, tiled scales and packed
// data at once.
// CHECK-LABEL: @quantize_all
// CHECK: nvfp4.quantize <sr> ins(%{{.*}} : tensor<2x40x130xf32>) amax(%{{.*}} : tensor<f32>) seed(%{{.*}} : tensor<i64>) instance(%{{.*}}) valid_rows(%{{.*}}) prescale(%{{.*}} : tensor<f32>) offsets(%{{.*}}, %{{.*}}) outs(%{{.*}}, %{{.*}}, %{{.*}} : tensor<2x130x32xi8>, tensor<2x2x1x32x4x4xf8E4M3FN>, tensor<f32>) {site = 4294967295 : i64, transpose}
func.func @quantize_all(%x: tensor<2x40x130xf32>, %amax: tensor<f32>,
                        %seed: tensor<i64>, %i: index,
                        %d: tensor<2x130x32xi8>,
                        %s: tensor<2x2x1x32x4x4xf8E4M3FN>, %t: tensor<f32>)
    -> tensor<2x130x32xi8> {
  %q:3 = nvfp4.quantize <sr> ins(%x : tensor<2x40x130xf32>)
      amax(%amax : tensor<f32>) seed(%seed : tensor<i64>) instance(%i)
      valid_rows(%i) prescale(%t : tensor<f32>) offsets(%i, %i)
      outs(%d, %s, %t : tensor<2x130x32xi8>, tensor<2x2x1x32x4x4xf8E4M3FN>,
           tensor<f32>) {site = 4294967295 : i64, transpose}
  return %q#0 : tensor<2x130x32xi8>
}

// CHECK-LABEL: @quantize_memref
// CHECK: nvfp4.quantize <rtn> ins(%{{.*}} : memref<?x?xbf16, strided<[?, 1]>>) outs(%{{.*}}, %{{.*}}, %{{.*}} : memref<?x?xi8>, memref<?x?xf8E4M3FN>, memref<f32>)
func.func @quantize_memref(%x: memref<?x?xbf16, strided<[?, 1]>>,
                           %d: memref<?x?xi8>, %s: memref<?x?xf8E4M3FN>,
                           %t: memref<f32>) {
  nvfp4.quantize <rtn> ins(%x : memref<?x?xbf16, strided<[?, 1]>>)
      outs(%d, %s, %t : memref<?x?xi8>, memref<?x?xf8E4M3FN>, memref<f32>)
  return
}

// Empty matrices: K = 0 and M = 0.
// CHECK-LABEL: @quantize_empty
// CHECK: ins(%{{.*}} : tensor<4x0xf32>)
// CHECK-NEXT: ins(%{{.*}} : tensor<0x64xf32>)
func.func @quantize_empty(%x: tensor<4x0xf32>, %d: tensor<4x0xf4E2M1FN>,
                          %s: tensor<4x0xf8E4M3FN>, %t: tensor<f32>,
                          %y: tensor<0x64xf32>, %e: tensor<0x64xf4E2M1FN>,
                          %u: tensor<0x1x32x4x4xf8E4M3FN>)
    -> (tensor<4x0xf4E2M1FN>, tensor<0x64xf4E2M1FN>) {
  %q:3 = nvfp4.quantize <rtn> ins(%x : tensor<4x0xf32>)
      outs(%d, %s, %t : tensor<4x0xf4E2M1FN>, tensor<4x0xf8E4M3FN>, tensor<f32>)
  %r:3 = nvfp4.quantize <rtn> ins(%y : tensor<0x64xf32>)
      outs(%e, %u, %t : tensor<0x64xf4E2M1FN>, tensor<0x1x32x4x4xf8E4M3FN>,
           tensor<f32>)
  return %q#0, %r#0 : tensor<4x0xf4E2M1FN>, tensor<0x64xf4E2M1FN>
}

// CHECK-LABEL: @dequantize
// CHECK: nvfp4.dequantize ins(%{{.*}}, %{{.*}} : tensor<17x64xf4E2M1FN>, tensor<1x1x32x4x4xf8E4M3FN>) tensor_scale(%{{.*}} : tensor<f32>) outs(%{{.*}} : tensor<17x40xbf16>)
// CHECK-NEXT: nvfp4.dequantize ins(%{{.*}}, %{{.*}} : tensor<17x64xf4E2M1FN>, tensor<1x1x32x4x4xf8E4M3FN>) outs(%{{.*}} : tensor<17x40xbf16>)
func.func @dequantize(%d: tensor<17x64xf4E2M1FN>,
                      %s: tensor<1x1x32x4x4xf8E4M3FN>, %t: tensor<f32>,
                      %e: tensor<17x40xbf16>)
    -> (tensor<17x40xbf16>, tensor<17x40xbf16>) {
  %0 = nvfp4.dequantize
      ins(%d, %s : tensor<17x64xf4E2M1FN>, tensor<1x1x32x4x4xf8E4M3FN>)
      tensor_scale(%t : tensor<f32>) outs(%e : tensor<17x40xbf16>)
  %1 = nvfp4.dequantize
      ins(%d, %s : tensor<17x64xf4E2M1FN>, tensor<1x1x32x4x4xf8E4M3FN>)
      outs(%e : tensor<17x40xbf16>)
  return %0, %1 : tensor<17x40xbf16>, tensor<17x40xbf16>
}

// CHECK-LABEL: @dequantize_memref
// CHECK: nvfp4.dequantize ins(%{{.*}}, %{{.*}} : memref<17x32xi8>, memref<17x4xf8E4M3FN>) tensor_scale(%{{.*}} : memref<f32>) outs(%{{.*}} : memref<17x64xf32>)
func.func @dequantize_memref(%d: memref<17x32xi8>, %s: memref<17x4xf8E4M3FN>,
                             %t: memref<f32>, %e: memref<17x64xf32>) {
  nvfp4.dequantize ins(%d, %s : memref<17x32xi8>, memref<17x4xf8E4M3FN>)
      tensor_scale(%t : memref<f32>) outs(%e : memref<17x64xf32>)
  return
}

// CHECK-LABEL: @rotate
// CHECK: nvfp4.rotate ins(%{{.*}} : tensor<?x200xbf16>) seed(%{{.*}} : tensor<i64>) instance(%{{.*}}) offsets(%{{.*}}, %{{.*}}) outs(%{{.*}} : tensor<?x256xf32>) {site = 7 : i64}
// CHECK-NEXT: nvfp4.rotate ins(%{{.*}} : tensor<?x200xbf16>) seed(%{{.*}} : tensor<i64>) outs(%{{.*}} : tensor<200x?xf32>) {group = 16 : i64, site = 7 : i64, transpose}
func.func @rotate(%x: tensor<?x200xbf16>, %seed: tensor<i64>, %i: index,
                  %e: tensor<?x256xf32>, %f: tensor<200x?xf32>)
    -> (tensor<?x256xf32>, tensor<200x?xf32>) {
  %0 = nvfp4.rotate ins(%x : tensor<?x200xbf16>) seed(%seed : tensor<i64>)
      instance(%i) offsets(%i, %i) outs(%e : tensor<?x256xf32>)
      {group = 128 : i64, site = 7 : i64}
  %1 = nvfp4.rotate ins(%x : tensor<?x200xbf16>) seed(%seed : tensor<i64>)
      outs(%f : tensor<200x?xf32>) {group = 16 : i64, site = 7 : i64, transpose}
  return %0, %1 : tensor<?x256xf32>, tensor<200x?xf32>
}

// CHECK-LABEL: @rotate_memref
// CHECK: nvfp4.rotate ins(%{{.*}} : memref<4x40xf32>) seed(%{{.*}} : memref<i64>) outs(%{{.*}} : memref<4x64xf32>) {group = 32 : i64, site = 0 : i64}
func.func @rotate_memref(%x: memref<4x40xf32>, %seed: memref<i64>,
                         %e: memref<4x64xf32>) {
  nvfp4.rotate ins(%x : memref<4x40xf32>) seed(%seed : memref<i64>)
      outs(%e : memref<4x64xf32>) {group = 32 : i64, site = 0 : i64}
  return
}

// CHECK-LABEL: @scaled_matmul
// CHECK: nvfp4.scaled_matmul lhs(%{{.*}}, %{{.*}}, %{{.*}} : tensor<?x64xf4E2M1FN>, tensor<?x4xf8E4M3FN>, tensor<f32>) rhs(%{{.*}}, %{{.*}}, %{{.*}} : tensor<32x64xf4E2M1FN>, tensor<1x1x32x4x4xf8E4M3FN>, tensor<f32>) outs(%{{.*}} : tensor<?x32xf32>) {accumulate, scale_log2 = -7 : i64}
func.func @scaled_matmul(%a: tensor<?x64xf4E2M1FN>, %as: tensor<?x4xf8E4M3FN>,
                         %t: tensor<f32>, %b: tensor<32x64xf4E2M1FN>,
                         %bs: tensor<1x1x32x4x4xf8E4M3FN>, %e: tensor<?x32xf32>)
    -> tensor<?x32xf32> {
  %y = nvfp4.scaled_matmul
      lhs(%a, %as, %t : tensor<?x64xf4E2M1FN>, tensor<?x4xf8E4M3FN>,
          tensor<f32>)
      rhs(%b, %bs, %t : tensor<32x64xf4E2M1FN>, tensor<1x1x32x4x4xf8E4M3FN>,
          tensor<f32>)
      outs(%e : tensor<?x32xf32>) {accumulate, scale_log2 = -7 : i64}
  return %y : tensor<?x32xf32>
}

// CHECK-LABEL: @scaled_matmul_epilogue
// CHECK: epilogue_ins(%{{.*}}, %{{.*}} : tensor<32xbf16>, tensor<2x4x32xf32>)
// CHECK-SAME: {epilogue_maps = [#{{.*}}, #{{.*}}]} epilogue {
// CHECK-NEXT: ^bb0(%[[V:.*]]: f32, %[[B:.*]]: bf16, %[[R:.*]]: f32):
// CHECK: nvfp4.yield %{{.*}} : bf16
func.func @scaled_matmul_epilogue(
    %a: tensor<2x4x64xf4E2M1FN>, %as: tensor<2x4x4xf8E4M3FN>, %t: tensor<f32>,
    %b: tensor<2x32x64xf4E2M1FN>, %bs: tensor<2x1x1x32x4x4xf8E4M3FN>,
    %bias: tensor<32xbf16>, %residual: tensor<2x4x32xf32>,
    %e: tensor<2x4x32xbf16>) -> tensor<2x4x32xbf16> {
  %y = nvfp4.scaled_matmul
      lhs(%a, %as, %t : tensor<2x4x64xf4E2M1FN>, tensor<2x4x4xf8E4M3FN>,
          tensor<f32>)
      rhs(%b, %bs, %t : tensor<2x32x64xf4E2M1FN>,
          tensor<2x1x1x32x4x4xf8E4M3FN>, tensor<f32>)
      epilogue_ins(%bias, %residual : tensor<32xbf16>, tensor<2x4x32xf32>)
      outs(%e : tensor<2x4x32xbf16>)
      {epilogue_maps = [affine_map<(b, m, n) -> (n)>,
                        affine_map<(b, m, n) -> (b, m, n)>]} epilogue {
  ^bb0(%v: f32, %c: bf16, %r: f32):
    %cf = arith.extf %c : bf16 to f32
    %0 = arith.addf %v, %cf : f32
    %1 = arith.addf %0, %r : f32
    %2 = arith.truncf %1 : f32 to bf16
    nvfp4.yield %2 : bf16
  }
  return %y : tensor<2x4x32xbf16>
}

// CHECK-LABEL: @scaled_matmul_memref
// CHECK: nvfp4.scaled_matmul lhs(%{{.*}}, %{{.*}}, %{{.*}} : memref<4x32xi8>, memref<4x4xf8E4M3FN>, memref<f32>) rhs(%{{.*}}, %{{.*}}, %{{.*}} : memref<8x32xi8>, memref<8x4xf8E4M3FN>, memref<f32>) outs(%{{.*}} : memref<4x8xf16>)
func.func @scaled_matmul_memref(%a: memref<4x32xi8>, %as: memref<4x4xf8E4M3FN>,
                                %t: memref<f32>, %b: memref<8x32xi8>,
                                %bs: memref<8x4xf8E4M3FN>, %e: memref<4x8xf16>) {
  nvfp4.scaled_matmul
      lhs(%a, %as, %t : memref<4x32xi8>, memref<4x4xf8E4M3FN>, memref<f32>)
      rhs(%b, %bs, %t : memref<8x32xi8>, memref<8x4xf8E4M3FN>, memref<f32>)
      outs(%e : memref<4x8xf16>)
  return
}

// CHECK-LABEL: @layout
// CHECK: nvfp4.tile_scales ins(%{{.*}} : tensor<17x6xf8E4M3FN>) outs(%{{.*}} : tensor<1x2x32x4x4xf8E4M3FN>)
// CHECK-NEXT: nvfp4.untile_scales ins(%{{.*}} : tensor<1x2x32x4x4xf8E4M3FN>) outs(%{{.*}} : tensor<17x6xf8E4M3FN>)
func.func @layout(%s: tensor<17x6xf8E4M3FN>, %t: tensor<1x2x32x4x4xf8E4M3FN>)
    -> (tensor<1x2x32x4x4xf8E4M3FN>, tensor<17x6xf8E4M3FN>) {
  %0 = nvfp4.tile_scales ins(%s : tensor<17x6xf8E4M3FN>)
      outs(%t : tensor<1x2x32x4x4xf8E4M3FN>)
  %1 = nvfp4.untile_scales ins(%t : tensor<1x2x32x4x4xf8E4M3FN>)
      outs(%s : tensor<17x6xf8E4M3FN>)
  return %0, %1 : tensor<1x2x32x4x4xf8E4M3FN>, tensor<17x6xf8E4M3FN>
}

// CHECK-LABEL: @layout_memref
// CHECK: nvfp4.tile_scales ins(%{{.*}} : memref<3x?x6xf8E4M3FN>) outs(%{{.*}} : memref<3x?x2x32x4x4xf8E4M3FN>)
// CHECK-NEXT: nvfp4.untile_scales ins(%{{.*}} : memref<3x?x2x32x4x4xf8E4M3FN>) outs(%{{.*}} : memref<3x?x6xf8E4M3FN>)
func.func @layout_memref(%s: memref<3x?x6xf8E4M3FN>,
                         %t: memref<3x?x2x32x4x4xf8E4M3FN>) {
  nvfp4.tile_scales ins(%s : memref<3x?x6xf8E4M3FN>)
      outs(%t : memref<3x?x2x32x4x4xf8E4M3FN>)
  nvfp4.untile_scales ins(%t : memref<3x?x2x32x4x4xf8E4M3FN>)
      outs(%s : memref<3x?x6xf8E4M3FN>)
  return
}

// CHECK-LABEL: @storage
// CHECK: nvfp4.to_storage %{{.*}} : tensor<?x64xf4E2M1FN> to tensor<?x32xi8>
// CHECK-NEXT: nvfp4.from_storage %{{.*}} : tensor<?x32xi8> to tensor<?x64xf4E2M1FN>
func.func @storage(%d: tensor<?x64xf4E2M1FN>, %c: tensor<?x32xi8>)
    -> (tensor<?x32xi8>, tensor<?x64xf4E2M1FN>) {
  %0 = nvfp4.to_storage %d : tensor<?x64xf4E2M1FN> to tensor<?x32xi8>
  %1 = nvfp4.from_storage %c : tensor<?x32xi8> to tensor<?x64xf4E2M1FN>
  return %0, %1 : tensor<?x32xi8>, tensor<?x64xf4E2M1FN>
}

// CHECK-LABEL: @codecs
// CHECK: nvfp4.encode %{{.*}} : f32 to f4E2M1FN
// CHECK-NEXT: nvfp4.encode %{{.*}} : vector<4xf32> to vector<4xf8E4M3FN>
// CHECK-NEXT: nvfp4.decode %{{.*}} : f4E2M1FN to f32
// CHECK-NEXT: nvfp4.decode %{{.*}} : vector<4xf8E4M3FN> to vector<4xf32>
func.func @codecs(%x: f32, %v: vector<4xf32>) -> (f32, vector<4xf32>) {
  %0 = nvfp4.encode %x : f32 to f4E2M1FN
  %1 = nvfp4.encode %v : vector<4xf32> to vector<4xf8E4M3FN>
  %2 = nvfp4.decode %0 : f4E2M1FN to f32
  %3 = nvfp4.decode %1 : vector<4xf8E4M3FN> to vector<4xf32>
  return %2, %3 : f32, vector<4xf32>
}

// CHECK-LABEL: @rotate_quantize
// CHECK: %{{.*}}:7 = nvfp4.rotate_quantize <quartet2_backward> <both> ins(%{{.*}} : tensor<200x72xbf16>) seed(%{{.*}} : tensor<i64>) instance(%{{.*}}) outs(
// CHECK-SAME: {col_site = 3 : i64, column_sum, row_site = 2 : i64, site = 1 : i64}
func.func @rotate_quantize(%x: tensor<200x72xbf16>, %seed: tensor<i64>,
    %i: index, %d0: tensor<200x128xf4E2M1FN>, %s0: tensor<2x2x32x4x4xf8E4M3FN>,
    %d1: tensor<72x256xf4E2M1FN>, %s1: tensor<72x16xf8E4M3FN>, %t: tensor<f32>,
    %c: tensor<72xf32>) -> tensor<72xf32> {
  %q:7 = nvfp4.rotate_quantize <quartet2_backward> <both>
      ins(%x : tensor<200x72xbf16>) seed(%seed : tensor<i64>) instance(%i)
      outs(%d0, %s0, %t, %d1, %s1, %t, %c : tensor<200x128xf4E2M1FN>,
           tensor<2x2x32x4x4xf8E4M3FN>, tensor<f32>, tensor<72x256xf4E2M1FN>,
           tensor<72x16xf8E4M3FN>, tensor<f32>, tensor<72xf32>)
      {group = 128 : i64, site = 1 : i64, row_site = 2 : i64,
       col_site = 3 : i64, column_sum}
  return %q#6 : tensor<72xf32>
}

// CHECK-LABEL: @rotate_quantize_memref
// CHECK: nvfp4.rotate_quantize <rtn> <row> ins(%{{.*}} : memref<4x48xf32>)
// CHECK-SAME: {group = 16 : i64, site = 1 : i64}
func.func @rotate_quantize_memref(%x: memref<4x48xf32>, %seed: memref<i64>,
                                  %d: memref<4x32xi8>, %s: memref<4x4xf8E4M3FN>,
                                  %t: memref<f32>) {
  nvfp4.rotate_quantize <rtn> <row> ins(%x : memref<4x48xf32>)
      seed(%seed : memref<i64>)
      outs(%d, %s, %t : memref<4x32xi8>, memref<4x4xf8E4M3FN>, memref<f32>)
      {group = 16 : i64, site = 1 : i64}
  return
}

// CHECK-LABEL: @requantize
// CHECK: %{{.*}}:3 = nvfp4.requantize <quartet2_backward> <col> ins(%{{.*}}, %{{.*}}, %{{.*}} : tensor<256x64xf4E2M1FN>, tensor<2x1x32x4x4xf8E4M3FN>, tensor<f32>) seed(%{{.*}} : tensor<i64>) outs(
// CHECK-SAME: {col_site = 4 : i64, site = 1 : i64}
func.func @requantize(%d: tensor<256x64xf4E2M1FN>,
    %s: tensor<2x1x32x4x4xf8E4M3FN>, %t: tensor<f32>, %seed: tensor<i64>,
    %d1: tensor<40x256xf4E2M1FN>, %s1: tensor<40x16xf8E4M3FN>)
    -> tensor<40x256xf4E2M1FN> {
  %q:3 = nvfp4.requantize <quartet2_backward> <col>
      ins(%d, %s, %t : tensor<256x64xf4E2M1FN>, tensor<2x1x32x4x4xf8E4M3FN>,
          tensor<f32>)
      seed(%seed : tensor<i64>)
      outs(%d1, %s1, %t : tensor<40x256xf4E2M1FN>, tensor<40x16xf8E4M3FN>,
           tensor<f32>)
      {group = 128 : i64, site = 1 : i64, col_site = 4 : i64}
  return %q#0 : tensor<40x256xf4E2M1FN>
}

// CHECK-LABEL: @requantize_memref
// CHECK: nvfp4.requantize <quartet2_backward> <both> ins(%{{.*}}, %{{.*}}, %{{.*}} : memref<256x32xi8>, memref<256x4xf8E4M3FN>, memref<f32>)
func.func @requantize_memref(%d: memref<256x32xi8>, %s: memref<256x4xf8E4M3FN>,
    %t: memref<f32>, %seed: memref<i64>, %i: index, %d0: memref<256x64xi8>,
    %s0: memref<256x8xf8E4M3FN>, %d1: memref<64x128xi8>,
    %s1: memref<64x16xf8E4M3FN>) {
  nvfp4.requantize <quartet2_backward> <both>
      ins(%d, %s, %t : memref<256x32xi8>, memref<256x4xf8E4M3FN>, memref<f32>)
      seed(%seed : memref<i64>) instance(%i)
      outs(%d0, %s0, %t, %d1, %s1, %t : memref<256x64xi8>,
           memref<256x8xf8E4M3FN>, memref<f32>, memref<64x128xi8>,
           memref<64x16xf8E4M3FN>, memref<f32>)
      {site = 1 : i64, row_site = 3 : i64, col_site = 4 : i64}
  return
}
