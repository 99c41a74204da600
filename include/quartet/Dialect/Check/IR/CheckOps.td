//===- CheckOps.td - Operations of the check dialect -------*- tablegen -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Expectations inside programs, so that a test is one .mlir file that states
// its inputs, computes and checks. They compile like any other operation;
// quartet-run exits with code 1 if one does not hold.
//
//===----------------------------------------------------------------------===//

#ifndef QUARTET_DIALECT_CHECK_IR_CHECKOPS_TD
#define QUARTET_DIALECT_CHECK_IR_CHECKOPS_TD

include "mlir/Dialect/Bufferization/IR/BufferizableOpInterface.td"
include "quartet/Dialect/Check/IR/CheckBase.td"

class Check_Op<string mnemonic, list<Trait> traits = []>
    : Op<Check_Dialect, mnemonic, traits>;

//===----------------------------------------------------------------------===//
// expect_eq
//===----------------------------------------------------------------------===//

def Check_ExpectEqOp : Check_Op<"expect_eq", [
    SameTypeOperands, DeclareOpInterfaceMethods<BufferizableOpInterface,
        ["bufferizesToMemoryRead", "bufferizesToMemoryWrite",
         "getAliasingValues", "bufferize"]>]> {
  let summary = "expects two values to be equal, bit by bit";
  let description = [{
    Holds if `got` and `expected` have the same extents and every element the
    same bits: NaN equals a NaN of the same payload, +0 and -0 differ. Dynamic
    extents are compared when the program runs.

    `packed` says that the `i8` elements are pairs of f4E2M1FN codes, the even
    index in the low nibble, and are counted and reported as such;
    `check-legalize-storage` sets it, and `constant`, which says that the
    program stated `check.expect_eq_const`, as whose failure it is reported.

    Example:

    ```mlir
    check.expect_eq %got, %expected : tensor<4x?xf8E4M3FN>
    ```
  }];
  let arguments = (ins
    Check_Value:$got,
    Check_Value:$expected,
    UnitAttr:$packed,
    UnitAttr:$constant);
  let assemblyFormat = "$got `,` $expected attr-dict `:` type($got)";
  let hasVerifier = 1;
}

//===----------------------------------------------------------------------===//
// expect_eq_const
//===----------------------------------------------------------------------===//

def Check_ExpectEqConstOp : Check_Op<"expect_eq_const", [
    AllTypesMatch<["got", "expected"]>]> {
  let summary = "expects a value to equal a constant, bit by bit";
  let description = [{
    `check.expect_eq` with a constant. `check-legalize-storage` rewrites it to
    that.

    Example:

    ```mlir
    // 0x38 is 1 in f8E4M3FN.
    check.expect_eq_const %scales, dense<[[0x7E, 0x38]]> : tensor<1x2xf8E4M3FN>
    ```
  }];
  let arguments = (ins
    RankedTensorOf<!listconcat(Check_Stored, [F4E2M1FN])>:$got,
    ElementsAttr:$expected);
  let assemblyFormat = "$got `,` $expected attr-dict";
}

//===----------------------------------------------------------------------===//
// expect_close
//===----------------------------------------------------------------------===//

def Check_ExpectCloseOp : Check_Op<"expect_close", [
    SameTypeOperands, DeclareOpInterfaceMethods<BufferizableOpInterface,
        ["bufferizesToMemoryRead", "bufferizesToMemoryWrite",
         "getAliasingValues", "bufferize"]>]> {
  let summary = "expects two values to be close";
  let description = [{
    With `rtol` or `atol`, holds if the extents are the same and every element
    satisfies `|got - expected| <= atol + rtol * |expected|`; the one that is
    not given is 0. With `max_relative_squared_error`, holds if the sum of
    `(got - expected)^2` is at most this bound times the sum of `expected^2`.
    Both are computed in f64, in ascending order.

    NaN is close to NaN and to nothing else, an infinity to the same infinity
    and to nothing else; under `max_relative_squared_error` such equal pairs do
    not enter the sums, and unequal ones make the expectation fail.

    Example:

    ```mlir
    check.expect_close %y, %reference rtol(1.0e-2) atol(1.0e-6) : tensor<8xf32>
    check.expect_close %y, %reference max_relative_squared_error(2.0e-2)
        : tensor<8xf32>
    ```
  }];
  let arguments = (ins
    Check_FloatValue:$got,
    Check_FloatValue:$expected,
    OptionalAttr<F64Attr>:$rtol,
    OptionalAttr<F64Attr>:$atol,
    OptionalAttr<F64Attr>:$max_relative_squared_error);
  let assemblyFormat = [{
    $got `,` $expected
    oilist(`rtol` `(` custom<Bound>($rtol) `)`
         | `atol` `(` custom<Bound>($atol) `)`
         | `max_relative_squared_error` `(`
               custom<Bound>($max_relative_squared_error) `)`)
    attr-dict `:` type($got)
  }];
  let hasVerifier = 1;
}

#endif // QUARTET_DIALECT_CHECK_IR_CHECKOPS_TD
