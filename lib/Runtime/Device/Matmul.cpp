//===- Matmul.cpp - Products of bf16 matrices -----------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Chooses between a library and the program's own kernel.
//
//===----------------------------------------------------------------------===//

#include "Driver.h"
#include "MatmulLibrary.h"

#include <atomic>
#include <cstdlib>

using namespace quartet;
using namespace quartet::cuda;

namespace {

/// Who computes products; `library` is null if the program's kernel does.
struct Implementation {
  std::string name;
  cublaslt::Library *library;
};

std::mutex chooseMutex;
std::atomic<const Implementation *> chosen{nullptr};

constexpr char kKernel[] = "kernel";
constexpr char kCublasLt[] = "cublaslt";
constexpr char kCublasLtFiles[] =
    "libcublasLt.so.13 libcublasLt.so.12 libcublasLt.so";

std::string getDefaultName(const Driver &driver) {
  const char *name = std::getenv("QUARTET_MATMUL");
  if (name && *name)
    return name;
  return driver.servesLibraries ? kCublasLt : kKernel;
}

/// Opens what `name` means. Null after an error.
const Implementation *open(const std::string &name) {
  if (name == kKernel)
    return new Implementation{name, nullptr};
  bool isPath = name.find('/') != std::string::npos;
  if (!isPath && name != kCublasLt) {
    fail("expects 'kernel', 'cublaslt' or a path for products, but got '" +
         name + "'");
    return nullptr;
  }
  std::string problem;
  cublaslt::Library *library =
      cublaslt::Library::open(isPath ? name : kCublasLtFiles, problem);
  if (!library) {
    fail(problem);
    return nullptr;
  }
  return new Implementation{name, library};
}

const Implementation *getImplementation() {
  if (const Implementation *current = chosen.load(std::memory_order_acquire))
    return current;
  if (quartet_use_matmul(nullptr))
    return nullptr;
  return chosen.load(std::memory_order_acquire);
}

/// Reads parameters in order.
class Reader {
public:
  Reader(const quartet_param *params, int32_t count)
      : params(params), count(count) {}

  void *pointer() {
    const quartet_param *param = take(QUARTET_PARAM_POINTER);
    return param ? param->value.pointer : nullptr;
  }
  int64_t i64() {
    const quartet_param *param = take(QUARTET_PARAM_I64);
    return param ? param->value.i64 : 0;
  }
  int32_t i32() {
    const quartet_param *param = take(QUARTET_PARAM_I32);
    return param ? param->value.i32 : 0;
  }
  /// The index of the first parameter that is not what was expected, or -1.
  int32_t getWrong() const { return wrong; }

private:
  const quartet_param *take(quartet_param_kind kind) {
    int32_t index = next++;
    if (index < count && params[index].kind == kind)
      return &params[index];
    if (wrong < 0)
      wrong = index;
    return nullptr;
  }

  const quartet_param *params;
  int32_t count, next = 0, wrong = -1;
};

/// Extents of one matrix: batches, rows, columns.
struct Matrix {
  Matrix(Reader &reader, bool isBatched)
      : data(reader.pointer()), batches(isBatched ? reader.i64() : 1),
        rows(reader.i64()), columns(reader.i64()) {}

