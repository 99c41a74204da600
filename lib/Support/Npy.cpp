//===- Npy.cpp - Arrays in NumPy's .npy format ----------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The file: "\x93NUMPY", major and minor version, header length (two bytes in
// version 1, four from version 2 on), a Python dictionary literal with the keys
// 'descr', 'fortran_order' and 'shape', padded with spaces and ended by a
// newline, then the elements. Only that dictionary is parsed; it is no general
// reader of Python.
//
//===----------------------------------------------------------------------===//

#include "quartet/Support/Npy.h"

#include <cerrno>
#include <cstring>
#include <fcntl.h>
#include <limits>
#include <sys/stat.h>
#include <unistd.h>

using namespace quartet;
using namespace quartet::npy;

namespace {

constexpr char kMagic[] = "\x93NUMPY";
constexpr size_t kMagicSize = 6;
constexpr size_t kMaxRank = 64;
/// NumPy aligns the data to this many bytes.
constexpr size_t kAlignment = 64;

struct TypeRow {
  DType dtype;
  const char *name;
  /// Kind letter and size, as they follow the byte-order character.
  const char *code;
  size_t itemSize;
};

constexpr TypeRow kTypes[] = {
    {DType::Bool, "bool", "b1", 1},   {DType::I8, "int8", "i1", 1},
    {DType::I16, "int16", "i2", 2},   {DType::I32, "int32", "i4", 4},
    {DType::I64, "int64", "i8", 8},   {DType::U8, "uint8", "u1", 1},
    {DType::U16, "uint16", "u2", 2},  {DType::U32, "uint32", "u4", 4},
    {DType::U64, "uint64", "u8", 8},  {DType::F16, "float16", "f2", 2},
    {DType::F32, "float32", "f4", 4}, {DType::F64, "float64", "f8", 8},
};

const TypeRow &getRow(DType dtype) {
  return kTypes[static_cast<size_t>(dtype)];
}

/// What the dictionary says.
struct Header {
  DType dtype = DType::F32;
  bool fortranOrder = false;
  std::vector<int64_t> shape;
};

/// A piece of the file for a message: printable, quoted and short.
std::string quote(const std::string &text) {
  std::string out = "'";
  for (char c : text.substr(0, 40))
    out += c >= 0x20 && c < 0x7F ? c : '?';
  return out + (text.size() > 40 ? "...'" : "'");
}

/// Reads the dictionary from left to right; `error` is set once and ends it.
class HeaderParser {
public:
  HeaderParser(const char *begin, const char *end) : at(begin), end(end) {}

  bool parse(Header &header);
  std::string error;

private:
  bool fail(const std::string &message) {
    if (error.empty())
      error = message;
    return false;
  }
  void skipSpace() {
    while (at != end && (*at == ' ' || *at == '\t' || *at == '\n'))
      ++at;
  }
  bool consumeIf(char c) {
    skipSpace();
    if (at == end || *at != c)
      return false;
    ++at;
    return true;
  }
  bool expect(char c) {
    return consumeIf(c) ||
           fail(std::string("expects '") + c + "' in the header, but got " +
                (at == end ? "its end" : quote(std::string(at, end))));
  }
  bool parseString(std::string &text);
  bool parseDescr(Header &header);
  bool parseBool(bool &value);
  bool parseShape(std::vector<int64_t> &shape);

  const char *at;
  const char *end;
};

} // namespace

bool HeaderParser::parseString(std::string &text) {
  skipSpace();
  if (at == end || (*at != '\'' && *at != '"'))
    return fail("expects a quoted string in the header, but got " +
                (at == end ? "its end" : quote(std::string(at, end))));
  char mark = *at++;
  text.clear();
  while (at != end && *at != mark)
    text += *at++;
  if (at == end)
    return fail("expects the header's strings to end, but got " + quote(text));
  ++at;
  return true;
}

bool HeaderParser::parseDescr(Header &header) {
  skipSpace();
  if (at != end && *at == '[')
    return fail("expects one number per element, but got a structured type");
  std::string descr;
  if (!parseString(descr))
    return false;
  if (descr.size() < 2)
    return fail("expects an element type such as '<f4', but got " +
                quote(descr));
  char order = descr[0];
  std::string code = descr.substr(1);
  for (const TypeRow &row : kTypes) {
    if (code != row.code)
      continue;
    // Byte order means nothing for single bytes, whatever is written.
    if (row.itemSize > 1 && order == '>')
      return fail("expects little-endian elements, but got big-endian " +
                  quote(descr));
    if (order != '<' && order != '|' && order != '=' && order != '>')
      break;
    header.dtype = row.dtype;
    return true;
  }
  return fail("expects elements of bool, int8 to int64, uint8 to uint64, "
              "float16, float32 or float64 (bf16 as uint16, fp8 and packed fp4 "
              "as uint8), but got " +
              quote(descr));
}

