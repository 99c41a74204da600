// RUN: quartet-opt %s -split-input-file -verify-diagnostics

// One case per constraint of nvfp4.scaled_matmul.

func.func @scaled_matmul_c1(%a: tensor<4x64xf4E2M1FN>, %s: tensor<4x4xf8E4M3FN>,
                            %t: tensor<f32>, %e: memref<4x4xf32>) {
  // expected-error @below {{expects all operands to be tensors or all to be memrefs}}
  nvfp4.scaled_matmul
      lhs(%a, %s, %t : tensor<4x64xf4E2M1FN>, tensor<4x4xf8E4M3FN>, tensor<f32>)
      rhs(%a, %s, %t : tensor<4x64xf4E2M1FN>, tensor<4x4xf8E4M3FN>, tensor<f32>)
      outs(%e : memref<4x4xf32>)
  return
}

// -----

func.func @scaled_matmul_c1_vector(%a: tensor<4x64xf4E2M1FN>,
    %s: tensor<4x4xf8E4M3FN>, %t: tensor<f32>, %e: tensor<4x4xf32>,
    %b: vector<4xf32>) {
  // expected-error @below {{expects operand #6 to be a ranked tensor or memref, but got 'vector<4xf32>'}}
  %y = nvfp4.scaled_matmul
      lhs(%a, %s, %t : tensor<4x64xf4E2M1FN>, tensor<4x4xf8E4M3FN>, tensor<f32>)
      rhs(%a, %s, %t : tensor<4x64xf4E2M1FN>, tensor<4x4xf8E4M3FN>, tensor<f32>)
      epilogue_ins(%b : vector<4xf32>)
      outs(%e : tensor<4x4xf32>)
      {epilogue_maps = [affine_map<(m, n) -> (n)>]} epilogue {
  ^bb0(%v: f32, %c: f32):
    nvfp4.yield %v : f32
  }
  return
}

// -----

func.func @scaled_matmul_c2(%a: tensor<4x64xf4E2M1FN>, %s: tensor<4x4xf8E4M3FN>,
                            %t: tensor<f32>, %e: tensor<2x4x4xf32>) {
  // expected-error @below {{expects lhs data and destination to agree in having a batch dimension}}
  %y = nvfp4.scaled_matmul
      lhs(%a, %s, %t : tensor<4x64xf4E2M1FN>, tensor<4x4xf8E4M3FN>, tensor<f32>)
      rhs(%a, %s, %t : tensor<4x64xf4E2M1FN>, tensor<4x4xf8E4M3FN>, tensor<f32>)
      outs(%e : tensor<2x4x4xf32>)
  return
}

// -----

func.func @scaled_matmul_c3(%a: tensor<4x64xf4E2M1FN>, %s: tensor<4x4xf8E4M3FN>,
                            %t: tensor<f32>, %b: tensor<4x96xf4E2M1FN>,
                            %u: tensor<4x6xf8E4M3FN>, %e: tensor<4x4xf32>) {
  // expected-error @below {{expects both operands to have the same number of padded columns, but got 64 and 96}}
  %y = nvfp4.scaled_matmul
      lhs(%a, %s, %t : tensor<4x64xf4E2M1FN>, tensor<4x4xf8E4M3FN>, tensor<f32>)
      rhs(%b, %u, %t : tensor<4x96xf4E2M1FN>, tensor<4x6xf8E4M3FN>, tensor<f32>)
      outs(%e : tensor<4x4xf32>)
  return
}

// -----

func.func @scaled_matmul_c3_padding(%a: tensor<4x48xf4E2M1FN>,
    %s: tensor<4x3xf8E4M3FN>, %t: tensor<f32>, %e: tensor<4x4xf32>) {
  // expected-error @below {{expects lhs data with a multiple of 32 columns, but got 48}}
  %y = nvfp4.scaled_matmul
      lhs(%a, %s, %t : tensor<4x48xf4E2M1FN>, tensor<4x3xf8E4M3FN>, tensor<f32>)
      rhs(%a, %s, %t : tensor<4x48xf4E2M1FN>, tensor<4x3xf8E4M3FN>, tensor<f32>)
      outs(%e : tensor<4x4xf32>)
  return
}

// -----

