// Tiles the operations marked `tile_me`, most in sizes that leave a remainder.
module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(
      %root: !transform.any_op {transform.readonly}) {
    %quantize = transform.structured.match ops{["nvfp4.quantize"]}
        attributes {tile_me} in %root : (!transform.any_op) -> !transform.any_op
    %quantize_tiled, %quantize_loop:2 =
        transform.structured.tile_using_for %quantize tile_sizes [8, 64]
        : (!transform.any_op) -> (!transform.any_op, !transform.any_op, !transform.any_op)
    %rotate = transform.structured.match ops{["nvfp4.rotate"]}
        attributes {tile_me} in %root : (!transform.any_op) -> !transform.any_op
    %rotate_tiled, %rotate_loop =
        transform.structured.tile_using_for %rotate tile_sizes [0, 128]
        : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
    %dequantize = transform.structured.match ops{["nvfp4.dequantize"]}
        attributes {tile_me} in %root : (!transform.any_op) -> !transform.any_op
    %dequantize_tiled, %dequantize_loop =
        transform.structured.tile_using_for %dequantize tile_sizes [8, 0]
        : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
    %scaled_matmul = transform.structured.match ops{["nvfp4.scaled_matmul"]}
        attributes {tile_me} in %root : (!transform.any_op) -> !transform.any_op
    %scaled_matmul_tiled, %scaled_matmul_loop:2 =
        transform.structured.tile_using_for %scaled_matmul tile_sizes [16, 8]
        : (!transform.any_op) -> (!transform.any_op, !transform.any_op, !transform.any_op)
    %tile_scales = transform.structured.match ops{["nvfp4.tile_scales"]}
        attributes {tile_me} in %root : (!transform.any_op) -> !transform.any_op
    %tile_scales_tiled, %tile_scales_loop =
        transform.structured.tile_using_for %tile_scales tile_sizes [0, 2]
        : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
    %untile_scales = transform.structured.match ops{["nvfp4.untile_scales"]}
        attributes {tile_me} in %root : (!transform.any_op) -> !transform.any_op
    %untile_scales_tiled, %untile_scales_loop =
        transform.structured.tile_using_for %untile_scales tile_sizes [0, 8]
        : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
    %amax = transform.structured.match ops{["nvfp4.amax"]}
        attributes {tile_me} in %root : (!transform.any_op) -> !transform.any_op
    %amax_tiled, %amax_loop =
        transform.structured.tile_using_for %amax tile_sizes [16, 0]
        : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
    transform.yield
  }
}
