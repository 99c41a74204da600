// RUN: quartet-opt %s -split-input-file -verify-diagnostics

// One case per constraint; the function's name is the constraint's label.

func.func @element_type(%x: tensor<4x64xf64>, %a: tensor<f32>) {
  // expected-error @below {{operand #0 must be matrix of bf16, f16 or f32 values with at most one batch dimension}}
  %0 = nvfp4.amax ins(%x : tensor<4x64xf64>) outs(%a : tensor<f32>)
  return
}

// -----

func.func @rank(%x: tensor<2x2x4x64xf32>, %a: tensor<f32>) {
  // expected-error @below {{operand #0 must be matrix of bf16, f16 or f32 values with at most one batch dimension}}
  %0 = nvfp4.amax ins(%x : tensor<2x2x4x64xf32>) outs(%a : tensor<f32>)
  return
}

// -----

func.func @memref_of_f4(%x: memref<4x64xf32>, %d: memref<4x64xf4E2M1FN>,
                        %s: memref<4x4xf8E4M3FN>, %t: memref<f32>) {
  // expected-error @below {{operand #1 must be matrix of f4E2M1FN values (tensors only) or of i8 code pairs}}
  nvfp4.quantize <rtn> ins(%x : memref<4x64xf32>)
      outs(%d, %s, %t : memref<4x64xf4E2M1FN>, memref<4x4xf8E4M3FN>,
           memref<f32>)
  return
}

// -----

func.func @amax_c1(%x: tensor<4x64xf32>, %a: memref<f32>) {
  // expected-error @below {{expects all operands to be tensors or all to be memrefs, but got 'tensor<4x64xf32>' and 'memref<f32>'}}
  nvfp4.amax ins(%x : tensor<4x64xf32>) outs(%a : memref<f32>)
  return
}

// -----

func.func @quantize_c1(%x: memref<4x64xf32>, %d: tensor<4x64xf4E2M1FN>,
                       %s: tensor<4x4xf8E4M3FN>, %t: tensor<f32>) {
  // expected-error @below {{expects all operands to be tensors or all to be memrefs, but got 'memref<4x64xf32>' and 'tensor<4x64xf4E2M1FN>'}}
  %q:3 = nvfp4.quantize <rtn> ins(%x : memref<4x64xf32>)
      outs(%d, %s, %t : tensor<4x64xf4E2M1FN>, tensor<4x4xf8E4M3FN>,
           tensor<f32>)
  return
}

// -----

func.func @quantize_c2_rank(%x: tensor<2x4x64xf32>, %d: tensor<4x64xf4E2M1FN>,
                            %s: tensor<4x4xf8E4M3FN>, %t: tensor<f32>) {
  // expected-error @below {{expects data and input to agree in having a batch dimension, but got 'tensor<4x64xf4E2M1FN>' and 'tensor<2x4x64xf32>'}}
  %q:3 = nvfp4.quantize <rtn> ins(%x : tensor<2x4x64xf32>)
      outs(%d, %s, %t : tensor<4x64xf4E2M1FN>, tensor<4x4xf8E4M3FN>,
           tensor<f32>)
  return
}

// -----

func.func @quantize_c2_scales_rank(%x: tensor<4x64xf32>,
    %d: tensor<4x64xf4E2M1FN>, %s: tensor<1x4x4xf8E4M3FN>, %t: tensor<f32>) {
  // expected-error @below {{expects scales and input to agree in having a batch dimension, but got 'tensor<1x4x4xf8E4M3FN>' and 'tensor<4x64xf32>'}}
  %q:3 = nvfp4.quantize <rtn> ins(%x : tensor<4x64xf32>)
      outs(%d, %s, %t : tensor<4x64xf4E2M1FN>, tensor<1x4x4xf8E4M3FN>,
           tensor<f32>)
  return
}

// -----

func.func @quantize_c2_size(%x: tensor<2x4x64xf32>, %d: tensor<2x4x64xf4E2M1FN>,
                            %s: tensor<3x4x4xf8E4M3FN>, %t: tensor<f32>) {
  // expected-error @below {{expects scales and input to have the same batch size, but got 'tensor<3x4x4xf8E4M3FN>' and 'tensor<2x4x64xf32>'}}
  %q:3 = nvfp4.quantize <rtn> ins(%x : tensor<2x4x64xf32>)
      outs(%d, %s, %t : tensor<2x4x64xf4E2M1FN>, tensor<3x4x4xf8E4M3FN>,
           tensor<f32>)
  return
}

// -----