func.func @scaled_matmul_c4_lhs(%a: tensor<4x64xf4E2M1FN>,
    %s: tensor<4x4xf8E4M3FN>, %t: tensor<f32>, %e: tensor<5x4xf32>) {
  // expected-error @below {{expects lhs data with at least 5 rows, but got 4}}
  %y = nvfp4.scaled_matmul
      lhs(%a, %s, %t : tensor<4x64xf4E2M1FN>, tensor<4x4xf8E4M3FN>, tensor<f32>)
      rhs(%a, %s, %t : tensor<4x64xf4E2M1FN>, tensor<4x4xf8E4M3FN>, tensor<f32>)
      outs(%e : tensor<5x4xf32>)
  return
}

// -----

func.func @scaled_matmul_c4_rhs(%a: tensor<4x64xf4E2M1FN>,
    %s: tensor<4x4xf8E4M3FN>, %t: tensor<f32>, %e: tensor<4x5xf32>) {
  // expected-error @below {{expects rhs data with at least 5 rows, but got 4}}
  %y = nvfp4.scaled_matmul
      lhs(%a, %s, %t : tensor<4x64xf4E2M1FN>, tensor<4x4xf8E4M3FN>, tensor<f32>)
      rhs(%a, %s, %t : tensor<4x64xf4E2M1FN>, tensor<4x4xf8E4M3FN>, tensor<f32>)
      outs(%e : tensor<4x5xf32>)
  return
}

// -----

func.func @scaled_matmul_c5(%a: tensor<4x64xf4E2M1FN>, %s: tensor<4x4xf8E4M3FN>,
                            %t: tensor<f32>, %u: tensor<4x2xf8E4M3FN>,
                            %e: tensor<4x4xf32>) {
  // expected-error @below {{expects rhs scales of shape 4x4, but got 4x2}}
  %y = nvfp4.scaled_matmul
      lhs(%a, %s, %t : tensor<4x64xf4E2M1FN>, tensor<4x4xf8E4M3FN>, tensor<f32>)
      rhs(%a, %u, %t : tensor<4x64xf4E2M1FN>, tensor<4x2xf8E4M3FN>, tensor<f32>)
      outs(%e : tensor<4x4xf32>)
  return
}

// -----

func.func @scaled_matmul_c6_count(%a: tensor<4x64xf4E2M1FN>,
    %s: tensor<4x4xf8E4M3FN>, %t: tensor<f32>, %b: tensor<4xf32>,
    %e: tensor<4x4xf32>) {
  // expected-error @below {{expects one epilogue map per epilogue input, but got 0 for 1}}
  %y = nvfp4.scaled_matmul
      lhs(%a, %s, %t : tensor<4x64xf4E2M1FN>, tensor<4x4xf8E4M3FN>, tensor<f32>)
      rhs(%a, %s, %t : tensor<4x64xf4E2M1FN>, tensor<4x4xf8E4M3FN>, tensor<f32>)
      epilogue_ins(%b : tensor<4xf32>)
      outs(%e : tensor<4x4xf32>) epilogue {
  ^bb0(%v: f32, %c: f32):
    nvfp4.yield %v : f32
  }
  return
}

// -----

func.func @scaled_matmul_c6_dims(%a: tensor<4x64xf4E2M1FN>,
    %s: tensor<4x4xf8E4M3FN>, %t: tensor<f32>, %b: tensor<4xf32>,
    %e: tensor<4x4xf32>) {
  // expected-error @below {{expects epilogue map #0 from 2 dimensions without symbols, but got affine_map<(d0, d1, d2) -> (d2)>}}
  %y = nvfp4.scaled_matmul
      lhs(%a, %s, %t : tensor<4x64xf4E2M1FN>, tensor<4x4xf8E4M3FN>, tensor<f32>)
      rhs(%a, %s, %t : tensor<4x64xf4E2M1FN>, tensor<4x4xf8E4M3FN>, tensor<f32>)
      epilogue_ins(%b : tensor<4xf32>)
      outs(%e : tensor<4x4xf32>)
      {epilogue_maps = [affine_map<(b, m, n) -> (n)>]} epilogue {
  ^bb0(%v: f32, %c: f32):
    nvfp4.yield %v : f32
  }
  return
}

// -----

