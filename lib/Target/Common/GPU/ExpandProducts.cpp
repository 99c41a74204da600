//===- ExpandProducts.cpp - Products without 4-bit tensor cores -----------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Input: nvfp4.scaled_matmul on buffers. Output: both operands decoded into
// bf16 scratch, which is exact, a contraction in f32 and the epilogue. A
// product of two decoded values is exact in f32, so multiplying and adding
// gives what the host's fused multiply-add gives.
//
//===----------------------------------------------------------------------===//

#include "quartet/Conversion/Common/CodeBuilder.h"
#include "quartet/Dialect/NVFP4/IR/NVFP4.h"
#include "quartet/Dialect/NVFP4/IR/Shapes.h"
#include "quartet/Numerics/Epilogue.h"
#include "quartet/Target/Common/GPU/Passes.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Arith/Utils/Utils.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"

namespace quartet {
#define GEN_PASS_DEF_QUARTETEXPANDPRODUCTS
#include "quartet/Target/Common/GPU/Passes.h.inc"
} // namespace quartet

using namespace mlir;
using namespace quartet;
using codegen::F;

namespace {

class ProductExpander {
public:
  explicit ProductExpander(nvfp4::ScaledMatmulOp op)
      : op(op), b(op), loc(op.getLoc()),
        type(cast<MemRefType>(op.getInit().getType())) {}

  void run();

private:
  /// The rows of an operand that the result uses, decoded to bf16.
  Value decode(Value data, Value scales, int64_t resultDim);
  /// f32 sums, of the result's shape.
  Value contract(Value lhs, Value rhs);
  void writeEpilogue(Value sums);
  Value writePayload(OpBuilder &inner, ValueRange args);

  Value allocate(ArrayRef<int64_t> shape, Type element, ValueRange sizes) {
    Value buffer =
        memref::AllocOp::create(b, loc, MemRefType::get(shape, element), sizes);
    buffers.push_back(buffer);
    return buffer;
  }

