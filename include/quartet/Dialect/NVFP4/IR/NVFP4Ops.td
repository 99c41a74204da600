//===- NVFP4Ops.td - Operations of the nvfp4 dialect -------*- tablegen -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The base classes, and every operation by inclusion. Shapes: R rows, K columns,
// P padded columns (see the dialect description); every matrix may carry one
// leading batch dimension, which is not repeated below. On tensors an operation
// returns one result per destination; on memrefs it returns nothing.
//
//===----------------------------------------------------------------------===//

#ifndef QUARTET_DIALECT_NVFP4_IR_NVFP4OPS_TD
#define QUARTET_DIALECT_NVFP4_IR_NVFP4OPS_TD

include "mlir/Interfaces/ControlFlowInterfaces.td"
include "mlir/Interfaces/DestinationStyleOpInterface.td"
include "mlir/Interfaces/InferTypeOpInterface.td"
include "mlir/Interfaces/SideEffectInterfaces.td"
include "quartet/Dialect/NVFP4/IR/NVFP4Attributes.td"

class NVFP4_Op<string mnemonic, list<Trait> traits = []>
    : Op<NVFP4_Dialect, mnemonic, traits>;

/// An operation in destination style on tensors or memrefs.
class NVFP4_DpsOp<string mnemonic, list<Trait> traits = []>
    : NVFP4_Op<mnemonic, !listconcat([
        DestinationStyleOpInterface,
        DeclareOpInterfaceMethods<MemoryEffectsOpInterface>,
        DeclareOpInterfaceMethods<ConditionallySpeculatable>,
        DeclareOpInterfaceMethods<ReifyRankedShapedTypeOpInterface,
                                  ["reifyResultShapes"]>], traits)> {
  let results = (outs Variadic<AnyRankedTensor>:$results);
  let hasVerifier = 1;
}

/// One with a single destination operand called `init`.
class NVFP4_DpsOneInitOp<string mnemonic, list<Trait> traits = []>
    : NVFP4_DpsOp<mnemonic, traits> {
  let extraClassDeclaration = [{
    ::mlir::MutableOperandRange getDpsInitsMutable() { return getInitMutable(); }
  }];
}

include "quartet/Dialect/NVFP4/IR/NVFP4MatrixOps.td"
include "quartet/Dialect/NVFP4/IR/NVFP4LayoutOps.td"
include "quartet/Dialect/NVFP4/IR/NVFP4FusedOps.td"

#endif // QUARTET_DIALECT_NVFP4_IR_NVFP4OPS_TD
