// RUN: quartet-opt %s --split-input-file --nvfp4-assign-roles="remarks=false" --convert-linalg-to-nvfp4="recipe=quartet2" -verify-diagnostics

func.func @role_type(%a: tensor<8x8xf32>, %b: tensor<8x8xf32>) -> tensor<8x8xf32> {
  // expected-error @below {{expects 'nvfp4.role' to be #nvfp4.role, but got "fprop"}}
  %0 = linalg.matmul {nvfp4.role = "fprop"} ins(%a, %b : tensor<8x8xf32>, tensor<8x8xf32>) outs(%a : tensor<8x8xf32>) -> tensor<8x8xf32>
  return %0 : tensor<8x8xf32>
}

// -----

func.func @role_on_elementwise(%a: tensor<8x8xf32>, %b: tensor<8x8xf32>) -> tensor<8x8xf32> {
  // expected-error @below {{expects a contraction for 'nvfp4.role', but its body is not a floating-point multiply-add of its two inputs}}
  %0 = linalg.mul {nvfp4.role = #nvfp4.role<fprop, layer = 0>} ins(%a, %b : tensor<8x8xf32>, tensor<8x8xf32>) outs(%a : tensor<8x8xf32>) -> tensor<8x8xf32>
  return %0 : tensor<8x8xf32>
}

// -----

func.func @role_outside_linalg(%a: tensor<8x8xf32>) -> tensor<8x8xf32> {
  // expected-error @below {{expects a contraction for 'nvfp4.role', but it is not a linalg operation}}
  %0 = arith.addf %a, %a {nvfp4.role = #nvfp4.role<fprop, layer = 0>} : tensor<8x8xf32>
  return %0 : tensor<8x8xf32>
}

// -----

func.func @layer_too_large(%a: tensor<8x8xf32>, %b: tensor<8x8xf32>) -> tensor<8x8xf32> {
  // expected-error @below {{expects a layer below 65536 with at most 4096 products in each role, but got layer 65536}}
  %0 = linalg.matmul {nvfp4.role = #nvfp4.role<dgrad, layer = 65536>} ins(%a, %b : tensor<8x8xf32>, tensor<8x8xf32>) outs(%a : tensor<8x8xf32>) -> tensor<8x8xf32>
  return %0 : tensor<8x8xf32>
}

// -----

// expected-error @below {{expects the argument marked 'nvfp4.seed' to be 'tensor<i64>', but got 'i64'}}
func.func @seed_type(%s: i64 {nvfp4.seed}, %e: tensor<8x8xf32> {nvfp4.gradient}, %w: tensor<8x8xf32> {nvfp4.param}) -> tensor<8x8xf32> {
  %0 = linalg.matmul ins(%e, %w : tensor<8x8xf32>, tensor<8x8xf32>) outs(%e : tensor<8x8xf32>) -> tensor<8x8xf32>
  return %0 : tensor<8x8xf32>
}

// -----

// expected-error @below {{expects one argument marked 'nvfp4.seed', but got another at position 3}}
func.func @two_seeds(%s: tensor<i64> {nvfp4.seed}, %e: tensor<8x8xf32> {nvfp4.gradient}, %w: tensor<8x8xf32> {nvfp4.param}, %t: tensor<i64> {nvfp4.seed}) -> tensor<8x8xf32> {
  %0 = linalg.matmul ins(%e, %w : tensor<8x8xf32>, tensor<8x8xf32>) outs(%e : tensor<8x8xf32>) -> tensor<8x8xf32>
  return %0 : tensor<8x8xf32>
}

// -----

// expected-error @below {{argument 0 of 'instance_type' expects 'nvfp4.instance' on 'index', but got 'i32'}}
func.func @instance_type(%i: i32 {nvfp4.instance}, %e: tensor<8x8xf32> {nvfp4.gradient}, %w: tensor<8x8xf32> {nvfp4.param}) -> tensor<8x8xf32> {
  %0 = linalg.matmul ins(%e, %w : tensor<8x8xf32>, tensor<8x8xf32>) outs(%e : tensor<8x8xf32>) -> tensor<8x8xf32>
  return %0 : tensor<8x8xf32>
}

// -----

func.func @recursive(%e: tensor<8x8xf32> {nvfp4.gradient}, %w: tensor<8x8xf32> {nvfp4.param}) -> tensor<8x8xf32> {
  %0 = linalg.matmul ins(%e, %w : tensor<8x8xf32>, tensor<8x8xf32>) outs(%e : tensor<8x8xf32>) -> tensor<8x8xf32>
  // expected-error @below {{expects a function that receives a random seed not to be recursive}}
  %1 = call @recursive(%0, %w) : (tensor<8x8xf32>, tensor<8x8xf32>) -> tensor<8x8xf32>
  return %1 : tensor<8x8xf32>
}

// -----

func.func @address_taken(%e: tensor<8x8xf32> {nvfp4.gradient}, %w: tensor<8x8xf32> {nvfp4.param}) -> tensor<8x8xf32> {
  %0 = linalg.matmul ins(%e, %w : tensor<8x8xf32>, tensor<8x8xf32>) outs(%e : tensor<8x8xf32>) -> tensor<8x8xf32>
  return %0 : tensor<8x8xf32>
}
func.func @indirect(%e: tensor<8x8xf32>, %w: tensor<8x8xf32>) -> tensor<8x8xf32> {
  // expected-error @below {{expects '@address_taken', which receives a random seed, to be used by 'func.call' inside 'func.func' only}}
  %f = func.constant @address_taken : (tensor<8x8xf32>, tensor<8x8xf32>) -> tensor<8x8xf32>
  %0 = func.call_indirect %f(%e, %w) : (tensor<8x8xf32>, tensor<8x8xf32>) -> tensor<8x8xf32>
  return %0 : tensor<8x8xf32>
}

// -----

ml_program.func @other_function(%e: tensor<8x8xf32> {nvfp4.gradient}, %w: tensor<8x8xf32> {nvfp4.param}) -> tensor<8x8xf32> {
  // expected-error @below {{expects a random contraction to be inside 'func.func', which receives the seed}}
  %0 = linalg.matmul ins(%e, %w : tensor<8x8xf32>, tensor<8x8xf32>) outs(%e : tensor<8x8xf32>) -> tensor<8x8xf32>
  ml_program.return %0 : tensor<8x8xf32>
}

// -----

func.func @while_loop(%e: tensor<8x8xf32> {nvfp4.gradient}, %w: tensor<8x8xf32> {nvfp4.param}, %cond: i1) -> tensor<8x8xf32> {
  %r = scf.while (%a = %e) : (tensor<8x8xf32>) -> tensor<8x8xf32> {
    // expected-error @below {{expects scf.for, scf.forall, scf.parallel or an affine.for with constant lower bound around a random contraction, but got 'scf.while'}}
    %0 = linalg.matmul ins(%a, %w : tensor<8x8xf32>, tensor<8x8xf32>) outs(%a : tensor<8x8xf32>) -> tensor<8x8xf32>
    scf.condition(%cond) %0 : tensor<8x8xf32>
  } do {
  ^bb0(%a: tensor<8x8xf32>):
    scf.yield %a : tensor<8x8xf32>
  }
  return %r : tensor<8x8xf32>
}

// -----

func.func @cycle(%e: tensor<8x8xf32> {nvfp4.gradient}, %w: tensor<8x8xf32> {nvfp4.param}, %cond: i1) -> tensor<8x8xf32> {
  cf.br ^loop(%e : tensor<8x8xf32>)
^loop(%a: tensor<8x8xf32>):
  // expected-error @below {{expects counted loops around a random contraction, but got a cycle of blocks}}
  %0 = linalg.matmul ins(%a, %w : tensor<8x8xf32>, tensor<8x8xf32>) outs(%a : tensor<8x8xf32>) -> tensor<8x8xf32>
  cf.cond_br %cond, ^loop(%0 : tensor<8x8xf32>), ^exit
^exit:
  return %0 : tensor<8x8xf32>
}