func.func @quantize_c3_padding(%x: tensor<4x40xf32>, %d: tensor<4x48xf4E2M1FN>,
                               %s: tensor<4x3xf8E4M3FN>, %t: tensor<f32>) {
  // expected-error @below {{expects data of shape 4x64, but got 4x48}}
  %q:3 = nvfp4.quantize <rtn> ins(%x : tensor<4x40xf32>)
      outs(%d, %s, %t : tensor<4x48xf4E2M1FN>, tensor<4x3xf8E4M3FN>,
           tensor<f32>)
  return
}

// -----

func.func @quantize_c3_rows(%x: tensor<5x64xf32>, %d: tensor<4x64xf4E2M1FN>,
                            %s: tensor<4x4xf8E4M3FN>, %t: tensor<f32>) {
  // expected-error @below {{expects data of shape 5x64, but got 4x64}}
  %q:3 = nvfp4.quantize <rtn> ins(%x : tensor<5x64xf32>)
      outs(%d, %s, %t : tensor<4x64xf4E2M1FN>, tensor<4x4xf8E4M3FN>,
           tensor<f32>)
  return
}

// -----

func.func @quantize_c3_transpose(%x: tensor<4x64xf32>, %d: tensor<4x64xf4E2M1FN>,
                                 %s: tensor<4x4xf8E4M3FN>, %t: tensor<f32>) {
  // expected-error @below {{expects data of shape 64x32, but got 4x64}}
  %q:3 = nvfp4.quantize <rtn> ins(%x : tensor<4x64xf32>)
      outs(%d, %s, %t : tensor<4x64xf4E2M1FN>, tensor<4x4xf8E4M3FN>,
           tensor<f32>) {transpose}
  return
}

// -----

func.func @quantize_c3_packed(%x: tensor<4x64xf32>, %d: tensor<4x64xi8>,
                              %s: tensor<4x4xf8E4M3FN>, %t: tensor<f32>) {
  // expected-error @below {{expects data of shape 4x32, but got 4x64}}
  %q:3 = nvfp4.quantize <rtn> ins(%x : tensor<4x64xf32>)
      outs(%d, %s, %t : tensor<4x64xi8>, tensor<4x4xf8E4M3FN>, tensor<f32>)
  return
}

// -----

func.func @quantize_c3_dynamic_columns(%x: tensor<4x?xf32>,
    %d: tensor<4x40xf4E2M1FN>, %s: tensor<4x?xf8E4M3FN>, %t: tensor<f32>) {
  // expected-error @below {{expects data with a multiple of 32 columns, but got 40}}
  %q:3 = nvfp4.quantize <rtn> ins(%x : tensor<4x?xf32>)
      outs(%d, %s, %t : tensor<4x40xf4E2M1FN>, tensor<4x?xf8E4M3FN>,
           tensor<f32>)
  return
}

// -----

func.func @quantize_c4_linear(%x: tensor<4x64xf32>, %d: tensor<4x64xf4E2M1FN>,
                              %s: tensor<4x8xf8E4M3FN>, %t: tensor<f32>) {
  // expected-error @below {{expects scales of shape 4x4, but got 4x8}}
  %q:3 = nvfp4.quantize <rtn> ins(%x : tensor<4x64xf32>)
      outs(%d, %s, %t : tensor<4x64xf4E2M1FN>, tensor<4x8xf8E4M3FN>,
           tensor<f32>)
  return
}

// -----

func.func @quantize_c4_tiled(%x: tensor<129x96xf32>,
    %d: tensor<129x96xf4E2M1FN>, %s: tensor<1x2x32x4x4xf8E4M3FN>,
    %t: tensor<f32>) {
  // expected-error @below {{expects scales of shape 2x2x32x4x4, but got 1x2x32x4x4}}
  %q:3 = nvfp4.quantize <rtn> ins(%x : tensor<129x96xf32>)
      outs(%d, %s, %t : tensor<129x96xf4E2M1FN>, tensor<1x2x32x4x4xf8E4M3FN>,
           tensor<f32>)
  return
}

// -----

func.func @quantize_c5_no_seed(%x: tensor<4x64xf32>, %d: tensor<4x64xf4E2M1FN>,
                               %s: tensor<4x4xf8E4M3FN>, %t: tensor<f32>) {
  // expected-error @below {{expects 'seed' with a stochastic quantizer}}
  %q:3 = nvfp4.quantize <sr> ins(%x : tensor<4x64xf32>)
      outs(%d, %s, %t : tensor<4x64xf4E2M1FN>, tensor<4x4xf8E4M3FN>,
           tensor<f32>) {site = 0 : i64}
  return
}

