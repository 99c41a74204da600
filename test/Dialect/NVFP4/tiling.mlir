// RUN: quartet-opt %s --transform-interpreter --canonicalize --cse -split-input-file | FileCheck %s

// Tiles by the transform dialect. Offsets in the whole matrix reach stochastic
// operations; slices of data, linear scales and tiled scales follow the tile.

// Chunks of 16 rows accumulate into one maximum; the last has 8.
// CHECK: #[[LEFT:.*]] = affine_map<(d0) -> (-d0 + 40, 16)>
// CHECK-LABEL: func.func @amax
// CHECK-SAME: %[[X:[a-z0-9]*]]: tensor<40x64xf32>, %[[A:[a-z0-9]*]]: tensor<f32>
// CHECK: %[[R:.*]] = scf.for %[[I:.*]] = %{{.*}} to %{{.*}} step %{{.*}} iter_args(%[[ACC:.*]] = %[[A]]) -> (tensor<f32>)
// CHECK: %[[N:.*]] = affine.min #[[LEFT]](%[[I]])
// CHECK: %[[S:.*]] = tensor.extract_slice %[[X]][%[[I]], 0] [%[[N]], 64] [1, 1]
// CHECK: %[[M:.*]] = nvfp4.amax ins(%[[S]] : tensor<?x64xf32>) outs(%[[ACC]] : tensor<f32>)
// CHECK: scf.yield %[[M]]
// CHECK: return %[[R]]
func.func @amax(%x: tensor<40x64xf32>, %a: tensor<f32>) -> tensor<f32> {
  %0 = nvfp4.amax ins(%x : tensor<40x64xf32>) outs(%a : tensor<f32>)
  return %0 : tensor<f32>
}

module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(
      %root: !transform.any_op {transform.readonly}) {
    %op = transform.structured.match ops{["nvfp4.amax"]} in %root
        : (!transform.any_op) -> !transform.any_op
    %tiled, %loops = transform.structured.tile_using_for %op tile_sizes [16, 0]
        : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
    transform.yield
  }
}

// -----

// K = 72 is padded to 96 and cut into 64 and 32 columns; the last tile reads the
// 8 columns that are left. The tile's offsets are its place in the matrix.
// CHECK: #[[ROWS:.*]] = affine_map<(d0) -> (-d0 + 17, 8)>
// CHECK: #[[COLS:.*]] = affine_map<(d0) -> (-d0 + 96, 64)>
// CHECK-LABEL: func.func @quantize
// CHECK-SAME: %[[X:[a-z0-9]*]]: tensor<17x72xf32>
// CHECK: scf.for %[[I:[a-z0-9]*]] = {{.*}} -> (tensor<17x96xf4E2M1FN>, tensor<17x6xf8E4M3FN>, tensor<f32>)
// CHECK: scf.for %[[J:[a-z0-9]*]] = {{.*}} iter_args(%[[D:[a-z0-9]*]] = %{{.*}}, %[[S:[a-z0-9]*]] = %{{.*}}, %[[T:[a-z0-9]*]] = %{{.*}})
// CHECK-DAG: %[[R:.*]] = affine.min #[[ROWS]](%[[I]])
// CHECK-DAG: %[[C:.*]] = affine.min #[[COLS]](%[[J]])
// CHECK-DAG: %[[IN:.*]] = tensor.extract_slice %[[X]][%[[I]], %[[J]]] [%[[R]], %[[K:.*]]] [1, 1]
// CHECK-DAG: %[[DT:.*]] = tensor.extract_slice %[[D]][%[[I]], %[[J]]] [%[[R]], %{{.*}}] [1, 1] : tensor<17x96xf4E2M1FN>
// CHECK-DAG: %[[ST:.*]] = tensor.extract_slice %[[S]][%[[I]], %[[B:.*]]] [%[[R]], %{{.*}}] [1, 1] : tensor<17x6xf8E4M3FN>
// CHECK: nvfp4.quantize <sr> ins(%[[IN]] : tensor<?x?xf32>) amax(%{{.*}} : tensor<f32>) seed(%{{.*}} : tensor<i64>) offsets(%[[I]], %[[J]]) outs(%[[DT]], %[[ST]], %[[T]] : {{.*}}) {site = 2 : i64}
// CHECK: tensor.insert_slice %{{.*}} into %[[D]][%[[I]], %[[J]]]
// CHECK: tensor.insert_slice %{{.*}} into %[[S]][%[[I]], %[[B]]]
func.func @quantize(%x: tensor<17x72xf32>, %amax: tensor<f32>,
                    %seed: tensor<i64>, %d: tensor<17x96xf4E2M1FN>,
                    %s: tensor<17x6xf8E4M3FN>, %t: tensor<f32>)
    -> (tensor<17x96xf4E2M1FN>, tensor<17x6xf8E4M3FN>, tensor<f32>) {
  %q:3 = nvfp4.quantize <sr> ins(%x : tensor<17x72xf32>)
      amax(%amax : tensor<f32>) seed(%seed : tensor<i64>)
      outs(%d, %s, %t : tensor<17x96xf4E2M1FN>, tensor<17x6xf8E4M3FN>,
           tensor<f32>) {site = 2 : i64}
  return %q#0, %q#1, %q#2 : tensor<17x96xf4E2M1FN>, tensor<17x6xf8E4M3FN>,
                            tensor<f32>
}

