// RUN: quartet-opt %s --nvfp4-fuse-epilogue --split-input-file | FileCheck %s

#id = affine_map<(m, n) -> (m, n)>
#row = affine_map<(m, n) -> (n)>

// A bias, an activation and a cast, one after the other, and a residual last.
// CHECK-DAG: #[[ROW:.*]] = affine_map<(d0, d1) -> (d1)>
// CHECK-DAG: #[[ID:.*]] = affine_map<(d0, d1) -> (d0, d1)>
// CHECK-LABEL: func.func @chain
// CHECK-SAME: %[[BIAS:[a-z0-9]+]]: tensor<8xbf16>, %[[RES:[a-z0-9]+]]: tensor<4x8xf32>
// CHECK: %[[E:.*]] = tensor.empty() : tensor<4x8xbf16>
// CHECK-NOT: linalg.generic
// CHECK: %[[Y:.*]] = nvfp4.scaled_matmul
// CHECK-SAME: epilogue_ins(%[[BIAS]], %[[RES]] : tensor<8xbf16>, tensor<4x8xf32>)
// CHECK-SAME: outs(%[[E]] : tensor<4x8xbf16>)
// CHECK-SAME: epilogue_maps = [#[[ROW]], #[[ID]]]
// CHECK: ^bb0(%[[V:.*]]: f32, %[[B:.*]]: bf16, %[[R:.*]]: f32):
// CHECK-NEXT: %[[BW:.*]] = arith.extf %[[B]] : bf16 to f32
// CHECK-NEXT: %[[S:.*]] = arith.addf %[[V]], %[[BW]] : f32
// CHECK-NEXT: %[[A:.*]] = arith.maximumf %[[S]], %{{.*}} : f32
// CHECK-NEXT: %[[T:.*]] = arith.addf %[[A]], %[[R]] : f32
// CHECK-NEXT: %[[C:.*]] = arith.truncf %[[T]] : f32 to bf16
// CHECK-NEXT: nvfp4.yield %[[C]] : bf16
// CHECK: return %[[Y]]
func.func @chain(%bias: tensor<8xbf16>, %residual: tensor<4x8xf32>,
                 %a: tensor<4x32xf4E2M1FN>, %as: tensor<4x2xf8E4M3FN>,
                 %b: tensor<8x32xf4E2M1FN>, %bs: tensor<8x2xf8E4M3FN>,
                 %t: tensor<f32>) -> tensor<4x8xbf16> {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<4x8xf32>
  %h = tensor.empty() : tensor<4x8xbf16>
  %0 = nvfp4.scaled_matmul
      lhs(%a, %as, %t : tensor<4x32xf4E2M1FN>, tensor<4x2xf8E4M3FN>, tensor<f32>)
      rhs(%b, %bs, %t : tensor<8x32xf4E2M1FN>, tensor<8x2xf8E4M3FN>, tensor<f32>)
      outs(%e : tensor<4x8xf32>)
  %1 = linalg.generic {indexing_maps = [#id, #row, #id],
                       iterator_types = ["parallel", "parallel"]}
      ins(%0, %bias : tensor<4x8xf32>, tensor<8xbf16>)
      outs(%e : tensor<4x8xf32>) {
  ^bb0(%x: f32, %y: bf16, %o: f32):
    %w = arith.extf %y : bf16 to f32
    %s = arith.addf %x, %w : f32
    linalg.yield %s : f32
  } -> tensor<4x8xf32>
  %2 = linalg.generic {indexing_maps = [#id, #id],
                       iterator_types = ["parallel", "parallel"]}
      ins(%1 : tensor<4x8xf32>) outs(%e : tensor<4x8xf32>) {
  ^bb0(%x: f32, %o: f32):
    %s = arith.maximumf %x, %zero : f32
    linalg.yield %s : f32
  } -> tensor<4x8xf32>
  %3 = linalg.generic {indexing_maps = [#id, #id, #id],
                       iterator_types = ["parallel", "parallel"]}
      ins(%2, %residual : tensor<4x8xf32>, tensor<4x8xf32>)
      outs(%h : tensor<4x8xbf16>) {
  ^bb0(%x: f32, %y: f32, %o: bf16):
    %s = arith.addf %x, %y : f32
    %c = arith.truncf %s : f32 to bf16
    linalg.yield %c : bf16
  } -> tensor<4x8xbf16>
  return %3 : tensor<4x8xbf16>
}

// -----

#id = affine_map<(m, n) -> (m, n)>

// The old value of the destination is added before the consumer's body, and a
// product in bf16 is rounded before it.
// CHECK-LABEL: func.func @accumulate
// CHECK-SAME: %[[C:[a-z0-9]+]]: tensor<4x8xbf16>
// CHECK: nvfp4.scaled_matmul
// CHECK-SAME: epilogue_ins(%[[C]] : tensor<4x8xbf16>)
// CHECK-SAME: outs(%{{.*}} : tensor<4x8xf32>)
// CHECK-NOT: accumulate
// CHECK-SAME: scale_log2 = -7
// CHECK: ^bb0(%[[V:.*]]: f32, %[[OLD:.*]]: bf16):
// CHECK-NEXT: %[[W:.*]] = arith.extf %[[OLD]] : bf16 to f32
// CHECK-NEXT: %[[S:.*]] = arith.addf %[[V]], %[[W]] : f32
// CHECK-NEXT: %[[H:.*]] = arith.truncf %[[S]] : f32 to bf16
// CHECK-NEXT: %[[X:.*]] = arith.extf %[[H]] : bf16 to f32
// CHECK-NEXT: nvfp4.yield %[[X]] : f32
func.func @accumulate(%c: tensor<4x8xbf16>,
                      %a: tensor<4x32xf4E2M1FN>, %as: tensor<4x2xf8E4M3FN>,
                      %b: tensor<8x32xf4E2M1FN>, %bs: tensor<8x2xf8E4M3FN>,
                      %t: tensor<f32>) -> tensor<4x8xf32> {
  %e = tensor.empty() : tensor<4x8xf32>
  %0 = nvfp4.scaled_matmul
      lhs(%a, %as, %t : tensor<4x32xf4E2M1FN>, tensor<4x2xf8E4M3FN>, tensor<f32>)
      rhs(%b, %bs, %t : tensor<8x32xf4E2M1FN>, tensor<8x2xf8E4M3FN>, tensor<f32>)
      outs(%c : tensor<4x8xbf16>) {accumulate, scale_log2 = -7 : i64}
  %1 = linalg.generic {indexing_maps = [#id, #id],
                       iterator_types = ["parallel", "parallel"]}
      ins(%0 : tensor<4x8xbf16>) outs(%e : tensor<4x8xf32>) {
  ^bb0(%x: bf16, %o: f32):
    %w = arith.extf %x : bf16 to f32
    linalg.yield %w : f32
  } -> tensor<4x8xf32>
  return %1 : tensor<4x8xf32>
}

// -----

#id = affine_map<(m, n) -> (m, n)>

// CHECK-LABEL: func.func @two_users
// CHECK: nvfp4.scaled_matmul
// CHECK-NOT: epilogue
// CHECK: linalg.generic
func.func @two_users(%a: tensor<4x32xf4E2M1FN>, %as: tensor<4x2xf8E4M3FN>,
                     %t: tensor<f32>) -> (tensor<4x4xf32>, tensor<4x4xbf16>) {
  %e = tensor.empty() : tensor<4x4xf32>
  %h = tensor.empty() : tensor<4x4xbf16>
  %0 = nvfp4.scaled_matmul
      lhs(%a, %as, %t : tensor<4x32xf4E2M1FN>, tensor<4x2xf8E4M3FN>, tensor<f32>)
      rhs(%a, %as, %t : tensor<4x32xf4E2M1FN>, tensor<4x2xf8E4M3FN>, tensor<f32>)
      outs(%e : tensor<4x4xf32>)
  %1 = linalg.generic {indexing_maps = [#id, #id],
                       iterator_types = ["parallel", "parallel"]}
      ins(%0 : tensor<4x4xf32>) outs(%h : tensor<4x4xbf16>) {
  ^bb0(%x: f32, %o: bf16):
    %c = arith.truncf %x : f32 to bf16
    linalg.yield %c : bf16
  } -> tensor<4x4xbf16>
  return %0, %1 : tensor<4x4xf32>, tensor<4x4xbf16>
}

// -----

#id = affine_map<(m, n) -> (m, n)>
#transposed = affine_map<(m, n) -> (n, m)>

// CHECK-LABEL: func.func @permuted
// CHECK: nvfp4.scaled_matmul
// CHECK-NOT: epilogue
// CHECK: linalg.generic
func.func @permuted(%a: tensor<4x32xf4E2M1FN>, %as: tensor<4x2xf8E4M3FN>,
                    %t: tensor<f32>) -> tensor<4x4xbf16> {
  %e = tensor.empty() : tensor<4x4xf32>
  %h = tensor.empty() : tensor<4x4xbf16>
  %0 = nvfp4.scaled_matmul
      lhs(%a, %as, %t : tensor<4x32xf4E2M1FN>, tensor<4x2xf8E4M3FN>, tensor<f32>)
      rhs(%a, %as, %t : tensor<4x32xf4E2M1FN>, tensor<4x2xf8E4M3FN>, tensor<f32>)
      outs(%e : tensor<4x4xf32>)
  %1 = linalg.generic {indexing_maps = [#transposed, #id],
                       iterator_types = ["parallel", "parallel"]}
      ins(%0 : tensor<4x4xf32>) outs(%h : tensor<4x4xbf16>) {
  ^bb0(%x: f32, %o: bf16):
    %c = arith.truncf %x : f32 to bf16
    linalg.yield %c : bf16
  } -> tensor<4x4xbf16>
  return %1 : tensor<4x4xbf16>
}

// -----

#id = affine_map<(m, n) -> (m, n)>
#rows = affine_map<(m, n) -> (m)>

// CHECK-LABEL: func.func @reduction
// CHECK: nvfp4.scaled_matmul
// CHECK-NOT: epilogue
// CHECK: linalg.generic
func.func @reduction(%a: tensor<4x32xf4E2M1FN>, %as: tensor<4x2xf8E4M3FN>,
                     %t: tensor<f32>, %init: tensor<4xf32>) -> tensor<4xf32> {
  %e = tensor.empty() : tensor<4x4xf32>
  %0 = nvfp4.scaled_matmul
      lhs(%a, %as, %t : tensor<4x32xf4E2M1FN>, tensor<4x2xf8E4M3FN>, tensor<f32>)
      rhs(%a, %as, %t : tensor<4x32xf4E2M1FN>, tensor<4x2xf8E4M3FN>, tensor<f32>)
      outs(%e : tensor<4x4xf32>)
  %1 = linalg.generic {indexing_maps = [#id, #rows],
                       iterator_types = ["parallel", "reduction"]}
      ins(%0 : tensor<4x4xf32>) outs(%init : tensor<4xf32>) {
  ^bb0(%x: f32, %o: f32):
    %s = arith.addf %o, %x : f32
    linalg.yield %s : f32
  } -> tensor<4xf32>
  return %1 : tensor<4xf32>
}

// -----

#id = affine_map<(m, n) -> (m, n)>

// CHECK-LABEL: func.func @indices
// CHECK: nvfp4.scaled_matmul
// CHECK-NOT: epilogue
// CHECK: linalg.generic
func.func @indices(%a: tensor<4x32xf4E2M1FN>, %as: tensor<4x2xf8E4M3FN>,
                   %t: tensor<f32>) -> tensor<4x4xf32> {
  %e = tensor.empty() : tensor<4x4xf32>
  %0 = nvfp4.scaled_matmul
      lhs(%a, %as, %t : tensor<4x32xf4E2M1FN>, tensor<4x2xf8E4M3FN>, tensor<f32>)
      rhs(%a, %as, %t : tensor<4x32xf4E2M1FN>, tensor<4x2xf8E4M3FN>, tensor<f32>)
      outs(%e : tensor<4x4xf32>)
  %1 = linalg.generic {indexing_maps = [#id, #id],
                       iterator_types = ["parallel", "parallel"]}
      ins(%0 : tensor<4x4xf32>) outs(%e : tensor<4x4xf32>) {
  ^bb0(%x: f32, %o: f32):
    %i = linalg.index 0 : index
    %c = arith.index_cast %i : index to i32
    %f = arith.sitofp %c : i32 to f32
    %s = arith.mulf %x, %f : f32
    linalg.yield %s : f32
  } -> tensor<4x4xf32>
  return %1 : tensor<4x4xf32>
}

// -----

#id = affine_map<(m, n) -> (m, n)>
#one = affine_map<(m, n) -> (m, 0)>

// An epilogue input is indexed by dimensions, each once.
// CHECK-LABEL: func.func @constant_index
// CHECK: nvfp4.scaled_matmul
// CHECK-NOT: epilogue
// CHECK: linalg.generic
func.func @constant_index(%a: tensor<4x32xf4E2M1FN>, %as: tensor<4x2xf8E4M3FN>,
                   %t: tensor<f32>,
                   %r: tensor<4x1xf32>) -> tensor<4x4xf32> {
  %e = tensor.empty() : tensor<4x4xf32>
  %0 = nvfp4.scaled_matmul
      lhs(%a, %as, %t : tensor<4x32xf4E2M1FN>, tensor<4x2xf8E4M3FN>, tensor<f32>)
      rhs(%a, %as, %t : tensor<4x32xf4E2M1FN>, tensor<4x2xf8E4M3FN>, tensor<f32>)
      outs(%e : tensor<4x4xf32>)
  %1 = linalg.generic {indexing_maps = [#id, #one, #id],
                       iterator_types = ["parallel", "parallel"]}
      ins(%0, %r : tensor<4x4xf32>, tensor<4x1xf32>) outs(%e : tensor<4x4xf32>) {
  ^bb0(%x: f32, %y: f32, %o: f32):
    %s = arith.addf %x, %y : f32
    linalg.yield %s : f32
  } -> tensor<4x4xf32>
  return %1 : tensor<4x4xf32>
}

// -----

#id = affine_map<(m, n) -> (m, n)>

// A kernel is given tensors and constants, not other scalars.
// CHECK-LABEL: func.func @outside_scalar
// CHECK: nvfp4.scaled_matmul
// CHECK-NOT: epilogue
// CHECK: linalg.generic
func.func @outside_scalar(%a: tensor<4x32xf4E2M1FN>, %as: tensor<4x2xf8E4M3FN>,
                   %t: tensor<f32>, %f: f32) -> tensor<4x4xf32> {
  %e = tensor.empty() : tensor<4x4xf32>
  %0 = nvfp4.scaled_matmul
      lhs(%a, %as, %t : tensor<4x32xf4E2M1FN>, tensor<4x2xf8E4M3FN>, tensor<f32>)
      rhs(%a, %as, %t : tensor<4x32xf4E2M1FN>, tensor<4x2xf8E4M3FN>, tensor<f32>)
      outs(%e : tensor<4x4xf32>)
  %1 = linalg.generic {indexing_maps = [#id, #id],
                       iterator_types = ["parallel", "parallel"]}
      ins(%0 : tensor<4x4xf32>) outs(%e : tensor<4x4xf32>) {
  ^bb0(%x: f32, %o: f32):
    %s = arith.mulf %x, %f : f32
    linalg.yield %s : f32
  } -> tensor<4x4xf32>
  return %1 : tensor<4x4xf32>
}

// -----

#id = affine_map<(m, n) -> (m, n)>

// Nor does an element's value say where to read.
// CHECK-LABEL: func.func @lookup
// CHECK: nvfp4.scaled_matmul
// CHECK-NOT: epilogue
// CHECK: linalg.generic
func.func @lookup(%a: tensor<4x32xf4E2M1FN>, %as: tensor<4x2xf8E4M3FN>,
                   %t: tensor<f32>, %r: tensor<8xf32>) -> tensor<4x4xf32> {
  %e = tensor.empty() : tensor<4x4xf32>
  %0 = nvfp4.scaled_matmul
      lhs(%a, %as, %t : tensor<4x32xf4E2M1FN>, tensor<4x2xf8E4M3FN>, tensor<f32>)
      rhs(%a, %as, %t : tensor<4x32xf4E2M1FN>, tensor<4x2xf8E4M3FN>, tensor<f32>)
      outs(%e : tensor<4x4xf32>)
  %1 = linalg.generic {indexing_maps = [#id, #id],
                       iterator_types = ["parallel", "parallel"]}
      ins(%0 : tensor<4x4xf32>) outs(%e : tensor<4x4xf32>) {
  ^bb0(%x: f32, %o: f32):
    %i = arith.fptosi %x : f32 to i32
    %j = arith.index_cast %i : i32 to index
    %s = tensor.extract %r[%j] : tensor<8xf32>
    linalg.yield %s : f32
  } -> tensor<4x4xf32>
  return %1 : tensor<4x4xf32>
}

// -----

#id = affine_map<(m, n) -> (m, n)>

// A product before a loop is not moved into it.
// CHECK-LABEL: func.func @before_loop
// CHECK: nvfp4.scaled_matmul
// CHECK-NOT: epilogue
// CHECK: linalg.generic
func.func @before_loop(%a: tensor<4x32xf4E2M1FN>, %as: tensor<4x2xf8E4M3FN>,
                   %t: tensor<f32>, %n: index) -> tensor<4x4xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %e = tensor.empty() : tensor<4x4xf32>
  %0 = nvfp4.scaled_matmul
      lhs(%a, %as, %t : tensor<4x32xf4E2M1FN>, tensor<4x2xf8E4M3FN>, tensor<f32>)
      rhs(%a, %as, %t : tensor<4x32xf4E2M1FN>, tensor<4x2xf8E4M3FN>, tensor<f32>)
      outs(%e : tensor<4x4xf32>)
  %2 = scf.for %i = %c0 to %n step %c1 iter_args(%old = %e) -> tensor<4x4xf32> {
    %1 = linalg.generic {indexing_maps = [#id, #id, #id],
                         iterator_types = ["parallel", "parallel"]}
        ins(%0, %old : tensor<4x4xf32>, tensor<4x4xf32>) outs(%e : tensor<4x4xf32>) {
    ^bb0(%x: f32, %y: f32, %o: f32):
      %s = arith.addf %x, %y : f32
      linalg.yield %s : f32
    } -> tensor<4x4xf32>
    scf.yield %1 : tensor<4x4xf32>
  }
  return %2 : tensor<4x4xf32>
}
