//===- InitAll.h - Register everything Quartet provides ---------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// For tools and for compilers that embed Quartet.
//
//===----------------------------------------------------------------------===//

#ifndef QUARTET_INITALL_H
#define QUARTET_INITALL_H

namespace mlir {
class DialectRegistry;
} // namespace mlir

namespace quartet {

/// Adds Quartet's dialects and their interface implementations. Upstream
/// dialects are not added.
void registerAllDialects(mlir::DialectRegistry &registry);

/// Registers Quartet's passes and named pipelines with the global registries.
void registerAllPasses();

} // namespace quartet

#endif // QUARTET_INITALL_H
