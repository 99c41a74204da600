// RUN: quartet-opt %s -split-input-file -verify-diagnostics

// One case per constraint of the layout, storage and conversion operations.

func.func @tile_scales_c1(%s: tensor<17x6xf8E4M3FN>,
                          %t: memref<1x2x32x4x4xf8E4M3FN>) {
  // expected-error @below {{expects all operands to be tensors or all to be memrefs}}
  nvfp4.tile_scales ins(%s : tensor<17x6xf8E4M3FN>)
      outs(%t : memref<1x2x32x4x4xf8E4M3FN>)
  return
}

// -----

// Tiling what is already tiled: the double swizzle.
func.func @tile_scales_c2_double(%s: tensor<1x2x32x4x4xf8E4M3FN>,
                                 %t: tensor<1x2x32x4x4xf8E4M3FN>) {
  // expected-error @below {{expects input in linear layout (rank 2 or 3), but got 'tensor<1x2x32x4x4xf8E4M3FN>', which is in the 128x4 tiling}}
  %0 = nvfp4.tile_scales ins(%s : tensor<1x2x32x4x4xf8E4M3FN>)
      outs(%t : tensor<1x2x32x4x4xf8E4M3FN>) 
  return
}

// -----

func.func @tile_scales_c2_destination(%s: tensor<17x6xf8E4M3FN>,
                                      %t: tensor<17x6xf8E4M3FN>) {
  // expected-error @below {{expects destination in the 128x4 tiling (rank 5 or 6), but got 'tensor<17x6xf8E4M3FN>', which is linear}}
  %0 = nvfp4.tile_scales ins(%s : tensor<17x6xf8E4M3FN>)
      outs(%t : tensor<17x6xf8E4M3FN>)
  return
}

// -----

func.func @tile_scales_c2_batch(%s: tensor<2x17x6xf8E4M3FN>,
                                %t: tensor<3x1x2x32x4x4xf8E4M3FN>) {
  // expected-error @below {{expects destination and input to have the same batch size}}
  %0 = nvfp4.tile_scales ins(%s : tensor<2x17x6xf8E4M3FN>)
      outs(%t : tensor<3x1x2x32x4x4xf8E4M3FN>)
  return
}

// -----

func.func @tile_scales_c3_rows(%s: tensor<129x6xf8E4M3FN>,
                               %t: tensor<1x2x32x4x4xf8E4M3FN>) {
  // expected-error @below {{expects destination of shape 2x2x32x4x4, but got 1x2x32x4x4}}
  %0 = nvfp4.tile_scales ins(%s : tensor<129x6xf8E4M3FN>)
      outs(%t : tensor<1x2x32x4x4xf8E4M3FN>)
  return
}

// -----

func.func @tile_scales_c3_columns(%s: tensor<17x6xf8E4M3FN>,
                                  %t: tensor<1x1x32x4x4xf8E4M3FN>) {
  // expected-error @below {{expects destination of shape 1x2x32x4x4, but got 1x1x32x4x4}}
  %0 = nvfp4.tile_scales ins(%s : tensor<17x6xf8E4M3FN>)
      outs(%t : tensor<1x1x32x4x4xf8E4M3FN>)
  return
}

// -----

func.func @tile_scales_c3_tile(%s: tensor<17x6xf8E4M3FN>,
                               %t: tensor<1x2x16x8x4xf8E4M3FN>) {
  // expected-error @below {{expects destination of shape 1x2x32x4x4, but got 1x2x16x8x4}}
  %0 = nvfp4.tile_scales ins(%s : tensor<17x6xf8E4M3FN>)
      outs(%t : tensor<1x2x16x8x4xf8E4M3FN>)
  return
}

// -----

func.func @untile_scales_c1(%t: tensor<1x2x32x4x4xf8E4M3FN>,
                            %s: memref<17x6xf8E4M3FN>) {
  // expected-error @below {{expects all operands to be tensors or all to be memrefs}}
  nvfp4.untile_scales ins(%t : tensor<1x2x32x4x4xf8E4M3FN>)
      outs(%s : memref<17x6xf8E4M3FN>)
  return
}

// -----

