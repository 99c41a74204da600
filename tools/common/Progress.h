//===- Progress.h - Say which pass runs -------------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef QUARTET_TOOLS_COMMON_PROGRESS_H
#define QUARTET_TOOLS_COMMON_PROGRESS_H

#include "mlir/Pass/PassInstrumentation.h"

#include <chrono>
#include <mutex>
#include <string>

namespace quartet::tools {

/// By which progress is timed.
using Clock = std::chrono::steady_clock;

/// Prints "<tool>: progress: <stage>: <what>, <seconds> s" to standard error,
/// the seconds being those since `start`.
void printProgress(llvm::StringRef stage, llvm::StringRef what,
                   Clock::time_point start);

/// Prints a line before every pass, one for all functions that it visits.
class PassProgress : public mlir::PassInstrumentation {
public:
  PassProgress(llvm::StringRef stage, Clock::time_point start)
      : stage(stage.str()), start(start) {}

  void runBeforePass(mlir::Pass *pass, mlir::Operation *op) override;

private:
  std::string stage;
  Clock::time_point start;
  /// Functions are visited by several threads.
  std::mutex mutex;
  std::string last;
};

} // namespace quartet::tools

#endif // QUARTET_TOOLS_COMMON_PROGRESS_H
