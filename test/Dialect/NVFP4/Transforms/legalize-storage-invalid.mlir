// RUN: quartet-opt %s --nvfp4-legalize-storage -split-input-file -verify-diagnostics

func.func @rank_0(%d: tensor<f4E2M1FN>) {
  // expected-error @above {{expects f4E2M1FN tensors with a last extent that is a multiple of 2, but got 'tensor<f4E2M1FN>'}}
  return
}

// -----

// expected-error @below {{expects f4E2M1FN tensors with a last extent that is a multiple of 2, but got 'tensor<4x33xf4E2M1FN>'}}
func.func private @odd(tensor<4x33xf4E2M1FN>)

// -----

// expected-error @below {{expects f4E2M1FN tensors with a last extent that is a multiple of 2, but got 'tensor<*xf4E2M1FN>'}}
func.func private @unranked(tensor<*xf4E2M1FN>)

// -----

// expected-error @below {{expects f4E2M1FN values in tensors only, but got 'memref<4x64xf4E2M1FN>'}}
func.func private @memref(memref<4x64xf4E2M1FN>)

// -----

func.func @memref_inside() {
  // expected-error @below {{expects f4E2M1FN values in tensors only, but got 'memref<4x64xf4E2M1FN>'}}
  %0 = memref.alloc() : memref<4x64xf4E2M1FN>
  return
}

// -----

func.func @slice_offset(%d: tensor<4x64xf4E2M1FN>) {
  // expected-error @below {{expects f4E2M1FN slices that start at a multiple of 2 along the last dimension, because 2 codes share a byte}}
  %0 = tensor.extract_slice %d[0, 1] [4, 32] [1, 1]
      : tensor<4x64xf4E2M1FN> to tensor<4x32xf4E2M1FN>
  return
}

// -----

func.func @slice_unknown_offset(%d: tensor<4x64xf4E2M1FN>, %i: index) {
  // expected-error @below {{expects f4E2M1FN slices that start at a multiple of 2 along the last dimension}}
  %0 = tensor.extract_slice %d[0, %i] [4, 32] [1, 1]
      : tensor<4x64xf4E2M1FN> to tensor<4x32xf4E2M1FN>
  return
}

// -----

func.func @slice_unknown_size(%d: tensor<4x64xf4E2M1FN>, %i: index) {
  // expected-error @below {{expects f4E2M1FN slices of a multiple of 2 along the last dimension}}
  %0 = tensor.extract_slice %d[0, 0] [4, %i] [1, 1]
      : tensor<4x64xf4E2M1FN> to tensor<4x?xf4E2M1FN>
  return
}

// -----

func.func @slice_stride(%d: tensor<4x64xf4E2M1FN>) {
  // expected-error @below {{expects f4E2M1FN slices with stride 1 along the last dimension}}
  %0 = tensor.extract_slice %d[0, 0] [4, 32] [1, 2]
      : tensor<4x64xf4E2M1FN> to tensor<4x32xf4E2M1FN>
  return
}

// -----

func.func @single_element(%d: tensor<4x64xf4E2M1FN>, %i: index) {
  // expected-error @below {{'tensor.extract' op expects no f4E2M1FN tensor here, because it is not known how to do this on packed bytes}}
  %0 = tensor.extract %d[%i, %i] : tensor<4x64xf4E2M1FN>
  return
}

// -----

func.func @elementwise(%d: tensor<4x64xf4E2M1FN>, %e: tensor<4x64xf32>) {
  // expected-error @below {{'linalg.generic' op expects no f4E2M1FN tensor here}}
  %0 = linalg.generic {
      indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i, j)>],
      iterator_types = ["parallel", "parallel"]}
      ins(%d : tensor<4x64xf4E2M1FN>) outs(%e : tensor<4x64xf32>) {
  ^bb0(%a: f4E2M1FN, %b: f32):
    %0 = nvfp4.decode %a : f4E2M1FN to f32
    linalg.yield %0 : f32
  } -> tensor<4x64xf32>
  return
}

// -----

func.func @dynamic_dimension(%d: tensor<4x64xf4E2M1FN>, %i: index) {
  // expected-error @below {{expects a constant dimension of an f4E2M1FN tensor}}
  %0 = tensor.dim %d, %i : tensor<4x64xf4E2M1FN>
  return
}

// -----

// A last dimension of one code is half a byte.
func.func @reshape(%d: tensor<4x64xf4E2M1FN>) {
  // expected-error @below {{expects f4E2M1FN tensors with a last extent that is a multiple of 2, but got 'tensor<4x64x1xf4E2M1FN>'}}
  %0 = tensor.expand_shape %d [[0], [1, 2]] output_shape [4, 64, 1]
      : tensor<4x64xf4E2M1FN> into tensor<4x64x1xf4E2M1FN>
  return
}

// -----

func.func @epilogue(%a: tensor<4x64xf4E2M1FN>, %s: tensor<4x4xf8E4M3FN>,
                    %t: tensor<f32>, %e: tensor<4x64xf32>,
                    %b: tensor<64x64xf4E2M1FN>, %u: tensor<64x4xf8E4M3FN>) {
  // expected-error @below {{expects no f4E2M1FN epilogue input, but got 'tensor<4x64xf4E2M1FN>'}}
  %y = nvfp4.scaled_matmul
      lhs(%a, %s, %t : tensor<4x64xf4E2M1FN>, tensor<4x4xf8E4M3FN>, tensor<f32>)
      rhs(%b, %u, %t : tensor<64x64xf4E2M1FN>, tensor<64x4xf8E4M3FN>, tensor<f32>)
      epilogue_ins(%a : tensor<4x64xf4E2M1FN>)
      outs(%e : tensor<4x64xf32>)
      {epilogue_maps = [affine_map<(m, n) -> (m, n)>]} epilogue {
  ^bb0(%v: f32, %c: f4E2M1FN):
    nvfp4.yield %v : f32
  }
  return
}
