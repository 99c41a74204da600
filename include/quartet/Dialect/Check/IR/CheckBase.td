//===- CheckBase.td - The check dialect and its types ------*- tablegen -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef QUARTET_DIALECT_CHECK_IR_CHECKBASE_TD
#define QUARTET_DIALECT_CHECK_IR_CHECKBASE_TD

include "mlir/IR/CommonTypeConstraints.td"
include "mlir/IR/OpBase.td"

def Check_Dialect : Dialect {
  let name = "check";
  let cppNamespace = "::quartet::check";
  let summary = "expectations in execution tests";
  let description = [{
    Operations that compare tensors while a program runs. An expectation that
    does not hold is reported with its location, the number of elements that
    differ, the first of them and both values; the program goes on, so that one
    run reports all. Expectations have no results and are never removed.

    Only the host target runs them.
  }];
}

/// What one unit of memory holds; two f4E2M1FN codes share a byte.
defvar Check_Stored = [
  I1, I8, I16, I32, I64, Index, F8E4M3FN, F8E5M2, F8E8M0FNU, F16, BF16, F32,
  F64];

def Check_Value : AnyTypeOf<[
    RankedTensorOf<!listconcat(Check_Stored, [F4E2M1FN])>,
    MemRefOf<Check_Stored>],
    "ranked tensor of integers or floats, or memref of them without f4E2M1FN">;

def Check_FloatValue : AnyTypeOf<[
    RankedTensorOf<[F16, BF16, F32, F64]>, MemRefOf<[F16, BF16, F32, F64]>],
    "ranked tensor or memref of f16, bf16, f32 or f64 values">;

#endif // QUARTET_DIALECT_CHECK_IR_CHECKBASE_TD
