// Products of quantized matrices on a GPU without fp4, on the simulator, against
// the host. The arguments are such that every sum is exact in f32, whatever its
// order (product_hopper.py), so the bytes must be equal.

// REQUIRES: numpy, ptxas, simulator
// RUN: rm -rf %t && mkdir %t
// RUN: quartet-compile %s --target=sm_90a --emit=so --no-remarks -o %t/gpu.so
// RUN: quartet-compile %s --emit=so --no-remarks -o %t/host.so
// RUN: env QUARTET_SIM_CHIP=sm_90a %python %S/product_hopper.py %obj_root %t | FileCheck %s

// CHECK: direct 1x1x32: equal
// CHECK: direct 70x65x96: equal
// CHECK: direct 0x3x32: equal
// CHECK: direct 3x2x0: equal
// CHECK: accumulate 40x48x64: equal
// CHECK: epilogue 67x48x64: equal
// CHECK: batched 2x5x48x64: equal
// CHECK: shared 20x48x64: equal

#m = affine_map<(m, n) -> (m, n)>
#n = affine_map<(m, n) -> (n)>

func.func @direct(
    %a: tensor<?x?xi8>, %as: tensor<?x?xf8E4M3FN>, %at: tensor<f32>,
    %b: tensor<?x?xi8>, %bs: tensor<?x?xf8E4M3FN>, %bt: tensor<f32>)
    -> tensor<?x?xbf16> {
  %c0 = arith.constant 0 : index
  %rows = tensor.dim %a, %c0 : tensor<?x?xi8>
  %columns = tensor.dim %b, %c0 : tensor<?x?xi8>
  %e = tensor.empty(%rows, %columns) : tensor<?x?xbf16>
  %r = nvfp4.scaled_matmul
      lhs(%a, %as, %at : tensor<?x?xi8>, tensor<?x?xf8E4M3FN>, tensor<f32>)
      rhs(%b, %bs, %bt : tensor<?x?xi8>, tensor<?x?xf8E4M3FN>, tensor<f32>)
      outs(%e : tensor<?x?xbf16>) {scale_log2 = -3 : i64}
  return %r : tensor<?x?xbf16>
}

func.func @accumulate(
    %a: tensor<?x32xi8>, %as: tensor<?x4xf8E4M3FN>, %at: tensor<f32>,
    %b: tensor<48x32xi8>, %bs: tensor<1x1x32x4x4xf8E4M3FN>, %bt: tensor<f32>,
    %c: tensor<?x48xf32>) -> tensor<?x48xf32> {
  %r = nvfp4.scaled_matmul
      lhs(%a, %as, %at : tensor<?x32xi8>, tensor<?x4xf8E4M3FN>, tensor<f32>)
      rhs(%b, %bs, %bt : tensor<48x32xi8>, tensor<1x1x32x4x4xf8E4M3FN>,
          tensor<f32>)
      outs(%c : tensor<?x48xf32>) {accumulate}
  return %r : tensor<?x48xf32>
}

func.func @epilogue(
    %a: tensor<?x32xi8>, %as: tensor<?x4xf8E4M3FN>, %at: tensor<f32>,
    %b: tensor<48x32xi8>, %bs: tensor<48x4xf8E4M3FN>, %bt: tensor<f32>,
    %bias: tensor<48xbf16>, %residual: tensor<?x48xf32>)
    -> tensor<?x48xf16> {
  %c0 = arith.constant 0 : index
  %rows = tensor.dim %a, %c0 : tensor<?x32xi8>
  %e = tensor.empty(%rows) : tensor<?x48xf16>
  %r = nvfp4.scaled_matmul
      lhs(%a, %as, %at : tensor<?x32xi8>, tensor<?x4xf8E4M3FN>, tensor<f32>)
      rhs(%b, %bs, %bt : tensor<48x32xi8>, tensor<48x4xf8E4M3FN>, tensor<f32>)
      epilogue_ins(%bias, %residual : tensor<48xbf16>, tensor<?x48xf32>)
      outs(%e : tensor<?x48xf16>) {epilogue_maps = [#n, #m]} epilogue {
  ^bb0(%v: f32, %p: bf16, %q: f32):
    %zero = arith.constant 0.0 : f32
    %pf = arith.extf %p : bf16 to f32
    %s = arith.addf %v, %pf : f32
    %positive = arith.cmpf ogt, %s, %zero : f32
    %u = arith.select %positive, %s, %zero : f32
    %w = arith.addf %u, %q : f32
    %t = arith.truncf %w : f32 to f16
    nvfp4.yield %t : f16
  }
  return %r : tensor<?x48xf16>
}

func.func @batched(
    %a: tensor<2x?x32xi8>, %as: tensor<2x?x4xf8E4M3FN>, %at: tensor<f32>,
    %b: tensor<2x48x32xi8>, %bs: tensor<2x48x4xf8E4M3FN>, %bt: tensor<f32>)
    -> tensor<2x?x48xf32> {
  %c1 = arith.constant 1 : index
  %rows = tensor.dim %a, %c1 : tensor<2x?x32xi8>
  %e = tensor.empty(%rows) : tensor<2x?x48xf32>
  %r = nvfp4.scaled_matmul
      lhs(%a, %as, %at : tensor<2x?x32xi8>, tensor<2x?x4xf8E4M3FN>,
          tensor<f32>)
      rhs(%b, %bs, %bt : tensor<2x48x32xi8>, tensor<2x48x4xf8E4M3FN>,
          tensor<f32>)
      outs(%e : tensor<2x?x48xf32>)
  return %r : tensor<2x?x48xf32>
}

// Two products of one operand; the second adds to the first.
func.func @shared(
    %a: tensor<?x32xi8>, %as: tensor<?x4xf8E4M3FN>, %at: tensor<f32>,
    %b: tensor<48x32xi8>, %bs: tensor<48x4xf8E4M3FN>, %bt: tensor<f32>)
    -> tensor<?x48xbf16> {
  %c0 = arith.constant 0 : index
  %rows = tensor.dim %a, %c0 : tensor<?x32xi8>
  %e = tensor.empty(%rows) : tensor<?x48xbf16>
  %r = nvfp4.scaled_matmul
      lhs(%a, %as, %at : tensor<?x32xi8>, tensor<?x4xf8E4M3FN>, tensor<f32>)
      rhs(%b, %bs, %bt : tensor<48x32xi8>, tensor<48x4xf8E4M3FN>, tensor<f32>)
      outs(%e : tensor<?x48xbf16>)
  %s = nvfp4.scaled_matmul
      lhs(%a, %as, %at : tensor<?x32xi8>, tensor<?x4xf8E4M3FN>, tensor<f32>)
      rhs(%b, %bs, %bt : tensor<48x32xi8>, tensor<48x4xf8E4M3FN>, tensor<f32>)
      outs(%r : tensor<?x48xbf16>) {accumulate}
  return %s : tensor<?x48xbf16>
}
