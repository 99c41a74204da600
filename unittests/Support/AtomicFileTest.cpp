//===- AtomicFileTest.cpp - Tests of whole-or-nothing output files --------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "quartet/Support/AtomicFile.h"

#include <cstdlib>
#include <dirent.h>
#include <fstream>
#include <gtest/gtest.h>
#include <iterator>
#include <set>
#include <sys/stat.h>
#include <unistd.h>
#include <utility>

using namespace quartet;

namespace {

class AtomicFileTest : public testing::Test {
protected:
  void SetUp() override {
    char pattern[] = "/tmp/quartet-atomic-XXXXXX";
    ASSERT_NE(mkdtemp(pattern), nullptr);
    directory = pattern;
  }
  void TearDown() override {
    for (const std::string &name : list())
      unlink((directory + "/" + name).c_str());
    rmdir(directory.c_str());
  }
  std::set<std::string> list() {
    std::set<std::string> names;
    DIR *handle = opendir(directory.c_str());
    while (dirent *entry = readdir(handle))
      if (entry->d_name[0] != '.')
        names.insert(entry->d_name);
    closedir(handle);
    return names;
  }
  std::string slurp(const std::string &path) {
    std::ifstream in(path, std::ios::binary);
    return {std::istreambuf_iterator<char>(in), {}};
  }
  std::string directory;
  std::string error;
};

} // namespace

TEST_F(AtomicFileTest, AppearsOnCommit) {
  std::string path = directory + "/out";
  AtomicFile file;
  ASSERT_TRUE(file.open(path, error)) << error;
  ASSERT_TRUE(file.write("abc", 3, error)) << error;
  EXPECT_EQ(list().count("out"), 0u);
  ASSERT_TRUE(file.commit(error)) << error;
  EXPECT_EQ(list(), std::set<std::string>{"out"});
  EXPECT_EQ(slurp(path), "abc");
}

TEST_F(AtomicFileTest, KeepsTheOldFileWithoutCommit) {
  std::string path = directory + "/out";
  std::ofstream(path) << "old";
  {
    AtomicFile file;
    ASSERT_TRUE(file.open(path, error)) << error;
    ASSERT_TRUE(file.write("new", 3, error)) << error;
    AtomicFile moved(std::move(file));
  }
  EXPECT_EQ(list(), std::set<std::string>{"out"});
  EXPECT_EQ(slurp(path), "old");
}

TEST_F(AtomicFileTest, ReplacesTheTargetOfALink) {
  std::string path = directory + "/out", link = directory + "/link";
  std::ofstream(path) << "old";
  ASSERT_EQ(symlink("out", link.c_str()), 0);
  AtomicFile file;
  ASSERT_TRUE(file.open(link, error)) << error;
  ASSERT_TRUE(file.write("new", 3, error)) << error;
  ASSERT_TRUE(file.commit(error)) << error;
  EXPECT_EQ(slurp(path), "new");
  struct stat info;
  ASSERT_EQ(lstat(link.c_str(), &info), 0);
  EXPECT_TRUE(S_ISLNK(info.st_mode));
}

TEST_F(AtomicFileTest, WritesDevicesDirectly) {
  AtomicFile file;
  ASSERT_TRUE(file.open("/dev/null", error)) << error;
  ASSERT_TRUE(file.write("abc", 3, error)) << error;
  ASSERT_TRUE(file.commit(error)) << error;
  struct stat info;
  ASSERT_EQ(stat("/dev/null", &info), 0);
  EXPECT_TRUE(S_ISCHR(info.st_mode));
}

TEST_F(AtomicFileTest, RefusesDirectoriesAndMissingOnes) {
  AtomicFile file;
  EXPECT_FALSE(file.open(directory, error));
  EXPECT_EQ(error, "is a directory");
  EXPECT_FALSE(file.open(directory + "/missing/out", error));
  EXPECT_EQ(error, "No such file or directory");
}
