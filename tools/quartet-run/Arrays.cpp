//===- Arrays.cpp - Arguments and results as .npy files -------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Arrays.h"

#include "quartet/Runtime/ABI.h"

#include "llvm/Support/MathExtras.h"

#include <cstdlib>
#include <cstring>

using namespace quartet;
using namespace quartet::tools;

/// How values of `dtype` are written.
static npy::DType getNpyType(DType dtype) {
  switch (dtype) {
  case DType::I1:
    return npy::DType::Bool;
  case DType::I8:
  case DType::F8E4M3FN:
  case DType::F8E5M2:
    return npy::DType::U8;
  case DType::I16:
    return npy::DType::I16;
  case DType::I32:
    return npy::DType::I32;
  case DType::I64:
  case DType::Index:
    return npy::DType::I64;
  case DType::F16:
    return npy::DType::F16;
  case DType::BF16:
    return npy::DType::U16;
  case DType::F32:
    return npy::DType::F32;
  case DType::F64:
    return npy::DType::F64;
  }
  return npy::DType::U8;
}

/// True if an array of `array` may be read as `dtype`: integers are signless.
static bool isReadableAs(npy::DType array, DType dtype) {
  switch (dtype) {
  case DType::I8:
    return array == npy::DType::U8 || array == npy::DType::I8;
  case DType::I16:
    return array == npy::DType::U16 || array == npy::DType::I16;
  case DType::I32:
    return array == npy::DType::U32 || array == npy::DType::I32;
  case DType::I64:
  case DType::Index:
    return array == npy::DType::U64 || array == npy::DType::I64;
  default:
    return array == getNpyType(dtype);
  }
}

static std::string formatExtents(const std::vector<int64_t> &shape) {
  std::string text = "(";
  for (size_t i = 0; i != shape.size(); ++i) {
    text += i ? ", " : "";
    text += shape[i] == TensorSpec::kDynamic ? "?" : std::to_string(shape[i]);
  }
  return text + (shape.size() == 1 ? ",)" : ")");
}

bool AlignedMemory::allocate(size_t bytes) {
  size_t rounded = llvm::alignTo(bytes ? bytes : 1, QUARTET_ALIGNMENT);
  if (rounded < bytes)
    return false;
  data = {std::aligned_alloc(QUARTET_ALIGNMENT, rounded), std::free};
  if (data)
    std::memset(data.get(), 0, bytes);
  return data != nullptr;
}

std::string tools::describe(const TensorSpec &spec) {
  std::string name = stringifyDType(spec.dtype).str();
  std::string npyName = npy::getName(getNpyType(spec.dtype));
  return npyName + " (" + name + ") of shape " + formatExtents(spec.shape);
}

bool tools::readArgument(const Signature &signature, size_t index,
                         const std::string &path, TensorBuffer &buffer,
                         std::string &error) {
  const TensorSpec &spec = signature.args[index];
  npy::Array array;
  if (!npy::read(path, array, error)) {
    error = path + ": " + error;
    return false;
  }
  bool fits = isReadableAs(array.dtype, spec.dtype) &&
              array.shape.size() == spec.shape.size();
  for (size_t d = 0; fits && d != array.shape.size(); ++d)
    fits = spec.shape[d] == TensorSpec::kDynamic ||
           spec.shape[d] == array.shape[d];
  if (!fits) {
    error = path + ": argument " + std::to_string(index) + " of '" +
            signature.entry + "' expects " + describe(spec) + ", but got " +
            npy::getName(array.dtype) + " of shape " +
            npy::formatShape(array.shape);
    return false;
  }
  buffer.shape = array.shape;
  buffer.bytes = array.bytes.size();
  if (!buffer.memory.allocate(buffer.bytes)) {
    error =
        path + ": cannot allocate " + std::to_string(buffer.bytes) + " bytes";
    return false;
  }
  if (buffer.bytes)
    std::memcpy(buffer.memory.data.get(), array.bytes.data(), buffer.bytes);
  // NumPy's True is 1, but a file may hold any byte.
  if (spec.dtype == DType::I1)
    for (size_t i = 0; i != buffer.bytes; ++i) {
      char &value = static_cast<char *>(buffer.memory.data.get())[i];
      value = value != 0;
    }
  return true;
}

bool tools::makeSeed(int64_t seed, TensorBuffer &buffer) {
  buffer.bytes = sizeof(seed);
  if (!buffer.memory.allocate(buffer.bytes))
    return false;
  std::memcpy(buffer.memory.data.get(), &seed, sizeof(seed));
  return true;
}

bool tools::makeResult(const TensorSpec &spec,
                       const std::vector<int64_t> &shape, TensorBuffer &buffer,
                       std::string &error) {
  buffer.shape = shape;
  if (!npy::getByteSize(shape, static_cast<size_t>(getDTypeSize(spec.dtype)),
                        buffer.bytes) ||
      !buffer.memory.allocate(buffer.bytes)) {
    error = "cannot allocate a result of shape " + npy::formatShape(shape);
    return false;
  }
  return true;
}

npy::Array tools::toArray(const TensorSpec &spec, const TensorBuffer &buffer) {
  npy::Array array;
  array.dtype = getNpyType(spec.dtype);
  array.shape = buffer.shape;
  const uint8_t *data = static_cast<const uint8_t *>(buffer.memory.data.get());
  array.bytes.assign(data, data + buffer.bytes);
  return array;
}
