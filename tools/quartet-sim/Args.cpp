//===- Args.cpp - Kernel arguments on the command line --------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Args.h"

#include "quartet/Support/AtomicFile.h"

#include <cctype>
#include <cerrno>
#include <cstdlib>
#include <cstring>

using namespace quartet;
using namespace quartet::sim;

namespace {

std::vector<std::string> splitAt(const std::string &text, char separator) {
  std::vector<std::string> parts;
  size_t start = 0;
  while (true) {
    size_t at = text.find(separator, start);
    if (at == std::string::npos) {
      parts.push_back(text.substr(start));
      return parts;
    }
    parts.push_back(text.substr(start, at - start));
    start = at + 1;
  }
}

bool parseUnsigned(const std::string &text, uint64_t &out) {
  if (text.empty() || !std::isdigit(static_cast<unsigned char>(text[0])))
    return false;
  errno = 0;
  char *end;
  out = std::strtoull(text.c_str(), &end, 0);
  return errno == 0 && *end == 0;
}

bool parseList(const std::string &text, std::vector<uint64_t> &out) {
  for (const std::string &part : splitAt(text, 'x')) {
    uint64_t value;
    if (!parseUnsigned(part, value))
      return false;
    out.push_back(value);
  }
  return true;
}

bool parseDType(const std::string &name, npy::DType &out) {
  for (int i = 0; i <= static_cast<int>(npy::DType::F64); ++i)
    if (name == npy::getName(static_cast<npy::DType>(i))) {
      out = static_cast<npy::DType>(i);
      return true;
    }
  return false;
}

/// A scalar such as i32:-5. Returns 0 when `kind` is no scalar type, 1 when
/// the value was parsed, -1 when it is wrong.
int parseScalar(const std::string &kind, const std::string &text,
                std::vector<uint8_t> &bytes) {
  unsigned bits = 0;
  for (unsigned candidate : {8u, 16u, 32u, 64u})
    if (!kind.empty() && kind.substr(1) == std::to_string(candidate))
      bits = candidate;
  if (!bits || !std::strchr("iuf", kind[0]) || (kind[0] == 'f' && bits < 32))
    return 0;
  char *end;
  errno = 0;
  bytes.resize(bits / 8);
  if (kind[0] == 'f') {
    double value = std::strtod(text.c_str(), &end);
    if (text.empty() || *end)
      return -1;
    float narrow = static_cast<float>(value);
    std::memcpy(bytes.data(),
                bits == 32 ? static_cast<void *>(&narrow)
                           : static_cast<void *>(&value),
                bits / 8);
    return 1;
  }
  uint64_t value;
  if (kind[0] == 'u') {
    if (!parseUnsigned(text, value) || (bits < 64 && value >> bits))
      return -1;
  } else {
    long long v = std::strtoll(text.c_str(), &end, 0);
    if (text.empty() || *end || errno)
      return -1;
    if (bits < 64 && (v >= (1ll << (bits - 1)) || v < -(1ll << (bits - 1))))
      return -1;
    value = static_cast<uint64_t>(v);
  }
  std::memcpy(bytes.data(), &value, bits / 8);
  return 1;
}

bool writeFile(const std::string &path, const std::vector<uint8_t> &bytes,
               std::string &error) {
  AtomicFile file;
  if (file.open(path, error) && file.write(bytes.data(), bytes.size(), error) &&
      file.commit(error))
    return true;
  error = "cannot write '" + path + "': " + error;
  return false;
}

/// One `key=value` of a tensor map; false when it is not a legal setting.
bool mapSetting(const std::string &text, TensorMapParams &map,
                std::vector<uint64_t> &dims, std::vector<uint64_t> &box,
                std::vector<uint64_t> &strides) {
  size_t eq = text.find('=');
  std::string key = text.substr(0, eq);
  std::string value = eq == std::string::npos ? "" : text.substr(eq + 1);
  uint64_t number = 0;
  if (key == "nan" && value.empty()) {
    map.nanFill = map.isFloat = true;
    return true;
  }
  if (key == "bytes") {
    if (value != "fp4" &&
        (!parseUnsigned(value, number) || number < 1 || number > 8))
      return false;
    map.elementBytes = static_cast<uint8_t>(number);
    return true;
  }
  if (key == "dims")
    return parseList(value, dims);
  if (key == "box")
    return parseList(value, box);
  if (key == "strides")
    return parseList(value, strides);
  if (key == "offset") {
    if (!parseUnsigned(value, number))
      return false;
    map.base += number;
    return true;
  }
  if (key != "swizzle")
    return false;
  static const char *const names[] = {"none", "32", "64", "128"};
  for (int i = 0; i < 4; ++i)
    if (value == names[i]) {
      map.swizzle = static_cast<TensorMapParams::Swizzle>(i);
      return true;
    }
  return false;
}

} // namespace

