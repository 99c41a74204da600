// RUN: quartet-opt %s --transform-interpreter -split-input-file -verify-diagnostics=only-expected

// Tiles that could not compute the same bytes are refused.

func.func @post_hoc(%x: tensor<256x128xf32>, %amax: tensor<f32>,
    %seed: tensor<i64>, %d: tensor<256x128xf4E2M1FN>, %s: tensor<256x8xf8E4M3FN>, %t: tensor<f32>)
    -> tensor<256x128xf4E2M1FN> {
  // expected-remark @below {{not tiled: a post hoc tensor scale needs all block scales}}
  %q:3 = nvfp4.quantize <quartet2_backward> ins(%x : tensor<256x128xf32>)
      seed(%seed : tensor<i64>)
      outs(%d, %s, %t : tensor<256x128xf4E2M1FN>, tensor<256x8xf8E4M3FN>, tensor<f32>) {site = 0 : i64}
  return %q#0 : tensor<256x128xf4E2M1FN>
}

module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(
      %root: !transform.any_op {transform.readonly}) {
    %op = transform.structured.match ops{["nvfp4.quantize"]} in %root
        : (!transform.any_op) -> !transform.any_op
    %tiled, %loops = transform.structured.tile_using_for %op tile_sizes [16, 0]
        : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
    transform.yield
  }
}

// -----

func.func @no_amax(%x: tensor<256x128xf32>, %amax: tensor<f32>,
    %seed: tensor<i64>, %d: tensor<256x128xf4E2M1FN>, %s: tensor<256x8xf8E4M3FN>, %t: tensor<f32>)
    -> tensor<256x128xf4E2M1FN> {
  // expected-remark @below {{not tiled: without an amax operand the tensor scale needs the whole matrix}}
  %q:3 = nvfp4.quantize <rtn> ins(%x : tensor<256x128xf32>)
      outs(%d, %s, %t : tensor<256x128xf4E2M1FN>, tensor<256x8xf8E4M3FN>, tensor<f32>)
  return %q#0 : tensor<256x128xf4E2M1FN>
}

module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(
      %root: !transform.any_op {transform.readonly}) {
    %op = transform.structured.match ops{["nvfp4.quantize"]} in %root
        : (!transform.any_op) -> !transform.any_op
    %tiled, %loops = transform.structured.tile_using_for %op tile_sizes [16, 0]
        : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
    transform.yield
  }
}

// -----

func.func @columns(%x: tensor<256x128xf32>, %amax: tensor<f32>,
    %seed: tensor<i64>, %d: tensor<256x128xf4E2M1FN>, %s: tensor<256x8xf8E4M3FN>, %t: tensor<f32>)
    -> tensor<256x128xf4E2M1FN> {
  // expected-remark @below {{not tiled: columns are cut at multiples of 32}}
  %q:3 = nvfp4.quantize <rtn> ins(%x : tensor<256x128xf32>)
      amax(%amax : tensor<f32>)
      outs(%d, %s, %t : tensor<256x128xf4E2M1FN>, tensor<256x8xf8E4M3FN>, tensor<f32>)
  return %q#0 : tensor<256x128xf4E2M1FN>
}

module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(
      %root: !transform.any_op {transform.readonly}) {
    %op = transform.structured.match ops{["nvfp4.quantize"]} in %root
        : (!transform.any_op) -> !transform.any_op
    %tiled, %loops = transform.structured.tile_using_for %op tile_sizes [0, 48]
        : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
    transform.yield
  }
}

// -----

func.func @columns_of_tiles(%x: tensor<256x128xf32>, %amax: tensor<f32>,
    %seed: tensor<i64>, %d: tensor<256x128xf4E2M1FN>, %s: tensor<2x2x32x4x4xf8E4M3FN>, %t: tensor<f32>)
    -> tensor<256x128xf4E2M1FN> {
  // expected-remark @below {{not tiled: columns are cut at multiples of 64}}
  %q:3 = nvfp4.quantize <rtn> ins(%x : tensor<256x128xf32>)
      amax(%amax : tensor<f32>)
      outs(%d, %s, %t : tensor<256x128xf4E2M1FN>, tensor<2x2x32x4x4xf8E4M3FN>, tensor<f32>)
  return %q#0 : tensor<256x128xf4E2M1FN>
}