func.func @untile_scales_c2_input(%t: tensor<17x6xf8E4M3FN>,
                                  %s: tensor<17x6xf8E4M3FN>) {
  // expected-error @below {{expects input in the 128x4 tiling (rank 5 or 6), but got 'tensor<17x6xf8E4M3FN>', which is linear}}
  %0 = nvfp4.untile_scales ins(%t : tensor<17x6xf8E4M3FN>)
      outs(%s : tensor<17x6xf8E4M3FN>)
  return
}

// -----

func.func @untile_scales_c2_destination(%t: tensor<1x2x32x4x4xf8E4M3FN>) {
  // expected-error @below {{expects destination in linear layout (rank 2 or 3), but got 'tensor<1x2x32x4x4xf8E4M3FN>', which is in the 128x4 tiling}}
  %0 = nvfp4.untile_scales ins(%t : tensor<1x2x32x4x4xf8E4M3FN>)
      outs(%t : tensor<1x2x32x4x4xf8E4M3FN>)
  return
}

// -----

func.func @untile_scales_c3(%t: tensor<1x2x32x4x4xf8E4M3FN>,
                            %s: tensor<129x6xf8E4M3FN>) {
  // expected-error @below {{expects input of shape 2x2x32x4x4, but got 1x2x32x4x4}}
  %0 = nvfp4.untile_scales ins(%t : tensor<1x2x32x4x4xf8E4M3FN>)
      outs(%s : tensor<129x6xf8E4M3FN>)
  return
}

// -----

func.func @to_storage_c1(%d: tensor<4x33xf4E2M1FN>) {
  // expected-error @below {{expects an even number of columns, but got 33}}
  %0 = nvfp4.to_storage %d : tensor<4x33xf4E2M1FN> to tensor<4x16xi8>
  return
}

// -----

func.func @to_storage_c2(%d: tensor<4x64xf4E2M1FN>) {
  // expected-error @below {{expects result of shape 4x32, but got 4x64}}
  %0 = nvfp4.to_storage %d : tensor<4x64xf4E2M1FN> to tensor<4x64xi8>
  return
}

// -----

func.func @from_storage_c1(%d: tensor<4x32xi8>) {
  // expected-error @below {{expects result of shape 4x64, but got 4x32}}
  %0 = nvfp4.from_storage %d : tensor<4x32xi8> to tensor<4x32xf4E2M1FN>
  return
}

// -----

func.func @encode_shape(%x: vector<4xf32>) {
  // expected-error @below {{requires the same shape for all operands and results}}
  %0 = nvfp4.encode %x : vector<4xf32> to vector<8xf4E2M1FN>
  return
}

// -----

func.func @encode_type(%x: f64) {
  // expected-error @below {{operand #0 must be f32 or vector of f32, but got 'f64'}}
  %0 = nvfp4.encode %x : f64 to f4E2M1FN
  return
}

// -----

func.func @decode_type(%x: f8E5M2) {
  // expected-error @below {{operand #0 must be f4E2M1FN or f8E4M3FN value or vector, but got 'f8E5M2'}}
  %0 = nvfp4.decode %x : f8E5M2 to f32
  return
}

// -----

func.func @import_c1_shape(%b: tensor<4x32xi8>, %s: tensor<4x2xf8E4M3FN>, %g: tensor<f32>) {
  // expected-error @below {{expects result of shape 4x64, but got 4x32}}
  %d, %t, %u = nvfp4.import <modelopt> ins(%b, %s, %g : tensor<4x32xi8>, tensor<4x2xf8E4M3FN>, tensor<f32>) to tensor<4x32xf4E2M1FN>
  return
}

// -----

func.func @import_c1_padding(%b: tensor<4x24xi8>, %s: tensor<4x3xf8E4M3FN>, %g: tensor<f32>) {
  // expected-error @below {{expects a multiple of 32 columns, but got 48}}
  %d, %t, %u = nvfp4.import <modelopt> ins(%b, %s, %g : tensor<4x24xi8>, tensor<4x3xf8E4M3FN>, tensor<f32>) to tensor<4x48xf4E2M1FN>
  return
}

// -----

func.func @import_c2(%b: tensor<4x32xi8>, %s: tensor<4x3xf8E4M3FN>, %g: tensor<f32>) {
  // expected-error @below {{expects scales of shape 4x4, but got 4x3}}
  %d, %t, %u = nvfp4.import <compressed_tensors> ins(%b, %s, %g : tensor<4x32xi8>, tensor<4x3xf8E4M3FN>, tensor<f32>) to tensor<4x64xf4E2M1FN>
  return
}
