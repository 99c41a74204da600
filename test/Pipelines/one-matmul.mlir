// The stages on one linear layer's forward product, y = x w^T.

// RUN: quartet-opt %s --quartet-raise=recipe=quartet2 2>/dev/null | FileCheck %s --check-prefix=RAISE
// RUN: quartet-opt %s --quartet-raise=recipe=bf16 2>/dev/null | FileCheck %s --check-prefix=BF16
// RUN: quartet-opt %s --quartet-raise --quartet-fuse 2>/dev/null | FileCheck %s --check-prefix=FUSE
// RUN: quartet-opt %s --quartet-raise --quartet-fuse=keep-element-types 2>/dev/null | FileCheck %s --check-prefix=RAISE
// RUN: quartet-opt %s --quartet-raise --quartet-fuse --quartet-host-bufferize 2>/dev/null | FileCheck %s --check-prefix=BUFFER
// RUN: quartet-opt %s --quartet-raise --quartet-fuse --quartet-host-bufferize --quartet-host-loops 2>/dev/null | FileCheck %s --check-prefix=LOOPS
// RUN: quartet-opt %s --quartet-raise --quartet-fuse --quartet-host 2>/dev/null | FileCheck %s --check-prefix=LLVM

// Raise: the recipe is readable. Both operands are quantized along k; the
// product is one operation; extents that hold by construction are not checked.
// RAISE-LABEL: func.func @linear
// RAISE-SAME: %[[X:.*]]: tensor<?x64xbf16>, %[[W:.*]]: tensor<32x64xbf16>
// RAISE-NOT: cf.assert
// RAISE: %[[XQ:.*]]:3 = nvfp4.quantize <quartet2_forward> ins(%[[X]]
// RAISE: %[[WQ:.*]]:3 = nvfp4.quantize <quartet2_forward> ins(%[[W]]
// RAISE: nvfp4.scaled_matmul lhs(%[[XQ]]#0, %[[XQ]]#1, %[[XQ]]#2 : tensor<?x64xf4E2M1FN>
// RAISE-SAME: rhs(%[[WQ]]#0, %[[WQ]]#1, %[[WQ]]#2
// RAISE-NOT: linalg.matmul

// The recipe that quantizes nothing leaves the graph alone.
// BF16-NOT: nvfp4.quantize
// BF16: linalg.matmul

// Fuse: two codes to a byte, half as many columns.
// FUSE-LABEL: func.func @linear
// FUSE-NOT: f4E2M1FN
// FUSE: nvfp4.scaled_matmul lhs({{.*}} : tensor<?x32xi8>, tensor<?x4xf8E4M3FN>, tensor<f32>)

// Bufferize: the product is written into the caller's buffer.
// BUFFER-LABEL: func.func @linear
// BUFFER-SAME: %[[Y:[a-z0-9]+]]: memref<?x32xf32> {quartet.result = 0 : i64}
// BUFFER-NOT: memref.copy
// BUFFER: nvfp4.scaled_matmul {{.*}} outs(%[[Y]] : memref<?x32xf32>)
// BUFFER-NEXT: return

// Loops: no operation of ours is left, and all memory is the caller's.
// LOOPS-LABEL: func.func @linear
// LOOPS-SAME: memref<?xi8> {quartet.workspace}
// LOOPS-NOT: nvfp4.quantize
// LOOPS-NOT: memref.alloc()
// LOOPS: memref.view
// LOOPS: scf.parallel

// Lowered: the C functions; threads.
// LLVM: llvm.mlir.global external constant @linear_signature
// LLVM: llvm.func @linear_check_sizes(%arg0: !llvm.ptr) -> i32
// LLVM: llvm.func @linear_workspace_size(%arg0: !llvm.ptr) -> i64
// LLVM: llvm.func @linear_result_sizes(%arg0: !llvm.ptr, %arg1: !llvm.ptr)
// LLVM: llvm.func @linear(%arg0: !llvm.ptr, %arg1: !llvm.ptr, %arg2: !llvm.ptr, %arg3: !llvm.ptr, %arg4: !llvm.ptr) -> i32
// LLVM: llvm.func internal @linear.body
// LLVM: omp.parallel

func.func @linear(%x: tensor<?x64xbf16>, %w: tensor<32x64xbf16> {nvfp4.param})
    -> tensor<?x32xf32> {
  %c0 = arith.constant 0 : index
  %zero = arith.constant 0.0 : f32
  %m = tensor.dim %x, %c0 : tensor<?x64xbf16>
  %wt_empty = tensor.empty() : tensor<64x32xbf16>
  %wt = linalg.transpose ins(%w : tensor<32x64xbf16>)
      outs(%wt_empty : tensor<64x32xbf16>) permutation = [1, 0]
  %empty = tensor.empty(%m) : tensor<?x32xf32>
  %init = linalg.fill ins(%zero : f32) outs(%empty : tensor<?x32xf32>)
      -> tensor<?x32xf32>
  %y = linalg.matmul ins(%x, %wt : tensor<?x64xbf16>, tensor<64x32xbf16>)
      outs(%init : tensor<?x32xf32>) -> tensor<?x32xf32>
  return %y : tensor<?x32xf32>
}
