//===- HostProgramImpl.h - What a program in this process is ----*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A HostProgram is a list of entries and whatever keeps their code in memory:
// the JIT that compiled them (Jit.cpp) or the shared library that holds them
// (Library.cpp). Calls (HostProgram.cpp) do not know which.
//
//===----------------------------------------------------------------------===//

#ifndef QUARTET_LIB_TARGET_HOST_HOSTPROGRAMIMPL_H
#define QUARTET_LIB_TARGET_HOST_HOSTPROGRAMIMPL_H

#include "quartet/Runtime/ABI.h"
#include "quartet/Target/Host/Jit.h"
#include "quartet/Target/Host/ProgramMemory.h"

#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"

#include <memory>
#include <string>
#include <vector>

namespace quartet {

/// The C functions of one entry.
struct EntryPoints {
  quartet_entry_fn run;
  quartet_check_fn check;
  quartet_workspace_fn workspace;
  quartet_result_fn results;
};

/// A call's extents, and what they imply.
struct CallPlan {
  const EntryPoints *points = nullptr;
  const Signature *signature = nullptr;
  std::vector<int64_t> sizes;
  std::vector<std::vector<int64_t>> resultShapes;
};

struct HostProgram::Impl {
  /// Keeps the code of the entries in memory.
  std::shared_ptr<void> code;
  /// Where the entries' buffers are; null: in this process.
  std::shared_ptr<ProgramMemory> memory;
  std::vector<Signature> signatures;
  std::vector<EntryPoints> points;

  /// Appends an entry whose functions `lookup` finds by their names.
  llvm::Error addEntry(
      Signature signature,
      llvm::function_ref<llvm::Expected<void *>(const std::string &)> lookup);

  /// Compares shapes of arguments with the signature of `entry`.
  llvm::Expected<CallPlan>
  plan(llvm::StringRef entry,
       llvm::ArrayRef<std::vector<int64_t>> shapes) const;

  /// Runs a planned call on copies in `memory`. `status` is what the entry
  /// returned; unless it is 0 nothing is copied back.
  llvm::Error runInMemory(const CallPlan &plan, llvm::ArrayRef<HostBuffer> args,
                          llvm::ArrayRef<HostBuffer> results,
                          int64_t workspaceBytes, int32_t &status) const;
};

} // namespace quartet

#endif // QUARTET_LIB_TARGET_HOST_HOSTPROGRAMIMPL_H
