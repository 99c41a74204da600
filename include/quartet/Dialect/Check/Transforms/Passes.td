//===- Passes.td - Passes of the check dialect -------------*- tablegen -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef QUARTET_DIALECT_CHECK_TRANSFORMS_PASSES_TD
#define QUARTET_DIALECT_CHECK_TRANSFORMS_PASSES_TD

include "mlir/Pass/PassBase.td"

def CheckLegalizeStorage : Pass<"check-legalize-storage"> {
  let summary = "give expectations operands that memory can hold";
  let description = [{
    Turns `check.expect_eq_const` into `check.expect_eq` with a constant
    operand, and operands of f4E2M1FN into packed bytes. Runs before
    `nvfp4-legalize-storage`, which then finds no f4E2M1FN value used by an
    expectation. Bit-exact.

    ```mlir
    check.expect_eq_const %d, dense<1.0> : tensor<1x4xf4E2M1FN>
    ```

    becomes

    ```mlir
    %c = arith.constant dense<1.0> : tensor<1x4xf4E2M1FN>
    %0 = nvfp4.to_storage %d : tensor<1x4xf4E2M1FN> to tensor<1x2xi8>
    %1 = nvfp4.to_storage %c : tensor<1x4xf4E2M1FN> to tensor<1x2xi8>
    check.expect_eq %0, %1 {packed} : tensor<1x2xi8>
    ```

    An f4E2M1FN value that has no packed form (rank other than 2 or 3, odd
    last extent) is an error at the expectation.
  }];
  let dependentDialects = [
    "::mlir::arith::ArithDialect", "::quartet::nvfp4::NVFP4Dialect"];
}

#endif // QUARTET_DIALECT_CHECK_TRANSFORMS_PASSES_TD
