// RUN: quartet-opt %s --nvfp4-verify-layout -split-input-file -verify-diagnostics

// What is legal: no diagnostics.
func.func @legal(%s: tensor<2x2x32x4x4xf8E4M3FN>, %i: index, %n: index,
                 %b: tensor<3x2x2x32x4x4xf8E4M3FN>, %d: tensor<4x128xf4E2M1FN>,
                 %m: memref<2x2x32x4x4xf8E4M3FN>, %l: tensor<17x6xf8E4M3FN>)
    -> tensor<2x2x32x4x4xf8E4M3FN> {
  // Rows 128 to 255, and a run-time tile column.
  %0 = tensor.extract_slice %s[1, 0, 0, 0, 0] [1, 2, 32, 4, 4] [1, 1, 1, 1, 1]
      : tensor<2x2x32x4x4xf8E4M3FN> to tensor<1x2x32x4x4xf8E4M3FN>
  %1 = tensor.extract_slice %s[0, %i, 0, 0, 0] [2, %n, 32, 4, 4] [1, 1, 1, 1, 1]
      : tensor<2x2x32x4x4xf8E4M3FN> to tensor<2x?x32x4x4xf8E4M3FN>
  // One element of a batch.
  %2 = tensor.extract_slice %b[%i, 0, 0, 0, 0, 0] [1, 2, 2, 32, 4, 4]
      [1, 1, 1, 1, 1, 1]
      : tensor<3x2x2x32x4x4xf8E4M3FN> to tensor<2x2x32x4x4xf8E4M3FN>
  %3 = tensor.insert_slice %0 into %2[0, 0, 0, 0, 0] [1, 2, 32, 4, 4]
      [1, 1, 1, 1, 1]
      : tensor<1x2x32x4x4xf8E4M3FN> into tensor<2x2x32x4x4xf8E4M3FN>
  %4 = memref.subview %m[1, 0, 0, 0, 0] [1, 2, 32, 4, 4] [1, 1, 1, 1, 1]
      : memref<2x2x32x4x4xf8E4M3FN>
        to memref<1x2x32x4x4xf8E4M3FN, strided<[1024, 512, 16, 4, 1], offset: 1024>>
  // Element by element.
  %5 = linalg.copy ins(%s : tensor<2x2x32x4x4xf8E4M3FN>)
      outs(%3 : tensor<2x2x32x4x4xf8E4M3FN>) -> tensor<2x2x32x4x4xf8E4M3FN>
  // Whole bytes of data, any slice of linear scales.
  %6 = tensor.extract_slice %d[0, 32] [4, 64] [1, 1]
      : tensor<4x128xf4E2M1FN> to tensor<4x64xf4E2M1FN>
  %7 = tensor.extract_slice %l[3, 1] [2, 5] [1, 1]
      : tensor<17x6xf8E4M3FN> to tensor<2x5xf8E4M3FN>
  // Plain bytes from tiled scales, and back.
  %8 = tensor.collapse_shape %s [[0, 1, 2, 3, 4]]
      : tensor<2x2x32x4x4xf8E4M3FN> into tensor<2048xf8E4M3FN>
  %9 = tensor.expand_shape %8 [[0, 1, 2, 3, 4]] output_shape [4, 1, 32, 4, 4]
      : tensor<2048xf8E4M3FN> into tensor<4x1x32x4x4xf8E4M3FN>
  %10 = memref.collapse_shape %m [[0, 1, 2, 3, 4]]
      : memref<2x2x32x4x4xf8E4M3FN> into memref<2048xf8E4M3FN>
  return %5 : tensor<2x2x32x4x4xf8E4M3FN>
}

// -----

// Rows 32 to 63.
func.func @inner_rows(%s: tensor<2x2x32x4x4xf8E4M3FN>) {
  // expected-error @below {{expects a slice of tiled block scales along their tile rows and tile columns only; untile them first}}
  %0 = tensor.extract_slice %s[0, 0, 0, 1, 0] [1, 2, 32, 1, 4] [1, 1, 1, 1, 1]
      : tensor<2x2x32x4x4xf8E4M3FN> to tensor<1x2x32x1x4xf8E4M3FN>
  return
}

// -----

func.func @inner_offset(%s: tensor<2x2x32x4x4xf8E4M3FN>, %i: index) {
  // expected-error @below {{expects a slice of tiled block scales along their tile rows and tile columns only}}
  %0 = tensor.extract_slice %s[0, 0, %i, 0, 0] [1, 2, 32, 4, 4] [1, 1, 1, 1, 1]
      : tensor<2x2x32x4x4xf8E4M3FN> to tensor<1x2x32x4x4xf8E4M3FN>
  return
}

// -----

// The result no longer says that it is tiled.
func.func @rank(%s: tensor<2x2x32x4x4xf8E4M3FN>) {
  // expected-error @below {{expects a slice of tiled block scales along their tile rows and tile columns only}}
  %0 = tensor.extract_slice %s[0, 0, 0, 0, 0] [1, 2, 32, 4, 4] [1, 1, 1, 1, 1]
      : tensor<2x2x32x4x4xf8E4M3FN> to tensor<2x32x4x4xf8E4M3FN>
  return
}

// -----

