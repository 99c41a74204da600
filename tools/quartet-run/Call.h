//===- Call.h - One entry with its arguments --------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Arguments are read once; every run starts from them, also where the entry
// writes into an argument.
//
//===----------------------------------------------------------------------===//

#ifndef QUARTET_TOOLS_QUARTET_RUN_CALL_H
#define QUARTET_TOOLS_QUARTET_RUN_CALL_H

#include "Arrays.h"

#include <optional>

namespace quartet::tools {

/// The results of one run, in the order of the signature.
using Results = std::vector<npy::Array>;

class Call {
public:
  /// Reads `files` as the arguments of `entry`, all but the seed, in order.
  /// Nothing after an error, which has been printed.
  static std::optional<Call> create(const HostProgram &program,
                                    llvm::StringRef entry,
                                    llvm::ArrayRef<std::string> files);

  const Signature &getSignature() const { return *signature; }

  /// Calls the entry; its seed argument, if it has one, is `seed`. Nothing
  /// after an error, which has been printed.
  std::optional<Results> run(uint64_t seed);

private:
  Call(const HostProgram &program, const Signature &signature)
      : program(&program), signature(&signature) {}

  const HostProgram *program;
  const Signature *signature;
  std::vector<TensorBuffer> args;
  /// What arguments that the entry writes held at first; empty for others.
  std::vector<std::vector<uint8_t>> written;
  std::vector<std::vector<int64_t>> resultShapes;
};

} // namespace quartet::tools

#endif // QUARTET_TOOLS_QUARTET_RUN_CALL_H
