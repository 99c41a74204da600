//===- EntryRules.cpp - What an entry may be ------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "EntryRules.h"

#include "Entry.h"

#include "mlir/IR/TypeUtilities.h"
#include "mlir/Interfaces/CallInterfaces.h"
#include "llvm/ADT/StringExtras.h"

using namespace mlir;
using namespace quartet;

LogicalResult quartet::verifyProgram(ModuleOp module) {
  WalkResult result = module.walk([](Operation *op) {
    if (auto func = dyn_cast<func::FuncOp>(op); func && func.isExternal()) {
      func.emitError() << "expects functions with a body, but got the "
                          "declaration '"
                       << func.getName() << "'";
      return WalkResult::interrupt();
    }
    if (auto call = dyn_cast<CallOpInterface>(op)) {
      op->emitError() << "expects calls that can be inlined, but got a "
                         "recursive, indirect or unstructured one";
      return WalkResult::interrupt();
    }
    for (Type type : op->getResultTypes()) {
      auto tensor = dyn_cast<RankedTensorType>(type);
      if (tensor && tensor.getEncoding()) {
        op->emitError() << "expects tensors without encoding, but got " << type;
        return WalkResult::interrupt();
      }
      if (isa<Float4E2M1FNType>(getElementTypeOrSelf(type))) {
        op->emitError() << "expects f4E2M1FN values packed two to an i8, but "
                           "got "
                        << type;
        return WalkResult::interrupt();
      }
    }
    return WalkResult::advance();
  });
  return failure(result.wasInterrupted());
}

/// Names that C functions of an entry cannot have: LLVM takes them for
/// intrinsics or calls them on its own, or no C program can name them.
static bool isReserved(StringRef name) {
  return name.empty() || name.contains('\0') || name == "llvm" ||
         name.starts_with("llvm.") || name.starts_with("__") ||
         llvm::is_contained<StringRef>({"memcpy", "memmove", "memset"}, name);
}

LogicalResult quartet::verifyEntry(func::FuncOp func) {
  if (isReserved(func.getName()))
    return func.emitError() << "expects an entry whose name C and LLVM do not "
                               "reserve, but got '"
                            << func.getName() << "'";
  if (!func.getBody().hasOneBlock())
    return func.emitError() << "expects structured control flow, but got "
                            << func.getBody().getBlocks().size()
                            << " blocks in '" << func.getName() << "'";
  Operation *terminator = func.getBody().front().getTerminator();
  if (!isa<func::ReturnOp>(terminator))
    return terminator->emitError()
           << "expects an entry to end in 'func.return', but got '"
           << terminator->getName() << "'";
  return success();
}

LogicalResult quartet::verifyMarks(Location loc, const Twine &what,
                                   DictionaryAttr attrs,
                                   ArrayRef<StringRef> legal) {
  if (!attrs)
    return success();
  for (NamedAttribute attr : attrs) {
    StringRef name = attr.getName();
    if (!name.starts_with("quartet."))
      continue;
    if (!llvm::is_contained(legal, name))
      return emitError(loc)
             << what << " expects a mark of quartet to be '"
             << llvm::join(legal, "' or '") << "', but got '" << name << "'";
    if (name == kNameAttr && !isa<StringAttr>(attr.getValue()))
      return emitError(loc) << what << " expects '" << name
                            << "' to be a string, but got " << attr.getValue();
  }
  return success();
}
