//===- AtomicFile.h - Output files that appear whole or not at all -*- C++ -*-//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A file is written under a temporary name beside its final one and renamed
// when it is complete, so that a failing or interrupted tool leaves either the
// old file or the new one.
//
//===----------------------------------------------------------------------===//

#ifndef QUARTET_SUPPORT_ATOMICFILE_H
#define QUARTET_SUPPORT_ATOMICFILE_H

#include <cstddef>
#include <string>

namespace quartet {

class AtomicFile {
public:
  AtomicFile() = default;
  AtomicFile(AtomicFile &&other) noexcept;
  AtomicFile &operator=(AtomicFile &&) = delete;
  /// Removes the temporary file unless it was committed.
  ~AtomicFile();

  /// Opens a temporary file for `path`. An existing `path` that is neither a
  /// regular file nor a link to one, such as /dev/null, is written directly; a
  /// directory is refused. False and a reason, without the path, on failure.
  bool open(const std::string &path, std::string &error);

  /// Appends `size` bytes.
  bool write(const void *data, size_t size, std::string &error);

  /// Closes the file and gives it its final name.
  bool commit(std::string &error);

  /// The name under which the file exists until `commit`, for programs that
  /// fill it by name.
  const std::string &getTemporaryPath() const { return temporary; }

private:
  void discard();

  std::string path;
  std::string temporary;
  int descriptor = -1;
};

} // namespace quartet

#endif // QUARTET_SUPPORT_ATOMICFILE_H
