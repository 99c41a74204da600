//===- MatmulKernel.cpp - Products of bf16 matrices -----------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A block computes a square of D, each of its warps a quarter. Steps of K go
// through shared memory: rows of both operands, padded so that the eight rows
// that one load of a warp touches lie in different banks. Fragments are those
// of mma.m16n8k16 (PTX ISA 9.0, 9.7.14.5.8): with g = lane / 4 and t = lane %
// 4, registers 0 to 3 of A hold rows g, g + 8, g, g + 8 and columns 2t, 2t, 2t
// + 8, 2t + 8; those of B row g of B^T and columns 2t, 2t + 8; those of D rows
// g, g, g + 8, g + 8 and columns 2t, 2t + 1, 2t, 2t + 1.
//
//===----------------------------------------------------------------------===//

#include "MatmulKernel.h"

#include "quartet/Conversion/Common/LaunchAttributes.h"
#include "quartet/Conversion/Common/Matrices.h"
#include "quartet/Numerics/Epilogue.h"
#include "quartet/Runtime/Device.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"

using namespace mlir;
using namespace quartet;
using namespace quartet::matmul;
using codegen::CodeBuilder;
using codegen::F;

/// Rows and columns of D per block; elements of K per step.
static constexpr int64_t kTile = 64, kStep = 32;
/// Elements from one row to the next in shared memory.
static constexpr int64_t kRowStride = kStep + 8;
static constexpr int64_t kWarp = 32, kThreads = 128;
/// Rows and columns of D per warp.
static constexpr int64_t kWarpTile = 32;
/// Shape of one instruction.
static constexpr int64_t kMmaM = 16, kMmaN = 8, kMmaK = 16;
static constexpr int64_t kMmasM = kWarpTile / kMmaM, kMmasN = kWarpTile / kMmaN;
/// Accumulators of one instruction per thread.
static constexpr int64_t kMmaResults = 4;
/// Elements of one access to global memory, of 16 bytes; accesses per thread
/// and step.
static constexpr int64_t kAccess = 8;
static constexpr int64_t kAccesses = kTile * kStep / (kThreads * kAccess);

static MemRefType getSharedType(Builder &b) {
  return MemRefType::get(
      {kTile, kRowStride}, b.getBF16Type(), MemRefLayoutAttrInterface(),
      gpu::AddressSpaceAttr::get(b.getContext(),
                                 gpu::GPUDialect::getWorkgroupAddressSpace()));
}

namespace {

/// Writes the body of one kernel.
class KernelEmitter {
public:
  KernelEmitter(OpBuilder &b, Location loc, const MatmulOperands &operands,
                Value sharedA, Value sharedB)
      : cb(b, loc), operands(operands), sharedA(sharedA), sharedB(sharedB) {}

  void emit();

private:
  void findPlace();
  /// This thread's part of `kStep` columns, from `column` on, of the `kTile`
  /// rows of `matrix` from `firstRow` on. Rows behind the last repeat it.
  SmallVector<Value> loadGlobal(Value matrix, Value firstRow, Value column);
  void storeShared(ArrayRef<Value> vectors, Value shared);
  /// Two neighbouring elements as an i32.
  Value loadPair(Value shared, Value row, Value column);
  SmallVector<Value> emitStep(Value column, ValueRange sums);
  void multiply(ArrayRef<Value> a, ArrayRef<Value> b,
                MutableArrayRef<Value> sums);
  void emitResults(ValueRange sums);

  CodeBuilder cb;
  const MatmulOperands &operands;
  Value sharedA, sharedB;
  Value batch, firstRow, firstColumn;     ///< of the block's tile
  Value warpRow, warpColumn;              ///< in the tile
  Value laneRow, lanePair;                ///< g and 2t
  SmallVector<Value> copyRow, copyColumn; ///< per access, in the tile
};

} // namespace

void KernelEmitter::findPlace() {
  Value thread = gpu::ThreadIdOp::create(cb.b, cb.loc, gpu::Dimension::x);
  Value block = gpu::BlockIdOp::create(cb.b, cb.loc, gpu::Dimension::x);
  Value columnTiles = cb.ceilDiv(cb.dim(operands.d, -1), kTile);
  Value rowTiles = cb.ceilDiv(cb.dim(operands.d, -2), kTile);
  firstColumn = cb.mul(cb.rem(block, columnTiles), kTile);
  Value rest = cb.div(block, columnTiles);
  firstRow = cb.mul(cb.rem(rest, rowTiles), kTile);
  batch = cb.div(rest, rowTiles);

  constexpr int64_t kWarpsPerRow = kTile / kWarpTile;
  Value warp = cb.div(thread, kWarp), lane = cb.rem(thread, kWarp);
  warpRow = cb.mul(cb.div(warp, kWarpsPerRow), kWarpTile);
  warpColumn = cb.mul(cb.rem(warp, kWarpsPerRow), kWarpTile);
  laneRow = cb.div(lane, 4);
  lanePair = cb.mul(cb.rem(lane, 4), 2);

  constexpr int64_t kAccessesPerRow = kStep / kAccess;
  for (int64_t i = 0; i < kAccesses; ++i) {
    Value access = cb.add(thread, i * kThreads);
    copyRow.push_back(cb.div(access, kAccessesPerRow));
    copyColumn.push_back(cb.mul(cb.rem(access, kAccessesPerRow), kAccess));
  }
}

