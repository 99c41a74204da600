//===- LaunchCall.h - Launches as calls of the run-time library -*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The host's half of quartet-kernel-abi.
//
//===----------------------------------------------------------------------===//

#ifndef QUARTET_LIB_TARGET_COMMON_GPU_LAUNCHCALL_H
#define QUARTET_LIB_TARGET_COMMON_GPU_LAUNCHCALL_H

#include "mlir/Dialect/Func/IR/FuncOps.h"

namespace quartet::device {

/// The global variable that holds the device code of the gpu.module `name` is
/// called `name` plus this. It is declared here and defined when the program is
/// emitted.
constexpr llvm::StringLiteral kImageSuffix = ".image";

/// Whether `entry` launches kernels.
bool hasLaunches(mlir::func::FuncOp entry);

/// Replaces the launches of `entry`, whose control flow is unstructured, by
/// calls; `entry` gets a stream and returns a status.
llvm::LogicalResult writeLaunchCalls(mlir::func::FuncOp entry);

} // namespace quartet::device

#endif // QUARTET_LIB_TARGET_COMMON_GPU_LAUNCHCALL_H