  void *data;
  int64_t batches, rows, columns;
};

std::string formatExtents(const Matrix &matrix) {
  return std::to_string(matrix.batches) + "x" + std::to_string(matrix.rows) +
         "x" + std::to_string(matrix.columns);
}

/// Gives the library the part of a workspace that begins at a multiple of 256
/// bytes, as cublasLtMatmul asks.
void alignWorkspace(cublaslt::Product &product) {
  constexpr uint64_t kAlignment = 256;
  auto address = reinterpret_cast<uintptr_t>(product.workspace);
  uint64_t skipped = (kAlignment - address % kAlignment) % kAlignment;
  if (skipped > product.workspaceBytes)
    skipped = product.workspaceBytes;
  product.workspaceBytes -= skipped;
  product.workspace = product.workspaceBytes
                          ? static_cast<char *>(product.workspace) + skipped
                          : nullptr;
}

/// The product that `params` describe; false and a message in `problem` if they
/// describe none.
bool readProduct(const quartet_param *params, int32_t count,
                 cublaslt::Product &product, std::string &problem) {
  constexpr int32_t kParams = 13, kBatchedParams = 16;
  if (count != kParams && count != kBatchedParams) {
    problem = "expects 13 arguments, or 16 with a batch, but got " +
              std::to_string(count);
    return false;
  }
  Reader reader(params, count);
  Matrix a(reader, count == kBatchedParams), b(reader, count == kBatchedParams),
      d(reader, count == kBatchedParams);
  auto *factors = static_cast<const float *>(reader.pointer());
  void *workspace = reader.pointer();
  int64_t workspaceBytes = reader.i64();
  int32_t element = reader.i32();
  if (reader.getWrong() >= 0) {
    problem = "argument " + std::to_string(reader.getWrong()) +
              ": expects what a product has here, but got kind " +
              std::to_string(params[reader.getWrong()].kind);
    return false;
  }
  if (element != QUARTET_F32 && element != QUARTET_BF16) {
    problem =
        "expects a result of type 0 or 1, but got " + std::to_string(element);
    return false;
  }
  if (a.columns != b.columns || a.rows < d.rows || b.rows < d.columns ||
      a.batches != d.batches || b.batches != d.batches) {
    problem = "expects extents of a product, but got " + formatExtents(a) +
              ", " + formatExtents(b) + " and " + formatExtents(d);
    return false;
  }
  product = {d.batches,
             d.rows,
             d.columns,
             a.columns,
             a.rows,
             b.rows,
             element == QUARTET_F32 ? cublaslt::F32 : cublaslt::BF16,
             a.data,
             b.data,
             d.data,
             factors,
             workspace,
             static_cast<uint64_t>(workspaceBytes)};
  alignWorkspace(product);
  return true;
}

} // namespace

int32_t quartet_use_matmul(const char *name) {
  const Driver *driver = getDriver();
  if (!driver)
    return QUARTET_DEVICE_ERROR;
  std::lock_guard<std::mutex> lock(chooseMutex);
  std::string wanted = name ? name : getDefaultName(*driver);
  const Implementation *current = chosen.load(std::memory_order_acquire);
  if (current && current->name == wanted)
    return 0;
  // The old one stays: another thread may be using it.
  const Implementation *opened = open(wanted);
  if (!opened)
    return QUARTET_DEVICE_ERROR;
  chosen.store(opened, std::memory_order_release);
  return 0;
}

int32_t quartet_matmul_bf16(quartet_image *image,
                            const quartet_launch_desc *launch,
                            const quartet_param *params, int32_t num_params,
                            void *stream) {
  const Implementation *implementation = getImplementation();
  if (!implementation)
    return failLaunch(*launch, quartet_last_error());
  cublaslt::Product product;
  std::string problem;
  if (!readProduct(params, num_params, product, problem))
    return failLaunch(*launch, problem);
  if (!implementation->library || product.k == 0)
    return quartet_launch(image, launch, params, num_params, stream);
  if (product.batches == 0 || product.m == 0 || product.n == 0)
    return 0;
  const Driver *driver = getReadyDriver();
  Context context = nullptr;
  if (!driver ||
      check(*driver, "cuCtxGetCurrent", driver->contextGetCurrent(&context)))
    return failLaunch(*launch, quartet_last_error());
  if (implementation->library->run(product, context,
                                   static_cast<Stream>(stream), problem))
    return 0;
  return failLaunch(*launch, problem + " (" + std::to_string(product.batches) +
                                 "x" + std::to_string(product.m) + "x" +
                                 std::to_string(product.n) + ", sums of " +
                                 std::to_string(product.k) + ")");
}
