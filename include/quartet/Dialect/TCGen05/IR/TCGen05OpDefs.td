//===- TCGen05OpDefs.td - What operations of tcgen05 share -*- tablegen -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef QUARTET_DIALECT_TCGEN05_IR_TCGEN05OPDEFS_TD
#define QUARTET_DIALECT_TCGEN05_IR_TCGEN05OPDEFS_TD

include "mlir/Interfaces/SideEffectInterfaces.td"
include "quartet/Dialect/TCGen05/IR/TCGen05Types.td"

class TCGen05_Op<string mnemonic, list<Trait> traits = []>
    : Op<TCGen05_Dialect, mnemonic, traits>;

def TCGen05_CtaGroup : ConfinedAttr<DefaultValuedAttr<I32Attr, "1">,
    [IntMinValue<1>, IntMaxValue<2>]>;

/// A place in workgroup (shared) memory.
def TCGen05_SharedBytes : MemRefRankOf<[I8], [1]>;
def TCGen05_SharedWord : MemRefRankOf<[I32], [1]>;
def TCGen05_SharedBarriers : MemRefRankOf<[I64], [1]>;

#endif // QUARTET_DIALECT_TCGEN05_IR_TCGEN05OPDEFS_TD
