// RUN: quartet-opt %s --quartet-prepare-entries --split-input-file -verify-diagnostics

// expected-error @below {{argument 0 of 'complex_argument' expects scalars, ranked tensors or contiguous memrefs of}}
func.func @complex_argument(%a: tensor<4xcomplex<f32>>) {
  return
}

// -----

// expected-error @below {{argument 0 of 'strided_argument' expects scalars, ranked tensors or contiguous memrefs of}}
func.func @strided_argument(%a: memref<4xf32, strided<[2]>>) {
  return
}

// -----

// expected-error @below {{result 0 of 'memref_result' expects scalars or ranked tensors of}}
func.func @memref_result(%a: memref<4xf32>) -> memref<4xf32> {
  return %a : memref<4xf32>
}

// -----

// expected-error @below {{argument 0 of 'inout_without_result' expects 'quartet.inout' to be the number of a result of type 'tensor<4xf32>', but got 1 : i64}}
func.func @inout_without_result(%a: tensor<4xf32> {quartet.inout = 1 : i64})
    -> tensor<4xf32> {
  return %a : tensor<4xf32>
}

// -----

// expected-error @below {{argument 0 of 'inout_unit' expects 'quartet.inout' to be the number of a result of type 'tensor<4xf32>', but got unit}}
func.func @inout_unit(%a: tensor<4xf32> {quartet.inout}) -> tensor<4xf32> {
  return %a : tensor<4xf32>
}

// -----

func.func @inout_twice(%a: tensor<4xf32> {quartet.inout = 0 : i64},
  // expected-error @below {{expects at most one argument per result, but got a second one for result 0}}
                       %b: tensor<4xf32> {quartet.inout = 0 : i64})
    -> tensor<4xf32> {
  return %a : tensor<4xf32>
}

// -----

func.func @result_size_from_data(%n: index) -> tensor<?xf32> {
  // expected-note @above {{this value does not}}
  %e = tensor.empty(%n) : tensor<?xf32>
  // expected-error @below {{expects dimension 0 of result 0 to follow from the extents of arguments}}
  return %e : tensor<?xf32>
}

// -----

func.func @growing_loop(%a: tensor<?xf32>) -> tensor<?xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  // expected-note @below {{this value does not}}
  %r = scf.for %i = %c0 to %c4 step %c1 iter_args(%x = %a) -> tensor<?xf32> {
    %n = tensor.dim %x, %c0 : tensor<?xf32>
    %m = arith.addi %n, %c1 : index
    %y = tensor.empty(%m) : tensor<?xf32>
    scf.yield %y : tensor<?xf32>
  }
  // expected-error @below {{expects dimension 0 of result 0 to follow from the extents of arguments}}
  return %r : tensor<?xf32>
}

// -----

func.func @condition_from_data(%b: tensor<i1>) {
  // expected-note @below {{this value does not}}
  %c = tensor.extract %b[] : tensor<i1>
  // expected-error @below {{expects an asserted condition to follow from the extents of arguments}}
  cf.assert %c, "data" {quartet.size_check}
  return
}

// -----

func.func @recursive(%a: tensor<4xf32>) -> tensor<4xf32> {
  // expected-error @below {{expects calls that can be inlined, but got a recursive, indirect or unstructured one}}
  %r = call @recursive(%a) : (tensor<4xf32>) -> tensor<4xf32>
  return %r : tensor<4xf32>
}

// -----

// expected-error @below {{expects functions with a body, but got the declaration 'external'}}
func.func private @external(tensor<4xf32>) -> tensor<4xf32>

// -----

func.func @unpacked(%b: tensor<4x16xi8>) {
  // expected-error @below {{expects f4E2M1FN values packed two to an i8, but got 'tensor<4x32xf4E2M1FN>'}}
  %d = nvfp4.from_storage %b : tensor<4x16xi8> to tensor<4x32xf4E2M1FN>
  return
}

// -----

// expected-error @below {{expects structured control flow, but got 2 blocks in 'branches'}}
func.func @branches(%a: tensor<4xf32>) -> tensor<4xf32> {
  cf.br ^bb1
^bb1:
  return %a : tensor<4xf32>
}

// -----

