// RUN: quartet-opt %s -split-input-file -verify-diagnostics

// One case per constraint of the fused operations.

func.func @rotate_quantize_c1(%x: tensor<4x64xf32>, %seed: memref<i64>,
    %d: tensor<4x64xf4E2M1FN>, %s: tensor<4x4xf8E4M3FN>, %t: tensor<f32>) {
  // expected-error @below {{expects all operands to be tensors or all to be memrefs}}
  %q:3 = nvfp4.rotate_quantize <rtn> <row> ins(%x : tensor<4x64xf32>)
      seed(%seed : memref<i64>) outs(%d, %s, %t : tensor<4x64xf4E2M1FN>,
      tensor<4x4xf8E4M3FN>, tensor<f32>) {group = 32 : i64, site = 0 : i64}
  return
}

// -----

func.func @rotate_quantize_c2(%x: tensor<4x64xf32>, %seed: tensor<i64>,
    %d: tensor<4x64xf4E2M1FN>, %s: tensor<4x4xf8E4M3FN>, %t: tensor<f32>) {
  // expected-error @below {{expects 4 destinations, but got 3}}
  %q:3 = nvfp4.rotate_quantize <rtn> <row> ins(%x : tensor<4x64xf32>)
      seed(%seed : tensor<i64>) outs(%d, %s, %t : tensor<4x64xf4E2M1FN>,
      tensor<4x4xf8E4M3FN>, tensor<f32>)
      {group = 32 : i64, site = 0 : i64, column_sum}
  return
}

// -----

func.func @rotate_quantize_c3_row(%x: tensor<4x64xf32>, %seed: tensor<i64>,
    %d: tensor<4x64xf4E2M1FN>, %s: tensor<4x4xf8E4M3FN>, %t: tensor<f32>) {
  // expected-error @below {{expects row data of shape 4x128, but got 4x64}}
  %q:3 = nvfp4.rotate_quantize <rtn> <row> ins(%x : tensor<4x64xf32>)
      seed(%seed : tensor<i64>) outs(%d, %s, %t : tensor<4x64xf4E2M1FN>,
      tensor<4x4xf8E4M3FN>, tensor<f32>) {group = 128 : i64, site = 0 : i64}
  return
}

// -----

func.func @rotate_quantize_c3_column(%x: tensor<4x64xf32>, %seed: tensor<i64>,
    %d: tensor<64x64xf4E2M1FN>, %s: tensor<64x4xf8E4M3FN>, %t: tensor<f32>) {
  // expected-error @below {{expects column data of shape 64x32, but got 64x64}}
  %q:3 = nvfp4.rotate_quantize <rtn> <col> ins(%x : tensor<4x64xf32>)
      seed(%seed : tensor<i64>) outs(%d, %s, %t : tensor<64x64xf4E2M1FN>,
      tensor<64x4xf8E4M3FN>, tensor<f32>) {group = 32 : i64, site = 0 : i64}
  return
}

// -----

func.func @rotate_quantize_c3_scales(%x: tensor<4x64xf32>, %seed: tensor<i64>,
    %d: tensor<4x64xf4E2M1FN>, %s: tensor<4x8xf8E4M3FN>, %t: tensor<f32>) {
  // expected-error @below {{expects row scales of shape 4x4, but got 4x8}}
  %q:3 = nvfp4.rotate_quantize <rtn> <row> ins(%x : tensor<4x64xf32>)
      seed(%seed : tensor<i64>) outs(%d, %s, %t : tensor<4x64xf4E2M1FN>,
      tensor<4x8xf8E4M3FN>, tensor<f32>) {group = 32 : i64, site = 0 : i64}
  return
}

// -----

func.func @rotate_quantize_c3_data_type(%x: tensor<4x64xf32>,
    %seed: tensor<i64>, %d: tensor<4x64xf32>, %s: tensor<4x4xf8E4M3FN>,
    %t: tensor<f32>) {
  // expected-error @below {{expects destination #0 to hold the row data, but got 'tensor<4x64xf32>'}}
  %q:3 = nvfp4.rotate_quantize <rtn> <row> ins(%x : tensor<4x64xf32>)
      seed(%seed : tensor<i64>) outs(%d, %s, %t : tensor<4x64xf32>,
      tensor<4x4xf8E4M3FN>, tensor<f32>) {group = 32 : i64, site = 0 : i64}
  return
}

// -----

func.func @rotate_quantize_c3_scales_type(%x: tensor<4x64xf32>,
    %seed: tensor<i64>, %d: tensor<4x64xf4E2M1FN>, %t: tensor<f32>) {
  // expected-error @below {{expects destination #1 to hold the row scales, but got 'tensor<f32>'}}
  %q:3 = nvfp4.rotate_quantize <rtn> <row> ins(%x : tensor<4x64xf32>)
      seed(%seed : tensor<i64>) outs(%d, %t, %t : tensor<4x64xf4E2M1FN>,
      tensor<f32>, tensor<f32>) {group = 32 : i64, site = 0 : i64}
  return
}

