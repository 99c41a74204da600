//===- Passes.td - Entries, workspace and C ABI ------------*- tablegen -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Passes that every target uses to turn functions on tensors into entries that
// a C program can call: size checks, out-parameters, read-only arguments, one
// workspace, and the C functions themselves. In the order of their use.
//
//===----------------------------------------------------------------------===//

#ifndef QUARTET_TARGET_COMMON_PASSES_TD
#define QUARTET_TARGET_COMMON_PASSES_TD

include "mlir/Pass/PassBase.td"

def QuartetInsertSizeChecks
    : Pass<"quartet-insert-size-checks", "::mlir::func::FuncOp"> {
  let summary = "assert that extents which a linalg op equates are equal";
  let description = [{
    Behaviour of a linalg operation whose operands disagree on the extent of a
    loop is undefined, and dynamic extents come from the caller. This pass
    writes a `cf.assert` for every pair of extents that indexes the same loop
    and is not known to agree, for every `tensor.cast` to a static extent, every
    slice at fixed positions of a dynamic extent, and every `tensor.expand_shape`
    of a dynamic extent. The assertions are marked `quartet.size_check`. Slices at positions computed at run time are not
    checked.
    Canonicalization removes those that hold by construction;
    `quartet-prepare-entries` turns the rest into the entry's size check.
    Bit-exact.

    ```mlir
    %y = linalg.matmul ins(%a, %b : tensor<?x?xf32>, tensor<?x8xf32>) ...
    ```

    becomes

    ```mlir
    %k0 = tensor.dim %a, %c1 : tensor<?x?xf32>
    %k1 = tensor.dim %b, %c0 : tensor<?x8xf32>
    %same = arith.cmpi eq, %k1, %k0 : index
    cf.assert %same, "linalg.matmul: dimension 0 of operand 1 equals dimension 1 of operand 0" {quartet.size_check}
    ```
  }];
  let dependentDialects = ["::mlir::arith::ArithDialect",
                           "::mlir::cf::ControlFlowDialect",
                           "::mlir::tensor::TensorDialect"];
}

def QuartetPrepareEntries
    : Pass<"quartet-prepare-entries", "::mlir::ModuleOp"> {
  let summary = "give public functions out-parameters, size functions and a "
                "signature";
  let description = [{
    Precondition: calls are inlined. Every public function becomes an entry:

    * Each result becomes a trailing memref argument `{quartet.result = i}`,
      into which the result is materialized. An argument marked
      `{quartet.inout = i : i64}` receives result i instead and is the only kind
      of tensor argument that may be overwritten; the others get
      `bufferization.writable = false`.
    * `@f.check_sizes(extents...) -> i32` takes over the `cf.assert`s whose
      conditions follow from the extents of arguments: 0, the 1-based number of
      the first condition that fails, or -1 for a negative extent. Others are
      left for `quartet-insert-runtime-checks`. `@f.result_sizes(extents...)` returns the dynamic extents of the
      results. Extents are those that are dynamic in the arguments, in order.
    * The attribute `quartet.signature` holds the signature as JSON. Names of
      arguments and results come from the attribute `quartet.name`.

    * Buffers on the stack (`memref.alloca`) become allocations, to be planned.

    A result extent, or an assertion marked `quartet.size_check`, that does not
    follow from the extents of arguments is an error, as are types that cannot
    cross the C ABI, names that C or LLVM reserve, and functions that do not
    return. Bit-exact.
  }];
  let dependentDialects = ["::mlir::arith::ArithDialect",
                           "::mlir::bufferization::BufferizationDialect",
                           "::mlir::memref::MemRefDialect",
                           "::mlir::tensor::TensorDialect"];
}