module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(
      %root: !transform.any_op {transform.readonly}) {
    %op = transform.structured.match ops{["nvfp4.quantize"]} in %root
        : (!transform.any_op) -> !transform.any_op
    %tiled, %loops:2 = transform.structured.tile_using_for %op tile_sizes [8, 64]
        : (!transform.any_op) -> (!transform.any_op, !transform.any_op, !transform.any_op)
    transform.yield
  }
}

// -----

// Tiled scales, packed data and a transposed input: 128 rows of the result are
// 128 columns of x. A deterministic quantizer needs no offsets; valid rows of x
// are columns of the result, of which j are behind.
// CHECK-DAG: #[[TILE:.*]] = affine_map<()[s0] -> (s0 floordiv 128)>
// CHECK-DAG: #[[BYTES:.*]] = affine_map<()[s0] -> (s0 floordiv 2)>
// CHECK-DAG: #[[BLOCKS:.*]] = affine_map<()[s0] -> (s0 floordiv 64)>
// CHECK-DAG: #[[VALID:.*]] = affine_map<()[s0, s1] -> (0, s0 - s1)>
// CHECK-LABEL: func.func @quantize_tiled
// CHECK-SAME: %[[X:[a-z0-9]*]]: tensor<128x256xbf16>, %[[A:[a-z0-9]*]]: tensor<f32>, %[[V:[a-z0-9]*]]: index
// CHECK: scf.for %[[I:[a-z0-9]*]] =
// CHECK: scf.for %[[J:[a-z0-9]*]] =
// CHECK-DAG: %[[VT:.*]] = affine.max #[[VALID]]()[%[[V]], %[[J]]]
// CHECK-DAG: %[[IN:.*]] = tensor.extract_slice %[[X]][%[[J]], %[[I]]] [64, 128] [1, 1]
// CHECK-DAG: %[[B:.*]] = affine.apply #[[BYTES]]()[%[[J]]]
// CHECK-DAG: %[[R:.*]] = affine.apply #[[TILE]]()[%[[I]]]
// CHECK-DAG: %[[C:.*]] = affine.apply #[[BLOCKS]]()[%[[J]]]
// CHECK-DAG: tensor.extract_slice %{{.*}}[%[[I]], %[[B]]] [128, 32] [1, 1] : tensor<256x64xi8>
// CHECK-DAG: tensor.extract_slice %{{.*}}[%[[R]], %[[C]], 0, 0, 0] [1, 1, 32, 4, 4] [1, 1, 1, 1, 1] : tensor<2x2x32x4x4xf8E4M3FN>
// CHECK: nvfp4.quantize <rtn> ins(%[[IN]] : tensor<64x128xbf16>) amax(%[[A]] : tensor<f32>) valid_rows(%[[VT]]) outs({{.*}} : tensor<128x32xi8>, tensor<1x1x32x4x4xf8E4M3FN>, tensor<f32>) {transpose}
func.func @quantize_tiled(%x: tensor<128x256xbf16>, %amax: tensor<f32>,
                          %valid: index, %d: tensor<256x64xi8>,
                          %s: tensor<2x2x32x4x4xf8E4M3FN>, %t: tensor<f32>)
    -> (tensor<256x64xi8>, tensor<2x2x32x4x4xf8E4M3FN>, tensor<f32>) {
  %q:3 = nvfp4.quantize <rtn> ins(%x : tensor<128x256xbf16>)
      amax(%amax : tensor<f32>) valid_rows(%valid)
      outs(%d, %s, %t : tensor<256x64xi8>, tensor<2x2x32x4x4xf8E4M3FN>,
           tensor<f32>) {transpose}
  return %q#0, %q#1, %q#2 : tensor<256x64xi8>, tensor<2x2x32x4x4xf8E4M3FN>,
                            tensor<f32>
}

