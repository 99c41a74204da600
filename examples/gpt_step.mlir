// Loss and all gradients of a small GPT, forward and backward under bf16
// autocast over f32 master weights. Written by examples/export_gpt_step.py from
// PyTorch 2.15.0 through torch-mlir; do not edit.
#map = affine_map<(d0, d1, d2) -> (d0, d1)>
#map1 = affine_map<(d0, d1, d2) -> (d0, d1, d2)>
#map2 = affine_map<(d0, d1, d2) -> (d0, d1, 0)>
#map3 = affine_map<(d0, d1) -> (d0, d1)>
#map4 = affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>
#map5 = affine_map<(d0, d1, d2, d3) -> (0, d1, 0, d3)>
#map6 = affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, 0)>
#map7 = affine_map<(d0) -> (d0)>
#map8 = affine_map<(d0, d1) -> (0, d1)>
#map9 = affine_map<(d0, d1) -> (d0, 0)>
#map10 = affine_map<(d0, d1, d2, d3) -> (d2, d3)>
#map11 = affine_map<(d0, d1, d2, d3) -> ()>
#map12 = affine_map<(d0, d1, d2, d3) -> (d0, d1, d2)>
#map13 = affine_map<(d0, d1) -> (d0)>
#map14 = affine_map<(d0) -> ()>
#map15 = affine_map<() -> ()>
#map16 = affine_map<(d0, d1) -> (d1)>
#map17 = affine_map<(d0, d1) -> ()>
#map18 = affine_map<(d0, d1, d2) -> ()>
module {
  func.func @gpt_step(%arg0: tensor<8x128xi64>, %arg1: tensor<8x128xi64>, %arg2: tensor<1x128x1x16xf32>, %arg3: tensor<1x128x1x16xf32>, %arg4: tensor<256x128xf32>, %arg5: tensor<128x128xf32> {nvfp4.param}, %arg6: tensor<128x128xf32> {nvfp4.param}, %arg7: tensor<128x128xf32> {nvfp4.param}, %arg8: tensor<128x128xf32> {nvfp4.param}, %arg9: tensor<512x128xf32> {nvfp4.param}, %arg10: tensor<128x512xf32> {nvfp4.param}, %arg11: tensor<128x128xf32> {nvfp4.param}, %arg12: tensor<128x128xf32> {nvfp4.param}, %arg13: tensor<128x128xf32> {nvfp4.param}, %arg14: tensor<128x128xf32> {nvfp4.param}, %arg15: tensor<512x128xf32> {nvfp4.param}, %arg16: tensor<128x512xf32> {nvfp4.param}, %arg17: tensor<128x128xf32> {nvfp4.param}, %arg18: tensor<128x128xf32> {nvfp4.param}, %arg19: tensor<128x128xf32> {nvfp4.param}, %arg20: tensor<128x128xf32> {nvfp4.param}, %arg21: tensor<512x128xf32> {nvfp4.param}, %arg22: tensor<128x512xf32> {nvfp4.param}, %arg23: tensor<128x128xf32> {nvfp4.param}, %arg24: tensor<128x128xf32> {nvfp4.param}, %arg25: tensor<128x128xf32> {nvfp4.param}, %arg26: tensor<128x128xf32> {nvfp4.param}, %arg27: tensor<512x128xf32> {nvfp4.param}, %arg28: tensor<128x512xf32> {nvfp4.param}, %arg29: tensor<256x128xf32>) -> (tensor<f32>, tensor<256x128xf32>, tensor<128x128xf32>, tensor<128x128xf32>, tensor<128x128xf32>, tensor<128x128xf32>, tensor<512x128xf32>, tensor<128x512xf32>, tensor<128x128xf32>, tensor<128x128xf32>, tensor<128x128xf32>, tensor<128x128xf32>, tensor<512x128xf32>, tensor<128x512xf32>, tensor<128x128xf32>, tensor<128x128xf32>, tensor<128x128xf32>, tensor<128x128xf32>, tensor<512x128xf32>, tensor<128x512xf32>, tensor<128x128xf32>, tensor<128x128xf32>, tensor<128x128xf32>, tensor<128x128xf32>, tensor<512x128xf32>, tensor<128x512xf32>, tensor<256x128xf32>) {
    %c-100_i64 = arith.constant -100 : i64
    %c3_i64 = arith.constant 3 : i64
    %c0_i64 = arith.constant 0 : i64
    %c1_i64 = arith.constant 1 : i64
    %c2_i64 = arith.constant 2 : i64
    %c256 = arith.constant 256 : index
    %cst = arith.constant 0.000000e+00 : f32
    %cst_0 = arith.constant 0.000000e+00 : bf16
    %true = arith.constant true
    %cst_1 = arith.constant 0xFF800000 : f32
    %cst_2 = arith.constant dense<0.000000e+00> : tensor<8x128x4x32xbf16>
    %cst_3 = arith.constant dense<0.000000e+00> : tensor<bf16>
    %cst_4 = arith.constant dense<1.000000e+00> : tensor<f32>
    %cst_5 = arith.constant dense<0.000000e+00> : tensor<f32>
    %cst_6 = arith.constant dense<0xFF800000> : tensor<f32>
    %cst_7 = arith.constant dense<true> : tensor<128x128xi1>
    %cst_8 = arith.constant 0.17677669529663689 : f64
    %cst_9 = arith.constant 1.280000e+02 : f32
    %cst_10 = arith.constant 1.1920929E-7 : f32
    %cst_11 = arith.constant 3.200000e+01 : f32
    %cst_12 = arith.constant -5.000000e-01 : f32
    %cst_13 = arith.constant 2.000000e+00 : f32
    %cst_14 = arith.constant 2.000000e+00 : bf16
    %cst_15 = arith.constant dense<0> : tensor<i64>
    %0 = tensor.empty() : tensor<8x128x128xf32>
    %1 = linalg.generic {indexing_maps = [#map, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%arg0 : tensor<8x128xi64>) outs(%0 : tensor<8x128x128xf32>) {
    ^bb0(%in: i64, %out: f32):
      %1000 = arith.index_cast %in : i64 to index
      %1001 = linalg.index 2 : index
      %1002 = arith.cmpi slt, %1000, %c256 : index
      cf.assert %1002, "index must be smaller than dim size"
      %1003 = arith.cmpi sge, %in, %c0_i64 : i64
      cf.assert %1003, "index must be larger or equal to 0"
      %extracted = tensor.extract %arg4[%1000, %1001] : tensor<256x128xf32>
      linalg.yield %extracted : f32
    } -> tensor<8x128x128xf32>
    %2 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%1 : tensor<8x128x128xf32>) outs(%0 : tensor<8x128x128xf32>) {
    ^bb0(%in: f32, %out: f32):
      %1000 = math.fpowi %in, %c2_i64 : f32, i64
      linalg.yield %1000 : f32
    } -> tensor<8x128x128xf32>
    %3 = tensor.empty() : tensor<8x128x1xf32>
    %4 = linalg.fill ins(%cst : f32) outs(%3 : tensor<8x128x1xf32>) -> tensor<8x128x1xf32>
    %5 = linalg.generic {indexing_maps = [#map1, #map2], iterator_types = ["parallel", "parallel", "reduction"]} ins(%2 : tensor<8x128x128xf32>) outs(%4 : tensor<8x128x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %1000 = arith.addf %in, %out : f32
      linalg.yield %1000 : f32
    } -> tensor<8x128x1xf32>
    %6 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%5 : tensor<8x128x1xf32>) outs(%3 : tensor<8x128x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %1000 = arith.divf %in, %cst_9 : f32
      linalg.yield %1000 : f32
    } -> tensor<8x128x1xf32>
    %7 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%6 : tensor<8x128x1xf32>) outs(%3 : tensor<8x128x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %1000 = arith.addf %in, %cst_10 : f32
      linalg.yield %1000 : f32
    } -> tensor<8x128x1xf32>
    %8 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%7 : tensor<8x128x1xf32>) outs(%3 : tensor<8x128x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %1000 = math.rsqrt %in : f32
      linalg.yield %1000 : f32
    } -> tensor<8x128x1xf32>
    %9 = linalg.generic {indexing_maps = [#map1, #map2, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%1, %8 : tensor<8x128x128xf32>, tensor<8x128x1xf32>) outs(%0 : tensor<8x128x128xf32>) {
    ^bb0(%in: f32, %in_414: f32, %out: f32):
      %1000 = arith.mulf %in, %in_414 : f32
      linalg.yield %1000 : f32
    } -> tensor<8x128x128xf32>
    %10 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%9 : tensor<8x128x128xf32>) outs(%0 : tensor<8x128x128xf32>) {
    ^bb0(%in: f32, %out: f32):
      %1000 = math.fpowi %in, %c2_i64 : f32, i64
      linalg.yield %1000 : f32
    } -> tensor<8x128x128xf32>
    %11 = linalg.generic {indexing_maps = [#map1, #map2], iterator_types = ["parallel", "parallel", "reduction"]} ins(%10 : tensor<8x128x128xf32>) outs(%4 : tensor<8x128x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %1000 = arith.addf %in, %out : f32
      linalg.yield %1000 : f32
    } -> tensor<8x128x1xf32>
    %12 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%11 : tensor<8x128x1xf32>) outs(%3 : tensor<8x128x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %1000 = arith.divf %in, %cst_9 : f32
      linalg.yield %1000 : f32
    } -> tensor<8x128x1xf32>
    %13 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%12 : tensor<8x128x1xf32>) outs(%3 : tensor<8x128x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %1000 = arith.addf %in, %cst_10 : f32
      linalg.yield %1000 : f32
    } -> tensor<8x128x1xf32>
    %14 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%13 : tensor<8x128x1xf32>) outs(%3 : tensor<8x128x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %1000 = math.rsqrt %in : f32
      linalg.yield %1000 : f32
    } -> tensor<8x128x1xf32>
    %15 = linalg.generic {indexing_maps = [#map1, #map2, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%9, %14 : tensor<8x128x128xf32>, tensor<8x128x1xf32>) outs(%0 : tensor<8x128x128xf32>) {
    ^bb0(%in: f32, %in_414: f32, %out: f32):
      %1000 = arith.mulf %in, %in_414 : f32
      linalg.yield %1000 : f32
    } -> tensor<8x128x128xf32>
    %16 = tensor.empty() : tensor<128x128xf32>
    %transposed = linalg.transpose ins(%arg5 : tensor<128x128xf32>) outs(%16 : tensor<128x128xf32>) permutation = [1, 0] 
    %17 = tensor.empty() : tensor<128x128xbf16>
    %18 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel", "parallel"]} ins(%transposed : tensor<128x128xf32>) outs(%17 : tensor<128x128xbf16>) {
    ^bb0(%in: f32, %out: bf16):
      %1000 = arith.truncf %in : f32 to bf16
      linalg.yield %1000 : bf16
    } -> tensor<128x128xbf16>
    %19 = tensor.empty() : tensor<8x128x128xbf16>
    %20 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%15 : tensor<8x128x128xf32>) outs(%19 : tensor<8x128x128xbf16>) {
    ^bb0(%in: f32, %out: bf16):
      %1000 = arith.truncf %in : f32 to bf16
      linalg.yield %1000 : bf16
    } -> tensor<8x128x128xbf16>
    %collapsed = tensor.collapse_shape %20 [[0, 1], [2]] : tensor<8x128x128xbf16> into tensor<1024x128xbf16>
    %21 = tensor.empty() : tensor<1024x128xf32>
    %22 = linalg.fill ins(%cst : f32) outs(%21 : tensor<1024x128xf32>) -> tensor<1024x128xf32>
    %23 = linalg.matmul ins(%collapsed, %18 : tensor<1024x128xbf16>, tensor<128x128xbf16>) outs(%22 : tensor<1024x128xf32>) -> tensor<1024x128xf32>
    %24 = tensor.empty() : tensor<1024x128xbf16>
    %25 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel", "parallel"]} ins(%23 : tensor<1024x128xf32>) outs(%24 : tensor<1024x128xbf16>) {
    ^bb0(%in: f32, %out: bf16):
      %1000 = arith.truncf %in : f32 to bf16
      linalg.yield %1000 : bf16
    } -> tensor<1024x128xbf16>
    %expanded = tensor.expand_shape %25 [[0, 1], [2, 3]] output_shape [8, 128, 4, 32] : tensor<1024x128xbf16> into tensor<8x128x4x32xbf16>
    %transposed_16 = linalg.transpose ins(%arg6 : tensor<128x128xf32>) outs(%16 : tensor<128x128xf32>) permutation = [1, 0] 
    %26 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel", "parallel"]} ins(%transposed_16 : tensor<128x128xf32>) outs(%17 : tensor<128x128xbf16>) {
    ^bb0(%in: f32, %out: bf16):
      %1000 = arith.truncf %in : f32 to bf16
      linalg.yield %1000 : bf16
    } -> tensor<128x128xbf16>
    %27 = linalg.matmul ins(%collapsed, %26 : tensor<1024x128xbf16>, tensor<128x128xbf16>) outs(%22 : tensor<1024x128xf32>) -> tensor<1024x128xf32>
    %28 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel", "parallel"]} ins(%27 : tensor<1024x128xf32>) outs(%24 : tensor<1024x128xbf16>) {
    ^bb0(%in: f32, %out: bf16):
      %1000 = arith.truncf %in : f32 to bf16
      linalg.yield %1000 : bf16
    } -> tensor<1024x128xbf16>
    %expanded_17 = tensor.expand_shape %28 [[0, 1], [2, 3]] output_shape [8, 128, 4, 32] : tensor<1024x128xbf16> into tensor<8x128x4x32xbf16>
    %transposed_18 = linalg.transpose ins(%arg7 : tensor<128x128xf32>) outs(%16 : tensor<128x128xf32>) permutation = [1, 0] 
    %29 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel", "parallel"]} ins(%transposed_18 : tensor<128x128xf32>) outs(%17 : tensor<128x128xbf16>) {
    ^bb0(%in: f32, %out: bf16):
      %1000 = arith.truncf %in : f32 to bf16
      linalg.yield %1000 : bf16
    } -> tensor<128x128xbf16>
    %30 = linalg.matmul ins(%collapsed, %29 : tensor<1024x128xbf16>, tensor<128x128xbf16>) outs(%22 : tensor<1024x128xf32>) -> tensor<1024x128xf32>
    %31 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel", "parallel"]} ins(%30 : tensor<1024x128xf32>) outs(%24 : tensor<1024x128xbf16>) {
    ^bb0(%in: f32, %out: bf16):
      %1000 = arith.truncf %in : f32 to bf16
      linalg.yield %1000 : bf16
    } -> tensor<1024x128xbf16>
    %expanded_19 = tensor.expand_shape %31 [[0, 1], [2, 3]] output_shape [8, 128, 4, 32] : tensor<1024x128xbf16> into tensor<8x128x4x32xbf16>
    %extracted_slice = tensor.extract_slice %expanded[0, 0, 0, 0] [8, 128, 4, 16] [1, 1, 1, 1] : tensor<8x128x4x32xbf16> to tensor<8x128x4x16xbf16>
    %extracted_slice_20 = tensor.extract_slice %expanded[0, 0, 0, 16] [8, 128, 4, 16] [1, 1, 1, 1] : tensor<8x128x4x32xbf16> to tensor<8x128x4x16xbf16>
    %32 = tensor.empty() : tensor<8x128x4x16xf32>
    %33 = linalg.generic {indexing_maps = [#map4, #map5, #map4], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%extracted_slice, %arg2 : tensor<8x128x4x16xbf16>, tensor<1x128x1x16xf32>) outs(%32 : tensor<8x128x4x16xf32>) {
    ^bb0(%in: bf16, %in_414: f32, %out: f32):
      %1000 = arith.extf %in : bf16 to f32
      %1001 = arith.mulf %1000, %in_414 : f32
      linalg.yield %1001 : f32
    } -> tensor<8x128x4x16xf32>
    %34 = linalg.generic {indexing_maps = [#map4, #map5, #map4], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%extracted_slice_20, %arg3 : tensor<8x128x4x16xbf16>, tensor<1x128x1x16xf32>) outs(%32 : tensor<8x128x4x16xf32>) {
    ^bb0(%in: bf16, %in_414: f32, %out: f32):
      %1000 = arith.extf %in : bf16 to f32
      %1001 = arith.mulf %1000, %in_414 : f32
      linalg.yield %1001 : f32
    } -> tensor<8x128x4x16xf32>
    %35 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%33, %34 : tensor<8x128x4x16xf32>, tensor<8x128x4x16xf32>) outs(%32 : tensor<8x128x4x16xf32>) {
    ^bb0(%in: f32, %in_414: f32, %out: f32):
      %1000 = arith.addf %in, %in_414 : f32
      linalg.yield %1000 : f32
    } -> tensor<8x128x4x16xf32>
    %36 = linalg.generic {indexing_maps = [#map4, #map5, #map4], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%extracted_slice_20, %arg2 : tensor<8x128x4x16xbf16>, tensor<1x128x1x16xf32>) outs(%32 : tensor<8x128x4x16xf32>) {
    ^bb0(%in: bf16, %in_414: f32, %out: f32):
      %1000 = arith.extf %in : bf16 to f32
      %1001 = arith.mulf %1000, %in_414 : f32
      linalg.yield %1001 : f32
    } -> tensor<8x128x4x16xf32>
    %37 = linalg.generic {indexing_maps = [#map4, #map5, #map4], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%extracted_slice, %arg3 : tensor<8x128x4x16xbf16>, tensor<1x128x1x16xf32>) outs(%32 : tensor<8x128x4x16xf32>) {
    ^bb0(%in: bf16, %in_414: f32, %out: f32):
      %1000 = arith.extf %in : bf16 to f32
      %1001 = arith.mulf %1000, %in_414 : f32
      linalg.yield %1001 : f32
    } -> tensor<8x128x4x16xf32>
    %38 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%36, %37 : tensor<8x128x4x16xf32>, tensor<8x128x4x16xf32>) outs(%32 : tensor<8x128x4x16xf32>) {
    ^bb0(%in: f32, %in_414: f32, %out: f32):
      %1000 = arith.subf %in, %in_414 : f32
      linalg.yield %1000 : f32
    } -> tensor<8x128x4x16xf32>
    %concat = tensor.concat dim(3) %35, %38 : (tensor<8x128x4x16xf32>, tensor<8x128x4x16xf32>) -> tensor<8x128x4x32xf32>
    %39 = tensor.empty() : tensor<8x128x4x32xf32>
    %40 = linalg.generic {indexing_maps = [#map4, #map4], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%concat : tensor<8x128x4x32xf32>) outs(%39 : tensor<8x128x4x32xf32>) {
    ^bb0(%in: f32, %out: f32):
      %1000 = math.fpowi %in, %c2_i64 : f32, i64
      linalg.yield %1000 : f32
    } -> tensor<8x128x4x32xf32>
    %41 = tensor.empty() : tensor<8x128x4x1xf32>
    %42 = linalg.fill ins(%cst : f32) outs(%41 : tensor<8x128x4x1xf32>) -> tensor<8x128x4x1xf32>
    %43 = linalg.generic {indexing_maps = [#map4, #map6], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%40 : tensor<8x128x4x32xf32>) outs(%42 : tensor<8x128x4x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %1000 = arith.addf %in, %out : f32
      linalg.yield %1000 : f32
    } -> tensor<8x128x4x1xf32>
    %44 = linalg.generic {indexing_maps = [#map4, #map4], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%43 : tensor<8x128x4x1xf32>) outs(%41 : tensor<8x128x4x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %1000 = arith.divf %in, %cst_11 : f32
      linalg.yield %1000 : f32
    } -> tensor<8x128x4x1xf32>
    %45 = linalg.generic {indexing_maps = [#map4, #map4], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%44 : tensor<8x128x4x1xf32>) outs(%41 : tensor<8x128x4x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %1000 = arith.addf %in, %cst_10 : f32
      linalg.yield %1000 : f32
    } -> tensor<8x128x4x1xf32>
    %46 = linalg.generic {indexing_maps = [#map4, #map4], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%45 : tensor<8x128x4x1xf32>) outs(%41 : tensor<8x128x4x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %1000 = math.rsqrt %in : f32
      linalg.yield %1000 : f32
    } -> tensor<8x128x4x1xf32>
    %47 = linalg.generic {indexing_maps = [#map4, #map6, #map4], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%concat, %46 : tensor<8x128x4x32xf32>, tensor<8x128x4x1xf32>) outs(%39 : tensor<8x128x4x32xf32>) {
    ^bb0(%in: f32, %in_414: f32, %out: f32):
      %1000 = arith.mulf %in, %in_414 : f32
      linalg.yield %1000 : f32
    } -> tensor<8x128x4x32xf32>
    %extracted_slice_21 = tensor.extract_slice %expanded_17[0, 0, 0, 0] [8, 128, 4, 16] [1, 1, 1, 1] : tensor<8x128x4x32xbf16> to tensor<8x128x4x16xbf16>
    %extracted_slice_22 = tensor.extract_slice %expanded_17[0, 0, 0, 16] [8, 128, 4, 16] [1, 1, 1, 1] : tensor<8x128x4x32xbf16> to tensor<8x128x4x16xbf16>
    %48 = linalg.generic {indexing_maps = [#map4, #map5, #map4], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%extracted_slice_21, %arg2 : tensor<8x128x4x16xbf16>, tensor<1x128x1x16xf32>) outs(%32 : tensor<8x128x4x16xf32>) {
    ^bb0(%in: bf16, %in_414: f32, %out: f32):
      %1000 = arith.extf %in : bf16 to f32
      %1001 = arith.mulf %1000, %in_414 : f32
      linalg.yield %1001 : f32
    } -> tensor<8x128x4x16xf32>
    %49 = linalg.generic {indexing_maps = [#map4, #map5, #map4], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%extracted_slice_22, %arg3 : tensor<8x128x4x16xbf16>, tensor<1x128x1x16xf32>) outs(%32 : tensor<8x128x4x16xf32>) {
    ^bb0(%in: bf16, %in_414: f32, %out: f32):
      %1000 = arith.extf %in : bf16 to f32
      %1001 = arith.mulf %1000, %in_414 : f32
      linalg.yield %1001 : f32
    } -> tensor<8x128x4x16xf32>
    %50 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%48, %49 : tensor<8x128x4x16xf32>, tensor<8x128x4x16xf32>) outs(%32 : tensor<8x128x4x16xf32>) {
    ^bb0(%in: f32, %in_414: f32, %out: f32):
      %1000 = arith.addf %in, %in_414 : f32
      linalg.yield %1000 : f32
    } -> tensor<8x128x4x16xf32>
    %51 = linalg.generic {indexing_maps = [#map4, #map5, #map4], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%extracted_slice_22, %arg2 : tensor<8x128x4x16xbf16>, tensor<1x128x1x16xf32>) outs(%32 : tensor<8x128x4x16xf32>) {
    ^bb0(%in: bf16, %in_414: f32, %out: f32):
      %1000 = arith.extf %in : bf16 to f32
      %1001 = arith.mulf %1000, %in_414 : f32
      linalg.yield %1001 : f32
    } -> tensor<8x128x4x16xf32>
    %52 = linalg.generic {indexing_maps = [#map4, #map5, #map4], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%extracted_slice_21, %arg3 : tensor<8x128x4x16xbf16>, tensor<1x128x1x16xf32>) outs(%32 : tensor<8x128x4x16xf32>) {
    ^bb0(%in: bf16, %in_414: f32, %out: f32):
      %1000 = arith.extf %in : bf16 to f32
      %1001 = arith.mulf %1000, %in_414 : f32
      linalg.yield %1001 : f32
    } -> tensor<8x128x4x16xf32>
    %53 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%51, %52 : tensor<8x128x4x16xf32>, tensor<8x128x4x16xf32>) outs(%32 : tensor<8x128x4x16xf32>) {
    ^bb0(%in: f32, %in_414: f32, %out: f32):
      %1000 = arith.subf %in, %in_414 : f32
      linalg.yield %1000 : f32
    } -> tensor<8x128x4x16xf32>
    %concat_23 = tensor.concat dim(3) %50, %53 : (tensor<8x128x4x16xf32>, tensor<8x128x4x16xf32>) -> tensor<8x128x4x32xf32>
    %54 = linalg.generic {indexing_maps = [#map4, #map4], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%concat_23 : tensor<8x128x4x32xf32>) outs(%39 : tensor<8x128x4x32xf32>) {
    ^bb0(%in: f32, %out: f32):
      %1000 = math.fpowi %in, %c2_i64 : f32, i64
      linalg.yield %1000 : f32
    } -> tensor<8x128x4x32xf32>
    %55 = linalg.generic {indexing_maps = [#map4, #map6], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%54 : tensor<8x128x4x32xf32>) outs(%42 : tensor<8x128x4x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %1000 = arith.addf %in, %out : f32
      linalg.yield %1000 : f32
    } -> tensor<8x128x4x1xf32>
    %56 = linalg.generic {indexing_maps = [#map4, #map4], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%55 : tensor<8x128x4x1xf32>) outs(%41 : tensor<8x128x4x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %1000 = arith.divf %in, %cst_11 : f32
      linalg.yield %1000 : f32
    } -> tensor<8x128x4x1xf32>
    %57 = linalg.generic {indexing_maps = [#map4, #map4], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%56 : tensor<8x128x4x1xf32>) outs(%41 : tensor<8x128x4x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %1000 = arith.addf %in, %cst_10 : f32
      linalg.yield %1000 : f32
    } -> tensor<8x128x4x1xf32>
    %58 = linalg.generic {indexing_maps = [#map4, #map4], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%57 : tensor<8x128x4x1xf32>) outs(%41 : tensor<8x128x4x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %1000 = math.rsqrt %in : f32
      linalg.yield %1000 : f32
    } -> tensor<8x128x4x1xf32>
    %59 = linalg.generic {indexing_maps = [#map4, #map6, #map4], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%concat_23, %58 : tensor<8x128x4x32xf32>, tensor<8x128x4x1xf32>) outs(%39 : tensor<8x128x4x32xf32>) {
    ^bb0(%in: f32, %in_414: f32, %out: f32):
      %1000 = arith.mulf %in, %in_414 : f32
      linalg.yield %1000 : f32
    } -> tensor<8x128x4x32xf32>
    %60 = tensor.empty() : tensor<8x4x128x32xf32>
    %transposed_24 = linalg.transpose ins(%47 : tensor<8x128x4x32xf32>) outs(%60 : tensor<8x4x128x32xf32>) permutation = [0, 2, 1, 3] 
    %61 = tensor.empty() : tensor<8x4x128x32xbf16>
    %transposed_25 = linalg.transpose ins(%expanded_19 : tensor<8x128x4x32xbf16>) outs(%61 : tensor<8x4x128x32xbf16>) permutation = [0, 2, 1, 3] 
    %62 = tensor.empty() : tensor<8x4x32x128xf32>
    %transposed_26 = linalg.transpose ins(%59 : tensor<8x128x4x32xf32>) outs(%62 : tensor<8x4x32x128xf32>) permutation = [0, 2, 3, 1] 
    %63 = tensor.empty() : tensor<8x4x32x128xbf16>
    %64 = linalg.generic {indexing_maps = [#map4, #map4], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%transposed_26 : tensor<8x4x32x128xf32>) outs(%63 : tensor<8x4x32x128xbf16>) {
    ^bb0(%in: f32, %out: bf16):
      %1000 = arith.truncf %in : f32 to bf16
      linalg.yield %1000 : bf16
    } -> tensor<8x4x32x128xbf16>
    %65 = linalg.generic {indexing_maps = [#map4, #map4], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%transposed_24 : tensor<8x4x128x32xf32>) outs(%61 : tensor<8x4x128x32xbf16>) {
    ^bb0(%in: f32, %out: bf16):
      %1000 = arith.truncf %in : f32 to bf16
      linalg.yield %1000 : bf16
    } -> tensor<8x4x128x32xbf16>
    %collapsed_27 = tensor.collapse_shape %65 [[0, 1], [2], [3]] : tensor<8x4x128x32xbf16> into tensor<32x128x32xbf16>
    %collapsed_28 = tensor.collapse_shape %64 [[0, 1], [2], [3]] : tensor<8x4x32x128xbf16> into tensor<32x32x128xbf16>
    %66 = tensor.empty() : tensor<32x128x128xf32>
    %67 = linalg.fill ins(%cst : f32) outs(%66 : tensor<32x128x128xf32>) -> tensor<32x128x128xf32>
    %68 = linalg.batch_matmul ins(%collapsed_27, %collapsed_28 : tensor<32x128x32xbf16>, tensor<32x32x128xbf16>) outs(%67 : tensor<32x128x128xf32>) -> tensor<32x128x128xf32>
    %69 = tensor.empty() : tensor<32x128x128xbf16>
    %70 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%68 : tensor<32x128x128xf32>) outs(%69 : tensor<32x128x128xbf16>) {
    ^bb0(%in: f32, %out: bf16):
      %1000 = arith.truncf %in : f32 to bf16
      linalg.yield %1000 : bf16
    } -> tensor<32x128x128xbf16>
    %expanded_29 = tensor.expand_shape %70 [[0, 1], [2], [3]] output_shape [8, 4, 128, 128] : tensor<32x128x128xbf16> into tensor<8x4x128x128xbf16>
    %71 = tensor.empty() : tensor<8x4x128x128xf32>
    %72 = linalg.generic {indexing_maps = [#map4, #map4], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%expanded_29 : tensor<8x4x128x128xbf16>) outs(%71 : tensor<8x4x128x128xf32>) {
    ^bb0(%in: bf16, %out: f32):
      %1000 = arith.extf %in : bf16 to f32
      linalg.yield %1000 : f32
    } -> tensor<8x4x128x128xf32>
    %73 = linalg.generic {indexing_maps = [#map4, #map4], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%72 : tensor<8x4x128x128xf32>) outs(%71 : tensor<8x4x128x128xf32>) {
    ^bb0(%in: f32, %out: f32):
      %1000 = arith.truncf %cst_8 : f64 to f32
      %1001 = arith.mulf %in, %1000 : f32
      linalg.yield %1001 : f32
    } -> tensor<8x4x128x128xf32>
    %74 = tensor.empty() : tensor<128xi64>
    %75 = linalg.generic {indexing_maps = [#map7], iterator_types = ["parallel"]} outs(%74 : tensor<128xi64>) {
    ^bb0(%out: i64):
      %1000 = linalg.index 0 : index
      %1001 = arith.index_cast %1000 : index to i64
      linalg.yield %1001 : i64
    } -> tensor<128xi64>
    %expanded_30 = tensor.expand_shape %75 [[0, 1]] output_shape [1, 128] : tensor<128xi64> into tensor<1x128xi64>
    %expanded_31 = tensor.expand_shape %75 [[0, 1]] output_shape [128, 1] : tensor<128xi64> into tensor<128x1xi64>
    %76 = tensor.empty() : tensor<128x128xi64>
    %77 = linalg.generic {indexing_maps = [#map8, #map9, #map3], iterator_types = ["parallel", "parallel"]} ins(%expanded_30, %expanded_31 : tensor<1x128xi64>, tensor<128x1xi64>) outs(%76 : tensor<128x128xi64>) {
    ^bb0(%in: i64, %in_414: i64, %out: i64):
      %1000 = arith.subi %in, %in_414 : i64
      linalg.yield %1000 : i64
    } -> tensor<128x128xi64>
    %78 = tensor.empty() : tensor<128x128xi1>
    %79 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel", "parallel"]} ins(%77 : tensor<128x128xi64>) outs(%78 : tensor<128x128xi1>) {
    ^bb0(%in: i64, %out: i1):
      %1000 = arith.cmpi sle, %in, %c0_i64 : i64
      linalg.yield %1000 : i1
    } -> tensor<128x128xi1>
    %80 = linalg.generic {indexing_maps = [#map3, #map3, #map3], iterator_types = ["parallel", "parallel"]} ins(%79, %cst_7 : tensor<128x128xi1>, tensor<128x128xi1>) outs(%78 : tensor<128x128xi1>) {
    ^bb0(%in: i1, %in_414: i1, %out: i1):
      %1000 = arith.andi %in, %in_414 : i1
      linalg.yield %1000 : i1
    } -> tensor<128x128xi1>
    %81 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel", "parallel"]} ins(%80 : tensor<128x128xi1>) outs(%78 : tensor<128x128xi1>) {
    ^bb0(%in: i1, %out: i1):
      %1000 = arith.xori %in, %true : i1
      linalg.yield %1000 : i1
    } -> tensor<128x128xi1>
    %82 = linalg.generic {indexing_maps = [#map10, #map11, #map4, #map4], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%81, %cst_6, %73 : tensor<128x128xi1>, tensor<f32>, tensor<8x4x128x128xf32>) outs(%71 : tensor<8x4x128x128xf32>) {
    ^bb0(%in: i1, %in_414: f32, %in_415: f32, %out: f32):
      %1000 = arith.select %in, %in_414, %in_415 : f32
      linalg.yield %1000 : f32
    } -> tensor<8x4x128x128xf32>
    %83 = tensor.empty() : tensor<8x4x128xi64>
    %84 = linalg.fill ins(%c0_i64 : i64) outs(%83 : tensor<8x4x128xi64>) -> tensor<8x4x128xi64>
    %85 = tensor.empty() : tensor<8x4x128xf32>
    %86 = linalg.fill ins(%cst_1 : f32) outs(%85 : tensor<8x4x128xf32>) -> tensor<8x4x128xf32>
    %87:2 = linalg.generic {indexing_maps = [#map4, #map12, #map12], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%82 : tensor<8x4x128x128xf32>) outs(%86, %84 : tensor<8x4x128xf32>, tensor<8x4x128xi64>) {
    ^bb0(%in: f32, %out: f32, %out_414: i64):
      %1000 = linalg.index 3 : index
      %1001 = arith.index_cast %1000 : index to i64
      %1002 = arith.maximumf %in, %out : f32
      %1003 = arith.cmpf ogt, %in, %out : f32
      %1004 = arith.select %1003, %1001, %out_414 : i64
      linalg.yield %1002, %1004 : f32, i64
    } -> (tensor<8x4x128xf32>, tensor<8x4x128xi64>)
    %expanded_32 = tensor.expand_shape %87#0 [[0], [1], [2, 3]] output_shape [8, 4, 128, 1] : tensor<8x4x128xf32> into tensor<8x4x128x1xf32>
    %88 = linalg.generic {indexing_maps = [#map4, #map6, #map4], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%82, %expanded_32 : tensor<8x4x128x128xf32>, tensor<8x4x128x1xf32>) outs(%71 : tensor<8x4x128x128xf32>) {
    ^bb0(%in: f32, %in_414: f32, %out: f32):
      %1000 = arith.subf %in, %in_414 : f32
      linalg.yield %1000 : f32
    } -> tensor<8x4x128x128xf32>
    %89 = linalg.generic {indexing_maps = [#map4, #map4], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%88 : tensor<8x4x128x128xf32>) outs(%71 : tensor<8x4x128x128xf32>) {
    ^bb0(%in: f32, %out: f32):
      %1000 = math.exp %in : f32
      linalg.yield %1000 : f32
    } -> tensor<8x4x128x128xf32>
    %90 = tensor.empty() : tensor<8x4x128x1xf32>
    %91 = linalg.fill ins(%cst : f32) outs(%90 : tensor<8x4x128x1xf32>) -> tensor<8x4x128x1xf32>
    %92 = linalg.generic {indexing_maps = [#map4, #map6], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%89 : tensor<8x4x128x128xf32>) outs(%91 : tensor<8x4x128x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %1000 = arith.addf %in, %out : f32
      linalg.yield %1000 : f32
    } -> tensor<8x4x128x1xf32>
    %93 = linalg.generic {indexing_maps = [#map4, #map6, #map4], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%89, %92 : tensor<8x4x128x128xf32>, tensor<8x4x128x1xf32>) outs(%71 : tensor<8x4x128x128xf32>) {
    ^bb0(%in: f32, %in_414: f32, %out: f32):
      %1000 = arith.divf %in, %in_414 : f32
      linalg.yield %1000 : f32
    } -> tensor<8x4x128x128xf32>
    %94 = tensor.empty() : tensor<8x4x128x128xbf16>
    %95 = linalg.generic {indexing_maps = [#map4, #map4], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%93 : tensor<8x4x128x128xf32>) outs(%94 : tensor<8x4x128x128xbf16>) {
    ^bb0(%in: f32, %out: bf16):
      %1000 = arith.truncf %in : f32 to bf16
      linalg.yield %1000 : bf16
    } -> tensor<8x4x128x128xbf16>
    %collapsed_33 = tensor.collapse_shape %95 [[0, 1], [2], [3]] : tensor<8x4x128x128xbf16> into tensor<32x128x128xbf16>
    %collapsed_34 = tensor.collapse_shape %transposed_25 [[0, 1], [2], [3]] : tensor<8x4x128x32xbf16> into tensor<32x128x32xbf16>
    %96 = tensor.empty() : tensor<32x128x32xf32>
    %97 = linalg.fill ins(%cst : f32) outs(%96 : tensor<32x128x32xf32>) -> tensor<32x128x32xf32>
    %98 = linalg.batch_matmul ins(%collapsed_33, %collapsed_34 : tensor<32x128x128xbf16>, tensor<32x128x32xbf16>) outs(%97 : tensor<32x128x32xf32>) -> tensor<32x128x32xf32>
    %99 = tensor.empty() : tensor<32x128x32xbf16>
    %100 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%98 : tensor<32x128x32xf32>) outs(%99 : tensor<32x128x32xbf16>) {
    ^bb0(%in: f32, %out: bf16):
      %1000 = arith.truncf %in : f32 to bf16
      linalg.yield %1000 : bf16
    } -> tensor<32x128x32xbf16>
    %expanded_35 = tensor.expand_shape %100 [[0, 1], [2], [3]] output_shape [8, 4, 128, 32] : tensor<32x128x32xbf16> into tensor<8x4x128x32xbf16>
    %101 = tensor.empty() : tensor<8x128x4x32xbf16>
    %transposed_36 = linalg.transpose ins(%expanded_35 : tensor<8x4x128x32xbf16>) outs(%101 : tensor<8x128x4x32xbf16>) permutation = [0, 2, 1, 3] 
    %transposed_37 = linalg.transpose ins(%arg8 : tensor<128x128xf32>) outs(%16 : tensor<128x128xf32>) permutation = [1, 0] 
    %102 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel", "parallel"]} ins(%transposed_37 : tensor<128x128xf32>) outs(%17 : tensor<128x128xbf16>) {
    ^bb0(%in: f32, %out: bf16):
      %1000 = arith.truncf %in : f32 to bf16
      linalg.yield %1000 : bf16
    } -> tensor<128x128xbf16>
    %collapsed_38 = tensor.collapse_shape %transposed_36 [[0, 1], [2, 3]] : tensor<8x128x4x32xbf16> into tensor<1024x128xbf16>
    %103 = linalg.matmul ins(%collapsed_38, %102 : tensor<1024x128xbf16>, tensor<128x128xbf16>) outs(%22 : tensor<1024x128xf32>) -> tensor<1024x128xf32>
    %104 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel", "parallel"]} ins(%103 : tensor<1024x128xf32>) outs(%24 : tensor<1024x128xbf16>) {
    ^bb0(%in: f32, %out: bf16):
      %1000 = arith.truncf %in : f32 to bf16
      linalg.yield %1000 : bf16
    } -> tensor<1024x128xbf16>
    %expanded_39 = tensor.expand_shape %104 [[0, 1], [2]] output_shape [8, 128, 128] : tensor<1024x128xbf16> into tensor<8x128x128xbf16>
    %105 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%9, %expanded_39 : tensor<8x128x128xf32>, tensor<8x128x128xbf16>) outs(%0 : tensor<8x128x128xf32>) {
    ^bb0(%in: f32, %in_414: bf16, %out: f32):
      %1000 = arith.extf %in_414 : bf16 to f32
      %1001 = arith.addf %in, %1000 : f32
      linalg.yield %1001 : f32
    } -> tensor<8x128x128xf32>
    %106 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%105 : tensor<8x128x128xf32>) outs(%0 : tensor<8x128x128xf32>) {
    ^bb0(%in: f32, %out: f32):
      %1000 = math.fpowi %in, %c2_i64 : f32, i64
      linalg.yield %1000 : f32
    } -> tensor<8x128x128xf32>
    %107 = linalg.generic {indexing_maps = [#map1, #map2], iterator_types = ["parallel", "parallel", "reduction"]} ins(%106 : tensor<8x128x128xf32>) outs(%4 : tensor<8x128x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %1000 = arith.addf %in, %out : f32
      linalg.yield %1000 : f32
    } -> tensor<8x128x1xf32>
    %108 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%107 : tensor<8x128x1xf32>) outs(%3 : tensor<8x128x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %1000 = arith.divf %in, %cst_9 : f32
      linalg.yield %1000 : f32
    } -> tensor<8x128x1xf32>
    %109 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%108 : tensor<8x128x1xf32>) outs(%3 : tensor<8x128x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %1000 = arith.addf %in, %cst_10 : f32
      linalg.yield %1000 : f32
    } -> tensor<8x128x1xf32>
    %110 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%109 : tensor<8x128x1xf32>) outs(%3 : tensor<8x128x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %1000 = math.rsqrt %in : f32
      linalg.yield %1000 : f32
    } -> tensor<8x128x1xf32>
    %111 = linalg.generic {indexing_maps = [#map1, #map2, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%105, %110 : tensor<8x128x128xf32>, tensor<8x128x1xf32>) outs(%0 : tensor<8x128x128xf32>) {
    ^bb0(%in: f32, %in_414: f32, %out: f32):
      %1000 = arith.mulf %in, %in_414 : f32
      linalg.yield %1000 : f32
    } -> tensor<8x128x128xf32>
    %112 = tensor.empty() : tensor<128x512xf32>
    %transposed_40 = linalg.transpose ins(%arg9 : tensor<512x128xf32>) outs(%112 : tensor<128x512xf32>) permutation = [1, 0] 
    %113 = tensor.empty() : tensor<128x512xbf16>
    %114 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel", "parallel"]} ins(%transposed_40 : tensor<128x512xf32>) outs(%113 : tensor<128x512xbf16>) {
    ^bb0(%in: f32, %out: bf16):
      %1000 = arith.truncf %in : f32 to bf16
      linalg.yield %1000 : bf16
    } -> tensor<128x512xbf16>
    %115 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%111 : tensor<8x128x128xf32>) outs(%19 : tensor<8x128x128xbf16>) {
    ^bb0(%in: f32, %out: bf16):
      %1000 = arith.truncf %in : f32 to bf16
      linalg.yield %1000 : bf16
    } -> tensor<8x128x128xbf16>
    %collapsed_41 = tensor.collapse_shape %115 [[0, 1], [2]] : tensor<8x128x128xbf16> into tensor<1024x128xbf16>
    %116 = tensor.empty() : tensor<1024x512xf32>
    %117 = linalg.fill ins(%cst : f32) outs(%116 : tensor<1024x512xf32>) -> tensor<1024x512xf32>
    %118 = linalg.matmul ins(%collapsed_41, %114 : tensor<1024x128xbf16>, tensor<128x512xbf16>) outs(%117 : tensor<1024x512xf32>) -> tensor<1024x512xf32>
    %119 = tensor.empty() : tensor<1024x512xbf16>
    %120 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel", "parallel"]} ins(%118 : tensor<1024x512xf32>) outs(%119 : tensor<1024x512xbf16>) {
    ^bb0(%in: f32, %out: bf16):
      %1000 = arith.truncf %in : f32 to bf16
      linalg.yield %1000 : bf16
    } -> tensor<1024x512xbf16>
    %expanded_42 = tensor.expand_shape %120 [[0, 1], [2]] output_shape [8, 128, 512] : tensor<1024x512xbf16> into tensor<8x128x512xbf16>
    %121 = tensor.empty() : tensor<8x128x512xbf16>
    %122 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%expanded_42 : tensor<8x128x512xbf16>) outs(%121 : tensor<8x128x512xbf16>) {
    ^bb0(%in: bf16, %out: bf16):
      %1000 = arith.cmpf ugt, %in, %cst_0 : bf16
      %1001 = arith.select %1000, %in, %cst_0 : bf16
      linalg.yield %1001 : bf16
    } -> tensor<8x128x512xbf16>
    %123 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%122 : tensor<8x128x512xbf16>) outs(%121 : tensor<8x128x512xbf16>) {
    ^bb0(%in: bf16, %out: bf16):
      %1000 = math.fpowi %in, %c2_i64 : bf16, i64
      linalg.yield %1000 : bf16
    } -> tensor<8x128x512xbf16>
    %124 = tensor.empty() : tensor<512x128xf32>
    %transposed_43 = linalg.transpose ins(%arg10 : tensor<128x512xf32>) outs(%124 : tensor<512x128xf32>) permutation = [1, 0] 
    %125 = tensor.empty() : tensor<512x128xbf16>
    %126 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel", "parallel"]} ins(%transposed_43 : tensor<512x128xf32>) outs(%125 : tensor<512x128xbf16>) {
    ^bb0(%in: f32, %out: bf16):
      %1000 = arith.truncf %in : f32 to bf16
      linalg.yield %1000 : bf16
    } -> tensor<512x128xbf16>
    %collapsed_44 = tensor.collapse_shape %123 [[0, 1], [2]] : tensor<8x128x512xbf16> into tensor<1024x512xbf16>
    %127 = linalg.matmul ins(%collapsed_44, %126 : tensor<1024x512xbf16>, tensor<512x128xbf16>) outs(%22 : tensor<1024x128xf32>) -> tensor<1024x128xf32>
    %128 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel", "parallel"]} ins(%127 : tensor<1024x128xf32>) outs(%24 : tensor<1024x128xbf16>) {
    ^bb0(%in: f32, %out: bf16):
      %1000 = arith.truncf %in : f32 to bf16
      linalg.yield %1000 : bf16
    } -> tensor<1024x128xbf16>
    %expanded_45 = tensor.expand_shape %128 [[0, 1], [2]] output_shape [8, 128, 128] : tensor<1024x128xbf16> into tensor<8x128x128xbf16>
    %129 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%105, %expanded_45 : tensor<8x128x128xf32>, tensor<8x128x128xbf16>) outs(%0 : tensor<8x128x128xf32>) {
    ^bb0(%in: f32, %in_414: bf16, %out: f32):
      %1000 = arith.extf %in_414 : bf16 to f32
      %1001 = arith.addf %in, %1000 : f32
      linalg.yield %1001 : f32
    } -> tensor<8x128x128xf32>
    %130 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%129 : tensor<8x128x128xf32>) outs(%0 : tensor<8x128x128xf32>) {
    ^bb0(%in: f32, %out: f32):
      %1000 = math.fpowi %in, %c2_i64 : f32, i64
      linalg.yield %1000 : f32
    } -> tensor<8x128x128xf32>
    %131 = linalg.generic {indexing_maps = [#map1, #map2], iterator_types = ["parallel", "parallel", "reduction"]} ins(%130 : tensor<8x128x128xf32>) outs(%4 : tensor<8x128x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %1000 = arith.addf %in, %out : f32
      linalg.yield %1000 : f32
    } -> tensor<8x128x1xf32>
    %132 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%131 : tensor<8x128x1xf32>) outs(%3 : tensor<8x128x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %1000 = arith.divf %in, %cst_9 : f32
      linalg.yield %1000 : f32
    } -> tensor<8x128x1xf32>
    %133 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%132 : tensor<8x128x1xf32>) outs(%3 : tensor<8x128x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %1000 = arith.addf %in, %cst_10 : f32
      linalg.yield %1000 : f32
    } -> tensor<8x128x1xf32>
    %134 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%133 : tensor<8x128x1xf32>) outs(%3 : tensor<8x128x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %1000 = math.rsqrt %in : f32
      linalg.yield %1000 : f32
    } -> tensor<8x128x1xf32>
    %135 = linalg.generic {indexing_maps = [#map1, #map2, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%129, %134 : tensor<8x128x128xf32>, tensor<8x128x1xf32>) outs(%0 : tensor<8x128x128xf32>) {
    ^bb0(%in: f32, %in_414: f32, %out: f32):
      %1000 = arith.mulf %in, %in_414 : f32
      linalg.yield %1000 : f32
    } -> tensor<8x128x128xf32>
    %transposed_46 = linalg.transpose ins(%arg11 : tensor<128x128xf32>) outs(%16 : tensor<128x128xf32>) permutation = [1, 0] 
    %136 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel", "parallel"]} ins(%transposed_46 : tensor<128x128xf32>) outs(%17 : tensor<128x128xbf16>) {
    ^bb0(%in: f32, %out: bf16):
      %1000 = arith.truncf %in : f32 to bf16
      linalg.yield %1000 : bf16
    } -> tensor<128x128xbf16>
    %137 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%135 : tensor<8x128x128xf32>) outs(%19 : tensor<8x128x128xbf16>) {
    ^bb0(%in: f32, %out: bf16):
      %1000 = arith.truncf %in : f32 to bf16
      linalg.yield %1000 : bf16
    } -> tensor<8x128x128xbf16>
    %collapsed_47 = tensor.collapse_shape %137 [[0, 1], [2]] : tensor<8x128x128xbf16> into tensor<1024x128xbf16>
    %138 = linalg.matmul ins(%collapsed_47, %136 : tensor<1024x128xbf16>, tensor<128x128xbf16>) outs(%22 : tensor<1024x128xf32>) -> tensor<1024x128xf32>
    %139 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel", "parallel"]} ins(%138 : tensor<1024x128xf32>) outs(%24 : tensor<1024x128xbf16>) {
    ^bb0(%in: f32, %out: bf16):
      %1000 = arith.truncf %in : f32 to bf16
      linalg.yield %1000 : bf16
    } -> tensor<1024x128xbf16>
    %expanded_48 = tensor.expand_shape %139 [[0, 1], [2, 3]] output_shape [8, 128, 4, 32] : tensor<1024x128xbf16> into tensor<8x128x4x32xbf16>
    %transposed_49 = linalg.transpose ins(%arg12 : tensor<128x128xf32>) outs(%16 : tensor<128x128xf32>) permutation = [1, 0] 
    %140 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel", "parallel"]} ins(%transposed_49 : tensor<128x128xf32>) outs(%17 : tensor<128x128xbf16>) {
    ^bb0(%in: f32, %out: bf16):
      %1000 = arith.truncf %in : f32 to bf16
      linalg.yield %1000 : bf16
    } -> tensor<128x128xbf16>
    %141 = linalg.matmul ins(%collapsed_47, %140 : tensor<1024x128xbf16>, tensor<128x128xbf16>) outs(%22 : tensor<1024x128xf32>) -> tensor<1024x128xf32>
    %142 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel", "parallel"]} ins(%141 : tensor<1024x128xf32>) outs(%24 : tensor<1024x128xbf16>) {
    ^bb0(%in: f32, %out: bf16):
      %1000 = arith.truncf %in : f32 to bf16
      linalg.yield %1000 : bf16
    } -> tensor<1024x128xbf16>
    %expanded_50 = tensor.expand_shape %142 [[0, 1], [2, 3]] output_shape [8, 128, 4, 32] : tensor<1024x128xbf16> into tensor<8x128x4x32xbf16>
    %transposed_51 = linalg.transpose ins(%arg13 : tensor<128x128xf32>) outs(%16 : tensor<128x128xf32>) permutation = [1, 0] 
    %143 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel", "parallel"]} ins(%transposed_51 : tensor<128x128xf32>) outs(%17 : tensor<128x128xbf16>) {
    ^bb0(%in: f32, %out: bf16):
      %1000 = arith.truncf %in : f32 to bf16
      linalg.yield %1000 : bf16
    } -> tensor<128x128xbf16>
    %144 = linalg.matmul ins(%collapsed_47, %143 : tensor<1024x128xbf16>, tensor<128x128xbf16>) outs(%22 : tensor<1024x128xf32>) -> tensor<1024x128xf32>
    %145 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel", "parallel"]} ins(%144 : tensor<1024x128xf32>) outs(%24 : tensor<1024x128xbf16>) {
    ^bb0(%in: f32, %out: bf16):
      %1000 = arith.truncf %in : f32 to bf16
      linalg.yield %1000 : bf16
    } -> tensor<1024x128xbf16>
    %expanded_52 = tensor.expand_shape %145 [[0, 1], [2, 3]] output_shape [8, 128, 4, 32] : tensor<1024x128xbf16> into tensor<8x128x4x32xbf16>
    %extracted_slice_53 = tensor.extract_slice %expanded_48[0, 0, 0, 0] [8, 128, 4, 16] [1, 1, 1, 1] : tensor<8x128x4x32xbf16> to tensor<8x128x4x16xbf16>
    %extracted_slice_54 = tensor.extract_slice %expanded_48[0, 0, 0, 16] [8, 128, 4, 16] [1, 1, 1, 1] : tensor<8x128x4x32xbf16> to tensor<8x128x4x16xbf16>
    %146 = linalg.generic {indexing_maps = [#map4, #map5, #map4], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%extracted_slice_53, %arg2 : tensor<8x128x4x16xbf16>, tensor<1x128x1x16xf32>) outs(%32 : tensor<8x128x4x16xf32>) {
    ^bb0(%in: bf16, %in_414: f32, %out: f32):
      %1000 = arith.extf %in : bf16 to f32
      %1001 = arith.mulf %1000, %in_414 : f32
      linalg.yield %1001 : f32
    } -> tensor<8x128x4x16xf32>
    %147 = linalg.generic {indexing_maps = [#map4, #map5, #map4], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%extracted_slice_54, %arg3 : tensor<8x128x4x16xbf16>, tensor<1x128x1x16xf32>) outs(%32 : tensor<8x128x4x16xf32>) {
    ^bb0(%in: bf16, %in_414: f32, %out: f32):
      %1000 = arith.extf %in : bf16 to f32
      %1001 = arith.mulf %1000, %in_414 : f32
      linalg.yield %1001 : f32
    } -> tensor<8x128x4x16xf32>
    %148 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%146, %147 : tensor<8x128x4x16xf32>, tensor<8x128x4x16xf32>) outs(%32 : tensor<8x128x4x16xf32>) {
    ^bb0(%in: f32, %in_414: f32, %out: f32):
      %1000 = arith.addf %in, %in_414 : f32
      linalg.yield %1000 : f32
    } -> tensor<8x128x4x16xf32>
    %149 = linalg.generic {indexing_maps = [#map4, #map5, #map4], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%extracted_slice_54, %arg2 : tensor<8x128x4x16xbf16>, tensor<1x128x1x16xf32>) outs(%32 : tensor<8x128x4x16xf32>) {
    ^bb0(%in: bf16, %in_414: f32, %out: f32):
      %1000 = arith.extf %in : bf16 to f32
      %1001 = arith.mulf %1000, %in_414 : f32
      linalg.yield %1001 : f32
    } -> tensor<8x128x4x16xf32>
    %150 = linalg.generic {indexing_maps = [#map4, #map5, #map4], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%extracted_slice_53, %arg3 : tensor<8x128x4x16xbf16>, tensor<1x128x1x16xf32>) outs(%32 : tensor<8x128x4x16xf32>) {
    ^bb0(%in: bf16, %in_414: f32, %out: f32):
      %1000 = arith.extf %in : bf16 to f32
      %1001 = arith.mulf %1000, %in_414 : f32
      linalg.yield %1001 : f32
    } -> tensor<8x128x4x16xf32>
    %151 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%149, %150 : tensor<8x128x4x16xf32>, tensor<8x128x4x16xf32>) outs(%32 : tensor<8x128x4x16xf32>) {
    ^bb0(%in: f32, %in_414: f32, %out: f32):
      %1000 = arith.subf %in, %in_414 : f32
      linalg.yield %1000 : f32
    } -> tensor<8x128x4x16xf32>
    %concat_55 = tensor.concat dim(3) %148, %151 : (tensor<8x128x4x16xf32>, tensor<8x128x4x16xf32>) -> tensor<8x128x4x32xf32>
    %152 = linalg.generic {indexing_maps = [#map4, #map4], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%concat_55 : tensor<8x128x4x32xf32>) outs(%39 : tensor<8x128x4x32xf32>) {
    ^bb0(%in: f32, %out: f32):
      %1000 = math.fpowi %in, %c2_i64 : f32, i64
      linalg.yield %1000 : f32
    } -> tensor<8x128x4x32xf32>
    %153 = linalg.generic {indexing_maps = [#map4, #map6], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%152 : tensor<8x128x4x32xf32>) outs(%42 : tensor<8x128x4x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %1000 = arith.addf %in, %out : f32
      linalg.yield %1000 : f32
    } -> tensor<8x128x4x1xf32>
    %154 = linalg.generic {indexing_maps = [#map4, #map4], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%153 : tensor<8x128x4x1xf32>) outs(%41 : tensor<8x128x4x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %1000 = arith.divf %in, %cst_11 : f32
      linalg.yield %1000 : f32
    } -> tensor<8x128x4x1xf32>
    %155 = linalg.generic {indexing_maps = [#map4, #map4], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%154 : tensor<8x128x4x1xf32>) outs(%41 : tensor<8x128x4x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %1000 = arith.addf %in, %cst_10 : f32
      linalg.yield %1000 : f32
    } -> tensor<8x128x4x1xf32>
    %156 = linalg.generic {indexing_maps = [#map4, #map4], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%155 : tensor<8x128x4x1xf32>) outs(%41 : tensor<8x128x4x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %1000 = math.rsqrt %in : f32
      linalg.yield %1000 : f32
    } -> tensor<8x128x4x1xf32>
    %157 = linalg.generic {indexing_maps = [#map4, #map6, #map4], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%concat_55, %156 : tensor<8x128x4x32xf32>, tensor<8x128x4x1xf32>) outs(%39 : tensor<8x128x4x32xf32>) {
    ^bb0(%in: f32, %in_414: f32, %out: f32):
      %1000 = arith.mulf %in, %in_414 : f32
      linalg.yield %1000 : f32
    } -> tensor<8x128x4x32xf32>
    %extracted_slice_56 = tensor.extract_slice %expanded_50[0, 0, 0, 0] [8, 128, 4, 16] [1, 1, 1, 1] : tensor<8x128x4x32xbf16> to tensor<8x128x4x16xbf16>
    %extracted_slice_57 = tensor.extract_slice %expanded_50[0, 0, 0, 16] [8, 128, 4, 16] [1, 1, 1, 1] : tensor<8x128x4x32xbf16> to tensor<8x128x4x16xbf16>
    %158 = linalg.generic {indexing_maps = [#map4, #map5, #map4], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%extracted_slice_56, %arg2 : tensor<8x128x4x16xbf16>, tensor<1x128x1x16xf32>) outs(%32 : tensor<8x128x4x16xf32>) {
    ^bb0(%in: bf16, %in_414: f32, %out: f32):
      %1000 = arith.extf %in : bf16 to f32
      %1001 = arith.mulf %1000, %in_414 : f32
      linalg.yield %1001 : f32
    } -> tensor<8x128x4x16xf32>
    %159 = linalg.generic {indexing_maps = [#map4, #map5, #map4], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%extracted_slice_57, %arg3 : tensor<8x128x4x16xbf16>, tensor<1x128x1x16xf32>) outs(%32 : tensor<8x128x4x16xf32>) {
    ^bb0(%in: bf16, %in_414: f32, %out: f32):
      %1000 = arith.extf %in : bf16 to f32
      %1001 = arith.mulf %1000, %in_414 : f32
      linalg.yield %1001 : f32
    } -> tensor<8x128x4x16xf32>
    %160 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%158, %159 : tensor<8x128x4x16xf32>, tensor<8x128x4x16xf32>) outs(%32 : tensor<8x128x4x16xf32>) {
    ^bb0(%in: f32, %in_414: f32, %out: f32):
      %1000 = arith.addf %in, %in_414 : f32
      linalg.yield %1000 : f32
    } -> tensor<8x128x4x16xf32>
    %161 = linalg.generic {indexing_maps = [#map4, #map5, #map4], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%extracted_slice_57, %arg2 : tensor<8x128x4x16xbf16>, tensor<1x128x1x16xf32>) outs(%32 : tensor<8x128x4x16xf32>) {
    ^bb0(%in: bf16, %in_414: f32, %out: f32):
      %1000 = arith.extf %in : bf16 to f32
      %1001 = arith.mulf %1000, %in_414 : f32
      linalg.yield %1001 : f32
    } -> tensor<8x128x4x16xf32>
    %162 = linalg.generic {indexing_maps = [#map4, #map5, #map4], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%extracted_slice_56, %arg3 : tensor<8x128x4x16xbf16>, tensor<1x128x1x16xf32>) outs(%32 : tensor<8x128x4x16xf32>) {
    ^bb0(%in: bf16, %in_414: f32, %out: f32):
      %1000 = arith.extf %in : bf16 to f32
      %1001 = arith.mulf %1000, %in_414 : f32
      linalg.yield %1001 : f32
    } -> tensor<8x128x4x16xf32>
    %163 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%161, %162 : tensor<8x128x4x16xf32>, tensor<8x128x4x16xf32>) outs(%32 : tensor<8x128x4x16xf32>) {
    ^bb0(%in: f32, %in_414: f32, %out: f32):
      %1000 = arith.subf %in, %in_414 : f32
      linalg.yield %1000 : f32
    } -> tensor<8x128x4x16xf32>
    %concat_58 = tensor.concat dim(3) %160, %163 : (tensor<8x128x4x16xf32>, tensor<8x128x4x16xf32>) -> tensor<8x128x4x32xf32>
    %164 = linalg.generic {indexing_maps = [#map4, #map4], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%concat_58 : tensor<8x128x4x32xf32>) outs(%39 : tensor<8x128x4x32xf32>) {
    ^bb0(%in: f32, %out: f32):
      %1000 = math.fpowi %in, %c2_i64 : f32, i64
      linalg.yield %1000 : f32
    } -> tensor<8x128x4x32xf32>
    %165 = linalg.generic {indexing_maps = [#map4, #map6], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%164 : tensor<8x128x4x32xf32>) outs(%42 : tensor<8x128x4x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %1000 = arith.addf %in, %out : f32
      linalg.yield %1000 : f32
    } -> tensor<8x128x4x1xf32>
    %166 = linalg.generic {indexing_maps = [#map4, #map4], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%165 : tensor<8x128x4x1xf32>) outs(%41 : tensor<8x128x4x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %1000 = arith.divf %in, %cst_11 : f32
      linalg.yield %1000 : f32
    } -> tensor<8x128x4x1xf32>
    %167 = linalg.generic {indexing_maps = [#map4, #map4], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%166 : tensor<8x128x4x1xf32>) outs(%41 : tensor<8x128x4x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %1000 = arith.addf %in, %cst_10 : f32
      linalg.yield %1000 : f32
    } -> tensor<8x128x4x1xf32>
    %168 = linalg.generic {indexing_maps = [#map4, #map4], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%167 : tensor<8x128x4x1xf32>) outs(%41 : tensor<8x128x4x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %1000 = math.rsqrt %in : f32
      linalg.yield %1000 : f32
    } -> tensor<8x128x4x1xf32>
    %169 = linalg.generic {indexing_maps = [#map4, #map6, #map4], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%concat_58, %168 : tensor<8x128x4x32xf32>, tensor<8x128x4x1xf32>) outs(%39 : tensor<8x128x4x32xf32>) {
    ^bb0(%in: f32, %in_414: f32, %out: f32):
      %1000 = arith.mulf %in, %in_414 : f32
      linalg.yield %1000 : f32
    } -> tensor<8x128x4x32xf32>
    %transposed_59 = linalg.transpose ins(%157 : tensor<8x128x4x32xf32>) outs(%60 : tensor<8x4x128x32xf32>) permutation = [0, 2, 1, 3] 
    %transposed_60 = linalg.transpose ins(%expanded_52 : tensor<8x128x4x32xbf16>) outs(%61 : tensor<8x4x128x32xbf16>) permutation = [0, 2, 1, 3] 
    %transposed_61 = linalg.transpose ins(%169 : tensor<8x128x4x32xf32>) outs(%62 : tensor<8x4x32x128xf32>) permutation = [0, 2, 3, 1] 
    %170 = linalg.generic {indexing_maps = [#map4, #map4], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%transposed_61 : tensor<8x4x32x128xf32>) outs(%63 : tensor<8x4x32x128xbf16>) {
    ^bb0(%in: f32, %out: bf16):
      %1000 = arith.truncf %in : f32 to bf16
      linalg.yield %1000 : bf16
    } -> tensor<8x4x32x128xbf16>
    %171 = linalg.generic {indexing_maps = [#map4, #map4], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%transposed_59 : tensor<8x4x128x32xf32>) outs(%61 : tensor<8x4x128x32xbf16>) {
    ^bb0(%in: f32, %out: bf16):
      %1000 = arith.truncf %in : f32 to bf16
      linalg.yield %1000 : bf16
    } -> tensor<8x4x128x32xbf16>
    %collapsed_62 = tensor.collapse_shape %171 [[0, 1], [2], [3]] : tensor<8x4x128x32xbf16> into tensor<32x128x32xbf16>
    %collapsed_63 = tensor.collapse_shape %170 [[0, 1], [2], [3]] : tensor<8x4x32x128xbf16> into tensor<32x32x128xbf16>
    %172 = linalg.batch_matmul ins(%collapsed_62, %collapsed_63 : tensor<32x128x32xbf16>, tensor<32x32x128xbf16>) outs(%67 : tensor<32x128x128xf32>) -> tensor<32x128x128xf32>
    %173 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%172 : tensor<32x128x128xf32>) outs(%69 : tensor<32x128x128xbf16>) {
    ^bb0(%in: f32, %out: bf16):
      %1000 = arith.truncf %in : f32 to bf16
      linalg.yield %1000 : bf16
    } -> tensor<32x128x128xbf16>
    %expanded_64 = tensor.expand_shape %173 [[0, 1], [2], [3]] output_shape [8, 4, 128, 128] : tensor<32x128x128xbf16> into tensor<8x4x128x128xbf16>
    %174 = linalg.generic {indexing_maps = [#map4, #map4], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%expanded_64 : tensor<8x4x128x128xbf16>) outs(%71 : tensor<8x4x128x128xf32>) {
    ^bb0(%in: bf16, %out: f32):
      %1000 = arith.extf %in : bf16 to f32
      linalg.yield %1000 : f32
    } -> tensor<8x4x128x128xf32>
    %175 = linalg.generic {indexing_maps = [#map4, #map4], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%174 : tensor<8x4x128x128xf32>) outs(%71 : tensor<8x4x128x128xf32>) {
    ^bb0(%in: f32, %out: f32):
      %1000 = arith.truncf %cst_8 : f64 to f32
      %1001 = arith.mulf %in, %1000 : f32
      linalg.yield %1001 : f32
    } -> tensor<8x4x128x128xf32>
    %176 = linalg.generic {indexing_maps = [#map10, #map11, #map4, #map4], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%81, %cst_6, %175 : tensor<128x128xi1>, tensor<f32>, tensor<8x4x128x128xf32>) outs(%71 : tensor<8x4x128x128xf32>) {
    ^bb0(%in: i1, %in_414: f32, %in_415: f32, %out: f32):
      %1000 = arith.select %in, %in_414, %in_415 : f32
      linalg.yield %1000 : f32
    } -> tensor<8x4x128x128xf32>
    %177:2 = linalg.generic {indexing_maps = [#map4, #map12, #map12], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%176 : tensor<8x4x128x128xf32>) outs(%86, %84 : tensor<8x4x128xf32>, tensor<8x4x128xi64>) {
    ^bb0(%in: f32, %out: f32, %out_414: i64):
      %1000 = linalg.index 3 : index
      %1001 = arith.index_cast %1000 : index to i64
      %1002 = arith.maximumf %in, %out : f32
      %1003 = arith.cmpf ogt, %in, %out : f32
      %1004 = arith.select %1003, %1001, %out_414 : i64
      linalg.yield %1002, %1004 : f32, i64
    } -> (tensor<8x4x128xf32>, tensor<8x4x128xi64>)
    %expanded_65 = tensor.expand_shape %177#0 [[0], [1], [2, 3]] output_shape [8, 4, 128, 1] : tensor<8x4x128xf32> into tensor<8x4x128x1xf32>
    %178 = linalg.generic {indexing_maps = [#map4, #map6, #map4], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%176, %expanded_65 : tensor<8x4x128x128xf32>, tensor<8x4x128x1xf32>) outs(%71 : tensor<8x4x128x128xf32>) {
    ^bb0(%in: f32, %in_414: f32, %out: f32):
      %1000 = arith.subf %in, %in_414 : f32
      linalg.yield %1000 : f32
    } -> tensor<8x4x128x128xf32>
    %179 = linalg.generic {indexing_maps = [#map4, #map4], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%178 : tensor<8x4x128x128xf32>) outs(%71 : tensor<8x4x128x128xf32>) {
    ^bb0(%in: f32, %out: f32):
      %1000 = math.exp %in : f32
      linalg.yield %1000 : f32
    } -> tensor<8x4x128x128xf32>
    %180 = linalg.generic {indexing_maps = [#map4, #map6], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%179 : tensor<8x4x128x128xf32>) outs(%91 : tensor<8x4x128x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %1000 = arith.addf %in, %out : f32
      linalg.yield %1000 : f32
    } -> tensor<8x4x128x1xf32>
    %181 = linalg.generic {indexing_maps = [#map4, #map6, #map4], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%179, %180 : tensor<8x4x128x128xf32>, tensor<8x4x128x1xf32>) outs(%71 : tensor<8x4x128x128xf32>) {
    ^bb0(%in: f32, %in_414: f32, %out: f32):
      %1000 = arith.divf %in, %in_414 : f32
      linalg.yield %1000 : f32
    } -> tensor<8x4x128x128xf32>
    %182 = linalg.generic {indexing_maps = [#map4, #map4], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%181 : tensor<8x4x128x128xf32>) outs(%94 : tensor<8x4x128x128xbf16>) {
    ^bb0(%in: f32, %out: bf16):
      %1000 = arith.truncf %in : f32 to bf16
      linalg.yield %1000 : bf16
    } -> tensor<8x4x128x128xbf16>
    %collapsed_66 = tensor.collapse_shape %182 [[0, 1], [2], [3]] : tensor<8x4x128x128xbf16> into tensor<32x128x128xbf16>
    %collapsed_67 = tensor.collapse_shape %transposed_60 [[0, 1], [2], [3]] : tensor<8x4x128x32xbf16> into tensor<32x128x32xbf16>
    %183 = linalg.batch_matmul ins(%collapsed_66, %collapsed_67 : tensor<32x128x128xbf16>, tensor<32x128x32xbf16>) outs(%97 : tensor<32x128x32xf32>) -> tensor<32x128x32xf32>
    %184 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%183 : tensor<32x128x32xf32>) outs(%99 : tensor<32x128x32xbf16>) {
    ^bb0(%in: f32, %out: bf16):
      %1000 = arith.truncf %in : f32 to bf16
      linalg.yield %1000 : bf16
    } -> tensor<32x128x32xbf16>
    %expanded_68 = tensor.expand_shape %184 [[0, 1], [2], [3]] output_shape [8, 4, 128, 32] : tensor<32x128x32xbf16> into tensor<8x4x128x32xbf16>
    %transposed_69 = linalg.transpose ins(%expanded_68 : tensor<8x4x128x32xbf16>) outs(%101 : tensor<8x128x4x32xbf16>) permutation = [0, 2, 1, 3] 
    %transposed_70 = linalg.transpose ins(%arg14 : tensor<128x128xf32>) outs(%16 : tensor<128x128xf32>) permutation = [1, 0] 
    %185 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel", "parallel"]} ins(%transposed_70 : tensor<128x128xf32>) outs(%17 : tensor<128x128xbf16>) {
    ^bb0(%in: f32, %out: bf16):
      %1000 = arith.truncf %in : f32 to bf16
      linalg.yield %1000 : bf16
    } -> tensor<128x128xbf16>
    %collapsed_71 = tensor.collapse_shape %transposed_69 [[0, 1], [2, 3]] : tensor<8x128x4x32xbf16> into tensor<1024x128xbf16>
    %186 = linalg.matmul ins(%collapsed_71, %185 : tensor<1024x128xbf16>, tensor<128x128xbf16>) outs(%22 : tensor<1024x128xf32>) -> tensor<1024x128xf32>
    %187 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel", "parallel"]} ins(%186 : tensor<1024x128xf32>) outs(%24 : tensor<1024x128xbf16>) {
    ^bb0(%in: f32, %out: bf16):
      %1000 = arith.truncf %in : f32 to bf16
      linalg.yield %1000 : bf16
    } -> tensor<1024x128xbf16>
    %expanded_72 = tensor.expand_shape %187 [[0, 1], [2]] output_shape [8, 128, 128] : tensor<1024x128xbf16> into tensor<8x128x128xbf16>
    %188 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%129, %expanded_72 : tensor<8x128x128xf32>, tensor<8x128x128xbf16>) outs(%0 : tensor<8x128x128xf32>) {
    ^bb0(%in: f32, %in_414: bf16, %out: f32):
      %1000 = arith.extf %in_414 : bf16 to f32
      %1001 = arith.addf %in, %1000 : f32
      linalg.yield %1001 : f32
    } -> tensor<8x128x128xf32>
    %189 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%188 : tensor<8x128x128xf32>) outs(%0 : tensor<8x128x128xf32>) {
    ^bb0(%in: f32, %out: f32):
      %1000 = math.fpowi %in, %c2_i64 : f32, i64
      linalg.yield %1000 : f32
    } -> tensor<8x128x128xf32>
    %190 = linalg.generic {indexing_maps = [#map1, #map2], iterator_types = ["parallel", "parallel", "reduction"]} ins(%189 : tensor<8x128x128xf32>) outs(%4 : tensor<8x128x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %1000 = arith.addf %in, %out : f32
      linalg.yield %1000 : f32
    } -> tensor<8x128x1xf32>
    %191 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%190 : tensor<8x128x1xf32>) outs(%3 : tensor<8x128x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %1000 = arith.divf %in, %cst_9 : f32
      linalg.yield %1000 : f32
    } -> tensor<8x128x1xf32>
    %192 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%191 : tensor<8x128x1xf32>) outs(%3 : tensor<8x128x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %1000 = arith.addf %in, %cst_10 : f32
      linalg.yield %1000 : f32
    } -> tensor<8x128x1xf32>
    %193 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%192 : tensor<8x128x1xf32>) outs(%3 : tensor<8x128x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %1000 = math.rsqrt %in : f32
      linalg.yield %1000 : f32
    } -> tensor<8x128x1xf32>
    %194 = linalg.generic {indexing_maps = [#map1, #map2, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%188, %193 : tensor<8x128x128xf32>, tensor<8x128x1xf32>) outs(%0 : tensor<8x128x128xf32>) {
    ^bb0(%in: f32, %in_414: f32, %out: f32):
      %1000 = arith.mulf %in, %in_414 : f32
      linalg.yield %1000 : f32
    } -> tensor<8x128x128xf32>
    %transposed_73 = linalg.transpose ins(%arg15 : tensor<512x128xf32>) outs(%112 : tensor<128x512xf32>) permutation = [1, 0] 
    %195 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel", "parallel"]} ins(%transposed_73 : tensor<128x512xf32>) outs(%113 : tensor<128x512xbf16>) {
    ^bb0(%in: f32, %out: bf16):
      %1000 = arith.truncf %in : f32 to bf16
      linalg.yield %1000 : bf16
    } -> tensor<128x512xbf16>
    %196 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%194 : tensor<8x128x128xf32>) outs(%19 : tensor<8x128x128xbf16>) {
    ^bb0(%in: f32, %out: bf16):
      %1000 = arith.truncf %in : f32 to bf16
      linalg.yield %1000 : bf16
    } -> tensor<8x128x128xbf16>
    %collapsed_74 = tensor.collapse_shape %196 [[0, 1], [2]] : tensor<8x128x128xbf16> into tensor<1024x128xbf16>
    %197 = linalg.matmul ins(%collapsed_74, %195 : tensor<1024x128xbf16>, tensor<128x512xbf16>) outs(%117 : tensor<1024x512xf32>) -> tensor<1024x512xf32>
    %198 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel", "parallel"]} ins(%197 : tensor<1024x512xf32>) outs(%119 : tensor<1024x512xbf16>) {
    ^bb0(%in: f32, %out: bf16):
      %1000 = arith.truncf %in : f32 to bf16
      linalg.yield %1000 : bf16
    } -> tensor<1024x512xbf16>
    %expanded_75 = tensor.expand_shape %198 [[0, 1], [2]] output_shape [8, 128, 512] : tensor<1024x512xbf16> into tensor<8x128x512xbf16>
    %199 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%expanded_75 : tensor<8x128x512xbf16>) outs(%121 : tensor<8x128x512xbf16>) {
    ^bb0(%in: bf16, %out: bf16):
      %1000 = arith.cmpf ugt, %in, %cst_0 : bf16
      %1001 = arith.select %1000, %in, %cst_0 : bf16
      linalg.yield %1001 : bf16
    } -> tensor<8x128x512xbf16>
    %200 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%199 : tensor<8x128x512xbf16>) outs(%121 : tensor<8x128x512xbf16>) {
    ^bb0(%in: bf16, %out: bf16):
      %1000 = math.fpowi %in, %c2_i64 : bf16, i64
      linalg.yield %1000 : bf16
    } -> tensor<8x128x512xbf16>
    %transposed_76 = linalg.transpose ins(%arg16 : tensor<128x512xf32>) outs(%124 : tensor<512x128xf32>) permutation = [1, 0] 
    %201 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel", "parallel"]} ins(%transposed_76 : tensor<512x128xf32>) outs(%125 : tensor<512x128xbf16>) {
    ^bb0(%in: f32, %out: bf16):
      %1000 = arith.truncf %in : f32 to bf16
      linalg.yield %1000 : bf16
    } -> tensor<512x128xbf16>
    %collapsed_77 = tensor.collapse_shape %200 [[0, 1], [2]] : tensor<8x128x512xbf16> into tensor<1024x512xbf16>
    %202 = linalg.matmul ins(%collapsed_77, %201 : tensor<1024x512xbf16>, tensor<512x128xbf16>) outs(%22 : tensor<1024x128xf32>) -> tensor<1024x128xf32>
    %203 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel", "parallel"]} ins(%202 : tensor<1024x128xf32>) outs(%24 : tensor<1024x128xbf16>) {
    ^bb0(%in: f32, %out: bf16):
      %1000 = arith.truncf %in : f32 to bf16
      linalg.yield %1000 : bf16
    } -> tensor<1024x128xbf16>
    %expanded_78 = tensor.expand_shape %203 [[0, 1], [2]] output_shape [8, 128, 128] : tensor<1024x128xbf16> into tensor<8x128x128xbf16>
    %204 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%188, %expanded_78 : tensor<8x128x128xf32>, tensor<8x128x128xbf16>) outs(%0 : tensor<8x128x128xf32>) {
    ^bb0(%in: f32, %in_414: bf16, %out: f32):
      %1000 = arith.extf %in_414 : bf16 to f32
      %1001 = arith.addf %in, %1000 : f32
      linalg.yield %1001 : f32
    } -> tensor<8x128x128xf32>
    %205 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%204 : tensor<8x128x128xf32>) outs(%0 : tensor<8x128x128xf32>) {
    ^bb0(%in: f32, %out: f32):
      %1000 = math.fpowi %in, %c2_i64 : f32, i64
      linalg.yield %1000 : f32
    } -> tensor<8x128x128xf32>
    %206 = linalg.generic {indexing_maps = [#map1, #map2], iterator_types = ["parallel", "parallel", "reduction"]} ins(%205 : tensor<8x128x128xf32>) outs(%4 : tensor<8x128x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %1000 = arith.addf %in, %out : f32
      linalg.yield %1000 : f32
    } -> tensor<8x128x1xf32>
    %207 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%206 : tensor<8x128x1xf32>) outs(%3 : tensor<8x128x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %1000 = arith.divf %in, %cst_9 : f32
      linalg.yield %1000 : f32
    } -> tensor<8x128x1xf32>
    %208 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%207 : tensor<8x128x1xf32>) outs(%3 : tensor<8x128x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %1000 = arith.addf %in, %cst_10 : f32
      linalg.yield %1000 : f32
    } -> tensor<8x128x1xf32>
    %209 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%208 : tensor<8x128x1xf32>) outs(%3 : tensor<8x128x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %1000 = math.rsqrt %in : f32
      linalg.yield %1000 : f32
    } -> tensor<8x128x1xf32>
    %210 = linalg.generic {indexing_maps = [#map1, #map2, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%204, %209 : tensor<8x128x128xf32>, tensor<8x128x1xf32>) outs(%0 : tensor<8x128x128xf32>) {
    ^bb0(%in: f32, %in_414: f32, %out: f32):
      %1000 = arith.mulf %in, %in_414 : f32
      linalg.yield %1000 : f32
    } -> tensor<8x128x128xf32>
    %transposed_79 = linalg.transpose ins(%arg17 : tensor<128x128xf32>) outs(%16 : tensor<128x128xf32>) permutation = [1, 0] 
    %211 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel", "parallel"]} ins(%transposed_79 : tensor<128x128xf32>) outs(%17 : tensor<128x128xbf16>) {
    ^bb0(%in: f32, %out: bf16):
      %1000 = arith.truncf %in : f32 to bf16
      linalg.yield %1000 : bf16
    } -> tensor<128x128xbf16>
    %212 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%210 : tensor<8x128x128xf32>) outs(%19 : tensor<8x128x128xbf16>) {
    ^bb0(%in: f32, %out: bf16):
      %1000 = arith.truncf %in : f32 to bf16
      linalg.yield %1000 : bf16
    } -> tensor<8x128x128xbf16>
    %collapsed_80 = tensor.collapse_shape %212 [[0, 1], [2]] : tensor<8x128x128xbf16> into tensor<1024x128xbf16>
    %213 = linalg.matmul ins(%collapsed_80, %211 : tensor<1024x128xbf16>, tensor<128x128xbf16>) outs(%22 : tensor<1024x128xf32>) -> tensor<1024x128xf32>
    %214 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel", "parallel"]} ins(%213 : tensor<1024x128xf32>) outs(%24 : tensor<1024x128xbf16>) {
    ^bb0(%in: f32, %out: bf16):
      %1000 = arith.truncf %in : f32 to bf16
      linalg.yield %1000 : bf16
    } -> tensor<1024x128xbf16>
    %expanded_81 = tensor.expand_shape %214 [[0, 1], [2, 3]] output_shape [8, 128, 4, 32] : tensor<1024x128xbf16> into tensor<8x128x4x32xbf16>
    %transposed_82 = linalg.transpose ins(%arg18 : tensor<128x128xf32>) outs(%16 : tensor<128x128xf32>) permutation = [1, 0] 
    %215 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel", "parallel"]} ins(%transposed_82 : tensor<128x128xf32>) outs(%17 : tensor<128x128xbf16>) {
    ^bb0(%in: f32, %out: bf16):
      %1000 = arith.truncf %in : f32 to bf16
      linalg.yield %1000 : bf16
    } -> tensor<128x128xbf16>
    %216 = linalg.matmul ins(%collapsed_80, %215 : tensor<1024x128xbf16>, tensor<128x128xbf16>) outs(%22 : tensor<1024x128xf32>) -> tensor<1024x128xf32>
    %217 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel", "parallel"]} ins(%216 : tensor<1024x128xf32>) outs(%24 : tensor<1024x128xbf16>) {
    ^bb0(%in: f32, %out: bf16):
      %1000 = arith.truncf %in : f32 to bf16
      linalg.yield %1000 : bf16
    } -> tensor<1024x128xbf16>
    %expanded_83 = tensor.expand_shape %217 [[0, 1], [2, 3]] output_shape [8, 128, 4, 32] : tensor<1024x128xbf16> into tensor<8x128x4x32xbf16>
    %transposed_84 = linalg.transpose ins(%arg19 : tensor<128x128xf32>) outs(%16 : tensor<128x128xf32>) permutation = [1, 0] 
    %218 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel", "parallel"]} ins(%transposed_84 : tensor<128x128xf32>) outs(%17 : tensor<128x128xbf16>) {
    ^bb0(%in: f32, %out: bf16):
      %1000 = arith.truncf %in : f32 to bf16
      linalg.yield %1000 : bf16
    } -> tensor<128x128xbf16>
    %219 = linalg.matmul ins(%collapsed_80, %218 : tensor<1024x128xbf16>, tensor<128x128xbf16>) outs(%22 : tensor<1024x128xf32>) -> tensor<1024x128xf32>
    %220 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel", "parallel"]} ins(%219 : tensor<1024x128xf32>) outs(%24 : tensor<1024x128xbf16>) {
    ^bb0(%in: f32, %out: bf16):
      %1000 = arith.truncf %in : f32 to bf16
      linalg.yield %1000 : bf16
    } -> tensor<1024x128xbf16>
    %expanded_85 = tensor.expand_shape %220 [[0, 1], [2, 3]] output_shape [8, 128, 4, 32] : tensor<1024x128xbf16> into tensor<8x128x4x32xbf16>
    %extracted_slice_86 = tensor.extract_slice %expanded_81[0, 0, 0, 0] [8, 128, 4, 16] [1, 1, 1, 1] : tensor<8x128x4x32xbf16> to tensor<8x128x4x16xbf16>
    %extracted_slice_87 = tensor.extract_slice %expanded_81[0, 0, 0, 16] [8, 128, 4, 16] [1, 1, 1, 1] : tensor<8x128x4x32xbf16> to tensor<8x128x4x16xbf16>
    %221 = linalg.generic {indexing_maps = [#map4, #map5, #map4], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%extracted_slice_86, %arg2 : tensor<8x128x4x16xbf16>, tensor<1x128x1x16xf32>) outs(%32 : tensor<8x128x4x16xf32>) {
    ^bb0(%in: bf16, %in_414: f32, %out: f32):
      %1000 = arith.extf %in : bf16 to f32
      %1001 = arith.mulf %1000, %in_414 : f32
      linalg.yield %1001 : f32
    } -> tensor<8x128x4x16xf32>
    %222 = linalg.generic {indexing_maps = [#map4, #map5, #map4], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%extracted_slice_87, %arg3 : tensor<8x128x4x16xbf16>, tensor<1x128x1x16xf32>) outs(%32 : tensor<8x128x4x16xf32>) {
    ^bb0(%in: bf16, %in_414: f32, %out: f32):
      %1000 = arith.extf %in : bf16 to f32
      %1001 = arith.mulf %1000, %in_414 : f32
      linalg.yield %1001 : f32
    } -> tensor<8x128x4x16xf32>
    %223 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%221, %222 : tensor<8x128x4x16xf32>, tensor<8x128x4x16xf32>) outs(%32 : tensor<8x128x4x16xf32>) {
    ^bb0(%in: f32, %in_414: f32, %out: f32):
      %1000 = arith.addf %in, %in_414 : f32
      linalg.yield %1000 : f32
    } -> tensor<8x128x4x16xf32>
    %224 = linalg.generic {indexing_maps = [#map4, #map5, #map4], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%extracted_slice_87, %arg2 : tensor<8x128x4x16xbf16>, tensor<1x128x1x16xf32>) outs(%32 : tensor<8x128x4x16xf32>) {
    ^bb0(%in: bf16, %in_414: f32, %out: f32):
      %1000 = arith.extf %in : bf16 to f32
      %1001 = arith.mulf %1000, %in_414 : f32
      linalg.yield %1001 : f32
    } -> tensor<8x128x4x16xf32>
    %225 = linalg.generic {indexing_maps = [#map4, #map5, #map4], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%extracted_slice_86, %arg3 : tensor<8x128x4x16xbf16>, tensor<1x128x1x16xf32>) outs(%32 : tensor<8x128x4x16xf32>) {
    ^bb0(%in: bf16, %in_414: f32, %out: f32):
      %1000 = arith.extf %in : bf16 to f32
      %1001 = arith.mulf %1000, %in_414 : f32
      linalg.yield %1001 : f32
    } -> tensor<8x128x4x16xf32>
    %226 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%224, %225 : tensor<8x128x4x16xf32>, tensor<8x128x4x16xf32>) outs(%32 : tensor<8x128x4x16xf32>) {
    ^bb0(%in: f32, %in_414: f32, %out: f32):
      %1000 = arith.subf %in, %in_414 : f32
      linalg.yield %1000 : f32
    } -> tensor<8x128x4x16xf32>
    %concat_88 = tensor.concat dim(3) %223, %226 : (tensor<8x128x4x16xf32>, tensor<8x128x4x16xf32>) -> tensor<8x128x4x32xf32>
    %227 = linalg.generic {indexing_maps = [#map4, #map4], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%concat_88 : tensor<8x128x4x32xf32>) outs(%39 : tensor<8x128x4x32xf32>) {
    ^bb0(%in: f32, %out: f32):
      %1000 = math.fpowi %in, %c2_i64 : f32, i64
      linalg.yield %1000 : f32
    } -> tensor<8x128x4x32xf32>
    %228 = linalg.generic {indexing_maps = [#map4, #map6], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%227 : tensor<8x128x4x32xf32>) outs(%42 : tensor<8x128x4x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %1000 = arith.addf %in, %out : f32
      linalg.yield %1000 : f32
    } -> tensor<8x128x4x1xf32>
    %229 = linalg.generic {indexing_maps = [#map4, #map4], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%228 : tensor<8x128x4x1xf32>) outs(%41 : tensor<8x128x4x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %1000 = arith.divf %in, %cst_11 : f32
      linalg.yield %1000 : f32
    } -> tensor<8x128x4x1xf32>
    %230 = linalg.generic {indexing_maps = [#map4, #map4], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%229 : tensor<8x128x4x1xf32>) outs(%41 : tensor<8x128x4x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %1000 = arith.addf %in, %cst_10 : f32
      linalg.yield %1000 : f32
    } -> tensor<8x128x4x1xf32>
    %231 = linalg.generic {indexing_maps = [#map4, #map4], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%230 : tensor<8x128x4x1xf32>) outs(%41 : tensor<8x128x4x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %1000 = math.rsqrt %in : f32
      linalg.yield %1000 : f32
    } -> tensor<8x128x4x1xf32>
    %232 = linalg.generic {indexing_maps = [#map4, #map6, #map4], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%concat_88, %231 : tensor<8x128x4x32xf32>, tensor<8x128x4x1xf32>) outs(%39 : tensor<8x128x4x32xf32>) {
    ^bb0(%in: f32, %in_414: f32, %out: f32):
      %1000 = arith.mulf %in, %in_414 : f32
      linalg.yield %1000 : f32
    } -> tensor<8x128x4x32xf32>
    %extracted_slice_89 = tensor.extract_slice %expanded_83[0, 0, 0, 0] [8, 128, 4, 16] [1, 1, 1, 1] : tensor<8x128x4x32xbf16> to tensor<8x128x4x16xbf16>
    %extracted_slice_90 = tensor.extract_slice %expanded_83[0, 0, 0, 16] [8, 128, 4, 16] [1, 1, 1, 1] : tensor<8x128x4x32xbf16> to tensor<8x128x4x16xbf16>
    %233 = linalg.generic {indexing_maps = [#map4, #map5, #map4], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%extracted_slice_89, %arg2 : tensor<8x128x4x16xbf16>, tensor<1x128x1x16xf32>) outs(%32 : tensor<8x128x4x16xf32>) {
    ^bb0(%in: bf16, %in_414: f32, %out: f32):
      %1000 = arith.extf %in : bf16 to f32
      %1001 = arith.mulf %1000, %in_414 : f32
      linalg.yield %1001 : f32
    } -> tensor<8x128x4x16xf32>
    %234 = linalg.generic {indexing_maps = [#map4, #map5, #map4], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%extracted_slice_90, %arg3 : tensor<8x128x4x16xbf16>, tensor<1x128x1x16xf32>) outs(%32 : tensor<8x128x4x16xf32>) {
    ^bb0(%in: bf16, %in_414: f32, %out: f32):
      %1000 = arith.extf %in : bf16 to f32
      %1001 = arith.mulf %1000, %in_414 : f32
      linalg.yield %1001 : f32
    } -> tensor<8x128x4x16xf32>
    %235 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%233, %234 : tensor<8x128x4x16xf32>, tensor<8x128x4x16xf32>) outs(%32 : tensor<8x128x4x16xf32>) {
    ^bb0(%in: f32, %in_414: f32, %out: f32):
      %1000 = arith.addf %in, %in_414 : f32
      linalg.yield %1000 : f32
    } -> tensor<8x128x4x16xf32>
    %236 = linalg.generic {indexing_maps = [#map4, #map5, #map4], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%extracted_slice_90, %arg2 : tensor<8x128x4x16xbf16>, tensor<1x128x1x16xf32>) outs(%32 : tensor<8x128x4x16xf32>) {
    ^bb0(%in: bf16, %in_414: f32, %out: f32):
      %1000 = arith.extf %in : bf16 to f32
      %1001 = arith.mulf %1000, %in_414 : f32
      linalg.yield %1001 : f32
    } -> tensor<8x128x4x16xf32>
    %237 = linalg.generic {indexing_maps = [#map4, #map5, #map4], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%extracted_slice_89, %arg3 : tensor<8x128x4x16xbf16>, tensor<1x128x1x16xf32>) outs(%32 : tensor<8x128x4x16xf32>) {
    ^bb0(%in: bf16, %in_414: f32, %out: f32):
      %1000 = arith.extf %in : bf16 to f32
      %1001 = arith.mulf %1000, %in_414 : f32
      linalg.yield %1001 : f32
    } -> tensor<8x128x4x16xf32>
    %238 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%236, %237 : tensor<8x128x4x16xf32>, tensor<8x128x4x16xf32>) outs(%32 : tensor<8x128x4x16xf32>) {
    ^bb0(%in: f32, %in_414: f32, %out: f32):
      %1000 = arith.subf %in, %in_414 : f32
      linalg.yield %1000 : f32
    } -> tensor<8x128x4x16xf32>
    %concat_91 = tensor.concat dim(3) %235, %238 : (tensor<8x128x4x16xf32>, tensor<8x128x4x16xf32>) -> tensor<8x128x4x32xf32>
    %239 = linalg.generic {indexing_maps = [#map4, #map4], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%concat_91 : tensor<8x128x4x32xf32>) outs(%39 : tensor<8x128x4x32xf32>) {
    ^bb0(%in: f32, %out: f32):
      %1000 = math.fpowi %in, %c2_i64 : f32, i64
      linalg.yield %1000 : f32
    } -> tensor<8x128x4x32xf32>
    %240 = linalg.generic {indexing_maps = [#map4, #map6], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%239 : tensor<8x128x4x32xf32>) outs(%42 : tensor<8x128x4x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %1000 = arith.addf %in, %out : f32
      linalg.yield %1000 : f32
    } -> tensor<8x128x4x1xf32>
    %241 = linalg.generic {indexing_maps = [#map4, #map4], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%240 : tensor<8x128x4x1xf32>) outs(%41 : tensor<8x128x4x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %1000 = arith.divf %in, %cst_11 : f32
      linalg.yield %1000 : f32
    } -> tensor<8x128x4x1xf32>
    %242 = linalg.generic {indexing_maps = [#map4, #map4], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%241 : tensor<8x128x4x1xf32>) outs(%41 : tensor<8x128x4x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %1000 = arith.addf %in, %cst_10 : f32
      linalg.yield %1000 : f32
    } -> tensor<8x128x4x1xf32>
    %243 = linalg.generic {indexing_maps = [#map4, #map4], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%242 : tensor<8x128x4x1xf32>) outs(%41 : tensor<8x128x4x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %1000 = math.rsqrt %in : f32
      linalg.yield %1000 : f32
    } -> tensor<8x128x4x1xf32>
    %244 = linalg.generic {indexing_maps = [#map4, #map6, #map4], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%concat_91, %243 : tensor<8x128x4x32xf32>, tensor<8x128x4x1xf32>) outs(%39 : tensor<8x128x4x32xf32>) {
    ^bb0(%in: f32, %in_414: f32, %out: f32):
      %1000 = arith.mulf %in, %in_414 : f32
      linalg.yield %1000 : f32
    } -> tensor<8x128x4x32xf32>
    %transposed_92 = linalg.transpose ins(%232 : tensor<8x128x4x32xf32>) outs(%60 : tensor<8x4x128x32xf32>) permutation = [0, 2, 1, 3] 
    %transposed_93 = linalg.transpose ins(%expanded_85 : tensor<8x128x4x32xbf16>) outs(%61 : tensor<8x4x128x32xbf16>) permutation = [0, 2, 1, 3] 
    %transposed_94 = linalg.transpose ins(%244 : tensor<8x128x4x32xf32>) outs(%62 : tensor<8x4x32x128xf32>) permutation = [0, 2, 3, 1] 
    %245 = linalg.generic {indexing_maps = [#map4, #map4], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%transposed_94 : tensor<8x4x32x128xf32>) outs(%63 : tensor<8x4x32x128xbf16>) {
    ^bb0(%in: f32, %out: bf16):
      %1000 = arith.truncf %in : f32 to bf16
      linalg.yield %1000 : bf16
    } -> tensor<8x4x32x128xbf16>
    %246 = linalg.generic {indexing_maps = [#map4, #map4], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%transposed_92 : tensor<8x4x128x32xf32>) outs(%61 : tensor<8x4x128x32xbf16>) {
    ^bb0(%in: f32, %out: bf16):
      %1000 = arith.truncf %in : f32 to bf16
      linalg.yield %1000 : bf16
    } -> tensor<8x4x128x32xbf16>
    %collapsed_95 = tensor.collapse_shape %246 [[0, 1], [2], [3]] : tensor<8x4x128x32xbf16> into tensor<32x128x32xbf16>
    %collapsed_96 = tensor.collapse_shape %245 [[0, 1], [2], [3]] : tensor<8x4x32x128xbf16> into tensor<32x32x128xbf16>
    %247 = linalg.batch_matmul ins(%collapsed_95, %collapsed_96 : tensor<32x128x32xbf16>, tensor<32x32x128xbf16>) outs(%67 : tensor<32x128x128xf32>) -> tensor<32x128x128xf32>
    %248 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%247 : tensor<32x128x128xf32>) outs(%69 : tensor<32x128x128xbf16>) {
    ^bb0(%in: f32, %out: bf16):
      %1000 = arith.truncf %in : f32 to bf16
      linalg.yield %1000 : bf16
    } -> tensor<32x128x128xbf16>
    %expanded_97 = tensor.expand_shape %248 [[0, 1], [2], [3]] output_shape [8, 4, 128, 128] : tensor<32x128x128xbf16> into tensor<8x4x128x128xbf16>
    %249 = linalg.generic {indexing_maps = [#map4, #map4], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%expanded_97 : tensor<8x4x128x128xbf16>) outs(%71 : tensor<8x4x128x128xf32>) {
    ^bb0(%in: bf16, %out: f32):
      %1000 = arith.extf %in : bf16 to f32
      linalg.yield %1000 : f32
    } -> tensor<8x4x128x128xf32>
    %250 = linalg.generic {indexing_maps = [#map4, #map4], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%249 : tensor<8x4x128x128xf32>) outs(%71 : tensor<8x4x128x128xf32>) {
    ^bb0(%in: f32, %out: f32):
      %1000 = arith.truncf %cst_8 : f64 to f32
      %1001 = arith.mulf %in, %1000 : f32
      linalg.yield %1001 : f32
    } -> tensor<8x4x128x128xf32>
    %251 = linalg.generic {indexing_maps = [#map10, #map11, #map4, #map4], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%81, %cst_6, %250 : tensor<128x128xi1>, tensor<f32>, tensor<8x4x128x128xf32>) outs(%71 : tensor<8x4x128x128xf32>) {
    ^bb0(%in: i1, %in_414: f32, %in_415: f32, %out: f32):
      %1000 = arith.select %in, %in_414, %in_415 : f32
      linalg.yield %1000 : f32
    } -> tensor<8x4x128x128xf32>
    %252:2 = linalg.generic {indexing_maps = [#map4, #map12, #map12], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%251 : tensor<8x4x128x128xf32>) outs(%86, %84 : tensor<8x4x128xf32>, tensor<8x4x128xi64>) {
    ^bb0(%in: f32, %out: f32, %out_414: i64):
      %1000 = linalg.index 3 : index
      %1001 = arith.index_cast %1000 : index to i64
      %1002 = arith.maximumf %in, %out : f32
      %1003 = arith.cmpf ogt, %in, %out : f32
      %1004 = arith.select %1003, %1001, %out_414 : i64
      linalg.yield %1002, %1004 : f32, i64
    } -> (tensor<8x4x128xf32>, tensor<8x4x128xi64>)
    %expanded_98 = tensor.expand_shape %252#0 [[0], [1], [2, 3]] output_shape [8, 4, 128, 1] : tensor<8x4x128xf32> into tensor<8x4x128x1xf32>
    %253 = linalg.generic {indexing_maps = [#map4, #map6, #map4], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%251, %expanded_98 : tensor<8x4x128x128xf32>, tensor<8x4x128x1xf32>) outs(%71 : tensor<8x4x128x128xf32>) {
    ^bb0(%in: f32, %in_414: f32, %out: f32):
      %1000 = arith.subf %in, %in_414 : f32
      linalg.yield %1000 : f32
    } -> tensor<8x4x128x128xf32>
    %254 = linalg.generic {indexing_maps = [#map4, #map4], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%253 : tensor<8x4x128x128xf32>) outs(%71 : tensor<8x4x128x128xf32>) {
    ^bb0(%in: f32, %out: f32):
      %1000 = math.exp %in : f32
      linalg.yield %1000 : f32
    } -> tensor<8x4x128x128xf32>
    %255 = linalg.generic {indexing_maps = [#map4, #map6], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%254 : tensor<8x4x128x128xf32>) outs(%91 : tensor<8x4x128x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %1000 = arith.addf %in, %out : f32
      linalg.yield %1000 : f32
    } -> tensor<8x4x128x1xf32>
    %256 = linalg.generic {indexing_maps = [#map4, #map6, #map4], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%254, %255 : tensor<8x4x128x128xf32>, tensor<8x4x128x1xf32>) outs(%71 : tensor<8x4x128x128xf32>) {
    ^bb0(%in: f32, %in_414: f32, %out: f32):
      %1000 = arith.divf %in, %in_414 : f32
      linalg.yield %1000 : f32
    } -> tensor<8x4x128x128xf32>
    %257 = linalg.generic {indexing_maps = [#map4, #map4], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%256 : tensor<8x4x128x128xf32>) outs(%94 : tensor<8x4x128x128xbf16>) {
    ^bb0(%in: f32, %out: bf16):
      %1000 = arith.truncf %in : f32 to bf16
      linalg.yield %1000 : bf16
    } -> tensor<8x4x128x128xbf16>
    %collapsed_99 = tensor.collapse_shape %257 [[0, 1], [2], [3]] : tensor<8x4x128x128xbf16> into tensor<32x128x128xbf16>
    %collapsed_100 = tensor.collapse_shape %transposed_93 [[0, 1], [2], [3]] : tensor<8x4x128x32xbf16> into tensor<32x128x32xbf16>
    %258 = linalg.batch_matmul ins(%collapsed_99, %collapsed_100 : tensor<32x128x128xbf16>, tensor<32x128x32xbf16>) outs(%97 : tensor<32x128x32xf32>) -> tensor<32x128x32xf32>
    %259 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%258 : tensor<32x128x32xf32>) outs(%99 : tensor<32x128x32xbf16>) {
    ^bb0(%in: f32, %out: bf16):
      %1000 = arith.truncf %in : f32 to bf16
      linalg.yield %1000 : bf16
    } -> tensor<32x128x32xbf16>
    %expanded_101 = tensor.expand_shape %259 [[0, 1], [2], [3]] output_shape [8, 4, 128, 32] : tensor<32x128x32xbf16> into tensor<8x4x128x32xbf16>
    %transposed_102 = linalg.transpose ins(%expanded_101 : tensor<8x4x128x32xbf16>) outs(%101 : tensor<8x128x4x32xbf16>) permutation = [0, 2, 1, 3] 
    %transposed_103 = linalg.transpose ins(%arg20 : tensor<128x128xf32>) outs(%16 : tensor<128x128xf32>) permutation = [1, 0] 
    %260 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel", "parallel"]} ins(%transposed_103 : tensor<128x128xf32>) outs(%17 : tensor<128x128xbf16>) {
    ^bb0(%in: f32, %out: bf16):
      %1000 = arith.truncf %in : f32 to bf16
      linalg.yield %1000 : bf16
    } -> tensor<128x128xbf16>
    %collapsed_104 = tensor.collapse_shape %transposed_102 [[0, 1], [2, 3]] : tensor<8x128x4x32xbf16> into tensor<1024x128xbf16>
    %261 = linalg.matmul ins(%collapsed_104, %260 : tensor<1024x128xbf16>, tensor<128x128xbf16>) outs(%22 : tensor<1024x128xf32>) -> tensor<1024x128xf32>
    %262 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel", "parallel"]} ins(%261 : tensor<1024x128xf32>) outs(%24 : tensor<1024x128xbf16>) {
    ^bb0(%in: f32, %out: bf16):
      %1000 = arith.truncf %in : f32 to bf16
      linalg.yield %1000 : bf16
    } -> tensor<1024x128xbf16>
    %expanded_105 = tensor.expand_shape %262 [[0, 1], [2]] output_shape [8, 128, 128] : tensor<1024x128xbf16> into tensor<8x128x128xbf16>
    %263 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%204, %expanded_105 : tensor<8x128x128xf32>, tensor<8x128x128xbf16>) outs(%0 : tensor<8x128x128xf32>) {
    ^bb0(%in: f32, %in_414: bf16, %out: f32):
      %1000 = arith.extf %in_414 : bf16 to f32
      %1001 = arith.addf %in, %1000 : f32
      linalg.yield %1001 : f32
    } -> tensor<8x128x128xf32>
    %264 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%263 : tensor<8x128x128xf32>) outs(%0 : tensor<8x128x128xf32>) {
    ^bb0(%in: f32, %out: f32):
      %1000 = math.fpowi %in, %c2_i64 : f32, i64
      linalg.yield %1000 : f32
    } -> tensor<8x128x128xf32>
    %265 = linalg.generic {indexing_maps = [#map1, #map2], iterator_types = ["parallel", "parallel", "reduction"]} ins(%264 : tensor<8x128x128xf32>) outs(%4 : tensor<8x128x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %1000 = arith.addf %in, %out : f32
      linalg.yield %1000 : f32
    } -> tensor<8x128x1xf32>
    %266 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%265 : tensor<8x128x1xf32>) outs(%3 : tensor<8x128x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %1000 = arith.divf %in, %cst_9 : f32
      linalg.yield %1000 : f32
    } -> tensor<8x128x1xf32>
    %267 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%266 : tensor<8x128x1xf32>) outs(%3 : tensor<8x128x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %1000 = arith.addf %in, %cst_10 : f32
      linalg.yield %1000 : f32
    } -> tensor<8x128x1xf32>
    %268 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%267 : tensor<8x128x1xf32>) outs(%3 : tensor<8x128x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %1000 = math.rsqrt %in : f32
      linalg.yield %1000 : f32
    } -> tensor<8x128x1xf32>
    %269 = linalg.generic {indexing_maps = [#map1, #map2, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%263, %268 : tensor<8x128x128xf32>, tensor<8x128x1xf32>) outs(%0 : tensor<8x128x128xf32>) {
    ^bb0(%in: f32, %in_414: f32, %out: f32):
      %1000 = arith.mulf %in, %in_414 : f32
      linalg.yield %1000 : f32
    } -> tensor<8x128x128xf32>
    %transposed_106 = linalg.transpose ins(%arg21 : tensor<512x128xf32>) outs(%112 : tensor<128x512xf32>) permutation = [1, 0] 
    %270 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel", "parallel"]} ins(%transposed_106 : tensor<128x512xf32>) outs(%113 : tensor<128x512xbf16>) {
    ^bb0(%in: f32, %out: bf16):
      %1000 = arith.truncf %in : f32 to bf16
      linalg.yield %1000 : bf16
    } -> tensor<128x512xbf16>
    %271 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%269 : tensor<8x128x128xf32>) outs(%19 : tensor<8x128x128xbf16>) {
    ^bb0(%in: f32, %out: bf16):
      %1000 = arith.truncf %in : f32 to bf16
      linalg.yield %1000 : bf16
    } -> tensor<8x128x128xbf16>
    %collapsed_107 = tensor.collapse_shape %271 [[0, 1], [2]] : tensor<8x128x128xbf16> into tensor<1024x128xbf16>
    %272 = linalg.matmul ins(%collapsed_107, %270 : tensor<1024x128xbf16>, tensor<128x512xbf16>) outs(%117 : tensor<1024x512xf32>) -> tensor<1024x512xf32>
    %273 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel", "parallel"]} ins(%272 : tensor<1024x512xf32>) outs(%119 : tensor<1024x512xbf16>) {
    ^bb0(%in: f32, %out: bf16):
      %1000 = arith.truncf %in : f32 to bf16
      linalg.yield %1000 : bf16
    } -> tensor<1024x512xbf16>
    %expanded_108 = tensor.expand_shape %273 [[0, 1], [2]] output_shape [8, 128, 512] : tensor<1024x512xbf16> into tensor<8x128x512xbf16>
    %274 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%expanded_108 : tensor<8x128x512xbf16>) outs(%121 : tensor<8x128x512xbf16>) {
    ^bb0(%in: bf16, %out: bf16):
      %1000 = arith.cmpf ugt, %in, %cst_0 : bf16
      %1001 = arith.select %1000, %in, %cst_0 : bf16
      linalg.yield %1001 : bf16
    } -> tensor<8x128x512xbf16>
    %275 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%274 : tensor<8x128x512xbf16>) outs(%121 : tensor<8x128x512xbf16>) {
    ^bb0(%in: bf16, %out: bf16):
      %1000 = math.fpowi %in, %c2_i64 : bf16, i64
      linalg.yield %1000 : bf16
    } -> tensor<8x128x512xbf16>
    %transposed_109 = linalg.transpose ins(%arg22 : tensor<128x512xf32>) outs(%124 : tensor<512x128xf32>) permutation = [1, 0] 
    %276 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel", "parallel"]} ins(%transposed_109 : tensor<512x128xf32>) outs(%125 : tensor<512x128xbf16>) {
    ^bb0(%in: f32, %out: bf16):
      %1000 = arith.truncf %in : f32 to bf16
      linalg.yield %1000 : bf16
    } -> tensor<512x128xbf16>
    %collapsed_110 = tensor.collapse_shape %275 [[0, 1], [2]] : tensor<8x128x512xbf16> into tensor<1024x512xbf16>
    %277 = linalg.matmul ins(%collapsed_110, %276 : tensor<1024x512xbf16>, tensor<512x128xbf16>) outs(%22 : tensor<1024x128xf32>) -> tensor<1024x128xf32>
    %278 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel", "parallel"]} ins(%277 : tensor<1024x128xf32>) outs(%24 : tensor<1024x128xbf16>) {
    ^bb0(%in: f32, %out: bf16):
      %1000 = arith.truncf %in : f32 to bf16
      linalg.yield %1000 : bf16
    } -> tensor<1024x128xbf16>
    %expanded_111 = tensor.expand_shape %278 [[0, 1], [2]] output_shape [8, 128, 128] : tensor<1024x128xbf16> into tensor<8x128x128xbf16>
    %279 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%263, %expanded_111 : tensor<8x128x128xf32>, tensor<8x128x128xbf16>) outs(%0 : tensor<8x128x128xf32>) {
    ^bb0(%in: f32, %in_414: bf16, %out: f32):
      %1000 = arith.extf %in_414 : bf16 to f32
      %1001 = arith.addf %in, %1000 : f32
      linalg.yield %1001 : f32
    } -> tensor<8x128x128xf32>
    %280 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%279 : tensor<8x128x128xf32>) outs(%0 : tensor<8x128x128xf32>) {
    ^bb0(%in: f32, %out: f32):
      %1000 = math.fpowi %in, %c2_i64 : f32, i64
      linalg.yield %1000 : f32
    } -> tensor<8x128x128xf32>
    %281 = linalg.generic {indexing_maps = [#map1, #map2], iterator_types = ["parallel", "parallel", "reduction"]} ins(%280 : tensor<8x128x128xf32>) outs(%4 : tensor<8x128x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %1000 = arith.addf %in, %out : f32
      linalg.yield %1000 : f32
    } -> tensor<8x128x1xf32>
    %282 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%281 : tensor<8x128x1xf32>) outs(%3 : tensor<8x128x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %1000 = arith.divf %in, %cst_9 : f32
      linalg.yield %1000 : f32
    } -> tensor<8x128x1xf32>
    %283 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%282 : tensor<8x128x1xf32>) outs(%3 : tensor<8x128x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %1000 = arith.addf %in, %cst_10 : f32
      linalg.yield %1000 : f32
    } -> tensor<8x128x1xf32>
    %284 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%283 : tensor<8x128x1xf32>) outs(%3 : tensor<8x128x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %1000 = math.rsqrt %in : f32
      linalg.yield %1000 : f32
    } -> tensor<8x128x1xf32>
    %285 = linalg.generic {indexing_maps = [#map1, #map2, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%279, %284 : tensor<8x128x128xf32>, tensor<8x128x1xf32>) outs(%0 : tensor<8x128x128xf32>) {
    ^bb0(%in: f32, %in_414: f32, %out: f32):
      %1000 = arith.mulf %in, %in_414 : f32
      linalg.yield %1000 : f32
    } -> tensor<8x128x128xf32>
    %transposed_112 = linalg.transpose ins(%arg23 : tensor<128x128xf32>) outs(%16 : tensor<128x128xf32>) permutation = [1, 0] 
    %286 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel", "parallel"]} ins(%transposed_112 : tensor<128x128xf32>) outs(%17 : tensor<128x128xbf16>) {
    ^bb0(%in: f32, %out: bf16):
      %1000 = arith.truncf %in : f32 to bf16
      linalg.yield %1000 : bf16
    } -> tensor<128x128xbf16>
    %287 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%285 : tensor<8x128x128xf32>) outs(%19 : tensor<8x128x128xbf16>) {
    ^bb0(%in: f32, %out: bf16):
      %1000 = arith.truncf %in : f32 to bf16
      linalg.yield %1000 : bf16
    } -> tensor<8x128x128xbf16>
    %collapsed_113 = tensor.collapse_shape %287 [[0, 1], [2]] : tensor<8x128x128xbf16> into tensor<1024x128xbf16>
    %288 = linalg.matmul ins(%collapsed_113, %286 : tensor<1024x128xbf16>, tensor<128x128xbf16>) outs(%22 : tensor<1024x128xf32>) -> tensor<1024x128xf32>
    %289 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel", "parallel"]} ins(%288 : tensor<1024x128xf32>) outs(%24 : tensor<1024x128xbf16>) {
    ^bb0(%in: f32, %out: bf16):
      %1000 = arith.truncf %in : f32 to bf16
      linalg.yield %1000 : bf16
    } -> tensor<1024x128xbf16>
    %expanded_114 = tensor.expand_shape %289 [[0, 1], [2, 3]] output_shape [8, 128, 4, 32] : tensor<1024x128xbf16> into tensor<8x128x4x32xbf16>
    %transposed_115 = linalg.transpose ins(%arg24 : tensor<128x128xf32>) outs(%16 : tensor<128x128xf32>) permutation = [1, 0] 
    %290 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel", "parallel"]} ins(%transposed_115 : tensor<128x128xf32>) outs(%17 : tensor<128x128xbf16>) {
    ^bb0(%in: f32, %out: bf16):
      %1000 = arith.truncf %in : f32 to bf16
      linalg.yield %1000 : bf16
    } -> tensor<128x128xbf16>
    %291 = linalg.matmul ins(%collapsed_113, %290 : tensor<1024x128xbf16>, tensor<128x128xbf16>) outs(%22 : tensor<1024x128xf32>) -> tensor<1024x128xf32>
    %292 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel", "parallel"]} ins(%291 : tensor<1024x128xf32>) outs(%24 : tensor<1024x128xbf16>) {
    ^bb0(%in: f32, %out: bf16):
      %1000 = arith.truncf %in : f32 to bf16
      linalg.yield %1000 : bf16
    } -> tensor<1024x128xbf16>
    %expanded_116 = tensor.expand_shape %292 [[0, 1], [2, 3]] output_shape [8, 128, 4, 32] : tensor<1024x128xbf16> into tensor<8x128x4x32xbf16>
    %transposed_117 = linalg.transpose ins(%arg25 : tensor<128x128xf32>) outs(%16 : tensor<128x128xf32>) permutation = [1, 0] 
    %293 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel", "parallel"]} ins(%transposed_117 : tensor<128x128xf32>) outs(%17 : tensor<128x128xbf16>) {
    ^bb0(%in: f32, %out: bf16):
      %1000 = arith.truncf %in : f32 to bf16
      linalg.yield %1000 : bf16
    } -> tensor<128x128xbf16>
    %294 = linalg.matmul ins(%collapsed_113, %293 : tensor<1024x128xbf16>, tensor<128x128xbf16>) outs(%22 : tensor<1024x128xf32>) -> tensor<1024x128xf32>
    %295 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel", "parallel"]} ins(%294 : tensor<1024x128xf32>) outs(%24 : tensor<1024x128xbf16>) {
    ^bb0(%in: f32, %out: bf16):
      %1000 = arith.truncf %in : f32 to bf16
      linalg.yield %1000 : bf16
    } -> tensor<1024x128xbf16>
    %expanded_118 = tensor.expand_shape %295 [[0, 1], [2, 3]] output_shape [8, 128, 4, 32] : tensor<1024x128xbf16> into tensor<8x128x4x32xbf16>
    %extracted_slice_119 = tensor.extract_slice %expanded_114[0, 0, 0, 0] [8, 128, 4, 16] [1, 1, 1, 1] : tensor<8x128x4x32xbf16> to tensor<8x128x4x16xbf16>
    %extracted_slice_120 = tensor.extract_slice %expanded_114[0, 0, 0, 16] [8, 128, 4, 16] [1, 1, 1, 1] : tensor<8x128x4x32xbf16> to tensor<8x128x4x16xbf16>
    %296 = linalg.generic {indexing_maps = [#map4, #map5, #map4], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%extracted_slice_119, %arg2 : tensor<8x128x4x16xbf16>, tensor<1x128x1x16xf32>) outs(%32 : tensor<8x128x4x16xf32>) {
    ^bb0(%in: bf16, %in_414: f32, %out: f32):
      %1000 = arith.extf %in : bf16 to f32
      %1001 = arith.mulf %1000, %in_414 : f32
      linalg.yield %1001 : f32
    } -> tensor<8x128x4x16xf32>
    %297 = linalg.generic {indexing_maps = [#map4, #map5, #map4], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%extracted_slice_120, %arg3 : tensor<8x128x4x16xbf16>, tensor<1x128x1x16xf32>) outs(%32 : tensor<8x128x4x16xf32>) {
    ^bb0(%in: bf16, %in_414: f32, %out: f32):
      %1000 = arith.extf %in : bf16 to f32
      %1001 = arith.mulf %1000, %in_414 : f32
      linalg.yield %1001 : f32
    } -> tensor<8x128x4x16xf32>
    %298 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%296, %297 : tensor<8x128x4x16xf32>, tensor<8x128x4x16xf32>) outs(%32 : tensor<8x128x4x16xf32>) {
    ^bb0(%in: f32, %in_414: f32, %out: f32):
      %1000 = arith.addf %in, %in_414 : f32
      linalg.yield %1000 : f32
    } -> tensor<8x128x4x16xf32>
    %299 = linalg.generic {indexing_maps = [#map4, #map5, #map4], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%extracted_slice_120, %arg2 : tensor<8x128x4x16xbf16>, tensor<1x128x1x16xf32>) outs(%32 : tensor<8x128x4x16xf32>) {
    ^bb0(%in: bf16, %in_414: f32, %out: f32):
      %1000 = arith.extf %in : bf16 to f32
      %1001 = arith.mulf %1000, %in_414 : f32
      linalg.yield %1001 : f32
    } -> tensor<8x128x4x16xf32>
    %300 = linalg.generic {indexing_maps = [#map4, #map5, #map4], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%extracted_slice_119, %arg3 : tensor<8x128x4x16xbf16>, tensor<1x128x1x16xf32>) outs(%32 : tensor<8x128x4x16xf32>) {
    ^bb0(%in: bf16, %in_414: f32, %out: f32):
      %1000 = arith.extf %in : bf16 to f32
      %1001 = arith.mulf %1000, %in_414 : f32
      linalg.yield %1001 : f32
    } -> tensor<8x128x4x16xf32>
    %301 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%299, %300 : tensor<8x128x4x16xf32>, tensor<8x128x4x16xf32>) outs(%32 : tensor<8x128x4x16xf32>) {
    ^bb0(%in: f32, %in_414: f32, %out: f32):
      %1000 = arith.subf %in, %in_414 : f32
      linalg.yield %1000 : f32
    } -> tensor<8x128x4x16xf32>
    %concat_121 = tensor.concat dim(3) %298, %301 : (tensor<8x128x4x16xf32>, tensor<8x128x4x16xf32>) -> tensor<8x128x4x32xf32>
    %302 = linalg.generic {indexing_maps = [#map4, #map4], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%concat_121 : tensor<8x128x4x32xf32>) outs(%39 : tensor<8x128x4x32xf32>) {
    ^bb0(%in: f32, %out: f32):
      %1000 = math.fpowi %in, %c2_i64 : f32, i64
      linalg.yield %1000 : f32
    } -> tensor<8x128x4x32xf32>
    %303 = linalg.generic {indexing_maps = [#map4, #map6], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%302 : tensor<8x128x4x32xf32>) outs(%42 : tensor<8x128x4x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %1000 = arith.addf %in, %out : f32
      linalg.yield %1000 : f32
    } -> tensor<8x128x4x1xf32>
    %304 = linalg.generic {indexing_maps = [#map4, #map4], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%303 : tensor<8x128x4x1xf32>) outs(%41 : tensor<8x128x4x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %1000 = arith.divf %in, %cst_11 : f32
      linalg.yield %1000 : f32
    } -> tensor<8x128x4x1xf32>
    %305 = linalg.generic {indexing_maps = [#map4, #map4], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%304 : tensor<8x128x4x1xf32>) outs(%41 : tensor<8x128x4x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %1000 = arith.addf %in, %cst_10 : f32
      linalg.yield %1000 : f32
    } -> tensor<8x128x4x1xf32>
    %306 = linalg.generic {indexing_maps = [#map4, #map4], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%305 : tensor<8x128x4x1xf32>) outs(%41 : tensor<8x128x4x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %1000 = math.rsqrt %in : f32
      linalg.yield %1000 : f32
    } -> tensor<8x128x4x1xf32>
    %307 = linalg.generic {indexing_maps = [#map4, #map6, #map4], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%concat_121, %306 : tensor<8x128x4x32xf32>, tensor<8x128x4x1xf32>) outs(%39 : tensor<8x128x4x32xf32>) {
    ^bb0(%in: f32, %in_414: f32, %out: f32):
      %1000 = arith.mulf %in, %in_414 : f32
      linalg.yield %1000 : f32
    } -> tensor<8x128x4x32xf32>
    %extracted_slice_122 = tensor.extract_slice %expanded_116[0, 0, 0, 0] [8, 128, 4, 16] [1, 1, 1, 1] : tensor<8x128x4x32xbf16> to tensor<8x128x4x16xbf16>
    %extracted_slice_123 = tensor.extract_slice %expanded_116[0, 0, 0, 16] [8, 128, 4, 16] [1, 1, 1, 1] : tensor<8x128x4x32xbf16> to tensor<8x128x4x16xbf16>
    %308 = linalg.generic {indexing_maps = [#map4, #map5, #map4], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%extracted_slice_122, %arg2 : tensor<8x128x4x16xbf16>, tensor<1x128x1x16xf32>) outs(%32 : tensor<8x128x4x16xf32>) {
    ^bb0(%in: bf16, %in_414: f32, %out: f32):
      %1000 = arith.extf %in : bf16 to f32
      %1001 = arith.mulf %1000, %in_414 : f32
      linalg.yield %1001 : f32
    } -> tensor<8x128x4x16xf32>
    %309 = linalg.generic {indexing_maps = [#map4, #map5, #map4], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%extracted_slice_123, %arg3 : tensor<8x128x4x16xbf16>, tensor<1x128x1x16xf32>) outs(%32 : tensor<8x128x4x16xf32>) {
    ^bb0(%in: bf16, %in_414: f32, %out: f32):
      %1000 = arith.extf %in : bf16 to f32
      %1001 = arith.mulf %1000, %in_414 : f32
      linalg.yield %1001 : f32
    } -> tensor<8x128x4x16xf32>
    %310 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%308, %309 : tensor<8x128x4x16xf32>, tensor<8x128x4x16xf32>) outs(%32 : tensor<8x128x4x16xf32>) {
    ^bb0(%in: f32, %in_414: f32, %out: f32):
      %1000 = arith.addf %in, %in_414 : f32
      linalg.yield %1000 : f32
    } -> tensor<8x128x4x16xf32>
    %311 = linalg.generic {indexing_maps = [#map4, #map5, #map4], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%extracted_slice_123, %arg2 : tensor<8x128x4x16xbf16>, tensor<1x128x1x16xf32>) outs(%32 : tensor<8x128x4x16xf32>) {
    ^bb0(%in: bf16, %in_414: f32, %out: f32):
      %1000 = arith.extf %in : bf16 to f32
      %1001 = arith.mulf %1000, %in_414 : f32
      linalg.yield %1001 : f32
    } -> tensor<8x128x4x16xf32>
    %312 = linalg.generic {indexing_maps = [#map4, #map5, #map4], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%extracted_slice_122, %arg3 : tensor<8x128x4x16xbf16>, tensor<1x128x1x16xf32>) outs(%32 : tensor<8x128x4x16xf32>) {
    ^bb0(%in: bf16, %in_414: f32, %out: f32):
      %1000 = arith.extf %in : bf16 to f32
      %1001 = arith.mulf %1000, %in_414 : f32
      linalg.yield %1001 : f32
    } -> tensor<8x128x4x16xf32>
    %313 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%311, %312 : tensor<8x128x4x16xf32>, tensor<8x128x4x16xf32>) outs(%32 : tensor<8x128x4x16xf32>) {
    ^bb0(%in: f32, %in_414: f32, %out: f32):
      %1000 = arith.subf %in, %in_414 : f32
      linalg.yield %1000 : f32
    } -> tensor<8x128x4x16xf32>
    %concat_124 = tensor.concat dim(3) %310, %313 : (tensor<8x128x4x16xf32>, tensor<8x128x4x16xf32>) -> tensor<8x128x4x32xf32>
    %314 = linalg.generic {indexing_maps = [#map4, #map4], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%concat_124 : tensor<8x128x4x32xf32>) outs(%39 : tensor<8x128x4x32xf32>) {
    ^bb0(%in: f32, %out: f32):
      %1000 = math.fpowi %in, %c2_i64 : f32, i64
      linalg.yield %1000 : f32
    } -> tensor<8x128x4x32xf32>
    %315 = linalg.generic {indexing_maps = [#map4, #map6], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%314 : tensor<8x128x4x32xf32>) outs(%42 : tensor<8x128x4x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %1000 = arith.addf %in, %out : f32
      linalg.yield %1000 : f32
    } -> tensor<8x128x4x1xf32>
    %316 = linalg.generic {indexing_maps = [#map4, #map4], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%315 : tensor<8x128x4x1xf32>) outs(%41 : tensor<8x128x4x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %1000 = arith.divf %in, %cst_11 : f32
      linalg.yield %1000 : f32
    } -> tensor<8x128x4x1xf32>
    %317 = linalg.generic {indexing_maps = [#map4, #map4], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%316 : tensor<8x128x4x1xf32>) outs(%41 : tensor<8x128x4x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %1000 = arith.addf %in, %cst_10 : f32
      linalg.yield %1000 : f32
    } -> tensor<8x128x4x1xf32>
    %318 = linalg.generic {indexing_maps = [#map4, #map4], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%317 : tensor<8x128x4x1xf32>) outs(%41 : tensor<8x128x4x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %1000 = math.rsqrt %in : f32
      linalg.yield %1000 : f32
    } -> tensor<8x128x4x1xf32>
    %319 = linalg.generic {indexing_maps = [#map4, #map6, #map4], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%concat_124, %318 : tensor<8x128x4x32xf32>, tensor<8x128x4x1xf32>) outs(%39 : tensor<8x128x4x32xf32>) {
    ^bb0(%in: f32, %in_414: f32, %out: f32):
      %1000 = arith.mulf %in, %in_414 : f32
      linalg.yield %1000 : f32
    } -> tensor<8x128x4x32xf32>
    %transposed_125 = linalg.transpose ins(%307 : tensor<8x128x4x32xf32>) outs(%60 : tensor<8x4x128x32xf32>) permutation = [0, 2, 1, 3] 
    %transposed_126 = linalg.transpose ins(%expanded_118 : tensor<8x128x4x32xbf16>) outs(%61 : tensor<8x4x128x32xbf16>) permutation = [0, 2, 1, 3] 
    %transposed_127 = linalg.transpose ins(%319 : tensor<8x128x4x32xf32>) outs(%62 : tensor<8x4x32x128xf32>) permutation = [0, 2, 3, 1] 
    %320 = linalg.generic {indexing_maps = [#map4, #map4], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%transposed_127 : tensor<8x4x32x128xf32>) outs(%63 : tensor<8x4x32x128xbf16>) {
    ^bb0(%in: f32, %out: bf16):
      %1000 = arith.truncf %in : f32 to bf16
      linalg.yield %1000 : bf16
    } -> tensor<8x4x32x128xbf16>
    %321 = linalg.generic {indexing_maps = [#map4, #map4], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%transposed_125 : tensor<8x4x128x32xf32>) outs(%61 : tensor<8x4x128x32xbf16>) {
    ^bb0(%in: f32, %out: bf16):
      %1000 = arith.truncf %in : f32 to bf16
      linalg.yield %1000 : bf16
    } -> tensor<8x4x128x32xbf16>
    %collapsed_128 = tensor.collapse_shape %321 [[0, 1], [2], [3]] : tensor<8x4x128x32xbf16> into tensor<32x128x32xbf16>
    %collapsed_129 = tensor.collapse_shape %320 [[0, 1], [2], [3]] : tensor<8x4x32x128xbf16> into tensor<32x32x128xbf16>
    %322 = linalg.batch_matmul ins(%collapsed_128, %collapsed_129 : tensor<32x128x32xbf16>, tensor<32x32x128xbf16>) outs(%67 : tensor<32x128x128xf32>) -> tensor<32x128x128xf32>
    %323 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%322 : tensor<32x128x128xf32>) outs(%69 : tensor<32x128x128xbf16>) {
    ^bb0(%in: f32, %out: bf16):
      %1000 = arith.truncf %in : f32 to bf16
      linalg.yield %1000 : bf16
    } -> tensor<32x128x128xbf16>
    %expanded_130 = tensor.expand_shape %323 [[0, 1], [2], [3]] output_shape [8, 4, 128, 128] : tensor<32x128x128xbf16> into tensor<8x4x128x128xbf16>
    %324 = linalg.generic {indexing_maps = [#map4, #map4], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%expanded_130 : tensor<8x4x128x128xbf16>) outs(%71 : tensor<8x4x128x128xf32>) {
    ^bb0(%in: bf16, %out: f32):
      %1000 = arith.extf %in : bf16 to f32
      linalg.yield %1000 : f32
    } -> tensor<8x4x128x128xf32>
    %325 = linalg.generic {indexing_maps = [#map4, #map4], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%324 : tensor<8x4x128x128xf32>) outs(%71 : tensor<8x4x128x128xf32>) {
    ^bb0(%in: f32, %out: f32):
      %1000 = arith.truncf %cst_8 : f64 to f32
      %1001 = arith.mulf %in, %1000 : f32
      linalg.yield %1001 : f32
    } -> tensor<8x4x128x128xf32>
    %326 = linalg.generic {indexing_maps = [#map10, #map11, #map4, #map4], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%81, %cst_6, %325 : tensor<128x128xi1>, tensor<f32>, tensor<8x4x128x128xf32>) outs(%71 : tensor<8x4x128x128xf32>) {
    ^bb0(%in: i1, %in_414: f32, %in_415: f32, %out: f32):
      %1000 = arith.select %in, %in_414, %in_415 : f32
      linalg.yield %1000 : f32
    } -> tensor<8x4x128x128xf32>
    %327:2 = linalg.generic {indexing_maps = [#map4, #map12, #map12], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%326 : tensor<8x4x128x128xf32>) outs(%86, %84 : tensor<8x4x128xf32>, tensor<8x4x128xi64>) {
    ^bb0(%in: f32, %out: f32, %out_414: i64):
      %1000 = linalg.index 3 : index
      %1001 = arith.index_cast %1000 : index to i64
      %1002 = arith.maximumf %in, %out : f32
      %1003 = arith.cmpf ogt, %in, %out : f32
      %1004 = arith.select %1003, %1001, %out_414 : i64
      linalg.yield %1002, %1004 : f32, i64
    } -> (tensor<8x4x128xf32>, tensor<8x4x128xi64>)
    %expanded_131 = tensor.expand_shape %327#0 [[0], [1], [2, 3]] output_shape [8, 4, 128, 1] : tensor<8x4x128xf32> into tensor<8x4x128x1xf32>
    %328 = linalg.generic {indexing_maps = [#map4, #map6, #map4], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%326, %expanded_131 : tensor<8x4x128x128xf32>, tensor<8x4x128x1xf32>) outs(%71 : tensor<8x4x128x128xf32>) {
    ^bb0(%in: f32, %in_414: f32, %out: f32):
      %1000 = arith.subf %in, %in_414 : f32
      linalg.yield %1000 : f32
    } -> tensor<8x4x128x128xf32>
    %329 = linalg.generic {indexing_maps = [#map4, #map4], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%328 : tensor<8x4x128x128xf32>) outs(%71 : tensor<8x4x128x128xf32>) {
    ^bb0(%in: f32, %out: f32):
      %1000 = math.exp %in : f32
      linalg.yield %1000 : f32
    } -> tensor<8x4x128x128xf32>
    %330 = linalg.generic {indexing_maps = [#map4, #map6], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%329 : tensor<8x4x128x128xf32>) outs(%91 : tensor<8x4x128x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %1000 = arith.addf %in, %out : f32
      linalg.yield %1000 : f32
    } -> tensor<8x4x128x1xf32>
    %331 = linalg.generic {indexing_maps = [#map4, #map6, #map4], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%329, %330 : tensor<8x4x128x128xf32>, tensor<8x4x128x1xf32>) outs(%71 : tensor<8x4x128x128xf32>) {
    ^bb0(%in: f32, %in_414: f32, %out: f32):
      %1000 = arith.divf %in, %in_414 : f32
      linalg.yield %1000 : f32
    } -> tensor<8x4x128x128xf32>
    %332 = linalg.generic {indexing_maps = [#map4, #map4], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%331 : tensor<8x4x128x128xf32>) outs(%94 : tensor<8x4x128x128xbf16>) {
    ^bb0(%in: f32, %out: bf16):
      %1000 = arith.truncf %in : f32 to bf16
      linalg.yield %1000 : bf16
    } -> tensor<8x4x128x128xbf16>
    %collapsed_132 = tensor.collapse_shape %332 [[0, 1], [2], [3]] : tensor<8x4x128x128xbf16> into tensor<32x128x128xbf16>
    %collapsed_133 = tensor.collapse_shape %transposed_126 [[0, 1], [2], [3]] : tensor<8x4x128x32xbf16> into tensor<32x128x32xbf16>
    %333 = linalg.batch_matmul ins(%collapsed_132, %collapsed_133 : tensor<32x128x128xbf16>, tensor<32x128x32xbf16>) outs(%97 : tensor<32x128x32xf32>) -> tensor<32x128x32xf32>
    %334 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%333 : tensor<32x128x32xf32>) outs(%99 : tensor<32x128x32xbf16>) {
    ^bb0(%in: f32, %out: bf16):
      %1000 = arith.truncf %in : f32 to bf16
      linalg.yield %1000 : bf16
    } -> tensor<32x128x32xbf16>
    %expanded_134 = tensor.expand_shape %334 [[0, 1], [2], [3]] output_shape [8, 4, 128, 32] : tensor<32x128x32xbf16> into tensor<8x4x128x32xbf16>
    %transposed_135 = linalg.transpose ins(%expanded_134 : tensor<8x4x128x32xbf16>) outs(%101 : tensor<8x128x4x32xbf16>) permutation = [0, 2, 1, 3] 
    %transposed_136 = linalg.transpose ins(%arg26 : tensor<128x128xf32>) outs(%16 : tensor<128x128xf32>) permutation = [1, 0] 
    %335 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel", "parallel"]} ins(%transposed_136 : tensor<128x128xf32>) outs(%17 : tensor<128x128xbf16>) {
    ^bb0(%in: f32, %out: bf16):
      %1000 = arith.truncf %in : f32 to bf16
      linalg.yield %1000 : bf16
    } -> tensor<128x128xbf16>
    %collapsed_137 = tensor.collapse_shape %transposed_135 [[0, 1], [2, 3]] : tensor<8x128x4x32xbf16> into tensor<1024x128xbf16>
    %336 = linalg.matmul ins(%collapsed_137, %335 : tensor<1024x128xbf16>, tensor<128x128xbf16>) outs(%22 : tensor<1024x128xf32>) -> tensor<1024x128xf32>
    %337 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel", "parallel"]} ins(%336 : tensor<1024x128xf32>) outs(%24 : tensor<1024x128xbf16>) {
    ^bb0(%in: f32, %out: bf16):
      %1000 = arith.truncf %in : f32 to bf16
      linalg.yield %1000 : bf16
    } -> tensor<1024x128xbf16>
    %expanded_138 = tensor.expand_shape %337 [[0, 1], [2]] output_shape [8, 128, 128] : tensor<1024x128xbf16> into tensor<8x128x128xbf16>
    %338 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%279, %expanded_138 : tensor<8x128x128xf32>, tensor<8x128x128xbf16>) outs(%0 : tensor<8x128x128xf32>) {
    ^bb0(%in: f32, %in_414: bf16, %out: f32):
      %1000 = arith.extf %in_414 : bf16 to f32
      %1001 = arith.addf %in, %1000 : f32
      linalg.yield %1001 : f32
    } -> tensor<8x128x128xf32>
    %339 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%338 : tensor<8x128x128xf32>) outs(%0 : tensor<8x128x128xf32>) {
    ^bb0(%in: f32, %out: f32):
      %1000 = math.fpowi %in, %c2_i64 : f32, i64
      linalg.yield %1000 : f32
    } -> tensor<8x128x128xf32>
    %340 = linalg.generic {indexing_maps = [#map1, #map2], iterator_types = ["parallel", "parallel", "reduction"]} ins(%339 : tensor<8x128x128xf32>) outs(%4 : tensor<8x128x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %1000 = arith.addf %in, %out : f32
      linalg.yield %1000 : f32
    } -> tensor<8x128x1xf32>
    %341 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%340 : tensor<8x128x1xf32>) outs(%3 : tensor<8x128x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %1000 = arith.divf %in, %cst_9 : f32
      linalg.yield %1000 : f32
    } -> tensor<8x128x1xf32>
    %342 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%341 : tensor<8x128x1xf32>) outs(%3 : tensor<8x128x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %1000 = arith.addf %in, %cst_10 : f32
      linalg.yield %1000 : f32
    } -> tensor<8x128x1xf32>
    %343 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%342 : tensor<8x128x1xf32>) outs(%3 : tensor<8x128x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %1000 = math.rsqrt %in : f32
      linalg.yield %1000 : f32
    } -> tensor<8x128x1xf32>
    %344 = linalg.generic {indexing_maps = [#map1, #map2, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%338, %343 : tensor<8x128x128xf32>, tensor<8x128x1xf32>) outs(%0 : tensor<8x128x128xf32>) {
    ^bb0(%in: f32, %in_414: f32, %out: f32):
      %1000 = arith.mulf %in, %in_414 : f32
      linalg.yield %1000 : f32
    } -> tensor<8x128x128xf32>
    %transposed_139 = linalg.transpose ins(%arg27 : tensor<512x128xf32>) outs(%112 : tensor<128x512xf32>) permutation = [1, 0] 
    %345 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel", "parallel"]} ins(%transposed_139 : tensor<128x512xf32>) outs(%113 : tensor<128x512xbf16>) {
    ^bb0(%in: f32, %out: bf16):
      %1000 = arith.truncf %in : f32 to bf16
      linalg.yield %1000 : bf16
    } -> tensor<128x512xbf16>
    %346 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%344 : tensor<8x128x128xf32>) outs(%19 : tensor<8x128x128xbf16>) {
    ^bb0(%in: f32, %out: bf16):
      %1000 = arith.truncf %in : f32 to bf16
      linalg.yield %1000 : bf16
    } -> tensor<8x128x128xbf16>
    %collapsed_140 = tensor.collapse_shape %346 [[0, 1], [2]] : tensor<8x128x128xbf16> into tensor<1024x128xbf16>
    %347 = linalg.matmul ins(%collapsed_140, %345 : tensor<1024x128xbf16>, tensor<128x512xbf16>) outs(%117 : tensor<1024x512xf32>) -> tensor<1024x512xf32>
    %348 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel", "parallel"]} ins(%347 : tensor<1024x512xf32>) outs(%119 : tensor<1024x512xbf16>) {
    ^bb0(%in: f32, %out: bf16):
      %1000 = arith.truncf %in : f32 to bf16
      linalg.yield %1000 : bf16
    } -> tensor<1024x512xbf16>
    %expanded_141 = tensor.expand_shape %348 [[0, 1], [2]] output_shape [8, 128, 512] : tensor<1024x512xbf16> into tensor<8x128x512xbf16>
    %349 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%expanded_141 : tensor<8x128x512xbf16>) outs(%121 : tensor<8x128x512xbf16>) {
    ^bb0(%in: bf16, %out: bf16):
      %1000 = arith.cmpf ugt, %in, %cst_0 : bf16
      %1001 = arith.select %1000, %in, %cst_0 : bf16
      linalg.yield %1001 : bf16
    } -> tensor<8x128x512xbf16>
    %350 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%349 : tensor<8x128x512xbf16>) outs(%121 : tensor<8x128x512xbf16>) {
    ^bb0(%in: bf16, %out: bf16):
      %1000 = math.fpowi %in, %c2_i64 : bf16, i64
      linalg.yield %1000 : bf16
    } -> tensor<8x128x512xbf16>
    %transposed_142 = linalg.transpose ins(%arg28 : tensor<128x512xf32>) outs(%124 : tensor<512x128xf32>) permutation = [1, 0] 
    %351 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel", "parallel"]} ins(%transposed_142 : tensor<512x128xf32>) outs(%125 : tensor<512x128xbf16>) {
    ^bb0(%in: f32, %out: bf16):
      %1000 = arith.truncf %in : f32 to bf16
      linalg.yield %1000 : bf16
    } -> tensor<512x128xbf16>
    %collapsed_143 = tensor.collapse_shape %350 [[0, 1], [2]] : tensor<8x128x512xbf16> into tensor<1024x512xbf16>
    %352 = linalg.matmul ins(%collapsed_143, %351 : tensor<1024x512xbf16>, tensor<512x128xbf16>) outs(%22 : tensor<1024x128xf32>) -> tensor<1024x128xf32>
    %353 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel", "parallel"]} ins(%352 : tensor<1024x128xf32>) outs(%24 : tensor<1024x128xbf16>) {
    ^bb0(%in: f32, %out: bf16):
      %1000 = arith.truncf %in : f32 to bf16
      linalg.yield %1000 : bf16
    } -> tensor<1024x128xbf16>
    %expanded_144 = tensor.expand_shape %353 [[0, 1], [2]] output_shape [8, 128, 128] : tensor<1024x128xbf16> into tensor<8x128x128xbf16>
    %354 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%338, %expanded_144 : tensor<8x128x128xf32>, tensor<8x128x128xbf16>) outs(%0 : tensor<8x128x128xf32>) {
    ^bb0(%in: f32, %in_414: bf16, %out: f32):
      %1000 = arith.extf %in_414 : bf16 to f32
      %1001 = arith.addf %in, %1000 : f32
      linalg.yield %1001 : f32
    } -> tensor<8x128x128xf32>
    %355 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%354 : tensor<8x128x128xf32>) outs(%0 : tensor<8x128x128xf32>) {
    ^bb0(%in: f32, %out: f32):
      %1000 = math.fpowi %in, %c2_i64 : f32, i64
      linalg.yield %1000 : f32
    } -> tensor<8x128x128xf32>
    %356 = linalg.generic {indexing_maps = [#map1, #map2], iterator_types = ["parallel", "parallel", "reduction"]} ins(%355 : tensor<8x128x128xf32>) outs(%4 : tensor<8x128x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %1000 = arith.addf %in, %out : f32
      linalg.yield %1000 : f32
    } -> tensor<8x128x1xf32>
    %357 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%356 : tensor<8x128x1xf32>) outs(%3 : tensor<8x128x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %1000 = arith.divf %in, %cst_9 : f32
      linalg.yield %1000 : f32
    } -> tensor<8x128x1xf32>
    %358 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%357 : tensor<8x128x1xf32>) outs(%3 : tensor<8x128x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %1000 = arith.addf %in, %cst_10 : f32
      linalg.yield %1000 : f32
    } -> tensor<8x128x1xf32>
    %359 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%358 : tensor<8x128x1xf32>) outs(%3 : tensor<8x128x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %1000 = math.rsqrt %in : f32
      linalg.yield %1000 : f32
    } -> tensor<8x128x1xf32>
    %360 = linalg.generic {indexing_maps = [#map1, #map2, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%354, %359 : tensor<8x128x128xf32>, tensor<8x128x1xf32>) outs(%0 : tensor<8x128x128xf32>) {
    ^bb0(%in: f32, %in_414: f32, %out: f32):
      %1000 = arith.mulf %in, %in_414 : f32
      linalg.yield %1000 : f32
    } -> tensor<8x128x128xf32>
    %361 = tensor.empty() : tensor<128x256xf32>
    %transposed_145 = linalg.transpose ins(%arg29 : tensor<256x128xf32>) outs(%361 : tensor<128x256xf32>) permutation = [1, 0] 
    %362 = tensor.empty() : tensor<128x256xbf16>
    %363 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel", "parallel"]} ins(%transposed_145 : tensor<128x256xf32>) outs(%362 : tensor<128x256xbf16>) {
    ^bb0(%in: f32, %out: bf16):
      %1000 = arith.truncf %in : f32 to bf16
      linalg.yield %1000 : bf16
    } -> tensor<128x256xbf16>
    %364 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%360 : tensor<8x128x128xf32>) outs(%19 : tensor<8x128x128xbf16>) {
    ^bb0(%in: f32, %out: bf16):
      %1000 = arith.truncf %in : f32 to bf16
      linalg.yield %1000 : bf16
    } -> tensor<8x128x128xbf16>
    %collapsed_146 = tensor.collapse_shape %364 [[0, 1], [2]] : tensor<8x128x128xbf16> into tensor<1024x128xbf16>
    %365 = tensor.empty() : tensor<1024x256xf32>
    %366 = linalg.fill ins(%cst : f32) outs(%365 : tensor<1024x256xf32>) -> tensor<1024x256xf32>
    %367 = linalg.matmul ins(%collapsed_146, %363 : tensor<1024x128xbf16>, tensor<128x256xbf16>) outs(%366 : tensor<1024x256xf32>) -> tensor<1024x256xf32>
    %368 = tensor.empty() : tensor<1024x256xbf16>
    %369 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel", "parallel"]} ins(%367 : tensor<1024x256xf32>) outs(%368 : tensor<1024x256xbf16>) {
    ^bb0(%in: f32, %out: bf16):
      %1000 = arith.truncf %in : f32 to bf16
      linalg.yield %1000 : bf16
    } -> tensor<1024x256xbf16>
    %expanded_147 = tensor.expand_shape %369 [[0, 1], [2]] output_shape [8, 128, 256] : tensor<1024x256xbf16> into tensor<8x128x256xbf16>
    %370 = tensor.empty() : tensor<8x128x256xf32>
    %371 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%expanded_147 : tensor<8x128x256xbf16>) outs(%370 : tensor<8x128x256xf32>) {
    ^bb0(%in: bf16, %out: f32):
      %1000 = arith.extf %in : bf16 to f32
      linalg.yield %1000 : f32
    } -> tensor<8x128x256xf32>
    %collapsed_148 = tensor.collapse_shape %371 [[0, 1], [2]] : tensor<8x128x256xf32> into tensor<1024x256xf32>
    %collapsed_149 = tensor.collapse_shape %arg1 [[0, 1]] : tensor<8x128xi64> into tensor<1024xi64>
    %372 = tensor.empty() : tensor<1024xi64>
    %373 = linalg.fill ins(%c0_i64 : i64) outs(%372 : tensor<1024xi64>) -> tensor<1024xi64>
    %374 = tensor.empty() : tensor<1024xf32>
    %375 = linalg.fill ins(%cst_1 : f32) outs(%374 : tensor<1024xf32>) -> tensor<1024xf32>
    %376:2 = linalg.generic {indexing_maps = [#map3, #map13, #map13], iterator_types = ["parallel", "reduction"]} ins(%collapsed_148 : tensor<1024x256xf32>) outs(%375, %373 : tensor<1024xf32>, tensor<1024xi64>) {
    ^bb0(%in: f32, %out: f32, %out_414: i64):
      %1000 = linalg.index 1 : index
      %1001 = arith.index_cast %1000 : index to i64
      %1002 = arith.maximumf %in, %out : f32
      %1003 = arith.cmpf ogt, %in, %out : f32
      %1004 = arith.select %1003, %1001, %out_414 : i64
      linalg.yield %1002, %1004 : f32, i64
    } -> (tensor<1024xf32>, tensor<1024xi64>)
    %expanded_150 = tensor.expand_shape %376#0 [[0, 1]] output_shape [1024, 1] : tensor<1024xf32> into tensor<1024x1xf32>
    %377 = linalg.generic {indexing_maps = [#map3, #map9, #map3], iterator_types = ["parallel", "parallel"]} ins(%collapsed_148, %expanded_150 : tensor<1024x256xf32>, tensor<1024x1xf32>) outs(%365 : tensor<1024x256xf32>) {
    ^bb0(%in: f32, %in_414: f32, %out: f32):
      %1000 = arith.subf %in, %in_414 : f32
      linalg.yield %1000 : f32
    } -> tensor<1024x256xf32>
    %378 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel", "parallel"]} ins(%377 : tensor<1024x256xf32>) outs(%365 : tensor<1024x256xf32>) {
    ^bb0(%in: f32, %out: f32):
      %1000 = math.exp %in : f32
      linalg.yield %1000 : f32
    } -> tensor<1024x256xf32>
    %379 = tensor.empty() : tensor<1024x1xf32>
    %380 = linalg.fill ins(%cst : f32) outs(%379 : tensor<1024x1xf32>) -> tensor<1024x1xf32>
    %381 = linalg.generic {indexing_maps = [#map3, #map9], iterator_types = ["parallel", "reduction"]} ins(%378 : tensor<1024x256xf32>) outs(%380 : tensor<1024x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %1000 = arith.addf %in, %out : f32
      linalg.yield %1000 : f32
    } -> tensor<1024x1xf32>
    %382 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel", "parallel"]} ins(%381 : tensor<1024x1xf32>) outs(%379 : tensor<1024x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %1000 = math.log %in : f32
      linalg.yield %1000 : f32
    } -> tensor<1024x1xf32>
    %383 = linalg.generic {indexing_maps = [#map3, #map9, #map3], iterator_types = ["parallel", "parallel"]} ins(%377, %382 : tensor<1024x256xf32>, tensor<1024x1xf32>) outs(%365 : tensor<1024x256xf32>) {
    ^bb0(%in: f32, %in_414: f32, %out: f32):
      %1000 = arith.subf %in, %in_414 : f32
      linalg.yield %1000 : f32
    } -> tensor<1024x256xf32>
    %384 = tensor.empty() : tensor<1024xi1>
    %385 = linalg.generic {indexing_maps = [#map7, #map7], iterator_types = ["parallel"]} ins(%collapsed_149 : tensor<1024xi64>) outs(%384 : tensor<1024xi1>) {
    ^bb0(%in: i64, %out: i1):
      %1000 = arith.cmpi ne, %in, %c-100_i64 : i64
      linalg.yield %1000 : i1
    } -> tensor<1024xi1>
    %386 = linalg.generic {indexing_maps = [#map7, #map7, #map14, #map7], iterator_types = ["parallel"]} ins(%385, %collapsed_149, %cst_15 : tensor<1024xi1>, tensor<1024xi64>, tensor<i64>) outs(%372 : tensor<1024xi64>) {
    ^bb0(%in: i1, %in_414: i64, %in_415: i64, %out: i64):
      %1000 = arith.select %in, %in_414, %in_415 : i64
      linalg.yield %1000 : i64
    } -> tensor<1024xi64>
    %expanded_151 = tensor.expand_shape %386 [[0, 1]] output_shape [1024, 1] : tensor<1024xi64> into tensor<1024x1xi64>
    %387 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel", "parallel"]} ins(%expanded_151 : tensor<1024x1xi64>) outs(%380 : tensor<1024x1xf32>) {
    ^bb0(%in: i64, %out: f32):
      %1000 = linalg.index 0 : index
      %1001 = arith.index_cast %in : i64 to index
      %1002 = arith.cmpi slt, %1001, %c256 : index
      cf.assert %1002, "index must be smaller than dim size"
      %1003 = arith.cmpi sge, %in, %c0_i64 : i64
      cf.assert %1003, "index must be larger or equal to 0"
      %extracted = tensor.extract %383[%1000, %1001] : tensor<1024x256xf32>
      linalg.yield %extracted : f32
    } -> tensor<1024x1xf32>
    %collapsed_152 = tensor.collapse_shape %387 [[0, 1]] : tensor<1024x1xf32> into tensor<1024xf32>
    %388 = linalg.generic {indexing_maps = [#map7, #map7], iterator_types = ["parallel"]} ins(%collapsed_152 : tensor<1024xf32>) outs(%374 : tensor<1024xf32>) {
    ^bb0(%in: f32, %out: f32):
      %1000 = arith.negf %in : f32
      linalg.yield %1000 : f32
    } -> tensor<1024xf32>
    %389 = linalg.generic {indexing_maps = [#map7, #map7, #map14, #map7], iterator_types = ["parallel"]} ins(%385, %388, %cst_5 : tensor<1024xi1>, tensor<1024xf32>, tensor<f32>) outs(%374 : tensor<1024xf32>) {
    ^bb0(%in: i1, %in_414: f32, %in_415: f32, %out: f32):
      %1000 = arith.select %in, %in_414, %in_415 : f32
      linalg.yield %1000 : f32
    } -> tensor<1024xf32>
    %390 = tensor.empty() : tensor<i64>
    %391 = linalg.fill ins(%c0_i64 : i64) outs(%390 : tensor<i64>) -> tensor<i64>
    %392 = linalg.generic {indexing_maps = [#map7, #map14], iterator_types = ["reduction"]} ins(%385 : tensor<1024xi1>) outs(%391 : tensor<i64>) {
    ^bb0(%in: i1, %out: i64):
      %1000 = arith.extui %in : i1 to i64
      %1001 = arith.addi %1000, %out : i64
      linalg.yield %1001 : i64
    } -> tensor<i64>
    %393 = tensor.empty() : tensor<f32>
    %394 = linalg.generic {indexing_maps = [#map15, #map15], iterator_types = []} ins(%392 : tensor<i64>) outs(%393 : tensor<f32>) {
    ^bb0(%in: i64, %out: f32):
      %1000 = arith.sitofp %in : i64 to f32
      linalg.yield %1000 : f32
    } -> tensor<f32>
    %395 = linalg.fill ins(%cst : f32) outs(%393 : tensor<f32>) -> tensor<f32>
    %396 = linalg.generic {indexing_maps = [#map7, #map14], iterator_types = ["reduction"]} ins(%389 : tensor<1024xf32>) outs(%395 : tensor<f32>) {
    ^bb0(%in: f32, %out: f32):
      %1000 = arith.addf %in, %out : f32
      linalg.yield %1000 : f32
    } -> tensor<f32>
    %397 = linalg.generic {indexing_maps = [#map15, #map15, #map15], iterator_types = []} ins(%396, %394 : tensor<f32>, tensor<f32>) outs(%393 : tensor<f32>) {
    ^bb0(%in: f32, %in_414: f32, %out: f32):
      %1000 = arith.divf %in, %in_414 : f32
      linalg.yield %1000 : f32
    } -> tensor<f32>
    %expanded_153 = tensor.expand_shape %collapsed_149 [[0, 1]] output_shape [1024, 1] : tensor<1024xi64> into tensor<1024x1xi64>
    %398 = tensor.empty() : tensor<256xi64>
    %399 = linalg.generic {indexing_maps = [#map7], iterator_types = ["parallel"]} outs(%398 : tensor<256xi64>) {
    ^bb0(%out: i64):
      %1000 = linalg.index 0 : index
      %1001 = arith.index_cast %1000 : index to i64
      linalg.yield %1001 : i64
    } -> tensor<256xi64>
    %400 = tensor.empty() : tensor<1024x256xi1>
    %401 = linalg.generic {indexing_maps = [#map9, #map16, #map3], iterator_types = ["parallel", "parallel"]} ins(%expanded_153, %399 : tensor<1024x1xi64>, tensor<256xi64>) outs(%400 : tensor<1024x256xi1>) {
    ^bb0(%in: i64, %in_414: i64, %out: i1):
      %1000 = arith.cmpi eq, %in, %in_414 : i64
      linalg.yield %1000 : i1
    } -> tensor<1024x256xi1>
    %402 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel", "parallel"]} ins(%401 : tensor<1024x256xi1>) outs(%365 : tensor<1024x256xf32>) {
    ^bb0(%in: i1, %out: f32):
      %1000 = arith.uitofp %in : i1 to f32
      linalg.yield %1000 : f32
    } -> tensor<1024x256xf32>
    %403 = linalg.generic {indexing_maps = [#map15, #map15], iterator_types = []} ins(%cst_4 : tensor<f32>) outs(%393 : tensor<f32>) {
    ^bb0(%in: f32, %out: f32):
      %1000 = arith.negf %in : f32
      linalg.yield %1000 : f32
    } -> tensor<f32>
    %404 = linalg.generic {indexing_maps = [#map15, #map15, #map15], iterator_types = []} ins(%403, %394 : tensor<f32>, tensor<f32>) outs(%393 : tensor<f32>) {
    ^bb0(%in: f32, %in_414: f32, %out: f32):
      %1000 = arith.divf %in, %in_414 : f32
      linalg.yield %1000 : f32
    } -> tensor<f32>
    %405 = linalg.generic {indexing_maps = [#map3, #map17, #map3], iterator_types = ["parallel", "parallel"]} ins(%402, %404 : tensor<1024x256xf32>, tensor<f32>) outs(%365 : tensor<1024x256xf32>) {
    ^bb0(%in: f32, %in_414: f32, %out: f32):
      %1000 = arith.mulf %in, %in_414 : f32
      linalg.yield %1000 : f32
    } -> tensor<1024x256xf32>
    %406 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel", "parallel"]} ins(%383 : tensor<1024x256xf32>) outs(%365 : tensor<1024x256xf32>) {
    ^bb0(%in: f32, %out: f32):
      %1000 = math.exp %in : f32
      linalg.yield %1000 : f32
    } -> tensor<1024x256xf32>
    %407 = linalg.generic {indexing_maps = [#map3, #map9], iterator_types = ["parallel", "reduction"]} ins(%405 : tensor<1024x256xf32>) outs(%380 : tensor<1024x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %1000 = arith.addf %in, %out : f32
      linalg.yield %1000 : f32
    } -> tensor<1024x1xf32>
    %408 = linalg.generic {indexing_maps = [#map3, #map9, #map3], iterator_types = ["parallel", "parallel"]} ins(%406, %407 : tensor<1024x256xf32>, tensor<1024x1xf32>) outs(%365 : tensor<1024x256xf32>) {
    ^bb0(%in: f32, %in_414: f32, %out: f32):
      %1000 = arith.mulf %in, %in_414 : f32
      linalg.yield %1000 : f32
    } -> tensor<1024x256xf32>
    %409 = linalg.generic {indexing_maps = [#map3, #map3, #map3], iterator_types = ["parallel", "parallel"]} ins(%405, %408 : tensor<1024x256xf32>, tensor<1024x256xf32>) outs(%365 : tensor<1024x256xf32>) {
    ^bb0(%in: f32, %in_414: f32, %out: f32):
      %1000 = arith.subf %in, %in_414 : f32
      linalg.yield %1000 : f32
    } -> tensor<1024x256xf32>
    %expanded_154 = tensor.expand_shape %409 [[0, 1], [2]] output_shape [8, 128, 256] : tensor<1024x256xf32> into tensor<8x128x256xf32>
    %410 = tensor.empty() : tensor<8x128x256xbf16>
    %411 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%expanded_154 : tensor<8x128x256xf32>) outs(%410 : tensor<8x128x256xbf16>) {
    ^bb0(%in: f32, %out: bf16):
      %1000 = arith.truncf %in : f32 to bf16
      linalg.yield %1000 : bf16
    } -> tensor<8x128x256xbf16>
    %collapsed_155 = tensor.collapse_shape %411 [[0, 1], [2]] : tensor<8x128x256xbf16> into tensor<1024x256xbf16>
    %412 = tensor.empty() : tensor<256x1024xbf16>
    %transposed_156 = linalg.transpose ins(%collapsed_155 : tensor<1024x256xbf16>) outs(%412 : tensor<256x1024xbf16>) permutation = [1, 0] 
    %413 = tensor.empty() : tensor<256x128xf32>
    %414 = linalg.fill ins(%cst : f32) outs(%413 : tensor<256x128xf32>) -> tensor<256x128xf32>
    %415 = linalg.matmul ins(%transposed_156, %collapsed_146 : tensor<256x1024xbf16>, tensor<1024x128xbf16>) outs(%414 : tensor<256x128xf32>) -> tensor<256x128xf32>
    %416 = tensor.empty() : tensor<256x128xbf16>
    %417 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel", "parallel"]} ins(%415 : tensor<256x128xf32>) outs(%416 : tensor<256x128xbf16>) {
    ^bb0(%in: f32, %out: bf16):
      %1000 = arith.truncf %in : f32 to bf16
      linalg.yield %1000 : bf16
    } -> tensor<256x128xbf16>
    %transposed_157 = linalg.transpose ins(%417 : tensor<256x128xbf16>) outs(%362 : tensor<128x256xbf16>) permutation = [1, 0] 
    %transposed_158 = linalg.transpose ins(%363 : tensor<128x256xbf16>) outs(%416 : tensor<256x128xbf16>) permutation = [1, 0] 
    %418 = linalg.matmul ins(%collapsed_155, %transposed_158 : tensor<1024x256xbf16>, tensor<256x128xbf16>) outs(%22 : tensor<1024x128xf32>) -> tensor<1024x128xf32>
    %419 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel", "parallel"]} ins(%418 : tensor<1024x128xf32>) outs(%24 : tensor<1024x128xbf16>) {
    ^bb0(%in: f32, %out: bf16):
      %1000 = arith.truncf %in : f32 to bf16
      linalg.yield %1000 : bf16
    } -> tensor<1024x128xbf16>
    %expanded_159 = tensor.expand_shape %419 [[0, 1], [2]] output_shape [8, 128, 128] : tensor<1024x128xbf16> into tensor<8x128x128xbf16>
    %420 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%expanded_159 : tensor<8x128x128xbf16>) outs(%0 : tensor<8x128x128xf32>) {
    ^bb0(%in: bf16, %out: f32):
      %1000 = arith.extf %in : bf16 to f32
      linalg.yield %1000 : f32
    } -> tensor<8x128x128xf32>
    %421 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel", "parallel"]} ins(%transposed_157 : tensor<128x256xbf16>) outs(%361 : tensor<128x256xf32>) {
    ^bb0(%in: bf16, %out: f32):
      %1000 = arith.extf %in : bf16 to f32
      linalg.yield %1000 : f32
    } -> tensor<128x256xf32>
    %transposed_160 = linalg.transpose ins(%421 : tensor<128x256xf32>) outs(%413 : tensor<256x128xf32>) permutation = [1, 0] 
    %422 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%420, %354 : tensor<8x128x128xf32>, tensor<8x128x128xf32>) outs(%0 : tensor<8x128x128xf32>) {
    ^bb0(%in: f32, %in_414: f32, %out: f32):
      %1000 = arith.mulf %in, %in_414 : f32
      linalg.yield %1000 : f32
    } -> tensor<8x128x128xf32>
    %423 = linalg.generic {indexing_maps = [#map1, #map2, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%420, %359 : tensor<8x128x128xf32>, tensor<8x128x1xf32>) outs(%0 : tensor<8x128x128xf32>) {
    ^bb0(%in: f32, %in_414: f32, %out: f32):
      %1000 = arith.mulf %in, %in_414 : f32
      linalg.yield %1000 : f32
    } -> tensor<8x128x128xf32>
    %424 = linalg.generic {indexing_maps = [#map1, #map2], iterator_types = ["parallel", "parallel", "reduction"]} ins(%422 : tensor<8x128x128xf32>) outs(%4 : tensor<8x128x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %1000 = arith.addf %in, %out : f32
      linalg.yield %1000 : f32
    } -> tensor<8x128x1xf32>
    %425 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%359 : tensor<8x128x1xf32>) outs(%3 : tensor<8x128x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %1000 = math.fpowi %in, %c3_i64 : f32, i64
      linalg.yield %1000 : f32
    } -> tensor<8x128x1xf32>
    %426 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%424 : tensor<8x128x1xf32>) outs(%3 : tensor<8x128x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %1000 = arith.mulf %in, %cst_12 : f32
      linalg.yield %1000 : f32
    } -> tensor<8x128x1xf32>
    %427 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%426, %425 : tensor<8x128x1xf32>, tensor<8x128x1xf32>) outs(%3 : tensor<8x128x1xf32>) {
    ^bb0(%in: f32, %in_414: f32, %out: f32):
      %1000 = arith.mulf %in, %in_414 : f32
      linalg.yield %1000 : f32
    } -> tensor<8x128x1xf32>
    %collapsed_161 = tensor.collapse_shape %427 [[0], [1, 2]] : tensor<8x128x1xf32> into tensor<8x128xf32>
    %428 = linalg.generic {indexing_maps = [#map, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%collapsed_161 : tensor<8x128xf32>) outs(%0 : tensor<8x128x128xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<8x128x128xf32>
    %429 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%428 : tensor<8x128x128xf32>) outs(%0 : tensor<8x128x128xf32>) {
    ^bb0(%in: f32, %out: f32):
      %1000 = arith.divf %in, %cst_9 : f32
      linalg.yield %1000 : f32
    } -> tensor<8x128x128xf32>
    %430 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%354 : tensor<8x128x128xf32>) outs(%0 : tensor<8x128x128xf32>) {
    ^bb0(%in: f32, %out: f32):
      %1000 = math.fpowi %in, %c1_i64 : f32, i64
      linalg.yield %1000 : f32
    } -> tensor<8x128x128xf32>
    %431 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%430 : tensor<8x128x128xf32>) outs(%0 : tensor<8x128x128xf32>) {
    ^bb0(%in: f32, %out: f32):
      %1000 = arith.mulf %in, %cst_13 : f32
      linalg.yield %1000 : f32
    } -> tensor<8x128x128xf32>
    %432 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%429, %431 : tensor<8x128x128xf32>, tensor<8x128x128xf32>) outs(%0 : tensor<8x128x128xf32>) {
    ^bb0(%in: f32, %in_414: f32, %out: f32):
      %1000 = arith.mulf %in, %in_414 : f32
      linalg.yield %1000 : f32
    } -> tensor<8x128x128xf32>
    %433 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%423, %432 : tensor<8x128x128xf32>, tensor<8x128x128xf32>) outs(%0 : tensor<8x128x128xf32>) {
    ^bb0(%in: f32, %in_414: f32, %out: f32):
      %1000 = arith.addf %in, %in_414 : f32
      linalg.yield %1000 : f32
    } -> tensor<8x128x128xf32>
    %434 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%433 : tensor<8x128x128xf32>) outs(%19 : tensor<8x128x128xbf16>) {
    ^bb0(%in: f32, %out: bf16):
      %1000 = arith.truncf %in : f32 to bf16
      linalg.yield %1000 : bf16
    } -> tensor<8x128x128xbf16>
    %collapsed_162 = tensor.collapse_shape %434 [[0, 1], [2]] : tensor<8x128x128xbf16> into tensor<1024x128xbf16>
    %435 = tensor.empty() : tensor<128x1024xbf16>
    %transposed_163 = linalg.transpose ins(%collapsed_162 : tensor<1024x128xbf16>) outs(%435 : tensor<128x1024xbf16>) permutation = [1, 0] 
    %436 = linalg.fill ins(%cst : f32) outs(%112 : tensor<128x512xf32>) -> tensor<128x512xf32>
    %437 = linalg.matmul ins(%transposed_163, %collapsed_143 : tensor<128x1024xbf16>, tensor<1024x512xbf16>) outs(%436 : tensor<128x512xf32>) -> tensor<128x512xf32>
    %438 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel", "parallel"]} ins(%437 : tensor<128x512xf32>) outs(%113 : tensor<128x512xbf16>) {
    ^bb0(%in: f32, %out: bf16):
      %1000 = arith.truncf %in : f32 to bf16
      linalg.yield %1000 : bf16
    } -> tensor<128x512xbf16>
    %transposed_164 = linalg.transpose ins(%438 : tensor<128x512xbf16>) outs(%125 : tensor<512x128xbf16>) permutation = [1, 0] 
    %transposed_165 = linalg.transpose ins(%351 : tensor<512x128xbf16>) outs(%113 : tensor<128x512xbf16>) permutation = [1, 0] 
    %439 = linalg.matmul ins(%collapsed_162, %transposed_165 : tensor<1024x128xbf16>, tensor<128x512xbf16>) outs(%117 : tensor<1024x512xf32>) -> tensor<1024x512xf32>
    %440 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel", "parallel"]} ins(%439 : tensor<1024x512xf32>) outs(%119 : tensor<1024x512xbf16>) {
    ^bb0(%in: f32, %out: bf16):
      %1000 = arith.truncf %in : f32 to bf16
      linalg.yield %1000 : bf16
    } -> tensor<1024x512xbf16>
    %expanded_166 = tensor.expand_shape %440 [[0, 1], [2]] output_shape [8, 128, 512] : tensor<1024x512xbf16> into tensor<8x128x512xbf16>
    %441 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel", "parallel"]} ins(%transposed_164 : tensor<512x128xbf16>) outs(%124 : tensor<512x128xf32>) {
    ^bb0(%in: bf16, %out: f32):
      %1000 = arith.extf %in : bf16 to f32
      linalg.yield %1000 : f32
    } -> tensor<512x128xf32>
    %transposed_167 = linalg.transpose ins(%441 : tensor<512x128xf32>) outs(%112 : tensor<128x512xf32>) permutation = [1, 0] 
    %442 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%349 : tensor<8x128x512xbf16>) outs(%121 : tensor<8x128x512xbf16>) {
    ^bb0(%in: bf16, %out: bf16):
      %1000 = math.fpowi %in, %c1_i64 : bf16, i64
      linalg.yield %1000 : bf16
    } -> tensor<8x128x512xbf16>
    %443 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%442 : tensor<8x128x512xbf16>) outs(%121 : tensor<8x128x512xbf16>) {
    ^bb0(%in: bf16, %out: bf16):
      %1000 = arith.mulf %in, %cst_14 : bf16
      linalg.yield %1000 : bf16
    } -> tensor<8x128x512xbf16>
    %444 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%expanded_166, %443 : tensor<8x128x512xbf16>, tensor<8x128x512xbf16>) outs(%121 : tensor<8x128x512xbf16>) {
    ^bb0(%in: bf16, %in_414: bf16, %out: bf16):
      %1000 = arith.mulf %in, %in_414 : bf16
      linalg.yield %1000 : bf16
    } -> tensor<8x128x512xbf16>
    %445 = tensor.empty() : tensor<8x128x512xi1>
    %446 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%349 : tensor<8x128x512xbf16>) outs(%445 : tensor<8x128x512xi1>) {
    ^bb0(%in: bf16, %out: i1):
      %1000 = arith.cmpf ole, %in, %cst_0 : bf16
      linalg.yield %1000 : i1
    } -> tensor<8x128x512xi1>
    %447 = linalg.generic {indexing_maps = [#map1, #map18, #map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%446, %cst_3, %444 : tensor<8x128x512xi1>, tensor<bf16>, tensor<8x128x512xbf16>) outs(%121 : tensor<8x128x512xbf16>) {
    ^bb0(%in: i1, %in_414: bf16, %in_415: bf16, %out: bf16):
      %1000 = arith.select %in, %in_414, %in_415 : bf16
      linalg.yield %1000 : bf16
    } -> tensor<8x128x512xbf16>
    %collapsed_168 = tensor.collapse_shape %447 [[0, 1], [2]] : tensor<8x128x512xbf16> into tensor<1024x512xbf16>
    %448 = tensor.empty() : tensor<512x1024xbf16>
    %transposed_169 = linalg.transpose ins(%collapsed_168 : tensor<1024x512xbf16>) outs(%448 : tensor<512x1024xbf16>) permutation = [1, 0] 
    %449 = linalg.fill ins(%cst : f32) outs(%124 : tensor<512x128xf32>) -> tensor<512x128xf32>
    %450 = linalg.matmul ins(%transposed_169, %collapsed_140 : tensor<512x1024xbf16>, tensor<1024x128xbf16>) outs(%449 : tensor<512x128xf32>) -> tensor<512x128xf32>
    %451 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel", "parallel"]} ins(%450 : tensor<512x128xf32>) outs(%125 : tensor<512x128xbf16>) {
    ^bb0(%in: f32, %out: bf16):
      %1000 = arith.truncf %in : f32 to bf16
      linalg.yield %1000 : bf16
    } -> tensor<512x128xbf16>
    %transposed_170 = linalg.transpose ins(%451 : tensor<512x128xbf16>) outs(%113 : tensor<128x512xbf16>) permutation = [1, 0] 
    %transposed_171 = linalg.transpose ins(%345 : tensor<128x512xbf16>) outs(%125 : tensor<512x128xbf16>) permutation = [1, 0] 
    %452 = linalg.matmul ins(%collapsed_168, %transposed_171 : tensor<1024x512xbf16>, tensor<512x128xbf16>) outs(%22 : tensor<1024x128xf32>) -> tensor<1024x128xf32>
    %453 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel", "parallel"]} ins(%452 : tensor<1024x128xf32>) outs(%24 : tensor<1024x128xbf16>) {
    ^bb0(%in: f32, %out: bf16):
      %1000 = arith.truncf %in : f32 to bf16
      linalg.yield %1000 : bf16
    } -> tensor<1024x128xbf16>
    %expanded_172 = tensor.expand_shape %453 [[0, 1], [2]] output_shape [8, 128, 128] : tensor<1024x128xbf16> into tensor<8x128x128xbf16>
    %454 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%expanded_172 : tensor<8x128x128xbf16>) outs(%0 : tensor<8x128x128xf32>) {
    ^bb0(%in: bf16, %out: f32):
      %1000 = arith.extf %in : bf16 to f32
      linalg.yield %1000 : f32
    } -> tensor<8x128x128xf32>
    %455 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel", "parallel"]} ins(%transposed_170 : tensor<128x512xbf16>) outs(%112 : tensor<128x512xf32>) {
    ^bb0(%in: bf16, %out: f32):
      %1000 = arith.extf %in : bf16 to f32
      linalg.yield %1000 : f32
    } -> tensor<128x512xf32>
    %transposed_173 = linalg.transpose ins(%455 : tensor<128x512xf32>) outs(%124 : tensor<512x128xf32>) permutation = [1, 0] 
    %456 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%454, %338 : tensor<8x128x128xf32>, tensor<8x128x128xf32>) outs(%0 : tensor<8x128x128xf32>) {
    ^bb0(%in: f32, %in_414: f32, %out: f32):
      %1000 = arith.mulf %in, %in_414 : f32
      linalg.yield %1000 : f32
    } -> tensor<8x128x128xf32>
    %457 = linalg.generic {indexing_maps = [#map1, #map2, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%454, %343 : tensor<8x128x128xf32>, tensor<8x128x1xf32>) outs(%0 : tensor<8x128x128xf32>) {
    ^bb0(%in: f32, %in_414: f32, %out: f32):
      %1000 = arith.mulf %in, %in_414 : f32
      linalg.yield %1000 : f32
    } -> tensor<8x128x128xf32>
    %458 = linalg.generic {indexing_maps = [#map1, #map2], iterator_types = ["parallel", "parallel", "reduction"]} ins(%456 : tensor<8x128x128xf32>) outs(%4 : tensor<8x128x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %1000 = arith.addf %in, %out : f32
      linalg.yield %1000 : f32
    } -> tensor<8x128x1xf32>
    %459 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%433, %457 : tensor<8x128x128xf32>, tensor<8x128x128xf32>) outs(%0 : tensor<8x128x128xf32>) {
    ^bb0(%in: f32, %in_414: f32, %out: f32):
      %1000 = arith.addf %in, %in_414 : f32
      linalg.yield %1000 : f32
    } -> tensor<8x128x128xf32>
    %460 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%343 : tensor<8x128x1xf32>) outs(%3 : tensor<8x128x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %1000 = math.fpowi %in, %c3_i64 : f32, i64
      linalg.yield %1000 : f32
    } -> tensor<8x128x1xf32>
    %461 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%458 : tensor<8x128x1xf32>) outs(%3 : tensor<8x128x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %1000 = arith.mulf %in, %cst_12 : f32
      linalg.yield %1000 : f32
    } -> tensor<8x128x1xf32>
    %462 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%461, %460 : tensor<8x128x1xf32>, tensor<8x128x1xf32>) outs(%3 : tensor<8x128x1xf32>) {
    ^bb0(%in: f32, %in_414: f32, %out: f32):
      %1000 = arith.mulf %in, %in_414 : f32
      linalg.yield %1000 : f32
    } -> tensor<8x128x1xf32>
    %collapsed_174 = tensor.collapse_shape %462 [[0], [1, 2]] : tensor<8x128x1xf32> into tensor<8x128xf32>
    %463 = linalg.generic {indexing_maps = [#map, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%collapsed_174 : tensor<8x128xf32>) outs(%0 : tensor<8x128x128xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<8x128x128xf32>
    %464 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%463 : tensor<8x128x128xf32>) outs(%0 : tensor<8x128x128xf32>) {
    ^bb0(%in: f32, %out: f32):
      %1000 = arith.divf %in, %cst_9 : f32
      linalg.yield %1000 : f32
    } -> tensor<8x128x128xf32>
    %465 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%338 : tensor<8x128x128xf32>) outs(%0 : tensor<8x128x128xf32>) {
    ^bb0(%in: f32, %out: f32):
      %1000 = math.fpowi %in, %c1_i64 : f32, i64
      linalg.yield %1000 : f32
    } -> tensor<8x128x128xf32>
    %466 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%465 : tensor<8x128x128xf32>) outs(%0 : tensor<8x128x128xf32>) {
    ^bb0(%in: f32, %out: f32):
      %1000 = arith.mulf %in, %cst_13 : f32
      linalg.yield %1000 : f32
    } -> tensor<8x128x128xf32>
    %467 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%464, %466 : tensor<8x128x128xf32>, tensor<8x128x128xf32>) outs(%0 : tensor<8x128x128xf32>) {
    ^bb0(%in: f32, %in_414: f32, %out: f32):
      %1000 = arith.mulf %in, %in_414 : f32
      linalg.yield %1000 : f32
    } -> tensor<8x128x128xf32>
    %468 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%459, %467 : tensor<8x128x128xf32>, tensor<8x128x128xf32>) outs(%0 : tensor<8x128x128xf32>) {
    ^bb0(%in: f32, %in_414: f32, %out: f32):
      %1000 = arith.addf %in, %in_414 : f32
      linalg.yield %1000 : f32
    } -> tensor<8x128x128xf32>
    %469 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%468 : tensor<8x128x128xf32>) outs(%19 : tensor<8x128x128xbf16>) {
    ^bb0(%in: f32, %out: bf16):
      %1000 = arith.truncf %in : f32 to bf16
      linalg.yield %1000 : bf16
    } -> tensor<8x128x128xbf16>
    %collapsed_175 = tensor.collapse_shape %469 [[0, 1], [2]] : tensor<8x128x128xbf16> into tensor<1024x128xbf16>
    %transposed_176 = linalg.transpose ins(%collapsed_175 : tensor<1024x128xbf16>) outs(%435 : tensor<128x1024xbf16>) permutation = [1, 0] 
    %470 = linalg.fill ins(%cst : f32) outs(%16 : tensor<128x128xf32>) -> tensor<128x128xf32>
    %471 = linalg.matmul ins(%transposed_176, %collapsed_137 : tensor<128x1024xbf16>, tensor<1024x128xbf16>) outs(%470 : tensor<128x128xf32>) -> tensor<128x128xf32>
    %472 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel", "parallel"]} ins(%471 : tensor<128x128xf32>) outs(%17 : tensor<128x128xbf16>) {
    ^bb0(%in: f32, %out: bf16):
      %1000 = arith.truncf %in : f32 to bf16
      linalg.yield %1000 : bf16
    } -> tensor<128x128xbf16>
    %transposed_177 = linalg.transpose ins(%472 : tensor<128x128xbf16>) outs(%17 : tensor<128x128xbf16>) permutation = [1, 0] 
    %transposed_178 = linalg.transpose ins(%335 : tensor<128x128xbf16>) outs(%17 : tensor<128x128xbf16>) permutation = [1, 0] 
    %473 = linalg.matmul ins(%collapsed_175, %transposed_178 : tensor<1024x128xbf16>, tensor<128x128xbf16>) outs(%22 : tensor<1024x128xf32>) -> tensor<1024x128xf32>
    %474 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel", "parallel"]} ins(%473 : tensor<1024x128xf32>) outs(%24 : tensor<1024x128xbf16>) {
    ^bb0(%in: f32, %out: bf16):
      %1000 = arith.truncf %in : f32 to bf16
      linalg.yield %1000 : bf16
    } -> tensor<1024x128xbf16>
    %475 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel", "parallel"]} ins(%transposed_177 : tensor<128x128xbf16>) outs(%16 : tensor<128x128xf32>) {
    ^bb0(%in: bf16, %out: f32):
      %1000 = arith.extf %in : bf16 to f32
      linalg.yield %1000 : f32
    } -> tensor<128x128xf32>
    %transposed_179 = linalg.transpose ins(%475 : tensor<128x128xf32>) outs(%16 : tensor<128x128xf32>) permutation = [1, 0] 
    %expanded_180 = tensor.expand_shape %474 [[0, 1], [2, 3]] output_shape [8, 128, 4, 32] : tensor<1024x128xbf16> into tensor<8x128x4x32xbf16>
    %transposed_181 = linalg.transpose ins(%expanded_180 : tensor<8x128x4x32xbf16>) outs(%61 : tensor<8x4x128x32xbf16>) permutation = [0, 2, 1, 3] 
    %collapsed_182 = tensor.collapse_shape %transposed_181 [[0, 1], [2], [3]] : tensor<8x4x128x32xbf16> into tensor<32x128x32xbf16>
    %transposed_183 = linalg.transpose ins(%collapsed_132 : tensor<32x128x128xbf16>) outs(%69 : tensor<32x128x128xbf16>) permutation = [0, 2, 1] 
    %476 = linalg.batch_matmul ins(%transposed_183, %collapsed_182 : tensor<32x128x128xbf16>, tensor<32x128x32xbf16>) outs(%97 : tensor<32x128x32xf32>) -> tensor<32x128x32xf32>
    %477 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%476 : tensor<32x128x32xf32>) outs(%99 : tensor<32x128x32xbf16>) {
    ^bb0(%in: f32, %out: bf16):
      %1000 = arith.truncf %in : f32 to bf16
      linalg.yield %1000 : bf16
    } -> tensor<32x128x32xbf16>
    %478 = tensor.empty() : tensor<32x32x128xbf16>
    %transposed_184 = linalg.transpose ins(%collapsed_133 : tensor<32x128x32xbf16>) outs(%478 : tensor<32x32x128xbf16>) permutation = [0, 2, 1] 
    %479 = linalg.batch_matmul ins(%collapsed_182, %transposed_184 : tensor<32x128x32xbf16>, tensor<32x32x128xbf16>) outs(%67 : tensor<32x128x128xf32>) -> tensor<32x128x128xf32>
    %480 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%479 : tensor<32x128x128xf32>) outs(%69 : tensor<32x128x128xbf16>) {
    ^bb0(%in: f32, %out: bf16):
      %1000 = arith.truncf %in : f32 to bf16
      linalg.yield %1000 : bf16
    } -> tensor<32x128x128xbf16>
    %expanded_185 = tensor.expand_shape %477 [[0, 1], [2], [3]] output_shape [8, 4, 128, 32] : tensor<32x128x32xbf16> into tensor<8x4x128x32xbf16>
    %expanded_186 = tensor.expand_shape %480 [[0, 1], [2], [3]] output_shape [8, 4, 128, 128] : tensor<32x128x128xbf16> into tensor<8x4x128x128xbf16>
    %481 = linalg.generic {indexing_maps = [#map4, #map4], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%expanded_186 : tensor<8x4x128x128xbf16>) outs(%71 : tensor<8x4x128x128xf32>) {
    ^bb0(%in: bf16, %out: f32):
      %1000 = arith.extf %in : bf16 to f32
      linalg.yield %1000 : f32
    } -> tensor<8x4x128x128xf32>
    %482 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%481, %331 : tensor<8x4x128x128xf32>, tensor<8x4x128x128xf32>) outs(%71 : tensor<8x4x128x128xf32>) {
    ^bb0(%in: f32, %in_414: f32, %out: f32):
      %1000 = arith.mulf %in, %in_414 : f32
      linalg.yield %1000 : f32
    } -> tensor<8x4x128x128xf32>
    %483 = linalg.generic {indexing_maps = [#map4, #map6], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%482 : tensor<8x4x128x128xf32>) outs(%91 : tensor<8x4x128x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %1000 = arith.addf %in, %out : f32
      linalg.yield %1000 : f32
    } -> tensor<8x4x128x1xf32>
    %484 = linalg.generic {indexing_maps = [#map4, #map6, #map4], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%331, %483 : tensor<8x4x128x128xf32>, tensor<8x4x128x1xf32>) outs(%71 : tensor<8x4x128x128xf32>) {
    ^bb0(%in: f32, %in_414: f32, %out: f32):
      %1000 = arith.mulf %in, %in_414 : f32
      linalg.yield %1000 : f32
    } -> tensor<8x4x128x128xf32>
    %485 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%482, %484 : tensor<8x4x128x128xf32>, tensor<8x4x128x128xf32>) outs(%71 : tensor<8x4x128x128xf32>) {
    ^bb0(%in: f32, %in_414: f32, %out: f32):
      %1000 = arith.subf %in, %in_414 : f32
      linalg.yield %1000 : f32
    } -> tensor<8x4x128x128xf32>
    %486 = linalg.generic {indexing_maps = [#map10, #map11, #map4, #map4], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%81, %cst_5, %485 : tensor<128x128xi1>, tensor<f32>, tensor<8x4x128x128xf32>) outs(%71 : tensor<8x4x128x128xf32>) {
    ^bb0(%in: i1, %in_414: f32, %in_415: f32, %out: f32):
      %1000 = arith.select %in, %in_414, %in_415 : f32
      linalg.yield %1000 : f32
    } -> tensor<8x4x128x128xf32>
    %487 = linalg.generic {indexing_maps = [#map4, #map4], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%486 : tensor<8x4x128x128xf32>) outs(%71 : tensor<8x4x128x128xf32>) {
    ^bb0(%in: f32, %out: f32):
      %1000 = arith.truncf %cst_8 : f64 to f32
      %1001 = arith.mulf %in, %1000 : f32
      linalg.yield %1001 : f32
    } -> tensor<8x4x128x128xf32>
    %488 = linalg.generic {indexing_maps = [#map4, #map4], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%487 : tensor<8x4x128x128xf32>) outs(%94 : tensor<8x4x128x128xbf16>) {
    ^bb0(%in: f32, %out: bf16):
      %1000 = arith.truncf %in : f32 to bf16
      linalg.yield %1000 : bf16
    } -> tensor<8x4x128x128xbf16>
    %collapsed_187 = tensor.collapse_shape %488 [[0, 1], [2], [3]] : tensor<8x4x128x128xbf16> into tensor<32x128x128xbf16>
    %transposed_188 = linalg.transpose ins(%collapsed_128 : tensor<32x128x32xbf16>) outs(%478 : tensor<32x32x128xbf16>) permutation = [0, 2, 1] 
    %489 = tensor.empty() : tensor<32x32x128xf32>
    %490 = linalg.fill ins(%cst : f32) outs(%489 : tensor<32x32x128xf32>) -> tensor<32x32x128xf32>
    %491 = linalg.batch_matmul ins(%transposed_188, %collapsed_187 : tensor<32x32x128xbf16>, tensor<32x128x128xbf16>) outs(%490 : tensor<32x32x128xf32>) -> tensor<32x32x128xf32>
    %492 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%491 : tensor<32x32x128xf32>) outs(%478 : tensor<32x32x128xbf16>) {
    ^bb0(%in: f32, %out: bf16):
      %1000 = arith.truncf %in : f32 to bf16
      linalg.yield %1000 : bf16
    } -> tensor<32x32x128xbf16>
    %transposed_189 = linalg.transpose ins(%collapsed_129 : tensor<32x32x128xbf16>) outs(%99 : tensor<32x128x32xbf16>) permutation = [0, 2, 1] 
    %493 = linalg.batch_matmul ins(%collapsed_187, %transposed_189 : tensor<32x128x128xbf16>, tensor<32x128x32xbf16>) outs(%97 : tensor<32x128x32xf32>) -> tensor<32x128x32xf32>
    %494 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%493 : tensor<32x128x32xf32>) outs(%99 : tensor<32x128x32xbf16>) {
    ^bb0(%in: f32, %out: bf16):
      %1000 = arith.truncf %in : f32 to bf16
      linalg.yield %1000 : bf16
    } -> tensor<32x128x32xbf16>
    %expanded_190 = tensor.expand_shape %492 [[0, 1], [2], [3]] output_shape [8, 4, 32, 128] : tensor<32x32x128xbf16> into tensor<8x4x32x128xbf16>
    %expanded_191 = tensor.expand_shape %494 [[0, 1], [2], [3]] output_shape [8, 4, 128, 32] : tensor<32x128x32xbf16> into tensor<8x4x128x32xbf16>
    %495 = linalg.generic {indexing_maps = [#map4, #map4], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%expanded_191 : tensor<8x4x128x32xbf16>) outs(%60 : tensor<8x4x128x32xf32>) {
    ^bb0(%in: bf16, %out: f32):
      %1000 = arith.extf %in : bf16 to f32
      linalg.yield %1000 : f32
    } -> tensor<8x4x128x32xf32>
    %496 = linalg.generic {indexing_maps = [#map4, #map4], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%expanded_190 : tensor<8x4x32x128xbf16>) outs(%62 : tensor<8x4x32x128xf32>) {
    ^bb0(%in: bf16, %out: f32):
      %1000 = arith.extf %in : bf16 to f32
      linalg.yield %1000 : f32
    } -> tensor<8x4x32x128xf32>
    %transposed_192 = linalg.transpose ins(%expanded_185 : tensor<8x4x128x32xbf16>) outs(%101 : tensor<8x128x4x32xbf16>) permutation = [0, 2, 1, 3] 
    %transposed_193 = linalg.transpose ins(%496 : tensor<8x4x32x128xf32>) outs(%39 : tensor<8x128x4x32xf32>) permutation = [0, 3, 1, 2] 
    %transposed_194 = linalg.transpose ins(%495 : tensor<8x4x128x32xf32>) outs(%39 : tensor<8x128x4x32xf32>) permutation = [0, 2, 1, 3] 
    %497 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%transposed_193, %concat_124 : tensor<8x128x4x32xf32>, tensor<8x128x4x32xf32>) outs(%39 : tensor<8x128x4x32xf32>) {
    ^bb0(%in: f32, %in_414: f32, %out: f32):
      %1000 = arith.mulf %in, %in_414 : f32
      linalg.yield %1000 : f32
    } -> tensor<8x128x4x32xf32>
    %498 = linalg.generic {indexing_maps = [#map4, #map6, #map4], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%transposed_193, %318 : tensor<8x128x4x32xf32>, tensor<8x128x4x1xf32>) outs(%39 : tensor<8x128x4x32xf32>) {
    ^bb0(%in: f32, %in_414: f32, %out: f32):
      %1000 = arith.mulf %in, %in_414 : f32
      linalg.yield %1000 : f32
    } -> tensor<8x128x4x32xf32>
    %499 = linalg.generic {indexing_maps = [#map4, #map6], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%497 : tensor<8x128x4x32xf32>) outs(%42 : tensor<8x128x4x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %1000 = arith.addf %in, %out : f32
      linalg.yield %1000 : f32
    } -> tensor<8x128x4x1xf32>
    %500 = linalg.generic {indexing_maps = [#map4, #map4], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%318 : tensor<8x128x4x1xf32>) outs(%41 : tensor<8x128x4x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %1000 = math.fpowi %in, %c3_i64 : f32, i64
      linalg.yield %1000 : f32
    } -> tensor<8x128x4x1xf32>
    %501 = linalg.generic {indexing_maps = [#map4, #map4], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%499 : tensor<8x128x4x1xf32>) outs(%41 : tensor<8x128x4x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %1000 = arith.mulf %in, %cst_12 : f32
      linalg.yield %1000 : f32
    } -> tensor<8x128x4x1xf32>
    %502 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%501, %500 : tensor<8x128x4x1xf32>, tensor<8x128x4x1xf32>) outs(%41 : tensor<8x128x4x1xf32>) {
    ^bb0(%in: f32, %in_414: f32, %out: f32):
      %1000 = arith.mulf %in, %in_414 : f32
      linalg.yield %1000 : f32
    } -> tensor<8x128x4x1xf32>
    %collapsed_195 = tensor.collapse_shape %502 [[0], [1], [2, 3]] : tensor<8x128x4x1xf32> into tensor<8x128x4xf32>
    %503 = linalg.generic {indexing_maps = [#map12, #map4], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%collapsed_195 : tensor<8x128x4xf32>) outs(%39 : tensor<8x128x4x32xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<8x128x4x32xf32>
    %504 = linalg.generic {indexing_maps = [#map4, #map4], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%503 : tensor<8x128x4x32xf32>) outs(%39 : tensor<8x128x4x32xf32>) {
    ^bb0(%in: f32, %out: f32):
      %1000 = arith.divf %in, %cst_11 : f32
      linalg.yield %1000 : f32
    } -> tensor<8x128x4x32xf32>
    %505 = linalg.generic {indexing_maps = [#map4, #map4], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%concat_124 : tensor<8x128x4x32xf32>) outs(%39 : tensor<8x128x4x32xf32>) {
    ^bb0(%in: f32, %out: f32):
      %1000 = math.fpowi %in, %c1_i64 : f32, i64
      linalg.yield %1000 : f32
    } -> tensor<8x128x4x32xf32>
    %506 = linalg.generic {indexing_maps = [#map4, #map4], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%505 : tensor<8x128x4x32xf32>) outs(%39 : tensor<8x128x4x32xf32>) {
    ^bb0(%in: f32, %out: f32):
      %1000 = arith.mulf %in, %cst_13 : f32
      linalg.yield %1000 : f32
    } -> tensor<8x128x4x32xf32>
    %507 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%504, %506 : tensor<8x128x4x32xf32>, tensor<8x128x4x32xf32>) outs(%39 : tensor<8x128x4x32xf32>) {
    ^bb0(%in: f32, %in_414: f32, %out: f32):
      %1000 = arith.mulf %in, %in_414 : f32
      linalg.yield %1000 : f32
    } -> tensor<8x128x4x32xf32>
    %508 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%498, %507 : tensor<8x128x4x32xf32>, tensor<8x128x4x32xf32>) outs(%39 : tensor<8x128x4x32xf32>) {
    ^bb0(%in: f32, %in_414: f32, %out: f32):
      %1000 = arith.addf %in, %in_414 : f32
      linalg.yield %1000 : f32
    } -> tensor<8x128x4x32xf32>
    %extracted_slice_196 = tensor.extract_slice %508[0, 0, 0, 0] [8, 128, 4, 16] [1, 1, 1, 1] : tensor<8x128x4x32xf32> to tensor<8x128x4x16xf32>
    %extracted_slice_197 = tensor.extract_slice %508[0, 0, 0, 16] [8, 128, 4, 16] [1, 1, 1, 1] : tensor<8x128x4x32xf32> to tensor<8x128x4x16xf32>
    %509 = linalg.generic {indexing_maps = [#map4, #map4], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%extracted_slice_197 : tensor<8x128x4x16xf32>) outs(%32 : tensor<8x128x4x16xf32>) {
    ^bb0(%in: f32, %out: f32):
      %1000 = arith.negf %in : f32
      linalg.yield %1000 : f32
    } -> tensor<8x128x4x16xf32>
    %510 = linalg.generic {indexing_maps = [#map4, #map5, #map4], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%509, %arg3 : tensor<8x128x4x16xf32>, tensor<1x128x1x16xf32>) outs(%32 : tensor<8x128x4x16xf32>) {
    ^bb0(%in: f32, %in_414: f32, %out: f32):
      %1000 = arith.mulf %in, %in_414 : f32
      linalg.yield %1000 : f32
    } -> tensor<8x128x4x16xf32>
    %511 = tensor.empty() : tensor<8x128x4x16xbf16>
    %512 = linalg.generic {indexing_maps = [#map4, #map4], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%510 : tensor<8x128x4x16xf32>) outs(%511 : tensor<8x128x4x16xbf16>) {
    ^bb0(%in: f32, %out: bf16):
      %1000 = arith.truncf %in : f32 to bf16
      linalg.yield %1000 : bf16
    } -> tensor<8x128x4x16xbf16>
    %513 = linalg.generic {indexing_maps = [#map4, #map5, #map4], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%extracted_slice_197, %arg2 : tensor<8x128x4x16xf32>, tensor<1x128x1x16xf32>) outs(%32 : tensor<8x128x4x16xf32>) {
    ^bb0(%in: f32, %in_414: f32, %out: f32):
      %1000 = arith.mulf %in, %in_414 : f32
      linalg.yield %1000 : f32
    } -> tensor<8x128x4x16xf32>
    %514 = linalg.generic {indexing_maps = [#map4, #map4], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%513 : tensor<8x128x4x16xf32>) outs(%511 : tensor<8x128x4x16xbf16>) {
    ^bb0(%in: f32, %out: bf16):
      %1000 = arith.truncf %in : f32 to bf16
      linalg.yield %1000 : bf16
    } -> tensor<8x128x4x16xbf16>
    %515 = linalg.generic {indexing_maps = [#map4, #map5, #map4], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%extracted_slice_196, %arg3 : tensor<8x128x4x16xf32>, tensor<1x128x1x16xf32>) outs(%32 : tensor<8x128x4x16xf32>) {
    ^bb0(%in: f32, %in_414: f32, %out: f32):
      %1000 = arith.mulf %in, %in_414 : f32
      linalg.yield %1000 : f32
    } -> tensor<8x128x4x16xf32>
    %516 = linalg.generic {indexing_maps = [#map4, #map4], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%515 : tensor<8x128x4x16xf32>) outs(%511 : tensor<8x128x4x16xbf16>) {
    ^bb0(%in: f32, %out: bf16):
      %1000 = arith.truncf %in : f32 to bf16
      linalg.yield %1000 : bf16
    } -> tensor<8x128x4x16xbf16>
    %517 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%514, %516 : tensor<8x128x4x16xbf16>, tensor<8x128x4x16xbf16>) outs(%511 : tensor<8x128x4x16xbf16>) {
    ^bb0(%in: bf16, %in_414: bf16, %out: bf16):
      %1000 = arith.addf %in, %in_414 : bf16
      linalg.yield %1000 : bf16
    } -> tensor<8x128x4x16xbf16>
    %518 = linalg.generic {indexing_maps = [#map4, #map5, #map4], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%extracted_slice_196, %arg2 : tensor<8x128x4x16xf32>, tensor<1x128x1x16xf32>) outs(%32 : tensor<8x128x4x16xf32>) {
    ^bb0(%in: f32, %in_414: f32, %out: f32):
      %1000 = arith.mulf %in, %in_414 : f32
      linalg.yield %1000 : f32
    } -> tensor<8x128x4x16xf32>
    %519 = linalg.generic {indexing_maps = [#map4, #map4], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%518 : tensor<8x128x4x16xf32>) outs(%511 : tensor<8x128x4x16xbf16>) {
    ^bb0(%in: f32, %out: bf16):
      %1000 = arith.truncf %in : f32 to bf16
      linalg.yield %1000 : bf16
    } -> tensor<8x128x4x16xbf16>
    %520 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%512, %519 : tensor<8x128x4x16xbf16>, tensor<8x128x4x16xbf16>) outs(%511 : tensor<8x128x4x16xbf16>) {
    ^bb0(%in: bf16, %in_414: bf16, %out: bf16):
      %1000 = arith.addf %in, %in_414 : bf16
      linalg.yield %1000 : bf16
    } -> tensor<8x128x4x16xbf16>
    %inserted_slice = tensor.insert_slice %517 into %cst_2[0, 0, 0, 16] [8, 128, 4, 16] [1, 1, 1, 1] : tensor<8x128x4x16xbf16> into tensor<8x128x4x32xbf16>
    %inserted_slice_198 = tensor.insert_slice %520 into %cst_2[0, 0, 0, 0] [8, 128, 4, 16] [1, 1, 1, 1] : tensor<8x128x4x16xbf16> into tensor<8x128x4x32xbf16>
    %521 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%inserted_slice, %inserted_slice_198 : tensor<8x128x4x32xbf16>, tensor<8x128x4x32xbf16>) outs(%101 : tensor<8x128x4x32xbf16>) {
    ^bb0(%in: bf16, %in_414: bf16, %out: bf16):
      %1000 = arith.addf %in, %in_414 : bf16
      linalg.yield %1000 : bf16
    } -> tensor<8x128x4x32xbf16>
    %522 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%transposed_194, %concat_121 : tensor<8x128x4x32xf32>, tensor<8x128x4x32xf32>) outs(%39 : tensor<8x128x4x32xf32>) {
    ^bb0(%in: f32, %in_414: f32, %out: f32):
      %1000 = arith.mulf %in, %in_414 : f32
      linalg.yield %1000 : f32
    } -> tensor<8x128x4x32xf32>
    %523 = linalg.generic {indexing_maps = [#map4, #map6, #map4], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%transposed_194, %306 : tensor<8x128x4x32xf32>, tensor<8x128x4x1xf32>) outs(%39 : tensor<8x128x4x32xf32>) {
    ^bb0(%in: f32, %in_414: f32, %out: f32):
      %1000 = arith.mulf %in, %in_414 : f32
      linalg.yield %1000 : f32
    } -> tensor<8x128x4x32xf32>
    %524 = linalg.generic {indexing_maps = [#map4, #map6], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%522 : tensor<8x128x4x32xf32>) outs(%42 : tensor<8x128x4x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %1000 = arith.addf %in, %out : f32
      linalg.yield %1000 : f32
    } -> tensor<8x128x4x1xf32>
    %525 = linalg.generic {indexing_maps = [#map4, #map4], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%306 : tensor<8x128x4x1xf32>) outs(%41 : tensor<8x128x4x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %1000 = math.fpowi %in, %c3_i64 : f32, i64
      linalg.yield %1000 : f32
    } -> tensor<8x128x4x1xf32>
    %526 = linalg.generic {indexing_maps = [#map4, #map4], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%524 : tensor<8x128x4x1xf32>) outs(%41 : tensor<8x128x4x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %1000 = arith.mulf %in, %cst_12 : f32
      linalg.yield %1000 : f32
    } -> tensor<8x128x4x1xf32>
    %527 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%526, %525 : tensor<8x128x4x1xf32>, tensor<8x128x4x1xf32>) outs(%41 : tensor<8x128x4x1xf32>) {
    ^bb0(%in: f32, %in_414: f32, %out: f32):
      %1000 = arith.mulf %in, %in_414 : f32
      linalg.yield %1000 : f32
    } -> tensor<8x128x4x1xf32>
    %collapsed_199 = tensor.collapse_shape %527 [[0], [1], [2, 3]] : tensor<8x128x4x1xf32> into tensor<8x128x4xf32>
    %528 = linalg.generic {indexing_maps = [#map12, #map4], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%collapsed_199 : tensor<8x128x4xf32>) outs(%39 : tensor<8x128x4x32xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<8x128x4x32xf32>
    %529 = linalg.generic {indexing_maps = [#map4, #map4], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%528 : tensor<8x128x4x32xf32>) outs(%39 : tensor<8x128x4x32xf32>) {
    ^bb0(%in: f32, %out: f32):
      %1000 = arith.divf %in, %cst_11 : f32
      linalg.yield %1000 : f32
    } -> tensor<8x128x4x32xf32>
    %530 = linalg.generic {indexing_maps = [#map4, #map4], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%concat_121 : tensor<8x128x4x32xf32>) outs(%39 : tensor<8x128x4x32xf32>) {
    ^bb0(%in: f32, %out: f32):
      %1000 = math.fpowi %in, %c1_i64 : f32, i64
      linalg.yield %1000 : f32
    } -> tensor<8x128x4x32xf32>
    %531 = linalg.generic {indexing_maps = [#map4, #map4], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%530 : tensor<8x128x4x32xf32>) outs(%39 : tensor<8x128x4x32xf32>) {
    ^bb0(%in: f32, %out: f32):
      %1000 = arith.mulf %in, %cst_13 : f32
      linalg.yield %1000 : f32
    } -> tensor<8x128x4x32xf32>
    %532 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%529, %531 : tensor<8x128x4x32xf32>, tensor<8x128x4x32xf32>) outs(%39 : tensor<8x128x4x32xf32>) {
    ^bb0(%in: f32, %in_414: f32, %out: f32):
      %1000 = arith.mulf %in, %in_414 : f32
      linalg.yield %1000 : f32
    } -> tensor<8x128x4x32xf32>
    %533 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%523, %532 : tensor<8x128x4x32xf32>, tensor<8x128x4x32xf32>) outs(%39 : tensor<8x128x4x32xf32>) {
    ^bb0(%in: f32, %in_414: f32, %out: f32):
      %1000 = arith.addf %in, %in_414 : f32
      linalg.yield %1000 : f32
    } -> tensor<8x128x4x32xf32>
    %extracted_slice_200 = tensor.extract_slice %533[0, 0, 0, 0] [8, 128, 4, 16] [1, 1, 1, 1] : tensor<8x128x4x32xf32> to tensor<8x128x4x16xf32>
    %extracted_slice_201 = tensor.extract_slice %533[0, 0, 0, 16] [8, 128, 4, 16] [1, 1, 1, 1] : tensor<8x128x4x32xf32> to tensor<8x128x4x16xf32>
    %534 = linalg.generic {indexing_maps = [#map4, #map4], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%extracted_slice_201 : tensor<8x128x4x16xf32>) outs(%32 : tensor<8x128x4x16xf32>) {
    ^bb0(%in: f32, %out: f32):
      %1000 = arith.negf %in : f32
      linalg.yield %1000 : f32
    } -> tensor<8x128x4x16xf32>
    %535 = linalg.generic {indexing_maps = [#map4, #map5, #map4], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%534, %arg3 : tensor<8x128x4x16xf32>, tensor<1x128x1x16xf32>) outs(%32 : tensor<8x128x4x16xf32>) {
    ^bb0(%in: f32, %in_414: f32, %out: f32):
      %1000 = arith.mulf %in, %in_414 : f32
      linalg.yield %1000 : f32
    } -> tensor<8x128x4x16xf32>
    %536 = linalg.generic {indexing_maps = [#map4, #map4], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%535 : tensor<8x128x4x16xf32>) outs(%511 : tensor<8x128x4x16xbf16>) {
    ^bb0(%in: f32, %out: bf16):
      %1000 = arith.truncf %in : f32 to bf16
      linalg.yield %1000 : bf16
    } -> tensor<8x128x4x16xbf16>
    %537 = linalg.generic {indexing_maps = [#map4, #map5, #map4], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%extracted_slice_201, %arg2 : tensor<8x128x4x16xf32>, tensor<1x128x1x16xf32>) outs(%32 : tensor<8x128x4x16xf32>) {
    ^bb0(%in: f32, %in_414: f32, %out: f32):
      %1000 = arith.mulf %in, %in_414 : f32
      linalg.yield %1000 : f32
    } -> tensor<8x128x4x16xf32>
    %538 = linalg.generic {indexing_maps = [#map4, #map4], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%537 : tensor<8x128x4x16xf32>) outs(%511 : tensor<8x128x4x16xbf16>) {
    ^bb0(%in: f32, %out: bf16):
      %1000 = arith.truncf %in : f32 to bf16
      linalg.yield %1000 : bf16
    } -> tensor<8x128x4x16xbf16>
    %539 = linalg.generic {indexing_maps = [#map4, #map5, #map4], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%extracted_slice_200, %arg3 : tensor<8x128x4x16xf32>, tensor<1x128x1x16xf32>) outs(%32 : tensor<8x128x4x16xf32>) {
    ^bb0(%in: f32, %in_414: f32, %out: f32):
      %1000 = arith.mulf %in, %in_414 : f32
      linalg.yield %1000 : f32
    } -> tensor<8x128x4x16xf32>
    %540 = linalg.generic {indexing_maps = [#map4, #map4], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%539 : tensor<8x128x4x16xf32>) outs(%511 : tensor<8x128x4x16xbf16>) {
    ^bb0(%in: f32, %out: bf16):
      %1000 = arith.truncf %in : f32 to bf16
      linalg.yield %1000 : bf16
    } -> tensor<8x128x4x16xbf16>
    %541 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%538, %540 : tensor<8x128x4x16xbf16>, tensor<8x128x4x16xbf16>) outs(%511 : tensor<8x128x4x16xbf16>) {
    ^bb0(%in: bf16, %in_414: bf16, %out: bf16):
      %1000 = arith.addf %in, %in_414 : bf16
      linalg.yield %1000 : bf16
    } -> tensor<8x128x4x16xbf16>
    %542 = linalg.generic {indexing_maps = [#map4, #map5, #map4], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%extracted_slice_200, %arg2 : tensor<8x128x4x16xf32>, tensor<1x128x1x16xf32>) outs(%32 : tensor<8x128x4x16xf32>) {
    ^bb0(%in: f32, %in_414: f32, %out: f32):
      %1000 = arith.mulf %in, %in_414 : f32
      linalg.yield %1000 : f32
    } -> tensor<8x128x4x16xf32>
    %543 = linalg.generic {indexing_maps = [#map4, #map4], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%542 : tensor<8x128x4x16xf32>) outs(%511 : tensor<8x128x4x16xbf16>) {
    ^bb0(%in: f32, %out: bf16):
      %1000 = arith.truncf %in : f32 to bf16
      linalg.yield %1000 : bf16
    } -> tensor<8x128x4x16xbf16>
    %544 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%536, %543 : tensor<8x128x4x16xbf16>, tensor<8x128x4x16xbf16>) outs(%511 : tensor<8x128x4x16xbf16>) {
    ^bb0(%in: bf16, %in_414: bf16, %out: bf16):
      %1000 = arith.addf %in, %in_414 : bf16
      linalg.yield %1000 : bf16
    } -> tensor<8x128x4x16xbf16>
    %inserted_slice_202 = tensor.insert_slice %541 into %cst_2[0, 0, 0, 16] [8, 128, 4, 16] [1, 1, 1, 1] : tensor<8x128x4x16xbf16> into tensor<8x128x4x32xbf16>
    %inserted_slice_203 = tensor.insert_slice %544 into %cst_2[0, 0, 0, 0] [8, 128, 4, 16] [1, 1, 1, 1] : tensor<8x128x4x16xbf16> into tensor<8x128x4x32xbf16>
    %545 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%inserted_slice_202, %inserted_slice_203 : tensor<8x128x4x32xbf16>, tensor<8x128x4x32xbf16>) outs(%101 : tensor<8x128x4x32xbf16>) {
    ^bb0(%in: bf16, %in_414: bf16, %out: bf16):
      %1000 = arith.addf %in, %in_414 : bf16
      linalg.yield %1000 : bf16
    } -> tensor<8x128x4x32xbf16>
    %collapsed_204 = tensor.collapse_shape %transposed_192 [[0, 1], [2, 3]] : tensor<8x128x4x32xbf16> into tensor<1024x128xbf16>
    %transposed_205 = linalg.transpose ins(%collapsed_204 : tensor<1024x128xbf16>) outs(%435 : tensor<128x1024xbf16>) permutation = [1, 0] 
    %546 = linalg.matmul ins(%transposed_205, %collapsed_113 : tensor<128x1024xbf16>, tensor<1024x128xbf16>) outs(%470 : tensor<128x128xf32>) -> tensor<128x128xf32>
    %547 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel", "parallel"]} ins(%546 : tensor<128x128xf32>) outs(%17 : tensor<128x128xbf16>) {
    ^bb0(%in: f32, %out: bf16):
      %1000 = arith.truncf %in : f32 to bf16
      linalg.yield %1000 : bf16
    } -> tensor<128x128xbf16>
    %transposed_206 = linalg.transpose ins(%547 : tensor<128x128xbf16>) outs(%17 : tensor<128x128xbf16>) permutation = [1, 0] 
    %transposed_207 = linalg.transpose ins(%293 : tensor<128x128xbf16>) outs(%17 : tensor<128x128xbf16>) permutation = [1, 0] 
    %548 = linalg.matmul ins(%collapsed_204, %transposed_207 : tensor<1024x128xbf16>, tensor<128x128xbf16>) outs(%22 : tensor<1024x128xf32>) -> tensor<1024x128xf32>
    %549 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel", "parallel"]} ins(%548 : tensor<1024x128xf32>) outs(%24 : tensor<1024x128xbf16>) {
    ^bb0(%in: f32, %out: bf16):
      %1000 = arith.truncf %in : f32 to bf16
      linalg.yield %1000 : bf16
    } -> tensor<1024x128xbf16>
    %expanded_208 = tensor.expand_shape %549 [[0, 1], [2]] output_shape [8, 128, 128] : tensor<1024x128xbf16> into tensor<8x128x128xbf16>
    %550 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%expanded_208 : tensor<8x128x128xbf16>) outs(%0 : tensor<8x128x128xf32>) {
    ^bb0(%in: bf16, %out: f32):
      %1000 = arith.extf %in : bf16 to f32
      linalg.yield %1000 : f32
    } -> tensor<8x128x128xf32>
    %551 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel", "parallel"]} ins(%transposed_206 : tensor<128x128xbf16>) outs(%16 : tensor<128x128xf32>) {
    ^bb0(%in: bf16, %out: f32):
      %1000 = arith.extf %in : bf16 to f32
      linalg.yield %1000 : f32
    } -> tensor<128x128xf32>
    %transposed_209 = linalg.transpose ins(%551 : tensor<128x128xf32>) outs(%16 : tensor<128x128xf32>) permutation = [1, 0] 
    %collapsed_210 = tensor.collapse_shape %521 [[0, 1], [2, 3]] : tensor<8x128x4x32xbf16> into tensor<1024x128xbf16>
    %transposed_211 = linalg.transpose ins(%collapsed_210 : tensor<1024x128xbf16>) outs(%435 : tensor<128x1024xbf16>) permutation = [1, 0] 
    %552 = linalg.matmul ins(%transposed_211, %collapsed_113 : tensor<128x1024xbf16>, tensor<1024x128xbf16>) outs(%470 : tensor<128x128xf32>) -> tensor<128x128xf32>
    %553 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel", "parallel"]} ins(%552 : tensor<128x128xf32>) outs(%17 : tensor<128x128xbf16>) {
    ^bb0(%in: f32, %out: bf16):
      %1000 = arith.truncf %in : f32 to bf16
      linalg.yield %1000 : bf16
    } -> tensor<128x128xbf16>
    %transposed_212 = linalg.transpose ins(%553 : tensor<128x128xbf16>) outs(%17 : tensor<128x128xbf16>) permutation = [1, 0] 
    %transposed_213 = linalg.transpose ins(%290 : tensor<128x128xbf16>) outs(%17 : tensor<128x128xbf16>) permutation = [1, 0] 
    %554 = linalg.matmul ins(%collapsed_210, %transposed_213 : tensor<1024x128xbf16>, tensor<128x128xbf16>) outs(%22 : tensor<1024x128xf32>) -> tensor<1024x128xf32>
    %555 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel", "parallel"]} ins(%554 : tensor<1024x128xf32>) outs(%24 : tensor<1024x128xbf16>) {
    ^bb0(%in: f32, %out: bf16):
      %1000 = arith.truncf %in : f32 to bf16
      linalg.yield %1000 : bf16
    } -> tensor<1024x128xbf16>
    %expanded_214 = tensor.expand_shape %555 [[0, 1], [2]] output_shape [8, 128, 128] : tensor<1024x128xbf16> into tensor<8x128x128xbf16>
    %556 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%expanded_214 : tensor<8x128x128xbf16>) outs(%0 : tensor<8x128x128xf32>) {
    ^bb0(%in: bf16, %out: f32):
      %1000 = arith.extf %in : bf16 to f32
      linalg.yield %1000 : f32
    } -> tensor<8x128x128xf32>
    %557 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%550, %556 : tensor<8x128x128xf32>, tensor<8x128x128xf32>) outs(%0 : tensor<8x128x128xf32>) {
    ^bb0(%in: f32, %in_414: f32, %out: f32):
      %1000 = arith.addf %in, %in_414 : f32
      linalg.yield %1000 : f32
    } -> tensor<8x128x128xf32>
    %558 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel", "parallel"]} ins(%transposed_212 : tensor<128x128xbf16>) outs(%16 : tensor<128x128xf32>) {
    ^bb0(%in: bf16, %out: f32):
      %1000 = arith.extf %in : bf16 to f32
      linalg.yield %1000 : f32
    } -> tensor<128x128xf32>
    %transposed_215 = linalg.transpose ins(%558 : tensor<128x128xf32>) outs(%16 : tensor<128x128xf32>) permutation = [1, 0] 
    %collapsed_216 = tensor.collapse_shape %545 [[0, 1], [2, 3]] : tensor<8x128x4x32xbf16> into tensor<1024x128xbf16>
    %transposed_217 = linalg.transpose ins(%collapsed_216 : tensor<1024x128xbf16>) outs(%435 : tensor<128x1024xbf16>) permutation = [1, 0] 
    %559 = linalg.matmul ins(%transposed_217, %collapsed_113 : tensor<128x1024xbf16>, tensor<1024x128xbf16>) outs(%470 : tensor<128x128xf32>) -> tensor<128x128xf32>
    %560 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel", "parallel"]} ins(%559 : tensor<128x128xf32>) outs(%17 : tensor<128x128xbf16>) {
    ^bb0(%in: f32, %out: bf16):
      %1000 = arith.truncf %in : f32 to bf16
      linalg.yield %1000 : bf16
    } -> tensor<128x128xbf16>
    %transposed_218 = linalg.transpose ins(%560 : tensor<128x128xbf16>) outs(%17 : tensor<128x128xbf16>) permutation = [1, 0] 
    %transposed_219 = linalg.transpose ins(%286 : tensor<128x128xbf16>) outs(%17 : tensor<128x128xbf16>) permutation = [1, 0] 
    %561 = linalg.matmul ins(%collapsed_216, %transposed_219 : tensor<1024x128xbf16>, tensor<128x128xbf16>) outs(%22 : tensor<1024x128xf32>) -> tensor<1024x128xf32>
    %562 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel", "parallel"]} ins(%561 : tensor<1024x128xf32>) outs(%24 : tensor<1024x128xbf16>) {
    ^bb0(%in: f32, %out: bf16):
      %1000 = arith.truncf %in : f32 to bf16
      linalg.yield %1000 : bf16
    } -> tensor<1024x128xbf16>
    %expanded_220 = tensor.expand_shape %562 [[0, 1], [2]] output_shape [8, 128, 128] : tensor<1024x128xbf16> into tensor<8x128x128xbf16>
    %563 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%expanded_220 : tensor<8x128x128xbf16>) outs(%0 : tensor<8x128x128xf32>) {
    ^bb0(%in: bf16, %out: f32):
      %1000 = arith.extf %in : bf16 to f32
      linalg.yield %1000 : f32
    } -> tensor<8x128x128xf32>
    %564 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%557, %563 : tensor<8x128x128xf32>, tensor<8x128x128xf32>) outs(%0 : tensor<8x128x128xf32>) {
    ^bb0(%in: f32, %in_414: f32, %out: f32):
      %1000 = arith.addf %in, %in_414 : f32
      linalg.yield %1000 : f32
    } -> tensor<8x128x128xf32>
    %565 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel", "parallel"]} ins(%transposed_218 : tensor<128x128xbf16>) outs(%16 : tensor<128x128xf32>) {
    ^bb0(%in: bf16, %out: f32):
      %1000 = arith.extf %in : bf16 to f32
      linalg.yield %1000 : f32
    } -> tensor<128x128xf32>
    %transposed_221 = linalg.transpose ins(%565 : tensor<128x128xf32>) outs(%16 : tensor<128x128xf32>) permutation = [1, 0] 
    %566 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%564, %279 : tensor<8x128x128xf32>, tensor<8x128x128xf32>) outs(%0 : tensor<8x128x128xf32>) {
    ^bb0(%in: f32, %in_414: f32, %out: f32):
      %1000 = arith.mulf %in, %in_414 : f32
      linalg.yield %1000 : f32
    } -> tensor<8x128x128xf32>
    %567 = linalg.generic {indexing_maps = [#map1, #map2, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%564, %284 : tensor<8x128x128xf32>, tensor<8x128x1xf32>) outs(%0 : tensor<8x128x128xf32>) {
    ^bb0(%in: f32, %in_414: f32, %out: f32):
      %1000 = arith.mulf %in, %in_414 : f32
      linalg.yield %1000 : f32
    } -> tensor<8x128x128xf32>
    %568 = linalg.generic {indexing_maps = [#map1, #map2], iterator_types = ["parallel", "parallel", "reduction"]} ins(%566 : tensor<8x128x128xf32>) outs(%4 : tensor<8x128x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %1000 = arith.addf %in, %out : f32
      linalg.yield %1000 : f32
    } -> tensor<8x128x1xf32>
    %569 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%468, %567 : tensor<8x128x128xf32>, tensor<8x128x128xf32>) outs(%0 : tensor<8x128x128xf32>) {
    ^bb0(%in: f32, %in_414: f32, %out: f32):
      %1000 = arith.addf %in, %in_414 : f32
      linalg.yield %1000 : f32
    } -> tensor<8x128x128xf32>
    %570 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%284 : tensor<8x128x1xf32>) outs(%3 : tensor<8x128x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %1000 = math.fpowi %in, %c3_i64 : f32, i64
      linalg.yield %1000 : f32
    } -> tensor<8x128x1xf32>
    %571 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%568 : tensor<8x128x1xf32>) outs(%3 : tensor<8x128x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %1000 = arith.mulf %in, %cst_12 : f32
      linalg.yield %1000 : f32
    } -> tensor<8x128x1xf32>
    %572 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%571, %570 : tensor<8x128x1xf32>, tensor<8x128x1xf32>) outs(%3 : tensor<8x128x1xf32>) {
    ^bb0(%in: f32, %in_414: f32, %out: f32):
      %1000 = arith.mulf %in, %in_414 : f32
      linalg.yield %1000 : f32
    } -> tensor<8x128x1xf32>
    %collapsed_222 = tensor.collapse_shape %572 [[0], [1, 2]] : tensor<8x128x1xf32> into tensor<8x128xf32>
    %573 = linalg.generic {indexing_maps = [#map, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%collapsed_222 : tensor<8x128xf32>) outs(%0 : tensor<8x128x128xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<8x128x128xf32>
    %574 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%573 : tensor<8x128x128xf32>) outs(%0 : tensor<8x128x128xf32>) {
    ^bb0(%in: f32, %out: f32):
      %1000 = arith.divf %in, %cst_9 : f32
      linalg.yield %1000 : f32
    } -> tensor<8x128x128xf32>
    %575 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%279 : tensor<8x128x128xf32>) outs(%0 : tensor<8x128x128xf32>) {
    ^bb0(%in: f32, %out: f32):
      %1000 = math.fpowi %in, %c1_i64 : f32, i64
      linalg.yield %1000 : f32
    } -> tensor<8x128x128xf32>
    %576 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%575 : tensor<8x128x128xf32>) outs(%0 : tensor<8x128x128xf32>) {
    ^bb0(%in: f32, %out: f32):
      %1000 = arith.mulf %in, %cst_13 : f32
      linalg.yield %1000 : f32
    } -> tensor<8x128x128xf32>
    %577 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%574, %576 : tensor<8x128x128xf32>, tensor<8x128x128xf32>) outs(%0 : tensor<8x128x128xf32>) {
    ^bb0(%in: f32, %in_414: f32, %out: f32):
      %1000 = arith.mulf %in, %in_414 : f32
      linalg.yield %1000 : f32
    } -> tensor<8x128x128xf32>
    %578 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%569, %577 : tensor<8x128x128xf32>, tensor<8x128x128xf32>) outs(%0 : tensor<8x128x128xf32>) {
    ^bb0(%in: f32, %in_414: f32, %out: f32):
      %1000 = arith.addf %in, %in_414 : f32
      linalg.yield %1000 : f32
    } -> tensor<8x128x128xf32>
    %579 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%578 : tensor<8x128x128xf32>) outs(%19 : tensor<8x128x128xbf16>) {
    ^bb0(%in: f32, %out: bf16):
      %1000 = arith.truncf %in : f32 to bf16
      linalg.yield %1000 : bf16
    } -> tensor<8x128x128xbf16>
    %collapsed_223 = tensor.collapse_shape %579 [[0, 1], [2]] : tensor<8x128x128xbf16> into tensor<1024x128xbf16>
    %transposed_224 = linalg.transpose ins(%collapsed_223 : tensor<1024x128xbf16>) outs(%435 : tensor<128x1024xbf16>) permutation = [1, 0] 
    %580 = linalg.matmul ins(%transposed_224, %collapsed_110 : tensor<128x1024xbf16>, tensor<1024x512xbf16>) outs(%436 : tensor<128x512xf32>) -> tensor<128x512xf32>
    %581 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel", "parallel"]} ins(%580 : tensor<128x512xf32>) outs(%113 : tensor<128x512xbf16>) {
    ^bb0(%in: f32, %out: bf16):
      %1000 = arith.truncf %in : f32 to bf16
      linalg.yield %1000 : bf16
    } -> tensor<128x512xbf16>
    %transposed_225 = linalg.transpose ins(%581 : tensor<128x512xbf16>) outs(%125 : tensor<512x128xbf16>) permutation = [1, 0] 
    %transposed_226 = linalg.transpose ins(%276 : tensor<512x128xbf16>) outs(%113 : tensor<128x512xbf16>) permutation = [1, 0] 
    %582 = linalg.matmul ins(%collapsed_223, %transposed_226 : tensor<1024x128xbf16>, tensor<128x512xbf16>) outs(%117 : tensor<1024x512xf32>) -> tensor<1024x512xf32>
    %583 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel", "parallel"]} ins(%582 : tensor<1024x512xf32>) outs(%119 : tensor<1024x512xbf16>) {
    ^bb0(%in: f32, %out: bf16):
      %1000 = arith.truncf %in : f32 to bf16
      linalg.yield %1000 : bf16
    } -> tensor<1024x512xbf16>
    %expanded_227 = tensor.expand_shape %583 [[0, 1], [2]] output_shape [8, 128, 512] : tensor<1024x512xbf16> into tensor<8x128x512xbf16>
    %584 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel", "parallel"]} ins(%transposed_225 : tensor<512x128xbf16>) outs(%124 : tensor<512x128xf32>) {
    ^bb0(%in: bf16, %out: f32):
      %1000 = arith.extf %in : bf16 to f32
      linalg.yield %1000 : f32
    } -> tensor<512x128xf32>
    %transposed_228 = linalg.transpose ins(%584 : tensor<512x128xf32>) outs(%112 : tensor<128x512xf32>) permutation = [1, 0] 
    %585 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%274 : tensor<8x128x512xbf16>) outs(%121 : tensor<8x128x512xbf16>) {
    ^bb0(%in: bf16, %out: bf16):
      %1000 = math.fpowi %in, %c1_i64 : bf16, i64
      linalg.yield %1000 : bf16
    } -> tensor<8x128x512xbf16>
    %586 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%585 : tensor<8x128x512xbf16>) outs(%121 : tensor<8x128x512xbf16>) {
    ^bb0(%in: bf16, %out: bf16):
      %1000 = arith.mulf %in, %cst_14 : bf16
      linalg.yield %1000 : bf16
    } -> tensor<8x128x512xbf16>
    %587 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%expanded_227, %586 : tensor<8x128x512xbf16>, tensor<8x128x512xbf16>) outs(%121 : tensor<8x128x512xbf16>) {
    ^bb0(%in: bf16, %in_414: bf16, %out: bf16):
      %1000 = arith.mulf %in, %in_414 : bf16
      linalg.yield %1000 : bf16
    } -> tensor<8x128x512xbf16>
    %588 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%274 : tensor<8x128x512xbf16>) outs(%445 : tensor<8x128x512xi1>) {
    ^bb0(%in: bf16, %out: i1):
      %1000 = arith.cmpf ole, %in, %cst_0 : bf16
      linalg.yield %1000 : i1
    } -> tensor<8x128x512xi1>
    %589 = linalg.generic {indexing_maps = [#map1, #map18, #map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%588, %cst_3, %587 : tensor<8x128x512xi1>, tensor<bf16>, tensor<8x128x512xbf16>) outs(%121 : tensor<8x128x512xbf16>) {
    ^bb0(%in: i1, %in_414: bf16, %in_415: bf16, %out: bf16):
      %1000 = arith.select %in, %in_414, %in_415 : bf16
      linalg.yield %1000 : bf16
    } -> tensor<8x128x512xbf16>
    %collapsed_229 = tensor.collapse_shape %589 [[0, 1], [2]] : tensor<8x128x512xbf16> into tensor<1024x512xbf16>
    %transposed_230 = linalg.transpose ins(%collapsed_229 : tensor<1024x512xbf16>) outs(%448 : tensor<512x1024xbf16>) permutation = [1, 0] 
    %590 = linalg.matmul ins(%transposed_230, %collapsed_107 : tensor<512x1024xbf16>, tensor<1024x128xbf16>) outs(%449 : tensor<512x128xf32>) -> tensor<512x128xf32>
    %591 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel", "parallel"]} ins(%590 : tensor<512x128xf32>) outs(%125 : tensor<512x128xbf16>) {
    ^bb0(%in: f32, %out: bf16):
      %1000 = arith.truncf %in : f32 to bf16
      linalg.yield %1000 : bf16
    } -> tensor<512x128xbf16>
    %transposed_231 = linalg.transpose ins(%591 : tensor<512x128xbf16>) outs(%113 : tensor<128x512xbf16>) permutation = [1, 0] 
    %transposed_232 = linalg.transpose ins(%270 : tensor<128x512xbf16>) outs(%125 : tensor<512x128xbf16>) permutation = [1, 0] 
    %592 = linalg.matmul ins(%collapsed_229, %transposed_232 : tensor<1024x512xbf16>, tensor<512x128xbf16>) outs(%22 : tensor<1024x128xf32>) -> tensor<1024x128xf32>
    %593 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel", "parallel"]} ins(%592 : tensor<1024x128xf32>) outs(%24 : tensor<1024x128xbf16>) {
    ^bb0(%in: f32, %out: bf16):
      %1000 = arith.truncf %in : f32 to bf16
      linalg.yield %1000 : bf16
    } -> tensor<1024x128xbf16>
    %expanded_233 = tensor.expand_shape %593 [[0, 1], [2]] output_shape [8, 128, 128] : tensor<1024x128xbf16> into tensor<8x128x128xbf16>
    %594 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%expanded_233 : tensor<8x128x128xbf16>) outs(%0 : tensor<8x128x128xf32>) {
    ^bb0(%in: bf16, %out: f32):
      %1000 = arith.extf %in : bf16 to f32
      linalg.yield %1000 : f32
    } -> tensor<8x128x128xf32>
    %595 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel", "parallel"]} ins(%transposed_231 : tensor<128x512xbf16>) outs(%112 : tensor<128x512xf32>) {
    ^bb0(%in: bf16, %out: f32):
      %1000 = arith.extf %in : bf16 to f32
      linalg.yield %1000 : f32
    } -> tensor<128x512xf32>
    %transposed_234 = linalg.transpose ins(%595 : tensor<128x512xf32>) outs(%124 : tensor<512x128xf32>) permutation = [1, 0] 
    %596 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%594, %263 : tensor<8x128x128xf32>, tensor<8x128x128xf32>) outs(%0 : tensor<8x128x128xf32>) {
    ^bb0(%in: f32, %in_414: f32, %out: f32):
      %1000 = arith.mulf %in, %in_414 : f32
      linalg.yield %1000 : f32
    } -> tensor<8x128x128xf32>
    %597 = linalg.generic {indexing_maps = [#map1, #map2, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%594, %268 : tensor<8x128x128xf32>, tensor<8x128x1xf32>) outs(%0 : tensor<8x128x128xf32>) {
    ^bb0(%in: f32, %in_414: f32, %out: f32):
      %1000 = arith.mulf %in, %in_414 : f32
      linalg.yield %1000 : f32
    } -> tensor<8x128x128xf32>
    %598 = linalg.generic {indexing_maps = [#map1, #map2], iterator_types = ["parallel", "parallel", "reduction"]} ins(%596 : tensor<8x128x128xf32>) outs(%4 : tensor<8x128x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %1000 = arith.addf %in, %out : f32
      linalg.yield %1000 : f32
    } -> tensor<8x128x1xf32>
    %599 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%578, %597 : tensor<8x128x128xf32>, tensor<8x128x128xf32>) outs(%0 : tensor<8x128x128xf32>) {
    ^bb0(%in: f32, %in_414: f32, %out: f32):
      %1000 = arith.addf %in, %in_414 : f32
      linalg.yield %1000 : f32
    } -> tensor<8x128x128xf32>
    %600 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%268 : tensor<8x128x1xf32>) outs(%3 : tensor<8x128x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %1000 = math.fpowi %in, %c3_i64 : f32, i64
      linalg.yield %1000 : f32
    } -> tensor<8x128x1xf32>
    %601 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%598 : tensor<8x128x1xf32>) outs(%3 : tensor<8x128x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %1000 = arith.mulf %in, %cst_12 : f32
      linalg.yield %1000 : f32
    } -> tensor<8x128x1xf32>
    %602 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%601, %600 : tensor<8x128x1xf32>, tensor<8x128x1xf32>) outs(%3 : tensor<8x128x1xf32>) {
    ^bb0(%in: f32, %in_414: f32, %out: f32):
      %1000 = arith.mulf %in, %in_414 : f32
      linalg.yield %1000 : f32
    } -> tensor<8x128x1xf32>
    %collapsed_235 = tensor.collapse_shape %602 [[0], [1, 2]] : tensor<8x128x1xf32> into tensor<8x128xf32>
    %603 = linalg.generic {indexing_maps = [#map, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%collapsed_235 : tensor<8x128xf32>) outs(%0 : tensor<8x128x128xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<8x128x128xf32>
    %604 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%603 : tensor<8x128x128xf32>) outs(%0 : tensor<8x128x128xf32>) {
    ^bb0(%in: f32, %out: f32):
      %1000 = arith.divf %in, %cst_9 : f32
      linalg.yield %1000 : f32
    } -> tensor<8x128x128xf32>
    %605 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%263 : tensor<8x128x128xf32>) outs(%0 : tensor<8x128x128xf32>) {
    ^bb0(%in: f32, %out: f32):
      %1000 = math.fpowi %in, %c1_i64 : f32, i64
      linalg.yield %1000 : f32
    } -> tensor<8x128x128xf32>
    %606 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%605 : tensor<8x128x128xf32>) outs(%0 : tensor<8x128x128xf32>) {
    ^bb0(%in: f32, %out: f32):
      %1000 = arith.mulf %in, %cst_13 : f32
      linalg.yield %1000 : f32
    } -> tensor<8x128x128xf32>
    %607 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%604, %606 : tensor<8x128x128xf32>, tensor<8x128x128xf32>) outs(%0 : tensor<8x128x128xf32>) {
    ^bb0(%in: f32, %in_414: f32, %out: f32):
      %1000 = arith.mulf %in, %in_414 : f32
      linalg.yield %1000 : f32
    } -> tensor<8x128x128xf32>
    %608 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%599, %607 : tensor<8x128x128xf32>, tensor<8x128x128xf32>) outs(%0 : tensor<8x128x128xf32>) {
    ^bb0(%in: f32, %in_414: f32, %out: f32):
      %1000 = arith.addf %in, %in_414 : f32
      linalg.yield %1000 : f32
    } -> tensor<8x128x128xf32>
    %609 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%608 : tensor<8x128x128xf32>) outs(%19 : tensor<8x128x128xbf16>) {
    ^bb0(%in: f32, %out: bf16):
      %1000 = arith.truncf %in : f32 to bf16
      linalg.yield %1000 : bf16
    } -> tensor<8x128x128xbf16>
    %collapsed_236 = tensor.collapse_shape %609 [[0, 1], [2]] : tensor<8x128x128xbf16> into tensor<1024x128xbf16>
    %transposed_237 = linalg.transpose ins(%collapsed_236 : tensor<1024x128xbf16>) outs(%435 : tensor<128x1024xbf16>) permutation = [1, 0] 
    %610 = linalg.matmul ins(%transposed_237, %collapsed_104 : tensor<128x1024xbf16>, tensor<1024x128xbf16>) outs(%470 : tensor<128x128xf32>) -> tensor<128x128xf32>
    %611 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel", "parallel"]} ins(%610 : tensor<128x128xf32>) outs(%17 : tensor<128x128xbf16>) {
    ^bb0(%in: f32, %out: bf16):
      %1000 = arith.truncf %in : f32 to bf16
      linalg.yield %1000 : bf16
    } -> tensor<128x128xbf16>
    %transposed_238 = linalg.transpose ins(%611 : tensor<128x128xbf16>) outs(%17 : tensor<128x128xbf16>) permutation = [1, 0] 
    %transposed_239 = linalg.transpose ins(%260 : tensor<128x128xbf16>) outs(%17 : tensor<128x128xbf16>) permutation = [1, 0] 
    %612 = linalg.matmul ins(%collapsed_236, %transposed_239 : tensor<1024x128xbf16>, tensor<128x128xbf16>) outs(%22 : tensor<1024x128xf32>) -> tensor<1024x128xf32>
    %613 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel", "parallel"]} ins(%612 : tensor<1024x128xf32>) outs(%24 : tensor<1024x128xbf16>) {
    ^bb0(%in: f32, %out: bf16):
      %1000 = arith.truncf %in : f32 to bf16
      linalg.yield %1000 : bf16
    } -> tensor<1024x128xbf16>
    %614 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel", "parallel"]} ins(%transposed_238 : tensor<128x128xbf16>) outs(%16 : tensor<128x128xf32>) {
    ^bb0(%in: bf16, %out: f32):
      %1000 = arith.extf %in : bf16 to f32
      linalg.yield %1000 : f32
    } -> tensor<128x128xf32>
    %transposed_240 = linalg.transpose ins(%614 : tensor<128x128xf32>) outs(%16 : tensor<128x128xf32>) permutation = [1, 0] 
    %expanded_241 = tensor.expand_shape %613 [[0, 1], [2, 3]] output_shape [8, 128, 4, 32] : tensor<1024x128xbf16> into tensor<8x128x4x32xbf16>
    %transposed_242 = linalg.transpose ins(%expanded_241 : tensor<8x128x4x32xbf16>) outs(%61 : tensor<8x4x128x32xbf16>) permutation = [0, 2, 1, 3] 
    %collapsed_243 = tensor.collapse_shape %transposed_242 [[0, 1], [2], [3]] : tensor<8x4x128x32xbf16> into tensor<32x128x32xbf16>
    %transposed_244 = linalg.transpose ins(%collapsed_99 : tensor<32x128x128xbf16>) outs(%69 : tensor<32x128x128xbf16>) permutation = [0, 2, 1] 
    %615 = linalg.batch_matmul ins(%transposed_244, %collapsed_243 : tensor<32x128x128xbf16>, tensor<32x128x32xbf16>) outs(%97 : tensor<32x128x32xf32>) -> tensor<32x128x32xf32>
    %616 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%615 : tensor<32x128x32xf32>) outs(%99 : tensor<32x128x32xbf16>) {
    ^bb0(%in: f32, %out: bf16):
      %1000 = arith.truncf %in : f32 to bf16
      linalg.yield %1000 : bf16
    } -> tensor<32x128x32xbf16>
    %transposed_245 = linalg.transpose ins(%collapsed_100 : tensor<32x128x32xbf16>) outs(%478 : tensor<32x32x128xbf16>) permutation = [0, 2, 1] 
    %617 = linalg.batch_matmul ins(%collapsed_243, %transposed_245 : tensor<32x128x32xbf16>, tensor<32x32x128xbf16>) outs(%67 : tensor<32x128x128xf32>) -> tensor<32x128x128xf32>
    %618 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%617 : tensor<32x128x128xf32>) outs(%69 : tensor<32x128x128xbf16>) {
    ^bb0(%in: f32, %out: bf16):
      %1000 = arith.truncf %in : f32 to bf16
      linalg.yield %1000 : bf16
    } -> tensor<32x128x128xbf16>
    %expanded_246 = tensor.expand_shape %616 [[0, 1], [2], [3]] output_shape [8, 4, 128, 32] : tensor<32x128x32xbf16> into tensor<8x4x128x32xbf16>
    %expanded_247 = tensor.expand_shape %618 [[0, 1], [2], [3]] output_shape [8, 4, 128, 128] : tensor<32x128x128xbf16> into tensor<8x4x128x128xbf16>
    %619 = linalg.generic {indexing_maps = [#map4, #map4], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%expanded_247 : tensor<8x4x128x128xbf16>) outs(%71 : tensor<8x4x128x128xf32>) {
    ^bb0(%in: bf16, %out: f32):
      %1000 = arith.extf %in : bf16 to f32
      linalg.yield %1000 : f32
    } -> tensor<8x4x128x128xf32>
    %620 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%619, %256 : tensor<8x4x128x128xf32>, tensor<8x4x128x128xf32>) outs(%71 : tensor<8x4x128x128xf32>) {
    ^bb0(%in: f32, %in_414: f32, %out: f32):
      %1000 = arith.mulf %in, %in_414 : f32
      linalg.yield %1000 : f32
    } -> tensor<8x4x128x128xf32>
    %621 = linalg.generic {indexing_maps = [#map4, #map6], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%620 : tensor<8x4x128x128xf32>) outs(%91 : tensor<8x4x128x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %1000 = arith.addf %in, %out : f32
      linalg.yield %1000 : f32
    } -> tensor<8x4x128x1xf32>
    %622 = linalg.generic {indexing_maps = [#map4, #map6, #map4], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%256, %621 : tensor<8x4x128x128xf32>, tensor<8x4x128x1xf32>) outs(%71 : tensor<8x4x128x128xf32>) {
    ^bb0(%in: f32, %in_414: f32, %out: f32):
      %1000 = arith.mulf %in, %in_414 : f32
      linalg.yield %1000 : f32
    } -> tensor<8x4x128x128xf32>
    %623 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%620, %622 : tensor<8x4x128x128xf32>, tensor<8x4x128x128xf32>) outs(%71 : tensor<8x4x128x128xf32>) {
    ^bb0(%in: f32, %in_414: f32, %out: f32):
      %1000 = arith.subf %in, %in_414 : f32
      linalg.yield %1000 : f32
    } -> tensor<8x4x128x128xf32>
    %624 = linalg.generic {indexing_maps = [#map10, #map11, #map4, #map4], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%81, %cst_5, %623 : tensor<128x128xi1>, tensor<f32>, tensor<8x4x128x128xf32>) outs(%71 : tensor<8x4x128x128xf32>) {
    ^bb0(%in: i1, %in_414: f32, %in_415: f32, %out: f32):
      %1000 = arith.select %in, %in_414, %in_415 : f32
      linalg.yield %1000 : f32
    } -> tensor<8x4x128x128xf32>
    %625 = linalg.generic {indexing_maps = [#map4, #map4], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%624 : tensor<8x4x128x128xf32>) outs(%71 : tensor<8x4x128x128xf32>) {
    ^bb0(%in: f32, %out: f32):
      %1000 = arith.truncf %cst_8 : f64 to f32
      %1001 = arith.mulf %in, %1000 : f32
      linalg.yield %1001 : f32
    } -> tensor<8x4x128x128xf32>
    %626 = linalg.generic {indexing_maps = [#map4, #map4], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%625 : tensor<8x4x128x128xf32>) outs(%94 : tensor<8x4x128x128xbf16>) {
    ^bb0(%in: f32, %out: bf16):
      %1000 = arith.truncf %in : f32 to bf16
      linalg.yield %1000 : bf16
    } -> tensor<8x4x128x128xbf16>
    %collapsed_248 = tensor.collapse_shape %626 [[0, 1], [2], [3]] : tensor<8x4x128x128xbf16> into tensor<32x128x128xbf16>
    %transposed_249 = linalg.transpose ins(%collapsed_95 : tensor<32x128x32xbf16>) outs(%478 : tensor<32x32x128xbf16>) permutation = [0, 2, 1] 
    %627 = linalg.batch_matmul ins(%transposed_249, %collapsed_248 : tensor<32x32x128xbf16>, tensor<32x128x128xbf16>) outs(%490 : tensor<32x32x128xf32>) -> tensor<32x32x128xf32>
    %628 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%627 : tensor<32x32x128xf32>) outs(%478 : tensor<32x32x128xbf16>) {
    ^bb0(%in: f32, %out: bf16):
      %1000 = arith.truncf %in : f32 to bf16
      linalg.yield %1000 : bf16
    } -> tensor<32x32x128xbf16>
    %transposed_250 = linalg.transpose ins(%collapsed_96 : tensor<32x32x128xbf16>) outs(%99 : tensor<32x128x32xbf16>) permutation = [0, 2, 1] 
    %629 = linalg.batch_matmul ins(%collapsed_248, %transposed_250 : tensor<32x128x128xbf16>, tensor<32x128x32xbf16>) outs(%97 : tensor<32x128x32xf32>) -> tensor<32x128x32xf32>
    %630 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%629 : tensor<32x128x32xf32>) outs(%99 : tensor<32x128x32xbf16>) {
    ^bb0(%in: f32, %out: bf16):
      %1000 = arith.truncf %in : f32 to bf16
      linalg.yield %1000 : bf16
    } -> tensor<32x128x32xbf16>
    %expanded_251 = tensor.expand_shape %628 [[0, 1], [2], [3]] output_shape [8, 4, 32, 128] : tensor<32x32x128xbf16> into tensor<8x4x32x128xbf16>
    %expanded_252 = tensor.expand_shape %630 [[0, 1], [2], [3]] output_shape [8, 4, 128, 32] : tensor<32x128x32xbf16> into tensor<8x4x128x32xbf16>
    %631 = linalg.generic {indexing_maps = [#map4, #map4], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%expanded_252 : tensor<8x4x128x32xbf16>) outs(%60 : tensor<8x4x128x32xf32>) {
    ^bb0(%in: bf16, %out: f32):
      %1000 = arith.extf %in : bf16 to f32
      linalg.yield %1000 : f32
    } -> tensor<8x4x128x32xf32>
    %632 = linalg.generic {indexing_maps = [#map4, #map4], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%expanded_251 : tensor<8x4x32x128xbf16>) outs(%62 : tensor<8x4x32x128xf32>) {
    ^bb0(%in: bf16, %out: f32):
      %1000 = arith.extf %in : bf16 to f32
      linalg.yield %1000 : f32
    } -> tensor<8x4x32x128xf32>
    %transposed_253 = linalg.transpose ins(%expanded_246 : tensor<8x4x128x32xbf16>) outs(%101 : tensor<8x128x4x32xbf16>) permutation = [0, 2, 1, 3] 
    %transposed_254 = linalg.transpose ins(%632 : tensor<8x4x32x128xf32>) outs(%39 : tensor<8x128x4x32xf32>) permutation = [0, 3, 1, 2] 
    %transposed_255 = linalg.transpose ins(%631 : tensor<8x4x128x32xf32>) outs(%39 : tensor<8x128x4x32xf32>) permutation = [0, 2, 1, 3] 
    %633 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%transposed_254, %concat_91 : tensor<8x128x4x32xf32>, tensor<8x128x4x32xf32>) outs(%39 : tensor<8x128x4x32xf32>) {
    ^bb0(%in: f32, %in_414: f32, %out: f32):
      %1000 = arith.mulf %in, %in_414 : f32
      linalg.yield %1000 : f32
    } -> tensor<8x128x4x32xf32>
    %634 = linalg.generic {indexing_maps = [#map4, #map6, #map4], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%transposed_254, %243 : tensor<8x128x4x32xf32>, tensor<8x128x4x1xf32>) outs(%39 : tensor<8x128x4x32xf32>) {
    ^bb0(%in: f32, %in_414: f32, %out: f32):
      %1000 = arith.mulf %in, %in_414 : f32
      linalg.yield %1000 : f32
    } -> tensor<8x128x4x32xf32>
    %635 = linalg.generic {indexing_maps = [#map4, #map6], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%633 : tensor<8x128x4x32xf32>) outs(%42 : tensor<8x128x4x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %1000 = arith.addf %in, %out : f32
      linalg.yield %1000 : f32
    } -> tensor<8x128x4x1xf32>
    %636 = linalg.generic {indexing_maps = [#map4, #map4], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%243 : tensor<8x128x4x1xf32>) outs(%41 : tensor<8x128x4x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %1000 = math.fpowi %in, %c3_i64 : f32, i64
      linalg.yield %1000 : f32
    } -> tensor<8x128x4x1xf32>
    %637 = linalg.generic {indexing_maps = [#map4, #map4], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%635 : tensor<8x128x4x1xf32>) outs(%41 : tensor<8x128x4x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %1000 = arith.mulf %in, %cst_12 : f32
      linalg.yield %1000 : f32
    } -> tensor<8x128x4x1xf32>
    %638 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%637, %636 : tensor<8x128x4x1xf32>, tensor<8x128x4x1xf32>) outs(%41 : tensor<8x128x4x1xf32>) {
    ^bb0(%in: f32, %in_414: f32, %out: f32):
      %1000 = arith.mulf %in, %in_414 : f32
      linalg.yield %1000 : f32
    } -> tensor<8x128x4x1xf32>
    %collapsed_256 = tensor.collapse_shape %638 [[0], [1], [2, 3]] : tensor<8x128x4x1xf32> into tensor<8x128x4xf32>
    %639 = linalg.generic {indexing_maps = [#map12, #map4], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%collapsed_256 : tensor<8x128x4xf32>) outs(%39 : tensor<8x128x4x32xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<8x128x4x32xf32>
    %640 = linalg.generic {indexing_maps = [#map4, #map4], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%639 : tensor<8x128x4x32xf32>) outs(%39 : tensor<8x128x4x32xf32>) {
    ^bb0(%in: f32, %out: f32):
      %1000 = arith.divf %in, %cst_11 : f32
      linalg.yield %1000 : f32
    } -> tensor<8x128x4x32xf32>
    %641 = linalg.generic {indexing_maps = [#map4, #map4], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%concat_91 : tensor<8x128x4x32xf32>) outs(%39 : tensor<8x128x4x32xf32>) {
    ^bb0(%in: f32, %out: f32):
      %1000 = math.fpowi %in, %c1_i64 : f32, i64
      linalg.yield %1000 : f32
    } -> tensor<8x128x4x32xf32>
    %642 = linalg.generic {indexing_maps = [#map4, #map4], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%641 : tensor<8x128x4x32xf32>) outs(%39 : tensor<8x128x4x32xf32>) {
    ^bb0(%in: f32, %out: f32):
      %1000 = arith.mulf %in, %cst_13 : f32
      linalg.yield %1000 : f32
    } -> tensor<8x128x4x32xf32>
    %643 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%640, %642 : tensor<8x128x4x32xf32>, tensor<8x128x4x32xf32>) outs(%39 : tensor<8x128x4x32xf32>) {
    ^bb0(%in: f32, %in_414: f32, %out: f32):
      %1000 = arith.mulf %in, %in_414 : f32
      linalg.yield %1000 : f32
    } -> tensor<8x128x4x32xf32>
    %644 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%634, %643 : tensor<8x128x4x32xf32>, tensor<8x128x4x32xf32>) outs(%39 : tensor<8x128x4x32xf32>) {
    ^bb0(%in: f32, %in_414: f32, %out: f32):
      %1000 = arith.addf %in, %in_414 : f32
      linalg.yield %1000 : f32
    } -> tensor<8x128x4x32xf32>
    %extracted_slice_257 = tensor.extract_slice %644[0, 0, 0, 0] [8, 128, 4, 16] [1, 1, 1, 1] : tensor<8x128x4x32xf32> to tensor<8x128x4x16xf32>
    %extracted_slice_258 = tensor.extract_slice %644[0, 0, 0, 16] [8, 128, 4, 16] [1, 1, 1, 1] : tensor<8x128x4x32xf32> to tensor<8x128x4x16xf32>
    %645 = linalg.generic {indexing_maps = [#map4, #map4], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%extracted_slice_258 : tensor<8x128x4x16xf32>) outs(%32 : tensor<8x128x4x16xf32>) {
    ^bb0(%in: f32, %out: f32):
      %1000 = arith.negf %in : f32
      linalg.yield %1000 : f32
    } -> tensor<8x128x4x16xf32>
    %646 = linalg.generic {indexing_maps = [#map4, #map5, #map4], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%645, %arg3 : tensor<8x128x4x16xf32>, tensor<1x128x1x16xf32>) outs(%32 : tensor<8x128x4x16xf32>) {
    ^bb0(%in: f32, %in_414: f32, %out: f32):
      %1000 = arith.mulf %in, %in_414 : f32
      linalg.yield %1000 : f32
    } -> tensor<8x128x4x16xf32>
    %647 = linalg.generic {indexing_maps = [#map4, #map4], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%646 : tensor<8x128x4x16xf32>) outs(%511 : tensor<8x128x4x16xbf16>) {
    ^bb0(%in: f32, %out: bf16):
      %1000 = arith.truncf %in : f32 to bf16
      linalg.yield %1000 : bf16
    } -> tensor<8x128x4x16xbf16>
    %648 = linalg.generic {indexing_maps = [#map4, #map5, #map4], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%extracted_slice_258, %arg2 : tensor<8x128x4x16xf32>, tensor<1x128x1x16xf32>) outs(%32 : tensor<8x128x4x16xf32>) {
    ^bb0(%in: f32, %in_414: f32, %out: f32):
      %1000 = arith.mulf %in, %in_414 : f32
      linalg.yield %1000 : f32
    } -> tensor<8x128x4x16xf32>
    %649 = linalg.generic {indexing_maps = [#map4, #map4], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%648 : tensor<8x128x4x16xf32>) outs(%511 : tensor<8x128x4x16xbf16>) {
    ^bb0(%in: f32, %out: bf16):
      %1000 = arith.truncf %in : f32 to bf16
      linalg.yield %1000 : bf16
    } -> tensor<8x128x4x16xbf16>
    %650 = linalg.generic {indexing_maps = [#map4, #map5, #map4], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%extracted_slice_257, %arg3 : tensor<8x128x4x16xf32>, tensor<1x128x1x16xf32>) outs(%32 : tensor<8x128x4x16xf32>) {
    ^bb0(%in: f32, %in_414: f32, %out: f32):
      %1000 = arith.mulf %in, %in_414 : f32
      linalg.yield %1000 : f32
    } -> tensor<8x128x4x16xf32>
    %651 = linalg.generic {indexing_maps = [#map4, #map4], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%650 : tensor<8x128x4x16xf32>) outs(%511 : tensor<8x128x4x16xbf16>) {
    ^bb0(%in: f32, %out: bf16):
      %1000 = arith.truncf %in : f32 to bf16
      linalg.yield %1000 : bf16
    } -> tensor<8x128x4x16xbf16>
    %652 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%649, %651 : tensor<8x128x4x16xbf16>, tensor<8x128x4x16xbf16>) outs(%511 : tensor<8x128x4x16xbf16>) {
    ^bb0(%in: bf16, %in_414: bf16, %out: bf16):
      %1000 = arith.addf %in, %in_414 : bf16
      linalg.yield %1000 : bf16
    } -> tensor<8x128x4x16xbf16>
    %653 = linalg.generic {indexing_maps = [#map4, #map5, #map4], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%extracted_slice_257, %arg2 : tensor<8x128x4x16xf32>, tensor<1x128x1x16xf32>) outs(%32 : tensor<8x128x4x16xf32>) {
    ^bb0(%in: f32, %in_414: f32, %out: f32):
      %1000 = arith.mulf %in, %in_414 : f32
      linalg.yield %1000 : f32
    } -> tensor<8x128x4x16xf32>
    %654 = linalg.generic {indexing_maps = [#map4, #map4], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%653 : tensor<8x128x4x16xf32>) outs(%511 : tensor<8x128x4x16xbf16>) {
    ^bb0(%in: f32, %out: bf16):
      %1000 = arith.truncf %in : f32 to bf16
      linalg.yield %1000 : bf16
    } -> tensor<8x128x4x16xbf16>
    %655 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%647, %654 : tensor<8x128x4x16xbf16>, tensor<8x128x4x16xbf16>) outs(%511 : tensor<8x128x4x16xbf16>) {
    ^bb0(%in: bf16, %in_414: bf16, %out: bf16):
      %1000 = arith.addf %in, %in_414 : bf16
      linalg.yield %1000 : bf16
    } -> tensor<8x128x4x16xbf16>
    %inserted_slice_259 = tensor.insert_slice %652 into %cst_2[0, 0, 0, 16] [8, 128, 4, 16] [1, 1, 1, 1] : tensor<8x128x4x16xbf16> into tensor<8x128x4x32xbf16>
    %inserted_slice_260 = tensor.insert_slice %655 into %cst_2[0, 0, 0, 0] [8, 128, 4, 16] [1, 1, 1, 1] : tensor<8x128x4x16xbf16> into tensor<8x128x4x32xbf16>
    %656 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%inserted_slice_259, %inserted_slice_260 : tensor<8x128x4x32xbf16>, tensor<8x128x4x32xbf16>) outs(%101 : tensor<8x128x4x32xbf16>) {
    ^bb0(%in: bf16, %in_414: bf16, %out: bf16):
      %1000 = arith.addf %in, %in_414 : bf16
      linalg.yield %1000 : bf16
    } -> tensor<8x128x4x32xbf16>
    %657 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%transposed_255, %concat_88 : tensor<8x128x4x32xf32>, tensor<8x128x4x32xf32>) outs(%39 : tensor<8x128x4x32xf32>) {
    ^bb0(%in: f32, %in_414: f32, %out: f32):
      %1000 = arith.mulf %in, %in_414 : f32
      linalg.yield %1000 : f32
    } -> tensor<8x128x4x32xf32>
    %658 = linalg.generic {indexing_maps = [#map4, #map6, #map4], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%transposed_255, %231 : tensor<8x128x4x32xf32>, tensor<8x128x4x1xf32>) outs(%39 : tensor<8x128x4x32xf32>) {
    ^bb0(%in: f32, %in_414: f32, %out: f32):
      %1000 = arith.mulf %in, %in_414 : f32
      linalg.yield %1000 : f32
    } -> tensor<8x128x4x32xf32>
    %659 = linalg.generic {indexing_maps = [#map4, #map6], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%657 : tensor<8x128x4x32xf32>) outs(%42 : tensor<8x128x4x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %1000 = arith.addf %in, %out : f32
      linalg.yield %1000 : f32
    } -> tensor<8x128x4x1xf32>
    %660 = linalg.generic {indexing_maps = [#map4, #map4], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%231 : tensor<8x128x4x1xf32>) outs(%41 : tensor<8x128x4x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %1000 = math.fpowi %in, %c3_i64 : f32, i64
      linalg.yield %1000 : f32
    } -> tensor<8x128x4x1xf32>
    %661 = linalg.generic {indexing_maps = [#map4, #map4], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%659 : tensor<8x128x4x1xf32>) outs(%41 : tensor<8x128x4x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %1000 = arith.mulf %in, %cst_12 : f32
      linalg.yield %1000 : f32
    } -> tensor<8x128x4x1xf32>
    %662 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%661, %660 : tensor<8x128x4x1xf32>, tensor<8x128x4x1xf32>) outs(%41 : tensor<8x128x4x1xf32>) {
    ^bb0(%in: f32, %in_414: f32, %out: f32):
      %1000 = arith.mulf %in, %in_414 : f32
      linalg.yield %1000 : f32
    } -> tensor<8x128x4x1xf32>
    %collapsed_261 = tensor.collapse_shape %662 [[0], [1], [2, 3]] : tensor<8x128x4x1xf32> into tensor<8x128x4xf32>
    %663 = linalg.generic {indexing_maps = [#map12, #map4], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%collapsed_261 : tensor<8x128x4xf32>) outs(%39 : tensor<8x128x4x32xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<8x128x4x32xf32>
    %664 = linalg.generic {indexing_maps = [#map4, #map4], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%663 : tensor<8x128x4x32xf32>) outs(%39 : tensor<8x128x4x32xf32>) {
    ^bb0(%in: f32, %out: f32):
      %1000 = arith.divf %in, %cst_11 : f32
      linalg.yield %1000 : f32
    } -> tensor<8x128x4x32xf32>
    %665 = linalg.generic {indexing_maps = [#map4, #map4], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%concat_88 : tensor<8x128x4x32xf32>) outs(%39 : tensor<8x128x4x32xf32>) {
    ^bb0(%in: f32, %out: f32):
      %1000 = math.fpowi %in, %c1_i64 : f32, i64
      linalg.yield %1000 : f32
    } -> tensor<8x128x4x32xf32>
    %666 = linalg.generic {indexing_maps = [#map4, #map4], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%665 : tensor<8x128x4x32xf32>) outs(%39 : tensor<8x128x4x32xf32>) {
    ^bb0(%in: f32, %out: f32):
      %1000 = arith.mulf %in, %cst_13 : f32
      linalg.yield %1000 : f32
    } -> tensor<8x128x4x32xf32>
    %667 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%664, %666 : tensor<8x128x4x32xf32>, tensor<8x128x4x32xf32>) outs(%39 : tensor<8x128x4x32xf32>) {
    ^bb0(%in: f32, %in_414: f32, %out: f32):
      %1000 = arith.mulf %in, %in_414 : f32
      linalg.yield %1000 : f32
    } -> tensor<8x128x4x32xf32>
    %668 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%658, %667 : tensor<8x128x4x32xf32>, tensor<8x128x4x32xf32>) outs(%39 : tensor<8x128x4x32xf32>) {
    ^bb0(%in: f32, %in_414: f32, %out: f32):
      %1000 = arith.addf %in, %in_414 : f32
      linalg.yield %1000 : f32
    } -> tensor<8x128x4x32xf32>
    %extracted_slice_262 = tensor.extract_slice %668[0, 0, 0, 0] [8, 128, 4, 16] [1, 1, 1, 1] : tensor<8x128x4x32xf32> to tensor<8x128x4x16xf32>
    %extracted_slice_263 = tensor.extract_slice %668[0, 0, 0, 16] [8, 128, 4, 16] [1, 1, 1, 1] : tensor<8x128x4x32xf32> to tensor<8x128x4x16xf32>
    %669 = linalg.generic {indexing_maps = [#map4, #map4], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%extracted_slice_263 : tensor<8x128x4x16xf32>) outs(%32 : tensor<8x128x4x16xf32>) {
    ^bb0(%in: f32, %out: f32):
      %1000 = arith.negf %in : f32
      linalg.yield %1000 : f32
    } -> tensor<8x128x4x16xf32>
    %670 = linalg.generic {indexing_maps = [#map4, #map5, #map4], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%669, %arg3 : tensor<8x128x4x16xf32>, tensor<1x128x1x16xf32>) outs(%32 : tensor<8x128x4x16xf32>) {
    ^bb0(%in: f32, %in_414: f32, %out: f32):
      %1000 = arith.mulf %in, %in_414 : f32
      linalg.yield %1000 : f32
    } -> tensor<8x128x4x16xf32>
    %671 = linalg.generic {indexing_maps = [#map4, #map4], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%670 : tensor<8x128x4x16xf32>) outs(%511 : tensor<8x128x4x16xbf16>) {
    ^bb0(%in: f32, %out: bf16):
      %1000 = arith.truncf %in : f32 to bf16
      linalg.yield %1000 : bf16
    } -> tensor<8x128x4x16xbf16>
    %672 = linalg.generic {indexing_maps = [#map4, #map5, #map4], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%extracted_slice_263, %arg2 : tensor<8x128x4x16xf32>, tensor<1x128x1x16xf32>) outs(%32 : tensor<8x128x4x16xf32>) {
    ^bb0(%in: f32, %in_414: f32, %out: f32):
      %1000 = arith.mulf %in, %in_414 : f32
      linalg.yield %1000 : f32
    } -> tensor<8x128x4x16xf32>
    %673 = linalg.generic {indexing_maps = [#map4, #map4], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%672 : tensor<8x128x4x16xf32>) outs(%511 : tensor<8x128x4x16xbf16>) {
    ^bb0(%in: f32, %out: bf16):
      %1000 = arith.truncf %in : f32 to bf16
      linalg.yield %1000 : bf16
    } -> tensor<8x128x4x16xbf16>
    %674 = linalg.generic {indexing_maps = [#map4, #map5, #map4], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%extracted_slice_262, %arg3 : tensor<8x128x4x16xf32>, tensor<1x128x1x16xf32>) outs(%32 : tensor<8x128x4x16xf32>) {
    ^bb0(%in: f32, %in_414: f32, %out: f32):
      %1000 = arith.mulf %in, %in_414 : f32
      linalg.yield %1000 : f32
    } -> tensor<8x128x4x16xf32>
    %675 = linalg.generic {indexing_maps = [#map4, #map4], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%674 : tensor<8x128x4x16xf32>) outs(%511 : tensor<8x128x4x16xbf16>) {
    ^bb0(%in: f32, %out: bf16):
      %1000 = arith.truncf %in : f32 to bf16
      linalg.yield %1000 : bf16
    } -> tensor<8x128x4x16xbf16>
    %676 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%673, %675 : tensor<8x128x4x16xbf16>, tensor<8x128x4x16xbf16>) outs(%511 : tensor<8x128x4x16xbf16>) {
    ^bb0(%in: bf16, %in_414: bf16, %out: bf16):
      %1000 = arith.addf %in, %in_414 : bf16
      linalg.yield %1000 : bf16
    } -> tensor<8x128x4x16xbf16>
    %677 = linalg.generic {indexing_maps = [#map4, #map5, #map4], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%extracted_slice_262, %arg2 : tensor<8x128x4x16xf32>, tensor<1x128x1x16xf32>) outs(%32 : tensor<8x128x4x16xf32>) {
    ^bb0(%in: f32, %in_414: f32, %out: f32):
      %1000 = arith.mulf %in, %in_414 : f32
      linalg.yield %1000 : f32
    } -> tensor<8x128x4x16xf32>
    %678 = linalg.generic {indexing_maps = [#map4, #map4], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%677 : tensor<8x128x4x16xf32>) outs(%511 : tensor<8x128x4x16xbf16>) {
    ^bb0(%in: f32, %out: bf16):
      %1000 = arith.truncf %in : f32 to bf16
      linalg.yield %1000 : bf16
    } -> tensor<8x128x4x16xbf16>
    %679 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%671, %678 : tensor<8x128x4x16xbf16>, tensor<8x128x4x16xbf16>) outs(%511 : tensor<8x128x4x16xbf16>) {
    ^bb0(%in: bf16, %in_414: bf16, %out: bf16):
      %1000 = arith.addf %in, %in_414 : bf16
      linalg.yield %1000 : bf16
    } -> tensor<8x128x4x16xbf16>
    %inserted_slice_264 = tensor.insert_slice %676 into %cst_2[0, 0, 0, 16] [8, 128, 4, 16] [1, 1, 1, 1] : tensor<8x128x4x16xbf16> into tensor<8x128x4x32xbf16>
    %inserted_slice_265 = tensor.insert_slice %679 into %cst_2[0, 0, 0, 0] [8, 128, 4, 16] [1, 1, 1, 1] : tensor<8x128x4x16xbf16> into tensor<8x128x4x32xbf16>
    %680 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%inserted_slice_264, %inserted_slice_265 : tensor<8x128x4x32xbf16>, tensor<8x128x4x32xbf16>) outs(%101 : tensor<8x128x4x32xbf16>) {
    ^bb0(%in: bf16, %in_414: bf16, %out: bf16):
      %1000 = arith.addf %in, %in_414 : bf16
      linalg.yield %1000 : bf16
    } -> tensor<8x128x4x32xbf16>
    %collapsed_266 = tensor.collapse_shape %transposed_253 [[0, 1], [2, 3]] : tensor<8x128x4x32xbf16> into tensor<1024x128xbf16>
    %transposed_267 = linalg.transpose ins(%collapsed_266 : tensor<1024x128xbf16>) outs(%435 : tensor<128x1024xbf16>) permutation = [1, 0] 
    %681 = linalg.matmul ins(%transposed_267, %collapsed_80 : tensor<128x1024xbf16>, tensor<1024x128xbf16>) outs(%470 : tensor<128x128xf32>) -> tensor<128x128xf32>
    %682 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel", "parallel"]} ins(%681 : tensor<128x128xf32>) outs(%17 : tensor<128x128xbf16>) {
    ^bb0(%in: f32, %out: bf16):
      %1000 = arith.truncf %in : f32 to bf16
      linalg.yield %1000 : bf16
    } -> tensor<128x128xbf16>
    %transposed_268 = linalg.transpose ins(%682 : tensor<128x128xbf16>) outs(%17 : tensor<128x128xbf16>) permutation = [1, 0] 
    %transposed_269 = linalg.transpose ins(%218 : tensor<128x128xbf16>) outs(%17 : tensor<128x128xbf16>) permutation = [1, 0] 
    %683 = linalg.matmul ins(%collapsed_266, %transposed_269 : tensor<1024x128xbf16>, tensor<128x128xbf16>) outs(%22 : tensor<1024x128xf32>) -> tensor<1024x128xf32>
    %684 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel", "parallel"]} ins(%683 : tensor<1024x128xf32>) outs(%24 : tensor<1024x128xbf16>) {
    ^bb0(%in: f32, %out: bf16):
      %1000 = arith.truncf %in : f32 to bf16
      linalg.yield %1000 : bf16
    } -> tensor<1024x128xbf16>
    %expanded_270 = tensor.expand_shape %684 [[0, 1], [2]] output_shape [8, 128, 128] : tensor<1024x128xbf16> into tensor<8x128x128xbf16>
    %685 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%expanded_270 : tensor<8x128x128xbf16>) outs(%0 : tensor<8x128x128xf32>) {
    ^bb0(%in: bf16, %out: f32):
      %1000 = arith.extf %in : bf16 to f32
      linalg.yield %1000 : f32
    } -> tensor<8x128x128xf32>
    %686 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel", "parallel"]} ins(%transposed_268 : tensor<128x128xbf16>) outs(%16 : tensor<128x128xf32>) {
    ^bb0(%in: bf16, %out: f32):
      %1000 = arith.extf %in : bf16 to f32
      linalg.yield %1000 : f32
    } -> tensor<128x128xf32>
    %transposed_271 = linalg.transpose ins(%686 : tensor<128x128xf32>) outs(%16 : tensor<128x128xf32>) permutation = [1, 0] 
    %collapsed_272 = tensor.collapse_shape %656 [[0, 1], [2, 3]] : tensor<8x128x4x32xbf16> into tensor<1024x128xbf16>
    %transposed_273 = linalg.transpose ins(%collapsed_272 : tensor<1024x128xbf16>) outs(%435 : tensor<128x1024xbf16>) permutation = [1, 0] 
    %687 = linalg.matmul ins(%transposed_273, %collapsed_80 : tensor<128x1024xbf16>, tensor<1024x128xbf16>) outs(%470 : tensor<128x128xf32>) -> tensor<128x128xf32>
    %688 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel", "parallel"]} ins(%687 : tensor<128x128xf32>) outs(%17 : tensor<128x128xbf16>) {
    ^bb0(%in: f32, %out: bf16):
      %1000 = arith.truncf %in : f32 to bf16
      linalg.yield %1000 : bf16
    } -> tensor<128x128xbf16>
    %transposed_274 = linalg.transpose ins(%688 : tensor<128x128xbf16>) outs(%17 : tensor<128x128xbf16>) permutation = [1, 0] 
    %transposed_275 = linalg.transpose ins(%215 : tensor<128x128xbf16>) outs(%17 : tensor<128x128xbf16>) permutation = [1, 0] 
    %689 = linalg.matmul ins(%collapsed_272, %transposed_275 : tensor<1024x128xbf16>, tensor<128x128xbf16>) outs(%22 : tensor<1024x128xf32>) -> tensor<1024x128xf32>
    %690 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel", "parallel"]} ins(%689 : tensor<1024x128xf32>) outs(%24 : tensor<1024x128xbf16>) {
    ^bb0(%in: f32, %out: bf16):
      %1000 = arith.truncf %in : f32 to bf16
      linalg.yield %1000 : bf16
    } -> tensor<1024x128xbf16>
    %expanded_276 = tensor.expand_shape %690 [[0, 1], [2]] output_shape [8, 128, 128] : tensor<1024x128xbf16> into tensor<8x128x128xbf16>
    %691 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%expanded_276 : tensor<8x128x128xbf16>) outs(%0 : tensor<8x128x128xf32>) {
    ^bb0(%in: bf16, %out: f32):
      %1000 = arith.extf %in : bf16 to f32
      linalg.yield %1000 : f32
    } -> tensor<8x128x128xf32>
    %692 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%685, %691 : tensor<8x128x128xf32>, tensor<8x128x128xf32>) outs(%0 : tensor<8x128x128xf32>) {
    ^bb0(%in: f32, %in_414: f32, %out: f32):
      %1000 = arith.addf %in, %in_414 : f32
      linalg.yield %1000 : f32
    } -> tensor<8x128x128xf32>
    %693 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel", "parallel"]} ins(%transposed_274 : tensor<128x128xbf16>) outs(%16 : tensor<128x128xf32>) {
    ^bb0(%in: bf16, %out: f32):
      %1000 = arith.extf %in : bf16 to f32
      linalg.yield %1000 : f32
    } -> tensor<128x128xf32>
    %transposed_277 = linalg.transpose ins(%693 : tensor<128x128xf32>) outs(%16 : tensor<128x128xf32>) permutation = [1, 0] 
    %collapsed_278 = tensor.collapse_shape %680 [[0, 1], [2, 3]] : tensor<8x128x4x32xbf16> into tensor<1024x128xbf16>
    %transposed_279 = linalg.transpose ins(%collapsed_278 : tensor<1024x128xbf16>) outs(%435 : tensor<128x1024xbf16>) permutation = [1, 0] 
    %694 = linalg.matmul ins(%transposed_279, %collapsed_80 : tensor<128x1024xbf16>, tensor<1024x128xbf16>) outs(%470 : tensor<128x128xf32>) -> tensor<128x128xf32>
    %695 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel", "parallel"]} ins(%694 : tensor<128x128xf32>) outs(%17 : tensor<128x128xbf16>) {
    ^bb0(%in: f32, %out: bf16):
      %1000 = arith.truncf %in : f32 to bf16
      linalg.yield %1000 : bf16
    } -> tensor<128x128xbf16>
    %transposed_280 = linalg.transpose ins(%695 : tensor<128x128xbf16>) outs(%17 : tensor<128x128xbf16>) permutation = [1, 0] 
    %transposed_281 = linalg.transpose ins(%211 : tensor<128x128xbf16>) outs(%17 : tensor<128x128xbf16>) permutation = [1, 0] 
    %696 = linalg.matmul ins(%collapsed_278, %transposed_281 : tensor<1024x128xbf16>, tensor<128x128xbf16>) outs(%22 : tensor<1024x128xf32>) -> tensor<1024x128xf32>
    %697 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel", "parallel"]} ins(%696 : tensor<1024x128xf32>) outs(%24 : tensor<1024x128xbf16>) {
    ^bb0(%in: f32, %out: bf16):
      %1000 = arith.truncf %in : f32 to bf16
      linalg.yield %1000 : bf16
    } -> tensor<1024x128xbf16>
    %expanded_282 = tensor.expand_shape %697 [[0, 1], [2]] output_shape [8, 128, 128] : tensor<1024x128xbf16> into tensor<8x128x128xbf16>
    %698 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%expanded_282 : tensor<8x128x128xbf16>) outs(%0 : tensor<8x128x128xf32>) {
    ^bb0(%in: bf16, %out: f32):
      %1000 = arith.extf %in : bf16 to f32
      linalg.yield %1000 : f32
    } -> tensor<8x128x128xf32>
    %699 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%692, %698 : tensor<8x128x128xf32>, tensor<8x128x128xf32>) outs(%0 : tensor<8x128x128xf32>) {
    ^bb0(%in: f32, %in_414: f32, %out: f32):
      %1000 = arith.addf %in, %in_414 : f32
      linalg.yield %1000 : f32
    } -> tensor<8x128x128xf32>
    %700 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel", "parallel"]} ins(%transposed_280 : tensor<128x128xbf16>) outs(%16 : tensor<128x128xf32>) {
    ^bb0(%in: bf16, %out: f32):
      %1000 = arith.extf %in : bf16 to f32
      linalg.yield %1000 : f32
    } -> tensor<128x128xf32>
    %transposed_283 = linalg.transpose ins(%700 : tensor<128x128xf32>) outs(%16 : tensor<128x128xf32>) permutation = [1, 0] 
    %701 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%699, %204 : tensor<8x128x128xf32>, tensor<8x128x128xf32>) outs(%0 : tensor<8x128x128xf32>) {
    ^bb0(%in: f32, %in_414: f32, %out: f32):
      %1000 = arith.mulf %in, %in_414 : f32
      linalg.yield %1000 : f32
    } -> tensor<8x128x128xf32>
    %702 = linalg.generic {indexing_maps = [#map1, #map2, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%699, %209 : tensor<8x128x128xf32>, tensor<8x128x1xf32>) outs(%0 : tensor<8x128x128xf32>) {
    ^bb0(%in: f32, %in_414: f32, %out: f32):
      %1000 = arith.mulf %in, %in_414 : f32
      linalg.yield %1000 : f32
    } -> tensor<8x128x128xf32>
    %703 = linalg.generic {indexing_maps = [#map1, #map2], iterator_types = ["parallel", "parallel", "reduction"]} ins(%701 : tensor<8x128x128xf32>) outs(%4 : tensor<8x128x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %1000 = arith.addf %in, %out : f32
      linalg.yield %1000 : f32
    } -> tensor<8x128x1xf32>
    %704 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%608, %702 : tensor<8x128x128xf32>, tensor<8x128x128xf32>) outs(%0 : tensor<8x128x128xf32>) {
    ^bb0(%in: f32, %in_414: f32, %out: f32):
      %1000 = arith.addf %in, %in_414 : f32
      linalg.yield %1000 : f32
    } -> tensor<8x128x128xf32>
    %705 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%209 : tensor<8x128x1xf32>) outs(%3 : tensor<8x128x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %1000 = math.fpowi %in, %c3_i64 : f32, i64
      linalg.yield %1000 : f32
    } -> tensor<8x128x1xf32>
    %706 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%703 : tensor<8x128x1xf32>) outs(%3 : tensor<8x128x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %1000 = arith.mulf %in, %cst_12 : f32
      linalg.yield %1000 : f32
    } -> tensor<8x128x1xf32>
    %707 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%706, %705 : tensor<8x128x1xf32>, tensor<8x128x1xf32>) outs(%3 : tensor<8x128x1xf32>) {
    ^bb0(%in: f32, %in_414: f32, %out: f32):
      %1000 = arith.mulf %in, %in_414 : f32
      linalg.yield %1000 : f32
    } -> tensor<8x128x1xf32>
    %collapsed_284 = tensor.collapse_shape %707 [[0], [1, 2]] : tensor<8x128x1xf32> into tensor<8x128xf32>
    %708 = linalg.generic {indexing_maps = [#map, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%collapsed_284 : tensor<8x128xf32>) outs(%0 : tensor<8x128x128xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<8x128x128xf32>
    %709 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%708 : tensor<8x128x128xf32>) outs(%0 : tensor<8x128x128xf32>) {
    ^bb0(%in: f32, %out: f32):
      %1000 = arith.divf %in, %cst_9 : f32
      linalg.yield %1000 : f32
    } -> tensor<8x128x128xf32>
    %710 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%204 : tensor<8x128x128xf32>) outs(%0 : tensor<8x128x128xf32>) {
    ^bb0(%in: f32, %out: f32):
      %1000 = math.fpowi %in, %c1_i64 : f32, i64
      linalg.yield %1000 : f32
    } -> tensor<8x128x128xf32>
    %711 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%710 : tensor<8x128x128xf32>) outs(%0 : tensor<8x128x128xf32>) {
    ^bb0(%in: f32, %out: f32):
      %1000 = arith.mulf %in, %cst_13 : f32
      linalg.yield %1000 : f32
    } -> tensor<8x128x128xf32>
    %712 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%709, %711 : tensor<8x128x128xf32>, tensor<8x128x128xf32>) outs(%0 : tensor<8x128x128xf32>) {
    ^bb0(%in: f32, %in_414: f32, %out: f32):
      %1000 = arith.mulf %in, %in_414 : f32
      linalg.yield %1000 : f32
    } -> tensor<8x128x128xf32>
    %713 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%704, %712 : tensor<8x128x128xf32>, tensor<8x128x128xf32>) outs(%0 : tensor<8x128x128xf32>) {
    ^bb0(%in: f32, %in_414: f32, %out: f32):
      %1000 = arith.addf %in, %in_414 : f32
      linalg.yield %1000 : f32
    } -> tensor<8x128x128xf32>
    %714 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%713 : tensor<8x128x128xf32>) outs(%19 : tensor<8x128x128xbf16>) {
    ^bb0(%in: f32, %out: bf16):
      %1000 = arith.truncf %in : f32 to bf16
      linalg.yield %1000 : bf16
    } -> tensor<8x128x128xbf16>
    %collapsed_285 = tensor.collapse_shape %714 [[0, 1], [2]] : tensor<8x128x128xbf16> into tensor<1024x128xbf16>
    %transposed_286 = linalg.transpose ins(%collapsed_285 : tensor<1024x128xbf16>) outs(%435 : tensor<128x1024xbf16>) permutation = [1, 0] 
    %715 = linalg.matmul ins(%transposed_286, %collapsed_77 : tensor<128x1024xbf16>, tensor<1024x512xbf16>) outs(%436 : tensor<128x512xf32>) -> tensor<128x512xf32>
    %716 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel", "parallel"]} ins(%715 : tensor<128x512xf32>) outs(%113 : tensor<128x512xbf16>) {
    ^bb0(%in: f32, %out: bf16):
      %1000 = arith.truncf %in : f32 to bf16
      linalg.yield %1000 : bf16
    } -> tensor<128x512xbf16>
    %transposed_287 = linalg.transpose ins(%716 : tensor<128x512xbf16>) outs(%125 : tensor<512x128xbf16>) permutation = [1, 0] 
    %transposed_288 = linalg.transpose ins(%201 : tensor<512x128xbf16>) outs(%113 : tensor<128x512xbf16>) permutation = [1, 0] 
    %717 = linalg.matmul ins(%collapsed_285, %transposed_288 : tensor<1024x128xbf16>, tensor<128x512xbf16>) outs(%117 : tensor<1024x512xf32>) -> tensor<1024x512xf32>
    %718 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel", "parallel"]} ins(%717 : tensor<1024x512xf32>) outs(%119 : tensor<1024x512xbf16>) {
    ^bb0(%in: f32, %out: bf16):
      %1000 = arith.truncf %in : f32 to bf16
      linalg.yield %1000 : bf16
    } -> tensor<1024x512xbf16>
    %expanded_289 = tensor.expand_shape %718 [[0, 1], [2]] output_shape [8, 128, 512] : tensor<1024x512xbf16> into tensor<8x128x512xbf16>
    %719 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel", "parallel"]} ins(%transposed_287 : tensor<512x128xbf16>) outs(%124 : tensor<512x128xf32>) {
    ^bb0(%in: bf16, %out: f32):
      %1000 = arith.extf %in : bf16 to f32
      linalg.yield %1000 : f32
    } -> tensor<512x128xf32>
    %transposed_290 = linalg.transpose ins(%719 : tensor<512x128xf32>) outs(%112 : tensor<128x512xf32>) permutation = [1, 0] 
    %720 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%199 : tensor<8x128x512xbf16>) outs(%121 : tensor<8x128x512xbf16>) {
    ^bb0(%in: bf16, %out: bf16):
      %1000 = math.fpowi %in, %c1_i64 : bf16, i64
      linalg.yield %1000 : bf16
    } -> tensor<8x128x512xbf16>
    %721 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%720 : tensor<8x128x512xbf16>) outs(%121 : tensor<8x128x512xbf16>) {
    ^bb0(%in: bf16, %out: bf16):
      %1000 = arith.mulf %in, %cst_14 : bf16
      linalg.yield %1000 : bf16
    } -> tensor<8x128x512xbf16>
    %722 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%expanded_289, %721 : tensor<8x128x512xbf16>, tensor<8x128x512xbf16>) outs(%121 : tensor<8x128x512xbf16>) {
    ^bb0(%in: bf16, %in_414: bf16, %out: bf16):
      %1000 = arith.mulf %in, %in_414 : bf16
      linalg.yield %1000 : bf16
    } -> tensor<8x128x512xbf16>
    %723 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%199 : tensor<8x128x512xbf16>) outs(%445 : tensor<8x128x512xi1>) {
    ^bb0(%in: bf16, %out: i1):
      %1000 = arith.cmpf ole, %in, %cst_0 : bf16
      linalg.yield %1000 : i1
    } -> tensor<8x128x512xi1>
    %724 = linalg.generic {indexing_maps = [#map1, #map18, #map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%723, %cst_3, %722 : tensor<8x128x512xi1>, tensor<bf16>, tensor<8x128x512xbf16>) outs(%121 : tensor<8x128x512xbf16>) {
    ^bb0(%in: i1, %in_414: bf16, %in_415: bf16, %out: bf16):
      %1000 = arith.select %in, %in_414, %in_415 : bf16
      linalg.yield %1000 : bf16
    } -> tensor<8x128x512xbf16>
    %collapsed_291 = tensor.collapse_shape %724 [[0, 1], [2]] : tensor<8x128x512xbf16> into tensor<1024x512xbf16>
    %transposed_292 = linalg.transpose ins(%collapsed_291 : tensor<1024x512xbf16>) outs(%448 : tensor<512x1024xbf16>) permutation = [1, 0] 
    %725 = linalg.matmul ins(%transposed_292, %collapsed_74 : tensor<512x1024xbf16>, tensor<1024x128xbf16>) outs(%449 : tensor<512x128xf32>) -> tensor<512x128xf32>
    %726 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel", "parallel"]} ins(%725 : tensor<512x128xf32>) outs(%125 : tensor<512x128xbf16>) {
    ^bb0(%in: f32, %out: bf16):
      %1000 = arith.truncf %in : f32 to bf16
      linalg.yield %1000 : bf16
    } -> tensor<512x128xbf16>
    %transposed_293 = linalg.transpose ins(%726 : tensor<512x128xbf16>) outs(%113 : tensor<128x512xbf16>) permutation = [1, 0] 
    %transposed_294 = linalg.transpose ins(%195 : tensor<128x512xbf16>) outs(%125 : tensor<512x128xbf16>) permutation = [1, 0] 
    %727 = linalg.matmul ins(%collapsed_291, %transposed_294 : tensor<1024x512xbf16>, tensor<512x128xbf16>) outs(%22 : tensor<1024x128xf32>) -> tensor<1024x128xf32>
    %728 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel", "parallel"]} ins(%727 : tensor<1024x128xf32>) outs(%24 : tensor<1024x128xbf16>) {
    ^bb0(%in: f32, %out: bf16):
      %1000 = arith.truncf %in : f32 to bf16
      linalg.yield %1000 : bf16
    } -> tensor<1024x128xbf16>
    %expanded_295 = tensor.expand_shape %728 [[0, 1], [2]] output_shape [8, 128, 128] : tensor<1024x128xbf16> into tensor<8x128x128xbf16>
    %729 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%expanded_295 : tensor<8x128x128xbf16>) outs(%0 : tensor<8x128x128xf32>) {
    ^bb0(%in: bf16, %out: f32):
      %1000 = arith.extf %in : bf16 to f32
      linalg.yield %1000 : f32
    } -> tensor<8x128x128xf32>
    %730 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel", "parallel"]} ins(%transposed_293 : tensor<128x512xbf16>) outs(%112 : tensor<128x512xf32>) {
    ^bb0(%in: bf16, %out: f32):
      %1000 = arith.extf %in : bf16 to f32
      linalg.yield %1000 : f32
    } -> tensor<128x512xf32>
    %transposed_296 = linalg.transpose ins(%730 : tensor<128x512xf32>) outs(%124 : tensor<512x128xf32>) permutation = [1, 0] 
    %731 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%729, %188 : tensor<8x128x128xf32>, tensor<8x128x128xf32>) outs(%0 : tensor<8x128x128xf32>) {
    ^bb0(%in: f32, %in_414: f32, %out: f32):
      %1000 = arith.mulf %in, %in_414 : f32
      linalg.yield %1000 : f32
    } -> tensor<8x128x128xf32>
    %732 = linalg.generic {indexing_maps = [#map1, #map2, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%729, %193 : tensor<8x128x128xf32>, tensor<8x128x1xf32>) outs(%0 : tensor<8x128x128xf32>) {
    ^bb0(%in: f32, %in_414: f32, %out: f32):
      %1000 = arith.mulf %in, %in_414 : f32
      linalg.yield %1000 : f32
    } -> tensor<8x128x128xf32>
    %733 = linalg.generic {indexing_maps = [#map1, #map2], iterator_types = ["parallel", "parallel", "reduction"]} ins(%731 : tensor<8x128x128xf32>) outs(%4 : tensor<8x128x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %1000 = arith.addf %in, %out : f32
      linalg.yield %1000 : f32
    } -> tensor<8x128x1xf32>
    %734 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%713, %732 : tensor<8x128x128xf32>, tensor<8x128x128xf32>) outs(%0 : tensor<8x128x128xf32>) {
    ^bb0(%in: f32, %in_414: f32, %out: f32):
      %1000 = arith.addf %in, %in_414 : f32
      linalg.yield %1000 : f32
    } -> tensor<8x128x128xf32>
    %735 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%193 : tensor<8x128x1xf32>) outs(%3 : tensor<8x128x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %1000 = math.fpowi %in, %c3_i64 : f32, i64
      linalg.yield %1000 : f32
    } -> tensor<8x128x1xf32>
    %736 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%733 : tensor<8x128x1xf32>) outs(%3 : tensor<8x128x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %1000 = arith.mulf %in, %cst_12 : f32
      linalg.yield %1000 : f32
    } -> tensor<8x128x1xf32>
    %737 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%736, %735 : tensor<8x128x1xf32>, tensor<8x128x1xf32>) outs(%3 : tensor<8x128x1xf32>) {
    ^bb0(%in: f32, %in_414: f32, %out: f32):
      %1000 = arith.mulf %in, %in_414 : f32
      linalg.yield %1000 : f32
    } -> tensor<8x128x1xf32>
    %collapsed_297 = tensor.collapse_shape %737 [[0], [1, 2]] : tensor<8x128x1xf32> into tensor<8x128xf32>
    %738 = linalg.generic {indexing_maps = [#map, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%collapsed_297 : tensor<8x128xf32>) outs(%0 : tensor<8x128x128xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<8x128x128xf32>
    %739 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%738 : tensor<8x128x128xf32>) outs(%0 : tensor<8x128x128xf32>) {
    ^bb0(%in: f32, %out: f32):
      %1000 = arith.divf %in, %cst_9 : f32
      linalg.yield %1000 : f32
    } -> tensor<8x128x128xf32>
    %740 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%188 : tensor<8x128x128xf32>) outs(%0 : tensor<8x128x128xf32>) {
    ^bb0(%in: f32, %out: f32):
      %1000 = math.fpowi %in, %c1_i64 : f32, i64
      linalg.yield %1000 : f32
    } -> tensor<8x128x128xf32>
    %741 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%740 : tensor<8x128x128xf32>) outs(%0 : tensor<8x128x128xf32>) {
    ^bb0(%in: f32, %out: f32):
      %1000 = arith.mulf %in, %cst_13 : f32
      linalg.yield %1000 : f32
    } -> tensor<8x128x128xf32>
    %742 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%739, %741 : tensor<8x128x128xf32>, tensor<8x128x128xf32>) outs(%0 : tensor<8x128x128xf32>) {
    ^bb0(%in: f32, %in_414: f32, %out: f32):
      %1000 = arith.mulf %in, %in_414 : f32
      linalg.yield %1000 : f32
    } -> tensor<8x128x128xf32>
    %743 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%734, %742 : tensor<8x128x128xf32>, tensor<8x128x128xf32>) outs(%0 : tensor<8x128x128xf32>) {
    ^bb0(%in: f32, %in_414: f32, %out: f32):
      %1000 = arith.addf %in, %in_414 : f32
      linalg.yield %1000 : f32
    } -> tensor<8x128x128xf32>
    %744 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%743 : tensor<8x128x128xf32>) outs(%19 : tensor<8x128x128xbf16>) {
    ^bb0(%in: f32, %out: bf16):
      %1000 = arith.truncf %in : f32 to bf16
      linalg.yield %1000 : bf16
    } -> tensor<8x128x128xbf16>
    %collapsed_298 = tensor.collapse_shape %744 [[0, 1], [2]] : tensor<8x128x128xbf16> into tensor<1024x128xbf16>
    %transposed_299 = linalg.transpose ins(%collapsed_298 : tensor<1024x128xbf16>) outs(%435 : tensor<128x1024xbf16>) permutation = [1, 0] 
    %745 = linalg.matmul ins(%transposed_299, %collapsed_71 : tensor<128x1024xbf16>, tensor<1024x128xbf16>) outs(%470 : tensor<128x128xf32>) -> tensor<128x128xf32>
    %746 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel", "parallel"]} ins(%745 : tensor<128x128xf32>) outs(%17 : tensor<128x128xbf16>) {
    ^bb0(%in: f32, %out: bf16):
      %1000 = arith.truncf %in : f32 to bf16
      linalg.yield %1000 : bf16
    } -> tensor<128x128xbf16>
    %transposed_300 = linalg.transpose ins(%746 : tensor<128x128xbf16>) outs(%17 : tensor<128x128xbf16>) permutation = [1, 0] 
    %transposed_301 = linalg.transpose ins(%185 : tensor<128x128xbf16>) outs(%17 : tensor<128x128xbf16>) permutation = [1, 0] 
    %747 = linalg.matmul ins(%collapsed_298, %transposed_301 : tensor<1024x128xbf16>, tensor<128x128xbf16>) outs(%22 : tensor<1024x128xf32>) -> tensor<1024x128xf32>
    %748 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel", "parallel"]} ins(%747 : tensor<1024x128xf32>) outs(%24 : tensor<1024x128xbf16>) {
    ^bb0(%in: f32, %out: bf16):
      %1000 = arith.truncf %in : f32 to bf16
      linalg.yield %1000 : bf16
    } -> tensor<1024x128xbf16>
    %749 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel", "parallel"]} ins(%transposed_300 : tensor<128x128xbf16>) outs(%16 : tensor<128x128xf32>) {
    ^bb0(%in: bf16, %out: f32):
      %1000 = arith.extf %in : bf16 to f32
      linalg.yield %1000 : f32
    } -> tensor<128x128xf32>
    %transposed_302 = linalg.transpose ins(%749 : tensor<128x128xf32>) outs(%16 : tensor<128x128xf32>) permutation = [1, 0] 
    %expanded_303 = tensor.expand_shape %748 [[0, 1], [2, 3]] output_shape [8, 128, 4, 32] : tensor<1024x128xbf16> into tensor<8x128x4x32xbf16>
    %transposed_304 = linalg.transpose ins(%expanded_303 : tensor<8x128x4x32xbf16>) outs(%61 : tensor<8x4x128x32xbf16>) permutation = [0, 2, 1, 3] 
    %collapsed_305 = tensor.collapse_shape %transposed_304 [[0, 1], [2], [3]] : tensor<8x4x128x32xbf16> into tensor<32x128x32xbf16>
    %transposed_306 = linalg.transpose ins(%collapsed_66 : tensor<32x128x128xbf16>) outs(%69 : tensor<32x128x128xbf16>) permutation = [0, 2, 1] 
    %750 = linalg.batch_matmul ins(%transposed_306, %collapsed_305 : tensor<32x128x128xbf16>, tensor<32x128x32xbf16>) outs(%97 : tensor<32x128x32xf32>) -> tensor<32x128x32xf32>
    %751 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%750 : tensor<32x128x32xf32>) outs(%99 : tensor<32x128x32xbf16>) {
    ^bb0(%in: f32, %out: bf16):
      %1000 = arith.truncf %in : f32 to bf16
      linalg.yield %1000 : bf16
    } -> tensor<32x128x32xbf16>
    %transposed_307 = linalg.transpose ins(%collapsed_67 : tensor<32x128x32xbf16>) outs(%478 : tensor<32x32x128xbf16>) permutation = [0, 2, 1] 
    %752 = linalg.batch_matmul ins(%collapsed_305, %transposed_307 : tensor<32x128x32xbf16>, tensor<32x32x128xbf16>) outs(%67 : tensor<32x128x128xf32>) -> tensor<32x128x128xf32>
    %753 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%752 : tensor<32x128x128xf32>) outs(%69 : tensor<32x128x128xbf16>) {
    ^bb0(%in: f32, %out: bf16):
      %1000 = arith.truncf %in : f32 to bf16
      linalg.yield %1000 : bf16
    } -> tensor<32x128x128xbf16>
    %expanded_308 = tensor.expand_shape %751 [[0, 1], [2], [3]] output_shape [8, 4, 128, 32] : tensor<32x128x32xbf16> into tensor<8x4x128x32xbf16>
    %expanded_309 = tensor.expand_shape %753 [[0, 1], [2], [3]] output_shape [8, 4, 128, 128] : tensor<32x128x128xbf16> into tensor<8x4x128x128xbf16>
    %754 = linalg.generic {indexing_maps = [#map4, #map4], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%expanded_309 : tensor<8x4x128x128xbf16>) outs(%71 : tensor<8x4x128x128xf32>) {
    ^bb0(%in: bf16, %out: f32):
      %1000 = arith.extf %in : bf16 to f32
      linalg.yield %1000 : f32
    } -> tensor<8x4x128x128xf32>
    %755 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%754, %181 : tensor<8x4x128x128xf32>, tensor<8x4x128x128xf32>) outs(%71 : tensor<8x4x128x128xf32>) {
    ^bb0(%in: f32, %in_414: f32, %out: f32):
      %1000 = arith.mulf %in, %in_414 : f32
      linalg.yield %1000 : f32
    } -> tensor<8x4x128x128xf32>
    %756 = linalg.generic {indexing_maps = [#map4, #map6], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%755 : tensor<8x4x128x128xf32>) outs(%91 : tensor<8x4x128x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %1000 = arith.addf %in, %out : f32
      linalg.yield %1000 : f32
    } -> tensor<8x4x128x1xf32>
    %757 = linalg.generic {indexing_maps = [#map4, #map6, #map4], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%181, %756 : tensor<8x4x128x128xf32>, tensor<8x4x128x1xf32>) outs(%71 : tensor<8x4x128x128xf32>) {
    ^bb0(%in: f32, %in_414: f32, %out: f32):
      %1000 = arith.mulf %in, %in_414 : f32
      linalg.yield %1000 : f32
    } -> tensor<8x4x128x128xf32>
    %758 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%755, %757 : tensor<8x4x128x128xf32>, tensor<8x4x128x128xf32>) outs(%71 : tensor<8x4x128x128xf32>) {
    ^bb0(%in: f32, %in_414: f32, %out: f32):
      %1000 = arith.subf %in, %in_414 : f32
      linalg.yield %1000 : f32
    } -> tensor<8x4x128x128xf32>
    %759 = linalg.generic {indexing_maps = [#map10, #map11, #map4, #map4], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%81, %cst_5, %758 : tensor<128x128xi1>, tensor<f32>, tensor<8x4x128x128xf32>) outs(%71 : tensor<8x4x128x128xf32>) {
    ^bb0(%in: i1, %in_414: f32, %in_415: f32, %out: f32):
      %1000 = arith.select %in, %in_414, %in_415 : f32
      linalg.yield %1000 : f32
    } -> tensor<8x4x128x128xf32>
    %760 = linalg.generic {indexing_maps = [#map4, #map4], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%759 : tensor<8x4x128x128xf32>) outs(%71 : tensor<8x4x128x128xf32>) {
    ^bb0(%in: f32, %out: f32):
      %1000 = arith.truncf %cst_8 : f64 to f32
      %1001 = arith.mulf %in, %1000 : f32
      linalg.yield %1001 : f32
    } -> tensor<8x4x128x128xf32>
    %761 = linalg.generic {indexing_maps = [#map4, #map4], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%760 : tensor<8x4x128x128xf32>) outs(%94 : tensor<8x4x128x128xbf16>) {
    ^bb0(%in: f32, %out: bf16):
      %1000 = arith.truncf %in : f32 to bf16
      linalg.yield %1000 : bf16
    } -> tensor<8x4x128x128xbf16>
    %collapsed_310 = tensor.collapse_shape %761 [[0, 1], [2], [3]] : tensor<8x4x128x128xbf16> into tensor<32x128x128xbf16>
    %transposed_311 = linalg.transpose ins(%collapsed_62 : tensor<32x128x32xbf16>) outs(%478 : tensor<32x32x128xbf16>) permutation = [0, 2, 1] 
    %762 = linalg.batch_matmul ins(%transposed_311, %collapsed_310 : tensor<32x32x128xbf16>, tensor<32x128x128xbf16>) outs(%490 : tensor<32x32x128xf32>) -> tensor<32x32x128xf32>
    %763 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%762 : tensor<32x32x128xf32>) outs(%478 : tensor<32x32x128xbf16>) {
    ^bb0(%in: f32, %out: bf16):
      %1000 = arith.truncf %in : f32 to bf16
      linalg.yield %1000 : bf16
    } -> tensor<32x32x128xbf16>
    %transposed_312 = linalg.transpose ins(%collapsed_63 : tensor<32x32x128xbf16>) outs(%99 : tensor<32x128x32xbf16>) permutation = [0, 2, 1] 
    %764 = linalg.batch_matmul ins(%collapsed_310, %transposed_312 : tensor<32x128x128xbf16>, tensor<32x128x32xbf16>) outs(%97 : tensor<32x128x32xf32>) -> tensor<32x128x32xf32>
    %765 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%764 : tensor<32x128x32xf32>) outs(%99 : tensor<32x128x32xbf16>) {
    ^bb0(%in: f32, %out: bf16):
      %1000 = arith.truncf %in : f32 to bf16
      linalg.yield %1000 : bf16
    } -> tensor<32x128x32xbf16>
    %expanded_313 = tensor.expand_shape %763 [[0, 1], [2], [3]] output_shape [8, 4, 32, 128] : tensor<32x32x128xbf16> into tensor<8x4x32x128xbf16>
    %expanded_314 = tensor.expand_shape %765 [[0, 1], [2], [3]] output_shape [8, 4, 128, 32] : tensor<32x128x32xbf16> into tensor<8x4x128x32xbf16>
    %766 = linalg.generic {indexing_maps = [#map4, #map4], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%expanded_314 : tensor<8x4x128x32xbf16>) outs(%60 : tensor<8x4x128x32xf32>) {
    ^bb0(%in: bf16, %out: f32):
      %1000 = arith.extf %in : bf16 to f32
      linalg.yield %1000 : f32
    } -> tensor<8x4x128x32xf32>
    %767 = linalg.generic {indexing_maps = [#map4, #map4], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%expanded_313 : tensor<8x4x32x128xbf16>) outs(%62 : tensor<8x4x32x128xf32>) {
    ^bb0(%in: bf16, %out: f32):
      %1000 = arith.extf %in : bf16 to f32
      linalg.yield %1000 : f32
    } -> tensor<8x4x32x128xf32>
    %transposed_315 = linalg.transpose ins(%expanded_308 : tensor<8x4x128x32xbf16>) outs(%101 : tensor<8x128x4x32xbf16>) permutation = [0, 2, 1, 3] 
    %transposed_316 = linalg.transpose ins(%767 : tensor<8x4x32x128xf32>) outs(%39 : tensor<8x128x4x32xf32>) permutation = [0, 3, 1, 2] 
    %transposed_317 = linalg.transpose ins(%766 : tensor<8x4x128x32xf32>) outs(%39 : tensor<8x128x4x32xf32>) permutation = [0, 2, 1, 3] 
    %768 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%transposed_316, %concat_58 : tensor<8x128x4x32xf32>, tensor<8x128x4x32xf32>) outs(%39 : tensor<8x128x4x32xf32>) {
    ^bb0(%in: f32, %in_414: f32, %out: f32):
      %1000 = arith.mulf %in, %in_414 : f32
      linalg.yield %1000 : f32
    } -> tensor<8x128x4x32xf32>
    %769 = linalg.generic {indexing_maps = [#map4, #map6, #map4], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%transposed_316, %168 : tensor<8x128x4x32xf32>, tensor<8x128x4x1xf32>) outs(%39 : tensor<8x128x4x32xf32>) {
    ^bb0(%in: f32, %in_414: f32, %out: f32):
      %1000 = arith.mulf %in, %in_414 : f32
      linalg.yield %1000 : f32
    } -> tensor<8x128x4x32xf32>
    %770 = linalg.generic {indexing_maps = [#map4, #map6], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%768 : tensor<8x128x4x32xf32>) outs(%42 : tensor<8x128x4x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %1000 = arith.addf %in, %out : f32
      linalg.yield %1000 : f32
    } -> tensor<8x128x4x1xf32>
    %771 = linalg.generic {indexing_maps = [#map4, #map4], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%168 : tensor<8x128x4x1xf32>) outs(%41 : tensor<8x128x4x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %1000 = math.fpowi %in, %c3_i64 : f32, i64
      linalg.yield %1000 : f32
    } -> tensor<8x128x4x1xf32>
    %772 = linalg.generic {indexing_maps = [#map4, #map4], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%770 : tensor<8x128x4x1xf32>) outs(%41 : tensor<8x128x4x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %1000 = arith.mulf %in, %cst_12 : f32
      linalg.yield %1000 : f32
    } -> tensor<8x128x4x1xf32>
    %773 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%772, %771 : tensor<8x128x4x1xf32>, tensor<8x128x4x1xf32>) outs(%41 : tensor<8x128x4x1xf32>) {
    ^bb0(%in: f32, %in_414: f32, %out: f32):
      %1000 = arith.mulf %in, %in_414 : f32
      linalg.yield %1000 : f32
    } -> tensor<8x128x4x1xf32>
    %collapsed_318 = tensor.collapse_shape %773 [[0], [1], [2, 3]] : tensor<8x128x4x1xf32> into tensor<8x128x4xf32>
    %774 = linalg.generic {indexing_maps = [#map12, #map4], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%collapsed_318 : tensor<8x128x4xf32>) outs(%39 : tensor<8x128x4x32xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<8x128x4x32xf32>
    %775 = linalg.generic {indexing_maps = [#map4, #map4], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%774 : tensor<8x128x4x32xf32>) outs(%39 : tensor<8x128x4x32xf32>) {
    ^bb0(%in: f32, %out: f32):
      %1000 = arith.divf %in, %cst_11 : f32
      linalg.yield %1000 : f32
    } -> tensor<8x128x4x32xf32>
    %776 = linalg.generic {indexing_maps = [#map4, #map4], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%concat_58 : tensor<8x128x4x32xf32>) outs(%39 : tensor<8x128x4x32xf32>) {
    ^bb0(%in: f32, %out: f32):
      %1000 = math.fpowi %in, %c1_i64 : f32, i64
      linalg.yield %1000 : f32
    } -> tensor<8x128x4x32xf32>
    %777 = linalg.generic {indexing_maps = [#map4, #map4], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%776 : tensor<8x128x4x32xf32>) outs(%39 : tensor<8x128x4x32xf32>) {
    ^bb0(%in: f32, %out: f32):
      %1000 = arith.mulf %in, %cst_13 : f32
      linalg.yield %1000 : f32
    } -> tensor<8x128x4x32xf32>
    %778 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%775, %777 : tensor<8x128x4x32xf32>, tensor<8x128x4x32xf32>) outs(%39 : tensor<8x128x4x32xf32>) {
    ^bb0(%in: f32, %in_414: f32, %out: f32):
      %1000 = arith.mulf %in, %in_414 : f32
      linalg.yield %1000 : f32
    } -> tensor<8x128x4x32xf32>
    %779 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%769, %778 : tensor<8x128x4x32xf32>, tensor<8x128x4x32xf32>) outs(%39 : tensor<8x128x4x32xf32>) {
    ^bb0(%in: f32, %in_414: f32, %out: f32):
      %1000 = arith.addf %in, %in_414 : f32
      linalg.yield %1000 : f32
    } -> tensor<8x128x4x32xf32>
    %extracted_slice_319 = tensor.extract_slice %779[0, 0, 0, 0] [8, 128, 4, 16] [1, 1, 1, 1] : tensor<8x128x4x32xf32> to tensor<8x128x4x16xf32>
    %extracted_slice_320 = tensor.extract_slice %779[0, 0, 0, 16] [8, 128, 4, 16] [1, 1, 1, 1] : tensor<8x128x4x32xf32> to tensor<8x128x4x16xf32>
    %780 = linalg.generic {indexing_maps = [#map4, #map4], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%extracted_slice_320 : tensor<8x128x4x16xf32>) outs(%32 : tensor<8x128x4x16xf32>) {
    ^bb0(%in: f32, %out: f32):
      %1000 = arith.negf %in : f32
      linalg.yield %1000 : f32
    } -> tensor<8x128x4x16xf32>
    %781 = linalg.generic {indexing_maps = [#map4, #map5, #map4], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%780, %arg3 : tensor<8x128x4x16xf32>, tensor<1x128x1x16xf32>) outs(%32 : tensor<8x128x4x16xf32>) {
    ^bb0(%in: f32, %in_414: f32, %out: f32):
      %1000 = arith.mulf %in, %in_414 : f32
      linalg.yield %1000 : f32
    } -> tensor<8x128x4x16xf32>
    %782 = linalg.generic {indexing_maps = [#map4, #map4], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%781 : tensor<8x128x4x16xf32>) outs(%511 : tensor<8x128x4x16xbf16>) {
    ^bb0(%in: f32, %out: bf16):
      %1000 = arith.truncf %in : f32 to bf16
      linalg.yield %1000 : bf16
    } -> tensor<8x128x4x16xbf16>
    %783 = linalg.generic {indexing_maps = [#map4, #map5, #map4], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%extracted_slice_320, %arg2 : tensor<8x128x4x16xf32>, tensor<1x128x1x16xf32>) outs(%32 : tensor<8x128x4x16xf32>) {
    ^bb0(%in: f32, %in_414: f32, %out: f32):
      %1000 = arith.mulf %in, %in_414 : f32
      linalg.yield %1000 : f32
    } -> tensor<8x128x4x16xf32>
    %784 = linalg.generic {indexing_maps = [#map4, #map4], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%783 : tensor<8x128x4x16xf32>) outs(%511 : tensor<8x128x4x16xbf16>) {
    ^bb0(%in: f32, %out: bf16):
      %1000 = arith.truncf %in : f32 to bf16
      linalg.yield %1000 : bf16
    } -> tensor<8x128x4x16xbf16>
    %785 = linalg.generic {indexing_maps = [#map4, #map5, #map4], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%extracted_slice_319, %arg3 : tensor<8x128x4x16xf32>, tensor<1x128x1x16xf32>) outs(%32 : tensor<8x128x4x16xf32>) {
    ^bb0(%in: f32, %in_414: f32, %out: f32):
      %1000 = arith.mulf %in, %in_414 : f32
      linalg.yield %1000 : f32
    } -> tensor<8x128x4x16xf32>
    %786 = linalg.generic {indexing_maps = [#map4, #map4], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%785 : tensor<8x128x4x16xf32>) outs(%511 : tensor<8x128x4x16xbf16>) {
    ^bb0(%in: f32, %out: bf16):
      %1000 = arith.truncf %in : f32 to bf16
      linalg.yield %1000 : bf16
    } -> tensor<8x128x4x16xbf16>
    %787 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%784, %786 : tensor<8x128x4x16xbf16>, tensor<8x128x4x16xbf16>) outs(%511 : tensor<8x128x4x16xbf16>) {
    ^bb0(%in: bf16, %in_414: bf16, %out: bf16):
      %1000 = arith.addf %in, %in_414 : bf16
      linalg.yield %1000 : bf16
    } -> tensor<8x128x4x16xbf16>
    %788 = linalg.generic {indexing_maps = [#map4, #map5, #map4], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%extracted_slice_319, %arg2 : tensor<8x128x4x16xf32>, tensor<1x128x1x16xf32>) outs(%32 : tensor<8x128x4x16xf32>) {
    ^bb0(%in: f32, %in_414: f32, %out: f32):
      %1000 = arith.mulf %in, %in_414 : f32
      linalg.yield %1000 : f32
    } -> tensor<8x128x4x16xf32>
    %789 = linalg.generic {indexing_maps = [#map4, #map4], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%788 : tensor<8x128x4x16xf32>) outs(%511 : tensor<8x128x4x16xbf16>) {
    ^bb0(%in: f32, %out: bf16):
      %1000 = arith.truncf %in : f32 to bf16
      linalg.yield %1000 : bf16
    } -> tensor<8x128x4x16xbf16>
    %790 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%782, %789 : tensor<8x128x4x16xbf16>, tensor<8x128x4x16xbf16>) outs(%511 : tensor<8x128x4x16xbf16>) {
    ^bb0(%in: bf16, %in_414: bf16, %out: bf16):
      %1000 = arith.addf %in, %in_414 : bf16
      linalg.yield %1000 : bf16
    } -> tensor<8x128x4x16xbf16>
    %inserted_slice_321 = tensor.insert_slice %787 into %cst_2[0, 0, 0, 16] [8, 128, 4, 16] [1, 1, 1, 1] : tensor<8x128x4x16xbf16> into tensor<8x128x4x32xbf16>
    %inserted_slice_322 = tensor.insert_slice %790 into %cst_2[0, 0, 0, 0] [8, 128, 4, 16] [1, 1, 1, 1] : tensor<8x128x4x16xbf16> into tensor<8x128x4x32xbf16>
    %791 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%inserted_slice_321, %inserted_slice_322 : tensor<8x128x4x32xbf16>, tensor<8x128x4x32xbf16>) outs(%101 : tensor<8x128x4x32xbf16>) {
    ^bb0(%in: bf16, %in_414: bf16, %out: bf16):
      %1000 = arith.addf %in, %in_414 : bf16
      linalg.yield %1000 : bf16
    } -> tensor<8x128x4x32xbf16>
    %792 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%transposed_317, %concat_55 : tensor<8x128x4x32xf32>, tensor<8x128x4x32xf32>) outs(%39 : tensor<8x128x4x32xf32>) {
    ^bb0(%in: f32, %in_414: f32, %out: f32):
      %1000 = arith.mulf %in, %in_414 : f32
      linalg.yield %1000 : f32
    } -> tensor<8x128x4x32xf32>
    %793 = linalg.generic {indexing_maps = [#map4, #map6, #map4], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%transposed_317, %156 : tensor<8x128x4x32xf32>, tensor<8x128x4x1xf32>) outs(%39 : tensor<8x128x4x32xf32>) {
    ^bb0(%in: f32, %in_414: f32, %out: f32):
      %1000 = arith.mulf %in, %in_414 : f32
      linalg.yield %1000 : f32
    } -> tensor<8x128x4x32xf32>
    %794 = linalg.generic {indexing_maps = [#map4, #map6], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%792 : tensor<8x128x4x32xf32>) outs(%42 : tensor<8x128x4x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %1000 = arith.addf %in, %out : f32
      linalg.yield %1000 : f32
    } -> tensor<8x128x4x1xf32>
    %795 = linalg.generic {indexing_maps = [#map4, #map4], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%156 : tensor<8x128x4x1xf32>) outs(%41 : tensor<8x128x4x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %1000 = math.fpowi %in, %c3_i64 : f32, i64
      linalg.yield %1000 : f32
    } -> tensor<8x128x4x1xf32>
    %796 = linalg.generic {indexing_maps = [#map4, #map4], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%794 : tensor<8x128x4x1xf32>) outs(%41 : tensor<8x128x4x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %1000 = arith.mulf %in, %cst_12 : f32
      linalg.yield %1000 : f32
    } -> tensor<8x128x4x1xf32>
    %797 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%796, %795 : tensor<8x128x4x1xf32>, tensor<8x128x4x1xf32>) outs(%41 : tensor<8x128x4x1xf32>) {
    ^bb0(%in: f32, %in_414: f32, %out: f32):
      %1000 = arith.mulf %in, %in_414 : f32
      linalg.yield %1000 : f32
    } -> tensor<8x128x4x1xf32>
    %collapsed_323 = tensor.collapse_shape %797 [[0], [1], [2, 3]] : tensor<8x128x4x1xf32> into tensor<8x128x4xf32>
    %798 = linalg.generic {indexing_maps = [#map12, #map4], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%collapsed_323 : tensor<8x128x4xf32>) outs(%39 : tensor<8x128x4x32xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<8x128x4x32xf32>
    %799 = linalg.generic {indexing_maps = [#map4, #map4], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%798 : tensor<8x128x4x32xf32>) outs(%39 : tensor<8x128x4x32xf32>) {
    ^bb0(%in: f32, %out: f32):
      %1000 = arith.divf %in, %cst_11 : f32
      linalg.yield %1000 : f32
    } -> tensor<8x128x4x32xf32>
    %800 = linalg.generic {indexing_maps = [#map4, #map4], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%concat_55 : tensor<8x128x4x32xf32>) outs(%39 : tensor<8x128x4x32xf32>) {
    ^bb0(%in: f32, %out: f32):
      %1000 = math.fpowi %in, %c1_i64 : f32, i64
      linalg.yield %1000 : f32
    } -> tensor<8x128x4x32xf32>
    %801 = linalg.generic {indexing_maps = [#map4, #map4], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%800 : tensor<8x128x4x32xf32>) outs(%39 : tensor<8x128x4x32xf32>) {
    ^bb0(%in: f32, %out: f32):
      %1000 = arith.mulf %in, %cst_13 : f32
      linalg.yield %1000 : f32
    } -> tensor<8x128x4x32xf32>
    %802 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%799, %801 : tensor<8x128x4x32xf32>, tensor<8x128x4x32xf32>) outs(%39 : tensor<8x128x4x32xf32>) {
    ^bb0(%in: f32, %in_414: f32, %out: f32):
      %1000 = arith.mulf %in, %in_414 : f32
      linalg.yield %1000 : f32
    } -> tensor<8x128x4x32xf32>
    %803 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%793, %802 : tensor<8x128x4x32xf32>, tensor<8x128x4x32xf32>) outs(%39 : tensor<8x128x4x32xf32>) {
    ^bb0(%in: f32, %in_414: f32, %out: f32):
      %1000 = arith.addf %in, %in_414 : f32
      linalg.yield %1000 : f32
    } -> tensor<8x128x4x32xf32>
    %extracted_slice_324 = tensor.extract_slice %803[0, 0, 0, 0] [8, 128, 4, 16] [1, 1, 1, 1] : tensor<8x128x4x32xf32> to tensor<8x128x4x16xf32>
    %extracted_slice_325 = tensor.extract_slice %803[0, 0, 0, 16] [8, 128, 4, 16] [1, 1, 1, 1] : tensor<8x128x4x32xf32> to tensor<8x128x4x16xf32>
    %804 = linalg.generic {indexing_maps = [#map4, #map4], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%extracted_slice_325 : tensor<8x128x4x16xf32>) outs(%32 : tensor<8x128x4x16xf32>) {
    ^bb0(%in: f32, %out: f32):
      %1000 = arith.negf %in : f32
      linalg.yield %1000 : f32
    } -> tensor<8x128x4x16xf32>
    %805 = linalg.generic {indexing_maps = [#map4, #map5, #map4], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%804, %arg3 : tensor<8x128x4x16xf32>, tensor<1x128x1x16xf32>) outs(%32 : tensor<8x128x4x16xf32>) {
    ^bb0(%in: f32, %in_414: f32, %out: f32):
      %1000 = arith.mulf %in, %in_414 : f32
      linalg.yield %1000 : f32
    } -> tensor<8x128x4x16xf32>
    %806 = linalg.generic {indexing_maps = [#map4, #map4], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%805 : tensor<8x128x4x16xf32>) outs(%511 : tensor<8x128x4x16xbf16>) {
    ^bb0(%in: f32, %out: bf16):
      %1000 = arith.truncf %in : f32 to bf16
      linalg.yield %1000 : bf16
    } -> tensor<8x128x4x16xbf16>
    %807 = linalg.generic {indexing_maps = [#map4, #map5, #map4], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%extracted_slice_325, %arg2 : tensor<8x128x4x16xf32>, tensor<1x128x1x16xf32>) outs(%32 : tensor<8x128x4x16xf32>) {
    ^bb0(%in: f32, %in_414: f32, %out: f32):
      %1000 = arith.mulf %in, %in_414 : f32
      linalg.yield %1000 : f32
    } -> tensor<8x128x4x16xf32>
    %808 = linalg.generic {indexing_maps = [#map4, #map4], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%807 : tensor<8x128x4x16xf32>) outs(%511 : tensor<8x128x4x16xbf16>) {
    ^bb0(%in: f32, %out: bf16):
      %1000 = arith.truncf %in : f32 to bf16
      linalg.yield %1000 : bf16
    } -> tensor<8x128x4x16xbf16>
    %809 = linalg.generic {indexing_maps = [#map4, #map5, #map4], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%extracted_slice_324, %arg3 : tensor<8x128x4x16xf32>, tensor<1x128x1x16xf32>) outs(%32 : tensor<8x128x4x16xf32>) {
    ^bb0(%in: f32, %in_414: f32, %out: f32):
      %1000 = arith.mulf %in, %in_414 : f32
      linalg.yield %1000 : f32
    } -> tensor<8x128x4x16xf32>
    %810 = linalg.generic {indexing_maps = [#map4, #map4], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%809 : tensor<8x128x4x16xf32>) outs(%511 : tensor<8x128x4x16xbf16>) {
    ^bb0(%in: f32, %out: bf16):
      %1000 = arith.truncf %in : f32 to bf16
      linalg.yield %1000 : bf16
    } -> tensor<8x128x4x16xbf16>
    %811 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%808, %810 : tensor<8x128x4x16xbf16>, tensor<8x128x4x16xbf16>) outs(%511 : tensor<8x128x4x16xbf16>) {
    ^bb0(%in: bf16, %in_414: bf16, %out: bf16):
      %1000 = arith.addf %in, %in_414 : bf16
      linalg.yield %1000 : bf16
    } -> tensor<8x128x4x16xbf16>
    %812 = linalg.generic {indexing_maps = [#map4, #map5, #map4], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%extracted_slice_324, %arg2 : tensor<8x128x4x16xf32>, tensor<1x128x1x16xf32>) outs(%32 : tensor<8x128x4x16xf32>) {
    ^bb0(%in: f32, %in_414: f32, %out: f32):
      %1000 = arith.mulf %in, %in_414 : f32
      linalg.yield %1000 : f32
    } -> tensor<8x128x4x16xf32>
    %813 = linalg.generic {indexing_maps = [#map4, #map4], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%812 : tensor<8x128x4x16xf32>) outs(%511 : tensor<8x128x4x16xbf16>) {
    ^bb0(%in: f32, %out: bf16):
      %1000 = arith.truncf %in : f32 to bf16
      linalg.yield %1000 : bf16
    } -> tensor<8x128x4x16xbf16>
    %814 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%806, %813 : tensor<8x128x4x16xbf16>, tensor<8x128x4x16xbf16>) outs(%511 : tensor<8x128x4x16xbf16>) {
    ^bb0(%in: bf16, %in_414: bf16, %out: bf16):
      %1000 = arith.addf %in, %in_414 : bf16
      linalg.yield %1000 : bf16
    } -> tensor<8x128x4x16xbf16>
    %inserted_slice_326 = tensor.insert_slice %811 into %cst_2[0, 0, 0, 16] [8, 128, 4, 16] [1, 1, 1, 1] : tensor<8x128x4x16xbf16> into tensor<8x128x4x32xbf16>
    %inserted_slice_327 = tensor.insert_slice %814 into %cst_2[0, 0, 0, 0] [8, 128, 4, 16] [1, 1, 1, 1] : tensor<8x128x4x16xbf16> into tensor<8x128x4x32xbf16>
    %815 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%inserted_slice_326, %inserted_slice_327 : tensor<8x128x4x32xbf16>, tensor<8x128x4x32xbf16>) outs(%101 : tensor<8x128x4x32xbf16>) {
    ^bb0(%in: bf16, %in_414: bf16, %out: bf16):
      %1000 = arith.addf %in, %in_414 : bf16
      linalg.yield %1000 : bf16
    } -> tensor<8x128x4x32xbf16>
    %collapsed_328 = tensor.collapse_shape %transposed_315 [[0, 1], [2, 3]] : tensor<8x128x4x32xbf16> into tensor<1024x128xbf16>
    %transposed_329 = linalg.transpose ins(%collapsed_328 : tensor<1024x128xbf16>) outs(%435 : tensor<128x1024xbf16>) permutation = [1, 0] 
    %816 = linalg.matmul ins(%transposed_329, %collapsed_47 : tensor<128x1024xbf16>, tensor<1024x128xbf16>) outs(%470 : tensor<128x128xf32>) -> tensor<128x128xf32>
    %817 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel", "parallel"]} ins(%816 : tensor<128x128xf32>) outs(%17 : tensor<128x128xbf16>) {
    ^bb0(%in: f32, %out: bf16):
      %1000 = arith.truncf %in : f32 to bf16
      linalg.yield %1000 : bf16
    } -> tensor<128x128xbf16>
    %transposed_330 = linalg.transpose ins(%817 : tensor<128x128xbf16>) outs(%17 : tensor<128x128xbf16>) permutation = [1, 0] 
    %transposed_331 = linalg.transpose ins(%143 : tensor<128x128xbf16>) outs(%17 : tensor<128x128xbf16>) permutation = [1, 0] 
    %818 = linalg.matmul ins(%collapsed_328, %transposed_331 : tensor<1024x128xbf16>, tensor<128x128xbf16>) outs(%22 : tensor<1024x128xf32>) -> tensor<1024x128xf32>
    %819 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel", "parallel"]} ins(%818 : tensor<1024x128xf32>) outs(%24 : tensor<1024x128xbf16>) {
    ^bb0(%in: f32, %out: bf16):
      %1000 = arith.truncf %in : f32 to bf16
      linalg.yield %1000 : bf16
    } -> tensor<1024x128xbf16>
    %expanded_332 = tensor.expand_shape %819 [[0, 1], [2]] output_shape [8, 128, 128] : tensor<1024x128xbf16> into tensor<8x128x128xbf16>
    %820 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%expanded_332 : tensor<8x128x128xbf16>) outs(%0 : tensor<8x128x128xf32>) {
    ^bb0(%in: bf16, %out: f32):
      %1000 = arith.extf %in : bf16 to f32
      linalg.yield %1000 : f32
    } -> tensor<8x128x128xf32>
    %821 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel", "parallel"]} ins(%transposed_330 : tensor<128x128xbf16>) outs(%16 : tensor<128x128xf32>) {
    ^bb0(%in: bf16, %out: f32):
      %1000 = arith.extf %in : bf16 to f32
      linalg.yield %1000 : f32
    } -> tensor<128x128xf32>
    %transposed_333 = linalg.transpose ins(%821 : tensor<128x128xf32>) outs(%16 : tensor<128x128xf32>) permutation = [1, 0] 
    %collapsed_334 = tensor.collapse_shape %791 [[0, 1], [2, 3]] : tensor<8x128x4x32xbf16> into tensor<1024x128xbf16>
    %transposed_335 = linalg.transpose ins(%collapsed_334 : tensor<1024x128xbf16>) outs(%435 : tensor<128x1024xbf16>) permutation = [1, 0] 
    %822 = linalg.matmul ins(%transposed_335, %collapsed_47 : tensor<128x1024xbf16>, tensor<1024x128xbf16>) outs(%470 : tensor<128x128xf32>) -> tensor<128x128xf32>
    %823 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel", "parallel"]} ins(%822 : tensor<128x128xf32>) outs(%17 : tensor<128x128xbf16>) {
    ^bb0(%in: f32, %out: bf16):
      %1000 = arith.truncf %in : f32 to bf16
      linalg.yield %1000 : bf16
    } -> tensor<128x128xbf16>
    %transposed_336 = linalg.transpose ins(%823 : tensor<128x128xbf16>) outs(%17 : tensor<128x128xbf16>) permutation = [1, 0] 
    %transposed_337 = linalg.transpose ins(%140 : tensor<128x128xbf16>) outs(%17 : tensor<128x128xbf16>) permutation = [1, 0] 
    %824 = linalg.matmul ins(%collapsed_334, %transposed_337 : tensor<1024x128xbf16>, tensor<128x128xbf16>) outs(%22 : tensor<1024x128xf32>) -> tensor<1024x128xf32>
    %825 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel", "parallel"]} ins(%824 : tensor<1024x128xf32>) outs(%24 : tensor<1024x128xbf16>) {
    ^bb0(%in: f32, %out: bf16):
      %1000 = arith.truncf %in : f32 to bf16
      linalg.yield %1000 : bf16
    } -> tensor<1024x128xbf16>
    %expanded_338 = tensor.expand_shape %825 [[0, 1], [2]] output_shape [8, 128, 128] : tensor<1024x128xbf16> into tensor<8x128x128xbf16>
    %826 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%expanded_338 : tensor<8x128x128xbf16>) outs(%0 : tensor<8x128x128xf32>) {
    ^bb0(%in: bf16, %out: f32):
      %1000 = arith.extf %in : bf16 to f32
      linalg.yield %1000 : f32
    } -> tensor<8x128x128xf32>
    %827 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%820, %826 : tensor<8x128x128xf32>, tensor<8x128x128xf32>) outs(%0 : tensor<8x128x128xf32>) {
    ^bb0(%in: f32, %in_414: f32, %out: f32):
      %1000 = arith.addf %in, %in_414 : f32
      linalg.yield %1000 : f32
    } -> tensor<8x128x128xf32>
    %828 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel", "parallel"]} ins(%transposed_336 : tensor<128x128xbf16>) outs(%16 : tensor<128x128xf32>) {
    ^bb0(%in: bf16, %out: f32):
      %1000 = arith.extf %in : bf16 to f32
      linalg.yield %1000 : f32
    } -> tensor<128x128xf32>
    %transposed_339 = linalg.transpose ins(%828 : tensor<128x128xf32>) outs(%16 : tensor<128x128xf32>) permutation = [1, 0] 
    %collapsed_340 = tensor.collapse_shape %815 [[0, 1], [2, 3]] : tensor<8x128x4x32xbf16> into tensor<1024x128xbf16>
    %transposed_341 = linalg.transpose ins(%collapsed_340 : tensor<1024x128xbf16>) outs(%435 : tensor<128x1024xbf16>) permutation = [1, 0] 
    %829 = linalg.matmul ins(%transposed_341, %collapsed_47 : tensor<128x1024xbf16>, tensor<1024x128xbf16>) outs(%470 : tensor<128x128xf32>) -> tensor<128x128xf32>
    %830 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel", "parallel"]} ins(%829 : tensor<128x128xf32>) outs(%17 : tensor<128x128xbf16>) {
    ^bb0(%in: f32, %out: bf16):
      %1000 = arith.truncf %in : f32 to bf16
      linalg.yield %1000 : bf16
    } -> tensor<128x128xbf16>
    %transposed_342 = linalg.transpose ins(%830 : tensor<128x128xbf16>) outs(%17 : tensor<128x128xbf16>) permutation = [1, 0] 
    %transposed_343 = linalg.transpose ins(%136 : tensor<128x128xbf16>) outs(%17 : tensor<128x128xbf16>) permutation = [1, 0] 
    %831 = linalg.matmul ins(%collapsed_340, %transposed_343 : tensor<1024x128xbf16>, tensor<128x128xbf16>) outs(%22 : tensor<1024x128xf32>) -> tensor<1024x128xf32>
    %832 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel", "parallel"]} ins(%831 : tensor<1024x128xf32>) outs(%24 : tensor<1024x128xbf16>) {
    ^bb0(%in: f32, %out: bf16):
      %1000 = arith.truncf %in : f32 to bf16
      linalg.yield %1000 : bf16
    } -> tensor<1024x128xbf16>
    %expanded_344 = tensor.expand_shape %832 [[0, 1], [2]] output_shape [8, 128, 128] : tensor<1024x128xbf16> into tensor<8x128x128xbf16>
    %833 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%expanded_344 : tensor<8x128x128xbf16>) outs(%0 : tensor<8x128x128xf32>) {
    ^bb0(%in: bf16, %out: f32):
      %1000 = arith.extf %in : bf16 to f32
      linalg.yield %1000 : f32
    } -> tensor<8x128x128xf32>
    %834 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%827, %833 : tensor<8x128x128xf32>, tensor<8x128x128xf32>) outs(%0 : tensor<8x128x128xf32>) {
    ^bb0(%in: f32, %in_414: f32, %out: f32):
      %1000 = arith.addf %in, %in_414 : f32
      linalg.yield %1000 : f32
    } -> tensor<8x128x128xf32>
    %835 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel", "parallel"]} ins(%transposed_342 : tensor<128x128xbf16>) outs(%16 : tensor<128x128xf32>) {
    ^bb0(%in: bf16, %out: f32):
      %1000 = arith.extf %in : bf16 to f32
      linalg.yield %1000 : f32
    } -> tensor<128x128xf32>
    %transposed_345 = linalg.transpose ins(%835 : tensor<128x128xf32>) outs(%16 : tensor<128x128xf32>) permutation = [1, 0] 
    %836 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%834, %129 : tensor<8x128x128xf32>, tensor<8x128x128xf32>) outs(%0 : tensor<8x128x128xf32>) {
    ^bb0(%in: f32, %in_414: f32, %out: f32):
      %1000 = arith.mulf %in, %in_414 : f32
      linalg.yield %1000 : f32
    } -> tensor<8x128x128xf32>
    %837 = linalg.generic {indexing_maps = [#map1, #map2, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%834, %134 : tensor<8x128x128xf32>, tensor<8x128x1xf32>) outs(%0 : tensor<8x128x128xf32>) {
    ^bb0(%in: f32, %in_414: f32, %out: f32):
      %1000 = arith.mulf %in, %in_414 : f32
      linalg.yield %1000 : f32
    } -> tensor<8x128x128xf32>
    %838 = linalg.generic {indexing_maps = [#map1, #map2], iterator_types = ["parallel", "parallel", "reduction"]} ins(%836 : tensor<8x128x128xf32>) outs(%4 : tensor<8x128x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %1000 = arith.addf %in, %out : f32
      linalg.yield %1000 : f32
    } -> tensor<8x128x1xf32>
    %839 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%743, %837 : tensor<8x128x128xf32>, tensor<8x128x128xf32>) outs(%0 : tensor<8x128x128xf32>) {
    ^bb0(%in: f32, %in_414: f32, %out: f32):
      %1000 = arith.addf %in, %in_414 : f32
      linalg.yield %1000 : f32
    } -> tensor<8x128x128xf32>
    %840 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%134 : tensor<8x128x1xf32>) outs(%3 : tensor<8x128x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %1000 = math.fpowi %in, %c3_i64 : f32, i64
      linalg.yield %1000 : f32
    } -> tensor<8x128x1xf32>
    %841 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%838 : tensor<8x128x1xf32>) outs(%3 : tensor<8x128x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %1000 = arith.mulf %in, %cst_12 : f32
      linalg.yield %1000 : f32
    } -> tensor<8x128x1xf32>
    %842 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%841, %840 : tensor<8x128x1xf32>, tensor<8x128x1xf32>) outs(%3 : tensor<8x128x1xf32>) {
    ^bb0(%in: f32, %in_414: f32, %out: f32):
      %1000 = arith.mulf %in, %in_414 : f32
      linalg.yield %1000 : f32
    } -> tensor<8x128x1xf32>
    %collapsed_346 = tensor.collapse_shape %842 [[0], [1, 2]] : tensor<8x128x1xf32> into tensor<8x128xf32>
    %843 = linalg.generic {indexing_maps = [#map, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%collapsed_346 : tensor<8x128xf32>) outs(%0 : tensor<8x128x128xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<8x128x128xf32>
    %844 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%843 : tensor<8x128x128xf32>) outs(%0 : tensor<8x128x128xf32>) {
    ^bb0(%in: f32, %out: f32):
      %1000 = arith.divf %in, %cst_9 : f32
      linalg.yield %1000 : f32
    } -> tensor<8x128x128xf32>
    %845 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%129 : tensor<8x128x128xf32>) outs(%0 : tensor<8x128x128xf32>) {
    ^bb0(%in: f32, %out: f32):
      %1000 = math.fpowi %in, %c1_i64 : f32, i64
      linalg.yield %1000 : f32
    } -> tensor<8x128x128xf32>
    %846 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%845 : tensor<8x128x128xf32>) outs(%0 : tensor<8x128x128xf32>) {
    ^bb0(%in: f32, %out: f32):
      %1000 = arith.mulf %in, %cst_13 : f32
      linalg.yield %1000 : f32
    } -> tensor<8x128x128xf32>
    %847 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%844, %846 : tensor<8x128x128xf32>, tensor<8x128x128xf32>) outs(%0 : tensor<8x128x128xf32>) {
    ^bb0(%in: f32, %in_414: f32, %out: f32):
      %1000 = arith.mulf %in, %in_414 : f32
      linalg.yield %1000 : f32
    } -> tensor<8x128x128xf32>
    %848 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%839, %847 : tensor<8x128x128xf32>, tensor<8x128x128xf32>) outs(%0 : tensor<8x128x128xf32>) {
    ^bb0(%in: f32, %in_414: f32, %out: f32):
      %1000 = arith.addf %in, %in_414 : f32
      linalg.yield %1000 : f32
    } -> tensor<8x128x128xf32>
    %849 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%848 : tensor<8x128x128xf32>) outs(%19 : tensor<8x128x128xbf16>) {
    ^bb0(%in: f32, %out: bf16):
      %1000 = arith.truncf %in : f32 to bf16
      linalg.yield %1000 : bf16
    } -> tensor<8x128x128xbf16>
    %collapsed_347 = tensor.collapse_shape %849 [[0, 1], [2]] : tensor<8x128x128xbf16> into tensor<1024x128xbf16>
    %transposed_348 = linalg.transpose ins(%collapsed_347 : tensor<1024x128xbf16>) outs(%435 : tensor<128x1024xbf16>) permutation = [1, 0] 
    %850 = linalg.matmul ins(%transposed_348, %collapsed_44 : tensor<128x1024xbf16>, tensor<1024x512xbf16>) outs(%436 : tensor<128x512xf32>) -> tensor<128x512xf32>
    %851 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel", "parallel"]} ins(%850 : tensor<128x512xf32>) outs(%113 : tensor<128x512xbf16>) {
    ^bb0(%in: f32, %out: bf16):
      %1000 = arith.truncf %in : f32 to bf16
      linalg.yield %1000 : bf16
    } -> tensor<128x512xbf16>
    %transposed_349 = linalg.transpose ins(%851 : tensor<128x512xbf16>) outs(%125 : tensor<512x128xbf16>) permutation = [1, 0] 
    %transposed_350 = linalg.transpose ins(%126 : tensor<512x128xbf16>) outs(%113 : tensor<128x512xbf16>) permutation = [1, 0] 
    %852 = linalg.matmul ins(%collapsed_347, %transposed_350 : tensor<1024x128xbf16>, tensor<128x512xbf16>) outs(%117 : tensor<1024x512xf32>) -> tensor<1024x512xf32>
    %853 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel", "parallel"]} ins(%852 : tensor<1024x512xf32>) outs(%119 : tensor<1024x512xbf16>) {
    ^bb0(%in: f32, %out: bf16):
      %1000 = arith.truncf %in : f32 to bf16
      linalg.yield %1000 : bf16
    } -> tensor<1024x512xbf16>
    %expanded_351 = tensor.expand_shape %853 [[0, 1], [2]] output_shape [8, 128, 512] : tensor<1024x512xbf16> into tensor<8x128x512xbf16>
    %854 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel", "parallel"]} ins(%transposed_349 : tensor<512x128xbf16>) outs(%124 : tensor<512x128xf32>) {
    ^bb0(%in: bf16, %out: f32):
      %1000 = arith.extf %in : bf16 to f32
      linalg.yield %1000 : f32
    } -> tensor<512x128xf32>
    %transposed_352 = linalg.transpose ins(%854 : tensor<512x128xf32>) outs(%112 : tensor<128x512xf32>) permutation = [1, 0] 
    %855 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%122 : tensor<8x128x512xbf16>) outs(%121 : tensor<8x128x512xbf16>) {
    ^bb0(%in: bf16, %out: bf16):
      %1000 = math.fpowi %in, %c1_i64 : bf16, i64
      linalg.yield %1000 : bf16
    } -> tensor<8x128x512xbf16>
    %856 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%855 : tensor<8x128x512xbf16>) outs(%121 : tensor<8x128x512xbf16>) {
    ^bb0(%in: bf16, %out: bf16):
      %1000 = arith.mulf %in, %cst_14 : bf16
      linalg.yield %1000 : bf16
    } -> tensor<8x128x512xbf16>
    %857 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%expanded_351, %856 : tensor<8x128x512xbf16>, tensor<8x128x512xbf16>) outs(%121 : tensor<8x128x512xbf16>) {
    ^bb0(%in: bf16, %in_414: bf16, %out: bf16):
      %1000 = arith.mulf %in, %in_414 : bf16
      linalg.yield %1000 : bf16
    } -> tensor<8x128x512xbf16>
    %858 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%122 : tensor<8x128x512xbf16>) outs(%445 : tensor<8x128x512xi1>) {
    ^bb0(%in: bf16, %out: i1):
      %1000 = arith.cmpf ole, %in, %cst_0 : bf16
      linalg.yield %1000 : i1
    } -> tensor<8x128x512xi1>
    %859 = linalg.generic {indexing_maps = [#map1, #map18, #map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%858, %cst_3, %857 : tensor<8x128x512xi1>, tensor<bf16>, tensor<8x128x512xbf16>) outs(%121 : tensor<8x128x512xbf16>) {
    ^bb0(%in: i1, %in_414: bf16, %in_415: bf16, %out: bf16):
      %1000 = arith.select %in, %in_414, %in_415 : bf16
      linalg.yield %1000 : bf16
    } -> tensor<8x128x512xbf16>
    %collapsed_353 = tensor.collapse_shape %859 [[0, 1], [2]] : tensor<8x128x512xbf16> into tensor<1024x512xbf16>
    %transposed_354 = linalg.transpose ins(%collapsed_353 : tensor<1024x512xbf16>) outs(%448 : tensor<512x1024xbf16>) permutation = [1, 0] 
    %860 = linalg.matmul ins(%transposed_354, %collapsed_41 : tensor<512x1024xbf16>, tensor<1024x128xbf16>) outs(%449 : tensor<512x128xf32>) -> tensor<512x128xf32>
    %861 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel", "parallel"]} ins(%860 : tensor<512x128xf32>) outs(%125 : tensor<512x128xbf16>) {
    ^bb0(%in: f32, %out: bf16):
      %1000 = arith.truncf %in : f32 to bf16
      linalg.yield %1000 : bf16
    } -> tensor<512x128xbf16>
    %transposed_355 = linalg.transpose ins(%861 : tensor<512x128xbf16>) outs(%113 : tensor<128x512xbf16>) permutation = [1, 0] 
    %transposed_356 = linalg.transpose ins(%114 : tensor<128x512xbf16>) outs(%125 : tensor<512x128xbf16>) permutation = [1, 0] 
    %862 = linalg.matmul ins(%collapsed_353, %transposed_356 : tensor<1024x512xbf16>, tensor<512x128xbf16>) outs(%22 : tensor<1024x128xf32>) -> tensor<1024x128xf32>
    %863 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel", "parallel"]} ins(%862 : tensor<1024x128xf32>) outs(%24 : tensor<1024x128xbf16>) {
    ^bb0(%in: f32, %out: bf16):
      %1000 = arith.truncf %in : f32 to bf16
      linalg.yield %1000 : bf16
    } -> tensor<1024x128xbf16>
    %expanded_357 = tensor.expand_shape %863 [[0, 1], [2]] output_shape [8, 128, 128] : tensor<1024x128xbf16> into tensor<8x128x128xbf16>
    %864 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%expanded_357 : tensor<8x128x128xbf16>) outs(%0 : tensor<8x128x128xf32>) {
    ^bb0(%in: bf16, %out: f32):
      %1000 = arith.extf %in : bf16 to f32
      linalg.yield %1000 : f32
    } -> tensor<8x128x128xf32>
    %865 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel", "parallel"]} ins(%transposed_355 : tensor<128x512xbf16>) outs(%112 : tensor<128x512xf32>) {
    ^bb0(%in: bf16, %out: f32):
      %1000 = arith.extf %in : bf16 to f32
      linalg.yield %1000 : f32
    } -> tensor<128x512xf32>
    %transposed_358 = linalg.transpose ins(%865 : tensor<128x512xf32>) outs(%124 : tensor<512x128xf32>) permutation = [1, 0] 
    %866 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%864, %105 : tensor<8x128x128xf32>, tensor<8x128x128xf32>) outs(%0 : tensor<8x128x128xf32>) {
    ^bb0(%in: f32, %in_414: f32, %out: f32):
      %1000 = arith.mulf %in, %in_414 : f32
      linalg.yield %1000 : f32
    } -> tensor<8x128x128xf32>
    %867 = linalg.generic {indexing_maps = [#map1, #map2, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%864, %110 : tensor<8x128x128xf32>, tensor<8x128x1xf32>) outs(%0 : tensor<8x128x128xf32>) {
    ^bb0(%in: f32, %in_414: f32, %out: f32):
      %1000 = arith.mulf %in, %in_414 : f32
      linalg.yield %1000 : f32
    } -> tensor<8x128x128xf32>
    %868 = linalg.generic {indexing_maps = [#map1, #map2], iterator_types = ["parallel", "parallel", "reduction"]} ins(%866 : tensor<8x128x128xf32>) outs(%4 : tensor<8x128x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %1000 = arith.addf %in, %out : f32
      linalg.yield %1000 : f32
    } -> tensor<8x128x1xf32>
    %869 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%848, %867 : tensor<8x128x128xf32>, tensor<8x128x128xf32>) outs(%0 : tensor<8x128x128xf32>) {
    ^bb0(%in: f32, %in_414: f32, %out: f32):
      %1000 = arith.addf %in, %in_414 : f32
      linalg.yield %1000 : f32
    } -> tensor<8x128x128xf32>
    %870 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%110 : tensor<8x128x1xf32>) outs(%3 : tensor<8x128x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %1000 = math.fpowi %in, %c3_i64 : f32, i64
      linalg.yield %1000 : f32
    } -> tensor<8x128x1xf32>
    %871 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%868 : tensor<8x128x1xf32>) outs(%3 : tensor<8x128x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %1000 = arith.mulf %in, %cst_12 : f32
      linalg.yield %1000 : f32
    } -> tensor<8x128x1xf32>
    %872 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%871, %870 : tensor<8x128x1xf32>, tensor<8x128x1xf32>) outs(%3 : tensor<8x128x1xf32>) {
    ^bb0(%in: f32, %in_414: f32, %out: f32):
      %1000 = arith.mulf %in, %in_414 : f32
      linalg.yield %1000 : f32
    } -> tensor<8x128x1xf32>
    %collapsed_359 = tensor.collapse_shape %872 [[0], [1, 2]] : tensor<8x128x1xf32> into tensor<8x128xf32>
    %873 = linalg.generic {indexing_maps = [#map, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%collapsed_359 : tensor<8x128xf32>) outs(%0 : tensor<8x128x128xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<8x128x128xf32>
    %874 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%873 : tensor<8x128x128xf32>) outs(%0 : tensor<8x128x128xf32>) {
    ^bb0(%in: f32, %out: f32):
      %1000 = arith.divf %in, %cst_9 : f32
      linalg.yield %1000 : f32
    } -> tensor<8x128x128xf32>
    %875 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%105 : tensor<8x128x128xf32>) outs(%0 : tensor<8x128x128xf32>) {
    ^bb0(%in: f32, %out: f32):
      %1000 = math.fpowi %in, %c1_i64 : f32, i64
      linalg.yield %1000 : f32
    } -> tensor<8x128x128xf32>
    %876 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%875 : tensor<8x128x128xf32>) outs(%0 : tensor<8x128x128xf32>) {
    ^bb0(%in: f32, %out: f32):
      %1000 = arith.mulf %in, %cst_13 : f32
      linalg.yield %1000 : f32
    } -> tensor<8x128x128xf32>
    %877 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%874, %876 : tensor<8x128x128xf32>, tensor<8x128x128xf32>) outs(%0 : tensor<8x128x128xf32>) {
    ^bb0(%in: f32, %in_414: f32, %out: f32):
      %1000 = arith.mulf %in, %in_414 : f32
      linalg.yield %1000 : f32
    } -> tensor<8x128x128xf32>
    %878 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%869, %877 : tensor<8x128x128xf32>, tensor<8x128x128xf32>) outs(%0 : tensor<8x128x128xf32>) {
    ^bb0(%in: f32, %in_414: f32, %out: f32):
      %1000 = arith.addf %in, %in_414 : f32
      linalg.yield %1000 : f32
    } -> tensor<8x128x128xf32>
    %879 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%878 : tensor<8x128x128xf32>) outs(%19 : tensor<8x128x128xbf16>) {
    ^bb0(%in: f32, %out: bf16):
      %1000 = arith.truncf %in : f32 to bf16
      linalg.yield %1000 : bf16
    } -> tensor<8x128x128xbf16>
    %collapsed_360 = tensor.collapse_shape %879 [[0, 1], [2]] : tensor<8x128x128xbf16> into tensor<1024x128xbf16>
    %transposed_361 = linalg.transpose ins(%collapsed_360 : tensor<1024x128xbf16>) outs(%435 : tensor<128x1024xbf16>) permutation = [1, 0] 
    %880 = linalg.matmul ins(%transposed_361, %collapsed_38 : tensor<128x1024xbf16>, tensor<1024x128xbf16>) outs(%470 : tensor<128x128xf32>) -> tensor<128x128xf32>
    %881 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel", "parallel"]} ins(%880 : tensor<128x128xf32>) outs(%17 : tensor<128x128xbf16>) {
    ^bb0(%in: f32, %out: bf16):
      %1000 = arith.truncf %in : f32 to bf16
      linalg.yield %1000 : bf16
    } -> tensor<128x128xbf16>
    %transposed_362 = linalg.transpose ins(%881 : tensor<128x128xbf16>) outs(%17 : tensor<128x128xbf16>) permutation = [1, 0] 
    %transposed_363 = linalg.transpose ins(%102 : tensor<128x128xbf16>) outs(%17 : tensor<128x128xbf16>) permutation = [1, 0] 
    %882 = linalg.matmul ins(%collapsed_360, %transposed_363 : tensor<1024x128xbf16>, tensor<128x128xbf16>) outs(%22 : tensor<1024x128xf32>) -> tensor<1024x128xf32>
    %883 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel", "parallel"]} ins(%882 : tensor<1024x128xf32>) outs(%24 : tensor<1024x128xbf16>) {
    ^bb0(%in: f32, %out: bf16):
      %1000 = arith.truncf %in : f32 to bf16
      linalg.yield %1000 : bf16
    } -> tensor<1024x128xbf16>
    %884 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel", "parallel"]} ins(%transposed_362 : tensor<128x128xbf16>) outs(%16 : tensor<128x128xf32>) {
    ^bb0(%in: bf16, %out: f32):
      %1000 = arith.extf %in : bf16 to f32
      linalg.yield %1000 : f32
    } -> tensor<128x128xf32>
    %transposed_364 = linalg.transpose ins(%884 : tensor<128x128xf32>) outs(%16 : tensor<128x128xf32>) permutation = [1, 0] 
    %expanded_365 = tensor.expand_shape %883 [[0, 1], [2, 3]] output_shape [8, 128, 4, 32] : tensor<1024x128xbf16> into tensor<8x128x4x32xbf16>
    %transposed_366 = linalg.transpose ins(%expanded_365 : tensor<8x128x4x32xbf16>) outs(%61 : tensor<8x4x128x32xbf16>) permutation = [0, 2, 1, 3] 
    %collapsed_367 = tensor.collapse_shape %transposed_366 [[0, 1], [2], [3]] : tensor<8x4x128x32xbf16> into tensor<32x128x32xbf16>
    %transposed_368 = linalg.transpose ins(%collapsed_33 : tensor<32x128x128xbf16>) outs(%69 : tensor<32x128x128xbf16>) permutation = [0, 2, 1] 
    %885 = linalg.batch_matmul ins(%transposed_368, %collapsed_367 : tensor<32x128x128xbf16>, tensor<32x128x32xbf16>) outs(%97 : tensor<32x128x32xf32>) -> tensor<32x128x32xf32>
    %886 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%885 : tensor<32x128x32xf32>) outs(%99 : tensor<32x128x32xbf16>) {
    ^bb0(%in: f32, %out: bf16):
      %1000 = arith.truncf %in : f32 to bf16
      linalg.yield %1000 : bf16
    } -> tensor<32x128x32xbf16>
    %transposed_369 = linalg.transpose ins(%collapsed_34 : tensor<32x128x32xbf16>) outs(%478 : tensor<32x32x128xbf16>) permutation = [0, 2, 1] 
    %887 = linalg.batch_matmul ins(%collapsed_367, %transposed_369 : tensor<32x128x32xbf16>, tensor<32x32x128xbf16>) outs(%67 : tensor<32x128x128xf32>) -> tensor<32x128x128xf32>
    %888 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%887 : tensor<32x128x128xf32>) outs(%69 : tensor<32x128x128xbf16>) {
    ^bb0(%in: f32, %out: bf16):
      %1000 = arith.truncf %in : f32 to bf16
      linalg.yield %1000 : bf16
    } -> tensor<32x128x128xbf16>
    %expanded_370 = tensor.expand_shape %886 [[0, 1], [2], [3]] output_shape [8, 4, 128, 32] : tensor<32x128x32xbf16> into tensor<8x4x128x32xbf16>
    %expanded_371 = tensor.expand_shape %888 [[0, 1], [2], [3]] output_shape [8, 4, 128, 128] : tensor<32x128x128xbf16> into tensor<8x4x128x128xbf16>
    %889 = linalg.generic {indexing_maps = [#map4, #map4], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%expanded_371 : tensor<8x4x128x128xbf16>) outs(%71 : tensor<8x4x128x128xf32>) {
    ^bb0(%in: bf16, %out: f32):
      %1000 = arith.extf %in : bf16 to f32
      linalg.yield %1000 : f32
    } -> tensor<8x4x128x128xf32>
    %890 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%889, %93 : tensor<8x4x128x128xf32>, tensor<8x4x128x128xf32>) outs(%71 : tensor<8x4x128x128xf32>) {
    ^bb0(%in: f32, %in_414: f32, %out: f32):
      %1000 = arith.mulf %in, %in_414 : f32
      linalg.yield %1000 : f32
    } -> tensor<8x4x128x128xf32>
    %891 = linalg.generic {indexing_maps = [#map4, #map6], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%890 : tensor<8x4x128x128xf32>) outs(%91 : tensor<8x4x128x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %1000 = arith.addf %in, %out : f32
      linalg.yield %1000 : f32
    } -> tensor<8x4x128x1xf32>
    %892 = linalg.generic {indexing_maps = [#map4, #map6, #map4], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%93, %891 : tensor<8x4x128x128xf32>, tensor<8x4x128x1xf32>) outs(%71 : tensor<8x4x128x128xf32>) {
    ^bb0(%in: f32, %in_414: f32, %out: f32):
      %1000 = arith.mulf %in, %in_414 : f32
      linalg.yield %1000 : f32
    } -> tensor<8x4x128x128xf32>
    %893 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%890, %892 : tensor<8x4x128x128xf32>, tensor<8x4x128x128xf32>) outs(%71 : tensor<8x4x128x128xf32>) {
    ^bb0(%in: f32, %in_414: f32, %out: f32):
      %1000 = arith.subf %in, %in_414 : f32
      linalg.yield %1000 : f32
    } -> tensor<8x4x128x128xf32>
    %894 = linalg.generic {indexing_maps = [#map10, #map11, #map4, #map4], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%81, %cst_5, %893 : tensor<128x128xi1>, tensor<f32>, tensor<8x4x128x128xf32>) outs(%71 : tensor<8x4x128x128xf32>) {
    ^bb0(%in: i1, %in_414: f32, %in_415: f32, %out: f32):
      %1000 = arith.select %in, %in_414, %in_415 : f32
      linalg.yield %1000 : f32
    } -> tensor<8x4x128x128xf32>
    %895 = linalg.generic {indexing_maps = [#map4, #map4], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%894 : tensor<8x4x128x128xf32>) outs(%71 : tensor<8x4x128x128xf32>) {
    ^bb0(%in: f32, %out: f32):
      %1000 = arith.truncf %cst_8 : f64 to f32
      %1001 = arith.mulf %in, %1000 : f32
      linalg.yield %1001 : f32
    } -> tensor<8x4x128x128xf32>
    %896 = linalg.generic {indexing_maps = [#map4, #map4], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%895 : tensor<8x4x128x128xf32>) outs(%94 : tensor<8x4x128x128xbf16>) {
    ^bb0(%in: f32, %out: bf16):
      %1000 = arith.truncf %in : f32 to bf16
      linalg.yield %1000 : bf16
    } -> tensor<8x4x128x128xbf16>
    %collapsed_372 = tensor.collapse_shape %896 [[0, 1], [2], [3]] : tensor<8x4x128x128xbf16> into tensor<32x128x128xbf16>
    %transposed_373 = linalg.transpose ins(%collapsed_27 : tensor<32x128x32xbf16>) outs(%478 : tensor<32x32x128xbf16>) permutation = [0, 2, 1] 
    %897 = linalg.batch_matmul ins(%transposed_373, %collapsed_372 : tensor<32x32x128xbf16>, tensor<32x128x128xbf16>) outs(%490 : tensor<32x32x128xf32>) -> tensor<32x32x128xf32>
    %898 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%897 : tensor<32x32x128xf32>) outs(%478 : tensor<32x32x128xbf16>) {
    ^bb0(%in: f32, %out: bf16):
      %1000 = arith.truncf %in : f32 to bf16
      linalg.yield %1000 : bf16
    } -> tensor<32x32x128xbf16>
    %transposed_374 = linalg.transpose ins(%collapsed_28 : tensor<32x32x128xbf16>) outs(%99 : tensor<32x128x32xbf16>) permutation = [0, 2, 1] 
    %899 = linalg.batch_matmul ins(%collapsed_372, %transposed_374 : tensor<32x128x128xbf16>, tensor<32x128x32xbf16>) outs(%97 : tensor<32x128x32xf32>) -> tensor<32x128x32xf32>
    %900 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%899 : tensor<32x128x32xf32>) outs(%99 : tensor<32x128x32xbf16>) {
    ^bb0(%in: f32, %out: bf16):
      %1000 = arith.truncf %in : f32 to bf16
      linalg.yield %1000 : bf16
    } -> tensor<32x128x32xbf16>
    %expanded_375 = tensor.expand_shape %898 [[0, 1], [2], [3]] output_shape [8, 4, 32, 128] : tensor<32x32x128xbf16> into tensor<8x4x32x128xbf16>
    %expanded_376 = tensor.expand_shape %900 [[0, 1], [2], [3]] output_shape [8, 4, 128, 32] : tensor<32x128x32xbf16> into tensor<8x4x128x32xbf16>
    %901 = linalg.generic {indexing_maps = [#map4, #map4], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%expanded_376 : tensor<8x4x128x32xbf16>) outs(%60 : tensor<8x4x128x32xf32>) {
    ^bb0(%in: bf16, %out: f32):
      %1000 = arith.extf %in : bf16 to f32
      linalg.yield %1000 : f32
    } -> tensor<8x4x128x32xf32>
    %902 = linalg.generic {indexing_maps = [#map4, #map4], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%expanded_375 : tensor<8x4x32x128xbf16>) outs(%62 : tensor<8x4x32x128xf32>) {
    ^bb0(%in: bf16, %out: f32):
      %1000 = arith.extf %in : bf16 to f32
      linalg.yield %1000 : f32
    } -> tensor<8x4x32x128xf32>
    %transposed_377 = linalg.transpose ins(%expanded_370 : tensor<8x4x128x32xbf16>) outs(%101 : tensor<8x128x4x32xbf16>) permutation = [0, 2, 1, 3] 
    %transposed_378 = linalg.transpose ins(%902 : tensor<8x4x32x128xf32>) outs(%39 : tensor<8x128x4x32xf32>) permutation = [0, 3, 1, 2] 
    %transposed_379 = linalg.transpose ins(%901 : tensor<8x4x128x32xf32>) outs(%39 : tensor<8x128x4x32xf32>) permutation = [0, 2, 1, 3] 
    %903 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%transposed_378, %concat_23 : tensor<8x128x4x32xf32>, tensor<8x128x4x32xf32>) outs(%39 : tensor<8x128x4x32xf32>) {
    ^bb0(%in: f32, %in_414: f32, %out: f32):
      %1000 = arith.mulf %in, %in_414 : f32
      linalg.yield %1000 : f32
    } -> tensor<8x128x4x32xf32>
    %904 = linalg.generic {indexing_maps = [#map4, #map6, #map4], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%transposed_378, %58 : tensor<8x128x4x32xf32>, tensor<8x128x4x1xf32>) outs(%39 : tensor<8x128x4x32xf32>) {
    ^bb0(%in: f32, %in_414: f32, %out: f32):
      %1000 = arith.mulf %in, %in_414 : f32
      linalg.yield %1000 : f32
    } -> tensor<8x128x4x32xf32>
    %905 = linalg.generic {indexing_maps = [#map4, #map6], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%903 : tensor<8x128x4x32xf32>) outs(%42 : tensor<8x128x4x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %1000 = arith.addf %in, %out : f32
      linalg.yield %1000 : f32
    } -> tensor<8x128x4x1xf32>
    %906 = linalg.generic {indexing_maps = [#map4, #map4], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%58 : tensor<8x128x4x1xf32>) outs(%41 : tensor<8x128x4x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %1000 = math.fpowi %in, %c3_i64 : f32, i64
      linalg.yield %1000 : f32
    } -> tensor<8x128x4x1xf32>
    %907 = linalg.generic {indexing_maps = [#map4, #map4], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%905 : tensor<8x128x4x1xf32>) outs(%41 : tensor<8x128x4x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %1000 = arith.mulf %in, %cst_12 : f32
      linalg.yield %1000 : f32
    } -> tensor<8x128x4x1xf32>
    %908 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%907, %906 : tensor<8x128x4x1xf32>, tensor<8x128x4x1xf32>) outs(%41 : tensor<8x128x4x1xf32>) {
    ^bb0(%in: f32, %in_414: f32, %out: f32):
      %1000 = arith.mulf %in, %in_414 : f32
      linalg.yield %1000 : f32
    } -> tensor<8x128x4x1xf32>
    %collapsed_380 = tensor.collapse_shape %908 [[0], [1], [2, 3]] : tensor<8x128x4x1xf32> into tensor<8x128x4xf32>
    %909 = linalg.generic {indexing_maps = [#map12, #map4], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%collapsed_380 : tensor<8x128x4xf32>) outs(%39 : tensor<8x128x4x32xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<8x128x4x32xf32>
    %910 = linalg.generic {indexing_maps = [#map4, #map4], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%909 : tensor<8x128x4x32xf32>) outs(%39 : tensor<8x128x4x32xf32>) {
    ^bb0(%in: f32, %out: f32):
      %1000 = arith.divf %in, %cst_11 : f32
      linalg.yield %1000 : f32
    } -> tensor<8x128x4x32xf32>
    %911 = linalg.generic {indexing_maps = [#map4, #map4], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%concat_23 : tensor<8x128x4x32xf32>) outs(%39 : tensor<8x128x4x32xf32>) {
    ^bb0(%in: f32, %out: f32):
      %1000 = math.fpowi %in, %c1_i64 : f32, i64
      linalg.yield %1000 : f32
    } -> tensor<8x128x4x32xf32>
    %912 = linalg.generic {indexing_maps = [#map4, #map4], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%911 : tensor<8x128x4x32xf32>) outs(%39 : tensor<8x128x4x32xf32>) {
    ^bb0(%in: f32, %out: f32):
      %1000 = arith.mulf %in, %cst_13 : f32
      linalg.yield %1000 : f32
    } -> tensor<8x128x4x32xf32>
    %913 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%910, %912 : tensor<8x128x4x32xf32>, tensor<8x128x4x32xf32>) outs(%39 : tensor<8x128x4x32xf32>) {
    ^bb0(%in: f32, %in_414: f32, %out: f32):
      %1000 = arith.mulf %in, %in_414 : f32
      linalg.yield %1000 : f32
    } -> tensor<8x128x4x32xf32>
    %914 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%904, %913 : tensor<8x128x4x32xf32>, tensor<8x128x4x32xf32>) outs(%39 : tensor<8x128x4x32xf32>) {
    ^bb0(%in: f32, %in_414: f32, %out: f32):
      %1000 = arith.addf %in, %in_414 : f32
      linalg.yield %1000 : f32
    } -> tensor<8x128x4x32xf32>
    %extracted_slice_381 = tensor.extract_slice %914[0, 0, 0, 0] [8, 128, 4, 16] [1, 1, 1, 1] : tensor<8x128x4x32xf32> to tensor<8x128x4x16xf32>
    %extracted_slice_382 = tensor.extract_slice %914[0, 0, 0, 16] [8, 128, 4, 16] [1, 1, 1, 1] : tensor<8x128x4x32xf32> to tensor<8x128x4x16xf32>
    %915 = linalg.generic {indexing_maps = [#map4, #map4], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%extracted_slice_382 : tensor<8x128x4x16xf32>) outs(%32 : tensor<8x128x4x16xf32>) {
    ^bb0(%in: f32, %out: f32):
      %1000 = arith.negf %in : f32
      linalg.yield %1000 : f32
    } -> tensor<8x128x4x16xf32>
    %916 = linalg.generic {indexing_maps = [#map4, #map5, #map4], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%915, %arg3 : tensor<8x128x4x16xf32>, tensor<1x128x1x16xf32>) outs(%32 : tensor<8x128x4x16xf32>) {
    ^bb0(%in: f32, %in_414: f32, %out: f32):
      %1000 = arith.mulf %in, %in_414 : f32
      linalg.yield %1000 : f32
    } -> tensor<8x128x4x16xf32>
    %917 = linalg.generic {indexing_maps = [#map4, #map4], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%916 : tensor<8x128x4x16xf32>) outs(%511 : tensor<8x128x4x16xbf16>) {
    ^bb0(%in: f32, %out: bf16):
      %1000 = arith.truncf %in : f32 to bf16
      linalg.yield %1000 : bf16
    } -> tensor<8x128x4x16xbf16>
    %918 = linalg.generic {indexing_maps = [#map4, #map5, #map4], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%extracted_slice_382, %arg2 : tensor<8x128x4x16xf32>, tensor<1x128x1x16xf32>) outs(%32 : tensor<8x128x4x16xf32>) {
    ^bb0(%in: f32, %in_414: f32, %out: f32):
      %1000 = arith.mulf %in, %in_414 : f32
      linalg.yield %1000 : f32
    } -> tensor<8x128x4x16xf32>
    %919 = linalg.generic {indexing_maps = [#map4, #map4], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%918 : tensor<8x128x4x16xf32>) outs(%511 : tensor<8x128x4x16xbf16>) {
    ^bb0(%in: f32, %out: bf16):
      %1000 = arith.truncf %in : f32 to bf16
      linalg.yield %1000 : bf16
    } -> tensor<8x128x4x16xbf16>
    %920 = linalg.generic {indexing_maps = [#map4, #map5, #map4], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%extracted_slice_381, %arg3 : tensor<8x128x4x16xf32>, tensor<1x128x1x16xf32>) outs(%32 : tensor<8x128x4x16xf32>) {
    ^bb0(%in: f32, %in_414: f32, %out: f32):
      %1000 = arith.mulf %in, %in_414 : f32
      linalg.yield %1000 : f32
    } -> tensor<8x128x4x16xf32>
    %921 = linalg.generic {indexing_maps = [#map4, #map4], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%920 : tensor<8x128x4x16xf32>) outs(%511 : tensor<8x128x4x16xbf16>) {
    ^bb0(%in: f32, %out: bf16):
      %1000 = arith.truncf %in : f32 to bf16
      linalg.yield %1000 : bf16
    } -> tensor<8x128x4x16xbf16>
    %922 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%919, %921 : tensor<8x128x4x16xbf16>, tensor<8x128x4x16xbf16>) outs(%511 : tensor<8x128x4x16xbf16>) {
    ^bb0(%in: bf16, %in_414: bf16, %out: bf16):
      %1000 = arith.addf %in, %in_414 : bf16
      linalg.yield %1000 : bf16
    } -> tensor<8x128x4x16xbf16>
    %923 = linalg.generic {indexing_maps = [#map4, #map5, #map4], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%extracted_slice_381, %arg2 : tensor<8x128x4x16xf32>, tensor<1x128x1x16xf32>) outs(%32 : tensor<8x128x4x16xf32>) {
    ^bb0(%in: f32, %in_414: f32, %out: f32):
      %1000 = arith.mulf %in, %in_414 : f32
      linalg.yield %1000 : f32
    } -> tensor<8x128x4x16xf32>
    %924 = linalg.generic {indexing_maps = [#map4, #map4], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%923 : tensor<8x128x4x16xf32>) outs(%511 : tensor<8x128x4x16xbf16>) {
    ^bb0(%in: f32, %out: bf16):
      %1000 = arith.truncf %in : f32 to bf16
      linalg.yield %1000 : bf16
    } -> tensor<8x128x4x16xbf16>
    %925 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%917, %924 : tensor<8x128x4x16xbf16>, tensor<8x128x4x16xbf16>) outs(%511 : tensor<8x128x4x16xbf16>) {
    ^bb0(%in: bf16, %in_414: bf16, %out: bf16):
      %1000 = arith.addf %in, %in_414 : bf16
      linalg.yield %1000 : bf16
    } -> tensor<8x128x4x16xbf16>
    %inserted_slice_383 = tensor.insert_slice %922 into %cst_2[0, 0, 0, 16] [8, 128, 4, 16] [1, 1, 1, 1] : tensor<8x128x4x16xbf16> into tensor<8x128x4x32xbf16>
    %inserted_slice_384 = tensor.insert_slice %925 into %cst_2[0, 0, 0, 0] [8, 128, 4, 16] [1, 1, 1, 1] : tensor<8x128x4x16xbf16> into tensor<8x128x4x32xbf16>
    %926 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%inserted_slice_383, %inserted_slice_384 : tensor<8x128x4x32xbf16>, tensor<8x128x4x32xbf16>) outs(%101 : tensor<8x128x4x32xbf16>) {
    ^bb0(%in: bf16, %in_414: bf16, %out: bf16):
      %1000 = arith.addf %in, %in_414 : bf16
      linalg.yield %1000 : bf16
    } -> tensor<8x128x4x32xbf16>
    %927 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%transposed_379, %concat : tensor<8x128x4x32xf32>, tensor<8x128x4x32xf32>) outs(%39 : tensor<8x128x4x32xf32>) {
    ^bb0(%in: f32, %in_414: f32, %out: f32):
      %1000 = arith.mulf %in, %in_414 : f32
      linalg.yield %1000 : f32
    } -> tensor<8x128x4x32xf32>
    %928 = linalg.generic {indexing_maps = [#map4, #map6, #map4], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%transposed_379, %46 : tensor<8x128x4x32xf32>, tensor<8x128x4x1xf32>) outs(%39 : tensor<8x128x4x32xf32>) {
    ^bb0(%in: f32, %in_414: f32, %out: f32):
      %1000 = arith.mulf %in, %in_414 : f32
      linalg.yield %1000 : f32
    } -> tensor<8x128x4x32xf32>
    %929 = linalg.generic {indexing_maps = [#map4, #map6], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%927 : tensor<8x128x4x32xf32>) outs(%42 : tensor<8x128x4x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %1000 = arith.addf %in, %out : f32
      linalg.yield %1000 : f32
    } -> tensor<8x128x4x1xf32>
    %930 = linalg.generic {indexing_maps = [#map4, #map4], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%46 : tensor<8x128x4x1xf32>) outs(%41 : tensor<8x128x4x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %1000 = math.fpowi %in, %c3_i64 : f32, i64
      linalg.yield %1000 : f32
    } -> tensor<8x128x4x1xf32>
    %931 = linalg.generic {indexing_maps = [#map4, #map4], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%929 : tensor<8x128x4x1xf32>) outs(%41 : tensor<8x128x4x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %1000 = arith.mulf %in, %cst_12 : f32
      linalg.yield %1000 : f32
    } -> tensor<8x128x4x1xf32>
    %932 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%931, %930 : tensor<8x128x4x1xf32>, tensor<8x128x4x1xf32>) outs(%41 : tensor<8x128x4x1xf32>) {
    ^bb0(%in: f32, %in_414: f32, %out: f32):
      %1000 = arith.mulf %in, %in_414 : f32
      linalg.yield %1000 : f32
    } -> tensor<8x128x4x1xf32>
    %collapsed_385 = tensor.collapse_shape %932 [[0], [1], [2, 3]] : tensor<8x128x4x1xf32> into tensor<8x128x4xf32>
    %933 = linalg.generic {indexing_maps = [#map12, #map4], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%collapsed_385 : tensor<8x128x4xf32>) outs(%39 : tensor<8x128x4x32xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<8x128x4x32xf32>
    %934 = linalg.generic {indexing_maps = [#map4, #map4], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%933 : tensor<8x128x4x32xf32>) outs(%39 : tensor<8x128x4x32xf32>) {
    ^bb0(%in: f32, %out: f32):
      %1000 = arith.divf %in, %cst_11 : f32
      linalg.yield %1000 : f32
    } -> tensor<8x128x4x32xf32>
    %935 = linalg.generic {indexing_maps = [#map4, #map4], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%concat : tensor<8x128x4x32xf32>) outs(%39 : tensor<8x128x4x32xf32>) {
    ^bb0(%in: f32, %out: f32):
      %1000 = math.fpowi %in, %c1_i64 : f32, i64
      linalg.yield %1000 : f32
    } -> tensor<8x128x4x32xf32>
    %936 = linalg.generic {indexing_maps = [#map4, #map4], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%935 : tensor<8x128x4x32xf32>) outs(%39 : tensor<8x128x4x32xf32>) {
    ^bb0(%in: f32, %out: f32):
      %1000 = arith.mulf %in, %cst_13 : f32
      linalg.yield %1000 : f32
    } -> tensor<8x128x4x32xf32>
    %937 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%934, %936 : tensor<8x128x4x32xf32>, tensor<8x128x4x32xf32>) outs(%39 : tensor<8x128x4x32xf32>) {
    ^bb0(%in: f32, %in_414: f32, %out: f32):
      %1000 = arith.mulf %in, %in_414 : f32
      linalg.yield %1000 : f32
    } -> tensor<8x128x4x32xf32>
    %938 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%928, %937 : tensor<8x128x4x32xf32>, tensor<8x128x4x32xf32>) outs(%39 : tensor<8x128x4x32xf32>) {
    ^bb0(%in: f32, %in_414: f32, %out: f32):
      %1000 = arith.addf %in, %in_414 : f32
      linalg.yield %1000 : f32
    } -> tensor<8x128x4x32xf32>
    %extracted_slice_386 = tensor.extract_slice %938[0, 0, 0, 0] [8, 128, 4, 16] [1, 1, 1, 1] : tensor<8x128x4x32xf32> to tensor<8x128x4x16xf32>
    %extracted_slice_387 = tensor.extract_slice %938[0, 0, 0, 16] [8, 128, 4, 16] [1, 1, 1, 1] : tensor<8x128x4x32xf32> to tensor<8x128x4x16xf32>
    %939 = linalg.generic {indexing_maps = [#map4, #map4], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%extracted_slice_387 : tensor<8x128x4x16xf32>) outs(%32 : tensor<8x128x4x16xf32>) {
    ^bb0(%in: f32, %out: f32):
      %1000 = arith.negf %in : f32
      linalg.yield %1000 : f32
    } -> tensor<8x128x4x16xf32>
    %940 = linalg.generic {indexing_maps = [#map4, #map5, #map4], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%939, %arg3 : tensor<8x128x4x16xf32>, tensor<1x128x1x16xf32>) outs(%32 : tensor<8x128x4x16xf32>) {
    ^bb0(%in: f32, %in_414: f32, %out: f32):
      %1000 = arith.mulf %in, %in_414 : f32
      linalg.yield %1000 : f32
    } -> tensor<8x128x4x16xf32>
    %941 = linalg.generic {indexing_maps = [#map4, #map4], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%940 : tensor<8x128x4x16xf32>) outs(%511 : tensor<8x128x4x16xbf16>) {
    ^bb0(%in: f32, %out: bf16):
      %1000 = arith.truncf %in : f32 to bf16
      linalg.yield %1000 : bf16
    } -> tensor<8x128x4x16xbf16>
    %942 = linalg.generic {indexing_maps = [#map4, #map5, #map4], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%extracted_slice_387, %arg2 : tensor<8x128x4x16xf32>, tensor<1x128x1x16xf32>) outs(%32 : tensor<8x128x4x16xf32>) {
    ^bb0(%in: f32, %in_414: f32, %out: f32):
      %1000 = arith.mulf %in, %in_414 : f32
      linalg.yield %1000 : f32
    } -> tensor<8x128x4x16xf32>
    %943 = linalg.generic {indexing_maps = [#map4, #map4], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%942 : tensor<8x128x4x16xf32>) outs(%511 : tensor<8x128x4x16xbf16>) {
    ^bb0(%in: f32, %out: bf16):
      %1000 = arith.truncf %in : f32 to bf16
      linalg.yield %1000 : bf16
    } -> tensor<8x128x4x16xbf16>
    %944 = linalg.generic {indexing_maps = [#map4, #map5, #map4], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%extracted_slice_386, %arg3 : tensor<8x128x4x16xf32>, tensor<1x128x1x16xf32>) outs(%32 : tensor<8x128x4x16xf32>) {
    ^bb0(%in: f32, %in_414: f32, %out: f32):
      %1000 = arith.mulf %in, %in_414 : f32
      linalg.yield %1000 : f32
    } -> tensor<8x128x4x16xf32>
    %945 = linalg.generic {indexing_maps = [#map4, #map4], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%944 : tensor<8x128x4x16xf32>) outs(%511 : tensor<8x128x4x16xbf16>) {
    ^bb0(%in: f32, %out: bf16):
      %1000 = arith.truncf %in : f32 to bf16
      linalg.yield %1000 : bf16
    } -> tensor<8x128x4x16xbf16>
    %946 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%943, %945 : tensor<8x128x4x16xbf16>, tensor<8x128x4x16xbf16>) outs(%511 : tensor<8x128x4x16xbf16>) {
    ^bb0(%in: bf16, %in_414: bf16, %out: bf16):
      %1000 = arith.addf %in, %in_414 : bf16
      linalg.yield %1000 : bf16
    } -> tensor<8x128x4x16xbf16>
    %947 = linalg.generic {indexing_maps = [#map4, #map5, #map4], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%extracted_slice_386, %arg2 : tensor<8x128x4x16xf32>, tensor<1x128x1x16xf32>) outs(%32 : tensor<8x128x4x16xf32>) {
    ^bb0(%in: f32, %in_414: f32, %out: f32):
      %1000 = arith.mulf %in, %in_414 : f32
      linalg.yield %1000 : f32
    } -> tensor<8x128x4x16xf32>
    %948 = linalg.generic {indexing_maps = [#map4, #map4], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%947 : tensor<8x128x4x16xf32>) outs(%511 : tensor<8x128x4x16xbf16>) {
    ^bb0(%in: f32, %out: bf16):
      %1000 = arith.truncf %in : f32 to bf16
      linalg.yield %1000 : bf16
    } -> tensor<8x128x4x16xbf16>
    %949 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%941, %948 : tensor<8x128x4x16xbf16>, tensor<8x128x4x16xbf16>) outs(%511 : tensor<8x128x4x16xbf16>) {
    ^bb0(%in: bf16, %in_414: bf16, %out: bf16):
      %1000 = arith.addf %in, %in_414 : bf16
      linalg.yield %1000 : bf16
    } -> tensor<8x128x4x16xbf16>
    %inserted_slice_388 = tensor.insert_slice %946 into %cst_2[0, 0, 0, 16] [8, 128, 4, 16] [1, 1, 1, 1] : tensor<8x128x4x16xbf16> into tensor<8x128x4x32xbf16>
    %inserted_slice_389 = tensor.insert_slice %949 into %cst_2[0, 0, 0, 0] [8, 128, 4, 16] [1, 1, 1, 1] : tensor<8x128x4x16xbf16> into tensor<8x128x4x32xbf16>
    %950 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%inserted_slice_388, %inserted_slice_389 : tensor<8x128x4x32xbf16>, tensor<8x128x4x32xbf16>) outs(%101 : tensor<8x128x4x32xbf16>) {
    ^bb0(%in: bf16, %in_414: bf16, %out: bf16):
      %1000 = arith.addf %in, %in_414 : bf16
      linalg.yield %1000 : bf16
    } -> tensor<8x128x4x32xbf16>
    %collapsed_390 = tensor.collapse_shape %transposed_377 [[0, 1], [2, 3]] : tensor<8x128x4x32xbf16> into tensor<1024x128xbf16>
    %transposed_391 = linalg.transpose ins(%collapsed_390 : tensor<1024x128xbf16>) outs(%435 : tensor<128x1024xbf16>) permutation = [1, 0] 
    %951 = linalg.matmul ins(%transposed_391, %collapsed : tensor<128x1024xbf16>, tensor<1024x128xbf16>) outs(%470 : tensor<128x128xf32>) -> tensor<128x128xf32>
    %952 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel", "parallel"]} ins(%951 : tensor<128x128xf32>) outs(%17 : tensor<128x128xbf16>) {
    ^bb0(%in: f32, %out: bf16):
      %1000 = arith.truncf %in : f32 to bf16
      linalg.yield %1000 : bf16
    } -> tensor<128x128xbf16>
    %transposed_392 = linalg.transpose ins(%952 : tensor<128x128xbf16>) outs(%17 : tensor<128x128xbf16>) permutation = [1, 0] 
    %transposed_393 = linalg.transpose ins(%29 : tensor<128x128xbf16>) outs(%17 : tensor<128x128xbf16>) permutation = [1, 0] 
    %953 = linalg.matmul ins(%collapsed_390, %transposed_393 : tensor<1024x128xbf16>, tensor<128x128xbf16>) outs(%22 : tensor<1024x128xf32>) -> tensor<1024x128xf32>
    %954 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel", "parallel"]} ins(%953 : tensor<1024x128xf32>) outs(%24 : tensor<1024x128xbf16>) {
    ^bb0(%in: f32, %out: bf16):
      %1000 = arith.truncf %in : f32 to bf16
      linalg.yield %1000 : bf16
    } -> tensor<1024x128xbf16>
    %expanded_394 = tensor.expand_shape %954 [[0, 1], [2]] output_shape [8, 128, 128] : tensor<1024x128xbf16> into tensor<8x128x128xbf16>
    %955 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%expanded_394 : tensor<8x128x128xbf16>) outs(%0 : tensor<8x128x128xf32>) {
    ^bb0(%in: bf16, %out: f32):
      %1000 = arith.extf %in : bf16 to f32
      linalg.yield %1000 : f32
    } -> tensor<8x128x128xf32>
    %956 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel", "parallel"]} ins(%transposed_392 : tensor<128x128xbf16>) outs(%16 : tensor<128x128xf32>) {
    ^bb0(%in: bf16, %out: f32):
      %1000 = arith.extf %in : bf16 to f32
      linalg.yield %1000 : f32
    } -> tensor<128x128xf32>
    %transposed_395 = linalg.transpose ins(%956 : tensor<128x128xf32>) outs(%16 : tensor<128x128xf32>) permutation = [1, 0] 
    %collapsed_396 = tensor.collapse_shape %926 [[0, 1], [2, 3]] : tensor<8x128x4x32xbf16> into tensor<1024x128xbf16>
    %transposed_397 = linalg.transpose ins(%collapsed_396 : tensor<1024x128xbf16>) outs(%435 : tensor<128x1024xbf16>) permutation = [1, 0] 
    %957 = linalg.matmul ins(%transposed_397, %collapsed : tensor<128x1024xbf16>, tensor<1024x128xbf16>) outs(%470 : tensor<128x128xf32>) -> tensor<128x128xf32>
    %958 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel", "parallel"]} ins(%957 : tensor<128x128xf32>) outs(%17 : tensor<128x128xbf16>) {
    ^bb0(%in: f32, %out: bf16):
      %1000 = arith.truncf %in : f32 to bf16
      linalg.yield %1000 : bf16
    } -> tensor<128x128xbf16>
    %transposed_398 = linalg.transpose ins(%958 : tensor<128x128xbf16>) outs(%17 : tensor<128x128xbf16>) permutation = [1, 0] 
    %transposed_399 = linalg.transpose ins(%26 : tensor<128x128xbf16>) outs(%17 : tensor<128x128xbf16>) permutation = [1, 0] 
    %959 = linalg.matmul ins(%collapsed_396, %transposed_399 : tensor<1024x128xbf16>, tensor<128x128xbf16>) outs(%22 : tensor<1024x128xf32>) -> tensor<1024x128xf32>
    %960 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel", "parallel"]} ins(%959 : tensor<1024x128xf32>) outs(%24 : tensor<1024x128xbf16>) {
    ^bb0(%in: f32, %out: bf16):
      %1000 = arith.truncf %in : f32 to bf16
      linalg.yield %1000 : bf16
    } -> tensor<1024x128xbf16>
    %expanded_400 = tensor.expand_shape %960 [[0, 1], [2]] output_shape [8, 128, 128] : tensor<1024x128xbf16> into tensor<8x128x128xbf16>
    %961 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%expanded_400 : tensor<8x128x128xbf16>) outs(%0 : tensor<8x128x128xf32>) {
    ^bb0(%in: bf16, %out: f32):
      %1000 = arith.extf %in : bf16 to f32
      linalg.yield %1000 : f32
    } -> tensor<8x128x128xf32>
    %962 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%955, %961 : tensor<8x128x128xf32>, tensor<8x128x128xf32>) outs(%0 : tensor<8x128x128xf32>) {
    ^bb0(%in: f32, %in_414: f32, %out: f32):
      %1000 = arith.addf %in, %in_414 : f32
      linalg.yield %1000 : f32
    } -> tensor<8x128x128xf32>
    %963 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel", "parallel"]} ins(%transposed_398 : tensor<128x128xbf16>) outs(%16 : tensor<128x128xf32>) {
    ^bb0(%in: bf16, %out: f32):
      %1000 = arith.extf %in : bf16 to f32
      linalg.yield %1000 : f32
    } -> tensor<128x128xf32>
    %transposed_401 = linalg.transpose ins(%963 : tensor<128x128xf32>) outs(%16 : tensor<128x128xf32>) permutation = [1, 0] 
    %collapsed_402 = tensor.collapse_shape %950 [[0, 1], [2, 3]] : tensor<8x128x4x32xbf16> into tensor<1024x128xbf16>
    %transposed_403 = linalg.transpose ins(%collapsed_402 : tensor<1024x128xbf16>) outs(%435 : tensor<128x1024xbf16>) permutation = [1, 0] 
    %964 = linalg.matmul ins(%transposed_403, %collapsed : tensor<128x1024xbf16>, tensor<1024x128xbf16>) outs(%470 : tensor<128x128xf32>) -> tensor<128x128xf32>
    %965 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel", "parallel"]} ins(%964 : tensor<128x128xf32>) outs(%17 : tensor<128x128xbf16>) {
    ^bb0(%in: f32, %out: bf16):
      %1000 = arith.truncf %in : f32 to bf16
      linalg.yield %1000 : bf16
    } -> tensor<128x128xbf16>
    %transposed_404 = linalg.transpose ins(%965 : tensor<128x128xbf16>) outs(%17 : tensor<128x128xbf16>) permutation = [1, 0] 
    %transposed_405 = linalg.transpose ins(%18 : tensor<128x128xbf16>) outs(%17 : tensor<128x128xbf16>) permutation = [1, 0] 
    %966 = linalg.matmul ins(%collapsed_402, %transposed_405 : tensor<1024x128xbf16>, tensor<128x128xbf16>) outs(%22 : tensor<1024x128xf32>) -> tensor<1024x128xf32>
    %967 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel", "parallel"]} ins(%966 : tensor<1024x128xf32>) outs(%24 : tensor<1024x128xbf16>) {
    ^bb0(%in: f32, %out: bf16):
      %1000 = arith.truncf %in : f32 to bf16
      linalg.yield %1000 : bf16
    } -> tensor<1024x128xbf16>
    %expanded_406 = tensor.expand_shape %967 [[0, 1], [2]] output_shape [8, 128, 128] : tensor<1024x128xbf16> into tensor<8x128x128xbf16>
    %968 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%expanded_406 : tensor<8x128x128xbf16>) outs(%0 : tensor<8x128x128xf32>) {
    ^bb0(%in: bf16, %out: f32):
      %1000 = arith.extf %in : bf16 to f32
      linalg.yield %1000 : f32
    } -> tensor<8x128x128xf32>
    %969 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%962, %968 : tensor<8x128x128xf32>, tensor<8x128x128xf32>) outs(%0 : tensor<8x128x128xf32>) {
    ^bb0(%in: f32, %in_414: f32, %out: f32):
      %1000 = arith.addf %in, %in_414 : f32
      linalg.yield %1000 : f32
    } -> tensor<8x128x128xf32>
    %970 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel", "parallel"]} ins(%transposed_404 : tensor<128x128xbf16>) outs(%16 : tensor<128x128xf32>) {
    ^bb0(%in: bf16, %out: f32):
      %1000 = arith.extf %in : bf16 to f32
      linalg.yield %1000 : f32
    } -> tensor<128x128xf32>
    %transposed_407 = linalg.transpose ins(%970 : tensor<128x128xf32>) outs(%16 : tensor<128x128xf32>) permutation = [1, 0] 
    %971 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%969, %9 : tensor<8x128x128xf32>, tensor<8x128x128xf32>) outs(%0 : tensor<8x128x128xf32>) {
    ^bb0(%in: f32, %in_414: f32, %out: f32):
      %1000 = arith.mulf %in, %in_414 : f32
      linalg.yield %1000 : f32
    } -> tensor<8x128x128xf32>
    %972 = linalg.generic {indexing_maps = [#map1, #map2, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%969, %14 : tensor<8x128x128xf32>, tensor<8x128x1xf32>) outs(%0 : tensor<8x128x128xf32>) {
    ^bb0(%in: f32, %in_414: f32, %out: f32):
      %1000 = arith.mulf %in, %in_414 : f32
      linalg.yield %1000 : f32
    } -> tensor<8x128x128xf32>
    %973 = linalg.generic {indexing_maps = [#map1, #map2], iterator_types = ["parallel", "parallel", "reduction"]} ins(%971 : tensor<8x128x128xf32>) outs(%4 : tensor<8x128x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %1000 = arith.addf %in, %out : f32
      linalg.yield %1000 : f32
    } -> tensor<8x128x1xf32>
    %974 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%878, %972 : tensor<8x128x128xf32>, tensor<8x128x128xf32>) outs(%0 : tensor<8x128x128xf32>) {
    ^bb0(%in: f32, %in_414: f32, %out: f32):
      %1000 = arith.addf %in, %in_414 : f32
      linalg.yield %1000 : f32
    } -> tensor<8x128x128xf32>
    %975 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%14 : tensor<8x128x1xf32>) outs(%3 : tensor<8x128x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %1000 = math.fpowi %in, %c3_i64 : f32, i64
      linalg.yield %1000 : f32
    } -> tensor<8x128x1xf32>
    %976 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%973 : tensor<8x128x1xf32>) outs(%3 : tensor<8x128x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %1000 = arith.mulf %in, %cst_12 : f32
      linalg.yield %1000 : f32
    } -> tensor<8x128x1xf32>
    %977 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%976, %975 : tensor<8x128x1xf32>, tensor<8x128x1xf32>) outs(%3 : tensor<8x128x1xf32>) {
    ^bb0(%in: f32, %in_414: f32, %out: f32):
      %1000 = arith.mulf %in, %in_414 : f32
      linalg.yield %1000 : f32
    } -> tensor<8x128x1xf32>
    %collapsed_408 = tensor.collapse_shape %977 [[0], [1, 2]] : tensor<8x128x1xf32> into tensor<8x128xf32>
    %978 = linalg.generic {indexing_maps = [#map, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%collapsed_408 : tensor<8x128xf32>) outs(%0 : tensor<8x128x128xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<8x128x128xf32>
    %979 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%978 : tensor<8x128x128xf32>) outs(%0 : tensor<8x128x128xf32>) {
    ^bb0(%in: f32, %out: f32):
      %1000 = arith.divf %in, %cst_9 : f32
      linalg.yield %1000 : f32
    } -> tensor<8x128x128xf32>
    %980 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%9 : tensor<8x128x128xf32>) outs(%0 : tensor<8x128x128xf32>) {
    ^bb0(%in: f32, %out: f32):
      %1000 = math.fpowi %in, %c1_i64 : f32, i64
      linalg.yield %1000 : f32
    } -> tensor<8x128x128xf32>
    %981 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%980 : tensor<8x128x128xf32>) outs(%0 : tensor<8x128x128xf32>) {
    ^bb0(%in: f32, %out: f32):
      %1000 = arith.mulf %in, %cst_13 : f32
      linalg.yield %1000 : f32
    } -> tensor<8x128x128xf32>
    %982 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%979, %981 : tensor<8x128x128xf32>, tensor<8x128x128xf32>) outs(%0 : tensor<8x128x128xf32>) {
    ^bb0(%in: f32, %in_414: f32, %out: f32):
      %1000 = arith.mulf %in, %in_414 : f32
      linalg.yield %1000 : f32
    } -> tensor<8x128x128xf32>
    %983 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%974, %982 : tensor<8x128x128xf32>, tensor<8x128x128xf32>) outs(%0 : tensor<8x128x128xf32>) {
    ^bb0(%in: f32, %in_414: f32, %out: f32):
      %1000 = arith.addf %in, %in_414 : f32
      linalg.yield %1000 : f32
    } -> tensor<8x128x128xf32>
    %984 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%983, %1 : tensor<8x128x128xf32>, tensor<8x128x128xf32>) outs(%0 : tensor<8x128x128xf32>) {
    ^bb0(%in: f32, %in_414: f32, %out: f32):
      %1000 = arith.mulf %in, %in_414 : f32
      linalg.yield %1000 : f32
    } -> tensor<8x128x128xf32>
    %985 = linalg.generic {indexing_maps = [#map1, #map2, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%983, %8 : tensor<8x128x128xf32>, tensor<8x128x1xf32>) outs(%0 : tensor<8x128x128xf32>) {
    ^bb0(%in: f32, %in_414: f32, %out: f32):
      %1000 = arith.mulf %in, %in_414 : f32
      linalg.yield %1000 : f32
    } -> tensor<8x128x128xf32>
    %986 = linalg.generic {indexing_maps = [#map1, #map2], iterator_types = ["parallel", "parallel", "reduction"]} ins(%984 : tensor<8x128x128xf32>) outs(%4 : tensor<8x128x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %1000 = arith.addf %in, %out : f32
      linalg.yield %1000 : f32
    } -> tensor<8x128x1xf32>
    %987 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%8 : tensor<8x128x1xf32>) outs(%3 : tensor<8x128x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %1000 = math.fpowi %in, %c3_i64 : f32, i64
      linalg.yield %1000 : f32
    } -> tensor<8x128x1xf32>
    %988 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%986 : tensor<8x128x1xf32>) outs(%3 : tensor<8x128x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %1000 = arith.mulf %in, %cst_12 : f32
      linalg.yield %1000 : f32
    } -> tensor<8x128x1xf32>
    %989 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%988, %987 : tensor<8x128x1xf32>, tensor<8x128x1xf32>) outs(%3 : tensor<8x128x1xf32>) {
    ^bb0(%in: f32, %in_414: f32, %out: f32):
      %1000 = arith.mulf %in, %in_414 : f32
      linalg.yield %1000 : f32
    } -> tensor<8x128x1xf32>
    %collapsed_409 = tensor.collapse_shape %989 [[0], [1, 2]] : tensor<8x128x1xf32> into tensor<8x128xf32>
    %990 = linalg.generic {indexing_maps = [#map, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%collapsed_409 : tensor<8x128xf32>) outs(%0 : tensor<8x128x128xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<8x128x128xf32>
    %991 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%990 : tensor<8x128x128xf32>) outs(%0 : tensor<8x128x128xf32>) {
    ^bb0(%in: f32, %out: f32):
      %1000 = arith.divf %in, %cst_9 : f32
      linalg.yield %1000 : f32
    } -> tensor<8x128x128xf32>
    %992 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%1 : tensor<8x128x128xf32>) outs(%0 : tensor<8x128x128xf32>) {
    ^bb0(%in: f32, %out: f32):
      %1000 = math.fpowi %in, %c1_i64 : f32, i64
      linalg.yield %1000 : f32
    } -> tensor<8x128x128xf32>
    %993 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%992 : tensor<8x128x128xf32>) outs(%0 : tensor<8x128x128xf32>) {
    ^bb0(%in: f32, %out: f32):
      %1000 = arith.mulf %in, %cst_13 : f32
      linalg.yield %1000 : f32
    } -> tensor<8x128x128xf32>
    %994 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%991, %993 : tensor<8x128x128xf32>, tensor<8x128x128xf32>) outs(%0 : tensor<8x128x128xf32>) {
    ^bb0(%in: f32, %in_414: f32, %out: f32):
      %1000 = arith.mulf %in, %in_414 : f32
      linalg.yield %1000 : f32
    } -> tensor<8x128x128xf32>
    %995 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%985, %994 : tensor<8x128x128xf32>, tensor<8x128x128xf32>) outs(%0 : tensor<8x128x128xf32>) {
    ^bb0(%in: f32, %in_414: f32, %out: f32):
      %1000 = arith.addf %in, %in_414 : f32
      linalg.yield %1000 : f32
    } -> tensor<8x128x128xf32>
    %collapsed_410 = tensor.collapse_shape %arg0 [[0, 1]] : tensor<8x128xi64> into tensor<1024xi64>
    %expanded_411 = tensor.expand_shape %collapsed_410 [[0, 1]] output_shape [1024, 1] : tensor<1024xi64> into tensor<1024x1xi64>
    %996 = linalg.generic {indexing_maps = [#map9, #map16, #map3], iterator_types = ["parallel", "parallel"]} ins(%expanded_411, %399 : tensor<1024x1xi64>, tensor<256xi64>) outs(%400 : tensor<1024x256xi1>) {
    ^bb0(%in: i64, %in_414: i64, %out: i1):
      %1000 = arith.cmpi eq, %in, %in_414 : i64
      linalg.yield %1000 : i1
    } -> tensor<1024x256xi1>
    %997 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel", "parallel"]} ins(%996 : tensor<1024x256xi1>) outs(%365 : tensor<1024x256xf32>) {
    ^bb0(%in: i1, %out: f32):
      %1000 = arith.uitofp %in : i1 to f32
      linalg.yield %1000 : f32
    } -> tensor<1024x256xf32>
    %998 = tensor.empty() : tensor<256x1024xf32>
    %transposed_412 = linalg.transpose ins(%997 : tensor<1024x256xf32>) outs(%998 : tensor<256x1024xf32>) permutation = [1, 0] 
    %collapsed_413 = tensor.collapse_shape %995 [[0, 1], [2]] : tensor<8x128x128xf32> into tensor<1024x128xf32>
    %999 = linalg.matmul ins(%transposed_412, %collapsed_413 : tensor<256x1024xf32>, tensor<1024x128xf32>) outs(%414 : tensor<256x128xf32>) -> tensor<256x128xf32>
    return %397, %999, %transposed_407, %transposed_401, %transposed_395, %transposed_364, %transposed_358, %transposed_352, %transposed_345, %transposed_339, %transposed_333, %transposed_302, %transposed_296, %transposed_290, %transposed_283, %transposed_277, %transposed_271, %transposed_240, %transposed_234, %transposed_228, %transposed_221, %transposed_215, %transposed_209, %transposed_179, %transposed_173, %transposed_167, %transposed_160 : tensor<f32>, tensor<256x128xf32>, tensor<128x128xf32>, tensor<128x128xf32>, tensor<128x128xf32>, tensor<128x128xf32>, tensor<512x128xf32>, tensor<128x512xf32>, tensor<128x128xf32>, tensor<128x128xf32>, tensor<128x128xf32>, tensor<128x128xf32>, tensor<512x128xf32>, tensor<128x512xf32>, tensor<128x128xf32>, tensor<128x128xf32>, tensor<128x128xf32>, tensor<128x128xf32>, tensor<512x128xf32>, tensor<128x512xf32>, tensor<128x128xf32>, tensor<128x128xf32>, tensor<128x128xf32>, tensor<128x128xf32>, tensor<512x128xf32>, tensor<128x512xf32>, tensor<256x128xf32>
  }
}
