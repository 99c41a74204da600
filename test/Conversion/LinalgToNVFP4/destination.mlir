// RUN: quartet-opt %s --nvfp4-assign-roles="remarks=false" --convert-linalg-to-nvfp4="recipe=rtn" | FileCheck %s

#A = affine_map<(m, n, k) -> (m, k)>
#B = affine_map<(m, n, k) -> (n, k)>
#C = affine_map<(m, n, k) -> (m, n)>
#Ct = affine_map<(m, n, k) -> (n, m)>

// CHECK-DAG: #[[COLUMN:.*]] = affine_map<(d0, d1) -> (d1)>
// CHECK-DAG: #[[ROW:.*]] = affine_map<(d0, d1) -> (d0)>

// A zero init is not read: the product writes to its tensor.empty.
// CHECK-LABEL: func.func @zero(
// CHECK-NOT: linalg.fill
// CHECK: %[[EMPTY:.*]] = tensor.empty() : tensor<8x16xf32>
// CHECK: nvfp4.scaled_matmul {{.*}} outs(%[[EMPTY]] : tensor<8x16xf32>){{$}}
func.func @zero(%x: tensor<8x32xf32>, %w: tensor<16x32xf32> {nvfp4.param}) -> tensor<8x16xf32> {
  %z = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<8x16xf32>
  %f = linalg.fill ins(%z : f32) outs(%e : tensor<8x16xf32>) -> tensor<8x16xf32>
  %y = linalg.matmul indexing_maps = [#A, #B, #C] ins(%x, %w : tensor<8x32xf32>, tensor<16x32xf32>) outs(%f : tensor<8x16xf32>) -> tensor<8x16xf32>
  return %y : tensor<8x16xf32>
}

// Zero as a constant and as a generic that yields it.
// CHECK-LABEL: func.func @zero_constant(
// CHECK: nvfp4.scaled_matmul
// CHECK-NOT: accumulate
// CHECK: nvfp4.scaled_matmul
// CHECK-NOT: accumulate
// CHECK: return
func.func @zero_constant(%x: tensor<8x32xf32>, %w: tensor<16x32xf32> {nvfp4.param}) -> (tensor<8x16xf32>, tensor<8x16xf32>) {
  %c = arith.constant dense<0.0> : tensor<8x16xf32>
  %y = linalg.matmul indexing_maps = [#A, #B, #C] ins(%x, %w : tensor<8x32xf32>, tensor<16x32xf32>) outs(%c : tensor<8x16xf32>) -> tensor<8x16xf32>
  %z = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<8x16xf32>
  %g = linalg.generic {indexing_maps = [affine_map<(m, n) -> (m, n)>], iterator_types = ["parallel", "parallel"]} outs(%e : tensor<8x16xf32>) {
  ^bb0(%o: f32):
    linalg.yield %z : f32
  } -> tensor<8x16xf32>
  %u = linalg.matmul indexing_maps = [#A, #B, #C] ins(%x, %w : tensor<8x32xf32>, tensor<16x32xf32>) outs(%g : tensor<8x16xf32>) -> tensor<8x16xf32>
  return %y, %u : tensor<8x16xf32>, tensor<8x16xf32>
}

// Filled with something else: read.
// CHECK-LABEL: func.func @one(
// CHECK: %[[ONE:.*]] = linalg.fill
// CHECK: nvfp4.scaled_matmul {{.*}} outs(%[[ONE]] : tensor<8x16xf32>) {accumulate}
func.func @one(%x: tensor<8x32xf32>, %w: tensor<16x32xf32> {nvfp4.param}) -> tensor<8x16xf32> {
  %z = arith.constant 1.0 : f32
  %e = tensor.empty() : tensor<8x16xf32>
  %f = linalg.fill ins(%z : f32) outs(%e : tensor<8x16xf32>) -> tensor<8x16xf32>
  %y = linalg.matmul indexing_maps = [#A, #B, #C] ins(%x, %w : tensor<8x32xf32>, tensor<16x32xf32>) outs(%f : tensor<8x16xf32>) -> tensor<8x16xf32>
  return %y : tensor<8x16xf32>
}

// A fill that has other users stays; a result in f16.
// CHECK-LABEL: func.func @shared_fill(
// CHECK: %[[EMPTY:.*]] = tensor.empty() : tensor<8x16xf16>
// CHECK: %[[FILL:.*]] = linalg.fill
// CHECK: %[[Y:.*]] = nvfp4.scaled_matmul {{.*}} outs(%[[EMPTY]] : tensor<8x16xf16>){{$}}
// CHECK: return %[[Y]], %[[FILL]]
func.func @shared_fill(%x: tensor<8x32xf16>, %w: tensor<16x32xf16> {nvfp4.param}) -> (tensor<8x16xf16>, tensor<8x16xf16>) {
  %z = arith.constant 0.0 : f16
  %e = tensor.empty() : tensor<8x16xf16>
  %f = linalg.fill ins(%z : f16) outs(%e : tensor<8x16xf16>) -> tensor<8x16xf16>
  %y = linalg.matmul indexing_maps = [#A, #B, #C] ins(%x, %w : tensor<8x32xf16>, tensor<16x32xf16>) outs(%f : tensor<8x16xf16>) -> tensor<8x16xf16>
  return %y, %f : tensor<8x16xf16>, tensor<8x16xf16>
}

// A bias as the init is added in the epilogue, in f32.
// CHECK-LABEL: func.func @bias(
// CHECK-SAME: %[[BIAS:[a-z0-9]*]]: tensor<16xbf16>)
// CHECK-NOT: linalg.broadcast
// CHECK: nvfp4.scaled_matmul {{.*}} epilogue_ins(%[[BIAS]] : tensor<16xbf16>) outs({{.*}} : tensor<?x16xbf16>) {epilogue_maps = [#[[COLUMN]]]} epilogue {
// CHECK-NEXT: ^bb0(%[[V:.*]]: f32, %[[B:.*]]: bf16):
// CHECK-NEXT: %[[BF:.*]] = arith.extf %[[B]] : bf16 to f32
// CHECK-NEXT: %[[S:.*]] = arith.addf %[[V]], %[[BF]] : f32
// CHECK-NEXT: %[[T:.*]] = arith.truncf %[[S]] : f32 to bf16
// CHECK-NEXT: nvfp4.yield %[[T]] : bf16
func.func @bias(%x: tensor<?x32xbf16>, %w: tensor<16x32xbf16> {nvfp4.param}, %bias: tensor<16xbf16>) -> tensor<?x16xbf16> {
  %c0 = arith.constant 0 : index
  %d = tensor.dim %x, %c0 : tensor<?x32xbf16>
  %e = tensor.empty(%d) : tensor<?x16xbf16>
  %i = linalg.broadcast ins(%bias : tensor<16xbf16>) outs(%e : tensor<?x16xbf16>) dimensions = [0]
  %y = linalg.matmul indexing_maps = [#A, #B, #C] ins(%x, %w : tensor<?x32xbf16>, tensor<16x32xbf16>) outs(%i : tensor<?x16xbf16>) -> tensor<?x16xbf16>
  return %y : tensor<?x16xbf16>
}

// The result is transposed, and so is the bias: it runs along rows.
// CHECK-LABEL: func.func @bias_of_rows(
// CHECK: nvfp4.scaled_matmul {{.*}} epilogue_ins({{.*}} : tensor<16xf32>) outs({{.*}} : tensor<16x?xf32>) {epilogue_maps = [#[[ROW]]]} epilogue {
// CHECK-NEXT: ^bb0(%[[V:.*]]: f32, %[[B:.*]]: f32):
// CHECK-NEXT: %[[S:.*]] = arith.addf %[[V]], %[[B]] : f32
// CHECK-NEXT: nvfp4.yield %[[S]] : f32
func.func @bias_of_rows(%x: tensor<?x32xbf16>, %w: tensor<16x32xbf16> {nvfp4.param}, %bias: tensor<16xf32>) -> tensor<16x?xf32> {
  %c0 = arith.constant 0 : index
  %d = tensor.dim %x, %c0 : tensor<?x32xbf16>
  %e = tensor.empty(%d) : tensor<16x?xf32>
  %i = linalg.broadcast ins(%bias : tensor<16xf32>) outs(%e : tensor<16x?xf32>) dimensions = [1]
  %y = linalg.matmul indexing_maps = [#A, #B, #Ct] ins(%x, %w : tensor<?x32xbf16>, tensor<16x32xbf16>) outs(%i : tensor<16x?xf32>) -> tensor<16x?xf32>
  return %y : tensor<16x?xf32>
}

// B x T x N with a repeated weight and a bias: one matrix of B * T rows.
// CHECK-LABEL: func.func @bias_of_batch(
// CHECK-SAME: %[[X:.*]]: tensor<?x16x64xf32>, %[[W:.*]]: tensor<64x32xf32>
// CHECK: %[[XM:.*]] = tensor.collapse_shape %[[X]] {{\[\[}}0, 1], [2]] : tensor<?x16x64xf32> into tensor<?x64xf32>
// CHECK: nvfp4.quantize <rtn> ins(%[[XM]] : tensor<?x64xf32>)
// CHECK: nvfp4.quantize <rtn> ins(%[[W]] : tensor<64x32xf32>)
// CHECK: %[[Y:.*]] = nvfp4.scaled_matmul {{.*}} outs({{.*}} : tensor<?x32xf32>) {epilogue_maps = [#[[COLUMN]]]}
// CHECK: %[[R:.*]] = tensor.expand_shape %[[Y]] {{\[\[}}0, 1], [2]] output_shape [%{{.*}}, 16, 32] : tensor<?x32xf32> into tensor<?x16x32xf32>
// CHECK: return %[[R]]
func.func @bias_of_batch(%x: tensor<?x16x64xf32>, %wt: tensor<64x32xf32> {nvfp4.param}, %bias: tensor<32xf32>) -> tensor<?x16x32xf32> {
  %c0 = arith.constant 0 : index
  %b = tensor.dim %x, %c0 : tensor<?x16x64xf32>
  %e0 = tensor.empty(%b) : tensor<?x64x32xf32>
  %wb = linalg.broadcast ins(%wt : tensor<64x32xf32>) outs(%e0 : tensor<?x64x32xf32>) dimensions = [0]
  %e1 = tensor.empty(%b) : tensor<?x16x32xf32>
  %init = linalg.broadcast ins(%bias : tensor<32xf32>) outs(%e1 : tensor<?x16x32xf32>) dimensions = [0, 1]
  %y = linalg.batch_matmul ins(%x, %wb : tensor<?x16x64xf32>, tensor<?x64x32xf32>) outs(%init : tensor<?x16x32xf32>) -> tensor<?x16x32xf32>
  return %y : tensor<?x16x32xf32>
}

// A product whose operand is the result of another, and the second accumulates
// into a third.
// CHECK-LABEL: func.func @chain(
// CHECK: %[[Y:.*]] = nvfp4.scaled_matmul
// CHECK: nvfp4.quantize <rtn> ins(%[[Y]] :
// CHECK: %[[U:.*]] = nvfp4.scaled_matmul
// CHECK: %[[V:.*]] = nvfp4.scaled_matmul {{.*}} outs(%[[U]] : tensor<8x32xf32>) {accumulate}
// CHECK: return %[[V]]
// CHECK-NOT: linalg
func.func @chain(%x: tensor<8x32xf32>, %w: tensor<32x32xf32> {nvfp4.param}, %v: tensor<32x32xf32> {nvfp4.param}) -> tensor<8x32xf32> {
  %z = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<8x32xf32>
  %f = linalg.fill ins(%z : f32) outs(%e : tensor<8x32xf32>) -> tensor<8x32xf32>
  %y = linalg.matmul ins(%x, %w : tensor<8x32xf32>, tensor<32x32xf32>) outs(%f : tensor<8x32xf32>) -> tensor<8x32xf32>
  %u = linalg.matmul ins(%y, %v : tensor<8x32xf32>, tensor<32x32xf32>) outs(%f : tensor<8x32xf32>) -> tensor<8x32xf32>
  %t = linalg.matmul ins(%x, %v : tensor<8x32xf32>, tensor<32x32xf32>) outs(%u : tensor<8x32xf32>) -> tensor<8x32xf32>
  return %t : tensor<8x32xf32>
}
