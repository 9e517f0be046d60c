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

ThreadId Picker::pick_random(ThreadSet enabled, ThreadId current, std::uint32_t step) {
  if (kind_ == Policy::Kind::kPct) return pick_by_priority(enabled, current, step);
  std::uint64_t skip = rng_.below(static_cast<std::uint64_t>(std::popcount(enabled)));
  for (; skip > 0; --skip) enabled &= enabled - 1;
  return ThreadId(static_cast<std::size_t>(std::countr_zero(enabled)));
}

ThreadId Picker::pick_by_priority(ThreadSet enabled, ThreadId current, std::uint32_t step) {
  for (std::size_t i = 0; i < change_point_count_; ++i) {
    if (change_points_[i] == step && current.valid()) priority_[current.index()] = change_point_count_ - i;
  }
  auto best = static_cast<std::size_t>(std::countr_zero(enabled));
  for (ThreadSet rest = enabled & (enabled - 1); rest != 0; rest &= rest - 1) {
    const auto t = static_cast<std::size_t>(std::countr_zero(rest));
    if (priority_[t] > priority_[best]) best = t;
  }
  return ThreadId(best);
}

}  // namespace heddle::trace