module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(
      %root: !transform.any_op {transform.readonly}) {
    %op = transform.structured.match ops{["nvfp4.quantize"]} in %root
        : (!transform.any_op) -> !transform.any_op
    %tiled, %loops:2 = transform.structured.tile_using_for %op tile_sizes [128, 64]
        : (!transform.any_op) -> (!transform.any_op, !transform.any_op, !transform.any_op)
    transform.yield
  }
}

// -----

// In batch element b, row i counts as row 32 b + i.
// CHECK: #[[ROW:.*]] = affine_map<()[s0, s1] -> (s0 * 32 + s1)>
// CHECK-LABEL: func.func @quantize_batch
// CHECK: scf.for %[[B:[a-z0-9]*]] =
// CHECK: scf.for %[[I:[a-z0-9]*]] =
// CHECK: %[[R:.*]] = affine.apply #[[ROW]]()[%[[B]], %[[I]]]
// CHECK: tensor.extract_slice %{{.*}}[%[[B]], %[[I]], 0] [1, 16, 64] [1, 1, 1] : tensor<2x32x64xf32>
// CHECK: nvfp4.quantize <sr> {{.*}} offsets(%[[R]], %{{.*}}) outs({{.*}} : tensor<1x16x64xf4E2M1FN>, tensor<1x16x4xf8E4M3FN>, tensor<f32>)
func.func @quantize_batch(%x: tensor<2x32x64xf32>, %amax: tensor<f32>,
                          %seed: tensor<i64>, %d: tensor<2x32x64xf4E2M1FN>,
                          %s: tensor<2x32x4xf8E4M3FN>, %t: tensor<f32>)
    -> (tensor<2x32x64xf4E2M1FN>, tensor<2x32x4xf8E4M3FN>, tensor<f32>) {
  %q:3 = nvfp4.quantize <sr> ins(%x : tensor<2x32x64xf32>)
      amax(%amax : tensor<f32>) seed(%seed : tensor<i64>)
      outs(%d, %s, %t : tensor<2x32x64xf4E2M1FN>, tensor<2x32x4xf8E4M3FN>,
           tensor<f32>) {site = 2 : i64}
  return %q#0, %q#1, %q#2 : tensor<2x32x64xf4E2M1FN>, tensor<2x32x4xf8E4M3FN>,
                            tensor<f32>
}

module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(
      %root: !transform.any_op {transform.readonly}) {
    %op = transform.structured.match ops{["nvfp4.quantize"]} in %root
        : (!transform.any_op) -> !transform.any_op
    %tiled, %loops:2 = transform.structured.tile_using_for %op tile_sizes [1, 16]
        : (!transform.any_op) -> (!transform.any_op, !transform.any_op, !transform.any_op)
    transform.yield
  }
}

// -----

// Groups of 128 columns: K = 200 is padded to 256, the second tile reads 72.
// CHECK: #[[LEFT:.*]] = affine_map<()[s0] -> (-s0 + 200, 128)>
// CHECK-LABEL: func.func @rotate
// CHECK-SAME: %[[X:[a-z0-9]*]]: tensor<?x200xbf16>
// CHECK: scf.for %[[J:[a-z0-9]*]] = {{.*}} iter_args(%[[E:.*]] = %{{.*}})
// CHECK: %[[K:.*]] = affine.min #[[LEFT]]()[%[[J]]]
// CHECK: %[[IN:.*]] = tensor.extract_slice %[[X]][0, %[[J]]] [%{{.*}}, %[[K]]] [1, 1]
// CHECK: %[[OUT:.*]] = tensor.extract_slice %[[E]][0, %[[J]]] [%{{.*}}, 128] [1, 1]
// CHECK: nvfp4.rotate ins(%[[IN]] : tensor<?x?xbf16>) seed(%{{.*}} : tensor<i64>) offsets(%{{.*}}, %[[J]]) outs(%[[OUT]] : tensor<?x128xf32>) {site = 7 : i64}
func.func @rotate(%x: tensor<?x200xbf16>, %seed: tensor<i64>,
                  %e: tensor<?x256xf32>) -> tensor<?x256xf32> {
  %0 = nvfp4.rotate ins(%x : tensor<?x200xbf16>) seed(%seed : tensor<i64>)
      outs(%e : tensor<?x256xf32>) {group = 128 : i64, site = 7 : i64}
  return %0 : tensor<?x256xf32>
}

