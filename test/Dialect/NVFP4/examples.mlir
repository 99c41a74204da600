// RUN: quartet-opt %s | quartet-opt | FileCheck %s
// RUN: %python %S/check_examples.py %s %src_root/include/quartet/Dialect/NVFP4/IR

// The examples of the operation documentation, each in a function of its own;
// the second RUN line checks that none is missing.

// CHECK-LABEL: @amax
// CHECK: nvfp4.amax
func.func @amax(%x: tensor<?x64xbf16>, %zero: tensor<f32>) {
  %a = nvfp4.amax ins(%x : tensor<?x64xbf16>) outs(%zero : tensor<f32>)
  return
}

// CHECK-LABEL: @quantize
// CHECK: nvfp4.quantize
func.func @quantize(%x: tensor<?x64xbf16>, %d: tensor<?x64xf4E2M1FN>,
                    %s: tensor<?x4xf8E4M3FN>, %t: tensor<f32>) {
  %q:3 = nvfp4.quantize <quartet2_forward> ins(%x : tensor<?x64xbf16>)
      outs(%d, %s, %t : tensor<?x64xf4E2M1FN>, tensor<?x4xf8E4M3FN>,
           tensor<f32>)
  return
}

// CHECK-LABEL: @dequantize
// CHECK: nvfp4.dequantize
func.func @dequantize(%d: tensor<?x64xf4E2M1FN>, %s: tensor<?x4xf8E4M3FN>,
                      %t: tensor<f32>, %e: tensor<?x64xbf16>) {
  %x = nvfp4.dequantize
      ins(%d, %s : tensor<?x64xf4E2M1FN>, tensor<?x4xf8E4M3FN>)
      tensor_scale(%t : tensor<f32>) outs(%e : tensor<?x64xbf16>)
  return
}

// CHECK-LABEL: @rotate
// CHECK: nvfp4.rotate
func.func @rotate(%x: tensor<?x200xbf16>, %seed: tensor<i64>,
                  %e: tensor<?x256xf32>) {
  %r = nvfp4.rotate ins(%x : tensor<?x200xbf16>) seed(%seed : tensor<i64>)
      outs(%e : tensor<?x256xf32>) {group = 128 : i64, site = 7 : i64}
  return
}

// CHECK-LABEL: @scaled_matmul
// CHECK: nvfp4.scaled_matmul
func.func @scaled_matmul(%a: tensor<?x64xf4E2M1FN>, %as: tensor<?x4xf8E4M3FN>,
    %at: tensor<f32>, %b: tensor<32x64xf4E2M1FN>, %bs: tensor<32x4xf8E4M3FN>,
    %bt: tensor<f32>, %bias: tensor<32xbf16>, %e: tensor<?x32xbf16>) {
  %y = nvfp4.scaled_matmul
      lhs(%a, %as, %at : tensor<?x64xf4E2M1FN>, tensor<?x4xf8E4M3FN>,
          tensor<f32>)
      rhs(%b, %bs, %bt : tensor<32x64xf4E2M1FN>, tensor<32x4xf8E4M3FN>,
          tensor<f32>)
      epilogue_ins(%bias : tensor<32xbf16>)
      outs(%e : tensor<?x32xbf16>)
      {epilogue_maps = [affine_map<(m, n) -> (n)>]} epilogue {
  ^bb0(%v: f32, %c: bf16):
    %cf = arith.extf %c : bf16 to f32
    %s = arith.addf %v, %cf : f32
    %t = arith.truncf %s : f32 to bf16
    nvfp4.yield %t : bf16
  }
  return
}

// CHECK-LABEL: @tile_scales
// CHECK: nvfp4.tile_scales
func.func @tile_scales(%s: tensor<17x6xf8E4M3FN>,
                       %e: tensor<1x2x32x4x4xf8E4M3FN>) {
  %t = nvfp4.tile_scales ins(%s : tensor<17x6xf8E4M3FN>)
      outs(%e : tensor<1x2x32x4x4xf8E4M3FN>)
  return
}

// CHECK-LABEL: @untile_scales
// CHECK: nvfp4.untile_scales
func.func @untile_scales(%t: tensor<1x2x32x4x4xf8E4M3FN>,
                         %e: tensor<17x6xf8E4M3FN>) {
  %s = nvfp4.untile_scales ins(%t : tensor<1x2x32x4x4xf8E4M3FN>)
      outs(%e : tensor<17x6xf8E4M3FN>)
  return
}

// CHECK-LABEL: @to_storage
// CHECK: nvfp4.to_storage
func.func @to_storage(%d: tensor<?x64xf4E2M1FN>) {
  %b = nvfp4.to_storage %d : tensor<?x64xf4E2M1FN> to tensor<?x32xi8>
  return
}