module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(
      %root: !transform.any_op {transform.readonly}) {
    %op = transform.structured.match ops{["nvfp4.quantize"]} in %root
        : (!transform.any_op) -> !transform.any_op
    %tiled, %loops = transform.structured.tile_using_for %op tile_sizes [0, 32]
        : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
    transform.yield
  }
}

// -----

func.func @rows_of_tiles(%x: tensor<256x128xf32>, %amax: tensor<f32>,
    %seed: tensor<i64>, %d: tensor<256x128xf4E2M1FN>, %s: tensor<2x2x32x4x4xf8E4M3FN>, %t: tensor<f32>)
    -> tensor<256x128xf4E2M1FN> {
  // expected-remark @below {{not tiled: rows are cut at multiples of 128}}
  %q:3 = nvfp4.quantize <rtn> ins(%x : tensor<256x128xf32>)
      amax(%amax : tensor<f32>)
      outs(%d, %s, %t : tensor<256x128xf4E2M1FN>, tensor<2x2x32x4x4xf8E4M3FN>, tensor<f32>)
  return %q#0 : tensor<256x128xf4E2M1FN>
}

module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(
      %root: !transform.any_op {transform.readonly}) {
    %op = transform.structured.match ops{["nvfp4.quantize"]} in %root
        : (!transform.any_op) -> !transform.any_op
    %tiled, %loops = transform.structured.tile_using_for %op tile_sizes [64, 0]
        : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
    transform.yield
  }
}

// -----

func.func @rows_of_blocks(%x: tensor<256x128xf32>, %amax: tensor<f32>,
    %seed: tensor<i64>, %d: tensor<256x128xf4E2M1FN>, %s: tensor<256x8xf8E4M3FN>, %t: tensor<f32>)
    -> tensor<256x128xf4E2M1FN> {
  // expected-remark @below {{not tiled: rows are cut at multiples of 16}}
  %q:3 = nvfp4.quantize <rtn_16x16> ins(%x : tensor<256x128xf32>)
      amax(%amax : tensor<f32>)
      outs(%d, %s, %t : tensor<256x128xf4E2M1FN>, tensor<256x8xf8E4M3FN>, tensor<f32>)
  return %q#0 : tensor<256x128xf4E2M1FN>
}

module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(
      %root: !transform.any_op {transform.readonly}) {
    %op = transform.structured.match ops{["nvfp4.quantize"]} in %root
        : (!transform.any_op) -> !transform.any_op
    %tiled, %loops = transform.structured.tile_using_for %op tile_sizes [8, 0]
        : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
    transform.yield
  }
}

// -----

func.func @correction_group(%x: tensor<256x128xf32>, %amax: tensor<f32>,
    %seed: tensor<i64>, %d: tensor<256x128xf4E2M1FN>, %s: tensor<256x8xf8E4M3FN>, %t: tensor<f32>)
    -> tensor<256x128xf4E2M1FN> {
  // expected-remark @below {{not tiled: columns are cut at multiples of 128}}
  %q:3 = nvfp4.quantize <quartet2_sim> ins(%x : tensor<256x128xf32>)
      amax(%amax : tensor<f32>)
      seed(%seed : tensor<i64>)
      outs(%d, %s, %t : tensor<256x128xf4E2M1FN>, tensor<256x8xf8E4M3FN>, tensor<f32>) {site = 0 : i64}
  return %q#0 : tensor<256x128xf4E2M1FN>
}

module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(
      %root: !transform.any_op {transform.readonly}) {
    %op = transform.structured.match ops{["nvfp4.quantize"]} in %root
        : (!transform.any_op) -> !transform.any_op
    %tiled, %loops = transform.structured.tile_using_for %op tile_sizes [0, 64]
        : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
    transform.yield
  }
}

// -----