void ArgumentList::addBuffer(const std::string &name, npy::Array array,
                             const std::string &output, bool initialised) {
  Buffer b;
  b.address = simulator.allocate(array.bytes.size(), name);
  if (initialised)
    simulator.write(b.address, array.bytes.data(), array.bytes.size());
  b.array = std::move(array);
  b.output = output;
  Argument a;
  a.bytes.resize(8);
  std::memcpy(a.bytes.data(), &b.address, 8);
  arguments.push_back(std::move(a));
  buffers.push_back(std::move(b));
  names[name] = buffers.size() - 1;
}

bool ArgumentList::addMap(const std::string &spec, std::string &error) {
  std::vector<std::string> parts = splitAt(spec, ',');
  auto it = names.find(parts[0]);
  if (it == names.end()) {
    error = "expects the name of an earlier buffer, but got '" + parts[0] + "'";
    return false;
  }
  TensorMapParams map;
  map.base = buffers[it->second].address;
  std::vector<uint64_t> dims, box, strides;
  for (size_t i = 1; i < parts.size(); ++i)
    if (!mapSetting(parts[i], map, dims, box, strides)) {
      error = "a tensor map does not accept '" + parts[i] + "'";
      return false;
    }
  if (dims.empty() || dims.size() > 5 || box.size() != dims.size() ||
      (!strides.empty() && strides.size() + 1 != dims.size())) {
    error = "expects 1 to 5 dims, as many in box and one less in strides";
    return false;
  }
  map.rank = static_cast<uint8_t>(dims.size());
  uint64_t pitch = map.elementBytes ? dims[0] * map.elementBytes : dims[0] / 2;
  for (size_t i = 0; i < dims.size(); ++i) {
    map.dims[i] = dims[i];
    map.box[i] = static_cast<uint32_t>(box[i] > 0xffff ? 0xffff : box[i]);
    if (i == 0)
      continue;
    map.strides[i - 1] = strides.empty() ? pitch : strides[i - 1];
    pitch *= dims[i];
  }
  Argument a;
  a.bytes.resize(128);
  error = encodeTensorMap(map, a.bytes.data());
  if (!error.empty())
    return false;
  arguments.push_back(std::move(a));
  return true;
}

bool ArgumentList::addShaped(const std::string &name,
                             const std::vector<std::string> &parts, bool zeros,
                             std::string &error) {
  npy::Array array;
  if (!parseDType(parts[0], array.dtype)) {
    error = "expects a type such as float32, but got '" + parts[0] + "'";
    return false;
  }
  std::vector<uint64_t> dims;
  if (!parseList(parts[1], dims)) {
    error = "expects a shape such as 8x16, but got '" + parts[1] + "'";
    return false;
  }
  array.shape.assign(dims.begin(), dims.end());
  size_t size = 0;
  if (!npy::getByteSize(array.shape, npy::getItemSize(array.dtype), size) ||
      size > (size_t(1) << 36)) {
    error = "shape '" + parts[1] + "' is too large";
    return false;
  }
  array.bytes.resize(size);
  addBuffer(name, std::move(array), parts.size() == 3 ? parts[2] : "", zeros);
  return true;
}

