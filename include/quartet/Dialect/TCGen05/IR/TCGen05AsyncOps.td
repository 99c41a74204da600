//===- TCGen05AsyncOps.td - Barriers and tensor copies -----*- tablegen -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What feeds the tensor cores: tensor maps, their copies into shared memory,
// and the mbarriers on which copies and MMAs arrive. Barriers are elements of a
// `memref<Nxi64>` in workgroup memory, as for `tcgen05.commit`.
//
//===----------------------------------------------------------------------===//

#ifndef QUARTET_DIALECT_TCGEN05_IR_TCGEN05ASYNCOPS_TD
#define QUARTET_DIALECT_TCGEN05_IR_TCGEN05ASYNCOPS_TD

include "mlir/Interfaces/ViewLikeInterface.td"
include "quartet/Dialect/TCGen05/IR/TCGen05OpDefs.td"

//===----------------------------------------------------------------------===//
// Tensor maps
//===----------------------------------------------------------------------===//

def TCGen05_MakeTensorMapOp : TCGen05_Op<"make_tensor_map",
    [Pure, DeclareOpInterfaceMethods<ViewLikeOpInterface>]> {
  let summary = "describe a buffer of bytes to the tensor memory accelerator";
  let description = [{
    Executed on the host. The map has the buffer's address, extents and strides,
    one dimension per dimension of the memref, and the box and swizzle of its
    type; its element type is UINT8. Elements of the buffer are 8 bits wide, the
    innermost have stride 1, the other strides are multiples of 16 bytes, and so
    is the address at run time. A map of an empty buffer may be made, not read.
    The buffer is in use as long as the map is.

    Example:

    ```mlir
    %map = tcgen05.make_tensor_map %a
        : memref<?x128xi8> to !tcgen05.tensor_map<128x128, swizzle 128>
    ```
  }];
  let arguments = (ins AnyStridedMemRef:$source);
  let results = (outs TCGen05_TensorMapType:$map);
  let assemblyFormat =
      "$source attr-dict `:` type($source) `to` qualified(type($map))";
  let hasVerifier = 1;
}

def TCGen05_TmaLoadOp : TCGen05_Op<"tma_load",
    [AttrSizedOperandSegments, MemoryEffects<[MemRead, MemWrite]>]> {
  let summary = "copy a box of a tensor map to shared memory";
  let description = [{
    One thread starts the copy of the box whose first element has the given
    coordinates (outermost first, as in the memref) to `memory[offset]`; bytes
    outside the buffer arrive as zeros. When it is done it takes the box's bytes
    off the transaction count of `barriers[index]`. With `multicast` the box goes
    to the same place of every CTA of the cluster whose bit is set and each
    CTA's own barrier is signalled. With `cta_group` 2 the barrier is that of
    the even CTA of the pair, whichever CTA issues the copy (PTX 9.7.9.27.1.2).

    The offset is a multiple of 128 where it is constant, with a swizzle of its
    pattern: 1024, 512 or 256 bytes for 128, 64 and 32.

    Example:

    ```mlir
    tcgen05.tma_load %map[%row, %byte], %smem[%offset], %full[%stage]
        : !tcgen05.tensor_map<128x128, swizzle 128>, memref<?xi8, 3>,
          memref<4xi64, 3>
    ```
  }];
  let arguments = (ins TCGen05_TensorMapType:$map,
                       Variadic<Index>:$coordinates,
                       TCGen05_SharedBytes:$memory, Index:$offset,
                       TCGen05_SharedBarriers:$barriers, Index:$index,
                       Optional<I16>:$multicast, TCGen05_CtaGroup:$cta_group);
  let assemblyFormat = [{
    $map `[` $coordinates `]` `,` $memory `[` $offset `]` `,`
    $barriers `[` $index `]` (`multicast` $multicast^)? attr-dict `:`
    qualified(type($map)) `,` type($memory) `,` type($barriers)
  }];
  let hasVerifier = 1;
}

//===----------------------------------------------------------------------===//
// mbarriers
//===----------------------------------------------------------------------===//

class TCGen05_MbarrierOp<string mnemonic, list<Trait> traits = []>
    : TCGen05_Op<"mbarrier_" # mnemonic,
          !listconcat(traits, [MemoryEffects<[MemRead, MemWrite]>])> {
  let hasVerifier = 1;
}

def TCGen05_MbarrierInitOp : TCGen05_MbarrierOp<"init"> {
  let summary = "initialise a barrier";
  let description = [{
    Phase 0, `count` arrivals (1 to 2^20 - 1) per phase, no transaction bytes.
    One thread. `mbarrier_init_fence` and a CTA or cluster barrier stand between
    it and every other use (PTX 9.7.13.15.9).

    Example:

    ```mlir
    tcgen05.mbarrier_init %bars[%i] count 128 : memref<4xi64, 3>
    ```
  }];
  let arguments = (ins TCGen05_SharedBarriers:$barriers, Index:$index,
                       I64Attr:$count);
  let assemblyFormat = [{
    $barriers `[` $index `]` `count` $count attr-dict `:` type($barriers)
  }];
}

