#include "report/history.h"

#include <numeric>

namespace heddle::report {

namespace {

std::uint64_t covered_branches(const explore::Progress& progress) {
  if (!progress.branches) return 0;
  const auto& by_degree = progress.branches->covered;
  return std::accumulate(by_degree.begin(), by_degree.end(), std::uint64_t{0});
}

}  // namespace

void History::add(const explore::Status& status) {
  if (++skipped_ < stride_) return;
  skipped_ = 0;
  add({.seconds = status.seconds,
       .tests = status.tests,
       .events = status.progress.events,
       .branches = covered_branches(status.progress),
       .findings = status.findings});
}

void History::finish(const explore::Result& result) {
  add({.seconds = result.seconds,
       .tests = result.tests,
       .events = result.progress.events,
       .branches = covered_branches(result.progress),
       .findings = result.findings.size()});
}

void History::add(const Sample& sample) {
  samples_.push_back(sample);
  if (samples_.size() < kMaxSamples) return;
  for (std::size_t i = 0; i < samples_.size() / 2; ++i) samples_[i] = samples_[2 * i + 1];
  samples_.resize(samples_.size() / 2);
  stride_ *= 2;
}

}  // namespace heddle::report
