// RUN: quartet-opt %s --quartet-raise --quartet-fuse --quartet-host | FileCheck %s

// Two dynamic dimensions of rows: raising collapses them, and scratch memory and
// the expanded result depend on extents behind these views.
// CHECK: llvm.func @batch_of_tokens
#x = affine_map<(b, t, n, k) -> (k, b, t)>
#w = affine_map<(b, t, n, k) -> (k, n)>
#y = affine_map<(b, t, n, k) -> (t, n, b)>
func.func @batch_of_tokens(%x: tensor<17x?x?xf32>,
                           %w: tensor<17x5xf32> {nvfp4.param},
                           %init: tensor<?x5x?xf32>) -> tensor<?x5x?xf32> {
  %y = linalg.generic {
      indexing_maps = [#x, #w, #y],
      iterator_types = ["parallel", "parallel", "parallel", "reduction"]}
      ins(%x, %w : tensor<17x?x?xf32>, tensor<17x5xf32>)
      outs(%init : tensor<?x5x?xf32>) {
  ^bb0(%a: f32, %b: f32, %sum: f32):
    %p = arith.mulf %a, %b : f32
    %s = arith.addf %sum, %p : f32
    linalg.yield %s : f32
  } -> tensor<?x5x?xf32>
  return %y : tensor<?x5x?xf32>
}
