// Fusing changes no byte: two layers with biases, an activation, a residual and
// all their gradients, sizes that divide nothing, both ways.
//
// RUN: rm -rf %t && mkdir %t
// RUN: quartet-run %s --seed=5 --out-dir=%t/fused
// RUN: quartet-run %s --seed=5 --out-dir=%t/parts --no-fusion
// RUN: diff -r %t/fused %t/parts

// Round to nearest looks for the magnitude of each gradient once, not twice.
// RUN: quartet-run %s --recipe=rtn --out-dir=%t/fused
// RUN: quartet-run %s --recipe=rtn --out-dir=%t/parts --no-fusion
// RUN: diff -r %t/fused %t/parts
// RUN: quartet-compile %s --recipe=rtn --emit=fused --no-remarks | FileCheck %s --check-prefix=AMAX
// AMAX-LABEL: func.func private @step
// AMAX-COUNT-2: nvfp4.amax
// AMAX-NOT: nvfp4.amax

// The two programs are not the same one.
// RUN: quartet-compile %s --emit=fused --no-remarks | FileCheck %s --check-prefix=FUSED
// RUN: quartet-compile %s --emit=fused --no-remarks --no-fusion | FileCheck %s --check-prefix=PARTS
// FUSED-LABEL: func.func private @step
// FUSED-NOT: nvfp4.{{rotate |dequantize}}
// FUSED-COUNT-2: nvfp4.scaled_matmul {{.*}} epilogue {
// FUSED: nvfp4.rotate_quantize <quartet2_backward> <both> {{.*}}column_sum
// FUSED: nvfp4.requantize <quartet2_backward> <col>
// FUSED: nvfp4.scaled_matmul {{.*}} epilogue {
// FUSED: nvfp4.requantize <quartet2_backward> <col>
// FUSED: nvfp4.rotate_quantize <quartet2_backward> <both> {{.*}}column_sum
// FUSED: nvfp4.requantize <quartet2_backward> <col>
// FUSED: nvfp4.scaled_matmul {{.*}} epilogue {
// FUSED: nvfp4.requantize <quartet2_backward> <col>
// FUSED-NOT: nvfp4.{{rotate |dequantize}}
// PARTS-LABEL: func.func private @step
// PARTS-NOT: nvfp4.{{rotate_quantize|requantize}}
// PARTS-NOT: epilogue
// PARTS-LABEL: func.func @main

#A = affine_map<(m, n, k) -> (m, k)>
#B = affine_map<(m, n, k) -> (n, k)>
#At = affine_map<(m, n, k) -> (k, m)>
#Bt = affine_map<(m, n, k) -> (k, n)>
#C = affine_map<(m, n, k) -> (m, n)>
#id = affine_map<(m, n) -> (m, n)>
#col = affine_map<(m, n) -> (n)>

