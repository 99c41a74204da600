//===- CheckToLLVM.cpp - Expectations to calls of the run-time ------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Input: expectations on memrefs. Output: calls of the functions declared in
// quartet/Runtime/Check.h, whose arguments are built on the stack.
//
//===----------------------------------------------------------------------===//

#include "quartet/Conversion/CheckToLLVM/Passes.h"

#include "quartet/Dialect/Check/IR/Check.h"
#include "quartet/Runtime/Check.h"

#include "mlir/Conversion/LLVMCommon/ConversionTarget.h"
#include "mlir/Conversion/LLVMCommon/MemRefBuilder.h"
#include "mlir/Conversion/LLVMCommon/Pattern.h"
#include "mlir/Conversion/LLVMCommon/TypeConverter.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Transforms/DialectConversion.h"
#include "llvm/ADT/TypeSwitch.h"

#include <optional>

namespace quartet {
#define GEN_PASS_DEF_CONVERTCHECKTOLLVM
#include "quartet/Conversion/CheckToLLVM/Passes.h.inc"
} // namespace quartet

using namespace mlir;
using namespace quartet;
using namespace quartet::check;

static std::optional<Format> getFormat(Type type) {
  if (type.isIndex())
    return Format::I64;
  if (auto integer = dyn_cast<IntegerType>(type)) {
    switch (integer.getWidth()) {
    case 1:
      return Format::I1;
    case 8:
      return Format::I8;
    case 16:
      return Format::I16;
    case 32:
      return Format::I32;
    case 64:
      return Format::I64;
    default:
      return std::nullopt;
    }
  }
  return TypeSwitch<Type, std::optional<Format>>(type)
      .Case([](Float8E4M3FNType) { return Format::F8E4M3FN; })
      .Case([](Float8E5M2Type) { return Format::F8E5M2; })
      .Case([](Float8E8M0FNUType) { return Format::F8E8M0FNU; })
      .Case([](Float16Type) { return Format::F16; })
      .Case([](BFloat16Type) { return Format::BF16; })
      .Case([](Float32Type) { return Format::F32; })
      .Case([](Float64Type) { return Format::F64; })
      .Default([](Type) { return std::nullopt; });
}

namespace {

/// Builds the call of one expectation.
class CallBuilder {
public:
  CallBuilder(ConversionPatternRewriter &rewriter, Operation *op)
      : rewriter(rewriter), op(op), module(op->getParentOfType<ModuleOp>()) {}

  Type pointer() { return LLVM::LLVMPointerType::get(op->getContext()); }
  Type i64() { return rewriter.getI64Type(); }

  Value integer(Type type, int64_t value) {
    return LLVM::ConstantOp::create(rewriter, op->getLoc(), type,
                                    rewriter.getIntegerAttr(type, value));
  }

  Value real(double value) {
    return LLVM::ConstantOp::create(rewriter, op->getLoc(),
                                    rewriter.getF64Type(),
                                    rewriter.getF64FloatAttr(value));
  }

  /// Where the expectation stands and what it is, as the compiler writes it.
  Value location();

  /// Address of the words that describe a tensor to the run-time.
  Value tensor(Value operand, MemRefType type,
               const LLVMTypeConverter &converter);

  /// Calls `name`, declaring it first if need be.
  void call(StringRef name, ArrayRef<Value> arguments);

private:
  ConversionPatternRewriter &rewriter;
  Operation *op;
  ModuleOp module;
};

} // namespace

Value CallBuilder::location() {
  std::string text;
  llvm::raw_string_ostream os(text);
  if (auto file = op->getLoc()->findInstanceOf<FileLineColLoc>())
    os << file.getFilename().getValue() << ':' << file.getLine() << ':'
       << file.getColumn();
  else
    os << op->getLoc();
  auto equal = dyn_cast<ExpectEqOp>(op);
  StringRef statement = equal && equal.getConstant()
                            ? ExpectEqConstOp::getOperationName()
                            : op->getName().getStringRef();
  os << ": error: '" << statement << "' op" << '\0';

  std::string name;
  unsigned next = 0;
  do
    name = "quartet_check_location_" + std::to_string(next++);
  while (module.lookupSymbol(name));
  {
    OpBuilder::InsertionGuard guard(rewriter);
    rewriter.setInsertionPointToStart(module.getBody());
    LLVM::GlobalOp::create(
        rewriter, op->getLoc(),
        LLVM::LLVMArrayType::get(rewriter.getI8Type(), text.size()),
        /*isConstant=*/true, LLVM::Linkage::Private, name,
        rewriter.getStringAttr(text));
  }
  return LLVM::AddressOfOp::create(rewriter, op->getLoc(), pointer(), name);
}

