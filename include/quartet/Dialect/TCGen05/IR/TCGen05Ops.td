//===- TCGen05Ops.td - Operations of the tcgen05 dialect ---*- tablegen -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// PTX sections are those of PTX ISA 9.0. `cta_group` is 1, or 2 for a pair of
// CTAs; all operations of one kernel use the same (9.7.16.5).
//
//===----------------------------------------------------------------------===//

#ifndef QUARTET_DIALECT_TCGEN05_IR_TCGEN05OPS_TD
#define QUARTET_DIALECT_TCGEN05_IR_TCGEN05OPS_TD

include "quartet/Dialect/TCGen05/IR/TCGen05OpDefs.td"
include "quartet/Dialect/TCGen05/IR/TCGen05AsyncOps.td"

//===----------------------------------------------------------------------===//
// Tensor-memory allocation
//===----------------------------------------------------------------------===//

def TCGen05_AllocOp : TCGen05_Op<"alloc",
    [MemoryEffects<[MemAlloc, MemRead, MemWrite]>]> {
  let summary = "allocate tensor-memory columns";
  let description = [{
    Allocates `columns` (a power of two in [32, 512]) and writes their address
    to `slot[0]` in shared memory. Executed by one converged warp; with
    `cta_group` 2 by one warp of each CTA of the pair. May block while another
    CTA of the multiprocessor holds columns (PTX 9.7.16.7.1).

    Example:

    ```mlir
    tcgen05.alloc %slot columns 512 : memref<1xi32, 3>
    ```
  }];
  let arguments = (ins TCGen05_SharedWord:$slot, I64Attr:$columns,
                       TCGen05_CtaGroup:$cta_group);
  let assemblyFormat =
      "$slot `columns` $columns attr-dict `:` type($slot)";
  let hasVerifier = 1;
}

def TCGen05_AddressOp : TCGen05_Op<"address", [MemoryEffects<[MemRead]>]> {
  let summary = "the address a tensor-memory allocation wrote";
  let description = [{
    Reads `slot[0]`. A barrier between the allocating warp and every reader is
    the caller's.

    Example:

    ```mlir
    %t = tcgen05.address %slot : memref<1xi32, 3> to !tcgen05.tmem<512>
    ```
  }];
  let arguments = (ins TCGen05_SharedWord:$slot);
  let results = (outs TCGen05_TMemType:$tmem);
  let assemblyFormat =
      "$slot attr-dict `:` type($slot) `to` type($tmem)";
  let hasVerifier = 1;
}

def TCGen05_DeallocOp : TCGen05_Op<"dealloc",
    [MemoryEffects<[MemFree, MemRead, MemWrite]>]> {
  let summary = "free an allocation";
  let description = [{
    Frees all columns of `tmem`, which is a whole allocation. Executed by one
    converged warp (of each CTA of a pair) when all users are done; mandatory
    before the kernel ends (PTX 9.7.16.7.1).

    Example:

    ```mlir
    tcgen05.dealloc %t : !tcgen05.tmem<512>
    ```
  }];
  let arguments = (ins TCGen05_TMemType:$tmem, TCGen05_CtaGroup:$cta_group);
  let assemblyFormat = "$tmem attr-dict `:` type($tmem)";
  let hasVerifier = 1;
}

def TCGen05_RelinquishOp : TCGen05_Op<"relinquish_alloc_permit",
    [MemoryEffects<[MemRead, MemWrite]>]> {
  let summary = "give up the right to allocate";
  let description = [{
    Lets another CTA of the multiprocessor allocate; this CTA may not allocate
    any more. One converged warp (PTX 9.7.16.7.1).

    Example:

    ```mlir
    tcgen05.relinquish_alloc_permit
    ```
  }];
  let arguments = (ins TCGen05_CtaGroup:$cta_group);
  let assemblyFormat = "attr-dict";
}