bool HeaderParser::parseBool(bool &value) {
  skipSpace();
  for (const char *word : {"True", "False"}) {
    size_t length = std::strlen(word);
    if (static_cast<size_t>(end - at) >= length &&
        std::memcmp(at, word, length) == 0) {
      at += length;
      value = *word == 'T';
      return true;
    }
  }
  return fail("expects 'fortran_order' to be True or False, but got " +
              (at == end ? "the header's end" : quote(std::string(at, end))));
}

bool HeaderParser::parseShape(std::vector<int64_t> &shape) {
  if (!expect('('))
    return false;
  shape.clear();
  while (!consumeIf(')')) {
    if (!shape.empty()) {
      if (!expect(','))
        return false;
      if (consumeIf(')'))
        return true;
    }
    skipSpace();
    if (at == end || *at < '0' || *at > '9')
      return fail(
          "expects dimensions that are integers of at least 0, but got " +
          (at == end ? "the header's end" : quote(std::string(at, end))));
    int64_t value = 0;
    while (at != end && *at >= '0' && *at <= '9') {
      int digit = *at++ - '0';
      if (value > (std::numeric_limits<int64_t>::max() - digit) / 10)
        return fail("expects dimensions below 2^63, but got a larger one");
      value = value * 10 + digit;
    }
    if (shape.size() == kMaxRank)
      return fail("expects at most " + std::to_string(kMaxRank) +
                  " dimensions, but got more");
    shape.push_back(value);
  }
  // In Python "(3)" is a number, not a tuple.
  return shape.size() != 1 ||
         fail("expects 'shape' to be a tuple, but got a number");
}

bool HeaderParser::parse(Header &header) {
  bool seen[3] = {false, false, false};
  const char *const keys[3] = {"descr", "fortran_order", "shape"};
  if (!expect('{'))
    return false;
  while (!consumeIf('}')) {
    std::string key;
    if (!parseString(key) || !expect(':'))
      return false;
    size_t index = 0;
    while (index != 3 && key != keys[index])
      ++index;
    if (index == 3 || seen[index])
      return fail("expects the keys 'descr', 'fortran_order' and 'shape' once "
                  "each, but got " +
                  quote(key));
    seen[index] = true;
    bool parsed = index == 0   ? parseDescr(header)
                  : index == 1 ? parseBool(header.fortranOrder)
                               : parseShape(header.shape);
    if (!parsed)
      return false;
    if (consumeIf('}'))
      break;
    if (!expect(','))
      return false;
  }
  for (size_t i = 0; i != 3; ++i)
    if (!seen[i])
      return fail(std::string("expects the key '") + keys[i] +
                  "' in the header, but got none");
  skipSpace();
  if (at != end)
    return fail("expects nothing after the header's dictionary, but got " +
                quote(std::string(at, end)));
  return true;
}

/// Elements in Fortran order to C order.
static std::vector<uint8_t> fromFortranOrder(const uint8_t *data,
                                             const std::vector<int64_t> &shape,
                                             size_t itemSize, size_t bytes) {
  std::vector<uint8_t> out(bytes);
  size_t rank = shape.size();
  std::vector<int64_t> index(rank, 0);
  std::vector<size_t> stride(rank);
  size_t step = itemSize;
  for (size_t d = 0; d != rank; ++d) {
    stride[d] = step;
    step *= static_cast<size_t>(shape[d]);
  }
  size_t source = 0;
  for (size_t target = 0; target != bytes; target += itemSize) {
    std::memcpy(out.data() + target, data + source, itemSize);
    for (size_t d = rank; d-- > 0;) {
      source += stride[d];
      if (++index[d] < shape[d])
        break;
      source -= stride[d] * static_cast<size_t>(shape[d]);
      index[d] = 0;
    }
  }
  return out;
}

const char *npy::getName(DType dtype) { return getRow(dtype).name; }

size_t npy::getItemSize(DType dtype) { return getRow(dtype).itemSize; }

bool npy::getByteSize(const std::vector<int64_t> &shape, size_t itemSize,
                      size_t &bytes) {
  bool empty = false;
  for (int64_t size : shape) {
    if (size < 0)
      return false;
    empty |= size == 0;
  }
  bytes = empty ? 0 : itemSize;
  if (empty)
    return true;
  constexpr size_t limit = std::numeric_limits<int64_t>::max();
  for (int64_t size : shape) {
    if (bytes > limit / static_cast<size_t>(size))
      return false;
    bytes *= static_cast<size_t>(size);
  }
  return true;
}

std::string npy::formatShape(const std::vector<int64_t> &shape) {
  std::string out = "(";
  for (size_t i = 0; i != shape.size(); ++i)
    out += (i ? ", " : "") + std::to_string(shape[i]);
  return out + (shape.size() == 1 ? ",)" : ")");
}

