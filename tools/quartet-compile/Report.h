//===- Report.h - What a compiled program costs -----------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef QUARTET_TOOLS_QUARTET_COMPILE_REPORT_H
#define QUARTET_TOOLS_QUARTET_COMPILE_REPORT_H

namespace llvm {
class raw_ostream;
} // namespace llvm

namespace mlir {
class ModuleOp;
} // namespace mlir

namespace quartet {
class Target;
} // namespace quartet

namespace quartet::tools {

/// One line per scaled matmul of a module of the nvfp4 dialect: where it
/// stands, M x N x P, floating-point operations (2 M N P), and bytes of its two
/// quantized operands (codes, block scales, tensor scale). Products over
/// dynamic extents are left symbolic, as in "2 * ? * 64 * 96". For a module at
/// the end of the fuse stage and a `target` that is not null, a second line if
/// the target has a cost model: what it predicts.
void reportMatmuls(mlir::ModuleOp module, const Target *target,
                   llvm::raw_ostream &os);

/// One line per entry of a lowered module: arguments, results, and bytes of
/// workspace if they do not depend on the sizes of a call.
void reportEntries(mlir::ModuleOp module, llvm::raw_ostream &os);

} // namespace quartet::tools

#endif // QUARTET_TOOLS_QUARTET_COMPILE_REPORT_H
