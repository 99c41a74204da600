//===- KernelBuilder.h - Inside a tcgen05 kernel ----------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What kernels of this folder build with, beside what all lowerings share.
//
//===----------------------------------------------------------------------===//

#ifndef QUARTET_LIB_CONVERSION_NVFP4TOTCGEN05_KERNELBUILDER_H
#define QUARTET_LIB_CONVERSION_NVFP4TOTCGEN05_KERNELBUILDER_H

#include "quartet/Conversion/Common/CodeBuilder.h"

#include "mlir/IR/ImplicitLocOpBuilder.h"

namespace quartet {
namespace gemm {

/// A builder at one location.
class KernelBuilder : public mlir::ImplicitLocOpBuilder,
                      public codegen::CodeBuilder {
public:
  using Values = llvm::SmallVector<mlir::Value>;

  KernelBuilder(mlir::Location loc, mlir::MLIRContext *context)
      : ImplicitLocOpBuilder(loc, context),
        CodeBuilder(static_cast<mlir::OpBuilder &>(*this), loc) {}

  mlir::Value boolean(bool value);
  mlir::Value select(mlir::Value condition, mlir::Value x, mlir::Value y);
  mlir::Value isEqual(mlir::Value x, mlir::Value y);
  mlir::Value isEqual(mlir::Value x, int64_t y) { return isEqual(x, index(y)); }
  mlir::Value both(mlir::Value x, mlir::Value y);
  mlir::Value exclusiveOr(mlir::Value x, mlir::Value y);
  mlir::Value isNot(mlir::Value condition);

  /// for (iv = from; iv < to; iv += step) carried = body(iv, carried)
  Values loop(mlir::Value from, mlir::Value to, mlir::Value step,
              mlir::ValueRange carried,
              llvm::function_ref<Values(mlir::Value, mlir::ValueRange)> body);

  /// Waits for the phase of this parity of a barrier.
  void wait(mlir::Value barriers, mlir::Value index, mlir::Value parity);
};

} // namespace gemm
} // namespace quartet

#endif // QUARTET_LIB_CONVERSION_NVFP4TOTCGEN05_KERNELBUILDER_H