// -----

func.func @rotate_quantize_c3_tensor_scale_type(%x: tensor<4x64xf32>,
    %seed: tensor<i64>, %d: tensor<4x64xf4E2M1FN>, %s: tensor<4x4xf8E4M3FN>,
    %t: tensor<1xf32>) {
  // expected-error @below {{expects destination #2 to hold the row tensor scale, but got 'tensor<1xf32>'}}
  %q:3 = nvfp4.rotate_quantize <rtn> <row> ins(%x : tensor<4x64xf32>)
      seed(%seed : tensor<i64>) outs(%d, %s, %t : tensor<4x64xf4E2M1FN>,
      tensor<4x4xf8E4M3FN>, tensor<1xf32>) {group = 32 : i64, site = 0 : i64}
  return
}

// -----

func.func @rotate_quantize_c4_size(%x: tensor<4x64xf32>, %seed: tensor<i64>,
    %d: tensor<4x64xf4E2M1FN>, %s: tensor<4x4xf8E4M3FN>, %t: tensor<f32>,
    %c: tensor<4xf32>) {
  // expected-error @below {{expects column sum of shape 64, but got 4}}
  %q:4 = nvfp4.rotate_quantize <rtn> <row> ins(%x : tensor<4x64xf32>)
      seed(%seed : tensor<i64>) outs(%d, %s, %t, %c : tensor<4x64xf4E2M1FN>,
      tensor<4x4xf8E4M3FN>, tensor<f32>, tensor<4xf32>)
      {group = 32 : i64, site = 0 : i64, column_sum}
  return
}

// -----

func.func @rotate_quantize_c4_type(%x: tensor<4x64xf32>, %seed: tensor<i64>,
    %d: tensor<4x64xf4E2M1FN>, %s: tensor<4x4xf8E4M3FN>, %t: tensor<f32>,
    %c: tensor<64xbf16>) {
  // expected-error @below {{expects a column sum of f32, but got 'tensor<64xbf16>'}}
  %q:4 = nvfp4.rotate_quantize <rtn> <row> ins(%x : tensor<4x64xf32>)
      seed(%seed : tensor<i64>) outs(%d, %s, %t, %c : tensor<4x64xf4E2M1FN>,
      tensor<4x4xf8E4M3FN>, tensor<f32>, tensor<64xbf16>)
      {group = 32 : i64, site = 0 : i64, column_sum}
  return
}

// -----

func.func @rotate_quantize_c5(%x: tensor<4x64xf32>, %seed: tensor<i64>,
    %d: tensor<4x64xf4E2M1FN>, %s: tensor<4x4xf8E4M3FN>, %t: tensor<f32>) {
  // expected-error @below {{expects 'group' to be 16, 32 or 128, but got 256}}
  %q:3 = nvfp4.rotate_quantize <rtn> <row> ins(%x : tensor<4x64xf32>)
      seed(%seed : tensor<i64>) outs(%d, %s, %t : tensor<4x64xf4E2M1FN>,
      tensor<4x4xf8E4M3FN>, tensor<f32>) {group = 256 : i64, site = 0 : i64}
  return
}

// -----

func.func @rotate_quantize_c6_missing(%x: tensor<4x64xf32>, %seed: tensor<i64>,
    %d: tensor<4x64xf4E2M1FN>, %s: tensor<4x4xf8E4M3FN>, %t: tensor<f32>) {
  // expected-error @below {{expects 'row_site' with a stochastic quantizer and directions 'row'}}
  %q:3 = nvfp4.rotate_quantize <sr> <row> ins(%x : tensor<4x64xf32>)
      seed(%seed : tensor<i64>) outs(%d, %s, %t : tensor<4x64xf4E2M1FN>,
      tensor<4x4xf8E4M3FN>, tensor<f32>) {group = 32 : i64, site = 0 : i64}
  return
}

// -----

func.func @rotate_quantize_c6_direction(%x: tensor<4x64xf32>,
    %seed: tensor<i64>, %d: tensor<4x64xf4E2M1FN>, %s: tensor<4x4xf8E4M3FN>,
    %t: tensor<f32>) {
  // expected-error @below {{expects no 'col_site' with a stochastic quantizer and directions 'row'}}
  %q:3 = nvfp4.rotate_quantize <sr> <row> ins(%x : tensor<4x64xf32>)
      seed(%seed : tensor<i64>) outs(%d, %s, %t : tensor<4x64xf4E2M1FN>,
      tensor<4x4xf8E4M3FN>, tensor<f32>)
      {group = 32 : i64, site = 0 : i64, row_site = 1 : i64, col_site = 2 : i64}
  return
}

