//===- Progress.cpp - Say which pass runs ---------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Progress.h"

#include "Driver.h"

#include "mlir/Pass/Pass.h"
#include "llvm/Support/Format.h"
#include "llvm/Support/raw_ostream.h"

using namespace mlir;
using namespace quartet;
using namespace quartet::tools;

void tools::printProgress(llvm::StringRef stage, llvm::StringRef what,
                          Clock::time_point start) {
  std::chrono::duration<double> elapsed = Clock::now() - start;
  llvm::errs() << getToolName() << ": progress: " << stage << ": " << what
               << llvm::format(", %.1f s\n", elapsed.count());
}

void PassProgress::runBeforePass(Pass *pass, Operation *) {
  // Pipelines of functions have no name; their passes come one by one.
  StringRef name = pass->getArgument();
  if (name.empty())
    return;
  std::lock_guard<std::mutex> lock(mutex);
  if (name == last)
    return;
  last = name.str();
  printProgress(stage, name, start);
}