// -----

func.func @quantize_c5_no_site(%x: tensor<4x64xf32>, %d: tensor<4x64xf4E2M1FN>,
    %s: tensor<4x4xf8E4M3FN>, %t: tensor<f32>, %seed: tensor<i64>) {
  // expected-error @below {{expects 'site' with a stochastic quantizer}}
  %q:3 = nvfp4.quantize <sr> ins(%x : tensor<4x64xf32>)
      seed(%seed : tensor<i64>)
      outs(%d, %s, %t : tensor<4x64xf4E2M1FN>, tensor<4x4xf8E4M3FN>,
           tensor<f32>)
  return
}

// -----

func.func @quantize_c5_seed(%x: tensor<4x64xf32>, %d: tensor<4x64xf4E2M1FN>,
    %s: tensor<4x4xf8E4M3FN>, %t: tensor<f32>, %seed: tensor<i64>) {
  // expected-error @below {{expects no 'seed' with a deterministic quantizer}}
  %q:3 = nvfp4.quantize <rtn> ins(%x : tensor<4x64xf32>)
      seed(%seed : tensor<i64>)
      outs(%d, %s, %t : tensor<4x64xf4E2M1FN>, tensor<4x4xf8E4M3FN>,
           tensor<f32>)
  return
}

// -----

func.func @quantize_c5_instance(%x: tensor<4x64xf32>, %d: tensor<4x64xf4E2M1FN>,
    %s: tensor<4x4xf8E4M3FN>, %t: tensor<f32>, %i: index) {
  // expected-error @below {{expects no 'instance' with a deterministic quantizer}}
  %q:3 = nvfp4.quantize <rtn> ins(%x : tensor<4x64xf32>) instance(%i)
      outs(%d, %s, %t : tensor<4x64xf4E2M1FN>, tensor<4x4xf8E4M3FN>,
           tensor<f32>)
  return
}

// -----

func.func @quantize_c6(%x: tensor<4x64xf32>, %d: tensor<4x64xf4E2M1FN>,
    %s: tensor<4x4xf8E4M3FN>, %t: tensor<f32>, %seed: tensor<i64>) {
  // expected-error @below {{expects no 'amax' with a post hoc tensor scale, because that is formed from the block scales}}
  %q:3 = nvfp4.quantize <quartet2_backward> ins(%x : tensor<4x64xf32>)
      amax(%t : tensor<f32>) seed(%seed : tensor<i64>)
      outs(%d, %s, %t : tensor<4x64xf4E2M1FN>, tensor<4x4xf8E4M3FN>,
           tensor<f32>) {site = 0 : i64}
  return
}

// -----

func.func @quantize_c7_count(%x: tensor<4x64xf32>, %d: tensor<4x64xf4E2M1FN>,
    %s: tensor<4x4xf8E4M3FN>, %t: tensor<f32>, %i: index) {
  // expected-error @below {{expects no offsets or a row and a column offset, but got 1}}
  %q:3 = nvfp4.quantize <rtn> ins(%x : tensor<4x64xf32>) offsets(%i)
      outs(%d, %s, %t : tensor<4x64xf4E2M1FN>, tensor<4x4xf8E4M3FN>,
           tensor<f32>)
  return
}

// -----

func.func @quantize_c7_row(%x: tensor<4x64xf32>, %d: tensor<4x64xf4E2M1FN>,
                           %s: tensor<4x4xf8E4M3FN>, %t: tensor<f32>) {
  %r = arith.constant -1 : index
  %c = arith.constant 0 : index
  // expected-error @below {{expects a row offset of at least 0, but got -1}}
  %q:3 = nvfp4.quantize <rtn> ins(%x : tensor<4x64xf32>) offsets(%r, %c)
      outs(%d, %s, %t : tensor<4x64xf4E2M1FN>, tensor<4x4xf8E4M3FN>,
           tensor<f32>)
  return
}

// -----

func.func @quantize_c7_column(%x: tensor<4x64xf32>, %d: tensor<4x64xf4E2M1FN>,
                              %s: tensor<4x4xf8E4M3FN>, %t: tensor<f32>) {
  %r = arith.constant 3 : index
  %c = arith.constant 24 : index
  // expected-error @below {{expects a column offset that is a multiple of 16, but got 24}}
  %q:3 = nvfp4.quantize <rtn> ins(%x : tensor<4x64xf32>) offsets(%r, %c)
      outs(%d, %s, %t : tensor<4x64xf4E2M1FN>, tensor<4x4xf8E4M3FN>,
           tensor<f32>)
  return
}

