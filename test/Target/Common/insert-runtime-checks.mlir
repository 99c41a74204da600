// RUN: quartet-opt %s --quartet-prepare-entries --quartet-insert-runtime-checks --split-input-file | FileCheck %s
// RUN: quartet-opt %s --quartet-prepare-entries --quartet-insert-runtime-checks --quartet-plan-workspace --quartet-entry-abi --split-input-file | FileCheck %s --check-prefix=ABI

// The condition on sizes comes first, then those on data in the order of the
// program; equal ones share a number.
// CHECK-LABEL: func private @numbers.check_sizes
// CHECK: arith.cmpi eq
// CHECK-LABEL: func @numbers(
// CHECK-SAME: %[[X:.*]]: memref<?xf32>, %[[Y:.*]]: memref<256xf32> {quartet.inout}, %[[I:.*]]: index, %[[OK:.*]]: i1, %[[STATUS:.*]]: memref<i32> {quartet.status}
// CHECK-SAME: \22checks\22:[\22sizes\22,\22the assertion 'odd' holds\22,\22every index into ?xf32 is in range\22,\22every index into 256xf32 is in range\22]
// CHECK-NOT: cf.assert
// CHECK: %[[BAD:.*]] = arith.xori %[[OK]], %true
// CHECK: scf.if %[[BAD]] {
// CHECK-NEXT: %[[TWO:.*]] = arith.constant 2 : i32
// CHECK-NEXT: memref.atomic_rmw minu %[[TWO]], %[[STATUS]][]
// CHECK: %[[N:.*]] = memref.dim %[[X]], %c0
// CHECK: %[[INSIDE:.*]] = arith.cmpi ult, %[[I]], %[[N]]
// CHECK: %[[V:.*]] = scf.if %[[INSIDE]] -> (f32) {
// CHECK-NEXT: %[[LOADED:.*]] = memref.load %[[X]][%[[I]]]
// CHECK-NEXT: scf.yield %[[LOADED]]
// CHECK-NEXT: } else {
// CHECK-NEXT: %[[THREE:.*]] = arith.constant 3 : i32
// CHECK-NEXT: memref.atomic_rmw minu %[[THREE]], %[[STATUS]][]
// CHECK-NEXT: %[[ZERO:.*]] = arith.constant 0.000000e+00 : f32
// CHECK-NEXT: scf.yield %[[ZERO]]
// CHECK: scf.if %{{.*}} {
// CHECK-NEXT: memref.store %[[V]], %[[Y]][%[[I]]]
// CHECK-NEXT: } else {
// CHECK-NEXT: %[[FOUR:.*]] = arith.constant 4 : i32
// CHECK-NEXT: memref.atomic_rmw minu %[[FOUR]], %[[STATUS]][]
// CHECK: scf.if %[[BAD2:.*]] {
// CHECK-NEXT: %[[AGAIN:.*]] = arith.constant 2 : i32
// CHECK-NEXT: memref.atomic_rmw minu %[[AGAIN]], %[[STATUS]][]
//
// The word is -1 before the call; what is left of it is the entry's result.
// ABI-LABEL: llvm.func @numbers(
// ABI: %[[WORD:.*]] = llvm.alloca %{{.*}} x i32
// ABI: %[[NONE:.*]] = llvm.mlir.constant(-1 : i32)
// ABI: llvm.store %[[NONE]], %[[WORD]]
// ABI: call @numbers.body
// ABI: %[[DONE:.*]] = llvm.mlir.constant(0 : i32)
// ABI: %[[CODE:.*]] = llvm.load %[[WORD]]
// ABI: %[[FAILED:.*]] = llvm.icmp "sgt" %[[CODE]], %{{.*}} : i32
// ABI: %[[RESULT:.*]] = llvm.select %[[FAILED]], %[[CODE]], %[[DONE]]
// ABI: llvm.return %[[RESULT]]
func.func @numbers(%x: memref<?xf32>, %y: memref<256xf32> {quartet.inout},
                   %i: index, %ok: i1) {
  %c0 = arith.constant 0 : index
  %c4 = arith.constant 4 : index
  cf.assert %ok, "odd"
  %n = memref.dim %x, %c0 : memref<?xf32>
  %same = arith.cmpi eq, %n, %c4 : index
  cf.assert %same, "sizes" {quartet.size_check}
  %v = memref.load %x[%i] : memref<?xf32>
  memref.store %v, %y[%i] : memref<256xf32>
  cf.assert %ok, "odd"
  return
}

// -----

// Constants, loop counters and the loops of linalg stay within what they index.
// CHECK-LABEL: func @in_range(
// CHECK-NOT: quartet.status
// CHECK-NOT: scf.if
// CHECK: return
// ABI-LABEL: llvm.func @in_range(
// ABI-NOT: alloca
// ABI: llvm.return
func.func @in_range(%x: memref<?x8xf32>, %y: memref<?x8xf32> {quartet.inout}) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c7 = arith.constant 7 : index
  %n = memref.dim %x, %c0 : memref<?x8xf32>
  scf.for %i = %c0 to %n step %c1 {
    %v = memref.load %x[%i, %c7] : memref<?x8xf32>
  }
  linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>,
                                   affine_map<(i, j) -> (i, j)>],
                  iterator_types = ["parallel", "parallel"]}
      ins(%x : memref<?x8xf32>) outs(%y : memref<?x8xf32>) {
  ^bb0(%a: f32, %b: f32):
    %i = linalg.index 0 : index
    %j = linalg.index 1 : index
    %v = memref.load %x[%i, %j] : memref<?x8xf32>
    linalg.yield %v : f32
  }
  return
}

// -----

// A constant that is out of range, and a counter that goes one too far.
// CHECK-LABEL: func @out_of_range(
// CHECK-SAME: quartet.status
// CHECK-COUNT-2: arith.cmpi ult
func.func @out_of_range(%x: memref<8xf32>, %y: memref<8xf32> {quartet.inout}) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  %c9 = arith.constant 9 : index
  %v = memref.load %x[%c8] : memref<8xf32>
  scf.for %i = %c0 to %c9 step %c1 {
    memref.store %v, %y[%i] : memref<8xf32>
  }
  return
}
