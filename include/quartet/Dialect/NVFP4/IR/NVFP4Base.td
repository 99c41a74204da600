//===- NVFP4Base.td - The nvfp4 dialect and its types ------*- tablegen -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The dialect itself and the type constraints shared by its operations.
// Quantized matrices are three values of builtin types, so the dialect has no
// types of its own.
//
//===----------------------------------------------------------------------===//

#ifndef QUARTET_DIALECT_NVFP4_IR_NVFP4BASE_TD
#define QUARTET_DIALECT_NVFP4_IR_NVFP4BASE_TD

include "mlir/IR/OpBase.td"
include "mlir/IR/CommonTypeConstraints.td"

def NVFP4_Dialect : Dialect {
  let name = "nvfp4";
  let cppNamespace = "::quartet::nvfp4";
  let summary = "blockwise 4-bit quantization, rotation and scaled matmul";
  let description = [{
    The `nvfp4` dialect states NVFP4 training arithmetic on tensors: blockwise
    quantization, randomized Hadamard rotation and matrix multiplication of
    quantized operands. Every operation means the same on every target, down to
    the last bit for quantization; the arithmetic is specified in
    docs/Numerics.md, whose constraint labels the verifiers and tests repeat.

    **Quantized matrix.** Three values: the data (`f4E2M1FN`, or `i8` with two
    codes per byte once storage is legalized), the block scales (`f8E4M3FN`,
    one per 16 elements of the last dimension) and the tensor scale (`f32`,
    rank 0). With `R` rows and `K` columns the data is `R x P`, where `P` is `K`
    rounded up to 32, or to the rotation group if the values were rotated;
    columns past `K` count as +0. One leading batch dimension is allowed.

    **Scale layout.** Block scales of rank 2 (3 with batch) are linear,
    `R x P/16`. Rank 5 (6) is the 128x4 tiling of the tensor cores,
    `ceil(R/128) x ceil(P/64) x 32 x 4 x 4`; its pad bytes are 0x00.

    **Randomness.** Stochastic operations take the 64-bit seed as a rank-0
    tensor, a static `site` and, inside loops or functions called more than
    once, an `instance`. The same seed, site and instance give the same bytes
    on any target, tiling, chunking or thread count.

    **Folding.** Operations on constants of static shape and at most 65536
    elements fold, stochastic ones with a constant seed included, through the
    same functions that define execution. `nvfp4.dequantize` of
    `nvfp4.quantize` does not fold.
  }];
  let useDefaultAttributePrinterParser = 1;
  let hasConstantMaterializer = 1;
  // Marks, defined in Marks.cpp.
  let hasOperationAttrVerify = 1;
  let hasRegionArgAttrVerify = 1;
  let hasRegionResultAttrVerify = 1;
  let extraClassDeclaration = [{
    /// Adds the attributes; defined beside them.
    void registerAttributes();
  }];
  let dependentDialects = [
    "::mlir::affine::AffineDialect", "::mlir::arith::ArithDialect",
    "::mlir::tensor::TensorDialect"];
}

//===----------------------------------------------------------------------===//
// Type constraints
//===----------------------------------------------------------------------===//

class NVFP4_Shaped<list<Type> elements, string summary, list<int> ranks>
    : AnyTypeOf<[TensorRankOf<elements, ranks>, MemRefRankOf<elements, ranks>],
                summary>;

/// A matrix of high-precision values; rank 3 carries a leading batch.
def NVFP4_Matrix : NVFP4_Shaped<[BF16, F16, F32],
    "matrix of bf16, f16 or f32 values with at most one batch dimension",
    [2, 3]>;

/// A matrix of f32 values.
def NVFP4_F32Matrix : NVFP4_Shaped<[F32],
    "matrix of f32 values with at most one batch dimension", [2, 3]>;

/// E2M1 codes, one per element on tensors or two per byte.
def NVFP4_Data : AnyTypeOf<[
    TensorRankOf<[F4E2M1FN, I8], [2, 3]>, MemRefRankOf<[I8], [2, 3]>],
    "matrix of f4E2M1FN values (tensors only) or of i8 code pairs with at "
    "most one batch dimension">;

/// E4M3 block scales, linear or in the 128x4 tiling.
def NVFP4_Scales : NVFP4_Shaped<[F8E4M3FN],
    "f8E4M3FN block scales, linear (rank 2, 3) or tiled (rank 5, 6)",
    [2, 3, 5, 6]>;

/// A single f32, in memory.
def NVFP4_ScalarF32 : NVFP4_Shaped<[F32], "rank-0 f32 tensor or memref", [0]>;

/// The 64-bit seed, in memory so that one program serves every step.
def NVFP4_Seed : NVFP4_Shaped<[I64], "rank-0 i64 tensor or memref", [0]>;

#endif // QUARTET_DIALECT_NVFP4_IR_NVFP4BASE_TD