module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(
      %root: !transform.any_op {transform.readonly}) {
    %op = transform.structured.match ops{["nvfp4.rotate"]} in %root
        : (!transform.any_op) -> !transform.any_op
    %tiled, %loops = transform.structured.tile_using_for %op tile_sizes [0, 128]
        : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
    transform.yield
  }
}

// -----

// Offsets add up.
// CHECK: #[[SUM:.*]] = affine_map<()[s0, s1] -> (s0 + s1)>
// CHECK-LABEL: func.func @rotate_offsets
// CHECK-SAME: %[[O:[a-z0-9]*]]: index, %[[P:[a-z0-9]*]]: index
// CHECK: scf.for %[[J:[a-z0-9]*]] =
// CHECK: %[[C:.*]] = affine.apply #[[SUM]]()[%[[P]], %[[J]]]
// CHECK: nvfp4.rotate {{.*}} offsets(%[[O]], %[[C]])
func.func @rotate_offsets(%x: tensor<4x64xbf16>, %seed: tensor<i64>,
                          %o: index, %p: index, %e: tensor<4x64xf32>)
    -> tensor<4x64xf32> {
  %0 = nvfp4.rotate ins(%x : tensor<4x64xbf16>) seed(%seed : tensor<i64>)
      offsets(%o, %p) outs(%e : tensor<4x64xf32>) {group = 32 : i64, site = 7 : i64}
  return %0 : tensor<4x64xf32>
}

module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(
      %root: !transform.any_op {transform.readonly}) {
    %op = transform.structured.match ops{["nvfp4.rotate"]} in %root
        : (!transform.any_op) -> !transform.any_op
    %tiled, %loops = transform.structured.tile_using_for %op tile_sizes [0, 32]
        : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
    transform.yield
  }
}

// -----

// CHECK-LABEL: func.func @dequantize
// CHECK: scf.for %[[I:[a-z0-9]*]] =
// CHECK: scf.for %[[J:[a-z0-9]*]] =
// CHECK-DAG: %[[D:.*]] = tensor.extract_slice %{{.*}}[%[[I]], %[[J]]] [128, 64] [1, 1] : tensor<256x128xf4E2M1FN>
// CHECK-DAG: %[[S:.*]] = tensor.extract_slice %{{.*}}[%{{.*}}, %{{.*}}, 0, 0, 0] [1, 1, 32, 4, 4] [1, 1, 1, 1, 1] : tensor<2x2x32x4x4xf8E4M3FN>
// CHECK-DAG: %[[E:.*]] = tensor.extract_slice %{{.*}}[%[[I]], %[[J]]] [128, 64] [1, 1] : tensor<256x128xbf16>
// CHECK: nvfp4.dequantize ins(%[[D]], %[[S]] : tensor<128x64xf4E2M1FN>, tensor<1x1x32x4x4xf8E4M3FN>) tensor_scale(%{{.*}} : tensor<f32>) outs(%[[E]] : tensor<128x64xbf16>)
func.func @dequantize(%d: tensor<256x128xf4E2M1FN>,
                      %s: tensor<2x2x32x4x4xf8E4M3FN>, %t: tensor<f32>,
                      %e: tensor<256x128xbf16>) -> tensor<256x128xbf16> {
  %0 = nvfp4.dequantize
      ins(%d, %s : tensor<256x128xf4E2M1FN>, tensor<2x2x32x4x4xf8E4M3FN>)
      tensor_scale(%t : tensor<f32>) outs(%e : tensor<256x128xbf16>)
  return %0 : tensor<256x128xbf16>
}

