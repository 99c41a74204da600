//===- ShareSaved.cpp - Save quantized matrices between functions ---------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Input: a backward function that quantizes an argument which the forward
// function returned, as that one had quantized it. Output: the forward function
// returns the quantized matrix, the backward one receives it. Bit-exact.
//
//===----------------------------------------------------------------------===//

#include "quartet/Conversion/LinalgToNVFP4/Passes.h"

#include "QuantizedArgument.h"
#include "SavedTensors.h"

#include "mlir/IR/Dominance.h"
#include "mlir/IR/PatternMatch.h"
#include "mlir/Transforms/CSE.h"

namespace quartet {
#define GEN_PASS_DEF_NVFP4SHARESAVED
#include "quartet/Conversion/LinalgToNVFP4/Passes.h.inc"
} // namespace quartet

using namespace mlir;
using namespace quartet;

namespace {

/// The calls of `function`; none, with a reason, if it is used otherwise.
FailureOr<SmallVector<func::CallOp>>
findCalls(func::FuncOp function, ModuleOp module, std::string &reason) {
  SmallVector<func::CallOp> calls;
  std::optional<SymbolTable::UseRange> uses = function.getSymbolUses(module);
  if (!uses) {
    reason =
        "the uses of '@" + function.getSymName().str() + "' cannot be found";
    return failure();
  }
  for (const SymbolTable::SymbolUse &use : *uses) {
    // Marks of arguments are uses as well.
    if (isa<func::FuncOp>(use.getUser()))
      continue;
    auto call = dyn_cast<func::CallOp>(use.getUser());
    if (!call) {
      reason = "'@" + function.getSymName().str() + "' is used by '" +
               use.getUser()->getName().getStringRef().str() + "'";
      return failure();
    }
    calls.push_back(call);
  }
  return calls;
}

/// A saved tensor that is going to be shared.
class Sharing {
public:
  /// Checks that everything concerned can be changed.
  static FailureOr<Sharing> prepare(BlockArgument arg, SavedTensor tensor,
                                    ModuleOp module, std::string &reason);
  /// Changes both functions and their callers.
  LogicalResult run();

private:
  Sharing(QuantizedArgument argument, SavedTensor tensor)
      : argument(std::move(argument)), tensor(tensor) {}

  void replaceCalls(unsigned operand, TypeRange types);