def TCGen05_MbarrierInitFenceOp : TCGen05_Op<"mbarrier_init_fence",
    [MemoryEffects<[MemRead, MemWrite]>]> {
  let summary = "make initialised barriers visible to copies and the cluster";
  let description = [{
    Executed by the thread that initialised them (PTX 9.7.13.4).

    Example:

    ```mlir
    tcgen05.mbarrier_init_fence
    ```
  }];
  let assemblyFormat = "attr-dict";
}

def TCGen05_MbarrierArriveOp : TCGen05_MbarrierOp<"arrive"> {
  let summary = "arrive once on a barrier";
  let description = [{
    Releases this thread's earlier accesses to whom waits. With `rank` the
    barrier is that of the CTA of this rank in the cluster
    (PTX 9.7.13.15.13).

    Example:

    ```mlir
    tcgen05.mbarrier_arrive %bars[%i] : memref<4xi64, 3>
    tcgen05.mbarrier_arrive %bars[%i] rank %leader : memref<4xi64, 3>
    ```
  }];
  let arguments = (ins TCGen05_SharedBarriers:$barriers, Index:$index,
                       Optional<Index>:$rank);
  let assemblyFormat = [{
    $barriers `[` $index `]` (`rank` $rank^)? attr-dict `:` type($barriers)
  }];
}

def TCGen05_MbarrierExpectOp : TCGen05_MbarrierOp<"expect"> {
  let summary = "expect transaction bytes and arrive";
  let description = [{
    Adds `bytes` (0 to 2^20 - 1) to the transaction count of the phase, then
    arrives once: the phase completes when all arrivals and all bytes are in
    (PTX 9.7.13.15.13).

    Example:

    ```mlir
    tcgen05.mbarrier_expect %full[%i] bytes 36864 : memref<4xi64, 3>
    ```
  }];
  let arguments = (ins TCGen05_SharedBarriers:$barriers, Index:$index,
                       I64Attr:$bytes);
  let assemblyFormat = [{
    $barriers `[` $index `]` `bytes` $bytes attr-dict `:` type($barriers)
  }];
}

def TCGen05_MbarrierTryWaitOp : TCGen05_MbarrierOp<"try_wait"> {
  let summary = "true when a phase of a barrier is complete";
  let description = [{
    Waits a while for the phase of this parity to complete; may give up, so the
    caller loops. A fresh barrier is in phase 0: waiting for parity 1 succeeds
    at once (PTX 9.7.13.15.16).

    Example:

    ```mlir
    %done = tcgen05.mbarrier_try_wait %full[%i] parity %p : memref<4xi64, 3>
    ```
  }];
  let arguments = (ins TCGen05_SharedBarriers:$barriers, Index:$index,
                       I1:$parity);
  let results = (outs I1:$done);
  let assemblyFormat = [{
    $barriers `[` $index `]` `parity` $parity attr-dict `:` type($barriers)
  }];
}

//===----------------------------------------------------------------------===//
// Threads
//===----------------------------------------------------------------------===//

def TCGen05_ElectOp : TCGen05_Op<"elect",
    [MemoryEffects<[MemRead, MemWrite]>]> {
  let summary = "true for one thread of a converged warp";
  let description = [{
    Always the same thread of a warp (PTX 9.7.14.4).

    Example:

    ```mlir
    %one = tcgen05.elect
    ```
  }];
  let results = (outs I1:$elected);
  let assemblyFormat = "attr-dict";
}

def TCGen05_WarpSyncOp : TCGen05_Op<"warp_sync",
    [MemoryEffects<[MemRead, MemWrite]>]> {
  let summary = "converge all threads of a warp";
  let description = [{
    Stands where a warp's threads meet again after elected code
    (PTX 9.7.13.2).

    Example:

    ```mlir
    tcgen05.warp_sync
    ```
  }];
  let assemblyFormat = "attr-dict";
}

def TCGen05_ClusterSyncOp : TCGen05_Op<"cluster_sync",
    [MemoryEffects<[MemRead, MemWrite]>]> {
  let summary = "barrier of all threads of a cluster";
  let description = [{
    Arrive with release, wait with acquire, in converged warps
    (PTX 9.7.13.5).

    Example:

    ```mlir
    tcgen05.cluster_sync
    ```
  }];
  let assemblyFormat = "attr-dict";
}

#endif // QUARTET_DIALECT_TCGEN05_IR_TCGEN05ASYNCOPS_TD
