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

def NVFP4RaiseBlockScaled
    : Pass<"nvfp4-raise-block-scaled", "::mlir::func::FuncOp"> {
  let summary = "block-scaled products that are in NVFP4 already";
  let description = [{
    A `linalg.generic` with the body `acc + (a * sa) * (b * sb)`, both factors
    decoded by `arith.scaling_extf` and multiplied in f32, becomes one
    `nvfp4.scaled_matmul` if its elements are f4E2M1FN and its scales f8E4M3FN
    for blocks of 16 along the last dimension. An odd number of blocks is padded
    with zeros. Others, such as MXFP4 (f8E8M0FNU scales of 32), are left as they
    are. Each is reported in a remark. Bit-exact but for the order of the sum,
    which linalg leaves open.

    ```mlir
    %0 = linalg.generic {indexing_maps = [
          affine_map<(m, n, ko, kb) -> (m, ko, kb)>,
          affine_map<(m, n, ko, kb) -> (n, ko, kb)>,
          affine_map<(m, n, ko, kb) -> (m, ko)>,
          affine_map<(m, n, ko, kb) -> (n, ko)>,
          affine_map<(m, n, ko, kb) -> (m, n)>],
        iterator_types = ["parallel", "parallel", "reduction", "reduction"]}
        ins(%a, %b, %sa, %sb : tensor<128x4x16xf4E2M1FN>,
            tensor<64x4x16xf4E2M1FN>, tensor<128x4xf8E4M3FN>,
            tensor<64x4xf8E4M3FN>) outs(%c : tensor<128x64xf32>) {
    ^bb0(%x: f4E2M1FN, %y: f4E2M1FN, %p: f8E4M3FN, %q: f8E4M3FN, %acc: f32):
      %1 = arith.scaling_extf %x, %p : f4E2M1FN, f8E4M3FN to f32
      %2 = arith.scaling_extf %y, %q : f4E2M1FN, f8E4M3FN to f32
      %3 = arith.mulf %1, %2 : f32
      %4 = arith.addf %acc, %3 : f32
      linalg.yield %4 : f32
    } -> tensor<128x64xf32>
    ```

    becomes

    ```mlir
    %a1 = tensor.collapse_shape %a [[0], [1, 2]]
        : tensor<128x4x16xf4E2M1FN> into tensor<128x64xf4E2M1FN>
    %b1 = tensor.collapse_shape %b [[0], [1, 2]]
        : tensor<64x4x16xf4E2M1FN> into tensor<64x64xf4E2M1FN>
    %one = arith.constant dense<1.0> : tensor<f32>
    %0 = nvfp4.scaled_matmul
        lhs(%a1, %sa, %one : tensor<128x64xf4E2M1FN>, tensor<128x4xf8E4M3FN>,
            tensor<f32>)
        rhs(%b1, %sb, %one : tensor<64x64xf4E2M1FN>, tensor<64x4xf8E4M3FN>,
            tensor<f32>)
        outs(%c : tensor<128x64xf32>) {accumulate}
    ```
  }];
  let options = [
    Option<"remarks", "remarks", "bool", /*default=*/"true",
           "report every decision with its reason">
  ];
  let dependentDialects = [
    "::mlir::affine::AffineDialect", "::mlir::arith::ArithDialect",
    "::mlir::linalg::LinalgDialect", "::mlir::tensor::TensorDialect",
    "::quartet::nvfp4::NVFP4Dialect"];
}

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