  QuantizedArgument argument;
  SavedTensor tensor;
  SmallVector<func::CallOp> forwardCalls, backwardCalls;
};

FailureOr<Sharing> Sharing::prepare(BlockArgument arg, SavedTensor tensor,
                                    ModuleOp module, std::string &reason) {
  FailureOr<QuantizedArgument> argument = QuantizedArgument::find(arg, reason);
  if (failed(argument))
    return failure();
  Sharing sharing(std::move(*argument), tensor);
  auto backward = cast<func::FuncOp>(arg.getOwner()->getParentOp());
  auto forwardCalls = findCalls(tensor.forward, module, reason);
  auto backwardCalls = findCalls(backward, module, reason);
  if (failed(forwardCalls) || failed(backwardCalls))
    return failure();
  sharing.forwardCalls = *forwardCalls;
  sharing.backwardCalls = *backwardCalls;
  unsigned operand = arg.getArgNumber();
  for (func::CallOp call : *forwardCalls)
    for (OpOperand &use : call.getResult(tensor.result).getUses())
      if (!llvm::is_contained(*backwardCalls, use.getOwner()) ||
          use.getOperandNumber() != operand) {
        reason = "a caller uses it otherwise";
        return failure();
      }
  for (func::CallOp call : *backwardCalls) {
    auto result = dyn_cast<OpResult>(call.getOperand(operand));
    if (!result || !llvm::is_contained(*forwardCalls, result.getOwner()) ||
        result.getResultNumber() != tensor.result) {
      reason = "a caller passes something else";
      return failure();
    }
  }
  return sharing;
}

void Sharing::replaceCalls(unsigned operand, TypeRange types) {
  unsigned count = types.size();
  llvm::DenseMap<Operation *, func::CallOp> replaced;
  for (func::CallOp call : forwardCalls) {
    OpBuilder b(call);
    SmallVector<Type> results(call.getResultTypes());
    results.erase(results.begin() + tensor.result);
    results.insert(results.begin() + tensor.result, types.begin(), types.end());
    auto shared = func::CallOp::create(b, call.getLoc(), call.getCallee(),
                                       results, call.getOperands());
    for (unsigned i = 0, e = call.getNumResults(); i < e; ++i)
      if (i != tensor.result)
        call.getResult(i).replaceAllUsesWith(
            shared.getResult(i < tensor.result ? i : i + count - 1));
    replaced[call] = shared;
  }
  for (func::CallOp call : backwardCalls) {
    func::CallOp forward = replaced[call.getOperand(operand).getDefiningOp()];
    SmallVector<Value> operands(call.getOperands());
    operands.erase(operands.begin() + operand);
    ValueRange matrices = forward.getResults().slice(tensor.result, count);
    operands.insert(operands.begin() + operand, matrices.begin(),
                    matrices.end());
    call->setOperands(operands);
  }
  for (func::CallOp call : forwardCalls)
    call.erase();
}

LogicalResult Sharing::run() {
  func::FuncOp forward = tensor.forward;
  Operation *terminator = forward.getBody().front().getTerminator();
  OpBuilder b(terminator);
  SmallVector<Value> matrices = argument.quantize(b, tensor.getValue());
  SmallVector<Type> types = argument.getTypes();
  unsigned operand = argument.getArgument().getArgNumber();

  SmallVector<Value> returned(terminator->getOperands());
  returned.erase(returned.begin() + tensor.result);
  returned.insert(returned.begin() + tensor.result, matrices.begin(),
                  matrices.end());
  terminator->setOperands(returned);
  DictionaryAttr attrs = forward.getResultAttrDict(tensor.result);
  if (failed(forward.eraseResult(tensor.result)))
    return failure();
  for (auto [i, type] : llvm::enumerate(types))
    if (failed(forward.insertResult(tensor.result + i, type,
                                    i == 0 && attrs ? attrs
                                                    : b.getDictionaryAttr({}))))
      return failure();
  replaceCalls(operand, types);
  return argument.replace();
}

struct ShareSaved : quartet::impl::NVFP4ShareSavedBase<ShareSaved> {
  using Base::Base;

  void runOnOperation() override {
    SavedTensors saved;
    if (failed(saved.collect(getOperation())))
      return signalPassFailure();

    // Results by how many arguments stand for them.
    llvm::DenseMap<std::pair<Operation *, unsigned>, unsigned> readers;
    for (auto &[arg, tensor] : saved.getAll())
      ++readers[{tensor.forward, tensor.result}];
    // Later results first, so that numbers stay what they are.
    SmallVector<std::pair<BlockArgument, SavedTensor>> order;
    for (auto &[arg, tensor] : saved.getAll())
      order.push_back({cast<BlockArgument>(arg), tensor});
    llvm::stable_sort(order, [](const auto &a, const auto &b) {
      return a.second.result > b.second.result;
    });

    llvm::SmallSetVector<Operation *, 4> changed;
    for (auto &[arg, tensor] : order) {
      auto backward = cast<func::FuncOp>(arg.getOwner()->getParentOp());
      unsigned number = arg.getArgNumber();
      Location loc = arg.getLoc();
      backward.removeArgAttr(number, nvfp4::kSavedAttrName);
      std::string reason = "several functions read it";
      FailureOr<Sharing> sharing = failure();
      if (readers[{tensor.forward, tensor.result}] == 1)
        sharing = Sharing::prepare(arg, tensor, getOperation(), reason);
      if (failed(sharing)) {
        if (remarks)
          emitRemark(loc) << "saved as it is: " << reason;
        continue;
      }
      Type type = arg.getType();
      if (failed(sharing->run()))
        return signalPassFailure();
      changed.insert(tensor.forward);
      if (remarks)
        emitRemark(loc) << "saved quantized: " << type << " becomes "
                        << backward.getArgument(number).getType();
    }
    // The forward function has most of these matrices already.
    IRRewriter rewriter(&getContext());
    for (Operation *forward : changed) {
      DominanceInfo dominance(forward);
      eliminateCommonSubExpressions(rewriter, dominance, forward);
    }
  }
};

} // namespace