func.func @scaled_matmul_c6_results(%a: tensor<4x64xf4E2M1FN>,
    %s: tensor<4x4xf8E4M3FN>, %t: tensor<f32>, %b: tensor<4xf32>,
    %e: tensor<4x4xf32>) {
  // expected-error @below {{expects epilogue map #0 with 1 results, one per dimension of its input, but got affine_map<(d0, d1) -> (d0, d1)>}}
  %y = nvfp4.scaled_matmul
      lhs(%a, %s, %t : tensor<4x64xf4E2M1FN>, tensor<4x4xf8E4M3FN>, tensor<f32>)
      rhs(%a, %s, %t : tensor<4x64xf4E2M1FN>, tensor<4x4xf8E4M3FN>, tensor<f32>)
      epilogue_ins(%b : tensor<4xf32>)
      outs(%e : tensor<4x4xf32>)
      {epilogue_maps = [affine_map<(m, n) -> (m, n)>]} epilogue {
  ^bb0(%v: f32, %c: f32):
    nvfp4.yield %v : f32
  }
  return
}

// -----

func.func @scaled_matmul_c6_projection(%a: tensor<4x64xf4E2M1FN>,
    %s: tensor<4x4xf8E4M3FN>, %t: tensor<f32>, %b: tensor<4xf32>,
    %e: tensor<4x4xf32>) {
  // expected-error @below {{expects epilogue map #0 to select distinct dimensions, but got affine_map<(d0, d1) -> (d0 + d1)>}}
  %y = nvfp4.scaled_matmul
      lhs(%a, %s, %t : tensor<4x64xf4E2M1FN>, tensor<4x4xf8E4M3FN>, tensor<f32>)
      rhs(%a, %s, %t : tensor<4x64xf4E2M1FN>, tensor<4x4xf8E4M3FN>, tensor<f32>)
      epilogue_ins(%b : tensor<4xf32>)
      outs(%e : tensor<4x4xf32>)
      {epilogue_maps = [affine_map<(m, n) -> (m + n)>]} epilogue {
  ^bb0(%v: f32, %c: f32):
    nvfp4.yield %v : f32
  }
  return
}

// -----

func.func @scaled_matmul_c6_size(%a: tensor<4x64xf4E2M1FN>,
    %s: tensor<4x4xf8E4M3FN>, %t: tensor<f32>, %b: tensor<5xf32>,
    %e: tensor<4x4xf32>) {
  // expected-error @below {{expects epilogue input #0 of shape 4, but got 5}}
  %y = nvfp4.scaled_matmul
      lhs(%a, %s, %t : tensor<4x64xf4E2M1FN>, tensor<4x4xf8E4M3FN>, tensor<f32>)
      rhs(%a, %s, %t : tensor<4x64xf4E2M1FN>, tensor<4x4xf8E4M3FN>, tensor<f32>)
      epilogue_ins(%b : tensor<5xf32>)
      outs(%e : tensor<4x4xf32>)
      {epilogue_maps = [affine_map<(m, n) -> (n)>]} epilogue {
  ^bb0(%v: f32, %c: f32):
    nvfp4.yield %v : f32
  }
  return
}

// -----

func.func @scaled_matmul_c7_arguments(%a: tensor<4x64xf4E2M1FN>,
    %s: tensor<4x4xf8E4M3FN>, %t: tensor<f32>, %b: tensor<4xbf16>,
    %e: tensor<4x4xf32>) {
  // expected-error @below {{expects epilogue arguments of types ('f32', 'bf16'), but got ('f32', 'f32')}}
  %y = nvfp4.scaled_matmul
      lhs(%a, %s, %t : tensor<4x64xf4E2M1FN>, tensor<4x4xf8E4M3FN>, tensor<f32>)
      rhs(%a, %s, %t : tensor<4x64xf4E2M1FN>, tensor<4x4xf8E4M3FN>, tensor<f32>)
      epilogue_ins(%b : tensor<4xbf16>)
      outs(%e : tensor<4x4xf32>)
      {epilogue_maps = [affine_map<(m, n) -> (n)>]} epilogue {
  ^bb0(%v: f32, %c: f32):
    nvfp4.yield %v : f32
  }
  return
}

// -----

func.func @scaled_matmul_c7_no_region(%a: tensor<4x64xf4E2M1FN>,
    %s: tensor<4x4xf8E4M3FN>, %t: tensor<f32>, %b: tensor<4xf32>,
    %e: tensor<4x4xf32>) {
  // expected-error @below {{expects an epilogue that uses the epilogue inputs}}
  %y = nvfp4.scaled_matmul
      lhs(%a, %s, %t : tensor<4x64xf4E2M1FN>, tensor<4x4xf8E4M3FN>, tensor<f32>)
      rhs(%a, %s, %t : tensor<4x64xf4E2M1FN>, tensor<4x4xf8E4M3FN>, tensor<f32>)
      epilogue_ins(%b : tensor<4xf32>)
      outs(%e : tensor<4x4xf32>)
      {epilogue_maps = [affine_map<(m, n) -> (n)>]}
  return
}