  nvfp4::ScaledMatmulOp op;
  OpBuilder b;
  Location loc;
  MemRefType type;
  SmallVector<Value> buffers;
};

Value ProductExpander::decode(Value data, Value scales, int64_t resultDim) {
  auto source = cast<MemRefType>(data.getType());
  SmallVector<int64_t> shape = nvfp4::getLogicalDataShape(source);
  int64_t rank = shape.size();
  SmallVector<Value> sizes;
  for (int64_t dim = 0; dim < rank; ++dim) {
    if (!ShapedType::isDynamic(shape[dim]))
      continue;
    Value size = memref::DimOp::create(b, loc, data, dim);
    if (dim == rank - 1) {
      // Two codes to a byte.
      Value two = arith::ConstantIndexOp::create(b, loc, 2);
      size = arith::MulIOp::create(b, loc, size, two);
    }
    sizes.push_back(size);
  }
  Value decoded = allocate(shape, b.getBF16Type(), sizes);
  nvfp4::DequantizeOp::create(b, loc, data, scales, /*tensorScale=*/Value(),
                              decoded);
  if (!ShapedType::isDynamic(shape[rank - 2]) &&
      shape[rank - 2] == type.getDimSize(resultDim))
    return decoded;
  // The operand may have rows that the result does not want.
  SmallVector<OpFoldResult> offsets(rank, b.getIndexAttr(0)),
      strides(rank, b.getIndexAttr(1)),
      extents = memref::getMixedSizes(b, loc, decoded);
  extents[rank - 2] = memref::getMixedSize(b, loc, op.getInit(), resultDim);
  return memref::SubViewOp::create(b, loc, decoded, offsets, extents, strides);
}

Value ProductExpander::contract(Value lhs, Value rhs) {
  SmallVector<Value> sizes;
  for (int64_t dim = 0; dim < type.getRank(); ++dim)
    if (type.isDynamicDim(dim))
      sizes.push_back(memref::DimOp::create(b, loc, op.getInit(), dim));
  Value sums = allocate(type.getShape(), b.getF32Type(), sizes);
  Value zero = arith::ConstantOp::create(b, loc, b.getF32FloatAttr(0));
  linalg::FillOp::create(b, loc, zero, sums);
  // (m, n, k), after the batch if there is one.
  unsigned loops = type.getRank() + 1, m = loops - 3, n = loops - 2,
           k = loops - 1;
  auto getMap = [&](ArrayRef<unsigned> dims) {
    SmallVector<AffineExpr> exprs;
    if (m == 1)
      exprs.push_back(b.getAffineDimExpr(0));
    for (unsigned dim : dims)
      exprs.push_back(b.getAffineDimExpr(dim));
    return AffineMap::get(loops, 0, exprs, b.getContext());
  };
  SmallVector<utils::IteratorType> iterators(loops,
                                             utils::IteratorType::parallel);
  iterators.back() = utils::IteratorType::reduction;
  linalg::GenericOp::create(
      b, loc, ValueRange{lhs, rhs}, ValueRange(sums),
      ArrayRef<AffineMap>{getMap({m, k}), getMap({n, k}), getMap({m, n})},
      iterators, [&](OpBuilder &inner, Location, ValueRange args) {
        Value x = arith::ExtFOp::create(inner, loc, b.getF32Type(), args[0]);
        Value y = arith::ExtFOp::create(inner, loc, b.getF32Type(), args[1]);
        Value product = arith::MulFOp::create(inner, loc, x, y);
        Value sum = arith::AddFOp::create(inner, loc, args[2], product);
        linalg::YieldOp::create(inner, loc, sum);
      });
  return sums;
}

/// `args`: sum, tensor scales, epilogue inputs, old value.
Value ProductExpander::writePayload(OpBuilder &inner, ValueRange args) {
  codegen::CodeBuilder code(inner, loc);
  IROps &o = code.scalar;
  F v = numerics::scaleAccumulator(o, F{args[0]}, F{args[1]}, F{args[2]},
                                   static_cast<int>(op.getScaleLog2()));
  if (op.getAccumulate())
    v = o.add(v, codegen::widen(code, o, args.back()));
  v = numerics::canonicalizeResult(o, v);
  if (op.getEpilogue().empty())
    return codegen::narrow(code, o, v, type.getElementType());
  Block &block = op.getEpilogue().front();
  IRMapping mapping;
  mapping.map(block.getArgument(0), v.value);
  mapping.map(block.getArguments().drop_front(),
              args.drop_front(3).drop_back());
  for (Operation &nested : block.without_terminator())
    inner.clone(nested, mapping);
  return mapping.lookupOrDefault(block.getTerminator()->getOperand(0));
}

void ProductExpander::writeEpilogue(Value sums) {
  unsigned rank = type.getRank();
  AffineMap identity = b.getMultiDimIdentityMap(rank);
  AffineMap scalar = AffineMap::get(rank, 0, b.getContext());
  SmallVector<Value> inputs = {sums, op.getLhsTensorScale(),
                               op.getRhsTensorScale()};
  SmallVector<AffineMap> maps = {identity, scalar, scalar};
  llvm::append_range(inputs, op.getEpilogueInputs());
  llvm::append_range(maps, op.getEpilogueMapValues());
  maps.push_back(identity);
  SmallVector<utils::IteratorType> iterators(rank,
                                             utils::IteratorType::parallel);
  linalg::GenericOp::create(b, loc, inputs, ValueRange(op.getInit()), maps,
                            iterators,
                            [&](OpBuilder &inner, Location, ValueRange args) {
                              Value result = writePayload(inner, args);
                              linalg::YieldOp::create(inner, loc, result);
                            });
}

void ProductExpander::run() {
  int64_t rank = type.getRank();
  Value lhs = decode(op.getLhs(), op.getLhsScales(), rank - 2);
  Value rhs = decode(op.getRhs(), op.getRhsScales(), rank - 1);
  writeEpilogue(contract(lhs, rhs));
  for (Value buffer : llvm::reverse(buffers))
    memref::DeallocOp::create(b, loc, buffer);
  op.erase();
}

struct ExpandProducts
    : quartet::impl::QuartetExpandProductsBase<ExpandProducts> {
  void runOnOperation() override {
    SmallVector<nvfp4::ScaledMatmulOp> products;
    getOperation().walk(
        [&](nvfp4::ScaledMatmulOp op) { products.push_back(op); });
    for (nvfp4::ScaledMatmulOp op : products) {
      if (!isa<MemRefType>(op.getInit().getType())) {
        op.emitOpError("expects buffers, but got tensors");
        return signalPassFailure();
      }
      ProductExpander(op).run();
    }
  }
};

} // namespace
