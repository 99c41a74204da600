//===- DecodedOperands.h - Quantized matrices in bf16 -----------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Decodes operands of products into scratch, each as seldom as possible.
//
//===----------------------------------------------------------------------===//

#ifndef QUARTET_LIB_CONVERSION_NVFP4TOBF16MATMUL_DECODEDOPERANDS_H
#define QUARTET_LIB_CONVERSION_NVFP4TOBF16MATMUL_DECODEDOPERANDS_H

#include "quartet/Conversion/Common/CodeBuilder.h"
#include "llvm/ADT/DenseMap.h"

namespace quartet {
namespace matmul {

/// Remembers what has been decoded where.
class DecodedOperands {
public:
  /// A memref of bf16 with the values of `data` and `scales`, without tensor
  /// scale, for a use at the insertion point of `cb`: a new one, or that of an
  /// earlier call if it is in the same block and nothing in between writes
  /// `data` or `scales`.
  mlir::Value get(codegen::CodeBuilder &cb, mlir::Value data,
                  mlir::Value scales);

private:
  /// The `nvfp4.dequantize` of data and scales.
  llvm::DenseMap<std::pair<mlir::Value, mlir::Value>, mlir::Operation *>
      decoded;
};

} // namespace matmul
} // namespace quartet

#endif // QUARTET_LIB_CONVERSION_NVFP4TOBF16MATMUL_DECODEDOPERANDS_H
