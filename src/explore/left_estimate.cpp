#include "explore/left_estimate.h"

#include <algorithm>

namespace heddle::explore {

void LeftEstimate::observe(const Progress& progress, std::uint64_t tests) {
  const bool is_tree = progress.expected_traces > 0;
  const double count = static_cast<double>(is_tree ? progress.traces + progress.blocked : tests);
  // Another strategy has taken over, or the exploration has started again.
  if (progress.engine != engine_ || is_tree != is_tree_ || count < now_.tests) samples_.clear();
  engine_ = progress.engine;
  is_tree_ = is_tree;
  tests_per_trace_ = is_tree && count > 0 ? static_cast<double>(tests) / count : 1;
  now_ = {count, is_tree ? progress.expected_traces : static_cast<double>(progress.targets)};
  if (samples_.empty() || count >= kGrowth * samples_.back().tests) samples_.push_back(now_);
}

std::optional<Left> LeftEstimate::left() const {
  if (now_.tests < kLeastTests) return {};
  if (is_tree_) return left_of_tree();
  return left_of_targets();
}

const LeftEstimate::Sample* LeftEstimate::at(double tests) const {
  const auto behind = std::ranges::upper_bound(samples_, tests, {}, &Sample::tests);
  return behind == samples_.begin() ? nullptr : &*(behind - 1);
}

Left LeftEstimate::left_of_tree() const {
  constexpr double kMargin = 1.25;  // an estimate is never more certain than this
  double low = now_.value;
  double high = now_.value;
  for (const Sample& sample : samples_) {
    if (sample.tests < now_.tests / 4) continue;
    low = std::min(low, sample.value);
    high = std::max(high, sample.value);
  }
  return {tests_per_trace_ * std::max(0.0, low / kMargin - now_.tests),
          tests_per_trace_ * std::max(0.0, high * kMargin - now_.tests)};
}

std::optional<Left> LeftEstimate::left_of_targets() const {
  const Sample* const half = at(now_.tests / 2);
  const Sample* const late = at(now_.tests * 3 / 4);
  if (half == nullptr || late == nullptr || now_.value == 0) return {};
  const auto rate = [&](const Sample& since) {
    return now_.tests > since.tests ? (since.value - now_.value) / (now_.tests - since.tests) : 0.0;
  };
  const double slow = std::min(rate(*half), rate(*late));
  const double fast = std::max(rate(*half), rate(*late));
  if (slow <= 0) return {};
  // Each test covers at least one target.
  return Left{std::min(now_.value, now_.value / fast), now_.value / slow};
}

}  // namespace heddle::explore
