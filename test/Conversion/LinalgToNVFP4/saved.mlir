// RUN: quartet-opt %s --split-input-file --quartet-raise -verify-diagnostics | FileCheck %s

#A = affine_map<(m, n, k) -> (m, k)>
#B = affine_map<(m, n, k) -> (n, k)>
#At = affine_map<(m, n, k) -> (k, m)>
#Bt = affine_map<(m, n, k) -> (k, n)>
#C = affine_map<(m, n, k) -> (m, n)>

// The activation and the weight cross as triples, the latter saved as its
// transpose, which is undone. They are those of the forward product. The layer is
// one: its rotation has the same site, and the sites of its operands say layer 0.
// CHECK-LABEL: func.func @fwd(
// CHECK-SAME: %[[X:.*]]: tensor<?x64xbf16>, %[[W:.*]]: tensor<32x64xbf16> {nvfp4.param})
// CHECK-SAME: -> (tensor<?x32xf32>, tensor<?x64xf4E2M1FN> {quartet.name = "x"}, tensor<?x4xf8E4M3FN>, tensor<f32>, tensor<32x64xf4E2M1FN>, tensor<32x4xf8E4M3FN>, tensor<f32>)
// CHECK: %[[XQ:.*]]:3 = nvfp4.quantize <quartet2_forward> ins(%[[X]]
// CHECK: %[[WQ:.*]]:3 = nvfp4.quantize <quartet2_forward> ins(%[[W]]
// CHECK: %[[Y:.*]] = nvfp4.scaled_matmul
// CHECK-NOT: nvfp4.quantize
// CHECK: return %[[Y]], %[[XQ]]#0, %[[XQ]]#1, %[[XQ]]#2, %[[WQ]]#0, %[[WQ]]#1, %[[WQ]]#2
func.func @fwd(%x: tensor<?x64xbf16>, %w: tensor<32x64xbf16> {nvfp4.param})
    -> (tensor<?x32xf32>, tensor<?x64xbf16> {quartet.name = "x"}, tensor<64x32xbf16>) {
  %c0 = arith.constant 0 : index
  %z = arith.constant 0.0 : f32
  %t = tensor.dim %x, %c0 : tensor<?x64xbf16>
  %e = tensor.empty(%t) : tensor<?x32xf32>
  %f = linalg.fill ins(%z : f32) outs(%e : tensor<?x32xf32>) -> tensor<?x32xf32>
  // expected-remark @below {{fprop of layer 0: an activation times a parameter}}
  %y = linalg.matmul indexing_maps = [#A, #B, #C] ins(%x, %w : tensor<?x64xbf16>, tensor<32x64xbf16>) outs(%f : tensor<?x32xf32>) -> tensor<?x32xf32>
  %we = tensor.empty() : tensor<64x32xbf16>
  %wt = linalg.transpose ins(%w : tensor<32x64xbf16>) outs(%we : tensor<64x32xbf16>) permutation = [1, 0]
  return %y, %x, %wt : tensor<?x32xf32>, tensor<?x64xbf16>, tensor<64x32xbf16>
}
// CHECK-LABEL: func.func @bwd(
// CHECK-SAME: %[[XD:.*]]: tensor<?x64xf4E2M1FN> {quartet.name = "xs"}, %[[XS:.*]]: tensor<?x4xf8E4M3FN>, %[[XT:.*]]: tensor<f32>, %[[WD:.*]]: tensor<32x64xf4E2M1FN>, %[[WS:.*]]: tensor<32x4xf8E4M3FN>, %[[WT:.*]]: tensor<f32>, %{{.*}}: tensor<?x32xbf16> {nvfp4.gradient}
// CHECK-NOT: nvfp4.quantize <quartet2_forward>
// CHECK: nvfp4.dequantize ins(%[[WD]], %[[WS]]
// CHECK: nvfp4.quantize {{.*}} prescale(%[[WT]] : tensor<f32>) {{.*}} {site = 4 : i64}
// CHECK: %[[TOKENS:.*]] = tensor.dim %[[XD]]
// CHECK: arith.cmpi eq, %[[TOKENS]]
// CHECK-NOT: nvfp4.quantize <quartet2_forward>
// CHECK: nvfp4.dequantize ins(%[[XD]], %[[XS]]
// CHECK: nvfp4.quantize {{.*}} prescale(%[[XT]] : tensor<f32>) {{.*}} {site = 6 : i64}
func.func @bwd(
    // expected-remark @below {{saved quantized: 'tensor<?x64xbf16>' becomes 'tensor<?x64xf4E2M1FN>'}}
    %x: tensor<?x64xbf16> {nvfp4.saved = #nvfp4.saved<@fwd, result = 1>, quartet.name = "xs"},
    // expected-remark @below {{saved quantized: 'tensor<64x32xbf16>' becomes 'tensor<32x64xf4E2M1FN>'}}
    %wt: tensor<64x32xbf16> {nvfp4.saved = #nvfp4.saved<@fwd, result = 2>},
    %e: tensor<?x32xbf16> {nvfp4.gradient}) -> (tensor<?x64xf32>, tensor<32x64xf32>) {
  %c0 = arith.constant 0 : index
  %z = arith.constant 0.0 : f32
  %t = tensor.dim %e, %c0 : tensor<?x32xbf16>
  %we = tensor.empty() : tensor<32x64xbf16>
  %w = linalg.transpose ins(%wt : tensor<64x32xbf16>) outs(%we : tensor<32x64xbf16>) permutation = [1, 0]
  %dxe = tensor.empty(%t) : tensor<?x64xf32>
  %dxz = linalg.fill ins(%z : f32) outs(%dxe : tensor<?x64xf32>) -> tensor<?x64xf32>
  // expected-remark @below {{dgrad of layer 0: a gradient times a parameter}}
  %dx = linalg.matmul ins(%e, %w : tensor<?x32xbf16>, tensor<32x64xbf16>) outs(%dxz : tensor<?x64xf32>) -> tensor<?x64xf32>
  %dwe = tensor.empty() : tensor<32x64xf32>
  %dwz = linalg.fill ins(%z : f32) outs(%dwe : tensor<32x64xf32>) -> tensor<32x64xf32>
  // expected-remark @below {{wgrad of layer 0: a gradient times the activation of a forward product}}
  %dw = linalg.matmul indexing_maps = [#At, #Bt, #C] ins(%e, %x : tensor<?x32xbf16>, tensor<?x64xbf16>) outs(%dwz : tensor<32x64xf32>) -> tensor<32x64xf32>
  return %dx, %dw : tensor<?x64xf32>, tensor<32x64xf32>
}

// Callers pass the triples on.
// CHECK-LABEL: func.func @step(
// CHECK: %[[F:.*]]:7 = call @fwd(
// CHECK: call @bwd(%[[F]]#1, %[[F]]#2, %[[F]]#3, %[[F]]#4, %[[F]]#5, %[[F]]#6, %{{.*}}, %{{.*}})
func.func @step(%x: tensor<?x64xbf16>, %w: tensor<32x64xbf16>, %e: tensor<?x32xbf16>)
    -> (tensor<?x32xf32>, tensor<?x64xf32>, tensor<32x64xf32>) {
  %f:3 = call @fwd(%x, %w) : (tensor<?x64xbf16>, tensor<32x64xbf16>) -> (tensor<?x32xf32>, tensor<?x64xbf16>, tensor<64x32xbf16>)
  %b:2 = call @bwd(%f#1, %f#2, %e) : (tensor<?x64xbf16>, tensor<64x32xbf16>, tensor<?x32xbf16>) -> (tensor<?x64xf32>, tensor<32x64xf32>)
  return %f#0, %b#0, %b#1 : tensor<?x32xf32>, tensor<?x64xf32>, tensor<32x64xf32>
}

// -----

#At = affine_map<(m, n, k) -> (k, m)>
#Bt = affine_map<(m, n, k) -> (k, n)>
#C = affine_map<(m, n, k) -> (m, n)>

// The first layer has no input gradient: its weight gradient is known by the
// activation alone, and where that comes from. A head stays as it is, and its
// gradient with it.
func.func @fwd(%x: tensor<8x64xbf16>, %w: tensor<64x32xbf16> {nvfp4.param}, %h: tensor<32x16xbf16> {nvfp4.param}, %hx: tensor<8x32xbf16>, %m: tensor<8xf32>)
    -> (tensor<8x32xf32>, tensor<8xf32>, tensor<8x64xbf16>, tensor<8x32xbf16>) {
  %e = tensor.empty() : tensor<8x32xf32>
  // expected-remark @below {{fprop of layer 0: an activation times a parameter}}
  %y = linalg.matmul ins(%x, %w : tensor<8x64xbf16>, tensor<64x32xbf16>) outs(%e : tensor<8x32xf32>) -> tensor<8x32xf32>
  %l = tensor.empty() : tensor<8x16xf32>
  // expected-remark @below {{left as is: its result feeds a softmax, as in an output head}}
  %logits = linalg.matmul ins(%hx, %h : tensor<8x32xbf16>, tensor<32x16xbf16>) outs(%l : tensor<8x16xf32>) -> tensor<8x16xf32>
  %max = linalg.reduce {arith.maximumf} ins(%logits : tensor<8x16xf32>) outs(%m : tensor<8xf32>) dimensions = [1]
  return %y, %max, %x, %hx : tensor<8x32xf32>, tensor<8xf32>, tensor<8x64xbf16>, tensor<8x32xbf16>
}
// CHECK-LABEL: func.func @bwd(
// CHECK-SAME: tensor<8x64xf4E2M1FN>, %{{.*}}: tensor<8x4xf8E4M3FN>, %{{.*}}: tensor<f32>, %{{.*}}: tensor<8x32xbf16>,
func.func @bwd(
    // expected-remark @below {{saved quantized}}
    %x: tensor<8x64xbf16> {nvfp4.saved = #nvfp4.saved<@fwd, result = 2>},
    // expected-remark @below {{saved as it is: it is not quantized without randomness}}
    %hx: tensor<8x32xbf16> {nvfp4.saved = #nvfp4.saved<@fwd, result = 3>},
    %e: tensor<8x32xbf16> {nvfp4.gradient}, %g: tensor<8x16xbf16> {nvfp4.gradient}) -> (tensor<64x32xf32>, tensor<32x16xf32>) {
  %dwe = tensor.empty() : tensor<64x32xf32>
  // expected-remark @below {{wgrad of layer 0: a gradient times the activation of a forward product}}
  %dw = linalg.matmul indexing_maps = [#At, #Bt, #C] ins(%x, %e : tensor<8x64xbf16>, tensor<8x32xbf16>) outs(%dwe : tensor<64x32xf32>) -> tensor<64x32xf32>
  %dhe = tensor.empty() : tensor<32x16xf32>
  // expected-remark @below {{left as is: the forward product of its layer is left as it is}}
  %dh = linalg.matmul indexing_maps = [#At, #Bt, #C] ins(%hx, %g : tensor<8x32xbf16>, tensor<8x16xbf16>) outs(%dhe : tensor<32x16xf32>) -> tensor<32x16xf32>
  return %dw, %dh : tensor<64x32xf32>, tensor<32x16xf32>
}

// -----

#At = affine_map<(m, n, k) -> (k, m)>
#Bt = affine_map<(m, n, k) -> (k, n)>
#C = affine_map<(m, n, k) -> (m, n)>

// Tensors that the backward function needs otherwise stay: one that is also
// added, one of which the columns are counted, one that two functions read.
// CHECK-LABEL: func.func @fwd(
// CHECK-SAME: -> (tensor<8x32xf32>, tensor<8x64xbf16>, tensor<?x?xbf16>, tensor<8x64xbf16>)
func.func @fwd(%x: tensor<8x64xbf16>, %w: tensor<64x32xbf16> {nvfp4.param}, %d: tensor<?x?xbf16>)
    -> (tensor<8x32xf32>, tensor<8x64xbf16>, tensor<?x?xbf16>, tensor<8x64xbf16>) {
  %e = tensor.empty() : tensor<8x32xf32>
  // expected-remark @below {{fprop of layer 0}}
  %y = linalg.matmul ins(%x, %w : tensor<8x64xbf16>, tensor<64x32xbf16>) outs(%e : tensor<8x32xf32>) -> tensor<8x32xf32>
  return %y, %x, %d, %x : tensor<8x32xf32>, tensor<8x64xbf16>, tensor<?x?xbf16>, tensor<8x64xbf16>
}
// CHECK-LABEL: func.func @bwd(
// CHECK-NOT: nvfp4.saved
func.func @bwd(
    // expected-remark @below {{saved as it is: it is also read by 'linalg.exp'}}
    %x: tensor<8x64xbf16> {nvfp4.saved = #nvfp4.saved<@fwd, result = 1>},
    // expected-remark @below {{saved as it is: its extent 1 is needed, which the quantized matrix does not tell}}
    %d: tensor<?x?xbf16> {nvfp4.saved = #nvfp4.saved<@fwd, result = 2>},
    // expected-remark @below {{saved as it is: several functions read it}}
    %s: tensor<8x64xbf16> {nvfp4.saved = #nvfp4.saved<@fwd, result = 3>},
    %e: tensor<8x32xbf16> {nvfp4.gradient}, %g: tensor<?x32xbf16> {nvfp4.gradient}, %i0: tensor<64x32xf32>, %i1: tensor<?x32xf32>, %b: tensor<8x64xbf16>) -> (tensor<64x32xf32>, tensor<?x32xf32>, tensor<64x32xf32>, tensor<8x64xbf16>, index) {
  %c1 = arith.constant 1 : index
  // expected-remark @below {{wgrad of layer 0}}
  %0 = linalg.matmul indexing_maps = [#At, #Bt, #C] ins(%x, %e : tensor<8x64xbf16>, tensor<8x32xbf16>) outs(%i0 : tensor<64x32xf32>) -> tensor<64x32xf32>
  // expected-remark @below {{wgrad of layer 1: forced by 'nvfp4.force'}}
  %1 = linalg.matmul indexing_maps = [#At, #Bt, #C] {nvfp4.force = "wgrad"} ins(%d, %g : tensor<?x?xbf16>, tensor<?x32xbf16>) outs(%i1 : tensor<?x32xf32>) -> tensor<?x32xf32>
  // expected-remark @below {{wgrad of layer 0}}
  %2 = linalg.matmul indexing_maps = [#At, #Bt, #C] ins(%s, %e : tensor<8x64xbf16>, tensor<8x32xbf16>) outs(%i0 : tensor<64x32xf32>) -> tensor<64x32xf32>
  %3 = linalg.exp ins(%x : tensor<8x64xbf16>) outs(%b : tensor<8x64xbf16>) -> tensor<8x64xbf16>
  %4 = tensor.dim %d, %c1 : tensor<?x?xbf16>
  return %0, %1, %2, %3, %4 : tensor<64x32xf32>, tensor<?x32xf32>, tensor<64x32xf32>, tensor<8x64xbf16>, index
}
func.func @other(
    // expected-remark @below {{saved as it is: several functions read it}}
    %s: tensor<8x64xbf16> {nvfp4.saved = #nvfp4.saved<@fwd, result = 3>}) -> tensor<8x64xbf16> {
  return %s : tensor<8x64xbf16>
}

// -----

#At = affine_map<(m, n, k) -> (k, m)>
#Bt = affine_map<(m, n, k) -> (k, n)>
#C = affine_map<(m, n, k) -> (m, n)>

// A caller that changes the tensor in between.
func.func private @fwd(%x: tensor<8x64xbf16>) -> tensor<8x64xbf16> {
  return %x : tensor<8x64xbf16>
}
func.func private @bwd(
    // expected-remark @below {{saved as it is: a caller uses it otherwise}}
    %x: tensor<8x64xbf16> {nvfp4.saved = #nvfp4.saved<@fwd, result = 0>},
    %e: tensor<8x32xbf16> {nvfp4.gradient}, %i: tensor<64x32xf32>) -> tensor<64x32xf32> {
  // expected-remark @below {{wgrad of layer 0: forced by 'nvfp4.force'}}
  %0 = linalg.matmul indexing_maps = [#At, #Bt, #C] {nvfp4.force = "wgrad"} ins(%x, %e : tensor<8x64xbf16>, tensor<8x32xbf16>) outs(%i : tensor<64x32xf32>) -> tensor<64x32xf32>
  return %0 : tensor<64x32xf32>
}
func.func @step(%x: tensor<8x64xbf16>, %e: tensor<8x32xbf16>, %i: tensor<64x32xf32>, %b: tensor<8x64xbf16>) -> tensor<64x32xf32> {
  %0 = call @fwd(%x) : (tensor<8x64xbf16>) -> tensor<8x64xbf16>
  %1 = linalg.exp ins(%0 : tensor<8x64xbf16>) outs(%b : tensor<8x64xbf16>) -> tensor<8x64xbf16>
  %2 = call @bwd(%1, %e, %i) : (tensor<8x64xbf16>, tensor<8x32xbf16>, tensor<64x32xf32>) -> tensor<64x32xf32>
  return %2 : tensor<64x32xf32>
}
