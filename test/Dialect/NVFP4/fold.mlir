// RUN: quartet-opt %s --canonicalize -split-input-file | FileCheck %s

// Folding constants. Expected values are worked out beside each case; bytes are
// signed decimals, two codes each, the even index in the low nibble.

// Midpoints go to the even code and the sign of zero is kept. amax 6 gives
// S = 2688 / 6 = 448 and block byte 448; elements are x itself. Codes
// 0 2 2 4 4 6 6 8 A A C C E E 7 F are bytes 20 42 64 86 AA CC EE F7.
// CHECK-LABEL: func.func @ties_and_signs
// CHECK-DAG: %[[D:.*]] = arith.constant dense<{{\[\[}}32, 66, 100, -122, -86, -52, -18, -9, 0, 0, 0, 0, 0, 0, 0, 0]]> : tensor<1x16xi8>
// CHECK-DAG: %[[S:.*]] = arith.constant dense<{{\[\[}}4.480000e+02, 0.000000e+00]]> : tensor<1x2xf8E4M3FN>
// CHECK-DAG: %[[T:.*]] = arith.constant dense<0.00223214{{[0-9]*}}> : tensor<f32>
// CHECK-DAG: %[[V:.*]] = arith.constant dense<{{\[\[}}0.000000e+00, 1.000000e+00, 1.000000e+00, 2.000000e+00, 2.000000e+00, 4.000000e+00, 4.000000e+00, -0.000000e+00, -1.000000e+00, -1.000000e+00, -2.000000e+00, -2.000000e+00, -4.000000e+00, -4.000000e+00, 6.000000e+00, -6.000000e+00]]> : tensor<1x16xbf16>
// CHECK: return %[[D]], %[[S]], %[[T]], %[[V]]
func.func @ties_and_signs() -> (tensor<1x16xi8>, tensor<1x2xf8E4M3FN>,
                                tensor<f32>, tensor<1x16xbf16>) {
  %x = arith.constant dense<[[0.25, 0.75, 1.25, 1.75, 2.5, 3.5, 5.0, -0.25,
      -0.75, -1.25, -1.75, -2.5, -3.5, -5.0, 6.0, -6.0]]> : tensor<1x16xf32>
  %d = tensor.empty() : tensor<1x16xi8>
  %s = tensor.empty() : tensor<1x2xf8E4M3FN>
  %t = tensor.empty() : tensor<f32>
  %q:3 = nvfp4.quantize <te> ins(%x : tensor<1x16xf32>)
      outs(%d, %s, %t : tensor<1x16xi8>, tensor<1x2xf8E4M3FN>, tensor<f32>)
  %e = tensor.empty() : tensor<1x16xbf16>
  %v = nvfp4.dequantize ins(%q#0, %q#1 : tensor<1x16xi8>, tensor<1x2xf8E4M3FN>)
      tensor_scale(%q#2 : tensor<f32>) outs(%e : tensor<1x16xbf16>)
  return %q#0, %q#1, %q#2, %v : tensor<1x16xi8>, tensor<1x2xf8E4M3FN>,
                                tensor<f32>, tensor<1x16xbf16>
}

// -----

// A block of zeros: scale 0 and codes 0; modelopt stores scale 1, torchao 2^-6.
// The second block is 0..15 with amax 15, S = 179.2, byte 448, x times 0.4:
// 0 .4 .8 1.2 1.6 2 2.4 2.8 3.2 3.6 4 4.4 4.8 5.2 5.6 6 round to codes
// 0 1 2 2 3 4 4 5 5 6 6 6 6 7 7 7 (2.4 to 2, 4.8 to 4, 5.2 to 6), which are
// bytes 10 22 43 54 65 66 76 77.
// CHECK-LABEL: func.func @zero_block
// CHECK-DAG: %[[D:.*]] = arith.constant dense<{{\[\[}}0, 0, 0, 0, 0, 0, 0, 0, 16, 34, 67, 84, 101, 102, 118, 119]]> : tensor<1x16xi8>
// CHECK-DAG: %[[TE:.*]] = arith.constant dense<{{\[\[}}0.000000e+00, 4.480000e+02]]> : tensor<1x2xf8E4M3FN>
// CHECK-DAG: %[[AO:.*]] = arith.constant dense<{{\[\[}}1.562500e-02, 4.480000e+02]]> : tensor<1x2xf8E4M3FN>
// CHECK-DAG: %[[MO:.*]] = arith.constant dense<{{\[\[}}1.000000e+00, 4.480000e+02]]> : tensor<1x2xf8E4M3FN>
// CHECK: return %[[D]], %[[TE]], %[[AO]], %[[MO]]
func.func @zero_block() -> (tensor<1x16xi8>, tensor<1x2xf8E4M3FN>,
                            tensor<1x2xf8E4M3FN>, tensor<1x2xf8E4M3FN>) {
  %x = arith.constant dense<[[0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0,
      0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 1.0, 2.0, 3.0, 4.0, 5.0, 6.0, 7.0, 8.0,
      9.0, 10.0, 11.0, 12.0, 13.0, 14.0, 15.0]]> : tensor<1x32xf32>
  %d = tensor.empty() : tensor<1x16xi8>
  %s = tensor.empty() : tensor<1x2xf8E4M3FN>
  %t = tensor.empty() : tensor<f32>
  %0:3 = nvfp4.quantize <te> ins(%x : tensor<1x32xf32>)
      outs(%d, %s, %t : tensor<1x16xi8>, tensor<1x2xf8E4M3FN>, tensor<f32>)
  %1:3 = nvfp4.quantize <torchao> ins(%x : tensor<1x32xf32>)
      outs(%d, %s, %t : tensor<1x16xi8>, tensor<1x2xf8E4M3FN>, tensor<f32>)
  %2:3 = nvfp4.quantize <modelopt> ins(%x : tensor<1x32xf32>)
      outs(%d, %s, %t : tensor<1x16xi8>, tensor<1x2xf8E4M3FN>, tensor<f32>)
  return %0#0, %0#1, %1#1, %2#1 : tensor<1x16xi8>, tensor<1x2xf8E4M3FN>,
      tensor<1x2xf8E4M3FN>, tensor<1x2xf8E4M3FN>
}

// -----

// All zeros: tensor scale 1, scales 0, codes 0.
// CHECK-LABEL: func.func @all_zero
// CHECK-DAG: %[[D:.*]] = arith.constant dense<0> : tensor<2x16xi8>
// CHECK-DAG: %[[S:.*]] = arith.constant dense<0.000000e+00> : tensor<2x2xf8E4M3FN>
// CHECK-DAG: %[[T:.*]] = arith.constant dense<1.000000e+00> : tensor<f32>
// CHECK: return %[[D]], %[[S]], %[[T]]
func.func @all_zero() -> (tensor<2x16xi8>, tensor<2x2xf8E4M3FN>, tensor<f32>) {
  %x = arith.constant dense<0.0> : tensor<2x32xbf16>
  %d = tensor.empty() : tensor<2x16xi8>
  %s = tensor.empty() : tensor<2x2xf8E4M3FN>
  %t = tensor.empty() : tensor<f32>
  %0:3 = nvfp4.quantize <rtn> ins(%x : tensor<2x32xbf16>)
      outs(%d, %s, %t : tensor<2x16xi8>, tensor<2x2xf8E4M3FN>, tensor<f32>)
  return %0#0, %0#1, %0#2 : tensor<2x16xi8>, tensor<2x2xf8E4M3FN>, tensor<f32>
}

// -----

// An amax smaller than the data saturates the scale at 448, never at NaN:
// amax 10 gives S = 268.8; 30 becomes code 7, each 1 is 0.6 and code 1.
// CHECK-LABEL: func.func @stale_amax
// CHECK-DAG: %[[D:.*]] = arith.constant dense<{{\[\[}}23, 17, 17, 17, 17, 17, 17, 17, 0, 0, 0, 0, 0, 0, 0, 0]]> : tensor<1x16xi8>
// CHECK-DAG: %[[S:.*]] = arith.constant dense<{{\[\[}}4.480000e+02, 0.000000e+00]]> : tensor<1x2xf8E4M3FN>
// CHECK-DAG: %[[TRUE:.*]] = arith.constant dense<{{\[\[}}7, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0]]> : tensor<1x16xi8>
// CHECK: return %[[D]], %[[S]], %[[TRUE]], %[[S]]
func.func @stale_amax() -> (tensor<1x16xi8>, tensor<1x2xf8E4M3FN>,
                            tensor<1x16xi8>, tensor<1x2xf8E4M3FN>) {
  %x = arith.constant dense<[[30.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0,
      1.0, 1.0, 1.0, 1.0, 1.0, 1.0]]> : tensor<1x16xf32>
  %stale = arith.constant dense<10.0> : tensor<f32>
  %zero = arith.constant dense<0.0> : tensor<f32>
  %d = tensor.empty() : tensor<1x16xi8>
  %s = tensor.empty() : tensor<1x2xf8E4M3FN>
  %t = tensor.empty() : tensor<f32>
  %0:3 = nvfp4.quantize <te> ins(%x : tensor<1x16xf32>) amax(%stale : tensor<f32>)
      outs(%d, %s, %t : tensor<1x16xi8>, tensor<1x2xf8E4M3FN>, tensor<f32>)
  %a = nvfp4.amax ins(%x : tensor<1x16xf32>) outs(%zero : tensor<f32>)
  %1:3 = nvfp4.quantize <te> ins(%x : tensor<1x16xf32>) amax(%a : tensor<f32>)
      outs(%d, %s, %t : tensor<1x16xi8>, tensor<1x2xf8E4M3FN>, tensor<f32>)
  return %0#0, %0#1, %1#0, %1#1 : tensor<1x16xi8>, tensor<1x2xf8E4M3FN>,
      tensor<1x16xi8>, tensor<1x2xf8E4M3FN>
}

// -----

// Four over six: 8 6 4 2 with S = 192. Six needs scale 256 and misses; four
// needs 384 and is exact: codes 6 5 4 2, bytes 56 24. One candidate at 448
// keeps 7 6 5 3: bytes 67 35.
// CHECK-LABEL: func.func @four_over_six
// CHECK-DAG: %[[D:.*]] = arith.constant dense<{{\[\[}}86, 36, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0]]> : tensor<1x16xi8>
// CHECK-DAG: %[[S:.*]] = arith.constant dense<{{\[\[}}3.840000e+02, 0.000000e+00]]> : tensor<1x2xf8E4M3FN>
// CHECK-DAG: %[[TE:.*]] = arith.constant dense<{{\[\[}}103, 53, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0]]> : tensor<1x16xi8>
// CHECK-DAG: %[[V:.*]] = arith.constant dense<{{\[\[}}8.000000e+00, 6.000000e+00, 4.000000e+00, 2.000000e+00, 0.000000e+00,
// CHECK: return %[[D]], %[[S]], %[[TE]], %[[V]]
func.func @four_over_six() -> (tensor<1x16xi8>, tensor<1x2xf8E4M3FN>,
                               tensor<1x16xi8>, tensor<1x16xbf16>) {
  %x = arith.constant dense<[[8.0, 6.0, 4.0, 2.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0,
      0.0, 0.0, 0.0, 0.0, 0.0, 0.0]]> : tensor<1x16xf32>
  %d = tensor.empty() : tensor<1x16xi8>
  %s = tensor.empty() : tensor<1x2xf8E4M3FN>
  %t = tensor.empty() : tensor<f32>
  %q:3 = nvfp4.quantize <quartet2_forward> ins(%x : tensor<1x16xf32>)
      outs(%d, %s, %t : tensor<1x16xi8>, tensor<1x2xf8E4M3FN>, tensor<f32>)
  %te:3 = nvfp4.quantize <te> ins(%x : tensor<1x16xf32>)
      outs(%d, %s, %t : tensor<1x16xi8>, tensor<1x2xf8E4M3FN>, tensor<f32>)
  %e = tensor.empty() : tensor<1x16xbf16>
  %v = nvfp4.dequantize ins(%q#0, %q#1 : tensor<1x16xi8>, tensor<1x2xf8E4M3FN>)
      tensor_scale(%q#2 : tensor<f32>) outs(%e : tensor<1x16xbf16>)
  return %q#0, %q#1, %te#0, %v : tensor<1x16xi8>, tensor<1x2xf8E4M3FN>,
      tensor<1x16xi8>, tensor<1x16xbf16>
}

// -----

// NaN and infinity stay outside amax; only their block's scale becomes NaN.
// amax is 6 from the second block; its codes are 7 and zeros.
// CHECK-LABEL: func.func @non_finite
// CHECK-DAG: %[[A:.*]] = arith.constant dense<6.000000e+00> : tensor<f32>
// CHECK-DAG: %[[S:.*]] = arith.constant dense<{{\[\[}}0x7F, 4.480000e+02], [0x7F, 0.000000e+00]]> : tensor<2x2xf8E4M3FN>
// CHECK: return %[[A]], %[[S]]
func.func @non_finite() -> (tensor<f32>, tensor<2x2xf8E4M3FN>) {
  %x = arith.constant dense<[
      [0x7FC00000, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0,
       1.0, 1.0, 1.0, 6.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0,
       0.0, 0.0, 0.0, 0.0, 0.0],
      [0x7F800000, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0,
       1.0, 1.0, 1.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0,
       0.0, 0.0, 0.0, 0.0, 0.0]]> : tensor<2x32xf32>
  %zero = arith.constant dense<0.0> : tensor<f32>
  %d = tensor.empty() : tensor<2x16xi8>
  %s = tensor.empty() : tensor<2x2xf8E4M3FN>
  %t = tensor.empty() : tensor<f32>
  %a = nvfp4.amax ins(%x : tensor<2x32xf32>) outs(%zero : tensor<f32>)
  %q:3 = nvfp4.quantize <rtn> ins(%x : tensor<2x32xf32>)
      outs(%d, %s, %t : tensor<2x16xi8>, tensor<2x2xf8E4M3FN>, tensor<f32>)
  return %a, %q#1 : tensor<f32>, tensor<2x2xf8E4M3FN>
}

// -----

// amax starts from its destination and is clamped from below: 2^-120 counts as
// 2^-100 = 7.88860905E-31, and 9 beats 6.
// CHECK-LABEL: func.func @amax
// CHECK-DAG: %[[TINY:.*]] = arith.constant dense<7.88860905E-31> : tensor<f32>
// CHECK-DAG: %[[NINE:.*]] = arith.constant dense<9.000000e+00> : tensor<f32>
// CHECK: return %[[TINY]], %[[NINE]]
func.func @amax() -> (tensor<f32>, tensor<f32>) {
  %tiny = arith.constant dense<7.52316385E-37> : tensor<2x2xf32>
  %six = arith.constant dense<-6.0> : tensor<3x2x2xf16>
  %zero = arith.constant dense<0.0> : tensor<f32>
  %nine = arith.constant dense<9.0> : tensor<f32>
  %0 = nvfp4.amax ins(%tiny : tensor<2x2xf32>) outs(%zero : tensor<f32>)
  %1 = nvfp4.amax ins(%six : tensor<3x2x2xf16>) outs(%nine : tensor<f32>)
  return %0, %1 : tensor<f32>, tensor<f32>
}

// -----

// A transposed input is quantized along its rows: column 0 of x is 6, 3, then
// zeros. rtn with amax 6: tensor scale 6 / 2688, block byte 448, codes 7 5.
// Rows from valid_rows = 1 on count as zero, which drops the 3. A prescale of
// 2 doubles the tensor scale: 12 / 2688 = 1 / 224.
// CHECK-LABEL: func.func @transpose
// CHECK-DAG: %[[D:.*]] = arith.constant dense<{{\[\[}}87, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0]]> : tensor<1x16xi8>
// CHECK-DAG: %[[W:.*]] = arith.constant dense<{{\[\[}}7, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0]]> : tensor<1x16xi8>
// CHECK-DAG: %[[T:.*]] = arith.constant dense<0.0044642{{[0-9]*}}> : tensor<f32>
// CHECK: return %[[D]], %[[W]], %[[T]]
func.func @transpose() -> (tensor<1x16xi8>, tensor<1x16xi8>, tensor<f32>) {
  %x = arith.constant dense<[[6.0], [3.0], [0.0], [0.0]]> : tensor<4x1xf32>
  %two = arith.constant dense<2.0> : tensor<f32>
  %c1 = arith.constant 1 : index
  %d = tensor.empty() : tensor<1x16xi8>
  %s = tensor.empty() : tensor<1x2xf8E4M3FN>
  %t = tensor.empty() : tensor<f32>
  %0:3 = nvfp4.quantize <rtn> ins(%x : tensor<4x1xf32>)
      outs(%d, %s, %t : tensor<1x16xi8>, tensor<1x2xf8E4M3FN>, tensor<f32>)
      {transpose}
  %1:3 = nvfp4.quantize <rtn> ins(%x : tensor<4x1xf32>) valid_rows(%c1)
      prescale(%two : tensor<f32>)
      outs(%d, %s, %t : tensor<1x16xi8>, tensor<1x2xf8E4M3FN>, tensor<f32>)
      {transpose}
  return %0#0, %1#0, %1#2 : tensor<1x16xi8>, tensor<1x16xi8>, tensor<f32>
}

// -----

// Two batch elements share one tensor scale: 6 / 2688 although the second one's
// largest magnitude is 3. Its block scale is 448 / 2 = 224. Scales go through the
// tiled layout.
// CHECK-LABEL: func.func @batch
// CHECK-DAG: %[[D:.*]] = arith.constant dense<119> : tensor<2x1x16xi8>
// CHECK-DAG: %[[S:.*]] = arith.constant dense<{{\[\[\[}}4.480000e+02, 4.480000e+02]], {{\[\[}}2.240000e+02, 2.240000e+02]]]> : tensor<2x1x2xf8E4M3FN>
// CHECK: return %[[D]], %[[S]]
func.func @batch() -> (tensor<2x1x16xi8>, tensor<2x1x2xf8E4M3FN>) {
  %x = arith.constant dense<[
      [[6.0, 6.0, 6.0, 6.0, 6.0, 6.0, 6.0, 6.0, 6.0, 6.0, 6.0, 6.0, 6.0, 6.0,
        6.0, 6.0, 6.0, 6.0, 6.0, 6.0, 6.0, 6.0, 6.0, 6.0, 6.0, 6.0, 6.0, 6.0,
        6.0, 6.0, 6.0, 6.0]],
      [[3.0, 3.0, 3.0, 3.0, 3.0, 3.0, 3.0, 3.0, 3.0, 3.0, 3.0, 3.0, 3.0, 3.0,
        3.0, 3.0, 3.0, 3.0, 3.0, 3.0, 3.0, 3.0, 3.0, 3.0, 3.0, 3.0, 3.0, 3.0,
        3.0, 3.0, 3.0, 3.0]]]> : tensor<2x1x32xf32>
  %d = tensor.empty() : tensor<2x1x16xi8>
  %s = tensor.empty() : tensor<2x1x1x32x4x4xf8E4M3FN>
  %t = tensor.empty() : tensor<f32>
  %q:3 = nvfp4.quantize <rtn> ins(%x : tensor<2x1x32xf32>)
      outs(%d, %s, %t : tensor<2x1x16xi8>, tensor<2x1x1x32x4x4xf8E4M3FN>,
           tensor<f32>)
  %e = tensor.empty() : tensor<2x1x2xf8E4M3FN>
  %u = nvfp4.untile_scales ins(%q#1 : tensor<2x1x1x32x4x4xf8E4M3FN>)
      outs(%e : tensor<2x1x2xf8E4M3FN>)
  return %q#0, %u : tensor<2x1x16xi8>, tensor<2x1x2xf8E4M3FN>
}

// -----

// Data of one code per element and data of two per byte are the same codes.
// CHECK-LABEL: func.func @codes
// CHECK-DAG: %[[D:.*]] = arith.constant dense<{{\[\[}}6.000000e+00, -3.000000e+00, -0.000000e+00, 0.000000e+00,
// CHECK-DAG: %[[B:.*]] = arith.constant dense<{{\[\[}}-41, 8, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0]]> : tensor<1x16xi8>
// CHECK: return %[[D]], %[[B]], %[[D]]
func.func @codes() -> (tensor<1x32xf4E2M1FN>, tensor<1x16xi8>,
                       tensor<1x32xf4E2M1FN>) {
  %x = arith.constant dense<[[6.0, -3.0, -0.0, 0.0]]> : tensor<1x4xf32>
  %d = tensor.empty() : tensor<1x32xf4E2M1FN>
  %s = tensor.empty() : tensor<1x2xf8E4M3FN>
  %t = tensor.empty() : tensor<f32>
  %q:3 = nvfp4.quantize <rtn> ins(%x : tensor<1x4xf32>)
      outs(%d, %s, %t : tensor<1x32xf4E2M1FN>, tensor<1x2xf8E4M3FN>,
           tensor<f32>)
  %b = nvfp4.to_storage %q#0 : tensor<1x32xf4E2M1FN> to tensor<1x16xi8>
  %c = nvfp4.from_storage %b : tensor<1x16xi8> to tensor<1x32xf4E2M1FN>
  return %q#0, %b, %c : tensor<1x32xf4E2M1FN>, tensor<1x16xi8>,
                        tensor<1x32xf4E2M1FN>
}

// -----

// One row of three scales 1, 1.5, 2 (bytes 38 3C 40) starts the tile; the other
// 509 bytes are 0. Of 33 rows with one scale each, row 32 (2, byte 40) is at
// offset 4, in the second quarter of row 0, and row r < 32 (1, byte 38) at 16 r.
// Reading the tiled form back gives the linear one.
// CHECK-LABEL: func.func @tile_scales
// CHECK-DAG: %[[A:.*]] = arith.constant dense<"0x383C40{{0+}}"> : tensor<1x1x32x4x4xf8E4M3FN>
// CHECK-DAG: %[[B:.*]] = arith.constant dense<"0x38000000400000000000000000000000{{(38000000000000000000000000000000)+}}"> : tensor<1x1x32x4x4xf8E4M3FN>
// CHECK-DAG: %[[L:.*]] = arith.constant dense<{{\[\[}}1.000000e+00], {{.*}}[1.000000e+00], [2.000000e+00]]> : tensor<33x1xf8E4M3FN>
// CHECK: return %[[A]], %[[B]], %[[L]]
func.func @tile_scales() -> (tensor<1x1x32x4x4xf8E4M3FN>,
                             tensor<1x1x32x4x4xf8E4M3FN>,
                             tensor<33x1xf8E4M3FN>) {
  %row = arith.constant dense<[[1.0, 1.5, 2.0]]> : tensor<1x3xf8E4M3FN>
  %column = arith.constant
      dense<"0x383838383838383838383838383838383838383838383838383838383838383840">
      : tensor<33x1xf8E4M3FN>
  %e = tensor.empty() : tensor<1x1x32x4x4xf8E4M3FN>
  %0 = nvfp4.tile_scales ins(%row : tensor<1x3xf8E4M3FN>)
      outs(%e : tensor<1x1x32x4x4xf8E4M3FN>)
  %1 = nvfp4.tile_scales ins(%column : tensor<33x1xf8E4M3FN>)
      outs(%e : tensor<1x1x32x4x4xf8E4M3FN>)
  %f = tensor.empty() : tensor<33x1xf8E4M3FN>
  %2 = nvfp4.untile_scales ins(%1 : tensor<1x1x32x4x4xf8E4M3FN>)
      outs(%f : tensor<33x1xf8E4M3FN>)
  return %0, %1, %2 : tensor<1x1x32x4x4xf8E4M3FN>, tensor<1x1x32x4x4xf8E4M3FN>,
                      tensor<33x1xf8E4M3FN>
}

// -----

// linear -> tiled -> linear is nothing, for any shape.
// CHECK-LABEL: func.func @tile_untile
// CHECK-SAME: %[[S:.*]]: tensor<?x6xf8E4M3FN>
// CHECK-NEXT: return %[[S]]
func.func @tile_untile(%s: tensor<?x6xf8E4M3FN>,
                       %t: tensor<?x2x32x4x4xf8E4M3FN>) -> tensor<?x6xf8E4M3FN> {
  %0 = nvfp4.tile_scales ins(%s : tensor<?x6xf8E4M3FN>)
      outs(%t : tensor<?x2x32x4x4xf8E4M3FN>)
  %1 = nvfp4.untile_scales ins(%0 : tensor<?x2x32x4x4xf8E4M3FN>)
      outs(%s : tensor<?x6xf8E4M3FN>)
  return %1 : tensor<?x6xf8E4M3FN>
}

// -----

// tiled -> linear -> tiled is nothing only without padding.
// CHECK-LABEL: func.func @untile_tile
// CHECK-SAME: %[[T:.*]]: tensor<1x2x32x4x4xf8E4M3FN>, %{{.*}}, %{{.*}})
// CHECK: %[[L:.*]] = nvfp4.untile_scales
// CHECK: %[[P:.*]] = nvfp4.tile_scales ins(%[[L]] : tensor<128x7xf8E4M3FN>)
// CHECK: return %[[T]], %[[P]]
func.func @untile_tile(%t: tensor<1x2x32x4x4xf8E4M3FN>,
                       %full: tensor<128x8xf8E4M3FN>,
                       %part: tensor<128x7xf8E4M3FN>)
    -> (tensor<1x2x32x4x4xf8E4M3FN>, tensor<1x2x32x4x4xf8E4M3FN>) {
  %0 = nvfp4.untile_scales ins(%t : tensor<1x2x32x4x4xf8E4M3FN>)
      outs(%full : tensor<128x8xf8E4M3FN>)
  %1 = nvfp4.tile_scales ins(%0 : tensor<128x8xf8E4M3FN>)
      outs(%t : tensor<1x2x32x4x4xf8E4M3FN>)
  %2 = nvfp4.untile_scales ins(%t : tensor<1x2x32x4x4xf8E4M3FN>)
      outs(%part : tensor<128x7xf8E4M3FN>)
  %3 = nvfp4.tile_scales ins(%2 : tensor<128x7xf8E4M3FN>)
      outs(%t : tensor<1x2x32x4x4xf8E4M3FN>)
  return %1, %3 : tensor<1x2x32x4x4xf8E4M3FN>, tensor<1x2x32x4x4xf8E4M3FN>
}

// -----

// CHECK-LABEL: func.func @storage_pairs
// CHECK-SAME: %[[D:.*]]: tensor<?x64xf4E2M1FN>, %[[B:.*]]: tensor<?x32xi8>
// CHECK-NEXT: return %[[D]], %[[B]]
func.func @storage_pairs(%d: tensor<?x64xf4E2M1FN>, %b: tensor<?x32xi8>)
    -> (tensor<?x64xf4E2M1FN>, tensor<?x32xi8>) {
  %0 = nvfp4.to_storage %d : tensor<?x64xf4E2M1FN> to tensor<?x32xi8>
  %1 = nvfp4.from_storage %0 : tensor<?x32xi8> to tensor<?x64xf4E2M1FN>
  %2 = nvfp4.from_storage %b : tensor<?x32xi8> to tensor<?x64xf4E2M1FN>
  %3 = nvfp4.to_storage %2 : tensor<?x64xf4E2M1FN> to tensor<?x32xi8>
  return %1, %3 : tensor<?x64xf4E2M1FN>, tensor<?x32xi8>
}

// -----

// Encoding a tie, beyond the range, infinity, NaN and -0.
// CHECK-LABEL: func.func @encode
// CHECK-DAG: arith.constant dense<[2.000000e+00, 6.000000e+00, -6.000000e+00, 6.000000e+00, -0.000000e+00]> : vector<5xf4E2M1FN>
// CHECK-DAG: arith.constant dense<[2.500000e+00, 4.480000e+02, -4.480000e+02, 0x7F, -0.000000e+00]> : vector<5xf8E4M3FN>
// CHECK-DAG: arith.constant 4.000000e+00 : f4E2M1FN
// CHECK-DAG: arith.constant dense<1.000000e+00> : vector<4xf8E4M3FN>
func.func @encode() -> (vector<5xf4E2M1FN>, vector<5xf8E4M3FN>, f4E2M1FN,
                        vector<4xf8E4M3FN>) {
  %x = arith.constant dense<[2.5, 1000.0, 0xFF800000, 0x7FC00001, -0.0]>
      : vector<5xf32>
  %five = arith.constant 5.0 : f32
  %one = arith.constant dense<1.0> : vector<4xf32>
  %0 = nvfp4.encode %x : vector<5xf32> to vector<5xf4E2M1FN>
  %1 = nvfp4.encode %x : vector<5xf32> to vector<5xf8E4M3FN>
  %2 = nvfp4.encode %five : f32 to f4E2M1FN
  %3 = nvfp4.encode %one : vector<4xf32> to vector<4xf8E4M3FN>
  return %0, %1, %2, %3 : vector<5xf4E2M1FN>, vector<5xf8E4M3FN>, f4E2M1FN,
                          vector<4xf8E4M3FN>
}

// -----

// The smallest subnormal scale is 2^-9; NaN keeps its sign.
// CHECK-LABEL: func.func @decode
// CHECK-DAG: arith.constant dense<[1.500000e+00, -0.000000e+00, -6.000000e+00]> : vector<3xf32>
// CHECK-DAG: arith.constant dense<[0.001953125, 4.480000e+02, 0xFFC00000]> : vector<3xf32>
// CHECK-DAG: arith.constant 5.000000e-01 : f32
func.func @decode() -> (vector<3xf32>, vector<3xf32>, f32) {
  %c = arith.constant dense<[1.5, -0.0, -6.0]> : vector<3xf4E2M1FN>
  %s = arith.constant dense<[0.001953125, 448.0, 0xFF]> : vector<3xf8E4M3FN>
  %half = arith.constant 0.5 : f4E2M1FN
  %0 = nvfp4.decode %c : vector<3xf4E2M1FN> to vector<3xf32>
  %1 = nvfp4.decode %s : vector<3xf8E4M3FN> to vector<3xf32>
  %2 = nvfp4.decode %half : f4E2M1FN to f32
  return %0, %1, %2 : vector<3xf32>, vector<3xf32>, f32
}

// -----

// Decoding is exact, so encoding undoes it; the reverse loses bits and stays.
// CHECK-LABEL: func.func @encode_of_decode
// CHECK-SAME: %[[C:.*]]: vector<4xf8E4M3FN>, %[[X:.*]]: vector<4xf32>
// CHECK: %[[E:.*]] = nvfp4.encode %[[X]]
// CHECK: %[[D:.*]] = nvfp4.decode %[[E]]
// CHECK: return %[[C]], %[[D]]
func.func @encode_of_decode(%c: vector<4xf8E4M3FN>, %x: vector<4xf32>)
    -> (vector<4xf8E4M3FN>, vector<4xf32>) {
  %0 = nvfp4.decode %c : vector<4xf8E4M3FN> to vector<4xf32>
  %1 = nvfp4.encode %0 : vector<4xf32> to vector<4xf8E4M3FN>
  %2 = nvfp4.encode %x : vector<4xf32> to vector<4xf4E2M1FN>
  %3 = nvfp4.decode %2 : vector<4xf4E2M1FN> to vector<4xf32>
  return %1, %3 : vector<4xf8E4M3FN>, vector<4xf32>
}

// -----

// What does not fold: values that are not constant, dequantize of quantize,
// and more elements than the limit of 65536.
// CHECK-LABEL: func.func @no_fold
// CHECK: nvfp4.quantize
// CHECK: nvfp4.dequantize
// CHECK: nvfp4.amax ins(%{{.*}} : tensor<1024x65xf32>)
func.func @no_fold(%x: tensor<4x32xf32>, %d: tensor<4x32xf4E2M1FN>,
                   %s: tensor<4x2xf8E4M3FN>, %t: tensor<f32>)
    -> (tensor<4x32xf32>, tensor<f32>) {
  %q:3 = nvfp4.quantize <rtn> ins(%x : tensor<4x32xf32>)
      outs(%d, %s, %t : tensor<4x32xf4E2M1FN>, tensor<4x2xf8E4M3FN>,
           tensor<f32>)
  %v = nvfp4.dequantize
      ins(%q#0, %q#1 : tensor<4x32xf4E2M1FN>, tensor<4x2xf8E4M3FN>)
      tensor_scale(%q#2 : tensor<f32>) outs(%x : tensor<4x32xf32>)
  %large = arith.constant dense<1.0> : tensor<1024x65xf32>
  %zero = arith.constant dense<0.0> : tensor<f32>
  %a = nvfp4.amax ins(%large : tensor<1024x65xf32>) outs(%zero : tensor<f32>)
  return %v, %a : tensor<4x32xf32>, tensor<f32>
}

// -----

// Empty matrices: nothing but a tensor scale of 1. Without columns there are no
// scales; without rows no tiles.
// CHECK-LABEL: func.func @empty
// CHECK-DAG: %[[D:.*]] = arith.constant dense<> : tensor<4x0xf4E2M1FN>
// CHECK-DAG: %[[S:.*]] = arith.constant dense<> : tensor<1x0x32x4x4xf8E4M3FN>
// CHECK-DAG: %[[T:.*]] = arith.constant dense<1.000000e+00> : tensor<f32>
// CHECK-DAG: %[[E:.*]] = arith.constant dense<> : tensor<0x64xf4E2M1FN>
// CHECK-DAG: %[[V:.*]] = arith.constant dense<> : tensor<4x0xbf16>
// CHECK-DAG: %[[A:.*]] = arith.constant dense<0.000000e+00> : tensor<f32>
// CHECK: return %[[D]], %[[S]], %[[T]], %[[E]], %[[T]], %[[V]], %[[A]]
func.func @empty() -> (tensor<4x0xf4E2M1FN>, tensor<1x0x32x4x4xf8E4M3FN>,
                       tensor<f32>, tensor<0x64xf4E2M1FN>, tensor<f32>,
                       tensor<4x0xbf16>, tensor<f32>) {
  %x = arith.constant dense<> : tensor<4x0xf32>
  %d = tensor.empty() : tensor<4x0xf4E2M1FN>
  %s = tensor.empty() : tensor<1x0x32x4x4xf8E4M3FN>
  %t = tensor.empty() : tensor<f32>
  %q:3 = nvfp4.quantize <rtn> ins(%x : tensor<4x0xf32>)
      outs(%d, %s, %t : tensor<4x0xf4E2M1FN>, tensor<1x0x32x4x4xf8E4M3FN>,
           tensor<f32>)
  %y = arith.constant dense<> : tensor<0x64xf32>
  %e = tensor.empty() : tensor<0x64xf4E2M1FN>
  %u = tensor.empty() : tensor<0x1x32x4x4xf8E4M3FN>
  %r:3 = nvfp4.quantize <quartet2_forward> ins(%y : tensor<0x64xf32>)
      outs(%e, %u, %t : tensor<0x64xf4E2M1FN>, tensor<0x1x32x4x4xf8E4M3FN>,
           tensor<f32>)
  %f = tensor.empty() : tensor<4x0xbf16>
  %v = nvfp4.dequantize
      ins(%q#0, %q#1 : tensor<4x0xf4E2M1FN>, tensor<1x0x32x4x4xf8E4M3FN>)
      tensor_scale(%q#2 : tensor<f32>) outs(%f : tensor<4x0xbf16>)
  %zero = arith.constant dense<0.0> : tensor<f32>
  %a = nvfp4.amax ins(%y : tensor<0x64xf32>) outs(%zero : tensor<f32>)
  return %q#0, %q#1, %q#2, %r#0, %r#2, %v, %a : tensor<4x0xf4E2M1FN>,
      tensor<1x0x32x4x4xf8E4M3FN>, tensor<f32>, tensor<0x64xf4E2M1FN>,
      tensor<f32>, tensor<4x0xbf16>, tensor<f32>
}

// -----

// One 1 in column 0 of a group of 16 rotates into column 0 of the Hadamard
// matrix, all ones, times its sign; the second group of the padding is zero.
// The second row is a 1 in column 1: plus and minus in turn. The constant is
// printed in order, so the sign of the first entry fixes the others.
// CHECK-LABEL: func.func @rotate
// CHECK: arith.constant dense<{{\[\[}}[[SIGN:-?]]1.000000e+00, [[SIGN]]1.000000e+00, [[SIGN]]1.000000e+00, {{.*}}0.000000e+00], {{\[}}[[S0:-?]]1.000000e+00, {{-?}}1.000000e+00, [[S0]]1.000000e+00, {{-?}}1.000000e+00, [[S0]]1.000000e+00
func.func @rotate() -> tensor<2x32xf32> {
  %x = arith.constant dense<[[1.0, 0.0], [0.0, 1.0]]> : tensor<2x2xbf16>
  %seed = arith.constant dense<42> : tensor<i64>
  %e = tensor.empty() : tensor<2x32xf32>
  %0 = nvfp4.rotate ins(%x : tensor<2x2xbf16>) seed(%seed : tensor<i64>)
      outs(%e : tensor<2x32xf32>) {group = 16 : i64, site = 3 : i64}
  return %0 : tensor<2x32xf32>
}

// -----

// A chunk rounds like the same place of the whole: row 1, columns 32 to 63 of
// %x are %chunk, quantized with the whole's amax and offsets (1, 32).
// CHECK-LABEL: func.func @chunks
// CHECK-DAG: %[[WHOLE:.*]] = arith.constant dense<{{\[\[}}{{.*}}], [{{((-?[0-9]+, ){16})}}[[TAIL:[-0-9, ]+]]]]> : tensor<2x32xi8>
// CHECK-DAG: %[[CHUNK:.*]] = arith.constant dense<{{\[\[}}[[TAIL]]]]> : tensor<1x16xi8>
// CHECK: return %[[WHOLE]], %[[CHUNK]] :
func.func @chunks() -> (tensor<2x32xi8>, tensor<1x16xi8>) {
  %x = arith.constant dense<1.3> : tensor<2x64xf32>
  %chunk = arith.constant dense<1.3> : tensor<1x32xf32>
  %amax = arith.constant dense<6.0> : tensor<f32>
  %seed = arith.constant dense<-7> : tensor<i64>
  %c1 = arith.constant 1 : index
  %c32 = arith.constant 32 : index
  %d = tensor.empty() : tensor<2x32xi8>
  %s = tensor.empty() : tensor<2x4xf8E4M3FN>
  %dc = tensor.empty() : tensor<1x16xi8>
  %sc = tensor.empty() : tensor<1x2xf8E4M3FN>
  %t = tensor.empty() : tensor<f32>
  %0:3 = nvfp4.quantize <sr> ins(%x : tensor<2x64xf32>) amax(%amax : tensor<f32>)
      seed(%seed : tensor<i64>) instance(%c1)
      outs(%d, %s, %t : tensor<2x32xi8>, tensor<2x4xf8E4M3FN>, tensor<f32>)
      {site = 9 : i64}
  %1:3 = nvfp4.quantize <sr> ins(%chunk : tensor<1x32xf32>)
      amax(%amax : tensor<f32>) seed(%seed : tensor<i64>) instance(%c1)
      offsets(%c1, %c32)
      outs(%dc, %sc, %t : tensor<1x16xi8>, tensor<1x2xf8E4M3FN>, tensor<f32>)
      {site = 9 : i64}
  return %0#0, %1#0 : tensor<2x32xi8>, tensor<1x16xi8>
}

// -----

// 1.3 lies between two codes, so 64 elements round both ways; rows of a batch
// are counted on: element (1, 0) of a batch of one-row matrices is row 1.
// CHECK-LABEL: func.func @batch_rows
// CHECK-DAG: %[[ROWS:.*]] = arith.constant dense<{{\[\[}}[[R0:[-0-9, ]+]]], [[[R1:[-0-9, ]+]]]]> : tensor<2x32xi8>
// CHECK-DAG: %[[BATCH:.*]] = arith.constant dense<{{\[\[\[}}[[R0]]]], {{\[\[}}[[R1]]]]]> : tensor<2x1x32xi8>
// CHECK: return %[[ROWS]], %[[BATCH]] :
func.func @batch_rows() -> (tensor<2x32xi8>, tensor<2x1x32xi8>) {
  %x = arith.constant dense<1.3> : tensor<2x64xf32>
  %y = arith.constant dense<1.3> : tensor<2x1x64xf32>
  %amax = arith.constant dense<6.0> : tensor<f32>
  %seed = arith.constant dense<-7> : tensor<i64>
  %d = tensor.empty() : tensor<2x32xi8>
  %s = tensor.empty() : tensor<2x4xf8E4M3FN>
  %e = tensor.empty() : tensor<2x1x32xi8>
  %u = tensor.empty() : tensor<2x1x4xf8E4M3FN>
  %t = tensor.empty() : tensor<f32>
  %0:3 = nvfp4.quantize <sr> ins(%x : tensor<2x64xf32>) amax(%amax : tensor<f32>)
      seed(%seed : tensor<i64>)
      outs(%d, %s, %t : tensor<2x32xi8>, tensor<2x4xf8E4M3FN>, tensor<f32>)
      {site = 9 : i64}
  %1:3 = nvfp4.quantize <sr> ins(%y : tensor<2x1x64xf32>)
      amax(%amax : tensor<f32>) seed(%seed : tensor<i64>)
      outs(%e, %u, %t : tensor<2x1x32xi8>, tensor<2x1x4xf8E4M3FN>, tensor<f32>)
      {site = 9 : i64}
  return %0#0, %1#0 : tensor<2x32xi8>, tensor<2x1x32xi8>
}

// -----

// Another instance or another site draws other numbers. Equal constants would be
// one operation.
// CHECK-LABEL: func.func @instances
// CHECK-COUNT-3: = arith.constant dense<{{.*}}> : tensor<1x32xi8>
// CHECK: return
func.func @instances() -> (tensor<1x32xi8>, tensor<1x32xi8>, tensor<1x32xi8>) {
  %x = arith.constant dense<1.3> : tensor<1x64xf32>
  %amax = arith.constant dense<6.0> : tensor<f32>
  %seed = arith.constant dense<-7> : tensor<i64>
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %d = tensor.empty() : tensor<1x32xi8>
  %s = tensor.empty() : tensor<1x4xf8E4M3FN>
  %t = tensor.empty() : tensor<f32>
  %0:3 = nvfp4.quantize <sr> ins(%x : tensor<1x64xf32>) amax(%amax : tensor<f32>)
      seed(%seed : tensor<i64>) instance(%c1)
      outs(%d, %s, %t : tensor<1x32xi8>, tensor<1x4xf8E4M3FN>, tensor<f32>)
      {site = 9 : i64}
  %1:3 = nvfp4.quantize <sr> ins(%x : tensor<1x64xf32>) amax(%amax : tensor<f32>)
      seed(%seed : tensor<i64>) instance(%c2)
      outs(%d, %s, %t : tensor<1x32xi8>, tensor<1x4xf8E4M3FN>, tensor<f32>)
      {site = 9 : i64}
  %2:3 = nvfp4.quantize <sr> ins(%x : tensor<1x64xf32>) amax(%amax : tensor<f32>)
      seed(%seed : tensor<i64>) instance(%c1)
      outs(%d, %s, %t : tensor<1x32xi8>, tensor<1x4xf8E4M3FN>, tensor<f32>)
      {site = 10 : i64}
  return %0#0, %1#0, %2#0 : tensor<1x32xi8>, tensor<1x32xi8>, tensor<1x32xi8>
}

// -----

// Checkpoint bytes: 0x21 = 33 holds codes 1 (low nibble) and 2, values 0.5 and
// 1. Block scale 2 and tensor scale 0.25 (a stored divisor of 4 is its
// reciprocal) make them 0.25 and 0.5.
// CHECK-LABEL: func.func @checkpoint_bytes
// CHECK: arith.constant dense<{{\[\[}}2.500000e-01, 5.000000e-01, 0.000000e+00]]> : tensor<1x3xf32>
func.func @checkpoint_bytes() -> tensor<1x3xf32> {
  %b = arith.constant dense<[[33, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0]]>
      : tensor<1x16xi8>
  %d = nvfp4.from_storage %b : tensor<1x16xi8> to tensor<1x32xf4E2M1FN>
  %s = arith.constant dense<2.0> : tensor<1x2xf8E4M3FN>
  %t = arith.constant dense<0.25> : tensor<f32>
  %e = tensor.empty() : tensor<1x3xf32>
  %v = nvfp4.dequantize
      ins(%d, %s : tensor<1x32xf4E2M1FN>, tensor<1x2xf8E4M3FN>)
      tensor_scale(%t : tensor<f32>) outs(%e : tensor<1x3xf32>)
  return %v : tensor<1x3xf32>
}
