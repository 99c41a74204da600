//===- GemmLaunch.cpp - The host's side of a GEMM -------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Checks a product, describes its operands to the tensor memory accelerator,
// builds its kernel unless there is an equal one, and launches it.
//
//===----------------------------------------------------------------------===//

#include "GemmKernel.h"
#include "quartet/Conversion/NVFP4ToTCGen05/Passes.h"
#include "quartet/Dialect/NVFP4/IR/Shapes.h"
#include "quartet/Numerics/ScaleLayout.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/IR/SymbolTable.h"
#include "mlir/Transforms/RegionUtils.h"

using namespace mlir;
using namespace quartet;
using namespace quartet::gemm;
using namespace quartet::tcgen05;

/// What the kernels ask of buffers, and of what the epilogue takes from
/// outside.
static LogicalResult verifyProduct(nvfp4::ScaledMatmulOp op,
                                   ArrayRef<Value> captured) {
  for (Value operand : op->getOperands()) {
    auto type = dyn_cast<MemRefType>(operand.getType());
    if (!type)
      return op.emitOpError()
             << "expects operands in buffers, but got " << operand.getType();
    if (!type.getLayout().isIdentity())
      return op.emitOpError()
             << "expects contiguous row-major buffers, but got " << type;
  }
  for (Value value : captured) {
    Operation *constant = value.getDefiningOp();
    if (constant && constant->hasTrait<OpTrait::ConstantLike>())
      continue;
    if (!value.getType().isIndex() && !value.getType().isF32() &&
        !value.getType().isInteger(32) && !value.getType().isInteger(64))
      return op.emitOpError()
             << "expects its epilogue to take f32, i32, i64 or "
                "index from outside, but got "
             << value.getType();
  }
  return success();
}

/// `scales` if they are tiled, else scratch that receives their tiled form.
static Value tileScales(KernelBuilder &b, Value scales) {
  auto type = cast<MemRefType>(scales.getType());
  if (nvfp4::isTiledScaleType(type))
    return scales;
  SmallVector<int64_t> shape = nvfp4::getTiledScaleShape(type.getShape());
  int64_t rowDim = type.getRank() - 2, columnDim = type.getRank() - 1;
  SmallVector<Value> sizes;
  for (int64_t dim = 0; dim <= columnDim; ++dim) {
    if (!ShapedType::isDynamic(shape[dim]))
      continue;
    Value size = b.dim(scales, dim);
    if (dim == rowDim)
      size = b.ceilDiv(size, kGemmCtaRows);
    else if (dim == columnDim)
      size = b.ceilDiv(size, numerics::kScaleTileShape[2]);
    sizes.push_back(size);
  }
  Value tiled = b.buffer(shape, type.getElementType(), sizes);
  nvfp4::TileScalesOp::create(b, scales, tiled);
  return tiled;
}

/// A view of tiled scales in rows of 256 bytes, which a map can describe: the
/// tiles of one row block are contiguous.
static Value viewScales(KernelBuilder &b, Value scales) {
  auto type = cast<MemRefType>(scales.getType());
  int64_t outer = type.getRank() - 4;
  SmallVector<ReassociationIndices> merge, split;
  for (int64_t i = 0; i < outer; ++i) {
    merge.push_back({i});
    split.push_back({i});
  }
  merge.push_back({outer, outer + 1, outer + 2, outer + 3});
  split.push_back({outer, outer + 1});
  Value merged = memref::CollapseShapeOp::create(b, scales, merge);

  constexpr int64_t kRowBytes = 256;
  constexpr int64_t kRows = numerics::kScaleTileBytes / kRowBytes;
  SmallVector<int64_t> shape(type.getShape().take_front(outer + 1));
  SmallVector<OpFoldResult> sizes;
  for (int64_t i = 0; i <= outer; ++i)
    sizes.push_back(ShapedType::isDynamic(shape[i])
                        ? OpFoldResult(b.dim(scales, i))
                        : b.getIndexAttr(shape[i]));
  if (ShapedType::isDynamic(shape[outer])) {
    sizes[outer] = b.mul(cast<Value>(sizes[outer]), kRows);
  } else {
    shape[outer] *= kRows;
    sizes[outer] = b.getIndexAttr(shape[outer]);
  }
  shape.push_back(kRowBytes);
  sizes.push_back(b.getIndexAttr(kRowBytes));
  return memref::ExpandShapeOp::create(
      b, MemRefType::get(shape, type.getElementType()), merged, split, sizes);
}

