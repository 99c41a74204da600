//===- PrepareEntries.cpp - Out-parameters, size functions, signature -----===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Input: functions on tensors, calls inlined. Output: the same functions with
// out-parameters and read-only arguments, their size functions and signatures.
// Bufferization itself, the workspace and the C functions come later.
//
//===----------------------------------------------------------------------===//

#include "DimResolver.h"
#include "Entry.h"
#include "EntryRules.h"
#include "TieOperands.h"
#include "quartet/Target/Common/Passes.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Bufferization/IR/BufferizableOpInterface.h"
#include "mlir/Dialect/Bufferization/IR/Bufferization.h"
#include "mlir/Dialect/ControlFlow/IR/ControlFlowOps.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"

namespace quartet {
#define GEN_PASS_DEF_QUARTETPREPAREENTRIES
#include "quartet/Target/Common/Passes.h.inc"
} // namespace quartet

using namespace mlir;
using namespace quartet;

namespace {

/// Prepares one entry.
class EntryBuilder {
public:
  explicit EntryBuilder(func::FuncOp entry) : entry(entry) {}

  LogicalResult run() {
    if (failed(describeArguments()) || failed(describeResults()))
      return failure();
    SizeNumbering numbering(entry);
    if (failed(buildResultSizes(numbering)) ||
        failed(buildCheckSizes(numbering)))
      return failure();
    addOutParameters();
    entry->setAttr(kSignatureAttr,
                   StringAttr::get(entry.getContext(), signature.toJSON()));
    return success();
  }

private:
  LogicalResult describeArguments();
  LogicalResult describeResults();
  LogicalResult buildResultSizes(const SizeNumbering &numbering);
  LogicalResult buildCheckSizes(const SizeNumbering &numbering);
  std::string describeCheck(cf::AssertOp op) const;
  void addOutParameters();

  std::optional<TensorSpec> describeType(Type type);
  func::ReturnOp getReturn() {
    return cast<func::ReturnOp>(entry.getBody().front().getTerminator());
  }

