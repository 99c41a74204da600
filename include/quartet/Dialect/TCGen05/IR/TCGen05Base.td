//===- TCGen05Base.td - The tcgen05 dialect ----------------*- tablegen -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef QUARTET_DIALECT_TCGEN05_IR_TCGEN05BASE_TD
#define QUARTET_DIALECT_TCGEN05_IR_TCGEN05BASE_TD

include "mlir/IR/EnumAttr.td"
include "mlir/IR/OpBase.td"

def TCGen05_Dialect : Dialect {
  let name = "tcgen05";
  let cppNamespace = "::quartet::tcgen05";
  let summary = "block-scaled tensor-core kernels with typed tensor memory";
  let description = [{
    The kernel vocabulary that upstream dialects lack for NVIDIA's
    fifth-generation tensor cores (sm_100a, sm_103a): tensor-memory allocation,
    scale copies, block-scaled matrix multiply-accumulate on typed tiles,
    completion and ordering; and what feeds them: tensor maps, TMA copies,
    mbarriers and elections. Control flow stays in `scf` and `gpu`.

    Values name *where* something lies and their types say *what* it is, so that
    a verifier can check placement and the lowering can compute descriptors:

    | type | lies in | lowers to |
    | --- | --- | --- |
    | `!tcgen05.tmem<C>` | C columns of tensor memory, 128 lanes each | i32 address |
    | `!tcgen05.accumulator<MxN>` | tensor memory, N columns of f32 | i32 address |
    | `!tcgen05.scales<RxG>` | tensor memory, (R/32) (G/4) columns | i32 address |
    | `!tcgen05.operand<RxK>` | shared memory, R x K E2M1, 128-byte swizzle | i32 address |
    | `!tcgen05.scale_atoms<RxG>` | shared memory, 128x4 tiles of UE4M3 | i32 address |
    | `!tcgen05.tensor_map<...>` | a kernel's parameters, 128 bytes | pointer |

    The rules are those of PTX ISA 9.7.16. Operations that PTX executes
    asynchronously are not ordered by their place in the program; `commit`,
    `wait` and `fence` order them.
  }];
  let useDefaultTypePrinterParser = 1;
  let useDefaultAttributePrinterParser = 1;
  let extraClassDeclaration = [{
    /// Adds the types; defined beside them.
    void registerTypes();
    /// Adds the attributes.
    void registerAttributes();
  }];
}

#endif // QUARTET_DIALECT_TCGEN05_IR_TCGEN05BASE_TD