/// The type in which a kernel takes a buffer: extents other than the length of
/// a row are arguments, so that kernels are shared between sizes.
static MemRefType getParameterType(Type type) {
  auto memref = cast<MemRefType>(type);
  SmallVector<int64_t> shape(memref.getShape());
  for (int64_t &extent : MutableArrayRef(shape).drop_back(!shape.empty()))
    extent = ShapedType::kDynamic;
  return MemRefType::get(shape, memref.getElementType());
}

static std::string getKernelName(nvfp4::ScaledMatmulOp op,
                                 const GemmConfig &config) {
  std::string name = "nvfp4_gemm_";
  llvm::raw_string_ostream os(name);
  os << config.getTileRows() << "x" << config.tileColumns;
  if (config.swapped)
    os << "_swapped";
  os << "_" << cast<ShapedType>(op.getInit().getType()).getElementType();
  if (op.getAccumulate())
    os << "_accumulate";
  if (!op.getEpilogue().empty())
    os << "_epilogue";
  return name;
}

/// The kernel of `kernels` that equals `candidate`, which is then erased, or
/// `candidate` itself under a name of its own.
static gpu::GPUFuncOp shareKernel(gpu::GPUModuleOp kernels,
                                  gpu::GPUFuncOp candidate) {
  StringRef name = candidate.getName();
  for (auto other : kernels.getOps<gpu::GPUFuncOp>())
    if (other != candidate && other.getName().starts_with(name) &&
        other.getFunctionType() == candidate.getFunctionType() &&
        OperationEquivalence::isRegionEquivalentTo(
            &other.getBody(), &candidate.getBody(),
            OperationEquivalence::IgnoreLocations)) {
      candidate.erase();
      return other;
    }
  std::string unique = name.str();
  auto isTaken = [&] {
    Operation *other = kernels.lookupSymbol(unique);
    return other && other != candidate;
  };
  for (unsigned i = 1; isTaken(); ++i)
    unique = (name + "_" + Twine(i)).str();
  candidate.setName(unique);
  return candidate;
}

