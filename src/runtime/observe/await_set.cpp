#include "runtime/observe/await_set.h"

#include <algorithm>
#include <array>

#include "trace/await.h"

namespace heddle::runtime {

namespace {

constexpr std::size_t kMaxPoints = 8;

std::int64_t extended(std::uint64_t value, unsigned bits) {
  const unsigned others = 64 - bits;
  return static_cast<std::int64_t>(value << others) >> others;
}

}  // namespace

std::optional<std::int64_t> find_set(const LeavesLoop& leaves, std::span<const std::uint64_t> points) {
  if (points.size() > kMaxPoints) return std::nullopt;
  const std::int64_t smallest = extended(std::uint64_t{1} << (leaves.bits - 1), leaves.bits);
  // A comparison changes its answer at the point or behind it; one without sign also at 0.
  std::array<std::int64_t, 2 * kMaxPoints + 1> candidates{};
  std::size_t count = 1;
  for (const std::uint64_t point : points) {
    candidates[count++] = extended(point, leaves.bits);
    candidates[count++] = extended(point + 1, leaves.bits);
  }
  std::sort(candidates.begin(), candidates.begin() + count);
  trace::AwaitSet set{.first = leaves(static_cast<std::uint64_t>(smallest))};
  bool last = set.first;
  for (std::size_t i = 0; i < count; ++i) {
    const bool now = leaves(static_cast<std::uint64_t>(candidates[i]));
    if (now == last) continue;
    if (set.count == trace::AwaitSet::kMaxBorders) return std::nullopt;
    set.borders[set.count++] = candidates[i];
    last = now;
  }
  return trace::pack_set(set);
}

}  // namespace heddle::runtime