// -----

func.func @rotate_quantize_c6_deterministic(%x: tensor<4x64xf32>,
    %seed: tensor<i64>, %d: tensor<4x64xf4E2M1FN>, %s: tensor<4x4xf8E4M3FN>,
    %t: tensor<f32>) {
  // expected-error @below {{expects no 'row_site' with a deterministic quantizer and directions 'row'}}
  %q:3 = nvfp4.rotate_quantize <rtn> <row> ins(%x : tensor<4x64xf32>)
      seed(%seed : tensor<i64>) outs(%d, %s, %t : tensor<4x64xf4E2M1FN>,
      tensor<4x4xf8E4M3FN>, tensor<f32>)
      {group = 32 : i64, site = 0 : i64, row_site = 1 : i64}
  return
}

// -----

func.func @rotate_quantize_c7(%x: tensor<4x64xf32>, %seed: tensor<i64>,
    %d: tensor<4x64xf4E2M1FN>, %s: tensor<4x4xf8E4M3FN>, %t: tensor<f32>) {
  // expected-error @below {{expects 'row_site' between 0 and 4294967295, but got -2}}
  %q:3 = nvfp4.rotate_quantize <sr> <row> ins(%x : tensor<4x64xf32>)
      seed(%seed : tensor<i64>) outs(%d, %s, %t : tensor<4x64xf4E2M1FN>,
      tensor<4x4xf8E4M3FN>, tensor<f32>)
      {group = 32 : i64, site = 0 : i64, row_site = -2 : i64}
  return
}

// -----

func.func @rotate_quantize_c8(%x: tensor<4x64xf32>, %seed: tensor<i64>,
    %d: tensor<4x64xf4E2M1FN>, %s: tensor<4x4xf8E4M3FN>, %t: tensor<f32>) {
  %i = arith.constant 1073741824 : index
  // expected-error @below {{expects 'instance' between 0 and 1073741823, but got 1073741824}}
  %q:3 = nvfp4.rotate_quantize <rtn> <row> ins(%x : tensor<4x64xf32>)
      seed(%seed : tensor<i64>) instance(%i)
      outs(%d, %s, %t : tensor<4x64xf4E2M1FN>,
      tensor<4x4xf8E4M3FN>, tensor<f32>) {group = 32 : i64, site = 0 : i64}
  return
}

// -----

func.func @requantize_c1(%d: tensor<4x64xf4E2M1FN>, %s: tensor<4x4xf8E4M3FN>,
    %t: tensor<f32>, %seed: memref<i64>) {
  // expected-error @below {{expects all operands to be tensors or all to be memrefs}}
  %q:3 = nvfp4.requantize <rtn> <row>
      ins(%d, %s, %t : tensor<4x64xf4E2M1FN>, tensor<4x4xf8E4M3FN>, tensor<f32>)
      seed(%seed : memref<i64>)
      outs(%d, %s, %t : tensor<4x64xf4E2M1FN>, tensor<4x4xf8E4M3FN>,
           tensor<f32>) {group = 32 : i64, site = 0 : i64}
  return
}

// -----

func.func @requantize_c2(%d: tensor<4x64xf4E2M1FN>, %s: tensor<4x4xf8E4M3FN>,
    %t: tensor<f32>, %seed: tensor<i64>) {
  // expected-error @below {{expects 6 destinations, but got 3}}
  %q:3 = nvfp4.requantize <rtn> <both>
      ins(%d, %s, %t : tensor<4x64xf4E2M1FN>, tensor<4x4xf8E4M3FN>, tensor<f32>)
      seed(%seed : tensor<i64>)
      outs(%d, %s, %t : tensor<4x64xf4E2M1FN>, tensor<4x4xf8E4M3FN>,
           tensor<f32>) {group = 32 : i64, site = 0 : i64}
  return
}

// -----

func.func @requantize_c3(%d: tensor<4x64xf4E2M1FN>, %s: tensor<4x5xf8E4M3FN>,
    %u: tensor<4x4xf8E4M3FN>, %t: tensor<f32>, %seed: tensor<i64>) {
  // expected-error @below {{expects saved scales of shape 4x4, but got 4x5}}
  %q:3 = nvfp4.requantize <rtn> <row>
      ins(%d, %s, %t : tensor<4x64xf4E2M1FN>, tensor<4x5xf8E4M3FN>, tensor<f32>)
      seed(%seed : tensor<i64>)
      outs(%d, %u, %t : tensor<4x64xf4E2M1FN>, tensor<4x4xf8E4M3FN>,
           tensor<f32>) {group = 32 : i64, site = 0 : i64}
  return
}

