//===- ProgramMemory.cpp - Calls with buffers in other memory -------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "quartet/Target/Host/ProgramMemory.h"

#include "HostProgramImpl.h"

using namespace quartet;

ProgramMemory::~ProgramMemory() = default;

namespace {

/// Buffers of one call, freed at its end.
class Buffers {
public:
  explicit Buffers(ProgramMemory &memory) : memory(memory) {}
  ~Buffers() {
    for (void *buffer : all)
      memory.free(buffer);
  }

  llvm::Expected<void *> allocate(uint64_t bytes) {
    llvm::Expected<void *> buffer = memory.allocate(bytes);
    if (buffer)
      all.push_back(*buffer);
    return buffer;
  }

private:
  ProgramMemory &memory;
  std::vector<void *> all;
};

} // namespace

static uint64_t getByteSize(const TensorSpec &spec,
                            llvm::ArrayRef<int64_t> shape) {
  uint64_t bytes = getDTypeSize(spec.dtype);
  for (int64_t extent : shape)
    bytes *= extent;
  return bytes;
}

llvm::Error HostProgram::Impl::runInMemory(const CallPlan &plan,
                                           llvm::ArrayRef<HostBuffer> args,
                                           llvm::ArrayRef<HostBuffer> results,
                                           int64_t workspaceBytes,
                                           int32_t &status) const {
  const Signature &signature = *plan.signature;
  Buffers buffers(*memory);
  std::vector<void *> argPointers, resultPointers;
  for (auto [spec, arg] : llvm::zip(signature.args, args)) {
    uint64_t bytes = getByteSize(spec, arg.shape);
    llvm::Expected<void *> buffer = buffers.allocate(bytes);
    if (!buffer)
      return buffer.takeError();
    if (llvm::Error error = memory->copyIn(*buffer, arg.data, bytes))
      return error;
    argPointers.push_back(*buffer);
  }
  for (auto [spec, shape] : llvm::zip(signature.results, plan.resultShapes)) {
    llvm::Expected<void *> buffer =
        buffers.allocate(spec.inout < 0 ? getByteSize(spec, shape) : 0);
    if (!buffer)
      return buffer.takeError();
    resultPointers.push_back(*buffer);
  }
  llvm::Expected<void *> workspace = buffers.allocate(workspaceBytes);
  if (!workspace)
    return workspace.takeError();

  status = plan.points->run(argPointers.data(), resultPointers.data(),
                            plan.sizes.data(), *workspace, memory->getStream());
  if (status == QUARTET_DEVICE_ERROR)
    return memory->getError();
  if (status)
    return llvm::Error::success();
  // Buffers are freed last: copies wait for the work that uses them.
  for (auto [index, spec] : llvm::enumerate(signature.args))
    if (spec.inout >= 0 || spec.isWritten)
      if (llvm::Error error =
              memory->copyOut(args[index].data, argPointers[index],
                              getByteSize(spec, args[index].shape)))
        return error;
  for (auto [index, spec] : llvm::enumerate(signature.results))
    if (spec.inout < 0)
      if (llvm::Error error =
              memory->copyOut(results[index].data, resultPointers[index],
                              getByteSize(spec, plan.resultShapes[index])))
        return error;
  return llvm::Error::success();
}