// CHECK-LABEL: @from_storage
// CHECK: nvfp4.from_storage
func.func @from_storage(%b: tensor<?x32xi8>) {
  %d = nvfp4.from_storage %b : tensor<?x32xi8> to tensor<?x64xf4E2M1FN>
  return
}

// CHECK-LABEL: @rotate_quantize
// CHECK: nvfp4.rotate_quantize
func.func @rotate_quantize(%e: tensor<256x128xbf16>, %seed: tensor<i64>,
    %d0: tensor<256x128xf4E2M1FN>, %s0: tensor<256x8xf8E4M3FN>,
    %t0: tensor<f32>, %d1: tensor<128x256xf4E2M1FN>,
    %s1: tensor<128x16xf8E4M3FN>, %t1: tensor<f32>) {
  %q:6 = nvfp4.rotate_quantize <quartet2_backward> <both>
      ins(%e : tensor<256x128xbf16>) seed(%seed : tensor<i64>)
      outs(%d0, %s0, %t0, %d1, %s1, %t1 :
           tensor<256x128xf4E2M1FN>, tensor<256x8xf8E4M3FN>, tensor<f32>,
           tensor<128x256xf4E2M1FN>, tensor<128x16xf8E4M3FN>, tensor<f32>)
      {group = 128 : i64, site = 1 : i64, row_site = 2 : i64,
       col_site = 3 : i64}
  return
}

// CHECK-LABEL: @requantize
// CHECK: nvfp4.requantize
func.func @requantize(%d: tensor<256x64xf4E2M1FN>, %s: tensor<256x4xf8E4M3FN>,
    %t: tensor<f32>, %seed: tensor<i64>, %d1: tensor<64x256xf4E2M1FN>,
    %s1: tensor<64x16xf8E4M3FN>, %t1: tensor<f32>) {
  %q:3 = nvfp4.requantize <quartet2_backward> <col>
      ins(%d, %s, %t : tensor<256x64xf4E2M1FN>, tensor<256x4xf8E4M3FN>,
          tensor<f32>)
      seed(%seed : tensor<i64>)
      outs(%d1, %s1, %t1 : tensor<64x256xf4E2M1FN>, tensor<64x16xf8E4M3FN>,
           tensor<f32>)
      {group = 128 : i64, site = 1 : i64, col_site = 4 : i64}
  return
}

// CHECK-LABEL: @encode
// CHECK: nvfp4.encode
func.func @encode(%x: vector<16xf32>) {
  %c = nvfp4.encode %x : vector<16xf32> to vector<16xf4E2M1FN>
  return
}

// CHECK-LABEL: @decode
// CHECK: nvfp4.decode
func.func @decode(%c: vector<16xf4E2M1FN>) {
  %x = nvfp4.decode %c : vector<16xf4E2M1FN> to vector<16xf32>
  return
}

// CHECK-LABEL: @attributes
// CHECK-SAME: #nvfp4.quantizer<quartet2_forward>
func.func @attributes() attributes {
  q0 = #nvfp4.quantizer<quartet2_forward>,
  q1 = #nvfp4.quantizer<quartet2_backward>,
  q2 = #nvfp4.quantizer<scale_max = 256.0, candidates = 2, criterion = mae>,
  r0 = #nvfp4.role<fprop, layer = 0>,
  r1 = #nvfp4.role<wgrad, layer = 3, swapped = true>} {
  return
}

// CHECK-LABEL: @import
// CHECK: nvfp4.import <modelopt>
func.func @import(%weight: tensor<32x32xi8>,
    %weight_scale: tensor<32x4xf8E4M3FN>, %weight_scale_2: tensor<f32>) {
  %d, %s, %t = nvfp4.import <modelopt>
      ins(%weight, %weight_scale, %weight_scale_2 : tensor<32x32xi8>,
          tensor<32x4xf8E4M3FN>, tensor<f32>) to tensor<32x64xf4E2M1FN>
  return
}

// CHECK-LABEL: @fwd
func.func @fwd(%x: tensor<8x64xbf16>) -> (tensor<8x64xbf16>, tensor<8x64xbf16>) {
  return %x, %x : tensor<8x64xbf16>, tensor<8x64xbf16>
}

// CHECK-LABEL: @bwd
// CHECK-SAME: nvfp4.saved = #nvfp4.saved<@fwd, result = 1>
func.func @bwd(%x: tensor<8x64xbf16> {nvfp4.saved = #nvfp4.saved<@fwd, result = 1>}) {
  return
}
