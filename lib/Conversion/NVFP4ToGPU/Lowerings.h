//===- Lowerings.h - One function per operation -----------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Each function emits the launches of one operation at the insertion point of
// a builder on the host side, and the kernels that do not exist yet.
//
//===----------------------------------------------------------------------===//

#ifndef QUARTET_LIB_CONVERSION_NVFP4TOGPU_LOWERINGS_H
#define QUARTET_LIB_CONVERSION_NVFP4TOGPU_LOWERINGS_H

#include "KernelBuilder.h"
#include "quartet/Conversion/NVFP4ToGPU/KernelModule.h"
#include "quartet/Dialect/NVFP4/IR/NVFP4.h"

namespace quartet {
namespace kernels {

/// What every lowering works with.
struct Lowering {
  KernelModule &kernels;
  /// On the host side, before the operation.
  CodeBuilder &host;

  void launch(const KernelConfig &config, mlir::ValueRange operands,
              mlir::Value blocks, KernelModule::Body body) {
    kernels.launch(host.b, host.loc, config, operands, blocks, body);
  }
};

void lower(nvfp4::AmaxOp op, Lowering &lowering);
void lower(nvfp4::QuantizeOp op, Lowering &lowering);
void lower(nvfp4::DequantizeOp op, Lowering &lowering);
void lower(nvfp4::RotateOp op, Lowering &lowering);
void lower(nvfp4::RotateQuantizeOp op, Lowering &lowering);
void lower(nvfp4::RequantizeOp op, Lowering &lowering);
void lower(nvfp4::TileScalesOp op, Lowering &lowering);
void lower(nvfp4::UntileScalesOp op, Lowering &lowering);

/// Launches a kernel that writes +0 to a memref of rank 0.
void emitZero(Lowering &lowering, mlir::Value memref);

/// Launches kernels that merge the largest finite magnitude of `input` into
/// `result` (rank 0, f32); rows as stored from `validRows` on (if not null) do
/// not take part.
void emitAmax(Lowering &lowering, mlir::Value input, mlir::Value validRows,
              mlir::Value result);

/// Launches a kernel that writes the sums of the columns of `input`, rows in
/// ascending order.
void emitColumnSum(Lowering &lowering, mlir::Value input, mlir::Value sums);

/// `bf16` and the like, for names of kernels.
std::string getTypeName(mlir::Type element);
/// `bf16_512x4096` of a memref, with a d for an extent known at run time.
std::string getMatrixName(mlir::Value memref);

} // namespace kernels
} // namespace quartet

#endif // QUARTET_LIB_CONVERSION_NVFP4TOGPU_LOWERINGS_H
