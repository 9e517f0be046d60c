#pragma once

#include <cstddef>
#include <vector>

#include "explore/loop.h"

namespace heddle::report {

// How an exploration progressed, for a plot: few enough samples to keep, spread over the whole time, however long it
// is.
class History {
 public:
  struct Sample {
    double seconds = 0;
    std::uint64_t tests = 0;
    std::uint64_t events = 0;
    std::uint64_t branches = 0;  // covered
    std::size_t findings = 0;
  };
  static constexpr std::size_t kMaxSamples = 512;

  void add(const explore::Status& status);
  // The end of the exploration, unless that moment already has a sample.
  void finish(const explore::Result& result);
  const std::vector<Sample>& samples() const { return samples_; }

 private:
  void add(const Sample& sample);

  std::vector<Sample> samples_;
  std::size_t stride_ = 1;  // one in this many samples is kept
  std::size_t skipped_ = 0;
};

}  // namespace heddle::report
