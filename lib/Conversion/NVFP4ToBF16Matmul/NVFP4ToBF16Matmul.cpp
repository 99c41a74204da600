//===- NVFP4ToBF16Matmul.cpp - The pass convert-nvfp4-matmul-to-bf16 ------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Around the product: decoding, its factor, and the epilogue, for all of which
// there are operations that later passes turn into kernels.
//
//===----------------------------------------------------------------------===//

#include "DecodedOperands.h"
#include "MatmulKernel.h"
#include "quartet/Conversion/NVFP4ToBF16Matmul/Passes.h"
#include "quartet/Dialect/NVFP4/IR/NVFP4.h"
#include "quartet/Numerics/Epilogue.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "mlir/IR/IRMapping.h"

namespace quartet {
#define GEN_PASS_DEF_CONVERTNVFP4MATMULTOBF16
#include "quartet/Conversion/NVFP4ToBF16Matmul/Passes.h.inc"
} // namespace quartet

using namespace mlir;
using namespace quartet;
using namespace quartet::matmul;
using codegen::CodeBuilder;
using codegen::F;

/// What cuBLASLt is given to choose its algorithms from, as NVIDIA recommends
/// for Hopper.
static constexpr int64_t kWorkspaceBytes = int64_t(32) << 20;

namespace {

/// Lowers the products of a module.
class ProductLowering {
public:
  explicit ProductLowering(ModuleOp module) : kernels(module) {}

  LogicalResult lower(nvfp4::ScaledMatmulOp op);

private:
  /// Emits linalg.generic over `out`, `maps` being those of `ins` and of `out`.
  void emitGeneric(CodeBuilder &cb, ValueRange ins, Value out,
                   ArrayRef<AffineMap> maps,
                   function_ref<Value(CodeBuilder &, ValueRange)> body);
  /// The factors of MatmulOperands; those of a direct product are `op`'s.
  Value emitFactors(CodeBuilder &cb, nvfp4::ScaledMatmulOp op, bool isDirect);
  /// From sums to the destination.
  void emitEpilogue(CodeBuilder &cb, nvfp4::ScaledMatmulOp op, Value sums);

  KernelModule kernels;
  DecodedOperands decoded;
};

} // namespace

static Value allocate(CodeBuilder &cb, MemRefType type, ValueRange sizes = {}) {
  return memref::AllocOp::create(cb.b, cb.loc, type, sizes,
                                 cb.b.getI64IntegerAttr(64));
}

static LogicalResult verifyProduct(nvfp4::ScaledMatmulOp op) {
  for (Value operand : op->getOperands()) {
    auto type = dyn_cast<MemRefType>(operand.getType());
    if (!type)
      return op.emitOpError()
             << "expects operands in buffers, but got " << operand.getType();
    if (!type.getLayout().isIdentity())
      return op.emitOpError()
             << "expects contiguous row-major buffers, but got " << type;
  }
  return success();
}

/// Whether the epilogue of `op` does no more than round to the type of the
/// destination, as a product without epilogue does.
static bool isPlain(nvfp4::ScaledMatmulOp op) {
  if (op.getEpilogue().empty())
    return true;
  Block &block = op.getEpilogue().front();
  Value result = block.getTerminator()->getOperand(0);
  if (auto round = result.getDefiningOp<arith::TruncFOp>())
    if (!round.getRoundingmode())
      result = round.getIn();
  return result == block.getArgument(0);
}

void ProductLowering::emitGeneric(
    CodeBuilder &cb, ValueRange ins, Value out, ArrayRef<AffineMap> maps,
    function_ref<Value(CodeBuilder &, ValueRange)> body) {
  SmallVector<utils::IteratorType> iterators(
      cast<MemRefType>(out.getType()).getRank(), utils::IteratorType::parallel);
  linalg::GenericOp::create(cb.b, cb.loc, ins, out, maps, iterators,
                            [&](OpBuilder &b, Location loc, ValueRange args) {
                              CodeBuilder inside(b, loc);
                              linalg::YieldOp::create(b, loc,
                                                      body(inside, args));
                            });
}

