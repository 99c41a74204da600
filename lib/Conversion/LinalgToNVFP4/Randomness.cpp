//===- Randomness.cpp - Thread the seed through the call graph ------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Randomness.h"

#include "quartet/Dialect/NVFP4/IR/NVFP4Attributes.h"

#include "mlir/Dialect/Arith/IR/Arith.h"

using namespace mlir;
using namespace quartet;

/// The argument of `func` marked `name`, null if there is none. Fails after an
/// error if there are several or its type is not `type`.
static FailureOr<Value> getMarkedArgument(func::FuncOp func, StringRef name,
                                          Type type) {
  Value marked;
  for (BlockArgument arg : func.getArguments()) {
    if (!func.getArgAttr(arg.getArgNumber(), name))
      continue;
    if (marked)
      return func.emitOpError("expects one argument marked '")
             << name << "', but got another at position " << arg.getArgNumber();
    if (arg.getType() != type)
      return func.emitOpError("expects the argument marked '")
             << name << "' to be " << type << ", but got " << arg.getType();
    marked = arg;
  }
  return marked;
}

LogicalResult Randomness::findFunctions(ModuleOp module,
                                        ArrayRef<Operation *> ops) {
  SmallVector<func::FuncOp> worklist;
  for (Operation *op : ops) {
    auto func = op->getParentOfType<func::FuncOp>();
    if (!func)
      return op->emitOpError("expects a random contraction to be inside "
                             "'func.func', which receives the seed");
    if (functions.insert({func, {}}).second)
      worklist.push_back(func);
  }
  SymbolTableCollection symbols;
  SymbolUserMap users(symbols, module);
  while (!worklist.empty()) {
    func::FuncOp func = worklist.pop_back_val();
    SmallVector<func::CallOp> calls;
    for (Operation *user : users.getUsers(func)) {
      auto call = dyn_cast<func::CallOp>(user);
      auto caller = user->getParentOfType<func::FuncOp>();
      if (!call || !caller)
        return user->emitOpError("expects '@")
               << func.getSymName()
               << "', which receives a random seed, to be used by 'func.call' "
                  "inside 'func.func' only";
      calls.push_back(call);
      if (functions.insert({caller, {}}).second)
        worklist.push_back(caller);
    }
    functions[func].calls = std::move(calls);
  }
  return success();
}

/// Orders the functions so that callers come before callees.
LogicalResult Randomness::sortCallersFirst() {
  llvm::MapVector<func::FuncOp, Function> sorted;
  llvm::DenseSet<Operation *> active;
  // Depth-first along "is called by", with an explicit stack.
  for (auto &entry : functions) {
    SmallVector<std::pair<func::FuncOp, size_t>> stack;
    if (!sorted.contains(entry.first)) {
      stack.push_back({entry.first, 0});
      active.insert(entry.first);
    }
    while (!stack.empty()) {
      auto &[func, next] = stack.back();
      ArrayRef<func::CallOp> calls = functions.find(func)->second.calls;
      if (next == calls.size()) {
        sorted.insert({func, functions.find(func)->second});
        active.erase(func);
        stack.pop_back();
        continue;
      }
      func::CallOp call = calls[next++];
      auto caller = call->getParentOfType<func::FuncOp>();
      if (active.contains(caller))
        return call->emitOpError("expects a function that receives a random "
                                 "seed not to be recursive");
      if (sorted.contains(caller))
        continue;
      active.insert(caller);
      stack.push_back({caller, 0});
    }
  }
  functions = std::move(sorted);
  return success();
}

LogicalResult Randomness::addArguments(func::FuncOp func, Function &function) {
  MLIRContext *context = func.getContext();
  Type seedType = RankedTensorType::get({}, IntegerType::get(context, 64));
  Type indexType = IndexType::get(context);
  FailureOr<Value> seed =
      getMarkedArgument(func, nvfp4::kSeedAttrName, seedType);
  FailureOr<Value> instance =
      getMarkedArgument(func, nvfp4::kInstanceAttrName, indexType);
  if (failed(seed) || failed(instance))
    return failure();
  function.seed = *seed;
  function.instance = *instance;

  auto append = [&](Type type, StringRef mark) -> Value {
    unsigned position = func.getNumArguments();
    auto attrs = DictionaryAttr::get(
        context,
        NamedAttribute(StringAttr::get(context, mark), UnitAttr::get(context)));
    if (failed(func.insertArgument(position, type, attrs, func.getLoc())))
      return nullptr;
    return func.getArgument(position);
  };
  if (!function.seed) {
    function.seed = append(seedType, nvfp4::kSeedAttrName);
    function.addedSeed = true;
  }
  bool repeated =
      function.calls.size() > 1 ||
      llvm::any_of(function.calls, [&](func::CallOp call) {
        auto caller = call->getParentOfType<func::FuncOp>();
        return isRepeated(call) || functions.find(caller)->second.instance;
      });
  if (!function.instance && repeated) {
    function.instance = append(indexType, nvfp4::kInstanceAttrName);
    function.addedInstance = true;
  }
  if (!function.seed || (repeated && !function.instance))
    return func.emitOpError("expects a signature that can be extended by the "
                            "random seed");
  return success();
}

LogicalResult Randomness::rewriteCalls(func::FuncOp func, Function &function) {
  if (!function.addedSeed && !function.addedInstance)
    return success();
  int64_t count = function.calls.size();
  for (auto [position, call] : llvm::enumerate(function.calls)) {
    Function &caller =
        functions.find(call->getParentOfType<func::FuncOp>())->second;
    SmallVector<Value> operands(call.getOperands());
    if (function.addedSeed)
      operands.push_back(caller.seed);
    if (function.addedInstance) {
      FailureOr<Value> instance = instances.get(call, caller.instance);
      if (failed(instance))
        return failure();
      OpBuilder b(call);
      Location loc = call.getLoc();
      Value number = *instance;
      if (count > 1) {
        // outer * count + position, one residue per call site.
        Value site = arith::ConstantIndexOp::create(b, loc, position);
        if (number) {
          Value radix = arith::ConstantIndexOp::create(b, loc, count);
          number = arith::MulIOp::create(b, loc, number, radix);
          number = arith::AddIOp::create(b, loc, number, site);
        } else {
          number = site;
        }
      }
      operands.push_back(number);
    }
    call->setOperands(operands);
  }
  return success();
}

LogicalResult Randomness::thread(ModuleOp module, ArrayRef<Operation *> ops) {
  if (ops.empty())
    return success();
  if (failed(findFunctions(module, ops)) || failed(sortCallersFirst()))
    return failure();
  for (auto &[func, function] : functions)
    if (failed(addArguments(func, function)))
      return failure();
  for (auto &[func, function] : functions)
    if (failed(rewriteCalls(func, function)))
      return failure();
  return success();
}

Value Randomness::getSeed(Operation *op) {
  return functions.find(op->getParentOfType<func::FuncOp>())->second.seed;
}

FailureOr<Value> Randomness::getInstance(Operation *op) {
  auto func = op->getParentOfType<func::FuncOp>();
  return instances.get(op, functions.find(func)->second.instance);
}
