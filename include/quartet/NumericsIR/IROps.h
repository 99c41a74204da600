//===- IROps.h - The numerics' value type that emits IR ---------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The `Ops` object of quartet/Numerics/Value.h that emits arith, math and
// vector operations instead of evaluating: instantiating a rule of lib/Numerics
// on it writes that rule as IR. One object emits either scalars (f32, i32, i1)
// or vectors of a fixed number of lanes. No operation carries a fast-math flag,
// and fma is `math.fma`, one rounding (docs/Numerics.md).
//
//===----------------------------------------------------------------------===//

#ifndef QUARTET_NUMERICSIR_IROPS_H
#define QUARTET_NUMERICSIR_IROPS_H

#include "mlir/IR/Builders.h"
#include "mlir/IR/BuiltinAttributeInterfaces.h"
#include "mlir/IR/Value.h"
#include "llvm/ADT/DenseMap.h"

namespace quartet {

/// Emits the operations of the numerics at a builder's insertion point.
class IROps {
public:
  /// f32 lanes.
  struct F {
    mlir::Value value;
  };
  /// i32 lanes, read as unsigned.
  struct I {
    mlir::Value value;
  };
  /// i1 lanes.
  struct B {
    mlir::Value value;
  };

  /// Emits through `builder`, which the caller moves as it likes. `lanes` is 1
  /// for scalars, else the length of the vectors.
  ///
  /// Each constant is created once, at the start of the innermost region that
  /// is isolated from above, so that it dominates every later use: use one
  /// object per function.
  IROps(mlir::OpBuilder &builder, mlir::Location loc, int64_t lanes);

  int64_t getLanes() const { return lanes; }
  mlir::OpBuilder &getBuilder() { return builder; }
  mlir::Location getLoc() const { return loc; }

  /// The types of F, I and B: scalar, or vector of `lanes`.
  mlir::Type getFType() const { return fType; }
  mlir::Type getIType() const { return iType; }
  mlir::Type getBType() const { return bType; }

  F f32(float value);
  I u32(uint32_t value);
  /// One constant per lane; `values` has as many elements as there are lanes.
  I u32Lanes(llvm::ArrayRef<uint32_t> values);

  F add(F a, F b);
  F sub(F a, F b);
  F mul(F a, F b);
  F div(F a, F b);
  F fma(F a, F b, F c);

  I bits(F a);
  F fromBits(I a);

  I iadd(I a, I b);
  I isub(I a, I b);
  I imul(I a, I b);
  I umulhi(I a, I b);
  I iand(I a, I b);
  I ior(I a, I b);
  I ixor(I a, I b);
  I shl(I a, unsigned amount);
  I shr(I a, unsigned amount);
  I shrBy(I a, I amount);

  B eq(I a, I b);
  B ne(I a, I b);
  B ult(I a, I b);
  B ule(I a, I b);
  B band(B a, B b);
  B bor(B a, B b);
  B bnot(B a);

  F select(B condition, F a, F b);
  I select(B condition, I a, I b);

  F fromUInt(I a);

  /// A constant of any type, kept like the others.
  mlir::Value constant(mlir::TypedAttr value);

private:
  mlir::OpBuilder &builder;
  mlir::Location loc;
  int64_t lanes;
  mlir::Type fType, iType, bType;
  llvm::DenseMap<mlir::Attribute, mlir::Value> constants;
};

} // namespace quartet

#endif // QUARTET_NUMERICSIR_IROPS_H
