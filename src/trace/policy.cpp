#include "trace/policy.h"

#include <algorithm>

namespace heddle::trace {

namespace {
constexpr std::int64_t kSmallInput = 16;
constexpr std::uint64_t kInitialPriority = std::uint64_t{1} << 32;  // larger than any number of change points
}  // namespace

std::int32_t Picker::pick_input() {
  if (!is_random()) return 0;
  if (rng_.one_in(2)) return static_cast<std::int32_t>(rng_.between(-kSmallInput, kSmallInput));
  return static_cast<std::int32_t>(static_cast<std::uint32_t>(rng_.next() >> 32));
}

void Picker::reset_random(const Policy& policy) {
  rng_ = base::Rng(policy.seed);
  if (kind_ != Policy::Kind::kPct) return;
  for (std::uint64_t& p : priority_) p = kInitialPriority + (rng_.next() >> 1);
  change_point_count_ = std::min(policy.pct_depth, kMaxPctDepth) - 1;
  const std::uint32_t length = std::max(policy.pct_length, 1U);
  for (std::uint32_t i = 0; i < change_point_count_; ++i) {
    change_points_[i] = static_cast<std::uint32_t>(rng_.below(length)) + 1;
  }
}

ThreadId Picker::pick_not_delayed(const ThreadSet& enabled, ThreadId current) const {
  ThreadSet preferred = enabled - delayed_;
  if (preferred.empty()) preferred = enabled;
  return current.valid() && preferred.contains(current) ? current : preferred.first();
}

ThreadId Picker::pick_random(const ThreadSet& enabled, ThreadId current, std::uint32_t step) {
  if (kind_ == Policy::Kind::kPct) return pick_by_priority(enabled, current, step);
  return enabled.nth(rng_.below(enabled.size()));
}

ThreadId Picker::pick_by_priority(const ThreadSet& enabled, ThreadId current, std::uint32_t step) {
  for (std::size_t i = 0; i < change_point_count_; ++i) {
    if (change_points_[i] == step && current.valid()) priority_[current.index()] = change_point_count_ - i;
  }
  ThreadId best = enabled.first();
  for (const ThreadId t : enabled) {
    if (priority_[t.index()] > priority_[best.index()]) best = t;
  }
  return best;
}

}  // namespace heddle::trace
