// RUN: quartet-opt %s --split-input-file -verify-diagnostics

// expected-error @below {{argument 0 of 'misspelt' expects a mark of nvfp4 to be 'nvfp4.param', 'nvfp4.gradient', 'nvfp4.seed', 'nvfp4.instance', 'nvfp4.saved' or 'nvfp4.keep', but got 'nvfp4.parameter'}}
func.func @misspelt(%w: tensor<4x32xf32> {nvfp4.parameter}) {
  return
}

// -----

// expected-error @below {{argument 0 of 'value' expects 'nvfp4.param' to be unit, but got 3 : i32}}
func.func @value(%w: tensor<4x32xf32> {nvfp4.param = 3 : i32}) {
  return
}

// -----

// expected-error @below {{argument 0 of 'off' expects 'nvfp4.keep' to be unit, but got false}}
func.func @off(%w: tensor<4x32xf32> {nvfp4.keep = false}) {
  return
}

// -----

func.func @scalar_parameter(%x: tensor<4x32xf32>,
    // expected-error @below {{argument 1 of 'scalar_parameter' expects 'nvfp4.param' on a tensor or memref, but got 'f32'}}
    %w: f32 {nvfp4.param}) {
  return
}

// -----

// expected-error @below {{argument 0 of 'scalar_gradient' expects 'nvfp4.gradient' on a tensor or memref of floats, but got 'f32'}}
func.func @scalar_gradient(%e: f32 {nvfp4.gradient}) {
  return
}

// -----

// expected-error @below {{argument 0 of 'integer_gradient' expects 'nvfp4.gradient' on a tensor or memref of floats, but got 'tensor<4x4xi32>'}}
func.func @integer_gradient(%e: tensor<4x4xi32> {nvfp4.gradient}) {
  return
}

// -----

// expected-error @below {{argument 0 of 'vector_gradient' expects 'nvfp4.gradient' on a tensor or memref of floats, but got 'vector<4xf32>'}}
func.func @vector_gradient(%e: vector<4xf32> {nvfp4.gradient}) {
  return
}

// -----

// expected-error @below {{argument 0 of 'both' expects at most one of 'nvfp4.param' and 'nvfp4.gradient', but got both}}
func.func @both(%e: tensor<4x4xf32> {nvfp4.gradient, nvfp4.param}) {
  return
}

// -----

// expected-error @below {{argument 0 of 'many_seeds' expects 'nvfp4.seed' on 'i64' or 'tensor<i64>', but got 'tensor<1xi64>'}}
func.func @many_seeds(%s: tensor<1xi64> {nvfp4.seed}) {
  return
}

// -----

// expected-error @below {{argument 0 of 'unranked_seed' expects 'nvfp4.seed' on 'i64' or 'tensor<i64>', but got 'tensor<*xi64>'}}
func.func @unranked_seed(%s: tensor<*xi64> {nvfp4.seed}) {
  return
}

// -----

// expected-error @below {{argument 0 of 'narrow_seed' expects 'nvfp4.seed' on 'i64' or 'tensor<i64>', but got 'i32'}}
func.func @narrow_seed(%s: i32 {nvfp4.seed}) {
  return
}

// -----

// expected-error @below {{argument 0 of 'wide_instance' expects 'nvfp4.instance' on 'index', but got 'i64'}}
func.func @wide_instance(%i: i64 {nvfp4.instance}) {
  return
}

// -----

// expected-error @below {{argument 0 of 'declaration' expects 'nvfp4.param' on a tensor or memref, but got 'i1'}}
func.func private @declaration(i1 {nvfp4.param})

// -----

// expected-error @below {{expects no mark of nvfp4 on a result, but got 'nvfp4.param' on result 1}}
func.func @result(%x: tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32> {nvfp4.param}) {
  return %x, %x : tensor<4xf32>, tensor<4xf32>
}

// -----

func.func @operation(%x: tensor<4xf32>) -> tensor<4xf32> {
  // expected-error @below {{'arith.addf' op expects an attribute of nvfp4 to be 'nvfp4.keep', 'nvfp4.force' or 'nvfp4.role', but got 'nvfp4.kept'}}
  %y = arith.addf %x, %x {nvfp4.kept} : tensor<4xf32>
  return %y : tensor<4xf32>
}

// -----

// A mark of arguments.
// expected-error @below {{'ml_program.global' op expects an attribute of nvfp4 to be 'nvfp4.keep', 'nvfp4.force' or 'nvfp4.role', but got 'nvfp4.param'}}
"ml_program.global"() {sym_name = "w", type = tensor<4xf32>, nvfp4.param} : () -> ()

// -----

func.func @keep_value(%x: tensor<4xf32>) -> tensor<4xf32> {
  // expected-error @below {{'arith.addf' op expects 'nvfp4.keep' to be unit, but got "yes"}}
  %y = arith.addf %x, %x {nvfp4.keep = "yes"} : tensor<4xf32>
  return %y : tensor<4xf32>
}

// -----

func.func @force_value(%x: tensor<4xf32>) -> tensor<4xf32> {
  // expected-error @below {{'arith.addf' op expects 'nvfp4.force' to be unit, "fprop", "dgrad" or "wgrad", but got "forward"}}
  %y = arith.addf %x, %x {nvfp4.force = "forward"} : tensor<4xf32>
  return %y : tensor<4xf32>
}

// -----

func.func @role_value(%x: tensor<4xf32>) -> tensor<4xf32> {
  // expected-error @below {{'arith.addf' op expects 'nvfp4.role' to be #nvfp4.role, but got "fprop"}}
  %y = arith.addf %x, %x {nvfp4.role = "fprop"} : tensor<4xf32>
  return %y : tensor<4xf32>
}

// -----

// expected-error @below {{argument 0 of 'saved' expects 'nvfp4.saved' to be #nvfp4.saved<@function, result = number>, but got @f}}
func.func @saved(%x: tensor<4x32xf32> {nvfp4.saved = @f}) {
  return
}