func.func @batch(%x: tensor<4x32x64xf32>, %amax: tensor<f32>,
    %seed: tensor<i64>, %d: tensor<4x32x64xf4E2M1FN>,
    %s: tensor<4x32x4xf8E4M3FN>, %t: tensor<f32>) -> tensor<4x32x64xf4E2M1FN> {
  // expected-remark @below {{not tiled: stochastic rounding cuts rows within one batch element only}}
  %q:3 = nvfp4.quantize <sr> ins(%x : tensor<4x32x64xf32>)
      amax(%amax : tensor<f32>) seed(%seed : tensor<i64>)
      outs(%d, %s, %t : tensor<4x32x64xf4E2M1FN>, tensor<4x32x4xf8E4M3FN>,
           tensor<f32>) {site = 2 : i64}
  return %q#0 : tensor<4x32x64xf4E2M1FN>
}

module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(
      %root: !transform.any_op {transform.readonly}) {
    %op = transform.structured.match ops{["nvfp4.quantize"]} in %root
        : (!transform.any_op) -> !transform.any_op
    %tiled, %loops:2 = transform.structured.tile_using_for %op tile_sizes [2, 16, 0]
        : (!transform.any_op) -> (!transform.any_op, !transform.any_op, !transform.any_op)
    transform.yield
  }
}

// -----

func.func @rotate(%x: tensor<4x256xbf16>, %seed: tensor<i64>,
                  %e: tensor<4x256xf32>) -> tensor<4x256xf32> {
  // expected-remark @below {{not tiled: columns are cut at multiples of 128}}
  %0 = nvfp4.rotate ins(%x : tensor<4x256xbf16>) seed(%seed : tensor<i64>)
      outs(%e : tensor<4x256xf32>) {group = 128 : i64, site = 7 : i64}
  return %0 : tensor<4x256xf32>
}

module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(
      %root: !transform.any_op {transform.readonly}) {
    %op = transform.structured.match ops{["nvfp4.rotate"]} in %root
        : (!transform.any_op) -> !transform.any_op
    %tiled, %loops = transform.structured.tile_using_for %op tile_sizes [0, 64]
        : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
    transform.yield
  }
}

// -----

func.func @scaled_matmul(%a: tensor<64x64xf4E2M1FN>, %as: tensor<64x4xf8E4M3FN>,
    %t: tensor<f32>, %b: tensor<256x64xf4E2M1FN>,
    %bs: tensor<2x1x32x4x4xf8E4M3FN>, %e: tensor<64x256xf32>)
    -> tensor<64x256xf32> {
  // expected-remark @below {{not tiled: columns are cut at multiples of 128}}
  %y = nvfp4.scaled_matmul
      lhs(%a, %as, %t : tensor<64x64xf4E2M1FN>, tensor<64x4xf8E4M3FN>,
          tensor<f32>)
      rhs(%b, %bs, %t : tensor<256x64xf4E2M1FN>, tensor<2x1x32x4x4xf8E4M3FN>,
          tensor<f32>)
      outs(%e : tensor<64x256xf32>)
  return %y : tensor<64x256xf32>
}

module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(
      %root: !transform.any_op {transform.readonly}) {
    %op = transform.structured.match ops{["nvfp4.scaled_matmul"]} in %root
        : (!transform.any_op) -> !transform.any_op
    %tiled, %loops:2 = transform.structured.tile_using_for %op tile_sizes [32, 64]
        : (!transform.any_op) -> (!transform.any_op, !transform.any_op, !transform.any_op)
    transform.yield
  }
}

// -----

func.func @untile_scales(%s: tensor<3x2x32x4x4xf8E4M3FN>,
                         %e: tensor<300x6xf8E4M3FN>) -> tensor<300x6xf8E4M3FN> {
  // expected-remark @below {{not tiled: rows are cut at multiples of 128}}
  %0 = nvfp4.untile_scales ins(%s : tensor<3x2x32x4x4xf8E4M3FN>)
      outs(%e : tensor<300x6xf8E4M3FN>)
  return %0 : tensor<300x6xf8E4M3FN>
}

module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(
      %root: !transform.any_op {transform.readonly}) {
    %op = transform.structured.match ops{["nvfp4.untile_scales"]} in %root
        : (!transform.any_op) -> !transform.any_op
    %tiled, %loops = transform.structured.tile_using_for %op tile_sizes [32, 0]
        : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
    transform.yield
  }
}
