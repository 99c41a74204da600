// RUN: quartet-opt %s --convert-linalg-to-gpu --canonicalize --split-input-file | FileCheck %s

// A thread takes 16 bytes of the widest operand; the grid is computed on the
// host.

// CHECK-LABEL: func.func @elementwise
// CHECK-SAME: %[[X:.*]]: memref<?x384xbf16>, %[[Y:.*]]: memref<?x384xf32>
// CHECK: %[[M:.*]] = memref.dim %[[X]]
// CHECK: %[[COUNT:.*]] = arith.muli %[[M]], %c384
// CHECK: %[[UP:.*]] = arith.addi %[[COUNT]], %c1023
// CHECK: %[[BLOCKS:.*]] = arith.divui %[[UP]], %c1024
// CHECK: gpu.launch_func @kernels::@extf_mulf_dx384_f32 blocks in (%[[BLOCKS]], %c1, %c1) threads in (%c256, %c1, %c1) args(%[[X]] : memref<?x384xbf16>, %[[Y]] : memref<?x384xf32>)
// CHECK-NOT: linalg.generic
// CHECK: gpu.func @extf_mulf_dx384_f32(%[[A:.*]]: memref<?x384xbf16>, %[[B:.*]]: memref<?x384xf32>) kernel
// CHECK-SAME: known_block_size = array<i32: 256, 1, 1>
// CHECK: %[[BLOCK:.*]] = gpu.block_id x
// CHECK: %[[FIRST:.*]] = arith.muli %[[BLOCK]], %c256
// CHECK: %[[THREAD:.*]] = gpu.thread_id x
// CHECK: %[[PART:.*]] = arith.addi %[[FIRST]], %[[THREAD]]
// CHECK: arith.cmpi ult, %[[PART]]
// CHECK: scf.if
// CHECK: %[[I:.*]] = arith.muli %[[PART]], %c4
// CHECK: %[[COLUMN:.*]] = arith.remui %[[I]], %c384
// CHECK: %[[ROW:.*]] = arith.divui %[[I]], %c384
// CHECK: vector.load %[[A]][%[[ROW]], %[[COLUMN]]] {alignment = 8 : i64} : memref<?x384xbf16>, vector<4xbf16>
// CHECK-COUNT-4: arith.mulf
// CHECK: %[[V:.*]] = vector.from_elements
// CHECK: vector.store %[[V]], %[[B]][%[[ROW]], %[[COLUMN]]] {alignment = 16 : i64} : memref<?x384xf32>, vector<4xf32>
#id = affine_map<(i, j) -> (i, j)>
func.func @elementwise(%x: memref<?x384xbf16>, %y: memref<?x384xf32>) {
  %two = arith.constant 2.5 : f32
  linalg.generic {indexing_maps = [#id, #id],
                  iterator_types = ["parallel", "parallel"]}
      ins(%x : memref<?x384xbf16>) outs(%y : memref<?x384xf32>) {
  ^bb0(%a: bf16, %o: f32):
    %f = arith.extf %a : bf16 to f32
    %m = arith.mulf %f, %two : f32
    linalg.yield %m : f32
  }
  return
}

// -----

// Rows that do not begin at multiples of 16 bytes: one element per thread.

// CHECK-LABEL: func.func @odd_rows
// CHECK: gpu.func
// CHECK-NOT: vector.load
// CHECK: memref.load
func.func @odd_rows(%x: memref<5x6xf32>, %y: memref<5x6xf32>) {
  linalg.abs ins(%x : memref<5x6xf32>) outs(%y : memref<5x6xf32>)
  return
}

// -----

// A warp per row: lanes combine by a butterfly, the first adds the old value.

// CHECK-LABEL: func.func @row_sums
// CHECK: %[[ROWS:.*]] = arith.constant 13 : index
// CHECK: blocks in (%[[ROWS]], %c1, %c1)
// CHECK: gpu.func @addf_100x70_f32(%[[X:.*]]: memref<100x70xf32>, %[[Y:.*]]: memref<100xf32>)
// CHECK-DAG: %[[ZERO:.*]] = arith.constant 0.000000e+00 : f32
// CHECK: %[[LANE:.*]] = arith.remui %{{.*}}, %c32
// CHECK: %[[SUM:.*]] = scf.for %{{.*}} = %[[LANE]] to %c70 step %c32 iter_args(%{{.*}} = %[[ZERO]])
// CHECK: gpu.shuffle xor %[[SUM]]
// CHECK: gpu.shuffle xor
// CHECK: gpu.shuffle xor
// CHECK: gpu.shuffle xor
// CHECK: gpu.shuffle xor
// CHECK: %[[FIRST:.*]] = arith.cmpi eq, %[[LANE]], %c0
// CHECK: scf.if %[[FIRST]]
// CHECK: %[[OLD:.*]] = memref.load %[[Y]]
// CHECK: arith.addf %[[OLD]]
func.func @row_sums(%x: memref<100x70xf32>, %y: memref<100xf32>) {
  linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>,
                                   affine_map<(i, j) -> (i)>],
                  iterator_types = ["parallel", "reduction"]}
      ins(%x : memref<100x70xf32>) outs(%y : memref<100xf32>) {
  ^bb0(%a: f32, %o: f32):
    %s = arith.addf %o, %a : f32
    linalg.yield %s : f32
  }
  return
}

