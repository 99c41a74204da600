//===- Operands.h - Arguments of quantizing kernels -------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// One structure names every operand that a kernel of this folder may have; null
// ones are absent. It holds values of the host side, or of the kernel after
// `inKernel`.
//
//===----------------------------------------------------------------------===//

#ifndef QUARTET_LIB_CONVERSION_NVFP4TOGPU_OPERANDS_H
#define QUARTET_LIB_CONVERSION_NVFP4TOGPU_OPERANDS_H

#include "mlir/IR/Value.h"
#include "mlir/IR/ValueRange.h"

namespace quartet {
namespace kernels {

/// Of one quantized result.
struct ResultOperands {
  mlir::Value data, scales, tensorScale; ///< destinations
  mlir::Value site;                      ///< i32, of stochastic rounding
  mlir::Value corrected; ///< scales before they are rounded (HalfSink)
  mlir::Value maximum;   ///< f32 bits at rank 0: of the data or of `corrected`
};

struct Operands {
  mlir::Value input;                ///< matrix or packed codes
  mlir::Value inputScales;          ///< of packed codes
  mlir::Value validRows;            ///< index
  mlir::Value rows;                 ///< index, where no destination has them
  mlir::Value seed;                 ///< i64 at rank 0
  mlir::Value instance;             ///< index
  mlir::Value signSite;             ///< i32, of the rotation
  mlir::Value firstRow, firstBlock; ///< i32, random counters of the first block
  mlir::Value prescale;             ///< f32 at rank 0
  mlir::Value rotated;              ///< destination of a rotation
  ResultOperands row, col;          ///< `col`: of the transpose

  /// Calls fn(mlir::Value &) for every member.
  template <class Fn>
  void visit(Fn fn) {
    for (mlir::Value *value :
         {&input, &inputScales, &validRows, &rows, &seed, &instance, &signSite,
          &firstRow, &firstBlock, &prescale, &rotated})
      fn(*value);
    for (ResultOperands *result : {&row, &col})
      for (mlir::Value *value :
           {&result->data, &result->scales, &result->tensorScale, &result->site,
            &result->corrected, &result->maximum})
        fn(*value);
  }

  /// Those that are present, in order.
  llvm::SmallVector<mlir::Value> getPresent() {
    llvm::SmallVector<mlir::Value> present;
    visit([&](mlir::Value &value) {
      if (value)
        present.push_back(value);
    });
    return present;
  }

  /// Which are present, for the key of a kernel.
  std::string getKey() {
    std::string key;
    visit([&](mlir::Value &value) { key += value ? '1' : '0'; });
    return key;
  }

  /// The same with the kernel's arguments in place of the operands.
  Operands inKernel(mlir::ValueRange arguments) const {
    Operands result = *this;
    size_t next = 0;
    result.visit([&](mlir::Value &value) {
      if (value)
        value = arguments[next++];
    });
    return result;
  }
};

} // namespace kernels
} // namespace quartet

#endif // QUARTET_LIB_CONVERSION_NVFP4TOGPU_OPERANDS_H