// u = x w1^T + b1, h = relu(u)^2, y = h w2^T + b2 + x; the gradient of y is e.
func.func private @step(
    %x: tensor<?x72xbf16>, %w1: tensor<100x72xbf16> {nvfp4.param}, %b1: tensor<100xf32>,
    %w2: tensor<72x100xbf16> {nvfp4.param}, %b2: tensor<72xbf16>,
    %e: tensor<?x72xbf16> {nvfp4.gradient})
    -> (tensor<?x72xbf16>, tensor<?x72xbf16>, tensor<100x72xf32>, tensor<100xf32>,
        tensor<72x100xf32>, tensor<72xf32>) {
  %c0 = arith.constant 0 : index
  %z = arith.constant 0.0 : f32
  %zb = arith.constant 0.0 : bf16
  %two = arith.constant 2.0 : bf16
  %t = tensor.dim %x, %c0 : tensor<?x72xbf16>
  %wide = tensor.empty(%t) : tensor<?x100xf32>
  %wideb = tensor.empty(%t) : tensor<?x100xbf16>
  %narrow = tensor.empty(%t) : tensor<?x72xf32>
  %narrowb = tensor.empty(%t) : tensor<?x72xbf16>
  %wz = linalg.fill ins(%z : f32) outs(%wide : tensor<?x100xf32>) -> tensor<?x100xf32>
  %nz = linalg.fill ins(%z : f32) outs(%narrow : tensor<?x72xf32>) -> tensor<?x72xf32>

  // Forward.
  %u0 = linalg.matmul indexing_maps = [#A, #B, #C] ins(%x, %w1 : tensor<?x72xbf16>, tensor<100x72xbf16>) outs(%wz : tensor<?x100xf32>) -> tensor<?x100xf32>
  %u = linalg.generic {indexing_maps = [#id, #col, #id], iterator_types = ["parallel", "parallel"]}
      ins(%u0, %b1 : tensor<?x100xf32>, tensor<100xf32>) outs(%wideb : tensor<?x100xbf16>) {
  ^bb0(%a: f32, %b: f32, %o: bf16):
    %s = arith.addf %a, %b : f32
    %r = arith.truncf %s : f32 to bf16
    linalg.yield %r : bf16
  } -> tensor<?x100xbf16>
  %h = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel"]}
      ins(%u : tensor<?x100xbf16>) outs(%wideb : tensor<?x100xbf16>) {
  ^bb0(%a: bf16, %o: bf16):
    %m = arith.maximumf %a, %zb : bf16
    %s = arith.mulf %m, %m : bf16
    linalg.yield %s : bf16
  } -> tensor<?x100xbf16>
  %y0 = linalg.matmul indexing_maps = [#A, #B, #C] ins(%h, %w2 : tensor<?x100xbf16>, tensor<72x100xbf16>) outs(%nz : tensor<?x72xf32>) -> tensor<?x72xf32>
  %y1 = linalg.generic {indexing_maps = [#id, #col, #id], iterator_types = ["parallel", "parallel"]}
      ins(%y0, %b2 : tensor<?x72xf32>, tensor<72xbf16>) outs(%narrow : tensor<?x72xf32>) {
  ^bb0(%a: f32, %b: bf16, %o: f32):
    %w = arith.extf %b : bf16 to f32
    %s = arith.addf %a, %w : f32
    linalg.yield %s : f32
  } -> tensor<?x72xf32>
  %y = linalg.generic {indexing_maps = [#id, #id, #id], iterator_types = ["parallel", "parallel"]}
      ins(%y1, %x : tensor<?x72xf32>, tensor<?x72xbf16>) outs(%narrowb : tensor<?x72xbf16>) {
  ^bb0(%a: f32, %b: bf16, %o: bf16):
    %w = arith.extf %b : bf16 to f32
    %s = arith.addf %a, %w : f32
    %r = arith.truncf %s : f32 to bf16
    linalg.yield %r : bf16
  } -> tensor<?x72xbf16>

  // Gradient of the second layer; the sum for its bias comes first.
  %d2e = tensor.empty() : tensor<72xf32>
  %d2z = linalg.fill ins(%z : f32) outs(%d2e : tensor<72xf32>) -> tensor<72xf32>
  %db2 = linalg.reduce ins(%e : tensor<?x72xbf16>) outs(%d2z : tensor<72xf32>) dimensions = [0]
    (%a: bf16, %acc: f32) {
      %w = arith.extf %a : bf16 to f32
      %s = arith.addf %acc, %w : f32
      linalg.yield %s : f32
    }
  %dh = linalg.matmul ins(%e, %w2 : tensor<?x72xbf16>, tensor<72x100xbf16>) outs(%wz : tensor<?x100xf32>) -> tensor<?x100xf32>
  %du = linalg.generic {indexing_maps = [#id, #id, #id], iterator_types = ["parallel", "parallel"]}
      ins(%dh, %u : tensor<?x100xf32>, tensor<?x100xbf16>) outs(%wideb : tensor<?x100xbf16>) {
  ^bb0(%a: f32, %b: bf16, %o: bf16):
    %r = arith.truncf %a : f32 to bf16
    %m = arith.maximumf %b, %zb : bf16
    %d = arith.mulf %m, %two : bf16
    %s = arith.mulf %r, %d : bf16
    linalg.yield %s : bf16
  } -> tensor<?x100xbf16>
  %dw2e = tensor.empty() : tensor<72x100xf32>
  %dw2z = linalg.fill ins(%z : f32) outs(%dw2e : tensor<72x100xf32>) -> tensor<72x100xf32>
  %dw2 = linalg.matmul indexing_maps = [#At, #Bt, #C] ins(%e, %h : tensor<?x72xbf16>, tensor<?x100xbf16>) outs(%dw2z : tensor<72x100xf32>) -> tensor<72x100xf32>

  // Gradient of the first layer, the residual's being what it is added to.
  %ew = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel"]}
      ins(%e : tensor<?x72xbf16>) outs(%narrow : tensor<?x72xf32>) {
  ^bb0(%a: bf16, %o: f32):
    %w = arith.extf %a : bf16 to f32
    linalg.yield %w : f32
  } -> tensor<?x72xf32>
  %dx0 = linalg.matmul ins(%du, %w1 : tensor<?x100xbf16>, tensor<100x72xbf16>) outs(%ew : tensor<?x72xf32>) -> tensor<?x72xf32>
  %dx = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel"]}
      ins(%dx0 : tensor<?x72xf32>) outs(%narrowb : tensor<?x72xbf16>) {
  ^bb0(%a: f32, %o: bf16):
    %r = arith.truncf %a : f32 to bf16
    linalg.yield %r : bf16
  } -> tensor<?x72xbf16>
  %dw1e = tensor.empty() : tensor<100x72xf32>
  %dw1z = linalg.fill ins(%z : f32) outs(%dw1e : tensor<100x72xf32>) -> tensor<100x72xf32>
  %dw1 = linalg.matmul indexing_maps = [#At, #Bt, #C] ins(%du, %x : tensor<?x100xbf16>, tensor<?x72xbf16>) outs(%dw1z : tensor<100x72xf32>) -> tensor<100x72xf32>
  %d1e = tensor.empty() : tensor<100xf32>
  %d1z = linalg.fill ins(%z : f32) outs(%d1e : tensor<100xf32>) -> tensor<100xf32>
  %db1 = linalg.reduce ins(%du : tensor<?x100xbf16>) outs(%d1z : tensor<100xf32>) dimensions = [0]
    (%a: bf16, %acc: f32) {
      %w = arith.extf %a : bf16 to f32
      %s = arith.addf %acc, %w : f32
      linalg.yield %s : f32
    }
  return %y, %dx, %dw1, %db1, %dw2, %db2
      : tensor<?x72xbf16>, tensor<?x72xbf16>, tensor<100x72xf32>, tensor<100xf32>,
        tensor<72x100xf32>, tensor<72xf32>
}

// Values between -1 and 1 that repeat late.
func.func private @fill(%to: tensor<?x?xbf16>, %first: index) -> tensor<?x?xbf16> {
  %r = linalg.generic {indexing_maps = [#id], iterator_types = ["parallel", "parallel"]}
      outs(%to : tensor<?x?xbf16>) {
  ^bb0(%o: bf16):
    %c1 = arith.constant 7919 : index
    %c2 = arith.constant 26869 : index
    %m = arith.constant 1009 : index
    %half = arith.constant 504.0 : f32
    %i = linalg.index 0 : index
    %j = linalg.index 1 : index
    %ij = arith.muli %i, %j : index
    %a = arith.addi %i, %first : index
    %b = arith.muli %a, %c1 : index
    %c = arith.muli %j, %c2 : index
    %d = arith.addi %b, %c : index
    %e = arith.addi %d, %ij : index
    %f = arith.remui %e, %m : index
    %g = arith.index_cast %f : index to i32
    %h = arith.sitofp %g : i32 to f32
    %k = arith.subf %h, %half : f32
    %l = arith.divf %k, %half : f32
    %n = arith.truncf %l : f32 to bf16
    linalg.yield %n : bf16
  } -> tensor<?x?xbf16>
  return %r : tensor<?x?xbf16>
}

func.func @main() -> (tensor<37x72xbf16>, tensor<37x72xbf16>, tensor<100x72xf32>, tensor<100xf32>,
                      tensor<72x100xf32>, tensor<72xf32>) {
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c3 = arith.constant 3 : index
  %c4 = arith.constant 4 : index
  %c37 = arith.constant 37 : index
  %c72 = arith.constant 72 : index
  %c100 = arith.constant 100 : index
  %e37 = tensor.empty(%c37, %c72) : tensor<?x?xbf16>
  %e100 = tensor.empty(%c100, %c72) : tensor<?x?xbf16>
  %e72 = tensor.empty(%c72, %c100) : tensor<?x?xbf16>
  %x0 = call @fill(%e37, %c1) : (tensor<?x?xbf16>, index) -> tensor<?x?xbf16>
  %e0 = call @fill(%e37, %c2) : (tensor<?x?xbf16>, index) -> tensor<?x?xbf16>
  %w10 = call @fill(%e100, %c3) : (tensor<?x?xbf16>, index) -> tensor<?x?xbf16>
  %w20 = call @fill(%e72, %c4) : (tensor<?x?xbf16>, index) -> tensor<?x?xbf16>
  %x = tensor.cast %x0 : tensor<?x?xbf16> to tensor<?x72xbf16>
  %e = tensor.cast %e0 : tensor<?x?xbf16> to tensor<?x72xbf16>
  %w1 = tensor.cast %w10 : tensor<?x?xbf16> to tensor<100x72xbf16>
  %w2 = tensor.cast %w20 : tensor<?x?xbf16> to tensor<72x100xbf16>
  %b1 = arith.constant dense<0.1> : tensor<100xf32>
  %b2 = arith.constant dense<-0.3> : tensor<72xbf16>
  %r:6 = call @step(%x, %w1, %b1, %w2, %b2, %e)
      : (tensor<?x72xbf16>, tensor<100x72xbf16>, tensor<100xf32>, tensor<72x100xbf16>, tensor<72xbf16>, tensor<?x72xbf16>)
      -> (tensor<?x72xbf16>, tensor<?x72xbf16>, tensor<100x72xf32>, tensor<100xf32>, tensor<72x100xf32>, tensor<72xf32>)
  %y = tensor.cast %r#0 : tensor<?x72xbf16> to tensor<37x72xbf16>
  %dx = tensor.cast %r#1 : tensor<?x72xbf16> to tensor<37x72xbf16>
  return %y, %dx, %r#2, %r#3, %r#4, %r#5
      : tensor<37x72xbf16>, tensor<37x72xbf16>, tensor<100x72xf32>, tensor<100xf32>, tensor<72x100xf32>, tensor<72xf32>
}
