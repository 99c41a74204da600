//===- AtomicFile.cpp - Output files that appear whole or not at all ------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "quartet/Support/AtomicFile.h"

#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>
#include <utility>

using namespace quartet;

AtomicFile::AtomicFile(AtomicFile &&other) noexcept
    : path(std::move(other.path)), temporary(std::move(other.temporary)),
      descriptor(other.descriptor) {
  other.descriptor = -1;
  other.temporary.clear();
}

AtomicFile::~AtomicFile() { discard(); }

void AtomicFile::discard() {
  if (descriptor >= 0)
    close(descriptor);
  descriptor = -1;
  if (!temporary.empty() && temporary != path)
    unlink(temporary.c_str());
  temporary.clear();
}

bool AtomicFile::open(const std::string &target, std::string &error) {
  discard();
  path = target;
  struct stat info;
  if (stat(path.c_str(), &info) == 0) {
    if (S_ISDIR(info.st_mode)) {
      error = "is a directory";
      return false;
    }
    if (!S_ISREG(info.st_mode)) {
      descriptor = ::open(path.c_str(), O_WRONLY | O_CLOEXEC);
      if (descriptor < 0) {
        error = std::strerror(errno);
        return false;
      }
      temporary = path;
      return true;
    }
    // Replace what a link points to, not the link.
    if (char *resolved = realpath(path.c_str(), nullptr)) {
      path = resolved;
      std::free(resolved);
    }
  }
  std::string pattern = path + ".XXXXXX";
  descriptor = mkostemp(pattern.data(), O_CLOEXEC);
  if (descriptor < 0) {
    error = std::strerror(errno);
    return false;
  }
  temporary = pattern;
  // mkostemp creates private files; give this one the usual permissions.
  mode_t mask = umask(0);
  umask(mask);
  if (fchmod(descriptor, 0666 & ~mask) != 0) {
    error = std::strerror(errno);
    discard();
    return false;
  }
  return true;
}

bool AtomicFile::write(const void *data, size_t size, std::string &error) {
  const char *bytes = static_cast<const char *>(data);
  while (size > 0) {
    ssize_t count = ::write(descriptor, bytes, size);
    if (count < 0 && errno == EINTR)
      continue;
    if (count <= 0) {
      error = std::strerror(count < 0 ? errno : EIO);
      return false;
    }
    bytes += count;
    size -= count;
  }
  return true;
}

bool AtomicFile::commit(std::string &error) {
  int result = close(descriptor);
  descriptor = -1;
  if (result != 0) {
    error = std::strerror(errno);
    discard();
    return false;
  }
  if (temporary != path && rename(temporary.c_str(), path.c_str()) != 0) {
    error = std::strerror(errno);
    discard();
    return false;
  }
  temporary.clear();
  return true;
}
