#include "runtime/observe/await_set.h"

#include <algorithm>
#include <array>

#include "abi/instrumented.h"

namespace heddle::runtime {

namespace {

using trace::AwaitCondition;

constexpr std::size_t kMaxPoints = 8;

std::int64_t extended(std::uint64_t value, unsigned bits) {
  const unsigned others = 64 - bits;
  return static_cast<std::int64_t>(value << others) >> others;
}

// The values, in increasing order, at which the answer may change; the first is the smallest that there is.
class Candidates {
 public:
  Candidates(unsigned bits, std::span<const std::uint64_t> points) {
    add(extended(std::uint64_t{1} << (bits - 1), bits));
    add(0);  // comparisons without sign
    // A comparison changes its answer at the point or after it.
    for (const std::uint64_t point : points) {
      add(extended(point, bits));
      add(extended(point + 1, bits));
    }
    std::sort(values_.begin(), values_.begin() + count_);
  }

  const std::int64_t* begin() const { return values_.data(); }
  const std::int64_t* end() const { return values_.data() + count_; }

 private:
  void add(std::int64_t value) { values_[count_++] = value; }

  std::array<std::int64_t, 2 * kMaxPoints + 2> values_{};
  std::ptrdiff_t count_ = 0;
};

// The set of values with which it leaves the loop, a packed trace::AwaitSet. None if it has too many borders, or large
// ones, or all values belong to it.
std::optional<std::int64_t> find_set(const LeavesLoop& leaves, const Candidates& candidates) {
  trace::AwaitSet set{.first = leaves(static_cast<std::uint64_t>(*candidates.begin()))};
  bool last = set.first;
  for (const std::int64_t value : candidates) {
    const bool now = leaves(static_cast<std::uint64_t>(value));
    if (now == last) continue;
    if (set.count == trace::AwaitSet::kMaxBorders) return std::nullopt;
    set.borders[set.count++] = value;
    last = now;
  }
  if (set.first && set.count == 0) return std::nullopt;
  return trace::pack_set(set);
}

// Does a compare-exchange that fails never lead out of the loop?
bool fails_in_vain(const LeavesLoop& leaves, const Candidates& candidates, std::int64_t expected) {
  return std::none_of(candidates.begin(), candidates.end(), [&](std::int64_t value) {
    return value != expected && leaves(static_cast<std::uint64_t>(value));
  });
}

}  // namespace

std::optional<AwaitCondition> find_condition(const LeavesLoop& leaves, std::span<const std::uint64_t> points,
                                             std::uint32_t how) {
  using Relation = AwaitCondition::Relation;
  if (points.size() > kMaxPoints) return std::nullopt;
  const Candidates candidates(leaves.bits, points);
  const auto bits = static_cast<std::uint8_t>(leaves.bits);
  if ((how & (HEDDLE_AWAIT_COMPARES | HEDDLE_AWAIT_EXCHANGES)) == 0) {
    const auto set = find_set(leaves, candidates);
    if (!set) return std::nullopt;
    return AwaitCondition{Relation::kAmong, bits, *set};
  }
  const std::int64_t own = extended(points.back(), leaves.bits);
  if (!trace::can_await(own)) return std::nullopt;
  if ((how & HEDDLE_AWAIT_COMPARES) != 0) {
    if (!fails_in_vain(leaves, candidates, own)) return std::nullopt;
    return AwaitCondition{Relation::kEqual, bits, own};
  }
  if (leaves(points.back())) return std::nullopt;
  return AwaitCondition{Relation::kNotEqual, bits, own};
}

}  // namespace heddle::runtime
