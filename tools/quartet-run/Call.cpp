//===- Call.cpp - One entry with its arguments ----------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Call.h"

#include "Driver.h"

#include "llvm/ADT/STLExtras.h"

#include <cstring>

using namespace quartet;
using namespace quartet::tools;

std::optional<Call> Call::create(const HostProgram &program,
                                 llvm::StringRef entry,
                                 llvm::ArrayRef<std::string> files) {
  auto found = program.getSignature(entry);
  if (!found) {
    fail(found.takeError());
    return std::nullopt;
  }
  Call call(program, **found);
  const Signature &signature = call.getSignature();

  size_t expected = signature.args.size() - (signature.getSeedArgument() >= 0);
  if (files.size() != expected) {
    std::string list;
    for (const TensorSpec &spec : signature.args)
      if (!spec.isSeed)
        list += (list.empty() ? ": " : ", ") + describe(spec);
    fail("'" + llvm::Twine(signature.entry) + "' expects " +
         llvm::Twine(expected) + " arguments" + list + "; but got " +
         llvm::Twine(files.size()));
    return std::nullopt;
  }
  std::vector<std::vector<int64_t>> shapes;
  for (auto [index, spec] : llvm::enumerate(signature.args)) {
    TensorBuffer &buffer = call.args.emplace_back();
    std::string error = "cannot allocate the seed";
    if (spec.isSeed
            ? !makeSeed(0, buffer)
            : !readArgument(signature, index, files.front(), buffer, error)) {
      fail(error);
      return std::nullopt;
    }
    if (!spec.isSeed)
      files = files.drop_front();
    shapes.push_back(buffer.shape);
    auto *data = static_cast<const uint8_t *>(buffer.memory.data.get());
    std::vector<uint8_t> &copy = call.written.emplace_back();
    if (spec.inout >= 0 || spec.isWritten)
      copy.assign(data, data + buffer.bytes);
  }
  auto resultShapes = program.getResultShapes(entry, shapes);
  if (!resultShapes) {
    fail(resultShapes.takeError());
    return std::nullopt;
  }
  call.resultShapes = std::move(*resultShapes);
  return call;
}

std::optional<Results> Call::run(uint64_t seed) {
  std::vector<HostBuffer> argBuffers, resultBuffers;
  for (auto [spec, buffer, copy] : llvm::zip(signature->args, args, written)) {
    void *data = buffer.memory.data.get();
    if (spec.isSeed)
      std::memcpy(data, &seed, sizeof(seed));
    else if (!copy.empty())
      std::memcpy(data, copy.data(), copy.size());
    argBuffers.push_back(buffer.get());
  }
  std::vector<TensorBuffer> buffers;
  for (auto [spec, shape] : llvm::zip(signature->results, resultShapes)) {
    TensorBuffer &buffer = buffers.emplace_back();
    std::string error;
    if (spec.inout < 0 && !makeResult(spec, shape, buffer, error)) {
      fail(error);
      return std::nullopt;
    }
    resultBuffers.push_back(spec.inout < 0 ? buffer.get() : HostBuffer());
  }
  if (llvm::Error error =
          program->run(signature->entry, argBuffers, resultBuffers)) {
    fail(std::move(error));
    return std::nullopt;
  }
  Results results;
  for (auto [spec, buffer] : llvm::zip(signature->results, buffers))
    results.push_back(toArray(
        spec, spec.inout < 0 ? buffer : args[static_cast<size_t>(spec.inout)]));
  return results;
}
