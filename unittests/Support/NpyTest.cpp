//===- NpyTest.cpp - Tests of the .npy reader and writer ------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Files are built here byte by byte from the format's definition; agreement
// with NumPy itself is tested in test/Tools/quartet-run/numpy.test.
//
//===----------------------------------------------------------------------===//

#include "quartet/Support/Npy.h"

#include <cstdio>
#include <cstdlib>
#include <gtest/gtest.h>
#include <random>
#include <string>
#include <sys/stat.h>
#include <unistd.h>

using namespace quartet;

namespace {

using Bytes = std::vector<uint8_t>;

Bytes makeFile(const std::string &dictionary, const Bytes &data,
               unsigned major = 1) {
  std::string header = dictionary + "\n";
  Bytes file = {0x93, 'N', 'U', 'M', 'P', 'Y', static_cast<uint8_t>(major), 0};
  for (unsigned i = 0; i != (major == 1 ? 2u : 4u); ++i)
    file.push_back(static_cast<uint8_t>(header.size() >> (8 * i)));
  file.insert(file.end(), header.begin(), header.end());
  file.insert(file.end(), data.begin(), data.end());
  return file;
}

std::string dictionary(const std::string &descr, const std::string &shape,
                       const std::string &fortran = "False") {
  return "{'descr': '" + descr + "', 'fortran_order': " + fortran +
         ", 'shape': " + shape + ", }";
}

std::string errorOf(const Bytes &file) {
  npy::Array array;
  std::string error;
  EXPECT_FALSE(npy::parse(file.data(), file.size(), array, error));
  return error;
}

} // namespace

TEST(Npy, ReadsEveryVersion) {
  for (unsigned major : {1u, 2u, 3u}) {
    Bytes file = makeFile(dictionary("<u2", "(2, 3)"),
                          {1, 0, 2, 0, 3, 0, 4, 0, 5, 0, 6, 1}, major);
    npy::Array array;
    std::string error;
    ASSERT_TRUE(npy::parse(file.data(), file.size(), array, error)) << error;
    EXPECT_EQ(array.dtype, npy::DType::U16);
    EXPECT_EQ(array.shape, (std::vector<int64_t>{2, 3}));
    EXPECT_EQ(array.bytes, (Bytes{1, 0, 2, 0, 3, 0, 4, 0, 5, 0, 6, 1}));
  }
}

TEST(Npy, ReadsEveryType) {
  const std::pair<const char *, npy::DType> types[] = {
      {"|b1", npy::DType::Bool}, {"|i1", npy::DType::I8},
      {"<i2", npy::DType::I16},  {"<i4", npy::DType::I32},
      {"<i8", npy::DType::I64},  {"|u1", npy::DType::U8},
      {"<u2", npy::DType::U16},  {"<u4", npy::DType::U32},
      {"<u8", npy::DType::U64},  {"<f2", npy::DType::F16},
      {"<f4", npy::DType::F32},  {"<f8", npy::DType::F64},
  };
  for (auto [descr, dtype] : types) {
    size_t size = static_cast<size_t>(descr[2] - '0');
    EXPECT_EQ(npy::getItemSize(dtype), size);
    Bytes file = makeFile(dictionary(descr, "(1,)"), Bytes(size, 0x41));
    npy::Array array;
    std::string error;
    ASSERT_TRUE(npy::parse(file.data(), file.size(), array, error)) << error;
    EXPECT_EQ(array.dtype, dtype) << descr;
    // Writing and reading again changes nothing.
    Bytes again;
    ASSERT_TRUE(npy::serialize(array, again, error)) << error;
    npy::Array second;
    ASSERT_TRUE(npy::parse(again.data(), again.size(), second, error)) << error;
    EXPECT_EQ(second.dtype, array.dtype);
    EXPECT_EQ(second.shape, array.shape);
    EXPECT_EQ(second.bytes, array.bytes);
  }
}