// -----

func.func @quantize_c8(%x: tensor<4x64xf32>, %d: tensor<4x64xf4E2M1FN>,
    %s: tensor<4x4xf8E4M3FN>, %t: tensor<f32>, %seed: tensor<i64>) {
  // expected-error @below {{expects 'site' between 0 and 4294967295, but got 4294967296}}
  %q:3 = nvfp4.quantize <sr> ins(%x : tensor<4x64xf32>)
      seed(%seed : tensor<i64>)
      outs(%d, %s, %t : tensor<4x64xf4E2M1FN>, tensor<4x4xf8E4M3FN>,
           tensor<f32>) {site = 4294967296 : i64}
  return
}

// -----

func.func @quantize_c9(%x: tensor<4x64xf32>, %d: tensor<4x64xf4E2M1FN>,
    %s: tensor<4x4xf8E4M3FN>, %t: tensor<f32>, %seed: tensor<i64>) {
  // The first instance whose counter word would wrap.
  %i = arith.constant 1073741824 : index
  // expected-error @below {{expects 'instance' between 0 and 1073741823, but got 1073741824}}
  %q:3 = nvfp4.quantize <sr> ins(%x : tensor<4x64xf32>)
      seed(%seed : tensor<i64>) instance(%i)
      outs(%d, %s, %t : tensor<4x64xf4E2M1FN>, tensor<4x4xf8E4M3FN>,
           tensor<f32>) {site = 0 : i64}
  return
}

// -----

func.func @quantize_c10(%x: tensor<4x64xf32>, %d: tensor<4x64xf4E2M1FN>,
                        %s: tensor<4x4xf8E4M3FN>, %t: tensor<f32>) {
  %v = arith.constant -4 : index
  // expected-error @below {{expects 'valid_rows' of at least 0, but got -4}}
  %q:3 = nvfp4.quantize <rtn> ins(%x : tensor<4x64xf32>) valid_rows(%v)
      outs(%d, %s, %t : tensor<4x64xf4E2M1FN>, tensor<4x4xf8E4M3FN>,
           tensor<f32>)
  return
}

// -----

func.func @results_match_destinations(%x: tensor<4x64xf32>, %a: tensor<f32>) {
  // expected-error @below {{expected the number of tensor results (0) to be equal to the number of output tensors (1)}}
  "nvfp4.amax"(%x, %a) : (tensor<4x64xf32>, tensor<f32>) -> ()
  return
}

// -----

func.func @dequantize_c1(%d: tensor<4x64xf4E2M1FN>, %s: tensor<4x4xf8E4M3FN>,
                         %e: memref<4x64xf32>) {
  // expected-error @below {{expects all operands to be tensors or all to be memrefs}}
  nvfp4.dequantize ins(%d, %s : tensor<4x64xf4E2M1FN>, tensor<4x4xf8E4M3FN>)
      outs(%e : memref<4x64xf32>)
  return
}

// -----

func.func @dequantize_c2(%d: tensor<4x64xf4E2M1FN>, %s: tensor<4x4xf8E4M3FN>,
                         %e: tensor<1x4x64xf32>) {
  // expected-error @below {{expects destination and data to agree in having a batch dimension}}
  %0 = nvfp4.dequantize
      ins(%d, %s : tensor<4x64xf4E2M1FN>, tensor<4x4xf8E4M3FN>)
      outs(%e : tensor<1x4x64xf32>)
  return
}

// -----

func.func @dequantize_c3_columns(%d: tensor<4x64xf4E2M1FN>,
    %s: tensor<4x4xf8E4M3FN>, %e: tensor<4x65xf32>) {
  // expected-error @below {{expects a destination of at most 64 columns, but got 65}}
  %0 = nvfp4.dequantize
      ins(%d, %s : tensor<4x64xf4E2M1FN>, tensor<4x4xf8E4M3FN>)
      outs(%e : tensor<4x65xf32>)
  return
}

// -----

func.func @dequantize_c3_rows(%d: tensor<4x64xf4E2M1FN>,
    %s: tensor<4x4xf8E4M3FN>, %e: tensor<5x64xf32>) {
  // expected-error @below {{expects destination of shape 4x64, but got 5x64}}
  %0 = nvfp4.dequantize
      ins(%d, %s : tensor<4x64xf4E2M1FN>, tensor<4x4xf8E4M3FN>)
      outs(%e : tensor<5x64xf32>)
  return
}