def QuartetDecomposeAggregates
    : Pass<"quartet-decompose-aggregates", "::mlir::func::FuncOp"> {
  let summary = "split operations such as linalg.softmax into regular ones";
  let description = [{
    Applies the decomposition that linalg's aggregated operations (softmax and
    the Winograd transforms) bring along: a softmax becomes a maximum, a
    difference, an exponential, a sum and a quotient. Bit-exact: it is the
    meaning of these operations.
  }];
  let dependentDialects = ["::mlir::affine::AffineDialect",
                           "::mlir::arith::ArithDialect",
                           "::mlir::linalg::LinalgDialect",
                           "::mlir::math::MathDialect",
                           "::mlir::tensor::TensorDialect"];
}

def QuartetTieLoopValues
    : Pass<"quartet-tie-loop-values", "::mlir::func::FuncOp"> {
  let summary = "let every iteration of a loop reuse the buffer of the last";
  let description = [{
    Bufferization refuses a loop that yields a tensor in another buffer than the
    one it was given. This pass materializes each tensor that `scf.for` or
    `scf.while` yields, or passes on in its condition, in the argument that it
    replaces. Bufferization then computes in place where it can and copies where
    it must. Values that could be in the buffer of another argument are copied
    before any argument is overwritten, as are results of inner loops and
    branches, unless these do nothing but update the argument itself, which then
    happens in place without further ado. Bit-exact.

    ```mlir
    scf.yield %new : tensor<16xf32>
    ```

    becomes, with `%old` the loop's argument,

    ```mlir
    %same = bufferization.materialize_in_destination %new in %old
        : (tensor<16xf32>, tensor<16xf32>) -> tensor<16xf32>
    scf.yield %same : tensor<16xf32>
    ```
  }];
  let dependentDialects = ["::mlir::bufferization::BufferizationDialect",
                           "::mlir::tensor::TensorDialect"];
}

def QuartetSplitEmptyTensors
    : Pass<"quartet-split-empty-tensors", "::mlir::func::FuncOp"> {
  let summary = "give every use of a tensor.empty its own";
  let description = [{
    CSE merges equal `tensor.empty` operations. For bufferization that is a
    loss: unrelated results then compete for one buffer, and the analysis takes
    time cubic in the number of uses. Bit-exact.
  }];
  let dependentDialects = ["::mlir::tensor::TensorDialect"];
}

def QuartetSplitArguments
    : Pass<"quartet-split-arguments", "::mlir::func::FuncOp"> {
  let summary = "give every use of a read-only argument its own tensor";
  let description = [{
    The analysis of bufferization looks, at every use of a tensor, at all other
    uses of it, which for an argument that the whole program reads (the seed, a
    mask) is quadratic in the size of the program. This pass gives read-only
    tensor arguments of entries (`bufferization.writable = false`) their memref
    type and every use a `bufferization.to_tensor` of its own. Since nothing may
    be written in place there, the uses cannot be in each other's way, and a
    destination is copied as before. Bit-exact.

    ```mlir
    func.func @f(%s: tensor<i64> {bufferization.writable = false}) {
      %0 = "a"(%s) : (tensor<i64>) -> tensor<4xf32>
      %1 = "b"(%s) : (tensor<i64>) -> tensor<4xf32>
    ```

    becomes

    ```mlir
    func.func @f(%s: memref<i64>) {
      %s0 = bufferization.to_tensor %s restrict : memref<i64> to tensor<i64>
      %0 = "a"(%s0) : (tensor<i64>) -> tensor<4xf32>
      %s1 = bufferization.to_tensor %s restrict : memref<i64> to tensor<i64>
      %1 = "b"(%s1) : (tensor<i64>) -> tensor<4xf32>
    ```
  }];
  let dependentDialects = ["::mlir::bufferization::BufferizationDialect"];
}

def QuartetVerifyEntries
    : Pass<"quartet-verify-entries", "::mlir::ModuleOp"> {
  let summary = "report bufferized entries that break the rules of the ABI";
  let description = [{
    After bufferization an entry returns nothing, writes no argument that the
    signature does not call written, and holds no buffer of f4E2M1FN elements.
    Results bound to an argument (`quartet.inout`) are dropped here, because
    they are that argument. Anything else is an error at the operation that
    breaks the rule. Bit-exact.
  }];
}