TEST(Npy, WritesTheFormat) {
  npy::Array array{npy::DType::F32, {2, 1}, {0, 0, 128, 63, 0, 0, 0, 64}};
  Bytes file;
  std::string error;
  ASSERT_TRUE(npy::serialize(array, file, error)) << error;
  std::string text =
      "{'descr': '<f4', 'fortran_order': False, 'shape': (2, 1), }";
  // 10 bytes, the header and its newline, padded to a multiple of 64.
  ASSERT_EQ(file.size(), 128u + 8u);
  EXPECT_EQ(std::string(file.begin(), file.begin() + 6), "\x93NUMPY");
  EXPECT_EQ((Bytes(file.begin() + 6, file.begin() + 10)),
            (Bytes{1, 0, 128 - 10, 0}));
  EXPECT_EQ(std::string(file.begin() + 10, file.begin() + 128),
            text + std::string(118 - text.size() - 1, ' ') + "\n");
  EXPECT_EQ(Bytes(file.begin() + 128, file.end()), array.bytes);
}

TEST(Npy, RejectsArraysThatContradictThemselves) {
  Bytes file;
  std::string error;
  npy::Array array{npy::DType::F32, {3}, Bytes(8)};
  EXPECT_FALSE(npy::serialize(array, file, error));
  EXPECT_EQ(error, "expects the bytes of shape (3,) of float32, but got 8");
  array.shape.assign(65, 1);
  EXPECT_FALSE(npy::serialize(array, file, error));
  EXPECT_EQ(error, "expects at most 64 dimensions, but got 65");
}

TEST(Npy, ConvertsFortranOrder) {
  // Element (i, j, k) of shape (2, 3, 2) is 100 i + 10 j + k.
  Bytes fortran, c;
  for (int k = 0; k != 2; ++k)
    for (int j = 0; j != 3; ++j)
      for (int i = 0; i != 2; ++i)
        fortran.push_back(static_cast<uint8_t>(100 * i + 10 * j + k));
  for (int i = 0; i != 2; ++i)
    for (int j = 0; j != 3; ++j)
      for (int k = 0; k != 2; ++k)
        c.push_back(static_cast<uint8_t>(100 * i + 10 * j + k));
  Bytes file = makeFile(dictionary("|u1", "(2, 3, 2)", "True"), fortran);
  npy::Array array;
  std::string error;
  ASSERT_TRUE(npy::parse(file.data(), file.size(), array, error)) << error;
  EXPECT_EQ(array.bytes, c);
}

TEST(Npy, ReadsScalarsAndEmptyArrays) {
  for (const char *shape : {"()", "(0,)", "(5, 0)", "(0, 9223372036854775807)"})
    for (const char *fortran : {"True", "False"}) {
      bool scalar = std::string(shape) == "()";
      Bytes file =
          makeFile(dictionary("<i8", shape, fortran), Bytes(scalar ? 8 : 0, 1));
      npy::Array array;
      std::string error;
      ASSERT_TRUE(npy::parse(file.data(), file.size(), array, error))
          << shape << ": " << error;
      EXPECT_EQ(npy::formatShape(array.shape), shape);
    }
}

TEST(Npy, RejectsBadFiles) {
  EXPECT_EQ(errorOf({}), "expects a .npy array, but got an empty file");
  EXPECT_EQ(errorOf({'P', 'K', 3, 4, 0, 0, 0, 0, 0, 0}),
            "expects a .npy array, but got a file that does not start with "
            "\\x93NUMPY");
  EXPECT_EQ(errorOf(makeFile(dictionary("<f4", "()"), Bytes(4), 4)),
            "expects .npy format version 1.0, 2.0 or 3.0, but got 4.0");
  EXPECT_EQ(errorOf({0x93, 'N', 'U', 'M', 'P', 'Y', 2, 0, 1, 0}),
            "expects a header length, but got the end of the file");
  EXPECT_EQ(errorOf({0x93, 'N', 'U', 'M', 'P', 'Y', 1, 0, 118, 0, '{'}),
            "expects a header of 118 bytes, but got a file truncated after 1");
  // A length of 4 GiB is refused before anything is allocated for it.
  EXPECT_EQ(
      errorOf({0x93, 'N', 'U', 'M', 'P', 'Y', 2, 0, 255, 255, 255, 255, '{'}),
      "expects a header of 4294967295 bytes, but got a file truncated after 1");
}

