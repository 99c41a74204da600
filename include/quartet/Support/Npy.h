//===- Npy.h - Arrays in NumPy's .npy format --------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Reading and writing of one array per .npy file, format versions 1, 2 and 3,
// without NumPy. Numbers only: booleans, integers and IEEE floats of up to
// eight bytes. Formats NumPy cannot name cross as integers of their width:
// bf16 as uint16, fp8 and packed fp4 as uint8.
//
// Nothing here throws or aborts on bad input: functions return false and state
// the reason as "expects <what>, but got <value>", without the file's name.
//
//===----------------------------------------------------------------------===//

#ifndef QUARTET_SUPPORT_NPY_H
#define QUARTET_SUPPORT_NPY_H

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace quartet::npy {

/// The element types of a file.
enum class DType : uint8_t {
  Bool,
  I8,
  I16,
  I32,
  I64,
  U8,
  U16,
  U32,
  U64,
  F16,
  F32,
  F64
};

/// NumPy's name of `dtype`, such as "uint16".
const char *getName(DType dtype);

/// Bytes of one element.
size_t getItemSize(DType dtype);

/// One array: dimensions, and elements in C order, little-endian.
struct Array {
  DType dtype = DType::F32;
  std::vector<int64_t> shape;
  std::vector<uint8_t> bytes;
};

/// Elements of an array of this shape times `itemSize`, or false if a dimension
/// is negative or the product exceeds 2^63 - 1.
bool getByteSize(const std::vector<int64_t> &shape, size_t itemSize,
                 size_t &bytes);

/// `shape` as NumPy prints it: "(3, 4)", "(5,)", "()".
std::string formatShape(const std::vector<int64_t> &shape);

/// Decodes the `size` bytes of a whole .npy file. Arrays in Fortran order are
/// converted to C order. Rejects object and structured types, big-endian data,
/// truncated files and bytes after the array. Allocates no more than `size`
/// bytes per buffer whatever the header claims.
bool parse(const uint8_t *data, size_t size, Array &array, std::string &error);

/// Reads the regular file `path`; directories, pipes and devices are refused.
bool read(const std::string &path, Array &array, std::string &error);

/// The bytes of a version 1.0 file. False if `array.bytes` is not of the size
/// that its shape and type ask for, or if there are more than 64 dimensions.
bool serialize(const Array &array, std::vector<uint8_t> &file,
               std::string &error);

} // namespace quartet::npy

#endif // QUARTET_SUPPORT_NPY_H