SmallVector<Value> KernelEmitter::loadGlobal(Value matrix, Value firstRow,
                                             Value column) {
  Value last = cb.sub(cb.dim(matrix, -2), cb.index(1));
  SmallVector<Value> vectors;
  for (int64_t i = 0; i < kAccesses; ++i) {
    Value row = cb.min(cb.add(firstRow, copyRow[i]), last);
    vectors.push_back(vector::LoadOp::create(
        cb.b, cb.loc, VectorType::get({kAccess}, cb.b.getBF16Type()), matrix,
        codegen::withBatch(matrix, batch, {row, cb.add(column, copyColumn[i])}),
        /*nontemporal=*/false, llvm::Align(16)));
  }
  return vectors;
}

void KernelEmitter::storeShared(ArrayRef<Value> vectors, Value shared) {
  for (auto [i, vector] : llvm::enumerate(vectors))
    vector::StoreOp::create(cb.b, cb.loc, vector, shared,
                            ValueRange{copyRow[i], copyColumn[i]},
                            /*nontemporal=*/false, llvm::Align(16));
}

Value KernelEmitter::loadPair(Value shared, Value row, Value column) {
  Value pair = vector::LoadOp::create(
      cb.b, cb.loc, VectorType::get({2}, cb.b.getBF16Type()), shared,
      ValueRange{row, column}, /*nontemporal=*/false, llvm::Align(4));
  return cb.extract(
      cb.bitcastVector(pair, VectorType::get({1}, cb.b.getI32Type())), 0);
}

void KernelEmitter::multiply(ArrayRef<Value> a, ArrayRef<Value> b,
                             MutableArrayRef<Value> sums) {
  SmallVector<Type> types(kMmaResults, cb.b.getF32Type());
  SmallVector<Value> arguments(a);
  llvm::append_range(arguments, b);
  llvm::append_range(arguments, sums);
  // The intrinsic, because nvgpu and nvvm would need their own conversion and
  // MLIR's costliest header.
  auto call = LLVM::CallIntrinsicOp::create(
      cb.b, cb.loc, LLVM::LLVMStructType::getLiteral(cb.b.getContext(), types),
      cb.b.getStringAttr("llvm.nvvm.mma.m16n8k16.row.col.bf16"), arguments);
  for (int64_t i = 0; i < kMmaResults; ++i)
    sums[i] = LLVM::ExtractValueOp::create(cb.b, cb.loc, call.getResult(0), i);
}

SmallVector<Value> KernelEmitter::emitStep(Value column, ValueRange carried) {
  SmallVector<Value> sums(carried);
  SmallVector<Value> a = loadGlobal(operands.a, firstRow, column);
  SmallVector<Value> b = loadGlobal(operands.b, firstColumn, column);
  // Everybody has read the last step, then everybody has written this one.
  gpu::BarrierOp::create(cb.b, cb.loc);
  storeShared(a, sharedA);
  storeShared(b, sharedB);
  gpu::BarrierOp::create(cb.b, cb.loc);
  for (int64_t k = 0; k < kStep; k += kMmaK) {
    Value low = cb.add(lanePair, k), high = cb.add(lanePair, k + kMmaK / 2);
    SmallVector<SmallVector<Value>> rows, columns;
    for (int64_t i = 0; i < kMmasM; ++i) {
      Value row = cb.add(cb.add(warpRow, laneRow), i * kMmaM);
      Value next = cb.add(row, kMmaM / 2);
      rows.push_back({loadPair(sharedA, row, low), loadPair(sharedA, next, low),
                      loadPair(sharedA, row, high),
                      loadPair(sharedA, next, high)});
    }
    for (int64_t j = 0; j < kMmasN; ++j) {
      Value row = cb.add(cb.add(warpColumn, laneRow), j * kMmaN);
      columns.push_back(
          {loadPair(sharedB, row, low), loadPair(sharedB, row, high)});
    }
    for (int64_t i = 0; i < kMmasM; ++i)
      for (int64_t j = 0; j < kMmasN; ++j)
        multiply(rows[i], columns[j],
                 MutableArrayRef(sums).slice((i * kMmasN + j) * kMmaResults,
                                             kMmaResults));
  }
  return sums;
}