  func::FuncOp entry;
  Signature signature;
};

/// Element type and shape of a type that may cross the C ABI.
std::optional<TensorSpec> EntryBuilder::describeType(Type type) {
  TensorSpec spec;
  Type element = type;
  if (auto shaped = dyn_cast<ShapedType>(type)) {
    auto memref = dyn_cast<MemRefType>(type);
    auto tensor = dyn_cast<RankedTensorType>(type);
    if (!(tensor && !tensor.getEncoding()) &&
        !(memref && memref.getLayout().isIdentity() &&
          !memref.getMemorySpace()))
      return std::nullopt;
    for (int64_t extent : shaped.getShape())
      spec.shape.push_back(ShapedType::isDynamic(extent) ? TensorSpec::kDynamic
                                                         : extent);
    element = shaped.getElementType();
  }
  std::optional<DType> dtype = getDType(element);
  if (!dtype)
    return std::nullopt;
  spec.dtype = *dtype;
  return spec;
}

std::string getName(DictionaryAttr attrs, StringRef fallback, size_t index) {
  if (attrs)
    if (auto name = attrs.getAs<StringAttr>(kNameAttr))
      return name.str();
  return (fallback + Twine(index)).str();
}

constexpr StringLiteral kLegalTypes =
    "scalars, ranked tensors or contiguous memrefs of i1, i8, i16, i32, i64, "
    "index, f8E4M3FN, f8E5M2, f16, bf16, f32 or f64, without encoding";

LogicalResult EntryBuilder::describeArguments() {
  signature.entry = entry.getName().str();
  FunctionType type = entry.getFunctionType();
  for (auto [index, input] : llvm::enumerate(type.getInputs())) {
    Location loc = entry.getArgument(index).getLoc();
    if (failed(verifyMarks(
            loc, "argument " + Twine(index) + " of '" + entry.getName() + "'",
            entry.getArgAttrDict(index), {kNameAttr, kInoutAttr})))
      return failure();
    std::optional<TensorSpec> spec = describeType(input);
    if (!spec)
      return emitError(loc)
             << "argument " << index << " of '" << entry.getName()
             << "' expects " << kLegalTypes << ", but got " << input;
    spec->name = getName(entry.getArgAttrDict(index), "arg", index);
    spec->isSeed = entry.getArgAttr(index, kSeedAttr) != nullptr;
    if (spec->isSeed && signature.getSeedArgument() >= 0)
      return emitError(loc)
             << "expects at most one argument marked '" << kSeedAttr
             << "', but got a second one for '" << entry.getName() << "'";

    Attribute inout = entry.getArgAttr(index, kInoutAttr);
    if (inout && isa<MemRefType>(input)) {
      spec->isWritten = true;
    } else if (inout) {
      auto result = dyn_cast<IntegerAttr>(inout);
      int64_t number =
          result ? result.getValue().trySExtValue().value_or(-1) : -1;
      if (number < 0 || number >= type.getNumResults() ||
          type.getResult(number) != input)
        return emitError(loc) << "argument " << index << " of '"
                              << entry.getName() << "' expects '" << kInoutAttr
                              << "' to be the number of a result of type "
                              << input << ", but got " << inout;
      for (const TensorSpec &other : signature.args)
        if (other.inout == number)
          return emitError(loc) << "expects at most one argument per result, "
                                   "but got a second one for result "
                                << number;
      spec->inout = number;
    }
    if (isa<RankedTensorType>(input))
      entry.setArgAttr(index,
                       bufferization::BufferizationDialect::kWritableAttrName,
                       BoolAttr::get(entry.getContext(), spec->inout >= 0));
    signature.args.push_back(std::move(*spec));
  }
  return success();
}

LogicalResult EntryBuilder::describeResults() {
  for (auto [index, type] : llvm::enumerate(entry.getResultTypes())) {
    if (failed(verifyMarks(entry.getLoc(),
                           "result " + Twine(index) + " of '" +
                               entry.getName() + "'",
                           entry.getResultAttrDict(index), {kNameAttr})))
      return failure();
    std::optional<TensorSpec> spec = describeType(type);
    if (!spec || isa<MemRefType>(type))
      return entry.emitError()
             << "result " << index << " of '" << entry.getName()
             << "' expects scalars or ranked tensors of i1, i8, i16, i32, i64, "
                "index, f8E4M3FN, f8E5M2, f16, bf16, f32 or f64, but got "
             << type;
    spec->name = getName(entry.getResultAttrDict(index), "result", index);
    for (auto [position, arg] : llvm::enumerate(signature.args))
      if (arg.inout == static_cast<int64_t>(index))
        spec->inout = position;
    signature.results.push_back(std::move(*spec));
  }
  return success();
}

/// Resolves extents of arguments to the arguments of `companion`.
DimResolver makeResolver(func::FuncOp entry, func::FuncOp companion,
                         OpBuilder &builder, const SizeNumbering &numbering) {
  Block *body = &companion.getBody().front();
  builder.setInsertionPointToStart(body);
  return DimResolver(&entry.getBody().front(), builder,
                     [body, &numbering](BlockArgument arg, int64_t dim) {
                       return body->getArgument(
                           numbering.lookup(arg.getArgNumber(), dim));
                     });
}

LogicalResult EntryBuilder::buildResultSizes(const SizeNumbering &numbering) {
  int64_t count = 0;
  for (const TensorSpec &spec : signature.results)
    count += spec.getNumDynamicDims();
  OpBuilder builder(entry.getContext());
  SmallVector<Type> types(count, builder.getIndexType());
  func::FuncOp companion =
      createCompanion(entry, kResultSizesSuffix, types, numbering);
  DimResolver resolver = makeResolver(entry, companion, builder, numbering);
  SmallVector<Value> extents;
  for (auto [index, value] : llvm::enumerate(getReturn().getOperands())) {
    for (auto [dim, extent] : llvm::enumerate(signature.results[index].shape)) {
      if (extent != TensorSpec::kDynamic)
        continue;
      Value resolved = resolver.resolveDim(value, dim);
      if (!resolved) {
        emitUnresolved(
            getReturn(),
            ("dimension " + Twine(dim) + " of result " + Twine(index)).str(),
            resolver.getCulprit());
        return failure();
      }
      extents.push_back(resolved);
    }
  }
  func::ReturnOp::create(builder, entry.getLoc(), extents);
  return success();
}

/// Names the extents if the condition equates extents of arguments; otherwise
/// the message of the assertion.
std::string EntryBuilder::describeCheck(cf::AssertOp op) const {
  auto describe = [&](Value value) -> std::optional<std::string> {
    if (std::optional<int64_t> constant = getConstantIntValue(value))
      return std::to_string(*constant);
    auto dim = value.getDefiningOp<tensor::DimOp>();
    auto arg = dim ? dyn_cast<BlockArgument>(dim.getSource()) : BlockArgument();
    if (!arg || !dim.getConstantIndex())
      return std::nullopt;
    return "dimension " + std::to_string(*dim.getConstantIndex()) +
           " of argument '" + signature.args[arg.getArgNumber()].name + "'";
  };
  auto compare = op.getArg().getDefiningOp<arith::CmpIOp>();
  if (compare) {
    std::optional<std::string> lhs = describe(compare.getLhs());
    std::optional<std::string> rhs = describe(compare.getRhs());
    if (lhs && rhs && compare.getPredicate() == arith::CmpIPredicate::eq)
      return *lhs + " equals " + *rhs;
    if (lhs && rhs && compare.getPredicate() == arith::CmpIPredicate::sge)
      return *lhs + " is at least " + *rhs;
  }
  return op.getMsg().str();
}

LogicalResult EntryBuilder::buildCheckSizes(const SizeNumbering &numbering) {
  OpBuilder builder(entry.getContext());
  Type i32 = builder.getI32Type();
  func::FuncOp companion =
      createCompanion(entry, kCheckSizesSuffix, i32, numbering);
  DimResolver resolver = makeResolver(entry, companion, builder, numbering);
  Location loc = entry.getLoc();
  SmallVector<Value> conditions;
  SmallVector<cf::AssertOp> asserts;
  entry.walk([&](cf::AssertOp op) { asserts.push_back(op); });
  for (cf::AssertOp op : asserts) {
    Value condition = resolver.resolve(op.getArg());
    if (!condition && !op->hasAttr(kSizeCheckAttr)) {
      // A condition on data, which quartet-insert-runtime-checks takes on.
      resolver.clearCulprit();
      continue;
    }
    if (!condition) {
      emitUnresolved(op, "an asserted condition", resolver.getCulprit());
      return failure();
    }
    if (!llvm::is_contained(conditions, condition)) {
      conditions.push_back(condition);
      signature.checks.push_back(describeCheck(op));
    }
    op.erase();
  }
  // The first condition that fails decides, negative extents before all.
  Value code = arith::ConstantIntOp::create(builder, loc, i32, 0);
  for (size_t i = conditions.size(); i-- > 0;) {
    Value number = arith::ConstantIntOp::create(builder, loc, i32, i + 1);
    code = arith::SelectOp::create(builder, loc, conditions[i], code, number);
  }
  Value zero = arith::ConstantIndexOp::create(builder, loc, 0);
  Value invalid = arith::ConstantIntOp::create(builder, loc, i32, -1);
  for (Value extent : companion.getArguments()) {
    Value negative = arith::CmpIOp::create(
        builder, loc, arith::CmpIPredicate::slt, extent, zero);
    code = arith::SelectOp::create(builder, loc, negative, invalid, code);
  }
  func::ReturnOp::create(builder, loc, code);
  return success();
}

void EntryBuilder::addOutParameters() {
  func::ReturnOp returnOp = getReturn();
  OpBuilder builder(returnOp);
  Location loc = returnOp.getLoc();
  SmallVector<Value> bound, boundArgs;
  for (auto [index, spec] : llvm::enumerate(signature.results)) {
    Value value = returnOp.getOperand(index);
    if (spec.inout >= 0) {
      bound.push_back(value);
      boundArgs.push_back(entry.getArgument(spec.inout));
      continue;
    }
    auto tensor = dyn_cast<RankedTensorType>(value.getType());
    auto type =
        tensor ? MemRefType::get(tensor.getShape(), tensor.getElementType())
               : MemRefType::get({}, value.getType());
    auto attrs = builder.getDictionaryAttr(
        builder.getNamedAttr(kResultAttr, builder.getI64IntegerAttr(index)));
    unsigned position = entry.getNumArguments();
    (void)entry.insertArgument(position, type, attrs, loc);
    Value out = entry.getArgument(position);
    if (tensor)
      bufferization::MaterializeInDestinationOp::create(
          builder, loc, TypeRange(), value, out, /*restrict=*/true,
          /*writable=*/true);
    else
      memref::StoreOp::create(builder, loc, value, out);
  }
  // Last, so that the argument may be overwritten wherever it is dead.
  auto keptTypes = llvm::to_vector(ValueRange(bound).getTypes());
  auto bareReturn = func::ReturnOp::create(builder, loc, bound);
  returnOp.erase();
  tieOperands(bareReturn, boundArgs);
  entry.setType(builder.getFunctionType(entry.getArgumentTypes(), keptTypes));
  entry.removeResAttrsAttr();
}

/// Buffers on the stack become part of the workspace: the stack of a caller is
/// small.
void moveOffStack(func::FuncOp entry) {
  entry.walk([](memref::AllocaOp op) {
    OpBuilder builder(op);
    auto alloc = memref::AllocOp::create(
        builder, op.getLoc(), op.getType(), op.getDynamicSizes(),
        op.getSymbolOperands(), op.getAlignmentAttr());
    op.replaceAllUsesWith(alloc.getResult());
    op.erase();
  });
}

struct PrepareEntries
    : quartet::impl::QuartetPrepareEntriesBase<PrepareEntries> {
  void runOnOperation() override {
    ModuleOp module = getOperation();
    if (failed(verifyProgram(module)))
      return signalPassFailure();
    for (auto entry : llvm::to_vector(module.getOps<func::FuncOp>())) {
      if (!entry.isPublic()) {
        // Calls are inlined, so nothing refers to it.
        entry.erase();
        continue;
      }
      if (failed(verifyEntry(entry)) || failed(EntryBuilder(entry).run()))
        return signalPassFailure();
      moveOffStack(entry);
    }
  }
};

} // namespace
