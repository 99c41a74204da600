//===- Passes.td - From linalg contractions to nvfp4 -------*- tablegen -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The raise: first decide, then obey. docs/Raise.md has the rules.
//
//===----------------------------------------------------------------------===//

#ifndef QUARTET_CONVERSION_LINALGTONVFP4_PASSES_TD
#define QUARTET_CONVERSION_LINALGTONVFP4_PASSES_TD

include "mlir/Pass/PassBase.td"

def NVFP4AssignRoles : Pass<"nvfp4-assign-roles", "::mlir::ModuleOp"> {
  let summary = "decide which contractions are quantized, and as what";
  let description = [{
    Writes `nvfp4.role = #nvfp4.role<...>` on every linalg contraction that is
    the forward product of a linear layer or one of its two gradients, and
    nothing else. Contractions are recognised by indexing maps and body, through
    transpositions, broadcasts, reshapes and casts; roles by what the operands
    are: parameters (`nvfp4.param`), gradients (`nvfp4.gradient`) and
    activations shared with a forward product.

    Each operation that reduces a product is reported in a remark with the
    decision and its reason. `nvfp4.keep` on a contraction or on a parameter
    leaves it alone; `nvfp4.force` assigns a role regardless of the rules.

    The values the program computes do not change: bit-exact.

    ```mlir
    // Before
    func.func @fprop(%x: tensor<8x64xbf16>, %w: tensor<64x32xbf16> {nvfp4.param},
                     %c: tensor<8x32xf32>) -> tensor<8x32xf32> {
      %y = linalg.matmul ins(%x, %w : tensor<8x64xbf16>, tensor<64x32xbf16>)
          outs(%c : tensor<8x32xf32>) -> tensor<8x32xf32>
      return %y : tensor<8x32xf32>
    }
    // After: the product carries {nvfp4.role = #nvfp4.role<fprop, layer = 0>}
    ```
  }];
  let options = [
    Option<"assumeWeights", "assume-weights", "bool", /*default=*/"false",
           "take the product of two unmarked function arguments for a forward "
           "product whose second operand is the weight">,
    Option<"remarks", "remarks", "bool", /*default=*/"true",
           "report every decision with its reason">
  ];
  let dependentDialects = ["::quartet::nvfp4::NVFP4Dialect"];
}

#endif // QUARTET_CONVERSION_LINALGTONVFP4_PASSES_TD