func.func @insert(%s: tensor<2x2x32x4x4xf8E4M3FN>, %p: tensor<1x1x1x1x4xf8E4M3FN>)
    -> tensor<2x2x32x4x4xf8E4M3FN> {
  // expected-error @below {{expects a slice of tiled block scales along their tile rows and tile columns only}}
  %0 = tensor.insert_slice %p into %s[0, 0, 3, 1, 0] [1, 1, 1, 1, 4]
      [1, 1, 1, 1, 1]
      : tensor<1x1x1x1x4xf8E4M3FN> into tensor<2x2x32x4x4xf8E4M3FN>
  return %0 : tensor<2x2x32x4x4xf8E4M3FN>
}

// -----

func.func @parallel_insert(%s: tensor<2x2x32x4x4xf8E4M3FN>,
                           %p: tensor<1x1x1x4x4xf8E4M3FN>)
    -> tensor<2x2x32x4x4xf8E4M3FN> {
  %r = scf.forall (%i) in (32) shared_outs(%o = %s)
      -> tensor<2x2x32x4x4xf8E4M3FN> {
    scf.forall.in_parallel {
      // expected-error @below {{expects a slice of tiled block scales along their tile rows and tile columns only}}
      tensor.parallel_insert_slice %p into %o[0, 0, %i, 0, 0] [1, 1, 1, 4, 4]
          [1, 1, 1, 1, 1]
          : tensor<1x1x1x4x4xf8E4M3FN> into tensor<2x2x32x4x4xf8E4M3FN>
    }
  }
  return %r : tensor<2x2x32x4x4xf8E4M3FN>
}

// -----

func.func @subview(%m: memref<2x2x32x4x4xf8E4M3FN>) {
  // expected-error @below {{expects a slice of tiled block scales along their tile rows and tile columns only}}
  %0 = memref.subview %m[0, 0, 0, 0, 0] [2, 2, 16, 4, 4] [1, 1, 1, 1, 1]
      : memref<2x2x32x4x4xf8E4M3FN>
        to memref<2x2x16x4x4xf8E4M3FN, strided<[1024, 512, 16, 4, 1]>>
  return
}

// -----

func.func @collapse(%s: tensor<1x2x32x4x4xf8E4M3FN>) {
  // expected-error @below {{expects no reshape, padding or transposition of tiled block scales; untile them first}}
  %0 = tensor.collapse_shape %s [[0, 1, 2], [3, 4]]
      : tensor<1x2x32x4x4xf8E4M3FN> into tensor<64x16xf8E4M3FN>
  return
}

// -----

// Linear scales do not become tiled by a reshape.
func.func @expand(%s: tensor<64x16xf8E4M3FN>) {
  // expected-error @below {{expects no reshape, padding or transposition of tiled block scales}}
  %0 = tensor.expand_shape %s [[0, 1, 2], [3, 4]] output_shape [1, 2, 32, 4, 4]
      : tensor<64x16xf8E4M3FN> into tensor<1x2x32x4x4xf8E4M3FN>
  return
}

// -----

// A rank that is left of the batch does not make it plain bytes.
func.func @collapse_batch(%s: tensor<3x1x2x32x4x4xf8E4M3FN>) {
  // expected-error @below {{expects no reshape, padding or transposition of tiled block scales}}
  %0 = tensor.collapse_shape %s [[0], [1, 2, 3, 4, 5]]
      : tensor<3x1x2x32x4x4xf8E4M3FN> into tensor<3x1024xf8E4M3FN>
  return
}

// -----

func.func @transpose_scales(%s: tensor<1x2x32x4x4xf8E4M3FN>,
                            %e: tensor<2x1x32x4x4xf8E4M3FN>) {
  // expected-error @below {{expects tiled block scales element by element, but operand #0 is indexed otherwise}}
  %0 = linalg.transpose ins(%s : tensor<1x2x32x4x4xf8E4M3FN>)
      outs(%e : tensor<2x1x32x4x4xf8E4M3FN>) permutation = [1, 0, 2, 3, 4]
  return
}

// -----

func.func @transpose_data(%d: tensor<64x64xf4E2M1FN>) {
  // expected-error @below {{expects no transposition of f4E2M1FN data, because blocks run along the last dimension; requantize it}}
  %0 = linalg.transpose ins(%d : tensor<64x64xf4E2M1FN>)
      outs(%d : tensor<64x64xf4E2M1FN>) permutation = [1, 0]
  return
}

// -----

func.func @half_byte(%d: tensor<4x64xf4E2M1FN>) {
  // expected-error @below {{expects f4E2M1FN slices that start at a multiple of 2 along the last dimension}}
  %0 = tensor.extract_slice %d[0, 1] [4, 32] [1, 1]
      : tensor<4x64xf4E2M1FN> to tensor<4x32xf4E2M1FN>
  return
}

// -----

func.func @memref_of_f4() {
  // expected-error @below {{expects f4E2M1FN values in tensors only, but got 'memref<4x64xf4E2M1FN>'}}
  %0 = memref.alloc() : memref<4x64xf4E2M1FN>
  return
}

// -----

// expected-error @below {{expects f4E2M1FN values in tensors only, but got 'memref<4x64xf4E2M1FN>'}}
func.func private @memref_argument(memref<4x64xf4E2M1FN>)