def TCGen05_SliceOp : TCGen05_Op<"slice", [Pure]> {
  let summary = "a typed part of tensor memory";
  let description = [{
    The place that starts at column `column` of `tmem`. With `stage` it is one
    of `stages` equal places that are `stride` columns apart.

    Example:

    ```mlir
    %d = tcgen05.slice %t column 0 : !tcgen05.tmem<512>
        to !tcgen05.accumulator<128x256>
    %s = tcgen05.slice %t column 256 stage %i stages 2 stride 48
        : !tcgen05.tmem<512> to !tcgen05.scales<128x16>
    ```
  }];
  let arguments = (ins TCGen05_TMemType:$tmem, Optional<Index>:$stage,
                       I64Attr:$column, OptionalAttr<I64Attr>:$stages,
                       OptionalAttr<I64Attr>:$stride);
  let results = (outs AnyTypeOf<[
      TCGen05_AccumulatorType, TCGen05_ScalesType]>:$part);
  let assemblyFormat = [{
    $tmem `column` $column
    (`stage` $stage^ `stages` $stages `stride` $stride)?
    attr-dict `:` type($tmem) `to` type($part)
  }];
  let hasVerifier = 1;
}

//===----------------------------------------------------------------------===//
// Shared-memory tiles
//===----------------------------------------------------------------------===//

def TCGen05_OperandTileOp : TCGen05_Op<"operand_tile", [Pure]> {
  let summary = "view shared memory as an operand tile";
  let description = [{
    The tile whose first byte is `memory[offset]`. The address is a multiple of
    1024, which is checked where the offset is constant.

    Example:

    ```mlir
    %a = tcgen05.operand_tile %smem[%c0] : memref<65536xi8, 3>
        to !tcgen05.operand<128x256>
    ```
  }];
  let arguments = (ins TCGen05_SharedBytes:$memory, Index:$offset);
  let results = (outs TCGen05_OperandType:$tile);
  let assemblyFormat =
      "$memory `[` $offset `]` attr-dict `:` type($memory) `to` type($tile)";
  let hasVerifier = 1;
}

def TCGen05_ScaleTileOp : TCGen05_Op<"scale_tile", [Pure]> {
  let summary = "view shared memory as 128x4 tiles of block scales";
  let description = [{
    The tiles whose first byte is `memory[offset]`. The address is a multiple of
    128, which is checked where the offset is constant.

    Example:

    ```mlir
    %s = tcgen05.scale_tile %smem[%c0] : memref<65536xi8, 3>
        to !tcgen05.scale_atoms<128x16>
    ```
  }];
  let arguments = (ins TCGen05_SharedBytes:$memory, Index:$offset);
  let results = (outs TCGen05_ScaleAtomsType:$tile);
  let assemblyFormat =
      "$memory `[` $offset `]` attr-dict `:` type($memory) `to` type($tile)";
  let hasVerifier = 1;
}

//===----------------------------------------------------------------------===//
// Copy and multiply
//===----------------------------------------------------------------------===//

def TCGen05_CopyScalesOp : TCGen05_Op<"copy_scales",
    [MemoryEffects<[MemRead, MemWrite]>]> {
  let summary = "copy block scales from shared to tensor memory";
  let description = [{
    One `tcgen05.cp.32x128b.warpx4` per 512-byte tile; the row block and scale
    group of a tile become its columns, replicated into all four lane quarters.
    Asynchronous, in order before a later `mma` of the same thread. One thread;
    with `cta_group` 2 each CTA's tensor memory receives its own shared memory's
    tiles (PTX 9.7.16.9.2).

    Example:

    ```mlir
    tcgen05.copy_scales %atoms, %scales
        : !tcgen05.scale_atoms<128x16>, !tcgen05.scales<128x16>
    ```
  }];
  let arguments = (ins TCGen05_ScaleAtomsType:$source,
                       TCGen05_ScalesType:$target,
                       TCGen05_CtaGroup:$cta_group);
  let assemblyFormat =
      "$source `,` $target attr-dict `:` type($source) `,` type($target)";
  let hasVerifier = 1;
}