// -----

func.func @scaled_matmul_c7_blocks(%a: tensor<4x64xf4E2M1FN>,
    %s: tensor<4x4xf8E4M3FN>, %t: tensor<f32>, %e: tensor<4x4xf32>) {
  // expected-error @below {{expects an epilogue of one block, but got 2}}
  %y = nvfp4.scaled_matmul
      lhs(%a, %s, %t : tensor<4x64xf4E2M1FN>, tensor<4x4xf8E4M3FN>, tensor<f32>)
      rhs(%a, %s, %t : tensor<4x64xf4E2M1FN>, tensor<4x4xf8E4M3FN>, tensor<f32>)
      outs(%e : tensor<4x4xf32>) epilogue {
  ^bb0(%v: f32):
    cf.br ^bb1
  ^bb1:
    nvfp4.yield %v : f32
  }
  return
}

// -----

func.func @scaled_matmul_c8_type(%a: tensor<4x64xf4E2M1FN>,
    %s: tensor<4x4xf8E4M3FN>, %t: tensor<f32>, %e: tensor<4x4xbf16>) {
  %y = nvfp4.scaled_matmul
      lhs(%a, %s, %t : tensor<4x64xf4E2M1FN>, tensor<4x4xf8E4M3FN>, tensor<f32>)
      rhs(%a, %s, %t : tensor<4x64xf4E2M1FN>, tensor<4x4xf8E4M3FN>, tensor<f32>)
      outs(%e : tensor<4x4xbf16>) epilogue {
  ^bb0(%v: f32):
    // expected-error @below {{expects a value of the destination's element type 'bf16', but got 'f32'}}
    nvfp4.yield %v : f32
  }
  return
}

// -----

func.func @scaled_matmul_c8_terminator(%a: tensor<4x64xf4E2M1FN>,
    %s: tensor<4x4xf8E4M3FN>, %t: tensor<f32>, %e: tensor<4x4xf32>) {
  // expected-error @below {{expects an epilogue that ends in 'nvfp4.yield'}}
  %y = nvfp4.scaled_matmul
      lhs(%a, %s, %t : tensor<4x64xf4E2M1FN>, tensor<4x4xf8E4M3FN>, tensor<f32>)
      rhs(%a, %s, %t : tensor<4x64xf4E2M1FN>, tensor<4x4xf8E4M3FN>, tensor<f32>)
      outs(%e : tensor<4x4xf32>) epilogue {
  ^bb0(%v: f32):
    llvm.unreachable
  }
  return
}

// -----

func.func @scaled_matmul_c8_effects(%a: tensor<4x64xf4E2M1FN>,
    %s: tensor<4x4xf8E4M3FN>, %t: tensor<f32>, %e: tensor<4x4xf32>,
    %m: memref<f32>) {
  %y = nvfp4.scaled_matmul
      lhs(%a, %s, %t : tensor<4x64xf4E2M1FN>, tensor<4x4xf8E4M3FN>, tensor<f32>)
      rhs(%a, %s, %t : tensor<4x64xf4E2M1FN>, tensor<4x4xf8E4M3FN>, tensor<f32>)
      outs(%e : tensor<4x4xf32>) epilogue {
  ^bb0(%v: f32):
    // expected-error @below {{expects no memory effects in the epilogue of 'nvfp4.scaled_matmul'}}
    memref.store %v, %m[] : memref<f32>
    nvfp4.yield %v : f32
  }
  return
}

// -----

func.func @scaled_matmul_c9(%a: tensor<4x64xf4E2M1FN>, %s: tensor<4x4xf8E4M3FN>,
                            %t: tensor<f32>, %e: tensor<4x4xf32>) {
  // expected-error @below {{expects 'scale_log2' between -126 and 127, but got -127}}
  %y = nvfp4.scaled_matmul
      lhs(%a, %s, %t : tensor<4x64xf4E2M1FN>, tensor<4x4xf8E4M3FN>, tensor<f32>)
      rhs(%a, %s, %t : tensor<4x64xf4E2M1FN>, tensor<4x4xf8E4M3FN>, tensor<f32>)
      outs(%e : tensor<4x4xf32>) {scale_log2 = -127 : i64}
  return
}

// -----

func.func @yield_parent(%v: f32) {
  // expected-error @below {{expects parent op 'nvfp4.scaled_matmul'}}
  nvfp4.yield %v : f32
}
