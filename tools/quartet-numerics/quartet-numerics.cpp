//===- quartet-numerics.cpp - Print measured next to expected -------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Runs the statistical experiments for one seed and prints every measured
// number next to the expected one, with the deviation in standard deviations.
// Exits with 1 if one lies outside five.
//
//===----------------------------------------------------------------------===//

#include "Experiments.h"

#include <chrono>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <cstring>

using namespace quartet::experiments;

static const char kUsage[] =
    "usage: quartet-numerics [--seed=N] [--table=NAME]\n"
    "\n"
    "Measures the quantizers on random data and prints each number next to\n"
    "the published one, with its deviation in standard deviations of "
    "sampling.\n"
    "\n"
    "  --seed=N      seed of the data and draws, 0 to 2^64 - 1; the default "
    "is\n"
    "                taken from the clock and printed\n"
    "  --table=NAME  one table alone: error, bits, misalignment, averaging,\n"
    "                outliers, products or noise\n"
    "  --help        print this text\n"
    "\n"
    "The exit code is 1 if a number deviates by more than 5.\n";

static const struct {
  const char *name;
  Table (*run)(uint64_t seed);
} kTables[] = {
    {"error", errorTable},
    {"bits", bitsTable},
    {"misalignment", misalignmentTable},
    {"averaging", averagingTable},
    {"outliers", outlierTable},
    {"products", productTable},
    {"noise", noiseTable},
};

/// Parses all of `text` as a decimal number; false if it is not one.
static bool parseSeed(const char *text, uint64_t &seed) {
  if (*text == '\0')
    return false;
  seed = 0;
  for (; *text; ++text) {
    if (*text < '0' || *text > '9')
      return false;
    uint64_t digit = uint64_t(*text - '0');
    if (seed > (UINT64_MAX - digit) / 10)
      return false;
    seed = seed * 10 + digit;
  }
  return true;
}

static bool print(const Table &table) {
  bool passes = true;
  std::printf("\n%s\n", table.title.c_str());
  std::printf("  %-46s %10s %10s %9s %9s\n", "", "measured", "expected",
              "sigma", "deviation");
  for (const Row &row : table.rows) {
    std::printf("  %-46s %10.5g %10.5g %9.2g %+9.2f%s\n", row.name.c_str(),
                row.measured, row.expected,
                std::hypot(row.sigma, row.tolerance), row.deviation,
                row.passes() ? "" : "  OUTSIDE");
    passes &= row.passes();
  }
  std::fflush(stdout);
  return passes;
}

/// Prints one line to standard error; returns the exit code.
static int fail(const char *expects, const char *got) {
  std::fprintf(stderr, "quartet-numerics: error: %s, but got '%s'\n", expects,
               got);
  return 1;
}

int main(int argc, char **argv) {
  uint64_t seed =
      uint64_t(std::chrono::system_clock::now().time_since_epoch().count());
  const char *only = nullptr;
  for (int i = 1; i < argc; ++i) {
    if (!std::strcmp(argv[i], "--help")) {
      std::fputs(kUsage, stdout);
      return 0;
    }
    if (!std::strncmp(argv[i], "--seed=", 7)) {
      if (!parseSeed(argv[i] + 7, seed))
        return fail("--seed expects a number between 0 and 2^64 - 1",
                    argv[i] + 7);
    } else if (!std::strncmp(argv[i], "--table=", 8)) {
      only = nullptr;
      for (const auto &table : kTables)
        if (!std::strcmp(argv[i] + 8, table.name))
          only = table.name;
      if (!only)
        return fail("--table expects error, bits, misalignment, averaging, "
                    "outliers, products or noise",
                    argv[i] + 8);
    } else {
      return fail("expects --seed=N, --table=NAME or --help", argv[i]);
    }
  }
  std::printf("seed %llu\n", static_cast<unsigned long long>(seed));
  bool passes = true;
  for (const auto &table : kTables)
    if (!only || only == table.name)
      passes &= print(table.run(seed));
  std::printf("\n%s\n", passes ? "all within 5 standard deviations"
                               : "some numbers are outside");
  return passes ? 0 : 1;
}