bool ArgumentList::addBytes(const std::string &hex, std::string &error) {
  Argument a;
  bool ok = hex.size() % 2 == 0;
  for (size_t i = 0; ok && i < hex.size(); i += 2) {
    ok = std::isxdigit(static_cast<unsigned char>(hex[i])) &&
         std::isxdigit(static_cast<unsigned char>(hex[i + 1]));
    a.bytes.push_back(static_cast<uint8_t>(
        std::strtoul(hex.substr(i, 2).c_str(), nullptr, 16)));
  }
  if (!ok) {
    error = "expects pairs of hexadecimal digits, but got '" + hex + "'";
    return false;
  }
  arguments.push_back(std::move(a));
  return true;
}

bool ArgumentList::add(const std::string &text, bool isParameter,
                       std::string &error) {
  size_t colon = text.find(':');
  size_t eq = text.find('=');
  std::string name = "arg" + std::to_string(arguments.size());
  std::string spec = text;
  if (eq != std::string::npos && (colon == std::string::npos || eq < colon)) {
    name = text.substr(0, eq);
    spec = text.substr(eq + 1);
    colon = spec.find(':');
  }
  std::string kind = spec.substr(0, colon);
  std::string rest = colon == std::string::npos ? "" : spec.substr(colon + 1);
  std::vector<std::string> parts = splitAt(rest, ':');
  std::vector<uint8_t> scalar;
  int isScalar = parseScalar(kind, rest, scalar);
  if (kind == "buf" && parts.size() <= 2) {
    npy::Array array;
    if (!npy::read(parts[0], array, error)) {
      error = "'" + parts[0] + "': " + error;
      return false;
    }
    addBuffer(name, std::move(array), parts.size() == 2 ? parts[1] : "", true);
  } else if ((kind == "out" && parts.size() == 3) ||
             (kind == "zeros" && (parts.size() == 2 || parts.size() == 3))) {
    if (!addShaped(name, parts, kind == "zeros", error))
      return false;
  } else if (kind == "map") {
    if (!addMap(rest, error))
      return false;
  } else if (kind == "bytes") {
    if (!addBytes(rest, error))
      return false;
  } else if (isScalar < 0) {
    error = "expects a value of type " + kind + ", but got '" + rest + "'";
    return false;
  } else if (isScalar > 0) {
    arguments.push_back({text, std::move(scalar)});
  } else {
    error = "expects an argument such as buf:IN.npy, out:float32:8x16:OUT.npy "
            "or i32:5, but got '" +
            text + "'";
    return false;
  }
  if (isParameter) {
    arguments.back().text = text;
    return true;
  }
  if (kind != "buf" && kind != "out" && kind != "zeros") {
    error = "expects a buffer, but got '" + text + "'";
    return false;
  }
  arguments.pop_back();
  return true;
}

bool ArgumentList::pack(const std::vector<ParamLayout> &layout,
                        std::vector<uint8_t> &out, std::string &error) const {
  if (layout.size() != arguments.size()) {
    error = "kernel expects " + std::to_string(layout.size()) +
            " arguments, but got " + std::to_string(arguments.size());
    return false;
  }
  size_t size = layout.empty() ? 0 : layout.back().offset + layout.back().bytes;
  out.assign(size, 0);
  for (size_t i = 0; i < layout.size(); ++i) {
    if (arguments[i].bytes.size() != layout[i].bytes) {
      error = "parameter '" + layout[i].name + "' has " +
              std::to_string(layout[i].bytes) + " bytes, but '" +
              arguments[i].text + "' has " +
              std::to_string(arguments[i].bytes.size());
      return false;
    }
    std::memcpy(out.data() + layout[i].offset, arguments[i].bytes.data(),
                layout[i].bytes);
  }
  return true;
}

bool ArgumentList::writeOutputs(std::string &error) const {
  for (const Buffer &b : buffers) {
    if (b.output.empty())
      continue;
    npy::Array array = b.array;
    simulator.read(b.address, array.bytes.data(), array.bytes.size());
    std::vector<uint8_t> file;
    if (!npy::serialize(array, file, error) ||
        !writeFile(b.output, file, error))
      return false;
  }
  return true;
}