// expected-error @below {{argument 1 of 'seed_type' expects 'nvfp4.seed' on 'i64' or 'tensor<i64>', but got 'tensor<4xi64>'}}
func.func @seed_type(%a: tensor<4xf32>, %s: tensor<4xi64> {nvfp4.seed}) {
  return
}

// -----

// expected-error @below {{expects at most one argument marked 'nvfp4.seed', but got a second one for 'two_seeds'}}
func.func @two_seeds(%s: tensor<i64> {nvfp4.seed}, %t: tensor<i64> {nvfp4.seed}) {
  return
}

// -----

// expected-error @below {{argument 0 of 'misspelt' expects a mark of quartet to be 'quartet.name' or 'quartet.inout', but got 'quartet.inuot'}}
func.func @misspelt(%a: tensor<4xf32> {quartet.inuot = 0 : i64}) -> tensor<4xf32> {
  return %a : tensor<4xf32>
}

// -----

// expected-error @below {{argument 0 of 'unnamed' expects 'quartet.name' to be a string, but got 3 : i64}}
func.func @unnamed(%a: tensor<4xf32> {quartet.name = 3 : i64}) {
  return
}

// -----

// expected-error @below {{argument 0 of 'inout_wide' expects 'quartet.inout' to be the number of a result of type 'tensor<4xf32>', but got 18446744073709551616 : i128}}
func.func @inout_wide(%a: tensor<4xf32> {quartet.inout = 18446744073709551616 : i128})
    -> tensor<4xf32> {
  return %a : tensor<4xf32>
}

// -----

// expected-error @below {{result 0 of 'bound_result' expects a mark of quartet to be 'quartet.name', but got 'quartet.inout'}}
func.func @bound_result(%a: tensor<4xf32>) -> (tensor<4xf32> {quartet.inout = 0 : i64}) {
  return %a : tensor<4xf32>
}

// -----

#CSR = #sparse_tensor.encoding<{map = (i, j) -> (i : dense, j : compressed)}>
// expected-error @below {{argument 0 of 'sparse_argument' expects scalars, ranked tensors or contiguous memrefs of i1, i8, i16, i32, i64, index, f8E4M3FN, f8E5M2, f16, bf16, f32 or f64, without encoding, but got 'tensor<4x4xf32, #sparse_tensor.encoding}}
func.func @sparse_argument(%a: tensor<4x4xf32, #CSR>) {
  return
}

// -----

func.func @encoded_value() {
  // expected-error @below {{expects tensors without encoding, but got 'tensor<4xf32, "odd">'}}
  %a = ub.poison : tensor<4xf32, "odd">
  return
}

// -----

#CSR = #sparse_tensor.encoding<{map = (i, j) -> (i : dense, j : compressed)}>
func.func @sparse_value(%a: tensor<4x4xf32>) -> tensor<4x4xf32> {
  // expected-error @below {{expects tensors without encoding, but got 'tensor<4x4xf32, #sparse_tensor.encoding}}
  %s = sparse_tensor.convert %a : tensor<4x4xf32> to tensor<4x4xf32, #CSR>
  %d = sparse_tensor.convert %s : tensor<4x4xf32, #CSR> to tensor<4x4xf32>
  return %d : tensor<4x4xf32>
}

// -----

func.func @endless() -> tensor<4xf32> {
  // expected-error @below {{expects an entry to end in 'func.return', but got 'ub.unreachable'}}
  ub.unreachable
}

// -----

// expected-error @below {{expects an entry whose name C and LLVM do not reserve, but got 'llvm.exp'}}
func.func @llvm.exp() {
  return
}

// -----

// Its companions would be intrinsics.
// expected-error @below {{expects an entry whose name C and LLVM do not reserve, but got 'llvm'}}
func.func @llvm() {
  return
}

// -----

// expected-error @below {{expects an entry whose name C and LLVM do not reserve, but got '__kmpc_fork_call'}}
func.func @__kmpc_fork_call() {
  return
}

// -----

// expected-error @below {{expects an entry whose name C and LLVM do not reserve, but got 'memcpy'}}
func.func @memcpy() {
  return
}

// -----

// expected-error @below {{expects an entry whose name C and LLVM do not reserve, but got ''}}
func.func @""() {
  return
}
