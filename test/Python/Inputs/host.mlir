// Every way in which an array can reach an entry of the host.
func.func @affine(%x: tensor<?x4xf32>, %w: tensor<4xf32>)
    -> (tensor<?x4xf32>, tensor<f32>) {
  %zero = arith.constant dense<0.0> : tensor<f32>
  %c0 = arith.constant 0 : index
  %n = tensor.dim %x, %c0 : tensor<?x4xf32>
  %init = tensor.empty(%n) : tensor<?x4xf32>
  %y = linalg.generic {
      indexing_maps = [affine_map<(i, j) -> (i, j)>,
                       affine_map<(i, j) -> (j)>,
                       affine_map<(i, j) -> (i, j)>],
      iterator_types = ["parallel", "parallel"]}
      ins(%x, %w : tensor<?x4xf32>, tensor<4xf32>)
      outs(%init : tensor<?x4xf32>) {
  ^bb0(%a: f32, %b: f32, %o: f32):
    %p = arith.mulf %a, %b : f32
    linalg.yield %p : f32
  } -> tensor<?x4xf32>
  %sum = linalg.generic {
      indexing_maps = [affine_map<(i, j) -> (i, j)>,
                       affine_map<(i, j) -> ()>],
      iterator_types = ["reduction", "reduction"]}
      ins(%y : tensor<?x4xf32>) outs(%zero : tensor<f32>) {
  ^bb0(%a: f32, %acc: f32):
    %s = arith.addf %acc, %a : f32
    linalg.yield %s : f32
  } -> tensor<f32>
  return %y, %sum : tensor<?x4xf32>, tensor<f32>
}

func.func @accumulate(%acc: tensor<4xf32> {quartet.inout = 0 : i64},
                      %x: tensor<4xbf16>) -> tensor<4xf32> {
  %sum = linalg.generic {
      indexing_maps = [affine_map<(i) -> (i)>, affine_map<(i) -> (i)>],
      iterator_types = ["parallel"]}
      ins(%x : tensor<4xbf16>) outs(%acc : tensor<4xf32>) {
  ^bb0(%a: bf16, %o: f32):
    %wide = arith.extf %a : bf16 to f32
    %s = arith.addf %o, %wide : f32
    linalg.yield %s : f32
  } -> tensor<4xf32>
  return %sum : tensor<4xf32>
}

func.func @shift(%x: tensor<4xi64>, %seed: tensor<i64> {nvfp4.seed})
    -> tensor<4xi64> {
  %init = tensor.empty() : tensor<4xi64>
  %sum = linalg.generic {
      indexing_maps = [affine_map<(i) -> (i)>, affine_map<(i) -> ()>,
                       affine_map<(i) -> (i)>],
      iterator_types = ["parallel"]}
      ins(%x, %seed : tensor<4xi64>, tensor<i64>) outs(%init : tensor<4xi64>) {
  ^bb0(%a: i64, %s: i64, %o: i64):
    %t = arith.addi %a, %s : i64
    linalg.yield %t : i64
  } -> tensor<4xi64>
  return %sum : tensor<4xi64>
}

func.func @add(%x: tensor<?xf32>, %y: tensor<?xf32>) -> tensor<?xf32> {
  %c0 = arith.constant 0 : index
  %n = tensor.dim %x, %c0 : tensor<?xf32>
  %init = tensor.empty(%n) : tensor<?xf32>
  %sum = linalg.add ins(%x, %y : tensor<?xf32>, tensor<?xf32>)
      outs(%init : tensor<?xf32>) -> tensor<?xf32>
  return %sum : tensor<?xf32>
}