LogicalResult quartet::lowerScaledMatmul(RewriterBase &rewriter,
                                         nvfp4::ScaledMatmulOp op,
                                         gpu::GPUModuleOp kernels,
                                         const GemmConfig &config,
                                         const GemmResources &resources) {
  llvm::SetVector<Value> outside;
  getUsedValuesDefinedAbove(op.getEpilogue(), outside);
  if (failed(verifyProduct(op, outside.getArrayRef())))
    return failure();
  std::string reason = getInvalidReason(config);
  if (!reason.empty())
    return op.emitOpError(reason);
  GemmLayout layout(config, resources);
  if (layout.stages < 2)
    return op.emitOpError()
           << "expects shared memory for 2 stages of " << layout.stageBytes
           << " bytes, but got " << resources.sharedBytes;

  MLIRContext *context = op.getContext();
  OpBuilder::InsertionGuard guard(rewriter);
  KernelBuilder b(op.getLoc(), context);
  b.setInsertionPoint(op);
  Value d = op.getInit();
  auto dType = cast<MemRefType>(d.getType());
  bool batched = dType.getRank() == 3;

  // Arguments of the launch.
  SmallVector<Value> operands;
  MapTypes maps = getMapTypes(context, layout, batched);
  Value rowData = op.getLhs(), rowScales = op.getLhsScales();
  Value columnData = op.getRhs(), columnScales = op.getRhsScales();
  if (config.swapped) {
    std::swap(rowData, columnData);
    std::swap(rowScales, columnScales);
  }
  auto addMap = [&](TensorMapType type, Value buffer) {
    operands.push_back(MakeTensorMapOp::create(b, type, buffer));
  };
  addMap(maps.rows, rowData);
  addMap(maps.rowScales, viewScales(b, tileScales(b, rowScales)));
  addMap(maps.columns, columnData);
  addMap(maps.columnScales, viewScales(b, tileScales(b, columnScales)));
  auto addBuffer = [&](Value buffer) {
    MemRefType type = getParameterType(buffer.getType());
    if (type != buffer.getType())
      buffer = memref::CastOp::create(b, type, buffer);
    operands.push_back(buffer);
  };
  operands.push_back(op.getLhsTensorScale());
  operands.push_back(op.getRhsTensorScale());
  addBuffer(d);
  int64_t lastDim = cast<MemRefType>(op.getLhs().getType()).getRank() - 1;
  operands.push_back(b.ceilDiv(b.dim(op.getLhs(), lastDim),
                               numerics::packedColumns(kGemmTileK)));
  for (Value input : op.getEpilogueInputs())
    addBuffer(input);
  SmallVector<Value> constants;
  for (Value value : outside) {
    Operation *constant = value.getDefiningOp();
    if (constant && constant->hasTrait<OpTrait::ConstantLike>())
      constants.push_back(value);
    else
      operands.push_back(value);
  }

  // The kernel.
  KernelBuilder inKernels(op.getLoc(), context);
  inKernels.setInsertionPointToEnd(kernels.getBody());
  auto func = gpu::GPUFuncOp::create(
      inKernels, getKernelName(op, config),
      b.getFunctionType(ValueRange(operands).getTypes(), {}),
      getAttributions(context, layout));
  func->setAttr(gpu::GPUDialect::getKernelFuncAttrName(), b.getUnitAttr());
  // Shared memory admits one block per multiprocessor: without being told, the
  // assembler spills registers so that more would fit.
  func->setAttr("nvvm.minctasm", b.getI32IntegerAttr(1));
  func.setKnownBlockSizeAttr(
      b.getDenseI32ArrayAttr({int32_t(kGemmThreads), 1, 1}));
  if (config.ctaGroup > 1)
    func.setKnownClusterSizeAttr(
        b.getDenseI32ArrayAttr({int32_t(config.ctaGroup), 1, 1}));
  inKernels.setInsertionPointToStart(&func.getBody().front());
  IRMapping captured;
  for (Value constant : constants)
    inKernels.clone(*constant.getDefiningOp(), captured);
  unsigned next = KernelArguments::FirstInput + op.getEpilogueInputs().size();
  for (Value value : outside)
    if (!captured.contains(value))
      captured.map(value, func.getArgument(next++));
  emitGemmKernel(func, op, config, layout, captured);
  func = shareKernel(kernels, func);

  // The launch: one block, or pair, per tile, as far as they fit the chip.
  int64_t rowDim = dType.getRank() - 2, columnDim = dType.getRank() - 1;
  if (config.swapped)
    std::swap(rowDim, columnDim);
  Value tiles = b.mul(b.ceilDiv(b.dim(d, rowDim), config.getTileRows()),
                      b.ceilDiv(b.dim(d, columnDim), config.tileColumns));
  if (batched)
    tiles = b.mul(tiles, b.dim(d, 0));
  int64_t groups = resources.multiprocessors / config.ctaGroup;
  Value blocks = b.mul(b.min(tiles, b.index(groups)), config.ctaGroup);
  Value one = b.index(1);
  std::optional<gpu::KernelDim3> cluster;
  if (config.ctaGroup > 1)
    cluster = gpu::KernelDim3{b.index(config.ctaGroup), one, one};
  gpu::LaunchFuncOp::create(
      b, func, gpu::KernelDim3{blocks, one, one},
      gpu::KernelDim3{b.index(kGemmThreads), one, one},
      arith::ConstantIntOp::create(b, layout.sharedBytes, 32), operands,
      /*asyncTokenType=*/Type(), /*asyncDependencies=*/ValueRange(), cluster);
  b.freeBuffers();
  rewriter.eraseOp(op);
  return success();
}