// -----

func.func @dequantize_c3_padding(%d: tensor<4x48xf4E2M1FN>,
    %s: tensor<4x3xf8E4M3FN>, %e: tensor<4x48xf32>) {
  // expected-error @below {{expects data with a multiple of 32 columns, but got 48}}
  %0 = nvfp4.dequantize
      ins(%d, %s : tensor<4x48xf4E2M1FN>, tensor<4x3xf8E4M3FN>)
      outs(%e : tensor<4x48xf32>)
  return
}

// -----

func.func @dequantize_c4(%d: tensor<4x64xf4E2M1FN>,
    %s: tensor<1x2x32x4x4xf8E4M3FN>, %e: tensor<4x64xf32>) {
  // expected-error @below {{expects scales of shape 1x1x32x4x4, but got 1x2x32x4x4}}
  %0 = nvfp4.dequantize
      ins(%d, %s : tensor<4x64xf4E2M1FN>, tensor<1x2x32x4x4xf8E4M3FN>)
      outs(%e : tensor<4x64xf32>)
  return
}

// -----

func.func @rotate_c1(%x: tensor<4x40xf32>, %seed: memref<i64>,
                     %e: tensor<4x64xf32>) {
  // expected-error @below {{expects all operands to be tensors or all to be memrefs}}
  %0 = nvfp4.rotate ins(%x : tensor<4x40xf32>) seed(%seed : memref<i64>)
      outs(%e : tensor<4x64xf32>) {group = 32 : i64, site = 0 : i64}
  return
}

// -----

func.func @rotate_c2(%x: tensor<2x4x40xf32>, %seed: tensor<i64>,
                     %e: tensor<3x4x64xf32>) {
  // expected-error @below {{expects destination and input to have the same batch size}}
  %0 = nvfp4.rotate ins(%x : tensor<2x4x40xf32>) seed(%seed : tensor<i64>)
      outs(%e : tensor<3x4x64xf32>) {group = 32 : i64, site = 0 : i64}
  return
}

// -----

func.func @rotate_c3(%x: tensor<4x40xf32>, %seed: tensor<i64>,
                     %e: tensor<4x64xf32>) {
  // expected-error @below {{expects destination of shape 4x128, but got 4x64}}
  %0 = nvfp4.rotate ins(%x : tensor<4x40xf32>) seed(%seed : tensor<i64>)
      outs(%e : tensor<4x64xf32>) {group = 128 : i64, site = 0 : i64}
  return
}

// -----

func.func @rotate_c4(%x: tensor<4x64xf32>, %seed: tensor<i64>,
                     %e: tensor<4x64xf32>) {
  // expected-error @below {{expects 'group' to be 16, 32 or 128, but got 64}}
  %0 = nvfp4.rotate ins(%x : tensor<4x64xf32>) seed(%seed : tensor<i64>)
      outs(%e : tensor<4x64xf32>) {group = 64 : i64, site = 0 : i64}
  return
}

// -----

func.func @rotate_c5(%x: tensor<4x64xf32>, %seed: tensor<i64>,
                     %e: tensor<4x64xf32>) {
  // expected-error @below {{expects 'site' between 0 and 4294967295, but got -1}}
  %0 = nvfp4.rotate ins(%x : tensor<4x64xf32>) seed(%seed : tensor<i64>)
      outs(%e : tensor<4x64xf32>) {group = 32 : i64, site = -1 : i64}
  return
}

// -----

func.func @rotate_c6(%x: tensor<4x64xf32>, %seed: tensor<i64>,
                     %e: tensor<4x64xf32>) {
  %r = arith.constant 1 : index
  %c = arith.constant 16 : index
  // expected-error @below {{expects a column offset that is a multiple of 32, but got 16}}
  %0 = nvfp4.rotate ins(%x : tensor<4x64xf32>) seed(%seed : tensor<i64>)
      offsets(%r, %c)
      outs(%e : tensor<4x64xf32>) {group = 32 : i64, site = 1 : i64}
  return
}

// -----

func.func @rotate_c7(%x: tensor<4x64xf32>, %seed: tensor<i64>,
                     %e: tensor<4x64xf32>) {
  %i = arith.constant -1 : index
  // expected-error @below {{expects 'instance' between 0 and 1073741823, but got -1}}
  %0 = nvfp4.rotate ins(%x : tensor<4x64xf32>) seed(%seed : tensor<i64>)
      instance(%i)
      outs(%e : tensor<4x64xf32>) {group = 32 : i64, site = 1 : i64}
  return
}