Value CallBuilder::tensor(Value operand, MemRefType type,
                          const LLVMTypeConverter &converter) {
  Location loc = op->getLoc();
  MemRefDescriptor descriptor(operand);
  Value address = LLVM::PtrToIntOp::create(
      rewriter, loc, i64(),
      descriptor.bufferPtr(rewriter, loc, converter, type));
  SmallVector<Value> words = {address};
  for (int64_t d = 0; d != type.getRank(); ++d)
    words.push_back(descriptor.size(rewriter, loc, d));
  for (int64_t d = 0; d != type.getRank(); ++d)
    words.push_back(descriptor.stride(rewriter, loc, d));

  Value slot;
  {
    // In the entry block, so that a loop does not allocate again and again.
    OpBuilder::InsertionGuard guard(rewriter);
    auto function = op->getParentOfType<FunctionOpInterface>();
    rewriter.setInsertionPointToStart(&function.getFunctionBody().front());
    slot = LLVM::AllocaOp::create(rewriter, loc, pointer(), i64(),
                                  integer(i64(), words.size()));
  }
  for (auto [i, word] : llvm::enumerate(words)) {
    Value address = LLVM::GEPOp::create(rewriter, loc, pointer(), i64(), slot,
                                        LLVM::GEPArg(i));
    LLVM::StoreOp::create(rewriter, loc, word, address);
  }
  return slot;
}

void CallBuilder::call(StringRef name, ArrayRef<Value> arguments) {
  auto function = module.lookupSymbol<LLVM::LLVMFuncOp>(name);
  if (!function) {
    OpBuilder::InsertionGuard guard(rewriter);
    rewriter.setInsertionPointToStart(module.getBody());
    auto type = LLVM::LLVMFunctionType::get(
        LLVM::LLVMVoidType::get(op->getContext()),
        llvm::to_vector(ValueRange(arguments).getTypes()));
    function = LLVM::LLVMFuncOp::create(rewriter, op->getLoc(), name, type);
  }
  LLVM::CallOp::create(rewriter, op->getLoc(), function, arguments);
}

namespace {

template <typename OpTy>
struct LowerExpectation : ConvertOpToLLVMPattern<OpTy> {
  using ConvertOpToLLVMPattern<OpTy>::ConvertOpToLLVMPattern;

  LogicalResult
  matchAndRewrite(OpTy op, typename OpTy::Adaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    auto type = dyn_cast<MemRefType>(op.getGot().getType());
    if (!type)
      return rewriter.notifyMatchFailure(op, "operands are tensors");
    if (!op->template getParentOfType<FunctionOpInterface>())
      return rewriter.notifyMatchFailure(op, "not in a function");
    std::optional<Format> format = getFormat(type.getElementType());
    if constexpr (std::is_same_v<OpTy, ExpectEqOp>)
      if (op.getPacked())
        format = Format::F4E2M1FN;
    if (!format)
      return rewriter.notifyMatchFailure(op, "element type has no format");

    const LLVMTypeConverter &converter = *this->getTypeConverter();
    CallBuilder builder(rewriter, op);
    SmallVector<Value> arguments = {
        builder.location(),
        builder.integer(rewriter.getI32Type(), static_cast<int32_t>(*format)),
        builder.integer(builder.i64(), type.getRank()),
        builder.tensor(adaptor.getGot(), type, converter),
        builder.tensor(adaptor.getExpected(), type, converter)};
    if constexpr (std::is_same_v<OpTy, ExpectCloseOp>) {
      auto bound = [](FloatAttr attr, double otherwise) {
        return attr ? attr.getValueAsDouble() : otherwise;
      };
      arguments.push_back(builder.real(bound(op.getRtolAttr(), 0)));
      arguments.push_back(builder.real(bound(op.getAtolAttr(), 0)));
      arguments.push_back(
          builder.real(bound(op.getMaxRelativeSquaredErrorAttr(), -1)));
      builder.call("quartet_check_expect_close", arguments);
    } else {
      builder.call("quartet_check_expect_eq", arguments);
    }
    rewriter.eraseOp(op);
    return success();
  }
};

struct ConvertCheckToLLVM
    : quartet::impl::ConvertCheckToLLVMBase<ConvertCheckToLLVM> {
  void runOnOperation() override {
    LLVMTypeConverter converter(&getContext());
    LLVMConversionTarget target(getContext());
    target.addIllegalDialect<CheckDialect>();
    RewritePatternSet patterns(&getContext());
    patterns.add<LowerExpectation<ExpectEqOp>, LowerExpectation<ExpectCloseOp>>(
        converter);
    if (failed(applyPartialConversion(getOperation(), target,
                                      std::move(patterns))))
      signalPassFailure();
  }
};

} // namespace
