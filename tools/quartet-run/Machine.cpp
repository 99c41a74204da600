//===- Machine.cpp - Where programs run -----------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Machine.h"

#include "Driver.h"

#include "quartet/Runtime/Device.h"

#include "llvm/ADT/SmallString.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"

#include <cstdlib>

using namespace quartet;
using namespace quartet::tools;

static llvm::Error makeError() {
  return llvm::createStringError(quartet_last_error());
}

static llvm::Error check(int32_t result) {
  return result ? makeError() : llvm::Error::success();
}

namespace {

/// Memory of the device that the run-time library has opened.
class DeviceMemory : public ProgramMemory {
public:
  explicit DeviceMemory(void *stream) : stream(stream) {}
  ~DeviceMemory() override { quartet_stream_destroy(stream); }

  llvm::Expected<void *> allocate(uint64_t bytes) override {
    void *memory = nullptr;
    if (quartet_device_alloc(bytes, &memory))
      return makeError();
    return memory;
  }
  void free(void *memory) override { quartet_device_free(memory); }
  llvm::Error copyIn(void *target, const void *source,
                     uint64_t bytes) override {
    return check(quartet_copy_to_device(target, source, bytes, stream));
  }
  llvm::Error copyOut(void *target, const void *source,
                      uint64_t bytes) override {
    if (llvm::Error error =
            check(quartet_copy_to_host(target, source, bytes, stream)))
      return error;
    return check(quartet_stream_synchronize(stream));
  }
  void *getStream() override { return stream; }
  llvm::Error getError() override { return makeError(); }

private:
  void *stream;
};

} // namespace

static constexpr llvm::StringLiteral kSimulatorPrefix = "sim:";

/// The simulator's driver, in the folder `lib` beside that of this program,
/// where both the build and an installation have it.
static std::string getSimulatorDriver() {
  llvm::SmallString<128> path(
      llvm::sys::path::parent_path(llvm::sys::path::parent_path(
          llvm::sys::fs::getMainExecutable(nullptr, nullptr))));
  llvm::sys::path::append(path, "lib", "libquartet_simdriver.so");
  return path.str().str();
}

/// The chip of the device that is open, "sm_90a".
static std::string getDeviceName() {
  quartet_device_info info;
  if (quartet_get_device_info(&info))
    return "";
  return "sm_" + std::to_string(info.major) + std::to_string(info.minor) + "a";
}

std::optional<Machine> tools::openMachine(llvm::StringRef name) {
  Machine machine;
  if (name == "host") {
    machine.target = findTarget(name);
    return machine;
  }
  llvm::StringRef chip = name;
  bool isSimulator = chip.consume_front(kSimulatorPrefix);
  if (!isSimulator && name != "cuda") {
    fail("expects --target to be host, cuda, or sim: and a chip such as "
         "sim:sm_100a, but got '" +
         name + "'");
    return std::nullopt;
  }
  if (isSimulator)
    // Read when the driver is initialised, which knows the legal names.
    setenv("QUARTET_SIM_CHIP", chip.str().c_str(), 1);
  void *stream = nullptr;
  if (quartet_open_driver(isSimulator ? getSimulatorDriver().c_str()
                                      : "libcuda.so.1") ||
      quartet_stream_create(&stream)) {
    fail(quartet_last_error());
    return std::nullopt;
  }
  machine.memory = std::make_shared<DeviceMemory>(stream);
  std::string device = getDeviceName();
  machine.target = findTarget(device);
  machine.device = std::move(device);
  return machine;
}
