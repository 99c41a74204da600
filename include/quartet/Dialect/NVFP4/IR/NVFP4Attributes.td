//===- NVFP4Attributes.td - Attributes of the nvfp4 dialect *- tablegen -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The quantizer, which fixes a quantized result to the last bit, the role of a
// contraction in training, where a saved tensor comes from, the directions of the
// fused operations and the conventions of checkpoints.
//
//===----------------------------------------------------------------------===//

#ifndef QUARTET_DIALECT_NVFP4_IR_NVFP4ATTRIBUTES_TD
#define QUARTET_DIALECT_NVFP4_IR_NVFP4ATTRIBUTES_TD

include "mlir/IR/AttrTypeBase.td"
include "mlir/IR/EnumAttr.td"
include "quartet/Dialect/NVFP4/IR/NVFP4Base.td"

class NVFP4_Attr<string name, string attrMnemonic, list<Trait> traits = []>
    : AttrDef<NVFP4_Dialect, name, traits> {
  let mnemonic = attrMnemonic;
}

def NVFP4_QuantizerAttr : NVFP4_Attr<"Quantizer", "quantizer"> {
  let summary = "the choices that fix a quantized result to the last bit";
  let description = [{
    Scale maximum, candidates and their criterion, rounding of elements and of
    block scales, correction group, tensor-scale rule and zero rule. Common
    choices have names, listed in docs/Numerics.md; a quantizer equal to a
    named one prints as that name:

    ```mlir
    #nvfp4.quantizer<quartet2_forward>
    #nvfp4.quantizer<quartet2_backward>
    ```

    Any other prints the fields that differ from `rtn`:

    ```mlir
    #nvfp4.quantizer<scale_max = 256.0, candidates = 2, criterion = mae>
    ```
  }];
  let parameters = (ins
    AttrParameter<"::quartet::numerics::Quantizer", "the fixed choices">:$spec);
  let hasCustomAssemblyFormat = 1;
  let genVerifyDecl = 1;
  let extraClassDeclaration = [{
    /// The named quantizer called `name`, or null if there is none.
    static QuantizerAttr getNamed(::mlir::MLIRContext *context,
                                  ::llvm::StringRef name);
  }];
}

def NVFP4_Role : I32EnumAttr<"Role", "role of a contraction in training", [
    I32EnumAttrCase<"Fprop", 0, "fprop">,
    I32EnumAttrCase<"Dgrad", 1, "dgrad">,
    I32EnumAttrCase<"Wgrad", 2, "wgrad">]> {
  let cppNamespace = "::quartet::nvfp4";
  let genSpecializedAttr = 0;
}

def NVFP4_RoleAttr : NVFP4_Attr<"Role", "role"> {
  let summary = "the role of a contraction and the layer it belongs to";
  let description = [{
    Written by `nvfp4-assign-roles`, obeyed by `convert-linalg-to-nvfp4`.
    `layer` numbers the linear layers of the module; the forward and backward
    contractions of one layer share it. `swapped` says that the contraction's
    second input plays the first operand of the role (X in fprop, E in dgrad
    and wgrad).

    ```mlir
    #nvfp4.role<fprop, layer = 0>
    #nvfp4.role<wgrad, layer = 3, swapped = true>
    ```
  }];
  let parameters = (ins
    EnumParameter<NVFP4_Role>:$role, "int64_t":$layer,
    DefaultValuedParameter<"bool", "false">:$swapped);
  let assemblyFormat =
      "`<` $role `,` struct($layer, $swapped) `>`";
}

def NVFP4_SavedAttr : NVFP4_Attr<"Saved", "saved"> {
  let summary = "where an argument of a backward function comes from";
  let description = [{
    The mark `nvfp4.saved` of an argument: it is what `function` returned as
    result `result`. The raise then knows the argument for the activation or
    parameter that it is, and saves the quantized matrix instead of the tensor
    where the backward function reads nothing else.

    ```mlir
    func.func @bwd(%x: tensor<8x64xbf16> {nvfp4.saved = #nvfp4.saved<@fwd, result = 1>})
    ```
  }];
  let parameters = (ins "::mlir::FlatSymbolRefAttr":$function,
                    "int64_t":$result);
  let assemblyFormat = "`<` $function `,` `result` `=` $result `>`";
}

def NVFP4_Directions : I32EnumAttr<"Directions",
    "directions in which a fused operation quantizes", [
    I32EnumAttrCase<"Row", 0, "row">,
    I32EnumAttrCase<"Col", 1, "col">,
    I32EnumAttrCase<"Both", 2, "both">]> {
  let cppNamespace = "::quartet::nvfp4";
  let genSpecializedAttr = 0;
}

def NVFP4_DirectionsAttr
    : EnumAttr<NVFP4_Dialect, NVFP4_Directions, "directions"> {
  let assemblyFormat = "`<` $value `>`";
}

def NVFP4_Convention : I32EnumAttr<"Convention",
    "how a checkpoint stores the scale of a quantized matrix", [
    I32EnumAttrCase<"CompressedTensors", 0, "compressed_tensors">,
    I32EnumAttrCase<"ModelOpt", 1, "modelopt">]> {
  let cppNamespace = "::quartet::nvfp4";
  let genSpecializedAttr = 0;
}

def NVFP4_ConventionAttr
    : EnumAttr<NVFP4_Dialect, NVFP4_Convention, "convention"> {
  let assemblyFormat = "`<` $value `>`";
}

#endif // QUARTET_DIALECT_NVFP4_IR_NVFP4ATTRIBUTES_TD
