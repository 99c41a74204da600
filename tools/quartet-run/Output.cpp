//===- Output.cpp - Results as files and reports --------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Output.h"

#include "Driver.h"
#include "Values.h"
#include "quartet/Support/AtomicFile.h"

#include "llvm/ADT/SmallString.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Format.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/raw_ostream.h"

using namespace quartet;
using namespace quartet::tools;

static std::string getPath(llvm::StringRef directory, size_t index) {
  llvm::SmallString<128> path(directory);
  llvm::sys::path::append(path, "result_" + llvm::Twine(index) + ".npy");
  return path.str().str();
}

/// NumPy's float64 where the result is a mean, otherwise MLIR's type.
static std::string getTypeName(const TensorSpec &spec,
                               const npy::Array &array) {
  return array.dtype == npy::DType::F64 ? "f64"
                                        : stringifyDType(spec.dtype).str();
}

namespace {
/// A directory that is removed again, if it was not there before, unless it is
/// kept.
class OutputDirectory {
public:
  explicit OutputDirectory(llvm::StringRef path) : path(path.str()) {}
  OutputDirectory(const OutputDirectory &) = delete;
  ~OutputDirectory() {
    if (isNew)
      llvm::sys::fs::remove(path);
  }

  std::error_code create() {
    bool exists = llvm::sys::fs::exists(path);
    std::error_code code = llvm::sys::fs::create_directory(path);
    isNew = !code && !exists;
    return code;
  }
  void keep() { isNew = false; }

private:
  std::string path;
  bool isNew = false;
};
} // namespace

int tools::writeResults(llvm::StringRef directory, const Signature &signature,
                        const Results &results) {
  // Destroyed last, when it is empty again.
  OutputDirectory made(directory);
  if (std::error_code code = made.create())
    return fail("cannot make the directory " + directory + ": " +
                code.message());
  std::vector<AtomicFile> files;
  std::string error;
  for (auto [i, array] : llvm::enumerate(results)) {
    std::string path = getPath(directory, i);
    std::vector<uint8_t> bytes;
    AtomicFile &file = files.emplace_back();
    if (!npy::serialize(array, bytes, error) || !file.open(path, error) ||
        !file.write(bytes.data(), bytes.size(), error))
      return fail("cannot write " + path + ": " + error);
  }
  for (auto [i, file] : llvm::enumerate(files))
    if (!file.commit(error))
      return fail("cannot write " + getPath(directory, i) + ": " + error);
  made.keep();
  for (auto [i, spec] : llvm::enumerate(signature.results))
    llvm::outs() << getPath(directory, i) << ": "
                 << getTypeName(spec, results[i]) << ' '
                 << npy::formatShape(results[i].shape) << "\n";
  return 0;
}

std::optional<Results> tools::readResults(llvm::StringRef directory,
                                          const Signature &signature,
                                          const Results &results) {
  Results expected;
  for (auto [i, got] : llvm::enumerate(results)) {
    npy::Array &array = expected.emplace_back();
    std::string path = getPath(directory, i), error;
    if (!npy::read(path, array, error)) {
      fail(path + ": " + error);
      return std::nullopt;
    }
    if (array.dtype == got.dtype && array.shape == got.shape)
      continue;
    fail(path + ": result " + llvm::Twine(i) + " of '" + signature.entry +
         "' is compared with " + npy::getName(got.dtype) + " of shape " +
         npy::formatShape(got.shape) + ", but got " +
         npy::getName(array.dtype) + " of shape " +
         npy::formatShape(array.shape));
    return std::nullopt;
  }
  return expected;
}

bool tools::compareResults(const Signature &signature, const Results &results,
                           const Results &expected, double tolerance) {
  bool close = true;
  for (auto [i, spec] : llvm::enumerate(signature.results)) {
    Difference difference = compare(results[i], expected[i], spec.dtype);
    llvm::outs() << "result " << i << ": max abs difference "
                 << llvm::format("%.3e", difference.maxAbsolute)
                 << ", relative squared error "
                 << llvm::format("%.3e", difference.relativeSquaredError)
                 << ", " << difference.differingBytes << " of "
                 << difference.bytes << " bytes differ\n";
    llvm::outs().flush();
    if (tolerance == 0 ? difference.differingBytes == 0
                       : difference.relativeSquaredError <= tolerance)
      continue;
    close = false;
    std::string text;
    llvm::raw_string_ostream os(text);
    os << "result " << i << " of '" << signature.entry << "' expects ";
    if (tolerance == 0)
      os << "the same bytes, but " << difference.differingBytes << " differ";
    else
      os << "a relative squared error of at most "
         << llvm::format("%.3e", tolerance) << ", but got "
         << llvm::format("%.3e", difference.relativeSquaredError);
    fail(text);
  }
  return close;
}