def ConvertLinalgToNVFP4 : Pass<"convert-linalg-to-nvfp4", "::mlir::ModuleOp"> {
  let summary = "quantize the contractions that carry a role";
  let description = [{
    Replaces every contraction that carries `nvfp4.role` by `nvfp4.quantize`
    (with `nvfp4.dequantize` and `nvfp4.rotate` where the recipe says so) of its
    operands and one `nvfp4.scaled_matmul`. docs/Recipes.md lists the recipes.
    Everything else is left as it is. Changes rounding: that is its purpose.

    A recipe that uses randomness appends an argument marked `nvfp4.seed` to the
    functions that need it and passes it on in calls; functions that run more
    than once also receive one marked `nvfp4.instance`. An argument that is
    marked already is used.

    Run it after `nvfp4-assign-roles`.

    ```mlir
    // Before
    func.func @fprop(%x: tensor<8x64xbf16>, %w: tensor<32x64xbf16>,
                     %c: tensor<8x32xf32>) -> tensor<8x32xf32> {
      %y = linalg.matmul
          indexing_maps = [affine_map<(m, n, k) -> (m, k)>,
                           affine_map<(m, n, k) -> (n, k)>,
                           affine_map<(m, n, k) -> (m, n)>]
          {nvfp4.role = #nvfp4.role<fprop, layer = 0>}
          ins(%x, %w : tensor<8x64xbf16>, tensor<32x64xbf16>)
          outs(%c : tensor<8x32xf32>) -> tensor<8x32xf32>
      return %y : tensor<8x32xf32>
    }
    // After
    func.func @fprop(%x: tensor<8x64xbf16>, %w: tensor<32x64xbf16>,
                     %c: tensor<8x32xf32>) -> tensor<8x32xf32> {
      %0 = tensor.empty() : tensor<8x64xf4E2M1FN>
      %1 = tensor.empty() : tensor<8x4xf8E4M3FN>
      %2 = tensor.empty() : tensor<f32>
      %x4:3 = nvfp4.quantize <quartet2_forward> ins(%x : tensor<8x64xbf16>)
          outs(%0, %1, %2 : tensor<8x64xf4E2M1FN>, tensor<8x4xf8E4M3FN>,
               tensor<f32>)
      %3 = tensor.empty() : tensor<32x64xf4E2M1FN>
      %4 = tensor.empty() : tensor<32x4xf8E4M3FN>
      %w4:3 = nvfp4.quantize <quartet2_forward> ins(%w : tensor<32x64xbf16>)
          outs(%3, %4, %2 : tensor<32x64xf4E2M1FN>, tensor<32x4xf8E4M3FN>,
               tensor<f32>)
      %y = nvfp4.scaled_matmul
          lhs(%x4#0, %x4#1, %x4#2 : tensor<8x64xf4E2M1FN>,
              tensor<8x4xf8E4M3FN>, tensor<f32>)
          rhs(%w4#0, %w4#1, %w4#2 : tensor<32x64xf4E2M1FN>,
              tensor<32x4xf8E4M3FN>, tensor<f32>)
          outs(%c : tensor<8x32xf32>) {accumulate}
      return %y : tensor<8x32xf32>
    }
    ```
  }];
  let options = [
    Option<"recipeName", "recipe", "std::string", /*default=*/"\"quartet2\"",
           "quartet2, rtn, sr, nvidia, tetrajet2 or bf16">,
    Option<"scaleLayout", "scale-layout", "::quartet::ScaleLayout",
           /*default=*/"::quartet::ScaleLayout::Linear",
           "layout of block scales", [{::llvm::cl::values(
             clEnumValN(::quartet::ScaleLayout::Linear, "linear",
                        "one row of scales per row of the matrix"),
             clEnumValN(::quartet::ScaleLayout::Tiled, "tiled",
                        "the 128x4 tiling of the tensor cores"))}]>
  ];
  let dependentDialects = [
    "::mlir::affine::AffineDialect", "::mlir::arith::ArithDialect",
    "::mlir::linalg::LinalgDialect", "::mlir::tensor::TensorDialect",
    "::quartet::nvfp4::NVFP4Dialect"];
}

def NVFP4ShareSaved : Pass<"nvfp4-share-saved", "::mlir::ModuleOp"> {
  let summary = "save quantized matrices between forward and backward functions";
  let description = [{
    An argument marked `nvfp4.saved = #nvfp4.saved<@fwd, result = i>` that its
    function only quantizes, without randomness, is replaced by the quantized
    matrices, and `@fwd` returns these as results i, i+1, ... instead of the
    tensor; calls of both are rewritten. In `@fwd` the matrices are mostly those
    of its own product. Extents of the argument are read off the data.

    The mark is removed in any case, with a remark at the argument: the tensor
    stays as it is if the backward function does anything else with it (or
    quantizes it at random), if it needs an extent that cannot be recovered, if
    several arguments stand for one result, or if a caller does not pass the
    result on directly. Bit-exact.

    Run it after `convert-linalg-to-nvfp4` and canonicalization.

    ```mlir
    // Before
    func.func @fwd(%x: tensor<8x64xbf16>, ...) -> (..., tensor<8x64xbf16>)
    func.func @bwd(%x: tensor<8x64xbf16> {nvfp4.saved = #nvfp4.saved<@fwd, result = 1>}, ...)
    // After
    func.func @fwd(%x: tensor<8x64xbf16>, ...)
        -> (..., tensor<8x64xf4E2M1FN>, tensor<8x4xf8E4M3FN>, tensor<f32>)
    func.func @bwd(%d: tensor<8x64xf4E2M1FN>, %s: tensor<8x4xf8E4M3FN>, %t: tensor<f32>, ...)
    ```
  }];
  let options = [
    Option<"remarks", "remarks", "bool", /*default=*/"true",
           "report every decision with its reason">
  ];
  let dependentDialects = ["::mlir::tensor::TensorDialect"];
}

def QuartetSplitWeights : Pass<"quartet-split-weights", "::mlir::ModuleOp"> {
  let summary = "quantize weights in a function of their own";
  let description = [{
    For every public function that nothing calls: the arguments marked
    `nvfp4.param` that it only quantizes, without randomness, are replaced by
    the quantized matrices, and a public function is added that takes these
    parameters and returns the matrices in the order in which the first expects
    them. So micro-batches, or steps of inference, quantize weights once. It is
    called `prepare_weights`, or `<function>_prepare_weights` if several
    functions have weights to prepare.

    Parameters that stay are reported in a remark with the reason. Bit-exact.

    Run it after `convert-linalg-to-nvfp4` and canonicalization.

    ```mlir
    // Before
    func.func @step(%x: tensor<8x64xbf16>, %w: tensor<32x64xbf16> {nvfp4.param})
    // After
    func.func @prepare_weights(%w: tensor<32x64xbf16> {nvfp4.param})
        -> (tensor<32x64xf4E2M1FN>, tensor<32x4xf8E4M3FN>, tensor<f32>)
    func.func @step(%x: tensor<8x64xbf16>, %d: tensor<32x64xf4E2M1FN>,
                    %s: tensor<32x4xf8E4M3FN>, %t: tensor<f32>)
    ```
  }];
  let options = [
    Option<"remarks", "remarks", "bool", /*default=*/"true",
           "report parameters that stay, with the reason">
  ];
  let dependentDialects = ["::mlir::tensor::TensorDialect"];
}

#endif // QUARTET_CONVERSION_LINALGTONVFP4_PASSES_TD