def TCGen05_MmaOp : TCGen05_Op<"mma",
    [MemoryEffects<[MemRead, MemWrite]>]> {
  let summary = "block-scaled multiply-accumulate of one K tile";
  let description = [{
    `D (+)= A B^T` with UE4M3 scales per 16 elements (kind mxf4nvf4): K/64
    instructions. The old value of `d` is added if `accumulate` is true; the
    later instructions of the tile always add. Asynchronous. One thread; with
    `cta_group` 2 one thread of the pair (PTX 9.7.16.10.9).

    * `a`: M rows (M/2 in each CTA of a pair), `b`: N rows (N/2 in each).
    * `a_scales`: 128 rows, those of this CTA; `b_scales`: all N rows, rounded
      up to 128, in both CTAs. The scales of B's first row are those of row
      `b_scale_row` (a multiple of 32, default 0): tiles of N that are not whole
      128-row blocks start inside one.
    * M is 128 with `cta_group` 1 and 256 with 2; N a multiple of 8 (16) up to
      256; K a multiple of 256. M = 128 over a pair is not supported.

    Example:

    ```mlir
    tcgen05.mma %d, %a, %b, %sa, %sb accumulate %p
        : !tcgen05.accumulator<128x256>, !tcgen05.operand<128x256>,
          !tcgen05.operand<256x256>, !tcgen05.scales<128x16>,
          !tcgen05.scales<256x16>
    ```
  }];
  let arguments = (ins TCGen05_AccumulatorType:$d, TCGen05_OperandType:$a,
                       TCGen05_OperandType:$b, TCGen05_ScalesType:$a_scales,
                       TCGen05_ScalesType:$b_scales, I1:$accumulate,
                       Optional<Index>:$b_scale_row,
                       TCGen05_CtaGroup:$cta_group);
  let assemblyFormat = [{
    $d `,` $a `,` $b `,` $a_scales `,` $b_scales `accumulate` $accumulate
    (`b_scale_row` $b_scale_row^)? attr-dict `:` type($d) `,` type($a) `,` type($b) `,` type($a_scales) `,`
    type($b_scales)
  }];
  let hasVerifier = 1;
}

def TCGen05_CommitOp : TCGen05_Op<"commit",
    [MemoryEffects<[MemRead, MemWrite]>]> {
  let summary = "arrive on a barrier when earlier copies and MMAs are done";
  let description = [{
    When all earlier `copy_scales` and `mma` of this thread are complete,
    arrives once on `barriers[index]` (no transaction bytes), with `multicast`
    on the same barrier of every CTA of the cluster whose bit is set. Implies
    `fence before` (PTX 9.7.16.11).

    Example:

    ```mlir
    tcgen05.commit %bars[%i] : memref<4xi64, 3>
    tcgen05.commit %bars[%i] multicast %mask {cta_group = 2 : i32}
        : memref<4xi64, 3>
    ```
  }];
  let arguments = (ins TCGen05_SharedBarriers:$barriers, Index:$index,
                       Optional<I16>:$multicast, TCGen05_CtaGroup:$cta_group);
  let assemblyFormat = [{
    $barriers `[` $index `]` (`multicast` $multicast^)? attr-dict `:`
    type($barriers)
  }];
  let hasVerifier = 1;
}

//===----------------------------------------------------------------------===//
// Ordering
//===----------------------------------------------------------------------===//

def TCGen05_FenceKind : I32EnumAttr<"FenceKind",
    "side of a synchronisation on which a fence stands", [
    I32EnumAttrCase<"Before", 0, "before">,
    I32EnumAttrCase<"After", 1, "after">]> {
  let cppNamespace = "::quartet::tcgen05";
  let genSpecializedAttr = 0;
}
def TCGen05_FenceKindAttr
    : EnumAttr<TCGen05_Dialect, TCGen05_FenceKind, "fence_kind">;