void KernelEmitter::emitResults(ValueRange sums) {
  Value d = operands.d;
  Type element = cast<MemRefType>(d.getType()).getElementType();
  Value rows = cb.dim(d, -2), columns = cb.dim(d, -1);
  F factor = {cb.load(operands.factors, cb.index(0))};
  auto finish = [&](Value sum, Value row, Value column) {
    SmallVector<Value> at = codegen::withBatch(d, batch, {row, column});
    F v = cb.scalar.mul({sum}, factor);
    if (operands.accumulate)
      v = cb.scalar.add(v, codegen::widen(cb, cb.scalar, cb.load(d, at)));
    v = numerics::canonicalizeResult(cb.scalar, v);
    cb.store(codegen::narrow(cb, cb.scalar, v, element), d, at);
  };
  Value laneFirst = cb.add(cb.add(firstColumn, warpColumn), lanePair);
  for (int64_t i = 0; i < kMmasM * 2; ++i) {
    Value row =
        cb.add(cb.add(cb.add(firstRow, warpRow), laneRow), i * (kMmaM / 2));
    cb.branch(cb.isLess(row, rows), [&] {
      for (int64_t j = 0; j < kMmasN * 2; ++j) {
        Value column = cb.add(laneFirst, j / 2 * kMmaN + j % 2);
        int64_t sum =
            (i / 2 * kMmasN + j / 2) * kMmaResults + i % 2 * 2 + j % 2;
        cb.branch(cb.isLess(column, columns),
                  [&] { finish(sums[sum], row, column); });
      }
    });
  }
}

void KernelEmitter::emit() {
  findPlace();
  SmallVector<Value> zeros(kMmasM * kMmasN * kMmaResults,
                           cb.scalar.f32(0.0f).value);
  SmallVector<Value> sums =
      cb.forEach(cb.index(0), cb.dim(operands.a, -1), kStep, zeros,
                 [&](Value column, ValueRange carried) {
                   return emitStep(column, carried);
                 });
  emitResults(sums);
}

//===----------------------------------------------------------------------===//
// The launch
//===----------------------------------------------------------------------===//

/// `memref` with all extents known at run time only, so that one kernel does
/// for all and a library finds extents among the arguments.
static Value makeDynamic(CodeBuilder &cb, Value memref) {
  auto type = cast<MemRefType>(memref.getType());
  SmallVector<int64_t> shape(type.getRank(), ShapedType::kDynamic);
  return memref::CastOp::create(
      cb.b, cb.loc, MemRefType::get(shape, type.getElementType()), memref);
}

void matmul::launchMatmul(CodeBuilder &host, KernelModule &kernels,
                          const MatmulOperands &operands) {
  auto type = cast<MemRefType>(operands.d.getType());
  bool isBatched = type.getRank() == 3;
  KernelConfig config;
  llvm::raw_string_ostream(config.name)
      << (isBatched ? "batched_matmul_" : "matmul_") << type.getElementType()
      << (operands.accumulate ? "_accumulate" : "");
  config.threads = kThreads;
  config.shared.assign(2, getSharedType(host.b));

  quartet_element element =
      type.getElementType().isF32() ? QUARTET_F32 : QUARTET_BF16;
  SmallVector<Value> arguments = {
      makeDynamic(host, operands.a),
      makeDynamic(host, operands.b),
      makeDynamic(host, operands.d),
      operands.factors,
      makeDynamic(host, operands.workspace),
      arith::ConstantIntOp::create(host.b, host.loc, element, 32)};
  gpu::GPUFuncOp kernel = kernels.getOrCreate(
      host.loc, config, ValueRange(arguments).getTypes(),
      [&](OpBuilder &b, ValueRange args, ValueRange shared) {
        MatmulOperands inside = operands;
        inside.a = args[0];
        inside.b = args[1];
        inside.d = args[2];
        inside.factors = args[3];
        KernelEmitter(b, host.loc, inside, shared[0], shared[1]).emit();
      });

  Value blocks = host.mul(host.ceilDiv(host.dim(operands.d, -2), kTile),
                          host.ceilDiv(host.dim(operands.d, -1), kTile));
  if (isBatched)
    blocks = host.mul(blocks, host.dim(operands.d, 0));
  Value one = host.index(1);
  auto launch = gpu::LaunchFuncOp::create(
      host.b, host.loc, kernel, gpu::KernelDim3{blocks, one, one},
      gpu::KernelDim3{host.index(kThreads), one, one},
      /*dynamicSharedMemorySize=*/Value(), arguments);
  launch->setAttr(kLibraryFunctionAttr,
                  host.b.getStringAttr("quartet_matmul_bf16"));
}