TEST(Npy, RejectsBadTypes) {
  EXPECT_EQ(errorOf(makeFile(dictionary(">f4", "(1,)"), Bytes(4))),
            "expects little-endian elements, but got big-endian '>f4'");
  const std::string kinds =
      "expects elements of bool, int8 to int64, uint8 to uint64, float16, "
      "float32 or float64 (bf16 as uint16, fp8 and packed fp4 as uint8), but "
      "got ";
  for (const char *descr : {"|O", "<c8", "|V2", "<f16", "<U4", "|S1", "<i3"})
    EXPECT_EQ(errorOf(makeFile(dictionary(descr, "(1,)"), Bytes(16))),
              kinds + "'" + descr + "'");
  EXPECT_EQ(errorOf(makeFile("{'descr': [('a', '<f4')], 'fortran_order': "
                             "False, 'shape': (1,)}",
                             Bytes(4))),
            "expects one number per element, but got a structured type");
  EXPECT_EQ(errorOf(makeFile(dictionary("f", "(1,)"), Bytes(4))),
            "expects an element type such as '<f4', but got 'f'");
}

TEST(Npy, RejectsBadShapes) {
  auto shape = [](const std::string &text, size_t bytes = 4) {
    return errorOf(makeFile(dictionary("<f4", text), Bytes(bytes)));
  };
  EXPECT_EQ(shape("(2,)"), "expects 8 bytes of data for shape (2,) of float32, "
                           "but got 4 (truncated file)");
  EXPECT_EQ(shape("(1,)", 5), "expects 4 bytes of data for shape (1,) of "
                              "float32, but got 5");
  EXPECT_EQ(shape("(-1,)"), "expects dimensions that are integers of at least "
                            "0, but got '-1,), }?'");
  EXPECT_EQ(shape("(9223372036854775808,)"),
            "expects dimensions below 2^63, but got a larger one");
  EXPECT_EQ(shape("(4294967296, 4294967296)"),
            "expects an array below 2^63 bytes, but got shape (4294967296, "
            "4294967296)");
  EXPECT_EQ(shape("(9223372036854775807,)"),
            "expects an array below 2^63 bytes, but got shape "
            "(9223372036854775807,)");
  EXPECT_EQ(shape("(1)"), "expects 'shape' to be a tuple, but got a number");
  std::string many = "(";
  for (int i = 0; i != 65; ++i)
    many += "1, ";
  EXPECT_EQ(shape(many + ")"), "expects at most 64 dimensions, but got more");
}

TEST(Npy, RejectsBadDictionaries) {
  auto error = [](const std::string &text) {
    return errorOf(makeFile(text, Bytes(4)));
  };
  EXPECT_EQ(error("[]"), "expects '{' in the header, but got '[]?'");
  EXPECT_EQ(error("{'descr': '<f4', 'shape': (1,)}"),
            "expects the key 'fortran_order' in the header, but got none");
  EXPECT_EQ(error("{'descr': '<f4', 'descr': '<f4'}"),
            "expects the keys 'descr', 'fortran_order' and 'shape' once each, "
            "but got 'descr'");
  EXPECT_EQ(error("{'color': 1}"),
            "expects the keys 'descr', 'fortran_order' and 'shape' once each, "
            "but got 'color'");
  EXPECT_EQ(error(dictionary("<f4", "(1,)", "1")),
            "expects 'fortran_order' to be True or False, but got '1, 'shape': "
            "(1,), }?'");
  EXPECT_EQ(error(dictionary("<f4", "(1,)") + "x"),
            "expects nothing after the header's dictionary, but got 'x?'");
  EXPECT_EQ(error("{'descr"), "expects the header's strings to end, but got "
                              "'descr?'");
}

