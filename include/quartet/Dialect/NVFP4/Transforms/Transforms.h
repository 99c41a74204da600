//===- Transforms.h - Interfaces and patterns of nvfp4 ----------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What other passes and compilers need to combine with nvfp4.
//
//===----------------------------------------------------------------------===//

#ifndef QUARTET_DIALECT_NVFP4_TRANSFORMS_TRANSFORMS_H
#define QUARTET_DIALECT_NVFP4_TRANSFORMS_TRANSFORMS_H

namespace mlir {
class ConversionTarget;
class DialectRegistry;
class RewritePatternSet;
class TypeConverter;
} // namespace mlir

namespace quartet {
namespace nvfp4 {

/// Lets one-shot bufferization turn nvfp4 operations on tensors into the same
/// operations on memrefs: inputs are read, destinations written in place where
/// the analysis allows it.
void registerBufferizableOpInterfaceExternalModels(
    mlir::DialectRegistry &registry);

/// Lets upstream tiling cut nvfp4 operations on tensors into tiles that compute
/// the same bytes. Post hoc quantizers and quantizers without an amax operand
/// refuse, as do tiles that cut a block, a rotation group or a tile of scales.
void registerTilingInterfaceExternalModels(mlir::DialectRegistry &registry);

/// Patterns of `nvfp4-decompose`: rotate_quantize and requantize on tensors
/// become dequantize, rotate and quantize. Bit-exact.
void populateDecomposePatterns(mlir::RewritePatternSet &patterns);

/// Makes `converter` map f4E2M1FN tensors to packed bytes, fills `patterns`
/// with the rewrites of `nvfp4-legalize-storage`, and makes every operation of
/// `target` legal exactly if it has no f4E2M1FN tensor.
void populateLegalizeStoragePatterns(mlir::TypeConverter &converter,
                                     mlir::RewritePatternSet &patterns,
                                     mlir::ConversionTarget &target);

/// Patterns of `nvfp4-fuse-epilogue`: elementwise linalg consumers of a product
/// move into its epilogue. Bit-exact.
void populateFuseEpiloguePatterns(mlir::RewritePatternSet &patterns);

/// Patterns of `nvfp4-fuse-rotate-quantize`: rotate and quantize become
/// rotate_quantize or requantize. Bit-exact.
void populateFuseRotateQuantizePatterns(mlir::RewritePatternSet &patterns);

} // namespace nvfp4
} // namespace quartet

#endif // QUARTET_DIALECT_NVFP4_TRANSFORMS_TRANSFORMS_H