// -----

func.func @requantize_c4_row(%d: tensor<4x64xf4E2M1FN>, %s: tensor<4x4xf8E4M3FN>,
    %t: tensor<f32>, %seed: tensor<i64>) {
  // expected-error @below {{expects row data of shape 4x128, but got 4x64}}
  %q:3 = nvfp4.requantize <rtn> <row>
      ins(%d, %s, %t : tensor<4x64xf4E2M1FN>, tensor<4x4xf8E4M3FN>, tensor<f32>)
      seed(%seed : tensor<i64>)
      outs(%d, %s, %t : tensor<4x64xf4E2M1FN>, tensor<4x4xf8E4M3FN>,
           tensor<f32>) {group = 128 : i64, site = 0 : i64}
  return
}

// -----

func.func @requantize_c4_column(%d: tensor<4x64xf4E2M1FN>,
    %s: tensor<4x4xf8E4M3FN>, %t: tensor<f32>, %seed: tensor<i64>,
    %e: tensor<65x32xf4E2M1FN>, %u: tensor<65x2xf8E4M3FN>) {
  // expected-error @below {{expects column data with at most 64 rows, but got 65}}
  %q:3 = nvfp4.requantize <rtn> <col>
      ins(%d, %s, %t : tensor<4x64xf4E2M1FN>, tensor<4x4xf8E4M3FN>, tensor<f32>)
      seed(%seed : tensor<i64>)
      outs(%e, %u, %t : tensor<65x32xf4E2M1FN>, tensor<65x2xf8E4M3FN>,
           tensor<f32>) {group = 32 : i64, site = 0 : i64}
  return
}

// -----

func.func @requantize_c5(%d: tensor<4x64xf4E2M1FN>, %s: tensor<4x4xf8E4M3FN>,
    %t: tensor<f32>, %seed: tensor<i64>) {
  // expected-error @below {{expects 'group' to be 16, 32 or 128, but got 0}}
  %q:3 = nvfp4.requantize <rtn> <row>
      ins(%d, %s, %t : tensor<4x64xf4E2M1FN>, tensor<4x4xf8E4M3FN>, tensor<f32>)
      seed(%seed : tensor<i64>)
      outs(%d, %s, %t : tensor<4x64xf4E2M1FN>, tensor<4x4xf8E4M3FN>,
           tensor<f32>) {group = 0 : i64, site = 0 : i64}
  return
}

// -----

func.func @requantize_c6(%d: tensor<4x64xf4E2M1FN>, %s: tensor<4x4xf8E4M3FN>,
    %t: tensor<f32>, %seed: tensor<i64>) {
  // expected-error @below {{expects 'row_site' with a stochastic quantizer and directions 'row'}}
  %q:3 = nvfp4.requantize <quartet2_backward> <row>
      ins(%d, %s, %t : tensor<4x64xf4E2M1FN>, tensor<4x4xf8E4M3FN>, tensor<f32>)
      seed(%seed : tensor<i64>)
      outs(%d, %s, %t : tensor<4x64xf4E2M1FN>, tensor<4x4xf8E4M3FN>,
           tensor<f32>) {group = 32 : i64, site = 0 : i64}
  return
}

// -----

func.func @requantize_c7(%d: tensor<4x64xf4E2M1FN>, %s: tensor<4x4xf8E4M3FN>,
    %t: tensor<f32>, %seed: tensor<i64>) {
  // expected-error @below {{expects 'site' between 0 and 4294967295, but got -1}}
  %q:3 = nvfp4.requantize <rtn> <row>
      ins(%d, %s, %t : tensor<4x64xf4E2M1FN>, tensor<4x4xf8E4M3FN>, tensor<f32>)
      seed(%seed : tensor<i64>)
      outs(%d, %s, %t : tensor<4x64xf4E2M1FN>, tensor<4x4xf8E4M3FN>,
           tensor<f32>) {group = 32 : i64, site = -1 : i64}
  return
}

// -----

func.func @requantize_c8(%d: tensor<4x64xf4E2M1FN>, %s: tensor<4x4xf8E4M3FN>,
    %t: tensor<f32>, %seed: tensor<i64>) {
  %i = arith.constant -1 : index
  // expected-error @below {{expects 'instance' between 0 and 1073741823, but got -1}}
  %q:3 = nvfp4.requantize <rtn> <row>
      ins(%d, %s, %t : tensor<4x64xf4E2M1FN>, tensor<4x4xf8E4M3FN>, tensor<f32>)
      seed(%seed : tensor<i64>) instance(%i)
      outs(%d, %s, %t : tensor<4x64xf4E2M1FN>, tensor<4x4xf8E4M3FN>,
           tensor<f32>) {group = 32 : i64, site = 0 : i64}
  return
}
