//===- Jit.h - Run functions on buffers in tests ----------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Compiles a module whose functions take memrefs of identity layout and calls
// them, after `convert-nvfp4-to-loops` and a short lowering of its own.
// Parallel loops run sequentially, in ascending or in descending order:
// independent iterations give the same bytes either way.
//
//===----------------------------------------------------------------------===//

#ifndef QUARTET_UNITTESTS_JIT_JIT_H
#define QUARTET_UNITTESTS_JIT_JIT_H

#include "mlir/ExecutionEngine/ExecutionEngine.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/MLIRContext.h"
#include "mlir/IR/OwningOpRef.h"

#include <cstdint>
#include <cstring>
#include <memory>
#include <string>
#include <vector>

namespace quartet {
namespace test {

/// A memref argument: bytes between two guard zones, and its shape.
class Buffer {
public:
  /// `elementBytes` per element; the contents start as 0xA5.
  Buffer(std::vector<int64_t> shape, int64_t elementBytes);

  template <class T>
  static Buffer of(const std::vector<T> &values, std::vector<int64_t> shape) {
    Buffer buffer(std::move(shape), sizeof(T));
    std::memcpy(buffer.data(), values.data(), values.size() * sizeof(T));
    return buffer;
  }
  template <class T>
  static Buffer scalar(T value) {
    return of(std::vector<T>{value}, {});
  }

  uint8_t *data() { return bytes.data() + kGuard; }
  int64_t size() const { return int64_t(bytes.size()) - 2 * kGuard; }
  template <class T>
  std::vector<T> values() const {
    std::vector<T> result(size_t(size()) / sizeof(T));
    std::memcpy(result.data(), bytes.data() + kGuard, size_t(size()));
    return result;
  }
  /// False if something was written outside the buffer.
  bool guardsIntact() const;

  /// The memref descriptor that compiled code expects.
  std::vector<int64_t> descriptor();

private:
  static constexpr int64_t kGuard = 256;
  std::vector<uint8_t> bytes;
  std::vector<int64_t> shape;
};

/// A module compiled into this process.
class Jit {
public:
  struct Options {
    /// Bytes of a vector register, for convert-nvfp4-to-loops.
    int64_t vectorBytes = 32;
    /// Run the iterations of parallel loops from the last to the first.
    bool reversed = false;
    /// Effort of the LLVM optimiser, 0 to 3.
    unsigned optLevel = 2;
  };

  /// Parses and compiles `source`. A failure is reported to GoogleTest.
  explicit Jit(const std::string &source) : Jit(source, Options()) {}
  Jit(const std::string &source, const Options &options);

  bool isValid() const { return engine != nullptr; }
  /// Calls `function` and checks that it wrote to nothing but its buffers.
  void run(const std::string &function, std::vector<Buffer *> arguments);

private:
  mlir::MLIRContext context;
  mlir::OwningOpRef<mlir::ModuleOp> module;
  std::unique_ptr<mlir::ExecutionEngine> engine;
};

/// `text` with each `$i` replaced by `values[i]`.
std::string format(std::string text, const std::vector<std::string> &values);

} // namespace test
} // namespace quartet

#endif // QUARTET_UNITTESTS_JIT_JIT_H