bool npy::parse(const uint8_t *data, size_t size, Array &array,
                std::string &error) {
  size_t fixed = kMagicSize + 2;
  if (size < fixed || std::memcmp(data, kMagic, kMagicSize) != 0) {
    error = size == 0 ? "expects a .npy array, but got an empty file"
                      : "expects a .npy array, but got a file that does not "
                        "start with \\x93NUMPY";
    return false;
  }
  unsigned major = data[kMagicSize];
  unsigned minor = data[kMagicSize + 1];
  if (major < 1 || major > 3 || minor != 0) {
    error = "expects .npy format version 1.0, 2.0 or 3.0, but got " +
            std::to_string(major) + "." + std::to_string(minor);
    return false;
  }
  size_t lengthBytes = major == 1 ? 2 : 4;
  if (size < fixed + lengthBytes) {
    error = "expects a header length, but got the end of the file";
    return false;
  }
  size_t length = 0;
  for (size_t i = 0; i != lengthBytes; ++i)
    length |= static_cast<size_t>(data[fixed + i]) << (8 * i);
  size_t begin = fixed + lengthBytes;
  if (length > size - begin) {
    error = "expects a header of " + std::to_string(length) +
            " bytes, but got a file truncated after " +
            std::to_string(size - begin);
    return false;
  }

  Header header;
  const char *text = reinterpret_cast<const char *>(data + begin);
  HeaderParser parser(text, text + length);
  if (!parser.parse(header)) {
    error = parser.error;
    return false;
  }
  size_t bytes;
  size_t itemSize = getItemSize(header.dtype);
  if (!getByteSize(header.shape, itemSize, bytes)) {
    error = "expects an array below 2^63 bytes, but got shape " +
            formatShape(header.shape);
    return false;
  }
  const uint8_t *elements = data + begin + length;
  size_t available = size - begin - length;
  if (available != bytes) {
    error = "expects " + std::to_string(bytes) + " bytes of data for shape " +
            formatShape(header.shape) + " of " + getName(header.dtype) +
            ", but got " + std::to_string(available) +
            (available < bytes ? " (truncated file)" : "");
    return false;
  }
  array.dtype = header.dtype;
  array.shape = header.shape;
  if (header.fortranOrder && header.shape.size() > 1 && bytes)
    array.bytes = fromFortranOrder(elements, header.shape, itemSize, bytes);
  else
    array.bytes.assign(elements, elements + bytes);
  return true;
}

bool npy::read(const std::string &path, Array &array, std::string &error) {
  // Without O_NONBLOCK, opening a pipe that nobody writes to would wait.
  int descriptor = open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK);
  if (descriptor < 0) {
    error = std::strerror(errno);
    return false;
  }
  struct stat info;
  bool regular = fstat(descriptor, &info) == 0 && S_ISREG(info.st_mode);
  if (!regular) {
    close(descriptor);
    error = "expects a regular file, but got a directory, pipe or device";
    return false;
  }
  std::vector<uint8_t> file(static_cast<size_t>(info.st_size));
  size_t filled = 0;
  while (filled != file.size()) {
    ssize_t count =
        ::read(descriptor, file.data() + filled, file.size() - filled);
    if (count < 0 && errno == EINTR)
      continue;
    if (count < 0) {
      error = std::strerror(errno);
      close(descriptor);
      return false;
    }
    if (count == 0)
      break;
    filled += static_cast<size_t>(count);
  }
  close(descriptor);
  return parse(file.data(), filled, array, error);
}

bool npy::serialize(const Array &array, std::vector<uint8_t> &file,
                    std::string &error) {
  const TypeRow &row = getRow(array.dtype);
  if (array.shape.size() > kMaxRank) {
    error = "expects at most " + std::to_string(kMaxRank) +
            " dimensions, but got " + std::to_string(array.shape.size());
    return false;
  }
  size_t bytes;
  if (!getByteSize(array.shape, row.itemSize, bytes) ||
      bytes != array.bytes.size()) {
    error = "expects the bytes of shape " + formatShape(array.shape) + " of " +
            row.name + ", but got " + std::to_string(array.bytes.size());
    return false;
  }
  std::string text =
      std::string("{'descr': '") + (row.itemSize == 1 ? '|' : '<') + row.code +
      "', 'fortran_order': False, 'shape': " + formatShape(array.shape) + ", }";
  // The newline ends the header; spaces before it align the data.
  size_t begin = kMagicSize + 4;
  size_t end =
      (begin + text.size() + 1 + kAlignment - 1) / kAlignment * kAlignment;
  file.assign(kMagic, kMagic + kMagicSize);
  file.insert(file.end(), {1, 0, static_cast<uint8_t>((end - begin) & 0xFF),
                           static_cast<uint8_t>((end - begin) >> 8)});
  file.insert(file.end(), text.begin(), text.end());
  file.resize(end - 1, ' ');
  file.push_back('\n');
  file.insert(file.end(), array.bytes.begin(), array.bytes.end());
  return true;
}
