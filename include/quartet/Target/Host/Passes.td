//===- Passes.td - Lowering to this machine ----------------*- tablegen -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Passes of the host target, in the order of their use.
//
//===----------------------------------------------------------------------===//

#ifndef QUARTET_TARGET_HOST_PASSES_TD
#define QUARTET_TARGET_HOST_PASSES_TD

include "mlir/Pass/PassBase.td"

def HostLowerLinalg : Pass<"host-lower-linalg", "::mlir::func::FuncOp"> {
  let summary = "linalg and copies on memrefs to parallel loops of vectors";
  let description = [{
    Lowers linalg operations on memrefs whose operands are indexed by
    permutations of some loops and whose payload is scalar arithmetic.
    One parallel loop, the one that walks the last dimension of the outputs, is
    taken 16 elements at a time; another is unrolled so that loads are shared;
    the rest of the parallel loops become one `scf.parallel` over tiles of fixed
    size. Reductions run innermost, one element after the other in the order of
    the loops, with the partial results in registers: every result is computed
    by the same sequence of operations as by a plain loop nest, whatever the
    tiles and the number of threads. Bit-exact.

    Other linalg operations become plain loops, parallel where linalg says so.
    `memref.copy` is lowered in the same way. A contiguous
    `memref.expand_shape` becomes a `memref.reinterpret_cast`.
  }];
  let dependentDialects = ["::mlir::affine::AffineDialect",
                           "::mlir::arith::ArithDialect",
                           "::mlir::linalg::LinalgDialect",
                           "::mlir::memref::MemRefDialect",
                           "::mlir::scf::SCFDialect",
                           "::mlir::vector::VectorDialect"];
}

def HostSerializeParallel
    : Pass<"host-serialize-parallel", "::mlir::func::FuncOp"> {
  let summary = "make inner and reducing parallel loops sequential";
  let description = [{
    Threads are spent on the outermost `scf.parallel`. Those inside another one,
    and those with a reduction, whose result would depend on the number of
    threads, become `scf.for` in ascending order. Bit-exact.
  }];
  let dependentDialects = ["::mlir::scf::SCFDialect"];
}

def HostOutlineParallel : Pass<"host-outline-parallel", "::mlir::ModuleOp"> {
  let summary = "compile equal parallel loops once";
  let description = [{
    Moves every outermost `scf.parallel` into a private function that is never
    inlined. What the loop uses from outside becomes an argument, constants are
    copied into the function; loops whose functions are equal then share one.
    They may differ in integers other than indices, such as the sites of random
    numbers, which become arguments. A model of many equal layers is thus
    compiled in little more than the time of one, and no function grows with
    their number. Bit-exact.

    ```mlir
    scf.parallel (%i) = (%c0) to (%c8) step (%c1) {
      %v = memref.load %a[%i] : memref<8xf32>
      memref.store %v, %b[%i] : memref<8xf32>
    }
    ```

    becomes

    ```mlir
    func.call @parallel(%a, %b) : (memref<8xf32>, memref<8xf32>) -> ()
    ```
  }];
  let dependentDialects = ["::mlir::LLVM::LLVMDialect",
                           "::mlir::arith::ArithDialect",
                           "::mlir::func::FuncDialect"];
}

def HostHoistStack : Pass<"host-hoist-stack", "::mlir::func::FuncOp"> {
  let summary = "allocate stack buffers once per thread";
  let description = [{
    After `convert-scf-to-openmp`: moves every `memref.alloca` to the start of
    its `omp.parallel` region, or of the function, so that loops do not grow the
    stack, and inlines the `memref.alloca_scope`s that are left without a
    purpose. An alloca of dynamic size is an error. Bit-exact.
  }];
  let dependentDialects = ["::mlir::memref::MemRefDialect"];
}

def HostVerifyLowered : Pass<"host-verify-lowered", "::mlir::ModuleOp"> {
  let summary = "report operations that no pass of the host has lowered";
  let description = [{
    Last of the pipeline: what is not `llvm` or `omp` now has no translation.
    The error stands at the first such operation. Errors as well: arithmetic that
    needs a run-time library of the compiler (floats other than f16, bf16, f32
    and f64; division and conversion of integers wider than 64 bits), inline
    assembly, and a call of a function, such as one of the C library, that has
    the name of an entry. Bit-exact.
  }];
}

#endif // QUARTET_TARGET_HOST_PASSES_TD
