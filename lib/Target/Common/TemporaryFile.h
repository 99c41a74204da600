//===- TemporaryFile.h - Files between programs -----------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What is handed to a linker or an assembler that runs as a program.
//
//===----------------------------------------------------------------------===//

#ifndef QUARTET_LIB_TARGET_COMMON_TEMPORARYFILE_H
#define QUARTET_LIB_TARGET_COMMON_TEMPORARYFILE_H

#include "llvm/ADT/SmallString.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/raw_ostream.h"

namespace quartet {

/// A file in the folder for temporary files, removed at the end of its scope.
class TemporaryFile {
public:
  TemporaryFile() = default;
  TemporaryFile(const TemporaryFile &) = delete;
  ~TemporaryFile() {
    if (!path.empty())
      llvm::sys::fs::remove(path);
  }

  llvm::Error create(llvm::StringRef suffix, llvm::StringRef content) {
    int descriptor = -1;
    if (std::error_code code = llvm::sys::fs::createTemporaryFile(
            "quartet", suffix, descriptor, path))
      return llvm::createStringError("cannot create a temporary file: " +
                                     code.message());
    llvm::raw_fd_ostream os(descriptor, /*shouldClose=*/true);
    os << content;
    os.close();
    if (!os.has_error())
      return llvm::Error::success();
    std::string message = os.error().message();
    os.clear_error();
    return llvm::createStringError("cannot write '" + path + "': " + message);
  }

  llvm::StringRef getPath() const { return path; }

private:
  llvm::SmallString<128> path;
};

} // namespace quartet

#endif // QUARTET_LIB_TARGET_COMMON_TEMPORARYFILE_H
