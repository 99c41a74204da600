//===- Experiments.h - Measured behaviour next to the published -*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Statistical experiments on the quantizers, each with the value published or
// measured elsewhere for the same method. Every number is a ratio of two sums
// over independent replicates, so that its sampling error comes from the spread
// of the replicates; a deviation is given in standard deviations of a normal
// distribution with the same tail probability.
//
//===----------------------------------------------------------------------===//

#ifndef QUARTET_TOOLS_QUARTET_NUMERICS_EXPERIMENTS_H
#define QUARTET_TOOLS_QUARTET_NUMERICS_EXPERIMENTS_H

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

namespace quartet {
namespace experiments {

/// Numerators and denominators of a ratio, one pair per replicate.
using Replicates = std::vector<std::pair<double, double>>;

/// One number of the table.
struct Row {
  std::string name;
  double measured = 0.0;
  double expected = 0.0;
  /// Standard error of `measured`, from the replicates.
  double sigma = 0.0;
  /// Uncertainty of `expected`: the digits it was printed with, its own
  /// sampling error, and what the model behind it leaves out.
  double tolerance = 0.0;
  /// (measured - expected) in units of both, as equivalent normal deviations.
  double deviation = 0.0;

  bool passes() const { return deviation >= -5.0 && deviation <= 5.0; }
};

/// Rows about one subject, in one unit.
struct Table {
  std::string title;
  std::vector<Row> rows;
};

/// What is known about an expected value.
struct Expectation {
  double value;
  /// Half of the last printed digit plus what the model leaves out.
  double tolerance;
  /// The published number's sample, in replicates of this experiment; 0 if its
  /// sampling error does not matter.
  double sampleInReplicates = 0.0;
};

/// The ratio of sums, times `unit`, with its deviation.
Row makeRow(std::string name, const Replicates &replicates, double unit,
            const Expectation &expectation);

/// Relative squared error, the same in bits, and misalignment of every
/// quantizer on normal data.
Table errorTable(uint64_t seed);
Table bitsTable(uint64_t seed);
Table misalignmentTable(uint64_t seed);
/// How the error of the mean of n estimates falls with n.
Table averagingTable(uint64_t seed);
/// The systematic part on small coordinates beside one outlier per group.
Table outlierTable(uint64_t seed);
/// Errors of the three matrix products of a linear layer.
Table productTable(uint64_t seed);
/// Independence of scale noise between rows and between draws.
Table noiseTable(uint64_t seed);

/// All of them.
std::vector<Table> allTables(uint64_t seed);

} // namespace experiments
} // namespace quartet

#endif // QUARTET_TOOLS_QUARTET_NUMERICS_EXPERIMENTS_H
