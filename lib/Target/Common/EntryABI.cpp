//===- EntryABI.cpp - The C functions of an entry -------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Input: entries on memrefs with out-parameters and a workspace. Output: the
// same as internal functions, called from LLVM functions with the C interface
// of quartet/Runtime/ABI.h. Lowering the bodies is left to the target.
//
//===----------------------------------------------------------------------===//

#include "BufferDescriptor.h"
#include "Entry.h"
#include "quartet/Target/Common/Passes.h"

#include "mlir/Conversion/LLVMCommon/TypeConverter.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/SymbolTable.h"

namespace quartet {
#define GEN_PASS_DEF_QUARTETENTRYABI
#include "quartet/Target/Common/Passes.h.inc"
} // namespace quartet

using namespace mlir;
using namespace quartet;

namespace {

/// Writes the C functions of one entry.
class AbiWriter {
public:
  AbiWriter(func::FuncOp entry, const Signature &signature,
            LLVMTypeConverter &converter)
      : entry(entry), signature(signature), converter(converter),
        numbering(entry), builder(entry), loc(entry.getLoc()),
        name(entry.getName().str()),
        ptr(LLVM::LLVMPointerType::get(entry.getContext())),
        i32(builder.getI32Type()), i64(builder.getI64Type()),
        checkSizes(lookupCompanion(entry, kCheckSizesSuffix)),
        resultSizes(lookupCompanion(entry, kResultSizesSuffix)),
        workspaceSize(lookupCompanion(entry, kWorkspaceSizeSuffix)) {}

  LogicalResult run() {
    if (!checkSizes || !resultSizes || !workspaceSize)
      return entry.emitError()
             << "expects the size functions of '" << name
             << "', but got an entry without (run quartet-prepare-entries and "
                "quartet-plan-workspace first)";
    auto module = entry->getParentOfType<ModuleOp>();
    for (StringRef suffix : {"_check_sizes", "_workspace_size", "_result_sizes",
                             "_signature", ".body"}) {
      if (Operation *other = module.lookupSymbol(name + suffix.str()))
        return other->emitError()
               << "expects no function called '" << name << suffix
               << "' beside the entry '" << name << "', but got one";
    }
    entry.setName(name + ".body");
    for (func::FuncOp func : {entry, checkSizes, resultSizes, workspaceSize}) {
      func.setPrivate();
      func->setAttr(
          "llvm.linkage",
          LLVM::LinkageAttr::get(entry.getContext(), LLVM::Linkage::Internal));
    }
    entry->removeAttr(kSignatureAttr);
    writeSignature();
    writeCheckSizes();
    writeWorkspaceSize();
    writeResultSizes();
    writeEntry();
    return success();
  }

private:
  LLVM::LLVMFuncOp startFunction(const std::string &symbol, Type result,
                                 ArrayRef<Type> params);
  Value load(Value array, int64_t index, Type type);
  SmallVector<Value> loadSizes(Value sizes);
  Value callCheckSizes(ArrayRef<Value> extents);
  Value toBuffer(MemRefType type, Value pointer, ArrayRef<Value> extents) {
    return createBuffer(builder, loc, converter, type, pointer, extents);
  }
  Value toI64(Value index) {
    return arith::IndexCastOp::create(builder, loc, i64, index);
  }
  Value getI64(int64_t value) {
    return LLVM::ConstantOp::create(builder, loc, i64,
                                    builder.getI64IntegerAttr(value));
  }
  void returnIfInvalid(Value code, Value result);
  Value makeStatus();
  Value takeStatus(Value status, Value result);

  void writeSignature();
  void writeCheckSizes();
  void writeWorkspaceSize();
  void writeResultSizes();
  void writeEntry();