// -----

// The output keeps the reduced dimension.

// CHECK-LABEL: func.func @kept_dimension
// CHECK: gpu.func @addf_8x70_f32
// CHECK: gpu.shuffle xor
// CHECK: memref.store %{{.*}}, %{{.*}}[%{{.*}}, %{{.*}}] : memref<8x1xf32>
func.func @kept_dimension(%x: memref<8x70xf32>, %y: memref<8x1xf32>) {
  linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>,
                                   affine_map<(i, j) -> (i, 0)>],
                  iterator_types = ["parallel", "reduction"]}
      ins(%x : memref<8x70xf32>) outs(%y : memref<8x1xf32>) {
  ^bb0(%a: f32, %o: f32):
    %s = arith.addf %o, %a : f32
    linalg.yield %s : f32
  }
  return
}

// -----

// Column sums: a thread per column reads rows in order.

// CHECK-LABEL: func.func @column_sums
// CHECK: gpu.func @addf_100x70_f32
// CHECK-NOT: gpu.shuffle
// CHECK: scf.for %{{.*}} = %c0 to %c100 step %c1
func.func @column_sums(%x: memref<100x70xf32>, %y: memref<70xf32>) {
  linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>,
                                   affine_map<(i, j) -> (j)>],
                  iterator_types = ["reduction", "parallel"]}
      ins(%x : memref<100x70xf32>) outs(%y : memref<70xf32>) {
  ^bb0(%a: f32, %o: f32):
    %s = arith.addf %o, %a : f32
    linalg.yield %s : f32
  }
  return
}

// -----

// Equal kernels are one; a copy is a kernel; a view that is not contiguous is
// taken inside.

// CHECK-LABEL: func.func @shared
// CHECK-COUNT-2: gpu.launch_func @kernels::@fill_64_f32
// CHECK: gpu.launch_func @kernels::@copy_8x4_f32 {{.*}} args(%{{.*}} : memref<8x8xf32>, %{{.*}} : memref<8x4xf32>)
// CHECK-COUNT-1: gpu.func @fill_64_f32
// CHECK: gpu.func @copy_8x4_f32(%[[X:.*]]: memref<8x8xf32>
// CHECK: memref.subview %[[X]]
func.func @shared(%a: memref<64xf32>, %b: memref<64xf32>, %x: memref<8x8xf32>,
                  %y: memref<8x4xf32>) {
  %f = arith.constant 1.0 : f32
  linalg.fill ins(%f : f32) outs(%a : memref<64xf32>)
  linalg.fill ins(%f : f32) outs(%b : memref<64xf32>)
  %v = memref.subview %x[0, 4] [8, 4] [1, 1]
      : memref<8x8xf32> to memref<8x4xf32, strided<[8, 1], offset: 4>>
  memref.copy %v, %y
      : memref<8x4xf32, strided<[8, 1], offset: 4>> to memref<8x4xf32>
  return
}

// -----

// A number that is read from a buffer is read by the kernel, and so is a table.

// CHECK-LABEL: func.func @reads
// CHECK-NOT: memref.load
// CHECK: args(%{{.*}} : memref<?xi64>, %{{.*}} : memref<?xf32>, %{{.*}} : memref<256xf32>, %{{.*}} : memref<f32>)
// CHECK: gpu.func
// CHECK: memref.load %{{.*}}[] : memref<f32>
func.func @reads(%s: memref<f32>, %x: memref<?xi64>, %y: memref<?xf32>,
                 %table: memref<256xf32>) {
  %scale = memref.load %s[] : memref<f32>
  linalg.generic {indexing_maps = [affine_map<(i) -> (i)>,
                                   affine_map<(i) -> (i)>],
                  iterator_types = ["parallel"]}
      ins(%x : memref<?xi64>) outs(%y : memref<?xf32>) {
  ^bb0(%a: i64, %o: f32):
    %i = arith.index_cast %a : i64 to index
    %t = memref.load %table[%i] : memref<256xf32>
    %m = arith.mulf %t, %scale : f32
    linalg.yield %m : f32
  }
  return
}

// -----

// A store of the host is a kernel of one element.

// CHECK-LABEL: func.func @store
// CHECK: gpu.launch_func @kernels::@store blocks in (%c1, %c1, %c1)
// CHECK: gpu.func @store(%[[V:.*]]: f32, %[[X:.*]]: memref<4xf32>, %[[I:.*]]: index)
// CHECK: scf.if
// CHECK: memref.store %[[V]], %[[X]][%[[I]]]
func.func @store(%x: memref<4xf32>, %v: f32, %i: index) {
  memref.store %v, %x[%i] : memref<4xf32>
  return
}
