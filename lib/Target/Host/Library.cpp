//===- Library.cpp - Load compiled programs into this process -------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A shared library that the host target has emitted says itself which entries
// it has: each comes with a constant `<entry>_signature`. The file is examined
// before the loader maps it, because mapping a truncated one ends the process.
//
//===----------------------------------------------------------------------===//

#include "HostProgramImpl.h"

#include "llvm/ADT/SmallString.h"
#include "llvm/Object/ELFObjectFile.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"

#include <dlfcn.h>

using namespace quartet;

static llvm::Error makeError(const llvm::Twine &message) {
  return llvm::createStringError(llvm::inconvertibleErrorCode(), message);
}

namespace {
/// The constant that holds the signature of an entry.
struct SignatureSymbol {
  std::string name;
  uint64_t size;
};
} // namespace

static constexpr llvm::StringLiteral kSignatureSuffix = "_signature";

/// The signatures that the library at `path` defines, in its order.
static llvm::Expected<std::vector<SignatureSymbol>>
findSignatures(llvm::StringRef path) {
  auto buffer = llvm::MemoryBuffer::getFile(path, /*IsText=*/false,
                                            /*RequiresNullTerminator=*/false);
  if (!buffer)
    return makeError(buffer.getError().message());
  auto file =
      llvm::object::ObjectFile::createObjectFile((*buffer)->getMemBufferRef());
  if (!file)
    return file.takeError();
  auto *elf = llvm::dyn_cast<llvm::object::ELFObjectFileBase>(file->get());
  if (!elf || elf->getEType() != llvm::ELF::ET_DYN)
    return makeError("expects a shared library, but got another object file");
  std::vector<SignatureSymbol> symbols;
  for (llvm::object::ELFSymbolRef symbol : elf->getDynamicSymbolIterators()) {
    auto name = symbol.getName();
    if (!name)
      return name.takeError();
    auto flags = symbol.getFlags();
    if (!flags)
      return flags.takeError();
    if (name->ends_with(kSignatureSuffix) &&
        !(*flags & llvm::object::SymbolRef::SF_Undefined))
      symbols.push_back({name->str(), symbol.getSize()});
  }
  if (symbols.empty())
    return makeError("expects a library that quartet-compile has written, but "
                     "got one without entries");
  return symbols;
}

llvm::Expected<std::unique_ptr<HostProgram>>
HostProgram::load(llvm::StringRef path, std::shared_ptr<ProgramMemory> memory) {
  auto symbols = findSignatures(path);
  if (!symbols)
    return symbols.takeError();
  // The loader searches for names without a slash elsewhere.
  llvm::SmallString<128> absolute(path);
  if (std::error_code code = llvm::sys::fs::make_absolute(absolute))
    return makeError(code.message());
  // Whatever is missing is found out now, not in the middle of a call. Threads
  // of OpenMP outlive calls, so the code stays.
  void *handle =
      dlopen(absolute.c_str(), RTLD_NOW | RTLD_LOCAL | RTLD_NODELETE);
  if (!handle)
    return makeError(dlerror());
  auto impl = std::make_unique<Impl>();
  impl->code = std::shared_ptr<void>(handle, dlclose);
  impl->memory = std::move(memory);

  auto lookup = [&](const std::string &name) -> llvm::Expected<void *> {
    if (void *address = dlsym(handle, name.c_str()))
      return address;
    return makeError("expects the symbol '" + name + "', but found none");
  };
  for (const SignatureSymbol &symbol : *symbols) {
    llvm::Expected<void *> address = lookup(symbol.name);
    if (!address)
      return address.takeError();
    llvm::StringRef text(static_cast<const char *>(*address), symbol.size);
    llvm::Expected<Signature> signature =
        Signature::fromJSON(text.take_until([](char c) { return c == 0; }));
    if (!signature)
      return makeError("expects a signature in '" + symbol.name +
                       "', but got: " + llvm::toString(signature.takeError()));
    if (signature->entry + kSignatureSuffix.str() != symbol.name)
      return makeError("expects the signature of another entry in '" +
                       symbol.name + "', but got that of '" + signature->entry +
                       "'");
    if (llvm::Error error = impl->addEntry(std::move(*signature), lookup))
      return std::move(error);
  }
  return std::unique_ptr<HostProgram>(new HostProgram(std::move(impl)));
}
