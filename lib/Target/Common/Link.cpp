//===- Link.cpp - Objects to shared libraries -----------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Calls LLD as a program. The library names what it needs (OpenMP, the C and
// the math library), so that a plain dlopen loads it.
//
//===----------------------------------------------------------------------===//

#include "TemporaryFile.h"
#include "quartet/Target/Common/HostCode.h"

#include "llvm/ADT/SmallString.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/Program.h"
#include "llvm/Support/raw_ostream.h"
#include "llvm/TargetParser/Host.h"
#include "llvm/TargetParser/Triple.h"

using namespace quartet;

static llvm::Error makeError(const llvm::Twine &message) {
  return llvm::createStringError(llvm::inconvertibleErrorCode(), message);
}

llvm::StringRef host::getOpenMPPath() { return QUARTET_OPENMP_LIBRARY; }

/// LLD of LLVM's own folder, then by its names on PATH.
static llvm::Expected<std::string> findLinker() {
  for (llvm::StringRef name : {"ld.lld", "ld.lld-22"}) {
    if (llvm::ErrorOr<std::string> path =
            llvm::sys::findProgramByName(name, {QUARTET_LLVM_TOOLS_DIR}))
      return *path;
    if (llvm::ErrorOr<std::string> path = llvm::sys::findProgramByName(name))
      return *path;
  }
  return makeError("expects the linker 'ld.lld' on PATH (package lld-22), but "
                   "found none");
}

llvm::Error host::linkSharedLibrary(llvm::StringRef object,
                                    llvm::ArrayRef<std::string> libraries,
                                    llvm::raw_pwrite_stream &os) {
  llvm::Expected<std::string> linker = findLinker();
  if (!linker)
    return linker.takeError();
  TemporaryFile input, output, log;
  if (llvm::Error error = input.create("o", object))
    return error;
  if (llvm::Error error = output.create("so", ""))
    return error;
  if (llvm::Error error = log.create("log", ""))
    return error;

  llvm::StringRef openMPFolder = llvm::sys::path::parent_path(getOpenMPPath());
  llvm::SmallVector<std::string> args = {*linker,
                                         "-shared",
                                         "-o",
                                         output.getPath().str(),
                                         input.getPath().str(),
                                         "--build-id=none",
                                         "--as-needed"};
  if (!openMPFolder.empty()) {
    args.push_back(("-L" + openMPFolder).str());
    args.push_back(("-rpath=" + openMPFolder).str());
    args.push_back("-lomp");
  }
  for (const std::string &library : libraries) {
    args.push_back(library);
    args.push_back(("-rpath=" + llvm::sys::path::parent_path(library)).str());
  }
  // Versioned names: the development links may be missing.
  llvm::Triple triple(llvm::sys::getProcessTriple());
  std::string multiarch = (triple.getArchName() + "-linux-gnu").str();
  for (llvm::StringRef library : {"libm.so.6", "libc.so.6"}) {
    for (const std::string &folder :
         {"/lib/" + multiarch, std::string("/lib64"), std::string("/lib")}) {
      std::string path = folder + "/" + library.str();
      if (!llvm::sys::fs::exists(path))
        continue;
      args.push_back(path);
      break;
    }
  }

  llvm::SmallVector<llvm::StringRef> argRefs(args.begin(), args.end());
  std::optional<llvm::StringRef> redirects[] = {llvm::StringRef(""),
                                                log.getPath(), log.getPath()};
  std::string message;
  int code = llvm::sys::ExecuteAndWait(*linker, argRefs, std::nullopt,
                                       redirects, 0, 0, &message);
  if (code != 0) {
    // The first line of what the linker said is enough to act on.
    if (auto text = llvm::MemoryBuffer::getFile(log.getPath());
        text && message.empty())
      message = (*text)->getBuffer().split('\n').first.str();
    return makeError("'" + *linker + "' failed with exit code " +
                     llvm::Twine(code) + ": " + message);
  }
  auto library = llvm::MemoryBuffer::getFile(output.getPath(), /*IsText=*/false,
                                             /*RequiresNullTerminator=*/false);
  if (!library)
    return makeError("cannot read '" + output.getPath() +
                     "': " + library.getError().message());
  os << (*library)->getBuffer();
  return llvm::Error::success();
}
