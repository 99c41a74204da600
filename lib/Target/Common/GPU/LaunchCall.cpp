//===- LaunchCall.cpp - Launches as calls of the run-time library ---------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Writes the structures of quartet/Runtime/Device.h on the stack, one set for
// all launches of a function, and the call.
//
//===----------------------------------------------------------------------===//

#include "LaunchCall.h"
#include "../Entry.h"
#include "quartet/Conversion/Common/LaunchAttributes.h"
#include "quartet/Dialect/TCGen05/IR/TCGen05.h"
#include "quartet/Runtime/Device.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/ControlFlow/IR/ControlFlowOps.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/IR/SymbolTable.h"

#include <cstddef>

using namespace mlir;
using namespace quartet;

namespace {

constexpr StringLiteral kLaunchFunction = "quartet_launch";

class LaunchWriter {
public:
  explicit LaunchWriter(func::FuncOp entry)
      : entry(entry), builder(entry.getContext()),
        module(entry->getParentOfType<ModuleOp>()),
        pointer(LLVM::LLVMPointerType::get(entry.getContext())),
        i8(builder.getI8Type()), i32(builder.getI32Type()),
        i64(builder.getI64Type()) {}

  LogicalResult run();

private:
  LogicalResult verify();
  LogicalResult write(gpu::LaunchFuncOp launch);
  LogicalResult writeParams(gpu::LaunchFuncOp launch, unsigned &count);

  void storeParam(Location loc, unsigned index, quartet_param_kind kind,
                  Value value);
  void store(Location loc, Value base, size_t offset, Value value);
  /// The `quartet_launch_desc` extents at `offset`; missing ones are zero.
  void storeExtents(Location loc, size_t offset, ArrayRef<Value> extents);
  Value getConstant(Location loc, Type type, int64_t value) {
    return LLVM::ConstantOp::create(builder, loc, type,
                                    builder.getIntegerAttr(type, value));
  }
  /// Declares `function` of the run-time library.
  void declare(StringRef function);
  /// A pointer to `text`, nul-terminated.
  Value getText(Location loc, StringRef text);
  Value getImage(Location loc, StringRef kernels);
  Value allocate(size_t bytes, size_t alignment);
  /// The aligned pointer of `buffer`, without its offset.
  Value getAddress(Location loc, Value buffer);
  /// The `quartet_tensor_map` of `op`, filled in where `op` is.
  Value writeTensorMap(tcgen05::MakeTensorMapOp op);