Value ProductLowering::emitFactors(CodeBuilder &cb, nvfp4::ScaledMatmulOp op,
                                   bool isDirect) {
  Value factors = allocate(cb, MemRefType::get({2}, cb.b.getF32Type()));
  SmallVector<Value> ins;
  if (isDirect)
    ins = {op.getLhsTensorScale(), op.getRhsTensorScale()};
  MLIRContext *context = cb.b.getContext();
  SmallVector<AffineMap> maps(ins.size(), AffineMap::get(1, 0, context));
  maps.push_back(AffineMap::getMultiDimIdentityMap(1, context));
  emitGeneric(cb, ins, factors, maps, [&](CodeBuilder &cb, ValueRange args) {
    IROps &o = cb.scalar;
    // What a sum of 1 becomes.
    F factor = o.f32(1.0f);
    if (isDirect)
      factor = numerics::scaleAccumulator(o, factor, {args[0]}, {args[1]},
                                          int(op.getScaleLog2()));
    F old = o.f32(isDirect && op.getAccumulate() ? 1.0f : 0.0f);
    Value at = linalg::IndexOp::create(cb.b, cb.loc, 0);
    Value isFirst = cb.isLess(at, cb.index(1));
    return arith::SelectOp::create(cb.b, cb.loc, isFirst, factor.value,
                                   old.value)
        .getResult();
  });
  return factors;
}

void ProductLowering::emitEpilogue(CodeBuilder &cb, nvfp4::ScaledMatmulOp op,
                                   Value sums) {
  auto type = cast<MemRefType>(op.getInit().getType());
  unsigned rank = type.getRank();
  MLIRContext *context = cb.b.getContext();
  AffineMap identity = AffineMap::getMultiDimIdentityMap(rank, context);
  AffineMap scalar = AffineMap::get(rank, 0, context);
  SmallVector<Value> ins = {sums, op.getLhsTensorScale(),
                            op.getRhsTensorScale()};
  SmallVector<AffineMap> maps = {identity, scalar, scalar};
  llvm::append_range(ins, op.getEpilogueInputs());
  llvm::append_range(maps, op.getEpilogueMapValues());
  maps.push_back(identity);
  emitGeneric(
      cb, ins, op.getInit(), maps, [&](CodeBuilder &cb, ValueRange args) {
        IROps &o = cb.scalar;
        F v = numerics::scaleAccumulator(o, {args[0]}, {args[1]}, {args[2]},
                                         int(op.getScaleLog2()));
        if (op.getAccumulate())
          v = o.add(v, codegen::widen(cb, o, args.back()));
        v = numerics::canonicalizeResult(o, v);
        if (op.getEpilogue().empty())
          return codegen::narrow(cb, o, v, type.getElementType());
        Block &block = op.getEpilogue().front();
        IRMapping mapping;
        mapping.map(block.getArgument(0), v.value);
        mapping.map(block.getArguments().drop_front(),
                    args.drop_front(3).drop_back());
        for (Operation &inner : block.without_terminator())
          cb.b.clone(inner, mapping);
        return mapping.lookupOrDefault(block.getTerminator()->getOperand(0));
      });
}

LogicalResult ProductLowering::lower(nvfp4::ScaledMatmulOp op) {
  if (failed(verifyProduct(op)))
    return failure();
  OpBuilder b(op);
  CodeBuilder cb(b, op.getLoc());
  auto type = cast<MemRefType>(op.getInit().getType());
  // The matrix product writes bf16 and f32 only.
  bool isDirect = isPlain(op) && !type.getElementType().isF16();

  MatmulOperands operands;
  operands.a = decoded.get(cb, op.getLhs(), op.getLhsScales());
  operands.b = decoded.get(cb, op.getRhs(), op.getRhsScales());
  operands.d = op.getInit();
  operands.accumulate = isDirect && op.getAccumulate();
  if (!isDirect) {
    SmallVector<Value> sizes;
    for (int64_t dim = 0; dim < type.getRank(); ++dim)
      if (type.isDynamicDim(dim))
        sizes.push_back(cb.dim(op.getInit(), dim));
    operands.d =
        allocate(cb, MemRefType::get(type.getShape(), b.getF32Type()), sizes);
  }
  operands.factors = emitFactors(cb, op, isDirect);
  operands.workspace =
      allocate(cb, MemRefType::get({kWorkspaceBytes}, b.getI8Type()));
  launchMatmul(cb, kernels, operands);
  if (!isDirect)
    emitEpilogue(cb, op, operands.d);
  op.erase();
  return success();
}

namespace {

struct ConvertNVFP4MatmulToBF16Pass
    : quartet::impl::ConvertNVFP4MatmulToBF16Base<
          ConvertNVFP4MatmulToBF16Pass> {
  void runOnOperation() override {
    SmallVector<nvfp4::ScaledMatmulOp> products;
    getOperation().walk(
        [&](nvfp4::ScaledMatmulOp op) { products.push_back(op); });
    ProductLowering lowering(getOperation());
    for (nvfp4::ScaledMatmulOp op : products)
      if (failed(lowering.lower(op)))
        return signalPassFailure();
  }
};

} // namespace