  func::FuncOp entry;
  const Signature &signature;
  LLVMTypeConverter &converter;
  SizeNumbering numbering;
  OpBuilder builder;
  Location loc;
  std::string name;
  Type ptr, i32, i64;
  func::FuncOp checkSizes, resultSizes, workspaceSize;
};

LLVM::LLVMFuncOp AbiWriter::startFunction(const std::string &symbol,
                                          Type result, ArrayRef<Type> params) {
  builder.setInsertionPoint(entry);
  auto func = LLVM::LLVMFuncOp::create(
      builder, loc, symbol, LLVM::LLVMFunctionType::get(result, params));
  builder.setInsertionPointToStart(func.addEntryBlock(builder));
  return func;
}

/// Element `index` of an array of `type`.
Value AbiWriter::load(Value array, int64_t index, Type type) {
  Value address =
      LLVM::GEPOp::create(builder, loc, ptr, type, array,
                          ArrayRef<LLVM::GEPArg>{static_cast<int32_t>(index)});
  return LLVM::LoadOp::create(builder, loc, type, address);
}

SmallVector<Value> AbiWriter::loadSizes(Value sizes) {
  SmallVector<Value> extents;
  for (unsigned i = 0; i < numbering.size(); ++i)
    extents.push_back(arith::IndexCastOp::create(
        builder, loc, builder.getIndexType(), load(sizes, i, i64)));
  return extents;
}

Value AbiWriter::callCheckSizes(ArrayRef<Value> extents) {
  return func::CallOp::create(builder, loc, checkSizes, extents).getResult(0);
}

/// Goes on in a new block if `code` is 0 and otherwise returns `result` (or
/// nothing, if it is null).
void AbiWriter::returnIfInvalid(Value code, Value result) {
  Value zero =
      LLVM::ConstantOp::create(builder, loc, i32, builder.getI32IntegerAttr(0));
  Value valid =
      LLVM::ICmpOp::create(builder, loc, LLVM::ICmpPredicate::eq, code, zero);
  Block *current = builder.getBlock();
  Region *region = current->getParent();
  Block *next = builder.createBlock(region, region->end());
  Block *invalid = builder.createBlock(region, region->end());
  LLVM::ReturnOp::create(builder, loc,
                         result ? ValueRange(result) : ValueRange());
  builder.setInsertionPointToEnd(current);
  LLVM::CondBrOp::create(builder, loc, valid, next, invalid);
  builder.setInsertionPointToEnd(next);
}

void AbiWriter::writeSignature() {
  std::string text = signature.toJSON();
  text.push_back('\0');
  builder.setInsertionPoint(entry);
  LLVM::GlobalOp::create(
      builder, loc, LLVM::LLVMArrayType::get(builder.getI8Type(), text.size()),
      /*isConstant=*/true, LLVM::Linkage::External, name + "_signature",
      builder.getStringAttr(text));
}

void AbiWriter::writeCheckSizes() {
  LLVM::LLVMFuncOp func = startFunction(name + "_check_sizes", i32, {ptr});
  Value code = callCheckSizes(loadSizes(func.getArgument(0)));
  LLVM::ReturnOp::create(builder, loc, code);
}

void AbiWriter::writeWorkspaceSize() {
  LLVM::LLVMFuncOp func = startFunction(name + "_workspace_size", i64, {ptr});
  SmallVector<Value> extents = loadSizes(func.getArgument(0));
  Value invalid = getI64(-1);
  returnIfInvalid(callCheckSizes(extents), invalid);
  auto call = func::CallOp::create(builder, loc, workspaceSize, extents);
  LLVM::ReturnOp::create(builder, loc, toI64(call.getResult(0)));
}

void AbiWriter::writeResultSizes() {
  LLVM::LLVMFuncOp func =
      startFunction(name + "_result_sizes",
                    LLVM::LLVMVoidType::get(builder.getContext()), {ptr, ptr});
  SmallVector<Value> extents = loadSizes(func.getArgument(0));
  returnIfInvalid(callCheckSizes(extents), Value());
  auto call = func::CallOp::create(builder, loc, resultSizes, extents);
  for (auto [index, extent] : llvm::enumerate(call.getResults())) {
    Value address = LLVM::GEPOp::create(
        builder, loc, ptr, i64, func.getArgument(1),
        ArrayRef<LLVM::GEPArg>{static_cast<int32_t>(index)});
    LLVM::StoreOp::create(builder, loc, toI64(extent), address);
  }
  LLVM::ReturnOp::create(builder, loc, ValueRange());
}

void AbiWriter::writeEntry() {
  LLVM::LLVMFuncOp func = startFunction(name, i32, {ptr, ptr, ptr, ptr, ptr});
  func->setAttr(kSignatureAttr, builder.getStringAttr(signature.toJSON()));
  SmallVector<Value> extents = loadSizes(func.getArgument(2));
  Value code = callCheckSizes(extents);
  returnIfInvalid(code, code);
  Value workspaceBytes =
      func::CallOp::create(builder, loc, workspaceSize, extents).getResult(0);
  if (numbering.size() != 0) {
    // Sizes whose buffers no processor can address.
    Value fits = LLVM::ICmpOp::create(builder, loc, LLVM::ICmpPredicate::sge,
                                      toI64(workspaceBytes), getI64(0));
    Value minusOne = LLVM::ConstantOp::create(builder, loc, i32,
                                              builder.getI32IntegerAttr(-1));
    Value tooLarge = LLVM::SelectOp::create(builder, loc, fits, code, minusOne);
    returnIfInvalid(tooLarge, tooLarge);
  }
  SmallVector<Value> resultExtents;
  llvm::append_range(
      resultExtents,
      func::CallOp::create(builder, loc, resultSizes, extents).getResults());

  SmallVector<Value> operands;
  Value status;
  ArrayRef<Value> argExtents = extents, outExtents = resultExtents;
  for (auto [index, type] : llvm::enumerate(entry.getArgumentTypes())) {
    if (index < signature.args.size()) {
      Value pointer = load(func.getArgument(0), index, ptr);
      auto memref = dyn_cast<MemRefType>(type);
      Value buffer =
          toBuffer(memref ? memref : MemRefType::get({}, type), pointer,
                   memref ? argExtents.take_front(memref.getNumDynamicDims())
                          : ArrayRef<Value>());
      if (memref)
        argExtents = argExtents.drop_front(memref.getNumDynamicDims());
      else
        buffer = memref::LoadOp::create(builder, loc, buffer);
      operands.push_back(buffer);
      continue;
    }
    if (entry.getArgAttr(index, kStreamAttr)) {
      operands.push_back(func.getArgument(4));
      continue;
    }
    auto memref = cast<MemRefType>(type);
    if (auto result = entry.getArgAttrOfType<IntegerAttr>(index, kResultAttr)) {
      Value pointer = load(func.getArgument(1), result.getInt(), ptr);
      // Extents of results that live in arguments are listed, too.
      ArrayRef<Value> own = outExtents;
      int64_t skip = 0;
      for (int64_t i = 0; i < result.getInt(); ++i)
        skip += signature.results[i].getNumDynamicDims();
      own = own.drop_front(skip).take_front(memref.getNumDynamicDims());
      operands.push_back(toBuffer(memref, pointer, own));
      continue;
    }
    if (entry.getArgAttr(index, kStatusAttr)) {
      status = makeStatus();
      operands.push_back(toBuffer(memref, status, {}));
      continue;
    }
    operands.push_back(toBuffer(memref, func.getArgument(3), {workspaceBytes}));
  }
  auto call = func::CallOp::create(builder, loc, entry, operands);
  // A body that can fail by itself returns a code.
  Value result = call.getNumResults()
                     ? call.getResult(0)
                     : LLVM::ConstantOp::create(builder, loc, i32,
                                                builder.getI32IntegerAttr(0));
  LLVM::ReturnOp::create(builder, loc,
                         status ? takeStatus(status, result) : result);
}

/// The address of a status word that says that no check has failed.
Value AbiWriter::makeStatus() {
  Value one = getI64(1);
  Value status = LLVM::AllocaOp::create(builder, loc, ptr, i32, one);
  Value none = LLVM::ConstantOp::create(builder, loc, i32,
                                        builder.getI32IntegerAttr(-1));
  LLVM::StoreOp::create(builder, loc, none, status);
  return status;
}

/// The number of the check that has failed, or `result`.
Value AbiWriter::takeStatus(Value status, Value result) {
  Value code = LLVM::LoadOp::create(builder, loc, i32, status);
  Value zero =
      LLVM::ConstantOp::create(builder, loc, i32, builder.getI32IntegerAttr(0));
  Value failed =
      LLVM::ICmpOp::create(builder, loc, LLVM::ICmpPredicate::sgt, code, zero);
  return LLVM::SelectOp::create(builder, loc, failed, code, result);
}

struct EntryABI : quartet::impl::QuartetEntryABIBase<EntryABI> {
  void runOnOperation() override {
    std::optional<std::vector<Signature>> signatures =
        getSignatures(getOperation());
    if (!signatures)
      return signalPassFailure();
    LLVMTypeConverter converter(&getContext());
    SmallVector<func::FuncOp> entries = getEntries(getOperation());
    for (auto [entry, signature] : llvm::zip(entries, *signatures))
      if (failed(AbiWriter(entry, signature, converter).run()))
        return signalPassFailure();
  }
};

} // namespace
