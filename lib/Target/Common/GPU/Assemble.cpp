//===- Assemble.cpp - PTX to cubin ----------------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Calls ptxas as a program and reads what it says about each kernel.
//
//===----------------------------------------------------------------------===//

#include "../TemporaryFile.h"
#include "quartet/Target/Common/GPU/Emit.h"

#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/Program.h"

#include <cstdlib>

using namespace quartet;
using namespace quartet::device;
using llvm::StringRef;

static llvm::Expected<std::string> findAssembler() {
  if (llvm::ErrorOr<std::string> path = llvm::sys::findProgramByName("ptxas"))
    return *path;
  std::vector<std::string> folders;
  for (const char *variable : {"CUDA_HOME", "CUDA_PATH"})
    if (const char *folder = std::getenv(variable))
      folders.push_back(std::string(folder) + "/bin");
  folders.push_back("/usr/local/cuda/bin");
  std::vector<StringRef> paths(folders.begin(), folders.end());
  if (llvm::ErrorOr<std::string> path =
          llvm::sys::findProgramByName("ptxas", paths))
    return *path;
  return llvm::createStringError(
      "expects the assembler 'ptxas' on PATH or in the folder that CUDA_HOME "
      "names, but found none");
}

/// The number before `unit` in `line`, 0 if there is none.
static unsigned getNumber(StringRef line, StringRef unit) {
  size_t end = line.find(unit);
  if (end == StringRef::npos)
    return 0;
  StringRef digits = line.take_front(end).rtrim();
  digits = digits.take_back(digits.size() -
                            (digits.find_last_not_of("0123456789") + 1));
  unsigned number = 0;
  return digits.getAsInteger(10, number) ? 0 : number;
}

std::vector<KernelUsage> device::parseUsage(StringRef text) {
  std::vector<KernelUsage> kernels;
  while (!text.empty()) {
    StringRef line;
    std::tie(line, text) = text.split('\n');
    constexpr llvm::StringLiteral kStart = "Compiling entry function '";
    size_t start = line.find(kStart);
    if (start != StringRef::npos) {
      kernels.emplace_back();
      kernels.back().name =
          line.drop_front(start + kStart.size()).split('\'').first.str();
      continue;
    }
    if (kernels.empty())
      continue;
    KernelUsage &kernel = kernels.back();
    if (line.contains("bytes stack frame")) {
      kernel.stack = getNumber(line, " bytes stack frame");
      kernel.spillStores = getNumber(line, " bytes spill stores");
      kernel.spillLoads = getNumber(line, " bytes spill loads");
    } else if (line.contains(": Used ")) {
      kernel.registers = getNumber(line, " registers");
      kernel.shared = getNumber(line, " bytes smem");
    }
  }
  return kernels;
}

llvm::Expected<Cubin> device::assemble(StringRef ptx, StringRef chip) {
  llvm::Expected<std::string> assembler = findAssembler();
  if (!assembler)
    return assembler.takeError();
  TemporaryFile input, output, log;
  if (llvm::Error error = input.create("ptx", ptx))
    return std::move(error);
  if (llvm::Error error = output.create("cubin", ""))
    return std::move(error);
  if (llvm::Error error = log.create("log", ""))
    return std::move(error);
  std::string arch = "-arch=" + chip.str();
  StringRef args[] = {*assembler,      arch, "-v",
                      input.getPath(), "-o", output.getPath()};
  std::optional<StringRef> redirects[] = {StringRef(""), log.getPath(),
                                          log.getPath()};
  std::string message;
  int code = llvm::sys::ExecuteAndWait(*assembler, args, std::nullopt,
                                       redirects, 0, 0, &message);
  auto text = llvm::MemoryBuffer::getFile(log.getPath());
  StringRef said = text ? (*text)->getBuffer() : StringRef();
  if (code != 0) {
    // The first line that is an error is enough to act on.
    for (StringRef rest = said; message.empty() && !rest.empty();) {
      StringRef line;
      std::tie(line, rest) = rest.split('\n');
      if (line.contains("error") || line.contains("fatal"))
        message = line.str();
    }
    return llvm::createStringError("'" + *assembler +
                                   "' failed with exit code " +
                                   llvm::Twine(code) + ": " + message);
  }
  auto bytes = llvm::MemoryBuffer::getFile(output.getPath(), /*IsText=*/false,
                                           /*RequiresNullTerminator=*/false);
  if (!bytes)
    return llvm::createStringError("cannot read '" + output.getPath() +
                                   "': " + bytes.getError().message());
  return Cubin{(*bytes)->getBuffer().str(), parseUsage(said)};
}