// Damaged files are refused or read as what they now say, never worse: under
// a sanitizer build this test sees every access outside the file.
TEST(Npy, SurvivesMutations) {
  const Bytes valid[] = {
      makeFile(dictionary("<f4", "(2, 3)"), Bytes(24, 7)),
      makeFile(dictionary("<i8", "(3, 1, 2)", "True"), Bytes(48, 7), 2),
      makeFile(dictionary("|u1", "(0, 5)"), {}, 3),
      makeFile(dictionary("<f8", "()"), Bytes(8, 7)),
  };
  const char alphabet[] = "{}(),:' \"<>|=0129fiubTrueFalse\n-[";
  size_t accepted = 0, refused = 0;
  for (unsigned seed = 0; seed != 20000; ++seed) {
    std::mt19937 random(seed);
    Bytes file = valid[random() % 4];
    for (unsigned edits = 1 + random() % 4; edits != 0 && !file.empty();
         --edits) {
      size_t at = random() % file.size();
      switch (random() % 5) {
      case 0:
        file[at] = static_cast<uint8_t>(random());
        break;
      case 1:
        file[at] =
            static_cast<uint8_t>(alphabet[random() % (sizeof(alphabet) - 1)]);
        break;
      case 2:
        file.erase(file.begin() + static_cast<ptrdiff_t>(at));
        break;
      case 3:
        file.insert(
            file.begin() + static_cast<ptrdiff_t>(at),
            static_cast<uint8_t>(alphabet[random() % (sizeof(alphabet) - 1)]));
        break;
      default:
        if (random() % 4 == 0)
          file.resize(at);
        break;
      }
    }
    npy::Array array;
    std::string error;
    // An exactly sized copy lets a sanitizer see reads past the end.
    Bytes exact(file);
    exact.shrink_to_fit();
    if (!npy::parse(exact.data(), exact.size(), array, error)) {
      ++refused;
      EXPECT_EQ(error.rfind("expects ", 0), 0u) << error;
      EXPECT_EQ(error.find('\n'), std::string::npos);
      continue;
    }
    ++accepted;
    size_t bytes = 0;
    EXPECT_TRUE(
        npy::getByteSize(array.shape, npy::getItemSize(array.dtype), bytes));
    EXPECT_EQ(array.bytes.size(), bytes);
  }
  // Both outcomes occur, so both were tested.
  EXPECT_GT(refused, 1000u);
  EXPECT_GT(accepted, 100u);
}

TEST(Npy, RefusesWhatIsNoRegularFile) {
  npy::Array array;
  std::string error;
  EXPECT_FALSE(npy::read("/", array, error));
  EXPECT_EQ(error, "expects a regular file, but got a directory, pipe or "
                   "device");
  EXPECT_FALSE(npy::read("/dev/zero", array, error));
  EXPECT_EQ(error, "expects a regular file, but got a directory, pipe or "
                   "device");
  EXPECT_FALSE(npy::read("/nonexistent/x.npy", array, error));
  EXPECT_EQ(error, "No such file or directory");

  // A pipe without a writer must not block.
  char pattern[] = "/tmp/quartet-npy-XXXXXX";
  ASSERT_NE(mkdtemp(pattern), nullptr);
  std::string pipe = std::string(pattern) + "/pipe";
  ASSERT_EQ(mkfifo(pipe.c_str(), 0600), 0);
  EXPECT_FALSE(npy::read(pipe, array, error));
  std::string link = std::string(pattern) + "/link";
  ASSERT_EQ(symlink("missing", link.c_str()), 0);
  EXPECT_FALSE(npy::read(link, array, error));
  EXPECT_EQ(error, "No such file or directory");
  unlink(pipe.c_str());
  unlink(link.c_str());
  rmdir(pattern);
}
