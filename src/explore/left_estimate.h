#pragma once

#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include "explore/strategy.h"

namespace heddle::explore {

// How many tests are probably left.
struct Left {
  double low = 0;
  double high = 0;
};

// Estimates how many tests are left, and how uncertain that is, from how the exploration has progressed so far.
//
// - A depth-first search estimates its size itself (Progress::expected_traces). It learns of new branches on its way,
//   so the estimate grows: it will grow (or shrink) about as much again as it has since half of the tests.
// - A strategy with targets has an end in sight when there are fewer of them than at half of the tests; the range is
//   given by the rate since then and that of the last quarter.
// - Otherwise nothing is known, and nothing is said.
//
// Owned by the loop, which reports the progress to it a few times a second.
class LeftEstimate {
 public:
  void observe(const Progress& progress, std::uint64_t tests);
  // None if nothing is known.
  std::optional<Left> left() const;

 private:
  struct Sample {
    double tests = 0;
    double value = 0;  // expected traces, or targets
  };
  static constexpr double kGrowth = 1.05;    // between samples that are kept
  static constexpr double kLeastTests = 64;  // before that it gives no estimate

  Left left_of_tree() const;
  std::optional<Left> left_of_targets() const;
  // The last sample with at most this many tests; none before the first.
  const Sample* at(double tests) const;

  std::string_view engine_;
  bool is_tree_ = false;
  double tests_per_trace_ = 1;  // of a tree
  std::vector<Sample> samples_;
  Sample now_;
};

}  // namespace heddle::explore