def QuartetInsertRuntimeChecks
    : Pass<"quartet-insert-runtime-checks", "::mlir::ModuleOp"> {
  let summary = "check conditions that depend on data while an entry runs";
  let description = [{
    After bufferization, takes on what no check of sizes can know: every
    `cf.assert` that is left, and every `memref.load` and `memref.store` whose
    indices are not known to be in range (constants, loop counters and
    `linalg.index` are, where bounds can be compared).

    An entry with such a condition gets an argument
    `memref<i32> {quartet.status}`, whose word is -1 before the call. A condition
    that fails puts its number there, as an atomic unsigned minimum: after the
    call the word is the number of the first condition that has failed, whatever
    the number of threads. Conditions are numbered on from those of
    `@f.check_sizes`, in the order of the program, equal ones once; their texts
    join "checks" of the signature.

    A load that would leave its buffer gives 0 instead, such a store does
    nothing, and the program goes on. Bit-exact as long as no condition fails.

    ```mlir
    %v = memref.load %table[%i] : memref<256xf32>
    ```

    becomes

    ```mlir
    %c256 = arith.constant 256 : index
    %inside = arith.cmpi ult, %i, %c256 : index
    %v = scf.if %inside -> (f32) {
      %0 = memref.load %table[%i] : memref<256xf32>
      scf.yield %0 : f32
    } else {
      %number = arith.constant 1 : i32
      %1 = memref.atomic_rmw minu %number, %status[] : (i32, memref<i32>) -> i32
      %zero = arith.constant 0.0 : f32
      scf.yield %zero : f32
    }
    ```

    Error: an element type that has no zero, such as complex numbers.
  }];
  let dependentDialects = ["::mlir::arith::ArithDialect",
                           "::mlir::memref::MemRefDialect",
                           "::mlir::scf::SCFDialect"];
}

def QuartetPlanWorkspace
    : Pass<"quartet-plan-workspace", "::mlir::ModuleOp"> {
  let summary = "replace allocations by parts of one caller-owned workspace";
  let description = [{
    Appends an argument `memref<?xi8> {quartet.workspace}` to every entry and
    makes each `memref.alloc` a view into it. Buffers whose lifetimes do not
    overlap share a slot; a slot is as large as the largest of its members,
    which for dynamic extents is computed at run time, and is aligned to
    64 bytes. A buffer that is used in a loop but allocated outside lives as
    long as the loop; one whose size differs between iterations gets room for a
    bound that holds for all. `@f.workspace_size(extents...) -> index` returns
    the number of bytes, or -1 if there are more than 2^48. Bit-exact.

    Errors: a size that does not follow from the extents of arguments and has no
    bound that does, or is larger than 2^48 bytes whatever they are; a buffer
    that a loop carries to its next iteration; a buffer of dynamic size, or
    larger than `max-stack-bytes`, inside a parallel loop (smaller ones go to
    the stack of the thread).
  }];
  let options = [
    Option<"maxStackBytes", "max-stack-bytes", "int64_t", "65536",
           "Largest buffer inside a parallel loop that may go to the stack">];
  let dependentDialects = ["::mlir::arith::ArithDialect",
                           "::mlir::memref::MemRefDialect"];
}

def QuartetEntryABI : Pass<"quartet-entry-abi", "::mlir::ModuleOp"> {
  let summary = "write the C functions of quartet/Runtime/ABI.h";
  let description = [{
    For every entry `f` (after `quartet-plan-workspace`) writes the LLVM
    functions `f`, `f_check_sizes`, `f_workspace_size`, `f_result_sizes` and the
    constant `f_signature`, and renames the function itself to `f.body` with
    internal linkage. Buffers are contiguous and row-major. Bit-exact.
  }];
  let dependentDialects = ["::mlir::LLVM::LLVMDialect",
                           "::mlir::arith::ArithDialect",
                           "::mlir::memref::MemRefDialect"];
}

#endif // QUARTET_TARGET_COMMON_PASSES_TD