module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(
      %root: !transform.any_op {transform.readonly}) {
    %op = transform.structured.match ops{["nvfp4.dequantize"]} in %root
        : (!transform.any_op) -> !transform.any_op
    %tiled, %loops:2 = transform.structured.tile_using_for %op tile_sizes [128, 64]
        : (!transform.any_op) -> (!transform.any_op, !transform.any_op, !transform.any_op)
    transform.yield
  }
}

// -----

// Rows of both operands, all of K; the bias is cut along n, the residual along
// both. The second operand's scales are tiled, so n steps by 128.
// CHECK-LABEL: func.func @scaled_matmul
// CHECK: scf.for %[[I:[a-z0-9]*]] =
// CHECK: scf.for %[[J:[a-z0-9]*]] = {{.*}} iter_args(%[[E:.*]] = %{{.*}})
// CHECK-DAG: %[[A:.*]] = tensor.extract_slice %{{.*}}[%[[I]], 0] [32, 64] [1, 1] : tensor<64x64xf4E2M1FN>
// CHECK-DAG: %[[AS:.*]] = tensor.extract_slice %{{.*}}[%[[I]], 0] [32, 4] [1, 1] : tensor<64x4xf8E4M3FN>
// CHECK-DAG: %[[B:.*]] = tensor.extract_slice %{{.*}}[%[[J]], 0] [128, 64] [1, 1] : tensor<256x64xf4E2M1FN>
// CHECK-DAG: %[[BS:.*]] = tensor.extract_slice %{{.*}}[%{{.*}}, 0, 0, 0, 0] [1, 1, 32, 4, 4] [1, 1, 1, 1, 1] : tensor<2x1x32x4x4xf8E4M3FN>
// CHECK-DAG: %[[BIAS:.*]] = tensor.extract_slice %{{.*}}[%[[J]]] [128] [1] : tensor<256xbf16>
// CHECK-DAG: %[[RES:.*]] = tensor.extract_slice %{{.*}}[%[[I]], %[[J]]] [32, 128] [1, 1] : tensor<64x256xf32>
// CHECK-DAG: %[[OUT:.*]] = tensor.extract_slice %[[E]][%[[I]], %[[J]]] [32, 128] [1, 1] : tensor<64x256xf32>
// CHECK: nvfp4.scaled_matmul lhs(%[[A]], %[[AS]], %{{.*}} : {{.*}}) rhs(%[[B]], %[[BS]], %{{.*}} : {{.*}}) epilogue_ins(%[[BIAS]], %[[RES]] : tensor<128xbf16>, tensor<32x128xf32>) outs(%[[OUT]] : tensor<32x128xf32>)
// CHECK-SAME: scale_log2 = -7
// CHECK-SAME: epilogue {
// CHECK: nvfp4.yield
func.func @scaled_matmul(%a: tensor<64x64xf4E2M1FN>, %as: tensor<64x4xf8E4M3FN>,
    %t: tensor<f32>, %b: tensor<256x64xf4E2M1FN>,
    %bs: tensor<2x1x32x4x4xf8E4M3FN>, %bias: tensor<256xbf16>,
    %res: tensor<64x256xf32>, %e: tensor<64x256xf32>) -> tensor<64x256xf32> {
  %y = nvfp4.scaled_matmul
      lhs(%a, %as, %t : tensor<64x64xf4E2M1FN>, tensor<64x4xf8E4M3FN>,
          tensor<f32>)
      rhs(%b, %bs, %t : tensor<256x64xf4E2M1FN>, tensor<2x1x32x4x4xf8E4M3FN>,
          tensor<f32>)
      epilogue_ins(%bias, %res : tensor<256xbf16>, tensor<64x256xf32>)
      outs(%e : tensor<64x256xf32>)
      {scale_log2 = -7 : i64, epilogue_maps = [affine_map<(m, n) -> (n)>,
       affine_map<(m, n) -> (m, n)>]} epilogue {
  ^bb0(%v: f32, %c: bf16, %r: f32):
    %cf = arith.extf %c : bf16 to f32
    %0 = arith.addf %v, %cf : f32
    %1 = arith.addf %0, %r : f32
    nvfp4.yield %1 : f32
  }
  return %y : tensor<64x256xf32>
}