def TCGen05_FenceOp : TCGen05_Op<"fence",
    [MemoryEffects<[MemRead, MemWrite]>]> {
  let summary = "order tensor-memory operations around a synchronisation";
  let description = [{
    `before`: this thread's earlier asynchronous operations are ordered before
    its later synchronisation. `after`: its later ones are ordered after its
    earlier synchronisation. Neither waits for completion (PTX 9.7.16.6.2).

    Example:

    ```mlir
    tcgen05.fence before
    ```
  }];
  let arguments = (ins TCGen05_FenceKindAttr:$kind);
  let assemblyFormat = "$kind attr-dict";
}

def TCGen05_WaitKind : I32EnumAttr<"WaitKind", "what a wait waits for", [
    I32EnumAttrCase<"Load", 0, "load">,
    I32EnumAttrCase<"Store", 1, "store">]> {
  let cppNamespace = "::quartet::tcgen05";
  let genSpecializedAttr = 0;
}
def TCGen05_WaitKindAttr
    : EnumAttr<TCGen05_Dialect, TCGen05_WaitKind, "wait_kind">;

def TCGen05_Fragment : VectorOfRankAndType<[1], [F32]>;

def TCGen05_WaitOp : TCGen05_Op<"wait", [
    MemoryEffects<[MemRead, MemWrite]>,
    AllTypesMatch<["values", "results"]>]> {
  let summary = "wait for this thread's earlier loads or stores";
  let description = [{
    The whole warp executes it (PTX 9.7.16.8.5). Registers of a `tcgen05.load`
    hold nothing before the wait, so the loaded values are used through its
    results, one per operand; `wait store` takes none.

    Example:

    ```mlir
    %r = tcgen05.wait load(%v : vector<32xf32>)
    tcgen05.wait store
    ```
  }];
  let arguments = (ins TCGen05_WaitKindAttr:$kind,
                       Variadic<TCGen05_Fragment>:$values);
  let results = (outs Variadic<TCGen05_Fragment>:$results);
  let assemblyFormat =
      "$kind (`(` $values^ `:` type($values) `)`)? attr-dict";
  let hasVerifier = 1;
}

//===----------------------------------------------------------------------===//
// Loads and stores
//===----------------------------------------------------------------------===//

def TCGen05_LoadOp : TCGen05_Op<"load",
    [MemoryEffects<[MemRead, MemWrite]>]> {
  let summary = "load accumulator columns into registers";
  let description = [{
    Each thread receives `n` (a power of two in [1, 128]) consecutive columns,
    from `column` on, of the row that is its lane: `tcgen05.ld.32x32b.xn`. The
    whole warp executes it; `warp` is its index in the CTA, of which the low two
    bits select the 32 lanes it may touch. Asynchronous: the result is only
    passed to `wait load` (PTX 9.7.16.8.3).

    Example:

    ```mlir
    %v = tcgen05.load %d[%warp, %column]
        : !tcgen05.accumulator<128x256> to vector<32xf32>
    ```
  }];
  let arguments = (ins TCGen05_AccumulatorType:$source, Index:$warp,
                       Index:$column);
  let results = (outs TCGen05_Fragment:$result);
  let assemblyFormat = [{
    $source `[` $warp `,` $column `]` attr-dict `:` type($source) `to`
    type($result)
  }];
  let hasVerifier = 1;
}

def TCGen05_StoreOp : TCGen05_Op<"store",
    [MemoryEffects<[MemRead, MemWrite]>]> {
  let summary = "store registers into accumulator columns";
  let description = [{
    The inverse of `tcgen05.load`. Asynchronous: `wait store` before other
    threads may depend on it (PTX 9.7.16.8.4).

    Example:

    ```mlir
    tcgen05.store %v, %d[%warp, %column]
        : vector<32xf32>, !tcgen05.accumulator<128x256>
    ```
  }];
  let arguments = (ins TCGen05_Fragment:$value,
                       TCGen05_AccumulatorType:$target, Index:$warp,
                       Index:$column);
  let assemblyFormat = [{
    $value `,` $target `[` $warp `,` $column `]` attr-dict `:` type($value) `,`
    type($target)
  }];
  let hasVerifier = 1;
}

#endif // QUARTET_DIALECT_TCGEN05_IR_TCGEN05OPS_TD
