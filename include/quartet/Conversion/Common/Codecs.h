//===- Codecs.h - nvfp4.encode and nvfp4.decode -----------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Conversions of values, which may occur anywhere on any target.
//
//===----------------------------------------------------------------------===//

#ifndef QUARTET_CONVERSION_COMMON_CODECS_H
#define QUARTET_CONVERSION_COMMON_CODECS_H

namespace mlir {
class RewritePatternSet;
} // namespace mlir

namespace quartet {
namespace codegen {

/// Adds patterns that turn `nvfp4.encode` and `nvfp4.decode` of values and of
/// vectors with a fixed number of elements into arithmetic.
void populateCodecPatterns(mlir::RewritePatternSet &patterns);

} // namespace codegen
} // namespace quartet

#endif // QUARTET_CONVERSION_COMMON_CODECS_H