module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(
      %root: !transform.any_op {transform.readonly}) {
    %op = transform.structured.match ops{["nvfp4.scaled_matmul"]} in %root
        : (!transform.any_op) -> !transform.any_op
    %tiled, %loops:2 = transform.structured.tile_using_for %op tile_sizes [32, 128]
        : (!transform.any_op) -> (!transform.any_op, !transform.any_op, !transform.any_op)
    transform.yield
  }
}

// -----

// A tile of tiles: tile row i has linear rows 128 i to 128 i + 127 as far as
// there are 300 of them.
// CHECK: #[[ROW:.*]] = affine_map<()[s0] -> (s0 * 128)>
// CHECK: #[[LEFT:.*]] = affine_map<()[s0] -> (s0 * -128 + 300, 128)>
// CHECK-LABEL: func.func @tile_scales
// CHECK: scf.for %[[I:[a-z0-9]*]] = {{.*}} iter_args(%[[E:.*]] = %{{.*}})
// CHECK-DAG: %[[R:.*]] = affine.apply #[[ROW]]()[%[[I]]]
// CHECK-DAG: %[[N:.*]] = affine.min #[[LEFT]]()[%[[I]]]
// CHECK: %[[S:.*]] = tensor.extract_slice %{{.*}}[%[[R]], 0] [%[[N]], 6] [1, 1] : tensor<300x6xf8E4M3FN>
// CHECK: %[[T:.*]] = tensor.extract_slice %[[E]][%[[I]], 0, 0, 0, 0] [1, 2, 32, 4, 4] [1, 1, 1, 1, 1]
// CHECK: nvfp4.tile_scales ins(%[[S]] : tensor<?x6xf8E4M3FN>) outs(%[[T]] : tensor<1x2x32x4x4xf8E4M3FN>)
func.func @tile_scales(%s: tensor<300x6xf8E4M3FN>,
                       %e: tensor<3x2x32x4x4xf8E4M3FN>)
    -> tensor<3x2x32x4x4xf8E4M3FN> {
  %0 = nvfp4.tile_scales ins(%s : tensor<300x6xf8E4M3FN>)
      outs(%e : tensor<3x2x32x4x4xf8E4M3FN>)
  return %0 : tensor<3x2x32x4x4xf8E4M3FN>
}

module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(
      %root: !transform.any_op {transform.readonly}) {
    %op = transform.structured.match ops{["nvfp4.tile_scales"]} in %root
        : (!transform.any_op) -> !transform.any_op
    %tiled, %loops = transform.structured.tile_using_for %op tile_sizes [1, 0]
        : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
    transform.yield
  }
}

// -----

// CHECK-LABEL: func.func @untile_scales
// CHECK: scf.for %[[I:[a-z0-9]*]] = {{.*}} iter_args(%[[E:.*]] = %{{.*}})
// CHECK-DAG: %[[T:.*]] = tensor.extract_slice %{{.*}}[%{{.*}}, 0, 0, 0, 0] [%{{.*}}, 2, 32, 4, 4] [1, 1, 1, 1, 1] : tensor<3x2x32x4x4xf8E4M3FN>
// CHECK-DAG: %[[S:.*]] = tensor.extract_slice %[[E]][%[[I]], 0] [%{{.*}}, 6] [1, 1] : tensor<300x6xf8E4M3FN>
// CHECK: nvfp4.untile_scales ins(%[[T]] : tensor<?x2x32x4x4xf8E4M3FN>) outs(%[[S]] : tensor<?x6xf8E4M3FN>)
func.func @untile_scales(%s: tensor<3x2x32x4x4xf8E4M3FN>,
                         %e: tensor<300x6xf8E4M3FN>) -> tensor<300x6xf8E4M3FN> {
  %0 = nvfp4.untile_scales ins(%s : tensor<3x2x32x4x4xf8E4M3FN>)
      outs(%e : tensor<300x6xf8E4M3FN>)
  return %0 : tensor<300x6xf8E4M3FN>
}

module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(
      %root: !transform.any_op {transform.readonly}) {
    %op = transform.structured.match ops{["nvfp4.untile_scales"]} in %root
        : (!transform.any_op) -> !transform.any_op
    %tiled, %loops = transform.structured.tile_using_for %op tile_sizes [128, 0]
        : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
    transform.yield
  }
}
