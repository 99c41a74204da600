//===- StatisticsTest.cpp - Errors, bias and averaging --------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The experiments of quartet-numerics with the seed of this run: every number
// within five standard deviations of the published one, and the thresholds that
// the reference implementation's own tests use.
//
//===----------------------------------------------------------------------===//

#include "Experiments.h"
#include "TestData.h"

#include <cmath>
#include <gtest/gtest.h>

using namespace quartet::experiments;

namespace {

void expectAll(const Table &table) {
  for (const Row &row : table.rows)
    EXPECT_TRUE(row.passes())
        << table.title << ": " << row.name << " is " << row.measured
        << ", expected " << row.expected << ", deviation " << row.deviation;
}

double find(const Table &table, const std::string &name) {
  for (const Row &row : table.rows)
    if (row.name == name)
      return row.measured;
  ADD_FAILURE() << "no row " << name;
  return 0;
}

TEST(Statistics, error_on_normal_data) {
  expectAll(errorTable(testdata::seed()));
}

/// Thresholds in bits of the reference's unit tests.
TEST(Statistics, bits_on_normal_data) {
  Table table = bitsTable(testdata::seed());
  expectAll(table);
  EXPECT_GT(find(table, "rtn"), 3.38);
  EXPECT_GT(find(table, "four-over-six"), 3.52);
  EXPECT_GT(find(table, "MS-EDEN 128 as simulated"), 3.32);
  EXPECT_GT(find(table, "MS-EDEN 16, max / 256, override 1"), 3.37);
}

TEST(Statistics, eden_c4_misalignment) {
  Table table = misalignmentTable(testdata::seed());
  expectAll(table);
  // The unweighted group's bias belongs to the simulated variant alone.
  EXPECT_GT(find(table, "MS-EDEN 128 as simulated"), 0.1);
  // The required 1e-4 plus five standard errors of 0.07e-3.
  for (const char *name : {"MS-EDEN 16, power of two", "MS-EDEN 128 weighted"})
    EXPECT_LT(std::fabs(find(table, name)), 0.1 + 0.35) << name;
}

TEST(Statistics, hadamard_c5_averaging) {
  Table table = averagingTable(testdata::seed());
  expectAll(table);
  EXPECT_LT(find(table, "MS-EDEN 16, rotation 128"), 1.3);
}

TEST(Statistics, hadamard_c5_outliers) {
  expectAll(outlierTable(testdata::seed()));
}

TEST(Statistics, epilogue_c1_products) {
  expectAll(productTable(testdata::seed()));
}

TEST(Statistics, philox_c2_eden_c7_noise) {
  expectAll(noiseTable(testdata::seed()));
}

/// The statistics themselves, on numbers worked out by hand.
TEST(Statistics, rows) {
  // Ratio 2, residuals -1, 1, -1, 1: variance 4 / 3, standard error of the
  // mean sqrt(1 / 3), over the mean denominator 10.
  Replicates r = {{19, 10}, {21, 10}, {19, 10}, {21, 10}};
  Row row = makeRow("r", r, 1.0, {2.0, 0.0});
  EXPECT_DOUBLE_EQ(row.measured, 2.0);
  EXPECT_NEAR(row.sigma, std::sqrt(1.0 / 3) / 10, 1e-12);
  EXPECT_EQ(row.deviation, 0.0);
  // Published for one replicate: twice the standard error of four.
  row = makeRow("r", r, 1.0, {2.0, 0.0, 1.0});
  EXPECT_NEAR(row.tolerance, 2 * row.sigma, 1e-12);
  // t = 5 with 3 degrees of freedom has a two-sided probability of 0.0154:
  // 2.42 standard deviations.
  row = makeRow("r", r, 1.0, {2.0 - 5 * std::sqrt(1.0 / 3) / 10, 0.0});
  EXPECT_NEAR(row.deviation, 2.42, 0.03);
  EXPECT_TRUE(row.passes());
  row = makeRow("r", r, 1.0, {1.0, 0.0});
  EXPECT_GT(row.deviation, 3.0);
}

} // namespace
