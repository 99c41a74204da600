//===- EmitFile.cpp - Emission into a file --------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Files appear complete or not at all; the bytes of every target go through
// here.
//
//===----------------------------------------------------------------------===//

#include "quartet/Dialect/NVFP4/IR/NVFP4.h"
#include "quartet/Support/AtomicFile.h"
#include "quartet/Target/Target.h"

#include "mlir/IR/BuiltinOps.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/Support/raw_ostream.h"

using namespace mlir;
using namespace quartet;

Target::~Target() = default;

LogicalResult Target::report(ModuleOp module, const TargetOptions &options,
                             raw_ostream &os) const {
  return success();
}

std::string Target::predict(nvfp4::ScaledMatmulOp op) const { return {}; }

LogicalResult quartet::emitToFile(const Target &target, ModuleOp module,
                                  EmitKind kind, const TargetOptions &options,
                                  StringRef path) {
  SmallString<0> bytes;
  llvm::raw_svector_ostream buffer(bytes);
  if (failed(target.emit(module, kind, options, buffer)))
    return failure();
  if (path == "-") {
    llvm::outs() << bytes;
    llvm::outs().flush();
    return success();
  }
  AtomicFile file;
  std::string error;
  if (!file.open(path.str(), error) ||
      !file.write(bytes.data(), bytes.size(), error) || !file.commit(error))
    return emitError(UnknownLoc::get(module.getContext()))
           << "cannot write '" << path << "': " << error;
  return success();
}