  func::FuncOp entry;
  OpBuilder builder;
  ModuleOp module;
  Type pointer, i8, i32, i64;
  Value stream, launchDesc, params;
  llvm::DenseMap<Operation *, Value> tensorMaps;
};

/// What the host may not do: the buffers are in the GPU's memory.
LogicalResult LaunchWriter::verify() {
  WalkResult result = entry.walk([&](Operation *op) -> WalkResult {
    if (isa<memref::LoadOp, memref::StoreOp, memref::CopyOp>(op)) {
      op->emitError()
          << "expects buffers that only kernels read and write, but "
             "got '"
          << op->getName()
          << "' on the host, which cannot reach the GPU's memory";
      return WalkResult::interrupt();
    }
    if (op->getName().getDialectNamespace() == "nvfp4") {
      op->emitError() << "expects operations that the GPU has kernels for, but "
                         "got '"
                      << op->getName() << "'";
      return WalkResult::interrupt();
    }
    if (isa<gpu::LaunchFuncOp>(op) && op->getParentOp() != entry) {
      op->emitError() << "expects launches in unstructured control flow, but "
                         "got one inside '"
                      << op->getParentOp()->getName() << "'";
      return WalkResult::interrupt();
    }
    return WalkResult::advance();
  });
  return failure(result.wasInterrupted());
}

Value LaunchWriter::allocate(size_t bytes, size_t alignment) {
  Location loc = entry.getLoc();
  builder.setInsertionPointToStart(&entry.getBody().front());
  return LLVM::AllocaOp::create(builder, loc, pointer, i8,
                                getConstant(loc, i64, bytes), alignment);
}

void LaunchWriter::store(Location loc, Value base, size_t offset, Value value) {
  Value address =
      LLVM::GEPOp::create(builder, loc, pointer, i8, base,
                          ArrayRef<LLVM::GEPArg>{static_cast<int32_t>(offset)});
  LLVM::StoreOp::create(builder, loc, value, address);
}

void LaunchWriter::storeExtents(Location loc, size_t offset,
                                ArrayRef<Value> extents) {
  for (unsigned i = 0; i < 3; ++i) {
    Value extent =
        extents.empty()
            ? getConstant(loc, i32, 0)
            : arith::IndexCastOp::create(builder, loc, i32, extents[i]);
    store(loc, launchDesc, offset + i * sizeof(uint32_t), extent);
  }
}

void LaunchWriter::declare(StringRef function) {
  if (module.lookupSymbol(function))
    return;
  OpBuilder::InsertionGuard guard(builder);
  builder.setInsertionPointToStart(module.getBody());
  LLVM::LLVMFuncOp::create(builder, module.getLoc(), function,
                           LLVM::LLVMFunctionType::get(
                               i32, {pointer, pointer, pointer, i32, pointer}));
}

Value LaunchWriter::getText(Location loc, StringRef text) {
  std::string bytes = text.str();
  bytes.push_back('\0');
  std::string name = ("quartet.text." + text).str();
  auto global = module.lookupSymbol<LLVM::GlobalOp>(name);
  if (!global) {
    OpBuilder::InsertionGuard guard(builder);
    builder.setInsertionPointToStart(module.getBody());
    global = LLVM::GlobalOp::create(
        builder, module.getLoc(), LLVM::LLVMArrayType::get(i8, bytes.size()),
        /*isConstant=*/true, LLVM::Linkage::Internal, name,
        builder.getStringAttr(bytes));
  }
  return LLVM::AddressOfOp::create(builder, loc, global);
}

Value LaunchWriter::getImage(Location loc, StringRef kernels) {
  std::string name = (kernels + device::kImageSuffix).str();
  auto global = module.lookupSymbol<LLVM::GlobalOp>(name);
  if (!global) {
    OpBuilder::InsertionGuard guard(builder);
    builder.setInsertionPointToStart(module.getBody());
    global = LLVM::GlobalOp::create(
        builder, module.getLoc(),
        LLVM::LLVMArrayType::get(i8, sizeof(quartet_image)),
        /*isConstant=*/false, LLVM::Linkage::External, name, Attribute(),
        alignof(quartet_image));
  }
  return LLVM::AddressOfOp::create(builder, loc, global);
}

Value LaunchWriter::getAddress(Location loc, Value buffer) {
  Value address =
      memref::ExtractAlignedPointerAsIndexOp::create(builder, loc, buffer);
  address = arith::IndexCastOp::create(builder, loc, i64, address);
  return LLVM::IntToPtrOp::create(builder, loc, pointer, address);
}

void LaunchWriter::storeParam(Location loc, unsigned index,
                              quartet_param_kind kind, Value value) {
  size_t offset = index * sizeof(quartet_param);
  store(loc, params, offset + offsetof(quartet_param, kind),
        getConstant(loc, i32, kind));
  store(loc, params, offset + offsetof(quartet_param, value), value);
}

Value LaunchWriter::writeTensorMap(tcgen05::MakeTensorMapOp op) {
  Location loc = op.getLoc();
  Value &map = tensorMaps[op];
  if (map)
    return map;
  {
    OpBuilder::InsertionGuard guard(builder);
    map = allocate(sizeof(quartet_tensor_map), alignof(quartet_tensor_map));
  }
  // The map holds for every launch that uses it.
  OpBuilder::InsertionGuard guard(builder);
  builder.setInsertionPoint(op);
  Value source = op.getSource();
  auto type = cast<tcgen05::TensorMapType>(op.getMap().getType());
  int64_t rank = type.getBox().size();
  auto metadata =
      memref::ExtractStridedMetadataOp::create(builder, loc, source);
  Value address = getAddress(loc, source);
  // Elements are bytes.
  Value offset =
      arith::IndexCastOp::create(builder, loc, i64, metadata.getOffset());
  address = LLVM::GEPOp::create(builder, loc, pointer, i8, address,
                                ArrayRef<LLVM::GEPArg>{offset});
  store(loc, map, offsetof(quartet_tensor_map, base), address);
  store(loc, map, offsetof(quartet_tensor_map, rank),
        getConstant(loc, i32, rank));
  store(loc, map, offsetof(quartet_tensor_map, swizzle),
        getConstant(loc, i32, type.getSwizzle()));
  for (int64_t i = 0; i < rank; ++i) {
    // The innermost dimension comes first.
    int64_t dim = rank - 1 - i;
    Value extent =
        arith::IndexCastOp::create(builder, loc, i64, metadata.getSizes()[dim]);
    store(loc, map, offsetof(quartet_tensor_map, dims) + i * sizeof(uint64_t),
          extent);
    store(loc, map, offsetof(quartet_tensor_map, box) + i * sizeof(uint32_t),
          getConstant(loc, i32, type.getBox()[dim]));
    if (i == 0)
      continue;
    Value stride = arith::IndexCastOp::create(builder, loc, i64,
                                              metadata.getStrides()[dim]);
    store(loc, map,
          offsetof(quartet_tensor_map, strides) + (i - 1) * sizeof(uint64_t),
          stride);
  }
  return map;
}

LogicalResult LaunchWriter::writeParams(gpu::LaunchFuncOp launch,
                                        unsigned &count) {
  Location loc = launch.getLoc();
  for (Value operand : launch.getKernelOperands()) {
    Type type = operand.getType();
    if (auto memref = dyn_cast<MemRefType>(type)) {
      Value address =
          memref::ExtractAlignedPointerAsIndexOp::create(builder, loc, operand);
      address = arith::IndexCastOp::create(builder, loc, i64, address);
      address = LLVM::IntToPtrOp::create(builder, loc, pointer, address);
      storeParam(loc, count++, QUARTET_PARAM_POINTER, address);
      for (int64_t dim = 0; dim < memref.getRank(); ++dim) {
        if (!memref.isDynamicDim(dim))
          continue;
        Value extent = memref::DimOp::create(builder, loc, operand, dim);
        storeParam(loc, count++, QUARTET_PARAM_I64,
                   arith::IndexCastOp::create(builder, loc, i64, extent));
      }
    } else if (type.isIndex()) {
      storeParam(loc, count++, QUARTET_PARAM_I64,
                 arith::IndexCastOp::create(builder, loc, i64, operand));
    } else if (type.isInteger(64)) {
      storeParam(loc, count++, QUARTET_PARAM_I64, operand);
    } else if (type.isInteger(32)) {
      storeParam(loc, count++, QUARTET_PARAM_I32, operand);
    } else if (type.isF32()) {
      storeParam(loc, count++, QUARTET_PARAM_F32, operand);
    } else if (auto map = operand.getDefiningOp<tcgen05::MakeTensorMapOp>()) {
      storeParam(loc, count++, QUARTET_PARAM_TENSOR_MAP, writeTensorMap(map));
    } else {
      return launch.emitError()
             << "expects kernel operands that are memrefs, tensor maps made "
                "here, index, i32, i64 or f32, but got "
             << type;
    }
  }
  if (count <= QUARTET_MAX_PARAMS)
    return success();
  return launch.emitError() << "expects at most " << QUARTET_MAX_PARAMS
                            << " kernel parameters, but got " << count;
}

LogicalResult LaunchWriter::write(gpu::LaunchFuncOp launch) {
  Location loc = launch.getLoc();
  builder.setInsertionPoint(launch);
  unsigned count = 0;
  if (failed(writeParams(launch, count)))
    return failure();

  using Desc = quartet_launch_desc;
  store(loc, launchDesc, offsetof(Desc, kernel),
        getText(loc, launch.getKernelName().getValue()));
  gpu::KernelDim3 grid = launch.getGridSizeOperandValues();
  gpu::KernelDim3 block = launch.getBlockSizeOperandValues();
  storeExtents(loc, offsetof(Desc, grid), {grid.x, grid.y, grid.z});
  storeExtents(loc, offsetof(Desc, block), {block.x, block.y, block.z});
  SmallVector<Value> cluster;
  if (launch.hasClusterSize()) {
    gpu::KernelDim3 size = launch.getClusterSizeOperandValues();
    cluster = {size.x, size.y, size.z};
  }
  storeExtents(loc, offsetof(Desc, cluster), cluster);
  Value shared = launch.getDynamicSharedMemorySize();
  store(loc, launchDesc, offsetof(Desc, shared_bytes),
        shared ? shared : getConstant(loc, i32, 0));
  std::string place;
  if (auto file = launch.getLoc()->findInstanceOf<FileLineColLoc>())
    place = file.getFilename().str() + ":" + std::to_string(file.getLine()) +
            ":" + std::to_string(file.getColumn());
  store(loc, launchDesc, offsetof(Desc, location),
        place.empty() ? LLVM::ZeroOp::create(builder, loc, pointer).getResult()
                      : getText(loc, place));

  StringRef callee = kLaunchFunction;
  if (auto function = launch->getAttrOfType<StringAttr>(kLibraryFunctionAttr))
    callee = function.getValue();
  declare(callee);
  Value image = getImage(loc, launch.getKernelModuleName().getValue());
  auto call =
      LLVM::CallOp::create(builder, loc, TypeRange(i32),
                           SymbolRefAttr::get(entry.getContext(), callee),
                           ValueRange{image, launchDesc, params,
                                      getConstant(loc, i32, count), stream});
  // A launch that failed ends the entry.
  Value isFine =
      arith::CmpIOp::create(builder, loc, arith::CmpIPredicate::eq,
                            call.getResult(), getConstant(loc, i32, 0));
  Block *block0 = launch->getBlock();
  Block *rest = block0->splitBlock(launch);
  launch.erase();
  Block *failed = builder.createBlock(&entry.getBody(), entry.getBody().end());
  func::ReturnOp::create(builder, loc, call.getResult());
  builder.setInsertionPointToEnd(block0);
  cf::CondBranchOp::create(builder, loc, isFine, rest, ValueRange(), failed,
                           ValueRange());
  return success();
}

LogicalResult LaunchWriter::run() {
  if (failed(verify()))
    return failure();
  declare(kLaunchFunction);
  SmallVector<func::ReturnOp> returns;
  SmallVector<gpu::LaunchFuncOp> launches;
  entry.walk([&](Operation *op) {
    if (auto launch = dyn_cast<gpu::LaunchFuncOp>(op))
      launches.push_back(launch);
    else if (auto exit = dyn_cast<func::ReturnOp>(op))
      returns.push_back(exit);
  });
  for (func::ReturnOp exit : returns) {
    builder.setInsertionPoint(exit);
    func::ReturnOp::create(builder, exit.getLoc(),
                           getConstant(exit.getLoc(), i32, 0));
    exit.erase();
  }
  unsigned position = entry.getNumArguments();
  auto attributes = builder.getDictionaryAttr(
      builder.getNamedAttr(kStreamAttr, builder.getUnitAttr()));
  if (failed(
          entry.insertArgument(position, pointer, attributes, entry.getLoc())))
    return failure();
  stream = entry.getArgument(position);
  entry.setFunctionType(
      builder.getFunctionType(entry.getArgumentTypes(), TypeRange(i32)));
  launchDesc =
      allocate(sizeof(quartet_launch_desc), alignof(quartet_launch_desc));
  params = allocate(sizeof(quartet_param) * QUARTET_MAX_PARAMS,
                    alignof(quartet_param));
  for (gpu::LaunchFuncOp launch : launches)
    if (failed(write(launch)))
      return failure();
  for (auto [op, map] : tensorMaps)
    op->erase();
  return success();
}

} // namespace

bool device::hasLaunches(func::FuncOp entry) {
  return entry.walk([](gpu::LaunchFuncOp) { return WalkResult::interrupt(); })
      .wasInterrupted();
}

LogicalResult device::writeLaunchCalls(func::FuncOp entry) {
  return LaunchWriter(entry).run();
}
