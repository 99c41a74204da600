// RUN: quartet-opt %s --nvfp4-legalize-storage -split-input-file | FileCheck %s

// Signatures, calls and nvfp4 operations; P = 64 codes are 32 bytes.
// CHECK-LABEL: func.func private @callee(tensor<?x32xi8>) -> tensor<?x32xi8>
// CHECK-LABEL: func.func @signature(
// CHECK-SAME: %[[X:.*]]: tensor<4x40xf32>, %[[D:.*]]: tensor<4x32xi8>,
// CHECK-SAME: -> (tensor<?x32xi8>, tensor<4x40xf32>)
// CHECK: %[[Q:.*]]:3 = nvfp4.quantize <rtn> ins(%[[X]] : tensor<4x40xf32>) outs(%[[D]], {{.*}} : tensor<4x32xi8>, tensor<4x4xf8E4M3FN>, tensor<f32>)
// CHECK: %[[V:.*]] = nvfp4.dequantize ins(%[[Q]]#0, %[[Q]]#1 : tensor<4x32xi8>, tensor<4x4xf8E4M3FN>)
// CHECK: %[[C:.*]] = tensor.cast %[[Q]]#0 : tensor<4x32xi8> to tensor<?x32xi8>
// CHECK: %[[R:.*]] = call @callee(%[[C]]) : (tensor<?x32xi8>) -> tensor<?x32xi8>
// CHECK: return %[[R]], %[[V]]
func.func private @callee(tensor<?x64xf4E2M1FN>) -> tensor<?x64xf4E2M1FN>
func.func @signature(%x: tensor<4x40xf32>, %d: tensor<4x64xf4E2M1FN>,
                     %s: tensor<4x4xf8E4M3FN>, %t: tensor<f32>)
    -> (tensor<?x64xf4E2M1FN>, tensor<4x40xf32>) {
  %q:3 = nvfp4.quantize <rtn> ins(%x : tensor<4x40xf32>)
      outs(%d, %s, %t : tensor<4x64xf4E2M1FN>, tensor<4x4xf8E4M3FN>,
           tensor<f32>)
  %v = nvfp4.dequantize
      ins(%q#0, %q#1 : tensor<4x64xf4E2M1FN>, tensor<4x4xf8E4M3FN>)
      tensor_scale(%q#2 : tensor<f32>) outs(%x : tensor<4x40xf32>)
  %c = tensor.cast %q#0 : tensor<4x64xf4E2M1FN> to tensor<?x64xf4E2M1FN>
  %r = call @callee(%c) : (tensor<?x64xf4E2M1FN>) -> tensor<?x64xf4E2M1FN>
  return %r, %v : tensor<?x64xf4E2M1FN>, tensor<4x40xf32>
}

// -----

// The even index goes to the low nibble: codes of 0.5, -6, -0, 1 are 1, 15, 8,
// 2, bytes 0xF1 = -15 and 0x28 = 40. A splat of 1.5 (code 3) is 0x33 = 51; one
// of -6 is 0xFF = -1.
// CHECK-LABEL: func.func @constants
// CHECK-DAG: arith.constant dense<{{\[\[}}-15, 40]]> : tensor<1x2xi8>
// CHECK-DAG: arith.constant dense<51> : tensor<2x32xi8>
// CHECK-DAG: arith.constant dense<-1> : tensor<2x32xi8>
func.func @constants() -> (tensor<1x4xf4E2M1FN>, tensor<2x64xf4E2M1FN>,
                           tensor<2x64xf4E2M1FN>) {
  %0 = arith.constant dense<[[0.5, -6.0, -0.0, 1.0]]> : tensor<1x4xf4E2M1FN>
  %1 = arith.constant dense<1.5> : tensor<2x64xf4E2M1FN>
  %2 = arith.constant dense<-6.0> : tensor<2x64xf4E2M1FN>
  return %0, %1, %2 : tensor<1x4xf4E2M1FN>, tensor<2x64xf4E2M1FN>,
                      tensor<2x64xf4E2M1FN>
}

// -----

// CHECK-LABEL: func.func @storage_casts
// CHECK-SAME: %[[D:.*]]: tensor<?x32xi8>
// CHECK-NEXT: %[[C:.*]] = tensor.cast %[[D]] : tensor<?x32xi8> to tensor<4x32xi8>
// CHECK-NEXT: return %[[D]], %[[C]]
func.func @storage_casts(%d: tensor<?x64xf4E2M1FN>)
    -> (tensor<?x64xf4E2M1FN>, tensor<4x32xi8>) {
  %0 = nvfp4.to_storage %d : tensor<?x64xf4E2M1FN> to tensor<?x32xi8>
  %1 = nvfp4.from_storage %0 : tensor<?x32xi8> to tensor<?x64xf4E2M1FN>
  %2 = nvfp4.to_storage %d : tensor<?x64xf4E2M1FN> to tensor<4x32xi8>
  return %1, %2 : tensor<?x64xf4E2M1FN>, tensor<4x32xi8>
}

// -----

// Loops carry bytes; the induction variable steps by whole bytes.
// CHECK: #[[HALF:.*]] = affine_map<()[s0] -> (s0 floordiv 2)>
// CHECK-LABEL: func.func @loops
// CHECK-SAME: %[[D:.*]]: tensor<4x64xi8>, %[[E:.*]]: tensor<4x64xi8>
// CHECK: scf.for %[[I:.*]] = {{.*}} iter_args(%[[A:.*]] = %[[E]]) -> (tensor<4x64xi8>)
// CHECK: %[[O:.*]] = affine.apply #[[HALF]]()[%[[I]]]
// CHECK: %[[S:.*]] = tensor.extract_slice %[[D]][0, %[[O]]] [4, 16] [1, 1] : tensor<4x64xi8> to tensor<4x16xi8>
// CHECK: %[[P:.*]] = affine.apply #[[HALF]]()[%[[I]]]
// CHECK: %[[N:.*]] = tensor.insert_slice %[[S]] into %[[A]][0, %[[P]]] [4, 16] [1, 1] : tensor<4x16xi8> into tensor<4x64xi8>
// CHECK: scf.yield %[[N]] : tensor<4x64xi8>
func.func @loops(%d: tensor<4x128xf4E2M1FN>, %e: tensor<4x128xf4E2M1FN>)
    -> tensor<4x128xf4E2M1FN> {
  %c0 = arith.constant 0 : index
  %c32 = arith.constant 32 : index
  %c128 = arith.constant 128 : index
  %r = scf.for %i = %c0 to %c128 step %c32 iter_args(%a = %e)
      -> tensor<4x128xf4E2M1FN> {
    %s = tensor.extract_slice %d[0, %i] [4, 32] [1, 1]
        : tensor<4x128xf4E2M1FN> to tensor<4x32xf4E2M1FN>
    %n = tensor.insert_slice %s into %a[0, %i] [4, 32] [1, 1]
        : tensor<4x32xf4E2M1FN> into tensor<4x128xf4E2M1FN>
    scf.yield %n : tensor<4x128xf4E2M1FN>
  }
  return %r : tensor<4x128xf4E2M1FN>
}

// -----

// CHECK-LABEL: func.func @forall
// CHECK: scf.forall (%[[I:.*]]) in (4) shared_outs(%[[O:.*]] = %{{.*}}) -> (tensor<4x32xi8>)
// CHECK: tensor.extract_slice %{{.*}}[%[[I]], 0] [1, 32] [1, 1] : tensor<4x32xi8> to tensor<1x32xi8>
// CHECK: tensor.parallel_insert_slice %{{.*}} into %[[O]][%[[I]], 0] [1, 32] [1, 1] : tensor<1x32xi8> into tensor<4x32xi8>
func.func @forall(%d: tensor<4x64xf4E2M1FN>, %e: tensor<4x64xf4E2M1FN>)
    -> tensor<4x64xf4E2M1FN> {
  %r = scf.forall (%i) in (4) shared_outs(%o = %e) -> tensor<4x64xf4E2M1FN> {
    %s = tensor.extract_slice %d[%i, 0] [1, 64] [1, 1]
        : tensor<4x64xf4E2M1FN> to tensor<1x64xf4E2M1FN>
    scf.forall.in_parallel {
      tensor.parallel_insert_slice %s into %o[%i, 0] [1, 64] [1, 1]
          : tensor<1x64xf4E2M1FN> into tensor<4x64xf4E2M1FN>
    }
  }
  return %r : tensor<4x64xf4E2M1FN>
}

// -----

// CHECK-LABEL: func.func @control_flow
// CHECK: scf.if %{{.*}} -> (tensor<4x32xi8>)
// CHECK: arith.select %{{.*}} : tensor<4x32xi8>
// CHECK: cf.br ^bb1(%{{.*}} : tensor<4x32xi8>)
// CHECK: ^bb1(%[[A:.*]]: tensor<4x32xi8>):
// CHECK: return %[[A]] : tensor<4x32xi8>
func.func @control_flow(%c: i1, %d: tensor<4x64xf4E2M1FN>,
                        %e: tensor<4x64xf4E2M1FN>) -> tensor<4x64xf4E2M1FN> {
  %0 = scf.if %c -> tensor<4x64xf4E2M1FN> {
    scf.yield %d : tensor<4x64xf4E2M1FN>
  } else {
    scf.yield %e : tensor<4x64xf4E2M1FN>
  }
  %1 = arith.select %c, %0, %e : tensor<4x64xf4E2M1FN>
  cf.br ^bb1(%1 : tensor<4x64xf4E2M1FN>)
^bb1(%a: tensor<4x64xf4E2M1FN>):
  return %a : tensor<4x64xf4E2M1FN>
}

// -----

// A block-scaled operand of rank 3 collapses to a matrix of the same bytes, and
// a matrix expands back.
// CHECK-LABEL: func.func @reshapes
// CHECK-SAME: %[[A:.*]]: tensor<128x4x8xi8>, %[[B:.*]]: tensor<?x32xi8>, %[[R:.*]]: index
// CHECK: tensor.collapse_shape %[[A]] {{\[\[}}0], [1, 2]] : tensor<128x4x8xi8> into tensor<128x32xi8>
// CHECK: tensor.expand_shape %[[B]] {{\[\[}}0], [1, 2]] output_shape [%[[R]], 4, 8] : tensor<?x32xi8> into tensor<?x4x8xi8>
func.func @reshapes(%a: tensor<128x4x16xf4E2M1FN>, %b: tensor<?x64xf4E2M1FN>,
                    %r: index)
    -> (tensor<128x64xf4E2M1FN>, tensor<?x4x16xf4E2M1FN>) {
  %0 = tensor.collapse_shape %a [[0], [1, 2]]
      : tensor<128x4x16xf4E2M1FN> into tensor<128x64xf4E2M1FN>
  %1 = tensor.expand_shape %b [[0], [1, 2]] output_shape [%r, 4, 16]
      : tensor<?x64xf4E2M1FN> into tensor<?x4x16xf4E2M1FN>
  return %0, %1 : tensor<128x64xf4E2M1FN>, tensor<?x4x16xf4E2M1FN>
}

// -----

// The extent is twice the bytes, and half of that again is the bytes.
// CHECK: #[[TWICE:.*]] = affine_map<()[s0] -> (s0 * 2)>
// CHECK-LABEL: func.func @sizes
// CHECK-SAME: %[[D:.*]]: tensor<?x?xi8>
// CHECK-DAG: %[[C0:.*]] = arith.constant 0 : index
// CHECK-DAG: %[[C1:.*]] = arith.constant 1 : index
// CHECK-DAG: %[[R:.*]] = tensor.dim %[[D]], %[[C0]]
// CHECK-DAG: %[[B:.*]] = tensor.dim %[[D]], %[[C1]]
// CHECK: %[[P:.*]] = affine.apply #[[TWICE]]()[%[[B]]]
// CHECK: %[[E:.*]] = tensor.empty(%[[R]], %[[B]]) : tensor<?x?xi8>
// CHECK: bufferization.alloc_tensor(%[[R]]) : tensor<?x32xi8>
// CHECK: return %[[E]], %{{.*}}, %[[P]]
func.func @sizes(%d: tensor<?x?xf4E2M1FN>)
    -> (tensor<?x?xf4E2M1FN>, tensor<?x64xf4E2M1FN>, index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %r = tensor.dim %d, %c0 : tensor<?x?xf4E2M1FN>
  %p = tensor.dim %d, %c1 : tensor<?x?xf4E2M1FN>
  %e = tensor.empty(%r, %p) : tensor<?x?xf4E2M1FN>
  %a = bufferization.alloc_tensor(%r) : tensor<?x64xf4E2M1FN>
  return %e, %a, %p : tensor<?x?xf4E2M1FN>, tensor<?x64xf4E2M1FN>, index
}

// -----

// The code fills both nibbles.
// CHECK-LABEL: func.func @fill
// CHECK-SAME: %[[V:.*]]: f4E2M1FN
// CHECK-DAG: %[[N:.*]] = arith.bitcast %[[V]] : f4E2M1FN to i4
// CHECK-DAG: %[[L:.*]] = arith.extui %[[N]] : i4 to i8
// CHECK-DAG: %[[C:.*]] = arith.constant 4 : i8
// CHECK: %[[H:.*]] = arith.shli %[[L]], %[[C]] : i8
// CHECK: %[[B:.*]] = arith.ori %[[L]], %[[H]] : i8
// CHECK: linalg.fill ins(%[[B]] : i8) outs(%{{.*}} : tensor<4x32xi8>)
func.func @fill(%v: f4E2M1FN, %d: tensor<4x64xf4E2M1FN>)
    -> tensor<4x64xf4E2M1FN> {
  %0 = linalg.fill ins(%v : f4E2M1FN) outs(%d : tensor<4x64xf4E2M1FN>)
      -> tensor<4x64xf4E2M1FN>
  return %0 : tensor<4x64xf4E2M1FN>
}

// -----

// The epilogue of a product survives; its operands become bytes.
// CHECK-LABEL: func.func @scaled_matmul
// CHECK: nvfp4.scaled_matmul lhs(%{{.*}} : tensor<4x32xi8>, tensor<4x4xf8E4M3FN>, tensor<f32>) rhs(%{{.*}} : tensor<4x32xi8>, tensor<4x4xf8E4M3FN>, tensor<f32>) outs(%{{.*}} : tensor<4x4xf32>) {scale_log2 = 3 : i64} epilogue {
// CHECK-NEXT: ^bb0(%[[V:.*]]: f32):
// CHECK-NEXT: arith.addf %[[V]], %[[V]] : f32
// CHECK-NEXT: nvfp4.yield
func.func @scaled_matmul(%a: tensor<4x64xf4E2M1FN>, %s: tensor<4x4xf8E4M3FN>,
                         %t: tensor<f32>, %e: tensor<4x4xf32>)
    -> tensor<4x4xf32> {
  %y = nvfp4.scaled_matmul
      lhs(%a, %s, %t : tensor<4x64xf4E2M1FN>, tensor<4x4xf8E4M3FN>, tensor<f32>)
      rhs(%a, %s, %t : tensor<4x64xf4E2M1FN>, tensor<4x4xf8E4M3FN>, tensor<f32>)
      outs(%e : tensor<4x4xf32>) {scale_log2 = 3 : i64} epilogue {
  ^bb0(%v: f32):
    %0 = arith.addf %v, %v : f32
    nvfp4.yield %0 : f32
  }
  return %y : tensor<4x4xf32>
}

// -----

// Nothing to do.
// CHECK-LABEL: func.func @no_f4
// CHECK: tensor.extract_slice %{{.*}}[0, 1] [4, 3] [1, 1] : tensor<4x8xf32> to tensor<4x3xf32>
func.func @no_f4(%x: tensor<4x8xf32>) -> tensor<4x3xf32> {
  %0 = tensor.extract_slice %x[0, 1] [4, 3] [1, 1]
      : tensor<4x8xf32> to tensor<4x3xf32>
  return %0 : tensor<4x3xf32>
}
