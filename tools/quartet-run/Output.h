//===- Output.h - Results as files and reports ------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef QUARTET_TOOLS_QUARTET_RUN_OUTPUT_H
#define QUARTET_TOOLS_QUARTET_RUN_OUTPUT_H

#include "Call.h"

namespace quartet::tools {

/// Writes `directory`/result_<i>.npy, all or none; makes the directory if need
/// be, and removes it again after an error. Exit code.
int writeResults(llvm::StringRef directory, const Signature &signature,
                 const Results &results);

/// Reads `directory`/result_<i>.npy, which must have the types and shapes of
/// `results`. Nothing after an error, which has been printed.
std::optional<Results> readResults(llvm::StringRef directory,
                                   const Signature &signature,
                                   const Results &results);

/// Prints how `results` differ from `expected`, one line each. False, after an
/// error for each, if some relative squared errors are above `tolerance`, or
/// with a tolerance of 0 some bytes differ.
bool compareResults(const Signature &signature, const Results &results,
                    const Results &expected, double tolerance);

} // namespace quartet::tools

#endif // QUARTET_TOOLS_QUARTET_RUN_OUTPUT_H
