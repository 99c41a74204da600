// RUN: quartet-opt %s --quartet-prepare-entries --split-input-file | FileCheck %s

// Result extents and checks become functions of the argument extents; the
// result goes to the caller's buffer; the argument may not be overwritten.
// CHECK-LABEL: func private @sizes.result_sizes
// CHECK-SAME: (%[[M:.*]]: index, %[[N:.*]]: index) -> index
// CHECK: return %[[M]] : index
// CHECK-LABEL: func private @sizes.check_sizes
// CHECK-SAME: (%[[M:.*]]: index, %[[N:.*]]: index) -> i32
// CHECK: %[[SAME:.*]] = arith.cmpi eq, %[[M]], %[[N]]
// CHECK: %[[OK:.*]] = arith.constant 0 : i32
// CHECK: %[[ONE:.*]] = arith.constant 1 : i32
// CHECK: %[[CODE:.*]] = arith.select %[[SAME]], %[[OK]], %[[ONE]]
// CHECK: %[[NEGATIVE:.*]] = arith.cmpi slt, %[[M]]
// CHECK: arith.select %[[NEGATIVE]], %c-1_i32, %[[CODE]]
// CHECK-LABEL: func @sizes
// CHECK-SAME: %[[A:.*]]: tensor<?xf32> {bufferization.writable = false}
// CHECK-SAME: %[[B:.*]]: tensor<?xf32> {bufferization.writable = false, quartet.name = "b"}
// CHECK-SAME: %[[OUT:.*]]: memref<?xf32> {quartet.result = 0 : i64})
// CHECK-SAME: dimension 0 of argument 'arg0' equals dimension 0 of argument 'b'
// CHECK: %[[R:.*]] = linalg.add
// CHECK: bufferization.materialize_in_destination %[[R]] in restrict writable %[[OUT]]
// CHECK-NEXT: return{{$}}
func.func @sizes(%a: tensor<?xf32>, %b: tensor<?xf32> {quartet.name = "b"})
    -> tensor<?xf32> {
  %c0 = arith.constant 0 : index
  %m = tensor.dim %a, %c0 : tensor<?xf32>
  %n = tensor.dim %b, %c0 : tensor<?xf32>
  %same = arith.cmpi eq, %m, %n : index
  cf.assert %same, "never shown, because extents of arguments are named"
  %e = tensor.empty(%m) : tensor<?xf32>
  %r = linalg.add ins(%a, %b : tensor<?xf32>, tensor<?xf32>)
      outs(%e : tensor<?xf32>) -> tensor<?xf32>
  return %r : tensor<?xf32>
}

// -----

// The extent of a loop's result is that of its initial value, if every
// iteration keeps it.
// CHECK-LABEL: func private @loop.result_sizes
// CHECK-SAME: (%[[N:.*]]: index) -> index
// CHECK: return %[[N]]
func.func @loop(%a: tensor<?xf32>) -> tensor<?xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %r = scf.for %i = %c0 to %c4 step %c1 iter_args(%x = %a) -> tensor<?xf32> {
    %n = tensor.dim %x, %c0 : tensor<?xf32>
    %e = tensor.empty(%n) : tensor<?xf32>
    %y = linalg.exp ins(%x : tensor<?xf32>) outs(%e : tensor<?xf32>)
        -> tensor<?xf32>
    scf.yield %y : tensor<?xf32>
  }
  return %r : tensor<?xf32>
}

// -----

// A result bound to an argument has no buffer of its own.
// CHECK-LABEL: func @bound(
// CHECK-SAME: %[[W:.*]]: tensor<4xf32> {bufferization.writable = true, quartet.inout = 1 : i64},
// CHECK-SAME: %[[S:.*]]: f32,
// CHECK-SAME: %[[OUT:.*]]: memref<f32> {quartet.result = 0 : i64}) -> tensor<4xf32>
// CHECK: %[[NEW:.*]] = linalg.exp
// CHECK: memref.store %[[S]], %[[OUT]][]
// CHECK: %[[R:.*]] = bufferization.materialize_in_destination %[[NEW]] in %[[W]]
// CHECK: return %[[R]]
func.func @bound(%w: tensor<4xf32> {quartet.inout = 1 : i64}, %s: f32)
    -> (f32, tensor<4xf32>) {
  %e = tensor.empty() : tensor<4xf32>
  %new = linalg.exp ins(%w : tensor<4xf32>) outs(%e : tensor<4xf32>)
      -> tensor<4xf32>
  return %s, %new : f32, tensor<4xf32>
}

// -----

// The signature, and private functions that nothing calls.
// CHECK-NOT: func {{.*}}@unused
// CHECK: func @signature
// CHECK-SAME: {\22args\22:[{\22dtype\22:\22i8\22,\22name\22:\22arg0\22,\22shape\22:[-1,16]},
// CHECK-SAME: {\22dtype\22:\22i64\22,\22name\22:\22arg1\22,\22seed\22:true,\22shape\22:[]},
// CHECK-SAME: {\22dtype\22:\22index\22,\22name\22:\22arg2\22,\22shape\22:[]}]
// CHECK-SAME: \22checks\22:[],\22entry\22:\22signature\22
// CHECK-SAME: \22results\22:[{\22dtype\22:\22f8E4M3FN\22,\22name\22:\22scales\22,\22shape\22:[2]}]
func.func @signature(%a: tensor<?x16xi8>, %seed: tensor<i64> {nvfp4.seed},
                     %n: index)
    -> (tensor<2xf8E4M3FN> {quartet.name = "scales"}) {
  %e = tensor.empty() : tensor<2xf8E4M3FN>
  return %e : tensor<2xf8E4M3FN>
}
func.func private @unused(%a: tensor<4xf32>) -> tensor<4xf32> {
  return %a : tensor<4xf32>
}

// The stack of the caller may be small.
// CHECK-LABEL: func.func @stack
func.func @stack(%n: memref<?xf32>, %x: tensor<?xf32>) {
  %c0 = arith.constant 0 : index
  %d = tensor.dim %x, %c0 : tensor<?xf32>
  // CHECK: memref.alloc(%{{.*}}) {alignment = 64 : i64} : memref<?xf32>
  // CHECK-NOT: memref.alloca
  %b = memref.alloca(%d) {alignment = 64 : i64} : memref<?xf32>
  memref.copy %n, %b : memref<?xf32> to memref<?xf32>
  return
}
