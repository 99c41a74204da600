//===- Passes.td - From tcgen05 to NVVM --------------------*- tablegen -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef QUARTET_CONVERSION_TCGEN05TONVVM_PASSES_TD
#define QUARTET_CONVERSION_TCGEN05TONVVM_PASSES_TD

include "mlir/Pass/PassBase.td"

def ConvertTCGen05ToNVVM : Pass<"convert-tcgen05-to-nvvm"> {
  let summary = "lower tcgen05 operations to NVVM, computing descriptors";
  let description = [{
    Handles become 32-bit addresses; `mma` becomes one instruction per 64
    elements of K with its descriptors, `copy_scales` one copy per 512-byte
    tile. The instruction descriptor is a constant; a shared-memory descriptor
    is a constant joined with the tile's address, advanced by additions that
    cannot carry out of the address field. *Bit-exact*: no arithmetic of the
    program changes.

    All operations of one function must use one `cta_group` (PTX ISA
    9.7.16.5); a function that mixes them is an error at the second kind.

    ```mlir
    tcgen05.mma %d, %a, %b, %sa, %sb accumulate %p : ...
    // becomes, four times for K = 256
    nvvm.tcgen05.mma.block_scale %d, %adesc, %bdesc, %idesc, %p, %sa, %sb ...
    ```
  }];
  let dependentDialects = ["::mlir::LLVM::LLVMDialect",
                           "::mlir::NVVM::NVVMDialect"];
}

def TCGen05PrintDescriptors : Pass<"tcgen05-print-descriptors"> {
  let summary = "explain the descriptors of tensor-core instructions in words";
  let description = [{
    A remark at every `nvvm.tcgen05.mma.block_scale` and `nvvm.tcgen05.cp` says
    what its instruction and shared-memory descriptors mean, and a warning what
    is illegal in them. Descriptors are followed through constants and integer
    arithmetic; bits that depend on run-time values are reported as unknown (the
    address usually is). Changes nothing, and works on any NVVM kernel.

    ```
    remark: instruction descriptor 0x8400480: M 128, N 256, K 64, A e2m1, ...
    ```
  }];
}

#endif // QUARTET_CONVERSION_TCGEN05TONVVM_PASSES_TD
